//! `chancery pack check`: reads a map pack and says what it holds, or the first thing that is wrong in it and where.

use engine::eia::map::pack::{Column, Format, LARGEST, Pack};
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

/// The most names that a line lists.
const MOST_NAMES: usize = 10;

/// What a file holds as a pack.
///
/// # Errors
/// `FILE:LINE:COLUMN: reason` where it is none, or a sentence where it cannot be read.
pub fn check(file: &Path) -> Result<String, String> {
    let name = file.display();
    let unread = |e: std::io::Error| format!("{name} cannot be read: {e}.");
    let mut bytes = Vec::new();
    // One byte more than a pack may have shows that it has more.
    let most = LARGEST as u64 + 1;
    let open = std::fs::File::open(file).map_err(unread)?;
    let long = open.metadata().map_err(unread)?.len();
    open.take(most).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() > LARGEST && long > most {
        return Err(format!("{name}: The file has {long} bytes. A pack has at most {LARGEST} (1 MiB)."));
    }
    let format = Format::of_name(&file.to_string_lossy());
    match Pack::read(&bytes, format) {
        Ok(pack) => Ok(told(&pack)),
        Err(fault) => Err(format!("{name}:{fault}")),
    }
}

fn listed(names: &[String]) -> String {
    let mut text = names.iter().take(MOST_NAMES).cloned().collect::<Vec<_>>().join(", ");
    if names.len() > MOST_NAMES {
        let _ = write!(text, " and {} more", names.len() - MOST_NAMES);
    }
    text
}

/// What a pack holds, in lines.
#[must_use]
pub fn told(pack: &Pack) -> String {
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
