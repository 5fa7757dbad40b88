//! The rule ledger: every rule of the six documents, one entry for each separately testable statement, in our words.
//!
//! The ledger is shipped with the bot (`engine/rules/*.toml`). A result, a limit or a refusal carries the [`RuleId`] of
//! the rule behind it, written with [`rule!`](crate::rule), which does not compile for an id the ledger lacks.
//! `/rules show` looks entries up with [`Ledger::find`].

use std::{
    borrow::Cow,
    cmp::{Ordering, Reverse},
    collections::BTreeMap,
    fmt,
    str::FromStr,
    sync::LazyLock,
};

use crate::facts::Origin;
use serde::{Deserialize, Deserializer, Serialize};

/// The id of a rule in the shipped ledger, such as `house.general.bids-order`. There is no value of this type for a
/// rule the ledger does not hold. Ordered by its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct RuleId(&'static str);

/// All ids of the shipped ledger, sorted by their bytes (the build script writes the list).
static IDS: &[RuleId] = include!(concat!(env!("OUT_DIR"), "/rule_ids.rs"));

/// The id of a rule, checked against the shipped ledger when the program is compiled.
///
/// ```
/// let id = table::rule!("house.general.bids-order");
/// assert_eq!(id.as_str(), "house.general.bids-order");
/// ```
///
/// An id the ledger does not hold stops the compilation:
///
/// ```compile_fail,E0080
/// let id = table::rule!("house.general.bids-odor");
/// ```
#[macro_export]
macro_rules! rule {
    ($id:literal) => {{
        const ID: $crate::rules::RuleId = $crate::rules::RuleId::shipped($id);
        ID
    }};
}

/// A text that is not the id of a shipped rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The rule ledger has no rule with the id “{0}”.")]
pub struct UnknownRule(String);

impl RuleId {
    /// The id with this text. For `rule!`, which calls it while compiling; elsewhere use [`RuleId::find`].
    ///
    /// # Panics
    /// When the ledger has no such id; within `rule!` that is an error of the compilation.
    #[doc(hidden)]
    pub const fn shipped(id: &str) -> RuleId {
        let place = first_not_before(id);
        if place < IDS.len() && matches!(compare(IDS[place].0, id), Ordering::Equal) {
            IDS[place]
        } else {
            panic!("this rule id is not in the ledger shipped in engine/rules")
        }
    }

    /// The id with exactly this text, if the ledger has it.
    pub fn find(id: &str) -> Option<RuleId> {
        let place = IDS.binary_search_by(|known| known.0.cmp(id)).ok()?;
        Some(IDS[place])
    }

    /// The id as text.
    pub const fn as_str(&self) -> &'static str {
        self.0
    }

    /// What a post cites for this rule: see [`Entry::printed`].
    pub fn printed(&self) -> &'static str {
        ledger().get(*self).printed()
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

impl FromStr for RuleId {
    type Err = UnknownRule;

    fn from_str(id: &str) -> Result<RuleId, UnknownRule> {
        RuleId::find(id).ok_or_else(|| UnknownRule(id.to_owned()))
    }
}

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RuleId, D::Error> {
        let id = Cow::<str>::deserialize(deserializer)?;
        id.parse().map_err(serde::de::Error::custom)
    }
}

/// All shipped ids that begin with `prefix`, sorted by their text: `ids_under("house.general.bids-")`. Every id for the
/// empty prefix, none when no id begins so.
pub const fn ids_under(prefix: &str) -> &'static [RuleId] {
    let from = first_not_before(prefix);
    let mut to = from;
    while to < IDS.len() && starts_with(IDS[to].0, prefix) {
        to += 1;
    }
    IDS.split_at(to).0.split_at(from).1
}

