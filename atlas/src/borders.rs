//! Who borders whom, and how.
//!
//! Two areas are neighbours where they share at least [`LEAST`] squares' sides of land border, or [`LEAST_BY_ROAD`] where the list names
//! a road. The border is a river border where at least half of those sides lie within [`BANK`] squares of a great river.

use crate::grid::Grid;
use crate::growth::Holder;
use crate::projection::{HEIGHT, WIDTH};
use std::collections::BTreeMap;

/// The shortest border that counts, in sides of squares: 15 km.
pub const LEAST: u32 = 10;
/// The shortest border that counts where a road crosses it, in sides of squares: 6 km.
pub const LEAST_BY_ROAD: u32 = 4;
/// The shortest border between two sea areas, or of an area with the sea, that counts.
pub const LEAST_AT_SEA: u32 = 3;
/// How near a river must be to a border that follows it, in squares.
pub const BANK: i64 = 2;

/// A border as counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many sides of squares.
    pub sides: u32,
    /// How many of them lie by a river, by the river's number.
    pub rivers: BTreeMap<u8, u32>,
}

impl Counted {
    /// The river that the border follows.
    #[must_use]
    pub fn river(&self) -> Option<u8> {
        let wet: u32 = self.rivers.values().sum();
        let most = self.rivers.iter().max_by_key(|(river, sides)| (**sides, u8::MAX - **river));
        most.filter(|_| wet * 2 >= self.sides).map(|(river, _)| *river)
    }
}

/// Counts every border between two holders below `count`, the lower number first. Only squares that `counts` allows are looked at.
pub fn count(
    held: &Grid<Holder>,
    rivers: &Grid<u8>,
    count: usize,
    counts: impl Fn(usize) -> bool,
) -> BTreeMap<(Holder, Holder), Counted> {
    let mut found: BTreeMap<(Holder, Holder), Counted> = BTreeMap::new();
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let at = y * WIDTH + x;
            let here = held.0[at];
            if usize::from(here) >= count || !counts(at) {
                continue;
            }
            for (dx, dy) in [(1, 0), (0, 1)] {
                let Some(next) = crate::grid::square(x as i64 + dx, y as i64 + dy) else { continue };
                let there = held.0[next];
                if there == here || usize::from(there) >= count || !counts(next) {
                    continue;
                }
                let border = found.entry((here.min(there), here.max(there))).or_default();
                border.sides += 1;
                let mut near: Option<(i64, u8)> = None;
                for by in -BANK..=BANK {
                    for bx in -BANK..=BANK {
                        let river = rivers.at(x as i64 + bx, y as i64 + by).unwrap_or(0);
                        let far = bx * bx + by * by;
                        if river != 0 && near.is_none_or(|(least, _)| far < least) {
                            near = Some((far, river));
                        }
                    }
                }
                if let Some((_, river)) = near {
                    *border.rivers.entry(river).or_default() += 1;
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::growth::NOBODY;

    #[test]
    fn a_border_along_a_river_is_a_river_border() {
        let mut held = Grid::filled(NOBODY);
        let mut rivers = Grid::filled(0_u8);
        for y in 100..120 {
            for x in 200..240 {
                held.0[y * WIDTH + x] = u16::from(x >= 220);
            }
        }
        let dry = count(&held, &rivers, 2, |_| true);
        assert_eq!(dry[&(0, 1)], Counted { sides: 20, rivers: BTreeMap::new() });
        assert_eq!(dry[&(0, 1)].river(), None);
        for y in 100..112 {
            rivers.0[y * WIDTH + 221] = 3;
        }
        assert_eq!(count(&held, &rivers, 2, |_| true)[&(0, 1)].river(), Some(3));
        for y in 100..120 {
            rivers.0[y * WIDTH + 221] = if y < 106 { 3 } else { 0 };
        }
        assert_eq!(count(&held, &rivers, 2, |_| true)[&(0, 1)].river(), None);
    }
}
