//! What players order on the board besides marching: putting stacks there, changing them, campaigns, exploration. Supply is
//! handed to [`supplied`], retreats to [`fought`].

use super::control::Eyes;
use super::march::may_move;
use super::sail::sail;
use super::supplied::supplied;
use super::{
    Board, Done, Happened, Led, MOST_STACKS, Order, Standing, Track, aboard, blockade, books, evade, fleet,
    fought, march,
};
use crate::campaigns::{Announced, Campaign, Deed};
use crate::control::{Control, Stance};
use crate::counters;
use crate::country::Country;
use crate::exploration::{Exploring, may_explore};
use crate::fleets;
use crate::geography::Place;
use crate::leaders;
use crate::outline::{Frame, Slot, in_segment};
use crate::seats::{self, Told, own};
use crate::switches;
use crate::thirds::Thirds;
use crate::units::{Counter, Hold, Stack, Unit, may_sail, stacking};
use crate::{Europa, Event, Position};
use serde_json::Value;
use table::game::Table;
use table::names::SeatId;
use table::offers::Kind;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// The longest name of a leader, in characters.
const LONGEST_NAME: usize = 40;

pub(super) fn emit(table: &mut Table<'_, '_, Europa>, happened: Happened) -> Result<(), Refusal> {
    table.emit(&Event::Board(Box::new(happened)))?;
    lose_explorers(table)?;
    ask_for_losses(table)
}

/// Land exploration detachments that have come to be in Europe are destroyed at once, however they came there.
fn lose_explorers(table: &mut Table<'_, '_, Europa>) -> Result<(), Refusal> {
    let stacks = table.state().board.stacks.iter();
    let come = stacks.filter_map(|(n, standing)| {
        let (lost, rule) = crate::units::lost_on_entering(&standing.stack, standing.at);
        let rule = rule?;
        Some((*n, standing.stack.clone().without_explorers(), lost.len(), rule))
    });
    let come: Vec<_> = come.collect();
    for (stack, left, lost, rule) in come {
        let lost = u8::try_from(lost).unwrap_or(u8::MAX);
        table.emit(&Event::Board(Box::new(Happened::ExplorersLost {
            stack,
            lost,
            left,
            rules: vec![rule],
        })))?;
    }
    Ok(())
}

/// Whoever has a loss to take off a stack himself is asked for it.
pub(super) fn ask_for_losses(table: &mut Table<'_, '_, Europa>) -> Result<(), Refusal> {
    let state = table.state();
    let asked = |stack: &u32| state.frames.any(|open| *open == Frame::Loss(*stack));
    let owing = state.board.stacks.iter().filter(|(_, standing)| standing.owes > Thirds::NONE);
    let owing: Vec<u32> = owing.map(|(n, _)| *n).filter(|n| !asked(n)).collect();
    for stack in owing {
        // A march that was intercepted goes on when its stack has taken its loss.
        let state = table.state();
        let moves = state.under_way().is_some_and(|under_way| under_way.stack == stack);
        let march = state.march().filter(|_| moves).cloned();
        table.push(march.as_ref(), &Frame::Loss(stack))?;
    }
    Ok(())
}

/// A die of ten for the board.
pub(super) fn die(table: &mut Table<'_, '_, Europa>, thrown: u32, purpose: &str) -> Result<u8, Refusal> {
    let slot = format!("board/{}", table.state().board.rolls + thrown + 1);
    table.die(&slot, 10, purpose)
}

/// A stack of a seat's own.
pub(super) fn own_stack<'s>(state: &'s Position, seat: &SeatId, stack: u32) -> Result<&'s Standing, Refusal> {
    let standing = state.board.stacks.get(&stack);
    let standing =
        standing.ok_or_else(|| Refusal::new(said!("There is no stack {} on the board.", stack)))?;
    own(state, seat, standing.country)?;
    Ok(standing)
}

/// Refuses what stands so already.
pub(super) fn otherwise(changes: bool) -> Result<(), Refusal> {
    if changes { Ok(()) } else { Err(Refusal::new(said!("It stands so already."))) }
}

/// Whether a player may take a stack off the board.
pub(super) fn may_disband(state: &Position, seat: &SeatId, stack: u32) -> Result<(), Refusal> {
    own_stack(state, seat, stack)?;
    not_fighting(&state.board, stack)
}

