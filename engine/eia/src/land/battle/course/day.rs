//! A day fought with the campaign's own dice: where it stops to ask, and whether another day follows.

use super::end::Over;
use super::plans::{self, BattlePlans, open_plans, open_stop};
use super::{Happened, PREFIX, holder, offers};
use crate::frame;
use crate::land::battle::assemble::{Options, Ready, ready};
use crate::land::battle::fight::{Croupier, Fight, Note, Setting, Station, Step, Throw, Who};
use crate::land::battle::guard::most_guard;
use crate::land::battle::odds::End;
use crate::land::battle::plan::When;
use crate::land::battle::sealed::{Own, Plan, Sealed};
use crate::land::battle::unprinted::of_the_day;
use crate::land::battle::{Battle, DAYS, Fought, Kind as CombatKind};
use crate::land::forces::Troop;
use crate::land::values::Values;
use crate::powers::Power;
use crate::told::counters;
use crate::{EmpiresInArms, Event, LAWS, Position};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use table::by_round::Envelopes;
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::view::View;
use table::{rule, said};

/// Dice of the campaign, and an ear for what they do.
pub(super) struct AtTheTable<'a, 'd, 'c> {
    pub(super) table: &'a mut Table<'d, 'c, EmpiresInArms>,
    pub(super) number: u32,
    rolled: u32,
    before: u32,
    place: String,
    notes: Vec<Note>,
}

impl<'a, 'd, 'c> AtTheTable<'a, 'd, 'c> {
    pub(super) fn of(table: &'a mut Table<'d, 'c, EmpiresInArms>, number: u32, battle: &Battle) -> Self {
        let before = table.state().battles.of.get(&number).map_or(0, |battle| battle.rolls);
        let place = battle.field.place.clone();
        Self { table, number, rolled: 0, before, place, notes: Vec::new() }
    }

    pub(super) fn roll(&mut self) -> Result<u8, Refusal> {
        self.rolled += 1;
        let slot = format!("{PREFIX}{}/{}", self.number, self.before + self.rolled);
        self.table.die(&slot, 6, &self.place)
    }
}

impl Croupier for AtTheTable<'_, '_, '_> {
    type Stop = Refusal;
    const LISTENS: bool = true;

    fn die(&mut self, _throw: Throw) -> Result<u8, Refusal> {
        self.roll()
    }

    fn hear(&mut self, note: Note) {
        self.notes.push(note);
    }
}

impl Envelopes<EmpiresInArms> for BattlePlans {
    type Choice = Sealed;

    fn read(&self, _: &Position, _: &SeatId, filled: &Value) -> Result<Sealed, Refusal> {
        serde_json::from_value(filled.clone()).map_err(|_| Refusal::new(said!("That is no battle plan.")))
    }

    fn check(&self, state: &Position, seat: &SeatId, sealed: &Sealed) -> Result<(), Refusal> {
        plans::check(state, self, seat, sealed)
    }

    /// What stands if a seat does not answer where the day stops: what it planned. Nothing stands before a plan was sealed.
    fn default_choice(&self, state: &Position, seat: &SeatId) -> Option<Sealed> {
        let (_, battle) = state.battles.planned_in(self)?;
        let standing = state.standing_plan(battle, seat);
        // Who never said anything attacks with Probe and stands with Defend (standard.land.contact.retire).
        standing.or_else(|| battle.field.area.and_then(|_| plans::unanswered(state, self, seat)))
    }

    fn voted_default(&self, state: &Position, seat: &SeatId) -> Option<Sealed> {
        self.default_choice(state, seat).or_else(|| plans::unanswered(state, self, seat))
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        plans: BTreeMap<SeatId, Sealed>,
    ) -> Result<(), Refusal> {
        opened(table, self, plans)
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        offers::to_seal(state, table, self).into_iter().collect()
    }

    fn about(&self, state: &Position) -> Option<String> {
        let (_, battle) = state.battles.planned_in(self)?;
        Some(battle.field.place.clone())
    }

