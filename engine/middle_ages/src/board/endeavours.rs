//! Endeavours on the board: declared, paid for, defended against, decided by a year card, and what follows.

use super::choices::{self, Ask, What};
use super::happened::Change;
use super::{Board, Declared, Force, Happened, fewest, in_turn, tax};
use crate::court::Court;
use crate::endeavour::course::{Against, all_rules, halved, price_of};
use crate::endeavour::outcome::{Effect, outcome};
use crate::endeavour::rating::rating;
use crate::endeavour::{Endeavour, Kind, limits};
use crate::envelopes::{Defence, Round};
use crate::event_cards::Does;
use crate::geography::Area;
use crate::marker::{self, Passes};
use crate::outline::Frame;
use crate::stature::Stature;
use crate::{Event, MiddleAges, Position, switches, yearly};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// What resists a negotiation in an independent area, and in Venice.
const INDEPENDENT: (i16, i16) = (3, 5);

/// A target, and the gold that is added for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// Which area.
    pub area: Area,
    /// Gold that is added.
    #[serde(default)]
    pub gold: u8,
}

/// A leader card that is used, for one of its bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderCard {
    /// Its position in the deck.
    pub pos: u32,
    /// Which of its bonuses.
    pub stature: Stature,
}

/// What is declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What is undertaken.
    pub kind: Kind,
    /// From which area.
    pub base: Area,
    /// Against which, or in which.
    pub targets: Vec<Aim>,
    /// Whether it goes over sea.
    #[serde(default)]
    pub by_sea: bool,
    /// A leader card that is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<LeaderCard>,
    /// Cards of weapons, tactics or fervour that are used, by their positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<u32>,
}

fn emit(table: &mut Table<'_, '_, MiddleAges>, happened: Happened) -> Result<(), Refusal> {
    table.emit(&Event::Board(Box::new(happened)))
}

/// The endeavour of a plan as the board has it; nothing resists yet.
#[must_use]
pub fn as_rated(state: &Position, court: Court, plan: &Plan, bonus: u8, arms: i16) -> Endeavour {
    let board = &state.board;
    let leader = board.realms.get(&court).map(|realm| realm.leader.clone());
    let religion =
        board.realms.get(&court).and_then(|realm| board.area(realm.home)).map(|held| held.religion);
    let stature = match plan.kind.stature() {
        Some(stature) => leader.map_or(0, |leader| leader.of(stature)),
        None => religion.map_or(0, |religion| religion.known().proselytic),
    };
    let seas = match plan.targets.first() {
        Some(aim) if plan.by_sea => plan.base.seas_to(aim.area).unwrap_or(u8::MAX),
        _ => 0,
    };
    let target = |aim: &Aim| {
        let mut target = board.target(court, aim.area, aim.gold);
        target.resists = resists(board, plan.kind, aim.area);
        target
    };
    Endeavour {
        kind: plan.kind,
        stature,
        card: bonus,
        arms,
        base: board.base(plan.base),
        targets: plan.targets.iter().map(target).collect(),
        seas,
    }
}

/// What resists by itself: the owner's diplomacy, the people's conviction.
fn resists(board: &Board, kind: Kind, area: Area) -> i16 {
    let Some(held) = board.area(area) else { return 0 };
    match (kind, held.owner.and_then(|owner| board.realms.get(&owner))) {
        (Kind::Negotiate, Some(realm)) => realm.leader.diplomacy.into(),
        (Kind::Negotiate, None) if area.key() == "venice" => INDEPENDENT.1,
        (Kind::Negotiate, None) => INDEPENDENT.0,
        (Kind::Convert, _) => held.religion.known().conviction,
        _ => 0,
    }
}

