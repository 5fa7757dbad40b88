//! How play goes on: frames are entered, held up, ended.

use super::*;
use crate::campaign::{Campaign, Play, Stage};
use crate::draft::Draft;
use crate::envelope;
use crate::event::TableEvent;
use crate::lodged;
use crate::names::{By, SeatId};
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::stand_ins;
use crate::strongbox::{self, When};
use crate::timing::Due;
use serde_json::Value;
use std::collections::BTreeSet;

impl Campaign {
    /// Who is awaited for what: the one answer that the clock, the desk, the turn card and the status give. What an envelope holds or an
    /// order would be shows in none of it.
    #[must_use]
    pub fn awaited(&self) -> Vec<Awaited> {
        let play = &self.play;
        let frames = play.frames.iter().filter_map(|open| {
            let wait = open.wait.as_ref()?;
            Some(Awaited {
                what: match wait.asks {
                    Asks::Order => What::Order(open.word.clone()),
                    Asks::AllReady | Asks::Ready => What::Ready,
                },
                line: open.line,
                asked: wait.asked.iter().map(|seat| (seat.clone(), wait.ready.contains(seat))).collect(),
                waits: Vec::new(),
                due: wait.due.clone(),
                held: play.is_held(open.line),
            })
        });
        let rounds = play.rounds.iter().map(|(name, open)| Awaited {
            what: What::Envelope(name.clone()),
            line: open.line,
            asked: open.asked.iter().map(|seat| (seat.clone(), open.is_final(seat))).collect(),
            waits: envelope::barred::waits_for_operator(self, open),
            due: open.due.clone(),
            held: false,
        });
        frames.chain(rounds).collect()
    }
}

impl Play {
    /// Where in the outline of play it stands, from the whole to the part: `["1805-03", "naval"]`.
    #[must_use]
    pub fn path(&self) -> Vec<String> {
        if self.stage == Stage::Gathering {
            return vec!["gathering".to_owned()];
        }
        self.frames.iter().filter(|open| !open.pushed).map(|open| open.word.clone()).collect()
    }

    /// The open frame of a line.
    #[must_use]
    pub fn frame(&self, line: u64) -> Option<&Open> {
        self.frames.iter().find(|open| open.line == line)
    }

    /// The frames in which no other stands.
    pub fn at_work(&self) -> impl Iterator<Item = &Open> {
        self.frames.iter().filter(|open| !self.is_held(open.line))
    }

    /// Whether another frame stands within one.
    #[must_use]
    pub fn is_held(&self, line: u64) -> bool {
        self.frames.iter().any(|open| open.within == Some(line))
    }

    /// The frame of the sequence that waits for players to be ready.
    #[must_use]
    pub fn wait(&self) -> Option<&Wait> {
        self.frames.iter().rev().filter(|open| !open.pushed).find_map(|open| open.wait.as_ref())
    }

    /// The line at which the step opened that everybody is in: in a round in which players follow one another, the round.
    #[must_use]
    pub fn page(&self) -> Option<u64> {
        let innermost = self.frames.iter().rev().find(|open| !open.pushed)?;
        match innermost.wait.as_ref().map(|wait| &wait.asks) {
            // A step that asks for nothing but envelopes, as a gate of the political phase, is one of its own too.
            None | Some(Asks::AllReady) => Some(innermost.line),
            Some(Asks::Ready | Asks::Order) => innermost.within,
        }
    }

    /// The same as [`Play::wait`], to change it.
    pub(crate) fn wait_mut(&mut self) -> Option<&mut Wait> {
        self.frames.iter_mut().rev().filter(|open| !open.pushed).find_map(|open| open.wait.as_mut())
    }

    /// Every frame that waits.
    pub(crate) fn waits(&self) -> impl Iterator<Item = &Wait> {
        self.frames.iter().filter_map(|open| open.wait.as_ref())
    }

