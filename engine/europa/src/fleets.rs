//! What a fleet counter holds, and what troops take up at sea.

use super::class::Class;
use super::country::Country;
use super::period::Period;
use super::prices;
use super::units::{Counter, Stack};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// What fills a fleet counter: warships and transports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capacity {
    /// ND; two GD take the place of one.
    pub nd: u8,
    /// DTr.
    pub dtr: u8,
}

#[derive(Deserialize)]
struct File {
    fleets: BTreeMap<String, [Vec<u8>; 7]>,
    transport: BTreeMap<Class, [u8; 7]>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is part of the program and a test reads it.
    let file: File =
        toml::from_str(include_str!("../data/logistics.toml")).expect("the tables of fleets are whole");
    assert!(file.fleets.values().flatten().all(|cell| matches!(cell.len(), 0 | 4)));
    file
});

/// What fills an F- or (`large`) an F+ of a country in a period (`fast-battle.units.fleet-contents-vary`): by its own row, else by that of
/// its class. None where no row is its own, which is the umpire's to say.
#[must_use]
pub fn capacity(country: Country, period: Period, large: bool) -> Option<Capacity> {
    let row = FILE.fleets.get(country.key()).or_else(|| {
        let key = match prices::class(country, period)? {
            Class::II | Class::A => "class_ii_and_a",
            Class::III => "class_iii",
            _ => return None,
        };
        FILE.fleets.get(key)
    })?;
    let cell = &row[period as usize];
    let at = if large { 2 } else { 0 };
    Some(Capacity { nd: *cell.get(at)?, dtr: *cell.get(at + 1)? })
}

/// What fills a fleet counter of a country in a period; none for what is no fleet, and where no row is its own.
#[must_use]
pub fn fills(counter: Counter, country: Country, period: Period) -> Option<Capacity> {
    counter.is_fleet().then(|| capacity(country, period, matches!(counter, Counter::FleetPlus(_))))?
}

/// Transport points that an A+ of a class takes up (`fast-battle.aids.sea-transport`); an A- takes half of them.
#[must_use]
pub fn transport_points(class: Class, period: Period) -> u8 {
    FILE.transport.get(&class).map_or(0, |row| row[period as usize])
}

/// Transport points that a land stack takes up, in halves: an A+ by the class of its country, an A- half of that, an LD 2, an exploration
/// detachment half a point. A pasha takes up none.
///
/// # Errors
/// When the class of an army's country is held nowhere, which then is the umpire's to say.
pub fn takes_up(stack: &Stack, period: Period) -> Result<u16, Refusal> {
    let mut halves = 0;
    for unit in &stack.0 {
        let army = || {
            prices::class(unit.country, period)
                .map(|class| u16::from(transport_points(class, period)))
                .ok_or_else(|| {
                    Refusal::under(
                        rule!("fast-battle.aids.sea-transport"),
                        said!(
                            "The tables do not say of what class the armies of {} are: the umpire must.",
                            unit.country.name()
                        ),
                    )
                })
        };
        halves += match unit.counter {
            Counter::ArmyPlus => 2 * army()?,
            Counter::ArmyMinus => army()?,
            Counter::Ld => 4,
            Counter::LandD => 1,
            _ => 0,
        };
    }
    Ok(halves)
}

/// Transport points that a naval stack carries, in halves: an ND and a GD 1 point, a DTr 3, an exploration detachment half of one.
#[must_use]
pub fn carries(stack: &Stack) -> u16 {
    let hold = stack.hold();
    2 * (u16::from(hold.nd) + u16::from(hold.gd))
        + 6 * u16::from(hold.dtr)
        + u16::from(stack.count(|c| c == Counter::SeaD))
}

