//! A random player that takes any offer: no crash, no dead end, nothing offered and then refused, no secret where it does not belong.
#![allow(clippy::unwrap_used)]

use crate::common::{self, Play, founding, label, rules_in, seat, word};
use engine::rules::{ids_under, ledger};
use engine::table::act::{Exchanged, Through};
use engine::table::audience::Audience;
use engine::table::chain::seal_salt;
use engine::table::hash::{Hash, hex};
use engine::table::offers::Kind;
use engine::table::record::Extent;
use engine::table::timing::Timing;
use engine::table::verify::{Copied, verify};
use engine::table::votes::Matter;
use engine::table::{
    Act, By, Campaign, Entry, Event, Offer, SeatId, Stage, Verb, View, offer_to_seal, offers,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number from 0 to n−1; the slight bias does not matter here.
pub(crate) struct Luck(ChaCha20Rng);

impl Luck {
    pub(crate) fn of_seed(seed: u64) -> Luck {
        Luck(ChaCha20Rng::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0.next_u32() % n
    }

    pub(crate) fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize].clone()
    }
}

/// Says which game it was when a check in it fails.
struct Telling(u64);

impl Drop for Telling {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("this was random game {}", self.0);
        }
    }
}

/// What a campaign is watched for.
#[derive(Default)]
pub(crate) struct Watch {
    /// Words and texts that were sealed or sent, with the seat whose secret they are; each only once.
    words: Vec<(SeatId, String)>,
    /// Words whose sheet was opened: everybody may see them.
    opened: BTreeSet<String>,
    /// Salts of seals that were opened.
    salts_opened: BTreeSet<String>,
    /// All veil keys so far.
    pub(crate) veils: Vec<[u8; 32]>,
    /// How far the record was looked through.
    looked: usize,
    pub(crate) labels: u32,
    /// Names and notes of strongbox items, with whose they are; each only once.
    kept: Vec<(SeatId, String)>,
    /// Promises in deals; only their parties ever see one.
    deals: Vec<String>,
    /// Those that were shown to all.
    shown: BTreeSet<String>,
    rules: BTreeSet<String>,
}

pub(crate) const LABEL: &str = "LABEL CANARY ";

impl Watch {
    /// Everything secret at this moment from which a person is kept out; `None` is the public.
    pub(crate) fn secrets_from(&self, play: &Play, person: Option<u32>) -> Vec<String> {
        let mine = person.and_then(|person| play.campaign.seat_of(By::Person(person)));
        let own = |owner: &SeatId| Some(owner) == mine;
        let words = self.words.iter().filter(|(owner, word)| !own(owner) && !self.opened.contains(word));
        let mut secrets: Vec<String> = words.map(|(_, word)| word.clone()).collect();
        for round in play.campaign.play.rounds.values() {
            for seat in &round.asked {
                let n = round.number(seat).unwrap();
                for n in n..=n + round.parts.len() as u64 {
                    let salt = hex(&seal_salt(play.roots().veil(), n));
                    if Some(seat) != mine && !self.salts_opened.contains(&salt) {
                        secrets.push(salt);
                    }
                }
            }
        }
        let laid = play.campaign.play.laid.values().flat_map(|laid| &laid.of);
        for (_, parts) in laid.filter(|(seat, _)| Some(*seat) != mine) {
            // The closing opens what was never asked.
            let closed =
                parts.iter().filter(|part| !part.is_open && play.campaign.play.stage != Stage::Closed);
            secrets.extend(closed.filter_map(|part| Some(hex(part.salt.as_ref()?.reveal()))));
        }
        if play.campaign.play.stage != Stage::Closed {
            let kept = self.kept.iter().filter(|(owner, name)| !own(owner) && !self.shown.contains(name));
            secrets.extend(kept.map(|(_, name)| name.clone()));
            secrets.push(hex(play.roots().veil()));
        }
        secrets.push(hex(play.roots().head()));
        let is_party = |text: &str| {
            let deals = play.campaign.deals.values();
            let mut of = deals.filter(|deal| mine.is_some_and(|mine| deal.parties.contains(mine)));
            of.any(|deal| deal.terms.reveal().promises.iter().any(|promise| promise.text == text))
        };
        secrets.extend(self.deals.iter().filter(|text| !is_party(text)).cloned());
        secrets
    }

