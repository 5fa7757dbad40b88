//! What a game is to the table: a [`Game`] with types of its own, held behind one erased form whose payloads are canonical JSON.
//!
//! The table knows no game. A game knows the table only through [`Table`], a draft of the campaign on which it reads its position,
//! rolls, opens envelopes and writes events.

mod entries;
mod table;
use super::assent::Assent;
use super::by_round::Envelopes;
use super::deals;
use super::draft::Draft;
use super::event::Founded;
use super::forward::Differs;
use super::frames::{Ends, Frames};
use super::hash::Hash;
use super::lodged::{Holder, Line, Lodging, Passing};
use super::names::{SeatId, seat_key};
use super::offers::Offer;
use super::refusal::Refusal;
use super::strongbox::{Item, Telling, Thing};
use super::switches::Switch;
use super::typed::{Unprinted, Wanted};
use super::values::Value as Tracked;
use super::view::{Seen, View, Viewer};
pub use crate::reading::ChartRoll;
use crate::said;
use serde::de::DeserializeOwned;
use serde::{Deserialize as _, Serialize};
use serde_json::Value;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Debug, Display};
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};
pub use table::Table;

/// A game that can be played at the table.
pub trait Game: Send + Sync + Sized + 'static {
    /// The game's key, in commands and on the record: `eia`.
    const KEY: &'static str;
    /// The game's name as players say it.
    const NAME: &'static str;
    /// The revisions of the rules by which this program can decide orders, the oldest first. A campaign is founded under the last, and
    /// played on under its own as long as it is among them.
    const REVISIONS: &'static [&'static str];
    /// The first of them in which the start of the step to which one can go back is what it was before an order that is taken back.
    const STARTS_COME_BACK: u32 = 0;
    /// The switches that campaigns of this game have besides those of every campaign.
    #[must_use]
    fn switches() -> &'static [Switch] {
        &[]
    }
    /// The position.
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a player may order besides sealing envelopes.
    type Order: Serialize + DeserializeOwned;
    /// What happens in it.
    type Event: Serialize + DeserializeOwned;
    /// What one viewer sees of the position.
    type View: Serialize + Any + Send + Sync;
    /// A round of envelopes. On the record it is the name that it is written as.
    type Round: Envelopes<Self, Choice = Self::Choice>;
    /// What lies in an envelope, by the subject it belongs to.
    type Choice: Clone + Serialize + DeserializeOwned;
    /// What can lie in a seat's strongbox besides notes.
    type Item: Thing;
    /// What can hold back an order that is lodged ahead of its slot.
    type Unless: Serialize + DeserializeOwned;
    /// A frame of the sequence of play. It is written as its word in the outline: `naval`.
    type Frame: Clone + Debug + PartialEq + Display + Serialize + DeserializeOwned;

    /// The options as they will stand in the founding line, checked and completed.
    ///
    /// # Errors
    /// A refusal where the scenario is unknown or an option is out of bounds.
    fn options(scenario: &str, seats: u32, options: &Value) -> Result<Value, Refusal>;
    /// The position at founding; `None` where the line is of a scenario or form that this program does not know.
    fn set_up(founded: &Founded) -> Option<Self::State>;
    /// The switches that stand otherwise from the founding on, with the way in which they stand.
    fn switches_at_start(_founded: &Founded) -> BTreeMap<String, String> {
        BTreeMap::new()
    }
    /// A free roll that is read on a chart of the game's: what is asked as it will stand on the record, checked, and the dice for it.
    ///
    /// # Errors
    /// A refusal where the game has no such chart, or something asked is out of bounds.
    fn chart(_state: &Self::State, _asked: &Value) -> Result<ChartRoll, Refusal> {
        Err(Refusal::new(said!("{} has no chart to roll on. /dice roll rolls any dice.", Self::NAME)))
    }
    /// What the dice of such a roll come to on the chart, in machine words: it stands on the record with the roll.
    ///
    /// # Errors
    /// As [`Game::chart`], and where they are not the dice for it.
    fn read_chart(_state: &Self::State, _asked: &Value, _fallen: &[u32]) -> Result<Value, Refusal> {
        Err(Refusal::new(said!("{} has no chart to roll on. /dice roll rolls any dice.", Self::NAME)))
    }
    /// The open frames, as a part of the position.
    fn frames(state: &Self::State) -> &Frames<Self::Frame>;
    /// The same, for the table to change.
    fn frames_mut(state: &mut Self::State) -> &mut Frames<Self::Frame>;
    /// The sequence of play: the frame that follows `after` (at the beginning none) within the last of `within` (from the whole to the part;
    /// empty for play itself). None where nothing follows, and the outer one is over too.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn next(
        table: &mut Table<'_, '_, Self>,
        within: &[Self::Frame],
        after: Option<&Self::Frame>,
    ) -> Result<Option<Self::Frame>, Refusal>;
    /// Who ends a frame.
    fn ends(state: &Self::State, frame: &Self::Frame) -> Ends;
    /// A frame has opened: what happens in it by itself.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn entered(_table: &mut Table<'_, '_, Self>, _frame: &Self::Frame) -> Result<(), Refusal> {
        Ok(())
    }
    /// Whether an open frame is still undecided. One that waits for an order ends when this is false, and so does any in which there is
    /// nothing to do.
    fn stands(_state: &Self::State, _frame: &Self::Frame) -> bool {
        true
    }
    /// A frame comes to its end: what is due in it and nobody ordered is done. It is asked again where that pushes a frame within it.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn closing(_table: &mut Table<'_, '_, Self>, _frame: &Self::Frame) -> Result<(), Refusal> {
        Ok(())
    }
    /// What was pushed on top of a frame is decided.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn resumed(_table: &mut Table<'_, '_, Self>, _frame: &Self::Frame) -> Result<(), Refusal> {
        Ok(())
    }
    /// The deadline of a frame that waits for an order has passed: the order that harms nobody is given, where there is one.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn defaulted(_table: &mut Table<'_, '_, Self>, _frame: &Self::Frame) -> Result<(), Refusal> {
        Ok(())
    }
    /// The deadline of a frame that ends when some are ready has passed: what is done for those who were not, so that it harms none of them.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn missed(
        _table: &mut Table<'_, '_, Self>,
        _frame: &Self::Frame,
        _seats: &[SeatId],
    ) -> Result<(), Refusal> {
        Ok(())
    }
    /// Whether a seat that is asked may be ready with the open step: something of it may have to be said first.
    ///
    /// # Errors
    /// A refusal that says what.
    fn may_be_ready(_state: &Self::State, _seat: &SeatId) -> Result<(), Refusal> {
        Ok(())
    }
    /// Whether a player has still to choose what is there for all to choose from, such as what he plays. Stand-ins let him choose before
    /// them, until he is ready without it.
    fn has_to_choose(_state: &Self::State, _seat: &SeatId) -> bool {
        false
    }
    /// Whether a seat that is ready may take that back: not where its slot is over but for what is due in it.
    ///
    /// # Errors
    /// A refusal that says what is due.
    fn may_take_ready_back(_state: &Self::State, _seat: &SeatId) -> Result<(), Refusal> {
        Ok(())
    }
    /// The rounds of envelopes that are filled out of standing answers ([`Table::open_standing`]), each by the name of the next.
    fn standing_rounds(_state: &Self::State) -> Vec<Self::Round> {
        Vec::new()
    }
    /// The orders that a stand-in lodges for his next slot of this kind, out of what his seat sees, by numbers that are drawn for him: each
    /// call gives one below its bound.
    fn stand_in_lodges(
        _view: &Self::View,
        _holder: &Holder,
        _die: &mut dyn FnMut(u32) -> u32,
    ) -> Vec<Self::Order> {
        Vec::new()
    }
    /// How the slots of a holder end for which orders are lodged ahead.
    fn passing(_state: &Self::State, _holder: &Holder) -> Passing {
        Passing::Waits
    }
    /// How many parts stand sealed beside each order that is lodged, for what is to follow from it ([`Table::open_what_follows`]).
    fn line_parts(_state: &Self::State) -> u32 {
        0
    }
    /// How many places a slot has for orders that are lodged ahead, being ready after them included: what its line says of it counts for who
    /// reads it.
    fn slot_places(_state: &Self::State) -> usize {
        crate::lodged::UNSAID
    }
    /// How many codes a sheet of a strongbox has, items and padding together: what its line says of it counts for who reads it.
    fn sheet_places(_state: &Self::State) -> usize {
        crate::strongbox::UNSAID
    }
    /// What the bot keeps for a seat that others may not see, such as what is in its corps: an item each, which is sealed in the seat's sheet.
    /// Every item has a field `k`, which no thing of a strongbox has so. `None` where this copy of the record does not have it.
    fn holdings(_state: &Self::State, _seat: &SeatId) -> Option<Vec<Value>> {
        Some(Vec::new())
    }
    /// Whether something is such an item.
    fn is_holding(_item: &Value) -> bool {
        false
    }
    /// How many of them a seat can have, which is how many places its sheet has beside those of its strongbox; 0 where the bot keeps nothing of
    /// the kind. All see how many.
    fn holding_places(_state: &Self::State) -> usize {
        0
    }
    /// Whether an event that all see may change what the bot keeps for a seat: then the sheets are sealed anew at the next occasion. What only some
    /// see always may.
    fn changes_holdings(_event: &Self::Event) -> bool {
        true
    }
    /// What a frame is to orders that are lodged ahead.
    fn lodging(_state: &Self::State, _frame: &Self::Frame) -> Lodging {
        Lodging::None
    }
    /// Whether an order may be lodged for a slot of this holder: nothing of it hangs on how the board stands then.
    ///
    /// # Errors
    /// A refusal where it is no order that is given in such a slot, nothing of that kind can hold it back, or what is to follow is nothing that
    /// can follow from it.
    fn may_lodge(
        _state: &Self::State,
        _holder: &Holder,
        _order: &Self::Order,
        _unless: &[Self::Unless],
        _then: &[Value],
    ) -> Result<(), Refusal> {
        Err(Refusal::new(said!("Orders of {} are given when their step comes.", Self::NAME)))
    }
    /// Whether an order that a player gives himself does what one that he had lodged was for, so that of the lodged one, which was not given,
    /// nothing need be kept.
    fn settles(_order: &Self::Order, _lodged: &Self::Order) -> bool {
        false
    }
    /// Whether an order stays lodged beside one that is lodged after it; where it does not, that one takes its place.
    ///
    /// # Errors
    /// A refusal where neither can be: they are in part for the same.
    fn stays_beside(_order: &Self::Order, _lodged: &Self::Order) -> Result<bool, Refusal> {
        Ok(true)
    }
    /// Whether something holds an order back now, as everybody sees it.
    fn holds_back(_state: &Self::State, _seat: &SeatId, _unless: &Self::Unless) -> bool {
        false
    }
    /// Whether an order can be part of a deal between seats (see [`crate::deals`]), and when it is given. What the rules say of it then is
    /// another matter; it draws nothing by chance.
    ///
    /// # Errors
    /// A refusal where it cannot, or is not the seat's to give.
    fn in_a_deal(_state: &Self::State, _seat: &SeatId, _order: &Self::Order) -> Result<deals::Step, Refusal> {
        Err(Refusal::new(said!("In {} a deal holds nobody to an order; promises can be made.", Self::NAME)))
    }
    /// Whether an order that can be part of a deal may be agreed on as the board stands now, beyond what the rules say when it is given.
    ///
    /// # Errors
    /// A refusal where it could never be carried out, or not in this way.
    fn may_agree(_state: &Self::State, _order: &Self::Order) -> Result<(), Refusal> {
        Ok(())
    }
    /// Whether a date of the game has come, as the game writes it; `None` for what is none.
    fn has_come(_state: &Self::State, _date: &str) -> Option<bool> {
        None
    }
    /// A round of envelopes was opened.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn opened(
        table: &mut Table<'_, '_, Self>,
        round: &Self::Round,
        choices: BTreeMap<SeatId, Self::Choice>,
    ) -> Result<(), Refusal> {
        round.opened(table, choices)
    }
    /// A player's order.
    ///
    /// # Errors
    /// A refusal where the rules do not allow it.
    fn decide(table: &mut Table<'_, '_, Self>, seat: &SeatId, order: Self::Order) -> Result<(), Refusal>;
    /// On whose assent an order rests, because it binds or costs him and hangs on the word of who gives it; `None` where it counts at once.
    fn rests_on(table: &Table<'_, '_, Self>, seat: &SeatId, order: &Self::Order) -> Option<Assent>;
    /// The fields of an order that say how something came about, and not what: who tells it otherwise tells the same again.
    const MANNER: &'static [&'static str] = &[];
    /// To which seats an order hands something lasting of the seat's own, as a province. A regent gives no such order, and on one of a substitute
    /// whom the host named the others vote.
    fn gives(_state: &Self::State, _seat: &SeatId, _order: &Self::Order) -> BTreeSet<SeatId> {
        BTreeSet::new()
    }
    /// Whether a player alone seals such a choice, and no regent whom a vote named: that he surrenders, or begins a war.
    fn is_for_the_player(_choice: &Self::Choice) -> bool {
        false
    }
    /// Which seats gain by an order that takes nothing from anybody; by itself whose order it is.
    fn gains(_state: &Self::State, seat: &SeatId, _order: &Self::Order) -> BTreeSet<SeatId> {
        BTreeSet::from([seat.clone()])
    }
    /// Whether the powers of a player who left can be auctioned now.
    fn has_auctions(_state: &Self::State) -> bool {
        Self::AUCTIONS
    }
    /// The values of a board kept elsewhere that are told and recorded, by how the switches stand.
    fn values(_state: &Self::State, _switches: &BTreeMap<String, String>) -> Vec<Tracked> {
        Vec::new()
    }
    /// Sets such a value, as it was told or by correction.
    ///
    /// # Errors
    /// A refusal where the rules do not allow it.
    fn set_value(
        _table: &mut Table<'_, '_, Self>,
        _key: &str,
        _now: i64,
        _corrected: bool,
    ) -> Result<(), Refusal> {
        Err(Refusal::new(said!("This game records no such value.")))
    }
    /// The values that are not the printed game's, and those that the group typed, out of what everybody sees: those of them whose keys are
    /// wanted.
    fn unprinted(_view: &Self::View, _table: &View, _wanted: Wanted<'_>) -> Vec<Unprinted> {
        Vec::new()
    }
    /// The group's own value takes the place of one of them. It never fails: that it can be set so was checked.
    fn type_value(_state: &mut Self::State, _key: &str, _value: i64) {}
    /// How many game turns back a fault can be corrected forward without everybody. Six months are two quarters; where a turn is longer than
    /// a month it is fewer.
    const FORWARD: u32 = 6;
    /// What everybody sees and no told value says, where it would have been another.
    fn differs(_was: &Self::View, _is: &Self::View) -> Vec<Differs> {
        Vec::new()
    }
    /// How many votes a seat has where each power has one.
    fn weight(_state: &Self::State, _seat: &SeatId) -> u32 {
        1
    }
    /// Whether two seats are at war.
    fn at_war(_state: &Self::State, _one: &SeatId, _other: &SeatId) -> bool {
        false
    }
    /// Whether the powers of a player who left can be auctioned.
    const AUCTIONS: bool = false;
    /// Puts the powers of a seat whose player left up for auction.
    ///
    /// # Errors
    /// A refusal where this game has no auction.
    fn auction(_table: &mut Table<'_, '_, Self>, _seat: &SeatId) -> Result<(), Refusal> {
        Err(Refusal::new(said!("This game has no auction of powers.")))
    }
    /// The powers of a seat whose player left stay without one.
    ///
    /// # Errors
    /// A refusal where it cannot be recorded.
    fn uncontrolled(_table: &mut Table<'_, '_, Self>, _seat: &SeatId) -> Result<(), Refusal> {
        Ok(())
    }
    /// The seats so near to winning, within two steps of victory points of a goal, that the campaign is not ended by a vote without their own.
    fn near_goal(_state: &Self::State) -> BTreeSet<SeatId> {
        BTreeSet::new()
    }
    /// The campaign ends: the final count.
    ///
    /// # Errors
    /// A refusal where it cannot be made.
    fn conclude(_table: &mut Table<'_, '_, Self>) -> Result<(), Refusal> {
        Ok(())
    }
    /// The digests of the packs that the options of a founding lay over the shipped tables.
    fn packs(_options: &Value) -> Vec<Hash> {
        Vec::new()
    }
    /// Whether an order can be given before play begins.
    fn is_before_play(_order: &Self::Order) -> bool {
        false
    }
    /// An order that the host gives before play begins and before he has a seat.
    ///
    /// # Errors
    /// A refusal where it is no such order, or cannot be taken.
    fn decide_for_host(_table: &mut Table<'_, '_, Self>, _order: Self::Order) -> Result<(), Refusal> {
        Err(super::order::no_seat())
    }
    /// Whether an event stays when a step is set back to its start: what all have agreed and what decides nothing.
    fn outlasts_going_back(_event: &Self::Event) -> bool {
        false
    }
    /// What of an order is sealed. It is told by the order's tag, so that it holds of an order too that cannot be read, and of one whose
    /// secret fields are not there.
    fn sealed(_order: &Value) -> Sealed {
        Sealed::Nothing
    }
    /// Whether there are events that only some see ([`Table::emit_to`]).
    const HIDES: bool = false;
    /// Whether what only some see decides anything that all see. Where it does not, who checks an open record decides on without it.
    const HIDDEN_DECIDES: bool = true;
    /// Whether an event binds others too, so that nobody takes back an order up to it.
    fn binds(_event: &Self::Event) -> bool {
        false
    }
    /// From here on another revision of the rules holds. A game whose revisions differ in what its position decides by keeps it there.
    fn revised(_state: &mut Self::State, _revision: &str) {}
    /// An event changes the position. It never fails.
    fn apply(state: &mut Self::State, event: Self::Event);
    /// What a viewer sees.
    fn view(state: &Self::State, viewer: &Viewer) -> Self::View;
    /// Whose things a seat keeps in its strongbox: the keys of its powers. None where the game has not given them out.
    fn owners(_state: &Self::State, _seat: &SeatId) -> Vec<String> {
        Vec::new()
    }
    /// What a viewer may do now, besides what the table offers, out of what he sees.
    fn offers(view: &Self::View, table: &View) -> Vec<Offer>;
    /// Of that, what he may do in some subjects of the game, by the keys of their orders; other offers may come with it, in the same order. A
    /// game of many offers makes few besides.
    fn offers_in(view: &Self::View, table: &View, _subjects: &[&str]) -> Vec<Offer> {
        Self::offers(view, table)
    }
}

