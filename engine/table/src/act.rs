//! Acts: the orders of the table itself whose fields are all public. An act stands in the record's `order` line as it is; a free text
//! that belongs to it stands apart, as a code.

use super::hash::Hash;
use super::names::SeatId;
use super::timing::Timing;
use crate::rules::RuleId;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// An act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verb", rename_all = "snake_case")]
pub enum Act {
    /// Let another person act for one's seat as oneself: several users share a power.
    Share {
        /// Who.
        person: u32,
    },
    /// End that.
    Unshare {
        /// Who.
        person: u32,
    },
    /// Be away, with a regent named or not.
    Away {
        /// Until when, Unix seconds; without, until one is back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
        /// Who acts meanwhile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        regent: Option<u32>,
    },
    /// Be back; a regent's time ends.
    Back,
    /// A regent looks at what the open steps ask of the seat; it is listed to the player on his return.
    Look,
    /// Leave the seat in play: a substitute, the auction, or no player at all follows.
    Resign,
    /// Name a substitute for a seat whose player left, or for one's own.
    OfferSeat {
        /// The seat.
        seat: SeatId,
        /// Who may take it.
        person: u32,
    },
    /// Hand the host's office on.
    HandOver {
        /// To whom.
        person: u32,
    },
    /// Put a stand-in on a free seat, for practice, or take him off it.
    StandIn {
        /// The seat.
        seat: SeatId,
        /// Whether he sits down or gets up.
        on: bool,
    },
    /// Put a stand-in on every free seat, for practice.
    StandIns,
    /// Set the clock; without a timing there are no deadlines.
    SetTiming {
        /// How long steps take.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timing: Option<Timing>,
    },
    /// Stop the clock, with a reason.
    Pause,
    /// Let it run on.
    Resume,
    /// Give the open steps more time, with a reason.
    Extend {
        /// Hours more.
        hours: u32,
    },
    /// An evening by voice begins or ends: deadlines are off meanwhile.
    Live {
        /// Which.
        on: bool,
    },
    /// A timer for the open steps of an evening by voice.
    Timer {
        /// Minutes from now.
        minutes: u32,
    },
    /// Be ready with the open step, and if one likes with steps to come.
    Ready {
        /// How far.
        through: Through,
        /// Whether it holds only until something new is asked of the seat.
        #[serde(default)]
        hold: bool,
    },
    /// Withdraw that.
    NotReady,
    /// Let the bot give the order that a frame waits for: the one that is given for who is absent.
    LetStand {
        /// The line at which the frame opened.
        frame: u64,
    },
    /// Put an unclear point to the vote; question and answers are the text.
    Ask {
        /// How many answers there are, 2 to 5.
        options: u32,
        /// The rule it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<RuleId>,
        /// The line of the record whose result is questioned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<u64>,
        /// The answer by which play goes on meanwhile, counted from 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        provisional: Option<u32>,
    },
    /// Vote on whether a ruling is reopened, so that its point can be asked again.
    Reopen {
        /// The number of the vote that gave it.
        ruling: u64,
    },
    /// Vote on how a switch of the rulebook stands; before play the host sets it.
    Switch {
        /// The switch.
        key: String,
        /// How it should stand.
        value: String,
    },
    /// Vote on a regent for a seat that missed two deadlines.
    AppointRegent {
        /// The seat.
        seat: SeatId,
        /// Who.
        person: u32,
    },
    /// Vote on whether a power whose player left can still sway the result.
    AskInfluence {
        /// The seat that was left.
        seat: SeatId,
    },
    /// Vote on ending the campaign.
    Conclude,
    /// Cast or change a vote.
    Cast {
        /// The vote.
        vote: u64,
        /// The answer, counted from 0.
        option: u32,
    },
    /// Enter a value of a board that is kept elsewhere.
    Tell {
        /// The value.
        key: String,
        /// What it is now.
        value: i64,
    },
    /// Enter several of them at once.
    TellAll {
        /// Which, and what they are now.
        values: Vec<super::values::Amount>,
    },
    /// Confirm what somebody told that concerns one.
    Confirm {
        /// Its line of the record.
        telling: u64,
    },
    /// Deny it: others decide whether it is so.
    Deny {
        /// Its line of the record.
        telling: u64,
    },
    /// Confirm all that was told up to a line of the record and waits for one.
    ConfirmAll {
        /// The line.
        through: u64,
    },
    /// Take back what one told oneself and does not count yet.
    WithdrawTelling {
        /// Its line of the record.
        telling: u64,
    },
    /// The bot: the time is over in which what was told could be answered.
    TellingDue {
        /// Its line of the record.
        telling: u64,
    },
    /// Propose another value in the place of a recorded one, with a reason.
    Correct {
        /// The value.
        key: String,
        /// What it should be.
        value: i64,
    },
    /// Agree to a correction.
    Agree {
        /// Its number.
        correction: u64,
    },
    /// Object to a correction: the vote decides it.
    Object {
        /// Its number.
        correction: u64,
    },
    /// The umpire decides a correction.
    Settle {
        /// Its number.
        correction: u64,
        /// Whether it holds.
        holds: bool,
    },
    /// Propose the group's own in the place of values that are not the printed game's.
    TypeValues {
        /// What they should be, by their keys.
        values: BTreeMap<String, i64>,
    },
    /// Confirm such a proposal.
    ConfirmValues {
        /// Its line of the record.
        proposal: u64,
    },
    /// Withdraw one's own.
    WithdrawValues {
        /// Its line of the record.
        proposal: u64,
    },
    /// Ask all powers to go back to the start of the open step, with a reason.
    SetBack,
    /// Agree to that, or decline it.
    AnswerSetBack {
        /// The line of the record at which it was asked.
        ask: u64,
        /// Which.
        agree: bool,
    },
    /// The umpire declares a roll void, with a reason; its slot may be rolled again.
    Void {
        /// The roll.
        id: String,
    },
    /// Lay down the board's picture or save file by its hash; its name is the text.
    LayDown {
        /// SHA-256 of its bytes.
        sha256: Hash,
        /// Its length in bytes.
        bytes: u64,
    },
    /// Open a round of free envelopes between powers; what it is about is the text.
    Exchange {
        /// Who seals one.
        seats: Vec<SeatId>,
        /// What is sealed.
        kind: Exchanged,
    },
    /// Publish something as one's power, signed; it is the text.
    Press,
    /// The bot publishes an anonymous text, which stands beside it.
    Publish {
        /// The code of who wrote it, which the bot never opens.
        writer: Hash,
    },
    /// The bot: a round's deadline has passed.
    Deadline {
        /// The round.
        round: String,
        /// Whose envelope was empty.
        missed: Vec<SeatId>,
    },
    /// The bot: the deadline of the open step has passed.
    StepDue,
    /// The bot: a vote's time is over.
    CloseVote {
        /// The vote.
        vote: u64,
    },
    /// Give notice that the campaign is closed in thirty days, unless a player says that it is played on.
    GiveNotice,
    /// Say that it is played on.
    PlayOn,
    /// The bot: the notice has run out.
    NoticeDue,
    /// The host puts the announced end of the campaign off, once.
    PutOff,
    /// The bot: the hour has come at which the campaign ends.
    EndingDue,
    /// The bot: there is no clock, and who is awaited has not come for long.
    AskAfter {
        /// Who.
        seats: Vec<SeatId>,
    },
    /// The bot: nobody objected to a correction in its time.
    CorrectionDue {
        /// Its number.
        correction: u64,
    },
    /// The bot gives an order that a seat has lodged ahead of its slot.
    CarryOut {
        /// The seat.
        seat: SeatId,
        /// The power, where the slot is that of one of the seat's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// Its place among what was sealed for the slot, counted from 0.
        place: u32,
    },
    /// The bot gives orders of a deal in the names of their seats, all of them or none.
    CarryDeal {
        /// The orders, one after another.
        orders: Vec<Given>,
    },
    /// The bot: a stand-in's turn.
    StandInActs {
        /// His seat.
        seat: SeatId,
        /// The round of envelopes.
        round: String,
    },
    /// The bot: a stand-in's turn to give an order, or to end his slot.
    StandInOrders {
        /// His seat.
        seat: SeatId,
        /// The line at which the frame opened in which he gives it.
        frame: u64,
    },
}