    /// Looks through what was just written: what the record says to everybody.
    pub(crate) fn look(&mut self, play: &Play) {
        for entry in &play.entries[self.looked..] {
            if let Event::Shown(shown) = &entry.event
                && let Some(proof) = &shown.proof
            {
                self.shown.extend(proof.item["name"].as_str().map(str::to_owned));
                // A note's name is sealed with its text.
                let texts =
                    entry.body_for(&Audience::All).map(|body| [body["text"].as_str(), body["name"].as_str()]);
                self.shown.extend(texts.into_iter().flatten().flatten().map(str::to_owned));
                self.rules.extend(shown.rules.iter().map(ToString::to_string));
            }
            if let Event::Opened { body, salt, .. } = &entry.event {
                self.salts_opened.insert(salt.hex());
                self.opened.extend(body.word.as_ref().map(|word| word.as_str().to_owned()));
                self.opened.extend(body.choice.get("text").and_then(Value::as_str).map(str::to_owned));
            }
        }
        let secrets = self.secrets_from(play, None);
        for entry in &play.entries[self.looked..] {
            nothing_of(&secrets, &entry.public, "an entry's public part");
            nothing_of(&secrets, &format!("{entry:?}"), "an entry's Debug");
            assert!(!entry.public.contains(LABEL));
        }
        self.rules.extend(rules_in(&play.entries[self.looked..]));
        self.looked = play.entries.len();
    }
}

pub(crate) fn nothing_of(secrets: &[String], text: &str, place: &str) {
    for secret in secrets {
        assert!(!text.contains(secret.as_str()), "{secret} stands in {place}: {text}");
    }
}

/// All that a view lets its viewer see, as one text.
pub(crate) fn seen(view: &View) -> String {
    let mut text = format!("{view:?} {} {}", view.game, serde_json::to_string(&offers(view)).unwrap());
    for sealed in view.rounds.iter().filter_map(|round| round.mine.as_ref()?.sealed.as_ref()) {
        text.push_str(&format!(" {} {} {}", sealed.contents.body(), sealed.salt, sealed.code));
    }
    text
}

pub(crate) fn view_for(play: &Play, person: u32) -> View {
    play.campaign.view_for(By::Person(person), person <= play.operator_seats)
}

/// Fills in an offer and takes it, for another's seat where one acts as its regent. An offer that is refused fails the test.
fn take(
    play: &mut Play,
    watch: &mut Watch,
    luck: &mut Luck,
    person: u32,
    offer: &Offer,
    regent_of: Option<&SeatId>,
) {
    let own = play.campaign.seat_of(By::Person(person)).cloned();
    let acts_for = regent_of.cloned().or(own).unwrap_or_else(|| seat(99));
    let mut filled = Map::new();
    for field in &offer.fields {
        if !field.required && luck.one_in(2) {
            continue;
        }
        let mut value = field.kind.pick(&mut |n| luck.below(n));
        match (&field.kind, offer.verb.as_str()) {
            (Kind::Word | Kind::Text { .. }, "seal") => {
                let word = format!("zq{}x{}z", luck.below(100_000), watch.words.len());
                watch.words.push((acts_for.clone(), word.clone()));
                value = json!(word);
            }
            // What a group adds to Sardinia's catalogue everybody reads.
            (Kind::Name { .. }, _) if field.name == "event" => {
                value = json!(format!("event {}", luck.below(100_000)));
            }
            (Kind::Name { .. }, _) => {
                let name = format!("qz{}n{}", luck.below(100_000), watch.kept.len());
                watch.kept.push((acts_for.clone(), name.clone()));
                value = json!(name);
            }
            (Kind::Text { .. }, "box_note") => {
                let text = format!("qz note {} {}", luck.below(100_000), watch.kept.len());
                // The offer's own order ends it with a full stop.
                watch.kept.push((acts_for.clone(), format!("{text}.")));
                value = json!(text);
            }
            (Kind::Text { .. }, "draft_deal") => {
                let text = format!("qz promise {} {}", luck.below(100_000), watch.deals.len());
                watch.deals.push(text.clone());
                value = json!(text);
            }
            (Kind::Text { most }, _) => {
                watch.labels += 1;
                let text: String = format!("{LABEL}{}{}", watch.labels, value.as_str().unwrap());
                value = json!(text.chars().take(*most).collect::<String>());
            }
            _ => {}
        }
        filled.insert(field.name.clone(), value);
    }
    let salt = std::array::from_fn(|_| luck.below(256) as u8);
    let filled = Value::Object(filled);
    let mut verb = offer.taken(&filled, salt).unwrap();
    if let Some(seat) = regent_of {
        verb = Verb::For { seat: seat.clone(), verb: Box::new(verb) };
    }
    if let Err(refusal) = play.give(By::Person(person), verb)
        && !crate::common::random::is_told_before(&refusal)
    {
        panic!("person {person} was offered {offer:?}, filled in {filled}, and was refused: {refusal}");
    }
    watch.look(play);
}

