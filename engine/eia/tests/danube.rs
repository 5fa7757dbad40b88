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
use std::collections::{BTreeMap, BTreeSet};
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

/// Players with sense: they let their slots wait for them, order what their stand-ins would, and fill in what is usual.
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
        self.orders(play, person);
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

    /// The orders of a player's powers: that their slots wait for him, and when they do what he sees to be best.
    fn orders(&mut self, play: &mut Play, person: u32) {
        let seat = crate::common::seat(person);
        let view = play.campaign.view_for(By::Person(person), false);
        let seen = view.game.of::<Position>().unwrap();
        for power in seen.choice.powers_of(&seat) {
            let wait = eia::land::phase::Order::Wait { power, on: true };
            if !seen.land.waits.contains(&power) {
                _ = play.give(By::Person(person), ordered(&eia::Order::Land(wait)));
            }
            let is_open = seen.frames.any(|frame| *frame == eia::frame::Frame::Slot(power));
            if is_open && seen.land.moved.is_empty() {
                let holder = seen.slot_of(power).unwrap();
                for order in sense::lodges(&seen, &holder, &mut |n| self.below(n)) {
                    play.give(By::Person(person), ordered(&order)).unwrap();
                }
            }
        }
    }
}

fn ordered(order: &eia::Order) -> Verb {
    Verb::Game(serde_json::to_value(order).unwrap())
}

#[test]
fn a_war_of_players_with_sense_is_fought_to_its_end() {
    let mut play = war(3, 2);
    Sensible(ChaCha8Rng::seed_from_u64(3)).plays(&mut play, is_lawful);
    let went = went(&play);
    assert!(went.outcome.is_some() && went.battles > 0, "{went:?}");
    let kinds = |kind: &str| {
        let is_it =
            |entry: &&table::Entry| matches!(&entry.event, table::Event::Game { e } if e["k"] == kind);
        play.entries.iter().filter(is_it).count()
    };
    assert!(kinds("depot_moved") > 0, "armies take their depots with them");
}

#[test]
fn the_founder_chooses_which_power_the_first_seat_has() {
    let of = |options: Value| {
        let mut of = founding(3, 0, options);
        of.scenario = "danube".to_owned();
        Play::founded_on(1, &of)
    };
    let whose = |play: &Play, seat: u32| position(play).choice.powers_of(&crate::common::seat(seat));
    use eia::powers::Power::{Austria, France, Russia};
    assert_eq!(
        [1, 2, 3].map(|seat| whose(&of(json!({})), seat)),
        [vec![France], vec![Austria], vec![Russia]]
    );
    let austrian = of(json!({"first": "austria"}));
    assert_eq!([1, 2, 3].map(|seat| whose(&austrian, seat)), [vec![Austria], vec![Russia], vec![France]]);
    let refused = eia::choice_of_powers::options("danube", 3, &json!({"first": "spain"})).unwrap_err();
    assert!(refused.says.to_string().contains("is played by nobody"), "{}", refused.says);
    let refused = eia::choice_of_powers::options("1805", 3, &json!({"first": "austria"})).unwrap_err();
    assert!(refused.says.to_string().contains("bid for"), "{}", refused.says);
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

/// A text with every code, salt and head in it made alike: these tell nothing, and hang on everything.
fn masked(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut run = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_hexdigit() {
            run.push(c);
            continue;
        }
        masked.push_str(if run.len() >= 16 { "#" } else { &run });
        run.clear();
        masked.push(c);
    }
    masked
}

/// What everybody but Austria's player observes: the public record, and what the bot and the other player are shown.
fn observed(play: &Play) -> String {
    let mut seen = masked(&play.export(table::record::Extent::Public));
    for asker in [By::Bot, By::Person(1)] {
        let view = play.campaign.view_for(asker, false);
        seen.push_str(&masked(&format!("{view:?}")));
        seen.push_str(&masked(&view.game.value().to_string()));
    }
    seen
}

/// Marches of a war that hang on nothing closed: the n-th end that each corps has, another each month.
fn marches_by_what_all_see(play: &mut Play, person: u32, month: usize) {
    let seat = crate::common::seat(person);
    for power in position(play).choice.powers_of(&seat) {
        let corps: Vec<_> = eia::land::march::corps_of(position(play), power).collect();
        for (i, corps) in corps.into_iter().enumerate() {
            let ends = eia::land::march::ends(position(play), corps);
            let Some(way) = ends.get((7 * i + 5 * month) % ends.len().max(1)).cloned() else { continue };
            let order = json!({"land": "march", "corps": [corps], "way": way});
            let salt = Secret::new([i as u8; 32]);
            let (power, change) = (Some(power.key().to_owned()), Change::Add(Line::order(order, Vec::new())));
            play.give(By::Person(person), Verb::Lodge { power, change, salt }).unwrap();
        }
    }
}

