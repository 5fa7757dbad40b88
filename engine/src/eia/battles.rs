//! Field battles at the table: opened by a player, mustered in public, planned in envelopes, fought in public.

use super::land::battle::aftermath::{self, Checked, Fate, Ground, Napoleon, Retreat};
use super::land::battle::assemble::{Options, Ready, check_own, check_plan, ready};
use super::land::battle::fight::{self, Fight, Note, Place, Setting, Table as Dice, Throw, Who};
use super::land::battle::odds::End;
use super::land::battle::sealed::{Own, Plan, Sealed};
use super::land::battle::{
    Battle, Booked, Commander, DAYS, Ended, Field, Fought, Kind as CombatKind, LONGEST_PLACE, LedGuard,
};
use super::land::forces::{Came, Factors};
use super::land::stacking::{self, Command, Muster};
use super::powers::Power;
use super::{EmpiresInArms, Event, Position};
use crate::rules::RuleId;
use crate::table::game::Table;
use crate::table::names::SeatId;
use crate::table::offers::Kind;
use crate::table::refusal::Refusal;
use crate::{rule, said};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What the rounds of a battle's envelopes are called: `battle/3/1` is the first day of battle 3.
pub const PREFIX: &str = "battle/";
/// The longest name of a corps or a leader, in characters.
pub const LONGEST_NAME: usize = 40;
/// The most leaders of a power in a battle.
const MOST_LEADERS: usize = 6;
/// The most corps of a power in a battle.
const MOST_CORPS: usize = 12;
/// Battles that are over and still kept, the last ones.
const KEPT: usize = 8;

/// Battles as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battles {
    /// The number of the last one that was opened.
    pub last: u32,
    /// Those that are open, and the last that are over, by their numbers.
    pub of: BTreeMap<u32, Battle>,
}

/// What a player orders in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "battle", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Opens a battle.
    Open {
        /// Where and how.
        field: Field,
    },
    /// Says what a power brings.
    Muster {
        /// The battle.
        number: u32,
        /// The power.
        power: Power,
        /// What it brings.
        muster: Muster,
    },
    /// Calls a battle off before its first envelope is open.
    CallOff {
        /// The battle.
        number: u32,
    },
}

/// What happened in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A battle was opened.
    BattleOpened {
        /// Its number.
        battle: u32,
        /// Where and how.
        field: Field,
    },
    /// A power has mustered.
    Mustered {
        /// The battle.
        battle: u32,
        /// The power.
        power: Power,
        /// What it brings.
        muster: Muster,
    },
    /// All have mustered: who commands.
    Commanded {
        /// The battle.
        battle: u32,
        /// Attacker's and defender's.
        command: [Commander; 2],
        /// Sides whose commander a die decided.
        by_die: Vec<Who>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// The envelopes of a day are open.
    PlansOpened {
        /// The battle.
        battle: u32,
        /// What each power decided for its own.
        own: BTreeMap<Power, Own>,
        /// Both plans.
        plans: [Plan; 2],
    },
    /// A day was fought.
    BattleFought(Box<Fought>),
    /// A battle is over.
    BattleEnded {
        /// The battle.
        battle: u32,
        /// Where it was fought, and by whom.
        field: Box<Field>,
        /// How.
        #[serde(flatten)]
        ended: Box<Ended>,
    },
    /// A battle was called off.
    CalledOff {
        /// The battle.
        battle: u32,
    },
}

impl Battles {
    /// The battle and the day that a round of envelopes is of.
    #[must_use]
    pub fn of_round(&self, round: &str) -> Option<(u32, &Battle)> {
        let (number, day) = round.strip_prefix(PREFIX)?.split_once('/')?;
        let number = number.parse().ok()?;
        let battle = self.of.get(&number)?;
        (battle.day.to_string() == day && battle.ended.is_none()).then_some((number, battle))
    }

