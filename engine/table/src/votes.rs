//! Votes: "when the rules are unclear, we vote". One vote a player, or a power; a deadline; a majority, and a tie is rolled.

pub(crate) mod acts;

mod count;

mod points;

pub(crate) use count::is_rolled;

pub use count::{RunOff, counted};

pub(crate) use points::reopen;

pub use points::{Point, ruling_on};

use super::names::{By, SeatId};

use crate::rules::RuleId;

use crate::rule;

use serde::{Deserialize, Serialize};

use super::campaign::{Campaign, Play};
use super::timing::Timing;
use std::collections::{BTreeMap, BTreeSet};

/// The rule by which what is unclear is decided.
const A_DECISION: RuleId = rule!("house.general.unclear-rule-vote");

/// How long a vote is open where no clock says otherwise, in hours.
pub const HOURS: u32 = 48;

/// How long a vote on a regent is open at least, in seconds: it is announced a day ahead.
pub const A_DAY: i64 = 24 * 60 * 60;

/// How many votes that one player has asked for are open at a time.
pub const MOST_ASKED: usize = 3;

/// The longest question with its answers, in characters.
pub const LONGEST: usize = 1_500;

/// What a vote is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Matter {
    /// An unclear point of the rules, with answers of the asker's own.
    Point {
        /// The rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<RuleId>,
        /// The line whose result is questioned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<u64>,
    },
    /// How a switch stands; the answers are its ways.
    Switch {
        /// The switch.
        key: String,
    },
    /// Whether the ruling of an earlier vote is reopened, so that its point can be asked again.
    Reopen {
        /// That vote's number.
        ruling: u64,
    },
    /// What to do about a grave step that was missed twice: wait, or take the default.
    Missed {
        /// The round of envelopes.
        round: String,
        /// Whose envelopes are empty.
        seats: Vec<SeatId>,
    },
    /// Whether somebody becomes regent of a seat.
    Regent {
        /// The seat.
        seat: SeatId,
        /// Who.
        person: u32,
    },
    /// Whether a power that was left can still sway the result.
    Influence {
        /// The seat.
        seat: SeatId,
    },
    /// Whether the campaign ends.
    Conclude,
    /// What is the host's to decide, where the players do it in his place.
    Office {
        /// What.
        office: Office,
    },
    /// Whether somebody has won by victory points that players told.
    Won {
        /// Who.
        seats: Vec<SeatId>,
    },
    /// Whether it is so what somebody told, and those whom it concerns deny or do not answer.
    Telling {
        /// Its number.
        telling: u64,
    },
    /// Whether a correction holds that somebody objected to.
    Correction {
        /// Its number.
        correction: u64,
    },
}

/// What is the host's to decide. Enough players together do it at once; where the host has not looked in for seven days, each can.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Office {
    /// The clock runs on.
    Resume,
    /// The open steps have more time.
    Extend {
        /// Hours more.
        hours: u32,
    },
    /// Somebody is host.
    Host {
        /// Who.
        person: u32,
    },
    /// The clock leaves less time than before.
    Clock {
        /// How it is set.
        timing: Timing,
    },
}

/// Why nothing follows from a vote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Unmet {
    /// Too few voted, or were for it: it takes more than half of those who looked in within seven days, and a third of all.
    Quorum,
    /// One alone was for it, where two are no party.
    OneVoice,
    /// Fewer were for it than a third of all who play: of what is decided about somebody who is not there.
    Third,
    /// Who is within two steps of his goal was not for the end.
    Leader {
        /// His seat.
        seat: SeatId,
    },
}

impl Matter {
    /// Whether it counts as refused where too few stood behind it; else nothing is decided.
    fn is_refused_without_quorum(&self) -> bool {
        matches!(self, Matter::Conclude | Matter::Office { .. } | Matter::Won { .. } | Matter::Regent { .. })
            || self.is_of_word()
    }

    /// Whether it is about what somebody says is so: nobody decides that alone where two are no party, and what is equal is not so.
    fn is_of_word(&self) -> bool {
        matches!(self, Matter::Telling { .. } | Matter::Correction { .. })
    }

    /// Whether those who are for it have to be a quorum themselves, and it is decided as soon as they are.
    fn is_office(&self) -> bool {
        matches!(self, Matter::Office { .. })
    }

    /// The rules by which it is voted on.
    fn rules(&self) -> Vec<RuleId> {
        match self {
            Matter::Point { .. } | Matter::Switch { .. } | Matter::Reopen { .. } => vec![A_DECISION],
            Matter::Influence { .. } => vec![rule!("house.auction.when")],
            _ => Vec::new(),
        }
    }
}

/// The answers of votes that are answered with yes or no, and of one on a missed step.
pub const YES: u32 = 0;

