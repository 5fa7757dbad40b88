//! Who may enter what: own land and enemies', by access, by forcible access, in passing (`standard.land.move.war-entry`); and what a power
//! meets there.

use super::{AreaSet, Ground};
use crate::LAWS;
use crate::map::{AreaId, ProvinceId};
use crate::powers::Power;

/// By what right a power's counters enter a province or a minor country.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// It is its own, or that of a minor country that it holds.
    Own,
    /// It is an enemy's.
    Enemy,
    /// By access that its holder gave.
    Access,
    /// Its holder moves together with the power this month, which opens cities and depots too.
    Together,
    /// It is a minor country of its side (`standard.land.side`).
    Side,
    /// It is a neutral minor country, which may be crossed (`standard.land.move.neutral-minor`).
    Passing,
    /// Its holder, at peace, lets nobody in but by forcible access.
    Closed(Power),
}

/// What a power sees on the board: sets of areas, made once.
pub(super) struct Eyes {
    /// By province.
    entries: Vec<Entry>,
    /// Areas that a law of the scenario closes to its corps.
    pub barred: AreaSet,
    /// Enemy corps in the open, besiegers among them.
    pub enemy_corps: AreaSet,
    /// Enemy corps inside cities that are not besieged.
    pub enemy_inside: AreaSet,
    /// Enemy irregular counters, outside cities or inside.
    pub enemy_irregulars: AreaSet,
    /// Enemy garrisons, and guards of depots.
    pub enemy_factors: AreaSet,
    /// Corps of its own and of allies, not besieged.
    pub friends: AreaSet,
}

impl Eyes {
    pub(super) fn of(ground: &Ground<'_>, power: Power) -> Eyes {
        let entries = ProvinceId::all().map(|province| entry(ground, power, province)).collect();
        let barred =
            |area: &AreaId| LAWS.iter().any(|law| law.bars_entry(ground.state, power, *area).is_some());
        let mut eyes = Eyes {
            entries,
            barred: AreaId::all().filter(barred).collect(),
            enemy_corps: AreaSet::new(),
            enemy_inside: AreaSet::new(),
            enemy_irregulars: AreaSet::new(),
            enemy_factors: AreaSet::new(),
            friends: AreaSet::new(),
        };
        for area in AreaId::all() {
            let here = ground.here(area);
            let is_besieged = ground.is_besieged(area);
            for corps in &here.corps {
                let is_hostile = ground.is_hostile(power, corps);
                match (is_hostile, corps.stand.is_in_the_open()) {
                    (true, true) => eyes.enemy_corps.insert(area),
                    (true, false) if !is_besieged => eyes.enemy_inside.insert(area),
                    (false, is_open)
                        if (is_open || !is_besieged)
                            && corps.power.is_some_and(|by| is_friend(ground, power, by)) =>
                    {
                        eyes.friends.insert(area);
                    }
                    _ => {}
                }
            }
            if here.irregulars.iter().any(|irregular| ground.is_hostile(power, irregular)) {
                eyes.enemy_irregulars.insert(area);
            }
            let mut factors = here.garrisons.iter().chain(&here.guards);
            if factors.any(|(owner, n)| *n > 0 && ground.is_enemy(power, *owner)) {
                eyes.enemy_factors.insert(area);
            }
        }
        eyes
    }

    pub(super) fn entry(&self, area: AreaId) -> Entry {
        self.entries[area.on_map().province.place()]
    }
}

/// Whether a power's corps are another's own, an ally's, or of one with which it moves together.
fn is_friend(ground: &Ground<'_>, power: Power, by: Power) -> bool {
    by == power || ground.state.are_allied(power, by) || ground.move_together(power, by)
}

/// By what right a power's counters enter a province (`standard.land.move.war-entry`).
fn entry(ground: &Ground<'_>, power: Power, province: ProvinceId) -> Entry {
    let state = ground.state;
    let holder = state.held(province).by();
    if holder != Some(power) && ground.is_minor(province) && state.attacks(power, province) {
        return Entry::Enemy;
    }
    match holder {
        None => Entry::Passing,
        Some(holder) if holder == power => Entry::Own,
        Some(holder) if ground.are_at_war(power, holder) => Entry::Enemy,
        Some(holder) if ground.move_together(power, holder) => Entry::Together,
        Some(_) if state.has_access(power, province) => Entry::Access,
        Some(holder) if ground.is_minor(province) && ground.are_one_side(power, holder) => Entry::Side,
        Some(holder) => Entry::Closed(holder),
    }
}

impl Ground<'_> {
    /// By what right a power's counters enter an area, whatever a law of the scenario says besides.
    #[must_use]
    pub fn entry(&self, power: Power, area: AreaId) -> Entry {
        self.eyes(power).entry(area)
    }

    /// The areas in which a power's enemies have corps in the open.
    #[must_use]
    pub fn enemy_corps(&self, power: Power) -> &AreaSet {
        &self.eyes(power).enemy_corps
    }
}
