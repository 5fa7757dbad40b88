//! The clock: deadlines, what a missed one brings, reminders, pause and extension, an evening by voice.
//!
//! Time arrives with orders. The bot looks in with [`Verb::Tick`](super::order::Verb::Tick), which does the one thing that is due.

use super::act::Act;
use super::campaign::{Campaign, Play, Stage};
use super::draft::Draft;
use super::envelope::{self, Round};
use super::event::{EnvelopeAct, Event, TableEvent, Text};
use super::names::{By, SeatId};
use super::refusal::Refusal;
use super::said::Said;
use super::switches::ASK_AFTER;
use super::timing::{Due, LONGEST};
use super::votes::Office;
use super::{assent, deals, ending, epoch, frames, lodged, notice, press, seats, stand_ins, values, votes};
use crate::said;
use std::sync::Arc;

/// The most minutes of a timer.
pub const LONGEST_TIMER: u32 = 240;

/// When a step that opens now falls due; `None` where the campaign has no clock.
pub(crate) fn due(draft: &Draft<'_>, grave: bool) -> Option<Due> {
    due_in(draft, &draft.campaign().play.path(), grave)
}

/// The same at a place in the outline of play.
pub(crate) fn due_in(draft: &Draft<'_>, path: &[String], grave: bool) -> Option<Due> {
    let play = &draft.campaign().play;
    let timing = play.timing.as_ref()?;
    let hours = timing.hours(path, grave);
    let stands = play.live || play.paused.is_some();
    Some(Due {
        at: (!stands).then(|| timing.after(draft.at(), hours)),
        grave,
        hours,
        extended: false,
        reminded: false,
        by_timer: false,
        left: None,
        more: 0,
    })
}

/// When a light step with a timer falls due: on an evening by voice, and while the clock stands, at no time.
pub(crate) fn due_within(draft: &Draft<'_>, minutes: u32) -> Due {
    let play = &draft.campaign().play;
    let stands = play.live || play.paused.is_some();
    Due {
        at: (!stands).then(|| draft.at() + i64::from(minutes) * 60),
        grave: false,
        hours: 1,
        extended: false,
        // Who fights live is at the table.
        reminded: true,
        by_timer: true,
        left: None,
        more: 0,
    }
}

/// Something that the clock has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Act(Act),
    CloseRound(String),
    Remind,
    EndEpoch,
    CarryOut(lodged::Holder, u32),
    Deal(deals::acts::Due),
    Publish,
    LastPost,
    AskHost,
}

