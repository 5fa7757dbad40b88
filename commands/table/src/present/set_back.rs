//! Going back to the start of the open step: the post of the question while it is open, and what came of it.

use super::names::{list, plain_text};
use super::{Posts, Scene};
use crate::message::{Component, Embed, Look, Message};
use crate::say;
use table::set_back::SetBack;
use table::view::Seen;
use table::{Entry, TableEvent};

fn head(scene: &Scene<'_>, open: &SetBack) -> String {
    say!("**{}** asks to go back to the start of the step.", scene.player(&open.by))
}

fn reason(open: &SetBack) -> String {
    match &open.reason {
        Some(reason) => format!("“{}”", plain_text(reason, 500)),
        None => say!("(the reason's words were deleted)"),
    }
}

/// The post of the question while it is open.
#[must_use]
pub fn card(scene: &Scene<'_>, open: &SetBack) -> Message {
    let voters = scene.public.voters();
    let (agreed, missing): (Vec<_>, Vec<_>) = voters.iter().partition(|seat| open.agreed.contains(*seat));
    let names = |seats: Vec<&table::SeatId>| {
        list(&seats.into_iter().map(|seat| scene.player(seat)).collect::<Vec<_>>())
    };
    let what = say!(
        "What was told of the board, corrected and asked by envelope since the step began is gone then, and everybody's Ready. Dice, what was opened, votes and strongboxes stay."
    );
    let lost = scene.public.set_back_game.as_ref().map(|then| taken_back(scene, &scene.public.game, then));
    let lost = lost.filter(|lost| !lost.is_empty());
    let lost = lost.map_or_else(String::new, |lost| format!("\n{}\n{lost}", say!("It would take back:")));
    let embed = Embed::new("", format!("{}\n\n{what}{lost}", reason(open)))
        .field(&say!("Agreed"), names(agreed))
        .field(&say!("All must agree; still to answer"), names(missing))
        .footer(&scene.record());
    Message::text(head(scene, open)).with(embed).buttons(vec![
        scene.button(Look::Success, &say!("Agree"), open.line, "step/agree"),
        scene.button(Look::Danger, &say!("Decline"), open.line, "step/decline"),
    ])
}

/// The card of the question that an order touched or ended, edited.
pub(crate) fn cards(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let before = scene.before.as_deref().and_then(|before| before.set_back.as_ref());
    let now = scene.public.set_back.as_ref();
    if before == now {
        return;
    }
    if let Some(over) = before.filter(|before| now.is_none_or(|now| now.line != before.line)) {
        let state = entries.iter().filter_map(Entry::table_event).find_map(|event| match event {
            TableEvent::StepSetBack { .. } => Some(say!("all have agreed")),
            TableEvent::SetBackAnswered { seat, agree: false, .. } => {
                Some(say!("declined by {}", scene.player(&seat)))
            }
            _ => None,
        });
        let state = state.unwrap_or_else(|| say!("play has gone on"));
        let embed = Embed::new("", reason(over)).footer(&scene.record());
        let message = Message::text(format!("{} · {state}", head(scene, over))).with(embed);
        posts.card_of(purpose(over), "set_back", message);
    }
    if let Some(open) = now {
        posts.card_of(purpose(open), "set_back", card(scene, open));
    }
}

fn purpose(open: &SetBack) -> String {
    format!("set_back/{}", open.line)
}

/// It was asked, or answered; the card shows it.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, event: &TableEvent) {
    posts.reply = Message::text(match event {
        TableEvent::SetBackAsked { .. } => {
            say!("It stands in the council. The step goes back when everybody has agreed.")
        }
        TableEvent::SetBackAnswered { agree: true, .. } => say!("You agree to go back."),
        TableEvent::SetBackAnswered { .. } => say!("You have declined; the step goes on as it is."),
        TableEvent::StepSetBack { .. } => {
            went_back(scene, posts);
            say!("All have agreed: the step is back at its start.")
        }
        _ => return,
    });
}

/// What of the game goes away with the way back from one position to an earlier one, a line each.
pub(crate) fn taken_back(scene: &Scene<'_>, now: &Seen, then: &Seen) -> String {
    super::front::of(&scene.public).map(|front| front.taken_back(now, then)).unwrap_or_default().join("\n")
}

/// Play is as it was: everybody is told which values are others now.
fn went_back(scene: &Scene<'_>, posts: &mut Posts) {
    let before = scene.before.as_deref().map(|before| before.values.clone()).unwrap_or_default();
    let changed: Vec<String> = before
        .iter()
        .filter_map(|old| {
            let new = scene.value(&old.key).filter(|new| new.now != old.now)?;
            Some(super::values::change(new, old.now, new.now))
        })
        .collect();
    let lost = scene.before.as_deref().map(|before| taken_back(scene, &before.game, &scene.public.game));
    let lost = lost.filter(|lost| !lost.is_empty());
    let lost = lost.map(|lost| format!("{}\n{lost}", say!("Taken back:")));
    let values = match (changed.is_empty(), &lost) {
        (true, None) => say!("No value of the board is another for it."),
        (true, Some(_)) => String::new(),
        (false, _) => changed.join("\n"),
    };
    let values: Vec<String> = lost.into_iter().chain([values]).filter(|part| !part.is_empty()).collect();
    let values = values.join("\n");
    let says = say!("Play is as it was when the step began. Say again when you are ready.");
    let gone = scene.before.iter().flat_map(|before| &before.rounds);
    let gone = gone.filter(|round| scene.public.rounds.iter().all(|now| now.round != round.round));
    let gone: Vec<String> = gone.map(|round| super::rounds::title(&scene.public, round)).collect();
    let gone =
        if gone.is_empty() { String::new() } else { format!("\n{}", say!("Gone with it: {}.", list(&gone))) };
    let embed = Embed::new("", format!("{values}{gone}\n\n{says}")).footer(&scene.record());
    let message = Message::text(say!("**The step is back at its start.** All have agreed."))
        .with(embed)
        .buttons(vec![scene.button(Look::Secondary, &say!("All values"), 0, "board/values")]);
    posts.council("set_back", message);
}

/// What the desk shows of it, while the asker has not answered.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let Some(seat) = scene.own.seat().filter(|_| !scene.own.as_regent) else { return Default::default() };
    let waits = |open: &&SetBack| scene.public.voters().contains(seat) && !open.agreed.contains(seat);
    let open = scene.public.set_back.iter().filter(waits);
    open.map(|open| {
        let line = format!("{} {}", head(scene, open), reason(open));
        (line, scene.button(Look::Secondary, &say!("Look and answer"), open.line, "step/show"))
    })
    .unzip()
}
