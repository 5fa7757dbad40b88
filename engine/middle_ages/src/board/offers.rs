//! What a player may do on the board now, out of the checks by which his orders are decided.

use super::cards::InHand;
use super::plan::{Aim, LeaderCard, Plan};
use super::{Answer, Force, Order, cards, choices, communication, plan, subject, tax, upkeep};
use crate::Position;
use crate::court::Court;
use crate::endeavour::Kind;
use crate::event_cards::{self, Does};
use crate::geography::Area;
use crate::marker::{Marker, to_build};
use crate::switches::{Readings, readings};
use table::names::SeatId;
use table::offers::{Field, Kind as Takes, Offer};
use table::view::View;

/// The verb of these orders, as the record writes it.
const VERB: &str = "board";

/// The most plans that are offered of a kind.
const MOST: usize = 12;

pub(super) fn offers(state: &Position, seat: &SeatId, table: &View) -> Vec<Offer> {
    let Some(court) = state.court_of(seat).filter(|_| state.board.is_kept()) else { return Vec::new() };
    let reads = readings(|key| table.switch(key));
    let mut all = to_choose(state, court);
    if upkeep::gives_up(state, court) {
        all.extend(to_disband(state, reads, seat, court).map(Offer::onward));
        return all;
    }
    let hand = table.hand.iter().filter_map(|held| {
        Some((event_cards::number_in(&held.deck, held.pos)?, state.data().event_named(&held.card)?))
    });
    let hand: Vec<InHand<'_>> = hand.collect();
    // What was drawn after its years is replaced before anything else is done.
    let late = cards::late(state, &hand);
    if !late.is_empty() && cards::may_draw(state, seat).is_err() {
        let replaced = |pos| Offer::of_order(VERB, Order::Discard { pos }, Vec::new()).timely();
        all.extend(late.into_iter().map(replaced));
        return all;
    }
    if super::in_turn(state, seat).is_err() {
        return all;
    }
    all.extend(of_hand(state, court, &hand, reads.hand));
    if hand.len() > reads.hand {
        return all;
    }
    if cards::may_draw(state, seat).is_ok() {
        let over = cards::over(state, &hand);
        all.push(Offer::of_order(VERB, Order::Draw { over }, Vec::new()).timely());
    }
    let back = state.data().areas().filter(|area| communication::may_return(state, seat, *area).is_ok());
    let back: Vec<Area> = back.collect();
    if let Some(first) = back.first().copied() {
        let field = Field::required("area", Takes::among(back));
        all.push(Offer::of_order(VERB, Order::Return { area: first }, vec![field]).timely());
    }
    all.extend(of_armies(state, reads, seat, court).into_iter().map(Offer::timely));
    all.extend(to_disband(state, reads, seat, court).map(Offer::back));
    all.extend(to_tax(state, seat, court).map(Offer::timely));
    all.extend(to_declare(state, reads, seat, court, &hand).into_iter().map(Offer::timely));
    all
}

/// Choices that are asked of the court.
fn to_choose(state: &Position, court: Court) -> Vec<Offer> {
    let own = state.board.asks.iter().filter(|(_, ask)| ask.court == court);
    let offer = |(number, ask): (&u32, &super::Ask)| {
        let answers = choices::answers(state, ask);
        let first = answers.first().copied().unwrap_or(Answer::Social);
        let order = Order::Choose { number: *number, answer: first };
        Offer::of_order(VERB, order, vec![Field::required("answer", Takes::among(answers))]).onward()
    };
    own.map(offer).collect()
}

/// Armies moved, and counters exchanged.
fn of_armies(state: &Position, reads: Readings, seat: &SeatId, court: Court) -> Vec<Offer> {
    moves(state, reads, seat, court)
        .into_iter()
        .map(|order| Offer::of_order(VERB, order, Vec::new()))
        .collect()
}

