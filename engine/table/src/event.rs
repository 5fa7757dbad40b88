//! Events: what happened, as the record tells it. A campaign is the fold of its entries.
//!
//! An [`Entry`] is one event with its time, its author and its secret parts. Nearly every entry is also a line of the record; the few
//! that are not (an envelope sealed, changed, made final) are kept off the record until their round closes, so that neither the time
//! nor the number of a player's changes shows.

use super::act::{Exchanged, Through};
use super::assent::{Came, Weight, What};
use super::audience::Audience;
use super::canonical::{NotCanonical, canonical_fields, canonical_of};
use super::deals::Became;
use super::decks::Named;
use super::envelope::Contents;
use super::forward::Forward;
use super::frames::Asks;
use super::hash::{Hash, length, sha256};
use super::names::{By, SeatId, Word};
use super::reading::Read;
use super::roll::Dice;
use super::said::Kept;
use super::seal::seal_code;
use super::secret::Secret;
use super::strongbox::shown::Shown;
use super::timing::{Due, Timing};
use super::values::change::Change;
use super::votes::Matter;
use crate::rules::RuleId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The format of the record that this program writes and reads.
pub const FORMAT: u32 = 2;

/// The founding of a campaign: the record's first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Founded {
    /// The record's format, [`FORMAT`].
    pub format: u32,
    /// The campaign's ten characters.
    pub campaign: String,
    /// The game's key: `eia`.
    pub game: String,
    /// The revision of the rules that its orders are decided by, until a line `rules` says otherwise.
    pub rules: String,
    /// Digests of the packs laid over the shipped tables.
    pub packs: Vec<String>,
    /// The seed chain's anchor.
    pub anchor: Hash,
    /// The commitment to the veil key.
    pub veil: Hash,
    /// The seats that the operator of the bot holds.
    pub operator: Vec<SeatId>,
    /// The scenario's key: `1805`.
    pub scenario: String,
    /// How many seats there are.
    pub seats: u32,
    /// The game's own choices at founding.
    pub options: Value,
    /// The clock, where there is one from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// The person who is umpire, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub umpire: Option<u32>,
}

