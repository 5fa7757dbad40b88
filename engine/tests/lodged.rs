//! Orders lodged ahead of one's slot: nobody sees them before they are given, the bot gives them when the slot opens, what is held back
//! waits for its owner, and the record proves it all.
#![allow(clippy::unwrap_used)]

use crate::common::europa::{
    FRANCE, SPAIN, at_war, comes_to, found, founding, passes, position, ready, spain_first,
};
use crate::common::forged::Forged;
use crate::common::{Play, kinds, seat};
use engine::table::act::Through;
use engine::table::lodged::{Change, Held, Line, UNSAID};
use engine::table::record::Extent;
use engine::table::secret::Secret;
use engine::table::verify::verify;
use engine::table::view::Viewer;
use engine::table::{Act, Entry, Said, Verb};
use serde_json::{Value, json};

/// Lodges, with nothing that comes from outside but a salt.
fn lodging(change: Change) -> Verb {
    Verb::Lodge { power: None, change, salt: Secret::new([7; 32]) }
}

fn lodge(order: &Value, unless: &[Value]) -> Verb {
    lodging(Change::Add(Line::order(order.clone(), unless.to_vec())))
}

fn take_back(which: Option<usize>) -> Verb {
    lodging(Change::TakeBack { which })
}

fn march(stack: u32, to: &str) -> Value {
    json!({"board": "march", "stack": stack, "to": to})
}

fn paid(country: &str) -> Value {
    json!({"board": "campaign", "country": country, "campaign": {"land": "multiple", "sea": "multiple"}})
}

fn enemy_at(at: &str) -> Value {
    json!({"unless": "enemy", "at": at})
}

fn step() -> Act {
    Act::Ready { through: Through::Step, hold: false }
}

/// The clock looks in until nothing is due; what it did.
fn ticks(play: &mut Play) -> Vec<Entry> {
    let at = play.campaign.last_at + 60;
    play.clock_at(at)
}

fn lodged(play: &Play, n: u32) -> Vec<(Value, Option<Held>)> {
    let view = play.campaign.view_for(engine::table::By::Person(n), false).lodged;
    view.lines.into_iter().map(|waiting| (waiting.line.order.unwrap(), waiting.held)).collect()
}

fn opened(entries: &[Entry]) -> Vec<Value> {
    let lines = entries.iter().filter_map(|entry| serde_json::from_str::<Value>(&entry.public).ok());
    lines.filter(|line| line["k"] == "lodged_opened").collect()
}

/// Before the first round: Spain will be the first in it.
fn spain_has_the_initiative() -> Play {
    let mut play = at_war(Play::scripted_by(&founding(2, 8), &[&[8][..]; 20]));
    for (person, country, place) in [(FRANCE, "france", "eLanguedoc"), (SPAIN, "spain", "eCatalunya")] {
        let deploy = json!({"board": "deploy", "country": country, "place": place, "counters": ["ld"], "veteran": true});
        play.must(person, Verb::Game(deploy));
    }
    play.act(SPAIN, Act::Tell { key: "initiative/spain".to_owned(), value: 5 });
    play
}

/// It is the movement segment of Spain; that of France comes after it.
fn before_france(dice: &[u32]) -> Play {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["army_plus"])),
        (SPAIN, "spain", "eCatalunya", json!(["army_plus"])),
        (FRANCE, "france", "eGuyenne", json!(["ld"])),
    ];
    spain_first(&stacks, dice)
}

/// Spain is ready, and the segment of France opens.
fn spain_ends(play: &mut Play) -> Vec<Entry> {
    let mut made = play.act(SPAIN, step());
    made.extend(comes_to(play, "movement", FRANCE));
    made
}

