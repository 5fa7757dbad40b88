//! Packs: what a group lays in the place of this program's data, whole or not at all; what is wrong in a file is said with its line.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::forged::Forged;
use crate::help::{BYZANTIUM, FRANKS, found, founding, order, position, ready, seals};
use engine::middle_ages::pack::{Data, OPTION, Pack, Set};
use engine::table::record::Extent;
use engine::table::verify::verify;
use engine::table::{Act, Event};
use serde_json::{Value, json};

/// A small world of its own.
pub const ISLES: &str = include_str!("isles.toml");

/// The options of a founding with a file.
pub fn with(text: &str) -> Value {
    json!({OPTION: Pack::read(text.as_bytes()).unwrap()})
}

fn wrong(text: &str) -> String {
    Pack::read(text.as_bytes()).unwrap_err().told("own.toml").to_string()
}

/// The rows of some sets of the small world.
fn only(sets: &[&str]) -> String {
    let rows =
        ISLES.split("\n\n").filter(|row| sets.iter().any(|set| row.starts_with(&format!("[[{set}]]"))));
    rows.collect::<Vec<_>>().join("\n\n")
}

#[test]
fn this_programs_own_files_are_a_pack_that_fits_and_replace_nothing() {
    let data = Data::shipped();
    assert!(data.is_shipped() && Set::ALL.iter().all(|set| data.origin(*set).says().contains("our own")));
    assert_eq!((data.areas().count(), data.year().len(), data.begins().len()), (64, 56, 7));
    // Each border stands in both rows, in the order of the keys.
    for area in data.areas() {
        let known = data.known(area);
        assert!(known.borders.is_sorted(), "{area:?}");
        assert!(data.borders(area).all(|beside| data.borders(beside).any(|back| back == area)), "{area:?}");
        assert!(data.is_coastal(area) || known.borders.len() > 1, "{area:?} can be reached");
    }
    let between = |from: &str, to: &str| data.seas_between(data.area(from).unwrap(), data.area(to).unwrap());
    assert_eq!(between("venice", "constantinople"), Some(3));
    assert_eq!(between("sardinia", "corsica"), Some(1));
    assert_eq!(between("bohemia", "corsica"), None);
    assert_eq!(between("norway", "constantinople"), Some(7));
}

