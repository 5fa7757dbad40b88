//! What a person types: `/campaign found name:"The Grand War" players:7`, read against the
//! registered commands as Discord's own client does, and options checked as it checks them.

use serde_json::{Value, json};

use crate::store::{Channel, Place, State, User};

/// A line understood.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Typed {
    pub command: Value,
    /// The full name, as `campaign found`.
    pub name: String,
    /// Options in Discord's form, subcommands as nested options.
    pub options: Vec<Value>,
}

/// Reads a line. With `focused`, that option is being typed: it is taken as it stands, and
/// required options may be missing.
pub(crate) fn read(state: &State, line: &str, focused: Option<&str>) -> Result<Typed, String> {
    let line = line.trim();
    let rest =
        line.strip_prefix('/').ok_or_else(|| format!("A command begins with a slash; this is {line:?}."))?;
    let (word, mut rest) = first_word(rest);
    let command = state
        .guild_commands
        .iter()
        .chain(&state.commands)
        .find(|command| command["name"] == word && command["type"].as_u64().unwrap_or(1) == 1)
        .ok_or_else(|| format!("There is no command /{word}."))?;
    let mut name = word.to_owned();
    let mut branches = Vec::new();
    let mut at = command;
    while has_branches(at) {
        let (word, after) = first_word(rest);
        let names = || option_names(at);
        if word.is_empty() {
            return Err(format!("/{name} needs one of these after it: {}.", names()));
        }
        at = options_of(at)
            .find(|option| option["name"] == word)
            .ok_or_else(|| format!("/{name} knows no {word:?}; it knows {}.", names()))?;
        branches.push((word.to_owned(), at["type"].clone()));
        name = format!("{name} {word}");
        rest = after;
    }
    let mut options = Vec::new();
    let mut found_focus = focused.is_none();
    for (option, raw) in split(at, &name, rest)? {
        let option_name = option["name"].as_str().unwrap_or_default();
        let kind = option["type"].clone();
        if options.iter().any(|one: &Value| one["name"] == option_name) {
            return Err(format!("The option {option_name} is given twice."));
        }
        if focused == Some(option_name) {
            found_focus = true;
            options.push(json!({"name": option_name, "type": kind, "value": raw, "focused": true}));
        } else {
            let value = value(state, option, &raw)?;
            options.push(json!({"name": option_name, "type": kind, "value": value}));
        }
    }
    if !found_focus {
        let wanted = focused.unwrap_or_default();
        let option = options_of(at)
            .find(|option| option["name"] == wanted)
            .ok_or_else(|| format!("/{name} has no option {wanted:?}."))?;
        options.push(json!({"name": wanted, "type": option["type"], "value": "", "focused": true}));
    }
    for (word, kind) in branches.into_iter().rev() {
        options = vec![json!({"name": word, "type": kind, "options": options})];
    }
    let command = command.clone();
    check(state, &command, &options, focused.is_some())?;
    Ok(Typed { command, name, options })
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

fn options_of(place: &Value) -> impl Iterator<Item = &Value> {
    place["options"].as_array().into_iter().flatten()
}

fn has_branches(place: &Value) -> bool {
    options_of(place).any(|option| matches!(option["type"].as_u64(), Some(1 | 2)))
}

fn option_names(place: &Value) -> String {
    let names: Vec<&str> = options_of(place).filter_map(|option| option["name"].as_str()).collect();
    names.join(", ")
}

/// Where an option of this place begins in `text`: at the start or after a space, `name:`.
fn next_option<'a>(place: &'a Value, text: &str) -> Option<(usize, &'a Value, usize)> {
    options_of(place)
        .filter_map(|option| {
            let mark = format!("{}:", option["name"].as_str()?);
            text.match_indices(&mark)
                .map(|(at, _)| at)
                .find(|at| *at == 0 || text[..*at].ends_with(char::is_whitespace))
                .map(|at| (at, option, at + mark.len()))
        })
        .min_by_key(|(at, option, _)| {
            // Of two options that begin at one place the longer name was meant.
            let length = option["name"].as_str().map_or(0, str::len);
            (*at, usize::MAX - length)
        })
}

