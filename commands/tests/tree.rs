//! The built command tree against every limit that Discord sets: what registration would refuse is found here.
#![allow(clippy::unwrap_used)]

use commands::speech::{self, Language};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;
const STRING: u64 = 3;
const INTEGER: u64 = 4;
const NUMBER: u64 = 10;

/// The locales that Discord takes for names and descriptions.
const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
];

fn tree() -> Value {
    let commands = commands::all();
    serde_json::to_value(poise::builtins::create_application_commands(&commands)).unwrap()
}

/// Everything that Discord would not take, each with the path of the command or option.
fn faults(tree: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let commands = tree.as_array().unwrap();
    if commands.len() > 100 {
        found.push(format!("{} top-level commands, over 100", commands.len()));
    }
    unique_names(commands, "", &mut found);
    for command in commands {
        let path = format!("/{}", text(command, "name"));
        // A command is type 1 (slash) or has none; options of a command are checked one level at a time.
        if !matches!(command.get("type").and_then(Value::as_u64), None | Some(1)) {
            found.push(format!("{path}: not a slash command"));
        }
        named(command, &path, &mut found);
        level(command, &path, 0, &mut found);
        let size = size(command);
        if size > 8000 {
            found.push(format!("{path}: {size} characters, over 8,000"));
        }
    }
    found
}

fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn list<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn unique_names(level: &[Value], path: &str, found: &mut Vec<String>) {
    let names: BTreeSet<&str> = level.iter().map(|one| text(one, "name")).collect();
    if names.len() != level.len() {
        found.push(format!("{path}: two of the same name"));
    }
    for locale in LOCALES {
        let shown = |one: &'_ Value| {
            let own = one["name_localizations"][locale].as_str().map(str::to_owned);
            own.unwrap_or_else(|| text(one, "name").to_owned())
        };
        let shown: BTreeSet<String> = level.iter().map(shown).collect();
        if shown.len() != level.len() && names.len() == level.len() {
            found.push(format!("{path}: two of the same name for {locale}"));
        }
    }
}

/// `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`, lower case.
fn is_name(name: &str) -> bool {
    let taken = |c: char| {
        matches!(c, '-' | '_' | '\'' | '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}')
            || c.is_alphabetic()
            || c.is_numeric()
    };
    (1..=32).contains(&name.chars().count()) && name.chars().all(taken) && name.to_lowercase() == name
}

fn is_description(text: &str) -> bool {
    (1..=100).contains(&text.chars().count()) && text.trim() == text
}

fn localizations<'a>(of: &'a Value, key: &str) -> Vec<(&'a str, &'a str)> {
    let map = of.get(key).and_then(Value::as_object);
    map.into_iter()
        .flatten()
        .map(|(locale, text)| (locale.as_str(), text.as_str().unwrap_or_default()))
        .collect()
}

fn named(one: &Value, path: &str, found: &mut Vec<String>) {
    let name = text(one, "name");
    if !is_name(name) {
        found.push(format!("{path}: the name {name:?} is not one"));
    }
    let description = text(one, "description");
    // poise fills these in where nobody wrote one.
    let written = !["A slash command", "A slash command parameter"].contains(&description);
    if !written || !is_description(description) {
        found.push(format!("{path}: the description {description:?} is not one"));
    }
    for (locale, name) in localizations(one, "name_localizations") {
        if !LOCALES.contains(&locale) || !is_name(name) {
            found.push(format!("{path}: the name {name:?} for {locale} is not one"));
        }
    }
    for (locale, description) in localizations(one, "description_localizations") {
        if !LOCALES.contains(&locale) || !is_description(description) {
            found.push(format!("{path}: the description for {locale} is not one"));
        }
    }
}

