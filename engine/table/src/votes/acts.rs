//! What is done with votes: asked, cast, counted, carried out.

use super::*;
use crate::act::Act;
use crate::campaign::{Play, Stage};
use crate::draft::Draft;
use crate::event::{Event, TableEvent, Text};
use crate::names::{By, SeatId};
use crate::refusal::Refusal;
use crate::said::name;
use crate::switches;
use crate::timing::Timing;
use crate::{rule, said};
use count::close;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who may vote: every seat that has a player and is not out of the game.
#[must_use]
pub fn voters(play: &Play) -> Vec<SeatId> {
    let mut seats: Vec<SeatId> = play
        .seats
        .iter()
        .filter(|(_, seat)| seat.person.is_some() && !seat.out && !seat.stand_in)
        .map(|(id, _)| id.clone())
        .collect();
    seats.sort_by_key(SeatId::number);
    seats
}

/// Opens a vote and tells it to the record.
pub(super) fn open(
    draft: &mut Draft<'_>,
    act: &Act,
    matter: Matter,
    options: u32,
    text: Option<&Text>,
) -> Result<u64, Refusal> {
    open_among(draft, act, matter, options, text, &[], None)
}

fn open_among(
    draft: &mut Draft<'_>,
    act: &Act,
    matter: Matter,
    options: u32,
    text: Option<&Text>,
    without: &[SeatId],
    provisional: Option<u32>,
) -> Result<u64, Refusal> {
    let author = draft.author();
    let asked = draft.campaign().play.votes.values().filter(|vote| vote.by == author);
    if asked.count() >= MOST_ASKED {
        return Err(Refusal::new(said!(
            "{} votes that you asked for are open. Ask for another when one of them has closed.",
            MOST_ASKED
        )));
    }
    draft.act_line(act, text)?;
    announce(draft, matter, options, without, provisional)
}

fn announce(
    draft: &mut Draft<'_>,
    matter: Matter,
    options: u32,
    without: &[SeatId],
    provisional: Option<u32>,
) -> Result<u64, Refusal> {
    let play = &draft.campaign().play;
    // Who is not there has a day in which he can be back, and the night is no part of it.
    let not_before = match matter {
        Matter::Regent { .. } | Matter::Missed { .. } => {
            play.awake_after(draft.at(), A_DAY_OF_HOURS).max(draft.at() + A_DAY)
        }
        _ => draft.at(),
    };
    let voters = voters(play).into_iter().filter(|seat| !without.contains(seat)).collect();
    let vote = play.next_vote;
    let rules = matter.rules();
    let due = deadline(draft).max(not_before);
    draft.table(TableEvent::VoteOpened {
        vote,
        matter,
        options,
        voters,
        due,
        not_before,
        provisional,
        rules,
    })?;
    Ok(vote)
}

/// The hours of a day, of which those count in which somebody can be expected to answer.
const A_DAY_OF_HOURS: u32 = 24;

/// When a vote closes that begins now, Unix seconds: after the time of a light step, and never within a day, so that no clock makes it short.
pub(super) fn deadline(draft: &Draft<'_>) -> i64 {
    let play = &draft.campaign().play;
    let hours = play.timing.as_ref().map_or(HOURS, |timing| timing.light);
    play.after(draft.at(), hours).max(draft.at() + A_DAY)
}

pub(super) fn in_play(draft: &Draft<'_>) -> Result<(), Refusal> {
    match draft.campaign().play.stage {
        Stage::Playing => Ok(()),
        _ => Err(Refusal::new(said!("Votes are held once play has begun."))),
    }
}

pub(super) fn only_one(draft: &Draft<'_>, matter: &Matter) -> Result<(), Refusal> {
    match draft.campaign().play.votes.iter().find(|(_, vote)| vote.matter == *matter) {
        Some((n, _)) => Err(Refusal::new(said!("Vote {} on that is open already.", n))),
        None => Ok(()),
    }
}

