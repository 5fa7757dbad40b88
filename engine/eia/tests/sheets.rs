//! Economic sheets that lie sealed while the board goes on: what they come to, and who is told.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, sealing};
use crate::economy::{account, kept, seen, to_the_sheets};
use crate::peace::{BRITAIN, FRANCE, PRUSSIA, SPAIN, order};
use engine::eia::economy::sheet::Came;
use engine::eia::powers::Power;
use engine::eia::rounds::Choice;
use engine::table::envelope::otherwise;
use engine::table::event::Event as Line;
use engine::table::{By, Entry, SeatId, Verb};
use serde_json::json;
use std::collections::BTreeMap;

fn round(play: &Play) -> String {
    let view = play.campaign.public_view();
    view.rounds.iter().find(|round| round.round.starts_with("budget/")).unwrap().round.clone()
}

fn holds(play: &mut Play, person: u32, power: &str, place: &str) -> Vec<Entry> {
    play.must(person, order(json!({"control": "tell", "place": place, "power": power})))
}

/// Whom entries tell that his sheet comes to something else, with what.
fn told(entries: &[Entry]) -> Vec<(SeatId, BTreeMap<Power, [Came; 2]>)> {
    let of = |entry: &Entry| match &entry.event {
        Line::Otherwise { seat, .. } => {
            let says = otherwise::read(entry).unwrap().clone();
            Some((seat.clone(), serde_json::from_value(says).unwrap()))
        }
        _ => None,
    };
    entries.iter().filter_map(of).collect()
}

/// What lies on a player's own sheet otherwise than when he sealed it.
fn differs(play: &Play, person: u32) -> BTreeMap<Power, [Came; 2]> {
    let view = play.campaign.view_for(By::Person(person), false);
    let round = view.rounds.iter().find(|round| round.round.starts_with("budget/")).unwrap();
    let sealed = round.mine.as_ref().unwrap().sealed.as_ref().unwrap();
    let Some(Choice::Budget(sheet)) = sealed.contents.of::<engine::eia::EmpiresInArms>() else { panic!() };
    engine::eia::economy::sheet::otherwise(&seen(play, person), &sheet)
}

#[test]
fn who_sealed_is_told_once_when_the_board_makes_his_sheet_another() {
    let mut play = kept();
    to_the_sheets(&mut play);
    let round = round(&play);
    let now = seen(&play, FRANCE);
    let held: Vec<_> = now.board.of(Power::France).map(|(province, _)| province).collect();
    let taxed: Vec<_> = held.into_iter().filter(|province| now.taxes(*province) > 0).take(2).collect();
    let capital = |n: usize| format!("area/{}", taxed[n].on_map().capital.key());
    // Who has sealed nothing is told nothing.
    assert!(told(&holds(&mut play, BRITAIN, "great_britain", &capital(0))).is_empty());
    play.must(FRANCE, sealing(&round, &json!({"counters/france/corps": 5})));
    play.must(SPAIN, sealing(&round, &json!({"counters/spain/corps": 5})));
    assert_eq!(differs(&play, FRANCE), BTreeMap::new());
    let made = holds(&mut play, BRITAIN, "great_britain", &capital(1));
    let of = told(&made);
    let [(seat, says)] = of.as_slice() else { panic!("{of:?}") };
    assert_eq!(Some(seat), play.campaign.seat_of(By::Person(FRANCE)));
    let [came, then] = says[&Power::France];
    assert_eq!(came.has[0] - then.has[0], now.taxes(taxed[1]));
    // What changes further his desk shows; he is not written to again.
    assert!(told(&holds(&mut play, FRANCE, "france", &capital(0))).is_empty());
    let [before, now] = differs(&play, FRANCE)[&Power::France];
    assert_eq!(before, came);
    assert!(now.has[0] > then.has[0]);
    assert_eq!(differs(&play, SPAIN), BTreeMap::new());
}

#[test]
fn a_refusal_to_trade_while_sheets_are_sealed_is_taken_and_tells_the_partner() {
    let mut play = kept();
    to_the_sheets(&mut play);
    let round = round(&play);
    play.must(SPAIN, sealing(&round, &json!({"counters/spain/corps": 5, "buy/spain/infantry": 10})));
    play.must(PRUSSIA, sealing(&round, &json!({"counters/prussia/corps": 4})));
    let refuse = |refuse: bool| {
        order(json!({"economy": "trade", "power": "great_britain", "with": "spain", "refuse": refuse}))
    };
    let made = play.must(BRITAIN, refuse(true));
    let of = told(&made);
    let [(seat, says)] = of.as_slice() else { panic!("{of:?}") };
    assert_eq!(Some(seat), play.campaign.seat_of(By::Person(SPAIN)));
    let [came, now] = says[&Power::Spain];
    assert_eq!((now.has[0], now.left[0]), (came.has[0] - 8, came.left[0] - 8));
    assert_eq!(differs(&play, SPAIN), *says);
    // It is on no line of the record, and its owner alone reads it.
    let entry = made.iter().find(|entry| matches!(entry.event, Line::Otherwise { .. })).unwrap();
    assert!(entry.line.is_none() && entry.secrets[0].to.includes(Some(seat)));
    assert!(!entry.secrets[0].to.includes(play.campaign.seat_of(By::Person(FRANCE))));
    // Back again: it comes to what he saw, and nobody is told anything; then he is told anew.
    assert!(told(&play.must(BRITAIN, refuse(false))).is_empty());
    assert_eq!(differs(&play, SPAIN), BTreeMap::new());
    assert_eq!(told(&play.must(BRITAIN, refuse(true))).len(), 1);
    // Whoever seals it as it stands has seen it.
    play.must(SPAIN, sealing(&round, &json!({"counters/spain/corps": 5, "buy/spain/infantry": 10})));
    assert_eq!(differs(&play, SPAIN), BTreeMap::new());
    assert_eq!(told(&play.must(BRITAIN, refuse(false))).len(), 1);
    // He does nothing: the sheet stands, and his account says what it came to when he sealed it.
    let [came, now] = differs(&play, SPAIN)[&Power::Spain];
    for person in 1..=7 {
        if ![SPAIN, PRUSSIA].contains(&person) {
            play.must(person, sealing(&round, &json!({})));
        }
        play.must(person, Verb::Final { round: round.clone() });
    }
    let own = account(&play, SPAIN, Power::Spain);
    assert_eq!((own.sealed, own.came()), (Some(came), now));
    assert_eq!(account(&play, PRUSSIA, Power::Prussia).sealed, None);
    play.ends_verified();
}
