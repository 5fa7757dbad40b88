//! A day of combat, step by step: withdrawal, reinforcement, arrival of an outflanking force, guard, bombardment, both rolls, and what
//! they break.
//!
//! [`Fight::advance`] does one step. The battle at the table, a simulated one and the exact odds all go through it; they differ only in
//! where a die comes from and in whether anyone listens to the explanations.

use super::losses::{CavalryLost, broke, dearest, difference, lose_cavalry};
pub use super::losses::{stands_by, suffer};
pub use super::notes::{Added, Breaks, Lost, Note, Rolled, Tried, Why};
use super::plan::{Guard, Losses, When};
use super::tables::{Effect, Tables};
use crate::charts::{LEVELS, TableName};
use crate::chits::{Attack, Cell, Defence, Ground};
use crate::land::forces::{Factors, Leader, Rank, Sort};
use crate::land::stacking::LEADERLESS;
use crate::powers::Power;
use serde::{Deserialize, Serialize};

/// The most corps of one side, those that reinforce and those that stand aside included.
pub const MOST_CORPS: usize = 16;
/// Rounds of a day.
pub const ROUNDS: u8 = 3;

/// A side of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The attacker.
    Attacker,
    /// The defender.
    Defender,
}

impl Who {
    /// Both.
    pub const BOTH: [Who; 2] = [Who::Attacker, Who::Defender];

    /// The other one.
    #[must_use]
    pub fn other(self) -> Who {
        Who::BOTH[1 - self as usize]
    }
}

/// Where a corps stands in a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In the fight; where the side outflanks, with the pinning force.
    #[default]
    Fighting,
    /// With the outflanking force.
    Outflanking,
    /// Outside, to reinforce from a round on.
    Waiting,
    /// In the area but not in the fight; it takes what losses are left over.
    Aside,
    /// Withdrew before the fight.
    Left,
}

impl Place {
    /// Whether a corps there has a part in the combat.
    #[must_use]
    pub fn takes_part(self) -> bool {
        matches!(self, Place::Fighting | Place::Outflanking)
    }

    /// Whether a corps there could still come as reinforcement, or was to.
    #[must_use]
    pub fn is_outside(self) -> bool {
        matches!(self, Place::Waiting | Place::Aside | Place::Left)
    }
}

/// What a corps is through a whole battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Whose it is, by the owner's place on the side.
    pub owner: u8,
    /// The power that controls it.
    pub power: Power,
    /// Its own strategic and tactical rating, for what it does without a leader.
    pub ratings: [u8; 2],
    /// Whether it is of nothing but cossacks, freikorps or guerrillas, who rate so whatever their power.
    pub irregular: bool,
    /// What its factors count for the side's morale level, all together, in tenths; 0 once the level is fixed.
    pub worth: u32,
    /// The leader it comes with when it reinforces, by his place on the side.
    pub led_by: Option<u8>,
    /// The round from which it tries to reinforce.
    pub from: u8,
    /// Whether its cavalry counts double for superiority.
    pub ottoman: bool,
    /// Whether it stands in the area of the battle, though it may not fight yet.
    pub in_area: bool,
    /// Whether it is one of those that fight from the beginning, which count against the commander's maximum.
    pub began: bool,
    /// Whether it is a cavalry corps, of which one does not count.
    pub cavalry_corps: bool,
    /// Factors in it when the day begins: by these allies share the day's losses.
    pub dawn: u32,
}

/// What a side is through a day.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its corps.
    pub corps: Vec<Unit>,
    /// Its leaders.
    pub leaders: Vec<Leader>,
    /// The powers that the leaders belong to, as many.
    pub of: Vec<Power>,
    /// The power whose leader commands.
    pub nation: Power,
    /// The owners' orders of losses.
    pub losses: Vec<Losses>,
    /// The owners' plans for their guard.
    pub guard: Vec<Guard>,
    /// Whether every nation on it has breech-loading rifles.
    pub rifles: bool,
}