fn level(of: &Value, path: &str, depth: u32, found: &mut Vec<String>) {
    let options = list(of, "options");
    if options.len() > 25 {
        found.push(format!("{path}: {} options, over 25", options.len()));
    }
    unique_names(options, path, found);
    let kinds: Vec<u64> =
        options.iter().map(|o| o.get("type").and_then(Value::as_u64).unwrap_or_default()).collect();
    let subs = kinds.iter().filter(|kind| matches!(**kind, SUBCOMMAND | GROUP)).count();
    if subs != 0 && subs != kinds.len() {
        found.push(format!("{path}: options beside subcommands"));
    }
    let mut optional_seen = false;
    for (option, kind) in options.iter().zip(kinds) {
        let path = format!("{path} {}", text(option, "name"));
        named(option, &path, found);
        match kind {
            SUBCOMMAND | GROUP => {
                if depth >= 2 || (kind == GROUP && depth >= 1) {
                    found.push(format!("{path}: nested too deep"));
                }
                if kind == GROUP && list(option, "options").iter().any(|o| o["type"] != SUBCOMMAND) {
                    found.push(format!("{path}: a group holds subcommands only"));
                }
                if kind == GROUP && list(option, "options").is_empty() {
                    found.push(format!("{path}: an empty group"));
                }
                level(option, &path, depth + 1, found);
            }
            3..=11 => {
                let required = option.get("required").and_then(Value::as_bool).unwrap_or(false);
                if required && optional_seen {
                    found.push(format!("{path}: required after optional"));
                }
                optional_seen |= !required;
                value(option, kind, &path, found);
            }
            _ => found.push(format!("{path}: there is no option type {kind}")),
        }
    }
}

/// The choices and bounds of an option that takes a value.
fn value(option: &Value, kind: u64, path: &str, found: &mut Vec<String>) {
    if !list(option, "options").is_empty() {
        found.push(format!("{path}: a value with options of its own"));
    }
    let choices = list(option, "choices");
    if choices.len() > 25 {
        found.push(format!("{path}: {} choices, over 25", choices.len()));
    }
    if !choices.is_empty() && (!matches!(kind, STRING | INTEGER | NUMBER) || option["autocomplete"] == true) {
        found.push(format!("{path}: choices where none can be"));
    }
    if option["autocomplete"] == true && !matches!(kind, STRING | INTEGER | NUMBER) {
        found.push(format!("{path}: autocomplete where none can be"));
    }
    unique_names(choices, path, found);
    for choice in choices {
        let mut names = vec![text(choice, "name")];
        names.extend(localizations(choice, "name_localizations").into_iter().map(|(_, name)| name));
        if names.iter().any(|name| !(1..=100).contains(&name.chars().count())) {
            found.push(format!("{path}: a choice without a name of 1 to 100 characters"));
        }
        let fits = match kind {
            STRING => choice["value"].as_str().is_some_and(|value| value.chars().count() <= 100),
            INTEGER => choice["value"].as_i64().is_some_and(|value| value.abs() < 1 << 53),
            _ => choice["value"].is_number(),
        };
        if !fits {
            found.push(format!("{path}: the choice {} has no such value", text(choice, "name")));
        }
    }
    let bounds = |least: &str, most: &str| {
        (option.get(least).and_then(Value::as_f64), option.get(most).and_then(Value::as_f64))
    };
    let (least, most) = bounds("min_value", "max_value");
    if (least.is_some() || most.is_some()) && !matches!(kind, INTEGER | NUMBER) {
        found.push(format!("{path}: bounds on what is no number"));
    }
    let exact = (1_i64 << 53) as f64;
    if least.is_some_and(|n| n.abs() > exact)
        || most.is_some_and(|n| n.abs() > exact)
        || least.zip(most).is_some_and(|(l, m)| l > m)
    {
        found.push(format!("{path}: bounds that no number meets"));
    }
    let (shortest, longest) = bounds("min_length", "max_length");
    if (shortest.is_some() || longest.is_some()) && kind != STRING {
        found.push(format!("{path}: a length of what is no text"));
    }
    let wrong = shortest.is_some_and(|n| !(0.0..=6000.0).contains(&n))
        || longest.is_some_and(|n| !(1.0..=6000.0).contains(&n))
        || shortest.zip(longest).is_some_and(|(s, l)| s > l);
    if wrong {
        found.push(format!("{path}: lengths that no text has"));
    }
}