    /// Changes by what happened.
    pub(super) fn apply(&mut self, happened: Happened) {
        match happened {
            Happened::BattleOpened { battle, field } => {
                self.last = battle;
                let fresh = Battle {
                    field,
                    musters: BTreeMap::new(),
                    command: None,
                    day: 1,
                    rounds: 0,
                    rolls: 0,
                    led_guard: Vec::new(),
                    own: BTreeMap::new(),
                    plans: None,
                    armies: None,
                    ended: None,
                };
                self.of.insert(battle, fresh);
                let over: Vec<u32> =
                    self.of.iter().filter(|(_, b)| b.ended.is_some()).map(|(n, _)| *n).collect();
                for old in over.iter().take(over.len().saturating_sub(KEPT)) {
                    self.of.remove(old);
                }
            }
            Happened::CalledOff { battle } => {
                self.of.remove(&battle);
            }
            Happened::Mustered { battle, power, muster } => {
                if let Some(battle) = self.of.get_mut(&battle) {
                    battle.musters.insert(power, muster);
                }
            }
            Happened::Commanded { battle, command, .. } => {
                if let Some(battle) = self.of.get_mut(&battle) {
                    battle.command = Some(command);
                }
            }
            Happened::PlansOpened { battle, own, plans } => {
                if let Some(battle) = self.of.get_mut(&battle) {
                    battle.planned(own, plans);
                }
            }
            Happened::BattleFought(fought) => {
                if let Some(battle) = self.of.get_mut(&fought.battle) {
                    battle.armies = Some(fought.fight.armies);
                    battle.rounds += fought.rounds;
                    battle.rolls += fought.rolls;
                    battle.led_guard.extend(fought.notes.iter().filter_map(LedGuard::of));
                    battle.day = fought.day + 1;
                }
            }
            Happened::BattleEnded { battle, ended, .. } => {
                if let Some(battle) = self.of.get_mut(&battle) {
                    battle.ended = Some(*ended);
                }
            }
        }
    }
}

impl Battle {
    /// What was sealed takes the place of what was decided before; what is in the corps stays known from the first day.
    fn planned(&mut self, own: BTreeMap<Power, Own>, plans: [Plan; 2]) {
        for (power, mut new) in own {
            if let Some(old) = self.own.get(&power).filter(|_| new.factors.is_empty()) {
                new.factors.clone_from(&old.factors);
            }
            self.own.insert(power, new);
        }
        self.plans = Some(plans);
    }

    /// All its powers.
    #[must_use]
    pub fn powers(&self) -> Vec<Power> {
        Who::BOTH.iter().flat_map(|who| self.field.of(*who)).copied().collect()
    }

    /// The powers that have not mustered yet.
    #[must_use]
    pub fn awaited(&self) -> Vec<Power> {
        self.powers().into_iter().filter(|power| !self.musters.contains_key(power)).collect()
    }

    /// The side that a seat with these powers commands.
    #[must_use]
    pub fn commanded_by(&self, powers: &[Power]) -> Option<Who> {
        let command = self.command?;
        Who::BOTH.into_iter().find(|who| powers.contains(&command[*who as usize].power))
    }
}

/// Who holds a power: the seat that controls it, that of its buyer where it was auctioned.
fn holder(state: &Position, power: Power) -> Option<SeatId> {
    if let Some(sold) = state.auctions.sold.get(&power) {
        return Some(sold.seat.clone());
    }
    state.choice.holdings.get(&power).map(|holding| holding.seat.clone())
}

/// The powers of a seat in a battle.
fn own_powers(state: &Position, battle: &Battle, seat: &SeatId) -> Vec<Power> {
    battle.powers().into_iter().filter(|power| holder(state, *power).as_ref() == Some(seat)).collect()
}

impl Position {
    /// The powers of a seat that fight in a battle.
    #[must_use]
    pub fn in_battle(&self, battle: &Battle, seat: &SeatId) -> Vec<Power> {
        own_powers(self, battle, seat)
    }
}

fn options(table: &Table<'_, '_, EmpiresInArms>) -> Options {
    let on = |key: &str| table.switch(key) == "yes";
    Options {
        cavalry_types: on(crate::table::switches::CAVALRY_TYPES),
        superiority: on(crate::table::switches::CAVALRY_SUPERIORITY),
        cavalry_withdrawal: on(crate::table::switches::CAVALRY_WITHDRAWAL),
    }
}

/// Does what a player orders.
pub(crate) fn decide(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    order: Order,
) -> Result<(), Refusal> {
    match order {
        Order::Open { field } => open(table, seat, field),
        Order::Muster { number, power, muster } => muster_in(table, seat, number, power, muster),
        Order::CallOff { number } => call_off(table, seat, number),
    }
}

fn check_name(name: &str, longest: usize) -> Result<(), Refusal> {
    Kind::Name { most: longest, taken: Vec::new() }.check("name", &Value::from(name))
}

