//! In which order the powers move in the naval and in the land phase. Where the board is kept elsewhere the bot says it, and the players keep
//! to it.

use super::Position;
use super::months::Phase;
use super::powers::Power;
use serde::Deserialize;
use std::sync::LazyLock;
use table::facts::Origin;
use table::rule;
use table::rules::RuleId;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    order: Vec<Power>,
    chooses: Power,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    origin: Origin,
    naval: Order,
    land: Order,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    toml::from_str(include_str!("../data/moves.toml")).expect("the shipped orders of moves are well-formed")
});

/// Who moves after whom in a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Those whose place is fixed, in their order.
    pub order: Vec<Power>,
    /// Who chooses its place when the phase begins; `None` where that power is out of the game.
    pub chooses: Option<Power>,
    /// The rules that changed the standard order.
    pub rules: Vec<RuleId>,
}

/// Where the order comes from.
#[must_use]
pub fn origin() -> Origin {
    FILE.origin
}

impl Position {
    /// The order of moves of a phase, among the powers that are in the game: in the scenario of 1853 Sardinia has the place of Spain, which
    /// moves nothing (`nationalism.sardinia.move-slot`). `None` for a phase in which all act at once.
    #[must_use]
    pub fn moves(&self, phase: Phase) -> Option<Moves> {
        let of = match phase {
            Phase::Naval => &FILE.naval,
            Phase::Land => &FILE.land,
            Phase::Political | Phase::Reinforcement | Phase::Economic => return None,
        };
        let is_later = self.board.era().is_nationalism();
        let slot = |power: Power| if is_later && power == Power::Spain { Power::Sardinia } else { power };
        let plays = |power: &Power| self.choice.powers().any(|one| one == *power) && !self.is_out(*power);
        let order: Vec<Power> = of.order.iter().copied().map(slot).filter(plays).collect();
        let takes_it = is_later && order.contains(&Power::Sardinia);
        let rules = takes_it.then_some(rule!("nationalism.sardinia.move-slot")).into_iter().collect();
        Some(Moves { order, chooses: Some(of.chooses).filter(plays), rules })
    }
}
