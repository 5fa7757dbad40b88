//! What is told of a battle: every roll with its column, its modifiers and what it did, and every step of the account.

use super::stage::{Casualty, End, Verdict};
use super::tables::{Cell, Column, Columns};
use super::terms::{FireEffect, Ruled};
pub use super::why::{Added, Why};
use super::{Phase, Who};
use crate::leader::Leader;
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// A roll on the combat results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// Whose.
    pub who: Who,
    /// The day and the phase; none in pursuit.
    pub at: Option<(u8, Phase)>,
    /// The column.
    pub column: Column,
    /// The die, 1 to 10.
    pub die: u8,
    /// What was added to it.
    pub added: Vec<Added>,
    /// The sum.
    pub modified: i32,
    /// What stands in the table.
    pub cell: Cell,
    /// What became of it.
    pub effect: FireEffect,
    /// What it did.
    pub did: Cell,
}

/// The state after a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Losses caused by the moving side and the other.
    pub caused: [Thirds; 2],
    /// Morale that they have left.
    pub morale: [i8; 2],
}

/// What happened, or how something was worked out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "n", rename_all = "snake_case")]
pub enum Note {
    /// A replacement leader was drawn.
    Replacement {
        /// Whose.
        who: Who,
        /// The die.
        die: u8,
        /// His values.
        leader: Leader,
    },
    /// A roll for the wind.
    Wind {
        /// Whose.
        who: Who,
        /// The die.
        die: u8,
        /// What was added.
        added: Vec<Added>,
        /// The sum.
        total: i32,
    },
    /// Who has the wind.
    WindIs {
        /// Who; nobody after equal totals.
        who: Option<Who>,
    },
    /// The columns of a side.
    Columns {
        /// Whose.
        who: Who,
        /// The columns; none for ships that never roll.
        columns: Option<Columns>,
    },
    /// Its morale.
    Morale {
        /// Whose.
        who: Who,
        /// Item by item.
        added: Vec<Added>,
        /// The sum.
        morale: i8,
    },
    /// Its modifiers on a day.
    Modifiers {
        /// Whose.
        who: Who,
        /// The day.
        day: u8,
        /// To Fire.
        fire: Vec<Added>,
        /// To Shock.
        shock: Vec<Added>,
    },
    /// A roll on the combat results.
    Rolled(Rolled),
    /// The state after a phase of a day; after the pursuit without either.
    Tally {
        /// The day and the phase.
        at: Option<(u8, Phase)>,
        /// The state.
        tally: Tally,
    },
    /// An army or fleet routed.
    Routed {
        /// Which.
        who: Who,
        /// In the pursuit.
        pursued: bool,
    },
    /// A die for a stack of seven detachments: odd, and it causes less.
    SmallStack {
        /// Whose.
        who: Who,
        /// The die.
        die: u8,
        /// Whether odd.
        odd: bool,
    },
    /// Whether a side is wiped out, by the losses after both corrections.
    Destruction {
        /// Which.
        who: Who,
        /// What it has suffered.
        suffered: Thirds,
        /// Its strength.
        strength: Thirds,
        /// Whether it is.
        destroyed: bool,
    },
    /// A player chose.
    Chose {
        /// Who.
        who: Who,
        /// Whether to leave.
        leave: bool,
    },
    /// An attempt to leave.
    Attempt {
        /// Whose.
        who: Who,
        /// The die.
        die: u8,
        /// His manoeuvre.
        manoeuvre: i8,
        /// The morale left.
        morale: i8,
        /// Whether an equal roll succeeds.
        equal_leaves: bool,
        /// Whether it succeeded.
        left: bool,
    },
    /// A side left without a roll.
    Left {
        /// Which.
        who: Who,
        /// With the wind after a Fire: it is not pursued.
        slipped: bool,
    },
    /// The fighting is over.
    Ended {
        /// How.
        end: End,
        /// Morale left to the moving side and the other.
        morale: [i8; 2],
        /// Who wins; nobody in a tie.
        winner: Option<Who>,
    },
    /// The umpire ruled how much morale a side has left.
    Ruling {
        /// Which.
        who: Who,
        /// What it had by the rules.
        had: i8,
        /// What it has by his word.
        has: i8,
    },
    /// Nobody pursues.
    NoPursuit,
    /// A roll for losses in retreat.
    Retreat {
        /// Whose.
        who: Who,
        /// The die.
        die: u8,
        /// What was added.
        added: Vec<Added>,
        /// The sum.
        modified: i32,
        /// What it costs.
        losses: Thirds,
    },
    /// The correction of what a stack caused for its size.
    CorrectedForStack {
        /// Whose.
        who: Who,
        /// What it caused.
        caused: Thirds,
        /// Less so much.
        less: Thirds,
        /// What is left.
        gives: Thirds,
    },
    /// No stack causes more than this.
    Capped {
        /// Whose.
        who: Who,
        /// The most.
        at: Thirds,
    },
    /// The size modifier of a side.
    SizeModifier {
        /// Whose.
        who: Who,
        /// What it comes from.
        by: Ruled,
        /// The modifier.
        modifier: i8,
        /// Whether at sea.
        at_sea: bool,
    },
    /// The correction for the size of the army.
    CorrectedForSize {
        /// Whose.
        who: Who,
        /// The modifier.
        modifier: i8,
        /// What was looked up, and what it gives: the whole detachments, then the thirds.
        parts: Vec<(Thirds, Thirds)>,
        /// The sum.
        gives: Thirds,
        /// Whether at sea.
        at_sea: bool,
    },
    /// A routed fleet loses a detachment at least.
    RoutedFleet {
        /// Which.
        who: Who,
    },
    /// What a side suffers in all.
    Suffered {
        /// Which.
        who: Who,
        /// Caused by the enemy, corrected.
        caused: Thirds,
        /// In its retreat.
        retreat: Thirds,
        /// The sum.
        total: Thirds,
    },
    /// What it loses: rounded in Europe on land, and never more than it has.
    Loses {
        /// Which.
        who: Who,
        /// Before.
        suffered: Thirds,
        /// After rounding.
        rounded: Thirds,
        /// What it loses.
        lost: Thirds,
        /// Whether nothing of it is left.
        destroyed: bool,
        /// Whether it is rounded.
        rounds: bool,
        /// Whether at sea.
        at_sea: bool,
    },
    /// A leader was tested.
    Tested {
        /// Whose.
        who: Who,
        /// The die.
        die: u8,
        /// The modified roll.
        modified: i32,
        /// Whether he was hit.
        hit: bool,
    },
    /// What befell him.
    Befell {
        /// Whose.
        who: Who,
        /// The die.
        die: u8,
        /// What.
        casualty: Casualty,
    },
    /// Whether the battle is major.
    Major {
        /// Whether the loser routed.
        routed: bool,
        /// How much more the loser lost than the winner.
        difference: Thirds,
        /// How much is needed.
        needed: Thirds,
        /// Whether the loser's counters allow it.
        allowed: bool,
        /// Needed more because of the winner's size.
        by_size: bool,
        /// Needed more because the group plays so.
        by_choice: bool,
        /// Whether it is.
        major: bool,
    },
    /// How it ended.
    Verdict(Verdict),
}

