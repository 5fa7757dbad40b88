//! Votes: the post of each while it is open, its result, the campaign's own rulings and its switches.

use super::names::{bare, list, plain_text, until};
use super::{Posts, Scene, front, rounds};
use crate::message::{Choice, Component, Embed, Look, Message, clip};
use crate::{say, speech};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use table::roll::Dice;
use table::rules::{RuleId, ledger};
use table::switches::{self, Switch};
use table::view::SeatView;
use table::votes::{Matter, NO, Office, Ruling, RunOff, Unmet, Vote, YES};
use table::{By, Entry, Event, TableEvent, View};

/// How a vote ended.
pub(crate) struct Result {
    /// The vote.
    pub vote: u64,
    /// How many each answer has.
    pub counts: Vec<u32>,
    /// The answer that has it.
    pub outcome: Option<u32>,
    /// Why nothing follows from it.
    pub unmet: Option<Unmet>,
    /// Whether a tie was rolled.
    pub tied: bool,
    /// The rules.
    pub rules: Vec<RuleId>,
    /// The line of the record.
    pub line: u64,
}

/// *Question this*: the button under a result post that puts the result of a line of the record to the vote.
#[must_use]
pub fn question_button(scene: &Scene<'_>, line: u64) -> Component {
    scene.button(Look::Secondary, &say!("Question this"), line, "vote/ask")
}

/// *Why*: the button under a result post that shows the rules behind it.
pub fn why_button(scene: &Scene<'_>, line: u64) -> Component {
    scene.button(Look::Secondary, &say!("Why"), line, "why")
}

/// Both, as most results have them.
#[must_use]
pub fn why_and_question(scene: &Scene<'_>, line: u64) -> Vec<Component> {
    vec![why_button(scene, line), question_button(scene, line)]
}

impl Scene<'_> {
    /// A vote, open or closed, also one that the order ended otherwise.
    pub(crate) fn vote(&self, n: u64) -> Option<&Vote> {
        let before = || self.before.as_ref().and_then(|before| before.votes.get(&n));
        let closed = || self.public.votes_closed.get(&n);
        self.public.votes.get(&n).or_else(closed).or_else(before).map(AsRef::as_ref)
    }
}

/// The question of a vote in one line.
#[must_use]
pub fn question(scene: &Scene<'_>, vote: &Vote) -> String {
    match &vote.matter {
        Matter::Point { .. } => match vote.words().0 {
            Some(question) => plain_text(question, 400),
            None => say!("(the question's words were deleted)"),
        },
        Matter::Switch { key } => {
            let name = switches::by_key(key).map_or(key.as_str(), |switch| switch.name);
            say!("How should this stand: {}?", speech::name(name))
        }
        Matter::Reopen { ruling } => {
            let ruled = scene.public.rulings.iter().find(|known| known.vote == *ruling);
            let point = ruled.map(|ruled| ruling_in_a_line(ruled)).unwrap_or_default();
            say!("Shall this ruling be reopened: {}", plain_text(&point, 400))
        }
        Matter::Missed { seats, .. } => {
            let seats: Vec<String> = seats.iter().map(|seat| scene.seat(seat)).collect();
            say!("No answer came in time: {}. Wait on, or take the default?", list(&seats))
        }
        Matter::Regent { seat, person } => {
            say!("{}: shall {} act as regent?", scene.seat(seat), scene.person(By::Person(*person)))
        }
        Matter::Influence { seat } => say!("Can this power still sway the result: {}?", scene.seat(seat)),
        Matter::Conclude => say!("Shall the campaign end here?"),
        Matter::Office { office: Office::Resume } => say!("Shall the clock run on?"),
        Matter::Office { office: Office::Extend { hours } } => {
            say!("Shall the open steps have {} hours more?", hours)
        }
        Matter::Office { office: Office::Host { person } } => {
            say!("Shall {} be host?", scene.person(By::Person(*person)))
        }
        Matter::Office { office: Office::Clock { timing } } => {
            say!("Shall the clock be set so: {}", super::clock::described(&scene.public, timing))
        }
        Matter::Won { seats } => {
            let seats: Vec<String> = seats.iter().map(|seat| scene.seat(seat)).collect();
            say!("By the victory points that were told {} has won. Is that so?", list(&seats))
        }
        Matter::Telling { telling } => match scene.telling(*telling) {
            Some(open) => {
                let what = super::tellings::what(scene, open).replace("**", "");
                say!("{} tells: {}. Is it so?", scene.power(&open.by), what)
            }
            None => say!("Is it so, what was told and denied?"),
        },
        Matter::Correction { correction } => match scene.correction(*correction) {
            Some(open) => say!("Does this correction hold: {}?", super::values::change_of(scene, open)),
            None => say!("Does correction {} hold?", correction),
        },
    }
}

