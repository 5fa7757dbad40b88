//! Endeavours on the board: declared, paid for, defended against, decided by a year card.

use super::defence::{Defence, Defences};
use super::plan::{Plan, as_rated, may};
use super::{Declared, Happened, emit};
use crate::court::Court;
use crate::endeavour::course::halved;
use crate::endeavour::outcome::{Against, Effect, all_rules, outcome};
use crate::endeavour::rating::rating;
use crate::endeavour::{Endeavour, Kind, limits};
use crate::event_cards::{Card, Does};
use crate::geography::Area;
use crate::outline::Frame;
use crate::switches::{Readings, readings};
use crate::{MiddleAges, Position, Round, yearly};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// Declares an endeavour: its price is paid, its cards are opened, and a court that is played may defend its area.
pub(crate) fn declare(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    plan: Plan,
) -> Result<(), Refusal> {
    let reads = readings(|key| table.switch(key));
    let (court, mut rules) = may(table.state(), reads, seat, &plan)?;
    let state = table.state().clone();
    let Added { bonus, arms, fervour } =
        added(&state, &plan, &mut rules, |pos| super::cards::open(table, seat, pos))?;
    let gold = limits::cost(&as_rated(table.state(), court, &plan, bonus, arms));
    let number = table.state().endeavours + 1;
    let defends = defender(table.state(), court, &plan);
    let declared = Declared { number, court, what: plan, bonus, arms, fervour, rules };
    emit(table, Happened::Announced { declared: Box::new(declared), gold })?;
    match defends {
        Some(owner) => {
            table.push(None, &Frame::Defence(number))?;
            table.open_envelopes(&Round::Defence(Defences(number)), vec![owner], false)
        }
        None => decide(table, None),
    }
}

/// The player who may defend against an endeavour.
fn defender(state: &Position, court: Court, plan: &Plan) -> Option<SeatId> {
    state.seat_of(may_defend(state, court, plan)?).cloned()
}

/// The court that has something to decide against an endeavour: in an attack one with a year card, for without it no gold counts; in a
/// negotiation one with gold.
#[must_use]
pub fn may_defend(state: &Position, court: Court, plan: &Plan) -> Option<Court> {
    let aim = plan.targets.first().filter(|_| plan.kind.goes_abroad())?;
    let owner = state.board.owner(aim.area).filter(|owner| *owner != court)?;
    let realm = state.board.realms.get(&owner)?;
    let can = if plan.kind.is_attack() { realm.cards > 0 } else { realm.gold > 0 };
    Some(owner).filter(|owner| can && state.seat_of(*owner).is_some())
}

/// What the cards of a hand add to an endeavour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// A leader card's bonus.
    pub bonus: u8,
    /// What weapons and tactics add.
    pub arms: i16,
    /// Whether missionary fervour goes with it.
    pub fervour: bool,
}

/// A plan as it would be rated with its cards, before anybody defends.
///
/// # Errors
/// A refusal where a card does not go with it, or the plan does not fit.
pub fn foreseen(
    state: &Position,
    reads: Readings,
    court: Court,
    plan: &Plan,
    card: impl FnMut(u32) -> Result<Card, Refusal>,
) -> Result<Endeavour, Refusal> {
    super::plan::fits(state, reads, court, plan)?;
    let added = added(state, plan, &mut Vec::new(), card)?;
    let mut endeavour = as_rated(state, court, plan, added.bonus, added.arms);
    if added.fervour {
        eased(&mut endeavour);
    }
    Ok(endeavour)
}

/// Missionary fervour: what is missing to the conviction is halved.
pub fn eased(endeavour: &mut Endeavour) {
    for target in &mut endeavour.targets {
        let missing = (target.resists - i16::from(endeavour.stature)).max(0);
        target.resists -= missing - missing / 2;
    }
}

/// What the cards add that go with an endeavour, and the rules they go by; `card` gives one of the hand by its position.
fn added(
    state: &Position,
    plan: &Plan,
    rules: &mut Vec<RuleId>,
    mut card: impl FnMut(u32) -> Result<Card, Refusal>,
) -> Result<Added, Refusal> {
    let year = state.calendar.year();
    let mut added = Added::default();
    if let Some(used) = plan.leader {
        let goes_by = plan.kind.stature();
        if goes_by != Some(used.stature) {
            return Err(Refusal::under(
                rule!("middle-ages.cards.leader.bonus"),
                said!("{} does not go by {}.", plan.kind, used.stature),
            ));
        }
        let card = card(used.pos)?;
        rules.extend(card.applies(year)?.into_iter().chain(card.mark().1));
        let group = state.data().group(plan.base);
        added.bonus = card.bonus(used.stature, group)?;
        rules.extend([
            rule!("middle-ages.cards.leader.discard"),
            rule!("middle-ages.cards.leader.language-group"),
            rule!("middle-ages.cards.leader.one-modifier"),
        ]);
    }
    for pos in &plan.cards {
        let card = card(*pos)?;
        rules.extend(card.applies(year)?.into_iter().chain(card.mark().1));
        match card.does {
            Does::Arms { points } if plan.kind.is_attack() => added.arms += points,
            Does::Fervour if plan.kind == Kind::Convert => added.fervour = true,
            _ => {
                let card = table::said::name(card.name.clone());
                return Err(Refusal::new(said!("{} does not go with {}.", card, plan.kind)));
            }
        }
    }
    Ok(added)
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
        eased(&mut endeavour);
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
    let reads = readings(|key| table.switch(key));
    let halved = halved(&endeavour, reads.seafarers_halved);
    let card = yearly::draw(table, &seat)?;
    let rated = endeavour.targets.iter().map(|target| {
        let rating = rating(&endeavour, target, halved);
        let outcome = outcome(endeavour.kind, &card, rating.points, target, reads);
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
        let plundered = effects.contains(&Effect::Plunder);
        for effect in effects {
            super::follows::follows(table, court, plan, area, effect, plundered)?;
        }
    }
    match card.check {
        Some(stature) => super::leaders::check(table, court, stature),
        None => Ok(()),
    }
}