/// Whether a player may give a stack this leader, or none.
pub(super) fn may_lead(
    state: &Position,
    seat: &SeatId,
    stack: u32,
    leader: Option<&Led>,
) -> Result<(), Refusal> {
    own_stack(state, seat, stack)?;
    // What its owner sealed of it has him, or has him not.
    not_fighting(&state.board, stack)?;
    check_leader(state, leader, Some(stack))
}

/// Whether a player may tell so of the cold.
pub(super) fn may_tell_cold(
    state: &Position,
    seat: &SeatId,
    place: Place,
    cold: bool,
) -> Result<(), Refusal> {
    told_of(state, seat, place)?;
    otherwise(state.board.cold.contains(&place) != cold)
}

/// Whether a player may tell so of a revolt, or of pirates at sea.
pub(super) fn may_tell_revolt(
    state: &Position,
    seat: &SeatId,
    place: Place,
    size: u8,
) -> Result<(), Refusal> {
    plays(state, seat)?;
    if size > 2 {
        return Err(Refusal::new(said!("A revolt is 1 for a minus, 2 for a plus, or 0 for none.")));
    }
    otherwise(state.board.revolts.get(&place).copied().unwrap_or(0) != size)
}

/// Every order in its own place in the round. While a march waits for interceptions nothing else moves.
pub(super) fn in_its_place(state: &Position, seat: &SeatId, order: &Order) -> Result<(), Refusal> {
    if state.under_way().is_some() && !matches!(order, Order::Regroup { .. } | Order::Retreat { .. }) {
        let fought = state.frames.any(|open| matches!(open, Frame::Fight(_) | Frame::Retreat(_)));
        let says = if fought {
            said!(
                "A march waits for the battle that an interception led to. The board stands still until that is decided."
            )
        } else {
            said!("A march waits for interceptions. The board stands still until they are decided.")
        };
        return Err(Refusal::under(rule!("fast-battle.round.interception-inside-movement"), says));
    }
    if state.board.round.is_none() {
        return Ok(());
    }
    if let Some(stack) = order.moves() {
        own_stack(state, seat, stack)?;
    }
    match order {
        Order::Supply { .. } => in_segment(state, seat, &[Slot::Supply]),
        Order::Campaign { .. } => in_segment(state, seat, &[Slot::Movement, Slot::Supply]),
        Order::March { .. }
        | Order::Sail { .. }
        | Order::Embark { .. }
        | Order::Land { .. }
        | Order::Blockade { .. }
        | Order::Fortress { .. }
        | Order::Explore { .. } => in_segment(state, seat, &[Slot::Movement]),
        // A stack that was caught in a blockaded port is fought at once.
        Order::Engage { stack, with }
            if state.frames.any(|open| *open == Frame::Caught { stack: *with, by: *stack }) =>
        {
            Ok(())
        }
        Order::Engage { .. } => in_segment(state, seat, &[Slot::Battles]),
        _ => Ok(()),
    }
}

pub(crate) fn not_fighting(board: &Board, stack: u32) -> Result<(), Refusal> {
    if board.fights.values().any(|stacks| stacks.contains(&stack)) {
        return Err(Refusal::new(said!("This stack is in a battle that is not over.")));
    }
    Ok(())
}

/// A leader as he may lead that stack: alive, in his turns, and with no other stack.
fn check_leader(state: &Position, leader: Option<&Led>, stack: Option<u32>) -> Result<(), Refusal> {
    let Some(led) = leader else { return Ok(()) };
    if !led.name.is_empty() {
        Kind::Name { most: LONGEST_NAME, taken: Vec::new() }
            .check("name", &Value::from(led.name.as_str()))?;
        let same = |other: &Led| other.name.to_lowercase() == led.name.to_lowercase();
        let elsewhere = state
            .board
            .stacks
            .iter()
            .find(|(number, other)| Some(**number) != stack && other.leader.as_ref().is_some_and(same));
        if let Some((number, _)) = elsewhere {
            return Err(Refusal::new(said!(
                "{} leads stack {}, and nobody leads two. Take him from it first, or give this one another name.",
                led.name,
                number
            )));
        }
    }
    if state.board.dead.contains(&led.name.to_lowercase()) {
        return Err(Refusal::under(
            rule!("fast-battle.aids.replacement-leaders"),
            said!("{} is dead and leads no more. A stack that needs a leader draws a replacement.", led.name),
        ));
    }
    let turn = state.turn.number();
    let known = leaders::leaders().iter().filter(|leader| leader.name == led.name);
    let known: Vec<_> =
        known.filter(|leader| leader.turns.is_some() && leader.values() == led.values).collect();
    if let (Some(leader), false) = (known.first(), known.iter().any(|leader| leader.serves(turn))) {
        let (first, last) = leader.turns.unwrap_or_default();
        return Err(Refusal::under(
            rule!("fast-battle.aids.replacement-leaders"),
            said!("{} serves from turn {} to turn {}; this is turn {}.", led.name, first, last, turn),
        ));
    }
    led.values.check()
}

