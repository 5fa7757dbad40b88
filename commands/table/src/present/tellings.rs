//! What was told and binds or costs others: its post, who confirms or denies it, what came of it.

use super::names::list;
use super::values::change;
use super::{Posts, Scene};
use crate::message::{Component, Embed, Look, Message, clip};
use crate::present::front;
use crate::{say, speech};
use std::collections::BTreeSet;
use table::assent::{Came, Telling, Weight, What};
use table::said::Kept;
use table::values::Change;
use table::{Entry, Event, Said, SeatId, TableEvent};

/// How many tellings are listed at most.
const MOST: usize = 15;

impl Scene<'_> {
    /// Something that was told, open or settled by the order.
    pub(crate) fn telling(&self, n: u64) -> Option<&Telling> {
        let before = || self.before.as_ref().and_then(|before| before.tellings.get(&n));
        self.public.tellings.get(&n).or_else(before).map(|open| &**open)
    }
}

/// What was told, in a line without its end: "Great Britain collects no manpower".
#[must_use]
pub fn what(scene: &Scene<'_>, open: &Telling) -> String {
    let says = match &open.what {
        What::Order { order } => {
            front::of(&scene.public).and_then(|front| front.told_order(scene, order)).unwrap_or_default()
        }
        What::Values { changes } => {
            let one = |moved: &Change| {
                let value = scene.value(&moved.key);
                value.map_or_else(|| moved.key.clone(), |value| change(value, moved.before, moved.after))
            };
            changes.iter().take(12).map(one).collect::<Vec<_>>().join(", ")
        }
    };
    if says.is_empty() { say!("something of the board") } else { clip(&says, 500) }
}

fn names<'s>(scene: &Scene<'_>, seats: impl IntoIterator<Item = &'s SeatId>) -> Vec<String> {
    seats.into_iter().map(|seat| scene.power(seat)).collect()
}

/// A moment with its day and hour, for most of the hours until then do not count.
fn day(at: i64) -> String {
    format!("<t:{at}:f> (<t:{at}:R>)")
}

/// How it goes on with it.
fn goes_on(scene: &Scene<'_>, n: u64, open: &Telling) -> String {
    let voters = scene.public.voters();
    let on = |vote: &table::votes::Vote| vote.matter == table::votes::Matter::Telling { telling: n };
    let vote = scene.public.votes.iter().find(|(_, vote)| on(vote)).map(|(vote, _)| *vote);
    if let Some(vote) = vote {
        return say!("Those who are no party decide: vote {} is open.", vote);
    }
    if open.host {
        return say!("Nobody else is there who is no party: the host decides {}, else a die.", day(open.due));
    }
    let awaited: Vec<String> = open.awaited(&voters).map(|seat| scene.seat(seat)).collect();
    if open.weight == Weight::Light {
        return say!(
            "It counts when those have confirmed it or were ready since, and {} where nobody denies it: {}.",
            day(open.due),
            list(&awaited)
        );
    }
    say!(
        "Nothing follows from it before those confirm it whom it binds: {}. Without an answer the others vote {}.",
        list(&awaited),
        day(open.due)
    )
}

/// The post of something that was told, while it waits.
#[must_use]
pub fn card(scene: &Scene<'_>, n: u64, open: &Telling) -> Message {
    let head = say!("**{} tells: {}.** It does not count yet.", scene.power(&open.by), plain(scene, open));
    let mut embed = Embed::new("", goes_on(scene, n, open));
    if !open.confirmed.is_empty() {
        embed = embed.field(&say!("Confirmed"), list(&names(scene, &open.confirmed)));
    }
    if !open.denied.is_empty() {
        embed = embed.field(&say!("Denied"), list(&names(scene, &open.denied)));
    }
    let buttons = buttons(scene, n, open);
    Message::text(head).with(embed.footer(&scene.record())).buttons(buttons)
}

