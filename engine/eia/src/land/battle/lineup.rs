//! A side as it is drawn up for a day of combat: where its corps are and what they are worth, who leads, what its owners planned.

use super::fight::{Army, Side, Station, Unit, Who};
use super::options::Options;
use super::outflank::{can_pin, goes_around};
use super::plan::{self, Guard};
use super::sealed::{Chit, Plan};
use super::{Battle, Commander};
use crate::land::forces::Factors;
use crate::land::stacking::Stands;
use crate::land::values::Values;
use crate::nations::land;
use crate::powers::Power;
use std::collections::BTreeSet;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// What a day is made of besides what was mustered and sealed.
#[derive(Default)]
pub(super) struct Applied {
    /// The rules that were applied.
    pub(super) rules: BTreeSet<RuleId>,
    /// Things that were read and are not the printed game's.
    pub(super) unprinted: BTreeSet<&'static str>,
}

/// A side that is drawn up.
pub(super) struct Lineup<'a> {
    /// The values of the game.
    pub(super) values: Values<'a>,
    /// The battle.
    pub(super) battle: &'a Battle,
    /// The side.
    pub(super) who: Who,
    /// Its corps, by power and place.
    pub(super) corps: &'a [(Power, usize)],
    /// Its leaders, in the same way.
    pub(super) leaders: &'a [(Power, usize)],
    /// Its plan.
    pub(super) plan: &'a Plan,
    /// Whether corps can go around at all.
    pub(super) splits: bool,
    /// The optional rules.
    pub(super) of: Options,
}

fn unready() -> Refusal {
    Refusal::new(said!("The battle is not ready to be fought."))
}

/// The place of a corps or leader on its side.
fn place(of: &[(Power, usize)], at: (Power, usize)) -> Option<u8> {
    of.iter().position(|known| *known == at).and_then(|place| u8::try_from(place).ok())
}

