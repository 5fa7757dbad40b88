//! The end of a campaign: the final table with everybody's share of the goal, the chronicle, and the record to check it by.

use crate::seen::is_the_end;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::Event as Happened;
use eia::conclusion;
use eia::conclusion::{By, Concluded, Share, table_of};
use eia::powers::Power;
use std::fmt::Write as _;
use std::sync::Arc;
use table::votes::{Matter, NO, Vote, YES};
use table::{Entry, Event, View};
use table_commands::message::{Embed, Look, Message};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::names::{column, list};
use table_commands::present::values::percent;
use table_commands::present::{Scene, history};
use table_commands::say;

/// The words of this subject.
pub(crate) struct Conclusion;

impl Subject for Conclusion {
    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        let Happened::Conclusion(conclusion::Happened::Concluded(concluded)) = &made.happened else {
            return None;
        };
        let winners: Vec<String> = concluded.winners.iter().map(crate::names::called).collect();
        let says = if winners.is_empty() {
            say!("The campaign is over. Nobody has reached the goal.")
        } else {
            say!("The campaign is over. It is won by: {}.", list(&winners))
        };
        Some((LineKind::Other, says))
    }
}

/// The largest record that goes out with the final table, in bytes; a larger one is handed out by `/campaign export`.
const LARGEST: usize = 8 * 1024 * 1024;

/// The goal of a power in VP; `None` where nobody holds it.
#[must_use]
pub fn goal_of(view: &View, power: &str) -> Option<i64> {
    let power = Power::by_key(power)?;
    position(view)?.choice.holdings.get(&power).map(|holding| holding.goal)
}

/// How many voted to end the campaign and how many to play on, where a vote ended it.
fn voted(scene: &Scene<'_>) -> Option<(u32, u32)> {
    let to_end = |vote: &&Arc<Vote>| vote.matter == Matter::Conclude && vote.outcome == Some(YES);
    let closed = &scene.public.votes_closed.values().rfind(to_end)?.counts;
    Some((closed.first().copied()?, closed.get(NO as usize).copied()?))
}

/// The secrets that the end opened: the seed of the last epoch in which dice fell, and the key of the seals.
fn opened(entries: &[Entry]) -> Option<String> {
    let from = entries.iter().rposition(is_the_end)?;
    let lines = entries[from..].iter().filter_map(|entry| match &entry.event {
        Event::Epoch { seed, .. } => Some(say!("Seed of the last dice\n`{}`", seed)),
        Event::Closed { veil_key } => Some(say!("Key of the seals\n`{}`", veil_key)),
        _ => None,
    });
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Each power's share of its goal as it stands, for who decides on the end.
pub(crate) fn would_be(scene: &Scene<'_>) -> Option<String> {
    let now = position(&scene.public)?;
    if now.keeps_land() {
        return Some(crate::land::present::points_now(&now));
    }
    let shares = table_of(&now, By::Agreement).shares;
    let line = |share: &Share| {
        format!(
            "{} {}/{} ({})",
            crate::names::called(share.power),
            share.vp,
            share.goal,
            percent(share.share)
        )
    };
    Some(shares.iter().map(line).collect::<Vec<_>>().join(" · "))
}

/// The final table, with the chronicle and the record as files.
#[must_use]
pub fn post(scene: &Scene<'_>, concluded: &Concluded, entries: &[Entry], record: String) -> Message {
    let winners: Vec<String> = concluded.winners.iter().map(crate::names::called).collect();
    let head = match winners.as_slice() {
        [] => say!("**Nobody has reached the goal.**"),
        [one] => say!("**{} has won.**", one),
        several => say!("**{} have won, and share the victory.**", list(several)),
    };
    let ended = match voted(scene) {
        _ if concluded.by == By::Calendar => say!("The last economic phase is over."),
        _ if concluded.by == By::Goal => say!("The goal is reached."),
        Some((yes, no)) => say!("The players have voted to end the campaign, {} to {}.", yes, no),
        None => say!("The players have agreed to end the campaign."),
    };
    let position = position(&scene.public);
    let holder = |power| position.as_ref()?.choice.holdings.get(power);
    let mut table = String::from("```\n");
    let mut players = Vec::new();
    for (place, share) in concluded.shares.iter().enumerate() {
        let has_won = concluded.winners.contains(&share.power);
        let won = if has_won { "★" } else { " " };
        // Who shares the victory is no second.
        let rank = if has_won && concluded.winners.len() > 1 { 1 } else { place + 1 };
        let part = percent(share.share);
        let _ = writeln!(
            table,
            "{rank}{won}{} {:>4}/{:<4} {part:>8}",
            column(&crate::names::called(share.power), 14),
            share.total(),
            share.goal
        );
        if let Some(holding) = holder(&share.power) {
            players.push(format!("{} ({})", crate::names::called(share.power), scene.player(&holding.seat)));
        }
    }
    table.push_str("```");
    let mut embed = Embed::new(&say!("The final table"), format!("{table}\n{}", players.join(" · ")));
    let mut headings: Vec<&str> = concluded.rules.iter().map(|rule| rule.printed()).collect();
    headings.dedup();
    let counted = concluded.shares.iter().filter(|share| share.counted > 0);
    let counted: Vec<String> = counted
        .map(|share| format!("{} {} + {}", crate::names::called(share.power), share.vp, share.counted))
        .collect();
    if !counted.is_empty() {
        embed = embed.field(&say!("VP and manpower counted"), counted.join(" · "));
    }
    embed = embed
        .field(&say!("How it is counted"), say!("VP and their share of the goal. {}", headings.join(", ")));
    if let Some(opened) = opened(entries) {
        embed = embed.field(&say!("Opened now, so that everything can be checked"), opened);
    }
    embed = embed.field(
        &say!("The record"),
        say!(
            "It holds every roll, seal and vote, and all that was ever sealed; /campaign export gives it again. `chancery verify {}.jsonl` checks all of it; with --page it writes a page that checks it in any browser. Thank you for playing.",
            scene.public.campaign
        ),
    );
    let line = entries.iter().rev().find(|entry| is_the_end(entry));
    let line = line.and_then(|entry| entry.line).map_or(0, |(line, _)| line);
    let mut message = Message::text(format!("{head} {ended}"))
        .with(embed.footer(&scene.record_whole()))
        .buttons(vec![
            table_commands::present::votes::why_button(scene, line),
            scene.button(Look::Secondary, &say!("Our rulings"), 0, "vote/rulings"),
        ])
        .file("chronicle.txt".to_owned(), history::file(scene, entries).into_bytes());
    if record.len() <= LARGEST {
        message = message.file(format!("{}.jsonl", scene.public.campaign), record.into_bytes());
    }
    message
}
