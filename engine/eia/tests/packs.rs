//! A group's own map over a campaign: proposed, confirmed by two others, corrected; on the record, so that it replays alone.
#![allow(clippy::unwrap_used)]

use crate::common::{self, Play, kinds};
use engine::eia::map::pack::{Column, Edit};
use engine::eia::packs::{Change, InPlay, Order, Picture};
use engine::table::act::Through;
use engine::table::chance::Chain;
use engine::table::hash::sha256;
use engine::table::{Act, By, Entry, Verb, offers};
use serde_json::json;

const TABLE: &str =
    "area,neighbours,money\nAldmark,Brunn; Cressy (river),5\nBrunn,Aldmark,3\nCressy,Aldmark (river); ?,\n";

fn verb(order: &Order) -> Verb {
    Verb::Game(serde_json::to_value(order).unwrap())
}

fn propose(what: Change) -> Verb {
    verb(&Order::Propose { what })
}

fn pack(text: &str) -> Change {
    Change::Pack { text: text.into(), picture: None }
}

fn money(area: &str, value: &str) -> Change {
    let (area, value) = (area.to_owned(), value.to_owned());
    Change::Correct { edit: Edit::Value { area, column: Column::Money, value } }
}

fn map(play: &Play) -> InPlay {
    engine::eia::packs::of(&play.campaign).unwrap().clone()
}

/// The text of the pack in play.
fn text(play: &Play) -> Option<String> {
    map(play).pack.and_then(|pack| pack.text().map(ToString::to_string))
}

fn confirm(play: &mut Play, person: u32, proposal: u32) -> Vec<Entry> {
    play.must(person, verb(&Order::Confirm { proposal }))
}

/// A campaign of three on a pack.
fn on_a_pack() -> Play {
    let mut play = Play::in_months(3, |_| ());
    play.must(1, propose(pack(TABLE)));
    confirm(&mut play, 2, 1);
    confirm(&mut play, 3, 1);
    play
}

#[test]
fn a_pack_holds_when_two_others_have_confirmed_it() {
    let mut play = Play::in_months(3, |_| ());
    let made = play.must(1, propose(pack(TABLE)));
    assert_eq!(kinds(&made), ["order:game", "game:map_proposed"]);
    assert!(map(&play).board().is_none());
    assert!(play.refused(1, verb(&Order::Confirm { proposal: 1 })).contains("others confirm it"));
    assert_eq!(kinds(&confirm(&mut play, 2, 1)), ["order:game", "game:map_confirmed"]);
    assert!(play.refused(2, verb(&Order::Confirm { proposal: 1 })).contains("already"));
    let made = confirm(&mut play, 3, 1);
    assert_eq!(kinds(&made), ["order:game", "game:map_confirmed", "game:map_holds"]);
    let event = serde_json::to_value(&made[2].event).unwrap();
    assert!(event.to_string().contains(&sha256(&[TABLE.as_bytes()]).hex()), "{event}");
    assert_eq!(text(&play).as_deref(), Some(TABLE));
    assert!(map(&play).open.is_empty());
    assert!(play.refused(3, verb(&Order::Confirm { proposal: 1 })).contains("not proposed any more"));
    assert!(play.refused(1, propose(pack(TABLE))).contains("stands so already"));
    play.ends_verified();
}

#[test]
fn what_is_no_pack_in_its_canonical_form_is_refused() {
    let mut play = Play::in_months(3, |_| ());
    for (text, says) in [
        ("area\nA\nA\n", "told twice"),
        ("area,neighbours\nA,B\n", "is no area of this pack"),
        ("area,money\nA,3\nB,\n\n", "canonical form"),
        ("area;money\nA;3\n", "canonical form"),
    ] {
        let why = play.refused(1, propose(pack(text)));
        assert!(why.contains(says), "{text}: {why}");
    }
    assert!(play.refused(1, propose(Change::Lift)).contains("/map save"));
    assert!(play.refused(1, propose(money("Aldmark", "3"))).contains("/map pack"));
    let huge = Picture { sha256: sha256(&[b"x"]), bytes: 10, wide: 9_000, high: 10 };
    let why = play.refused(1, propose(Change::Pack { text: TABLE.into(), picture: Some(huge) }));
    assert!(why.contains("8000 pixels a side"), "{why}");
    let long = Picture { bytes: 11 * 1024 * 1024, wide: 10, ..huge };
    assert!(play.refused(1, propose(Change::Picture { picture: long })).contains("10 MiB"));
}

