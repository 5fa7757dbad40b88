//! Lines between places that touch no third one: straight where that is so by itself, else bent.

/// A point of the picture.
pub type Spot = (f64, f64);

/// Of a line that is bent so many straight pieces are drawn.
const PIECES: u32 = 12;
/// How far a line is bent at most, as a part of its length.
const MOST: f64 = 0.5;
/// How far along the line a bend may lie.
const ALONG: [f64; 3] = [0.5, 0.3, 0.7];

/// The corners of a line from one place to another. It is straight, unless that would pass nearer by one of the `others` than `clear`: then it
/// is bent as little as keeps clear of them, or, where none does, so that it stays as far off as it can.
#[must_use]
pub fn line(from: Spot, to: Spot, others: &[Spot], clear: f64) -> Vec<Spot> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let long = dx.hypot(dy);
    // What cannot come near any line looked at here counts for none.
    let reach = clear + long * MOST;
    let near: Vec<Spot> = (others.iter().copied())
        .filter(|other| *other != from && *other != to && off(&[from, to], *other) < reach)
        .collect();
    let straight = vec![from, to];
    let mut best = (free(&straight, &near, clear), straight);
    let (across, mut bend) = ((-dy / long, dx / long), 0.0);
    while best.0 < 0.0 && bend < long * MOST {
        bend += clear / 4.0;
        for (part, side) in ALONG.into_iter().flat_map(|part| [(part, 1.0), (part, -1.0)]) {
            // The middle of an arc lies half as far off as what bends it.
            let by = 2.0 * bend * side;
            let knee = (from.0 + dx * part + across.0 * by, from.1 + dy * part + across.1 * by);
            let arc = arc(from, knee, to);
            let free = free(&arc, &near, clear);
            if free > best.0 {
                best = (free, arc);
            }
        }
    }
    best.1
}

/// How much farther a line stays off these places than it must, of the nearest: less than 0 where it comes too near. To a place near one of
/// its ends it may come nearer than `clear`, as it has to get there.
#[must_use]
pub fn free(line: &[Spot], others: &[Spot], clear: f64) -> f64 {
    let ends = [line.first(), line.last()];
    let most = |other: Spot| {
        let far = ends.iter().flatten().map(|end| (end.0 - other.0).hypot(end.1 - other.1) * 0.75);
        far.fold(clear, f64::min)
    };
    others.iter().map(|other| off(line, *other) - most(*other)).fold(f64::INFINITY, f64::min).min(clear)
}

/// How far off a line a point lies.
fn off(line: &[Spot], (x, y): Spot) -> f64 {
    let piece = |pair: &[Spot]| {
        let [(x1, y1), (x2, y2)] = [pair[0], pair[1]];
        let (dx, dy) = (x2 - x1, y2 - y1);
        let long = dx * dx + dy * dy;
        let part = if long > 0.0 { (((x - x1) * dx + (y - y1) * dy) / long).clamp(0.0, 1.0) } else { 0.0 };
        (x1 + part * dx - x).hypot(y1 + part * dy - y)
    };
    line.windows(2).map(piece).fold(f64::INFINITY, f64::min)
}

/// An arc from one point to another that is drawn towards a third.
fn arc(from: Spot, knee: Spot, to: Spot) -> Vec<Spot> {
    let at = |n: u32| {
        let t = f64::from(n) / f64::from(PIECES);
        let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
        (a * from.0 + b * knee.0 + c * to.0, a * from.1 + b * knee.1 + c * to.1)
    };
    (0..=PIECES).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::{free, line};

    const ENDS: [(f64, f64); 2] = [(0.0, 0.0), (100.0, 0.0)];

    #[test]
    fn a_line_is_straight_where_nothing_lies_on_it() {
        assert_eq!(line(ENDS[0], ENDS[1], &[(50.0, 13.0), (130.0, 0.0), ENDS[0]], 12.0), ENDS);
    }

    #[test]
    fn a_line_goes_around_what_lies_on_it_by_the_nearer_side() {
        for (y, side) in [(3.0, -1.0), (-3.0, 1.0)] {
            let on_it = [(50.0, y)];
            assert!(free(&ENDS, &on_it, 12.0) < 0.0);
            let bent = line(ENDS[0], ENDS[1], &on_it, 12.0);
            assert!(free(&bent, &on_it, 12.0) >= 0.0, "{bent:?}");
            assert_eq!((bent.first(), bent.last()), (Some(&ENDS[0]), Some(&ENDS[1])));
            assert!(bent.iter().all(|(_, y)| y * side >= 0.0 && y.abs() < 20.0), "{bent:?}");
        }
        // A second place on that side sends it around the other.
        let both = [(50.0, 3.0), (50.0, -10.0)];
        let bent = line(ENDS[0], ENDS[1], &both, 12.0);
        assert!(free(&bent, &both, 12.0) >= 0.0 && bent.iter().all(|(_, y)| *y >= 0.0), "{bent:?}");
    }
}
