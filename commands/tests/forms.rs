//! What people write into forms, and the forms themselves against the limits that Discord sets.
#![allow(clippy::unwrap_used)]

use crate::common::{self, NASTY};
use commands::eia::bid::form;
use commands::eia::{founding, names};
use commands::forms::{self, Left};
use commands::message::Form;
use engine::eia::powers::Power;
use engine::eia::scenario;
use engine::table::chance::Scripted;
use engine::table::{By, Campaign, Founding, Order, Verb, View, Word, decide, found};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn numbers(of: [i64; 7]) -> BTreeMap<Power, i64> {
    Power::STANDARD.into_iter().zip(of).collect()
}

/// A sentence for people: capital or quotation mark in front, full stop at the end, short, and never a mention.
fn assert_sentence(why: &str, given: &str) {
    let begins = why.chars().next().is_some_and(|c| c.is_uppercase() || c == '"' || c == '“');
    assert!(begins && why.ends_with('.') && why.chars().count() < 400, "{why:?} for {given:?}");
    assert!(!why.contains('!') || given.contains('!'), "{why:?}");
    common::discord::assert_no_mention(why);
}

#[test]
fn numbers_are_read_as_people_write_them() {
    let some = BTreeMap::from([(Power::Austria, 12), (Power::France, 5)]);
    for text in [
        "Austria 12, France: 5",
        "Austria 12\nFrance 5",
        "Austria 12\r\nFrance 5\r\n",
        "  austria = 12 ; FRANCE=5 ",
        "Austria:12,France:5",
        "Au\t12\nFr\t5",
        "Austria   12,,\n\n,France  5,",
        "Austria\u{a0}12, France\u{a0}5",
        "Austria +12, France 5",
        "12 Austria, 5 France",
        "12Austria\nFrance5",
        "+12: Austria; 5=France",
    ] {
        assert_eq!(names::read_numbers(text, &Power::STANDARD), Ok(some.clone()), "{text:?}");
    }
    for name in
        ["GB", "gb", "England", "Britain", "Great Britain", "great_britain", "GREAT BRITAIN", "uk", "Gr"]
    {
        let read = names::read_numbers(&format!("{name} 7"), &Power::STANDARD);
        assert_eq!(read, Ok(BTreeMap::from([(Power::GreatBritain, 7)])), "{name}");
    }
    let seven = numbers([12, 5, 30, 0, 1, 2, 3]);
    for text in [
        "12 5 30 0 1 2 3",
        "12,5,30,0,1,2,3",
        "12\n5\n30\n0\n1\n2\n3",
        "12, 5, 30; 0  1\n2 3",
        "12\t5\t30\t0\t1\t2\t3",
    ] {
        assert_eq!(names::read_numbers(text, &Power::STANDARD), Ok(seven.clone()), "{text:?}");
    }
    // As the form itself is written.
    let form = Power::STANDARD.iter().zip([12, 5, 30, 0, 1, 2, 3]).map(|(power, n)| format!("{power} {n}"));
    assert_eq!(names::read_numbers(&form.collect::<Vec<_>>().join("\n"), &Power::STANDARD), Ok(seven));
    // The minus sign that phones write, so that the refusal says "below 0" and not "no number".
    for text in ["Austria −5", "Austria -5", "Austria: −5"] {
        assert_eq!(
            names::read_numbers(text, &Power::STANDARD),
            Ok(BTreeMap::from([(Power::Austria, -5)])),
            "{text:?}"
        );
    }
    assert_eq!(names::read_numbers("−1 2 3 4 5 6 7", &Power::STANDARD).unwrap()[&Power::Austria], -1);
    assert_eq!(names::read_numbers("", &Power::STANDARD), Ok(BTreeMap::new()));
    assert_eq!(names::read_numbers(" \n , ;", &Power::STANDARD), Ok(BTreeMap::new()));
}

