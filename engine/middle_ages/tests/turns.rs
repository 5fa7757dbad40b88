//! Turns on the board as they are played: endeavours against others, what is chosen, what changes hands, taxes, the order of a round.
#![allow(clippy::unwrap_used)]

use crate::common::{EPOCH_OF_TESTS, Play, kinds, rules_in};
use crate::help::{
    BYZANTIUM, FRANKS, area, choose, court, declare, found, founding, gold, held, kept, order, over_sea,
    position, ready, seals, seat, stands,
};
use engine::middle_ages::board::turn::{by_initiative, in_order};
use engine::middle_ages::board::{count, plan, subject, tax};
use engine::middle_ages::court::Court;
use engine::middle_ages::marker::Marker;
use engine::middle_ages::outline::Frame;
use engine::middle_ages::switches::Readings;
use engine::middle_ages::{Event as OfTheGame, MiddleAges, Position};
use engine::table::act::Through;
use engine::table::game::Game;
use engine::table::timing::Timing;
use engine::table::{Act, By, Founding, Verb, offers};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The position with Franks in play and changed as the test says; for what is decided by functions alone.
fn changed(change: impl FnOnce(&mut Position)) -> Position {
    let mut position = position(&kept(&[], &[], &[]));
    change(&mut position);
    position
}

#[test]
fn the_board_is_set_up_for_the_courts_that_are_played() {
    let play = kept(&[], &[], &[]);
    let now = position(&play);
    assert_eq!((now.calendar.years(1), now.calendar.years(9)), ((771, 775), (811, 815)));
    assert_eq!(now.board.realms.keys().map(|court| court.key()).collect::<Vec<_>>(), ["byzantium", "franks"]);
    assert_eq!(held(&play, "ile_de_france").owner, Some(court("franks")));
    assert_eq!(held(&play, "lombardy").owner, None, "nobody plays the Lombards");
    for (key, fort) in [
        ("saxony", 3),
        ("friesland", 2),
        ("flanders", 2),
        ("lorraine", 2),
        ("venice", 3),
        ("constantinople", 3),
    ] {
        assert_eq!(held(&play, key).fort, fort, "{key}");
    }
    assert_eq!(now.board.realms[&court("franks")].cards, 5);
    assert!(now.frames.any(|frame| *frame == Frame::Turn(court("franks"))));
}

#[test]
fn nobody_is_given_a_court_by_being_ready_and_who_has_one_may_take_another() {
    let mut play = Play::founded(&founding("charlemagne", 2, json!({}))).started();
    let step = || Act::Ready { through: Through::Step, hold: false };
    let says = play.act_refused(FRANKS, step());
    assert!(says.starts_with("You play no court yet. Take one first"), "{says}");
    let offered = |play: &Play, of: u32| {
        let view = play.campaign.view_for(By::Person(of), false);
        offers(&view).iter().any(|offer| offer.verb == "ready")
    };
    assert!(!offered(&play, FRANKS), "what is refused is not offered");
    play.must(FRANKS, order(json!({"court": "take", "of": "lombards"})));
    assert!(offered(&play, FRANKS));
    let says = play.refused(FRANKS, order(json!({"court": "release", "of": "lombards"})));
    assert!(says.starts_with("The courts are being taken now"), "{says}");
    let entries = play.must(FRANKS, order(json!({"court": "take", "of": "franks"})));
    assert_eq!(found(&entries, "court_released").unwrap()["court"], "lombards");
    assert_eq!(found(&entries, "court_taken").unwrap()["court"], "franks");
    assert_eq!(position(&play).court_of(&seat(FRANKS)), Some(court("franks")));
    play.act(FRANKS, step());
    assert!(position(&play).takes_courts(), "Byzantium is still to be taken");
}

#[test]
fn who_has_no_court_when_its_time_is_over_gets_the_first_that_is_free() {
    let founding = Founding { timing: Some(Timing::default()), ..founding("charlemagne", 2, json!({})) };
    let mut play = Play::founded(&founding).started();
    play.must(FRANKS, order(json!({"court": "take", "of": "franks"})));
    let entries = play.clock_at(EPOCH_OF_TESTS + 400 * 3_600);
    let given = found(&entries, "court_taken").unwrap();
    assert_eq!((given["court"].as_str(), given["seat"].as_str()), (Some("bulgaria"), Some("seat-2")));
}

