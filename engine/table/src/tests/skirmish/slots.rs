//! Slots of powers: what was lodged for them is carried out in them, whoever shares a seat or a slot, and whatever comes between.

#![allow(clippy::unwrap_used)]
use super::play::{Play, forage, march, of_three, seat};
use crate::act::{Act, Through};
use crate::event::{Event, TableEvent};
use crate::lodged::{Change, Held, Holder, Line};
use crate::record::Extent;
use crate::timing::Timing;
use crate::verify::Verdict;
use crate::{By, Verb, Word};
use serde_json::{Value, json};

/// The marches of a campaign, in the order in which they were made.
fn marches(play: &Play) -> Vec<(String, u64)> {
    let of_the_game = |event: &Event| match event {
        Event::Game { e } if e["k"] == "marched" => {
            Some((e["corps"].as_str()?.to_owned(), e["to"].as_u64()?))
        }
        _ => None,
    };
    play.entries.iter().filter_map(|entry| of_the_game(&entry.event)).collect()
}

fn held(line: Line, area: u32) -> Line {
    Line { unless: vec![json!({"enemy": area})], ..line }
}

fn with(line: Line, then: &[&str]) -> Line {
    Line { then: then.iter().map(|then| json!(then)).collect(), ..line }
}

fn on_turn(line: Line, turn: u32) -> Line {
    Line { turn, ..line }
}

fn closes_whole(play: Play) {
    let report = play.closed().checked(Extent::Whole).unwrap();
    assert_eq!((report.verdict(), report.orders_waiting), (Verdict::Whole, 0));
}

