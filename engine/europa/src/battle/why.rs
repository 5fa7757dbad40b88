//! Why something is added to a roll or to morale, and the rules behind it.

use super::land::{Crossing, Terrain};
use crate::class::Class;
use crate::technology::{Land, Naval};
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// Why something is added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The morale of a land technology.
    LandTechnology(Land),
    /// The morale of a naval technology.
    NavalTechnology(Naval),
    /// Veteran troops.
    Veteran,
    /// Tercios have one morale more.
    TerciosMorale,
    /// Transports alone have no morale.
    TransportsAlone,
    /// The better leader, by own and the enemy's value.
    Leaders(i8, i8),
    /// No more than so much for it.
    LeaderCap(i8),
    /// The ground.
    Terrain(Terrain),
    /// What was crossed.
    Crossing(Crossing),
    /// No artillery.
    NoArtillery,
    /// So many artillery points.
    Artillery(u8),
    /// Three detachments more, own and the enemy's.
    MoreDetachments(Thirds, Thirds),
    /// Cavalry of this class, or of a country that has its own list.
    Cavalry(Class),
    /// Against tercios.
    Tercios,
    /// It lived off the land.
    Foraging,
    /// The second day.
    SecondDay,
    /// The enemy tried in vain to leave.
    EnemyStayed,
    /// The wind.
    Wind,
    /// So many more ships.
    MoreShips(i32),
    /// It has lost more stars so far.
    MoreStars,
    /// Galleasses against galleys.
    Galleasses,
    /// Galleys in the Mediterranean.
    GalleysInTheMediterranean,
    /// Galleys against the ships of a later time.
    GalleysOutdated,
    /// The battle ended on day 1.
    EndedOnFirstDay,
    /// It ended after a Fire.
    EndedAfterFire,
    /// Pursuit by the better leader in Shock, own and the enemy's value.
    PursuitLeaders(i8, i8),
    /// Pursuit by the better admiral in manoeuvre, own and the enemy's value.
    PursuitAdmirals(i8, i8),
    /// Pursuit over ground that is not plain.
    PursuitTerrain(Terrain),
    /// Sipahis pursue.
    Sipahis,
    /// Pursuit with the wind.
    PursuitWind,
    /// Pursuit with so many more ships.
    PursuitShips(i32),
    /// His manoeuvre.
    Manoeuvre(i8),
    /// The manoeuvre of him who leads a retreat.
    RetreatLeader(i8),
    /// The more advanced ships.
    MoreAdvanced,
    /// The umpire's, with his reason.
    Umpire(String),
}

impl Why {
    /// The rules behind it.
    #[must_use]
    pub fn rules(&self) -> Vec<RuleId> {
        match self {
            Why::LandTechnology(_) | Why::Veteran | Why::TerciosMorale => {
                vec![rule!("fast-battle.battle.morale")]
            }
            Why::Leaders(..) | Why::LeaderCap(_) => vec![rule!("fast-battle.battle.mod.leader-differential")],
            Why::Terrain(_) | Why::Crossing(_) => vec![rule!("fast-battle.battle.mod.terrain")],
            Why::NoArtillery => vec![
                rule!("fast-battle.battle.mod.artillery-none"),
                rule!("fast-battle.battle.mod.artillery-each-side"),
            ],
            Why::Artillery(_) => vec![
                rule!("fast-battle.battle.mod.artillery-six"),
                rule!("fast-battle.battle.mod.artillery-count"),
                rule!("fast-battle.battle.mod.artillery-each-side"),
                rule!("fast-battle.aids.artillery"),
            ],
            Why::MoreDetachments(..) => vec![rule!("fast-battle.battle.mod.three-detachments")],
            Why::Cavalry(_) => vec![rule!("fast-battle.battle.mod.cavalry")],
            Why::Tercios => vec![rule!("fast-battle.battle.mod.tercios")],
            Why::Foraging | Why::Umpire(_) => vec![rule!("fast-battle.battle.mod.main-list")],
            Why::SecondDay => vec![rule!("fast-battle.battle.day-two.malus")],
            Why::EnemyStayed => vec![rule!("fast-battle.battle.day-one.retreat-failure")],
            Why::MoreShips(_) | Why::PursuitShips(_) => vec![rule!("fast-battle.naval.difference-bonus")],
            Why::Wind | Why::PursuitWind | Why::MoreAdvanced => vec![rule!("fast-battle.aids.wind")],
            Why::NavalTechnology(_)
            | Why::TransportsAlone
            | Why::MoreStars
            | Why::Galleasses
            | Why::GalleysInTheMediterranean
            | Why::GalleysOutdated
            | Why::PursuitAdmirals(..) => vec![rule!("fast-battle.naval.same-frame")],
            Why::EndedOnFirstDay
            | Why::EndedAfterFire
            | Why::PursuitLeaders(..)
            | Why::PursuitTerrain(_)
            | Why::Sipahis => vec![rule!("fast-battle.battle.pursuit.column")],
            Why::RetreatLeader(_) => vec![rule!("fast-battle.losses.retreat.leader")],
            Why::Manoeuvre(_) => vec![rule!("fast-battle.terms.other")],
        }
    }
}

/// Something added, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// How much.
    pub by: i8,
    /// Why.
    pub why: Why,
}
