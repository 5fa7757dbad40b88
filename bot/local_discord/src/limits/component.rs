//! Buttons and menus: their places in rows, their labels, their values.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::emoji::emoji;
use super::url::{BUTTON, url};
use super::{closed, join, list, number, object, snowflake, text};
use crate::refusal::Form;

/// Checks the rows of buttons and menus on a message.
pub(super) fn rows(form: &mut Form, path: &str, map: &Map<String, Value>) {
    let mut ids = HashSet::new();
    for (at, row) in list(form, path, map, "components", 0, 5).iter().enumerate() {
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
        let inside = list(form, &path, row, "components", 1, 5);
        let mut width = 0;
        for (at, part) in inside.iter().enumerate() {
            let path = join(&path, &format!("components.{at}"));
            let Some(part) = object(form, &path, part) else {
                continue;
            };
            match part.get("type").and_then(Value::as_u64) {
                Some(2) => {
                    width += 1;
                    button(form, &path, part);
                }
                Some(3 | 5..=8) => {
                    width += 5;
                    select(form, &path, part);
                }
                _ => form.add(
                    &join(&path, "type"),
                    "UNION_TYPE_CHOICES",
                    "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).",
                ),
            }
            if let Some(id) = part.get("custom_id").and_then(Value::as_str)
                && !ids.insert(id.to_owned())
            {
                form.add(
                    &join(&path, "custom_id"),
                    "COMPONENT_CUSTOM_ID_DUPLICATED",
                    "Component custom id cannot be duplicated",
                );
            }
        }
        if width > 5 {
            form.add(
                &join(&path, "components"),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            );
        }
    }
}

