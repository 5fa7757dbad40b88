//! What is sealed for a day of combat: each owner's corps and what he decides for them, and the commander's chit and plan.

use super::fight::Who;
use super::plan::When;
use crate::chits::{Attack, Defence};
use crate::land::forces::{Factors, Troop};
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An envelope of a day: of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    /// For each of the seat's powers in the battle.
    pub of: BTreeMap<Power, Own>,
    /// The plan of the side, from who commands it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
}

/// What an owner decides for his own corps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Own {
    /// What is in his corps, in the order in which he mustered them; nothing on a later day, when it is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factors: Vec<Factors>,
    /// The sorts that he loses first, in this order; then the cheapest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Troop>,
    /// His guard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<GuardPlan>,
    /// Corps that come as reinforcement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reinforce: Vec<Reinforce>,
    /// When the day is to stop and ask.
    #[serde(default, skip_serializing_if = "When::is_never")]
    pub ask: When,
}

/// An owner's plan for his guard, or for heavy cavalry in its manner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuardPlan {
    /// When.
    pub when: When,
    /// Levels: 1 or 2.
    pub shift: u8,
    /// The corps, by its place in his muster.
    pub corps: usize,
    /// The leader at its head, by his place in the muster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<usize>,
    /// Whether it is heavy cavalry.
    #[serde(default)]
    pub heavy: bool,
}

/// Corps that come as reinforcement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reinforce {
    /// The corps, by their places in the muster.
    pub corps: Vec<usize>,
    /// The leader who brings them, by his place in the muster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<usize>,
    /// The round from which they try: 2 or 3.
    pub from: u8,
}

/// The plan of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The chit.
    pub chit: Chit,
    /// Corps that outflank: power, and place in its muster.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outflank: Vec<(Power, usize)>,
    /// It stays for another day with at least so much morale left, in tenths; nothing for leaving in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stays_with: Option<u16>,
    /// Whether the commander is asked at night, in the place of that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ask_at_night: bool,
    /// Whether it lets a beaten enemy go.
    #[serde(default)]
    pub no_pursuit: bool,
}

impl Plan {
    /// A plan with this chit, as it is before anything else is chosen.
    #[must_use]
    pub fn with(chit: Chit) -> Plan {
        Plan { chit, outflank: Vec::new(), stays_with: None, ask_at_night: false, no_pursuit: false }
    }
}

/// A chit, of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chit {
    Outflank,
    Assault,
    EscalatedAssault,
    Echelon,
    Probe,
    Counterattack,
    EscalatedCounterattack,
    Cordon,
    Withdraw,
    Defend,
}

impl Chit {
    /// The chits that a side may choose from.
    #[must_use]
    pub fn of(who: Who) -> &'static [Chit] {
        match who {
            Who::Attacker => {
                &[Chit::Assault, Chit::EscalatedAssault, Chit::Echelon, Chit::Probe, Chit::Outflank]
            }
            Who::Defender => &[
                Chit::Defend,
                Chit::Counterattack,
                Chit::EscalatedCounterattack,
                Chit::Cordon,
                Chit::Withdraw,
                Chit::Outflank,
            ],
        }
    }

    /// As an attacker's.
    #[must_use]
    pub fn attack(self) -> Option<Attack> {
        Some(match self {
            Chit::Outflank => Attack::Outflank,
            Chit::Assault => Attack::Assault,
            Chit::EscalatedAssault => Attack::EscalatedAssault,
            Chit::Echelon => Attack::Echelon,
            Chit::Probe => Attack::Probe,
            _ => return None,
        })
    }

    /// As a defender's.
    #[must_use]
    pub fn defence(self) -> Option<Defence> {
        Some(match self {
            Chit::Outflank => Defence::Outflank,
            Chit::Counterattack => Defence::Counterattack,
            Chit::EscalatedCounterattack => Defence::EscalatedCounterattack,
            Chit::Cordon => Defence::Cordon,
            Chit::Withdraw => Defence::Withdraw,
            Chit::Defend => Defence::Defend,
            _ => return None,
        })
    }

    /// The machine word.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Chit::Outflank => "outflank",
            Chit::Assault => "assault",
            Chit::EscalatedAssault => "escalated_assault",
            Chit::Echelon => "echelon",
            Chit::Probe => "probe",
            Chit::Counterattack => "counterattack",
            Chit::EscalatedCounterattack => "escalated_counterattack",
            Chit::Cordon => "cordon",
            Chit::Withdraw => "withdraw",
            Chit::Defend => "defend",
        }
    }
}
