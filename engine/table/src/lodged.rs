//! Orders lodged ahead of one's slot (`fairness.md`, format 2).
//!
//! Where players follow one another, each in a slot of his own, he can lodge what he will order before his slot comes, every order with
//! what holds it back. When the slot opens the bot gives them, one after another; an order that is held back waits for its owner, and so
//! does one that the rules refuse by then.
//!
//! What is lodged, changed and taken back stands off the record, so that nobody sees whether, when or how much. When the frame opens that
//! the slots stand within, the record has one line for every player, *nothing* included: his orders under one code. When his own slot
//! opens there is another, with a code for each of [`PLACES`] places, *nothing* included, since he may have changed them meanwhile. Of
//! those only the places open whose orders are given; the rest stays closed until the campaign is.

use super::act::{Act, Through};
use super::audience::Audience;
use super::campaign::{Campaign, Stage};
use super::decide::Draft;
use super::event::{Entry, Event, SECRET, SecretPart, TableEvent};
use super::game;
use super::hash::{Hash, sha256};
use super::names::{By, SeatId};
use super::offers::{Field, Kind, Offer};
use super::order::{Verb, no_seat};
use super::parts::Part;
use super::refusal::Refusal;
use super::roll::{Dice, draw};
use super::said::Kept;
use super::secret::Secret;
use super::view::View;
use crate::said;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// How many orders can be lodged for a slot; to be ready after them takes a place too.
pub const PLACES: usize = 12;

/// What a frame is to orders that are lodged ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lodging {
    /// Nothing.
    None,
    /// Slots stand within it: when it opens everybody's orders are sealed.
    Slots,
    /// The slot of a seat: when it opens its orders are sealed as they stand, and given.
    Slot(SeatId),
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
}

/// A slot that is open, with what was lodged for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Slot {
    /// The line at which its frame opened.
    frame: u64,
    /// The places as they were sealed.
    places: Vec<Part>,
    /// Why a place was not given: off the record.
    held: Vec<Option<Secret<Held>>>,
}

/// What is asked of what one has lodged.
#[derive(Clone)]
pub enum Change {
    /// Lodge an order after the others.
    Add {
        /// The order.
        order: Value,
        /// What holds it back, each in the game's words.
        unless: Vec<Value>,
    },
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LodgedView {
    /// What waits, and what was held.
    pub lines: Vec<Waiting>,
    /// Whether he is ready when all of it was given.
    pub ready: bool,
    /// Whether his slot is open.
    pub open: bool,
}

impl LodgedView {
    /// Whether orders wait for a slot to come.
    #[must_use]
    pub fn awaits_its_slot(&self) -> bool {
        !self.open && fresh(&self.lines).next().is_some()
    }

