//! Garrisons: factors in a city, or guards at a depot. They are no counters; everybody sees how many there are, and their owner alone of what
//! types (`standard.land.secret`).

use super::ids::DepotId;
use super::owner::Owner;
use crate::land::forces::{Factors, Troop};
use crate::map::AreaId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use table::refusal::Refusal;
use table::rule;
use table::said;

/// Factors that a city holds for each of its towers (`standard.land.siege.capacity`).
pub const FACTORS_A_TOWER: u32 = 5;
/// Factors that guard a depot at most (`standard.land.depot.garrison`).
pub const MOST_GUARDS: u32 = 5;

/// Where factors stand without a corps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Post {
    /// In the city of an area.
    City(AreaId),
    /// At a depot, in the open.
    Depot(DepotId),
}

/// The factors of a nation at a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Garrison {
    /// Where.
    pub post: Post,
    /// Whose they are.
    pub of: Owner,
}

impl Garrison {
    /// In the city of an area.
    #[must_use]
    pub fn city(area: AreaId, of: Owner) -> Garrison {
        Garrison { post: Post::City(area), of }
    }

    /// The machine word: `city/vienna/austria`, `depot/1805_france_depot_1/france`.
    #[must_use]
    pub fn key(self) -> String {
        let of = self.of.key();
        match self.post {
            Post::City(area) => format!("city/{}/{of}", area.key()),
            Post::Depot(depot) => format!("depot/{}/{of}", depot.key()),
        }
    }

    /// The garrison of a machine word.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Garrison> {
        let mut words = key.split('/');
        let (kind, at, of) = (words.next()?, words.next()?, Owner::by_key(words.next()?)?);
        let post = match kind {
            "city" => Post::City(AreaId::by_key(at)?),
            "depot" => Post::Depot(DepotId::by_key(at)?),
            _ => return None,
        };
        words.next().is_none().then_some(Garrison { post, of })
    }
}

impl fmt::Display for Garrison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.post {
            Post::City(area) => write!(f, "{} {}", area, self.of),
            Post::Depot(depot) => write!(f, "{depot}, {}", self.of),
        }
    }
}

impl Serialize for Garrison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.key())
    }
}

impl<'de> Deserialize<'de> for Garrison {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Garrison, D::Error> {
        let key = Cow::<str>::deserialize(deserializer)?;
        Garrison::by_key(&key).ok_or_else(|| serde::de::Error::custom(format!("{key:?} is no garrison")))
    }
}

/// The factors for which a city has room; 0 where the area has none (`standard.land.siege.capacity`).
#[must_use]
pub fn city_room(area: AreaId) -> u32 {
    area.on_map().city.as_ref().map_or(0, |city| FACTORS_A_TOWER * u32::from(city.towers))
}

/// Infantry and militia alone stand without a corps, feudal infantry never (`standard.land.move.garrisons`,
/// `standard.land.reinforce.exchange`).
///
/// # Errors
/// A sentence that names the sort that does not.
pub fn may_stand_alone(factors: Factors) -> Result<(), Refusal> {
    let stands = |sort: Troop| matches!(sort, Troop::Infantry | Troop::Militia);
    match factors.each().find(|(sort, _)| !stands(*sort)) {
        Some((sort, _)) => Err(Refusal::under(
            rule!("standard.land.move.garrisons"),
            said!("Infantry and militia alone stand in garrisons, and {} does not.", sort.word()),
        )),
        None => Ok(()),
    }
}
