//! What happens on the board.

use super::attack::Attack;
use super::{Ask, Declared, Force, Held, Realm};
use crate::court::Court;
use crate::endeavour::Endeavour;
use crate::endeavour::outcome::Against;
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

/// An event card as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedCard {
    /// Its name in the deck.
    pub card: String,
    /// The area on which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Area>,
    /// Whether it enlarges the demesne.
    #[serde(default)]
    pub demesne: bool,
    /// Points of army or fleet that it gives and that are not paid for in this turn.
    #[serde(default, skip_serializing_if = "super::is_none")]
    pub spared: u8,
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
        /// Which, where they are the discards of a deck that was spent.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        again: Vec<String>,
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
        /// The year.
        #[serde(default)]
        year: u16,
        /// Their positions in the deck.
        #[serde(default)]
        at: Vec<u32>,
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
        /// The year.
        #[serde(default)]
        year: u16,
        /// The position of that other in the deck.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<u32>,
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
    /// The fates were shuffled.
    FatesShuffled,
    /// A fate was turned up.
    FateTurned {
        /// For which court.
        court: Court,
        /// Which.
        fate: String,
        /// Whether it does nothing to this court in these years.
        #[serde(default)]
        spared: bool,
    },
    /// A die fell for one of several areas.
    Lot {
        /// Which it is.
        area: Area,
        /// The faces of the die.
        of: u32,
        /// The face that fell.
        face: u32,
    },
    /// A leader died without an heir.
    Heirless {
        /// Whose.
        court: Court,
        /// Who follows.
        leader: Leader,
    },
    /// A magnate of an independent area rose.
    MagnateRose {
        /// In which.
        area: Area,
        /// The die for his combat stature.
        die: u8,
        /// That stature.
        combat: u8,
    },
    /// Raiders or a magnate attacked.
    Attacked {
        /// The attack.
        attack: Box<Attack>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// All raiders and magnates of a round have come.
    OutsidersCame {
        /// The round.
        round: u8,
    },
    /// Areas are cut off from their court.
    CutOff {
        /// Which court.
        court: Court,
        /// Which areas go to unrest.
        areas: BTreeSet<Area>,
    },
    /// A court moved to another area, or returned from exile.
    CourtMoved {
        /// Which.
        court: Court,
        /// Where it is now.
        to: Area,
    },
    /// The final count.
    Counted {
        /// Victory points.
        points: BTreeMap<Court, i32>,
    },
}
