//! The strongbox: a seat's private roster, for groups whose board stands elsewhere. Notes, and things of the game such as corps with
//! what is in them, each with a name of its own.
//!
//! What is changed in a box stays off the record while a step lasts, so that neither time nor number of changes shows. At the end of
//! every step each seat's box is sealed as a *sheet*, changed or not ([`sheet`]); out of a sheet one item can be shown, and what was
//! shown can be checked by anyone ([`show`]).

mod find;
pub mod item;
mod keep;
mod offers;
mod proof;
mod seen;
pub mod sheet;
pub mod show;
pub mod shown;

pub use find::{called, called_of};
pub use item::{Item, Telling, Thing, check_form, check_name, check_name_of};
pub(crate) use keep::{act, keep_things, keep_unasked};
pub(crate) use offers::{offers, taken};
pub(crate) use sheet::{When, seal_holdings, seal_sheets};

use super::audience::Audience;
use super::event::{SecretPart, Text};
use super::game::Rules;
use super::hash::Hash;
use super::names::SeatId;
use super::refusal::Refusal;
use super::seal::seal_code;
use super::secret::Secret;
use crate::shared::Shared;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

/// How many codes a sheet has, items and padding together, where its line says nothing of it.
pub const UNSAID: usize = 64;

/// How many of a seat's sheets are kept, the last ones. An older one is found again by folding the record.
pub const KEPT_SHEETS: usize = 24;

/// The longest name of an item, in characters.
pub const LONGEST_NAME: usize = 40;

/// The longest note, in characters.
pub const LONGEST_NOTE: usize = 500;

/// A note as somebody wrote it, with the salt that its code is made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// What he called it.
    pub name: Secret<String>,
    /// What it says.
    pub text: Secret<String>,
    /// The salt of both.
    pub salt: Secret<[u8; 32]>,
    /// The person who wrote it, and may have it deleted.
    pub by: Option<u32>,
}

impl Written {
    /// The body under which name and text are sealed.
    #[must_use]
    pub fn body(&self) -> Value {
        json!({"name": self.name.reveal(), "text": self.text.reveal()})
    }

    /// The code of both.
    fn code(&self) -> Result<Hash, Refusal> {
        Ok(seal_code(self.salt.reveal(), &self.body())?)
    }

    /// It as the secret part of an entry, for who may see it, until its author has it deleted.
    fn part(&self, to: &Audience) -> SecretPart {
        SecretPart {
            to: to.clone(),
            body: Some(Secret::new(self.body())),
            n: None,
            salt: Some(self.salt.clone()),
            person: self.by,
        }
    }

    /// What such a part holds, where it was not deleted.
    fn of(part: &SecretPart) -> Option<Written> {
        let (body, salt) = (part.body.as_ref()?.reveal(), part.salt.clone()?);
        let field = |name: &str| Some(Secret::new(body.get(name)?.as_str()?.to_owned()));
        Some(Written { name: field("name")?, text: field("text")?, salt, by: part.person })
    }
}

/// An item in a box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The item.
    pub item: Shared<Item>,
    /// A note's name and text, until its author has them deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Written>,
}

impl Kept {
    /// What it is called: a note as its author called it, everything else by the item's own name.
    #[must_use]
    pub fn name(&self) -> String {
        self.text.as_ref().map_or_else(|| self.item.name(), |written| written.name.reveal().clone())
    }
}

/// The items of a box, by their places ([`Item::place`]).
pub type Items = imbl::OrdMap<String, Kept>;

/// The notes among them, which stay where everything else is given anew.
fn notes(items: &Items) -> Items {
    items
        .iter()
        .filter(|(_, kept)| kept.item.is_note())
        .map(|(place, kept)| (place.clone(), kept.clone()))
        .collect()
}

