//! Fleets of the board in battle: what is in them is their owner's secret, but no more than their counters hold, and their admiral stands
//! there for all to see.

use super::Standing;
use crate::Position;
use crate::attrition_sea::unsplit;
use crate::battle::Who;
use crate::battle::sea::Fleet;
use crate::fleets;
use crate::leader::Command;
use crate::supply::Ships;
use crate::thirds::Thirds;
use crate::units::{Counter, Hold, Stack, Unit};
use table::refusal::Refusal;
use table::{rule, said};

/// What counters hold at most.
#[derive(Clone, Copy, Default)]
struct Room {
    /// Warships, in thirds.
    warships: i32,
    /// Galleys that stand for themselves.
    galleys: i32,
    /// Transports.
    transports: i32,
    /// Fleet counters on their large face, and in all.
    fleets: (i32, i32),
    /// Of the warships those in fleets: two galleys take the place of each.
    in_fleets: i32,
}

impl Room {
    /// What can be seen of counters: all but what is in fleets.
    fn seen(units: &[Unit]) -> Room {
        let mut room = Room::default();
        for unit in units {
            match unit.counter {
                Counter::FleetPlus(_) => room.fleets = (room.fleets.0 + 1, room.fleets.1 + 1),
                Counter::FleetMinus(_) => room.fleets.1 += 1,
                Counter::Nd => room.warships += 3,
                Counter::SeaD => room.warships += 1,
                Counter::Gd => room.galleys += 1,
                Counter::Dtr => room.transports += 1,
                _ => {}
            }
        }
        room
    }

    /// What counters hold with every fleet filled; none where the tables have no row for it, and the umpire says it.
    fn filled(state: &Position, units: &[Unit]) -> Option<Room> {
        let mut room = Room::seen(units);
        for unit in units.iter().filter(|unit| unit.counter.is_fleet()) {
            let holds = fleets::fills(unit.counter, unit.country, state.turn.period())?;
            room.warships += 3 * i32::from(holds.nd);
            room.in_fleets += i32::from(holds.nd);
            room.transports += i32::from(holds.dtr);
        }
        Some(room)
    }

    /// All of it.
    fn all(&self) -> Thirds {
        Thirds(self.warships + 3 * (self.galleys + self.transports))
    }

    /// Warships and galleys, in sixths of a warship: two galleys take the room of one.
    fn in_line(&self) -> i32 {
        2 * self.warships + 3 * self.galleys
    }
}

/// What is in a naval stack at most, which is what it counts as in a battle, at sea and on a discovery: its fleets are as full as they can
/// be, but for what they have lost on the board. Of fleets for which the tables have no row nothing is known.
pub(super) fn strength(state: &Position, standing: &Standing) -> Thirds {
    match Room::filled(state, &standing.stack.0) {
        Some(room) => Thirds((room.all() - standing.missing).0.max(0)),
        None => standing.stack.naval(),
    }
}

/// What of a stack counts when it gives supply: its fleets are full as long as they have lost nothing, and hold what is left of that when
/// they have. A fleet for which the tables have no row may hold anything.
pub(super) fn ships(state: &Position, standing: &Standing) -> Ships {
    let units = &standing.stack.0;
    let seen = Room::seen(units);
    let scouts = units.iter().filter(|unit| unit.counter == Counter::SeaD).count() as i32;
    let held = Room::filled(state, units).unwrap_or(seen).all() - Thirds(scouts) - standing.missing;
    Ships {
        whole: u8::try_from(held.0.div_euclid(3).max(0)).unwrap_or(u8::MAX),
        fleet: seen.fleets.1 > 0,
        full: seen.fleets.0 > 0 && standing.missing == Thirds::NONE,
    }
}

/// What an owner has to take off a stack that loses so much: nothing where only galleys and transports are there, which never split, and
/// the last of them stays whole.
pub(super) fn owed(state: &Position, standing: &Standing, lost: Thirds) -> Thirds {
    let whole = || {
        let then = Standing { owes: lost, ..standing.clone() };
        standing.stack.is_naval()
            && standing.stack.fleets() == 0
            && standing.owes == Thirds::NONE
            && left(state, &then, &standing.stack.0).is_some()
    };
    if lost > Thirds::NONE && whole() { Thirds::NONE } else { lost }
}

/// What is missing in the fleets among these counters if they are left of a naval stack after its loss
/// (`fast-battle.attrition.sea.remaining`); none where they cannot be. Warships leave exploration detachments. Galleys and transports never
/// split: where no change can be given two thirds of one stay whole and a third dies. What a fleet has lost stays its owner's secret, how
/// much it is does not.
pub(super) fn left(state: &Position, standing: &Standing, after: &[Unit]) -> Option<Thirds> {
    let filled = (Room::filled(state, &standing.stack.0), Room::filled(state, after));
    let loose = Room::seen(after);
    // A fleet that is left is not empty; one of which nothing is known may hold anything.
    let (before, now, missing, least) = match filled {
        (Some(before), Some(now)) => (before, now, standing.missing, loose.fleets.1),
        _ => (Room::seen(&standing.stack.0), loose, Thirds::NONE, 0),
    };
    let grows = loose.warships > before.warships
        || loose.galleys > before.galleys + 2 * before.in_fleets
        || loose.in_line() > before.in_line()
        || loose.transports > before.transports
        || loose.fleets.0 > before.fleets.0
        || loose.fleets.1 > before.fleets.1;
    let rest = before.all() - missing - standing.owes;
    if grows || after.is_empty() {
        return None;
    }
    if loose.all() + Thirds(least) <= rest {
        return Some(Thirds((now.all() - rest).0.max(0)));
    }
    let change = before.fleets.1 > 0 || before.warships >= rest.0 % 3;
    let split = rest - Thirds(loose.warships);
    let rounded = unsplit(split) == loose.galleys + loose.transports;
    (!change && split >= Thirds::NONE && rounded).then_some(Thirds::NONE)
}

