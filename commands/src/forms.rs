//! Forms that only the sender sees: founding, a word, a bid sheet. What comes back is read as people write it.

use crate::custom_id::CustomId;
use crate::message::{Form, Input, clip};
use crate::present::names::{list, quoted};
use crate::say;
use crate::speech::{self, Language};
use engine::eia::choice::Spare;
use engine::eia::powers::Power;
use engine::eia::scenario::Scenario;
use engine::facts::Origin;
use engine::table::bids::Sheet;
use engine::table::{View, Word};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A clock as it is written, in every language alike.
const CLOCK: &str = "48 72 Europe/Helsinki";

/// What was chosen by options before the form of a founding opened.
#[derive(Clone, Copy, Debug)]
pub struct FoundedWith {
    /// How many players.
    pub players: u32,
    /// What becomes of powers left over.
    pub spare: Spare,
    /// Whether a seat is kept for the operator of the bot.
    pub operator_seat: bool,
    /// The umpire's user, 0 where there is none.
    pub umpire: u64,
    /// The language of the council.
    pub language: Language,
    /// The number under which a map of the group's own waits that came with the command, 0 where none did.
    pub map: u64,
}

impl FoundedWith {
    /// The verb of the founding's form, which carries all of it: `found/1805/7/second/0/0/en-US`, and the number of a map.
    #[must_use]
    pub fn verb(&self, scenario: &str) -> String {
        let spare = match self.spare {
            Spare::Second => "second",
            Spare::Uncontrolled => "uncontrolled",
        };
        let (players, operator) = (self.players, u8::from(self.operator_seat));
        let map = if self.map == 0 { String::new() } else { format!("/{}", self.map) };
        let (umpire, locale) = (self.umpire, self.language.locale());
        format!("found/{scenario}/{players}/{spare}/{operator}/{umpire}/{locale}{map}")
    }

    /// The scenario's key and the rest, out of the verb of a founding's form; `None` for one that this program did not write.
    #[must_use]
    pub fn read(verb: &str) -> Option<(&str, FoundedWith)> {
        let parts: Vec<&str> = verb.split('/').collect();
        let ["found", scenario, players, spare, operator, umpire, locale, map @ ..] = parts.as_slice() else {
            return None;
        };
        let with = FoundedWith {
            players: players.parse().ok()?,
            spare: match *spare {
                "second" => Spare::Second,
                "uncontrolled" => Spare::Uncontrolled,
                _ => return None,
            },
            operator_seat: *operator == "1",
            umpire: umpire.parse().ok()?,
            language: Language::of_locale(locale),
            map: match map {
                [] => 0,
                [number] => number.parse().ok()?,
                _ => return None,
            },
        };
        Some((scenario, with))
    }
}

/// The form of a founding: the goals are shown, and sending it confirms them.
#[must_use]
pub fn founding(name: &str, scenario: &Scenario, with: &FoundedWith) -> Form {
    let goals: Vec<String> = scenario
        .powers
        .iter()
        .map(|power| {
            format!(
                "{} {}",
                speech::word(power.name()),
                scenario.goals.get(power).map_or(0, |goal| goal.value)
            )
        })
        .collect();
    let [name, clock] = founding_inputs(name);
    let goals = Input {
        id: "goals",
        label: if scenario.goals.values().all(|goal| goal.origin == Origin::Reconstructed) {
            say!("Goals in VP (reconstructed, not as printed)")
        } else {
            say!("Goals in VP (our own, not as printed)")
        },
        long: true,
        value: goals.join("\n"),
        placeholder: say!("Austria 358"),
        required: true,
        most: 400,
    };
    let ceiling = Input {
        id: "ceiling",
        label: say!("Highest bid in VP"),
        long: false,
        value: scenario.ceiling.value.to_string(),
        placeholder: String::new(),
        required: true,
        most: 4,
    };
    Form {
        title: say!("Found a campaign"),
        custom_id: CustomId::free(&with.verb(&scenario.key)),
        inputs: vec![name, goals, ceiling, clock],
    }
}

/// The form of a founding of Europa.
#[must_use]
pub fn founding_europa(name: &str, scenario: &str, with: &FoundedWith) -> Form {
    let turn = Input {
        id: "turn",
        label: say!("First turn, 1 (1492) to 62 (1799)"),
        long: false,
        value: "1".to_owned(),
        placeholder: String::new(),
        required: true,
        most: 2,
    };
    let [name, clock] = founding_inputs(name);
    Form {
        title: say!("Found a campaign"),
        custom_id: CustomId::free(&with.verb(scenario)),
        inputs: vec![name, turn, clock],
    }
}

/// What every founding asks for: a name, and a clock.
fn founding_inputs(name: &str) -> [Input; 2] {
    let name = Input {
        id: "name",
        label: say!("Name"),
        long: false,
        value: name.to_owned(),
        placeholder: say!("The Grand War"),
        required: true,
        most: 100,
    };
    let clock = Input {
        id: "clock",
        label: say!("Clock: hours, grave hours, zone; or off"),
        long: false,
        value: "48 72 UTC".to_owned(),
        placeholder: CLOCK.to_owned(),
        required: false,
        most: 60,
    };
    [name, clock]
}

