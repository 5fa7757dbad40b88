//! Deals between players: reading, signing, declining and withdrawing them, and saying whether a promise was kept. Only their parties see
//! them; a game's own command drafts one.

use crate::asked::{Answer, At};
use crate::message::Message;
use crate::present::deals as shown;
use crate::rooms::Room;
use table::deals::{Change, Terms};
use table::{SeatId, Verb};

/// What its buttons do.
pub(crate) const DEALS: Room =
    Room { subject: "deal", pressed: |press, _| Box::pin(pressed(press.at(), press.what)), ..Room::EMPTY };

/// Changes a deal, with fresh bytes to keep it with.
async fn changed(at: At<'_>, change: Change) -> Result<Message, Message> {
    at.with_salt(|salt| Verb::Deal { change, salt }).await
}

/// Drafts a deal with other seats, signed by who asks.
pub async fn draft(at: At<'_>, with: Vec<SeatId>, terms: Terms) -> Result<Message, Message> {
    changed(at, Change::Draft { with, terms }).await
}

/// One's own deals.
pub async fn own(at: At<'_>) -> Result<Message, Message> {
    at.look(shown::all).await
}

/// A button of deals was pressed; `None` for one that is not known.
async fn pressed(at: At<'_>, what: &str) -> Option<Answer> {
    let parts: Vec<&str> = what.split('/').collect();
    let change = match *parts.as_slice() {
        ["see"] => return Some(own(at).await.into()),
        ["sign", deal] => Change::Sign { deal: deal.parse().ok()? },
        ["withdraw", deal] => Change::Withdraw { deal: deal.parse().ok()? },
        ["judge", deal, promise, kept] => {
            Change::Judge { deal: deal.parse().ok()?, promise: promise.parse().ok()?, kept: kept == "kept" }
        }
        _ => return None,
    };
    Some(changed(at, change).await.into())
}
