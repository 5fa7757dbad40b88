//! The form of a founding of Europa, and what is read out of it.

use serde_json::{Value, json};
use table::Said;
use table::said;
use table_commands::custom_id::CustomId;
use table_commands::forms::{FoundedWith, founding_inputs};
use table_commands::message::{Form, Input};
use table_commands::present::front::Field;
use table_commands::say;

/// The form of a founding of Europa.
#[must_use]
pub(crate) fn founding(name: &str, scenario: &str, with: &FoundedWith) -> Form {
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

/// What the form chooses of the game.
///
/// # Errors
/// A sentence that says what was not understood.
pub(crate) fn options(field: Field<'_>) -> Result<Value, Said> {
    let turn = field("turn").trim().parse::<u8>().ok();
    let turn = turn.ok_or_else(|| said!("The first turn is a whole number from 1 (1492) to 62 (1799)."))?;
    Ok(json!({"turn": turn}))
}