#[test]
fn the_order_of_a_round_goes_by_sealed_wishes_in_initiative() {
    let now = position(&kept(&[], &[], &[]));
    assert_eq!(by_initiative(&now), [court("franks"), court("byzantium")], "19 against 11");
    let three = [court("franks"), court("byzantium"), court("mercia")];
    let wishes =
        |of: &[(usize, u8)]| of.iter().map(|(i, place)| (three[*i], *place)).collect::<BTreeMap<_, _>>();
    let named = |order: Vec<Court>| order.iter().map(|court| court.key()).collect::<Vec<_>>();
    assert_eq!(
        named(in_order(&three, &wishes(&[(0, 3), (1, 1), (2, 2)]))),
        ["byzantium", "mercia", "franks"]
    );
    assert_eq!(
        named(in_order(&three, &wishes(&[(0, 1), (1, 1), (2, 1)]))),
        ["franks", "byzantium", "mercia"]
    );
    assert_eq!(
        named(in_order(&three, &wishes(&[(0, 3), (1, 3), (2, 3)]))),
        ["mercia", "byzantium", "franks"]
    );
}

#[test]
fn an_endeavour_costs_its_price_and_a_year_card_and_gold_that_is_not_there_is_refused() {
    // Year card 1 builds at −2, card 6 at 2.
    let mut play = kept(&[1, 6], &[], &[]);
    let made = play.must(FRANKS, declare("fleet", "flanders", "flanders"));
    assert_eq!((gold(&play, "franks"), held(&play, "flanders").fleets), (2, vec![1]));
    for rule in ["building.cost", "building.success"] {
        assert!(rules_in(&made).contains(&format!("middle-ages.fleets.{rule}")), "{rule}");
    }
    let now = position(&play);
    assert_eq!((now.board.realms[&court("franks")].cards, now.year.drawn.clone()), (4, vec![1]));
    play.refused_under("middle-ages.fleets.building.cost", FRANKS, declare("fleet", "flanders", "flanders"));
    play.refused_under(
        "middle-ages.fleets.building.target",
        FRANKS,
        declare("fleet", "burgundy", "burgundy"),
    );
    play.refused_under("middle-ages.fleets.placement", FRANKS, declare("fleet", "flanders", "greece"));
    let made = play.must(FRANKS, declare("army", "lorraine", "lorraine"));
    assert_eq!((gold(&play, "franks"), held(&play, "lorraine").armies), (0, vec![1]));
    assert!(rules_in(&made).contains(&"middle-ages.armies.beginning-missing".to_owned()));
    play.refused_under(
        "middle-ages.armies.beginning-missing",
        FRANKS,
        declare("army", "lorraine", "lorraine"),
    );
    // At the end of the turn neither can be paid for: he says what goes.
    ready(&mut play, FRANKS);
    let now = position(&play);
    assert!(
        now.frames.any(|frame| *frame == Frame::Upkeep(court("franks"))),
        "{:?}",
        play.campaign.play.path()
    );
    // The turn is over but for that: he takes nothing back, and nothing else of the turn is his to do.
    let due = "middle-ages.armies.maintenance.cost";
    play.refused_under(due, FRANKS, Verb::Act { act: Act::NotReady, text: None });
    play.refused_under(due, FRANKS, order(json!({"board": "tax", "area": "burgundy", "gold": 1})));
    assert!(!play.campaign.view_for(By::Person(FRANKS), false).may_take_ready_back);
    play.must(FRANKS, order(json!({"board": "disband", "area": "flanders", "of": "fleet", "points": 1})));
    let made =
        play.must(FRANKS, order(json!({"board": "disband", "area": "lorraine", "of": "army", "points": 1})));
    assert!(kinds(&made).contains(&"game:turn_over".to_owned()), "{:?}", kinds(&made));
    assert!(position(&play).frames.any(|frame| *frame == Frame::Turn(court("byzantium"))));
}

