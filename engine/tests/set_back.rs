//! Going back to the start of the open step: all powers agree, and what was told since is gone; dice, opened secrets, votes and words stay.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{self, DAY, Play, kinds, seat};
use engine::eia::roster;
use engine::table::act::{Exchanged, Through};
use engine::table::strongbox::{self, Given};
use engine::table::votes::YES;
use engine::table::{Act, Campaign, Secret, Verb};
use serde_json::json;

fn tell(play: &mut Play, person: u32, key: &str, value: i64) {
    play.act(person, Act::Tell { key: key.to_owned(), value });
}

fn now(play: &Play, key: &str) -> i64 {
    play.campaign.values().into_iter().find(|value| value.key == key).unwrap().now
}

fn ask(play: &mut Play, person: u32) -> u64 {
    play.act_saying(person, Act::SetBack, "We began with the wrong battle");
    play.campaign.play.set_back.as_ref().map_or(0, |open| open.line)
}

fn agree(play: &mut Play, person: u32, ask: u64) -> Vec<engine::table::Entry> {
    play.act(person, Act::AnswerSetBack { ask, agree: true })
}

/// All three agree.
fn set_back(play: &mut Play) -> Vec<engine::table::Entry> {
    let n = ask(play, 1);
    agree(play, 2, n);
    agree(play, 3, n)
}

fn ready(play: &mut Play, person: u32, through: Through) {
    play.act(person, Act::Ready { through, hold: false });
}

/// Three players (Russia, Spain, Turkey) in the second phase of the first month; 7 VP were told in the first.
fn second_phase() -> Play {
    let mut play = Play::in_months(3, |_| ());
    tell(&mut play, 1, "vp/spain", 7);
    for person in 1..=3 {
        ready(&mut play, person, Through::Step);
    }
    assert_eq!(play.campaign.play.path(), ["1805-01", "reinforcement"]);
    play
}

#[test]
fn all_agree_and_what_was_told_in_the_step_is_gone() {
    let mut play = second_phase();
    assert_eq!(play.campaign.set_back_to(), None);
    let says = play.act_saying_refused(1, Act::SetBack, "why not");
    assert!(says.contains("nothing to set back"), "{says}");
    tell(&mut play, 2, "vp/spain", 9);
    tell(&mut play, 3, "pp/turkey", 4);
    ready(&mut play, 2, Through::Turn);
    ready(&mut play, 3, Through::Step);
    assert!(play.act_refused(1, Act::SetBack).contains("needs a reason"));
    assert!(play.act_saying_refused(1, Act::SetBack, &"x".repeat(501)).contains("at most 500"));
    let n = ask(&mut play, 1);
    assert!(play.act_saying_refused(2, Act::SetBack, "too").contains("asked already"));
    assert!(
        play.act_refused(1, Act::AnswerSetBack { ask: n, agree: true }).contains("agreed to that already")
    );
    assert!(
        play.act_refused(2, Act::AnswerSetBack { ask: n + 1, agree: true }).contains("not asked any more")
    );
    assert_eq!(kinds(&agree(&mut play, 2, n)), ["order:answer_set_back", "table:set_back_answered"]);
    assert_eq!(now(&play, "vp/spain"), 9, "one is missing");
    let made = agree(&mut play, 3, n);
    assert_eq!(kinds(&made).last().unwrap(), "table:step_set_back");
    assert_eq!((now(&play, "vp/spain"), now(&play, "pp/turkey")), (7, 0), "what the step before told stands");
    let wait = play.campaign.play.wait().unwrap();
    assert!(wait.ready.is_empty() && wait.asked.len() == 3);
    assert!(play.campaign.play.seats.values().all(|place| place.ahead.is_none()));
    assert_eq!(play.campaign.play.path(), ["1805-01", "reinforcement"]);
    assert!(play.campaign.play.set_back.is_none() && play.campaign.set_back_to().is_none());
    // And it can be set back once more.
    tell(&mut play, 1, "vp/spain", 8);
    set_back(&mut play);
    assert_eq!(now(&play, "vp/spain"), 7);
    play.ends_verified();
}

#[test]
fn one_who_declines_ends_it_and_regents_and_strangers_have_no_say() {
    let mut play = second_phase();
    tell(&mut play, 2, "vp/spain", 9);
    let n = ask(&mut play, 1);
    play.act(2, Act::AnswerSetBack { ask: n, agree: false });
    assert!(play.act_refused(3, Act::AnswerSetBack { ask: n, agree: true }).contains("not asked any more"));
    // Who asks can let it be.
    let n = ask(&mut play, 1);
    play.act(1, Act::AnswerSetBack { ask: n, agree: false });
    play.act(3, Act::Away { until: None, regent: Some(9) });
    let n = ask(&mut play, 1);
    agree(&mut play, 2, n);
    let verb = Verb::Act { act: Act::AnswerSetBack { ask: n, agree: true }, text: None };
    assert!(play.act_for_refused(9, 3, verb).contains("regent"));
    assert!(play.act_refused(9, Act::AnswerSetBack { ask: n, agree: true }).contains("no seat"));
    assert_eq!(now(&play, "vp/spain"), 9);
    agree(&mut play, 3, n);
    assert_eq!(now(&play, "vp/spain"), 7);
    play.ends_verified();
}

