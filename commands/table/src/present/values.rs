//! The board's values: what was told, the table of them all, corrections, and pictures of a board that is kept elsewhere.

pub use super::amounts::{bare_amount, change, first, name, now, now_and_difference, written};
use super::names::{bare, count, list, plain_text, until};
use super::votes::question_button;
use super::{Posts, Scene, forward};
use crate::custom_id::CustomId;
use crate::message::{Choice, Component, Embed, Look, Message, clip};
use crate::present::front::{self, ValueTold};
use crate::{say, speech};
use std::collections::BTreeSet;
use table::hash::Hash;
use table::values::{Change, Correction, Value};
use table::{Entry, Event, SeatId, TableEvent};

/// What kind of post carries a board's picture; the house adds the file to it.
pub const LAID_DOWN: &str = "laid_down";

/// Tenths of a percent: "35.7 %".
#[must_use]
pub fn percent(tenths: i64) -> String {
    format!("{}{}{} %", tenths / 10, speech::decimal(), tenths % 10)
}

impl Scene<'_> {
    /// A value of the board by its key.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.public.values.iter().find(|value| value.key == key)
    }

    /// A correction, open or settled by the order.
    pub(crate) fn correction(&self, n: u64) -> Option<&Correction> {
        let before = || self.before.as_ref().and_then(|before| before.corrections.get(&n));
        self.public.corrections.get(&n).or_else(before)
    }
}

/// The colour of whose value a key names, as in `vp/austria`.
fn colour_of(scene: &Scene<'_>, key: &str) -> Option<String> {
    front::of(&scene.public)?.colour_of_value(key)
}

/// The same of all that a correction would change, where it is one power's.
fn colour_of_change(scene: &Scene<'_>, open: &Correction) -> Option<String> {
    let mut colours = open.changes.iter().map(|change| colour_of(scene, &change.key));
    let first = colours.next()?;
    first.filter(|first| colours.all(|other| other.as_ref() == Some(first)))
}

/// What a correction would change: "Austria 12 → 15 VP".
#[must_use]
pub fn change_of(scene: &Scene<'_>, open: &Correction) -> String {
    let one = |moved: &Change| {
        scene
            .value(&moved.key)
            .map_or_else(|| moved.key.clone(), |value| change(value, moved.before, moved.after))
    };
    let changes: Vec<String> = open.changes.iter().take(12).map(one).collect();
    clip(&changes.join(", "), 500)
}

/// Whether the values from an entry on were told by who ordered it; else they follow from what was ordered.
fn is_by_hand(entries: &[Entry], i: usize) -> bool {
    let order = entries[..i].iter().rev().find_map(|entry| match &entry.event {
        Event::Order { verb, .. } => Some(verb.as_str()),
        _ => None,
    });
    matches!(order, Some("tell" | "tell_all"))
}

/// Values were told, from an entry of an order on: a line each, before and after, and whether a player told them or the bot counted them.
pub fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
    let teller = super::tellings::teller(scene, entries, i);
    let by_hand = teller.is_some() || is_by_hand(entries, i);
    let entries = &entries[i..];
    let mut lines = Vec::new();
    let mut colours = BTreeSet::new();
    let front = front::of(&scene.public);
    let (mut one, mut for_another) = (None, false);
    for entry in entries {
        let told = front.and_then(|front| front.value_told(entry));
        let Some(ValueTold { key, before, now, .. }) = told else { break };
        let Some(value) = scene.value(&key) else { continue };
        lines.push(super::amounts::told(value, before, now));
        colours.extend(colour_of(scene, &key));
        for_another |= value.by_player && value.of.is_some() && value.of.as_ref() != scene.own.seat();
        one = Some(key);
    }
    let Some(line) = entries.first().and_then(|entry| entry.line).map(|(line, _)| line) else { return };
    let (count, says) = (lines.len(), lines.join(", ").replace("**", ""));
    if !by_hand {
        lines.push(say!("Counted by the bot."));
    } else if let Some(teller) = teller {
        lines.push(say!("Told by {}, and assented to.", scene.power(&teller)));
    } else if for_another && scene.asker.person() == Some(scene.public.host) {
        lines.push(say!("Told by {}, as the host.", scene.who()));
    } else if for_another && scene.asker.person().is_some() && scene.asker.person() == scene.public.umpire {
        lines.push(say!("Told by {}, as the umpire.", scene.who()));
    } else if scene.asker.person().is_some() {
        lines.push(say!("Told by {}.", scene.who()));
    }
    let mut embed = Embed::new("", lines.join("\n")).footer(&scene.record());
    // The edge is a power's colour where all is one power's.
    if let (1, Some(colour)) = (colours.len(), colours.first()) {
        embed = embed.colour(colour);
    }
    let mut buttons = vec![scene.button(Look::Secondary, &say!("All values"), 0, "board/values")];
    // *Correct* and *Question this* stand side by side, however many values were told.
    match (count, one) {
        (1, Some(key)) => {
            buttons.push(scene.button(
                Look::Secondary,
                &say!("Correct it"),
                0,
                &format!("correct/form/{key}"),
            ));
        }
        _ => buttons.push(scene.button(Look::Secondary, &say!("Correct one"), 0, "correct/which")),
    }
    buttons.push(question_button(scene, line));
    posts.council("told", Message::default().with(embed).buttons(buttons));
    posts.reply = Message::text(say!("It is on the record: {}.", says));
}

