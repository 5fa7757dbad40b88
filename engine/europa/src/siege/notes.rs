//! What is told of siegework and of an assault.

use super::assault::{Camp, Verdict};
use super::work::{Marks, Undermining};
use crate::battle::tables::Cell;
use crate::battle::{FireEffect, Phase};
use crate::leader::Leader;
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// Why something is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The level of the fortress.
    Level(u8),
    /// So many artillery points.
    Artillery(u8),
    /// Rough ground or a port that is not blockaded, or both.
    Ground {
        /// Rough ground.
        rough: bool,
        /// An open port.
        port: bool,
    },
    /// A siegework minus.
    SiegeworkMinus,
    /// Siegework plus, so many.
    SiegeworkPlus(u8),
    /// A breach in this turn.
    Breach,
    /// An assault in this turn.
    AssaultMarker,
    /// The siege value of the leader inside.
    LeaderInside(i8),
    /// The siege value of the besieging leader.
    LeaderOutside(i8),
    /// The siege value of the leader inside, against the line of supply.
    LeaderInsideAtLine(i8),
    /// The siege value of a leader, in siege attrition.
    LeaderInAttrition(i8),
    /// Troops inside without an A counter.
    TroopsInside,
    /// An A counter inside.
    ArmyInside,
    /// The first round of the siege in this turn.
    FirstRound,
    /// The siege began in an earlier turn.
    EarlierTurn,
    /// So many detachments inside.
    DetachmentsInside(Thirds),
    /// The province is the enemy's.
    EnemyProvince,
    /// A besieger's attrition.
    Besieging,
    /// No line of supply.
    NoLine,
    /// Too few for the fortress.
    TooFew,
    /// Six detachments or more.
    LargeStack,
    /// Bad weather.
    BadWeather,
    /// Pillage in the province.
    Pillage,
    /// Revolts in the province.
    Revolts,
    /// The cold.
    Cold,
    /// The forts of straits on the line of supply.
    Straits,
    /// Medieval troops inside.
    MedievalInside,
    /// Arquebuse or better inside.
    ArquebuseInside,
    /// The better leader, by own and the enemy's value.
    Leaders(i8, i8),
    /// Few besiegers, so many detachments.
    FewBesiegers(Thirds),
    /// No A counter outside.
    NoArmy,
    /// A large army.
    LargeArmy,
}

impl Why {
    /// The rule behind it.
    #[must_use]
    pub fn rule(self) -> RuleId {
        match self {
            Why::Level(_)
            | Why::Artillery(_)
            | Why::Ground { .. }
            | Why::SiegeworkMinus
            | Why::SiegeworkPlus(_)
            | Why::Breach
            | Why::AssaultMarker
            | Why::LeaderInside(_)
            | Why::LeaderOutside(_)
            | Why::TroopsInside
            | Why::ArmyInside => rule!("fast-battle.siege.siegework"),
            Why::FirstRound | Why::EarlierTurn | Why::DetachmentsInside(_) | Why::LeaderInsideAtLine(_) => {
                rule!("fast-battle.siege.attrition-check")
            }
            Why::EnemyProvince
            | Why::Besieging
            | Why::NoLine
            | Why::TooFew
            | Why::LargeStack
            | Why::BadWeather
            | Why::Pillage
            | Why::Revolts
            | Why::Cold
            | Why::Straits
            | Why::LeaderInAttrition(_) => rule!("fast-battle.siege.attrition-modifiers"),
            Why::MedievalInside | Why::ArquebuseInside | Why::Leaders(..) => {
                rule!("fast-battle.assault.modifiers")
            }
            Why::FewBesiegers(_) | Why::NoArmy => rule!("fast-battle.assault.small-besieger"),
            Why::LargeArmy => rule!("fast-battle.assault.large-armies"),
        }
    }
}

/// Something added, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// How much.
    pub by: i8,
    /// Why.
    pub why: Why,
}

