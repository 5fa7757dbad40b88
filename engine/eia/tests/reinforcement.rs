//! Reinforced corps: where they stand everybody sees, what is in them is sealed under a code and lies in their owner's strongbox.
#![allow(clippy::unwrap_used)]

use crate::common::forged::Forged;
use crate::common::{Play, seat};
use engine::eia::Position;
use engine::eia::powers::Power;
use engine::eia::roster::Item;
use engine::table::act::{Act, Through};
use engine::table::offers::offers;
use engine::table::record::Extent;
use engine::table::strongbox::{self, Given, called, called_of};
use engine::table::verify::{Verdict, verify};
use engine::table::{Entry, Secret, Verb, View};
use serde_json::{Value, json};

pub(crate) fn position(play: &Play) -> Position {
    serde_json::from_value(play.campaign.public_view().game.value()).unwrap()
}

pub(crate) fn next_phase(play: &mut Play) {
    for person in 1..=7 {
        play.act(person, Act::Ready { through: Through::Step, hold: false });
    }
}

/// Seven players in the reinforcement phase of the first month; the first one's power.
pub(crate) fn reinforcing() -> (Play, Power) {
    let mut play = Play::in_months(7, |_| ());
    next_phase(&mut play);
    assert_eq!(play.campaign.play.path(), ["1805-01", "reinforcement"]);
    let own = position(&play).choice.powers_of(&seat(1))[0];
    (play, own)
}

pub(crate) fn reinforce(power: Power, name: &str, place: &str, factors: &Value) -> Verb {
    let secret = json!({"factors": factors});
    Verb::Game(json!({"reinforce": "corps", "power": power, "name": name, "place": place, "secret": secret}))
}

/// What is in a corps, by the strongbox of the first player.
pub(crate) fn inside(play: &Play, name: &str) -> Option<Value> {
    let item = called(&play.campaign.strongboxes.get(&seat(1))?.items, name)?.item.as_thing::<Item>()?;
    match item {
        Item::Corps { factors, .. } => Some(json!(factors)),
        _ => None,
    }
}

#[test]
fn a_corps_is_reinforced_where_all_see_it_with_what_only_its_owner_knows() {
    let (mut play, own) = reinforcing();
    let made =
        play.must(1, reinforce(own, "II Corps", "area/vienna", &json!({"infantry": 14, "cavalry": 2})));
    assert_eq!(position(&play).counters[&own]["II Corps"].place, "area/vienna");
    assert_eq!(inside(&play, "II Corps").unwrap(), json!({"infantry": 14, "cavalry": 2}));
    let public: Vec<&Entry> = made.iter().filter(|entry| entry.line.is_some()).collect();
    assert_eq!(public.len(), 2, "the order, and that the corps came");
    assert!(
        public[0].public.contains("seals") && public.iter().all(|entry| !entry.public.contains("infantry"))
    );
    // It grows where it stands: what was in it is replaced.
    play.must(1, reinforce(own, "ii corps", "area/vienna", &json!({"infantry": 18})));
    assert_eq!(position(&play).counters[&own].len(), 1);
    assert_eq!(inside(&play, "II Corps").unwrap(), json!({"infantry": 18}));
}

/// One seat of two powers: each has a II Corps of its own, on the map and in the strongbox.
#[test]
fn a_corps_of_one_power_leaves_that_of_another_as_it_was() {
    let mut play = Play::in_months(2, |founding| founding.options = json!({"ceiling": 60}));
    for person in 1..=2 {
        play.act(person, Act::Ready { through: Through::Step, hold: false });
    }
    let own = position(&play).choice.powers_of(&seat(1));
    play.must(1, reinforce(own[0], "II Corps", "area/vienna", &json!({"infantry": 14})));
    play.must(1, reinforce(own[1], "II Corps", "area/munich", &json!({"infantry": 3})));
    let items = &play.campaign.strongboxes[&seat(1)].items;
    let inside = |power: Power| {
        called_of(items, "II Corps", power.key()).map(|kept| kept.item.payload()["factors"].clone())
    };
    assert_eq!(inside(own[0]), Some(json!({"infantry": 14})));
    assert_eq!(inside(own[1]), Some(json!({"infantry": 3})));
}

