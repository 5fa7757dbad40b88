//! The checks that Discord makes before it sends a command to the bot.

use serde_json::Value;

use super::{has_branches, option_names, options_of};
use crate::store::{Channel, Place, State};

/// Checks options as Discord does before it sends them to the bot: only what the command has, the
/// required there, types, bounds and choices kept.
pub(crate) fn check(state: &State, place: &Value, given: &[Value], autocomplete: bool) -> Result<(), String> {
    for (at, option) in given.iter().enumerate() {
        let name = option["name"].as_str().unwrap_or_default();
        let known = options_of(place)
            .find(|known| known["name"] == name)
            .ok_or_else(|| format!("There is no option {name:?} here."))?;
        if known["type"] != option["type"] {
            return Err(format!("The option {name} is of another type."));
        }
        if given.iter().take(at).any(|other| other["name"] == name) {
            return Err(format!("The option {name} is given twice."));
        }
        if matches!(known["type"].as_u64(), Some(1 | 2)) {
            if given.len() > 1 {
                return Err("Only one subcommand can be used at a time.".to_owned());
            }
            let inside = option["options"].as_array().map_or(&[][..], Vec::as_slice);
            check(state, known, inside, autocomplete)?;
        } else if option["focused"] == true {
            if !autocomplete {
                return Err("No option is being typed in a command that was sent.".to_owned());
            }
            if known["autocomplete"] != true {
                return Err(format!("The option {name} has no autocomplete."));
            }
            if !option["value"].is_string() {
                return Err(format!("What is being typed for {name} is a text."));
            }
        } else {
            check_value(state, known, &option["value"])?;
        }
    }
    if has_branches(place) && given.is_empty() {
        return Err(format!("One of these must follow: {}.", option_names(place)));
    }
    let missing = options_of(place).find(|known| {
        known["required"] == true && !given.iter().any(|option| option["name"] == known["name"])
    });
    match missing {
        Some(option) if !autocomplete => {
            Err(format!("The option {} is required.", option["name"].as_str().unwrap_or_default()))
        }
        _ => Ok(()),
    }
}

fn check_value(state: &State, option: &Value, value: &Value) -> Result<(), String> {
    let name = option["name"].as_str().unwrap_or_default();
    let wrong = |what: &str| Err(format!("The option {name} takes {what}."));
    let id = || value.as_str().and_then(|text| text.parse::<u64>().ok());
    match option["type"].as_u64() {
        Some(3) => {
            let Some(text) = value.as_str() else {
                return wrong("a text");
            };
            // Discord counts UTF-16 units here; characters are close enough and never stricter.
            let length = text.chars().count() as u64;
            let most = option["max_length"].as_u64().unwrap_or(6000);
            let least = option["min_length"].as_u64().unwrap_or(1);
            if length > most {
                return wrong(&format!("at most {most} characters"));
            }
            if length < least {
                return wrong(&format!("at least {least} characters"));
            }
        }
        Some(4) => {
            let Some(number) = value.as_i64().filter(|n| n.unsigned_abs() <= 1 << 53) else {
                return wrong("a whole number");
            };
            if option["min_value"].as_i64().is_some_and(|least| number < least) {
                return wrong(&format!("no number below {}", option["min_value"]));
            }
            if option["max_value"].as_i64().is_some_and(|most| number > most) {
                return wrong(&format!("no number above {}", option["max_value"]));
            }
        }
        Some(5) if !value.is_boolean() => return wrong("true or false"),
        Some(6 | 9) if id().and_then(|id| state.user(id)).is_none() => return wrong("a member"),
        Some(7) => {
            let Some(channel) = id().and_then(|id| state.channel(id)) else {
                return wrong("a channel");
            };
            if !kind_fits(option, channel) {
                return wrong("another kind of channel");
            }
        }
        Some(10) => {
            let Some(number) = value.as_f64() else {
                return wrong("a number");
            };
            if option["min_value"].as_f64().is_some_and(|least| number < least)
                || option["max_value"].as_f64().is_some_and(|most| number > most)
            {
                return wrong("a number within its bounds");
            }
        }
        Some(11) if !id().is_some_and(|id| state.handed_in.contains_key(&id)) => return wrong("a file"),
        Some(5 | 6 | 9 | 11) => {}
        _ => return wrong("nothing that this server provides"),
    }
    let choices = option["choices"].as_array().filter(|choices| !choices.is_empty());
    if let Some(choices) = choices
        && !choices.iter().any(|choice| choice["value"] == *value)
    {
        let names: Vec<&str> = choices.iter().filter_map(|one| one["name"].as_str()).collect();
        return wrong(&format!("one of {}", names.join(", ")));
    }
    Ok(())
}

/// Is the channel of a kind that an option or menu takes?
pub(crate) fn kind_fits(taker: &Value, channel: &Channel) -> bool {
    let kind = match channel.place {
        Place::Text => 0,
        Place::Dm { .. } => 1,
        Place::Thread { kind, .. } => u64::from(kind),
    };
    match taker["channel_types"].as_array() {
        Some(kinds) if !kinds.is_empty() => kinds.iter().any(|one| one.as_u64() == Some(kind)),
        _ => true,
    }
}
