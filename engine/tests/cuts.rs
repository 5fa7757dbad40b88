//! What a record that is not whole passes for: cut at every line, taken from its close, of other rules, beside heads from posts; and free
//! rolls told otherwise.
#![allow(clippy::unwrap_used)]

use crate::common::forged::Forged;
use crate::common::{Play, founding, label, seat, sheet};
use crate::{everything, strongbox, verify as records};
use engine::table::hash::Hash;
use engine::table::record::Extent;
use engine::table::verify::{Copied, Report, Stretch, Verdict, Wrong, verify};
use engine::table::{Act, Stage, Verb};
use rstest::rstest;
use serde_json::{Value, json};

fn check(file: &str) -> Result<Report, Wrong> {
    verify(file.as_bytes(), &[])
}

/// Cuts a record after every line but the last. In the middle of an order it is wrong, in that order; else it is open and ends where it
/// was cut, but where bodies stand in it that only a closed campaign's export has. Gives how many cuts were wrong and how many open.
fn cut_at_every_line(play: &Play, extent: Extent) -> (u64, u64) {
    let file = play.export(extent);
    let lines: Vec<&str> = file.split_inclusive('\n').collect();
    let read: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (mut wrong, mut open) = (0, 0);
    let mut order = 0;
    for n in 1..lines.len() {
        if read[n - 1]["p"]["k"] == "order" {
            order = n;
        }
        let at_an_end = read[n]["p"]["k"] == "order";
        let has_bodies = read[..n].iter().any(|line| line.get("s").is_some());
        match check(&lines[..n].concat()) {
            Ok(report) => {
                assert!(at_an_end && !has_bodies, "cut after line {n}, in {}", lines[order - 1]);
                assert_eq!((report.verdict(), report.lines), (Verdict::Open, n as u64));
                assert_eq!(report.last_at, read[n - 1]["p"]["at"].as_i64());
                assert_eq!(json!(report.head), read[n - 1]["h"]);
                open += 1;
            }
            Err(told) => {
                assert!(!at_an_end || has_bodies, "cut after line {n}: {}", told.why);
                assert!((order as u64..=n as u64).contains(&told.line), "cut after line {n}: {told:?}");
                wrong += 1;
            }
        }
    }
    (wrong, open)
}

/// A campaign of the players and a stand-in who plays the choice of powers.
pub fn with_a_stand_in(close: bool) -> Play {
    let mut play = Play::founded(&founding(3, 0, json!({"ceiling": 30})));
    play.join(1);
    play.join(2);
    play.act(1, Act::StandIn { seat: seat(3), on: true });
    play.must(1, Verb::Start);
    let at = play.at + 60;
    play.clock_at(at);
    if close {
        for (person, first) in [(1, 30), (2, 29)] {
            play.seal(person, sheet([first, 1, 2, 3, 4, 5, 6]));
            play.make_final(person);
        }
        play.must(1, Verb::Close);
        play.must(2, Verb::Close);
        assert_eq!(play.campaign.play.stage, Stage::Closed);
    }
    play
}

/// Strongboxes in use: an item shown to all, one to one seat, and the squadrons of two fleets.
pub fn with_strongboxes(close: bool) -> Play {
    let mut play = strongbox::sealed();
    play.must(1, strongbox::show("Brest", None));
    play.must(1, strongbox::show("Plan", Some(2)));
    play.must(1, strongbox::squadrons(None));
    play.roll(1, &[[6, 1]]);
    if close {
        for person in 1..=3 {
            play.must(person, Verb::Close);
        }
    }
    play
}

