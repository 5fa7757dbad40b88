//! Historical set-ups: where armies and fleets stood when a scenario begins, and what was in them. A set-up is data; nobody has to take it.

use super::contents::{fits_corps, fits_fleet};
use super::garrison::city_room;
use super::{
    Contents, Corps, CorpsId, Depot, DepotId, Fleet, FleetId, Garrison, Leader, LeaderId, Owner, Pieces,
    Stand,
};
use crate::land::forces::{Factors, Troop};
use crate::map::{AreaId, Berth, SeaId};
use crate::months::Month;
use crate::oob::Ships;
use crate::typed::Typed;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::Origin;
use table::refusal::Refusal;

/// A set-up.
#[derive(Clone, Debug)]
pub struct SetUp {
    /// Where it comes from.
    pub origin: Origin,
    /// The scenario whose counters it has.
    pub lists: String,
    /// Where everything stands.
    pub pieces: Pieces,
    /// What is in it.
    pub contents: Contents,
    /// What comes later, by month.
    pub arrivals: BTreeMap<Month, Vec<Arrival>>,
}

/// A corps that comes later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Which.
    pub corps: CorpsId,
    /// Where it comes in.
    pub at: AreaId,
    /// What is in it.
    pub holds: Factors,
    /// The leaders who come with it.
    pub leaders: Vec<LeaderId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    origin: Origin,
    lists: String,
    nation: Vec<Nation>,
    #[serde(default)]
    arrival: Vec<Later>,
}

/// What a nation has on the map.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nation {
    of: Owner,
    #[serde(default)]
    corps: Vec<CorpsLine>,
    #[serde(default)]
    fleets: Vec<FleetLine>,
    #[serde(default)]
    garrisons: BTreeMap<AreaId, u16>,
    #[serde(default)]
    depots: Vec<AreaId>,
    #[serde(default)]
    leaders: Vec<LeaderLine>,
}

/// What a nation gets in a month.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Later {
    month: Month,
    of: Owner,
    corps: Vec<CorpsLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpsLine {
    name: String,
    at: AreaId,
    holds: String,
    #[serde(default)]
    leaders: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FleetLine {
    name: String,
    port: Option<AreaId>,
    #[serde(rename = "box")]
    before: Option<AreaId>,
    sea: Option<SeaId>,
    ships: String,
    admiral: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderLine {
    name: String,
    at: AreaId,
}

static ALL: LazyLock<BTreeMap<&'static str, SetUp>> = LazyLock::new(|| {
    let files = [
        ("1805", include_str!("../../data/set_up/1805.toml")),
        ("danube", include_str!("../../data/set_up/danube.toml")),
    ];
    // The files are part of the program and a test reads all of them.
    files
        .into_iter()
        .map(|(key, text)| (key, SetUp::read(text).expect("the shipped set-ups are well-formed")))
        .collect()
});

/// The set-up of a key: `1805`, `danube`.
#[must_use]
pub fn of(key: &str) -> Option<&'static SetUp> {
    ALL.get(key)
}

impl crate::Position {
    /// The historical set-up of the scenario that is played.
    #[must_use]
    pub fn historical_set_up(&self) -> Option<&'static SetUp> {
        of(self.scenario_key())
    }
}

impl SetUp {
    /// Reads a set-up, and checks it against order of battle and map.
    ///
    /// # Errors
    /// A sentence that names what is not as it must be.
    pub fn read(text: &str) -> Result<SetUp, String> {
        let file: File = toml::from_str(text).map_err(|problem| problem.to_string())?;
        let mut set_up = SetUp {
            origin: file.origin,
            lists: file.lists,
            pieces: Pieces::default(),
            contents: Contents::default(),
            arrivals: BTreeMap::new(),
        };
        for nation in file.nation {
            set_up.put(nation)?;
        }
        for later in file.arrival {
            for line in &later.corps {
                let arrival = set_up.corps(later.of, line)?;
                if set_up.pieces.corps.contains_key(&arrival.corps) {
                    return fault(format!("{} is there already", arrival.corps));
                }
                set_up.arrivals.entry(later.month).or_default().push(arrival);
            }
        }
        Ok(set_up)
    }

    fn corps(&self, of: Owner, line: &CorpsLine) -> Result<Arrival, String> {
        let named = CorpsId::named(&self.lists, of, &line.name);
        let corps = named.ok_or_else(|| format!("{of} has no {}", line.name))?;
        let holds = Factors::read(&line.holds).map_err(said)?;
        fits_corps(corps, &Typed::new(), holds).map_err(said)?;
        let leaders = line.leaders.iter().map(|name| self.leader(of, name)).collect::<Result<_, String>>()?;
        Ok(Arrival { corps, at: line.at, holds, leaders })
    }

