//! The orders of battle as they are written, and the checks of their shape. A file has `origin.default`, and `origin.<field>` for what is of
//! another; an entry may have an origin of its own.

use super::control::Held;
use super::forces::{Corps, Feudal, Fleet, Forces, Leader, Rank, Ships, Sorts};
use super::minors::MinorForces;
use super::status::StatusBox;
use super::{Between, OrderOfBattle};
use crate::land::forces::{Factors, Troop};
use crate::map::{ProvinceId, home_of};
use crate::months::Month;
use crate::nations::Nation;
use crate::powers::Power;
use crate::scenario::Scenario;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use table::facts::{Fact, Origin};

/// A scenario's files: how it begins, its minor countries, and a file for each power.
struct Files {
    scenario: &'static str,
    start: &'static str,
    minors: &'static str,
    powers: &'static [(Power, &'static str)],
    /// Minor countries of which these files speak, and that are the home of a power here.
    homes: &'static [&'static str],
}

macro_rules! files {
    ($scenario:literal in $folder:literal: $($power:ident $file:literal),*; $($home:literal)*) => {
        files!($scenario in $folder from $folder: $($power $file),*; $($home)*)
    };
    ($scenario:literal in $folder:literal from $start:literal: $($power:ident $file:literal),*; $($home:literal)*) => {
        Files {
            scenario: $scenario,
            start: include_str!(concat!("../../data/oob/", $start, "/start.toml")),
            minors: include_str!(concat!("../../data/oob/", $folder, "/minors.toml")),
            powers: &[$((
                Power::$power,
                include_str!(concat!("../../data/oob/", $folder, "/", $file, ".toml")),
            )),*],
            homes: &[$($home),*],
        }
    };
}

const FILES: [Files; 4] = [
    files!("1805" in "1805": Austria "austria", France "france", GreatBritain "great-britain", Prussia "prussia", Russia "russia",
        Spain "spain", Turkey "turkey";),
    files!("1853" in "1853": Austria "austria", France "france", GreatBritain "great-britain", Prussia "prussia", Russia "russia",
        Sardinia "sardinia", Turkey "turkey";),
    files!("1853-greece" in "1853": Austria "austria", France "france", GreatBritain "great-britain", Greece "greece", Prussia "prussia",
        Russia "russia", Sardinia "sardinia", Turkey "turkey"; "greece" "macedonia"),
    files!("danube" in "1805" from "danube": Austria "austria", France "france", Russia "russia";),
];

type Origins = BTreeMap<String, Origin>;

