//! The auction of powers whose player left: the rules `house.auction.*`, each by its own case of the ledger.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{self, Play, kinds, rules_in, seat, sheet};
use engine::eia::powers::Power;
use engine::table::timing::Timing;
use engine::table::votes::{NO, YES};
use engine::table::{Act, By, Entry, Event, Refusal, TableEvent, Verb, offers};
use serde_json::{Value, json};

fn round(power: Power) -> String {
    format!("auction/{}", power.key())
}

fn seal(power: Power, body: Value) -> Verb {
    sealing(&round(power), &body)
}

fn final_(power: Power) -> Verb {
    Verb::Final { round: round(power) }
}

fn bid(bidder: Power, vp: i64) -> Value {
    json!({"power": bidder.key(), "bid": vp})
}

/// Seven players with the seven powers in their order, each with 200 VP.
fn seven() -> Play {
    let mut play = Play::in_months(7, |_| ());
    for power in Power::STANDARD {
        play.act(1, Act::Tell { key: format!("vp/{}", power.key()), value: 200 });
    }
    play
}

/// A player leaves, and the others vote on the influence of his powers.
fn leaves(play: &mut Play, n: u32, option: u32) -> Vec<Entry> {
    let mut all = play.act(n, Act::Resign);
    let asker = (1..=7).find(|m| play.campaign.seat_of(By::Person(*m)).is_some()).unwrap();
    all.extend(play.act(asker, Act::AskInfluence { seat: seat(n) }));
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    for person in asker + 1..=play.seats() {
        if play.campaign.seat_of(By::Person(person)).is_some() && play.campaign.play.votes.contains_key(&vote)
        {
            all.extend(play.act(person, Act::Cast { vote, option }));
        }
    }
    all
}

/// Everybody who is asked seals his body and makes it final; returns what the last one set off.
fn sealed(play: &mut Play, power: Power, bodies: &[(u32, Value)]) -> Vec<Entry> {
    let mut last = Vec::new();
    for (person, body) in bodies {
        play.must(*person, seal(power, body.clone()));
        last = play.must(*person, final_(power));
    }
    last
}

fn none(power: Power) -> Value {
    json!({"power": power.key()})
}

fn event<'a>(made: &'a [Entry], kind: &str) -> Option<&'a Value> {
    made.iter().find_map(|entry| match &entry.event {
        Event::Game { e } if e["k"] == kind => Some(e),
        _ => None,
    })
}

fn vp(play: &Play, power: Power) -> i64 {
    play.position()["vp"][power.key()].as_i64().unwrap()
}

fn refusal(play: &mut Play, person: u32, verb: Verb) -> Refusal {
    play.give(By::Person(person), verb).unwrap_err()
}

#[test]
fn an_auction_opens_when_the_vote_says_that_the_power_can_sway_the_result() {
    let mut play = seven();
    let made = leaves(&mut play, 7, YES);
    let told = event(&made, "auction_opened").unwrap();
    assert_eq!(told["powers"], json!(["turkey"]));
    assert!(rules_in(&made).contains(&"house.auction.when".to_owned()));
    assert_eq!(play.campaign.play.rounds[&round(Power::Turkey)].asked.len(), 6);
    assert!(play.campaign.play.seats[&seat(7)].out);
    play.right_now();
    // Judged without influence, the power stays uncontrolled and nothing is auctioned.
    let made = leaves(&mut play, 6, NO);
    assert!(event(&made, "auction_opened").is_none() && event(&made, "uncontrolled").is_some());
    play.ends_verified();
}

