//! The search for the cheapest ways, whatever the ground: marches from area to area, lines of supply, distances.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Places that are joined by steps, numbered from 0.
pub trait Graph {
    /// How many places there are.
    fn count(&self) -> usize;

    /// Gives each place to which a step leads from one, with what it costs: 1 or more.
    fn steps(&self, from: usize, take: impl FnMut(usize, u8));

    /// How long a step is, in any unit: of ways that cost the same the shorter is taken.
    fn length(&self, _from: usize, _to: usize) -> u32 {
        0
    }

    /// Whether of two ways to a place that are equal in cost and length the one whose last step comes from `new` is taken, and not the one
    /// found before it, from `old`.
    fn prefers(&self, _new: usize, _old: usize) -> bool {
        false
    }
}

/// The most that a way can cost.
pub const FARTHEST: u16 = u16::MAX - 1;

const UNREACHED: u16 = u16::MAX;

/// The cheapest ways from where a search began.
#[derive(Clone, Debug)]
pub struct Spread {
    costs: Vec<u16>,
    /// From where each place was entered; nowhere for where the search began.
    from: Vec<Option<usize>>,
}

impl Spread {
    /// What the way to a place costs; `None` where none leads there.
    #[must_use]
    pub fn cost(&self, to: usize) -> Option<u16> {
        Some(self.costs[to]).filter(|cost| *cost != UNREACHED)
    }

    /// The places entered on the way to one, itself the last; `None` where no way leads there.
    #[must_use]
    pub fn way(&self, to: usize) -> Option<Vec<usize>> {
        self.cost(to)?;
        let (mut here, mut way) = (to, Vec::new());
        while let Some(from) = self.from[here] {
            way.push(here);
            here = from;
        }
        way.reverse();
        Some(way)
    }

    /// The one of the places where the search began from which the way to a place leads; `None` where no way leads there.
    #[must_use]
    pub fn start(&self, to: usize) -> Option<usize> {
        self.cost(to)?;
        let mut here = to;
        while let Some(from) = self.from[here] {
            here = from;
        }
        Some(here)
    }

    /// Every place that is reached, with what the way costs, in their order.
    pub fn reached(&self) -> impl Iterator<Item = (usize, u16)> + '_ {
        self.costs.iter().copied().enumerate().filter(|(_, cost)| *cost != UNREACHED)
    }
}

