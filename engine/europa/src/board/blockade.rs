//! Blockades: laying one before a port, and coming out of a blockaded port or into it.

use super::control::Eyes;
use super::march::may_move;
use super::orders::{covered, die, emit, own_stack};
use super::{Happened, Standing};
use crate::campaigns::Deed;
use crate::control::{Control, Stance, harbour};
use crate::geography::{Place, atlas};
use crate::interception::{Outcome, escape};
use crate::outline::Frame;
use crate::technology::Naval;
use crate::units::{Counter, Stack};
use crate::{Europa, Position, fleets, switches};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

const RULE: RuleId = rule!("fast-battle.aids.interception-evasion");

/// Whether a naval stack is large enough to blockade a port with a fortress: anything before a fort, a detachment before level 1, an F- or 2
/// ND before levels 2 and 3, an F+ or 3 ND before a greater one.
fn suffices(stack: &Stack, level: u8) -> bool {
    let large = stack.count(|counter| matches!(counter, Counter::FleetPlus(_))) > 0;
    let (fleets, loose) = (stack.fleets() > 0, stack.hold().total());
    match level {
        0 => true,
        1 => fleets || loose >= 1,
        2 | 3 => fleets || loose >= 2,
        _ => large || loose >= 3,
    }
}

/// A naval stack blockades a port next to its sea zone, or no longer.
pub(super) fn blockade(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    port: Option<Place>,
) -> Result<(), Refusal> {
    may_blockade(table.state(), seat, stack, port)?;
    emit(table, Happened::Blockaded { stack, port, rules: vec![RULE] })
}

/// Whether a naval stack may blockade a port, or none any more.
pub(super) fn may_blockade(
    state: &Position,
    seat: &SeatId,
    stack: u32,
    port: Option<Place>,
) -> Result<(), Refusal> {
    let standing = own_stack(state, seat, stack)?;
    may_move(state, stack, standing)?;
    if standing.blockades == port {
        return Err(Refusal::new(said!("It stands so already.")));
    }
    let Some(port) = port else { return Ok(()) };
    let eyes = Eyes::of(state, standing.country);
    let before = standing.stack.is_naval()
        && standing.at.site().is_sea()
        && atlas().border(standing.at, port).is_some()
        && harbour(port, &switches::logistics()).is_some();
    if !before || eyes.stance(port) != Stance::Enemy {
        return Err(Refusal::under(
            RULE,
            said!(
                "A naval stack blockades an enemy's port next to its own sea zone; {} is none.",
                port.name()
            ),
        ));
    }
    let level = port.site().fortress;
    if !suffices(&standing.stack, level) {
        return Err(Refusal::under(
            RULE,
            said!(
                "The fortress of {} is of level {}: a detachment blockades level 1, an F- or 2 ND levels 2 and 3, an F+ or 3 ND a greater one.",
                port.name(),
                level
            ),
        ));
    }
    covered(state, seat, stack, standing, Deed::EntersEnemy)
}

/// How many detachments can be seen: those outside of fleets, and what fills the fleets.
fn seen(state: &Position, standing: &Standing) -> u16 {
    let of = |counter: Counter| {
        let full = fleets::fills(counter, standing.country, state.turn.period()).map(|full| full.nd);
        match counter {
            Counter::FleetPlus(_) => full.unwrap_or(4),
            Counter::FleetMinus(_) => full.unwrap_or(2),
            other => other.hold().total(),
        }
    };
    standing.stack.0.iter().map(|unit| u16::from(of(unit.counter))).sum()
}

