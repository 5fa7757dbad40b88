//! The board kept here: who holds which area, its social state, armies, fleets, markers, ties; whose turn it is and what he has done in it.

pub mod apply;
pub mod army;
pub mod attack;
pub mod barred;
pub mod cards;
pub mod choices;
pub mod claims;
pub mod communication;
pub mod count;
pub mod defence;
pub mod endeavours;
pub mod fate;
pub mod follows;
pub mod futile;
pub mod happened;
pub mod leaders;
pub mod offers;
pub mod order;
pub mod otherwise;
pub mod outsiders;
pub mod plan;
pub mod setup;
pub mod subject;
pub mod tax;
pub mod turn;
pub mod upkeep;

use crate::court::Court;
use crate::endeavour::{Base, Kin, Target};
use crate::geography::{Area, Religion};
use crate::marker::Markers;
use crate::pack::Data;
use crate::stature::Leader;
use crate::{Event, MiddleAges, Position, courts};
pub use choices::{Answer, Ask, What};
pub use happened::Happened;
pub use order::Order;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said;
use table::shared::Shared;

/// Something happens on the board.
fn emit(table: &mut Table<'_, '_, MiddleAges>, happened: Happened) -> Result<(), Refusal> {
    table.emit(&Event::Board(Box::new(happened)))
}

/// Armies or fleets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Force {
    /// Armies.
    Army,
    /// Fleets.
    Fleet,
}

/// An area as it stands on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The court that controls it; `None` while it is independent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Court>,
    /// Its social state, −3 to its limit.
    pub social: i8,
    /// Points of fortification.
    pub fort: u8,
    /// Whether it is in unrest.
    #[serde(default)]
    pub unrest: bool,
    /// What is believed there.
    pub religion: Religion,
    /// The army counters, the largest first.
    #[serde(default)]
    pub armies: Vec<u8>,
    /// The fleet counters, the largest first.
    #[serde(default)]
    pub fleets: Vec<u8>,
    /// The civilisation markers.
    #[serde(default)]
    pub markers: Markers,
    /// The courts that have a tie to it.
    #[serde(default)]
    pub ties: BTreeSet<Court>,
    /// Results of conquest that stand in it, by whose they are.
    #[serde(default)]
    pub contested: BTreeMap<Court, u8>,
    /// Whether it was taxed in this turn.
    #[serde(default)]
    pub taxed: bool,
}

/// A player's turn as far as it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Whose.
    pub court: Court,
    /// Whether the event cards are drawn: armies do not move after that.
    pub drawn: bool,
    /// Points times spaces that armies have moved.
    pub moved: u8,
    /// Endeavours.
    pub endeavours: u8,
    /// The ways over sea that armies took, each once.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub crossed: BTreeSet<[Area; 2]>,
    /// Points that an event gave in this turn and that are not paid for in it.
    #[serde(default, skip_serializing_if = "is_none")]
    pub spared: u8,
}

/// Whether there are none: what is not there is not written.
pub(crate) fn is_none(points: &u8) -> bool {
    *points == 0
}

/// What a court has besides areas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Realm {
    /// The area of its court.
    pub home: Area,
    /// Its leader.
    pub leader: Leader,
    /// Gold.
    pub gold: u16,
    /// Year cards that are left to it in this round.
    pub cards: u8,
    /// Gold that its demesne brings in every round.
    #[serde(default)]
    pub demesne: u8,
    /// The areas that it has a claim to.
    #[serde(default)]
    pub claims: BTreeSet<Area>,
}

/// An endeavour that was declared and waits to be decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// Its number.
    pub number: u32,
    /// By which court.
    pub court: Court,
    /// What was declared.
    pub what: plan::Plan,
    /// The leader card's bonus.
    pub bonus: u8,
    /// What cards of weapons and tactics add.
    pub arms: i16,
    /// Whether missionary fervour goes with it.
    #[serde(default)]
    pub fervour: bool,
    /// The rules that bore on it so far.
    pub rules: Vec<RuleId>,
}