/// Checks the limits of what a country has in a place, with a stack that comes there.
pub(super) fn check_place(
    state: &Position,
    country: Country,
    at: Place,
    comes: &Stack,
    but: &[u32],
) -> Result<(), Refusal> {
    let eyes = Eyes::of(state, country);
    let mut all = comes.clone();
    for (n, standing) in state.board.at(at) {
        if !but.contains(&n)
            && standing.is_afield()
            && eyes.is_friend(standing.country)
            && standing.stack.is_naval() == comes.is_naval()
        {
            all.0.extend(standing.stack.0.iter().copied());
        }
    }
    stacking::check(&all)?;
    if at.site().is_sea() { may_sail(&all, at) } else { Ok(()) }
}

fn units(country: Country, counters: &[Counter], veteran: bool) -> Result<Stack, Refusal> {
    if counters.is_empty() || counters.len() > 20 {
        return Err(Refusal::new(said!("Say which counters stand there, 20 at most.")));
    }
    let told = |counter: &Counter| match counter {
        Counter::FleetPlus(hold) | Counter::FleetMinus(hold) => *hold != Hold::default(),
        _ => false,
    };
    if counters.iter().any(told) {
        return Err(Refusal::under(
            rule!("fast-battle.units.fleet-contents-recorded"),
            said!(
                "What is in a fleet counter is your secret: keep it in your strongbox, and say it with your battle plan."
            ),
        ));
    }
    let stack = Stack(counters.iter().map(|counter| Unit { counter: *counter, country, veteran }).collect());
    if stack.is_naval() && counters.iter().any(|counter| !counter.is_naval()) {
        return Err(Refusal::new(said!("Troops and ships are stacks of their own.")));
    }
    if counters.contains(&Counter::Pasha) && country.key() != "turkey" {
        return Err(Refusal::under(rule!("fast-battle.stacking.pashas"), said!("Only Turkey has pashas.")));
    }
    Ok(stack)
}

fn deploy(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    country: Country,
    at: Place,
    counters: &[Counter],
    veteran: bool,
    leader: Option<Led>,
) -> Result<(), Refusal> {
    let state = table.state();
    let stack = may_deploy(state, seat, country, at, counters, veteran, leader.as_ref())?;
    let number = state.board.last + 1;
    emit(table, Happened::Deployed { stack: number, standing: Standing::new(country, at, stack, leader) })
}

/// The stack that a player may put on the board.
pub(super) fn may_deploy(
    state: &Position,
    seat: &SeatId,
    country: Country,
    at: Place,
    counters: &[Counter],
    veteran: bool,
    leader: Option<&Led>,
) -> Result<Stack, Refusal> {
    if state.seat_of(country).is_some() || state.countries_of(seat).is_empty() {
        own(state, seat, country)?;
    }
    if state.board.stacks.len() >= MOST_STACKS {
        return Err(Refusal::new(said!("The board holds {} stacks at most.", MOST_STACKS)));
    }
    let stack = units(country, counters, veteran)?;
    in_its_element(&stack, at)?;
    no_explorers(&stack, at)?;
    check_leader(state, leader, None)?;
    check_place(state, country, at, &stack, &[])?;
    among_enemies(state, country, at, &stack)?;
    Ok(stack)
}

