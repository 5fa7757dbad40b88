//! The strongbox: a seat's private roster, for groups whose board stands elsewhere. Corps and fleets with their contents, treasury,
//! manpower and notes, each with a name of its own.
//!
//! What is changed in a box stays off the record while a step lasts, so that neither time nor number of changes shows. At the end of
//! every step each seat's box is sealed as a *sheet*, changed or not ([`sheet`]); out of a sheet one item can be shown, and what was
//! shown can be checked by anyone ([`show`]).

mod keep;
mod offers;
pub mod sheet;
pub mod show;

pub(crate) use keep::act;
pub(crate) use offers::{offers, taken};
pub(crate) use sheet::seal_sheets;

use super::audience::Audience;
use super::event::{SecretPart, Text};
use super::hash::Hash;
use super::names::SeatId;
use super::offers::spoken;
use super::refusal::Refusal;
use super::seal::seal_code;
use super::secret::Secret;
use crate::said;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::Arc;

/// How many codes a sheet has, items and padding together.
pub const PLACES: usize = 64;
/// How many of a seat's sheets are kept, the last ones. An older one is found again by folding the record.
pub const KEPT_SHEETS: usize = 24;
/// The longest name of an item, in characters.
pub const LONGEST_NAME: usize = 40;
/// The longest note, in characters.
pub const LONGEST_NOTE: usize = 500;
/// The most of one sort in a corps or fleet, in factors or ships.
pub const MOST: u32 = 999;
/// The most sorts in one corps or fleet.
pub const MOST_SORTS: usize = 12;
/// The longest word for a sort of factor or ship, in letters.
pub const LONGEST_SORT: usize = 20;
/// The largest treasury and the largest debt, in $.
pub const MOST_MONEY: i64 = 9_999;
/// How many ships a full squadron has, whatever their sort.
pub const SQUADRON: u32 = 10;

/// An item as it is sealed: its canonical JSON is what its code is made of.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case", deny_unknown_fields)]
pub enum Item {
    /// A corps.
    Corps {
        /// Its name.
        name: String,
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// Its factors by sort: `infantry`, `cavalry`, …
        factors: BTreeMap<String, u32>,
    },
    /// A fleet.
    Fleet {
        /// Its name.
        name: String,
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// How many ships, of every sort together.
        ships: u32,
        /// The ships by sort, where the owner told them apart: `heavy`, `light`, …
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        types: BTreeMap<String, u32>,
    },
    /// A treasury, one a power.
    Treasury {
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// $; below 0 is debt.
        money: i64,
    },
    /// Manpower saved, one a power.
    Manpower {
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// Manpower points (MP).
        points: u32,
    },
    /// A note. What its owner called it and what it says are no part of it but stand apart under a code of their own, so that they can
    /// be deleted.
    Note {
        /// Its number in the box: `Note 1`.
        name: String,
        /// Whose it is, where the seat has several powers and it was said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// The code of name and text.
        text: Hash,
    },
    /// What of a fleet may have to be announced: how many full squadrons it has, and no more. Never kept, only sealed beside its fleet.
    Squadrons {
        /// The fleet's name.
        name: String,
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// How many full squadrons of ten ships.
        full: u32,
    },
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(item)")
    }
}

/// A note as somebody wrote it, with the salt that its code is made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// What he called it; `None` of a note from before names could be deleted: its item has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Secret<String>>,
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
        match &self.name {
            Some(name) => json!({"name": name.reveal(), "text": self.text.reveal()}),
            None => json!({"text": self.text.reveal()}),
        }
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
        Some(Written { name: field("name"), text: field("text")?, salt, by: part.person })
    }
}

/// An item in a box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The item.
    pub item: Item,
    /// A note's name and text, until its author has them deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Written>,
}

impl Kept {
    /// What it is called: a note as its author called it, everything else by the item's own name.
    #[must_use]
    pub fn name(&self) -> String {
        let own = self.text.as_ref().and_then(|written| written.name.as_ref());
        own.map_or_else(|| self.item.name(), |name| name.reveal().clone())
    }
}

/// The items of a box, by the items' own names in small letters.
pub type Items = BTreeMap<String, Kept>;

/// The item that is called so.
#[must_use]
pub fn called<'a>(items: &'a Items, name: &str) -> Option<&'a Kept> {
    let wanted = key(name);
    items.values().find(|kept| key(&kept.name()) == wanted).or_else(|| items.get(&wanted))
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
    /// What was in the box.
    pub items: Arc<Items>,
}

impl fmt::Debug for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(sheet)")
    }
}

