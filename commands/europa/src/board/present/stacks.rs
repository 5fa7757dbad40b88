//! Stacks that come onto the board, leave it, or become others.

use super::seen::{Says, Seen};
use super::words::{led, of};
use crate::words::place;
use europa::board::Happened;
use table_commands::say;

/// A stack put on the board, taken off it, or made up anew.
pub(super) fn told(seen: &Seen<'_>, what: &Happened) -> Option<Says> {
    Some(Says::lines(match what {
        Happened::Deployed { stack, standing } => {
            vec![say!("**Stack {}**: {} in {}{}.", *stack, of(standing), place(standing.at), led(standing))]
        }
        Happened::Disbanded { stack: n } => {
            let standing = seen.stack(*n)?;
            vec![say!("**Stack {}** leaves the board: {} in {}.", *n, of(standing), place(standing.at))]
        }
        Happened::Regrouped { stack: n, missing, .. } => {
            let standing = seen.stack(*n)?;
            let mut says = vec![say!("**Stack {}** is now {} in {}.", *n, of(standing), place(standing.at))];
            if missing.0 > 0 {
                says.push(say!("Its fleets hold {} less than would fill them.", missing.to_string()));
            }
            says
        }
        Happened::Joined { stack: n, to } => {
            let standing = seen.stack(*to)?;
            vec![say!("Stack {} joins **stack {}**: {} in {}.", *n, *to, of(standing), place(standing.at))]
        }
        Happened::LeaderGiven { stack: n, .. } => {
            let standing = seen.stack(*n)?;
            let leader = led(standing);
            let leader = if leader.is_empty() { say!(", without a leader") } else { leader };
            vec![say!("**Stack {}**: {} in {}{}.", *n, of(standing), place(standing.at), leader)]
        }
        _ => return None,
    }))
}