/// Whether a naval stack can carry a land stack; the rule.
///
/// # Errors
/// When it has too few transport points, or a class is not known.
pub fn may_carry(fleet: &Stack, land: &Stack, period: Period) -> Result<RuleId, Refusal> {
    const RULE: RuleId = rule!("fast-battle.aids.sea-transport");
    let (needs, has) = (takes_up(land, period)?, carries(fleet));
    if needs <= has {
        return Ok(RULE);
    }
    Err(Refusal::under(
        RULE,
        said!("The land stack takes up {} transport points; the ships have {}.", needs.div_ceil(2), has / 2),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources;
    use serde_json::Value;

    fn country(key: &str) -> Country {
        Country::by_key(key).expect("it is known")
    }

    // fast-battle.units.fleet-contents-vary
    #[test]
    fn a_fleet_holds_what_country_and_period_say() {
        let full = |key, period, large| capacity(country(key), period, large).map(|c| (c.nd, c.dtr));
        assert_eq!(full("russia", Period::III, true), Some((3, 1)));
        assert_eq!(full("russia", Period::VII, true), Some((7, 2)));
        assert_eq!(full("russia", Period::I, true), None);
        assert_eq!(full("portugal", Period::IV, true), Some((5, 2)), "the row of class III");
        assert_eq!(full("algiers", Period::V, true), Some((5, 1)), "the row of class II");
        assert_eq!(full("savoy", Period::V, true), None, "no row of its own, nor one of class IIIM");
        assert_eq!(full("mazovia", Period::I, false), None);
    }

    // fast-battle.aids.sea-transport
    #[test]
    fn an_army_takes_up_points_at_sea_by_class_and_period() {
        assert_eq!(transport_points(Class::IV, Period::VI), 12);
        assert_eq!(transport_points(Class::IVM, Period::VI), 10);
        assert_eq!(transport_points(Class::I, Period::I), 10);
        assert!(Class::ALL.iter().all(|c| transport_points(*c, Period::III) >= 6));
    }

    #[test]
    fn ships_carry_as_many_points_as_they_have() {
        use Counter::{ArmyMinus, ArmyPlus, Dtr, Gd, LandD, Ld, Nd, SeaD};
        let of = |country: &str, counters: &[Counter]| crate::units::stack(country, counters);
        let (army, half) = (of("spain", &[ArmyPlus]), of("spain", &[ArmyMinus, Ld, LandD]));
        assert_eq!(takes_up(&army, Period::I), Ok(12));
        assert_eq!(takes_up(&half, Period::I), Ok(6 + 4 + 1));
        let ships = of("spain", &[Nd, Gd, Dtr, SeaD]);
        assert_eq!(carries(&ships), 2 + 2 + 6 + 1);
        assert_eq!(may_carry(&ships, &half, Period::I), Ok(rule!("fast-battle.aids.sea-transport")));
        let refusal = may_carry(&ships, &army, Period::I).expect_err("too few points");
        assert_eq!(refusal.rules, [rule!("fast-battle.aids.sea-transport")]);
        assert!(refusal.says.contains("6 transport points") && refusal.says.contains("have 5"));
        assert!(takes_up(&of("mazovia", &[ArmyMinus]), Period::I).is_err());
    }

    #[test]
    fn every_cell_of_fleets_and_transport_is_as_the_tables_have_it() {
        let Some(text) = sources::text("tables/core_tables.json") else { return };
        let tables: Value = serde_json::from_str(&text).expect("the tables are read");
        let rows = tables["fleet_size_Fminus_NWD/NTD:Fplus_NWD/NTD"].as_object().expect("rows");
        let keys = [
            ("ENG", "england"),
            ("AUS", "habsburg"),
            ("SPA", "spain"),
            ("HOL", "holland"),
            ("FRA", "france"),
            ("POL", "poland"),
            ("RUS", "russia"),
            ("TUR", "turkey"),
            ("VEN", "venice"),
            ("SUE", "sweden"),
            ("CLASS_II_and_A", "class_ii_and_a"),
            ("CLASS_III_and_POR", "class_iii"),
        ];
        assert_eq!(rows.len(), keys.len());
        for (theirs, ours) in keys {
            for period in Period::ALL {
                let cell = &FILE.fleets[ours][period as usize];
                let told = match cell.as_slice() {
                    [a, b, c, d] => format!("{a}/{b}:{c}/{d}"),
                    _ => "-".to_owned(),
                };
                assert_eq!(rows[theirs][period.key()], told);
            }
        }
        let rows = tables["transport_points_per_Aplus"].as_object().expect("rows");
        for (classes, row) in rows.iter().filter(|(key, _)| *key != "columns") {
            for class in classes.split(',').map(|c| Class::by_key(c).expect("a class")) {
                for (column, period) in [0, 0, 0, 1, 1, 2, 3].into_iter().zip(Period::ALL) {
                    assert_eq!(row[column], transport_points(class, period));
                }
            }
        }
    }
}