/// The board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// What is played with; written where a pack replaces something of it.
    #[serde(default = "Data::shipped", skip_serializing_if = "is_shipped")]
    pub data: Shared<Data>,
    /// The areas.
    pub areas: Shared<BTreeMap<Area, Held>>,
    /// The courts that are played.
    pub realms: Shared<BTreeMap<Court, Realm>>,
    /// The courts in the order in which they act in this round.
    pub order: Vec<Court>,
    /// The open turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// An endeavour that waits for its target's owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<Declared>,
    /// What waits for a choice, by number.
    #[serde(default)]
    pub asks: BTreeMap<u32, Ask>,
    /// How many choices were asked for.
    #[serde(default)]
    pub asked: u32,
    /// Whether claims were laid.
    #[serde(default)]
    pub claimed: bool,
    /// The last round whose order is known.
    #[serde(default)]
    pub ordered: u8,
    /// How often dice fell.
    #[serde(default)]
    pub rolls: u32,
    /// How often the event deck was shuffled.
    #[serde(default)]
    pub shuffles: u32,
    /// Which discarded cards were shuffled anew, each time that the deck was spent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<Vec<String>>,
    /// How often the fates were.
    #[serde(default)]
    pub fates_shuffled: u32,
    /// How many fates were turned up since.
    #[serde(default)]
    pub fates_turned: u32,
    /// The last round in which raiders and magnates have come.
    #[serde(default)]
    pub came: u8,
    /// In which year the event cards were drawn, by their positions in the deck.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub drawn: BTreeMap<u32, u16>,
}

impl Held {
    /// Army points in it.
    #[must_use]
    pub fn army(&self) -> u8 {
        self.armies.iter().sum()
    }

    /// Fleet points in it.
    #[must_use]
    pub fn fleet(&self) -> u8 {
        self.fleets.iter().sum()
    }

    /// The counters of armies or fleets.
    #[must_use]
    pub fn counters(&self, of: Force) -> &Vec<u8> {
        match of {
            Force::Army => &self.armies,
            Force::Fleet => &self.fleets,
        }
    }

    pub(crate) fn counters_mut(&mut self, of: Force) -> &mut Vec<u8> {
        match of {
            Force::Army => &mut self.armies,
            Force::Fleet => &mut self.fleets,
        }
    }
}

/// How many results of conquest an area takes: as many as its population, at least one.
#[must_use]
pub fn conquered_at(data: &Data, area: Area) -> u8 {
    u8::try_from(data.known(area).population).unwrap_or(1).max(1)
}

/// The largest counter of armies or fleets.
pub const LARGEST: u8 = 4;

/// As few counters as make so many points, the largest first.
#[must_use]
pub fn fewest(points: u8) -> Vec<u8> {
    let mut counters = vec![LARGEST; usize::from(points / LARGEST)];
    if !points.is_multiple_of(LARGEST) {
        counters.push(points % LARGEST);
    }
    counters
}

fn is_shipped(data: &Shared<Data>) -> bool {
    data.is_shipped()
}

impl Default for Board {
    fn default() -> Board {
        Board::played_with(Data::shipped())
    }
}

impl Board {
    /// A board that is not set up yet, of this data.
    #[must_use]
    pub fn played_with(data: Shared<Data>) -> Board {
        Board {
            data,
            areas: Shared::default(),
            realms: Shared::default(),
            order: Vec::new(),
            turn: None,
            declared: None,
            asks: BTreeMap::new(),
            asked: 0,
            claimed: false,
            ordered: 0,
            rolls: 0,
            shuffles: 0,
            again: Vec::new(),
            fates_shuffled: 0,
            fates_turned: 0,
            came: 0,
            drawn: BTreeMap::new(),
        }
    }