#[test]
fn a_record_cut_anywhere_is_wrong_or_says_where_it_ends() {
    for (name, play) in [
        ("everything", everything::everything()),
        ("an evening", records::evening()),
        ("ties", records::played(true)),
        ("a stand-in", with_a_stand_in(true)),
        ("strongboxes", with_strongboxes(true)),
    ] {
        assert_eq!(play.campaign.play.stage, Stage::Closed, "{name}");
        let (wrong, open) = cut_at_every_line(&play, Extent::Public);
        assert_eq!(wrong + open, play.campaign.next_line - 1);
        assert!(wrong > 10 && open > 5, "{name}: {wrong} wrong, {open} open");
        if name != "everything" {
            let (whole_wrong, whole_open) = cut_at_every_line(&play, Extent::Whole);
            assert!(
                whole_wrong > wrong && whole_open < open,
                "{name}: {whole_wrong} wrong, {whole_open} open"
            );
        }
    }
}

#[test]
fn the_squadrons_of_one_fleet_cannot_be_cut_off_from_those_of_another() {
    let mut play = strongbox::sealed();
    play.must(1, strongbox::squadrons(None));
    let mut forged = Forged::of(&play, Extent::Public);
    let order = forged.order(0, "squadrons");
    assert_eq!(forged.p(order)["fleets"], json!(2));
    forged.lines.pop();
    forged.caught(order, "another outcome");
}

#[test]
fn nothing_hangs_on_a_stand_in_s_draw_that_is_still_hidden() {
    let play = with_a_stand_in(false);
    let drawn = Forged::of(&play, Extent::Public);
    let order = drawn.order(0, "stand_in_acts");
    assert_eq!(check(&drawn.file()).unwrap().first_waiting, Some(order as u64 + 1));
    let forged = || Forged::of(&play, Extent::Public);
    let mut more = forged();
    let at = more.p(order)["at"].clone();
    let e = json!({"k": "power_taken", "power": "turkey", "seat": "seat-2", "bid": 0, "goal": 1, "how": "bid", "rules": []});
    more.lines.insert(order + 2, json!({"p": {"at": at, "by": "bot", "e": e, "k": "game"}}));
    more.caught(order + 2, "another outcome");
    let mut dice = forged();
    dice.p(order + 1)["dice"] = json!([[1000, 41]]);
    dice.caught(order, "not the one that the rules ask for");
    let mut slot = forged();
    slot.p(order + 1)["slot"] = json!("stand-in/seat-3/9/2");
    slot.caught(order, "not the one that the rules ask for");
    let mut seals = forged();
    seals.p(order + 1)["seals"][0]["to"] = json!("seat-1");
    seals.caught(order + 1, "one seal, which is its code");
    let mut code = forged();
    code.p(order + 1)["code"] = json!(Hash([1; 32]));
    code.caught(order + 1, "one seal, which is its code");
    let mut missing = forged();
    missing.lines.truncate(order + 1);
    missing.caught(order, "missing");
}

#[test]
fn bodies_without_the_close_are_those_of_a_record_that_was_cut() {
    let play = records::played(true);
    let mut forged = Forged::of(&play, Extent::Whole);
    let close = forged.order(3, "close");
    forged.lines.truncate(close);
    let wrong = check(&forged.file()).unwrap_err();
    assert_eq!(wrong.line, close as u64);
    assert!(wrong.why.contains("its end was cut off"), "{}", wrong.why);
    // The same cut of what is public is open: nothing in the file tells of more.
    let mut public = Forged::of(&play, Extent::Public);
    public.lines.truncate(close);
    let report = check(&public.file()).unwrap();
    assert_eq!((report.verdict(), report.lines), (Verdict::Open, close as u64));
}

