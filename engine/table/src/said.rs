//! What is said: a sentence and the values in it, kept apart, so that it can be said in another language too.
//!
//! The English sentence stands in the code and is its own key in the catalogues of other languages. The engine knows no language but
//! English and keeps no state for it: whoever shows a [`Said`] chooses the language, and asks the catalogue with [`Said::in_words`].

use super::hash::Hash;
use super::names::{By, SeatId};
use crate::rules::RuleId;
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

/// A sentence with its values. It reads as its English (`Deref<Target = str>`, `Display`), wherever no language was chosen.
#[derive(Clone)]
pub struct Said {
    /// Filled in when it is first read: most refusals are only asked whether they are there.
    english: OnceLock<String>,
    /// `None` for a text that has no translation: it was written by a player, or comes from outside.
    template: Option<Cow<'static, str>>,
    values: Vec<Value>,
}

/// A sentence as it is kept: with what another language needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    english: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    template: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    values: Vec<KeptValue>,
}

/// A value in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptValue {
    Plain(String),
    Name(String),
    Called(String),
    Said(Kept),
    List(Vec<KeptValue>),
}

impl From<&Said> for Kept {
    fn from(said: &Said) -> Kept {
        Kept {
            english: said.english().to_owned(),
            template: said.template.as_deref().map(str::to_owned),
            values: said.values.iter().map(KeptValue::from).collect(),
        }
    }
}

impl From<&Value> for KeptValue {
    fn from(value: &Value) -> KeptValue {
        match value {
            Value::Plain(text) => KeptValue::Plain(text.clone()),
            Value::Name(name) => KeptValue::Name(name.clone()),
            Value::Called(name) => KeptValue::Called(name.clone()),
            Value::Said(said) => KeptValue::Said(Kept::from(said)),
            Value::List(values) => KeptValue::List(values.iter().map(KeptValue::from).collect()),
        }
    }
}

impl From<&Kept> for Said {
    fn from(kept: &Kept) -> Said {
        Said {
            english: OnceLock::from(kept.english.clone()),
            template: kept.template.clone().map(Cow::Owned),
            values: kept.values.iter().map(Value::from).collect(),
        }
    }
}

impl From<&KeptValue> for Value {
    fn from(kept: &KeptValue) -> Value {
        match kept {
            KeptValue::Plain(text) => Value::Plain(text.clone()),
            KeptValue::Name(name) => Value::Name(name.clone()),
            KeptValue::Called(name) => Value::Called(name.clone()),
            KeptValue::Said(said) => Value::Said(Said::from(said)),
            KeptValue::List(values) => Value::List(values.iter().map(Value::from).collect()),
        }
    }
}

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Shown as it is: a number, a code, what somebody wrote.
    Plain(String),
    /// A name or word of the game, in the reader's language where the catalogue has it: "Great Britain".
    Name(String),
    /// The name of one that a campaign can call otherwise in the course of its play, by the name with which it began: "Sardinia".
    Called(String),
    /// A sentence or part of one.
    Said(Said),
    /// Several, apart by commas.
    List(Vec<Value>),
}

impl Said {
    /// A sentence of a template and the values of its places `{}` (or `{0}`, `{1}`), in order. [`said!`](crate::said) makes it, and the
    /// compiler checks there that every place has its value.
    #[must_use]
    pub fn of(template: &'static str, values: Vec<Value>) -> Said {
        Said { english: OnceLock::new(), template: Some(Cow::Borrowed(template)), values }
    }

    fn english(&self) -> &str {
        self.english.get_or_init(|| {
            let shown: Vec<String> = self.values.iter().map(ToString::to_string).collect();
            self.template.as_deref().map_or_else(String::new, |template| fill(template, &shown))
        })
    }

    /// The sentence in the words of a catalogue: `look_up` gives the translation of an English template or name, if there is one.
    #[must_use]
    pub fn in_words<'a>(&self, look_up: &impl Fn(&str) -> Option<&'a str>) -> String {
        self.in_words_now(look_up, &unchanged)
    }

    /// The same where a campaign calls some by another name now than when it began: `now` gives it, in English.
    #[must_use]
    pub fn in_words_now<'a>(
        &self,
        look_up: &impl Fn(&str) -> Option<&'a str>,
        now: &impl Fn(&str) -> Option<&'static str>,
    ) -> String {
        match self.template.as_deref().and_then(look_up) {
            Some(template) => fill(template, &shown(&self.values, look_up, now)),
            // A sentence without a translation is said in English to its end.
            None if !self.values.iter().any(|value| value.is_called_otherwise(now)) => {
                self.english().to_owned()
            }
            None => {
                let values = shown(&self.values, &unchanged, now);
                self.template.as_deref().map_or_else(String::new, |template| fill(template, &values))
            }
        }
    }

    /// The template, where it has one.
    #[must_use]
    pub fn template(&self) -> Option<&str> {
        self.template.as_deref()
    }
}

