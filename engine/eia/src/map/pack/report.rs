//! What a pack holds, for whoever wrote it.

use super::cells::Column;
use super::{Board, Pack};
use std::collections::BTreeSet;

/// What a pack holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Areas.
    pub areas: usize,
    /// Borders, each counted once.
    pub borders: usize,
    /// In how many areas each column is kept.
    pub kept: Vec<(Column, usize)>,
    /// Areas that name a neighbour whose own list, said to be whole, does not name them: (who names, who does not).
    pub one_sided: Vec<(String, String)>,
    /// Areas whose neighbours are not kept, or not all.
    pub untold: Vec<String>,
    /// Areas that no border reaches and that are not said to have none.
    pub apart: Vec<String>,
    /// How many parts there are between which no border leads.
    pub parts: usize,
}

impl Pack {
    /// What it holds.
    #[must_use]
    pub fn report(&self) -> Report {
        let board = Board::of(self.clone());
        let all = &self.areas;
        let name = |place: usize| all[place].name.clone();
        let mut borders = BTreeSet::new();
        let mut one_sided = Vec::new();
        for (place, area) in all.iter().enumerate() {
            for told in &area.neighbours {
                borders.insert((place.min(told.to), place.max(told.to)));
                let other = &all[told.to];
                if other.complete && !other.neighbours.iter().any(|back| back.to == place) {
                    one_sided.push((area.name.clone(), name(told.to)));
                }
            }
        }
        let kept = Column::ALL
            .into_iter()
            .filter(|column| *column != Column::Area)
            .map(|column| (column, all.iter().filter(|area| !self.cell(area, column).is_empty()).count()));
        let reached: BTreeSet<usize> = borders.iter().flat_map(|(one, other)| [*one, *other]).collect();
        let apart = (0..all.len()).filter(|place| !reached.contains(place) && !all[*place].complete);
        Report {
            areas: all.len(),
            borders: borders.len(),
            kept: kept.collect(),
            one_sided,
            untold: all.iter().filter(|area| !area.complete).map(|area| area.name.clone()).collect(),
            apart: apart.map(name).collect(),
            parts: board.parts(),
        }
    }
}