/// No troops are put down beside an enemy's, and no ships in his port: what comes there marches or sails. Fleets of enemies may lie in the
/// same sea zone.
pub(super) fn among_enemies(
    state: &Position,
    country: Country,
    at: Place,
    stack: &Stack,
) -> Result<(), Refusal> {
    let eyes = Eyes::of(state, country);
    let meets = |other: &Standing| other.is_afield() && !other.stack.is_naval() && !stack.is_naval();
    if let Some((_, enemy)) =
        state.board.at(at).find(|(_, other)| meets(other) && eyes.is_enemy(other.country))
    {
        return Err(Refusal::new(said!(
            "Troops of {} stand in {}. A stack is put on the board elsewhere, and comes there by a march or a voyage.",
            enemy.country,
            at.name()
        )));
    }
    if stack.is_naval() && !at.site().is_sea() && eyes.stance(at) == Stance::Enemy {
        return Err(Refusal::new(said!(
            "The port of {} is the enemy's, and takes none of your ships.",
            at.name()
        )));
    }
    Ok(())
}

/// No land exploration detachment is put down or left in Europe.
fn no_explorers(stack: &Stack, at: Place) -> Result<(), Refusal> {
    match crate::units::lost_on_entering(stack, at) {
        (_, None) => Ok(()),
        (_, Some(rule)) => Err(Refusal::under(
            rule,
            said!("A land exploration detachment exists in the rest of the world alone."),
        )),
    }
}

/// Troops stand on land; ships at sea or in a port.
fn in_its_element(stack: &Stack, at: Place) -> Result<(), Refusal> {
    let site = at.site();
    if stack.is_naval() && !site.is_sea() && !site.has_port() {
        return Err(Refusal::new(said!("{} has no port, so no ships lie there.", at.name())));
    }
    if !stack.is_naval() && site.is_sea() {
        return Err(Refusal::new(said!("{} is a sea zone; troops stand in provinces.", at.name())));
    }
    Ok(())
}

impl Standing {
    pub(super) fn new(country: Country, at: Place, stack: Stack, leader: Option<Led>) -> Standing {
        Standing {
            country,
            at,
            stack,
            leader,
            moved: 0,
            track: Track::default(),
            from: None,
            back: None,
            starved: false,
            foraging: false,
            owes: Thirds::NONE,
            missing: Thirds::NONE,
            aboard: None,
            from_port: false,
            inside: false,
            blockades: None,
            landing: None,
        }
    }

    /// Whether it stands in the open: not in a fortress, and not aboard ships.
    #[must_use]
    pub fn is_afield(&self) -> bool {
        !self.inside && self.aboard.is_none()
    }

    /// The leader's MAN; a negative one counts as none.
    #[must_use]
    pub fn man(&self) -> Option<u8> {
        self.leader.as_ref().map(|led| u8::try_from(led.values.manoeuvre).unwrap_or(0))
    }
}

fn regroup(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    counters: &[Counter],
) -> Result<(), Refusal> {
    let after = may_regroup(table.state(), seat, stack, counters)?;
    let rules: Vec<RuleId> =
        vec![rule!("fast-battle.counters.transform"), rule!("fast-battle.losses.applied-to-counters")];
    let missing = missing_in(table.state(), stack, &after);
    emit(table, Happened::Regrouped { stack, counters: after.0, missing, rules })
}

/// What is missing in the fleets of a stack that becomes these counters: with the last of its fleets that is gone too.
pub(super) fn missing_in(state: &Position, stack: u32, after: &Stack) -> Thirds {
    let standing = state.board.stacks.get(&stack);
    standing.and_then(|standing| fleet::left(state, standing, &after.0)).unwrap_or_default()
}

/// What a stack may be changed into, or what may be left of it after its loss.
pub(super) fn may_regroup(
    state: &Position,
    seat: &SeatId,
    stack: u32,
    counters: &[Counter],
) -> Result<Stack, Refusal> {
    let standing = own_stack(state, seat, stack)?;
    not_fighting(&state.board, stack)?;
    let after = units(standing.country, counters, false)?.with_veterans_of(&standing.stack);
    if after.pashas() > standing.stack.pashas() {
        return Err(Refusal::under(
            rule!("fast-battle.stacking.pashas"),
            said!("No pasha comes into being where counters are changed."),
        ));
    }
    if standing.owes.0 > 0 && standing.stack.is_naval() {
        if fleet::left(state, standing, &after.0).is_none() {
            let then = Standing { stack: after.clone(), ..standing.clone() };
            let (before, now) = (fleet::strength(state, standing), fleet::strength(state, &then));
            return Err(too_little(standing.owes, before - now));
        }
    } else if standing.owes.0 > 0 {
        let taken = standing.stack.land() - after.land();
        if taken < standing.owes {
            return Err(too_little(standing.owes, taken));
        }
    } else if standing.stack.is_naval() {
        counters::regroup(&standing.stack.0, &after.0, |large| {
            fleets::capacity(standing.country, state.turn.period(), large)
        })?;
    } else {
        counters::transform(&standing.stack.0, &after.0)?;
    }
    if after.armies() > standing.stack.armies() {
        return Err(Refusal::under(
            rule!("fast-battle.counters.no-new-army"),
            said!("No A counter comes into being outside of the purchase: only A counters have artillery."),
        ));
    }
    no_explorers(&after, standing.at)?;
    check_place(state, standing.country, standing.at, &after, &[stack])?;
    Ok(after)
}

