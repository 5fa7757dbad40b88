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
use std::collections::BTreeMap;
use std::sync::Arc;

impl Campaign {
    /// What was lodged for slots of this holder, for its owner.
    #[must_use]
    pub(crate) fn lodged_by(&self, holder: &Holder) -> LodgedView {
        let (passing, places) = (self.play.game.passing(holder), self.play.game.slot_places());
        let Some(lodged) = self.lodged.get(holder) else {
            return LodgedView { passing, places, ..LodgedView::default() };
        };
        LodgedView { lines: lodged.all(), ready: lodged.ready, open: lodged.slot.is_some(), passing, places }
    }

    /// What a seat has lodged for its powers, by their keys.
    #[must_use]
    pub(crate) fn lodged_by_powers(&self, seat: &SeatId) -> BTreeMap<String, LodgedView> {
        let of_powers = self.lodged.keys().filter(|holder| holder.seat == *seat);
        of_powers.filter_map(|holder| Some((holder.power.clone()?, self.lodged_by(holder)))).collect()
    }

    /// Whether a seat has lodged something for its next slot that does not pass by itself.
    fn has_lodged(&self, seat: &SeatId) -> bool {
        let own = self.lodged.iter().filter(|(holder, _)| holder.seat == *seat && !self.passes(holder));
        own.into_iter().any(|(_, lodged)| !lodged.to_seal(Passing::Waits).is_empty())
    }

    /// Whether the slots of a holder pass, by themselves or where nothing is held back.
    fn passes(&self, holder: &Holder) -> bool {
        self.play.game.passing(holder).is_ready_at_last()
    }

    /// Whether what a stand-in lodged for an open frame ends it.
    pub(crate) fn has_a_slot_to_be_carried_out(&self, seat: &SeatId, frame: u64) -> bool {
        let own = self.lodged.iter().filter(|(holder, _)| holder.seat == *seat && stands_in(self, holder));
        own.into_iter().any(|(_, lodged)| lodged.slot.as_ref().is_some_and(|slot| slot.frame == frame))
    }

    /// Whether the bot has an order to give now that was lodged, or answers to open that stood.
    #[must_use]
    pub fn gives_lodged(&self) -> bool {
        self.standing_to_open().is_some() || due(self).is_some()
    }

    /// A change in what a seat has lodged: all that waits now.
    pub(crate) fn apply_lodging(&mut self, entry: &Entry, holder: &Holder) {
        #[derive(Deserialize)]
        struct Now {
            lines: Vec<Waiting>,
            ready: bool,
        }
        let body = entry.secrets.first().and_then(|part| part.body.as_ref());
        let Some(now) = body.and_then(|body| Now::deserialize(body.reveal()).ok()) else { return };
        let lodged = Arc::make_mut(self.lodged.entry(holder.clone()).or_default());
        (lodged.lines, lodged.ready) = (Secret::new(now.lines), now.ready);
    }

    /// A frame opened and what was lodged was sealed, as one body or place by place.
    pub(crate) fn apply_lodged(
        &mut self,
        entry: &Entry,
        holder: &Holder,
        frame: Option<u64>,
        places: Option<u32>,
        parts: u32,
    ) {
        let Some(frame) = frame else {
            self.next_seal += 1;
            return;
        };
        let first_n = self.next_seal;
        let each = 1 + parts as usize;
        self.next_seal += (padding::meant(places, UNSAID) * each) as u64;
        let in_the_slot =
            |lodged: &&Arc<Lodged>| lodged.slot.as_ref().is_some_and(|slot| slot.frame == frame);
        let turn = self.lodged.values().filter(in_the_slot).count();
        let lodged = Arc::make_mut(self.lodged.entry(holder.clone()).or_default());
        let codes = entry.seals().into_iter().map(|(code, _)| code);
        let sealed = |((code, own), n): ((Hash, &SecretPart), u64)| Part {
            code,
            n,
            body: own.body.clone(),
            salt: own.salt.clone(),
            is_open: false,
        };
        let sealed: Vec<Part> = codes.zip(&entry.secrets).zip(first_n..).map(sealed).collect();
        let places: Vec<Part> = sealed.iter().step_by(each).cloned().collect();
        let parts = sealed.chunks(each).map(|place| place[1..].to_vec()).collect();
        lodged.slot = Some(Slot { frame, turn, held: vec![None; places.len()], places, parts });
        // What was held before stays beside it.
        let lines = lodged.lines.reveal().iter().filter(|waiting| waiting.held.is_some());
        lodged.lines = Secret::new(lines.cloned().collect());
        lodged.ready = false;
    }

