//! The rules of Chancery's games. Pure: no input or output, no clock, no randomness of its own.
//!
//! A campaign is a fold of entries. [`table::decide`] looks at it and an order and says what happens, or refuses; applying the entries
//! changes it and never fails. Time arrives in the order, dice through [`table::Chance`].
//!
//! A game is a crate of its own, which registers itself at the table ([`table::game::GAMES`]); here they are put together.

pub use eia;
pub use europa;
pub use middle_ages;
pub use table;
pub use table::{facts, rule, rules, said};
