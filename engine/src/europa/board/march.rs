//! Marching and sailing: the way, what the campaign covers, who may intercept, attrition, arrival.

use super::control::Eyes;
use super::orders::{check_place, covered, die, emit, not_fighting, own_stack};
use super::{Attrited, Happened, PREFIX, Standing, UnderWay};
use crate::europa::attrition::{Due, Effect};
use crate::europa::attrition_land::{self, Moved};
use crate::europa::attrition_sea::{self, Sailed};
use crate::europa::campaigns::{Deed, may_intercept};
use crate::europa::control::{Control, Stance, harbour, receives};
use crate::europa::counters::{self, Spare};
use crate::europa::geography::{Place, atlas};
use crate::europa::paths::{self, MOST_MP, March, Marcher};
use crate::europa::switches;
use crate::europa::thirds::Thirds;
use crate::europa::units::Stack;
use crate::europa::{Europa, Position};
use crate::rules::RuleId;
use crate::table::game::Table;
use crate::table::names::SeatId;
use crate::table::refusal::Refusal;
use crate::{rule, said};
use std::collections::BTreeSet;

/// A stack marches.
pub(super) fn march(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    to: Place,
    way: &[Place],
    pillage: bool,
) -> Result<(), Refusal> {
    let state = table.state();
    let standing = own_stack(state, seat, stack)?.clone();
    not_fighting(&state.board, stack)?;
    if standing.stack.is_naval() {
        return Err(Refusal::new(said!("Ships sail; they do not march. /europa sail moves them.")));
    }
    if standing.must_retreat {
        return Err(Refusal::new(said!("This stack was beaten and has its retreat to make first.")));
    }
    if standing.at == to {
        return Err(Refusal::new(said!("The stack stands in {} already.", to.name())));
    }
    let eyes = Eyes { position: state, country: standing.country };
    let march = if way.is_empty() {
        let left = MOST_MP.saturating_sub(standing.moved);
        paths::cheapest(standing.at, to, left, Marcher::default(), &eyes).ok_or_else(|| {
            Refusal::under(
                rule!("fast-battle.aids.movement-costs"),
                said!(
                    "There is no march from {} to {} within the {} MP that the stack has left.",
                    standing.at.name(),
                    to.name(),
                    left
                ),
            )
        })?
    } else {
        paths::along(standing.at, way, standing.moved, Marcher::default(), &eyes)?
    };
    let deed = deed_of(state, &standing, &march);
    covered(state, seat, stack, &standing, deed)?;
    check_place(state, standing.country, march.to(), &standing.stack, &[stack])?;
    let asked = interceptors(state, &standing, &march);
    let under_way = UnderWay { number: state.board.marches + 1, stack, march, pillage, asked: asked.clone() };
    if asked.is_empty() {
        return arrive(table, &under_way, None);
    }
    let round = format!("{PREFIX}{}", under_way.number);
    let rules = vec![
        rule!("fast-battle.interception.allowed"),
        rule!("fast-battle.round.interception-inside-movement"),
        rule!("fast-battle.campaign.before-own-move"),
    ];
    emit(table, Happened::MarchBegun { under_way, rules })?;
    table.open_envelopes(&round, asked.into_iter().collect(), false)
}

/// Whether a march enters what is not friendly: the city of an enemy, or troops of his.
fn deed_of(state: &Position, standing: &Standing, march: &March) -> Deed {
    let eyes = Eyes { position: state, country: standing.country };
    let hostile = |place: Place| {
        eyes.stance(place) == Stance::Enemy
            || state.board.at(place).any(|(_, other)| eyes.is_enemy(other.country))
    };
    if march.entered().any(hostile) { Deed::EntersEnemy } else { Deed::Moves }
}

/// The players who could try to intercept a march: at war, with a land stack in a province that is entered or next to it, and a campaign
/// that lets them.
fn interceptors(state: &Position, standing: &Standing, march: &March) -> BTreeSet<SeatId> {
    let eyes = Eyes { position: state, country: standing.country };
    let mut seats = BTreeSet::new();
    for other in state.board.stacks.values() {
        let Some(seat) = state.seat_of(other.country) else { continue };
        if other.stack.is_naval() || !eyes.is_enemy(other.country) || other.must_retreat {
            continue;
        }
        if march.entered().any(|place| can_intercept(state, other, place).is_ok()) {
            seats.insert(seat.clone());
        }
    }
    seats
}

