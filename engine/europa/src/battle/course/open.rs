//! Opening a battle, and stating what fights in it.

use super::{BattleScene, Fight, Happened, LONGEST_PLACE, Order, Stack, offers};
use crate::battle::land::{Part, Side};
use crate::battle::{Map, Who};
use crate::country::Country;
use crate::outline::Frame;
use crate::thirds::Thirds;
use crate::units::stacking;
use crate::{Europa, Event, Position, Round};
use serde_json::Value;
use std::collections::BTreeSet;
use table::Stage;
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Kind, Offer};
use table::refusal::Refusal;
use table::view::View;
use table::{rule, said};

/// The most countries on a side.
const MOST_ALLIES: usize = 4;
/// Open battles of a campaign at most.
const MOST_OPEN: usize = 12;

/// Whether a player may order it.
///
/// # Errors
/// The refusal, where he may not.
pub(crate) fn may(state: &Position, seat: &SeatId, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Open { scene, stacks } => may_open(state, seat, scene, stacks),
        Order::State { number, who, stack } => may_state(state, seat, *number, *who, stack).map(|_| ()),
        Order::CallOff { number } => may_call_off(state, seat, *number),
        Order::Live { number, on } => may_be_live(state, seat, *number, *on),
        Order::Rule { number, who, morale } => {
            super::run::may_rule(state, seat, *number, *who, *morale).map(|_| ())
        }
        Order::Verdict { number } => may_end(state, seat, *number),
    }
}

fn may_end(state: &Position, seat: &SeatId, number: u32) -> Result<(), Refusal> {
    let fight = find(state, number)?;
    in_it(state, seat, number)?;
    super::run::waiting(fight).map(|_| ())
}

/// The open battle of a number.
pub(super) fn find(state: &Position, number: u32) -> Result<&Fight, Refusal> {
    let fight = state.fights.of.get(&number).filter(|fight| fight.ended.is_none());
    fight.ok_or_else(|| Refusal::new(said!("There is no open battle {}.", number)))
}

/// The side that a seat decides for.
pub(super) fn in_it(state: &Position, seat: &SeatId, number: u32) -> Result<Who, Refusal> {
    let fight = state.fights.of.get(&number);
    fight.and_then(|fight| state.side_of(fight, seat)).ok_or_else(|| {
        Refusal::new(said!("Battle {} is decided by those who fight in it, and you do not.", number))
    })
}

fn open(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    scene: BattleScene,
    stacks: [Option<Stack>; 2],
) -> Result<(), Refusal> {
    may_open(table.state(), seat, &scene, &stacks)?;
    let number = table.state().fights.last + 1;
    table.emit(&Event::Fights(Box::new(Happened::FightOpened { fight: number, scene, stacks })))?;
    open_if_stated(table, number, false)
}

/// Whether a player may open a battle.
fn may_open(
    state: &Position,
    seat: &SeatId,
    scene: &BattleScene,
    stacks: &[Option<Stack>; 2],
) -> Result<(), Refusal> {
    Kind::Name { most: LONGEST_PLACE, taken: Vec::new() }
        .check("name", &Value::from(scene.place.as_str()))?;
    let named: BTreeSet<_> = scene.countries.iter().flatten().collect();
    let many: usize = scene.countries.iter().map(Vec::len).sum();
    if scene.countries.iter().any(|side| side.is_empty() || side.len() > MOST_ALLIES) || named.len() != many {
        return Err(Refusal::new(said!(
            "Each side has one to {} countries, and no country fights on both.",
            MOST_ALLIES
        )));
    }
    if state.fights.of.values().filter(|fight| fight.ended.is_none()).count() >= MOST_OPEN {
        return Err(Refusal::new(said!("{} battles are open already; finish one first.", MOST_OPEN)));
    }
    // Two that go on under one name could not be told apart.
    let name = scene.place.to_lowercase();
    let open = state
        .fights
        .of
        .values()
        .find(|fight| fight.ended.is_none() && fight.scene.place.to_lowercase() == name);
    if let Some(open) = open {
        return Err(Refusal::new(said!(
            "A battle of {} is open already. Finish it or call it off first, or give this one another name.",
            open.scene.place.as_str()
        )));
    }
    let fight = Fight::opened(scene.clone(), stacks.clone());
    let Some(own) = state.side_of(&fight, seat) else {
        return Err(Refusal::new(said!(
            "A battle is opened by a player in it, and none of your countries would command a side."
        )));
    };
    let other = state.commands(&fight, own.other());
    if other == Some(seat) {
        return Err(Refusal::new(said!("You would command both sides of this battle.")));
    }
    if scene.at_sea && other.is_none() && stacks[own.other() as usize].is_none() {
        return Err(Refusal::new(said!(
            "Nobody plays {}, so say with the battle what its fleet holds.",
            fight.of(own.other())[0]
        )));
    }
    if scene.at_sea && (scene.map == Map::Rotw || scene.crossing.is_some()) {
        return Err(Refusal::new(said!("At sea there is no ground, and nothing is crossed.")));
    }
    for (who, stack) in Who::BOTH.into_iter().zip(stacks) {
        if let Some(stack) = stack {
            check_stack(&fight, who, stack)?;
        }
    }
    Ok(())
}

