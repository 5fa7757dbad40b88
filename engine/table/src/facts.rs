//! Facts as data: a value and where it comes from.

use serde::{Deserialize, Serialize};

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// One of the source documents that this project implements.
    Seed,
    /// The standard game, known from play or from two agreeing sources.
    Rulebook,
    /// Of the standard game, seen in play by one group.
    Reported,
    /// Worked out from what is known of the standard game.
    Reconstructed,
    /// A value of this project's own.
    Ours,
    /// Typed by the campaign's own players, who have the printed game. No data of ours is so.
    #[serde(skip)]
    Typed,
}

impl Origin {
    /// Whether the value is the printed game's own or a source document's, or stands for it by the players' word.
    #[must_use]
    pub fn is_certain(self) -> bool {
        matches!(self, Origin::Seed | Origin::Rulebook | Origin::Typed)
    }

    /// What a post says of it.
    #[must_use]
    pub fn says(self) -> &'static str {
        match self {
            Origin::Seed => "from the house rules",
            Origin::Rulebook => "the standard game's",
            Origin::Reported => "seen in play, the printed value is not known",
            Origin::Reconstructed => "reconstructed, not the printed value",
            Origin::Ours => "our own, not the printed value",
            Origin::Typed => "set by this group",
        }
    }
}

/// A value with its origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub origin: Origin,
}

impl<T> Fact<T> {
    /// The same fact with what is made of its value.
    pub fn of<U>(self, make: impl FnOnce(T) -> U) -> Fact<U> {
        Fact { value: make(self.value), origin: self.origin }
    }
}
