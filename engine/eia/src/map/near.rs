//! Who borders whom, and by what.

use super::ids::{AreaId, SeaId};
use table::rule;
use table::rules::RuleId;

/// What stands between two land areas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Border {
    /// Nothing.
    Open,
    /// A river, with its name. It costs no movement; an attack across it meets the Cordon chit's column for rivers.
    River(String),
    /// A crossing arrow over the water.
    Arrow {
        /// Its name.
        name: String,
        /// MP to cross it.
        points: u8,
        /// The sea areas that it leads over.
        over: Vec<SeaId>,
        /// To which rules it belongs.
        set: ArrowSet,
    },
}

/// To which rules a crossing arrow belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowSet {
    /// The standard game.
    Standard,
    /// The standard game's option 12.2.1.
    Option,
    /// Those that the advanced naval rules add.
    Added,
}

/// A neighbour of a land area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The neighbour.
    pub area: AreaId,
    /// What stands between.
    pub border: Border,
}

/// Which crossing arrows there are in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrows {
    /// Those of option 12.2.1.
    pub option: bool,
    /// Those that the advanced naval rules add.
    pub added: bool,
}

impl Arrows {
    /// The house rules: every option is on, and what the advanced naval rules add is left out.
    pub const HOUSE: Arrows = Arrows { option: true, added: false };
    /// The standard game without its option 12.2.1.
    pub const STANDARD: Arrows = Arrows { option: false, added: false };

    /// The rule that leaves arrows out.
    #[must_use]
    pub const fn rule() -> RuleId {
        rule!("house.base.no-new-crossing-arrows")
    }

    /// Whether there is an arrow of a set.
    #[must_use]
    pub const fn has(self, set: ArrowSet) -> bool {
        match set {
            ArrowSet::Standard => true,
            ArrowSet::Option => self.option,
            ArrowSet::Added => self.added,
        }
    }
}

impl Neighbour {
    /// MP to enter it from here: one whatever the terrain and over rivers, an arrow's own number; none where the arrow is left out.
    #[must_use]
    pub fn cost(&self, arrows: Arrows) -> Option<u8> {
        match &self.border {
            Border::Open | Border::River(_) => Some(super::paths::AREA_MP),
            Border::Arrow { points, set, .. } => arrows.has(*set).then_some(*points),
        }
    }

    /// Whether it is reached by a crossing arrow.
    #[must_use]
    pub fn is_arrow(&self) -> bool {
        matches!(self.border, Border::Arrow { .. })
    }
}

/// All borders.
#[derive(Debug, Default)]
pub(super) struct Near {
    land: Vec<Vec<Neighbour>>,
    coasts: Vec<Vec<SeaId>>,
    shores: Vec<Vec<AreaId>>,
    sea: Vec<Vec<SeaId>>,
}

impl Near {
    pub(super) fn new(areas: usize, seas: usize) -> Near {
        Near {
            land: vec![Vec::new(); areas],
            coasts: vec![Vec::new(); areas],
            shores: vec![Vec::new(); seas],
            sea: vec![Vec::new(); seas],
        }
    }

    /// Joins two land areas both ways; false where they were joined already or are one.
    pub fn join(&mut self, [one, other]: [AreaId; 2], border: &Border) -> bool {
        if one == other || self.land[one.place()].iter().any(|near| near.area == other) {
            return false;
        }
        for (from, to) in [(one, other), (other, one)] {
            self.land[from.place()].push(Neighbour { area: to, border: border.clone() });
        }
        true
    }

    /// Lays a coast; false where it is told twice.
    pub fn lay_coast(&mut self, area: AreaId, sea: SeaId) -> bool {
        if self.coasts[area.place()].contains(&sea) {
            return false;
        }
        self.coasts[area.place()].push(sea);
        self.shores[sea.place()].push(area);
        true
    }

    /// Joins two sea areas both ways; false where they were joined already or are one.
    pub fn join_seas(&mut self, [one, other]: [SeaId; 2]) -> bool {
        if one == other || self.sea[one.place()].contains(&other) {
            return false;
        }
        self.sea[one.place()].push(other);
        self.sea[other.place()].push(one);
        true
    }

    /// Puts everything in one order, so that equal paths are the same ones each time.
    pub fn sort(&mut self) {
        self.land.iter_mut().for_each(|near| near.sort_by_key(|one| one.area));
        self.coasts.iter_mut().chain(&mut self.sea).for_each(|near| near.sort_unstable());
        self.shores.iter_mut().for_each(|near| near.sort_unstable());
    }

    pub(super) fn land(&self, area: AreaId) -> &[Neighbour] {
        &self.land[area.place()]
    }

    pub(super) fn coasts(&self, area: AreaId) -> &[SeaId] {
        &self.coasts[area.place()]
    }

    pub(super) fn shores(&self, sea: SeaId) -> &[AreaId] {
        &self.shores[sea.place()]
    }

    pub(super) fn sea(&self, sea: SeaId) -> &[SeaId] {
        &self.sea[sea.place()]
    }
}
