//! Marches (7.3) as players order them: corps that go together, men left in cities on the way, into a city and out of it, depots, and leaders
//! who change their corps. How far a counter gets is [`crate::ground::reach`]'s.

use super::forces::{Factors, Troop};
use super::phase::{Happened, Leaves, Order, emit, tell_contents};
use crate::danube;
use crate::frame::Frame;
use crate::ground::Ground;
use crate::guards::not_yours;
use crate::map::AreaId;
use crate::pieces::contents::fits_corps;
use crate::pieces::garrison::city_room;
use crate::pieces::{CorpsId, Depot, DepotId, Garrison, Leader, LeaderId, Owner, Stand};
use crate::powers::Power;
use crate::slots::{self, attacked};
use crate::{EmpiresInArms, Position};
use serde_json::Value;
use std::collections::BTreeMap;
use table::Stage;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said::name;
use table::view::View;
use table::{lodged, rule, said};

/// What a march comes to, before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marches {
    /// Where it ends.
    pub to: AreaId,
    /// Movement points left, by corps.
    pub spare: BTreeMap<CorpsId, u8>,
    /// What the first corps and the cities have in them afterwards; `None` where that is not known.
    pub holds: Option<(Factors, Vec<(Garrison, Factors)>)>,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// The power whose slot is open, where a player orders something in it.
fn in_slot(state: &Position, seat: &SeatId) -> Result<Power, Refusal> {
    let slot = state.land.slot.filter(|power| state.frames.any(|frame| *frame == Frame::Slot(*power)));
    let Some(power) = slot else {
        return Err(Refusal::under(
            rule!("standard.land.phase.order"),
            said!("Nobody's slot is open. Lodge the order: it is carried out when your slot comes."),
        ));
    };
    if state.slot_of(power).is_some_and(|holder| holder.seat == *seat) {
        return Ok(power);
    }
    Err(Refusal::under(
        rule!("standard.land.phase.order"),
        said!("This is the slot of {}. Lodge the order: it is carried out when your slot comes.", power),
    ))
}

/// The corps of a power on the map.
pub fn corps_of(state: &Position, power: Power) -> impl Iterator<Item = CorpsId> + '_ {
    state.pieces.corps.iter().filter_map(move |(corps, on_map)| {
        let by = on_map.lent_to.or_else(|| state.commands(corps.owner()));
        (by == Some(power)).then_some(*corps)
    })
}

/// What a march of these corps comes to now.
///
/// # Errors
/// A sentence that says at what it fails, by which rule, and what would be allowed.
pub fn check(
    state: &Position,
    power: Power,
    corps: &[CorpsId],
    way: &[AreaId],
    leaves: &[Leaves],
    inside: bool,
) -> Result<Marches, Refusal> {
    let ground = Ground::of(state);
    let Some(first) = corps.first() else {
        return Err(Refusal::new(said!("A march names the corps that go.")));
    };
    let mut rules = vec![rule!("standard.land.move.singly")];
    let mut spare = BTreeMap::new();
    let mut to = None;
    for id in corps {
        if ground.commander(*id) != Some(power) {
            return Err(Refusal::new(said!("{} is not a corps of {} on the map.", *id, power)));
        }
        if state.land.moved.contains_key(id) || spare.contains_key(id) {
            return Err(Refusal::under(
                rule!("standard.land.move.singly"),
                said!("{} has moved in this slot already; a counter moves once.", *id),
            ));
        }
        let marcher = ground.marcher(*id)?;
        let march = ground.march(marcher, way)?;
        rules.extend(march.rules.iter().copied());
        if to.is_some_and(|to| to != march.to()) {
            return Err(Refusal::under(
                rule!("standard.land.move.singly"),
                said!("Corps go together by going the same way, and {} stands elsewhere.", *id),
            ));
        }
        to = Some(march.to());
        spare.insert(*id, march.spare);
    }
    let holds = leaving(&ground, power, *first, way, leaves)?;
    rules.extend((!leaves.is_empty()).then_some(rule!("standard.land.move.garrisons")));
    let is_taken =
        |left: &Leaves| !left.up && ground.holder(left.at).is_some_and(|by| ground.are_at_war(power, by));
    rules.extend(leaves.iter().any(is_taken).then_some(rule!("standard.land.move.vacant")));
    if inside {
        may_go_inside(state, corps, way)?;
        rules.push(rule!("standard.land.move.into-city"));
    }
    rules.sort_unstable();
    rules.dedup();
    match to {
        Some(to) => Ok(Marches { to, spare, holds, rules }),
        None => Err(Refusal::new(said!("A march names the corps that go."))),
    }
}

