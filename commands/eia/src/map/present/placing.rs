//! Where the flags of a place stand on a picture: near it, in its sea area where they belong to one, and over as little as can be.

use std::sync::LazyLock;

/// Left, top, right, bottom, in pixels.
pub(crate) type Room = [i32; 4];

/// What is left free around a place's own mark.
const MARK: i32 = 13;

/// What hiding a pixel costs of what must stay free: capitals, the names of powers, other flags.
const KEPT_FREE: i64 = 60;

/// Further from their place than so many pixels flags are not looked for; what hides nothing is found before.
const FARTHEST: i32 = 420;

/// A polygon, or several of which each hides the others' holes, in pixels.
pub(crate) type Shape = Vec<Vec<(i32, i32)>>;

/// What a picture has no room for flags at.
pub(crate) struct Taken {
    /// Its size.
    pub size: (i32, i32),
    /// The size of a flag's letters, by which distances are measured.
    pub letters: i32,
    /// What flags must not hide.
    pub kept_free: Vec<Room>,
    /// What they hide only where standing further off would be worse.
    pub names: Vec<Room>,
}

impl Taken {
    /// Where flags that take so much room stand, by the pixel of their place; `sea`: the shape of the sea area that is their place.
    pub fn put(&mut self, at: (i32, i32), size: (i32, i32), sea: Option<&Shape>) -> Room {
        let mut best: Option<(i64, Room)> = None;
        let mut seen = |left: i32, top: i32| {
            let room = self.room((left, top), size);
            let far = self.far(at, room, sea.is_some());
            let dearer = |cost: i64| best.is_some_and(|(least, _)| least <= cost);
            if dearer(far) {
                return;
            }
            let cost = far + self.hides(at, room);
            if dearer(cost) {
                return;
            }
            let cost = cost + sea.map_or(0, |sea| out_of(sea, room));
            if !dearer(cost) {
                best = Some((cost, room));
            }
        };
        around(at, size, &mut seen);
        if let Some((left, top, right, bottom)) = sea.and_then(bounds) {
            let (across, down) = (left.max(0)..right.min(self.size.0), top.max(0)..bottom.min(self.size.1));
            for top in down.step_by(20) {
                across.clone().step_by(20).for_each(|left| seen(left, top));
            }
        }
        let room = best.map_or_else(|| self.room(at, size), |(_, room)| room);
        self.kept_free.push(room);
        room
    }

    /// A room within the picture.
    fn room(&self, (left, top): (i32, i32), (wide, high): (i32, i32)) -> Room {
        let left = left.clamp(2, (self.size.0 - wide - 2).max(2));
        let top = top.clamp(2, (self.size.1 - high - 2).max(2));
        [left, top, left + wide, top + high]
    }

    /// What the way from a place to a room costs; within a sea area it is as good almost anywhere.
    fn far(&self, (x, y): (i32, i32), room: Room, at_sea: bool) -> i64 {
        let (to_x, to_y) = (x.clamp(room[0], room[2]), y.clamp(room[1], room[3]));
        let far = i64::from(to_x - x).pow(2) + i64::from(to_y - y).pow(2);
        let far = far.unsigned_abs().isqrt().cast_signed();
        let (middle_x, middle_y) = ((room[0] + room[2]) / 2, (room[1] + room[3]) / 2);
        let askew = i64::from((middle_x - x).abs() + (middle_y - y).abs());
        let each = i64::from(self.letters);
        if at_sea { far * each / 2 } else { far * each * 3 + far * far / 2 + askew }
    }

    /// What a room hides.
    fn hides(&self, (x, y): (i32, i32), room: Room) -> i64 {
        let own = overlap(&room, &[x - MARK, y - MARK, x + MARK, y + MARK]);
        let kept: i64 = self.kept_free.iter().map(|other| overlap(&grown(room), other)).sum();
        let names: i64 = self.names.iter().map(|other| overlap(&room, other)).sum();
        (own + kept) * KEPT_FREE + names + self.struck_through((x, y), room)
    }

    /// What it costs that the line from a place to its flags runs over what must stay free.
    fn struck_through(&self, (x, y): (i32, i32), room: Room) -> i64 {
        const STEPS: i32 = 16;
        let (to_x, to_y) = (x.clamp(room[0], room[2]), y.clamp(room[1], room[3]));
        let on = |step: &i32| (x + (to_x - x) * step / STEPS, y + (to_y - y) * step / STEPS);
        let over = |(x, y): (i32, i32)| {
            self.kept_free.iter().any(|[left, top, right, bottom]| {
                (*left..*right).contains(&x) && (*top..*bottom).contains(&y)
            })
        };
        let struck = (1..STEPS).filter(|step| over(on(step))).count();
        let long = i64::from((to_x - x).abs().max((to_y - y).abs()));
        i64::try_from(struck).unwrap_or(0) * long / i64::from(STEPS) * i64::from(self.letters) * 3
    }
}

/// The room of a size nearest to a point, within a picture, that covers none of those that are taken; over its point where there is none.
pub(crate) fn beside(
    (x, y): (i32, i32),
    (wide, high): (i32, i32),
    picture: (i32, i32),
    taken: &[Room],
) -> Room {
    let over = |dx: i32, dy: i32| {
        let (left, top) = (x - wide / 2 + dx, y - high / 2 + dy);
        [left, top, left + wide, top + high]
    };
    let is_free = |room: &Room| {
        let inside = room[0] >= 0 && room[1] >= 0 && room[2] <= picture.0 && room[3] <= picture.1;
        inside && taken.iter().all(|other| overlap(&grown(*room), other) == 0)
    };
    BY_DISTANCE.iter().map(|(dx, dy)| over(*dx, *dy)).find(is_free).unwrap_or_else(|| over(0, 0))
}

