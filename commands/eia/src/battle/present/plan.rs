//! The screens of a field battle for those who fight it: mustering and the battle plan. The posts of what
//! happened are in [`crate::battle::present`].

use crate::battle::present::words::about;
use crate::battle::present::{attack, defence};
use crate::rounds::{Rounds, ToldRound};
use eia::land::battle::assemble::{may_outflank, storming};
use eia::land::battle::course::BattlePlans;
use eia::land::battle::fight::{Fight, Step, Who};
use eia::land::battle::guard::most_guard;
use eia::land::battle::plan::When;
use eia::land::battle::sealed::{Chit, Own, Plan, Sealed};
use eia::land::battle::{Battle, Booked, Ended, Field, Kind};
use eia::land::forces::{Factors, Troop};
use eia::powers::Power;
use eia::typed::Typed;
use std::sync::Arc;
use table::view::RoundView;
use table::{Said, SeatId, View, said};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Embed, Look, Message};
use table_commands::present::front::RoundWords;
use table_commands::present::{Posts, Scene, names};
use table_commands::{say, speech};

/// The battle and its number that a round of envelopes is of.
#[must_use]
pub fn of_round(view: &View, round: &str) -> Option<(u32, Battle)> {
    let position = crate::seen::position(view)?;
    let (number, battle) = position.battles.of_round(&round.parse().ok()?)?;
    Some((number, battle.clone()))
}

/// The battle of a number, while it is open.
#[must_use]
pub fn open(view: &View, number: u32) -> Option<Arc<Battle>> {
    let position = crate::seen::position(view)?;
    position.battles.of.get(&number).filter(|battle| battle.ended.is_none()).cloned()
}

/// The battle of a number, open or among the last that are over.
#[must_use]
pub fn any(view: &View, number: u64) -> Option<Arc<Battle>> {
    let position = crate::seen::position(view)?;
    position.battles.of.get(&u32::try_from(number).ok()?).cloned()
}

/// The open battle that is meant by its number, or by its place in small or large letters.
#[must_use]
pub fn meant(view: &View, text: &str) -> Option<u32> {
    let position = crate::seen::position(view)?;
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let (asked, number) = (plain(text), text.trim().parse::<u32>().ok());
    let is_meant =
        |(n, battle): &(u32, &Arc<Battle>)| number == Some(*n) || plain(&battle.field.place) == asked;
    position.battles.open().find(is_meant).map(|(n, _)| n)
}

/// The values that the group typed in the place of those that are not the printed game's.
#[must_use]
pub fn typed(view: &View) -> Typed {
    crate::seen::position(view).map(|position| position.typed.clone()).unwrap_or_default()
}

/// What a seat has planned for the rest of a day that has stopped to ask.
#[must_use]
pub fn standing(view: &View, battle: &Battle, seat: &SeatId) -> Option<Sealed> {
    crate::seen::position(view)?.standing_plan(battle, seat)
}

/// A name for a file about a battle: letters and digits of its place.
#[must_use]
pub fn file_name(battle: &Battle) -> String {
    let plain: String = battle.field.place.chars().filter(char::is_ascii_alphanumeric).collect();
    if plain.is_empty() { "battle".to_owned() } else { plain.to_lowercase() }
}

/// The open battles in which a seat fights, with its powers in them.
#[must_use]
pub fn of_seat(view: &View, seat: &SeatId) -> Vec<(u32, Arc<Battle>, Vec<Power>)> {
    let Some(position) = crate::seen::position(view) else { return Vec::new() };
    let open = position.battles.open();
    open.map(|(number, battle)| (number, battle.clone(), position.in_battle(battle, seat)))
        .filter(|(_, _, powers)| !powers.is_empty())
        .collect()
}

/// Who fights in a battle, in few words: the powers of a seat that are in it, with who plays it.
#[must_use]
pub fn fighter(scene: &Scene<'_>, battle: &Battle, seat: &SeatId) -> String {
    let powers = crate::seen::position(&scene.public).map(|position| position.in_battle(battle, seat));
    let powers: Vec<String> = powers.iter().flatten().map(crate::names::called).collect();
    if powers.is_empty() { scene.seat(seat) } else { scene.played_by(powers.join(" & "), seat) }
}