/// An order that no button offers. It may be refused, but never more than that.
pub(crate) fn beyond(play: &mut Play, watch: &mut Watch, luck: &mut Luck, people: &[u32]) {
    let person = luck.of(people);
    let other = luck.of(people);
    let place = seat(luck.below(play.seats()) + 1);
    let n = u64::from(luck.below(4) + 1);
    let flip = luck.one_in(2);
    let roll = play.campaign.last_rolls.last().map_or("1.1".to_owned(), |roll| roll.id.clone());
    let powers = ["austria", "france", "great_britain", "prussia", "russia", "spain", "turkey"];
    let key = format!("{}/{}", luck.of(&["vp", "pp"]), luck.of(&powers));
    let typed = luck.of(&["goal_austria", "goal_turkey", "ceiling", "casualties_15_7", "weather"]).to_owned();
    let proposal = play.campaign.play.proposals.keys().next().copied().unwrap_or(n);
    let telling = play.campaign.play.tellings.keys().next().copied().unwrap_or(n);
    let ask = play.campaign.play.set_back.as_ref().map_or(n, |open| open.line);
    let all: Vec<SeatId> = (1..=play.seats()).filter(|_| !luck.one_in(3)).map(seat).collect();
    let kinds = [
        Exchanged::Text,
        Exchanged::Number { least: -3, most: 900 },
        Exchanged::Choice { options: 2 + luck.below(8) },
    ];
    let until = flip.then_some(play.at + i64::from(luck.below(20)) * 24 * 3600);
    let through = luck.of(&[Through::Step, Through::Turn]);
    let (switch, way) = luck.of(&[
        ("votes", "power"),
        ("votes", "player"),
        ("ties", "met"),
        ("operator_first", "no"),
        ("show", "yes"),
        ("weather", "on"),
    ]);
    let rule = ids_under("house.general.")[luck.below(3) as usize];
    // Leaving for good is rarer than the rest, or every table would soon be empty.
    let acts = [
        Act::Share { person: other },
        Act::Unshare { person: other },
        Act::Away { until, regent: Some(other) },
        Act::Back,
        Act::OfferSeat { seat: place.clone(), person: other },
        Act::HandOver { person: other },
        Act::StandIn { seat: place.clone(), on: !luck.one_in(4) },
        Act::StandIns,
        Act::SetTiming { timing: flip.then(|| timing(luck)) },
        Act::Extend { hours: luck.below(100) },
        Act::Timer { minutes: luck.below(30) },
        Act::Ready { through, hold: flip },
        Act::Ask {
            options: 1 + luck.below(4),
            rule: flip.then_some(rule),
            about: (!flip).then_some(n),
            provisional: flip.then_some(luck.below(3)),
        },
        Act::Reopen { ruling: n },
        Act::Switch { key: switch.to_owned(), value: way.to_owned() },
        Act::AppointRegent { seat: place.clone(), person: other },
        Act::AskInfluence { seat: place.clone() },
        Act::AskInfluence { seat: place.clone() },
        Act::Cast { vote: n, option: luck.below(3) },
        Act::Tell { key: key.clone(), value: i64::from(luck.below(30)) - 10 },
        Act::Correct { key, value: i64::from(luck.below(60)) - 10 },
        Act::Settle { correction: n, holds: flip },
        Act::TypeValues { values: [(typed, i64::from(luck.below(400)))].into() },
        Act::Confirm { telling },
        Act::Deny { telling },
        Act::ConfirmAll { through: u64::MAX >> 12 },
        Act::WithdrawTelling { telling },
        Act::ConfirmValues { proposal },
        Act::WithdrawValues { proposal },
        Act::SetBack,
        Act::AnswerSetBack { ask, agree: flip },
        Act::Void { id: roll.clone() },
        Act::Void { id: roll },
        Act::LayDown { sha256: Hash([7; 32]), bytes: luck.below(5_000).into() },
        Act::Exchange { seats: all, kind: luck.of(&kinds) },
        Act::StepDue,
        if luck.one_in(3) { Act::Resign } else { Act::Look },
    ];
    // A power that was left comes to its auction.
    let places = &play.campaign.play.seats;
    let left = places.iter().find(|(_, place)| place.person.is_none() && !place.stand_in && !place.out);
    let judged =
        play.campaign.play.votes.iter().find(|(_, vote)| matches!(vote.matter, Matter::Influence { .. }));
    let of_the_auction = match (judged, left) {
        (Some((vote, _)), _) => Some(Act::Cast { vote: *vote, option: u32::from(luck.one_in(4)) }),
        (None, Some((left, _))) => Some(Act::AskInfluence { seat: left.clone() }),
        _ => None,
    }
    .filter(|_| luck.one_in(3));
    // A ruling takes more than one voice.
    let point = play.campaign.play.votes.iter().find(|(_, vote)| matches!(vote.matter, Matter::Point { .. }));
    let voice = point.map(|(vote, _)| Act::Cast { vote: *vote, option: u32::from(luck.one_in(4)) });
    let of_a_vote = of_the_auction.or(voice.filter(|_| luck.one_in(3)));
    let said = || label(&format!("{LABEL}{}\nyes\nno\nperhaps\nnever", watch.labels + 1));
    let verb = match luck.below(32) {
        0..=1 => Verb::Join { word: word(&format!("late{}", luck.below(100))) },
        2 => Verb::Undo,
        3..=4 => {
            let text = format!("zq{}d{}z", luck.below(100_000), watch.words.len());
            watch.words.push((place.clone(), text.clone()));
            Verb::Dispatch { to: place, text: label(&text) }
        }
        _ => {
            let act = of_a_vote.unwrap_or_else(|| luck.of(&acts));
            let text = matches!(
                act,
                Act::Ask { .. }
                    | Act::Correct { .. }
                    | Act::SetBack
                    | Act::Void { .. }
                    | Act::Exchange { .. }
                    | Act::LayDown { .. }
                    | Act::Extend { .. }
            );
            Verb::Act { act, text: text.then(said) }
        }
    };
    let umpires = matches!(&verb, Verb::Act { act: Act::Void { .. } | Act::Settle { .. }, .. });
    let person = if umpires { 9 } else { person };
    let speaks = matches!(&verb, Verb::Act { text: Some(_), .. });
    let before = play.campaign.clone();
    match play.give(By::Person(person), verb) {
        Ok(_) => watch.labels += u32::from(speaks),
        Err(refusal) => {
            assert_eq!(before, play.campaign);
            assert!(refusal.says.ends_with('.'), "{refusal}");
        }
    }
    watch.look(play);
}

