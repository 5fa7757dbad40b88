//! A pack as a map that can be asked: areas, who borders whom, ways, names.
//!
//! What a pack does not keep is no refusal and no guess: the answer is [`Answer::NotKept`], and players tell it.

use super::cells::{self, Column, Kind};
use super::{Entry, Pack};
use crate::map::find::{differ, fit, plain, slip_of};
use std::collections::HashSet;
use table::paths::{FARTHEST, Graph, spread};

/// An area of a pack, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(usize);

/// A pack as a map.
#[derive(Clone, Debug)]
pub struct Board {
    pack: Pack,
    near: Vec<Vec<(Spot, Kind)>>,
    plain: Vec<String>,
}

/// What a pack says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// This.
    Kept(T),
    /// Nothing: it is not kept on this table, so it is told.
    NotKept,
}

/// A march looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// There is one.
    Found {
        /// The areas entered, in their order.
        entered: Vec<Spot>,
        /// Its MP.
        points: u16,
        /// Areas near to it whose neighbours are not all kept: through them there may be a shorter one.
        unsure: Vec<Spot>,
    },
    /// No border leads there, and all that could are kept.
    None,
    /// None is known; of these areas, which are reached, the neighbours are not all kept.
    NotKept(Vec<Spot>),
}

impl Spot {
    /// Its place in the pack.
    #[must_use]
    pub fn place(self) -> usize {
        self.0
    }
}

impl Graph for Board {
    fn count(&self) -> usize {
        self.near.len()
    }

    fn steps(&self, from: usize, mut take: impl FnMut(usize, u8)) {
        for (to, kind) in &self.near[from] {
            take(to.0, kind.points());
        }
    }

    fn length(&self, from: usize, to: usize) -> u32 {
        let at = |spot: usize| self.entry(Spot(spot)).point();
        match (at(from), at(to)) {
            (Some((x, y)), Some((a, b))) => {
                let (wide, high) = (u64::from(x.abs_diff(a)), u64::from(y.abs_diff(b)));
                u32::try_from((wide * wide + high * high).isqrt()).unwrap_or(u32::MAX)
            }
            _ => 0,
        }
    }
}

impl Board {
    /// The map of a pack. A border that one side names is one, whatever the other names.
    #[must_use]
    pub fn of(pack: Pack) -> Board {
        let mut near: Vec<Vec<(Spot, Kind)>> = vec![Vec::new(); pack.areas.len()];
        for (place, area) in pack.areas.iter().enumerate() {
            for told in &area.neighbours {
                for (from, to) in [(place, told.to), (told.to, place)] {
                    if !near[from].iter().any(|(other, _)| other.0 == to) {
                        near[from].push((Spot(to), told.kind));
                    }
                }
            }
        }
        // In one order, so that equal ways are the same ones each time.
        near.iter_mut().for_each(|near| near.sort_by_key(|(to, _)| *to));
        let plain = pack.areas.iter().map(|area| plain(&area.name)).collect();
        Board { pack, near, plain }
    }

    /// The pack.
    #[must_use]
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// All areas, in their order.
    pub fn all(&self) -> impl ExactSizeIterator<Item = Spot> + Clone + use<> {
        (0..self.pack.areas.len()).map(Spot)
    }

    /// What the pack says of an area.
    #[must_use]
    pub fn entry(&self, spot: Spot) -> &Entry {
        &self.pack.areas[spot.0]
    }

    /// An area's name.
    #[must_use]
    pub fn name(&self, spot: Spot) -> &str {
        &self.entry(spot).name
    }

