//! Who controls what: what geography asks of the position.

use super::geography::{Map, Place, Terrain};
use serde::{Deserialize, Serialize};

/// How a province stands to the side that asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Controlled by the side or its allies.
    Friendly,
    /// Controlled by an enemy, who holds its fortress.
    Enemy,
    /// Controlled by nobody, or by somebody at peace with the side.
    #[default]
    Neutral,
}

/// A place from which troops can be supplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    /// Whether the side possesses it; otherwise it controls it only.
    pub owned: bool,
    /// What it is.
    pub kind: SourceKind,
}

/// What a source of supply is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// A city, a trading post or a colony.
    City,
    /// A fort or mission, which supplies detachments only.
    Fort,
}

/// The position as one side sees it. Everything is asked of one place at a time.
pub trait Control {
    /// How the province stands to the side.
    fn stance(&self, province: Place) -> Stance;

    /// Whether the side has a source of supply there (`fast-battle.supply.line`).
    fn source(&self, province: Place) -> Option<Source>;

    /// Whether the province is national territory of the side.
    fn national(&self, province: Place) -> bool;

    /// Whether the side has a port there that it controls and that is not blockaded. An arsenal is one where arsenals are played.
    fn port(&self, province: Place) -> bool;

    /// Whether the province belongs to the cold area. That of Europe is drawn on the map alone: the umpire's flag.
    fn cold(&self, province: Place) -> bool {
        province.snowflake().is_some()
    }

    /// Whether the province is wasteland, which is drawn on the map alone.
    fn wasteland(&self, _province: Place) -> bool {
        false
    }

    /// Whether the side cannot lead a line of supply through the province.
    fn blocked(&self, _province: Place) -> bool {
        false
    }
}

/// Whether the line or the stack is in a desert that is not the side's own.
pub fn foreign_desert(control: &impl Control, province: Place) -> bool {
    province.site().terrain == Terrain::Desert && !control.national(province)
}

/// Whether a province is on the European map.
#[must_use]
pub fn is_european(place: Place) -> bool {
    place.site().map == Map::Europe
}

/// For tests: a position that is written out, everything else neutral.
#[cfg(test)]
#[derive(Default)]
pub(crate) struct Position {
    /// How provinces stand.
    pub stances: std::collections::BTreeMap<Place, Stance>,
    /// Sources, whether they are owned.
    pub sources: std::collections::BTreeMap<Place, bool>,
    /// National territory.
    pub national: std::collections::BTreeSet<Place>,
    /// Controlled ports.
    pub ports: std::collections::BTreeSet<Place>,
    /// The cold area.
    pub cold: std::collections::BTreeSet<Place>,
}

#[cfg(test)]
impl Control for Position {
    fn stance(&self, province: Place) -> Stance {
        self.stances.get(&province).copied().unwrap_or_default()
    }
    fn source(&self, province: Place) -> Option<Source> {
        self.sources.get(&province).map(|owned| Source { owned: *owned, kind: SourceKind::City })
    }
    fn national(&self, province: Place) -> bool {
        self.national.contains(&province)
    }
    fn port(&self, province: Place) -> bool {
        self.ports.contains(&province)
    }
    fn cold(&self, province: Place) -> bool {
        self.cold.contains(&province) || province.snowflake().is_some()
    }
}
