//! Orders lodged ahead of one's slot: lodging them, taking them back, being ready after them. Only who lodged them sees them.

use crate::asked::{Answer, Asked};
use crate::house::House;
use crate::message::Message;
use crate::present::lodged as shown;
use crate::rooms::{Chosen, Press, Room};
use crate::words::{look, with_salt};
use serde_json::Value;
use table::Verb;
use table::lodged::Change;

/// What its buttons and forms do.
pub(crate) const LODGED: Room = Room {
    subject: "lodged",
    pressed: |press, chosen| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            pressed(house, asked, campaign, what, chosen).await
        })
    },
    ..Room::EMPTY
};

/// Changes what one has lodged, with fresh bytes to keep it with.
async fn changed(house: &House, asked: &Asked, campaign: &str, change: Change) -> Message {
    with_salt(house, asked, campaign, |salt| Verb::Lodge { change, salt }).await
}

/// Lodges an order for the next slot, unless one of these holds it back then.
pub async fn lodge(
    house: &House,
    asked: &Asked,
    campaign: &str,
    order: Value,
    unless: Vec<Value>,
) -> Message {
    changed(house, asked, campaign, Change::Add { order, unless }).await
}

/// Lodges an order in the place of all that waits for the next slot, with what holds it back.
pub async fn lodge_instead(
    house: &House,
    asked: &Asked,
    campaign: &str,
    order: Value,
    unless: Vec<Value>,
) -> Message {
    changed(house, asked, campaign, Change::Instead { order, unless }).await
}

/// Takes all back that one has lodged.
pub async fn take_all_back(house: &House, asked: &Asked, campaign: &str) -> Message {
    changed(house, asked, campaign, Change::TakeBack { which: None }).await
}

/// A button of what is lodged was pressed, or one of the orders was chosen; `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    what: &str,
    chosen: &Chosen,
) -> Option<Answer> {
    let change = match what {
        "see" => {
            let seen = look(house, asked, campaign, shown::all).await.unwrap_or_else(|sentence| sentence);
            return Some(seen.into());
        }
        "back" => Change::TakeBack { which: Some(chosen.first()?.parse().ok()?) },
        "all" => Change::TakeBack { which: None },
        "ready" => Change::Ready { on: true },
        "stay" => Change::Ready { on: false },
        _ => return None,
    };
    Some(changed(house, asked, campaign, change).await.into())
}