    /// An ally on the same side sees the plan before it is opened.
    fn shows(&self, state: &Position, of: &SeatId, to: &SeatId) -> bool {
        let Some((_, battle)) = state.battles.planned_in(self) else { return false };
        let side = |seat: &SeatId| battle.field.side(*state.in_battle(battle, seat).first()?);
        side(of).is_some_and(|who| side(to) == Some(who))
    }

    /// What an ally sees: the plan of the side, from who commands it.
    fn shown(&self, _: &Position, _: &SeatId, _: &SeatId, sealed: &Sealed) -> Option<Value> {
        serde_json::to_value(sealed.plan.as_ref()?).ok()
    }
}

/// The envelopes of a day, or of a step at which it stopped, lie open: it is fought, to its end or to where it stops to ask.
fn opened(
    table: &mut Table<'_, '_, EmpiresInArms>,
    round: &BattlePlans,
    choices: BTreeMap<SeatId, Sealed>,
) -> Result<(), Refusal> {
    let Some((number, battle)) = table.state().battles.planned_in(round) else { return Ok(()) };
    let mut battle = battle.clone();
    let (mut own, plans) = read(table.state(), &battle, choices)?;
    if !battle.has_begun() {
        LAWS.iter().try_for_each(|law| law.battle_begins(table, &battle, &mut own))?;
    }
    table.emit(&Event::Battle(Happened::PlansOpened {
        battle: number,
        own: own.clone(),
        plans: plans.clone(),
    }))?;
    battle.planned(own, plans.clone());
    let options = Options::by(|key| table.switch(key));
    let Ready { setting, fight, rules, unprinted } = ready(&battle, &plans, &table.state().typed, options)?;
    let part = battle.stopped.as_ref().map_or(0, |stopped| stopped.times);
    let mut day = match &battle.stopped {
        Some(stopped) => stopped.fight.replanned(&fight),
        None => fight,
    };
    let strengths = day.armies.map(|army| army.strength());
    let live = table.state().is_live(&battle);
    let mut answered = battle.stopped.is_some();
    let night = answered && day.step == Step::Over;
    let mut asked = BTreeSet::new();
    let mut dice = AtTheTable::of(table, number, &battle);
    while day.step != Step::Over {
        if !std::mem::take(&mut answered) {
            asked = deciding(&battle, &setting, &day, live);
            if !asked.is_empty() {
                break;
            }
        }
        day.advance(&setting, &mut dice)?;
    }
    let AtTheTable { rolled, notes, .. } = dice;
    if asked.is_empty() && !night {
        asked = deciding_at_night(&battle, &day, live);
    }
    let rules = with_told(rules, &notes, &day, &setting);
    let before = if part == 0 { unprinted } else { Vec::new() };
    let unprinted = of_the_day(before, &notes, &setting, &day, Values::of(&table.state().typed));
    let fought = Fought {
        battle: number,
        day: battle.day,
        attack: setting.attack,
        defence: setting.defence,
        morale: day.armies.map(|army| army.morale()),
        strengths,
        part,
        stops: !asked.is_empty(),
        rounds: notes.iter().filter(|note| matches!(note, Note::Clash { .. })).count() as u8,
        notes,
        fight: day,
        rolls: rolled,
        rules,
        unprinted,
    };
    table.emit(&Event::Battle(Happened::BattleFought(Box::new(fought))))?;
    if asked.is_empty() {
        return after_the_day(table, number, &battle, &setting, day);
    }
    let seats = asked.into_iter().filter_map(|power| holder(table.state(), power)).collect();
    open_stop(table, number, seats)
}