    /// The deadlines of frames that run, to change them: not of those that something holds up.
    pub(crate) fn dues_mut(&mut self) -> impl Iterator<Item = &mut Due> {
        self.waits_at_work_mut().filter_map(|wait| wait.due.as_mut())
    }

    /// Every frame that is not held up and waits, to change it.
    pub(crate) fn waits_at_work_mut(&mut self) -> impl Iterator<Item = &mut Wait> {
        let outer: BTreeSet<u64> = self.frames.iter().filter_map(|open| open.within).collect();
        let runs = self.frames.iter_mut().filter(move |open| !outer.contains(&open.line));
        runs.filter_map(|open| open.wait.as_mut())
    }

    /// Those that are held up have so much more time left.
    pub(crate) fn held_have_more(&mut self, seconds: i64) {
        for left in self.frames.iter_mut().filter_map(|open| open.left.as_mut()) {
            *left += seconds;
        }
    }

    /// Every frame that waits, to change it.
    pub(crate) fn waits_mut(&mut self) -> impl Iterator<Item = &mut Wait> {
        self.frames.iter_mut().filter_map(|open| open.wait.as_mut())
    }

    /// Who is asked where everybody is: every seat with a player or stand-in that is not out of the game.
    fn all_asked(&self) -> Vec<SeatId> {
        let asked =
            self.seats.iter().filter(|(_, seat)| (seat.person.is_some() || seat.stand_in) && !seat.out);
        let mut seats: Vec<SeatId> = asked.map(|(id, _)| id.clone()).collect();
        seats.sort_by_key(SeatId::number);
        seats
    }

    /// Whether anybody who plays is asked.
    fn has_player(&self, wait: &Wait) -> bool {
        wait.asked.iter().any(|seat| self.seats.get(seat).is_some_and(|place| place.person.is_some()))
    }

    /// Whether nobody need be waited for any more. Stand-ins alone do not carry on what everybody is asked in: they are always ready, and
    /// play would run to its end.
    fn is_over(&self, wait: &Wait) -> bool {
        match wait.asks {
            Asks::AllReady => wait.past || wait.is_complete() && self.has_player(wait),
            Asks::Ready => wait.is_complete(),
            Asks::Order => false,
        }
    }

    /// The campaign is over: it stays where it stood, and waits for nobody.
    pub(crate) fn waits_no_more(&mut self) {
        for open in &mut self.frames {
            open.wait = None;
        }
    }

    /// A frame opened at a time. What it holds up has no deadline as long as it does.
    pub(crate) fn frame_opened(&mut self, open: Open, at: i64) {
        if let Some(holds) = self.frames.iter_mut().find(|other| Some(other.line) == open.within) {
            holds.hold(at);
        }
        self.frames.push(open);
    }

    /// A frame ended at a time, `frame` to its game: what it held up runs on.
    pub(crate) fn frame_ended(&mut self, line: u64, frame: Option<Value>, at: i64) {
        let Some(ended) = self.frame(line) else { return };
        let (within, pushed) = (ended.within, ended.pushed);
        self.frames.retain(|open| open.line != line);
        let Some(within) = within else { return };
        if !pushed && let Some(outer) = self.frames.iter_mut().find(|open| open.line == within) {
            outer.after = frame;
        }
        self.run_on(within, at);
    }

    /// A frame that nothing holds up any more has as long as was left to it.
    fn run_on(&mut self, line: u64, at: i64) {
        if self.is_held(line) {
            return;
        }
        let stands = self.live || self.paused.is_some();
        let timing = self.timing.clone();
        let Some(open) = self.frames.iter_mut().find(|open| open.line == line) else { return };
        let left = open.left.take();
        let due = open.wait.as_mut().and_then(|wait| wait.due.as_mut());
        if let (Some(due), Some(timing), false) = (due, timing, stands) {
            due.reminded = false;
            due.at = due.at.or(Some(match left {
                Some(left) => timing.after(at + left.max(0), 0),
                None => timing.after(at, due.hours),
            }));
        }
    }

