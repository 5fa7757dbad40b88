//! Withdrawal before the combat: who tries it, on what, and what is left to fight.

use super::fight::{
    Added, Army, Croupier, Fight, MOST_CORPS, Note, Setting, Station, Step, Throw, Tried, Who, Why,
};
use crate::chits::{Attack, Defence};

impl Fight {
    /// The defender tries to withdraw, where he chose to: as a whole with a leader, else each corps for itself.
    pub(super) fn withdrawal<T: Croupier>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
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
                        army.places[corps] = Station::Left;
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
            army.level = side.mean_morale(army);
        }
        Ok(())
    }
}
