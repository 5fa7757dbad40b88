//! A fault that is found later: what follows from it, how far, and that nothing secret comes through.

#![allow(clippy::unwrap_used)]
use super::tests::Play;
use crate::act::Act;
use crate::event::{Event, TableEvent, Text};
use crate::forward::follow::follow;
use crate::forward::lines::amendable;
use crate::forward::{Amends, Differs, Followed, Until, Why};
use crate::names::{By, SeatId};
use crate::order::Verb;
use crate::record::Extent;
use crate::secret::Secret;
use crate::values::Change;
use crate::verify::verify;
use crate::{Entry, Refusal};
use serde_json::{Value, json};

const ONE: By = By::Person(1);
const TWO: By = By::Person(2);

/// Gives an order of the game and says on which line it stands.
fn gives(play: &mut Play, by: By, order: Value) -> u64 {
    let line = play.campaign().next_line;
    play.give(by, Verb::Game(order)).unwrap();
    line
}

/// Tells a value; what rests on the other's assent he confirms. The line of the order by which it counts.
fn tells(play: &mut Play, by: By, of: u32, value: i64) -> u64 {
    let line = play.campaign().next_line;
    let act = Act::Tell { key: key(of), value };
    play.give(by, Verb::Act { act, text: None }).unwrap();
    let Some(telling) = play.campaign().play.tellings.keys().next().copied() else { return line };
    let line = play.campaign().next_line;
    let other = if by == ONE { TWO } else { ONE };
    play.give(other, Verb::Act { act: Act::Confirm { telling }, text: None }).unwrap();
    line
}

fn key(of: u32) -> String {
    format!("score/seat-{of}")
}

fn score(play: &Play, of: u32) -> i64 {
    play.campaign().values().into_iter().find(|value| value.key == key(of)).unwrap().now
}

fn after(line: u64, of: u32, value: i64) -> Amends {
    Amends::Value { line, key: key(of), value }
}

fn change(of: u32, before: i64, after: i64) -> Change {
    Change { key: key(of), before, after }
}

fn proposes(play: &mut Play, amends: &Amends) -> Result<Followed, Refusal> {
    let followed = follow(&play.entries, amends)?;
    let text = Text { text: "Found in March".to_owned(), salt: Secret::new([7; 32]) };
    let verb =
        Verb::Forward { amends: amends.clone(), followed: Box::new(followed.clone()), text: Some(text) };
    play.give(ONE, verb)?;
    Ok(followed)
}

fn dice(entries: &[Entry]) -> Vec<Vec<u32>> {
    entries.iter().filter_map(|entry| entry.event.rolled()).map(|rolled| rolled.result.clone()).collect()
}

/// Both have scored, and what was told of the first was three too low; the number of that line.
fn wrongly_told() -> (Play, u64) {
    let mut play = Play::under("2");
    gives(&mut play, ONE, json!({"toy": "gain", "points": 4}));
    gives(&mut play, TWO, json!({"toy": "gain", "points": 11}));
    let line = tells(&mut play, TWO, 1, 9);
    play.toss();
    gives(&mut play, ONE, json!({"toy": "interest"}));
    tells(&mut play, ONE, 1, 10);
    play.toss();
    (play, line)
}

#[test]
fn a_fault_is_followed_over_dice_that_stay_as_they_are_and_made_good_by_the_difference() {
    let (mut play, line) = wrongly_told();
    let before = play.entries.clone();
    // With 12 he would have had the interest of 2 too; what was told later moved it by one.
    let followed = proposes(&mut play, &after(line, 1, 12)).unwrap();
    assert_eq!(followed.values, [change(1, 10, 15)]);
    assert_eq!((followed.until, followed.left_out, followed.turns), (None, vec![], 0));
    let leads =
        Differs { what: "leader".into(), before: Some("seat-2".into()), after: Some("seat-1".into()) };
    assert_eq!(followed.others, [leads]);
    assert_eq!(play.entries[..before.len()], before, "nothing on the record is rewritten");
    assert_eq!(dice(&play.entries), dice(&before), "and no die is thrown");
    assert_eq!(score(&play, 1), 10, "it is proposed");
    // Meanwhile it moves, and the difference is what holds.
    gives(&mut play, ONE, json!({"toy": "spend", "points": 6}));
    let agreed = play.campaign().next_line;
    play.give(TWO, Verb::Act { act: Act::Agree { correction: 1 }, text: None }).unwrap();
    assert_eq!((score(&play, 1), score(&play, 2)), (4 + 5, 13));
    let corrected = play.entries.iter().find_map(|entry| match &entry.event {
        Event::Corrected { what, before, after } => {
            Some((entry.line?.0, what.clone(), before.clone(), after.clone()))
        }
        _ => None,
    });
    let (line, what, was, is) = corrected.unwrap();
    assert_eq!((line > agreed, what, was, is), (true, key(1), json!(4), json!(9)));
    let report = verify(play.written(Extent::Public).as_bytes(), &[]).unwrap();
    assert_eq!(report.orders_waiting, 0, "a stranger has played it again too");
}

