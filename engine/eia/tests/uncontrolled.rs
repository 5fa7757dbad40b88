//! Uncontrolled major powers (14.3): bids each December, the control die, who commands them, and when control is lost.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, founding, rules_in, sealing, seat, sheet};
use crate::peace::{answers, order, position, step};
use engine::eia::powers::Power;
use engine::eia::uncontrolled::{Happened, Short};
use engine::eia::{EmpiresInArms, Event};
use engine::facts::Origin;
use engine::table::act::{Act, Through};
use engine::table::offers::offers;
use engine::table::votes::YES;
use engine::table::{By, Entry, Founding, Verb};
use serde_json::{Value, json};

const AUSTRIA: u32 = 1;
const BRITAIN: u32 = 2;

/// Austria and Great Britain are played, the others are not; the first December's bids are asked for unless the switch stands otherwise.
fn december(switches: Value) -> Play {
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": switches});
    let mut play = Play::founded(&Founding { options, ..founding(2, 0, json!({})) }).started();
    play.bid(vec![sheet([41, 0, 1, 2, 3, 4, 5]), sheet([0, 1, 40, 2, 3, 4, 5])]);
    to_the_bids(&mut play);
    play
}

/// Plays on to December's bids, or to the new year where there are none.
fn to_the_bids(play: &mut Play) {
    while position(play).month().unwrap().parts() != (1806, 1) && step(play) != "control" {
        if step(play) == "war" {
            answers(play, &[]);
        }
        for person in [AUSTRIA, BRITAIN] {
            play.act(person, Act::Ready { through: Through::Step, hold: false });
        }
    }
}

/// Plays on to the sheets of a month in which nothing is bid for.
fn to_month(play: &mut Play, month: (u32, u32)) {
    while position(play).month().unwrap().parts() != month {
        if step(play) == "war" {
            answers(play, &[]);
        }
        for person in [AUSTRIA, BRITAIN] {
            play.act(person, Act::Ready { through: Through::Step, hold: false });
        }
    }
}

pub fn bidding() -> Play {
    december(json!({"politics": "kept", "uncontrolled": "bids"}))
}

fn round(power: Power) -> String {
    format!("control/1805-12/{}", power.key())
}

/// Both seal for a power, and what that sets off.
fn both(play: &mut Play, power: Power, austria: Option<i64>, britain: Option<i64>) -> Vec<Entry> {
    let from = play.entries.len();
    for (person, by, bid) in [(AUSTRIA, "austria", austria), (BRITAIN, "great_britain", britain)] {
        let body = bid.map_or_else(|| json!({"power": by}), |bid| json!({"power": by, "bid": bid}));
        play.must(person, sealing(&round(power), &body));
        play.must(person, Verb::Final { round: round(power) });
    }
    play.entries[from..].to_vec()
}

fn happened(made: &[Entry]) -> Vec<Happened> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    events.filter_map(|event| if let Event::Uncontrolled(of) = event { Some(of) } else { None }).collect()
}

// house.auction.secret-bids
#[test]
fn in_december_control_is_bid_for_every_bid_is_paid_and_the_highest_die_controls() {
    let mut play = bidding();
    let before = position(&play);
    assert_eq!(
        before.uncontrolled.waiting,
        [Power::France, Power::Prussia, Power::Russia, Power::Spain, Power::Turkey]
    );
    assert!(rules_in(&play.entries).contains(&"house.auction.secret-bids".to_owned()));
    let vp = |play: &Play, power: Power| position(play).vp[&power];
    let (austria, britain) = (vp(&play, Power::Austria), vp(&play, Power::GreatBritain));
    // France first, for which nobody looks.
    assert!(matches!(&happened(&both(&mut play, Power::France, None, None))[..],
        [Happened::ControlRolled { power: Power::France, dice, controlled: None, .. }] if dice.is_empty()));
    let made = both(&mut play, Power::Prussia, Some(3), Some(5));
    let [Happened::ControlRolled { dice, controlled: Some(won), .. }] = &happened(&made)[..] else {
        panic!()
    };
    let of = |power| dice.iter().find(|of| of.by == power).unwrap();
    // The natural ally of Great Britain adds 2; both stand in zones that the data give a modifier.
    let (one, other) = (of(Power::Austria), of(Power::GreatBritain));
    assert_eq!(other.modifier - before.control_modifier(Power::GreatBritain, Power::Spain), 2 - 1);
    assert_eq!(one.total, i64::from(one.die) + 3 + one.modifier);
    assert_eq!(other.total, i64::from(other.die) + 5 + other.modifier);
    assert_eq!(won.by, dice[0].by);
    assert!(dice[0].total > dice[1].total || dice[0].again > dice[1].again);
    assert_eq!(
        (vp(&play, Power::Austria), vp(&play, Power::GreatBritain)),
        (austria - 3, britain - 5),
        "who loses pays too"
    );
    assert_eq!(position(&play).controller(Power::Prussia), Some(&won.seat));
    for power in [Power::Russia, Power::Spain, Power::Turkey] {
        both(&mut play, power, None, None);
    }
    let now = position(&play);
    assert_eq!(
        (now.month().unwrap().parts(), now.uncontrolled.of.len()),
        ((1806, 1), 1),
        "and the year goes on"
    );
    assert!(now.is_out(Power::Prussia), "it takes no part in politics");
    play.ends_verified();
}