/// What was told, as it stands within what is bold.
fn plain(scene: &Scene<'_>, open: &Telling) -> String {
    what(scene, open).replace("**", "")
}

fn buttons(scene: &Scene<'_>, n: u64, open: &Telling) -> Vec<Component> {
    let withdraw = scene.button(Look::Secondary, &say!("Withdraw"), n, "telling/withdraw");
    if open.host || open.asked(&scene.public.voters()).next().is_some() {
        return vec![
            scene.button(Look::Success, &say!("Confirm"), n, "telling/confirm"),
            scene.button(Look::Danger, &say!("Deny"), n, "telling/deny"),
            withdraw,
        ];
    }
    vec![withdraw]
}

/// The posts of everything told that an order changed, edited.
pub(crate) fn cards(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let before = scene.before.as_deref().map(|before| before.tellings.clone()).unwrap_or_default();
    let now = &scene.public.tellings;
    let voted: BTreeSet<u64> = entries.iter().filter_map(Entry::table_event).filter_map(voted_on).collect();
    let is_new =
        |n: &u64, open: &Telling| before.get(n).is_none_or(|was| **was != *open) || voted.contains(n);
    for (n, open) in now.iter().filter(|(n, open)| is_new(n, open)) {
        posts.card_of(purpose(*n), "telling", card(scene, *n, open));
    }
    for (n, open) in before.iter().filter(|(n, _)| !now.contains_key(n)) {
        let came = entries.iter().filter_map(Entry::table_event).find_map(|event| came_of(&event, *n));
        let over = format!("{} · {}", told_by(scene, open), ended(came));
        posts.card_of(purpose(*n), "telling", Message::text(over));
    }
}

/// The telling about which a vote was opened.
fn voted_on(event: TableEvent) -> Option<u64> {
    match event {
        TableEvent::VoteOpened { matter: table::votes::Matter::Telling { telling }, .. } => Some(telling),
        _ => None,
    }
}

fn came_of(event: &TableEvent, n: u64) -> Option<Came> {
    match event {
        TableEvent::TellingSettled { telling, came } if *telling == n => Some(*came),
        _ => None,
    }
}

fn told_by(scene: &Scene<'_>, open: &Telling) -> String {
    say!("**{} told: {}.**", scene.power(&open.by), plain(scene, open))
}

fn ended(came: Option<Came>) -> String {
    match came {
        Some(Came::Counts) => say!("it counts"),
        Some(Came::Rejected) => say!("it does not count"),
        Some(Came::Fell) => say!("the rules do not allow it any more"),
        Some(Came::Withdrawn) | None => say!("withdrawn"),
    }
}

/// The same in a sentence of its own.
fn came_to(came: Came) -> String {
    match came {
        Came::Counts => say!("It counts."),
        Came::Rejected => say!("It does not count."),
        Came::Fell => say!("The rules do not allow it any more."),
        Came::Withdrawn => say!("It is withdrawn."),
    }
}

fn purpose(n: u64) -> String {
    format!("telling/{n}")
}

/// An event of what is told.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, event: &TableEvent) {
    match event {
        TableEvent::TellingMade { .. } => {
            let line = entries[i].line.map_or(0, |(line, _)| line);
            if let Some(open) = scene.public.tellings.get(&line) {
                posts.reply = made(scene, line, open);
            }
        }
        TableEvent::TellingConfirmed { .. } if !is_order(entries, "ready") => {
            posts.reply = Message::text(say!("You have confirmed it."));
        }
        TableEvent::TellingDenied { telling, .. } => {
            let Some(open) = scene.telling(*telling) else { return };
            posts.reply = Message::text(say!("You have denied it. {}", goes_on(scene, *telling, open)));
        }
        TableEvent::TellingSettled { telling, came } => settled(scene, posts, *telling, *came),
        TableEvent::TellingRefused { telling, why } => fell(scene, posts, *telling, why),
        _ => {}
    }
}

