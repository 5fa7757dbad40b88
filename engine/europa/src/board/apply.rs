//! How the board changes by what happens.

use super::{Attrited, Board, Happened, Track};
use crate::campaigns::Deed;
use crate::geography::Place;
use crate::interception::Outcome;
use crate::thirds::Thirds;
use crate::units::Stack;

impl Board {
    /// Attrition that was rolled for, with the dice it took.
    fn roll(&mut self, stack: u32, attrition: Option<Attrited>) {
        if let Some(attrited) = attrition {
            self.rolls += 1 + attrited.chances.len() as u32;
            if let Some(standing) = self.stacks.get_mut(&stack).filter(|standing| !standing.stack.is_naval())
            {
                standing.track.rolled.extend(attrited.rolled.due.causes.iter().copied());
            }
            self.attrited(stack, attrited);
        }
    }

    /// What a naval stack carries comes with it.
    fn carry(&mut self, by: u32, to: Place) {
        for carried in self.stacks.values_mut().filter(|other| other.aboard == Some(by)) {
            carried.at = to;
        }
    }

    /// A stack is gone, and with it what it carries.
    fn lost(&mut self, stack: u32) {
        self.stacks.remove(&stack);
        self.stacks.retain(|_, other| other.aboard != Some(stack));
    }

    fn attrited(&mut self, stack: u32, attrited: Attrited) {
        if let Some((place, pillages)) = attrited.pillaged {
            self.pillages.insert(place, pillages);
        }
        if let Some(standing) = self.stacks.get_mut(&stack) {
            standing.stack = attrited.left;
            standing.owes += attrited.owes;
            standing.foraging |= attrited.foraging;
            if standing.stack.0.is_empty() && standing.leader.is_none() {
                self.lost(stack);
            }
        }
    }

