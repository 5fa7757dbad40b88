//! Nobody is bound by another's word: over random play, with somebody among the players who wants to win by the bot, whatever lessens what a seat
//! has follows from its own order, from what all sealed or a step's end brings by the rules of what the bot keeps, from its assent, or from a
//! vote. What else does stands in [`EXCEPTIONS`], each with its rule.
#![allow(clippy::unwrap_used)]

use crate::common::random::Random;
use crate::common::{Play, europa, founding};
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Position};
use engine::table::assent::{Came, Weight, What};
use engine::table::votes::{Matter, NO, YES};
use engine::table::{Act, By, Campaign, Entry, Event, Founding, SeatId, Stage, TableEvent, Verb};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Orders of one that lessen what another has, by tag and kind, and the rule by which the bot itself decides them.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "access",
        "resist",
        "house.access.forcible.dow-right: who used forcible access by his own word is declared war on",
    ),
    ("access", "demand", "enhancements.access.ally-demand: by a grant of his own that the bot keeps"),
    ("access", "enter", "house.access.forcible.dow-repeats: a standing answer of his own declares war"),
    ("politics", "break", "4.7: who breaks an alliance pays for it, and wars that it kept away follow"),
    ("politics", "agree", "4.4.1: two agree, and each of them orders it"),
    ("politics", "propose", "4.4.1: two propose the same to each other"),
    ("board", "take", "B.7, C.4: what a formal peace of his gives a victor"),
    ("board", "cede", "8.8: what one cedes passes with those whom it let in"),
    (
        "minor",
        "give_up",
        "4.6.6: by the last attacker's giving up a country is neutral again that was taken control of for it",
    ),
    (
        "minor",
        "attack",
        "enhancements.cede.free-state: war with a free state that was ceded to it is war with nobody else",
    ),
    ("peace", "exile", "house.peace.unconditional-only: what a formal peace of his lets a victor name"),
    (
        "europa",
        "take",
        "a country that somebody takes again comes with its wars: its enemies are at war with it already",
    ),
    ("battle", "muster", "7.5: all have mustered, and the battle is fought by its rules"),
];

/// What the seats have.
#[derive(PartialEq)]
struct Has {
    /// Values by their keys: whose, and how much.
    values: BTreeMap<String, (SeatId, i64)>,
    /// Who is at peace with whom.
    peace: BTreeSet<(SeatId, SeatId)>,
    /// How many provinces each holds.
    provinces: BTreeMap<SeatId, usize>,
    /// By how much a value rises at most by one's own word at once.
    at_once: BTreeMap<String, i64>,
    /// Which seats have a player.
    played: BTreeSet<SeatId>,
}

impl Has {
    fn of(campaign: &Campaign) -> Has {
        let play = &campaign.play;
        let all = campaign.values();
        let at_once = all.iter().map(|value| (value.key.clone(), by_ones_own_word(value))).collect();
        let values = all.into_iter().filter(|value| value.known);
        let values = values.filter_map(|value| Some((value.key, (value.of?, value.now)))).collect();
        let seats: Vec<&SeatId> = play.seats.keys().collect();
        let pairs = seats.iter().flat_map(|one| seats.iter().map(move |other| (*one, *other)));
        let peace = pairs.filter(|(one, other)| one != other && !play.game.at_war(one, other));
        let peace = peace.map(|(one, other)| (one.clone(), other.clone())).collect();
        let played = play.seats.iter().filter(|(_, place)| place.person.is_some());
        Has {
            values,
            peace,
            provinces: provinces(campaign),
            at_once,
            played: played.map(|(id, _)| id.clone()).collect(),
        }
    }

    /// Which values one player has told to be more, and by how much, where that counted at once and is more than his own word brings.
    fn raised_by_a_word(&self, order: &[Entry], now: &Has) -> BTreeMap<String, i64> {
        let Event::Order { verb, .. } = &order[0].event else { return BTreeMap::new() };
        let counts = |event| matches!(event, TableEvent::TellingSettled { came: Came::Counts, .. });
        let others = || now.played.len() > 1;
        let of_all = order.iter().any(is_of_all) || order.iter().filter_map(Entry::table_event).any(counts);
        if !["tell", "tell_all"].contains(&verb.as_str()) || of_all || !others() {
            return BTreeMap::new();
        }
        let risen = now.values.iter().filter_map(|(key, (_, is))| {
            let by = is - self.values.get(key).map_or(0, |(_, was)| *was);
            (by > self.at_once.get(key).copied().unwrap_or(0)).then(|| (key.clone(), by))
        });
        risen.filter(|(_, by)| *by > 0).collect()
    }

