//! The table's own matters and the game's results: which presenter tells of which event.

use super::{Posts, Scene, auction, exchange, set_back, typed, values, votes};
use engine::eia::{self, Event as Happened};
use engine::table::{Entry, Event, TableEvent};

/// Keeps the cards of votes, corrections, typed values and of going back up to date.
pub(super) fn cards(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    votes::cards(scene, posts, entries);
    values::cards(scene, posts, entries);
    typed::cards(scene, posts, entries);
    set_back::cards(scene, posts, entries);
}

/// Whether the campaign comes to its end with an entry: the final table tells what follows it.
pub(super) fn is_the_end(entry: &Entry) -> bool {
    matches!(happened(entry), Some(Happened::Concluded(_)))
}

/// Whether the opening of such a round is told here, and not as the choice of powers.
pub(super) fn has_own_post(round: &str) -> bool {
    let prefixes = [engine::table::exchange::PREFIX, eia::auction::PREFIX, eia::battles::PREFIX];
    prefixes.iter().any(|prefix| round.starts_with(prefix))
}

/// The envelopes of a round lie open; told once, at the first of them.
pub(super) fn opened(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, round: &str) {
    let same = |entry: &Entry| matches!(&entry.event, Event::Opened { round: other, .. } if other == round);
    if entries[..i].iter().any(same) {
        return;
    }
    if round.starts_with(eia::auction::PREFIX) {
        auction::opened(scene, posts, &entries[i..], round);
    } else if !round.starts_with(eia::battles::PREFIX) {
        exchange::opened(scene, posts, &entries[i..], round);
    }
}

/// An event of the table.
pub(super) fn of_the_table(
    scene: &Scene<'_>,
    posts: &mut Posts,
    entries: &[Entry],
    i: usize,
    event: TableEvent,
) {
    let line = entries[i].line.map_or(0, |(line, _)| line);
    match event {
        TableEvent::VoteOpened { vote, .. } => votes::opened(scene, posts, vote),
        TableEvent::VoteCast { vote, option, .. } => votes::cast(scene, posts, entries, vote, option),
        TableEvent::VoteClosed { vote, counts, outcome, tied, rules } => {
            let result = votes::Result { vote, counts, outcome, tied, rules, line };
            votes::closed(scene, posts, entries, i, &result);
        }
        TableEvent::CorrectionProposed { correction, .. } => values::proposed(scene, posts, correction),
        TableEvent::CorrectionAgreed { correction, seat } => {
            values::agreed(scene, posts, entries, correction, &seat);
        }
        TableEvent::CorrectionObjected { correction, seat } => {
            values::objected(scene, posts, correction, &seat);
        }
        TableEvent::CorrectionSettled { correction, holds } => {
            values::settled(scene, posts, correction, holds, line);
        }
        TableEvent::ValuesProposed { proposal, .. } => typed::proposed(scene, posts, proposal),
        TableEvent::ValuesConfirmed { .. } => typed::confirmed(posts),
        TableEvent::ValuesWithdrawn { .. } => typed::withdrawn(posts),
        TableEvent::ValuesHold { values, .. } => typed::hold(scene, posts, &values),
        TableEvent::SetBackAsked { .. }
        | TableEvent::SetBackAnswered { .. }
        | TableEvent::StepSetBack { .. } => set_back::told(scene, posts, &event),
        TableEvent::LaidDown { seat, sha256, bytes } => {
            let name = entries[..i].iter().rev().find_map(|entry| entry.body_for("all")?["text"].as_str());
            values::laid_down(scene, posts, &seat, &sha256, bytes, name);
        }
        TableEvent::RoundOpened { round, .. } if round.starts_with(eia::auction::PREFIX) => {
            auction::round_opened(scene, posts, &round);
        }
        TableEvent::RoundOpened { round, exchange: Some(_), .. } => {
            exchange::round_opened(scene, posts, &round);
        }
        TableEvent::Dispatch { from, to, rules } => {
            exchange::dispatched(scene, posts, &entries[i], &from, &to, &rules);
        }
        _ => {}
    }
}

/// An event of the game.
pub(super) fn of_the_game(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
    let Some(event) = happened(&entries[i]) else { return };
    match event {
        Happened::Told { corrected: false, .. } => {
            let before = i.checked_sub(1).and_then(|before| happened(&entries[before]));
            if !matches!(before, Some(Happened::Told { .. })) {
                values::told(scene, posts, &entries[i..]);
            }
        }
        Happened::AuctionOpened { powers, rules } => {
            let line = entries[i].line.map_or(0, |(line, _)| line);
            auction::put_up(scene, posts, &powers, &rules, line);
        }
        // Without an envelope there was nobody who could bid.
        Happened::Unsold { power, rules }
            if !entries.iter().any(|e| matches!(e.event, Event::Opened { .. })) =>
        {
            auction::unsold(scene, posts, power, &rules);
        }
        _ => {}
    }
}

/// The game's own event in an entry, if it is one.
pub(super) fn happened(entry: &Entry) -> Option<Happened> {
    match &entry.event {
        Event::Game { e } if e.get("table").is_none() => serde_json::from_value(e.clone()).ok(),
        _ => None,
    }
}
