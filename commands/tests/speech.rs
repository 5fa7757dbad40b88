//! The languages: every sentence in the code has its place in every language's file, with the same values in it, and no file has more.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::{
    ANNA, BELA, COUNCIL, GUILD, Table, assert_fits, founding, make_final, sheet, shown, word,
};
use commands::asked::told;
use commands::house::Outcome;
use commands::message::Message;
use commands::speech::{self, Language, tree};
use engine::eia::nations::Nation;
use engine::eia::powers::Power;
use engine::eia::scenario;
use engine::europa::campaigns::Kind;
use engine::europa::country::Country;
use engine::europa::technology::{Land, Naval};
use engine::facts::Origin;
use engine::table::act::Through;
use engine::table::said::places;
use engine::table::{Act, Verb};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What these say is told to a terminal or a log and never to a player: the verifier, the record's lines, faults of the rule ledger and
/// of other data of the game.
const FOR_THE_PROGRAM: &[&str] = &[
    "engine/table/src/rules.rs",
    "engine/table/src/record.rs",
    "engine/table/src/verify.rs",
    "engine/table/src/verify/again.rs",
    "engine/table/src/verify/ordered.rs",
    "engine/table/src/verify/envelopes.rs",
    "engine/table/src/verify/hidden.rs",
    "engine/table/src/verify/lodged.rs",
    "engine/table/src/verify/places.rs",
    "engine/table/src/verify/sheets.rs",
    "engine/eia/src/chits.rs",
    "engine/eia/src/nations.rs",
    "engine/eia/src/oob/read.rs",
    "engine/eia/src/oob/status.rs",
    "engine/eia/src/scenario.rs",
    "engine/europa/src/battle/tables/read.rs",
    "engine/europa/src/geography.rs",
    "engine/europa/src/siege/tables.rs",
    // Faults of chance and of the database, which no player can cause.
    "engine/table/src/chance.rs",
    "commands/table/src/live.rs",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The code of commands and engine that speaks, without comments and tests, by its path.
fn sources() -> BTreeMap<String, String> {
    fn gather(folder: &Path, root: &Path, to: &mut BTreeMap<String, String>) {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            let of_tests = path.file_stem().is_some_and(|stem| stem == "tests");
            if of_tests {
                continue;
            }
            if path.is_dir() {
                gather(&path, root, to);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
                let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                if !FOR_THE_PROGRAM.contains(&name.as_str()) {
                    to.insert(name, lines.collect::<Vec<_>>().join("\n"));
                }
            }
        }
    }
    let mut found = BTreeMap::new();
    let crates = [
        "commands/table",
        "commands/eia",
        "commands/europa",
        "commands/middle_ages",
        "engine/table",
        "engine/eia",
        "engine/europa",
        "engine/middle_ages",
    ];
    for folder in crates.map(|folder| format!("{folder}/src")) {
        gather(&root().join(folder), &root(), &mut found);
    }
    found
}

/// The string literal that a text begins with, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut chars = text.strip_prefix('"')?.char_indices().peekable();
    let mut read = String::new();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((read, &text[at + 2..])),
            '\\' => match chars.next()?.1 {
                'n' => read.push('\n'),
                '\n' => while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                'u' => {
                    let code: String =
                        chars.by_ref().map(|(_, c)| c).skip(1).take_while(|c| *c != '}').collect();
                    read.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?);
                }
                other => read.push(other),
            },
            c => read.push(c),
        }
    }
    None
}