    /// Of which seats something is less than before, and what.
    fn lessened(&self, now: &Has) -> BTreeMap<SeatId, String> {
        let mut all = BTreeMap::new();
        for (key, (of, was)) in &self.values {
            if let Some((_, is)) = now.values.get(key).filter(|(still, is)| still == of && is < was) {
                all.insert(of.clone(), format!("{key} {was} → {is}"));
            }
        }
        for (one, other) in self.peace.difference(&now.peace) {
            all.insert(one.clone(), format!("peace with {other}"));
        }
        for (seat, was) in &self.provinces {
            let is = now.provinces.get(seat).copied().unwrap_or(0);
            if is < *was {
                all.insert(seat.clone(), format!("provinces {was} → {is}"));
            }
        }
        for seat in self.played.difference(&now.played) {
            all.insert(seat.clone(), "its player".to_owned());
        }
        all
    }
}

/// By how much a value rises at most by its owner's word alone: what lies in his purse, as a rule, and what the bot worked out.
fn by_ones_own_word(value: &engine::table::values::Value) -> i64 {
    let usual = value.usual.filter(|_| value.purse).unwrap_or(0);
    usual.max(value.brings)
}

/// How many provinces each seat holds.
fn provinces(campaign: &Campaign) -> BTreeMap<SeatId, usize> {
    if let Some(position) = campaign.play.game.position::<engine::europa::Europa>() {
        return of_the_countries(position);
    }
    let Some(position) = campaign.play.game.position::<EmpiresInArms>() else { return BTreeMap::new() };
    let held = |power: &Power| position.board.of(*power).count();
    let mut all = BTreeMap::new();
    for (power, holding) in &position.choice.holdings {
        *all.entry(holding.seat.clone()).or_default() += held(power);
    }
    all
}

/// The same in Europa.
fn of_the_countries(position: &engine::europa::Position) -> BTreeMap<SeatId, usize> {
    let mut all = BTreeMap::new();
    let Some(looks) = position.countries.keys().next() else { return all };
    let eyes = engine::europa::board::Eyes::of(position, *looks);
    let places = engine::europa::geography::atlas().all().filter(|place| !place.site().is_sea());
    for seat in places.filter_map(|place| position.seat_of(eyes.holder(place)?)) {
        *all.entry(seat.clone()).or_default() += 1;
    }
    all
}

/// Somebody who looks at every order of a game.
struct Watch {
    campaign: Campaign,
    at: usize,
    looked: usize,
    lessened: usize,
    /// What nothing explains, by the order.
    wrong: BTreeMap<String, String>,
}

impl Watch {
    fn of(play: &Play) -> Watch {
        Watch {
            campaign: play.campaign.clone(),
            at: play.entries.len(),
            looked: 0,
            lessened: 0,
            wrong: BTreeMap::new(),
        }
    }

    /// Looks at the orders that were given since the last look.
    fn looks(&mut self, play: &Play) {
        while self.at < play.entries.len() {
            let rest = &play.entries[self.at..];
            let next = rest.iter().skip(1).position(|entry| matches!(entry.event, Event::Order { .. }));
            let order = &rest[..next.map_or(rest.len(), |n| n + 1)];
            let before = self.campaign.clone();
            for entry in order {
                self.campaign.apply(entry).unwrap();
            }
            self.at += order.len();
            self.looked += 1;
            let (was, is) = (Has::of(&before), Has::of(&self.campaign));
            for (key, by) in was.raised_by_a_word(order, &is) {
                let lines: Vec<&str> = order.iter().map(|entry| &*entry.public).collect();
                self.wrong.insert(format!("{key} rises"), format!("{key} rose by {by} by {lines:#?}"));
            }
            for (seat, what) in was.lessened(&is) {
                self.lessened += 1;
                if !is_explained(&before, order, &seat) {
                    let lines: Vec<&str> = order.iter().map(|entry| &*entry.public).collect();
                    self.wrong.insert(kind(order), format!("{seat} lost {what} by {lines:#?}"));
                }
            }
        }
    }
}