// house.auction.when: who is out of the game is at war and allied with nobody, and the record says which wars and alliances that ends.
#[test]
fn what_ends_with_a_power_that_is_put_up_is_said_once() {
    let mut play = crate::peace::kept();
    let sheets = [
        (crate::peace::AUSTRIA, json!({"war/austria": ["france"]})),
        (crate::peace::FRANCE, json!({"attack/france": ["province/saxony"]})),
    ];
    crate::peace::answers(&mut play, &sheets);
    crate::peace::to_the_talks(&mut play);
    crate::peace::allies(&mut play, (crate::peace::FRANCE, "france"), (crate::peace::SPAIN, "spain"), None);
    let now = crate::peace::position(&play);
    assert!(now.are_at_war(Power::Austria, Power::France) && now.are_allied(Power::France, Power::Spain));
    let made = leaves(&mut play, crate::peace::FRANCE, YES);
    let told = event(&made, "auction_opened").unwrap();
    let mut wars: Vec<&Value> = told["wars"].as_array().unwrap().iter().collect();
    wars.sort_by_key(|war| war.to_string());
    assert_eq!(wars, [&json!(["austria", "france"]), &json!(["france", "great_britain"])]);
    assert_eq!(told["minor_wars"], json!([["france", "saxony"]]));
    assert_eq!(told["alliances"], json!([["france", "spain"]]));
    let now = crate::peace::position(&play);
    assert!(!now.are_at_war(Power::Austria, Power::France) && now.minor_wars().next().is_none());
    assert!(!now.are_allied(Power::France, Power::Spain));
    // What is over already is not said again with the next.
    let made = leaves(&mut play, crate::peace::AUSTRIA, YES);
    let told = event(&made, "auction_opened").unwrap();
    assert_eq!((&told["wars"], &told["alliances"]), (&Value::Null, &Value::Null));
    play.ends_verified();
}

#[test]
fn bids_are_secret_while_bidding_is_open_and_announced_together() {
    let mut play = seven();
    leaves(&mut play, 7, YES);
    play.must(1, seal(Power::Turkey, bid(Power::Austria, 137)));
    play.must(1, final_(Power::Turkey));
    for person in 2..=8 {
        let view = play.campaign.view_for(By::Person(person), false);
        assert!(!view.game.to_string().contains("137"));
        assert!(view.rounds.iter().all(|round| round.mine.as_ref().is_none_or(|mine| mine.sealed.is_none())));
    }
    assert!(!play.export(engine::table::record::Extent::Public).contains("\"bid\":137"));
    let others: Vec<(u32, Value)> = (2..=6).map(|n| (n, none(Power::STANDARD[n as usize - 1]))).collect();
    let made = sealed(&mut play, Power::Turkey, &others);
    let sold = event(&made, "sold").unwrap();
    assert_eq!(
        (&sold["seat"], &sold["bidder"], &sold["bid"]),
        (&json!("seat-1"), &json!("austria"), &json!(137))
    );
    assert_eq!(kinds(&made).iter().filter(|kind| *kind == "opened").count(), 6);
    play.ends_verified();
}

/// Prussia 8, Austria 14 and Russia 11 for Spain, each with 200 VP.
fn spain_is_sold() -> (Play, Vec<Entry>) {
    let mut play = seven();
    leaves(&mut play, 6, YES);
    let bodies = [
        (4, bid(Power::Prussia, 8)),
        (1, bid(Power::Austria, 14)),
        (5, bid(Power::Russia, 11)),
        (2, none(Power::France)),
        (3, none(Power::GreatBritain)),
        (7, none(Power::Turkey)),
    ];
    let made = sealed(&mut play, Power::Spain, &bodies);
    (play, made)
}

// house.auction.high-bid-wins, house.auction.cost
#[test]
fn the_highest_bid_takes_control_and_is_paid_and_losers_pay_nothing() {
    let (mut play, made) = spain_is_sold();
    assert_eq!(play.position()["auctions"]["sold"]["spain"]["seat"], json!("seat-1"));
    assert_eq!(vp(&play, Power::Austria), 186);
    for power in [Power::Prussia, Power::Russia, Power::France, Power::GreatBritain, Power::Turkey] {
        assert_eq!(vp(&play, power), 200, "{power}");
    }
    let rules = rules_in(&made);
    for id in ["secret-bids", "high-bid-wins", "cost", "no-more-vp"] {
        assert!(rules.contains(&format!("house.auction.{id}")), "{id}");
    }
    assert!(rules.contains(&"house.general.bids-order".to_owned()));
    play.ends_verified();
}

