//! The counters that a power has on the map and pays for in the economic phase (8.4): as it tells them, and as its sheet begins with them.

use super::Source;
use crate::months::Month;
use crate::powers::Power;
use crate::told::counters::Piece;
use crate::{Position, oob};
use serde::{Deserialize, Serialize};

/// The counters that a power has on the map, for which it pays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Counters {
    /// Corps.
    pub corps: u32,
    /// Fleets.
    pub fleets: u32,
    /// Depots.
    pub depots: u32,
    /// Of Great Britain, the ships at Malta and east of it (`house.suez.fleets-reduce`).
    #[serde(skip_serializing_if = "super::is_none")]
    pub east: u32,
}

impl Counters {
    /// Those of an order of battle, with so many depots.
    fn of(forces: &oob::Forces, depots: u32) -> Counters {
        let many = |counters: usize| u32::try_from(counters).unwrap_or(0);
        Counters { corps: many(forces.corps.len()), fleets: many(forces.fleets.len()), depots, east: 0 }
    }

    /// No more of each kind than these.
    pub(super) fn at_most(self, most: Counters) -> Counters {
        Counters {
            corps: self.corps.min(most.corps),
            fleets: self.fleets.min(most.fleets),
            depots: self.depots.min(most.depots),
            ..self
        }
    }

    /// Those that are there when some of them are lost.
    #[must_use]
    pub fn without(self, lost: Counters) -> Counters {
        Counters {
            corps: self.corps.saturating_sub(lost.corps),
            fleets: self.fleets.saturating_sub(lost.fleets),
            depots: self.depots.saturating_sub(lost.depots),
            ..self
        }
    }

    /// So many of a kind more, by its word among the costs.
    pub(super) fn add(&mut self, kind: &str, count: u32) {
        let all = match kind {
            "corps" => &mut self.corps,
            "fleet" => &mut self.fleets,
            "depot" => &mut self.depots,
            _ => return,
        };
        *all = all.saturating_add(count);
    }