/// The form that asks for a word.
#[must_use]
pub fn word(campaign: &str, verb: &str) -> Form {
    Form {
        title: say!("A word for the dice"),
        custom_id: CustomId::of(campaign, 0, verb),
        inputs: vec![Input {
            id: "word",
            label: say!("1 to 16 letters a–z or digits, your own"),
            long: false,
            value: String::new(),
            placeholder: say!("Your own, and not easy to guess"),
            required: true,
            most: 16,
        }],
    }
}

/// The title of a form, with whose seat it is for where a regent acts: "Bid sheet · Farid (Austria)". Discord takes 45 characters.
#[must_use]
pub fn titled(title: &str, whose: Option<&str>) -> String {
    match whose {
        Some(whose) => clip(&format!("{title} · {whose}"), 45),
        None => clip(title, 45),
    }
}

/// The form of a bid sheet, filled with what is sealed already; `whose` seat it is where a regent acts.
#[must_use]
pub fn bids(view: &View, prompt: u64, sealed: Option<&Sheet>, whose: Option<&str>) -> Form {
    let line = |power: &Power| match sealed.and_then(|sheet| sheet.bids.get(power.key())) {
        Some(bid) => format!("{} {bid}", speech::word(power.name())),
        None => format!("{} ", speech::word(power.name())),
    };
    let (least, most) = crate::eia::bid::present::bounds(view);
    let powers = crate::eia::bid::present::powers(view);
    // One that only follows from the numbers is left empty, so that it follows from new numbers too.
    let chosen = sealed.filter(|sheet| sheet.preference != sheet.by_numbers());
    let preference = chosen.map_or_else(String::new, |sheet| {
        let names = sheet
            .preference
            .iter()
            .filter_map(|key| Power::by_key(key))
            .map(|power| speech::word(power.name()));
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
                placeholder: say!("France, Russia: the rest by your numbers"),
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

/// The power that a name means: in English as the engine reads it, or in any language, in any case, or by a beginning of it that no
/// other power of that language shares.
pub(crate) fn meant(name: &str) -> Option<Power> {
    meant_among(name, &Power::ALL)
}

/// The power of these that a name means; see [`meant`].
pub(crate) fn meant_among(name: &str, powers: &[Power]) -> Option<Power> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let asked = plain(name);
    if asked.is_empty() {
        return None;
    }
    let in_language = |language: Language| {
        let fits =
            |power: &Power| language.look_up(power.name()).is_some_and(|own| plain(own).starts_with(&asked));
        let mut found = powers.iter().copied().filter(fits);
        let power = found.next()?;
        found.next().is_none().then_some(power)
    };
    let spoken = (speech::spoken() != Language::ENGLISH).then(speech::spoken);
    let own = spoken.and_then(in_language);
    own.or_else(|| Power::meant_among(name, powers)).or_else(|| Language::all().find_map(in_language))
}

/// Reads numbers for powers of a campaign as people write them: a line or comma list of names with a number each ("Austria 12, France: 5"),
/// or as many numbers as there are powers, in the order of the form.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read_numbers(text: &str, powers: &[Power]) -> Result<BTreeMap<Power, i64>, String> {
    let text = text.replace('−', "-");
    let parts: Vec<&str> =
        text.split(['\n', ',', ';']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let apart = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let bare: Vec<&str> = text.split(apart).filter(|part| !part.is_empty()).collect();
    if bare.len() == powers.len() && bare.iter().all(|number| number.parse::<i64>().is_ok()) {
        let numbers = bare.iter().filter_map(|number| number.parse().ok());
        return Ok(powers.iter().copied().zip(numbers).collect());
    }
    let mut numbers = BTreeMap::new();
    for part in parts {
        let (name, number) = part
            .trim_end_matches(|c: char| c.is_whitespace())
            .rsplit_once(|c: char| c.is_whitespace() || c == ':' || c == '=')
            .map_or((part, ""), |(name, number)| (name.trim_end_matches([' ', ':', '=']), number));
        let quoted = quoted(part);
        if number.is_empty() || meant_among(number, powers).is_some() {
            return Err(say!(
                "\"{}\" has no number. Each line is a power and its number, as in: Austria 12.",
                quoted
            ));
        }
        let Some(power) = meant_among(name, powers) else { return Err(no_power(&quoted, powers)) };
        let Ok(number) = number.parse::<i64>() else {
            return Err(say!("\"{}\" does not end in a whole number.", quoted));
        };
        if numbers.insert(power, number).is_some() {
            return Err(say!("{} stands twice.", power));
        }
    }
    Ok(numbers)
}

/// The sentence for what names none of the powers of a campaign.
fn no_power(quoted: &str, powers: &[Power]) -> String {
    let names: Vec<String> = powers.iter().map(|power| speech::word(power.name())).collect();
    say!("\"{}\" names no power. The powers are {}.", quoted, list(&names))
}

/// Reads an order of preference among the powers of a campaign: names apart by commas, blanks or lines.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read_preference(text: &str, powers: &[Power]) -> Result<Vec<Power>, String> {
    let named = |part: &str| meant_among(part, powers).ok_or_else(|| no_power(&quoted(part), powers));
    let apart = |separators: &[char]| -> Vec<&str> {
        text.split(separators).map(str::trim).filter(|part| !part.is_empty()).collect()
    };
    let parts = apart(&[',', ';', '\n', '>']);
    if parts.len() != 1 {
        return parts.iter().map(|part| named(part)).collect();
    }
    let mut meant = text.split_whitespace().map(named).collect::<Result<Vec<Power>, String>>()?;
    // "Great Britain" is two words and one power.
    meant.dedup();
    Ok(meant)
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
