//! Checking records: an evening's, one with every byte flipped, and forged ones whose hashes were all made anew.
#![allow(clippy::unwrap_used)]

use crate::common::forged::Forged;
use crate::common::{DAY, Play, fixed_roots, kinds, sheet, sheet_preferring, untied};
use engine::eia::powers::Power;
use engine::eia::rounds::CHOICE_OF_POWERS;
use engine::table::act::{Act, Through};
use engine::table::chain::{Roots, seal_salt};
use engine::table::hash::Hash;
use engine::table::record::Extent;
use engine::table::verify::{Copied, Report, Wrong, verify};
use engine::table::{Event, Stage, Verb};
use rstest::rstest;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

fn check(file: &str) -> Result<Report, Wrong> {
    verify(file.as_bytes(), &[])
}

/// A head as it was copied from a post that does not say the number of lines.
fn copied(head: String) -> Copied {
    Copied { head, lines: None }
}

/// Verifies the public record as it stands; it is right at every moment of play.
fn right_now(play: &Play) -> Report {
    let report = check(&play.export(Extent::Public)).unwrap();
    assert_eq!(report.lines, play.campaign.next_line);
    assert_eq!(report.head, play.campaign.head);
    report
}

/// An evening of seven: words, free rolls with labels, bids with ties, epochs ended in three ways.
pub fn evening() -> Play {
    let mut play = Play::real(20, 7, 1, json!({"ceiling": 60}));
    for person in 1..=7 {
        play.join(person);
        right_now(&play);
    }
    play.must(7, Verb::Undo);
    play.join(7);
    play.must(1, Verb::Start);
    right_now(&play);
    for person in 1..=7 {
        play.roll_for(
            person,
            &[[6, 2], [20, 1]],
            &format!("Who brings the crisps, {person}? “Ünïcode” \\ \"quoted\""),
        );
        play.roll(person, &[[100, 1]]);
        right_now(&play);
    }
    play.must(2, Verb::Reveal);
    play.must(3, Verb::Reveal);
    assert_eq!(right_now(&play).rolls_waiting, 0);
    play.lay_down(4, "newword");
    play.roll_for(4, &[[1, 1], [1000, 3]], "old word still");
    play.at += 7 * DAY;
    play.bot(Verb::Tick);
    play.roll(4, &[[6, 1]]);
    right_now(&play);
    // Three bid 30 for France and two 20 for Spain, each with a word of his own in the sheet.
    let mut sheets: Vec<Value> = (1..=7).map(untied).collect();
    for (n, bids) in [(1, [1, 30, 2, 3, 4, 5, 6]), (3, [2, 30, 3, 4, 5, 6, 7]), (4, [3, 30, 4, 5, 6, 20, 8])]
    {
        sheets[n] = sheet(bids);
        sheets[n]["word"] = json!(format!("sealed{n}"));
    }
    play.seal(1, sheets[0].clone());
    let operator = right_now(&play);
    assert_eq!((operator.seals_waiting, operator.orders_waiting), (1, 1));
    for (person, body) in (2..).zip(sheets.into_iter().skip(1)) {
        play.seal(person, body);
        play.make_final(person);
        right_now(&play);
    }
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
    for person in 1..=3 {
        play.roll(person, &[[6, 3]]);
    }
    right_now(&play);
    for person in 1..=7 {
        play.must(person, Verb::Close);
        right_now(&play);
    }
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    play
}

#[test]
fn an_evening_verifies_at_every_moment_and_nothing_waits_at_the_end() {
    let play = evening();
    let whole = check(&play.export(Extent::Whole)).unwrap();
    assert!(whole.rolls_checked >= 20 && whole.epochs >= 2, "{whole:?}");
    assert_eq!((whole.seals_checked - whole.texts_checked, whole.salts_checked), (7, 7));
    assert!(whole.seals_checked >= 8);
    assert_eq!((whole.rolls_waiting, whole.seals_waiting, whole.veiled_waiting), (0, 0, 0));
    assert_eq!((whole.orders_waiting, whole.texts_missing), (0, 0));
    let orders = kinds(&play.entries).iter().filter(|kind| kind.starts_with("order:")).count() as u64;
    assert_eq!(whole.orders_decided, orders);
    let public = right_now(&play);
    assert_eq!((public.texts_checked, public.texts_missing), (0, whole.texts_checked));
    let seals_checked = public.seals_checked + public.texts_missing;
    assert_eq!(
        Report { seals_checked, texts_checked: public.texts_missing, texts_missing: 0, ..public },
        whole
    );
    let throws = play.entries.iter().filter_map(|entry| entry.event.rolled());
    assert!(throws.filter(|rolled| rolled.purpose == "equal_bids").count() >= 1, "a tie was rolled for");
}

