//! Items of a strongbox: notes, which are the table's own, and things, which are the game's. Of a thing the table knows its name, whose
//! it is and how it is sealed; what is in it only its game reads.

use super::{Items, LONGEST_NAME, key};
use crate::game::Rules;
use crate::hash::Hash;
use crate::offers::{Offer, spoken};
use crate::refusal::Refusal;
use crate::rules::RuleId;
use crate::said;
use crate::said::Said;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// A thing of a game's that can lie in a strongbox, such as a corps. It is sealed as its canonical JSON, which has a field `k` and is no
/// note of the table's.
pub trait Thing: Clone + Serialize + DeserializeOwned {
    /// What it is called.
    fn name(&self) -> String;
    /// Whose it is, where the seat has several powers: the power's key.
    fn power(&self) -> Option<&str>;
    /// What it is called among things of several powers, where its name does not say whose it is: `II Corps (Spain)`.
    fn label(&self) -> String {
        self.power().map_or_else(|| self.name(), |power| format!("{} ({})", self.name(), spoken(power)))
    }
    /// It as that power's, or as the only one's.
    #[must_use]
    fn of_power(self, power: Option<String>) -> Self;
    /// Whether it is within the bounds of its kind.
    ///
    /// # Errors
    /// A refusal that says what is out of bounds and what would be allowed.
    fn check(&self) -> Result<(), Refusal>;
    /// It under another name; `None` where its name is not its owner's to give.
    #[must_use]
    fn renamed(self, to: &str) -> Option<Self>;
    /// What of it may be told alone, and is sealed beside it. See [`Thing::TOLD`].
    #[must_use]
    fn part(&self) -> Option<Self> {
        None
    }
    /// Whether it is such a part, which is only sealed and never kept.
    fn is_part(&self) -> bool {
        false
    }
    /// How parts are told, where there are any.
    const TOLD: Option<Telling> = None;
    /// Whether something, a note included, may be called so, besides what the table asks of a name.
    ///
    /// # Errors
    /// A refusal that says why not.
    fn check_name(_name: &str) -> Result<(), Refusal> {
        Ok(())
    }
    /// Whether a thing whose name is its owner's to give may be called so from now on, besides what is asked of any name. What was called
    /// so before stays.
    ///
    /// # Errors
    /// A refusal that says why not.
    fn check_thing_name(name: &str) -> Result<(), Refusal> {
        Self::check_name(name)
    }
    /// What can be put in, one offer a kind: each verb begins with `box_`, a field `name` is filled up by the table.
    fn offers() -> Vec<Offer> {
        Vec::new()
    }
    /// What such an offer makes, filled in; `None` where it is none of them.
    fn filled(_verb: &str, _filled: &Value) -> Option<Self> {
        None
    }
}

/// What a roster is written with: between a name and what is in it, and between items.
const WRITTEN_WITH: [char; 3] = [':', ';', '='];

/// Whether a thing's name could be read back out of a roster that is written.
///
/// # Errors
/// A refusal that names the sign that stands in the way.
pub fn check_unwritten(name: &str) -> Result<(), Refusal> {
    match name.chars().find(|c| WRITTEN_WITH.contains(c)) {
        Some(sign) => Err(Refusal::new(said!(
            "A name has no \"{}\" in it, for with that a roster is written. What is in a corps or fleet stands apart from its name.",
            sign.to_string()
        ))),
        None => Ok(()),
    }
}

/// Whether the first word of a name is one of these, whatever its letters' size.
#[must_use]
pub fn begins_with(name: &str, words: &[&str]) -> bool {
    words.contains(&key(name).split(' ').next().unwrap_or_default())
}

/// The last words of a name, in brackets, in small letters.
#[must_use]
pub fn in_brackets(name: &str) -> Option<String> {
    Some(name.strip_suffix(')')?.rsplit_once('(')?.1.trim().to_lowercase())
}

/// What refuses a name that ends with whose it is, or of what kind.
#[must_use]
pub fn says_in_brackets() -> Refusal {
    Refusal::new(said!(
        "A name does not end in brackets that say whose it is, or that it is a corps or a fleet: those stand beside a name."
    ))
}

/// How the parts of things are told: to all, out of the last sheet, each with its proof.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// The verb of the order: `squadrons`.
    pub verb: &'static str,
    /// The field of the order that counts what is told.
    pub count: &'static str,
    /// The rule that asks for it.
    pub rule: RuleId,
    /// What refuses an item that has no such part.
    pub has_none: fn(&str) -> Said,
    /// What refuses where nothing in the sheet has one.
    pub none: fn() -> Said,
}

/// An item as it is kept and sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    payload: Value,
    name: String,
    label: String,
    power: Option<String>,
    sort: Sort,
    part: Option<Box<Item>>,
}

/// What an item is to the table.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Sort {
    /// A note, whose name and text stand apart under this code, so that they can be deleted.
    Note(Hash),
    /// A thing of the game's.
    Thing,
    /// What of one may be told alone.
    Part,
}

/// A note as it is sealed.
#[derive(Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case", deny_unknown_fields)]
enum Own {
    /// A note.
    Note {
        /// Its number in the box: `Note 1`.
        name: String,
        /// Whose it is, where the seat has several powers and it was said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// The code of name and text.
        text: Hash,
    },
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(item)")
    }
}

impl Item {
    /// A note.
    pub(super) fn note(name: String, power: Option<String>, text: Hash) -> Item {
        let own = Own::Note { name: name.clone(), power: power.clone(), text };
        let payload = serde_json::to_value(own).unwrap_or_default();
        Item { payload, label: name.clone(), name, power, sort: Sort::Note(text), part: None }
    }

