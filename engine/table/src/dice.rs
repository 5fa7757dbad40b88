//! Words and free rolls: `/dice word`, `/dice roll`.

use super::campaign::Stage;
use super::draft::{Draft, words_missing};
use super::event::{Event, Text};
use super::names::Word;
use super::offers::{Kind, LONGEST_LABEL};
use super::reading::How;
use super::refusal::Refusal;
use super::roll::Dice;
use crate::said;
use serde_json::{Map, Value, json};

/// Lays down a new word. It counts from the next epoch, or from the next round of envelopes that closes.
pub(crate) fn lay_down_word(draft: &mut Draft<'_>, word: &Word) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    draft.order_line("word", [("seat", json!(seat))], Vec::new())?;
    draft.emit(Event::Word { seat, word: word.clone() })
}

/// Rolls dice that belong to no slot of the game.
pub(crate) fn roll_freely(
    draft: &mut Draft<'_>,
    notation: &str,
    label: Option<&Text>,
) -> Result<(), Refusal> {
    roll(draft, &How::of_notation(notation)?, label)
}

/// Rolls dice that are read on a chart of the game's. What was asked of the chart stands with the order, so that anyone can read it again.
pub(crate) fn roll_on_chart(
    draft: &mut Draft<'_>,
    asked: &Value,
    label: Option<&Text>,
) -> Result<(), Refusal> {
    let asked = draft.campaign().play.game.chart(asked)?;
    roll(draft, &How::of_chart(asked), label)
}

fn roll(draft: &mut Draft<'_>, how: &How, label: Option<&Text>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let campaign = draft.campaign();
    if campaign.play.stage != Stage::Playing {
        return Err(Refusal::new(said!(
            "Dice wait for the start of play: only then has every player laid down a word, and without it they would prove nothing."
        )));
    }
    let words = campaign.epoch.words.clone();
    if words.is_none() {
        return Err(words_missing());
    }
    if let Some(label) = label {
        Kind::Text { most: LONGEST_LABEL }.check("label", &json!(label.text))?;
    }
    let k = campaign.free_rolls.get(&seat).copied().unwrap_or(0) + 1;
    let dice = how.dice()?;
    let mut fields = Map::new();
    fields.insert("seat".to_owned(), json!(seat));
    fields.insert("dice".to_owned(), json!(dice));
    fields.insert("notation".to_owned(), json!(how.notation));
    if let Some(chart) = &how.chart {
        fields.insert("chart".to_owned(), chart.clone());
    }
    let author = draft.author();
    let purpose = match label {
        Some(label) => label.code()?.hex(),
        None => "free".to_owned(),
    };
    draft.order_line("roll", fields, label.iter().map(|label| label.part(author)).collect())?;
    draft.roll(&format!("free/{seat}/{k}"), Dice::Of(dice), &purpose, words, Some(how))?;
    Ok(())
}

impl Event {
    /// The roll, where the event is one.
    #[must_use]
    pub fn rolled(&self) -> Option<&super::event::Rolled> {
        match self {
            Event::Rolled(rolled) => Some(rolled),
            _ => None,
        }
    }
}
