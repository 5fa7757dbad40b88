//! Counters as small numbers that know what the order of battle prints on them. On the record they stand by keys of their own
//! (`1805_france_ii_corps`), so that nothing changes there when the data are put in another order.
//!
//! A key begins with the scenario whose lists the counter is of: the two forms of 1853 have one set of counters.

use super::irregulars;
use super::owner::Owner;
use crate::land::forces::{Factors, Troop};
use crate::oob::values::{capacity, room, slug};
use crate::oob::{self, Corps, Fleet, Leader, OrderOfBattle, Sorts};
use crate::powers::Power;
use crate::scenario;
use crate::typed::Typed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;
use table::facts::Origin;
use table::refusal::Refusal;
use table::said;
use table::said::{ToValue, Value};

/// What is printed on a corps counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpsCounter {
    /// Whose it is.
    pub owner: Owner,
    /// Its name, kind, capacity and movement.
    pub corps: Corps,
}

/// What is printed on a fleet counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FleetCounter {
    /// Whose it is.
    pub owner: Owner,
    /// Its name and capacity.
    pub fleet: Fleet,
}

/// What is printed on a leader's counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderCounter {
    /// Whom he serves.
    pub owner: Owner,
    /// His name, ratings and dates.
    pub leader: Leader,
}

/// A depot counter. One is like another; a power has as many as the order of battle gives it (`house.depots.limit.austria` and the six others).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepotCounter {
    /// Whose it is.
    pub owner: Owner,
    /// Its name: "Depot 3".
    pub name: String,
}

/// A counter of one factor that marches and fights by itself: cossacks, freikorps, guerrillas, La Salle's light cavalry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrregularCounter {
    /// Whose it is.
    pub owner: Owner,
    /// Its name: "Cossacks 3".
    pub name: String,
    /// What its factor is.
    pub troop: Troop,
    /// Areas a month.
    pub moves: u8,
}

/// The counters of a sort out of all orders of battle, in the order of their keys.
pub(super) struct Counters<T> {
    all: Vec<(String, T)>,
    by_key: HashMap<String, u16>,
}

impl<T: Named> Counters<T> {
    fn of(each: impl Fn(&OrderOfBattle) -> Vec<T>) -> Counters<T> {
        let mut all = BTreeMap::new();
        for order in scenario::all().iter().filter_map(|scenario| oob::of(&scenario.key)) {
            for one in each(order) {
                let lists = slug(scenario::lists_of(&order.scenario));
                let key = format!("{lists}_{}_{}", one.owner().key(), slug(one.name()));
                all.entry(key).or_insert(one);
            }
        }
        let all: Vec<(String, T)> = all.into_iter().collect();
        let by_key = all.iter().zip(0..).map(|((key, _), place)| (key.clone(), place)).collect();
        Counters { all, by_key }
    }
}

/// What every counter has.
pub(super) trait Named {
    fn owner(&self) -> Owner;
    fn name(&self) -> &str;
}

macro_rules! named {
    ($of:ident, $($name:ident).+) => {
        impl Named for $of {
            fn owner(&self) -> Owner {
                self.owner
            }
            fn name(&self) -> &str {
                &self.$($name).+
            }
        }
    };
}
named!(CorpsCounter, corps.name);
named!(FleetCounter, fleet.name);
named!(LeaderCounter, leader.name);
named!(DepotCounter, name);
named!(IrregularCounter, name);

macro_rules! id {
    ($(#[$doc:meta])* $name:ident of $of:ident: $each:expr, $unknown:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u16);

        impl $name {
            fn list() -> &'static Counters<$of> {
                static LIST: LazyLock<Counters<$of>> = LazyLock::new(|| Counters::of($each));
                &LIST
            }

            /// All of a scenario, by their keys.
            pub fn all(scenario: &str) -> impl Iterator<Item = $name> {
                let all = (0..Self::list().all.len()).map(|place| $name(place as u16));
                all.filter(move |id| id.is_of(scenario))
            }

            /// The one of a machine word.
            #[must_use]
            pub fn by_key(key: &str) -> Option<$name> {
                Self::list().by_key.get(key).map(|place| $name(*place))
            }

            /// The one of a machine word in a campaign's scenario.
            ///
            /// # Errors
            /// A sentence where the scenario has no such counter.
            pub fn read(scenario: &str, key: &str) -> Result<$name, Refusal> {
                let known = Self::by_key(key).filter(|id| id.is_of(scenario));
                known.ok_or_else(|| Refusal::new($unknown(key.chars().take(60).collect())))
            }

            /// A nation's counter of a name, in any case.
            #[must_use]
            pub fn named(scenario: &str, owner: Owner, name: &str) -> Option<$name> {
                let lists = slug(scenario::lists_of(scenario));
                Self::by_key(&format!("{lists}_{}_{}", owner.key(), slug(name)))
            }

            /// What is printed on it.
            #[must_use]
            pub fn counter(self) -> &'static $of {
                &Self::list().all[usize::from(self.0)].1
            }

            /// Its machine word.
            #[must_use]
            pub fn key(self) -> &'static str {
                &Self::list().all[usize::from(self.0)].0
            }

            /// Whose it is.
            #[must_use]
            pub fn owner(self) -> Owner {
                self.counter().owner
            }

            /// Its name, without its owner's.
            #[must_use]
            pub fn name(self) -> &'static str {
                self.counter().name()
            }

            /// Whether a scenario has it.
            #[must_use]
            pub fn is_of(self, scenario: &str) -> bool {
                let lists = slug(scenario::lists_of(scenario));
                let has = |order: &OrderOfBattle| match self.owner() {
                    Owner::Power(power) => order.powers.contains_key(&power),
                    Owner::Minor(minor) => order.minors.contains_key(&minor),
                };
                self.key().strip_prefix(lists.as_str()).is_some_and(|rest| rest.starts_with('_'))
                    && oob::of(scenario).is_some_and(has)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.key())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} {}", self.owner(), self.name())
            }
        }

        impl ToValue for $name {
            fn to_value(&self) -> Value {
                said!("{} {}", self.owner(), self.name()).to_value()
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.key())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let key = Cow::<str>::deserialize(deserializer)?;
                $name::by_key(&key)
                    .ok_or_else(|| serde::de::Error::custom(format!("no order of battle has {key:?}")))
            }
        }
    };
}

