//! The war on the Danube: whole wars by players who choose at random and by players with sense, with the laws of the board after every order.
#![allow(clippy::unwrap_used)]

use crate::common::random::Random;
use crate::common::{Play, founding};
use eia::danube::Side;
use eia::ground::laws;
use eia::land::phase::Outcome;
use eia::slots::sense;
use eia::{EmpiresInArms, Position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use table::lodged::{Change, Line};
use table::offers::Tone;
use table::secret::Secret;
use table::{By, Offer, Stage, Verb, offers};

/// A war of so many players, begun.
fn war(roots: u8, seats: u32) -> Play {
    let mut of = founding(seats, 0, json!({}));
    of.scenario = "danube".to_owned();
    Play::founded_on(roots, &of).started()
}

fn position(play: &Play) -> &Position {
    play.campaign.play.game.position::<EmpiresInArms>().unwrap()
}

/// Nothing is wrong on the board.
fn is_lawful(play: &Play) {
    let wrong = laws::wrong(position(play));
    assert!(wrong.is_empty(), "{:?} at {:?}", wrong, play.campaign.play.path());
}

/// How a war went.
#[derive(Debug, Default)]
struct Went {
    outcome: Option<Outcome>,
    battles: u32,
    points: [i64; 2],
    gone: BTreeMap<String, BTreeMap<String, u32>>,
}

fn went(play: &Play) -> Went {
    let at = position(play);
    let won = at.land.won.as_ref();
    let mut gone: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    for (owner, by_cause) in &at.land.gone {
        for (cause, factors) in by_cause {
            *gone.entry(owner.key()).or_default().entry(format!("{cause:?}")).or_default() += factors;
        }
    }
    Went {
        outcome: won.map(|won| won.outcome),
        battles: at.battles.last,
        points: Side::BOTH.map(|side| at.land.count.of(side)),
        gone,
    }
}

/// Players with sense: they lodge what their stand-ins would, and fill in what is usual.
struct Sensible(ChaCha8Rng);

impl Sensible {
    fn below(&mut self, n: u32) -> u32 {
        self.0.next_u32() % n.max(1)
    }

    fn plays(&mut self, play: &mut Play, mut watch: impl FnMut(&Play)) {
        for _ in 0..2_000 {
            if play.campaign.play.stage == Stage::Closed {
                return;
            }
            if play.campaign.gives_lodged() {
                play.bot(Verb::Tick);
                watch(play);
                continue;
            }
            let seats = play.seats();
            let mut people = 1..=seats;
            let Some(person) = people.find(|person| self.acts(play, *person)) else {
                let (path, combats) = (play.campaign.play.path(), &position(play).land.combats);
                panic!("a dead end at {path:?}: {combats:?}, rounds {:?}", play.asked());
            };
            let _ = person;
            watch(play);
        }
        panic!("it goes on for ever at {:?}", play.campaign.play.path());
    }

    /// One thing that brings play forward; whether there was any.
    fn acts(&mut self, play: &mut Play, person: u32) -> bool {
        let view = play.campaign.view_for(By::Person(person), false);
        let onward: Vec<Offer> =
            offers(&view).into_iter().filter(|offer| offer.tone == Tone::Onward).collect();
        let Some(offer) = onward.first() else { return false };
        if play.campaign.play.path().last().is_some_and(|word| word == "orders") && offer.verb != "word" {
            self.lodges(play, person);
        }
        let mut filled = Map::new();
        for field in &offer.fields {
            match &field.usual {
                Some(usual) => _ = filled.insert(field.name.clone(), usual.clone()),
                None if field.name == "through" => {
                    filled.insert(field.name.clone(), json!("step"));
                }
                None if field.required => {
                    let value = field.kind.pick(&mut |n| self.below(n));
                    filled.insert(field.name.clone(), value);
                }
                None => {}
            }
        }
        let salt = std::array::from_fn(|_| self.below(256) as u8);
        let verb = offer.taken(&Value::Object(filled), salt).unwrap();
        play.give(By::Person(person), verb).unwrap_or_else(|why| panic!("{offer:?}: {why}"));
        true
    }

    fn lodges(&mut self, play: &mut Play, person: u32) {
        let seat = crate::common::seat(person);
        let view = play.campaign.view_for(By::Person(person), false);
        let seen = view.game.of::<Position>().unwrap();
        let powers = seen.choice.powers_of(&seat);
        for power in powers {
            let holder = seen.slot_of(power).unwrap();
            let orders = sense::lodges(&seen, &holder, &mut |n| self.below(n));
            for order in orders {
                let line = Line::order(serde_json::to_value(&order).unwrap(), Vec::new());
                let salt = Secret::new(std::array::from_fn(|_| self.below(256) as u8));
                let power = Some(power.key().to_owned());
                play.give(By::Person(person), Verb::Lodge { power, change: Change::Add(line), salt })
                    .unwrap();
            }
        }
    }
}

#[test]
fn a_war_of_players_with_sense_is_fought_to_its_end() {
    let mut play = war(3, 2);
    Sensible(ChaCha8Rng::seed_from_u64(3)).plays(&mut play, is_lawful);
    let went = went(&play);
    assert!(went.outcome.is_some() && went.battles > 0, "{went:?}");
}

#[test]
fn a_war_of_players_at_random_comes_to_its_end() {
    for seed in 0..2 {
        let mut play = war(seed + 10, 3);
        let mut random = Random::new(seed.into());
        for _ in 0..40 {
            random.plays(&mut play, 6, is_lawful);
            if play.campaign.play.stage == Stage::Closed {
                break;
            }
            random.brings_on(&mut play, is_lawful);
        }
        assert!(position(&play).land.won.is_some(), "{:?}", play.campaign.play.path());
    }
}

#[test]
fn a_war_verifies_open_and_closed() {
    let mut play = war(5, 2);
    let mut sensible = Sensible(ChaCha8Rng::seed_from_u64(5));
    let mut checked = 0;
    sensible.plays(&mut play, |play| {
        if play.entries.len() / 400 > checked {
            checked = play.entries.len() / 400;
            play.right_now();
        }
    });
    let whole = play.export(table::record::Extent::Whole);
    let report = table::verify::verify(whole.as_bytes(), &[]).unwrap();
    assert_eq!((report.claims_waiting, report.seals_waiting), (Vec::new(), 0));
}

/// Many wars of players with sense: how they end, for who tunes them (`CHANCERY_WARS`).
#[test]
#[ignore = "long: many whole wars"]
fn long_many_wars() {
    let wars: u64 = std::env::var("CHANCERY_WARS").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let (mut battles, mut margins) = (0, Vec::new());
    let mut gone: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..wars {
        let mut play = war((seed % 250) as u8, 2 + (seed % 2) as u32);
        Sensible(ChaCha8Rng::seed_from_u64(seed)).plays(&mut play, |_| {});
        let went = went(&play);
        if std::env::var("CHANCERY_TELL").is_ok() {
            println!("{seed}: {went:?}");
        }
        *ends.entry(format!("{:?}", went.outcome.unwrap())).or_default() += 1;
        battles += went.battles;
        margins.push(went.points[0] - went.points[1]);
        for (owner, by_cause) in went.gone {
            for (cause, factors) in by_cause {
                *gone.entry(format!("{owner} {cause}")).or_default() += factors;
            }
        }
    }
    margins.sort_unstable();
    println!(
        "{wars} wars: {ends:?}, {} battles a war, margins {margins:?}",
        f64::from(battles) / wars as f64
    );
    println!("factors gone in all: {gone:?}");
}