/// Too little is taken off a stack, or what is no part of it would be left.
fn too_little(owes: Thirds, taken: Thirds) -> Refusal {
    let rule = rule!("fast-battle.attrition.sea.remaining");
    if taken < owes {
        return Refusal::under(
            rule,
            said!(
                "This stack has {} still to lose, and {} would be taken off.",
                owes.to_string(),
                taken.to_string()
            ),
        );
    }
    Refusal::under(
        rule,
        said!(
            "That is no part of what was there: no counter grows by a loss, and galleys and transports never split."
        ),
    )
}

fn join(table: &mut Table<'_, '_, Europa>, seat: &SeatId, stack: u32, to: u32) -> Result<(), Refusal> {
    may_join(table.state(), seat, stack, to)?;
    emit(table, Happened::Joined { stack, to })
}

/// Whether a stack may join another.
pub(super) fn may_join(state: &Position, seat: &SeatId, stack: u32, to: u32) -> Result<(), Refusal> {
    let (one, other) = (own_stack(state, seat, stack)?, own_stack(state, seat, to)?);
    may_move(state, stack, one)?;
    may_move(state, to, other)?;
    let caught = |n: u32| {
        state.frames.any(|open| matches!(open, Frame::Caught { stack, by } if *stack == n || *by == n))
    };
    if caught(stack) || caught(to) {
        return Err(Refusal::new(said!(
            "One of these stacks has caught the other side's ships, or was caught; that is decided first."
        )));
    }
    if stack == to || one.at != other.at || one.stack.is_naval() != other.stack.is_naval() {
        return Err(Refusal::new(said!("Two stacks join where both stand in the same place.")));
    }
    let mut both = other.stack.clone();
    both.0.extend(one.stack.0.iter().copied());
    stacking::check(&both)?;
    if (one.aboard, one.inside) != (other.aboard, other.inside) {
        return Err(Refusal::new(said!("Two stacks join where both stand in the same place.")));
    }
    Ok(())
}

fn hold(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    place: Place,
    country: Country,
) -> Result<(), Refusal> {
    may_hold(table.state(), seat, place, country)?;
    emit(table, Happened::Held { place, country })
}

/// Whether a player may tell that a country holds a province.
pub(super) fn may_hold(
    state: &Position,
    seat: &SeatId,
    place: Place,
    country: Country,
) -> Result<(), Refusal> {
    told_of(state, seat, place)?;
    let eyes = Eyes::of(state, country);
    if eyes.holder(place) == Some(country) {
        return Err(Refusal::new(said!("{} holds {} already.", country, place.name())));
    }
    Ok(())
}

/// Whether a player may tell something of a province.
fn told_of(state: &Position, seat: &SeatId, place: Place) -> Result<(), Refusal> {
    plays(state, seat)?;
    if place.site().is_sea() {
        return Err(Refusal::new(said!("{} is a sea zone, and nobody holds it.", place.name())));
    }
    Ok(())
}

/// Whether a player plays any country.
fn plays(state: &Position, seat: &SeatId) -> Result<(), Refusal> {
    if state.countries_of(seat).is_empty() {
        return Err(Refusal::new(said!("You play no country yet. Take one with /europa country take.")));
    }
    Ok(())
}

fn announce(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    country: Country,
    campaign: Campaign,
) -> Result<(), Refusal> {
    let (announced, price) = may_announce(table.state(), seat, country, campaign)?;
    pay(table, country, price)?;
    emit(table, Happened::CampaignAnnounced { seat: seat.clone(), country, announced })
}

