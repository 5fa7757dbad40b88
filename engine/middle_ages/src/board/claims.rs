//! Claims: at the beginning each court seals which areas of others it claims; each that it holds at the end counts.

use super::{Happened, emit};
use crate::geography::Area;
use crate::{MiddleAges, Position};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::by_round::Envelopes;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::view::View;

table::named_round! {
    /// The round in which areas are claimed: `claims`.
    pub struct AreaClaims as "claims";
}

/// Claims.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// The areas.
    pub areas: BTreeSet<Area>,
}

impl Envelopes<MiddleAges> for AreaClaims {
    type Choice = Claims;

    fn check(&self, state: &Position, seat: &SeatId, claims: &Claims) -> Result<(), Refusal> {
        // What was sealed stays sealed where its player gives his court up before it is opened; it then counts for nothing.
        let Some(court) = state.court_of(seat) else { return Ok(()) };
        let most = state.most_claims();
        if claims.areas.len() > most {
            return Err(Refusal::new(said!(
                "The most areas that a court claims: {}; named: {}.",
                most,
                claims.areas.len()
            )));
        }
        if let Some(none) = claims.areas.iter().find(|area| state.board.area(**area).is_none()) {
            return Err(Refusal::new(said!("\"{}\" is no area of this map.", none.key().to_owned())));
        }
        match claims.areas.iter().find(|area| state.board.owner(**area) == Some(court)) {
            Some(own) => Err(Refusal::new(said!(
                "{} is your own; what others hold is claimed.",
                state.data().named(*own)
            ))),
            None => Ok(()),
        }
    }

    fn default_choice(&self, _: &Position, _: &SeatId) -> Option<Claims> {
        Some(Claims::default())
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, MiddleAges>,
        choices: BTreeMap<SeatId, Claims>,
    ) -> Result<(), Refusal> {
        let of = |(seat, claims): (SeatId, Claims)| Some((table.state().court_of(&seat)?, claims.areas));
        let claims = choices.into_iter().filter_map(of).collect();
        emit(table, Happened::Claimed { claims })
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        let Some(court) = table.seat().and_then(|seat| state.court_of(seat)) else { return Vec::new() };
        let foreign = state.data().areas().filter(|area| state.board.owner(*area) != Some(court));
        let mut lists: Vec<Vec<Area>> = vec![Vec::new()];
        lists.extend(foreign.map(|area| vec![area]));
        vec![Offer::seal(&self.to_string(), vec![Field::required("areas", Kind::among(lists))])]
    }
}