#[test]
fn an_order_that_is_no_longer_possible_is_left_out_and_said() {
    let mut play = Play::under("2");
    gives(&mut play, TWO, json!({"toy": "gain", "points": 1}));
    let wrong = gives(&mut play, ONE, json!({"toy": "gain", "points": 5}));
    let spent = gives(&mut play, ONE, json!({"toy": "spend", "points": 3}));
    gives(&mut play, TWO, json!({"toy": "gain", "points": 2}));
    let not_given = Amends::Order { line: wrong, instead: None };
    let refused = proposes(&mut play, &not_given).unwrap_err();
    assert!(
        refused.says.to_string().contains("nothing to make good"),
        "{refused}: a score that was never there"
    );
    gives(&mut play, ONE, json!({"toy": "gain", "points": 1}));
    let followed = proposes(&mut play, &not_given).unwrap();
    assert_eq!((followed.left_out, followed.values), (vec![spent], vec![change(1, 3, 1)]));
    // As it should have read, nothing is left out.
    let instead = json!({"toy": "gain", "points": 4}).as_object().cloned();
    let followed = follow(&play.entries, &Amends::Order { line: wrong, instead }).unwrap();
    assert_eq!((followed.left_out, followed.values), (vec![], vec![change(1, 3, 2)]));
    // What should have been must have been allowed.
    let instead = json!({"toy": "spend", "points": 1}).as_object().cloned();
    let refused = follow(&play.entries, &Amends::Order { line: wrong, instead }).unwrap_err();
    assert!(refused.says.to_string().contains("was not allowed then"), "{refused}");
}

#[test]
fn it_is_followed_up_to_the_first_die_that_would_have_been_another() {
    let mut play = Play::under("2");
    let line = gives(&mut play, ONE, json!({"toy": "gain", "points": 5}));
    gives(&mut play, ONE, json!({"toy": "gain", "points": 1}));
    play.toss();
    let bet = gives(&mut play, ONE, json!({"toy": "bet"}));
    let roll = play.entries.iter().rev().find_map(|entry| entry.event.rolled()).unwrap().id.clone();
    gives(&mut play, ONE, json!({"toy": "gain", "points": 7}));
    let followed = follow(&play.entries, &after(line, 1, 8)).unwrap();
    assert_eq!(followed.until, Some(Until { line: bet, why: Why::Die, roll: Some(roll) }));
    assert_eq!(followed.values, [change(1, 6, 9)], "as far as that, and no further");
    // Made good is the difference of then.
    let now = score(&play, 1);
    proposes(&mut play, &after(line, 1, 8)).unwrap();
    play.give(TWO, Verb::Act { act: Act::Agree { correction: 1 }, text: None }).unwrap();
    assert_eq!(score(&play, 1), now + 3);
    verify(play.written(Extent::Public).as_bytes(), &[]).unwrap();
    // The bet itself led to a die: it stands, and only what follows from it can be another.
    let not_given = Amends::Order { line: bet, instead: None };
    assert!(follow(&play.entries, &not_given).unwrap_err().says.to_string().contains("led to dice"));
    assert_eq!(follow(&play.entries, &after(bet, 1, 0)).unwrap().values.len(), 1);
}

#[test]
fn opened_envelopes_stand_and_what_is_closed_ends_the_way_without_showing() {
    let sealed = |points: u32, answer: &str| {
        let mut play = Play::under("2");
        let line = gives(&mut play, ONE, json!({"toy": "gain", "points": 5}));
        gives(&mut play, ONE, json!({"toy": "sheet"}));
        for (by, choice) in
            [(ONE, json!({"war": "seat-2", "answer": answer})), (TWO, json!({"answer": "yes"}))]
        {
            let round = "sheet/0".to_owned();
            play.give(by, Verb::Seal { round: round.clone(), choice, word: None }).unwrap();
            play.give(by, Verb::Final { round }).unwrap();
        }
        gives(&mut play, ONE, json!({"toy": "gain", "points": 1}));
        let open = follow(&play.entries, &after(line, 1, 7)).unwrap();
        assert_eq!((open.until, open.values), (None, vec![change(1, 6, 8)]), "the opened sheet is the same");
        let hidden = gives(&mut play, TWO, json!({"toy": "hide", "secret": {"points": points}}));
        gives(&mut play, ONE, json!({"toy": "compare"}));
        gives(&mut play, ONE, json!({"toy": "gain", "points": 1}));
        let followed = proposes(&mut play, &after(line, 1, 7)).unwrap();
        assert_eq!(followed.until, Some(Until { line: hidden, why: Why::Closed, roll: None }));
        let made = play.entries.iter().rev().take(3);
        let public: Vec<String> = made.map(|entry| entry.public.clone()).collect();
        assert!(!public.concat().contains("canary") && !public.concat().contains("61"), "{public:?}");
        verify(play.written(Extent::Public).as_bytes(), &[]).unwrap();
        for by in [ONE, TWO] {
            play.give(by, Verb::Close).unwrap();
        }
        verify(play.written(Extent::Whole).as_bytes(), &[]).unwrap();
        followed
    };
    assert_eq!(sealed(61, "canary"), sealed(6, "no"), "what is sealed makes no difference to it");
}