/// What of an order of a game is sealed on its line, for who gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealed {
    /// Nothing: all of it stands on its line.
    Nothing,
    /// Secret fields on which hangs what it does in public: who does not have them waits for them.
    Decisive,
    /// Secret fields on which nothing of that hangs: a stranger decides what it does in public without them.
    Aside,
}

/// Brings what a game wrote into the form of the record: that holds no nulls, so an absent field is left out; and its keys have no hyphens, so
/// a map by seats has `seat_1` there.
pub fn as_recorded(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            let seats = fields.keys().filter_map(|key| Some((key.clone(), seat_key(key)?)));
            for (seat, key) in seats.collect::<Vec<_>>() {
                let of_it = fields.remove(&seat).unwrap_or_default();
                fields.insert(key, of_it);
            }
            fields.values_mut().for_each(as_recorded);
        }
        Value::Array(items) => items.iter_mut().for_each(as_recorded),
        _ => {}
    }
}

/// A game's position behind the erased form.
#[derive(Clone, Debug)]
pub struct GameState {
    rules: &'static dyn Rules,
    state: Arc<dyn State>,
}

impl GameState {
    /// Whether it is the very position that another is: nothing happened in the game between them.
    pub(crate) fn is(&self, other: &GameState) -> bool {
        Arc::ptr_eq(&self.state, &other.state)
    }
}

