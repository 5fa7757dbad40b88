//! Forms: a title and up to five text inputs.

use std::collections::HashSet;

use serde_json::Value;

use super::{closed, join, list, number, object, text};
use crate::refusal::Form;

/// Checks the `data` of a response that opens a form.
pub(crate) fn modal(form: &mut Form, path: &str, data: &Value) {
    let Some(map) = object(form, path, data) else {
        return;
    };
    closed(form, path, map, &["custom_id", "title", "components"]);
    text(form, path, map, "custom_id", 1, 100);
    text(form, path, map, "title", 1, 45);
    let mut ids = HashSet::new();
    for (at, row) in list(form, path, map, "components", 1, 5).iter().enumerate() {
        let path = join(path, &format!("components.{at}"));
        let Some(row) = object(form, &path, row) else {
            continue;
        };
        closed(form, &path, row, &["type", "components"]);
        if row.get("type").and_then(Value::as_u64) != Some(1) {
            form.add(
                &join(&path, "type"),
                "UNION_TYPE_CHOICES",
                "Value of field \"type\" must be one of (1,).",
            );
            continue;
        }
        for (at, input) in list(form, &path, row, "components", 1, 1).iter().enumerate() {
            let path = join(&path, &format!("components.{at}"));
            let Some(input) = object(form, &path, input) else {
                continue;
            };
            closed(
                form,
                &path,
                input,
                &[
                    "type",
                    "custom_id",
                    "style",
                    "label",
                    "min_length",
                    "max_length",
                    "required",
                    "value",
                    "placeholder",
                ],
            );
            if input.get("type").and_then(Value::as_u64) != Some(4) {
                form.add(
                    &join(&path, "type"),
                    "UNION_TYPE_CHOICES",
                    "Value of field \"type\" must be one of (4,).",
                );
            }
            if number(form, &path, input, "style", 1, 2).is_none() && !input.contains_key("style") {
                form.add(&join(&path, "style"), "BASE_TYPE_REQUIRED", "This field is required");
            }
            text(form, &path, input, "label", 1, 45);
            text(form, &path, input, "placeholder", 0, 100);
            text(form, &path, input, "value", 0, 4000);
            let least = number(form, &path, input, "min_length", 0, 4000).unwrap_or(0);
            let most = number(form, &path, input, "max_length", 1, 4000).unwrap_or(4000);
            if least > most {
                form.add(
                    &join(&path, "min_length"),
                    "TEXT_INPUT_COMPONENT_MIN_LENGTH_EXCEEDS_MAX",
                    "Minimum length cannot exceed maximum length.",
                );
            }
            if let Some(id) = text(form, &path, input, "custom_id", 1, 100)
                && !ids.insert(id)
            {
                form.add(
                    &join(&path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(data: Value) -> String {
        let mut form = Form::default();
        modal(&mut form, "data", &data);
        if form.is_empty() { String::new() } else { form.into_refusal().violation.unwrap_or_default() }
    }

    fn input(id: &str) -> Value {
        json!({"type": 1, "components": [{"type": 4, "custom_id": id, "style": 1, "label": "Bid"}]})
    }

    #[test]
    fn forms_are_held_to_their_limits() {
        let form =
            |rows: Vec<Value>, title: &str| json!({"custom_id": "f", "title": title, "components": rows});
        assert_eq!(told(form(vec![input("a"), input("b")], "Bids")), "");
        assert!(told(form(vec![input("a"), input("a")], "Bids")).contains("duplicated"));
        assert!(
            told(form((0..6).map(|n| input(&n.to_string())).collect(), "Bids")).contains("between 1 and 5")
        );
        assert!(told(form(vec![input("a")], &"x".repeat(46))).contains("data.title"));
        assert!(told(form(vec![], "Bids")).contains("data.components"));
        let mut long = input("a");
        long["components"][0]["value"] = json!("x".repeat(4001));
        assert!(told(form(vec![long], "Bids")).contains("4000"));
    }
}