#[test]
fn a_closed_record_lacks_nothing_that_nobody_could_have_deleted() {
    let whole = |play: &Play| check(&play.export(Extent::Whole)).unwrap();
    let public = |play: &Play| check(&play.export(Extent::Public)).unwrap();
    let boxes = with_strongboxes(true);
    assert_eq!((whole(&boxes).verdict(), whole(&boxes).bodies_missing), (Verdict::Whole, 0));
    // Three sheets, and what was shown to one; his note's text could have been deleted.
    assert_eq!((public(&boxes).verdict(), public(&boxes).bodies_missing), (Verdict::Lacking, 4));
    assert_eq!(public(&boxes).texts_missing, 5);
    let draws = with_a_stand_in(true);
    assert_eq!(whole(&draws).verdict(), Verdict::Whole);
    assert_eq!((public(&draws).verdict(), public(&draws).bodies_missing), (Verdict::Lacking, 1));
    // Labels can be deleted, and then the export of a closed campaign is that of an open one and its close.
    let labels = records::played(true);
    assert_eq!((public(&labels).verdict(), public(&labels).texts_missing), (Verdict::Whole, 3));
    // While it is open nobody has them.
    assert_eq!(public(&with_strongboxes(false)).verdict(), Verdict::Open);
}

#[rstest]
#[case("0")]
#[case("")]
#[case("999999")]
fn a_revision_that_is_not_here_decides_nothing_and_says_so(#[case] revision: &str) {
    let play = records::played(true);
    let mut forged = Forged::of(&play, Extent::Whole);
    let here = forged.p(0)["rules"].as_str().unwrap().to_owned();
    forged.p(0)["rules"] = json!(revision);
    let report = check(&forged.file()).unwrap();
    assert_eq!((report.verdict(), report.orders_decided), (Verdict::NotDecided, 0));
    let stretch = Stretch { line: 1, revision: revision.to_owned(), known: false };
    assert_eq!((report.game, report.rules), ("eia".to_owned(), vec![stretch]));
    assert_eq!(report.rules_here, here);
}

#[test]
fn heads_with_a_number_of_lines_find_every_cut() {
    let play = records::played(false);
    let file = play.export(Extent::Public);
    let lines: Vec<&str> = file.split_inclusive('\n').collect();
    let heads: Vec<Hash> = play.entries.iter().filter_map(|entry| entry.line).map(|(_, head)| head).collect();
    let posted = |n: usize| Copied { head: heads[n - 1].short(), lines: Some(n as u64) };
    let all: Vec<Copied> = (1..=heads.len()).map(posted).collect();
    assert_eq!(verify(file.as_bytes(), &all).unwrap().heads_found, heads.len() as u64);
    let last = posted(heads.len());
    for n in 1..lines.len() {
        let cut = lines[..n].concat();
        if check(&cut).is_err() {
            continue;
        }
        let wrong = verify(cut.as_bytes(), std::slice::from_ref(&last)).unwrap_err();
        assert_eq!(wrong.line, n as u64);
        let why =
            format!("The record is cut: it ends here, after {n} lines, but it had {} when", heads.len());
        assert!(wrong.why.starts_with(&why), "{}", wrong.why);
        // The number alone finds it, whatever the head is.
        let other = Copied { head: "0".repeat(16), ..last.clone() };
        assert!(verify(cut.as_bytes(), &[other]).unwrap_err().why.starts_with(&why));
    }
    let why = |head: Copied| verify(file.as_bytes(), &[head]).unwrap_err().why;
    assert!(why(Copied { lines: Some(4), ..posted(5) }).contains("stands at line 5, but was posted when"));
    assert!(
        why(Copied { head: heads[9].hex()[..15].to_owned(), lines: Some(10) }).contains("stands nowhere")
    );
    assert!(why(Copied { head: "0".repeat(64), lines: Some(3) }).contains("another at line 3"));
    assert!(why(Copied { head: "0".repeat(64), lines: None }).contains("stands nowhere"));
}

