//! Application commands: names, counts at each level, the 8,000 characters, the order of options.

use std::collections::{HashSet, VecDeque};

use serde_json::{Map, Value};

use super::localization::{fits, texts, unique};
use super::{closed, join, list, number, object, text};
use crate::refusal::{Form, Refusal};

/// Creates a day and guild allows.
const CREATES_A_DAY: u64 = 200;

/// Checks a whole list of commands as PUT sends it.
pub(crate) fn commands(list: &[Value]) -> Result<(), Refusal> {
    let mut form = Form::default();
    let mut names = HashSet::new();
    let mut slash = 0;
    for (at, command) in list.iter().enumerate() {
        let path = at.to_string();
        one_command(&mut form, &path, command);
        let kind = command["type"].as_u64().unwrap_or(1);
        if kind == 1 {
            slash += 1;
        }
        if let Some(name) = command["name"].as_str()
            && !names.insert((kind, name.to_owned()))
        {
            form.add(
                &path,
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
    unique(
        &mut form,
        "",
        list,
        "APPLICATION_COMMANDS_DUPLICATE_NAME",
        "Application command names must be unique",
    );
    if slash > 100 {
        return Err(Refusal::mistake(
            400,
            30032,
            "Maximum number of application commands reached (100)",
            format!("{slash} commands were registered; 100 are allowed."),
        ));
    }
    form.into_result()
}

/// Notes `new` creates today and refuses more than a day allows.
pub(crate) fn daily_creates(past: &mut VecDeque<(i64, u64)>, now: i64, new: u64) -> Result<(), Refusal> {
    past.retain(|(at, _)| now - at < 86_400);
    let used: u64 = past.iter().map(|(_, count)| count).sum();
    if used + new > CREATES_A_DAY {
        return Err(Refusal::mistake(
            429,
            30034,
            "Max number of daily application command creates has been reached (200)",
            "more than 200 commands were created within a day",
        ));
    }
    if new > 0 {
        past.push_back((now, new));
    }
    Ok(())
}

/// Checks one command.
pub(crate) fn one_command(form: &mut Form, path: &str, command: &Value) {
    let Some(map) = object(form, path, command) else {
        return;
    };
    closed(
        form,
        path,
        map,
        &[
            "id",
            "type",
            "name",
            "name_localizations",
            "description",
            "description_localizations",
            "options",
            "default_member_permissions",
            "dm_permission",
            "default_permission",
            "integration_types",
            "contexts",
            "nsfw",
            "handler",
        ],
    );
    permissions(form, path, map);
    places(form, path, map);
    let kind = map.get("type").and_then(Value::as_u64).unwrap_or(1);
    texts(form, path, map, "name", 32, kind == 1, false);
    texts(form, path, map, "description", 100, false, true);
    if kind != 1 {
        text(form, path, map, "name", 1, 32);
        if map.get("description").and_then(Value::as_str).is_some_and(|told| !told.is_empty()) {
            form.add(
                &join(path, "description"),
                "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_SET",
                "Context menu commands cannot have a description",
            );
        }
        return;
    }
    name(form, path, map);
    text(form, path, map, "description", 1, 100);
    if length(command) > 8000 {
        form.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)");
    }
    options(form, path, map, 0);
}

/// Who may use the command unless the server's administrators say otherwise: a number, mostly as a text.
fn permissions(form: &mut Form, path: &str, map: &Map<String, Value>) {
    let fits = match map.get("default_member_permissions") {
        None | Some(Value::Null) => true,
        Some(Value::String(bits)) => bits.parse::<u64>().is_ok(),
        Some(bits) => bits.is_u64(),
    };
    if !fits {
        let path = join(path, "default_member_permissions");
        form.add(&path, "NUMBER_TYPE_COERCE", "Value is not int.");
    }
}

/// Where the command can be used: servers (0), direct messages with the bot (1), those among others (2).
fn places(form: &mut Form, path: &str, map: &Map<String, Value>) {
    for (key, most) in [("contexts", 2), ("integration_types", 1)] {
        let Some(given) = map.get(key).filter(|value| !value.is_null()) else {
            continue;
        };
        let least = usize::from(given.as_array().is_some());
        choices_of(form, path, map, key, least, |one| one <= most);
    }
}

/// The kinds of channels that an option or a menu takes.
pub(super) fn channel_types(form: &mut Form, path: &str, map: &Map<String, Value>) {
    choices_of(form, path, map, "channel_types", 0, |kind| matches!(kind, 0..=5 | 10..=16));
}

/// Complains of each member of a list that is no such number, or stands there twice.
fn choices_of(
    form: &mut Form,
    path: &str,
    map: &Map<String, Value>,
    key: &str,
    least: usize,
    fits: impl Fn(u64) -> bool,
) {
    let given = list(form, path, map, key, least, 25);
    for (at, one) in given.iter().enumerate() {
        let path = join(path, &format!("{key}.{at}"));
        if !one.as_u64().is_some_and(&fits) {
            form.add(&path, "BASE_TYPE_CHOICES", format!("Value {one} is none of those that there are."));
        } else if given.iter().take(at).any(|other| other == one) {
            form.add(&path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The list contains a value twice.");
        }
    }
}

/// Characters of names, descriptions and values, each with its longest localization.
fn length(value: &Value) -> usize {
    let longest = |key: &str| -> usize {
        let own = value[key].as_str().map_or(0, |text| text.chars().count());
        let other = value[format!("{key}_localizations")]
            .as_object()
            .into_iter()
            .flat_map(|map| map.values())
            .filter_map(Value::as_str)
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0);
        own.max(other)
    };
    let value_length = match &value["value"] {
        Value::String(text) => text.chars().count(),
        Value::Null => 0,
        other => other.to_string().len(),
    };
    let inside: usize =
        ["options", "choices"].iter().filter_map(|key| value[*key].as_array()).flatten().map(length).sum();
    longest("name") + longest("description") + value_length + inside
}

/// The name of a slash command or an option: 1 to 32 letters, digits, `-`, `_`, `'`, lower case.
fn name(form: &mut Form, path: &str, map: &Map<String, Value>) {
    let Some(name) = text(form, path, map, "name", 1, 32) else {
        return;
    };
    if !fits(name) {
        form.add(&join(path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

/// The fields of an option.
const OPTION: &[&str] = &[
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "required",
    "choices",
    "options",
    "channel_types",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "autocomplete",
];

fn options(form: &mut Form, path: &str, map: &Map<String, Value>, depth: usize) {
    let mut names = HashSet::new();
    let mut optional_before = false;
    let mut branches = 0;
    let all = list(form, path, map, "options", 0, 25);
    unique(
        form,
        &join(path, "options"),
        all,
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
        "Option name already exists",
    );
    for (at, option) in all.iter().enumerate() {
        let path = join(path, &format!("options.{at}"));
        let Some(option) = object(form, &path, option) else {
            continue;
        };
        closed(form, &path, option, OPTION);
        name(form, &path, option);
        text(form, &path, option, "description", 1, 100);
        texts(form, &path, option, "name", 32, true, true);
        texts(form, &path, option, "description", 100, false, true);
        if let Some(name) = option.get("name").and_then(Value::as_str)
            && !names.insert(name)
        {
            form.add(&path, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists");
        }
        let kind = number(form, &path, option, "type", 1, 11).unwrap_or(0);
        if matches!(kind, 1 | 2) {
            branches += 1;
            if depth + usize::from(kind == 2) > 1 || (kind == 2 && depth > 0) {
                form.add(
                    &join(&path, "type"),
                    "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                    "Sub-command groups may not be nested",
                );
            }
            options(form, &path, option, if kind == 2 { 1 } else { 2 });
            continue;
        }
        let required = option.get("required") == Some(&Value::Bool(true));
        if required && optional_before {
            form.add(
                &path,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            );
        }
        optional_before |= !required;
        channel_types(form, &path, option);
        if kind != 7
            && option.get("channel_types").and_then(Value::as_array).is_some_and(|all| !all.is_empty())
        {
            form.add(
                &join(&path, "channel_types"),
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "Only an option that takes a channel has kinds of channels.",
            );
        }
        choices(form, &path, option, kind);
    }
    if branches > 0 && branches < all.len() {
        form.add(
            &join(path, "options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        );
    }
}

fn choices(form: &mut Form, path: &str, option: &Map<String, Value>, kind: i64) {
    let choices = list(form, path, option, "choices", 0, 25);
    if !choices.is_empty() && option.get("autocomplete") == Some(&Value::Bool(true)) {
        form.add(
            &join(path, "autocomplete"),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
            "Choices and autocomplete are mutually exclusive",
        );
    }
    let already = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS";
    unique(form, &join(path, "choices"), choices, already, "Option choice name already exists");
    let mut names = HashSet::new();
    for (at, choice) in choices.iter().enumerate() {
        let path = join(path, &format!("choices.{at}"));
        let Some(choice) = object(form, &path, choice) else {
            continue;
        };
        closed(form, &path, choice, &["name", "name_localizations", "value"]);
        if let Some(name) = text(form, &path, choice, "name", 1, 100)
            && !names.insert(name)
        {
            form.add(&join(&path, "name"), already, "Option choice name already exists");
        }
        texts(form, &path, choice, "name", 100, false, true);
        check_choice_value(form, &path, choice, kind);
    }
}

/// A choice's value must fit the option's type: texts of at most 100 characters, or numbers.
pub(super) fn check_choice_value(form: &mut Form, path: &str, choice: &Map<String, Value>, kind: i64) {
    let fits = match (kind, choice.get("value")) {
        (3, Some(Value::String(text))) => text.chars().count() <= 100,
        (4, Some(Value::Number(number))) => number.is_i64() || number.is_u64(),
        (10, Some(Value::Number(_))) => true,
        _ => false,
    };
    if !fits {
        form.add(
            &join(path, "value"),
            "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_INVALID",
            "The value does not fit the option's type.",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(list: &[Value]) -> String {
        commands(list).err().and_then(|refusal| refusal.violation).unwrap_or_default()
    }

    fn command(options: Value) -> Value {
        json!({"name": "dice", "description": "Dice.", "options": options})
    }

    fn sub(name: &str) -> Value {
        json!({"type": 1, "name": name, "description": "A branch.", "options": []})
    }

    #[test]
    fn the_tree_is_held_to_its_limits() {
        assert_eq!(told(&[command(json!([sub("roll"), sub("word")]))]), "");
        assert_eq!(
            told(&[command(json!([{"type": 2, "name": "g", "description": "d", "options": [sub("a")]}]))]),
            ""
        );
        let many: Vec<Value> = (0..26).map(|n| sub(&format!("b{n}"))).collect();
        assert!(told(&[command(json!(many))]).contains("between 0 and 25"));
        assert!(told(&[json!({"name": "Dice", "description": "d"})]).contains("invalid"));
        assert!(told(&[json!({"name": "dice", "description": ""})]).contains("description"));
        assert!(told(&[command(json!([])), command(json!([]))]).contains("unique"));
        assert!(
            told(&[command(json!([
                {"type": 3, "name": "a", "description": "d"},
                {"type": 3, "name": "b", "description": "d", "required": true}]))])
            .contains("Required options")
        );
        assert!(
            told(&[command(json!([sub("a"), {"type": 3, "name": "b", "description": "d"}]))])
                .contains("exclusive")
        );
        let long: Vec<Value> = (0..25)
            .map(|n| json!({"type": 3, "name": format!("o{n}"), "description": "x".repeat(100),
                "choices": (0..3).map(|m| json!({"name": "n".repeat(100), "value": format!("{m}{}", "v".repeat(90))})).collect::<Vec<_>>()}))
            .collect();
        assert!(told(&[command(json!(long))]).contains("8000"));
        let hundred: Vec<Value> =
            (0..101).map(|n| json!({"name": format!("c{n}"), "description": "d"})).collect();
        assert!(told(&hundred).contains("100 are allowed"));
        assert!(
            told(&[command(json!([{"type": 4, "name": "a", "description": "d", "choices": [{"name": "x", "value": "x"}]}]))])
                .contains("option's type")
        );
    }

    #[test]
    fn localizations_are_held_to_theirs() {
        let named = |names: Value| {
            let mut command = command(json!([]));
            command["name_localizations"] = names;
            told(&[command])
        };
        assert_eq!(named(json!({"fi": "noppa", "hi": "पासा", "en-GB": null})), "");
        assert_eq!(named(Value::Null), "");
        assert!(named(json!({"sv": "tärning"})).contains("no locale"));
        assert!(named(json!({"fi": "Noppa"})).contains("name_localizations: Command name is invalid"));
        assert!(named(json!({"fi": "x".repeat(33)})).contains("between 1 and 32"));
        let option = |name: &str, names: Value| json!({"type": 3, "name": name, "description": "d", "name_localizations": names});
        let options = json!([option("a", json!({"fi": "sama"})), option("b", json!({"fi": "sama"}))]);
        assert!(told(&[command(options)]).contains("options.1.name_localizations.fi"));
        let options = json!([option("a", json!({"fi": "b"})), option("b", json!({}))]);
        assert!(told(&[command(options)]).contains("already exists"), "b is b in Finnish too");
        let options = json!([option("a", json!({"fi": "b"})), option("b", json!({"fi": "a"}))]);
        assert_eq!(told(&[command(options)]), "");
        let mut long = option("a", json!({}));
        long["description_localizations"] = json!({"de": "x".repeat(101)});
        assert!(told(&[command(json!([long]))]).contains("description_localizations.de"));
        let choices = json!([{"name": "x", "value": "1", "name_localizations": {"fr": "y"}}, {"name": "y", "value": "2"}]);
        let mut chosen = option("a", json!({}));
        chosen["choices"] = choices;
        assert!(told(&[command(json!([chosen]))]).contains("choice name already exists"));
        let other = json!({"name": "luck", "description": "d", "name_localizations": {"fi": "dice"}});
        assert!(told(&[command(json!([])), other]).contains("unique"));
    }

    #[test]
    fn a_day_has_two_hundred_creates() {
        let mut past = VecDeque::new();
        assert!(daily_creates(&mut past, 0, 200).is_ok());
        assert!(daily_creates(&mut past, 10, 1).is_err());
        assert!(daily_creates(&mut past, 86_400, 1).is_ok());
    }
}
