//! Whether a player may give an order in a battle: each order's own check, by which it is decided and its offers are made.

use super::rifles::{may_buy, not_said};
use super::{Order, holder};
use crate::frame;
use crate::guards::not_yours;
use crate::land::battle::fight::{self, Who};
use crate::land::battle::{Battle, Field, Kind, LONGEST_PLACE};
use crate::land::forces::{Came, Corps};
use crate::land::stacking::{self, Command, Muster};
use crate::nations::Nation;
use crate::powers::Power;
use crate::switches;
use crate::told::counters::Piece;
use crate::{EmpiresInArms, Position};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::game::Table;
use table::names::SeatId;
use table::offers;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::view::View;
use table::{rule, said};

/// The longest name of a corps or a leader, in characters.
const LONGEST_NAME: usize = 40;
/// The most leaders of a power in a battle.
const MOST_LEADERS: usize = 6;
/// The most factors that a fortress holds.
const LARGEST_FORTRESS: u32 = 100;
/// The most battles that go on at once in which a player fights on the side on which he opens another: ours.
const MOST_AT_ONCE: usize = 3;
/// The most corps of a power in a battle.
const MOST_CORPS: usize = 12;

/// What the checks look at besides the position.
pub(super) struct Now {
    /// Whether the campaign is played with breech-loading rifles.
    pub with_rifles: bool,
    /// Where in the outline of play it stands.
    pub path: Vec<String>,
}

impl Now {
    /// As it is where an order is decided.
    pub fn of(table: &Table<'_, '_, EmpiresInArms>) -> Now {
        Now { with_rifles: table.switch(switches::RIFLES) == "yes", path: table.path() }
    }

    /// As a viewer sees it.
    pub fn seen(table: &View) -> Now {
        Now { with_rifles: table.switch(switches::RIFLES) == "yes", path: table.step.clone() }
    }
}

/// Whether a player may order it.
///
/// # Errors
/// The refusal, where he may not.
pub(super) fn may(state: &Position, now: &Now, seat: &SeatId, order: &Order) -> Result<(), Refusal> {
    if state.keeps_land() && !matches!(order, Order::Live { .. }) {
        return Err(Refusal::under(
            rule!("standard.land.contact.declare"),
            said!("On this board battles come of where corps stand: nobody opens, musters or calls off one."),
        ));
    }
    match order {
        Order::Open { field, neutral } => may_open(state, seat, field, *neutral),
        Order::BuyRifles { power, landtag } => may_buy(state, now, seat, *power, *landtag),
        Order::Neutral { number } => may_be_neutral(state, seat, *number).map(|_| ()),
        Order::Muster { number, power, muster } => {
            may_muster(state, now, seat, *number, *power, muster).map(|_| ())
        }
        Order::CallOff { number } => may_call_off(state, seat, *number),
        Order::Live { number, on } => may_be_live(state, seat, *number, *on),
    }
}

/// The open battle of a number.
pub(super) fn open_battle(state: &Position, number: u32) -> Result<&Battle, Refusal> {
    let battle = state.battles.of.get(&number).map(Arc::as_ref).filter(|battle| battle.ended.is_none());
    battle.ok_or_else(|| Refusal::new(said!("No such battle is open.")))
}

fn check_name(name: &str, longest: usize) -> Result<(), Refusal> {
    offers::Kind::Name { most: longest, taken: Vec::new() }.check("name", &Value::from(name))
}

/// Whether a player may open such a battle.
fn may_open(state: &Position, seat: &SeatId, field: &Field, neutral: bool) -> Result<(), Refusal> {
    if !state.choice.done {
        return Err(Refusal::new(said!("Battles are fought when every power has its player.")));
    }
    check_name(&field.place, LONGEST_PLACE)?;
    for area in &field.from {
        check_name(area, LONGEST_PLACE)?;
    }
    let powers = field.powers();
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
    let sides = Who::BOTH.map(|who| players(state, field, who));
    if !sides[0].is_disjoint(&sides[1]) {
        return Err(Refusal::new(said!(
            "Nobody fights against himself: one player has powers on both sides."
        )));
    }
    if state.battles.open().any(|(_, battle)| battle.field.place == field.place) {
        return Err(Refusal::new(said!("A battle of {} is open already.", field.place.clone())));
    }
    let own = usize::from(!sides[0].contains(seat));
    let of_his = |battle: &Battle| players(state, &battle.field, Who::BOTH[own]).contains(seat);
    if state.battles.open().filter(|(_, battle)| of_his(battle)).count() >= MOST_AT_ONCE {
        return Err(Refusal::new(said!(
            "You fight {} battles on this side already; finish one or call it off, then open the next.",
            MOST_AT_ONCE
        )));
    }
    check_kind(field)?;
    at_war(state, field)?;
    if (field.neutral || neutral) && guests(field).is_none() {
        return Err(Refusal::under(
            rule!("house.land.depots.neutral-garrison"),
            said!("A neutral garrison is that of a third power on the depot of another."),
        ));
    }
    Ok(())
}

