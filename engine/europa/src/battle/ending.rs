//! How a battle ends: who wins, the pursuit, losses in the retreat, and what befalls the leaders. Combat columns
//! and losses: `data/battle.toml`; what a side adds to the pursuit, and on which column it rolls: `land`, `sea`; ships captured in it:
//! `sea::captured`. Where a beaten stack goes: `board::fought`.

use super::notes::{Added, Note, Rolled, Sink, Why};
use super::stage::{End, Stage, State};
use super::steps::{after_retreat, after_test};
use super::tables::Column;
use super::terms::{FireEffect, Kind, Terms};
use super::{Map, Who};
use crate::thirds::Thirds;

impl State {
    pub(super) fn tell_end(&self, terms: &Terms, sink: &mut impl Sink) {
        let Some(end) = self.end else { return };
        sink.note(|| Note::Ended { end, morale: self.morale, winner: self.won(terms) });
    }

    /// Who wins as it stands: a side that alone is wiped out loses; else one that left; else one that alone routed; else the one with
    /// less morale left.
    pub(super) fn won(&self, terms: &Terms) -> Option<Who> {
        let alone = |[moving, standing]: [bool; 2]| match (moving, standing) {
            (true, false) => Some(Some(Who::Standing)),
            (false, true) => Some(Some(Who::Moving)),
            (true, true) => Some(None),
            (false, false) => None,
        };
        if let Some(winner) = alone(Who::BOTH.map(|who| self.wiped_out(terms, who))) {
            return winner;
        }
        match self.end {
            Some(End::Left { who } | End::Slipped { who, .. }) => Some(who.other()),
            _ => match self.morale[0].cmp(&self.morale[1]) {
                std::cmp::Ordering::Greater => Some(Who::Moving),
                std::cmp::Ordering::Less => Some(Who::Standing),
                std::cmp::Ordering::Equal => None,
            },
        }
    }

    /// The fighting is closed: winner and routs stand, and pursuit or the account follows.
    pub(super) fn close(&mut self, terms: &Terms, sink: &mut impl Sink) {
        self.winner = self.won(terms);
        self.routed = self.morale.map(|left| left <= 0);
        let slipped = matches!(self.end, Some(End::Slipped { .. }));
        match self.winner {
            Some(winner) if !self.routed[winner as usize] && !slipped => {
                self.stage = Stage::Pursuit(winner);
            }
            _ => {
                sink.note(|| Note::NoPursuit);
                self.stage = Stage::Account(Who::Moving);
            }
        }
        self.go_on(terms, sink);
    }

    /// What is added to the pursuit, one by one.
    pub(super) fn pursuit_added(&self, terms: &Terms, who: Who) -> Vec<Added> {
        let mut list = Vec::new();
        let mut add = |by: i8, why: Why| {
            if by != 0 {
                list.push(Added { by, why });
            }
        };
        if self.end.is_some_and(End::on_first_day) {
            add(2, Why::EndedOnFirstDay);
        }
        if self.end.is_some_and(End::after_fire) {
            add(1, Why::EndedAfterFire);
        }
        let [own, enemy] = [who, who.other()].map(|who| self.leaders[who as usize]);
        match terms.kind {
            Kind::Land => {
                add((own.shock - enemy.shock).max(0), Why::PursuitLeaders(own.shock, enemy.shock));
            }
            Kind::Sea => {
                let better = (own.manoeuvre - enemy.manoeuvre).max(0);
                add(better, Why::PursuitAdmirals(own.manoeuvre, enemy.manoeuvre));
                add(i8::from(self.wind == Some(who)), Why::PursuitWind);
            }
        }
        list.extend(terms.side(who).pursuit.iter().cloned());
        list
    }

    pub(super) fn pursuit_modifier(&self, terms: &Terms, who: Who) -> i32 {
        let [own, enemy] = [who, who.other()].map(|who| self.leaders[who as usize]);
        let course = 2 * i32::from(self.end.is_some_and(End::on_first_day))
            + i32::from(self.end.is_some_and(End::after_fire));
        let led = match terms.kind {
            Kind::Land => own.shock - enemy.shock,
            Kind::Sea => own.manoeuvre - enemy.manoeuvre,
        };
        let wind = terms.kind == Kind::Sea && self.wind == Some(who);
        course + i32::from(led.max(0)) + i32::from(wind) + terms.sides[who as usize].pursuit
    }

    pub(super) fn pursue(&mut self, terms: &Terms, who: Who, die: i32, sink: &mut impl Sink) {
        let column: Column = terms.side(who).pursuit_column;
        let modified = die + self.pursuit_modifier(terms, who);
        let did = terms.tables.combat(column, modified);
        let loser = who.other();
        let stood = self.morale[loser as usize] > 0;
        self.caused[who as usize] += did.losses;
        self.morale[loser as usize] = (self.morale[loser as usize] - did.stars).max(0);
        self.pursuit_stars = did.stars;
        sink.note(|| {
            let added = self.pursuit_added(terms, who);
            let effect = FireEffect::Full;
            let die = die as u8;
            Note::Rolled(Rolled { who, at: None, column, die, added, modified, cell: did, effect, did })
        });
        self.tell(None, sink);
        if stood && self.morale[loser as usize] <= 0 {
            self.routed[loser as usize] = true;
            sink.note(|| Note::Routed { who: loser, pursued: true });
        }
        self.stage = Stage::Account(Who::Moving);
    }

    /// Every army that did not win rolls, while there is anyone left in it.
    pub(super) fn rolls_retreat(&self, terms: &Terms, who: Who) -> bool {
        terms.kind == Kind::Land && self.winner != Some(who) && !self.wiped_out(terms, who)
    }

    pub(super) fn retreat(&mut self, terms: &Terms, who: Who, die: i32, sink: &mut impl Sink) {
        let manoeuvre = self.leaders[who as usize].manoeuvre;
        let by = if self.routed[who as usize] { 0 } else { -manoeuvre };
        let modified = die + i32::from(by);
        let losses = terms.tables.retreat(modified);
        self.retreat[who as usize] = losses;
        sink.note(|| {
            let added = match by {
                0 => Vec::new(),
                by => vec![Added { by, why: Why::RetreatLeader(manoeuvre) }],
            };
            Note::Retreat { who, die: die as u8, added, modified, losses }
        });
        self.stage = after_retreat(who);
    }

    /// Whether a leader is tested: a counter on the map, in Europe only against 3 LD or more.
    pub(super) fn is_tested(&self, terms: &Terms, who: Who) -> bool {
        let enough = terms.kind == Kind::Sea
            || terms.map == Map::Rotw
            || terms.side(who.other()).strength >= Thirds::whole(3);
        terms.rules.casualties && terms.side(who).named && enough
    }

    pub(super) fn test(&mut self, terms: &Terms, who: Who, die: i32, sink: &mut impl Sink) {
        let leader = self.leaders[who as usize];
        let mut modified = die - i32::from(self.winner != Some(who));
        if self.losses(terms, who).1 {
            modified -= 5;
        }
        modified -= i32::from(leader.fire == 6 || leader.shock == 6);
        let hit = modified <= 1;
        sink.note(|| Note::Tested { who, die: die as u8, modified, hit });
        self.stage = if hit { Stage::Wound(who) } else { after_test(who) };
    }
}
