//! The form of a bid sheet, and what is read out of it.

use crate::names::{read_numbers, read_preference};
use eia::powers::Power;
use serde_json::{Map, Value, json};
use table::bids::Sheet;
use table::{View, Word};
use table_commands::custom_id::CustomId;
use table_commands::forms::titled;
use table_commands::message::{Form, Input};
use table_commands::{say, speech};

/// The form of a bid sheet, filled with what is sealed already; `whose` seat it is where a regent acts.
#[must_use]
pub fn bids(view: &View, prompt: u64, sealed: Option<&Sheet>, whose: Option<&str>) -> Form {
    let line = |power: &Power| match sealed.and_then(|sheet| sheet.bids.get(power.key())) {
        Some(bid) => format!("{} {bid}", crate::names::called(power)),
        None => format!("{} ", crate::names::called(power)),
    };
    let (least, most) = crate::bid::present::bounds(view);
    let powers = crate::bid::present::powers(view);
    // One that only follows from the numbers is left empty, so that it follows from new numbers too.
    let chosen = sealed.filter(|sheet| sheet.preference != sheet.by_numbers());
    let preference = chosen.map_or_else(String::new, |sheet| {
        let names = sheet.preference.iter().filter_map(|key| Power::by_key(key)).map(crate::names::called);
        names.collect::<Vec<String>>().join(", ")
    });
    Form {
        title: titled(&say!("Bid sheet"), whose),
        custom_id: CustomId::on(view, prompt, "bid"),
        inputs: vec![
            Input {
                id: "bids",
                label: say!("{} to {} VP each, all different", least, most),
                long: true,
                value: powers.iter().map(line).collect::<Vec<_>>().join("\n"),
                placeholder: say!("Austria 12"),
                required: true,
                most: 400,
            },
            Input {
                id: "preference",
                label: say!("First choices of what is left (optional)"),
                long: false,
                value: preference,
                placeholder: say!("France, Russia"),
                required: false,
                most: 200,
            },
            Input {
                id: "word",
                label: say!("New word for the dice (optional)"),
                long: false,
                value: String::new(),
                placeholder: say!("1 to 16 letters a–z or digits"),
                required: false,
                most: 40,
            },
        ],
    }
}

/// A bid sheet as the engine takes it, and the word that comes with it, out of what was written.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read_sheet(
    bids: &str,
    preference: &str,
    word: &str,
    powers: &[Power],
) -> Result<(Value, Option<Word>), String> {
    let asked = read_numbers(bids, powers)?;
    let mut sheet = Map::new();
    let numbers: Map<String, Value> =
        asked.iter().map(|(power, bid)| (power.key().to_owned(), json!(bid))).collect();
    sheet.insert("bids".to_owned(), Value::Object(numbers));
    let mut preference = read_preference(preference, powers)?;
    if !preference.is_empty() {
        // Whoever names only the first few means the rest by his numbers.
        let mut rest: Vec<Power> =
            powers.iter().copied().filter(|power| !preference.contains(power)).collect();
        rest.sort_by_key(|power| std::cmp::Reverse(asked.get(power).copied()));
        preference.extend(rest);
        let keys = preference.iter().map(|power| power.key());
        sheet.insert("preference".to_owned(), keys.collect());
    }
    let word = Some(word).filter(|word| !word.trim().is_empty());
    let word = word.map(Word::read).transpose().map_err(|why| speech::said(&why))?;
    Ok((Value::Object(sheet), word))
}