/// The first literals of every call of this name.
fn first_literals(code: &str, call: &str) -> Vec<String> {
    code.match_indices(call)
        .filter(|(at, _)| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        .filter_map(|(at, _)| literal(code[at + call.len()..].trim_start()).map(|(read, _)| read))
        .collect()
}

/// The last two literals of every call of `count(n, one, many)`.
fn counted(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("count(") {
        let mut rest = &code[at + 6..];
        let mut depth = 1;
        let mut literals = Vec::new();
        while depth > 0 && !rest.is_empty() {
            if let Some((read, after)) = literal(rest) {
                literals.push(read);
                rest = after;
                continue;
            }
            let c = rest.chars().next().unwrap();
            depth += i32::from(c == '(') - i32::from(c == ')');
            rest = &rest[c.len_utf8()..];
        }
        if literals.len() >= 2 {
            found.extend(literals.split_off(literals.len() - 2));
        }
    }
    found
}

/// Every sentence, name and word that the code may ask a language for.
fn asked_for() -> BTreeMap<String, String> {
    let mut asked = BTreeMap::new();
    for (path, code) in sources() {
        let calls = ["say!(", "said!(", "speech::word(", "speech::name(", "said::name("];
        for sentence in calls.into_iter().flat_map(|call| first_literals(&code, call)).chain(counted(&code)) {
            asked.entry(sentence).or_insert_with(|| path.clone());
        }
    }
    let words = Nation::all().map(Nation::name);
    let origins = [Origin::Seed, Origin::Rulebook, Origin::Reported, Origin::Reconstructed, Origin::Ours];
    let words = words.chain(origins.into_iter().map(|origin| origin.says().to_owned()));
    let words = words.chain(scenario::all().iter().map(|scenario| scenario.title.clone()));
    let words = words.chain(of_europa().map(str::to_owned));
    let events = engine::eia::sardinia::catalogue::events();
    let words = words.chain(events.iter().map(|event| event.name.clone()));
    let words = words.chain(engine::middle_ages::words::all().map(str::to_owned));
    let priced = scenario::all().iter().flat_map(|one| {
        let costs = engine::eia::oob::costs(&one.key).chain(engine::eia::oob::upkeep(&one.key));
        costs.map(|cost| cost.name.clone()).collect::<Vec<_>>()
    });
    let words = words.chain(priced);
    let switches = engine::table::switches::all();
    let ways = switches.flat_map(|switch| switch.ways.iter().map(|way| way.1).chain([switch.name]));
    let months = engine::eia::outline::MONTHS.into_iter();
    let phases = ["political", "reinforcement", "naval", "land", "economic"].into_iter();
    let phases = phases.filter_map(engine::eia::outline::Phase::by_key).map(|phase| phase.name());
    let words = words.chain(ways.chain(months).chain(phases).map(str::to_owned));
    // What fields are called (`offers::spoken`), and the note on a goal that the founder typed.
    let fields = ["Bids", "Preference", "Word", "Dice", "Label", "set by this group"];
    for word in words.chain(fields.map(str::to_owned)) {
        asked.insert(word, "a name of the game".to_owned());
    }
    // What has no letters is the same in every language.
    asked.retain(|sentence, _| has_words(sentence));
    asked
}

/// The names of Europa: scenarios, countries, technologies, kinds of campaigns.
fn of_europa() -> impl Iterator<Item = &'static str> {
    let titles = engine::europa::scenario::ALL.into_iter().map(|scenario| scenario.title);
    let technologies = Land::ALL.into_iter().map(Land::name).chain(Naval::ALL.into_iter().map(Naval::name));
    let campaigns = Kind::ALL.into_iter().map(Kind::name);
    titles.chain(Country::all().map(Country::name)).chain(technologies).chain(campaigns)
}

fn has_words(sentence: &str) -> bool {
    let outside = sentence.split('{').map(|part| part.rsplit_once('}').map_or(part, |(_, rest)| rest));
    outside.flat_map(str::chars).any(char::is_alphabetic)
}

/// A language's file as it stands, with what stands twice in it.
fn file(language: Language) -> (BTreeMap<String, String>, Vec<String>) {
    let path = root().join(format!("commands/table/languages/{}.toml", language.locale()));
    let table: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let mut sentences = BTreeMap::new();
    let mut twice = Vec::new();
    for (subject, entries) in table {
        if subject == "language" {
            continue;
        }
        for (english, own) in entries.as_table().unwrap() {
            if sentences.insert(english.clone(), own.as_str().unwrap().to_owned()).is_some() {
                twice.push(english.clone());
            }
        }
    }
    (sentences, twice)
}

fn others() -> Vec<Language> {
    let others: Vec<Language> = Language::all().skip(1).collect();
    assert!(others.contains(&finnish()));
    others
}

fn finnish() -> Language {
    let finnish = Language::of_locale("fi");
    assert_ne!(finnish, Language::ENGLISH, "languages/fi.toml cannot be read");
    finnish
}

#[test]
fn every_sentence_of_the_code_stands_in_every_language_and_no_other() {
    let asked = asked_for();
    assert!(asked.len() > 20, "the code is not read any more");
    for language in others() {
        let (sentences, twice) = file(language);
        assert_eq!(twice, Vec::<String>::new(), "{}: twice", language.name());
        let missing: Vec<String> = asked
            .iter()
            .filter(|(sentence, _)| !sentences.contains_key(*sentence))
            .map(|(sentence, path)| format!("{path}: {sentence:?}"))
            .collect();
        assert!(missing.is_empty(), "{} lacks:\n{}", language.name(), missing.join("\n"));
        let unused: Vec<&String> = sentences.keys().filter(|english| !asked.contains_key(*english)).collect();
        assert!(unused.is_empty(), "{} has what the code never says:\n{unused:#?}", language.name());
    }
}

