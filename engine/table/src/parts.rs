//! Choices in parts (`fairness.md`, format 2): a sheet on which much is decided at once, of which each part opens only at the gate where
//! it applies.
//!
//! A round names its parts when it opens. The choice is sealed as the array of its parts' codes, in the order of the round's list; each
//! part, *nothing* included, is an item `{"part":name,"round":…,"v":…}` under a number and salt of its own. When the round opens, the
//! array opens; of the items only those open that apply. What was answered to what was never asked stays closed until the campaign is.

pub(crate) mod acts;

use super::hash::Hash;

use super::names::SeatId;

use super::secret::Secret;

use super::shared::Shared;

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

/// The choices of a round whose array was opened, with their parts as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// The names of the parts, in order.
    pub parts: Vec<String>,
    /// The line at which the first of them was opened.
    pub line: u64,
    /// What each seat laid down.
    pub of: BTreeMap<SeatId, Shared<Vec<Part>>>,
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
