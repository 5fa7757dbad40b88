//! Random campaigns of nine rounds, on the board kept here and at a board elsewhere: whatever is offered is taken, no law of the board is
//! broken, nothing ends in a dead end, and the record and its decks verify.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::random::Random;
use crate::help::{founding, position};
use engine::middle_ages::board::LARGEST;
use engine::middle_ages::geography::{FORT, LOWEST};
use engine::middle_ages::switches::SWITCHES;
use engine::table::record::Extent;
use engine::table::{Act, Founding, Stage, Verb};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What came of campaigns.
#[derive(Default)]
struct Came {
    /// What was taken, by its sort.
    taken: BTreeMap<String, u32>,
    /// The events of the game, by their kind.
    kinds: BTreeMap<String, u32>,
    /// Endeavours that were decided.
    endeavours: u32,
    /// Decks whose whole order was checked.
    decks: u64,
    /// Cards that open ones of a closed record were checked against.
    closed: u32,
}

/// No law of the board is broken.
fn lawful(play: &Play) {
    let now = position(play);
    for (area, held) in now.board.areas.iter() {
        assert!(
            held.owner.is_some() || held.armies.is_empty() && held.fleets.is_empty(),
            "{area:?} {held:?}"
        );
        assert!(held.fleets.is_empty() || now.data().is_coastal(*area), "a fleet inland in {area:?}");
        let counters = held.armies.iter().chain(&held.fleets);
        assert!(counters.into_iter().all(|counter| (1..=LARGEST).contains(counter)), "{area:?} {held:?}");
        assert!((LOWEST..=now.data().known(*area).limit).contains(&held.social), "{area:?} {held:?}");
        assert!(held.markers.len() <= 4 && i8::try_from(held.fort).unwrap() <= FORT);
    }
    for (court, realm) in now.board.realms.iter() {
        assert!(realm.cards <= 5, "{court} {realm:?}");
    }
    if let Some(turn) = &now.board.turn {
        let most = now.board.realms[&turn.court].leader.combat;
        assert!(turn.endeavours <= 5 && turn.moved <= most.max(9), "{turn:?}");
    }
    let drawn = &now.year.drawn;
    assert!((1..drawn.len()).all(|i| !drawn[..i].contains(&drawn[i])), "a year card comes once: {drawn:?}");
}

/// Everybody joins and play begins; from the second campaign on each switch of the game stands as a number falls.
pub fn begun(mut play: Play, n: u64, seats: u32) -> Play {
    for person in 1..=seats {
        play.join(person);
    }
    let mut fell = n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) * n.min(1);
    for switch in SWITCHES {
        let ways = u64::try_from(switch.ways.len()).unwrap();
        let way = switch.ways[usize::try_from(fell % ways).unwrap()].0;
        fell /= ways;
        if way != switch.ways[0].0 {
            play.act(1, Act::Switch { key: switch.key.to_owned(), value: way.to_owned() });
        }
    }
    play.must(1, Verb::Start);
    play
}

/// Where records are kept for a stranger's program: `CHANCERY_RECORDS` names a folder.
fn kept_in() -> Option<std::path::PathBuf> {
    std::env::var_os("CHANCERY_RECORDS").map(std::path::PathBuf::from)
}

/// Keeps a record as it was open, and as it is closed.
fn keeps(scenario: &str, n: u64, open: &str, whole: &str) {
    let Some(folder) = kept_in() else { return };
    for (name, record) in [("open", open), ("whole", whole)] {
        std::fs::write(folder.join(format!("{scenario}-{n}-{name}.jsonl")), record).unwrap();
    }
}

/// A campaign played to its end, with so many offers taken between the steps.
fn played(n: u64, scenario: &str, between: u32) -> Came {
    let seats = 2 + u32::try_from(n % 6).unwrap();
    played_by(n, scenario, between, seats, json!({"year": 771, "rounds": 9}))
}

/// Says which campaign it was that came to no end.
struct Which<'a>(u64, &'a str);

impl Drop for Which<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("campaign {} of {}", self.0, self.1);
        }
    }
}

