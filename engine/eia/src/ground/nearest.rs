//! The nearest of several areas, for every rule that says so (`standard.land.nearest`).

use crate::map::{AreaId, Arrows, beside};
use table::paths::{FARTHEST, Graph, Spread, spread};

/// All areas, a step each by land or by an arrow in play, whoever holds them.
struct Areas;

impl Graph for Areas {
    fn count(&self) -> usize {
        AreaId::all().len()
    }

    fn steps(&self, from: usize, mut take: impl FnMut(usize, u8)) {
        AreaId::at(from)
            .into_iter()
            .flat_map(|from| beside(from, Arrows::HOUSE))
            .for_each(|to| take(to.place(), 1));
    }
}

/// How many steps every area is away from the nearest of these.
#[must_use]
pub fn steps_from(areas: &[AreaId]) -> Spread {
    let from: Vec<usize> = areas.iter().copied().map(AreaId::place).collect();
    spread(&Areas, &from, None, FARTHEST, |_| true)
}

/// The area of fewest steps away of those that are meant, the one where one stands among them; of equal ones that which the player wished, else the
/// first by its name. None where no way leads to any.
#[must_use]
pub fn nearest(from: AreaId, is_meant: impl Fn(AreaId) -> bool, wish: Option<AreaId>) -> Option<AreaId> {
    let all = steps_from(&[from]);
    let meant = all.reached().filter_map(|(place, far)| Some((far, AreaId::at(place)?)));
    let meant = meant.filter(|(_, area)| is_meant(*area));
    meant.min_by_key(|(far, area)| (*far, Some(*area) != wish, area.name())).map(|(_, area)| area)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    // standard.land.nearest
    #[test]
    fn the_nearest_is_that_of_fewest_areas_then_the_wish_then_the_first_by_name() {
        let area = |key: &str| AreaId::by_key(key).unwrap();
        let of = |keys: &'static [&'static str], wish: Option<&str>| {
            let found = nearest(area("ulm"), |one| keys.contains(&one.key()), wish.map(area));
            found.map(|one| one.key())
        };
        assert_eq!(of(&["munich", "linz", "strasbourg"], None), Some("munich"), "two areas both, M before S");
        assert_eq!(of(&["munich", "strasbourg"], Some("strasbourg")), Some("strasbourg"));
        assert_eq!(
            of(&["munich", "linz"], Some("linz")),
            Some("munich"),
            "a wish decides between equal ones alone"
        );
        assert_eq!(of(&["ulm", "augsburg"], None), Some("ulm"));
        assert_eq!(of(&["ajaccio"], None), None, "no way leads to Corsica");
        assert_eq!(of(&["malmo"], None), Some("malmo"), "over the arrows of the Belts and the Sound");
    }
}