#[test]
fn a_new_step_or_an_opened_secret_ends_the_asking_and_is_the_new_start() {
    let mut play = second_phase();
    tell(&mut play, 2, "vp/spain", 9);
    let n = ask(&mut play, 1);
    for person in 1..=3 {
        ready(&mut play, person, Through::Step);
    }
    assert!(play.campaign.play.set_back.is_none());
    assert!(play.act_refused(2, Act::AnswerSetBack { ask: n, agree: true }).contains("not asked any more"));
    assert!(play.act_saying_refused(1, Act::SetBack, "late").contains("nothing to set back"));
    // Free envelopes that were opened stay so, and what was told before them too.
    tell(&mut play, 2, "vp/spain", 10);
    let seats = vec![seat(1), seat(2)];
    let made =
        play.act_saying(1, Act::Exchange { seats, kind: Exchanged::Number { least: 0, most: 9 } }, "Corps");
    let round = format!("free/{}", made[1].line.unwrap().0);
    let n = ask(&mut play, 3);
    for person in [1, 2] {
        play.must(person, sealing(&round, &json!({"number": 4})));
        play.must(person, Verb::Final { round: round.clone() });
    }
    assert!(play.campaign.play.set_back.is_none());
    assert!(play.act_refused(1, Act::AnswerSetBack { ask: n, agree: true }).contains("not asked any more"));
    tell(&mut play, 2, "vp/spain", 11);
    set_back(&mut play);
    assert_eq!(now(&play, "vp/spain"), 10);
    play.ends_verified();
}

#[test]
fn free_envelopes_that_are_still_closed_are_gone_and_corrections_too() {
    let mut play = second_phase();
    play.act_saying(1, Act::Correct { key: "vp/turkey".to_owned(), value: 3 }, "forgotten");
    for person in 1..=3 {
        ready(&mut play, person, Through::Step);
    }
    let seats = vec![seat(1), seat(2)];
    play.act_saying(1, Act::Exchange { seats, kind: Exchanged::Text }, "Hanover");
    play.act_saying(2, Act::Correct { key: "vp/spain".to_owned(), value: 8 }, "miscounted");
    play.act(3, Act::Object { correction: 2 });
    assert_eq!((play.campaign.play.rounds.len(), play.campaign.play.votes.len()), (1, 1));
    set_back(&mut play);
    assert!(play.campaign.play.rounds.is_empty() && play.campaign.play.votes.is_empty());
    let open: Vec<u64> = play.campaign.play.corrections.keys().copied().collect();
    assert_eq!(open, [1], "the one of the step before is still open");
    // The next has a number of its own, so that no old button means it.
    play.act_saying(2, Act::Correct { key: "vp/spain".to_owned(), value: 8 }, "miscounted");
    assert!(play.campaign.play.corrections.contains_key(&3));
    play.ends_verified();
}

#[test]
fn a_correction_of_an_earlier_step_that_came_to_hold_holds_on() {
    let mut play = second_phase();
    play.act_saying(1, Act::Correct { key: "vp/spain".to_owned(), value: 3 }, "too many");
    for person in 1..=3 {
        ready(&mut play, person, Through::Step);
    }
    tell(&mut play, 3, "vp/turkey", 5);
    play.all_agree();
    assert_eq!(now(&play, "vp/spain"), 3);
    tell(&mut play, 2, "vp/spain", 6);
    let made = set_back(&mut play);
    assert_eq!(kinds(&made)[2..], ["table:step_set_back", "game:value_told"]);
    assert_eq!((now(&play, "vp/spain"), now(&play, "vp/turkey")), (3, 0));
    assert!(play.campaign.play.corrections.is_empty());
    play.ends_verified();
}

