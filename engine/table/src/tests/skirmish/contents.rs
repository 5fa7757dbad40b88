//! What is in the corps: closed to all but their owner, sealed in his sheet, opened where they fight, claimed where public play shows something of it.

#![allow(clippy::unwrap_used)]
use super::play::{Play, of_three, seat};
use super::{Factors, Happened};
use crate::event::{Entry, Event};
use crate::record::Extent;
use crate::verify::Verdict;
use crate::view::Viewer;
use crate::{By, Verb};
use serde_json::{Value, json};

/// Red has filled its corps, and meets blue's in the slot of the first month.
fn fought() -> Play {
    let mut play = Play::of(2, of_three());
    play.fills(1, "red_1", 7, 2);
    play.fills(2, "blue_1", 5, 4);
    play.lodges(1, "red", super::play::march("red_1", 2));
    play.goes_on([1, 2]);
    play.goes_on([1, 2]);
    play.lodges(1, "red", super::play::march("red_1", 3));
    play.goes_on([1, 2]);
    play
}

/// Red starves until its corps is gone.
fn starved() -> Play {
    let mut play = Play::of(2, of_three());
    play.fills(1, "red_1", 1, 2);
    for _ in 0..12 {
        if play.at("red_1").is_some() {
            play.lodges(1, "red", super::play::forage("red_1"));
        }
        play.goes_on([1, 2]);
    }
    assert_eq!(play.at("red_1"), None, "it starved");
    play
}

