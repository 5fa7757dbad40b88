//! The defence of an area against an endeavour: a year card, and gold.

use super::endeavours;
use crate::{MiddleAges, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use table::by_round::{Envelopes, not_asked};
use table::envelope::NoRound;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// The round in which an area is defended against an endeavour, by its number: `defence/7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defences(pub u32);

/// A defence, or gold against a negotiation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defence {
    /// Whether a year card is played in defence.
    #[serde(default)]
    pub defend: bool,
    /// Gold that is added.
    #[serde(default)]
    pub gold: u8,
}

impl fmt::Display for Defences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "defence/{}", self.0)
    }
}

impl FromStr for Defences {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<Defences, NoRound> {
        name.strip_prefix("defence/").and_then(|number| number.parse().ok()).map(Defences).ok_or(NoRound)
    }
}

impl Envelopes<MiddleAges> for Defences {
    type Choice = Defence;

    fn read(&self, _: &Position, _: &SeatId, filled: &Value) -> Result<Defence, Refusal> {
        Defence::deserialize(filled).map_err(|_| not_asked())
    }

    fn check(&self, state: &Position, seat: &SeatId, defence: &Defence) -> Result<(), Refusal> {
        // What was sealed stays sealed where its player gives his court up before it is opened; it then counts for nothing.
        let Some(court) = state.court_of(seat) else { return Ok(()) };
        let realm = state.board.realms.get(&court);
        let (gold, cards) = realm.map_or((0, 0), |realm| (realm.gold, realm.cards));
        if u16::from(defence.gold) > gold {
            return Err(Refusal::new(said!("{} has {} gold; {} was offered.", court, gold, defence.gold)));
        }
        if defence.defend && cards == 0 {
            return Err(Refusal::new(said!("{} has no year card left in this round.", court)));
        }
        Ok(())
    }

    fn default_choice(&self, _: &Position, _: &SeatId) -> Option<Defence> {
        Some(Defence::default())
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, MiddleAges>,
        choices: BTreeMap<SeatId, Defence>,
    ) -> Result<(), Refusal> {
        let of_a_court = choices.into_iter().find(|(seat, _)| table.state().court_of(seat).is_some());
        endeavours::decide(table, of_a_court.map(|(_, defence)| defence))
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        let name = self.to_string();
        let seat = table.seat().filter(|_| table.may_seal(&name));
        let Some(court) = seat.and_then(|seat| state.court_of(seat)) else { return Vec::new() };
        let realm = state.board.realms.get(&court);
        let gold = realm.map_or(0, |realm| i64::from(realm.gold.min(9)));
        let either = realm.is_some_and(|realm| realm.cards > 0)
            && state.board.declared.as_ref().is_some_and(|of| of.what.kind.is_attack());
        let defend = if either { Kind::among([false, true]) } else { Kind::is(false) };
        let gold = Kind::Whole { least: 0, most: gold };
        vec![Offer::seal(&name, vec![Field::required("defend", defend), Field::required("gold", gold)])]
    }

    fn about(&self, state: &Position) -> Option<String> {
        let declared = state.board.declared.as_ref().filter(|declared| declared.number == self.0)?;
        Some(state.data().name(declared.what.targets.first()?.area).to_owned())
    }
}
