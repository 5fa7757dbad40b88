//! Wind, Fire and Shock: what is added to a roll and what it does.

use super::notes::{Added, Note, Rolled, Sink, Why};
use super::stage::{End, Stage, State};
use super::tables::{Cell, Columns};
use super::terms::{FireEffect, Kind, Terms};
use super::{Phase, Who};
use crate::leader::Leader;

impl State {
    /// A roll for the wind: the admiral's manoeuvre and the more advanced ships are added; the higher total has it.
    pub(super) fn wind(&mut self, terms: &Terms, who: Who, die: i32, sink: &mut impl Sink) {
        let (manoeuvre, ships) = (self.leaders[who as usize].manoeuvre, terms.side(who).wind);
        let total = die + i32::from(manoeuvre) + i32::from(ships);
        sink.note(|| {
            let mut added = Vec::new();
            if manoeuvre != 0 {
                added.push(Added { by: manoeuvre, why: Why::Manoeuvre(manoeuvre) });
            }
            if ships != 0 {
                added.push(Added { by: ships, why: Why::MoreAdvanced });
            }
            Note::Wind { who, die: die as u8, added, total }
        });
        match who {
            // A die, a leader's value and a number of the table are small.
            Who::Moving => {
                self.wind_total = total as i8;
                self.stage = Stage::Wind(Who::Standing);
            }
            Who::Standing => {
                self.wind = match i32::from(self.wind_total).cmp(&total) {
                    std::cmp::Ordering::Greater => Some(Who::Moving),
                    std::cmp::Ordering::Less => Some(Who::Standing),
                    std::cmp::Ordering::Equal => None,
                };
                self.wind_total = 0;
                let whose = self.wind;
                sink.note(|| Note::WindIs { who: whose });
                self.begin(terms, sink);
            }
        }
    }

    /// Columns, morale and modifiers are fixed; day 1 begins.
    pub(super) fn begin(&mut self, terms: &Terms, sink: &mut impl Sink) {
        for who in Who::BOTH {
            let own = &terms.sides[who as usize];
            sink.note(|| {
                let columns = own.own.shock.map(|shock| Columns { fire: own.own.fire, shock });
                Note::Columns { who, columns }
            });
            sink.note(|| Note::Morale { who, added: own.own.morale.clone(), morale: own.morale });
        }
        self.begin_day(terms, 1, sink);
    }

    pub(super) fn begin_day(&mut self, terms: &Terms, day: u8, sink: &mut impl Sink) {
        self.stage = Stage::Combat { day, phase: Phase::Fire, who: Who::Moving };
        self.begin_phase();
        for who in Who::BOTH {
            sink.note(|| {
                let [fire, shock] =
                    [Phase::Fire, Phase::Shock].map(|phase| self.added(terms, who, day, phase));
                Note::Modifiers { who, day, fire, shock }
            });
        }
    }

    pub(super) fn begin_phase(&mut self) {
        self.behind = match self.stars[0].cmp(&self.stars[1]) {
            std::cmp::Ordering::Greater => Some(Who::Moving),
            std::cmp::Ordering::Less => Some(Who::Standing),
            std::cmp::Ordering::Equal => None,
        };
    }

    /// What is added for the better leader: his advantage, within the cap if there is one.
    pub(super) fn led(&self, terms: &Terms, who: Who, value: impl Fn(&Leader) -> i8) -> i8 {
        let [own, enemy] = [who, who.other()].map(|who| value(&self.leaders[who as usize]));
        let better = (own - enemy).max(0);
        terms.rules.leader_cap.map_or(better, |cap| better.min(cap.max(0)))
    }

    pub(super) fn led_in(&self, terms: &Terms, who: Who, phase: Phase) -> i8 {
        self.led(terms, who, |leader| match phase {
            Phase::Fire => leader.fire,
            Phase::Shock => leader.shock,
        })
    }