/// The answers of a vote in order, as a post may show them.
#[must_use]
pub fn answers(vote: &Vote) -> Vec<String> {
    let given = match &vote.matter {
        Matter::Point { .. } => vote.words().1.into_iter().map(|answer| plain_text(answer, 300)).collect(),
        Matter::Switch { key } => {
            let ways = switches::by_key(key).map_or(&[][..], |switch| switch.ways);
            ways.iter().map(|(_, words)| speech::word(words)).collect()
        }
        Matter::Reopen { .. } => {
            vec![say!("Yes: it may be asked again"), say!("No: the ruling stands")]
        }
        Matter::Missed { .. } => vec![say!("Wait on"), say!("Take the default")],
        Matter::Influence { .. } => vec![say!("Yes: it is auctioned"), say!("No: it stays without a player")],
        Matter::Conclude => vec![say!("Yes, end it"), say!("No, play on")],
        Matter::Won { .. } => vec![say!("Yes: the campaign ends"), say!("No, play on")],
        Matter::Regent { .. }
        | Matter::Correction { .. }
        | Matter::Telling { .. }
        | Matter::Office { .. } => {
            vec![say!("Yes"), say!("No")]
        }
    };
    let mut answers: Vec<String> = given;
    // Words that were deleted leave their number.
    for n in answers.len()..vote.options as usize {
        answers.push(say!("Answer {}", n + 1));
    }
    answers.truncate(vote.options as usize);
    answers
}

/// The rule a vote is about, as a post cites it, with what it says.
fn about(vote: &Vote) -> Option<String> {
    let Matter::Point { rule, about } = &vote.matter else { return None };
    let mut text = String::new();
    if let Some(rule) = rule {
        let entry = ledger().get(*rule);
        let _ = write!(text, "**{}**: {}", entry.printed(), clip(&entry.says, 400));
        if !entry.reading.is_empty() {
            let _ = write!(text, "\n{}", say!("*Read until now as:* {}", clip(&entry.reading, 250)));
        }
    }
    if about.is_some() {
        let apart = if text.is_empty() { "" } else { "\n" };
        let _ =
            write!(text, "{apart}{}", say!("*About a result on the record: Why has the rules behind it.*"));
    }
    (!text.is_empty()).then_some(text)
}

