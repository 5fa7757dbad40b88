//! Who controls what: what geography asks of the position.

use super::geography::{Map, Place, PlaceKind, Terrain};
use super::logistics_switches::LogisticsSwitches;
use super::units::Stack;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

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

/// A place where ships may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Harbour {
    /// A plain port.
    Port,
    /// An arsenal.
    Arsenal,
}

/// The harbour printed on a province. Without the new map an arsenal is a port like any other: the rule then is with it.
#[must_use]
pub fn harbour(province: Place, switches: &LogisticsSwitches) -> Option<(Harbour, Option<RuleId>)> {
    match province.site().sort {
        PlaceKind::Europe { arsenal: true, .. } if switches.arsenals => Some((Harbour::Arsenal, None)),
        PlaceKind::Europe { arsenal: true, .. } => {
            Some((Harbour::Port, Some(rule!("fast-battle.aids.arsenals-old-map"))))
        }
        PlaceKind::Europe { port: true, .. } => Some((Harbour::Port, None)),
        _ => None,
    }
}

/// Whether a harbour can receive a naval stack: an arsenal any, a plain port one with a single fleet counter at most. Without arsenals every
/// port receives any.
#[must_use]
pub fn receives(harbour: Harbour, stack: &Stack, switches: &LogisticsSwitches) -> bool {
    harbour == Harbour::Arsenal || !switches.arsenals || stack.is_small_at_sea()
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
    /// Wasteland.
    pub wasteland: std::collections::BTreeSet<Place>,
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
    fn wasteland(&self, province: Place) -> bool {
        self.wasteland.contains(&province)
    }
}

#[cfg(test)]
mod tests {
    use super::super::units::Counter::{FleetMinus, Nd};
    use super::super::units::{Hold, stack};
    use super::*;

    // fast-battle.aids.arsenals-old-map
    #[test]
    fn arsenals_count_on_the_new_map_alone() {
        let at = |key: &str| Place::by_key(key).expect("there is such a place");
        let (new, old) = (
            LogisticsSwitches::default(),
            LogisticsSwitches { arsenals: false, ..LogisticsSwitches::default() },
        );
        assert_eq!(harbour(at("eProvence"), &new), Some((Harbour::Arsenal, None)));
        let port = Some((Harbour::Port, Some(rule!("fast-battle.aids.arsenals-old-map"))));
        assert_eq!(harbour(at("eProvence"), &old), port);
        assert_eq!(harbour(at("eGuyenne"), &old), Some((Harbour::Port, None)));
        assert_eq!(harbour(at("eLanguedoc"), &new), None);
        let fleet = FleetMinus(Hold { nd: 2, gd: 0, dtr: 1 });
        let (one, two) = (stack("france", &[fleet, Nd]), stack("france", &[fleet, fleet]));
        let of = |harbour, stack| [&new, &old].map(|switches| receives(harbour, stack, switches));
        assert_eq!(of(Harbour::Port, &one), [true, true]);
        assert_eq!(of(Harbour::Port, &two), [false, true]);
        assert_eq!(of(Harbour::Arsenal, &two), [true, true]);
    }
}
