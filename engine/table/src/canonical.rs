//! Canonical JSON: the one spelling in which anything is hashed, sealed or exported.
//!
//! UTF-8 without spaces; object keys `[a-z0-9_]+`, sorted by byte, none twice; `true`, `false`, strings, arrays, objects and whole
//! numbers within ±(2⁵³−1); strings in NFC, escaping only `"`, `\` and what lies below U+0020. The sorting is done here: the map
//! order of the JSON library is a build flag and must not decide a hash.

use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

/// The largest whole number that canonical JSON carries, 2⁵³−1.
pub const LARGEST: i64 = 9_007_199_254_740_991;

/// What most lines of a record take, in bytes.
const USUAL: usize = 512;

/// Why a value or a text is not canonical. The message is a full sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotCanonical {
    /// `null` stands nowhere in canonical JSON: an absent field is left out.
    #[error("A null stands in it; an absent field is left out instead.")]
    Null,
    /// Only whole numbers within ±(2⁵³−1) exist.
    #[error("The number {0} is not a whole number within ±(2^53−1).")]
    Number(String),
    /// A key has other characters than a-z, 0-9 and the underscore, or none.
    #[error("The key \"{0}\" has other characters than a-z, 0-9 and _.")]
    Key(String),
    /// A string is not in Unicode's composed normal form.
    #[error("A text in it is not in the composed normal form (NFC).")]
    NotComposed,
    /// It is not JSON at all.
    #[error("It is not JSON: {0}.")]
    Syntax(String),
    /// It is JSON, but spelt otherwise than the canonical way.
    #[error("It is spelt otherwise than canonical JSON is.")]
    Spelling,
}

/// The canonical spelling of `value`.
///
/// # Errors
/// [`NotCanonical`] where the value has something that canonical JSON does not have.
pub fn canonical(value: &Value) -> Result<String, NotCanonical> {
    let mut out = String::with_capacity(USUAL);
    write_value(&mut out, value)?;
    Ok(out)
}

/// The canonical spelling of an object of these fields, none of which is there twice.
///
/// # Errors
/// As [`canonical`].
pub(crate) fn canonical_fields(mut fields: Vec<(&str, &Value)>) -> Result<String, NotCanonical> {
    fields.sort_unstable_by_key(|(key, _)| *key);
    let mut out = String::with_capacity(USUAL);
    out.push('{');
    for (i, (key, item)) in fields.into_iter().enumerate() {
        write_field(&mut out, i, key, item)?;
    }
    out.push('}');
    Ok(out)
}

/// The canonical spelling of anything that serde can write.
///
/// # Errors
/// [`NotCanonical`] where it has something that canonical JSON does not have.
pub fn canonical_of(value: &impl Serialize) -> Result<String, NotCanonical> {
    let value = serde_json::to_value(value).map_err(|e| NotCanonical::Syntax(e.to_string()))?;
    canonical(&value)
}

/// Reads a text that must be canonical to the byte.
///
/// # Errors
/// [`NotCanonical`] for everything that [`canonical`] would not have written just so.
pub fn parse(text: &str) -> Result<Value, NotCanonical> {
    let value: Value = serde_json::from_str(text).map_err(|e| NotCanonical::Syntax(e.to_string()))?;
    let mut spelt = String::with_capacity(text.len());
    write_value(&mut spelt, &value)?;
    if spelt == text { Ok(value) } else { Err(NotCanonical::Spelling) }
}

/// A text from outside as it may enter the engine: composed (NFC), with line ends as `\n`.
#[must_use]
pub fn composed(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    if text.is_ascii() { text } else { text.nfc().collect() }
}

/// All texts of a value from outside, composed as by [`composed`].
#[must_use]
pub fn composed_value(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(composed(text)),
        Value::Array(items) => Value::Array(items.iter().map(composed_value).collect()),
        Value::Object(map) => {
            Value::Object(map.iter().map(|(k, v)| (k.clone(), composed_value(v))).collect())
        }
        other => other.clone(),
    }
}

/// Writes the canonical spelling of `value` after a text.
///
/// # Errors
/// As [`canonical`].
pub(crate) fn write_value(out: &mut String, value: &Value) -> Result<(), NotCanonical> {
    match value {
        Value::Null => return Err(NotCanonical::Null),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => match number.as_i64() {
            Some(n) if (-LARGEST..=LARGEST).contains(&n) => {
                out.push_str(itoa::Buffer::new().format(n));
            }
            _ => return Err(NotCanonical::Number(number.to_string())),
        },
        Value::String(text) => write_text(out, text)?,
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write_value(out, item)?;
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            let begun = out.len();
            if !write_fields(out, map.iter())? {
                out.truncate(begun);
                let mut pairs: Vec<_> = map.iter().collect();
                pairs.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
                write_fields(out, pairs.into_iter())?;
            }
            out.push('}');
        }
    }
    Ok(())
}

/// Writes the fields of an object one after another; whether they came sorted: at the first that does not it breaks off.
fn write_fields<'v>(
    out: &mut String,
    fields: impl Iterator<Item = (&'v String, &'v Value)>,
) -> Result<bool, NotCanonical> {
    let mut before = "";
    for (i, (key, item)) in fields.enumerate() {
        if key.as_str() < before {
            return Ok(false);
        }
        write_field(out, i, key, item)?;
        before = key;
    }
    Ok(true)
}

fn write_field(out: &mut String, i: usize, key: &str, item: &Value) -> Result<(), NotCanonical> {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    if key.is_empty() || !key.bytes().all(plain) {
        return Err(NotCanonical::Key(key.to_owned()));
    }
    if i > 0 {
        out.push(',');
    }
    out.push('"');
    out.push_str(key);
    out.push_str("\":");
    write_value(out, item)
}

fn write_text(out: &mut String, text: &str) -> Result<(), NotCanonical> {
    if !text.is_ascii() && !is_nfc(text) {
        return Err(NotCanonical::NotComposed);
    }
    out.push('"');
    if text.bytes().all(|b| b >= b' ' && b != b'"' && b != b'\\') {
        out.push_str(text);
        out.push('"');
        return Ok(());
    }
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    Ok(())
}