/// A seat's strongbox.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strongbox {
    /// What is in it.
    pub items: Arc<Items>,
    /// What was in it before the last change of the open step, for taking that change back.
    pub before: Option<Arc<Items>>,
    /// How often it was changed, so that a form knows whether it is still of this state.
    pub revision: u64,
    /// The last sheets, oldest first.
    pub sheets: VecDeque<Arc<Sheet>>,
    /// Whether a sheet was ever sealed: from then on one is at the end of every step.
    pub sealed: bool,
    /// Whether its owner changed it since its last sheet, and not the bot alone.
    #[serde(default)]
    pub changed: bool,
}

impl fmt::Debug for Strongbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(strongbox)")
    }
}

/// A sheet: a box as it was sealed at the end of a step.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Its line of the record.
    pub line: u64,
    /// When it was sealed, Unix seconds.
    pub at: i64,
    /// The step that ended.
    pub step: Vec<String>,
    /// The number of its first seal; see [`sheet`].
    pub first_n: u64,
    /// Its code.
    pub code: Hash,
    /// How many codes it has, as its line says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<u32>,
    /// What was in the box.
    pub items: Arc<Items>,
    /// What the bot kept for the seat; nothing where this copy of the record does not have it.
    #[serde(default)]
    pub holdings: Arc<Vec<Value>>,
    /// Whether its owner changed anything of it since the sheet before.
    #[serde(default)]
    pub changed: bool,
}

impl fmt::Debug for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(sheet)")
    }
}

/// What a seat asks of its strongbox.
#[derive(Clone)]
pub enum Act {
    /// Keep items: new ones, or in the place of those of the same name and power.
    Keep {
        /// The items.
        items: Vec<Given>,
        /// Whether they are the whole roster, so that everything else but the notes goes.
        whole: bool,
        /// The revision that the roster was written for; another by now is refused.
        revision: Option<u64>,
    },
    /// Take an item out.
    Remove {
        /// Its name.
        name: String,
    },
    /// Give an item another name.
    Rename {
        /// Its name.
        from: String,
        /// The new one.
        to: String,
    },
    /// Take the last change of the open step back.
    TakeBack,
    /// Show an item as it stands in a sheet.
    Show {
        /// Its name.
        name: String,
        /// The seat that sees it; `None` for all.
        to: Option<SeatId>,
        /// The sheet's line of the record; `None` for the last sheet.
        sheet: Option<u64>,
        /// That sheet, where it is older than those that are kept and was found again in the record ([`show::recall`]).
        recalled: Option<Arc<Sheet>>,
    },
    /// Tell all what of a thing may be told alone, or of every thing of which something may ([`Thing::TOLD`]).
    Tell {
        /// The thing's name; `None` for each.
        name: Option<String>,
    },
}

impl Act {
    /// The act as an order's verb.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Act::Keep { .. } => "box_keep",
            Act::Remove { .. } => "box_remove",
            Act::Rename { .. } => "box_rename",
            Act::TakeBack => "box_undo",
            Act::Show { .. } => "show",
            Act::Tell { .. } => "tell_part",
        }
    }
}

/// An item as its owner gives it.
#[derive(Clone)]
pub enum Given {
    /// A note.
    Note {
        /// What it is called.
        name: String,
        /// Whose it is, where the seat has several powers and it is said.
        power: Option<String>,
        /// What it says.
        text: Text,
    },
    /// A thing, as its game writes it.
    Thing(Value),
    /// A thing, as an offer was filled in.
    Filled {
        /// The offer's verb.
        verb: String,
        /// What was filled in.
        filled: Value,
        /// Whose it is, where the seat has several powers.
        power: Option<String>,
    },
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(item)")
    }
}

impl Given {
    /// A thing of the game's, its power within it where that is said.
    #[must_use]
    pub fn thing(thing: &impl Thing) -> Given {
        Given::Thing(serde_json::to_value(thing).unwrap_or_default())
    }
}

/// The name by which an item is found, whatever its capitals and blanks.
#[must_use]
pub fn key(name: &str) -> String {
    super::canonical::composed(&tidy(name).to_lowercase())
}