/// Opens a battle for stacks that met on the board, and gives its number.
pub(crate) fn open_for_board(
    table: &mut Table<'_, '_, Europa>,
    scene: BattleScene,
    stacks: [Option<Stack>; 2],
) -> Result<u32, Refusal> {
    let number = table.state().fights.last + 1;
    table.emit(&Event::Fights(Box::new(Happened::FightOpened { fight: number, scene, stacks })))?;
    open_if_stated(table, number, true)?;
    Ok(number)
}

/// Checks a stack against the scene it is stated for.
pub(super) fn check_stack(fight: &Fight, who: Who, stack: &Stack) -> Result<(), Refusal> {
    match stack {
        Stack::Fleet(_) if !fight.scene.at_sea => {
            return Err(Refusal::new(said!("This battle is fought on land; a fleet has no part in it.")));
        }
        Stack::Army(_) if fight.scene.at_sea => {
            return Err(Refusal::new(said!("This battle is fought at sea; an army has no part in it.")));
        }
        Stack::Fleet(_) => {}
        Stack::Army(side) => check_army(fight.of(who), side)?,
    }
    super::run::field(fight, who, stack)
}

/// Checks a land stack of these countries against the limits of stacking.
pub(crate) fn check_army(countries: &[Country], side: &Side) -> Result<(), Refusal> {
    let own: BTreeSet<&str> = countries.iter().map(|country| country.artillery_key()).collect();
    if side.parts.iter().any(|part| !own.contains(part.country.as_str())) {
        return Err(Refusal::new(said!("A stack is of the countries that fight on its side.")));
    }
    let counters: u32 = side.parts.iter().map(|part| u32::from(part.a_plus) + u32::from(part.a_minus)).sum();
    let detachments: i32 = side.parts.iter().map(|part| part.detachments.0 / 3).sum();
    // Pashas come on top of both limits.
    let of_turkey =
        |part: &&Part| countries.iter().any(|c| c.key() == "turkey" && c.artillery_key() == part.country);
    if side.parts.iter().any(|part| part.pashas > 0 && !of_turkey(&part)) {
        return Err(Refusal::under(rule!("fast-battle.stacking.pashas"), said!("Only Turkey has pashas.")));
    }
    let pashas: u8 = side.parts.iter().map(|part| part.pashas).fold(0, u8::saturating_add);
    if pashas > stacking::PASHAS {
        return Err(Refusal::under(
            rule!("fast-battle.stacking.pashas"),
            said!("The stack has {} pashas; it may have {}.", pashas, stacking::PASHAS),
        ));
    }
    if i64::from(counters) + i64::from(detachments) > 3 {
        return Err(Refusal::under(
            rule!("fast-battle.stacking.land-counters"),
            said!(
                "A stack holds 3 counters at most; this one has {}.",
                i64::from(counters) + i64::from(detachments)
            ),
        ));
    }
    let strength = side.strength() - Thirds::whole(pashas.into());
    if strength > Thirds::whole(stacking::LD.into()) {
        return Err(Refusal::under(
            rule!("fast-battle.stacking.land-strength"),
            said!("A stack holds 8 LD at most; this one has {}.", strength.to_string()),
        ));
    }
    Ok(())
}

fn state_stack(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    number: u32,
    who: Who,
    stack: Stack,
) -> Result<(), Refusal> {
    let was_open = may_state(table.state(), seat, number, who, &stack)?.awaited().is_empty();
    table.emit(&Event::Fights(Box::new(Happened::Stated { fight: number, who, stack })))?;
    if was_open { Ok(()) } else { open_if_stated(table, number, false) }
}

