//! The chronicle: what of a campaign's record is worth telling, a line each. The file at its end, the gazette of a month and the quote
//! above a questioned result are made of it. The texts are plain: they stand in files and forms, where no markdown is read.

use super::matters::happened;
use super::names::{bare, count};
use super::values::{change, month_name};
use super::{Scene, typed, votes};
use crate::{say, speech};
use engine::eia::Event as Happened;
use engine::rules::RuleId;
use engine::table::notation::Throw;
use engine::table::switches;
use engine::table::{Entry, Event, TableEvent};
use std::fmt::Write as _;

/// What sort of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A month was over.
    Month,
    /// Dice fell at a player's wish.
    Roll,
    /// A vote closed, or a switch was turned.
    Vote,
    /// A value was told or corrected.
    Value,
    /// Anything else worth a line.
    Other,
}

/// Something worth telling.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its line of the record.
    pub line: u64,
    /// When, Unix seconds.
    pub at: i64,
    /// What sort of thing.
    pub sort: Sort,
    /// What happened.
    pub text: String,
    /// The rules that the record names with it.
    pub rules: Vec<RuleId>,
}

/// Everything worth telling, in order.
#[must_use]
pub fn lines(scene: &Scene<'_>, entries: &[Entry]) -> Vec<Line> {
    let mut order: Option<&Entry> = None;
    let mut lines = Vec::new();
    for entry in entries {
        if matches!(entry.event, Event::Order { .. }) {
            order = Some(entry);
        }
        let Some((line, _)) = entry.line else { continue };
        // A switch that a vote turned is told with the vote.
        let by_vote =
            lines.last().is_some_and(|last: &Line| last.sort == Sort::Vote && last.line + 1 == line);
        if by_vote && matches!(entry.event, Event::Switched { .. }) {
            continue;
        }
        if let Some((sort, text)) = one(scene, entry, order) {
            let rules = match &entry.event {
                Event::Game { e } => {
                    e.get("rules").and_then(|rules| serde_json::from_value(rules.clone()).ok())
                }
                _ => None,
            };
            let text = text.replace('\\', "").replace("**", "");
            lines.push(Line { line, at: entry.at, sort, text, rules: rules.unwrap_or_default() });
        }
    }
    lines
}

fn one(scene: &Scene<'_>, entry: &Entry, order: Option<&Entry>) -> Option<(Sort, String)> {
    let by = scene.person(entry.by);
    Some(match &entry.event {
        Event::Founded(_) => {
            (Sort::Other, say!("{} founds the campaign.", scene.person(engine::table::HOST)))
        }
        Event::Joined { seat, .. } => {
            (Sort::Other, say!("{} takes seat {}.", by, seat.number().unwrap_or_default()))
        }
        Event::Rolled(rolled) if rolled.slot.starts_with("free/") => {
            let notation = order.and_then(|order| match &order.event {
                Event::Order { fields, .. } => fields.get("notation")?.as_str(),
                _ => None,
            });
            let faces: Vec<String> = rolled.result.iter().map(ToString::to_string).collect();
            let read = notation.and_then(|notation| Throw::parse(notation).ok()?.read(&rolled.result).ok());
            let total = read.map(|read| {
                let totals: Vec<String> =
                    read.throws.iter().map(|throw| speech::signed(throw.total)).collect();
                totals.join(", ")
            });
            let total = total.unwrap_or_else(|| faces.join(" "));
            let label = order.and_then(|order| order.body_for("all")?["text"].as_str());
            let label = label.map(|label| format!(" · {}", bare(label, 100))).unwrap_or_default();
            let who = order.map_or(by, |order| scene.person(order.by));
            (
                Sort::Roll,
                say!("Roll {} of {}: {} = {}", rolled.id, who, notation.unwrap_or_default(), total) + &label,
            )
        }
        Event::Voided { id, .. } => (Sort::Other, say!("The umpire declares roll {} void.", id)),
        Event::Switched { what, after, .. } => {
            let switch = switches::by_key(what)?;
            let words = switch.words(after.as_str()?);
            (Sort::Vote, say!("{}: {} from now on.", speech::name(switch.name), speech::name(words)))
        }
        Event::Restored { .. } => (Sort::Other, say!("The campaign is restored from a backup.")),
        Event::Game { .. } => match entry.table_event() {
            Some(event) => of_the_table(scene, event)?,
            None => of_the_game(scene, happened(entry)?)?,
        },
        _ => return None,
    })
}