    /// The area of a name, accents and case aside.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<Spot> {
        let wanted = plain(name);
        self.plain.iter().position(|own| *own == wanted).map(Spot)
    }

    /// The borders that are known, in the order of the neighbours.
    #[must_use]
    pub fn known(&self, spot: Spot) -> &[(Spot, Kind)] {
        &self.near[spot.0]
    }

    /// The province of an area; none where it is not kept.
    #[must_use]
    pub fn province(&self, spot: Spot) -> Option<&str> {
        self.entry(spot).cells.get(&Column::Province).map(String::as_str)
    }

    /// The provinces that areas lie in, each once, in the order of the areas.
    pub fn provinces(&self) -> impl Iterator<Item = &str> {
        let mut seen = HashSet::new();
        self.all().filter_map(|spot| self.province(spot)).filter(move |name| seen.insert(plain(name)))
    }

    /// The areas of a province, by its name.
    pub fn areas_of(&self, province: &str) -> impl Iterator<Item = Spot> {
        let wanted = plain(province);
        self.all().filter(move |spot| self.province(*spot).is_some_and(|own| plain(own) == wanted))
    }

    /// The sea area on which an area's port opens, by its name; none where there is no port or its sea is not kept.
    #[must_use]
    pub fn sea(&self, spot: Spot) -> Option<&str> {
        self.entry(spot).cells.get(&Column::Port).map(String::as_str).filter(|sea| cells::is_sea(sea))
    }

    /// Whether the table says that an area has no port; not where that is not kept.
    #[must_use]
    pub fn has_no_port(&self, spot: Spot) -> bool {
        self.entry(spot).cells.get(&Column::Port).is_some_and(|port| port == cells::NONE)
    }

    /// The sea areas on which ports open, each once.
    pub fn seas(&self) -> impl Iterator<Item = &str> {
        let mut seen = HashSet::new();
        self.all().filter_map(|spot| self.sea(spot)).filter(move |name| seen.insert(plain(name)))
    }

    /// Whether all neighbours of an area are kept.
    #[must_use]
    pub fn is_complete(&self, spot: Spot) -> bool {
        self.entry(spot).complete
    }

    /// The neighbours of an area; not kept where they are not all.
    #[must_use]
    pub fn beside(&self, spot: Spot) -> Answer<Vec<Spot>> {
        if self.is_complete(spot) {
            Answer::Kept(self.known(spot).iter().map(|(to, _)| *to).collect())
        } else {
            Answer::NotKept
        }
    }

    /// What stands between two areas: none where they are no neighbours. Where one of them has all its neighbours kept, that is known.
    #[must_use]
    pub fn between(&self, one: Spot, other: Spot) -> Answer<Option<Kind>> {
        let known = self.known(one).iter().find(|(to, _)| *to == other).map(|(_, kind)| *kind);
        match known {
            Some(kind) => Answer::Kept(Some(kind)),
            None if self.is_complete(one) || self.is_complete(other) => Answer::Kept(None),
            None => Answer::NotKept,
        }
    }

    /// Whether a province touches an area by land, a strait or an arrow (`house.peace.sphere.war-right`). Not kept where no neighbour
    /// is known to be of it, and one could be.
    #[must_use]
    pub fn touches(&self, province: &str, spot: Spot) -> Answer<bool> {
        let wanted = plain(province);
        let of = |spot: Spot| self.entry(spot).cells.get(&Column::Province).map(|own| plain(own) == wanted);
        if of(spot) == Some(true) {
            return Answer::Kept(false);
        }
        let near = || self.known(spot).iter().map(|(to, _)| of(*to));
        match near().any(|is| is == Some(true)) {
            true => Answer::Kept(true),
            false if self.is_complete(spot) && near().all(|is| is.is_some()) => Answer::Kept(false),
            false => Answer::NotKept,
        }
    }

    /// The cheapest march from one area to another.
    #[must_use]
    pub fn way(&self, from: Spot, to: Spot) -> Way {
        let all = spread(self, &[from.0], None, FARTHEST, |_| true);
        let untold = |near: &dyn Fn(u16) -> bool| -> Vec<Spot> {
            let near = all.reached().filter(|(_, far)| near(*far)).map(|(spot, _)| Spot(spot));
            near.filter(|spot| *spot != to && !self.is_complete(*spot)).collect()
        };
        let (Some(points), Some(way)) = (all.cost(to.0), all.way(to.0)) else {
            let open = untold(&|_| true);
            return if open.is_empty() { Way::None } else { Way::NotKept(open) };
        };
        let entered = way.into_iter().map(Spot).collect();
        // Another way through an area whose neighbours are not kept takes a step out of it at least.
        let unsure = untold(&|far| far.saturating_add(1) < points);
        Way::Found { entered, points, unsure }
    }

    /// Every area that is reached with at most so many MP, with the fewest MP, and of these the ones whose neighbours are not all kept.
    #[must_use]
    pub fn reach(&self, from: Spot, most: u16) -> (Vec<(Spot, u16)>, Vec<Spot>) {
        let all = spread(self, &[from.0], None, most, |_| true);
        let reached: Vec<(Spot, u16)> = all.reached().map(|(spot, points)| (Spot(spot), points)).collect();
        let open = reached.iter().filter(|(spot, points)| *points < most && !self.is_complete(*spot));
        let open = open.map(|(spot, _)| *spot).collect();
        (reached, open)
    }

    /// How many parts there are between which no known border leads.
    #[must_use]
    pub fn parts(&self) -> usize {
        let mut seen = vec![false; self.near.len()];
        let mut parts = 0;
        for spot in self.all() {
            if seen[spot.0] {
                continue;
            }
            parts += 1;
            let mut open = vec![spot];
            seen[spot.0] = true;
            while let Some(here) = open.pop() {
                for (to, _) in &self.near[here.0] {
                    if !std::mem::replace(&mut seen[to.0], true) {
                        open.push(*to);
                    }
                }
            }
        }
        parts
    }

    /// Areas that have what was asked in their name, best first, as [`find`](crate::map::find()) finds places; all where nothing
    /// was asked.
    #[must_use]
    pub fn find(&self, words: &str) -> Vec<Spot> {
        let asked = plain(words);
        let fits = |name: &str| if asked.is_empty() { Some(0) } else { fit(name, &asked) };
        let mut found: Vec<(u8, &str, Spot)> = self
            .plain
            .iter()
            .enumerate()
            .filter_map(|(place, name)| Some((fits(name)?, name.as_str(), Spot(place))))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(.., spot)| spot).collect()
    }

    /// The area that was most likely meant by a name that no area has, a slip away from its own; none where several are as near.
    #[must_use]
    pub fn misspelt(&self, words: &str) -> Option<Spot> {
        let asked = plain(words);
        let letters: Vec<char> = asked.chars().take(40).collect();
        let far = |spot: Spot| self.plain.get(spot.0).map_or(usize::MAX, |name| differ(&letters, name));
        if self.find(words).first().is_some_and(|spot| self.plain[spot.0].starts_with(&asked)) {
            return None;
        }
        match self.nearest(words, 2).as_slice() {
            [one] | [one, _] if !(1..=slip_of(&asked)).contains(&far(*one)) => None,
            [one, next] if far(*one) == far(*next) => None,
            all => all.first().copied(),
        }
    }

    /// The areas whose names are nearest to what was asked, at most so many.
    #[must_use]
    pub fn nearest(&self, words: &str, most: usize) -> Vec<Spot> {
        let asked: Vec<char> = plain(words).chars().take(40).collect();
        let mut all: Vec<(usize, Spot)> =
            self.plain.iter().enumerate().map(|(place, name)| (differ(&asked, name), Spot(place))).collect();
        all.sort_unstable();
        all.into_iter().take(most).map(|(_, spot)| spot).collect()
    }
}
