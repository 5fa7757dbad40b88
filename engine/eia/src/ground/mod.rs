//! The map as a board: who stands where, who holds what, who may go where. It is derived from the position once for a decision, and keeps
//! nothing. Only this program's own map is read; a group's own map is not.
//!
//! What is ours, and a limit, refuses here whatever its origin (`standard.land.kept`).

mod areas;
mod arrows;
mod attack;
mod data;
mod entry;
mod holds;
pub mod laws;
mod nearest;
mod places;
pub mod reach;
pub mod sea;
pub mod supply;

pub use areas::AreaSet;
pub use entry::Entry;
pub use nearest::{nearest, steps_anywhere, steps_from};

use crate::Position;
use crate::map::{AreaId, Berth, ProvinceId, SeaId};
use crate::pieces::{
    CorpsId, Depot, DepotId, FleetId, IrregularId, Leader, LeaderId, Owner, Pieces, Post, Stand,
};
use crate::powers::Power;
use entry::Eyes;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// A corps or an irregular counter in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing<Id> {
    /// Which.
    pub id: Id,
    /// How it stands.
    pub stand: Stand,
    /// Whose soldiers they are.
    pub owner: Owner,
    /// The power that moves it; none for that of a minor country that nobody holds.
    pub power: Option<Power>,
}

/// What is in an area.
#[derive(Clone, Debug, Default)]
pub struct Here {
    /// Corps, in the order of their keys.
    pub corps: Vec<Standing<CorpsId>>,
    /// Irregular counters.
    pub irregulars: Vec<Standing<IrregularId>>,
    /// Garrisons of the city, with their factors.
    pub garrisons: Vec<(Owner, u32)>,
    /// Depots.
    pub depots: Vec<DepotId>,
    /// Guards of depots, with their factors.
    pub guards: Vec<(Owner, u32)>,
    /// Leaders, those with a corps too.
    pub leaders: Vec<LeaderId>,
}

/// The board of a position.
pub struct Ground<'p> {
    state: &'p Position,
    here: Vec<Here>,
    at_war: [[bool; Power::ALL.len()]; Power::ALL.len()],
    /// Powers that move together this month (`standard.land.phase.combined`).
    combined: Vec<BTreeSet<Power>>,
    eyes: [OnceCell<Eyes>; Power::ALL.len()],
}

impl<'p> Ground<'p> {
    /// The board of a position, in which nobody moves together.
    #[must_use]
    pub fn of(state: &'p Position) -> Ground<'p> {
        Ground::combined(state, Vec::new())
    }

    /// The board in a month in which some move together (`standard.land.phase.combined`).
    #[must_use]
    pub fn combined(state: &'p Position, combined: Vec<BTreeSet<Power>>) -> Ground<'p> {
        let pieces = &*state.pieces;
        let mut here = vec![Here::default(); AreaId::all().len()];
        for (id, corps) in &pieces.corps {
            if let Some(area) = corps.stand.area() {
                let owner = id.owner();
                let power = corps.lent_to.or_else(|| state.commands(owner));
                here[area.place()].corps.push(Standing { id: *id, stand: corps.stand, owner, power });
            }
        }
        for (id, irregular) in &pieces.irregulars {
            if let Some(area) = irregular.stand.area() {
                let owner = id.owner();
                let power = state.commands(owner);
                here[area.place()].irregulars.push(Standing {
                    id: *id,
                    stand: irregular.stand,
                    owner,
                    power,
                });
            }
        }
        for (depot, at) in &pieces.depots {
            if let Depot::Area(area) = at {
                here[area.place()].depots.push(*depot);
            }
        }
        for (garrison, factors) in &pieces.garrisons {
            match garrison.post {
                Post::City(area) => here[area.place()].garrisons.push((garrison.of, *factors)),
                Post::Depot(depot) => {
                    if let Some(Depot::Area(area)) = pieces.depots.get(&depot) {
                        here[area.place()].guards.push((garrison.of, *factors));
                    }
                }
            }
        }
        for (id, leader) in &pieces.leaders {
            let area = match leader {
                Leader::With(corps) => pieces.corps.get(corps).and_then(|corps| corps.stand.area()),
                Leader::Inside(area) | Leader::Open(area) => Some(*area),
                Leader::Aboard(_) | Leader::Prisoner(_) => None,
            };
            if let Some(area) = area {
                here[area.place()].leaders.push(*id);
            }
        }
        let at_war =
            Power::ALL.map(|one| Power::ALL.map(|other| one != other && state.are_at_war(one, other)));
        Ground { state, here, at_war, combined, eyes: Default::default() }
    }

    /// The position.
    #[must_use]
    pub fn state(&self) -> &'p Position {
        self.state
    }

    /// Where everything stands.
    #[must_use]
    pub fn pieces(&self) -> &'p Pieces {
        &self.state.pieces
    }

