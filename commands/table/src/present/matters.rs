//! The table's own matters: which presenter tells of which event. What a game's tell, its front tells.

use super::{Posts, Scene, exchange, publishing, rounds, set_back, tellings, typed, values, votes};
use crate::present::front;
use table::{Entry, Event, TableEvent};

/// Keeps the cards of votes, corrections, typed values and of going back up to date.
pub(crate) fn cards(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    votes::cards(scene, posts, entries);
    values::cards(scene, posts, entries);
    typed::cards(scene, posts, entries);
    tellings::cards(scene, posts, entries);
    if let Some(front) = front::of(&scene.public) {
        front.cards(scene, posts, entries);
    }
    set_back::cards(scene, posts, entries);
}

/// Whether the campaign comes to its end with an entry: the final table tells what follows it.
pub(crate) fn is_the_end(scene: &Scene<'_>, entry: &Entry) -> bool {
    front::of(&scene.public).is_some_and(|front| front.is_the_end(entry))
}

/// The envelopes of a round lie open; told once, at the first of them.
pub(crate) fn opened(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, round: &str) {
    let same = |entry: &Entry| matches!(&entry.event, Event::Opened { round: other, .. } if other == round);
    if entries[..i].iter().any(same) {
        return;
    }
    if rounds::is_free(round) {
        exchange::opened(scene, posts, &entries[i..], round);
    } else if let Some(front) = front::of(&scene.public) {
        front.rounds().opened(scene, posts, &entries[i..], round);
    }
}

/// An event of the table.
pub(crate) fn of_the_table(
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
        TableEvent::VoteRunOff { vote, .. } => votes::run_off(scene, posts, entries, i, vote, line),
        TableEvent::VoteClosed { vote, counts, outcome, tied, unmet, rules } => {
            let result = votes::Result { vote, counts, outcome, tied, unmet, rules, line };
            votes::closed(scene, posts, entries, i, &result);
        }
        TableEvent::TellingMade { .. }
        | TableEvent::TellingConfirmed { .. }
        | TableEvent::TellingDenied { .. }
        | TableEvent::TellingToHost { .. }
        | TableEvent::TellingSettled { .. }
        | TableEvent::TellingRefused { .. } => tellings::told(scene, posts, entries, i, &event),
        TableEvent::CorrectionProposed { correction, .. } => values::proposed(scene, posts, correction),
        TableEvent::RestitutionProposed { correction, .. } => values::restitution(scene, posts, correction),
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
            let name = entries[..i].iter().rev().find_map(Entry::text);
            values::laid_down(scene, posts, &seat, &sha256, bytes, name);
        }
        TableEvent::RoundOpened { round, .. } if rounds::is_free(&round) => {
            exchange::round_opened(scene, posts, &round);
        }
        TableEvent::RoundOpened { round, .. } => {
            let open = scene.public.rounds.iter().find(|open| open.round == round);
            if let Some((front, open)) = front::of(&scene.public).zip(open) {
                front.rounds().asked(scene, posts, open);
            }
        }
        TableEvent::Pressed { seat, .. } => publishing::signed(scene, posts, entries, i, &seat),
        TableEvent::Published { .. } => publishing::anonymous(scene, posts, entries, i),
        TableEvent::Dispatch { from, to, rules } => {
            exchange::dispatched(scene, posts, &entries[i], &from, &to, &rules);
        }
        _ => {}
    }
}
