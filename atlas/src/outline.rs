//! Outlines: the borders of the grid traced as arcs, straightened, and put together to rings.
//!
//! An arc runs from one point where three or more holders meet to the next, with one holder on its left and one on its right. It is
//! straightened once, so that the outlines of neighbours fit.

use crate::grid::Grid;
use crate::growth::{Holder, NOBODY};
use crate::projection::{HEIGHT, WIDTH};
use std::collections::BTreeMap;

/// How far a straightened border may lie from the traced one, in tenths of a square.
const STRAY: i64 = 13;
/// An islet or pond with fewer squares is left out.
const SMALLEST: i64 = 10;

/// Directions: east, south, west, north.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// A corner of squares.
pub type Corner = (i32, i32);

/// A border between two holders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arc {
    /// Its corners, straightened.
    pub points: Vec<Corner>,
    /// Who lies on its left.
    pub left: Holder,
    /// Who lies on its right.
    pub right: Holder,
    first: usize,
    last: usize,
}

/// Beyond the sheet.
const FRAME: Holder = NOBODY - 9;

struct Tracing<'a> {
    held: &'a Grid<Holder>,
    /// Which of the edges that leave a corner eastwards (0) and southwards (1) are traced.
    traced: [Vec<bool>; 2],
}

fn corner_number((x, y): Corner) -> usize {
    y as usize * (WIDTH + 1) + x as usize
}

impl Tracing<'_> {
    fn holder(&self, x: i32, y: i32) -> Holder {
        self.held.at(i64::from(x), i64::from(y)).unwrap_or(FRAME)
    }

    /// Who lies left and right of the edge that leaves a corner in a direction.
    fn sides(&self, (x, y): Corner, way: usize) -> (Holder, Holder) {
        let (left, right) = match way {
            0 => ((x, y - 1), (x, y)),
            1 => ((x, y), (x - 1, y)),
            2 => ((x - 1, y), (x - 1, y - 1)),
            _ => ((x - 1, y - 1), (x, y - 1)),
        };
        (self.holder(left.0, left.1), self.holder(right.0, right.1))
    }

    fn is_border(&self, at: Corner, way: usize) -> bool {
        let (left, right) = self.sides(at, way);
        left != right
    }

    fn ways(&self, at: Corner) -> Vec<usize> {
        (0..4).filter(|way| self.is_border(at, *way)).collect()
    }

    fn edge(&self, (x, y): Corner, way: usize) -> (usize, usize) {
        match way {
            0 => (0, corner_number((x, y))),
            1 => (1, corner_number((x, y))),
            2 => (0, corner_number((x - 1, y))),
            _ => (1, corner_number((x, y - 1))),
        }
    }

    fn is_traced(&self, at: Corner, way: usize) -> bool {
        let (kind, number) = self.edge(at, way);
        self.traced[kind][number]
    }

    fn follow(&mut self, start: Corner, way: usize) -> Arc {
        let (left, right) = self.sides(start, way);
        let mut points = vec![start];
        let (mut at, mut heading) = (start, way);
        loop {
            let (kind, number) = self.edge(at, heading);
            self.traced[kind][number] = true;
            at = (at.0 + STEPS[heading].0, at.1 + STEPS[heading].1);
            points.push(at);
            let ways = self.ways(at);
            let back = (heading + 2) % 4;
            if at == start || ways.len() != 2 {
                return Arc { points, left, right, first: way, last: heading };
            }
            match ways.into_iter().find(|way| *way != back) {
                Some(next) => heading = next,
                None => return Arc { points, left, right, first: way, last: heading },
            }
        }
    }
}

/// Twice the area that a ring holds, with its sign.
#[must_use]
pub fn doubled_area(ring: &[Corner]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter()
        .zip(next)
        .map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1))
        .sum()
}