    /// Changes by what happened.
    pub(crate) fn apply(&mut self, happened: Happened) {
        match happened {
            Happened::Deployed { stack, standing } => {
                self.last = self.last.max(stack);
                self.stacks.insert(stack, standing);
            }
            Happened::Disbanded { stack } => self.lost(stack),
            Happened::Regrouped { stack, counters, missing, .. } => {
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.stack = Stack(counters);
                    standing.missing = missing;
                    standing.owes = Thirds::NONE;
                }
            }
            Happened::Joined { stack, to } => {
                if let Some(joins) = self.stacks.remove(&stack)
                    && let Some(standing) = self.stacks.get_mut(&to)
                {
                    standing.stack.0.extend(joins.stack.0);
                    standing.moved = standing.moved.max(joins.moved);
                    standing.track.and(joins.track);
                    standing.owes += joins.owes;
                    standing.missing += joins.missing;
                    if standing.leader.is_none() {
                        standing.leader = joins.leader;
                    }
                    for carried in self.stacks.values_mut().filter(|other| other.aboard == Some(stack)) {
                        carried.aboard = Some(to);
                    }
                }
            }
            Happened::LeaderGiven { stack, leader } => {
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.leader = leader;
                }
            }
            Happened::Held { place, country } => {
                self.held.insert(place, country);
            }
            Happened::WeatherTold { poor } => self.poor_weather = poor,
            Happened::CampaignAnnounced { seat, announced, .. } => {
                self.announced.insert(seat.clone());
                self.paid.insert(seat, announced.campaign);
            }
            Happened::MarchBegun { march, goes_on, .. } => {
                self.marches = march;
                if !goes_on {
                    self.tried.clear();
                }
            }
            Happened::Intercepted { by, at, done, .. } => {
                self.rolls += 1;
                self.tried.insert(by);
                if done && let Some(standing) = self.stacks.get_mut(&by) {
                    standing.from = Some(standing.at);
                    standing.at = at;
                    standing.inside = false;
                }
            }
            Happened::Marched { stack, march, stopped, deed, attrition, .. } => {
                // A leg that was intercepted leaves the roll for the whole move open.
                if !stopped || attrition.is_some() {
                    self.rolled.insert(stack);
                }
                self.deeds.insert(stack, deed);
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.from = Some(march.last_from());
                    standing.at = march.to();
                    standing.moved = standing.moved.saturating_add(march.mp());
                    standing.track = standing.track.with(&march);
                    (standing.aboard, standing.from_port, standing.inside) = (None, false, false);
                }
                self.roll(stack, attrition);
            }
            Happened::Sailed { stack, way, landing, attrition, .. } => {
                self.rolled.insert(stack);
                self.deeds.insert(stack, Deed::Moves);
                if let (Some(standing), Some(last)) = (self.stacks.get_mut(&stack), way.last()) {
                    let was = standing.at;
                    // A voyage is beaten back to the place that it came from last.
                    let before = way.len().checked_sub(2).and_then(|i| way.get(i)).copied().unwrap_or(was);
                    standing.from = Some(before).filter(|before| before != last);
                    standing.at = *last;
                    standing.moved = 1;
                    standing.landing = landing;
                    if was != *last {
                        standing.blockades = None;
                    }
                    self.carry(stack, *last);
                }
                self.roll(stack, attrition);
            }
            Happened::Embarked { stack, fleet, from_port, .. } => {
                self.deeds.insert(stack, Deed::Moves);
                let at = self.stacks.get(&fleet).map(|fleet| fleet.at);
                if let (Some(standing), Some(at)) = (self.stacks.get_mut(&stack), at) {
                    standing.from = Some(standing.at);
                    (standing.at, standing.aboard, standing.from_port) = (at, Some(fleet), from_port);
                    standing.inside = false;
                }
            }
            Happened::Blockaded { stack, port, .. } => {
                if port.is_some() {
                    self.deeds.insert(stack, Deed::EntersEnemy);
                }
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.blockades = port;
                }
            }
            Happened::Escaped { stack, tried, .. } => {
                self.rolls += 1;
                if tried.outcome != Outcome::Done {
                    // What tried in vain has used its move.
                    if let Some(standing) = self.stacks.get_mut(&stack) {
                        standing.moved = 1;
                    }
                }
            }
            Happened::Evaded { stack, to, tried, done, .. } => {
                self.rolls += u32::from(tried.is_some());
                if done && let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.inside = standing.at == to;
                    (standing.at, standing.blockades) = (to, None);
                    self.carry(stack, to);
                }
            }
            Happened::FortressUsed { stack, inside, .. } => {
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.inside = inside;
                }
            }
            Happened::ColdTold { place, cold } => {
                if cold {
                    self.cold.insert(place)
                } else {
                    self.cold.remove(&place)
                };
            }
            Happened::RevoltTold { place, size } => {
                if size == 0 {
                    self.revolts.remove(&place);
                } else {
                    self.revolts.insert(place, size);
                }
            }
            Happened::Wintered { stack, attrition, .. } => self.roll(stack, Some(attrition)),
            Happened::Shared { stack, attrition } => {
                self.rolls += attrition.chances.len() as u32;
                self.attrited(stack, attrition);
            }
            Happened::Explored { stack, explored, second, leader, owes, .. } => {
                self.rolls += 1 + u32::from(second.is_some()) + u32::from(leader.is_some());
                self.rolls += u32::from(explored.remains.stars);
                self.deeds.insert(stack, Deed::Explores);
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.owes += owes;
                    if leader.is_some_and(|(_, dies)| dies) {
                        standing.leader = None;
                    }
                }
            }
            Happened::Supplied { stack, destroyed, starved, feeder, attrition, .. } => {
                self.supplied.insert(stack);
                if let Some(fleet) = feeder {
                    self.feeds.insert(fleet, stack);
                }
                if destroyed {
                    self.stacks.remove(&stack);
                    return;
                }
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.starved = starved;
                }
                self.roll(stack, attrition);
            }
            Happened::Engaged { fight, stacks } => {
                self.fights.insert(fight, stacks);
            }
            Happened::OutOfBattle { stack, left, owes, leader_dead, back, .. } => {
                self.fights.retain(|_, stacks| !stacks.contains(&stack));
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.foraging = false;
                    standing.owes += owes;
                    standing.back = back;
                    if leader_dead && let Some(led) = standing.leader.take() {
                        self.dead.insert(led.name.to_lowercase());
                    }
                    standing.stack = left;
                    if standing.stack.0.is_empty() {
                        self.lost(stack);
                    }
                }
            }
            Happened::LostInSiege { stack, left, owes, .. } => {
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.owes += owes;
                    standing.stack = left;
                    if standing.stack.0.is_empty() {
                        self.lost(stack);
                    }
                }
            }
            Happened::CutOff { stack, .. } => self.lost(stack),
            Happened::Retreated { stack, to, aboard } => {
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    (standing.at, standing.blockades, standing.back) = (to, None, None);
                    (standing.aboard, standing.from_port) = (aboard, false);
                }
                self.carry(stack, to);
            }
            Happened::Bought { country, bought, .. } => {
                self.bought.insert(country, (bought.ld, bought.halves));
            }
            Happened::UpkeepPaid { country, .. } => {
                self.kept.insert(country);
            }
            Happened::LetGo { .. } => {}
            Happened::Stayed { stack, attrition, .. } => {
                self.rolled.insert(stack);
                self.roll(stack, Some(attrition));
            }
            Happened::RoundBegun { round, continued, order, .. } => {
                self.rolls += 1;
                self.round = Some(round);
                self.order = order;
                let winters = continued.as_ref().map_or(0, |continued| continued.winters.len());
                self.winters = u8::try_from(winters).unwrap_or(u8::MAX);
                self.rolled.clear();
                self.bad_weather = continued.as_ref().is_some_and(|continued| continued.bad_weather);
                // A campaign covers the winter too into which its summer goes on; it may be raised.
                if !continued.is_some_and(|continued| continued.extended) {
                    self.announced.clear();
                }
                self.deeds.clear();
                self.feeds.clear();
                self.supplied.clear();
                for standing in self.stacks.values_mut() {
                    standing.moved = 0;
                    standing.track = Track::default();
                    standing.foraging = false;
                    (standing.from, standing.back, standing.landing) = (None, None, None);
                }
            }
            Happened::RoundsOver { pillages, winters } => {
                self.winters = winters;
                self.rolls += 1;
                self.round = None;
                self.order.clear();
                self.rolled.clear();
                self.bad_weather = false;
                self.poor_weather = false;
                self.paid.clear();
                self.announced.clear();
                self.deeds.clear();
                self.bought.clear();
                self.kept.clear();
                self.pillages = pillages.into_iter().collect();
                for standing in self.stacks.values_mut() {
                    standing.moved = 0;
                    standing.track = Track::default();
                }
            }
        }
    }
}
