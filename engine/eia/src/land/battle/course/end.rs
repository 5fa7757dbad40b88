//! The end of a battle: leader casualties, pursuit, prisoners, PP, retreat, and what the owners write in their books.

use super::day::AtTheTable;
use crate::EmpiresInArms;
use crate::land::battle::fight::{Fight, Setting, Who, stands_by};
use crate::land::battle::leader_casualties::{self, Checked, Fate};
use crate::land::battle::losses::shares;
use crate::land::battle::points::{self, Napoleon};
use crate::land::battle::pursuit::{Chase, Pursuit, pursued};
use crate::land::battle::retreat::{self, Beaten, Retreat};
use crate::land::battle::{Battle, Booked, Ended};
use crate::land::forces::{Corps, Factors};
use crate::land::values::Values;
use crate::powers::Power;
use crate::unprinted::lost;
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// A battle at its end.
pub(super) struct Over<'a> {
    pub(super) number: u32,
    pub(super) battle: &'a Battle,
    pub(super) setting: &'a Setting,
    pub(super) day: Fight,
    pub(super) rules: Vec<RuleId>,
}

impl Over<'_> {
    pub(super) fn ended(
        &mut self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        winner: Option<Who>,
        left: Option<Who>,
    ) -> Result<Ended, Refusal> {
        let state = table.state();
        let fought = state.battles.of.get(&self.number);
        let rounds = fought.map_or(0, |battle| battle.rounds);
        let took = Who::BOTH.map(|who| fought.map(|battle| battle.took_part(who)).unwrap_or_default());
        // The war on the Danube has no political status track.
        let has_track = !state.is_danube();
        let typed = state.typed.clone();
        let values = Values::of(&typed);
        let mut unprinted = BTreeSet::new();
        let mut dice = AtTheTable::of(table, self.number, self.battle);
        // Leaders first, then pursuit.
        // A side can break before the first rolls: by guns, or with its guard.
        let combat = rounds > 0 || self.day.armies.iter().any(|army| army.broken);
        let leaders = if combat { self.leaders(values, &mut dice, &mut unprinted)? } else { Vec::new() };
        let beaten = winner.map(Who::other);
        let without_chits = self.battle.field.kind.without_chits().is_some();
        let retreat = beaten.and_then(|who| match (without_chits, who) {
            // A garrison has nowhere to go, and whoever stormed in vain is outside as before.
            (true, Who::Defender) => Some(Retreat::Surrender { rules: Vec::new() }),
            (true, Who::Attacker) => None,
            (false, who) => Some(self.retreat(who)),
        });
        let surrendered = matches!(retreat, Some(Retreat::Surrender { .. }));
        let pursued = pursued(&self.battle.field, beaten, left);
        let mut pursuit = None;
        if let Some(who) = pursued.filter(|who| !surrendered && !self.battle.lets_go(*who)) {
            let surrounded = self.battle.field.surrounded == Some(who);
            let beaten = beaten.is_some();
            let chase = Chase { values, setting: self.setting, who, beaten, surrounded, rounds };
            self.rules.extend(chase.rules());
            let chart = |percent, of| lost(&typed, percent, of).map_or(0, |lost| lost.factors);
            pursuit = chase.ridden(&mut self.day, || dice.roll(), chart, &mut unprinted)?;
            self.rules.extend(pursuit.iter().flat_map(|made| made.rules.iter().copied()));
        }
        let mut points = Vec::new();
        if let Some(winner) = winner.filter(|_| !without_chits && has_track) {
            let napoleon = self.napoleon(winner);
            let known = napoleon == Napoleon::Away || values.napoleon().origin.is_certain();
            unprinted.extend((!known).then_some("napoleon"));
            points = points::points(values, &took[winner as usize], &took[winner.other() as usize], napoleon);
        }
        if let Some(Retreat::To { rules, .. } | Retreat::Surrender { rules }) = &retreat {
            self.rules.extend(rules);
        }
        let mut leaders = leaders;
        let mut prisoners = Vec::new();
        if let (Some(who), Some(winner)) = (pursued, pursued.map(Who::other)) {
            let taken = if surrendered {
                self.surrender(who, &mut leaders)
            } else {
                self.taken(who, pursuit.as_ref())
            };
            prisoners = shared(&taken, &took[winner as usize]);
        }
        for checked in &leaders {
            self.rules.extend(&checked.rules);
        }
        self.rules.sort_unstable();
        self.rules.dedup();
        let rules = std::mem::take(&mut self.rules);
        let unprinted = unprinted.into_iter().map(str::to_owned).collect();
        let book = self.book();
        Ok(Ended { winner, left, pursuit, leaders, points, retreat, prisoners, book, rules, unprinted })
    }

    /// The leaders who took part, each with a roll of his own.
    fn leaders(
        &self,
        values: Values<'_>,
        dice: &mut AtTheTable<'_, '_, '_>,
        unprinted: &mut BTreeSet<&'static str>,
    ) -> Result<Vec<Checked>, Refusal> {
        let mut all = Vec::new();
        let led = dice.table.state().battles.of.get(&self.number).map(|battle| battle.led_guard.clone());
        let led = led.unwrap_or_default();
        let committed = |who: Who, leader: usize| -> u8 {
            let his = led.iter().filter(|led| led.who == who && usize::from(led.leader) == leader);
            his.map(|led| led.shift).max().unwrap_or(0)
        };
        let mut planned = Vec::new();
        for who in Who::BOTH {
            let (side, army) = (&self.setting.sides[who as usize], &self.day.armies[who as usize]);
            for (i, leader) in side.leaders.iter().enumerate() {
                if army.is_led_by(i) {
                    planned.push((leader.name.clone(), side.of[i], committed(who, i)));
                }
            }
        }
        for (leader, of, guard) in planned {
            let die = dice.roll()?;
            unprinted.extend((!values.hit().origin.is_certain()).then_some("leaders"));
            let mut rules = vec![rule!("house.land.leader-casualty.individual")];
            if guard > 0 {
                rules.push(rule!("house.land.leader-casualty.guard-leader"));
                rules.push(rule!("house.land.leader-casualty.guard-modifier"));
            }
            let (mut second, mut fate) = (None, Fate::Unhurt);
            if leader_casualties::is_hit(values, die, guard) {
                let die = dice.roll()?;
                (second, fate) = (Some(die), leader_casualties::fate(values, die));
                unprinted.extend((!values.killed().origin.is_certain()).then_some("leaders"));
            }
            all.push(Checked { leader, of, die, guard, second, fate, rules });
        }
        Ok(all)
    }

    fn retreat(&self, who: Who) -> Retreat {
        let field = &self.battle.field;
        let there = |who: Who| self.there(who).into_iter();
        let (mut origins, mut unnamed) = (field.from.clone(), Vec::new());
        for corps in there(who.other()) {
            match &corps.from {
                Some(area) => origins.push(area.clone()),
                None if corps.adjacent => unnamed.push(corps.name.clone()),
                None => {}
            }
        }
        let sponsored = there(who).filter(|corps| corps.sponsored).map(|corps| corps.nation.name());
        retreat::retreat(&Beaten {
            attacked: who == Who::Attacker,
            surrounded: field.surrounded == Some(who),
            island: field.island && who == Who::Defender,
            came: there(who).map(|corps| corps.came).collect(),
            origins: each_once(origins),
            unnamed,
            sponsored: each_once(sponsored.collect()),
            led_with_others: self.day.armies[who as usize].commander.is_some()
                && there(who).any(|corps| !corps.sponsored),
        })
    }

    /// The corps of a side that are in the area now: those that were there from the beginning, and those that reinforced.
    fn there(&self, who: Who) -> Vec<&Corps> {
        let (army, side) = (&self.day.armies[who as usize], &self.setting.sides[who as usize]);
        let corps = self.battle.corps(who).into_iter().enumerate();
        let there = corps.filter(|(i, _)| army.places[*i].takes_part() || stands_by(army, side, *i));
        there.filter_map(|(_, (power, n))| Some(&self.battle.stands(power, n)?.corps)).collect()
    }

    fn napoleon(&self, winner: Who) -> Napoleon {
        let is = |name: &str| name.to_lowercase().starts_with("napol");
        let (side, army) = (&self.setting.sides[winner as usize], &self.day.armies[winner as usize]);
        let (beaten, lost) =
            (&self.setting.sides[winner.other() as usize], &self.day.armies[winner.other() as usize]);
        if side.leader(army).is_some_and(|leader| is(&leader.name)) {
            Napoleon::Won
        } else if (0..).zip(&beaten.leaders).any(|(i, leader)| is(&leader.name) && lost.is_led_by(i)) {
            Napoleon::Lost
        } else {
            Napoleon::Away
        }
    }

    /// Prisoners of a pursuit by the power that they are of.
    fn taken(&self, who: Who, pursuit: Option<&Pursuit>) -> BTreeMap<Power, u32> {
        let Some(pursuit) = pursuit else { return BTreeMap::new() };
        let side = &self.setting.sides[who as usize];
        let mut lost: BTreeMap<Power, u32> = BTreeMap::new();
        for (corps, factors) in &pursuit.lost {
            if let Some(unit) = side.corps.get(usize::from(*corps)) {
                *lost.entry(unit.power).or_default() += factors.total();
            }
        }
        split(pursuit.prisoners, &lost)
    }

    /// Everything that is left of a side becomes prisoners, and its leaders with it.
    fn surrender(&mut self, who: Who, leaders: &mut [Checked]) -> BTreeMap<Power, u32> {
        let side = &self.setting.sides[who as usize];
        let army = &mut self.day.armies[who as usize];
        let mut taken = BTreeMap::new();
        for (i, unit) in side.corps.iter().enumerate() {
            if army.places[i].takes_part() || stands_by(army, side, i) {
                *taken.entry(unit.power).or_default() += army.factors[i].total();
                army.factors[i] = Factors::default();
            }
        }
        for checked in leaders {
            if side.of.contains(&checked.of) && checked.fate != Fate::Killed {
                checked.fate = Fate::Captured;
            }
        }
        taken
    }

    fn book(&self) -> Vec<Booked> {
        let mut book = Vec::new();
        for who in Who::BOTH {
            for (i, (power, n)) in self.battle.corps(who).into_iter().enumerate() {
                let (Some(stands), Some(own)) = (self.battle.stands(power, n), self.battle.own.get(&power))
                else {
                    continue;
                };
                let before = own.factors.get(n).copied().unwrap_or_default();
                let after = self.day.armies[who as usize].factors[i];
                book.push(Booked { power, corps: stands.corps.name.clone(), before, after });
            }
        }
        book
    }
}

/// Names without those that are there already, in small or large letters.
fn each_once(names: Vec<String>) -> Vec<String> {
    let mut known = BTreeSet::new();
    names.into_iter().filter(|name| known.insert(name.to_lowercase())).collect()
}

/// Splits a number between powers in proportion; see [`shares`].
fn split(number: u32, by: &BTreeMap<Power, u32>) -> BTreeMap<Power, u32> {
    let shares = shares(number, &Power::ALL.map(|power| by.get(&power).copied().unwrap_or(0)));
    Power::ALL.into_iter().zip(shares).filter(|(_, n)| *n > 0).collect()
}

/// Who holds which prisoners: in proportion to the corps of the victorious powers.
fn shared(taken: &BTreeMap<Power, u32>, winners: &BTreeMap<Power, u32>) -> Vec<(Power, Power, u32)> {
    let mut held = Vec::new();
    for (nation, n) in taken {
        held.extend(split(*n, winners).into_iter().map(|(holder, n)| (holder, *nation, n)));
    }
    held
}