/// Straightens the points between two that stay (by Douglas and Peucker's rule).
fn straighten(points: &[Corner], keep: &mut [bool], from: usize, to: usize) {
    let mut open = vec![(from, to)];
    while let Some((from, to)) = open.pop() {
        let (a, b) = (points[from], points[to]);
        let (dx, dy) = (i64::from(b.0 - a.0), i64::from(b.1 - a.1));
        let long = dx * dx + dy * dy;
        let mut most = (0, 0_i64);
        for (number, point) in points.iter().enumerate().take(to).skip(from + 1) {
            let (px, py) = (i64::from(point.0 - a.0), i64::from(point.1 - a.1));
            let along = px * dx + py * dy;
            // The square of the distance, times `long` where that is not 0.
            let far = if long == 0 {
                px * px + py * py
            } else if along < 0 {
                (px * px + py * py) * long
            } else if along > long {
                let (qx, qy) = (i64::from(point.0 - b.0), i64::from(point.1 - b.1));
                (qx * qx + qy * qy) * long
            } else {
                let across = px * dy - py * dx;
                across * across
            };
            if far > most.1 {
                most = (number, far);
            }
        }
        if most.1 * 100 > STRAY * STRAY * long.max(1) {
            keep[most.0] = true;
            open.push((from, most.0));
            open.push((most.0, to));
        }
    }
}

fn straightened(points: &[Corner]) -> Vec<Corner> {
    let last = points.len().saturating_sub(1);
    if last < 2 {
        return points.to_vec();
    }
    let mut keep = vec![false; points.len()];
    keep[0] = true;
    keep[last] = true;
    if points[0] == points[last] {
        // A closed border keeps its two points that lie farthest from where it was begun, and from each other.
        let far = |from: Corner| {
            let apart = |point: &Corner| {
                let (dx, dy) = (i64::from(point.0 - from.0), i64::from(point.1 - from.1));
                dx * dx + dy * dy
            };
            points
                .iter()
                .enumerate()
                .max_by_key(|(number, point)| (apart(point), usize::MAX - number))
                .map_or(0, |(number, _)| number)
        };
        let one = far(points[0]);
        let other = far(points[one]);
        let (one, other) = (one.min(other), one.max(other));
        keep[one] = true;
        keep[other] = true;
        straighten(points, &mut keep, 0, one);
        straighten(points, &mut keep, one, other);
        straighten(points, &mut keep, other, last);
    } else {
        straighten(points, &mut keep, 0, last);
    }
    points.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(point, _)| *point).collect()
}

/// A line with the points that its course needs.
#[must_use]
pub fn straightened_line(points: &[Corner]) -> Vec<Corner> {
    straightened(points)
}

/// Every border of the grid, the edge of the sheet included. Islets and ponds below the smallest are left out.
#[must_use]
pub fn arcs(held: &Grid<Holder>) -> Vec<Arc> {
    let corners = (WIDTH + 1) * (HEIGHT + 1);
    let mut tracing = Tracing { held, traced: [vec![false; corners], vec![false; corners]] };
    let mut found = Vec::new();
    for meeting in [true, false] {
        for y in 0..=HEIGHT as i32 {
            for x in 0..=WIDTH as i32 {
                let ways = tracing.ways((x, y));
                if ways.is_empty() || (meeting && ways.len() < 3) {
                    continue;
                }
                for way in ways {
                    if tracing.is_traced((x, y), way) {
                        continue;
                    }
                    let arc = tracing.follow((x, y), way);
                    let closed = arc.points.first() == arc.points.last();
                    if closed && doubled_area(&arc.points).abs() < 2 * SMALLEST {
                        continue;
                    }
                    found.push(Arc { points: straightened(&arc.points), ..arc });
                }
            }
        }
    }
    found
}

/// One use of an arc by the holder on its left (forwards) or right (backwards).
#[derive(Clone, Copy)]
struct Use {
    number: i32,
    start: Corner,
    end: Corner,
    leaves: usize,
    arrives: usize,
}

/// The rings of every holder: lists of arc numbers, −1−n for arc n backwards.
#[must_use]
pub fn rings(arcs: &[Arc]) -> BTreeMap<Holder, Vec<Vec<i32>>> {
    let mut uses: BTreeMap<Holder, Vec<Use>> = BTreeMap::new();
    for (number, arc) in arcs.iter().enumerate() {
        let (Some(start), Some(end)) = (arc.points.first(), arc.points.last()) else { continue };
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        let forwards = Use { number, start: *start, end: *end, leaves: arc.first, arrives: arc.last };
        let backwards = Use {
            number: -1 - number,
            start: *end,
            end: *start,
            leaves: (arc.last + 2) % 4,
            arrives: (arc.first + 2) % 4,
        };
        uses.entry(arc.left).or_default().push(forwards);
        uses.entry(arc.right).or_default().push(backwards);
    }
    uses.remove(&FRAME);
    // A spit one square wide may be straightened to nothing.
    let holds = |ring: &Vec<i32>| {
        doubled_area(&ring.iter().flat_map(|arc| points(arcs, *arc)).collect::<Vec<_>>()) != 0
    };
    uses.into_iter()
        .map(|(holder, uses)| (holder, chained(&uses).into_iter().filter(holds).collect()))
        .collect()
}