/// An order of the game that the bot gives in the name of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The seat.
    pub seat: SeatId,
    /// The order.
    pub order: Value,
}

/// How far somebody is ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Through {
    /// With the open step.
    Step,
    /// To the end of the game turn.
    Turn,
}

/// What a free envelope holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Exchanged {
    /// A text of at most 1,000 characters.
    Text,
    /// A whole number.
    Number {
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
    },
    /// One of so many answers, listed in the text.
    Choice {
        /// How many.
        options: u32,
    },
}

impl Act {
    /// The act as the record's order line has it: the verb and the public fields.
    #[must_use]
    pub fn told(&self) -> (String, serde_json::Map<String, Value>) {
        let mut fields = match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let verb = fields.remove("verb").and_then(|verb| verb.as_str().map(str::to_owned));
        (verb.unwrap_or_default(), fields)
    }

    /// The act that an order line tells; `None` where it tells none.
    #[must_use]
    pub fn read(verb: &str, fields: &serde_json::Map<String, Value>) -> Option<Act> {
        let mut fields = fields.clone();
        fields.remove("for");
        fields.insert("verb".to_owned(), Value::from(verb));
        serde_json::from_value(Value::Object(fields)).ok()
    }

    /// Whether only the bot gives this order.
    #[must_use]
    pub fn is_the_bots(&self) -> bool {
        matches!(
            self,
            Act::Deadline { .. }
                | Act::StepDue
                | Act::CloseVote { .. }
                | Act::CorrectionDue { .. }
                | Act::TellingDue { .. }
                | Act::StandInActs { .. }
                | Act::CarryOut { .. }
                | Act::CarryDeal { .. }
                | Act::StandInOrders { .. }
                | Act::NoticeDue
                | Act::EndingDue
                | Act::AskAfter { .. }
                | Act::Publish { .. }
        )
    }
}
