//! Sheets: a box sealed as a whole (`fairness.md`, "Seals").
//!
//! A sheet is the byte-sorted array of as many codes as it has places (64, unless its line says another number): those of the box's items
//! and, up to that number, of `{"k":"pad"}`; a thing of which something may be told alone has a second one for that. Its seal numbers follow
//! one another: one for each place, one for the array, one for the contents. The record gets the array's code, and the contents as a body for their owner alone, so that they stand in the whole
//! export of a closed campaign. Which item has which number is drawn under the contents' salt: a number that is shown tells nothing of
//! how many other items there are.

use super::shown::fault;
use super::{Item, Items, Sheet, UNSAID};
use crate::audience::Audience;
use crate::campaign::{Campaign, Stage};
use crate::chance::ToldSheet;
use crate::draft::Draft;
use crate::event::{Entry, Event, SecretPart};
use crate::game::Rules;
use crate::hash::{Hash, sha256};
use crate::names::{By, SeatId};
use crate::padding;
use crate::refusal::Refusal;
use crate::roll::{Dice, draw};
use crate::said;
use crate::seal::{pad_code, seal_code, sheet_code};
use crate::secret::Secret;
use serde_json::{Map, Value};
use std::borrow::Borrow;
use std::sync::Arc;

/// How many seal numbers a sheet of so many places takes.
#[must_use]
pub const fn numbers(places: usize) -> u64 {
    places as u64 + 2
}

/// A sheet with everything that it was sealed from.
#[derive(Clone, PartialEq, Eq)]
pub struct Opened<P = Value> {
    /// The items in the order of the contents, each with its seal number and salt.
    pub items: Vec<(P, u64, [u8; 32])>,
    /// The codes of items and pads, sorted by byte.
    pub codes: Vec<Hash>,
    /// The sheet's own seal number.
    pub n: u64,
    /// The sheet's own salt.
    pub salt: [u8; 32],
    /// The sheet's code.
    pub code: Hash,
    /// The salt of the contents.
    pub contents_salt: [u8; 32],
}

impl<P> std::fmt::Debug for Opened<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(sheet)")
    }
}

/// Everything in a box as it is sealed: each item, and after it what of it may be told alone.
#[must_use]
pub fn payloads(items: &Items) -> Vec<Value> {
    let both = items.values().flat_map(|kept| [Some(&*kept.item), kept.item.part()]);
    both.flatten().map(|item| item.payload().clone()).collect()
}

/// The contents of a sheet as they are sealed for their owner.
#[must_use]
pub fn contents(payloads: Vec<Value>) -> Value {
    Value::Object(Map::from_iter([("items".to_owned(), Value::Array(payloads))]))
}

/// The places of the items among as many numbers: a shuffle under `H("chancery/sheet/1" ‖ salt of the contents)`; the first item has the
/// number that was drawn first.
fn drawn(places: usize, contents_salt: &[u8; 32]) -> Vec<u32> {
    let places = u32::try_from(places).unwrap_or(padding::MOST).min(padding::MOST);
    draw(sha256(&[b"chancery/sheet/1", contents_salt]).0, &Dice::Shuffle(places))
}

/// Seals payloads as the sheet of so many places whose numbers begin with `first_n`.
///
/// # Errors
/// A refusal where a salt is not to be had, there are more payloads than places, or one cannot be written.
pub fn seal<P: Borrow<Value>>(
    first_n: u64,
    places: usize,
    payloads: impl IntoIterator<Item = P, IntoIter: ExactSizeIterator>,
    mut salt: impl FnMut(u64) -> Result<[u8; 32], Refusal>,
) -> Result<Opened<P>, Refusal> {
    let mut payloads = payloads.into_iter();
    if payloads.len() > places {
        return Err(full(places));
    }
    let n = first_n + places as u64;
    let (own_salt, contents_salt) = (salt(n)?, salt(n + 1)?);
    let mut items = Vec::new();
    let mut codes = Vec::new();
    for place in drawn(places, &contents_salt) {
        let number = first_n + u64::from(place);
        let salt = salt(number)?;
        if let Some(payload) = payloads.next() {
            codes.push(seal_code(&salt, payload.borrow())?);
            items.push((payload, number, salt));
        } else {
            codes.push(pad_code(&salt));
        }
    }
    // By byte: nearly always the first eight tell them apart.
    codes.sort_unstable_by_key(|code: &Hash| (code.first(), *code));
    let code = sheet_code(&own_salt, &codes);
    Ok(Opened { items, codes, n, salt: own_salt, code, contents_salt })
}

