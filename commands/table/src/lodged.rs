//! Orders lodged ahead of one's slot: lodging them, taking them back, being ready after them. Only who lodged them sees them.

use crate::asked::{Answer, Asked, At};
use crate::house::House;
use crate::message::Message;
use crate::present::lodged as shown;
use crate::rooms::{Chosen, Room};
use serde_json::Value;
use table::Verb;
use table::lodged::{Change, Line};

/// What its buttons and forms do.
pub(crate) const LODGED: Room = Room {
    subject: "lodged",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.what, chosen)),
    ..Room::EMPTY
};

/// Changes what one has lodged, with fresh bytes to keep it with.
async fn changed(at: At<'_>, change: Change) -> Result<Message, Message> {
    at.with_salt(|salt| Verb::Lodge { power: None, change, salt }).await
}

/// Lodges an order for the next slot, unless one of these holds it back then.
pub async fn lodge(
    house: &House,
    asked: &Asked,
    campaign: &str,
    order: Value,
    unless: Vec<Value>,
) -> Message {
    changed(At { house, asked, campaign }, Change::Add(Line::order(order, unless))).await.into()
}

/// Lodges an order in the place of all that waits for the next slot, with what holds it back.
pub async fn lodge_instead(at: At<'_>, order: Value, unless: Vec<Value>) -> Result<Message, Message> {
    changed(at, Change::Instead(Line::order(order, unless))).await
}

/// Takes all back that one has lodged.
pub async fn take_all_back(at: At<'_>) -> Result<Message, Message> {
    changed(at, Change::TakeBack { which: None }).await
}

/// A button of what is lodged was pressed, or one of the orders was chosen; `None` for one that is not known.
async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Answer> {
    let change = match what {
        "see" => return Some(at.look(shown::all).await.into()),
        "back" => Change::TakeBack { which: Some(chosen.first()?.parse().ok()?) },
        "all" => Change::TakeBack { which: None },
        "ready" => Change::Ready { on: true },
        "stay" => Change::Ready { on: false },
        _ => return None,
    };
    Some(changed(at, change).await.into())
}