    fn leader(&self, of: Owner, name: &str) -> Result<LeaderId, String> {
        LeaderId::named(&self.lists, of, name).ok_or_else(|| format!("{of} has no leader {name}"))
    }

    fn put(&mut self, nation: Nation) -> Result<(), String> {
        let of = nation.of;
        for line in &nation.corps {
            let Arrival { corps, at, holds, leaders } = self.corps(of, line)?;
            if self.pieces.corps.insert(corps, Corps::at(Stand::Open(at))).is_some() {
                return fault(format!("{corps} stands twice"));
            }
            self.contents.put_corps(corps, holds);
            self.pieces.leaders.extend(leaders.into_iter().map(|leader| (leader, Leader::With(corps))));
        }
        for line in &nation.fleets {
            let named = FleetId::named(&self.lists, of, &line.name);
            let fleet = named.ok_or_else(|| format!("{of} has no {}", line.name))?;
            let berth = match (line.port, line.before, line.sea) {
                (Some(area), None, None) => Berth::Port(area),
                (None, Some(area), None) => Berth::Box(area),
                (None, None, Some(sea)) => Berth::Sea(sea),
                _ => return fault(format!("{fleet} lies in a port, in the box of one, or at sea")),
            };
            let ships =
                Ships::read(&line.ships).ok_or_else(|| format!("{fleet}: {} are no ships", line.ships))?;
            fits_fleet(fleet, &Typed::new(), ships).map_err(said)?;
            if berth.sea().is_none() || self.pieces.fleets.insert(fleet, Fleet { berth }).is_some() {
                return fault(format!("{fleet} lies in one port, or at sea"));
            }
            self.contents.put_fleet(fleet, ships);
            if let Some(name) = &line.admiral {
                let admiral = self.leader(of, name)?;
                self.pieces.leaders.insert(admiral, Leader::Aboard(fleet));
            }
        }
        for (area, number) in nation.garrisons {
            if u32::from(number) > city_room(area) {
                return fault(format!("{area} has no room for a garrison of {number}"));
            }
            let mut infantry = Factors::default();
            infantry.0[Troop::Infantry as usize] = number;
            let garrison = Garrison::city(area, of);
            self.pieces.garrisons.insert(garrison, u32::from(number));
            self.contents.put_garrison(garrison, infantry);
        }
        let mut counters = DepotId::all(&self.lists).filter(|depot| depot.owner() == of);
        for area in nation.depots {
            let depot = counters.next().ok_or_else(|| format!("{of} has not so many depots"))?;
            self.pieces.depots.insert(depot, Depot::Area(area));
        }
        for line in &nation.leaders {
            let leader = self.leader(of, &line.name)?;
            self.pieces.leaders.insert(leader, Leader::Inside(line.at));
        }
        Ok(())
    }
}

/// A fault in the data of a set-up, for who writes them, in English.
fn fault<T>(says: String) -> Result<T, String> {
    Err(says)
}

