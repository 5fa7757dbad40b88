//! Fates as they are turned up: events that strike a court at once.

use super::happened::Change;
use super::outsiders::{one_of, slot, unsettled};
use super::{Happened, emit, follows, leaders, setup};
use crate::MiddleAges;
use crate::court::Court;
use crate::fates::{DECK, Does};
use crate::geography::Area;
use table::game::Table;
use table::refusal::Refusal;
use table::said;

/// Shuffles the fates.
pub(crate) fn shuffle(table: &mut Table<'_, '_, MiddleAges>) -> Result<(), Refusal> {
    let slot = format!("fates/{}", table.state().board.fates_shuffled + 1);
    let deck = table.state().data().fate_deck();
    table.shuffle_deck(&slot, DECK, deck)?;
    emit(table, Happened::FatesShuffled)
}

/// A fate is turned up for a court, and strikes. A deck that is spent is shuffled first.
pub(crate) fn strikes(table: &mut Table<'_, '_, MiddleAges>, court: Court) -> Result<(), Refusal> {
    if usize::try_from(table.state().board.fates_turned).unwrap_or(0)
        >= table.state().data().fate_deck().len()
    {
        shuffle(table)?;
    }
    let pos = table.state().board.fates_turned;
    let card = table.open_card(DECK, pos)?;
    let fate = table.state().data().fate_named(&card).cloned();
    let fate = fate.ok_or_else(|| Refusal::new(said!("The deck of fates has a card that is none of it.")))?;
    let spared = fate.does == Does::Heirless
        && setup::is_unchecked(table.state().data(), court, table.state().calendar.round);
    emit(table, Happened::FateTurned { court, fate: fate.key.clone(), spared })?;
    if spared {
        return Ok(());
    }
    let own = |table: &Table<'_, '_, MiddleAges>| -> Vec<Area> {
        table.state().board.areas_of(court).map(|(area, _)| area).collect()
    };
    match fate.does {
        Does::Nothing => Ok(()),
        Does::Plague => {
            let all: Vec<Area> = table.state().data().areas().collect();
            let Some(struck) = one_of(table, &all, "plague")? else { return Ok(()) };
            let beside: Vec<Area> = table.state().data().borders(struck).collect();
            for area in std::iter::once(struck).chain(beside) {
                falls(table, area)?;
            }
            Ok(())
        }
        Does::Famine => {
            let own = own(table);
            let struck = one_of(table, &own, "famine")?;
            struck.map_or(Ok(()), |area| falls(table, area))
        }
        Does::Harvest => {
            let gold = table.state().harvest();
            follows::pays(table, court, gold, Vec::new())
        }
        Does::Heirless => heirless(table, court),
        Does::Rising => {
            let own = own(table);
            let struck = one_of(table, &own, "rising")?;
            struck.map_or(Ok(()), |area| unsettled(table, area))
        }
        Does::Heresy => {
            let board = &table.state().board;
            let christian = board
                .areas_of(court)
                .filter(|(_, held)| board.data.is_of_faith(held.religion, "christian"))
                .map(|(area, _)| area);
            let christian: Vec<Area> = christian.collect();
            let Some(area) = one_of(table, &christian, "heresy")? else { return Ok(()) };
            let religion = table.state().data().religion("heretic");
            follows::changes(table, area, Change { religion, ..Change::default() })
        }
    }
}

/// The social state of an area falls by 1; below the lowest it does not.
fn falls(table: &mut Table<'_, '_, MiddleAges>, area: Area) -> Result<(), Refusal> {
    follows::changes(table, area, Change { social: -1, ..Change::default() })
}

/// A leader dies without an heir: another follows, each area of the court goes to unrest, and those that were in it may rebel.
fn heirless(table: &mut Table<'_, '_, MiddleAges>, court: Court) -> Result<(), Refusal> {
    let slot = slot(table);
    let leader = leaders::heir(table, &slot)?;
    emit(table, Happened::Heirless { court, leader })?;
    let own: Vec<Area> = table.state().board.areas_of(court).map(|(area, _)| area).collect();
    for area in own {
        unsettled(table, area)?;
    }
    Ok(())
}
