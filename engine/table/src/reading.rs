//! How the dice of a free roll are read: by the notation that they were written in, and on a chart where one was asked.
//!
//! The order says how, and the line of its roll says it again with what the dice came to. Dice alone would not show it: `2d6+1` and
//! `2d6+5` are the same dice, and so are all tables of a chart. So what a post shows of a roll stands on the record, and an order that is
//! told otherwise afterwards does not go with its roll any more.

use super::notation::{Outcome, Throw};
use super::refusal::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How the dice of a free roll are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct How {
    /// The notation in its normal form, without a label.
    pub notation: String,
    /// What was asked of a chart of the game's, in the one form in which it stands on the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<Value>,
}

/// A free roll as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// By what.
    #[serde(flatten)]
    pub how: How,
    /// What the dice came to: for a notation one `{"total":…}` a throw, with `met` or `successes` where something is compared; on a chart
    /// what the game reads there.
    pub came_to: Value,
}

impl How {
    /// By a notation.
    ///
    /// # Errors
    /// A refusal where it is none.
    pub(crate) fn of_notation(notation: &str) -> Result<How, Refusal> {
        let throw = Throw::parse(notation).map_err(Refusal::new)?;
        Ok(How { notation: throw.notation(), chart: None })
    }

    /// On a chart.
    pub(crate) fn of_chart(roll: ChartRoll) -> How {
        How { notation: roll.notation, chart: Some(roll.asked) }
    }

    /// The dice to roll, as `[faces, count]` groups.
    ///
    /// # Errors
    /// A refusal where the notation is none.
    pub(crate) fn dice(&self) -> Result<Vec<[u32; 2]>, Refusal> {
        Ok(Throw::parse(&self.notation).map_err(Refusal::new)?.dice())
    }
}

pub(crate) fn came_to(outcome: &Outcome) -> Value {
    let mut value = json!({ "total": outcome.total });
    if let Some(met) = outcome.target {
        value["met"] = json!(met);
    }
    if let Some(successes) = outcome.successes {
        value["successes"] = json!(successes);
    }
    value
}

/// A free roll that is read on a chart of the game's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartRoll {
    /// What is asked of the chart, in the one form in which it stands on the record.
    pub asked: Value,
    /// `[faces, count]` groups.
    pub dice: Vec<[u32; 2]>,
    /// The notation the dice are read by, in its normal form.
    pub notation: String,
}
