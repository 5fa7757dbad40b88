//! The war on land in words: names, what a player has before him, and the posts of what happened.

pub mod army;
pub mod founded;
pub mod panel;
pub mod slot;
pub mod told;
pub mod vocabulary;

use crate::map::present::flags;
use crate::rounds::{Rounds, ToldRound};
use eia::Position;
use eia::Unless;
use eia::danube::Side;
use eia::danube::count::{if_it_ended_now, outcome};
use eia::ground::Ground;
use eia::land::phase::{Count, Leaves, Order};
use eia::land::set_up::{ArmySetUps, Sheet};
use eia::map::{AreaId, Place};
use eia::pieces::{CorpsId, Leader, LeaderId, Owner, Stand};
use eia::powers::Power;
use eia::slots::attacked::{Answers, WhenAttacked};
use serde_json::Value;
use std::collections::BTreeMap;
use table_commands::present::Scene;
use table_commands::present::front::RoundWords;
use table_commands::present::names::list;
use table_commands::say;

/// An area's name.
pub(crate) fn area(area: AreaId) -> String {
    flags::called(&Place::Area(area).key())
}

/// Whose soldiers they are.
pub(crate) fn nation(owner: Owner) -> String {
    match owner {
        Owner::Power(power) => crate::names::called(power),
        Owner::Minor(minor) => crate::province::present::called(minor),
    }
}

/// A corps with whose it is: "Austria I Corps", "Bavaria 1 Corps".
pub(crate) fn corps_said(id: CorpsId) -> String {
    say!("{} {}", nation(id.owner()), id.name())
}

/// A corps as the power calls it that commands it: "I Corps", and a minor country's with its country.
pub(crate) fn corps_named(id: CorpsId, power: Power) -> String {
    if id.owner() == Owner::Power(power) { id.name().to_owned() } else { corps_said(id) }
}

/// Corps of whoever, those of one nation together: "Austria: I Corps, II Corps".
pub(crate) fn by_nation(corps: &[CorpsId]) -> String {
    let mut all: BTreeMap<Owner, Vec<&str>> = BTreeMap::new();
    for id in corps {
        all.entry(id.owner()).or_default().push(id.name());
    }
    let each = all.into_iter().map(|(owner, names)| say!("{} {}", nation(owner), names.join(", ")));
    each.collect::<Vec<_>>().join(" · ")
}

/// The leaders with a corps, by name.
pub(crate) fn led(now: &Position, corps: CorpsId) -> Vec<String> {
    let with = now.pieces.leaders.iter().filter(|(_, at)| **at == Leader::With(corps));
    with.map(|(id, _)| leader(*id)).collect()
}

/// A corps of whoever with its leaders: "Austria I Corps (Mack)".
pub(crate) fn corps_led(now: &Position, corps: CorpsId) -> String {
    let leaders = led(now, corps);
    if leaders.is_empty() {
        corps_said(corps)
    } else {
        format!("{} ({})", corps_said(corps), leaders.join(", "))
    }
}

/// The leaders of a power who stand without a corps, each with where.
pub(crate) fn without_corps(now: &Position, power: Power) -> Vec<(LeaderId, Stand)> {
    let own = now.pieces.leaders.iter().filter(|(id, _)| now.commands(id.owner()) == Some(power));
    let stands = own.filter_map(|(id, at)| match at {
        Leader::Open(at) => Some((*id, Stand::Open(*at))),
        Leader::Inside(at) => Some((*id, Stand::Inside(*at))),
        Leader::With(_) | Leader::Aboard(_) | Leader::Prisoner(_) => None,
    });
    stands.collect()
}

/// A leader's name.
pub(crate) fn leader(id: LeaderId) -> String {
    id.name().to_owned()
}