#[test]
fn deleted_texts_are_counted_and_everything_else_is_still_checked() {
    let mut play = evening();
    let whole = check(&play.export(Extent::Whole)).unwrap();
    let has_text = |i: &usize| play.entries[*i].line.is_some() && !play.entries[*i].secrets.is_empty();
    let texts: Vec<usize> = (0..play.entries.len()).filter(has_text).collect();
    for (deleted, i) in (1..).zip(texts) {
        for part in &mut play.entries[i].secrets {
            (part.body, part.salt) = (None, None);
        }
        let report = check(&play.export(Extent::Whole)).unwrap();
        let want = Report {
            seals_checked: whole.seals_checked - deleted,
            texts_checked: whole.texts_checked - deleted,
            texts_missing: deleted,
            ..whole.clone()
        };
        assert_eq!(report, want);
    }
    assert_eq!(play.export(Extent::Whole), play.export(Extent::Public));
}

#[test]
fn heads_copied_from_the_channel_are_found() {
    let play = evening();
    let file = play.export(Extent::Public);
    let heads: Vec<Hash> = play.entries.iter().filter_map(|entry| entry.line).map(|(_, head)| head).collect();
    let known = [heads[0].hex(), heads[17].short(), heads[heads.len() - 1].hex()].map(copied);
    assert_eq!(verify(file.as_bytes(), &known).unwrap().heads_found, 3);
    let strangers = [
        Hash::default().hex(),
        heads[3].hex()[..15].to_owned(),
        heads[3].hex()[1..17].to_owned(),
        String::new(),
    ];
    for stranger in strangers {
        let wrong = verify(file.as_bytes(), &[copied(stranger.clone())]).unwrap_err();
        assert!(wrong.why.contains("stands nowhere") && wrong.line == heads.len() as u64, "{stranger}");
    }
    // Posted when the record had as many lines as now, or one more.
    let last = heads.len() as u64;
    for (lines, why) in
        [(last, format!("has another at line {last}")), (last + 1, "The record is cut".to_owned())]
    {
        let posted = Copied { head: Hash::default().hex(), lines: Some(lines) };
        let wrong = verify(file.as_bytes(), &[posted]).unwrap_err();
        assert!(wrong.why.contains(&why), "{lines}: {}", wrong.why);
    }
}

/// A closed campaign of exactly 60 lines with everything in it: labels, ties, words, epochs, the veil key.
fn sixty_lines() -> String {
    let mut play = Play::real(21, 2, 1, json!({"ceiling": 30, "spare": "uncontrolled"})).started();
    play.seal(1, sheet([15, 0, 1, 2, 3, 4, 5]));
    play.roll_for(2, &[[6, 2]], "Ünïcode “label” \\ \t");
    play.seal(2, sheet([15, 6, 1, 2, 3, 4, 5]));
    play.make_final(2);
    play.lay_down(2, "later");
    play.roll_for(1, &[[20, 1], [6, 3]], "second");
    play.at += 8 * DAY;
    play.bot(Verb::Tick);
    for person in 1..=2 {
        play.must(person, Verb::Act { act: Act::Ready { through: Through::Step, hold: false }, text: None });
    }
    while play.campaign.next_line < 53 {
        play.roll(2, &[[6, 1]]);
    }
    play.at += 8 * DAY;
    play.bot(Verb::Tick);
    play.must(1, Verb::Close);
    play.must(2, Verb::Close);
    play.export(Extent::Whole)
}

#[test]
fn a_byte_flipped_is_caught_with_its_line() {
    each_byte_flipped_is_caught(3);
}

#[test]
#[ignore = "long: run in release"]
fn long_every_byte_flipped_is_caught_with_its_line() {
    each_byte_flipped_is_caught(1);
}

/// Flips every `nth` byte of a record by itself.
fn each_byte_flipped_is_caught(nth: usize) {
    let file = sixty_lines();
    let report = check(&file).unwrap();
    assert_eq!((report.lines, report.texts_checked, report.rolls_waiting), (60, 2, 0), "{file}");
    let next = AtomicUsize::new(0);
    let flip = || {
        let mut flipped = file.clone().into_bytes();
        loop {
            let place = next.fetch_add(nth, Ordering::Relaxed);
            if place >= flipped.len() {
                break;
            }
            let line = flipped[..place].iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
            flipped[place] ^= 1;
            let wrong = verify(&flipped, &[]).expect_err("a flipped byte was not caught");
            assert_eq!(wrong.line, line, "byte {place}: {}", wrong.why);
            flipped[place] ^= 1;
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(flip);
        }
    });
    assert!(next.load(Ordering::Relaxed) >= file.len() && file.len() > 12_000);
}

#[rstest]
#[case::nothing("", 1, "empty")]
#[case::a_blank_line("\n", 1, "not JSON")]
#[case::no_json("hello\n", 1, "not JSON")]
#[case::not_an_object("[]\n", 1, "not a JSON object")]
#[case::null("null\n", 1, "null")]
fn what_is_no_record_is_told(#[case] file: &str, #[case] line: u64, #[case] why: &str) {
    let wrong = check(file).unwrap_err();
    assert!(wrong.line == line && wrong.why.contains(why), "{}", wrong.why);
}

