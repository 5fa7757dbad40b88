//! The values of Empires in Arms that are not the printed game's, in words: those that were typed, and the casualty chart with its cells. The
//! charts of land warfare are in `land_values`.

use crate::seen::position;
use eia::charts::COLUMNS;
use eia::unprinted::{CASUALTIES, CEILING, cell_key};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use table::facts::Origin;
use table::typed::Unprinted;
use table_commands::message::{Embed, Message};
use table_commands::present::Scene;
use table_commands::present::typed::{line, unprinted};
use table_commands::{say, speech};

/// A cell of the casualty chart out of its key: percentage and factors.
pub(super) fn cell(key: &str) -> Option<(u32, u32)> {
    let (percent, of) = key.strip_prefix(CASUALTIES)?.split_once('_')?;
    Some((percent.parse().ok()?, of.parse().ok()?))
}

/// What stands in values by their keys, a line each; a whole row of the casualty chart is one line.
pub(super) fn lines(known: &[Unprinted], values: &BTreeMap<String, i64>, before: bool) -> Vec<String> {
    let mut rows: BTreeMap<u32, Vec<(u32, i64)>> = BTreeMap::new();
    for (key, value) in values {
        if let Some((percent, of)) = cell(key) {
            rows.entry(percent).or_default().push((of, *value));
        }
    }
    rows.retain(|_, row| row.len() == COLUMNS);
    let each = |(key, value): (&String, &i64)| {
        let in_a_row = cell(key).is_some_and(|(percent, _)| rows.contains_key(&percent));
        if in_a_row {
            return None;
        }
        let Some(known) = known.iter().find(|known| known.key == *key) else {
            // Once the bids are open the highest is no value of the campaign any more.
            return (key == CEILING).then(|| format!("{}: **{value} VP**", say!("Highest bid")));
        };
        Some(line(known, *value, before))
    };
    let mut lines: Vec<String> = values.iter().filter_map(each).collect();
    for (percent, mut row) in rows {
        row.sort_unstable();
        let lost: Vec<String> = row.into_iter().map(|(_, lost)| lost.to_string()).collect();
        lines.push(say!("Casualty chart, {} %: **{}**", percent, lost.join(" ")));
    }
    lines
}

/// Whether any power was bid for, so that its goal is higher than the one that is listed.
pub(super) fn were_bid_for(scene: &Scene<'_>) -> bool {
    position(&scene.public)
        .is_some_and(|position| position.choice.holdings.values().any(|holding| holding.bid > 0))
}

/// The casualty chart as this campaign has it, 35 characters wide: ten columns a line.
#[must_use]
pub fn chart(scene: &Scene<'_>) -> Message {
    let known: BTreeMap<String, Unprinted> =
        unprinted(scene).into_iter().map(|value| (value.key.clone(), value)).collect();
    let percents: BTreeSet<u32> =
        known.keys().filter_map(|key| cell(key)).map(|(percent, _)| percent).collect();
    let mut text = String::from("```\n");
    let mut typed = false;
    for half in [1..=10, 11..=20] {
        let _ = write!(text, "{:5}", "");
        for of in half.clone() {
            let _ = write!(text, "{of:>3}");
        }
        text.push('\n');
        for percent in &percents {
            let _ = write!(text, "{:>3} %", percent);
            for of in half.clone() {
                let Some(value) = known.get(&cell_key(*percent, of)) else { continue };
                let own = value.origin == Origin::Typed;
                typed |= own;
                let shown = if own { format!("*{}", value.now) } else { value.now.to_string() };
                let _ = write!(text, "{shown:>3}");
            }
            text.push('\n');
        }
        text.push('\n');
    }
    text.push_str("```");
    if typed {
        let _ = write!(text, "\n-# \\* {}", speech::word(Origin::Typed.says()));
    }
    let title = say!("Casualty chart: factors lost, of 1 to 20");
    Message::default().with(Embed::new(&title, text).footer(&scene.record()))
}
