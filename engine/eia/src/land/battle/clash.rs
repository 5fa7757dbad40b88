//! The rolls of a round: bombardment, then both sides on their tables, what these take of factors and morale, and who breaks.
//!
//! Each side rolls on its own table and adds to its die ([`which_table`](super::which_table)). The result, out of `data/charts.toml` by
//! [`tables`](super::tables), is what the *enemy* loses: percent of the roller's factors, and morale in tenths (`Army::lost`); who has none
//! left breaks.

use super::fight::{
    Added, Army, Breaks, Croupier, Fight, MOST_CORPS, Note, ROUNDS, Rolled, Setting, Side, Station, Step,
    Throw, Who,
};
use super::guard;
use super::losses::{CavalryLost, broke, dearest, difference, lose_cavalry, suffer};
use super::tables::{Effect, HIGHEST};
use super::which_table::{Facing, Front};
use crate::charts::{LEVELS, TableName};
use crate::land::forces::Troop;

impl Fight {
    /// Artillery bombards, where the ground lets it.
    pub(super) fn bombardment<T: Croupier>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
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

    /// Both sides roll.
    pub(super) fn clash<T: Croupier>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
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
    fn rolls<T: Croupier>(&self, of: &Setting, table: &mut T, guns: bool) -> Result<Rolls, T::Stop> {
        let mut hits = [Hit::default(); 2];
        let mut told = [None, None];
        let facing = self.facing(of);
        for who in Who::BOTH {
            let (mut shifts, mut added) = (Vec::new(), Vec::new());
            let Some(volley) = facing.volley(who, guns, &mut shifts, &mut added, T::LISTENS) else {
                continue;
            };
            let throw = if guns { Throw::Bombardment(who) } else { Throw::Clash(who) };
            let (die, hit) = table.die_to(throw, |die| volley.hit(of, die))?;
            hits[who.other() as usize] = hit;
            if T::LISTENS {
                let of_round = facing.chits(who);
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

    /// Who breaks now; `before` is what was there before the rolls.
    fn breaks<T: Croupier>(&mut self, of: &Setting, table: &mut T, before: &[Army; 2], end_of_round: bool) {
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

impl Army {
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
        } else if fighting.total() == u32::from(fighting.of(Troop::Artillery)) {
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
        let in_vain = end_of_round && guard::in_vain(self, enemy_breaks);
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
    pub(super) fn doubled(&self) -> u32 {
        let arrived = (0..MOST_CORPS).filter(|i| self.arrived && self.places[*i] == Station::Outflanking);
        arrived.map(|corps| self.factors[corps].total()).sum()
    }
}

/// The step and the round after a clash in which nobody broke.
pub(super) fn after_clash(round: u8) -> (Step, u8) {
    (if round == ROUNDS { Step::Over } else { Step::Reinforcement }, (round + 1).min(ROUNDS))
}

impl Facing<'_> {
    /// A side's roll of a bombardment, if it has guns, or of a clash, before the die falls.
    pub(super) fn volley(
        &self,
        who: Who,
        guns: bool,
        shifts: &mut Vec<(Added, bool)>,
        added: &mut Vec<Added>,
        listens: bool,
    ) -> Option<Volley> {
        let Front { fights, guns: of_guns, doubled, committed, .. } = *self.front(who);
        if guns {
            return (of_guns > 0).then(|| Volley {
                casualties: LEVELS,
                morale: LEVELS,
                modifier: self.added(who, added, listens),
                of: of_guns,
                doubled: 0,
                guns,
            });
        }
        let (casualties, morale) = self.levels(who, committed, shifts, listens);
        let modifier = self.added(who, added, listens);
        Some(Volley { casualties, morale, modifier, of: fights + doubled, doubled, guns })
    }
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

impl Volley {
    fn result(&self, die: u8) -> i8 {
        (die as i8 + self.modifier).clamp(0, HIGHEST)
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
