//! Civilisation markers.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said::{ToValue, Value as Word, name};
use table::{rule, said};

/// A kind of civilisation marker. Cathedral and mosque are one kind, called by the religion of the builder's court.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Marker {
    /// A cathedral or mosque.
    Cathedral,
    /// A palace.
    Palace,
    /// Commerce.
    Commerce,
    /// A university.
    University,
}

impl Marker {
    /// The four kinds.
    pub const ALL: [Marker; 4] = [Marker::Cathedral, Marker::Palace, Marker::Commerce, Marker::University];

    /// Its word on the record.
    #[must_use]
    pub fn key(self) -> &'static str {
        ["cathedral", "palace", "commerce", "university"][self as usize]
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["Cathedral or mosque", "Palace", "Commerce", "University"][self as usize]
    }

    /// The rule that says that there are these four.
    #[must_use]
    pub fn rule() -> RuleId {
        rule!("middle-ages.civilisation.kinds")
    }
}

impl ToValue for Marker {
    fn to_value(&self) -> Word {
        name(self.name())
    }
}

/// The markers of an area, each kind once at most.
pub type Markers = BTreeSet<Marker>;

/// The kinds that can still be built in an area.
#[must_use]
pub fn to_build(standing: &Markers) -> Vec<Marker> {
    Marker::ALL.into_iter().filter(|kind| !standing.contains(kind)).collect()
}

/// Whether a marker of a kind can be placed, or any where the kind is not chosen yet.
///
/// # Errors
/// A refusal where one of that kind stands there, or all four do.
pub fn may_build(standing: &Markers, kind: Option<Marker>) -> Result<(), Refusal> {
    let limit = rule!("middle-ages.civilisation.limit-per-area");
    let free = to_build(standing);
    if free.is_empty() {
        return Err(Refusal::under(
            limit,
            said!("One marker of each of the four kinds stands there; there is no fifth."),
        ));
    }
    match kind.filter(|kind| standing.contains(kind)) {
        Some(kind) => Err(Refusal::under(
            limit,
            said!(
                "{} stands there already, and an area has one of each kind. It can still have: {}.",
                kind,
                words(&free)
            ),
        )),
        None => Ok(()),
    }
}

fn words(markers: &[Marker]) -> Word {
    Word::List(markers.iter().map(ToValue::to_value).collect())
}

/// How an area came to a new owner, or to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// To another court, whose religion is that of the area or is not.
    TakenOver {
        /// Whether court and area share one religion.
        same_religion: bool,
    },
    /// To nobody.
    Independent,
}

/// What is left of an area's markers when it changes hands, and the rules by which.
#[must_use]
pub fn after(standing: &Markers, passes: Passes) -> (Markers, Vec<RuleId>) {
    let mut rules = Vec::new();
    let mut note = |rule: RuleId| {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    };
    let stays = |kind: &Marker| match (kind, passes) {
        (Marker::Palace, Passes::TakenOver { .. }) => {
            note(rule!("middle-ages.civilisation.takeover.palace"));
            false
        }
        (Marker::Cathedral, Passes::TakenOver { same_religion }) => {
            note(rule!("middle-ages.civilisation.takeover.cathedral"));
            same_religion
        }
        (Marker::Commerce | Marker::University, Passes::TakenOver { .. }) => {
            note(rule!("middle-ages.civilisation.takeover.commerce-university"));
            true
        }
        (kind, Passes::Independent) => {
            note(rule!("middle-ages.civilisation.independence"));
            *kind != Marker::Palace
        }
    };
    (standing.iter().copied().filter(stays).collect(), rules)
}
