//! Leader casualties: whom a battle hits, and what becomes of him.

use crate::land::values::Values;
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use table::rules::RuleId;

/// What became of a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Unhurt.
    Unhurt,
    /// Wounded for so many complete months.
    Wounded(u8),
    /// Killed.
    Killed,
    /// Taken prisoner with those he led.
    Captured,
}

/// The casualty roll of one leader. `guard` is added for who led the guard: 1 or 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// The leader's name.
    pub leader: String,
    /// Whose he is.
    pub of: Power,
    /// The die.
    pub die: u8,
    /// What was added.
    pub guard: u8,
    /// The second die, where the first hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<u8>,
    /// What became of him.
    pub fate: Fate,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// Whether a die hits a leader.
#[must_use]
pub fn is_hit(values: Values<'_>, die: u8, guard: u8) -> bool {
    u16::from(die + guard) >= values.hit().value
}

/// What the second die makes of a hit.
#[must_use]
pub fn fate(values: Values<'_>, second: u8) -> Fate {
    if u16::from(second) >= values.killed().value { Fate::Killed } else { Fate::Wounded(second) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    static NOTHING: std::sync::LazyLock<crate::typed::Typed> = std::sync::LazyLock::new(Default::default);

    fn shipped() -> Values<'static> {
        Values::of(&NOTHING)
    }

    #[test]
    fn leaders_are_hit_by_a_six_and_by_less_with_the_guard() {
        let is_hit = |die, guard| is_hit(shipped(), die, guard);
        let fate = |second| fate(shipped(), second);
        assert_eq!(
            [is_hit(5, 0), is_hit(6, 0), is_hit(5, 1), is_hit(4, 2), is_hit(3, 2)],
            [false, true, true, true, false]
        );
        assert_eq!([fate(1), fate(5), fate(6)], [Fate::Wounded(1), Fate::Wounded(5), Fate::Killed]);
    }
}