fn of_the_table(scene: &Scene<'_>, event: TableEvent) -> Option<(Sort, String)> {
    Some(match event {
        TableEvent::Started => (Sort::Other, say!("Play begins.")),
        TableEvent::VoteClosed { vote, outcome, .. } => (Sort::Vote, votes::in_a_line(scene, vote, outcome)?),
        TableEvent::Resigned { seat } => {
            (Sort::Other, say!("The player of seat {} leaves.", seat.number().unwrap_or_default()))
        }
        TableEvent::RegentAppointed { seat, person } => (
            Sort::Other,
            say!(
                "{} becomes regent of seat {}.",
                scene.person(engine::table::By::Person(person)),
                seat.number().unwrap_or_default()
            ),
        ),
        TableEvent::HostIs { person } => {
            (Sort::Other, say!("{} becomes host.", scene.person(engine::table::By::Person(person))))
        }
        TableEvent::ValuesHold { values, .. } => (
            Sort::Other,
            say!("As the group typed it from the printed game: {}.", typed::in_a_line(scene, &values)),
        ),
        TableEvent::StepSetBack { line } => {
            (Sort::Other, say!("All agree: play is again as it was before line {}.", line))
        }
        TableEvent::LaidDown { seat, .. } => {
            (Sort::Other, say!("{} lays down a picture of the board.", scene.player(&seat)))
        }
        _ => return None,
    })
}

fn of_the_game(scene: &Scene<'_>, event: Happened) -> Option<(Sort, String)> {
    Some(match event {
        Happened::PowerTaken(taken) => (
            Sort::Other,
            say!(
                "{} goes to {}; its goal is {} VP.",
                taken.power,
                scene.player(&taken.holding.seat),
                taken.holding.goal
            ),
        ),
        Happened::Uncontrolled { power } => (Sort::Other, say!("{} stays without a player.", power)),
        Happened::MonthEnded { month } => (Sort::Month, say!("{} is over.", month_name(month))),
        Happened::Told { key, before, now, corrected } => {
            let value = scene.value(&key)?;
            let change = change(value, before, now);
            let text = if corrected { say!("{}, corrected", change) } else { change };
            (Sort::Value, text)
        }
        Happened::AuctionOpened { powers, .. } => {
            let powers: Vec<String> = powers.iter().map(|power| speech::word(power.name())).collect();
            (Sort::Other, say!("Up for auction: {}.", powers.join(", ")))
        }
        Happened::Sold(sold) => (
            Sort::Other,
            say!(
                "{} goes to {} ({}) for {} VP.",
                sold.power,
                sold.to.bidder,
                scene.player(&sold.to.seat),
                sold.to.bid
            ),
        ),
        Happened::Unsold { power, .. } => (Sort::Other, say!("Nobody bids for {}.", power)),
        Happened::Concluded(concluded) => {
            let winners: Vec<String> =
                concluded.winners.iter().map(|power| speech::word(power.name())).collect();
            let text = if winners.is_empty() {
                say!("The campaign is over. Nobody has reached the goal.")
            } else {
                say!("The campaign is over. It is won by: {}.", super::names::list(&winners))
            };
            (Sort::Other, text)
        }
        Happened::BidsTied(_) | Happened::PowersChosen => return None,
    })
}

/// What a questioned result was, for the form of a vote: the first thing worth telling from a line on, and the rule it rests on.
#[must_use]
pub fn quote(scene: &Scene<'_>, entries: &[Entry], line: u64) -> Option<Line> {
    let from = entries.iter().position(|entry| entry.line.is_some_and(|(n, _)| n >= line))?;
    // The order that led there tells how dice were written and what they were for.
    let order = entries[..from].iter().rposition(|entry| matches!(entry.event, Event::Order { .. }));
    let ends = entries[from + 1..].iter().position(|entry| matches!(entry.event, Event::Order { .. }));
    let end = ends.map_or(entries.len(), |ends| from + 1 + ends);
    let begin = order.unwrap_or(from);
    lines(scene, &entries[begin..end]).into_iter().find(|told| told.line >= line)
}

/// The chronicle as a text file: months, powers, values, votes and auctions, a line each, and how often dice fell.
#[must_use]
pub fn file(scene: &Scene<'_>, entries: &[Entry]) -> String {
    let mut text = format!("{}\n{}\n\n", bare(scene.name, 100), say!("Chronicle"));
    let mut rolls = 0;
    for line in lines(scene, entries) {
        match line.sort {
            Sort::Roll => rolls += 1,
            Sort::Month => {
                let rolled = count(rolls, "roll", "rolls");
                let _ = writeln!(text, "\n== {} {rolled} ==\n", line.text);
                rolls = 0;
            }
            Sort::Vote | Sort::Value | Sort::Other => {
                let _ = writeln!(text, "{:>6}  {}", line.line, line.text);
            }
        }
    }
    if rolls > 0 {
        let _ = writeln!(text, "\n{}", count(rolls, "roll", "rolls"));
    }
    let _ = writeln!(text, "\n{}", say!("The numbers are lines of the record."));
    text
}