/// The campaign that a player may announce, and what it costs him now.
pub(super) fn may_announce(
    state: &Position,
    seat: &SeatId,
    country: Country,
    campaign: Campaign,
) -> Result<(Announced, i64), Refusal> {
    own(state, seat, country)?;
    in_a_round(&state.board)?;
    let announced = campaign.announce();
    // Within a round a campaign may be raised, and then only the difference is paid.
    let before = state.board.announced_by(seat);
    let paid = before.map_or(0, |before| before.announce().price);
    if before.is_some() && announced.price <= paid {
        return Err(Refusal::under(
            rule!("fast-battle.campaign.announced"),
            said!("Your campaign of this round is announced and stands. A dearer one may take its place."),
        ));
    }
    // What was done under the one that it takes the place of it has to cover too.
    if before.is_some() {
        let done: Vec<_> = done_by(state, seat).map(|(_, done)| (&done.stack, done.deed)).collect();
        crate::campaigns::check(campaign, &done)?;
    }
    let price = i64::from(announced.price - paid);
    may_pay(state, country, price)?;
    Ok((announced, price))
}

/// A country pays ducats out of its treasury.
pub(super) fn pay(table: &mut Table<'_, '_, Europa>, country: Country, price: i64) -> Result<(), Refusal> {
    if price == 0 {
        return Ok(());
    }
    may_pay(table.state(), country, price)?;
    let before = table.state().told(country, Told::Ducats);
    let key = format!("{}/{}", Told::Ducats.key(), country.key());
    let told = seats::Happened::Told { key, before, now: before - price, corrected: false };
    table.emit(&Event::Seats(told))
}

/// Whether a country has so much in its treasury.
pub(super) fn may_pay(state: &Position, country: Country, price: i64) -> Result<(), Refusal> {
    let before = state.told(country, Told::Ducats);
    if price != 0 && before < price {
        return Err(Refusal::new(said!(
            "{} has {} D$ and would pay {}. /europa country told tells what is in its treasury.",
            country,
            before,
            price
        )));
    }
    Ok(())
}

fn explore(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    target: Place,
) -> Result<(), Refusal> {
    let before = may_explore_there(table.state(), seat, stack, target)?.clone();
    // First comes the attrition of its move, or of its stay; what that takes explores no more.
    march::attrition_of_the_segment(table, stack, &before)?;
    let Some(standing) = table.state().board.stacks.get(&stack).cloned() else { return Ok(()) };
    let naval = standing.stack.is_naval();
    let strength = if naval { fleet::strength(table.state(), &standing) } else { standing.stack.land() };
    let size = strength - standing.owes;
    let who =
        Exploring { target, size, man: standing.man(), edition: switches::edition(|key| table.switch(key)) };
    let mut thrown = 0;
    let mut next = |table: &mut Table<'_, '_, Europa>| {
        thrown += 1;
        die(table, thrown - 1, target.name())
    };
    let explored = who.roll(next(table)?);
    let (half, chances) = explored.dice_wanted();
    let second = if half { Some(next(table)?) } else { None };
    let (made, tests) = explored.outcome(second).unwrap_or((false, false));
    let mut dice = Vec::new();
    for _ in 0..chances {
        dice.push(next(table)?);
    }
    let leader = if tests {
        let fell = next(table)?;
        Some((fell, explored.dies(fell)))
    } else {
        None
    };
    let owes = fleet::owed(table.state(), &standing, size - explored.remains.after(&dice));
    let mut rules = vec![
        rule!("fast-battle.exploration.sequence"),
        rule!("fast-battle.exploration.modifiers"),
        rule!("fast-battle.exploration.read"),
    ];
    rules.push(rule!("fast-battle.attrition.sea.remaining"));
    emit(table, Happened::Explored { stack, target, explored, second, made, leader, owes, rules })
}

/// The stack that may explore a place.
pub(super) fn may_explore_there<'p>(
    state: &'p Position,
    seat: &SeatId,
    stack: u32,
    target: Place,
) -> Result<&'p Standing, Refusal> {
    let standing = own_stack(state, seat, stack)?;
    may_move(state, stack, standing)?;
    covered(state, seat, stack, standing, Deed::Explores)?;
    may_explore(standing.at, target)?;
    Ok(standing)
}

