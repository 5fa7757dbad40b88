//! Stand-ins who give orders, in both games: in slots of their own, where an order of theirs is awaited, and in battles.
#![allow(clippy::unwrap_used)]

use crate::common::battles::{final_, open, plan, seal};
use crate::common::europa::{found, founding};
use crate::common::forged::Forged;
use crate::common::random::Random;
use crate::common::{Play, kinds, seat};
use engine::eia::powers::Power;
use engine::table::act::Through;
use engine::table::frames::{Asks, What};
use engine::table::record::Extent;
use engine::table::timing::Timing;
use engine::table::{Act, Entry, TableEvent, Verb};
use serde_json::{Value, json};

/// Person 2 has left, and a stand-in sits in his seat.
fn with_a_stand_in(mut play: Play) -> Play {
    play.act(2, Act::Resign);
    play.act(1, Act::StandIn { seat: seat(2), on: true });
    play
}

/// The clock looks in until nothing is due.
fn clock(play: &mut Play) -> Vec<Entry> {
    let at = play.at + 60;
    play.clock_at(at)
}

/// What stand-ins ordered, in these entries.
fn ordered(entries: &[Entry]) -> Vec<Value> {
    let events = Play::table_events(entries).into_iter();
    let orders = events.filter_map(|event| match event {
        TableEvent::StandInOrdered { order, .. } => Some(order),
        _ => None,
    });
    orders.collect()
}

/// A campaign of Europa on the chain of a number: France against Spain, which a stand-in plays.
fn europa(n: u8) -> Play {
    let mut play = Play::founded_on(n, &founding(2, 8)).started();
    let army = json!(["army_plus"]);
    for (person, country, places) in
        [(1, "france", ["eLanguedoc", "eGuyenne"]), (2, "spain", ["eRosselo", "eCatalunya"])]
    {
        play.must(person, Verb::Game(json!({"europa": "take", "country": country})));
        play.act(person, Act::Tell { key: format!("ducats/{country}"), value: 2_000 });
        for place in places {
            play.must(
                person,
                Verb::Game(json!({"board": "deploy", "country": country, "place": place, "counters": army, "veteran": true})),
            );
        }
    }
    play.must(1, Verb::Game(json!({"europa": "war", "country": "france", "with": "spain", "on": true})));
    with_a_stand_in(play)
}

/// The player does nothing but end what waits for him, for so many rounds of the board; the clock looks in after each.
fn rounds(play: &mut Play, most: usize) {
    let begun = |play: &Play| kinds(&play.entries).iter().filter(|kind| *kind == "game:round_begun").count();
    for _ in 0..80 {
        clock(play);
        if begun(play) > most {
            return;
        }
        let awaited = play.campaign.awaited();
        let mine = awaited.iter().find(|awaited| !awaited.held && awaited.awaits(&seat(1)));
        let Some(mine) = mine else { panic!("nobody is waited for at {:?}", play.campaign.play.frames) };
        match &mine.what {
            What::Ready => play.act(1, Act::Ready { through: Through::Step, hold: false }),
            What::Order(_) => play.act(1, Act::LetStand { frame: mine.line }),
            What::Envelope(round) if round.starts_with("intercept/") => {
                let round = round.clone();
                crate::common::europa::seals(play, 1, &round, &json!({"with": []}))
            }
            What::Envelope(round) => {
                let round = round.clone();
                crate::common::europa::seals(play, 1, &round, &json!({"plan": {"leave_at_morale": 2}}))
            }
        };
    }
    panic!("it goes on for ever at {:?}", play.campaign.play.path());
}

#[test]
fn a_stand_in_plays_rounds_of_europa() {
    let (mut orders, mut slots) = (Vec::new(), 0);
    for n in 1..=3 {
        let mut play = europa(n);
        rounds(&mut play, 2);
        orders.extend(ordered(&play.entries));
        slots += kinds(&play.entries).iter().filter(|kind| *kind == "order:stand_in_orders").count();
        let report = play.right_now();
        assert_eq!(
            report.orders_waiting, report.veiled_waiting,
            "his orders are decided again in an open record"
        );
        play.ends_verified();
    }
    assert!(slots >= 6 && orders.len() > 3, "{slots} turns, {orders:?}");
}