fn timing(luck: &mut Luck) -> Timing {
    Timing {
        zone: luck.of(&["UTC", "Europe/Helsinki", "America/New_York"]).to_owned(),
        light: 1 + luck.below(72),
        grave: 1 + luck.below(72),
        phases: Default::default(),
        quiet: luck.of(&[None, Some((22, 8)), Some((1, 5))]),
        weekends: luck.one_in(2),
        remind: luck.of(&[0, 2, 12]),
    }
}

/// The clock looks in until nothing is due.
pub(crate) fn clock(play: &mut Play, watch: &mut Watch) {
    for _ in 0..200 {
        play.at -= 60;
        if play.bot(Verb::Tick).is_empty() {
            return;
        }
        watch.look(play);
    }
    panic!("the clock never comes to rest");
}

/// How often an offer is passed over: what takes back or repeats is rarer than what goes on.
fn is_passed_over(offer: &Offer, view: &View, luck: &mut Luck) -> bool {
    let sealed =
        view.rounds.iter().any(|round| round.mine.as_ref().is_some_and(|mine| mine.sealed.is_some()));
    match offer.verb.as_str() {
        "close" => true,
        "conclude" => !luck.one_in(40),
        "leave" | "undo" | "pause" | "not_ready" | "play_on" | "put_off" => !luck.one_in(8),
        "live" | "away" | "correct" | "extend" | "type_values" | "set_back" => !luck.one_in(4),
        "open" => !luck.one_in(4),
        "seal" if sealed => luck.one_in(3),
        "word" => !luck.one_in(3),
        verb if verb.starts_with("box_") => !luck.one_in(10),
        "show" | "tell_part" => false,
        "reveal" => !luck.one_in(2),
        _ => false,
    }
}

/// What brings a campaign forward, most urgent first.
fn next_on(play: &Play, person: u32) -> Option<Offer> {
    let view = view_for(play, person);
    let all = offers(&view);
    let named = |verb: &str| all.iter().find(|offer| offer.verb == verb).cloned();
    let empty = |offer: &&Offer| {
        offer.verb == "seal"
            && view.rounds.iter().any(|round| {
                offer.round.as_ref() == Some(&round.round)
                    && round.mine.as_ref().is_some_and(|mine| mine.sealed.is_none())
            })
    };
    let needs_word = view.rounds.iter().any(|round| round.mine.as_ref().is_some_and(|mine| mine.needs_word));
    named("start")
        .or_else(|| named("join"))
        .or_else(|| named("word").filter(|_| needs_word))
        .or_else(|| named("final"))
        .or_else(|| all.iter().find(empty).cloned())
}

