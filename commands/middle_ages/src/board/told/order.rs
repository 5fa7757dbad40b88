//! How the order of a round came about: initiative, and the places that were wished.

use super::Story;
use crate::words;
use middle_ages::board::turn::by_initiative;
use middle_ages::court::Court;
use middle_ages::{Choice, MiddleAges, Position};
use std::collections::BTreeMap;
use table::{Entry, Event};
use table_commands::present::names;
use table_commands::say;

/// The places that were wished in envelopes which these entries open.
pub(super) fn wishes(position: &Position, entries: &[Entry]) -> BTreeMap<Court, u8> {
    let wish = |entry: &Entry| {
        let Event::Opened { seat, body, .. } = &entry.event else { return None };
        let Choice::Order(wish) = body.of::<MiddleAges>()? else { return None };
        Some((position.court_of(seat)?, wish.place))
    };
    entries.iter().filter_map(wish).collect()
}

/// A court with its initiative: "Franks 19".
fn with_initiative(position: &Position, court: Court) -> String {
    let sum = position.board.realms.get(&court).map_or(0, |realm| realm.leader.sum());
    format!("{} {sum}", words::court(court))
}

/// The rule by which wishes decide, with everybody's initiative now.
#[must_use]
pub(crate) fn decides(position: &Position) -> String {
    let each: Vec<String> =
        by_initiative(position).into_iter().map(|court| with_initiative(position, court)).collect();
    say!(
        "By initiative each gets the place that he wished, or the next that is free: {}. It is the sum of the leader's three statures; of equals who holds more areas goes first.",
        names::list(&each)
    )
}

/// What each wished, by initiative, and which place he got where that is another; `None` where nobody wished anything.
pub(super) fn how(story: &Story, order: &[Court]) -> Option<String> {
    if story.wishes.is_empty() {
        return None;
    }
    let each = |court: Court| {
        let who = with_initiative(&story.before, court);
        let got = order.iter().position(|other| *other == court).map_or(0, |at| at + 1);
        match story.wishes.get(&court) {
            None => say!("{} (no wish): {}", who, got),
            Some(wish) if usize::from(*wish) == got => say!("{} wished {}", who, got),
            Some(wish) => say!("{} wished {} and gets {}", who, *wish, got),
        }
    };
    let each: Vec<String> = by_initiative(&story.before).into_iter().map(each).collect();
    Some(say!("By initiative: {}.", each.join(" · ")))
}