/// A full strongbox takes nothing more: then no corps is offered to come in, and one that is ordered stays away.
#[test]
fn a_corps_comes_in_only_where_the_strongbox_has_room() {
    let (mut play, own) = reinforcing();
    let offered = |play: &Play| {
        let view: View = play.campaign.view_for(engine::table::By::Person(1), false);
        offers(&view).iter().any(|offer| offer.verb == "reinforce")
    };
    let corps = |n: usize| {
        Given::thing(&Item::Corps {
            name: format!("Reserve {n}"),
            power: None,
            factors: [("infantry".to_owned(), 1)].into(),
        })
    };
    let keep = |play: &mut Play, numbers: std::ops::RangeInclusive<usize>| {
        let act = strongbox::Act::Keep { items: numbers.map(corps).collect(), whole: false, revision: None };
        play.must(1, Verb::Strongbox { act, salt: Secret::new([7; 32]) });
    };
    keep(&mut play, 1..=62);
    assert!(offered(&play), "62 places are taken");
    keep(&mut play, 63..=63);
    assert!(!offered(&play), "63 places are taken, and another thing could take two");
    keep(&mut play, 64..=64);
    let says = play.refused(1, reinforce(own, "II Corps", "area/vienna", &json!({"infantry": 8})));
    assert!(says.starts_with("The strongbox is full"), "{says}");
    assert!(position(&play).counters.get(&own).is_none_or(|counters| counters.is_empty()));
}

#[test]
fn what_the_rules_do_not_allow_is_refused_and_nothing_is_kept() {
    let (mut play, own) = reinforcing();
    let other = position(&play).choice.powers_of(&seat(2))[0];
    let eight = json!({"infantry": 8});
    for (order, why) in [
        (reinforce(other, "I Corps", "area/vienna", &eight), "is not yours"),
        (reinforce(own, "I Fleet", "area/brest", &eight), "is a fleet"),
        (reinforce(own, "I Corps", "sea/english-channel", &eight), "on land"),
        (reinforce(own, "I Corps", "area/atlantis", &eight), "no such place"),
        (reinforce(own, "I Corps", "area/vienna", &json!({"infantry": 0})), "at least one factor"),
        (reinforce(own, "I Corps", "area/vienna", &json!({"hussars": 3})), "hussars"),
    ] {
        let says = play.refused(1, order);
        assert!(says.contains(why), "{says}");
    }
    assert!(position(&play).counters.is_empty() && play.campaign.strongboxes.is_empty());
    next_phase(&mut play);
    let says = play.refused(1, reinforce(own, "I Corps", "area/vienna", &eight));
    assert!(says.contains("in the reinforcement phase"), "{says}");
}

/// All that another sees of the campaign, its record included but for the codes.
pub(crate) fn seen_by_the_second(play: &Play) -> String {
    let view: View = play.campaign.view_for(engine::table::By::Person(2), false);
    let lines = play.export(Extent::Public);
    let without_codes = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line["h"].take();
        line["p"]["seals"].take();
        line.to_string()
    };
    let lines: Vec<String> = lines.lines().map(without_codes).collect();
    // What else a view holds are hashes of the record, which follow from the codes.
    let shown = format!("{:?} {:?} {:?} {:?}", view.step, view.awaited, view.undoable, view.game);
    format!("{shown} {} {lines:?}", serde_json::to_string(&offers(&view)).unwrap())
}

#[test]
fn what_is_in_it_changes_nothing_for_the_others() {
    let with = |factors: Value| {
        let (mut play, own) = reinforcing();
        play.must(1, reinforce(own, "II Corps", "area/vienna", &factors));
        seen_by_the_second(&play)
    };
    let one = with(json!({"infantry": 1}));
    assert!(one == with(json!({"infantry": 18, "cavalry": 4, "artillery": 2})));
}

