//! The values of the Middle Ages that are not the printed game's, as players see and type them.

use middle_ages::begins;
use middle_ages::unprinted::{Line, key_of, line_of};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::Said;
use table::facts::Origin;
use table::said;
use table::typed::Unprinted;
use table_commands::message::{Embed, Message, clip};
use table_commands::present::Scene;
use table_commands::present::front::typed::{Chart, Typed};
use table_commands::present::names::quoted;
use table_commands::present::typed::{line, unprinted};
use table_commands::say;
use table_commands::speech::{self, Language};

/// What the Middle Ages have to say of them.
pub(crate) struct OfTheAges;

/// The button of the year cards.
const YEAR_CARDS: &str = "typed/years";
/// The button of what the scenario begins with.
const BEGINS: &str = "typed/begins";

impl Typed for OfTheAges {
    fn lines(&self, known: &[Unprinted], values: &BTreeMap<String, i64>, before: bool) -> Vec<String> {
        let of = |(key, value): (&String, &i64)| {
            Some(line(known.iter().find(|known| known.key == *key)?, *value, before))
        };
        values.iter().filter_map(of).collect()
    }

    fn charts(&self, known: &[Unprinted]) -> Vec<Chart> {
        let years = Chart {
            verb: YEAR_CARDS.to_owned(),
            title: say!("Year cards"),
            counted: Box::new(|values, all| say!("Year cards: {} of {} values", values, all)),
        };
        let begins = Chart {
            verb: BEGINS.to_owned(),
            title: say!("At the beginning"),
            counted: Box::new(|values, all| say!("At the beginning: {} of {} values", values, all)),
        };
        let begins = known.iter().any(|value| begins::is_one(&value.key)).then_some(begins);
        std::iter::once(years).chain(begins).collect()
    }

    fn chart_of(&self, key: &str) -> Option<String> {
        let years = line_of(key).map(|_| YEAR_CARDS.to_owned());
        years.or_else(|| begins::is_one(key).then(|| BEGINS.to_owned()))
    }

    fn note(&self, _: &Scene<'_>) -> Option<String> {
        None
    }

    fn shown(&self, scene: &Scene<'_>, what: &str) -> Option<Message> {
        match what {
            "years" => Some(cards(scene)),
            "begins" => Some(at_the_beginning(scene)),
            _ => None,
        }
    }

    fn example(&self) -> String {
        say!("Year card 7: 3 9 -3 3 5 0\nYear card 8, conquest 2")
    }

    fn read(&self, known: &[Unprinted], text: &str) -> Result<BTreeMap<String, i64>, Said> {
        read(known, text)
    }

    fn chosen(&self, known: &[Unprinted], key: &str, value: &str) -> Option<Result<i64, Said>> {
        let known = known.iter().find(|known| known.key == key)?;
        known.written.read(value).map(Ok)
    }
}

/// What the scenario begins with, a value a line, as it is typed.
fn at_the_beginning(scene: &Scene<'_>) -> Message {
    let values = unprinted(scene).into_iter().filter(|value| begins::is_one(&value.key));
    let line = |value: Unprinted| {
        let own = if value.origin == Origin::Typed { "\\*" } else { "" };
        format!("{} {}{own}", speech::said(&value.name), value.now)
    };
    let text: Vec<String> = values.map(line).collect();
    let says = if text.is_empty() {
        say!("The board is set up: what stands on it is no longer typed.")
    } else {
        clip(&text.join("\n"), 4_000)
    };
    Message::default().with(Embed::new(&say!("At the beginning"), says).footer(&scene.record()))
}

/// The year cards as this campaign has them: a row a card, the rating that each of its six results needs.
fn cards(scene: &Scene<'_>) -> Message {
    let known: BTreeMap<String, Unprinted> =
        unprinted(scene).into_iter().map(|value| (value.key.clone(), value)).collect();
    let mut text = String::from("```\n");
    let mut typed = false;
    for card in (1..=u8::MAX).take_while(|card| known.contains_key(&key_of(*card, Line::Rule))) {
        let _ = write!(text, "{card:>2}");
        for line in Line::ALL {
            let Some(value) = known.get(&key_of(card, line)) else { continue };
            let own = value.origin == Origin::Typed;
            typed |= own;
            let shown = if own { format!("*{}", value.now) } else { value.now.to_string() };
            let _ = write!(text, "{shown:>5}");
        }
        text.push('\n');
    }
    text.push_str("```");
    if typed {
        let _ = write!(text, "\n-# \\* {}", speech::word(Origin::Typed.says()));
    }
    let title =
        say!("Year cards: the rating for ruling, fortification, conquest, pillage, negotiation, conversion");
    Message::default().with(Embed::new(&title, text).footer(&scene.record()))
}

/// Reads values as people write them, a line each: a name and what it is, or a card with all its six numbers.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub fn read(known: &[Unprinted], text: &str) -> Result<BTreeMap<String, i64>, Said> {
    let mut values = BTreeMap::new();
    for line in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        let found = row(known, line).or_else(|| one(known, line));
        let found =
            found.ok_or_else(|| said!("\"{}\" is no value as in: Year card 8, conquest 2.", quoted(line)))?;
        for (key, value) in found {
            if values.insert(key, value).is_some() {
                return Err(said!("\"{}\" stands twice.", quoted(line)));
            }
        }
    }
    if values.is_empty() {
        return Err(said!(
            "Nothing was typed. A line is a value and what it is, as in: Year card 8, conquest 2."
        ));
    }
    Ok(values)
}

/// A whole card: what stands before the colon ends in its number, six numbers follow.
fn row(known: &[Unprinted], line: &str) -> Option<Vec<(String, i64)>> {
    let (card, numbers) = line.split_once(':')?;
    let card: u8 = card.split_whitespace().last()?.parse().ok()?;
    let first = key_of(card, Line::Rule);
    known.iter().find(|value| value.key == first)?;
    let numbers: Option<Vec<i64>> =
        numbers.split_whitespace().map(|number| number.replace('−', "-").parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == Line::ALL.len())?;
    Some(Line::ALL.into_iter().map(|line| key_of(card, line)).zip(numbers).collect())
}

/// A value by its name in any language, and what it is.
fn one(known: &[Unprinted], line: &str) -> Option<Vec<(String, i64)>> {
    let (name, value) = line.rsplit_once([' ', ':'])?;
    let lower = name.trim_end_matches([':', ' ']).to_lowercase();
    let is = |value: &&Unprinted| {
        Language::all().any(|language| {
            speech::in_language(language, || speech::said(&value.name)).to_lowercase() == lower
        })
    };
    let known = known.iter().find(is)?;
    Some(vec![(known.key.clone(), known.written.read(value)?)])
}