/// No translation, and no other name. A function and no closure: a closure here would be another type at each step down a sentence.
fn unchanged(_: &str) -> Option<&'static str> {
    None
}

/// Values in the words of a catalogue, with the names of now.
fn shown<'a>(
    values: &[Value],
    look_up: &impl Fn(&str) -> Option<&'a str>,
    now: &impl Fn(&str) -> Option<&'static str>,
) -> Vec<String> {
    values.iter().map(|value| value.in_words(look_up, now)).collect()
}

impl Value {
    fn in_words<'a>(
        &self,
        look_up: &impl Fn(&str) -> Option<&'a str>,
        now: &impl Fn(&str) -> Option<&'static str>,
    ) -> String {
        match self {
            Value::Plain(text) => text.clone(),
            Value::Name(name) => look_up(name).unwrap_or(name).to_owned(),
            Value::Called(name) => {
                let name = now(name).unwrap_or(name);
                look_up(name).unwrap_or(name).to_owned()
            }
            Value::Said(said) => said.in_words_now(look_up, now),
            Value::List(values) => shown(values, look_up, now).join(", "),
        }
    }

    /// Whether a name in it is another now.
    fn is_called_otherwise(&self, now: &impl Fn(&str) -> Option<&'static str>) -> bool {
        match self {
            Value::Plain(_) | Value::Name(_) => false,
            Value::Called(name) => now(name).is_some(),
            Value::Said(said) => said.values.iter().any(|value| value.is_called_otherwise(now)),
            Value::List(values) => values.iter().any(|value| value.is_called_otherwise(now)),
        }
    }
}

/// A template with its places filled: `{}` takes the next value, `{0}` the first. `{{` and `}}` are braces.
fn fill(template: &str, values: &[String]) -> String {
    let mut filled = String::with_capacity(template.len() + 16);
    let (mut rest, mut next) = (template, 0);
    while let Some(at) = rest.find(['{', '}']) {
        filled.push_str(&rest[..at]);
        let brace = &rest[at..];
        let end = brace.find('}');
        if brace.starts_with("{{") || brace.starts_with("}}") {
            filled.push_str(&brace[..1]);
            rest = &brace[2..];
        } else if let Some(end) = end.filter(|end| *end > 0) {
            let place = brace[1..end].parse().unwrap_or_else(|_| {
                next += 1;
                next - 1
            });
            filled.push_str(values.get(place).map_or("", String::as_str));
            rest = &brace[end + 1..];
        } else {
            filled.push_str(&brace[..1]);
            rest = &brace[1..];
        }
    }
    filled.push_str(rest);
    filled
}

/// The places of a template in the order in which they stand, counted from 0: what a translation must have too, in any order.
#[must_use]
pub fn places(template: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let (mut rest, mut next) = (template, 0);
    while let Some(at) = rest.find(['{', '}']) {
        let brace = &rest[at..];
        if brace.starts_with("{{") || brace.starts_with("}}") {
            rest = &brace[2..];
        } else if let Some(end) = brace.find('}').filter(|end| *end > 0) {
            places.push(brace[1..end].parse().unwrap_or_else(|_| {
                next += 1;
                next - 1
            }));
            rest = &brace[end + 1..];
        } else {
            rest = &brace[1..];
        }
    }
    places
}

/// Says a sentence: an English template with its values, as `format!` takes them, by position.
///
/// ```
/// let over = table::said!("Your bid of {} VP is over the ceiling of {}.", 31, 30);
/// assert_eq!(over.to_string(), "Your bid of 31 VP is over the ceiling of 30.");
/// ```
#[macro_export]
macro_rules! said {
    ($template:literal $(, $value:expr)* $(,)?) => {{
        // Never called: the compiler counts the places and the values.
        let _ = || ::std::format!($template $(, $crate::said::ToValue::to_value(&$value))*);
        $crate::Said::of($template, ::std::vec![$($crate::said::ToValue::to_value(&$value)),*])
    }};
}

impl fmt::Debug for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[derive(Debug)]
        #[expect(dead_code, reason = "they are printed")]
        struct Said<'s> {
            english: &'s str,
            template: &'s Option<Cow<'static, str>>,
            values: &'s [Value],
        }
        Said { english: self.english(), template: &self.template, values: &self.values }.fmt(f)
    }
}

impl PartialEq for Said {
    fn eq(&self, other: &Said) -> bool {
        self.template == other.template && self.values == other.values && self.english() == other.english()
    }
}

impl Eq for Said {}

