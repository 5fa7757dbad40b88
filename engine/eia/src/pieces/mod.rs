//! The counters on the board that the bot keeps: what there are, where each stands, what is in them.
//!
//! Where each stands is public, and so is how many factors a garrison has ([`Pieces`]). What is in corps, fleets and garrisons is their
//! owners' ([`Contents`]). Who stands together in an area is nowhere kept beside: [`crate::ground::Ground`] derives it.

pub mod contents;
pub mod formula;
pub mod garrison;
mod ids;
mod irregulars;
mod owner;
pub mod set_up;
#[cfg(test)]
mod tests;

pub use contents::Contents;
pub use garrison::{Garrison, Post};
pub use ids::{
    CorpsCounter, CorpsId, DepotCounter, DepotId, FleetCounter, FleetId, IrregularCounter, IrregularId,
    LeaderCounter, LeaderId,
};
pub use irregulars::origin as origin_of_irregulars;
pub use owner::Owner;

use crate::Position;
use crate::land::forces::Factors;
use crate::map::{AreaId, Berth, SeaId};
use crate::months::Month;
use crate::powers::Power;
use imbl::{OrdMap, OrdSet};
use serde::{Deserialize, Serialize};
use table::names::SeatId;
use table::shared::Shared;

/// Where a corps or an irregular counter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stand {
    /// In the open of an area.
    Open(AreaId),
    /// In the open of an area, and besieges its city.
    Besieging(AreaId),
    /// Inside the city of an area.
    Inside(AreaId),
    /// Aboard a fleet.
    Aboard(FleetId),
}

impl Stand {
    /// The area; `None` for what is aboard.
    #[must_use]
    pub fn area(self) -> Option<AreaId> {
        match self {
            Stand::Open(area) | Stand::Besieging(area) | Stand::Inside(area) => Some(area),
            Stand::Aboard(_) => None,
        }
    }

    /// Whether it stands outside the city, where it may be attacked and stops who comes.
    #[must_use]
    pub fn is_in_the_open(self) -> bool {
        matches!(self, Stand::Open(_) | Stand::Besieging(_))
    }
}

/// From where a counter entered its area in this slot (`standard.land.contact.origins`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CameFrom {
    /// From an area, by land or over a crossing arrow.
    Area(AreaId),
    /// It landed from a sea area, or from a port or its box on that.
    Sea(SeaId),
}

/// A corps on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corps {
    /// Where it stands.
    pub stand: Stand,
    /// From where it came in this slot; `None` where it was there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came_from: Option<CameFrom>,
    /// The power to which it is lent, which moves and pays for it (`standard.land.allied.loan`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lent_to: Option<Power>,
}

impl Corps {
    /// One that stands somewhere, and was there before the slot.
    #[must_use]
    pub fn at(stand: Stand) -> Corps {
        Corps { stand, came_from: None, lent_to: None }
    }
}

/// An irregular counter on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Irregular {
    /// Where it stands.
    pub stand: Stand,
    /// From where it came in this slot; `None` where it was there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came_from: Option<CameFrom>,
}

/// A fleet on the board. What it carries stands with the corps aboard, and a depot on it with the depot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    /// In a sea area, a port or the blockade box of one.
    pub berth: Berth,
}

/// With whom or where a leader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leader {
    /// With a corps.
    With(CorpsId),
    /// With a fleet.
    Aboard(FleetId),
    /// Inside a city.
    Inside(AreaId),
    /// In the open of an area, without a corps.
    Open(AreaId),
    /// A power's prisoner.
    Prisoner(Power),
}

/// Where a depot stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Depot {
    /// In an area.
    Area(AreaId),
    /// On a fleet in a sea area (`standard.sea.supply.afloat`).
    Fleet(FleetId),
}

/// A siege (`standard.land.siege.begin`). Who besieges and who is besieged follows from where they stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Siege {
    /// The combat steps of the besieging side in which it stood (`standard.land.siege.ends`).
    pub months: u8,
    /// What was breached in this siege.
    pub breach: u8,
    /// The month that was counted last: of several besieging powers each has its slot in it, and it is one month of the siege.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Month>,
}