#[test]
fn lodged_orders_are_given_when_the_slot_opens_and_nobody_sees_them_before() {
    let mut play = before_france(&[5; 20]);
    let before = (play.export(Extent::Public), format!("{:?}", play.campaign.public_view()));
    let spain = format!("{:?}", play.campaign.view_for(engine::table::By::Person(SPAIN), false));
    for order in [paid("france"), march(1, "eQuercy"), march(3, "eLimousin")] {
        let made = play.must(FRANCE, lodge(&order, &[]));
        assert!(made.iter().all(|entry| entry.line.is_none()), "nothing of it is on the record");
    }
    play.must(FRANCE, lodging(Change::Ready { on: true }));
    assert_eq!(lodged(&play, FRANCE).len(), 3);
    assert!(lodged(&play, SPAIN).is_empty());
    assert_eq!(play.export(Extent::Public), before.0);
    assert_eq!(format!("{:?}", play.campaign.public_view()), before.1);
    assert_eq!(format!("{:?}", play.campaign.view_for(engine::table::By::Person(SPAIN), false)), spain);
    assert!(ticks(&mut play).is_empty(), "they wait for their slot");

    spain_ends(&mut play);
    let made = ticks(&mut play);
    let orders: Vec<Value> =
        opened(&made).iter().map(|line| line["body"]["line"]["order"]["stack"].clone()).collect();
    assert_eq!(
        orders,
        [Value::Null, json!(1), json!(3), Value::Null],
        "one after another, and then it is ready"
    );
    let places: Vec<u64> = opened(&made).iter().map(|line| line["place"].as_u64().unwrap()).collect();
    assert!(
        places.is_sorted() && places != [0, 1, 2, 3],
        "which places tells little of how many: {places:?}"
    );
    let now = position(&play);
    assert_eq!(now.board.stacks[&1].at.site().key, "eQuercy");
    assert_eq!(now.board.stacks[&3].at.site().key, "eLimousin");
    assert_ne!(play.campaign.play.path().last().unwrap(), "movement-1", "France was ready after them");
    assert!(lodged(&play, FRANCE).is_empty());
}

#[test]
fn what_is_held_back_or_refused_waits_for_its_owner_and_does_not_lapse() {
    let mut play = before_france(&[5; 20]);
    let orders = [
        (paid("france"), vec![]),
        (march(1, "eRosselo"), vec![enemy_at("eCatalunya")]),
        (march(3, "sGascogne"), vec![]),
        (march(3, "eLimousin"), vec![enemy_at("eRosselo")]),
    ];
    for (order, unless) in &orders {
        play.must(FRANCE, lodge(order, unless));
    }
    play.must(FRANCE, lodging(Change::Ready { on: true }));
    spain_ends(&mut play);
    let made = ticks(&mut play);
    passes(&mut play);
    let mut all = opened(&made);
    all.extend(opened(&ticks(&mut play)));
    let orders: Vec<Value> = all.iter().map(|line| line["body"]["line"]["order"]["stack"].clone()).collect();
    assert_eq!(orders, [Value::Null, json!(3)]);
    let held = lodged(&play, FRANCE);
    assert_eq!(held[0], (march(1, "eRosselo"), Some(Held::Back)), "an enemy stands in Catalunya");
    let Some(Held::Refused(why)) = &held[1].1 else { panic!("{held:?}") };
    assert!(Said::from(why).ends_with('.'), "{why:?}");
    assert_eq!(position(&play).board.stacks[&1].at.site().key, "eLanguedoc");
    assert_eq!(position(&play).board.stacks[&3].at.site().key, "eLimousin");
    // To be ready waits for its player too.
    assert_eq!(play.campaign.play.path().last().unwrap(), "movement-1");
    assert!(ticks(&mut play).is_empty(), "nothing is tried again");
    assert!(play.refused(FRANCE, lodge(&march(1, "eQuercy"), &[])).contains("give the order now"));
    // One of them is taken back while the segment is open, and a fresh one is not lodged any more.
    assert_eq!(lodged(&play, FRANCE).len(), 2);
    assert!(play.refused(FRANCE, take_back(Some(2))).contains("no such order"), "there are two");
    play.must(FRANCE, take_back(Some(0)));
    assert_eq!(
        lodged(&play, FRANCE).into_iter().map(|(order, _)| order).collect::<Vec<_>>(),
        [march(3, "sGascogne")]
    );
    // With the round it goes by itself, and nothing is given in the next.
    play.act(FRANCE, step());
    ready(&mut play);
    comes_to(&mut play, "movement", FRANCE);
    assert!(ticks(&mut play).is_empty());
    assert!(lodged(&play, FRANCE).is_empty());
    assert!(play.refused(FRANCE, take_back(None)).contains("no order"));
}

