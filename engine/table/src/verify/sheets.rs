//! Checking strongboxes: every sheet by what was shown of it, and whole once the campaign is closed.

use super::again::says_the_same;
use super::{Check, Wrong};
use crate::audience::Audience;
use crate::chain::Salts;
use crate::event::Entry;
use crate::hash::Hash;
use crate::names::SeatId;
use crate::strongbox::sheet;
use crate::strongbox::show::{self, Shown};
use serde_json::Value;
use std::collections::BTreeMap;

/// A sheet that stands on the record.
pub(super) struct Seen {
    seat: SeatId,
    code: Hash,
    /// How many codes it has.
    places: usize,
    generation: usize,
    /// The number of its own seal, as far as something was shown of it.
    n: Option<u64>,
    /// Its contents and their number, where the file has them.
    contents: Option<(Value, Option<u64>)>,
}

impl Check {
    /// A sheet has one seal besides its code: its contents, for its seat.
    pub(super) fn sheet(
        &mut self,
        line: u64,
        entry: &Entry,
        seat: &SeatId,
        (code, places): (Hash, usize),
    ) -> Result<(), String> {
        let [part] = entry.secrets.as_slice() else {
            return Err("A sheet has one seal for its contents, and no other.".to_owned());
        };
        if part.to != Audience::seat(seat) {
            return Err("The contents of a sheet are sealed for another seat than its own.".to_owned());
        }
        let contents = part.body.as_ref().map(|body| (body.reveal().clone(), part.n));
        let (seat, generation) = (seat.clone(), self.generation);
        self.sheets.insert(line - 1, Seen { seat, code, places, generation, n: None, contents });
        Ok(())
    }

    /// What is shown stands in a sheet of that seat, sealed under the veil key that is in force.
    pub(super) fn shown(&mut self, line: u64, entry: &Entry, shown: &Shown) -> Result<(), String> {
        let sheet = self.sheets.get_mut(&shown.sheet).filter(|sheet| sheet.seat == shown.seat);
        let sheet =
            sheet.ok_or("It shows an item out of a sheet that this seat does not have on the record.")?;
        if sheet.generation != self.generation {
            return Err("It shows an item out of a sheet from before the campaign was restored.".to_owned());
        }
        let written = Entry::write(entry.at, entry.by, entry.event.clone(), Vec::new(), None);
        if !written.is_ok_and(|written| says_the_same(&written, entry)) {
            return Err("It is not told as this program tells what is shown.".to_owned());
        }
        let seals = entry.seals();
        if !show::check(self.rules, shown, &seals, &entry.secrets, (&sheet.code, sheet.places))? {
            self.report.shown_waiting += 1;
            return Ok(());
        }
        self.report.shown_checked += 1;
        let Some(proof) = shown.proof_in(&entry.secrets) else { return Ok(()) };
        if sheet.n.is_some_and(|n| n != proof.sheet_n) {
            return Err("The sheet was shown under another seal number before.".to_owned());
        }
        sheet.n = Some(proof.sheet_n);
        self.salts.push((line, self.generation, proof.n, proof.salt));
        self.salts.push((line, self.generation, proof.sheet_n, proof.sheet_salt));
        Ok(())
    }

    /// Seals the contents of every sheet again, as far as veil key and contents are there.
    pub(super) fn sheets_opened(&mut self) -> Result<(), Wrong> {
        // Most sheets hold what the one before held, which was looked at.
        let mut before: BTreeMap<&SeatId, &Value> = BTreeMap::new();
        for (line, seen) in &self.sheets {
            let key = self.keys.get(&seen.generation);
            let (Some(key), Some((body, n))) = (key, &seen.contents) else {
                self.report.sheets_waiting += 1;
                continue;
            };
            let checked = match n {
                None => Err("The contents of the sheet lack their seal number.".to_owned()),
                Some(n) if seen.n.is_some_and(|own| own + 1 != *n) => {
                    Err("The contents of the sheet have another number than what was shown of it.".to_owned())
                }
                Some(n) => {
                    let salts = Salts::under(&key.0);
                    let rules = self.rules.filter(|_| before.insert(&seen.seat, body) != Some(body));
                    sheet::check(rules, (&seen.code, seen.places), body, *n, |n| salts.of(n))
                }
            };
            checked.map_err(|why| Wrong { line: line + 1, why })?;
            self.report.sheets_checked += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::chain::seal_salt;

    const KEY: Hash = Hash([5; 32]);

    /// A sheet with nothing in it, sealed under the numbers from 10 at line 40 of the record; what was shown of it, and its contents.
    fn opened(shown: Option<u64>, body: Value, n: Option<u64>) -> Result<Check, Wrong> {
        opened_of(64, shown, body, n)
    }

    /// The same with so many places.
    fn opened_of(places: usize, shown: Option<u64>, body: Value, n: Option<u64>) -> Result<Check, Wrong> {
        let own = sheet::seal(10, places, Vec::<Value>::new(), |n| Ok(seal_salt(&KEY.0, n))).unwrap();
        let seat = SeatId::numbered(1);
        let seen = Seen { seat, code: own.code, places, generation: 0, n: shown, contents: Some((body, n)) };
        let mut check = Check::default();
        check.keys.insert(0, KEY);
        check.sheets.insert(39, seen);
        check.sheets_opened().map(|()| check)
    }

    #[test]
    fn the_contents_of_a_sheet_have_the_number_after_its_own_and_a_fault_is_told_at_its_line() {
        let empty = || sheet::contents(Vec::new());
        for shown in [None, Some(74)] {
            let check = opened(shown, empty(), Some(75)).unwrap();
            assert_eq!((check.report.sheets_checked, check.report.sheets_waiting), (1, 0));
        }
        let says = |shown, body, n| {
            let wrong = opened(shown, body, n).map(|_| ()).unwrap_err();
            assert_eq!(wrong.line, 40, "{}", wrong.why);
            wrong.why
        };
        let other = "The contents of the sheet have another number than what was shown of it.";
        assert_eq!(says(Some(74), empty(), Some(76)), other);
        assert_eq!(says(Some(75), empty(), Some(75)), other);
        assert_eq!(says(None, empty(), None), "The contents of the sheet lack their seal number.");
        assert!(says(None, empty(), Some(76)).contains("do not give its code"));
        assert!(says(None, Value::Null, Some(75)).contains("no list"));
    }

    #[test]
    fn a_sheet_has_as_many_numbers_as_its_line_says_that_it_has_places() {
        let empty = || sheet::contents(Vec::new());
        for places in [1, 64, 80] {
            let n = 10 + places as u64 + 1;
            assert_eq!(opened_of(places, Some(n - 1), empty(), Some(n)).unwrap().report.sheets_checked, 1);
            assert!(opened_of(places, None, empty(), Some(n + 1)).is_err(), "{places}");
        }
    }
}
