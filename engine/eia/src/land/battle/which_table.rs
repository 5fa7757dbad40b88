//! On which table a side rolls, and what it adds to its die. The tables of the chits, what the ground shifts, and
//! what the tactical ratings add (`[ratings]`): `data/chits.toml`.

use super::fight::{Army, Fight, Raises, Setting, Side, Who};
use super::morale::raises_morale;
use super::notes::{Added, Why};
use crate::charts::{LEVELS, TableName};
use crate::chits::{Attack, Defence};
use crate::land::forces::Troop;
use crate::powers::Power;

/// The most that is added to a die without breech-loading rifles.
const CAP: i8 = 1;

/// What of an army the rolls of a round ask, its own and the enemy's: armies that are alike in it roll alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Front {
    /// Factors that fight, those of an outflanking force once.
    pub(super) fights: u32,
    /// Those of artillery.
    pub(super) guns: u32,
    /// Whether there is militia among them.
    militia: bool,
    /// Whether all of them are cavalry.
    all_cavalry: bool,
    /// Factors of an outflanking force that has arrived, which count twice when its side rolls.
    pub(super) doubled: u32,
    /// Whether such a force has arrived.
    arrived: bool,
    /// The levels that guard raises its table by.
    pub(super) committed: u8,
    /// The tactical rating of who commands.
    tactical: u8,
    /// The power of who commands.
    commands: Power,
    /// Cavalry as it counts for superiority, where a die of that is in use.
    cavalry: u32,
}

impl Front {
    /// An army's.
    pub(super) fn of(of: &Setting, side: &Side, army: &Army) -> Front {
        let fighting = army.fighting();
        Front {
            fights: fighting.total(),
            guns: u32::from(fighting.of(Troop::Artillery)),
            militia: fighting.of(Troop::Militia) > 0,
            all_cavalry: fighting.cavalry() == fighting.total(),
            doubled: army.doubled(),
            arrived: army.arrived,
            committed: army.committed,
            tactical: side.tactical(army),
            commands: side.commands(army),
            cavalry: if of.superiority { side.cavalry(army) } else { 0 },
        }
    }
}

/// Two fronts that roll against one another in a round.
pub(super) struct Facing<'a> {
    pub(super) of: &'a Setting,
    pub(super) round: u8,
    pub(super) fronts: [Front; 2],
}

impl Fight {
    /// What both sides roll with as they stand.
    pub(super) fn facing<'a>(&self, of: &'a Setting) -> Facing<'a> {
        let fronts = [0, 1].map(|i: usize| Front::of(of, &of.sides[i], &self.armies[i]));
        Facing { of, round: self.round, fronts }
    }
}

impl Facing<'_> {
    pub(super) fn front(&self, who: Who) -> &Front {
        &self.fronts[who as usize]
    }

    /// The table of the chits for a side in this round.
    pub(super) fn chits(&self, who: Who) -> TableName {
        let of = self.of;
        let arrived = self.fronts.iter().any(|front| front.arrived);
        let round = usize::from(self.round) - 1;
        let (rounds, after) = match who {
            Who::Attacker => (&of.cell.attack, &of.cell.arrived_attack),
            Who::Defender => (&of.cell.defend, &of.cell.arrived_defend),
        };
        let from_two = after.get(round.wrapping_sub(1)).filter(|_| arrived);
        *from_two.or_else(|| rounds.get(round)).unwrap_or(&rounds[rounds.len() - 1])
    }

    /// Casualty level and morale level of a side's table, with what shifts them.
    pub(super) fn levels(
        &self,
        who: Who,
        committed: u8,
        why: &mut Vec<(Added, bool)>,
        listens: bool,
    ) -> (u8, u8) {
        let of = self.of;
        let table = self.chits(who);
        let i = who as usize;
        let nation = self.front(who).commands;
        let national = of.national == Raises::Table && raises_morale(of.attack, of.defence, who, nation);
        let ground = Why::Ground(of.ground.key());
        let casualties = of.ground.casualty_levels[i];
        let morale = [
            Added { by: of.ground.morale_levels[i], why: ground },
            Added { by: i8::from(national), why: Why::Nation(nation) },
            Added { by: committed as i8, why: Why::Guard },
        ];
        if listens {
            let of_casualties = [(Added { by: casualties, why: ground }, true)];
            let all = of_casualties.into_iter().chain(morale.map(|added| (added, false)));
            why.extend(all.filter(|(added, _)| added.by != 0));
        }
        let level = |level: u8, by: i8| (level as i8 + by).clamp(1, LEVELS as i8) as u8;
        (
            level(table.casualties(), casualties),
            level(table.morale(), morale.iter().map(|added| added.by).sum()),
        )
    }

    /// What a side adds to its die in this round.
    pub(super) fn added(&self, who: Who, why: &mut Vec<Added>, listens: bool) -> i8 {
        let of = self.of;
        let (own, enemy) = (who as usize, who.other() as usize);
        let rated = self.fronts.map(|front| front.tactical);
        let unrated =
            of.defence == Defence::Defend && matches!(of.attack, Attack::Assault | Attack::EscalatedAssault);
        let ratings = if unrated { 0 } else { of.tables.rated(rated[own], rated[enemy]) };
        let nation = self.front(who).commands;
        let national = i8::from(
            who == Who::Defender
                && (of.attack, of.defence) == (Attack::Echelon, Defence::Cordon)
                && nation == Power::Austria,
        );
        let counted = [own, enemy].map(|i| self.fronts[i].cavalry);
        let all_cavalry = || self.fronts.iter().all(|front| front.all_cavalry);
        let superiority = i8::from(counted[0] > 0 && counted[0] >= 2 * counted[1] && !all_cavalry());
        let sum = ratings + national + superiority;
        let capped = sum.min(CAP);
        let has = |i: usize| of.sides[i].rifles && !self.fronts[i].militia;
        let rifles = i8::from(has(own) && !has(enemy));
        if listens {
            let ratings_of = Why::Ratings(rated[own], rated[enemy]);
            let all = [
                Added { by: ratings, why: ratings_of },
                Added { by: national, why: Why::Nation(nation) },
                Added { by: superiority, why: Why::Superiority(counted[0], counted[1]) },
                Added { by: capped - sum, why: Why::Cap },
                Added { by: rifles, why: Why::Rifles },
            ];
            why.extend(all.into_iter().filter(|added| added.by != 0));
        }
        capped + rifles
    }
}