/// Puts an unclear point to the vote.
pub(crate) fn ask(draft: &mut Draft<'_>, act: &Act, text: Option<&Text>) -> Result<(), Refusal> {
    let Act::Ask { options, rule, about, provisional } = act else { return Ok(()) };
    in_play(draft)?;
    draft.seat()?;
    let Some(text) = text else {
        return Err(Refusal::new(said!("A vote needs a question and two to five answers.")));
    };
    if text.text.chars().count() > LONGEST {
        return Err(Refusal::new(said!(
            "Question and answers together have at most {} characters.",
            LONGEST
        )));
    }
    if !(2..=5).contains(options) {
        return Err(Refusal::new(said!("A vote has 2 to 5 answers; this one has {}.", options)));
    }
    if provisional.is_some_and(|answer| answer >= *options) {
        return Err(Refusal::new(said!("The provisional reading is one of the answers.")));
    }
    points::not_again(draft, Point { rule: *rule, question: text.text.lines().next() })?;
    let matter = Matter::Point { rule: *rule, about: *about };
    open_among(draft, act, matter, *options, Some(text), &[], *provisional).map(|_| ())
}

/// Turns a switch, or puts it to the vote.
pub(crate) fn switch(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Switch { key, value } = act else { return Ok(()) };
    let switch = switches::known(draft.campaign().play.game.rules().key(), key)?;
    switch.check(value)?;
    let stands = switch.stands(&draft.campaign().play.switches);
    if stands == value {
        return Err(Refusal::new(said!(
            "\"{}\" stands so already: {}.",
            name(switch.name),
            name(switch.words(stands))
        )));
    }
    if draft.campaign().play.stage == Stage::Gathering {
        if draft.author() != draft.campaign().host() {
            return Err(Refusal::new(said!(
                "Before play begins the host sets the switches; later the players vote."
            )));
        }
        draft.act_line(act, None)?;
        return turn(draft, key, value);
    }
    draft.seat()?;
    let matter = Matter::Switch { key: key.clone() };
    only_one(draft, &matter)?;
    points::no_point_open(draft, switch)?;
    let vote = open(draft, act, matter, switch.ways.len() as u32, None)?;
    // Who asks for a way is for it; he may change that.
    let seat = draft.seat()?;
    let way = switch.ways.iter().position(|way| way.0 == value).unwrap_or(0) as u32;
    count_in(draft, vote, seat, way)
}

fn turn(draft: &mut Draft<'_>, key: &str, value: &str) -> Result<(), Refusal> {
    let before = draft.campaign().play.switch(key);
    draft.emit(Event::Switched { what: key.to_owned(), before: json!(before), after: json!(value) })
}

/// Proposes that the campaign end.
pub(crate) fn conclude(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    in_play(draft)?;
    let seat = draft.seat()?;
    if draft.campaign().play.ending.is_some() {
        return Err(Refusal::new(said!("The end of this campaign is announced already.")));
    }
    only_one(draft, &Matter::Conclude)?;
    let vote = open(draft, act, Matter::Conclude, 2, None)?;
    count_in(draft, vote, seat, YES)
}

/// Puts to the vote what is the host's to decide: who asks is for it.
pub(crate) fn in_the_hosts_place(
    draft: &mut Draft<'_>,
    act: &Act,
    office: Office,
    text: Option<&Text>,
) -> Result<(), Refusal> {
    in_play(draft)?;
    let seat = draft.seat()?;
    let matter = Matter::Office { office };
    only_one(draft, &matter)?;
    let vote = open(draft, act, matter, 2, text)?;
    count_in(draft, vote, seat, YES)
}

/// Asks the others whether somebody has won by victory points that players told.
pub(crate) fn on_won(draft: &mut Draft<'_>, seats: Vec<SeatId>) -> Result<(), Refusal> {
    let matter = Matter::Won { seats: seats.clone() };
    if only_one(draft, &matter).is_err() {
        return Ok(());
    }
    announce(draft, matter, 2, &seats, None).map(|_| ())
}

