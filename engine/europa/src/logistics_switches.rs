//! What a group may choose of geography and logistics, once for a campaign.

use serde::{Deserialize, Serialize};

/// The edition of the aids' tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    /// That of the guide, 2013.
    #[default]
    Guide,
    /// That of 2020: the attrition scale begins six lower, and some cells differ.
    Head,
}

/// How a turn is cut into rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundSystem {
    /// The track of summers and winters: troops in the cold area roll after every winter.
    #[default]
    New,
    /// The rounds of the older edition: the cold area makes lines of supply longer.
    Old,
}

/// Whose interception rules are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InterceptionRules {
    /// Those of the aids.
    #[default]
    Aids,
    /// The group's own: the umpire enters what comes of an attempt that the campaign permits.
    Own,
}

/// The switches of geography and logistics. The default is the recommended reading of each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogisticsSwitches {
    /// The edition of the tables of attrition, remaining troops and discovery.
    pub edition: Edition,
    /// The round system (`fast-battle.scope.regular-game`).
    pub rounds: RoundSystem,
    /// Whether arsenals count; without the new map they do not (`fast-battle.aids.arsenals-old-map`).
    pub arsenals: bool,
    /// Whether a country at peace pays its own prices (`fast-battle.upkeep.peace-column-optional`).
    pub peace_column: bool,
    /// Whether wood is played; without it the umpire enters higher naval upkeep (`fast-battle.upkeep.wood`).
    pub wood: bool,
    /// Whether a fleet that starts five or more zones from a port has +9
    /// (`fast-battle.attrition.sea.mod.start-five-zones`).
    pub five_zones: bool,
    /// Whether a naval stack supplies one land stack only (`fast-battle.supply.fleet-one-land-stack`).
    pub fleet_supplies_one: bool,
    /// Whose interception rules are used (`fast-battle.interception.any-system`).
    pub interception: InterceptionRules,
}

impl Default for LogisticsSwitches {
    fn default() -> LogisticsSwitches {
        LogisticsSwitches {
            edition: Edition::Guide,
            rounds: RoundSystem::New,
            arsenals: true,
            peace_column: true,
            wood: true,
            five_zones: true,
            fleet_supplies_one: true,
            interception: InterceptionRules::Aids,
        }
    }
}
