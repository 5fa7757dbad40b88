//! The form of a founding of Empires in Arms, and what is read out of it.

use super::names::read_numbers;
use eia::choice_of_powers::Spare;
use eia::scenario::{self, Scenario};
use serde_json::{Value, json};
use table::Said;
use table::facts::Origin;
use table::said;
use table_commands::custom_id::CustomId;
use table_commands::forms::{FoundedWith, Left, founding_inputs};
use table_commands::message::{Form, Input};
use table_commands::present::front::Field;
use table_commands::{say, speech};

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

/// What the form chooses of the game.
///
/// # Errors
/// A sentence that quotes what was not understood.
pub(crate) fn options(scenario: &str, with: &FoundedWith, field: Field<'_>) -> Result<Value, Said> {
    let powers = scenario::by_key(scenario).map_or(&[][..], |scenario| &scenario.powers);
    let goals = read_numbers(&field("goals"), powers)?;
    let ceiling = field("ceiling").trim().parse::<u32>();
    let ceiling = ceiling.map_err(|_| said!("The highest bid is a whole number, 30 in most groups."))?;
    let spare = match with.spare {
        Left::Second => Spare::Second,
        Left::Uncontrolled => Spare::Uncontrolled,
    };
    Ok(json!({"goals": goals, "ceiling": ceiling, "spare": spare}))
}