/// What lay in the envelopes: what each power decided for its own, and both plans. Who was not asked at a step lets his plan stand.
fn read(
    state: &Position,
    battle: &Battle,
    choices: BTreeMap<SeatId, Sealed>,
) -> Result<(BTreeMap<Power, Own>, [Plan; 2]), Refusal> {
    let unread = || Refusal::new(said!("A sealed battle plan cannot be read."));
    let mut own = BTreeMap::new();
    let standing = battle.plans.clone().filter(|_| battle.stopped.is_some());
    let mut plans = standing.map_or([None, None], |plans| plans.map(Some));
    for (seat, sealed) in choices {
        let powers = state.in_battle(battle, &seat);
        if let (Some(plan), Some(who)) = (sealed.plan, battle.commanded_by(&powers)) {
            plans[who as usize] = Some(plan);
        }
        own.extend(sealed.of);
    }
    let [Some(attack), Some(defend)] = plans else { return Err(unread()) };
    Ok((own, [attack, defend]))
}

/// The powers that are asked before the next step: all that have something to decide there, where the battle is fought live or where one
/// of them wants to be asked now.
fn deciding(battle: &Battle, setting: &Setting, day: &Fight, live: bool) -> BTreeSet<Power> {
    let mut deciding = BTreeSet::new();
    let mut wanted = live;
    for who in Who::BOTH {
        for power in battle.field.of(who) {
            let decides = match day.step {
                Step::Reinforcement => battle.can_reinforce(day, who, *power),
                Step::Guard => battle.can_commit(day, who, *power),
                _ => false,
            };
            if decides {
                let ask = battle.own.get(power).map_or(When::Never, |own| own.ask);
                wanted |= day.is_time(setting, who, ask, most_guard(*power));
                deciding.insert(*power);
            }
        }
    }
    if wanted { deciding } else { BTreeSet::new() }
}

/// The powers that are asked whether their side stays for another day: both commanders, where the battle is fought live or where one of
/// them wants to be asked.
fn deciding_at_night(battle: &Battle, day: &Fight, live: bool) -> BTreeSet<Power> {
    let wanted = live || battle.plans.iter().flatten().any(|plan| plan.ask_at_night);
    if wanted && battle.has_night(battle.day, day) {
        battle.command.iter().flatten().map(|commander| commander.power).collect()
    } else {
        BTreeSet::new()
    }
}

impl Battle {
    /// Whether a night follows a day, of which this is the number, so that another can come after it.
    #[must_use]
    pub fn has_night(&self, number: u8, day: &Fight) -> bool {
        End::of(day) == End::Undecided && self.field.kind == CombatKind::Field && number < DAYS
    }

    /// Whether a side stays for another day, as its plan says.
    #[must_use]
    pub fn stays(&self, day: &Fight, who: Who) -> bool {
        let morale = day.armies[who as usize].left();
        let plan = self.plans.as_ref().map(|plans| &plans[who as usize]);
        plan.and_then(|plan| plan.stays_with).is_some_and(|least| morale >= least)
    }

    /// Whether a power has corps that could still come as reinforcement.
    #[must_use]
    pub fn can_reinforce(&self, day: &Fight, who: Who, power: Power) -> bool {
        let army = &day.armies[who as usize];
        self.corps(who).into_iter().zip(&army.places).any(|((of, i), place)| {
            let stands = self.stands(of, i).filter(|_| of == power);
            stands.is_some_and(|stands| stands.corps.adjacent || stands.aside) && place.is_outside()
        })
    }

    /// Whether a power has guard, or heavy cavalry in its manner, that it could still commit.
    #[must_use]
    pub fn can_commit(&self, day: &Fight, who: Who, power: Power) -> bool {
        let army = &day.armies[who as usize];
        let owner = self.field.of(who).iter().position(|of| *of == power);
        let fresh = owner.is_some_and(|owner| army.spent & (1 << owner) == 0);
        fresh
            && self.corps(who).iter().enumerate().any(|(i, (of, _))| {
                let inside = army.factors[i];
                let guard = most_guard(power) > 0 && inside.of(Troop::Guard) > 0;
                *of == power && army.fights(i) && (guard || inside.of(Troop::HeavyCavalry) > 0)
            })
    }
}

