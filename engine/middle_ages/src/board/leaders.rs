//! Leaders: checked where a year card has a mark, and who comes after one that dies. The printed tables are not known; these are ours.

use super::Happened;
use crate::court::Court;
use crate::stature::{Leader, Stature, VALUES};
use crate::{Event, MiddleAges};
use table::game::Table;
use table::refusal::Refusal;

/// What the sum of two dice does to a leader's stature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// He dies, and another follows.
    Dies,
    /// The stature falls a step.
    Falls,
    /// Nothing.
    Stays,
    /// It rises a step.
    Rises,
}

/// What a sum of two dice does.
#[must_use]
pub fn came(dice: u8) -> Came {
    match dice {
        ..=3 => Came::Dies,
        4 => Came::Falls,
        11.. => Came::Rises,
        _ => Came::Stays,
    }
}

/// A stature a step higher or lower.
#[must_use]
pub fn step(value: u8, up: bool) -> u8 {
    let at = VALUES.iter().position(|of| *of == value).unwrap_or(0);
    let to = if up { (at + 1).min(VALUES.len() - 1) } else { at.saturating_sub(1) };
    VALUES.get(to).copied().unwrap_or(value)
}

/// The stature that a die gives a new leader.
#[must_use]
pub fn born(die: u32) -> u8 {
    match die {
        1 => 1,
        2 | 3 => 2,
        4 => 3,
        5 => 5,
        _ => 9,
    }
}

/// Who follows a leader: three dice for his statures.
pub(crate) fn heir(table: &mut Table<'_, '_, MiddleAges>, slot: &str) -> Result<Leader, Refusal> {
    let fell = table.roll(&format!("{slot}/heir"), vec![[6, 3]], "heir")?;
    let of = |i: usize| born(fell.get(i).copied().unwrap_or(1));
    Ok(Leader { name: None, combat: of(0), administration: of(1), diplomacy: of(2) })
}

/// Checks a leader after an endeavour whose card has a mark.
pub(crate) fn check(
    table: &mut Table<'_, '_, MiddleAges>,
    court: Court,
    stature: Stature,
) -> Result<(), Refusal> {
    let state = table.state();
    let Some(realm) = state.board.realms.get(&court) else { return Ok(()) };
    if super::setup::is_unchecked(state.data(), court, state.calendar.round) {
        return Ok(());
    }
    let old = realm.leader.clone();
    let slot = format!("board/{}", state.board.rolls + 1);
    let fell: u32 = table.roll(&slot, vec![[6, 2]], "leader")?.iter().sum();
    let dice = u8::try_from(fell).unwrap_or(7);
    let came = came(dice);
    let leader = match came {
        Came::Dies => heir(table, &slot)?,
        Came::Falls => old.clone().with(stature, step(old.of(stature), false)),
        Came::Rises => old.clone().with(stature, step(old.of(stature), true)),
        Came::Stays => old,
    };
    let happened = Happened::Checked { court, stature, dice, leader, died: came == Came::Dies };
    table.emit(&Event::Board(Box::new(happened)))
}
