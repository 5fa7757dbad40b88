//! Choices in parts (`fairness.md`, format 2): a sheet on which much is decided at once, of which each part opens only at the gate where
//! it applies.
//!
//! A round names its parts when it opens. The choice is sealed as the array of its parts' codes, in the order of the round's list; each
//! part, *nothing* included, is an item `{"part":name,"round":…,"v":…}` under a number and salt of its own. When the round opens, the
//! array opens; of the items only those open that apply. What was answered to what was never asked stays closed until the campaign is.

use super::audience::Audience;
use super::campaign::Campaign;
use super::decide::Draft;
use super::envelope::{Contents, Round};
use super::event::{Entry, Event, SecretPart};
use super::hash::Hash;
use super::names::SeatId;
use super::refusal::Refusal;
use super::seal::seal_code;
use super::secret::Secret;
use crate::said;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The field of a sealed choice that holds the codes of its parts.
pub const FIELD: &str = "parts";
/// How many rounds of choices in parts are at hand, the last ones.
const AT_HAND: usize = 8;

/// A part of a choice as it was sealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its code.
    pub code: Hash,
    /// Its seal number.
    pub n: u64,
    /// Its item; `None` where this copy of the record does not have it.
    pub body: Option<Secret<Value>>,
    /// Its salt; `None` where this copy does not have it.
    pub salt: Option<Secret<[u8; 32]>>,
    /// Whether all have seen it.
    pub is_open: bool,
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

/// The choices of a round whose array was opened, with their parts as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// The names of the parts, in order.
    pub parts: Vec<String>,
    /// The line at which the first of them was opened.
    pub line: u64,
    /// What each seat laid down.
    pub of: BTreeMap<SeatId, Vec<Part>>,
}

/// How many seal numbers an envelope takes in a round with so many parts: one for the array, one for each part.
#[must_use]
pub fn numbers(parts: usize) -> u64 {
    1 + parts as u64
}

/// The item of a part.
#[must_use]
pub fn item(round: &str, part: &str, value: Option<&Value>) -> Value {
    let mut item = json!({"part": part, "round": round});
    if let Some(value) = value {
        item["v"] = value.clone();
    }
    item
}

/// A choice without its parts, and what is in each of them.
fn split(choice: &Value, parts: &[String]) -> (Map<String, Value>, Vec<Option<Value>>) {
    let mut rest = choice.as_object().cloned().unwrap_or_default();
    let values = parts.iter().map(|part| rest.remove(part)).collect();
    (rest, values)
}

/// The choice of which these are the parts.
#[must_use]
pub fn joined(sealed: &Value, parts: &[String], items: &[Part]) -> Value {
    let mut whole = sealed.as_object().cloned().unwrap_or_default();
    whole.remove(FIELD);
    for (part, item) in parts.iter().zip(items) {
        if let Some(value) = item.value() {
            whole.insert(part.clone(), value.clone());
        }
    }
    Value::Object(whole)
}

/// The codes that a sealed choice holds; `None` where it is not of so many parts.
#[must_use]
pub fn codes(sealed: &Value, parts: usize) -> Option<Vec<Hash>> {
    let codes = sealed.get(FIELD)?.as_array()?;
    let codes: Vec<Hash> = codes.iter().map(|code| Hash::from_hex(code.as_str()?)).collect::<Option<_>>()?;
    (codes.len() == parts).then_some(codes)
}

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
        laid.insert(name.to_owned(), Laid { parts: round.parts.clone(), line, of: BTreeMap::new() });
    }
    let Some(open) = laid.get_mut(name) else { return };
    let parts = read(open.parts.len(), *n, &body.choice, &entry.secrets);
    open.of.insert(seat.clone(), parts);
    while laid.len() > AT_HAND {
        let Some(oldest) = laid.iter().min_by_key(|(_, laid)| laid.line).map(|(name, _)| name.clone()) else {
            break;
        };
        laid.remove(&oldest);
    }
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
