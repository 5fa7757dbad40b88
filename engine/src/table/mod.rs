//! The table: what every campaign has, whatever the game. Seats, envelopes, bids, dice, seals, the record, and who may see what.

pub mod bids;
pub mod campaign;
pub mod canonical;
pub mod chain;
pub mod chance;
pub mod decide;
mod dice;
pub mod envelope;
mod epoch;
pub mod event;
pub mod game;
pub mod hash;
pub mod names;
pub mod notation;
pub mod offers;
pub mod order;
pub mod record;
pub mod refusal;
pub mod roll;
pub mod seal;
mod seats;
pub mod secret;
pub mod strongbox;
pub mod undo;
pub mod verify;
pub mod view;

pub use campaign::{Campaign, HOST, Stage};
pub use chance::Chance;
pub use decide::{decide, found};
pub use event::{Entry, Event, SecretPart, TableEvent, Text};
pub use names::{By, SeatId, Word};
pub use offers::{Offer, offers};
pub use order::{Founding, Order, Verb};
pub use refusal::Refusal;
pub use secret::Secret;
pub use view::{View, Viewer};
