//! The rules of Chancery's games. Pure: no input or output, no clock, no randomness of its own.
//!
//! A campaign is a fold of entries. [`table::decide`] looks at it and an order and says what happens, or refuses; applying the entries
//! changes it and never fails. Time arrives in the order, dice through [`table::Chance`].

pub mod eia;
pub mod europa;
pub mod facts;
pub mod roster;
pub mod rules;
pub mod table;

use table::game::{Erased, Rules};

/// The games at this table.
pub static GAMES: &[&dyn Rules] = &[
    &Erased::<eia::EmpiresInArms>::new(),
    &Erased::<europa::Europa>::new(),
    #[cfg(test)]
    &Erased::<table::toy::Toy>::new(),
];
