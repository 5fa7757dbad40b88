//! Supply, and the attrition of stacks at the end of a segment.

use super::attrition::attrition;
use super::seen::{Says, Seen};
use super::words::{of, supply};
use crate::words::place;
use europa::board::Happened;
use europa::supply::Supply;
use table::{Entry, Event};
use table_commands::say;

/// A stack that was supplied or not, or that rolled for attrition where it stood.
pub(super) fn told(seen: &Seen<'_>, what: &Happened) -> Option<Says> {
    match what {
        Happened::Stayed { stack: n, attrition: rolled, .. } => {
            // What it was before it rolled.
            let standing = seen.stood(*n).or_else(|| seen.stack(*n))?;
            let at = place(standing.at);
            let mut says = vec![if standing.track.entered.is_empty() {
                say!("**Stack {}** ({}) stays in {}.", *n, of(standing), at)
            } else {
                say!("**Stack {}** ({}) rolls for its move to {}.", *n, of(standing), at)
            }];
            says.extend(attrition(rolled));
            Some(Says::lines(says).with(seen.why()))
        }
        Happened::Wintered { stack: n, attrition: rolled, .. } => {
            let standing = seen.stack(*n)?;
            let mut says =
                vec![say!("Winter over **stack {}** ({}) in {}.", *n, of(standing), place(standing.at))];
            says.extend(attrition(rolled));
            Some(Says::lines(says).with(seen.why()))
        }
        Happened::Shared { stack: n, attrition: rolled } => {
            let standing = seen.stack(*n).filter(|_| rolled.owes.0 > 0)?;
            Some(Says::line(say!(
                "**Stack {}** ({}) is aboard and loses {} with the ships, which its owner takes off.",
                *n,
                of(standing),
                rolled.owes.to_string()
            )))
        }
        Happened::Supplied { stack: n, supply: found, destroyed, attrition: rolled, .. } => {
            let standing = seen.stack(*n)?;
            // Who is in supply as ever is not told of, unless he was asked about.
            if matches!(found, Supply::Full(_)) && !seen.entries.iter().any(asks_about_supply) {
                return None;
            }
            let mut says =
                vec![format!("{}", say!("**Stack {}** ({}) in {}.", *n, of(standing), place(standing.at)))];
            says.extend(supply(found));
            if *destroyed {
                says.push(say!("**It was out of supply before, and is destroyed.**"));
            }
            if let Some(rolled) = rolled {
                says.extend(attrition(rolled));
            }
            Some(Says::lines(says).with(seen.why()))
        }
        _ => None,
    }
}

/// Whether an entry is an order that asks how a stack is supplied.
fn asks_about_supply(entry: &Entry) -> bool {
    matches!(&entry.event, Event::Order { fields, .. } if fields.get("board") == Some(&"supply".into()))
}