pub(super) fn full(places: usize) -> Refusal {
    Refusal::new(said!(
        "The strongbox is full: it has {} places, and what can be announced in part takes two of them. Remove something first, or join what belongs together.",
        places
    ))
}

impl Sheet {
    /// The sheet with everything that it was sealed from.
    ///
    /// # Errors
    /// A refusal where a salt is not to be had.
    pub fn opened(&self, salt: impl FnMut(u64) -> Result<[u8; 32], Refusal>) -> Result<Opened, Refusal> {
        seal(self.first_n, self.places(), self.payloads(), salt)
    }

    /// What was sealed in it: what lay in the strongbox, then what the bot keeps for the seat.
    fn payloads(&self) -> Vec<Value> {
        let mut all = payloads(&self.items);
        all.extend(self.holdings.iter().cloned());
        all
    }

    /// How many codes it has.
    #[must_use]
    pub fn places(&self) -> usize {
        padding::meant(self.places, UNSAID)
    }
}

/// When sheets are sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// At the end of a step, or in the middle of one.
    Step,
    /// At the end of a turn of the game.
    Turn,
}

/// Seals every seat's sheet. Where the bot keeps nothing closed, at the end of every step from the first use of a strongbox on, but not twice within
/// one order, since nothing can have changed between. Where it does, whenever something has come that may have changed what it keeps, and at
/// the end of a turn for what lies in strongboxes: that changes off the record.
pub(crate) fn seal_sheets(draft: &mut Draft<'_>, when: When) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    let holds = campaign.play.game.holding_places() > 0;
    let since_order =
        draft.entries().iter().rev().take_while(|entry| !matches!(entry.event, Event::Order { .. }));
    let sealed_already = since_order.into_iter().any(|entry| matches!(entry.event, Event::Sheet { .. }));
    let is_due = match (holds, when) {
        (true, When::Step) => campaign.holdings_changed,
        (true, When::Turn) => campaign.holdings_changed || !sealed_already,
        (false, _) => !sealed_already,
    };
    if campaign.play.stage != Stage::Playing || !is_due {
        return Ok(());
    }
    let in_use = holds || campaign.strongboxes.values().any(|held| held.is_in_use());
    let mut seats: Vec<SeatId> = campaign.play.seats.keys().cloned().collect();
    seats.sort_by_key(SeatId::number);
    match draft.chance().told_sheets(seats.len()) {
        Some(told) => told_again(draft, &seats, told, in_use),
        None if in_use => seats.into_iter().try_for_each(|seat| seal_one(draft, seat)),
        None => Ok(()),
    }
}

/// Seals every seat's sheet in the middle of a step, where the bot keeps something closed that may have changed.
pub(crate) fn seal_holdings(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.campaign().play.game.holding_places() == 0 {
        return Ok(());
    }
    seal_sheets(draft, When::Step)
}

/// Seals the sheet of a seat as it is now.
fn seal_one(draft: &mut Draft<'_>, seat: SeatId) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    let places = places_now(campaign);
    let first_n = campaign.next_seal;
    let mut payloads = campaign.strongboxes.get(&seat).map(|b| payloads(&b.items)).unwrap_or_default();
    let nothing =
        || Refusal::new(said!("What the bot keeps for a seat is not here, so it cannot be sealed."));
    payloads.extend(campaign.play.game.holdings(&seat).ok_or_else(nothing)?);
    let opened = seal(first_n, places, &payloads, |n| draft.chance().salt(n))?;
    let (n, code, salt) = (Some(opened.n + 1), opened.code, Some(Secret::new(opened.contents_salt)));
    let body = Some(Secret::new(contents(payloads)));
    let part = SecretPart { to: Audience::seat(&seat), body, n, salt, person: None };
    let places = padding::said(places, UNSAID);
    let author = draft.author();
    draft.by(By::Bot);
    draft.emit_with(Event::Sheet { seat, code, places }, vec![part])?;
    draft.by(author);
    Ok(())
}

