//! The calendar: what falls due, and when.

use super::{Scene, rounds, status};
use crate::message::{Embed, Message};
use crate::present::front;
use crate::say;
use table::frames::What;

/// What falls due, in the order in which it does; then what lies ahead in the game.
#[must_use]
pub fn calendar(scene: &Scene<'_>) -> Message {
    let view = &scene.own;
    let mut dated: Vec<(i64, String)> = Vec::new();
    let at = |due: &Option<table::timing::Due>| due.as_ref().and_then(|due| due.at);
    let asks = |awaited| front::of(view)?.order_asked(view, awaited);
    for awaited in view.awaited.iter().filter(|awaited| !awaited.held) {
        let Some(due) = at(&awaited.due) else { continue };
        let what = match &awaited.what {
            What::Ready => status::step(view),
            What::Order(_) => asks(awaited).unwrap_or_else(|| status::step(view)),
            What::Envelope(name) => {
                scene.round(name).map_or_else(|| say!("Envelopes"), |open| rounds::title(view, open))
            }
        };
        dated.push((due, what));
    }
    dated.extend(view.ending.as_ref().map(|ending| (ending.until, say!("the campaign ends"))));
    dated.extend(view.notice.as_ref().map(|notice| (notice.until, say!("the campaign is closed for good"))));
    for (n, vote) in &view.votes {
        dated.push((vote.due, say!("vote {} closes", n)));
    }
    for (n, correction) in
        view.corrections.iter().filter(|(_, open)| open.objected.is_none() && !open.by_all())
    {
        dated.push((correction.due, say!("correction {} holds if nobody objects", n)));
    }
    for seat in &view.seats {
        let until = seat.away.as_ref().and_then(|away| away.until);
        dated.extend(until.map(|until| (until, say!("{} is back", scene.seat(&seat.id)))));
    }
    dated.sort();
    let lines: Vec<String> = dated.into_iter().map(|(at, what)| format!("<t:{at}:f> · {what}")).collect();
    let dated = if lines.is_empty() { say!("Nothing has a deadline now.") } else { lines.join("\n") };
    let mut embed = Embed::new(&say!("{} · calendar", scene.title()), dated);
    let ahead = front::of(view).map(|front| front.ahead(view)).unwrap_or_default();
    if !ahead.is_empty() {
        embed = embed.field(&say!("In the game"), ahead.join("\n"));
    }
    if view.paused.is_some() {
        embed = embed.field(&say!("Clock"), say!("**The clock stands.**"));
    }
    Message::default().with(embed)
}