#[test]
fn two_equal_highest_bids_are_decided_by_dice() {
    let mut play = seven();
    leaves(&mut play, 6, YES);
    let bodies = [
        (1, bid(Power::Austria, 14)),
        (4, bid(Power::Prussia, 14)),
        (5, bid(Power::Russia, 11)),
        (2, none(Power::France)),
        (3, none(Power::GreatBritain)),
        (7, none(Power::Turkey)),
    ];
    let made = sealed(&mut play, Power::Spain, &bodies);
    let tie = event(&made, "auction_tied").unwrap();
    let winner = tie["order"][0]["seat"].clone();
    assert!(winner == json!("seat-1") || winner == json!("seat-4"));
    let rolled = made.iter().find_map(|entry| entry.event.rolled()).unwrap();
    assert_eq!(rolled.slot, "auction/spain/throw-1");
    assert_eq!(event(&made, "sold").unwrap()["seat"], winner);
    assert!(rules_in(&made).contains(&"house.general.bids-tie".to_owned()));
    let paid = if winner == json!("seat-1") { Power::Austria } else { Power::Prussia };
    assert_eq!(vp(&play, paid), 186);
    play.ends_verified();
}

#[test]
fn bids_are_whole_numbers_up_to_the_bidder_s_vp_in_its_own_name() {
    let mut play = seven();
    leaves(&mut play, 6, YES);
    for (body, says) in [
        (bid(Power::Austria, 201), "its bid is 0 to 200 VP, or none"),
        (bid(Power::Austria, -1), "0 to 200"),
        (bid(Power::France, 5), "France is not yours"),
        (json!({"power": "austria", "bid": 2.5}), "whole number"),
        (json!({"bid": 5}), "names the power"),
        (json!({"power": "sweden", "bid": 5}), "names the power"),
        (json!({"power": "austria", "bid": 5, "note": "x"}), "names the power"),
    ] {
        let says_so = play.refused(1, seal(Power::Spain, body.clone()));
        assert!(says_so.contains(says), "{body}: {says_so}");
    }
    assert!(play.refused(6, seal(Power::Spain, bid(Power::Spain, 5))).contains("no seat"));
    assert!(play.refused(1, seal(Power::Turkey, bid(Power::Austria, 5))).contains("closed"));
    play.must(1, seal(Power::Spain, json!({"power": "austria", "bid": 200, "word": "inside"})));
    play.must(1, final_(Power::Spain));
    let others: Vec<(u32, Value)> =
        [2, 3, 4, 5, 7].map(|n| (n, bid(Power::STANDARD[n as usize - 1], 0))).into();
    sealed(&mut play, Power::Spain, &others);
    assert_eq!(vp(&play, Power::Austria), 0);
    play.ends_verified();
}

#[test]
fn with_no_bid_at_all_the_power_stays_uncontrolled() {
    let mut play = seven();
    leaves(&mut play, 6, YES);
    let bodies: Vec<(u32, Value)> =
        [1, 2, 3, 4, 5, 7].map(|n| (n, none(Power::STANDARD[n as usize - 1]))).into();
    let made = sealed(&mut play, Power::Spain, &bodies);
    assert!(event(&made, "unsold").is_some());
    assert!(play.position()["choice"]["uncontrolled"].as_array().unwrap().contains(&json!("spain")));
    play.ends_verified();
}

#[test]
fn a_power_that_was_auctioned_earns_no_more() {
    let (mut play, _) = spain_is_sold();
    let refused = refusal(
        &mut play,
        1,
        Verb::Act { act: Act::Tell { key: "vp/spain".to_owned(), value: 207 }, text: None },
    );
    assert_eq!(refused.rules[0].as_str(), "house.auction.no-more-vp");
    assert_eq!((vp(&play, Power::Spain), vp(&play, Power::Austria)), (200, 186));
    let spain = play.campaign.values().into_iter().find(|value| value.key == "vp/spain").unwrap();
    assert!(!spain.rises);
    let tells = |offer: &engine::table::Offer| {
        offer.verb == "tell" && serde_json::to_string(&offer.fields).unwrap().contains("vp/spain")
    };
    assert!(!offers(&play.campaign.view_for(By::Person(1), false)).iter().any(tells));
    // What was recorded wrongly is corrected all the same.
    play.act_saying(1, Act::Correct { key: "vp/spain".to_owned(), value: 205 }, "A step was forgotten");
    play.all_agree();
    assert_eq!(vp(&play, Power::Spain), 205);
    play.ends_verified();
}

