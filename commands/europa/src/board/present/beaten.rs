//! What battles and sieges leave of stacks, and where the beaten go.

use super::seen::{Says, Seen};
use super::words::counters;
use crate::board::retreats;
use crate::present::happened;
use crate::words::place;
use europa::board::Happened;
use europa::thirds::Thirds;
use europa::units::{Counter, Stack};
use table::Entry;
use table_commands::say;

/// A stack that comes out of a battle or a siege, or a beaten one that retreats or cannot.
pub(super) fn told(seen: &Seen<'_>, what: &Happened) -> Option<Says> {
    match what {
        Happened::OutOfBattle { stack: n, left, must_retreat, owes, .. } => {
            Some(out_of_battle(seen, *n, left_of(*n, left, *owes), *must_retreat))
        }
        Happened::LostInSiege { stack: n, left, owes, .. } => Some(Says::lines(left_of(*n, left, *owes))),
        Happened::ExplorersLost { stack: n, lost, left, .. } => {
            let explorers = vec![Counter::LandD.short(); usize::from(*lost)].join(" ");
            let mut says = vec![say!(
                "No land exploration detachment exists in Europe: **stack {}** loses {}.",
                *n,
                explorers
            )];
            let alone =
                left.0.is_empty() && seen.now.as_ref().is_some_and(|now| now.board.stacks.contains_key(n));
            says.extend(if alone { Vec::new() } else { left_of(*n, left, Thirds::NONE) });
            Some(Says::lines(says).with(seen.why()))
        }
        Happened::Retreated { stack: n, to, aboard: None } => {
            Some(Says::line(say!("**Stack {}** retreats to {}.", *n, place(*to))))
        }
        Happened::Retreated { stack: n, to, aboard: Some(ships) } => {
            Some(Says::line(say!("**Stack {}** goes back aboard stack {} in {}.", *n, *ships, place(*to))))
        }
        Happened::CutOff { stack: n, .. } => {
            let standing = seen.stack(*n)?;
            let says = say!(
                "**Stack {}** was beaten in {}, has nowhere to retreat, and is destroyed.",
                *n,
                place(standing.at)
            );
            Some(Says::line(says).with(seen.why()))
        }
        _ => None,
    }
}

/// What is left of a stack after a battle, and the buttons with which it retreats where it must.
fn out_of_battle(seen: &Seen<'_>, n: u32, left: Vec<String>, must_retreat: bool) -> Says {
    let mut says = Says::lines(left);
    let known = seen.now.as_ref().and_then(|now| Some((seen.stack(n)?, now)));
    let goes = known.is_some_and(|(_, now)| now.must_retreat(n));
    let gone = seen.entries.iter().any(|entry| is_gone(entry, n));
    if must_retreat && !goes && gone {
        // Nobody plays it, or a stand-in: where it goes is told next; or it has nowhere to go.
    } else if must_retreat {
        says.lines.push(say!("It retreats: its player chooses where, here or at his desk."));
        let buttons = known.map_or_else(Vec::new, |(own, now)| retreats::buttons(seen.scene, now, n, own));
        says.fights = (n, buttons);
    }
    says
}

/// Whether an entry tells that a beaten stack has retreated or was cut off.
fn is_gone(entry: &Entry, n: u32) -> bool {
    match happened(entry) {
        Some(europa::Event::Board(what)) => {
            matches!(*what, Happened::Retreated { stack, .. } | Happened::CutOff { stack, .. } if stack == n)
        }
        _ => false,
    }
}

/// What a battle or a siege left of a stack.
fn left_of(stack: u32, left: &Stack, owes: Thirds) -> Vec<String> {
    if left.0.is_empty() {
        return vec![say!("**Stack {}** is destroyed.", stack)];
    }
    let mut says = vec![say!("**Stack {}** is left with {}.", stack, counters(left))];
    if owes.0 > 0 {
        says.push(say!("Its owner takes {} off it himself, with the buttons at his desk.", owes.to_string()));
    }
    says
}