#[test]
fn a_stranger_decides_all_but_what_is_sealed_and_that_too_once_it_is_closed() {
    let (mut play, own) = reinforcing();
    play.must(1, reinforce(own, "II Corps", "area/vienna", &json!({"infantry": 14, "cavalry": 2})));
    let line = play.campaign.next_line - 1;
    play.must(
        1,
        Verb::Game(json!({"counter": "place", "power": own, "name": "I Corps", "place": "area/munich"})),
    );
    next_phase(&mut play);
    let open = play.right_now();
    assert_eq!((open.verdict(), open.orders_waiting, open.first_waiting), (Verdict::Open, 1, Some(line)));
    assert_eq!(open.secrets_waiting, 1, "what is in the corps is no text");
    for person in 1..=7 {
        play.must(person, Verb::Close);
    }
    let closed = verify(play.export(Extent::Whole).as_bytes(), &[]).unwrap();
    assert_eq!((closed.verdict(), closed.orders_waiting, closed.bodies_missing), (Verdict::Whole, 0, 0));
}

#[test]
fn a_forged_reinforcement_is_found() {
    let (mut play, own) = reinforcing();
    play.must(1, reinforce(own, "II Corps", "area/vienna", &json!({"infantry": 14})));
    let is_order = |p: &Value| p["reinforce"] == "corps";
    let mut elsewhere = Forged::of(&play, Extent::Public);
    let at = elsewhere.game(0, "corps_reinforced");
    elsewhere.p(at)["e"]["place"] = json!("area/munich");
    let wrong = verify(elsewhere.file().as_bytes(), &[]).unwrap_err();
    assert!(wrong.line == at as u64 + 1 && wrong.why.contains("another outcome"), "{}", wrong.why);
    let mut for_another = Forged::of(&play, Extent::Public);
    let at = for_another.find(0, is_order);
    for_another.p(at)["seals"][0]["to"] = json!("seat-2");
    let wrong = verify(for_another.file().as_bytes(), &[]).unwrap_err();
    assert!(
        wrong.line == at as u64 + 1 && wrong.why.contains("not sealed for who ordered it"),
        "{}",
        wrong.why
    );
}

/// What is sealed has a salt of its own, so that no order has the code of another.
#[test]
fn the_code_of_one_order_is_no_other_s() {
    let (mut play, own) = reinforcing();
    for name in ["II Corps", "III Corps"] {
        play.must(1, reinforce(own, name, "area/vienna", &json!({"infantry": 14})));
    }
    let mut forged = Forged::of(&play, Extent::Public);
    verify(forged.file().as_bytes(), &[]).unwrap();
    let is_order = |p: &Value| p["reinforce"] == "corps";
    let [first, second] = [0, 1].map(|nth| forged.find(nth, is_order));
    let code = forged.p(first)["seals"].clone();
    forged.p(second)["seals"] = code;
    let wrong = verify(forged.file().as_bytes(), &[]).unwrap_err();
    assert!(
        wrong.line == second as u64 + 1 && wrong.why.contains(&format!("stands on line {}", first + 1)),
        "{}",
        wrong.why
    );
}

