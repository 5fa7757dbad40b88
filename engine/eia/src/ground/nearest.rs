//! The nearest of several areas, for every rule that says so (`standard.land.nearest`).

use crate::Position;
use crate::map::{AreaId, Arrows, beside};
use table::paths::{FARTHEST, Graph, Spread, spread};

/// All areas, a step each by land or by an arrow in play, whoever holds them; of a war those that are on its map, over no border that its scenario
/// closes.
struct Areas<'s>(Option<&'s Position>);

impl Graph for Areas<'_> {
    fn count(&self) -> usize {
        AreaId::all().len()
    }

    fn steps(&self, from: usize, mut take: impl FnMut(usize, u8)) {
        AreaId::at(from)
            .into_iter()
            .flat_map(|from| beside(from, Arrows::HOUSE).map(move |to| (from, to)))
            .filter(|(from, to)| {
                self.0.is_none_or(|state| state.is_on_the_map(*to) && !state.closes_border(*from, *to))
            })
            .map(|(_, to)| to)
            .for_each(|to| take(to.place(), 1));
    }
}

/// How many steps every area is away from the nearest of these.
#[must_use]
pub fn steps_from(state: &Position, areas: &[AreaId]) -> Spread {
    let from: Vec<usize> = areas.iter().copied().map(AreaId::place).collect();
    spread(&Areas(Some(state)), &from, None, FARTHEST, |_| true)
}

/// How many steps every area is away as the crow flies over the whole map: how near an end is to what a stand-in is after.
#[must_use]
pub fn steps_anywhere(areas: &[AreaId]) -> Spread {
    let from: Vec<usize> = areas.iter().copied().map(AreaId::place).collect();
    spread(&Areas(None), &from, None, FARTHEST, |_| true)
}

/// The area of fewest steps away of those that are meant, the one where one stands among them; of equal ones that which the player wished, else the
/// first by its name. None where no way leads to any.
#[must_use]
pub fn nearest(
    state: &Position,
    from: AreaId,
    is_meant: impl Fn(AreaId) -> bool,
    wish: Option<AreaId>,
) -> Option<AreaId> {
    let all = steps_from(state, &[from]);
    let meant = all.reached().filter_map(|(place, far)| Some((far, AreaId::at(place)?)));
    let meant = meant.filter(|(_, area)| is_meant(*area));
    meant.min_by_key(|(far, area)| (*far, Some(*area) != wish, area.name())).map(|(_, area)| area)
}