#[test]
fn a_random_player_and_a_stand_in_find_no_dead_end_in_europa() {
    let mut orders = 0;
    for n in 0..3 {
        let mut play = europa(20 + n);
        let mut random = Random::new(n.into());
        for _ in 0..25 {
            random.plays(&mut play, 4, |_| {});
            clock(&mut play);
        }
        orders += ordered(&play.entries).len();
        play.ends_verified();
    }
    assert!(orders > 3, "{orders}");
}

#[test]
fn in_a_slot_of_his_own_a_stand_in_gives_one_order_at_most_and_is_ready() {
    let mut play = europa(7);
    rounds(&mut play, 2);
    let mut timely = 0;
    for (i, entry) in play.entries.iter().enumerate() {
        let Some(TableEvent::FrameOpened { asks: Some(Asks::Ready), asked, ready, .. }) = entry.table_event()
        else {
            continue;
        };
        assert!(ready.is_empty(), "a slot of his own he ends himself");
        if asked != [seat(2)] {
            continue;
        }
        let line = entry.line.unwrap().0;
        let ended = |entry: &Entry| matches!(entry.table_event(), Some(TableEvent::FrameEnded { frame }) if frame == line);
        let Some(end) = play.entries[i..].iter().position(ended) else { continue };
        let within = &play.entries[i..i + end];
        let ready = Play::table_events(within)
            .into_iter()
            .filter(|event| matches!(event, TableEvent::SeatReady { seat: of, .. } if *of == seat(2)))
            .count();
        assert!(ready <= 1, "{within:?}");
        timely += usize::from(ready == 1);
    }
    assert!(timely > 0);
}

#[test]
fn a_stand_in_musters_and_fights_a_battle_of_empires_in_arms() {
    let play = Play::in_months(2, |_| ());
    let of =
        |n: u32| {
            play.position()["choice"]["holdings"].as_object().unwrap().iter().find_map(|(power, held)| {
                (held["seat"] == json!(seat(n))).then(|| Power::by_key(power).unwrap())
            })
        };
    let (own, his) = (of(1).unwrap(), of(2).unwrap());
    let mut play = with_a_stand_in(play);
    assert!(ordered(&clock(&mut play)).is_empty(), "nobody waits for anything of his");
    let ready = || {
        let act = Act::Ready { through: engine::table::act::Through::Step, hold: false };
        Verb::Act { act, text: None }
    };
    // In a step that opens now he is ready from its beginning.
    play.must(1, ready());
    clock(&mut play);
    play.must(1, Verb::Game(open("Vienna", &[own], &[his])));
    let made = clock(&mut play);
    let musters = ordered(&made);
    assert_eq!(musters.len(), 1, "{musters:?}");
    assert_eq!((&musters[0]["battle"], &musters[0]["power"]), (&json!("muster"), &json!(his)));
    assert!(found(&made, "mustered").is_some());
    play.must(1, Verb::Game(crate::common::battles::muster(own, &["I Corps"], &[])));
    // What he seals stays a draw that is hidden.
    for day in 1..=3 {
        clock(&mut play);
        let factors = if day == 1 { vec![json!({"infantry": 20, "cavalry": 3})] } else { Vec::new() };
        let mut body = plan(own, &factors, Some("assault"));
        if factors.is_empty() {
            body["of"] = json!({own.key(): {}});
        }
        play.must(1, seal(day, body));
        play.must(1, final_(day));
        for _ in 0..6 {
            clock(&mut play);
            let Some((round, _)) = play.campaign.play.rounds.iter().next() else { break };
            // Where the day stops to ask, what was planned stands.
            let round = round.clone();
            if round == format!("battle/1/{}", day + 1) {
                break;
            }
            let own_plan = json!({"of": {own.key(): {}}, "plan": {"chit": "assault"}});
            if play.campaign.play.rounds[&round].asked.contains(&seat(1)) {
                crate::common::europa::seals(&mut play, 1, &round, &own_plan);
            }
        }
        if kinds(&play.entries).contains(&"game:battle_ended".to_owned()) {
            break;
        }
    }
    assert!(kinds(&play.entries).contains(&"game:battle_ended".to_owned()));
    // What came of it took his *Ready* from him; he is ready again, and keeps nobody waiting.
    let not_ready =
        |event: &TableEvent| matches!(event, TableEvent::SeatNotReady { seat: of } if *of == seat(2));
    assert!(Play::table_events(&play.entries).iter().any(not_ready));
    clock(&mut play);
    let before = play.entries.len();
    play.must(1, ready());
    clock(&mut play);
    let ended = |event: &TableEvent| matches!(event, TableEvent::FrameEnded { .. });
    assert!(Play::table_events(&play.entries[before..]).iter().any(ended), "the step ends");
    let report = play.right_now();
    assert_eq!(report.veiled_waiting, report.orders_waiting, "only what he sealed waits");
    play.ends_verified();
}