/// What was not given stays with its owner for the rest of the round, and is taken back in it, or goes with it.
#[test]
fn what_was_not_given_stays_for_the_rest_of_the_round() {
    for takes_back in [false, true] {
        let mut play = spain_has_the_initiative();
        play.must(SPAIN, lodge(&march(2, "eAragon"), &[]));
        ready(&mut play);
        comes_to(&mut play, "movement", SPAIN);
        ticks(&mut play);
        assert!(matches!(lodged(&play, SPAIN)[0].1, Some(Held::Refused(_))), "no campaign was announced");
        comes_to(&mut play, "movement", FRANCE);
        assert_eq!(lodged(&play, SPAIN).len(), 1);
        if takes_back {
            play.must(SPAIN, take_back(Some(0)));
            assert!(lodged(&play, SPAIN).is_empty());
        }
        play.act(FRANCE, step());
        ready(&mut play);
        assert!(lodged(&play, SPAIN).is_empty());
    }
}

/// Who orders a stack himself has no use any more for what he had lodged for it and was not given; of another stack it stays. Nor is he ready by
/// that, as he is there.
#[test]
fn what_is_ordered_by_hand_takes_the_place_of_what_was_not_given() {
    let mut play = before_france(&[5; 20]);
    let orders = [
        (paid("france"), vec![]),
        (march(1, "eRosselo"), vec![enemy_at("eCatalunya")]),
        (march(3, "sGascogne"), vec![]),
    ];
    for (order, unless) in &orders {
        play.must(FRANCE, lodge(order, unless));
    }
    play.must(FRANCE, lodging(Change::Ready { on: true }));
    spain_ends(&mut play);
    ticks(&mut play);
    let of = |play: &Play| lodged(play, FRANCE).into_iter().map(|(order, _)| order).collect::<Vec<_>>();
    assert_eq!(of(&play), [march(1, "eRosselo"), march(3, "sGascogne")]);
    play.must(FRANCE, Verb::Game(march(1, "eQuercy")));
    passes(&mut play);
    assert_eq!(of(&play), [march(3, "sGascogne")]);
    play.must(FRANCE, Verb::Game(march(3, "eLimousin")));
    passes(&mut play);
    assert!(of(&play).is_empty());
    assert!(ticks(&mut play).is_empty());
    assert_eq!(play.campaign.play.path().last().unwrap(), "movement-1");
    assert!(play.refused(FRANCE, take_back(None)).contains("no order"));
}

#[test]
fn what_is_left_is_taken_back_while_the_slot_is_open() {
    let mut play = before_france(&[5; 20]);
    for (order, unless) in
        [(paid("france"), vec![]), (march(1, "eRosselo"), vec![]), (march(3, "eLimousin"), vec![])]
    {
        play.must(FRANCE, lodge(&order, &unless));
    }
    play.must(FRANCE, lodging(Change::Ready { on: true }));
    spain_ends(&mut play);
    // Spain may intercept the first march, and the second waits.
    ticks(&mut play);
    assert_eq!(play.campaign.public_view().rounds.len(), 1, "an interception is asked for");
    assert_eq!(lodged(&play, FRANCE), [(march(3, "eLimousin"), None)]);
    play.must(FRANCE, take_back(None));
    assert!(lodged(&play, FRANCE).is_empty());
    passes(&mut play);
    assert!(ticks(&mut play).is_empty());
    assert_eq!(position(&play).board.stacks[&3].at.site().key, "eGuyenne");
    assert_eq!(play.campaign.play.path().last().unwrap(), "movement-1", "nor is it ready by itself");
}

#[test]
fn of_what_is_left_in_an_open_slot_one_order_is_taken_back_by_its_number() {
    let mut play = before_france(&[5; 20]);
    for order in [paid("france"), march(1, "eRosselo"), march(3, "eLimousin"), march(3, "eQuercy")] {
        play.must(FRANCE, lodge(&order, &[]));
    }
    assert!(!play.campaign.gives_lodged(), "their slot is not there");
    spain_ends(&mut play);
    assert!(play.campaign.gives_lodged());
    ticks(&mut play);
    assert!(!play.campaign.gives_lodged(), "an interception is asked for");
    assert_eq!(lodged(&play, FRANCE).len(), 2);
    assert!(play.refused(FRANCE, take_back(Some(2))).contains("no such order"));
    play.must(FRANCE, take_back(Some(1)));
    assert_eq!(lodged(&play, FRANCE), [(march(3, "eLimousin"), None)]);
    passes(&mut play);
    ticks(&mut play);
    assert_eq!(position(&play).board.stacks[&3].at.site().key, "eLimousin");
}

