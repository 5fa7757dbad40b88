//! What the program does with Empires in Arms alone, without a table.

pub mod simulate;