/// The first thing that is due, if any is.
pub(crate) fn task(campaign: &Campaign, at: i64) -> Option<Task> {
    let play = &campaign.play;
    if play.stage != Stage::Playing {
        return None;
    }
    if notice::acts::is_due(play, at) {
        return Some(Task::Act(Act::NoticeDue));
    }
    if ending::acts::is_last_post_due(play, at) {
        return Some(Task::LastPost);
    }
    if ending::acts::is_due(play, at) {
        return Some(Task::Act(Act::EndingDue));
    }
    // What was agreed for a step is done before the step can end.
    if let Some(due) = deals::acts::due(campaign) {
        return Some(Task::Deal(due));
    }
    if press::acts::is_due(campaign, at) {
        return Some(Task::Publish);
    }
    // Whoever stops the clock stops no vote: the others may vote on letting it run on.
    let can_roll = campaign.seats_without_word().is_empty();
    if let Some((n, _)) = play.votes.iter().find(|(_, vote)| {
        let is_due = votes::is_due(vote, at) && !votes::is_held_up(play, vote);
        is_due && (can_roll || !votes::is_rolled(campaign, vote, at))
    }) {
        return Some(Task::Act(Act::CloseVote { vote: *n }));
    }
    if play.paused.is_none() {
        if let Some(n) = values::acts::due(play, at) {
            return Some(Task::Act(Act::CorrectionDue { correction: n }));
        }
        if let Some(telling) = assent::acts::due(campaign, at) {
            return Some(Task::Act(Act::TellingDue { telling }));
        }
        // A timer rings for none who has not said that he is at the table.
        let rings = |due: Option<&Due>| {
            !(play.live && due.is_some_and(|due| due.by_timer)) || not_at_table(campaign).is_empty()
        };
        let falls_due = |(name, round): &(&String, &Arc<Round>)| {
            is_due(play, name, round, at) && rings(round.due.as_ref())
        };
        if let Some((name, round)) = play.rounds.iter().find(falls_due) {
            let missed = missed(round);
            let words = round
                .envelopes
                .iter()
                .all(|(seat, envelope)| !envelope::barred::lacks_word(campaign, seat, envelope));
            if missed.is_empty() && words {
                return Some(Task::CloseRound(name.clone()));
            }
            if !missed.is_empty() {
                return Some(Task::Act(Act::Deadline { round: name.clone(), missed }));
            }
        }
        if frames::acts::due(campaign, at).is_some_and(|wait| rings(wait.due.as_ref())) {
            return Some(Task::Act(stand_ins::to_act_at_last(campaign).unwrap_or(Act::StepDue)));
        }
    }
    if let Some(round) = campaign.standing_to_open() {
        return Some(Task::CloseRound(round.to_owned()));
    }
    if let Some((holder, place)) = lodged::acts::due(campaign) {
        return Some(Task::CarryOut(holder, place));
    }
    if let Some(act) = stand_ins::to_act(campaign) {
        return Some(Task::Act(act));
    }
    if play.paused.is_none() && !to_remind(campaign, at).is_empty() {
        return Some(Task::Remind);
    }
    if epoch::is_due(campaign, at) {
        return Some(Task::EndEpoch);
    }
    let absent = to_ask_after(campaign, at);
    if play.paused.is_none() && !absent.is_empty() {
        return Some(Task::Act(Act::AskAfter { seats: absent }));
    }
    campaign.host_is_to_be_asked(at).then_some(Task::AskHost)
}

fn is_due(play: &Play, name: &str, round: &Round, at: i64) -> bool {
    let voted_on = play
        .votes
        .values()
        .any(|vote| matches!(&vote.matter, votes::Matter::Missed { round, .. } if round == name));
    !voted_on && round.due.as_ref().and_then(|due| due.at).is_some_and(|due| at >= due)
}

/// Whose envelope of a round is empty.
fn missed(round: &Round) -> Vec<SeatId> {
    round.asked.iter().filter(|seat| !round.envelopes.contains_key(seat)).cloned().collect()
}

/// For how long an absent player is waited for where there is no clock, in seconds: as the group has chosen, else seven days.
fn patience(play: &Play) -> i64 {
    let days: i64 = play.switch(ASK_AFTER).parse().unwrap_or(7);
    days * votes::A_DAY
}

/// Where there is no clock: who is awaited, when nobody has looked in for so long. Of a deadline that was set then the rest is the clock's.
fn to_ask_after(campaign: &Campaign, at: i64) -> Vec<SeatId> {
    let play = &campaign.play;
    // An evening by voice that nobody ended is over too.
    let last = campaign.seen.values().copied().max().unwrap_or(campaign.last_at);
    if (play.timing.is_some() && !play.live) || at - last < patience(play) {
        return Vec::new();
    }
    let has_a_deadline = |due: &Due| due.at.is_some() && !due.by_timer;
    let open =
        |awaited: &&frames::Awaited| !awaited.held && !awaited.due.as_ref().is_some_and(has_a_deadline);
    in_order(campaign.awaited().iter().filter(open).flat_map(frames::Awaited::of).cloned())
}

/// Seats in their order, each once.
fn in_order(seats: impl Iterator<Item = SeatId>) -> Vec<SeatId> {
    let mut seats: Vec<SeatId> = seats.collect();
    seats.sort_by_key(SeatId::number);
    seats.dedup();
    seats
}