/// Whether corps can go into the city where they end, as the board is when they have arrived.
fn may_go_inside(state: &Position, corps: &[CorpsId], way: &[AreaId]) -> Result<(), Refusal> {
    let mut then = state.clone();
    for id in corps {
        if let (Some(to), Some(on_map)) = (way.last(), then.pieces.corps.get_mut(id)) {
            on_map.stand = Stand::Open(*to);
        }
        let area = Ground::of(&then).may_go_inside(*id)?;
        if let Some(on_map) = then.pieces.corps.get_mut(id) {
            on_map.stand = Stand::Inside(area);
        }
    }
    Ok(())
}

/// What a corps and garrisons have in them; `None` where that is not known.
type Holds = Option<(Factors, Vec<(Garrison, Factors)>)>;

/// What is in a corps and in cities after it left men there or took them up, in the order of its way (`standard.land.move.garrisons`).
fn leaving(
    ground: &Ground<'_>,
    power: Power,
    corps: CorpsId,
    way: &[AreaId],
    leaves: &[Leaves],
) -> Result<Holds, Refusal> {
    let rule = rule!("standard.land.move.garrisons");
    let no = |says| Err(Refusal::under(rule, says));
    let state = ground.state();
    let from = state.pieces.corps.get(&corps).and_then(|on_map| on_map.stand.area());
    let passes: Vec<AreaId> = from.into_iter().chain(way.iter().copied()).collect();
    let mut inside = state.contents.corps(corps);
    let mut garrisons: Vec<(Garrison, Factors)> = Vec::new();
    let mut by_the_way: Vec<&Leaves> = leaves.iter().collect();
    by_the_way.sort_by_key(|left| passes.iter().position(|area| *area == left.at));
    for (n, left) in by_the_way.iter().enumerate() {
        let at = name(left.at.name());
        if by_the_way[..n].iter().any(|before| before.at == left.at) {
            return no(said!("A march leaves or takes up men at {} once.", at));
        }
        if !passes.contains(&left.at) {
            return no(said!("{} does not come through {}, so it leaves nobody there.", corps, at));
        }
        let garrison = Garrison::city(left.at, corps.owner());
        may_change_garrison(ground, power, corps, left)?;
        let Some(held) = inside.as_mut() else { continue };
        let known = state.contents.garrison(garrison).unwrap_or_default();
        let now = if left.up {
            take_up(state, corps, held, known, left.men)?
        } else {
            known.and(infantry_out_of(held, left.men).ok_or_else(|| {
                Refusal::under(
                    rule,
                    said!(
                        "{} has not so many infantry and militia to leave {} at {}; one factor stays in it.",
                        corps,
                        left.men,
                        at
                    ),
                )
            })?)
        };
        garrisons.push((garrison, now));
    }
    Ok(inside.map(|inside| (inside, garrisons)))
}