/// Why the board has no values yet.
pub(crate) fn none(scene: &Scene<'_>) -> table::Said {
    match front::of(&scene.public) {
        Some(front) => front.no_values(&scene.public),
        None => table::said!("The board has no values yet."),
    }
}

/// Whether any value is told by players; others the bot keeps.
pub(crate) fn are_told(scene: &Scene<'_>) -> bool {
    scene.own.values.iter().any(|value| !value.kept)
}

/// The table of victory and political points with goals and shares, 38 characters wide.
#[must_use]
pub fn table(scene: &Scene<'_>) -> Message {
    let values = &scene.public.values;
    if values.is_empty() {
        return Message::text(speech::said(&none(scene)));
    }
    let listed = front::of(&scene.public).map(|front| front.values(scene)).unwrap_or_default();
    let embed = Embed::new(&say!("The board's values"), listed).footer(&scene.record());
    let mut buttons = Vec::new();
    if scene.own.seat().is_some() && scene.public.stage == table::Stage::Playing {
        if are_told(scene) {
            buttons.push(scene.button(Look::Primary, &say!("Tell results"), 0, "board/tell"));
        }
        buttons.push(scene.button(Look::Secondary, &say!("Correct a value"), 0, "correct/form"));
        if scene.public.set_back_to.is_some() {
            buttons.push(scene.button(Look::Secondary, &say!("Go back in the step"), 0, "step/form"));
        }
    }
    buttons.push(scene.button(Look::Secondary, &say!("Not as printed"), 0, "typed/list"));
    Message::default().with(embed).buttons(buttons)
}

/// The select by which somebody says which of the values he means to correct.
#[must_use]
pub fn which(scene: &Scene<'_>) -> Message {
    let known = scene.public.values.iter().filter(|value| value.known);
    let choices =
        known.map(|value| Choice::new(&format!("{}: {}", speech::word(&value.name), now(value)), &value.key));
    let id = CustomId::of(&scene.public.campaign, 0, "correct/which");
    Message::text(say!("Which value was told wrongly?")).select(Component::select(
        &say!("Which value"),
        id,
        choices.collect(),
    ))
}

/// The post of a correction, while it is open and after.
#[must_use]
pub fn card(scene: &Scene<'_>, n: u64, open: &Correction) -> Message {
    let head = say!("**{}** · correction {}", change_of(scene, open), n);
    let mut embed = Embed::new("", say!("Proposed by {}: {}", scene.power(&open.by), reason(open)));
    if let Some(colour) = colour_of_change(scene, open) {
        embed = embed.colour(&colour);
    }
    embed = forward::on_the_card(embed, scene, open);
    if !scene.public.corrections.contains_key(&n) {
        return Message::text(format!("{head} · {}", say!("settled"))).with(embed.footer(&scene.record()));
    }
    let names =
        |seats: &mut dyn Iterator<Item = &SeatId>| -> Vec<String> { seats.map(|s| scene.power(s)).collect() };
    embed = embed.field(&say!("Agreed"), list(&names(&mut open.agreed.iter())));
    let missing = open.affected.iter().filter(|seat| !open.agreed.contains(seat));
    let missing: Vec<String> = missing.map(|seat| scene.seat(seat)).collect();
    let state = match &open.objected {
        None if open.by_all() => forward::for_all(open, &missing),
        Some(seat) => say!("Objection by {}: the vote decides.", scene.power(seat)),
        None if takes_others(scene, open) && missing.is_empty() => say!(
            "It holds when enough of those agree who are no party: more than half of those who looked in within seven days. Else they vote {}.",
            until(open.due)
        ),
        None if takes_others(scene, open) => say!(
            "It holds when those agree whom it affects ({}), and enough of those who are no party: more than half of those who looked in within seven days. Else these vote {}.",
            list(&missing),
            until(open.due)
        ),
        None if !open.unheard().is_empty() => say!(
            "It holds when those agree whom it costs something: {}. Without an answer the others vote {}.",
            list(&missing),
            until(open.due)
        ),
        None => {
            say!("It holds {}, unless somebody objects; at once if one more player agrees.", until(open.due))
        }
    };
    embed = embed.field(&say!("How it goes on"), state);
    let mut buttons = vec![scene.button(Look::Success, &say!("Agree"), n, "correct/agree")];
    if open.objected.is_none() {
        buttons.push(scene.button(Look::Danger, &say!("Object"), n, "correct/object"));
    }
    if scene.public.umpire.is_some() && !open.by_all() {
        buttons.push(scene.button(Look::Secondary, &say!("Umpire: let it hold"), n, "correct/hold"));
        buttons.push(scene.button(Look::Secondary, &say!("Umpire: reject it"), n, "correct/reject"));
    }
    Message::text(head).with(embed.footer(&scene.record())).buttons(buttons)
}