#[test]
fn a_file_is_read_into_one_canonical_form() {
    let pack = Pack::read(ISLES.as_bytes()).unwrap();
    let sets: Vec<(Set, usize)> = pack.sets().collect();
    assert_eq!(sets.iter().map(|(_, rows)| *rows).collect::<Vec<_>>(), [6, 2, 2, 2, 2, 3, 3, 2, 1]);
    assert_eq!(Pack::of_text(&pack.text()).unwrap(), pack);
    // Windows' line ends, a mark at the beginning, comments: it is the same pack.
    let other = format!("\u{feff}# a group's\r\n{}", ISLES.replace('\n', "\r\n"));
    assert_eq!(Pack::read(other.as_bytes()).unwrap().text(), pack.text());
    let data = Data::of(pack).unwrap();
    let of = |key: &str| data.area(key).unwrap();
    // A border that one row names counts for both.
    assert!(data.borders(of("grange")).eq([of("south_isle")]) && data.borders(of("ferry")).count() == 2);
    assert_eq!(data.seas_between(of("ferry"), of("far_rock")), Some(2));
    assert_eq!(data.origin(Set::Year).says(), "set by this group");
    assert_eq!(data.area("saxony"), None);
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_its_reason() {
    let year = "[[year]]\nnumber = 1\nrule = 1\nfortify = 1\nconquest = 2\npillage = 2\nnegotiate = 1\nconvert = 3\n";
    let area = "[[area]]\nkey = \"a\"\nname = \"A\"\npopulation = 0\nlanguage = \"greek\"\nreligion = \"roman\"\nlimit = 3\n";
    let mut others = Vec::new();
    for (text, says) in [
        ("", "line 1, column 1: Nothing is replaced by this file."),
        ("[[year]\n", "line 1"),
        ("[[year]]\nnumber = 1\nwar = 3\n", "line 3"),
        ("[[colour]]\nkey = \"a\"\n", "colour is no set of rows. Rows can be: [[area]], [[sea]], "),
        (
            &year.replace("rule = 1", "rule = 21"),
            "line 1, column 1: rule: 21 is written. A whole number from -10 to 20 is asked.",
        ),
        (&year.replace("number = 1", "number = 2"), "Year cards are numbered from 1 on; here 1 is asked."),
        (&format!("{year}\n{}", year.replace("convert = 3", "convert = 1.5")), "line 17"),
        (
            &format!("{year}\n{year}"),
            "line 10, column 1: Year cards are numbered from 1 on; here 2 is asked.",
        ),
        (&only(&["area"]), "line 1, column 1: valish is no key of [[language]]."),
        (&only(&["area", "sea", "language", "religion"]), "with [[area]] comes [[begins]]."),
        (&only(&["language"]), "own [[area]] stays, and does not go with this file: "),
        (&format!("{area}borders = [\"b\"]\n"), "line 1, column 1: A map has two areas at least."),
        (&ISLES.replace("borders = [\"grange\"]", "borders = [\"granje\"]"), "granje is no key of [[area]]."),
        (
            &ISLES.replace("borders = [\"grange\"]", "borders = [\"south_isle\"]"),
            "South Isle does not border itself.",
        ),
        (
            &ISLES.replace("name = \"Highfell\"", "name = \"Ferry\""),
            "The name Ferry comes twice in [[area]].",
        ),
        (
            &ISLES.replace("name = \"Highfell\"", "name = \"**High** @everyone\""),
            "\"High everyone\" is no name",
        ),
        (&ISLES.replace("key = \"highfell\"", "key = \"High Fell\""), "is no key"),
        (&ISLES.replace("population = 2", "population = 3"), "population: 3 is written."),
        (
            &ISLES.replace("combat = 5, administration = 3", "combat = 4, administration = 3"),
            "4 is no stature",
        ),
        (
            &ISLES.replace("areas = [\"south_isle\"]", "areas = [\"ferry\"]"),
            "ferry begins in the hands of two courts.",
        ),
        (&ISLES.replace("areas = [\"south_isle\"]", "areas = []"), "Denmark begins without an area."),
        (&ISLES.replace("court = \"denmark\"", "court = \"mercia\""), "Mercia begins twice."),
        (&ISLES.replace("does = \"plague\"", "does = \"heresy\""), "[[religion]] has none of that key."),
        (
            &ISLES.replace("languages = [\"shore\"]", "languages = [\"steppe\"]"),
            "steppe is the group of no language.",
        ),
        (&ISLES.replace("combat = 2, languages", "combat = 0, languages"), "adds to one stature at least"),
        (&ISLES.replace("spares = \"rite\"", "spares = \"islam\""), "islam is the faith of no religion."),
        (
            &ISLES.replace("statures = [[771, 2], [791, 5]]", "statures = [[791, 5], [771, 2]]"),
            "the earliest first",
        ),
        (
            &ISLES.replace("count = 2", "count = 61"),
            "count: 61 is written. A whole number from 1 to 60 is asked.",
        ),
        (&ISLES.replace("period = [761, 790]", "period = [791, 790]"), "period: 791 is written."),
    ] {
        let told = wrong(text);
        if !told.starts_with("own.toml, line ") || !told.contains(says) {
            others.push(format!("{says}: {told}"));
        }
    }
    assert!(others.is_empty(), "{others:#?}");
    // The line is that of the row, in whichever set it stands.
    let at = |text: &str| ISLES.lines().take_while(|line| *line != text).count();
    let told = wrong(&ISLES.replace("count = 2", "count = 61"));
    assert!(told.starts_with(&format!("own.toml, line {}, ", at("key = \"levy\""))), "{told}");
    let large = vec![b'#'; engine::middle_ages::pack::LARGEST + 1];
    assert!(Pack::read(&large).unwrap_err().to_string().contains("at most 256 KiB"));
    assert!(Pack::read(b"# \xff").unwrap_err().to_string().starts_with("1:3: This is no text in UTF-8"));
}

#[test]
fn a_founding_refuses_what_does_not_fit_and_writes_what_does() {
    let rules = engine::table::game::by_key("ages").unwrap();
    let refused = |options: Value, seats: u32| {
        rules.options("charlemagne", seats, &options).unwrap_err().says.to_string()
    };
    let more = refused(with(ISLES), 3);
    assert_eq!(more, "The pack has 2 courts at the beginning, and 3 play.");
    let mut broken = with(ISLES);
    broken[OPTION]["year"][0]["rule"] = json!(99);
    assert!(refused(broken, 2).starts_with("rule: 99 is written."));
    let mut late = with(ISLES);
    late[OPTION]["event"] = json!([
        {"key": "late", "name": "Late", "count": 1, "period": [901, 950], "does": {"what": "demesne"}}
    ]);
    assert!(refused(late, 2).starts_with("No event card of the pack can be played from 771 to 815."));
    let line = |options: Value| {
        let play = Play::founded(&founding("charlemagne", 2, options));
        match play.entries[0].event.clone() {
            Event::Founded(line) => line,
            other => panic!("{other:?}"),
        }
    };
    let own = line(with(ISLES));
    assert_eq!((&own.options[OPTION], own.packs.len()), (&with(ISLES)[OPTION], 1));
    assert_ne!(own.packs, line(with(&ISLES.replace("gold = 7", "gold = 8"))).packs, "its digest is its own");
    let plain = line(json!({}));
    assert!(plain.packs.is_empty() && plain.options.get(OPTION).is_none());
}

/// The small world in its first turn: Mercia and Denmark.
fn isles() -> Play {
    let play = Play::founded_on(5, &founding("charlemagne", 2, with(ISLES)));
    let mut play = crate::help::begun(play, &[], &[(FRANKS, "mercia"), (BYZANTIUM, "denmark")]);
    assert!(play.refused(FRANKS, order(json!({"court": "take", "of": "franks"}))).contains("Mercia already"));
    play
}

#[test]
fn a_small_world_is_played_by_its_own_map_decks_and_raiders() {
    let mut play = isles();
    let now = position(&play);
    let data = now.data();
    let of = |key: &str| data.area(key).unwrap();
    assert_eq!(now.board.areas.len(), 6);
    let mercia = engine::middle_ages::court::Court::by_key("mercia").unwrap();
    let realm = &now.board.realms[&mercia];
    assert_eq!((realm.gold, realm.home, realm.leader.combat), (7, of("ferry"), 5));
    assert_eq!(now.board.area(of("highfell")).unwrap().fort, 2);
    // Three year cards, of which one is drawn after another: the fourth comes from a deck shuffled anew.
    let rule = |area: &str| {
        order(
            json!({"board": "declare", "plan": {"kind": "rule", "base": area, "targets": [{"area": area}]}}),
        )
    };
    let mut cards = Vec::new();
    for _ in 0..4 {
        let made = play.must(FRANKS, rule("ferry"));
        cards.push(found(&made, "decided").unwrap()["card"].as_u64().unwrap());
    }
    let mut first: Vec<u64> = cards[..3].to_vec();
    first.sort_unstable();
    assert_eq!(first, [1, 2, 3]);
    assert_eq!(position(&play).year.drawn.len(), 1);
    // An area that only this program's map has is none here.
    let says = play.refused(FRANKS, rule("saxony"));
    assert!(says.contains("does not control"), "{says}");
    let march = json!({"board": "move", "from": "ferry", "way": ["saxony"], "strength": 1});
    assert!(play.give(engine::table::By::Person(FRANKS), order(march)).is_err());
    let made = play.must(FRANKS, order(json!({"board": "draw"})));
    assert!(["calm", "fever"].contains(&found(&made, "fate_turned").unwrap()["fate"].as_str().unwrap()));
    play.right_now();
    ready(&mut play, FRANKS);
    let report = play.ends_verified();
    assert!(report.decks_checked >= 3, "{}", report.decks_checked);
}

#[test]
fn claims_and_orders_name_areas_of_the_pack_alone() {
    let play = Play::founded_on(5, &founding("charlemagne", 2, with(ISLES)));
    let mut play = play.started();
    for (person, court) in [(FRANKS, "mercia"), (BYZANTIUM, "denmark")] {
        play.must(person, order(json!({"court": "take", "of": court})));
    }
    for person in [FRANKS, BYZANTIUM] {
        ready(&mut play, person);
    }
    let claims = |areas: Value| crate::common::sealing("claims", &json!({"areas": areas}));
    assert!(play.refused(FRANKS, claims(json!(["saxony"]))).contains("\"saxony\" is no area of this map."));
    seals(&mut play, FRANKS, "claims", &json!({"areas": ["grange", "far_rock"]}));
    seals(&mut play, BYZANTIUM, "claims", &json!({"areas": []}));
    play.right_now();
}

#[test]
fn raiders_of_a_pack_come_and_spare_whom_they_spare() {
    let mut play =
        Play::founded_on(5, &founding("charlemagne", 2, with(&ISLES.replace("spares = \"rite\"\n", ""))));
    play = play.started();
    for (person, court) in [(FRANKS, "mercia"), (BYZANTIUM, "denmark")] {
        play.must(person, order(json!({"court": "take", "of": court})));
    }
    crate::help::begins(&mut play);
    let mut made = ready(&mut play, FRANKS);
    made.extend(ready(&mut play, BYZANTIUM));
    let attack = &found(&made, "attacked").unwrap()["attack"];
    assert_eq!((&attack["by"], &attack["endeavour"]["stature"]), (&json!({"raiders": "seals"}), &json!(2)));
    assert!(["ferry", "south_isle"].contains(&attack["area"].as_str().unwrap()));
    // Those of the file spare the one faith there is.
    let now = position(&isles());
    let band = &now.data().raiders()[0];
    let none = engine::middle_ages::board::outsiders::richest(&now.board, band, &[].into());
    assert!(none.0.is_empty(), "{none:?}");
}

#[test]
fn what_cannot_be_read_is_said_in_sentences_with_what_is_taken() {
    let year = "[[year]]\nnumber = 1\nrule = 1\nfortify = 1\nconquest = 2\npillage = 2\nnegotiate = 1\nconvert = 3\n";
    let of = |from: &str, to: &str| {
        assert!(ISLES.contains(from), "{from}");
        ISLES.replacen(from, to, 1)
    };
    let line = |text: &str, of: &str| 1 + text.lines().take_while(|line| !line.contains(of)).count();
    let mut others = Vec::new();
    for (text, at, says) in [
        (
            year.replace("rule = 1", "rule = 1.5"),
            "rule = 1.5",
            "rule: 1.5 is written. A whole number from -10 to 20 is asked.",
        ),
        (
            year.replace("rule = 1", "rule = \"one\""),
            "one",
            "rule: \"one\" is written. A whole number from -10 to 20 is asked.",
        ),
        (
            year.replace("number = 1", "number = 300"),
            "300",
            "number: 300 is written. A whole number from 1 to 110 is asked.",
        ),
        (
            year.replace("rule = 1\n", ""),
            "[[year]]",
            "[[year]] lacks rule: a whole number from -10 to 20 is asked.",
        ),
        (format!("{year}war = 3\n"), "war", "war is no word of [[year]]. Taken are: number, rule, fortify, "),
        (format!("{year}rule = 3\n"), "rule = 3", "rule comes twice in this row."),
        (
            format!("{year}check = \"war\"\n"),
            "war",
            "check: war is written. One of these is asked: combat, administration, diplomacy.",
        ),
        (
            of("population = 1", "population = 1000"),
            "1000",
            "population: 1000 is written. A whole number from -2 to 2 is asked.",
        ),
        (
            of("seafaring = true", "seafaring = 1"),
            "seafaring = 1",
            "seafaring: 1 is written. true or false is asked.",
        ),
        (
            of("name = \"Ferry\"", "name = 7"),
            "name = 7",
            "name: 7 is written. A text in quotation marks is asked.",
        ),
        (
            of("at = [20, 500]", "at = [20]"),
            "at = [20]",
            "at: a list of two numbers is asked, as in [771, 815].",
        ),
        (
            of("borders = [\"ferry\"]", "borders = \"ferry\""),
            "borders = \"ferry\"",
            "borders: \"ferry\" is written. A list in square brackets is asked.",
        ),
        (
            of("key = \"highfell\"", "key = \"High Fell\""),
            "High Fell",
            "key: \"High Fell\" is no key. A key has 1 to 20 of a–z, 0–9, _ and -.",
        ),
        (
            of("court = \"denmark\"", "court = \"atlantis\""),
            "atlantis",
            "court: atlantis is no court. The courts are: ",
        ),
        (
            of("limit = 3", "limit = three"),
            "limit = three",
            "This cannot be read. A row begins with its set, as in [[area]]",
        ),
        (of("limit = 3", "limit"), "limit", "This cannot be read. A row begins with its set, as in [[area]]"),
    ] {
        let told = wrong(&text);
        let begins = format!("own.toml, line {}, ", line(&text, at));
        if !told.starts_with(&begins) || !told.contains(says) {
            others.push(format!("{begins}… {says}: {told}"));
        }
    }
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn a_pack_of_whose_event_cards_none_can_be_played_is_refused() {
    // Cards are drawn and played in the first year of a round: 771, 776 and so on.
    let event = |period: &str| {
        format!(
            "[[event]]\nkey = \"levy\"\nname = \"Levy\"\ncount = 2\n{period}does = {{ what = \"rise\" }}\n"
        )
    };
    for (period, plays) in [
        ("", true),
        ("period = [776, 776]\n", true),
        ("period = [772, 775]\n", false),
        ("period = [816, 900]\n", false),
    ] {
        let read = Pack::read(event(period).as_bytes());
        assert_eq!(read.is_ok(), plays, "{period}: {read:?}");
        if let Err(fault) = read {
            let says = "own.toml, line 1, column 1: No event card of the pack can be played from 771 to 815. A round counts as its first of 5 years: 771, 776 and so on.";
            assert_eq!(fault.told("own.toml").to_string(), says);
        }
    }
    assert!(wrong("year = []\n").contains("[[year]] has no row."));
    assert!(wrong("event = []\n").contains("[[event]] has no row."));
}

#[test]
fn what_is_not_replaced_stays_and_what_is_counts_as_the_groups_own() {
    let two = only(&["year"]);
    let mut play = crate::help::taken(Play::founded_on(3, &founding("charlemagne", 2, with(&two))).started());
    let rules = engine::table::game::by_key("ages").unwrap();
    let of = |play: &Play, key: &str| {
        let all = rules.unprinted(&play.campaign.public_view(), &|asked| asked == key);
        all.first().map(|value| (value.now, value.origin.says()))
    };
    assert_eq!(of(&play, "year_2_conquest"), Some((4, "set by this group")));
    assert_eq!(of(&play, "year_4_conquest"), None, "there are three");
    assert!(of(&play, "begins_franks_gold").unwrap().1.contains("our own"));
    // What is typed holds over what the pack says.
    play.act(FRANKS, Act::TypeValues { values: [("year_2_conquest".to_owned(), 9)].into() });
    let proposal = *play.campaign.play.proposals.keys().last().unwrap();
    play.act(BYZANTIUM, Act::ConfirmValues { proposal });
    assert_eq!(position(&play).year_card(2).unwrap().conquest, 9);
    crate::help::begins(&mut play);
    assert_eq!(position(&play).board.areas.len(), 64);
    play.ends_verified();
}

#[test]
fn at_a_board_elsewhere_the_year_cards_of_a_pack_decide() {
    use engine::middle_ages::endeavour::{Kind, course::sample};
    let mut play =
        crate::help::taken(Play::founded_on(3, &founding("ages", 2, with(&only(&["year"])))).started());
    let stated = serde_json::to_value(sample(Kind::Rule)).unwrap();
    for _ in 0..3 {
        play.must(FRANKS, order(json!({"endeavour": "elsewhere", "stated": stated})));
    }
    let mut drawn = position(&play).year.drawn;
    drawn.sort_unstable();
    assert_eq!(drawn, [1, 2, 3]);
    play.ends_verified();
}

#[test]
fn a_verifier_decides_by_the_pack_of_the_founding_line() {
    let mut play = isles();
    play.must(FRANKS, order(json!({"board": "draw"})));
    ready(&mut play, FRANKS);
    play.ends_verified();
    let of = Forged::of(&play, Extent::Whole);
    // Another gold at the beginning: the board would have been set up otherwise, which its line shows.
    let mut forged = Forged { lines: of.lines.clone(), roots: of.roots.clone() };
    forged.p(0)["options"][OPTION]["begins"][0]["gold"] = json!(8);
    let wrong = verify(forged.file().as_bytes(), &[]).unwrap_err();
    assert!(wrong.line > 0, "{}", wrong.why);
    assert!(verify(of.file().as_bytes(), &[]).is_ok());
    let whole = play.export(Extent::Whole);
    assert!(whole.lines().next().unwrap().contains("St. Brannoc's Grange"), "the values stand on the record");
}
