//! Who attacks without a player: raiders, and magnates of independent areas. Of the printed rules only the outline is known; what
//! fills it is ours. They come before the courts act, from the second round on.

use super::attack::{Attack, Outsider};
use super::{Board, Happened, emit, follows, leaders, tax};
use crate::endeavour::outcome::{Against, Effect, outcome};
use crate::endeavour::rating::rating;
use crate::endeavour::{Base, Endeavour, Kin, Kind};
use crate::geography::Area;
use crate::pack::Data;
use crate::raiders::Band;
use crate::{MiddleAges, switches, yearly};
use std::collections::BTreeSet;
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// The first round in which they come: ours.
pub const FIRST: u8 = 2;

/// All of them come, one after another.
pub(crate) fn come(table: &mut Table<'_, '_, MiddleAges>) -> Result<(), Refusal> {
    let round = table.state().calendar.round;
    if round >= table.state().outsiders_from() && table.switch(switches::OUTSIDERS) == "yes" {
        let year = table.state().calendar.year();
        for band in table.state().data().raiders().to_vec() {
            if let Some(stature) = band.stature(year) {
                raid(table, &band, stature)?;
            }
        }
        magnate(table)?;
    }
    emit(table, Happened::OutsidersCame { round })
}

/// The areas that a band may raid, the richest of them: those with the highest sum of population and social state. One that more fleets defend
/// than it has ships is passed by.
#[must_use]
pub fn richest(board: &Board, band: &Band, raided: &BTreeSet<Area>) -> (Vec<Area>, Vec<RuleId>) {
    let mut rules = Vec::new();
    let reached: Vec<(i16, Area)> = board
        .data
        .reached_by(band)
        .into_iter()
        .filter(|area| !raided.contains(area))
        .filter_map(|area| {
            let held = board.area(area)?;
            if board.data.creed(held.religion).is_some_and(|creed| band.spares(&creed.faith)) {
                return None;
            }
            if band.by_sea() && held.fleet() > band.ships {
                rules.push(rule!("middle-ages.fleets.defence-across-sea"));
                return None;
            }
            Some((i16::from(board.data.known(area).population) + i16::from(held.social), area))
        })
        .collect();
    rules.dedup();
    let most = reached.iter().map(|(worth, _)| *worth).max();
    let of = |(worth, area): &(i16, Area)| (Some(*worth) == most).then_some(*area);
    (reached.iter().filter_map(of).collect(), rules)
}

/// A band raids with each of its cards the richest area that it has not raided in this round.
fn raid(table: &mut Table<'_, '_, MiddleAges>, band: &Band, stature: u8) -> Result<(), Refusal> {
    let mut raided = BTreeSet::new();
    for _ in 0..band.cards {
        let (richest, rules) = richest(&table.state().board, band, &raided);
        let Some(area) = one_of(table, &richest, "raiders")? else { return Ok(()) };
        raided.insert(area);
        let base = Base {
            name: band.name.clone(),
            social: 0,
            armies: 0,
            fleets: band.ships,
            seafaring: band.by_sea(),
        };
        let raid = as_rated(&table.state().board, Kind::Pillage, base, area, stature, [Kin::Same; 2]);
        attacks(table, Outsider::Raiders(band.key.clone()), area, raid, rules)?;
    }
    Ok(())
}

/// An endeavour of theirs against an area.
#[must_use]
pub fn as_rated(
    board: &Board,
    kind: Kind,
    base: Base,
    area: Area,
    stature: u8,
    [language, religion]: [Kin; 2],
) -> Endeavour {
    let known = board.data.known(area);
    let held = board.area(area);
    let target = crate::endeavour::Target {
        name: known.name.clone(),
        social: held.map_or(0, |held| held.social),
        population: known.population,
        fort: held.map_or(0, |held| held.fort),
        armies: held.map_or(0, super::Held::army),
        fleets: held.map_or(0, super::Held::fleet),
        coast: board.data.is_coastal(area),
        language,
        religion,
        markers: held.map(|held| held.markers.clone()).unwrap_or_default(),
        contested: 0,
        resists: 0,
        gold_against: 0,
        gold: 0,
    };
    Endeavour { kind, stature, card: 0, arms: 0, base, targets: vec![target], seas: 0 }
}

/// The independent areas whose magnate could attack: one that borders an area of a court.
#[must_use]
pub fn with_magnates(board: &Board) -> Vec<Area> {
    let free = board.areas.iter().filter(|(_, held)| held.owner.is_none());
    free.map(|(area, _)| *area).filter(|area| prey(board, *area).is_some()).collect()
}

/// The area of a court that the magnate of an area attacks: the weakest neighbour, by social state, fortification and army points.
#[must_use]
pub fn prey(board: &Board, of: Area) -> Option<Area> {
    let held = board.data.borders(of).filter_map(|area| Some((area, board.area(area)?)));
    held.filter(|(_, held)| held.owner.is_some())
        .min_by_key(|(area, held)| {
            (i16::from(held.social) + i16::from(held.fort) + i16::from(held.army()), *area)
        })
        .map(|(area, _)| area)
}

