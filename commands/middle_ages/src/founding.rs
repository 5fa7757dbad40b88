//! The form of a founding of the Middle Ages, and what is read out of it.

use middle_ages::scenario::Scenario;
use serde_json::{Value, json};
use table::Said;
use table::said;
use table_commands::custom_id::CustomId;
use table_commands::forms::{FoundedWith, founding_inputs};
use table_commands::message::{Form, Input};
use table_commands::present::front::Field;
use table_commands::say;
use table_commands::words::line;

/// The form of a founding.
#[must_use]
pub(crate) fn founding(name: &str, scenario: &Scenario, with: &FoundedWith) -> Form {
    let [name, clock] = founding_inputs(name);
    let filled = |input: Input, value: &str| Input { value: value.to_owned(), ..input };
    let mut inputs = vec![name];
    if scenario.fixed.is_none() {
        inputs.push(filled(line("year", say!("The first year"), 4), "771"));
        inputs.push(filled(line("rounds", say!("How many rounds of five years, 1 to 60"), 2), "9"));
    }
    inputs.push(clock);
    Form { title: say!("Found a campaign"), custom_id: CustomId::free(&with.verb(scenario.key)), inputs }
}

/// What the form chooses of the game.
///
/// # Errors
/// A sentence that says what was not understood.
pub(crate) fn options(field: Field<'_>) -> Result<Value, Said> {
    let number = |id: &str| {
        match field(id).trim() {
        "" => Ok(None),
        typed => typed.parse::<u16>().map(Some).map_err(|_| {
            said!(
                "The first year is a whole number from 400 to 1500, and 1 to 60 rounds of five years are played."
            )
        }),
    }
    };
    let mut options = json!({});
    for id in ["year", "rounds"] {
        if let Some(number) = number(id)? {
            options[id] = json!(number);
        }
    }
    Ok(options)
}