impl Note {
    /// The rules that it rests on, those of its modifiers included.
    #[must_use]
    pub fn rules(&self) -> Vec<RuleId> {
        fn of<'a>(added: impl IntoIterator<Item = &'a Added>) -> impl Iterator<Item = RuleId> {
            added.into_iter().flat_map(|added| added.why.rules()).collect::<Vec<_>>().into_iter()
        }
        let mut rules = self.own_rules();
        match self {
            Note::Wind { added, .. } | Note::Morale { added, .. } | Note::Retreat { added, .. } => {
                rules.extend(of(added));
            }
            Note::Modifiers { fire, shock, .. } => rules.extend(of(fire.iter().chain(shock))),
            Note::Rolled(rolled) => rules.extend(of(&rolled.added)),
            _ => {}
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
            Note::Replacement { .. } => vec![
                rule!("fast-battle.battle.replacement-leader"),
                rule!("fast-battle.aids.replacement-leaders"),
            ],
            Note::Wind { .. } | Note::WindIs { .. } => vec![rule!("fast-battle.aids.wind")],
            Note::Columns { .. } => {
                vec![rule!("fast-battle.battle.columns"), rule!("fast-battle.aids.technology")]
            }
            Note::Morale { .. } => vec![rule!("fast-battle.battle.morale")],
            Note::Modifiers { .. } => {
                vec![rule!("fast-battle.battle.mod.fixed"), rule!("fast-battle.battle.mod.main-list")]
            }
            Note::Rolled(rolled) => rolled_rules(rolled),
            Note::Tally { .. } => {
                vec![rule!("fast-battle.battle.tally"), rule!("fast-battle.record.after-each-roll")]
            }
            Note::Routed { pursued: true, .. } => vec![rule!("fast-battle.battle.pursuit.effect")],
            Note::Routed { .. } => vec![rule!("fast-battle.battle.rout")],
            Note::SmallStack { .. } => vec![rule!("fast-battle.losses.small-stack.known-cells")],
            Note::Destruction { .. } => vec![rule!("fast-battle.battle.day-one.destruction")],
            Note::Chose { .. } | Note::Attempt { .. } => {
                vec![rule!("fast-battle.battle.day-one.retreat-test")]
            }
            Note::Left { .. } => vec![rule!("fast-battle.naval.same-frame")],
            Note::Ended { end, winner, .. } => ended_rules(end, *winner),
            Note::Ruling { .. } => vec![rule!("fast-battle.battle.mod.main-list")],
            Note::NoPursuit => vec![rule!("fast-battle.battle.pursuit.who")],
            Note::Retreat { .. } => vec![
                rule!("fast-battle.losses.retreat.who"),
                rule!("fast-battle.losses.retreat.leader"),
                rule!("fast-battle.losses.retreat.known-cells"),
            ],
            Note::CorrectedForStack { .. } => vec![
                rule!("fast-battle.losses.order"),
                rule!("fast-battle.losses.small-stack.rule"),
                rule!("fast-battle.losses.small-stack.known-cells"),
            ],
            Note::Capped { .. } => vec![rule!("fast-battle.losses.whole-stack")],
            Note::SizeModifier { at_sea: true, .. } | Note::CorrectedForSize { at_sea: true, .. } => {
                vec![rule!("fast-battle.naval.size-by-detachments")]
            }
            Note::SizeModifier { modifier, .. } => size_rules(*modifier),
            Note::CorrectedForSize { modifier: -1 | 0, .. } => {
                vec![rule!("fast-battle.losses.size.neutral")]
            }
            Note::CorrectedForSize { parts, .. } => {
                let mut rules = vec![
                    rule!("fast-battle.losses.size.apply"),
                    rule!("fast-battle.losses.size.known-cells"),
                ];
                if parts.len() > 1 {
                    rules.push(rule!("fast-battle.losses.size.apply-parts"));
                }
                rules
            }
            Note::RoutedFleet { .. } => vec![rule!("fast-battle.naval.same-frame")],
            Note::Suffered { .. } => vec![rule!("fast-battle.losses.retreat.not-size-modified")],
            Note::Loses { rounds, at_sea, destroyed, .. } => loses_rules(*rounds, *at_sea, *destroyed),
            Note::Tested { .. } | Note::Befell { .. } => Vec::new(),
            Note::Major { by_size, by_choice, .. } => major_rules(*by_size, *by_choice),
            Note::Verdict(verdict) => match verdict.major {
                true => vec![rule!("fast-battle.major.effects")],
                false => vec![rule!("fast-battle.battle.morale-after-pursuit")],
            },
        }
    }
}