#[test]
fn two_powers_of_one_seat_lodge_each_for_its_own_slot() {
    let mut options = of_three();
    options["slots"] = json!([["blue"], ["red"], ["green"]]);
    let mut play = Play::of(2, options);
    play.lodges(2, "green", march("green_1", 6));
    play.lodges(2, "blue", march("blue_1", 4));
    play.lodges(1, "red", march("red_1", 2));
    let why = play.changes(2, "blue", Change::Add(march("green_1", 6))).unwrap_err().to_string();
    assert!(why.contains("none of that power's"), "{why}");
    play.goes_on([1, 2]);
    let made = [("blue_1", 4), ("red_1", 2), ("green_1", 6)].map(|(corps, to)| (corps.to_owned(), to));
    assert_eq!(marches(&play), made, "each when its slot came");
    assert_eq!(play.step(), "2/gathering");
    let public = play.written(Extent::Public);
    assert!(public.contains(r#""k":"lodged","parts":2,"places":6,"power":"green""#), "{public}");
    assert_eq!(play.checked(Extent::Public).unwrap().verdict(), Verdict::Open);
    closes_whole(play);
}

#[test]
fn who_has_nothing_held_passes_at_once_and_nobody_is_waited_for() {
    let mut play = Play::of(2, of_three());
    play.goes_on([1, 2]);
    assert_eq!(play.step(), "2/gathering", "nobody had lodged anything");
    // Whether and how much was lodged shows in no line but by what was carried out.
    let lines = |play: &Play| -> usize {
        let lodged = |entry: &&crate::Entry| matches!(entry.event, Event::Lodged { .. });
        play.entries.iter().filter(lodged).map(|entry| entry.seals().len()).sum()
    };
    let nothing = lines(&play);
    let mut other = Play::of(2, of_three());
    other.lodges(1, "red", march("red_1", 2));
    other.goes_on([1, 2]);
    assert_eq!(lines(&other), nothing);
    assert_eq!(nothing, 3 + 3 * 6 * 3, "of each power all as one, and six places of an order and two parts");
}

#[test]
fn in_a_common_slot_the_lower_turn_goes_first_and_its_parts_wait_for_all() {
    let mut play = Play::of(2, of_three());
    play.lodges(2, "blue", on_turn(march("blue_1", 4), 1));
    play.lodges(2, "blue", on_turn(march("blue_1", 5), 5));
    play.lodges(2, "green", on_turn(march("green_1", 6), 3));
    play.goes_on([1, 2]);
    let made = [("blue_1", 4), ("green_1", 6), ("blue_1", 5)].map(|(corps, to)| (corps.to_owned(), to));
    assert_eq!(marches(&play), made);
    let ready = play.entries.iter().filter(|entry| {
        matches!(&entry.event, Event::Table { e: TableEvent::SeatReady { seat: of, .. } } if *of == seat(2))
    });
    assert_eq!(ready.count(), 2, "with the gathering, and once with the slot of both its powers");
    closes_whole(play);
}

#[test]
fn three_powers_of_one_seat_fit_into_its_sheet_and_its_slots() {
    let mut play = Play::of(
        2,
        json!({
            "players": {"red": "seat-1", "blue": "seat-2", "green": "seat-2", "white": "seat-2"},
            "slots": [["red"], ["blue", "green", "white"]],
            "corps": {"red_1": ["red", 0], "blue_1": ["blue", 3], "green_1": ["green", 5], "white_1": ["white", 7]},
        }),
    );
    for (power, to) in [("blue", 4), ("green", 6), ("white", 8)] {
        let corps = format!("{power}_1");
        play.fills(2, &corps, 4, to);
        play.lodges(2, power, march(&corps, to));
    }
    play.goes_on([1, 2]);
    assert_eq!(["blue_1", "green_1", "white_1"].map(|corps| play.at(corps)), [Some(4), Some(6), Some(8)]);
    closes_whole(play);
}

#[test]
fn a_power_without_a_player_holds_nobody_up() {
    let mut options = of_three();
    options["players"] = json!({"red": "seat-1", "blue": "seat-2"});
    let mut play = Play::of(2, options);
    play.lodges(2, "blue", march("blue_1", 4));
    play.goes_on([1, 2]);
    assert_eq!((play.step().as_str(), play.at("blue_1")), ("2/gathering", Some(4)));
    play.goes_on([1, 2]);
    // Its corps can be fought: with what it began all know.
    play.orders(2, json!({"skirmish": "march", "corps": "blue_1", "to": 5}));
    closes_whole(play);
}

#[test]
fn what_is_held_back_waits_for_its_owner_and_everybody_else_goes_on_after_him() {
    let mut play = Play::of(2, of_three());
    play.lodges(1, "red", held(march("red_1", 2), 3));
    play.goes_on([1, 2]);
    assert_eq!((play.step().as_str(), play.at("red_1")), ("1/slots/slot-0", Some(1)));
    let own = &play.campaign.view_of_seat(&seat(1)).lodged_by_powers["red"];
    assert_eq!(own.lines[0].held, Some(Held::Back));
    assert!(!play.campaign.view_of_seat(&seat(2)).lodged_by_powers.contains_key("red"));
    // He does it himself, and the slot passes: nothing is held any more.
    play.orders(1, json!({"skirmish": "march", "corps": "red_1", "to": 2}));
    play.ticks();
    assert_eq!((play.step().as_str(), play.at("red_1")), ("2/gathering", Some(2)));
    closes_whole(play);
}

#[test]
fn an_absent_player_whose_order_is_held_is_waited_for_until_the_deadline_of_his_slot() {
    let mut play = Play::of(2, of_three());
    play.must(1, Verb::Act { act: Act::SetTiming { timing: Some(Timing::default()) }, text: None });
    play.lodges(1, "red", held(march("red_1", 2), 3));
    play.goes_on([1, 2]);
    assert_eq!(play.step(), "1/slots/slot-0");
    play.at += 200 * 3600;
    play.ticks();
    assert_eq!((play.step().as_str(), play.at("red_1")), ("2/gathering", Some(1)), "the corps stayed");
    closes_whole(play);
}

#[test]
fn an_order_that_the_rules_refuse_by_then_is_passed_over_and_its_owner_is_told() {
    let mut play = Play::of(2, of_three());
    play.lodges(1, "red", march("red_1", 7));
    play.lodges(1, "red", march("red_1", 2));
    play.goes_on([1, 2]);
    assert_eq!((play.step().as_str(), play.at("red_1")), ("2/gathering", Some(2)));
    let told = play.entries.iter().find(|entry| matches!(entry.event, Event::LodgedHeld { .. })).unwrap();
    let waiting = crate::lodged::told_held(told, &seat(1)).unwrap();
    assert!(matches!(waiting.held, Some(Held::Refused(_))), "{:?}", waiting.held);
    assert!(crate::lodged::told_held(told, &seat(2)).is_none());
    closes_whole(play);
}

#[test]
fn what_is_to_follow_opens_when_it_is_asked_for_and_no_sooner() {
    let mut play = Play::of(2, of_three());
    play.lodges(1, "red", with(march("red_1", 2), &["press"]));
    play.lodges(1, "red", with(march("red_1", 3), &["break_off"]));
    play.goes_on([1, 2]);
    assert_eq!(play.at("red_1"), Some(2), "it met blue, and broke off");
    let opened: Vec<(u32, Option<u32>)> = play
        .entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::LodgedOpened { place, part, seat: of, body, .. } if *of == seat(1) => {
                (body.get("line") != Some(&json!({}))).then_some((*place, *part))
            }
            _ => None,
        })
        .collect();
    type Places = Vec<(u32, Option<u32>)>;
    let (orders, parts): (Places, Places) = opened.iter().copied().partition(|(_, part)| part.is_none());
    assert_eq!((orders.len(), parts.len()), (2, 1), "of the first nothing was asked: {opened:?}");
    assert_eq!((parts[0].0, parts[0].1), (orders[1].0, Some(0)));
    let public = play.written(Extent::Public);
    assert!(public.contains("break_off") && !public.contains("press"));
    let report = play.checked(Extent::Public).unwrap();
    assert_eq!(report.verdict(), Verdict::Open);
    let line = play.last_line(|event| matches!(event, Event::LodgedOpened { part: Some(_), .. }));
    for (change, says) in [
        (
            &(|value: &mut Value| value["p"]["body"]["v"] = json!("press")) as &dyn Fn(&mut Value),
            "the code is another",
        ),
        (&|value: &mut Value| value["p"]["part"] = json!(1), "the code is another"),
        (&|value: &mut Value| value["p"]["part"] = json!(7), "no such part"),
    ] {
        let wrong = play.forged(Extent::Public, line, change).unwrap_err();
        assert_eq!(wrong.line, line as u64 + 1);
        assert!(wrong.why.contains(says), "{}", wrong.why);
    }
    closes_whole(play);
}

