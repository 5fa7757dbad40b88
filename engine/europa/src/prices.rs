//! What troops cost to buy and to keep, what a country keeps for nothing, and how much it may buy: the country tables of the aids.

use super::class::Class;
use super::country::Country;
use super::period::Period;
use super::technology::{Land, Naval};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The land prices of a country at a technology, in ducats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LandPrices {
    /// To buy: an LD, an A-.
    pub buy: [u16; 2],
    /// To keep at war: LD, A-, A+, each veteran and conscript.
    pub war: [(u16, u16); 3],
    /// To keep at peace: LD, A-, A+.
    pub peace: [u16; 3],
}

/// The naval prices of a country at a technology, in ducats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavalPrices {
    /// To buy an ND.
    pub nd: u16,
    /// To buy a full F-.
    pub fleet: u16,
    /// To buy a GD; none where none is sold.
    pub gd: Option<u16>,
    /// To buy a full F- of galleys; none where none is sold.
    pub galley_fleet: Option<u16>,
    /// To buy a DTr.
    pub dtr: u16,
    /// To keep: ND, F-, F+.
    pub keep: [u16; 3],
}

/// Counters kept for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Free {
    /// A+.
    #[serde(rename = "A+")]
    pub a_plus: u8,
    /// A-.
    #[serde(rename = "A-")]
    pub a_minus: u8,
    /// LD.
    #[serde(rename = "LD")]
    pub ld: u8,
    /// F+.
    #[serde(rename = "F+")]
    pub f_plus: u8,
    /// F-.
    #[serde(rename = "F-")]
    pub f_minus: u8,
    /// Large fleets of transports.
    #[serde(rename = "FTr+")]
    pub transports: u8,
    /// Detachments that may be of land or of sea.
    #[serde(rename = "D")]
    pub either: u8,
    /// Large privateers.
    #[serde(rename = "P+")]
    pub privateers: u8,
}

/// What a country has in a period.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forces {
    /// What is kept for nothing.
    pub free: Free,
    /// What Poland keeps for nothing in Lithuania.
    #[serde(default)]
    pub lithuania: Free,
    /// What Poland keeps for nothing in Ukraine.
    #[serde(default)]
    pub ukraine: Free,
    /// What Poland keeps under a condition that is not held: the umpire's to grant.
    #[serde(default)]
    pub bracketed: Free,
    /// Holland's further column, most likely its company's: the umpire's to grant.
    #[serde(default)]
    pub company: Free,
    /// ND and LD that may be bought in a turn.
    pub buys: [u8; 2],
    /// ND that may be had at all.
    pub ships: u8,
    class: String,
    /// The cells as they are printed: free upkeep, purchase, ships, class. A mark such as `^a` is a condition that is not held.
    pub printed: [String; 4],
}

impl Forces {
    /// The army class of the table.
    #[must_use]
    pub fn class(&self) -> Option<Class> {
        Class::by_key(&self.class)
    }

    /// LD that may be bought at the written price in a turn (`fast-battle.purchase.limit-source`).
    #[must_use]
    pub fn land_limit(&self) -> u8 {
        self.buys[1]
    }

    /// ND that may be bought in a turn.
    #[must_use]
    pub fn naval_limit(&self) -> u8 {
        self.buys[0]
    }
}

#[derive(Deserialize)]
struct Branches {
    land: BTreeMap<Land, [u16; 11]>,
    naval: BTreeMap<Naval, [i16; 8]>,
}

struct Tables {
    prices: BTreeMap<String, Branches>,
    forces: BTreeMap<String, BTreeMap<String, Forces>>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    // The files are part of the program and a test reads them.
    let tables = Tables {
        prices: toml::from_str(include_str!("../data/prices.toml")).expect("the prices are whole"),
        forces: toml::from_str(include_str!("../data/forces.toml")).expect("the forces are whole"),
    };
    for key in tables.prices.keys().chain(tables.forces.keys()) {
        assert!(Country::by_key(key).is_some(), "{key} is a country");
    }
    tables
});

