//! The clock in words: deadlines, what a missed one brought, reminders, pause, extension, an evening by voice.

use super::{Posts, Scene, names, rounds, status, votes};
use crate::message::{Embed, Look, Message};
use crate::present::front;
use crate::say;
use table::timing::Timing;
use table::{Entry, SeatId, TableEvent, View};

/// How the clock is set, for the status.
#[must_use]
pub fn settings(view: &View) -> Option<String> {
    let timing = view.timing.as_ref()?;
    let mut says = described(view, timing);
    if view.paused.is_some() {
        says.push('\n');
        says.push_str(&say!("**The clock stands.**"));
    }
    if view.live {
        says.push('\n');
        says.push_str(&say!("**An evening by voice is under way:** no deadlines."));
    }
    Some(says)
}

/// A timing in words.
#[must_use]
pub fn described(view: &View, timing: &Timing) -> String {
    let mut says = say!(
        "{} hours a step; {} for a grave one: if that is missed it is extended, then the others vote. Time zone {}.",
        timing.light,
        timing.grave,
        names::plain(&timing.zone)
    );
    for (phase, hours) in &timing.phases {
        says.push(' ');
        let named = front::of(view).and_then(|front| front.phase(phase));
        let phase = named.unwrap_or_else(|| phase.clone());
        says.push_str(&say!("{}: {} hours.", phase, hours));
    }
    if let Some((from, to)) = timing.quiet {
        says.push(' ');
        says.push_str(&say!("No deadline from {}:00 to {}:00.", from, to));
    }
    if !timing.weekends {
        says.push(' ');
        says.push_str(&say!("Weekends do not count."));
    }
    if timing.remind > 0 {
        says.push(' ');
        says.push_str(&say!("Reminders come {} hours before.", timing.remind));
    }
    says
}

fn players(scene: &Scene<'_>, seats: &[SeatId]) -> String {
    names::list(&seats.iter().map(|seat| scene.seat(seat)).collect::<Vec<_>>())
}

fn until(at: Option<i64>) -> String {
    at.map_or_else(String::new, |at| format!("<t:{at}:f> (<t:{at}:R>)"))
}

/// The reason that came with an order, quoted.
pub(crate) fn reason(entries: &[Entry]) -> String {
    let text = entries.first().and_then(Entry::text);
    text.map(|text| format!("\n> {}", names::plain_text(text, 500).replace('\n', "\n> "))).unwrap_or_default()
}

/// An event of the clock. `entries` are all of the order's.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, event: &TableEvent, entries: &[Entry]) {
    let who = scene.person(scene.asker);
    match event {
        // What the players decided stands in the vote's own post.
        TableEvent::TimingSet { .. } if entries.iter().any(closes_a_vote) => {}
        TableEvent::TimingSet { timing } => {
            let says = match timing {
                Some(timing) => say!("**The clock is set.** {}", described(&scene.public, timing)),
                None => say!("**The clock is off:** there are no deadlines."),
            };
            posts.council("clock", Message::text(says));
            posts.reply = Message::text(say!("The clock is set, and the council is told."));
        }
        TableEvent::Paused => {
            let says = say!("**{} stops the clock.** No envelope is opened, dropped or changed by it.", who);
            posts.council("clock", Message::text(says + &reason(entries)));
            posts.reply = Message::text(say!("The clock stands."));
        }
        // What the players decided in the host's place stands in the vote's own post.
        TableEvent::Resumed | TableEvent::Extended { .. } if entries.iter().any(closes_a_vote) => {}
        TableEvent::Resumed => {
            posts.council(
                "clock",
                Message::text(say!(
                    "**{} lets the clock run on.** Every deadline moved by as long as it stood.",
                    who
                )),
            );
            posts.reply = Message::text(say!("The clock runs on."));
        }
        TableEvent::Extended { hours } => {
            let latest = latest(&scene.public);
            let says = say!("**{} gives {} hours more:** until {}.", who, hours, until(latest));
            posts.council("clock", Message::text(says + &reason(entries)));
            posts.reply = Message::text(say!("The open steps have {} hours more.", hours));
        }
        TableEvent::Live { on: true } => {
            posts.council("clock", Message::text(say!("**The evening by voice begins.** Deadlines are off; cards come in quick succession. A timer: /turn timer.")));
            posts.reply = Message::text(say!("The evening has begun."));
        }
        TableEvent::Live { on: false } => {
            let says = say!(
                "**The evening by voice is over.** Where play stands now: {}.",
                status::step(&scene.public)
            );
            let latest = latest(&scene.public).map(|at| say!(" The open step is due {}.", until(Some(at))));
            posts.council("clock", Message::text(says + &latest.unwrap_or_default()));
            posts.reply = Message::text(say!("The evening is over; deadlines run again."));
        }
        // Who begins the evening is at the table: that it begins says so.
        TableEvent::AtTable { .. } if entries.iter().any(begins_an_evening) => {}
        TableEvent::AtTable { seat } => {
            let says = say!("**{}** is at the table.", scene.seat(seat));
            posts.council("clock", Message::text(says));
            posts.reply = Message::text(say!("You are at the table: a timer can run for you too."));
        }
        TableEvent::AskedAfter { until, seats } => {
            let evening = scene.public.timing.is_some().then(|| {
                say!(
                    "**Where are you, {}?** An evening by voice has no deadlines, but what is open waits for long. From now on it has one: <t:{}:f>, <t:{}:R>.",
                    players(scene, seats),
                    until,
                    until
                )
            });
            let says = evening.unwrap_or_else(|| say!(
                "**Where are you, {}?** There is no clock, but what is open waits for long. From now on it has a deadline: <t:{}:f>, <t:{}:R>.",
                players(scene, seats),
                until,
                until
            ));
            posts.council("clock", Message::text(says));
            remind(scene, posts, seats);
        }
        TableEvent::Timer { until } => {
            posts.council(
                "clock",
                Message::text(say!("**A timer runs:** until <t:{}:T>, <t:{}:R>.", until, until)),
            );
            posts.reply = Message::text(say!("The timer runs."));
        }
        TableEvent::Reminded { seats } => remind(scene, posts, seats),
        TableEvent::DeadlineMissed { round, seats } => missed(scene, posts, round, seats, entries),
        _ => {}
    }
}

