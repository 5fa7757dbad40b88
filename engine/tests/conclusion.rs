//! The end of a campaign: `house.victory.final.winners`, `house.victory.final.britain-default`, and the final table.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{Play, founding, rules_in, seat, sheet};
use engine::table::act::Through;
use engine::table::votes::YES;
use engine::table::{Act, Stage, Verb};
use serde_json::{Value, json};

const WINNERS: &str = "house.victory.final.winners";
const GOAL: &str = "house.victory.reach-goal";
const DEFAULT: &str = "house.victory.final.britain-default";
const LOST: &str = "house.auction.britain-loses-default";

/// Austria, Britain and Turkey, with goals of 100 VP before the bids of 41, 40 and 39.
fn three() -> Play {
    let goals = json!({"austria": 100, "great_britain": 100, "turkey": 100});
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "goals": goals});
    let mut play = Play::founded(&founding(3, 0, options)).started();
    play.bid(vec![
        sheet([41, 0, 1, 2, 3, 4, 5]),
        sheet([0, 1, 40, 2, 3, 4, 5]),
        sheet([0, 1, 2, 3, 4, 5, 39]),
    ]);
    play
}

fn tell(play: &mut Play, power: &str, vp: i64) {
    play.act(1, Act::Tell { key: format!("vp/{power}"), value: vp });
}

/// Everybody is ready ahead, month by month, to the end of the calendar.
fn to_the_end(play: &mut Play) {
    let persons: Vec<u32> = play.campaign.play.seats.values().filter_map(|place| place.person).collect();
    while play.campaign.play.stage == Stage::Playing {
        for person in &persons {
            play.act(*person, Act::Ready { through: Through::Turn, hold: false });
        }
    }
}

fn concluded(play: &Play) -> Value {
    play.position()["concluded"].clone()
}

#[test]
fn agreed_ends_show_shares_of_the_goals() {
    let mut play = three();
    tell(&mut play, "austria", 94);
    tell(&mut play, "great_britain", 70);
    play.act(1, Act::Conclude);
    let vote = play.last_vote();
    play.act(2, Act::Cast { vote, option: YES });
    play.act(3, Act::Cast { vote, option: YES });
    let end = concluded(&play);
    let shares: Vec<(&str, i64, i64, i64)> = end["shares"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            let number = |key: &str| line[key].as_i64().unwrap();
            (line["power"].as_str().unwrap(), number("vp"), number("goal"), number("share"))
        })
        .collect();
    assert_eq!(shares, [("austria", 94, 141, 666), ("great_britain", 70, 140, 500), ("turkey", 0, 139, 0)]);
    assert_eq!(
        (&end["winners"], &end["by"]),
        (&json!([]), &json!("agreement")),
        "Britain wins by the calendar only"
    );
    play.ends_verified();
}

#[test]
fn several_may_reach_their_goal() {
    let mut play = three();
    tell(&mut play, "austria", 141);
    tell(&mut play, "turkey", 138);
    play.act(1, Act::Tell { key: "vp/great_britain".to_owned(), value: 150 });
    to_the_end(&mut play);
    assert_eq!(concluded(&play)["winners"], json!(["great_britain", "austria"]));
    let rules = rules_in(&play.entries);
    assert!(rules.contains(&GOAL.to_owned()) && !rules.contains(&DEFAULT.to_owned()));
    assert!(!rules.contains(&WINNERS.to_owned()), "nothing is counted where somebody is at his goal");
    play.ends_verified();
}

#[test]
fn britain_wins_where_the_calendar_leaves_everybody_below_his_goal() {
    let mut play = three();
    tell(&mut play, "austria", 94);
    to_the_end(&mut play);
    assert_eq!(concluded(&play)["winners"], json!(["great_britain"]));
    assert!(rules_in(&play.entries).contains(&DEFAULT.to_owned()));
    play.ends_verified();
}

#[test]
fn before_that_manpower_is_counted_as_the_board_has_it_or_as_it_is_told_in_the_last_month() {
    for (told, winner) in [(46, "great_britain"), (47, "austria")] {
        let mut play = three();
        tell(&mut play, "austria", 94);
        let persons: Vec<u32> = play.campaign.play.seats.values().filter_map(|place| place.person).collect();
        let last = |play: &Play| play.campaign.public_view().step.first().is_some_and(|at| at == "1815-12");
        let key = || "count/austria".to_owned();
        assert!(play.act_refused(1, Act::Tell { key: key(), value: told }).contains("no such value"));
        while !last(&play) {
            for person in &persons {
                play.act(*person, Act::Ready { through: Through::Turn, hold: false });
            }
        }
        let view = play.campaign.public_view();
        let of_board = view.values.iter().find(|value| value.key == key()).unwrap().now;
        assert!(of_board > 20, "Austria's home provinces have {of_board} MP");
        play.act(1, Act::Tell { key: key(), value: told });
        to_the_end(&mut play);
        let end = concluded(&play);
        assert_eq!(end["winners"], json!([winner]), "94 and {told} of 141");
        let austria =
            end["shares"].as_array().unwrap().iter().find(|line| line["power"] == "austria").unwrap();
        assert_eq!((&austria["vp"], &austria["counted"]), (&json!(94), &json!(told)));
        play.ends_verified();
    }
}

#[test]
fn but_not_where_it_has_bought_a_power() {
    let mut play = three();
    play.act(3, Act::Resign);
    play.act(1, Act::AskInfluence { seat: seat(3) });
    let vote = play.last_vote();
    play.act(2, Act::Cast { vote, option: YES });
    let round = "auction/turkey".to_owned();
    for (person, body) in [(1, json!({"power": "austria"})), (2, json!({"power": "great_britain", "bid": 0}))]
    {
        play.must(person, sealing(&round, &body));
        play.must(person, Verb::Final { round: round.clone() });
    }
    to_the_end(&mut play);
    let end = concluded(&play);
    assert_eq!(end["winners"], json!([]));
    assert!(end["rules"].as_array().unwrap().contains(&json!(LOST)));
    assert_eq!(end["shares"].as_array().unwrap().len(), 2, "a power out of the game has no line");
    play.ends_verified();
}

#[test]
fn a_campaign_may_end_before_its_powers_are_chosen() {
    let mut play = Play::founded(&founding(2, 0, json!({"ceiling": 60}))).started();
    play.act(1, Act::Conclude);
    let vote = play.last_vote();
    play.act(2, Act::Cast { vote, option: YES });
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    assert_eq!(concluded(&play)["shares"], json!([]));
    play.ends_verified();
}