impl PartialEq for GameState {
    fn eq(&self, other: &Self) -> bool {
        self.is(other) || (self.rules.key() == other.rules.key() && self.state.equals(&*other.state))
    }
}

impl GameState {
    /// The rules of the game.
    #[must_use]
    pub fn rules(&self) -> &'static dyn Rules {
        self.rules
    }

    /// The position, where it is of that game. It holds everybody's secrets, so only the crate of its game asks for it; others see a view.
    #[must_use]
    pub fn position<G: Game>(&self) -> Option<&G::State> {
        self.state.as_any().downcast_ref::<Held<G>>().map(|held| &held.0)
    }

    /// A choice as it will be sealed, out of what was filled in; see [`Envelopes::read`].
    ///
    /// # Errors
    /// Where it is none of the round's, or the rules do not allow it.
    pub fn read_choice(&self, round: &str, seat: &SeatId, filled: &Value) -> Result<Value, Refusal> {
        self.state.read_choice(round, seat, filled)
    }

    /// Checks a choice as it was sealed; see [`Envelopes::check`].
    ///
    /// # Errors
    /// A refusal where the round does not take it.
    pub fn check_choice(&self, round: &str, seat: &SeatId, choice: &Value) -> Result<Value, Refusal> {
        self.state.check_choice(round, seat, choice)
    }

    /// Checks what is asked of a chart; see [`Game::chart`].
    ///
    /// # Errors
    /// A refusal where the game has no such chart.
    pub fn chart(&self, asked: &Value) -> Result<ChartRoll, Refusal> {
        self.state.chart(asked)
    }

    /// What the dice of a roll on a chart come to; see [`Game::read_chart`].
    ///
    /// # Errors
    /// A refusal where the game has no such chart, or they are not the dice for it.
    pub fn read_chart(&self, asked: &Value, fallen: &[u32]) -> Result<Value, Refusal> {
        self.state.read_chart(asked, fallen)
    }

    /// Whose things a seat keeps; see [`Game::owners`].
    #[must_use]
    pub fn owners(&self, seat: &SeatId) -> Vec<String> {
        self.state.owners(seat)
    }

    /// What a viewer sees of the position.
    #[must_use]
    pub fn view(&self, viewer: &Viewer) -> Seen {
        self.state.view(viewer)
    }

    /// See [`Envelopes::shown`].
    #[must_use]
    pub fn shown(&self, round: &str, of: &SeatId, to: &SeatId, choice: &Value) -> Option<Value> {
        self.state.shown(round, of, to, choice)
    }

    /// See [`Envelopes::otherwise`].
    #[must_use]
    pub fn otherwise(&self, round: &str, seat: &SeatId, choice: &Value) -> Option<Value> {
        self.state.otherwise(round, seat, choice)
    }

    /// See [`Envelopes::default_choice`].
    #[must_use]
    pub fn default_choice(&self, round: &str, seat: &SeatId) -> Option<Value> {
        self.state.default_choice(round, seat)
    }

    /// See [`Envelopes::voted_default`].
    #[must_use]
    pub fn voted_default(&self, round: &str, seat: &SeatId) -> Option<Value> {
        self.state.voted_default(round, seat)
    }

    /// See [`Envelopes::about`].
    #[must_use]
    pub fn about(&self, round: &str) -> Option<String> {
        self.state.about(round)
    }

    /// See [`Game::values`].
    #[must_use]
    pub fn values(&self, switches: &BTreeMap<String, String>) -> Vec<Tracked> {
        self.state.values(switches)
    }

    /// See [`Game::weight`].
    #[must_use]
    pub fn weight(&self, seat: &SeatId) -> u32 {
        self.state.weight(seat)
    }

    /// See [`Game::differs`]: by what everybody sees.
    pub(crate) fn differs(&self, is: &GameState) -> Vec<Differs> {
        self.rules.differs(&self.view(&Viewer::Public), &is.view(&Viewer::Public))
    }

    /// See [`Game::at_war`].
    #[must_use]
    pub fn at_war(&self, one: &SeatId, other: &SeatId) -> bool {
        self.state.at_war(one, other)
    }

    /// See [`Game::is_for_the_player`]; a choice that cannot be read is nobody's.
    pub(crate) fn is_for_the_player(&self, choice: &Value) -> bool {
        self.state.is_for_the_player(choice)
    }

    /// See [`Game::gains`]; by an order that cannot be read gains who gives it.
    pub(crate) fn gains(&self, seat: &SeatId, order: &Value) -> BTreeSet<SeatId> {
        self.state.gains(seat, order)
    }

    /// See [`Game::has_auctions`].
    #[must_use]
    pub fn has_auctions(&self) -> bool {
        self.state.has_auctions()
    }

    /// See [`Game::near_goal`].
    #[must_use]
    pub fn near_goal(&self) -> BTreeSet<SeatId> {
        self.state.near_goal()
    }

    /// See [`Game::has_to_choose`].
    pub(crate) fn has_to_choose(&self, seat: &SeatId) -> bool {
        self.state.has_to_choose(seat)
    }

    /// See [`Game::may_be_ready`].
    pub(crate) fn may_be_ready(&self, seat: &SeatId) -> Result<(), Refusal> {
        self.state.may_be_ready(seat)
    }
    /// See [`Game::may_take_ready_back`].
    pub(crate) fn may_take_ready_back(&self, seat: &SeatId) -> Result<(), Refusal> {
        self.state.may_take_ready_back(seat)
    }

    /// The word of a frame in the outline of play; empty for one that the game does not know.
    pub(crate) fn word(&self, frame: &Value) -> String {
        self.state.word(frame)
    }

    /// Who ends a frame; see [`Game::ends`].
    pub(crate) fn ends(&self, frame: &Value) -> Ends {
        self.state.ends(frame)
    }

    /// See [`Game::standing_rounds`]: their names.
    pub(crate) fn standing_rounds(&self) -> Vec<String> {
        self.state.standing_rounds()
    }

    /// See [`Game::passing`].
    pub(crate) fn passing(&self, holder: &Holder) -> Passing {
        self.state.passing(holder)
    }

    /// See [`Game::line_parts`].
    pub(crate) fn line_parts(&self) -> u32 {
        self.state.line_parts()
    }

    /// See [`Game::slot_places`].
    pub(crate) fn slot_places(&self) -> usize {
        self.state.slot_places()
    }

    /// See [`Game::sheet_places`].
    pub(crate) fn sheet_places(&self) -> usize {
        self.state.sheet_places()
    }

    /// See [`Game::holdings`].
    pub(crate) fn holdings(&self, seat: &SeatId) -> Option<Vec<Value>> {
        self.state.holdings(seat)
    }

    /// See [`Game::holding_places`].
    pub(crate) fn holding_places(&self) -> usize {
        self.state.holding_places()
    }

    /// See [`Game::lodging`].
    pub(crate) fn lodging(&self, frame: &Value) -> Lodging {
        self.state.lodging(frame)
    }

    /// See [`Game::may_lodge`].
    ///
    /// # Errors
    /// A refusal where it cannot be lodged, or is no order of the game.
    pub(crate) fn may_lodge(&self, holder: &Holder, line: &Line) -> Result<(), Refusal> {
        self.state.may_lodge(holder, line)
    }

    /// See [`Game::in_a_deal`].
    ///
    /// # Errors
    /// A refusal where it cannot be part of one, or is no order of the game.
    pub(crate) fn in_a_deal(&self, seat: &SeatId, order: &Value) -> Result<deals::Step, Refusal> {
        self.state.in_a_deal(seat, order)
    }

    /// See [`Game::may_agree`].
    ///
    /// # Errors
    /// A refusal where it may not be agreed on, or is no order of the game.
    pub(crate) fn may_agree(&self, order: &Value) -> Result<(), Refusal> {
        self.state.may_agree(order)
    }

    /// See [`Game::has_come`].
    pub(crate) fn has_come(&self, date: &str) -> Option<bool> {
        self.state.has_come(date)
    }

    /// See [`Game::stays_beside`]; what cannot be read stays.
    ///
    /// # Errors
    /// A refusal where they are in part for the same.
    pub(crate) fn stays_beside(&self, order: &Value, lodged: &Value) -> Result<bool, Refusal> {
        self.state.stays_beside(order, lodged)
    }

    /// See [`Game::settles`]; what cannot be read settles nothing.
    pub(crate) fn settles(&self, order: &Value, lodged: &Value) -> bool {
        self.state.settles(order, lodged)
    }

    /// Whether anything of this holds an order back now; what cannot be read does.
    pub(crate) fn holds_back(&self, seat: &SeatId, unless: &[Value]) -> bool {
        unless.iter().any(|unless| self.state.holds_back(seat, unless))
    }

    /// The open frame of a line, as it stands on the record.
    pub(crate) fn frame(&self, line: u64) -> Option<Value> {
        self.state.frame(line)
    }

    /// Whether the open frame of a line is still undecided; see [`Game::stands`].
    pub(crate) fn stands(&self, line: u64) -> bool {
        self.state.stands(line)
    }

    /// A frame opened.
    ///
    /// # Errors
    /// Why it cannot be read, where it is none that this program's game knows.
    pub(crate) fn frame_opened(&mut self, line: u64, frame: &Value) -> Result<(), String> {
        self.change(|state| state.frame_opened(line, frame)).unwrap_or(Ok(()))
    }

    /// A frame ended.
    pub(crate) fn frame_ended(&mut self, line: u64) {
        self.change(|state| state.frame_ended(line));
    }

    /// See [`Game::revised`].
    pub(crate) fn revised(&mut self, revision: &str) {
        self.change(|state| state.revised(revision));
    }

    /// Changes the position by the game's own event.
    ///
    /// # Errors
    /// Why it cannot be read, where it is none that this program's game knows; the position is as it was.
    pub(crate) fn apply(&mut self, event: &Value) -> Result<Bearing, String> {
        self.change(|state| state.apply(event)).unwrap_or(Ok(Bearing::default()))
    }

    /// See [`Game::type_value`].
    pub(crate) fn type_value(&mut self, key: &str, value: i64) {
        self.change(|state| state.type_value(key, value));
    }

    fn change<T>(&mut self, change: impl FnOnce(&mut dyn State) -> T) -> Option<T> {
        if Arc::get_mut(&mut self.state).is_none() {
            self.state = self.state.copied();
        }
        let state = Arc::get_mut(&mut self.state)?;
        Some(change(state))
    }
}