    /// Whether one more order can be lodged.
    #[must_use]
    pub fn has_room(&self) -> bool {
        !self.open && has_room(&self.lines)
    }
}

/// The orders that were not held before.
fn fresh(lines: &[Waiting]) -> impl Iterator<Item = &Waiting> {
    lines.iter().filter(|waiting| waiting.held.is_none())
}

/// Whether there is room for one more. The last place is kept for being ready after them.
fn has_room(lines: &[Waiting]) -> bool {
    fresh(lines).count() + 1 < PLACES
}

/// The verb of the offer to lodge an order, which its game makes.
pub const LODGE: &str = "lodge";

/// The offer to lodge one of these orders, unless one of these holds it back. None where nothing can be lodged now.
#[must_use]
pub fn offer(view: &View, orders: &[Value], unless: &[Value]) -> Option<Offer> {
    let own = view.seats.iter().find(|place| Some(&place.id) == view.seat())?;
    if orders.is_empty() || own.ahead.is_some() || view.as_regent || !view.lodged.has_room() {
        return None;
    }
    let unless: Vec<Vec<&Value>> = unless.iter().map(|unless| vec![unless]).collect();
    let mut fields = vec![Field::required("order", Kind::among(orders)).kept_secret()];
    if !unless.is_empty() {
        fields.push(Field::optional("unless", Kind::among(&unless)).kept_secret());
    }
    Some(Offer::with(LODGE, fields))
}

/// What the table offers of what is lodged.
pub(crate) fn offers(view: &View) -> Vec<Offer> {
    let lodged = &view.lodged;
    if lodged.lines.is_empty() {
        return Vec::new();
    }
    let most = i64::try_from(lodged.lines.len()).unwrap_or(1) - 1;
    let which = Field::required("which", Kind::Whole { least: 0, most });
    let mut offers = vec![Offer::with("unlodge", vec![which]).back(), Offer::plain("unlodge_all").back()];
    if lodged.awaits_its_slot() {
        let on = Field::required("on", Kind::Truth { is: !lodged.ready });
        offers.push(Offer::with("lodge_ready", vec![on]));
    }
    offers
}

/// What such an offer comes to as it was filled in; `None` where it is none of these.
pub(crate) fn taken(verb: &str, filled: &Value, salt: [u8; 32]) -> Option<Verb> {
    let change = match verb {
        LODGE => Change::Add {
            order: filled.get("order")?.clone(),
            unless: filled.get("unless").and_then(Value::as_array).cloned().unwrap_or_default(),
        },
        "unlodge" => Change::TakeBack { which: Some(usize::try_from(filled.get("which")?.as_u64()?).ok()?) },
        "unlodge_all" => Change::TakeBack { which: None },
        "lodge_ready" => Change::Ready { on: filled.get("on")?.as_bool()? },
        _ => return None,
    };
    Some(Verb::Lodge { change, salt: Secret::new(salt) })
}

/// The places of so many lines, in their order: which of the [`PLACES`] they are is drawn under the salts of all, one after another, of which
/// some stay closed, so that a place that is opened tells little of how many stand before it.
fn places_of(lines: usize, salts: &[u8]) -> Vec<usize> {
    let drawn = draw(sha256(&[b"chancery/lodged/1", salts]).0, &Dice::Shuffle(PLACES as u32));
    let mut places: Vec<usize> = drawn.into_iter().take(lines).map(|place| place as usize).collect();
    places.sort_unstable();
    places
}

/// What stands sealed at a place: a line, or nothing.
#[must_use]
pub fn item(place: usize, line: Option<&Line>) -> Value {
    let mut item = json!({"lodged": place});
    if let Some(line) = line {
        item["line"] = serde_json::to_value(line).unwrap_or_default();
    }
    item
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

/// Whether a body is what is sealed of all that a seat has lodged.
pub(crate) fn is_whole(body: &Value) -> bool {
    let lines = body.get("lodged").and_then(|lines| Vec::<Line>::deserialize(lines).ok());
    lines.is_some_and(|lines| lines.len() <= PLACES && *body == whole(&lines))
}

impl Lodged {
    /// What is sealed when the slot opens: the orders that were not held before and, after them, to be ready.
    fn to_seal(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = fresh(self.lines.reveal()).map(|waiting| waiting.line.clone()).collect();
        if self.ready && !lines.is_empty() {
            lines.push(Line { order: None, unless: Vec::new() });
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
    /// The place of the next order to be given: the first that is neither given nor held. To be ready waits for all that is held.
    fn next(&self) -> Option<(usize, Line)> {
        let open = |(at, part): (usize, &Part)| -> Option<(usize, Line)> {
            let held = self.held.get(at).is_some_and(Option::is_some);
            let line = part.body.as_ref().and_then(|body| line_in(body.reveal(), at))?;
            (!part.is_open && !held).then_some((at, line))
        };
        let (at, line) = self.places.iter().enumerate().find_map(open)?;
        let keeps = |held: &Secret<Held>| *held.reveal() != Held::TakenBack;
        let waits = line.order.is_none() && self.held.iter().flatten().any(keeps);
        (!waits).then_some((at, line))
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
            (held != Some(Held::TakenBack)).then_some((at, Waiting { line, held }))
        })
        .collect()
    }
}

impl Campaign {
    /// What a seat has lodged, for its owner.
    #[must_use]
    pub(crate) fn lodged_by(&self, seat: &SeatId) -> LodgedView {
        let Some(lodged) = self.lodged.get(seat) else { return LodgedView::default() };
        LodgedView { lines: lodged.all(), ready: lodged.ready, open: lodged.slot.is_some() }
    }

    /// Whether a seat has lodged something for its next slot.
    fn has_lodged(&self, seat: &SeatId) -> bool {
        self.lodged.get(seat).is_some_and(|lodged| !lodged.to_seal().is_empty())
    }

    /// Whether the bot has an order to give now that was lodged.
    #[must_use]
    pub fn gives_lodged(&self) -> bool {
        due(self).is_some()
    }

    /// A change in what a seat has lodged: all that waits now.
    pub(crate) fn apply_lodging(&mut self, entry: &Entry, seat: &SeatId) {
        #[derive(Deserialize)]
        struct Now {
            lines: Vec<Waiting>,
            ready: bool,
        }
        let body = entry.secrets.first().and_then(|part| part.body.as_ref());
        let Some(now) = body.and_then(|body| Now::deserialize(body.reveal()).ok()) else { return };
        let lodged = Arc::make_mut(self.lodged.entry(seat.clone()).or_default());
        (lodged.lines, lodged.ready) = (Secret::new(now.lines), now.ready);
    }

    /// A frame opened and what was lodged was sealed, as one body or place by place.
    pub(crate) fn apply_lodged(&mut self, entry: &Entry, seat: &SeatId, frame: Option<u64>) {
        let Some(frame) = frame else {
            self.next_seal += 1;
            return;
        };
        let first_n = self.next_seal;
        self.next_seal += PLACES as u64;
        let lodged = Arc::make_mut(self.lodged.entry(seat.clone()).or_default());
        let codes = entry.seals().into_iter().map(|(code, _)| code);
        let place = |((code, own), n): ((Hash, &SecretPart), u64)| Part {
            code,
            n,
            body: own.body.clone(),
            salt: own.salt.clone(),
            is_open: false,
        };
        let places: Vec<Part> = codes.zip(&entry.secrets).zip(first_n..).map(place).collect();
        lodged.slot = Some(Slot { frame, held: vec![None; places.len()], places });
        // What was held before stays beside it.
        let lines = lodged.lines.reveal().iter().filter(|waiting| waiting.held.is_some());
        lodged.lines = Secret::new(lines.cloned().collect());
        lodged.ready = false;
    }

    /// An order that was lodged is given: its place opens.
    pub(crate) fn apply_lodged_opened(&mut self, event: &Event) {
        self.undo.clear();
        let Event::LodgedOpened { seat, place, body, salt, .. } = event else { return };
        if let Some(part) = self.place_of(seat, *place) {
            part.body = Some(Secret::new(body.clone()));
            part.salt = Some(Secret::new(salt.0));
            part.is_open = true;
        }
    }

    /// A place of the open slot of a seat, to change it.
    pub(crate) fn place_of(&mut self, seat: &SeatId, place: u32) -> Option<&mut Part> {
        let lodged = Arc::make_mut(self.lodged.get_mut(seat)?);
        lodged.slot.as_mut()?.places.get_mut(place as usize)
    }

    /// An order was not given, and waits for its owner.
    pub(crate) fn apply_lodged_held(&mut self, entry: &Entry, seat: &SeatId) {
        let Some(now) = NotGiven::read(entry, seat) else { return };
        let Some(lodged) = self.lodged.get_mut(seat) else { return };
        let slot = Arc::make_mut(lodged).slot.as_mut();
        if let Some(held) = slot.and_then(|slot| slot.held.get_mut(now.place)) {
            *held = now.waiting.held.map(Secret::new);
        }
    }

    /// A slot is over: what was not given stays with its owner, and is not given any more unless he lodges it anew.
    pub(crate) fn slot_over(&mut self, frame: u64) {
        for lodged in self.lodged.values_mut() {
            if lodged.slot.as_ref().is_none_or(|slot| slot.frame != frame) {
                continue;
            }
            let lodged = Arc::make_mut(lodged);
            let late = |waiting: Waiting| Waiting { held: waiting.held.or(Some(Held::Late)), ..waiting };
            let mut lines: Vec<Waiting> =
                lodged.slot.iter().flat_map(Slot::left).map(|(_, waiting)| late(waiting)).collect();
            lines.extend(lodged.lines.reveal().iter().cloned());
            lodged.slot = None;
            lodged.lines = Secret::new(lines);
        }
    }
}

/// Changes what one has lodged: off the record.
pub(crate) fn change(draft: &mut Draft<'_>, change: &Change, salt: &Secret<[u8; 32]>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let campaign = draft.campaign();
    if campaign.play.stage != Stage::Playing {
        return Err(Refusal::new(said!("The campaign has not begun yet.")));
    }
    let lodged = campaign.lodged.get(&seat).map(|lodged| lodged.as_ref().clone()).unwrap_or_default();
    let (mut lines, mut ready) = (lodged.lines.reveal().clone(), lodged.ready);
    match change {
        Change::Add { order, unless } => {
            may_add(campaign, &seat, &lodged)?;
            let line = read(campaign, &seat, order, unless)?;
            lines.push(Waiting { line, held: None });
        }
        Change::Ready { on: true } if fresh(&lines).next().is_none() => {
            return Err(Refusal::new(said!("You have lodged no order after which you could be ready.")));
        }
        Change::Ready { on } => ready = *on,
        Change::TakeBack { which } => {
            let left: Vec<(usize, Waiting)> = lodged.slot.iter().flat_map(Slot::left).collect();
            let wanted = |at: usize| which.is_none_or(|which| which == at);
            let nothing = || Refusal::new(said!("You have lodged no such order."));
            if left.is_empty() && lines.is_empty() {
                return Err(Refusal::new(said!("You have lodged no order that could be taken back.")));
            }
            if which.is_some_and(|which| which >= left.len() + lines.len()) {
                return Err(nothing());
            }
            for (at, (place, waiting)) in left.iter().enumerate() {
                if wanted(at) {
                    let line = waiting.line.clone();
                    hold(
                        draft,
                        &seat,
                        *place,
                        Waiting { line, held: Some(Held::TakenBack) },
                        Some(salt.clone()),
                    )?;
                }
            }
            if let Some(place) = lodged.slot.as_ref().and_then(Slot::ready_at).filter(|_| which.is_none()) {
                let line = Line { order: None, unless: Vec::new() };
                hold(draft, &seat, place, Waiting { line, held: Some(Held::TakenBack) }, Some(salt.clone()))?;
            }
            let mut at = left.len();
            lines.retain(|_| {
                at += 1;
                !wanted(at - 1)
            });
            ready &= fresh(&lines).next().is_some();
        }
    }
    let body = json!({"lines": lines, "ready": ready});
    let part = SecretPart {
        to: Audience::seat(&seat),
        body: Some(Secret::new(body)),
        n: None,
        salt: Some(salt.clone()),
        person: None,
    };
    draft.off_record(Event::Lodging { seat }, vec![part])
}

/// Whether one more order can be lodged.
fn may_add(campaign: &Campaign, seat: &SeatId, lodged: &Lodged) -> Result<(), Refusal> {
    if lodged.slot.is_some() {
        return Err(Refusal::new(said!("Your slot is open: give the order now, it need not be lodged.")));
    }
    if campaign.play.is_ready_ahead(seat) {
        return Err(Refusal::new(said!(
            "You are ready ahead to the end of the turn, so your slot would pass at once. Withdraw Ready first, then lodge orders."
        )));
    }
    if !has_room(lodged.lines.reveal()) {
        return Err(Refusal::new(said!("You can lodge {} orders at most. Take one back first.", PLACES - 1)));
    }
    Ok(())
}

/// A line out of what was given.
fn read(campaign: &Campaign, seat: &SeatId, order: &Value, unless: &[Value]) -> Result<Line, Refusal> {
    let mut order = order.clone();
    game::without_absent(&mut order);
    if order.get(SECRET).is_some() {
        return Err(Refusal::new(said!(
            "An order of which something is sealed cannot be lodged ahead: what is lodged lies open when it is given."
        )));
    }
    let mut unless = unless.to_vec();
    unless.iter_mut().for_each(game::without_absent);
    campaign.play.game.may_lodge(seat, &order, &unless)?;
    Ok(Line { order: Some(order), unless })
}

/// Whether a seat can be ready ahead of its slot: not where orders are lodged for it.
pub(crate) fn may_be_ready_ahead(campaign: &Campaign, seat: &SeatId) -> Result<(), Refusal> {
    if !campaign.has_lodged(seat) {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "You have lodged orders for your slot, which would pass at once if you were ready ahead. Take them back first, or be ready after them: your desk has both."
    )))
}