#[test]
fn corrections_and_points_change_the_pack_and_its_digest() {
    let mut play = on_a_pack();
    play.must(2, propose(money("aldmark", "7")));
    // The next of the same value takes its place.
    play.must(3, propose(money("aldmark", "8")));
    assert_eq!(map(&play).open.len(), 1);
    confirm(&mut play, 1, 3);
    confirm(&mut play, 2, 3);
    assert!(text(&play).unwrap().contains("Aldmark,Brunn; Cressy (river),8"));
    let (area, other) = ("Brunn".to_owned(), "Cressy".to_owned());
    let edit = Edit::Border { area, other, border: "strait 2".to_owned() };
    play.must(1, propose(Change::Correct { edit }));
    play.must(1, verb(&Order::Withdraw { proposal: 4 }));
    assert!(map(&play).open.is_empty());
    assert!(play.refused(1, propose(money("Aldmark", "much"))).contains("no whole number"));
    let point = |x, y| verb(&Order::Point { area: "brunn".to_owned(), x, y });
    let made = play.must(2, point(30, 40));
    assert_eq!(kinds(&made), ["order:game", "game:map_point"]);
    assert!(play.refused(2, point(30, 40)).contains("stands so already"));
    let now = text(&play).unwrap();
    assert!(now.contains("Brunn,Aldmark,3,30,40"), "{now}");
    let picture = Picture { sha256: sha256(&[b"board"]), bytes: 5, wide: 60, high: 50 };
    play.must(1, propose(Change::Picture { picture }));
    confirm(&mut play, 2, 5);
    confirm(&mut play, 3, 5);
    assert_eq!(map(&play).picture, Some(picture));
    assert!(play.refused(2, point(61, 10)).contains("outside of the picture"));
    play.must(3, propose(Change::Lift));
    confirm(&mut play, 1, 6);
    confirm(&mut play, 2, 6);
    assert_eq!((map(&play).pack, map(&play).picture), (None, None));
    play.ends_verified();
}

#[test]
fn what_was_agreed_of_the_map_outlasts_going_back() {
    let mut play = on_a_pack();
    for person in 1..=3 {
        play.act(person, Act::Ready { through: Through::Step, hold: false });
    }
    play.act(2, Act::Tell { key: "vp/spain".to_owned(), value: 9 });
    play.must(2, propose(money("Brunn", "4")));
    confirm(&mut play, 1, 2);
    confirm(&mut play, 3, 2);
    play.must(1, verb(&Order::Point { area: "Brunn".to_owned(), x: 3, y: 4 }));
    play.must(3, propose(money("Cressy", "1")));
    let before = map(&play);
    play.act_saying(1, Act::SetBack, "the wrong month");
    let ask = play.campaign.play.set_back.as_ref().unwrap().line;
    play.act(2, Act::AnswerSetBack { ask, agree: true });
    play.act(3, Act::AnswerSetBack { ask, agree: true });
    assert_eq!(map(&play), before);
    let spain = play.campaign.values().into_iter().find(|value| value.key == "vp/spain").unwrap();
    assert_eq!(spain.now, 0);
    play.ends_verified();
}

/// The orders about the map that are offered to a player.
fn offered(play: &Play, person: u32) -> Vec<Order> {
    let mut all = offers(&play.campaign.view_for(By::Person(person), false));
    all.retain(|offer| offer.verb == "map");
    let filled = all.iter().map(|offer| {
        let fields = offer.fields.iter().map(|field| (field.name.clone(), field.kind.pick(&mut |_| 0)));
        serde_json::Value::Object(fields.collect())
    });
    filled.map(|filled| serde_json::from_value(filled).unwrap()).collect()
}

#[test]
fn what_is_proposed_about_the_map_is_offered_to_those_who_may_decide_it() {
    let mut play = on_a_pack();
    let proposal = map(&play).last + 1;
    let lift = Order::Propose { what: Change::Lift };
    assert_eq!(offered(&play, 1), std::slice::from_ref(&lift));
    play.must(2, propose(money("Brunn", "4")));
    assert_eq!(offered(&play, 1), [Order::Confirm { proposal }, lift.clone()]);
    assert_eq!(offered(&play, 2), [Order::Withdraw { proposal }, lift.clone()]);
    confirm(&mut play, 1, proposal);
    assert_eq!(offered(&play, 1), [lift], "who has confirmed it is not asked again");
    confirm(&mut play, 3, proposal);
    assert!(text(&play).unwrap().contains("Brunn,Aldmark,4"));
    // On a group's own map nothing is offered to be put into areas of this program's.
    let all = offers(&play.campaign.view_for(By::Person(1), false));
    assert!(all.iter().all(|offer| !["counter", "control"].contains(&offer.verb.as_str())));
    play.ends_verified();
}

