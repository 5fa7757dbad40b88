//! The engine's tests, one program: it links once, and the tests of every file run side by side.

mod circles;
mod clock;
#[expect(dead_code, reason = "some of it the tests of a game use")]
mod common;
mod conclusion;
mod cuts;
mod docs;
mod envelopes;
mod epochs;
mod events;
mod everything;
mod exchange;
mod frames;
mod laws;
mod ledger;
mod lodged;
mod luck;
mod manual;
mod notation;
mod notice;
mod places;
mod press;
mod properties;
mod random_play;
mod ready;
mod recorded;
mod seats;
mod set_back;
mod stand_ins;
mod strongbox;
mod undo;
mod values;
mod variation;
mod vectors;
mod verify;
mod votes;
