//! Orders lodged ahead of one's slot (`fairness.md`, format 2).
//!
//! Where players follow one another, each in a slot of his own, he can lodge what he will order before his slot comes, every order with
//! what holds it back. When the slot opens the bot gives them, one after another; an order that is held back waits for its owner, and so
//! does one that the rules refuse by then.
//!
//! What is lodged, changed and taken back stands off the record, so that nobody sees whether, when or how much. When the frame opens that
//! the slots stand within, the record has one line for every player, *nothing* included: his orders under one code. When his own slot
//! opens there is another, with a code for each of its places, *nothing* included, since he may have changed them meanwhile. Of
//! those only the places open whose orders are given; the rest stays closed until the campaign is.
//!
//! A slot belongs to a seat or, where a seat has several powers, to one of them, and several may have theirs together ([`Holder`]). Some slots pass
//! by themselves ([`Passing`]): each holds *ready* in the last of its places, whether anything is lodged or not, so that nobody is waited for.
//!
//! What is to follow from an order that was lodged stands in *parts* beside it, each with a code of its own; a part opens when the game comes to
//! ask for it, so that nobody reads *storm* before he chose to retire.

pub(crate) mod acts;
pub mod offers;

use super::audience::Audience;
pub use offers::{INSTEAD, LODGE, instead, offer, offer_for, told_held};

use super::event::Entry;

use super::hash::sha256;

use super::names::SeatId;

use super::offers::{Field, Kind, Offer};

use super::order::Verb;

use super::padding;

use super::parts::Part;

use super::roll::{Dice, draw};

use super::said::Kept;

use super::secret::Secret;

use super::view::View;

use serde::{Deserialize, Serialize};

use serde_json::{Value, json};

/// How many places a slot has where its line says nothing of it. To be ready after the orders takes one too.
pub const UNSAID: usize = 12;

/// Whose a slot is: a seat's, or where a seat has several that of one of its powers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct Holder {
    /// The seat.
    pub seat: SeatId,
    /// The power's key.
    pub power: Option<String>,
}

impl Holder {
    /// A seat's own slot.
    #[must_use]
    pub fn seat(seat: &SeatId) -> Holder {
        Holder { seat: seat.clone(), power: None }
    }

    /// The slot of one of its powers.
    #[must_use]
    pub fn power(seat: &SeatId, power: &str) -> Holder {
        Holder { seat: seat.clone(), power: Some(power.to_owned()) }
    }
}

/// As it is stored: the seat, and after a blank the power.
impl From<Holder> for String {
    fn from(holder: Holder) -> String {
        match holder.power {
            Some(power) => format!("{} {power}", holder.seat),
            None => holder.seat.to_string(),
        }
    }
}

impl From<String> for Holder {
    fn from(stored: String) -> Holder {
        match stored.split_once(' ') {
            Some((seat, power)) => Holder::power(&SeatId::from(seat), power),
            None => Holder::seat(&SeatId::from(stored.as_str())),
        }
    }
}

/// What a frame is to orders that are lodged ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lodging {
    /// Nothing.
    None,
    /// Slots of every seat stand within it: when it opens everybody's orders are sealed.
    Slots,
    /// Slots of these powers stand within it.
    SlotsOf(Vec<Holder>),
    /// A slot: when it opens the orders of those whose it is are sealed as they stand, and given, those of several in turn.
    Slot(Vec<Holder>),
}

/// How a slot ends for which orders are lodged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// When its player is ready, himself or by what he lodged.
    Waits,
    /// By itself: what is held back stays lodged for the next.
    ByItself,
    /// By itself where nothing is held back; else it waits for its player until its deadline.
    Unheld,
}

impl Passing {
    /// Whether the last of its places holds *ready* in any case.
    fn is_ready_at_last(self) -> bool {
        self != Passing::Waits
    }
}

/// What holds nothing back: of a game whose orders are not lodged ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Never {}

/// Something lodged: an order, or to be ready after the orders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The order; `None`: to be ready.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Value>,
    /// What holds it back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless: Vec<Value>,
    /// Where several have a slot together: the lines of the lower number are given first, and where two are alike those of who comes first.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub turn: u32,
    /// What is to follow from it, part by part, in the game's words; what is left out at the end is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it so")]
pub(crate) fn is_nought(count: &u32) -> bool {
    *count == 0
}

impl Line {
    /// An order, and what holds it back.
    #[must_use]
    pub fn order(order: Value, unless: Vec<Value>) -> Line {
        Line { order: Some(order), unless, turn: 0, then: Vec::new() }
    }

    /// To be ready.
    #[must_use]
    pub fn ready() -> Line {
        Line { order: None, unless: Vec::new(), turn: 0, then: Vec::new() }
    }