#[test]
fn a_bid_is_five_at_most_and_none_against_a_power_with_which_one_was_at_war() {
    let mut play = bidding();
    let refused = |play: &mut Play, person, power, body: Value| {
        play.give(By::Person(person), sealing(&round(power), &body)).unwrap_err().to_string()
    };
    // Great Britain and France are at war from the start.
    let why = refused(&mut play, BRITAIN, Power::France, json!({"power": "great_britain", "bid": 1}));
    assert!(why.contains("you bid 0 VP"), "{why}");
    let why = refused(&mut play, AUSTRIA, Power::France, json!({"power": "austria", "bid": 6}));
    assert!(why.contains("0 to 5 VP"), "{why}");
    let why = refused(&mut play, AUSTRIA, Power::France, json!({"power": "prussia", "bid": 1}));
    assert!(why.contains("Prussia is not yours"), "{why}");
    let peace = position(&play).control_modifier(Power::GreatBritain, Power::Turkey);
    assert_eq!(position(&play).control_modifier(Power::GreatBritain, Power::France), peace - 2);
    let most = |person| {
        let view = play.campaign.view_for(By::Person(person), false);
        let all = offers(&view).into_iter().map(|offer| serde_json::to_value(offer).unwrap().to_string());
        all.filter(|offer| offer.contains("control/1805-12/france")).collect::<Vec<_>>()
    };
    assert!(most(AUSTRIA)[0].contains("\"most\":5") && most(BRITAIN)[0].contains("\"most\":0"));
    let made = both(&mut play, Power::France, None, Some(0));
    assert!(matches!(&happened(&made)[..],
        [Happened::ControlRolled { now, controlled: Some(of), .. }] if now.is_empty() && of.by == Power::GreatBritain));
    play.right_now();
}

#[test]
fn what_is_told_of_somebody_s_victory_points_changes_no_sealed_bid() {
    let mut play = bidding();
    play.must(AUSTRIA, sealing(&round(Power::France), &json!({"power": "austria", "bid": 5})));
    play.must(AUSTRIA, Verb::Final { round: round(Power::France) });
    play.act(BRITAIN, Act::Tell { key: "vp/austria".to_owned(), value: 2 });
    play.must(BRITAIN, sealing(&round(Power::France), &json!({"power": "great_britain"})));
    let made = play.must(BRITAIN, Verb::Final { round: round(Power::France) });
    let [Happened::ControlRolled { dice, now, .. }] = &happened(&made)[..] else { panic!() };
    assert_eq!((dice[0].bid, now[&Power::Austria]), (5, 0), "he pays what there is");
    assert_eq!(dice[0].short, Some(Short { pays: Power::Austria, paid: 2 }), "and that is on the record");
    // Told back, they are no purse for the next bids of this December.
    play.act(BRITAIN, Act::Tell { key: "vp/austria".to_owned(), value: 3 });
    assert_eq!(position(&play).highest_control_bid(&seat(AUSTRIA), Power::Prussia), 0);
    let made = both(&mut play, Power::Prussia, Some(0), None);
    let [Happened::ControlRolled { dice, now, .. }] = &happened(&made)[..] else { panic!() };
    assert_eq!((dice[0].short, now.is_empty(), position(&play).vp[&Power::Austria]), (None, true, 3));
    play.right_now();
}

