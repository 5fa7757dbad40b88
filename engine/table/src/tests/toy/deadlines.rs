//! Deadlines of sheets in parts, with an operator whose envelope comes before all others: what a stranger can check of them while some of it
//! is closed, and when nothing is.
#![allow(clippy::unwrap_used)]

use super::tests::Play;
use crate::chance::Chain;
use crate::decide::found_under;
use crate::event::{Entry, Event, TableEvent};
use crate::names::{By, SeatId, Word};
use crate::order::{Founding, Order, Verb};
use crate::record::Extent;
use crate::timing::Timing;
use crate::verify::{Report, Verdict, verify};
use crate::votes::NO;
use crate::{Act, Campaign, decide};
use serde_json::{Value, json};

const HOUR: i64 = 3600;
const SHEET: &str = "sheet/0";

fn seat(n: u32) -> SeatId {
    SeatId::numbered(n)
}

/// A table of three with a clock, at which play has begun; the first is the host, and the operator where there is one.
struct AtTable {
    play: Play,
    operators: u32,
    at: i64,
}

impl AtTable {
    fn of(operators: u32) -> AtTable {
        let founding = Founding {
            at: 0,
            campaign: "k7q2m4x9aa".to_owned(),
            game: "toy".to_owned(),
            scenario: "toy".to_owned(),
            seats: 3,
            operator_seats: operators,
            options: json!({}),
            timing: Some(Timing { quiet: None, remind: 0, ..Timing::default() }),
            umpire: None,
        };
        let mut chance = Chain::founding(([1; 32], [2; 32]));
        let entries = found_under(&founding, Some("2"), &mut chance).unwrap();
        let play = Play { entries, roots: chance.founded().unwrap() };
        let mut table = AtTable { play, operators, at: 0 };
        for n in 1..=3 {
            table.gives(By::Person(n), Verb::Join { word: Word::read(&format!("word{n}")).unwrap() });
        }
        table.gives(By::Person(1), Verb::Start);
        table
    }

    fn gives(&mut self, by: By, verb: Verb) -> Vec<Entry> {
        let operator = by.person().is_some_and(|n| n <= self.operators);
        let order = Order { at: self.at, by, operator, verb };
        let mut chance = Chain::of(&self.play.roots, ([3; 32], [4; 32]));
        let made = decide(&self.play.campaign(), &order, &mut chance).unwrap();
        if let Some(roots) = chance.founded() {
            self.play.roots = roots;
        }
        self.play.entries.extend(made.iter().cloned());
        made
    }

    fn orders(&mut self, n: u32, order: Value) -> Vec<Entry> {
        self.gives(By::Person(n), Verb::Game(order))
    }

    fn seals(&mut self, n: u32, choice: Value) {
        let round = self.play.campaign().play.rounds.keys().next().unwrap().clone();
        self.gives(By::Person(n), Verb::Seal { round: round.clone(), choice, word: None });
        if n > self.operators {
            self.gives(By::Person(n), Verb::Final { round });
        }
    }

    /// So many hours pass, and the clock looks in until nothing is due; what the table tells.
    fn hours(&mut self, hours: i64) -> Vec<TableEvent> {
        self.at += hours * HOUR;
        let mut told = Vec::new();
        for _ in 0..20 {
            let made = self.gives(By::Bot, Verb::Tick);
            if made.is_empty() {
                return told;
            }
            told.extend(made.iter().filter_map(Entry::table_event));
        }
        panic!("the clock never comes to rest");
    }

    fn votes(&mut self, n: u32, option: u32) -> Vec<TableEvent> {
        let vote = *self.play.campaign().play.votes.keys().next().unwrap();
        let made = self.gives(By::Person(n), Verb::Act { act: Act::Cast { vote, option }, text: None });
        made.iter().filter_map(Entry::table_event).collect()
    }

    fn closed(mut self) -> AtTable {
        for n in 1..=3 {
            self.gives(By::Person(n), Verb::Close);
        }
        self
    }

    fn checked(&self, extent: Extent) -> Report {
        let file = self.play.written(extent);
        assert_eq!(Campaign::fold(&self.play.entries).as_ref(), Ok(&self.play.campaign()));
        verify(file.as_bytes(), &[]).unwrap_or_else(|wrong| panic!("line {}: {}", wrong.line, wrong.why))
    }

    /// How many orders wait in the public record as it stands.
    fn waiting(&self) -> u64 {
        self.checked(Extent::Public).orders_waiting
    }

    fn codes(&self) -> Vec<&SeatId> {
        let sealed = self.play.entries.iter().filter_map(|entry| match &entry.event {
            Event::Sealed { seat, .. } => Some(seat),
            _ => None,
        });
        sealed.collect()
    }
}

fn defaulted(seats: &[u32]) -> TableEvent {
    TableEvent::Defaulted { round: SHEET.to_owned(), seats: seats.iter().map(|n| seat(*n)).collect() }
}

fn is_extended(told: &[TableEvent]) -> bool {
    told.iter().any(|event| matches!(event, TableEvent::RoundExtended { .. }))
}

fn verdict(report: &Report) -> (Verdict, u64) {
    (report.verdict(), report.orders_waiting)
}

