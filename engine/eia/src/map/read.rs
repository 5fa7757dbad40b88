//! Reading the map's files, and whether they are whole.

use super::data::{
    Area, City, Combination, Holding, Map, Mark, Minor, Port, Province, Sea, SeaMark, Status, Trade, Water,
};
use super::ids::{AreaId, ProvinceId, SeaId};
use super::near::{ArrowSet, Border, Near};
use crate::chits::Terrain;
use crate::powers::Power;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeSet, HashMap};
use table::facts::Origin;

#[derive(Deserialize)]
struct Areas {
    area: Vec<RawArea>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArea {
    id: String,
    name: String,
    local: Option<String>,
    province: String,
    terrain: Terrain,
    forage: u8,
    at: (i32, i32),
    #[serde(rename = "place")]
    _place: (i32, i32),
    size: u32,
    landmass: u16,
    city: Option<City>,
    port: Option<RawPort>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPort {
    sea: String,
    guns: u8,
    fleets: u8,
    domestic: u8,
    american: u8,
    #[serde(default)]
    naval: bool,
}

#[derive(Deserialize)]
struct Provinces {
    origin: HashMap<String, Origin>,
    province: Vec<RawProvince>,
    minor: Vec<RawMinor>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProvince {
    id: String,
    name: String,
    home_of: Option<Power>,
    money: u32,
    manpower: u32,
    #[serde(rename = "people")]
    _people: u32,
    capital: String,
    worth_origin: Option<Origin>,
    guerrilla: Option<u8>,
    #[serde(default)]
    feudal_infantry: u8,
    #[serde(default)]
    feudal_cavalry: u8,
    #[serde(default)]
    marks: BTreeSet<Mark>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMinor {
    id: String,
    name: String,
    #[serde(default)]
    other_names: Vec<String>,
    district_of: Option<String>,
    holder: Option<Power>,
    status: Status,
}

#[derive(Deserialize)]
struct Seas {
    sea: Vec<RawSea>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSea {
    id: String,
    name: String,
    water: Water,
    at: (i32, i32),
    #[serde(default)]
    marks: BTreeSet<SeaMark>,
}

#[derive(Deserialize)]
struct Borders {
    land: Vec<RawBorder>,
    coast: Vec<RawCoast>,
    sea: Vec<RawBeside>,
    crossing: Vec<RawArrow>,
}

#[derive(Deserialize)]
struct RawBorder {
    between: (String, String),
    kind: String,
    river: Option<String>,
}

#[derive(Deserialize)]
struct RawCoast {
    area: String,
    sea: String,
}

#[derive(Deserialize)]
struct RawBeside {
    between: (String, String),
}

#[derive(Deserialize)]
struct RawArrow {
    name: String,
    between: (String, String),
    over: Vec<String>,
    points: u8,
    set: String,
}

#[derive(Deserialize)]
struct Combinations {
    combination: Vec<RawCombination>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCombination {
    id: String,
    name: String,
    capital: Option<String>,
    core: Vec<String>,
    may: Vec<String>,
    #[serde(default)]
    may_by_house_rule: Vec<String>,
    #[serde(default)]
    may_by_choice: Vec<String>,
    at_least: Option<usize>,
    origin: Origin,
}

#[derive(Deserialize)]
struct RawTrade {
    indian: RawIndian,
    colonial: HashMap<Power, u32>,
}

#[derive(Deserialize)]
struct RawIndian {
    holder: Power,
    money: u32,
    lost_with: String,
}

/// Ids by their words.
struct Words {
    areas: HashMap<String, AreaId>,
    provinces: HashMap<String, ProvinceId>,
    seas: HashMap<String, SeaId>,
}

fn file<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, String> {
    toml::from_str(text).map_err(|why| format!("{name}: {why}"))
}

/// What does not stand as it should in a file of the map; players never read it.
pub(super) fn fault<T>(why: impl Into<String>) -> Result<T, String> {
    Err(why.into())
}

/// Numbers words in their order; a word that stands twice is a fault.
fn numbered<T>(
    what: &str,
    keys: impl Iterator<Item = String>,
    id: impl Fn(usize) -> Option<T>,
) -> Result<HashMap<String, T>, String> {
    let mut all = HashMap::new();
    for (place, key) in keys.enumerate() {
        let number = id(place).ok_or_else(|| format!("there are too many of {what}"))?;
        if all.insert(key.clone(), number).is_some() {
            return fault(format!("{what}: {key} stands twice"));
        }
    }
    Ok(all)
}

fn known<T: Copy>(what: &str, all: &HashMap<String, T>, key: &str) -> Result<T, String> {
    all.get(key).copied().ok_or_else(|| format!("there is no {what} {key}"))
}

impl Words {
    fn area(&self, key: &str) -> Result<AreaId, String> {
        known("area", &self.areas, key)
    }

    fn province(&self, key: &str) -> Result<ProvinceId, String> {
        known("province", &self.provinces, key)
    }

    fn sea(&self, key: &str) -> Result<SeaId, String> {
        known("sea area", &self.seas, key)
    }

    fn all(&self, keys: &[String]) -> Result<Vec<ProvinceId>, String> {
        keys.iter().map(|key| self.province(key)).collect()
    }
}

impl Map {
    /// Reads the map out of its files.
    ///
    /// # Errors
    /// What does not stand as it should, or names what is not there.
    pub(super) fn read(
        areas: &str,
        provinces: &str,
        seas: &str,
        borders: &str,
        combinations: &str,
        trade: &str,
    ) -> Result<Map, String> {
        let areas: Areas = file("areas.toml", areas)?;
        let provinces: Provinces = file("provinces.toml", provinces)?;
        let seas: Seas = file("seas.toml", seas)?;
        let borders: Borders = file("borders.toml", borders)?;
        let combinations: Combinations = file("combinations.toml", combinations)?;
        let trade: RawTrade = file("trade.toml", trade)?;
        let words = Words {
            areas: numbered("areas", areas.area.iter().map(|area| area.id.clone()), |n| {
                u16::try_from(n).ok().map(AreaId)
            })?,
            provinces: numbered("provinces", provinces.province.iter().map(|one| one.id.clone()), |n| {
                u8::try_from(n).ok().map(ProvinceId)
            })?,
            seas: numbered("seas", seas.sea.iter().map(|sea| sea.id.clone()), |n| {
                u8::try_from(n).ok().map(SeaId)
            })?,
        };
        let areas = areas.area.into_iter().map(|raw| area(raw, &words)).collect::<Result<Vec<_>, _>>()?;
        let near = borders_of(&borders, &words, &areas)?;
        let provinces = provinces_of(provinces, &words, &areas)?;
        for area in &areas {
            let key = &area.key;
            if let Some(port) = &area.port {
                let id = words.area(key)?;
                if area.city.is_none() || !near.coasts(id).contains(&port.sea) {
                    return fault(format!("{key}: its port has no city, or not that sea on its coast"));
                }
            }
        }
        let seas = seas.sea.into_iter().map(|raw| Sea {
            key: raw.id,
            name: raw.name,
            water: raw.water,
            at: raw.at,
            marks: raw.marks,
        });
        let combinations = combinations.combination.into_iter().map(|raw| combination(raw, &words));
        Ok(Map {
            seas: seas.collect(),
            combinations: combinations.collect::<Result<_, _>>()?,
            trade: Trade {
                indian_holder: trade.indian.holder,
                indian: trade.indian.money,
                indian_lost_with: words.province(&trade.indian.lost_with)?,
                colonial: Power::ALL
                    .into_iter()
                    .filter_map(|power| Some((power, *trade.colonial.get(&power)?)))
                    .collect(),
            },
            areas,
            provinces,
            near,
        })
    }
}

fn area(raw: RawArea, words: &Words) -> Result<Area, String> {
    let key = &raw.id;
    let city = raw.city.as_ref();
    if !(1..=6).contains(&raw.forage)
        || city.is_some_and(|city| !(1..=5).contains(&city.towers) || city.fletches > 3)
    {
        return fault(format!("{key}: forage, towers or fletches are out of bounds"));
    }
    let port = raw.port.map(|port| {
        Ok::<_, String>(Port {
            sea: words.sea(&port.sea)?,
            guns: port.guns,
            fleets: port.fleets,
            domestic: port.domestic,
            american: port.american,
            naval: port.naval,
        })
    });
    Ok(Area {
        province: words.province(&raw.province)?,
        port: port.transpose()?,
        key: raw.id,
        name: raw.name,
        local: raw.local,
        terrain: raw.terrain,
        forage: raw.forage,
        at: raw.at,
        landmass: raw.landmass,
        size: raw.size,
        city: raw.city,
    })
}

fn borders_of(raw: &Borders, words: &Words, areas: &[Area]) -> Result<Near, String> {
    let mut near = Near::new(areas.len(), words.seas.len());
    let pair = |(one, other): &(String, String)| Ok::<_, String>([words.area(one)?, words.area(other)?]);
    let twice = |what: &(String, String)| format!("{} and {} are joined twice", what.0, what.1);
    for border in &raw.land {
        let between = pair(&border.between)?;
        let kind = match (border.kind.as_str(), &border.river) {
            ("open", None) => Border::Open,
            ("river", Some(name)) => Border::River(name.clone()),
            _ => return fault(format!("{:?}: {} is no kind of border", border.between, border.kind)),
        };
        let [one, other] = between.map(|id| areas[id.place()].landmass);
        if one != other {
            return fault(format!("{:?} touch but are two landmasses", border.between));
        }
        if !near.join(between, &kind) {
            return Err(twice(&border.between));
        }
    }
    for coast in &raw.coast {
        if !near.lay_coast(words.area(&coast.area)?, words.sea(&coast.sea)?) {
            return fault(format!("the coast of {} and {} is told twice", coast.area, coast.sea));
        }
    }
    for beside in &raw.sea {
        if !near.join_seas([words.sea(&beside.between.0)?, words.sea(&beside.between.1)?]) {
            return Err(twice(&beside.between));
        }
    }
    for arrow in &raw.crossing {
        let set = match arrow.set.as_str() {
            "standard" => ArrowSet::Standard,
            "option-12.2.1" => ArrowSet::Option,
            "added" => ArrowSet::Added,
            other => return fault(format!("{}: {other} is no set of arrows", arrow.name)),
        };
        let over = arrow.over.iter().map(|sea| words.sea(sea)).collect::<Result<_, _>>()?;
        let border = Border::Arrow { name: arrow.name.clone(), points: arrow.points, over, set };
        if !(1..=2).contains(&arrow.points) || !near.join(pair(&arrow.between)?, &border) {
            return Err(twice(&arrow.between));
        }
    }
    near.sort();
    Ok(near)
}

fn provinces_of(raw: Provinces, words: &Words, areas: &[Area]) -> Result<Vec<Province>, String> {
    let origin = raw.origin.get("default").copied().ok_or("provinces.toml has no default origin")?;
    let mut provinces = Vec::new();
    for one in raw.province {
        let id = words.province(&one.id)?;
        let capital = words.area(&one.capital)?;
        let own: Vec<AreaId> = (0..areas.len())
            .filter(|n| areas[*n].province == id)
            .filter_map(|n| u16::try_from(n).ok().map(AreaId))
            .collect();
        if !own.contains(&capital) || areas[capital.place()].city.is_none() {
            return fault(format!("{}: its capital is no city of its own", one.id));
        }
        provinces.push(Province {
            key: one.id,
            name: one.name,
            home_of: one.home_of,
            money: one.money,
            manpower: one.manpower,
            worth: one.worth_origin.unwrap_or(origin),
            capital,
            guerrilla: one.guerrilla,
            feudal_infantry: one.feudal_infantry,
            feudal_cavalry: one.feudal_cavalry,
            marks: one.marks,
            minor: None,
            areas: own,
        });
    }
    for one in raw.minor {
        let district_of = one.district_of.as_deref().map(|key| words.province(key)).transpose()?;
        let holder = match (one.status, one.holder) {
            (Status::Neutral, None) => None,
            (Status::Free, Some(power)) => Some(Holding { power, free: true }),
            (Status::Conquered, Some(power)) => Some(Holding { power, free: false }),
            _ => return fault(format!("{}: status and holder do not fit", one.id)),
        };
        let province = &mut provinces[words.province(&one.id)?.place()];
        if province.home_of.is_some() || province.minor.is_some() || province.name != one.name {
            return fault(format!("{} is no minor country, or is told twice", one.id));
        }
        province.minor =
            Some(Minor { other_names: one.other_names, district_of, status: one.status, holder });
    }
    match provinces.iter().find(|one| one.home_of.is_some() == one.minor.is_some()) {
        Some(one) => fault(format!("{} is neither a home province nor a minor country", one.key)),
        None => Ok(provinces),
    }
}

fn combination(raw: RawCombination, words: &Words) -> Result<Combination, String> {
    Ok(Combination {
        capital: raw.capital.as_deref().map(|key| words.area(key)).transpose()?,
        core: words.all(&raw.core)?,
        may: words.all(&raw.may)?,
        may_by_house_rule: words.all(&raw.may_by_house_rule)?,
        may_by_choice: words.all(&raw.may_by_choice)?,
        key: raw.id,
        name: raw.name,
        at_least: raw.at_least,
        origin: raw.origin,
    })
}
