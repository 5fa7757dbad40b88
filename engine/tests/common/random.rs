//! A random player of any game. It knows no verb: it chooses among what the table and the game offer by what an offer does for play, and
//! fills it in by what its fields take. What is offered must be taken.
#![allow(clippy::unwrap_used)]

use super::Play;
use engine::table::offers::Tone;
use engine::table::{By, Offer, Stage, Verb, offers};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Offers that bring play forward until the next step must have come.
const LONGEST: u32 = 600;

/// The random players of a campaign: all of its seats.
pub struct Random {
    rng: ChaCha8Rng,
    /// How many offers were taken, by their verb and by the first of their fields that is fixed.
    pub taken: BTreeMap<String, u32>,
}

impl Random {
    /// Players who choose the same every time for the same number.
    pub fn new(n: u64) -> Random {
        Random { rng: ChaCha8Rng::seed_from_u64(n), taken: BTreeMap::new() }
    }

    fn below(&mut self, n: u32) -> u32 {
        self.rng.next_u32() % n.max(1)
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// Somebody takes an offer, so many times; `watch` looks at the campaign after each. It ends sooner where the campaign is closed.
    pub fn plays(&mut self, play: &mut Play, steps: u32, mut watch: impl FnMut(&Play)) {
        for _ in 0..steps {
            if play.campaign.play.stage == Stage::Closed {
                return;
            }
            // What the clock has to do it does now and then.
            if self.one_in(4) {
                play.bot(Verb::Tick);
            }
            let person = 1 + self.below(play.seats());
            let tones: &[Tone] = match self.below(16) {
                0 => &[Tone::Back],
                1..=2 => &[Tone::Free],
                3..=5 => &[Tone::Onward],
                6..=7 => &[Tone::Timely, Tone::Onward],
                _ => &[Tone::Timely],
            };
            if tones.iter().any(|tone| self.takes_one(play, person, *tone)) {
                watch(play);
            }
        }
    }

    /// From wherever play stands, what brings it forward alone leads to the next step that all are in, or to the end.
    pub fn brings_on(&mut self, play: &mut Play, mut watch: impl FnMut(&Play)) {
        let before = play.campaign.play.page();
        for _ in 0..LONGEST {
            if play.campaign.play.stage == Stage::Closed || play.campaign.play.page() != before {
                return;
            }
            // What was lodged, or stands as an answer, the bot gives of itself.
            if play.campaign.gives_lodged() {
                play.bot(Verb::Tick);
                watch(play);
                continue;
            }
            let seats = play.seats();
            let first = self.below(seats);
            let mut people = (0..seats).map(|n| 1 + (first + n) % seats);
            let Some(_) = people.find(|person| self.takes_one(play, *person, Tone::Onward)) else {
                let last: Vec<&str> =
                    play.entries.iter().rev().take(45).map(|entry| &*entry.public).collect();
                let (path, frames) = (play.campaign.play.path(), &play.campaign.play.frames);
                panic!("a dead end at {path:?}: {frames:?}, the last before it: {last:#?}");
            };
            watch(play);
        }
        panic!("it goes on for ever at {:?}: {:?}", play.campaign.play.path(), play.campaign.play.frames);
    }

    /// A person takes one of his offers of a tone; whether he had any. Of each sort of offer he is as likely to take one as of any other.
    fn takes_one(&mut self, play: &mut Play, person: u32, tone: Tone) -> bool {
        let operator = person <= play.operator_seats;
        let view = play.campaign.view_for(By::Person(person), operator);
        let mut sorts: BTreeMap<String, Vec<Offer>> = BTreeMap::new();
        for offer in offers(&view).into_iter().filter(|offer| offer.tone == tone) {
            sorts.entry(sort(&offer)).or_default().push(offer);
        }
        let nth = self.below(u32::try_from(sorts.len()).unwrap());
        let Some((sort, of_it)) = sorts.into_iter().nth(nth as usize) else { return false };
        let offer = &of_it[self.below(u32::try_from(of_it.len()).unwrap()) as usize];
        *self.taken.entry(sort).or_default() += 1;
        self.takes(play, person, offer);
        true
    }

    /// Fills an offer in and takes it.
    fn takes(&mut self, play: &mut Play, person: u32, offer: &Offer) {
        let mut filled = Map::new();
        for field in &offer.fields {
            if field.required || !field.kind.is_empty() && self.one_in(2) {
                let value = field.kind.pick(&mut |n| self.below(n));
                filled.insert(field.name.clone(), value);
            }
        }
        let filled = Value::Object(filled);
        let salt = std::array::from_fn(|_| self.below(256) as u8);
        let verb: Verb = offer.taken(&filled, salt).unwrap();
        if let Err(refusal) = play.give(By::Person(person), verb)
            && !is_told_before(&refusal)
        {
            let (path, verb) = (play.campaign.play.path(), &offer.verb);
            panic!(
                "person {person} was offered {verb} at {path:?}, filled in {filled}, and was refused: {refusal}"
            );
        }
    }
}

/// Whether something is refused because it was told before, or so much of one's own is being decided: what can be told is offered whatever others have
/// told of it.
pub fn is_told_before(refusal: &engine::table::Refusal) -> bool {
    let says = refusal.says.to_string();
    ["told and denied in this step", "is being decided", "are being decided"]
        .iter()
        .any(|of| says.contains(of))
}

/// What sort of offer one is: its verb, and which of the orders of that name where a field of the same name says that.
fn sort(offer: &Offer) -> String {
    let which = offer.fields.iter().find(|field| field.name == offer.verb);
    let which = which.map(|field| field.kind.pick(&mut |_| 0).to_string());
    format!("{} {}", offer.verb, which.unwrap_or_default())
}