/// An open record does not show what is in a corps, and yet whatever else of the order is not as it must be is found there.
#[test]
fn an_order_that_cannot_be_read_or_has_no_seal_is_found_while_the_record_is_open() {
    let (mut play, own) = reinforcing();
    let other = position(&play).choice.powers_of(&seat(2))[0];
    play.must(1, reinforce(own, "II Corps", "area/vienna", &json!({"infantry": 14})));
    play.must(
        1,
        Verb::Game(json!({"counter": "place", "power": own, "name": "I Corps", "place": "area/munich"})),
    );
    assert_eq!(play.right_now().orders_waiting, 1);
    let forged = |change: &dyn Fn(&mut Value)| {
        let mut forged = Forged::of(&play, Extent::Public);
        let at = forged.find(0, |p| p["reinforce"] == "corps");
        change(forged.p(at));
        let wrong = verify(forged.file().as_bytes(), &[]).unwrap_err();
        assert_eq!(wrong.line, at as u64 + 1, "{}", wrong.why);
        wrong.why
    };
    let why = forged(&|p| _ = p.as_object_mut().unwrap().remove("seals"));
    assert!(why.contains("has no seal"), "{why}");
    let why = forged(&|p| {
        let seal = p["seals"][0].clone();
        p["seals"].as_array_mut().unwrap().push(seal);
    });
    assert!(why.contains("one body"), "{why}");
    let why = forged(&|p| p["secret"] = json!({"factors": {"infantry": 14}}));
    assert!(why.contains("does not stand on its line"), "{why}");
    let set = |field: &str, value: Value| {
        let field = field.to_owned();
        move |p: &mut Value| p[field.as_str()] = value.clone()
    };
    type Change = Box<dyn Fn(&mut Value)>;
    let changes: Vec<Change> = vec![
        Box::new(set("strength", json!(14))),
        Box::new(set("factors", json!({"infantry": 14}))),
        Box::new(set("power", json!("atlantis"))),
        Box::new(set("power", json!(other))),
        Box::new(set("name", json!(7))),
        Box::new(set("name", json!(""))),
        Box::new(set("name", json!("Treasury"))),
        Box::new(set("name", json!("VII Corps: 4i"))),
        Box::new(set("name", json!("Note 1"))),
        Box::new(set("reinforce", json!("fleet"))),
        Box::new(set("reinforce", json!(1))),
        Box::new(set("counter", json!("place"))),
        Box::new(|p| _ = p.as_object_mut().unwrap().remove("place")),
    ];
    for change in changes {
        let why = forged(&*change);
        assert!(why.contains("do not allow this order here"), "{why}");
    }
    // What has no secret fields has no seal either, and this game has no events that only some see.
    let mut sealed = Forged::of(&play, Extent::Public);
    let mut seals = sealed.lines[sealed.find(0, |p| p["reinforce"] == "corps")]["p"]["seals"].clone();
    seals[0]["code"] = json!("0".repeat(64));
    let at = sealed.find(0, |p| p["counter"] == "place");
    sealed.p(at)["seals"] = seals.clone();
    let wrong = verify(sealed.file().as_bytes(), &[]).unwrap_err();
    assert!(wrong.line == at as u64 + 1 && wrong.why.contains("Nothing of such an order"), "{}", wrong.why);
    let mut hidden = Forged::of(&play, Extent::Public);
    let at = hidden.game(0, "corps_reinforced");
    let p = hidden.p(at).as_object_mut().unwrap();
    p.remove("e");
    p.insert("k".to_owned(), json!("hidden"));
    p.insert("seals".to_owned(), seals);
    let wrong = verify(hidden.file().as_bytes(), &[]).unwrap_err();
    assert!(wrong.line == at as u64 + 1 && wrong.why.contains("another outcome"), "{}", wrong.why);
}

#[test]
fn an_order_without_what_is_sealed_of_it_is_refused() {
    let (mut play, own) = reinforcing();
    let order = json!({"reinforce": "corps", "power": own, "name": "II Corps", "place": "area/vienna"});
    let says = play.refused(1, Verb::Game(order));
    assert!(says.contains("it is missing"), "{says}");
    for name in
        ["Treasury", "Manpower of Spain", "Note 3", "Note\u{200b}", "I  Corps", "VII Corps: 4i", "Kassa"]
    {
        play.refused(1, reinforce(own, name, "area/vienna", &json!({"infantry": 14})));
    }
    assert!(position(&play).counters.is_empty() && play.campaign.strongboxes.is_empty());
}

/// As the manual says: the order is taken back, and what was kept stays until that is taken back too.
#[test]
fn taking_the_order_back_leaves_the_strongbox_until_that_is_taken_back_too() {
    let (mut play, own) = reinforcing();
    play.must(1, reinforce(own, "II Corps", "area/vienna", &json!({"infantry": 14})));
    play.must(1, Verb::Undo);
    assert!(position(&play).counters.get(&own).is_none_or(|own| own.is_empty()));
    assert_eq!(inside(&play, "II Corps"), Some(json!({"infantry": 14})));
    let take_back = strongbox::Act::TakeBack;
    play.must(1, Verb::Strongbox { act: take_back, salt: Secret::new([7; 32]) });
    assert_eq!(inside(&play, "II Corps"), None);
}