fn said(refusal: Refusal) -> String {
    refusal.says.to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::oob;
    use crate::powers::Power;

    /// What a nation has in corps and garrisons, and what of it comes later.
    fn factors(set_up: &SetUp, of: Owner) -> (Factors, Factors) {
        let corps =
            set_up.contents.known_corps().filter(|(corps, _)| corps.owner() == of).map(|(_, holds)| holds);
        let garrisons =
            set_up.contents.known_garrisons().filter(|(one, _)| one.of == of).map(|(_, holds)| holds);
        let later = set_up.arrivals.values().flatten().filter(|arrival| arrival.corps.owner() == of);
        (
            corps.chain(garrisons).fold(Factors::default(), Factors::and),
            later.map(|one| one.holds).fold(Factors::default(), Factors::and),
        )
    }

    // standard.land.setup.all: all factors, ships and leaders of the order of battle are placed, and no more depots than it gives.
    #[test]
    fn january_1805_places_all_that_each_power_begins_with() {
        let (set_up, order) = (of("1805").unwrap(), oob::of("1805").unwrap());
        let begins = Month::try_from("1805-01".to_owned()).unwrap();
        for (power, forces) in &order.powers {
            let owner = Owner::Power(*power);
            let feudal = order.corps(*power).into_iter().filter(|corps| corps.kind == oob::Sorts::Feudal);
            let wanted = feudal.map(|corps| corps.holds).fold(forces.factors.value, Factors::and);
            assert_eq!(factors(set_up, owner).0, wanted, "{power}");
            let fleets = set_up.contents.known_fleets().filter(|(fleet, _)| fleet.owner() == owner);
            let ships: u32 = fleets.map(|(_, ships)| ships.total()).sum();
            assert_eq!(ships, forces.ships.value.total(), "{power}");
            let depots = set_up.pieces.depots.keys().filter(|depot| depot.owner() == owner).count();
            assert!(depots <= forces.depots_at_start.value as usize, "{power}");
            let here = LeaderId::all("1805").filter(|id| id.owner() == owner);
            for leader in here {
                let is_there = set_up.pieces.leaders.contains_key(&leader);
                let serves = &leader.counter().leader;
                assert_eq!(is_there, !serves.is_gone(begins) && !serves.is_yet_to_come(begins), "{leader}");
            }
        }
        for (minor, forces) in &order.minors {
            let placed = factors(set_up, Owner::Minor(*minor)).0;
            let is_free = matches!(order.held(*minor), oob::Held::Free(_));
            assert_eq!(placed, if is_free { forces.factors } else { Factors::default() }, "{minor}");
        }
    }

    // standard.land.setup.where, standard.sea.phase.set-up: each stands in land of its own at the start; a free state's in that state.
    #[test]
    fn january_1805_places_everybody_at_home() {
        let (set_up, order) = (of("1805").unwrap(), oob::of("1805").unwrap());
        let stands = set_up
            .pieces
            .corps
            .iter()
            .filter_map(|(corps, on_map)| Some((corps.owner(), on_map.stand.area()?)));
        let garrisons = set_up.pieces.garrisons.keys().filter_map(|garrison| match garrison.post {
            crate::pieces::Post::City(area) => Some((garrison.of, area)),
            crate::pieces::Post::Depot(_) => None,
        });
        let ports = set_up.pieces.fleets.iter().filter_map(|(fleet, at)| match at.berth {
            Berth::Port(area) => Some((fleet.owner(), area)),
            Berth::Box(_) | Berth::Sea(_) => None,
        });
        for (owner, area) in stands.chain(garrisons).chain(ports) {
            let province = area.on_map().province;
            let is_home = match owner {
                Owner::Power(power) => order.held(province).by() == Some(power),
                Owner::Minor(minor) => province == minor,
            };
            assert!(is_home, "{owner} at {area}");
        }
    }

    #[test]
    fn the_danube_has_as_many_factors_on_each_side_as_it_says() {
        let set_up = of("danube").unwrap();
        let corps = |owners: &[&str]| -> u32 {
            let owners: Vec<Owner> = owners.iter().map(|key| Owner::by_key(key).unwrap()).collect();
            let here = set_up.contents.known_corps().filter(|(corps, _)| owners.contains(&corps.owner()));
            let later = set_up.arrivals.values().flatten().filter(|one| owners.contains(&one.corps.owner()));
            here.map(|(_, holds)| holds.total()).sum::<u32>()
                + later.map(|one| one.holds.total()).sum::<u32>()
        };
        assert_eq!(corps(&["france"]), 117);
        assert_eq!(corps(&["minor_bavaria", "minor_wurttemberg", "minor_baden"]), 26);
        assert_eq!((corps(&["austria"]), corps(&["russia"])), (56, 51));
        assert_eq!(factors(set_up, Owner::Power(Power::Russia)).1, Factors::read("18i 2c 6gd").unwrap());
        assert!(set_up.pieces.depots.len() == 5 && !set_up.origin.is_certain());
    }

    #[test]
    fn what_is_not_as_it_must_be_is_named() {
        let shipped = include_str!("../../data/set_up/danube.toml");
        for (from, to, why) in [
            ("holds = \"20i 2c\"", "holds = \"23i 2c\"", "22 factors"),
            ("\"VI Corps\", at = \"strasbourg\"", "\"V Corps\", at = \"strasbourg\"", "stands twice"),
            ("\"VII Corps\"", "\"I Corps\"", "there already"),
            ("\"Davout\"", "\"Blucher\"", "no leader Blucher"),
            ("at = \"bayreuth\"", "at = \"atlantis\"", "atlantis"),
            ("innsbruck = 1", "innsbruck = 11", "no room"),
        ] {
            let changed = shipped.replacen(from, to, 1);
            assert_ne!(changed, shipped, "{from}");
            let problem = SetUp::read(&changed).unwrap_err();
            assert!(problem.contains(why), "{problem}");
        }
    }
}
