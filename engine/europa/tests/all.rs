//! The tests of Europa at the table, one program: it links once, and the tests of every file run side by side.

mod attrition;
mod besieged;
mod board;
#[expect(dead_code, reason = "some of it the tests of other crates use")]
#[path = "../../tests/common/mod.rs"]
mod common;
mod fights;
mod orders;
mod outline;
mod random;
mod recorded;
mod sail;
mod sieges;
mod supplied;
mod voyages;
mod word;
