//! Middle Ages: *Empires of the Middle Ages* with armies, fleets, civilisation markers, provisional and leader cards.

pub mod begins;
pub mod board;
pub mod calendar;
pub mod court;
pub mod courts;
pub mod endeavour;
pub mod event_cards;
pub mod fates;
pub mod geography;
pub mod kept;
mod keyed;
pub mod marker;
pub mod odds;
pub mod outline;
pub mod pack;
pub mod raiders;
pub mod scenario;
pub mod stature;
pub mod switches;
pub mod unprinted;
pub mod words;
pub mod year;
pub mod yearly;

use board::Board;
use court::Court;
use courts::Played;
use endeavour::course as undertaken;
use kept::{Item, Unless};
use outline::{Calendar, Frame};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use table::assent::Assent;
use table::event::Founded;
use table::forward::Differs;
use table::frames::{Ends, Frames};
use table::game::{Game, Sealed, Table};
use table::hash::{Hash, sha256};
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::shared::Shared;
use table::switches::Switch;
use table::typed::{Unprinted, Wanted};
use table::values::Value as Tracked;
use table::view::{View, Viewer};
use yearly::Yearly;

/// The game, as the table holds it.
pub enum MiddleAges {}

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Which years are played, and which round it is.
    pub calendar: Calendar,
    /// The courts that have a player.
    pub courts: Shared<BTreeMap<Court, Played>>,
    /// The year deck, as far as all know it.
    #[serde(default)]
    pub year: Yearly,
    /// How many endeavours there were.
    #[serde(default)]
    pub endeavours: u32,
    /// Whether the board is kept here.
    #[serde(default)]
    pub kept: bool,
    /// The board, where it is kept here.
    #[serde(default)]
    pub board: Board,
    /// Values that the group typed in the place of ours, by their keys.
    #[serde(default)]
    pub typed: unprinted::Typed,
    /// The open frames of the sequence of play.
    #[serde(default)]
    pub frames: Frames<Frame>,
}

table::by_subject! {
    /// What a player orders, by the subject it belongs to.
    pub enum Order of MiddleAges {
        /// About courts.
        "court" => Courts(courts::Courts),
        /// An endeavour.
        "endeavour" => Endeavours(undertaken::Endeavours),
        /// On the board.
        "board" => Board(board::subject::OnTheBoard),
    }
    /// What happens in the game, by the subject it belongs to.
    pub enum Event besides {
        /// A round is over.
        Outline(outline::Rounds),
        /// The year deck.
        Year(yearly::YearDeck),
    }
}

table::by_round! {
    /// A round of envelopes.
    pub enum Round of MiddleAges {
        /// Claims.
        Claims(board::claims::AreaClaims),
        /// A place in the round.
        Order(board::turn::PlaceWishes),
        /// A defence.
        Defence(board::defence::Defences),
    }
    besides {}
    /// What lies in an envelope.
    pub enum Choice by "about";
}

impl Position {
    /// What is played with: the data of this program, and what a pack replaces of it.
    #[must_use]
    pub fn data(&self) -> &pack::Data {
        &self.board.data
    }
}

#[linkme::distributed_slice(table::game::GAMES)]
static GAME: &dyn table::game::Rules = &table::game::Erased::<MiddleAges>::new();

