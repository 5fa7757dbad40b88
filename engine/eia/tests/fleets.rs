//! Ships that pass between two fleets of one power: which two everybody sees, what passes is sealed and lies in their owner's strongbox.
#![allow(clippy::unwrap_used)]

use crate::common::forged::Forged;
use crate::common::{Play, seat};
use crate::reinforcement::{next_phase, position, reinforcing, seen_by_the_second};
use engine::eia::powers::Power;
use engine::eia::roster::Item;
use engine::eia::told::fleets;
use engine::eia::{EmpiresInArms, Event};
use engine::table::offers::{Offer, offers};
use engine::table::record::Extent;
use engine::table::strongbox::{self, Given, called};
use engine::table::verify::{Verdict, verify};
use engine::table::{By, Entry, Secret, Verb};
use serde_json::{Value, json};

fn place(power: Power, name: &str, place: &str) -> Verb {
    Verb::Game(json!({"counter": "place", "power": power, "name": name, "place": place, "piece": "fleet"}))
}

/// An order by which `passes` goes out of the First fleet, which has `gives`, into the Second, which has `takes`.
fn ships(power: Power, passes: &Value, gives: &Value, takes: &Value) -> Verb {
    between(power, "First fleet", "Second fleet", &json!({"passes": passes, "gives": gives, "takes": takes}))
}

fn between(power: Power, from: &str, into: &str, secret: &Value) -> Verb {
    Verb::Game(json!({"fleet": "ships", "power": power, "from": from, "into": into, "secret": secret}))
}

fn twenty_seven() -> Value {
    json!({"heavy": 20, "light": 7})
}

fn four() -> Value {
    json!({"heavy": 4})
}

fn keeps(play: &mut Play, power: Power, name: &str, ships: &Value) {
    let ships = serde_json::from_value(ships.clone()).unwrap();
    let item = Given::thing(&Item::fleet(name.to_owned(), Some(power.key().to_owned()), ships));
    let act = strongbox::Act::Keep { items: vec![item], whole: false, revision: None };
    play.must(1, Verb::Strongbox { act, salt: Secret::new([7; 32]) });
}

/// The first player's First and Second fleet at Brest, and his Third at Toulon.
fn together() -> (Play, Power) {
    let (mut play, own) = reinforcing();
    for (name, at, ships) in [
        ("First fleet", "area/brest", twenty_seven()),
        ("Second fleet", "area/brest", four()),
        ("Third fleet", "area/toulon", four()),
    ] {
        play.must(1, place(own, name, at));
        keeps(&mut play, own, name, &ships);
    }
    (play, own)
}

/// What is in a fleet, by the strongbox of the first player: of each sort, and in all.
fn inside(play: &Play, name: &str) -> (Value, u32) {
    let item = called(&play.campaign.strongboxes.get(&seat(1)).unwrap().items, name).unwrap();
    match item.item.as_thing::<Item>().unwrap() {
        Item::Fleet { ships, types, .. } => (json!(types), ships),
        _ => panic!("{name} is no fleet"),
    }
}

fn offered(play: &Play, person: u32) -> Vec<Offer> {
    let view = play.campaign.view_for(By::Person(person), false);
    offers(&view).into_iter().filter(|offer| offer.verb == "fleet").collect()
}

/// `house.naval.fleet-strength-secret`: the counters stand before all, and nothing that another is shown has a number or a sort of ship.
#[test]
fn ships_pass_out_of_one_fleet_into_the_other_and_nobody_else_sees_how_many() {
    let (mut play, own) = together();
    let before = position(&play);
    let made = play.must(1, ships(own, &json!({"heavy": 3, "light": 7}), &twenty_seven(), &four()));
    assert_eq!(inside(&play, "First fleet"), (json!({"heavy": 17}), 17));
    assert_eq!(inside(&play, "Second fleet"), (json!({"heavy": 7, "light": 7}), 14));
    assert_eq!(position(&play), before, "on the map all stands as it stood");
    let public: Vec<&Entry> = made.iter().filter(|entry| entry.line.is_some()).collect();
    assert_eq!(public.len(), 2, "the order, and that ships passed");
    assert!(public[0].public.contains("seals") && public[1].public.contains("area/brest"));
    let happened = made.iter().find_map(Entry::game_event::<EmpiresInArms>).unwrap();
    let Event::Fleets(fleets::Happened::ShipsPassed { from, into, rules, .. }) = happened else {
        panic!("{happened:?}");
    };
    assert_eq!((from.as_str(), into.as_str()), ("First fleet", "Second fleet"));
    assert_eq!(
        rules.iter().map(|rule| rule.as_str()).collect::<Vec<_>>(),
        ["house.naval.fleet-strength-secret"]
    );
    let seen = seen_by_the_second(&play);
    assert!(seen.contains("Second fleet") && !seen.contains("heavy") && !seen.contains("light\""), "{seen}");
}

#[test]
fn what_passes_changes_nothing_for_the_others() {
    let with = |passes: Value| {
        let (mut play, own) = together();
        play.must(1, ships(own, &passes, &twenty_seven(), &four()));
        seen_by_the_second(&play)
    };
    assert!(with(json!({"heavy": 1})) == with(json!({"heavy": 20, "light": 6})));
}