/// The answers, a line each, with how many votes each has and whose: "**Yes** — 2: France, Spain". The one that holds is marked; while
/// the vote is open, the one by which play goes on.
fn tally(scene: &Scene<'_>, vote: &Vote, counts: &[u32], outcome: Option<u32>) -> String {
    let open = vote.counts.is_empty() && outcome.is_none();
    let line = |(n, answer): (usize, String)| {
        let option = Some(n as u32);
        if let Some(run_off) = vote.run_off.as_ref().filter(|_| !vote.stands(n as u32)) {
            let had = run_off.counts.get(n).copied().unwrap_or(0);
            return say!("~~{}~~ — {}, and out in the run-off", answer, had);
        }
        let count = counts.get(n).copied().unwrap_or(0);
        let who = vote.cast.iter().filter(|(_, cast)| Some(**cast) == option);
        let who: Vec<String> = who.map(|(seat, _)| scene.power(seat)).collect();
        let who = if who.is_empty() { String::new() } else { format!(": {}", who.join(", ")) };
        let mark = if outcome == option { "✔ " } else { "" };
        let provisional = if open && vote.provisional == option {
            format!(" · *{}*", say!("play goes on by this until then"))
        } else {
            String::new()
        };
        format!("{mark}**{answer}** — {count}{who}{provisional}")
    };
    answers(vote).into_iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// The answers with their votes in a few words, for a list: "Yes 3, No 2".
fn counted(vote: &Vote, counts: &[u32]) -> String {
    let standing =
        (0..).zip(answers(vote).into_iter().zip(counts)).filter(|(option, _)| vote.stands(*option));
    let each = standing.map(|(_, (answer, n))| format!("{} {n}", clip(&answer, 24)));
    each.collect::<Vec<_>>().join(", ")
}

/// Who has how many votes, what decides, and that a tie is rolled.
fn how(scene: &Scene<'_>, vote: &Vote) -> String {
    let by_power = switches::by_key(switches::VOTES)
        .is_some_and(|switch| switch.stands(&scene.public.switches) == "power");
    let whose = if by_power {
        say!("One vote a power; a tie is rolled.")
    } else {
        say!("One vote a player; a tie is rolled.")
    };
    if vote.by_majority() && vote.options > 2 {
        say!("{} If no answer has more than half of the votes, the two that lead run off.", whose)
    } else {
        whose
    }
}

/// A button for each answer that can be voted for.
fn buttons(scene: &Scene<'_>, n: u64, vote: &Vote) -> Vec<Component> {
    let standing = (0..).zip(answers(vote)).filter(|(option, _)| vote.stands(*option));
    let button = |(option, answer): (u32, String)| {
        scene.button(Look::Primary, &bare(&answer.replace('\\', ""), 80), n, &format!("vote/cast/{option}"))
    };
    standing.map(button).collect()
}

/// The post of a vote while it is open, with a button for each answer.
#[must_use]
pub fn card(scene: &Scene<'_>, n: u64, vote: &Vote) -> Message {
    let open = scene.public.votes.contains_key(&n);
    let counts = scene.public.counts.get(&n).cloned().unwrap_or_else(|| last_counts(vote));
    let mut embed = Embed::new(&question(scene, vote), tally(scene, vote, &counts, vote.outcome));
    if let Some(about) = about(vote) {
        embed = embed.field(&say!("The point"), about);
    }
    if !open {
        let head = match vote.outcome.and_then(|answer| answers(vote).into_iter().nth(answer as usize)) {
            Some(answer) => say!("**{}** · vote {}, closed", answer, n),
            None => say!("**Vote {}** · closed", n),
        };
        return Message::text(head).with(embed.footer(&scene.record()));
    }
    let missing: Vec<String> = vote
        .voters
        .iter()
        .filter(|seat| !vote.cast.contains_key(seat))
        .map(|seat| scene.seat(seat))
        .collect();
    let mut open_until =
        say!("Closes {}, or as soon as all have voted. {}", until(vote.due), how(scene, vote));
    if vote.not_before > vote.opened {
        open_until =
            say!("Closes {}, not before {}. {}", until(vote.due), until(vote.not_before), how(scene, vote));
    }
    embed =
        embed.field(&say!("Still to vote: {}", missing.len()), format!("{}\n{open_until}", list(&missing)));
    if vote.run_off.is_some() {
        embed = embed.field(&say!("Run-off"), carried());
    }
    let mut all = buttons(scene, n, vote);
    if let Matter::Point { about: Some(line), .. } = vote.matter {
        all.push(why_button(scene, line));
    }
    Message::text(say!("**Vote {}** · asked by {}", n, scene.author(vote.by)))
        .with(embed.footer(&scene.record()))
        .buttons(all)
}

/// What becomes of the votes that were cast before a run-off.
fn carried() -> String {
    say!(
        "No answer had more than half of the votes. Who voted for one of the two that are left is counted for it, and may change that; the others choose anew."
    )
}

/// A vote comes to a run-off between two answers.
pub(crate) fn run_off(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, n: u64, line: u64) {
    let Some(vote) = scene.vote(n) else { return };
    let Some(RunOff { counts, between }) = &vote.run_off else { return };
    let all = answers(vote);
    let answer = |option: u32| all.get(option as usize).cloned().unwrap_or_default();
    let head = say!("**Run-off** · vote {}: **{}** or **{}**?", n, answer(between[0]), answer(between[1]));
    let each = (0..).zip(counts).map(|(option, count)| format!("**{}** — {count}", answer(option)));
    let mut text = each.collect::<Vec<_>>().join("\n");
    let slot = format!("vote/{n}/run-off");
    let rolled = entries[..i].iter().filter_map(|e| e.event.rolled()).find(|rolled| rolled.slot == slot);
    if let Some(rolled) = rolled {
        let die = rolled.result.first().copied().unwrap_or_default();
        let faces = match &rolled.dice {
            Dice::Of(groups) => groups.first().map_or(0, |group| group[0]),
            Dice::Shuffle(n) => *n,
        };
        let _ = write!(text, "\n\n{}", say!("Several were equal: d{} falls **{}**.", faces, die));
    }
    let embed = Embed::new(&question(scene, vote), text)
        .field(&say!("Closes {}", until(vote.due)), carried())
        .footer(&scene.record());
    let mut all = buttons(scene, n, vote);
    all.push(why_button(scene, line));
    posts.council("run_off", Message::text(head).with(embed).buttons(all));
}

/// How many votes each answer has in a vote that is not open any more: as it closed, or as they lay when it became void.
fn last_counts(vote: &Vote) -> Vec<u32> {
    if !vote.counts.is_empty() {
        return vote.counts.clone();
    }
    let mut counts = vec![0; vote.options as usize];
    for option in vote.cast.values() {
        if let Some(count) = counts.get_mut(*option as usize) {
            *count += 1;
        }
    }
    counts
}

/// The cards of every vote that an order touched, edited.
pub(crate) fn cards(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let mut touched = BTreeSet::new();
    for event in entries.iter().filter_map(Entry::table_event) {
        match event {
            TableEvent::VoteOpened { vote, .. }
            | TableEvent::VoteCast { vote, .. }
            | TableEvent::VoteRunOff { vote, .. }
            | TableEvent::VoteClosed { vote, .. } => {
                touched.insert(vote);
            }
            // Deadlines moved on while the clock stood.
            TableEvent::Resumed => touched.extend(scene.public.votes.keys()),
            _ => {}
        }
    }
    // One that became void, because the umpire settled its matter.
    if let Some(before) = &scene.before {
        touched.extend(before.votes.keys().filter(|n| !scene.public.votes.contains_key(n)));
    }
    for n in touched {
        if let Some(vote) = scene.vote(n) {
            posts.card_of(format!("vote/{n}"), "vote", card(scene, n, vote));
        }
    }
}

/// A vote opened; its card tells everybody.
pub(crate) fn opened(scene: &Scene<'_>, posts: &mut Posts, vote: u64) {
    if posts.reply == Message::default() {
        let own = scene.own.seat().and_then(|seat| scene.vote(vote)?.cast.get(seat));
        posts.reply = Message::text(match own {
            Some(_) => say!(
                "Vote {} is open in the council, and you have voted for what you proposed; you may change that.",
                vote
            ),
            None => say!("Vote {} is open in the council.", vote),
        });
    }
    to_voters(scene, posts, vote);
}

/// Whether those who have a voice are told by direct message: somebody gains or loses by what they decide.
fn is_told_to_voters(matter: &Matter) -> bool {
    matches!(
        matter,
        Matter::Telling { .. }
            | Matter::Correction { .. }
            | Matter::Won { .. }
            | Matter::Office { office: Office::Host { .. } | Office::Clock { .. } }
            | Matter::Regent { .. }
            | Matter::Missed { .. }
    )
}

/// Those who have a voice in what somebody gains or loses by are told by direct message, and the host where it is about his office.
fn to_voters(scene: &Scene<'_>, posts: &mut Posts, n: u64) {
    let Some(vote) = scene.public.votes.get(&n).filter(|vote| is_told_to_voters(&vote.matter)) else {
        return;
    };
    let says = format!("{}\n{}", question(scene, vote), say!("Closes {}", until(vote.due)));
    let message = Message::text(say!("{} · vote {} waits for you", scene.title(), n))
        .with(Embed::new("", clip(&says, 1_500)))
        .buttons(buttons(scene, n, vote));
    for seat in vote.silent() {
        posts.to_seat(seat, "to_vote", message.clone());
    }
    to_absent(scene, posts, n, vote);
    let host = scene.public.host;
    let is_asked = |seat: &SeatView| seat.person == Some(host) && vote.voters.contains(&seat.id);
    if matches!(vote.matter, Matter::Office { .. }) && !scene.public.seats.iter().any(is_asked) {
        posts.posts.push(super::Post { to: super::To::Person(host), kind: "to_vote", message });
    }
}

/// Who is not there is told what the others vote on about him, and what he can do about it.
fn to_absent(scene: &Scene<'_>, posts: &mut Posts, n: u64, vote: &Vote) {
    let says = match &vote.matter {
        Matter::Regent { .. } => {
            say!("If you do anything in this campaign before the vote closes, nobody becomes your regent.")
        }
        Matter::Missed { .. } => {
            say!("If you seal your envelope before the vote closes, nothing is decided without you.")
        }
        _ => return,
    };
    let seats = match &vote.matter {
        Matter::Regent { seat, .. } => std::slice::from_ref(seat),
        Matter::Missed { seats, .. } => seats.as_slice(),
        _ => &[],
    };
    let closes = say!("Closes {}, not before {}.", until(vote.due), until(vote.not_before));
    let embed = Embed::new("", clip(&format!("{}\n{closes}\n{says}", question(scene, vote)), 1_500));
    let mut message = Message::text(say!("{} · vote {} is about you", scene.title(), n)).with(embed);
    if matches!(vote.matter, Matter::Regent { .. }) {
        let back = scene.button(Look::Primary, &say!("I am back"), 0, "seat/back");
        message = message.buttons(vec![back]);
    }
    for seat in seats {
        posts.to_seat(seat, "to_vote", message.clone());
    }
}

/// Somebody voted; the card shows how.
pub(crate) fn cast(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], n: u64, option: u32) {
    let opened = |entry: &Entry| matches!(entry.table_event(), Some(TableEvent::VoteOpened { .. }));
    let Some(vote) = scene.vote(n) else { return };
    if entries.iter().any(opened) {
        return;
    }
    let answer = answers(vote).into_iter().nth(option as usize).unwrap_or_default();
    let runs_off = |entry: &Entry| matches!(entry.table_event(), Some(TableEvent::VoteRunOff { .. }));
    posts.reply = Message::text(if entries.iter().any(runs_off) {
        say!(
            "You vote: **{}**. With that all have voted, and no answer has a majority; the run-off is open in the council.",
            answer
        )
    } else if scene.public.votes.contains_key(&n) {
        say!("You vote: **{}**. Until the vote closes you may change that.", answer)
    } else {
        say!("You vote: **{}**. With that all have voted; the result stands in the council.", answer)
    });
}

