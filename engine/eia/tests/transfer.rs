//! Factors that pass between two corps of one power: which two everybody sees, what passes is sealed and lies in their owner's strongbox.
#![allow(clippy::unwrap_used)]

use crate::common::forged::Forged;
use crate::common::{Play, seat};
use crate::reinforcement::{inside, next_phase, position, reinforce, reinforcing, seen_by_the_second};
use engine::eia::powers::Power;
use engine::table::offers::{Offer, offers};
use engine::table::record::Extent;
use engine::table::strongbox;
use engine::table::verify::{Verdict, verify};
use engine::table::{By, Entry, Secret, Verb, View};
use serde_json::{Value, json};

/// An order by which `passes` goes out of II Corps, which has `gives`, into III Corps, which has `takes`.
fn transfer(power: Power, passes: &Value, gives: &Value, takes: &Value) -> Verb {
    between(power, "II Corps", "III Corps", &json!({"passes": passes, "gives": gives, "takes": takes}))
}

fn between(power: Power, from: &str, into: &str, secret: &Value) -> Verb {
    Verb::Game(json!({"transfer": "factors", "power": power, "from": from, "into": into, "secret": secret}))
}

fn fourteen() -> Value {
    json!({"infantry": 14, "cavalry": 2, "artillery": 1})
}

fn eight() -> Value {
    json!({"infantry": 8})
}

/// The first player's II and III Corps in Vienna, and his IV Corps in Munich.
fn together() -> (Play, Power) {
    let (mut play, own) = reinforcing();
    play.must(1, reinforce(own, "II Corps", "area/vienna", &fourteen()));
    play.must(1, reinforce(own, "III Corps", "area/vienna", &eight()));
    play.must(1, reinforce(own, "IV Corps", "area/munich", &eight()));
    (play, own)
}

fn offered(play: &Play, person: u32) -> Vec<Offer> {
    let view: View = play.campaign.view_for(By::Person(person), false);
    offers(&view).into_iter().filter(|offer| offer.verb == "transfer").collect()
}

#[test]
fn factors_pass_out_of_one_corps_into_the_other() {
    let (mut play, own) = together();
    let before = position(&play);
    let passes = json!({"infantry": 4, "cavalry": 1});
    let made = play.must(1, transfer(own, &passes, &fourteen(), &eight()));
    assert_eq!(inside(&play, "II Corps").unwrap(), json!({"infantry": 10, "cavalry": 1, "artillery": 1}));
    assert_eq!(inside(&play, "III Corps").unwrap(), json!({"infantry": 12, "cavalry": 1}));
    assert_eq!(position(&play), before, "on the map all stands as it stood");
    let public: Vec<&Entry> = made.iter().filter(|entry| entry.line.is_some()).collect();
    assert_eq!(public.len(), 2, "the order, and that factors passed");
    assert!(public[0].public.contains("seals") && public[1].public.contains("area/vienna"));
    assert!(public.iter().all(|entry| !entry.public.contains("infantry")));
}

#[test]
fn what_the_rules_do_not_allow_is_refused_and_leaves_the_strongbox_as_it_was() {
    let (mut play, own) = together();
    let other = position(&play).choice.powers_of(&seat(2))[0];
    play.must(1, Verb::Game(json!({"counter": "place", "power": own, "name": "Brest fleet", "place": "area/brest", "piece": "fleet"})));
    let one = json!({"infantry": 1});
    let secret = json!({"passes": one, "gives": fourteen(), "takes": eight()});
    let named = |from: &str, into: &str| between(own, from, into, &secret);
    let passing = |passes: Value| transfer(own, &passes, &fourteen(), &eight());
    for (order, why) in [
        (transfer(other, &one, &fourteen(), &eight()), "is not yours"),
        (named("II Corps", "IV Corps"), "do not stand together"),
        (named("II Corps", "ii corps"), "is one corps"),
        (named("II Corps", "V Corps"), "has no corps \"V Corps\""),
        (named("Brest fleet", "II Corps"), "has no corps \"Brest fleet\""),
        (passing(json!({})), "Nothing passes"),
        (passing(json!({"infantry": 0})), "Nothing passes"),
        (passing(json!({"infantry": 15})), "not so much in II Corps"),
        (passing(json!({"guard": 1})), "not so much in II Corps"),
        (passing(json!({"artillery": 1})), "never exchanged"),
        (passing(json!({"hussars": 1})), "hussars"),
        (transfer(own, &eight(), &eight(), &eight()), "Nothing would be left"),
    ] {
        let says = play.refused(1, order);
        assert!(says.contains(why), "{says}");
    }
    let order = json!({"transfer": "factors", "power": own, "from": "II Corps", "into": "III Corps"});
    assert!(play.refused(1, Verb::Game(order)).contains("it is missing"));
    assert_eq!(
        (inside(&play, "II Corps").unwrap(), inside(&play, "III Corps").unwrap()),
        (fourteen(), eight())
    );
    next_phase(&mut play);
    assert!(play.refused(1, passing(one)).contains("in the reinforcement phase"));
    assert!(offered(&play, 1).is_empty());
}