#[test]
fn the_operators_empty_sheet_takes_its_default_and_the_others_have_their_time_then() {
    let mut table = AtTable::of(1);
    table.orders(2, json!({"toy": "sheet"}));
    let told = table.hours(48);
    assert!(told.contains(&defaulted(&[1])) && is_extended(&told), "{told:?}");
    assert_eq!(table.codes(), [&seat(1)], "his code stands on the record, whoever seals");
    // What lies under it is closed: that it is the default is seen when it opens.
    assert_eq!(table.waiting(), 1);
    table.seals(2, json!({"war": "seat-3", "answer": "yes"}));
    table.seals(3, json!({"answer": "no"}));
    assert!(table.play.campaign().play.rounds.is_empty(), "it is open");
    // The parts that nobody asked for are closed: in his sheet, and in what was opened.
    assert_eq!(table.waiting(), 2);
    table.orders(2, json!({"toy": "ask", "of": "seat-1"}));
    assert_eq!(table.waiting(), 1, "of his sheet all is open, and it is sealed again");
    let table = table.closed();
    assert_eq!(verdict(&table.checked(Extent::Whole)), (Verdict::Whole, 0));
    // Without the bodies what was opened is closed for ever; the default is sealed again under the veil key.
    assert_eq!(table.checked(Extent::Public).orders_waiting, 1);
}

#[test]
fn in_a_closed_campaign_a_default_that_nobody_was_asked_for_is_sealed_again_under_the_veil_key() {
    let mut table = AtTable::of(1);
    table.orders(2, json!({"toy": "sheet"}));
    table.hours(48);
    table.seals(2, json!({"war": "seat-1"}));
    table.seals(3, json!({}));
    let table = table.closed();
    assert_eq!(verdict(&table.checked(Extent::Whole)), (Verdict::Whole, 0));
    assert_eq!(table.checked(Extent::Public).orders_waiting, 1, "the opening alone");
}

#[test]
fn the_operators_sheet_is_sealed_again_once_all_of_its_parts_are_open() {
    let mut table = AtTable::of(1);
    table.orders(2, json!({"toy": "sheet"}));
    table.seals(1, json!({"war": "seat-2", "answer": "perhaps"}));
    assert_eq!(table.waiting(), 1, "what he sealed is closed");
    table.seals(2, json!({"war": "seat-3", "answer": "yes"}));
    table.seals(3, json!({"answer": "no"}));
    assert_eq!(table.waiting(), 2, "his answer is closed");
    table.orders(2, json!({"toy": "ask", "of": "seat-1"}));
    assert_eq!(table.waiting(), 1);
    assert_eq!(verdict(&table.closed().checked(Extent::Whole)), (Verdict::Whole, 0));
}

#[test]
fn who_missed_a_grave_sheet_twice_gets_the_default_by_vote_and_the_others_are_taken_as_they_sealed() {
    let mut table = AtTable::of(0);
    table.orders(2, json!({"toy": "sheet", "grave": true}));
    table.seals(1, json!({"war": "seat-2"}));
    table.seals(2, json!({"war": "seat-3"}));
    assert!(is_extended(&table.hours(72)));
    table.hours(72);
    table.votes(1, NO);
    let told = table.votes(2, NO);
    assert!(!told.contains(&defaulted(&[3])), "he has a day from the vote on: {told:?}");
    let told = table.hours(48);
    assert!(told.contains(&defaulted(&[3])) && !is_extended(&told), "{told:?}");
    let wars: Vec<String> = table.play.campaign().public_view().game.value()["wars"]
        .as_array()
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(wars, [r#"["seat-1","seat-2"]"#, r#"["seat-2","seat-3"]"#]);
    assert_eq!(table.waiting(), 1, "the opening alone");
    assert_eq!(verdict(&table.closed().checked(Extent::Whole)), (Verdict::Whole, 0));
}

#[test]
fn by_vote_the_operator_alone_takes_the_default_for_whom_the_others_waited() {
    let mut table = AtTable::of(1);
    table.orders(2, json!({"toy": "sheet", "grave": true}));
    assert!(is_extended(&table.hours(72)));
    table.hours(72);
    table.votes(2, NO);
    table.votes(3, NO);
    let told = table.hours(48);
    assert!(told.contains(&defaulted(&[1])) && is_extended(&told), "{told:?}");
    assert_eq!(table.codes(), [&seat(1)]);
    assert_eq!(table.waiting(), 1, "his sheet is closed");
    table.seals(2, json!({"war": "seat-3"}));
    table.seals(3, json!({}));
    let table = table.closed();
    assert_eq!(verdict(&table.checked(Extent::Whole)), (Verdict::Whole, 0));
}

#[test]
fn after_a_restore_parts_of_another_sheet_under_the_same_numbers_are_not_taken_for_these() {
    let mut table = AtTable::of(1);
    for (i, answer) in ["perhaps", "never"].into_iter().enumerate() {
        table.orders(2, json!({"toy": "sheet"}));
        table.seals(1, json!({"war": "seat-2", "answer": answer}));
        table.seals(2, json!({"war": "seat-3", "answer": "yes"}));
        table.seals(3, json!({"answer": "no"}));
        table.orders(2, json!({"toy": "ask", "of": "seat-1"}));
        assert_eq!(table.waiting(), i as u64 + 1, "each opening, and nothing of what the operator sealed");
        if i == 0 {
            table.gives(By::Bot, Verb::Restored);
            for n in 1..=3 {
                table.gives(By::Person(n), Verb::Word { word: Word::read(&format!("again{n}")).unwrap() });
            }
        }
    }
    let parts = table.play.entries.iter().filter_map(|entry| match &entry.event {
        Event::Part { round, seat: of, part, n, .. } if *of == seat(1) => {
            Some((round.as_str(), part.as_str(), *n))
        }
        _ => None,
    });
    let told = [(SHEET, "war", 1), (SHEET, "answer", 2), ("sheet/1", "war", 1), ("sheet/1", "answer", 2)];
    assert_eq!(parts.collect::<Vec<_>>(), told);
}