#[test]
fn what_is_not_understood_is_quoted_in_a_sentence() {
    let long = "x".repeat(6000);
    let names = format!("{} 5", "Austria ".repeat(750));
    for (text, says) in [
        ("Austria", "has no number"),
        ("Austria\nFrance 5", "has no number"),
        ("Great Britain", "has no number"),
        ("Austria 12, Austria 13", "twice"),
        ("GB 1\nEngland 2", "twice"),
        ("Poland 5", "names no power"),
        ("12", "names no power|has no number"),
        ("12 13", "names no power"),
        ("1 2 3 4 5 6", "names no power"),
        ("1 2 3 4 5 6 7 8", "names no power"),
        ("Austria twelve", "whole number"),
        ("Austria 1.5", "whole number"),
        ("Austria 99999999999999999999", "too large"),
        ("99999999999999999999 Austria", "too large"),
        ("1 2 3 4 5 6 7777777777777777777777777777777777777777", "too large"),
        ("7777777777777777777777777777777777777777", "too large"),
        ("--5 Austria", "has no number"),
        ("Austria 0x10", "whole number"),
        ("😀😀😀", "has no number|names no power"),
        ("😀 5", "names no power"),
        ("אוסטריה 5", "names no power"),
        ("<@123456789012345678> 5", "names no power"),
        ("@everyone 5", "names no power"),
        ("<@&123456789012345678>", "has no number|names no power"),
        ("<#123456789012345678> @here 1", "names no power"),
        (long.as_str(), "has no number|names no power"),
        (names.as_str(), "names no power"),
    ] {
        let why = names::read_numbers(text, &Power::STANDARD).unwrap_err();
        assert_sentence(&why, text);
        assert!(says.split('|').any(|part| why.contains(part)), "{why:?} for {text:?}");
    }
}

#[test]
fn numbers_survive_any_text() {
    let mut state = 7_u64;
    let mut next = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let pieces = [
        "Austria",
        "france",
        "GB",
        " ",
        "\n",
        ",",
        ";",
        ":",
        "=",
        "12",
        "−",
        "-",
        "😀",
        "\u{202e}",
        "אב",
        "<@1>",
        "0",
        "9999999999999999999999",
        "\u{0}",
    ];
    for _ in 0..20_000 {
        let text: String = (0..next(12)).map(|_| pieces[next(pieces.len() as u64) as usize]).collect();
        if let Err(why) = names::read_numbers(&text, &Power::STANDARD) {
            assert_sentence(&why, &text);
        }
        if let Err(why) = names::read_preference(&text, &Power::STANDARD) {
            assert_sentence(&why, &text);
        }
        if let Err(why) = form::read_sheet(&text, &text, &text, &Power::STANDARD) {
            assert_sentence(&why, &text);
        }
    }
}

#[test]
fn an_order_of_preference_is_read_as_people_write_it() {
    let three = vec![Power::France, Power::GreatBritain, Power::Turkey];
    for text in [
        "France, Great Britain, Turkey",
        "france gb turkey",
        "France > England > Turkey",
        "F\nGB\nT",
        "france great britain turkey",
        "France; UK; Ottomans",
        "France,GB,,Turkey,",
    ] {
        assert_eq!(names::read_preference(text, &Power::STANDARD), Ok(three.clone()), "{text:?}");
    }
    assert_eq!(names::read_preference(" \n", &Power::STANDARD), Ok(Vec::new()));
    assert_eq!(names::read_preference("Great Britain", &Power::STANDARD), Ok(vec![Power::GreatBritain]));
    for text in ["Poland", "France, 😀", "<@123456789012345678>", &"x".repeat(6000), "France Poland"] {
        assert_sentence(&names::read_preference(text, &Power::STANDARD).unwrap_err(), text);
    }
}

