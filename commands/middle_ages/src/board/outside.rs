//! What strikes a court from outside, told: fates, raiders, magnates, a line of communication that is cut, exile. And what of the board the
//! chronicle keeps.

use crate::endeavour::present::rating;
use crate::present::happened;
use crate::words;
use middle_ages::board::Happened;
use middle_ages::board::outsiders::{Attack, Outsider};
use middle_ages::{Event, fates, raiders};
use table::Entry;
use table_commands::present::front::LineKind;
use table_commands::present::names;
use table_commands::{say, speech};

/// What a post says of it; `None` where there is nothing to post.
pub(super) fn says(what: &Happened) -> Option<String> {
    Some(match what {
        Happened::FatesShuffled => {
            say!("The fates are shuffled; with each draw of event cards one is turned up.")
        }
        Happened::FateTurned { court, fate, spared } => {
            let name = fates::all().iter().find(|known| known.key == *fate);
            let name = name.map_or_else(|| fate.clone(), |known| speech::word(&known.name));
            if *spared {
                say!("**{}** · fate: {}, which does nothing to this leader.", words::court(*court), name)
            } else {
                say!("**{}** · fate: {}.", words::court(*court), name)
            }
        }
        Happened::Lot { area, of, face } => say!("A die of {} shows {}: {}.", *of, *face, area.name()),
        Happened::Heirless { court, leader } => {
            say!(
                "**{}**: its leader dies without an heir; {} follows.",
                words::court(*court),
                words::leader(leader)
            )
        }
        Happened::MagnateRose { area, die, combat } => {
            say!("A magnate rises in {}: combat {} (the die shows {}).", area.name(), *combat, *die)
        }
        Happened::Attacked { attack, .. } => attacked(attack),
        Happened::CutOff { court, areas } => {
            let areas: Vec<String> = areas.iter().map(|area| area.name().to_owned()).collect();
            say!("**{}** · no way leads to its court from {}.", words::court(*court), names::list(&areas))
        }
        Happened::CourtMoved { court, to } => {
            say!("**{}** · its court is in {} now.", words::court(*court), to.name())
        }
        _ => return None,
    })
}

/// Who attacks, in words.
fn who(by: &Outsider) -> String {
    match by {
        Outsider::Raiders(key) => {
            raiders::by_key(key).map_or_else(|| key.clone(), |band| speech::word(&band.name))
        }
        Outsider::Magnate(area) => say!("The magnate of {}", area.name()),
    }
}

fn attacked(attack: &Attack) -> String {
    [
        say!("**{}** · {}: {}", who(&attack.by), words::kind(attack.endeavour.kind), attack.area.name()),
        format!("**{}**", words::effects(&attack.against.outcome.effects)),
        say!("Year card {}.", attack.card),
        rating(&attack.against.rating),
    ]
    .join("\n")
}

/// A line of the chronicle; `None` for what is not worth one.
pub(crate) fn line(entry: &Entry) -> Option<(LineKind, String)> {
    let Event::Board(what) = happened(entry)? else { return None };
    let says = match &*what {
        Happened::Passed { area, from, to, .. } => {
            let name = |court: &Option<middle_ages::court::Court>| {
                court.map_or_else(|| say!("nobody"), words::court)
            };
            say!("{} went from {} to {}.", area.name(), name(from), name(to))
        }
        Happened::Checked { court, leader, died: true, .. } | Happened::Heirless { court, leader } => {
            say!("{}: the leader died; {} followed.", words::court(*court), words::leader(leader))
        }
        Happened::CourtMoved { court, to } => {
            say!("The court of {} went to {}.", words::court(*court), to.name())
        }
        Happened::Attacked { attack, .. } if !attack.against.outcome.effects.is_empty() => {
            say!(
                "{} came to {}: {}.",
                who(&attack.by),
                attack.area.name(),
                words::effects(&attack.against.outcome.effects)
            )
        }
        Happened::Counted { points } => {
            say!("The final count: {}.", words::counted(points).join(", "))
        }
        _ => return None,
    };
    Some((LineKind::Other, says))
}