/// Proposes a regent for a seat that missed two deadlines.
pub(crate) fn appoint_regent(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::AppointRegent { seat, person } = act else { return Ok(()) };
    in_play(draft)?;
    let own = draft.seat()?;
    let Some(place) = draft.campaign().play.seats.get(seat) else {
        return Err(Refusal::new(said!("There is no {}.", seat)));
    };
    if own == *seat {
        return Err(Refusal::new(said!("A regent for your own seat is named with /away.")));
    }
    if place.person.is_none() {
        return Err(Refusal::new(said!(
            "That seat has no player: a substitute or an auction takes it over."
        )));
    }
    if place.regent.is_some() {
        return Err(Refusal::new(said!("That seat has a regent already.")));
    }
    if place.missed < 2 {
        let times = if place.missed == 1 { said!("one deadline") } else { said!("no deadline") };
        return Err(Refusal::new(said!(
            "A regent is appointed by vote only after two missed deadlines in a row; this seat has missed {}.",
            times
        )));
    }
    if place.person == Some(*person) || place.partners.contains(person) {
        return Err(Refusal::new(said!("A player is not his own regent.")));
    }
    if draft.campaign().is_operator(seat) {
        return Err(Refusal::new(crate::places::acts::no_regent_of_the_operator()));
    }
    let other = draft.campaign().seat_of(By::Person(*person));
    if other.is_some_and(|other| draft.campaign().play.game.at_war(other, seat)) {
        return Err(Refusal::new(said!("A power at war with that seat's cannot be its regent.")));
    }
    // Who is to act for another has no voice in it.
    let without: Vec<SeatId> = [seat.clone()].into_iter().chain(other.cloned()).collect();
    if voters(&draft.campaign().play).iter().all(|voter| without.contains(voter)) {
        return Err(Refusal::new(said!(
            "Nobody makes himself regent of another's seat, and nobody else is there who could vote on it."
        )));
    }
    let matter = Matter::Regent { seat: seat.clone(), person: *person };
    only_one(draft, &matter)?;
    let may_vote = !without.contains(&own);
    let vote = open_among(draft, act, matter, 2, None, &without, None)?;
    if may_vote { count_in(draft, vote, own, YES) } else { Ok(()) }
}

/// A power whose player left: can it still sway the result?
pub(crate) fn ask_influence(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::AskInfluence { seat } = act else { return Ok(()) };
    if !draft.campaign().play.game.has_auctions() {
        return Err(Refusal::new(said!(
            "This game has no auction of powers. The host names a substitute, or the seat stays without a player."
        )));
    }
    in_play(draft)?;
    let own = draft.seat()?;
    match draft.campaign().play.seats.get(seat) {
        Some(place) if is_left(place) => {}
        Some(_) => {
            return Err(Refusal::under(
                rule!("house.auction.when"),
                said!("A power is put up for auction when its player has stepped down; this seat has one."),
            ));
        }
        None => return Err(Refusal::new(said!("There is no {}.", seat))),
    }
    let matter = Matter::Influence { seat: seat.clone() };
    only_one(draft, &matter)?;
    let vote = open(draft, act, matter, 2, None)?;
    count_in(draft, vote, own, YES)
}

/// A correction that somebody objected to, or by which somebody loses who says nothing, goes to the vote.
pub(crate) fn on_correction(
    draft: &mut Draft<'_>,
    correction: u64,
    without: &[SeatId],
) -> Result<u64, Refusal> {
    announce(draft, Matter::Correction { correction }, 2, without, None)
}

/// What was told and is denied or not answered goes to those who are no party.
pub(crate) fn on_telling(draft: &mut Draft<'_>, telling: u64, others: &[SeatId]) -> Result<(), Refusal> {
    let without: Vec<SeatId> = without(draft, |voter| others.contains(voter));
    announce(draft, Matter::Telling { telling }, 2, &without, None).map(|_| ())
}

/// Who has a voice in other votes, but for these.
fn without(draft: &Draft<'_>, has_a_voice: impl Fn(&SeatId) -> bool) -> Vec<SeatId> {
    voters(&draft.campaign().play).into_iter().filter(|voter| !has_a_voice(voter)).collect()
}