/// Movements by one space or over sea, and exchanges of counters, that a court may order now.
#[must_use]
pub fn moves(state: &Position, reads: Readings, seat: &SeatId, court: Court) -> Vec<Order> {
    let mut all = Vec::new();
    let mut offer = |order: Order| {
        if subject::may(state, reads, seat, &order).is_ok() {
            all.push(order);
        }
    };
    for (from, held) in state.board.areas_of(court) {
        let mut strengths = held.armies.clone();
        strengths.dedup();
        for strength in strengths {
            for next in state.data().borders(from) {
                offer(Order::Move { from, way: vec![next], strength });
            }
            for (to, _) in
                state.board.areas_of(court).filter(|(to, _)| *to != from && state.data().is_coastal(*to))
            {
                offer(Order::Ship { from, to, strength });
            }
        }
        for of in [Force::Army, Force::Fleet] {
            let points: u8 = held.counters(of).iter().sum();
            offer(Order::Change { area: from, of, counters: vec![1; usize::from(points)] });
            offer(Order::Change { area: from, of, counters: super::fewest(points) });
        }
    }
    all
}

/// Points that can be given up.
fn to_disband(state: &Position, reads: Readings, seat: &SeatId, court: Court) -> impl Iterator<Item = Offer> {
    let of = |(area, held): (Area, &super::Held)| {
        [(Force::Army, held.army()), (Force::Fleet, held.fleet())].map(|(of, points)| (area, of, points))
    };
    let all = state.board.areas_of(court).flat_map(of).filter(|(_, _, points)| *points > 0);
    all.filter_map(move |(area, of, points)| {
        let order = Order::Disband { area, of, points: 1 };
        subject::may(state, reads, seat, &order).ok()?;
        let most = Takes::Whole { least: 1, most: points.into() };
        Some(Offer::of_order(VERB, order, vec![Field::required("points", most)]))
    })
}

/// Areas that can be taxed.
fn to_tax(state: &Position, seat: &SeatId, court: Court) -> impl Iterator<Item = Offer> {
    state.board.areas_of(court).filter_map(move |(area, held)| {
        tax::may(state, seat, area, 1).ok()?;
        let gold = Takes::Whole { least: 1, most: held.social.into() };
        Some(Offer::of_order(VERB, Order::Tax { area, gold: 1 }, vec![Field::required("gold", gold)]))
    })
}

