//! Forms that only the sender sees: founding, a word, a bid sheet. What comes back is read as people write it.

use crate::custom_id::CustomId;
use crate::message::{Form, Input};
use engine::eia::choice::Spare;
use engine::eia::powers::Power;
use engine::eia::scenario::Scenario;
use engine::table::View;
use engine::table::bids::Sheet;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The form of a founding: the goals are shown, and sending it confirms them.
#[must_use]
pub fn founding(name: &str, scenario: &Scenario, players: u32, spare: Spare, operator_seat: bool) -> Form {
    let goals: Vec<String> = Power::ALL
        .iter()
        .map(|power| format!("{power} {}", scenario.goals.get(power).map_or(0, |goal| goal.value)))
        .collect();
    let spare = match spare {
        Spare::Second => "second",
        Spare::Uncontrolled => "uncontrolled",
    };
    Form {
        title: "Found a campaign".to_owned(),
        custom_id: CustomId::free(&format!(
            "found/{}/{players}/{spare}/{}",
            scenario.key,
            u8::from(operator_seat)
        )),
        inputs: vec![
            Input {
                id: "name",
                label: "Name".to_owned(),
                long: false,
                value: name.to_owned(),
                placeholder: "The Grand War".to_owned(),
                required: true,
                most: 100,
            },
            Input {
                id: "goals",
                label: "Goals in VP (reconstructed, not as printed)".to_owned(),
                long: true,
                value: goals.join("\n"),
                placeholder: "Austria 358".to_owned(),
                required: true,
                most: 400,
            },
            Input {
                id: "ceiling",
                label: "Highest bid in VP".to_owned(),
                long: false,
                value: scenario.ceiling.value.to_string(),
                placeholder: String::new(),
                required: true,
                most: 4,
            },
        ],
    }
}

/// The form that asks for a word.
#[must_use]
pub fn word(campaign: &str, verb: &str) -> Form {
    Form {
        title: "A word for the dice".to_owned(),
        custom_id: CustomId::of(campaign, 0, verb),
        inputs: vec![Input {
            id: "word",
            label: "1 to 16 letters a–z or digits, your own".to_owned(),
            long: false,
            value: String::new(),
            placeholder: "Your own, and not easy to guess".to_owned(),
            required: true,
            most: 16,
        }],
    }
}

/// The form of a bid sheet, filled with what is sealed already.
#[must_use]
pub fn bids(view: &View, prompt: u64, sealed: Option<&Sheet>) -> Form {
    let line = |power: &Power| match sealed.and_then(|sheet| sheet.bids.get(power.key())) {
        Some(bid) => format!("{power} {bid}"),
        None => format!("{power} "),
    };
    let (least, most) = crate::present::choice::bounds(view);
    // One that only follows from the numbers is left empty, so that it follows from new numbers too.
    let chosen = sealed.filter(|sheet| sheet.preference != sheet.by_numbers());
    let preference = chosen.map_or_else(String::new, |sheet| {
        let names = sheet.preference.iter().filter_map(|key| Power::by_key(key)).map(Power::name);
        names.collect::<Vec<_>>().join(", ")
    });
    Form {
        title: "Bid sheet".to_owned(),
        custom_id: CustomId::on(view, prompt, "bid"),
        inputs: vec![
            Input {
                id: "bids",
                label: format!("{least} to {most} VP each, all different"),
                long: true,
                value: Power::ALL.iter().map(line).collect::<Vec<_>>().join("\n"),
                placeholder: "Austria 12".to_owned(),
                required: true,
                most: 400,
            },
            Input {
                id: "preference",
                label: "First choices of what is left (optional)".to_owned(),
                long: false,
                value: preference,
                placeholder: "France, Russia: the rest by your numbers".to_owned(),
                required: false,
                most: 200,
            },
            Input {
                id: "word",
                label: "New word for the dice (optional)".to_owned(),
                long: false,
                value: String::new(),
                placeholder: "1 to 16 letters a–z or digits".to_owned(),
                required: false,
                most: 40,
            },
        ],
    }
}