/// The place of the first id that does not sort before `text`; the number of ids if all do.
const fn first_not_before(text: &str) -> usize {
    let (mut low, mut high) = (0, IDS.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if matches!(compare(IDS[middle].0, text), Ordering::Less) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// `str::cmp`, which cannot be called while compiling.
const fn compare(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() {
        if a[i] < b[i] {
            return Ordering::Less;
        }
        if a[i] > b[i] {
            return Ordering::Greater;
        }
        i += 1;
    }
    if a.len() < b.len() {
        Ordering::Less
    } else if a.len() > b.len() {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

const fn starts_with(text: &str, prefix: &str) -> bool {
    let (text, prefix) = (text.as_bytes(), prefix.as_bytes());
    if text.len() < prefix.len() {
        return false;
    }
    let mut i = 0;
    while i < prefix.len() {
        if text[i] != prefix[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Steps to go through, in their order.
    Procedure,
    /// A number added to a roll, a value or a price.
    Modifier,
    /// What may not be done, or how much of it at most.
    Limit,
    /// What something costs.
    Cost,
    /// When something happens or may be done.
    Timing,
    /// What must be hidden, and what must be announced.
    Secrecy,
    /// What a word or a thing is.
    Definition,
    /// A chart or a part of one.
    Table,
    /// A worked case of another rule.
    Example,
    /// What a player may choose.
    Choice,
}

impl Kind {
    /// Whether a result or a refusal must have carried the rule at some time before it counts as played: true of
    /// modifiers, limits, costs, timings and procedures.
    pub const fn must_come_up(self) -> bool {
        matches!(self, Kind::Modifier | Kind::Limit | Kind::Cost | Kind::Timing | Kind::Procedure)
    }

    /// The kind as one lower-case word, as the ledger writes it.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Procedure => "procedure",
            Kind::Modifier => "modifier",
            Kind::Limit => "limit",
            Kind::Cost => "cost",
            Kind::Timing => "timing",
            Kind::Secrecy => "secrecy",
            Kind::Definition => "definition",
            Kind::Table => "table",
            Kind::Example => "example",
            Kind::Choice => "choice",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The remark on a section's heading that is ours because the document's own is lost.
const HEADING_LOST: &str = "(heading lost)";

/// One rule of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its id.
    pub id: RuleId,
    /// The title of the document it comes from.
    pub document: String,
    /// The heading in that document under which it stands, with "(heading lost)" where the heading is ours.
    pub section: String,
    /// The number of the printed rule it changes; empty when it changes none.
    pub amends: String,
    /// What it is about.
    pub kind: Kind,
    /// The rule, complete, in our words.
    pub says: String,
    /// What the document leaves open and the reading used until the players vote otherwise; empty if nothing is open.
    pub reading: String,
    /// Where it comes from: [`Origin::Seed`] of every document that this project implements; the standard game's rules each
    /// have their own.
    pub origin: Origin,
    /// On what grounds it is as it is, where its origin leaves that open; else empty.
    pub why: String,
    /// Whether the program applies it; where it does not, players do.
    pub built: bool,
}

impl Entry {
    /// What a post cites: the number of the printed rule it changes or, where there is none, its section's heading
    /// (without the remark that a heading is lost).
    pub fn printed(&self) -> &str {
        if self.amends.is_empty() { self.heading() } else { &self.amends }
    }

    /// Its section's heading without the remark that a heading is lost.
    pub fn heading(&self) -> &str {
        self.section.strip_suffix(HEADING_LOST).map_or(self.section.as_str(), str::trim_end)
    }
}

/// All rules shipped with the bot, in the order of their documents.
pub struct Ledger {
    entries: Vec<Entry>,
    place: BTreeMap<RuleId, usize>,
    /// For each entry what a search compares with, in small letters.
    search: Vec<Searched>,
}

/// The shipped ledger, read once.
pub fn ledger() -> &'static Ledger {
    static LEDGER: LazyLock<Ledger> = LazyLock::new(|| {
        // The texts are part of the program and the tests read all of them.
        Ledger::read(&DOCUMENTS).expect("the shipped rule ledger is well-formed")
    });
    &LEDGER
}

/// The ledger's files; `build.rs` reads the same six.
const DOCUMENTS: [&str; 6] = [
    include_str!("../../rules/house.toml"),
    include_str!("../../rules/nationalism.toml"),
    include_str!("../../rules/enhancements.toml"),
    include_str!("../../rules/standard.toml"),
    include_str!("../../rules/fast-battle.toml"),
    include_str!("../../rules/middle-ages.toml"),
];

/// One file of the ledger.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    document: Document,
    rule: Vec<Written>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// The first word of every id in the file.
    key: String,
    title: String,
}

/// One `[[rule]]` as the file writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: RuleId,
    section: String,
    #[serde(default)]
    amends: String,
    kind: Kind,
    says: String,
    #[serde(default)]
    reading: String,
    #[serde(default = "of_a_source_document")]
    origin: Origin,
    #[serde(default)]
    why: String,
    #[serde(default = "is_built")]
    built: bool,
}

fn of_a_source_document() -> Origin {
    Origin::Seed
}

fn is_built() -> bool {
    true
}

impl Ledger {
    fn read(documents: &[&str]) -> Result<Ledger, String> {
        let mut entries = Vec::new();
        for text in documents {
            let file: File = toml::from_str(text).map_err(|problem| problem.to_string())?;
            let Document { key, title } = file.document;
            for rule in file.rule {
                if rule.id.0.split('.').next() != Some(key.as_str()) {
                    return Err(format!("{} does not belong to {key}", rule.id));
                }
                entries.push(Entry {
                    id: rule.id,
                    document: title.clone(),
                    section: rule.section,
                    amends: rule.amends,
                    kind: rule.kind,
                    says: rule.says,
                    reading: rule.reading,
                    origin: rule.origin,
                    why: rule.why,
                    built: rule.built,
                });
            }
        }
        let place: BTreeMap<_, _> = entries.iter().map(|entry| entry.id).zip(0..).collect();
        if place.len() != entries.len() || place.len() != IDS.len() {
            return Err("an id is missing or stands twice".to_owned());
        }
        Ok(Ledger { search: entries.iter().map(Searched::new).collect(), place, entries })
    }

    /// All entries, in the order of their documents.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry with this id.
    pub fn get(&self, id: RuleId) -> &Entry {
        &self.entries[self.place[&id]]
    }

    /// The entries for what a player asks, best first: an id or its beginning, the printed number of a rule (with the
    /// rules below it), a section's heading, or any words. Of entries found by words alone only those that hold the
    /// most of the asked words are listed. Capital letters, brackets and a plural's `s` do not matter. Empty when
    /// nothing fits or nothing was asked.
    pub fn find(&self, words: &str) -> Vec<&Entry> {
        let asked = words.to_lowercase().replace(HEADING_LOST, "");
        let asked = asked.trim().trim_matches(['[', ']', '"', '“', '”']).trim();
        if asked.is_empty() {
            return Vec::new();
        }
        let mut asked_words = roots(asked);
        asked_words.truncate(MOST_WORDS);
        let fits: Vec<Fit> = (self.entries.iter().zip(&self.search))
            .map(|(entry, searched)| searched.fit(entry, asked, &asked_words))
            .collect();
        let most = fits.iter().map(|fit| fit.words).max().unwrap_or(0);
        let mut found: Vec<_> = (self.entries.iter().zip(fits))
            .filter(|(_, fit)| fit.phrase > 0 || (most > 0 && fit.words == most))
            .collect();
        // The sort is stable: entries that fit alike stay in the order of the documents.
        found.sort_by_key(|(_, fit)| Reverse(*fit));
        found.into_iter().map(|(entry, _)| entry).collect()
    }
}

/// At most so many words of a question are looked for.
const MOST_WORDS: usize = 20;

/// How well an entry fits a question; compared field by field, more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// How closely the question as a whole names the entry, 0 when it does not.
    phrase: u32,
    /// How many of the asked words it holds.
    words: usize,
    /// How telling the places are where they stand.
    weight: u32,
}

/// An entry's texts as a search reads them, in small letters.
struct Searched {
    heading: String,
    says: String,
    /// The words of id, heading, rule and reading, with how telling a word is at that place.
    words: [(u32, Vec<String>); 4],
}

impl Searched {
    fn new(entry: &Entry) -> Searched {
        let heading = entry.section.replace(HEADING_LOST, "").to_lowercase();
        let says = entry.says.to_lowercase();
        Searched {
            words: [
                (8, roots(&entry.id.0.replace('.', " "))),
                (6, roots(&heading)),
                (4, roots(&says)),
                (2, roots(&entry.reading.to_lowercase())),
            ],
            heading: heading.trim().trim_matches(['[', ']']).to_owned(),
            says,
        }
    }

    fn fit(&self, entry: &Entry, asked: &str, asked_words: &[String]) -> Fit {
        let id = entry.id.as_str();
        let below = |number: &str| (number.strip_prefix(asked)).is_some_and(|s| s.starts_with('.'));
        let phrase = if id == asked {
            6
        } else if entry.amends == asked {
            5
        } else if id.starts_with(asked) || below(&entry.amends) {
            4
        } else if self.heading == asked {
            3
        } else if self.heading.contains(asked) || id.contains(asked) {
            2
        } else {
            u32::from(asked_words.len() > 1 && self.says.contains(asked))
        };
        let weights = asked_words.iter().map(|word| self.weight(word));
        Fit { phrase, words: weights.clone().filter(|weight| *weight > 0).count(), weight: weights.sum() }
    }

    /// How telling the best place of a word is: twice as much for the word itself as for one that begins with it.
    fn weight(&self, asked: &str) -> u32 {
        let places = self.words.iter().map(|(weight, words)| {
            if words.iter().any(|word| word == asked) {
                *weight
            } else if asked.chars().count() >= 3 && words.iter().any(|word| word.starts_with(asked)) {
                weight / 2
            } else {
                0
            }
        });
        places.max().unwrap_or(0)
    }
}

/// The words of a text in small letters, without a plural's `s`; numbers such as 4.4.2.1 stay whole.
fn roots(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '.')
        .map(|word| word.trim_matches('.'))
        .filter(|word| !word.is_empty())
        .map(|word| match word.strip_suffix('s') {
            Some(one) if one.chars().count() >= 3 => one.to_owned(),
            _ => word.to_owned(),
        })
        .collect()
}
