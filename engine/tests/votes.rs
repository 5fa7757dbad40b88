//! Votes: `house.general.unclear-rule-vote`, switches, and who votes on what.
#![allow(clippy::unwrap_used)]

use crate::common::{self, DAY, Play, founding, kinds, rules_in, seat, untied};
use engine::eia::choice_of_powers::TIES;
use engine::rule;
use engine::rules::RuleId;
use engine::table::switches::{OPERATOR_FIRST, VOTES};
use engine::table::votes::{Matter, YES};
use engine::table::{Act, By, Entry, Event, Stage, TableEvent, Verb};
use serde_json::json;

const RULE: RuleId = rule!("house.general.unclear-rule-vote");

fn ask_about(rule: Option<RuleId>) -> Act {
    Act::Ask { options: 2, rule, about: None, provisional: Some(1) }
}

fn ask() -> Act {
    ask_about(None)
}

fn ask_of(options: u32) -> Act {
    Act::Ask { options, rule: None, about: None, provisional: None }
}

fn run_off(made: &[Entry]) -> Option<(Vec<u32>, [u32; 2], bool)> {
    Play::table_events(made).into_iter().find_map(|event| match event {
        TableEvent::VoteRunOff { counts, between, drawn, .. } => Some((counts, between, drawn)),
        _ => None,
    })
}

fn cast(vote: u64, option: u32) -> Act {
    Act::Cast { vote, option }
}

fn closed(made: &[Entry]) -> Option<(Vec<u32>, Option<u32>, bool)> {
    Play::table_events(made).into_iter().find_map(|event| match event {
        TableEvent::VoteClosed { counts, outcome, tied, .. } => Some((counts, outcome, tied)),
        _ => None,
    })
}

#[test]
fn four_of_seven_give_the_ruling() {
    // The ledger's own case: four vote for A, three for B.
    let mut play = Play::in_months(7, |_| ());
    let fifth = rule!("house.supply.depot.fifth-corps-doubled");
    let made =
        play.act_saying(2, ask_about(Some(fifth)), "Which corps is the fifth?\nThe dearest\nThe cheapest");
    assert!(rules_in(&made).contains(&RULE.to_string()));
    assert_eq!(play.campaign.play.votes[&1].provisional, Some(1));
    assert_eq!(play.campaign.public_view().votes[&1].words().1, ["The dearest", "The cheapest"]);
    for person in 1..=4 {
        assert!(closed(&play.act(person, cast(1, 0))).is_none());
    }
    play.act(5, cast(1, 1));
    play.act(6, cast(1, 1));
    let made = play.act(7, cast(1, 1));
    assert_eq!(closed(&made), Some((vec![4, 3], Some(0), false)));
    let ruling = play.campaign.play.rulings[0].clone();
    assert_eq!((ruling.vote, ruling.rule, ruling.option), (1, Some(fifth), 0));
    assert_eq!(ruling.answer.as_deref(), Some("The dearest"));
    // The same point again: the ruling is applied without a vote, and only a vote named so reopens it.
    let again = "Which corps is the fifth now?\nThe dearest\nThe cheapest";
    let says = play.act_saying_refused(3, ask_about(Some(fifth)), again);
    assert!(says.contains("\"The dearest\"") && says.contains("/vote reopen"), "{says}");
    play.act(3, Act::Reopen { ruling: 1 });
    for person in [1, 2, 4, 5, 6, 7] {
        play.act(person, cast(2, YES));
    }
    let ruling = &play.campaign.play.rulings[0];
    assert!(ruling.reopened && ruling.replaced.is_none(), "it holds until another takes its place");
    play.act_saying(3, ask_about(Some(fifth)), again);
    for person in 1..=7 {
        play.act(person, cast(3, 1));
    }
    assert_eq!(play.campaign.play.rulings[0].replaced, Some(3));
    let rulings = &play.campaign.play.rulings;
    assert_eq!((rulings.len(), rulings[1].option), (2, 1));
    let Some(Event::Ruled { before, .. }) = play
        .entries
        .iter()
        .rev()
        .map(|entry| &entry.event)
        .find(|event| matches!(event, Event::Ruled { .. }))
    else {
        panic!()
    };
    assert_eq!(*before, json!(0));
    play.ends_verified();
}