#[test]
fn votes_rulings_words_typed_values_and_free_rolls_stay() {
    let mut play = second_phase();
    tell(&mut play, 1, "vp/turkey", 2);
    play.lay_down(1, "newer");
    play.roll(2, &[[6, 2]]);
    play.act_saying(1, Act::Ask { options: 2, rule: None, about: None, provisional: None }, "Q\nA\nB");
    for person in 1..=3 {
        play.act(person, Act::Cast { vote: 1, option: 1 });
    }
    play.act(1, Act::TypeValues { values: [("goal_spain".to_owned(), 300)].into() });
    let proposal = *play.campaign.play.proposals.keys().next().unwrap();
    play.act(2, Act::ConfirmValues { proposal });
    play.act(3, Act::ConfirmValues { proposal });
    play.act(2, Act::TypeValues { values: [("goal_turkey".to_owned(), 301)].into() });
    let rolls = play.campaign.epoch.next_roll;
    play.act(1, Act::Conclude);
    set_back(&mut play);
    assert_eq!(now(&play, "vp/turkey"), 0);
    assert_eq!(play.campaign.epoch.next_roll, rolls);
    assert_eq!(play.campaign.play.rulings.len(), 1);
    assert!(play.campaign.play.votes.contains_key(&2));
    assert_eq!(play.campaign.play.seats[&seat(1)].word.as_ref().unwrap().as_str(), "newer");
    assert_eq!(play.position()["choice"]["goals"]["spain"], json!(300));
    assert_eq!(play.campaign.play.proposals.len(), 1);
    play.ends_verified();
}

#[test]
fn sealed_envelopes_and_strongboxes_stay() {
    let mut play = second_phase();
    let seats = vec![seat(1), seat(2), seat(3)];
    let made =
        play.act_saying(1, Act::Exchange { seats, kind: Exchanged::Number { least: 0, most: 9 } }, "Corps");
    let round = format!("free/{}", made[1].line.unwrap().0);
    play.must(1, sealing(&round, &json!({"number": 4})));
    for person in 1..=3 {
        ready(&mut play, person, Through::Step);
    }
    // The round was open before this step began.
    play.must(2, sealing(&round, &json!({"number": 5})));
    let given = Given::thing(&roster::Item::Treasury { power: None, money: 31 });
    let act = strongbox::Act::Keep { items: vec![given], whole: false, revision: None };
    play.must(2, Verb::Strongbox { act, salt: Secret::new([9; 32]) });
    tell(&mut play, 3, "vp/turkey", 5);
    let boxes = play.campaign.strongboxes.clone();
    set_back(&mut play);
    assert_eq!(now(&play, "vp/turkey"), 0);
    let open = &play.campaign.play.rounds[&round];
    assert!([1, 2].iter().all(|n| open.envelopes.contains_key(&seat(*n))));
    assert_eq!(play.campaign.strongboxes, boxes);
    play.right_now();
}

#[test]
fn a_power_that_left_the_game_stays_out() {
    let mut play = Play::in_months(3, |_| ());
    tell(&mut play, 1, "vp/russia", 9);
    tell(&mut play, 2, "vp/spain", 9);
    play.act(3, Act::Resign);
    play.act(1, Act::AskInfluence { seat: seat(3) });
    play.act(2, Act::Cast { vote: 1, option: YES });
    assert!(play.campaign.play.rounds.contains_key("auction/turkey"));
    assert!(play.act_saying_refused(1, Act::SetBack, "late").contains("nothing to set back"));
    tell(&mut play, 1, "vp/russia", 12);
    let n = ask(&mut play, 1);
    agree(&mut play, 2, n);
    assert_eq!(now(&play, "vp/russia"), 9, "only who still plays is asked");
    assert!(play.campaign.play.rounds.contains_key("auction/turkey"));
    play.right_now();
}

#[test]
fn a_snapshot_keeps_the_start_and_what_was_asked() {
    let mut play = second_phase();
    tell(&mut play, 2, "vp/spain", 9);
    let n = ask(&mut play, 1);
    agree(&mut play, 2, n);
    let kept = serde_json::to_string(&play.campaign).unwrap();
    let mut read: Campaign = serde_json::from_str(&kept).unwrap();
    assert_eq!(read, play.campaign);
    for entry in agree(&mut play, 3, n) {
        read.apply(&entry).unwrap();
    }
    assert_eq!(read, play.campaign);
    assert_eq!(now(&play, "vp/spain"), 7);
    // The clock's own orders move nothing.
    let at = play.at + 2 * DAY;
    play.clock_at(at);
    assert_eq!(play.campaign.set_back_to(), None);
}

#[test]
fn a_record_that_goes_back_without_all_does_not_verify() {
    use common::forged::Forged;
    use engine::table::record::Extent;
    use engine::table::verify::verify;
    let mut play = second_phase();
    tell(&mut play, 2, "vp/spain", 9);
    set_back(&mut play);
    play.right_now();
    let forged = || Forged::of(&play, Extent::Public);
    let at = forged().find(0, |p| p["e"]["k"] == "step_set_back");
    let mut other = forged();
    other.p(at)["e"]["line"] = json!(3);
    assert!(verify(other.file().as_bytes(), &[]).is_err());
    // It is asked, and at once done.
    let mut fewer = forged();
    fewer.lines.drain(at - 4..at);
    assert!(verify(fewer.file().as_bytes(), &[]).is_err());
}
