//! Sets of land areas.

use crate::map::AreaId;

/// A set of land areas of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AreaSet(Vec<u64>);

impl AreaSet {
    /// The set of no area.
    #[must_use]
    pub fn new() -> AreaSet {
        AreaSet(vec![0; AreaId::all().len().div_ceil(64)])
    }

    /// Whether an area is in it.
    #[must_use]
    pub fn contains(&self, area: AreaId) -> bool {
        self.0.get(area.place() / 64).is_some_and(|word| word >> (area.place() % 64) & 1 == 1)
    }

    /// Puts an area into it.
    pub fn insert(&mut self, area: AreaId) {
        if let Some(word) = self.0.get_mut(area.place() / 64) {
            *word |= 1 << (area.place() % 64);
        }
    }

    /// Whether no area is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Its areas, in the order of the map.
    pub fn iter(&self) -> impl Iterator<Item = AreaId> + '_ {
        AreaId::all().filter(|area| self.contains(*area))
    }
}

impl FromIterator<AreaId> for AreaSet {
    fn from_iter<I: IntoIterator<Item = AreaId>>(areas: I) -> AreaSet {
        let mut set = AreaSet::new();
        areas.into_iter().for_each(|area| set.insert(area));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_into_it_whatever_the_number_of_areas() {
        let every_third = || AreaId::all().step_by(3);
        let set: AreaSet = every_third().collect();
        assert!(set.iter().eq(every_third()));
        assert!(AreaId::all().last().is_some_and(|last| !AreaSet::new().contains(last)));
        assert!(AreaSet::new().is_empty() && !set.is_empty());
        let last: AreaSet = AreaId::all().last().into_iter().collect();
        assert!(last.iter().eq(AreaId::all().last()));
    }
}
