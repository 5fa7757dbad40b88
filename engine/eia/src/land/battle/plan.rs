//! The battle plan: what each side decides before the dice, so that a day can run through without asking.

use crate::land::forces::{SORTS, Troop};
use serde::{Deserialize, Serialize};

/// When guard, or heavy cavalry in its manner, is committed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Never.
    #[default]
    Never,
    /// In the first round.
    #[serde(rename = "round_1")]
    First,
    /// In the second.
    #[serde(rename = "round_2")]
    Second,
    /// In the third.
    #[serde(rename = "round_3")]
    Third,
    /// As soon as the highest die would break the enemy.
    MayBreakThem,
    /// As soon as the enemy's highest die would break this side.
    MayBreakUs,
}

impl When {
    /// All of them, as a menu lists them.
    pub const ALL: [When; 6] =
        [When::Never, When::First, When::Second, When::Third, When::MayBreakThem, When::MayBreakUs];

    /// Whether it never comes.
    #[must_use]
    pub fn is_never(&self) -> bool {
        *self == When::Never
    }

    /// The machine word.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            When::Never => "never",
            When::First => "round_1",
            When::Second => "round_2",
            When::Third => "round_3",
            When::MayBreakThem => "may_break_them",
            When::MayBreakUs => "may_break_us",
        }
    }
}

/// An owner's plan for his guard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Guard {
    /// When.
    pub when: When,
    /// By how many levels it raises the morale table: 1 or 2.
    pub shift: u8,
    /// The corps that commits it, by its place on the side.
    pub corps: u8,
    /// The leader at its head, by his place on the side, where the side has one.
    pub leader: Option<u8>,
    /// Whether it is heavy cavalry.
    pub heavy: bool,
}

/// The order in which an owner loses his factors.
pub type Losses = [Troop; SORTS];

/// The order that is taken where nothing else is said: the cheapest first.
pub const CHEAPEST_FIRST: Losses = [
    Troop::Militia,
    Troop::Guerrilla,
    Troop::Freikorps,
    Troop::FeudalInfantry,
    Troop::Infantry,
    Troop::Cossack,
    Troop::FeudalCavalry,
    Troop::LightCavalry,
    Troop::Cavalry,
    Troop::Artillery,
    Troop::HeavyCavalry,
    Troop::Guard,
];

/// An order of losses that begins with these and goes on as [`CHEAPEST_FIRST`].
#[must_use]
pub fn losses(first: &[Troop]) -> Losses {
    let mut order = CHEAPEST_FIRST;
    order.sort_by_key(|sort| first.iter().position(|first| first == sort).unwrap_or(first.len()));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_is_lost_first_and_the_rest_follows() {
        let order = losses(&[Troop::Guard, Troop::Cavalry]);
        assert_eq!(order[..4], [Troop::Guard, Troop::Cavalry, Troop::Militia, Troop::Guerrilla]);
        let mut all = order.to_vec();
        all.sort();
        assert_eq!(all, Troop::ALL);
        assert_eq!(losses(&[]), CHEAPEST_FIRST);
    }
}