/// Where the bot keeps the wars nobody fights against whom he is at peace with: each has an enemy on the other side, and of a garrison on another's
/// depot its owner is one.
fn at_war(state: &Position, field: &Field) -> Result<(), Refusal> {
    if !state.knows_wars() {
        return Ok(());
    }
    let against = |own: Power, others: &[Power]| others.iter().any(|other| state.are_at_war(own, *other));
    let owner = guests(field);
    let attacked: Vec<Power> = field.defenders.iter().copied().chain(owner).collect();
    let defends = field.defenders.iter().filter(|_| owner.is_none());
    let attacks = field.attackers.iter().find(|power| !against(**power, &attacked));
    let peaceful = attacks.or_else(|| defends.into_iter().find(|power| !against(**power, &field.attackers)));
    match peaceful {
        None => Ok(()),
        Some(power) => Err(Refusal::new(said!(
            "{} is at war with nobody on the other side, so it fights no battle there.",
            *power
        ))),
    }
}

/// The power whose depot others defend.
pub(super) fn guests(field: &Field) -> Option<Power> {
    field.depot.filter(|depot| !field.defenders.contains(depot))
}

/// The players of the powers of a side.
pub(super) fn players(state: &Position, field: &Field, who: Who) -> BTreeSet<SeatId> {
    field.of(who).iter().filter_map(|power| holder(state, *power)).collect()
}

/// Whether a player of a garrison may say that it is neutral, and the battle in which.
pub(super) fn may_be_neutral<'s>(
    state: &'s Position,
    seat: &SeatId,
    number: u32,
) -> Result<&'s Battle, Refusal> {
    let rule = rule!("house.land.depots.neutral-garrison");
    let battle = open_battle(state, number)?;
    let garrison = state.garrison(battle);
    if !garrison.contains(seat) {
        return Err(Refusal::under(
            rule,
            said!("Whether a garrison is neutral is said by its own players, and you have none here."),
        ));
    }
    if !battle.field.neutral {
        return Err(Refusal::under(
            rule,
            said!("Nobody says here that the garrison is neutral, or it has mustered and fights."),
        ));
    }
    if battle.neutral.contains(seat) {
        return Err(Refusal::under(rule, said!("You have said already that your garrison is neutral.")));
    }
    Ok(battle)
}

/// What the kind of a combat needs, and what no other has.
fn check_kind(field: &Field) -> Result<(), Refusal> {
    match (field.kind, field.fortress, field.depot) {
        (Kind::Assault, Some(holds), None)
            if (1..=LARGEST_FORTRESS).contains(&holds) && field.attackers.len() > holds as usize =>
        {
            Err(Refusal::under(
                rule!("house.siege.assault-limit"),
                said!(
                    "{} powers would storm, and the fortress holds {}: so many factors may storm it, at least one of each power.",
                    field.attackers.len(),
                    holds
                ),
            ))
        }
        (Kind::Assault, Some(holds), None) if (1..=LARGEST_FORTRESS).contains(&holds) => Ok(()),
        (Kind::Assault, ..) => Err(Refusal::under(
            rule!("house.siege.assault-limit"),
            said!(
                "To storm a fortress, say how many factors it can hold as its garrison, 1 to {}: as in \"assault 10\".",
                LARGEST_FORTRESS
            ),
        )),
        (Kind::Trivial, None, depot) if depot.is_none_or(|depot| !field.attackers.contains(&depot)) => Ok(()),
        (Kind::Trivial, ..) => Err(Refusal::new(said!("Nobody attacks his own depot."))),
        (Kind::Field | Kind::Limited, None, None) => Ok(()),
        _ => Err(Refusal::new(said!("A field combat is not about a fortress or a depot."))),
    }
}

/// Whether a player may call an open battle off: one of those whose powers fight in it, until all have mustered.
///
/// # Errors
/// The refusal, where he may not.
pub fn may_call_off(state: &Position, seat: &SeatId, number: u32) -> Result<(), Refusal> {
    let battle = open_battle(state, number)?;
    if !state.seats_in(battle).contains(seat) {
        return Err(Refusal::new(said!("A battle is called off by a player whose power fights in it.")));
    }
    if battle.command.is_some() {
        return Err(past_muster(battle));
    }
    Ok(())
}