/// A grave step missed twice goes to the other powers: to those who are not asked in it, for who is asked gains by another's empty envelope, as in a
/// battle or an auction. Where so few others are there that they could never decide it, those decide who are not awaited.
pub(crate) fn on_missed(draft: &mut Draft<'_>, round: &str, seats: Vec<SeatId>) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    // Free envelopes are called off then, and nobody gains by that.
    let of_game = play.rounds.get(round).filter(|open| open.exchange.is_none());
    let asked = of_game.map(|open| open.asked.clone()).unwrap_or_default();
    let is_asked = |voter: &SeatId| asked.contains(voter) || seats.contains(voter);
    let all = voters(play);
    // Who is at war with one of those who are asked has a side in it too.
    let fights = |voter: &SeatId, of: &[SeatId]| of.iter().any(|other| play.game.at_war(voter, other));
    let is_no_party = |voter: &SeatId| !is_asked(voter) && !fights(voter, &asked);
    let are_enough = all.iter().filter(|voter| is_no_party(voter)).count() * 3 >= all.len();
    // Nor do the friends of those who are awaited decide that everybody waits for them.
    let there: Vec<SeatId> = asked.iter().filter(|seat| !seats.contains(seat)).cloned().collect();
    let is_friend = |voter: &SeatId| !there.contains(voter) && fights(voter, &there);
    let others = |voter: &SeatId| !seats.contains(voter) && !is_friend(voter);
    let are_others = all.iter().any(others);
    let has_a_voice = |voter: &SeatId| match (are_enough, are_others) {
        (true, _) => is_no_party(voter),
        (false, true) => others(voter),
        (false, false) => !seats.contains(voter),
    };
    let without = without(draft, has_a_voice);
    announce(draft, Matter::Missed { round: round.to_owned(), seats }, 2, &without, None).map(|_| ())
}

/// The host leaves less time to all by the clock: he puts it to the vote, and is for it where he plays.
pub(crate) fn on_the_clock(draft: &mut Draft<'_>, act: &Act, timing: Timing) -> Result<(), Refusal> {
    let matter = Matter::Office { office: Office::Clock { timing } };
    only_one(draft, &matter)?;
    let own = draft.campaign().seat_of(draft.author()).cloned();
    let vote = open(draft, act, matter, 2, None)?;
    let own = own.filter(|own| draft.campaign().play.votes[&vote].voters.contains(own));
    own.map_or(Ok(()), |own| count_in(draft, vote, own, YES))
}

/// Casts or changes a vote.
pub(crate) fn cast(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Cast { vote, option } = act else { return Ok(()) };
    let seat = draft.seat()?;
    let Some(open) = draft.campaign().play.votes.get(vote) else {
        return Err(Refusal::new(said!("That vote is closed.")));
    };
    if !open.voters.contains(&seat) {
        return Err(Refusal::new(said!("Your seat has no vote in this matter.")));
    }
    if *option >= open.options {
        return Err(Refusal::new(said!("There is no answer {}.", option + 1)));
    }
    if !open.stands(*option) {
        return Err(Refusal::under(
            A_DECISION,
            said!(
                "Answer {} is out: no answer had a majority, and the run-off is between answers {} and {}.",
                option + 1,
                open.run_off.as_ref().map_or(0, |run_off| run_off.between[0] + 1),
                open.run_off.as_ref().map_or(0, |run_off| run_off.between[1] + 1)
            ),
        ));
    }
    if open.cast.get(&seat) == Some(option) {
        return Err(Refusal::new(said!("You have voted so already.")));
    }
    draft.act_line(act, None)?;
    count_in(draft, *vote, seat, *option)?;
    Ok(())
}

pub(crate) fn count_in(draft: &mut Draft<'_>, vote: u64, seat: SeatId, option: u32) -> Result<(), Refusal> {
    draft.table(TableEvent::VoteCast { vote, seat, option })?;
    let campaign = draft.campaign();
    let open = &campaign.play.votes[&vote];
    let all = open.cast.len() == open.voters.len() && draft.at() >= open.not_before;
    let all = all && !super::is_held_up(&campaign.play, open);
    let enough = || {
        let yes = open.voices(YES);
        open.matter.is_office()
            && !is_alone(campaign, open, &yes)
            && campaign.is_quorum(&yes, &open.voters, draft.at())
    };
    if all || enough() {
        draft.by(By::Bot);
        close(draft, vote)?;
    }
    Ok(())
}