/// Cuts the rest of a line into options and what stands after them.
fn split<'a>(place: &'a Value, name: &str, text: &str) -> Result<Vec<(&'a Value, String)>, String> {
    let mut found = Vec::new();
    let mut text = text.trim();
    while !text.is_empty() {
        let Some((0, option, after)) = next_option(place, text) else {
            let names = option_names(place);
            return Err(if names.is_empty() {
                format!("/{name} takes no options; this was typed: {text:?}.")
            } else {
                format!("{text:?} does not begin with an option of /{name}; its options are {names}.")
            });
        };
        let rest = text[after..].trim_start();
        // Quotation marks that do not hold the whole value are a part of it.
        if let Some((value, rest)) = quoted(rest)
            && (rest.is_empty() || next_option(place, rest).is_some_and(|(at, ..)| at == 0))
        {
            found.push((option, value));
            text = rest;
            continue;
        }
        let end = next_option(place, rest).map_or(rest.len(), |(at, _, _)| at);
        found.push((option, rest[..end].trim().to_owned()));
        text = rest[end..].trim_start();
    }
    Ok(found)
}

/// A value in quotation marks and what follows it, without the space between; none where the mark
/// is not closed, or where text follows it at once.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inside = text.strip_prefix('"')?;
    let mut value = String::new();
    let mut letters = inside.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next()?.1 {
                'n' => value.push('\n'),
                other => value.push(other),
            },
            '"' => {
                let rest = &inside[at + 1..];
                return (rest.is_empty() || rest.starts_with(char::is_whitespace))
                    .then_some((value, rest.trim_start()));
            }
            other => value.push(other),
        }
    }
    None
}

/// The value that a typed text means for an option.
fn value(state: &State, option: &Value, raw: &str) -> Result<Value, String> {
    let name = option["name"].as_str().unwrap_or_default();
    let choice = option["choices"].as_array().into_iter().flatten().find(|choice| {
        choice["name"].as_str() == Some(raw)
            || choice["value"].as_str() == Some(raw)
            || choice["value"].as_f64().is_some_and(|number| raw.parse() == Ok(number))
    });
    if let Some(choice) = choice {
        return Ok(choice["value"].clone());
    }
    match option["type"].as_u64() {
        Some(3) => Ok(json!(raw)),
        Some(4) => raw
            .parse::<i64>()
            .map(|number| json!(number))
            .map_err(|_| format!("{name} takes a whole number, and {raw:?} is none.")),
        Some(5) => match raw.to_lowercase().as_str() {
            "true" | "yes" => Ok(json!(true)),
            "false" | "no" => Ok(json!(false)),
            _ => Err(format!("{name} takes true or false, and {raw:?} is neither.")),
        },
        Some(6 | 9) => user_meant(state, raw)
            .map(|user| json!(user.id.to_string()))
            .ok_or_else(|| format!("{name} takes a member, and there is none named {raw:?}.")),
        Some(7) => channel_meant(state, raw)
            .map(|channel| json!(channel.id.to_string()))
            .ok_or_else(|| format!("{name} takes a channel, and there is none named {raw:?}.")),
        Some(10) => raw
            .parse::<f64>()
            .ok()
            .filter(|number| number.is_finite())
            .map(|number| json!(number))
            .ok_or_else(|| format!("{name} takes a number, and {raw:?} is none.")),
        _ => Err(format!("This server has no values for the option {name}.")),
    }
}

/// A member by name, mention or id.
pub(crate) fn user_meant<'a>(state: &'a State, text: &str) -> Option<&'a User> {
    let id = text.trim_start_matches("<@").trim_end_matches('>');
    state.user_named(text).or_else(|| id.parse().ok().and_then(|id| state.user(id)))
}