#[test]
fn a_power_out_of_the_game_bids_for_no_other() {
    // Turkey goes to Russia; later Spain is auctioned.
    let mut play = seven();
    leaves(&mut play, 7, YES);
    let bodies: Vec<(u32, Value)> = (1..=6)
        .map(|n| (n, if n == 5 { bid(Power::Russia, 20) } else { none(Power::STANDARD[n as usize - 1]) }))
        .collect();
    sealed(&mut play, Power::Turkey, &bodies);
    assert_eq!(play.position()["auctions"]["sold"]["turkey"]["seat"], json!("seat-5"));
    let made = leaves(&mut play, 6, YES);
    assert!(rules_in(&made).contains(&"house.auction.no-bidding".to_owned()));
    let refused = refusal(&mut play, 5, seal(Power::Spain, bid(Power::Turkey, 5)));
    assert_eq!(refused.rules[0].as_str(), "house.auction.no-bidding");
    assert!(refused.says.contains("Turkey is out of the game"));
    let bodies: Vec<(u32, Value)> = (1..=5)
        .map(|n| (n, if n == 5 { bid(Power::Russia, 30) } else { none(Power::STANDARD[n as usize - 1]) }))
        .collect();
    sealed(&mut play, Power::Spain, &bodies);
    assert_eq!(vp(&play, Power::Russia), 150);
    play.ends_verified();
}

#[test]
fn britain_that_buys_a_power_wins_no_more_by_default() {
    let (mut play, _) = spain_is_sold();
    assert_eq!(play.position()["auctions"]["britain_bought"], json!(false));
    leaves(&mut play, 7, YES);
    let bodies: Vec<(u32, Value)> = (1..=5)
        .map(|n| {
            (n, if n == 3 { bid(Power::GreatBritain, 1) } else { none(Power::STANDARD[n as usize - 1]) })
        })
        .collect();
    let made = sealed(&mut play, Power::Turkey, &bodies);
    assert!(rules_in(&made).contains(&"house.auction.britain-loses-default".to_owned()));
    assert_eq!(play.position()["auctions"]["britain_bought"], json!(true));
    play.ends_verified();
}

#[test]
fn the_powers_of_a_seat_are_auctioned_one_after_the_other() {
    let mut play =
        Play::founded(&common::founding(3, 0, json!({"ceiling": 60, "spare": "second"}))).started();
    play.bid(vec![
        sheet([50, 1, 2, 3, 4, 5, 6]),
        sheet([0, 40, 2, 3, 4, 5, 6]),
        sheet([0, 1, 30, 3, 4, 5, 6]),
    ]);
    let powers = |play: &Play, n: u32| -> Vec<Power> {
        Power::STANDARD
            .into_iter()
            .filter(|power| play.holder(*power).is_some_and(|holder| holder.0 == n))
            .collect()
    };
    let (gone, mine) = (powers(&play, 3), powers(&play, 1));
    assert_eq!((gone.len(), mine.len()), (2, 2));
    leaves(&mut play, 3, YES);
    assert!(!play.campaign.play.rounds.contains_key(&round(gone[1])));
    // The second player leaves while the first auction is open: his powers wait for theirs.
    play.must(1, seal(gone[0], bid(mine[1], 0)));
    play.must(1, final_(gone[0]));
    let second = powers(&play, 2);
    play.act(2, Act::Resign);
    play.act(1, Act::AskInfluence { seat: seat(2) });
    // He was the last who was waited for, so the first auction is decided, and the next opens.
    assert_eq!(play.position()["auctions"]["sold"][gone[0].key()]["bidder"], json!(mine[1].key()));
    for power in [gone[1], second[0], second[1]] {
        assert_eq!(play.campaign.play.rounds.len(), 1);
        sealed(&mut play, power, &[(1, bid(mine[0], 0))]);
    }
    assert!(play.campaign.play.rounds.is_empty());
    assert_eq!(play.position()["auctions"]["sold"].as_object().unwrap().len(), 4);
    play.ends_verified();
}

