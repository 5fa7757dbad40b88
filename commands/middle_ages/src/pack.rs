//! A pack of the group's own that comes with `/campaign found`: areas, decks and raiders in the place of this program's.

use middle_ages::pack::{LARGEST, OPTION, Pack, Set};
use serde_json::{Value, json};
use table::said;
use table::{Refusal, Said};
use table_commands::present::front::own_map::{Fits, OwnMap};
use table_commands::present::names;
use table_commands::{say, speech};

/// What the Middle Ages make of one.
pub(crate) struct OfTheAges;

impl OwnMap for OfTheAges {
    fn largest(&self) -> u64 {
        // What is larger than a pack may be is refused with its own sentence.
        4 * LARGEST as u64
    }

    fn largest_picture(&self) -> u64 {
        0
    }

    fn fits(&self, bytes: &[u8], _: &str) -> Fits {
        // Rows of areas a map of another game has too; only here they have people.
        let text = String::from_utf8_lossy(bytes);
        let begins = |line: &str| {
            let line = line.trim_start();
            let set = |set: &Set| line.starts_with(&format!("[[{}]]", set.key()));
            Set::ALL.iter().filter(|of| **of != Set::Areas).any(set) || line.starts_with("population")
        };
        if text.lines().any(begins) { Fits::Surely } else { Fits::No }
    }

    fn read(&self, bytes: &[u8], _: &str, called: &str) -> Result<(String, String), Said> {
        let pack = Pack::read(bytes).map_err(|fault| fault.told(called))?;
        Ok((pack.text(), holds(&pack)))
    }

    fn report(&self, bytes: &[u8], file: &str) -> Result<String, String> {
        let pack = Pack::read(bytes).map_err(|fault| format!("{file}:{fault}"))?;
        Ok(format!(
            "OK\n{}\n{}",
            say!("A pack of the Middle Ages, which replaces: {}.", holds(&pack)),
            stays(&pack)
        ))
    }

    fn choose(&self, options: &mut Value, text: &str, picture: Option<&[u8]>) -> Result<(), Refusal> {
        if picture.is_some() {
            return Err(Refusal::new(said!(
                "A pack of the Middle Ages has no picture under it: its points lie on this program's map."
            )));
        }
        options[OPTION] = json!(Pack::of_text(text).map_err(Refusal::new)?);
        Ok(())
    }
}

/// What the rows of a set are.
fn named(set: Set, rows: usize) -> String {
    let rows = u64::try_from(rows).unwrap_or(u64::MAX);
    match set {
        Set::Areas => names::count(rows, "area", "areas"),
        Set::Seas => names::count(rows, "sea area", "sea areas"),
        Set::Languages => names::count(rows, "language", "languages"),
        Set::Religions => names::count(rows, "religion", "religions"),
        Set::Begins => names::count(rows, "court at the beginning", "courts at the beginning"),
        Set::Year => names::count(rows, "year card", "year cards"),
        Set::Events => names::count(rows, "kind of event card", "kinds of event cards"),
        Set::Fates => names::count(rows, "kind of fate", "kinds of fates"),
        Set::Raiders => names::count(rows, "band of raiders", "bands of raiders"),
    }
}

/// What a pack holds, in words.
#[must_use]
pub(crate) fn holds(pack: &Pack) -> String {
    names::list(&pack.sets().map(|(set, rows)| named(set, rows)).collect::<Vec<_>>())
}

/// What of this program's data stays beside it.
fn stays(pack: &Pack) -> String {
    let replaced: Vec<Set> = pack.sets().map(|(set, _)| set).collect();
    let left = Set::ALL.into_iter().filter(|set| !replaced.contains(set));
    let left: Vec<String> = left.map(|set| speech::word(set.name())).collect();
    if left.is_empty() {
        return say!("Nothing of this program's own stays beside it.");
    }
    say!("This program's own stay: {}.", names::list(&left))
}