/// Whether one alone is for it that somebody keeps the host's office which he took when nobody else was there.
pub(super) fn is_alone(campaign: &Campaign, vote: &Vote, yes: &BTreeSet<SeatId>) -> bool {
    let keeps = |person: u32| campaign.play.host_alone && person == campaign.play.host;
    matches!(vote.matter, Matter::Office { office: Office::Host { person } } if keeps(person))
        && yes.len() < 2
}

/// The clock closes a vote.
pub(crate) fn close_by_clock(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::CloseVote { vote } = act else { return Ok(()) };
    let play = &draft.campaign().play;
    let is_closed = |open: &Arc<Vote>| is_due(open, draft.at()) && !super::is_held_up(play, open);
    let due = play.votes.get(vote).is_some_and(is_closed);
    if !due {
        return Err(Refusal::new(said!("That vote is not to be closed yet.")));
    }
    draft.act_line(act, None)?;
    close(draft, *vote)
}

/// What the outcome of a vote does.
pub(super) fn carry_out(
    draft: &mut Draft<'_>,
    n: u64,
    vote: &Vote,
    outcome: Option<u32>,
) -> Result<(), Refusal> {
    match &vote.matter {
        Matter::Point { rule, about } => {
            let Some(option) = outcome else { return Ok(()) };
            let what = rule.map_or_else(|| format!("vote/{n}"), |rule| rule.to_string());
            let before =
                draft.campaign().play.rulings.iter().rev().find(|r| r.rule.is_some() && r.rule == *rule);
            let before = before.map_or(Value::Null, |ruling| json!(ruling.option));
            let mut after = serde_json::Map::from_iter([
                ("vote".to_owned(), json!(n)),
                ("option".to_owned(), json!(option)),
            ]);
            if let Some(about) = about {
                after.insert("about".to_owned(), json!(about));
            }
            let before = if before.is_null() { json!("none") } else { before };
            draft.emit(Event::Ruled { what, before, after: Value::Object(after) })
        }
        Matter::Switch { key } => {
            let Some(option) = outcome else { return Ok(()) };
            let way =
                switches::by_key(key).and_then(|switch| switch.ways.get(option as usize)).map(|way| way.0);
            match way {
                Some(way) if draft.campaign().play.switch(key) != way => turn(draft, key, way),
                _ => Ok(()),
            }
        }
        Matter::Missed { round, .. } => match outcome {
            Some(NO) => crate::clock::take_defaults(draft, round, true),
            _ => crate::clock::wait_on(draft, round),
        },
        Matter::Regent { seat, person } if outcome == Some(YES) && is_gone_since(draft, seat, vote) => {
            draft.table(TableEvent::RegentAppointed { seat: seat.clone(), person: *person })
        }
        Matter::Influence { seat } => {
            // A substitute may have come meanwhile; then the question is answered.
            if !draft.campaign().play.seats.get(seat).is_some_and(is_left) {
                return Ok(());
            }
            let rules = draft.campaign().play.game.rules();
            match outcome {
                Some(YES) => rules.auction(draft, seat)?,
                Some(_) => rules.uncontrolled(draft, seat)?,
                None => return Ok(()),
            }
            // Rounds that waited for that seat alone wait no longer.
            let open: Vec<String> = draft.campaign().play.rounds.keys().cloned().collect();
            open.iter().try_for_each(|round| crate::envelope::acts::close_if_complete(draft, round))
        }
        Matter::Conclude if outcome == Some(YES) => {
            let wished = vote.voices(YES);
            // Nobody is left who could withdraw what he did not wish.
            if voters(&draft.campaign().play).iter().all(|seat| wished.contains(seat)) {
                return crate::seats::conclude(draft);
            }
            crate::ending::acts::announce(draft, crate::ending::How::Conclude, wished)
        }
        Matter::Won { .. } if outcome == Some(YES) => crate::seats::conclude(draft),
        Matter::Won { seats } if !vote.voices(NO).is_empty() => {
            crate::values::acts::fall_below_the_goal(draft, seats)
        }
        Matter::Office { office } if outcome == Some(YES) => crate::clock::in_the_hosts_place(draft, office),
        Matter::Correction { correction } => {
            crate::values::acts::decided(draft, *correction, outcome == Some(YES))
        }
        Matter::Telling { telling } => crate::assent::acts::voted(draft, *telling, outcome == Some(YES)),
        // Whoever applies the closing marks a ruling as reopened.
        Matter::Reopen { .. }
        | Matter::Regent { .. }
        | Matter::Conclude
        | Matter::Won { .. }
        | Matter::Office { .. } => Ok(()),
    }
}

