//! The sheet: ground, rivers, and who holds what, before anything is told of it.

use crate::fault::Fault;
use crate::geography::Geography;
use crate::grid::{Grid, Ground, Square, pieces, square};
use crate::growth::{Holder, NOBODY, OUTSIDE, STEP, Start, WATER, grow, roughness};
use crate::list::{List, Place};
use crate::projection::{SQUARE, on_sheet};
use std::collections::{BTreeMap, BTreeSet};

/// How far a land area may reach over even ground, in squares: 440 km.
const LAND_REACH: u32 = 220;
/// How far an island without an area of its own may lie from the area that it goes with, in squares: 90 km.
const ISLAND_REACH: u32 = 45;
/// How far a place of the list may lie from the ground it should stand on, in squares.
const MISPLACED: i64 = 14;

/// The great rivers on the grid.
pub struct Rivers {
    /// The number of the river on a square, 0 where there is none.
    pub grid: Grid<u8>,
    /// Their names, number 1 first.
    pub names: Vec<String>,
    /// Their lines, with the name of each.
    pub lines: Vec<(String, Vec<Place>)>,
}

/// What the map is made of, on the grid.
pub struct Sheet {
    /// What every square is.
    pub ground: Grid<Ground>,
    /// The great rivers.
    pub rivers: Rivers,
    /// Who holds every square.
    pub held: Grid<Holder>,
    /// Which piece of land a square belongs to.
    pub landmass: Grid<Option<u32>>,
    /// Pieces of land on which an area has a place.
    settled: BTreeSet<u32>,
    /// What deserves a look, in words.
    pub remarks: Vec<String>,
}

fn lay_ground(geography: &Geography, list: &List) -> Grid<Ground> {
    let mut ground = Grid::filled(Ground::Sea);
    for polygon in &geography.land {
        ground.lay(polygon, Ground::Land);
    }
    for stroke in &list.corrections.land {
        ground.lay_line(&stroke.line, Ground::Land);
    }
    let words = &list.corrections.lakes;
    for lake in &geography.lakes {
        if words.sea.contains(&lake.name) {
            // Holes are land that lies in it.
            let drained = words.drained.contains(&lake.name);
            ground.lay(
                if drained { lake.rings.get(..1).unwrap_or_default() } else { &lake.rings },
                Ground::Sea,
            );
        } else if !lake.name.is_empty() && !words.later.contains(&lake.name) {
            ground.lay(&lake.rings, Ground::Lake);
        }
    }
    for stroke in &list.corrections.water {
        ground.lay_line(&stroke.line, Ground::Sea);
    }
    ground
}

fn lay_rivers(geography: &Geography, list: &List) -> Rivers {
    let words = &list.rivers;
    let mut lines: Vec<(String, Vec<Place>)> = Vec::new();
    for stretch in &geography.rivers {
        let named = if stretch.coarse { &words.coarse } else { &words.fine };
        if named.contains(&stretch.name) {
            let name = words.known_as.get(&stretch.name).unwrap_or(&stretch.name);
            lines.push((name.clone(), stretch.line.clone()));
        }
    }
    lines.extend(words.by_hand.iter().map(|stroke| (stroke.name.clone(), stroke.line.clone())));
    let names: Vec<String> =
        lines.iter().map(|(name, _)| name.clone()).collect::<BTreeSet<_>>().into_iter().collect();
    let mut grid = Grid::filled(0);
    for (name, line) in &lines {
        let number =
            names.iter().position(|known| known == name).and_then(|number| u8::try_from(number + 1).ok());
        grid.lay_line(line, number.unwrap_or(0));
    }
    Rivers { grid, names, lines }
}

/// The square nearest to a place whose ground is as it should be.
#[must_use]
pub fn footing(place: Place, stands: impl Fn(Square) -> bool) -> Option<Square> {
    let (x, y) = on_sheet(place);
    let (x, y) = (x.floor() as i64, y.floor() as i64);
    let mut near: Vec<(i64, i64, i64)> = Vec::new();
    for dy in -MISPLACED..=MISPLACED {
        for dx in -MISPLACED..=MISPLACED {
            near.push((dx * dx + dy * dy, dy, dx));
        }
    }
    near.sort_unstable();
    near.into_iter().filter_map(|(_, dy, dx)| square(x + dx, y + dy)).find(|at| stands(*at))
}

/// A place in the list as a holder.
#[must_use]
pub fn number(count: usize) -> Holder {
    Holder::try_from(count).unwrap_or(NOBODY)
}

