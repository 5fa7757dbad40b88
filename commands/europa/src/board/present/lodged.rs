//! Orders of the board that are lodged ahead, in words.

use super::words::{campaign, named};
use crate::present::position;
use crate::words::place;
use europa::Order;
use europa::board::{Order as Board, Unless};
use serde::Deserialize as _;
use serde_json::Value;
use table_commands::present::Scene;
use table_commands::say;

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
            say!("campaign of {}: {}", crate::words::country(*country), campaign(*paid))
        }
        Board::March { stack: n, to, way, counter, .. } => {
            let by: Vec<String> = way.iter().filter(|by| *by != to).map(|by| place(*by)).collect();
            let by = if by.is_empty() { String::new() } else { say!(" by {}", by.join(", ")) };
            let with: Vec<String> = counter.iter().map(ToString::to_string).collect();
            let with = if with.is_empty() {
                String::new()
            } else {
                say!("; stacks {} meet who intercepts", with.join(", "))
            };
            say!("{}: march to {}{}{}", stack(*n), place(*to), by, with)
        }
        Board::Sail { stack: n, way, landing } => {
            let way: Vec<String> = way.iter().map(|to| place(*to)).collect();
            let landing = landing.map_or_else(String::new, |at| say!(", landing in {}", place(at)));
            if way.is_empty() {
                say!("{}: stay at sea{}", stack(*n), landing)
            } else {
                say!("{}: sail to {}{}", stack(*n), way.join(", "), landing)
            }
        }
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
