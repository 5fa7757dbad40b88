//! Marches over land and voyages over sea: what they cost, the cheapest way, and how far one gets.
//!
//! Nothing here knows who stands where: whoever asks says which areas may be entered.

use super::data::Map;
use super::ids::{AreaId, SeaId};
use super::near::Arrows;
use super::questions::is_dardanelles;
use super::{SeaMark, map};
use serde::{Deserialize, Serialize};
use table::paths::{FARTHEST, Graph, spread};
use table::rule;
use table::rules::RuleId;

/// MP of entering a land area, whatever its terrain, and whether or not over a river. Origin: reconstructed; in reports of play corps go
/// as many areas as they have MP, over mountains and rivers alike.
pub(super) const AREA_MP: u8 = 1;

/// MP of a fleet in a turn (`house.supply.naval-chain.measure`).
pub const FLEET_MP: u16 = 7;

/// The map with its arrows as a game has them.
struct WithArrows<'m>(&'m Map, Arrows);

impl Graph for WithArrows<'_> {
    fn count(&self) -> usize {
        self.0.areas.len()
    }

    fn steps(&self, from: usize, mut take: impl FnMut(usize, u8)) {
        for near in self.0.near.land(AreaId(from as u16)) {
            if let Some(cost) = near.cost(self.1) {
                take(near.area.place(), cost);
            }
        }
    }

    fn length(&self, from: usize, to: usize) -> u32 {
        let at = |area: usize| self.0.areas[area].at;
        let ((x, y), (a, b)) = (at(from), at(to));
        (x.abs_diff(a).pow(2) + y.abs_diff(b).pow(2)).isqrt()
    }
}

/// A march over land.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandMarch {
    /// Where it begins.
    pub from: AreaId,
    /// The areas entered, in their order.
    pub entered: Vec<AreaId>,
    /// Its MP.
    pub points: u16,
}

/// Where a fleet can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Berth {
    /// In a sea area.
    Sea(SeaId),
    /// In the blockade box of the port of an area.
    Box(AreaId),
    /// In the port of an area.
    Port(AreaId),
}

impl Berth {
    /// The sea area it lies in or opens on; none where the area has no port.
    #[must_use]
    pub fn sea(self) -> Option<SeaId> {
        match self {
            Berth::Sea(sea) => Some(sea),
            Berth::Box(area) | Berth::Port(area) => Some(area.on_map().port.as_ref()?.sea),
        }
    }

    /// The area of the port or box.
    #[must_use]
    pub fn area(self) -> Option<AreaId> {
        match self {
            Berth::Sea(_) => None,
            Berth::Box(area) | Berth::Port(area) => Some(area),
        }
    }
}

/// A voyage over sea.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voyage {
    /// Where it begins.
    pub from: Berth,
    /// The sea areas entered, in their order.
    pub seas: Vec<SeaId>,
    /// Where it ends.
    pub to: Berth,
    /// Its MP.
    pub points: u16,
}

impl Voyage {
    /// The rule by which seven MP, not seven areas, are what a fleet sails in a turn and a naval supply chain spans.
    #[must_use]
    pub const fn rule() -> RuleId {
        rule!("house.supply.naval-chain.measure")
    }

    /// Whether a fleet sails it in one turn.
    #[must_use]
    pub fn is_of_one_turn(&self) -> bool {
        self.points <= FLEET_MP
    }
}

/// The distance of what is not reached.
const FAR: u16 = u16::MAX;

/// The cheapest march from one area to another through areas that may be entered, the last included; none where there is none. A march to
/// where one stands enters nothing and costs nothing.
#[must_use]
pub fn land_path(
    from: AreaId,
    to: AreaId,
    arrows: Arrows,
    may_enter: impl Fn(AreaId) -> bool,
) -> Option<LandMarch> {
    let land = WithArrows(map(), arrows);
    let may_enter = |area| may_enter(AreaId(area as u16));
    let all = spread(&land, &[from.place()], Some(to.place()), FARTHEST, may_enter);
    let points = all.cost(to.place())?;
    let entered = all.way(to.place())?.into_iter().map(|area| AreaId(area as u16)).collect();
    Some(LandMarch { from, entered, points })
}