/// A vote closed: what holds from now on.
pub(crate) fn closed(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, result: &Result) {
    let Some(vote) = scene.vote(result.vote) else { return };
    // The announcement tells that they voted to end, and the final table that somebody has won.
    if matches!(vote.matter, Matter::Conclude | Matter::Won { .. }) && result.outcome == Some(YES) {
        return;
    }
    let answers = answers(vote);
    let chosen = result.outcome.and_then(|outcome| answers.get(outcome as usize));
    let head = match chosen {
        None if result.unmet.is_some() => say!("**Nothing is decided.** · vote {}", result.vote),
        Some(answer) => say!("**{}** · vote {}", answer, result.vote),
        None => say!("**Nobody voted.** · vote {}", result.vote),
    };
    let mut text = tally(scene, vote, &result.counts, result.outcome);
    if result.tied {
        let slot = format!("vote/{}", result.vote);
        let rolled = entries[..i].iter().filter_map(|e| e.event.rolled()).find(|r| r.slot == slot);
        if let Some(rolled) = rolled {
            let die = rolled.result.first().copied().unwrap_or_default();
            let faces =
                result.counts.iter().filter(|count| Some(*count) == result.counts.iter().max()).count();
            let _ = write!(text, "\n\n{}", say!("Equal: d{} falls **{}**.", faces, die));
        }
    }
    if let Some(unmet) = &result.unmet {
        let _ = write!(text, "\n\n{}", lacks(scene, unmet));
    }
    let mut embed = Embed::new(&question(scene, vote), text);
    if let Matter::Point { rule: Some(rule), .. } = &vote.matter {
        embed = embed.field(&say!("The point"), rule.printed());
    }
    if let Some(follows) = follows(scene, vote, &entries[i..], result) {
        embed = embed.field(&say!("From now on"), follows);
    }
    let mut buttons = Vec::new();
    if !result.rules.is_empty() {
        buttons.push(why_button(scene, result.line));
    }
    if matches!(vote.matter, Matter::Point { .. }) && chosen.is_some() {
        buttons.push(scene.button(Look::Secondary, &say!("Our rulings"), 0, "vote/rulings"));
    }
    posts.council("voted", Message::text(head).with(embed.footer(&scene.record())).buttons(buttons));
}