/// The characters of a command: names, descriptions and values, each with its longest localization.
fn size(one: &Value) -> usize {
    let longest = |key: &str| {
        let own = text(one, key).chars().count();
        let others = localizations(one, &format!("{key}_localizations"));
        others.iter().map(|(_, text)| text.chars().count()).fold(own, usize::max)
    };
    let value = match one.get("value") {
        None => 0,
        Some(Value::String(text)) => text.chars().count(),
        Some(other) => other.to_string().len(),
    };
    let inner = list(one, "options").iter().chain(list(one, "choices"));
    longest("name") + longest("description") + value + inner.map(size).sum::<usize>()
}

#[test]
fn the_command_tree_is_within_every_limit_of_discord() {
    let tree = tree();
    assert_eq!(faults(&tree), Vec::<String>::new());
    let mut names: Vec<&str> = tree.as_array().unwrap().iter().map(|command| text(command, "name")).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "access",
            "ages",
            "audit",
            "away",
            "battle",
            "bid",
            "board",
            "campaign",
            "correct",
            "crimea",
            "desk",
            "dice",
            "economy",
            "envelope",
            "europa",
            "fleet",
            "germany",
            "help",
            "map",
            "odds",
            "politics",
            "press",
            "province",
            "reinforce",
            "rules",
            "sardinia",
            "seat",
            "strongbox",
            "transfer",
            "turn",
            "vote"
        ]
    );
}

#[test]
fn every_command_of_the_tree_can_be_called() {
    fn leaves(of: &Value, path: String, to: &mut Vec<String>) {
        let options = list(of, "options");
        if options.iter().any(|o| matches!(o["type"].as_u64(), Some(SUBCOMMAND | GROUP))) {
            options.iter().for_each(|o| leaves(o, format!("{path} {}", text(o, "name")), to));
        } else {
            to.push(path);
        }
    }
    let mut paths = Vec::new();
    for command in tree().as_array().unwrap() {
        leaves(command, text(command, "name").to_owned(), &mut paths);
    }
    for asked in [
        "access grant",
        "access forcible",
        "politics recall",
        "politics surrender",
        "sardinia event",
        "sardinia landing",
        "sardinia leader",
        "sardinia add",
        "sardinia show",
        "campaign found",
        "campaign join",
        "campaign start",
        "campaign status",
        "campaign table",
        "campaign forces",
        "campaign export",
        "campaign move",
        "campaign forget-me",
        "bid",
        "dice roll",
        "dice word",
        "dice stats",
        "dice chart",
        "rules show",
        "rules search",
        "audit roll",
        "turn undo",
        "strongbox list",
        "strongbox keep",
        "strongbox show",
        "vote ask",
        "vote cast",
        "vote list",
        "vote rulings",
        "vote switch",
        "vote end",
        "board tell",
        "board values",
        "board picture",
        "board pictures",
        "correct value",
        "correct forward",
        "correct roll",
        "correct step",
        "envelope open",
        "envelope seal",
        "envelope dispatch",
        "press",
        "campaign conclude",
        "map show",
        "map area",
        "map place",
        "reinforce",
        "transfer",
        "fleet transfer",
        "map control",
        "map way",
        "map pack",
        "map correct",
        "map point",
        "map save",
        "ages court",
        "ages endeavour",
        "ages army",
        "ages counters",
        "ages tax",
        "ages card",
        "ages hand",
        "ages map",
        "europa country take",
        "europa battle open",
        "europa battle plan",
        "europa board march",
        "europa board intercept",
        "europa board supply",
        "europa money upkeep",
        "crimea tell",
        "crimea settle",
        "germany tell",
        "help",
        "desk",
    ] {
        assert!(paths.iter().any(|path| path == asked), "{asked} is missing from {paths:?}");
    }
}

/// Every command and option by its path, with its choices.
fn paths(of: &Value, path: &str, to: &mut BTreeMap<String, Vec<String>>) {
    let choices = list(of, "choices").iter().map(|choice| text(choice, "name").to_owned());
    to.insert(path.to_owned(), choices.collect());
    for option in list(of, "options") {
        paths(option, &format!("{path} {}", text(option, "name")), to);
    }
}