/// Whether a correction takes the assent of those who are no party, and anybody is.
fn takes_others(scene: &Scene<'_>, open: &Correction) -> bool {
    let parties = open.parties();
    open.needs_others() && scene.public.voters().iter().any(|seat| !parties.contains(seat))
}

fn reason(open: &Correction) -> String {
    match &open.reason {
        Some(reason) => format!("“{}”", plain_text(reason, 500)),
        None => say!("(the reason's words were deleted)"),
    }
}

/// The cards of every correction that an order touched, edited.
pub(crate) fn cards(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let mut touched = BTreeSet::new();
    for event in entries.iter().filter_map(Entry::table_event) {
        match event {
            TableEvent::CorrectionProposed { correction, .. }
            | TableEvent::RestitutionProposed { correction, .. }
            | TableEvent::CorrectionAgreed { correction, .. }
            | TableEvent::CorrectionObjected { correction, .. }
            | TableEvent::CorrectionSettled { correction, .. } => {
                touched.insert(correction);
            }
            TableEvent::Resumed => touched.extend(scene.public.corrections.keys()),
            _ => {}
        }
    }
    for n in touched {
        if let Some(open) = scene.correction(n) {
            posts.card_of(format!("correction/{n}"), "correction", card(scene, n, open));
        }
    }
}

/// A correction was proposed; its card tells everybody.
pub(crate) fn proposed(scene: &Scene<'_>, posts: &mut Posts, n: u64) {
    let Some(open) = scene.correction(n) else { return };
    let others = takes_others(scene, open);
    posts.reply = Message::text(if others {
        say!("Correction {} stands in the council. It holds when enough of those agree who are no party.", n)
    } else if open.unheard().is_empty() {
        say!("Correction {} stands in the council. It holds {} unless somebody objects.", n, until(open.due))
    } else {
        say!("Correction {} stands in the council. It holds when whom it costs something agrees.", n)
    });
    to_whom_it_concerns(scene, posts, n, open);
}

/// Whom a correction affects, and whose assent it takes, is told by direct message, with the buttons.
fn to_whom_it_concerns(scene: &Scene<'_>, posts: &mut Posts, n: u64, open: &Correction) {
    if open.lessens_ones_own() || !scene.public.corrections.contains_key(&n) {
        return;
    }
    let others = takes_others(scene, open);
    let concerns = |seat: &&SeatId| **seat != open.by && (others || open.affected.contains(*seat));
    let message = Message::text(say!("{} · a correction waits for you", scene.title()));
    let card = card(scene, n, open);
    for seat in scene.public.voters().iter().filter(concerns) {
        let mut message = message.clone().with(Embed::new("", card.content.clone()));
        message.embeds.extend(card.embeds.iter().cloned());
        message.components.clone_from(&card.components);
        posts.to_seat(seat, "to_agree", message);
    }
}

/// A correction that corrects a fault forward has come to hold: "Austria 12 → 15 VP, France 3 → 2 PP".
fn made_good(scene: &Scene<'_>, n: u64, open: &Correction) -> String {
    say!("**Made good: {}.** Correction {} holds.", change_of(scene, open), n)
}