/// A corps before and after the battles that it was in, the last first, as far back as it went into each as it had come out of the one
/// before; among those that are kept here.
#[must_use]
pub fn last_books(view: &View, power: Power, corps: &str) -> Vec<Booked> {
    let Some(position) = crate::seen::position(view) else { return Vec::new() };
    let ended = position.battles.of.values().rev().filter_map(|battle| battle.ended.as_ref());
    let is = |book: &&Booked| book.power == power && book.corps.to_lowercase() == corps.to_lowercase();
    let own = ended.filter_map(|ended| ended.book.iter().find(is)).filter(|book| !book.before.is_empty());
    let mut books: Vec<Booked> = Vec::new();
    for book in own {
        if books.last().is_some_and(|later| later.before != book.after) {
            break;
        }
        books.push(book.clone());
    }
    books
}

/// The open battles by number.
#[must_use]
pub fn all_open(view: &View) -> Vec<(u32, Arc<Battle>)> {
    let Some(position) = crate::seen::position(view) else { return Vec::new() };
    position.battles.open().map(|(number, battle)| (number, battle.clone())).collect()
}

/// The name of a battle: its place.
#[must_use]
pub fn place(battle: &Battle) -> String {
    names::plain_text(&battle.field.place, 40)
}

impl ToldRound<Rounds> for BattlePlans {
    fn words(&self, about: Option<&str>) -> RoundWords {
        let (day, stop) = (u32::from(self.day), self.stop.map(u32::from));
        let place = about.map(|place| names::plain_text(place, 40));
        let title = match (place, stop) {
            (Some(place), None) => say!("Battle of {}, day {}", place, day),
            (Some(place), Some(stop)) => say!("Battle of {}, day {}, question {}", place, day, stop),
            (None, _) => say!("Battle, day {}", day),
        };
        RoundWords {
            by_name: false,
            ..RoundWords::new(title, (say!("My battle plan"), say!("Change my plan")), "battle/plan")
        }
    }

    fn contents(&self, scene: &Scene<'_>, sealed: &Sealed) -> String {
        contents(&scene.own, &self.to_string(), sealed)
    }

    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
        super::told::plans_asked(scene, posts, round);
    }
}

/// The words for a chit.
#[must_use]
pub fn chit(chit: Chit) -> String {
    match (chit.attack(), chit.defence()) {
        (Some(chit), _) => attack(chit),
        (None, Some(chit)) => defence(chit),
        (None, None) => String::new(),
    }
}

/// The words for when guard is committed.
#[must_use]
pub fn when(when: When) -> String {
    match when {
        When::Never => say!("never"),
        When::First => say!("in round 1"),
        When::Second => say!("in round 2"),
        When::Third => say!("in round 3"),
        When::MayBreakThem => say!("when it may break them"),
        When::MayBreakUs => say!("when they may break us"),
    }
}

/// When a day stops and asks, as a player chooses it.
#[must_use]
pub fn asks_when(at: When) -> String {
    match at {
        When::Never => say!("Do not stop to ask me"),
        other => say!("Stop and ask me {}", when(other)),
    }
}

/// What a day that has stopped asks about.
#[must_use]
pub fn question(fight: &Fight) -> String {
    match fight.step {
        Step::Reinforcement => say!("Round {}: who comes as reinforcement?", fight.round),
        Step::Over => say!("Night: stay for another day, or leave?"),
        _ => say!("Round {}: is guard committed?", fight.round),
    }
}

/// The words for a night: how much morale it takes to stay.
#[must_use]
pub fn night(stays_with: Option<u16>) -> String {
    match stays_with {
        None => say!("leave after an undecided day"),
        Some(0) => say!("stay in any case"),
        Some(tenths) => say!("stay with {} morale or more left", tenth(tenths)),
    }
}

/// The words for a night by a plan.
fn at_night(plan: &Plan) -> String {
    if plan.ask_at_night { say!("ask me") } else { night(plan.stays_with) }
}