    /// An order that was lodged is given: its place opens.
    pub(crate) fn apply_lodged_opened(&mut self, event: &Event) {
        self.undo.clear();
        let Event::LodgedOpened { seat, power, place, part, body, salt, .. } = event else { return };
        let holder = Holder { seat: seat.clone(), power: power.clone() };
        if let Some(part) = self.place_of(&holder, *place, *part) {
            part.body = Some(Secret::new(body.clone()));
            part.salt = Some(Secret::new(salt.0));
            part.is_open = true;
        }
    }

    /// What is sealed at a place of an open slot, or as a part of it, to change it.
    pub(crate) fn place_of(&mut self, holder: &Holder, place: u32, part: Option<u32>) -> Option<&mut Part> {
        let slot = Arc::make_mut(self.lodged.get_mut(holder)?).slot.as_mut()?;
        match part {
            None => slot.places.get_mut(place as usize),
            Some(part) => slot.parts.get_mut(place as usize)?.get_mut(part as usize),
        }
    }

    /// An order was not given, and waits for its owner.
    pub(crate) fn apply_lodged_held(&mut self, entry: &Entry, holder: &Holder) {
        let Some(now) = NotGiven::read(entry, &holder.seat) else { return };
        let Some(lodged) = self.lodged.get_mut(holder) else { return };
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
        let mut order = fields.clone();
        order.remove("for");
        let order = Value::Object(order);
        let game = &self.play.game;
        let own = self.lodged.iter_mut().filter(|(holder, _)| holder.seat == seat);
        for (_, lodged) in own.filter(|(holder, _)| game.passing(holder) != Passing::ByItself) {
            let settled = |waiting: &Waiting| {
                let lodged = waiting.line.order.as_ref().filter(|_| waiting.held.is_some());
                lodged.is_some_and(|lodged| game.settles(&order, lodged))
            };
            settled_by_hand(lodged, settled);
        }
    }

    /// The frame is over that slots stood within: of what was not given in them nothing is kept, as it was for them alone.
    pub(crate) fn slots_over(&mut self) {
        let game = &self.play.game;
        let is_held = |waiting: &Waiting| waiting.held.is_some();
        for (holder, lodged) in &mut self.lodged {
            let ends = game.passing(holder) != Passing::ByItself;
            if ends && lodged.lines.reveal().iter().any(is_held) {
                let lodged = Arc::make_mut(lodged);
                let lines = fresh(lodged.lines.reveal());
                lodged.lines = Secret::new(lines.cloned().collect());
            }
        }
    }

    /// A slot is over: what was not given stays with its owner until the frame is over that it stood within, and is not given any more unless
    /// he lodges it anew.
    pub(crate) fn slot_over(&mut self, frame: u64) {
        let game = &self.play.game;
        for (holder, lodged) in &mut self.lodged {
            if lodged.slot.as_ref().is_none_or(|slot| slot.frame != frame) {
                continue;
            }
            let lodged = Arc::make_mut(lodged);
            // What a slot that passes by itself did not give waits for the next.
            let why = (game.passing(holder) != Passing::ByItself).then_some(Held::Late);
            let late = |waiting: Waiting| Waiting { held: waiting.held.or_else(|| why.clone()), ..waiting };
            let mut lines: Vec<Waiting> =
                lodged.slot.iter().flat_map(Slot::left).map(|(_, waiting)| late(waiting)).collect();
            lines.extend(lodged.lines.reveal().iter().cloned());
            lodged.slot = None;
            lodged.lines = Secret::new(lines);
        }
    }