#[test]
fn cut_doubled_and_swapped_lines_are_caught() {
    let file = sixty_lines();
    let lines: Vec<&str> = file.split_inclusive('\n').collect();
    let line_of = |lines: &[&str]| check(&lines.concat()).unwrap_err().line;
    assert_eq!(line_of(&[&lines[..10], &lines[11..]].concat()), 11);
    assert_eq!(line_of(&[&lines[..10], &lines[9..]].concat()), 11);
    assert_eq!(line_of(&[&lines[..10], &[lines[11], lines[10]], &lines[12..]].concat()), 11);
    assert_eq!(line_of(&[&lines[..59], &[lines[59].trim_end()]].concat()), 60);
    assert_eq!(line_of(&[&lines[..], &["\n"]].concat()), 61);
    assert_eq!(line_of(&[&lines[..], &[lines[59]]].concat()), 61);
    assert_eq!(line_of(&[&["\u{feff}"], &lines[..]].concat()), 1);
    let crlf = file.replace('\n', "\r\n");
    assert_eq!(check(&crlf).unwrap_err().line, 1);
    let spaced = file.replacen("\"p\":{", "\"p\": {", 1);
    assert_eq!(check(&spaced).unwrap_err().line, 1);
}

/// Four players, the first the operator's, with labels, a tie, new words and two epochs.
pub fn played(close: bool) -> Play {
    let mut play = Play::real(22, 4, 1, json!({"ceiling": 60})).started();
    for person in 1..=4 {
        play.roll(person, &[[6, 2]]);
    }
    play.roll_for(2, &[[6, 2]], "first label");
    play.lay_down(3, "changed");
    play.roll_for(3, &[[20, 2]], "second label");
    play.at += 8 * DAY;
    play.bot(Verb::Tick);
    play.roll_for(2, &[[6, 2]], "third label");
    let preference = Power::STANDARD;
    play.seal(1, sheet_preferring([0, 1, 2, 3, 4, 5, 40], preference));
    play.seal(2, sheet_preferring([50, 1, 2, 3, 4, 5, 6], preference));
    play.seal(3, sheet_preferring([0, 45, 2, 3, 4, 5, 6], preference));
    play.seal(4, sheet_preferring([0, 45, 2, 3, 4, 7, 6], preference));
    for person in 2..=4 {
        play.make_final(person);
    }
    play.roll(2, &[[6, 2]]);
    if close {
        for person in 1..=4 {
            play.must(person, Verb::Close);
        }
    }
    play
}

fn forged() -> Forged {
    Forged::of(&played(true), Extent::Whole)
}

#[test]
fn what_is_put_together_unchanged_verifies() {
    let play = played(true);
    assert_eq!(forged().file(), play.export(Extent::Whole));
    check(&forged().file()).unwrap();
    let mut again = forged();
    for i in 0..again.lines.len() {
        if again.lines[i]["p"]["k"] == "rolled" {
            again.roll_again(i);
        }
        if again.lines[i]["p"]["k"] == "opened" {
            again.seal_again(i);
        }
    }
    assert_eq!(again.file(), play.export(Extent::Whole));
}

#[test]
fn a_changed_result_is_caught() {
    let mut forged = forged();
    let at = forged.kind(1, "rolled");
    forged.p(at)["result"] = json!([6, 6]);
    forged.caught(at, "not those of the seed");
}

#[test]
fn a_result_that_its_dice_have_not_is_caught_whether_the_seed_is_out_or_not() {
    let play = played(false);
    for (result, why) in [
        (json!([7, 1]), "none that these dice can fall to"),
        (json!([0, 1]), "none that these dice can fall to"),
        (json!([4_294_967_295_u32, 1]), "none that these dice can fall to"),
        (json!([1, 1, 1]), "none that these dice can fall to"),
    ] {
        let mut forged = Forged::of(&play, Extent::Public);
        let at = forged.find(0, |p| p["k"] == "rolled" && p["dice"] == json!([[6, 2]]));
        forged.p(at)["result"] = result;
        forged.caught(at, why);
    }
    use engine::table::roll::Dice;
    let shuffled = |places: &[u32]| Dice::Shuffle(3).can_fall(places);
    assert!(shuffled(&[2, 0, 1]) && !shuffled(&[2, 0]) && !shuffled(&[0, 1, 1]) && !shuffled(&[1, 2, 3]));
    let dice = |result: &[u32]| Dice::Of(vec![[6, 1], [10, 2]]).can_fall(result);
    assert!(dice(&[6, 10, 1]) && !dice(&[10, 6, 1]) && !dice(&[6, 10]));
}

#[test]
fn a_result_of_another_count_is_caught() {
    let mut forged = forged();
    let at = forged.kind(1, "rolled");
    let first = forged.p(at)["result"][0].clone();
    forged.p(at)["result"] = json!([first]);
    forged.caught(at, "none that these dice can fall to");
}

#[rstest]
#[case::of_a_bare_roll(0)]
#[case::of_a_labelled_roll(4)]
#[case::of_a_tie(7)]
fn a_word_left_out_is_caught(#[case] roll: usize, #[values(Extent::Public, Extent::Whole)] extent: Extent) {
    // The strongest forger: he knows the seed and gives the dice that fall without the word.
    let mut forged = Forged::of(&played(true), extent);
    let at = forged.kind(roll, "rolled");
    forged.p(at)["entropy"].as_array_mut().unwrap().pop();
    forged.roll_again(at);
    let wrong = check(&forged.file()).unwrap_err();
    let order = (0..=at).rev().find(|&i| forged.lines[i]["p"]["k"] == "order").unwrap();
    assert!((order as u64 + 1..=at as u64 + 1).contains(&wrong.line), "{wrong:?}");
}