// middle-ages.civilisation.building.success, middle-ages.civilisation.limit-per-area,
// middle-ages.civilisation.kinds
#[test]
fn the_kind_of_a_marker_is_chosen_after_it_succeeds() {
    let mut play = kept(&[5, 1], &[], &[]);
    let made = play.must(FRANKS, declare("marker", "burgundy", "burgundy"));
    assert_eq!(found(&made, "asked").unwrap()["ask"]["what"], "marker");
    assert!(
        play.refused(FRANKS, declare("rule", "burgundy", "burgundy")).contains("First Franks makes a choice")
    );
    let choose = |answer: Value| order(json!({"board": "choose", "number": 1, "answer": answer}));
    assert!(play.refused(FRANKS, choose(json!("army"))).contains("cannot be chosen"));
    assert!(play.refused(BYZANTIUM, choose(json!({"marker": "palace"}))).contains("No such choice"));
    let made = play.must(FRANKS, choose(json!({"marker": "palace"})));
    assert!(rules_in(&made).contains(&"middle-ages.civilisation.limit-per-area".to_owned()));
    let burgundy = held(&play, "burgundy");
    assert_eq!(
        (burgundy.markers.into_iter().collect::<Vec<_>>(), burgundy.social),
        (vec![Marker::Palace], 1)
    );
    assert_eq!(gold(&play, "franks"), 2);
    play.refused_under(
        "middle-ages.civilisation.building.cost",
        FRANKS,
        declare("marker", "burgundy", "burgundy"),
    );
}

#[test]
fn a_played_court_defends_in_an_envelope_and_the_card_decides_then() {
    // Card 2 conquers at 1.
    let mut play = kept(&[2], &[], &[]);
    play.refused_under("middle-ages.fleets.range", FRANKS, declare("conquer", "flanders", "greece"));
    let negotiate =
        json!({"kind": "negotiate", "base": "provence", "targets": [{"area": "sicily"}], "by_sea": true});
    let made = play.must(FRANKS, order(json!({"board": "declare", "plan": negotiate})));
    assert!(kinds(&made).contains(&"game:announced".to_owned()) && found(&made, "decided").is_none());
    let made = seals(&mut play, BYZANTIUM, "defence/1", &json!({"defend": false, "gold": 2}));
    let decided = found(&made, "decided").unwrap();
    assert_eq!(decided["defence"], json!(["byzantium", false, 2]));
    assert_eq!(gold(&play, "byzantium"), 6);
    // 5 + 1 − 0 − 3 of the owner, language 2, religion 1, halved over two sea areas, and 2 gold against it.
    assert_eq!(decided["against"][0]["rating"]["points"], -2);
}

#[test]
fn a_declaration_that_was_taken_back_is_as_if_never_made_to_who_asked_to_go_back() {
    let mut play = kept(&[2], &[], &[]);
    let correct = Act::Correct { key: "gold/franks".to_owned(), value: 30 };
    let negotiate =
        json!({"kind": "negotiate", "base": "provence", "targets": [{"area": "sicily"}], "by_sea": true});
    let before = position(&play);
    play.act_saying(FRANKS, correct, "miscounted");
    play.act_saying(BYZANTIUM, Act::SetBack, "we began otherwise");
    let ask = play.campaign.play.set_back.as_ref().unwrap().line;
    let start = play.campaign.start.clone();
    play.must(FRANKS, order(json!({"board": "declare", "plan": negotiate})));
    assert!(position(&play).board.declared.is_some() && play.campaign.play.set_back.is_none());
    // The round of envelopes was a start of its own, and goes with what opened it.
    play.must(FRANKS, Verb::Undo);
    assert_eq!(position(&play), before);
    assert_eq!((&play.campaign.start, play.campaign.start_moves), (&start, false));
    play.act(FRANKS, Act::AnswerSetBack { ask, agree: true });
    assert_eq!(position(&play), before);
    assert!(play.campaign.play.corrections.is_empty() && play.campaign.play.rounds.is_empty());
    assert!(play.campaign.play.frames.iter().all(|open| open.word != "defence-1"));
    play.must(FRANKS, order(json!({"board": "declare", "plan": negotiate})));
    seals(&mut play, BYZANTIUM, "defence/1", &json!({"defend": false, "gold": 2}));
    assert!(position(&play).board.declared.is_none());
    play.right_now();
}