fn open(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, field: Field) -> Result<(), Refusal> {
    let state = table.state();
    if !state.choice.done {
        return Err(Refusal::new(said!("Battles are fought when every power has its player.")));
    }
    check_name(&field.place, LONGEST_PLACE)?;
    for area in &field.from {
        check_name(area, LONGEST_PLACE)?;
    }
    let powers: Vec<Power> = Who::BOTH.iter().flat_map(|who| field.of(*who)).copied().collect();
    let different: BTreeSet<&Power> = powers.iter().collect();
    if field.attackers.is_empty() || field.defenders.is_empty() || different.len() != powers.len() {
        return Err(Refusal::new(said!(
            "A battle has at least one attacking and one defending power, and each power fights on one side."
        )));
    }
    for power in &powers {
        if holder(state, *power).is_none() {
            return Err(Refusal::new(said!("{} has no player who could fight this battle.", *power)));
        }
    }
    if !powers.iter().any(|power| holder(state, *power).as_ref() == Some(seat)) {
        return Err(Refusal::new(said!(
            "A battle is opened by one of the players whose powers fight in it."
        )));
    }
    let sides = Who::BOTH
        .map(|who| field.of(who).iter().filter_map(|power| holder(state, *power)).collect::<BTreeSet<_>>());
    if !sides[0].is_disjoint(&sides[1]) {
        return Err(Refusal::new(said!(
            "Nobody fights against himself: one player has powers on both sides."
        )));
    }
    let busy =
        state.battles.of.values().find(|battle| battle.ended.is_none() && battle.field.place == field.place);
    if busy.is_some() {
        return Err(Refusal::new(said!("A battle of {} is open already.", field.place.clone())));
    }
    let battle = state.battles.last + 1;
    table.emit(&Event::Battle(Happened::BattleOpened { battle, field }))
}

/// The open battle of a number.
fn find<'t>(table: &'t Table<'_, '_, EmpiresInArms>, number: u32) -> Result<&'t Battle, Refusal> {
    let battle = table.state().battles.of.get(&number).filter(|battle| battle.ended.is_none());
    battle.ok_or_else(|| Refusal::new(said!("No such battle is open.")))
}

fn call_off(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, number: u32) -> Result<(), Refusal> {
    let battle = find(table, number)?;
    let attacker =
        battle.field.attackers.iter().any(|power| holder(table.state(), *power).as_ref() == Some(seat));
    if !attacker {
        return Err(Refusal::new(said!("A battle is called off by a player of the attacking side.")));
    }
    if battle.command.is_some() {
        return Err(Refusal::new(said!(
            "All have mustered and plans are being sealed, so the battle is fought."
        )));
    }
    table.emit(&Event::Battle(Happened::CalledOff { battle: number }))
}

fn muster_in(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    number: u32,
    power: Power,
    muster: Muster,
) -> Result<(), Refusal> {
    let battle = find(table, number)?;
    let Some(who) = battle.field.side(power) else {
        return Err(Refusal::new(said!("{} does not fight in this battle.", power)));
    };
    if holder(table.state(), power).as_ref() != Some(seat) {
        return Err(Refusal::new(said!("{} is not yours, so you cannot muster its corps.", power)));
    }
    if battle.command.is_some() {
        return Err(Refusal::new(said!("All have mustered and plans are being sealed; it stays so.")));
    }
    check_muster(&muster, who)?;
    let mut seen = battle.clone();
    seen.musters.insert(power, muster.clone());
    if seen.awaited().iter().all(|other| battle.field.side(*other) != Some(who)) {
        // The side is complete: whether it may stand so is known now.
        if seen.corps(who).len() > fight::MOST_CORPS {
            return Err(Refusal::new(said!(
                "A side of a battle has {} corps at the most.",
                fight::MOST_CORPS
            )));
        }
        line_up(&seen, who, None)?;
    }
    table.emit(&Event::Battle(Happened::Mustered { battle: number, power, muster }))?;
    if seen.awaited().is_empty() { command(table, number) } else { Ok(()) }
}