/// An event, by the record's word for its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Event {
    /// The campaign was founded.
    Founded(Founded),
    /// An order was taken; its consequences follow.
    Order {
        /// What was ordered.
        verb: String,
        /// Its public fields.
        #[serde(flatten)]
        fields: Map<String, Value>,
    },
    /// A person took a seat and laid down his first word.
    Joined {
        /// The seat.
        seat: SeatId,
        /// The word.
        word: Word,
    },
    /// A person left his seat.
    Left {
        /// The seat.
        seat: SeatId,
    },
    /// A seat laid down a new word.
    Word {
        /// The seat.
        seat: SeatId,
        /// The word.
        word: Word,
    },
    /// The code of a sealed choice.
    Sealed {
        /// The round of envelopes.
        round: String,
        /// Whose.
        seat: SeatId,
        /// The seal's code.
        code: Hash,
    },
    /// A sealed choice was opened.
    Opened {
        /// The round of envelopes.
        round: String,
        /// Whose.
        seat: SeatId,
        /// What was sealed.
        body: Contents,
        /// The seal's number.
        n: u64,
        /// The seal's salt.
        salt: Hash,
    },
    /// A part of a choice in parts was opened.
    Part {
        /// The round of envelopes.
        round: String,
        /// Whose.
        seat: SeatId,
        /// Which part.
        part: String,
        /// The item that was sealed.
        body: Value,
        /// The seal's number.
        n: u64,
        /// The seal's salt.
        salt: Hash,
    },
    /// Something happened in the game that only some may see: the game's own event, as a secret part.
    Hidden {},
    /// Dice fell.
    Rolled(Rolled),
    /// A draw whose result stays hidden.
    Veiled {
        /// As in the request.
        attempt: u64,
        /// As in the request.
        dice: Dice,
        /// As in the request.
        entropy: Vec<(String, String)>,
        /// As in the request.
        epoch: u64,
        /// As in the request.
        slot: String,
        /// The code of the sealed result.
        code: Hash,
        /// The deck that was shuffled, where it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deck: Option<Named>,
    },
    /// A card was drawn from a deck into a hand.
    Drawn {
        /// The deck.
        deck: String,
        /// The position in it.
        pos: u32,
        /// Who drew it.
        seat: SeatId,
    },
    /// A card was opened for all.
    Card {
        /// The deck.
        deck: String,
        /// The position in it.
        pos: u32,
        /// The item that was sealed.
        body: Value,
        /// The seal's number.
        n: u64,
        /// The seal's salt.
        salt: Hash,
    },
    /// A roll was declared void; its slot may be rolled again.
    Voided {
        /// The roll's id.
        id: String,
        /// The code of the reason, a free text.
        reason: Hash,
    },
    /// An epoch ended and its seed was published.
    Epoch {
        /// The epoch's number.
        epoch: u64,
        /// Its seed.
        seed: Hash,
    },
    /// A new chain and veil key, before the old chain was spent.
    Chain {
        /// The new chain's anchor.
        anchor: Hash,
        /// The new commitment.
        veil: Hash,
        /// The number of its first epoch.
        first: u64,
    },
    /// The campaign was restored from a backup; what came after `lost_after` is lost.
    Restored {
        /// The new chain's anchor.
        anchor: Hash,
        /// The new commitment.
        veil: Hash,
        /// The number of its first epoch.
        first: u64,
        /// The last line of the record that the backup had.
        lost_after: u64,
    },
    /// The revision of the rules that held is not here any more; from here on another holds.
    Rules {
        /// The revision until here.
        before: String,
        /// The revision from here on.
        after: String,
    },
    /// The table's own event.
    Table {
        /// What happened.
        e: TableEvent,
    },
    /// The game's own event, by its subject and kind.
    Game {
        /// Its public part.
        e: Value,
    },
    /// A vote gave a ruling.
    Ruled {
        /// The rule, or the vote.
        what: String,
        /// The ruling before, `none` where there was none.
        before: Value,
        /// The vote and the answer that holds.
        after: Value,
    },
    /// A recorded value was corrected.
    Corrected {
        /// The value.
        what: String,
        /// What was recorded.
        before: Value,
        /// What holds.
        after: Value,
    },
    /// A switch was turned.
    Switched {
        /// The switch.
        what: String,
        /// How it stood.
        before: Value,
        /// How it stands.
        after: Value,
    },
    /// The campaign is closed for good.
    Closed {
        /// The veil key, so that every salt can be checked.
        veil_key: Hash,
    },
    /// A seat's strongbox was sealed at the end of a step.
    Sheet {
        /// Whose.
        seat: SeatId,
        /// The sheet's code.
        code: Hash,
        /// How many codes of items and pads it has; where it does not say, [`UNSAID`](super::strongbox::UNSAID).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        places: Option<u32>,
    },
    /// A frame opened, and what a seat has lodged ahead was sealed.
    Lodged {
        /// Whose.
        seat: SeatId,
        /// The power, where the slot is that of one of the seat's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// The line at which its slot opened: then there is a code for each place. Without, the frame of the slots opened, and there is one
        /// for all of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<u64>,
        /// How many places there are; where it does not say, [`UNSAID`](super::lodged::UNSAID).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        places: Option<u32>,
        /// How many parts each place has besides, for what is to follow from its order.
        #[serde(default, skip_serializing_if = "super::lodged::is_nought")]
        parts: u32,
    },
    /// An order that was lodged is given: its place opens; or, later, a part of what is to follow from it.
    LodgedOpened {
        /// Whose.
        seat: SeatId,
        /// The power, where the slot is that of one of the seat's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// Its place, counted from 0.
        place: u32,
        /// Which part of what is to follow, counted from 0; `None`: the order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<u32>,
        /// The item that was sealed.
        body: Value,
        /// The seal's number.
        n: u64,
        /// The seal's salt.
        salt: Hash,
    },
    /// A seat gave an answer that stands, or took it back, kept off the record: never a line of it.
    Standing {
        /// Whose.
        seat: SeatId,
    },
    /// A seat changed what it has lodged, kept off the record: never a line of it.
    Lodging {
        /// Whose.
        seat: SeatId,
        /// The power, where its slots are those of one of the seat's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
    },
    /// Something that was lodged was not given, kept off the record: never a line of it.
    LodgedHeld {
        /// Whose.
        seat: SeatId,
        /// The power, where the slot is that of one of the seat's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
    },
    /// What public play shows of something that stays closed: told as the bot keeps it, and worked out again when the campaign is closed.
    Claim {
        /// Whose the closed thing is.
        seat: SeatId,
        /// What was asked, in the game's words, with the public facts on which it hangs.
        asked: Value,
        /// What it came to.
        says: Value,
    },
    /// A deal between seats stands otherwise than before, kept off the record: never a line of it.
    Dealt {
        /// Its number.
        deal: u64,
        /// What became of it.
        now: Became,
    },
    /// An item of a strongbox was shown.
    Shown(Shown),
    /// A seat wrote an anonymous text or took its own back, kept off the record: never a line of it.
    PressKept {
        /// Whose.
        seat: SeatId,
    },
    /// A change in a strongbox, kept off the record: never a line of it.
    Strongbox {
        /// Whose.
        seat: SeatId,
    },
    /// Something about an envelope, kept off the record: never a line of it.
    Envelope {
        /// The round.
        round: String,
        /// Whose.
        seat: SeatId,
        /// What was done.
        act: EnvelopeAct,
    },
    /// What a seat sealed comes to something else by now than when it sealed it, kept off the record: never a line of it.
    Otherwise {
        /// The round.
        round: String,
        /// Whose.
        seat: SeatId,
    },
}

