//! Months and phases in words.

use crate::message::{Embed, Message};
use crate::present::{Posts, Scene};
use crate::say;
use engine::eia::outline::{self, Month, Phase};
use engine::table::{Entry, SeatId, TableEvent};

/// A month's name: "March 1805".
#[must_use]
pub fn month(month: Month) -> String {
    let (year, number) = month.parts();
    let name = crate::speech::word(outline::MONTHS[number as usize - 1]);
    say!("{} {}", name, year)
}

/// The month that somebody means: "March 1805", "1805-03", in his language or in English, by any beginning of its name.
#[must_use]
pub fn meant(typed: &str) -> Option<Month> {
    let typed = typed.trim().to_lowercase();
    if let Ok(month) = Month::try_from(typed.clone()) {
        return Some(month);
    }
    let (name, year) = typed.rsplit_once(' ')?;
    let year: u32 = year.parse().ok()?;
    let starts = |word: &str| word.to_lowercase().starts_with(name.trim());
    let mut fits =
        (1..).zip(outline::MONTHS).filter(|(_, own)| starts(own) || starts(&crate::speech::word(own)));
    match (fits.next(), fits.next()) {
        (Some((number, _)), None) => Month::try_from(format!("{year:04}-{number:02}")).ok(),
        _ => None,
    }
}

/// A phase's name.
#[must_use]
pub fn phase(phase: Phase) -> String {
    crate::speech::word(phase.name())
}

/// A place in the outline: "March 1805 · Land phase".
#[must_use]
pub fn named(path: &[String]) -> Option<String> {
    let (at, what) = outline::place(path)?;
    let step = path.get(2).filter(|word| *word == outline::WAR).map(|_| say!("declarations of war"));
    let step = step.map_or_else(String::new, |step| format!(" · {step}"));
    Some(format!("{} · {}{step}", month(at), phase(what)))
}

/// Phases that were passed over, a line a month: "January 1805: Naval phase, Land phase".
fn by_month(passed: &[(Month, Phase)]) -> String {
    let mut lines: Vec<(Month, Vec<String>)> = Vec::new();
    for (at, what) in passed {
        match lines.last_mut() {
            Some((last, phases)) if last == at => phases.push(phase(*what)),
            _ => lines.push((*at, vec![phase(*what)])),
        }
    }
    let lines = lines.into_iter().map(|(at, phases)| format!("{}: {}", month(at), phases.join(", ")));
    lines.collect::<Vec<_>>().join("\n")
}

/// Phases ended and began. The new step's card is its headline; a post is only for what no card keeps: who had not said that he was
/// ready, and what was passed over.
pub(crate) fn went_on(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let events: Vec<TableEvent> = entries.iter().filter_map(Entry::table_event).collect();
    let steps: Vec<(Month, Phase)> =
        events.iter().filter_map(|event| outline::place(event.step_begun()?)).collect();
    let passed = steps.split_last().map_or(&[][..], |(_, passed)| passed);
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
        let ended = scene.before.as_ref().map_or_else(String::new, crate::present::status::step);
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
            "**{}** ended at its deadline, without a word from {}.",
            ended,
            crate::present::names::list(&names)
        ));
    }
    if !passed.is_empty() {
        says.push(say!("Everybody was ready ahead. Passed over:"));
        says.push(by_month(passed));
    }
    if !says.is_empty() {
        posts.council("step", Message::text(says.join("\n")));
    }
}
