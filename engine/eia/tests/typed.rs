//! Values that are not the printed game's: the group's own are typed, confirmed by others, and used from then on.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{self, Play, founding, kinds, sheet};
use engine::eia::land::values::LandValue;
use engine::eia::oob::values::is_of_the_order;
use engine::eia::powers::Power;
use engine::eia::unprinted::{CEILING, cell_key};
use engine::eia::{Position, conclusion};
use engine::facts::Origin;
use engine::table::typed::{MOST_AT_ONCE, Unprinted};
use engine::table::votes::YES;
use engine::table::{Act, By, Verb};
use serde_json::json;

fn typed(values: &[(&str, i64)]) -> Act {
    Act::TypeValues { values: values.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect() }
}

/// The number of the proposal that stands, the last where there are several.
fn proposal(play: &Play) -> u64 {
    *play.campaign.play.proposals.keys().last().unwrap()
}

fn confirm(play: &mut Play, person: u32) -> Vec<engine::table::Entry> {
    let proposal = proposal(play);
    play.act(person, Act::ConfirmValues { proposal })
}

fn value(play: &Play, key: &str) -> Unprinted {
    play.campaign.unprinted().into_iter().find(|value| value.key == key).unwrap()
}

fn position(play: &Play) -> Position {
    serde_json::from_value(play.position()).unwrap()
}

/// Three players are bidding, under the ceiling of the scenario.
fn bidding() -> Play {
    Play::founded(&founding(3, 0, json!({"spare": "uncontrolled"}))).started()
}

/// A sheet of player n whose highest bid, up to 30, is for a power of his own.
fn within_thirty(n: u32) -> serde_json::Value {
    let mut bids = [0, 1, 2, 3, 4, 5, 6];
    bids[n as usize] = 20 + n;
    sheet(bids)
}

#[test]
fn all_that_is_not_the_printed_game_s_is_listed_with_where_it_comes_from() {
    let play = bidding();
    let all = play.campaign.unprinted();
    // Seven goals, the highest bid, and eleven rows of twenty cells; the land combat chart is known. The rest is land warfare's and the
    // order of battle's, of the powers that the campaign has.
    assert!(all.iter().all(|value| !value.key.contains("sardinia")));
    let land = |value: &&Unprinted| LandValue::by_key(&value.key).is_some() || is_of_the_order(&value.key);
    let others: Vec<&Unprinted> = all.iter().filter(|value| !land(value)).collect();
    assert_eq!(others.len(), 7 + 1 + 11 * 20);
    assert!(others.iter().all(|value| value.origin == Origin::Reconstructed));
    let goal = value(&play, "goal_austria");
    assert_eq!((goal.name.to_string().as_str(), goal.now, goal.unit), ("Austria, goal", 358, "VP"));
    assert_eq!(value(&play, CEILING).now, 30);
    let cell = value(&play, &cell_key(15, 7));
    assert_eq!((cell.name.to_string().as_str(), cell.now), ("Casualty chart, 15 % of 7", 1));
    // What the host typed at the founding is the group's own already.
    let set = Play::founded(&founding(3, 0, json!({"goals": {"austria": 350}, "ceiling": 40})));
    assert_eq!((value(&set, "goal_austria").now, value(&set, "goal_austria").origin), (350, Origin::Typed));
    assert_eq!(value(&set, CEILING).origin, Origin::Typed);
    assert_eq!(value(&set, "goal_france").origin, Origin::Reconstructed);
    // The highest bid is of no use once the sheets are opened.
    let chosen = Play::in_months(3, |_| ());
    assert!(chosen.campaign.unprinted().iter().all(|value| value.key != CEILING));
}

#[test]
fn a_goal_holds_when_two_others_confirm_it_and_what_was_bid_stays_on_top() {
    let mut play = Play::in_months(4, |_| ());
    let (holder, bid) = {
        let holdings = position(&play).choice.holdings.clone();
        let (power, holding) = holdings.iter().find(|(_, holding)| holding.bid > 0).unwrap();
        (*power, i64::from(holding.bid))
    };
    let key = format!("goal_{}", holder.key());
    let before = position(&play).choice.holdings[&holder].goal;
    let made = play.act(1, typed(&[(&key, 300)]));
    assert_eq!(kinds(&made), ["order:type_values", "table:values_proposed"]);
    assert_eq!(proposal(&play), made[1].line.unwrap().0);
    let n = proposal(&play);
    assert!(play.act_refused(1, Act::ConfirmValues { proposal: n }).contains("others confirm"));
    assert_eq!(kinds(&confirm(&mut play, 2)), ["order:confirm_values", "table:values_confirmed"]);
    assert!(
        play.act_refused(2, Act::ConfirmValues { proposal: n }).contains("confirmed these values already")
    );
    assert!(play.act_refused(9, Act::ConfirmValues { proposal: n }).contains("no seat"));
    assert_eq!(position(&play).choice.holdings[&holder].goal, before, "one is not enough");
    let made = confirm(&mut play, 4);
    assert_eq!(kinds(&made), ["order:confirm_values", "table:values_confirmed", "table:values_hold"]);
    assert_eq!(made[2].by, By::Bot);
    assert_eq!(position(&play).choice.holdings[&holder].goal, 300 + bid);
    let now = value(&play, &key);
    assert_eq!((now.now, now.origin), (300, Origin::Typed));
    assert!(play.campaign.play.proposals.is_empty());
    assert!(play.act_refused(3, Act::ConfirmValues { proposal: n }).contains("not proposed any more"));
    // The final table counts by it.
    play.act(1, Act::Tell { key: format!("vp/{}", holder.key()), value: 300 + bid });
    let table = conclusion::table_of(&position(&play), conclusion::By::Agreement);
    assert_eq!((table.shares[0].power, table.shares[0].share), (holder, 1_000));
    assert_eq!(table.winners, [holder]);
    play.act(1, Act::Conclude);
    for person in 2..=4 {
        play.act(person, Act::Cast { vote: 2, option: YES });
    }
    play.right_now();
}