/// What a vote lacked.
fn lacks(scene: &Scene<'_>, unmet: &Unmet) -> String {
    match unmet {
        Unmet::Quorum => say!(
            "Too few stood behind it: it takes more than half of those who looked in within seven days, and a third of all."
        ),
        Unmet::OneVoice => say!("One alone was for it: it takes two where two are no party."),
        Unmet::Third => {
            say!("Too few were for it: about who is not there at least a third of all who play decides.")
        }
        Unmet::Leader { seat } => {
            say!(
                "{} is within two steps of the goal, or would lose by an end now, and was not for it.",
                scene.seat(seat)
            )
        }
    }
}

/// What the outcome sets in force.
fn follows(scene: &Scene<'_>, vote: &Vote, entries: &[Entry], result: &Result) -> Option<String> {
    let has = |of: &dyn Fn(&Event) -> bool| entries.iter().any(|entry| of(&entry.event));
    Some(match &vote.matter {
        Matter::Point { .. } if has(&|event| matches!(event, Event::Ruled { .. })) => {
            say!("It is this campaign's own ruling from now on. Dice that have fallen stay as they are.")
        }
        Matter::Point { .. } => say!("Nothing is ruled; the question can be asked again."),
        Matter::Switch { key } => {
            let switch = switches::by_key(key)?;
            let stands = switch.words(switch.stands(&scene.public.switches));
            if has(&|event| matches!(event, Event::Switched { .. })) {
                say!(
                    "{}: {}, from now on. Dice that have fallen stay as they are.",
                    speech::name(switch.name),
                    speech::name(stands)
                )
            } else {
                say!("It stays as it was. {}: {}.", speech::name(switch.name), speech::name(stands))
            }
        }
        Matter::Reopen { ruling } if result.outcome == Some(YES) => {
            say!("The ruling of vote {} can be asked again with /vote ask. Until then it holds.", *ruling)
        }
        Matter::Reopen { ruling } => say!("The ruling of vote {} stands.", *ruling),
        Matter::Missed { round, .. } if result.outcome == Some(NO) && rounds::is_free(round) => {
            say!("The free envelopes are called off; what was sealed stays closed.")
        }
        Matter::Missed { .. } if result.outcome == Some(NO) => say!("The empty envelopes take the default."),
        Matter::Missed { .. } => say!("The step waits on; the clock begins again."),
        Matter::Regent { seat, person } if result.outcome == Some(YES) => say!(
            "{} acts for {} until the player is back.",
            scene.person(By::Person(*person)),
            scene.seat(seat)
        ),
        Matter::Regent { .. } => say!("No regent is appointed."),
        Matter::Influence { .. } if result.outcome == Some(YES) => say!("It is put up for auction."),
        Matter::Influence { .. } => say!("It stays without a player (14.3)."),
        Matter::Conclude | Matter::Won { .. } => say!("Play goes on."),
        Matter::Office { office: Office::Host { person } } if result.outcome == Some(YES) => {
            say!("{} is host.", scene.person(By::Person(*person)))
        }
        Matter::Office { office: Office::Clock { timing } } if result.outcome == Some(YES) => {
            say!("**The clock is set.** {}", super::clock::described(&scene.public, timing))
        }
        Matter::Office { office: Office::Resume } if result.outcome == Some(YES) => {
            say!("The clock runs on. Every deadline moved by as long as it stood.")
        }
        Matter::Office { office: Office::Extend { hours } } if result.outcome == Some(YES) => {
            say!("The open steps have {} hours more.", hours)
        }
        Matter::Office { .. } => say!("It stays as it is."),
        Matter::Telling { .. } if result.outcome == Some(YES) => say!("It is so, and counts."),
        Matter::Telling { .. } => say!("What was told does not count."),
        Matter::Correction { .. } if result.outcome == Some(YES) => say!("The correction holds."),
        Matter::Correction { .. } => say!("The recorded value stays as it is."),
    })
}