/// Campaigns are announced and stacks move in rounds.
pub(super) fn in_a_round(board: &Board) -> Result<(), Refusal> {
    if board.round.is_some() {
        return Ok(());
    }
    Err(Refusal::under(
        rule!("fast-battle.campaign.costs"),
        said!(
            "No round is being played, and stacks move in rounds. The first begins when everybody has pressed Ready."
        ),
    ))
}

/// What a player's stacks have done in this round, also those that are lost or have joined another since.
fn done_by<'p>(state: &'p Position, seat: &'p SeatId) -> impl Iterator<Item = (u32, &'p Done)> {
    let own = state.board.deeds.iter().filter(move |(_, done)| state.seat_of(done.country) == Some(seat));
    own.map(|(n, done)| (*n, done))
}

/// Whether a deed of a stack is covered by its player's campaign, with all that his stacks did in this round.
pub(super) fn covered(
    state: &Position,
    seat: &SeatId,
    stack: u32,
    standing: &Standing,
    deed: Deed,
) -> Result<(), Refusal> {
    let board = &state.board;
    in_a_round(board)?;
    if !board.announced.contains(seat) {
        return Err(Refusal::under(
            rule!("fast-battle.campaign.costs"),
            said!(
                "Announce a campaign for this round first, with /europa board campaign; a passive one costs 10 D$."
            ),
        ));
    }
    let Some(campaign) = board.paid.get(seat) else { return Ok(()) };
    // A stack that acts once more is the same stack; what it did before is not undone by a march home.
    let mut deeds: Vec<(&Stack, Deed)> = done_by(state, seat)
        .filter(|(n, _)| *n != stack || !deed.is_aggressive())
        .map(|(_, done)| (&done.stack, done.deed))
        .collect();
    deeds.push((&standing.stack, deed));
    crate::campaigns::check(*campaign, &deeds)
}

/// Does what a player orders.
pub(super) fn decide(table: &mut Table<'_, '_, Europa>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
    in_its_place(table.state(), seat, &order)?;
    match order {
        Order::Deploy { country, place: at, counters, veteran, leader } => {
            deploy(table, seat, country, at, &counters, veteran, leader)
        }
        Order::Disband { stack } => {
            may_disband(table.state(), seat, stack)?;
            emit(table, Happened::Disbanded { stack })
        }
        Order::Regroup { stack, counters } => regroup(table, seat, stack, &counters),
        Order::Join { stack, to } => join(table, seat, stack, to),
        Order::Lead { stack, leader } => {
            may_lead(table.state(), seat, stack, leader.as_ref())?;
            emit(table, Happened::LeaderGiven { stack, leader })
        }
        Order::Hold { place, country } => hold(table, seat, place, country),
        Order::Weather { poor } => {
            otherwise(table.state().board.poor_weather != poor)?;
            emit(table, Happened::WeatherTold { poor })
        }
        Order::Campaign { country, campaign } => announce(table, seat, country, campaign),
        Order::March { stack, to, way, pillage, counter } => {
            march::march(table, seat, stack, to, &way, pillage, counter)
        }
        Order::Sail { stack, way, landing } => sail(table, seat, stack, &way, landing),
        Order::Embark { stack, fleet } => aboard::embark(table, seat, stack, fleet),
        Order::Land { stack, to, pillage } => aboard::land(table, seat, stack, to, pillage),
        Order::Blockade { stack, port } => blockade::blockade(table, seat, stack, port),
        Order::Fortress { stack, inside } => evade::fortress(table, seat, stack, inside),
        Order::Cold { place, cold } => {
            may_tell_cold(table.state(), seat, place, cold)?;
            emit(table, Happened::ColdTold { place, cold })
        }
        Order::Revolt { place, size } => {
            may_tell_revolt(table.state(), seat, place, size)?;
            emit(table, Happened::RevoltTold { place, size })
        }
        Order::Explore { stack, target } => explore(table, seat, stack, target),
        Order::Supply { stack, pillage } => supplied(table, seat, stack, pillage),
        Order::Engage { stack, with } => fought::engage(table, seat, stack, with),
        Order::LetGo { stack } => blockade::let_go(table, seat, stack),
        Order::Retreat { stack, to } => fought::retreat(table, seat, stack, to),
        Order::Buy { country, place: at, items } => books::buy(table, seat, country, at, &items),
        Order::Upkeep { country, peace } => books::upkeep(table, seat, country, peace),
    }
}