fn check_muster(muster: &Muster, who: Who) -> Result<(), Refusal> {
    let there = muster.corps.iter().filter(|stands| !stands.corps.adjacent).count();
    if there == 0 || muster.corps.len() > MOST_CORPS || muster.leaders.len() > MOST_LEADERS {
        return Err(Refusal::new(said!(
            "A power brings 1 to {} corps and at most {} leaders to a battle; at least one of the corps stands in the area.",
            MOST_CORPS,
            MOST_LEADERS
        )));
    }
    let names = muster.corps.iter().map(|stands| &stands.corps.name);
    let mut known = BTreeSet::new();
    for name in names.chain(muster.leaders.iter().map(|leader| &leader.name)) {
        check_name(name, LONGEST_NAME)?;
        if !known.insert(name.to_lowercase()) {
            return Err(Refusal::new(said!(
                "\"{}\" stands there twice. Each corps and leader has a name of its own.",
                name.clone()
            )));
        }
    }
    for leader in &muster.leaders {
        if leader.strategic > 6 || leader.tactical > 5 || !(1..=6).contains(&leader.maximum) {
            return Err(Refusal::new(said!(
                "{}: a leader is written as strategic rating 0–6, tactical rating 0–5, tactical maximum 1–6 and rank A–D, as in 5 5 6 A.",
                leader.name.clone()
            )));
        }
    }
    if who == Who::Defender && muster.corps.iter().any(|stands| stands.corps.came != Came::Overland) {
        return Err(Refusal::new(said!(
            "Only corps that attack have landed or crossed an arrow in this turn."
        )));
    }
    Ok(())
}

/// Who commands a side, and the rules of how many corps fight. `picked` is the power that a die decided on.
fn line_up(battle: &Battle, who: Who, picked: Option<Power>) -> Result<(Command, Vec<RuleId>), Refusal> {
    let side: BTreeMap<Power, Muster> = battle
        .field
        .of(who)
        .iter()
        .filter_map(|power| Some((*power, battle.musters.get(power)?.clone())))
        .collect();
    let command = match (stacking::commander(&side), picked) {
        (Command::Tied(tied), Some(power)) if tied.contains(&power) => {
            Command::Of(power, side.get(&power).and_then(stacking::senior))
        }
        (command, _) => command,
    };
    let check = |power: Power, leader: Option<usize>| {
        stacking::check(leader.and_then(|leader| battle.leader(power, leader)), &side)
    };
    let rules = match &command {
        Command::Of(power, leader) => check(*power, *leader)?,
        Command::Tied(tied) => {
            // Whoever the die names, the line-up must hold under him.
            let mut rules = Vec::new();
            for power in tied {
                rules = check(*power, side.get(power).and_then(stacking::senior))?;
            }
            rules
        }
    };
    Ok((command, rules))
}

/// All have mustered: who commands is known or rolled, and the envelopes of the first day are opened.
fn command(table: &mut Table<'_, '_, EmpiresInArms>, number: u32) -> Result<(), Refusal> {
    let battle = find(table, number)?.clone();
    let mut command = Vec::new();
    let mut by_die = Vec::new();
    let mut rules: Vec<RuleId> = Vec::new();
    for who in Who::BOTH {
        let (mut found, checked) = line_up(&battle, who, None)?;
        rules.extend(checked);
        if let Command::Tied(tied) = &found {
            let faces = u32::try_from(tied.len()).unwrap_or(1);
            let slot = format!("{PREFIX}{number}/command/{}", who as u8);
            let rolled = table.roll(&slot, vec![[faces, 1]], "command")?;
            let die = rolled.first().copied().unwrap_or(1) as usize;
            let picked = tied.get(die.saturating_sub(1)).copied();
            by_die.push(who);
            found = line_up(&battle, who, picked)?.0;
        }
        match found {
            Command::Of(power, leader) => command.push(Commander { power, leader }),
            Command::Tied(_) => return Err(Refusal::new(said!("Who commands could not be decided."))),
        }
    }
    let Ok(command) = <[Commander; 2]>::try_from(command) else {
        return Err(Refusal::new(said!("Who commands could not be decided.")));
    };
    rules.sort_unstable();
    rules.dedup();
    table.emit(&Event::Battle(Happened::Commanded { battle: number, command, by_die, rules }))?;
    open_plans(table, number)
}

/// Opens the envelopes of a day for every player in the battle.
fn open_plans(table: &mut Table<'_, '_, EmpiresInArms>, number: u32) -> Result<(), Refusal> {
    let battle = find(table, number)?;
    let day = battle.day;
    let seats: BTreeSet<SeatId> =
        battle.powers().into_iter().filter_map(|power| holder(table.state(), power)).collect();
    table.open_envelopes(&format!("{PREFIX}{number}/{day}"), seats.into_iter().collect(), true)
}