impl Sheet {
    /// Lays ground, rivers, areas and seas.
    ///
    /// # Errors
    /// Where a place of the list does not stand on its ground.
    pub fn lay(geography: &Geography, list: &List) -> Result<Sheet, Fault> {
        let ground = lay_ground(geography, list);
        let rivers = lay_rivers(geography, list);
        let (landmass, _) = pieces(&ground, |ground| ground == Ground::Land);
        let held = Grid::filled(NOBODY);
        let mut sheet =
            Sheet { ground, rivers, held, landmass, settled: BTreeSet::new(), remarks: Vec::new() };
        let rough = roughness();
        sheet.grow_land(list, &rough)?;
        sheet.join_islands();
        sheet.grow_seas(list, &rough)?;
        sheet.check_places(list);
        Ok(sheet)
    }

    fn grow_land(&mut self, list: &List, rough: &Grid<u8>) -> Result<(), Fault> {
        let mut starts = Vec::new();
        for (holder, area) in list.areas.iter().enumerate() {
            for place in std::iter::once(&area.place).chain(&area.also) {
                let at = footing(*place, |at| self.ground.0[at] == Ground::Land)
                    .ok_or_else(|| Fault::list(format!("{}: no land near {place:?}", area.id)))?;
                self.settled.extend(self.landmass.0[at]);
                let delay =
                    list.corrections.reach.get(&area.id).map_or(0, |less| less * STEP / SQUARE as u32);
                starts.push(Start { at, holder: number(holder), delay });
            }
        }
        for place in &list.corrections.outside.places {
            let at = footing(*place, |at| self.ground.0[at] == Ground::Land);
            starts.extend(at.map(|at| Start { at, holder: OUTSIDE, delay: 0 }));
        }
        let (ground, rivers) = (&self.ground, &self.rivers);
        self.held = grow(
            &starts,
            |at| ground.0[at] == Ground::Land,
            rough,
            |at| rivers.grid.0[at] != 0,
            LAND_REACH * STEP,
        );
        Ok(())
    }

    /// Islands on which no area has a place go with the nearest area, if it is near.
    fn join_islands(&mut self) {
        let starts: Vec<Start> = (0..self.held.0.len())
            .filter(|at| self.held.0[*at] < WATER)
            .filter(|at| crate::grid::sides(*at).any(|beside| self.ground.0[beside] != Ground::Land))
            .map(|at| Start { at, holder: self.held.0[at], delay: 0 })
            .collect();
        let open = |at: Square| self.ground.0[at] != Ground::Land || self.unsettled(at);
        let reached = grow(&starts, open, &Grid::filled(16), |_| false, ISLAND_REACH * STEP);
        let mut taken: BTreeMap<u32, Holder> = BTreeMap::new();
        for (at, piece) in self.landmass.0.iter().enumerate() {
            if let Some(piece) = piece
                && !self.settled.contains(piece)
                && reached.0[at] != NOBODY
            {
                taken.entry(*piece).or_insert(reached.0[at]);
            }
        }
        for (at, piece) in self.landmass.0.iter().enumerate() {
            if self.ground.0[at] != Ground::Land || self.held.0[at] != NOBODY {
                continue;
            }
            self.held.0[at] = piece.and_then(|piece| taken.get(&piece).copied()).unwrap_or(OUTSIDE);
        }
    }

    fn unsettled(&self, at: Square) -> bool {
        self.landmass.0[at].is_some_and(|piece| !self.settled.contains(&piece))
    }

    fn grow_seas(&mut self, list: &List, rough: &Grid<u8>) -> Result<(), Fault> {
        let mut starts = Vec::new();
        for (holder, sea) in list.seas.iter().enumerate() {
            for place in &sea.places {
                let at = footing(*place, |at| self.ground.0[at] == Ground::Sea)
                    .ok_or_else(|| Fault::list(format!("{}: no sea near {place:?}", sea.id)))?;
                starts.push(Start { at, holder: number(list.areas.len() + holder), delay: 0 });
            }
        }
        let ground = &self.ground;
        let seas = grow(&starts, |at| ground.0[at] == Ground::Sea, rough, |_| false, u32::MAX);
        for (at, ground) in self.ground.0.iter().enumerate() {
            match ground {
                Ground::Sea => self.held.0[at] = if seas.0[at] == NOBODY { WATER } else { seas.0[at] },
                Ground::Lake => self.held.0[at] = WATER,
                Ground::Land => {}
            }
        }
        Ok(())
    }

    /// Remarks on areas that hang together badly or are very small.
    fn check_places(&mut self, list: &List) {
        let mut sizes = vec![0_usize; list.areas.len()];
        for holder in &self.held.0 {
            if let Some(size) = sizes.get_mut(usize::from(*holder)) {
                *size += 1;
            }
        }
        for (area, size) in list.areas.iter().zip(&sizes) {
            if *size < 60 {
                self.remarks.push(format!("{}: only {size} squares", area.id));
            }
        }
    }

    /// Whether a square counts for borders: not the islands that merely go with an area.
    #[must_use]
    pub fn counts(&self, at: Square) -> bool {
        self.ground.0[at] != Ground::Land || !self.unsettled(at)
    }
}