    /// Each kind with its word among the costs, in the order in which they are paid for.
    #[must_use]
    pub fn each(self) -> [(&'static str, u32); 3] {
        [("corps", self.corps), ("fleet", self.fleets), ("depot", self.depots)]
    }

    /// Its fields, with the most of each.
    pub(super) fn fields(&mut self) -> [(&'static str, &mut u32); 4] {
        [
            ("corps", &mut self.corps),
            ("fleets", &mut self.fleets),
            ("depots", &mut self.depots),
            ("east", &mut self.east),
        ]
    }
}

impl Position {
    /// The counters with which a power's sheet begins: as it told them last, else those of the order of battle, and those that it bought and
    /// that have come since (8.4). Its owner alone knows of these before they are told.
    #[must_use]
    pub fn counters_before(&self, power: Power) -> Counters {
        let (told, come) = (self.counters_told(power), self.counters_come(power));
        let all = Counters {
            corps: told.corps.saturating_add(come.corps),
            fleets: told.fleets.saturating_add(come.fleets),
            depots: told.depots.saturating_add(come.depots),
            ..told
        };
        all.at_most(self.counters_in_all(power))
    }

    /// The counters that were bought for a power itself and that have come by now, since it told its counters last.
    fn counters_come(&self, power: Power) -> Counters {
        let month = self.economy.asked.or_else(|| self.month());
        let under_way = self.purse(power).into_iter().flat_map(|purse| &purse.under_way);
        let come = under_way.filter(|of| of.state.is_none() && month.is_some_and(|month| of.month <= month));
        let mut counters = Counters::default();
        for of in come {
            counters.add(&of.item, of.count);
        }
        counters
    }

    /// The counters of a power as all know them: as it told them last, else those of the order of battle.
    fn counters_told(&self, power: Power) -> Counters {
        // Counters may have left the game since.
        let told = self.economy.counters.get(&power).map(|told| told.at_most(self.counters_in_all(power)));
        told.unwrap_or_else(|| {
            let forces = oob::values::as_played(self.scenario_key(), power, &self.typed);
            forces.map_or_else(Counters::default, |of| self.left(power, &of, of.depots_at_start.value))
        })
    }

    /// The counters that a power has in all, on the map or off it.
    pub(super) fn counters_in_all(&self, power: Power) -> Counters {
        let forces = oob::values::as_played(self.scenario_key(), power, &self.typed);
        forces.map_or_else(Counters::default, |of| self.left(power, &of, of.depots.value))
    }

    /// The counters of an order of battle, without those that are out of the game.
    fn left(&self, power: Power, forces: &oob::Forces, depots: u32) -> Counters {
        let all = Counters::of(forces, depots);
        let is_lost = |piece: Piece, name: &str| {
            self.why_counter_lost(power, piece, name).is_some() || self.why_no_counter(power, name).is_some()
        };
        let corps = forces.corps.iter().filter(|corps| is_lost(Piece::Corps, &corps.name)).count();
        let fleets = forces.fleets.iter().filter(|fleet| is_lost(Piece::Fleet, &fleet.name)).count();
        let less = |many: u32, lost: usize| many.saturating_sub(u32::try_from(lost).unwrap_or(0));
        Counters { corps: less(all.corps, corps), fleets: less(all.fleets, fleets), ..all }
    }

    /// The counters that a power has on its sheet for a month, or has had on the map since its last one, and has neither paid for then nor
    /// bought since: each comes on the map for its price once more (`standard.land.reinforce.counter`, `standard.land.depot.step`). What it
    /// paid for supply in between is what it has placed depots with. On its first sheet the board stands as it stands.
    pub(super) fn counters_again(&self, power: Power, month: Month, told: Counters) -> Counters {
        let economy = &*self.economy;
        let (then, stood) = if economy.laid == Some(month) && economy.asked.is_none() {
            (&economy.counters_then, &economy.stood_then)
        } else {
            (&economy.counters, &economy.stood)
        };
        let Some(then) = then.get(&power) else { return Counters::default() };
        let (come, stood) = (self.counters_come(power), stood.get(&power).copied().unwrap_or_default());
        let accounts = self.purse(power).map(|purse| purse.accounts.as_slice()).unwrap_or_default();
        let supply = accounts.last().map_or(0, |account| -account.sum(|of| *of == Source::Supply)[0]);
        let placed = u32::try_from(supply).unwrap_or(0);
        let again = |told: u32, stood: u32, then: u32, come: u32| {
            told.max(stood).saturating_sub(then.saturating_add(come))
        };
        Counters {
            corps: again(told.corps, stood.corps, then.corps, come.corps),
            fleets: again(told.fleets, stood.fleets, then.fleets, come.fleets),
            depots: again(told.depots, 0, then.depots, come.depots).saturating_sub(placed),
            east: 0,
        }
    }

    /// The corps and fleets of a power's order of battle that stand on the map.
    pub(super) fn counters_standing(&self, power: Power) -> Counters {
        let mut all = Counters::default();
        for (name, counter) in self.counters_of(power) {
            if Piece::of_the_order(self.scenario_key(), power, name) == Some(counter.piece) {
                all.add(if counter.piece.is_corps() { "corps" } else { "fleet" }, 1);
            }
        }
        all
    }

    /// A counter of a power has come on the map: where the bot keeps its economy, so many have stood there since its last sheet.
    pub(crate) fn counter_stands(&mut self, power: Power) {
        if !self.economy.counters.contains_key(&power) {
            return;
        }
        let now = self.counters_standing(power);
        let most = self.economy.stood.get(&power).copied().unwrap_or_default();
        let most = Counters { corps: most.corps.max(now.corps), fleets: most.fleets.max(now.fleets), ..now };
        self.economy.stood.insert(power, most);
    }

    /// Fleets of a power were scuttled: it pays for them no more.
    pub(crate) fn without_fleets(&mut self, power: Power, scuttled: usize) {
        let mut left = self.counters_told(power);
        left.fleets = left.fleets.saturating_sub(u32::try_from(scuttled).unwrap_or(u32::MAX));
        self.economy.counters.insert(power, left);
    }
}