    /// The campaign came back from a backup: what was lodged is gone, but for what slots hold that pass where nothing is held back. That was not
    /// given yet, and is sealed anew.
    pub(crate) fn lodged_restored(&mut self) {
        let game = &self.play.game;
        self.lodged.retain(|holder, lodged| {
            let stays = game.passing(holder) == Passing::Unheld;
            if stays {
                let lodged = Arc::make_mut(lodged);
                (lodged.lines, lodged.slot) = (Secret::new(lodged.all()), None);
            }
            stays
        });
    }
}

/// What was lodged and not given is kept no longer where its owner did himself what it was for.
fn settled_by_hand(lodged: &mut Arc<Lodged>, settled: impl Fn(&Waiting) -> bool) {
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

/// Changes what one has lodged: off the record.
pub(crate) fn change(
    draft: &mut Draft<'_>,
    power: Option<&str>,
    change: &Change,
    salt: &Secret<[u8; 32]>,
) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let holder = Holder { seat, power: power.map(str::to_owned) };
    let campaign = draft.campaign();
    if campaign.play.stage != Stage::Playing {
        return Err(Refusal::new(said!("The campaign has not begun yet.")));
    }
    let lodged = campaign.lodged.get(&holder).map(|lodged| lodged.as_ref().clone()).unwrap_or_default();
    let (mut lines, mut ready) = (lodged.lines.reveal().clone(), lodged.ready);
    match change {
        Change::Add(line) | Change::Instead(line) => {
            if matches!(change, Change::Instead(_)) {
                lines.clear();
            }
            let line = read(campaign, &holder, line)?;
            in_the_place_of(campaign, &line, &mut lines)?;
            may_add(campaign, &holder, lodged.slot.is_some(), &lines)?;
            lines.push(Waiting { line, held: None });
        }
        Change::Several { lines: several, instead } => {
            if *instead {
                lines.clear();
            }
            for line in several {
                let line = read(campaign, &holder, line)?;
                in_the_place_of(campaign, &line, &mut lines)?;
                may_add(campaign, &holder, lodged.slot.is_some(), &lines)?;
                lines.push(Waiting { line, held: None });
            }
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
                    let waiting = Waiting { line, held: Some(Held::TakenBack) };
                    hold(draft, &holder, *place, waiting, Some(salt.clone()))?;
                }
            }
            if let Some(place) = lodged.slot.as_ref().and_then(Slot::ready_at).filter(|_| which.is_none()) {
                let waiting = Waiting { line: Line::ready(), held: Some(Held::TakenBack) };
                hold(draft, &holder, place, waiting, Some(salt.clone()))?;
            }
            let mut at = left.len();
            lines.retain(|_| {
                at += 1;
                !wanted(at - 1)
            });
            ready &= fresh(&lines).next().is_some();
        }
    }
    lodges(draft, holder, &lines, ready, salt.clone())
}

/// What a holder has lodged is this now, and whether he is ready after it: off the record.
fn lodges(
    draft: &mut Draft<'_>,
    holder: Holder,
    lines: &[Waiting],
    ready: bool,
    salt: Secret<[u8; 32]>,
) -> Result<(), Refusal> {
    let part = SecretPart {
        to: Audience::seat(&holder.seat),
        body: Some(Secret::new(json!({"lines": lines, "ready": ready}))),
        n: None,
        salt: Some(salt),
        person: None,
    };
    draft.off_record(Event::Lodging { seat: holder.seat, power: holder.power }, vec![part])
}

/// An order that is lodged takes the place of what was lodged for the same, where that can only be one of both.
fn in_the_place_of(campaign: &Campaign, line: &Line, lines: &mut Vec<Waiting>) -> Result<(), Refusal> {
    let Some(order) = &line.order else { return Ok(()) };
    let mut stays = Vec::with_capacity(lines.len());
    for waiting in lines.drain(..) {
        let lodged = waiting.line.order.as_ref().filter(|_| waiting.held.is_none());
        let is_beside = lodged.map_or(Ok(true), |lodged| campaign.play.game.stays_beside(order, lodged))?;
        if is_beside {
            stays.push(waiting);
        }
    }
    *lines = stays;
    Ok(())
}