#[test]
fn after_a_restore_what_was_lodged_and_not_given_is_sealed_anew_and_given() {
    let mut play = Play::of(2, of_three());
    play.lodges(1, "red", march("red_1", 2));
    play.lodges(2, "blue", march("blue_1", 4));
    play.ready(1);
    play.ready(2);
    // Red's slot is open, and nothing of it was given yet.
    while !play.step().contains("slot-0") {
        assert!(!play.give(By::Bot, Verb::Tick).unwrap().is_empty());
    }
    let made = play.give(By::Bot, Verb::Restored).unwrap();
    let anew = made.iter().filter(|entry| matches!(entry.event, Event::Lodged { frame: Some(_), .. }));
    assert_eq!(anew.count(), 1, "the slot that is open");
    play.ticks();
    assert_eq!(play.at("red_1"), Some(1), "words come first");
    for n in 1..=2 {
        play.must(n, Verb::Word { word: Word::read("anew").unwrap() });
    }
    play.ticks();
    assert_eq!((play.at("red_1"), play.at("blue_1")), (Some(2), Some(4)));
    assert_eq!(play.checked(Extent::Public).unwrap().verdict(), Verdict::Open);
    let closed = play.closed();
    closed.checked(Extent::Whole).unwrap();
}

#[test]
fn going_back_in_the_middle_of_a_slot_brings_nothing_back_that_was_opened() {
    let mut play = Play::of(2, of_three());
    play.lodges(1, "red", march("red_1", 2));
    play.lodges(1, "red", held(march("red_1", 1), 3));
    play.goes_on([1, 2]);
    assert_eq!((play.step().as_str(), play.at("red_1")), ("1/slots/slot-0", Some(2)), "the second is held");
    play.orders(1, json!({"skirmish": "march", "corps": "red_1", "to": 1}));
    // By hand it marched back, which settles what was held: that is set back, and the first march stands.
    let reason = crate::Text { text: "mistyped".to_owned(), salt: crate::Secret::new([5; 32]) };
    play.must(1, Verb::Act { act: Act::SetBack, text: Some(reason) });
    let ask = play.campaign.play.set_back.as_ref().unwrap().line;
    play.must(2, Verb::Act { act: Act::AnswerSetBack { ask, agree: true }, text: None });
    assert_eq!(play.at("red_1"), Some(2));
    play.ready(1);
    play.ticks();
    assert_eq!(play.step(), "2/gathering");
    closes_whole(play);
}

