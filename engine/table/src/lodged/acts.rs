//! What is done with lodged orders: changed, sealed, carried out.

use super::*;
use crate::act::{Act, Through};
use crate::audience::Audience;
use crate::campaign::{Campaign, Stage};
use crate::draft::Draft;
use crate::event::{Entry, Event, SECRET, SecretPart, TableEvent};
use crate::game;
use crate::hash::Hash;
use crate::names::{By, SeatId};
use crate::order::no_seat;
use crate::padding;
use crate::parts::Part;
use crate::refusal::Refusal;
use crate::said;
use crate::said::Kept;
use crate::secret::Secret;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;

impl Campaign {
    /// What a seat has lodged, for its owner.
    #[must_use]
    pub(crate) fn lodged_by(&self, seat: &SeatId) -> LodgedView {
        let (passes, places) = (self.play.game.slots_pass(), self.play.game.slot_places());
        let Some(lodged) = self.lodged.get(seat) else {
            return LodgedView { passes, places, ..LodgedView::default() };
        };
        LodgedView { lines: lodged.all(), ready: lodged.ready, open: lodged.slot.is_some(), passes, places }
    }

    /// Whether a seat has lodged something for its next slot.
    fn has_lodged(&self, seat: &SeatId) -> bool {
        self.lodged.get(seat).is_some_and(|lodged| !lodged.to_seal(false).is_empty())
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
    pub(crate) fn apply_lodged(
        &mut self,
        entry: &Entry,
        seat: &SeatId,
        frame: Option<u64>,
        places: Option<u32>,
    ) {
        let Some(frame) = frame else {
            self.next_seal += 1;
            return;
        };
        let first_n = self.next_seal;
        self.next_seal += padding::meant(places, UNSAID) as u64;
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

    /// A player gave an order of the game himself: what he had lodged for the same, and was not given, is kept no longer. To be ready after
    /// what he lodged still waits for him, as he is there.
    pub(crate) fn ordered_by_hand(&mut self, entry: &Entry, fields: &Map<String, Value>) {
        let acting = fields.get("for").and_then(|seat| seat.as_str().map(SeatId::from));
        let Some(seat) = acting.or_else(|| self.seat_of(entry.by).cloned()) else { return };
        let game = &self.play.game;
        let Some(lodged) = self.lodged.get_mut(&seat).filter(|_| !game.slots_pass()) else { return };
        let mut order = fields.clone();
        order.remove("for");
        let order = Value::Object(order);
        let settled = |waiting: &Waiting| {
            let lodged = waiting.line.order.as_ref().filter(|_| waiting.held.is_some());
            lodged.is_some_and(|lodged| game.settles(&order, lodged))
        };
        let left: Vec<usize> = (lodged.slot.iter().flat_map(Slot::left))
            .filter(|(_, waiting)| settled(waiting))
            .map(|(at, _)| at)
            .collect();
        if left.is_empty() && !lodged.lines.reveal().iter().any(&settled) {
            return;
        }
        let lodged = Arc::make_mut(lodged);
        for at in left {
            if let Some(held) = lodged.slot.as_mut().and_then(|slot| slot.held.get_mut(at)) {
                *held = Some(Secret::new(Held::ByHand));
            }
        }
        let lines = lodged.lines.reveal().iter().filter(|waiting| !settled(waiting));
        lodged.lines = Secret::new(lines.cloned().collect());
    }

    /// The frame is over that slots stood within: of what was not given in them nothing is kept, as it was for them alone.
    pub(crate) fn slots_over(&mut self) {
        if self.play.game.slots_pass() {
            return;
        }
        let is_held = |waiting: &Waiting| waiting.held.is_some();
        for lodged in self.lodged.values_mut().filter(|lodged| lodged.lines.reveal().iter().any(is_held)) {
            let lodged = Arc::make_mut(lodged);
            let lines = fresh(lodged.lines.reveal());
            lodged.lines = Secret::new(lines.cloned().collect());
        }
    }

    /// A slot is over: what was not given stays with its owner until the frame is over that it stood within, and is not given any more unless
    /// he lodges it anew.
    pub(crate) fn slot_over(&mut self, frame: u64) {
        let passes = self.play.game.slots_pass();
        for lodged in self.lodged.values_mut() {
            if lodged.slot.as_ref().is_none_or(|slot| slot.frame != frame) {
                continue;
            }
            let lodged = Arc::make_mut(lodged);
            // What a slot that passes by itself did not give waits for the next.
            let why = (!passes).then_some(Held::Late);
            let late = |waiting: Waiting| Waiting { held: waiting.held.or_else(|| why.clone()), ..waiting };
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
        Change::Add { order, unless } | Change::Instead { order, unless } => {
            if matches!(change, Change::Instead { .. }) {
                lines.clear();
            }
            may_add(campaign, &seat, lodged.slot.is_some(), &lines)?;
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

/// Whether one more order can be lodged beside these lines. `is_open`: whether the slot is.
fn may_add(campaign: &Campaign, seat: &SeatId, is_open: bool, lines: &[Waiting]) -> Result<(), Refusal> {
    if is_open {
        return Err(Refusal::new(said!("Your slot is open: give the order now, it need not be lodged.")));
    }
    if campaign.play.is_ready_ahead(seat) && !campaign.play.game.slots_pass() {
        return Err(Refusal::new(said!(
            "You are ready ahead to the end of the turn, so your slot would pass at once. Withdraw Ready first, then lodge orders."
        )));
    }
    let places = campaign.play.game.slot_places();
    if !has_room(lines, places) {
        return Err(Refusal::new(said!(
            "You can lodge {} orders at most. Take one back first.",
            places.saturating_sub(1)
        )));
    }
    Ok(())
}

/// A line out of what was given.
fn read(campaign: &Campaign, seat: &SeatId, order: &Value, unless: &[Value]) -> Result<Line, Refusal> {
    let mut order = order.clone();
    game::as_recorded(&mut order);
    if order.get(SECRET).is_some() {
        return Err(Refusal::new(said!(
            "An order of which something is sealed cannot be lodged ahead: what is lodged lies open when it is given."
        )));
    }
    let mut unless = unless.to_vec();
    unless.iter_mut().for_each(game::as_recorded);
    campaign.play.game.may_lodge(seat, &order, &unless)?;
    Ok(Line { order: Some(order), unless })
}

/// Whether a seat can be ready ahead of its slot: not where orders are lodged for it.
pub(crate) fn may_be_ready_ahead(campaign: &Campaign, seat: &SeatId) -> Result<(), Refusal> {
    if campaign.play.game.slots_pass() || !campaign.has_lodged(seat) {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "You have lodged orders for your slot, which would pass at once if you were ready ahead. Take them back first, or be ready after them: your desk has both."
    )))
}

/// A frame opened: what was lodged is sealed where it is one of slots, or a slot.
pub(crate) fn frame_opened(draft: &mut Draft<'_>, line: u64, frame: &Value) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    let passes = campaign.play.game.slots_pass();
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
                let body = whole(&lodged.map(|lodged| lodged.to_seal(passes)).unwrap_or_default());
                seal(draft, seat, None, vec![body])
            };
            seats.into_iter().try_for_each(sealed)
        }
        Lodging::Slot(seat) if plays(&seat) => {
            let nothing = Lodged::default();
            let lodged = campaign.lodged.get(&seat).map_or(&nothing, |lodged| lodged.as_ref());
            let mut lines = lodged.to_seal(passes);
            let places = campaign.play.game.slot_places();
            let mut at = vec![None; places];
            if !draft.is_of_a_record() {
                let first = draft.campaign().next_seal;
                let mut salts = Vec::new();
                for n in first..first + places as u64 {
                    salts.extend(draft.chance().salt(n)?);
                }
                let drawn = places_of(lines.len(), places, passes, &salts);
                for (place, line) in drawn.into_iter().zip(lines.drain(..)) {
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
    if !draft.is_of_a_record() {
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
    let places = padding::said(draft.campaign().play.game.slot_places(), UNSAID);
    let places = draft.chance().told_lodged().unwrap_or(places);
    draft.emit_with(Event::Lodged { seat, frame, places }, parts)?;
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
        let stays = |line: &Line| campaign.play.game.holds_back(seat, &line.unless);
        let (at, _) = slot.next(campaign.play.game.slots_pass(), &stays)?;
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
        match carry_out(draft, &act).and_then(|()| crate::frames::acts::settle(draft)) {
            Ok(()) => return Ok(()),
            Err(refusal) => {
                draft.back_to(before);
                Held::Refused(Kept::from(&refusal.says))
            }
        }
    };
    hold(draft, seat, place as usize, Waiting { line, held: Some(why) }, salt)
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