/// The magnate of one independent area attacks with one card. What he conquers becomes independent.
fn magnate(table: &mut Table<'_, '_, MiddleAges>) -> Result<(), Refusal> {
    let lords = with_magnates(&table.state().board);
    let Some(of) = one_of(table, &lords, "magnate")? else { return Ok(()) };
    let Some(area) = prey(&table.state().board, of) else { return Ok(()) };
    let slot = slot(table);
    let die = table.roll(&slot, vec![[6, 1]], "magnate")?.first().copied().unwrap_or(1);
    let stature = leaders::born(die);
    emit(table, Happened::MagnateRose { area: of, die: u8::try_from(die).unwrap_or(1), combat: stature })?;
    let board = &table.state().board;
    let believed = |of: Area| board.area(of).map(|held| held.religion);
    let religion = believed(of)
        .zip(believed(area))
        .map_or(Kin::Foreign, |(own, other)| board.data.religion_to(own, other));
    let language = board.data.language_to(of, area);
    let attack = as_rated(board, Kind::Conquer, board.base(of), area, stature, [language, religion]);
    attacks(table, Outsider::Magnate(of), area, attack, Vec::new())
}

/// Whether one conquest of a magnate makes an area independent: one whose population takes a single result.
#[must_use]
pub fn frees(data: &Data, area: Area) -> bool {
    super::conquered_at(data, area) <= 1
}

/// One attack: its card is turned up, and what follows is done.
fn attacks(
    table: &mut Table<'_, '_, MiddleAges>,
    by: Outsider,
    area: Area,
    endeavour: Endeavour,
    mut rules: Vec<RuleId>,
) -> Result<(), Refusal> {
    let card = yearly::turn_up(table)?;
    let Some(target) = endeavour.targets.first() else { return Ok(()) };
    let rating = rating(&endeavour, target, false);
    let outcome =
        outcome(endeavour.kind, &card, rating.points, target, switches::readings(|key| table.switch(key)));
    rules.extend(rating.parts.iter().filter_map(|part| part.rule));
    let effects = outcome.effects.clone();
    let against = Against { target: target.name.clone(), rating, outcome };
    let base = match &by {
        Outsider::Magnate(of) => Some(*of),
        Outsider::Raiders(_) => None,
    };
    let attack = Box::new(Attack { by, area, endeavour, card: card.number, against });
    emit(table, Happened::Attacked { attack, rules })?;
    for effect in effects {
        match (effect, base) {
            (Effect::Fall, _) => follows::falls(table, area, false)?,
            (Effect::Plunder, _) => unsettled(table, area)?,
            (Effect::Conquest, _) if frees(table.state().data(), area) => follows::passes(table, area, None)?,
            (Effect::Conquest, _) => unsettled(table, area)?,
            (Effect::BaseFall, Some(of)) => follows::falls(table, of, true)?,
            _ => {}
        }
    }
    Ok(())
}

/// An area goes to unrest; one that was in it may rebel against its owner.
pub(crate) fn unsettled(table: &mut Table<'_, '_, MiddleAges>, area: Area) -> Result<(), Refusal> {
    let Some(held) = table.state().board.area(area).cloned() else { return Ok(()) };
    match held.owner {
        Some(owner) if held.unrest => {
            if tax::test(table, owner, area, 0)? {
                return follows::passes(table, area, None);
            }
            Ok(())
        }
        Some(_) => follows::changes(
            table,
            area,
            super::happened::Change { unrest: Some(true), ..super::happened::Change::default() },
        ),
        None => Ok(()),
    }
}

/// The slot of the next dice on the board.
pub(crate) fn slot(table: &Table<'_, '_, MiddleAges>) -> String {
    format!("board/{}", table.state().board.rolls + 1)
}

/// One of these areas, by a die with as many faces; `None` where there is none.
pub(crate) fn one_of(
    table: &mut Table<'_, '_, MiddleAges>,
    areas: &[Area],
    purpose: &str,
) -> Result<Option<Area>, Refusal> {
    let (Some(only), more) = (areas.first().copied(), areas.len()) else { return Ok(None) };
    if more == 1 {
        return Ok(Some(only));
    }
    let slot = slot(table);
    let faces = u32::try_from(more).unwrap_or(1);
    let face = table.roll(&slot, vec![[faces, 1]], purpose)?.first().copied().unwrap_or(1);
    let area = usize::try_from(face).ok().and_then(|face| areas.get(face.saturating_sub(1))).copied();
    let area = area.unwrap_or(only);
    emit(table, Happened::Lot { area, of: faces, face })?;
    Ok(Some(area))
}