/// What happened, or how something was worked out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "n", rename_all = "snake_case")]
pub enum Note {
    /// A siegework roll.
    Siegework {
        /// The die.
        die: u8,
        /// What was added.
        added: Vec<Added>,
        /// The sum.
        modified: i32,
        /// The result.
        result: Undermining,
        /// The markers on the fortress now.
        marks: Marks,
        /// Whether artillery was counted the new way.
        new_count: bool,
    },
    /// The same die against the line of supply.
    Attrition {
        /// The die.
        die: u8,
        /// What was added.
        added: Vec<Added>,
        /// The sum.
        modified: i32,
        /// The length of the line in movement points.
        line: u8,
        /// Whether siege attrition is due: the sum is smaller than the line.
        due: bool,
        /// Whether the roll was good at the walls all the same.
        good: bool,
    },
    /// A replacement leader was drawn for the besieger.
    Replacement {
        /// The die.
        die: u8,
        /// His values.
        leader: Leader,
    },
    /// The morale of both.
    Morale {
        /// The besieger's.
        besieger: i8,
        /// The besieged's.
        besieged: i8,
    },
    /// A roll in an assault.
    Rolled {
        /// Whose.
        who: Camp,
        /// For what.
        phase: Phase,
        /// Whether in the column after a breach.
        breach: bool,
        /// The die.
        die: u8,
        /// What was added.
        added: Vec<Added>,
        /// The sum.
        modified: i32,
        /// What stands in the table.
        cell: Cell,
        /// What became of it.
        effect: FireEffect,
        /// What it did.
        did: Cell,
    },
    /// The state after a phase: losses caused by besieger and besieged, and morale left to them.
    Tally {
        /// Which phase.
        phase: Phase,
        /// Losses caused.
        caused: [Thirds; 2],
        /// Morale left.
        morale: [i8; 2],
    },
    /// A side routed and rolls no Shock.
    Routed {
        /// Which.
        who: Camp,
    },
    /// What the besieger caused, corrected.
    BesiegerCaused {
        /// As rolled.
        caused: Thirds,
        /// In thirds.
        added: Vec<Added>,
        /// The sum, never below nothing.
        gives: Thirds,
    },
    /// What the besieged caused, corrected.
    BesiegedCaused {
        /// As rolled.
        caused: Thirds,
        /// At most so much: twice the resistance and the troops inside.
        at_most: Thirds,
        /// More for the rout of the besieger.
        for_rout: Thirds,
        /// The sum.
        gives: Thirds,
    },
    /// How the assault ended.
    Verdict {
        /// The verdict.
        verdict: Verdict,
        /// The losses that the fortress withstands.
        resistance: Thirds,
        /// Troops inside, who fall first.
        inside: Thirds,
    },
}

impl Note {
    /// The rules that it rests on.
    #[must_use]
    pub fn rules(&self) -> Vec<RuleId> {
        let mut rules = self.own_rules();
        if let Note::Siegework { added, .. }
        | Note::Attrition { added, .. }
        | Note::Rolled { added, .. }
        | Note::BesiegerCaused { added, .. } = self
        {
            rules.extend(added.iter().map(|added| added.why.rule()));
        }
        let mut seen = Vec::with_capacity(rules.len());
        for rule in rules {
            if !seen.contains(&rule) {
                seen.push(rule);
            }
        }
        seen
    }

    fn own_rules(&self) -> Vec<RuleId> {
        match self {
            Note::Siegework { new_count, .. } => {
                let mut rules = vec![rule!("fast-battle.siege.siegework")];
                if *new_count {
                    rules.push(rule!("fast-battle.siege.artillery-new-count"));
                }
                rules
            }
            Note::Attrition { due, good, .. } => {
                let mut rules = vec![rule!("fast-battle.siege.attrition-check")];
                if *due && *good {
                    rules.push(rule!("fast-battle.siege.attrition-possible"));
                }
                rules
            }
            Note::Replacement { .. } => vec![rule!("fast-battle.aids.replacement-leaders")],
            Note::Morale { .. } => vec![rule!("fast-battle.battle.morale")],
            Note::Rolled { who, breach, effect, .. } => {
                let mut rules = vec![rule!("fast-battle.assault.one-day")];
                if *who == Camp::Besieged && *breach {
                    rules.push(rule!("fast-battle.assault.besieged-column"));
                }
                if *effect != FireEffect::Full {
                    rules.push(rule!("fast-battle.battle.fire.arquebuse-halved"));
                }
                rules
            }
            Note::Tally { .. } | Note::Routed { .. } => vec![rule!("fast-battle.assault.one-day")],
            Note::BesiegerCaused { .. } | Note::BesiegedCaused { .. } => {
                vec![rule!("fast-battle.assault.win-by-losses")]
            }
            Note::Verdict { verdict, .. } => match verdict {
                Verdict { falls: true, by_rout: true, .. } => {
                    vec![rule!("fast-battle.assault.win-by-rout")]
                }
                _ => vec![rule!("fast-battle.assault.win-by-losses")],
            },
        }
    }
}

/// Where notes go.
pub trait Sink {
    /// Takes a note, if it takes any.
    fn note(&mut self, make: impl FnOnce() -> Note);
}

impl Sink for Vec<Note> {
    fn note(&mut self, make: impl FnOnce() -> Note) {
        self.push(make());
    }
}

/// Takes none.
impl Sink for () {
    fn note(&mut self, _: impl FnOnce() -> Note) {}
}
