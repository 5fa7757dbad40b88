//! On which table a side rolls, and what it adds to its die. The tables of the chits, what the ground shifts, and
//! what the tactical ratings add (`[ratings]`): `data/chits.toml`.

use super::fight::{Fight, Raises, Setting, Who};
use super::morale::raises_morale;
use super::notes::{Added, Why};
use crate::charts::{LEVELS, TableName};
use crate::chits::{Attack, Defence};
use crate::land::forces::Troop;
use crate::powers::Power;

/// The most that is added to a die without breech-loading rifles.
const CAP: i8 = 1;
impl Fight {
    /// The table of the chits for a side in this round.
    pub(super) fn chits(&self, of: &Setting, who: Who) -> TableName {
        let arrived = self.armies.iter().any(|army| army.arrived);
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
        of: &Setting,
        who: Who,
        committed: u8,
        why: &mut Vec<(Added, bool)>,
        listens: bool,
    ) -> (u8, u8) {
        let table = self.chits(of, who);
        let army = self.army(who);
        let i = who as usize;
        let nation = of.sides[i].commands(army);
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
    pub(super) fn added(&self, of: &Setting, who: Who, why: &mut Vec<Added>, listens: bool) -> i8 {
        let (own, enemy) = (who as usize, who.other() as usize);
        let [attacker, defender] = [0, 1].map(|i: usize| of.sides[i].tactical(&self.armies[i]));
        let unrated =
            of.defence == Defence::Defend && matches!(of.attack, Attack::Assault | Attack::EscalatedAssault);
        let rated = [attacker, defender];
        let ratings = if unrated { 0 } else { of.tables.rated(rated[own], rated[enemy]) };
        let nation = of.sides[own].commands(&self.armies[own]);
        let national = i8::from(
            who == Who::Defender
                && (of.attack, of.defence) == (Attack::Echelon, Defence::Cordon)
                && nation == Power::Austria,
        );
        let mut superiority = 0;
        let mut counted = [0; 2];
        // What the limit would take away again is counted for who listens alone.
        if of.superiority && (listens || ratings + national < CAP) {
            counted = [own, enemy].map(|i| of.sides[i].cavalry(&self.armies[i]));
            let all_cavalry = || {
                self.armies.iter().all(|army| {
                    let fighting = army.fighting();
                    fighting.cavalry() == fighting.total()
                })
            };
            superiority = i8::from(counted[0] > 0 && counted[0] >= 2 * counted[1] && !all_cavalry());
        }
        let sum = ratings + national + superiority;
        let capped = sum.min(CAP);
        let has = |i: usize| of.sides[i].rifles && self.armies[i].fighting().of(Troop::Militia) == 0;
        let rifles = i8::from(has(own) && !has(enemy));
        if listens {
            let ratings_of =
                if own == 0 { Why::Ratings(attacker, defender) } else { Why::Ratings(defender, attacker) };
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
