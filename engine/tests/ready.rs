//! Ready: months and their phases, from January 1805 to the end of 1815.
#![allow(clippy::unwrap_used)]

use crate::common::{DAY, Play, kinds, seat};
use engine::eia::outline::{Month, Phase, place};
use engine::table::act::{Exchanged, Through};
use engine::table::{Act, Event, Stage};
use serde_json::json;

fn ready(through: Through, hold: bool) -> Act {
    Act::Ready { through, hold }
}

fn step() -> Act {
    ready(Through::Step, false)
}

#[test]
fn a_phase_ends_when_all_are_ready() {
    let mut play = Play::in_months(3, |_| ());
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
    play.act(1, step());
    assert!(play.act_refused(1, step()).contains("ready already"));
    play.act(2, step());
    play.act(2, Act::NotReady);
    assert!(play.act_refused(2, Act::NotReady).contains("not ready"));
    play.act(3, step());
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
    let made = play.act(2, step());
    let want = ["order:ready", "table:seat_ready", "table:frame_ended", "table:frame_opened"];
    assert_eq!(kinds(&made), want);
    assert_eq!(play.campaign.play.path(), ["1805-01", "reinforcement"]);
    assert!(play.act_refused(9, step()).contains("no seat"));
    play.ends_verified();
}

#[test]
fn being_ready_ahead_reaches_to_the_end_of_the_turn() {
    let mut play = Play::in_months(2, |_| ());
    play.act(1, ready(Through::Turn, false));
    assert!(play.act_refused(1, ready(Through::Turn, false)).contains("ready already"));
    for phase in ["reinforcement", "naval", "land"] {
        play.act(2, step());
        assert_eq!(play.campaign.play.path(), ["1805-01", phase]);
    }
    play.act(2, step());
    assert_eq!(play.campaign.play.path(), ["1805-02", "political"]);
    assert!(play.campaign.play.wait().unwrap().ready.is_empty(), "a new turn is not lodged ahead");
    // A step declared ready, then the whole turn.
    play.act(1, step());
    play.act(1, ready(Through::Turn, false));
    play.act(2, ready(Through::Turn, false));
    assert_eq!(play.campaign.play.path(), ["1805-03", "political"]);
    play.act(1, ready(Through::Turn, false));
    play.act(1, Act::NotReady);
    for _ in 0..2 {
        play.act(2, step());
        play.act(1, step());
    }
    assert_eq!(play.campaign.play.path(), ["1805-03", "naval"]);
    play.ends_verified();
}

#[test]
fn hold_if_something_new_is_asked() {
    let ask = Act::Ask { options: 2, rule: None, about: None, provisional: None };
    let exchange = Act::Exchange { seats: vec![seat(1), seat(2)], kind: Exchanged::Text };
    let correct = Act::Correct { key: "vp/spain".to_owned(), value: 3 };
    for (act, text, is_held) in [(ask, "Q\nA\nB", true), (exchange, "peace", true), (correct, "wrong", false)]
    {
        let mut play = Play::in_months(3, |_| ());
        play.act(1, ready(Through::Turn, true));
        play.act(3, ready(Through::Turn, false));
        play.act_saying(2, act, text);
        let place = &play.campaign.play.seats[&seat(1)];
        let waits = play.campaign.play.wait().unwrap();
        assert_eq!((place.ahead.is_none(), !waits.ready.contains(&seat(1))), (is_held, is_held), "{text}");
        assert!(waits.ready.contains(&seat(3)), "without hold it stands");
        play.ends_verified();
    }
    // A correction of one's own power asks too.
    let mut play = Play::in_months(3, |_| ());
    play.act(2, ready(Through::Turn, true));
    play.act_saying(1, Act::Correct { key: "vp/spain".to_owned(), value: 3 }, "wrong");
    assert!(play.campaign.play.seats[&seat(2)].ahead.is_none());
    play.ends_verified();
}

#[test]
fn the_step_waits_no_longer_for_who_left_and_a_substitute_has_his_say() {
    let mut play = Play::in_months(3, |_| ());
    play.act(1, step());
    play.act(2, step());
    let made = play.act(3, Act::Resign);
    assert!(kinds(&made).contains(&"table:frame_ended".to_owned()));
    assert_eq!(play.campaign.play.path(), ["1805-01", "reinforcement"]);
    play.act(1, Act::OfferSeat { seat: seat(3), person: 7 });
    play.join(7);
    play.act(1, step());
    play.act(2, step());
    assert_eq!(play.campaign.play.path(), ["1805-01", "reinforcement"], "the substitute is asked");
    play.act(7, step());
    assert_eq!(play.campaign.play.path(), ["1805-01", "naval"]);
    // All leave; whoever comes can go on.
    for person in [1, 2, 7] {
        play.act(person, Act::Resign);
    }
    play.act(1, Act::OfferSeat { seat: seat(1), person: 8 });
    play.join(8);
    play.act(8, step());
    assert_eq!(play.campaign.play.path(), ["1805-01", "land"]);
    play.ends_verified();
}

#[test]
fn months_walk_to_the_end_of_1815() {
    let mut play = Play::in_months(2, |_| ());
    let mut phases = 0;
    let mut economic = 0;
    while play.campaign.play.stage == Stage::Playing {
        let (month, phase) = place(&play.campaign.play.path()).unwrap();
        let (year, n) = month.parts();
        assert!((1805..=1815).contains(&year));
        if year == 1805 {
            // The first year is walked phase by phase.
            phases += 1;
            economic += u32::from(phase == Phase::Economic);
            play.act(1, step());
            play.act(2, step());
        } else {
            assert_eq!(phase, Phase::Political);
            if n == 6 {
                play.roll(1, &[[6, 1]]);
                play.at += DAY;
            }
            play.act(2, ready(Through::Turn, false));
            play.act(1, ready(Through::Turn, false));
        }
    }
    assert_eq!((phases, economic), (12 * 4 + 4, 4));
    let months = kinds(&play.entries).iter().filter(|kind| *kind == "game:month_ended").count();
    assert_eq!(months, 11 * 12);
    let epochs = play.entries.iter().filter(|entry| matches!(entry.event, Event::Epoch { .. })).count();
    assert_eq!(epochs, 1 + 10, "of the choice, and of every month in which dice fell");
    let position = play.position();
    assert_eq!(position["concluded"]["by"], json!("calendar"));
    assert_eq!(position["concluded"]["winners"], json!([]), "nobody plays Britain here");
    assert_eq!(Month::try_from("1815-12".to_owned()).unwrap().next().to_string(), "1816-01");
    play.ends_verified();
}