    /// What is added to a roll, in all.
    pub(super) fn modifier(&self, terms: &Terms, who: Who, day: u8, phase: Phase) -> i32 {
        let mut sum = terms.sides[who as usize].fixed(day, phase);
        sum += i32::from(self.led_in(terms, who, phase));
        if day > 1 {
            sum -= 1;
            sum += i32::from(self.failed[who.other() as usize]);
        }
        sum += i32::from(self.wind == Some(who));
        sum - i32::from(self.behind == Some(who))
    }

    /// What is added to a roll, one by one.
    pub(super) fn added(&self, terms: &Terms, who: Who, day: u8, phase: Phase) -> Vec<Added> {
        let mut list = Vec::new();
        let mut add = |by: i8, why: Why| {
            if by != 0 {
                list.push(Added { by, why });
            }
        };
        let value = |who: Who| {
            let leader = self.leaders[who as usize];
            if phase == Phase::Fire { leader.fire } else { leader.shock }
        };
        let (own, enemy) = (value(who), value(who.other()));
        let better = (own - enemy).max(0);
        add(better, Why::Leaders(own, enemy));
        let led = self.led_in(terms, who, phase);
        if led < better {
            add(led - better, Why::LeaderCap(led));
        }
        for modifier in &terms.side(who).modifiers {
            add(modifier.to(day, phase), modifier.why.clone());
        }
        if day > 1 {
            add(-1, Why::SecondDay);
            if self.failed[who.other() as usize] {
                add(1, Why::EnemyStayed);
            }
        }
        if self.wind == Some(who) {
            add(1, Why::Wind);
        }
        if self.behind == Some(who) {
            add(-1, Why::MoreStars);
        }
        list
    }

    /// Fire or Shock of a side.
    pub(super) fn combat(
        &mut self,
        terms: &Terms,
        day: u8,
        phase: Phase,
        who: Who,
        die: i32,
        sink: &mut impl Sink,
    ) {
        if let Some(column) = terms.sides[who as usize].column(phase) {
            let modified = die + self.modifier(terms, who, day, phase);
            let cell = terms.tables.combat(column, modified);
            let effect = match phase {
                Phase::Fire => terms.side(who).effect,
                Phase::Shock => FireEffect::Full,
            };
            let did = Cell { losses: effect.on(cell.losses), stars: cell.stars };
            self.hit(terms, who, did);
            sink.note(|| {
                let added = self.added(terms, who, day, phase);
                let at = Some((day, phase));
                Note::Rolled(Rolled { who, at, column, die: die as u8, added, modified, cell, effect, did })
            });
        }
        self.after_combat(terms, day, phase, who, sink);
    }

    pub(super) fn hit(&mut self, terms: &Terms, who: Who, did: Cell) {
        self.caused[who as usize] += did.losses;
        let enemy = who.other() as usize;
        self.morale[enemy] = (self.morale[enemy] - did.stars).max(0);
        if terms.kind == Kind::Sea {
            self.stars[enemy] += did.stars;
        }
    }

    /// After the roll of a side: the other's, then what follows from both.
    pub(super) fn after_combat(
        &mut self,
        terms: &Terms,
        day: u8,
        phase: Phase,
        who: Who,
        sink: &mut impl Sink,
    ) {
        if who == Who::Moving {
            self.stage = Stage::Combat { day, phase, who: Who::Standing };
            return;
        }
        self.tell(Some((day, phase)), sink);
        if self.morale.iter().any(|left| *left <= 0) {
            for who in Who::BOTH {
                if self.morale[who as usize] <= 0 {
                    sink.note(|| Note::Routed { who, pursued: false });
                }
            }
            self.end = Some(End::Rout { day, phase });
            self.stage = Stage::DayEnd { day, who: Who::Moving };
            return;
        }
        self.stage = match phase {
            Phase::Fire if terms.kind == Kind::Sea && self.wind.is_some() => Stage::Slip { day },
            Phase::Fire => {
                self.begin_phase();
                Stage::Combat { day, phase: Phase::Shock, who: Who::Moving }
            }
            Phase::Shock => Stage::DayEnd { day, who: Who::Moving },
        };
    }
}