#[test]
fn with_two_players_the_one_other_confirms() {
    let mut play = Play::in_months(2, |_| ());
    play.act(2, typed(&[("goal_turkey", 310), ("goal_spain", 311)]));
    let made = confirm(&mut play, 1);
    assert_eq!(kinds(&made).last().unwrap(), "table:values_hold");
    assert_eq!(position(&play).choice.goals[&Power::Spain], 311);
    play.ends_verified();
}

#[test]
fn what_stands_already_is_confirmed_too_but_only_once() {
    let mut play = Play::in_months(3, |_| ());
    play.act(1, typed(&[("goal_austria", 358)]));
    confirm(&mut play, 2);
    confirm(&mut play, 3);
    assert_eq!(value(&play, "goal_austria").origin, Origin::Typed, "the shipped value was the right one");
    assert!(play.act_refused(1, typed(&[("goal_austria", 358)])).contains("stands so already"));
    play.ends_verified();
}

#[test]
fn the_highest_bid_is_raised_while_the_bids_are_open() {
    let mut play = bidding();
    let over = json!({"bids": {"austria": 35, "france": 0, "great_britain": 1, "prussia": 2, "russia": 3, "spain": 4, "turkey": 5}});
    let seal = |body| sealing(engine::eia::rounds::CHOICE_OF_POWERS, &body);
    assert!(play.refused(1, seal(over.clone())).contains("35"));
    play.seal(2, within_thirty(2));
    let says = play.act_refused(1, typed(&[(CEILING, 29)]));
    assert!(
        says.contains("Highest bid can be 30 to 999; 29 was typed.") && says.contains("only be raised"),
        "{says}"
    );
    play.act(1, typed(&[(CEILING, 40)]));
    confirm(&mut play, 2);
    confirm(&mut play, 3);
    play.must(1, seal(over));
    play.make_final(1);
    play.make_final(2);
    play.seal(3, within_thirty(3));
    play.make_final(3);
    let (holder, bid, ..) = play.holder(Power::Austria).unwrap();
    assert_eq!((holder, bid), (1, 35));
    assert!(play.act_refused(1, typed(&[(CEILING, 50)])).contains("no value which could be set"));
    play.ends_verified();
}

#[test]
fn what_can_no_longer_be_set_when_it_is_confirmed_is_left_out() {
    let mut play = bidding();
    play.act(1, typed(&[(CEILING, 40), ("goal_france", 300)]));
    play.bid((1..=3).map(within_thirty).collect());
    confirm(&mut play, 2);
    let made = confirm(&mut play, 3);
    let held = made.last().unwrap();
    assert!(held.public.contains("goal_france") && !held.public.contains(CEILING), "{}", held.public);
    assert_eq!(position(&play).choice.goals[&Power::France], 300);
    assert!(!position(&play).typed.contains_key(CEILING));
    play.ends_verified();
}

#[test]
fn a_cell_of_the_casualty_chart_is_read_from_then_on() {
    let mut play = Play::in_months(3, |_| ());
    let lost = |play: &Play, of| {
        let lost = position(play).lost(15, of).unwrap();
        (lost.factors, lost.origin)
    };
    assert_eq!(lost(&play, 27), (4, Origin::Reconstructed));
    play.act(1, typed(&[(&cell_key(15, 7), 2)]));
    confirm(&mut play, 2);
    assert_eq!(lost(&play, 7), (1, Origin::Reconstructed), "not before it holds");
    confirm(&mut play, 3);
    assert_eq!(lost(&play, 7), (2, Origin::Typed));
    assert_eq!(lost(&play, 8).1, Origin::Reconstructed);
    // 27 factors are a full column and seven: only the seven are the group's own.
    assert_eq!(lost(&play, 27), (5, Origin::Reconstructed));
    assert_eq!(position(&play).lost(0, 7).unwrap().factors, 0);
    assert!(position(&play).lost(35, 7).is_none());
    play.ends_verified();
}

