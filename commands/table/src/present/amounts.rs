//! Values of the board and amounts of them, in words.

use crate::{say, speech};
use table::values::Value;

/// A value by name: "Austria, VP".
#[must_use]
pub fn name(value: &Value) -> String {
    format!("{}, {}", speech::word(&value.name), speech::word(&value.unit))
}

/// An amount of a value as players write it: "6.5 PP", in Finnish "6,5 PP".
#[must_use]
pub fn written(value: &Value, amount: i64) -> String {
    if value.yes_no {
        return if amount == 0 { say!("no rifles") } else { say!("rifles") };
    }
    value.written(amount).replace('.', speech::decimal())
}

/// What a value is now: an amount, or that nobody has told it yet.
#[must_use]
pub fn now(value: &Value) -> String {
    if value.known { written(value, value.now) } else { say!("not told") }
}

/// The same without its unit.
#[must_use]
pub fn bare_amount(value: &Value, amount: i64) -> String {
    if value.yes_no {
        return if amount == 0 { say!("no") } else { say!("yes") };
    }
    written(value, amount).trim_end_matches(value.unit.as_str()).trim_end().to_owned()
}

/// A difference with its sign: "+3", "−0.5".
pub(crate) fn difference(value: &Value, before: i64, after: i64) -> String {
    let sign = if after >= before { "+" } else { "−" };
    format!("{sign}{}", bare_amount(value, (after - before).abs()))
}

/// What it is now without its unit, and how far it moved.
pub fn now_and_difference(value: &Value, before: i64, now: i64) -> (String, String) {
    (bare_amount(value, now), difference(value, before, now))
}

/// What was told of a value: "Austria 12 → 15 VP (+3)"; of one that nobody knew before, "Austria: 15 VP".
pub(crate) fn told(value: &Value, before: Option<i64>, now: i64) -> String {
    match before {
        Some(before) => format!("**{}** ({})", change(value, before, now), difference(value, before, now)),
        None => format!("**{}**", first(value, now)),
    }
}

/// What was told of a value that nobody knew before: "Austria: 15 VP".
#[must_use]
pub fn first(value: &Value, now: i64) -> String {
    format!("{}: {}", speech::word(&value.name), written(value, now))
}

/// "Austria 12 → 15 VP".
pub fn change(value: &Value, before: i64, after: i64) -> String {
    let before = if value.yes_no { written(value, before) } else { bare_amount(value, before) };
    format!("{} {} → {}", speech::word(&value.name), before, written(value, after))
}