/// A choice for a day's envelope.
pub(crate) fn check(state: &Position, round: &str, seat: &SeatId, choice: &Value) -> Result<Value, Refusal> {
    let Some((_, battle)) = state.battles.of_round(round) else {
        return Err(Refusal::new(said!("No such battle is open.")));
    };
    let sealed: Sealed =
        serde_json::from_value(choice.clone()).map_err(|_| Refusal::new(said!("That is no battle plan.")))?;
    let powers = own_powers(state, battle, seat);
    if !sealed.of.keys().eq(powers.iter().collect::<BTreeSet<_>>()) {
        return Err(Refusal::new(said!(
            "A battle plan is made for each of your powers in the battle, and for no other."
        )));
    }
    for (power, own) in &sealed.of {
        check_own(battle, *power, own)?;
    }
    let commands = battle.commanded_by(&powers);
    match (&sealed.plan, commands) {
        (Some(plan), Some(who)) => check_plan(battle, who, plan)?,
        (None, None) => {}
        (None, Some(_)) => {
            return Err(Refusal::new(said!("You command your side, so your plan needs a chit.")));
        }
        (Some(_), None) => return Err(Refusal::new(said!("Whoever commands your side chooses its chit."))),
    }
    if let Some(word) = &sealed.word {
        Kind::Word.check("word", &Value::from(word.as_str()))?;
    }
    serde_json::to_value(&sealed).map_err(|_| Refusal::new(said!("That is no battle plan.")))
}

/// Dice of the campaign, and an ear for what they do.
struct AtTheTable<'a, 'd, 'c> {
    table: &'a mut Table<'d, 'c, EmpiresInArms>,
    number: u32,
    rolled: u32,
    before: u32,
    place: String,
    notes: Vec<Note>,
}

impl AtTheTable<'_, '_, '_> {
    fn roll(&mut self) -> Result<u8, Refusal> {
        self.rolled += 1;
        let slot = format!("{PREFIX}{}/{}", self.number, self.before + self.rolled);
        let rolled = self.table.roll(&slot, vec![[6, 1]], &self.place)?;
        Ok(rolled.first().and_then(|die| u8::try_from(*die).ok()).unwrap_or(1))
    }
}

impl Dice for AtTheTable<'_, '_, '_> {
    type Stop = Refusal;
    const LISTENS: bool = true;

    fn die(&mut self, _throw: Throw) -> Result<u8, Refusal> {
        self.roll()
    }

    fn hear(&mut self, note: Note) {
        self.notes.push(note);
    }
}

/// The envelopes of a day lie open: it is fought.
pub(crate) fn opened(
    table: &mut Table<'_, '_, EmpiresInArms>,
    round: &str,
    choices: &BTreeMap<SeatId, Value>,
) -> Result<(), Refusal> {
    let Some((number, battle)) = table.state().battles.of_round(round) else { return Ok(()) };
    let mut battle = battle.clone();
    let unread = || Refusal::new(said!("A sealed battle plan cannot be read."));
    let mut own = BTreeMap::new();
    let mut plans = [None, None];
    for (seat, choice) in choices {
        let sealed: Sealed = serde_json::from_value(choice.clone()).map_err(|_| unread())?;
        let powers = own_powers(table.state(), &battle, seat);
        if let (Some(plan), Some(who)) = (sealed.plan, battle.commanded_by(&powers)) {
            plans[who as usize] = Some(plan);
        }
        own.extend(sealed.of);
    }
    let [Some(attack), Some(defend)] = plans else { return Err(unread()) };
    let plans = [attack, defend];
    table.emit(&Event::Battle(Happened::PlansOpened {
        battle: number,
        own: own.clone(),
        plans: plans.clone(),
    }))?;
    battle.planned(own, plans.clone());
    let Ready { setting, fight, rules, unprinted } =
        ready(&battle, &plans, &table.state().typed, options(table))?;
    let strengths = fight.armies.map(|army| {
        let in_it = army.places.iter().zip(&army.factors);
        in_it
            .filter(|(place, _)| matches!(place, Place::Fighting | Place::Outflanking))
            .map(|(_, f)| f.total())
            .sum()
    });
    let mut day = fight;
    let place = battle.field.place.clone();
    let mut dice = AtTheTable { table, number, rolled: 0, before: battle.rolls, place, notes: Vec::new() };
    day.run(&setting, &mut dice)?;
    let AtTheTable { rolled, notes, .. } = dice;
    let rules = with_told(rules, &notes, &day, &setting);
    let fought = Fought {
        battle: number,
        day: battle.day,
        attack: setting.attack,
        defence: setting.defence,
        morale: [0, 1].map(|i: usize| setting.sides[i].morale),
        strengths,
        rounds: notes.iter().filter(|note| matches!(note, Note::Clash { .. })).count() as u8,
        notes,
        fight: day,
        rolls: rolled,
        rules,
        unprinted,
    };
    table.emit(&Event::Battle(Happened::BattleFought(Box::new(fought))))?;
    after_the_day(table, number, &battle, &setting, day)
}

