//! What strikes a court from outside, told: lots, deaths, magnates, a line of communication that is cut, exile.

use super::endeavours::drawn;
use super::{Story, named};
use crate::words;
use middle_ages::board::Happened;
use table_commands::say;

/// Tells what comes from outside; whether it was that.
pub(super) fn tells(story: &mut Story, i: usize, what: &Happened) -> bool {
    match what {
        // The lot of who comes is told with his coming.
        Happened::Lot { .. }
            if matches!(
                story.all.get(i + 1),
                Some(Happened::Attacked { .. } | Happened::MagnateRose { .. })
            ) => {}
        Happened::Lot { area, of, face } => {
            let says = say!(
                "A die picked one of {} areas and shows {}: {}.",
                *of,
                *face,
                story.position.data().name(*area)
            );
            story.follows(says);
        }
        Happened::Heirless { court, leader } => {
            story.follows(say!(
                "The leader of {} dies without an heir; {} follows.",
                words::court(*court),
                words::leader(leader)
            ));
        }
        Happened::MagnateRose { area, die, combat } => {
            story.begins(say!(
                "A magnate rises in {} and attacks the weakest neighbour: combat {} (the die shows {}).",
                story.position.data().name(*area),
                *combat,
                *die
            ));
            if let Some((of, face)) = drawn(story, i) {
                story.detail(say!(
                    "A die picked one of the {} independent areas that border a court, and shows {}.",
                    of,
                    face
                ));
            }
        }
        Happened::CutOff { court, areas } => {
            story.begins(say!(
                "**{}** · no way leads to its court from {}.",
                words::court(*court),
                named(story.position.data(), areas.iter().copied())
            ));
        }
        Happened::CourtMoved { court, to } => {
            story.follows(say!(
                "The court of {} is in {} now.",
                words::court(*court),
                story.position.data().name(*to)
            ));
        }
        _ => return false,
    }
    true
}