#[test]
fn a_vote_is_asked_for_in_form() {
    let mut play = Play::in_months(3, |_| ());
    assert!(play.act_refused(1, ask()).contains("question"));
    for options in [0, 1, 6] {
        let act = ask_of(options);
        assert!(play.act_saying_refused(1, act, "Q").contains("2 to 5 answers"));
    }
    let act = Act::Ask { options: 2, rule: None, about: None, provisional: Some(2) };
    assert!(play.act_saying_refused(1, act, "Q").contains("provisional reading is one"));
    assert!(play.act_saying_refused(1, ask(), &"x".repeat(1501)).contains("1500"));
    assert!(play.act_saying_refused(9, ask(), "Q\nA\nB").contains("no seat"));
    play.act_saying(1, ask(), "Q\nA\nB");
    assert!(play.act_refused(1, cast(7, 0)).contains("closed"));
    assert!(play.act_refused(1, cast(1, 2)).contains("no answer 3"));
    play.act(1, cast(1, 0));
    assert!(play.act_refused(1, cast(1, 0)).contains("voted so already"));
    play.act(1, cast(1, 1));
    assert_eq!(play.campaign.public_view().counts[&1], [0, 1], "a vote may be changed");
    play.ends_verified();
}

#[test]
fn a_tie_is_rolled_and_the_roll_can_be_checked() {
    let mut play = Play::in_months(4, |_| ());
    play.act_saying(1, ask(), "Q\nA\nB");
    for person in 1..=3 {
        play.act(person, cast(1, person % 2));
    }
    let made = play.act(4, cast(1, 0));
    let rolled = made.iter().find_map(|entry| entry.event.rolled()).unwrap();
    assert_eq!((rolled.slot.as_str(), rolled.purpose.as_str()), ("vote/1", "tied_vote"));
    let (counts, outcome, tied) = closed(&made).unwrap();
    assert_eq!((counts, outcome, tied), (vec![2, 2], Some(rolled.result[0] - 1), true));
    let report = play.ends_verified();
    assert!(report.rolls_checked >= 1);
}

#[test]
fn where_nobody_votes_nothing_is_ruled_and_the_clock_closes_it() {
    let mut play = Play::in_months(3, |_| ());
    play.act_saying(1, ask(), "Q\nA\nB");
    let due = play.campaign.play.votes[&1].due;
    assert_eq!(due, play.campaign.last_at + 2 * DAY);
    assert!(play.clock_at(due - 1).is_empty());
    let made = play.clock_at(due);
    assert_eq!(closed(&made), Some((vec![0, 0], None, false)));
    assert!(play.campaign.play.rulings.is_empty());
    assert!(play.act_refused(1, cast(1, 0)).contains("closed"));
    // What nobody ruled is asked again. Who did vote decides, though others did not.
    play.act_saying(1, ask(), "Q\nA\nB");
    play.act(2, cast(2, 1));
    play.act(3, cast(2, 1));
    let made = play.clock_at(play.campaign.play.votes[&2].due);
    assert_eq!(closed(&made), Some((vec![0, 2], Some(1), false)));
    play.ends_verified();
}

#[test]
fn votes_weigh_by_player_or_by_power() {
    let mut play = Play::founded(&founding(5, 0, json!({"ceiling": 60, "spare": "second"}))).started();
    play.bid((1..=5).map(untied).collect());
    // Five players: the two with the largest winning bids, seats 5 and 4, have a second power.
    play.act_saying(1, ask(), "Q\nA\nB");
    for person in 1..=5 {
        play.act(person, cast(1, u32::from(person > 3)));
    }
    assert_eq!(play.campaign.play.rulings[0].option, 0, "three players against two");
    let switch = Act::Switch { key: VOTES.to_owned(), value: "power".to_owned() };
    play.act(1, switch.clone());
    assert!(play.act_refused(2, switch.clone()).contains("open already"));
    assert_eq!(play.campaign.public_view().counts[&2], [0, 1], "who asks for it is for it");
    for person in 2..=5 {
        play.act(person, cast(2, 1));
    }
    assert_eq!(play.campaign.play.switch(VOTES), "power");
    assert!(play.act_refused(1, switch).contains("stands so already"));
    play.act_saying(1, ask(), "Another\nA\nB");
    for person in 1..=5 {
        play.act(person, cast(3, u32::from(person > 3)));
    }
    assert_eq!(play.campaign.play.rulings[1].option, 1, "four powers against three");
    play.ends_verified();
}