/// A correction that corrects a fault forward was proposed.
pub(crate) fn restitution(scene: &Scene<'_>, posts: &mut Posts, n: u64) {
    let open = scene.correction(n);
    posts.reply = Message::text(match open {
        Some(open) if open.by_all() => {
            say!("Correction {} stands in the council. It holds when all agree.", n)
        }
        Some(open) => say!(
            "Correction {} stands in the council. It holds {} unless somebody objects.",
            n,
            until(open.due)
        ),
        None => say!("Correction {} stands in the council.", n),
    });
    if let Some(open) = open {
        to_whom_it_concerns(scene, posts, n, open);
    }
}

/// Somebody agreed; the card shows it.
pub(crate) fn agreed(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], n: u64, _seat: &SeatId) {
    let proposed = |entry: &Entry| {
        let event = entry.table_event();
        matches!(event, Some(TableEvent::CorrectionProposed { .. } | TableEvent::RestitutionProposed { .. }))
    };
    if entries.iter().any(proposed) {
        return;
    }
    posts.reply = Message::text(if scene.public.corrections.contains_key(&n) {
        say!("You agree to correction {}.", n)
    } else {
        say!("You agree to correction {}, and with that it holds.", n)
    });
}

/// Somebody objected: everybody is told, because a vote follows.
pub(crate) fn objected(scene: &Scene<'_>, posts: &mut Posts, n: u64, seat: &SeatId) {
    let Some(open) = scene.correction(n) else { return };
    if open.by_all() {
        posts.reply = Message::text(say!("You object to correction {}; with that it is rejected.", n));
        return;
    }
    posts.council(
        "objected",
        Message::text(say!(
            "**Objection by {}** to correction {} ({}). A vote decides.",
            scene.power(seat),
            n,
            change_of(scene, open)
        )),
    );
    posts.reply = Message::text(say!("You object to correction {}; the vote is open in the council.", n));
}

/// A correction is settled.
pub(crate) fn settled(scene: &Scene<'_>, posts: &mut Posts, n: u64, holds: bool, line: u64) {
    let Some(open) = scene.correction(n) else { return };
    let Some(moved) = open.changes.first() else { return };
    let Some(value) = scene.value(&moved.key) else { return };
    let change = change_of(scene, open);
    let name = speech::word(&value.name);
    let head = match (holds, &open.forward) {
        (true, Some(_)) => made_good(scene, n, open),
        (true, None) => say!(
            "**{}: {}.** Correction {} holds; it was {}.",
            name,
            written(value, value.now),
            n,
            written(value, moved.before)
        ),
        (false, Some(_)) => say!("**All stays as it is.** Correction {} ({}) is rejected.", n, change),
        (false, None) => say!(
            "**{}: {}, as before.** Correction {} ({}) is rejected.",
            name,
            written(value, value.now),
            n,
            change
        ),
    };
    let mut embed = Embed::new("", say!("It was proposed by {}: {}", scene.power(&open.by), reason(open)));
    if let Some(colour) = colour_of_change(scene, open) {
        embed = embed.colour(&colour);
    }
    posts.council(
        "settled",
        Message::text(head).with(embed.footer(&scene.record())).buttons(vec![
            scene.button(Look::Secondary, &say!("All values"), 0, "board/values"),
            question_button(scene, line),
        ]),
    );
    if posts.reply == Message::default() {
        posts.reply = Message::text(if holds {
            say!("Correction {} holds.", n)
        } else {
            say!("Correction {} is rejected.", n)
        });
    }
}

/// A roll was declared void by the umpire, and what it was for was rolled again.
pub(crate) fn voided(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], id: &str) {
    let reason = entries.iter().find_map(Entry::text);
    let again = entries.iter().find_map(|entry| Some((entry.event.rolled()?, entry.line?.0)));
    let faces = |result: &[u32]| result.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let head = match again {
        Some((rolled, _)) => {
            say!("**Roll {} is void; rolled again: {}** (roll {})", id, faces(&rolled.result), rolled.id)
        }
        None => say!("**Roll {} is void.**", id),
    };
    let reason =
        reason.map_or_else(|| say!("(the reason's words were deleted)"), |text| plain_text(text, 500));
    let embed =
        Embed::new("", say!("The umpire, {}: {}", scene.person(scene.asker), reason)).footer(&scene.record());
    let mut message = Message::text(head).with(embed);
    if let Some((_, line)) = again {
        message = message.buttons(vec![question_button(scene, line)]);
    }
    posts.council("voided", message);
    posts.reply = Message::text(say!("Roll {} is void; the council is told why.", id));
}

