//! The values of the economy as a campaign plays with them: what the group typed, else the shipped ones, and which of them are not the printed
//! game's.

use super::data::{self, Row};
use crate::Position;
use crate::map::{ProvinceId, home_provinces};
use crate::oob::{self, Cost};
use crate::politics::terms::Term;
use crate::powers::Power;
use table::facts::Origin;
use table::said;
use table::said::Said;
use table::typed::{Unprinted, Wanted, Written};

/// What the keys of provinces' taxes begin with.
pub const MONEY: &str = "money_";

/// What the keys of these values begin with, and what of them: `gold_8`, `reparations_b3_one_sixths`, `manipulation_up_2_money`, `price_infantry`,
/// `upkeep_corps`, `money_bohemia`.
const PREFIXES: [&str; 6] = ["gold_", "reparations_", "manipulation_", "price_", "upkeep_", MONEY];

/// The most of any of them, in $, MP or sixths; ours, wider than anything printed.
const WIDEST: i64 = 999;

/// Whether a key is one of these.
#[must_use]
pub fn is_of_the_economy(key: &str) -> bool {
    PREFIXES.iter().any(|prefix| key.starts_with(prefix))
}

impl Position {
    fn typed_or(&self, key: &str, shipped: i64) -> i64 {
        self.typed.get(key).copied().unwrap_or(shipped)
    }

    /// What the gold convoy brings for a total of its dice, in $.
    #[must_use]
    pub fn gold(&self, total: u8) -> i64 {
        self.typed_or(&format!("gold_{total}"), data::gold(total).into())
    }

    /// What reparations of a power by a term come to in each payment, in $: so many sixths of the taxes that are printed on its home
    /// provinces, whoever holds them now, rounded up; 0 for another term.
    #[must_use]
    pub fn reparations(&self, loser: Power, term: Term, parted: bool) -> i64 {
        let Some(of) = data::reparations(term) else { return 0 };
        let (word, shipped) = if parted { ("two", of.two) } else { ("one", of.one) };
        let sixths = self.typed_or(&reparations_key(term, word), shipped.into());
        let home = home_provinces(loser, self.board.era());
        let tax: i64 = home.into_iter().map(|province| self.taxes(province)).sum();
        (tax * sixths + 5).div_euclid(6)
    }

    /// A row of the table of economic manipulation, with the group's own amounts.
    #[must_use]
    pub fn manipulation(&self, row: &Row) -> Row {
        let of = |what: &str, shipped: i64| {
            let amount = self.typed_or(&key_of(row, what), shipped.abs());
            if row.steps > 0 { amount } else { -amount }
        };
        Row { money: of("money", row.money), manpower: of("manpower", row.manpower), ..*row }
    }

    /// What one of something costs: $ and MP.
    #[must_use]
    pub fn price(&self, cost: &Cost) -> [i64; 2] {
        [self.typed_or(&format!("price_{}", cost.key), cost.price.into()), cost.manpower.into()]
    }

    /// What a counter on the map costs in an economic phase, in $.
    #[must_use]
    pub fn upkeep(&self, counter: &str) -> i64 {
        let of = oob::upkeep(self.scenario_key()).find(|cost| cost.key == counter);
        of.map_or(0, |cost| self.typed_or(&format!("upkeep_{}", cost.key), cost.price.into()))
    }

    /// The taxes of a province, in $.
    #[must_use]
    pub fn taxes(&self, province: ProvinceId) -> i64 {
        self.typed_or(&money_key(province), province.on_map().money.into())
    }
}

fn reparations_key(term: Term, word: &str) -> String {
    format!("reparations_{}_{word}_sixths", term.key())
}

fn key_of(row: &Row, what: &str) -> String {
    let way = if row.steps > 0 { "up" } else { "down" };
    format!("manipulation_{way}_{}_{what}", row.steps.unsigned_abs())
}

/// The key of a province's taxes: `money_bohemia`.
#[must_use]
pub fn money_key(province: ProvinceId) -> String {
    format!("{MONEY}{}", province.key().replace('-', "_"))
}

/// A value as it is shipped.
struct Shipped {
    key: String,
    name: Said,
    unit: &'static str,
    value: i64,
    origin: Origin,
}

/// All of them.
fn shipped(scenario: &str) -> Vec<Shipped> {
    let mut all = Vec::new();
    let (origin, money) = data::convoy();
    for (total, money) in (2u8..).zip(money) {
        let (key, value) = (format!("gold_{total}"), i64::from(*money));
        all.push(Shipped { key, name: said!("Gold convoy, roll of {}", total), unit: "$", value, origin });
    }
    for term in [Term::B3, Term::C3] {
        let Some(of) = data::reparations(term) else { continue };
        for (word, value) in [("one", of.one), ("two", of.two)] {
            let payments = if word == "one" { 1u8 } else { 2 };
            all.push(Shipped {
                key: reparations_key(term, word),
                name: said!(
                    "Reparations {}, each of {} payments, sixths of the home tax",
                    term.name(),
                    payments
                ),
                unit: "/6",
                value: value.into(),
                origin: of.origin,
            });
        }
    }
    for row in data::manipulation() {
        let steps = format!("{:+}", row.steps);
        let (money, manpower) = (row.money.abs(), row.manpower.abs());
        let of = |what: &str, name: Said, unit: &'static str, value: i64| Shipped {
            key: key_of(row, what),
            name,
            unit,
            value,
            origin: row.origin,
        };
        all.push(of("money", said!("Manipulation {}, money", steps.clone()), "$", money));
        all.push(of("manpower", said!("Manipulation {}, manpower", steps), "MP", manpower));
    }
    let priced = |prefix: &str, name: fn(&str) -> Said, cost: &Cost| Shipped {
        key: format!("{prefix}_{}", cost.key),
        name: name(&cost.name),
        unit: "$",
        value: cost.price.into(),
        origin: cost.origin,
    };
    all.extend(oob::costs(scenario).map(|cost| priced("price", |name| said!("Price of {}", name), cost)));
    all.extend(oob::upkeep(scenario).map(|cost| priced("upkeep", |name| said!("Upkeep of {}", name), cost)));
    all.extend(ProvinceId::all().map(|province| Shipped {
        key: money_key(province),
        name: said!("{}, money", province.name()),
        unit: "$",
        value: province.on_map().money.into(),
        origin: province.on_map().worth,
    }));
    all
}

/// Those of them that are wanted.
pub(crate) fn unprinted(state: &Position, scenario: &str, wanted: Wanted<'_>) -> Vec<Unprinted> {
    let own = |key: &str| state.typed.get(key).copied();
    let shipped = shipped(scenario).into_iter().filter(|of| wanted(&of.key));
    shipped
        .map(|Shipped { key, name, unit, value, origin }| Unprinted {
            now: own(&key).unwrap_or(value),
            origin: if own(&key).is_some() { Origin::Typed } else { origin },
            key,
            name,
            unit,
            least: 0,
            most: WIDEST,
            written: Written::Whole,
            only: &[],
            bounds: None,
        })
        .collect()
}