#[test]
fn who_has_lodged_orders_is_not_ready_ahead_of_his_slot() {
    let mut play = spain_has_the_initiative();
    let ahead = || Act::Ready { through: Through::Turn, hold: false };
    play.must(FRANCE, lodge(&march(1, "eQuercy"), &[]));
    let says = play.act_refused(FRANCE, ahead());
    assert!(says.contains("You have lodged orders for your slot"), "{says}");
    play.act(FRANCE, step());
    play.act(FRANCE, Act::NotReady);
    play.must(FRANCE, take_back(None));
    play.act(FRANCE, ahead());
    let says = play.refused(FRANCE, lodge(&march(1, "eQuercy"), &[]));
    assert!(says.contains("You are ready ahead to the end of the turn"), "nor the other way around: {says}");
}

#[test]
fn of_a_seat_without_a_player_nothing_is_sealed() {
    let mut play = spain_has_the_initiative();
    play.act(SPAIN, Act::Resign);
    ready(&mut play);
    comes_to(&mut play, "movement", FRANCE);
    let lines = play.entries.iter().filter_map(|entry| serde_json::from_str::<Value>(&entry.public).ok());
    let sealed: Vec<Value> =
        lines.filter(|line| line["k"] == "lodged").map(|line| line["seat"].clone()).collect();
    assert_eq!(sealed, [json!(seat(FRANCE)), json!(seat(FRANCE))], "with the round, and with his own slot");
}

#[test]
fn what_was_not_given_does_not_hinder_what_is_lodged_anew() {
    let mut play = before_france(&[5; 20]);
    play.must(FRANCE, lodge(&march(1, "eQuercy"), &[]));
    spain_ends(&mut play);
    ticks(&mut play);
    assert!(matches!(lodged(&play, FRANCE)[0].1, Some(Held::Refused(_))), "no campaign was announced");
    play.act(FRANCE, step());
    ready(&mut play);
    for order in [paid("france"), march(3, "eLimousin")] {
        play.must(FRANCE, lodge(&order, &[]));
    }
    play.must(FRANCE, lodging(Change::Ready { on: true }));
    comes_to(&mut play, "movement", FRANCE);
    ticks(&mut play);
    assert_ne!(play.campaign.play.path().last().unwrap(), "movement-1", "it is ready after them");
    assert!(lodged(&play, FRANCE).is_empty(), "the old one went with its round");
}

#[test]
fn what_cannot_be_lodged_is_refused() {
    let mut play = before_france(&[5; 20]);
    let refused = play.refused(FRANCE, lodge(&march(2, "eAragon"), &[]));
    assert!(refused.contains("not yours"), "{refused}");
    assert!(play.refused(FRANCE, lodge(&march(9, "eAragon"), &[])).contains("no stack 9"));
    let engage = json!({"board": "engage", "stack": 1, "with": 2});
    play.refused_under("fast-battle.round.sequence", FRANCE, lodge(&engage, &[]));
    assert!(play.refused(FRANCE, lodge(&paid("spain"), &[])).contains("not yours"));
    let reserved = json!({"board": "march", "stack": 1, "to": "eQuercy", "by": "bot"});
    assert!(play.refused(FRANCE, lodge(&reserved, &[])).contains("\"by\""), "the field is named");
    for strange in [json!({"board": "fly"}), json!("march")] {
        assert!(play.refused(FRANCE, lodge(&strange, &[])).contains("no order"), "{strange}");
    }
    let secret = json!({"board": "march", "stack": 1, "to": "eQuercy", "secret": {}});
    assert!(play.refused(FRANCE, lodge(&secret, &[])).contains("sealed"));
    assert!(
        play.refused(FRANCE, lodge(&march(1, "eQuercy"), &[json!({"unless": "rain"})])).contains("no order")
    );
    assert!(play.refused(FRANCE, lodging(Change::Ready { on: true })).contains("no order"));
    assert!(play.refused(SPAIN, lodge(&march(2, "eAragon"), &[])).contains("give the order now"));
    for _ in 1..UNSAID {
        play.must(FRANCE, lodge(&march(1, "eQuercy"), &[]));
    }
    assert!(play.refused(FRANCE, lodge(&march(1, "eQuercy"), &[])).contains("11 orders at most"));
    // Who is ready ahead would be passed over, so he cannot be both.
    let ahead = Act::Ready { through: Through::Turn, hold: false };
    let refused = play.refused(FRANCE, Verb::Act { act: ahead.clone(), text: None });
    assert!(refused.contains("not asked") || refused.contains("lodged"), "{refused}");
    play.must(FRANCE, take_back(None));
}