/// A channel by name, mention or id.
pub(crate) fn channel_meant<'a>(state: &'a State, text: &str) -> Option<&'a Channel> {
    let id = text.trim_start_matches("<#").trim_end_matches('>');
    state.channel_named(text).or_else(|| id.parse().ok().and_then(|id| state.channel(id)))
}

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
            let kind = match channel.place {
                Place::Text => 0,
                Place::Dm { .. } => 1,
                Place::Thread { kind, .. } => u64::from(kind),
            };
            if let Some(kinds) = option["channel_types"].as_array()
                && !kinds.is_empty()
                && !kinds.iter().any(|one| one.as_u64() == Some(kind))
            {
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
        Some(5 | 6 | 9) => {}
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::VirtualClock;
    use crate::store::Founding;
    use std::sync::Arc;

    fn state() -> State {
        let mut state = State::new(Founding {
            clock: Arc::new(VirtualClock::starting_at(0)),
            address: std::net::SocketAddr::from(([127, 0, 0, 1], 1)),
            page_key: "key",
            guild: "Guild",
            channels: &["table".to_owned()],
            users: &["anna".to_owned(), "עדי כהן".to_owned()],
            bot: "Chancery",
            pages: tokio::sync::broadcast::channel(4).0,
        });
        state.commands = vec![
            json!({"id": "1", "name": "campaign", "type": 1, "options": [
                {"type": 1, "name": "found", "options": [
                    {"type": 3, "name": "name", "required": true, "max_length": 20},
                    {"type": 4, "name": "players", "min_value": 2, "max_value": 7},
                    {"type": 5, "name": "open"},
                    {"type": 6, "name": "host"},
                    {"type": 7, "name": "where", "channel_types": [0]},
                    {"type": 3, "name": "scenario", "choices": [{"name": "Grand 1805", "value": "g1805"}]},
                    {"type": 3, "name": "power", "autocomplete": true}]},
                {"type": 2, "name": "admin", "options": [{"type": 1, "name": "close", "options": []}]}]}),
            json!({"id": "2", "name": "help", "type": 1, "options": []}),
        ];
        state
    }

    fn leaf(line: &str) -> Result<Vec<Value>, String> {
        let typed = read(&state(), line, None)?;
        Ok(typed.options[0]["options"].as_array().cloned().unwrap_or_default())
    }

    #[test]
    fn values_are_read_by_their_types() {
        let state = state();
        let adi = state.user_named("עדי כהן").map(|user| user.id.to_string());
        let table = state.channel_named("table").map(|one| one.id.to_string());
        let options = leaf(
            r#"/campaign found name:"The \"Grand\" War" players:7 open:true host:@עדי כהן where:#table scenario:Grand 1805"#,
        )
        .unwrap();
        let values: Vec<&Value> = options.iter().map(|option| &option["value"]).collect();
        assert_eq!(values[0], "The \"Grand\" War");
        assert_eq!(values[1], 7);
        assert_eq!(values[2], true);
        assert_eq!(values[3].as_str(), adi.as_deref());
        assert_eq!(values[4].as_str(), table.as_deref());
        assert_eq!(values[5], "g1805");
    }

    #[test]
    fn an_unquoted_value_runs_to_the_next_option() {
        let options = leaf("/campaign found name:War: a tale players:3").unwrap();
        assert_eq!(options[0]["value"], "War: a tale");
        assert_eq!(options[1]["value"], 3);
        let options = leaf("/campaign found name:\"War\" of players").unwrap();
        assert_eq!(options[0]["value"], "\"War\" of players");
    }

    #[test]
    fn nested_branches_and_bare_commands() {
        let typed = read(&state(), "/campaign admin close", None).unwrap();
        assert_eq!(typed.name, "campaign admin close");
        assert_eq!(
            typed.options,
            vec![
                json!({"name": "admin", "type": 2, "options": [{"name": "close", "type": 1, "options": []}]})
            ]
        );
        assert_eq!(read(&state(), "/help", None).unwrap().options, Vec::<Value>::new());
    }

    #[test]
    fn wrong_lines_get_a_sentence() {
        for (line, expected) in [
            ("help", "begins with a slash"),
            ("/nothing", "no command /nothing"),
            ("/campaign", "needs one of these"),
            ("/campaign sink", "knows no"),
            ("/campaign found", "name is required"),
            ("/campaign found name:x players:nine", "whole number"),
            ("/campaign found name:x players:8", "no number above 7"),
            ("/campaign found name:abcdefghijklmnopqrstuvwxyz", "at most 20"),
            ("/campaign found name:x scenario:1792", "one of Grand 1805"),
            ("/campaign found name:x host:@bob", "none named"),
            ("/campaign found name:x name:y", "given twice"),
            ("/campaign found stray", "does not begin with an option"),
            ("/help me", "takes no options"),
        ] {
            let told = read(&state(), line, None).unwrap_err();
            assert!(told.contains(expected), "{line}: {told}");
        }
    }

    #[test]
    fn the_option_being_typed_is_taken_as_it_stands() {
        let typed = read(&state(), "/campaign found power:fra", Some("power")).unwrap();
        let option = &typed.options[0]["options"][0];
        assert_eq!(option["value"], "fra");
        assert_eq!(option["focused"], true);
        let typed = read(&state(), "/campaign found", Some("power")).unwrap();
        assert_eq!(typed.options[0]["options"][0]["value"], "");
        assert!(read(&state(), "/campaign found", Some("name")).is_err());
    }
}