/// The bot asks after those who are awaited where there is no clock: what is open has a deadline from now on.
pub(crate) fn ask_after(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::AskAfter { seats } = act else { return Ok(()) };
    let absent = to_ask_after(draft.campaign(), draft.at());
    let play = &draft.campaign().play;
    let is_asked = |seat: &SeatId| {
        play.rounds.values().any(|round| round.asked.contains(seat))
            || play.waits().any(|wait| wait.asked.contains(seat))
    };
    // A record does not tell whose envelope was sealed and Final.
    let right = if draft.is_of_a_record() {
        !absent.is_empty() && seats.iter().all(is_asked)
    } else {
        *seats == absent
    };
    if seats.is_empty() || !right {
        return Err(Refusal::new(said!("Those are not the seats to be asked after.")));
    }
    draft.act_line(act, None)?;
    let until = draft.at() + i64::from(votes::HOURS) * 3600;
    draft.table(TableEvent::AskedAfter { until, seats: seats.clone() })
}

/// The rounds, the step and the votes whose reminder is due: seats that are still awaited.
fn to_remind(campaign: &Campaign, at: i64) -> Vec<SeatId> {
    let Some(timing) = &campaign.play.timing else { return Vec::new() };
    let before = i64::from(timing.remind) * 3600;
    let soon = |due: &Option<Due>| {
        before > 0
            && due
                .as_ref()
                .is_some_and(|due| !due.reminded && due.at.is_some_and(|due| at >= due - before && at < due))
    };
    let awaited = campaign.awaited();
    let soon = awaited.iter().filter(|awaited| !awaited.held && soon(&awaited.due));
    let votes = campaign.play.votes.values().filter(|vote| vote.is_to_be_called(before, at));
    let silent = votes.flat_map(|vote| vote.silent());
    let seats = in_order(soon.flat_map(frames::Awaited::of).chain(silent).cloned());
    // At night a reminder waits; it comes with the morning, before the deadline.
    if timing.is_awake(at) { seats } else { Vec::new() }
}

/// The clock looks in, and does the first thing that is due; an act that is due is given back, to be taken.
pub(crate) fn tick(draft: &mut Draft<'_>) -> Result<Option<Act>, Refusal> {
    match task(draft.campaign(), draft.at()) {
        None => Ok(()),
        Some(Task::Act(act)) => return Ok(Some(act)),
        Some(Task::CloseRound(round)) => close_as_it_stands(draft, &round),
        Some(Task::Remind) => {
            let seats = to_remind(draft.campaign(), draft.at());
            draft.off_record_table(TableEvent::Reminded { seats })
        }
        Some(Task::EndEpoch) => epoch::tick(draft),
        Some(Task::CarryOut(holder, place)) => lodged::acts::tick(draft, &holder, place),
        Some(Task::Deal(due)) => deals::acts::tick(draft, &due),
        Some(Task::Publish) => press::acts::tick(draft),
        Some(Task::LastPost) => draft.off_record_table(TableEvent::EndingNear),
        Some(Task::AskHost) => draft.off_record_table(TableEvent::HostAsked),
    }?;
    Ok(None)
}

/// Every envelope is sealed and the deadline has passed: what is sealed counts as Final.
fn close_as_it_stands(draft: &mut Draft<'_>, round: &str) -> Result<(), Refusal> {
    let Some(open) = draft.campaign().play.rounds.get(round).cloned() else { return Ok(()) };
    draft.by(By::Bot);
    for seat in open.asked.iter().filter(|seat| !open.is_final(seat)) {
        envelope::acts::act(draft, round, seat, EnvelopeAct::Final, Vec::new())?;
    }
    envelope::acts::close_if_complete(draft, round)
}