/// Whether a corps may leave so many men in a city, or take them up out of it, as everybody sees it.
fn may_change_garrison(
    ground: &Ground<'_>,
    power: Power,
    corps: CorpsId,
    left: &Leaves,
) -> Result<(), Refusal> {
    let no = |says| Err(Refusal::under(rule!("standard.land.move.garrisons"), says));
    let (area, at) = (left.at, name(left.at.name()));
    let here = ground.here(area);
    let is_enemy =
        here.corps.iter().any(|one| ground.is_hostile(power, one)) || ground.is_held_against(power, area);
    if area.on_map().city.is_none() || is_enemy || ground.is_besieged(area) {
        return no(said!(
            "There is no city at {} in which {} can leave men: none, besieged, or an enemy's.",
            at,
            corps
        ));
    }
    if left.up {
        let of_its_own = here.garrisons.iter().filter(|(owner, _)| *owner == corps.owner());
        let there: u32 = of_its_own.map(|(_, factors)| *factors).sum();
        if left.men == 0 || u32::from(left.men) > there {
            return no(said!(
                "In the city of {} are {} factors of {}, and {} would be taken up.",
                at,
                there,
                corps.owner(),
                left.men
            ));
        }
        return Ok(());
    }
    let guests = ground.holder(area).filter(|holder| !ground.are_one_side(power, *holder));
    if guests.is_some_and(|holder| !ground.are_at_war(power, holder)) {
        return no(said!("The city of {} is not open to {}.", at, power));
    }
    let there: u32 = here.garrisons.iter().map(|(_, factors)| *factors).sum();
    if left.men == 0 || there + u32::from(left.men) > city_room(area) {
        return no(said!(
            "The city of {} has room for {} factors, {} are there, and {} would be left.",
            at,
            city_room(area),
            there,
            left.men
        ));
    }
    Ok(())
}

/// Takes infantry, then militia, out of a garrison into a corps; what is left of the garrison.
fn take_up(
    state: &Position,
    corps: CorpsId,
    held: &mut Factors,
    garrison: Factors,
    men: u16,
) -> Result<Factors, Refusal> {
    let mut taken = Factors::default();
    let infantry = garrison.of(Troop::Infantry).min(men);
    taken.0[Troop::Infantry as usize] = infantry;
    taken.0[Troop::Militia as usize] = garrison.of(Troop::Militia).min(men - infantry);
    let full = held.and(taken);
    fits_corps(corps, &state.typed, full)?;
    *held = full;
    Ok(garrison.without(taken))
}

/// Takes infantry, then militia, out of a corps in which a factor is left; `None` where there are not so many.
pub(super) fn infantry_out_of(held: &mut Factors, factors: u16) -> Option<Factors> {
    let mut left = Factors::default();
    let infantry = held.of(Troop::Infantry).min(factors);
    let militia = held.of(Troop::Militia).min(factors - infantry);
    if infantry + militia < factors || held.total() <= u32::from(factors) {
        return None;
    }
    left.0[Troop::Infantry as usize] = infantry;
    left.0[Troop::Militia as usize] = militia;
    *held = held.without(left);
    Some(left)
}

/// Does what a player orders in the land phase.
pub(super) fn decide(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    order: Order,
) -> Result<(), Refusal> {
    if !table.state().keeps_land() {
        return Err(Refusal::new(said!(
            "In this campaign the board is kept elsewhere, and marches are made there."
        )));
    }
    match order {
        Order::March { corps, way, leaves, inside } => {
            let power = in_slot(table.state(), seat)?;
            let comes_to = check(table.state(), power, &corps, &way, &leaves, inside)?;
            march(table, corps, way, leaves, inside, comes_to)
        }
        Order::ComeOut { corps } => {
            let power = in_slot(table.state(), seat)?;
            may_come_out(table.state(), power, &corps)?;
            let rules = vec![rule!("standard.land.move.into-city"), rule!("standard.land.contact.come-out")];
            emit(table, Happened::CameOut { corps, rules })
        }
        Order::Depot { power, off, on } => {
            own_slot(table.state(), seat, power)?;
            let (off, on, rules) = depot(table.state(), power, off, on)?;
            emit(table, Happened::DepotMoved { power, off, on, rules })
        }
        Order::Join { leader, corps } => {
            let power = in_slot(table.state(), seat)?;
            let rules = join(table.state(), power, leader, corps)?;
            emit(table, Happened::Joined { leader, corps, rules })
        }
        Order::Wait { power, on } => {
            may_wait(table.state(), seat, power, on)?;
            emit(table, Happened::Waits { power, on })
        }
    }
}

fn own_slot(state: &Position, seat: &SeatId, power: Power) -> Result<(), Refusal> {
    if in_slot(state, seat)? == power { Ok(()) } else { Err(not_yours(power)) }
}

