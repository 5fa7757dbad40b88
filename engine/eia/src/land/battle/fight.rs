//! A day of combat, step by step: withdrawal, reinforcement, arrival of an outflanking force, guard, bombardment, both rolls, and what
//! they break.
//!
//! [`Fight::advance`] does one step. The battle at the table, a simulated one and the exact odds all go through it; they differ only in
//! where a die comes from and in whether anyone listens to the explanations.

pub use super::losses::{stands_by, suffer};
pub use super::notes::{Added, Breaks, Lost, Note, Rolled, Tried, Why};
use super::plan::{Guard, Losses};
use super::tables::Tables;
use crate::chits::{Attack, Cell, Defence, Ground};
use crate::land::forces::{Factors, Leader, Troop};
use crate::land::stacking::LEADERLESS;
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

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
pub enum Station {
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

impl Station {
    /// Whether a corps there has a part in the combat.
    #[must_use]
    pub fn takes_part(self) -> bool {
        matches!(self, Station::Fighting | Station::Outflanking)
    }

    /// Whether a corps there could still come as reinforcement, or was to.
    #[must_use]
    pub fn is_outside(self) -> bool {
        matches!(self, Station::Waiting | Station::Aside | Station::Left)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Army {
    /// Its corps' factors.
    pub factors: [Factors; MOST_CORPS],
    /// Where they stand.
    pub places: [Station; MOST_CORPS],
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
    pub fell: Option<(u8, Troop)>,
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
pub trait Croupier {
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

impl Hash for Army {
    /// The odds look up many armies, and most places of each are empty: these say nothing.
    fn hash<H: Hasher>(&self, state: &mut H) {
        for (corps, (factors, place)) in self.factors.iter().zip(self.places).enumerate() {
            if place != Station::Left || !factors.is_empty() {
                (corps, place, factors).hash(state);
            }
        }
        (self.level, self.raised, self.lost, self.leaders, self.commander).hash(state);
        (self.arrived, self.committed, self.spent, self.fell, self.broken).hash(state);
    }
}

impl Army {
    /// An army before the fight.
    #[must_use]
    pub fn new(commander: Option<u8>) -> Army {
        Army {
            factors: [Factors::default(); MOST_CORPS],
            places: [Station::Left; MOST_CORPS],
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
            Station::Fighting => true,
            Station::Outflanking => self.arrived,
            _ => false,
        }
    }

    /// All that fights in this round.
    #[must_use]
    pub fn fighting(&self) -> Factors {
        let mut all = Factors::default();
        for (place, factors) in self.places.iter().zip(&self.factors) {
            if *place == Station::Fighting || (self.arrived && *place == Station::Outflanking) {
                all = all.and(*factors);
            }
        }
        all
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
        !self.arrived && self.places.contains(&Station::Outflanking)
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

    /// Morale that is still lost on the morning after a night that gives back so much, in tenths. What the chits added for the day took its
    /// first losses, and goes with it.
    #[must_use]
    pub fn lost_after(&self, night: u16) -> u16 {
        self.lost.saturating_sub(self.raised).saturating_sub(night)
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

    /// Whether the corps that fight from the beginning are more than a maximum, one cavalry corps and those that withdrew not counted
    /// (`house.land.stacking.extra-corps`).
    #[must_use]
    pub fn exceeds(&self, army: &Army, maximum: u8) -> bool {
        let stay = |(unit, place): &(&Unit, &Station)| unit.began && **place != Station::Left;
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
    pub fn advance<T: Croupier>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
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
    pub fn run<T: Croupier>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
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
}
