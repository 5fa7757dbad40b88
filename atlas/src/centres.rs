//! Where the name and the counters of an area stand: the place farthest from its border.

use crate::grid::Grid;
use crate::growth::Holder;
use crate::projection::{HEIGHT, WIDTH};

/// The place farthest from the border of each holder below `count`, in squares; `None` for one that holds nothing.
#[must_use]
pub fn centres(held: &Grid<Holder>, count: usize) -> Vec<Option<(i32, i32)>> {
    // Distances by two sweeps: 5 to the side, 7 across a corner.
    let mut far: Vec<u32> = vec![0; held.0.len()];
    let look = |far: &[u32], x: usize, y: usize, dx: i64, dy: i64, step: u32| -> u32 {
        let here = held.0[y * WIDTH + x];
        match crate::grid::square(x as i64 + dx, y as i64 + dy) {
            Some(next) if held.0[next] == here => far[next] + step,
            _ => step,
        }
    };
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let steps = [(-1, 0, 5), (0, -1, 5), (-1, -1, 7), (1, -1, 7)];
            far[y * WIDTH + x] =
                steps.iter().map(|(dx, dy, step)| look(&far, x, y, *dx, *dy, *step)).min().unwrap_or(0);
        }
    }
    let mut best: Vec<Option<(u32, i32, i32)>> = vec![None; count];
    for y in (0..HEIGHT).rev() {
        for x in (0..WIDTH).rev() {
            let at = y * WIDTH + x;
            let steps = [(1, 0, 5), (0, 1, 5), (1, 1, 7), (-1, 1, 7)];
            let other =
                steps.iter().map(|(dx, dy, step)| look(&far, x, y, *dx, *dy, *step)).min().unwrap_or(0);
            far[at] = far[at].min(other);
            if let Some(best) = best.get_mut(usize::from(held.0[at]))
                && best.is_none_or(|(most, ..)| far[at] > most)
            {
                *best = Some((far[at], x as i32, y as i32));
            }
        }
    }
    best.into_iter().map(|found| found.map(|(_, x, y)| (x, y))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::growth::NOBODY;

    #[test]
    fn the_centre_of_a_square_is_in_its_middle() {
        let mut held = Grid::filled(NOBODY);
        for y in 100..121 {
            for x in 200..221 {
                held.0[y * WIDTH + x] = 0;
            }
        }
        assert_eq!(centres(&held, 2), [Some((210, 110)), None]);
    }
}
