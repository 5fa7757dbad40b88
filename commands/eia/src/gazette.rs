//! The gazette at a month's end: five lines at most, for those who only read, and the month as a file for those who want all of it.

use super::months;
use super::seen::happened;
use super::seen::position;
use crate::battle::present::plan::in_a_line as of_a_battle;
use crate::politics;
use eia::Event as Happened;
use eia::access::Happened as Access;
use eia::board::{Happened as Board, Why};
use eia::choice_of_powers::Happened as Choice;
use eia::confederations::Happened as Germany;
use eia::crimea::Happened as Crimea;
use eia::land::battle::course::Happened as Battle;
use eia::outline::Month;
use eia::politics::Happened as Political;
use eia::powers::Power;
use std::collections::BTreeMap;
use table::{Entry, TableEvent};
use table_commands::message::{Embed, Look, Message, clip};
use table_commands::present::Scene;
use table_commands::present::chronicle::{self, LineKind};
use table_commands::present::history;
use table_commands::present::names::{count, plain_text};
use table_commands::present::values::{now_and_difference, percent};
use table_commands::present::votes::question_button;
use table_commands::say;

/// The verb of the button by which a month is had as a page.
const PAGE: &str = "gazette/page";

/// The entries of the month that ends with this line, without that line.
pub(crate) fn of_the_month(entries: &[Entry], line: u64) -> &[Entry] {
    let end =
        entries.iter().position(|entry| entry.line.is_some_and(|(n, _)| n == line)).unwrap_or(entries.len());
    let ended = |entry: &Entry| {
        matches!(happened(entry), Some(Happened::Calendar(_) | Happened::Choice(Choice::PowersChosen)))
    };
    let begin = entries[..end].iter().rposition(ended).map_or(0, |at| at + 1);
    &entries[begin..end]
}

/// The gazette of a month, out of the record up to its end.
#[must_use]
pub fn post(scene: &Scene<'_>, entries: &[Entry], month: Month, line: u64) -> Message {
    let entries = of_the_month(entries, line);
    let mut lines: Vec<String> = Vec::new();
    lines.extend(leader(scene));
    lines.extend(changes(scene, month));
    let told = chronicle::lines(scene, entries);
    let votes: Vec<String> = told
        .iter()
        .filter(|told| told.sort == LineKind::Vote)
        .map(|told| plain_text(&told.text, 120))
        .collect();
    if !votes.is_empty() {
        lines.push(say!("Votes: {}", clip(&votes.join(" · "), 400)));
    }
    let politics = that_stands(entries).into_iter().filter_map(happened).filter_map(in_a_line);
    let politics: Vec<String> = politics.collect();
    if !politics.is_empty() {
        lines.push(clip(&politics.join(" ").replace('\n', " "), 1_500));
    }
    let rolls = entries.iter().filter(|entry| entry.event.rolled().is_some()).count() as u64;
    if rolls > 0 {
        lines.push(say!("Dice: {}.", count(rolls, "roll", "rolls")));
    }
    if lines.is_empty() {
        lines.push(say!("Nothing was told of this month."));
    }
    lines.truncate(5);
    let embed = Embed::new(&say!("{} is over", months::month(month)), lines.join("\n"));
    let post = Message::default().with(embed.footer(&scene.record())).buttons(vec![
        scene.button(Look::Secondary, &say!("All values"), 0, "board/values"),
        scene.button(Look::Secondary, &say!("As a page"), line, PAGE),
        question_button(scene, line),
    ]);
    // Nothing of the month fits into five lines but what matters; the file has it all.
    if told.is_empty() {
        return post;
    }
    let file = history::of_a_month(scene, entries, &months::month(month));
    post.file(format!("{month}.txt"), file.into_bytes())
}

/// What happened, for those who only read: what was asked, wished in vain or not yet confirmed is none of it, and nothing is said twice.
fn in_a_line(happened: Happened) -> Option<String> {
    match happened {
        Happened::Politics(Political::TreatyMade { mut treaty, now, rules }) => {
            treaty.picks.retain(|pick| pick.counts);
            treaty.passed_over.clear();
            politics::present::in_a_line(&Political::TreatyMade { treaty, now, rules })
        }
        Happened::Politics(happened) => politics::present::in_a_line(&happened),
        Happened::Battle(Battle::BattleEnded { field, ended, .. }) => Some(of_a_battle(&field, &ended)),
        // Who took control of it is in the line of how that was decided.
        Happened::Board(Board::Held { why: Why::Control, .. }) => None,
        Happened::Board(happened) => super::province::present::in_a_line(&happened),
        Happened::Minors(happened) => politics::minors::in_a_line(&happened),
        Happened::Sardinia(happened) => super::sardinia::present::in_a_line(&happened),
        Happened::Access(Access::AccessAsked { .. } | Access::AnswerStands { .. })
        | Happened::Crimea(Crimea::CrimeaTold { .. } | Crimea::CrimeaDenied { .. })
        | Happened::Confederation(Germany::InfluenceTold(_) | Germany::InfluenceDenied(_)) => None,
        Happened::Access(happened) => Some(super::access::present::in_a_line(&happened)),
        Happened::Crimea(happened @ Crimea::CrimeanWarEnded { .. }) => {
            Some(format!("**{}.**", super::crimea::present::in_a_line(&happened)))
        }
        Happened::Crimea(happened) => Some(super::crimea::present::in_a_line(&happened)),
        Happened::Confederation(happened) => Some(super::confederations::present::in_a_line(&happened)),
        _ => None,
    }
}

/// Who has the largest share of the goal, where anybody has anything.
fn leader(scene: &Scene<'_>) -> Option<String> {
    let position = position(&scene.public)?;
    let table = eia::conclusion::table_of(&position, eia::conclusion::By::Agreement);
    let first = table.shares.first().filter(|share| share.vp > 0)?;
    Some(say!("**{} leads** with {} VP, {} of the goal.", first.power, first.vp, percent(first.share)))
}

/// The entries without those that were set back.
fn that_stands(entries: &[Entry]) -> Vec<&Entry> {
    let mut standing: Vec<&Entry> = Vec::new();
    for entry in entries {
        if let Some(TableEvent::StepSetBack { line }) = entry.table_event() {
            standing.retain(|before| before.line.is_none_or(|(n, _)| n < line));
        }
        standing.push(entry);
    }
    standing
}

/// What a month changed in VP and in PP, a line each.
pub(crate) fn changes(scene: &Scene<'_>, month: Month) -> Vec<String> {
    let Some(position) = position(&scene.public).filter(|now| now.last_month.ended == Some(month)) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    let kinds = [("vp", "VP"), ("pp", "PP")];
    for ((kind, unit), (began, now)) in
        kinds.into_iter().zip(position.last_month.began.iter().zip(&position.last_month.now))
    {
        let of_kind = Power::ALL.iter().filter_map(|power| {
            let of = |at: &BTreeMap<Power, i64>| at.get(power).copied().unwrap_or(0);
            let (before, now) = Some((of(began), of(now))).filter(|(before, now)| before != now)?;
            let value = scene.value(&format!("{kind}/{}", power.key()))?;
            let (now, difference) = now_and_difference(value, before, now);
            Some(format!("{} {now} ({difference})", crate::names::called(power)))
        });
        let of_kind: Vec<String> = of_kind.collect();
        if !of_kind.is_empty() {
            lines.push(format!("{unit}: {}", of_kind.join(", ")));
        }
    }
    lines
}
