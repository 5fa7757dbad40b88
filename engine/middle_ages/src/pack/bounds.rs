//! Between which numbers the values of a pack's rows lie.

use super::Set;
use crate::geography::{FORT, LOWEST};
use crate::year::{Line, RATINGS};

/// The greatest social state that an area can have.
const SOCIAL: i8 = 4;
/// The greatest number of gold, points and cards in a row.
const GOLD: i64 = 99;
const POINTS: i64 = 9;
/// A place on the map, in tenths of a degree.
const DEGREES: (i64, i64) = (-1_800, 1_800);

/// The least and the greatest number of a value of a set's rows, by its word in the file; `None` for what is no number.
pub(super) fn bounds(set: Set, value: &str) -> Option<(i64, i64)> {
    Some(match (set, value) {
        (Set::Areas, "population") => (-2, 2),
        (Set::Areas, "limit" | "social") => (LOWEST.into(), SOCIAL.into()),
        (Set::Areas, "fort") => (0, FORT.into()),
        (Set::Areas | Set::Seas, "at") => DEGREES,
        (Set::Religions, "proselytic" | "conviction") => (0, 20),
        (Set::Begins, "gold") => (0, GOLD),
        (Set::Begins, "unchecked") => (0, 60),
        (Set::Year, "number") => (1, 110),
        (Set::Year, line) if Line::ALL.iter().any(|known| known.key() == line) => RATINGS,
        (Set::Events | Set::Fates, "count") => (1, 60),
        (Set::Events, "period") => (1, 9_999),
        (Set::Events, "points") => (1, POINTS),
        (Set::Events, "gold") => (1, GOLD),
        (Set::Events, "combat" | "administration" | "diplomacy") => (0, POINTS),
        (Set::Raiders, "cards") => (1, POINTS),
        (Set::Raiders, "ships") => (0, POINTS),
        (Set::Raiders, "statures") => (1, 20),
        _ => return None,
    })
}
