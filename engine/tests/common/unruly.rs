//! A player of Europa who orders what may be allowed or not: whatever comes to his mind, and not only what is offered.

use super::europa::position;
use super::{Play, sealing};
use engine::europa::Position;
use engine::europa::board;
use engine::europa::geography::Place;
use engine::table::frames::{Awaited, What};
use engine::table::{Act, By, Verb};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

const COUNTRIES: [&str; 2] = ["france", "spain"];
const HOMES: [&str; 6] = ["eLanguedoc", "eRosselo", "eCatalunya", "eIle-de-France", "eNavarra", "sLion"];

pub struct Player {
    rng: ChaCha8Rng,
}

impl Player {
    pub fn of_seed(seed: u64) -> Player {
        Player { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    pub fn below(&mut self, n: usize) -> usize {
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
    pub fn order(&mut self, person: u32, at: &Position) -> Value {
        let own = COUNTRIES[person as usize - 1];
        let stack = self.stack(at);
        let neighbour = at.board.stacks.get(&u32::try_from(stack).unwrap()).map(|standing| {
            let near: Vec<Place> = standing.at.neighbours().iter().map(|(place, _)| *place).collect();
            self.one(&near).site().key.clone()
        });
        let near = neighbour.unwrap_or_else(|| HOMES[0].to_owned());
        let place = (*self.one(&HOMES)).to_owned();
        match self.below(26) {
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
            22 => self.siege(own, stack, at),
            23..=25 if at.sieges.of.values().any(|siege| siege.ended.is_none()) => {
                let open = at.sieges.of.iter().filter(|(_, siege)| siege.ended.is_none());
                let open: Vec<u32> = open.map(|(n, _)| *n).collect();
                let number = *self.one(&open);
                match self.below(8) {
                    0..=2 => json!({"siege": "work", "number": number}),
                    3 => json!({"siege": "choose", "number": number, "honours": self.below(2) == 0}),
                    4 => json!({"siege": "lift", "number": number}),
                    5 => json!({"siege": "hunger", "number": number}),
                    _ => json!({"siege": "storm", "number": number, "later": self.below(4) == 0}),
                }
            }
            8 => json!({"board": "supply", "stack": stack}),
            9 => json!({"board": "engage", "stack": stack, "with": self.stack(at)}),
            10 => json!({"board": "retreat", "stack": stack, "to": near}),
            11 => json!({"board": "regroup", "stack": stack, "counters": ["ld", "ld"]}),
            12 => json!({"board": "buy", "country": own, "place": place, "items": ["ld"]}),
            13 => json!({"board": "upkeep", "country": own}),
            _ => json!({"board": "disband", "stack": stack}),
        }
    }

    /// A siege by a stack where it stands, of what it has or of a little more.
    fn siege(&mut self, own: &str, stack: u64, at: &Position) -> Value {
        let Some(standing) = at.board.stacks.get(&u32::try_from(stack).unwrap()) else {
            return json!({"board": "disband", "stack": stack});
        };
        let other = COUNTRIES[usize::from(own == COUNTRIES[0])];
        let inside: i32 = (at.board.at(standing.at).filter(|(_, other)| other.inside))
            .map(|(_, other)| other.stack.land().0)
            .sum();
        let mut besieger = serde_json::to_value(board::side(at, standing)).unwrap();
        if self.below(4) == 0 {
            besieger["parts"][0]["a_minus"] = json!(1);
        }
        let mut scene =
            json!({"place": standing.at.name(), "level": self.below(3), "countries": [[own], [other]]});
        if self.below(4) > 0 {
            scene["line"] = json!(self.below(9));
        }
        let garrison = json!({"technology": "arquebuse", "troops": inside});
        json!({"siege": "lay", "scene": scene, "besieger": besieger, "garrison": garrison})
    }

    /// Seals whatever the game asks of somebody, so that play can go on; each envelope is looked at before it is Final.
    pub fn answers(&mut self, play: &mut Play, looks: &mut dyn FnMut(&Play)) {
        for _ in 0..40 {
            let view = play.campaign.public_view();
            let orders = |awaited: &&Awaited| matches!(awaited.what, What::Order(_)) && !awaited.held;
            if let Some(awaited) = view.awaited.iter().find(orders) {
                let person = awaited.of().next().unwrap().number().unwrap();
                play.act(person, Act::LetStand { frame: awaited.line });
                continue;
            }
            let mut rounds: Vec<_> = view.rounds.clone();
            rounds.retain(|round| round.exchange.is_none());
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
                    if let Ok(round) = name.parse()
                        && let Some((number, fight)) = state.fights.of_round(round)
                        && fight.scene.at_sea
                        && fight.stopped.is_none()
                    {
                        // What stands on the board is an ND at least; what it owes is off it.
                        let who = state.side_of(fight, seat).unwrap() as usize;
                        let standing = &state.board.stacks[&state.board.fights[&number][who]];
                        let left = (standing.stack.naval() - standing.owes).0;
                        let ships = if left > 0 { left } else { 3 };
                        body["fleet"] =
                            json!({"technology": "carrack", "warships": ships, "command": "none"});
                    }
                    if name.starts_with("intercept/") && self.below(2) == 0 {
                        let march = state.under_way().unwrap().march.clone();
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
                            let verb = sealing(&name, &tries);
                            if play.give(By::Person(person), verb).is_ok() {
                                looks(play);
                                play.must(person, Verb::Final { round: name });
                                continue;
                            }
                        }
                    }
                    play.must(person, sealing(&name, &body));
                    looks(play);
                    play.must(person, Verb::Final { round: name });
                }
            }
        }
        panic!("the envelopes never end: {:?}", play.campaign.public_view().rounds);
    }
}