/// What an event of a game that was applied means for what may be taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bearing {
    /// See [`Game::binds`].
    pub(crate) binds: bool,
    /// See [`Game::outlasts_going_back`].
    pub(crate) outlasts: bool,
    /// See [`Game::changes_holdings`].
    pub(crate) changes_holdings: bool,
}

/// A round of the game's by its name.
fn round_of<G: Game>(name: &str) -> Result<G::Round, Refusal> {
    name.parse().map_err(|_| Refusal::new(said!("{} has no such round of envelopes.", G::NAME)))
}

/// A choice as it was sealed.
fn choice_of<G: Game>(choice: &Value) -> Result<G::Choice, Refusal> {
    G::Choice::deserialize(choice).map_err(|_| Refusal::new(said!("What was sealed cannot be read.")))
}

struct Held<G: Game>(G::State);

impl<G: Game> Debug for Held<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

trait State: Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn copied(&self) -> Arc<dyn State>;
    fn equals(&self, other: &dyn State) -> bool;
    fn apply(&mut self, event: &Value) -> Result<Bearing, String>;
    fn type_value(&mut self, key: &str, value: i64);
    fn revised(&mut self, revision: &str);
    fn may_be_ready(&self, seat: &SeatId) -> Result<(), Refusal>;
    fn has_to_choose(&self, seat: &SeatId) -> bool;
    fn may_take_ready_back(&self, seat: &SeatId) -> Result<(), Refusal>;
    fn read_choice(&self, round: &str, seat: &SeatId, filled: &Value) -> Result<Value, Refusal>;
    fn check_choice(&self, round: &str, seat: &SeatId, choice: &Value) -> Result<Value, Refusal>;
    fn chart(&self, asked: &Value) -> Result<ChartRoll, Refusal>;
    fn read_chart(&self, asked: &Value, fallen: &[u32]) -> Result<Value, Refusal>;
    fn owners(&self, seat: &SeatId) -> Vec<String>;
    fn view(&self, viewer: &Viewer) -> Seen;
    fn shown(&self, round: &str, of: &SeatId, to: &SeatId, choice: &Value) -> Option<Value>;
    fn otherwise(&self, round: &str, seat: &SeatId, choice: &Value) -> Option<Value>;
    fn default_choice(&self, round: &str, seat: &SeatId) -> Option<Value>;
    fn voted_default(&self, round: &str, seat: &SeatId) -> Option<Value>;
    fn about(&self, round: &str) -> Option<String>;
    fn values(&self, switches: &BTreeMap<String, String>) -> Vec<Tracked>;
    fn weight(&self, seat: &SeatId) -> u32;
    fn at_war(&self, one: &SeatId, other: &SeatId) -> bool;
    fn near_goal(&self) -> BTreeSet<SeatId>;
    fn is_for_the_player(&self, choice: &Value) -> bool;
    fn gains(&self, seat: &SeatId, order: &Value) -> BTreeSet<SeatId>;
    fn has_auctions(&self) -> bool;
    fn stored(&self) -> Value;
    fn word(&self, frame: &Value) -> String;
    fn ends(&self, frame: &Value) -> Ends;
    fn standing_rounds(&self) -> Vec<String>;
    fn passing(&self, holder: &Holder) -> Passing;
    fn line_parts(&self) -> u32;
    fn slot_places(&self) -> usize;
    fn sheet_places(&self) -> usize;
    fn holdings(&self, seat: &SeatId) -> Option<Vec<Value>>;
    fn holding_places(&self) -> usize;
    fn settles(&self, order: &Value, lodged: &Value) -> bool;
    fn stays_beside(&self, order: &Value, lodged: &Value) -> Result<bool, Refusal>;
    fn lodging(&self, frame: &Value) -> Lodging;
    fn may_lodge(&self, holder: &Holder, line: &Line) -> Result<(), Refusal>;
    fn holds_back(&self, seat: &SeatId, unless: &Value) -> bool;
    fn in_a_deal(&self, seat: &SeatId, order: &Value) -> Result<deals::Step, Refusal>;
    fn may_agree(&self, order: &Value) -> Result<(), Refusal>;
    fn has_come(&self, date: &str) -> Option<bool>;
    fn frame(&self, line: u64) -> Option<Value>;
    fn stands(&self, line: u64) -> bool;
    fn frame_opened(&mut self, line: u64, frame: &Value) -> Result<(), String>;
    fn frame_ended(&mut self, line: u64);
}