/// All that stays the same through a day of combat.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The charts.
    pub tables: Tables,
    /// The ground.
    pub ground: Ground,
    /// Attacker and defender.
    pub sides: [Side; 2],
    /// The attacker's chit.
    pub attack: Attack,
    /// The defender's chit.
    pub defence: Defence,
    /// The tables that the chits give.
    pub cell: Cell,
    /// Whether a die of cavalry superiority is in use.
    pub superiority: bool,
    /// Whether a side all of cavalry withdraws more easily.
    pub cavalry_withdrawal: bool,
    /// What the +1 morale raises that chits give a nation's commander.
    pub national: Raises,
    /// Whether the combat begins with this day.
    pub begins: bool,
}

/// What the +1 morale raises that the notes of the chart of chits give a Turkish or Russian commander.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Raises {
    /// The morale of his force, by 1.0 for the day.
    #[default]
    Force,
    /// The morale level of the table that he rolls on.
    Table,
}

/// A side as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Army {
    /// Its corps' factors.
    pub factors: [Factors; MOST_CORPS],
    /// Where they stand.
    pub places: [Place; MOST_CORPS],
    /// Its own morale level in tenths, fixed when the combat begins.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub level: u16,
    /// What the chits add to it for the day, in tenths.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub raised: u16,
    /// Morale lost, in tenths.
    pub lost: u16,
    /// The leaders who are in the fight, by their places on the side, a bit each.
    #[serde(default, skip_serializing_if = "has_none")]
    pub leaders: u64,
    /// The leader in command, by his place on the side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<u8>,
    /// Whether the outflanking force has arrived.
    pub arrived: bool,
    /// The levels that guard raises its table by in this round.
    pub committed: u8,
    /// Which owners have committed guard in this battle, a bit each.
    pub spent: u8,
    /// Of what it lost in this round before the clash: a cavalry factor if there is one, else the factor that it would have back for one
    /// if it broke. By corps and sort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fell: Option<(u8, Sort)>,
    /// Whether it is broken.
    pub broken: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_nothing(tenths: &u16) -> bool {
    *tenths == 0
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn has_none(leaders: &u64) -> bool {
    *leaders == 0
}

/// A step of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The defender tries to withdraw.
    Withdrawal,
    /// Corps from outside try to join.
    Reinforcement,
    /// An outflanking force tries to arrive.
    Arrival,
    /// Guard is committed.
    Guard,
    /// Artillery bombards.
    Bombardment,
    /// Both sides roll.
    Clash,
    /// The day is over.
    Over,
}

/// A day of combat as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    /// The round, 1 to 3.
    pub round: u8,
    /// The step that comes next.
    pub step: Step,
    /// Attacker and defender.
    pub armies: [Army; 2],
    /// Whether the defender got away without, or before the end of, a combat.
    pub withdrew: bool,
}

/// What a die is thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Throw {
    /// A withdrawal: of the whole force, or of one corps.
    Withdrawal(Option<u8>),
    /// Reinforcement, by the first corps of those that come together.
    Reinforcement(Who, u8),
    /// The arrival of an outflanking force.
    Arrival(Who),
    /// Guard lost in its commitment, by its owner.
    Guard(Who, u8),
    /// A bombardment.
    Bombardment(Who),
    /// The roll on the chart.
    Clash(Who),
}

/// Where dice come from, and who listens.
pub trait Table {
    /// What can stop a die from falling.
    type Stop;
    /// Whether anyone listens.
    const LISTENS: bool;

    /// A die, 1 to 6.
    ///
    /// # Errors
    /// Where it cannot fall.
    fn die(&mut self, throw: Throw) -> Result<u8, Self::Stop>;

    /// A die, and what it does. Who follows every way in which it can fall may take faces that do the same for one.
    ///
    /// # Errors
    /// Where it cannot fall.
    fn die_to<E: PartialEq>(&mut self, throw: Throw, does: impl Fn(u8) -> E) -> Result<(u8, E), Self::Stop> {
        let die = self.die(throw)?;
        Ok((die, does(die)))
    }

    /// Whether a die is at most so much.
    ///
    /// # Errors
    /// Where it cannot fall.
    fn at_most(&mut self, throw: Throw, most: i8) -> Result<(u8, bool), Self::Stop> {
        self.die_to(throw, |die| i8::try_from(die).unwrap_or(i8::MAX) <= most)
    }

    /// Hears what happened.
    fn hear(&mut self, _note: Note) {}
}