#[test]
fn a_bid_that_is_paid_in_whole_is_not_said_to_be_short() {
    let mut play = bidding();
    play.act(BRITAIN, Act::Tell { key: "vp/austria".to_owned(), value: 5 });
    let made = both(&mut play, Power::France, Some(5), None);
    let [Happened::ControlRolled { dice, now, .. }] = &happened(&made)[..] else { panic!() };
    assert_eq!((dice[0].short, now[&Power::Austria]), (None, 0));
    // Of nothing nothing is paid.
    play.act(BRITAIN, Act::Tell { key: "vp/great_britain".to_owned(), value: 0 });
    let made = both(&mut play, Power::Prussia, None, Some(4));
    let [Happened::ControlRolled { dice, .. }] = &happened(&made)[..] else { panic!() };
    assert_eq!(dice[0].short, Some(Short { pays: Power::GreatBritain, paid: 0 }));
    play.right_now();
}

#[test]
fn where_the_group_turns_the_switch_nobody_is_bid_for_and_nobody_controls_any() {
    let mut play = bidding();
    let made = both(&mut play, Power::France, Some(2), None);
    assert!(matches!(&happened(&made)[..], [Happened::ControlRolled { controlled: Some(_), .. }]));
    // Who controls France moves its counters, and no other player.
    let corps = |name: &str| {
        order(json!({"counter": "place", "power": "france", "name": name, "place": "area/paris"}))
    };
    play.must(AUSTRIA, corps("I Corps"));
    assert!(play.refused(BRITAIN, corps("II Corps")).contains("is not yours"));
    play.act(AUSTRIA, Act::Switch { key: "uncontrolled".to_owned(), value: "out".to_owned() });
    let vote = *play.campaign.public_view().votes.keys().next().unwrap();
    play.act(BRITAIN, Act::Cast { vote, option: YES });
    let vp = position(&play).vp[&Power::Austria];
    both(&mut play, Power::Prussia, Some(3), None);
    let now = position(&play);
    assert_eq!((now.vp[&Power::Austria], now.controller(Power::Prussia)), (vp, None));
    assert_ne!(step(&play), "control", "nobody is asked for the others");
    to_month(&mut play, (1806, 2));
    assert_eq!(position(&play).controller(Power::France), None, "with the month it is over");
    play.ends_verified();
}

#[test]
fn control_ends_where_the_power_stands_in_instability() {
    // I6 and N6, in halves of a PP.
    for (turkey, keeps) in [(30, false), (50, true)] {
        let switches = json!({"politics": "kept", "uncontrolled": "bids"});
        let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": switches});
        let mut play = Play::founded(&Founding { options, ..founding(3, 0, json!({})) }).started();
        play.bid(vec![
            sheet([41, 0, 1, 2, 3, 4, 5]),
            sheet([0, 1, 40, 2, 3, 4, 5]),
            sheet([0, 1, 2, 3, 4, 5, 39]),
        ]);
        answers(&mut play, &[]);
        play.act(AUSTRIA, Act::Tell { key: "pp/turkey".to_owned(), value: turkey });
        // Its player leaves, and nobody buys it.
        play.act(3, Act::Resign);
        play.act(AUSTRIA, Act::AskInfluence { seat: seat(3) });
        play.act(BRITAIN, Act::Cast { vote: 1, option: YES });
        for (person, power) in [(AUSTRIA, "austria"), (BRITAIN, "great_britain")] {
            play.must(person, sealing("auction/turkey", &json!({"power": power})));
            play.must(person, Verb::Final { round: "auction/turkey".to_owned() });
        }
        to_the_bids(&mut play);
        for power in [Power::France, Power::Prussia, Power::Russia, Power::Spain] {
            both(&mut play, power, None, None);
        }
        let made = happened(&both(&mut play, Power::Turkey, Some(1), None));
        let won = made.iter().any(|of| {
            matches!(of, Happened::ControlRolled { power: Power::Turkey, controlled: Some(of), .. } if of.by == Power::Austria)
        });
        assert!(
            won && position(&play).controller(Power::Turkey).is_some(),
            "control is bid for after the track moved"
        );
        let from = play.entries.len();
        to_month(&mut play, (1806, 4));
        let lost = Happened::ControlLost { power: Power::Turkey, by: Power::Austria };
        assert_eq!(happened(&play.entries[from..]).contains(&lost), !keeps, "after March's economic phase");
        assert_eq!(position(&play).controller(Power::Turkey).is_some(), keeps);
        play.right_now();
    }
}

