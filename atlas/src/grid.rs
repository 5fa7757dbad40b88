//! The grid: what lies on every square, and how shapes are laid on it.

use crate::projection::{HEIGHT, WIDTH, on_sheet};

/// What a square is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The sea.
    Sea,
    /// Dry land.
    Land,
    /// A lake.
    Lake,
}

/// One value a square, row by row from the north.
#[derive(Clone, Debug)]
pub struct Grid<T>(pub Vec<T>);

/// The number of a square.
pub type Square = usize;

impl<T: Copy> Grid<T> {
    /// A grid of one value.
    pub fn filled(value: T) -> Grid<T> {
        Grid(vec![value; WIDTH * HEIGHT])
    }

    /// The value at a column and a row, if they are on the sheet.
    #[must_use]
    pub fn at(&self, x: i64, y: i64) -> Option<T> {
        square(x, y).map(|square| self.0[square])
    }

    /// Lays a polygon (all rings together: what an odd number of them holds is inside).
    pub fn lay(&mut self, rings: &[Vec<(f64, f64)>], value: T) {
        let rings: Vec<Vec<(f64, f64)>> =
            rings.iter().map(|ring| ring.iter().map(|place| on_sheet(*place)).collect()).collect();
        let (mut top, mut bottom) = (f64::MAX, f64::MIN);
        for (_, y) in rings.iter().flatten() {
            top = top.min(*y);
            bottom = bottom.max(*y);
        }
        if bottom < 0.0 || top > HEIGHT as f64 {
            return;
        }
        let mut crossings: Vec<Vec<f64>> = vec![Vec::new(); HEIGHT];
        for ring in &rings {
            for pair in ring.windows(2) {
                let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
                let (low, high) = (y0.min(y1), y0.max(y1));
                let from = (low - 0.5).ceil().max(0.0) as usize;
                for (row, crossed) in crossings.iter_mut().enumerate().skip(from) {
                    let y = row as f64 + 0.5;
                    if y >= high {
                        break;
                    }
                    crossed.push(x0 + (x1 - x0) * (y - y0) / (y1 - y0));
                }
            }
        }
        for (row, mut crossed) in crossings.into_iter().enumerate() {
            crossed.sort_by(f64::total_cmp);
            for pair in crossed.chunks_exact(2) {
                let from = (pair[0] - 0.5).ceil().clamp(0.0, WIDTH as f64) as usize;
                let to = (pair[1] - 0.5).ceil().clamp(0.0, WIDTH as f64) as usize;
                for x in from..to {
                    self.0[row * WIDTH + x] = value;
                }
            }
        }
    }

    /// Lays a line, so that no diagonal step slips through it.
    pub fn lay_line(&mut self, line: &[(f64, f64)], value: T) {
        for square in along(line) {
            self.0[square] = value;
        }
    }
}

/// The square of a column and a row.
#[must_use]
pub fn square(x: i64, y: i64) -> Option<Square> {
    let on = (0..WIDTH as i64).contains(&x) && (0..HEIGHT as i64).contains(&y);
    on.then(|| y as usize * WIDTH + x as usize)
}

/// The squares under a line, each beside the one before it.
#[must_use]
pub fn along(line: &[(f64, f64)]) -> Vec<Square> {
    let points: Vec<(f64, f64)> = line.iter().map(|place| on_sheet(*place)).collect();
    let mut found: Vec<Square> = Vec::new();
    let mut last: Option<(i64, i64)> = None;
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let steps = (libm::hypot(x1 - x0, y1 - y0) * 4.0).ceil().max(1.0) as usize;
        if steps > 40_000 {
            continue;
        }
        for step in 0..=steps {
            let part = step as f64 / steps as f64;
            let here = ((x0 + (x1 - x0) * part).floor() as i64, (y0 + (y1 - y0) * part).floor() as i64);
            if last == Some(here) {
                continue;
            }
            if let Some((x, y)) = last
                && x != here.0
                && y != here.1
            {
                found.extend(square(here.0, y));
            }
            found.extend(square(here.0, here.1));
            last = Some(here);
        }
    }
    found
}

/// The four squares that share a side with a square.
pub fn sides(at: Square) -> impl Iterator<Item = Square> {
    let (x, y) = ((at % WIDTH) as i64, (at / WIDTH) as i64);
    [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().filter_map(move |(dx, dy)| square(x + dx, y + dy))
}

/// Numbers the connected pieces of the squares that a test names; the rest is `None`. Also how many squares each piece has.
pub fn pieces<T: Copy>(grid: &Grid<T>, of: impl Fn(T) -> bool) -> (Grid<Option<u32>>, Vec<usize>) {
    let mut numbered = Grid::filled(None);
    let mut sizes = Vec::new();
    let mut open = Vec::new();
    for start in 0..grid.0.len() {
        if numbered.0[start].is_some() || !of(grid.0[start]) {
            continue;
        }
        let number = u32::try_from(sizes.len()).unwrap_or(u32::MAX);
        let mut size = 0;
        numbered.0[start] = Some(number);
        open.push(start);
        while let Some(at) = open.pop() {
            size += 1;
            for next in sides(at) {
                if numbered.0[next].is_none() && of(grid.0[next]) {
                    numbered.0[next] = Some(number);
                    open.push(next);
                }
            }
        }
        sizes.push(size);
    }
    (numbered, sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_lets_nothing_slip_through() {
        let squares = along(&[(0.0, 45.0), (5.0, 47.0)]);
        for pair in squares.windows(2) {
            assert!(sides(pair[0]).any(|beside| beside == pair[1]) || pair[0] == pair[1]);
        }
        assert!(squares.len() > 100);
    }

    #[test]
    fn a_hole_is_not_inside() {
        let round = |radius: f64| {
            vec![
                (10.0 - radius, 50.0 - radius),
                (10.0 + radius, 50.0 - radius),
                (10.0 + radius, 50.0 + radius),
                (10.0 - radius, 50.0 + radius),
                (10.0 - radius, 50.0 - radius),
            ]
        };
        let mut grid = Grid::filled(0_u8);
        grid.lay(&[round(2.0), round(1.0)], 1);
        let value = |place| {
            let (x, y) = on_sheet(place);
            grid.at(x as i64, y as i64)
        };
        assert_eq!(value((10.0, 50.0)), Some(0));
        assert_eq!(value((8.5, 50.0)), Some(1));
        let (_, sizes) = pieces(&grid, |value| value == 1);
        assert_eq!(sizes.len(), 1);
    }
}
