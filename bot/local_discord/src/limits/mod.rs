//! Discord's limits on what a bot sends, with Discord's own codes and messages. Every object is
//! closed: a field nobody knows is refused, where Discord would silently drop it.

mod command;
mod component;
mod emoji;
mod localization;
mod message;
mod modal;
mod url;

use serde_json::{Map, Value};

use crate::refusal::Form;

pub(crate) use command::{commands, daily_creates, one_command};
pub(crate) use message::{Shape, message};
pub(crate) use modal::modal;

/// `a.b` of a path and a step.
pub(super) fn join(path: &str, step: &str) -> String {
    if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") }
}

/// The object at `path`, or a complaint.
pub(super) fn object<'a>(form: &mut Form, path: &str, value: &'a Value) -> Option<&'a Map<String, Value>> {
    let map = value.as_object();
    if map.is_none() {
        form.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
    }
    map
}

/// Complains of every field that is not among `known`; a null is as not there.
pub(super) fn closed(form: &mut Form, path: &str, map: &Map<String, Value>, known: &[&str]) {
    for (key, value) in map {
        if !known.contains(&key.as_str()) && !value.is_null() {
            form.add(&join(path, key), "UNKNOWN_FIELD", "This field is not part of Discord's API.");
        }
    }
}

/// Checks a text's length in characters; gives it back where it is one. One that must be there is no blank one: Discord trims it.
pub(super) fn text<'a>(
    form: &mut Form,
    path: &str,
    map: &'a Map<String, Value>,
    key: &str,
    least: usize,
    most: usize,
) -> Option<&'a str> {
    let path = join(path, key);
    let value = match map.get(key) {
        None | Some(Value::Null) => {
            if least > 0 {
                form.add(&path, "BASE_TYPE_REQUIRED", "This field is required");
            }
            return None;
        }
        Some(Value::String(value)) => value,
        Some(_) => {
            form.add(&path, "STRING_TYPE_CONVERT", "Could not interpret value as string.");
            return None;
        }
    };
    let length = value.chars().count();
    if length > most {
        form.add(&path, "BASE_TYPE_MAX_LENGTH", format!("Must be {most} or fewer in length."));
    } else if least > 0 && value.trim().is_empty() {
        form.add(&path, "BASE_TYPE_REQUIRED", "This field is required");
    } else if length < least {
        form.add(&path, "BASE_TYPE_BAD_LENGTH", format!("Must be between {least} and {most} in length."));
    }
    Some(value)
}

/// Checks a list's length; gives its members.
pub(super) fn list<'a>(
    form: &mut Form,
    path: &str,
    map: &'a Map<String, Value>,
    key: &str,
    least: usize,
    most: usize,
) -> &'a [Value] {
    let path = join(path, key);
    match map.get(key) {
        Some(Value::Array(list)) => {
            if list.len() < least || list.len() > most {
                form.add(
                    &path,
                    "BASE_TYPE_BAD_LENGTH",
                    format!("Must be between {least} and {most} in length."),
                );
            }
            list
        }
        None | Some(Value::Null) => {
            if least > 0 {
                form.add(&path, "BASE_TYPE_REQUIRED", "This field is required");
            }
            &[]
        }
        Some(_) => {
            form.add(&path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            &[]
        }
    }
}

/// A whole number between bounds, where the field is there.
pub(super) fn number(
    form: &mut Form,
    path: &str,
    map: &Map<String, Value>,
    key: &str,
    least: i64,
    most: i64,
) -> Option<i64> {
    let value = map.get(key).filter(|value| !value.is_null())?;
    let path = join(path, key);
    match value.as_i64() {
        Some(number) if (least..=most).contains(&number) => Some(number),
        Some(_) => {
            form.add(&path, "NUMBER_TYPE_MAX", format!("int value should be between {least} and {most}."));
            None
        }
        None => {
            form.add(&path, "NUMBER_TYPE_COERCE", "Value is not int.");
            None
        }
    }
}

/// Complains where a value is no id of Discord's.
pub(super) fn snowflake(form: &mut Form, path: &str, value: &Value) {
    if !(value.is_u64() || value.as_str().is_some_and(|id| id.parse::<u64>().is_ok())) {
        form.add(path, "NUMBER_TYPE_COERCE", format!("Value {value} is not snowflake."));
    }
}

/// Checks the answer to an autocomplete request for an option of this type.
pub(crate) fn choices(form: &mut Form, path: &str, data: &Value, kind: u64) {
    let Some(map) = object(form, path, data) else {
        return;
    };
    closed(form, path, map, &["choices"]);
    if map.get("choices").is_none_or(Value::is_null) {
        form.add(&join(path, "choices"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    for (at, choice) in list(form, path, map, "choices", 0, 25).iter().enumerate() {
        let path = join(path, &format!("choices.{at}"));
        let Some(choice) = object(form, &path, choice) else {
            continue;
        };
        closed(form, &path, choice, &["name", "name_localizations", "value"]);
        localization::texts(form, &path, choice, "name", 100, false, true);
        text(form, &path, choice, "name", 1, 100);
        command::check_choice_value(form, &path, choice, i64::try_from(kind).unwrap_or(0));
    }
}