/// What is observed after each order of a war in which Austria was set up so, up to the first corps that is opened; and what came of it.
fn observed_war(set_up: &str) -> (Vec<String>, usize, usize) {
    let mut play = war(21, 2);
    let mut seen = Vec::new();
    for (person, lines) in [(1, ""), (2, set_up)] {
        play.must(person, crate::common::sealing("set-up/armies", &json!({"lines": lines})));
        play.must(person, Verb::Final { round: "set-up/armies".to_owned() });
    }
    let (mut starved, mut claims) = (0, 0);
    for month in 0..4 {
        for person in [1, 2] {
            marches_by_what_all_see(&mut play, person, month);
            seen.push(observed(&play));
        }
        // Whoever is asked is ready, in the gathering and where a march of his was held, until a battle asks or the next month gathers.
        let at = play.campaign.play.path();
        while play.campaign.play.path() == at || !play.campaign.play.path().contains(&"orders".to_owned()) {
            if play.campaign.gives_lodged() {
                play.bot(Verb::Tick);
            } else {
                let act = || table::Act::Ready { through: table::act::Through::Step, hold: false };
                let is_ready = |play: &mut Play, person| {
                    play.give(By::Person(person), Verb::Act { act: act(), text: None }).is_ok()
                };
                if !is_ready(&mut play, 1) && !is_ready(&mut play, 2) {
                    break;
                }
            }
            seen.push(observed(&play));
        }
        for entry in &play.entries {
            match &entry.event {
                table::Event::Claim { .. } => claims += 1,
                table::Event::Game { e } if e["k"] == "fed" => starved += 1,
                _ => {}
            }
        }
        // A battle asks for plans, and what fights in it is opened with them.
        if !play.campaign.play.path().contains(&"orders".to_owned()) {
            return (seen, starved, claims);
        }
    }
    (seen, starved, claims)
}

// standard.land.secret
#[test]
fn what_is_in_a_corps_shows_in_nothing_that_others_see_until_it_is_opened() {
    let (one, fed, _) = observed_war("");
    let (two, ..) = observed_war("Austria I: 7i 1c\nAustria II: 10i 1c\nAustria IV: 9i 1c");
    for (i, (one, two)) in one.iter().zip(&two).enumerate() {
        assert!(one == two, "{i}: {}", difference(one, two));
    }
    assert!(one.len() >= 8 && fed > 0, "{} looks, {fed} steps of supply", one.len());
}

fn difference(one: &str, two: &str) -> String {
    let at = one.bytes().zip(two.bytes()).take_while(|(one, two)| one == two).count();
    let around = |text: &str| -> String { text.chars().skip(at.saturating_sub(80)).take(200).collect() };
    format!("{}\n{}", around(one), around(two))
}

/// How many wars a long run has.
fn wars(unless_told: u64) -> u64 {
    std::env::var("CHANCERY_WARS").ok().and_then(|n| n.parse().ok()).unwrap_or(unless_told)
}

/// Many wars of players who choose at random, with the laws of the board after every order, and each replayed and verified at its end
/// (`CHANCERY_WARS`).
#[test]
#[ignore = "long: a thousand whole wars"]
fn long_random_wars() {
    let mut battles = 0;
    for seed in 0..wars(1_000) {
        let mut play = war((seed % 250) as u8, 2 + (seed % 2) as u32);
        let mut random = Random::new(seed);
        for _ in 0..60 {
            random.plays(&mut play, 6, is_lawful);
            if play.campaign.play.stage == Stage::Closed {
                break;
            }
            random.brings_on(&mut play, is_lawful);
        }
        assert!(position(&play).land.won.is_some(), "{seed}: {:?}", play.campaign.play.path());
        play.right_now();
        battles += went(&play).battles;
    }
    println!("{} random wars, {battles} battles", wars(1_000));
}

/// Everywhere a corps can be ordered so that it is accepted: all ways of as many areas as it has movement points, each tried.
fn accepted_ends(state: &Position, corps: eia::pieces::CorpsId) -> BTreeSet<eia::map::AreaId> {
    let ground = eia::ground::Ground::of(state);
    let (Some(power), Ok(marcher)) = (ground.commander(corps), ground.marcher(corps)) else {
        return BTreeSet::new();
    };
    let (mut ends, mut ways) = (BTreeSet::new(), vec![vec![marcher.from]]);
    for _ in 0..marcher.points {
        let mut longer = Vec::new();
        for way in ways {
            for near in eia::map::map().neighbours(way[way.len() - 1]) {
                let mut way = way.clone();
                way.push(near.area);
                let to = way[way.len() - 1];
                let is_new = !ends.contains(&to) && to != marcher.from;
                if is_new && eia::land::march::check(state, power, &[corps], &way[1..], &[], false).is_ok() {
                    ends.insert(to);
                }
                longer.push(way);
            }
        }
        ways = longer;
    }
    ends
}

