//! What a person types: `/campaign found name:"The Grand War" players:7`, read against the
//! registered commands as Discord's own client does, and options checked as it checks them.
//!
//! | option | how its value is typed |
//! |---|---|
//! | text, number | as it is, or in quotes; in quotes `\n` is a new line and `\"` a quote |
//! | true or false | `open:true`, `open:no` |
//! | member | `host:@Anna`, `host:Anna`, a mention or an id |
//! | channel or thread | `where:#council`, `where:council`, a mention or an id |
//! | file | `picture:@maps/board.png`: one laid at hand by that name, or a path below the folder of the settings |
//! | with choices | a choice's name or its value |
//!
//! Commands, options and choices are found by their own name and by the one they have in the
//! member's locale; the bot is sent the former, as Discord does.

mod check;

use std::sync::Arc;

use serde_json::{Value, json};

use crate::locale::{called, local_name};
use crate::store::{Channel, State, User};

pub(crate) use check::{check, kind_fits};

/// A line understood.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Typed {
    pub command: Value,
    /// The full name, as `campaign found`.
    pub name: String,
    /// Options in Discord's form, subcommands as nested options.
    pub options: Vec<Value>,
}

/// Who types a line.
struct Typist {
    user: u64,
    channel: u64,
    locale: String,
}

/// Reads a line that `user` types in `channel`. With `focused`, that option is being typed: it is
/// taken as it stands, and required options may be missing.
pub(crate) fn read(
    state: &mut State,
    user: u64,
    channel: u64,
    line: &str,
    focused: Option<&str>,
) -> Result<Typed, String> {
    let typist = Typist { user, channel, locale: state.locale_of(user).to_owned() };
    let locale = typist.locale.as_str();
    let line = line.trim();
    let rest =
        line.strip_prefix('/').ok_or_else(|| format!("A command begins with a slash; this is {line:?}."))?;
    let (word, mut rest) = first_word(rest);
    let guild = state.channel(channel).map(|channel| channel.guild.to_string());
    let all: Vec<&Value> = state
        .guild_commands
        .iter()
        .filter(|command| command["guild_id"].as_str() == guild.as_deref())
        .chain(&state.commands)
        .filter(|command| command["type"].as_u64().unwrap_or(1) == 1)
        .collect();
    // A command's own name goes before what another is called in this locale.
    let command = all
        .iter()
        .find(|command| command["name"] == word)
        .or_else(|| all.iter().find(|command| called(command, word, locale)))
        .map(|command| (*command).clone())
        .ok_or_else(|| format!("There is no command /{word}."))?;
    let mut name = command["name"].as_str().unwrap_or_default().to_owned();
    let mut branches = Vec::new();
    let mut at = &command;
    while has_branches(at) {
        let (word, after) = first_word(rest);
        let names = || option_names(at);
        if word.is_empty() {
            return Err(format!("/{name} needs one of these after it: {}.", names()));
        }
        at = option_called(at, word, locale)
            .ok_or_else(|| format!("/{name} knows no {word:?}; it knows {}.", names()))?;
        let own = at["name"].as_str().unwrap_or_default();
        branches.push((own.to_owned(), at["type"].clone()));
        name = format!("{name} {own}");
        rest = after;
    }
    let mut options = Vec::new();
    let focused = focused.map(|focused| match option_called(at, focused, locale) {
        Some(option) => option["name"].as_str().unwrap_or_default(),
        None => focused,
    });
    let mut found_focus = focused.is_none();
    for (option, raw) in split(at, &name, rest, locale)? {
        let option_name = option["name"].as_str().unwrap_or_default();
        let kind = option["type"].clone();
        if options.iter().any(|one: &Value| one["name"] == option_name) {
            return Err(format!("The option {option_name} is given twice."));
        }
        if focused == Some(option_name) {
            found_focus = true;
            options.push(json!({"name": option_name, "type": kind, "value": raw, "focused": true}));
        } else {
            let value = value(state, &typist, option, &raw)?;
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
    check(state, &command, &options, focused.is_some())?;
    Ok(Typed { command, name, options })
}

/// The option of this place that is called so, in itself or else in that locale.
fn option_called<'a>(place: &'a Value, word: &str, locale: &str) -> Option<&'a Value> {
    options_of(place)
        .find(|option| option["name"] == word)
        .or_else(|| options_of(place).find(|option| called(option, word, locale)))
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
fn next_option<'a>(place: &'a Value, text: &str, locale: &str) -> Option<(usize, &'a Value, usize)> {
    options_of(place)
        .flat_map(|option| {
            [option["name"].as_str(), local_name(option, locale)].map(|name| name.map(|name| (option, name)))
        })
        .flatten()
        .filter_map(|(option, name)| {
            let mark = format!("{name}:");
            text.match_indices(&mark)
                .map(|(at, _)| at)
                .find(|at| *at == 0 || text[..*at].ends_with(char::is_whitespace))
                .map(|at| (at, option, at + mark.len()))
        })
        // Of two options that begin at one place the longer name was meant.
        .min_by_key(|(at, _, after)| (*at, usize::MAX - after))
}