impl Army {
    /// An army before the fight.
    #[must_use]
    pub fn new(commander: Option<u8>) -> Army {
        Army {
            factors: [Factors::default(); MOST_CORPS],
            places: [Place::Left; MOST_CORPS],
            level: 0,
            raised: 0,
            lost: 0,
            leaders: 0,
            commander,
            arrived: false,
            committed: 0,
            spent: 0,
            fell: None,
            broken: false,
        }
    }

    /// Whether a corps fights in this round.
    #[must_use]
    pub fn fights(&self, corps: usize) -> bool {
        match self.places[corps] {
            Place::Fighting => true,
            Place::Outflanking => self.arrived,
            _ => false,
        }
    }

    /// All that fights in this round.
    #[must_use]
    pub fn fighting(&self) -> Factors {
        let mut all = Factors::default();
        for (place, factors) in self.places.iter().zip(&self.factors) {
            if *place == Place::Fighting || (self.arrived && *place == Place::Outflanking) {
                all = all.and(*factors);
            }
        }
        all
    }

    /// Takes what a roll of the enemy does: factors, and morale in tenths. Returns how many fell on those who stand aside.
    pub(super) fn struck(&mut self, side: &Side, hit: Hit) -> u32 {
        let aside = if hit.casualties > 0 { suffer(self, side, hit.casualties) } else { 0 };
        self.lost += u16::from(hit.morale);
        aside
    }

    /// Why it breaks, whatever the enemy does.
    pub(super) fn breaks_alone(&self) -> Option<Breaks> {
        let fighting = self.fighting();
        if fighting.is_empty() {
            Some(Breaks::NobodyLeft)
        } else if fighting.total() == u32::from(fighting.of(Sort::Artillery)) {
            Some(Breaks::OnlyArtillery)
        } else if self.left() == 0 {
            Some(Breaks::Morale)
        } else {
            None
        }
    }

    /// Breaks it, if it breaks: alone, or because it committed guard and the enemy does not break. `before` is what was there before
    /// the rolls. Returns why, and the cavalry that it lost by it.
    pub(super) fn settle(
        &mut self,
        side: &Side,
        before: &Army,
        alone: Option<Breaks>,
        enemy_breaks: bool,
        end_of_round: bool,
    ) -> Option<(Breaks, Option<CavalryLost>)> {
        let in_vain = end_of_round && self.committed > 0 && !enemy_breaks;
        if end_of_round {
            self.committed = 0;
        }
        let Some(why) = alone.or(in_vain.then_some(Breaks::GuardInVain)) else {
            // What fell before the clash is of the same round.
            self.fell = if end_of_round { None } else { dearest(self, side, &before.factors) };
            return None;
        };
        let fell = dearest(self, side, &before.factors);
        (self.broken, self.fell) = (true, None);
        Some((why, lose_cavalry(self, side, fell)))
    }

    /// The factors of an outflanking force that has arrived, which count twice when its side rolls.
    fn doubled(&self) -> u32 {
        let arrived = (0..MOST_CORPS).filter(|i| self.arrived && self.places[*i] == Place::Outflanking);
        arrived.map(|corps| self.factors[corps].total()).sum()
    }

    /// Factors of all who take part, those of an outflanking force on its way included.
    #[must_use]
    pub fn strength(&self) -> u32 {
        let part = self.places.iter().zip(&self.factors).filter(|(place, _)| place.takes_part());
        part.map(|(_, factors)| factors.total()).sum()
    }

    /// Whether an outflanking force is on its way.
    #[must_use]
    pub fn outflanks(&self) -> bool {
        !self.arrived && self.places.contains(&Place::Outflanking)
    }

    /// Its morale level on this day, in tenths: its own, and what the chits add to it.
    #[must_use]
    pub fn morale(&self) -> u16 {
        self.level + self.raised
    }

    /// Morale left, in tenths.
    #[must_use]
    pub fn left(&self) -> u16 {
        self.morale().saturating_sub(self.lost)
    }

    /// Whether a leader, by his place on the side, is in the fight.
    #[must_use]
    pub fn is_led_by(&self, leader: usize) -> bool {
        u32::try_from(leader)
            .ok()
            .and_then(|i| 1_u64.checked_shl(i))
            .is_some_and(|bit| self.leaders & bit > 0)
    }

    /// A leader, by his place on the side, is in the fight from now on.
    pub(super) fn joined_by(&mut self, leader: usize) {
        self.leaders |= u32::try_from(leader).ok().and_then(|i| 1_u64.checked_shl(i)).unwrap_or(0);
    }
}

