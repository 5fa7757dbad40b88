//! Rolls on the land combat chart: on the record with what was asked, decided again from it, and refused out of bounds.
#![allow(clippy::unwrap_used)]

use crate::common::{self, Play, kinds, label};
use engine::table::canonical::canonical;
use engine::table::event::line_hash;
use engine::table::hash::Hash;
use engine::table::luck::{Purpose, Tally, fallen};
use engine::table::record::Extent;
use engine::table::verify::verify;
use engine::table::{Event, Verb};
use serde_json::{Value, json};

fn chart(asked: Value) -> Verb {
    Verb::Chart { asked, label: None }
}

fn on(table: &str, modifier: i32) -> Value {
    json!({"name": "land_combat", "table": table, "factors": 30, "modifier": modifier})
}

#[test]
fn what_was_asked_stands_with_the_order() {
    let mut play = Play::scripted(2, 0, json!({}), &[&[4], &[6]]).started();
    let made = play.must(1, chart(on("4-1", 1)));
    assert_eq!(kinds(&made), ["order:roll", "rolled"]);
    let line: Value = serde_json::from_str(&made[0].public).unwrap();
    let expected = json!({"factors": 30, "modifier": 1, "name": "land_combat", "table": "4-1"});
    assert_eq!((&line["chart"], &line["dice"]), (&expected, &json!([[6, 1]])));
    assert_eq!((&line["notation"], &line["seat"]), (&json!("1d6+1"), &json!("seat-1")));
    let rolled = made[1].event.rolled().unwrap();
    assert_eq!((rolled.slot.as_str(), &rolled.result), ("free/seat-1/1", &vec![4]));
    // It counts among the free rolls of the seat, and a plain roll has no chart.
    let made = play.roll(1, &[[6, 1]]);
    assert_eq!(made[1].event.rolled().unwrap().slot, "free/seat-1/2");
    assert!(!made[0].public.contains("chart"));
}

#[test]
fn out_of_bounds_nothing_is_rolled() {
    let mut play = Play::scripted(2, 0, json!({}), &[]).started();
    for wrong in [
        json!(null),
        json!({}),
        on("6-1", 0),
        on("4-1", 10),
        on("4-1", -10),
        json!({"name": "land_combat", "table": "4-1", "factors": 0, "modifier": 0}),
        json!({"name": "land_combat", "table": "4-1", "factors": 1000, "modifier": 0}),
        json!({"name": "sea_combat", "table": "4-1", "modifier": 0}),
    ] {
        play.refused(1, chart(wrong));
    }
    let long = Verb::Chart { asked: on("4-1", 0), label: Some(label(&"x".repeat(201))) };
    assert!(play.refused(1, long).contains("200"));
    assert!(play.refused(3, chart(on("4-1", 0))).contains("no seat"));
    assert!(play.asked().is_empty());
    let mut early = Play::scripted(2, 0, json!({}), &[]);
    early.join(1);
    assert!(early.refused(1, chart(on("4-1", 0))).contains("start of play"));
}

/// The record with the public part of one line changed, and every head made anew.
fn forged(file: &str, line: usize, change: impl Fn(&mut Value)) -> String {
    let mut head = Hash::default();
    let mut forged = String::new();
    for (i, text) in file.lines().enumerate() {
        let mut value: Value = serde_json::from_str(text).unwrap();
        if i == line {
            change(&mut value["p"]);
        }
        head = line_hash(&head, &canonical(&value["p"]).unwrap());
        value["h"] = json!(head);
        forged.push_str(&canonical(&value).unwrap());
        forged.push('\n');
    }
    forged
}

