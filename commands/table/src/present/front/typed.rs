//! Values that are not the printed game's, as a game's front knows them.

use crate::message::Message;
use crate::present::Scene;
use std::collections::BTreeMap;
use table::Said;
use table::typed::Unprinted;

/// How many of a chart's values are of some kind, in words, out of that and how many the chart has.
pub type Counted = Box<dyn Fn(u64, u64) -> String>;

/// A chart of values.
pub struct Chart {
    /// What the button does that shows it.
    pub verb: String,
    /// Its title.
    pub title: String,
    /// How many of its values are of some kind.
    pub counted: Counted,
}

/// What a game has to say of values that players type.
pub trait Typed: Sync {
    /// Values by their keys, a line each, with what each is now where `before` asks for it.
    fn lines(&self, known: &[Unprinted], values: &BTreeMap<String, i64>, before: bool) -> Vec<String>;

    /// The charts on which values stand, in the order of their buttons.
    fn charts(&self, known: &[Unprinted]) -> Vec<Chart>;

    /// The chart of a value, by its verb; `None` for one that stands in the list by its name.
    fn chart_of(&self, key: &str) -> Option<String>;

    /// What stands below the list.
    fn note(&self, scene: &Scene<'_>) -> Option<String>;

    /// A chart, by what its verb has behind `typed/`.
    fn shown(&self, scene: &Scene<'_>, what: &str) -> Option<Message>;

    /// How values are written, as an empty form shows it.
    fn example(&self) -> String;

    /// Reads values as people write them.
    ///
    /// # Errors
    /// A sentence that quotes what was not understood.
    fn read(&self, known: &[Unprinted], text: &str) -> Result<BTreeMap<String, i64>, Said>;

    /// The amount of one value that was chosen by its key; `None` where that is none which stands by itself.
    fn chosen(&self, known: &[Unprinted], key: &str, value: &str) -> Option<Result<i64, Said>>;
}
