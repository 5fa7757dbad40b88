//! Games that were played once, in a crate's `tests/recorded`, and must come out again: each is its own whole record, of which every order
//! is decided again. What is compared is the public part of each line. Heads and the revision of the rules are left out, so that a revision
//! that changes nothing in a game touches none of these files; nor does what a player is offered, or how a view is printed.
//!
//! A line of a file is the `p` and the `s` of a line of the record. Beside some lies what was refused in them: after which line, whose order,
//! under which rules. `CHANCERY_RECORD=1` plays anew, after a change of rules that means to change them.
#![allow(clippy::unwrap_used)]

use super::Play;
use engine::table::canonical::canonical;
use engine::table::chain::Roots;
use engine::table::chance::Chain;
use engine::table::event::line_hash;
use engine::table::hash::Hash;
use engine::table::record::{Extent, Line, line};
use engine::table::verify::{Report, verify};
use engine::table::{By, Campaign, Entry, Event, Order, Refusal, Stage, Verb, decide, game};
use serde_json::{Value, json};
use std::path::PathBuf;

/// What an order that was refused says of itself.
pub struct Refused {
    /// After how many lines of the record it was given.
    pub after: u64,
    /// By which person.
    pub person: u32,
    /// The order of the game.
    pub order: Value,
}

fn file(name: &str, ending: &str) -> PathBuf {
    let here = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    PathBuf::from(here).join("tests/recorded").join(format!("{name}.{ending}"))
}

/// A game comes out as it was recorded; `play` plays it where it is recorded anew.
pub fn comes_out_as_it_did(name: &str, play: impl FnOnce() -> Play) {
    comes_out_with_what_was_refused(name, || (play(), Vec::new()));
}

/// The same, and what was refused in it is refused under the same rules.
pub fn comes_out_with_what_was_refused(name: &str, play: impl FnOnce() -> (Play, Vec<Refused>)) {
    let (path, beside) = (file(name, "jsonl"), file(name, "refused.jsonl"));
    if std::env::var_os("CHANCERY_RECORD").is_some() {
        let (mut play, refused) = play();
        closed(&mut play);
        let text: String = play.entries.iter().filter_map(kept).collect();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
        let again = again(&record(&text), &refused);
        let lines = refused.iter().zip(again).map(|(refused, came)| {
            // What leans on what stands on no line cannot be asked again of the record.
            let rules = came.err()?.rules.iter().map(ToString::to_string).collect::<Vec<_>>();
            let Refused { after, person, order } = refused;
            let line = json!({"after": after, "order": order, "person": person, "rules": rules});
            Some(canonical(&line).unwrap() + "\n")
        });
        let lines: String = lines.flatten().collect();
        if !lines.is_empty() {
            std::fs::write(&beside, lines).unwrap();
        }
    }
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let record = record(&text);
    let report = decided(&record).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    assert!(report.orders_decided > 20, "{}: {report:?}", path.display());
    let Ok(text) = std::fs::read_to_string(&beside) else { return };
    let values: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let refused: Vec<Refused> = values
        .iter()
        .map(|value| Refused {
            after: value["after"].as_u64().unwrap(),
            person: u32::try_from(value["person"].as_u64().unwrap()).unwrap(),
            order: value["order"].clone(),
        })
        .collect();
    for (value, came) in values.iter().zip(again(&record, &refused)) {
        let refusal = came.expect_err(&format!("{}: it is taken now: {value}", beside.display()));
        let rules: Vec<String> = refusal.rules.iter().map(ToString::to_string).collect();
        assert_eq!(value["rules"], json!(rules), "{}: {value}: {refusal}", beside.display());
    }
}

/// All ask to close the campaign, so that all that was sealed lies open.
fn closed(play: &mut Play) {
    let persons: Vec<u32> = play.campaign.play.seats.values().filter_map(|place| place.person).collect();
    for person in persons {
        if play.campaign.play.stage != Stage::Closed {
            // Who has asked already is refused, and that is all.
            _ = play.give(By::Person(person), Verb::Close);
        }
    }
    assert_eq!(play.campaign.play.stage, Stage::Closed, "somebody cannot close it");
}

/// What is kept of a line.
fn kept(entry: &Entry) -> Option<String> {
    let line: Value = serde_json::from_str(&line(entry, Extent::Whole).unwrap()?).unwrap();
    let mut kept = json!({"p": line["p"]});
    if let Some(bodies) = line.get("s") {
        kept["s"] = bodies.clone();
    }
    if matches!(entry.event, Event::Founded(_)) {
        kept["p"]["rules"] = json!("");
    }
    Some(canonical(&kept).unwrap() + "\n")
}

/// The record out of what was kept of it, under the newest revision that this program has.
fn record(kept: &str) -> String {
    let (mut head, mut text) = (Hash::default(), String::new());
    for (i, line) in kept.lines().enumerate() {
        let mut line: Value = serde_json::from_str(line).unwrap();
        if i == 0 {
            let game = game::by_key(line["p"]["game"].as_str().unwrap()).unwrap();
            line["p"]["rules"] = json!(game.newest());
        }
        head = line_hash(&head, &canonical(&line["p"]).unwrap());
        line["h"] = json!(head);
        line["i"] = json!(i);
        text += &canonical(&line).unwrap();
        text.push('\n');
    }
    text
}

/// Every order of a record decided again.
fn decided(record: &str) -> Result<Report, String> {
    let report = verify(record.as_bytes(), &[]).map_err(|wrong| {
        let told = record.lines().nth(wrong.line.saturating_sub(1) as usize).unwrap_or_default();
        let told: String = told.chars().take(600).collect();
        format!("line {}: {} It was recorded as {told}", wrong.line, wrong.why)
    })?;
    if report.orders_waiting > 0 || !report.closed {
        return Err(format!("not all of it is decided again: {report:?}"));
    }
    Ok(report)
}

/// What comes of orders that were refused, each on the campaign as the record has it there.
fn again(record: &str, refused: &[Refused]) -> Vec<Result<(), Refusal>> {
    let mut came = Vec::new();
    let mut campaign: Option<Campaign> = None;
    let mut refused = refused.iter().peekable();
    for (i, text) in record.lines().enumerate() {
        let entry = Line::read(text).unwrap().entry().unwrap();
        match &mut campaign {
            None => campaign = Campaign::founded(&entry),
            Some(campaign) => campaign.apply(&entry).unwrap(),
        }
        while let Some(next) = refused.next_if(|next| next.after == i as u64 + 1) {
            let campaign = campaign.as_ref().unwrap();
            let verb = Verb::Game(next.order.clone());
            let order = Order { at: entry.at + 60, by: By::Person(next.person), operator: false, verb };
            // Whatever the dice would be: it is refused before they fall.
            let roots = Roots::new([1; 32], [2; 32], campaign.epoch.number);
            let mut chance = Chain::of(&roots, ([3; 32], [4; 32]));
            came.push(decide(campaign, &order, &mut chance).map(|_| ()));
        }
    }
    came
}