/// The host turned a switch before play began.
pub(crate) fn switched(scene: &Scene<'_>, posts: &mut Posts, key: &str) {
    let Some(switch) = switches::by_key(key) else { return };
    let stands = switch.words(switch.stands(&scene.public.switches));
    let message = Message::text(say!(
        "**{}: {}** · {} turns the switch.",
        speech::name(switch.name),
        speech::name(stands),
        scene.person(scene.asker)
    ));
    let button = scene.button(Look::Secondary, &say!("Switches"), 0, "vote/switches");
    posts.council("switched", message.buttons(vec![button]));
    posts.reply =
        Message::text(say!("It stands so now: {}: {}.", speech::name(switch.name), speech::name(stands)));
}

/// The votes, for whoever asks: the open ones as they stand, and how the last ones ended.
#[must_use]
pub fn listed(scene: &Scene<'_>, entries: &[Entry]) -> Message {
    let mut lines = Vec::new();
    let mut buttons = Vec::new();
    for (n, vote) in &scene.public.votes {
        let counts = scene.public.counts.get(n).cloned().unwrap_or_default();
        let state = say!(
            "{} · {} of {} have voted, closes {}",
            counted(vote, &counts),
            vote.cast.len(),
            vote.voters.len(),
            until(vote.due)
        );
        lines.push(format!("**{n}.** {}\n{state}", clip(&question(scene, vote), 250)));
        if buttons.len() < 20 {
            buttons.push(scene.button(Look::Primary, &say!("Vote {}", n), *n, "vote/show"));
        }
    }
    if lines.is_empty() {
        lines.push(say!("No vote is open."));
    }
    lines.truncate(10);
    let mut embed = Embed::new(&say!("Votes"), lines.join("\n"));
    let mut closed: Vec<String> = entries
        .iter()
        .filter_map(|entry| match entry.table_event()? {
            TableEvent::VoteClosed { vote: n, counts, outcome, .. } => {
                let vote = scene.public.votes_closed.get(&n)?;
                let answer = outcome.and_then(|answer| answers(vote).into_iter().nth(answer as usize));
                let answer = answer.unwrap_or_else(|| undecided(vote));
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                Some(format!(
                    "**{n}.** {}: *{}* ({})",
                    clip(&question(scene, vote), 60),
                    clip(&answer, 40),
                    counts.join(" : ")
                ))
            }
            _ => None,
        })
        .collect();
    closed.reverse();
    if !closed.is_empty() {
        closed.truncate(7);
        embed = embed.field(&say!("The last ones that closed"), closed.join("\n"));
    }
    buttons.push(scene.button(Look::Secondary, &say!("Our rulings"), 0, "vote/rulings"));
    buttons.push(scene.button(Look::Secondary, &say!("Switches"), 0, "vote/switches"));
    if scene.own.seat().is_some() {
        buttons.push(scene.button(Look::Secondary, &say!("Ask for a vote"), 0, "vote/ask"));
    }
    Message::default().with(embed.footer(&scene.record())).buttons(buttons)
}