impl Side {
    /// The strategic rating of who commands.
    #[must_use]
    pub fn strategic(&self, army: &Army) -> u8 {
        self.leader(army).map_or_else(|| self.best(army, 0), |leader| leader.strategic)
    }

    /// The tactical rating of who commands, one less where he brought a corps beyond his maximum.
    #[must_use]
    pub fn tactical(&self, army: &Army) -> u8 {
        let (rating, maximum) = self
            .leader(army)
            .map_or_else(|| (self.best(army, 1), LEADERLESS), |leader| (leader.tactical, leader.maximum));
        rating.saturating_sub(u8::from(self.exceeds(army, maximum)))
    }

    /// The best own rating of the corps that have a part in the fight, strategic (0) or tactical (1).
    fn best(&self, army: &Army, rating: usize) -> u8 {
        let part = |i: usize| army.places[i].takes_part() && !army.factors[i].is_empty();
        let ratings = (0..self.corps.len()).filter(|i| part(*i)).map(|i| self.corps[i].ratings[rating]);
        ratings.max().unwrap_or(0)
    }

    /// The morale level of the corps that take part, in tenths: the mean of their factors, halves up; 0 for none.
    pub(super) fn level(&self, army: &Army) -> u16 {
        let (mut sum, mut factors) = (0, 0);
        for (i, unit) in self.corps.iter().enumerate().filter(|(i, _)| army.places[*i].takes_part()) {
            sum += u64::from(unit.worth);
            factors += u64::from(army.factors[i].total());
        }
        let mean = (2 * sum + factors).checked_div(2 * factors).unwrap_or(0);
        u16::try_from(mean).unwrap_or(u16::MAX)
    }

    /// Whether the corps that fight from the beginning are more than a maximum, one cavalry corps and those that withdrew not counted
    /// (`house.land.stacking.extra-corps`).
    #[must_use]
    pub fn exceeds(&self, army: &Army, maximum: u8) -> bool {
        let stay = |(unit, place): &(&Unit, &Place)| unit.began && **place != Place::Left;
        let (mut corps, mut free) = (0, 0);
        for (unit, _) in self.corps.iter().zip(&army.places).filter(stay) {
            corps += 1;
            // It is a leader who may add one (`house.land.stacking.extra-cavalry`).
            free |= u8::from(unit.cavalry_corps && army.commander.is_some());
        }
        corps - free > maximum
    }

    /// The leader in command.
    #[must_use]
    pub fn leader(&self, army: &Army) -> Option<&Leader> {
        self.leaders.get(usize::from(army.commander?))
    }

    /// The power of who commands.
    #[must_use]
    pub fn commands(&self, army: &Army) -> Power {
        army.commander.and_then(|i| self.of.get(usize::from(i)).copied()).unwrap_or(self.nation)
    }

    /// Cavalry as it counts for superiority: that of the Ottomans twice.
    pub(super) fn cavalry(&self, army: &Army) -> u32 {
        let fighting = (0..self.corps.len()).filter(|corps| army.fights(*corps));
        let counted = fighting.map(|i| army.factors[i].cavalry() * (1 + u32::from(self.corps[i].ottoman)));
        counted.sum()
    }
}