/// A stack tries to come out of a blockaded port, or into it; whether it does. Where its try fails badly, the blockading stack may force a
/// battle on it.
pub(super) fn escapes(
    table: &mut Table<'_, '_, Europa>,
    stack: u32,
    port: Place,
    blockader: u32,
) -> Result<bool, Refusal> {
    let state = table.state();
    let (Some(own), Some(other)) = (state.board.stacks.get(&stack), state.board.stacks.get(&blockader))
    else {
        return Ok(true);
    };
    let galleys = other.stack.count(|counter| counter == Counter::Gd) as usize == other.stack.0.len();
    let tried = escape(
        (own.man().unwrap_or(0), other.man().unwrap_or(0)),
        seen(state, other) < seen(state, own),
        !galleys && state.naval_of(other.country) < Naval::SeventyFour,
    );
    let tried = tried.roll(die(table, 0, port.name())?);
    let outcome = tried.outcome;
    emit(table, Happened::Escaped { stack, port, blockader, tried, rules: vec![RULE] })?;
    if outcome == Outcome::Caught {
        table.push(None, &Frame::Caught { stack, by: blockader })?;
    }
    Ok(outcome == Outcome::Done)
}

/// Who caught a stack in a blockaded port forces no battle on it.
pub(super) fn let_go(table: &mut Table<'_, '_, Europa>, seat: &SeatId, stack: u32) -> Result<(), Refusal> {
    let by = may_let_go(table.state(), seat, stack)?;
    emit(table, Happened::LetGo { stack, by, rules: vec![RULE] })?;
    table.end(&Frame::Caught { stack, by })
}

/// The stack that caught another and may let it go.
pub(super) fn may_let_go(state: &Position, seat: &SeatId, stack: u32) -> Result<u32, Refusal> {
    let caught = state.frames.iter().find_map(|open| match open {
        Frame::Caught { stack: caught, by } if *caught == stack => Some(*by),
        _ => None,
    });
    let by =
        caught.ok_or_else(|| Refusal::new(said!("Stack {} was not caught in a blockaded port.", stack)))?;
    own_stack(state, seat, by)?;
    Ok(by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::by_hand::{at_war, france, moves, place, says, stands};
    use crate::units::{Hold, stack};

    // fast-battle.aids.interception-evasion: how large a stack blockades a port whose fortress is of a level.
    #[test]
    fn the_greater_the_fortress_the_more_ships_blockade_its_port() {
        let hold = Hold::default();
        let of = |counters: &[Counter]| stack("spain", counters);
        let (plus, minus) = (of(&[Counter::FleetPlus(hold)]), of(&[Counter::FleetMinus(hold)]));
        let nd = |many: usize| of(&vec![Counter::Nd; many]);
        for (ships, levels) in [
            (of(&[Counter::SeaD]), [true, false, false, false, false, false]),
            (nd(1), [true, true, false, false, false, false]),
            (nd(2), [true, true, true, true, false, false]),
            (nd(3), [true; 6]),
            (minus, [true, true, true, true, false, false]),
            (plus, [true; 6]),
        ] {
            assert_eq!([0, 1, 2, 3, 4, 5].map(|level| suffices(&ships, level)), levels, "{ships:?}");
        }
    }

    // fast-battle.aids.interception-evasion
    #[test]
    fn ships_at_sea_blockade_an_enemys_port_beside_them() {
        let refused = |at: &str, ships: &[Counter], port: &str| {
            let mut state = at_war(8);
            stands(&mut state, "france", at, ships);
            moves(&mut state, &france());
            says(may_blockade(&state, &france(), 1, Some(place(port))))
        };
        let three = [Counter::Nd; 3];
        assert_eq!(refused("sLion", &three, "eCatalunya"), "");
        let no = "blockades an enemy's port next to its own sea zone";
        for (at, counters, port, why) in [
            ("eRosselo", &[Counter::Ld; 3], "eCatalunya", "troops"),
            ("eBearn", &three, "eVizcaya", "ships in a port"),
            ("sGascogne", &three, "eCatalunya", "too far"),
            ("sGascogne", &three, "eGuyenne", "a port of France"),
            ("sLion", &three, "eRosselo", "no port"),
        ] {
            let says = refused(at, counters, port);
            assert!(says.contains(no), "{why}: {says}");
        }
        let mut state = at_war(8);
        state.board.held.insert(place("eAragon"), crate::board::by_hand::country("spain"));
        stands(&mut state, "france", "sLion", &three);
        moves(&mut state, &france());
        assert!(says(may_blockade(&state, &france(), 1, Some(place("eAragon")))).contains(no), "inland");
    }
}
