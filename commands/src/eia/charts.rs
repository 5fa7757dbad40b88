//! Rolls on a chart of a game's, in words.

use crate::eia::auction::present::position;
use crate::present::Scene;
use crate::present::names::count;
use crate::{say, speech};
use engine::eia::charts::{Asked, charts};
use engine::facts::Origin;
use engine::table::event::Rolled;
use serde_json::Value;

/// A roll on a chart as a post tells it.
pub(crate) struct Read {
    /// What it does, in words.
    pub result: String,
    /// The table rolled on.
    pub table: String,
    /// The die, the modifiers, the result and what it stands for.
    pub reading: String,
}

/// Reads a roll on the land combat chart; `None` where it is on no chart that this program knows.
pub(crate) fn read(scene: &Scene<'_>, asked: &Value, rolled: &Rolled) -> Option<Read> {
    let asked = Asked::read(asked).ok()?;
    let die = *rolled.result.first()?;
    let loss = asked.loss(die);
    let morale = speech::tenths(u64::from(loss.morale));
    let read = match asked.factors {
        Some(of) => Some(position(&scene.public)?.lost(loss.percent, of)?),
        None => None,
    };
    let factors = read.map(|read| read.factors);
    let lost = match factors {
        _ if loss.percent == 0 => None,
        Some(0) => None,
        Some(n) => Some(count(u64::from(n), "factor", "factors")),
        None => Some(format!("{} %", loss.percent)),
    };
    let worn = (loss.morale > 0).then_some(&morale);
    let result = match (lost, worn) {
        (Some(lost), Some(worn)) => say!("The enemy loses {} and {} morale", lost, worn),
        (Some(lost), None) => say!("The enemy loses {}", lost),
        (None, Some(worn)) => say!("The enemy loses {} morale", worn),
        (None, None) => say!("The enemy loses nothing"),
    };
    let sum = i64::from(die) + i64::from(asked.modifier);
    let mut reading = match asked.modifier {
        0 => say!("Die **{}**", die),
        plus if plus > 0 => format!("{die} + {plus} = **{sum}**"),
        minus => format!("{die} − {} = **{}**", minus.unsigned_abs(), sum.to_string().replace('-', "−")),
    };
    if sum != i64::from(loss.result) {
        reading.push_str(&say!(", read as **{}**", loss.result));
    }
    reading.push_str(&format!(" → {} %", loss.percent));
    if let Some(of) = asked.factors {
        reading.push_str(&say!(" of {}", of));
    }
    if loss.morale > 0 {
        reading.push_str(&say!(", morale −{}", morale));
    }
    let doubtful = |origin: Origin| !origin.is_certain();
    if doubtful(charts().combat) {
        let says = speech::word(charts().combat.says());
        reading.push_str(&say!("\n-# combat chart: {}", says));
    }
    if let Some(read) = read.filter(|read| read.factors > 0 && doubtful(read.origin)) {
        let says = speech::word(read.origin.says());
        reading.push_str(&say!("\n-# casualty chart: {}", says));
    }
    Some(Read { result, table: asked.table.to_string(), reading })
}
