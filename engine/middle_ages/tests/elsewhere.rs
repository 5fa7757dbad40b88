//! Endeavours at a board elsewhere: stated, a year card drawn that nobody could know, every modifier and the result told.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, kinds, rules_in};
use crate::help::{BYZANTIUM, FRANKS, found, founding, order, position, taken, tells, year_deck};
use engine::middle_ages::endeavour::Kind;
use engine::middle_ages::endeavour::course::sample;
use engine::table::act::Through;
use engine::table::{Act, Stage, Verb};
use serde_json::{Value, json};

/// Two players at a board elsewhere, whose year cards come in this order.
fn elsewhere(cards: &[u32]) -> Play {
    taken(Play::scripted_by(&founding("ages", 2, json!({"rounds": 2})), &[&year_deck(cards)]).started())
}

/// A campaign with a real deck.
fn real() -> Play {
    taken(Play::founded(&founding("ages", 2, json!({"rounds": 2}))).started())
}

fn stated(kind: Kind, change: impl FnOnce(&mut Value)) -> Verb {
    let mut stated = serde_json::to_value(sample(kind)).unwrap();
    change(&mut stated);
    order(json!({"endeavour": "elsewhere", "stated": stated}))
}

#[test]
fn a_ruling_at_a_board_elsewhere_draws_a_card_and_says_every_point_of_its_rating() {
    let mut play = elsewhere(&[2]);
    let cathedral = |stated: &mut Value| {
        stated["targets"][0]["markers"] = json!(["cathedral"]);
        stated["targets"][0]["gold"] = json!(1);
    };
    let made = play.must(FRANKS, stated(Kind::Rule, cathedral));
    let undertaken = found(&made, "undertaken").unwrap();
    // Card 2 raises at a rating of 0: 3 of the leader, 1 off for the state, 1 for the cathedral, 1 for gold.
    assert_eq!((undertaken["card"].as_u64(), undertaken["cost"].as_u64()), (Some(2), Some(1)));
    let against = &undertaken["against"][0];
    assert_eq!(against["rating"]["points"], 4);
    assert_eq!(
        against["rating"]["parts"],
        json!([
            {"what": "stature", "points": 3},
            {"what": "social_size", "points": -1},
            {"what": "cathedral", "points": 1, "rule": "middle-ages.civilisation.cathedral.ruling"},
            {"what": "gold", "points": 1},
        ])
    );
    assert_eq!(against["outcome"]["effects"], json!(["rise"]));
    assert_eq!(position(&play).year.drawn, [2]);
    assert!(kinds(&made).contains(&"card".to_owned()), "the card opens on the record: {:?}", kinds(&made));
}

#[test]
fn a_card_can_fail_an_endeavour_and_harm_its_base() {
    // Card 12 conquers at 7 and harms the base at 0; card 37 does at 0.
    let mut play = elsewhere(&[12, 37]);
    let weak = |stated: &mut Value| stated["targets"][0]["fort"] = json!(4);
    let attack = stated(Kind::Conquer, weak);
    let made = play.must(FRANKS, attack.clone());
    let of = |made: &[engine::table::Entry]| found(made, "undertaken").unwrap().clone();
    assert_eq!(of(&made)["against"][0]["rating"]["points"], 0);
    assert_eq!(of(&made)["against"][0]["outcome"]["effects"], json!(["base_fall"]));
    assert_eq!(of(&made)["check"], "diplomacy");
    let made = play.must(FRANKS, attack);
    assert_eq!(of(&made)["against"][0]["outcome"]["effects"], json!(["conquest"]));
}

#[test]
fn a_fleet_takes_four_gold_that_are_there_and_no_more() {
    let mut play = elsewhere(&[1, 5]);
    let fleet = |change: fn(&mut Value)| stated(Kind::Fleet, change);
    let plain = |_: &mut Value| {};
    tells(&mut play, FRANKS, 3);
    let says = play.refused_under("middle-ages.fleets.building.cost", FRANKS, fleet(plain));
    assert!(says.contains("costs 4 gold") && says.contains("has 3"), "{says}");
    tells(&mut play, FRANKS, 10);
    let inland = |stated: &mut Value| stated["targets"][0]["coast"] = json!(false);
    play.refused_under("middle-ages.fleets.building.target", FRANKS, fleet(inland));
    let dear = |stated: &mut Value| stated["targets"][0]["gold"] = json!(4);
    let says = play.refused_under("middle-ages.fleets.building.no-extra-gold", FRANKS, fleet(dear));
    assert!(says.contains("costs 4 gold, and no more"), "{says}");
    // 3 + 1 + 1 = 5: card 1 builds at -2, card 5 only at 10.
    for (effects, rule) in [(json!(["fleet"]), "success"), (json!([]), "failure")] {
        let made = play.must(FRANKS, fleet(plain));
        let undertaken = found(&made, "undertaken").unwrap();
        assert_eq!(
            (&undertaken["cost"], &undertaken["against"][0]["outcome"]["effects"]),
            (&json!(4), &effects)
        );
        assert!(rules_in(&made).contains(&format!("middle-ages.fleets.building.{rule}")));
        assert!(rules_in(&made).contains(&"middle-ages.fleets.building.cost".to_owned()));
    }
}

