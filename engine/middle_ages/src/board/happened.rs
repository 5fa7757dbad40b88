//! What happens on the board, and how it changes it.

use super::cards::Played as PlayedCard;
use super::{Ask, Board, Declared, Force, Held, Realm, Turn};
use crate::court::Court;
use crate::endeavour::Endeavour;
use crate::endeavour::course::Against;
use crate::geography::{Area, Religion};
use crate::marker::{Marker, Markers};
use crate::stature::{Leader, Stature};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::rules::RuleId;

/// What changes in an area.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// By how much the social state changes.
    #[serde(default)]
    pub social: i8,
    /// By how much the fortification does.
    #[serde(default)]
    pub fort: i8,
    /// Armies as they are then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armies: Option<Vec<u8>>,
    /// Fleets as they are then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fleets: Option<Vec<u8>>,
    /// A marker that is placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built: Option<Marker>,
    /// A marker that is taken away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<Marker>,
    /// A court that has a tie to it now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie: Option<Court>,
    /// A court that has one more result of conquest in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contested: Option<Court>,
    /// What is believed there now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub religion: Option<Religion>,
    /// Whether it is in unrest now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrest: Option<bool>,
}

/// What happens on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// The board is set up.
    SetUp {
        /// The areas.
        areas: BTreeMap<Area, Held>,
        /// The courts.
        realms: BTreeMap<Court, Realm>,
    },
    /// The event cards were shuffled.
    EventsShuffled {
        /// How many there are.
        cards: u32,
        /// The rules by which the deck was made.
        rules: Vec<RuleId>,
    },
    /// Claims were laid, all at once.
    Claimed {
        /// By whom to what.
        claims: BTreeMap<Court, BTreeSet<Area>>,
    },
    /// The order of a round.
    Ordered {
        /// The round.
        round: u8,
        /// The courts in the order in which they act.
        order: Vec<Court>,
        /// Gold that demesnes bring.
        demesnes: BTreeMap<Court, u8>,
    },
    /// A turn began.
    TurnBegun {
        /// Whose.
        court: Court,
    },
    /// A turn is over.
    TurnOver {
        /// Whose.
        court: Court,
    },
    /// Armies moved.
    Moved {
        /// Whose.
        court: Court,
        /// From where.
        from: Area,
        /// The way; by sea the goal alone.
        way: Vec<Area>,
        /// The counter.
        strength: u8,
        /// Points times spaces.
        spent: u8,
        /// Sea areas crossed.
        seas: u8,
        /// Gold paid.
        gold: u16,
        /// Counters that stay behind.
        left: Vec<u8>,
        /// Counters at the goal.
        there: Vec<u8>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Counters were exchanged, or given up.
    Changed {
        /// Whose.
        court: Court,
        /// Where.
        area: Area,
        /// What.
        of: Force,
        /// The counters as they are.
        counters: Vec<u8>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Event cards were drawn.
    EventsDrawn {
        /// By whom.
        court: Court,
        /// How many.
        cards: u8,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// An event card was played, or discarded.
    CardPlayed {
        /// By whom.
        court: Court,
        /// Which.
        card: PlayedCard,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A card was discarded unplayed.
    CardDiscarded {
        /// By whom.
        court: Court,
        /// Which.
        card: String,
        /// Whether another was drawn in its place.
        replaced: bool,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// An area was taxed.
    Taxed {
        /// By whom.
        court: Court,
        /// Which.
        area: Area,
        /// The gold that was asked for.
        asked: u8,
        /// What came in.
        gold: u8,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// It was tested whether an area rebels.
    Tested {
        /// Which.
        area: Area,
        /// The rebellion value.
        value: i16,
        /// The sum of the two dice; `None` where the value alone decides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<u8>,
        /// Whether it rebels.
        rebels: bool,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// An endeavour was declared, and its price paid.
    Announced {
        /// What.
        declared: Box<Declared>,
        /// Gold paid.
        gold: u16,
    },
    /// It was decided by a year card.
    Decided {
        /// Its number.
        number: u32,
        /// By which court.
        court: Court,
        /// The endeavour as it was rated.
        endeavour: Box<Endeavour>,
        /// The targets.
        areas: Vec<Area>,
        /// The base.
        base: Area,
        /// The year card.
        card: u8,
        /// What came of it.
        against: Vec<Against>,
        /// Who defended with a year card, and what gold went against it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defence: Option<(Court, bool, u8)>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Something changed in an area.
    Area {
        /// Which.
        area: Area,
        /// What.
        change: Box<Change>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// An area came to a new owner, or became independent.
    Passed {
        /// Which.
        area: Area,
        /// From whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Court>,
        /// To whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Court>,
        /// Army points that are lost with it.
        armies: u8,
        /// Fleet points that are.
        fleets: u8,
        /// The markers that stay.
        markers: Markers,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Gold came in or was paid.
    Gold {
        /// Whose.
        court: Court,
        /// What it is now.
        now: u16,
        /// What it was.
        before: u16,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A choice is asked for.
    Asked {
        /// Its number.
        number: u32,
        /// What.
        ask: Ask,
    },
    /// A choice was made.
    Chosen {
        /// Its number.
        number: u32,
        /// What was asked.
        ask: Ask,
        /// What was chosen.
        answer: super::Answer,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// The maintenance of a turn was paid.
    Maintained {
        /// By whom.
        court: Court,
        /// Points of army and fleet that were paid for.
        points: u16,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A leader was checked.
    Checked {
        /// Whose.
        court: Court,
        /// Which stature.
        stature: Stature,
        /// The dice.
        dice: u8,
        /// The leader from now on.
        leader: Leader,
        /// Whether the old one died.
        died: bool,
    },
    /// The final count.
    Counted {
        /// Victory points.
        points: BTreeMap<Court, i32>,
    },
}

impl Board {
    pub(crate) fn apply(&mut self, happened: Happened) {
        match happened {
            Happened::SetUp { areas, realms } => {
                *self.areas = areas;
                *self.realms = realms;
            }
            Happened::EventsShuffled { .. } => self.shuffles += 1,
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
                self.turn = Some(Turn { court, drawn: false, moved: 0, endeavours: 0 });
                self.areas.values_mut().for_each(|held| held.taxed = false);
            }
            Happened::TurnOver { .. } => self.turn = None,
            Happened::EventsDrawn { .. } => self.in_turn(|turn| turn.drawn = true),
            Happened::CardPlayed { court, card, .. } => self.played(court, &card),
            Happened::CardDiscarded { .. } | Happened::Counted { .. } | Happened::Maintained { .. } => {}
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
            of_areas => self.in_areas(of_areas),
        }
    }

    /// What happens in areas.
    fn in_areas(&mut self, happened: Happened) {
        match happened {
            Happened::Moved { court, from, way, spent, gold, left, there, .. } => {
                self.realm(court, |realm| realm.gold = realm.gold.saturating_sub(gold));
                self.in_turn(|turn| turn.moved += spent);
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
                let limit = area.known().limit;
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

/// The lowest social state.
pub const LOWEST: i8 = -3;

/// The most points of fortification: ours.
pub const FORT: i8 = 4;

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