#[test]
fn a_stand_in_lodges_by_a_draw_that_stays_hidden_and_is_checked_at_the_close() {
    let mut play = Play::with_stand_ins(1, 2, of_three());
    for _ in 0..6 {
        play.goes_on([1]);
    }
    assert_eq!(play.step(), "7/gathering", "he holds nobody up");
    assert_ne!((play.at("blue_1"), play.at("green_1")), (Some(3), Some(5)), "and does something");
    let rolled = |event: &Event| event.rolled().is_some_and(|rolled| rolled.purpose == "stand_in");
    assert!(!play.entries.iter().any(|entry| rolled(&entry.event)), "no roll that all see");
    assert_eq!(play.checked(Extent::Public).unwrap().verdict(), Verdict::Open);
    closes_whole(play);
}

#[test]
fn several_are_lodged_all_or_none() {
    let mut play = Play::of(2, of_three());
    let several = |lines: Vec<Line>, instead| Change::Several { lines, instead };
    play.changes(1, "red", several(vec![forage("red_1"), march("red_1", 2)], false)).unwrap();
    let lines = |play: &Play| play.campaign.view_of_seat(&seat(1)).lodged_by_powers["red"].lines.len();
    assert_eq!(lines(&play), 2);
    assert!(play.changes(1, "red", several(vec![forage("red_1"), march("blue_1", 4)], false)).is_err());
    assert_eq!(lines(&play), 2, "none of them");
    play.changes(1, "red", several(vec![march("red_1", 2)], true)).unwrap();
    assert_eq!(lines(&play), 1, "in the place of the others");
}

#[test]
fn in_the_gathering_ready_ahead_bars_nobody_from_lodging() {
    let mut play = Play::of(2, of_three());
    let act = Act::Ready { through: Through::Turn, hold: true };
    play.must(1, Verb::Act { act, text: None });
    play.lodges(1, "red", forage("red_1"));
    assert_eq!(play.campaign.view_of_seat(&seat(1)).lodged_by_powers["red"].lines.len(), 1);
    assert_eq!(play.campaign.lodged.keys().next(), Some(&Holder::power(&seat(1), "red")));
}

/// What a month of war costs in lines that say nothing by themselves: sheets, what is lodged, answers that stand.
#[test]
fn a_month_of_war_of_seven_powers_has_few_lines_that_are_ceremony_alone() {
    let powers = ["a", "b", "c", "d", "e", "f", "g"];
    let mut options = json!({"players": {}, "slots": [], "corps": {}});
    for (n, power) in powers.iter().enumerate() {
        options["players"][power] = json!(format!("seat-{}", n + 1));
        options["slots"].as_array_mut().unwrap().push(json!([power]));
        options["corps"][format!("{power}_1")] = json!([power, n + 1]);
    }
    let mut play = Play::of(7, options);
    for (n, power) in (1..).zip(powers) {
        play.fills(n, &format!("{power}_1"), 5, n);
        play.lodges(n, power, forage(&format!("{power}_1")));
        play.lodges(n, power, march(&format!("{power}_1"), n + 1));
    }
    let from = play.entries.len();
    play.goes_on(1..=7);
    assert_eq!(play.step(), "2/gathering");
    let month = &play.entries[from..];
    let ceremony = |entry: &&crate::Entry| {
        entry.line.is_some()
            && matches!(
                entry.event,
                Event::Sheet { .. } | Event::Lodged { .. } | Event::Sealed { .. } | Event::Opened { .. }
            )
    };
    let fights = month.iter().filter(|entry| matches!(entry.event, Event::Shown(_))).count() / 2;
    assert!(fights >= 3, "{fights} fights, before each of which the sheets are sealed");
    let lines = month.iter().filter(ceremony).count();
    assert!(lines <= 150, "{lines} lines");
    assert_eq!(play.checked(Extent::Public).unwrap().verdict(), Verdict::Open);
}