#[rstest]
fn an_older_word_is_caught(#[values(Extent::Public, Extent::Whole)] extent: Extent) {
    let mut forged = Forged::of(&played(true), extent);
    // The third label's roll is of epoch 2, where seat 3's word is the changed one.
    let at = forged.kind(6, "rolled");
    assert_eq!(forged.p(at)["entropy"][1], json!(["seat-3", "changed"]));
    forged.p(at)["entropy"][1] = json!(["seat-3", "word3"]);
    forged.roll_again(at);
    assert!(check(&forged.file()).is_err());
}

#[test]
fn words_never_laid_down_unsorted_or_the_operator_s_are_caught() {
    let change = |entropy: Value, why: &str| {
        let mut forged = forged();
        let at = forged.kind(0, "rolled");
        forged.p(at)["entropy"] = entropy;
        forged.roll_again(at);
        forged.caught(at, why);
    };
    change(json!([["seat-2", "lucky"], ["seat-3", "word3"], ["seat-4", "word4"]]), "never laid down");
    change(json!([["seat-3", "word3"], ["seat-2", "word2"], ["seat-4", "word4"]]), "not sorted");
    change(json!([["seat-2", "word2"], ["seat-2", "word2"], ["seat-4", "word4"]]), "not sorted");
    change(json!([["seat-1", "word1"], ["seat-2", "word2"]]), "operator's own seat");
}

#[test]
fn words_are_checked_even_where_the_rules_are_of_another_revision() {
    let mut forged = forged();
    forged.p(0)["rules"] = json!("999");
    let report = check(&forged.file()).unwrap();
    assert_eq!(report.orders_decided, 0);
    assert!(report.orders_waiting > 0 && report.rolls_checked > 0);
    let at = forged.kind(4, "rolled");
    forged.p(at)["entropy"].as_array_mut().unwrap().pop();
    forged.roll_again(at);
    forged.caught(at, "frozen");
}

#[test]
fn a_power_given_to_another_seat_is_caught() {
    let mut forged = forged();
    let at = forged.game(0, "power_taken");
    assert_eq!(forged.p(at)["e"]["seat"], json!("seat-2"));
    forged.p(at)["e"]["seat"] = json!("seat-4");
    forged.caught(at, "another outcome");
}

#[rstest]
#[case("goal", json!(1))]
#[case("bid", json!(0))]
#[case("power", json!("turkey"))]
#[case("rules", json!([]))]
#[case("how", json!("preference"))]
fn a_taking_told_otherwise_is_caught(#[case] key: &str, #[case] value: Value) {
    let mut forged = forged();
    let at = forged.game(0, "power_taken");
    forged.p(at)["e"][key] = value;
    forged.caught(at, "another outcome");
}

#[test]
fn takings_in_another_order_are_caught() {
    let mut forged = forged();
    let (first, second) = (forged.game(0, "power_taken"), forged.game(2, "power_taken"));
    forged.lines.swap(first, second);
    forged.caught(first, "another outcome");
}

#[test]
fn a_tie_decided_the_other_way_is_caught() {
    let mut forged = forged();
    let at = forged.game(0, "bids_tied");
    forged.p(at)["e"]["order"].as_array_mut().unwrap().reverse();
    forged.caught(at, "another outcome");
}

#[test]
fn a_roll_skipped_is_caught() {
    // The free roll itself, but not its order.
    let mut forged = forged();
    let order = forged.order(0, "roll");
    forged.lines.remove(order + 1);
    let later = forged.kind(0, "rolled");
    forged.caught(later, "1.1 comes next");
    // And with every later roll of the epoch renumbered: the order has no dice now.
    let mut n = 0;
    for line in &mut forged.lines {
        if line["p"]["k"] == "rolled" && line["p"]["epoch"] == json!(1) {
            n += 1;
            line["p"]["id"] = json!(format!("1.{n}"));
        }
    }
    forged.caught(order, "does not have");
}

#[test]
fn a_free_roll_taken_out_with_its_order_leaves_a_gap() {
    let mut forged = forged();
    let order = forged.find(0, |p| p["verb"] == "roll" && p["seat"] == "seat-2");
    forged.lines.drain(order..order + 2);
    let mut n = 0;
    for line in &mut forged.lines {
        if line["p"]["k"] == "rolled" && line["p"]["epoch"] == json!(1) {
            n += 1;
            line["p"]["id"] = json!(format!("1.{n}"));
        }
    }
    let next = forged.find(0, |p| p["slot"] == "free/seat-2/2");
    forged.caught(next, "numbered without gaps");
}