/// Money is written as `$5` in English; where a value comes after it, it is that value's.
#[test]
fn no_sentence_has_the_dollar_behind_the_number() {
    for (sentence, path) in asked_for() {
        let behind =
            sentence.match_indices("{} $").any(|(at, found)| !sentence[at + found.len()..].starts_with('{'));
        assert!(!behind, "{path}: {sentence:?}");
    }
}

#[test]
fn a_translation_has_the_same_places_ends_alike_and_formats_alike() {
    for language in others() {
        for (english, own) in file(language).0 {
            let sorted = |text: &str| {
                let mut all = places(text);
                all.sort_unstable();
                all
            };
            assert_eq!(sorted(&english), sorted(&own), "{english:?} and {own:?}");
            let end = |text: &str| text.chars().next_back().filter(|c| matches!(c, '.' | ':' | '!' | '?'));
            assert_eq!(end(&english), end(&own), "{english:?} and {own:?}");
            assert!(!own.contains('!'), "the bot does not exclaim: {own:?}");
            for mark in ["**", "`", "\n"] {
                assert_eq!(english.matches(mark).count(), own.matches(mark).count(), "{mark:?} in {own:?}");
            }
            let ends =
                |text: &str| (text.len() - text.trim_start().len(), text.len() - text.trim_end().len());
            assert_eq!(ends(&english), ends(&own), "blanks around {own:?}");
        }
    }
}

/// `/campaign found` in an English sentence is `/kampanja perusta` in the Finnish one, as the reader's own client has it.
#[test]
fn a_translation_calls_commands_by_their_names_in_that_language() {
    for language in others() {
        let names = tree::names(language).unwrap();
        let mut own_paths: BTreeMap<String, String> = BTreeMap::new();
        for path in names.keys().filter(|path| !path.starts_with('*')) {
            let mut english = String::new();
            let own: Vec<&str> = path
                .split(' ')
                .map(|part| {
                    english = format!("{english} {part}").trim().to_owned();
                    names.get(&english).map_or(part, |called| called.name.as_str())
                })
                .collect();
            own_paths.insert(path.clone(), own.join(" "));
        }
        // The longest first, so that `/campaign found` is not read as `/campaign`.
        let called = |text: &str, paths: &[String]| -> BTreeSet<usize> {
            let mut found = BTreeSet::new();
            let mut by_length: Vec<usize> = (0..paths.len()).collect();
            by_length.sort_by_key(|i| std::cmp::Reverse(paths[*i].len()));
            for (at, _) in text.match_indices('/') {
                found.extend(by_length.iter().find(|i| text[at + 1..].starts_with(&paths[**i])));
            }
            found
        };
        let english: Vec<String> = own_paths.keys().cloned().collect();
        let own: Vec<String> = own_paths.values().cloned().collect();
        for (sentence, translated) in file(language).0 {
            assert_eq!(called(&sentence, &english), called(&translated, &own), "{translated:?}");
        }
    }
}

#[test]
fn nothing_is_said_in_english_alone() {
    let speaking = [
        "Message::text(",
        "Message::refusal(",
        "Refusal::new(",
        "Refusal::under(",
        "Embed::new(",
        ".field(",
        ".footer(",
        "Look::Primary,",
        "Look::Secondary,",
        "Look::Success,",
        "Look::Danger,",
        "label:",
        "title:",
        "placeholder:",
        "Err(",
        "Outcome::Failed(",
    ];
    let mut told = Vec::new();
    for (path, code) in sources() {
        for call in speaking {
            for (at, _) in code.match_indices(call) {
                let rest = code[at + call.len()..].trim_start().trim_start_matches('&');
                let rest = rest.strip_prefix("format!(").map_or(rest, str::trim_start);
                if literal(rest).is_some_and(|(text, _)| has_words(&text)) {
                    let line = rest.lines().next().unwrap_or_default();
                    told.push(format!("{path}: {call} {}", line.chars().take(80).collect::<String>()));
                }
            }
        }
    }
    assert!(told.is_empty(), "said in English alone; use say! or said!:\n{}", told.join("\n"));
}