    /// What is in an area.
    #[must_use]
    pub fn here(&self, area: AreaId) -> &Here {
        &self.here[area.place()]
    }

    /// Whether two powers are at war.
    #[must_use]
    pub fn are_at_war(&self, one: Power, other: Power) -> bool {
        self.at_war[one as usize][other as usize]
    }

    /// Whether a nation is a power's enemy: at war with it, as a minor country is by its controller, or because the power attacked it
    /// (`standard.land.side`).
    #[must_use]
    pub fn is_enemy(&self, power: Power, owner: Owner) -> bool {
        match owner {
            Owner::Power(other) => self.are_at_war(power, other),
            Owner::Minor(minor) => {
                self.state.attacks(power, minor)
                    || self.state.held(minor).by().is_some_and(|by| self.are_at_war(power, by))
            }
        }
    }

    /// Whether a counter is a power's enemy: one on loan is so by who has it (`standard.land.allied.loan`).
    #[must_use]
    pub fn is_hostile<Id>(&self, power: Power, standing: &Standing<Id>) -> bool {
        let lent = standing.power.filter(|by| Some(*by) != self.state.commands(standing.owner));
        match lent {
            Some(by) => self.are_at_war(power, by),
            None => self.is_enemy(power, standing.owner),
        }
    }

    /// Whether two powers are of one side somewhere: at war with a common enemy and not with each other (`standard.land.side`).
    #[must_use]
    pub fn are_one_side(&self, one: Power, other: Power) -> bool {
        let common = |enemy: Power| self.are_at_war(one, enemy) && self.are_at_war(other, enemy);
        one == other || !self.are_at_war(one, other) && Power::ALL.into_iter().any(common)
    }

    /// Whether two powers move together this month, which opens the land of each to the other (`standard.land.move.access-allies`).
    #[must_use]
    pub fn move_together(&self, one: Power, other: Power) -> bool {
        self.state.shares_land(one, other) || self.combine(one, other)
    }

    /// Whether two powers are in combined movement this month, which opens the depots of each to the other (`standard.land.supply.whose`).
    pub(super) fn combine(&self, one: Power, other: Power) -> bool {
        self.combined.iter().any(|group| group.contains(&one) && group.contains(&other))
    }

    /// Whether the city of an area is besieged.
    #[must_use]
    pub fn is_besieged(&self, area: AreaId) -> bool {
        self.pieces().is_besieged(area)
    }

    /// The power that moves a corps on the map; none for one that is off it, or that nobody moves.
    #[must_use]
    pub fn commander(&self, corps: CorpsId) -> Option<Power> {
        let on_map = self.pieces().corps.get(&corps)?;
        on_map.lent_to.or_else(|| self.state.commands(corps.owner()))
    }

    /// The fleets of a power and of the minor countries that it holds in a sea area, not in its ports and boxes.
    pub fn fleets_at_sea(&self, sea: SeaId) -> impl Iterator<Item = (FleetId, Power)> + '_ {
        let there = self.pieces().fleets.iter().filter(move |(_, fleet)| fleet.berth == Berth::Sea(sea));
        there.filter_map(|(id, _)| Some((*id, self.state.commands(id.owner())?)))
    }

    /// Whether a province is a minor country, as the campaign has it.
    fn is_minor(&self, province: ProvinceId) -> bool {
        self.state.board.home_of(province).is_none()
    }

    fn eyes(&self, power: Power) -> &Eyes {
        self.eyes[power as usize].get_or_init(|| Eyes::of(self, power))
    }
}