/// Whether a stack could try to intercept in a province.
///
/// # Errors
/// A refusal where it stands too far off, or its player's campaign does not let it.
pub(super) fn can_intercept(state: &Position, by: &Standing, at: Place) -> Result<Vec<RuleId>, Refusal> {
    let near = by.at == at || atlas().border(by.at, at).is_some_and(|border| !border.is_strait());
    if !near {
        return Err(Refusal::under(
            rule!("fast-battle.aids.interception-evasion"),
            said!("{} is too far from {} to intercept there.", by.at.name(), at.name()),
        ));
    }
    let eyes = Eyes { position: state, country: by.country };
    let paid = state.seat_of(by.country).and_then(|seat| state.board.paid.get(seat));
    let leave = may_intercept(paid.map(|campaign| campaign.land), eyes.stance(at) == Stance::Friendly)?;
    Ok(leave.rules)
}

/// A march comes to its end, or to where it was intercepted: after so many steps.
pub(super) fn arrive(
    table: &mut Table<'_, '_, Europa>,
    under_way: &UnderWay,
    stopped: Option<usize>,
) -> Result<(), Refusal> {
    let state = table.state();
    let Some(standing) = state.board.stacks.get(&under_way.stack).cloned() else { return Ok(()) };
    let mut march = under_way.march.clone();
    if let Some(steps) = stopped {
        march.steps.truncate(steps);
    }
    let eyes = Eyes { position: state, country: standing.country };
    let seat = state.seat_of(standing.country).cloned();
    let cheap = seat
        .as_ref()
        .and_then(|seat| state.board.paid.get(seat))
        .is_some_and(|campaign| campaign.land == crate::europa::campaigns::Kind::Cheap);
    let pillages =
        march.touched().into_iter().fold(crate::europa::attrition::Pillages::default(), |all, place| {
            all.and(state.board.pillages_of(place))
        });
    let moved = Moved {
        stack: &standing.stack,
        at: march.to(),
        technology: state.land_of(standing.country),
        mp: standing.moved.saturating_add(march.mp()),
        shipped: None,
        enemy: march.enters_enemy(&eyes) || eyes.stance(march.to()) == Stance::Enemy,
        pillages,
        man: standing.man(),
        poor_weather: state.board.bad_weather,
        cheap,
    };
    let deed = deed_of(state, &standing, &march);
    let due = attrition_land::movement(&moved, switches::edition(|key| table.switch(key)));
    let mut rules = vec![rule!("fast-battle.aids.movement-costs")];
    let from = march.from;
    let attrition = match due {
        Some(due) => {
            rules.extend(due.rules());
            rules.extend(due.added.iter().flat_map(|added| added.why.rules().iter().copied()));
            Some(attrite(table, &standing, from, due, under_way.pillage)?)
        }
        None => None,
    };
    rules.sort_unstable();
    rules.dedup();
    emit(table, Happened::Marched { stack: under_way.stack, march, deed, attrition, rules })
}

/// Rolls attrition for a stack: what it loses, how that is taken off it, where a pillage is laid.
pub(super) fn attrite(
    table: &mut Table<'_, '_, Europa>,
    standing: &Standing,
    pillaged_at: Place,
    due: Due,
    pillage: bool,
) -> Result<Attrited, Refusal> {
    let purpose = standing.at.name();
    let rolled = due.roll(die(table, 0, purpose)?);
    let mut chances = Vec::new();
    for n in 0..rolled.dice_wanted() {
        chances.push(die(table, 1 + u32::from(n), purpose)?);
    }
    let lost = rolled.ld_lost(pillage);
    let mut left = standing.stack.clone();
    let mut owes = Thirds::NONE;
    match rolled.effect {
        Effect::Percent(remains) => owes = remains.before - remains.after(&chances),
        Effect::Europe { .. } if lost > 0 => left = without(&standing.stack, lost),
        Effect::Europe { .. } => {}
    }
    let pillaged = rolled.pillages(pillage).then(|| {
        let (pillages, _) = table.state().board.pillages_of(pillaged_at).laid();
        (pillaged_at, pillages)
    });
    let foraging = pillaged.is_some()
        && matches!(
            rolled.effect,
            Effect::Europe { p: Some(crate::europa::attrition::P::Either { foraging: true }), .. }
        );
    Ok(Attrited { rolled, chances, lost, left, owes, pillaged, foraging })
}