/// The sheets that a record tells of here: one of each seat, in order. What they hold it tells when the campaign is closed, and what the bot keeps
/// must be what it kept.
fn told_again(
    draft: &mut Draft<'_>,
    seats: &[SeatId],
    told: Vec<ToldSheet>,
    in_use: bool,
) -> Result<(), Refusal> {
    if told.is_empty() && in_use {
        return Err(Refusal::new(said!(
            "A step ends here, and the strongboxes' sheets are not sealed anew."
        )));
    }
    if !told.is_empty() && told.iter().map(|told| &told.seat).ne(seats) {
        return Err(Refusal::new(said!(
            "A step ends here, and not every seat's sheet is sealed once, in order."
        )));
    }
    let author = draft.author();
    draft.by(By::Bot);
    for ToldSheet { seat, code, places, contents } in told {
        let game = &draft.campaign().play.game;
        if let Some((contents, held)) = contents.zip(game.holdings(&seat)) {
            let items = contents.reveal().get("items").and_then(Value::as_array);
            let told = items.into_iter().flatten().filter(|item| game.rules().is_holding(item));
            if !told.eq(&held) {
                return Err(Refusal::new(said!(
                    "The sheet of {} holds something else than that seat had.",
                    seat.to_string()
                )));
            }
        }
        draft.emit(Event::Sheet { seat, code, places })?;
    }
    draft.by(author);
    Ok(())
}

/// How many places a sheet has that is sealed now: those of the strongbox, and those of what the bot keeps.
fn places_now(campaign: &Campaign) -> usize {
    campaign.play.game.sheet_places() + campaign.play.game.holding_places()
}

/// A sheet was sealed.
pub(crate) fn apply(campaign: &mut Campaign, entry: &Entry, seat: &SeatId, code: Hash, places: Option<u32>) {
    let first_n = campaign.next_seal;
    campaign.next_seal += numbers(padding::meant(places, UNSAID));
    // Who has the public record alone does not have them.
    let holdings = campaign.play.game.holdings(seat).unwrap_or_default();
    let strongbox = Arc::make_mut(campaign.strongboxes.entry(seat.clone()).or_default());
    let sheet = Sheet {
        line: entry.line.map_or(0, |(line, _)| line),
        at: entry.at,
        step: campaign.play.path(),
        first_n,
        code,
        places,
        items: strongbox.items.clone(),
        holdings: holdings.into(),
        changed: strongbox.changed,
    };
    strongbox.apply_sheet(sheet);
    campaign.holdings_changed = false;
}

/// Checks a sheet of so many places whose contents lie open against its code; `salt` gives the salt of a number. What lies in a sheet of a game that this
/// program does not have is not looked at.
///
/// # Errors
/// A sentence that says what does not fit.
pub(crate) fn check(
    rules: Option<&dyn Rules>,
    (code, places): (&Hash, usize),
    body: &Value,
    n: u64,
    salt: impl Fn(u64) -> [u8; 32],
) -> Result<(), String> {
    let first_n = n
        .checked_sub(numbers(places) - 1)
        .ok_or("The contents of the sheet have a number that none can have.")?;
    let items =
        body.get("items").and_then(Value::as_array).ok_or("The contents of the sheet are no list.")?;
    if let Some(rules) = rules {
        check_items(rules, items)?;
    }
    let opened = seal(first_n, places, items, |n| Ok(salt(n))).map_err(|refusal| refusal.to_string())?;
    if opened.code == *code { Ok(()) } else { fault("The contents of the sheet do not give its code.") }
}

/// Every item is one, and what may be told of a thing alone stands after it.
fn check_items(rules: &dyn Rules, items: &[Value]) -> Result<(), String> {
    let mut part: Option<Item> = None;
    for item in items.iter().filter(|item| !rules.is_holding(item)) {
        let item = Item::read(rules, item)
            .map_err(|why| format!("The contents of the sheet hold what is no item. {why}"))?;
        if part.is_some() != item.is_part() || item.is_part() && part.as_ref() != Some(&item) {
            return fault("What may be told alone does not stand in the sheet beside that of which it is.");
        }
        part = item.part().cloned();
    }
    if part.is_some() {
        return fault("What may be told alone of a thing is missing from the sheet.");
    }
    Ok(())
}