#[test]
fn of_one_value_there_is_one_proposal_and_its_author_withdraws_it() {
    let mut play = Play::in_months(4, |_| ());
    play.act(1, typed(&[("goal_spain", 300), ("goal_turkey", 301)]));
    let first = proposal(&play);
    confirm(&mut play, 2);
    play.act(3, typed(&[("goal_spain", 310)]));
    let second = proposal(&play);
    assert_ne!(first, second);
    assert_eq!(play.campaign.play.proposals[&first].values.keys().collect::<Vec<_>>(), ["goal_turkey"]);
    assert!(play.act_refused(1, Act::WithdrawValues { proposal: second }).contains("Only who typed"));
    play.act(3, Act::WithdrawValues { proposal: second });
    assert!(play.act_refused(2, Act::ConfirmValues { proposal: second }).contains("not proposed any more"));
    play.act(4, typed(&[("goal_turkey", 320)]));
    assert!(!play.campaign.play.proposals.contains_key(&first), "nothing is left of it");
    play.ends_verified();
}

#[test]
fn what_is_none_of_these_values_is_refused() {
    let mut play = bidding();
    for (values, expected) in [
        (typed(&[]), "1 to 240 values"),
        (typed(&[("goal_sweden", 300)]), "no value which could be set"),
        (typed(&[("vp/austria", 300)]), "no value which could be set"),
        (typed(&[("casualties_35_7", 1)]), "no value which could be set"),
        (typed(&[("casualties_15_21", 1)]), "no value which could be set"),
        (typed(&[("goal_austria", 0)]), "Austria, goal can be 1 to 9999; 0 was typed."),
        (typed(&[("casualties_15_7", 100)]), "can be 0 to 99"),
        (typed(&[("casualties_15_7", -1)]), "can be 0 to 99"),
    ] {
        let says = play.act_refused(1, values);
        assert!(says.contains(expected), "{says}");
    }
    let many: Vec<String> = (0..=MOST_AT_ONCE).map(|n| format!("goal_{n}")).collect();
    let many: Vec<(&str, i64)> = many.iter().map(|key| (key.as_str(), 1)).collect();
    assert!(play.act_refused(1, typed(&many)).contains("1 to 240 values"));
    assert!(play.act_refused(9, typed(&[("goal_austria", 300)])).contains("no seat"));
    // Whoever acts for an absent player does what the steps ask, and no more.
    play.act(3, Act::Away { until: None, regent: Some(9) });
    let act = Verb::Act { act: typed(&[("goal_austria", 300)]), text: None };
    assert!(play.act_for_refused(9, 3, act).contains("regent"));
    let mut gathering = Play::founded(&founding(3, 0, json!({})));
    gathering.join(1);
    assert!(gathering.act_refused(1, typed(&[("goal_austria", 300)])).contains("once play has begun"));
}

#[test]
fn as_many_values_as_can_be_typed_at_once_are_proposed_together() {
    let mut play = bidding();
    let all = play.campaign.unprinted();
    let many: Vec<(&str, i64)> =
        all.iter().take(MOST_AT_ONCE).map(|value| (value.key.as_str(), value.now)).collect();
    play.act(1, typed(&many));
    assert_eq!(play.campaign.play.proposals[&proposal(&play)].values.len(), MOST_AT_ONCE);
}

#[test]
fn a_record_that_lets_values_hold_too_early_does_not_verify() {
    use common::forged::Forged;
    use engine::table::record::Extent;
    use engine::table::verify::verify;
    let mut play = Play::in_months(4, |_| ());
    play.act(1, typed(&[("goal_spain", 300)]));
    confirm(&mut play, 2);
    confirm(&mut play, 3);
    play.right_now();
    let mut forged = Forged::of(&play, Extent::Public);
    let at = forged.find(0, |p| p["e"]["k"] == "values_hold");
    forged.p(at)["e"]["values"]["goal_spain"] = json!(301);
    assert!(verify(forged.file().as_bytes(), &[]).is_err());
    let mut early = Forged::of(&play, Extent::Public);
    // The second confirmation is left out, its consequence kept.
    early.lines.drain(at - 2..at);
    assert!(verify(early.file().as_bytes(), &[]).is_err());
}

#[test]
fn more_than_half_of_all_stand_for_what_binds_them() {
    let seats = |n: u32| (1..=n).map(common::seat).collect::<Vec<_>>();
    for (players, others) in [(1, 0), (2, 1), (3, 2), (4, 2), (5, 2), (6, 3), (7, 3)] {
        assert_eq!(engine::table::typed::needed(&seats(players), &common::seat(1)), others, "{players}");
    }
}