fn tidy(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Strongbox {
    /// Whether it is in use: something is in it, or was when a sheet was sealed.
    #[must_use]
    pub fn is_in_use(&self) -> bool {
        self.sealed || !self.items.is_empty()
    }

    /// The sheet at a line of the record, or the last one.
    #[must_use]
    pub fn sheet(&self, line: Option<u64>) -> Option<&Sheet> {
        let found = match line {
            None => self.sheets.back(),
            Some(line) => self.sheets.iter().find(|sheet| sheet.line == line),
        };
        found.map(AsRef::as_ref)
    }

    /// Changes the box by what a change says. It never fails: a change was checked before it became an entry. What nobody ordered is not taken
    /// back, nor what was changed before it.
    pub(crate) fn apply(&mut self, secrets: &[SecretPart], unasked: bool, rules: &dyn Rules) {
        let change = secrets.first().and_then(|part| part.body.as_ref());
        let Some(Ok(change)) = change.map(|body| Change::deserialize(body.reveal())) else { return };
        self.revision += 1;
        let now = self.items.clone();
        let items = Arc::make_mut(&mut self.items);
        match change {
            Change::Keep { items: given, whole } => {
                if whole {
                    *items = notes(items);
                }
                for item in given.iter().filter_map(|sealed| Item::read(rules, sealed).ok()) {
                    let text = text_of(&item, secrets);
                    items.insert(item.place(), Kept { item: item.into(), text });
                }
            }
            Change::Remove { place } => {
                items.remove(&place);
            }
            Change::Rename { place, to } => {
                let renamed = items.get(&place).and_then(|kept| kept.item.renamed(rules, &to));
                if let Some(item) = renamed {
                    items.remove(&place);
                    items.insert(item.place(), Kept { item: item.into(), text: None });
                }
            }
            Change::TakeBack => {
                if let Some(before) = self.before.take() {
                    self.items = before;
                }
                return;
            }
        }
        self.before = (!unasked).then_some(now);
        self.changed |= !unasked;
    }

    /// The box was sealed: what was changed in the step stands.
    pub(crate) fn apply_sheet(&mut self, sheet: Sheet) {
        self.sealed = true;
        self.changed = false;
        self.before = None;
        self.sheets.push_back(Arc::new(sheet));
        while self.sheets.len() > KEPT_SHEETS {
            self.sheets.pop_front();
        }
    }

    /// The campaign came back from a backup. The box stays and is sealed anew at the end of the step. Out of the older sheets nothing is
    /// shown any more: their salts are of a veil key that the campaign has given up.
    pub(crate) fn restored(&mut self) {
        self.sheets.clear();
        self.before = None;
    }
}

/// The name and text of a note, out of the parts that stand beside the change.
fn text_of(item: &Item, secrets: &[SecretPart]) -> Option<Written> {
    let code = item.text()?;
    let mut written = secrets.iter().skip(1).filter_map(Written::of);
    written.find(|written| written.code().is_ok_and(|found| found == code))
}

/// A change of a box as its secret part tells it.
#[derive(Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
enum Change {
    /// Items kept.
    Keep {
        /// The items, as they will be sealed.
        items: Vec<Value>,
        /// Whether everything else but the notes goes.
        whole: bool,
    },
    /// An item taken out.
    Remove {
        /// Its place in the box.
        place: String,
    },
    /// An item renamed.
    Rename {
        /// Its place in the box.
        place: String,
        /// Its new name.
        to: String,
    },
    /// The last change taken back.
    TakeBack,
}

/// What a seat sees of its own strongbox.
#[derive(Clone, Debug)]
pub struct BoxView {
    /// The box.
    pub strongbox: Strongbox,
    /// The powers whose things are in it, where the game has given them out.
    pub owners: Vec<String>,
    /// Whether an item may be shown to one power alone.
    pub to_one: bool,
    /// How many places a sheet of it will have.
    pub places: usize,
}

impl BoxView {
    /// Whether one more thing fits, whatever it is: what can be announced in part takes two places.
    #[must_use]
    pub fn has_room(&self) -> bool {
        sheet::payloads(&self.strongbox.items).len() + 2 <= self.places
    }
}

#[cfg(test)]
mod tests;
