//! The whole board, a line a stack.

use super::words::{counters, led};
use crate::present::position;
use crate::words::{country, place};
use table_commands::message::{Embed, Message};
use table_commands::present::{Scene, status};
use table_commands::say;

/// The board, a line a stack, own countries first.
#[must_use]
pub fn board(scene: &Scene<'_>) -> Message {
    let Some(position) = position(&scene.public) else { return Message::default() };
    let board = &position.board;
    let mut embed = Embed::new(&say!("The board"), status::step(&scene.public));
    let mut by_country: Vec<(String, Vec<String>)> = Vec::new();
    for (n, standing) in &board.stacks {
        let name = country(standing.country);
        let mut line =
            say!("{} · {} in {}{}", *n, counters(&standing.stack), place(standing.at), led(standing));
        if standing.owes.0 > 0 {
            line = format!("{line}, {}", say!("{} to take off", standing.owes.to_string()));
        }
        let mut more = Vec::new();
        if standing.missing.0 > 0 {
            more.push(say!("{} less than would fill its fleets", standing.missing.to_string()));
        }
        if standing.stack.is_veteran() && !standing.stack.is_naval() {
            more.push(say!("veteran"));
        }
        if position.must_retreat(*n) {
            more.push(say!("retreats"));
        }
        if standing.inside {
            more.push(say!("in the fortress"));
        }
        if let Some(fleet) = standing.aboard {
            more.push(say!("aboard stack {}", fleet));
        }
        if let Some(port) = standing.blockades {
            more.push(say!("blockades {}", place(port)));
        }
        for one in more {
            line = format!("{line}, {one}");
        }
        match by_country.iter_mut().find(|(known, _)| *known == name) {
            Some((_, lines)) => lines.push(line),
            None => by_country.push((name, vec![line])),
        }
    }
    if by_country.is_empty() {
        embed = embed.field(
            &say!("Stacks"),
            say!("Nothing stands on it. *Deploy a stack*, at your desk, puts one there before the rounds."),
        );
    }
    for (name, lines) in by_country.into_iter().take(20) {
        embed = embed.field(&name, table_commands::message::clip(&lines.join("\n"), 1000));
    }
    if !board.pillages.is_empty() {
        let each =
            board.pillages.iter().take(20).map(|(at, pillages)| {
                say!("{}: {} small, {} large", place(*at), pillages.minus, pillages.plus)
            });
        embed = embed.field(&say!("Pillages"), each.collect::<Vec<_>>().join("\n"));
    }
    if !board.revolts.is_empty() {
        let each = board.revolts.iter().take(20).map(|(at, size)| match size {
            1 => say!("{}: minus", place(*at)),
            _ => say!("{}: plus", place(*at)),
        });
        embed = embed.field(&say!("Revolts"), each.collect::<Vec<_>>().join("\n"));
    }
    if !board.cold.is_empty() {
        let each: Vec<String> = board.cold.iter().take(40).map(|at| place(*at)).collect();
        embed = embed.field(&say!("Cold area"), table_commands::message::clip(&each.join(", "), 1000));
    }
    if !board.held.is_empty() {
        let each = board.held.iter().take(30).map(|(at, by)| format!("{}: {}", place(*at), country(*by)));
        embed = embed.field(
            &say!("Held by others"),
            table_commands::message::clip(&each.collect::<Vec<_>>().join("\n"), 1000),
        );
    }
    Message::default().with(embed.footer(&scene.record()))
}