/// What an order is, to say it once: its verb, and of one of the game its tag and kind.
fn kind(order: &[Entry]) -> String {
    let Event::Order { verb, fields } = &order[0].event else { return String::new() };
    let tags = [
        "access", "board", "control", "peace", "minor", "politics", "battle", "sardinia", "europa", "siege",
        "fight",
    ];
    let tag = tags.iter().find_map(|tag| Some((tag, fields.get(*tag)?)));
    tag.map_or_else(|| verb.clone(), |(tag, kind)| format!("{verb} {tag} {kind}"))
}

/// Whether a seat has lost something by its own order, by what the bot keeps, by its assent or by a vote.
fn is_explained(before: &Campaign, order: &[Entry], seat: &SeatId) -> bool {
    let Event::Order { verb, fields } = &order[0].event else { return false };
    let acting = fields.get("for").and_then(Value::as_str).map(SeatId::from);
    // What a regent orders whom a vote named is not the absent player's own.
    let by_vote = |of: &SeatId| before.play.seats.get(of).is_some_and(|place| place.regent.is_some());
    let own = match &acting {
        Some(of) => Some(of).filter(|of| !by_vote(of)),
        None => before.seat_of(order[0].by),
    };
    if own == Some(seat) || order.iter().any(is_of_all) {
        return true;
    }
    // What is taken back is as it was, and only who ordered it takes it back.
    if verb == "undo" || verb == "carry_deal" {
        return true;
    }
    let is_exception = |order: &dyn Fn(&str) -> Option<Value>| {
        EXCEPTIONS.iter().any(|(tag, kind, _)| order(tag) == Some(json!(kind)))
    };
    if verb == "game" && is_exception(&|tag| fields.get(tag).cloned()) {
        return true;
    }
    // One that waited for an assent is the same order when it counts.
    let is_told_exception = |telling: u64| {
        let open = before.play.tellings.get(&telling);
        let told = open.and_then(|open| match &open.what {
            What::Order { order } => Some(order.clone()),
            What::Values { .. } => None,
        });
        told.is_some_and(|told| is_exception(&|tag| told.get(tag).cloned()))
    };
    order.iter().filter_map(Entry::table_event).any(|event| match event {
        TableEvent::TellingSettled { telling, came: Came::Counts } => {
            is_told_exception(telling) || assents(before, order, telling, seat)
        }
        TableEvent::CorrectionSettled { correction, holds: true } => {
            let open = &before.play.corrections[&correction];
            let agrees = TableEvent::CorrectionAgreed { correction, seat: seat.clone() };
            let in_it = order.iter().filter_map(Entry::table_event).any(|event| event == agrees);
            !open.affected.contains(seat)
                || open.agreed.contains(seat)
                || in_it
                || before.founded.umpire.is_some()
        }
        _ => false,
    })
}

/// Whether an event is of what all have sealed, of a step's end, or of what all decided.
fn is_of_all(entry: &Entry) -> bool {
    let of_the_table = |event| {
        matches!(
            event,
            TableEvent::VoteClosed { .. }
                | TableEvent::FrameEnded { .. }
                | TableEvent::FrameOverdue { .. }
                | TableEvent::StepSetBack { .. }
                | TableEvent::Started
        )
    };
    matches!(
        entry.event,
        Event::Opened { .. } | Event::Part { .. } | Event::LodgedOpened { .. } | Event::Rolled(_)
    ) || entry.table_event().is_some_and(of_the_table)
}

/// Whether a seat has told or confirmed what counts now. What is light counts by others' silence too: there its own word alone is an assent.
fn assents(before: &Campaign, order: &[Entry], telling: u64, seat: &SeatId) -> bool {
    let Some(open) = before.play.tellings.get(&telling) else { return false };
    let confirms = TableEvent::TellingConfirmed { telling, seat: seat.clone() };
    let in_it = order.iter().filter_map(Entry::table_event).any(|event| event == confirms);
    open.by == *seat || open.weight != Weight::Light && (open.confirmed.contains(seat) || in_it)
}

