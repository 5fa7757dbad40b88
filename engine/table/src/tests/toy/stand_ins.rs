//! A stand-in who is asked for an order: he gives one of those that he is offered, by a roll; what is refused is not done, and then the
//! default is.

#![allow(clippy::unwrap_used)]
use super::tests::Play;
use super::{Happened, Position, Toy};
use crate::Stage;
use crate::act::Act;
use crate::event::TableEvent;
use crate::names::{By, SeatId};
use crate::order::Verb;
use crate::record::Extent;
use crate::verify::{Verdict, verify};
use crate::view::Viewer;
use serde_json::json;

/// The second seat is a stand-in's.
fn with_a_stand_in() -> Play {
    let mut play = Play::under("2");
    let act = |act: Act| Verb::Act { act, text: None };
    play.give(By::Person(2), act(Act::Resign)).unwrap();
    play.give(By::Person(1), act(Act::StandIn { seat: SeatId::numbered(2), on: true })).unwrap();
    play
}

/// He is challenged, and the clock looks in until nothing is due: what he ordered, and what he is said to have answered.
fn challenged(play: &mut Play) -> (u64, u32) {
    let before = play.entries.len();
    play.give(By::Person(1), Verb::Game(json!({"toy": "challenge", "of": "seat-2"}))).unwrap();
    for _ in 0..20 {
        if play.give(By::Bot, Verb::Tick).unwrap() == 0 {
            let made = &play.entries[before..];
            let ordered = made.iter().filter_map(|entry| match entry.table_event()? {
                TableEvent::StandInOrdered { order, .. } => order["points"].as_u64(),
                _ => None,
            });
            let answers = made.iter().filter_map(|entry| match entry.game_event::<Toy>()? {
                Happened::Answered { points, .. } => Some(points),
                _ => None,
            });
            let (ordered, answers): (Vec<u64>, Vec<u32>) = (ordered.collect(), answers.collect());
            assert_eq!(answers.len(), 1, "what was refused left something behind: {made:?}");
            return (ordered.first().copied().unwrap_or(9), answers[0]);
        }
    }
    panic!("the clock never comes to rest");
}

#[test]
fn a_stand_in_gives_the_order_that_is_awaited_or_the_default_is_done() {
    let mut play = with_a_stand_in();
    let mut answered: Vec<(u64, u32)> = Vec::new();
    for _ in 0..12 {
        answered.push(challenged(&mut play));
    }
    let (taken, refused): (Vec<_>, Vec<_>) = answered.into_iter().partition(|(ordered, _)| *ordered != 9);
    assert!(taken.len() > 2 && refused.len() > 1, "{taken:?} {refused:?}");
    assert!(taken.iter().all(|(ordered, points)| u64::from(*points) == *ordered && *points <= 3));
    assert!(refused.iter().all(|(_, points)| *points == 0));
    let position: Position =
        serde_json::from_value(play.campaign().play.game.view(&Viewer::Public).value()).unwrap();
    assert_eq!((position.answers.len(), position.challenged), (12, None));
    // Each order of his is decided again, while the campaign is open and when it is closed.
    let report = verify(play.written(Extent::Public).as_bytes(), &[]).unwrap();
    assert_eq!((report.verdict(), report.orders_waiting), (Verdict::Open, 0));
    play.give(By::Person(1), Verb::Close).unwrap();
    assert_eq!(play.campaign().play.stage, Stage::Closed);
    let report = verify(play.written(Extent::Whole).as_bytes(), &[]).unwrap();
    assert_eq!((report.verdict(), report.orders_waiting, report.rolls_waiting), (Verdict::Whole, 0, 0));
}

#[test]
fn a_forged_order_of_a_stand_in_is_named_by_its_line() {
    let mut play = with_a_stand_in();
    while challenged(&mut play).0 == 9 {}
    let at = play
        .entries
        .iter()
        .rposition(|entry| matches!(entry.table_event(), Some(TableEvent::StandInOrdered { .. })));
    let at = at.unwrap();
    let line = play.entries[at].line.unwrap().0;
    let wrong = play.forged(Extent::Public, usize::try_from(line).unwrap(), |value| {
        let points = value["p"]["e"]["order"]["points"].as_u64().unwrap();
        value["p"]["e"]["order"]["points"] = json!((points + 1) % 4);
    });
    assert_eq!((wrong.line, wrong.why.contains("another outcome")), (line + 1, true), "{}", wrong.why);
    // Nobody but the clock gives it.
    let act = Act::StandInOrders { seat: SeatId::numbered(2), frame: 1 };
    assert!(play.give(By::Person(1), Verb::Act { act: act.clone(), text: None }).is_err());
    // And the clock only where something is asked of him.
    assert!(play.give(By::Bot, Verb::Act { act, text: None }).is_err());
}
