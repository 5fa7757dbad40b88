//! Random players of the games: whatever is offered is taken, nothing ends in a dead end, no detachment comes from nowhere, and the record
//! verifies.
#![allow(clippy::unwrap_used)]

use crate::common::europa::{founding, position};
use crate::common::random::Random;
use crate::common::{self, Play};
use engine::table::{Act, Founding, Stage, Verb};
use serde_json::json;
use std::collections::BTreeMap;

/// What came of games.
#[derive(Default)]
struct Came {
    /// Battles, sieges and marches.
    fights: u32,
    sieges: u32,
    marches: u32,
    /// Rounds of the board that began.
    rounds: usize,
    /// What happened in battles of Empires in Arms, by its name.
    battles: BTreeMap<String, usize>,
    /// What was taken, by its sort.
    taken: BTreeMap<String, u32>,
}

/// No detachment comes from nowhere.
fn conserved(play: &Play) {
    let now = position(play);
    assert!(now.board.stacks.values().all(|standing| standing.stack.land().0 >= 0 && standing.owes.0 >= 0));
    let over = now.fights.of.values().filter_map(|fight| fight.ended);
    assert!(over.flat_map(|verdict| verdict.lost).all(|lost| lost.0 >= 0));
}

/// Where France and Spain stand at the beginning.
const BORDER: [(u32, &str, &str, &str); 6] = [
    (1, "france", "eLanguedoc", "army_plus"),
    (1, "france", "eGuyenne", "army_minus"),
    (1, "france", "sLion", "nd"),
    (2, "spain", "eRosselo", "army_plus"),
    (2, "spain", "eCatalunya", "army_minus"),
    (2, "spain", "sLion", "nd"),
];

/// A campaign of Europa of two or three that has begun, not yet played.
pub fn of_europa(n: u64) -> Play {
    let seats = 2 + u32::from(n % 3 == 2);
    let id = format!("europa{:04}", n % 10_000);
    let founding = Founding { campaign: id, ..founding(seats, 1 + n % 60) };
    Play::founded_on(u8::try_from(n % 250).unwrap(), &founding).started()
}

/// France and Spain begin at war. Every fourth group begins with a board that is kept elsewhere.
pub fn in_war(n: u64, play: &mut Play) -> Random {
    for (person, country) in [(1, "france"), (2, "spain")] {
        play.must(person, Verb::Game(json!({"europa": "take", "country": country})));
        play.act(person, Act::Tell { key: format!("ducats/{country}"), value: 2_000 });
    }
    play.must(1, Verb::Game(json!({"europa": "war", "country": "france", "with": "spain", "on": true})));
    for (person, country, place, counters) in BORDER.iter().filter(|_| n % 4 < 3) {
        let deploy = json!({"board": "deploy", "country": country, "place": place, "counters": [counters], "veteran": true});
        play.must(*person, Verb::Game(deploy));
    }
    Random::new(n)
}

/// A campaign of Europa, of so many offers taken.
fn europa(n: u64, steps: u32) -> Came {
    let mut play = of_europa(n);
    let mut random = in_war(n, &mut play);
    random.plays(&mut play, steps, conserved);
    random.brings_on(&mut play, conserved);
    let now = position(&play);
    let rounds = common::kinds(&play.entries).iter().filter(|kind| *kind == "game:round_begun").count();
    let (fights, sieges, marches) = (now.fights.last, now.sieges.last, now.board.marches);
    if play.campaign.play.stage != Stage::Closed {
        play.ends_verified();
    }
    Came { fights, sieges, marches, rounds, taken: random.taken, ..Came::default() }
}

/// What a battle comes to from its opening to its end.
const IN_BATTLES: [&str; 5] =
    ["game:battle_opened", "game:mustered", "game:commanded", "game:battle_fought", "game:battle_ended"];

/// A campaign of Empires in Arms, of so many offers taken.
fn eia(n: u64, steps: u32) -> Came {
    let politics = if n.is_multiple_of(2) { "told" } else { "kept" };
    let options = json!({"ceiling": 30, "spare": "uncontrolled", "switches": {"politics": politics}});
    let founding = common::founding(2 + (n % 6) as u32, 0, options);
    let mut play = Play::founded_on(u8::try_from(n % 250).unwrap(), &founding);
    let mut random = Random::new(n);
    random.plays(&mut play, steps, |_| {});
    random.brings_on(&mut play, |_| {});
    play.right_now();
    Came { battles: in_battles(&play), taken: random.taken, ..Came::default() }
}

/// A campaign whose months have begun, played from land phase to land phase by offers that belong to the step or bring it on.
fn months(n: u64, steps: u32) -> Came {
    let mut play = Play::in_months(7, |founding| founding.campaign = format!("months{n:04}"));
    let mut random = Random::new(n);
    for _ in 0..4 {
        random.brings_on(&mut play, |_| {});
        random.plays(&mut play, steps, |_| {});
    }
    random.brings_on(&mut play, |_| {});
    play.right_now();
    Came { battles: in_battles(&play), taken: random.taken, ..Came::default() }
}

/// How often the events of a battle came up.
fn in_battles(play: &Play) -> BTreeMap<String, usize> {
    let mut battles = BTreeMap::new();
    for kind in common::kinds(&play.entries).into_iter().filter(|kind| IN_BATTLES.contains(&kind.as_str())) {
        *battles.entry(kind).or_default() += 1;
    }
    battles
}

fn all(games: impl Iterator<Item = Came>) -> Came {
    let mut all = Came::default();
    for came in games {
        all.fights += came.fights;
        all.sieges += came.sieges;
        all.marches += came.marches;
        all.rounds += came.rounds;
        for (kind, n) in came.battles {
            *all.battles.entry(kind).or_default() += n;
        }
        for (sort, n) in came.taken {
            *all.taken.entry(sort).or_default() += n;
        }
    }
    println!(
        "{} rounds, {} marches, {} battles, {} sieges, {:?}: {:#?}",
        all.rounds, all.marches, all.fights, all.sieges, all.battles, all.taken
    );
    all
}

#[test]
fn random_players_of_europa_find_no_dead_end() {
    let all = all((0..4).map(|n| europa(n, 200)));
    assert!(all.rounds > 0 && all.marches > 0, "{} rounds, {} marches", all.rounds, all.marches);
}

#[test]
fn random_players_of_empires_in_arms_find_no_dead_end() {
    all((0..6).map(|n| eia(n, 150)));
}

#[test]
fn offers_alone_open_battles_of_empires_in_arms_muster_for_them_and_fight_them_to_their_end() {
    let all = all((0..4).map(|n| months(n, 60)));
    for kind in IN_BATTLES {
        assert!(all.battles.contains_key(kind), "{kind} came up nowhere: {:?}", all.battles);
    }
}

/// For a run of its own: `CHANCERY_LONG_GAMES` says how many campaigns, `CHANCERY_FIRST_GAME` from which on.
#[test]
#[ignore = "long: run in release"]
fn long_random_players_find_no_dead_end() {
    let asked = |name: &str, otherwise: u64| std::env::var(name).map_or(otherwise, |n| n.parse().unwrap());
    let (first, games) = (asked("CHANCERY_FIRST_GAME", 0), asked("CHANCERY_LONG_GAMES", 200));
    let all = all((first..first + games).map(|n| europa(n, 600)));
    assert!(all.fights > 0 && all.sieges > 0, "{} battles, {} sieges", all.fights, all.sieges);
}