#[test]
fn locales_choose_the_language_and_what_is_missing_is_english() {
    assert_eq!(Language::of_locale("en-US"), Language::ENGLISH);
    assert_eq!(Language::of_locale("en-GB"), Language::ENGLISH);
    assert_eq!(Language::of_locale("xx"), Language::ENGLISH);
    assert_eq!(Language::of_locale(""), Language::ENGLISH);
    assert_eq!((finnish().locale(), finnish().name()), ("fi", "suomi"));
    let said = || commands::present::names::list(&["a".to_owned(), "b".to_owned(), "c".to_owned()]);
    assert_eq!(said(), "a, b and c");
    assert_eq!(speech::in_language(finnish(), said), "a, b ja c");
    assert_eq!(said(), "a, b and c", "a language ends with the call that chose it");
    assert_eq!(speech::in_language(finnish(), || speech::word("no such word")), "no such word");
    assert_eq!(speech::in_language(finnish(), || speech::hundredths(350)), "3,50");
    assert_eq!((speech::hundredths(1205), speech::signed(-1)), ("12.05".to_owned(), "−1".to_owned()));
}

/// An order of somebody whose client is in a language; what he is told, in it.
async fn told_in(table: &Table, language: Language, id: &str, user: u64, verb: Verb) -> Message {
    let asker = commands::house::Asker { language, ..table.asker(user) };
    let order = async { told(table.order(id, &asker, verb).await) };
    let message = speech::speaking(language, order).await;
    assert_fits(&message.json());
    message
}

#[tokio::test]
async fn each_reader_is_spoken_to_in_his_language_and_the_council_in_its_own() {
    let table = Table::new(3, None);
    let (fi, en) = (finnish(), Language::ENGLISH);
    let host = commands::house::Asker { language: fi, ..table.asker(ANNA) };
    let Outcome::Done(reply) = table.house.found(&host, GUILD, COUNCIL, "Suursota", founding(2)).await else {
        panic!("not founded")
    };
    assert!(
        reply.content.contains("on perustettu") && reply.content.contains("/kampanja liity"),
        "{reply:?}"
    );
    let id = table.house.store.campaigns().await.unwrap()[0].id.clone();
    let refused = told_in(&table, fi, &id, BELA, Verb::Leave).await;
    assert!(refused.content.contains("Sinulla ei ole paikkaa"), "{refused:?}");
    let refused = told_in(&table, en, &id, BELA, Verb::Leave).await;
    assert!(refused.content.contains("You have no seat in this campaign"), "{refused:?}");
    told_in(&table, fi, &id, ANNA, Verb::Join { word: word("korppi") }).await;
    told_in(&table, en, &id, BELA, Verb::Join { word: word("raven") }).await;
    told_in(&table, fi, &id, ANNA, Verb::Start).await;
    for sent in table.sent() {
        assert!(!sent.text.contains("kampanja") && !sent.text.contains("Itävalta"), "English: {}", sent.text);
    }

    // The same order, once in each language: the same facts in other words, and a receipt in the reader's own.
    let finnish = told_in(&table, fi, &id, ANNA, sheet([12, 5, 30, 0, 1, 2, 3])).await;
    let english = told_in(&table, en, &id, BELA, sheet([12, 5, 30, 0, 1, 2, 3])).await;
    assert!(shown(&finnish).contains("Iso-Britannia    30"), "{}", shown(&finnish));
    assert!(shown(&english).contains("Great Britain    30"), "{}", shown(&english));
    assert_eq!(finnish.components.len(), english.components.len());
    let receipts = table.sent();
    let receipt = |user: u64| receipts.iter().find(|sent| sent.user == Some(user)).unwrap();
    assert!(receipt(ANNA).text.contains("sinetöity kuori") && receipt(ANNA).text.contains("Suola"));
    assert!(receipt(BELA).text.contains("sealed envelope") && receipt(BELA).text.contains("Salt"));

    // The language outlasts a restart; and a council that its campaign's settings make Finnish is spoken to in Finnish.
    let table = table.restarted(|path| {
        let database = rusqlite::Connection::open(path).unwrap();
        database.execute("UPDATE campaigns SET settings = '{\"language\":\"fi\"}'", []).unwrap();
    });
    {
        let live = table.house.campaign(&id).await.unwrap();
        let live = live.lock().await;
        assert_eq!((live.language_of_user(ANNA), live.language_of_user(BELA)), (fi, en));
        assert_eq!(live.language(), fi);
    }
    told_in(&table, fi, &id, ANNA, make_final()).await;
    let reply = told_in(&table, en, &id, BELA, make_final()).await;
    assert!(reply.content.contains("the envelopes are opened"), "{reply:?}");
    let council: Vec<String> =
        table.sent().into_iter().filter(|sent| sent.user.is_none()).map(|sent| sent.text).collect();
    let all = council.join("\n");
    for words in ["Tarjouslistat on avattu", "It  Ra  IB  Pr  Ve  Es  Tu", "tavoite", "Suurvallat on valittu"]
    {
        assert!(all.contains(words), "{words:?} in {all}");
    }
    // A strongbox is sealed when the step ends, whoever ends it: its receipt is in its owner's language.
    let items = commands::eia::roster::read("Pola fleet (Austria): 27 ships").unwrap();
    let items = items.iter().map(engine::table::strongbox::Given::thing).collect();
    let act = engine::table::strongbox::Act::Keep { items, whole: false, revision: None };
    let salt = engine::table::Secret::new([9; 32]);
    told_in(&table, en, &id, BELA, Verb::Strongbox { act, salt }).await;
    let ready = || Verb::Act { act: Act::Ready { through: Through::Step, hold: false }, text: None };
    told_in(&table, en, &id, BELA, ready()).await;
    table.sent();
    let told = told_in(&table, fi, &id, ANNA, ready()).await;
    let sent = table.sent();
    let receipt = sent.iter().find(|sent| sent.user == Some(BELA)).map(|sent| &sent.text);
    let receipt = receipt.unwrap_or_else(|| panic!("{told:?} {sent:?}"));
    assert!(receipt.contains("strongbox sealed"), "{receipt}");
    // The record knows no language.
    let (record, _) = table.verified(&id).await;
    assert!(!record.contains("Itävalta") && !record.contains("fi\""), "{record}");
}