impl Deref for Said {
    type Target = str;
    fn deref(&self) -> &str {
        self.english()
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Plain(text) | Value::Name(text) | Value::Called(text) => f.write_str(text),
            Value::Said(said) => write!(f, "{said}"),
            Value::List(values) => {
                for (i, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if i == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
        }
    }
}

impl Serialize for Said {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.english())
    }
}

impl From<String> for Said {
    fn from(text: String) -> Said {
        Said { english: OnceLock::from(text), template: None, values: Vec::new() }
    }
}

impl From<&str> for Said {
    fn from(text: &str) -> Said {
        Said::from(text.to_owned())
    }
}

impl From<&String> for Said {
    fn from(text: &String) -> Said {
        Said::from(text.clone())
    }
}

impl From<&Said> for Said {
    fn from(said: &Said) -> Said {
        said.clone()
    }
}

impl PartialEq<&str> for Said {
    fn eq(&self, other: &&str) -> bool {
        self.english() == *other
    }
}

impl std::error::Error for Said {}

/// A name or word of the game as a value.
#[must_use]
pub fn name(word: impl Into<String>) -> Value {
    Value::Name(word.into())
}

/// What can stand in a sentence.
pub trait ToValue {
    /// As a value.
    fn to_value(&self) -> Value;
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value {
        (**self).to_value()
    }
}

impl ToValue for Said {
    fn to_value(&self) -> Value {
        Value::Said(self.clone())
    }
}

impl ToValue for Value {
    fn to_value(&self) -> Value {
        self.clone()
    }
}

impl ToValue for Vec<Value> {
    fn to_value(&self) -> Value {
        Value::List(self.clone())
    }
}

macro_rules! plain {
    ($($type:ty),*) => {
        $(impl ToValue for $type {
            fn to_value(&self) -> Value {
                Value::Plain(self.to_string())
            }
        })*
    };
}
plain!(str, String, char, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, Hash, SeatId, By, RuleId);
plain!(std::borrow::Cow<'_, str>);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_sentence_reads_in_english_and_in_the_words_of_a_catalogue() {
        let said = said!("{} cannot have {}: it is {}.", name("Austria"), 7, said!("taken"));
        assert_eq!(said.to_string(), "Austria cannot have 7: it is taken.");
        let finnish = |english: &str| match english {
            "{} cannot have {}: it is {}." => Some("{2}: {1} ei käy, {0}."),
            "Austria" => Some("Itävalta"),
            "taken" => Some("varattu"),
            _ => None,
        };
        assert_eq!(said.in_words(&finnish), "varattu: 7 ei käy, Itävalta.");
        assert_eq!(said.in_words(&|_| None), "Austria cannot have 7: it is taken.");
        let kept = serde_json::to_string(&Kept::from(&said)).unwrap();
        assert_eq!(Said::from(&serde_json::from_str::<Kept>(&kept).unwrap()), said);
        assert_eq!(
            Said::from("Austria").in_words(&finnish),
            "Austria",
            "what somebody wrote is not translated"
        );
    }

    #[test]
    fn who_is_called_otherwise_now_goes_by_the_new_name_in_every_language() {
        let called = |name: &str| Value::Called(name.to_owned());
        let said =
            said!("{} attacks {} in {}.", called("Russia"), vec![called("Sardinia")], name("Sardinia"));
        let italy = |name: &str| (name == "Sardinia").then_some("Italy");
        let finnish = |english: &str| match english {
            "{} attacks {} in {}." => Some("{} hyökkää: {}, {}."),
            "Italy" => Some("Italia"),
            "Russia" => Some("Venäjä"),
            _ => None,
        };
        assert_eq!(said.in_words_now(&|_| None, &italy), "Russia attacks Italy in Sardinia.");
        assert_eq!(said.in_words_now(&finnish, &italy), "Venäjä hyökkää: Italia, Sardinia.");
        let within = said!("{} It is so.", said);
        assert_eq!(within.in_words_now(&|_| None, &italy), "Russia attacks Italy in Sardinia. It is so.");
        assert_eq!(said.in_words(&|_| None), "Russia attacks Sardinia in Sardinia.");
        let kept = serde_json::to_string(&Kept::from(&said)).unwrap();
        assert_eq!(Said::from(&serde_json::from_str::<Kept>(&kept).unwrap()), said);
    }

    #[test]
    fn places_are_counted_and_braces_kept() {
        assert_eq!(places("{} and {}, {{not}} {0}"), [0, 1, 0]);
        assert_eq!(places("none"), Vec::<usize>::new());
        assert_eq!(said!("{{{}}}", 3).to_string(), "{3}");
        assert_eq!(fill("{9}{", &["a".to_owned()]), "{");
        let powers = vec![name("Russia"), name("Spain")];
        assert_eq!(said!("One of: {}.", powers).to_string(), "One of: Russia, Spain.");
    }
}