/// A round's deadline has passed and envelopes are empty. A light step takes the default. A grave one is extended once by itself; then
/// a regent named in advance has that long again; then the other powers vote.
pub(crate) fn deadline(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Deadline { round, missed: told } = act else { return Ok(()) };
    let play = draft.campaign().play.clone();
    let Some(open) = play.rounds.get(round).filter(|open| is_due(&play, round, open, draft.at())) else {
        return Err(Refusal::new(said!("No deadline of such a round has passed.")));
    };
    let missed = missed(open);
    if missed.is_empty() || missed != *told {
        return Err(Refusal::new(said!("Those are not the seats whose envelope was empty.")));
    }
    let due = open.due.clone().unwrap_or_default();
    draft.act_line(act, None)?;
    // Whoever had to wait for the operator's envelope has missed nothing himself.
    let barred_by = envelope::barred::barred_by(draft.campaign(), open);
    let late = if barred_by.is_empty() { missed.clone() } else { barred_by };
    draft.table(TableEvent::DeadlineMissed { round: round.clone(), seats: late.clone() })?;
    if !due.grave && missed.iter().all(|seat| default_of(draft, round, seat, false).is_some()) {
        return take_defaults(draft, round, false);
    }
    let regents =
        late.iter().any(|seat| play.seats.get(seat).is_some_and(|place| place.has_regent(draft.at())));
    if !due.extended || (regents && !open.regents_asked) {
        return extend_by_itself(draft, round, due.hours, due.extended);
    }
    // A seat without a player has had its time for a substitute: nobody is left to vote on. What has no default waits for its three doors.
    if late.iter().all(|seat| play.seats.get(seat).is_some_and(|place| place.person.is_none())) {
        return take_defaults(draft, round, false);
    }
    votes::acts::on_missed(draft, round, late)
}

fn default_of(draft: &Draft<'_>, round: &str, seat: &SeatId, voted: bool) -> Option<serde_json::Value> {
    let game = &draft.campaign().play.game;
    if voted { game.voted_default(round, seat) } else { game.default_choice(round, seat) }
}

fn extend_by_itself(
    draft: &mut Draft<'_>,
    round: &str,
    hours: u32,
    for_regents: bool,
) -> Result<(), Refusal> {
    let until = Some(draft.campaign().play.after(draft.at(), hours));
    draft.table(TableEvent::RoundExtended { round: round.to_owned(), until, for_regents })
}

/// The vote said to wait: the round gets its time again.
pub(crate) fn wait_on(draft: &mut Draft<'_>, round: &str) -> Result<(), Refusal> {
    let Some(open) = draft.campaign().play.rounds.get(round) else { return Ok(()) };
    let hours = open.due.as_ref().map_or(72, |due| due.hours);
    extend_by_itself(draft, round, hours, false)
}

/// Empty envelopes take the default, which the record names; what is sealed counts as Final; the round opens. Free envelopes are called off.
/// `voted`: whether the others have voted so.
pub(crate) fn take_defaults(draft: &mut Draft<'_>, round: &str, voted: bool) -> Result<(), Refusal> {
    let Some(open) = draft.campaign().play.rounds.get(round).cloned() else { return Ok(()) };
    if open.exchange.is_some() {
        // Nobody's answer is made for him: what others sealed stays closed.
        draft.by(By::Bot);
        return draft.table(TableEvent::RoundCalledOff { round: round.to_owned() });
    }
    let empty = missed(&open);
    let barred_by = envelope::barred::barred_by(draft.campaign(), &open);
    let missed = if barred_by.is_empty() { empty.clone() } else { barred_by };
    if missed.iter().any(|seat| default_of(draft, round, seat, voted).is_none()) {
        // There is no default that would be fair here, so play waits.
        return wait_on(draft, round);
    }
    draft.by(By::Bot);
    draft.table(TableEvent::Defaulted { round: round.to_owned(), seats: missed.clone() })?;
    for seat in &missed {
        let Some(choice) = default_of(draft, round, seat, voted) else { continue };
        let contents = envelope::Contents { choice, word: None };
        let (code, parts) = super::parts::acts::sealed(draft, round, seat, contents, None)?;
        envelope::acts::act(draft, round, seat, EnvelopeAct::Seal, parts)?;
        if draft.campaign().is_operator(seat) {
            // His codes go on the record when they are sealed, whoever seals.
            draft.emit(Event::Sealed { round: round.to_owned(), seat: seat.clone(), code })?;
            envelope::acts::act(draft, round, seat, EnvelopeAct::Final, Vec::new())?;
        }
    }
    if missed.len() < empty.len() {
        // The others waited for him alone: now they have their time.
        return wait_on(draft, round);
    }
    close_as_it_stands(draft, round)
}

/// Whether who asks does what is the host's: the host, or any player where the host has not looked in for seven days.
pub(crate) fn may_act_as_host(draft: &Draft<'_>) -> bool {
    let campaign = draft.campaign();
    draft.author() == campaign.host()
        || (campaign.host_is_gone(draft.at()) && campaign.seat_of(draft.author()).is_some())
}