/// Takes one of a person's offers, every verb as likely as any other; some of the time as the regent of another's seat.
pub(crate) fn some_offer(play: &mut Play, watch: &mut Watch, luck: &mut Luck, person: u32) {
    let regencies = play.campaign.regencies(By::Person(person), play.campaign.last_at);
    let regent_of = regencies.first().filter(|_| luck.one_in(2)).cloned();
    let view = match &regent_of {
        Some(seat) => play.campaign.view_as_regent(By::Person(person), seat, play.campaign.last_at),
        None => view_for(play, person),
    };
    let mut open = offers(&view);
    for round in &view.rounds {
        let all = open.iter().find(|offer| offer.seals_in(&round.round)).cloned();
        let alone = offer_to_seal(&view, &round.round);
        assert_eq!(alone.map(|offer| offer.fields), all.map(|offer| offer.fields), "{}", round.round);
    }
    if regent_of.is_some() {
        let may = ["seal", "final", "open", "undo", "ready", "not_ready", "tell", "agree", "object"];
        open.retain(|offer| may.contains(&offer.verb.as_str()));
        // A regency may be over by the time the order is given.
        let still = play.campaign.regencies(By::Person(person), play.at + 60);
        if !regent_of.as_ref().is_some_and(|seat| still.contains(seat)) {
            return;
        }
    }
    let verbs: BTreeSet<String> = open.iter().map(|offer| offer.verb.clone()).collect();
    let verbs: Vec<String> = verbs.into_iter().collect();
    if verbs.is_empty() {
        return;
    }
    // All agree to go back only where most of them look at the question.
    let agrees = |offer: &&Offer| {
        let yes = |kind: &Kind| matches!(kind, Kind::Truth { is: true });
        offer.verb == "answer_set_back" && offer.fields.iter().any(|field| yes(&field.kind))
    };
    if let Some(offer) = open.iter().find(agrees).cloned()
        && !luck.one_in(3)
    {
        take(play, watch, luck, person, &offer, regent_of.as_ref());
        return;
    }
    let verb = luck.of(&verbs);
    let of_it: Vec<Offer> = open.into_iter().filter(|offer| offer.verb == verb).collect();
    let offer = luck.of(&of_it);
    if !is_passed_over(&offer, &view, luck) {
        take(play, watch, luck, person, &offer, regent_of.as_ref());
    }
}

/// What is played at a table: at every fourth the Rise of Nationalism, and at half of these somebody plays Greece.
fn scenario_of(game: u64) -> &'static str {
    match game % 8 {
        3 => "1853",
        7 => "1853-greece",
        _ => "1805",
    }
}

/// Plays one game, and looks at it after each step.
pub(crate) fn one_game(game: u64, watch: &mut Watch, looks: &mut dyn FnMut(&Play)) -> Play {
    let mut luck = Luck::of_seed(game);
    let seats = 2 + (game % 6) as u32;
    let operator_seats = luck.of(&[0, 0, 0, 1, 1, 2, seats]);
    let spare = luck.of(&["second", "uncontrolled"]);
    let scenario = scenario_of(game);
    // One number for each power from 0 up is the least that it may be.
    let least = engine::eia::scenario::by_key(scenario).unwrap().powers.len() as u32 - 1;
    let ceiling = least.max(luck.of(&[6, 6, 7, 9, 12, 30, 60, 999]));
    // At some tables the bot keeps politics: the sheets are sealed in parts.
    let politics = luck.of(&["told", "kept"]);
    let economy = if game % 3 == 1 { "kept" } else { "told" };
    let switches = json!({"politics": politics, "economy": economy});
    let options = json!({"ceiling": ceiling, "spare": spare, "switches": switches});
    let mut founded = founding(seats, operator_seats, options);
    founded.timing = luck.one_in(2).then(|| timing(&mut luck));
    founded.umpire = luck.one_in(3).then_some(9);
    scenario.clone_into(&mut founded.scenario);
    let mut play = Play::founded_on(game as u8, &founded);
    watch.veils.push(*play.roots().veil());
    // Two more come than there are seats, so that some only watch.
    let people: Vec<u32> = (1..=seats + 2).collect();
    // Only at some tables is there more than what the buttons offer.
    let restless = luck.of(&[0, 0, 3, 6, 12]);
    if luck.one_in(4) {
        for n in operator_seats + 2..=seats {
            let act = Act::StandIn { seat: seat(n), on: true };
            play.give(By::Person(1), Verb::Act { act, text: None }).unwrap();
        }
    }
    let mut snapshot: Option<(String, usize)> = None;
    let steps = 30 + luck.below(120);
    for step in 0..steps {
        if luck.one_in(12) {
            play.at += i64::from(luck.below(4 * 24 * 3600));
            clock(&mut play, watch);
        } else if luck.one_in(300) {
            play.bot(Verb::Restored);
            watch.veils.push(*play.roots().veil());
        }
        watch.look(&play);
        if play.campaign.play.stage != Stage::Closed {
            if restless > 0 && luck.one_in(restless) {
                beyond(&mut play, watch, &mut luck, &people);
            }
            let person = luck.of(&people);
            some_offer(&mut play, watch, &mut luck, person);
        }
        looks(&play);
        let looker = luck.of(&people);
        nothing_of(
            &watch.secrets_from(&play, Some(looker)),
            &seen(&view_for(&play, looker)),
            "a player's view",
        );
        nothing_of(&watch.secrets_from(&play, None), &seen(&play.campaign.public_view()), "the public view");
        if luck.one_in(10) {
            nothing_of(
                &watch.secrets_from(&play, None),
                &format!("{:?}", play.campaign),
                "the campaign's Debug",
            );
        }
        if step == steps / 2 {
            snapshot = Some((serde_json::to_string(&play.campaign).unwrap(), play.entries.len()));
        }
        if luck.one_in(60) {
            check_public_export(&play, watch);
        }
    }
    check_public_export(&play, watch);
    bring_to_an_end(&mut play, watch, &mut luck, &people, restless > 0, looks);
    check_replay(&play, snapshot);
    check_exports(&play, watch);
    play
}