#[test]
fn what_is_in_a_corps_only_its_owner_sees_until_it_fights() {
    let mut play = Play::of(2, of_three());
    let begins = Factors { infantry: 3, cavalry: 1 };
    assert_eq!(play.sees(&Viewer::Public).closed["red_1"], begins, "with that all know it begins");
    play.fills(1, "red_1", 7, 2);
    let own = Factors { infantry: 7, cavalry: 2 };
    assert_eq!(play.sees(&Viewer::Seat(seat(1))).closed["red_1"], own);
    for other in [Viewer::Public, Viewer::Seat(seat(2))] {
        assert!(!play.sees(&other).closed.contains_key("red_1"));
    }
    let public = play.written(Extent::Public);
    assert!(!public.contains("infantry"), "{public}");
    let play = fought();
    assert!(play.sees(&Viewer::Public).closed.contains_key("red_1"), "it fought");
    assert!(play.written(Extent::Public).contains(r#""factors":{"cavalry":2,"infantry":7}"#));
    assert!(play.position().open.contains("green_1"), "with what it began, which all know");
}

#[test]
fn a_stranger_proves_out_of_the_last_sheet_what_fought_and_decides_on() {
    let play = fought();
    let report = play.checked(Extent::Public).unwrap();
    assert_eq!((report.verdict(), report.shown_checked), (Verdict::Open, 2));
    // What is secret of an order waits; every other is decided.
    assert_eq!(report.orders_waiting, 2 + 3, "two corps were filled, and three months' answers stay closed");
    let shown = |event: &Event| matches!(event, Event::Shown(_));
    let line = play.last_line(shown);
    let wrong =
        play.forged(Extent::Public, line, |value| value["p"]["item"]["factors"]["cavalry"] = json!(5));
    assert_eq!(wrong.unwrap_err().line, line as u64 + 1, "a factor more than was sealed");
    let opened = play.last_line(|event| is(event, |event| matches!(event, Happened::Opened { .. })));
    let wrong = play.forged(Extent::Public, opened, |value| value["p"]["e"]["factors"]["cavalry"] = json!(5));
    assert_eq!(wrong.unwrap_err().line, opened as u64 + 1, "a factor more than was opened");
    let whole = play.closed().checked(Extent::Whole).unwrap();
    assert_eq!((whole.verdict(), whole.orders_waiting, whole.claims_waiting), (Verdict::Whole, 0, vec![]));
}

fn is(event: &Event, is: impl Fn(&Happened) -> bool) -> bool {
    let Event::Game { e } = event else { return false };
    serde_json::from_value(e.clone()).is_ok_and(|happened| is(&happened))
}

#[test]
fn a_sheet_that_holds_something_else_than_its_seat_had_is_found_when_the_campaign_is_closed() {
    // Who keeps the database has other factors sealed than the player filled in.
    let mut play = Play::of(2, of_three());
    play.fills(1, "red_1", 7, 2);
    let mut other = play.clone();
    let held = Happened::Holds { corps: "red_1".to_owned(), factors: Factors { infantry: 12, cavalry: 0 } };
    let mut held = serde_json::to_value(held).unwrap();
    crate::game::as_recorded(&mut held);
    other.campaign.play_mut().game.apply(&held).unwrap();
    for play in [&mut play, &mut other] {
        play.goes_on([1, 2]);
    }
    assert_eq!(play.clone().closed().checked(Extent::Whole).unwrap().verdict(), Verdict::Whole);
    let open = other.checked(Extent::Public).unwrap();
    assert_eq!(open.verdict(), Verdict::Open, "nobody can see it yet");
    let hidden = other.last_line(|event| matches!(event, Event::Hidden {}));
    let wrong = other.closed().checked(Extent::Whole).unwrap_err();
    assert!(wrong.why.contains("The sheet of seat-1 holds something else"), "{}", wrong.why);
    // The order that ended the step after it: red is ready, then blue.
    assert_eq!(wrong.line, hidden as u64 + 1 + 3, "{}", wrong.why);
}

fn claims(entries: &[Entry]) -> Vec<(usize, Value)> {
    let lines = entries.iter().filter(|entry| entry.line.is_some()).enumerate();
    lines
        .filter_map(|(i, entry)| match &entry.event {
            Event::Claim { says, .. } => Some((i, says.clone())),
            _ => None,
        })
        .collect()
}

#[test]
fn a_claim_waits_while_what_it_hangs_on_is_closed_and_is_worked_out_again_at_the_close() {
    let play = starved();
    let made = claims(&play.entries);
    assert!(made.len() >= 2 && made.last().unwrap().1 == json!(true), "{made:?}");
    let lines: Vec<u64> = made.iter().map(|(line, _)| *line as u64 + 1).collect();
    let open = play.checked(Extent::Public).unwrap();
    assert_eq!((open.verdict(), &open.claims_waiting), (Verdict::Open, &lines));
    assert_eq!(open.claims_checked, 0);
    let whole = play.closed().checked(Extent::Whole).unwrap();
    assert_eq!((whole.verdict(), whole.claims_checked), (Verdict::Whole, lines.len() as u64));
    assert!(whole.claims_waiting.is_empty());
}

#[test]
fn a_false_claim_is_taken_while_the_campaign_is_open_and_named_at_the_close() {
    let honest = starved();
    let (last, _) = *claims(&honest.entries).last().unwrap();
    // Red's corps is said to be there still, though nothing is left in it.
    let mut play = honest.clone();
    let kept = play
        .entries
        .iter()
        .position(|entry| entry.line.is_some_and(|(line, _)| line == last as u64))
        .unwrap();
    let order =
        play.entries[..kept].iter().rposition(|entry| matches!(entry.event, Event::Order { .. })).unwrap();
    play.entries.truncate(order);
    play.campaign = crate::Campaign::fold(&play.entries).unwrap();
    let more = Happened::Holds { corps: "red_1".to_owned(), factors: Factors { infantry: 9, cavalry: 0 } };
    let mut more = serde_json::to_value(more).unwrap();
    crate::game::as_recorded(&mut more);
    play.campaign.play_mut().game.apply(&more).unwrap();
    play.ticks();
    assert!(play.at("red_1").is_some());
    let open = play.checked(Extent::Public).unwrap();
    assert_eq!(open.verdict(), Verdict::Open, "it could be so");
    assert!(open.claims_waiting.contains(&(last as u64 + 1)));
    let wrong = play.closed().checked(Extent::Whole).unwrap_err();
    assert!(wrong.why.contains("What is claimed here is not so"), "{}", wrong.why);
    // What cannot be is refused at once, and so is another claim than the rules ask for.
    let no = honest.forged(Extent::Public, last, |value| value["p"]["says"] = json!("yes")).unwrap_err();
    assert!(no.why.contains("no answer"), "{}", no.why);
    let another =
        honest.forged(Extent::Public, last, |value| value["p"]["asked"]["loses"] = json!(9)).unwrap_err();
    assert!(another.why.contains("another claim"), "{}", another.why);
}

#[test]
fn after_a_restore_the_sheets_are_sealed_anew_and_what_fights_is_proved_by_them() {
    let mut play = Play::of(2, of_three());
    play.fills(1, "red_1", 7, 2);
    play.lodges(1, "red", super::play::march("red_1", 2));
    play.goes_on([1, 2]);
    let made = play.give(By::Bot, Verb::Restored).unwrap();
    let sheets = made.iter().filter(|entry| matches!(entry.event, Event::Sheet { .. })).count();
    assert_eq!(sheets, 2);
    for n in 1..=2 {
        play.must(n, Verb::Word { word: crate::Word::read("anew").unwrap() });
    }
    play.goes_on([1, 2]);
    play.orders(1, json!({"skirmish": "march", "corps": "red_1", "to": 3}));
    let report = play.checked(Extent::Public).unwrap();
    assert_eq!((report.verdict(), report.shown_checked), (Verdict::Open, 2));
}

#[test]
fn a_step_that_is_set_back_seals_what_is_held_then() {
    let mut play = Play::of(2, of_three());
    play.fills(1, "red_1", 7, 2);
    let ask = crate::Act::SetBack;
    let reason = crate::Text { text: "mistyped".to_owned(), salt: crate::Secret::new([5; 32]) };
    play.must(1, Verb::Act { act: ask, text: Some(reason) });
    let line = play.campaign.play.set_back.as_ref().unwrap().line;
    let made =
        play.must(2, Verb::Act { act: crate::Act::AnswerSetBack { ask: line, agree: true }, text: None });
    assert_eq!(made.iter().filter(|entry| matches!(entry.event, Event::Sheet { .. })).count(), 2);
    assert_eq!(play.position().closed["red_1"], Factors { infantry: 3, cavalry: 1 });
    play.goes_on([1, 2]);
    assert_eq!(play.closed().checked(Extent::Whole).unwrap().verdict(), Verdict::Whole);
}

#[test]
fn too_many_factors_are_refused_to_who_orders_them_and_nobody_else_sees_it() {
    let mut play = Play::of(2, of_three());
    let before = play.entries.len();
    let secret = json!({"infantry": 12, "cavalry": 1});
    let why = play.refused(1, json!({"skirmish": "fill", "corps": "red_1", "secret": secret}));
    assert!(why.contains("twelve"), "{why}");
    assert_eq!(play.entries.len(), before, "nothing stands anywhere of it");
}

/// A campaign in which something of every kind came up: answers that stand, parts that were asked for and that were not, a common slot, a fight out of
/// the sheets and a claim.
fn of_every_kind() -> Play {
    let mut play = Play::of(2, of_three());
    play.fills(1, "red_1", 7, 2);
    play.fills(2, "blue_1", 5, 4);
    play.answers(2, json!({"blue": "stand", "green": "retire"})).unwrap();
    let then =
        |line: crate::lodged::Line, then: &str| crate::lodged::Line { then: vec![json!(then)], ..line };
    play.lodges(1, "red", then(super::play::march("red_1", 2), "break_off"));
    play.lodges(1, "red", then(super::play::march("red_1", 3), "press"));
    play.lodges(2, "blue", super::play::forage("blue_1"));
    play.lodges(2, "green", crate::lodged::Line { turn: 2, ..super::play::march("green_1", 6) });
    play.goes_on([1, 2]);
    for _ in 0..6 {
        if !claims(&play.entries).is_empty() {
            break;
        }
        for (person, power, corps) in [(1, "red", "red_1"), (2, "blue", "blue_1")] {
            if play.at(corps).is_some() {
                play.lodges(person, power, super::play::forage(corps));
            }
        }
        play.goes_on([1, 2]);
    }
    play
}

/// The records that the verifier's page is tested with are these, to the byte.
#[test]
fn the_records_of_a_war_for_the_page_are_these() {
    let play = of_every_kind();
    assert!(!claims(&play.entries).is_empty(), "something was claimed");
    let open = play.written(Extent::Public);
    for (name, file) in [("war_open", open), ("war_closed", play.closed().written(Extent::Whole))] {
        let path = format!("{}/../../bot/tests/data/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("CHANCERY_RECORD").is_some() {
            std::fs::write(&path, &file).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!(kept == file, "{path} is another: record it anew with CHANCERY_RECORD=1");
    }
}
