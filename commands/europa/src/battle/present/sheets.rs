//! Which battles stand on one sheet: the two columns serve for the next battle of the same sides too (`fast-battle.record.next-battle`).

use crate::present::happened;
use europa::Event as Any;
use europa::battle::Note;
use europa::battle::course::{Fight, Fights, Happened};
use europa::country::Country;
use std::collections::{BTreeMap, BTreeSet};
use table::Entry;

/// The most battles on one sheet, the last ones: a picture of more is too high to be looked at.
const MOST: usize = 4;

/// A battle as a sheet shows it, and the parts of it in their order.
pub type Sheet = (Fight, Vec<Note>);

/// The battle of a number as entries tell of it, after those that the same countries fought before it in the same step of the turn.
#[must_use]
pub fn sheets_of(entries: &[Entry], number: u32) -> Vec<Sheet> {
    let mut fights = Fights::default();
    let mut sheets: BTreeMap<u32, Sheet> = BTreeMap::new();
    for entry in entries {
        if entry.table_event().is_some_and(|event| event.turns_the_page()) && !sheets.contains_key(&number) {
            sheets.clear();
        }
        let Some(Any::Fights(what)) = happened(entry) else { continue };
        let of = what.number();
        if of > number {
            continue;
        }
        if let Happened::Fought { notes, .. } = &*what
            && let Some((_, told)) = sheets.get_mut(&of)
        {
            told.extend(notes.iter().cloned());
        }
        fights.apply(*what);
        match (fights.of.get(&of), sheets.get_mut(&of)) {
            (Some(fight), Some(sheet)) => sheet.0 = fight.clone(),
            (Some(fight), None) if fight.ended.is_none() => {
                sheets.insert(of, (fight.clone(), Vec::new()));
            }
            _ => {}
        }
    }
    let Some((last, _)) = sheets.get(&number).filter(|(_, notes)| !notes.is_empty()).cloned() else {
        return Vec::new();
    };
    let same = sides(&last);
    let fought = |(n, (fight, notes)): &(u32, Sheet)| {
        *n == number || fight.ended.is_some() && !notes.is_empty() && sides(fight) == same
    };
    let mut all: Vec<Sheet> = sheets.into_iter().filter(fought).map(|(_, sheet)| sheet).collect();
    all.drain(..all.len().saturating_sub(MOST));
    all
}

/// The countries of both sides, whoever moves.
fn sides(fight: &Fight) -> BTreeSet<BTreeSet<Country>> {
    fight.scene.countries.iter().map(|side| side.iter().copied().collect()).collect()
}
