//! Courts taken and given up, leaders, and what is told of treasuries.

use crate::present::happened;
use crate::words;
use middle_ages::Event;
use middle_ages::courts::Happened;
use table::names::By;
use table::{Entry, SeatId, TableEvent};
use table_commands::message::{Look, Message};
use table_commands::present::{Posts, Scene, values};
use table_commands::say;

/// Whether the bot gave a court to somebody whose time to choose one was over. A seat without a player chose nothing because nobody sat there,
/// and a stand-in chooses his own.
fn had_time(scene: &Scene<'_>, entries: &[Entry], of: &SeatId) -> bool {
    let overdue = |entry: &Entry| match entry.table_event() {
        Some(TableEvent::FrameOverdue { missed, .. }) => missed.contains(of),
        _ => false,
    };
    let is_played = scene.public.seats.iter().any(|seat| seat.id == *of && seat.person.is_some());
    let by_the_bot = entries.last().is_some_and(|entry| entry.by == By::Bot);
    is_played && by_the_bot && entries.iter().any(overdue)
}

/// Something about courts.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, what: &Happened) {
    let says = match what {
        Happened::CourtTaken { court, seat } if had_time(scene, &entries[..=i], seat) => {
            say!(
                "{} had chosen no court in time: **{}** is his, the first that was free.",
                scene.player(seat),
                words::court(*court)
            )
        }
        Happened::CourtTaken { court, seat } => {
            say!("**{}** is played by {}.", words::court(*court), scene.player(seat))
        }
        Happened::CourtReleased { court, seat } => {
            say!("{} gives up **{}**; it has no player.", scene.player(seat), words::court(*court))
        }
        Happened::LeaderTold { court, leader } => {
            say!("**{}** is led by {}.", words::court(*court), words::leader(leader))
        }
        Happened::GoldTold { corrected: true, .. } => return,
        Happened::GoldTold { .. } => {
            let before = i.checked_sub(1).and_then(|before| happened(&entries[before]));
            if !matches!(before, Some(Event::Courts(Happened::GoldTold { .. }))) {
                values::told(scene, posts, entries, i);
            }
            return;
        }
    };
    let desk = scene.button(Look::Secondary, &say!("My desk"), 0, "desk");
    posts.reply = Message::text(says.clone()).buttons(vec![desk]);
    posts.council("ages", Message::text(says));
}
