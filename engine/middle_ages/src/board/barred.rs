//! Why nothing of a menu can be chosen now, and what would make it possible: a sentence with its rule, as a refusal says it.

use super::{Force, Held, Order, Turn, in_turn, offers, plan, subject, tax};
use crate::Position;
use crate::court::Court;
use crate::endeavour::limits::price_of_building;
use crate::endeavour::{Kin, Kind};
use crate::geography::Area;
use crate::switches::Readings;
use table::names::SeatId;
use table::refusal::Refusal;
use table::{rule, said};

/// Why no endeavour of a kind can be declared: whose turn it is, a court without areas or year cards, the gold that is missing, or what the
/// first of all that could be thought of breaks.
#[must_use]
pub fn endeavour(state: &Position, reads: Readings, seat: &SeatId, court: Court, kind: Kind) -> Refusal {
    match in_turn(state, seat) {
        Err(why) => why,
        Ok(_) if is_exiled(state, court) => exiled(court),
        Ok(_) => may_not(state, reads, court, kind, |plan| plan::may(state, reads, seat, plan).err()),
    }
}

/// Why no endeavour of a kind could be declared in any turn of a court, whatever gold it has.
#[must_use]
pub fn thinkable(state: &Position, reads: Readings, court: Court, kind: Kind) -> Refusal {
    if is_exiled(state, court) {
        return exiled(court);
    }
    may_not(state, reads, court, kind, |plan| plan::fits(state, reads, court, plan).err())
}

/// Why a seat cannot act now: it is not its turn, or something waits to be decided first.
#[must_use]
pub fn turn(state: &Position, seat: &SeatId) -> Option<Refusal> {
    in_turn(state, seat).err()
}

/// What the plan breaks that comes nearest: one that fits and is only barred by gold or cards before one that does not fit.
fn may_not(
    state: &Position,
    reads: Readings,
    court: Court,
    kind: Kind,
    barred: impl Fn(&plan::Plan) -> Option<Refusal>,
) -> Refusal {
    let all = offers::plans(state, reads, court, kind);
    let fits = |plan: &&plan::Plan| plan::fits(state, reads, court, plan).is_ok();
    let nearest = all.iter().find(fits).or_else(|| all.iter().find(|plan| barred(plan).is_some()));
    let none = || match price_of_building(kind) {
        Some(rule) => Refusal::under(rule, said!("No area of {} can be its target.", court)),
        None => Refusal::new(said!("No area that {} reaches can be its target.", court)),
    };
    nearest.and_then(barred).unwrap_or_else(none)
}

/// Why no army can move: none is there, the cards are drawn or something was undertaken, the allowance is used up, or no own area lies beside.
#[must_use]
pub fn army(state: &Position, reads: Readings, seat: &SeatId, court: Court) -> Refusal {
    let turn: Turn = match in_turn(state, seat) {
        Err(why) => return why,
        Ok((_, _, turn)) => turn,
    };
    if is_exiled(state, court) {
        return exiled(court);
    }
    let with: Vec<(Area, &Held)> = state.board.areas_of(court).filter(|(_, held)| held.army() > 0).collect();
    if with.is_empty() {
        return Refusal::under(
            rule!("middle-ages.armies.beginning-missing"),
            said!(
                "{} has no army. {} builds a point of one for {} gold.",
                court,
                Kind::Army,
                Kind::Army.cost()
            ),
        );
    }
    // The smallest counter goes farthest; what bars it bars all.
    let ways = with.iter().flat_map(|(from, held)| {
        let strength = held.armies.iter().min().copied().unwrap_or(1);
        state.data().borders(*from).map(move |next| Order::Move { from: *from, way: vec![next], strength })
    });
    let why = ways.filter_map(|order| subject::may(state, reads, seat, &order).err());
    let why: Vec<Refusal> = why.collect();
    if turn.drawn || turn.endeavours > 0 {
        if let Some(first) = why.into_iter().next() {
            return first;
        }
    } else if let Some(spent) =
        why.into_iter().find(|why| why.rules == [rule!("middle-ages.armies.movement.allowance")])
    {
        return spent;
    }
    Refusal::under(
        rule!("middle-ages.armies.movement.controlled-areas"),
        said!("An army moves only into areas that {} controls, and none lies beside its armies.", court),
    )
}

/// Why nothing can be taxed: what the first of the court's areas breaks that was not taxed in this turn.
#[must_use]
pub fn tax(state: &Position, seat: &SeatId, court: Court) -> Refusal {
    if let Err(why) = in_turn(state, seat) {
        return why;
    }
    if is_exiled(state, court) {
        return exiled(court);
    }
    let left = state.board.areas_of(court).filter(|(_, held)| !held.taxed);
    match left.filter_map(|(area, _)| tax::may(state, seat, area, 1).err()).count() {
        0 => Refusal::new(said!(
            "Each area of {} was taxed in this turn; the next is in the next round.",
            court
        )),
        _ => Refusal::new(said!(
            "An area gives 1 gold up to its social state, and each of {} that was not taxed in this turn stands at 0 or less. {} raises a social state.",
            court,
            Kind::Rule
        )),
    }
}

/// Why a court cannot return from exile.
#[must_use]
pub fn back(state: &Position, seat: &SeatId, court: Court) -> Refusal {
    if let Err(why) = in_turn(state, seat) {
        return why;
    }
    if !is_exiled(state, court) {
        return Refusal::new(said!(
            "{} has areas. Only a court that has lost all returns from exile.",
            court
        ));
    }
    let same = |area: Area| state.board.language(court, area) == Kin::Same;
    let kin: Vec<Area> = state.data().areas().filter(|area| same(*area)).collect();
    match kin.first() {
        Some(first) => Refusal::new(said!(
            "No independent area has the language and the religion of the court of {}. It waits until one is, as {} would be.",
            court,
            state.data().named(*first)
        )),
        None => Refusal::new(said!("No area of this map has the language of the court of {}.", court)),
    }
}

/// Why no point can be given up: there is none, or it is not the court's turn.
#[must_use]
pub fn upkeep(state: &Position, seat: &SeatId, court: Court) -> Refusal {
    let points =
        |(_, held): (Area, &Held)| held.counters(Force::Army).len() + held.counters(Force::Fleet).len();
    match in_turn(state, seat) {
        _ if state.board.areas_of(court).map(points).sum::<usize>() == 0 => {
            Refusal::new(said!("{} has neither armies nor fleets.", court))
        }
        Err(why) => why,
        Ok(_) => Refusal::new(said!(
            "Nothing has to be given up: the gold of {} does for its armies and fleets.",
            court
        )),
    }
}

fn is_exiled(state: &Position, court: Court) -> bool {
    state.board.areas_of(court).next().is_none()
}

fn exiled(court: Court) -> Refusal {
    Refusal::new(said!("{} holds no area. At its desk it returns from exile first.", court))
}