#[test]
fn the_host_turns_switches_before_play() {
    let mut founded = Play::founded(&founding(2, 1, json!({"ceiling": 60, "spare": "uncontrolled"})));
    founded.join(1);
    founded.join(2);
    let switch = |key: &str, value: &str| Act::Switch { key: key.to_owned(), value: value.to_owned() };
    assert!(founded.act_refused(2, switch(TIES, "met")).contains("the host sets"));
    assert!(founded.act_refused(1, switch("weather", "on")).contains("no switch \"weather\""));
    assert!(founded.act_refused(1, switch(TIES, "never")).contains("can stand so"));
    let made = founded.act(1, switch(TIES, "met"));
    assert_eq!(kinds(&made), ["order:switch", "switched"]);
    founded.act(1, switch(OPERATOR_FIRST, "no"));
    founded.must(1, Verb::Start);
    // The operator's envelope need not come first now.
    let mut play = founded;
    play.seal(2, untied(2));
    play.make_final(2);
    play.seal(1, untied(1));
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
    play.ends_verified();
}

#[test]
fn equal_bids_for_different_powers_are_rolled_for_or_not_as_the_switch_stands() {
    for (value, rolls) in [("all", 1), ("met", 0)] {
        let mut play = Play::founded(&founding(2, 0, json!({"ceiling": 60, "spare": "uncontrolled"})));
        if value == "met" {
            play.act(1, Act::Switch { key: TIES.to_owned(), value: value.to_owned() });
        }
        let mut play = play.started();
        play.bid(vec![common::sheet([15, 0, 1, 2, 3, 4, 5]), common::sheet([0, 15, 1, 2, 3, 4, 5])]);
        let throws = play.entries.iter().filter(|entry| entry.event.rolled().is_some()).count();
        assert!(throws >= rolls && (rolls > 0 || throws == 0), "{value}: {throws}");
        play.ends_verified();
    }
}

#[test]
fn who_votes_is_fixed_when_it_opens() {
    let mut play = Play::in_months(3, |_| ());
    play.act(3, Act::Resign);
    play.act_saying(1, ask(), "Q\nA\nB");
    play.act(1, Act::OfferSeat { seat: seat(3), person: 8 });
    play.join(8);
    assert!(play.act_refused(8, cast(1, 0)).contains("no vote in this matter"));
    play.act(1, cast(1, 0));
    let made = play.act(2, cast(1, 0));
    assert_eq!(closed(&made), Some((vec![2, 0], Some(0), false)));
    // Who leaves votes no more, and the vote waits for him no longer.
    play.act_saying(1, ask(), "Another\nA\nB");
    play.act(1, cast(2, 1));
    play.act(8, cast(2, 0));
    play.act(8, Act::Resign);
    play.act(2, cast(2, 1));
    assert_eq!(play.campaign.play.rulings[1].option, 1);
    play.ends_verified();
}

#[test]
fn concluding_takes_a_vote() {
    let mut play = Play::in_months(3, |_| ());
    play.act(2, Act::Conclude);
    assert_eq!(play.campaign.play.votes[&1].matter, Matter::Conclude);
    assert!(play.act_refused(1, Act::Conclude).contains("open already"));
    play.act(1, cast(1, 1));
    let made = play.act(3, cast(1, 1));
    assert_eq!(closed(&made), Some((vec![1, 2], Some(1), false)));
    assert_eq!(play.campaign.play.stage, Stage::Playing);
    play.act(3, Act::Conclude);
    play.act(1, cast(2, YES));
    play.act(2, cast(2, YES));
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    assert!(play.give(By::Person(1), Verb::Act { act: Act::Conclude, text: None }).is_err());
    play.ends_verified();
}

#[test]
fn the_words_of_a_vote_may_be_deleted_and_the_record_still_verifies() {
    let mut play = Play::in_months(2, |_| ());
    play.act_saying(1, ask_about(Some(RULE)), "Who may vote?\nAll\nNone");
    play.act(1, cast(1, 0));
    play.act(2, cast(1, 0));
    play.must(1, Verb::Close);
    play.must(2, Verb::Close);
    for entry in &mut play.entries {
        for part in &mut entry.secrets {
            (part.body, part.salt) = (None, None);
        }
    }
    let file = play.export(engine::table::record::Extent::Whole);
    let report = engine::table::verify::verify(file.as_bytes(), &[]).unwrap();
    assert_eq!((report.orders_waiting, report.texts_missing), (0, 1));
    let folded = engine::table::Campaign::fold(&play.entries).unwrap();
    assert_eq!((folded.play.rulings[0].option, folded.play.rulings[0].answer.as_ref()), (0, None));
}