impl Play {
    /// An event of a vote. `said` is the text that came with the order.
    pub(crate) fn apply_votes(
        &mut self,
        event: TableEvent,
        (by, at): (By, i64),
        line: u64,
        said: Option<String>,
    ) {
        match event {
            TableEvent::VoteOpened {
                vote, matter, options, voters, due, not_before, provisional, ..
            } => {
                self.next_vote = vote + 1;
                self.hold_ahead(&voters.iter().cloned().collect());
                let cast = BTreeMap::new();
                let text = said.filter(|_| matches!(matter, Matter::Point { .. }));
                let opened = Vote {
                    matter,
                    options,
                    text,
                    by,
                    line,
                    opened: at,
                    voters,
                    cast,
                    due,
                    not_before,
                    provisional,
                    run_off: None,
                    counts: Vec::new(),
                    outcome: None,
                    reminded: false,
                };
                self.votes.insert(vote, Arc::new(opened));
            }
            TableEvent::VoteCast { vote, seat, option } => {
                if let Some(open) = self.votes.get_mut(&vote).map(Arc::make_mut) {
                    open.cast.insert(seat, option);
                }
            }
            TableEvent::VoteRunOff { vote, counts, between, due, .. } => {
                if let Some(open) = self.votes.get_mut(&vote).map(Arc::make_mut) {
                    // Who voted for one of the two stays with it, until he changes that.
                    open.cast.retain(|_, option| between.contains(option));
                    open.run_off = Some(RunOff { counts, between });
                    open.due = due;
                    let voters = open.voters.iter().cloned().collect();
                    self.hold_ahead(&voters);
                }
            }
            TableEvent::VoteClosed { vote, counts, outcome, .. } => {
                if let Some(open) = self.votes.remove(&vote) {
                    if let (Matter::Reopen { ruling }, Some(YES)) = (&open.matter, outcome) {
                        self.reopen(*ruling);
                    }
                    self.votes_closed
                        .insert(vote, Arc::new(Vote { counts, outcome, ..Arc::unwrap_or_clone(open) }));
                }
            }
            _ => {}
        }
    }

    /// A ruling stands.
    pub(crate) fn apply_ruled(&mut self, after: &Value, line: u64) {
        let number = |key: &str| after.get(key).and_then(Value::as_u64);
        let (Some(n), Some(option)) = (number("vote"), number("option").and_then(|n| u32::try_from(n).ok()))
        else {
            return;
        };
        let Some(vote) = self.votes_closed.get(&n) else { return };
        let (question, answers) = vote.words();
        let Matter::Point { rule, about } = vote.matter else { return };
        // A point that is asked again in its words alone is still a reading of the rule that it was about.
        let rule = rule.or_else(|| self.rule_of_point(question));
        let ruling = Ruling {
            vote: n,
            rule,
            about,
            question: question.map(str::to_owned),
            answer: answers.get(option as usize).map(|answer| (*answer).to_owned()),
            option,
            line,
            reopened: false,
            replaced: None,
        };
        self.replace(n, Point { rule, question: ruling.question.as_deref() });
        self.rulings.push_back(Arc::new(ruling));
    }
}

/// Whether nobody who plays a seat has given an order since a vote on its regent was opened: who is back acts himself.
fn is_gone_since(draft: &Draft<'_>, seat: &SeatId, vote: &Vote) -> bool {
    let campaign = draft.campaign();
    let Some(place) = campaign.play.seats.get(seat).filter(|place| place.person.is_some()) else {
        return false;
    };
    let is_back = |person: &u32| campaign.seen.get(person).is_some_and(|seen| *seen >= vote.opened);
    !place.person.iter().chain(&place.partners).any(is_back)
}

/// Whether a seat's player has left it and none of the three doors is taken yet.
fn is_left(place: &crate::campaign::Seat) -> bool {
    place.person.is_none() && !place.stand_in && !place.out
}
