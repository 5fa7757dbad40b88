//! What a march would come to if nobody else moved before it, for who thinks of it: whom it meets, how its corps would live, which city is left to
//! nobody, and where they would go if they were beaten. It is what its player may know, and no promise.

use super::applied::{forget_ways, marched};
use super::fall_back::retreat;
use super::hunger::{self, wants_siege};
use super::march::Marches;
use super::phase::{How, Order};
use super::siege::needs;
use crate::Position;
use crate::ground::Ground;
use crate::land::battle::fight::Who;
use crate::map::AreaId;
use crate::pieces::{CameFrom, CorpsId};
use crate::powers::Power;
use std::collections::{BTreeMap, BTreeSet};

/// What a march would come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foreseen {
    /// The enemy corps in the open where it ends, which it attacks (`standard.land.contact.must`).
    pub meets: Vec<CorpsId>,
    /// How each of its corps would live there (`standard.land.supply.choice`).
    pub living: BTreeMap<CorpsId, How>,
    /// Whether a corps would use spare movement to forage before a city that is held against it, so that none there besieges it
    /// (`standard.land.forage.besieging`).
    pub forages_instead: bool,
    /// The city that it would besiege, and what a die has to show for a breach there (`standard.land.siege.number`).
    pub besieges: Option<(AreaId, u8)>,
    /// Cities of its side's that nobody would hold any more.
    pub uncovered: Vec<AreaId>,
    /// Where its corps would go if they attacked there and were beaten; `None` where they attack nobody, or no way is open.
    pub back: Option<AreaId>,
}

/// What these marches of a power come to, each checked before.
#[must_use]
pub fn foreseen(state: &Position, power: Power, marches: &[(Order, Marches)]) -> Foreseen {
    let mut then = state.clone();
    let (mut left, mut ends, mut came) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut all = Vec::new();
    for (order, comes_to) in marches {
        let Order::March { corps, way, leaves, inside } = order else { continue };
        // From where they came in an earlier month counts no longer.
        forget_ways(&mut then, corps.clone());
        left.extend(
            corps.iter().filter(|_| !way.is_empty()).filter_map(|id| then.pieces.corps.get(id)?.stand.area()),
        );
        left.extend(leaves.iter().filter(|left| left.up).map(|left| left.at));
        marched(&mut then, corps, way, &comes_to.spare, leaves, *inside);
        came.extend(corps.iter().filter_map(|id| match then.pieces.corps.get(id)?.came_from? {
            CameFrom::Area(from) => Some(from),
            CameFrom::Sea(_) => None,
        }));
        all.extend(corps);
        ends.insert(comes_to.to);
    }
    let ground = Ground::of(&then);
    let hostile = |area: &AreaId| {
        let here = ground.here(*area).corps.iter();
        let open = here.filter(|one| one.stand.is_in_the_open() && ground.is_hostile(power, one));
        open.map(|one| one.id).collect::<Vec<_>>()
    };
    let meets: Vec<CorpsId> = ends.iter().flat_map(hostile).collect();
    let mut living = hunger::living(&then, power);
    living.retain(|id, _| all.contains(id));
    let forages = |how: &How| matches!(how, How::Forage { spared: true, value, .. } if *value > 0);
    let before_a_city = |area: &AreaId| wants_siege(&ground, power, *area);
    let forages_instead = ends.iter().any(before_a_city) && living.values().any(forages);
    let besieged = ends.iter().copied().find(before_a_city).filter(|_| !forages_instead);
    let months = |area: AreaId| state.pieces.sieges.get(&area).map_or(0, |siege| siege.months);
    let besieges = besieged.map(|area| (area, needs(area, months(area))));
    let back = match (meets.is_empty(), ends.first()) {
        (false, Some(area)) => retreat(&ground, power, *area, Who::Attacker, &came, &BTreeSet::new()),
        _ => None,
    };
    Foreseen {
        meets,
        living,
        forages_instead,
        besieges,
        uncovered: left.into_iter().filter(|area| is_left_to_nobody(&ground, power, *area)).collect(),
        back: back.map(|(area, _)| area),
    }
}

/// Whether a city of a power's side has neither a corps of it in its area nor anybody inside.
fn is_left_to_nobody(ground: &Ground<'_>, power: Power, area: AreaId) -> bool {
    let of_side = |by: Power| ground.are_one_side(power, by);
    let here = ground.here(area);
    area.on_map().city.is_some()
        && ground.holder(area).is_some_and(of_side)
        && !here.corps.iter().any(|one| one.power.is_some_and(of_side))
        && here.garrisons.iter().all(|(_, factors)| *factors == 0)
}