/// Between which of one's corps, and what, is offered by what lies in one's own strongbox; nobody else is offered anything.
#[test]
fn what_is_offered_is_taken() {
    let (mut play, own) = together();
    assert!(offered(&play, 2).is_empty());
    let all = offered(&play, 1);
    assert_eq!(all.len(), 2, "out of either of the two in Vienna");
    for passes in [json!({"infantry": 1}), json!({"infantry": 1, "cavalry": 1})] {
        let filled = json!({"transfer": "factors", "power": own, "from": "II Corps", "into": "III Corps",
            "passes": passes, "gives": fourteen(), "takes": eight()});
        assert!(all.iter().any(|offer| offer.check(&filled).is_ok()), "{all:?}");
        play.must(1, transfer(own, &passes, &fourteen(), &eight()));
        play.must(1, Verb::Undo);
        play.must(1, Verb::Strongbox { act: strongbox::Act::TakeBack, salt: Secret::new([7; 32]) });
    }
    // III Corps has infantry alone.
    let of_third = json!({"transfer": "factors", "power": own, "from": "III Corps", "into": "II Corps",
        "passes": {"cavalry": 1}, "gives": eight(), "takes": fourteen()});
    assert!(all.iter().all(|offer| offer.check(&of_third).is_err()));
}

#[test]
fn what_passes_changes_nothing_for_the_others() {
    let with = |passes: Value| {
        let (mut play, own) = together();
        play.must(1, transfer(own, &passes, &fourteen(), &eight()));
        seen_by_the_second(&play)
    };
    assert!(with(json!({"infantry": 1})) == with(json!({"infantry": 13, "cavalry": 2})));
}

#[test]
fn a_stranger_decides_all_but_what_is_sealed_and_that_too_once_it_is_closed() {
    let (mut play, own) = together();
    play.must(1, transfer(own, &json!({"infantry": 4}), &fourteen(), &eight()));
    next_phase(&mut play);
    let open = play.right_now();
    assert_eq!((open.verdict(), open.orders_waiting), (Verdict::Open, 4));
    for person in 1..=7 {
        play.must(person, Verb::Close);
    }
    let closed = verify(play.export(Extent::Whole).as_bytes(), &[]).unwrap();
    assert_eq!((closed.verdict(), closed.orders_waiting, closed.bodies_missing), (Verdict::Whole, 0, 0));
}

#[test]
fn a_forged_transfer_is_found_while_the_record_is_open() {
    let (mut play, own) = together();
    play.must(1, transfer(own, &json!({"infantry": 4}), &fourteen(), &eight()));
    let mut elsewhere = Forged::of(&play, Extent::Public);
    let at = elsewhere.game(0, "factors_transferred");
    elsewhere.p(at)["e"]["place"] = json!("area/munich");
    let wrong = verify(elsewhere.file().as_bytes(), &[]).unwrap_err();
    assert!(wrong.line == at as u64 + 1 && wrong.why.contains("another outcome"), "{}", wrong.why);
    for (field, value) in [("into", json!("IV Corps")), ("into", json!("II Corps")), ("passes", eight())] {
        let mut forged = Forged::of(&play, Extent::Public);
        let at = forged.find(0, |p| p["transfer"] == "factors");
        forged.p(at)[field] = value;
        let wrong = verify(forged.file().as_bytes(), &[]).unwrap_err();
        assert!(wrong.line == at as u64 + 1 && wrong.why.contains("do not allow"), "{}", wrong.why);
    }
}

/// As the manual says: the order is taken back, and both corps stay as they were kept until that is taken back too, at once.
#[test]
fn both_corps_are_taken_back_together() {
    let (mut play, own) = together();
    play.must(1, transfer(own, &json!({"infantry": 4}), &fourteen(), &eight()));
    play.must(1, Verb::Undo);
    assert_eq!(inside(&play, "III Corps").unwrap(), json!({"infantry": 12}));
    play.must(1, Verb::Strongbox { act: strongbox::Act::TakeBack, salt: Secret::new([7; 32]) });
    assert_eq!(
        (inside(&play, "II Corps").unwrap(), inside(&play, "III Corps").unwrap()),
        (fourteen(), eight())
    );
}
