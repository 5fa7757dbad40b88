//! Players who take what is offered: they fill in envelopes and now and then do something that their step of play allows.

use super::world::World;
use engine::eia::powers::Power;
use engine::table::lodged::INSTEAD;
use engine::table::offers::{Kind, Offer, Tone};
use engine::table::{Verb, View, offer_to_seal, offers_in};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Map, Value, json};

/// The subjects in which players do something of their own. What is conquered the board tells.
const SUBJECTS: [&str; 8] =
    ["politics", "board", "year", "access", "minor", "sardinia", "crimea", "confederation"];

/// The ships of Great Britain at Malta and east of it, on its sheet, and fewer than so many.
const EAST: &str = "counters/great_britain/east";
const MOST_EAST: u32 = 15;

/// The chance of all that players choose.
pub struct Players {
    rng: ChaCha8Rng,
}

impl Players {
    /// Players who choose the same for the same seed.
    pub fn of_seed(seed: &[u8; 32]) -> Players {
        Players { rng: ChaCha8Rng::from_seed(*seed) }
    }

    /// A number from 0 to n−1.
    pub fn below(&mut self, n: u32) -> u32 {
        self.rng.next_u32() % n.max(1)
    }

    /// A salt.
    pub fn salt(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| u8::try_from(self.below(256)).unwrap_or(0))
    }

    /// Whether so many of a hundred come up.
    pub fn percent(&mut self, of: u32) -> bool {
        self.below(100) < of
    }

    /// How the switches of the group stand: politics is kept, some as they are wanted, and the rest falls as it may.
    ///
    /// # Errors
    /// A sentence: what is no switch of the game, or no way of it.
    pub fn switches(&mut self, wanted: &[(String, String)]) -> Result<Value, String> {
        let mut switches = Map::from_iter([("politics".to_owned(), json!("kept"))]);
        let all = <engine::eia::EmpiresInArms as engine::table::game::Game>::switches();
        for switch in all.iter().filter(|switch| switch.key != "politics") {
            let way = switch.ways[self.below(switch.ways.len() as u32) as usize].0;
            switches.insert(switch.key.to_owned(), json!(way));
        }
        for (key, way) in wanted {
            let switch = all.iter().find(|switch| switch.key == key);
            let switch = switch.ok_or_else(|| format!("\"{key}\" is no switch of Empires in Arms."))?;
            if !switch.ways.iter().any(|(known, _)| known == way) {
                let ways: Vec<&str> = switch.ways.iter().map(|(way, _)| *way).collect();
                return Err(format!("\"{way}\" is no way of {key}. There are {}.", ways.join(", ")));
            }
            switches.insert(key.clone(), json!(way));
        }
        Ok(Value::Object(switches))
    }

    /// When each of so many players looks in, within so many seconds: in the order of time.
    pub fn moments(&mut self, players: u32, within: u32) -> Vec<(u32, u32)> {
        let mut moments: Vec<(u32, u32)> = (1..=players).map(|person| (self.below(within), person)).collect();
        moments.sort_unstable();
        moments
    }

    /// The highest bid that the group allows: some bid high, some low.
    pub fn ceiling(&mut self) -> u32 {
        10 + 10 * self.below(6)
    }

    /// Whether somebody would rather end the campaign: in about one step of twenty thousand.
    pub fn is_weary(&mut self) -> bool {
        self.below(20_000) == 0
    }

    /// What a player seals in a round, where it is offered to him.
    pub fn seals(&mut self, view: &View, round: &str, world: &World) -> Option<Verb> {
        let offer = offer_to_seal(view, round)?;
        let mut fields = Map::new();
        for field in &offer.fields {
            let value = self.chosen(&field.name, &field.kind, world);
            if let Some(value) = value.or_else(|| field.required.then(|| self.picked(&field.kind))) {
                fields.insert(field.name.clone(), value);
            }
        }
        self.taken(&offer, fields)
    }

    /// What is chosen in a field of a political sheet; `None` where it is left out.
    fn chosen(&mut self, name: &str, kind: &Kind, world: &World) -> Option<Value> {
        if name == EAST {
            // As many as save some of its trade with Egypt, all of it or more.
            return self.percent(80).then(|| json!(self.below(MOST_EAST)));
        }
        let (part, power) = name.split_once('/')?;
        let power = power.split('/').next().and_then(Power::by_key);
        let Kind::AnyOf { of } = kind else {
            return self.percent(80).then(|| self.picked(kind));
        };
        let weak = power.is_some_and(|power| world.is_weak(power));
        let percent = match part {
            "war" if power.is_some_and(|power| world.is_after_much(power)) => 3,
            "war" | "attack" if weak => 0,
            "war" | "attack" => 1,
            "sue" if weak => 70,
            "sue" => 4,
            "call" => 90,
            "follow" | "join" => 60,
            "unconditional" => 30,
            "yield" if weak => 60,
            _ => 25,
        };
        let wants = |one: &str| part == "attack" && power.is_some_and(|power| world.wants(power, one));
        let mut some: Vec<&String> = of.iter().filter(|_| self.percent(percent)).collect();
        some.extend(of.iter().filter(|one| wants(one) && self.percent(8)));
        some.sort_unstable();
        some.dedup();
        (!some.is_empty()).then(|| json!(some))
    }

    /// Whether a player does something besides in this step of play: now and then.
    pub fn is_about_to_act(&mut self) -> bool {
        self.percent(20)
    }

    /// Something that a player may do in this step of play.
    pub fn acts(&mut self, view: &View) -> Option<Verb> {
        let offers = offers_in(view, &SUBJECTS);
        // Nobody takes back what he did.
        let fits = |offer: &&Offer| {
            let verb = offer.verb.as_str();
            (SUBJECTS.contains(&verb) || verb == INSTEAD) && !matches!(offer.tone, Tone::Back | Tone::Ending)
        };
        let mut some: Vec<&Offer> = offers.iter().filter(fits).collect();
        // Who is asked for something answers it before he asks for something himself.
        let agrees = |offer: &&Offer| offer.fields.iter().any(|field| field.kind == Kind::one_of(["agree"]));
        if some.iter().any(agrees) && self.percent(60) {
            some.retain(agrees);
        }
        let offer = some.get(self.below(some.len() as u32) as usize)?;
        let fields = offer.fields.iter().filter(|field| field.required);
        let fields = fields.map(|field| (field.name.clone(), self.picked(&field.kind))).collect();
        self.taken(offer, fields)
    }

    fn picked(&mut self, kind: &Kind) -> Value {
        kind.pick(&mut |n| self.below(n))
    }

    fn taken(&mut self, offer: &Offer, fields: Map<String, Value>) -> Option<Verb> {
        let mut salt = [0; 32];
        self.rng.fill_bytes(&mut salt);
        offer.taken(&Value::Object(fields), salt).ok()
    }
}