/// What is left of a stack that loses so many LD: of the ways the one that keeps most armies. Its owner may regroup it afterwards.
pub(super) fn without(stack: &Stack, lost: u8) -> Stack {
    let ways = counters::losses(&stack.0, lost, |_| Spare { armies: u8::MAX, ld: u8::MAX });
    let most = |way: &counters::Way| way.left.iter().filter(|unit| unit.counter.is_army()).count();
    match ways.iter().max_by_key(|way| (most(way), std::cmp::Reverse(way.left.len()))) {
        Some(way) => Stack(way.left.clone()),
        None => Stack(Vec::new()),
    }
}

/// A stack sails.
pub(super) fn sail(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    way: &[Place],
) -> Result<(), Refusal> {
    let state = table.state();
    let standing = own_stack(state, seat, stack)?.clone();
    not_fighting(&state.board, stack)?;
    if !standing.stack.is_naval() {
        return Err(Refusal::new(said!("Troops march; they do not sail. /europa march moves them.")));
    }
    if standing.moved > 0 {
        return Err(Refusal::new(said!("This stack has sailed in this round.")));
    }
    if way.len() > 40 {
        return Err(Refusal::new(said!("A voyage enters 40 places at most.")));
    }
    let switches = switches::logistics();
    let eyes = Eyes { position: state, country: standing.country };
    let mut at = standing.at;
    for (i, place) in way.iter().enumerate() {
        if atlas().border(at, *place).is_none() {
            return Err(Refusal::new(said!("{} does not border {}.", at.name(), place.name())));
        }
        let last = i + 1 == way.len();
        if !place.site().is_sea() {
            let fits = harbour(*place, &switches)
                .is_some_and(|(harbour, _)| receives(harbour, &standing.stack, &switches));
            if !last || !eyes.port(*place) || !fits {
                return Err(Refusal::new(said!(
                    "{} is no port of yours that takes this stack. A voyage ends in a sea zone or a port of your side.",
                    place.name()
                )));
            }
        } else if last {
            crate::europa::units::may_sail(&standing.stack, *place)?;
        }
        at = *place;
    }
    let hostile = state.board.at(at).any(|(_, other)| other.stack.is_naval() && eyes.is_enemy(other.country));
    let deed = if hostile { Deed::EntersEnemy } else { Deed::Moves };
    covered(state, seat, stack, &standing, deed)?;
    check_place(state, standing.country, at, &standing.stack, &[stack])?;
    let entered: Vec<Place> = way.iter().copied().filter(|place| place.site().is_sea()).collect();
    let sailed = Sailed {
        stack: &standing.stack,
        from: standing.at,
        entered: &entered,
        technology: state.naval_of(standing.country),
        man: standing.man(),
        poor_weather: state.board.bad_weather,
    };
    let takes = |place: Place| {
        eyes.port(place)
            && harbour(place, &switches)
                .is_some_and(|(harbour, _)| receives(harbour, &standing.stack, &switches))
    };
    let due = attrition_sea::roll(&sailed, takes, &eyes, &switches);
    let mut rules: Vec<RuleId> = Vec::new();
    let attrition = match due {
        Some(due) => {
            rules.extend(due.rules());
            rules.extend(due.added.iter().flat_map(|added| added.why.rules().iter().copied()));
            Some(attrite(table, &standing, at, due, false)?)
        }
        None => None,
    };
    rules.sort_unstable();
    rules.dedup();
    let way = if way.is_empty() { vec![standing.at] } else { way.to_vec() };
    emit(table, Happened::Sailed { stack, way, attrition, rules })
}
