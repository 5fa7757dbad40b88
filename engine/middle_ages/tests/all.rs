//! The tests of the Middle Ages at the table, one program: it links once, and the tests of every file run side by side.

mod armies;
mod bad_input;
mod cards;
#[expect(dead_code, reason = "some of it the tests of other crates use")]
#[path = "../../tests/common/mod.rs"]
mod common;
mod elsewhere;
mod examples;
mod futile;
mod help;
mod hidden;
mod ledger;
mod losses;
mod outside;
mod packs;
mod random;
mod ratings;
mod readings;
mod recorded;
mod treasuries;
mod turns;
mod typed;
