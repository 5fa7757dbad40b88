//! How what happens on the board changes it.

use super::happened::{Change, PlayedCard};
use super::{Board, Happened, Held, Realm, Turn};
use crate::court::Court;
use crate::geography::{Area, FORT, LOWEST};
use std::collections::{BTreeMap, BTreeSet};

impl Board {
    /// Changes the board by what happened.
    pub(crate) fn apply(&mut self, happened: Happened) {
        match happened {
            Happened::SetUp { areas, realms } => {
                *self.areas = areas;
                *self.realms = realms;
            }
            Happened::EventsShuffled { again, .. } => {
                self.shuffles += 1;
                if !again.is_empty() {
                    self.again.push(again);
                }
            }
            Happened::Claimed { claims } => {
                self.claimed = true;
                for (court, areas) in claims {
                    self.realm(court, |realm| realm.claims = areas);
                }
            }
            Happened::Ordered { round, order, demesnes } => {
                self.ordered = round;
                self.begins(order, &demesnes);
            }
            Happened::Tested { dice, .. } => self.rolls += u32::from(dice.is_some()),
            Happened::TurnBegun { court } => {
                let (crossed, spared) = (BTreeSet::new(), 0);
                self.turn = Some(Turn { court, drawn: false, moved: 0, endeavours: 0, crossed, spared });
                self.areas.values_mut().for_each(|held| held.taxed = false);
            }
            Happened::TurnOver { .. } => self.turn = None,
            Happened::EventsDrawn { year, at, .. } => {
                self.drawn.extend(at.into_iter().map(|pos| (pos, year)));
                self.in_turn(|turn| turn.drawn = true);
            }
            Happened::CardPlayed { court, card, .. } => self.played(court, &card),
            Happened::CardDiscarded { year, at, .. } => self.drawn.extend(at.map(|pos| (pos, year))),
            Happened::Counted { .. } | Happened::Maintained { .. } => {}
            Happened::Announced { declared, gold } => {
                self.realm(declared.court, |realm| {
                    realm.gold = realm.gold.saturating_sub(gold);
                    realm.cards = realm.cards.saturating_sub(1);
                });
                self.in_turn(|turn| turn.endeavours += 1);
                self.declared = Some(*declared);
            }
            Happened::Decided { defence, .. } => self.decided(defence),
            Happened::Asked { number, ask } => {
                self.asked = number;
                self.asks.insert(number, ask);
            }
            Happened::Chosen { number, .. } => _ = self.asks.remove(&number),
            Happened::Gold { court, now, .. } => self.realm(court, |realm| realm.gold = now),
            Happened::Checked { court, leader, died, .. } => {
                self.rolls += 1;
                self.realm(court, |realm| {
                    realm.leader = leader;
                    realm.demesne = if died { 0 } else { realm.demesne };
                });
            }
            of_fate @ (Happened::FatesShuffled
            | Happened::FateTurned { .. }
            | Happened::Lot { .. }
            | Happened::Heirless { .. }
            | Happened::MagnateRose { .. }
            | Happened::OutsidersCame { .. }
            | Happened::CourtMoved { .. }) => self.by_fate(of_fate),
            of_areas => self.in_areas(of_areas),
        }
    }

    /// Fates, and who comes without a player.
    fn by_fate(&mut self, happened: Happened) {
        match happened {
            Happened::FatesShuffled => {
                self.fates_shuffled += 1;
                self.fates_turned = 0;
            }
            Happened::FateTurned { .. } => self.fates_turned += 1,
            Happened::Lot { .. } | Happened::MagnateRose { .. } => self.rolls += 1,
            Happened::Heirless { court, leader } => {
                self.rolls += 1;
                self.realm(court, |realm| {
                    realm.leader = leader;
                    realm.demesne = 0;
                });
            }
            Happened::OutsidersCame { round } => self.came = round,
            Happened::CourtMoved { court, to } => self.realm(court, |realm| realm.home = to),
            _ => {}
        }
    }

    /// What happens in areas.
    fn in_areas(&mut self, happened: Happened) {
        match happened {
            Happened::Moved { court, from, way, spent, seas, gold, left, there, .. } => {
                self.realm(court, |realm| realm.gold = realm.gold.saturating_sub(gold));
                self.in_turn(|turn| turn.moved += spent);
                if let Some(to) = way.last().copied().filter(|_| seas > 0) {
                    self.in_turn(|turn| _ = turn.crossed.insert([from, to]));
                }
                self.held(from, |held| held.armies = left);
                if let Some(to) = way.last() {
                    self.held(*to, |held| held.armies = there);
                }
            }
            Happened::Changed { area, of, counters, .. } => {
                self.held(area, |held| *held.counters_mut(of) = counters);
            }
            Happened::Taxed { court, area, gold, .. } => {
                self.realm(court, |realm| realm.gold += u16::from(gold));
                self.held(area, |held| held.taxed = true);
            }
            Happened::Area { area, change, .. } => {
                let limit = self.data.known(area).limit;
                self.held(area, |held| changed(held, *change, limit));
            }
            Happened::Passed { area, to, markers, .. } => self.held(area, |held| {
                held.owner = to;
                held.armies.clear();
                held.fleets.clear();
                held.contested.clear();
                held.markers = markers;
                held.unrest = to.is_some();
            }),
            _ => {}
        }
    }

    fn begins(&mut self, order: Vec<Court>, demesnes: &BTreeMap<Court, u8>) {
        self.order = order;
        for (court, realm) in self.realms.iter_mut() {
            realm.cards = crate::year::A_ROUND;
            realm.gold += u16::from(demesnes.get(court).copied().unwrap_or(0));
        }
    }

    fn decided(&mut self, defence: Option<(Court, bool, u8)>) {
        self.declared = None;
        if let Some((court, defends, gold)) = defence {
            self.realm(court, |realm| {
                realm.cards = realm.cards.saturating_sub(u8::from(defends));
                realm.gold = realm.gold.saturating_sub(gold.into());
            });
        }
    }

    fn played(&mut self, court: Court, card: &PlayedCard) {
        if card.demesne {
            self.realm(court, |realm| realm.demesne += 1);
        }
        self.in_turn(|turn| turn.spared = turn.spared.saturating_add(card.spared));
    }

    fn realm(&mut self, court: Court, change: impl FnOnce(&mut Realm)) {
        if let Some(realm) = self.realms.get_mut(&court) {
            change(realm);
        }
    }

    fn held(&mut self, area: Area, change: impl FnOnce(&mut Held)) {
        if let Some(held) = self.areas.get_mut(&area) {
            change(held);
        }
    }

    fn in_turn(&mut self, change: impl FnOnce(&mut Turn)) {
        if let Some(turn) = &mut self.turn {
            change(turn);
        }
    }
}

fn changed(held: &mut Held, change: Change, limit: i8) {
    held.social = (held.social + change.social).clamp(LOWEST, limit.max(held.social));
    held.fort =
        u8::try_from((i8::try_from(held.fort).unwrap_or(FORT) + change.fort).clamp(0, FORT)).unwrap_or(0);
    if let Some(armies) = change.armies {
        held.armies = armies;
    }
    if let Some(fleets) = change.fleets {
        held.fleets = fleets;
    }
    held.markers.extend(change.built);
    if let Some(removed) = change.removed {
        held.markers.remove(&removed);
    }
    held.ties.extend(change.tie);
    if let Some(court) = change.contested {
        *held.contested.entry(court).or_default() += 1;
    }
    held.religion = change.religion.unwrap_or(held.religion);
    held.unrest = change.unrest.unwrap_or(held.unrest);
}