#[test]
fn a_slot_rolled_twice_is_caught() {
    let mut forged = forged();
    let at = forged.find(0, |p| p["slot"] == "free/seat-2/2");
    forged.p(at)["slot"] = json!("free/seat-2/1");
    forged.roll_again(at);
    forged.caught(at, "cannot be rolled here");
    forged.p(at)["attempt"] = json!(1);
    forged.roll_again(at);
    forged.caught(at, "cannot be rolled here as attempt 1");
}

#[test]
fn an_opened_choice_changed_with_its_code_is_caught_where_it_matters() {
    // Seat 2 would rather have Turkey. Body, code and every hash are made anew; the salt is the veil key's.
    let mut forged = forged();
    let opened = forged.find(0, |p| p["k"] == "opened" && p["seat"] == "seat-2");
    forged.p(opened)["body"]["choice"]["bids"] = sheet([6, 1, 2, 3, 4, 5, 50])["bids"].clone();
    forged.seal_again(opened);
    let first = forged.game(0, "power_taken");
    forged.caught(first, "another outcome");
}

#[test]
fn an_opened_choice_changed_where_it_does_not_matter_shows_in_the_heads() {
    // Two low bids exchanged: no outcome depends on them, so nothing in the record contradicts it. The receipt in the player's DM does,
    // and so does every head posted since.
    let play = played(true);
    let mut forged = Forged::of(&play, Extent::Whole);
    let opened = forged.find(0, |p| p["k"] == "opened" && p["seat"] == "seat-2");
    forged.p(opened)["body"]["choice"]["bids"]["prussia"] = json!(4);
    forged.p(opened)["body"]["choice"]["bids"]["russia"] = json!(3);
    forged.seal_again(opened);
    let file = forged.file();
    assert!(check(&file).is_ok());
    let wrong = verify(file.as_bytes(), &[copied(play.campaign.head.short())]).unwrap_err();
    assert!(wrong.why.contains("stands nowhere"));
}

#[test]
fn an_opened_choice_changed_without_its_code_is_caught() {
    let mut forged = forged();
    let opened = forged.kind(0, "opened");
    forged.p(opened)["body"]["choice"]["bids"]["turkey"] = json!(41);
    forged.caught(opened, "not what was sealed");
}

#[test]
fn a_choice_that_could_not_have_been_sealed_is_caught() {
    for (change, why) in [
        (json!({"turkey": 61}), "over the ceiling"),
        (json!({"turkey": 5}), "may be used only once"),
        (json!({"sweden": 50}), "cannot be bid for"),
    ] {
        let mut forged = forged();
        let opened = forged.find(0, |p| p["k"] == "opened" && p["seat"] == "seat-3");
        for (power, bid) in change.as_object().unwrap() {
            forged.p(opened)["body"]["choice"]["bids"][power] = bid.clone();
        }
        forged.seal_again(opened);
        let order = forged.order(0, "open_envelopes");
        forged.caught(order, why);
    }
    let mut forged = forged();
    let opened = forged.find(0, |p| p["k"] == "opened" && p["seat"] == "seat-3");
    forged.p(opened)["body"]["choice"].as_object_mut().unwrap().remove("preference");
    forged.seal_again(opened);
    forged.caught(forged.order(0, "open_envelopes"), "cannot be read");
}

#[test]
fn a_salt_that_is_not_the_veil_key_s_is_caught() {
    let mut forged = forged();
    let opened = forged.kind(2, "opened");
    forged.p(opened)["salt"] = json!(Hash([7; 32]));
    forged.seal_again(opened);
    forged.caught(opened, "not the one that the veil key gives");
}

#[test]
fn a_seal_number_used_twice_or_out_of_turn_is_caught() {
    let mut forged = forged();
    let veil = *forged.roots.veil();
    let opened = forged.kind(2, "opened");
    forged.p(opened)["n"] = json!(1);
    forged.p(opened)["salt"] = json!(Hash(seal_salt(&veil, 1)));
    forged.seal_again(opened);
    forged.caught(opened, "used before");
    let n = 40;
    forged.p(opened)["n"] = json!(n);
    forged.p(opened)["salt"] = json!(Hash(seal_salt(&veil, n)));
    forged.seal_again(opened);
    forged.caught(opened, "another outcome");
}

#[test]
fn codes_out_of_order_are_caught() {
    // A code that comes after the first opening.
    let mut late = forged();
    let (sealed, opened) =
        (late.find(0, |p| p["k"] == "sealed" && p["seat"] == "seat-4"), late.kind(0, "opened"));
    late.lines.swap(sealed, opened);
    assert!(check(&late.file()).unwrap_err().why.contains("sealed"));
    // An envelope sealed twice.
    let mut twice = forged();
    let sealed = twice.find(0, |p| p["k"] == "sealed" && p["seat"] == "seat-4");
    let line = twice.lines[sealed].clone();
    twice.lines.insert(sealed + 1, line);
    twice.caught(sealed + 1, "sealed on the record before");
    // One left out.
    let mut out = forged();
    out.lines.remove(sealed);
    let opened = out.find(0, |p| p["k"] == "opened" && p["seat"] == "seat-4");
    out.caught(opened, "never sealed");
}