#[test]
fn a_verifier_decides_it_again_from_what_was_asked() {
    let mut play = Play::real(31, 2, 0, json!({})).started();
    play.must(1, chart(on("4-1", 1)));
    play.must(2, Verb::Chart { asked: on("5-5", -9), label: Some(label("port guns, Lorient")) });
    play.roll(2, &[[6, 2]]);
    play.must(1, Verb::Close);
    play.must(2, Verb::Close);
    for extent in [Extent::Public, Extent::Whole] {
        let report = verify(play.export(extent).as_bytes(), &[]).unwrap();
        assert_eq!((report.rolls_checked, report.rolls_waiting, report.orders_waiting), (3, 0, 0));
    }
    let file = play.export(Extent::Whole);
    assert_eq!(forged(&file, 0, |_| ()), file);
    let asked = |entry: &engine::table::Entry| matches!(&entry.event, Event::Order { fields, .. } if fields.contains_key("chart"));
    let line = play.entries.iter().filter(|entry| entry.line.is_some()).position(asked).unwrap();
    let wrong = |change: &dyn Fn(&mut Value)| {
        let wrong = verify(forged(&file, line, change).as_bytes(), &[]).unwrap_err();
        assert_eq!(wrong.line, line as u64 + 1, "{}", wrong.why);
        wrong.why
    };
    // A chart that does not go with its dice, is out of bounds, or is written in another way.
    assert!(wrong(&|p| p["chart"]["modifier"] = json!(2)).contains("another outcome"));
    assert!(wrong(&|p| p["notation"] = json!("1d6+2")).contains("another outcome"));
    assert!(wrong(&|p| p["dice"] = json!([[6, 2]])).contains("another outcome"));
    assert!(wrong(&|p| p["chart"]["table"] = json!("6-6")).contains("do not allow"));
    assert!(wrong(&|p| p["chart"]["more"] = json!(1)).contains("do not allow"));
}

#[test]
fn luck_is_told_by_seat_and_purpose() {
    let mut play = Play::scripted(2, 1, json!({}), &[&[4], &[6, 6], &[1], &[2, 20], &[5]]).started();
    play.must(1, chart(on("4-1", 1)));
    play.roll_for(2, &[[6, 2]], "port guns");
    play.roll(2, &[[6, 1]]);
    play.roll(2, &[[6, 1], [20, 1]]);
    play.must(2, Verb::Chart { asked: on("1-1", 0), label: Some(label("port guns")) });
    let rolls = fallen(&play.entries);
    let told: Vec<_> =
        rolls.iter().map(|roll| (roll.seat.as_ref().unwrap().to_string(), roll.purpose.clone())).collect();
    let guns = || Purpose::Text("port guns".to_owned());
    let row = |seat: &str, purpose| (seat.to_owned(), purpose);
    assert_eq!(
        told,
        [
            row("seat-1", Purpose::Chart),
            row("seat-2", guns()),
            row("seat-2", Purpose::Unsaid),
            row("seat-2", Purpose::Unsaid),
            row("seat-2", guns()),
        ]
    );
    let guns = Tally::of(rolls.iter().filter(|roll| roll.purpose == guns()).map(|roll| roll.rolled));
    assert_eq!((guns.rolls, guns.d6().dice(), guns.d6().mean()), (2, 3, Some(567)));
    let all = Tally::of(rolls.iter().map(|roll| roll.rolled));
    assert_eq!((all.rolls, all.dice(), all.d6().dice(), all.by[&20].fell(20)), (5, 7, 6, 1));

    // A text that was deleted leaves the roll standing.
    let mut entries = play.entries.clone();
    for entry in &mut entries {
        for part in &mut entry.secrets {
            (part.body, part.salt) = (None, None);
        }
    }
    assert_eq!(fallen(&entries)[1].purpose, Purpose::Deleted);

    // What the game rolls for is nobody's.
    let mut tied = Play::scripted(2, 0, json!({}), &[&[3, 5]]).started();
    tied.bid(vec![common::sheet([9, 1, 2, 3, 4, 5, 6]), common::sheet([9, 1, 2, 3, 4, 5, 6])]);
    let rolls = fallen(&tied.entries);
    assert_eq!((rolls[0].seat.clone(), &rolls[0].purpose), (None, &Purpose::Game("equal_bids".to_owned())));
}

#[test]
fn more_factors_than_the_casualty_chart_has_are_read_in_its_last_column_and_that_of_the_rest() {
    let columns = |of| engine::eia::charts::columns(of).collect::<Vec<_>>();
    assert_eq!([19, 20, 21, 40, 47].map(columns), [vec![19], vec![20], vec![20, 1], vec![20], vec![20, 7]]);
    assert!(columns(0).is_empty());
}
