//! The values of this project's own, each by a rule that `docs/map.md` tells in words.

use crate::list::{CityEntry, List, ProvinceEntry, Terrain};

/// Towers of a city: by its inhabitants; at least 2 for strong works, at least 3 for a national capital.
#[must_use]
pub fn towers(city: &CityEntry, national: bool) -> u8 {
    let by_size = match city.inhabitants {
        0..10 => 1,
        10..30 => 2,
        30..80 => 3,
        80..200 => 4,
        _ => 5,
    };
    let least = if national {
        3
    } else if city.works >= 2 {
        2
    } else {
        1
    };
    by_size.max(least)
}

/// The strength of a port's guns: 10 and 10 for each fletch, 10 more where a navy lay.
#[must_use]
pub fn guns(city: &CityEntry) -> u8 {
    10 + 10 * city.works + if city.naval { 10 } else { 0 }
}

/// How many fleets a port's box holds: as many as its harbour's class, and two more where a navy lay.
#[must_use]
pub fn fleets(city: &CityEntry) -> u8 {
    city.harbour + if city.naval { 2 } else { 0 }
}

/// Domestic and American trade of a port, $: one less than its harbour's class; American trade in full on the Atlantic and the North Sea, and one less elsewhere.
#[must_use]
pub fn trade(city: &CityEntry, water: &str) -> (u8, u8) {
    let domestic = city.harbour.saturating_sub(1);
    let far = !matches!(water, "atlantic" | "north_sea");
    (domestic, domestic.saturating_sub(u8::from(far)))
}

/// The forage value of an area: by its terrain; 1 more where the province has 40 or more inhabitants to the square kilometre, 1 less
/// where it has fewer than 8, and 1 less in a province marked `poor`; from 1 to 6.
#[must_use]
pub fn forage(terrain: Terrain, poor: bool, people: u32, square_kilometres: u64) -> u8 {
    let base: i8 = match terrain {
        Terrain::Clear => 4,
        Terrain::Forest | Terrain::Marsh => 3,
        Terrain::Mountain => 2,
        Terrain::Desert => 1,
    };
    let (people, wide) = (u64::from(people) * 1000, square_kilometres.max(1));
    let dense = i8::from(people >= 40 * wide) - i8::from(people < 8 * wide);
    (base + dense - i8::from(poor)).clamp(1, 6).unsigned_abs()
}

/// Money and manpower of a province by its people: rounded to the nearest, a half upwards; never less than $1.
#[must_use]
pub fn worth(province: &ProvinceEntry, list: &List) -> (u32, u32) {
    let rate = list.rates.get(province.holder.as_deref().unwrap_or("minor"));
    let by = |rate: u32| if rate == 0 { 0 } else { (2 * province.people + rate) / (2 * rate) };
    let (money, manpower) = rate.map_or((0, 0), |rate| (by(rate.money), by(rate.manpower)));
    (province.money.unwrap_or(money.max(1)), province.manpower.unwrap_or(manpower))
}

/// The guerrilla number of a province: the known one; by the rule for Spain 5 where it has a mountain area, 4 elsewhere.
#[must_use]
pub fn guerrilla(province: &ProvinceEntry, list: &List) -> Option<u8> {
    if !province.guerrilla_by_rule {
        return province.guerrilla;
    }
    let mountains =
        list.areas.iter().any(|area| area.province == province.id && area.terrain == Terrain::Mountain);
    Some(if mountains { 5 } else { 4 })
}

/// Feudal corps that a province raises: one of infantry, two where it is worth 5 MP or more; one of cavalry where it is worth 2 MP or more.
#[must_use]
pub fn feudal(marked: bool, manpower: u32) -> (u8, u8) {
    if marked { (1 + u8::from(manpower >= 5), u8::from(manpower >= 2)) } else { (0, 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn city(inhabitants: u32, works: u8, harbour: u8, naval: bool) -> CityEntry {
        CityEntry { inhabitants, works, harbour, naval }
    }

    #[test]
    fn a_fortress_and_a_capital_have_their_least_towers() {
        assert_eq!(towers(&city(5, 0, 0, false), false), 1);
        assert_eq!(towers(&city(5, 2, 0, false), false), 2);
        assert_eq!(towers(&city(29, 0, 0, false), false), 2);
        assert_eq!(towers(&city(30, 0, 0, false), false), 3);
        assert_eq!(towers(&city(5, 0, 0, false), true), 3);
        assert_eq!(towers(&city(900, 0, 0, false), true), 5);
    }

    #[test]
    fn a_port_is_worth_what_its_harbour_is() {
        assert_eq!(guns(&city(5, 1, 1, false)), 20);
        assert_eq!((guns(&city(28, 3, 2, true)), fleets(&city(28, 3, 2, true))), (50, 4));
        assert_eq!(trade(&city(70, 3, 3, true), "atlantic"), (2, 2));
        assert_eq!(trade(&city(70, 3, 3, true), "baltic"), (2, 1));
        assert_eq!(trade(&city(70, 3, 1, true), "mediterranean"), (0, 0));
    }

    #[test]
    fn wild_country_feeds_few() {
        assert_eq!(forage(Terrain::Clear, false, 1700, 40_000), 5);
        assert_eq!(forage(Terrain::Clear, false, 100, 4_000), 4);
        assert_eq!(forage(Terrain::Clear, true, 100, 4_000), 3);
        assert_eq!(forage(Terrain::Forest, false, 400, 400_000), 2);
        assert_eq!(forage(Terrain::Desert, true, 100, 400_000), 1);
    }

    #[test]
    fn feudal_corps_come_from_marked_provinces_alone() {
        assert_eq!(
            (feudal(false, 9), feudal(true, 1), feudal(true, 2), feudal(true, 6)),
            ((0, 0), (1, 0), (1, 1), (2, 1))
        );
    }
}