/// The board's picture or save file was laid down. The house adds the file.
pub(crate) fn laid_down(
    scene: &Scene<'_>,
    posts: &mut Posts,
    seat: &SeatId,
    sha256: &Hash,
    bytes: u64,
    name: Option<&str>,
) {
    let name = name.map_or_else(|| say!("(its name was deleted)"), |name| plain_text(name, 100));
    let embed = Embed::new(
        &place(scene, &scene.public.step).unwrap_or_else(|| say!("The board")),
        say!("{}, {}. SHA-256:\n`{}`", name, count(bytes, "byte", "bytes"), sha256),
    );
    let message = Message::text(say!("**The board**, laid down by {}.", scene.power(seat)))
        .with(scene.edged(embed, Some(seat)).footer(&scene.record()))
        .buttons(vec![scene.button(Look::Secondary, &say!("All pictures"), 0, "board/pictures")]);
    posts.council(LAID_DOWN, message);
    posts.reply = Message::text(say!("The board lies in the council, and its hash is on the record."));
}

/// A place in the sequence of play as players call it: "June 1805, Land phase".
fn place(scene: &Scene<'_>, step: &[String]) -> Option<String> {
    front::of(&scene.public)?.place(step)
}

/// What was laid down of the board, the newest first, by month and phase.
#[must_use]
pub fn pictures(scene: &Scene<'_>, entries: &[Entry]) -> Message {
    let mut step = Vec::new();
    let mut lines = Vec::new();
    let mut said = None;
    for entry in entries {
        if let table::Event::Order { .. } = &entry.event {
            said = entry.text();
        }
        let event = entry.table_event();
        if let Some(path) = event.as_ref().and_then(TableEvent::step_begun) {
            step = path.to_vec();
        }
        if let Some(TableEvent::LaidDown { seat, sha256, .. }) = event {
            let at = place(scene, &step).unwrap_or_else(|| say!("Before the first month"));
            let name = said.map(|name| format!(" · {}", clip(&plain_text(name, 40), 50)));
            let name = name.unwrap_or_default();
            lines.push(format!("**{at}** · {}{name}\n`{sha256}`", scene.power(&seat)));
        }
    }
    if lines.is_empty() {
        return Message::text(say!(
            "No picture or save file of the board was laid down yet. /board picture does it."
        ));
    }
    let all = lines.len() as u64;
    let files = format!("{} · SHA-256", count(all, "file", "files"));
    lines.reverse();
    lines.truncate(15);
    Message::default().with(Embed::new(&say!("The board, by month"), lines.join("\n")).footer(&files))
}

/// What the desk shows of corrections: the open ones to which the asker has said nothing, each with its buttons.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let Some(seat) = scene.own.seat() else { return Default::default() };
    let waits = |open: &Correction| {
        open.affected.contains(seat) && !open.agreed.contains(seat) && open.objected.is_none()
    };
    let open = scene.public.corrections.iter().filter(|(_, open)| waits(open));
    open.map(|(n, open)| {
        let line = if open.by_all() {
            say!("**Correction {}**: {}. It holds when all agree.", n, change_of(scene, open))
        } else if open.unheard().contains(&seat) {
            let change = change_of(scene, open);
            say!(
                "**Correction {}**: {}. It holds when you agree; without an answer the others vote {}.",
                n,
                change,
                until(open.due)
            )
        } else {
            say!("**Correction {}**: {}. It holds {}.", n, change_of(scene, open), until(open.due))
        };
        (line, scene.button(Look::Secondary, &say!("Correction {}", n), *n, "correct/show"))
    })
    .unzip()
}

/// The corrections that are open, for whoever asks.
#[must_use]
pub fn corrections(scene: &Scene<'_>) -> Message {
    let open = &scene.public.corrections;
    if open.is_empty() {
        return Message::text(say!("No correction is open."));
    }
    let lines = open
        .iter()
        .take(10)
        .map(|(n, open)| format!("**{n}.** {} · {}", change_of(scene, open), clip(&reason(open), 200)));
    let buttons = open
        .keys()
        .take(20)
        .map(|n| scene.button(Look::Secondary, &bare(&say!("Correction {}", n), 80), *n, "correct/show"));
    Message::default()
        .with(Embed::new(&say!("Corrections"), lines.collect::<Vec<_>>().join("\n")))
        .buttons(buttons.collect())
}