/// Reads numbers for powers as people write them: a line or comma list of names with a number each ("Austria 12, France: 5"), or seven
/// numbers in the order of the form.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read_numbers(text: &str) -> Result<BTreeMap<Power, i64>, String> {
    let text = text.replace('−', "-");
    let parts: Vec<&str> =
        text.split(['\n', ',', ';']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let apart = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let bare: Vec<&str> = text.split(apart).filter(|part| !part.is_empty()).collect();
    if bare.len() == Power::ALL.len() && bare.iter().all(|number| number.parse::<i64>().is_ok()) {
        let numbers = bare.iter().filter_map(|number| number.parse().ok());
        return Ok(Power::ALL.into_iter().zip(numbers).collect());
    }
    let mut numbers = BTreeMap::new();
    for part in parts {
        let (name, number) = part
            .trim_end_matches(|c: char| c.is_whitespace())
            .rsplit_once(|c: char| c.is_whitespace() || c == ':' || c == '=')
            .map_or((part, ""), |(name, number)| (name.trim_end_matches([' ', ':', '=']), number));
        let quoted = quoted(part);
        if number.is_empty() || Power::meant(number).is_some() {
            return Err(format!(
                "\"{quoted}\" has no number. Each line is a power and its number, as in: Austria 12."
            ));
        }
        let Some(power) = Power::meant(name) else {
            return Err(format!(
                "\"{quoted}\" names no power. The powers are Austria, France, Great Britain, Prussia, Russia, Spain and Turkey."
            ));
        };
        let Ok(number) = number.parse::<i64>() else {
            return Err(format!("\"{quoted}\" does not end in a whole number."));
        };
        if numbers.insert(power, number).is_some() {
            return Err(format!("{power} stands twice."));
        }
    }
    Ok(numbers)
}

/// Reads an order of preference: names apart by commas, blanks or lines.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read_preference(text: &str) -> Result<Vec<Power>, String> {
    let named = |part: &str| {
        Power::meant(part).ok_or_else(|| {
            format!(
                "\"{}\" names no power. The powers are Austria, France, Great Britain, Prussia, Russia, Spain and Turkey.",
                quoted(part)
            )
        })
    };
    let apart = |separators: &[char]| -> Vec<&str> {
        text.split(separators).map(str::trim).filter(|part| !part.is_empty()).collect()
    };
    let parts = apart(&[',', ';', '\n', '>']);
    if parts.len() != 1 {
        return parts.iter().map(|part| named(part)).collect();
    }
    let mut powers = text.split_whitespace().map(named).collect::<Result<Vec<Power>, String>>()?;
    // "Great Britain" is two words and one power.
    powers.dedup();
    Ok(powers)
}

/// What was not understood, as a sentence may quote it.
fn quoted(text: &str) -> String {
    crate::present::names::plain(&crate::message::clip(text, 60))
}

/// A bid sheet as the engine takes it, out of what was written.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read_sheet(bids: &str, preference: &str, word: &str) -> Result<Value, String> {
    let asked = read_numbers(bids)?;
    let mut sheet = Map::new();
    let numbers: Map<String, Value> =
        asked.iter().map(|(power, bid)| (power.key().to_owned(), json!(bid))).collect();
    sheet.insert("bids".to_owned(), Value::Object(numbers));
    let mut preference = read_preference(preference)?;
    if !preference.is_empty() {
        // Whoever names only the first few means the rest by his numbers.
        let mut rest: Vec<Power> =
            Power::ALL.into_iter().filter(|power| !preference.contains(power)).collect();
        rest.sort_by_key(|power| std::cmp::Reverse(asked.get(power).copied()));
        preference.extend(rest);
        let keys = preference.iter().map(|power| power.key());
        sheet.insert("preference".to_owned(), keys.collect());
    }
    if !word.trim().is_empty() {
        let word = engine::table::Word::read(word)?;
        sheet.insert("word".to_owned(), json!(word.as_str()));
    }
    Ok(Value::Object(sheet))
}