#[test]
fn a_substitute_has_what_was_lodged_as_he_has_the_strongbox() {
    let mut play = before_france(&[5; 20]);
    play.must(FRANCE, lodge(&march(1, "eQuercy"), &[]));
    play.act(FRANCE, Act::Resign);
    play.act(FRANCE, Act::OfferSeat { seat: seat(FRANCE), person: 3 });
    play.join(3);
    assert_eq!(lodged(&play, 3), [(march(1, "eQuercy"), None)]);
}

/// On a real chain: France lodges orders, some of which are carried out.
pub fn on_a_chain() -> Play {
    let mut play = at_war(Play::founded(&founding(2, 8)));
    for (person, country, place) in
        [(FRANCE, "france", "eLanguedoc"), (SPAIN, "spain", "eGranada"), (FRANCE, "france", "eGuyenne")]
    {
        let deploy = json!({"board": "deploy", "country": country, "place": place, "counters": ["ld"], "veteran": true});
        play.must(person, Verb::Game(deploy));
    }
    play.must(FRANCE, lodge(&paid("france"), &[]));
    play.must(FRANCE, lodge(&march(1, "eAuvergne"), &[enemy_at("eGranada")]));
    play.must(FRANCE, lodge(&march(3, "eLimousin"), &[]));
    ready(&mut play);
    comes_to(&mut play, "movement", FRANCE);
    let made = ticks(&mut play);
    assert_eq!(opened(&made).len(), 2, "{:?}", lodged(&play, FRANCE));
    passes(&mut play);
    ticks(&mut play);
    play
}

#[test]
fn the_record_proves_what_was_lodged_and_nothing_else() {
    let mut play = on_a_chain();
    let lines = kinds(&play.entries);
    let count = |kind: &str| lines.iter().filter(|line| *line == kind).count();
    // One for each player when the round opened, and one when each segment did; no word of how much.
    let sealed = |to: u32| -> Vec<usize> {
        let lines = play.entries.iter().filter_map(|entry| serde_json::from_str::<Value>(&entry.public).ok());
        let own = lines.filter(|line| line["k"] == "lodged" && line["seat"] == json!(seat(to)));
        own.map(|line| line["seals"].as_array().unwrap().len()).collect()
    };
    assert_eq!(sealed(FRANCE), [1, UNSAID]);
    assert_eq!(sealed(SPAIN)[0], 1);
    assert_eq!(count("lodged_opened"), 2);
    assert_eq!(count("lodging") + count("lodged_held"), 0);
    let public = play.export(Extent::Public);
    assert!(!public.contains("eAuvergne"), "what was held back stays closed");
    let report = play.right_now();
    assert_eq!((report.orders_waiting, report.lodged_checked), (0, 2));
    let choices = kinds(&play.entries).iter().filter(|kind| *kind == "opened").count() as u64;
    assert_eq!(report.seals_checked, choices + 2, "each order that opened is a seal that was checked");
    let whole = play.ends_verified();
    assert_eq!(whole.lodged_checked, 2);
    assert!(play.export(Extent::Whole).contains("eAuvergne"));
}

