//! What a power's corps do when they are attacked: an answer that stands from month to month.

#![allow(clippy::unwrap_used)]
use super::play::{Play, march, of_three, seat};
use crate::event::Event;
use crate::frames::What;
use crate::record::Extent;
use crate::verify::Verdict;
use crate::{By, Verb};
use serde_json::json;

/// Red stands before blue.
fn near() -> Play {
    let mut options = of_three();
    options["corps"]["red_1"] = json!(["red", 2]);
    Play::of(2, options)
}

fn parts_opened(play: &Play) -> usize {
    play.entries.iter().filter(|entry| matches!(entry.event, Event::Part { .. })).count()
}

#[test]
fn an_answer_stands_from_month_to_month_until_it_is_changed() {
    let mut play = near();
    play.answers(2, json!({"blue": "retire", "green": "stand"})).unwrap();
    play.lodges(1, "red", march("red_1", 3));
    play.goes_on([1, 2]);
    assert_eq!((play.at("red_1"), play.at("blue_1")), (Some(3), Some(2)), "it retired");
    assert_eq!(parts_opened(&play), 1, "green's stays closed");
    assert!(!play.written(Extent::Public).contains(r#""v":"stand""#));
    // The next month nobody says anything, and it retires again.
    play.lodges(1, "red", march("red_1", 2));
    play.goes_on([1, 2]);
    assert_eq!((play.at("red_1"), play.at("blue_1")), (Some(2), Some(1)));
    let own = &play.campaign.standing[&seat(2)]["attacked"];
    assert_eq!(own.since, ["1", "gathering"], "how old it is");
    play.answers(2, json!({"blue": "stand"})).unwrap();
    play.lodges(1, "red", march("red_1", 1));
    play.goes_on([1, 2]);
    assert!(play.written(Extent::Public).contains(r#""k":"beaten""#), "it stood");
    assert_eq!(play.checked(Extent::Public).unwrap().verdict(), Verdict::Open);
    assert_eq!(play.closed().checked(Extent::Whole).unwrap().verdict(), Verdict::Whole);
}

#[test]
fn who_says_that_he_is_to_be_asked_is_asked() {
    let mut play = near();
    play.answers(2, json!({"blue": "ask"})).unwrap();
    play.lodges(1, "red", march("red_1", 3));
    play.goes_on([1, 2]);
    let asked = What::Order("contact".to_owned());
    let awaited = play.campaign.awaited();
    assert!(awaited.iter().any(|of| of.what == asked && of.awaits(&seat(2))), "{awaited:?}");
    play.orders(2, json!({"skirmish": "answer", "stands": false}));
    play.ticks();
    assert_eq!((play.at("blue_1"), play.step().as_str()), (Some(2), "2/gathering"));
    assert_eq!(play.closed().checked(Extent::Whole).unwrap().verdict(), Verdict::Whole);
}

#[test]
fn what_is_no_answer_is_refused_and_what_stood_stands() {
    let mut play = near();
    play.answers(2, json!({"blue": "retire"})).unwrap();
    for (choice, says) in
        [(json!({"red": "retire"}), "Each of your powers"), (json!({"blue": "flee"}), "stands")]
    {
        let why = play.answers(2, choice).unwrap_err().to_string();
        assert!(why.contains(says), "{why}");
    }
    let (kind, salt) = ("naval".to_owned(), crate::Secret::new([8; 32]));
    let why = play.give(By::Person(2), Verb::Stand { kind, choice: None, salt }).unwrap_err().to_string();
    assert!(why.contains("No answer of that kind"), "{why}");
    assert_eq!(play.campaign.standing[&seat(2)]["attacked"].choice.reveal(), &json!({"blue": "retire"}));
    // Nothing of it stands on the record.
    let taken = Verb::Stand { kind: "attacked".to_owned(), choice: None, salt: crate::Secret::new([8; 32]) };
    let made = play.give(By::Person(2), taken).unwrap();
    assert!(made.iter().all(|entry| entry.line.is_none()) && play.campaign.standing[&seat(2)].is_empty());
    assert!(!play.written(Extent::Public).contains("retire"));
}

#[test]
fn what_consults_an_answer_ends_undo_whatever_it_says() {
    for answer in ["stand", "retire"] {
        let mut play = near();
        play.answers(2, json!({"blue": answer})).unwrap();
        play.lodges(1, "red", crate::lodged::Line { unless: vec![json!({"enemy": 3})], ..march("red_1", 1) });
        play.goes_on([1, 2]);
        assert_eq!(play.step(), "1/slots/slot-0", "what is held back leaves the slot to red");
        play.orders(1, json!({"skirmish": "march", "corps": "red_1", "to": 3}));
        let why = play.give(By::Person(1), Verb::Undo).unwrap_err().to_string();
        assert!(why.contains("take back") || why.contains("taken back"), "{why}");
    }
}

#[test]
fn a_false_answer_is_found_when_it_is_opened() {
    let mut play = near();
    play.answers(2, json!({"blue": "retire"})).unwrap();
    play.lodges(1, "red", march("red_1", 3));
    play.goes_on([1, 2]);
    let line = play.last_line(|event| matches!(event, Event::Part { .. }));
    let wrong = play.forged(Extent::Public, line, |value| value["p"]["body"]["v"] = json!("stand"));
    assert_eq!(wrong.unwrap_err().line, line as u64 + 1);
}

#[test]
fn after_a_restore_in_between_the_answers_that_stand_are_sealed_anew() {
    let mut play = near();
    play.answers(2, json!({"blue": "retire"})).unwrap();
    play.lodges(1, "red", march("red_1", 3));
    play.ready(1);
    play.ready(2);
    assert_eq!(play.step(), "1/answers", "they are sealed and not opened yet");
    play.give(By::Bot, Verb::Restored).unwrap();
    for n in 1..=2 {
        play.must(n, Verb::Word { word: crate::Word::read("anew").unwrap() });
    }
    play.ticks();
    assert_eq!((play.at("red_1"), play.at("blue_1")), (Some(3), Some(2)));
    assert_eq!(play.checked(Extent::Public).unwrap().verdict(), Verdict::Open);
}
