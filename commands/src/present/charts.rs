//! Rolls on a chart of a game's, in words.

use engine::eia::charts::{Asked, charts};
use engine::facts::Origin;
use engine::table::event::Rolled;
use serde_json::Value;

/// A roll on a chart as a post tells it.
pub(super) struct Read {
    /// What it does, in words.
    pub result: String,
    /// The table rolled on.
    pub table: String,
    /// The die, the modifiers, the result and what it stands for.
    pub reading: String,
}

/// Reads a roll on the land combat chart; `None` where it is on no chart that this program knows.
pub(super) fn read(asked: &Value, rolled: &Rolled) -> Option<Read> {
    let asked = Asked::read(asked).ok()?;
    let die = *rolled.result.first()?;
    let loss = asked.loss(die);
    let morale = format!("{}.{}", loss.morale / 10, loss.morale % 10);
    let factors = match asked.factors {
        Some(of) => Some(charts().factors(loss.percent, of)?),
        None => None,
    };
    let lost = match factors {
        _ if loss.percent == 0 => None,
        Some(0) => None,
        Some(1) => Some("1 factor".to_owned()),
        Some(n) => Some(format!("{n} factors")),
        None => Some(format!("{} %", loss.percent)),
    };
    let worn = (loss.morale > 0).then(|| format!("{morale} morale"));
    let result = match (lost, worn) {
        (Some(lost), Some(worn)) => format!("The enemy loses {lost} and {worn}"),
        (Some(one), None) | (None, Some(one)) => format!("The enemy loses {one}"),
        (None, None) => "The enemy loses nothing".to_owned(),
    };
    let sum = i64::from(die) + i64::from(asked.modifier);
    let mut reading = match asked.modifier {
        0 => format!("Die **{die}**"),
        plus if plus > 0 => format!("{die} + {plus} = **{sum}**"),
        minus => format!("{die} − {} = **{}**", minus.unsigned_abs(), sum.to_string().replace('-', "−")),
    };
    if sum != i64::from(loss.result) {
        reading.push_str(&format!(", read as **{}**", loss.result));
    }
    reading.push_str(&format!(" → {} %", loss.percent));
    if let Some(of) = asked.factors {
        reading.push_str(&format!(" of {of}"));
    }
    if loss.morale > 0 {
        reading.push_str(&format!(", morale −{morale}"));
    }
    let doubtful = |origin: Origin| !origin.is_certain();
    if doubtful(charts().combat) {
        reading.push_str(&format!("\n-# combat chart: {}", charts().combat.says()));
    }
    if factors.is_some_and(|n| n > 0) && doubtful(charts().casualties) {
        reading.push_str(&format!("\n-# casualty chart: {}", charts().casualties.says()));
    }
    Some(Read { result, table: asked.table.to_string(), reading })
}
