//! A random player of Europa: whatever two players order, nothing ends in a dead end, no detachment comes from nowhere, and the record
//! verifies.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::europa::{founding, position};
use engine::europa::Position;
use engine::europa::geography::Place;
use engine::table::act::Through;
use engine::table::{Act, By, Founding, Verb};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

const COUNTRIES: [&str; 2] = ["france", "spain"];
const HOMES: [&str; 6] = ["eLanguedoc", "eRosselo", "eCatalunya", "eIle-de-France", "eNavarra", "sLion"];

struct Player {
    rng: ChaCha8Rng,
}

impl Player {
    fn below(&mut self, n: usize) -> usize {
        (self.rng.next_u64() % n.max(1) as u64) as usize
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        let i = self.below(of.len());
        &of[i]
    }

    fn stack(&mut self, at: &Position) -> u64 {
        let all: Vec<u32> = at.board.stacks.keys().copied().collect();
        if all.is_empty() { 1 } else { u64::from(*self.one(&all)) }
    }

    /// An order that may be allowed or not.
    fn order(&mut self, person: u32, at: &Position) -> Value {
        let own = COUNTRIES[person as usize - 1];
        let stack = self.stack(at);
        let neighbour = at.board.stacks.get(&u32::try_from(stack).unwrap()).map(|standing| {
            let near: Vec<Place> = standing.at.neighbours().iter().map(|(place, _)| *place).collect();
            self.one(&near).site().key.clone()
        });
        let near = neighbour.unwrap_or_else(|| HOMES[0].to_owned());
        let place = (*self.one(&HOMES)).to_owned();
        match self.below(22) {
            0 | 1 => {
                let sets = [
                    vec!["army_plus"],
                    vec!["army_minus", "ld"],
                    vec!["ld"],
                    vec!["army_plus", "army_plus"],
                    vec!["nd"],
                ];
                let counters = self.one(&sets).clone();
                json!({"board": "deploy", "country": own, "place": place, "counters": counters, "veteran": self.below(2) == 0})
            }
            2 => {
                let kinds = [
                    "none",
                    "passive",
                    "cheap",
                    "simple",
                    "major_one_stack",
                    "major_small_stacks",
                    "multiple",
                ];
                let (land, sea) = (*self.one(&kinds), *self.one(&kinds));
                json!({"board": "campaign", "country": own, "campaign": {"land": land, "sea": sea}})
            }
            3..=6 => json!({"board": "march", "stack": stack, "to": near, "pillage": self.below(2) == 0}),
            7 => json!({"board": "sail", "stack": stack, "way": [near]}),
            15 | 16 => json!({"board": "embark", "stack": stack, "fleet": self.stack(at)}),
            17 => json!({"board": "land", "stack": stack, "to": near}),
            18 => json!({"board": "blockade", "stack": stack, "port": near}),
            19 => json!({"board": "fortress", "stack": stack, "inside": self.below(2) == 0}),
            20 => match self.below(2) {
                0 => json!({"board": "cold", "place": place, "cold": self.below(2) == 0}),
                _ => json!({"board": "revolt", "place": place, "size": self.below(3)}),
            },
            21 => json!({"board": "march", "stack": stack, "to": near, "counter": [self.stack(at)]}),
            8 => json!({"board": "supply", "stack": stack}),
            9 => json!({"board": "engage", "stack": stack, "with": self.stack(at)}),
            10 => json!({"board": "retreat", "stack": stack, "to": near}),
            11 => json!({"board": "regroup", "stack": stack, "counters": ["ld", "ld"]}),
            12 => json!({"board": "buy", "country": own, "place": place, "items": ["ld"]}),
            13 => json!({"board": "upkeep", "country": own}),
            _ => json!({"board": "disband", "stack": stack}),
        }
    }

