//! Orders, sheets and events by words. What there is, and which fields it has, the engine's own readers say: here is no list of any of it.

use super::clause;
use crate::common::Play;
use engine::eia::Order;
use engine::eia::map::Place;
use engine::eia::powers::Power;
use engine::table::act::Act;
use engine::table::offers::{Kind, offer_to_seal};
use engine::table::view::RoundView;
use engine::table::{By, Verb};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Words, those between single quotation marks as one.
fn words(text: &str) -> Vec<String> {
    let quoted = text.split('\'').enumerate();
    let each = quoted.flat_map(|(n, part)| match n % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    each.collect()
}

/// What words can stand for in JSON, the likeliest first.
fn meant(field: &str, words: &str) -> Vec<Value> {
    let small = words.to_lowercase();
    let mut all = Vec::new();
    if words.starts_with(['{', '[']) {
        all.push(serde_json::from_str(words).unwrap_or_else(|wrong| panic!("{words}: {wrong}")));
    }
    all.extend(words.parse::<i64>().ok().map(Value::from));
    all.extend(match words {
        "yes" => Some(json!(true)),
        "no" => Some(json!(false)),
        _ => None,
    });
    if field == "place" {
        all.extend(clause::place(words).map(|place| json!(place.key())));
    }
    all.push(json!(words));
    all.push(json!(small.replace(' ', "_")));
    all.extend(clause::maybe_power(words).map(|power| json!(power.key())));
    all.extend(clause::province(words).map(|province| json!(province.key())));
    all.extend(clause::month(words).map(|month| json!(month)));
    if let Some(place) = clause::place(words) {
        all.push(json!(place.key()));
    }
    let parts: Vec<&str> = words.split(" and ").collect();
    let each = |part: &&str| if parts.len() == 1 { all.clone() } else { meant(field, part) };
    let lists: Vec<Vec<Value>> = parts.iter().map(each).collect();
    for n in 0..lists.iter().map(Vec::len).max().unwrap_or(0) {
        all.push(lists.iter().map(|of| of.get(n).or(of.last()).cloned()).collect());
    }
    all
}

/// Words by the names of fields before them; those before the first name apart.
fn by_field(words: &[String], fields: &[String]) -> (String, Vec<(String, String)>) {
    let (mut first, mut all): (Vec<&str>, Vec<(String, Vec<&str>)>) = (Vec::new(), Vec::new());
    for word in words {
        if fields.contains(word) && !all.iter().any(|(known, _)| known == word) {
            all.push((word.clone(), Vec::new()));
        } else {
            all.last_mut().map_or(&mut first, |(_, words)| words).push(word);
        }
    }
    (first.join(" "), all.into_iter().map(|(field, words)| (field, words.join(" "))).collect())
}

/// The names between backquotes in what serde says.
fn named(says: &str) -> Vec<String> {
    says.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// What serde says against it.
fn wrong<T: DeserializeOwned>(value: Value) -> Option<String> {
    serde_json::from_value::<T>(value).err().map(|wrong| wrong.to_string())
}

/// The longest of these names that words begin with, and the words after it.
fn begins<'w>(words: &'w [String], names: &[String]) -> Option<(String, &'w [String])> {
    let longest = (1..=words.len().min(5)).rev();
    let all = longest.map(|n| (words[..n].join("_"), &words[n..]));
    all.into_iter().find(|(name, _)| names.contains(name))
}

/// An order of the game or an act of the table, as it is typed.
#[track_caller]
pub(super) fn order(by: Power, text: &str) -> Verb {
    if text == "undo" {
        return Verb::Undo;
    }
    let all = words(text);
    let tags = named(&wrong::<Order>(json!({})).unwrap());
    match begins(&all, &tags) {
        Some((tag, rest)) => Verb::Game(filled::<Order>(&tag, by, rest, text)),
        None => {
            let act = filled::<Act>("verb", by, &all, text);
            Verb::Act { act: serde_json::from_value(act).unwrap(), text: None }
        }
    }
}

/// The variants of an enum with this tag.
fn kinds<T: DeserializeOwned>(tag: &str) -> Vec<String> {
    named(&wrong::<T>(json!({tag: "?"})).unwrap_or_default()).into_iter().filter(|kind| kind != "?").collect()
}

/// The fields of one of them; none where serde takes fields that it does not know, as in the acts of the table.
fn fields<T: DeserializeOwned>(tag: &str, kind: &str) -> Vec<String> {
    let says = wrong::<T>(json!({tag: kind, "?": null})).unwrap_or_default();
    let all = says.strip_prefix("unknown field").map(named).unwrap_or_default();
    all.into_iter().filter(|field| field != "?").collect()
}

/// Every order of the game as it is typed, with its fields.
pub(super) fn orders() -> Vec<(String, Vec<String>)> {
    let tags = named(&wrong::<Order>(json!({})).unwrap());
    let of = |tag: &String| {
        let each = kinds::<Order>(tag).into_iter();
        each.map(|kind| (format!("{tag} {kind}"), fields::<Order>(tag, &kind))).collect::<Vec<_>>()
    };
    tags.iter().flat_map(of).collect()
}

/// A value of an enum with this tag, out of the words for its variant and its fields.
#[track_caller]
fn filled<T: DeserializeOwned>(tag: &str, by: Power, rest: &[String], text: &str) -> Value {
    let kinds = kinds::<T>(tag);
    let Some((kind, rest)) = begins(rest, &kinds) else {
        panic!("{text:?}: {tag} is followed by one of {kinds:?}");
    };
    let fields = fields::<T>(tag, &kind);
    let (first, mut by_name) = match fields.is_empty() {
        true => (String::new(), rest.chunks(2).map(|pair| (pair[0].clone(), pair[1..].concat())).collect()),
        false => by_field(rest, &fields),
    };
    if fields.iter().any(|field| field == "power") && !by_name.iter().any(|(field, _)| field == "power") {
        by_name.push(("power".to_owned(), by.key().to_owned()));
    }
    let mut candidates: Vec<Value> = vec![json!({tag: kind})];
    for (field, words) in by_name.clone() {
        candidates = with::<T>(&candidates, &field, &words, text);
    }
    if !first.is_empty() {
        // It is of the first field that is still missing, else of the first that can be left out.
        let says = wrong::<T>(candidates[0].clone()).unwrap_or_default();
        let missing = says.strip_prefix("missing field").map(|field| named(field).remove(0));
        let free = || fields.iter().find(|field| candidates[0].get(field.as_str()).is_none()).cloned();
        let Some(field) = missing.or_else(free) else {
            panic!("{text:?}: there is no field for {first:?}; there are {fields:?}");
        };
        candidates = with::<T>(&candidates, &field, &first, text);
    }
    let says = wrong::<T>(candidates[0].clone());
    assert!(
        says.is_none(),
        "{text:?} is no order ({}); {tag} {kind} has the fields {fields:?}",
        says.unwrap()
    );
    candidates.remove(0)
}

/// These beginnings of a value with one field more, as far as that can be read.
#[track_caller]
fn with<T: DeserializeOwned>(all: &[Value], field: &str, words: &str, text: &str) -> Vec<Value> {
    let values = meant(field, words);
    let each = all.iter().flat_map(|one| {
        values.iter().map(|value| {
            let mut one = one.clone();
            one[field] = value.clone();
            one
        })
    });
    let can_be_read = |one: &Value| wrong::<T>(one.clone()).is_none_or(|says| says.contains("missing field"));
    let read: Vec<Value> = each.filter(can_be_read).collect();
    assert!(!read.is_empty(), "{text:?}: {field} is not {words:?}");
    read
}

/// Whether a JSON object is of the kind that words begin with.
pub(super) fn is_of_kind(value: &Value, tag: &str, text: &str) -> bool {
    begins(&words(text), &[value[tag].as_str().unwrap_or_default().to_owned()]).is_some()
}

/// Whether a JSON object is of a kind that stands under its tag, where it has one, and its fields are as words say.
#[track_caller]
pub(super) fn is(value: &Value, tag: &str, text: &str) -> bool {
    let (all, fields) = (words(text), value.as_object().unwrap());
    let kind = value[tag].as_str().map(str::to_owned);
    let rest = kind.map_or(Some(&all[..]), |kind| begins(&all, &[kind]).map(|(_, rest)| rest));
    let Some(rest) = rest else { return false };
    let (first, by_name) = by_field(rest, &fields.keys().cloned().collect::<Vec<_>>());
    assert!(first.is_empty(), "{text:?}: {first:?} is no field of {value:#}");
    by_name.iter().all(|(field, words)| meant(field, words).contains(&value[field]))
}

/// What is filled in on the sheet of the open round in which a person is asked, and which round that is: entries between commas, each the name of
/// a field without who fills it in, and what is chosen: `war on France and Turkey, lend Austria 10, wish Austria 1 b7`.
#[track_caller]
pub(super) fn sheet(play: &Play, person: u32, power: Power, text: &str) -> (String, Value) {
    let view = play.campaign.view_for(By::Person(person), false);
    let asked: Vec<_> = view.rounds.iter().filter(|round| round.mine.is_some()).collect();
    // Where several are open it is that in which all of it is asked.
    let entries = || text.split(',').map(str::trim).filter(|entry| *entry != "nothing");
    let fits = |round: &&&RoundView| {
        let fields = offer_to_seal(&view, &round.round).map(|offer| offer.fields).unwrap_or_default();
        let is_asked = |entry: &str| {
            let all = named_in(entry);
            fields.iter().any(|field| follows(&field.name, power, &all).is_some())
        };
        asked.len() > 1 && entries().all(is_asked)
    };
    let round = asked
        .iter()
        .find(fits)
        .or(asked.first())
        .unwrap_or_else(|| panic!("{power} is asked for no envelope: {text:?}"))
        .round
        .clone();
    if text.starts_with('{') {
        return (round, serde_json::from_str(text).unwrap());
    }
    let fields = offer_to_seal(&view, &round).map(|offer| offer.fields).unwrap_or_default();
    let mut sheet = Map::new();
    for entry in entries() {
        let all = named_in(entry);
        let offered = fields.iter().filter_map(|field| Some((follows(&field.name, power, &all)?, field)));
        let (key, value) = match offered.max_by_key(|(used, _)| *used) {
            Some((used, field)) => (field.name.clone(), chosen(&field.kind, &all[used..].join(" "))),
            None => unasked(power, &all, text),
        };
        sheet.insert(key, value);
    }
    (round, Value::Object(sheet))
}

/// The words of an entry of a sheet, without those that only join.
fn named_in(entry: &str) -> Vec<String> {
    words(entry).into_iter().filter(|word| !["on", "to", "for", "of"].contains(&word.as_str())).collect()
}

/// How many of these words name a field: its parts between slashes, but for the power that fills it in.
fn follows(name: &str, power: Power, words: &[String]) -> Option<usize> {
    let mut used = 0;
    for (n, part) in name.split('/').enumerate() {
        let longest = (1..=3.min(words.len() - used)).rev();
        let is = |n: usize| {
            let asked = words[used..used + n].join(" ");
            meant("", &asked).contains(&json!(part))
        };
        match longest.into_iter().find(|n| is(*n)) {
            Some(n) => used += n,
            None if n > 0 && part == power.key() => {}
            None => return None,
        }
    }
    Some(used)
}

/// What is chosen in a field of a kind.
fn chosen(kind: &Kind, words: &str) -> Value {
    let one = |of: &[String], words: &str| {
        let all = meant("", words);
        all.iter().find(|value| value.as_str().is_some_and(|word| of.iter().any(|one| one == word))).cloned()
    };
    match kind {
        Kind::AnyOf { of } => {
            words.split(" and ").map(|words| one(of, words).unwrap_or_else(|| likely(words))).collect()
        }
        Kind::OneOf { of } => one(of, words).unwrap_or_else(|| json!(words)),
        _ => meant("", words).remove(0),
    }
}

/// A power or a minor country, as a sheet has them.
fn likely(words: &str) -> Value {
    let of = clause::maybe_power(words).map(|power| power.key().to_owned());
    let country = || clause::province(words).map(|province| Place::Province(province).key());
    json!(of.or_else(country).unwrap_or_else(|| words.to_owned()))
}

/// What stands on a sheet that does not ask for it: `buy cossack 1`, `war on Turkey`.
fn unasked(power: Power, words: &[String], text: &str) -> (String, Value) {
    let [field, within @ .., last] = words else { panic!("what is chosen in {text:?}?") };
    let whole = last.parse::<i64>().ok();
    if field.contains('/') {
        let chosen = words[1..].join(" ");
        return (field.clone(), whole.map_or_else(|| json!(chosen), Value::from));
    }
    let mut key = vec![field.clone(), power.key().to_owned()];
    match whole {
        Some(whole) => {
            key.extend(
                within
                    .iter()
                    .map(|word| clause::maybe_power(word).map_or(word.clone(), |of| of.key().to_owned())),
            );
            (key.join("/"), json!(whole))
        }
        None => (key.join("/"), words[1..].join(" ").split(" and ").map(likely).collect()),
    }
}
