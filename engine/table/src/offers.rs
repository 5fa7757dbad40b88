//! Offers: what a viewer may do now. The random player and stand-ins live on them, and the front suggests out of them where their list is
//! complete. Whatever is offered is taken; not all that is allowed is offered, and the check of an order alone refuses.

pub mod all;
use super::names::Word;
use super::refusal::Refusal;
use super::said::Value as SaidValue;
use crate::said;
pub use all::{offer_to_seal, offers, offers_in};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Something that may be done now: a verb and its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The verb, as the record writes it.
    pub verb: String,
    /// The round of envelopes it belongs to, where it does.
    pub round: Option<String>,
    /// What is to be filled in.
    pub fields: Vec<Field>,
    /// What taking it does for play.
    #[serde(default)]
    pub tone: Tone,
}

/// What taking an offer does for play: by it the random player and stand-ins choose, and no verb is named there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// It brings play forward: somebody waits for it.
    Onward,
    /// It belongs to the open step of play, and can be done in it alone; nobody waits for it.
    Timely,
    /// It may be done at any time and as often as one likes; nobody waits for it.
    #[default]
    Free,
    /// It takes something back, holds something up or asks for what is done already once more.
    Back,
    /// It leads to the end of the campaign, or out of it.
    Ending,
}

/// A field of an offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Its key.
    pub name: String,
    /// Whether it must be filled in.
    pub required: bool,
    /// What it takes.
    pub kind: Kind,
    /// Whether nobody else may see it: on the record it is sealed.
    pub secret: bool,
    /// What one fills in who has nothing else in mind; `None` where that is nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<Value>,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind {
    /// One of a list of machine words.
    OneOf {
        /// The list.
        of: Vec<String>,
    },
    /// A whole number within bounds, both included.
    Whole {
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
    },
    /// A text of at most so many characters.
    Text {
        /// The most characters.
        most: usize,
    },
    /// A name of at most so many characters, on one line, that is not taken yet in any capitals.
    Name {
        /// The most characters.
        most: usize,
        /// The names that are taken.
        taken: Vec<String>,
    },
    /// Any of a list of machine words, each at most once.
    AnyOf {
        /// The list.
        of: Vec<String>,
    },
    /// A word for the dice.
    Word,
    /// Each of a list once, in any order.
    Ranking {
        /// The list.
        of: Vec<String>,
    },
    /// A whole number within bounds for each of a list, all different.
    Distinct {
        /// The list.
        of: Vec<String>,
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
    },
    /// Groups of dice: `[[faces, count], …]`.
    Dice,
    /// Yes or no, and only this one now.
    Truth {
        /// Which.
        is: bool,
    },
    /// One of a list of values of any form: a number, a list, a record. Of a list of one it is fixed.
    Among {
        /// The list.
        of: Vec<Value>,
    },
    /// A set of own pieces or of what each of them does: of each group one value at most, whatever their order.
    Several {
        /// The groups.
        of: Vec<Vec<Value>>,
        /// The fewest.
        least: usize,
    },
}

impl Field {
    /// A field that must be filled in.
    #[must_use]
    pub fn required(name: &str, kind: Kind) -> Field {
        Field { name: name.to_owned(), required: true, kind, secret: false, usual: None }
    }

    /// A field that may be left out.
    #[must_use]
    pub fn optional(name: &str, kind: Kind) -> Field {
        Field { name: name.to_owned(), required: false, kind, secret: false, usual: None }
    }

    /// It with what one fills in who has nothing else in mind.
    #[must_use]
    pub fn usually(self, usual: impl Into<Value>) -> Field {
        Field { usual: Some(usual.into()), ..self }
    }

    /// It as a field that nobody else may see.
    #[must_use]
    pub fn kept_secret(self) -> Field {
        Field { secret: true, ..self }
    }
}

impl Kind {
    /// One of a list of machine words.
    #[must_use]
    pub fn one_of<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> Kind {
        Kind::OneOf { of: words.into_iter().map(|word| word.as_ref().to_owned()).collect() }
    }

    /// One of a list of values, as the record writes them.
    #[must_use]
    pub fn among<T: Serialize>(values: impl IntoIterator<Item = T>) -> Kind {
        Kind::Among { of: values.into_iter().map(written).collect() }
    }

    /// This value and no other.
    #[must_use]
    pub fn is<T: Serialize>(value: T) -> Kind {
        Kind::among([value])
    }

    /// Whether nothing can be filled in.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Kind::OneOf { of } => of.is_empty(),
            Kind::Among { of } => of.is_empty(),
            Kind::Several { of, least } => of.len() < *least,
            Kind::Whole { least, most } => least > most,
            _ => false,
        }
    }
}

/// A value as the record writes it.
pub(crate) fn written<T: Serialize>(value: T) -> Value {
    let mut value = serde_json::to_value(value).unwrap_or_default();
    super::game::as_recorded(&mut value);
    value
}

