//! Which charts a battle read that are not the printed game's, by what is told of it. What a group typed counts as printed.

use super::fight::{Fight, Setting, Side, Who};
use super::notes::{Note, Rolled, Tried, Why};
use crate::chits::{Attack, Defence};
use crate::land::values::{HIGHEST_RATING, Values};
use crate::nations::land;
use std::collections::BTreeSet;

/// What was read before a day began and in the notes of it, each in its word, in the words' order. Of terrain all that its kind changes
/// counts as read; of tactical ratings that added nothing, the whole chart. `day` is the day as it stands after them.
#[must_use]
pub fn of_the_day(
    before: Vec<String>,
    notes: &[Note],
    of: &Setting,
    day: &Fight,
    values: Values<'_>,
) -> Vec<String> {
    let mut words: BTreeSet<&'static str> = BTreeSet::new();
    // A side that nobody commanded, or that came by its commander in the middle of the day.
    let unled = |who: Who| {
        let came = |note: &Note| matches!(note, Note::Command { who: whose, .. } if *whose == who);
        day.armies[who as usize].commander.is_none() || notes.iter().any(came)
    };
    let unknown = |who: Who| unled(who) && !are_rated(&of.sides[who as usize], values);
    if is_rated(of) && notes.iter().any(|note| matches!(note, Note::Clash { .. })) {
        words.extend(Who::BOTH.into_iter().any(unknown).then_some("corps ratings"));
    }
    for note in notes {
        match note {
            Note::Reinforcement(tried) | Note::Arrival(tried) => {
                words.extend(terrain(of, values));
                words.extend(ratings(tried, of, values));
            }
            Note::Withdrawal(tried) => words.extend(ratings(tried, of, values)),
            Note::Bombardment { rolled, .. } => roll(rolled, of, values, &mut words),
            Note::Clash { rolled, .. } => {
                words.extend(terrain(of, values));
                rolled.iter().for_each(|rolled| roll(rolled, of, values, &mut words));
            }
            Note::Guard { shift, die, .. } => {
                if values.guard_lost(*shift, *die).is_some_and(|fact| !fact.origin.is_certain()) {
                    words.insert("guard");
                }
            }
            Note::NoFight | Note::Command { .. } | Note::Broke { .. } => {}
        }
    }
    let mut all: BTreeSet<String> = before.into_iter().collect();
    all.extend(words.into_iter().map(str::to_owned));
    all.into_iter().collect()
}

fn terrain(of: &Setting, values: Values<'_>) -> Option<&'static str> {
    let (_, known) = values.ground(of.ground.key())?;
    (!known).then_some("terrain")
}

/// The ratings of corps that tried without a leader.
fn ratings(tried: &Tried, of: &Setting, values: Values<'_>) -> Option<&'static str> {
    let side = &of.sides[tried.who as usize];
    let read = tried.leader.is_none() && !are_rated(side, values);
    read.then_some("corps ratings")
}

/// Whether the ratings of a side's corps without a leader are all certain.
fn are_rated(side: &Side, values: Values<'_>) -> bool {
    side.corps.iter().all(|unit| {
        if unit.irregular {
            land().irregulars.origin.is_certain()
        } else {
            values.ratings(unit.power).iter().all(|fact| fact.origin.is_certain())
        }
    })
}

fn roll(rolled: &Rolled, of: &Setting, values: Values<'_>, words: &mut BTreeSet<&'static str>) {
    if !values.knows_casualties(rolled.percent.into(), rolled.of) {
        words.insert("casualty chart");
    }
    if !is_rated(of) {
        return;
    }
    let known = |own, enemy| values.rated(own, enemy).is_none_or(|fact| fact.origin.is_certain());
    let told = rolled.added.iter().find_map(|added| match added.why {
        Why::Ratings(own, enemy) => Some((own, enemy)),
        _ => None,
    });
    let all = || (0..=HIGHEST_RATING).all(|own| (0..=HIGHEST_RATING).all(|enemy| known(own, enemy)));
    if !told.map_or_else(all, |(own, enemy)| known(own, enemy)) {
        words.insert("ratings");
    }
}

/// Whether tactical ratings count for the dice under these chits.
fn is_rated(of: &Setting) -> bool {
    !(of.defence == Defence::Defend && matches!(of.attack, Attack::Assault | Attack::EscalatedAssault))
}