/// What a seat asks of its strongbox.
#[derive(Clone)]
pub enum Act {
    /// Keep items: new ones, or in the place of those of the same name.
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
    /// Announce to all how many full squadrons of ten a fleet has, or each fleet.
    Squadrons {
        /// The fleet's name; `None` for every fleet.
        fleet: Option<String>,
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
            Act::Squadrons { .. } => "squadrons",
        }
    }
}

/// An item as its owner gives it.
#[derive(Clone)]
pub struct Given {
    /// Its name; of no matter for treasury and manpower.
    pub name: String,
    /// Whose it is, where the seat has several powers.
    pub power: Option<String>,
    /// What is in it.
    pub holds: Holds,
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(item)")
    }
}

/// What an item holds, as its owner gives it.
#[derive(Clone)]
pub enum Holds {
    /// A corps: factors by sort.
    Corps(BTreeMap<String, u32>),
    /// A fleet: ships by sort; the sort `ships` alone where they are not told apart.
    Fleet(BTreeMap<String, u32>),
    /// $.
    Treasury(i64),
    /// MP.
    Manpower(u32),
    /// A text.
    Note(Text),
}

/// The sort of a fleet's ships that are not told apart.
pub const SHIPS: &str = "ships";

/// The name by which an item is found, whatever its capitals and blanks.
#[must_use]
pub fn key(name: &str) -> String {
    super::canonical::composed(&tidy(name).to_lowercase())
}

fn tidy(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The name of a treasury or of manpower, which has none of its own.
fn name_of_one(what: &str, power: Option<&str>) -> String {
    power.map_or_else(|| what.to_owned(), |power| format!("{what} of {}", spoken(power)))
}

impl Item {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Item::Corps { name, .. }
            | Item::Fleet { name, .. }
            | Item::Note { name, .. }
            | Item::Squadrons { name, .. } => name.clone(),
            Item::Treasury { power, .. } => name_of_one("Treasury", power.as_deref()),
            Item::Manpower { power, .. } => name_of_one("Manpower", power.as_deref()),
        }
    }

    /// Whose it is, where that was said.
    #[must_use]
    pub fn power(&self) -> Option<&str> {
        match self {
            Item::Corps { power, .. }
            | Item::Fleet { power, .. }
            | Item::Treasury { power, .. }
            | Item::Manpower { power, .. }
            | Item::Note { power, .. }
            | Item::Squadrons { power, .. } => power.as_deref(),
        }
    }

    /// The item as it is sealed.
    #[must_use]
    pub fn payload(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// What of a fleet may have to be announced.
    #[must_use]
    pub fn squadrons(&self) -> Option<Item> {
        match self {
            Item::Fleet { name, power, ships, .. } => {
                Some(Item::Squadrons { name: name.clone(), power: power.clone(), full: ships / SQUADRON })
            }
            _ => None,
        }
    }

    /// Whether it is within the bounds of its kind.
    ///
    /// # Errors
    /// A refusal that says what is out of bounds and what would be allowed.
    pub fn check(&self) -> Result<(), Refusal> {
        match self {
            Item::Corps { name, factors, .. } => {
                check_name(name)?;
                check_sorts(name, factors)
            }
            Item::Fleet { name, ships, types, .. } => {
                check_name(name)?;
                if types.is_empty() {
                    return check_count(name, SHIPS, *ships);
                }
                check_sorts(name, types)?;
                if types.values().sum::<u32>() == *ships {
                    Ok(())
                } else {
                    Err(Refusal::new(said!("The ships of a fleet are not the sum of its sorts.")))
                }
            }
            Item::Treasury { money, .. } if money.abs() > MOST_MONEY => {
                Err(Refusal::new(said!("A treasury is −9,999 to 9,999 $; {} was entered.", money)))
            }
            Item::Manpower { points, .. } if *points > MOST => {
                Err(Refusal::new(said!("Manpower is 0 to {} MP; {} was entered.", MOST, points)))
            }
            Item::Treasury { .. } | Item::Manpower { .. } => Ok(()),
            Item::Note { name, .. } if is_number_of_note(&key(name)) => Ok(()),
            Item::Note { name, .. } | Item::Squadrons { name, .. } => check_name(name),
        }
    }
}

