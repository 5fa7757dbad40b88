//! Nobody is bound by another's word: what is told and costs or binds another counts when he confirms it, and what the bot keeps nobody tells.
#![allow(clippy::unwrap_used)]

use crate::words::{Words, given};
use engine::eia::powers::Power;
use serde_json::json;

/// France and Great Britain are at war, and money and manpower are told.
fn no_manpower() -> Words {
    given("economic phase").then("Great Britain at war with France")
}

// house.surrender.forced.trigger
#[test]
fn nobody_surrenders_by_an_enemys_word() {
    no_manpower()
        .tells("France", "peace surrender power 'Great Britain'")
        .value("politics/suits", json!([]))
        .not_told("no_manpower")
        .answers("Spain", "confirm")
        .refused_with("does not concern you")
        .answers("France", "confirm")
        .refused_with("You told it yourself")
        .answers("Great Britain", "confirm")
        .told("no_manpower power 'Great Britain'")
        .waiting(0);
}

// house.surrender.forced.trigger
#[test]
fn who_collects_nothing_says_it_of_himself_and_his_enemies_may_deny_it() {
    no_manpower()
        .tells("Great Britain", "peace surrender")
        .not_told("no_manpower")
        .answers("Spain", "confirm")
        .refused_with("does not concern you")
        .answers("France", "confirm")
        .told("no_manpower power 'Great Britain'")
        .waiting(0);
}

// house.surrender.forced.trigger
#[test]
fn what_is_told_too_late_falls_when_it_is_assented_to() {
    no_manpower()
        .tells("France", "peace surrender power 'Great Britain'")
        .until("the next month")
        .waiting(1)
        .answers("Great Britain", "confirm")
        .not_told("no_manpower")
        .value("politics/suits", json!([]))
        .waiting(0);
}

// house.surrender.forced.trigger
#[test]
fn what_is_grave_never_counts_by_silence_and_those_decide_who_are_no_party() {
    let mut words =
        no_manpower().tells("France", "peace surrender power 'Great Britain'").hours(49).waiting(1);
    let vote = words.play.campaign.play.votes.values().next().unwrap();
    assert_eq!(vote.voters.len(), 5, "neither France nor Great Britain");
    for who in ["Austria", "Prussia", "Russia", "Spain"] {
        words = words.casts(who, 1, 1);
    }
    words = words.casts("Turkey", 1, 0).not_told("no_manpower").waiting(0);
    words.value("politics/suits", json!([]));
}

// house.surrender.forced.trigger
#[test]
fn what_is_denied_goes_to_a_vote_at_once_and_it_is_shown_who_denied() {
    let words = no_manpower()
        .tells("France", "peace surrender power 'Great Britain'")
        .answers("Great Britain", "deny")
        .waiting(1);
    let play = &words.play.campaign.play;
    let denied = &play.tellings.values().next().unwrap().denied;
    assert_eq!((play.votes.len(), denied.len()), (1, 1));
    let mut words = words.answers("Great Britain", "deny").refused_with("already");
    for who in ["Austria", "Prussia", "Russia", "Spain"] {
        words = words.casts(who, 1, 0);
    }
    words.casts("Turkey", 1, 0).told("no_manpower power 'Great Britain'").waiting(0);
}

// house.access.forcible.pp-cost, house.access.forcible.dow-right
#[test]
fn forcible_access_told_by_who_suffers_it_costs_nothing_before_its_user_confirms_it() {
    given("land phase")
        .tells("Austria", "access enter power France province Bohemia counters 1")
        .then("France +0 PP")
        .refuses("Austria", "access resist France nth 1", "house.access.forcible.dow-right")
        .answers("France", "confirm")
        .then("France −1 PP")
        .when("Austria", "access resist France nth 1");
}

// house.access.forcible.pp-cost
#[test]
fn who_uses_it_tells_it_at_once() {
    given("land phase").when("France", "access enter Bohemia counters 1").then("France −1 PP").waiting(0);
}

// house.alliance.peace-violation-dow, house.peace.sphere.war-right
#[test]
fn that_a_sphere_is_disregarded_the_bot_sees_and_nobody_tells() {
    given("March 1805; France surrenders to Great Britain: sphere").refuses(
        "Great Britain",
        "peace violated on France term sphere",
        "house.alliance.peace-violation-dow",
    );
}

// house.alliance.peace-violation-dow
#[test]
fn that_trade_is_broken_rests_on_the_word_of_who_broke_it_and_is_no_right_of_war_before() {
    given("March 1805; France surrenders to Great Britain: b6")
        .tells("Great Britain", "peace violated on France term b6")
        .then("Great Britain at peace with France")
        .answers("France", "confirm")
        .then("Great Britain at war with France");
}