/// Tenths as players write them: 3.5.
#[must_use]
pub fn tenth(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn sorts(sorts: &[Troop]) -> String {
    sorts.iter().map(|sort| sort.letters()).collect::<Vec<_>>().join(", ")
}

/// The names of corps whose contents their owner has not said, before the first day. Once he has said what is in them (`is_said`) one
/// without factors is one that stays out of a storming.
#[must_use]
pub fn unsaid(battle: &Battle, now: &Sealed, is_said: bool) -> Vec<String> {
    if battle.has_begun() || is_said {
        return Vec::new();
    }
    let corps = now.of.iter().filter_map(|(power, own)| Some((own, battle.musters.get(power)?)));
    let named = corps.flat_map(|(own, muster)| {
        let each = muster.corps.iter().enumerate();
        each.filter(|(i, _)| own.factors.get(*i).is_none_or(|inside| inside.is_empty()))
    });
    named.map(|(_, stands)| names::plain_text(&stands.corps.name, 40)).collect()
}

/// The corps of which their owner has not said what is in them, by power and place in its muster, with all that their counters can hold by
/// the campaign's order of battle. Those that it does not have are not among them.
#[must_use]
pub fn at_full_strength(view: &View, battle: &Battle, now: &Sealed) -> Vec<(Power, usize, Factors)> {
    let Some(position) = crate::seen::position(view).filter(|_| !battle.has_begun()) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for (power, own) in &now.of {
        let (Some(muster), Some(forces)) =
            (battle.musters.get(power), position.forces(&view.scenario, *power))
        else {
            continue;
        };
        for (i, stands) in muster.corps.iter().enumerate() {
            let is_said = own.factors.get(i).is_some_and(|inside| !inside.is_empty());
            let counter = forces.corps.iter().find(|one| one.name.eq_ignore_ascii_case(&stands.corps.name));
            let counter = counter.filter(|one| !is_said && !one.holds.is_empty());
            all.extend(counter.map(|one| (*power, i, one.holds)));
        }
    }
    all
}

/// Whether an owner can have something to decide in the middle of a day, when it is to stop for him at that time: guard or heavy cavalry
/// to commit, or corps that could reinforce, which they do from round 2 on.
fn decides(battle: &Battle, power: Power, own: &Own) -> bool {
    let Some(muster) = battle.musters.get(&power) else { return false };
    let outside = muster.corps.iter().any(|stands| stands.aside || stands.corps.adjacent);
    let commits = (0..muster.corps.len()).any(|i| {
        let inside = own.factors.get(i).copied().unwrap_or_else(|| battle.factors(power, i));
        // What is not known yet can be guard.
        let unknown = inside.is_empty() && !battle.has_begun();
        unknown
            || (most_guard(power) > 0 && inside.of(Troop::Guard) > 0)
            || inside.of(Troop::HeavyCavalry) > 0
    });
    commits || (outside && own.ask != When::First)
}

/// How many factors would storm a fortress, of how many that may.
fn storm(battle: &Battle, power: Power, own: &Own) -> Option<String> {
    let holds = battle.may_storm(power)?;
    let n = storming(own);
    Some(if n > holds {
        say!(
            "**Too many storm: {} factors, and at most {} may**, artillery and guard not counted. A corps with 0 stays out of it.",
            n,
            holds
        )
    } else {
        say!("Storming: {} factors of at most {}, artillery and guard not counted.", n, holds)
    })
}

/// A plan in words, for its owner alone; `is_said` is whether he has said what is in his corps.
#[must_use]
pub fn plan(battle: &Battle, sealed: &Sealed, is_said: bool) -> String {
    let mut lines = Vec::new();
    for (power, own) in &sealed.of {
        lines.push(format!("**{}**", crate::names::called(power)));
        lines.extend(corps(battle, *power, own, is_said));
        if !battle.has_begun() {
            lines.extend(storm(battle, *power, own));
        }
        if !own.losses.is_empty() {
            lines.push(say!("Lost first: {}", sorts(&own.losses)));
        }
        lines.push(match &own.guard {
            None => say!("Guard: never"),
            Some(guard) => {
                let of = battle.stands(*power, guard.corps).map_or("", |stands| &stands.corps.name);
                let of = names::plain_text(of, 40);
                let led = guard.leader.and_then(|leader| battle.leader(*power, leader));
                let how = say!("+{} {}", guard.shift, when(guard.when));
                match led {
                    Some(leader) => {
                        say!("Guard: {}, {} under {}", how, of, names::plain_text(&leader.name, 40))
                    }
                    None => say!("Guard: {}, {}", how, of),
                }
            }
        });
        if !own.ask.is_never() {
            lines.push(say!("Stops and asks: {}", when(own.ask)));
            if !decides(battle, *power, own) {
                lines.push(say!(
                    "There is nothing to decide then: no guard or heavy cavalry of yours to commit, nobody who could reinforce. So it does not stop for you."
                ));
            }
        }
        for group in &own.reinforce {
            let corps = group.corps.iter().filter_map(|i| battle.stands(*power, *i));
            let corps: Vec<String> = corps.map(|stands| names::plain_text(&stands.corps.name, 40)).collect();
            lines.push(say!("Reinforce from round {}: {}", group.from, names::list(&corps)));
        }
    }
    if let Some(plan) = &sealed.plan {
        let mut of_the_side = side_plan(battle, plan);
        of_the_side.append(&mut lines);
        lines = of_the_side;
    }
    lines.join("\n")
}

/// The plan of a side, in lines: for its commander, and for his allies.
fn side_plan(battle: &Battle, plan: &Plan) -> Vec<String> {
    let mut lines = Vec::new();
    if battle.field.kind.without_chits().is_some() {
        return lines;
    }
    lines.push(say!("Chit: **{}**", chit(plan.chit)));
    if !plan.outflank.is_empty() {
        let corps = plan.outflank.iter().filter_map(|(power, i)| battle.stands(*power, *i));
        let corps: Vec<String> = corps.map(|stands| names::plain_text(&stands.corps.name, 40)).collect();
        lines.push(say!("Outflanking: {}", names::list(&corps)));
    }
    lines.push(say!("At night: {}", at_night(plan)));
    if plan.no_pursuit {
        lines.push(say!("A beaten enemy is let go."));
    }
    lines
}

/// What who commands the side has sealed for it, for an ally who does not command.
fn of_the_ally(scene: &Scene<'_>, round: &RoundView, battle: &Battle) -> String {
    let sealed = round.shown.iter().find_map(|(seat, plan)| {
        let plan: Plan = serde_json::from_value(plan.clone()).ok()?;
        Some((seat, plan))
    });
    match sealed {
        Some((seat, plan)) => {
            say!(
                "{} has sealed for your side:\n{}",
                fighter(scene, battle, seat),
                side_plan(battle, &plan).join("\n")
            )
        }
        None => say!("Who commands your side has not sealed its plan yet; you see it here when he has."),
    }
}

/// A plan with what is in its owner's corps, where the bot keeps the board and nobody states it.
#[must_use]
pub fn with_contents(view: &View, battle: &Battle, mut sealed: Sealed) -> Sealed {
    let Some(position) = crate::seen::position(view).filter(|_| battle.field.area.is_some()) else {
        return sealed;
    };
    for (power, own) in &mut sealed.of {
        *own = eia::land::kept_contents::with_contents(&position, battle, *power, own);
    }
    sealed
}

/// A plan as it is sealed: where the bot keeps the board it says nothing of what is in the corps.
#[must_use]
pub fn without_contents(battle: &Battle, mut sealed: Sealed) -> Sealed {
    if battle.field.area.is_some() {
        sealed.of.values_mut().for_each(|own| own.factors.clear());
    }
    sealed
}

fn corps(battle: &Battle, power: Power, own: &Own, is_said: bool) -> Vec<String> {
    let Some(muster) = battle.musters.get(&power) else { return Vec::new() };
    let named = muster.corps.iter().enumerate();
    named
        .map(|(i, stands)| {
            let inside = own.factors.get(i).copied().unwrap_or_else(|| battle.factors(power, i));
            let name = names::plain_text(&stands.corps.name, 40);
            let inside = match (inside.is_empty(), is_said || battle.has_begun()) {
                (true, false) => say!("not said yet"),
                _ => inside.to_string(),
            };
            match (stands.aside, stands.corps.adjacent) {
                (_, true) => say!("{}: {} (adjacent)", name, inside),
                (true, _) => say!("{}: {} (aside)", name, inside),
                _ => format!("{name}: {inside}"),
            }
        })
        .collect()
}

/// What lies in an envelope of a battle, for its owner. Without the battle, which is over by then, the chit and the factors.
#[must_use]
pub fn contents(view: &View, round: &str, sealed: &Sealed) -> String {
    match of_round(view, round) {
        Some((_, battle)) => plan(&battle, &with_contents(view, &battle, sealed.clone()), true),
        None => sealed.plan.as_ref().map(|plan| chit(plan.chit)).unwrap_or_default(),
    }
}

/// The choice among those of the night by which a screen of before changes whether a beaten enemy is pursued; now it is a button.
pub const PURSUIT: &str = "pursuit";

/// How far a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Being made; not all of what is in the corps may be said.
    Begun,
    /// Being made; what is in the corps is said.
    Said,
    /// It lies in the envelope so.
    Sealed,
}