#[test]
fn every_command_option_and_choice_has_its_name_in_every_language() {
    let mut all = BTreeMap::new();
    for command in tree().as_array().unwrap() {
        paths(command, text(command, "name"), &mut all);
    }
    let shared = |path: &str| format!("* {}", path.rsplit(' ').next().unwrap_or_default());
    for language in Language::all().skip(1) {
        let names = speech::tree::names(language).unwrap();
        assert!(!names.is_empty(), "languages/{}.commands.toml cannot be read", language.locale());
        let mut missing = Vec::new();
        for (path, choices) in &all {
            match speech::tree::called(language, path) {
                None => missing.push(path.clone()),
                Some(called) => missing.extend(
                    choices
                        .iter()
                        .filter(|choice| !called.choices.contains_key(*choice))
                        .map(|choice| format!("{path}: {choice}")),
                ),
            }
        }
        assert!(missing.is_empty(), "{} lacks:\n{}", language.name(), missing.join("\n"));
        let unused: Vec<&String> = names
            .iter()
            .filter(|(path, called)| {
                let choices = all.get(*path);
                !all.keys().any(|one| one == *path || shared(one) == **path)
                    || called.choices.keys().any(|own| choices.is_none_or(|choices| !choices.contains(own)))
            })
            .map(|(path, _)| path)
            .collect();
        assert!(unused.is_empty(), "{} names what there is not: {unused:?}", language.name());
    }
}

#[test]
fn the_tree_carries_its_finnish_names() {
    let tree = tree();
    let campaign = tree.as_array().unwrap().iter().find(|command| command["name"] == "campaign").unwrap();
    assert_eq!(campaign["name_localizations"], json!({"fi": "kampanja"}));
    let found = list(campaign, "options").iter().find(|option| option["name"] == "found").unwrap();
    let option = |name: &str| list(found, "options").iter().find(|option| option["name"] == name).unwrap();
    assert_eq!(
        option("players")["description_localizations"]["fi"].as_str().unwrap().chars().next(),
        Some('M')
    );
    let choice = &list(option("spare"), "choices")[1];
    assert_eq!(choice["name"], "Uncontrolled");
    assert_eq!(choice["name_localizations"], json!({"fi": "Jäävät ilman pelaajaa"}));
}

/// A sound command to break.
fn sound() -> Value {
    json!({"name": "one", "description": "Does it", "options": [
        {"type": 3, "name": "a", "description": "First", "required": true},
        {"type": 4, "name": "b", "description": "Second", "min_value": 1, "max_value": 7},
    ]})
}

fn options(number: usize, of: impl Fn(usize) -> Value) -> Value {
    (0..number).map(of).collect()
}