#[test]
fn an_army_is_raised_as_a_fleet_is_built_for_two_gold_and_needs_no_coast() {
    let mut play = elsewhere(&[1]);
    let inland = |stated: &mut Value| stated["targets"][0]["coast"] = json!(false);
    tells(&mut play, FRANKS, 1);
    play.refused_under("middle-ages.armies.beginning-missing", FRANKS, stated(Kind::Army, inland));
    tells(&mut play, FRANKS, 2);
    let made = play.must(FRANKS, stated(Kind::Army, inland));
    let undertaken = found(&made, "undertaken").unwrap();
    assert_eq!(
        (&undertaken["cost"], &undertaken["against"][0]["outcome"]["effects"]),
        (&json!(2), &json!(["army"]))
    );
}

#[test]
fn a_marker_takes_the_place_of_the_rise_and_there_is_no_fifth() {
    let mut play = elsewhere(&[2, 4]);
    tells(&mut play, FRANKS, 12);
    let marker = |markers: &[&str], gold: u8| {
        let markers = json!(markers);
        stated(Kind::Marker, move |stated| {
            stated["targets"][0]["markers"] = markers;
            stated["targets"][0]["gold"] = json!(gold);
        })
    };
    let all = ["cathedral", "palace", "commerce", "university"];
    let says = play.refused_under("middle-ages.civilisation.limit-per-area", FRANKS, marker(&all, 0));
    assert!(says.contains("no fifth"), "{says}");
    play.refused_under("middle-ages.civilisation.building.no-extra-gold", FRANKS, marker(&[], 4));
    // 3 - 1 = 2: card 2 would raise at 0, card 4 only at 7. A university would not make the rise two.
    for (markers, effects, rule) in [
        (&["university"][..], json!(["marker"]), "middle-ages.civilisation.building.no-social-rise"),
        (&[], json!([]), "middle-ages.civilisation.building.failure"),
    ] {
        let made = play.must(FRANKS, marker(markers, 0));
        let undertaken = found(&made, "undertaken").unwrap();
        assert_eq!(undertaken["against"][0]["outcome"]["effects"], effects);
        assert!(rules_in(&made).contains(&rule.to_owned()));
    }
    tells(&mut play, FRANKS, 3);
    play.refused_under("middle-ages.civilisation.building.cost", FRANKS, marker(&[], 0));
}

// middle-ages.civilisation.palace.own-modifiers, middle-ages.civilisation.palace.own-results,
// middle-ages.civilisation.palace.own-gold
#[test]
fn several_palaces_are_ruled_by_one_card_each_with_its_own_rating_gold_and_result() {
    // Card 11 raises at 2.
    let mut play = elsewhere(&[11]);
    let of = |name: &str, markers: &[&str], social: i8, gold: u8| {
        let mut target = serde_json::to_value(&sample(Kind::Rule).targets[0]).unwrap();
        target["name"] = json!(name);
        target["markers"] = json!(markers);
        target["social"] = json!(social);
        target["gold"] = json!(gold);
        target
    };
    let several = |targets: Vec<Value>| stated(Kind::Rule, move |stated| stated["targets"] = json!(targets));
    let rule = "middle-ages.civilisation.palace.several-targets";
    let without = several(vec![of("Paris", &["palace"], 0, 0), of("Rome", &[], 0, 0)]);
    assert!(play.refused_under(rule, FRANKS, without).contains("Rome has no palace"));
    let both = vec![of("Paris", &["cathedral", "palace"], 2, 0), of("Rome", &["palace"], 3, 1)];
    let made = play.must(FRANKS, several(both));
    let undertaken = found(&made, "undertaken").unwrap();
    let [paris, rome] = [0, 1].map(|i| &undertaken["against"][i]);
    assert_eq!((&paris["rating"]["points"], &paris["outcome"]["effects"]), (&json!(2), &json!(["rise"])));
    assert_eq!((&rome["rating"]["points"], &rome["outcome"]["effects"]), (&json!(1), &json!([])));
    assert_eq!(undertaken["cost"], 1);
    for rule in ["several-targets", "own-modifiers", "own-results", "own-gold"] {
        assert!(rules_in(&made).contains(&format!("middle-ages.civilisation.palace.{rule}")), "{rule}");
    }
    assert_eq!(position(&play).year.drawn, [11], "one card serves for all");
}

