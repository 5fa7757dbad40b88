//! When something is asked in the political phase: on the sheet of all, or at a gate after it.

use serde::{Deserialize, Serialize};

/// When something is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// On the sheet that all seal when the month begins.
    #[default]
    Sheet,
    /// Of those whom an attacked power calls (4.3).
    Defence,
    /// Of those whom an attacker calls after that.
    Attack,
    /// Of those who have to give up allies so that a suit for peace holds (`enhancements.sue.break.who`).
    Break,
    /// Of those who are sued (4.4.2).
    Demand,
    /// Of who sued, where an unconditional surrender is demanded of him.
    Yield,
    /// Of the enemies of who collects no manpower, in the economic phase (8.2.2).
    Forced,
    /// Of who has a right of war by what was declared (`house.peace.sphere.war-right`).
    Right,
    /// Of those who could take control of a minor country that is attacked (4.6.2).
    Control,
    /// Of those who took it, whether they declare war for it (4.6.5).
    Support,
}

impl Gate {
    /// Those after the sheet, in their order.
    pub(super) const LATER: [Gate; 9] = [
        Gate::Defence,
        Gate::Attack,
        Gate::Break,
        Gate::Demand,
        Gate::Yield,
        Gate::Forced,
        Gate::Right,
        Gate::Control,
        Gate::Support,
    ];

    /// Its word in the name of a round.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Gate::Sheet => "sheet",
            Gate::Defence => "defence",
            Gate::Attack => "attack",
            Gate::Break => "break",
            Gate::Demand => "demand",
            Gate::Yield => "yield",
            Gate::Forced => "forced",
            Gate::Right => "right",
            Gate::Control => "control",
            Gate::Support => "support",
        }
    }

    /// The later gate of a word.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Gate> {
        Gate::LATER.into_iter().find(|gate| gate.key() == key)
    }

    /// Whether it is that of the sheet itself.
    #[must_use]
    pub fn is_sheet(&self) -> bool {
        *self == Gate::Sheet
    }
}