    /// It without what is to follow, which is sealed beside it.
    fn alone(&self) -> Line {
        Line { then: Vec::new(), ..self.clone() }
    }
}

/// What a seat has lodged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lodged {
    /// What waits for the next slot, in its order.
    lines: Secret<Vec<Waiting>>,
    /// Whether the seat is ready when all of it was given.
    ready: bool,
    /// The slot that is open.
    slot: Option<Slot>,
}

impl Default for Lodged {
    fn default() -> Self {
        Lodged { lines: Secret::new(Vec::new()), ready: false, slot: None }
    }
}

/// An order that waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    /// What was lodged.
    pub line: Line,
    /// Why it was not given when its slot was there: it is not given any more unless it is lodged anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
}

/// Why an order is held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    /// What was to hold it back has come about.
    Back,
    /// The rules refused it, as they said.
    Refused(Kept),
    /// Its slot ended before it was given.
    Late,
    /// Its owner took it back while his slot was open.
    TakenBack,
    /// It was not given, and its owner did himself what it was for.
    ByHand,
}

/// A slot that is open, with what was lodged for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Slot {
    /// The line at which its frame opened.
    frame: u64,
    /// Which of several that have it together this is, counted from 0.
    #[serde(default)]
    turn: usize,
    /// The places as they were sealed.
    places: Vec<Part>,
    /// What is to follow from the line at each place, part by part.
    #[serde(default)]
    parts: Vec<Vec<Part>>,
    /// Why a place was not given: off the record.
    held: Vec<Option<Secret<Held>>>,
}

/// What is asked of what one has lodged.
#[derive(Clone)]
pub enum Change {
    /// Lodge an order after the others.
    Add(Line),
    /// Lodge several orders, all of them or none.
    Several {
        /// Which.
        lines: Vec<Line>,
        /// Whether in the place of all that waits for the slot, or after it.
        instead: bool,
    },
    /// Lodge an order in the place of all that waits for the slot.
    Instead(Line),
    /// Take one back, counted from 0, or all of it.
    TakeBack {
        /// Which.
        which: Option<usize>,
    },
    /// Be ready after them or not.
    Ready {
        /// Which.
        on: bool,
    },
}

/// What the owner sees of what he has lodged.
#[derive(Clone, Debug, PartialEq)]
pub struct LodgedView {
    /// What waits, and what was held.
    pub lines: Vec<Waiting>,
    /// Whether he is ready when all of it was given.
    pub ready: bool,
    /// Whether his slot is open.
    pub open: bool,
    /// How the slot ends: where it passes by itself he need not be ready after what he lodged.
    pub passing: Passing,
    /// How many places a slot has; the last is kept for being ready.
    pub places: usize,
}

impl Default for LodgedView {
    fn default() -> LodgedView {
        LodgedView { lines: Vec::new(), ready: false, open: false, passing: Passing::Waits, places: UNSAID }
    }
}

impl LodgedView {
    /// Whether orders wait for a slot to come.
    #[must_use]
    pub fn awaits_its_slot(&self) -> bool {
        !self.open && fresh(&self.lines).next().is_some()
    }

    /// Whether the slot passes by itself, so that nobody need be ready after what he lodged.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.passing == Passing::ByItself
    }

    /// Whether the slot ends only when its player is ready.
    #[must_use]
    pub fn waits_for_ready(&self) -> bool {
        !self.passing.is_ready_at_last()
    }

    /// Whether one more order can be lodged.
    #[must_use]
    pub fn has_room(&self) -> bool {
        !self.open && has_room(&self.lines, self.places)
    }
}

/// What stands sealed at a place: a line, or nothing.
#[must_use]
pub fn item(place: usize, line: Option<&Line>) -> Value {
    let mut item = json!({"lodged": place});
    if let Some(line) = line {
        item["line"] = serde_json::to_value(line.alone()).unwrap_or_default();
    }
    item
}

/// What stands sealed as a part of what is to follow from the line at a place; without a value, nothing.
#[must_use]
pub fn part_item(place: usize, part: usize, value: Option<&Value>) -> Value {
    let mut item = json!({"lodged": place, "part": part});
    if let Some(value) = value {
        item["v"] = value.clone();
    }
    item
}

/// Whether a body is what is sealed as a part of a place.
pub(crate) fn is_part_item(body: &Value, place: usize, part: usize) -> bool {
    *body == part_item(place, part, body.get("v"))
}

/// What is sealed of all that a seat has lodged.
fn whole(lines: &[Line]) -> Value {
    json!({"lodged": lines})
}