// middle-ages.armies.loss-taken-by-attacker, middle-ages.armies.loss-taken-by-defender,
// middle-ages.fleets.unaffected-otherwise, middle-ages.civilisation.pillage.marker,
// middle-ages.civilisation.pillage.gold
#[test]
fn a_loss_is_taken_by_an_army_point_or_by_the_social_state() {
    use engine::middle_ages::board::choices::{answers, may};
    use engine::middle_ages::board::{Answer, Ask, What};
    let franks = court("franks");
    let ask = |what| Ask::of(franks, what, area("lorraine"));
    let now = changed(|position| {
        stands(position, "lorraine", |held| {
            held.armies = vec![2];
            held.markers = [Marker::Commerce].into();
        });
        position.board.asks.insert(1, ask(What::BaseLoss));
        position.board.asks.insert(2, ask(What::Pillaged));
    });
    for what in [What::BaseLoss, What::TargetLoss] {
        assert_eq!(answers(&now, &ask(what)), [Answer::Social, Answer::Army]);
    }
    assert_eq!(answers(&now, &ask(What::Pillaged)), [Answer::Social, Answer::Marker(Marker::Commerce)]);
    let seat = crate::help::seat(FRANKS);
    assert!(may(&now, &seat, 1, Answer::Army).is_ok());
    let refused = may(&now, &seat, 2, Answer::Marker(Marker::Palace)).unwrap_err();
    assert_eq!(refused.rules[0].to_string(), "middle-ages.civilisation.pillage.marker");
    let refused = may(&now, &seat, 1, Answer::Marker(Marker::Palace)).unwrap_err();
    assert_eq!(refused.rules[0].to_string(), "middle-ages.armies.loss-taken-by-attacker");
}

// middle-ages.armies.control-lost
#[test]
fn an_army_is_lost_with_its_area_and_the_conqueror_does_not_get_it() {
    use crate::help::{begin_with, founding, taken};
    let (year, events) = (crate::help::year_deck(&[2, 7]), crate::help::event_deck(&["host-1"]));
    let fates = crate::help::fate_deck(&[]);
    let play = Play::scripted_by(&founding("charlemagne", 2, json!({})), &[&year, &events, &fates]);
    let mut play = taken(play.started());
    begin_with(&mut play, [2, 1]);
    play.must(BYZANTIUM, order(json!({"board": "draw"})));
    play.must(BYZANTIUM, order(json!({"board": "play", "pos": 0, "on": "sicily"})));
    ready(&mut play, BYZANTIUM);
    // 9 + 1 − 2 of the army − 2 − 1 = 5, halved: 2. A population of 2 needs two results.
    let mut made = Vec::new();
    for (round, results) in [("defence/1", 1), ("defence/2", 0)] {
        play.must(FRANKS, over_sea("conquer", "provence", "sicily"));
        made = seals(&mut play, BYZANTIUM, round, &json!({"defend": false, "gold": 0}));
        let sicily = held(&play, "sicily");
        assert_eq!(sicily.contested.get(&court("franks")).copied().unwrap_or(0), results);
    }
    let passed = found(&made, "passed").unwrap();
    assert_eq!(
        (&passed["from"], &passed["to"], &passed["armies"]),
        (&json!("byzantium"), &json!("franks"), &json!(2))
    );
    assert!(rules_in(&made).contains(&"middle-ages.armies.control-lost".to_owned()));
    let sicily = held(&play, "sicily");
    assert_eq!((sicily.owner, sicily.armies, sicily.unrest), (Some(court("franks")), vec![], true));
}

