//! Free rolls, words, and the audit of a roll.

use super::names::{list, plain_text};
use super::{Posts, Scene};
use crate::message::{Embed, Message, clip};
use crate::present::front;
use crate::{say, speech};
use std::fmt::Write as _;
use table::event::Rolled;
use table::hash::Hash;
use table::notation::{Outcome, Throw};
use table::offers::LONGEST_LABEL;
use table::roll::{Dice, RollRequest};
use table::{Entry, Event, SeatId};

/// A new word was laid down.
pub(crate) fn word_laid_down(scene: &Scene<'_>, posts: &mut Posts) {
    posts.council(
        "word",
        Message::text(say!("**{}** lays down a new word for the dice.", scene.person(scene.asker))),
    );
    posts.reply = Message::text(say!(
        "Your new word is on the record. It goes into the dice from the next epoch, or from the next round of envelopes that closes."
    ));
}

/// Dice fell at a player's wish.
pub(crate) fn rolled(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], rolled: &Rolled) {
    let mut label = None;
    let mut notation = String::new();
    let mut chart = None;
    for entry in entries {
        if let Event::Order { verb, fields } = &entry.event
            && verb == "roll"
        {
            notation = fields.get("notation").and_then(|n| n.as_str()).unwrap_or_default().to_owned();
            chart = fields
                .get("chart")
                .and_then(|asked| front::of(&scene.public)?.on_chart(scene, asked, rolled));
            label = entry.text().map(str::to_owned);
        }
    }
    let asked =
        label.as_deref().map_or_else(String::new, |label| format!(" · {}", plain_text(label, LONGEST_LABEL)));
    let own = rolled.slot.strip_prefix("free/").and_then(|rest| rest.split_once('/'));
    let own = own.map(|(seat, _)| SeatId::from(seat));
    let who = own.as_ref().map_or_else(|| scene.who(), |seat| scene.power(seat));
    let (text, mut dice, result, hint) = match chart {
        Some(chart) => {
            let text =
                say!("# {}\n**{}** on {}{} · roll {}", chart.result, who, chart.table, asked, rolled.id);
            (text, chart.reading, chart.result, String::new())
        }
        None => {
            let throw = Throw::parse(&notation).ok();
            let read = throw.as_ref().and_then(|throw| throw.read(&rolled.result).ok());
            let (result, dice) = match read {
                Some(reading) => {
                    let results: Vec<String> = reading.throws.iter().map(result).collect();
                    let dice: Vec<String> = reading.throws.iter().map(faces).collect();
                    (results.join(" · "), dice.join(" | "))
                }
                None => (faces_plain(&rolled.result), faces_plain(&rolled.result)),
            };
            let result = clip(&result, 300);
            let text =
                say!("**{}** · `{}`{} · roll {}\n# {}", who, clip(&notation, 200), asked, rolled.id, result);
            let total = throw.and_then(|throw| throw.with_total());
            let hint = total.map_or_else(String::new, |total| {
                say!(" Each die was compared by itself; `{}` compares the total.", total.notation())
            });
            (text, clip(&dice, 800), result, hint)
        }
    };
    if own.as_ref().is_some_and(|seat| scene.public.is_operator(seat)) {
        let _ = write!(dice, "\n{}", say!("*A roll of the operator's own seat: it proves nothing.*"));
    }
    let embed = scene.edged(Embed::new("", dice), own.as_ref()).footer(&scene.record());
    let this = |entry: &&Entry| entry.event.rolled() == Some(rolled);
    let line = entries.iter().find(this).and_then(|entry| entry.line).map_or(0, |(line, _)| line);
    let question = super::votes::question_button(scene, line);
    posts.council("rolled", Message::text(text).with(embed).buttons(vec![question]));
    posts.reply =
        Message::text(say!("Roll {}: **{}**. It stands in the council.{}", rolled.id, result, hint));
}

fn total(outcome: &Outcome) -> String {
    speech::signed(outcome.total)
}

fn result(outcome: &Outcome) -> String {
    match (outcome.target, outcome.successes) {
        (Some(hit), _) => {
            format!("{} · {}", total(outcome), if hit { say!("success") } else { say!("no success") })
        }
        (None, Some(successes)) => {
            let dice = outcome.dice.iter().flatten().count();
            if successes == 1 {
                say!("{} of {} dice succeeds", successes, dice)
            } else {
                say!("{} of {} dice succeed", successes, dice)
            }
        }
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
    let written = table::canonical::canonical_of(&request).unwrap_or_default();
    let seed = seed.map_or_else(
        || say!("Still secret: this epoch is open. Two players end it with /audit reveal, and it ends of itself after seven days."),
        |seed| format!("`{seed}`"),
    );
    let words = rolled.entropy.iter().map(|(seat, _)| scene.player(&SeatId::from(seat.as_str())));
    let embed = Embed::new(
        &say!("Roll {}", rolled.id),
        say!(
            "**{}** on {}, {}.",
            faces_plain(&rolled.result),
            dice_words(&rolled.dice),
            super::names::moment(at)
        ),
    )
    .field(&say!("Words of"), list(&words.collect::<Vec<_>>()))
    .field(&say!("Seed of the epoch"), seed)
    .field(&say!("Request"), format!("```json\n{}\n```", clip(&written, 980)))
    .footer(&say!("line {} of the record", line));
    Message::default().with(embed)
}

fn dice_words(dice: &Dice) -> String {
    match dice {
        Dice::Of(groups) => {
            groups.iter().map(|[faces, n]| format!("{n}d{faces}")).collect::<Vec<_>>().join(" + ")
        }
        Dice::Shuffle(n) => say!("a shuffle of {}", n),
    }
}
