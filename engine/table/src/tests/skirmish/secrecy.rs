//! Whatever lies closed, everybody else sees the same until it is opened or claimed: the same play with other secrets, line by line. What a game
//! that leaks would show is caught.

#![allow(clippy::unwrap_used)]
use super::play::{Play, forage, march, of_three, seat};
use super::{Factors, Happened};
use crate::event::{Entry, Event};
use crate::lodged::Line;
use crate::record::Extent;
use crate::view::Viewer;
use serde_json::{Value, json};

/// A text with every code, salt and head in it made alike: these tell nothing, and hang on everything.
fn masked(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut run = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_hexdigit() {
            run.push(c);
            continue;
        }
        masked.push_str(if run.len() >= 16 { "#" } else { &run });
        run.clear();
        masked.push(c);
    }
    masked
}

/// All that a viewer observes: the record as he has it, and what the table and the game show him.
fn observed(play: &Play, viewer: &Viewer) -> String {
    let mut seen = masked(&play.written(Extent::Public));
    let own = |entry: &Entry| -> Vec<String> {
        let Viewer::Seat(seat) = viewer else { return Vec::new() };
        let parts = entry.secrets.iter().filter(|part| part.to.includes(Some(seat)));
        parts.filter_map(|part| Some(part.body.as_ref()?.reveal().to_string())).collect()
    };
    for entry in &play.entries {
        own(entry).into_iter().for_each(|body| seen.push_str(&masked(&body)));
    }
    let view = match viewer {
        Viewer::Seat(seat) => play.campaign.view_of_seat(seat),
        Viewer::Public => play.campaign.view_for(crate::By::Bot, false),
    };
    seen.push_str(&masked(&format!("{view:?}")));
    seen
}

/// What red keeps from the others in a play: what is in its corps, what is to follow from its marches, and what it answers to what is never asked.
struct Secrets {
    infantry: u32,
    cavalry: u32,
    then: Value,
    answer: &'static str,
}

const ONE: Secrets = Secrets { infantry: 6, cavalry: 4, then: Value::Null, answer: "stand" };

/// Three months in which red and blue fill, march, forage and retire, or what refused it; the observations of a viewer after each order.
fn played(options: &Value, red: &Secrets, viewer: &Viewer) -> Vec<String> {
    let mut play = Play::of(2, options.clone());
    let mut seen = Vec::new();
    let see = |play: &Play, seen: &mut Vec<String>| seen.push(observed(play, viewer));
    play.fills(1, "red_1", red.infantry, red.cavalry);
    see(&play, &mut seen);
    play.fills(2, "blue_1", 5, 5);
    play.answers(1, json!({"red": red.answer})).unwrap();
    play.answers(2, json!({"blue": "retire"})).unwrap();
    see(&play, &mut seen);
    for month in 0..8 {
        play.lodges(1, "red", forage("red_1"));
        if month == 0 {
            let then = if red.then.is_null() { Vec::new() } else { vec![red.then.clone()] };
            play.lodges(1, "red", Line { then, ..march("red_1", 2) });
        }
        play.lodges(2, "blue", forage("blue_1"));
        see(&play, &mut seen);
        for person in [1, 2] {
            let act = crate::Act::Ready { through: crate::act::Through::Step, hold: false };
            match play.give(crate::By::Person(person), crate::Verb::Act { act, text: None }) {
                Ok(_) => see(&play, &mut seen),
                Err(refusal) => seen.push(format!("{person}: {refusal}")),
            }
        }
        play.ticks();
        see(&play, &mut seen);
    }
    seen
}

fn others() -> [Viewer; 2] {
    [Viewer::Public, Viewer::Seat(seat(2))]
}

#[test]
fn with_other_secrets_everybody_else_observes_the_same_to_the_byte() {
    let other = Secrets { infantry: 11, cavalry: 1, then: json!("break_off"), answer: "retire" };
    for viewer in others() {
        let [one, two] = [&ONE, &other].map(|red| played(&of_three(), red, &viewer));
        for (i, (one, two)) in one.iter().zip(&two).enumerate() {
            assert_eq!(one, two, "{viewer:?} after {i}");
        }
        assert!(one.len() == two.len() && one.len() >= 34);
    }
    // Red itself observes that they are others.
    let own = Viewer::Seat(seat(1));
    let [one, two] = [&ONE, &other].map(|red| played(&of_three(), red, &own));
    assert_ne!(one.last(), two.last());
}