/// The rules that came up in a day, those that its notes tell of included.
fn with_told(mut rules: Vec<RuleId>, notes: &[Note], day: &Fight, setting: &Setting) -> Vec<RuleId> {
    for who in Who::BOTH {
        let (army, side) = (&day.armies[who as usize], &setting.sides[who as usize]);
        if side.corps.iter().enumerate().any(|(i, unit)| unit.from <= 3 && army.places[i] == Place::Fighting)
        {
            rules.push(rule!("house.land.stacks.reinforcing-corps-free"));
            rules.push(rule!("house.land.stacks.reinforcing-whole-battle"));
        }
        if side
            .leaders
            .iter()
            .enumerate()
            .any(|(i, _)| side.corps.iter().any(|unit| unit.led_by.map(usize::from) == Some(i)))
        {
            rules.push(rule!("house.land.stacks.reinforcing-leader"));
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
    let end = End::of(&day);
    let plans = find(table, number)?.plans.clone();
    let mut left = (end == End::Withdrew).then_some(Who::Defender);
    let mut rules = Vec::new();
    if end == End::Undecided && battle.field.kind == CombatKind::Field && battle.day < DAYS {
        let stays = |who: Who| {
            let morale = day.armies[who as usize].left(setting.sides[who as usize].morale);
            let plan = plans.as_ref().map(|plans| &plans[who as usize]);
            plan.and_then(|plan| plan.stays_with).is_some_and(|least| morale >= least)
        };
        // Both decide before they know of each other; where both leave it is the attacker who goes.
        match Who::BOTH.map(stays) {
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
    table.emit(&Event::Battle(Happened::BattleEnded { battle: number, field, ended: Box::new(ended) }))
}

/// A battle at its end.
struct Over<'a> {
    number: u32,
    battle: &'a Battle,
    setting: &'a Setting,
    day: Fight,
    rules: Vec<RuleId>,
}

impl Over<'_> {
    fn ended(
        &mut self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        winner: Option<Who>,
        left: Option<Who>,
    ) -> Result<Ended, Refusal> {
        let state = table.state();
        let fought = state.battles.of.get(&self.number);
        let rounds = fought.map_or(0, |battle| battle.rounds);
        let plans = fought.and_then(|battle| battle.plans.clone());
        let typed = state.typed.clone();
        let rolls = fought.map_or(0, |battle| battle.rolls);
        let place = self.battle.field.place.clone();
        let mut dice =
            AtTheTable { table, number: self.number, rolled: 0, before: rolls, place, notes: Vec::new() };
        // Leaders first, then pursuit.
        let leaders = if rounds > 0 { self.leaders(&mut dice)? } else { Vec::new() };
        let surrounded = self.battle.field.surrounded;
        let beaten = winner.map(Who::other);
        let retreat = beaten.map(|who| self.retreat(who));
        let surrendered = matches!(retreat, Some(Retreat::Surrender { .. }));
        let pursued = beaten.or(left.filter(|left| surrounded == Some(*left)));
        let lets_go = |who: Who| plans.as_ref().is_some_and(|plans| plans[who.other() as usize].no_pursuit);
        let mut pursuit = None;
        if let Some(who) = pursued.filter(|who| !surrendered && !lets_go(*who)) {
            let victor = &self.day.armies[who.other() as usize];
            let class = if beaten.is_some() {
                aftermath::class(victor.lost, rounds)
            } else {
                self.rules.push(rule!("house.land.withdraw.surrounded"));
                self.rules.push(rule!("house.land.withdraw.surrounded-pursuit-class"));
                Some(aftermath::UNBROKEN_CLASS)
            };
            let cavalry = victor.fighting().cavalry();
            if let Some(class) = class.filter(|_| cavalry > 0) {
                let die = dice.roll()?;
                let prisoners_die = dice.roll()?;
                let chart = |percent: u32, of: u32| {
                    let position = Chart { typed: &typed };
                    position.factors(percent, of)
                };
                // A side that got away unbroken can be ridden down though it is not in the fight any more.
                let army = &mut self.day.armies[who as usize];
                if beaten.is_none() {
                    for place in army.places.iter_mut().filter(|place| **place == Place::Left) {
                        *place = Place::Fighting;
                    }
                }
                let doubled = beaten.is_some() && surrounded == Some(who);
                let side = &self.setting.sides[who as usize];
                let made = aftermath::pursue(army, side, class, die, cavalry, doubled, prisoners_die, chart);
                self.rules.extend(&made.rules);
                pursuit = Some(made);
            }
        }
        let took = Who::BOTH.map(|who| {
            aftermath::took_part(&self.day.armies[who as usize], &self.setting.sides[who as usize])
        });
        let mut points = Vec::new();
        if let Some(winner) = winner {
            let napoleon = self.napoleon(winner);
            points = aftermath::points(&took[winner as usize], &took[winner.other() as usize], napoleon);
        }
        if let Some(Retreat::To { rules, .. } | Retreat::Surrender { rules }) = &retreat {
            self.rules.extend(rules);
        }
        let mut leaders = leaders;
        let mut prisoners = Vec::new();
        if let (Some(who), Some(winner)) = (pursued, pursued.map(Who::other)) {
            let taken = if surrendered {
                self.surrender(who, &mut leaders)
            } else {
                self.taken(who, pursuit.as_ref())
            };
            prisoners = shared(&taken, &took[winner as usize]);
        }
        for checked in &leaders {
            self.rules.extend(&checked.rules);
        }
        self.rules.sort_unstable();
        self.rules.dedup();
        let rules = std::mem::take(&mut self.rules);
        Ok(Ended { winner, left, pursuit, leaders, points, retreat, prisoners, book: self.book(), rules })
    }

    /// The leaders who took part, each with a roll of his own.
    fn leaders(&self, dice: &mut AtTheTable<'_, '_, '_>) -> Result<Vec<Checked>, Refusal> {
        let mut all = Vec::new();
        let led = dice.table.state().battles.of.get(&self.number).map(|battle| battle.led_guard.clone());
        let led = led.unwrap_or_default();
        let committed = |who: Who, leader: usize| -> u8 {
            let his = led.iter().filter(|led| led.who == who && usize::from(led.leader) == leader);
            his.map(|led| led.shift).max().unwrap_or(0)
        };
        let mut planned = Vec::new();
        for who in Who::BOTH {
            let (side, army) = (&self.setting.sides[who as usize], &self.day.armies[who as usize]);
            for (i, leader) in side.leaders.iter().enumerate() {
                let arrived = side.corps.iter().enumerate().any(|(c, unit)| {
                    unit.led_by.map(usize::from) == Some(i) && army.places[c] == Place::Fighting
                });
                if !leader.adjacent || arrived {
                    planned.push((leader.name.clone(), side.of[i], committed(who, i)));
                }
            }
        }
        for (leader, of, guard) in planned {
            let die = dice.roll()?;
            let mut rules = vec![rule!("house.land.leader-casualty.individual")];
            if guard > 0 {
                rules.push(rule!("house.land.leader-casualty.guard-leader"));
                rules.push(rule!("house.land.leader-casualty.guard-modifier"));
            }
            let (mut second, mut fate) = (None, Fate::Unhurt);
            if aftermath::is_hit(die, guard) {
                let die = dice.roll()?;
                (second, fate) = (Some(die), aftermath::fate(die));
            }
            all.push(Checked { leader, of, die, guard, second, fate, rules });
        }
        Ok(all)
    }

    fn retreat(&self, who: Who) -> Retreat {
        let field = &self.battle.field;
        let corps = || {
            let mustered = field.of(who).iter().filter_map(|power| self.battle.musters.get(power));
            mustered.flat_map(|muster| &muster.corps).map(|stands| &stands.corps)
        };
        aftermath::retreat(&Ground {
            attacked: who == Who::Attacker,
            surrounded: field.surrounded == Some(who),
            island: field.island && who == Who::Defender,
            came: corps().filter(|corps| !corps.adjacent).map(|corps| corps.came).collect(),
            origins: field.from.clone(),
            sponsored: corps().filter(|corps| corps.sponsored).map(|corps| corps.nation.name()).collect(),
        })
    }

    fn napoleon(&self, winner: Who) -> Napoleon {
        let is = |name: &str| name.to_lowercase().starts_with("napol");
        let (side, army) = (&self.setting.sides[winner as usize], &self.day.armies[winner as usize]);
        let beaten = &self.setting.sides[winner.other() as usize];
        if side.leader(army).is_some_and(|leader| is(&leader.name)) {
            Napoleon::Won
        } else if beaten.leaders.iter().any(|leader| is(&leader.name) && !leader.adjacent) {
            Napoleon::Lost
        } else {
            Napoleon::Away
        }
    }

    /// Prisoners of a pursuit by the power that they are of.
    fn taken(&self, who: Who, pursuit: Option<&aftermath::Pursuit>) -> BTreeMap<Power, u32> {
        let Some(pursuit) = pursuit else { return BTreeMap::new() };
        let side = &self.setting.sides[who as usize];
        let mut lost: BTreeMap<Power, u32> = BTreeMap::new();
        for (corps, factors) in &pursuit.lost {
            if let Some(unit) = side.corps.get(usize::from(*corps)) {
                *lost.entry(unit.power).or_default() += factors.total();
            }
        }
        split(pursuit.prisoners, &lost)
    }

    /// Everything that is left of a side becomes prisoners, and its leaders with it.
    fn surrender(&mut self, who: Who, leaders: &mut [Checked]) -> BTreeMap<Power, u32> {
        let side = &self.setting.sides[who as usize];
        let army = &mut self.day.armies[who as usize];
        let mut taken = BTreeMap::new();
        for (i, unit) in side.corps.iter().enumerate() {
            if matches!(army.places[i], Place::Fighting | Place::Outflanking | Place::Aside) {
                *taken.entry(unit.power).or_default() += army.factors[i].total();
                army.factors[i] = Factors::default();
            }
        }
        for checked in leaders {
            if side.of.contains(&checked.of) && checked.fate != Fate::Killed {
                checked.fate = Fate::Captured;
            }
        }
        taken
    }

    fn book(&self) -> Vec<Booked> {
        let mut book = Vec::new();
        for who in Who::BOTH {
            for (i, (power, n)) in self.battle.corps(who).into_iter().enumerate() {
                let (Some(stands), Some(own)) = (self.battle.stands(power, n), self.battle.own.get(&power))
                else {
                    continue;
                };
                let before = own.factors.get(n).copied().unwrap_or_default();
                let after = self.day.armies[who as usize].factors[i];
                book.push(Booked { power, corps: stands.corps.name.clone(), before, after });
            }
        }
        book
    }
}

/// The casualty chart with what the group typed.
struct Chart<'a> {
    typed: &'a BTreeMap<String, i64>,
}

impl Chart<'_> {
    fn factors(&self, percent: u32, of: u32) -> u32 {
        let own = |column: u32| {
            let value = self.typed.get(&super::unprinted::cell_key(percent, column))?;
            u32::try_from(*value).ok()
        };
        super::charts::charts().factors_with(percent, of, own).unwrap_or(0)
    }
}