#[test]
fn the_check_finds_what_discord_would_refuse() {
    let option = |i: usize| json!({"type": 3, "name": format!("o{i}"), "description": "One"});
    let choice = |i: usize| json!({"name": format!("c{i}"), "value": format!("v{i}")});
    let group =
        |inner: Value| json!({"type": GROUP, "name": "g", "description": "A group", "options": inner});
    let sub =
        |inner: Value| json!({"type": SUBCOMMAND, "name": "s", "description": "A sub", "options": inner});
    let with = |key: &str, value: Value| {
        let mut command = sound();
        command[key] = value;
        json!([command])
    };
    let with_option = |key: &str, value: Value| {
        let mut command = sound();
        command["options"][1][key] = value;
        json!([command])
    };
    assert_eq!(faults(&json!([sound()])), Vec::<String>::new());
    let mut late = json!([sound()]);
    late[0]["options"][0]["required"] = json!(false);
    late[0]["options"][1]["required"] = json!(true);

    let broken = [
        (options(101, |i| json!({"name": format!("n{i}"), "description": "One"})), "over 100"),
        (json!([sound(), sound()]), "two of the same name"),
        (with("options", options(26, option)), "26 options"),
        (with("options", json!([option(1), option(1)])), "two of the same name"),
        (with("name", json!("One")), "the name \"One\""),
        (with("name", json!("")), "the name \"\""),
        (with("name", json!("two words")), "the name"),
        (with("name", json!("a!")), "the name"),
        (with("name", json!("😀")), "the name"),
        (with("name", json!("x".repeat(33))), "the name"),
        (with("description", json!("")), "the description \"\""),
        (with("description", json!("A slash command")), "the description"),
        (with("description", json!("x".repeat(101))), "the description"),
        (with_option("description", json!("A slash command parameter")), "the description"),
        (with_option("description", Value::Null), "the description"),
        (with("name_localizations", json!({"fi": "ÄÄ"})), "for fi"),
        (
            json!([sound(), {"name": "two", "description": "Other", "name_localizations": {"fi": "one"}}]),
            "two of the same name for fi",
        ),
        (with("name_localizations", json!({"klingon": "qa"})), "for klingon"),
        (with("description_localizations", json!({"fr": "x".repeat(101)})), "for fr"),
        (with("type", json!(2)), "not a slash command"),
        (late, "required after optional"),
        (with_option("type", json!(12)), "no option type"),
        (with_option("choices", options(26, |i| json!({"name": format!("c{i}"), "value": i}))), "26 choices"),
        (with_option("choices", json!([{"name": "x".repeat(101), "value": 1}])), "a choice without a name"),
        (with_option("choices", json!([{"name": "", "value": 1}])), "a choice without a name"),
        (with_option("choices", json!([{"name": "a", "value": "text"}])), "has no such value"),
        (
            with_option("choices", json!([{"name": "a", "value": 1}, {"name": "a", "value": 2}])),
            "two of the same name",
        ),
        (with_option("min_value", json!(8)), "bounds that no number meets"),
        (with_option("max_value", json!(1e17)), "bounds that no number meets"),
        (with_option("max_length", json!(9)), "a length of what is no text"),
        (
            with("options", json!([{"type": 3, "name": "a", "description": "A", "max_length": 6001}])),
            "lengths that no text",
        ),
        (
            with(
                "options",
                json!([{"type": 3, "name": "a", "description": "A", "min_length": 9, "max_length": 3}]),
            ),
            "lengths that no text",
        ),
        (
            with("options", json!([{"type": 3, "name": "a", "description": "A", "max_value": 3}])),
            "bounds on what is no number",
        ),
        (
            with("options", json!([{"type": 5, "name": "a", "description": "A", "choices": [choice(1)]}])),
            "choices where none can be",
        ),
        (
            with(
                "options",
                json!([{"type": 3, "name": "a", "description": "A", "autocomplete": true, "choices": [choice(1)]}]),
            ),
            "choices where none can be",
        ),
        (
            with("options", json!([{"type": 5, "name": "a", "description": "A", "autocomplete": true}])),
            "autocomplete where none",
        ),
        (
            with("options", json!([{"type": 3, "name": "a", "description": "A", "options": [option(1)]}])),
            "a value with options",
        ),
        (with("options", json!([sub(json!([])), option(1)])), "options beside subcommands"),
        (with("options", json!([group(json!([]))])), "an empty group"),
        (with("options", json!([group(json!([option(1)]))])), "a group holds subcommands only"),
        (with("options", json!([group(json!([group(json!([sub(json!([]))]))]))])), "nested too deep"),
        (with("options", json!([group(json!([sub(json!([sub(json!([]))]))]))])), "nested too deep"),
        (
            with(
                "options",
                options(25, |i| {
                    json!({"type": 3, "name": format!("o{i}"), "description": "x".repeat(100),
            "choices": options(3, |c| json!({"name": format!("{c}{}", "x".repeat(60)), "value": format!("{c}{}", "y".repeat(60))}))})
                }),
            ),
            "over 8,000",
        ),
    ];
    for (tree, expected) in broken {
        let found = faults(&tree);
        assert!(found.iter().any(|fault| fault.contains(expected)), "{expected}: {found:?} in {tree}");
    }
}

#[test]
fn the_longest_localization_counts() {
    let mut command = sound();
    let before = size(&command);
    command["description_localizations"] = json!({"de": "x".repeat(90)});
    assert_eq!(size(&command), before - "Does it".len() + 90);
}