#[test]
fn the_operator_cannot_change_his_envelope_before_it_is_opened() {
    let mut play = Play::real(23, 2, 1, json!({"ceiling": 60})).started();
    play.seal(1, untied(1));
    let mut forged = Forged::of(&play, Extent::Public);
    check(&forged.file()).unwrap();
    let order = forged.order(0, "seal");
    let mut again = forged.lines[order..order + 2].to_vec();
    again[1]["p"]["code"] = json!(Hash([9; 32]));
    forged.lines.extend(again);
    forged.caught(order + 3, "sealed on the record before");
    // Nor does anything else hang on an order whose envelope is still closed.
    let mut more = Forged::of(&play, Extent::Public);
    let at = more.p(order)["at"].clone();
    more.lines.push(json!({"p": {"at": at, "by": "person 1", "e": {"k": "powers_chosen"}, "k": "game"}}));
    more.caught(order + 2, "another outcome");
    let mut other = Forged::of(&play, Extent::Public);
    for line in [order, order + 1] {
        other.p(line)["by"] = json!("person 2");
    }
    other.p(order + 1)["seat"] = json!("seat-2");
    other.caught(order, "operator");
    let mut bare = Forged::of(&play, Extent::Public);
    bare.lines.pop();
    bare.caught(order, "code of the envelope is missing");
}

#[rstest]
#[case::a_roll_of_a_stranger("roll", "person 9", "no seat")]
#[case::a_roll_for_another("roll", "person 4", "")]
#[case::a_start_by_a_guest("start", "person 2", "Only the host")]
#[case::a_word_for_another("word", "person 1", "")]
#[case::a_closing_by_a_stranger("close", "person 9", "no seat")]
#[case::a_second_seat("join", "person 2", "")]
#[case::an_opening_by_a_player("open_envelopes", "person 1", "Only the bot")]
fn an_order_by_somebody_who_may_not_is_caught(#[case] verb: &str, #[case] by: &str, #[case] why: &str) {
    let mut forged = forged();
    let at = forged.order(0, verb);
    let was = forged.p(at)["by"].clone();
    let mut i = at;
    while i == at || (i < forged.lines.len() && forged.lines[i]["p"]["k"] != "order") {
        if forged.p(i)["by"] == was {
            forged.p(i)["by"] = json!(by);
        }
        i += 1;
    }
    let wrong = check(&forged.file()).unwrap_err();
    assert!(wrong.why.contains(why), "{}", wrong.why);
}

#[test]
fn the_operator_s_reveal_is_caught() {
    let mut play = Play::real(24, 3, 1, json!({})).started();
    play.roll(2, &[[6, 1]]);
    play.must(2, Verb::Reveal);
    play.must(3, Verb::Reveal);
    let mut forged = Forged::of(&play, Extent::Public);
    let at = forged.order(1, "reveal");
    for line in [at, at + 1] {
        forged.p(line)["by"] = json!("person 1");
    }
    forged.p(at + 1)["e"]["seat"] = json!("seat-1");
    forged.caught(at, "must be other players");
}

#[test]
fn an_epoch_ended_early_is_caught() {
    let mut forged = forged();
    let at = forged.order(0, "tick");
    let early = forged.p(at)["at"].as_i64().unwrap() - 2 * DAY;
    for line in [at, at + 1] {
        forged.p(line)["at"] = json!(early);
    }
    forged.caught(at, "another outcome");
}

#[test]
fn lines_that_follow_from_no_known_order_are_caught() {
    let power = json!({"k": "power_taken", "power": "turkey", "seat": "seat-2", "bid": 0, "goal": 1, "how": "bid", "rules": []});
    let event = json!({"p": {"at": 0, "by": "bot", "e": power, "k": "game"}});
    let mut after_founding = forged();
    after_founding.lines.insert(1, event.clone());
    after_founding.caught(1, "follows from no order");
    let mut unknown = forged();
    let at = unknown.order(0, "word");
    unknown.lines.insert(at, event.clone());
    unknown.lines.insert(at, json!({"p": {"at": 0, "by": "person 1", "k": "order", "verb": "decree"}}));
    unknown.caught(at, "no order \"decree\"");
    for verb in ["roll", "word", "join", "open_envelopes", "seal"] {
        let mut empty = forged();
        empty.lines.insert(at, event.clone());
        let by = if verb == "open_envelopes" { "bot" } else { "person 2" };
        empty.lines.insert(at, json!({"p": {"at": 0, "by": by, "k": "order", "verb": verb}}));
        empty.caught(at, "cannot be read");
    }
    let mut appended = forged();
    let end = appended.lines.len();
    appended.lines.push(event);
    appended.caught(end, "another outcome");
}