/// What a power would meet in an area, and what stands there of its own side.
pub(crate) fn met(ground: &Ground<'_>, power: Power, at: AreaId) -> Vec<String> {
    let here = ground.here(at);
    let is_hostile = |one: &&eia::ground::Standing<CorpsId>| ground.is_hostile(power, one);
    let ids = |open: bool, hostile: bool| -> Vec<CorpsId> {
        let which = here.corps.iter().filter(|one| is_hostile(one) == hostile);
        which.filter(|one| one.stand.is_in_the_open() == open).map(|one| one.id).collect()
    };
    let mut all = Vec::new();
    let (enemies, inside) = (ids(true, true), ids(false, true));
    if !enemies.is_empty() {
        all.push(by_nation(&enemies));
    }
    if !inside.is_empty() {
        all.push(say!("in the city {}", by_nation(&inside)));
    }
    for (owner, factors) in here.garrisons.iter().filter(|(_, factors)| *factors > 0) {
        all.push(say!("garrison {}, {}", *factors, nation(*owner)));
    }
    for depot in &here.depots {
        all.push(say!("depot, {}", nation(depot.owner())));
    }
    let friends = here.corps.iter().filter(|one| !is_hostile(one)).count();
    if friends > 0 {
        all.push(say!("own side: {} corps", friends));
    }
    if all.is_empty() && at.on_map().city.is_some() {
        all.push(match ground.holder(at) {
            Some(holder) => say!("city, {}", holder),
            None => say!("city"),
        });
    }
    all
}

/// How a corps stands, behind its area: in the city, or besieging it.
pub(crate) fn place(stand: Stand) -> String {
    match stand {
        Stand::Open(at) => area(at),
        Stand::Besieging(at) => say!("{}, besieging it", area(at)),
        Stand::Inside(at) => say!("{}, in the city", area(at)),
        Stand::Aboard(_) => String::new(),
    }
}

/// A side by the names of its powers.
pub(crate) fn side(side: Side) -> String {
    crate::names::listed(side.powers())
}

/// The points of both sides in a line: "France 6 points, Austria and Russia 4".
pub(crate) fn points(count: &Count) -> String {
    let of = |of: Side| count.of(of);
    say!(
        "{} **{}** points · {} **{}**",
        side(Side::France),
        of(Side::France),
        side(Side::Allies),
        of(Side::Allies)
    )
}

/// The points of both sides, and what they would come to if the war ended now; who holds the cities that bring some.
pub(crate) fn points_now(now: &Position) -> String {
    let mut says = vec![points(&now.land.count)];
    // The points of the end are in them already.
    if let Some(won) = &now.land.won {
        says.push(told::outcome(won.outcome));
        return says.join("\n");
    }
    let (count, lines) = if_it_ended_now(now);
    if !lines.is_empty() {
        let margin = count.of(Side::France) - count.of(Side::Allies);
        let brings =
            |of: Side| lines.iter().filter(|line| line.side == of).map(|line| line.points).sum::<i64>();
        says.push(say!(
            "-# If the war ended now {} more for {} and {} for {}, for what the other has lost: France less the allies {}, {}",
            brings(Side::France),
            side(Side::France),
            brings(Side::Allies),
            side(Side::Allies),
            table_commands::speech::signed(margin),
            told::outcome(outcome(&count))
        ));
    }
    let ground = Ground::of(now);
    for of in Side::BOTH {
        let held = |at: &AreaId| ground.holder(*at).map(Side::of) == Some(of);
        let each: Vec<String> = of
            .cities()
            .iter()
            .map(|(at, points)| {
                let says = format!("{} {points}", area(*at));
                if held(at) { format!("**{says}**") } else { says }
            })
            .collect();
        says.push(say!(
            "-# Cities for {}, each month, in bold those that it has now: {}.",
            side(of),
            each.join(", ")
        ));
    }
    says.join("\n")
}