/// Enough players have decided what is the host's.
pub(crate) fn in_the_hosts_place(draft: &mut Draft<'_>, office: &Office) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    match office {
        Office::Resume if play.paused.is_some() => draft.table(TableEvent::Resumed),
        Office::Extend { hours } if has_a_deadline(play) => {
            draft.table(TableEvent::Extended { hours: *hours })
        }
        Office::Clock { timing } if play.timing.as_ref() != Some(timing) => {
            draft.table(TableEvent::TimingSet { timing: Some(timing.clone()) })
        }
        Office::Host { person } if *person != play.host || play.host_alone => {
            draft.table(TableEvent::HostIs { person: *person, alone: false })
        }
        _ => Ok(()),
    }
}

fn has_a_deadline(play: &Play) -> bool {
    play.dues().any(|due| due.at.is_some())
}

fn the_host(draft: &Draft<'_>, otherwise: impl Fn() -> Said) -> Result<(), Refusal> {
    if draft.author() == draft.campaign().host() {
        return Ok(());
    }
    Err(Refusal::new(otherwise()))
}

/// The host sets the clock. Steps that are open keep their deadlines; without any they get one.
pub(crate) fn set_timing(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::SetTiming { timing } = act else { return Ok(()) };
    the_host(draft, || said!("Only the host sets the clock."))?;
    if draft.campaign().play.host_alone {
        return Err(Refusal::new(said!(
            "You took the host's office when nobody else was there. Before you set the clock for all the others vote on it: /seat host, with your own name."
        )));
    }
    let timing = timing.clone().map(super::timing::Timing::checked).transpose()?;
    if timing == draft.campaign().play.timing {
        return Err(Refusal::new(said!("The clock is set so already.")));
    }
    let play = &draft.campaign().play;
    if let Some(timing) = timing.as_ref().filter(|_| play.stage == Stage::Playing) {
        let before = play.timing.clone().unwrap_or_default();
        let own = draft.campaign().seat_of(draft.author());
        let others = votes::acts::voters(play).iter().any(|voter| Some(voter) != own);
        if others && timing.presses_more_than(&before) {
            return votes::acts::on_the_clock(draft, act, timing.clone());
        }
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::TimingSet { timing })
}

/// The host stops the clock, with a reason for all to read. It opens, drops and alters no envelope.
pub(crate) fn pause(draft: &mut Draft<'_>, act: &Act, reason: Option<&Text>) -> Result<(), Refusal> {
    the_host(draft, || said!("Only the host stops the clock."))?;
    if draft.campaign().play.paused.is_some() {
        return Err(Refusal::new(said!("The clock stands already.")));
    }
    let reason = reason.ok_or_else(|| Refusal::new(said!("A pause needs a reason, for all to read.")))?;
    draft.act_line(act, Some(reason))?;
    draft.table(TableEvent::Paused)
}

/// The host lets the clock run on: every deadline moves by as long as it stood. Of another player it is put to the vote.
pub(crate) fn resume(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    if draft.campaign().play.paused.is_none() {
        return Err(Refusal::new(said!("The clock runs.")));
    }
    if !may_act_as_host(draft) {
        return votes::acts::in_the_hosts_place(draft, act, Office::Resume, None);
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::Resumed)
}

/// The host gives the open steps more time, with a reason for all to read. Of another player it is put to the vote.
pub(crate) fn extend(draft: &mut Draft<'_>, act: &Act, reason: Option<&Text>) -> Result<(), Refusal> {
    let Act::Extend { hours } = act else { return Ok(()) };
    if !(1..=LONGEST).contains(hours) {
        return Err(Refusal::new(said!(
            "A step is extended by 1 to {} hours; {} was asked.",
            LONGEST,
            hours
        )));
    }
    let reason =
        reason.ok_or_else(|| Refusal::new(said!("An extension needs a reason, for all to read.")))?;
    if !has_a_deadline(&draft.campaign().play) {
        return Err(Refusal::new(said!("No open step has a deadline that could be extended.")));
    }
    let more = draft.campaign().play.dues().map(|due| due.more).max().unwrap_or(0);
    if hours + more > LONGEST {
        return Err(Refusal::new(said!(
            "A step is extended by {} hours in all; {} are left.",
            LONGEST,
            LONGEST.saturating_sub(more)
        )));
    }
    if !may_act_as_host(draft) {
        let office = Office::Extend { hours: *hours };
        return votes::acts::in_the_hosts_place(draft, act, office, Some(reason));
    }
    draft.act_line(act, Some(reason))?;
    draft.table(TableEvent::Extended { hours: *hours })
}