/// Cuts the rest of a line into options and what stands after them.
fn split<'a>(
    place: &'a Value,
    name: &str,
    text: &str,
    locale: &str,
) -> Result<Vec<(&'a Value, String)>, String> {
    let mut found = Vec::new();
    let mut text = text.trim();
    while !text.is_empty() {
        let Some((0, option, after)) = next_option(place, text, locale) else {
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
            && (rest.is_empty() || next_option(place, rest, locale).is_some_and(|(at, ..)| at == 0))
        {
            found.push((option, value));
            text = rest;
            continue;
        }
        let end = next_option(place, rest, locale).map_or(rest.len(), |(at, _, _)| at);
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
fn value(state: &mut State, typist: &Typist, option: &Value, raw: &str) -> Result<Value, String> {
    let name = option["name"].as_str().unwrap_or_default();
    let choice = option["choices"].as_array().into_iter().flatten().find(|choice| {
        called(choice, raw, &typist.locale)
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
        Some(11) => file(state, typist, name, raw),
        _ => Err(format!("This server has no values for the option {name}.")),
    }
}

/// A file as `@path`: one laid at hand by that name, or one below the settings' folder.
fn file(state: &mut State, typist: &Typist, option: &str, raw: &str) -> Result<Value, String> {
    let path = raw
        .strip_prefix('@')
        .filter(|path| !path.is_empty())
        .ok_or_else(|| format!("{option} takes a file, named as {option}:@path, and {raw:?} is none."))?;
    let bytes = match state.at_hand.get(path) {
        Some(bytes) => bytes.clone(),
        None => std::fs::read(state.folder.join(path))
            .map(Arc::new)
            .map_err(|why| format!("{option} takes a file, and {path:?} cannot be read: {why}."))?,
    };
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    state
        .hand_in(typist.user, typist.channel, name, bytes)
        .map(|id| json!(id.to_string()))
        .map_err(|why| why.sentence())
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
            more_guilds: &[],
            channels: &["table".to_owned()],
            users: &["anna".to_owned(), "עדי כהן".to_owned()],
            bot: "Chancery",
            folder: std::path::Path::new("."),
            pages: tokio::sync::broadcast::channel(4).0,
        });
        state.commands = vec![
            json!({"id": "1", "name": "campaign", "name_localizations": {"fi": "sotaretki"}, "type": 1, "options": [
                {"type": 1, "name": "found", "options": [
                    {"type": 3, "name": "name", "required": true, "max_length": 20},
                    {"type": 4, "name": "players", "min_value": 2, "max_value": 7},
                    {"type": 5, "name": "open", "name_localizations": {"fi": "avoin"}},
                    {"type": 11, "name": "map"},
                    {"type": 6, "name": "host"},
                    {"type": 7, "name": "where", "channel_types": [0]},
                    {"type": 3, "name": "scenario", "choices": [{"name": "Grand 1805", "value": "g1805", "name_localizations": {"fi": "Suuri 1805"}}]},
                    {"type": 3, "name": "power", "autocomplete": true}]},
                {"type": 2, "name": "admin", "options": [{"type": 1, "name": "close", "options": []}]}]}),
            json!({"id": "2", "name": "help", "type": 1, "options": []}),
        ];
        state
    }

    fn by_anna(state: &mut State, line: &str, focused: Option<&str>) -> Result<Typed, String> {
        let (anna, table) = (state.owner(), state.channels[0].id);
        read(state, anna, table, line, focused)
    }

    fn leaf(line: &str) -> Result<Vec<Value>, String> {
        let typed = by_anna(&mut state(), line, None)?;
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
        let typed = by_anna(&mut state(), "/campaign admin close", None).unwrap();
        assert_eq!(typed.name, "campaign admin close");
        assert_eq!(
            typed.options,
            vec![
                json!({"name": "admin", "type": 2, "options": [{"name": "close", "type": 1, "options": []}]})
            ]
        );
        assert_eq!(by_anna(&mut state(), "/help", None).unwrap().options, Vec::<Value>::new());
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
            let told = by_anna(&mut state(), line, None).unwrap_err();
            assert!(told.contains(expected), "{line}: {told}");
        }
    }

    #[test]
    fn names_are_found_in_the_members_locale() {
        let mut state = state();
        let anna = state.owner();
        let line = "/sotaretki found name:x avoin:yes scenario:Suuri 1805";
        assert!(by_anna(&mut state, line, None).unwrap_err().contains("no command"));
        state.set_locale(anna, "fi").unwrap();
        let typed = by_anna(&mut state, line, None).unwrap();
        assert_eq!(typed.name, "campaign found");
        assert_eq!(typed.options[0]["options"][1], json!({"name": "open", "type": 5, "value": true}));
        assert_eq!(typed.options[0]["options"][2]["value"], "g1805");
        assert!(by_anna(&mut state, "/campaign found name:x open:yes", None).is_ok());
        assert!(state.set_locale(anna, "suomi").unwrap_err().contains("no locale"));
    }

    #[test]
    fn a_file_is_laid_at_hand_or_read() {
        let mut state = state();
        state.at_hand.insert("board.png".to_owned(), Arc::new(b"x".to_vec()));
        let typed = by_anna(&mut state, "/campaign found name:x map:@board.png", None).unwrap();
        let id = typed.options[0]["options"][1]["value"].as_str().unwrap().parse().unwrap();
        assert_eq!(state.handed_in[&id].file.name, "board.png");
        state.folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src").into();
        let typed = by_anna(&mut state, "/campaign found name:x map:@line/mod.rs", None).unwrap();
        let id = typed.options[0]["options"][1]["value"].as_str().unwrap().parse().unwrap();
        assert_eq!(state.handed_in[&id].file.name, "mod.rs");
        for (raw, expected) in [("@nowhere.png", "cannot be read"), ("board.png", "@path"), ("@", "@path")] {
            let told = by_anna(&mut state, &format!("/campaign found name:x map:{raw}"), None).unwrap_err();
            assert!(told.contains(expected), "{raw}: {told}");
        }
        state.at_hand.insert("big".to_owned(), Arc::new(vec![0; 10 * 1024 * 1024 + 1]));
        let told = by_anna(&mut state, "/campaign found name:x map:@big", None).unwrap_err();
        assert!(told.contains("10 MiB"));
    }

    #[test]
    fn the_option_being_typed_is_taken_as_it_stands() {
        let typed = by_anna(&mut state(), "/campaign found power:fra", Some("power")).unwrap();
        let option = &typed.options[0]["options"][0];
        assert_eq!(option["value"], "fra");
        assert_eq!(option["focused"], true);
        let typed = by_anna(&mut state(), "/campaign found", Some("power")).unwrap();
        assert_eq!(typed.options[0]["options"][0]["value"], "");
        assert!(by_anna(&mut state(), "/campaign found", Some("name")).is_err());
    }
}
