//! Europa: *Europa Universalis* fought by the EU9 fast battle.

pub mod attrition;
pub mod attrition_land;
pub mod attrition_sea;
pub mod battle;
pub mod board;
pub mod campaigns;
pub mod class;
pub mod control;
pub mod counters;
pub mod country;
pub mod exploration;
pub mod fleets;
pub mod geography;
pub mod interception;
pub mod kept;
pub mod leader;
pub mod leaders;
pub mod logistics_switches;
pub mod losses;
pub mod odds;
mod offers;
pub mod outline;
pub mod pair;
pub mod paths;
pub mod period;
pub mod prices;
pub mod purchase;
pub mod remains;
pub mod rounds;
pub mod scenario;
pub mod seats;
pub mod siege;
#[cfg(test)]
mod sources;
pub mod supply;
#[cfg(test)]
mod supply_tests;
pub mod switches;
pub mod technology;
pub mod thirds;
pub mod treasuries;
pub mod units;
pub mod upkeep;
pub mod words;

use battle::course::{self as fights, Fights};
use board::Board;
use country::Country;
pub use offers::{held_by, is_open};
use outline::{Frame, Turn};
use seats::Played;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use siege::course::{self as sieges, Sieges};
use std::collections::{BTreeMap, BTreeSet};
use table::assent::Assent;
use table::event::Founded;
use table::frames::{Ends, Frames};
use table::game::{Game, Sealed, Table};
use table::lodged::{Holder, Lodging};
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::shared::Shared;
use table::switches::Switch;
use table::values::Value as Tracked;
use table::view::{View, Viewer};

/// The game, as the table holds it.
pub enum Europa {}

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The turn.
    pub turn: Turn,
    /// The countries that have a player.
    pub countries: Shared<BTreeMap<Country, Played>>,
    /// Those that were given up, as their players left them: who takes one next goes on from there.
    #[serde(default)]
    pub given_up: Shared<BTreeMap<Country, Played>>,
    /// Who is at war with whom, the lesser key first.
    pub wars: Shared<BTreeSet<(Country, Country)>>,
    /// The peaces that one side has told and the other has not confirmed: who told, and with whom.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub peaces: BTreeSet<(Country, Country)>,
    /// Battles.
    #[serde(default)]
    pub fights: Shared<Fights>,
    /// The armies and fleets that are kept here.
    #[serde(default)]
    pub board: Board,
    /// Sieges.
    #[serde(default)]
    pub sieges: Shared<Sieges>,
    /// The open frames of the sequence of play.
    #[serde(default)]
    pub frames: Frames<Frame>,
}

table::by_subject! {
    /// What a player orders, by the subject it belongs to.
    pub enum Order of Europa {
        /// About countries.
        "europa" => Seats(seats::Countries),
        /// On the board.
        "board" => Board(board::OnTheBoard),
        /// In a battle.
        "fight" => Fights(fights::FastBattles),
        /// In a siege.
        "siege" => Sieges(sieges::OfTheSieges),
    }
    /// What happens in the game, by the subject it belongs to.
    pub enum Event besides {
        /// A turn is over.
        Outline(outline::Calendar),
    }
}

table::by_round! {
    /// A round of envelopes.
    pub enum Round of Europa {
        /// The plans of a battle, or the choice that it stops for.
        Fight(fights::BattlePlans),
        /// Who intercepts a march or voyage, and who evades it.
        Intercept(board::Interceptions),
    }
    besides {}
    /// What lies in an envelope.
    pub enum Choice by "subject";
}

#[linkme::distributed_slice(table::game::GAMES)]
static GAME: &dyn table::game::Rules = &table::game::Erased::<Europa>::new();

