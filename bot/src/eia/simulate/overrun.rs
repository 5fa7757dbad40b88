//! A power that has no army left in the field is overrun: an enemy has the capitals of all that yields it manpower, as the players tell it, until
//! there is peace. It collects none, and so has to sue (`house.surrender.forced.trigger`).

use super::game::Game;
use engine::eia::Position;
use engine::eia::economy::Source;
use engine::eia::powers::Power;
use engine::table::Verb;
use serde_json::json;
use std::collections::BTreeMap;

/// More capitals than so many no single enemy takes.
const MOST: usize = 20;

/// The capitals that were told, by whose they are and who has them.
#[derive(Default)]
pub struct Overrun {
    told: BTreeMap<[Power; 2], Vec<String>>,
}

impl Overrun {
    /// An enemy has the capitals of all that yields a power manpower.
    pub fn told(&mut self, game: &mut Game, by: Power, of: Power) {
        let Some(now) = game.position() else { return };
        let yields = now.income(of).into_iter().filter(|line| line.manpower > 0);
        let capitals: Vec<String> = yields
            .filter_map(|line| match line.source {
                Source::Province { province } => Some(format!("area/{}", province.on_map().capital.key())),
                _ => None,
            })
            .collect();
        if capitals.len() > MOST {
            return;
        }
        for place in capitals {
            let told = json!({"control": "tell", "place": place, "power": by.key()});
            if game.gives(1, Verb::Game(told)) {
                self.told.entry([of, by]).or_default().push(place);
            }
        }
    }

    /// Who is at war no more leaves the other's capitals.
    pub fn ended(&mut self, game: &mut Game, now: &Position) {
        self.told.retain(|[of, by], places| {
            let is_over = !now.are_at_war(*of, *by);
            for place in places.iter().filter(|_| is_over) {
                // What changed hands since is whose it is.
                game.gives(1, Verb::Game(json!({"control": "drop", "place": place})));
            }
            !is_over
        });
    }
}
