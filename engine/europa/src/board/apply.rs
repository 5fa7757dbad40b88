//! How the board changes by what happens.

use super::{Attrited, Board, Done, Happened, Standing, Track};
use crate::attrition::Pillages;
use crate::attrition_land::Shipped;
use crate::campaigns::Deed;
use crate::geography::Place;
use crate::interception::{Outcome, Tried};
use crate::paths::March;
use crate::rounds::{Continued, Round};
use crate::thirds::Thirds;
use crate::units::Stack;
use table::names::SeatId;

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
        }
        self.lost_if_nothing_is_left(stack);
    }

    /// A stack without counters is gone, unless its leader stands alone.
    fn lost_if_nothing_is_left(&mut self, stack: u32) {
        let is_nothing = |standing: &Standing| standing.stack.0.is_empty() && standing.leader.is_none();
        if self.stacks.get(&stack).is_some_and(is_nothing) {
            self.lost(stack);
        }
    }

    /// Changes a stack, where it is on the board.
    fn change(&mut self, stack: u32, how: impl FnOnce(&mut Standing)) {
        if let Some(standing) = self.stacks.get_mut(&stack) {
            how(standing);
        }
    }

    /// Changes by what happened.
    pub(crate) fn apply(&mut self, happened: Happened) {
        match happened {
            Happened::Deployed { stack, standing } => {
                self.last = self.last.max(stack);
                self.stacks.insert(stack, standing);
            }
            Happened::Disbanded { stack } | Happened::CutOff { stack, .. } => self.lost(stack),
            Happened::Regrouped { stack, counters, missing, .. } => self.change(stack, |standing| {
                standing.stack = Stack(counters);
                standing.missing = missing;
                standing.owes = Thirds::NONE;
            }),
            Happened::Joined { stack, to } => self.joined(stack, to),
            Happened::LeaderGiven { stack, leader } => {
                self.change(stack, |standing| standing.leader = leader);
            }
            Happened::Held { place, country } => {
                self.held.insert(place, country);
            }
            Happened::WeatherTold { poor } => self.poor_weather = poor,
            Happened::CampaignAnnounced { seat, announced, .. } => {
                self.announced.insert(seat.clone());
                self.paid.insert(seat, announced.campaign);
            }
            Happened::MarchBegun { march, goes_on, .. } => self.march_begun(march, goes_on),
            Happened::Intercepted { by, at, done, .. } => self.intercepted(by, at, done),
            Happened::Marched { stack, march, deed, shipped, pillage, attrition, .. } => {
                self.marched(stack, &march, deed, shipped, pillage);
                self.roll(stack, attrition);
            }
            Happened::Sailed { stack, way, landing, deed, attrition, .. } => {
                self.sailed(stack, &way, landing, deed);
                self.roll(stack, attrition);
            }
            Happened::Embarked { stack, fleet, from_port, .. } => self.embarked(stack, fleet, from_port),
            Happened::Blockaded { stack, port, .. } => self.blockaded(stack, port),
            Happened::Escaped { stack, tried, .. } => self.escaped(stack, &tried),
            Happened::Evaded { stack, to, tried, done, .. } => self.evaded(stack, to, tried.is_some(), done),
            Happened::FortressUsed { stack, inside, .. } => {
                self.change(stack, |standing| standing.inside = inside);
            }
            Happened::ColdTold { place, cold } => self.cold_told(place, cold),
            Happened::RevoltTold { place, size } => self.revolt_told(place, size),
            Happened::Wintered { stack, attrition, .. } => self.roll(stack, Some(attrition)),
            Happened::Shared { stack, attrition } => {
                self.rolls += attrition.chances.len() as u32;
                self.attrited(stack, attrition);
            }
            Happened::Explored { stack, explored, second, leader, owes, .. } => {
                self.rolls += 1 + u32::from(second.is_some()) + u32::from(leader.is_some());
                self.rolls += u32::from(explored.remains.stars);
                self.explored(stack, leader.is_some_and(|(_, dies)| dies), owes);
            }
            Happened::Supplied { stack, destroyed, starved, feeder, attrition, .. } => {
                self.supply_found(stack, destroyed, starved, feeder, attrition);
            }
            Happened::Engaged { fight, stacks } => {
                self.fights.insert(fight, stacks);
            }
            Happened::OutOfBattle { stack, left, owes, leader_dead, back, .. } => {
                self.out_of_battle(stack, left, owes, leader_dead, back);
            }
            Happened::LostInSiege { stack, left, owes, .. } => self.lost_in_siege(stack, left, owes),
            Happened::ExplorersLost { stack, left, .. } => self.explorers_lost(stack, left),
            Happened::Retreated { stack, to, aboard } => self.retreated(stack, to, aboard),
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
            Happened::RoundBegun { round, continued, order, .. } => self.round_begun(round, continued, order),
            Happened::RoundsOver { pillages, winters } => self.rounds_over(pillages, winters),
        }
    }
}