#[test]
fn what_the_rules_do_not_allow_is_refused_and_leaves_the_strongbox_as_it_was() {
    let (mut play, own) = together();
    let other = position(&play).choice.powers_of(&seat(2))[0];
    let reinforced = json!({"reinforce": "corps", "power": own, "name": "II Corps", "place": "area/brest", "secret": {"factors": {"infantry": 4}}});
    play.must(1, Verb::Game(reinforced));
    let one = json!({"heavy": 1});
    let secret = json!({"passes": one, "gives": twenty_seven(), "takes": four()});
    let named = |from: &str, into: &str| between(own, from, into, &secret);
    let passing = |passes: Value| ships(own, &passes, &twenty_seven(), &four());
    for (order, why) in [
        (ships(other, &one, &twenty_seven(), &four()), "is not yours"),
        (named("First fleet", "Third fleet"), "do not stand together"),
        (named("First fleet", "first fleet"), "is one fleet"),
        (named("First fleet", "Fourth fleet"), "has no fleet \"Fourth fleet\""),
        (named("II Corps", "First fleet"), "has no fleet \"II Corps\""),
        (passing(json!({})), "Nothing passes"),
        (passing(json!({"heavy": 0})), "Nothing passes"),
        (passing(json!({"heavy": 21})), "not so many ships in First fleet"),
        (passing(json!({"frigate": 1})), "not so many ships in First fleet"),
        (passing(twenty_seven()), "Nothing would be left in First fleet"),
        (ships(own, &one, &twenty_seven(), &json!({"ships": 3})), "told apart by sort"),
        (ships(own, &one, &twenty_seven(), &json!({"heavy": 999})), "0 to 999"),
    ] {
        let says = play.refused(1, order);
        assert!(says.contains(why), "{says}");
    }
    let order = json!({"fleet": "ships", "power": own, "from": "First fleet", "into": "Second fleet"});
    assert!(play.refused(1, Verb::Game(order)).contains("it is missing"));
    assert_eq!((inside(&play, "First fleet").1, inside(&play, "Second fleet").1), (27, 4));
    next_phase(&mut play);
    assert!(play.refused(1, passing(one)).contains("in the reinforcement phase"));
    assert!(offered(&play, 1).is_empty());
}

/// Between which of one's fleets, and what, is offered by what lies in one's own strongbox; nobody else is offered anything.
#[test]
fn what_is_offered_is_taken() {
    let (mut play, own) = together();
    assert!(offered(&play, 2).is_empty());
    let all = offered(&play, 1);
    assert_eq!(all.len(), 2, "out of either of the two at Brest");
    for passes in [json!({"heavy": 1}), json!({"light": 1})] {
        let filled = json!({"fleet": "ships", "power": own, "from": "First fleet", "into": "Second fleet",
            "passes": passes, "gives": twenty_seven(), "takes": four()});
        assert!(all.iter().any(|offer| offer.check(&filled).is_ok()), "{all:?}");
        play.must(1, ships(own, &passes, &twenty_seven(), &four()));
        play.must(1, Verb::Undo);
        play.must(1, Verb::Strongbox { act: strongbox::Act::TakeBack, salt: Secret::new([7; 32]) });
        assert_eq!((inside(&play, "First fleet").1, inside(&play, "Second fleet").1), (27, 4));
    }
    // Where the ships are not told apart they pass so, and the last one stays.
    keeps(&mut play, own, "First fleet", &json!({"ships": 1}));
    assert_eq!(
        offered(&play, 1).len(),
        0,
        "neither the last ship, nor of two fleets that are not written alike"
    );
    keeps(&mut play, own, "First fleet", &json!({"ships": 12}));
    keeps(&mut play, own, "Second fleet", &json!({"ships": 1}));
    assert_eq!(offered(&play, 1).len(), 1);
    play.must(1, ships(own, &json!({"ships": 5}), &json!({"ships": 12}), &json!({"ships": 1})));
    assert_eq!(
        (inside(&play, "First fleet"), inside(&play, "Second fleet")),
        ((json!({}), 7), (json!({}), 6))
    );
}

#[test]
fn a_stranger_decides_all_but_what_is_sealed_and_that_too_once_it_is_closed() {
    let (mut play, own) = together();
    play.must(1, ships(own, &json!({"heavy": 4}), &twenty_seven(), &four()));
    next_phase(&mut play);
    let open = play.right_now();
    assert_eq!((open.verdict(), open.orders_waiting), (Verdict::Open, 1));
    for person in 1..=7 {
        play.must(person, Verb::Close);
    }
    let closed = verify(play.export(Extent::Whole).as_bytes(), &[]).unwrap();
    assert_eq!((closed.verdict(), closed.orders_waiting, closed.bodies_missing), (Verdict::Whole, 0, 0));
}

#[test]
fn a_forged_transfer_is_found_while_the_record_is_open() {
    let (mut play, own) = together();
    play.must(1, ships(own, &json!({"heavy": 4}), &twenty_seven(), &four()));
    let mut elsewhere = Forged::of(&play, Extent::Public);
    let at = elsewhere.game(0, "ships_passed");
    elsewhere.p(at)["e"]["place"] = json!("area/toulon");
    let wrong = verify(elsewhere.file().as_bytes(), &[]).unwrap_err();
    assert!(wrong.line == at as u64 + 1 && wrong.why.contains("another outcome"), "{}", wrong.why);
    for (field, value) in [("into", json!("Third fleet")), ("into", json!("First fleet")), ("passes", four())]
    {
        let mut forged = Forged::of(&play, Extent::Public);
        let at = forged.find(0, |p| p["fleet"] == "ships");
        forged.p(at)[field] = value;
        let wrong = verify(forged.file().as_bytes(), &[]).unwrap_err();
        assert!(wrong.line == at as u64 + 1 && wrong.why.contains("do not allow"), "{}", wrong.why);
    }
}