/// What of the open steps waits for a seat; `None` where nothing does.
fn awaited(scene: &Scene<'_>, seat: &SeatId) -> Option<String> {
    let awaits = |awaited: &&table::frames::Awaited| !awaited.held && awaited.awaits(seat);
    scene.public.awaited.iter().find(awaits)?;
    let (step, latest) = (status::step(&scene.public), latest(&scene.public));
    Some(if super::holders::names(&scene.public, seat).is_empty() {
        say!("**{}** falls due {}, and waits for you.", step, until(latest))
    } else {
        say!("**{}** falls due {}, and waits for you ({}).", step, until(latest), scene.power(seat))
    })
}

/// The open votes in which a seat has not voted.
fn to_vote(scene: &Scene<'_>, seat: &SeatId) -> Vec<String> {
    let open = scene.public.votes.iter();
    let silent = open.filter(|(_, vote)| vote.voters.contains(seat) && !vote.cast.contains_key(seat));
    let line = |n: u64, vote: &table::votes::Vote| {
        say!("Vote {} waits for you, until {}: {}", n, until(Some(vote.due)), votes::question(scene, vote))
    };
    silent.map(|(n, vote)| line(*n, vote)).collect()
}

/// Those who are awaited are reminded by direct message: of the open steps, and of the votes.
fn remind(scene: &Scene<'_>, posts: &mut Posts, seats: &[SeatId]) {
    for seat in seats {
        let says: Vec<String> = awaited(scene, seat).into_iter().chain(to_vote(scene, seat)).collect();
        let message = Message::text(say!("{} · you are awaited", scene.title()))
            .with(scene.edged(Embed::new("", says.join("\n")), Some(seat)))
            .buttons(vec![scene.button(Look::Primary, &say!("My desk"), 0, "desk")]);
        to_regent(scene, posts, seat, "reminder", &message);
        posts.to_seat(seat, "reminder", message);
    }
}

/// Who acts as regent for a seat is told what its player is told.
pub fn to_regent(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId, kind: &'static str, message: &Message) {
    let place = scene.public.seats.iter().find(|place| place.id == *seat);
    if let Some(regent) = place.and_then(|place| place.regent) {
        let message = message
            .clone()
            .with(Embed::new("", say!("You are regent of {}: the desk has the button.", scene.seat(seat))));
        posts.posts.push(super::Post { to: super::To::Person(regent), kind, message });
    }
}

fn begins_an_evening(entry: &Entry) -> bool {
    matches!(entry.table_event(), Some(TableEvent::Live { on: true }))
}

fn closes_a_vote(entry: &Entry) -> bool {
    matches!(entry.table_event(), Some(TableEvent::VoteClosed { .. }))
}