/// The screen on which a plan is made: what it is now, and everything that can be changed.
#[must_use]
pub fn screen(scene: &Scene<'_>, round: &RoundView, battle: &Battle, now: &Sealed, stage: Stage) -> Message {
    let seat_powers: Vec<Power> = now.of.keys().copied().collect();
    let making = Making {
        scene,
        round,
        battle,
        now,
        stage,
        commands: battle.commanded_by(&seat_powers),
        stopped: battle.stopped.as_ref().map(|stopped| &stopped.fight),
        missing: unsaid(battle, now, stage != Stage::Begun),
    };
    let title = table_commands::present::rounds::title(&scene.own, round);
    let message = Message::default().with(scene.edged(Embed::new(&title, making.says()), scene.acting()));
    let message = making.chits().into_iter().fold(message, Message::buttons);
    making.selects().into_iter().fold(message, Message::select).buttons(making.buttons())
}

/// So many chits stand in a row of buttons.
const CHITS_A_ROW: usize = 3;

/// A plan that is being made.
struct Making<'a> {
    scene: &'a Scene<'a>,
    round: &'a RoundView,
    battle: &'a Battle,
    now: &'a Sealed,
    stage: Stage,
    /// The side that its owner commands, where he does.
    commands: Option<Who>,
    /// The fight that has stopped to ask.
    stopped: Option<&'a Fight>,
    /// Corps of which it is not said what is in them.
    missing: Vec<String>,
}

