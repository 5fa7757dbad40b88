//! Localized names and descriptions of commands, options and choices.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value};

use super::{join, object};
use crate::locale;
use crate::refusal::Form;

/// May a slash command or an option be called so: letters, digits, `-`, `_`, `'`, lower case?
pub(super) fn fits(name: &str) -> bool {
    // The vowel signs of Devanagari and Thai are part of their words.
    let sign = |c: char| matches!(c, '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}');
    name.chars().all(|c| {
        (c.is_alphanumeric() || sign(c) || matches!(c, '-' | '_' | '\'')) && c.to_lowercase().eq([c])
    })
}

/// Checks `key` and its localizations' locales and lengths; `slash` also the letters. Where
/// `each` is false Discord tells of a wrong name at the whole dictionary.
pub(super) fn texts(
    form: &mut Form,
    path: &str,
    map: &Map<String, Value>,
    key: &str,
    most: usize,
    slash: bool,
    each: bool,
) {
    let key = format!("{key}_localizations");
    let Some(given) = map.get(&key).filter(|given| !given.is_null()) else {
        return;
    };
    let whole = join(path, &key);
    let Some(given) = object(form, &whole, given) else {
        return;
    };
    for (code, value) in given {
        let path = join(&whole, code);
        if !locale::known(code) {
            form.add(
                &path,
                "ENUM_TYPE_COERCE",
                format!("Value \"{code}\" is not a valid enum value: it is no locale of Discord's."),
            );
            continue;
        }
        match value {
            Value::Null => {}
            Value::String(text) => {
                let length = text.chars().count();
                if length == 0 || length > most {
                    form.add(
                        &path,
                        "BASE_TYPE_BAD_LENGTH",
                        format!("Must be between 1 and {most} in length."),
                    );
                } else if slash && !fits(text) {
                    let path = if each { &path } else { &whole };
                    form.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
                }
            }
            _ => form.add(&path, "STRING_TYPE_CONVERT", "Could not interpret value as string."),
        }
    }
}

/// Complains of two things at one level that are called the same in some locale.
pub(super) fn unique(form: &mut Form, path: &str, things: &[Value], code: &str, message: &str) {
    let locales: BTreeSet<&String> = things
        .iter()
        .filter_map(|thing| thing["name_localizations"].as_object())
        .flat_map(|names| names.keys())
        .collect();
    for locale in locales {
        let mut known = HashSet::new();
        for (at, thing) in things.iter().enumerate() {
            // Who has no name in this locale is shown there by his first name.
            let localized = thing["name_localizations"][locale].as_str();
            let Some(name) = localized.or_else(|| thing["name"].as_str()) else {
                continue;
            };
            let kind = thing["type"].as_u64().unwrap_or(1);
            if !known.insert((if path.is_empty() { kind } else { 0 }, name)) {
                let at = join(path, &at.to_string());
                form.add(&join(&at, &format!("name_localizations.{locale}")), code, message);
            }
        }
    }
}