#[test]
fn a_game_that_leaks_is_caught_by_each_of_its_ways() {
    for (leak, other) in [
        // Two factors were lost, of which one was infantry.
        ("event", Secrets { infantry: 0, cavalry: 10, ..ONE }),
        ("awaited", Secrets { infantry: 9, cavalry: 1, ..ONE }),
        ("refusal", Secrets { infantry: 10, cavalry: 0, ..ONE }),
        ("size", Secrets { infantry: 9, cavalry: 1, ..ONE }),
    ] {
        let mut options = of_three();
        options["leak"] = json!(leak);
        let leaks = others().iter().any(|viewer| {
            let [one, two] = [&ONE, &other].map(|red| {
                std::panic::catch_unwind(|| played(&options, red, viewer))
                    .unwrap_or_else(|_| vec!["broke".to_owned()])
            });
            one != two
        });
        assert!(leaks, "{leak} is not seen");
        let [one, two] = [&ONE, &other].map(|red| played(&of_three(), red, &Viewer::Public));
        assert_eq!(one, two, "without {leak} nothing shows");
    }
}

/// A campaign in which what is closed in red's corps was drawn anew, within what all know of it.
fn drawn_anew(play: &Play, infantry: u32, cavalry: u32) -> Play {
    let mut other = play.clone();
    let held = Happened::Holds { corps: "red_1".to_owned(), factors: Factors { infantry, cavalry } };
    let mut held = serde_json::to_value(held).unwrap();
    crate::game::as_recorded(&mut held);
    other.campaign.play_mut().game.apply(&held).unwrap();
    other
}

#[test]
fn contents_drawn_anew_leave_every_public_byte_equal_until_they_are_opened() {
    let mut play = Play::of(2, of_three());
    play.fills(1, "red_1", 7, 5);
    play.fills(2, "blue_1", 7, 5);
    let (mut orders, mut losses, mut claims) = (0, 0, 0);
    for month in 0..7 {
        let mut other = drawn_anew(&play, 12 - month, month);
        for play in [&mut play, &mut other] {
            play.lodges(1, "red", forage("red_1"));
            play.lodges(2, "blue", forage("blue_1"));
            play.goes_on([1, 2]);
        }
        for viewer in others() {
            assert_eq!(observed(&play, &viewer), observed(&other, &viewer), "{viewer:?} in month {month}");
        }
    }
    for entry in &play.entries {
        match &entry.event {
            Event::Order { .. } => orders += 1,
            Event::Claim { .. } => claims += 1,
            Event::Game { e } if e["k"] == "starved" => losses += 1,
            _ => {}
        }
    }
    assert!(orders >= 40 && losses >= 5 && claims >= 1, "{orders} orders, {losses} losses, {claims} claims");
    // What all read is what it was when it is opened: then it may differ.
    let mut other = drawn_anew(&play, 1, 1);
    for play in [&mut play, &mut other] {
        play.lodges(1, "red", march("red_1", 2));
        play.goes_on([1, 2]);
        play.lodges(1, "red", march("red_1", 3));
        play.goes_on([1, 2]);
    }
    assert_ne!(observed(&play, &Viewer::Public), observed(&other, &Viewer::Public));
}

#[test]
fn that_something_is_held_back_shows_in_the_slot_that_waits_and_nothing_of_what_it_is() {
    let seen = |to: u32, infantry: u32| {
        let mut play = Play::of(2, of_three());
        play.fills(1, "red_1", infantry, 1);
        play.lodges(1, "red", Line { unless: vec![json!({"enemy": 3})], ..march("red_1", to) });
        play.goes_on([1, 2]);
        assert_eq!(play.step(), "1/slots/slot-0");
        observed(&play, &Viewer::Seat(seat(2)))
    };
    assert_eq!(seen(2, 4), seen(0, 9));
}