/// A battle for which all have mustered is not called off any more; what can be done instead.
fn past_muster(battle: &Battle) -> Refusal {
    let place = battle.field.place.clone();
    if battle.field.kind.without_chits().is_some() {
        return Refusal::new(said!(
            "The battle of {} is past its muster: plans are being sealed, and it is fought. If it was opened by mistake, its result changes nothing until you carry it out on your board.",
            place
        ));
    }
    Refusal::new(said!(
        "The battle of {} is past its muster: plans are being sealed, and it is fought. Who does not want to fight chooses the chit Withdraw as the defender, or plans to leave at night. If it was opened by mistake, its result changes nothing until you carry it out on your board.",
        place
    ))
}

fn may_be_live(state: &Position, seat: &SeatId, number: u32, on: bool) -> Result<(), Refusal> {
    let battle = open_battle(state, number)?;
    if !state.seats_in(battle).contains(seat) {
        return Err(Refusal::new(said!("You do not fight in this battle.")));
    }
    if battle.live.has(seat) == on {
        return Err(Refusal::new(if on {
            said!("That you want to fight it live is known already.")
        } else {
            said!("You have not asked to fight it live.")
        }));
    }
    Ok(())
}

/// Whether a player may muster so for a power of his, and the battle as it is then.
pub(super) fn may_muster(
    state: &Position,
    now: &Now,
    seat: &SeatId,
    number: u32,
    power: Power,
    muster: &Muster,
) -> Result<Battle, Refusal> {
    let battle = open_battle(state, number)?;
    let Some(who) = battle.field.side(power) else {
        return Err(Refusal::new(said!("{} does not fight in this battle.", power)));
    };
    if holder(state, power).as_ref() != Some(seat) {
        return Err(not_yours(power));
    }
    if battle.command.is_some() {
        return Err(Refusal::new(said!("All have mustered and plans are being sealed; it stays so.")));
    }
    not_said(muster)?;
    check_muster(muster, who)?;
    // A corps that is out of the game for good fights nowhere.
    if let Some(refusal) =
        muster.corps.iter().find_map(|stands| state.why_counter_lost(power, Piece::Corps, &stands.corps.name))
    {
        return Err(refusal);
    }
    let fallen = state.battles.fallen.get(&power);
    for leader in &muster.leaders {
        if let Some(place) = fallen.and_then(|fallen| fallen.get(&leader.name.to_lowercase())) {
            return Err(Refusal::new(said!(
                "{} was killed in the battle of {}. Another leader has to take his place.",
                leader.name.clone(),
                place.clone()
            )));
        }
    }
    check_wounded(state, now, power, muster)?;
    check_destroyed(state, now, power, muster)?;
    check_elsewhere(state, number, power, muster)?;
    check_agreed(battle, who, muster)?;
    check_storms(battle, power, muster)?;
    let outside = muster.corps.iter().any(|stands| stands.aside || stands.corps.adjacent)
        || muster.leaders.iter().any(|leader| leader.adjacent);
    if outside && battle.field.kind.without_chits().is_some() {
        return Err(Refusal::new(said!("Nobody reinforces here: who is there fights.")));
    }
    let rifles = now.with_rifles && state.battles.rifles.contains_key(&power);
    let mut seen = battle.clone();
    seen.musters.insert(power, Muster { rifles, ..muster.clone() });
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
    Ok(seen)
}

/// Nobody brings a leader who was wounded and is still away.
fn check_wounded(state: &Position, now: &Now, power: Power, muster: &Muster) -> Result<(), Refusal> {
    let Some((now, _)) = frame::place(&now.path) else { return Ok(()) };
    let wounded = state.battles.wounded.get(&power);
    for leader in &muster.leaders {
        let his = wounded.and_then(|wounded| wounded.get(&leader.name.to_lowercase()));
        if let Some(his) = his.filter(|his| his.is_away(now)) {
            return Err(Refusal::new(said!(
                "{} was wounded in the battle of {} and is still away; complete months in all: {}.",
                leader.name.clone(),
                his.place.clone(),
                his.months
            )));
        }
    }
    Ok(())
}

/// Nobody brings a corps of which nothing was left in a battle before a reinforcement phase in which it can come in again.
fn check_destroyed(state: &Position, now: &Now, power: Power, muster: &Muster) -> Result<(), Refusal> {
    let Some(now) = frame::place(&now.path) else { return Ok(()) };
    for stands in &muster.corps {
        let name = &stands.corps.name;
        if let Some(place) = state.destroyed_at(now, power, name) {
            return Err(Refusal::new(said!(
                "Nothing is left of {} after the battle of {}. Its counter comes in again in a reinforcement phase.",
                name.clone(),
                place.to_owned()
            )));
        }
    }
    Ok(())
}

