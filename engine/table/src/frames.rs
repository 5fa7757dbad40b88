//! The sequence of play as frames: a month holds its phases, a phase its steps, and a battle that begins in the middle of one is a frame
//! within it, which must end before play goes on there.
//!
//! A game says which frames there are: what comes next, who ends a frame, what is due in it. The table walks them, and nobody else does.
//! Frames of the *sequence* stand within one another in one line, from the whole to the part; *pushed* ones lie on top of the innermost or
//! on top of one another, side by side where they do not touch. A frame in which no other stands is at work.

pub(crate) mod acts;

use super::names::SeatId;
use super::shared::Shared;
use super::timing::Due;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The open frames of a game as it knows them, by the line of the record at which each opened. They are a part of its position, and the
/// table alone changes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Frames<F>(Shared<BTreeMap<u64, F>>);

impl<F> Default for Frames<F> {
    fn default() -> Self {
        Frames(Shared::from(BTreeMap::new()))
    }
}

impl<F: Clone> Frames<F> {
    /// The frames in the order in which they opened.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &F> {
        self.0.values()
    }

    /// The frame that opened at a line.
    #[must_use]
    pub fn get(&self, line: u64) -> Option<&F> {
        self.0.get(&line)
    }

    /// The line at which the first frame opened of which this holds.
    pub fn line_of(&self, is: impl Fn(&F) -> bool) -> Option<u64> {
        self.0.iter().find(|(_, frame)| is(frame)).map(|(line, _)| *line)
    }

    /// Whether this holds of any of them.
    pub fn any(&self, is: impl Fn(&F) -> bool) -> bool {
        self.line_of(is).is_some()
    }

    pub(crate) fn opened(&mut self, line: u64, frame: F) {
        self.0.insert(line, frame);
    }

    pub(crate) fn ended(&mut self, line: u64) {
        self.0.remove(&line);
    }
}

/// Who ends a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ends {
    /// It ends with the last of the frames within it.
    Within,
    /// Everybody is ready with it.
    AllReady,
    /// These are ready with it; at once where there is nobody.
    Ready(Vec<SeatId>),
    /// An order of these ends it.
    Ordered(Vec<SeatId>),
    /// The game ends it: its envelopes lie open, its dice have fallen.
    Itself,
}

/// What a frame awaits of those whom it asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    /// That they are ready, all who play.
    AllReady,
    /// That they are ready, those whose slot it is.
    Ready,
    /// An order.
    Order,
}

/// A frame that waits for seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wait {
    /// The line of the record at which it opened.
    pub line: u64,
    /// What it waits for.
    pub asks: Asks,
    /// Who is asked.
    pub asked: Vec<SeatId>,
    /// Who is ready.
    pub ready: BTreeSet<SeatId>,
    /// When it falls due; `None` where there is no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Due>,
    /// Whether it was ended by its deadline.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub past: bool,
}

impl Wait {
    /// Whether everybody asked is ready.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.asks != Asks::Order && self.asked.iter().all(|seat| self.ready.contains(seat))
    }

    /// Whether an order of this seat is awaited.
    #[must_use]
    pub fn is_order_of(&self, seat: &SeatId) -> bool {
        self.asks == Asks::Order && self.asked.contains(seat)
    }

    /// Who is still awaited.
    pub fn awaited(&self) -> impl Iterator<Item = &SeatId> {
        self.asked.iter().filter(|seat| !self.ready.contains(*seat))
    }
}

/// An open frame as the table knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    /// The line of the record at which it opened.
    pub line: u64,
    /// The line of the frame that it stands within.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u64>,
    /// Its word in the outline of play: `naval`.
    pub word: String,
    /// Whether it was pushed and is no part of the sequence.
    pub pushed: bool,
    /// Whether it ends with the last frame within it.
    pub contains: bool,
    /// Whom it waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<Wait>,
    /// The seconds that were left to its deadline when a frame within it held it up: it has no deadline until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<i64>,
    /// The last frame of the sequence that ended within it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
}

/// What somebody is awaited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// What.
    pub what: What,
    /// The line of the record at which it was asked.
    pub line: u64,
    /// Everybody who is asked, and whether he is done.
    pub asked: Vec<(SeatId, bool)>,
    /// Who can do nothing yet, because the operator's envelope comes first: he is asked, and not awaited.
    pub waits: Vec<SeatId>,
    /// When it falls due.
    pub due: Option<Due>,
    /// Whether it is held up by something that must be decided before.
    pub held: bool,
}

/// What that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An envelope of a round.
    Envelope(String),
    /// To be ready with a frame.
    Ready,
    /// The order that ends a frame, by its word.
    Order(String),
}

impl Awaited {
    /// Whether a seat is asked at all.
    #[must_use]
    pub fn asks(&self, seat: &SeatId) -> bool {
        self.asked.iter().any(|(asked, _)| asked == seat)
    }

    /// Whether a seat is awaited: it is asked, not done, and waits for nobody else.
    #[must_use]
    pub fn awaits(&self, seat: &SeatId) -> bool {
        self.of().any(|of| of == seat)
    }

    /// Who is awaited.
    pub fn of(&self) -> impl Iterator<Item = &SeatId> {
        self.asked.iter().filter(|(seat, done)| !done && !self.waits.contains(seat)).map(|(seat, _)| seat)
    }
}

impl Open {
    /// Something within it holds it up.
    fn hold(&mut self, at: i64) {
        let due = self.wait.as_mut().and_then(|wait| wait.due.as_mut());
        if let Some(until) = due.and_then(|due| due.at.take()) {
            self.left = Some(until - at);
        }
    }
}

/// A frame that ended.
struct Ended {
    within: Option<u64>,
    frame: Value,
    pushed: bool,
}

/// What becomes of a frame at work of which nobody is waited for.
enum Next {
    /// It ends.
    Ends,
    /// The next frame within it opens.
    GoesOn,
    /// Nobody could give its order, so it is given for him.
    Defaults,
}