/// The battle in which a player may state what a side fights with.
fn may_state<'p>(
    state: &'p Position,
    seat: &SeatId,
    number: u32,
    who: Who,
    stack: &Stack,
) -> Result<&'p Fight, Refusal> {
    let fight = find(state, number)?;
    let own = in_it(state, seat, number)?;
    let unplayed = state.commands(fight, who).is_none();
    if who != own && !unplayed {
        return Err(Refusal::new(said!("What the other side fights with is stated by its own player.")));
    }
    if !fight.is_gathering() {
        return Err(Refusal::new(said!("This battle is under way; what fights in it stands.")));
    }
    if fight.scene.at_sea && !unplayed {
        return Err(Refusal::under(
            rule!("fast-battle.units.fleet-contents-recorded"),
            said!("What is in your fleet stays secret: it goes into your envelope, with the plan."),
        ));
    }
    check_stack(fight, who, stack)?;
    if fight.stacks[who as usize].as_ref() == Some(stack) {
        return Err(Refusal::new(said!("That is stated already.")));
    }
    Ok(fight)
}

/// Opens the envelopes once both sides are stated.
fn open_if_stated(table: &mut Table<'_, '_, Europa>, number: u32, on_the_board: bool) -> Result<(), Refusal> {
    let fight = find(table.state(), number)?;
    if !fight.awaited().is_empty() {
        return Ok(());
    }
    let (round, seats) = (Round::Fight(fight.round(number)), table.state().deciding(fight));
    let march = table.state().march().filter(|_| on_the_board && fight.scene.intercepted).cloned();
    table.push(march.as_ref(), &Frame::Fight(number))?;
    table.open_envelopes(&round, seats.into_iter().collect(), true)
}

fn call_off(table: &mut Table<'_, '_, Europa>, seat: &SeatId, number: u32) -> Result<(), Refusal> {
    may_call_off(table.state(), seat, number)?;
    table.emit(&Event::Fights(Box::new(Happened::FightCalledOff { fight: number })))
}

/// Whether a player may call a battle off.
fn may_call_off(state: &Position, seat: &SeatId, number: u32) -> Result<(), Refusal> {
    let fight = find(state, number)?;
    in_it(state, seat, number)?;
    if !fight.is_gathering() || fight.awaited().is_empty() {
        return Err(Refusal::new(said!(
            "A battle is called off before both sides are stated; after that its envelopes are asked for."
        )));
    }
    Ok(())
}

fn live(table: &mut Table<'_, '_, Europa>, seat: &SeatId, number: u32, on: bool) -> Result<(), Refusal> {
    may_be_live(table.state(), seat, number, on)?;
    let happened = Happened::FightLive { fight: number, seat: seat.clone(), on };
    table.emit(&Event::Fights(Box::new(happened)))
}

/// Whether a player may want a battle live, or not any more.
fn may_be_live(state: &Position, seat: &SeatId, number: u32, on: bool) -> Result<(), Refusal> {
    let fight = find(state, number)?;
    in_it(state, seat, number)?;
    if fight.live.has(seat) == on {
        return Err(Refusal::new(said!("It stands so already.")));
    }
    Ok(())
}

/// Battles, as a subject of the game.
pub enum FastBattles {}

impl Subject<Europa> for FastBattles {
    type Happened = Box<Happened>;

    fn apply(state: &mut Position, happened: Box<Happened>) {
        if let Happened::FightCalledOff { fight } = *happened {
            state.board.fights.remove(&fight);
        }
        state.fights.apply(*happened);
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
        offers::offers(state, seat)
    }
}

impl Ordered<Europa> for FastBattles {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<Europa, Order> = Rests::OnNobody;

    /// Does what a player orders.
    fn decide(table: &mut Table<'_, '_, Europa>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Open { scene, stacks } => open(table, seat, scene, stacks),
            Order::State { number, who, stack } => state_stack(table, seat, number, who, stack),
            Order::CallOff { number } => call_off(table, seat, number),
            Order::Live { number, on } => live(table, seat, number, on),
            Order::Rule { number, who, morale } => super::run::rule(table, seat, number, who, morale),
            Order::Verdict { number } => {
                may_end(table.state(), seat, number)?;
                super::run::verdict(table, number)
            }
        }
    }
}