/// Ways from a point, the shortest first; of those equally short the ones to the sides, as what stands beside is read in the row of its place.
static BY_DISTANCE: LazyLock<Vec<(i32, i32)>> = LazyLock::new(|| {
    const STEP: i32 = 6;
    let each = || (-FARTHEST / STEP..=FARTHEST / STEP).map(|n| n * STEP);
    let mut all: Vec<(i32, i32)> = each().flat_map(|down| each().map(move |across| (across, down))).collect();
    all.sort_by_key(|(across, down)| (across * across + down * down, down.abs(), *across, *down));
    all
});

/// A room with a hair around it.
fn grown([left, top, right, bottom]: Room) -> Room {
    [left - 3, top - 3, right + 3, bottom + 3]
}

/// Where flags that take so much room can stand near a place, the nearest first: left and top.
fn around((x, y): (i32, i32), (wide, high): (i32, i32), seen: &mut impl FnMut(i32, i32)) {
    let mut gap = MARK + 2;
    while gap < FARTHEST {
        for part in [2, 1, 3, 0, 4] {
            let (left, top) = (x - wide * part / 4, y - high * part / 4);
            [(left, y + gap), (left, y - gap - high), (x + gap, top), (x - gap - wide, top)]
                .into_iter()
                .for_each(|(left, top)| seen(left, top));
        }
        for (left, top) in [
            (x + gap * 7 / 10, y + gap * 7 / 10),
            (x - gap * 7 / 10 - wide, y + gap * 7 / 10),
            (x + gap * 7 / 10, y - gap * 7 / 10 - high),
            (x - gap * 7 / 10 - wide, y - gap * 7 / 10 - high),
        ] {
            seen(left, top);
        }
        gap += 6 + gap / 8;
    }
}

/// How much two rooms have in common.
fn overlap(one: &Room, other: &Room) -> i64 {
    let wide = (one[2].min(other[2]) - one[0].max(other[0])).max(0);
    let high = (one[3].min(other[3]) - one[1].max(other[1])).max(0);
    i64::from(wide) * i64::from(high)
}

/// What it costs that a room stands out of a sea area: a flag on the land or in other waters is taken for one of those.
fn out_of(sea: &Shape, [left, top, right, bottom]: Room) -> i64 {
    const ACROSS: i32 = 6;
    const DOWN: i32 = 4;
    let points = (0..=ACROSS).flat_map(|n| {
        (0..=DOWN).map(move |m| (left + (right - left) * n / ACROSS, top + (bottom - top) * m / DOWN))
    });
    let out = points.filter(|at| !holds(sea, *at)).count();
    let all = i64::from((ACROSS + 1) * (DOWN + 1));
    let room = i64::from(right - left) * i64::from(bottom - top);
    10 * room * i64::try_from(out).unwrap_or(all) / all
}

/// Whether a pixel lies in a shape.
pub(crate) fn holds(shape: &Shape, (x, y): (i32, i32)) -> bool {
    let mut inside = false;
    for ring in shape {
        for pair in ring.windows(2) {
            let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
            if (ay > y) != (by > y) {
                let across = i64::from(bx - ax) * i64::from(y - ay) - i64::from(x - ax) * i64::from(by - ay);
                inside ^= (across > 0) == (by > ay);
            }
        }
    }
    inside
}

fn bounds(shape: &Shape) -> Option<(i32, i32, i32, i32)> {
    shape.iter().flatten().fold(None, |all, (x, y)| {
        let (left, top, right, bottom) = all.unwrap_or((*x, *y, *x, *y));
        Some((left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(left: i32, top: i32, right: i32, bottom: i32) -> Shape {
        vec![vec![(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]]
    }

    #[test]
    fn flags_stand_beside_their_place_and_hide_neither_capitals_nor_each_other() {
        let capital = [400, 512, 600, 560];
        let mut taken = Taken {
            size: (1000, 1000),
            letters: 26,
            kept_free: vec![capital],
            names: vec![[512, 480, 700, 520]],
        };
        let mut before = vec![capital];
        for _ in 0..4 {
            let room = taken.put((500, 500), (120, 40), None);
            assert!(before.iter().all(|other| overlap(&room, other) == 0), "{room:?} of {before:?}");
            let (x, y) = (500.clamp(room[0], room[2]), 500.clamp(room[1], room[3]));
            assert!((x - 500).abs() + (y - 500).abs() < 150, "{room:?}");
            before.push(room);
        }
    }

    #[test]
    fn a_fleet_stands_in_its_sea_area_where_it_fits() {
        let sea = square(100, 100, 400, 300);
        // Its name stands in the middle.
        let names = vec![[180, 180, 330, 220]];
        let mut taken = Taken { size: (1000, 1000), letters: 26, kept_free: Vec::new(), names };
        let room = taken.put((250, 200), (160, 40), Some(&sea));
        assert_eq!(out_of(&sea, room), 0, "{room:?}");
        assert_eq!(overlap(&room, &[180, 180, 330, 220]), 0, "{room:?}");
        assert!(holds(&sea, (101, 101)) && !holds(&sea, (99, 200)) && !holds(&sea, (200, 301)));
    }
}