// house.general.unclear-rule-vote: a simple majority of the votes cast.
#[test]
fn without_a_majority_the_two_leading_answers_run_off() {
    let mut play = Play::in_months(7, |_| ());
    play.act_saying(1, ask_of(3), "Q\nA\nB\nC");
    for (person, option) in [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2)] {
        play.act(person, cast(1, option));
    }
    let first_due = play.campaign.play.votes[&1].due;
    play.clock_at(first_due - DAY);
    // Three of six are no majority: A does not win by having most.
    let made = play.clock_at(first_due);
    assert_eq!((run_off(&made), closed(&made)), (Some((vec![3, 2, 1], [0, 1], false)), None));
    assert!(rules_in(&made).contains(&RULE.to_string()));
    assert!(play.campaign.play.rulings.is_empty(), "nothing is ruled yet");
    let open = &play.campaign.play.votes[&1];
    assert_eq!(open.due, first_due + 2 * DAY, "it has time of its own");
    assert_eq!(
        open.cast.values().copied().collect::<Vec<_>>(),
        [0, 0, 0, 1, 1],
        "these stay, and can be changed"
    );
    let says = play.act_refused(6, cast(1, 2));
    assert!(says.contains("Answer 3 is out") && says.contains("between answers 1 and 2"), "{says}");
    play.act(6, cast(1, 1));
    let made = play.act(7, cast(1, 1));
    assert_eq!(closed(&made), Some((vec![3, 4, 0], Some(1), false)), "who led at first loses the run-off");
    assert_eq!(play.campaign.play.rulings[0].option, 1);
    play.ends_verified();
}

#[test]
fn who_comes_into_a_run_off_is_rolled_where_answers_are_equal_and_so_is_its_tie() {
    let mut play = Play::in_months(6, |_| ());
    play.act_saying(1, ask_of(4), "Q\nA\nB\nC\nD");
    for (person, option) in [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3)] {
        play.act(person, cast(1, option));
    }
    let made = play.act(6, cast(1, 0));
    // Three of six for A, and three answers with one each: a d3 says which of them.
    let rolled = made.iter().find_map(|entry| entry.event.rolled()).unwrap();
    assert_eq!((rolled.slot.as_str(), rolled.purpose.as_str()), ("vote/1/run-off", "run_off"));
    let (counts, between, drawn) = run_off(&made).unwrap();
    assert_eq!((counts, between, drawn), (vec![3, 1, 1, 1], [0, rolled.result[0]], true));
    let out = [3, 4, 5].into_iter().filter(|person| person - 2 != rolled.result[0]);
    let mut last = Vec::new();
    for person in out {
        last = play.act(person, cast(1, between[1]));
    }
    // Three to three: that tie is rolled as any other.
    let (counts, outcome, tied) = closed(&last).unwrap();
    assert_eq!((counts.iter().sum::<u32>(), counts[0], tied), (6, 3, true));
    let rolled = last.iter().find_map(|entry| entry.event.rolled()).unwrap();
    assert_eq!((rolled.slot.as_str(), outcome), ("vote/1", Some(between[rolled.result[0] as usize - 1])));
    play.ends_verified();
}

