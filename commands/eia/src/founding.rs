//! The form of a founding of Empires in Arms, and what is read out of it.

use super::names::{meant_among, no_power, read_numbers};
use eia::choice_of_powers::Spare;
use eia::scenario::{self, Scenario};
use eia::{economy, politics};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use table::Said;
use table::facts::Origin;
use table::said;
use table_commands::custom_id::CustomId;
use table_commands::forms::{FoundedWith, Left, founding_inputs};
use table_commands::message::{Form, Input};
use table_commands::present::front::Field;
use table_commands::present::names::quoted;
use table_commands::say;
use table_commands::speech::Language;

/// The field of what the bot is to keep.
const KEPT: &str = "kept";
/// The field of what the first seat plays.
const FIRST: &str = "first";

/// Its words, as they are shown and read.
const WORDS: &str = "politics, money, nothing";

/// The form of a founding: the goals are shown, and sending it confirms them.
#[must_use]
pub fn founding(name: &str, scenario: &Scenario, with: &FoundedWith) -> Form {
    let goals: Vec<String> = scenario
        .powers
        .iter()
        .map(|power| {
            format!(
                "{} {}",
                crate::names::called(power),
                scenario.goals.get(power).map_or(0, |goal| goal.value)
            )
        })
        .collect();
    let [name, clock] = founding_inputs(name);
    let Some(highest) = &scenario.ceiling else {
        // Who has which power is given by the seat, and nothing is bid or told.
        return Form {
            title: say!("Found a campaign"),
            custom_id: CustomId::free(&with.verb(&scenario.key)),
            inputs: vec![name, first_seat(scenario), clock],
        };
    };
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
        value: highest.value.to_string(),
        placeholder: String::new(),
        required: true,
        most: 4,
    };
    let kept = Input {
        id: KEPT,
        label: say!("The bot keeps: politics, money, or nothing"),
        long: false,
        value: String::new(),
        placeholder: say!("politics, money, nothing"),
        required: false,
        most: 60,
    };
    Form {
        title: say!("Found a campaign"),
        custom_id: CustomId::free(&with.verb(&scenario.key)),
        inputs: vec![name, goals, ceiling, clock, kept],
    }
}

/// Which power the first seat has, which is the founder's where he plays: the seats after it follow in the scenario's order.
fn first_seat(scenario: &Scenario) -> Input {
    let powers: Vec<String> = scenario.powers.iter().map(crate::names::called).collect();
    Input {
        id: FIRST,
        label: say!("The first seat, which is yours, plays"),
        long: false,
        value: String::new(),
        placeholder: say!("France, or: {}", powers.join(", ")),
        required: false,
        most: 40,
    }
}

/// What the form chooses of the game.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub(crate) fn options(scenario: &str, with: &FoundedWith, field: Field<'_>) -> Result<Value, Said> {
    let scenario = scenario::by_key(scenario);
    if let Some(scenario) = scenario.filter(|scenario| scenario.ceiling.is_none()) {
        let typed = field(FIRST);
        if typed.trim().is_empty() {
            return Ok(json!({}));
        }
        // Of a seat with several powers the first names it, as in "Austria and Russia".
        let parts = typed.split([',', '&', '+']).flat_map(|part| part.split(" and "));
        let parts = parts.flat_map(|part| part.split(" ja ")).map(str::trim).filter(|part| !part.is_empty());
        let named: Option<Vec<_>> = parts.map(|part| meant_among(part, &scenario.powers)).collect();
        let first = named.and_then(|named| named.first().copied());
        let first = first.ok_or_else(|| no_power(&typed, &scenario.powers))?;
        return Ok(json!({"first": first}));
    }
    let powers = scenario.map_or(&[][..], |scenario| &scenario.powers);
    let goals = read_numbers(&field("goals"), powers)?;
    let ceiling = field("ceiling").trim().parse::<u32>();
    let ceiling = ceiling.map_err(|_| said!("The highest bid is a whole number, 30 in most groups."))?;
    let spare = match with.spare {
        Left::Second => Spare::Second,
        Left::Uncontrolled => Spare::Uncontrolled,
    };
    let mut options = json!({"goals": goals, "ceiling": ceiling, "spare": spare});
    let kept = kept(&field(KEPT))?;
    if !kept.is_empty() {
        options["switches"] = json!(kept);
    }
    Ok(options)
}

/// The switches of what the bot is to keep, as they were named: money stands on politics, so who names it has both.
fn kept(typed: &str) -> Result<BTreeMap<&'static str, &'static str>, Said> {
    let mut switches = BTreeMap::new();
    let parts = typed.split([',', ';', '+', '&']).flat_map(|part| part.split(" and "));
    for word in parts.flat_map(|part| part.split(" ja ")).map(|word| word.trim().to_lowercase()) {
        match named(&word) {
            _ if word.is_empty() => {}
            Some(Named::Nothing) => {}
            Some(Named::Politics) => {
                switches.insert(politics::SWITCH, politics::KEPT);
            }
            Some(Named::Money) => {
                switches.insert(politics::SWITCH, politics::KEPT);
                switches.insert(economy::SWITCH, economy::KEPT);
            }
            None => {
                return Err(said!(
                    "\"{}\": the bot can keep politics (wars, alliances and peace), and money with it. Its map with the counters is always there.",
                    quoted(&word)
                ));
            }
        }
    }
    Ok(switches)
}

/// What can be named of what the bot keeps.
#[derive(Clone, Copy)]
enum Named {
    Politics,
    Money,
    Nothing,
}

/// What a word names, in any language: they stand in one sentence, in this order.
fn named(word: &str) -> Option<Named> {
    let all = [Named::Politics, Named::Money, Named::Nothing];
    let in_language = |words: &str| {
        let at = words.split(',').position(|own| own.trim().to_lowercase() == word)?;
        all.get(at).copied()
    };
    let own = Language::all().filter_map(|language| language.look_up(WORDS)).find_map(in_language);
    own.or_else(|| in_language(WORDS))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_the_bot_keeps_is_named_in_words() {
        let (politics, money) = (("politics", "kept"), ("economy", "kept"));
        let of = |typed: &str| kept(typed).unwrap().into_iter().collect::<Vec<_>>();
        assert_eq!(of(""), []);
        assert_eq!(of("nothing"), []);
        assert_eq!(of("Politics"), [politics]);
        for both in ["politics, money", "Money", "politics and money", "politiikka ja raha"] {
            assert_eq!(of(both), [money, politics], "{both}");
        }
        assert!(kept("war").unwrap_err().to_string().contains("politics"));
    }
}