impl Making<'_> {
    /// A button or select of this round.
    fn id(&self, verb: &str) -> String {
        CustomId::on(&self.scene.own, self.round.line, verb)
    }

    /// Whether both sides choose chits.
    fn has_chits(&self) -> bool {
        self.battle.field.kind.without_chits().is_none()
    }

    /// The side for which its owner chooses a chit now.
    fn chooses_chit(&self) -> Option<Who> {
        self.commands.filter(|_| self.stopped.is_none() && self.has_chits())
    }

    /// Whether a night can follow for which he chooses.
    fn has_night(&self) -> bool {
        let may_last = self.battle.field.kind == Kind::Field && self.battle.day < eia::land::battle::DAYS;
        self.commands.is_some() && may_last
    }

    /// Whether the selects leave room for one row of buttons alone.
    fn is_crowded(&self) -> bool {
        let guard = guard_choices(self.battle, self.now).is_some();
        guard && self.has_night() && self.chooses_chit().is_some()
    }

    /// What the plan is now, and what is still to say.
    fn says(&self) -> String {
        let mut says = plan(self.battle, self.now, self.stage != Stage::Begun);
        if self.commands.is_none() && self.stopped.is_none() && self.has_chits() {
            says = format!("{says}\n\n{}", of_the_ally(self.scene, self.round, self.battle));
        }
        if let Some(fight) = self.stopped {
            says = say!(
                "**{}**\nYou planned so, and so it stands if you do not answer:\n\n{}",
                question(fight),
                says
            );
        }
        if !self.missing.is_empty() {
            says = say!(
                "{}\n\nStill to say: what is in {}. *Corps and losses* asks for it; what is in your strongbox under the same name is taken from there.",
                says,
                names::list(&self.missing)
            );
            if self.can_be_full() {
                says = say!("{} *At full strength* takes all that their counters can hold.", says);
            }
        }
        if self.commands.is_some() && self.now.plan.is_none() {
            says = say!(
                "{}\n\nYou command: choose a chit. Guard, the night and the rest are asked after it.",
                says
            );
        }
        if self.names_nobody() {
            says = format!("{says}\n\n{}", speech::said(&names_the_corps()));
        }
        let chooses = self.chooses_chit().filter(|_| self.lacks_chit());
        if let Some(who) = chooses {
            let each = self.offered(who).map(|one| format!("**{}**: {}", chit(one), about(one)));
            says = format!("{says}\n{}", each.collect::<Vec<_>>().join("\n"));
        }
        if let Some(Err(why)) = chooses.map(|who| may_outflank(self.battle, who)) {
            says = format!("{says}\n-# {}", speech::said(&why.says));
        }
        if self.stopped.is_some() {
            say!("{}\n\n*Go on so* seals it and makes it Final. Only who plays your seat sees this.", says)
        } else if self.stage == Stage::Sealed {
            say!("{}\n\nSo it is sealed.", says)
        } else {
            say!("{}\n\n**Not sealed yet.** Only who plays your seat sees this.", says)
        }
    }

    /// Whether a corps of which nothing is said could be at full strength.
    fn can_be_full(&self) -> bool {
        !at_full_strength(&self.scene.own, self.battle, self.now).is_empty()
    }

    /// Whether a chit is to be chosen before anything else.
    fn lacks_chit(&self) -> bool {
        self.chooses_chit().is_some() && self.now.plan.is_none()
    }

    /// Whether some are to go around and it is not said yet who.
    fn names_nobody(&self) -> bool {
        self.stopped.is_none()
            && self.now.plan.as_ref().is_some_and(|plan| unnamed(self.battle, self.commands, plan))
    }

    /// The chits that can be chosen. What the engine would refuse is not among them; a line of the screen says why.
    fn offered(&self, who: Who) -> impl Iterator<Item = Chit> {
        let outflank = may_outflank(self.battle, who).is_ok();
        Chit::of(who).iter().copied().filter(move |one| outflank || *one != Chit::Outflank)
    }

    /// While no chit is chosen each is a button, so that it takes one tap; everything else is chosen after it.
    fn chits(&self) -> Vec<Vec<Component>> {
        let Some(who) = self.chooses_chit().filter(|_| self.lacks_chit()) else { return Vec::new() };
        let button = |one: Chit| {
            let verb = format!("battle/chit/{}", one.key());
            Component::button(Look::Primary, &chit(one), self.id(&verb))
        };
        let all: Vec<Component> = self.offered(who).map(button).collect();
        all.chunks(CHITS_A_ROW).map(<[Component]>::to_vec).collect()
    }

    /// What can be chosen: another chit, guard, night, and when to stop and ask.
    fn selects(&self) -> Vec<Component> {
        let (battle, now) = (self.battle, self.now);
        let mut selects = Vec::new();
        if self.lacks_chit() {
            return selects;
        }
        if let (Some(who), Some(plan)) = (self.chooses_chit(), &now.plan) {
            let choice = |one: Chit| Choice::new(&chit(one), one.key()).about(&about(one));
            let choices = self.offered(who).map(choice).collect();
            let placeholder = say!("Chit: {}", chit(plan.chit));
            selects.push(Component::select(&placeholder, self.id("battle/chit"), choices));
        }
        if let Some((power, choices)) = guard_choices(battle, now) {
            let placeholder = match now.of.get(&power).and_then(|own| own.guard.as_ref()) {
                Some(guard) => say!("Guard: +{} {}", guard.shift, when(guard.when)),
                None => say!("Guard: never"),
            };
            let id = self.id(&format!("battle/guard/{}", power.key()));
            selects.push(Component::select(&placeholder, id, choices));
        }
        if self.has_night() {
            let nights = [None, Some(0), Some(5), Some(10), Some(15), Some(20), Some(25), Some(30)];
            let choice = |tenths: Option<u16>| {
                Choice::new(&night(tenths), tenths.map_or("leave".to_owned(), |t| t.to_string()))
            };
            let mut choices = nights.map(choice).to_vec();
            if self.stopped.is_none_or(|fight| fight.step != Step::Over) {
                choices.push(Choice::new(&say!("ask me"), "ask"));
            }
            let placeholder = say!("At night: {}", now.plan.as_ref().map_or_else(|| night(None), at_night));
            selects.push(Component::select(&placeholder, self.id("battle/night"), choices));
        }
        if let Some((power, own)) = now.of.first_key_value().filter(|_| self.stopped.is_none()) {
            let choices = When::ALL.map(|one| Choice::new(&asks_when(one), one.key()));
            let placeholder = asks_when(own.ask);
            let id = self.id(&format!("battle/ask/{}", power.key()));
            selects.push(Component::select(&placeholder, id, choices.to_vec()));
        }
        selects
    }

    /// What can be done with it.
    fn buttons(&self) -> Vec<Component> {
        let button = |look: Look, label: &str, verb: &str| Component::button(look, label, self.id(verb));
        if self.stopped.is_some() {
            return vec![
                button(Look::Success, &say!("Go on so"), "battle/seal"),
                button(Look::Secondary, &say!("Corps and losses"), "battle/details"),
            ];
        }
        let mut buttons = Vec::new();
        let (unknown, sealed) = (!self.missing.is_empty(), self.stage == Stage::Sealed);
        let unnamed = self.names_nobody();
        let complete = !unknown && !unnamed && (self.commands.is_none() || self.now.plan.is_some());
        if complete && !sealed {
            buttons.push(button(Look::Success, &say!("Seal as Final"), "battle/seal/final"));
            buttons.push(button(Look::Primary, &say!("Seal"), "battle/seal"));
        }
        if sealed {
            buttons.push(button(Look::Success, &say!("Make it Final"), "final"));
        }
        let look = if unknown || unnamed { Look::Primary } else { Look::Secondary };
        buttons.push(button(look, &say!("Corps and losses"), "battle/details"));
        if unknown && self.can_be_full() {
            buttons.push(button(Look::Primary, &say!("At full strength"), "battle/full"));
        }
        // Where all is full the odds are at the desk, so that pursuit and the way there have room.
        if !unknown && (sealed || !self.is_crowded()) {
            buttons.push(button(Look::Secondary, &say!("Odds"), "battle/odds"));
        }
        if let Some(plan) = self.now.plan.as_ref().filter(|_| self.has_chits()) {
            buttons.push(button(Look::Secondary, &pursuit(plan), "battle/pursuit"));
        }
        buttons
    }
}

