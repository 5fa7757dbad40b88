//! Empires in Arms.

pub mod choice;
pub mod powers;
pub mod scenario;

use crate::table::event::Founded;
use crate::table::game::{Game, NoOrder, Table};
use crate::table::names::SeatId;
use crate::table::offers::Offer;
use crate::table::refusal::Refusal;
use crate::table::view::{View, Viewer};
use choice::Choice;
use powers::Power;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The game, as the table holds it.
pub enum EmpiresInArms {}

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The choice of powers, and who holds what by it.
    pub choice: Choice,
}

/// What happens in the game. Every variant says which rules made it so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Event {
    /// Equal bids were ordered by dice.
    BidsTied(choice::BidsTied),
    /// A power was taken.
    PowerTaken(choice::PowerTaken),
    /// A power stays without a player.
    Uncontrolled {
        /// The power.
        power: Power,
    },
    /// Every seat has its power.
    PowersChosen,
}

impl Game for EmpiresInArms {
    const KEY: &'static str = "eia";
    const NAME: &'static str = "Empires in Arms";
    const RULES: &'static str = "1";
    type State = Position;
    type Order = NoOrder;
    type Event = Event;
    type View = Position;

    fn options(scenario: &str, seats: u32, options: &Value) -> Result<Value, Refusal> {
        choice::options(scenario, seats, options)
    }

    fn set_up(founded: &Founded) -> Option<Position> {
        Some(Position { choice: Choice::set_up(founded)? })
    }

    fn check_choice(state: &Position, round: &str, _seat: &SeatId, body: &Value) -> Result<Value, Refusal> {
        state.choice.check_sheet(round, body)
    }

    fn begin(table: &mut Table<'_, '_, Self>) -> Result<(), Refusal> {
        choice::begin(table)
    }

    fn opened(
        table: &mut Table<'_, '_, Self>,
        _round: &str,
        choices: &BTreeMap<SeatId, Value>,
    ) -> Result<(), Refusal> {
        choice::sheets_opened(table, choices)
    }

    fn decide(_table: &mut Table<'_, '_, Self>, _seat: &SeatId, order: NoOrder) -> Result<(), Refusal> {
        match order {}
    }

    fn apply(state: &mut Position, event: Event) {
        state.choice.apply(event);
    }

    fn view(state: &Position, _viewer: &Viewer) -> Position {
        // Sealed sheets lie in the table's envelopes; nothing of this position is secret.
        state.clone()
    }

    fn owners(state: &Position, seat: &SeatId) -> Vec<String> {
        state.choice.powers_of(seat).into_iter().map(|power| power.key().to_owned()).collect()
    }

    fn offers(view: &Position, table: &View) -> Vec<Offer> {
        view.choice.offers(table)
    }
}