impl Fight {
    /// Does the next step.
    ///
    /// # Errors
    /// Where a die cannot fall; the fight is then to be thrown away.
    pub fn advance<T: Table>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        match self.step {
            Step::Withdrawal => self.withdrawal(of, table),
            Step::Reinforcement => self.reinforcement(of, table),
            Step::Arrival => self.arrival(of, table),
            Step::Guard => self.guard(of, table),
            Step::Bombardment => self.bombardment(of, table),
            Step::Clash => self.clash(of, table),
            Step::Over => Ok(()),
        }
    }

    /// Runs the day to its end.
    ///
    /// # Errors
    /// Where a die cannot fall.
    pub fn run<T: Table>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        while self.step != Step::Over {
            self.advance(of, table)?;
        }
        Ok(())
    }

    /// The day as it stands under new plans: who stands outside comes, or does not come, by them.
    #[must_use]
    pub fn replanned(mut self, planned: &Fight) -> Fight {
        for (army, planned) in self.armies.iter_mut().zip(&planned.armies) {
            for (place, planned) in army.places.iter_mut().zip(planned.places) {
                if place.is_outside() && planned.is_outside() {
                    *place = planned;
                }
            }
        }
        self
    }

    pub(super) fn army(&self, who: Who) -> &Army {
        &self.armies[who as usize]
    }

    fn withdrawal<T: Table>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        self.step = Step::Guard;
        if of.cell.attack.is_empty() {
            if T::LISTENS {
                table.hear(Note::NoFight);
            }
            self.withdrew = true;
            self.step = Step::Over;
            return Ok(());
        }
        if of.defence != Defence::Withdraw {
            return Ok(());
        }
        let side = &of.sides[Who::Defender as usize];
        let mut added = [None; 2];
        if matches!(of.attack, Attack::Outflank | Attack::Echelon) {
            added[0] = Some(Added { by: 1, why: Why::Chits });
        }
        let all_cavalry = |army: &Army| army.fighting().cavalry() == army.fighting().total();
        if of.cavalry_withdrawal
            && all_cavalry(self.army(Who::Defender))
            && !all_cavalry(self.army(Who::Attacker))
        {
            added[1] = Some(Added { by: 1, why: Why::Cavalry });
        }
        let army = &mut self.armies[Who::Defender as usize];
        let leader = army.commander;
        let extra: i8 = added.iter().flatten().map(|added| added.by).sum();
        // With a leader the whole force goes or stays; without one each corps tries for itself.
        let whole = leader.is_some();
        let mut tries = 0..if whole { 1 } else { side.corps.len() };
        tries.try_for_each(|i| {
            if !whole && !army.places[i].takes_part() {
                return Ok(());
            }
            let rating = if whole { side.strategic(army) } else { side.corps[i].ratings[0] };
            let of_corps = if whole { None } else { u8::try_from(i).ok() };
            let (die, done) = table.at_most(Throw::Withdrawal(of_corps), rating as i8 + extra)?;
            if done {
                let gone = if whole { 0..MOST_CORPS } else { i..i + 1 };
                for corps in gone {
                    if army.places[corps].takes_part() {
                        army.places[corps] = Place::Left;
                    }
                }
            }
            if T::LISTENS {
                let added = added.into_iter().flatten().collect();
                let corps = of_corps.into_iter().collect();
                let tried = Tried { who: Who::Defender, corps, leader, rating, added, die, done };
                table.hear(Note::Withdrawal(tried));
            }
            Ok(())
        })?;
        if !army.places.iter().any(|place| place.takes_part()) {
            self.withdrew = true;
            self.step = Step::Over;
        } else if of.begins {
            // Who got away has no part in the combat that begins now.
            army.level = side.level(army);
        }
        Ok(())
    }

    fn reinforcement<T: Table>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        self.step = Step::Arrival;
        for who in Who::BOTH {
            let side = &of.sides[who as usize];
            for first in 0..side.corps.len() {
                let unit = &side.corps[first];
                let waits = |army: &Army, i: usize| {
                    army.places[i] == Place::Waiting && side.corps[i].from <= self.round
                };
                let together = |i: usize| {
                    if unit.led_by.is_some() { side.corps[i].led_by == unit.led_by } else { i == first }
                };
                let army = self.army(who);
                // Those who come with a leader try once, with the first of them.
                if !waits(army, first) || (0..first).any(|i| waits(army, i) && together(i)) {
                    continue;
                }
                let leader = unit.led_by.and_then(|i| side.leaders.get(usize::from(i)));
                let rating = leader.map_or(unit.ratings[0], |leader| leader.strategic);
                let ground = of.ground.reinforcing;
                let index = u8::try_from(first).unwrap_or(u8::MAX);
                let (die, done) = table.at_most(Throw::Reinforcement(who, index), rating as i8 + ground)?;
                let come: Vec<usize> =
                    (first..side.corps.len()).filter(|i| waits(self.army(who), *i) && together(*i)).collect();
                if T::LISTENS {
                    let added =
                        (ground != 0).then_some(Added { by: ground, why: Why::Ground(of.ground.key()) });
                    let corps = come.iter().filter_map(|i| u8::try_from(*i).ok()).collect();
                    let leader = unit.led_by;
                    let added = added.into_iter().collect();
                    table.hear(Note::Reinforcement(Tried { who, corps, leader, rating, added, die, done }));
                }
                if !done {
                    continue;
                }
                let army = &mut self.armies[who as usize];
                for corps in come {
                    army.places[corps] = Place::Fighting;
                }
                if let Some(leader) = unit.led_by {
                    army.joined_by(leader.into());
                }
                if let Some(new) = unit.led_by.filter(|new| takes_command(side, army, *new)) {
                    army.commander = Some(new);
                    if T::LISTENS {
                        table.hear(Note::Command { who, leader: new });
                    }
                }
            }
        }
        Ok(())
    }

    fn arrival<T: Table>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        self.step = Step::Guard;
        for who in Who::BOTH {
            if !self.army(who).outflanks() {
                continue;
            }
            let side = &of.sides[who as usize];
            let army = self.army(who);
            let rating = side.strategic(army);
            let ground = of.ground.outflanking;
            // Against a withdrawal there is one try, and the attacker's chance is as he is; a defence is slow to see him come.
            let slow = i8::from(of.defence == Defence::Defend);
            let second = if self.round == ROUNDS { 2 } else { 0 };
            let (die, done) = table.at_most(Throw::Arrival(who), rating as i8 + ground + slow + second)?;
            self.armies[who as usize].arrived = done;
            if T::LISTENS {
                let added = [
                    Added { by: ground, why: Why::Ground(of.ground.key()) },
                    Added { by: slow, why: Why::Chits },
                    Added { by: second, why: Why::SecondTry },
                ];
                let added = added.into_iter().filter(|added| added.by != 0).collect();
                let leader = self.army(who).commander;
                table.hear(Note::Arrival(Tried { who, corps: Vec::new(), leader, rating, added, die, done }));
            }
        }
        if of.cell.attack.len() == 1 && !self.armies.iter().any(|army| army.arrived) {
            // Nobody came around in time, or nobody could: the defender gets away.
            self.withdrew = true;
            self.step = Step::Over;
        }
        Ok(())
    }

    fn guard<T: Table>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        self.step = Step::Bombardment;
        // Both sides decide before either sees what the other does.
        let chosen = Who::BOTH.map(|who| self.commitment(of, who));
        for (who, chosen) in Who::BOTH.into_iter().zip(chosen) {
            let Some((owner, guard)) = chosen else { continue };
            let sort = if guard.heavy { Sort::HeavyCavalry } else { Sort::Guard };
            let army = &mut self.armies[who as usize];
            let corps = usize::from(guard.corps);
            let there = army.factors[corps].of(sort);
            let (die, lost) = table
                .die_to(Throw::Guard(who, owner), |die| of.tables.guard_lost(guard.shift, die).min(there))?;
            army.factors[corps].0[sort as usize] -= lost;
            army.committed = guard.shift;
            army.spent |= 1 << owner;
            let all = lost == there;
            army.broken |= all;
            // The guard that its own roll takes stays lost; heavy cavalry is cavalry that the side lost in this round.
            if guard.heavy && lost > 0 {
                army.fell = Some((guard.corps, sort));
            }
            let fell = army.fell;
            let fallen = if all { lose_cavalry(army, &of.sides[who as usize], fell) } else { None };
            if T::LISTENS {
                let Guard { shift, corps, heavy, .. } = guard;
                let leader = self.at_the_head(of, who, guard);
                let missing = guard.leader.filter(|named| leader != Some(*named));
                table.hear(Note::Guard { who, corps, leader, missing, shift, heavy, die, lost, all });
                if all {
                    table.hear(broke(who, Breaks::GuardFell, fallen));
                }
            }
        }
        if self.armies.iter().any(|army| army.broken) {
            self.step = Step::Over;
        }
        Ok(())
    }

    /// Who leads guard that is committed now: whom its owner named if he is in the fight, else the first of his leaders who is.
    fn at_the_head(&self, of: &Setting, who: Who, guard: Guard) -> Option<u8> {
        let (side, army) = (&of.sides[who as usize], self.army(who));
        let owner = side.corps.get(usize::from(guard.corps))?.power;
        let there = |i: &usize| army.is_led_by(*i) && side.of.get(*i) == Some(&owner);
        let named = guard.leader.map(usize::from).filter(there);
        named.or_else(|| (0..side.of.len()).find(there)).and_then(|i| u8::try_from(i).ok())
    }

    /// The guard that a side commits in this round by its plan: whose, and how. One owner a round, the first whose plan says so.
    #[must_use]
    pub fn commitment(&self, of: &Setting, who: Who) -> Option<(u8, Guard)> {
        let side = &of.sides[who as usize];
        let army = self.army(who);
        let plans = (0_u8..).zip(&side.guard);
        plans.filter(|(owner, _)| army.spent & (1 << owner) == 0).map(|(owner, guard)| (owner, *guard)).find(
            |(_, guard)| {
                let corps = usize::from(guard.corps);
                let sort = if guard.heavy { Sort::HeavyCavalry } else { Sort::Guard };
                corps < MOST_CORPS
                    && army.fights(corps)
                    && army.factors[corps].of(sort) >= u16::from(guard.shift)
                    && self.is_time(of, who, guard.when, guard.shift)
            },
        )
    }

    /// Whether now is the time that was chosen, with so many levels of guard.
    #[must_use]
    pub fn is_time(&self, of: &Setting, who: Who, when: When, shift: u8) -> bool {
        match when {
            When::Never => false,
            When::First => self.round == 1,
            When::Second => self.round == 2,
            When::Third => self.round == 3,
            When::MayBreakThem => self.could_break(of, who, shift),
            When::MayBreakUs => self.could_break(of, who.other(), 0),
        }
    }

    /// Whether a side's highest die would break the other one in this round, with so many levels of guard.
    fn could_break(&self, of: &Setting, who: Who, shift: u8) -> bool {
        let die = self.added(of, who, &mut Vec::new(), false);
        let (casualties, morale) = self.levels(of, who, shift, &mut Vec::new(), false);
        let effect = of.tables.effect(casualties, morale, 6 + die);
        let other = who.other() as usize;
        self.armies[other].left() <= u16::from(effect.morale)
    }

    fn bombardment<T: Table>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        self.step = Step::Clash;
        if !of.ground.bombardment {
            return Ok(());
        }
        let Rolls { hits, told: mut rolls } = self.rolls(of, table, true)?;
        let before = self.armies;
        for who in Who::BOTH {
            self.armies[who as usize].struck(&of.sides[who as usize], hits[who as usize]);
            if T::LISTENS
                && let Some(rolled) = rolls[who.other() as usize].take()
            {
                let lost = difference(&before[who as usize].factors, &self.army(who).factors);
                table.hear(Note::Bombardment { rolled, lost });
            }
        }
        self.breaks(of, table, &before, false);
        Ok(())
    }

    fn clash<T: Table>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        let Rolls { hits, told: rolls } = self.rolls(of, table, false)?;
        let before = self.armies;
        let aside = [0, 1].map(|i: usize| self.armies[i].struck(&of.sides[i], hits[i]));
        if T::LISTENS
            && let [Some(attacker), Some(defender)] = rolls
        {
            let lost = [0, 1].map(|i: usize| difference(&before[i].factors, &self.armies[i].factors));
            let left = [0, 1].map(|i: usize| self.armies[i].left());
            let rolled = Box::new([attacker, defender]);
            table.hear(Note::Clash { round: self.round, rolled, lost, aside, left });
        }
        self.breaks(of, table, &before, true);
        if self.step != Step::Over {
            (self.step, self.round) = after_clash(self.round);
        }
        Ok(())
    }

    /// Both sides' rolls of a bombardment or of a clash.
    fn rolls<T: Table>(&self, of: &Setting, table: &mut T, guns: bool) -> Result<Rolls, T::Stop> {
        let mut hits = [Hit::default(); 2];
        let mut told = [None, None];
        for who in Who::BOTH {
            let (mut shifts, mut added) = (Vec::new(), Vec::new());
            let Some(volley) = self.volley(of, who, guns, &mut shifts, &mut added, T::LISTENS) else {
                continue;
            };
            let throw = if guns { Throw::Bombardment(who) } else { Throw::Clash(who) };
            let (die, hit) = table.die_to(throw, |die| volley.hit(of, die))?;
            hits[who.other() as usize] = hit;
            if T::LISTENS {
                let of_round = self.chits(of, who);
                let table = TableName::of(volley.casualties, volley.morale).unwrap_or(of_round);
                told[who as usize] = Some(Rolled {
                    who,
                    chits: if guns { table } else { of_round },
                    shifts,
                    table,
                    die,
                    added,
                    result: volley.result(die) as u8,
                    percent: volley.effect(of, die).percent,
                    of: volley.of,
                    doubled: volley.doubled,
                    casualties: hit.casualties,
                    morale: hit.morale,
                });
            }
        }
        Ok(Rolls { hits, told })
    }

    /// A side's roll of a bombardment, if it has guns, or of a clash, before the die falls.
    pub(super) fn volley(
        &self,
        of: &Setting,
        who: Who,
        guns: bool,
        shifts: &mut Vec<(Added, bool)>,
        added: &mut Vec<Added>,
        listens: bool,
    ) -> Option<Volley> {
        let army = self.army(who);
        let fighting = army.fighting();
        if guns {
            let of_guns = u32::from(fighting.of(Sort::Artillery));
            return (of_guns > 0).then(|| Volley {
                casualties: LEVELS,
                morale: LEVELS,
                modifier: self.added(of, who, added, listens),
                of: of_guns,
                doubled: 0,
                guns,
            });
        }
        let (casualties, morale) = self.levels(of, who, army.committed, shifts, listens);
        let modifier = self.added(of, who, added, listens);
        let doubled = army.doubled();
        Some(Volley { casualties, morale, modifier, of: fighting.total() + doubled, doubled, guns })
    }

    /// Who breaks now; `before` is what was there before the rolls.
    fn breaks<T: Table>(&mut self, of: &Setting, table: &mut T, before: &[Army; 2], end_of_round: bool) {
        let alone = Who::BOTH.map(|who| self.army(who).breaks_alone());
        for who in Who::BOTH {
            let (own, enemy) = (who as usize, who.other() as usize);
            let enemy_breaks = alone[enemy].is_some();
            let army = &mut self.armies[own];
            let broken = army.settle(&of.sides[own], &before[own], alone[own], enemy_breaks, end_of_round);
            let Some((why, cavalry)) = broken else { continue };
            self.step = Step::Over;
            if T::LISTENS {
                table.hear(broke(who, why, cavalry));
            }
        }
    }
}