#[tokio::test]
async fn buttons_and_forms_speak_the_language_of_who_presses() {
    let table = Table::new(4, None);
    let id = table.found(ANNA, COUNCIL, "The Grand War", founding(2)).await;
    let join = table.sent().iter().find_map(|sent| button(&sent.json(), "Take a seat")).unwrap();
    let mut front = Front::new().await;
    let english = front.press(&table, BELA, &join).await;
    front.locale = "fi";
    let finnish = front.press(&table, BELA, &join).await;
    assert_eq!((&english["title"], &finnish["title"]), (&"A word for the dice".into(), &"Noppasana".into()));
    assert_eq!(english["custom_id"], finnish["custom_id"]);
    let custom_id = finnish["custom_id"].as_str().unwrap();
    let refused = front.fill(&table, BELA, custom_id, &[("word", "kaksi sanaa")]).await;
    assert!(says(&refused).contains("Sanassa on 1–16 kirjainta"), "{refused}");
    let taken = front.fill(&table, BELA, custom_id, &[("word", "korppi")]).await;
    assert!(says(&taken).contains("Sinulla on paikka 1 kampanjassa"), "{taken}");
    let live = table.house.campaign(&id).await.unwrap();
    assert_eq!(live.lock().await.language_of_user(BELA), Language::of_locale("fi"));
}

#[test]
fn powers_are_read_in_the_language_of_who_writes_and_in_english() {
    let read = |text: &str| {
        speech::in_language(finnish(), || commands::eia::names::read_numbers(text, &Power::STANDARD))
    };
    let expected = Ok(BTreeMap::from([(Power::Austria, 12), (Power::GreatBritain, 5), (Power::Russia, 0)]));
    assert_eq!(read("Itävalta 12\nIso-Britannia 5\nVenäjä 0"), expected);
    assert_eq!(read("it 12, isobritannia: 5, ven 0"), expected);
    assert_eq!(read("Austria 12, GB 5, Russia 0"), expected);
    // A Finn among English speakers who copies a sheet.
    assert_eq!(commands::eia::names::read_numbers("Itävalta 12, GB 5, Venäjä 0", &Power::STANDARD), expected);
    let why = read("Ruotsi 3").unwrap_err();
    assert!(why.contains("”Ruotsi 3”") && why.contains("Venäjä"), "{why}");
    let order = speech::in_language(finnish(), || {
        commands::eia::names::read_preference("Ranska, Turkki", &Power::STANDARD)
    });
    assert_eq!(order, Ok(vec![Power::France, Power::Turkey]));
}