#[test]
fn a_campaign_can_be_founded_with_a_pack() {
    let mut play = Play::in_months(3, |founding| founding.options["map"] = json!(TABLE));
    assert_eq!(text(&play).as_deref(), Some(TABLE));
    let first = play.entries[0].public.clone();
    assert!(first.contains(&sha256(&[TABLE.as_bytes()]).hex()), "{first}");
    play.must(1, propose(money("Brunn", "4")));
    confirm(&mut play, 2, 1);
    confirm(&mut play, 3, 1);
    assert!(text(&play).unwrap().contains("Brunn,Aldmark,4"));
    play.ends_verified();
}

#[test]
fn a_picture_under_it_can_come_with_the_founding_and_not_without_a_pack() {
    let picture = Picture { sha256: sha256(&[b"board"]), bytes: 5, wide: 60, high: 50 };
    let mut play = Play::in_months(3, |founding| {
        founding.options["map"] = json!(TABLE);
        founding.options["picture"] = json!(picture);
    });
    assert_eq!(map(&play).picture, Some(picture));
    assert!(
        play.refused(2, verb(&Order::Point { area: "Brunn".to_owned(), x: 61, y: 3 })).contains("outside")
    );
    play.ends_verified();
    let refused = |options: serde_json::Value| {
        let mut chance = Chain::founding(([1; 32], [2; 32]));
        engine::table::found(&common::founding(3, 0, options), &mut chance).unwrap_err().says.to_string()
    };
    assert!(refused(json!({"picture": picture})).contains("none comes with this founding"));
    let huge = Picture { wide: 9_000, ..picture };
    assert!(refused(json!({"map": TABLE, "picture": huge})).contains("8000 pixels a side"));
    assert!(refused(json!({"map": "area\nA\nA\n"})).contains("told twice"));
}

#[test]
fn a_view_has_the_digest_of_the_pack_and_not_its_text() {
    let mut play = on_a_pack();
    play.must(2, propose(pack("area\nA\n")));
    let seen = play.position()["map"].clone();
    assert_eq!(seen["pack"], json!({"digest": sha256(&[TABLE.as_bytes()])}));
    assert!(!seen.to_string().contains("Aldmark") && seen.get("open").is_none(), "{seen}");
    // Who asks for the map gets the one that the campaign holds, read once.
    let board = |play: &Play| std::sync::Arc::clone(map(play).board().unwrap());
    assert!(std::sync::Arc::ptr_eq(&board(&play), &board(&play)));
}

#[test]
fn before_play_begins_the_host_lays_a_map_by_himself() {
    let mut play = Play::founded(&common::founding(3, 0, json!({})));
    // The host does so before he has a seat, too; nobody else.
    assert!(play.refused(2, propose(pack(TABLE))).contains("no seat"));
    assert!(play.refused(1, verb(&Order::Confirm { proposal: 1 })).contains("no seat"));
    let made = play.must(1, propose(pack("area\nA\n")));
    assert_eq!(kinds(&made), ["order:game", "game:map_made"]);
    assert!(play.refused(1, propose(pack("area\nA\n"))).contains("stands so already"));
    play.must(1, verb(&Order::Point { area: "a".to_owned(), x: 7, y: 9 }));
    let edit = Edit::Value { area: "A".to_owned(), column: Column::Money, value: "3".to_owned() };
    play.must(1, propose(Change::Correct { edit }));
    let laid = text(&play).unwrap();
    assert!(laid.contains("A,") && laid.contains('3') && laid.contains("7,9"), "{laid}");
    play.must(1, propose(Change::Lift));
    assert_eq!(text(&play), None);
    for person in 1..=3 {
        play.join(person);
    }
    assert!(play.refused(2, propose(pack(TABLE))).contains("the host alone"));
    let made = play.must(1, propose(pack(TABLE)));
    assert_eq!(kinds(&made), ["order:game", "game:map_proposed", "game:map_holds"]);
    assert_eq!(text(&play).as_deref(), Some(TABLE));
    play.must(1, Verb::Start);
    assert!(play.refused(1, verb(&Order::Confirm { proposal: 1 })).contains("not proposed any more"));
    play.must(2, propose(money("Brunn", "9")));
    assert_eq!(map(&play).open.len(), 1);
    play.right_now();
}

#[test]
fn who_has_no_seat_has_no_say() {
    let mut play = Play::in_months(3, |_| ());
    assert!(play.refused(9, propose(pack(TABLE))).contains("no seat"));
    play.must(1, propose(pack(TABLE)));
    assert!(play.refused(9, verb(&Order::Confirm { proposal: 1 })).contains("no seat"));
    assert!(play.refused(2, verb(&Order::Withdraw { proposal: 1 })).contains("Only who proposed"));
    // Of several proposals of a whole map the last is left.
    play.must(2, propose(pack("area\nA\n")));
    assert_eq!(map(&play).open.keys().copied().collect::<Vec<_>>(), [2]);
}