/// Somebody leaves, the others find that his powers can still sway the result, and bid for them.
fn one_is_auctioned(
    play: &mut Play,
    watch: &mut Watch,
    luck: &mut Luck,
    people: &[u32],
    looks: &mut dyn FnMut(&Play),
) {
    let places = &play.campaign.play.seats;
    let taken: Vec<(SeatId, u32)> =
        places.iter().filter_map(|(id, place)| Some((id.clone(), place.person?))).collect();
    let [(left, person), (_, asker), ..] = &taken[..] else { return };
    let mut act = |play: &mut Play, person: u32, act: Act| {
        let _ = play.give(By::Person(person), Verb::Act { act, text: None });
        watch.look(play);
    };
    for (_, teller) in &taken[1..] {
        for value in play.campaign.values().iter().filter(|value| value.rises && value.unit == "VP") {
            let value = Act::Tell { key: value.key.clone(), value: value.now + 3 };
            act(play, *teller, value);
        }
    }
    act(play, *person, Act::Resign);
    act(play, *asker, Act::AskInfluence { seat: left.clone() });
    if let Some(vote) = play.campaign.play.votes.keys().last().copied() {
        for (_, voter) in &taken[1..] {
            act(play, *voter, Act::Cast { vote, option: 0 });
        }
    }
    for _ in 0..8 {
        for &person in people {
            if let Some(offer) = next_on(play, person) {
                take(play, watch, luck, person, &offer, None);
                looks(play);
            }
        }
        play.at += 60;
        clock(play, watch);
    }
}

/// From wherever it stands, offers alone lead to the end of the choice of powers, and to a closed campaign; unless seats were left
/// for which no substitute has come.
fn bring_to_an_end(
    play: &mut Play,
    watch: &mut Watch,
    luck: &mut Luck,
    people: &[u32],
    restless: bool,
    looks: &mut dyn FnMut(&Play),
) {
    for _ in 0..8 {
        for &person in people {
            if let Some(offer) = next_on(play, person) {
                take(play, watch, luck, person, &offer, None);
                looks(play);
            }
        }
        play.at += 60;
        clock(play, watch);
    }
    let places = &play.campaign.play.seats;
    let left = places.values().any(|place| place.person.is_none() && !place.stand_in);
    let position = play.position();
    if !left && play.campaign.play.stage == Stage::Playing {
        assert_eq!(position["choice"]["done"], json!(true), "a dead end: {:?}", play.campaign);
        let holdings = position["choice"]["holdings"].as_object().unwrap();
        let with_power: BTreeSet<&str> =
            holdings.values().map(|holding| holding["seat"].as_str().unwrap()).collect();
        assert_eq!(with_power.len() as u32, play.seats(), "every seat has a power");
    }
    if restless && luck.one_in(3) {
        one_is_auctioned(play, watch, luck, people, looks);
    }
    check_public_export(play, watch);
    for &person in people {
        let close = offers(&view_for(play, person)).into_iter().find(|offer| offer.verb == "close");
        if let Some(close) = close {
            take(play, watch, luck, person, &close, None);
        }
    }
    let nobody = play.campaign.play.seats.values().all(|place| place.person.is_none());
    assert!(nobody || play.campaign.play.stage == Stage::Closed);
    for &person in people {
        assert!(nobody || offers(&view_for(play, person)).is_empty());
    }
}

