//! The tests of Empires in Arms at the table, one program: it links once, and the tests of every file run side by side.

mod absent;
mod access;
mod auction;
mod battle;
mod battle_command;
mod battle_ends;
mod battle_laws;
mod battle_losses;
mod battle_morale;
mod battle_rolls;
mod battle_stops;
mod battle_table;
mod battle_values;
mod battles;
mod bids;
mod board;
mod budget;
mod carried;
mod charts;
#[expect(dead_code, reason = "some of it the tests of other crates use")]
#[path = "../../tests/common/mod.rs"]
mod common;
mod control;
mod counters;
mod deals;
mod dominance;
mod economy;
mod exile;
mod invaded;
mod italy;
mod minors;
mod odds;
mod offered;
mod packs;
mod peace;
mod politics;
mod recorded;
mod reinforcement;
mod rifles;
mod sardinia;
mod suits;
mod surrender;
mod transfer;
mod typed;
mod year;