#[test]
fn a_point_is_not_voted_on_twice_under_another_name() {
    let mut play = Play::in_months(3, |_| ());
    let fifth = rule!("house.supply.depot.fifth-corps-doubled");
    let all = |play: &mut Play, vote: u64, option: u32| {
        for person in 1..=3 {
            let _ = play.give(By::Person(person), Verb::Act { act: cast(vote, option), text: None });
        }
    };
    // While it is open: by the rule, and by the words.
    play.act_saying(1, ask_about(Some(fifth)), "Which corps is the fifth?\nA\nB");
    for (act, words) in
        [(ask_about(Some(fifth)), "Something else?\nA\nB"), (ask(), "which CORPS, is the fifth\nYes\nNo")]
    {
        assert!(play.act_saying_refused(2, act, words).contains("Vote 1 on that is open already"));
    }
    all(&mut play, 1, 1);
    // Once it is ruled the same.
    for (act, words) in [
        (ask_about(Some(fifth)), "Something else?\nA\nB"),
        (ask(), "Which corps is the fifth\nYes\nNo"),
        (ask_about(Some(rule!("house.general.bids-order"))), "which corps is the fifth?!\nYes\nNo"),
    ] {
        let says = play.act_saying_refused(2, act, words);
        assert!(says.contains("by vote 1: \"B\"") && says.contains("/vote reopen"), "{says}");
    }
    play.act_saying(2, ask(), "And the sixth?\nA\nB");
    all(&mut play, 2, 0);
    // A reopening that fails leaves it as it is; one is open at a time.
    play.act(1, Act::Reopen { ruling: 1 });
    assert!(play.act_refused(2, Act::Reopen { ruling: 1 }).contains("Vote 3 on that is open already"));
    play.act(2, cast(3, 1));
    play.act(3, cast(3, 1));
    assert!(play.campaign.play.rulings[0].is_closed());
    assert!(play.act_saying_refused(2, ask_about(Some(fifth)), "Once more?\nA\nB").contains("ruled on that"));
    assert!(play.act_refused(2, Act::Reopen { ruling: 9 }).contains("Vote 9 has given no ruling"));
    // Nor does one with as many for it as against it, and no die falls.
    play.act(1, Act::Reopen { ruling: 1 });
    let due = play.campaign.play.votes[&4].due;
    play.act(2, cast(4, 1));
    let made = play.clock_at(due);
    assert_eq!(closed(&made), Some((vec![1, 1], Some(1), false)));
    assert!(
        play.campaign.play.rulings[0].is_closed() && !made.iter().any(|entry| entry.event.rolled().is_some())
    );
    play.act(1, Act::Reopen { ruling: 1 });
    all(&mut play, 5, YES);
    assert!(play.act_refused(2, Act::Reopen { ruling: 1 }).contains("reopened already"));
    // Asked again in its words alone it is still a reading of that rule.
    play.act_saying(2, ask(), "Which corps is the fifth?\nA\nB");
    all(&mut play, 6, 0);
    let standing: Vec<_> =
        play.campaign.play.rulings.iter().filter(|ruling| ruling.replaced.is_none()).collect();
    assert_eq!(
        standing.iter().map(|ruling| (ruling.vote, ruling.rule)).collect::<Vec<_>>(),
        [(2, None), (6, Some(fifth))]
    );
    assert!(play.act_saying_refused(2, ask_about(Some(fifth)), "Once more?\nA\nB").contains("by vote 6"));
    assert!(play.act_refused(2, Act::Reopen { ruling: 1 }).contains("that of vote 6 has taken its place"));
    play.ends_verified();
}

#[test]
fn a_switch_and_its_rule_are_one_point() {
    let mut play = Play::in_months(2, |_| ());
    let tie = rule!("house.general.bids-tie");
    let switch = Act::Switch { key: TIES.to_owned(), value: "met".to_owned() };
    play.act_saying(1, ask_about(Some(tie)), "Are all ties rolled?\nYes\nNo");
    assert!(play.act_refused(2, switch.clone()).contains("Vote 1 on that is open already"));
    play.clock_at(play.campaign.play.votes[&1].due);
    assert!(play.campaign.play.rulings.is_empty(), "nobody voted");
    play.act(1, switch);
    let says = play.act_saying_refused(2, ask_about(Some(tie)), "Are all ties rolled?\nYes\nNo");
    assert!(says.contains("Vote 2 on that is open already"), "{says}");
    play.act(2, cast(2, 1));
    let says = play.act_saying_refused(2, ask_about(Some(tie)), "Are all ties rolled?\nYes\nNo");
    assert!(says.contains("vote 2 has decided it: only where they are for the same power"), "{says}");
    play.ends_verified();
}

#[test]
fn no_switch_is_turned_under_envelopes_that_are_sealed() {
    let founded = founding(3, 0, json!({"ceiling": 60, "spare": "uncontrolled"}));
    let mut play = Play::founded(&founded).started();
    play.act(1, Act::Switch { key: TIES.to_owned(), value: "met".to_owned() });
    let vote = play.last_vote();
    let option = play.campaign.play.votes[&vote].cast[&seat(1)];
    play.act(2, Act::Cast { vote, option });
    play.act(3, Act::Cast { vote, option: 1 - option });
    let due = play.campaign.play.votes[&vote].due;
    play.clock_at(due + DAY);
    assert!(play.campaign.play.votes.contains_key(&vote), "the bids are sealed under the rules of before");
    play.bid((1..=3).map(crate::common::untied).collect());
    let at = play.at;
    play.clock_at(at + 60);
    assert_eq!(play.campaign.play.switch(TIES), "met");
    play.ends_verified();
}