    /// Seals whatever is asked of somebody, so that play can go on.
    fn answers(&mut self, play: &mut Play) {
        for _ in 0..20 {
            let rounds: Vec<_> = play.campaign.public_view().rounds.clone();
            if rounds.is_empty() {
                return;
            }
            for round in rounds {
                for (seat, is_final) in &round.asked {
                    if *is_final {
                        continue;
                    }
                    let person = seat.number().unwrap();
                    let name = round.round.clone();
                    let state = position(play);
                    let mut body = if name.starts_with("intercept/") {
                        json!({"with": []})
                    } else {
                        json!({"plan": {}})
                    };
                    if self.below(2) == 0 && name.starts_with("fight/") {
                        body["plan"]["leave_at_morale"] = json!(self.below(4));
                    }
                    if let Some((_, fight)) = state.fights.of_round(&name)
                        && fight.scene.at_sea
                        && fight.stopped.is_none()
                    {
                        let ships = 3 * (1 + self.below(4));
                        body["fleet"] =
                            json!({"technology": "carrack", "warships": ships, "command": "none"});
                    }
                    if name.starts_with("intercept/") && self.below(2) == 0 {
                        let march = state.board.under_way.clone().unwrap().march;
                        let mine: Vec<u32> = (state.board.stacks.iter())
                            .filter(|(_, standing)| state.seat_of(standing.country) == Some(seat))
                            .map(|(n, _)| *n)
                            .collect();
                        if !mine.is_empty() {
                            let tries = if self.below(2) == 0 {
                                json!({"with": [[*self.one(&mine), march.to().site().key]]})
                            } else {
                                let near: Vec<Place> =
                                    march.to().neighbours().iter().map(|(place, _)| *place).collect();
                                let to = if self.below(2) == 0 { march.to() } else { *self.one(&near) };
                                json!({"evade": [[*self.one(&mine), to.site().key]]})
                            };
                            let verb = Verb::Seal { round: name.clone(), body: tries };
                            if play.give(By::Person(person), verb).is_ok() {
                                play.must(person, Verb::Final { round: name });
                                continue;
                            }
                        }
                    }
                    play.must(person, Verb::Seal { round: name.clone(), body });
                    play.must(person, Verb::Final { round: name });
                }
            }
        }
        panic!("the envelopes never end: {:?}", play.campaign.public_view().rounds);
    }
}

fn game(n: u64, orders: usize) {
    let mut play = Play::founded_on(
        u8::try_from(n % 250).unwrap(),
        &Founding { campaign: format!("europa{:04}", n % 10_000), ..founding(2, 1 + n % 60) },
    )
    .started();
    let mut player = Player { rng: ChaCha8Rng::seed_from_u64(n) };
    for (person, country) in [(1, "france"), (2, "spain")] {
        play.must(person, Verb::Game(json!({"europa": "take", "country": country})));
        play.act(person, Act::Tell { key: format!("ducats/{country}"), value: 2_000 });
    }
    play.must(1, Verb::Game(json!({"europa": "war", "country": "france", "with": "spain", "on": true})));
    let mut taken = 0;
    for _ in 0..orders {
        let person = 1 + u32::try_from(player.below(2)).unwrap();
        if player.below(12) == 0 {
            for person in [1, 2] {
                let ready = Act::Ready { through: Through::Step, hold: false };
                let _ = play.give(By::Person(person), Verb::Act { act: ready, text: None });
            }
        } else {
            let order = player.order(person, &position(&play));
            taken += usize::from(play.give(By::Person(person), Verb::Game(order)).is_ok());
        }
        player.answers(&mut play);
        let now = position(&play);
        assert!(
            now.board.stacks.values().all(|standing| standing.stack.land().0 >= 0 && standing.owes.0 >= 0)
        );
        for fight in now.fights.of.values() {
            if let Some(verdict) = fight.ended {
                assert!(verdict.lost.iter().all(|lost| lost.0 >= 0));
            }
        }
    }
    assert!(taken > orders / 10, "{taken} of {orders} orders were taken in game {n}");
    assert!(position(&play).board.under_way.is_none());
    play.ends_verified();
}

#[test]
fn random_players_find_no_dead_end() {
    for n in 0..12 {
        game(n, 120);
    }
}

#[test]
#[ignore = "long: run in release"]
fn long_random_players_find_no_dead_end() {
    for n in 0..1_000 {
        game(n, 300);
    }
}