    /// A thing of the game's.
    ///
    /// # Errors
    /// A refusal where it is out of bounds or cannot be written.
    pub fn thing<T: Thing>(thing: &T) -> Result<Item, Refusal> {
        thing.check()?;
        let name = thing.name();
        if is_number_of_note(&key(&name)) {
            return Err(of_the_box());
        }
        let payload = serde_json::to_value(thing)
            .map_err(|_| Refusal::new(said!("The change could not be written.")))?;
        let part = thing.part().map(|part| Item::thing(&part).map(Box::new)).transpose()?;
        let sort = if thing.is_part() { Sort::Part } else { Sort::Thing };
        Ok(Item { payload, name, label: thing.label(), power: thing.power().map(str::to_owned), sort, part })
    }

    /// An item as it was sealed.
    ///
    /// # Errors
    /// A refusal where it is none of the game's and no note, or is out of bounds.
    pub fn read(rules: &dyn Rules, sealed: &Value) -> Result<Item, Refusal> {
        match Own::deserialize(sealed) {
            Ok(Own::Note { name, power, text }) if is_number_of_note(&key(&name)) => {
                Ok(Item::note(name, power, text))
            }
            Ok(Own::Note { .. }) => Err(of_the_box()),
            Err(_) => rules.thing(sealed),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// Its name and whose it is, where that was said.
    #[must_use]
    pub fn label(&self) -> String {
        self.label.clone()
    }

    /// Whose it is, where that was said.
    #[must_use]
    pub fn power(&self) -> Option<&str> {
        self.power.as_deref()
    }

    /// The item as it is sealed.
    #[must_use]
    pub fn payload(&self) -> &Value {
        &self.payload
    }

    /// The code of name and text, where it is a note.
    #[must_use]
    pub fn text(&self) -> Option<Hash> {
        match self.sort {
            Sort::Note(text) => Some(text),
            Sort::Thing | Sort::Part => None,
        }
    }

    /// Whether it is a note.
    #[must_use]
    pub fn is_note(&self) -> bool {
        self.text().is_some()
    }

    /// Whether it is what of a thing may be told alone.
    #[must_use]
    pub fn is_part(&self) -> bool {
        self.sort == Sort::Part
    }

    /// What of it may be told alone, and is sealed beside it.
    #[must_use]
    pub fn part(&self) -> Option<&Item> {
        self.part.as_deref()
    }

    /// The game's own form of it; `None` of a note, or where it is of another game.
    #[must_use]
    pub fn as_thing<T: Thing>(&self) -> Option<T> {
        if self.is_note() { None } else { T::deserialize(&self.payload).ok() }
    }

    /// It under another name; `None` where its name is not its owner's to give. A note's number is a matter of the box alone.
    pub(super) fn renamed(&self, rules: &dyn Rules, to: &str) -> Option<Item> {
        if self.is_note() { None } else { rules.thing_renamed(&self.payload, to) }
    }
}

/// Whether a name is one that an item can have.
///
/// # Errors
/// A refusal that says what a name is.
pub fn check_name(rules: &dyn Rules, name: &str) -> Result<(), Refusal> {
    check_table_name(name)?;
    rules.check_name(name)
}

/// The same of a game that is known: what a thing of its can be called.
///
/// # Errors
/// A refusal that says what a name is.
pub fn check_name_of<T: Thing>(name: &str) -> Result<(), Refusal> {
    check_table_name(name)?;
    T::check_thing_name(name)
}

/// What the table asks of a name.
fn check_table_name(name: &str) -> Result<(), Refusal> {
    check_form(name)?;
    if is_number_of_note(&key(name)) { Err(of_the_box()) } else { Ok(()) }
}

fn of_the_box() -> Refusal {
    Refusal::new(said!("Note with a number is a name that the strongbox gives itself. Choose another name."))
}

/// Whether a name has the form of one: a line that can be read.
///
/// # Errors
/// A refusal that says what a name is.
pub fn check_form(name: &str) -> Result<(), Refusal> {
    let length = name.chars().count();
    if length > LONGEST_NAME {
        // Of many lines it is the one that begins so.
        let begins: String = name.chars().filter(|c| c.is_alphanumeric() || *c == ' ').take(20).collect();
        return Err(Refusal::new(said!(
            "A name has 1 to {} characters, and the one that begins with \"{}\" has {}.",
            LONGEST_NAME,
            begins.trim(),
            length
        )));
    }
    if length == 0 {
        return Err(Refusal::new(said!(
            "A name has 1 to {} characters, and this one has {}.",
            LONGEST_NAME,
            length
        )));
    }
    // What cannot be seen, or turns the direction of writing around.
    let unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    if name.chars().any(unseen) || super::tidy(name) != name || !name.chars().any(char::is_alphanumeric) {
        return Err(Refusal::new(said!(
            "A name is one line with a letter or digit in it, single blanks between its words, and nothing that cannot be seen."
        )));
    }
    Ok(())
}

/// Whether a key is that of a number which the strongbox gives to a note.
fn is_number_of_note(key: &str) -> bool {
    key.strip_prefix("note ").is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

/// The number that a new note gets: the first that none has.
pub(super) fn number_of_note(items: &Items) -> String {
    let mut names = (1..).map(|n: u32| format!("Note {n}"));
    names.find(|name| !items.contains_key(&key(name))).unwrap_or_default()
}