/// What who told it is answered.
fn made(scene: &Scene<'_>, n: u64, open: &Telling) -> Message {
    let says = say!("It stands in the council and does not count yet. {}", goes_on(scene, n, open));
    let withdraw = scene.button(Look::Secondary, &say!("Withdraw"), n, "telling/withdraw");
    Message::text(says).buttons(vec![withdraw])
}

fn settled(scene: &Scene<'_>, posts: &mut Posts, n: u64, came: Came) {
    let Some(open) = scene.telling(n) else { return };
    match came {
        // What follows from it says the rest.
        Came::Counts | Came::Fell => {}
        Came::Withdrawn => {
            posts.reply = Message::text(say!("What you told is withdrawn."));
            let on = |vote: &table::votes::Vote| vote.matter == table::votes::Matter::Telling { telling: n };
            let before = scene.before.as_ref().into_iter().flat_map(|before| before.votes.values());
            if !open.denied.is_empty() || before.into_iter().any(|vote| on(vote) && !vote.cast.is_empty()) {
                let says = say!(
                    "{} It is withdrawn, and the vote on it is over. Where somebody was against it, nobody tells it again in this step.",
                    told_by(scene, open)
                );
                posts.council("telling", Message::text(says));
            }
        }
        Came::Rejected => {
            let says =
                say!("**It does not count that {} told: {}.**", scene.power(&open.by), plain(scene, open));
            posts.council("telling", Message::text(says));
        }
    }
}

/// It was assented to too late, with why.
fn fell(scene: &Scene<'_>, posts: &mut Posts, n: u64, why: &Kept) {
    let Some(open) = scene.telling(n) else { return };
    let why = speech::said(&Said::from(why));
    posts.council(
        "telling",
        Message::text(say!("{} It was assented to and falls: {}", told_by(scene, open), why)),
    );
}

/// What somebody assented to by one order, *Confirm all* or *Ready*: all of it, with what came of each.
pub(crate) fn assented(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let (all, ready) = (is_order(entries, "confirm_all"), is_order(entries, "ready"));
    if !all && !ready {
        return;
    }
    let events = || entries.iter().filter_map(Entry::table_event);
    let line = |telling: u64| {
        let open = scene.telling(telling)?;
        let came = match events().find_map(|event| came_of(&event, telling)) {
            Some(came) => came_to(came),
            None => goes_on(scene, telling, open),
        };
        Some((plain(scene, open), open, came))
    };
    // The same told by several stands once, with all who told it.
    let mut lines: Vec<(String, Vec<String>, String)> = Vec::new();
    for event in events() {
        let TableEvent::TellingConfirmed { telling, .. } = event else { continue };
        let Some((what, open, came)) = line(telling) else { continue };
        let by = scene.power(&open.by);
        match lines.iter_mut().find(|(known, ..)| *known == what) {
            Some((_, tellers, _)) if tellers.contains(&by) => {}
            Some((_, tellers, _)) => tellers.push(by),
            None => lines.push((what, vec![by], came)),
        }
    }
    let said = |(what, tellers, came): &(String, Vec<String>, String)| {
        format!("{} {came}", say!("**{} told: {}.**", list(tellers), what))
    };
    let lines: Vec<String> = lines.iter().take(MOST).map(said).collect();
    if lines.is_empty() {
        return;
    }
    let head = if all { say!("You have confirmed:") } else { say!("By being ready you assent to this:") };
    let embed = Embed::new(&head, clip(&lines.join("\n"), 3_500));
    let reply = if all { Message::default() } else { std::mem::take(&mut posts.reply) };
    posts.reply = reply.with(embed);
}

/// Whether these entries are of an order of this verb.
fn is_order(entries: &[Entry], wanted: &str) -> bool {
    matches!(entries.first().map(|entry| &entry.event), Some(Event::Order { verb, .. }) if verb == wanted)
}