/// Whether a plan can be declared: all but its cards.
///
/// # Errors
/// A refusal that names the rule it breaks, or says what would be allowed.
pub fn may(state: &Position, seat: &SeatId, plan: &Plan) -> Result<(Court, Vec<RuleId>), Refusal> {
    let (court, realm, _) = in_turn(state, seat)?;
    if realm.cards == 0 {
        return Err(Refusal::new(said!("{} has no year card left in this round.", court)));
    }
    let board = &state.board;
    let own = |area: Area| board.owner(area) == Some(court);
    let not_own = |area: Area| Refusal::new(said!("{} does not control {}.", court, area));
    if !own(plan.base) {
        return Err(not_own(plan.base));
    }
    for (i, aim) in plan.targets.iter().enumerate() {
        let area = aim.area;
        if plan.targets.iter().take(i).any(|before| before.area == area) {
            return Err(Refusal::new(said!("{} is a target once.", area)));
        }
        if plan.kind.goes_abroad() == own(area) {
            return Err(if own(area) {
                Refusal::new(said!("{} is your own: {} goes against another area.", area, plan.kind))
            } else if plan.kind == Kind::Fleet {
                Refusal::under(
                    rule!("middle-ages.fleets.placement"),
                    said!("{} does not control {}.", court, area),
                )
            } else if plan.kind == Kind::Army {
                Refusal::under(
                    rule!("middle-ages.armies.placement"),
                    said!("{} does not control {}.", court, area),
                )
            } else {
                not_own(area)
            });
        }
        reaches(plan, area)?;
        if plan.kind == Kind::Convert && board.religion(court, area) == crate::endeavour::Kin::Same {
            return Err(Refusal::new(said!("{} has the religion of your court already.", area)));
        }
    }
    let endeavour = as_rated(state, court, plan, 0, 0);
    let rules = limits::check(&endeavour)?;
    let cost = limits::cost(&endeavour);
    if realm.gold < cost {
        let says = said!("{} costs {} gold; {} has {}.", plan.kind, cost, court, realm.gold);
        return Err(match plan.kind {
            Kind::Army | Kind::Fleet | Kind::Marker => Refusal::under(price_of(plan.kind), says),
            _ => Refusal::new(says),
        });
    }
    Ok((court, rules))
}

/// By land to a neighbour, over sea between coasts; what is done at home needs no way.
fn reaches(plan: &Plan, area: Area) -> Result<(), Refusal> {
    if !plan.kind.goes_abroad() {
        return Ok(());
    }
    let way = if plan.by_sea {
        plan.base.seas_to(area).is_some()
    } else {
        plan.base.borders().any(|at| at == area)
    };
    if way {
        return Ok(());
    }
    Err(Refusal::new(if plan.by_sea {
        said!("No sea way leads from {} to {}.", plan.base, area)
    } else {
        said!("{} does not border {} by land.", area, plan.base)
    }))
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
        let outcome = outcome(endeavour.kind, card, rating.points, target);
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
            follows(table, court, plan, area, effect)?;
        }
    }
    match card.check {
        Some(stature) => super::leaders::check(table, court, stature),
        None => Ok(()),
    }
}

/// What follows from a result.
fn follows(
    table: &mut Table<'_, '_, MiddleAges>,
    court: Court,
    plan: &Plan,
    area: Area,
    effect: Effect,
) -> Result<(), Refusal> {
    let Some(held) = table.state().board.area(area).cloned() else { return Ok(()) };
    let points = |of: Force, add: u8| fewest(held.counters(of).iter().sum::<u8>() + add);
    let change = match effect {
        Effect::Rise => Change { social: 1, unrest: Some(false), ..Change::default() },
        Effect::RiseByTwo => Change { social: 2, unrest: Some(false), ..Change::default() },
        Effect::Fort => Change { fort: 1, ..Change::default() },
        Effect::Army => Change { armies: Some(points(Force::Army, 1)), ..Change::default() },
        Effect::Fleet => Change { fleets: Some(points(Force::Fleet, 1)), ..Change::default() },
        Effect::Tie => Change { tie: Some(court), ..Change::default() },
        Effect::Conversion => {
            let home = table.state().board.realms.get(&court).map(|realm| realm.home);
            let religion = home.and_then(|home| Some(table.state().board.area(home)?.religion));
            Change { religion, ..Change::default() }
        }
        Effect::Fall if plan.kind == Kind::Pillage && !held.markers.is_empty() => {
            return choices::ask(table, Ask { court, what: What::Pillaged, area });
        }
        Effect::Fall => return falls(table, area, !plan.kind.is_attack()),
        Effect::BaseFall if table.state().board.area(plan.base).is_some_and(|base| base.army() > 0) => {
            return choices::ask(table, Ask { court, what: What::BaseLoss, area: plan.base });
        }
        Effect::BaseFall => return changes(table, plan.base, Change { social: -1, ..Change::default() }),
        Effect::Marker => return choices::ask(table, Ask { court, what: What::Marker, area }),
        Effect::Conquest => return conquers(table, court, area),
        Effect::Plunder => return plunders(table, court, area),
        Effect::TieOrConquest => {
            let home = table.state().board.realms.values().any(|realm| realm.home == area);
            if held.ties.contains(&court) && !home {
                return passes(table, area, Some(court));
            }
            Change { tie: Some(court), ..Change::default() }
        }
    };
    changes(table, area, change)
}