/// Every area that is reached with at most so many MP, the one it begins in included, each with the fewest MP; in the order of the data.
#[must_use]
pub fn land_reach(
    from: AreaId,
    most: u16,
    arrows: Arrows,
    may_enter: impl Fn(AreaId) -> bool,
) -> Vec<(AreaId, u16)> {
    let land = WithArrows(map(), arrows);
    let all = spread(&land, &[from.place()], None, most, |area| may_enter(AreaId(area as u16)));
    all.reached().map(|(area, points)| (AreaId(area as u16), points)).collect()
}

/// Distances over sea from a berth, with what they came from. Entering a sea area costs 1.
fn sail(from: Berth, may_enter: &impl Fn(SeaId) -> bool) -> Option<(Vec<u16>, Vec<Option<SeaId>>)> {
    let map = map();
    let mut points = vec![FAR; map.seas.len()];
    let mut before = vec![None; map.seas.len()];
    let first = from.sea()?;
    let leaves = from.area().is_some();
    // A fleet is never trapped in Constantinople: its port is part of the strait (house.naval.dardanelles.constantinople).
    if leaves && !may_enter(first) && !is_dardanelles(from) {
        return Some((points, before));
    }
    points[first.place()] = u16::from(leaves);
    let mut open = std::collections::VecDeque::from([first]);
    while let Some(sea) = open.pop_front() {
        for next in map.seas_beside(sea) {
            if points[next.place()] == FAR && may_enter(*next) {
                points[next.place()] = points[sea.place()] + 1;
                before[next.place()] = Some(sea);
                open.push_back(*next);
            }
        }
    }
    Some((points, before))
}

/// The cheapest voyage through sea areas that may be entered; none where there is none. A sea area costs 1, a port or its blockade box
/// from the sea 1, a port from its own box or the box from its port nothing (origin: rulebook). Whoever stands in the Dardanelles and may
/// not enter them may not enter the port of Constantinople either.
#[must_use]
pub fn sea_path(from: Berth, to: Berth, may_enter: impl Fn(SeaId) -> bool) -> Option<Voyage> {
    let end = to.sea()?;
    if from == to || (from.area().is_some() && from.area() == to.area()) {
        return Some(Voyage { from, seas: Vec::new(), to, points: 0 });
    }
    let (points, before) = sail(from, &may_enter)?;
    let enters = to.area().is_some();
    if points[end.place()] == FAR || (enters && is_dardanelles(to) && !may_enter(end)) {
        return None;
    }
    let mut seas = Vec::new();
    let mut here = Some(end);
    while let Some(sea) = here {
        seas.push(sea);
        here = before[sea.place()];
    }
    if from.area().is_none() {
        seas.pop();
    }
    seas.reverse();
    Some(Voyage { from, seas, to, points: points[end.place()] + u16::from(enters) })
}

/// Every sea area that is reached with at most so many MP, each with the fewest; in the order of the data.
#[must_use]
pub fn sea_reach(from: Berth, most: u16, may_enter: impl Fn(SeaId) -> bool) -> Vec<(SeaId, u16)> {
    let points = sail(from, &may_enter).map(|(points, _)| points).unwrap_or_default();
    SeaId::all().zip(points).filter(|(_, points)| *points <= most).collect()
}

/// Whether a sea area may be entered by a fleet that has, or has not, leave to pass the Dardanelles; the strait alone is ever closed.
#[must_use]
pub fn open_to(sea: SeaId, passes_dardanelles: bool) -> bool {
    passes_dardanelles || !sea.on_map().marks.contains(&SeaMark::Dardanelles)
}