/// Searches from some places until `last` is settled, or what is left costs more than `most`. Only places that may be entered are.
#[must_use]
pub fn spread(
    graph: &impl Graph,
    starts: &[usize],
    last: Option<usize>,
    most: u16,
    may_enter: impl Fn(usize) -> bool,
) -> Spread {
    let count = graph.count();
    let mut all = Spread { costs: vec![UNREACHED; count], from: vec![None; count] };
    let mut lengths = vec![0u32; count];
    // What costs the same is looked at in the order in which it was found.
    let (mut open, mut found) = (BinaryHeap::new(), 0u32);
    let mut put = |open: &mut BinaryHeap<_>, cost: u16, place: usize| {
        open.push(Reverse((cost, found, place)));
        found += 1;
    };
    for start in starts {
        all.costs[*start] = 0;
        put(&mut open, 0, *start);
    }
    while let Some(Reverse((cost, _, here))) = open.pop() {
        // Found again by a cheaper way in the meantime.
        if all.costs[here] != cost {
            continue;
        }
        if last == Some(here) {
            return all;
        }
        graph.steps(here, |to, step| {
            let far = cost.saturating_add(u16::from(step));
            if far > all.costs[to] || far > most.min(FARTHEST) || !may_enter(to) {
                return;
            }
            let length = lengths[here].saturating_add(graph.length(here, to));
            let is_cheaper = far < all.costs[to];
            let is_preferred = || all.from[to].is_some_and(|old| graph.prefers(here, old));
            if is_cheaper || length < lengths[to] || length == lengths[to] && is_preferred() {
                (all.from[to], lengths[to]) = (Some(here), length);
            }
            // One that is found as cheaply by a shorter way is open already.
            if is_cheaper {
                all.costs[to] = far;
                put(&mut open, far, to);
            }
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps with what each costs, one way.
    struct Roads {
        steps: &'static [(usize, usize, u8)],
        lengths: &'static [(usize, usize, u32)],
        lowest_first: bool,
    }

    impl Graph for Roads {
        fn count(&self) -> usize {
            6
        }

        fn steps(&self, from: usize, mut take: impl FnMut(usize, u8)) {
            self.steps.iter().filter(|road| road.0 == from).for_each(|road| take(road.1, road.2));
        }

        fn length(&self, from: usize, to: usize) -> u32 {
            self.lengths.iter().find(|road| (road.0, road.1) == (from, to)).map_or(0, |road| road.2)
        }

        fn prefers(&self, new: usize, old: usize) -> bool {
            self.lowest_first && new < old
        }
    }

    const ROADS: Roads = Roads {
        steps: &[(0, 2, 1), (0, 1, 1), (1, 3, 2), (2, 3, 2), (0, 3, 4), (3, 4, 1)],
        lengths: &[],
        lowest_first: false,
    };

    fn searched(roads: &Roads, most: u16, may_enter: impl Fn(usize) -> bool) -> Spread {
        spread(roads, &[0], None, most, may_enter)
    }

    #[test]
    fn the_cheapest_way_is_taken_and_what_is_too_far_or_closed_is_not_reached() {
        let all = searched(&ROADS, FARTHEST, |_| true);
        assert_eq!(all.reached().collect::<Vec<_>>(), [(0, 0), (1, 1), (2, 1), (3, 3), (4, 4)]);
        assert_eq!((all.way(4), all.way(0), all.way(5)), (Some(vec![2, 3, 4]), Some(vec![]), None));
        assert_eq!(searched(&ROADS, 3, |_| true).cost(4), None);
        let closed = searched(&ROADS, FARTHEST, |place| place != 2);
        assert_eq!((closed.cost(2), closed.way(4)), (None, Some(vec![1, 3, 4])));
        let only_the_long_way = searched(&ROADS, FARTHEST, |place| place > 2);
        assert_eq!((only_the_long_way.cost(4), only_the_long_way.way(4)), (Some(5), Some(vec![3, 4])));
    }

    #[test]
    fn of_equal_ways_the_shorter_is_taken_then_the_preferred_then_the_one_found_first() {
        assert_eq!(searched(&ROADS, FARTHEST, |_| true).way(3), Some(vec![2, 3]), "2 was found before 1");
        let lowest = Roads { lowest_first: true, ..ROADS };
        assert_eq!(searched(&lowest, FARTHEST, |_| true).way(3), Some(vec![1, 3]));
        let longer = Roads { lengths: &[(1, 3, 7), (2, 3, 8)], ..ROADS };
        assert_eq!(searched(&longer, FARTHEST, |_| true).way(3), Some(vec![1, 3]));
        let longer = Roads { lengths: &[(1, 3, 8), (2, 3, 7)], ..lowest };
        assert_eq!(searched(&longer, FARTHEST, |_| true).way(3), Some(vec![2, 3]), "length goes first");
    }

    #[test]
    fn a_search_begins_in_several_places_and_ends_at_the_last_one_asked_for() {
        let all = spread(&ROADS, &[1, 2, 5], None, FARTHEST, |_| true);
        assert_eq!((all.cost(5), all.cost(3), all.cost(0)), (Some(0), Some(2), None));
        assert_eq!((all.start(4), all.start(5), all.start(0)), (Some(1), Some(5), None));
        let one = spread(&ROADS, &[0], Some(3), FARTHEST, |_| true);
        assert_eq!((one.cost(3), one.cost(4)), (Some(3), None));
    }
}