/// Whether a name is one that an item can have.
///
/// # Errors
/// A refusal that says what a name is.
pub fn check_name(name: &str) -> Result<(), Refusal> {
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME {
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
    if name.chars().any(unseen) || tidy(name) != name || !name.chars().any(char::is_alphanumeric) {
        return Err(Refusal::new(said!(
            "A name is one line with a letter or digit in it, single blanks between its words, and nothing that cannot be seen."
        )));
    }
    let word = key(name);
    if is_reserved(&word) {
        return Err(Refusal::new(said!(
            "Treasury, Manpower and Note with a number are names that the strongbox gives itself. A corps, fleet or note needs another name."
        )));
    }
    Ok(())
}

fn is_reserved(key: &str) -> bool {
    ["treasury", "manpower"].iter().any(|word| key.split(' ').next() == Some(word)) || is_number_of_note(key)
}

/// Whether a key is that of a number which the strongbox gives to a note.
fn is_number_of_note(key: &str) -> bool {
    key.strip_prefix("note ").is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

/// The number that a new note gets: the first that none has.
fn number_of_note(items: &Items) -> String {
    let mut names = (1..).map(|n: u32| format!("Note {n}"));
    names.find(|name| !items.contains_key(&key(name))).unwrap_or_default()
}

fn check_count(name: &str, sort: &str, count: u32) -> Result<(), Refusal> {
    if count <= MOST {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "{}: 0 to {} {} fit into it; {} were entered.",
        name,
        MOST,
        sort.replace('_', " "),
        count
    )))
}

fn check_sorts(name: &str, sorts: &BTreeMap<String, u32>) -> Result<(), Refusal> {
    if sorts.is_empty() || sorts.len() > MOST_SORTS {
        return Err(Refusal::new(said!(
            "{} needs 1 to {} sorts of factors or ships, as in: 14 infantry, 2 cavalry.",
            name,
            MOST_SORTS
        )));
    }
    for (sort, count) in sorts {
        let plain = |b: u8| b.is_ascii_lowercase() || b == b'_';
        if !(1..=LONGEST_SORT).contains(&sort.len()) || !sort.bytes().all(plain) {
            return Err(Refusal::new(said!(
                "{}: a sort is a word of at most {} letters a–z, such as infantry or heavy_cavalry.",
                name,
                LONGEST_SORT
            )));
        }
        check_count(name, sort, *count)?;
    }
    Ok(())
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

    /// Changes the box by what a change says. It never fails: a change was checked before it became an entry.
    pub(crate) fn apply(&mut self, secrets: &[SecretPart]) {
        let change = secrets.first().and_then(|part| part.body.as_ref());
        let Some(Ok(change)) = change.map(|body| Change::deserialize(body.reveal())) else { return };
        self.revision += 1;
        let now = self.items.clone();
        let items = Arc::make_mut(&mut self.items);
        match change {
            Change::Keep { items: given, whole } => {
                if whole {
                    items.retain(|_, kept| matches!(kept.item, Item::Note { .. }));
                }
                for item in given {
                    let text = text_of(&item, secrets);
                    items.insert(key(&item.name()), Kept { item, text });
                }
            }
            Change::Remove { name } => {
                items.remove(&key(&name));
            }
            Change::Rename { from, to } => {
                if let Some(mut kept) = items.remove(&key(&from)) {
                    match &mut kept.item {
                        Item::Corps { name, .. } | Item::Fleet { name, .. } | Item::Note { name, .. } => {
                            name.clone_from(&to);
                        }
                        Item::Treasury { .. } | Item::Manpower { .. } | Item::Squadrons { .. } => {}
                    }
                    items.insert(key(&kept.item.name()), kept);
                }
            }
            Change::TakeBack => {
                if let Some(before) = self.before.take() {
                    self.items = before;
                }
                return;
            }
        }
        self.before = Some(now);
    }

    /// The box was sealed: what was changed in the step stands.
    pub(crate) fn apply_sheet(&mut self, sheet: Sheet) {
        self.sealed = true;
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
    let Item::Note { text: code, .. } = item else { return None };
    let mut written = secrets.iter().skip(1).filter_map(Written::of);
    written.find(|written| written.code().is_ok_and(|found| found == *code))
}

/// A change of a box as its secret part tells it.
#[derive(Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
enum Change {
    /// Items kept.
    Keep {
        /// The items.
        items: Vec<Item>,
        /// Whether everything else but the notes goes.
        whole: bool,
    },
    /// An item taken out.
    Remove {
        /// Its name.
        name: String,
    },
    /// An item renamed.
    Rename {
        /// Its name.
        from: String,
        /// The new one.
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
}

impl super::campaign::Campaign {
    /// What a seat sees of its own strongbox; `None` before play begins.
    pub(crate) fn box_view(&self, seat: &SeatId) -> Option<BoxView> {
        if self.play.stage == super::campaign::Stage::Gathering {
            return None;
        }
        Some(BoxView {
            strongbox: self.strongboxes.get(seat).map(|held| held.as_ref().clone()).unwrap_or_default(),
            owners: self.play.game.owners(seat),
            to_one: show::to_one_allowed(self),
        })
    }
}

#[cfg(test)]
mod tests;