    /// Whether it is in use: a campaign of a board elsewhere has none.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        !self.areas.is_empty()
    }

    /// An area as it stands.
    #[must_use]
    pub fn area(&self, area: Area) -> Option<&Held> {
        self.areas.get(&area)
    }

    /// The court that controls an area.
    #[must_use]
    pub fn owner(&self, area: Area) -> Option<Court> {
        self.area(area)?.owner
    }

    /// The areas of a court.
    pub fn areas_of(&self, court: Court) -> impl Iterator<Item = (Area, &Held)> {
        self.areas.iter().filter(move |(_, held)| held.owner == Some(court)).map(|(area, held)| (*area, held))
    }

    /// How near an area's language is to that of a court.
    #[must_use]
    pub fn language(&self, court: Court, area: Area) -> Kin {
        self.realms.get(&court).map_or(Kin::Foreign, |realm| self.data.language_to(realm.home, area))
    }

    /// How near an area's religion is to that of a court.
    #[must_use]
    pub fn religion(&self, court: Court, area: Area) -> Kin {
        let believed = |of: Area| self.area(of).map(|held| held.religion);
        let home = self.realms.get(&court).and_then(|realm| believed(realm.home));
        home.zip(believed(area)).map_or(Kin::Foreign, |(own, other)| self.data.religion_to(own, other))
    }

    /// An area as the base of an endeavour.
    #[must_use]
    pub fn base(&self, area: Area) -> Base {
        let held = self.area(area);
        Base {
            name: self.data.name(area).to_owned(),
            social: held.map_or(0, |held| held.social),
            armies: held.map_or(0, Held::army),
            fleets: held.map_or(0, Held::fleet),
            seafaring: self.data.known(area).seafaring,
        }
    }

    /// An area as the target of an endeavour of a court.
    #[must_use]
    pub fn target(&self, court: Court, area: Area, gold: u8) -> Target {
        let known = self.data.known(area);
        let held = self.area(area);
        // In his own area the results of others hinder him.
        let others =
            |held: &Held| held.contested.iter().filter(|(of, _)| **of != court).map(|(_, n)| *n).sum();
        Target {
            name: known.name.clone(),
            social: held.map_or(0, |held| held.social),
            population: known.population,
            fort: held.map_or(0, |held| held.fort),
            armies: held.map_or(0, Held::army),
            fleets: held.map_or(0, Held::fleet),
            coast: self.data.is_coastal(area),
            language: self.language(court, area),
            religion: self.religion(court, area),
            markers: held.map(|held| held.markers.clone()).unwrap_or_default(),
            contested: held.map_or(0, others),
            resists: 0,
            gold_against: 0,
            gold,
        }
    }
}

/// The court of a seat and its realm, where it is this court's turn.
///
/// # Errors
/// A refusal where it has no court, or it is the turn of another.
pub(crate) fn in_turn(state: &Position, seat: &SeatId) -> Result<(Court, Realm, Turn), Refusal> {
    let court = courts::own(state, seat)?;
    let Some(turn) = &state.board.turn else {
        return Err(Refusal::new(said!("No turn is played now. In a round each court acts in its turn.")));
    };
    if turn.court != court {
        return Err(Refusal::new(said!("It is the turn of {}. Yours comes in this round too.", turn.court)));
    }
    if let Some(waits) = waits(state) {
        return Err(waits);
    }
    upkeep::may_go_on(state, seat)?;
    let realm = state.board.realms.get(&court).cloned();
    realm
        .map(|realm| (court, realm, turn.clone()))
        .ok_or_else(|| Refusal::new(said!("{} is not on this board.", court)))
}

/// What has to be decided before play goes on, and by whom: a defence, or a choice.
pub(crate) fn waits(state: &Position) -> Option<Refusal> {
    if let Some(declared) = &state.board.declared {
        let mut owners = declared.what.targets.iter().filter_map(|aim| state.board.owner(aim.area));
        let owner = owners.find(|owner| *owner != declared.court);
        return Some(Refusal::new(match owner {
            Some(owner) => said!("{} may defend itself first against {}.", owner, declared.court),
            None => said!("What {} undertakes is decided first.", declared.court),
        }));
    }
    let ask = state.board.asks.values().next()?;
    Some(Refusal::new(said!(
        "First {} makes a choice about {}.",
        ask.court,
        state.board.data.named(ask.area)
    )))
}

/// Refuses where an area is not controlled by a court.
///
/// # Errors
/// A refusal under this rule.
pub(crate) fn controlled(board: &Board, court: Court, area: Area, rule: RuleId) -> Result<&Held, Refusal> {
    let held = board.area(area).filter(|held| held.owner == Some(court));
    held.ok_or_else(|| Refusal::under(rule, said!("{} does not control {}.", court, board.data.named(area))))
}