/// Free rolls of every sort, two of them labelled, one void and rolled again, and two on the chart.
pub fn rolls() -> Play {
    let mut founding = founding(3, 0, json!({"ceiling": 60, "spare": "uncontrolled"}));
    founding.umpire = Some(9);
    let mut play = Play::founded(&founding).started();
    let roll = |notation: &str, text: Option<&str>| Verb::Roll {
        notation: notation.to_owned(),
        label: text.map(label),
    };
    let chart = |factors: Option<u32>, text: Option<&str>| {
        let mut asked = json!({"name": "land_combat", "table": "4-1", "modifier": 1});
        if let Some(factors) = factors {
            asked["factors"] = json!(factors);
        }
        Verb::Chart { asked, label: text.map(label) }
    };
    play.must(1, roll("2d6+1", None));
    play.must(1, roll("6 x 3d6 drop lowest +2 >= 9", Some("storms")));
    play.must(2, roll("12d6<=4", None));
    play.must(1, chart(Some(30), None));
    play.must(2, chart(None, Some("port guns")));
    let made = play.must(3, chart(Some(12), None));
    let id = made[1].event.rolled().unwrap().id.clone();
    play.act_saying(9, Act::Void { id }, "wrong table");
    for person in 1..=3 {
        play.must(person, Verb::Close);
    }
    play
}

#[test]
fn what_the_dice_of_a_free_roll_came_to_stands_with_them() {
    let rolls = rolls();
    let rolled: Vec<_> = rolls.entries.iter().filter_map(|entry| entry.event.rolled()).collect();
    let came_to = |n: usize| {
        let read = rolled[n].read.as_ref().unwrap();
        (read.how.notation.clone(), read.came_to.clone())
    };
    let sum: u32 = rolled[0].result.iter().sum::<u32>() + 1;
    assert_eq!(came_to(0), ("2d6+1".to_owned(), json!([{"total": sum}])));
    let (notation, throws) = came_to(1);
    assert_eq!(notation, "6x3d6dl1+2>=9");
    let expected: Vec<Value> = rolled[1]
        .result
        .chunks(3)
        .map(|dice| dice.iter().sum::<u32>() - dice.iter().min().unwrap() + 2)
        .map(|total| json!({"met": total >= 9, "total": total}))
        .collect();
    assert_eq!(throws, json!(expected));
    let successes = rolled[2].result.iter().filter(|face| **face <= 4).count();
    assert_eq!(came_to(2).1[0]["successes"], json!(successes));
    // The chart's cells stand in the tests of the chart; factors are told only where some were given.
    let loss = |n: usize| {
        engine::eia::charts::charts()
            .loss(engine::eia::charts::TableName::of(4, 1).unwrap(), rolled[n].result[0] as i32 + 1)
    };
    for n in 3..=6 {
        let (loss, (notation, read)) = (loss(n), came_to(n));
        assert_eq!(notation, "1d6+1");
        assert_eq!(
            (&read["percent"], &read["morale"], &read["result"]),
            (&json!(loss.percent), &json!(loss.morale), &json!(loss.result))
        );
        assert_eq!(read.get("factors").is_some(), n != 4, "{read}");
    }
    assert_eq!(rolled[6].attempt, 1);
    assert_eq!(rolled[6].read.as_ref().unwrap().how, rolled[5].read.as_ref().unwrap().how);
    let report = check(&rolls.export(Extent::Whole)).unwrap();
    assert_eq!((report.verdict(), report.orders_waiting), (Verdict::Whole, 0));
}