/// The land prices of a country at a technology; none where the tables have none.
#[must_use]
pub fn land(country: Country, technology: Land) -> Option<LandPrices> {
    let c = TABLES.prices.get(country.key())?.land.get(&technology)?;
    Some(LandPrices {
        buy: [c[0], c[1]],
        war: [(c[2], c[3]), (c[4], c[5]), (c[6], c[7])],
        peace: [c[8], c[9], c[10]],
    })
}

/// The naval prices of a country at a technology; none where the tables have none. They begin with the carrack, whose row who has galleys
/// alone pays by: it has the prices of galleys too.
#[must_use]
pub fn naval(country: Country, technology: Naval) -> Option<NavalPrices> {
    let c = TABLES.prices.get(country.key())?.naval.get(&technology.max(Naval::Carrack))?;
    let sold = |n: i16| u16::try_from(n).ok();
    Some(NavalPrices {
        nd: sold(c[0])?,
        fleet: sold(c[1])?,
        gd: sold(c[2]),
        galley_fleet: sold(c[3]),
        dtr: sold(c[4])?,
        keep: [sold(c[5])?, sold(c[6])?, sold(c[7])?],
    })
}

/// Free upkeep and limits of a country in a period; none where the tables have none.
#[must_use]
pub fn forces(country: Country, period: Period) -> Option<&'static Forces> {
    TABLES.forces.get(country.key())?.get(period.key())
}

/// The periods in which a great country has a table; none for one that has no table at all, which the minor countries are.
#[must_use]
pub fn periods(country: Country) -> Option<Vec<Period>> {
    let table = TABLES.forces.get(country.key())?;
    Some(Period::ALL.into_iter().filter(|period| table.contains_key(period.key())).collect())
}