#[test]
fn a_sheet_is_put_together_as_the_engine_takes_it() {
    let (sheet, word) =
        form::read_sheet("1 2 3 4 5 6 7", "France, GB", " Raven9 ", &Power::STANDARD).unwrap();
    assert_eq!(sheet["bids"]["great_britain"], 3);
    // Whoever names only the first few means the rest by his numbers.
    let all = ["france", "great_britain", "turkey", "spain", "russia", "prussia", "austria"];
    assert_eq!(sheet["preference"], json!(all));
    assert_eq!(word, Some(crate::common::word("raven9")));
    let bare = form::read_sheet("Austria 1", " ", "", &Power::STANDARD).unwrap();
    assert_eq!(bare, (json!({"bids": {"austria": 1}}), None));
    for word in ["two words", "ä", "seventeenletters1", "😀", &"x".repeat(6000)] {
        assert_sentence(&form::read_sheet("Austria 1", "", word, &Power::STANDARD).unwrap_err(), word);
    }
}

/// What is wrong with a form by Discord's limits.
fn faults(form: &Form) -> Vec<String> {
    let json = form.json();
    let mut found = Vec::new();
    let count = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let mut check = |fine: bool, what: &str| {
        if !fine {
            found.push(what.to_owned());
        }
    };
    check((1..=45).contains(&count(&json["title"])), "title");
    check((1..=100).contains(&count(&json["custom_id"])), "custom_id");
    let rows = json["components"].as_array().unwrap();
    check((1..=5).contains(&rows.len()), "rows");
    let mut ids = Vec::new();
    for row in rows {
        check(row["type"] == 1 && row["components"].as_array().unwrap().len() == 1, "row");
        let input = &row["components"][0];
        check(input["type"] == 4 && matches!(input["style"].as_u64(), Some(1 | 2)), "type");
        check((1..=45).contains(&count(&input["label"])), "label");
        check((1..=100).contains(&count(&input["custom_id"])), "input id");
        check(count(&input["placeholder"]) <= 100, "placeholder");
        let most = input["max_length"].as_u64().unwrap_or(4000);
        check((1..=4000).contains(&most) && count(&input["value"]) as u64 <= most, "value");
        // An empty value must be left out.
        check(input.get("value") != Some(&json!("")), "empty value");
        ids.push(input["custom_id"].clone());
    }
    let all = ids.len();
    ids.dedup();
    check(ids.len() == all, "ids");
    // A cut label would hide what is asked, so nothing of ours may be cut.
    check(form.inputs.iter().all(|input| input.label.chars().count() <= 45), "label is cut");
    check(form.title.chars().count() <= 45, "title is cut");
    check(form.inputs.iter().all(|input| input.placeholder.chars().count() <= 100), "placeholder is cut");
    found
}

#[test]
fn a_founding_form_fits_for_any_name() {
    for name in NASTY.iter().map(|name| (*name).to_owned()).chain([
        String::new(),
        "𒀀".repeat(100),
        "*".repeat(6000),
        "\u{202e}".repeat(100),
    ]) {
        for scenario in scenario::all() {
            for spare in [Left::Second, Left::Uncontrolled] {
                let with = forms::FoundedWith {
                    players: 7,
                    spare,
                    operator_seat: true,
                    umpire: u64::MAX,
                    language: commands::speech::Language::of_locale("fi"),
                    map: u64::MAX,
                };
                let form = founding::founding(&name, scenario, &with);
                assert_eq!(faults(&form), Vec::<String>::new(), "{name:?}");
                // Where nobody bids no goal is asked for; else what is shown is read back as the goals it shows.
                if scenario.ceiling.is_none() {
                    assert!(form.inputs.iter().all(|input| !input.value.contains("VP")));
                    continue;
                }
                let goals = names::read_numbers(&form.inputs[1].value, &scenario.powers).unwrap();
                assert!(scenario.powers.iter().all(|power| goals[power] == scenario.goals[power].value));
            }
        }
    }
}