/// Who told what an entry follows from, where it follows from something that was told and counts.
#[must_use]
pub fn teller(scene: &Scene<'_>, entries: &[Entry], i: usize) -> Option<SeatId> {
    let counts = |entry: &Entry| match entry.table_event() {
        Some(TableEvent::TellingSettled { telling, came: Came::Counts }) => Some(telling),
        _ => None,
    };
    entries.get(..i)?.iter().rev().find_map(counts).and_then(|n| Some(scene.telling(n)?.by.clone()))
}

/// The seat for which who looks answers something as its regent; `None` where he answers for his own, or for none.
#[must_use]
pub fn answered_as_regent(scene: &Scene<'_>, telling: u64) -> Option<SeatId> {
    let open = scene.public.tellings.get(&telling)?;
    let voters = scene.public.voters();
    let asked: Vec<&SeatId> = open.asked(&voters).collect();
    if scene.own.as_regent || scene.own.seat().is_some_and(|own| asked.contains(&own)) {
        return None;
    }
    scene.own.regencies.iter().find(|of| asked.contains(of)).cloned()
}

/// What waits for who looks, in order.
fn awaits_me<'s>(scene: &'s Scene<'_>) -> Vec<(u64, &'s Telling)> {
    let Some(seat) = scene.own.seat() else { return Vec::new() };
    let voters = scene.public.voters();
    let waits = |open: &Telling| open.awaited(&voters).any(|awaited| awaited == seat);
    scene.public.tellings.iter().filter(|(_, open)| waits(open)).map(|(n, open)| (*n, &**open)).collect()
}

/// What the desk shows of what was told and waits for the asker: what binds him in bold, and one button for all of it.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let waiting = awaits_me(scene);
    let line = |(_, open): &(u64, &Telling)| {
        let told = say!("{} tells: {}.", scene.power(&open.by), plain(scene, open));
        // What being ready assents to, and what it does not.
        match open.weight {
            Weight::Light => format!("{told} {}", say!("**Ready assents to it.**")),
            Weight::Grave | Weight::Decisive => format!("**{told}**"),
        }
    };
    let lines: Vec<String> = waiting.iter().take(MOST).map(line).collect();
    let buttons = match waiting.as_slice() {
        [] => Vec::new(),
        [(n, _)] => vec![
            scene.button(Look::Success, &say!("Confirm"), *n, "telling/confirm"),
            scene.button(Look::Danger, &say!("Deny"), *n, "telling/deny"),
        ],
        [.., (last, _)] => vec![
            scene.button(Look::Success, &say!("Confirm all"), *last, "telling/all"),
            scene.button(Look::Secondary, &say!("One by one"), 0, "telling/list"),
        ],
    };
    (lines, buttons)
}

/// Everything that was told and does not count yet, a line each.
#[must_use]
pub fn lines(scene: &Scene<'_>) -> Vec<String> {
    let line = |(n, open): (&u64, &std::sync::Arc<Telling>)| {
        let told = say!("{} tells: {}.", scene.power(&open.by), plain(scene, open));
        format!("**{told}** {}", goes_on(scene, *n, open))
    };
    scene.public.tellings.iter().take(MOST).map(line).collect()
}

/// The same as a list, with a button for each.
#[must_use]
pub fn open_ones(scene: &Scene<'_>) -> Message {
    let lines = lines(scene);
    if lines.is_empty() {
        return Message::text(say!("Nothing that was told waits to be confirmed."));
    }
    let shown = scene.public.tellings.iter().take(MOST);
    let buttons = shown.map(|(n, open)| {
        let label = clip(&say!("Told by {}", scene.power(&open.by)), 60);
        scene.button(Look::Secondary, &label, *n, "telling/show")
    });
    let embed = Embed::new(&say!("Told, and not confirmed yet"), clip(&lines.join("\n"), 3_500));
    Message::default().with(embed.footer(&scene.record())).buttons(buttons.collect())
}