// middle-ages.fleets.maintenance.event-fleets, middle-ages.fleets.maintenance.cost,
// middle-ages.fleets.control-lost, middle-ages.civilisation.independence
#[test]
fn a_fleet_of_an_event_is_paid_for_and_is_lost_when_its_area_rebels() {
    // Card 5 builds a marker in Normandy; on 3 Normandy rebels.
    let mut play = kept(&[5], &["shipwrights-1"], &[&[1, 2]]);
    play.must(FRANKS, declare("marker", "normandy", "normandy"));
    play.must(FRANKS, choose(1, json!({"marker": "palace"})));
    play.must(FRANKS, order(json!({"board": "draw"})));
    let made = play.must(FRANKS, order(json!({"board": "play", "pos": 0, "on": "normandy"})));
    assert!(rules_in(&made).contains(&"middle-ages.fleets.maintenance.event-fleets".to_owned()));
    assert_eq!((held(&play, "normandy").fleets, gold(&play, "franks")), (vec![1], 2));
    let made = play.must(FRANKS, order(json!({"board": "tax", "area": "normandy", "gold": 1})));
    for rule in ["fleets.control-lost", "civilisation.independence"] {
        assert!(rules_in(&made).contains(&format!("middle-ages.{rule}")), "{rule}");
    }
    let normandy = held(&play, "normandy");
    assert_eq!((normandy.owner, normandy.fleets, normandy.markers.len()), (None, vec![], 0));
    // Where it stays it is paid for at the end of the turn.
    let mut play = kept(&[], &["shipwrights-1"], &[]);
    play.must(FRANKS, order(json!({"board": "draw"})));
    play.must(FRANKS, order(json!({"board": "play", "pos": 0, "on": "flanders"})));
    let made = ready(&mut play, FRANKS);
    assert_eq!(found(&made, "maintained").unwrap()["points"], 1);
    assert!(rules_in(&made).contains(&"middle-ages.fleets.maintenance.cost".to_owned()));
    assert_eq!(gold(&play, "franks"), 5);
}

// middle-ages.armies.control-lost, middle-ages.fleets.control-lost
#[test]
fn what_stands_in_an_area_is_lost_with_it_and_nobody_gets_it() {
    // Verona is independent and worth one result. Card 7 conquers at −3.
    let mut play = kept(&[7], &["shipwrights-1", "host-1"], &[]);
    play.must(FRANKS, declare("conquer", "swabia", "bavaria"));
    let bavaria = held(&play, "bavaria");
    assert_eq!((bavaria.owner, bavaria.unrest), (Some(court("franks")), true));
    // Gold asked for from an area in unrest: 5 more, so that it rebels at once from 8 on.
    let now = changed(|position| {
        stands(position, "burgundy", |held| {
            held.unrest = true;
            held.social = 3;
        });
    });
    assert_eq!(tax::value(&now, court("franks"), area("burgundy"), 3), 8);
    let rebels = |value, dice| tax::rebels(value, dice, false);
    assert!(rebels(8, 7) && !rebels(7, 7) && rebels(7, 6) && !rebels(0, 2));
}

// middle-ages.civilisation.commerce.tax, middle-ages.civilisation.commerce.rebellion,
// middle-ages.civilisation.commerce.example
#[test]
fn commerce_brings_a_gold_more_that_rebellion_does_not_count() {
    let value = |commerce: bool, gold: u8| {
        let now = changed(|position| {
            stands(position, "ile_de_france", |held| {
                held.markers = if commerce { [Marker::Commerce].into() } else { [].into() };
            });
        });
        tax::value(&now, court("franks"), area("ile_de_france"), gold)
    };
    assert_eq!((value(false, 2), value(true, 2), value(true, 1)), (2, 2, 1));
    let tie = changed(|position| {
        stands(position, "ile_de_france", |held| {
            held.ties = [court("franks")].into();
            held.fort = 1;
        });
    });
    assert_eq!(tax::value(&tie, court("franks"), area("ile_de_france"), 2), -1);
    let hostile = changed(|position| {
        stands(position, "ile_de_france", |held| held.ties = [court("byzantium"), court("mercia")].into());
    });
    assert_eq!(tax::value(&hostile, court("franks"), area("ile_de_france"), 2), 4, "once for any number");
    for (value, low, high) in
        [(1, 3, 11), (2, 4, 11), (3, 4, 10), (4, 5, 10), (5, 5, 9), (6, 6, 9), (7, 6, 8)]
    {
        for dice in 2..=12 {
            assert_eq!(tax::rebels(value, dice, false), dice <= low || dice >= high, "{value} {dice}");
        }
    }
}

