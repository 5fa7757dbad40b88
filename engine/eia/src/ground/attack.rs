//! From where an attack comes: what follows from the areas out of which its corps entered in this slot.

use super::Ground;
use crate::map::{AreaId, Border, map};
use crate::pieces::{CameFrom, Corps, CorpsId, Stand};
use std::collections::BTreeSet;

impl Ground<'_> {
    fn attackers<'g>(&'g self, attackers: &'g [CorpsId]) -> impl Iterator<Item = &'g Corps> + 'g {
        attackers.iter().filter_map(|corps| self.pieces().corps.get(corps))
    }

    /// Whether an attack goes across a river: every corps of it entered over a river border or a crossing arrow, or landed
    /// (`standard.land.contact.river`). One that came otherwise, or was there before, has turned the river.
    #[must_use]
    pub fn is_across_river(&self, attackers: &[CorpsId]) -> bool {
        let is_wet = |corps: &Corps| match (corps.came_from, corps.stand) {
            (Some(CameFrom::Sea(_)), _) => true,
            (Some(CameFrom::Area(from)), Stand::Open(at) | Stand::Besieging(at) | Stand::Inside(at)) => {
                let near = map().neighbours(from).iter().find(|near| near.area == at);
                near.is_some_and(|near| !matches!(near.border, Border::Open))
            }
            _ => false,
        };
        !attackers.is_empty() && self.attackers(attackers).all(is_wet)
    }

    /// The areas from which an attack came, which are closed to its retreat (`standard.land.contact.origins`); a corps that was there before has
    /// none.
    #[must_use]
    pub fn origins(&self, attackers: &[CorpsId]) -> BTreeSet<AreaId> {
        let from = self.attackers(attackers).filter_map(|corps| match corps.came_from {
            Some(CameFrom::Area(from)) => Some(from),
            Some(CameFrom::Sea(_)) | None => None,
        });
        from.collect()
    }
}