/// See [`YES`].
pub const NO: u32 = 1;

/// A vote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vote {
    /// What it is about.
    pub matter: Matter,
    /// How many answers there are.
    pub options: u32,
    /// Question and answers in the asker's words, a line each; `None` where the matter says all, or they were deleted.
    pub text: Option<String>,
    /// Who asked.
    pub by: By,
    /// The line of the record at which it opened.
    pub line: u64,
    /// When it opened, Unix seconds.
    #[serde(default)]
    pub opened: i64,
    /// Who may vote.
    pub voters: Vec<SeatId>,
    /// What was voted.
    pub cast: BTreeMap<SeatId, u32>,
    /// When it closes, Unix seconds.
    pub due: i64,
    /// When it may close at the earliest, although all have voted.
    pub not_before: i64,
    /// The answer by which play goes on meanwhile.
    pub provisional: Option<u32>,
    /// The run-off to which it has come, where no answer of several had a majority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_off: Option<RunOff>,
    /// How many votes each answer had when it closed; empty while it is open.
    pub counts: Vec<u32>,
    /// The answer that holds since it closed; `None` while it is open, and where nobody voted or too few.
    pub outcome: Option<u32>,
    /// Whether those who have not voted were reminded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reminded: bool,
}

impl Vote {
    /// Question and answers apart: what stands in the first line, and each of the others.
    #[must_use]
    pub fn words(&self) -> (Option<&str>, Vec<&str>) {
        let mut lines = self.text.iter().flat_map(|text| text.lines());
        (lines.next(), lines.collect())
    }
}

impl Vote {
    /// Who has voted for an answer.
    #[must_use]
    pub fn voices(&self, option: u32) -> BTreeSet<SeatId> {
        let voices = self.cast.iter().filter(|(_, cast)| **cast == option);
        voices.map(|(seat, _)| seat.clone()).collect()
    }

    /// Whether those who have not voted are to be reminded at a moment, so many seconds before it closes.
    pub(crate) fn is_to_be_called(&self, before: i64, at: i64) -> bool {
        before > 0 && !self.reminded && (self.due - before..self.due).contains(&at)
    }

    /// Who can vote and has not.
    pub fn silent(&self) -> impl Iterator<Item = &SeatId> {
        self.voters.iter().filter(|seat| !self.cast.contains_key(seat))
    }
}

/// Why those who wish that a campaign be concluded do not suffice; `None` where they do. They are a quorum, and who is near his goal is one of
/// them.
pub(crate) fn unmet_wish(campaign: &Campaign, wished: &BTreeSet<SeatId>, at: i64) -> Option<Unmet> {
    // A seat that somebody left counts among all as long as it is in the game; a stand-in has no wish.
    let seats = campaign.play.seats.values().filter(|place| !place.out && !place.stand_in).count();
    if !campaign.is_quorum(wished, &acts::voters(&campaign.play), at) || wished.len() * 3 < seats {
        return Some(Unmet::Quorum);
    }
    let leader = campaign.play.game.near_goal().into_iter().find(|seat| {
        !wished.contains(seat) && campaign.play.seats.get(seat).is_some_and(|place| place.person.is_some())
    });
    leader.map(|seat| Unmet::Leader { seat })
}

/// A ruling that a vote gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// The vote's number.
    pub vote: u64,
    /// The rule it is about.
    pub rule: Option<RuleId>,
    /// The line whose result was questioned.
    pub about: Option<u64>,
    /// The question, where its words were not deleted.
    pub question: Option<String>,
    /// The answer that holds, where its words were not deleted.
    pub answer: Option<String>,
    /// Which answer it is, counted from 0.
    pub option: u32,
    /// The line from which on it holds.
    pub line: u64,
    /// Whether a vote has reopened it: its point may be asked again. It holds until another takes its place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reopened: bool,
    /// The vote whose ruling has taken its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<u64>,
}

/// Whether a vote waits with its closing for envelopes to be opened: nobody turns a switch under what is sealed by the rules of before, unless all
/// want it.
pub(crate) fn is_held_up(play: &Play, vote: &Vote) -> bool {
    let want: BTreeSet<u32> = vote.cast.values().copied().collect();
    let all_want_it = vote.cast.len() == vote.voters.len() && want.len() == 1;
    let turns = matches!(vote.matter, Matter::Switch { .. });
    turns && !all_want_it && play.rounds.values().any(|open| open.exchange.is_none())
}

/// Whether a vote is to be closed by the clock.
#[must_use]
pub(crate) fn is_due(vote: &Vote, at: i64) -> bool {
    at >= vote.due || (vote.cast.len() == vote.voters.len() && at >= vote.not_before)
}