/// Every way of telling an order's field otherwise that leaves its dice as they are.
#[rstest]
#[case::another_modifier(0, "notation", json!("2d6+5"))]
#[case::no_modifier(0, "notation", json!("2d6"))]
#[case::a_comparison(0, "notation", json!("2d6+1>=3"))]
#[case::not_in_its_normal_form(0, "notation", json!("2d6 + 1"))]
#[case::another_drop(1, "notation", json!("6x3d6dh1+2>=9"))]
#[case::another_target(1, "notation", json!("6x3d6dl1+2>=10"))]
#[case::other_dice(2, "notation", json!("12d8<=4"))]
#[case::more_factors(3, "chart", json!({"factors": 31, "modifier": 1, "name": "land_combat", "table": "4-1"}))]
#[case::factors_that_lose_as_many(3, "chart", json!({"factors": 29, "modifier": 1, "name": "land_combat", "table": "4-1"}))]
#[case::no_factors(3, "chart", json!({"modifier": 1, "name": "land_combat", "table": "4-1"}))]
#[case::another_table(3, "chart", json!({"factors": 30, "modifier": 1, "name": "land_combat", "table": "5-5"}))]
#[case::another_chart_modifier(3, "chart", json!({"factors": 30, "modifier": 2, "name": "land_combat", "table": "4-1"}))]
#[case::another_table_under_a_label(4, "chart", json!({"modifier": 1, "name": "land_combat", "table": "4-2"}))]
fn a_free_roll_told_otherwise_is_caught(#[case] roll: usize, #[case] field: &str, #[case] told: Value) {
    let play = rolls();
    for extent in [Extent::Public, Extent::Whole] {
        let mut forged = Forged::of(&play, extent);
        let order = forged.order(roll, "roll");
        assert_ne!(forged.p(order)[field], told);
        forged.p(order)[field] = told.clone();
        let wrong = check(&forged.file()).unwrap_err();
        let at = order as u64 + 1;
        assert!((at..=at + 1).contains(&wrong.line), "{wrong:?}");
    }
    // Nor is the reading told otherwise beside a true order.
    let mut forged = Forged::of(&play, Extent::Public);
    let rolled = forged.order(roll, "roll") + 1;
    forged.p(rolled)["read"][field] = told;
    forged.caught(rolled, "another outcome");
    let mut left_out = Forged::of(&play, Extent::Public);
    left_out.p(rolled).as_object_mut().unwrap().remove("read");
    left_out.caught(rolled, "another outcome");
}

#[test]
fn what_a_free_roll_came_to_is_not_told_otherwise() {
    let play = rolls();
    for (roll, key, value) in
        [(0, "/0/total", json!(99)), (1, "/3/met", json!("x")), (2, "/0/successes", json!(13))]
    {
        let mut forged = Forged::of(&play, Extent::Public);
        let rolled = forged.order(roll, "roll") + 1;
        *forged.p(rolled).pointer_mut(&format!("/read/came_to{key}")).unwrap() = value;
        forged.caught(rolled, "another outcome");
    }
    for key in ["factors", "morale", "percent", "result"] {
        let mut forged = Forged::of(&play, Extent::Public);
        let rolled = forged.order(3, "roll") + 1;
        forged.p(rolled)["read"]["came_to"][key] = json!(77);
        forged.caught(rolled, "another outcome");
    }
    // A void roll is read again as it was asked at first.
    let mut forged = Forged::of(&play, Extent::Public);
    let again = forged.order(0, "void") + 2;
    assert_eq!(forged.p(again)["attempt"], json!(1));
    forged.p(again)["read"]["chart"]["factors"] = json!(13);
    forged.caught(again, "another outcome");
}

#[test]
fn an_outcome_of_another_moment_than_its_order_is_caught() {
    for at in [1, 4_102_444_800_i64] {
        let mut forged = Forged::of(&with_strongboxes(false), Extent::Public);
        let shown = forged.kind(0, "shown");
        forged.p(shown)["at"] = json!(at);
        forged.caught(shown, "another moment than the order");
    }
}

#[test]
fn a_text_is_sealed_once_and_for_all_though_it_is_not_in_the_file() {
    for verb in ["ask", "correct", "set_back", "exchange"] {
        let seals: [fn(&Value) -> Value; 3] = [
            |seal| json!([seal, seal]),
            |seal| json!([seal, {"code": seal["code"], "to": "seat-1"}]),
            |seal| json!([{"code": seal["code"], "to": "seat-1"}]),
        ];
        for change in seals {
            let mut forged = Forged::of(&everything::everything(), Extent::Public);
            let order = forged.order(0, verb);
            forged.lines[order].as_object_mut().unwrap().remove("s");
            let seal = forged.p(order)["seals"][0].clone();
            forged.p(order)["seals"] = change(&seal);
            forged.caught(order, "Its texts are sealed for others, or in another number");
        }
    }
}