impl Game for Europa {
    const KEY: &'static str = "europa";
    const NAME: &'static str = "Europa Universalis";
    const REVISIONS: &'static [&'static str] = &["20"];
    const STARTS_COME_BACK: u32 = 14;
    type State = Position;
    type Order = Order;
    type Event = Event;
    type View = Position;
    type Round = Round;
    type Choice = Choice;
    type Item = kept::Item;
    type Unless = board::Unless;
    type Frame = Frame;

    fn switches() -> &'static [Switch] {
        switches::SWITCHES
    }
    fn options(scenario: &str, seats: u32, options: &Value) -> Result<Value, Refusal> {
        scenario::options(scenario, seats, options)
    }

    fn set_up(founded: &Founded) -> Option<Position> {
        let options = scenario::Options::read(&founded.options)?;
        scenario::by_key(&founded.scenario)?;
        Some(Position {
            turn: Turn::of(options.turn)?,
            countries: Shared::default(),
            given_up: Shared::default(),
            wars: Shared::default(),
            peaces: BTreeSet::new(),
            fights: Shared::default(),
            board: Board::default(),
            sieges: Shared::default(),
            frames: Frames::default(),
        })
    }

    fn frames(state: &Position) -> &Frames<Frame> {
        &state.frames
    }

    fn frames_mut(state: &mut Position) -> &mut Frames<Frame> {
        &mut state.frames
    }

    fn next(
        table: &mut Table<'_, '_, Self>,
        within: &[Frame],
        after: Option<&Frame>,
    ) -> Result<Option<Frame>, Refusal> {
        outline::next(table, within, after)
    }

    fn ends(state: &Position, frame: &Frame) -> Ends {
        outline::ends(state, frame)
    }

    fn entered(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        outline::entered(table, frame)
    }

    fn stands(state: &Position, frame: &Frame) -> bool {
        outline::stands(state, frame)
    }

    fn closing(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        outline::closing(table, frame)
    }

    fn resumed(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        outline::resumed(table, frame)
    }

    fn defaulted(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        outline::defaulted(table, frame)
    }

    fn has_to_choose(state: &Position, seat: &SeatId) -> bool {
        state.frames.any(|open| *open == Frame::Preparations) && seats::has_to_take(state, seat)
    }

    fn rests_on(table: &Table<'_, '_, Self>, seat: &SeatId, order: &Order) -> Option<Assent> {
        order.rests_on(table, seat)
    }

    fn gives(state: &Position, seat: &SeatId, order: &Order) -> BTreeSet<SeatId> {
        match order {
            Order::Seats(order) => seats::gives(state, seat, order),
            Order::Board(order) => board::gives(state, seat, order),
            Order::Fights(_) | Order::Sieges(_) => BTreeSet::new(),
        }
    }

    fn decide(table: &mut Table<'_, '_, Self>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        order.decide(table, seat)
    }

    fn decide_for_host(table: &mut Table<'_, '_, Self>, order: Order) -> Result<(), Refusal> {
        order.decide_for_host(table)
    }

    fn is_before_play(order: &Order) -> bool {
        order.is_before_play()
    }

    fn sealed(order: &Value) -> Sealed {
        Order::sealed(order)
    }

    fn binds(event: &Event) -> bool {
        event.binds()
    }

    fn outlasts_going_back(event: &Event) -> bool {
        event.outlasts_going_back()
    }

    fn lodging(_: &Position, frame: &Frame) -> Lodging {
        match frame {
            Frame::Round(_) => Lodging::Slots,
            Frame::Movement(seat) => Lodging::Slot(vec![Holder::seat(seat)]),
            _ => Lodging::None,
        }
    }

    fn may_lodge(
        state: &Position,
        holder: &Holder,
        order: &Order,
        _unless: &[board::Unless],
        _: &[serde_json::Value],
    ) -> Result<(), Refusal> {
        match order {
            Order::Board(order) => board::may_lodge(state, &holder.seat, order),
            _ => Err(board::not_lodged()),
        }
    }

    fn settles(order: &Order, lodged: &Order) -> bool {
        match (order, lodged) {
            (Order::Board(order), Order::Board(lodged)) => board::settles(order, lodged),
            _ => false,
        }
    }

    fn holds_back(state: &Position, seat: &SeatId, unless: &board::Unless) -> bool {
        board::holds_back(state, seat, unless)
    }

    const FORWARD: u32 = 2;

    fn values(state: &Position, _switches: &BTreeMap<String, String>) -> Vec<Tracked> {
        seats::values(state)
    }

    fn set_value(
        table: &mut Table<'_, '_, Self>,
        key: &str,
        now: i64,
        corrected: bool,
    ) -> Result<(), Refusal> {
        seats::set_value(table, key, now, corrected)
    }

    fn weight(_state: &Position, _seat: &SeatId) -> u32 {
        1
    }

    fn at_war(state: &Position, one: &SeatId, other: &SeatId) -> bool {
        state.seats_at_war(one, other)
    }

    fn conclude(table: &mut Table<'_, '_, Self>) -> Result<(), Refusal> {
        table.close()
    }

    fn apply(state: &mut Position, event: Event) {
        event.apply(state);
    }

    fn view(state: &Position, _viewer: &Viewer) -> Position {
        // What is sealed lies in the table's envelopes, and fleets' contents in their owners' strongboxes; nothing here is secret.
        state.clone()
    }

    fn owners(state: &Position, seat: &SeatId) -> Vec<String> {
        state.countries_of(seat).into_iter().map(|country| country.key().to_owned()).collect()
    }

    fn offers(view: &Position, table: &View) -> Vec<Offer> {
        let mut offers = Round::all_offers(view, table);
        offers.extend(Event::offers(view, table));
        offers
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::Round;
    use table::envelope::NoRound;

    #[test]
    fn a_round_of_envelopes_is_read_back_from_its_one_name() {
        for name in ["fight/3", "fight/12/1", "intercept/7"] {
            assert_eq!(name.parse::<Round>().unwrap().to_string(), name);
        }
        for name in ["", "fight", "fight/03", "fight/3/", "intercept/x", "intercept/1/2", "battle/1/1"] {
            assert_eq!(name.parse::<Round>(), Err(NoRound), "{name}");
        }
    }
}