    /// After a step was set back: what was pushed before stands again, with the deadlines that run.
    pub(crate) fn frames_are(&mut self, frames: &Shared<Vec<Open>>, at: i64) {
        let now = std::mem::replace(&mut self.frames, frames.clone());
        let lines: Vec<u64> = self.frames.iter().map(|open| open.line).collect();
        for open in &mut self.frames {
            if let Some(now) = now.iter().find(|now| now.line == open.line) {
                open.wait.clone_from(&now.wait);
                open.left = now.left;
            }
            // Stand-ins alone are always ready with what everybody is in.
            let seats = &self.seats;
            if let Some(wait) = &mut open.wait {
                let all = wait.asks == Asks::AllReady;
                wait.ready.retain(|seat| all && seats.get(seat).is_some_and(|place| place.stand_in));
            }
        }
        for line in lines {
            if self.is_held(line) {
                self.frames.iter_mut().filter(|open| open.line == line).for_each(|open| open.hold(at));
            } else {
                self.run_on(line, at);
            }
        }
    }
}

/// Play begins: the first frame opens.
pub(crate) fn begin(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    strongbox::seal_sheets(draft, When::Turn)?;
    advance(draft, None, None)?;
    settle(draft)
}

/// The frame that follows one within another opens. Where none follows that other one is over too.
fn advance(draft: &mut Draft<'_>, mut within: Option<u64>, mut after: Option<Value>) -> Result<(), Refusal> {
    while draft.campaign().play.stage == Stage::Playing {
        let rules = draft.campaign().play.game.rules();
        let next = rules.next(draft, within, after.as_ref())?;
        if draft.campaign().play.stage != Stage::Playing {
            break;
        }
        if let Some(frame) = next {
            return enter(draft, within, &frame, false).map(|_| ());
        }
        let Some(line) = within.filter(|line| !draft.campaign().play.is_held(*line)) else { break };
        let ended = end(draft, line)?;
        (within, after) = (ended.within, Some(ended.frame));
    }
    Ok(())
}

/// A frame opens; its line.
fn enter(draft: &mut Draft<'_>, within: Option<u64>, frame: &Value, pushed: bool) -> Result<u64, Refusal> {
    let play = &draft.campaign().play;
    let (ends, word) = (play.game.ends(frame), play.game.word(frame));
    let mut path = play.path();
    path.push(word);
    let (asks, asked) = match &ends {
        Ends::Within | Ends::Itself => (None, Vec::new()),
        Ends::AllReady => (Some(Asks::AllReady), play.all_asked()),
        Ends::Ready(seats) => (Some(Asks::Ready), playing(play, seats)),
        Ends::Ordered(seats) => (Some(Asks::Order), playing(play, seats)),
    };
    let turn = path.first().cloned().unwrap_or_default();
    let ahead = |seat: &&SeatId| {
        let place = &play.seats[*seat];
        // A slot of his own a stand-in ends himself.
        place.stand_in && asks == Some(Asks::AllReady)
            || place.ahead.as_ref().is_some_and(|ahead| ahead.turn == turn)
    };
    let ready = match asks {
        Some(Asks::AllReady | Asks::Ready) => asked.iter().filter(ahead).cloned().collect(),
        _ => BTreeSet::new(),
    };
    let due = if asks.is_some() { crate::clock::due_in(draft, &path, false) } else { None };
    draft.table(TableEvent::FrameOpened {
        frame: frame.clone(),
        path,
        within,
        pushed,
        contains: ends == Ends::Within,
        asks,
        asked,
        ready,
        due,
    })?;
    let line = draft.campaign().next_line - 1;
    lodged::acts::frame_opened(draft, line, frame)?;
    let rules = draft.campaign().play.game.rules();
    rules.entered(draft, frame)?;
    let play = &draft.campaign().play;
    if ends == Ends::Within && play.frame(line).is_some() && !play.is_held(line) {
        advance(draft, Some(line), None)?;
    }
    Ok(line)
}