/// A roll as the record tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// `e.n`: the epoch and the roll's number in it, from 1 without gaps.
    pub id: String,
    /// As in the request.
    pub attempt: u64,
    /// As in the request.
    pub dice: Dice,
    /// As in the request.
    pub entropy: Vec<(String, String)>,
    /// As in the request.
    pub epoch: u64,
    /// As in the request.
    pub slot: String,
    /// The faces.
    pub result: Vec<u32>,
    /// What for: a machine word, or the code of a free text.
    #[serde(rename = "for")]
    pub purpose: String,
    /// How a free roll was read, and what it came to; `None` where the game rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Read>,
}

/// What was done to an envelope before its round closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EnvelopeAct {
    /// A choice was sealed, in the place of the one before.
    Seal,
    /// It was made final.
    Final,
    /// Final was withdrawn.
    Open,
    /// The last act on it was taken back.
    Undo,
}

/// Something that happened at the table, whatever the game: the `e` of a `table` line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum TableEvent {
    /// Play began.
    Started,
    /// A frame of the sequence of play opened.
    FrameOpened {
        /// What it is to the game.
        frame: Value,
        /// Where it stands in the outline, from the whole to the part: `["1805-03", "naval"]`.
        path: Vec<String>,
        /// The frame that it stands within, by the line at which that opened.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        within: Option<u64>,
        /// Whether it is no part of the sequence, but came up in the middle of it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pushed: bool,
        /// Whether it ends with the last of the frames within it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        contains: bool,
        /// What it waits for, where it waits for seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        asks: Option<Asks>,
        /// Whom it waits for.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        asked: Vec<SeatId>,
        /// Who is ready ahead.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        ready: BTreeSet<SeatId>,
        /// When it falls due, where there is a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Due>,
    },
    /// A frame is over.
    FrameEnded {
        /// The line at which it opened.
        frame: u64,
    },
    /// A frame's deadline has passed.
    FrameOverdue {
        /// The line at which it opened.
        frame: u64,
        /// Who was not ready, or has not given the order that it waits for.
        missed: Vec<SeatId>,
        /// Until when that order is waited for now, Unix seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
    },
    /// A round of envelopes opened.
    RoundOpened {
        /// The round.
        round: String,
        /// Who must answer.
        asked: Vec<SeatId>,
        /// The seal number of the first seat asked; the others follow in order.
        first_n: u64,
        /// When it falls due, where there is a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        due: Option<Due>,
        /// What is sealed, where they are free envelopes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exchange: Option<Exchanged>,
        /// The parts of the choice, where it is sealed in parts: then each envelope has a number for its array and one for each part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<String>,
        /// Whether it is filled out of standing answers, so that nobody is awaited.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        standing: bool,
    },
    /// A round of envelopes is asked for no more, and stays closed.
    RoundCalledOff {
        /// The round.
        round: String,
    },
    /// An order of the open step was taken back.
    Undone {
        /// The line of the order.
        line: u64,
    },
    /// A seat asked to close the campaign for good.
    CloseAsked {
        /// The seat.
        seat: SeatId,
    },
    /// The end of the campaign is announced.
    EndingAnnounced {
        /// What brings it about.
        how: crate::ending::How,
        /// When the campaign ends, Unix seconds.
        until: i64,
        /// Who wishes it.
        wished: BTreeSet<SeatId>,
    },
    /// The host put it off.
    EndingPutOff {
        /// When the campaign ends now, Unix seconds.
        until: i64,
    },
    /// A seat wishes it no more.
    EndingWithdrawn {
        /// The seat.
        seat: SeatId,
    },
    /// Too few wish it: the campaign is played on.
    EndingOff,
    /// The last post before it is out; kept off the record.
    EndingNear,
    /// Notice was given that the campaign is closed.
    NoticeGiven {
        /// When, Unix seconds.
        until: i64,
    },
    /// The notice is void: somebody plays on.
    NoticeVoid {
        /// His seat.
        seat: SeatId,
    },
    /// A seat asked for the seed of the open epoch.
    RevealAsked {
        /// The seat.
        seat: SeatId,
    },
    /// A seat is ready.
    SeatReady {
        /// The seat.
        seat: SeatId,
        /// How far.
        through: Through,
        /// Whether it holds only until something new is asked.
        hold: bool,
    },
    /// A seat withdrew that.
    SeatNotReady {
        /// The seat.
        seat: SeatId,
    },
    /// The clock was set.
    TimingSet {
        /// How long steps take; without, there are no deadlines.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        timing: Option<Timing>,
    },
    /// The clock stands.
    Paused,
    /// It runs on.
    Resumed,
    /// The open steps were given more time.
    Extended {
        /// Hours more.
        hours: u32,
    },
    /// An evening by voice began or ended.
    Live {
        /// Which.
        on: bool,
    },
    /// A timer runs for the open steps.
    Timer {
        /// Until when, Unix seconds.
        until: i64,
    },
    /// A seat's player said that he is at the table on an evening by voice.
    AtTable {
        /// The seat.
        seat: SeatId,
    },
    /// There is no clock, and who is awaited has not come for long: he is asked after, and what is open has a deadline.
    AskedAfter {
        /// Until when it is waited for, Unix seconds.
        until: i64,
        /// Who is awaited.
        seats: Vec<SeatId>,
    },
    /// Who is still awaited was reminded; kept off the record.
    Reminded {
        /// Who.
        seats: Vec<SeatId>,
    },
    /// Envelopes were empty at a round's deadline.
    DeadlineMissed {
        /// The round.
        round: String,
        /// Whose.
        seats: Vec<SeatId>,
    },
    /// A round was extended by itself.
    RoundExtended {
        /// The round.
        round: String,
        /// Until when, Unix seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
        /// Whether it was for regents to act.
        for_regents: bool,
    },
    /// Empty envelopes took the default.
    Defaulted {
        /// The round.
        round: String,
        /// Whose.
        seats: Vec<SeatId>,
    },
    /// A vote opened.
    VoteOpened {
        /// Its number, counted from 1.
        vote: u64,
        /// What it is about.
        matter: Matter,
        /// How many answers there are.
        options: u32,
        /// Who may vote.
        voters: Vec<SeatId>,
        /// When it closes, Unix seconds.
        due: i64,
        /// When it may close at the earliest.
        not_before: i64,
        /// The answer by which play goes on meanwhile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        provisional: Option<u32>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A vote was cast or changed.
    VoteCast {
        /// The vote.
        vote: u64,
        /// By whom.
        seat: SeatId,
        /// The answer.
        option: u32,
    },
    /// No answer of several had a majority: a vote goes on between two of them.
    VoteRunOff {
        /// The vote.
        vote: u64,
        /// How many votes each answer had.
        counts: Vec<u32>,
        /// The two that are left.
        between: [u32; 2],
        /// Whether a die said which two, where several were equal.
        drawn: bool,
        /// When it closes now, Unix seconds.
        due: i64,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A vote closed.
    VoteClosed {
        /// The vote.
        vote: u64,
        /// How many each answer has.
        counts: Vec<u32>,
        /// The answer that has it; none where nobody voted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<u32>,
        /// Whether a tie was rolled.
        tied: bool,
        /// Why nothing follows from it, where too little stood behind it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unmet: Option<crate::votes::Unmet>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Something was told that binds or costs others. Its line is its number.
    TellingMade {
        /// By whom.
        by: SeatId,
        /// What.
        what: What,
        /// Whom it concerns.
        of: BTreeSet<SeatId>,
        /// How grave it is.
        weight: Weight,
        /// When it falls due, Unix seconds.
        due: i64,
    },
    /// A seat confirms what was told, or was ready since.
    TellingConfirmed {
        /// Its number.
        telling: u64,
        /// The seat.
        seat: SeatId,
    },
    /// A seat denies it.
    TellingDenied {
        /// Its number.
        telling: u64,
        /// The seat.
        seat: SeatId,
    },
    /// Nobody else is there who is no party: the host decides about it.
    TellingToHost {
        /// Its number.
        telling: u64,
        /// Until when, Unix seconds.
        due: i64,
    },
    /// What was told waits no more.
    TellingSettled {
        /// Its number.
        telling: u64,
        /// What came of it.
        came: Came,
    },
    /// Why what was told fell when it was assented to; kept off the record.
    TellingRefused {
        /// Its number.
        telling: u64,
        /// The refusal.
        why: Kept,
    },
    /// A correction was proposed.
    CorrectionProposed {
        /// Its number, counted from 1.
        correction: u64,
        /// The value.
        key: String,
        /// What is recorded.
        before: i64,
        /// What it should be.
        after: i64,
        /// Who proposes it.
        seat: SeatId,
        /// Whom it affects.
        affected: BTreeSet<SeatId>,
        /// Until when it may be objected to, Unix seconds.
        due: i64,
    },
    /// A fault was worked out forward on the record, and today's values are proposed to be moved by the difference.
    RestitutionProposed {
        /// Its number, counted with the corrections.
        correction: u64,
        /// What should have been, and what came of playing again.
        forward: Box<Forward>,
        /// What it would change today.
        changes: Vec<Change>,
        /// Who proposes it.
        seat: SeatId,
        /// Whom it affects.
        affected: BTreeSet<SeatId>,
        /// Until when it may be objected to, Unix seconds.
        due: i64,
    },
    /// A seat agrees to a correction.
    CorrectionAgreed {
        /// Its number.
        correction: u64,
        /// The seat.
        seat: SeatId,
    },
    /// A seat objects to a correction.
    CorrectionObjected {
        /// Its number.
        correction: u64,
        /// The seat.
        seat: SeatId,
    },
    /// A correction is settled.
    CorrectionSettled {
        /// Its number.
        correction: u64,
        /// Whether it holds.
        holds: bool,
    },
    /// Values of the group's own were proposed in the place of those that are not the printed game's.
    ValuesProposed {
        /// The proposal: its line of the record.
        proposal: u64,
        /// Who proposes them.
        seat: SeatId,
        /// What they should be, by their keys.
        values: BTreeMap<String, i64>,
    },
    /// A seat confirms such a proposal.
    ValuesConfirmed {
        /// The proposal.
        proposal: u64,
        /// The seat.
        seat: SeatId,
    },
    /// It was withdrawn by who proposed it.
    ValuesWithdrawn {
        /// The proposal.
        proposal: u64,
    },
    /// It holds from here on.
    ValuesHold {
        /// The proposal.
        proposal: u64,
        /// What holds, by the keys: all of it that can still be set.
        values: BTreeMap<String, i64>,
    },
    /// A seat asks all powers to go back to the start of the open step.
    SetBackAsked {
        /// The line of the record.
        ask: u64,
        /// The seat.
        seat: SeatId,
    },
    /// A seat agrees to that, or declines it, which ends the matter.
    SetBackAnswered {
        /// The line of the record at which it was asked.
        ask: u64,
        /// The seat.
        seat: SeatId,
        /// Which.
        agree: bool,
    },
    /// All have agreed: play is as it was before this line of the record.
    StepSetBack {
        /// The line.
        line: u64,
    },
    /// The board's picture or save file was laid down.
    LaidDown {
        /// By whom.
        seat: SeatId,
        /// SHA-256 of its bytes.
        sha256: Hash,
        /// Its length in bytes.
        bytes: u64,
    },
    /// A dispatch from one power to another; kept off the record.
    Dispatch {
        /// From whom.
        from: SeatId,
        /// To whom.
        to: SeatId,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A seat published something, signed.
    Pressed {
        /// The seat.
        seat: SeatId,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// An anonymous text went out.
    Published {
        /// The code of who wrote it.
        writer: Hash,
    },
    /// A person shares a seat.
    Shared {
        /// The seat.
        seat: SeatId,
        /// Who.
        person: u32,
    },
    /// He does no more.
    Unshared {
        /// The seat.
        seat: SeatId,
        /// Who.
        person: u32,
    },
    /// A player is away.
    WentAway {
        /// His seat.
        seat: SeatId,
        /// Until when, Unix seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<i64>,
        /// Who acts meanwhile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        regent: Option<u32>,
    },
    /// A player is back.
    CameBack {
        /// His seat.
        seat: SeatId,
    },
    /// A vote appointed a regent.
    RegentAppointed {
        /// The seat.
        seat: SeatId,
        /// Who.
        person: u32,
    },
    /// A regent looked; kept off the record.
    Looked {
        /// The seat.
        seat: SeatId,
        /// Who.
        person: u32,
        /// The rounds whose envelope he saw.
        what: Vec<String>,
    },
    /// A player left his seat in play.
    Resigned {
        /// The seat.
        seat: SeatId,
    },
    /// A substitute was named.
    SeatOffered {
        /// The seat.
        seat: SeatId,
        /// Who.
        person: u32,
    },
    /// The host's office went to another person.
    HostIs {
        /// Who.
        person: u32,
        /// Whether he took it himself, when nobody else was there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        alone: bool,
    },
    /// The host, who has not looked in for days, is written to; kept off the record.
    HostAsked,
    /// A stand-in sat down or got up.
    StandIn {
        /// The seat.
        seat: SeatId,
        /// Which.
        on: bool,
    },
    /// What a stand-in orders of the game.
    StandInOrdered {
        /// His seat.
        seat: SeatId,
        /// The order, as a player's would stand on the record.
        order: Value,
    },
    /// A seat is out of the game.
    SeatOut {
        /// The seat.
        seat: SeatId,
    },
}

impl TableEvent {
    /// Whether a step begins that everybody is in, or one that holds others: not the own segment of some.
    #[must_use]
    pub fn turns_the_page(&self) -> bool {
        matches!(self, TableEvent::FrameOpened { pushed: false, asks, .. } if *asks != Some(Asks::Ready))
    }

    /// Where in the outline of play a step begins, where this is one: a frame of the sequence that holds no others.
    #[must_use]
    pub fn step_begun(&self) -> Option<&[String]> {
        match self {
            TableEvent::FrameOpened { path, pushed: false, contains: false, .. } => Some(path),
            _ => None,
        }
    }
}

/// A secret part of an entry: one body an audience, with a code of its own in the public part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretPart {
    /// For whom it is.
    pub to: Audience,
    /// The body; `None` once it was deleted.
    pub body: Option<Secret<Value>>,
    /// The seal's number; `None` where the salt is random.
    pub n: Option<u64>,
    /// The salt; `None` once it was deleted.
    pub salt: Option<Secret<[u8; 32]>>,
    /// The person whose text it is, where it is personal and deletable.
    pub person: Option<u32>,
}

impl SecretPart {
    /// The event of a game that a `hidden` line holds, where this copy has it.
    #[must_use]
    pub fn hidden(&self) -> Option<&Value> {
        self.body.as_ref()?.reveal().get("e")
    }

    /// The secret fields that came with an order of the game, where this copy has them.
    #[must_use]
    pub fn ordered(&self) -> Option<&Value> {
        self.body.as_ref()?.reveal().get(SECRET)
    }
}

/// The verb of an order of the game.
pub const GAME: &str = "game";

/// The field of an order of a game whose fields are sealed for who gave it, and the field of the body that they stand in.
pub const SECRET: &str = "secret";

/// Free text from a person, with 32 random bytes of its own to be sealed with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What he wrote, composed (NFC).
    pub text: String,
    /// The salt that came in with the order.
    pub salt: Secret<[u8; 32]>,
}

impl Text {
    /// The body under which the text is sealed.
    #[must_use]
    pub fn body(&self) -> Value {
        json!({"text": self.text})
    }

    /// The text's code.
    ///
    /// # Errors
    /// [`NotCanonical`] where the text is not composed.
    pub fn code(&self) -> Result<Hash, NotCanonical> {
        seal_code(self.salt.reveal(), &self.body())
    }

    /// The text as the secret part of an entry, for all to read until its author has it deleted.
    #[must_use]
    pub fn part(&self, author: By) -> SecretPart {
        SecretPart {
            to: Audience::All,
            body: Some(Secret::new(self.body())),
            n: None,
            salt: Some(self.salt.clone()),
            person: author.person(),
        }
    }
}

/// One entry of a campaign: an event, when, by whom, and what of it only some may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Unix seconds.
    pub at: i64,
    /// Who caused it.
    pub by: By,
    /// What happened.
    pub event: Event,
    /// Its secret parts.
    pub secrets: Vec<SecretPart>,
    /// Its place on the record and the record's head there; `None` for what is kept off it.
    pub line: Option<(u64, Hash)>,
    /// The canonical public part, exactly as it is hashed and stored.
    pub public: String,
}

impl Entry {
    /// Writes an event as an entry; `after` is the record's next line and the head before it, `None` to keep it off the record.
    ///
    /// # Errors
    /// [`NotCanonical`] where something in it cannot be written.
    pub fn write(
        at: i64,
        by: By,
        event: Event,
        secrets: Vec<SecretPart>,
        after: Option<(u64, Hash)>,
    ) -> Result<Entry, NotCanonical> {
        let public = public_part(at, by, &event, &secrets)?;
        let line = after.map(|(i, head)| (i, line_hash(&head, &public)));
        Ok(Entry { at, by, event, secrets, line, public })
    }

    /// Reads an entry back from its stored parts.
    ///
    /// # Errors
    /// [`NotCanonical`] where the public part is not what this program writes.
    pub fn read(
        public: String,
        secrets: Vec<SecretPart>,
        line: Option<(u64, Hash)>,
    ) -> Result<Entry, NotCanonical> {
        let value = serde_json::from_str(&public).map_err(|e| NotCanonical::Syntax(e.to_string()))?;
        Entry::of(public, value, secrets, line)
    }

    /// The same where the public part was read already.
    pub(crate) fn of(
        public: String,
        mut value: Value,
        secrets: Vec<SecretPart>,
        line: Option<(u64, Hash)>,
    ) -> Result<Entry, NotCanonical> {
        let syntax = |e: serde_json::Error| NotCanonical::Syntax(e.to_string());
        let mut by = By::Bot;
        let mut at = 0;
        if let Some(map) = value.as_object_mut() {
            map.remove("seals");
            if let Some(told) = map.remove("by") {
                by = serde_json::from_value(told).map_err(syntax)?;
            }
            if let Some(told) = map.remove("at") {
                at = serde_json::from_value(told).map_err(syntax)?;
            }
        }
        let event = match value.as_object_mut().and_then(taken_apart) {
            Some(event) => event,
            None => serde_json::from_value(value).map_err(syntax)?,
        };
        Ok(Entry { at, by, event, secrets, line, public })
    }

    /// The table's own event in it, if it is one.
    #[must_use]
    pub fn table_event(&self) -> Option<TableEvent> {
        match &self.event {
            Event::Table { e } => Some(e.clone()),
            _ => None,
        }
    }

    /// The codes in its line and for whom each is.
    #[must_use]
    pub fn seals(&self) -> Vec<(Hash, Audience)> {
        #[derive(Deserialize)]
        struct Seal {
            code: Hash,
            to: Audience,
        }
        #[derive(Deserialize)]
        struct Public {
            #[serde(default)]
            seals: Vec<Seal>,
        }
        // Most lines have none, and are not read a second time to learn it.
        if !self.public.contains("\"seals\":") {
            return Vec::new();
        }
        let public = serde_json::from_str::<Public>(&self.public);
        public
            .map(|public| public.seals.into_iter().map(|seal| (seal.code, seal.to)).collect())
            .unwrap_or_default()
    }

    /// The rules that what happened rests on, where it names any.
    #[must_use]
    pub fn rules(&self) -> Vec<RuleId> {
        match &self.event {
            Event::Table {
                e:
                    TableEvent::VoteOpened { rules, .. }
                    | TableEvent::VoteRunOff { rules, .. }
                    | TableEvent::VoteClosed { rules, .. }
                    | TableEvent::Dispatch { rules, .. }
                    | TableEvent::Pressed { rules, .. },
            }
            | Event::Shown(Shown { rules, .. }) => rules.clone(),
            // Whatever happens in a game names its rules in a field of that name.
            Event::Game { e } => {
                e.get("rules").and_then(|rules| Vec::deserialize(rules).ok()).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// The text that stands with it for all to read, until its author has it deleted.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.body_for(&Audience::All)?.get("text")?.as_str()
    }

    /// The secret body for this audience.
    #[must_use]
    pub fn body_for(&self, audience: &Audience) -> Option<&Value> {
        self.secrets
            .iter()
            .find(|part| part.to == *audience)
            .and_then(|part| part.body.as_ref())
            .map(Secret::reveal)
    }
}

/// Most lines are of three kinds, and a record has a great many: these are taken apart without the detour that an enum of all kinds
/// costs. `None`, and nothing taken, where a line is of another kind or not in the form of its own.
fn taken_apart(map: &mut Map<String, Value>) -> Option<Event> {
    match map.get("k")?.as_str()? {
        "game" => Some(Event::Game { e: map.remove("e")? }),
        "table" => Some(Event::Table { e: TableEvent::deserialize(map.get("e")?).ok()? }),
        "order" => {
            let verb = map.get("verb")?.as_str()?.to_owned();
            let mut fields = std::mem::take(map);
            fields.remove("k");
            fields.remove("verb");
            Some(Event::Order { verb, fields })
        }
        "shown" => {
            let seat = SeatId::from(map.get("seat")?.as_str()?);
            let sheet = map.get("sheet")?.as_u64()?;
            let rules = match map.get("rules") {
                Some(rules) => Vec::<RuleId>::deserialize(rules).ok()?,
                None => Vec::new(),
            };
            let mut rest = std::mem::take(map);
            ["k", "seat", "sheet", "rules"].iter().for_each(|key| drop(rest.remove(*key)));
            let proof = serde_json::from_value(Value::Object(rest)).ok();
            Some(Event::Shown(Shown { seat, sheet, proof, rules }))
        }
        _ => None,
    }
}

/// The head of the record after a line: `H("chancery/record/1" ‖ h_{n-1} ‖ len(P) ‖ P)`.
#[must_use]
pub fn line_hash(before: &Hash, public: &str) -> Hash {
    sha256(&[b"chancery/record/1", &before.0, &length(public), public.as_bytes()])
}

fn public_part(at: i64, by: By, event: &Event, secrets: &[SecretPart]) -> Result<String, NotCanonical> {
    if matches!(event, Event::Founded(_)) {
        return canonical_of(event);
    }
    let mut seals = Vec::new();
    for part in secrets {
        if let (Some(body), Some(salt)) = (&part.body, &part.salt) {
            let code = seal_code(salt.reveal(), body.reveal())?;
            seals.push(json!({"code": code, "to": part.to}));
        }
    }
    let (at, by) = (json!(at), json!(by));
    let mut fields = vec![("at", &at), ("by", &by)];
    let seals = (!seals.is_empty()).then_some(Value::Array(seals));
    fields.extend(seals.as_ref().map(|seals| ("seals", seals)));
    let told;
    let word;
    match event {
        // What a game tells can be long, and is value already.
        Event::Game { e } => {
            word = json!(GAME);
            fields.extend([("e", e), ("k", &word)]);
        }
        _ => {
            told = serde_json::to_value(event).map_err(|e| NotCanonical::Syntax(e.to_string()))?;
            fields.extend(told.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value)));
        }
    }
    canonical_fields(fields)
}