/// Whether a plan sends some around without saying who, where its side may outflank: it is not sealed so. Where the side may not outflank
/// at all the refusal says why.
#[must_use]
pub fn unnamed(battle: &Battle, commands: Option<Who>, plan: &Plan) -> bool {
    plan.chit == Chit::Outflank
        && plan.outflank.is_empty()
        && commands.is_some_and(|who| may_outflank(battle, who).is_ok())
}

/// That it is to be said who goes around.
#[must_use]
pub fn names_the_corps() -> Said {
    said!("Say which corps go around: *Corps and losses* asks for them. At least one corps stays to pin.")
}

/// What changes whether a beaten enemy is pursued.
fn pursuit(plan: &Plan) -> String {
    if plan.no_pursuit { say!("Pursue") } else { say!("Do not pursue") }
}

/// The power whose guard can be committed, and how.
fn guard_choices(battle: &Battle, now: &Sealed) -> Option<(Power, Vec<Choice>)> {
    let inside = |power: Power, own: &Own, i: usize| {
        own.factors.get(i).copied().unwrap_or_else(|| battle.factors(power, i))
    };
    let can = |power: Power| match (&battle.stopped, battle.field.side(power)) {
        (Some(stopped), Some(who)) => battle.can_commit(&stopped.fight, who, power),
        _ => true,
    };
    now.of.iter().filter(|(power, _)| can(**power)).find_map(|(power, own)| {
        let corps = 0..battle.musters.get(power)?.corps.len();
        let most = |sort: Troop| corps.clone().map(|i| inside(*power, own, i).of(sort)).max().unwrap_or(0);
        let guard = most(Troop::Guard).min(most_guard(*power).into());
        let heavy = most(Troop::HeavyCavalry).min(1);
        if guard == 0 && heavy == 0 {
            return None;
        }
        let mut choices = vec![Choice::new(&say!("Guard: never"), "never")];
        for shift in 1..=guard {
            choices.extend(When::ALL.into_iter().skip(1).map(|one| {
                Choice::new(&say!("Guard: +{} {}", shift, when(one)), format!("guard/{shift}/{}", one.key()))
            }));
        }
        if heavy > 0 {
            choices.extend(When::ALL.into_iter().skip(1).map(|one| {
                Choice::new(&say!("Heavy cavalry: +1 {}", when(one)), format!("heavy/1/{}", one.key()))
            }));
        }
        Some((*power, choices))
    })
}

/// The powers of a side.
#[must_use]
pub fn side(field: &Field, who: Who) -> String {
    names::list(&field.of(who).iter().map(crate::names::called).collect::<Vec<_>>())
}

/// How a battle ended, in a line.
#[must_use]
pub fn in_a_line(field: &Field, ended: &Ended) -> String {
    let place = names::plain_text(&field.place, 40);
    match (ended.winner, ended.left) {
        (Some(who), _) => {
            say!("Battle of {}: {} against {}, won.", place, side(field, who), side(field, who.other()))
        }
        (None, Some(who)) => say!("Battle of {}: {} left the field.", place, side(field, who)),
        (None, None) => say!("Battle of {}: nobody won.", place),
    }
}
