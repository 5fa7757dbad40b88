//! Who comes to a battle that is under way, who brings whom, and which leaders are in the fight.

use super::Battle;
use super::fight::{
    Added, Army, Croupier, Fight, Note, Setting, Side, Station, Step, Throw, Tried, Who, Why,
};
use super::sealed::Own;
use crate::land::forces::{Corps, Leader, Rank};
use crate::land::stacking::{Muster, check_reinforcing};
use crate::powers::Power;
use std::collections::{BTreeMap, BTreeSet};
use table::refusal::Refusal;
use table::{rule, said};

impl Battle {
    /// The army of a power as it stands, with its side; `None` before the first day.
    fn army_of(&self, power: Power) -> Option<(Who, &Army)> {
        let who = self.field.side(power)?;
        let now = self.stopped.as_ref().map(|stopped| &stopped.fight.armies);
        Some((who, &now.or(self.armies.as_ref())?[who as usize]))
    }

    /// Whether a leader, by power and place, is in the fight. Before the first day only who commands is certain to be.
    #[must_use]
    pub fn is_in_the_fight(&self, power: Power, leader: usize) -> bool {
        match self.army_of(power) {
            Some((who, army)) => {
                let place = self.leaders(who).iter().position(|of| *of == (power, leader));
                place.is_some_and(|place| army.is_led_by(place))
            }
            None => self.command.iter().flatten().any(|of| (of.power, of.leader) == (power, Some(leader))),
        }
    }

    /// Whether a leader, by power and place, can be named to lead the guard: he is in the fight or, before the first day, in the area.
    #[must_use]
    pub fn is_there(&self, power: Power, leader: usize) -> bool {
        let in_the_area = || self.leader(power, leader).is_some_and(|leader| !leader.adjacent);
        self.is_in_the_fight(power, leader) || (!self.has_begun() && in_the_area())
    }

    /// Whether a corps, by power and place, has a part in the fight by now.
    #[must_use]
    pub fn has_come(&self, power: Power, corps: usize) -> bool {
        self.army_of(power).is_some_and(|(who, army)| {
            let place = self.corps(who).iter().position(|of| *of == (power, corps));
            place.is_some_and(|place| army.places[place].takes_part())
        })
    }

    /// Whether a leader is to come with corps by what his owner decided.
    pub(super) fn is_to_bring(&self, power: Power, leader: usize) -> bool {
        self.own.get(&power).is_some_and(|own| brings(own, leader))
    }
}

fn brings(own: &Own, leader: usize) -> bool {
    own.reinforce.iter().any(|group| group.leader == Some(leader))
}

/// Checks who is named to lead the guard: a leader who is in the fight, or is to come. Without any there nobody need be named.
///
/// # Errors
/// A refusal under `house.land.leader-casualty.guard-leader`.
pub(super) fn check_at_the_head(
    battle: &Battle,
    power: Power,
    muster: &Muster,
    own: &Own,
    named: Option<usize>,
) -> Result<(), Refusal> {
    let there = |i: usize| battle.is_there(power, i);
    let rule = rule!("house.land.leader-casualty.guard-leader");
    let says = match named.map(|i| (i, muster.leaders.get(i))) {
        Some((i, Some(_))) if there(i) || brings(own, i) => return Ok(()),
        None if !(0..muster.leaders.len()).any(there) => return Ok(()),
        Some((_, Some(leader))) => said!(
            "{} is not in the fight and does not come as reinforcement, so he cannot lead the guard. Name one of your leaders who is there, or who comes.",
            leader.name.clone()
        ),
        _ => said!("Who commits guard names one of his leaders there to lead it."),
    };
    Err(Refusal::under(rule, says))
}

/// What a leader is to bring, in all groups together, and from which rounds.
struct Brought<'m> {
    leader: &'m Leader,
    from: BTreeSet<u8>,
    corps: Vec<&'m Corps>,
}

/// Checks who comes as reinforcement: each corps once, and with a leader no more than he brings in all.
///
/// # Errors
/// A refusal that says what cannot be and what could.
pub(super) fn check(battle: &Battle, power: Power, muster: &Muster, own: &Own) -> Result<(), Refusal> {
    let mut named = BTreeSet::new();
    let mut led: BTreeMap<usize, Brought<'_>> = BTreeMap::new();
    for group in &own.reinforce {
        if !(2..=3).contains(&group.from) || group.corps.is_empty() {
            return Err(Refusal::new(said!("Corps reinforce from round 2 on, or from round 3.")));
        }
        let mut corps = Vec::new();
        for i in &group.corps {
            match muster.corps.get(*i).filter(|_| named.insert(*i)) {
                // Who has come by now needs nobody to bring him.
                Some(_) if battle.has_come(power, *i) => {}
                Some(stands) if stands.corps.adjacent || stands.aside => corps.push(&stands.corps),
                _ => {
                    return Err(Refusal::under(
                        rule!("house.land.stacks.reinforce-same-area"),
                        said!(
                            "Each corps that reinforces is named once, and stands aside in the area or in an adjacent one."
                        ),
                    ));
                }
            }
        }
        let Some(i) = group.leader else { continue };
        let Some(leader) = muster.leaders.get(i) else {
            return Err(Refusal::new(said!("There is no such leader to bring reinforcements.")));
        };
        if !corps.is_empty() {
            let new = || Brought { leader, from: BTreeSet::new(), corps: Vec::new() };
            let his = led.entry(i).or_insert_with(new);
            his.from.insert(group.from);
            his.corps.extend(corps);
        }
    }
    led.into_iter().try_for_each(|(i, brought)| check_brought(battle.is_in_the_fight(power, i), &brought))
}

/// Checks what one leader brings: he comes once, with his maximum and one cavalry corps at most, from where they stand.
fn check_brought(fights: bool, brought: &Brought<'_>) -> Result<(), Refusal> {
    let Brought { leader, from, corps } = brought;
    let name = leader.name.clone();
    let says = if fights {
        said!(
            "{} is in the fight already, so he brings nobody to it. Corps without a leader come by their own rating.",
            name
        )
    } else if corps.iter().any(|corps| corps.adjacent != leader.adjacent) {
        said!(
            "{} brings corps that stand where he does: from an adjacent area if he is there, else those that stand aside.",
            name
        )
    } else if from.len() > 1 {
        said!("{} comes once, with all that he brings. Name one round for all of these corps.", name)
    } else {
        return check_reinforcing(leader, corps).map(|_| ());
    };
    Err(Refusal::under(rule!("house.land.stacks.reinforcing-leader"), says))
}

impl Fight {
    /// Corps from outside try to join, those that come with a leader together.
    pub(super) fn reinforcement<T: Croupier>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        self.step = Step::Arrival;
        for who in Who::BOTH {
            let side = &of.sides[who as usize];
            for first in 0..side.corps.len() {
                let unit = &side.corps[first];
                let waits = |army: &Army, i: usize| {
                    army.places[i] == Station::Waiting && side.corps[i].from <= self.round
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
                    army.places[corps] = Station::Fighting;
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
}

/// Whether a leader who joined outranks who commands, of the same nation.
fn takes_command(side: &Side, army: &Army, new: u8) -> bool {
    let Some(leader) = side.leaders.get(usize::from(new)) else { return false };
    let same = side.of.get(usize::from(new)) == Some(&side.commands(army));
    same && side.leader(army).map_or(Rank::D >= leader.rank, |old| leader.rank < old.rank)
}