/// The campaign's own rulings, the newest first.
#[must_use]
pub fn rulings(scene: &Scene<'_>) -> Message {
    let rulings = &scene.public.rulings;
    if rulings.is_empty() {
        return Message::text(say!(
            "This campaign has no rulings of its own yet. An unclear point is put to the vote with /vote ask."
        ));
    }
    let mut embed = Embed::new(
        &say!("Our own rulings"),
        say!(
            "They hold for this campaign without a new vote. To change one takes two votes: one that reopens it, with more for it than against, and then a new one on its point."
        ),
    );
    for ruling in rulings.iter().rev().take(8) {
        let head = match ruling.rule {
            Some(rule) => say!("{} · vote {}", rule.printed(), ruling.vote),
            None => say!("Vote {}", ruling.vote),
        };
        let question = ruling.question.as_deref().map(|text| clip(&plain_text(text, 160), 200));
        let answer = ruling.answer.as_deref().map(|text| clip(&plain_text(text, 120), 160));
        let answer = answer.unwrap_or_else(|| say!("Answer {}", ruling.option + 1));
        let state = match (ruling.replaced, ruling.reopened) {
            (Some(by), _) => format!("\n{}", say!("The ruling of vote {} has taken its place.", by)),
            (None, true) => {
                format!("\n{}", say!("Reopened: its point can be asked again. Until then it holds."))
            }
            (None, false) => String::new(),
        };
        embed = embed.field(
            &head,
            format!(
                "{}\n**{answer}**{state}",
                question.unwrap_or_else(|| say!("(the question's words were deleted)"))
            ),
        );
    }
    if rulings.len() > 8 {
        embed = embed.footer(&say!("{} older ones stand on the record.", rulings.len() - 8));
    }
    let choices: Vec<Choice> = to_reopen(scene)
        .map(|ruling| Choice::new(&ruling_in_a_line(ruling), ruling.vote.to_string()))
        .take(25)
        .collect();
    let message = Message::default().with(embed);
    if choices.is_empty() || scene.own.seat().is_none() || scene.public.stage != table::Stage::Playing {
        return message;
    }
    let id = crate::custom_id::CustomId::of(&scene.public.campaign, 0, "vote/reopen");
    message.select(Component::select(&say!("Vote on reopening a ruling"), id, choices))
}

/// The rulings that a vote could reopen, the newest first.
pub fn to_reopen<'s>(scene: &'s Scene<'_>) -> impl Iterator<Item = &'s Ruling> {
    scene.public.rulings.iter().rev().map(AsRef::as_ref).filter(|ruling| ruling.is_closed())
}

/// A ruling in a line: "Vote 3: Which corps is the fifth? The dearest".
#[must_use]
pub fn ruling_in_a_line(ruling: &Ruling) -> String {
    let question = ruling.question.clone().unwrap_or_else(|| say!("(the question's words were deleted)"));
    let answer = ruling.answer.clone().unwrap_or_else(|| say!("Answer {}", ruling.option + 1));
    say!("vote {}: {} {}", ruling.vote, clip(&question, 60), clip(&answer, 60))
}

/// The button that asks for a vote on reopening the ruling of a vote.
#[must_use]
pub fn reopen_button(scene: &Scene<'_>, ruling: u64) -> Component {
    scene.button(Look::Secondary, &say!("Vote on reopening it"), ruling, "vote/reopen")
}