fn march(
    table: &mut Table<'_, '_, EmpiresInArms>,
    corps: Vec<CorpsId>,
    way: Vec<AreaId>,
    leaves: Vec<Leaves>,
    inside: bool,
    comes_to: Marches,
) -> Result<(), Refusal> {
    let first = corps[0];
    let is_left = !leaves.is_empty();
    let path = way.clone();
    let marched = Happened::Marched {
        corps: corps.clone(),
        way,
        spare: comes_to.spare,
        leaves,
        inside,
        rules: comes_to.rules,
    };
    emit(table, marched)?;
    if is_left {
        let holds = comes_to.holds.map(|(inside, garrisons)| Happened::Holds {
            corps: BTreeMap::from([(first, inside)]),
            garrisons,
        });
        tell_contents(table, first.owner(), holds)?;
    }
    take_depots(table, first, &path)
}

/// Unguarded depots of enemies in areas, where no corps stands beside them, are taken: burned, or made the taker's own where he has said so, has a
/// counter left, and may place one there (`standard.land.depot.captured`).
pub(super) fn take_depots(
    table: &mut Table<'_, '_, EmpiresInArms>,
    corps: CorpsId,
    areas: &[AreaId],
) -> Result<(), Refusal> {
    let ground = Ground::of(table.state());
    let Some(power) = ground.commander(corps) else { return Ok(()) };
    let mut taken = Vec::new();
    for area in areas.iter().filter(|area| !ground.enemy_corps(power).contains(**area)) {
        let here = ground.here(*area);
        let hostile = here.depots.iter().filter(|depot| ground.is_enemy(power, depot.owner()));
        if here.guards.iter().all(|(_, factors)| *factors == 0) {
            taken.extend(hostile.map(|depot| (*depot, *area)));
        }
    }
    for (depot, at) in taken {
        let into = if attacked::keeps_depots(table, power)? {
            own_depot_instead(table.state(), power, depot, at)
        } else {
            None
        };
        let rules = vec![rule!("standard.land.depot.captured")];
        emit(table, Happened::DepotTaken { depot, by: power, at: Some(at), into, rules })?;
    }
    Ok(())
}

/// The depot counter that a power puts in the place of one that it took; `None` where it has none left, or may place none there.
fn own_depot_instead(state: &Position, power: Power, depot: DepotId, at: AreaId) -> Option<DepotId> {
    let mut then = state.clone();
    then.pieces.depots.remove(&depot);
    if has_depot_left(&then, power) { Ground::of(&then).may_place_depot(power, at).ok() } else { None }
}

/// Depots that a power has in all in this war.
#[must_use]
pub fn most_depots(power: Power) -> usize {
    danube::numbers().bread.depots.get(&power).copied().unwrap_or(0)
}

/// Whether one of a power's depots is off the map.
#[must_use]
pub fn has_depot_left(state: &Position, power: Power) -> bool {
    let own = |depot: &&DepotId| depot.owner() == Owner::Power(power);
    state.pieces.depots.keys().filter(own).count() < most_depots(power)
}

fn may_come_out(state: &Position, power: Power, corps: &[CorpsId]) -> Result<(), Refusal> {
    let ground = Ground::of(state);
    for id in corps {
        let stand = state.pieces.corps.get(id).map(|on_map| on_map.stand);
        let is_inside = matches!(stand, Some(Stand::Inside(area)) if !ground.is_besieged(area));
        if ground.commander(*id) != Some(power) || !is_inside || state.land.moved.contains_key(id) {
            return Err(Refusal::under(
                rule!("standard.land.move.into-city"),
                said!("{} is in no city out of which it can come now.", *id),
            ));
        }
    }
    Ok(())
}

/// The depot taken off, the one placed with its area, and the rules.
pub type DepotChange = (Option<DepotId>, Option<(DepotId, AreaId)>, Vec<RuleId>);