/// The same campaign comes out of its entries, of what of them is stored, and of a snapshot with the entries since.
fn check_replay(play: &Play, snapshot: Option<(String, usize)>) {
    assert_eq!(Campaign::fold(&play.entries).as_ref(), Ok(&play.campaign));
    let stored =
        |entry: &Entry| Entry::read(entry.public.clone(), entry.secrets.clone(), entry.line).unwrap();
    let stored: Vec<Entry> = play.entries.iter().map(stored).collect();
    assert_eq!(stored[1..], play.entries[1..]);
    assert_eq!(Campaign::fold(&stored).as_ref(), Ok(&play.campaign));
    let (snapshot, from) = snapshot.unwrap();
    let mut campaign: Campaign = serde_json::from_str(&snapshot).unwrap();
    for entry in &stored[from..] {
        campaign.apply(entry).unwrap();
    }
    assert_eq!(campaign, play.campaign);
}

pub(crate) fn check_public_export(play: &Play, watch: &Watch) {
    let public = play.export(Extent::Public);
    nothing_of(&watch.secrets_from(play, None), &public, "the public export");
    assert!(!public.contains(LABEL));
    let report = verify(public.as_bytes(), &[]).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{public}"));
    assert_eq!((report.lines, report.head), (play.campaign.next_line, play.campaign.head));
}

pub(crate) fn check_exports(play: &Play, watch: &Watch) {
    let public = play.export(Extent::Public);
    nothing_of(&watch.secrets_from(play, None), &public, "the public export");
    assert!(!public.contains(LABEL));
    let whole = play.export(Extent::Whole);
    // A sheet that was replaced stays secret for ever.
    nothing_of(&watch.secrets_from(play, None), &whole, "the whole export");
    assert_eq!(whole.matches(LABEL).count() as u32, watch.labels);
    let head = Copied { head: play.campaign.head.short(), lines: Some(play.campaign.next_line) };
    let closed = play.campaign.play.stage == Stage::Closed;
    if !closed {
        // Before the end nobody has such a file: it is one whose end was cut off.
        let has_bodies = play.entries.iter().any(|entry| entry.line.is_some() && !entry.secrets.is_empty());
        assert_eq!(verify(whole.as_bytes(), &[]).is_err(), has_bodies);
    }
    let report = verify(if closed { &whole } else { &public }.as_bytes(), &[head]).unwrap();
    let count =
        |fits: fn(&Event) -> bool| play.entries.iter().filter(|entry| fits(&entry.event)).count() as u64;
    let shown = count(|event| matches!(event, Event::Shown(_)));
    assert_eq!(report.shown_checked + report.shown_waiting, shown);
    if !closed {
        return;
    }
    let opened = count(|event| matches!(event, Event::Opened { .. }));
    let restored = count(|event| matches!(event, Event::Restored { .. })) > 0;
    let envelopes = report.seals_checked - report.texts_checked;
    // Sheets, shown items, veiled draws and the secret fields of orders have sealed parts of their own beside the players' texts, whose
    // salts have no number.
    let beside = play.entries.iter().filter(|entry| entry.line.is_some()).flat_map(|entry| {
        let of_order = matches!(entry.event, Event::Order { .. });
        entry.secrets.iter().filter(move |part| !of_order || part.n.is_some())
    });
    let beside = beside.count();
    let parts_opened = count(|event| matches!(event, Event::Part { .. }));
    // In the gap between two turns a place of what Sardinia lodged opens, with an event or without one.
    let lodged_opened = count(|event| matches!(event, Event::LodgedOpened { .. }));
    assert_eq!(
        (envelopes, report.texts_checked),
        (opened + parts_opened + lodged_opened, u64::from(watch.labels) + beside as u64)
    );
    assert_eq!((report.parts_checked, report.lodged_checked), (parts_opened, lodged_opened));
    assert_eq!(report.texts_missing, 0);
    let sheets = count(|event| matches!(event, Event::Sheet { .. }));
    assert_eq!((report.rolls_waiting, report.shown_waiting), (0, 0));
    // The veil key from before a restore is not published, so the salts of what was opened under it are not checked. Nor is
    // an operator's envelope of a round that never opened.
    let numbered = |entry: &&Entry| entry.line.is_some();
    let parts = play.entries.iter().filter(numbered).flat_map(|entry| &entry.secrets);
    let numbered = parts.filter(|part| part.n.is_some()).count() as u64;
    assert!(restored || report.salts_checked == opened + parts_opened + lodged_opened + numbered + 2 * shown);
    assert!(restored || report.veiled_waiting == 0);
    assert!(restored || report.sheets_checked == sheets);
    assert!(restored || report.orders_waiting == report.seals_waiting, "{report:?}");
    assert_ne!(report.head, Hash::default());
}