/// An evening by voice begins or ends.
pub(crate) fn live(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Live { on } = act else { return Ok(()) };
    if draft.campaign().play.stage != Stage::Playing {
        return Err(Refusal::new(said!("An evening by voice begins when play has begun.")));
    }
    if !on || draft.author() != draft.campaign().host() {
        draft.seat()?;
    }
    if *on && draft.campaign().play.live {
        return at_table(draft, act);
    }
    if draft.campaign().play.live == *on {
        return Err(Refusal::new(if *on {
            said!("The evening has begun already: deadlines are off.")
        } else {
            said!("No evening by voice is under way.")
        }));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::Live { on: *on })?;
    match draft.seat() {
        Ok(seat) if *on => draft.table(TableEvent::AtTable { seat }),
        _ => Ok(()),
    }
}

/// Another player says that he is at the table too.
fn at_table(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    if draft.campaign().play.at_table.contains(&seat) {
        return Err(Refusal::new(said!("You have said that you are at the table: deadlines are off.")));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::AtTable { seat })
}

/// Who is awaited in the open steps and has not said that he is at the table.
fn not_at_table(campaign: &Campaign) -> Vec<SeatId> {
    let awaited = campaign.awaited();
    let open = awaited.iter().filter(|awaited| !awaited.held).flat_map(frames::Awaited::of);
    in_order(open.filter(|seat| !campaign.play.at_table.contains(seat)).cloned())
}

/// A timer for the open steps of an evening by voice.
pub(crate) fn timer(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Timer { minutes } = act else { return Ok(()) };
    draft.seat()?;
    if !draft.campaign().play.live {
        return Err(Refusal::new(said!("A timer is for an evening by voice, which /turn live begins.")));
    }
    if !(1..=LONGEST_TIMER).contains(minutes) {
        return Err(Refusal::new(said!("A timer runs 1 to {} minutes.", LONGEST_TIMER)));
    }
    let campaign = draft.campaign();
    if !campaign.awaited().iter().any(|awaited| !awaited.held) {
        return Err(Refusal::new(said!("No step is open that a timer could run for.")));
    }
    let missing = seats::by_number(&not_at_table(campaign));
    // A record does not tell whose envelope was sealed and Final, so not who was awaited.
    if !missing.is_empty() && !draft.is_of_a_record() {
        return Err(Refusal::new(said!(
            "A timer runs once all who are awaited have said with /turn live that they are at the table; still missing: {}.",
            missing
        )));
    }
    let until = draft.at() + i64::from(*minutes) * 60;
    if campaign.play.timing.as_ref().is_some_and(|timing| !timing.is_awake(until)) {
        return Err(Refusal::new(said!(
            "It would run out in the quiet hours or on a weekend that does not count, and these hold on an evening by voice too. The host sets them with /turn clock."
        )));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::Timer { until })
}

impl Play {
    /// The moment so many counting hours after another, Unix seconds; where there is no clock every hour counts.
    pub(crate) fn after(&self, at: i64, hours: u32) -> i64 {
        self.timing.as_ref().map_or(at + i64::from(hours) * 3600, |timing| timing.after(at, hours))
    }

    /// The moment so many hours after another in which an answer can be expected: none of the quiet hours, nor of a weekend that does not count.
    pub(crate) fn awake_after(&self, at: i64, hours: u32) -> i64 {
        self.timing.as_ref().map_or(at + i64::from(hours) * 3600, |timing| timing.awake_after(at, hours))
    }

    /// When the open steps fall due.
    pub fn dues(&self) -> impl Iterator<Item = &Due> {
        self.rounds
            .values()
            .filter_map(|round| round.due.as_ref())
            .chain(self.waits().filter_map(|wait| wait.due.as_ref()))
    }

