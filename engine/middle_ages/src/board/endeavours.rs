//! Endeavours on the board: declared, paid for, defended against, decided by a year card.

use super::plan::{Plan, as_rated, may};
use super::{Declared, Happened};
use crate::court::Court;
use crate::endeavour::course::{Against, all_rules, halved};
use crate::endeavour::outcome::{Effect, outcome};
use crate::endeavour::rating::rating;
use crate::endeavour::{Endeavour, Kind, limits};
use crate::envelopes::{Defence, Round};
use crate::event_cards::Does;
use crate::geography::Area;
use crate::outline::Frame;
use crate::{Event, MiddleAges, Position, switches, yearly};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

fn emit(table: &mut Table<'_, '_, MiddleAges>, happened: Happened) -> Result<(), Refusal> {
    table.emit(&Event::Board(Box::new(happened)))
}

/// Declares an endeavour: its price is paid, its cards are opened, and a court that is played may defend its area.
pub(crate) fn declare(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    plan: Plan,
) -> Result<(), Refusal> {
    let (court, mut rules) = may(table.state(), seat, &plan)?;
    let (bonus, arms, fervour) = with_cards(table, seat, &plan, &mut rules)?;
    let gold = limits::cost(&as_rated(table.state(), court, &plan, bonus, arms));
    let number = table.state().endeavours + 1;
    let defends = defender(table.state(), court, &plan);
    let declared = Declared { number, court, what: plan, bonus, arms, fervour, rules };
    emit(table, Happened::Announced { declared: Box::new(declared), gold })?;
    match defends {
        Some(owner) => {
            table.push(None, &Frame::Defence(number))?;
            table.open_envelopes(&Round::Defence(number), vec![owner], false)
        }
        None => decide(table, None),
    }
}

/// The player who may defend against an endeavour: he has a year card or gold, and it is an attack or a negotiation.
fn defender(state: &Position, court: Court, plan: &Plan) -> Option<SeatId> {
    let aim = plan.targets.first().filter(|_| plan.kind.goes_abroad())?;
    let owner = state.board.owner(aim.area).filter(|owner| *owner != court)?;
    let realm = state.board.realms.get(&owner)?;
    let can = realm.gold > 0 || plan.kind.is_attack() && realm.cards > 0;
    state.seat_of(owner).filter(|_| can).cloned()
}

/// Opens the cards that go with an endeavour: a leader card's bonus, points of arms, fervour.
fn with_cards(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    plan: &Plan,
    rules: &mut Vec<RuleId>,
) -> Result<(u8, i16, bool), Refusal> {
    let year = table.state().calendar.year();
    let (mut bonus, mut arms, mut fervour) = (0, 0, false);
    if let Some(used) = plan.leader {
        let goes_by = plan.kind.stature();
        if goes_by != Some(used.stature) {
            return Err(Refusal::under(
                rule!("middle-ages.cards.leader.bonus"),
                said!("{} does not go by {}.", plan.kind, used.stature),
            ));
        }
        let card = super::cards::open(table, seat, used.pos)?;
        rules.extend(card.applies(year)?);
        let group = &plan.base.known().language.known().group;
        bonus = card.bonus(used.stature, group)?;
        rules.extend([
            rule!("middle-ages.cards.leader.discard"),
            rule!("middle-ages.cards.leader.language-group"),
            rule!("middle-ages.cards.leader.one-modifier"),
        ]);
    }
    for pos in &plan.cards {
        let card = super::cards::open(table, seat, *pos)?;
        rules.extend(card.applies(year)?);
        match card.does {
            Does::Arms { points } if plan.kind.is_attack() => arms += points,
            Does::Fervour if plan.kind == Kind::Convert => fervour = true,
            _ => {
                let card = table::said::name(card.name.clone());
                return Err(Refusal::new(said!("{} does not go with {}.", card, plan.kind)));
            }
        }
    }
    Ok((bonus, arms, fervour))
}

/// The owner's answer lies open: the endeavour is decided.
pub(crate) fn decide(
    table: &mut Table<'_, '_, MiddleAges>,
    answered: Option<Defence>,
) -> Result<(), Refusal> {
    let Some(declared) = table.state().board.declared.clone() else { return Ok(()) };
    let (court, plan) = (declared.court, declared.what);
    let mut endeavour = as_rated(table.state(), court, &plan, declared.bonus, declared.arms);
    let mut defence = None;
    if let (Some(answer), Some(target)) = (answered, endeavour.targets.first_mut()) {
        let owner = plan.targets.first().and_then(|aim| table.state().board.owner(aim.area));
        if let Some((owner, realm)) = owner.and_then(|of| Some((of, table.state().board.realms.get(&of)?))) {
            let gold = answer.gold.min(u8::try_from(realm.gold).unwrap_or(u8::MAX));
            let defends = answer.defend && realm.cards > 0 && plan.kind.is_attack();
            // Gold goes with a defence, or against a negotiation.
            let gold = if defends || plan.kind == Kind::Negotiate { gold } else { 0 };
            target.gold_against = gold;
            target.resists += if defends { i16::from(realm.leader.combat) } else { 0 };
            defence = Some((owner, defends, gold));
        }
    }
    if declared.fervour {
        for target in &mut endeavour.targets {
            let missing = (target.resists - i16::from(endeavour.stature)).max(0);
            target.resists -= missing - missing / 2;
        }
    }
    decided(table, declared.number, court, &plan, endeavour, defence, declared.rules)
}

fn decided(
    table: &mut Table<'_, '_, MiddleAges>,
    number: u32,
    court: Court,
    plan: &Plan,
    endeavour: Endeavour,
    defence: Option<(Court, bool, u8)>,
    rules: Vec<RuleId>,
) -> Result<(), Refusal> {
    let seat = table.state().seat_of(court).cloned();
    let Some(seat) = seat else { return Ok(()) };
    let halved = halved(&endeavour, table.switch(switches::SEAFARERS_HALVED) == "yes");
    let card = yearly::draw(table, &seat)?;
    let rated = endeavour.targets.iter().map(|target| {
        let rating = rating(&endeavour, target, halved);
        let outcome = outcome(endeavour.kind, &card, rating.points, target);
        Against { target: target.name.clone(), rating, outcome }
    });
    let against: Vec<Against> = rated.collect();
    let mut rules = all_rules(&endeavour, &against, rules);
    if endeavour.kind.is_attack() && endeavour.base.armies > 0 {
        rules.push(rule!("middle-ages.armies.used-repeatedly"));
    }
    let areas: Vec<Area> = plan.targets.iter().map(|aim| aim.area).collect();
    let effects: Vec<Vec<Effect>> = against.iter().map(|one| one.outcome.effects.clone()).collect();
    let happened = Happened::Decided {
        number,
        court,
        endeavour: Box::new(endeavour),
        areas: areas.clone(),
        base: plan.base,
        card: card.number,
        against,
        defence,
        rules,
    };
    emit(table, happened)?;
    for (area, effects) in areas.into_iter().zip(effects) {
        for effect in effects {
            super::follows::follows(table, court, plan, area, effect)?;
        }
    }
    match card.check {
        Some(stature) => super::leaders::check(table, court, stature),
        None => Ok(()),
    }
}
