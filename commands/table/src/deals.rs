//! Deals between players: reading, signing, declining and withdrawing them, and saying whether a promise was kept. Only their parties see
//! them; a game's own command drafts one.

use crate::asked::{Answer, Asked};
use crate::house::House;
use crate::message::Message;
use crate::present::deals as shown;
use crate::rooms::{Press, Room};
use crate::words::{look, with_salt};
use table::deals::{Change, Terms};
use table::{SeatId, Verb};

/// What its buttons do.
pub(crate) const DEALS: Room = Room {
    subject: "deal",
    pressed: |press, _| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            pressed(house, asked, campaign, what).await
        })
    },
    ..Room::EMPTY
};

/// Changes a deal, with fresh bytes to keep it with.
async fn changed(house: &House, asked: &Asked, campaign: &str, change: Change) -> Message {
    with_salt(house, asked, campaign, |salt| Verb::Deal { change, salt }).await
}

/// Drafts a deal with other seats, signed by who asks.
pub async fn draft(house: &House, asked: &Asked, campaign: &str, with: Vec<SeatId>, terms: Terms) -> Message {
    changed(house, asked, campaign, Change::Draft { with, terms }).await
}

/// One's own deals.
pub async fn own(house: &House, asked: &Asked, campaign: &str) -> Message {
    look(house, asked, campaign, shown::all).await.unwrap_or_else(|sentence| sentence)
}

/// A button of deals was pressed; `None` for one that is not known.
async fn pressed(house: &House, asked: &Asked, campaign: &str, what: &str) -> Option<Answer> {
    let parts: Vec<&str> = what.split('/').collect();
    let change = match *parts.as_slice() {
        ["see"] => return Some(own(house, asked, campaign).await.into()),
        ["sign", deal] => Change::Sign { deal: deal.parse().ok()? },
        ["withdraw", deal] => Change::Withdraw { deal: deal.parse().ok()? },
        ["judge", deal, promise, kept] => {
            Change::Judge { deal: deal.parse().ok()?, promise: promise.parse().ok()?, kept: kept == "kept" }
        }
        _ => return None,
    };
    Some(changed(house, asked, campaign, change).await.into())
}