/// The army class of a country in a period: its table's, else that of the list of countries; none for Mazovia.
#[must_use]
pub fn class(country: Country, period: Period) -> Option<Class> {
    forces(country, period).and_then(Forces::class).or(country.known().class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources;

    fn country(macro_name: &str) -> Option<Country> {
        Country::all().find(|c| c.known().source == macro_name.to_lowercase())
    }

    // fast-battle.upkeep.per-detachment: the tables begin with the carrack, and who has galleys alone pays by its row.
    #[test]
    fn who_has_galleys_alone_pays_by_the_first_row() {
        for key in ["venice", "turkey", "france", "portugal"] {
            let country = Country::by_key(key).expect("it is known");
            let first = naval(country, Naval::Carrack);
            assert!(first.is_some(), "{key}");
            assert_eq!(naval(country, Naval::Galley), first, "{key}");
        }
    }

    #[test]
    fn every_price_is_as_both_editions_have_it() {
        for edition in ["guide2013", "head2020"] {
            let rows = sources::cells(&format!("tables/{edition}/country_purchase_maintenance.csv"));
            for row in rows.iter().flatten() {
                let who = country(&row[0]).expect("the country is known");
                let key = row[2].to_lowercase().replace("arquebus", "arquebuse").replace("nae_", "nao_");
                let key = key.replace("tls", "galleon_fluyt").replace("lace_war", "lace_wars");
                let cells = row[3..11].join("/").replace("//", "/-/").replace("//", "/-/");
                let technology = serde_json::Value::String(key);
                if row[1] == "land" {
                    let p = land(who, serde_json::from_value(technology).expect("a technology"))
                        .expect("a price");
                    let war: Vec<u16> = p.war.iter().flat_map(|(v, c)| [*v, *c]).collect();
                    let told = [p.buy.to_vec(), war, p.peace.to_vec()].concat();
                    assert_eq!(
                        told.iter().map(u16::to_string).collect::<Vec<_>>().join("/"),
                        cells,
                        "{row:?}"
                    );
                } else {
                    let p = naval(who, serde_json::from_value(technology).expect("a technology"))
                        .expect("a price");
                    let told = [Some(p.nd), Some(p.fleet), p.gd, p.galley_fleet, Some(p.dtr)];
                    let told = told.into_iter().chain(p.keep.map(Some));
                    let told: Vec<String> =
                        told.map(|n| n.map_or("-".to_owned(), |n| n.to_string())).collect();
                    assert_eq!(told.join("/"), cells, "{row:?}");
                }
            }
        }
    }

    // fast-battle.upkeep.per-detachment, fast-battle.purchase.limit-source
    #[test]
    fn free_upkeep_and_limits_are_as_both_editions_have_them() {
        for edition in ["guide2013", "head2020"] {
            let rows = sources::cells(&format!("tables/{edition}/country_turn_actions_basicforces.csv"));
            for row in rows.iter().flatten() {
                let who = country(&row[0]).expect("the country is known");
                let period =
                    Period::ALL.into_iter().find(|p| row[2].ends_with(&format!(" {p}"))).expect("a period");
                let forces = forces(who, period).expect("its forces");
                assert!(row.join(", ").contains(&forces.printed[0]), "{row:?}");
                assert!(row.contains(&forces.printed[1]), "{row:?}");
                let digits = |s: &str| s.chars().take_while(char::is_ascii_digit).collect::<String>();
                let (nd, ld) = forces.printed[1].split_once('/').expect("ND and LD");
                assert_eq!([digits(nd), digits(ld.trim())], forces.buys.map(|n| n.to_string()), "{row:?}");
            }
            let rows = sources::cells(&format!("tables/{edition}/country_period_limits.csv"));
            for row in rows.iter().flatten() {
                let who = country(&row[0]).expect("the country is known");
                let period =
                    Period::ALL.into_iter().find(|p| row[2].ends_with(&format!(" {p}"))).expect("a period");
                let forces = forces(who, period).expect("its forces");
                let n = row.len();
                assert_eq!([&row[n - 5], &row[n - 1]], [&forces.printed[2], &forces.printed[3]]);
                assert!(row[n - 5].starts_with(&forces.ships.to_string()));
                assert!(row[n - 1].starts_with(&format!("CA{}", forces.class().expect("a class"))));
            }
        }
    }

    #[test]
    fn free_upkeep_is_what_a_program_that_plays_it_makes_of_the_cells() {
        for row in sources::csv("implementation/tables/T_BASIC_FORCE.csv").iter().flatten() {
            let who = country(&row["R_COUNTRY"]).expect("the country is known");
            let period = Period::ALL.into_iter().find(|p| p.key() == row["ID_PERIOD"]).expect("a period");
            let Some(forces) = forces(who, period) else { panic!("no forces for {row:?}") };
            let free = forces.free;
            let own = match row["TYPE"].as_str() {
                "ARMY_PLUS" => free.a_plus,
                "ARMY_MINUS" => free.a_minus,
                "LD" => free.ld,
                "FLEET_PLUS" => free.f_plus,
                "FLEET_MINUS" => free.f_minus,
                "FLEET_TRANSPORT_PLUS" => free.transports,
                "LDND" => free.either,
                _ => free.privateers,
            };
            assert_eq!(own.to_string(), row["NUMBER"], "{row:?}");
        }
    }

    #[test]
    fn a_class_is_the_tables_own_before_that_of_the_list() {
        let class_of = |key: &str, period| class(Country::by_key(key).expect("it is known"), period);
        assert_eq!(class_of("spain", Period::II), Some(Class::III));
        assert_eq!(class_of("france", Period::II), Some(Class::IV));
        assert_eq!(class_of("prussia", Period::VI), Some(Class::IV));
        assert_eq!(class_of("habsburg", Period::VI), Some(Class::IV));
        assert_eq!(class_of("bavaria", Period::VI), Some(Class::III));
        assert_eq!(class_of("mazovia", Period::I), None);
    }
}