/// The line at a place; `None` where nothing stands there or it is none.
fn line_in(item: &Value, place: usize) -> Option<Line> {
    let line = item.get("line").and_then(|line| Line::deserialize(line).ok())?;
    (*item == self::item(place, Some(&line))).then_some(line)
}

/// Whether a body is what is sealed at a place.
pub(crate) fn is_item(body: &Value, at: usize) -> bool {
    *body == item(at, None) || line_in(body, at).is_some()
}

/// Whether a body is what is sealed of all that a seat has lodged for a slot of so many places.
pub(crate) fn is_whole(body: &Value, places: usize) -> bool {
    let lines = body.get("lodged").and_then(|lines| Vec::<Line>::deserialize(lines).ok());
    lines.is_some_and(|lines| lines.len() <= places && *body == whole(&lines))
}

impl Lodged {
    /// What is sealed when the slot opens: the orders that were not held before and, after them, to be ready where that was lodged too, or the
    /// slot passes by itself.
    fn to_seal(&self, passing: Passing) -> Vec<Line> {
        let mut lines: Vec<Line> = fresh(self.lines.reveal()).map(|waiting| waiting.line.clone()).collect();
        if passing.is_ready_at_last() || self.ready && !lines.is_empty() {
            lines.push(Line::ready());
        }
        lines
    }

    /// What is there, in order: of an open slot first what was not given.
    fn all(&self) -> Vec<Waiting> {
        let slot = self.slot.iter().flat_map(Slot::left).map(|(_, waiting)| waiting);
        slot.chain(self.lines.reveal().iter().cloned()).collect()
    }
}

impl Slot {
    /// The place of the next order to be given: the first that is neither given nor held. To be ready waits for all that is held, in a slot that
    /// passes where nothing is held back for what is; one that passes by itself passes over what `stays` until the next.
    fn next(&self, passing: Passing, stays: &dyn Fn(&Line) -> bool) -> Option<(usize, Line)> {
        let open = |(at, part): (usize, &Part)| -> Option<(usize, Line)> {
            let held = self.held.get(at).is_some_and(Option::is_some);
            let line = part.body.as_ref().and_then(|body| line_in(body.reveal(), at))?;
            let remains = passing == Passing::ByItself && stays(&line);
            (!part.is_open && !held && !remains).then_some((at, line))
        };
        let (at, line) = self.places.iter().enumerate().find_map(open)?;
        let keeps = |held: &Secret<Held>| match passing {
            Passing::Waits => *held.reveal() != Held::TakenBack,
            Passing::Unheld => *held.reveal() == Held::Back,
            Passing::ByItself => false,
        };
        let waits = line.order.is_none() && self.held.iter().flatten().any(keeps);
        (!waits).then_some((at, line))
    }

    /// Whether it says that its player is ready: the place that holds it lies open.
    fn is_ready(&self) -> bool {
        let lies_open = |(at, part): (usize, &Part)| {
            let line =
                part.body.as_ref().filter(|_| part.is_open).and_then(|body| line_in(body.reveal(), at));
            line.is_some_and(|line| line.order.is_none())
        };
        self.places.iter().enumerate().any(lies_open)
    }

    /// The place at which it is to be ready, as long as it is not.
    fn ready_at(&self) -> Option<usize> {
        let is_ready = |(at, part): &(usize, &Part)| {
            let line = part.body.as_ref().and_then(|body| line_in(body.reveal(), *at));
            !part.is_open && line.is_some_and(|line| line.order.is_none())
        };
        self.places.iter().enumerate().find(is_ready).map(|(at, _)| at)
    }

    /// The orders that were not given, by their places, with why.
    fn left(&self) -> Vec<(usize, Waiting)> {
        let left = self.places.iter().enumerate().filter(|(_, part)| !part.is_open);
        left.filter_map(|(at, part)| {
            let line = line_in(part.body.as_ref()?.reveal(), at).filter(|line| line.order.is_some())?;
            let held = self.held.get(at).and_then(|held| held.as_ref().map(|held| held.reveal().clone()));
            let is_gone = matches!(held, Some(Held::TakenBack | Held::ByHand));
            (!is_gone).then_some((at, Waiting { line, held }))
        })
        .collect()
    }
}

/// The body that says what of a slot is not given.
#[derive(Serialize, Deserialize)]
struct NotGiven {
    place: usize,
    waiting: Waiting,
}

impl NotGiven {
    /// Out of the entry that tells of it.
    fn read(entry: &Entry, seat: &SeatId) -> Option<NotGiven> {
        NotGiven::deserialize(entry.body_for(&Audience::seat(seat))?).ok()
    }
}

/// The orders that were not held before.
fn fresh(lines: &[Waiting]) -> impl Iterator<Item = &Waiting> {
    lines.iter().filter(|waiting| waiting.held.is_none())
}