/// A frame opened: what was lodged is sealed where it is one of slots, or a slot.
pub(crate) fn frame_opened(draft: &mut Draft<'_>, line: u64, frame: &Value) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    let plays = |seat: &SeatId| {
        campaign.play.seats.get(seat).is_some_and(|place| place.person.is_some() && !place.out)
    };
    match campaign.play.game.lodging(frame) {
        Lodging::None => Ok(()),
        Lodging::Slots => {
            let mut seats: Vec<SeatId> =
                campaign.play.seats.keys().filter(|seat| plays(seat)).cloned().collect();
            seats.sort_by_key(SeatId::number);
            let sealed = |seat: SeatId| {
                let lodged = draft.campaign().lodged.get(&seat);
                let body = whole(&lodged.map(|lodged| lodged.to_seal()).unwrap_or_default());
                seal(draft, seat, None, vec![body])
            };
            seats.into_iter().try_for_each(sealed)
        }
        Lodging::Slot(seat) if plays(&seat) => {
            let mut lines = campaign.lodged.get(&seat).map(|lodged| lodged.to_seal()).unwrap_or_default();
            let mut at = vec![None; PLACES];
            if draft.chance().seals_lodged() {
                let first = draft.campaign().next_seal;
                let mut salts = Vec::new();
                for n in first..first + PLACES as u64 {
                    salts.extend(draft.chance().salt(n)?);
                }
                for (place, line) in places_of(lines.len(), &salts).into_iter().zip(lines.drain(..)) {
                    at[place] = Some(line);
                }
            }
            let bodies = at.iter().enumerate().map(|(place, line)| item(place, line.as_ref())).collect();
            seal(draft, seat, Some(line), bodies)
        }
        Lodging::Slot(_) => Ok(()),
    }
}

