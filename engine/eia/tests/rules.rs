//! The rules of Empires in Arms as their ledger checks them, in its own words: a small program, so that one rule and its one test are
//! built in seconds (`cargo rule`).

#[expect(dead_code, reason = "the tests of other programs use it")]
#[path = "../../tests/common/mod.rs"]
mod common;
mod ledger;
mod words;
