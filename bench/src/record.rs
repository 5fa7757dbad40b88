//! A long record: replaying it and verifying it, against hashing its bytes.

use crate::figures::{Table, ms, timed};
use crate::play::Played;
use commands::rows::{entry_row, roots_row};
use commands::sound::judged;
use db::History;
use engine::table::Campaign;
use engine::table::hash::sha256;
use engine::table::record::{Extent, line};
use engine::table::verify::verify;
use std::time::Duration;

/// Goals for fifty thousand lines.
const FOLD: Duration = Duration::from_millis(500);
const VERIFY: Duration = Duration::from_millis(2_000);
const LINES: u64 = 50_000;

/// A campaign of seven whose record has that many lines or more, folded and verified.
///
/// # Errors
/// A sentence where the record does not come out as it went in.
pub fn run(lines: u64) -> Result<String, String> {
    let mut entries = usize::try_from(lines).map_err(|e| e.to_string())?;
    let mut played = Played::new(50_000, 7, entries)?;
    while played.campaign.next_line < lines {
        // Entries off the record are among them.
        entries += entries / 10;
        played = Played::new(50_000, 7, entries)?;
    }
    let record =
        played.entries.iter().map(|entry| line(entry, Extent::Public).map(Option::unwrap_or_default));
    let record = record.collect::<Result<String, _>>().map_err(|e| e.to_string())?.into_bytes();
    let rows = (0..).zip(&played.entries).map(|(seq, entry)| entry_row(seq, entry));
    let rows = rows.collect::<Result<Vec<db::Entry>, String>>()?;

    let (hashed, _) = timed(5, || sha256(&[&record]));
    let (folded, campaign) = timed(5, || Campaign::fold(&played.entries));
    let history = History {
        counted: Some(rows.len() as u64),
        entries: rows,
        snapshot: None,
        from: 0,
        roots: vec![roots_row(&played.roots, 0)],
        forgotten: 0,
    };
    let read = || judged(history.clone()).map(|sound| sound.campaign).map_err(|damage| damage.to_string());
    let (loaded, from_rows) = timed(3, read);
    let (verified, report) = timed(3, || verify(&record, &[]));
    let report = report.map_err(|wrong| format!("Line {}: {}", wrong.line, wrong.why))?;
    if campaign.as_ref() != Ok(&played.campaign) || from_rows? != played.campaign {
        return Err("The fold of the entries is another campaign.".to_owned());
    }
    if report.head != played.campaign.head || report.lines != played.campaign.next_line {
        return Err("The record that was verified is another.".to_owned());
    }

    let mut table = Table::new(
        &format!(
            "A record of {} lines ({:.1} MB), {} entries; {} rolls made again, {} orders decided again",
            report.lines,
            record.len() as f64 / 1e6,
            played.entries.len(),
            report.rolls_checked,
            report.orders_decided
        ),
        &["ms", "µs an event", "÷ SHA-256"],
    );
    let mut row = |name: &str, time: Duration, events: usize| {
        let each = ms(time) * 1e3 / events as f64;
        table.row(name, &[ms(time), each, time.as_secs_f64() / hashed.as_secs_f64()]);
    };
    let all = played.entries.len();
    row("SHA-256 of the record", hashed, report.lines as usize);
    row("fold", folded, all);
    row("read from rows, check and fold", loaded, all);
    row("verify", verified, report.lines as usize);
    if lines == LINES {
        table.goal(&format!("fold {:.0} < 500 ms", ms(folded)), folded < FOLD);
        table.goal(&format!("verify {:.0} < 2,000 ms", ms(verified)), verified < VERIFY);
    }
    Ok(table.told())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[test]
    fn a_played_record_folds_and_verifies() {
        let told = super::run(400).unwrap();
        assert!(told.contains("verify"), "{told}");
    }
}