fn seal(draft: &mut Draft<'_>, seat: SeatId, frame: Option<u64>, bodies: Vec<Value>) -> Result<(), Refusal> {
    let author = draft.author();
    draft.by(By::Bot);
    let mut parts = Vec::new();
    // Who decides it again does not know what was lodged, and puts nothing in the place of its codes.
    if draft.chance().seals_lodged() {
        for (body, n) in bodies.into_iter().zip(draft.campaign().next_seal..) {
            let salt = draft.chance().salt(n)?;
            parts.push(SecretPart {
                to: Audience::seat(&seat),
                body: Some(Secret::new(body)),
                n: Some(n),
                salt: Some(Secret::new(salt)),
                person: None,
            });
        }
    }
    draft.emit_with(Event::Lodged { seat, frame }, parts)?;
    draft.by(author);
    Ok(())
}

/// The seat and the place of the next order that the bot has to give.
pub(crate) fn due(campaign: &Campaign) -> Option<(SeatId, u32)> {
    if !campaign.seats_without_word().is_empty() {
        return None;
    }
    campaign.lodged.iter().find_map(|(seat, lodged)| {
        let slot = lodged.slot.as_ref().filter(|slot| is_at_work(campaign, seat, slot.frame))?;
        let (at, _) = slot.next()?;
        Some((seat.clone(), u32::try_from(at).ok()?))
    })
}