#[test]
fn an_empty_envelope_is_no_bid_where_the_others_vote_for_the_default() {
    let timing = Timing { quiet: None, remind: 0, ..Timing::default() };
    let mut play = Play::in_months(4, |founding| founding.timing = Some(timing));
    leaves(&mut play, 4, YES);
    let name = round(Power::Turkey);
    play.must(1, seal(Power::Turkey, bid(Power::Prussia, 0)));
    play.must(2, seal(Power::Turkey, none(Power::Russia)));
    play.must(2, final_(Power::Turkey));
    for _ in 0..2 {
        let due = play.campaign.play.rounds[&name].due.as_ref().unwrap().at.unwrap();
        let made = play.clock_at(due);
        assert!(kinds(&made).contains(&"table:deadline_missed".to_owned()));
    }
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    play.act(1, Act::Cast { vote, option: NO });
    play.act(2, Act::Cast { vote, option: NO });
    let until = play.campaign.play.votes[&vote].not_before;
    let made = play.clock_at(until);
    let defaulted = TableEvent::Defaulted { round: name, seats: vec![seat(3)] };
    assert!(Play::table_events(&made).contains(&defaulted));
    assert_eq!(event(&made, "sold").unwrap()["seat"], json!("seat-1"));
    assert!(play.campaign.play.seats[&seat(3)].missed >= 2, "a default is no answer");
    play.ends_verified();
}

/// The auction of Turkey, in which the operator's player missed two deadlines and the others voted for his default.
fn with_a_default_of_the_operators() -> Play {
    let timing = Timing { quiet: None, remind: 0, ..Timing::default() };
    let mut founding = common::founding(4, 1, json!({"ceiling": 60, "spare": "uncontrolled"}));
    founding.timing = Some(timing);
    let mut play = Play::founded(&founding).started();
    play.bid((1..=4).map(common::untied).collect());
    leaves(&mut play, 4, YES);
    let name = round(Power::Turkey);
    for _ in 0..2 {
        let due = play.campaign.play.rounds[&name].due.as_ref().unwrap().at.unwrap();
        play.clock_at(due);
    }
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    play.act(2, Act::Cast { vote, option: NO });
    // The last of them votes when the day is over, so that it closes with his voice.
    play.at = play.campaign.play.votes[&vote].not_before;
    play.act(3, Act::Cast { vote, option: NO });
    play
}

#[test]
fn a_default_of_the_operator_s_envelope_lets_the_others_bid() {
    let mut play = with_a_default_of_the_operators();
    assert!(
        play.campaign.play.rounds.contains_key(&round(Power::Turkey)),
        "they had to wait for him, and have their time now"
    );
    assert_eq!(verbs_of(&play, 2).iter().filter(|verb| *verb == "seal").count(), 1);
    // His envelope's code is on the record, and its salt is not: the order waits until the round opens.
    let now = play.right_now();
    let waiting = now.first_waiting.unwrap() as usize;
    assert_eq!((now.orders_waiting, kinds(&play.entries)[waiting - 1].as_str()), (1, "order:cast"));
    sealed(&mut play, Power::Turkey, &[(2, bid(Power::Russia, 0)), (3, none(Power::Spain))]);
    assert!(play.campaign.play.rounds.is_empty());
    assert_eq!(play.right_now().orders_waiting, 0);
    play.ends_verified();
}

#[test]
fn a_default_from_before_a_restore_stays_closed_and_verifies() {
    let mut play = with_a_default_of_the_operators();
    play.bot(Verb::Restored);
    for person in 1..=3 {
        play.lay_down(person, "anew");
    }
    // His envelope is asked for again, and under the new veil key the old one never opens.
    play.must(1, seal(Power::Turkey, none(Power::Prussia)));
    sealed(&mut play, Power::Turkey, &[(2, none(Power::Russia)), (3, none(Power::Spain))]);
    assert_eq!(play.right_now().orders_waiting, 1);
    for person in 1..=3 {
        play.must(person, Verb::Close);
    }
    let whole = play.export(engine::table::record::Extent::Whole);
    let report = engine::table::verify::verify(whole.as_bytes(), &[]).unwrap();
    assert_eq!((report.orders_waiting, report.verdict()), (1, engine::table::verify::Verdict::Whole));
}

fn verbs_of(play: &Play, person: u32) -> Vec<String> {
    offers(&play.campaign.view_for(By::Person(person), false)).into_iter().map(|offer| offer.verb).collect()
}