/// What many games showed together, so that the checks above are known to have had something to check.
#[derive(Default)]
struct Seen {
    rules: BTreeSet<String>,
    replaced_words: usize,
    restored: usize,
    labels: u32,
    undone: usize,
    sheets: usize,
    shown: usize,
    throws: BTreeSet<String>,
    verbs: BTreeSet<String>,
}

fn play_games(games: Range<u64>) -> Seen {
    let seen = Mutex::new(Seen::default());
    let next = AtomicU64::new(games.start);
    let some = || {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games.end {
                break;
            }
            let _telling = Telling(game);
            let mut watch = Watch::default();
            let play = one_game(game, &mut watch, &mut |_| {});
            let mut seen = seen.lock().unwrap();
            seen.replaced_words += watch.words.len() - watch.opened.len();
            seen.labels += watch.labels;
            seen.restored += watch.veils.len() - 1;
            seen.rules.extend(watch.rules);
            seen.verbs.extend(common::kinds(&play.entries));
            for entry in &play.entries {
                if entry.public.contains("\"act\":\"undo\"") || entry.public.contains("\"k\":\"undone\"") {
                    seen.undone += 1;
                }
                seen.sheets += usize::from(matches!(entry.event, Event::Sheet { .. }));
                seen.shown += usize::from(matches!(entry.event, Event::Shown(_)));
                let rolled = entry.event.rolled().filter(|rolled| rolled.purpose == "equal_bids");
                seen.throws
                    .extend(rolled.and_then(|rolled| rolled.slot.rsplit('/').next().map(str::to_owned)));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(some);
        }
    });
    seen.into_inner().unwrap()
}

#[test]
fn two_hundred_campaigns() {
    let seen = play_games(0..200);
    let played = ids_under("house.general.").iter().chain(ids_under("house.auction."));
    let must_come_up = played
        .filter(|id| ledger().get(**id).kind.must_come_up())
        // Rarer than two hundred games show: tests of their own play them.
        .filter(|id| {
            !["house.auction.britain-loses-default", "house.auction.no-bidding"].contains(&id.as_str())
        });
    for id in must_come_up {
        assert!(seen.rules.contains(id.as_str()), "{id} never came up");
    }
    let shown = (seen.replaced_words, seen.labels, seen.undone, seen.restored);
    assert!(shown.0 > 70 && shown.1 > 200 && shown.2 > 35 && shown.3 > 3, "{shown:?}");
    assert!(seen.sheets > 70 && seen.shown > 0, "{} sheets, {} shown", seen.sheets, seen.shown);
    for line in [
        "order:stand_in_acts",
        "order:deadline",
        "order:step_due",
        "order:close_vote",
        "order:correction_due",
        "order:telling_due",
        "table:telling_confirmed",
        "order:exchange",
        "order:ask_influence",
        "order:void",
        "order:withdraw_values",
        "table:values_hold",
        "table:step_set_back",
        "game:sold",
        "table:came_back",
        "ruled",
        // That a correction holds takes the word of most of the others: engine/tests/values.rs plays it.
        "table:correction_agreed",
        "switched",
        "voided",
    ] {
        assert!(seen.verbs.contains(line), "{line} never came up: {:?}", seen.verbs);
    }
    assert!(seen.throws.contains("throw-3"), "those still tied rolled again, and again");
}

/// Thousands of campaigns, for a run of their own: `cargo test -p engine --release random_play -- --ignored`.
#[test]
#[ignore = "takes minutes; CHANCERY_LONG_GAMES says how many campaigns, CHANCERY_FIRST_GAME from which on"]
fn long_random_play() {
    let asked = |name: &str, otherwise: u64| std::env::var(name).map_or(otherwise, |n| n.parse().unwrap());
    let first = asked("CHANCERY_FIRST_GAME", 0);
    let games = asked("CHANCERY_LONG_GAMES", 5_000);
    let seen = play_games(first..first + games);
    println!(
        "{games} campaigns: {} restored, {} acts taken back, {} labels",
        seen.restored, seen.undone, seen.labels
    );
}