// house.alliance.peace-violation-dow
#[test]
fn where_the_bot_keeps_trade_nobody_breaks_that_term() {
    given("economy kept; March 1805; France surrenders to Great Britain: b6").refuses(
        "Great Britain",
        "peace violated on France term b6",
        "house.alliance.peace-violation-dow",
    );
}

// 10.2.1, house.minors.conquest-primary-district
#[test]
fn a_neutral_minor_country_is_conquered_in_a_war_and_not_in_the_month_of_arrival() {
    given("1805")
        .refuses("France", "board conquer Tunisia", "declared no war")
        .envelopes("France: attack Saxony")
        .refuses("France", "board conquer Saxony", "house.minors.conquest-primary-district");
}

// 10.2.1
#[test]
fn a_neutral_conquest_counts_when_all_have_been_ready_since_it_was_told() {
    given("France at war with Saxony")
        .until("the next month")
        .until("talks")
        .tells("France", "board conquer Saxony")
        .then("Saxony is neutral; France +0 PP")
        .all_ready()
        .then("Saxony is France's; France +1 PP");
}

// 8.2.1
#[test]
fn what_another_has_is_told_away_by_nobody_but_him() {
    given("Bavaria is Austria's; Spain at war with Austria; France at war with Austria")
        .tells("Spain", "control tell province Bavaria power Spain")
        .then("Bavaria is Austria's")
        .answers("Spain", "withdraw_telling")
        .waiting(0)
        .tells("Spain", "control tell province Bavaria power Spain")
        .refuses("Austria", "control tell province Bavaria power France", "not decided yet")
        .answers("Austria", "deny")
        .then("Bavaria is Austria's")
        .answers("Spain", "withdraw_telling")
        .when("Austria", "control tell province Bavaria power France")
        .then("Bavaria is France's");
}

// house.ceding.formal-peace
#[test]
fn a_home_province_passes_to_nobody_by_what_is_told() {
    given("1805").envelopes("France: war on Prussia").refuses(
        "Turkey",
        "control tell province Anatolia power Russia how ceded",
        "house.ceding.formal-peace",
    );
}

// house.ceding.to-allies
#[test]
fn what_one_has_passes_to_whom_he_is_at_peace_with_by_the_others_vote_alone() {
    for who in ["Austria", "Spain", "Russia"] {
        let words = given("Bavaria is Austria's; France at war with Austria")
            .tells(who, "control tell province Bavaria power Spain")
            .then("Bavaria is Austria's")
            .waiting(1);
        let play = &words.play.campaign.play;
        let voters = play.votes.values().next().unwrap().voters.len();
        assert_eq!(voters, if who == "Russia" { 4 } else { 5 }, "{who}: neither who has it nor who gets it");
    }
    // What an enemy took its holder says, or confirms.
    given("Bavaria is Austria's; France at war with Austria")
        .when("Austria", "control tell province Bavaria power France")
        .then("Bavaria is France's")
        .waiting(0);
}

// 8.2.1
#[test]
fn of_a_province_all_are_asked_who_have_a_part_of_it() {
    given("Bavaria is Austria's; Spain at war with Austria; France at war with Austria; Spain at war with France")
        .when("Austria", "control tell area Munich power France")
        .tells("Spain", "control tell province Bavaria power Spain")
        .answers("Austria", "confirm")
        .then("Bavaria is Austria's")
        .answers("France", "confirm")
        .then("Bavaria is Spain's");
}

// 10.2.1
#[test]
fn of_many_neutral_areas_at_once_the_others_vote() {
    let mut words = given("1805");
    for area in ["Munich", "Stuttgart", "Dresden", "Hamburg"] {
        words = words.tells("Spain", &format!("control tell area {area}"));
    }
    let words = words.waiting(4);
    let play = &words.play.campaign.play;
    assert_eq!(play.votes.len(), 1, "three wait for all, and the fourth is voted on");
}

// house.access.forcible.dow-right
#[test]
fn a_right_that_an_assent_brings_is_not_over_with_the_others_ready() {
    let ready = "ready through step hold no";
    let mut words =
        given("land phase").tells("Austria", "access enter power France province Bohemia counters 1");
    for who in ["Austria", "Great Britain", "Prussia", "Russia", "Spain", "Turkey"] {
        words = words.tells_at_once(who, ready);
    }
    words = words.answers("France", "confirm").tells_at_once("France", ready).then("land phase");
    words.when("Austria", "access resist France nth 1");
}

// 8.2.1
#[test]
fn an_economy_is_not_told_away_city_by_city() {
    let mut words = given("economy kept; land phase").then("Great Britain at war with France");
    let income = |words: &Words| words.now().income(Power::GreatBritain);
    let before = income(&words);
    for area in ["London", "Bristol", "Yarmouth", "Birmingham", "Liverpool", "York"] {
        words = words.tells("France", &format!("control tell area {area}"));
    }
    assert_eq!(income(&words), before);
    words.waiting(6);
}