/// In so many positions of wars one corps is offered exactly the ends that are accepted of it.
fn ends_are_those_accepted(positions: usize) {
    let (mut looked_at, mut some) = (0, 0);
    for seed in 0.. {
        let mut play = war((seed % 250) as u8, 2);
        let mut luck = ChaCha8Rng::seed_from_u64(seed);
        Sensible(ChaCha8Rng::seed_from_u64(seed)).plays(&mut play, |play| {
            let state = position(play);
            let corps: Vec<_> = state.pieces.corps.keys().copied().collect();
            if looked_at >= positions || corps.is_empty() || !luck.next_u32().is_multiple_of(7) {
                return;
            }
            looked_at += 1;
            let id = corps[luck.next_u32() as usize % corps.len()];
            let power = state.commands(id.owner());
            let has_moved = state.land.moved.contains_key(&id);
            let offered: BTreeSet<_> = eia::land::march::ends(state, id)
                .into_iter()
                .filter(|_| !has_moved)
                .filter_map(|way| way.last().copied())
                .collect();
            some += usize::from(!offered.is_empty());
            assert_eq!(offered, accepted_ends(state, id), "{id} of {power:?}, seed {seed}");
        });
        if looked_at >= positions {
            break;
        }
    }
    assert!(2 * some > positions, "{some} of {positions} positions have an end");
}

// standard.land.move.cost, standard.land.move.stop, standard.land.move.enter
#[test]
fn the_ends_that_a_corps_is_offered_are_those_that_are_accepted() {
    ends_are_those_accepted(6);
}

#[test]
#[ignore = "long: two hundred positions"]
fn long_ends_of_two_hundred_positions() {
    ends_are_those_accepted(200);
}

/// The set-up of history with infantry moved between Austria's corps, as lines.
fn set_up_at_random(luck: &mut ChaCha8Rng) -> String {
    let play = war(1, 2);
    let set_up = position(&play).historical_set_up().unwrap();
    let austria = eia::pieces::Owner::Power(eia::powers::Power::Austria);
    let own = set_up.contents.known_corps().filter(|(corps, _)| corps.owner() == austria);
    let own = own.filter(|(corps, _)| set_up.pieces.corps.contains_key(corps));
    let mut held: Vec<_> = own.collect();
    let infantry = eia::land::forces::Troop::Infantry;
    for _ in 0..20 {
        let [from, to] = [0, 1].map(|_| luck.next_u32() as usize % held.len());
        let room = held[to].0.capacity(&position(&play).typed).of(infantry);
        if from != to && held[from].1.of(infantry) > 1 && held[to].1.of(infantry) < room {
            held[from].1.0[infantry as usize] -= 1;
            held[to].1.0[infantry as usize] += 1;
        }
    }
    held.iter().map(|(corps, held)| format!("{corps}: {held}")).collect::<Vec<_>>().join("\n")
}

/// What others observe of a war that was set up so, when its first month gathers its orders.
fn observed_set_up(set_up: &str) -> String {
    let mut play = war(21, 2);
    for (person, lines) in [(1, ""), (2, set_up)] {
        play.must(person, crate::common::sealing("set-up/armies", &json!({"lines": lines})));
        play.must(person, Verb::Final { round: "set-up/armies".to_owned() });
    }
    observed(&play)
}

/// Of so many set-ups nothing is in what others see.
fn set_ups_stay_secret(many: u64) {
    let plain = observed_set_up("");
    let mut luck = ChaCha8Rng::seed_from_u64(7);
    for n in 0..many {
        let set_up = set_up_at_random(&mut luck);
        let seen = observed_set_up(&set_up);
        assert!(seen == plain, "{n}: {set_up}\n{}", difference(&plain, &seen));
    }
}

// standard.land.secret
#[test]
fn whom_a_set_up_names_where_he_stands_anyway_shows_in_nothing() {
    assert!(observed_set_up("Austria II: Munich") == observed_set_up(""), "its place is the historical one");
}

// standard.land.setup.sealed, standard.land.secret
#[test]
fn a_set_up_shows_in_nothing_that_others_see() {
    set_ups_stay_secret(3);
}

#[test]
#[ignore = "long: a thousand set-ups"]
fn long_a_thousand_set_ups_stay_secret() {
    set_ups_stay_secret(1_000);
}

/// Many wars of players with sense: how they end, for who tunes them (`CHANCERY_WARS`); the laws of the board after every order, and each replayed
/// and verified at its end.
#[test]
#[ignore = "long: many whole wars"]
fn long_many_wars() {
    let wars = wars(20);
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let (mut battles, mut margins) = (0, Vec::new());
    let mut gone: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..wars {
        let mut play = war((seed % 250) as u8, 2 + (seed % 2) as u32);
        Sensible(ChaCha8Rng::seed_from_u64(seed)).plays(&mut play, is_lawful);
        play.right_now();
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
