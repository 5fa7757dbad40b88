//! Europa: *Europa Universalis* fought by the EU9 fast battle.

pub mod class;
pub mod country;
pub mod geography;
pub mod period;
#[cfg(test)]
mod sources;
pub mod technology;
pub mod thirds;
pub mod words;
