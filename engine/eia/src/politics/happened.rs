//! What happens in politics, and what it changes.

use super::alliance::{Alliance, Broken, Why};
use super::calls::{self, Call};
use super::gate::Gate;
use super::suits::Suit;
use super::treaty::{self, Treaty};
use super::truce::Truce;
use super::{Declared, PARTS, Pair, Politics, agreement, minors};
use crate::Position;
use crate::frame::LastMonth;
use crate::months::Month;
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::rules::RuleId;

/// What happened in politics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// The scenario begins with these wars and alliances.
    WarsBegun {
        /// Between whom.
        wars: Vec<Pair>,
        /// Who is allied.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alliances: Vec<Pair>,
        /// The PP of the powers, in halves, by the boxes of the political status track on which they begin.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        status: BTreeMap<Power, i64>,
    },
    /// Sheets are asked for, or what a later gate asks.
    SheetsAsked {
        /// The month.
        month: Month,
        /// The gate.
        #[serde(default, skip_serializing_if = "Gate::is_sheet")]
        gate: Gate,
        /// The parts, by their keys.
        parts: Vec<String>,
        /// Whether a power may sue any of its enemies this month.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        any_subset: bool,
    },
    /// The terms of treaties are asked for.
    TermsAsked {
        /// The month.
        month: Month,
    },
    /// The declarations of a month are done with.
    Declared {
        /// The month.
        month: Month,
    },
    /// A gate has nothing more to ask.
    GateClosed,
    /// War was declared (4.2).
    WarDeclared {
        /// By whom.
        by: Power,
        /// On whom.
        on: Power,
        /// The declaring power's PP before, in halves.
        before: i64,
        /// Its PP now: a declaration costs some (4.2.1).
        now: i64,
        /// The rules that made it dearer or did not.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// Allies are called to this month's wars (4.3).
    AlliesCalled {
        /// The calls.
        calls: Vec<Call>,
    },
    /// Allies were called against powers with which an enforced peace keeps them out of war.
    CalledInVain {
        /// The calls, each against those alone.
        calls: Vec<Call>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// An ally follows a call, and is at war.
    CallFollowed {
        /// Which ally.
        by: Power,
        /// Who called it.
        caller: Power,
        /// With whom it is at war now.
        on: Vec<Power>,
        /// Its PP now, in halves.
        now: i64,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// Powers sue for peace (4.4.2).
    Sued {
        /// The suits.
        suits: Vec<Suit>,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// A suit is as if it had not been made (`enhancements.sue.void`).
    SuitVoid {
        /// Whose.
        by: Power,
        /// Who keeps its allies.
        keeps: Vec<Power>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// What is demanded of a power that sues: whether an unconditional surrender.
    Demanded {
        /// Of whom.
        of: Power,
        /// What by each.
        demanded: BTreeMap<Power, bool>,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// What a power that sues accepts.
    Answered {
        /// Who sues.
        by: Power,
        /// With whom it makes peace, and whether that is an unconditional surrender.
        peaces: BTreeMap<Power, bool>,
    },
    /// A formal peace is made.
    TreatyMade {
        /// The treaty.
        treaty: Treaty,
        /// The PP of all of them now, in halves.
        now: BTreeMap<Power, i64>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Reparations fall due in this economic phase, which the players pay at their own table.
    ReparationsDue {
        /// The payments.
        dues: Vec<super::ends::Payment>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Enforced peaces are over.
    TrucesEnded {
        /// Which.
        truces: Vec<Truce>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Royal marriages were offered.
    MarriagesOffered {
        /// Between whom one is made.
        made: Vec<Pair>,
        /// The offers that the other did not make too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        unmet: Vec<super::marriage::Unmet>,
        /// The offers between powers that are at war by now.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        void: Vec<super::marriage::Unmet>,
    },
    /// Wars that began ended royal marriages.
    MarriagesEnded {
        /// Between whom.
        ended: Vec<Pair>,
    },
    /// An alliance is made (4.5).
    Allied {
        /// The alliance.
        alliance: Alliance,
        /// The PP of the two now, in halves.
        now: [i64; 2],
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// An alliance is broken.
    AllianceBroken {
        /// By whom.
        by: Power,
        /// With whom.
        with: Power,
        /// In which month.
        month: Month,
        /// Why.
        why: Why,
        /// The PP of who broke it now, in halves.
        now: i64,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// Alliances that were made with a date are over.
    AlliancesExpired {
        /// Between whom.
        pairs: Vec<Pair>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Peace, war or an alliance was proposed.
    Proposed(agreement::Proposed),
    /// A proposal was taken back.
    Withdrawn(agreement::Proposed),
    /// Both have agreed.
    Agreed {
        /// One.
        one: Power,
        /// The other.
        other: Power,
        /// To what.
        to: agreement::State,
    },
    /// Every enemy infantry corps in a power's home is told to be besieged, until the next sheets are asked for.
    Besieged {
        /// Whose home.
        power: Power,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// War was declared outside the political phase.
    SuddenWar {
        /// By whom.
        by: Power,
        /// On whom.
        on: Power,
        /// Its PP before it, in halves.
        before: i64,
        /// Its PP now.
        now: i64,
        /// The rules.
        rules: Vec<RuleId>,
    },
}

/// What happened changes the position.
pub(super) fn apply(state: &mut Position, happened: Happened) {
    let politics = &mut *state.politics;
    match happened {
        Happened::WarsBegun { wars, alliances, status } => {
            politics.on_track = !status.is_empty();
            state.pp.extend(status.clone());
            state.last_month = LastMonth::begins(status).into();
            if politics.on_track {
                state.board.begin();
            }
            wars.into_iter().for_each(|war| politics.begins(war));
            politics.alliances.extend(alliances.into_iter().map(|pair| Alliance { pair, until: None }));
        }
        Happened::SheetsAsked { month, gate, parts, any_subset } => {
            if gate.is_sheet() {
                begin_month(politics, month, &parts);
                politics.any_subset = any_subset;
            }
            (politics.asked, politics.gate, politics.parts) = (Some(month), gate, parts);
        }
        Happened::TermsAsked { month } => {
            politics.asked = Some(month);
            politics.parts.clear();
        }
        Happened::Declared { .. } => {
            politics.asked = None;
            politics.opened = true;
            // Who was at war before is told before the first sheets; a proposal of it is too late now.
            politics.proposed.retain(|open| open.state != agreement::State::War);
        }
        Happened::GateClosed => {
            politics.asked = None;
            politics.calls.clear();
            politics.suits.clear();
            politics.minors.gained.clear();
        }
        Happened::WarDeclared { by, on, now, .. } => {
            let pair = Pair::of(by, on);
            // By a right of war it begins in spite of an enforced peace, which is over.
            politics.truces.retain(|truce| truce.pair != pair);
            politics.begins(pair);
            politics.declared.push(Declared { by, on });
            state.pp.insert(by, now);
        }
        Happened::SuddenWar { by, on, now, .. } => {
            politics.truces.retain(|truce| truce.pair != Pair::of(by, on));
            politics.begins(Pair::of(by, on));
            politics.outside = politics.outside.saturating_add(1);
            // Allies are called to this war alone.
            politics.declared = vec![Declared { by, on }];
            politics.followed.clear();
            politics.called.clear();
            state.pp.insert(by, now);
        }
        Happened::Besieged { power, .. } => _ = politics.besieged.insert(power),
        Happened::CallFollowed { by, now, .. } => {
            calls::apply(politics, &happened);
            state.pp.insert(by, now);
        }
        Happened::AlliesCalled { .. } => calls::apply(politics, &happened),
        Happened::CalledInVain { .. } | Happened::ReparationsDue { .. } => {}
        Happened::TreatyMade { treaty, now, .. } => {
            let (loser, victors) = (treaty.loser, treaty.victors.clone());
            treaty::apply(politics, treaty);
            victors.iter().for_each(|victor| minors::pacified(state, Pair::of(loser, victor.power)));
            now.into_iter().for_each(|(power, now)| _ = state.pp.insert(power, now));
        }
        Happened::TrucesEnded { truces, .. } => politics.truces.retain(|truce| !truces.contains(truce)),
        Happened::Allied { .. }
        | Happened::AllianceBroken { .. }
        | Happened::AlliancesExpired { .. }
        | Happened::Proposed(_)
        | Happened::Withdrawn(_)
        | Happened::Agreed { .. } => agreements(state, happened),
        // What is kept of a part of the sheet alone.
        of_a_part => PARTS.iter().for_each(|part| part.apply(politics, &of_a_part)),
    }
}

/// What two powers agree on by themselves, and what of it is broken or over.
fn agreements(state: &mut Position, happened: Happened) {
    let politics = &mut *state.politics;
    match happened {
        Happened::Allied { alliance, now, .. } => {
            let pair = alliance.pair;
            politics.proposed.retain(|open| Pair::of(open.by, open.with) != pair);
            politics.alliances.insert(alliance);
            pair.powers().into_iter().zip(now).for_each(|(power, now)| _ = state.pp.insert(power, now));
        }
        Happened::AllianceBroken { by, with, month, now, .. } => {
            let pair = Pair::of(by, with);
            politics.alliances.retain(|alliance| alliance.pair != pair);
            politics.calls.retain(|call| Pair::of(call.by, call.to) != pair);
            politics.broken.insert(Broken { by, with, month });
            state.pp.insert(by, now);
        }
        Happened::AlliancesExpired { pairs, .. } => {
            politics.alliances.retain(|alliance| !pairs.contains(&alliance.pair));
        }
        Happened::Proposed(proposed) => _ = politics.proposed.insert(proposed),
        Happened::Withdrawn(proposed) => _ = politics.proposed.remove(&proposed),
        Happened::Agreed { one, other, to } => {
            let pair = Pair::of(one, other);
            match to {
                agreement::State::Peace => {
                    politics.ends(pair);
                    minors::pacified(state, pair);
                }
                agreement::State::War => politics.begins(pair),
                agreement::State::Alliance => {}
            }
        }
        _ => {}
    }
}

/// What belonged to the last month is done with.
fn begin_month(politics: &mut Politics, month: Month, parts: &[String]) {
    politics.on_sheet = parts.to_vec();
    politics.declared.clear();
    politics.followed.clear();
    politics.called.clear();
    politics.besieged.clear();
    politics.outside = 0;
    politics.access.demands.clear();
    politics.access.entries.clear();
    politics.minors.received.clear();
    // After three months a broken alliance makes no war dearer; what a group types may make it last longer.
    politics.broken.retain(|broken| month.since(broken.month) <= 12);
}