#[test]
fn nobody_bids_where_the_group_has_such_powers_out_of_the_game() {
    let play = december(json!({"politics": "kept"}));
    assert!(happened(&play.entries).is_empty());
    assert_eq!(position(&play).month().unwrap().parts(), (1806, 1));
}

#[test]
fn the_group_types_its_own_values_of_the_control_die() {
    let mut play = bidding();
    let find = |play: &Play, key: &str| play.campaign.unprinted().into_iter().find(|value| value.key == key);
    let zone = find(&play, "control_zone_neutral").unwrap();
    assert_eq!((zone.now, zone.origin), (0, Origin::Ours));
    assert_eq!(find(&play, "control_natural_great_britain_austria").unwrap().origin, Origin::Reconstructed);
    assert_eq!(find(&play, "control_natural_austria_france").unwrap().origin, Origin::Ours);
    assert!(find(&play, "control_highest_bid").is_none(), "bids may be sealed under it already");
    let before = position(&play).control_modifier(Power::Austria, Power::France);
    let values = [("control_natural_austria_france".to_owned(), 3)].into_iter().collect();
    play.act(AUSTRIA, Act::TypeValues { values });
    let proposal = *play.campaign.play.proposals.keys().last().unwrap();
    play.act(BRITAIN, Act::ConfirmValues { proposal });
    assert_eq!(position(&play).control_modifier(Power::Austria, Power::France), before + 3);
    let typed = find(&play, "control_natural_austria_france").unwrap();
    assert_eq!((typed.now, typed.origin), (3, Origin::Typed));

    let out = december(json!({"politics": "kept"}));
    assert!(find(&out, "control_zone_neutral").is_none(), "control of nobody is bid for");
}

/// Who controls France and whether it is played has one answer, whoever asks.
#[test]
fn a_war_with_a_power_that_nobody_plays_counts_in_the_bids_and_nowhere_else() {
    let mut play = Play::founded(&Founding {
        options: json!({"ceiling": 60, "spare": "uncontrolled", "switches": {"politics": "kept", "uncontrolled": "bids"}}),
        ..founding(2, 0, json!({}))
    })
    .started();
    play.bid(vec![sheet([41, 0, 1, 2, 3, 4, 5]), sheet([0, 1, 40, 2, 3, 4, 5])]);
    let now = position(&play);
    assert_eq!(now.idle_wars().collect::<Vec<_>>(), [(Power::GreatBritain, Power::France)]);
    assert!(!now.are_at_war(Power::GreatBritain, Power::France));
    let view = play.campaign.public_view();
    let sheet_of = view.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap();
    let refused = play.refused(AUSTRIA, sealing(&sheet_of.round, &json!({"war/austria": ["france"]})));
    assert!(refused.contains("Nobody plays France"), "{refused}");
}

#[test]
fn who_controls_a_power_can_tell_where_it_stands_and_loses_it_when_it_stands_too_low() {
    let mut play = bidding();
    let tell = |play: &mut Play, pp| play.act(BRITAIN, Act::Tell { key: "pp/prussia".to_owned(), value: pp });
    let why = play.act_refused(BRITAIN, Act::Tell { key: "pp/prussia".to_owned(), value: 10 });
    assert!(!why.is_empty(), "nobody controls it yet");
    both(&mut play, Power::France, None, None);
    both(&mut play, Power::Prussia, None, Some(5));
    assert_eq!(position(&play).controlled().collect::<Vec<_>>(), [Power::Prussia]);
    for power in [Power::Russia, Power::Spain, Power::Turkey] {
        both(&mut play, power, None, None);
    }
    tell(&mut play, 2 * 15);
    assert_eq!(position(&play).status(Power::Prussia).unwrap().zone(), engine::eia::oob::Zone::Instability);
    to_month(&mut play, (1806, 4));
    assert_eq!(position(&play).controller(Power::Prussia), None, "lost after March's economic phase");
    play.ends_verified();
}