/// Stacks that join, march, intercept, explore and are supplied.
impl Board {
    /// A stack is part of another now.
    fn joined(&mut self, stack: u32, to: u32) {
        if let Some(joins) = self.stacks.remove(&stack)
            && let Some(standing) = self.stacks.get_mut(&to)
        {
            standing.stack.0.extend(joins.stack.0);
            standing.moved = standing.moved.max(joins.moved);
            standing.track.and(joins.track);
            standing.owes += joins.owes;
            // Who was out of supply is not fed by whom he joins.
            standing.starved |= joins.starved;
            standing.missing += joins.missing;
            if standing.leader.is_none() {
                standing.leader = joins.leader;
            }
            for carried in self.stacks.values_mut().filter(|other| other.aboard == Some(stack)) {
                carried.aboard = Some(to);
            }
        }
    }

    /// A march begins; where it goes on with one that was intercepted, who has tried may not try again.
    fn march_begun(&mut self, march: u32, goes_on: bool) {
        self.marches = march;
        if !goes_on {
            self.tried.clear();
        }
    }

    /// A stack has tried to intercept, and stands there if it succeeded.
    fn intercepted(&mut self, by: u32, at: Place, done: bool) {
        self.rolls += 1;
        self.tried.insert(by);
        if done && let Some(standing) = self.stacks.get_mut(&by) {
            standing.from = Some(standing.at);
            standing.at = at;
            standing.inside = false;
        }
    }

    /// A stack has done something under its player's campaign. What was aggressive is not undone by what it does afterwards.
    fn does(&mut self, stack: u32, deed: Deed) {
        let stands =
            !deed.is_aggressive() && self.deeds.get(&stack).is_some_and(|done| done.deed.is_aggressive());
        if let Some(standing) = self.stacks.get(&stack).filter(|_| !stands) {
            let done = Done { country: standing.country, stack: standing.stack.clone(), deed };
            self.deeds.insert(stack, done);
        }
    }

    /// A stack has come to the end of a march, or of what it could make of it.
    fn marched(&mut self, stack: u32, march: &March, deed: Deed, shipped: Option<Shipped>, pillage: bool) {
        self.does(stack, deed);
        if let Some(standing) = self.stacks.get_mut(&stack) {
            standing.from = Some(march.last_from());
            standing.at = march.to();
            standing.moved = standing.moved.saturating_add(march.mp());
            standing.track = standing.track.with(march).with_transport(shipped);
            standing.track.pillage = Some(pillage);
            (standing.aboard, standing.from_port, standing.inside) = (None, false, false);
        }
    }

    /// A stack has explored: its leader may have died, and it may owe a loss.
    fn explored(&mut self, stack: u32, leader_dies: bool, owes: Thirds) {
        self.does(stack, Deed::Explores);
        if let Some(standing) = self.stacks.get_mut(&stack) {
            standing.track.explored = true;
            standing.owes += owes;
            if leader_dies {
                standing.leader = None;
            }
        }
    }

    /// What a land stack's supply came to.
    fn supply_found(
        &mut self,
        stack: u32,
        destroyed: bool,
        starved: bool,
        feeder: Option<u32>,
        attrition: Option<Attrited>,
    ) {
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
}

/// Voyages, what is carried in them, and ports.
impl Board {
    /// A naval stack has sailed.
    fn sailed(&mut self, stack: u32, way: &[Place], landing: Option<Place>, deed: Deed) {
        self.rolled.insert(stack);
        self.does(stack, deed);
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
    }

