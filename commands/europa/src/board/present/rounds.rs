//! A round begins, or the rounds of a turn are over.

use super::seen::{Says, Seen};
use super::words::{campaign, round};
use crate::battle::present::words::plus;
use europa::board::Happened;
use europa::rounds::Continued;
use table::SeatId;
use table_commands::message::Look;
use table_commands::present::Scene;
use table_commands::say;

/// The beginning of a round, or the end of them.
pub(super) fn told(seen: &Seen<'_>, what: &Happened) -> Option<Says> {
    match what {
        Happened::RoundBegun { round: begins, continued, die, order, .. } => {
            let mut says = vec![say!("**A round begins: {}.**", round(*begins))];
            if let Some(die) = die {
                says.push(say!("Roll `{}`.", *die));
            }
            if let Some(continued) = continued {
                says.extend(follows(continued));
                says.extend(covered(seen, continued));
            }
            says.extend(in_order(seen.scene, order));
            let board = seen.scene.button(Look::Secondary, &say!("Board"), 0, "europa/board");
            Some(Says::lines(says).with(board))
        }
        Happened::RoundsOver { .. } => Some(Says::line(say!("The rounds of the turn are over."))),
        _ => None,
    }
}

/// The roll by which a round follows another, and what it brings with it.
fn follows(continued: &Continued) -> Vec<String> {
    let added: i64 = continued.added.iter().map(|added| i64::from(added.by)).sum();
    let mut says = vec![match added {
        0 => say!("Roll `{}`.", continued.die),
        added => say!("Roll `{}` {} = {}.", continued.die, plus(added), continued.modified),
    }];
    if continued.bad_weather {
        says.push(say!("**Bad weather.**"));
    }
    if continued.sund_frozen {
        says.push(say!("The Sund is frozen."));
    }
    if !continued.winters.is_empty() {
        says.push(say!(
            "A winter has passed: troops in the cold area that is not theirs roll for attrition."
        ));
    }
    says
}

/// Whose campaigns of the round before cover this one too, and that those that are not the dearest may be raised. Nobody is named who
/// announced none.
fn covered(seen: &Seen<'_>, continued: &Continued) -> Vec<String> {
    let Some(then) = seen.then().filter(|_| continued.extended) else { return Vec::new() };
    let paid = |seat: &SeatId| then.board.announced_by(seat).filter(|paid| paid.announce().price > 0);
    let line = |seat: &SeatId| {
        let (whose, paid) = (seen.scene.seat(seat), paid(seat)?);
        Some(if paid.can_be_raised() {
            say!(
                "**{}**: the campaign of the round before ({}) covers this one too; it may be raised.",
                whose,
                campaign(paid)
            )
        } else {
            say!("**{}**: the campaign of the round before ({}) covers this one too.", whose, campaign(paid))
        })
    };
    then.board.order.iter().filter_map(line).collect()
}

/// In which order the players act.
fn in_order(scene: &Scene<'_>, order: &[SeatId]) -> Option<String> {
    let named: Vec<String> = order.iter().map(|seat| scene.seat(seat)).collect();
    (named.len() > 1).then(|| say!("In order of initiative: {}.", named.join(", ")))
}