/// A battle of Empires in Arms is opened against a stand-in, who has mustered.
pub fn against_a_stand_in() -> Play {
    let mut play = with_a_stand_in(Play::in_months(2, |_| ()));
    let holdings = play.position()["choice"]["holdings"].clone();
    let of = |n: u32| {
        let held = holdings.as_object().unwrap().iter().find(|(_, held)| held["seat"] == json!(seat(n)));
        Power::by_key(held.unwrap().0).unwrap()
    };
    play.must(1, Verb::Game(open("Vienna", &[of(1)], &[of(2)])));
    clock(&mut play);
    play
}

#[test]
fn a_forged_order_of_a_stand_in_is_named_by_its_line() {
    let play = against_a_stand_in();
    let forged = || Forged::of(&play, Extent::Public);
    let line = forged().find(0, |p| p["e"]["k"] == "stand_in_ordered");
    let mut other = forged();
    other.p(line)["e"]["order"]["muster"]["corps"][0]["name"] = json!("IX Corps");
    other.caught(line, "another outcome");
    let mut frame = forged();
    let order = frame.order(0, "stand_in_orders");
    frame.p(order)["frame"] = json!(1);
    frame.caught(order, "Nothing is asked");
    let mut slot = forged();
    slot.p(order + 1)["slot"] = json!("stand-in/seat-2/1/1");
    slot.caught(order, "The rules ask for the roll");
}

/// Two seats of Europa before anybody has taken a country, the second a stand-in's.
fn before_countries(n: u8) -> Play {
    with_a_stand_in(Play::founded_on(n, &founding(2, 8)).started())
}

/// The countries that stand-ins took, in these entries.
fn taken(entries: &[Entry]) -> usize {
    ordered(entries).iter().filter(|order| order["europa"] == "take").count()
}

#[test]
fn a_stand_in_takes_his_country_when_those_who_play_have_theirs() {
    let mut play = before_countries(60);
    let made = clock(&mut play);
    assert_eq!(ordered(&made), Vec::<Value>::new(), "the player chooses first");
    play.must(1, Verb::Game(json!({"europa": "take", "country": "france"})));
    let made = clock(&mut play);
    assert_eq!(taken(&made), 1, "{:?}", ordered(&made));
}

/// The stand-in took his country in these entries, and the step ended after it.
fn takes_before_the_step_ends(made: &[Entry]) {
    let took = made.iter().position(|entry| taken(std::slice::from_ref(entry)) == 1);
    let ended =
        made.iter().position(|entry| matches!(entry.table_event(), Some(TableEvent::FrameEnded { .. })));
    let (Some(took), Some(ended)) = (took, ended) else { panic!("{took:?}, {ended:?}: {:?}", kinds(made)) };
    assert!(took < ended, "{:?}", kinds(made));
}

#[test]
fn who_is_ready_without_a_country_has_had_his_say_and_the_step_waits_for_the_stand_in() {
    let mut play = before_countries(61);
    clock(&mut play);
    let before = play.entries.len();
    play.act(1, Act::Ready { through: Through::Step, hold: false });
    clock(&mut play);
    takes_before_the_step_ends(&play.entries[before..]);
    play.ends_verified();
}

#[test]
fn at_the_deadline_a_stand_in_takes_his_country_whoever_has_not_chosen() {
    let mut founding = founding(2, 8);
    founding.timing = Some(Timing::default());
    let mut play = with_a_stand_in(Play::founded_on(62, &founding).started());
    assert_eq!(ordered(&clock(&mut play)), Vec::<Value>::new(), "the player chooses first");
    let due = play.campaign.play.wait().and_then(|wait| wait.due.as_ref()).and_then(|due| due.at).unwrap();
    takes_before_the_step_ends(&play.clock_at(due));
    play.ends_verified();
}
