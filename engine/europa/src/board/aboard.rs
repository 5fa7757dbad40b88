//! Troops on ships: going aboard, and going ashore in a port or on a beach.

use super::UnderWay;
use super::control::Eyes;
use super::march::{may_move, may_set_out, set_out};
use super::orders::{covered, emit, own_stack};
use super::{Happened, Standing};
use crate::campaigns::Deed;
use crate::control::Control;
use crate::geography::{Place, atlas};
use crate::paths::{self, MOST_MP, March, Part, Step};
use crate::{Europa, Position, fleets};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

const RULE: RuleId = rule!("fast-battle.aids.sea-transport");

/// Troops go aboard a naval stack of their player.
pub(super) fn embark(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    fleet: u32,
) -> Result<(), Refusal> {
    let state = table.state();
    let points = may_embark(state, seat, stack, fleet)?;
    let troops = own_stack(state, seat, stack)?;
    let from_port = Eyes::of(state, troops.country).port(troops.at);
    emit(table, Happened::Embarked { stack, fleet, from_port, points, rules: vec![RULE] })
}

/// The transport points that troops take up which may go aboard.
pub(super) fn may_embark(state: &Position, seat: &SeatId, stack: u32, fleet: u32) -> Result<u16, Refusal> {
    let (troops, ships) = (own_stack(state, seat, stack)?, own_stack(state, seat, fleet)?);
    may_move(state, stack, troops)?;
    may_move(state, fleet, ships)?;
    if troops.stack.is_naval() || !ships.stack.is_naval() {
        return Err(Refusal::under(RULE, said!("Troops go aboard ships.")));
    }
    if troops.aboard.is_some() {
        return Err(Refusal::under(
            RULE,
            said!("These troops are aboard ships. /europa sea land puts them ashore."),
        ));
    }
    if troops.at != ships.at && atlas().border(troops.at, ships.at).is_none() {
        return Err(Refusal::under(
            RULE,
            said!(
                "{} is not next to {}: troops go aboard where they stand.",
                ships.at.name(),
                troops.at.name()
            ),
        ));
    }
    let points = room(state, fleet, ships, troops)?;
    covered(state, seat, stack, troops, Deed::Moves)?;
    Ok(points)
}

/// The transport points that troops take up, where the ships have them. What is in a fleet counter is secret: it counts with what fills it,
/// and its owner answers for the rest.
pub(super) fn room(
    state: &Position,
    fleet: u32,
    ships: &Standing,
    troops: &Standing,
) -> Result<u16, Refusal> {
    let period = state.turn.period();
    let mut needs = fleets::takes_up(&troops.stack, period)?;
    for (_, other) in state.board.carried(fleet) {
        needs += fleets::takes_up(&other.stack, period)?;
    }
    let mut has = fleets::carries(&ships.stack);
    for unit in ships.stack.0.iter().filter(|unit| unit.counter.is_fleet()) {
        match fleets::fills(unit.counter, unit.country, period) {
            // Two galleys take the place of an ND and carry a point each.
            Some(full) => has += 4 * u16::from(full.nd) + 6 * u16::from(full.dtr),
            None => has = u16::MAX / 2,
        }
    }
    if needs > has {
        return Err(Refusal::under(
            RULE,
            said!(
                "The land stack takes up {} transport points; the ships have {}.",
                needs.div_ceil(2),
                has / 2
            ),
        ));
    }
    Ok(needs.div_ceil(2))
}

/// Troops go ashore: the transport as a whole costs MP, and enemies may intercept them on land.
pub(super) fn land(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    to: Place,
    pillage: bool,
) -> Result<(), Refusal> {
    let state = table.state();
    let march = may_land(state, seat, stack, to)?;
    let standing = own_stack(state, seat, stack)?.clone();
    let under_way = UnderWay { pillage, ..UnderWay::new(state, stack, march) };
    set_out(table, &standing, under_way)
}

/// The way ashore that troops may take.
pub(super) fn may_land(state: &Position, seat: &SeatId, stack: u32, to: Place) -> Result<March, Refusal> {
    let standing = own_stack(state, seat, stack)?;
    may_move(state, stack, standing)?;
    let ships = standing.aboard.and_then(|fleet| Some((fleet, state.board.stacks.get(&fleet)?)));
    let Some((fleet, ships)) = ships else {
        return Err(Refusal::under(
            RULE,
            said!("These troops are aboard no ships. /europa sea embark puts them there."),
        ));
    };
    may_move(state, fleet, ships)?;
    if to.site().is_sea() || to != ships.at && atlas().border(ships.at, to).is_none() {
        return Err(Refusal::under(
            RULE,
            said!("{} is no province next to {}, where the ships are.", to.name(), ships.at.name()),
        ));
    }
    let eyes = Eyes::of(state, standing.country);
    let to_port = eyes.port(to);
    if !to_port && !standing.from_port {
        return Err(Refusal::under(
            RULE,
            said!("One end of a transport at least is a port that its side controls; neither is."),
        ));
    }
    if !to_port && ships.moved > 0 && ships.landing != Some(to) {
        return Err(Refusal::under(
            rule!("fast-battle.aids.interception-evasion"),
            said!(
                "A landing outside of your ports is announced with the voyage, before anybody intercepts: /europa sea sail with landing."
            ),
        ));
    }
    let mp = paths::transport(to, standing.from_port && to_port);
    let spent = standing.moved.saturating_add(mp);
    if spent > MOST_MP {
        return Err(Refusal::under(
            rule!("fast-battle.aids.movement-costs"),
            said!(
                "The transport to {} takes {} MP; the stack would have used {} of {}.",
                to.name(),
                mp,
                spent,
                MOST_MP
            ),
        ));
    }
    let step = Step { to, mp, parts: vec![Part { mp, why: paths::Why::Transport }] };
    let march = March { from: ships.at, steps: vec![step] };
    may_set_out(state, seat, stack, standing, &march)?;
    Ok(march)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::by_hand::{F_MINUS, at_war, standing};
    use crate::units::Counter::{ArmyPlus, Dtr};

    // fast-battle.aids.sea-transport: of a fleet for which the tables have no row its owner knows what it carries.
    #[test]
    fn a_fleet_of_which_nothing_is_known_may_carry_anything() {
        let state = at_war(8);
        let troops = standing("france", "eProvence", &[ArmyPlus, ArmyPlus]);
        let room = |ships: &[crate::units::Counter], of: &str| {
            room(&state, 9, &standing(of, "sLion", ships), &troops).ok()
        };
        let points = room(&[F_MINUS], "savoy");
        assert!(points.is_some_and(|points| points > 3));
        assert_eq!(room(&[Dtr, F_MINUS], "savoy"), points);
        assert_eq!(room(&[F_MINUS], "france"), None, "that one holds two ND and a DTr");
    }
}