/// Whether there is room for one more among so many places. The last is kept for being ready after them.
fn has_room(lines: &[Waiting], places: usize) -> bool {
    fresh(lines).count() + 1 < places
}

/// The places of so many lines, in their order: which of `all` they are is drawn under the salts of all, one after another, of which
/// some stay closed, so that a place that is opened tells little of how many stand before it. In a slot that passes by itself, where being
/// ready is opened every time, that has the last place whatever else is lodged.
fn places_of(lines: usize, all: usize, passing: Passing, salts: &[u8]) -> Vec<usize> {
    let passes = passing.is_ready_at_last();
    let shuffle = Dice::Shuffle(u32::try_from(all).unwrap_or(padding::MOST).min(padding::MOST));
    let drawn = draw(sha256(&[b"chancery/lodged/1", salts]).0, &shuffle);
    let free = drawn.into_iter().map(|place| place as usize).filter(|place| !passes || place + 1 < all);
    let mut places: Vec<usize> = free.take(lines.saturating_sub(usize::from(passes))).collect();
    places.extend(passes.then_some(all - 1));
    places.sort_unstable();
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_that_opens_every_time_tells_nothing_of_what_stands_before_it() {
        for n in 0..50_u8 {
            for (lines, all) in (1..=UNSAID).map(|lines| (lines, UNSAID)).chain([(1, 1), (3, 20), (20, 20)]) {
                let places = places_of(lines, all, Passing::ByItself, &[n]);
                assert_eq!((places.len(), places.last().copied()), (lines, Some(all - 1)));
                assert!(places.is_sorted_by(|one, other| one < other), "{places:?}");
            }
            let drawn = places_of(3, UNSAID, Passing::Waits, &[n]);
            assert!(drawn.len() == 3 && drawn.is_sorted_by(|one, other| one < other));
        }
        assert!(
            (0..50_u8).any(|n| places_of(1, UNSAID, Passing::Waits, &[n]) != [UNSAID - 1]),
            "else it is drawn"
        );
    }

    fn waiting(held: Option<Held>) -> Waiting {
        Waiting { line: Line::order(json!({"march": 1}), Vec::new()), held }
    }

    #[test]
    fn orders_await_their_slot_until_it_opens_and_what_is_held_awaits_none() {
        let awaits = |lines, open| LodgedView { lines, open, ..LodgedView::default() }.awaits_its_slot();
        assert!(awaits(vec![waiting(Some(Held::Late)), waiting(None)], false));
        assert!(!awaits(vec![waiting(None)], true), "it is there");
        assert!(!awaits(vec![waiting(Some(Held::Late))], false));
        assert!(!awaits(Vec::new(), false) && !awaits(Vec::new(), true));
    }

    #[test]
    fn there_is_room_for_eleven_orders_before_the_slot_opens_and_for_none_then() {
        let has_room = |fresh: usize, open| {
            let mut lines = vec![waiting(Some(Held::Back)); 3];
            lines.extend(vec![waiting(None); fresh]);
            LodgedView { lines, open, ..LodgedView::default() }.has_room()
        };
        assert!(has_room(0, false) && has_room(UNSAID - 2, false), "what was held takes no place");
        assert!(!has_room(UNSAID - 1, false), "the last place is for being ready");
        assert!(!has_room(0, true));
    }

    #[test]
    fn at_a_place_is_sealed_a_line_or_nothing_and_no_more() {
        assert!(is_item(&item(3, None), 3) && is_item(&item(3, Some(&Line::ready())), 3));
        assert!(is_item(&item(3, Some(&waiting(None).line)), 3));
        assert!(!is_item(&item(3, None), 4), "it names its place");
        let mut more = item(3, Some(&Line::ready()));
        more["by"] = json!("bot");
        assert!(!is_item(&more, 3));
        assert!(!is_item(&json!({"lodged": 3, "line": {"fly": 1}}), 3));
    }

    #[test]
    fn of_all_that_is_lodged_twelve_lines_are_sealed_at_most_and_no_more_beside_them() {
        assert!(
            is_whole(&whole(&[]), UNSAID) && is_whole(&whole(&[waiting(None).line, Line::ready()]), UNSAID)
        );
        assert!(is_whole(&whole(&vec![Line::ready(); UNSAID]), UNSAID), "eleven orders and to be ready");
        assert!(!is_whole(&whole(&vec![Line::ready(); UNSAID + 1]), UNSAID));
        assert!(!is_whole(&json!({"lodged": [], "by": "bot"}), UNSAID));
        assert!(!is_whole(&json!({"lodged": 3}), UNSAID), "that is a place");
    }
}