#[test]
fn more_than_is_told_or_less_is_caught() {
    let mut less = forged();
    let step = less.find(0, |p| p["e"]["path"] == json!(["1805-01"]));
    less.lines.remove(step);
    less.caught(step, "another outcome");
    let mut last = forged();
    let opened = last.find(0, |p| p["e"]["path"] == json!(["1805-01", "political"]));
    last.lines.remove(opened);
    last.caught(opened - 1, "More follows");
    let middle = check(&last.file()).unwrap_err().why;
    assert!(!middle.contains("cut off"), "{middle}");
    last.lines.truncate(opened);
    last.caught(opened - 1, "It is cut off in the middle of the order");
    let mut open = forged();
    open.lines.pop();
    open.caught(open.order(3, "close"), "does not publish the veil key");
    let mut field = forged();
    let at = field.kind(0, "joined");
    field.p(at)["note"] = json!("hello");
    field.caught(at, "another outcome");
    let mut founding = forged();
    founding.p(0)["note"] = json!("hello");
    founding.caught(0, "says something else");
}

#[rstest]
#[case("options", json!({"ceiling": 2, "goals": {}, "spare": "second"}), "ceiling for bids")]
#[case("seats", json!(9), "2 to 7 players")]
#[case("operator", json!(["seat-1", "seat-1"]), "says something else")]
#[case("scenario", json!("1792"), "")]
#[case("game", json!("chess"), "does not know")]
#[case("format", json!(1), "format 1")]
#[case("campaign", json!("x"), "")]
#[case("anchor", json!(Hash([1; 32])), "")]
#[case("veil", json!(Hash([1; 32])), "")]
fn another_founding_is_caught(#[case] key: &str, #[case] value: Value, #[case] why: &str) {
    let mut forged = forged();
    forged.p(0)[key] = value;
    let wrong = check(&forged.file()).unwrap_err();
    assert!(wrong.why.contains(why), "{}", wrong.why);
}

#[test]
fn a_chain_founded_at_will_is_caught() {
    // The dangerous forgery: a new chain, picked when the words are known, with seeds that fit it.
    let mut forged = forged();
    let tick = forged.order(0, "tick");
    let (head, veil) = fixed_roots(99);
    let other = Roots::new(head, veil, 2).commitments();
    let p = json!({"anchor": other.anchor, "at": 0, "by": "bot", "first": 2, "k": "chain", "veil": forged.roots.commitments().veil});
    forged.lines.insert(tick + 2, json!({"p": p}));
    forged.caught(tick + 2, "lasts to epoch 4096");
}

#[test]
fn a_seed_of_another_chain_is_caught() {
    let mut forged = forged();
    let at = forged.kind(1, "epoch");
    let (head, veil) = fixed_roots(99);
    forged.p(at)["seed"] = json!(Hash(Roots::new(head, veil, 1).seed(2).unwrap()));
    forged.caught(at, "does not lead back");
    let mut number = self::forged();
    let at = number.kind(0, "epoch");
    number.p(at)["epoch"] = json!(2);
    number.caught(at, "but 1 is open");
}

#[test]
fn another_veil_key_is_caught() {
    let mut forged = forged();
    let at = forged.kind(0, "closed");
    forged.p(at)["veil_key"] = json!(Hash([3; 32]));
    forged.caught(at, "not the one that was committed to");
}

#[test]
fn what_stands_off_the_record_never_stands_on_it() {
    let mut forged = forged();
    let at = forged.order(0, "open_envelopes");
    let act = json!({"act": "final", "at": 0, "by": "person 2", "k": "envelope", "round": CHOICE_OF_POWERS, "seat": "seat-2"});
    forged.lines.insert(at, json!({"p": act}));
    forged.caught(at, "where it never does");
}

#[test]
fn a_label_changed_is_caught_and_its_code_too() {
    let play = played(true);
    let labelled = |forged: &Forged| forged.find(0, |p| p.get("seals").is_some());
    let mut text = Forged::of(&play, Extent::Whole);
    let at = labelled(&text);
    text.lines[at]["s"][0]["body"]["text"] = json!("another label");
    text.caught(at, "does not belong to any of its seals");
    let mut numbered = Forged::of(&play, Extent::Whole);
    numbered.lines[at]["s"][0]["n"] = json!(5_000);
    numbered.caught(at, "under a salt without a number");
    let mut salt = Forged::of(&play, Extent::Whole);
    salt.lines[at]["s"][0]["salt"] = json!(Hash([1; 32]));
    salt.caught(at, "does not belong to any of its seals");
    for extent in [Extent::Public, Extent::Whole] {
        let mut purpose = Forged::of(&play, extent);
        purpose.p(at + 1)["for"] = json!(Hash([2; 32]));
        if extent == Extent::Public {
            purpose.caught(at, "another outcome");
        } else {
            purpose.caught(at + 1, "another outcome");
        }
    }
    // A deleted text does not free the roll from the rules: another seat's, another audience, another purpose.
    let mut audience = Forged::of(&play, Extent::Public);
    audience.p(at)["seals"][0]["to"] = json!("seat-2");
    audience.caught(at, "another outcome");
    let mut stranger = Forged::of(&play, Extent::Public);
    for line in [at, at + 1] {
        stranger.p(line)["by"] = json!("person 9");
    }
    stranger.caught(at, "no seat");
}

