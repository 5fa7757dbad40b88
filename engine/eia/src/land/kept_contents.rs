//! What is in the corps of a battle on the kept board, for who may know it: nobody states it.

use super::battle::Battle;
use super::battle::sealed::Own;
use crate::Position;
use crate::pieces::{CorpsId, Owner};
use crate::powers::Power;

/// What a corps is called in a battle: by its name, and a minor country's by that of its country too.
#[must_use]
pub fn battle_name(corps: CorpsId) -> String {
    match corps.owner() {
        Owner::Power(_) => corps.name().to_owned(),
        Owner::Minor(_) => corps.to_string(),
    }
}

/// The corps of a power in a battle by their places in its muster.
#[must_use]
pub fn corps_in(state: &Position, battle: &Battle, power: Power) -> Vec<Option<CorpsId>> {
    let stands = battle.musters.get(&power).map(|muster| muster.corps.as_slice()).unwrap_or_default();
    let by_name = |called: &str| {
        let all = state.pieces.corps.keys();
        all.copied().find(|id| battle_name(*id) == called && state.commands(id.owner()) == Some(power))
    };
    stands.iter().map(|stands| by_name(&stands.corps.name)).collect()
}

/// What an owner decides, with what is in his corps as far as it is known: on the kept board nobody states that.
#[must_use]
pub fn with_contents(state: &Position, battle: &Battle, power: Power, own: &Own) -> Own {
    if battle.field.area.is_none() || battle.has_begun() {
        return own.clone();
    }
    let corps = corps_in(state, battle, power).into_iter();
    let factors = corps.map(|id| id.and_then(|id| state.contents.corps(id)).unwrap_or_default());
    Own { factors: factors.collect(), ..own.clone() }
}
