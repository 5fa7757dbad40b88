//! Free rolls, words, the audit of a roll, and luck against expectation.

use super::names::{column, count, list, plain_text};
use super::{Posts, Scene};
use crate::message::{Embed, Message, clip};
use engine::table::event::Rolled;
use engine::table::hash::Hash;
use engine::table::notation::{Outcome, Throw};
use engine::table::offers::LONGEST_LABEL;
use engine::table::roll::{Dice, RollRequest};
use engine::table::{Entry, Event, SeatId};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A new word was laid down.
pub(super) fn word_laid_down(scene: &Scene<'_>, posts: &mut Posts) {
    posts.council(
        "word",
        Message::text(format!("**{}** lays down a new word for the dice.", scene.person(scene.asker))),
    );
    posts.reply = Message::text(
        "Your new word is on the record. It goes into the dice from the next epoch, or from the next round of envelopes that closes.",
    );
}

/// Dice fell at a player's wish.
pub(super) fn rolled(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], rolled: &Rolled) {
    let mut label = None;
    let mut notation = String::new();
    for entry in entries {
        if let Event::Order { verb, fields } = &entry.event
            && verb == "roll"
        {
            notation = fields.get("notation").and_then(|n| n.as_str()).unwrap_or_default().to_owned();
            label = entry.body_for("all").and_then(|body| body["text"].as_str()).map(str::to_owned);
        }
    }
    let (result, dice) = match Throw::parse(&notation).and_then(|throw| throw.read(&rolled.result)) {
        Ok(reading) => {
            let results: Vec<String> = reading.throws.iter().map(result).collect();
            let dice: Vec<String> = reading.throws.iter().map(faces).collect();
            (results.join(" · "), dice.join(" | "))
        }
        Err(_) => (faces_plain(&rolled.result), faces_plain(&rolled.result)),
    };
    let asked =
        label.as_deref().map_or_else(String::new, |label| format!(" · {}", plain_text(label, LONGEST_LABEL)));
    let mut text = format!(
        "**{}** rolls `{}`{asked} · roll {}\n# {}\n",
        scene.person(scene.asker),
        clip(&notation, 200),
        rolled.id,
        clip(&result, 300)
    );
    let _ = write!(text, "{}", clip(&dice, 800));
    let own = rolled
        .slot
        .strip_prefix("free/")
        .and_then(|rest| rest.split_once('/'))
        .map(|(seat, _)| SeatId::from(seat));
    if own.is_some_and(|seat| scene.public.is_operator(&seat)) {
        text.push_str("\n*A roll of the operator's own seat: it proves nothing.*");
    }
    let _ = write!(text, "\n-# {}", scene.record());
    let own = |entry: &&Entry| entry.event.rolled() == Some(rolled);
    let line = entries.iter().find(own).and_then(|entry| entry.line).map_or(0, |(line, _)| line);
    let question = super::votes::question_button(scene, line);
    posts.council("rolled", Message::text(text).buttons(vec![question]));
    posts.reply =
        Message::text(format!("Roll {}: **{}**. It stands in the council.", rolled.id, clip(&result, 300)));
}

fn total(outcome: &Outcome) -> String {
    outcome.total.to_string().replace('-', "−")
}

fn result(outcome: &Outcome) -> String {
    match (outcome.target, outcome.successes) {
        (Some(hit), _) => format!("{} · {}", total(outcome), if hit { "success" } else { "no success" }),
        (None, Some(successes)) => count(u64::from(successes), "success", "successes"),
        (None, None) => total(outcome),
    }
}

fn faces(outcome: &Outcome) -> String {
    let terms = outcome.dice.iter().map(|term| {
        let dice =
            term.iter().map(|die| if die.kept { die.face.to_string() } else { format!("~~{}~~", die.face) });
        dice.collect::<Vec<_>>().join(" ")
    });
    terms.collect::<Vec<_>>().join(" + ")
}

fn faces_plain(result: &[u32]) -> String {
    result.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Everything that a stranger needs to make a roll again.
#[must_use]
pub fn audit(scene: &Scene<'_>, rolled: &Rolled, at: i64, line: u64, seed: Option<&Hash>) -> Message {
    let request = RollRequest {
        attempt: rolled.attempt,
        campaign: scene.public.campaign.clone(),
        dice: rolled.dice.clone(),
        entropy: rolled.entropy.clone(),
        epoch: rolled.epoch,
        slot: rolled.slot.clone(),
    };
    let written = engine::table::canonical::canonical_of(&request).unwrap_or_default();
    let seed = seed.map_or_else(
        || "Still secret: this epoch is open. Two players end it with /audit reveal, and it ends of itself after seven days.".to_owned(),
        |seed| format!("`{seed}`"),
    );
    let words = rolled.entropy.iter().map(|(seat, _)| scene.player(&SeatId::from(seat.as_str())));
    let embed = Embed::new(
        &format!("Roll {}", rolled.id),
        format!(
            "**{}** on {}, {}.",
            faces_plain(&rolled.result),
            dice_words(&rolled.dice),
            super::names::moment(at)
        ),
    )
    .field("Words of", list(&words.collect::<Vec<_>>()))
    .field("Seed of the epoch", seed)
    .field("Request", format!("```json\n{}\n```", clip(&written, 980)))
    .footer(&format!("line {line} of the record"));
    Message::default().with(embed)
}

fn dice_words(dice: &Dice) -> String {
    match dice {
        Dice::Of(groups) => {
            groups.iter().map(|[faces, n]| format!("{n}d{faces}")).collect::<Vec<_>>().join(" + ")
        }
        Dice::Shuffle(n) => format!("a shuffle of {n}"),
    }
}

/// Luck by player and purpose against expectation: every die with the faces it had. Averages are exact to the hundredth.
#[must_use]
pub fn stats(scene: &Scene<'_>, entries: &[Entry]) -> Message {
    #[derive(Default)]
    struct Luck {
        dice: u64,
        fell: u64,
        expected_doubled: u64,
    }
    let mut by: BTreeMap<String, Luck> = BTreeMap::new();
    for rolled in entries.iter().filter_map(|entry| entry.event.rolled()) {
        let Dice::Of(groups) = &rolled.dice else { continue };
        let whose = match rolled.slot.strip_prefix("free/").and_then(|rest| rest.split_once('/')) {
            Some((seat, _)) => scene.player(&SeatId::from(seat)),
            None => "Equal bids".to_owned(),
        };
        let luck = by.entry(whose.replace('\\', "")).or_default();
        luck.dice += rolled.result.len() as u64;
        luck.fell += rolled.result.iter().map(|face| u64::from(*face)).sum::<u64>();
        luck.expected_doubled +=
            groups.iter().map(|[faces, n]| u64::from(*n) * (u64::from(*faces) + 1)).sum::<u64>();
    }
    if by.is_empty() {
        return Message::text("No dice have fallen in this campaign yet.");
    }
    let hundredths = |sum: u64, dice: u64| {
        let value = (sum * 100 + dice / 2) / dice.max(1);
        format!("{}.{:02}", value / 100, value % 100)
    };
    let mut table = String::from("```\n               dice   mean  expected\n");
    for (whose, luck) in by.iter().take(30) {
        let _ = writeln!(
            table,
            "{} {:>4} {:>6} {:>9}",
            column(whose, 14),
            luck.dice,
            hundredths(luck.fell, luck.dice),
            hundredths(luck.expected_doubled, luck.dice * 2)
        );
    }
    table.push_str("```");
    Message::default().with(
        Embed::new("Luck", table)
            .footer("The mean of all faces that fell, and what fair dice of those faces come to."),
    )
}
