//! The manpower of a power's home provinces, by which breech-loading rifles are priced: the map's, and in its place what the group's own
//! tables say. Whoever has a province as players told it counts it.

use super::keys::Key;
use super::map::pack::Column;
use super::map::{Place, ProvinceId, home_provinces, plain};
use super::oob::Held;
use super::powers::Power;
use super::{Position, scenario};
use std::collections::BTreeMap;
use table::facts::Origin;
use table::rules::RuleId;
use table::typed::{Unprinted, Wanted, Written};
use table::{rule, said};

/// What the keys of provinces' manpower begin with: `manpower_bohemia`.
pub const MANPOWER: &str = "manpower_";
/// The most manpower of a province, in MP; ours, wider than anything printed.
const WIDEST: i64 = 99;
/// What Sardinia's prices are counted by, as if Italy were complete but for Venice.
const ITALY: [&str; 8] =
    ["sardinia", "piedmont", "sicily", "naples", "papacy", "romagna", "tuscany", "lombardy"];

/// The provinces that price a technology for a power, and the manpower of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Homeland {
    /// Each with its MP.
    pub provinces: BTreeMap<ProvinceId, u32>,
    /// Whether some of these MP are not the printed game's.
    pub unprinted: bool,
    /// The rules that chose the provinces.
    pub rules: Vec<RuleId>,
}

impl Homeland {
    /// All of it, in MP.
    #[must_use]
    pub fn manpower(&self) -> u32 {
        self.provinces.values().sum()
    }
}

/// The provinces that price a technology for a power, whoever has them now: its home provinces; for Sardinia those of an Italy that is
/// complete but for Venice (`nationalism.sardinia.tech.price-basis`).
#[must_use]
pub fn basis(scenario: &str, power: Power) -> Vec<ProvinceId> {
    if power == Power::Sardinia {
        return ITALY.into_iter().filter_map(province).collect();
    }
    let map = scenario::by_key(scenario).map(|scenario| scenario.map).unwrap_or_default();
    home_provinces(power, map)
}

fn province(key: &str) -> Option<ProvinceId> {
    ProvinceId::all().find(|province| province.key() == key)
}

/// The home provinces that a power has now, with their printed manpower (`nationalism.rifles.price`).
#[must_use]
pub fn of(state: &Position, scenario: &str, power: Power) -> Homeland {
    let mut homeland = Homeland::default();
    let italian = power == Power::Sardinia;
    if italian {
        homeland.rules = vec![
            rule!("nationalism.sardinia.tech.price-basis"),
            rule!("nationalism.sardinia.tech.price-basis.venice"),
            rule!("nationalism.sardinia.tech.before-italy"),
        ];
    }
    let mut all = basis(scenario, power);
    if !italian {
        // What became a home province since (`nationalism.petersburg.provinces`).
        let homes = state.board.of(power).filter(|(_, held)| *held == Held::Home(power));
        all.extend(homes.map(|(province, _)| province));
    }
    for province in all {
        if italian || has(state, province) == Some(power) {
            let (manpower, origin) = manpower(state, province);
            homeland.unprinted |= !origin.is_certain();
            homeland.provinces.insert(province, manpower);
        }
    }
    homeland
}

/// Who has a province: as players told it, of the whole or of every area of it; else as when the scenario begins.
fn has(state: &Position, province: ProvinceId) -> Option<Power> {
    let told = |key: &Key| state.control.get(&key.written()).copied();
    let (whole, areas): (Key, Vec<Key>) = match state.map.board() {
        None => {
            let areas = province.on_map().areas.iter().map(|area| Key::Shipped(Place::Area(*area)));
            (Key::Shipped(Place::Province(province)), areas.collect())
        }
        Some(board) => {
            let own = board.provinces().find(|name| plain(name) == plain(province.name()));
            let own = own.unwrap_or_else(|| province.name()).to_owned();
            let areas = board.areas_of(&own).map(|spot| Key::Area(board.name(spot).to_owned())).collect();
            (Key::Province(own), areas)
        }
    };
    let first = areas.first().and_then(told);
    let of_all = || first.filter(|power| areas.iter().all(|area| told(area) == Some(*power)));
    told(&whole).or_else(of_all).or_else(|| state.held(province).by())
}

/// The printed manpower of a province, and where it comes from: what the group typed, what its own map keeps, or what this program has.
pub(crate) fn manpower(state: &Position, province: ProvinceId) -> (u32, Origin) {
    let typed = state.typed.get(&key(province)).and_then(|typed| u32::try_from(*typed).ok());
    let kept = || {
        let board = state.map.board()?;
        let cells = board
            .areas_of(province.name())
            .filter_map(|spot| board.entry(spot).cells.get(&Column::Manpower)?.parse::<u32>().ok());
        // A map that keeps no manpower of the province says nothing about it.
        cells.fold(None, |sum, cell| Some(sum.unwrap_or(0) + cell))
    };
    match typed.or_else(kept) {
        Some(own) => (own, Origin::Typed),
        None => (province.on_map().manpower, province.on_map().worth),
    }
}

/// The key of a province's manpower: `manpower_ile_de_france`.
#[must_use]
pub fn key(province: ProvinceId) -> String {
    format!("{MANPOWER}{}", province.key().replace('-', "_"))
}

/// The manpower of provinces that price something, where it is not the printed game's, and where the group typed it.
pub(super) fn unprinted<'a>(
    state: &'a Position,
    scenario: &str,
    wanted: Wanted<'a>,
) -> impl Iterator<Item = Unprinted> + use<'a> {
    let mut provinces: Vec<ProvinceId> =
        state.choice.powers().flat_map(|power| basis(scenario, power)).collect();
    provinces.sort_unstable();
    provinces.dedup();
    let value = move |province: ProvinceId| {
        let typed = state.typed.get(&key(province)).copied();
        let on_map = province.on_map();
        Unprinted {
            key: key(province),
            name: said!("{}, manpower", province.name()),
            unit: "MP",
            written: Written::Whole,
            now: typed.unwrap_or_else(|| on_map.manpower.into()),
            least: 0,
            most: WIDEST,
            only: &[],
            bounds: None,
            origin: if typed.is_some() { Origin::Typed } else { on_map.worth },
        }
    };
    provinces.into_iter().filter(move |province| wanted(&key(*province))).map(value)
}
