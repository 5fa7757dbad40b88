//! What a file holds as a map of the group's own, at length, for who makes one.

use eia::map::pack::{Column, Pack};
use std::fmt::Write as _;

/// The most names that a line lists.
const MOST_NAMES: usize = 10;

fn listed(names: &[String]) -> String {
    let mut text = names.iter().take(MOST_NAMES).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > MOST_NAMES {
        let _ = write!(text, " and {} more", names.len() - MOST_NAMES);
    }
    text
}

/// What a pack holds, in lines.
pub(super) fn told(pack: &Pack) -> String {
    let report = pack.report();
    let all = report.areas;
    let columns = |fits: &dyn Fn(usize) -> bool| {
        let fitting = report.kept.iter().filter(|(_, kept)| fits(*kept));
        let named = fitting.map(|(column, kept)| match (*kept, column) {
            (0, column) => column.key().to_owned(),
            (kept, column) if kept == all => column.key().to_owned(),
            (kept, Column::Neighbours) => format!("neighbours ({kept} of {all}; see below)"),
            (kept, column) => format!("{} ({kept} of {all})", column.key()),
        });
        named.collect::<Vec<_>>().join(", ")
    };
    let mut text = String::from("OK\n");
    let mut line = |what: &str, says: String| {
        let _ = writeln!(text, "{what:<14}{}", if says.is_empty() { "none".to_owned() } else { says });
    };
    line("areas", all.to_string());
    line("borders", report.borders.to_string());
    if report.parts > 1 {
        line("parts", format!("{} that no border joins", report.parts));
    }
    line("kept", columns(&|kept| kept > 0));
    line("not kept", columns(&|kept| kept == 0));
    let sides: Vec<String> =
        report.one_sided.iter().map(|(one, other)| format!("{one} names {other}, which does not")).collect();
    line("one-sided", listed(&sides));
    line(
        "untold",
        if report.untold.is_empty() {
            String::new()
        } else {
            format!("{} whose neighbours are not all kept: {}", report.untold.len(), listed(&report.untold))
        },
    );
    line("apart", listed(&report.apart));
    line("digest", pack.digest().hex());
    text.truncate(text.trim_end().len());
    text
}