fn button(form: &mut Form, path: &str, part: &Map<String, Value>) {
    closed(form, path, part, &["type", "style", "label", "emoji", "custom_id", "url", "disabled"]);
    let style = number(form, path, part, "style", 1, 5);
    if style.is_none() && !part.contains_key("style") {
        form.add(&join(path, "style"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    let label = text(form, path, part, "label", 0, 80);
    emoji(form, path, part);
    if label.is_none_or(|label| label.trim().is_empty()) && part.get("emoji").is_none_or(Value::is_null) {
        form.add(path, "BUTTON_COMPONENT_INVALID_LABEL_EMOJI", "A button needs a label or an emoji.");
    }
    if style == Some(5) {
        url(form, path, part, "url", (1, 512), BUTTON);
        if part.get("custom_id").is_some_and(|id| !id.is_null()) {
            form.add(
                &join(path, "custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
    } else {
        text(form, path, part, "custom_id", 1, 100);
        if part.get("url").is_some_and(|url| !url.is_null()) {
            form.add(
                &join(path, "url"),
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            );
        }
    }
}

fn select(form: &mut Form, path: &str, part: &Map<String, Value>) {
    let kind = part.get("type").and_then(Value::as_u64).unwrap_or(0);
    closed(form, path, part, select_fields(kind));
    text(form, path, part, "custom_id", 1, 100);
    text(form, path, part, "placeholder", 0, 150);
    let least = number(form, path, part, "min_values", 0, 25).unwrap_or(1);
    let most = number(form, path, part, "max_values", 1, 25).unwrap_or(1);
    if least > most {
        form.add(
            &join(path, "min_values"),
            "SELECT_COMPONENT_MIN_VALUES_EXCEED_MAX",
            "Minimum values cannot exceed maximum values.",
        );
    }
    if kind == 8 {
        super::command::channel_types(form, path, part);
    }
    if kind != 3 {
        defaults(form, path, part, kind, (least, most));
        return;
    }
    options(form, path, part, most);
}

/// The fields that a menu of a type may have.
fn select_fields(kind: u64) -> &'static [&'static str] {
    match kind {
        3 => &["type", "custom_id", "placeholder", "min_values", "max_values", "disabled", "options"],
        8 => &[
            "type",
            "custom_id",
            "placeholder",
            "min_values",
            "max_values",
            "disabled",
            "default_values",
            "channel_types",
        ],
        _ => &["type", "custom_id", "placeholder", "min_values", "max_values", "disabled", "default_values"],
    }
}

/// The options of a menu that lists its own, of which so many may be chosen.
fn options(form: &mut Form, path: &str, part: &Map<String, Value>, most: i64) {
    let options = list(form, path, part, "options", 1, 25);
    if usize::try_from(most).unwrap_or(0) > options.len() {
        form.add(
            &join(path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_EXCEED_OPTIONS",
            "Maximum values cannot exceed the number of options.",
        );
    }
    let mut values = HashSet::new();
    let mut chosen = 0;
    for (at, option) in options.iter().enumerate() {
        let path = join(path, &format!("options.{at}"));
        let Some(option) = object(form, &path, option) else {
            continue;
        };
        closed(form, &path, option, &["label", "value", "description", "emoji", "default"]);
        if option.get("default") == Some(&Value::Bool(true)) {
            chosen += 1;
        }
        emoji(form, &path, option);
        text(form, &path, option, "label", 1, 100);
        text(form, &path, option, "description", 0, 100);
        if let Some(value) = text(form, &path, option, "value", 1, 100)
            && !values.insert(value)
        {
            form.add(
                &join(&path, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            );
        }
    }
    if chosen > most {
        form.add(
            &join(path, "options"),
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            format!("{chosen} options are chosen by default; at most {most} may be."),
        );
    }
}

/// The members or channels that a menu shows as chosen already.
fn defaults(form: &mut Form, path: &str, part: &Map<String, Value>, kind: u64, (least, most): (i64, i64)) {
    let given = list(form, path, part, "default_values", 0, 25);
    if given.is_empty() {
        return;
    }
    let count = i64::try_from(given.len()).unwrap_or(i64::MAX);
    if count < least || count > most {
        form.add(
            &join(path, "default_values"),
            "SELECT_COMPONENT_DEFAULT_VALUES_OUT_OF_RANGE",
            format!("Between {least} and {most} values may be chosen by default."),
        );
    }
    let types: &[&str] = match kind {
        5 => &["user"],
        6 => &["role"],
        7 => &["user", "role"],
        _ => &["channel"],
    };
    for (at, one) in given.iter().enumerate() {
        let path = join(path, &format!("default_values.{at}"));
        let Some(one) = object(form, &path, one) else {
            continue;
        };
        closed(form, &path, one, &["id", "type"]);
        if !one.get("type").and_then(Value::as_str).is_some_and(|kind| types.contains(&kind)) {
            form.add(&join(&path, "type"), "BASE_TYPE_CHOICES", format!("Value must be one of {types:?}."));
        }
        snowflake(form, &join(&path, "id"), one.get("id").unwrap_or(&Value::Null));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(part: Value) -> String {
        let body = json!({"components": [{"type": 1, "components": [part]}]});
        let mut form = Form::default();
        rows(&mut form, "", body.as_object().unwrap());
        if form.is_empty() { String::new() } else { form.into_refusal().violation.unwrap_or_default() }
    }

    #[test]
    fn menus_are_held_to_their_limits() {
        let option = |value: &str| json!({"label": value, "value": value});
        let menu = |least: i64, most: i64, options: Value| {
            told(
                json!({"type": 3, "custom_id": "m", "min_values": least, "max_values": most, "options": options}),
            )
        };
        assert_eq!(menu(0, 2, json!([option("a"), option("b")])), "");
        assert!(menu(2, 1, json!([option("a"), option("b")])).contains("cannot exceed maximum values"));
        assert!(menu(1, 3, json!([option("a"), option("b")])).contains("number of options"));
        assert!(menu(1, 26, json!([option("a")])).contains("between 1 and 25"));
        assert!(menu(1, 1, json!([option("a"), option("a")])).contains("already used"));
        let mut chosen = option("a");
        chosen["default"] = json!(true);
        let mut also = option("b");
        also["default"] = json!(true);
        assert!(menu(1, 1, json!([chosen, also])).contains("by default"));
        let members = |values: Value| {
            told(json!({"type": 5, "custom_id": "u", "max_values": 2, "default_values": values}))
        };
        assert_eq!(members(json!([{"id": "1", "type": "user"}])), "");
        assert!(members(json!([{"id": "1", "type": "channel"}])).contains("default_values.0.type"));
        assert!(members(json!(vec![json!({"id": "1", "type": "user"}); 3])).contains("Between 1 and 2"));
        assert!(told(json!({"type": 5, "custom_id": "u", "options": []})).contains("options"));
    }
}