/// Splits a number in proportion, exactly: the largest remainders first, then the larger share, then the first.
fn split(number: u32, by: &BTreeMap<Power, u32>) -> BTreeMap<Power, u32> {
    let all: u64 = by.values().map(|n| u64::from(*n)).sum();
    if all == 0 {
        return BTreeMap::new();
    }
    let whole = |n: u32| u64::from(number) * u64::from(n) / all;
    let mut shares: BTreeMap<Power, u32> = by.iter().map(|(power, n)| (*power, whole(*n) as u32)).collect();
    let mut order: Vec<(&Power, &u32)> = by.iter().collect();
    order.sort_by_key(|(power, n)| {
        (std::cmp::Reverse(u64::from(number) * u64::from(**n) % all), std::cmp::Reverse(**n), **power)
    });
    let missing = number - shares.values().sum::<u32>();
    for (power, _) in order.into_iter().take(missing as usize) {
        *shares.entry(*power).or_default() += 1;
    }
    shares.retain(|_, n| *n > 0);
    shares
}

/// Who holds which prisoners: in proportion to the corps of the victorious powers.
fn shared(taken: &BTreeMap<Power, u32>, winners: &BTreeMap<Power, u32>) -> Vec<(Power, Power, u32)> {
    let mut held = Vec::new();
    for (nation, n) in taken {
        held.extend(split(*n, winners).into_iter().map(|(holder, n)| (holder, *nation, n)));
    }
    held
}