#[test]
fn what_is_told_of_it_is_checked_by_who_checks_the_record() {
    let (mut play, line) = wrongly_told();
    proposes(&mut play, &after(line, 1, 12)).unwrap();
    let is = |entry: &Entry| matches!(entry.table_event(), Some(TableEvent::RestitutionProposed { .. }));
    let at = play.entries.iter().filter(|entry| entry.line.is_some()).position(is).unwrap();
    let wrong = play.forged(Extent::Public, at, |line| {
        line["p"]["e"]["forward"]["followed"]["values"][0]["after"] = json!(16);
        line["p"]["e"]["changes"][0]["after"] = json!(16);
    });
    assert_eq!(wrong.line, at as u64 + 1, "{}", wrong.why);
    let wrong = play.forged(Extent::Public, at - 1, |line| line["p"]["amends"]["value"] = json!(13));
    assert!(wrong.line >= at as u64, "{}", wrong.why);
    // Played again as of another moment, another comes out.
    let wrong =
        play.forged(Extent::Public, at - 1, |line| line["p"]["read"] = json!(line["p"]["amends"]["line"]));
    assert!(wrong.line >= at as u64, "{}", wrong.why);
}

#[test]
fn it_is_refused_where_nothing_follows_and_while_a_value_of_it_is_open() {
    let (mut play, line) = wrongly_told();
    let refused = |play: &mut Play, amends: &Amends| proposes(play, amends).unwrap_err().says.to_string();
    assert!(refused(&mut play, &after(line, 1, 9)).contains("nothing to make good"));
    assert!(refused(&mut play, &after(line, 1, 100)).contains("can have 0 points to 99 points"));
    assert!(refused(&mut play, &after(line, 7, 1)).contains("no such value"));
    for line in [0, line + 1, 9_999] {
        assert!(refused(&mut play, &after(line, 1, 12)).contains("No order that could have read"), "{line}");
    }
    let act = Act::Correct { key: key(1), value: 20 };
    let text = Some(Text { text: "Miscounted".to_owned(), salt: Secret::new([8; 32]) });
    play.give(ONE, Verb::Act { act, text }).unwrap();
    assert!(refused(&mut play, &after(line, 1, 12)).contains("open already"));
    // And the other way round.
    play.give(TWO, Verb::Act { act: Act::Agree { correction: 1 }, text: None }).unwrap();
    proposes(&mut play, &after(line, 2, 3)).unwrap();
    let act = Act::Correct { key: key(2), value: 20 };
    let text = Some(Text { text: "Miscounted".to_owned(), salt: Secret::new([9; 32]) });
    let refused = play.give(ONE, Verb::Act { act, text }).unwrap_err();
    assert!(refused.says.to_string().contains("open already"));
    // A correction said what the value is, and that ends the fault of before.
    assert_eq!(follow(&play.entries, &after(line, 1, 12)).unwrap().values, []);
    // Whom it affects objects, and nobody else is there: it does not hold.
    play.give(TWO, Verb::Act { act: Act::Object { correction: 2 }, text: None }).unwrap();
    assert!(play.campaign().play.corrections.is_empty());
}

/// A second time would move the value by the same difference once more.
#[test]
fn a_fault_is_made_good_once() {
    let (mut play, line) = wrongly_told();
    proposes(&mut play, &after(line, 1, 12)).unwrap();
    let proposed = play.campaign().play.corrections[&1].line;
    play.give(TWO, Verb::Act { act: Act::Agree { correction: 1 }, text: None }).unwrap();
    let stands = score(&play, 1);
    let not_given = Amends::Order { line, instead: None };
    for again in [after(line, 1, 12), after(line, 1, 11), not_given] {
        let refused = proposes(&mut play, &again).unwrap_err().says.to_string();
        assert!(
            refused.contains(&format!("made good already, by the correction on line {proposed}")),
            "{refused}"
        );
    }
    assert_eq!(score(&play, 1), stands);
    // Another value of the same order is another fault.
    proposes(&mut play, &after(line, 2, 3)).unwrap();
    verify(play.written(Extent::Public).as_bytes(), &[]).unwrap();
}

#[test]
fn the_orders_that_something_followed_from_are_listed_newest_first() {
    let (play, line) = wrongly_told();
    let listed: Vec<u64> = amendable(&play.entries).iter().map(|told| told[0].line.unwrap().0).collect();
    assert!(listed.is_sorted_by(|a, b| a > b), "{listed:?}");
    assert!(listed.contains(&line) && listed.len() == 7, "{listed:?}: what did nothing in the game is not");
    assert_eq!(SeatId::numbered(1).to_string(), "seat-1");
}