/// Provinces of Europa of which the adversary tells something: the key, and the name.
const PLACES: &[(&str, &str)] = &[
    ("eLanguedoc", "Languedoc"),
    ("eCatalunya", "Catalunya"),
    ("eVeneto", "Veneto"),
    ("eLombardia", "Lombardia"),
    ("eLucca", "Lucca"),
];

/// Somebody who tells what brings him something and others to nothing, again and again, and a friend who says that it is so: they make each other
/// regents, vote for each other, and wait for nobody.
struct Adversary(ChaCha8Rng);

impl Adversary {
    fn below(&mut self, n: usize) -> usize {
        self.0.next_u32() as usize % n.max(1)
    }

    fn of_these<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let n = self.below(all.len());
        all.get(n).cloned()
    }

    /// The friend says that everything is so, and that nobody is waited for.
    fn is_seconded(&mut self, play: &mut Play, friend: u32) {
        let campaign = &play.campaign;
        let Some(seat) = campaign.seat_of(By::Person(friend)).cloned() else { return };
        let voters = campaign.public_view().voters();
        let tellings = campaign.play.tellings.iter();
        let waits = tellings.filter(|(_, open)| open.awaited(&voters).any(|of| *of == seat));
        let mut acts: Vec<Act> = waits.map(|(telling, _)| Act::Confirm { telling: *telling }).collect();
        for (vote, open) in campaign.play.votes.iter().filter(|(_, open)| open.voters.contains(&seat)) {
            let option = if matches!(open.matter, Matter::Missed { .. }) { NO } else { YES };
            acts.push(Act::Cast { vote: *vote, option });
        }
        for act in acts {
            let _refused = play.give(By::Person(friend), Verb::Act { act, text: None });
        }
    }

    /// One of his orders; most are refused.
    fn orders(&mut self, play: &mut Play, person: u32) {
        let seats: Vec<SeatId> = play.campaign.play.seats.keys().cloned().collect();
        let Some(of) = self.of_these(&seats) else { return };
        if self.below(8) == 0 {
            let act = Act::AppointRegent { seat: of.clone(), person };
            let _refused = play.give(By::Person(person), Verb::Act { act, text: None });
        }
        let for_whom = play.campaign.regencies(By::Person(person), play.campaign.last_at).into_iter().next();
        let values = play.campaign.values();
        let act = |act| Verb::Act { act, text: None };
        let told = |key: String, value: i64| Act::Tell { key, value };
        let Some(value) = self.of_these(&values) else { return };
        let verb = match self.below(4) {
            0 => act(told(value.key, value.least)),
            1 => act(told(value.key, value.most)),
            _ => match self.of_the_game(&play.campaign) {
                Some(order) => Verb::Game(order),
                None => return,
            },
        };
        let verb = match for_whom.filter(|_| self.below(2) == 0) {
            Some(seat) => Verb::For { seat, verb: Box::new(verb) },
            None => verb,
        };
        // What is refused has changed nothing.
        let _refused = play.give(By::Person(person), verb);
    }

    fn of_the_game(&mut self, campaign: &Campaign) -> Option<Value> {
        match campaign.founded.game.as_str() {
            "eia" => self.of_empires(campaign),
            "europa" => self.of_europa(),
            "ages" => self.of_the_middle_ages(),
            _ => None,
        }
    }

    /// Wars of others, provinces that are his, armies out of nothing, leaders whom nobody knows, the best arms, a revolt and the cold at the others',
    /// and sieges of fortresses without walls.
    fn of_europa(&mut self) -> Option<Value> {
        let countries = ["france", "spain", "venice", "milan", "lucca"];
        let (one, other) = (self.of_these(&countries)?, self.of_these(&countries)?);
        let places: Vec<&str> = PLACES.iter().map(|(key, _)| *key).collect();
        let place = self.of_these(&places)?;
        let (_, name) = self.of_these(PLACES)?;
        let best = json!({"manoeuvre": 6, "fire": 6, "shock": 6, "siege": 6});
        let led = json!({"name": "Roland", "values": best});
        let besieger = json!({
            "parts": [{"country": "FRA", "class": "IV", "a_plus": 1, "a_minus": 0, "detachments": 0}],
            "technology": "lace_wars", "veteran": true, "command": "none",
        });
        let scene = json!({"place": name, "level": 0, "countries": [[one], [other]]});
        let inside = json!({"technology": "medieval", "troops": 0});
        let orders = [
            json!({"europa": "war", "country": one, "with": other, "on": self.below(4) > 0}),
            json!({"europa": "technology", "country": one, "land": "lace_wars", "naval": "battery"}),
            json!({"europa": "take", "country": one}),
            json!({"board": "hold", "place": place, "country": one}),
            json!({"board": "deploy", "country": one, "place": place, "counters": ["army_plus"], "leader": led}),
            json!({"board": "revolt", "place": place, "size": 2}),
            json!({"board": "cold", "place": place, "cold": true}),
            json!({"board": "lead", "stack": 1 + self.below(6), "leader": led}),
            json!({"siege": "lay", "scene": scene, "besieger": besieger, "garrison": inside}),
            json!({"siege": "restate", "number": 1 + self.below(3), "change": {"level": 0, "garrison": inside}}),
            json!({"siege": "storm", "number": 1 + self.below(3), "later": false}),
        ];
        self.of_these(&orders)
    }

    /// The best of leaders.
    fn of_the_middle_ages(&mut self) -> Option<Value> {
        let court = self.of_these(&["franks", "byzantium"])?;
        let leader = json!({"name": "Roland", "combat": 9, "administration": 9, "diplomacy": 9});
        Some(json!({"court": "leader", "of": court, "leader": leader}))
    }

    fn of_empires(&mut self, campaign: &Campaign) -> Option<Value> {
        let position: &Position = campaign.play.game.position::<EmpiresInArms>()?;
        let powers: Vec<Power> = position.choice.powers().collect();
        let (one, other) = (self.of_these(&powers)?.key(), self.of_these(&powers)?.key());
        let provinces: Vec<&str> =
            engine::eia::map::ProvinceId::all().map(|province| province.key()).collect();
        let province = self.of_these(&provinces)?;
        let term = self.of_these(&["b6", "c7", "sphere"])?;
        let orders = [
            json!({"control": "tell", "place": format!("province/{province}"), "power": one}),
            json!({"control": "nobody", "place": format!("province/{province}")}),
            json!({"control": "drop", "place": format!("province/{province}")}),
            json!({"board": "conquer", "minor": province, "power": one}),
            json!({"peace": "surrender", "power": one}),
            json!({"peace": "violated", "power": one, "on": other, "term": term}),
            json!({"access": "enter", "power": one, "province": province, "counters": 3}),
            json!({"access": "resist", "power": one, "on": other, "nth": 1, "besieged": true}),
            json!({"politics": "besieged", "power": one}),
        ];
        self.of_these(&orders)
    }
}