/// The step and the round after a clash in which nobody broke.
pub(super) fn after_clash(round: u8) -> (Step, u8) {
    (if round == ROUNDS { Step::Over } else { Step::Reinforcement }, (round + 1).min(ROUNDS))
}

/// A side's roll before its die falls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Volley {
    /// The casualty level of its table.
    casualties: u8,
    /// The morale level.
    morale: u8,
    /// What is added to the die.
    modifier: i8,
    /// Factors that roll, those of an outflanking force counted twice.
    of: u32,
    /// How many of these are counted twice.
    doubled: u32,
    /// Whether it is a bombardment, which takes no morale.
    guns: bool,
}

/// What a roll does to the enemy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Hit {
    /// Factors.
    pub(super) casualties: u32,
    /// Morale, in tenths.
    pub(super) morale: u8,
}

/// Both rolls.
struct Rolls {
    /// What attacker and defender suffer.
    hits: [Hit; 2],
    /// How attacker and defender rolled, where anyone listens.
    told: [Option<Rolled>; 2],
}

impl Volley {
    fn result(&self, die: u8) -> i8 {
        (die as i8 + self.modifier).clamp(0, super::tables::HIGHEST)
    }

    fn effect(&self, of: &Setting, die: u8) -> Effect {
        of.tables.effect(self.casualties, self.morale, self.result(die))
    }

    /// What a die does.
    pub(super) fn hit(&self, of: &Setting, die: u8) -> Hit {
        let effect = self.effect(of, die);
        let morale = if self.guns { 0 } else { effect.morale };
        Hit { casualties: of.tables.factors(effect.percent, self.of), morale }
    }
}

/// Whether a leader who joined outranks who commands, of the same nation.
fn takes_command(side: &Side, army: &Army, new: u8) -> bool {
    let Some(leader) = side.leaders.get(usize::from(new)) else { return false };
    let same = side.of.get(usize::from(new)) == Some(&side.commands(army));
    same && side.leader(army).map_or(Rank::D >= leader.rank, |old| leader.rank < old.rank)
}