/// The deadline that falls last among the open steps.
fn latest(view: &View) -> Option<i64> {
    view.awaited.iter().filter(|awaited| !awaited.held).filter_map(|awaited| awaited.due.as_ref()?.at).max()
}

/// A round's deadline was missed: who, and what follows.
fn missed(scene: &Scene<'_>, posts: &mut Posts, round: &str, seats: &[SeatId], entries: &[Entry]) {
    let title =
        scene.round(round).map_or_else(|| say!("Envelopes"), |open| rounds::title(&scene.public, open));
    let mut says =
        say!("**{}: the deadline passed**, and nothing is sealed by {}.", title, players(scene, seats));
    let grave = scene.round(round).and_then(|round| round.due.as_ref()).is_some_and(|due| due.grave);
    for event in entries.iter().filter_map(Entry::table_event) {
        let more = match event {
            TableEvent::RoundExtended { until: at, for_regents: true, .. } => {
                say!("It is extended once more, for the regent to act: until {}.", until(at))
            }
            TableEvent::RoundExtended { until: at, .. } if grave => {
                say!(
                    "A grave step is not decided for anybody: it is extended once by itself, until {}.",
                    until(at)
                )
            }
            TableEvent::RoundExtended { until: at, .. } => {
                say!("It is extended by itself: until {}.", until(at))
            }
            TableEvent::Defaulted { .. } => {
                say!("What is empty takes the default, and all are opened.")
            }
            TableEvent::VoteOpened { .. } => say!("The other players vote: wait, or take the default."),
            _ => continue,
        };
        says.push('\n');
        says.push_str(&more);
    }
    let line = scene.round(round).map_or(0, |open| open.line);
    let (seal, _) = rounds::labels(&scene.public, round);
    let mut message = Message::text(says);
    if line > 0 {
        message = message.buttons(vec![
            scene.button(Look::Primary, &seal, line, &rounds::verb(&scene.public, round)),
            scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
        ]);
    }
    posts.council("deadline", message);
    for seat in seats {
        let message = Message::text(say!("{} · you are awaited", scene.title()))
            .with(Embed::new("", say!("A deadline passed without your envelope. Everybody was told; what is asked of you stands at your desk.")))
            .buttons(vec![scene.button(Look::Primary, &say!("My desk"), 0, "desk")]);
        to_regent(scene, posts, seat, "missed", &message);
        posts.to_seat(seat, "missed", message);
    }
}

/// What is due in the step that ended, where that is not over before it is done.
fn due_before_it_is_over(scene: &Scene<'_>) -> Option<String> {
    let line = |view: &View| view.step_awaits().map(|step| step.line);
    let before = scene.before.as_deref().and_then(line);
    let stands = before.is_some() && before == line(&scene.public);
    let due = stands.then(|| status::orders(scene)).flatten()?;
    Some(say!("Before it is over this is due:\n{}", due))
}

/// Steps ended and began. The new step's card is its headline; a post is only for what no card keeps: who had not said that he was
/// ready, and what was passed over.
pub(crate) fn went_on(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let events: Vec<TableEvent> = entries.iter().filter_map(Entry::table_event).collect();
    let begun: Vec<&[String]> = events.iter().filter_map(TableEvent::step_begun).collect();
    let missed: Vec<&SeatId> = events
        .iter()
        .flat_map(|event| match event {
            TableEvent::FrameOverdue { missed, until: None, .. } => missed.iter().collect(),
            _ => Vec::new(),
        })
        .collect();
    let mut says = Vec::new();
    if !missed.is_empty() {
        let names: Vec<String> = missed.iter().map(|seat| scene.seat(seat)).collect();
        let ended = scene.before.as_deref().map_or_else(String::new, super::status::step);
        for seat in &missed {
            let told = say!("**{}** ended at its deadline, and you had not said that you were ready.", ended);
            let embed = Embed::new("", told);
            posts.to_seat(
                seat,
                "missed",
                Message::text(say!("{} · a deadline passed", scene.title())).with(embed),
            );
        }
        says.push(say!(
            "**{}** ended at its deadline; not ready by then: {}.",
            ended,
            super::names::list(&names)
        ));
        says.extend(due_before_it_is_over(scene));
    }
    if let Some(passed) = front::of(&scene.public).and_then(|front| front.passed_over(&begun)) {
        says.push(say!("Everybody was ready ahead. Passed over:"));
        says.push(passed);
    }
    if !says.is_empty() {
        posts.council("step", Message::text(says.join("\n")));
    }
}