/// Nobody stands in two battles: neither a corps nor a leader is mustered for one while another has him that is not over. What the order of
/// battle does not have as a corps may be called alike in several places, as garrisons are.
fn check_elsewhere(state: &Position, number: u32, power: Power, muster: &Muster) -> Result<(), Refusal> {
    let names = |muster: &Muster| -> Vec<String> {
        let corps = muster.corps.iter().map(|stands| stands.corps.name.clone());
        let corps = corps.filter(|name| state.is_counter(power, name));
        corps.chain(muster.leaders.iter().map(|leader| leader.name.clone())).collect()
    };
    let own = names(muster);
    for (other, battle) in state.battles.open().filter(|(other, _)| *other != number) {
        let there = battle.musters.get(&power).map(names).unwrap_or_default();
        let there: Vec<String> = there.iter().map(|name| name.to_lowercase()).collect();
        if let Some(name) = own.iter().find(|name| there.contains(&name.to_lowercase())) {
            return Err(Refusal::new(said!(
                "{} is in the battle of {} (number {}), which is not over. Muster anew there without it, as long as not all have mustered; or wait until it is fought.",
                name.clone(),
                battle.field.place.clone(),
                other
            )));
        }
    }
    Ok(())
}

/// How many of the factors that may storm a fortress each attacking power takes: told by several powers only, and no more together than
/// it holds, at least one for each.
fn check_storms(battle: &Battle, power: Power, muster: &Muster) -> Result<(), Refusal> {
    let Some(storms) = muster.storms else { return Ok(()) };
    let limit = rule!("house.siege.assault-limit");
    let attackers = &battle.field.attackers;
    let Some(holds) = battle.field.fortress.filter(|_| attackers.len() > 1 && attackers.contains(&power))
    else {
        return Err(Refusal::under(
            limit,
            said!("How many storm is shared out by powers that storm a fortress together."),
        ));
    };
    let of = |other: &Power| match battle.musters.get(other) {
        _ if *other == power => storms,
        other => other.and_then(|muster| muster.storms).unwrap_or(1),
    };
    let all: u32 = attackers.iter().map(of).fold(0, u32::saturating_add);
    if storms == 0 || all > holds {
        return Err(Refusal::under(
            limit,
            said!(
                "With {} for {} at least {} factors would storm. The fortress holds {}: so many may storm it together, at least one of each power.",
                storms,
                power,
                all,
                holds
            ),
        ));
    }
    Ok(())
}

/// Who commands is agreed on only by powers of one side, and only by several.
fn check_agreed(battle: &Battle, who: Who, muster: &Muster) -> Result<(), Refusal> {
    let Some(named) = muster.command else { return Ok(()) };
    match battle.field.of(who) {
        [alone] => Err(Refusal::new(said!(
            "{} is alone on its side and commands it anyway. Only powers that fight together agree on who commands.",
            *alone
        ))),
        side if side.contains(&named) => Ok(()),
        _ => Err(Refusal::new(said!("{} does not fight on this side, so it cannot command it.", named))),
    }
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
    for area in muster.corps.iter().filter_map(|stands| stands.corps.from.as_ref()) {
        check_name(area, LONGEST_PLACE)?;
    }
    for leader in &muster.leaders {
        leader.check()?;
    }
    let foreign = |corps: &&Corps| corps.la_salle && corps.nation != Nation::Major(Power::France);
    if let Some(other) = muster.corps.iter().map(|stands| &stands.corps).find(foreign) {
        return Err(Refusal::under(
            rule!("house.siege.assault-cavalry-exception"),
            said!("La Salle's light cavalry is French, and {} is not.", other.name.clone()),
        ));
    }
    if who == Who::Defender && muster.corps.iter().any(|stands| stands.corps.came != Came::Overland) {
        return Err(Refusal::new(said!(
            "Only corps that attack have landed or crossed an arrow in this turn."
        )));
    }
    Ok(())
}

/// Who commands a side, and the rules of how many corps fight. `picked` is the power that a die decided on.
pub(super) fn line_up(
    battle: &Battle,
    who: Who,
    picked: Option<Power>,
) -> Result<(Command, Vec<RuleId>), Refusal> {
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
        if battle.field.kind.without_chits().is_some() {
            return Ok(Vec::new());
        }
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