/// Whether one more order can be lodged beside these lines. `is_open`: whether the slot is.
fn may_add(campaign: &Campaign, holder: &Holder, is_open: bool, lines: &[Waiting]) -> Result<(), Refusal> {
    if is_open {
        return Err(Refusal::new(said!("Your slot is open: give the order now, it need not be lodged.")));
    }
    if campaign.play.is_ready_ahead(&holder.seat) && !campaign.passes(holder) {
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
fn read(campaign: &Campaign, holder: &Holder, given: &Line) -> Result<Line, Refusal> {
    let mut line = given.clone();
    let order = line.order.as_mut().ok_or_else(|| Refusal::new(said!("There is no order to lodge.")))?;
    game::as_recorded(order);
    if order.get(SECRET).is_some() {
        return Err(Refusal::new(said!(
            "An order of which something is sealed cannot be lodged ahead: what is lodged lies open when it is given."
        )));
    }
    line.unless.iter_mut().chain(&mut line.then).for_each(game::as_recorded);
    while line.then.last().is_some_and(Value::is_null) {
        line.then.pop();
    }
    let game = &campaign.play.game;
    if line.then.len() > game.line_parts() as usize {
        return Err(Refusal::new(said!("More is to follow from this order than can be sealed beside it.")));
    }
    game.may_lodge(holder, &line)?;
    Ok(line)
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
    match draft.campaign().play.game.lodging(frame) {
        Lodging::None => Ok(()),
        Lodging::Slots => {
            let seats = &draft.campaign().play.seats;
            let mut holders: Vec<Holder> = seats.keys().map(Holder::seat).collect();
            holders.sort_by_key(|holder| holder.seat.number());
            seal_ahead(draft, holders)
        }
        Lodging::SlotsOf(holders) => seal_ahead(draft, holders),
        Lodging::Slot(holders) => {
            for holder in holders {
                if plays(draft.campaign(), &holder) {
                    seal_slot(draft, line, holder)?;
                }
            }
            Ok(())
        }
    }
}

/// After the campaign came back from a backup, what the open slots still hold is sealed anew.
pub(crate) fn sealed_anew(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let open: Vec<(u64, Value)> =
        play.frames.iter().filter_map(|open| Some((open.line, play.game.frame(open.line)?))).collect();
    for (line, frame) in open {
        let Lodging::Slot(holders) = draft.campaign().play.game.lodging(&frame) else { continue };
        for holder in holders {
            let campaign = draft.campaign();
            if plays(campaign, &holder) && campaign.play.game.passing(&holder) == Passing::Unheld {
                seal_slot(draft, line, holder)?;
            }
        }
    }
    Ok(())
}

/// Whether somebody plays the seat who can lodge something.
fn plays(campaign: &Campaign, holder: &Holder) -> bool {
    let place = campaign.play.seats.get(&holder.seat).filter(|place| !place.out);
    place.is_some_and(|place| place.person.is_some()) || stands_in(campaign, holder)
}

/// Whether a stand-in lodges what he orders in such a slot. In slots of other kinds he gives his orders when they come.
pub(crate) fn stands_in(campaign: &Campaign, holder: &Holder) -> bool {
    let place = campaign.play.seats.get(&holder.seat);
    place.is_some_and(|place| place.stand_in && !place.out)
        && campaign.play.game.passing(holder) == Passing::Unheld
}

/// A stand-in lodges what a draw decides that stays hidden: sealed like a player's, and checked when the campaign is closed.
fn lodges_for_stand_in(draft: &mut Draft<'_>, frame: u64, holder: &Holder) -> Result<(), Refusal> {
    let (slot, dice) = crate::stand_ins::lodging_draw(draft.campaign(), &holder.seat, frame);
    let mut die = crate::stand_ins::of_draws(draft.draw_veiled(&slot, dice)?);
    let campaign = draft.campaign();
    let view = campaign.view_of_seat(&holder.seat);
    let orders = campaign.play.game.rules().stand_in_lodges(&view, holder, &mut die);
    let lines =
        orders.into_iter().filter_map(|order| read(campaign, holder, &Line::order(order, Vec::new())).ok());
    let most = campaign.play.game.slot_places().saturating_sub(1);
    let lines: Vec<Waiting> = lines.take(most).map(|line| Waiting { line, held: None }).collect();
    // Nobody gave it, and it stands on no line.
    lodges(draft, holder.clone(), &lines, false, Secret::new([0; 32]))
}

/// Whether what a record tells that a stand-in had lodged is what the draw made of it.
fn lodged_as_drawn(campaign: &Campaign, holder: &Holder, told: &[Secret<Value>]) -> Result<(), Refusal> {
    let lodged =
        campaign.lodged.get(holder).map(|lodged| lodged.to_seal(Passing::Unheld)).unwrap_or_default();
    let each = 1 + campaign.play.game.line_parts() as usize;
    let lines = told.iter().step_by(each).enumerate().filter_map(|(at, body)| line_in(body.reveal(), at));
    if lines.eq(lodged.iter().map(Line::alone)) {
        return Ok(());
    }
    Err(Refusal::new(said!("What a stand-in had lodged is not what was drawn for him.")))
}

/// The frame of the slots opened: all that each has lodged is sealed.
fn seal_ahead(draft: &mut Draft<'_>, holders: Vec<Holder>) -> Result<(), Refusal> {
    for holder in holders {
        let campaign = draft.campaign();
        if !plays(campaign, &holder) {
            continue;
        }
        let passing = campaign.play.game.passing(&holder);
        let lodged = campaign.lodged.get(&holder);
        let body = whole(&lodged.map(|lodged| lodged.to_seal(passing)).unwrap_or_default());
        seal(draft, holder, None, vec![body])?;
    }
    Ok(())
}

/// A slot opened: what its holder has lodged is sealed place by place.
fn seal_slot(draft: &mut Draft<'_>, frame: u64, holder: Holder) -> Result<(), Refusal> {
    if stands_in(draft.campaign(), &holder) {
        lodges_for_stand_in(draft, frame, &holder)?;
    }
    let campaign = draft.campaign();
    let game = &campaign.play.game;
    let (passing, places, parts) = (game.passing(&holder), game.slot_places(), game.line_parts() as usize);
    let nothing = Lodged::default();
    let lodged = campaign.lodged.get(&holder).map_or(&nothing, |lodged| lodged.as_ref());
    let lines = lodged.to_seal(passing);
    let mut at = vec![None; places];
    if !draft.is_of_a_record() {
        let first = draft.campaign().next_seal;
        let mut salts = Vec::new();
        for place in 0..places {
            salts.extend(draft.chance().salt(first + (place * (1 + parts)) as u64)?);
        }
        let drawn = places_of(lines.len(), places, passing, &salts);
        for (place, line) in drawn.into_iter().zip(lines) {
            at[place] = Some(line);
        }
    }
    let bodies = at.iter().enumerate().flat_map(|(place, line)| {
        let then =
            |part: usize| line.as_ref().and_then(|line| line.then.get(part)).filter(|then| !then.is_null());
        let parts = (0..parts).map(move |part| part_item(place, part, then(part)));
        std::iter::once(item(place, line.as_ref())).chain(parts)
    });
    let bodies = bodies.collect();
    seal(draft, holder, Some(frame), bodies)
}

fn seal(
    draft: &mut Draft<'_>,
    holder: Holder,
    frame: Option<u64>,
    bodies: Vec<Value>,
) -> Result<(), Refusal> {
    let author = draft.author();
    draft.by(By::Bot);
    let mut sealed = Vec::new();
    // Who decides it again does not know what was lodged, and puts nothing in the place of its codes.
    if !draft.is_of_a_record() {
        for (body, n) in bodies.into_iter().zip(draft.campaign().next_seal..) {
            let salt = draft.chance().salt(n)?;
            sealed.push(SecretPart {
                to: Audience::seat(&holder.seat),
                body: Some(Secret::new(body)),
                n: Some(n),
                salt: Some(Secret::new(salt)),
                person: None,
            });
        }
    }
    let game = &draft.campaign().play.game;
    let parts = if frame.is_some() { game.line_parts() } else { 0 };
    let places = padding::said(game.slot_places(), UNSAID);
    let told = draft.chance().told_lodged();
    if let Some(bodies) = told.as_ref().and_then(|told| told.bodies.as_ref())
        && frame.is_some()
        && stands_in(draft.campaign(), &holder)
    {
        lodged_as_drawn(draft.campaign(), &holder, bodies)?;
    }
    let places = told.map_or(places, |told| told.places);
    let Holder { seat, power } = holder;
    draft.emit_with(Event::Lodged { seat, power, frame, places, parts }, sealed)?;
    draft.by(author);
    Ok(())
}

/// Whose order the bot has to give next, and at which place it stands: where several have a slot together, of those that come next the one of
/// the lowest turn, and to be ready when nobody's order is left.
pub(crate) fn due(campaign: &Campaign) -> Option<(Holder, u32)> {
    if !campaign.seats_without_word().is_empty() {
        return None;
    }
    let next = |(holder, lodged): (&Holder, &Arc<Lodged>)| {
        let slot = lodged.slot.as_ref().filter(|slot| is_at_work(campaign, &holder.seat, slot.frame))?;
        let stays = |line: &Line| campaign.play.game.holds_back(&holder.seat, &line.unless);
        let (at, line) = slot.next(campaign.play.game.passing(holder), &stays)?;
        let rank = (slot.frame, line.order.is_none(), line.turn, slot.turn);
        Some((rank, holder.clone(), u32::try_from(at).ok()?))
    };
    let (_, holder, place) = campaign.lodged.iter().filter_map(next).min_by_key(|(rank, ..)| *rank)?;
    Some((holder, place))
}

/// Whether a slot is at work and its player not ready with it.
fn is_at_work(campaign: &Campaign, seat: &SeatId, frame: u64) -> bool {
    let mut at_work = campaign.play.at_work().filter(|open| open.line == frame);
    at_work.any(|open| {
        open.wait.as_ref().is_some_and(|wait| wait.asked.contains(seat) && !wait.ready.contains(seat))
    })
}

/// The clock comes to an order that was lodged: it is given, or held where something holds it back or the rules refuse it.
pub(crate) fn tick(draft: &mut Draft<'_>, holder: &Holder, place: u32) -> Result<(), Refusal> {
    let act = Act::CarryOut { seat: holder.seat.clone(), power: holder.power.clone(), place };
    let Some((part, line)) = line_at(draft.campaign(), holder, place) else { return Ok(()) };
    let salt = part.salt.clone();
    let why = if draft.campaign().play.game.holds_back(&holder.seat, &line.unless) {
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
    hold(draft, holder, place as usize, Waiting { line, held: Some(why) }, salt)
}

/// Keeps that something lodged is not given, off the record.
fn hold(
    draft: &mut Draft<'_>,
    holder: &Holder,
    place: usize,
    waiting: Waiting,
    salt: Option<Secret<[u8; 32]>>,
) -> Result<(), Refusal> {
    let body = serde_json::to_value(NotGiven { place, waiting })
        .map_err(|_| Refusal::new(said!("The change could not be written.")))?;
    let body = Some(Secret::new(body));
    let part = SecretPart { to: Audience::seat(&holder.seat), body, n: None, salt, person: None };
    let Holder { seat, power } = holder.clone();
    draft.off_record(Event::LodgedHeld { seat, power }, vec![part])
}

/// What is sealed at a place of an open slot.
fn line_at<'c>(campaign: &'c Campaign, holder: &Holder, place: u32) -> Option<(&'c Part, Line)> {
    let slot = campaign.lodged.get(holder)?.slot.as_ref()?;
    let part = slot.places.get(place as usize)?;
    Some((part, line_in(part.body.as_ref()?.reveal(), place as usize)?))
}

/// The bot gives an order that was lodged.
pub(crate) fn carry_out(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::CarryOut { seat, power, place } = act else { return Ok(()) };
    let holder = Holder { seat: seat.clone(), power: power.clone() };
    let campaign = draft.campaign();
    let nothing = || Refusal::new(said!("Nothing that was lodged is to be given there."));
    let slot = campaign.lodged.get(&holder).and_then(|lodged| lodged.slot.as_ref()).ok_or_else(nothing)?;
    let frame = slot.frame;
    if !is_at_work(campaign, seat, frame) {
        return Err(nothing());
    }
    let (part, line) =
        line_at(campaign, &holder, *place).filter(|(part, _)| !part.is_open).ok_or_else(nothing)?;
    let salt = Hash(*part.salt.as_ref().ok_or_else(nothing)?.reveal());
    let (n, body) = (part.n, item(*place as usize, Some(&line)));
    if slot.places.iter().skip(*place as usize).any(|part| part.is_open) {
        return Err(Refusal::new(said!("An order that was lodged after this one was given already.")));
    }
    if campaign.play.game.holds_back(seat, &line.unless) {
        return Err(Refusal::new(said!("What holds this order back has come about.")));
    }
    draft.act_line(act, None)?;
    let (power, place) = (power.clone(), *place);
    draft.emit(Event::LodgedOpened { seat: seat.clone(), power, place, part: None, body, n, salt })?;
    let Some(order) = line.order else {
        let in_it = |(of, lodged): (&Holder, &Arc<Lodged>)| {
            lodged.slot.as_ref().filter(|slot| of.seat == *seat && slot.frame == frame).map(Slot::is_ready)
        };
        // A seat is ready when all its powers are that have the slot.
        if !draft.campaign().lodged.iter().filter_map(in_it).all(|ready| ready) {
            return Ok(());
        }
        return draft.table(TableEvent::SeatReady {
            seat: seat.clone(),
            through: Through::Step,
            hold: false,
        });
    };
    let sits =
        draft.campaign().play.seats.get(seat).is_some_and(|place| place.person.is_some() || place.stand_in);
    if !sits {
        return Err(no_seat());
    }
    draft.carries(Some((holder, place)));
    let rules = draft.campaign().play.game.rules();
    let decided = rules.decide(draft, seat, &order);
    draft.carries(None);
    decided
}

/// Opens a part of what is to follow from an order that was lodged: what was sealed in it, `None` where that is nothing. One that lies open
/// already is told again to nobody.
///
/// # Errors
/// A refusal where there is no such part, or this copy of the record does not have it.
pub(crate) fn open_part(
    draft: &mut Draft<'_>,
    (holder, place): &(Holder, u32),
    part: u32,
) -> Result<Option<Value>, Refusal> {
    let missing = || Refusal::new(said!("What was lodged to follow is not there."));
    let slot = draft.campaign().lodged.get(holder).and_then(|lodged| lodged.slot.as_ref());
    let of_the_place = slot.and_then(|slot| slot.parts.get(*place as usize)).ok_or_else(missing)?;
    let item = of_the_place.get(part as usize).ok_or_else(missing)?;
    let body = item.body.as_ref().ok_or_else(missing)?.reveal().clone();
    let value = body.get("v").cloned();
    if item.is_open {
        return Ok(value);
    }
    let (n, salt) = (item.n, Hash(*item.salt.as_ref().ok_or_else(missing)?.reveal()));
    let Holder { seat, power } = holder.clone();
    let (place, part) = (*place, Some(part));
    draft.emit(Event::LodgedOpened { seat, power, place, part, body, n, salt })?;
    Ok(value)
}