/// Endeavours that could be declared: at home in each area, abroad from each to its neighbours and over sea.
fn to_declare(
    state: &Position,
    reads: Readings,
    seat: &SeatId,
    court: Court,
    hand: &[InHand<'_>],
) -> Vec<Offer> {
    let mut all = Vec::new();
    for kind in Kind::ALL {
        let plans = plans(state, reads, court, kind).into_iter();
        let plans = plans.filter(|plan| plan::may(state, reads, seat, plan).is_ok());
        let mut plans: Vec<Plan> = plans.take(MOST).collect();
        let with: Vec<Plan> = plans.iter().filter_map(|plan| with_leader(state, plan, hand)).collect();
        plans.extend(with);
        let more = plans.first().map(with_gold).filter(|plan| plan::may(state, reads, seat, plan).is_ok());
        plans.extend(more);
        let Some(first) = plans.first().cloned() else { continue };
        let order = Order::Declare { plan: first };
        all.push(Offer::of_order(VERB, order, vec![Field::required("plan", Takes::among(plans))]));
    }
    all
}

/// The plans of a kind that a court may declare now, without cards.
#[must_use]
pub fn allowed(state: &Position, reads: Readings, seat: &SeatId, court: Court, kind: Kind) -> Vec<Plan> {
    let all = plans(state, reads, court, kind).into_iter();
    all.filter(|plan| plan::may(state, reads, seat, plan).is_ok()).collect()
}

/// The plans of a kind that a court could declare in a turn of its own, without cards, whatever gold it has then.
#[must_use]
pub fn thinkable(state: &Position, reads: Readings, court: Court, kind: Kind) -> Vec<Plan> {
    let all = plans(state, reads, court, kind).into_iter();
    all.filter(|plan| plan::fits(state, reads, court, plan).is_ok()).collect()
}

/// The plans of a kind, whether they are allowed or not.
pub(super) fn plans(state: &Position, reads: Readings, court: Court, kind: Kind) -> Vec<Plan> {
    let at = |base: Area, area: Area, by_sea: bool| Plan {
        kind,
        base,
        targets: vec![Aim { area, gold: 0 }],
        by_sea,
        leader: None,
        cards: Vec::new(),
        marker: None,
    };
    let mut all = Vec::new();
    let palaces: Vec<Aim> = state
        .board
        .areas_of(court)
        .filter(|(_, held)| held.markers.contains(&Marker::Palace))
        .map(|(area, _)| Aim { area, gold: 0 })
        .collect();
    if let Some(first) = palaces.first().filter(|_| kind == Kind::Rule && palaces.len() > 1) {
        all.push(Plan { targets: palaces.clone(), ..at(first.area, first.area, false) });
    }
    for (base, held) in state.board.areas_of(court) {
        if kind == Kind::Marker && reads.marker_named_before {
            let kinds = to_build(&held.markers).into_iter();
            all.extend(kinds.map(|marker| Plan { marker: Some(marker), ..at(base, base, false) }));
            continue;
        }
        if !kind.goes_abroad() {
            all.push(at(base, base, false));
            continue;
        }
        all.extend(state.data().borders(base).map(|area| at(base, area, false)));
        if state.data().is_coastal(base) {
            let others = state
                .data()
                .areas()
                .filter(|area| state.data().is_coastal(*area) && state.board.owner(*area) != Some(court));
            all.extend(others.map(|area| at(base, area, true)));
        }
    }
    all
}

/// A plan with a gold more for each of its targets.
fn with_gold(plan: &Plan) -> Plan {
    let targets = plan.targets.iter().map(|aim| Aim { gold: aim.gold.saturating_add(1), ..*aim });
    Plan { targets: targets.collect(), ..plan.clone() }
}

/// A plan with a leader card of the hand, where one goes with it.
fn with_leader(state: &Position, plan: &Plan, hand: &[InHand<'_>]) -> Option<Plan> {
    let stature = plan.kind.stature()?;
    let group = state.data().group(plan.base);
    let year = state.calendar.year();
    let fits = |(_, card): &&InHand<'_>| card.applies(year).is_ok() && card.bonus(stature, group).is_ok();
    let (pos, _) = hand.iter().find(fits)?;
    Some(Plan { leader: Some(LeaderCard { pos: *pos, stature }), ..plan.clone() })
}

/// Cards of the hand: played where they can be, or discarded.
fn of_hand(state: &Position, court: Court, hand: &[InHand<'_>], most: usize) -> Vec<Offer> {
    let mut all = Vec::new();
    for (pos, card) in hand {
        let discard = Offer::of_order(VERB, Order::Discard { pos: *pos }, Vec::new());
        all.push(if hand.len() > most { discard.timely() } else { discard.back() });
        if card.applies(state.calendar.year()).is_err() {
            continue;
        }
        if matches!(card.does, Does::Demesne | Does::Gold { .. }) {
            all.push(Offer::of_order(VERB, Order::Play { pos: *pos, on: None }, Vec::new()).timely());
            continue;
        }
        let on: Vec<Area> = state
            .data()
            .areas()
            .filter(|area| cards::effect(state, court, card, Some(*area)).is_ok())
            .collect();
        if let Some(first) = on.first().copied() {
            let order = Order::Play { pos: *pos, on: Some(first) };
            all.push(Offer::of_order(VERB, order, vec![Field::required("on", Takes::among(on))]).timely());
        }
    }
    all
}
