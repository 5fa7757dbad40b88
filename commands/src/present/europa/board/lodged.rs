//! Orders of the board that are lodged ahead, in words.

use super::words::{campaign, named};
use crate::present::Scene;
use crate::present::europa::position;
use crate::present::europa::words::place;
use crate::say;
use engine::europa::Order;
use engine::europa::board::{Order as Board, Unless};
use serde::Deserialize as _;
use serde_json::Value;

/// An order in few words: "3 · France, A+ in Lombardia: march to Piemonte".
#[must_use]
pub fn lodged_order(scene: &Scene<'_>, order: &Value) -> String {
    let Ok(Order::Board(order)) = Order::deserialize(order) else { return say!("an order") };
    let position = position(&scene.own);
    let stack = |n: u32| {
        let standing = position.as_ref().and_then(|position| position.board.stacks.get(&n));
        standing.map_or_else(|| say!("stack {}", n), |standing| named(n, standing))
    };
    match &order {
        Board::Campaign { country, campaign: paid } => {
            say!("campaign of {}: {}", crate::present::europa::words::country(*country), campaign(*paid))
        }
        Board::March { stack: n, to, .. } => say!("{}: march to {}", stack(*n), place(*to)),
        Board::Sail { stack: n, way, .. } => match way.last() {
            Some(to) => say!("{}: sail to {}", stack(*n), place(*to)),
            None => say!("{}: stay at sea", stack(*n)),
        },
        Board::Embark { stack: n, fleet } => say!("{}: go aboard stack {}", stack(*n), *fleet),
        Board::Land { stack: n, to, .. } => say!("{}: land in {}", stack(*n), place(*to)),
        Board::Blockade { stack: n, port: Some(port) } => say!("{}: blockade {}", stack(*n), place(*port)),
        Board::Blockade { stack: n, port: None } => say!("{}: blockade no more", stack(*n)),
        Board::Fortress { stack: n, inside: true } => say!("{}: go into the fortress", stack(*n)),
        Board::Fortress { stack: n, inside: false } => say!("{}: come out of the fortress", stack(*n)),
        Board::Explore { stack: n, target } => say!("{}: explore {}", stack(*n), place(*target)),
        _ => say!("an order"),
    }
}

/// What holds an order back.
#[must_use]
pub fn lodged_unless(unless: &Value) -> String {
    match Unless::deserialize(unless) {
        Ok(Unless::Enemy { at }) => say!("an enemy stands in {}", place(at)),
        Err(_) => say!("something comes about"),
    }
}