/// Whether a slot is at work and its player not ready with it.
fn is_at_work(campaign: &Campaign, seat: &SeatId, frame: u64) -> bool {
    let mut at_work = campaign.play.at_work().filter(|open| open.line == frame);
    at_work.any(|open| {
        open.wait.as_ref().is_some_and(|wait| wait.asked.contains(seat) && !wait.ready.contains(seat))
    })
}

/// The clock comes to an order that was lodged: it is given, or held where something holds it back or the rules refuse it.
pub(crate) fn tick(draft: &mut Draft<'_>, seat: &SeatId, place: u32) -> Result<(), Refusal> {
    let act = Act::CarryOut { seat: seat.clone(), place };
    let Some((part, line)) = line_at(draft.campaign(), seat, place) else { return Ok(()) };
    let salt = part.salt.clone();
    let why = if draft.campaign().play.game.holds_back(seat, &line.unless) {
        Held::Back
    } else {
        let before = draft.mark();
        match carry_out(draft, &act).and_then(|()| super::frames::settle(draft)) {
            Ok(()) => return Ok(()),
            Err(refusal) => {
                draft.back_to(before);
                Held::Refused(Kept::from(&refusal.says))
            }
        }
    };
    hold(draft, seat, place as usize, Waiting { line, held: Some(why) }, salt)
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

/// Keeps that something lodged is not given, off the record.
fn hold(
    draft: &mut Draft<'_>,
    seat: &SeatId,
    place: usize,
    waiting: Waiting,
    salt: Option<Secret<[u8; 32]>>,
) -> Result<(), Refusal> {
    let body = serde_json::to_value(NotGiven { place, waiting })
        .map_err(|_| Refusal::new(said!("The change could not be written.")))?;
    let body = Some(Secret::new(body));
    let part = SecretPart { to: Audience::seat(seat), body, n: None, salt, person: None };
    draft.off_record(Event::LodgedHeld { seat: seat.clone() }, vec![part])
}

/// What was not given, out of the entry that tells its owner of it.
#[must_use]
pub fn told_held(entry: &Entry, seat: &SeatId) -> Option<Waiting> {
    NotGiven::read(entry, seat).map(|told| told.waiting)
}

/// What is sealed at a place of the open slot of a seat.
fn line_at<'c>(campaign: &'c Campaign, seat: &SeatId, place: u32) -> Option<(&'c Part, Line)> {
    let slot = campaign.lodged.get(seat)?.slot.as_ref()?;
    let part = slot.places.get(place as usize)?;
    Some((part, line_in(part.body.as_ref()?.reveal(), place as usize)?))
}