    /// A seat has done something: it has missed no deadlines in a row. One that owes an envelope whose deadline it missed answers that first.
    pub(crate) fn is_back(&mut self, seat: &SeatId) {
        let owes = |round: &Arc<Round>| {
            let extended = round.due.as_ref().is_some_and(|due| due.extended);
            extended
                && round.exchange.is_none()
                && round.asked.contains(seat)
                && !round.envelopes.contains_key(seat)
        };
        if self.rounds.values().any(owes) {
            return;
        }
        if let Some(place) = self.seats.get_mut(seat) {
            place.missed = 0;
        }
    }

    /// Changes when the open steps fall due.
    pub(crate) fn each_due(&mut self, change: impl Fn(&mut Due, Option<&super::timing::Timing>)) {
        let timing = self.timing.clone();
        for round in self.rounds.values_mut().map(Arc::make_mut) {
            if let Some(due) = &mut round.due {
                change(due, timing.as_ref());
            }
        }
        for due in self.dues_mut() {
            change(due, timing.as_ref());
        }
    }

    /// Changes when the open steps fall due; what had no deadline has one.
    fn all_are_due(&mut self, change: impl Fn(Due) -> Due) {
        for round in self.rounds.values_mut().map(Arc::make_mut) {
            let grave = round.exchange.is_none();
            round.due = Some(change(round.due.take().unwrap_or(Due { grave, ..Due::default() })));
        }
        for wait in self.waits_at_work_mut() {
            wait.due = Some(change(wait.due.take().unwrap_or(Due { grave: false, ..Due::default() })));
        }
    }

    /// The clock is set: what has no deadline gets one, or loses it.
    fn timing_set(&mut self, timing: Option<super::timing::Timing>, at: i64) {
        let before = std::mem::replace(&mut self.timing, timing);
        let (timing, stands) = (self.timing.clone(), self.live || self.paused.is_some());
        let step = self.path();
        let fresh = |grave: bool| {
            timing.as_ref().map(|timing| {
                // What is under way is not cut short: it has a day, and does not end in a night of before.
                let hours = timing.hours(&step, grave).max(votes::HOURS / 2);
                let until = timing.after(at, hours);
                let until = before.as_ref().map_or(until, |before| timing.after(before.after(until, 0), 0));
                let at = (!stands).then_some(until);
                Due {
                    at,
                    grave,
                    hours,
                    extended: false,
                    reminded: false,
                    by_timer: false,
                    left: None,
                    more: 0,
                }
            })
        };
        for round in self.rounds.values_mut().map(Arc::make_mut) {
            if timing.is_none() || round.due.is_none() {
                round.due = fresh(round.exchange.is_none());
            }
        }
        for wait in self.waits_mut() {
            if timing.is_none() || wait.due.is_none() {
                wait.due = fresh(false);
            }
        }
    }

    /// Play goes on after a pause: every deadline moves by as long as it stood.
    fn resumed(&mut self, at: i64) {
        let stood = at - self.paused.take().unwrap_or(at);
        let live = self.live;
        self.each_due(|due, timing| {
            due.reminded &= stood < LONG;
            due.at = match (due.at, timing) {
                (Some(until), Some(timing)) => {
                    let left = timing.after(until + stood, 0);
                    Some(if stood < LONG { left } else { left.max(due.at_least(timing, at)) })
                }
                (None, Some(timing)) if !live => Some(due.after_an_evening(timing, at)),
                _ => due.at,
            };
        });
        for correction in self.corrections.values_mut() {
            correction.due += stood;
        }
        for telling in self.tellings.values_mut().map(Arc::make_mut) {
            telling.due += stood;
        }
    }

