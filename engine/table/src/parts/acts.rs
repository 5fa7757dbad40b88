//! Choices in parts on the record.

use super::*;
use crate::audience::Audience;
use crate::campaign::Campaign;
use crate::draft::Draft;
use crate::envelope::{Contents, Round};
use crate::event::{Entry, Event, SecretPart};
use crate::hash::Hash;
use crate::names::SeatId;
use crate::refusal::Refusal;
use crate::said;
use crate::seal::seal_code;
use crate::secret::Secret;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The secret parts of an envelope as it is sealed: the contents, and after them each part of a choice in parts.
///
/// # Errors
/// A refusal where a salt is not to be had, or something cannot be written.
pub(crate) fn sealed(
    draft: &mut Draft<'_>,
    name: &str,
    seat: &SeatId,
    contents: Contents,
    person: Option<u32>,
) -> Result<(Hash, Vec<SecretPart>), Refusal> {
    let open = &draft.campaign().play.rounds[name];
    let n = open.number(seat).unwrap_or(open.first_n);
    let names = open.parts.clone();
    let mut contents = contents;
    let mut items = Vec::new();
    if !names.is_empty() {
        let (mut rest, values) = split(&contents.choice, &names);
        let mut codes = Vec::new();
        for ((part, value), n) in names.iter().zip(values).zip(n + 1..) {
            let body = item(name, part, value.as_ref());
            let salt = draft.chance().salt(n)?;
            codes.push(json!(seal_code(&salt, &body)?.hex()));
            items.push(SecretPart {
                to: Audience::seat(seat),
                body: Some(Secret::new(body)),
                n: Some(n),
                salt: Some(Secret::new(salt)),
                person: None,
            });
        }
        rest.insert(FIELD.to_owned(), Value::Array(codes));
        contents.choice = Value::Object(rest);
    }
    let body = contents.body();
    let salt = draft.chance().salt(n)?;
    let code = seal_code(&salt, &body)?;
    let own = SecretPart {
        to: Audience::seat(seat),
        body: Some(Secret::new(body)),
        n: Some(n),
        salt: Some(Secret::new(salt)),
        person,
    };
    items.insert(0, own);
    Ok((code, items))
}

/// A choice was opened: where it is one in parts, its array lies there, and no part yet. `ended` is the round, which ends with the first
/// of its openings.
pub(crate) fn apply_opened(campaign: &mut Campaign, name: &str, ended: Option<&Round>, entry: &Entry) {
    let Event::Opened { seat, body, n, .. } = &entry.event else { return };
    let line = entry.line.map_or(0, |(line, _)| line);
    let laid = &mut campaign.play_mut().laid;
    if let Some(round) = ended {
        laid.remove(name);
        if round.parts.is_empty() {
            return;
        }
        let opened = Laid { parts: round.parts.clone(), line, of: BTreeMap::new() };
        laid.insert(name.to_owned(), opened.into());
    }
    let Some(open) = laid.get_mut(name) else { return };
    let parts = read(open.parts.len(), *n, &body.choice, &entry.secrets);
    open.of.insert(seat.clone(), parts.into());
    while laid.len() > AT_HAND {
        let oldest = laid.iter().filter(|(name, _)| !is_last_of_its_kind(laid, name));
        let Some(oldest) = oldest.min_by_key(|(_, laid)| laid.line).map(|(name, _)| name.clone()) else {
            break;
        };
        laid.remove(&oldest);
    }
}

/// Whether no later round of the same kind was laid down, by the first word of its name: what was chosen in it may still have to open,
/// however many rounds of other kinds there were since.
fn is_last_of_its_kind(laid: &BTreeMap<String, Shared<Laid>>, name: &str) -> bool {
    let kind = |name: &str| name.split('/').next().map(str::to_owned);
    let line = laid.get(name).map(|of| of.line);
    laid.iter().all(|(other, of)| kind(other) != kind(name) || Some(of.line) <= line)
}

/// A part was opened.
pub(crate) fn apply(campaign: &mut Campaign, event: &Event) {
    campaign.undo.clear();
    let Event::Part { round, seat, part, body, salt, .. } = event else { return };
    let laid = campaign.play_mut().laid.get_mut(round);
    let Some(laid) = laid else { return };
    let at = laid.parts.iter().position(|name| name == part);
    let of = laid.of.get_mut(seat);
    if let Some(item) = at.zip(of).and_then(|(at, of)| of.get_mut(at)) {
        item.body = Some(Secret::new(body.clone()));
        item.salt = Some(Secret::new(salt.0));
        item.is_open = true;
    }
}

/// Opens a part of what a seat laid down: what was chosen in it, `None` where that is nothing. One that lies open already is told again
/// to nobody.
///
/// # Errors
/// A refusal where no such part was laid down, or this copy of the record does not have it.
pub(crate) fn open(
    draft: &mut Draft<'_>,
    round: &str,
    seat: &SeatId,
    part: &str,
) -> Result<Option<Value>, Refusal> {
    let missing = || Refusal::new(said!("What was laid down for this is not there."));
    let laid = draft.campaign().play.laid.get(round).ok_or_else(missing)?;
    let at = laid.parts.iter().position(|name| name == part).ok_or_else(missing)?;
    let item = laid.of.get(seat).and_then(|of| of.get(at)).ok_or_else(missing)?;
    let value = item.value().cloned();
    if item.is_open {
        return Ok(value);
    }
    let body = item.body.as_ref().ok_or_else(missing)?.reveal().clone();
    let salt = Hash(*item.salt.as_ref().ok_or_else(missing)?.reveal());
    let (round, seat, part, n) = (round.to_owned(), seat.clone(), part.to_owned(), item.n);
    draft.emit(Event::Part { round, seat, part, body, n, salt })?;
    Ok(value)
}

/// What was chosen in a part of what a seat laid down, without opening it: for what only its owner is told. `None` where that is nothing, no
/// such part was laid down, or this copy of the record does not have it.
pub(crate) fn closed<'d>(draft: &'d Draft<'_>, round: &str, seat: &SeatId, part: &str) -> Option<&'d Value> {
    let laid = draft.campaign().play.laid.get(round)?;
    let at = laid.parts.iter().position(|name| name == part)?;
    laid.of.get(seat)?.get(at)?.value()
}

impl Part {
    /// What was chosen in it; `None` where that is nothing, or not known here.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        self.body.as_ref()?.reveal().get("v")
    }

    /// It as the secret part of an entry, for its owner.
    pub(crate) fn secret(&self, seat: &SeatId) -> SecretPart {
        SecretPart {
            to: Audience::seat(seat),
            body: self.body.clone(),
            n: Some(self.n),
            salt: self.salt.clone(),
            person: None,
        }
    }
}

/// The parts of a choice that was sealed under a number, out of the codes in it and the bodies that this copy has.
#[must_use]
pub(crate) fn read(parts: usize, n: u64, choice: &Value, bodies: &[SecretPart]) -> Vec<Part> {
    let codes = codes(choice, parts).unwrap_or_default();
    let part = |(i, code): (usize, Hash)| {
        let body = bodies.get(i);
        let (body, salt) = (body.and_then(|part| part.body.clone()), body.and_then(|part| part.salt.clone()));
        Part { code, n: n + 1 + i as u64, body, salt, is_open: false }
    };
    codes.into_iter().enumerate().map(part).collect()
}