#[test]
fn what_no_leader_and_no_area_has_is_refused_and_no_card_is_drawn() {
    let mut play = elsewhere(&[1]);
    type Change = fn(&mut Value);
    let wrong: [(Change, &str); 6] = [
        (|stated| stated["stature"] = json!(4), "4 is no stature"),
        (|stated| stated["targets"] = json!([]), "0 was stated"),
        (|stated| stated["targets"][0]["social"] = json!(5), "5 was stated"),
        (|stated| stated["base"]["name"] = json!(""), "1 to 40 characters"),
        (|stated| stated["seas"] = json!(1), "no sea lies between"),
        (|stated| stated["base"]["armies"] = json!(41), "41 was stated"),
    ];
    for (change, says) in wrong {
        let refused = play.refused(FRANKS, stated(Kind::Rule, change));
        assert!(refused.contains(says), "{refused}");
    }
    assert!(position(&play).year.drawn.is_empty());
}

#[test]
fn who_plays_no_court_undertakes_nothing_and_a_court_has_one_player() {
    let mut play = Play::founded(&founding("ages", 2, json!({}))).started();
    assert!(play.refused(1, stated(Kind::Rule, |_| {})).contains("You play no court yet"));
    let take = |of: &str| order(json!({"court": "take", "of": of}));
    play.must(FRANKS, take("franks"));
    assert!(play.refused(FRANKS, take("byzantium")).contains("Franks already"));
    assert!(play.refused(BYZANTIUM, take("franks")).contains("played by somebody else"));
    play.must(BYZANTIUM, take("byzantium"));
    let leader = |of: &str, combat: u8| {
        let leader = json!({"name": "Charlemagne", "combat": combat, "administration": 5, "diplomacy": 5});
        order(json!({"court": "leader", "of": of, "leader": leader}))
    };
    assert!(play.refused(FRANKS, leader("franks", 4)).contains("1, 2, 3, 5 or 9"));
    assert!(play.refused(FRANKS, leader("byzantium", 9)).contains("not yours"));
    play.must(FRANKS, leader("franks", 9));
    let franks = position(&play).courts.values().find(|played| played.leader.is_some()).cloned().unwrap();
    assert_eq!(franks.leader.unwrap().sum(), 19);
}

#[test]
fn the_deck_of_a_round_is_secret_until_each_card_opens_and_is_verified_open_and_closed() {
    let mut play = real();
    for _ in 0..4 {
        play.must(FRANKS, stated(Kind::Rule, |_| {}));
        play.must(BYZANTIUM, stated(Kind::Negotiate, |_| {}));
    }
    let drawn = position(&play).year.drawn;
    assert_eq!(drawn.len(), 8);
    let open = play.right_now();
    assert!(open.veiled_waiting > 0, "the order of the rest is still veiled");
    let view = play.campaign.public_view();
    assert!(view.hand.is_empty() && view.decks["year"] == 48);
    for person in [FRANKS, BYZANTIUM] {
        play.act(person, Act::Ready { through: Through::Step, hold: false });
    }
    let round = position(&play);
    assert_eq!((round.calendar.round, round.calendar.year(), round.year.shuffles), (2, 776, 2));
    assert!(round.year.drawn.is_empty(), "all cards are shuffled anew with each round");
    play.must(FRANKS, stated(Kind::Rule, |_| {}));
    let report = play.ends_verified();
    assert_eq!(report.decks_checked, 2);
}

#[test]
fn a_deck_that_is_spent_is_shuffled_and_after_the_last_round_all_is_over() {
    let mut play = real();
    for _ in 0..57 {
        play.must(FRANKS, stated(Kind::Rule, |_| {}));
    }
    let now = position(&play);
    assert_eq!((now.year.shuffles, now.year.drawn.len(), now.endeavours), (2, 1, 57));
    for _ in 0..2 {
        for person in [FRANKS, BYZANTIUM] {
            play.act(person, Act::Ready { through: Through::Step, hold: false });
        }
    }
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    play.right_now();
}
