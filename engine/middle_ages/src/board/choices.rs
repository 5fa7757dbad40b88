//! What an endeavour leaves to be chosen: a loss taken by an army or by the social state, a marker to build or to remove.

use super::happened::Change;
use super::{Force, Happened, emit, fewest};
use crate::court::Court;
use crate::geography::Area;
use crate::marker::{Marker, to_build};
use crate::outline::Frame;
use crate::switches::readings;
use crate::{MiddleAges, Position, courts};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The attacker's base has a −1: an army point, or the social state.
    BaseLoss,
    /// The target has a −1: an army point, or the social state.
    TargetLoss,
    /// A pillage has a −1 against the target: one of its markers, or the social state.
    Pillaged,
    /// Which kind of marker is built.
    Marker,
}

/// A choice that is asked of a court.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// Of which.
    pub court: Court,
    /// What.
    pub what: What,
    /// In which area.
    pub area: Area,
    /// Who pillages it and chooses after the defender, where the defender chooses first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<Court>,
    /// Whether the pillage brings plunder besides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plundered: bool,
}

impl Ask {
    /// What is asked of a court in an area.
    #[must_use]
    pub fn of(court: Court, what: What, area: Area) -> Ask {
        Ask { court, what, area, attacker: None, plundered: false }
    }
}

/// What is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// An army point goes, and the social state stays.
    Army,
    /// The social state falls.
    Social,
    /// This marker is built, or removed.
    Marker(Marker),
}

/// The answers that a choice takes.
#[must_use]
pub fn answers(state: &Position, ask: &Ask) -> Vec<Answer> {
    let held = state.board.area(ask.area);
    let markers = held.map(|held| held.markers.clone()).unwrap_or_default();
    match ask.what {
        What::BaseLoss | What::TargetLoss => vec![Answer::Social, Answer::Army],
        What::Pillaged => {
            std::iter::once(Answer::Social).chain(markers.into_iter().map(Answer::Marker)).collect()
        }
        What::Marker => to_build(&markers).into_iter().map(Answer::Marker).collect(),
    }
}

/// Asks a court for a choice: where it has no player the first answer is taken.
pub(crate) fn ask(table: &mut Table<'_, '_, MiddleAges>, ask: Ask) -> Result<(), Refusal> {
    let number = table.state().board.asked + 1;
    emit(table, Happened::Asked { number, ask })?;
    if table.state().seat_of(ask.court).is_none() {
        return make(table, number, answers(table.state(), &ask).first().copied().unwrap_or(Answer::Social));
    }
    table.push(None, &Frame::Choice(number))
}

/// A player's choice.
///
/// # Errors
/// A refusal where it is not asked of him, or cannot be chosen.
pub fn may(state: &Position, seat: &SeatId, number: u32, answer: Answer) -> Result<(), Refusal> {
    let court = courts::own(state, seat)?;
    let ask = state.board.asks.get(&number).filter(|ask| ask.court == court);
    let ask = ask.ok_or_else(|| Refusal::new(said!("No such choice is asked of {}.", court)))?;
    if answers(state, ask).contains(&answer) {
        return Ok(());
    }
    let (rule, _) = behind(ask, answer);
    Err(Refusal::under(rule, said!("That cannot be chosen in {}.", state.data().named(ask.area))))
}

/// The rules behind an answer: the one that gives the choice, and what follows from it.
fn behind(ask: &Ask, answer: Answer) -> (RuleId, Vec<RuleId>) {
    match (ask.what, answer) {
        (What::BaseLoss, _) => (rule!("middle-ages.armies.loss-taken-by-attacker"), Vec::new()),
        (What::TargetLoss, _) => (
            rule!("middle-ages.armies.loss-taken-by-defender"),
            vec![rule!("middle-ages.fleets.unaffected-otherwise")],
        ),
        (What::Pillaged, Answer::Marker(_)) => (
            rule!("middle-ages.civilisation.pillage.marker"),
            vec![rule!("middle-ages.civilisation.pillage.gold")],
        ),
        (What::Pillaged, _) => (rule!("middle-ages.civilisation.pillage.marker"), Vec::new()),
        (What::Marker, _) => {
            (rule!("middle-ages.civilisation.limit-per-area"), vec![rule!("middle-ages.civilisation.kinds")])
        }
    }
}

/// Makes a choice, with what follows from it.
pub(crate) fn make(
    table: &mut Table<'_, '_, MiddleAges>,
    number: u32,
    answer: Answer,
) -> Result<(), Refusal> {
    let Some(ask) = table.state().board.asks.get(&number).copied() else { return Ok(()) };
    let (rule, more) = behind(&ask, answer);
    let rules = [vec![rule], more].concat();
    emit(table, Happened::Chosen { number, ask, answer, rules })?;
    let held = table.state().board.area(ask.area).cloned();
    let reads = readings(|key| table.switch(key));
    let change = match (ask.what, answer) {
        (What::Marker, Answer::Marker(kind)) => Change { built: Some(kind), ..Change::default() },
        (What::Pillaged, Answer::Marker(kind)) => {
            if reads.marker_gold_besides || !ask.plundered {
                let rules = vec![rule!("middle-ages.civilisation.pillage.gold")];
                super::follows::pays(table, ask.court, 1, rules)?;
            }
            Change { removed: Some(kind), ..Change::default() }
        }
        // The owner's army can still stand in for the fall, where its owner has not chosen before.
        (What::Pillaged, _) if !reads.defender_first => {
            return super::follows::falls(table, ask.area, false);
        }
        (_, Answer::Army) => {
            let army = held.map_or(0, |held| held.counters(Force::Army).iter().sum::<u8>());
            Change { armies: Some(fewest(army.saturating_sub(1))), ..Change::default() }
        }
        // The owner gave up no army: the attacker may still take a marker in the place of the fall.
        _ if ask.attacker.is_some() => {
            let court = ask.attacker.unwrap_or(ask.court);
            let plundered = ask.plundered;
            return self::ask(table, Ask { plundered, ..Ask::of(court, What::Pillaged, ask.area) });
        }
        _ => Change { social: -1, ..Change::default() },
    };
    emit(table, Happened::Area { area: ask.area, change: Box::new(change), rules: Vec::new() })
}