/// The bot gives an order that was lodged.
pub(crate) fn carry_out(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::CarryOut { seat, place } = act else { return Ok(()) };
    let campaign = draft.campaign();
    let nothing = || Refusal::new(said!("Nothing that was lodged is to be given there."));
    let slot = campaign.lodged.get(seat).and_then(|lodged| lodged.slot.as_ref()).ok_or_else(nothing)?;
    if !is_at_work(campaign, seat, slot.frame) {
        return Err(nothing());
    }
    let (part, line) =
        line_at(campaign, seat, *place).filter(|(part, _)| !part.is_open).ok_or_else(nothing)?;
    let salt = Hash(*part.salt.as_ref().ok_or_else(nothing)?.reveal());
    let (n, body) = (part.n, item(*place as usize, Some(&line)));
    if slot.places.iter().skip(*place as usize).any(|part| part.is_open) {
        return Err(Refusal::new(said!("An order that was lodged after this one was given already.")));
    }
    if campaign.play.game.holds_back(seat, &line.unless) {
        return Err(Refusal::new(said!("What holds this order back has come about.")));
    }
    draft.act_line(act, None)?;
    draft.emit(Event::LodgedOpened { seat: seat.clone(), place: *place, body, n, salt })?;
    let Some(order) = line.order else {
        return draft.table(TableEvent::SeatReady {
            seat: seat.clone(),
            through: Through::Step,
            hold: false,
        });
    };
    let sits = draft.campaign().play.seats.get(seat).is_some_and(|place| place.person.is_some());
    if !sits {
        return Err(no_seat());
    }
    let rules = draft.campaign().play.game.rules();
    rules.decide(draft, seat, &order)
}
