//! A month as one page: what happened in it, what was sealed and lies open, what was published, the dice. It is read in a browser, on a phone
//! too: it holds all that it needs, no script and nothing from elsewhere, and whatever anybody wrote in it is text.

use super::Scene;
use super::chronicle::{LineKind, lines};
use super::names::{bare, plain_text_lines};
use super::pictures::escaped;
use super::rounds;
use crate::present::front::{self, Front};
use crate::{say, speech};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::envelope::Contents;
use table::{Entry, Event, SeatId, TableEvent};

/// What a page is made of besides the record.
#[derive(Default)]
pub struct Month<'m> {
    /// Its name, as "March 1805".
    pub heading: &'m str,
    /// What it changed, a line each.
    pub changed: Vec<String>,
    /// The map at its end as a PNG in base64, and what it shows.
    pub map: Option<(String, String)>,
}

/// The looks: of a light and of a dark phone, one column of text, nothing wider than the page.
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{margin:0 auto;max-width:44rem;padding:1rem;font:1rem/1.45 system-ui,sans-serif;overflow-wrap:anywhere}\
h1{font-size:1.4rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:1.6rem 0 .4rem;border-bottom:1px solid #8886}\
h3{font-size:1rem;margin:1rem 0 .2rem}p{margin:.3rem 0}ul{margin:.2rem 0;padding:0;list-style:none}\
li{padding:.25rem 0;border-bottom:1px solid #8883}img{max-width:100%;height:auto}\
small{opacity:.7}blockquote{margin:.4rem 0;padding:.1rem .7rem;border-left:3px solid #8888}";

/// A month as a page, out of its entries. What is kept off the record is left out, whatever is given here.
#[must_use]
pub fn of_a_month(scene: &Scene<'_>, entries: &[Entry], month: &Month<'_>) -> String {
    let entries: Vec<Entry> = entries.iter().filter(|entry| entry.line.is_some()).cloned().collect();
    let name = format!("{} · {}", unmarked(&bare(scene.name, 100)), month.heading);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
        escaped(speech::spoken().locale()),
        escaped(&name),
        escaped(&name)
    );
    if let Some((first, last)) = span(&entries) {
        let _ = writeln!(
            page,
            "<p><small>{}</small></p>",
            escaped(&say!("Lines {} to {} of the record.", first, last))
        );
    }
    section(&mut page, &say!("What it changed"), &list_of(month.changed.iter().map(|line| text(line))));
    if let Some((png, says)) = &month.map {
        let image = format!("<img alt=\"{}\" src=\"data:image/png;base64,{png}\">\n", escaped(says));
        section(&mut page, &say!("The map at its end"), &image);
    }
    section(&mut page, &say!("What happened"), &happened(scene, &entries));
    section(&mut page, &say!("What was sealed and lies open"), &opened(scene, &entries));
    section(&mut page, &say!("Published"), &published(scene, &entries));
    section(&mut page, &say!("Dice"), &dice(&entries));
    let footer = say!("The numbers are lines of the record, by which all of this can be checked.");
    let _ = write!(page, "<p><small>{}</small></p>\n</body>\n</html>\n", escaped(&footer));
    page
}

/// The first and the last line of the record in it, as people count them.
fn span(entries: &[Entry]) -> Option<(u64, u64)> {
    let line = |entry: &Entry| entry.line.map(|(line, _)| line);
    Some((line(entries.first()?)?, line(entries.last()?)?))
}

/// A section, where there is anything in it.
fn section(page: &mut String, heading: &str, body: &str) {
    if !body.is_empty() {
        let _ = write!(page, "<section>\n<h2>{}</h2>\n{body}</section>\n", escaped(heading));
    }
}

/// Lines that are markup already, as a list; nothing of none.
fn list_of(lines: impl Iterator<Item = String>) -> String {
    let all: String = lines.map(|line| format!("<li>{line}</li>\n")).collect();
    if all.is_empty() { all } else { format!("<ul>\n{all}</ul>\n") }
}

/// What the bot says, without what is for Discord alone: the marks that it reads, and those that keep it from reading any.
fn unmarked(says: &str) -> String {
    says.replace("**", "").replace(['\\', '\u{200b}'], "")
}

/// The same as text of the page.
fn text(says: &str) -> String {
    unmarked(says).lines().map(escaped).collect::<Vec<_>>().join("<br>")
}

/// What somebody wrote, as text: every letter of it stands there.
fn written(says: &str) -> String {
    says.lines().map(escaped).collect::<Vec<_>>().join("<br>")
}

/// The number of a line, small.
fn numbered(line: u64) -> String {
    format!("<small>{line}</small>")
}

/// The chronicle of the month by its steps, with the rules that the record names. Rolls and what was published have sections of their own.
fn happened(scene: &Scene<'_>, entries: &[Entry]) -> String {
    let front = front::of(&scene.public);
    let steps: Vec<(u64, String)> = entries.iter().filter_map(|entry| begins(front, entry)).collect();
    let mut steps = steps.into_iter().peekable();
    let (mut body, mut open, mut heading, mut under) = (String::new(), false, None, None);
    for line in lines(scene, entries) {
        if matches!(line.sort, LineKind::Month | LineKind::Roll | LineKind::Press) {
            continue;
        }
        while let Some((_, step)) = steps.next_if(|(begins, _)| *begins <= line.line) {
            heading = Some(step);
        }
        // A step in several parts has one heading.
        if let Some(step) = heading.take().filter(|step| under.as_ref() != Some(step)) {
            if open {
                body.push_str("</ul>\n");
            }
            let _ = write!(body, "<h3>{}</h3>\n<ul>\n", escaped(&step));
            under = Some(step);
            open = true;
        } else if !open {
            body.push_str("<ul>\n");
            open = true;
        }
        let rules: Vec<&str> = line.rules.iter().map(|rule| rule.as_str()).collect();
        let rules = if rules.is_empty() {
            String::new()
        } else {
            format!(" <small>{}</small>", escaped(&rules.join(", ")))
        };
        let _ = writeln!(body, "<li>{} {}{rules}</li>", numbered(line.line), text(&line.text));
    }
    if open {
        body.push_str("</ul>\n");
    }
    body
}

/// The step that begins with an entry, and its line.
fn begins(front: Option<&'static dyn Front>, entry: &Entry) -> Option<(u64, String)> {
    let event = entry.table_event()?;
    let path = event.step_begun()?;
    Some((entry.line?.0, front?.phase_of(path)?))
}

/// A round by its name, and what each seat had sealed in it: the line at which it was opened, whose it was, and what it says, as markup.
type OfRound<'e> = (&'e str, Vec<(u64, SeatId, String)>);

/// What lay in envelopes and lies open, round by round: of a choice in parts those that were opened and say anything.
fn opened(scene: &Scene<'_>, entries: &[Entry]) -> String {
    let mut rounds: Vec<OfRound<'_>> = Vec::new();
    for entry in entries {
        let (round, seat, says) = match &entry.event {
            Event::Opened { round, seat, body, .. } if !body.choice.is_array() => {
                (round, seat, contents(scene, round, body))
            }
            Event::Part { round, seat, part, body, .. } => (round, seat, part_says(scene, part, body)),
            _ => continue,
        };
        let (Some(says), Some((line, _))) = (says, entry.line) else { continue };
        match rounds.iter_mut().find(|(name, _)| name == round) {
            Some((_, seats)) => seats.push((line, seat.clone(), says)),
            None => rounds.push((round, vec![(line, seat.clone(), says)])),
        }
    }
    let mut body = String::new();
    for (name, seats) in rounds {
        let title = rounds::title_by_name(&scene.public, name).unwrap_or_else(|| say!("Sealed envelopes"));
        let _ = writeln!(body, "<h3>{}</h3>", text(&title));
        let each = seats.into_iter().map(|(line, seat, says)| {
            format!("{} <b>{}</b><br>{says}", numbered(line), text(&scene.power(&seat)))
        });
        body.push_str(&list_of(each));
    }
    body
}

/// What lay in one envelope, as markup; `None` where that is nothing: of a sheet in parts, that each part tells for itself.
fn contents(scene: &Scene<'_>, name: &str, body: &Contents) -> Option<String> {
    if rounds::is_free(name) {
        let says = body.choice.get("text").and_then(Value::as_str);
        return Some(says.map_or_else(|| text(&rounds::free(&body.choice)), written));
    }
    let says = front::of(&scene.public)?.rounds().contents(scene, name, body)?;
    (!says.is_empty()).then(|| text(&says))
}

/// What an opened part of an envelope says, as markup; `None` where that is nothing.
fn part_says(scene: &Scene<'_>, part: &str, body: &Value) -> Option<String> {
    let says = front::of(&scene.public)?.part_opened(part, body.get("v")?)?;
    (!says.is_empty()).then(|| text(&says))
}

/// What powers published.
fn published(scene: &Scene<'_>, entries: &[Entry]) -> String {
    let mut said: Option<&str> = None;
    let mut body = String::new();
    for entry in entries {
        if matches!(entry.event, Event::Order { .. }) {
            said = entry.text();
        }
        let who = match entry.table_event() {
            Some(TableEvent::Pressed { seat, .. }) => scene.power(&seat),
            Some(TableEvent::Published { .. }) => say!("Without a name"),
            _ => continue,
        };
        let words = said.map_or_else(|| escaped(&plain_text_lines("")), written);
        let line = entry.line.map_or(0, |(line, _)| line);
        let _ = writeln!(
            body,
            "<p>{} <b>{}</b></p>\n<blockquote>{words}</blockquote>",
            numbered(line),
            text(&who)
        );
    }
    body
}

/// Every roll, with its number, what it was for and what fell; with those that were free what their player said.
fn dice(entries: &[Entry]) -> String {
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    let mut rolls = Vec::new();
    for entry in entries {
        if let (Event::Order { .. }, Some(words)) = (&entry.event, entry.text()) {
            said.extend(entry.seals().first().map(|(code, _)| (code.hex(), words.to_owned())));
        }
        let (Some(rolled), Some((line, _))) = (entry.event.rolled(), entry.line) else { continue };
        let purpose = match said.get(&rolled.purpose) {
            Some(words) => written(words),
            None if rolled.purpose.len() == 64 => String::new(),
            None => escaped(&rolled.purpose.replace('_', " ")),
        };
        let faces: Vec<String> = rolled.result.iter().map(ToString::to_string).collect();
        rolls.push(format!(
            "{} <b>{}</b> {purpose}: <b>{}</b><br><small>{}</small>",
            numbered(line),
            escaped(&rolled.id),
            escaped(&faces.join(" ")),
            escaped(&rolled.slot)
        ));
    }
    list_of(rolls.into_iter())
}

/// What is said with the file.
#[must_use]
pub fn says(heading: &str) -> String {
    say!(
        "{} as a page: open the file in a browser. It holds all that it shows, and needs no connection.",
        heading
    )
}
