//! The board as one player sees it: what is friendly, hostile, a source of supply.

use super::Standing;
use crate::Position;
use crate::control::{Control, Source, SourceKind, Stance, harbour};
use crate::country::Country;
use crate::geography::{Place, PlaceKind};
use crate::logistics_switches::LogisticsSwitches;

/// A country's eyes on the board. Countries of the same player are its allies.
pub struct Eyes<'p> {
    /// The position.
    pub position: &'p Position,
    /// The country that looks.
    pub country: Country,
}

impl<'p> Eyes<'p> {
    /// The eyes of a country.
    #[must_use]
    pub fn of(position: &'p Position, country: Country) -> Eyes<'p> {
        Eyes { position, country }
    }

    /// Who holds a province: whoever took it, else whose it is by the map.
    #[must_use]
    pub fn holder(&self, place: Place) -> Option<Country> {
        let held = self.position.board.held.get(&place).copied();
        held.or_else(|| match &place.site().sort {
            PlaceKind::Europe { country, .. } => *country,
            _ => None,
        })
    }

    /// Whether a country is on its side.
    #[must_use]
    pub fn is_friend(&self, other: Country) -> bool {
        let seat = |country| self.position.seat_of(country);
        other == self.country || seat(other).is_some() && seat(other) == seat(self.country)
    }

    /// The enemy's naval stack that blockades a port.
    #[must_use]
    pub fn blockader(&self, port: Place) -> Option<u32> {
        let stacks = self.position.board.stacks.iter();
        let mut found =
            stacks.filter(|(_, other)| other.blockades == Some(port) && self.is_enemy(other.country));
        found.next().map(|(n, _)| *n)
    }

    /// Whether a stack lies in a fortress before which an enemy stands.
    #[must_use]
    pub fn is_besieged(&self, inside: &Standing) -> bool {
        inside.inside
            && self
                .position
                .board
                .at(inside.at)
                .any(|(_, other)| !other.stack.is_naval() && !other.inside && self.is_enemy(other.country))
    }

    /// Whether a country is its enemy.
    #[must_use]
    pub fn is_enemy(&self, other: Country) -> bool {
        self.position.are_at_war(self.country, other)
    }
}

impl Control for Eyes<'_> {
    fn stance(&self, province: Place) -> Stance {
        match self.holder(province) {
            Some(holder) if self.is_friend(holder) => Stance::Friendly,
            Some(holder) if self.is_enemy(holder) => Stance::Enemy,
            _ => Stance::Neutral,
        }
    }

    fn source(&self, province: Place) -> Option<Source> {
        if province.site().is_sea() || self.stance(province) != Stance::Friendly {
            return None;
        }
        let owned = province.site().country().is_some_and(|owner| self.is_friend(owner));
        Some(Source { owned, kind: SourceKind::City })
    }

    fn national(&self, province: Place) -> bool {
        province.site().country() == Some(self.country)
    }

    fn port(&self, province: Place) -> bool {
        self.stance(province) == Stance::Friendly
            && harbour(province, &LogisticsSwitches::default()).is_some()
            && self.blockader(province).is_none()
    }

    fn cold(&self, province: Place) -> bool {
        province.snowflake().is_some() || self.position.board.cold.contains(&province)
    }
}