/// What moving a power's depots comes to (`standard.land.depot.step`).
///
/// # Errors
/// A sentence where it cannot be.
pub fn depot(
    state: &Position,
    power: Power,
    off: Option<AreaId>,
    on: Option<AreaId>,
) -> Result<DepotChange, Refusal> {
    let step = rule!("standard.land.depot.step");
    let no = |says| Err(Refusal::under(step, says));
    let bread = &danube::numbers().bread;
    if off.is_none() && on.is_none() {
        return no(said!("Say from where a depot is taken off, where one is placed, or both."));
    }
    if !state.land.moved.is_empty() {
        return no(said!("Depots are placed and taken off before anything marches in the slot."));
    }
    if state.land.depots.get(&power).copied().unwrap_or(0) >= bread.depots_a_month {
        return no(said!(
            "{} has moved a depot this month; in this war it moves {} a month.",
            power,
            bread.depots_a_month
        ));
    }
    let owner = Owner::Power(power);
    let taken = match off {
        None => None,
        Some(area) => match state.pieces.depot_in(area, owner) {
            Some(depot) => Some(depot),
            None => return no(said!("{} has no depot at {}.", power, name(area.name()))),
        },
    };
    let mut then = state.clone();
    if let Some(depot) = taken {
        then.pieces.depots.remove(&depot);
    }
    let placed = match on {
        None => None,
        Some(area) => {
            if !has_depot_left(&then, power) {
                return no(said!(
                    "{} has {} depots in this war, and all are on the map: take one off first.",
                    power,
                    most_depots(power)
                ));
            }
            Some((Ground::of(&then).may_place_depot(power, area)?, area))
        }
    };
    Ok((taken, placed, vec![step, rule!("standard.land.depot.where")]))
}

/// The rules by which a leader of a power joins a corps in its slot (`standard.land.move.leader`, `standard.land.reinforce.leaders`).
///
/// # Errors
/// A sentence where he cannot.
pub fn join(
    state: &Position,
    power: Power,
    leader: LeaderId,
    corps: CorpsId,
) -> Result<Vec<RuleId>, Refusal> {
    let rule = rule!("standard.land.move.leader");
    let no = |says| Err(Refusal::under(rule, says));
    let ground = Ground::of(state);
    if state.commands(leader.owner()) != Some(power) || ground.commander(corps) != Some(power) {
        return no(said!("{} and {} are not both of {}.", leader, corps, power));
    }
    if state.land.led.contains(&leader) {
        return no(said!("{} has moved in this slot already; no leader moves twice.", leader));
    }
    let his = match state.pieces.leaders.get(&leader) {
        Some(Leader::With(own)) => {
            if state.land.moved.contains_key(own) {
                return no(said!(
                    "{} has moved with {} in this slot already; no leader moves twice.",
                    leader,
                    *own
                ));
            }
            state.pieces.corps.get(own).map(|on_map| on_map.stand)
        }
        Some(Leader::Open(area)) => Some(Stand::Open(*area)),
        Some(Leader::Inside(area)) => Some(Stand::Inside(*area)),
        Some(Leader::Aboard(_) | Leader::Prisoner(_)) | None => None,
    };
    let there = state.pieces.corps.get(&corps).map(|on_map| on_map.stand);
    let (Some(his), Some(there)) = (his, there) else {
        return no(said!("{} is not on the map with the army.", leader));
    };
    if state.pieces.is_shut_in(his) || state.pieces.is_shut_in(there) {
        return no(said!("Nobody comes through a siege."));
    }
    let (Some(from), Some(to)) = (his.area(), there.area()) else {
        return no(said!("{} is not on the map with the army.", leader));
    };
    if from == to {
        return Ok(vec![rule!("standard.land.reinforce.leaders")]);
    }
    let Some(marcher) = ground.courier(leader, from) else {
        return no(said!("{} is not on the map with the army.", leader));
    };
    let reach = ground.reach(marcher);
    if !reach.ends.contains(to) {
        return no(said!(
            "{} does not get to {} alone: he goes {} areas at most, through none with an enemy.",
            leader,
            name(to.name()),
            marcher.points
        ));
    }
    Ok(vec![rule])
}

fn may_wait(state: &Position, seat: &SeatId, power: Power, on: bool) -> Result<(), Refusal> {
    if state.slot_of(power).is_none_or(|holder| holder.seat != *seat) {
        return Err(not_yours(power));
    }
    if state.land.waits.contains(&power) == on {
        return Err(Refusal::new(if on {
            said!("The slot of {} waits for you already.", power)
        } else {
            said!("The slot of {} passes by what you lodge already.", power)
        }));
    }
    Ok(())
}

