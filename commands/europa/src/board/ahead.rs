//! What is known of an order when it is lodged: that the campaign lodged with it, or announced, would not cover it.

use crate::present::position;
use europa::Order;
use europa::board::{Order as Board, uncovered};
use europa::campaigns::Campaign;
use serde::Deserialize as _;
use table_commands::present::Scene;
use table_commands::{say, speech};

/// Why a march would not be given, as the board stands when it is lodged; `None` where nothing of that is known.
pub(crate) fn would_fail(scene: &Scene<'_>, wanted: &Board) -> Option<String> {
    let (position, seat) = (position(&scene.own)?, scene.own.seat()?);
    let waits = scene.own.lodged.lines.iter().filter(|waiting| waiting.held.is_none());
    let lodged = waits.filter_map(|waiting| Order::deserialize(waiting.line.order.as_ref()?).ok());
    let mut orders: Vec<Board> = Vec::new();
    let mut paid: Option<Campaign> = position.board.announced_by(seat);
    for order in lodged {
        match order {
            Order::Board(Board::Campaign { campaign, .. }) => paid = Some(campaign),
            Order::Board(order) => orders.push(order),
            _ => {}
        }
    }
    orders.push(wanted.clone());
    let why = uncovered(&position, paid?, &orders)?;
    Some(say!("⚠ As the board stands now it would not be given: {}", speech::said(&why.says)))
}