/// The rules that came up in a day, those that its notes tell of included.
fn with_told(mut rules: Vec<RuleId>, notes: &[Note], day: &Fight, setting: &Setting) -> Vec<RuleId> {
    for who in Who::BOTH {
        let (army, side) = (&day.armies[who as usize], &setting.sides[who as usize]);
        if side
            .corps
            .iter()
            .enumerate()
            .any(|(i, unit)| unit.from <= 3 && army.places[i] == Station::Fighting)
        {
            rules.push(rule!("house.land.stacks.reinforcing-corps-free"));
            rules.push(rule!("house.land.stacks.reinforcing-whole-battle"));
        }
    }
    if setting.sides.iter().all(|side| side.rifles) {
        rules.push(rule!("nationalism.rifles.both"));
    }
    for note in notes {
        match note {
            Note::Clash { rolled, aside, .. } => {
                if aside.iter().any(|n| *n > 0) {
                    rules.push(rule!("house.land.stacks.surplus-losses"));
                }
                for rolled in rolled.iter() {
                    rules.extend(rolled.added.iter().flat_map(|added| added.why.rules()));
                    if rolled.result == 8 {
                        rules.push(rule!("nationalism.rifles.result-eight"));
                    }
                }
            }
            Note::Reinforcement(tried) if tried.leader.is_some() => {
                rules.push(rule!("house.land.stacks.reinforcing-leader"));
            }
            Note::Guard { heavy: true, .. } => rules.push(rule!("house.land.cavalry.heavy-commit")),
            _ => {}
        }
    }
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// What follows a day: another one, or the end of the battle.
fn after_the_day(
    table: &mut Table<'_, '_, EmpiresInArms>,
    number: u32,
    battle: &Battle,
    setting: &Setting,
    day: Fight,
) -> Result<(), Refusal> {
    let end = if battle.field.area.is_some() { End::settled(&day) } else { End::of(&day) };
    let mut left = (end == End::Withdrew).then_some(Who::Defender);
    let mut rules = Vec::new();
    if battle.field.area.is_some() {
        rules.extend((end == End::Undecided).then_some(rule!("standard.land.battle.days")));
        rules.extend((End::of(&day) == End::Both).then_some(rule!("standard.land.battle.morale")));
    }
    if battle.has_night(battle.day, &day) {
        // Both decide before they know of each other; where both leave it is the attacker who goes.
        match Who::BOTH.map(|who| battle.stays(&day, who)) {
            [true, true] => return open_plans(table, number),
            [false, _] => left = Some(Who::Attacker),
            [true, false] => left = Some(Who::Defender),
        }
        rules.push(rule!("house.land.withdraw.night-no-pp"));
    }
    if end == End::Withdrew {
        rules.push(rule!("house.land.withdraw.no-pp"));
    }
    let winner = match end {
        End::Attacker => Some(Who::Attacker),
        End::Defender => Some(Who::Defender),
        _ => None,
    };
    let mut over = Over { number, battle, setting, day, rules };
    let ended = over.ended(table, winner, left)?;
    let field = Box::new(battle.field.clone());
    let month = frame::place(&table.path()).map(|(month, _)| month);
    let fought = table.state().seats_in(battle);
    let destroyed = ended.destroyed(battle.field.kind);
    let destroyed: Vec<(Power, String)> = destroyed.map(|of| (of.power, of.corps.clone())).collect();
    let on_board = battle.field.area.map(|_| ended.clone());
    table.emit(&Event::Battle(Happened::BattleEnded {
        battle: number,
        field,
        month,
        ended: Box::new(ended),
    }))?;
    if let Some(ended) = on_board {
        return LAWS.iter().try_for_each(|law| law.battle_over(table, number, battle, &ended));
    }
    for (power, corps) in destroyed {
        counters::leaves(table, power, &corps)?;
    }
    // They retreat, write in their books and tell PP before the step ends, though they were ready while they fought.
    table.asks_again(&fought)
}