/// What men are left where and taken up where, behind a march.
fn left(leaves: &[Leaves]) -> Vec<String> {
    let of = |up: bool| -> Vec<String> {
        let each = leaves.iter().filter(|left| left.up == up);
        each.map(|left| say!("{} at {}", left.men, area(left.at))).collect()
    };
    let (left, taken) = (of(false), of(true));
    let mut says = Vec::new();
    says.extend((!left.is_empty()).then(|| say!("leaving {}", list(&left))));
    says.extend((!taken.is_empty()).then(|| say!("taking up {}", list(&taken))));
    says
}

/// An order in a line. `from`: where the corps stand, where that is to be said.
pub(crate) fn order(order: &Order, from: Option<AreaId>) -> String {
    match order {
        Order::March { corps, way, leaves, inside } => {
            let who = by_nation(corps);
            let way: Vec<String> = from.into_iter().chain(way.iter().copied()).map(area).collect();
            let mut says = match (way.len(), inside) {
                (0 | 1, true) => say!("{} into the city", who),
                (0 | 1, false) => say!("{} where they stand", who),
                _ => say!("{}: {}", who, way.join(" → ")),
            };
            if *inside && way.len() > 1 {
                says = say!("{}, into the city", says);
            }
            for left in left(leaves) {
                says = format!("{says}, {left}");
            }
            says
        }
        Order::ComeOut { corps } => say!("{} come out of the city", by_nation(corps)),
        Order::Depot { off, on, .. } => depot(*off, *on),
        Order::Join { leader: who, corps } => say!("{} joins {}", leader(*who), corps_said(*corps)),
        Order::Wait { on: true, .. } => say!("the slot waits"),
        Order::Wait { on: false, .. } => say!("the slot does not wait"),
    }
}

/// A depot that is moved, placed or taken off.
pub(crate) fn depot(off: Option<AreaId>, on: Option<AreaId>) -> String {
    match (off, on) {
        (Some(off), Some(on)) => say!("depot {} → {}", area(off), area(on)),
        (None, Some(on)) => say!("new depot at {}", area(on)),
        (Some(off), None) => say!("depot at {} taken off", area(off)),
        (None, None) => String::new(),
    }
}

/// An order that is lodged, as the table lists it.
pub(crate) fn lodged_order(scene: &Scene<'_>, written: &Value) -> Option<String> {
    let Ok(eia::Order::Land(read)) = serde_json::from_value(written.clone()) else { return None };
    let now = crate::seen::position(&scene.own)?;
    let first = match &read {
        Order::March { corps, .. } => corps.first(),
        _ => None,
    };
    let from = first.and_then(|id| now.pieces.corps.get(id)?.stand.area());
    Some(order(&read, from))
}

/// What holds a march back.
pub(crate) fn lodged_unless(unless: &Value) -> Option<String> {
    use eia::slots::Hold;
    match serde_json::from_value(unless.clone()).ok()? {
        Unless::March(Hold::EnemyAt(at)) => Some(say!("an enemy stands at {}", area(at))),
        Unless::March(Hold::NoEnemyAt(at)) => Some(say!("no enemy stands at {}", area(at))),
        Unless::Sardinia(_) => None,
    }
}

impl ToldRound<Rounds> for ArmySetUps {
    fn words(&self, _: Option<&str>) -> RoundWords {
        RoundWords::new(
            say!("Set-up of the armies"),
            (say!("Set up my army"), say!("Change my set-up")),
            "land/set-up",
        )
    }

    fn contents(&self, _: &Scene<'_>, sheet: &Sheet) -> String {
        super::set_up::contents(sheet)
    }
}

impl ToldRound<Rounds> for WhenAttacked {
    fn words(&self, _: Option<&str>) -> RoundWords {
        RoundWords::new(
            say!("What counters do when they are attacked"),
            (say!("When attacked"), say!("When attacked")),
            "land/answers",
        )
    }

    fn contents(&self, _: &Scene<'_>, _: &Answers) -> String {
        say!("Your answers, as they stood when the month's slots were made.")
    }
}