/// Where a field comes from by a file's list.
fn origin(origins: &Origins, field: &str) -> Origin {
    origins.get(field).or_else(|| origins.get("default")).copied().unwrap_or(Origin::Ours)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    origin: Origins,
    #[serde(default)]
    wars: Vec<[Power; 2]>,
    #[serde(default)]
    alliances: Vec<[Power; 2]>,
    #[serde(default)]
    held: Vec<RawHeld>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHeld {
    id: String,
    #[serde(default)]
    ceded: Option<Power>,
    #[serde(default)]
    free: Option<Power>,
    #[serde(default)]
    conquered: Option<Power>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawForces {
    origin: Origins,
    status: StatusBox,
    treasury: u32,
    depots: u32,
    depots_at_start: u32,
    #[serde(default)]
    factors: Factors,
    #[serde(default)]
    ships: Ships,
    corps: Vec<RawCorps>,
    #[serde(default)]
    feudal: Option<Feudal>,
    #[serde(default)]
    fleets: Vec<RawFleet>,
    #[serde(default)]
    leaders: Vec<RawLeader>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCorps {
    name: String,
    #[serde(default)]
    kind: Sorts,
    holds: Factors,
    moves: u8,
    #[serde(default)]
    with: Option<String>,
    #[serde(default)]
    la_salle: bool,
    #[serde(default)]
    named: Option<Origin>,
    #[serde(default)]
    origin: Option<Origin>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFleet {
    name: String,
    ships: u16,
    #[serde(default)]
    named: Option<Origin>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLeader {
    name: String,
    ratings: [u8; 3],
    rank: Rank,
    #[serde(default)]
    at_sea: bool,
    #[serde(default)]
    from: Option<Month>,
    #[serde(default)]
    until: Option<Month>,
    #[serde(default)]
    with: Option<String>,
    #[serde(default)]
    named: Option<Origin>,
    #[serde(default)]
    origin: Option<Origin>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Minors {
    origin: Origins,
    minor: Vec<RawMinor>,
    /// Those that have no forces.
    none: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMinor {
    id: String,
    #[serde(default)]
    corps: u8,
    #[serde(default)]
    holds: Factors,
    #[serde(default)]
    factors: Factors,
    #[serde(default)]
    ships: Ships,
    #[serde(default = "three")]
    moves: u8,
    #[serde(default)]
    nation: Option<Nation>,
    #[serde(default)]
    named: Option<Origin>,
}

fn three() -> u8 {
    3
}

/// The order of battle that the program holds for a scenario.
pub(super) fn shipped(scenario: &Scenario) -> Result<OrderOfBattle, String> {
    let files = FILES.iter().find(|files| files.scenario == scenario.key);
    let files = files.ok_or_else(|| format!("{}: there is no order of battle", scenario.key))?;
    read(scenario, files.start, files.minors, files.powers, files.homes)
}

/// Reads an order of battle and checks its shape. `homes` are minor countries of which the files speak, and that are homes of a power in this
/// scenario: what they say of them does not hold.
pub(super) fn read(
    scenario: &Scenario,
    start: &str,
    minors: &str,
    powers: &[(Power, &str)],
    homes: &[&str],
) -> Result<OrderOfBattle, String> {
    let fault = |file: &str, problem: String| format!("{}, {file}: {problem}", scenario.key);
    let start: Start = toml::from_str(start).map_err(|why| fault("start", why.to_string()))?;
    if !powers.iter().map(|(power, _)| *power).eq(scenario.powers.iter().copied()) {
        return Err(fault("powers", "each power of the scenario has a file, in the game's order".to_owned()));
    }
    let mut all = BTreeMap::new();
    for (power, text) in powers {
        let raw: RawForces = toml::from_str(text).map_err(|why| fault(power.key(), why.to_string()))?;
        all.insert(*power, forces(raw).map_err(|why| fault(power.key(), why))?);
    }
    let between = |pairs: &[[Power; 2]], what: &str| {
        let origin = origin(&start.origin, what);
        let in_order =
            pairs.iter().all(|[one, other]| one < other && all.contains_key(one) && all.contains_key(other));
        let once = pairs.iter().collect::<BTreeSet<_>>().len() == pairs.len();
        match in_order && once {
            true => Ok(pairs.iter().map(|powers| Between { powers: *powers, origin }).collect::<Vec<_>>()),
            false => {
                Err(fault("start", format!("{what} are between two powers in the game's order, each once")))
            }
        }
    };
    let (wars, alliances) = (between(&start.wars, "wars")?, between(&start.alliances, "alliances")?);
    if wars.iter().any(|war| alliances.iter().any(|alliance| alliance.powers == war.powers)) {
        return Err(fault("start", "allies are not at war".to_owned()));
    }
    let mut held = BTreeMap::new();
    for raw in start.held.into_iter().filter(|raw| !homes.contains(&raw.id.as_str())) {
        let home = province(&raw.id).map(|one| (one, home_of(one, scenario.map)));
        let (one, home) = home.map_err(|why| fault("start", why))?;
        let how = match (raw.ceded, raw.free, raw.conquered) {
            (Some(power), None, None) if home.is_some() => Held::Ceded(power),
            (None, Some(power), None) if home.is_none() => Held::Free(power),
            (None, None, Some(power)) if home.is_none() => Held::Conquered(power),
            (None, None, None) if home.is_none() => Held::Neutral,
            _ => {
                return Err(fault(
                    "start",
                    format!("{}: home provinces are ceded, minor countries conquered or free", raw.id),
                ));
            }
        };
        if how.by().is_some_and(|power| !all.contains_key(&power)) || held.insert(one, how).is_some() {
            return Err(fault("start", format!("{}: held twice, or by a power that there is not", raw.id)));
        }
    }
    let mut minors: Minors = toml::from_str(minors).map_err(|why| fault("minors", why.to_string()))?;
    minors.minor.retain(|raw| !homes.contains(&raw.id.as_str()));
    minors.none.retain(|key| !homes.contains(&key.as_str()));
    let minors = of_minors(minors).map_err(|why| fault("minors", why))?;
    Ok(OrderOfBattle {
        scenario: scenario.key.clone(),
        wars,
        alliances,
        control: origin(&start.origin, "held"),
        powers: all,
        minors,
        held,
        era: scenario.map,
    })
}

fn province(key: &str) -> Result<ProvinceId, String> {
    ProvinceId::all().find(|one| one.key() == key).ok_or_else(|| format!("{key} is no province of the map"))
}

fn forces(raw: RawForces) -> Result<Forces, String> {
    let of = |field: &str| origin(&raw.origin, field);
    let names = of("names");
    let corps = raw.corps.into_iter().map(|one| Corps {
        name: one.name,
        kind: one.kind,
        holds: one.holds,
        moves: one.moves,
        with: one.with,
        la_salle: one.la_salle,
        named: one.named.unwrap_or(names),
        origin: one.origin.unwrap_or_else(|| of("corps")),
        moving: of("moves"),
    });
    let fleets = raw.fleets.into_iter().map(|one| Fleet {
        name: one.name,
        ships: one.ships,
        named: one.named.unwrap_or(names),
        origin: of("fleets"),
    });
    let leaders = raw.leaders.into_iter().map(|one| Leader {
        name: one.name,
        strategic: one.ratings[0],
        tactical: one.ratings[1],
        maximum: one.ratings[2],
        rank: one.rank,
        at_sea: one.at_sea,
        from: one.from,
        until: one.until,
        with: one.with,
        named: one.named.unwrap_or(names),
        origin: one.origin.unwrap_or_else(|| of("leaders")),
    });
    let forces = Forces {
        status: Fact { value: raw.status, origin: of("status") },
        treasury: Fact { value: raw.treasury, origin: of("treasury") },
        depots: Fact { value: raw.depots, origin: of("depots") },
        depots_at_start: Fact { value: raw.depots_at_start, origin: of("depots_at_start") },
        factors: Fact { value: raw.factors, origin: of("factors") },
        ships: Fact { value: raw.ships, origin: of("ships") },
        corps: corps.collect(),
        feudal: raw.feudal,
        fleets: fleets.collect(),
        leaders: leaders.collect(),
    };
    check(&forces)?;
    Ok(forces)
}

/// The largest rating and the largest tactical maximum.
const HIGHEST: (u8, u8) = (5, 6);

fn check(forces: &Forces) -> Result<(), String> {
    let mut names = BTreeSet::new();
    let all = forces.corps.iter().map(|one| &one.name).chain(forces.fleets.iter().map(|one| &one.name));
    if let Some(twice) =
        all.chain(forces.leaders.iter().map(|one| &one.name)).find(|name| !names.insert(*name))
    {
        return Err(format!("{twice} stands twice"));
    }
    if let Some(odd) = forces.corps.iter().find(|one| one.holds.is_empty() || !(1..=6).contains(&one.moves)) {
        return Err(format!("{} holds nothing, or moves out of bounds", odd.name));
    }
    let odd = forces.leaders.iter().find(|one| {
        one.strategic > HIGHEST.0
            || one.tactical > HIGHEST.0
            || one.maximum > HIGHEST.1
            || (one.maximum == 0) != one.at_sea
            || one.from.zip(one.until).is_some_and(|(from, until)| until < from)
            || one.with.as_ref().is_some_and(|with| !forces.corps.iter().any(|corps| corps.name == *with))
    });
    if let Some(odd) = odd {
        return Err(format!("{}: ratings, months or corps are not as they must be", odd.name));
    }
    if forces.depots_at_start.value > forces.depots.value {
        return Err("more depots at the start than there are counters".to_owned());
    }
    // Full counters hold what there is at the start; what stands in garrisons need not fit.
    let room = |sorts: &[Troop]| -> u32 {
        let held = forces.corps.iter().filter(|one| one.with.is_none());
        held.map(|one| sorts.iter().map(|sort| u32::from(one.holds.of(*sort))).sum::<u32>()).sum()
    };
    let start = forces.factors.value;
    for sort in [Troop::Cavalry, Troop::Guard, Troop::Artillery] {
        if u32::from(start.of(sort)) > room(&[sort]) {
            return Err(format!("more {} at the start than its corps hold", sort.key()));
        }
    }
    let ships: u32 = forces.fleets.iter().map(|fleet| u32::from(fleet.ships)).sum();
    if forces.ships.value.total() > ships {
        return Err("more ships at the start than its fleets hold".to_owned());
    }
    Ok(())
}

fn of_minors(raw: Minors) -> Result<BTreeMap<ProvinceId, MinorForces>, String> {
    let mut all = BTreeMap::new();
    let default = origin(&raw.origin, "default");
    let names = origin(&raw.origin, "names");
    for one in raw.minor {
        let id = province(&one.id)?;
        let nation = one.nation.or_else(|| Nation::by_key(&one.id));
        if one.corps > 0 && (nation.is_none() || one.holds.is_empty()) {
            return Err(format!("{}: its corps hold nothing, or its soldiers have no morale", one.id));
        }
        let room = |sort: Troop| u32::from(one.holds.of(sort)) * u32::from(one.corps);
        if one.factors.each().any(|(sort, n)| u32::from(n) > room(sort)) {
            return Err(format!("{}: more at the start than its corps hold", one.id));
        }
        let forces = MinorForces {
            corps: one.corps,
            holds: one.holds,
            factors: one.factors,
            ships: one.ships,
            moves: one.moves,
            nation: nation.filter(|_| one.corps > 0),
            origin: default,
            named: one.named.unwrap_or(names),
        };
        if all.insert(id, forces).is_some() {
            return Err(format!("{} stands twice", one.id));
        }
    }
    for key in raw.none {
        let none = MinorForces {
            corps: 0,
            holds: Factors::default(),
            factors: Factors::default(),
            ships: Ships::default(),
            moves: 0,
            nation: None,
            origin: default,
            named: names,
        };
        if all.insert(province(&key)?, none).is_some() {
            return Err(format!("{key} stands twice"));
        }
    }
    Ok(all)
}