// house.victory.reach-goal
#[test]
fn nobody_wins_by_a_told_vp() {
    let words =
        given("land phase").tells("France", "tell key vp/france value 391").then("France +0 VP").all_ready();
    assert!(words.now().concluded.is_none());
    let play = &words.play.campaign.play;
    let vote = play.votes.values().next().unwrap();
    assert_eq!(vote.voters.len(), 6, "all but who gains by it");
}

// house.victory.reach-goal
#[test]
fn points_of_ones_own_count_by_silence_and_those_of_another_never() {
    given("1805")
        .tells("France", "tell key vp/france value 3")
        .tells("France", "tell key pp/austria value 0")
        .hours(47)
        .then("France +0 VP")
        .hours(2)
        .then("France +3 VP; Austria +0 PP");
}

// house.victory.reach-goal
#[test]
fn of_points_that_the_bot_counts_itself_few_are_told_without_the_others_vote() {
    let votes = |words: &Words| words.play.campaign.play.votes.len();
    let words = given("1805").tells("France", "tell key vp/france value 3");
    assert_eq!(votes(&words), 0);
    let words = given("1805").tells("France", "tell key vp/france value 4").hours(72).then("France +0 VP");
    assert_eq!(words.play.campaign.play.tellings.len(), 0, "nobody has voted for it");
}

// 7.5
#[test]
fn nobody_opens_a_battle_against_whom_it_is_at_peace_with() {
    let open = crate::common::battles::open("Paris", &[Power::Spain], &[Power::Russia]);
    let mut words = given("land phase");
    let person = words.play.holder(Power::Spain).unwrap().0;
    let says = words.play.refused(person, engine::table::Verb::Game(open));
    assert!(says.contains("Spain is at war with nobody on the other side"), "{says}");
    words = words.then("land phase");
    words.waiting(0);
}

// house.access.forcible.dow-right
#[test]
fn who_was_ready_before_forcible_access_was_used_is_asked_again() {
    let ready = "ready through step hold no";
    let mut words = given("land phase");
    for who in ["Austria", "Great Britain", "Prussia", "Russia", "Spain", "Turkey"] {
        words = words.tells_at_once(who, ready);
    }
    words
        .when("France", "access enter Bohemia counters 1")
        .tells_at_once("France", ready)
        .then("land phase")
        .when("Austria", "access resist France nth 1")
        .then("Austria at war with France");
}

// house.access.forcible.dow-repeats
#[test]
fn who_answers_without_being_asked_is_not_asked_again() {
    let ready = "ready through step hold no";
    let mut words = given("land phase").when("Austria", "access stand nth 0");
    for who in ["Austria", "Great Britain", "Prussia", "Russia", "Spain", "Turkey"] {
        words = words.tells_at_once(who, ready);
    }
    let words = words.when("France", "access enter Bohemia counters 1").tells_at_once("France", ready);
    assert!(words.now().month().is_some_and(|month| month.to_string() != "1805-01"));
}

// 10.2.1
#[test]
fn what_was_denied_is_told_again_in_no_other_manner() {
    let tells = "control tell province Bavaria power Spain";
    let words = given("Bavaria is Austria's; Spain at war with Austria")
        .tells("Spain", tells)
        .answers("Austria", "deny")
        .refuses("France", tells, "is being decided")
        .refuses("Spain", "control tell province Bavaria power Spain how conquered", "is being decided")
        .answers("Spain", "withdraw_telling")
        .refuses("Spain", tells, "denied in this step")
        .refuses("Russia", "control tell province Bavaria power Spain how free", "denied in this step");
    // Another fact is another matter.
    words.tells("Spain", "control tell area Munich power Spain").waiting(1);
}

// house.suez.british-loss
#[test]
fn that_an_enemy_has_egypt_costs_the_indian_trade_and_rests_on_who_loses_it() {
    no_manpower()
        .tells("France", "control tell province Egypt how conquered")
        .waiting(1)
        .answers("Spain", "confirm")
        .refused_with("does not concern you")
        .answers("Great Britain", "confirm")
        .waiting(0);
    // Who is at peace with it takes nothing from it.
    let light = no_manpower().tells("Spain", "control tell province Egypt how conquered");
    let open = light.play.campaign.play.tellings.values().next().unwrap();
    assert_eq!(open.weight, engine::table::assent::Weight::Light);
}

#[test]
fn what_two_tell_for_one_is_his_gain_alone() {
    let mut words = no_manpower();
    for (who, province) in
        [("France", "Baden"), ("Spain", "Saxony"), ("France", "Hesse"), ("Spain", "Denmark")]
    {
        words = words.tells(who, &format!("control tell province {province} power France how conquered"));
    }
    let weights: Vec<_> = words.play.campaign.play.tellings.values().map(|open| open.weight).collect();
    use engine::table::assent::Weight::{Decisive, Light};
    assert_eq!(weights, [Light, Light, Light, Decisive], "three a step for France, whoever tells them");
}