impl<G: Game> State for Held<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copied(&self) -> Arc<dyn State> {
        Arc::new(Held::<G>(self.0.clone()))
    }

    fn equals(&self, other: &dyn State) -> bool {
        other.as_any().downcast_ref::<Held<G>>().is_some_and(|other| self.0 == other.0)
    }

    fn apply(&mut self, event: &Value) -> Result<Bearing, String> {
        let event = G::Event::deserialize(event).map_err(|why| why.to_string())?;
        let bearing = Bearing {
            binds: G::binds(&event),
            outlasts: G::outlasts_going_back(&event),
            changes_holdings: G::changes_holdings(&event),
        };
        G::apply(&mut self.0, event);
        Ok(bearing)
    }

    fn type_value(&mut self, key: &str, value: i64) {
        G::type_value(&mut self.0, key, value);
    }

    fn revised(&mut self, revision: &str) {
        G::revised(&mut self.0, revision);
    }

    fn has_to_choose(&self, seat: &SeatId) -> bool {
        G::has_to_choose(&self.0, seat)
    }

    fn may_be_ready(&self, seat: &SeatId) -> Result<(), Refusal> {
        G::may_be_ready(&self.0, seat)
    }
    fn may_take_ready_back(&self, seat: &SeatId) -> Result<(), Refusal> {
        G::may_take_ready_back(&self.0, seat)
    }

    fn read_choice(&self, round: &str, seat: &SeatId, filled: &Value) -> Result<Value, Refusal> {
        let round = round_of::<G>(round)?;
        let choice = round.read(&self.0, seat, filled)?;
        round.check(&self.0, seat, &choice)?;
        written(&choice)
    }

    fn check_choice(&self, round: &str, seat: &SeatId, choice: &Value) -> Result<Value, Refusal> {
        let choice = choice_of::<G>(choice)?;
        round_of::<G>(round)?.check(&self.0, seat, &choice)?;
        written(&choice)
    }

    fn chart(&self, asked: &Value) -> Result<ChartRoll, Refusal> {
        G::chart(&self.0, asked)
    }

    fn read_chart(&self, asked: &Value, fallen: &[u32]) -> Result<Value, Refusal> {
        G::read_chart(&self.0, asked, fallen)
    }

    fn owners(&self, seat: &SeatId) -> Vec<String> {
        G::owners(&self.0, seat)
    }

    fn view(&self, viewer: &Viewer) -> Seen {
        Seen::new(G::view(&self.0, viewer))
    }

    fn shown(&self, round: &str, of: &SeatId, to: &SeatId, choice: &Value) -> Option<Value> {
        let round = round_of::<G>(round).ok()?;
        // A view asks this of every envelope of others, and hardly ever is there anything to be seen.
        if !round.shows(&self.0, of, to) {
            return None;
        }
        round.shown(&self.0, of, to, &choice_of::<G>(choice).ok()?)
    }

    fn otherwise(&self, round: &str, seat: &SeatId, choice: &Value) -> Option<Value> {
        round_of::<G>(round).ok()?.otherwise(&self.0, seat, &choice_of::<G>(choice).ok()?)
    }

    fn default_choice(&self, round: &str, seat: &SeatId) -> Option<Value> {
        let choice = round_of::<G>(round).ok()?.default_choice(&self.0, seat)?;
        written(&choice).ok()
    }

    fn voted_default(&self, round: &str, seat: &SeatId) -> Option<Value> {
        let choice = round_of::<G>(round).ok()?.voted_default(&self.0, seat)?;
        written(&choice).ok()
    }

    fn about(&self, round: &str) -> Option<String> {
        round_of::<G>(round).ok()?.about(&self.0)
    }

    fn values(&self, switches: &BTreeMap<String, String>) -> Vec<Tracked> {
        G::values(&self.0, switches)
    }

    fn weight(&self, seat: &SeatId) -> u32 {
        G::weight(&self.0, seat)
    }

    fn at_war(&self, one: &SeatId, other: &SeatId) -> bool {
        G::at_war(&self.0, one, other)
    }

    fn near_goal(&self) -> BTreeSet<SeatId> {
        G::near_goal(&self.0)
    }

    fn is_for_the_player(&self, choice: &Value) -> bool {
        serde_json::from_value(choice.clone()).is_ok_and(|choice| G::is_for_the_player(&choice))
    }

    fn gains(&self, seat: &SeatId, order: &Value) -> BTreeSet<SeatId> {
        let order = serde_json::from_value(order.clone());
        order.map_or_else(|_| BTreeSet::from([seat.clone()]), |order| G::gains(&self.0, seat, &order))
    }

    fn has_auctions(&self) -> bool {
        G::has_auctions(&self.0)
    }

    fn stored(&self) -> Value {
        serde_json::to_value(&self.0).unwrap_or_default()
    }

    fn word(&self, frame: &Value) -> String {
        frame_of::<G>(frame).map(|frame| frame.to_string()).unwrap_or_default()
    }

    fn ends(&self, frame: &Value) -> Ends {
        frame_of::<G>(frame).map_or(Ends::Itself, |frame| G::ends(&self.0, &frame))
    }

    fn standing_rounds(&self) -> Vec<String> {
        G::standing_rounds(&self.0).iter().map(ToString::to_string).collect()
    }

    fn passing(&self, holder: &Holder) -> Passing {
        G::passing(&self.0, holder)
    }

    fn line_parts(&self) -> u32 {
        G::line_parts(&self.0)
    }

    fn slot_places(&self) -> usize {
        G::slot_places(&self.0)
    }

    fn sheet_places(&self) -> usize {
        G::sheet_places(&self.0)
    }

    fn holdings(&self, seat: &SeatId) -> Option<Vec<Value>> {
        let mut items = G::holdings(&self.0, seat)?;
        items.iter_mut().for_each(as_recorded);
        Some(items)
    }

    fn holding_places(&self) -> usize {
        G::holding_places(&self.0)
    }

    fn lodging(&self, frame: &Value) -> Lodging {
        frame_of::<G>(frame).map_or(Lodging::None, |frame| G::lodging(&self.0, &frame))
    }

    fn may_lodge(&self, holder: &Holder, line: &Line) -> Result<(), Refusal> {
        let none = || Refusal::new(said!("That is no order of {}.", G::NAME));
        let order = line.order.as_ref().ok_or_else(none)?;
        crate::draft::has_no_field_of_the_line(order)?;
        let order = G::Order::deserialize(order).map_err(|_| none())?;
        let unless: Result<Vec<G::Unless>, _> = line.unless.iter().map(G::Unless::deserialize).collect();
        G::may_lodge(&self.0, holder, &order, &unless.map_err(|_| none())?, &line.then)
    }

    fn in_a_deal(&self, seat: &SeatId, order: &Value) -> Result<deals::Step, Refusal> {
        let none = || Refusal::new(said!("That is no order of {}.", G::NAME));
        crate::draft::has_no_field_of_the_line(order)?;
        let order = G::Order::deserialize(order).map_err(|_| none())?;
        G::in_a_deal(&self.0, seat, &order)
    }

    fn may_agree(&self, order: &Value) -> Result<(), Refusal> {
        let order = G::Order::deserialize(order)
            .map_err(|_| Refusal::new(said!("That is no order of {}.", G::NAME)))?;
        G::may_agree(&self.0, &order)
    }

    fn has_come(&self, date: &str) -> Option<bool> {
        G::has_come(&self.0, date)
    }

    fn stays_beside(&self, order: &Value, lodged: &Value) -> Result<bool, Refusal> {
        match (G::Order::deserialize(order), G::Order::deserialize(lodged)) {
            (Ok(order), Ok(lodged)) => G::stays_beside(&order, &lodged),
            _ => Ok(true),
        }
    }

    fn settles(&self, order: &Value, lodged: &Value) -> bool {
        let read = |order: &Value| G::Order::deserialize(order).ok();
        read(order).zip(read(lodged)).is_some_and(|(order, lodged)| G::settles(&order, &lodged))
    }

    fn holds_back(&self, seat: &SeatId, unless: &Value) -> bool {
        G::Unless::deserialize(unless).map_or(true, |unless| G::holds_back(&self.0, seat, &unless))
    }

    fn frame(&self, line: u64) -> Option<Value> {
        frame_as_value(G::frames(&self.0).get(line)?).ok()
    }

    fn stands(&self, line: u64) -> bool {
        G::frames(&self.0).get(line).is_some_and(|frame| G::stands(&self.0, frame))
    }

    fn frame_opened(&mut self, line: u64, frame: &Value) -> Result<(), String> {
        let frame = G::Frame::deserialize(frame).map_err(|why| why.to_string())?;
        G::frames_mut(&mut self.0).opened(line, frame);
        Ok(())
    }

    fn frame_ended(&mut self, line: u64) {
        G::frames_mut(&mut self.0).ended(line);
    }
}