/// Of every open round of envelopes, of whatever kind: a vote to wait no longer closes it, for there is something that stands in each that is
/// empty, and the rules allow it. The kinds that are open.
fn can_be_closed(play: &Play) -> BTreeSet<String> {
    let campaign = &play.campaign.play;
    let mut kinds = BTreeSet::new();
    for (name, round) in campaign.rounds.iter().filter(|(_, round)| round.exchange.is_none()) {
        for seat in &round.asked {
            let choice = campaign.game.voted_default(name, seat);
            let choice = choice.unwrap_or_else(|| panic!("nothing stands in {name} of {seat}"));
            campaign.game.check_choice(name, seat, &choice).unwrap_or_else(|says| panic!("{name}: {says}"));
        }
        let kind = name.split('/').find(|word| word.chars().all(char::is_alphabetic)).unwrap_or_default();
        kinds.insert(kind.to_owned());
    }
    kinds
}

/// A game with somebody in it who wants to win by the bot: how many orders were looked at, and how often something was lessened.
fn played(play: &mut Play, seed: u64, rounds: u32, closed: &mut BTreeSet<String>) -> (usize, usize) {
    let (mut random, mut adversary) = (Random::new(seed), Adversary(ChaCha8Rng::seed_from_u64(seed)));
    let mut watch = Watch::of(play);
    for _ in 0..rounds {
        if play.campaign.play.stage != Stage::Playing {
            break;
        }
        random.plays(play, 8, |play| {
            closed.extend(can_be_closed(play));
            watch.looks(play);
        });
        for _ in 0..4 {
            if play.campaign.play.stage == Stage::Playing {
                let nth = u32::try_from(seed % u64::from(play.seats())).unwrap();
                adversary.orders(play, 1 + nth);
                watch.looks(play);
                adversary.is_seconded(play, 1 + (nth + 1) % play.seats());
                watch.looks(play);
            }
        }
        random.brings_on(play, |play| watch.looks(play));
        watch.looks(play);
    }
    assert!(watch.wrong.is_empty(), "seed {seed}: {:#?}", watch.wrong);
    (watch.looked, watch.lessened)
}