/// Prisoners of a nation with a captor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Captives {
    /// The captor.
    pub with: Power,
    /// Whose soldiers they are.
    pub of: Owner,
    /// How many of each type, which everybody sees (`standard.land.prisoners.held`).
    pub factors: Factors,
}

/// Where everything stands on the board: public (`standard.land.secret`, `standard.sea.fleet.public`). What is off the map is in none of its
/// maps. A copy costs nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pieces {
    /// Corps.
    #[serde(skip_serializing_if = "OrdMap::is_empty")]
    pub corps: OrdMap<CorpsId, Corps>,
    /// Cossacks, freikorps, guerrillas, La Salle's light cavalry.
    #[serde(skip_serializing_if = "OrdMap::is_empty")]
    pub irregulars: OrdMap<IrregularId, Irregular>,
    /// Fleets.
    #[serde(skip_serializing_if = "OrdMap::is_empty")]
    pub fleets: OrdMap<FleetId, Fleet>,
    /// Leaders, prisoners among them.
    #[serde(skip_serializing_if = "OrdMap::is_empty")]
    pub leaders: OrdMap<LeaderId, Leader>,
    /// Depots.
    #[serde(skip_serializing_if = "OrdMap::is_empty")]
    pub depots: OrdMap<DepotId, Depot>,
    /// Garrisons and guards, with their number of factors.
    #[serde(skip_serializing_if = "OrdMap::is_empty")]
    pub garrisons: OrdMap<Garrison, u32>,
    /// Sieges, by the area of the city.
    #[serde(skip_serializing_if = "OrdMap::is_empty")]
    pub sieges: OrdMap<AreaId, Siege>,
    /// Cities that burned and feed nobody.
    #[serde(skip_serializing_if = "OrdSet::is_empty")]
    pub burned: OrdSet<AreaId>,
    /// Prisoners, by captor and nation.
    #[serde(skip_serializing_if = "imbl::Vector::is_empty")]
    pub prisoners: imbl::Vector<Captives>,
}

impl Pieces {
    /// Whether nothing stands anywhere.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Pieces::default()
    }

    /// Whether the city of an area is besieged.
    #[must_use]
    pub fn is_besieged(&self, area: AreaId) -> bool {
        self.sieges.contains_key(&area)
    }

    /// Whether what stands so is shut in by a siege (`standard.land.siege.shut-in`).
    #[must_use]
    pub fn is_shut_in(&self, stand: Stand) -> bool {
        matches!(stand, Stand::Inside(area) if self.is_besieged(area))
    }

    /// The depot of a nation in an area; there is one at most (`standard.land.depot.where`).
    #[must_use]
    pub fn depot_in(&self, area: AreaId, of: Owner) -> Option<DepotId> {
        let there = self.depots.iter().find(|(depot, at)| **at == Depot::Area(area) && depot.owner() == of);
        there.map(|(depot, _)| *depot)
    }

    /// What a fleet carries.
    pub fn aboard(&self, fleet: FleetId) -> impl Iterator<Item = CorpsId> + '_ {
        self.corps.iter().filter(move |(_, corps)| corps.stand == Stand::Aboard(fleet)).map(|(id, _)| *id)
    }
}

impl Position {
    /// What of the contents a seat sees: those of the powers that it moves and of the minor countries that they hold, and of corps that are lent
    /// to them (`standard.land.secret`, `standard.land.allied.loan`). Everybody else sees none.
    #[must_use]
    pub fn contents_seen_by(&self, seat: Option<&SeatId>) -> Shared<Contents> {
        let Some(seat) = seat.filter(|_| !self.contents.is_empty()) else { return Shared::default() };
        let own = self.moved_by(seat);
        let sees_of = |owner: Owner| self.commands(owner).is_some_and(|power| own.contains(&power));
        let is_lent = |corps: CorpsId| {
            let lent_to = self.pieces.corps.get(&corps).and_then(|corps| corps.lent_to);
            lent_to.is_some_and(|power| own.contains(&power))
        };
        self.contents.seen(|corps| sees_of(corps.owner()) || is_lent(corps), sees_of).into()
    }
}