/// What may be left of a naval stack after its loss where no fleet is broken up, so that no more is lost than must be: the way first that
/// keeps most of its counters. None where nothing is left.
pub(super) fn ways(state: &Position, standing: &Standing) -> Vec<Vec<Unit>> {
    let of = |is: fn(Counter) -> bool| standing.stack.count(is);
    let (large, fleets) = (of(|c| matches!(c, Counter::FleetPlus(_))), standing.stack.fleets());
    let (nd, gd) = (of(|c| c == Counter::Nd), of(|c| c == Counter::Gd));
    let (dtr, d) = (of(|c| c == Counter::Dtr), of(|c| c == Counter::SeaD));
    let bare = Hold::default();
    let mut found: Vec<(Thirds, Vec<Unit>)> = Vec::new();
    for (plus, minus) in (0..=large).rev().flat_map(|plus| (0..=fleets - plus).rev().map(move |m| (plus, m)))
    {
        for (nd, dtr) in (0..=nd).rev().flat_map(|nd| (0..=dtr).rev().map(move |dtr| (nd, dtr))) {
            // Warships that go leave change; fleets are not broken up for it.
            let change = if nd < of(|c| c == Counter::Nd) { d.max(2) } else { d };
            for (gd, d) in (0..=gd).rev().flat_map(|gd| (0..=change).rev().map(move |d| (gd, d))) {
                let counters = [
                    (Counter::FleetPlus(bare), plus),
                    (Counter::FleetMinus(bare), minus),
                    (Counter::Nd, nd),
                    (Counter::Gd, gd),
                    (Counter::Dtr, dtr),
                    (Counter::SeaD, d),
                ];
                let unit = |counter| Unit { counter, country: standing.country, veteran: false };
                let after: Vec<Unit> = (counters.into_iter())
                    .flat_map(|(counter, many)| std::iter::repeat_n(unit(counter), many.into()))
                    .collect();
                if let Some(missing) = left(state, standing, &after) {
                    let then = Standing { stack: Stack(after.clone()), missing, ..standing.clone() };
                    found.push((strength(state, &then), after));
                }
            }
        }
    }
    let most = found.iter().map(|(keeps, _)| *keeps).max();
    found.retain(|(keeps, _)| Some(*keeps) == most);
    found.into_iter().map(|(_, after)| after).collect()
}

/// Checks and completes what an owner seals of a fleet that fights from the board.
///
/// # Errors
/// A refusal that says what its counters hold, what it has still to lose, or who leads it.
pub(crate) fn check_fleet(state: &Position, number: u32, who: Who, fleet: &mut Fleet) -> Result<(), Refusal> {
    let stack = state.board.fights.get(&number).map(|stacks| stacks[who as usize]);
    let Some((stack, standing)) = stack.and_then(|n| Some((n, state.board.stacks.get(&n)?))) else {
        return Ok(());
    };
    if let Some(room) = Room::filled(state, &standing.stack.0) {
        fits(state, stack, standing, fleet, room)?;
    }
    match (&fleet.command, &standing.leader) {
        (Command::Leader(named), Some(led)) if *named != led.values => {
            return Err(Refusal::new(said!(
                "Stack {} is led by {} {}, as it was when the battle was opened.",
                stack,
                led.name.as_str(),
                led.values.to_string()
            )));
        }
        (Command::Leader(_), None) => {
            return Err(Refusal::new(said!(
                "No leader stands with stack {} on the board; one is given before a battle is opened.",
                stack
            )));
        }
        (_, Some(led)) => fleet.command = Command::Leader(led.values),
        (_, None) => {}
    }
    Ok(())
}

fn fits(state: &Position, stack: u32, standing: &Standing, fleet: &Fleet, room: Room) -> Result<(), Refusal> {
    let (galleys, transports) = (i32::from(fleet.galleys), i32::from(fleet.transports));
    // Two galleys take the room of one warship: counted in sixths of one.
    let in_line = 2 * fleet.warships.0 + 3 * galleys;
    if in_line > room.in_line() || transports > room.transports {
        return Err(Refusal::under(
            rule!("fast-battle.units.fleet-contents-vary"),
            said!(
                "The counters of stack {} hold {} ND at most (two GD in the room of one), {} GD besides and {} DTr.",
                stack,
                Thirds(room.warships).to_string(),
                room.galleys,
                room.transports
            ),
        ));
    }
    let owed = standing.owes;
    let most = strength(state, standing) - owed;
    if standing.missing > Thirds::NONE && most > Thirds::NONE && fleet.strength() > most {
        return Err(Refusal::under(
            rule!("fast-battle.units.fleet-contents-recorded"),
            said!(
                "The fleets of stack {} have lost {} of what fills them, so no more than {} detachments of it fight.",
                stack,
                standing.missing.to_string(),
                most.to_string()
            ),
        ));
    }
    // Who has lost all that he had takes the stack off; nobody is kept from sealing for it.
    if owed > Thirds::NONE && most > Thirds::NONE && fleet.strength() > most {
        return Err(Refusal::under(
            rule!("fast-battle.losses.applied-to-counters"),
            said!(
                "Stack {} has {} still to lose, so no more than {} detachments of it fight.",
                stack,
                owed.to_string(),
                most.to_string()
            ),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