impl Game for MiddleAges {
    const KEY: &'static str = "ages";
    const NAME: &'static str = "Empires of the Middle Ages";
    const REVISIONS: &'static [&'static str] = &["13"];
    const STARTS_COME_BACK: u32 = 8;
    type State = Position;
    type Order = Order;
    type Event = Event;
    type View = Position;
    type Round = Round;
    type Choice = Choice;
    type Item = Item;
    type Unless = Unless;
    type Frame = Frame;

    fn switches() -> &'static [Switch] {
        switches::SWITCHES
    }
    fn options(scenario: &str, seats: u32, options: &Value) -> Result<Value, Refusal> {
        scenario::options(scenario, seats, options)
    }

    fn set_up(founded: &Founded) -> Option<Position> {
        let options = scenario::Options::read(&founded.options)?;
        let scenario = scenario::by_key(&founded.scenario)?;
        let data = match options.pack {
            Some(pack) => pack::Data::of(pack).ok()?.into(),
            None => pack::Data::shipped(),
        };
        Some(Position {
            calendar: Calendar { first: options.year, rounds: options.rounds, round: 1 },
            courts: Shared::default(),
            year: Yearly::default(),
            endeavours: 0,
            kept: scenario.kept,
            board: Board::played_with(data),
            typed: unprinted::Typed::new(),
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

    fn defaulted(table: &mut Table<'_, '_, Self>, frame: &Frame) -> Result<(), Refusal> {
        outline::defaulted(table, frame)
    }

    fn has_to_choose(state: &Position, seat: &SeatId) -> bool {
        state.takes_courts() && state.court_of(seat).is_none() && courts::free(state).next().is_some()
    }

    fn may_be_ready(state: &Position, seat: &SeatId) -> Result<(), Refusal> {
        courts::may_be_ready(state, seat)
    }

    fn may_take_ready_back(state: &Position, seat: &SeatId) -> Result<(), Refusal> {
        board::upkeep::may_go_on(state, seat)
    }

    fn packs(options: &Value) -> Vec<Hash> {
        let pack = options.get(pack::OPTION).and_then(|pack| table::canonical::canonical(pack).ok());
        pack.map(|text| sha256(&[text.as_bytes()])).into_iter().collect()
    }

    fn rests_on(table: &Table<'_, '_, Self>, seat: &SeatId, order: &Order) -> Option<Assent> {
        order.rests_on(table, seat)
    }

    fn gives(state: &Position, seat: &SeatId, order: &Order) -> BTreeSet<SeatId> {
        match order {
            Order::Courts(order) => courts::gives(state, seat, order),
            _ => BTreeSet::new(),
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

    const FORWARD: u32 = 1;

    fn values(state: &Position, _switches: &BTreeMap<String, String>) -> Vec<Tracked> {
        courts::values(state)
    }

    fn set_value(
        table: &mut Table<'_, '_, Self>,
        key: &str,
        now: i64,
        corrected: bool,
    ) -> Result<(), Refusal> {
        courts::set_value(table, key, now, corrected)
    }

    fn unprinted(view: &Position, _table: &View, wanted: Wanted<'_>) -> Vec<Unprinted> {
        unprinted::values(view, wanted)
    }

    fn type_value(state: &mut Position, key: &str, value: i64) {
        state.typed.insert(key.to_owned(), value);
    }

    fn conclude(table: &mut Table<'_, '_, Self>) -> Result<(), Refusal> {
        board::count::count(table)?;
        table.close()
    }

    fn apply(state: &mut Position, event: Event) {
        event.apply(state);
    }

    fn view(state: &Position, _viewer: &Viewer) -> Position {
        // What lies in hands and decks the table keeps; nothing here is secret.
        state.clone()
    }

    fn differs(was: &Position, is: &Position) -> Vec<Differs> {
        board::otherwise::differs(&was.board, &is.board)
    }

    fn owners(state: &Position, seat: &SeatId) -> Vec<String> {
        state.court_of(seat).map(|court| court.key().to_owned()).into_iter().collect()
    }

    fn offers(view: &Position, table: &View) -> Vec<Offer> {
        let mut offers = Round::all_offers(view, table);
        offers.extend(Event::offers(view, table));
        offers
    }
}

#[cfg(test)]
mod tests {
    use super::Round;
    use table::envelope::NoRound;

    #[test]
    fn a_round_of_envelopes_is_read_back_from_its_one_name() {
        for name in ["claims", "order/3", "defence/12"] {
            assert_eq!(name.parse::<Round>().map(|round| round.to_string()), Ok(name.to_owned()));
        }
        for name in ["", "claims/1", "order", "order/03", "defence/x", "fight/1"] {
            assert_eq!(name.parse::<Round>(), Err(NoRound), "{name}");
        }
    }
}