#[test]
fn a_forged_lodged_order_is_found() {
    let play = on_a_chain();
    let wrong = |forge: &dyn Fn(&mut Forged) -> usize, extent: Extent| {
        let mut forged = Forged::of(&play, extent);
        let at = forge(&mut forged);
        let wrong = verify(forged.file().as_bytes(), &[]).unwrap_err();
        assert_eq!(wrong.line, at as u64 + 1, "{}", wrong.why);
    };
    // Another order than was sealed.
    wrong(
        &|forged| {
            let at = forged.kind(0, "lodged_opened");
            forged.p(at)["body"]["line"]["order"]["campaign"]["land"] = json!("none");
            at
        },
        Extent::Public,
    );
    // A place that is not the one that was ordered.
    wrong(
        &|forged| {
            let at = forged.order(0, "carry_out");
            let next = forged.p(at)["place"].as_u64().unwrap() + 1;
            forged.p(at)["place"] = json!(next % 12);
            at
        },
        Extent::Public,
    );
    // Given by a player, not by the bot.
    wrong(
        &|forged| {
            let at = forged.order(0, "carry_out");
            forged.p(at)["by"] = json!("person 1");
            at
        },
        Extent::Public,
    );
    // At the place of the one before, before it, or right behind it, whatever its own was.
    for (place, why) in [
        (0, "at that place was opened before"),
        (-1, "lodged after it was opened before"),
        (1, "the code is another"),
        (i64::try_from(UNSAID).unwrap(), "no such place"),
    ] {
        let mut forged = Forged::of(&play, Extent::Public);
        let [first, second] = [0, 1].map(|n| forged.kind(n, "lodged_opened"));
        let before = forged.p(first)["place"].as_i64().unwrap();
        let moved = if place < 1 {
            before + place
        } else if why.contains("no such") {
            place
        } else {
            before + 1
        };
        assert!(moved >= 0, "the places of this record leave room");
        forged.p(second)["place"] = json!(moved);
        forged.p(second)["body"]["lodged"] = json!(moved);
        forged.caught(second, why);
    }
    // Another's seal, and one seal less.
    wrong(
        &|forged| {
            let at = forged.kind(0, "lodged");
            forged.p(at)["seals"][0]["to"] = json!("seat-2");
            at
        },
        Extent::Public,
    );
    wrong(
        &|forged| {
            let at = forged.find(0, |p| p["k"] == "lodged" && p.get("frame").is_some());
            forged.p(at)["seals"].as_array_mut().unwrap().pop();
            at
        },
        Extent::Public,
    );
    // A line of it left out.
    wrong(
        &|forged| {
            let at = forged.kind(0, "lodged");
            forged.lines.remove(at);
            at
        },
        Extent::Public,
    );
}

#[test]
fn nothing_of_it_is_in_what_is_said_of_the_campaign() {
    let play = on_a_chain();
    for viewer in [Viewer::Public, Viewer::Seat(seat(SPAIN))] {
        let by = match &viewer {
            Viewer::Public => None,
            Viewer::Seat(_) => Some(engine::table::By::Person(SPAIN)),
        };
        let view = by.map_or_else(|| play.campaign.public_view(), |by| play.campaign.view_for(by, true));
        assert!(view.lodged.lines.is_empty());
        assert!(!format!("{view:?}").contains("eAuvergne"));
    }
    assert!(!format!("{:?}", play.campaign).contains("eAuvergne"), "nor in what is written to a log");
    assert!(found(&play.entries, "marched").is_some());
}

/// The lines of a record without what hangs on the revision of the rules alone.
fn without_heads(record: &str) -> Vec<Value> {
    let mut lines: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &mut lines {
        line["h"] = Value::Null;
    }
    if let Some(founding) = lines.first_mut() {
        founding["p"]["rules"] = Value::Null;
    }
    lines
}

/// The page that checks a record in a browser is tested with these.
#[test]
fn the_records_for_the_page_are_these() {
    let mut play = on_a_chain();
    let open = play.export(Extent::Public);
    play.ends_verified();
    for (name, file) in [("lodged_open", open), ("lodged_closed", play.export(Extent::Whole))] {
        let path = format!("{}/../bot/tests/data/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("CHANCERY_RECORD").is_some() {
            std::fs::write(&path, &file).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            without_heads(&kept) == without_heads(&file),
            "{path} is another: record it anew with CHANCERY_RECORD=1"
        );
    }
}