fn rolled_rules(rolled: &Rolled) -> Vec<RuleId> {
    let mut rules = match rolled.at {
        Some(_) => vec![rule!("fast-battle.battle.roll")],
        None => vec![
            rule!("fast-battle.battle.pursuit.who"),
            rule!("fast-battle.battle.pursuit.column"),
            rule!("fast-battle.battle.pursuit.effect"),
        ],
    };
    rules.push(rule!("fast-battle.battle.crt.shape"));
    let known = super::tables::is_known(rolled.column, rolled.modified);
    if known {
        rules.push(rule!("fast-battle.battle.crt.known-cells"));
    }
    match rolled.effect {
        FireEffect::Full => {}
        FireEffect::HalvedUp => rules.push(rule!("fast-battle.naval.same-frame")),
        _ => rules.push(rule!("fast-battle.battle.fire.arquebuse-halved")),
    }
    rules
}

/// The rules by which the fighting ends.
fn ended_rules(end: &End, winner: Option<Who>) -> Vec<RuleId> {
    match (end, winner) {
        (End::Destroyed { .. }, _) => vec![rule!("fast-battle.battle.day-one.destruction")],
        (End::Rout { .. }, _) => vec![rule!("fast-battle.battle.rout")],
        (End::Left { .. }, _) => vec![rule!("fast-battle.battle.day-one.retreat-test")],
        (End::Slipped { .. }, _) => vec![rule!("fast-battle.naval.same-frame")],
        (End::Fought, Some(_)) => {
            vec![rule!("fast-battle.battle.length"), rule!("fast-battle.battle.day-two.winner")]
        }
        (End::Fought, None) => {
            vec![rule!("fast-battle.battle.length"), rule!("fast-battle.battle.day-two.tie")]
        }
    }
}

/// The rules of a size modifier on land.
fn size_rules(modifier: i8) -> Vec<RuleId> {
    let mut rules = vec![
        rule!("fast-battle.losses.size.army-size"),
        rule!("fast-battle.losses.size.comparison"),
        rule!("fast-battle.losses.size.comparison-formula"),
        rule!("fast-battle.aids.army-classes"),
    ];
    if modifier.abs() == 2 {
        rules.push(rule!("fast-battle.losses.size.two-needs-seven"));
    }
    rules
}

/// The rules of what a side loses: how it is rounded, and that it is never more than the side has.
fn loses_rules(rounds: bool, at_sea: bool, destroyed: bool) -> Vec<RuleId> {
    let mut rules = vec![match (at_sea, rounds) {
        (true, _) => rule!("fast-battle.naval.no-rounding"),
        (false, true) => rule!("fast-battle.losses.rounding.europe"),
        (false, false) => rule!("fast-battle.losses.rounding.rotw"),
    }];
    if destroyed {
        rules.push(rule!("fast-battle.losses.whole-stack"));
    }
    rules
}

/// The rules by which a battle is major.
fn major_rules(by_size: bool, by_choice: bool) -> Vec<RuleId> {
    let mut rules = vec![rule!("fast-battle.major.conditions")];
    if by_size {
        rules.push(rule!("fast-battle.major.size-exception"));
    }
    if by_choice {
        rules.push(rule!("fast-battle.major.stricter-option"));
    }
    rules
}

/// Where notes go. The odds have one that is empty: nothing is worked out for it.
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