/// Those of the seats that are in the game and have a player or stand-in.
fn playing(play: &Play, seats: &[SeatId]) -> Vec<SeatId> {
    play.all_asked().into_iter().filter(|seat| seats.contains(seat)).collect()
}

fn end(draft: &mut Draft<'_>, line: u64) -> Result<Ended, Refusal> {
    let play = &draft.campaign().play;
    let (within, pushed, slot) = play.frame(line).map_or((None, false, false), |open| {
        (open.within, open.pushed, open.wait.as_ref().is_some_and(|wait| wait.asks != Asks::AllReady))
    });
    let frame = play.game.frame(line).unwrap_or_default();
    // A strongbox is sealed as it stands when a step ends for everybody.
    if !pushed && !slot {
        strongbox::seal_sheets(draft, if within.is_none() { When::Turn } else { When::Step })?;
    }
    draft.table(TableEvent::FrameEnded { frame: line })?;
    Ok(Ended { within, frame, pushed })
}

/// A frame is over: what is due in it is done, and play goes on after it. It stays open where what is due pushes a frame within it.
fn leave(draft: &mut Draft<'_>, line: u64) -> Result<(), Refusal> {
    let Some(frame) = draft.campaign().play.game.frame(line) else { return Ok(()) };
    let rules = draft.campaign().play.game.rules();
    rules.closing(draft, &frame)?;
    let play = &draft.campaign().play;
    if play.stage != Stage::Playing || play.frame(line).is_none() || play.is_held(line) {
        return Ok(());
    }
    let Ended { within, frame, pushed } = end(draft, line)?;
    if pushed { resume(draft, within) } else { advance(draft, within, Some(frame)) }
}

/// What stood within a frame is decided, and it goes on where it stopped.
fn resume(draft: &mut Draft<'_>, line: Option<u64>) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let Some(line) = line.filter(|line| play.stage == Stage::Playing && !play.is_held(*line)) else {
        return Ok(());
    };
    let Some(frame) = play.game.frame(line) else { return Ok(()) };
    let rules = play.game.rules();
    rules.resumed(draft, &frame)
}

/// Goes on with play as far as nobody is waited for: after every order, and when a round of envelopes was opened.
pub(crate) fn settle(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    while draft.campaign().play.stage == Stage::Playing {
        let play = &draft.campaign().play;
        let next = play.at_work().find_map(|open| {
            let line = open.line;
            if !play.game.stands(line) {
                return Some((line, Next::Ends));
            }
            match &open.wait {
                _ if open.contains => Some((line, Next::GoesOn)),
                Some(wait) if play.is_over(wait) && !stand_ins::has_to_choose(draft.campaign(), wait) => {
                    Some((line, Next::Ends))
                }
                Some(wait)
                    if wait.asks == Asks::Order
                        && !play.has_player(wait)
                        && !stand_ins::may_order(draft.campaign(), wait) =>
                {
                    Some((line, Next::Defaults))
                }
                _ => None,
            }
        });
        let Some((line, next)) = next else { break };
        draft.by(By::Bot);
        match next {
            Next::Ends => leave(draft, line)?,
            // What was pushed on top of it is decided, and its own sequence goes on where it was.
            Next::GoesOn => {
                let after = draft.campaign().play.frame(line).and_then(|open| open.after.clone());
                advance(draft, Some(line), after)?;
            }
            Next::Defaults => given_for_the_absent(draft, line)?,
        }
    }
    Ok(())
}

/// The order that a frame waits for is given as the game gives it for who is absent. Where it can give none, and nobody who plays is
/// asked, the frame is over.
pub(crate) fn given_for_the_absent(draft: &mut Draft<'_>, line: u64) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let waits =
        play.frame(line).and_then(|open| open.wait.as_ref()).is_some_and(|wait| play.has_player(wait));
    if waits {
        return Ok(());
    }
    if let Some(frame) = draft.campaign().play.game.frame(line) {
        let rules = draft.campaign().play.game.rules();
        rules.defaulted(draft, &frame)?;
    }
    let play = &draft.campaign().play;
    if play.frame(line).is_some() && play.game.stands(line) && !play.is_held(line) {
        leave(draft, line)?;
    }
    Ok(())
}

