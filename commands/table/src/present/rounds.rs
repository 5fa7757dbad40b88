//! Rounds of envelopes in words: what one is about, what its button says, and what lies in an envelope, for its owner.

use super::{Scene, names};
use crate::declared::opens_form_of;
use crate::present::front::{self, RoundWords};
use crate::say;
use serde_json::Value;
use std::borrow::Cow;
use table::View;
use table::act::Exchanged;
use table::envelope::Contents;
use table::exchange;
use table::view::RoundView;

/// Whether it is a round of free envelopes between players.
#[must_use]
pub fn is_free(round: &str) -> bool {
    round.starts_with(exchange::PREFIX)
}

/// A round in words, by its name and what it is about where that is known.
fn words(view: &View, round: &str, about: Option<&str>) -> RoundWords {
    let of_the_game = || front::of(view)?.rounds().words(round, about);
    let free = || RoundWords {
        title: match about.and_then(|about| about.lines().next()) {
            Some(about) => say!("Envelopes: {}", names::plain_text(about, 80)),
            None => say!("Free envelopes"),
        },
        by_name: false,
        labels: (say!("Seal my envelope"), say!("Change my envelope")),
        verb: "envelope/seal",
        alone: false,
    };
    if is_free(round) { Some(free()) } else { of_the_game() }.unwrap_or_else(|| RoundWords {
        title: say!("Envelopes"),
        verb: "bid",
        ..free()
    })
}

/// Its title: "Bid sheets", "Auction of Turkey", "Envelopes: who moves first in Naples".
#[must_use]
pub fn title(view: &View, round: &RoundView) -> String {
    words(view, &round.round, round.about.as_deref()).title
}

/// Its title where its name alone says it.
#[must_use]
pub fn title_by_name(view: &View, round: &str) -> Option<String> {
    Some(words(view, round, None)).filter(|words| words.by_name).map(|words| words.title)
}

/// What the button says that seals, first and again.
#[must_use]
pub fn labels(view: &View, round: &str) -> (String, String) {
    words(view, round, None).labels
}

/// Whether those who are asked are asked by themselves, so that its button is not before everybody.
pub(crate) fn alone(view: &View, round: &str) -> bool {
    words(view, round, None).alone
}

/// What the button does that opens the form.
#[must_use]
pub fn verb(view: &View, round: &str) -> Cow<'static, str> {
    match words(view, round, None).verb {
        "" => opens_form_of(round).unwrap_or_default().into(),
        verb => verb.into(),
    }
}

/// What lies in an envelope, for its owner.
#[must_use]
pub fn content(scene: &Scene<'_>, round: &str, contents: &Contents) -> String {
    let word = contents.word.as_ref().map(|word| say!("New word for the dice: {}", word.as_str()));
    let word = word.unwrap_or_default();
    let of_the_game = || front::of(&scene.own)?.rounds().contents(scene, round, contents);
    let says = if is_free(round) { None } else { of_the_game() };
    let says = says.unwrap_or_else(|| free(&contents.choice));
    [says, word].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// What a free envelope holds.
#[must_use]
pub fn free(choice: &Value) -> String {
    if let Some(text) = choice.get("text").and_then(Value::as_str) {
        return names::plain_text(text, exchange::LONGEST);
    }
    if let Some(number) = choice.get("number").and_then(Value::as_i64) {
        return crate::speech::signed(number);
    }
    if let Some(answer) = choice.get("choice").and_then(Value::as_i64) {
        return say!("answer {}", answer);
    }
    String::new()
}

/// The answers of free envelopes that hold a choice, as they were written.
#[must_use]
pub fn answers(round: &RoundView) -> Vec<String> {
    match (&round.exchange, &round.about) {
        (Some(Exchanged::Choice { options }), Some(about)) => {
            about.lines().skip(1).take(*options as usize).map(|line| names::plain_text(line, 100)).collect()
        }
        _ => Vec::new(),
    }
}

impl Scene<'_> {
    /// An open round as the viewer sees it.
    #[must_use]
    pub fn round(&self, name: &str) -> Option<&RoundView> {
        self.own.rounds.iter().find(|round| round.round == name)
    }
}