#[test]
fn nothing_is_added_to_a_closed_campaign() {
    let play = played(true);
    let mut forged = Forged::of(&play, Extent::Whole);
    let end = forged.lines.len();
    let roll = forged.order(0, "roll");
    let again = forged.lines[roll..roll + 2].to_vec();
    forged.lines.extend(again);
    assert_eq!(check(&forged.file()).unwrap_err().line, end as u64 + 2);
    let mut word = self::forged();
    let at = word.order(0, "word");
    let again = word.lines[at..at + 2].to_vec();
    word.lines.extend(again);
    word.caught(end, "stays closed");
    let mut restored = self::forged();
    let line = json!({"p": {"at": 0, "by": "bot", "k": "order", "lost_after": end, "verb": "restored"}});
    restored.lines.push(line);
    restored.caught(end, "another outcome");
}

#[test]
fn a_restore_that_keeps_its_roots_or_loses_nothing_is_caught() {
    let mut play = Play::real(25, 2, 1, json!({"ceiling": 60})).started();
    play.roll(2, &[[6, 1]]);
    play.seal(1, untied(1));
    play.bot(Verb::Restored);
    play.seal(1, untied(2));
    check(&play.export(Extent::Public)).unwrap();
    let mut same_veil = Forged::of(&play, Extent::Public);
    let at = same_veil.kind(0, "restored");
    same_veil.p(at)["veil"] = same_veil.lines[0]["p"]["veil"].clone();
    same_veil.caught(at, "takes a new veil key");
    let mut lost = Forged::of(&play, Extent::Public);
    lost.p(at)["lost_after"] = json!(at);
    lost.caught(at, "lost which stand here");
    let mut first = Forged::of(&play, Extent::Public);
    first.p(at)["first"] = json!(7);
    first.caught(at, "begins with epoch 7, but 2 is open");
    // The words from before count no more.
    play.lay_down(2, "fresh");
    play.roll(2, &[[6, 1]]);
    let mut old_word = Forged::of(&play, Extent::Public);
    let roll = old_word.kind(1, "rolled");
    old_word.p(roll)["entropy"] = json!([["seat-2", "word2"]]);
    old_word.caught(roll, "never laid down");
}

#[test]
fn a_chain_that_begins_with_a_seed_or_an_anchor_of_the_record_is_caught() {
    let mut play = Play::real(25, 2, 1, json!({"ceiling": 60})).started();
    play.roll(2, &[[6, 1]]);
    play.bot(Verb::Restored);
    let forged = Forged::of(&play, Extent::Public);
    let (at, epoch) = (forged.kind(0, "restored"), forged.kind(0, "epoch"));
    let old = [forged.lines[0]["p"]["anchor"].clone(), forged.lines[epoch]["p"]["seed"].clone()];
    for anchor in old {
        let mut again = Forged::of(&play, Extent::Public);
        again.p(at)["anchor"] = anchor;
        again.caught(at, "stands on the record before");
    }
    // A restored campaign's chain is as long as any: from epoch 2 to 4097.
    let mut at_will = Forged::of(&play, Extent::Public);
    let (head, veil) = fixed_roots(99);
    let anchor = Roots::new(head, veil, 2).commitments().anchor;
    let veil = at_will.lines[at]["p"]["veil"].clone();
    let p = json!({"anchor": anchor, "at": 0, "by": "bot", "first": 2, "k": "chain", "veil": veil});
    at_will.lines.insert(at + 1, json!({"p": p}));
    at_will.caught(at + 1, "lasts to epoch 4097");
}

#[test]
fn an_event_that_only_some_see_is_caught_on_its_line_where_the_game_has_none() {
    let mut play = Play::founded(&crate::common::europa::founding(2, 8)).started();
    play.roll(2, &[[6, 1]]);
    let mut forged = Forged::of(&play, Extent::Public);
    let order = forged.order(0, "roll");
    let seals = json!([{"code": Hash([5; 32]), "to": "seat-2"}]);
    let p = json!({"at": 0, "by": "bot", "k": "hidden", "seals": seals});
    forged.lines.insert(order + 1, json!({"p": p}));
    forged.caught(order + 1, "no event that only some see");
}

#[rstest]
#[case("at")]
#[case("by")]
fn a_line_that_says_only_half_of_when_and_by_whom_is_caught(#[case] key: &str) {
    let mut forged = forged();
    let at = forged.order(0, "open_envelopes");
    forged.p(at).as_object_mut().unwrap().remove(key);
    forged.caught(at, "says when (at) and by whom (by)");
}

#[test]
fn a_roll_of_an_open_epoch_waits_and_its_forged_result_is_caught_when_the_seed_is_out() {
    let mut play = played(false);
    let open = Forged::of(&play, Extent::Public);
    let last = (0..open.lines.len()).rev().find(|&i| open.lines[i]["p"]["k"] == "rolled").unwrap();
    let report = check(&open.file()).unwrap();
    assert_eq!(report.rolls_waiting, 1);
    for person in 1..=4 {
        play.must(person, Verb::Close);
    }
    let mut forged = Forged::of(&play, Extent::Public);
    let face = forged.p(last)["result"][0].as_u64().unwrap();
    forged.p(last)["result"][0] = json!(face % 6 + 1);
    forged.caught(last, "not those of the seed");
    assert!(play.entries.iter().any(|entry| matches!(entry.event, Event::Closed { .. })));
}