fn empires(seed: u64) -> Play {
    let switches =
        json!({"politics": "kept", "economy": if seed.is_multiple_of(3) { "kept" } else { "told" }});
    let options = json!({"ceiling": 100, "spare": "uncontrolled", "switches": switches});
    let founded = Founding { options, campaign: format!("bound{seed:05}"), ..founding(7, 0, json!({})) };
    let mut play = Play::founded_on(u8::try_from(seed % 250).unwrap(), &founded).started();
    play.bid((1..=7).map(crate::common::untied).collect());
    play
}

fn of_europa(seed: u64) -> Play {
    let founded = Founding { campaign: format!("bound{seed:05}"), ..europa::founding(3, 1 + seed % 8) };
    let mut play = Play::founded_on(u8::try_from(seed % 250).unwrap(), &founded).started();
    for (person, country) in [(1, "france"), (2, "spain"), (3, "venice")] {
        play.must(person, Verb::Game(json!({"europa": "take", "country": country})));
    }
    play.must(1, Verb::Game(json!({"europa": "war", "country": "france", "with": "spain", "on": true})));
    play
}

/// In turn with the board kept by the bot, and elsewhere.
fn of_the_middle_ages(seed: u64) -> Play {
    let is_kept = seed.is_multiple_of(2);
    let (scenario, options) =
        if is_kept { ("charlemagne", json!({})) } else { ("ages", json!({"rounds": 3})) };
    let founded = Founding {
        campaign: format!("bound{seed:05}"),
        game: "ages".to_owned(),
        scenario: scenario.to_owned(),
        options,
        ..founding(3, 1, json!({}))
    };
    let mut play = Play::founded_on(u8::try_from(seed % 250).unwrap(), &founded).started();
    for (person, court) in [(1, "franks"), (2, "byzantium")].into_iter().filter(|_| !is_kept) {
        play.must(person, Verb::Game(json!({"court": "take", "of": court})));
    }
    play
}

/// So many games of each kind.
fn nobody_is_bound(seeds: std::ops::Range<u64>) {
    let (mut all, mut closed) = ([(0, 0); 3], BTreeSet::new());
    for seed in seeds {
        let games = [empires(seed), of_europa(seed), of_the_middle_ages(seed)];
        for (of, mut play) in all.iter_mut().zip(games) {
            let (looked, lessened) = played(&mut play, seed, 10, &mut closed);
            *of = (of.0 + looked, of.1 + lessened);
        }
    }
    println!("rounds of envelopes that a vote closes: {closed:?}");
    println!("orders looked at, and how often something was lessened: {all:?}");
    for kind in ["battle", "order", "politics"] {
        assert!(closed.contains(kind), "{kind} was never open: {closed:?}");
    }
    assert!(all[0].1 > 20 && all.iter().all(|(looked, _)| *looked > 200), "{all:?}");
}

#[test]
fn what_lessens_what_one_has_follows_from_his_order_his_assent_a_rule_of_what_is_kept_or_a_vote() {
    nobody_is_bound(0..6);
}

/// A thousand campaigns of each game: `cargo test -p engine --release bound -- --ignored`.
#[test]
#[ignore = "takes many minutes; CHANCERY_LONG_GAMES says how many campaigns of each game, CHANCERY_FIRST_SEED the first one's"]
fn long_nobody_is_bound() {
    let number = |name, or| std::env::var(name).map_or(or, |n| n.parse().unwrap());
    let first = number("CHANCERY_FIRST_SEED", 0);
    nobody_is_bound(first..first + number("CHANCERY_LONG_GAMES", 1_000));
}