/// A name as a sentence shows it: `great_britain` is Great Britain.
#[must_use]
pub fn spoken(word: &str) -> String {
    let capital = |part: &str| {
        let mut chars = part.chars();
        chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
    };
    word.split('_').map(capital).collect::<Vec<String>>().join(" ")
}

/// The same in a sentence, where a language has its own word for it.
fn named(word: &str) -> SaidValue {
    said::name(spoken(word))
}

/// Several of them.
fn all(words: &[String]) -> SaidValue {
    SaidValue::List(words.iter().map(|word| named(word)).collect())
}

impl Kind {
    /// Checks a value.
    ///
    /// # Errors
    /// A refusal that says what was wrong and what would be allowed.
    pub fn check(&self, name: &str, value: &Value) -> Result<(), Refusal> {
        let whole = |of: &SaidValue, value: &Value, least: i64, most: i64| match value.as_i64() {
            None => Err(Refusal::new(said!("{} needs a whole number from {} to {}.", of, least, most))),
            Some(n) if n < least => Err(Refusal::new(said!(
                "{}: {} is below {}. A whole number from {} to {} is asked.",
                of,
                n,
                least,
                least,
                most
            ))),
            Some(n) if n > most => Err(Refusal::new(said!(
                "{}: {} is over the ceiling. A whole number from {} to {} is asked.",
                of,
                n,
                least,
                most
            ))),
            Some(_) => Ok(()),
        };
        match self {
            Kind::OneOf { of } => match value.as_str() {
                Some(text) if of.iter().any(|item| item == text) => Ok(()),
                _ => Err(Refusal::new(said!("{} is one of: {}.", named(name), all(of)))),
            },
            Kind::Whole { least, most } => whole(&named(name), value, *least, *most),
            Kind::AnyOf { of } => {
                let some: Option<Vec<&str>> =
                    value.as_array().and_then(|some| some.iter().map(Value::as_str).collect());
                let known = |word: &&str| of.iter().any(|item| item == word);
                match some {
                    Some(some) if some.iter().all(known) && !repeats(&some) => Ok(()),
                    _ => Err(Refusal::new(said!("{} is any of: {}.", named(name), all(of)))),
                }
            }
            Kind::Text { most } => match value.as_str() {
                Some(text) if text.chars().count() <= *most => Ok(()),
                Some(text) => Err(Refusal::new(said!(
                    "{} is {} characters long; {} is the most.",
                    named(name),
                    text.chars().count(),
                    most
                ))),
                None => Err(Refusal::new(said!("{} is a text.", named(name)))),
            },
            Kind::Name { most, taken } => {
                let text = value.as_str().unwrap_or_default();
                let length = text.chars().count();
                if length == 0 || length > *most || text.trim() != text || text.contains('\n') {
                    return Err(Refusal::new(said!(
                        "{} is a name of 1 to {} characters on one line.",
                        spoken(name),
                        *most
                    )));
                }
                match taken.iter().find(|other| other.to_lowercase() == text.to_lowercase()) {
                    None => Ok(()),
                    Some(_) => Err(Refusal::new(said!("{}: this name is taken.", spoken(name)))),
                }
            }
            Kind::Word => match value.as_str().map(|text| Word::try_from(text.to_owned())) {
                Some(Ok(_)) => Ok(()),
                Some(Err(why)) => Err(Refusal::new(why)),
                None => Err(Refusal::new(said!("A word is a text."))),
            },
            Kind::Ranking { of } => {
                let given: Vec<&str> =
                    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                let different: BTreeSet<&str> = given.iter().copied().collect();
                if let Some(unknown) = given.iter().find(|item| !of.iter().any(|o| o == *item)) {
                    return Err(Refusal::new(said!(
                        "{} is not among what can be ranked: {}.",
                        named(unknown),
                        all(of)
                    )));
                }
                let listed = value.as_array().map_or(0, Vec::len);
                if different.len() != of.len() || listed != of.len() {
                    return Err(Refusal::new(said!(
                        "The order of preference names each of these once: {}.",
                        all(of)
                    )));
                }
                Ok(())
            }
            Kind::Distinct { of, least, most } => {
                let given = value.as_object().cloned().unwrap_or_default();
                if let Some(unknown) = given.keys().find(|key| !of.contains(key)) {
                    return Err(Refusal::new(said!(
                        "{} cannot be bid for. A number is asked for each of: {}.",
                        named(unknown),
                        all(of)
                    )));
                }
                let mut seen: Vec<(i64, &String)> = Vec::new();
                for item in of {
                    let Some(number) = given.get(item) else {
                        return Err(Refusal::new(said!(
                            "{} has no number yet. A whole number from {} to {} is asked for each, all different.",
                            named(item),
                            least,
                            most
                        )));
                    };
                    whole(&named(item), number, *least, *most)?;
                    let n = number.as_i64().unwrap_or_default();
                    if let Some((_, other)) = seen.iter().find(|(m, _)| *m == n) {
                        return Err(Refusal::new(said!(
                            "{} and {} both have {}. Each of your numbers may be used only once.",
                            named(other),
                            named(item),
                            n
                        )));
                    }
                    seen.push((n, item));
                }
                Ok(())
            }
            Kind::Truth { is } => match value.as_bool() {
                Some(given) if given == *is => Ok(()),
                _ => Err(Refusal::new(said!("{} stands so already.", spoken(name)))),
            },
            Kind::Among { of } if of.contains(value) => Ok(()),
            Kind::Among { of } => Err(Refusal::new(said!("{} is one of: {}.", named(name), listed(of)))),
            Kind::Several { of, least } => {
                let group = |one: &Value| of.iter().position(|group| group.contains(one));
                let given: Option<Vec<usize>> =
                    value.as_array().and_then(|given| given.iter().map(group).collect());
                let different = |given: &Vec<usize>| given.iter().collect::<BTreeSet<_>>().len();
                match given {
                    Some(given) if given.len() >= *least && different(&given) == given.len() => Ok(()),
                    _ => {
                        let of: Vec<Value> = of.iter().flatten().cloned().collect();
                        Err(Refusal::new(said!("{} is any of: {}.", named(name), listed(&of))))
                    }
                }
            }
            Kind::Dice => match serde_json::from_value(value.clone()).map(super::roll::Dice::Of) {
                Ok(dice) if dice.is_fair() => Ok(()),
                _ => Err(Refusal::new(said!(
                    "Dice have 1 to 1,000 faces, and at most 100 of them fall at once."
                ))),
            },
        }
    }