fn campaign() -> (Campaign, Scripted) {
    let mut chance = Scripted::default();
    let founding = Founding {
        at: 0,
        campaign: "abcdefghij".to_owned(),
        game: "eia".to_owned(),
        scenario: "1805".to_owned(),
        seats: 2,
        operator_seats: 0,
        options: json!({"ceiling": 999}),
        timing: None,
        umpire: None,
    };
    (Campaign::fold(&found(&founding, &mut chance).unwrap()).unwrap(), chance)
}

fn act(campaign: &mut Campaign, chance: &mut Scripted, by: u32, verb: Verb) {
    let order = Order { at: 1, by: By::Person(by), operator: false, verb };
    for entry in decide(campaign, &order, chance).unwrap() {
        campaign.apply(&entry).unwrap();
    }
}

#[test]
fn a_bid_form_fits_in_every_state_and_shows_what_is_sealed() {
    let (mut campaign, mut chance) = campaign();
    let view = |campaign: &Campaign| -> View { campaign.view_for(By::Person(1), false) };
    for (by, word) in [(1, "anna"), (2, "bela")] {
        act(&mut campaign, &mut chance, by, Verb::Join { word: Word::read(word).unwrap() });
    }
    act(&mut campaign, &mut chance, 1, Verb::Start);
    let line = view(&campaign).rounds[0].line;
    let empty = form::bids(&view(&campaign), line, None, None);
    assert_eq!(faults(&empty), Vec::<String>::new());
    // Sent back untouched, it is told what is missing and not taken for something else.
    assert!(
        names::read_numbers(&empty.inputs[0].value, &Power::STANDARD).unwrap_err().contains("has no number")
    );

    let (choice, word) = form::read_sheet(
        "999 998 997 996 995 994 993",
        "Turkey Spain Russia Prussia gb France Austria",
        "zzzzzzzzzzzzzzzz",
        &Power::STANDARD,
    )
    .unwrap();
    let round = view(&campaign).rounds[0].round.clone();
    act(&mut campaign, &mut chance, 1, Verb::Seal { round, choice, word });
    let sealed = view(&campaign).rounds[0].mine.as_ref().unwrap().sealed.clone().unwrap();
    let sheet = serde_json::from_value(sealed.contents.choice.clone()).unwrap();
    let filled = form::bids(&view(&campaign), u64::MAX, Some(&sheet), None);
    assert_eq!(faults(&filled), Vec::<String>::new());
    let (again, _) =
        form::read_sheet(&filled.inputs[0].value, &filled.inputs[1].value, "", &Power::STANDARD).unwrap();
    assert_eq!(
        (&again["bids"], &again["preference"]),
        (&sealed.contents.choice["bids"], &sealed.contents.choice["preference"])
    );
    // The word is not shown again: a form may be looked at over a shoulder, and a word serves once.
    assert!(filled.inputs[2].value.is_empty());
    assert_eq!(faults(&forms::word("abcdefghij", "join")), Vec::<String>::new());
}

#[test]
fn the_check_of_a_form_can_fail() {
    let sound = forms::word("abcdefghij", "join");
    assert_eq!(faults(&sound), Vec::<String>::new());
    type Break<'a> = &'a dyn Fn(&mut Form);
    let broken: [(&str, Break<'_>); 6] = [
        ("title is cut", &|form| form.title = "x".repeat(46)),
        ("custom_id", &|form| form.custom_id = "x".repeat(101)),
        ("label is cut", &|form| form.inputs[0].label = "x".repeat(46)),
        ("placeholder is cut", &|form| form.inputs[0].placeholder = "x".repeat(101)),
        ("rows", &|form| form.inputs = vec![form.inputs[0].clone(); 6]),
        ("ids", &|form| form.inputs = vec![form.inputs[0].clone(); 2]),
    ];
    for (expected, break_it) in broken {
        let mut form = sound.clone();
        break_it(&mut form);
        assert!(faults(&form).iter().any(|fault| fault == expected), "{expected}");
    }
}