fn changes(table: &mut Table<'_, '_, MiddleAges>, area: Area, change: Change) -> Result<(), Refusal> {
    emit(table, Happened::Area { area, change: Box::new(change), rules: Vec::new() })
}

/// A social state falls by 1. Its owner's army may stand in for it in an attack; what fails at home in an area in unrest may make it rebel.
pub(crate) fn falls(table: &mut Table<'_, '_, MiddleAges>, area: Area, at_home: bool) -> Result<(), Refusal> {
    let Some(held) = table.state().board.area(area).cloned() else { return Ok(()) };
    if let Some(court) = held.owner.filter(|_| !at_home && held.army() > 0) {
        return choices::ask(table, Ask { court, what: What::TargetLoss, area });
    }
    changes(table, area, Change { social: -1, ..Change::default() })?;
    match held.owner.filter(|_| at_home && held.unrest) {
        Some(owner) if tax::test(table, owner, area, 0)? => passes(table, area, None),
        _ => Ok(()),
    }
}

/// One result of conquest more; with as many as the population is worth the area is conquered.
fn conquers(table: &mut Table<'_, '_, MiddleAges>, court: Court, area: Area) -> Result<(), Refusal> {
    changes(table, area, Change { contested: Some(court), ..Change::default() })?;
    let results = table.state().board.area(area).and_then(|held| held.contested.get(&court).copied());
    let needed = u8::try_from(area.known().population).unwrap_or(1).max(1);
    if results.unwrap_or(0) >= needed { passes(table, area, Some(court)) } else { Ok(()) }
}

/// Plunder: gold, and unrest; an area in unrest may rebel against its owner.
fn plunders(table: &mut Table<'_, '_, MiddleAges>, court: Court, area: Area) -> Result<(), Refusal> {
    let gold = 1 + u16::try_from(area.known().population).unwrap_or(0);
    pays(table, court, gold, Vec::new())?;
    let Some(held) = table.state().board.area(area).cloned() else { return Ok(()) };
    match held.owner.filter(|_| held.unrest) {
        Some(owner) if tax::test(table, owner, area, 0)? => passes(table, area, None),
        _ => changes(table, area, Change { unrest: Some(true), ..Change::default() }),
    }
}

/// Gold comes in to a court.
pub(crate) fn pays(
    table: &mut Table<'_, '_, MiddleAges>,
    court: Court,
    gold: u16,
    rules: Vec<RuleId>,
) -> Result<(), Refusal> {
    let before = table.state().board.realms.get(&court).map_or(0, |realm| realm.gold);
    emit(table, Happened::Gold { court, now: before.saturating_add(gold), before, rules })
}

/// An area comes to a new owner or becomes independent: armies and fleets in it are lost, and of its markers stays what the rules leave.
pub(crate) fn passes(
    table: &mut Table<'_, '_, MiddleAges>,
    area: Area,
    to: Option<Court>,
) -> Result<(), Refusal> {
    let board = &table.state().board;
    let Some(held) = board.area(area) else { return Ok(()) };
    let how = match to {
        Some(court) => {
            Passes::TakenOver { same_religion: board.religion(court, area) == crate::endeavour::Kin::Same }
        }
        None => Passes::Independent,
    };
    let (markers, mut rules) = marker::after(&held.markers, how);
    let (armies, fleets, from) = (held.army(), held.fleet(), held.owner);
    if armies > 0 {
        rules.push(rule!("middle-ages.armies.control-lost"));
    }
    if fleets > 0 {
        rules.push(rule!("middle-ages.fleets.control-lost"));
    }
    emit(table, Happened::Passed { area, from, to, armies, fleets, markers, rules })
}