    /// An event of the clock.
    pub(crate) fn apply_clock(&mut self, event: TableEvent, at: i64) {
        match event {
            TableEvent::TimingSet { timing } => self.timing_set(timing, at),
            TableEvent::Paused => self.paused = Some(at),
            TableEvent::Resumed => self.resumed(at),
            TableEvent::Extended { hours } => {
                self.held_have_more(i64::from(hours) * 3600);
                self.each_due(|due, timing| {
                    if let (Some(until), Some(timing)) = (due.at, timing) {
                        due.at = Some(timing.after(until.max(at), hours));
                        due.more = due.more.saturating_add(hours);
                        due.reminded = false;
                    }
                })
            }
            TableEvent::AtTable { seat } => {
                self.at_table.insert(seat);
            }
            TableEvent::Live { on } => {
                let was_long = self.live_since.take().is_some_and(|since| at - since >= LONG);
                (self.live, self.live_since) = (on, on.then_some(at));
                self.at_table.clear();
                let since = self.paused.unwrap_or(at);
                let stands = on || self.paused.is_some();
                self.each_due(|due, timing| {
                    if on && !due.by_timer {
                        due.left = due.at.map(|until| until - since);
                    }
                    due.at = timing.filter(|_| !stands).map(|timing| {
                        let left = due.after_an_evening(timing, at);
                        if was_long { left.max(due.at_least(timing, at)) } else { left }
                    });
                    (due.reminded, due.by_timer) = (false, due.by_timer && on);
                });
            }
            TableEvent::Timer { until } => {
                self.all_are_due(|due| Due { at: Some(until), by_timer: true, ..due })
            }
            TableEvent::AskedAfter { until, .. } => {
                let hours = votes::HOURS;
                self.all_are_due(|due| {
                    let at = due.at.filter(|_| !due.by_timer).or(Some(until));
                    Due { at, hours, by_timer: false, ..due }
                });
            }
            TableEvent::Reminded { .. } => {
                let remind = self.timing.as_ref().map_or(0, |timing| i64::from(timing.remind) * 3600);
                for vote in self.votes.values_mut().map(Arc::make_mut) {
                    vote.reminded |= vote.is_to_be_called(remind, at);
                }
                self.each_due(|due, _| due.reminded |= due.at.is_some_and(|until| at >= until - remind));
            }
            TableEvent::DeadlineMissed { round, seats } => {
                let by_timer = |round: &Round| round.due.as_ref().is_some_and(|due| due.by_timer);
                // Free envelopes nobody has to answer.
                let is_owed = |round: &Arc<Round>| round.exchange.is_none() && !by_timer(round);
                let counts = self.rounds.get(&round).is_some_and(is_owed);
                for seat in seats.into_iter().filter(|_| counts) {
                    if let Some(place) = self.seats.get_mut(&seat) {
                        place.missed += 1;
                    }
                }
            }
            TableEvent::RoundExtended { round, until, for_regents } => {
                if let Some(open) = self.rounds.get_mut(&round).map(Arc::make_mut) {
                    open.regents_asked |= for_regents;
                    if let Some(due) = &mut open.due {
                        due.at = until;
                        due.extended = true;
                        due.reminded = false;
                        due.by_timer = false;
                    }
                }
            }
            TableEvent::Defaulted { round, seats } => {
                if let Some(open) = self.rounds.get_mut(&round).map(Arc::make_mut) {
                    open.defaulted = seats;
                }
            }
            _ => {}
        }
    }
}

/// A clock that stood as long as this, in seconds, falls due to nobody at once when it runs again: they may have stopped looking.
const LONG: i64 = 12 * 60 * 60;

/// So many hours are left then at least, where the step has as many.
const AT_LEAST: u32 = 12;

impl Due {
    /// The earliest moment at which it falls due where the clock stood for long and runs again now.
    fn at_least(&self, timing: &super::timing::Timing, at: i64) -> i64 {
        timing.after(at, self.hours.min(AT_LEAST))
    }

    /// When it falls due where an evening by voice ends now: it has as long as was left to it, or its whole time where it opened in the evening.
    fn after_an_evening(&mut self, timing: &super::timing::Timing, at: i64) -> i64 {
        match self.left.take() {
            Some(left) => timing.after(at + left.max(0), 0),
            None => timing.after(at, self.hours),
        }
    }
}

impl Default for Due {
    fn default() -> Self {
        Due {
            at: None,
            grave: true,
            hours: 72,
            extended: false,
            reminded: false,
            by_timer: false,
            left: None,
            more: 0,
        }
    }
}