#[test]
fn a_tax_comes_in_unless_the_area_rebels_and_becomes_independent() {
    let tax = |area: &str, gold: u8| order(json!({"board": "tax", "area": area, "gold": gold}));
    // Ile de France for 2: a value of 2; on 7 it pays, and it is taxed once.
    let mut play = kept(&[], &[], &[&[3, 4], &[1, 2]]);
    assert!(play.refused(FRANKS, tax("ile_de_france", 3)).contains("social state, which is 2"));
    assert!(play.refused(FRANKS, tax("greece", 1)).contains("does not control"));
    let made = play.must(FRANKS, tax("ile_de_france", 2));
    assert_eq!((found(&made, "tested").unwrap()["value"].as_i64(), gold(&play, "franks")), (Some(2), 8));
    assert!(play.refused(FRANKS, tax("ile_de_france", 1)).contains("was taxed"));
    // Normandy for 1: on 3 it rebels.
    let made = play.must(FRANKS, tax("normandy", 1));
    assert_eq!(found(&made, "tested").unwrap()["rebels"], true);
    assert_eq!((held(&play, "normandy").owner, gold(&play, "franks")), (None, 8));
}

// middle-ages.civilisation.never-move
#[test]
fn there_is_no_order_that_moves_a_marker() {
    let mut play = kept(&[], &[], &[]);
    let moved = order(json!({"board": "move", "from": "burgundy", "way": ["provence"], "marker": "palace"}));
    assert!(play.give(engine::table::By::Person(FRANKS), moved).is_err());
    // An army that leaves takes none of them along.
    let mut now = changed(|position| {
        stands(position, "burgundy", |held| {
            held.markers = [Marker::Commerce, Marker::Palace].into();
            held.armies = vec![1];
        });
    });
    let march = json!({"board": "move", "from": "burgundy", "way": ["provence"], "strength": 1});
    let march = serde_json::from_value(march).unwrap();
    let moved = subject::may(&now, Readings::default(), &crate::help::seat(FRANKS), &march).unwrap();
    MiddleAges::apply(&mut now, OfTheGame::Board(Box::new(moved)));
    let stands = |key: &str| now.board.area(area(key)).map(|held| (held.markers.len(), held.army())).unwrap();
    assert_eq!((stands("burgundy"), stands("provence")), ((2, 0), (0, 1)));
}

// middle-ages.fleets.purpose, middle-ages.fleets.base-only, middle-ages.fleets.never-move
#[test]
fn a_fleet_counts_for_the_endeavours_of_its_area_without_being_moved() {
    let plan = |position: &Position| {
        let plan = serde_json::from_value(
            json!({"kind": "negotiate", "base": "provence", "targets": [{"area": "greece"}], "by_sea": true}),
        )
        .unwrap();
        plan::may(position, Readings::default(), &crate::help::seat(FRANKS), &plan).map(|_| ())
    };
    // Three sea areas lie between; without a fleet Provence reaches over two.
    let none = changed(|_| {});
    assert_eq!(plan(&none).unwrap_err().rules[0].to_string(), "middle-ages.fleets.range");
    let one = changed(|position| stands(position, "provence", |held| held.fleets = vec![1]));
    assert!(plan(&one).is_ok());
}

#[test]
fn the_final_count_has_five_points_for_a_claim_that_is_held() {
    let now = changed(|_| {});
    let before = count::points(&now)[&court("franks")];
    let claimed = changed(|position| {
        let realm = position.board.realms.get_mut(&court("franks")).unwrap();
        realm.claims = [area("burgundy"), area("saxony")].into();
    });
    assert_eq!(count::points(&claimed)[&court("franks")], before + 5);
}