/// Pushes a frame: within the one of a line, or on top of the sequence.
pub(crate) fn push(draft: &mut Draft<'_>, within: Option<u64>, frame: &Value) -> Result<u64, Refusal> {
    let innermost =
        || draft.campaign().play.frames.iter().rev().find(|open| !open.pushed).map(|open| open.line);
    let within = within.or_else(innermost);
    enter(draft, within, frame, true)
}

/// The game ends a frame, with whatever stands within it.
pub(crate) fn end_now(draft: &mut Draft<'_>, line: u64) -> Result<(), Refusal> {
    while let Some(inner) = draft.campaign().play.frames.iter().find(|open| open.within == Some(line)) {
        let inner = inner.line;
        end_now(draft, inner)?;
    }
    if draft.campaign().play.frame(line).is_none() {
        return Ok(());
    }
    let Ended { within, frame, pushed } = end(draft, line)?;
    if pushed { resume(draft, within) } else { advance(draft, within, Some(frame)) }
}

/// The frame at work whose deadline has passed. What one player ends or orders may make dice fall, and waits for every player's word.
pub(crate) fn due(campaign: &Campaign, at: i64) -> Option<&Wait> {
    let play = &campaign.play;
    let can_roll = campaign.seats_without_word().is_empty();
    let past = |wait: &&Wait| {
        let due = wait.due.as_ref().and_then(|due| due.at).is_some_and(|due| at >= due);
        due && (can_roll || wait.asks == Asks::AllReady)
    };
    play.at_work().filter_map(|open| open.wait.as_ref()).find(past)
}

/// The deadline of a frame has passed. Whoever is not ready has no more to say in it; an order that did not come is given as the game
/// gives it for who is absent and, where it can give none, waited for as long again.
pub(crate) fn overdue(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let Some(wait) = due(draft.campaign(), draft.at()).cloned() else { return Ok(()) };
    draft.by(By::Bot);
    let missed: Vec<SeatId> = wait.awaited().cloned().collect();
    if wait.asks != Asks::Order {
        let over = TableEvent::FrameOverdue { frame: wait.line, missed: missed.clone(), until: None };
        draft.table(over)?;
        let Some(frame) = draft.campaign().play.game.frame(wait.line) else { return Ok(()) };
        let rules = draft.campaign().play.game.rules();
        return rules.missed(draft, &frame, &missed);
    }
    let hours = wait.due.as_ref().map_or(0, |due| due.hours);
    let until = Some(draft.campaign().play.after(draft.at(), hours));
    draft.table(TableEvent::FrameOverdue { frame: wait.line, missed, until })?;
    let Some(frame) = draft.campaign().play.game.frame(wait.line) else { return Ok(()) };
    let rules = draft.campaign().play.game.rules();
    rules.defaulted(draft, &frame)
}

impl Play {
    /// The deadline of a frame has passed: until when its order is waited for now, or not at all any more.
    pub(crate) fn frame_overdue(&mut self, line: u64, missed: &[SeatId], until: Option<i64>) {
        let by_timer = |wait: &Wait| wait.due.as_ref().is_some_and(|due| due.by_timer);
        let shortened = self.waits().any(|wait| wait.line == line && by_timer(wait));
        for seat in missed.iter().filter(|_| !shortened) {
            if let Some(place) = self.seats.get_mut(seat) {
                place.missed += 1;
            }
        }
        let Some(wait) = self.waits_mut().find(|wait| wait.line == line) else { return };
        if wait.asks == Asks::Order {
            if let Some(due) = &mut wait.due {
                (due.at, due.extended, due.reminded, due.by_timer) = (until, true, false, false);
            }
        } else {
            wait.ready.extend(missed.iter().cloned());
            wait.past = true;
        }
    }
}