/// The same by so many, with these options.
fn played_by(n: u64, scenario: &str, between: u32, seats: u32, options: Value) -> Came {
    let _which = Which(n, scenario);
    let id = format!("ages{:06}", n % 1_000_000);
    let founding = Founding { campaign: id, ..founding(scenario, seats, options) };
    let mut play = begun(Play::founded_on(u8::try_from(n % 250).unwrap(), &founding), n, seats);
    let mut random = Random::new(n);
    let mut open = String::new();
    for step in 0..200 {
        if play.campaign.play.stage == Stage::Closed {
            break;
        }
        if step % 4 == 3 && kept_in().is_some() {
            open = play.export(Extent::Public);
        }
        random.plays(&mut play, between, lawful);
        random.brings_on(&mut play, lawful);
    }
    let mut came = Came { taken: random.taken, endeavours: position(&play).endeavours, ..Came::default() };
    for kind in crate::common::kinds(&play.entries) {
        *came.kinds.entry(kind).or_default() += 1;
    }
    came.decks = match play.campaign.play.stage {
        Stage::Closed => {
            came.closed += 1;
            let whole = play.export(Extent::Whole);
            keeps(scenario, n, &open, &whole);
            play.right_now();
            engine::table::verify::verify(whole.as_bytes(), &[]).unwrap().decks_checked
        }
        _ => play.ends_verified().decks_checked,
    };
    came
}

fn all(games: impl Iterator<Item = Came>) -> Came {
    let mut all = Came::default();
    for came in games {
        all.endeavours += came.endeavours;
        all.decks += came.decks;
        all.closed += came.closed;
        for (kind, n) in came.kinds {
            *all.kinds.entry(kind).or_default() += n;
        }
        for (sort, n) in came.taken {
            *all.taken.entry(sort).or_default() += n;
        }
    }
    println!("{} endeavours, {} decks, {} ended: {:#?}", all.endeavours, all.decks, all.closed, all.kinds);
    all
}

#[test]
fn random_players_of_the_board_find_no_dead_end() {
    let all = all((0..4).map(|n| played(n, "charlemagne", 40)));
    assert!(all.endeavours > 20 && all.decks > 4, "{} endeavours, {} decks", all.endeavours, all.decks);
    for kind in ["game:decided", "game:taxed", "game:turn_over", "game:claimed", "game:ordered"] {
        assert!(all.kinds.contains_key(kind), "{kind} came up nowhere: {:?}", all.kinds);
    }
}

#[test]
fn random_players_of_a_board_elsewhere_find_no_dead_end() {
    let all = all((0..3).map(|n| played(n, "ages", 12)));
    assert!(all.endeavours > 20 && all.decks > 4, "{} endeavours, {} decks", all.endeavours, all.decks);
}

#[test]
fn random_players_of_a_pack_find_no_dead_end() {
    let own = |n| played_by(n, "charlemagne", 30, 2, crate::packs::with(crate::packs::ISLES));
    let all = all((0..4).map(own));
    assert!(all.endeavours > 20 && all.decks > 12, "{} endeavours, {} decks", all.endeavours, all.decks);
    for kind in ["game:decided", "game:turn_over", "game:claimed", "game:ordered", "game:fate_turned"] {
        assert!(all.kinds.contains_key(kind), "{kind} came up nowhere: {:?}", all.kinds);
    }
}

/// For runs of their own: `CHANCERY_LONG_GAMES` says how many campaigns, `CHANCERY_FIRST_GAME` from which on.
fn many() -> std::ops::Range<u64> {
    let asked = |name: &str, otherwise: u64| std::env::var(name).map_or(otherwise, |n| n.parse().unwrap());
    let first = asked("CHANCERY_FIRST_GAME", 0);
    first..first + asked("CHANCERY_LONG_GAMES", 1_000)
}

#[test]
#[ignore = "long: run in release"]
fn long_random_campaigns_of_the_board_find_no_dead_end() {
    all(many().map(|n| played(n, "charlemagne", 60)));
}

#[test]
#[ignore = "long: run in release"]
fn long_random_campaigns_of_a_board_elsewhere_find_no_dead_end() {
    all(many().map(|n| played(n, "ages", 20)));
}

#[test]
#[ignore = "long: run in release"]
fn long_random_campaigns_of_a_pack_find_no_dead_end() {
    let own = |n| played_by(n, "charlemagne", 40, 2, crate::packs::with(crate::packs::ISLES));
    all(many().map(own));
}
