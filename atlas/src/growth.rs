//! How areas grow: every area spreads from its places over its own kind of ground until it meets the others.

use crate::grid::{Grid, Square};
use crate::projection::{HEIGHT, WIDTH};

/// What holds a square: the areas of the list come first, then come the seas, then what belongs to nobody.
pub type Holder = u16;

/// Not held.
pub const NOBODY: Holder = u16::MAX;
/// Land beyond the board.
pub const OUTSIDE: Holder = u16::MAX - 1;
/// Water that is no sea area: lakes, the Caspian and the White Sea.
pub const WATER: Holder = u16::MAX - 2;

/// The cost of a step to the side over even ground; a diagonal step costs [`DIAGONAL`].
pub const STEP: u32 = 10;
const DIAGONAL: u32 = 14;
/// What it costs to step into a great river, as so many steps.
const RIVER: u32 = 26 * STEP;

/// Where growth starts: the square, who grows, and with how much of a delay.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The square.
    pub at: Square,
    /// Who grows.
    pub holder: Holder,
    /// Its delay, in steps' cost.
    pub delay: u32,
}

/// A number that looks random and is always the same for a lattice point.
fn hashed(x: i64, y: i64) -> u32 {
    let mut value =
        (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    value ^= value >> 29;
    value = value.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value ^= value >> 32;
    (value & 0xFF) as u32
}

/// A smooth hilliness, 0 to 255, with hills of about so many squares.
fn hills(x: i64, y: i64, size: i64) -> u32 {
    let (left, top) = (x.div_euclid(size), y.div_euclid(size));
    let (across, down) = (x.rem_euclid(size) as u32, y.rem_euclid(size) as u32);
    let size = size as u32;
    let upper = hashed(left, top) * (size - across) + hashed(left + 1, top) * across;
    let lower = hashed(left, top + 1) * (size - across) + hashed(left + 1, top + 1) * across;
    (upper * (size - down) + lower * down) / (size * size)
}

/// How hard it is to cross each square, in sixteenths: 11 to 26. It makes borders wind as borders do.
#[must_use]
pub fn roughness() -> Grid<u8> {
    let mut grid = Grid::filled(16_u8);
    for y in 0..HEIGHT as i64 {
        for x in 0..WIDTH as i64 {
            let rough = hills(x, y, 26) * 2 + hills(x + 7919, y + 104_729, 9);
            grid.0[y as usize * WIDTH + x as usize] = (11 + rough * 15 / 765) as u8;
        }
    }
    grid
}

/// Lets everybody grow over the squares that are `open`, up to a cost. Who comes first keeps a square; among equals, who stands first in the list.
pub fn grow(
    starts: &[Start],
    open: impl Fn(Square) -> bool,
    rough: &Grid<u8>,
    river: impl Fn(Square) -> bool,
    most: u32,
) -> Grid<Holder> {
    let mut held = Grid::filled(NOBODY);
    let mut waiting: Vec<Vec<(Square, Holder)>> = Vec::new();
    let put = |waiting: &mut Vec<Vec<(Square, Holder)>>, cost: u32, at: Square, holder: Holder| {
        let cost = cost as usize;
        if waiting.len() <= cost {
            waiting.resize_with(cost + 1, Vec::new);
        }
        waiting[cost].push((at, holder));
    };
    for start in starts {
        put(&mut waiting, start.delay, start.at, start.holder);
    }
    let mut cost = 0_u32;
    while (cost as usize) < waiting.len() && cost <= most {
        for (at, holder) in std::mem::take(&mut waiting[cost as usize]) {
            if held.0[at] != NOBODY {
                continue;
            }
            held.0[at] = holder;
            let (x, y) = ((at % WIDTH) as i64, (at / WIDTH) as i64);
            for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
                let Some(next) = crate::grid::square(x + dx, y + dy) else { continue };
                if held.0[next] != NOBODY || !open(next) {
                    continue;
                }
                let diagonal = dx != 0 && dy != 0;
                if diagonal {
                    // No slipping between two squares that touch at a corner.
                    let beside = [crate::grid::square(x + dx, y), crate::grid::square(x, y + dy)];
                    if !beside
                        .into_iter()
                        .flatten()
                        .all(|beside| open(beside) && (!river(beside) || river(at)))
                    {
                        continue;
                    }
                }
                let step = if diagonal { DIAGONAL } else { STEP };
                let mut add = (step * u32::from(rough.0[next]) / 16).max(1);
                if river(next) && !river(at) {
                    add += RIVER;
                }
                put(&mut waiting, cost + add, next, holder);
            }
        }
        cost += 1;
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_neighbours_meet_half_way_and_a_river_holds_the_border() {
        let at = |x: usize| 50 * WIDTH + x;
        let starts = [Start { at: at(100), holder: 0, delay: 0 }, Start { at: at(140), holder: 1, delay: 0 }];
        let even = Grid::filled(16_u8);
        let open = |square: Square| square / WIDTH < 100 && square % WIDTH < 300;
        let held = grow(&starts, open, &even, |_| false, 10_000);
        assert_eq!((held.0[at(118)], held.0[at(122)]), (0, 1));
        let river = |square: Square| square % WIDTH == 128;
        let held = grow(&starts, open, &even, river, 10_000);
        assert_eq!((held.0[at(126)], held.0[at(130)]), (0, 1));
        assert_eq!(held.0[at(400)], NOBODY);
    }

    #[test]
    fn nobody_grows_farther_than_the_most() {
        let starts = [Start { at: 50 * WIDTH + 100, holder: 0, delay: 0 }];
        let held = grow(&starts, |_| true, &Grid::filled(16), |_| false, 20 * STEP);
        assert_eq!((held.0[50 * WIDTH + 119], held.0[50 * WIDTH + 122]), (0, NOBODY));
    }
}
