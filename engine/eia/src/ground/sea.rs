//! Distances at sea (6.2): where a fleet gets, which ports take it, and which are blockaded.

use super::Ground;
use super::data::limit;
use crate::map::{
    AreaId, Berth, FLEET_MP, SeaId, Voyage, is_dardanelles, national_capital, sea_path, sea_reach,
};
use crate::pieces::FleetId;
use crate::powers::Power;
use table::facts::Origin;
use table::refusal::Refusal;
use table::said::name;
use table::{rule, said};

/// Whether a power's fleets and chains may be in a sea area: everywhere, but in the Dardanelles only with leave, or where it holds Constantinople
/// (`standard.sea.strait.open`, `standard.sea.strait.dardanelles`).
#[must_use]
pub fn may_sail(ground: &Ground<'_>, power: Power, sea: SeaId) -> bool {
    if !is_dardanelles(Berth::Sea(sea)) || ground.state().passes_dardanelles(power) {
        return true;
    }
    national_capital(Power::Turkey).is_some_and(|constantinople| ground.holder(constantinople) == Some(power))
}

/// Whether a port is friendly to a power's fleets (`standard.sea.move.friendly-port`): it holds the city, or who does gave it access or moves
/// together with it.
#[must_use]
pub fn is_friendly(ground: &Ground<'_>, power: Power, port: AreaId) -> bool {
    let leave = |holder: Power| {
        holder == power
            || ground.move_together(power, holder)
            || ground.state().has_access(power, port.on_map().province)
                && ground.state().held(port.on_map().province).by() == Some(holder)
    };
    ground.holder(port).is_some_and(leave)
}

/// Whether a port is blockaded: a fleet at war with who holds the city lies in its box (`standard.sea.blockade.definition`); to a power too where
/// that fleet is at war with it.
#[must_use]
pub fn is_blockaded(ground: &Ground<'_>, power: Power, port: AreaId) -> bool {
    let in_the_box = ground.pieces().fleets.iter().filter(|(_, fleet)| fleet.berth == Berth::Box(port));
    let mut powers = in_the_box.filter_map(|(fleet, _)| ground.state().commands(fleet.owner()));
    powers.any(|by| {
        ground.are_at_war(by, power)
            || ground.holder(port).is_some_and(|holder| ground.are_at_war(by, holder))
    })
}

/// How many more fleets a port takes (`standard.sea.move.port-room`).
#[must_use]
pub fn room(ground: &Ground<'_>, port: AreaId) -> usize {
    let takes = port.on_map().port.as_ref().map_or(0, |port| usize::from(port.fleets));
    let lie = ground.pieces().fleets.values().filter(|fleet| fleet.berth == Berth::Port(port)).count();
    takes.saturating_sub(lie)
}

fn sails(ground: &Ground<'_>, fleet: FleetId) -> Result<(Power, Berth), Refusal> {
    let power = ground.state().commands(fleet.owner());
    let berth = ground.pieces().fleets.get(&fleet).map(|fleet| fleet.berth);
    power.zip(berth).ok_or_else(|| Refusal::new(said!("{} is not on the map.", fleet)))
}

/// The voyage of a fleet to a place, where it may end (`standard.sea.move.points`, `standard.sea.move.cost`).
///
/// # Errors
/// A sentence that says why it does not get there, or may not lie there.
pub fn voyage(ground: &Ground<'_>, fleet: FleetId, to: Berth) -> Result<Voyage, Refusal> {
    let (power, from) = sails(ground, fleet)?;
    let called = |berth: Berth| match berth {
        Berth::Sea(sea) => name(sea.name()),
        Berth::Box(area) | Berth::Port(area) => name(area.name()),
    };
    let Some(voyage) = sea_path(from, to, |sea| may_sail(ground, power, sea)) else {
        let says = if sea_path(from, to, |_| true).is_some() {
            said!(
                "To {} one sails through the Dardanelles, and {} has no leave of who holds Constantinople.",
                called(to),
                power
            )
        } else {
            said!("No way by sea leads to {}.", called(to))
        };
        return Err(Refusal::under(rule!("standard.sea.strait.dardanelles"), says));
    };
    if voyage.points > FLEET_MP {
        return Err(Refusal::under(
            rule!("standard.sea.move.points"),
            said!(
                "The voyage to {} takes {} movement points, and a fleet has {}.",
                called(to),
                voyage.points,
                FLEET_MP
            ),
        ));
    }
    if let Berth::Port(port) = to
        && from != to
    {
        if !is_friendly(ground, power, port) {
            return Err(Refusal::under(
                rule!("standard.sea.move.friendly-port"),
                said!(
                    "The port of {} is not friendly to {}: it may lie in the box before it, or at sea.",
                    called(to),
                    power
                ),
            ));
        }
        if room(ground, port) == 0 {
            return Err(Refusal::under(
                rule!("standard.sea.move.port-room"),
                limit(
                    said!("The port of {} is full; the box before it takes any number.", called(to)),
                    Origin::Ours,
                ),
            ));
        }
    }
    Ok(voyage)
}

/// Every place in which a fleet may end its voyage, with the fewest movement points: sea areas, boxes, and friendly ports with room.
///
/// # Errors
/// A sentence where the fleet is off the map.
pub fn reach(ground: &Ground<'_>, fleet: FleetId) -> Result<Vec<(Berth, u16)>, Refusal> {
    let (power, from) = sails(ground, fleet)?;
    let seas = sea_reach(from, FLEET_MP, |sea| may_sail(ground, power, sea));
    let seas = seas.into_iter().map(|(sea, points)| (Berth::Sea(sea), points));
    let ports = AreaId::all().filter(|area| area.on_map().port.is_some());
    let near = ports.flat_map(|area| [Berth::Box(area), Berth::Port(area)]).filter_map(|berth| {
        let voyage = voyage(ground, fleet, berth).ok()?;
        Some((berth, voyage.points))
    });
    Ok(seas.chain(near).collect())
}
