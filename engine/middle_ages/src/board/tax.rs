//! Taxation and rebellion.

use super::{Happened, in_turn};
use crate::court::Court;
use crate::endeavour::Kin;
use crate::geography::Area;
use crate::marker::Marker;
use crate::switches::readings;
use crate::{Event, MiddleAges, Position};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::{rule, said};

/// The sums of two dice on which an area of a rebellion value rebels: up to the first number, and from the second on. At 8 and more it always
/// does. At 0 and less it does not, or on 2 and 12: that is a matter of the group, for the printed table is known from 1 on.
const REBELS: [(u8, u8); 7] = [(3, 11), (4, 11), (4, 10), (5, 10), (5, 9), (6, 9), (6, 8)];

/// The sums at a value of 0 or less, where the group reads it so.
const QUIET_REBEL: (u8, u8) = (2, 12);

/// Whether an area of a rebellion value rebels on a sum of two dice.
#[must_use]
pub fn rebels(value: i16, dice: u8, quiet_rebel: bool) -> bool {
    match rebels_at(value, quiet_rebel) {
        Some((low, high)) => dice <= low || dice >= high,
        None => value > 0,
    }
}

/// The sums of two dice on which an area of a rebellion value rebels: up to the first, and from the second on; `None` where no dice decide.
#[must_use]
pub fn rebels_at(value: i16, quiet_rebel: bool) -> Option<(u8, u8)> {
    match value {
        ..=0 => quiet_rebel.then_some(QUIET_REBEL),
        _ => REBELS.get(usize::try_from(value.checked_sub(1)?).ok()?).copied(),
    }
}

/// On how many of the 36 throws of two dice an area of a rebellion value rebels.
#[must_use]
pub fn throws(value: i16, quiet_rebel: bool) -> usize {
    let all = (1..=6).flat_map(|one| (1..=6).map(move |other| one + other));
    all.filter(|dice| rebels(value, *dice, quiet_rebel)).count()
}

/// The rebellion value of an area of a court that is asked for so much gold. The extra gold of commerce does not count.
#[must_use]
pub fn value(state: &Position, court: Court, area: Area, gold: u8) -> i16 {
    let board = &state.board;
    let Some(held) = board.area(area) else { return 0 };
    let others = held.ties.iter().any(|tie| *tie != court);
    let near = |kin: Kin| kin.hinders();
    let restless = board.data.borders(area).any(|other| {
        board.area(other).is_some_and(|beyond| {
            beyond.owner.is_none()
                && board.data.language_to(other, area) == Kin::Same
                && beyond.religion == held.religion
        })
    });
    i16::from(gold) - i16::from(held.fort)
        + near(board.language(court, area))
        + near(board.religion(court, area))
        - 2 * i16::from(held.ties.contains(&court))
        + 2 * i16::from(others)
        + 5 * i16::from(held.unrest)
        + i16::from(restless)
}

/// Whether an area may be taxed for so much.
///
/// # Errors
/// A refusal where it is not his, was taxed, or its social state does not give so much.
pub fn may(state: &Position, seat: &SeatId, area: Area, gold: u8) -> Result<Court, Refusal> {
    let (court, ..) = in_turn(state, seat)?;
    let held = state.board.area(area).filter(|held| held.owner == Some(court));
    let Some(held) = held else {
        return Err(Refusal::new(said!("{} does not control {}.", court, state.data().named(area))));
    };
    if held.taxed {
        return Err(Refusal::new(said!("{} was taxed in this turn.", state.data().named(area))));
    }
    let most = u8::try_from(held.social).unwrap_or(0);
    if gold == 0 || gold > most {
        return Err(Refusal::new(said!(
            "{} is taxed for 1 gold up to its social state, which is {}; {} was asked.",
            state.data().named(area),
            held.social,
            gold
        )));
    }
    Ok(court)
}

/// Taxes an area: it brings its gold unless it rebels.
pub(crate) fn tax(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    area: Area,
    asked: u8,
) -> Result<(), Refusal> {
    let court = may(table.state(), seat, area, asked)?;
    let commerce =
        table.state().board.area(area).is_some_and(|held| held.markers.contains(&Marker::Commerce));
    let rebelled = test(table, court, area, asked)?;
    let (mut rules, mut gold) = (Vec::new(), 0);
    if !rebelled {
        gold = asked + u8::from(commerce);
        if commerce {
            rules.push(rule!("middle-ages.civilisation.commerce.tax"));
        }
    }
    let happened = Happened::Taxed { court, area, asked, gold, rules };
    table.emit(&Event::Board(Box::new(happened)))?;
    if rebelled { super::follows::passes(table, area, None) } else { Ok(()) }
}

/// Tests whether an area rebels; it does not change hands yet.
pub(crate) fn test(
    table: &mut Table<'_, '_, MiddleAges>,
    court: Court,
    area: Area,
    gold: u8,
) -> Result<bool, Refusal> {
    let state = table.state();
    let value = value(state, court, area, gold);
    let commerce = state.board.area(area).is_some_and(|held| held.markers.contains(&Marker::Commerce));
    let quiet = readings(|key| table.switch(key)).quiet_rebel;
    let dice = if rebels_at(value, quiet).is_some() {
        let slot = format!("board/{}", state.board.rolls + 1);
        let fell = table.roll(&slot, vec![[6, 2]], "rebellion")?;
        Some(u8::try_from(fell.iter().sum::<u32>()).unwrap_or(7))
    } else {
        None
    };
    let rebels = rebels(value, dice.unwrap_or(7), quiet);
    let rules = if commerce && gold > 0 {
        vec![rule!("middle-ages.civilisation.commerce.rebellion")]
    } else {
        Vec::new()
    };
    table.emit(&Event::Board(Box::new(Happened::Tested { area, value, dice, rebels, rules })))?;
    Ok(rebels)
}
