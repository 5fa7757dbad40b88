//! What the chronicle keeps: treasuries told, endeavours, taxes, armies, what changed hands, deaths, the count.

use crate::board::told::{brings, moved, who};
use crate::endeavour::present::came;
use crate::present::{happened, position};
use crate::words;
use middle_ages::board::Happened as OnBoard;
use middle_ages::court::Court;
use middle_ages::courts::{Happened as OfCourts, key_of};
use middle_ages::endeavour::course::Happened as Undertaken;
use middle_ages::geography::Area;
use middle_ages::{Event, Position};
use table::Entry;
use table::forward::Differs;
use table_commands::present::front::LineKind;
use table_commands::present::{Scene, values};
use table_commands::{say, speech};

/// A line of the chronicle; `None` for what is not worth one.
pub(crate) fn line(scene: &Scene<'_>, entry: &Entry) -> Option<(LineKind, String)> {
    let says = match happened(entry)? {
        Event::Courts(what) => return treasury(scene, &what),
        Event::Endeavours(Undertaken::Undertaken { court, stated, against, .. }) => {
            came(court, &stated, &against)
        }
        Event::Board(what) => {
            let position = position(&scene.public)?;
            of_turns(&position, &what).or_else(|| of_the_board(&position, &what))?
        }
        Event::Outline(_) | Event::Year(_) => return None,
    };
    Some((LineKind::Other, says))
}

/// What would have been another on the board: "Saxony: Franks → independent", "Saxony, social state: −1 → +1".
pub(crate) fn otherwise(scene: &Scene<'_>, differs: &Differs) -> Option<String> {
    let position = position(&scene.public)?;
    let (what, area) = differs.what.split_once('/')?;
    let name = position.data().name(Area::of(area)?).to_owned();
    if what == "owner" {
        let of = |court: &Option<String>| {
            court.as_deref().map_or_else(|| say!("independent"), words::court_of_key)
        };
        return Some(say!("{}: {} → {}", name, of(&differs.before), of(&differs.after)));
    }
    let numbers = |text: &Option<String>| text.as_deref().and_then(|text| text.parse::<i64>().ok());
    let (before, after) = (numbers(&differs.before)?, numbers(&differs.after)?);
    Some(match what {
        "social" => {
            let (before, after) = (speech::signed(before), speech::signed(after));
            say!("{}, social state: {} → {}", name, before, after)
        }
        "fort" => say!("{}, fortification: {} → {}", name, before, after),
        "army" => say!("{}, army points: {} → {}", name, before, after),
        "fleet" => say!("{}, fleet points: {} → {}", name, before, after),
        _ => return None,
    })
}

/// A treasury that was told or corrected.
fn treasury(scene: &Scene<'_>, what: &OfCourts) -> Option<(LineKind, String)> {
    let OfCourts::GoldTold { court, before, now, corrected } = what else { return None };
    let value = scene.value(&key_of(*court))?;
    let says = match before {
        Some(before) => values::change(value, *before, *now),
        None => values::first(value, *now),
    };
    Some((LineKind::Value, if *corrected { say!("{}, corrected", says) } else { says }))
}

/// What a court does in its turn.
fn of_turns(position: &Position, what: &OnBoard) -> Option<String> {
    let data = position.data();
    Some(match what {
        OnBoard::Taxed { court, area, gold: 0, .. } => {
            say!("{} taxed {}, and nothing came in.", words::court(*court), data.name(*area))
        }
        OnBoard::Taxed { court, area, gold, .. } => {
            say!("{} taxed {}: {} gold.", words::court(*court), data.name(*area), *gold)
        }
        OnBoard::Moved { .. } | OnBoard::Changed { .. } => moved(data, what),
        OnBoard::Decided { court, endeavour, against, .. } => came(*court, endeavour, against),
        _ => return None,
    })
}

/// What changed on the board.
fn of_the_board(position: &Position, what: &OnBoard) -> Option<String> {
    let data = position.data();
    Some(match what {
        OnBoard::Passed { area, from, to, .. } => {
            let name = |court: &Option<Court>| court.map_or_else(|| say!("nobody"), words::court);
            say!("{} went from {} to {}.", data.name(*area), name(from), name(to))
        }
        OnBoard::Checked { court, leader, died: true, .. } | OnBoard::Heirless { court, leader } => {
            say!("{}: the leader died; {} followed.", words::court(*court), words::leader(leader))
        }
        OnBoard::CourtMoved { court, to } => {
            say!("The court of {} went to {}.", words::court(*court), data.name(*to))
        }
        OnBoard::Attacked { attack, .. } if !attack.against.outcome.effects.is_empty() => {
            say!("{} came to {}: {}.", who(data, &attack.by), data.name(attack.area), brings(data, attack))
        }
        OnBoard::Counted { points } => {
            say!("The final count: {}.", words::counted(points).join(", "))
        }
        _ => return None,
    })
}
