//! The defence of an area against an endeavour: a year card, and gold.

use super::endeavours;
use crate::{MiddleAges, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::by_round::Envelopes;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::view::View;

table::named_round! {
    /// The round in which an area is defended against an endeavour, by its number: `defence/7`.
    pub struct Defences(pub u32) as "defence";
}

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

impl Envelopes<MiddleAges> for Defences {
    type Choice = Defence;

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
        let Some(court) = table.seat().and_then(|seat| state.court_of(seat)) else { return Vec::new() };
        let realm = state.board.realms.get(&court);
        let gold = realm.map_or(0, |realm| i64::from(realm.gold.min(9)));
        let either = realm.is_some_and(|realm| realm.cards > 0)
            && state.board.declared.as_ref().is_some_and(|of| of.what.kind.is_attack());
        let defend = if either { Kind::among([false, true]) } else { Kind::is(false) };
        let gold = Kind::Whole { least: 0, most: gold };
        vec![Offer::seal(
            &self.to_string(),
            vec![Field::required("defend", defend), Field::required("gold", gold)],
        )]
    }

    fn about(&self, state: &Position) -> Option<String> {
        let declared = state.board.declared.as_ref().filter(|declared| declared.number == self.0)?;
        Some(state.data().name(declared.what.targets.first()?.area).to_owned())
    }
}