    /// Troops are aboard ships.
    fn embarked(&mut self, stack: u32, fleet: u32, from_port: bool) {
        self.does(stack, Deed::Moves);
        let at = self.stacks.get(&fleet).map(|fleet| fleet.at);
        if let (Some(standing), Some(at)) = (self.stacks.get_mut(&stack), at) {
            standing.from = Some(standing.at);
            (standing.at, standing.aboard, standing.from_port) = (at, Some(fleet), from_port);
            standing.inside = false;
        }
    }

    /// A naval stack blockades a port, or none any more.
    fn blockaded(&mut self, stack: u32, port: Option<Place>) {
        if port.is_some() {
            self.does(stack, Deed::EntersEnemy);
        }
        if let Some(standing) = self.stacks.get_mut(&stack) {
            standing.blockades = port;
        }
    }

    /// A naval stack has tried to pass a blockade.
    fn escaped(&mut self, stack: u32, tried: &Tried) {
        self.rolls += 1;
        if tried.outcome != Outcome::Done {
            // What tried in vain has used its move.
            if let Some(standing) = self.stacks.get_mut(&stack) {
                standing.moved = 1;
            }
        }
    }

    /// A stack has evaded before a battle, or tried to; `by_die` where that took a roll.
    fn evaded(&mut self, stack: u32, to: Place, by_die: bool, done: bool) {
        self.rolls += u32::from(by_die);
        if done && let Some(standing) = self.stacks.get_mut(&stack) {
            standing.inside = standing.at == to;
            (standing.at, standing.blockades) = (to, None);
            self.carry(stack, to);
        }
    }
}

/// Battles and sieges, and what is told of provinces.
impl Board {
    /// A battle is over for a stack.
    fn out_of_battle(
        &mut self,
        stack: u32,
        left: Stack,
        owes: Thirds,
        leader_dead: bool,
        back: Option<Place>,
    ) {
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

    /// A siege or an assault took something off a stack.
    fn lost_in_siege(&mut self, stack: u32, left: Stack, owes: Thirds) {
        if let Some(standing) = self.stacks.get_mut(&stack) {
            standing.owes += owes;
            standing.stack = left;
            if standing.stack.0.is_empty() {
                self.lost(stack);
            }
        }
    }

    /// A stack has lost its land exploration detachments: where it was nothing else its leader stands alone.
    fn explorers_lost(&mut self, stack: u32, left: Stack) {
        self.change(stack, |standing| {
            if left.0.is_empty() {
                standing.owes = Thirds::NONE;
            }
            standing.stack = left;
        });
        self.lost_if_nothing_is_left(stack);
    }

    /// A stack has retreated.
    fn retreated(&mut self, stack: u32, to: Place, aboard: Option<u32>) {
        if let Some(standing) = self.stacks.get_mut(&stack) {
            (standing.at, standing.blockades, standing.back) = (to, None, None);
            (standing.aboard, standing.from_port) = (aboard, false);
        }
        self.carry(stack, to);
    }

    /// Whether a province belongs to the cold area.
    fn cold_told(&mut self, place: Place, cold: bool) {
        if cold {
            self.cold.insert(place)
        } else {
            self.cold.remove(&place)
        };
    }

    /// How large the revolt in a province is; 0 for none.
    fn revolt_told(&mut self, place: Place, size: u8) {
        if size == 0 {
            self.revolts.remove(&place);
        } else {
            self.revolts.insert(place, size);
        }
    }
}

/// Rounds.
impl Board {
    /// A round begins: what counted for the last one is forgotten.
    fn round_begun(&mut self, round: Round, continued: Option<Continued>, order: Vec<SeatId>) {
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
            // Who is aboard when a round begins is supplied by the ships in it: its mark is of no round before this one.
            standing.starved &= standing.aboard.is_none();
            (standing.from, standing.back, standing.landing) = (None, None, None);
        }
    }

    /// The rounds of a turn are over.
    fn rounds_over(&mut self, pillages: Vec<(Place, Pillages)>, winters: u8) {
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

#[cfg(test)]
mod tests;