    /// A value that the field takes, picked by `die`: given n it returns a number from 0 to n−1. For the random player and stand-ins.
    pub fn pick(&self, die: &mut dyn FnMut(u32) -> u32) -> Value {
        match self {
            Kind::OneOf { of } => json!(of[die(of.len() as u32) as usize]),
            Kind::Whole { least, most } => {
                json!(least + i64::from(die(u32::try_from(most - least + 1).unwrap_or(u32::MAX))))
            }
            Kind::Text { most } => {
                let length = die(*most as u32 + 1);
                let letter = |_| char::from(b'a' + u8::try_from(die(26)).unwrap_or(0));
                json!((0..length).map(letter).collect::<String>())
            }
            Kind::Name { most, taken } => {
                let length = die((*most).min(20) as u32) + 1;
                let letter = |_| char::from(b'a' + u8::try_from(die(26)).unwrap_or(0));
                let mut name: String = (0..length).map(letter).collect();
                // Of a list of so many names one does not have as many x at its end.
                while taken.contains(&name) && name.len() < *most {
                    name.push('x');
                }
                json!(name)
            }
            Kind::Word => {
                let length = die(16) + 1;
                let letter = |_| char::from(b'a' + u8::try_from(die(26)).unwrap_or(0));
                json!((0..length).map(letter).collect::<String>())
            }
            Kind::AnyOf { of } => {
                let some: Vec<&String> = of.iter().filter(|_| die(4) == 0).collect();
                json!(some)
            }
            Kind::Ranking { of } => json!(shuffled(of.clone(), die)),
            Kind::Distinct { of, least, most } => {
                let numbers = shuffled((*least..=*most).collect(), die);
                let map: Map<String, Value> =
                    of.iter().cloned().zip(numbers.into_iter().map(Value::from)).collect();
                Value::Object(map)
            }
            Kind::Dice => json!([[die(20) + 1, die(6) + 1]]),
            Kind::Truth { is } => json!(is),
            Kind::Among { of } => of[die(of.len() as u32) as usize].clone(),
            Kind::Several { of, least } => {
                let groups = shuffled(of.iter().collect(), die);
                let mut some = Vec::new();
                for group in groups.into_iter().filter(|group| !group.is_empty()) {
                    if some.len() < *least || die(2) == 0 {
                        some.push(group[die(group.len() as u32) as usize].clone());
                    }
                }
                Value::Array(some)
            }
        }
    }
}

/// Values of a list in a sentence.
fn listed(values: &[Value]) -> SaidValue {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    SaidValue::List(values.iter().map(|value| named(&text(value))).collect())
}

/// Whether something stands twice in a list.
fn repeats(list: &[&str]) -> bool {
    list.iter().enumerate().any(|(i, word)| list[..i].contains(word))
}

fn shuffled<T>(mut list: Vec<T>, die: &mut dyn FnMut(u32) -> u32) -> Vec<T> {
    for i in (1..list.len()).rev() {
        list.swap(i, die(i as u32 + 1) as usize);
    }
    list
}

/// The longest label of a free roll, in characters.
pub const LONGEST_LABEL: usize = 200;
