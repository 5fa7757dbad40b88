//! Who has still to leave a field: corps that were beaten there this month, or left it, and whose counters stand there as before.

use super::muster::place_key;
use super::present::end::leaves;
use super::present::plan::place;
use crate::seen::position;
use eia::Position;
use eia::land::battle::Battle;
use eia::outline::{self, Phase};
use eia::powers::Power;
use table_commands::present::Scene;
use table_commands::present::names::{list, plain_text};
use table_commands::say;

/// Corps that have still to leave a field.
pub(super) struct Leaving {
    /// What the field is called.
    field: String,
    /// The area's key.
    place: String,
    /// Whose they are.
    power: Power,
    /// What they are called.
    corps: Vec<String>,
    /// Whether they were beaten, so that they go to the nearest depot; else they go where they like.
    beaten: bool,
}

impl Leaving {
    /// Whether a power's corps that stands at a place is among them.
    pub(super) fn has(&self, power: Power, place: &str, corps: &str) -> bool {
        self.power == power && self.place == place && self.corps.iter().any(|one| one == corps)
    }
}

/// All who have still to leave a field in the Land phase that is open: the board here says that they stand there. Where another battle was
/// opened since, who stays is settled there.
pub(super) fn all(scene: &Scene<'_>) -> Vec<Leaving> {
    by_the_last(scene, |_| true)
}

/// The same of battles that are over, whatever was opened since: who has to leave by the last of them does not muster there.
pub(super) fn of_the_over(scene: &Scene<'_>) -> Vec<Leaving> {
    by_the_last(scene, |battle| battle.ended.is_some())
}

/// By the last of these battles at each place.
fn by_the_last(scene: &Scene<'_>, counts: impl Fn(&Battle) -> bool) -> Vec<Leaving> {
    let month = outline::place(&scene.own.step).filter(|(_, phase)| *phase == Phase::Land);
    let (Some((month, _)), Some(position)) = (month, position(&scene.own)) else { return Vec::new() };
    let is_last = |number: u32, battle: &Battle| {
        let mut later = position.battles.of.range(number + 1..);
        later.all(|(_, other)| !counts(other) || other.field.place != battle.field.place)
    };
    let over = position.battles.of.iter().filter(|(_, battle)| battle.over == Some(month));
    let over = over.filter(|(number, battle)| is_last(**number, battle));
    over.flat_map(|(_, battle)| of_a_battle(scene, &position, battle)).collect()
}

fn of_a_battle(scene: &Scene<'_>, position: &Position, battle: &Battle) -> Vec<Leaving> {
    let went = battle.ended.as_ref().and_then(|ended| Some((ended, leaves(battle, ended)?)));
    let (Some((ended, who)), Some(key)) = (went, place_key(scene, battle)) else { return Vec::new() };
    let leaving = |power: &Power| {
        let was_in_it = |name: &str| {
            let is_it = |of: Power, corps: &str| of == *power && corps.to_lowercase() == name.to_lowercase();
            ended.book.iter().any(|booked| !booked.after.is_empty() && is_it(booked.power, &booked.corps))
        };
        let there = position.counters_of(*power).iter();
        let there = there.filter(|(name, counter)| counter.place == key && was_in_it(name));
        let corps: Vec<String> = there.map(|(name, _)| name.clone()).collect();
        let (field, place, beaten) = (place(battle), key.clone(), ended.winner.is_some());
        (!corps.is_empty()).then_some(Leaving { field, place, power: *power, corps, beaten })
    };
    battle.field.of(who).iter().filter_map(leaving).collect()
}

/// What the desk of who looks says of his corps that have still to leave a field.
pub(crate) fn lines(scene: &Scene<'_>) -> Vec<String> {
    let (Some(seat), Some(position)) = (scene.own.seat(), position(&scene.own)) else { return Vec::new() };
    let own = position.moved_by(seat);
    let says = |one: &Leaving| {
        let corps: Vec<String> = one.corps.iter().map(|name| plain_text(name, 40)).collect();
        let (power, corps) = (crate::names::called(one.power), list(&corps));
        if one.beaten {
            say!(
                "**{}**: beaten, {} ({}) still there on the map here. *My counters* moves them: to the nearest depot.",
                one.field.clone(),
                corps,
                power
            )
        } else {
            say!(
                "**{}**: out of it, {} ({}) still there on the map here. *My counters* moves them where they go.",
                one.field.clone(),
                corps,
                power
            )
        }
    };
    all(scene).iter().filter(|one| own.contains(&one.power)).map(says).collect()
}