impl Lineup<'_> {
    /// The side, and its army when the day begins.
    ///
    /// # Errors
    /// A refusal where something is missing that was to be mustered or sealed.
    pub(super) fn drawn_up(&self, applied: &mut Applied) -> Result<(Side, Army), Refusal> {
        let Commander { power: command, leader } =
            self.battle.command.ok_or_else(unready)?[self.who as usize];
        let mut army = Army::new(leader.and_then(|leader| place(self.leaders, (command, leader))));
        let mut units = Vec::new();
        for i in 0..self.corps.len() {
            units.push(self.unit(i, &mut army, applied)?);
        }
        // A split that leaves nobody to pin, or artillery alone, is none.
        let pins = |i: usize| army.places[i] == Station::Fighting && can_pin(army.factors[i]);
        if !(0..self.corps.len()).any(pins) {
            for place in army.places.iter_mut().filter(|place| **place == Station::Outflanking) {
                *place = Station::Fighting;
            }
        }
        army.leaders = self.dawn().map_or(0, |army| army.leaders);
        if army.leaders == 0 {
            for (i, (power, n)) in self.leaders.iter().enumerate() {
                let here = self.battle.leader(*power, *n).is_some_and(|leader| !leader.adjacent);
                if here && !self.battle.is_to_bring(*power, *n) {
                    army.joined_by(i);
                }
            }
        }
        if let Some(dawn) = self.dawn() {
            let night = self.values.night();
            army.lost = dawn.lost_after(night.value);
            army.spent = dawn.spent;
            if !night.origin.is_certain() {
                applied.unprinted.insert("the night");
            }
        }
        let side = self.side(command, units);
        army.level = if self.fixed() > 0 { self.fixed() } else { side.mean_morale(&army) };
        Ok((side, army))
    }

    /// Its army when the day before was over; `None` on the first.
    fn dawn(&self) -> Option<&Army> {
        self.battle.armies.as_ref().map(|armies| &armies[self.who as usize])
    }

    /// The morale level is that of the beginning of the combat; 0 on the first day.
    fn fixed(&self) -> u16 {
        self.dawn().map_or(0, |army| army.level)
    }

    /// One of its corps, which takes its place in the army.
    fn unit(&self, i: usize, army: &mut Army, applied: &mut Applied) -> Result<Unit, Refusal> {
        let (power, n) = self.corps[i];
        let stands = self.battle.stands(power, n).ok_or_else(unready)?;
        let own = self.battle.own.get(&power).ok_or_else(unready)?;
        let group = own.reinforce.iter().find(|group| group.corps.contains(&n));
        let inside = self.battle.factors_at_dawn(power, n);
        let place_now = self.place_now(i, stands, group.is_some(), inside);
        let mut worth = 0;
        if place_now.takes_part() && self.fixed() == 0 {
            worth = self.worth(power, &stands.corps, inside, applied);
        }
        if stands.aside && place_now == Station::Waiting {
            applied.rules.insert(rule!("house.land.stacks.reinforce-same-area"));
        }
        let ottoman = stands.corps.nation.is_ottoman() && power == Power::Turkey;
        if ottoman && self.of.superiority && inside.cavalry() > 0 {
            applied.rules.insert(rule!("house.ottoman.cavalry-superiority"));
        }
        army.factors[i] = inside;
        army.places[i] = place_now;
        let irregular = own.factors.get(n).is_some_and(|sealed| sealed.are_irregular());
        let powers = self.battle.field.of(self.who);
        Ok(Unit {
            owner: powers
                .iter()
                .position(|known| *known == power)
                .and_then(|i| u8::try_from(i).ok())
                .unwrap_or(0),
            power,
            ratings: if irregular {
                land().irregulars.ratings
            } else {
                self.values.ratings(power).map(|rating| rating.value)
            },
            irregular,
            worth,
            led_by: group.and_then(|group| place(self.leaders, (power, group.leader?))),
            from: group.map_or(u8::MAX, |group| group.from),
            ottoman,
            in_area: !stands.corps.adjacent,
            began: !is_outside(stands) && self.battle.field.kind.without_chits().is_none(),
            cavalry_corps: stands.corps.cavalry,
            dawn: inside.total(),
        })
    }

    /// Where a corps is when the day begins; `comes` where it is to reinforce.
    fn place_now(&self, i: usize, stands: &Stands, comes: bool, inside: Factors) -> Station {
        let before = self.dawn().map(|army| army.places[i]);
        let fights = !is_outside(stands) || before.is_some_and(Station::takes_part);
        let around = || {
            self.splits && self.plan.chit == Chit::Outflank && goes_around(self.plan, self.corps[i], inside)
        };
        match (before, fights, comes) {
            (Some(Station::Left), ..) if !stands.corps.adjacent => Station::Left,
            (_, true, _) if around() => Station::Outflanking,
            (_, true, _) => Station::Fighting,
            (_, false, true) => Station::Waiting,
            (_, false, false) if stands.corps.adjacent => Station::Left,
            (_, false, false) => Station::Aside,
        }
    }

    /// The side: its leaders and corps, and what each of its owners planned.
    fn side(&self, command: Power, corps: Vec<Unit>) -> Side {
        let powers = self.battle.field.of(self.who);
        let guard = |power: &Power| -> Option<Guard> {
            let plan = self.battle.own.get(power)?.guard.as_ref()?;
            Some(Guard {
                when: plan.when,
                shift: plan.shift,
                corps: place(self.corps, (*power, plan.corps))?,
                leader: plan.leader.and_then(|leader| place(self.leaders, (*power, leader))),
                heavy: plan.heavy,
            })
        };
        let rated = |power: &Power, n: usize| self.battle.leader(*power, n).cloned();
        Side {
            leaders: self.leaders.iter().filter_map(|(power, n)| rated(power, *n)).collect(),
            of: self.leaders.iter().map(|(power, _)| *power).collect(),
            corps,
            nation: command,
            losses: powers
                .iter()
                .map(|power| plan::losses(self.battle.own.get(power).map_or(&[][..], |own| &own.losses)))
                .collect(),
            guard: powers.iter().map(|power| guard(power).unwrap_or_default()).collect(),
            rifles: self.of.rifles
                && !powers.is_empty()
                && self.battle.field.kind.without_chits().is_none()
                && powers.iter().all(|power| self.battle.musters.get(power).is_some_and(|m| m.rifles)),
        }
    }
}

/// Whether a corps is not in the fight from the beginning: it stands aside, or in an adjacent area.
fn is_outside(stands: &Stands) -> bool {
    stands.aside || stands.corps.adjacent
}