/// Whoever puts a switch to the vote on whose rule the group has ruled is asked whether that is another point.
#[must_use]
pub fn ruled_before(scene: &Scene<'_>, ruling: &Ruling, key: &str, value: &str) -> Message {
    let turn = scene.button(
        Look::Primary,
        &say!("Another point: vote on it"),
        0,
        &format!("vote/turn/{key}/{value}"),
    );
    Message::text(say!(
        "This group has ruled on the rule of that switch: {}. If the switch is the same point, the ruling is reopened first.",
        plain_text(&ruling_in_a_line(ruling), 300)
    ))
    .buttons(vec![reopen_button(scene, ruling.vote), turn])
}

/// How many choices a select holds.
const A_SELECT: usize = 25;

/// How every switch stands, with what it could be changed to.
#[must_use]
pub fn switches(scene: &Scene<'_>) -> Message {
    let set = &scene.public.switches;
    let mut lines = Vec::new();
    let mut choices = Vec::new();
    for switch in known_switches(&scene.public) {
        let stands = switch.stands(set);
        let cited = switch.rule.map(|rule| format!(" · *{}*", rule.printed())).unwrap_or_default();
        lines.push(format!(
            "**{}**: {}{cited}",
            speech::word(switch.name),
            speech::word(switch.words(stands))
        ));
        choices.extend(other_ways(switch, stands));
    }
    let who = match scene.public.stage {
        table::Stage::Gathering => say!("Until play begins the host turns them."),
        _ => say!("To turn one is put to the vote. It never changes dice that have fallen."),
    };
    let mut message =
        Message::default().with(Embed::new(&say!("Switches"), format!("{}\n\n{who}", lines.join("\n"))));
    if scene.public.stage != table::Stage::Closed && scene.own.asker.is_some() {
        // A select holds so many; where there are more, another has the others.
        for (n, part) in choices.chunks(A_SELECT).enumerate() {
            let verb = if n == 0 { "vote/switch".to_owned() } else { format!("vote/switch/{n}") };
            let id = crate::custom_id::CustomId::of(&scene.public.campaign, 0, &verb);
            message = message.select(Component::select(&say!("Turn a switch"), id, part.to_vec()));
        }
    }
    message
}

/// The switches that can make a difference in a campaign.
pub fn known_switches(view: &View) -> impl Iterator<Item = &'static Switch> {
    let front = front::of(view);
    let concerns = move |switch: &&Switch| front.is_none_or(|front| front.concerns(&view.scenario, switch));
    switches::of(&view.game_key).filter(concerns)
}

fn other_ways(switch: &Switch, stands: &str) -> Vec<Choice> {
    let ways = switch.ways.iter().filter(|way| way.0 != stands);
    ways.map(|(way, words)| {
        let label = format!("{}: {}", speech::word(switch.name), speech::word(words));
        Choice::new(&label, format!("{}/{way}", switch.key))
    })
    .collect()
}

/// What the desk shows of votes: the ones in which the asker's vote is missing, each with its button.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let Some(seat) = scene.own.seat() else { return Default::default() };
    let open =
        scene.public.votes.iter().filter(|(_, v)| v.voters.contains(seat) && !v.cast.contains_key(seat));
    open.map(|(n, vote)| {
        let line = say!("**Vote {}**: {} Closes {}.", n, clip(&question(scene, vote), 150), until(vote.due));
        (line, scene.button(Look::Primary, &say!("Vote {}", n), *n, "vote/show"))
    })
    .unzip()
}

/// How a vote reads in a chronicle or gazette, in a line: the question and the answer.
#[must_use]
pub fn in_a_line(scene: &Scene<'_>, n: u64, outcome: Option<u32>) -> Option<String> {
    let vote = scene.public.votes_closed.get(&n)?;
    let answer = outcome.and_then(|answer| answers(vote).into_iter().nth(answer as usize));
    Some(format!("{} {}", clip(&question(scene, vote), 80), answer.unwrap_or_else(|| undecided(vote))))
}

/// How a vote ended that decided nothing.
fn undecided(vote: &Vote) -> String {
    if vote.cast.is_empty() { say!("nobody voted") } else { say!("too few voted") }
}

/// How a run-off reads in a chronicle, in a line: the question and the two answers that are left.
#[must_use]
pub fn run_off_in_a_line(scene: &Scene<'_>, n: u64, between: [u32; 2]) -> Option<String> {
    let vote = scene.vote(n)?;
    let all = answers(vote);
    let [one, other] = between.map(|option| all.get(option as usize).cloned().unwrap_or_default());
    Some(say!("{} No majority: run-off between {} and {}.", clip(&question(scene, vote), 80), one, other))
}
