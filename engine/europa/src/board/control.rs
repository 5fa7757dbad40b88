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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::by_hand::{at_war, country, of, place, stands};
    use crate::units::Counter::{Ld, Nd};

    #[test]
    fn countries_of_one_player_are_friends_and_each_is_its_own() {
        let mut state = at_war(8);
        let french = state.countries[&country("france")].clone();
        state.countries.insert(country("lucca"), french);
        let friends = |one: &str, other: &str| Eyes::of(&state, country(one)).is_friend(country(other));
        assert!(friends("france", "lucca") && friends("france", "france"));
        assert!(friends("venice", "venice"), "without a player too");
        assert!(!friends("france", "spain") && !friends("venice", "milan") && !friends("france", "venice"));
    }

    // fast-battle.supply.weak.besieged
    #[test]
    fn a_stack_in_a_fortress_is_besieged_where_enemy_troops_stand_before_it() {
        let besieged = |inside: bool, other: &str, counters: &[crate::units::Counter], other_inside: bool| {
            let mut state = at_war(8);
            let own = stands(&mut state, "spain", "eCatalunya", &[Ld]);
            of(&mut state, own).inside = inside;
            let there = stands(&mut state, other, "eCatalunya", counters);
            of(&mut state, there).inside = other_inside;
            Eyes::of(&state, country("spain")).is_besieged(&state.board.stacks[&own])
        };
        assert!(besieged(true, "france", &[Ld], false));
        assert!(!besieged(false, "france", &[Ld], false), "it stands in the open itself");
        assert!(!besieged(true, "spain", &[Ld], false), "those are friends");
        assert!(!besieged(true, "france", &[Nd], false), "ships in the port");
        assert!(!besieged(true, "france", &[Ld], true), "those are inside too");
    }

    // fast-battle.supply.weak.desert: a desert of one's own country is none.
    #[test]
    fn the_land_of_a_country_by_the_map_is_its_national_territory() {
        let state = at_war(8);
        let national = |of: &str, at: &str| Eyes::of(&state, country(of)).national(place(at));
        assert!(national("france", "eLanguedoc") && national("tripoli", "eTripoli"));
        assert!(!national("france", "eCatalunya") && !national("spain", "eTripoli"));
    }
}