id!(
    /// A corps of a power or of a minor country.
    CorpsId of CorpsCounter: corps, |key: String| said!("\"{}\" is no corps of this campaign.", key)
);
id!(
    /// A fleet of a power, or the one of a minor country that has ships (`standard.sea.fleet.counter`).
    FleetId of FleetCounter: fleets, |key: String| said!("\"{}\" is no fleet of this campaign.", key)
);
id!(
    /// A leader, on land or at sea.
    LeaderId of LeaderCounter: leaders, |key: String| said!("\"{}\" is no leader of this campaign.", key)
);
id!(
    /// A depot counter.
    DepotId of DepotCounter: depots, |key: String| said!("\"{}\" is no depot of this campaign.", key)
);
id!(
    /// An irregular counter.
    IrregularId of IrregularCounter: irregulars, |key: String| said!("\"{}\" is no irregular counter of this campaign.", key)
);

/// Ships that a minor country's fleet can hold (`standard.sea.fleet.counter`).
const MINOR_FLEET: u16 = 30;

fn powers(order: &OrderOfBattle) -> impl Iterator<Item = (Power, Owner)> + '_ {
    order.powers.keys().map(|power| (*power, Owner::Power(*power)))
}

fn corps(order: &OrderOfBattle) -> Vec<CorpsCounter> {
    let of_powers = powers(order).flat_map(|(power, owner)| {
        let all = order.corps(power).into_iter().filter(|corps| corps.kind != Sorts::Irregular);
        all.map(move |corps| CorpsCounter { owner, corps })
    });
    let of_minors = order.minors.iter().flat_map(|(minor, forces)| {
        (1..=forces.corps).map(|number| CorpsCounter {
            owner: Owner::Minor(*minor),
            corps: Corps {
                name: if forces.corps > 1 { format!("{number} Corps") } else { "Corps".to_owned() },
                kind: Sorts::Infantry,
                holds: forces.holds,
                moves: forces.moves,
                with: None,
                la_salle: false,
                named: forces.named,
                origin: forces.origin,
                moving: forces.origin,
            },
        })
    });
    of_powers.chain(of_minors).collect()
}

fn fleets(order: &OrderOfBattle) -> Vec<FleetCounter> {
    let of_powers = powers(order).flat_map(|(power, owner)| {
        order.powers[&power].fleets.iter().cloned().map(move |fleet| FleetCounter { owner, fleet })
    });
    let of_minors =
        order.minors.iter().filter(|(_, forces)| forces.ships.total() > 0).map(|(minor, forces)| {
            let (name, named, origin) = ("Fleet".to_owned(), forces.named, Origin::Reconstructed);
            FleetCounter {
                owner: Owner::Minor(*minor),
                fleet: Fleet { name, ships: MINOR_FLEET, named, origin },
            }
        });
    of_powers.chain(of_minors).collect()
}

fn leaders(order: &OrderOfBattle) -> Vec<LeaderCounter> {
    let of = |(power, owner): (Power, Owner)| {
        order.powers[&power].leaders.iter().cloned().map(move |leader| LeaderCounter { owner, leader })
    };
    powers(order).flat_map(of).collect()
}

fn depots(order: &OrderOfBattle) -> Vec<DepotCounter> {
    let of = |(power, owner): (Power, Owner)| {
        let name = |number: u32| format!("Depot {number}");
        (1..=order.powers[&power].depots.value).map(move |number| DepotCounter { owner, name: name(number) })
    };
    powers(order).flat_map(of).collect()
}

fn irregulars(order: &OrderOfBattle) -> Vec<IrregularCounter> {
    let of_the_lists = powers(order).flat_map(|(power, owner)| {
        let all = order.corps(power).into_iter().filter(|corps| corps.kind == Sorts::Irregular);
        all.map(move |corps| IrregularCounter {
            owner,
            troop: corps.holds.each().next().map_or(Troop::LightCavalry, |(troop, _)| troop),
            name: corps.name,
            moves: corps.moves,
        })
    });
    of_the_lists.chain(irregulars::of(order)).collect()
}

impl CorpsId {
    /// What it can hold in a campaign: what is printed, and in its place what the group typed. Infantry and militia together go by the first
    /// number, cavalry of all types together by that of cavalry.
    #[must_use]
    pub fn capacity(self, typed: &Typed) -> Factors {
        let CorpsCounter { owner, corps } = self.counter();
        match owner {
            Owner::Power(power) => capacity(typed, *power, corps),
            Owner::Minor(_) => corps.holds,
        }
    }
}

impl FleetId {
    /// Ships that it can hold in a campaign, of all types together.
    #[must_use]
    pub fn room(self, typed: &Typed) -> u16 {
        let FleetCounter { owner, fleet } = self.counter();
        match owner {
            Owner::Power(power) => room(typed, *power, fleet),
            Owner::Minor(_) => fleet.ships,
        }
    }
}