/// Whether an order may be lodged for a slot of a power: of it nothing hangs on how the board stands then.
pub(crate) fn may_lodge(state: &Position, power: Power, order: &Order) -> Result<(), Refusal> {
    let own = |corps: &[CorpsId]| {
        let stranger = corps.iter().find(|id| state.commands(id.owner()) != Some(power));
        match (corps, stranger) {
            ([], _) => Err(Refusal::new(said!("A march names the corps that go."))),
            (_, Some(other)) => {
                Err(Refusal::new(said!("{} is not a corps of {} on the map.", *other, power)))
            }
            (_, None) => Ok(()),
        }
    };
    match order {
        Order::March { corps, .. } | Order::ComeOut { corps } => own(corps),
        Order::Depot { power: of, .. } if *of == power => Ok(()),
        Order::Depot { power: of, .. } => Err(not_yours(*of)),
        Order::Join { leader, corps } => {
            own(&[*corps])?;
            if state.commands(leader.owner()) == Some(power) { Ok(()) } else { Err(not_yours(power)) }
        }
        Order::Wait { .. } => Err(Refusal::new(said!("Whether a slot waits is said at once, not lodged."))),
    }
}

/// The marches that a corps can make now, alone and without leaving men, by where they end, the nearest first.
#[must_use]
pub fn ends(state: &Position, corps: CorpsId) -> Vec<Vec<AreaId>> {
    let ground = Ground::of(state);
    let Ok(marcher) = ground.marcher(corps) else { return Vec::new() };
    let reach = ground.reach(marcher);
    let mut ends: Vec<(u16, AreaId)> = reach
        .ends
        .iter()
        .filter(|area| *area != marcher.from)
        .filter_map(|area| Some((reach.points(area)?, area)))
        .collect();
    ends.sort_by_key(|(points, area)| (*points, area.name()));
    ends.into_iter().filter_map(|(_, area)| reach.way(area)).collect()
}

/// What a player may order now.
pub(super) fn offers(state: &Position, table: &View) -> Vec<Offer> {
    let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing && state.keeps_land()) else {
        return Vec::new();
    };
    let mut offers = Vec::new();
    for power in state.choice.powers_of(seat) {
        let on = !state.land.waits.contains(&power);
        offers.push(Offer::of_order("land", Order::Wait { power, on }, Vec::new()));
    }
    if let Ok(power) = in_slot(state, seat) {
        for corps in corps_of(state, power).filter(|corps| !state.land.moved.contains_key(corps)) {
            let ways = ends(state, corps);
            if ways.is_empty() {
                continue;
            }
            let order =
                Order::March { corps: vec![corps], way: Vec::new(), leaves: Vec::new(), inside: false };
            offers.push(Offer::of_order("land", order, vec![Field::required("way", Kind::among(&ways))]));
        }
    }
    offers.extend(to_lodge(state, table, seat));
    offers
}

/// The offers to lodge a march, for each power of a seat.
fn to_lodge(state: &Position, table: &View, seat: &SeatId) -> Vec<Offer> {
    if !state.frames.any(|frame| *frame == Frame::Orders) {
        return Vec::new();
    }
    let mut offers = Vec::new();
    for power in state.choice.powers_of(seat) {
        let mut orders: Vec<Value> = Vec::new();
        for corps in corps_of(state, power) {
            let marches = ends(state, corps).into_iter().map(|way| Order::March {
                corps: vec![corps],
                way,
                leaves: Vec::new(),
                inside: false,
            });
            orders.extend(marches.filter_map(|order| serde_json::to_value(order).ok()));
        }
        let Some(holder) = state.slot_of(power) else { continue };
        let passing = slots::passing(state, &holder);
        offers.extend(lodged::offer_for(table, (power.key(), passing), &orders, &[]));
    }
    offers
}

/// Where depots of a power stand.
#[must_use]
pub fn depots_of(state: &Position, power: Power) -> BTreeMap<DepotId, AreaId> {
    let own = state.pieces.depots.iter().filter(|(depot, _)| depot.owner() == Owner::Power(power));
    own.filter_map(|(depot, at)| match at {
        Depot::Area(area) => Some((*depot, *area)),
        Depot::Fleet(_) => None,
    })
    .collect()
}