/// The frame that follows, as it stands on the record; `None` where none does. A refusal where chance fails.
pub type Next = Result<Option<Value>, Refusal>;

/// The choices of a round that was opened, by the seats that made them.
pub type Choices = BTreeMap<SeatId, Value>;

/// The erased form of a game's rules.
pub trait Rules: Debug + Send + Sync {
    /// See [`Game::KEY`].
    fn key(&self) -> &'static str;
    /// See [`Game::NAME`].
    fn name(&self) -> &'static str;
    /// See [`Game::REVISIONS`].
    fn revisions(&self) -> &'static [&'static str];
    /// The newest of them.
    fn newest(&self) -> &'static str {
        self.revisions().last().copied().unwrap_or_default()
    }
    /// Whether a revision is among them.
    fn has(&self, revision: &str) -> bool {
        self.revisions().contains(&revision)
    }
    /// Whether a revision has the start of the step again where what moved it is taken back: see [`Game::STARTS_COME_BACK`].
    fn starts_come_back(&self, revision: &str) -> bool;
    /// See [`Game::switches`].
    fn switches(&self) -> &'static [Switch];
    /// See [`Game::options`].
    ///
    /// # Errors
    /// A refusal where an option is out of bounds.
    fn options(&self, scenario: &str, seats: u32, options: &Value) -> Result<Value, Refusal>;
    /// See [`Game::packs`].
    fn packs(&self, options: &Value) -> Vec<Hash>;
    /// See [`Game::is_before_play`].
    fn is_before_play(&self, order: &Value) -> bool;
    /// See [`Game::sealed`].
    fn sealed(&self, order: &Value) -> Sealed;
    /// See [`Game::HIDES`].
    fn hides(&self) -> bool;
    /// See [`Game::HIDDEN_DECIDES`].
    fn hidden_decides(&self) -> bool;
    /// See [`Game::set_up`].
    fn set_up(&self, founded: &Founded) -> Option<GameState>;
    /// See [`Game::switches_at_start`].
    fn switches_at_start(&self, founded: &Founded) -> BTreeMap<String, String>;
    /// A stored position read back.
    fn read(&self, state: Value) -> Option<GameState>;
    /// See [`Game::next`]; the frame within which is asked by its line.
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn next(&self, draft: &mut Draft<'_>, within: Option<u64>, after: Option<&Value>) -> Next;
    /// See [`Game::entered`].
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn entered(&self, draft: &mut Draft<'_>, frame: &Value) -> Result<(), Refusal>;
    /// See [`Game::closing`].
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn closing(&self, draft: &mut Draft<'_>, frame: &Value) -> Result<(), Refusal>;
    /// See [`Game::resumed`].
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn resumed(&self, draft: &mut Draft<'_>, frame: &Value) -> Result<(), Refusal>;
    /// See [`Game::defaulted`].
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn defaulted(&self, draft: &mut Draft<'_>, frame: &Value) -> Result<(), Refusal>;
    /// See [`Game::missed`].
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn missed(&self, draft: &mut Draft<'_>, frame: &Value, seats: &[SeatId]) -> Result<(), Refusal>;
    /// See [`Game::opened`].
    ///
    /// # Errors
    /// A refusal where chance fails.
    fn opened(&self, draft: &mut Draft<'_>, round: &str, choices: &Choices) -> Result<(), Refusal>;
    /// See [`Game::decide`].
    ///
    /// # Errors
    /// A refusal where the rules do not allow the order, or it is no order of this game.
    fn decide(&self, draft: &mut Draft<'_>, seat: &SeatId, order: &Value) -> Result<(), Refusal>;
    /// See [`Game::rests_on`].
    ///
    /// # Errors
    /// A refusal where it is no order of this game.
    fn rests_on(
        &self,
        draft: &mut Draft<'_>,
        seat: &SeatId,
        order: &Value,
    ) -> Result<Option<Assent>, Refusal>;
    /// See [`Game::MANNER`].
    fn manner(&self) -> &'static [&'static str];
    /// See [`Game::gives`].
    fn gives(&self, draft: &mut Draft<'_>, seat: &SeatId, order: &Value) -> BTreeSet<SeatId>;
    /// See [`Game::decide_for_host`].
    ///
    /// # Errors
    /// A refusal where it is no order of this game, or cannot be taken.
    fn decide_for_host(&self, draft: &mut Draft<'_>, order: &Value) -> Result<(), Refusal>;
    /// See [`Game::set_value`].
    ///
    /// # Errors
    /// A refusal where the rules do not allow it.
    fn set_value(&self, draft: &mut Draft<'_>, key: &str, now: i64, corrected: bool) -> Result<(), Refusal>;
    /// See [`Game::auction`].
    ///
    /// # Errors
    /// A refusal where this game has no auction.
    fn auction(&self, draft: &mut Draft<'_>, seat: &SeatId) -> Result<(), Refusal>;
    /// See [`Game::uncontrolled`].
    ///
    /// # Errors
    /// A refusal where it cannot be recorded.
    fn uncontrolled(&self, draft: &mut Draft<'_>, seat: &SeatId) -> Result<(), Refusal>;
    /// See [`Game::conclude`].
    ///
    /// # Errors
    /// A refusal where the count cannot be made.
    fn conclude(&self, draft: &mut Draft<'_>) -> Result<(), Refusal>;
    /// A thing of a strongbox as it was sealed; see [`Game::Item`].
    ///
    /// # Errors
    /// A refusal where it is none of this game, or out of bounds.
    fn thing(&self, sealed: &Value) -> Result<Item, Refusal>;
    /// A thing as its owner gives it; `whose` says whose it is, out of whom he named.
    ///
    /// # Errors
    /// The same, and what `whose` refuses.
    fn thing_given(&self, given: &Value, whose: Whose<'_>) -> Result<Item, Refusal>;
    /// See [`Thing::renamed`].
    fn thing_renamed(&self, sealed: &Value, to: &str) -> Option<Item>;
    /// See [`Thing::check_name`].
    ///
    /// # Errors
    /// A refusal where nothing may be called so.
    fn check_name(&self, name: &str) -> Result<(), Refusal>;
    /// See [`Game::is_holding`].
    fn is_holding(&self, item: &Value) -> bool;
    /// See [`Thing::TOLD`].
    fn telling(&self) -> Option<Telling>;
    /// See [`Thing::offers`].
    fn things_offered(&self) -> Vec<Offer>;
    /// See [`Thing::filled`]: the thing as it will be sealed.
    fn thing_filled(&self, verb: &str, filled: &Value) -> Option<Value>;
    /// See [`Game::offers`].
    fn offers(&self, view: &View) -> Vec<Offer>;
    /// See [`Game::stand_in_lodges`].
    fn stand_in_lodges(&self, view: &View, holder: &Holder, die: &mut dyn FnMut(u32) -> u32) -> Vec<Value>;
    /// See [`Game::offers_in`].
    fn offers_in(&self, view: &View, subjects: &[&str]) -> Vec<Offer>;
    /// See [`Envelopes::offers`].
    fn offers_to_seal(&self, view: &View, round: &str) -> Vec<Offer>;
    /// See [`Game::FORWARD`].
    fn forward(&self) -> u32;
    /// See [`Game::differs`].
    fn differs(&self, was: &Seen, is: &Seen) -> Vec<Differs>;
    /// See [`Game::unprinted`].
    fn unprinted(&self, view: &View, wanted: Wanted<'_>) -> Vec<Unprinted>;
}

/// Whose a thing is, out of whom its owner named.
pub type Whose<'a> = &'a dyn Fn(Option<&str>) -> Result<Option<String>, Refusal>;

fn thing_of<G: Game>(value: &Value) -> Result<G::Item, Refusal> {
    G::Item::deserialize(value)
        .map_err(|_| Refusal::new(said!("{} has no such thing to keep in a strongbox.", G::NAME)))
}

/// A game's rules in the erased form.
pub struct Erased<G>(PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// The erased form of a game.
    #[must_use]
    pub const fn new() -> Self {
        Erased(PhantomData)
    }
}

impl<G> Default for Erased<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Debug for Erased<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(G::KEY)
    }
}

impl<G: Game> Rules for Erased<G> {
    fn key(&self) -> &'static str {
        G::KEY
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn revisions(&self) -> &'static [&'static str] {
        G::REVISIONS
    }

    fn starts_come_back(&self, revision: &str) -> bool {
        revision.parse().is_ok_and(|revision: u32| revision >= G::STARTS_COME_BACK)
    }

    fn switches(&self) -> &'static [Switch] {
        G::switches()
    }

    fn options(&self, scenario: &str, seats: u32, options: &Value) -> Result<Value, Refusal> {
        G::options(scenario, seats, options)
    }

    fn packs(&self, options: &Value) -> Vec<Hash> {
        G::packs(options)
    }

    fn is_before_play(&self, order: &Value) -> bool {
        serde_json::from_value(order.clone()).is_ok_and(|order| G::is_before_play(&order))
    }

    fn sealed(&self, order: &Value) -> Sealed {
        G::sealed(order)
    }

    fn hides(&self) -> bool {
        G::HIDES
    }

    fn hidden_decides(&self) -> bool {
        G::HIDDEN_DECIDES
    }

    fn set_up(&self, founded: &Founded) -> Option<GameState> {
        Some(GameState { rules: by_key(G::KEY)?, state: Arc::new(Held::<G>(G::set_up(founded)?)) })
    }

    fn switches_at_start(&self, founded: &Founded) -> BTreeMap<String, String> {
        G::switches_at_start(founded)
    }

    fn read(&self, state: Value) -> Option<GameState> {
        let state = serde_json::from_value(state).ok()?;
        Some(GameState { rules: by_key(G::KEY)?, state: Arc::new(Held::<G>(state)) })
    }

    fn next(
        &self,
        draft: &mut Draft<'_>,
        within: Option<u64>,
        after: Option<&Value>,
    ) -> Result<Option<Value>, Refusal> {
        let after = after.map(frame_of::<G>).transpose()?;
        let mut table = Table { draft, game: PhantomData };
        let within = table.chain(within);
        let next = G::next(&mut table, &within, after.as_ref())?;
        next.as_ref().map(frame_as_value).transpose()
    }

    fn entered(&self, draft: &mut Draft<'_>, frame: &Value) -> Result<(), Refusal> {
        G::entered(&mut Table { draft, game: PhantomData }, &frame_of::<G>(frame)?)
    }

    fn closing(&self, draft: &mut Draft<'_>, frame: &Value) -> Result<(), Refusal> {
        G::closing(&mut Table { draft, game: PhantomData }, &frame_of::<G>(frame)?)
    }

    fn resumed(&self, draft: &mut Draft<'_>, frame: &Value) -> Result<(), Refusal> {
        G::resumed(&mut Table { draft, game: PhantomData }, &frame_of::<G>(frame)?)
    }

    fn defaulted(&self, draft: &mut Draft<'_>, frame: &Value) -> Result<(), Refusal> {
        G::defaulted(&mut Table { draft, game: PhantomData }, &frame_of::<G>(frame)?)
    }

    fn missed(&self, draft: &mut Draft<'_>, frame: &Value, seats: &[SeatId]) -> Result<(), Refusal> {
        G::missed(&mut Table { draft, game: PhantomData }, &frame_of::<G>(frame)?, seats)
    }

    fn opened(
        &self,
        draft: &mut Draft<'_>,
        round: &str,
        choices: &BTreeMap<SeatId, Value>,
    ) -> Result<(), Refusal> {
        let mut read = BTreeMap::new();
        for (seat, choice) in choices {
            read.insert(seat.clone(), choice_of::<G>(choice)?);
        }
        G::opened(&mut Table { draft, game: PhantomData }, &round_of::<G>(round)?, read)
    }

    fn decide(&self, draft: &mut Draft<'_>, seat: &SeatId, order: &Value) -> Result<(), Refusal> {
        let order = serde_json::from_value(order.clone())
            .map_err(|_| Refusal::new(said!("That is no order of {}.", G::NAME)))?;
        G::decide(&mut Table { draft, game: PhantomData }, seat, order)
    }

    fn rests_on(
        &self,
        draft: &mut Draft<'_>,
        seat: &SeatId,
        order: &Value,
    ) -> Result<Option<Assent>, Refusal> {
        let order = serde_json::from_value(order.clone())
            .map_err(|_| Refusal::new(said!("That is no order of {}.", G::NAME)))?;
        Ok(G::rests_on(&Table { draft, game: PhantomData }, seat, &order))
    }

    fn manner(&self) -> &'static [&'static str] {
        G::MANNER
    }

    fn gives(&self, draft: &mut Draft<'_>, seat: &SeatId, order: &Value) -> BTreeSet<SeatId> {
        let table: Table<'_, '_, G> = Table { draft, game: PhantomData };
        let order = serde_json::from_value(order.clone());
        order.map_or_else(|_| BTreeSet::new(), |order| G::gives(table.state(), seat, &order))
    }

    fn decide_for_host(&self, draft: &mut Draft<'_>, order: &Value) -> Result<(), Refusal> {
        let order = serde_json::from_value(order.clone())
            .map_err(|_| Refusal::new(said!("That is no order of {}.", G::NAME)))?;
        G::decide_for_host(&mut Table { draft, game: PhantomData }, order)
    }

    fn set_value(&self, draft: &mut Draft<'_>, key: &str, now: i64, corrected: bool) -> Result<(), Refusal> {
        G::set_value(&mut Table { draft, game: PhantomData }, key, now, corrected)
    }

    fn auction(&self, draft: &mut Draft<'_>, seat: &SeatId) -> Result<(), Refusal> {
        G::auction(&mut Table { draft, game: PhantomData }, seat)
    }

    fn uncontrolled(&self, draft: &mut Draft<'_>, seat: &SeatId) -> Result<(), Refusal> {
        G::uncontrolled(&mut Table { draft, game: PhantomData }, seat)
    }

    fn conclude(&self, draft: &mut Draft<'_>) -> Result<(), Refusal> {
        G::conclude(&mut Table { draft, game: PhantomData })
    }

    fn thing(&self, sealed: &Value) -> Result<Item, Refusal> {
        Item::thing(&thing_of::<G>(sealed)?)
    }

    fn thing_given(&self, given: &Value, whose: Whose<'_>) -> Result<Item, Refusal> {
        let thing = thing_of::<G>(given)?;
        let power = whose(thing.power())?;
        let thing = thing.of_power(power);
        let item = Item::thing(&thing)?;
        if thing.renamed("A").is_some() {
            G::Item::check_thing_name(&item.name())?;
        }
        Ok(item)
    }

    fn thing_renamed(&self, sealed: &Value, to: &str) -> Option<Item> {
        Item::thing(&thing_of::<G>(sealed).ok()?.renamed(to)?).ok()
    }

    fn check_name(&self, name: &str) -> Result<(), Refusal> {
        G::Item::check_name(name)
    }

    fn is_holding(&self, item: &Value) -> bool {
        G::is_holding(item)
    }

    fn telling(&self) -> Option<Telling> {
        G::Item::TOLD
    }

    fn things_offered(&self) -> Vec<Offer> {
        G::Item::offers()
    }

    fn thing_filled(&self, verb: &str, filled: &Value) -> Option<Value> {
        serde_json::to_value(G::Item::filled(verb, filled)?).ok()
    }

    fn offers(&self, view: &View) -> Vec<Offer> {
        view.game.of::<G::View>().map(|seen| G::offers(&seen, view)).unwrap_or_default()
    }

    fn stand_in_lodges(&self, view: &View, holder: &Holder, die: &mut dyn FnMut(u32) -> u32) -> Vec<Value> {
        let Some(seen) = view.game.of::<G::View>() else { return Vec::new() };
        let orders = G::stand_in_lodges(&seen, holder, die);
        orders.iter().filter_map(|order| serde_json::to_value(order).ok()).collect()
    }

    fn offers_in(&self, view: &View, subjects: &[&str]) -> Vec<Offer> {
        view.game.of::<G::View>().map(|seen| G::offers_in(&seen, view, subjects)).unwrap_or_default()
    }

    fn offers_to_seal(&self, view: &View, round: &str) -> Vec<Offer> {
        let offers = |seen: Arc<G::View>| {
            Some(crate::by_round::offers::<G>(&round_of::<G>(round).ok()?, round, &seen, view))
        };
        view.game.of::<G::View>().and_then(offers).unwrap_or_default()
    }

    fn forward(&self) -> u32 {
        G::FORWARD
    }

    fn differs(&self, was: &Seen, is: &Seen) -> Vec<Differs> {
        let both = was.of::<G::View>().zip(is.of::<G::View>());
        both.map(|(was, is)| G::differs(&was, &is)).unwrap_or_default()
    }

    fn unprinted(&self, view: &View, wanted: Wanted<'_>) -> Vec<Unprinted> {
        view.game.of::<G::View>().map(|seen| G::unprinted(&seen, view, wanted)).unwrap_or_default()
    }
}

/// The games at this table: each crate of a game registers its own.
#[linkme::distributed_slice]
pub static GAMES: [&'static dyn Rules];

/// The games at this table, by their keys.
pub fn all() -> impl Iterator<Item = &'static dyn Rules> + Clone {
    static ALL: LazyLock<Vec<&'static dyn Rules>> = LazyLock::new(|| {
        let mut all = GAMES.to_vec();
        #[cfg(test)]
        all.extend([
            const { &Erased::<crate::tests::toy::Toy>::new() } as &dyn Rules,
            const { &Erased::<crate::tests::skirmish::Skirmish>::new() },
        ]);
        all.sort_by_key(|game| game.key());
        all
    });
    ALL.iter().copied()
}

/// The game of a key.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static dyn Rules> {
    all().find(|game| game.key() == key)
}

/// The position that a founding line sets up.
#[must_use]
pub fn found(founded: &Founded) -> Option<GameState> {
    by_key(&founded.game)?.set_up(founded)
}

/// How a position is kept in a snapshot: the game's key and its state.
pub mod stored {
    use super::{GameState, by_key};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value;

    #[derive(Serialize, Deserialize)]
    struct Stored {
        game: String,
        state: Value,
    }

    /// Writes a position.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(game: &GameState, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = Stored { game: game.rules.key().to_owned(), state: game.state.stored() };
        stored.serialize(serializer)
    }

    /// Reads a position.
    ///
    /// # Errors
    /// Where the game is unknown or its state has another form.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GameState, D::Error> {
        let stored = Stored::deserialize(deserializer)?;
        by_key(&stored.game)
            .and_then(|rules| rules.read(stored.state))
            .ok_or_else(|| serde::de::Error::custom("a position of a game that is not known here"))
    }
}

/// A frame as it stands on the record.
fn frame_as_value<F: Serialize>(frame: &F) -> Result<Value, Refusal> {
    let mut value = serde_json::to_value(frame)
        .map_err(|_| Refusal::new(said!("A frame of the game could not be written.")))?;
    as_recorded(&mut value);
    Ok(value)
}

/// A frame of the record. One that this program does not know is stopped at when it is folded.
fn frame_of<G: Game>(frame: &Value) -> Result<G::Frame, Refusal> {
    G::Frame::deserialize(frame)
        .map_err(|_| Refusal::new(said!("{} has no such step in its sequence of play.", G::NAME)))
}

fn state_of<G: Game>(game: &GameState) -> &G::State {
    match game.position::<G>() {
        Some(position) => position,
        None => unreachable!("a campaign's state is made by its own game"),
    }
}

/// A choice as it will be sealed.
fn written(choice: &impl Serialize) -> Result<Value, Refusal> {
    let mut value = serde_json::to_value(choice)
        .map_err(|_| Refusal::new(said!("What is to be sealed could not be written.")))?;
    as_recorded(&mut value);
    Ok(value)
}
