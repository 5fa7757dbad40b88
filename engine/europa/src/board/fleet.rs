//! Fleets of the board in battle: what is in them is their owner's secret, but no more than their counters hold, and their admiral stands
//! there for all to see.

use super::Standing;
use crate::Position;
use crate::battle::Who;
use crate::battle::sea::Fleet;
use crate::fleets;
use crate::leader::Command;
use crate::thirds::Thirds;
use crate::units::Counter;
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
}

/// What the counters of a stack hold; none where the tables have no row, and the umpire says it.
fn room(state: &Position, standing: &Standing) -> Option<Room> {
    let mut room = Room::default();
    for unit in &standing.stack.0 {
        match unit.counter {
            Counter::FleetPlus(_) | Counter::FleetMinus(_) => {
                let holds = fleets::fills(unit.counter, unit.country, state.turn.period())?;
                room.warships += 3 * i32::from(holds.nd);
                room.transports += i32::from(holds.dtr);
            }
            Counter::Nd => room.warships += 3,
            Counter::SeaD => room.warships += 1,
            Counter::Gd => room.galleys += 1,
            Counter::Dtr => room.transports += 1,
            _ => {}
        }
    }
    Some(room)
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
    if let Some(room) = room(state, standing) {
        fits(stack, standing, fleet, room)?;
    }
    match (&fleet.command, &standing.leader) {
        (Command::Leader(named), Some(led)) if *named != led.values => {
            return Err(Refusal::new(said!(
                "Stack {} is led by {} {}; /europa stack, leader, gives it another.",
                stack,
                led.name.as_str(),
                led.values.to_string()
            )));
        }
        (Command::Leader(_), None) => {
            return Err(Refusal::new(said!(
                "No leader stands with stack {} on the board; /europa stack, leader, gives it one.",
                stack
            )));
        }
        (_, Some(led)) => fleet.command = Command::Leader(led.values),
        (_, None) => {}
    }
    Ok(())
}

fn fits(stack: u32, standing: &Standing, fleet: &Fleet, room: Room) -> Result<(), Refusal> {
    let (galleys, transports) = (i32::from(fleet.galleys), i32::from(fleet.transports));
    // Two galleys take the room of one warship: counted in sixths of one.
    let in_line = 2 * fleet.warships.0 + 3 * galleys;
    if in_line > 2 * room.warships + 3 * room.galleys || transports > room.transports {
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
    let most = Thirds(room.warships + 3 * (room.galleys + room.transports)) - owed;
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