/// The points of an arc by its number in a ring, but the last.
fn points(arcs: &[Arc], arc: i32) -> Vec<Corner> {
    let number = usize::try_from(if arc < 0 { -1 - arc } else { arc }).ok();
    let mut points =
        number.and_then(|number| arcs.get(number)).map(|arc| arc.points.clone()).unwrap_or_default();
    if arc < 0 {
        points.reverse();
    }
    points.pop();
    points
}

fn chained(uses: &[Use]) -> Vec<Vec<i32>> {
    let mut from: BTreeMap<Corner, Vec<usize>> = BTreeMap::new();
    for (number, one) in uses.iter().enumerate() {
        from.entry(one.start).or_default().push(number);
    }
    let mut used = vec![false; uses.len()];
    let mut rings = Vec::new();
    for begin in 0..uses.len() {
        if used[begin] {
            continue;
        }
        let mut ring = Vec::new();
        let mut at = begin;
        loop {
            used[at] = true;
            ring.push(uses[at].number);
            let Use { end, arrives, .. } = uses[at];
            if end == uses[begin].start
                && (uses[begin].start == uses[begin].end || from[&end].iter().all(|next| used[*next]))
            {
                break;
            }
            // Left first: a ring keeps to its own squares where two of them touch at a corner only.
            let turn = |way: usize| (way + 4 - (arrives + 3) % 4) % 4;
            let next = from.get(&end).and_then(|next| {
                next.iter().copied().filter(|next| !used[*next]).min_by_key(|next| turn(uses[*next].leaves))
            });
            if end == uses[begin].start {
                // Closed, unless the border turns more sharply into one that is not used yet.
                let closing = turn(uses[begin].leaves);
                if next.is_none_or(|next| turn(uses[next].leaves) >= closing) {
                    break;
                }
            }
            match next {
                Some(next) => at = next,
                None => break,
            }
        }
        rings.push(ring);
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(
        held: &mut Grid<Holder>,
        holder: Holder,
        across: std::ops::Range<usize>,
        down: std::ops::Range<usize>,
    ) {
        for y in down {
            for x in across.clone() {
                held.0[y * WIDTH + x] = holder;
            }
        }
    }

    fn area(arcs: &[Arc], rings: &[Vec<i32>]) -> i64 {
        rings
            .iter()
            .map(|ring| doubled_area(&ring.iter().flat_map(|arc| points(arcs, *arc)).collect::<Vec<_>>()))
            .sum::<i64>()
            .abs()
            / 2
    }

    #[test]
    fn neighbours_share_their_border_and_holes_are_cut_out() {
        let mut held = Grid::filled(9);
        block(&mut held, 1, 100..140, 100..140);
        block(&mut held, 2, 140..180, 100..140);
        block(&mut held, 3, 110..120, 110..120);
        let arcs = arcs(&held);
        let rings = rings(&arcs);
        assert_eq!(area(&arcs, &rings[&1]), 40 * 40 - 100);
        assert_eq!(area(&arcs, &rings[&2]), 40 * 40);
        assert_eq!(area(&arcs, &rings[&3]), 100);
        let shared: Vec<i32> =
            rings[&1].concat().into_iter().filter(|arc| rings[&2].concat().contains(&(-1 - arc))).collect();
        assert_eq!(shared.len(), 1);
    }

    #[test]
    fn squares_that_touch_at_a_corner_make_two_rings() {
        let mut held = Grid::filled(9);
        block(&mut held, 1, 100..110, 100..110);
        block(&mut held, 1, 110..120, 110..120);
        let arcs = arcs(&held);
        let rings = rings(&arcs);
        assert_eq!(rings[&1].len(), 2);
        assert_eq!(area(&arcs, &rings[&1]), 200);
    }

    #[test]
    fn a_stair_becomes_a_slope() {
        let stair: Vec<Corner> = (0..40).map(|step| (step / 2 + step % 2, step / 2)).collect();
        assert_eq!(straightened(&stair), [stair[0], stair[39]]);
    }
}
