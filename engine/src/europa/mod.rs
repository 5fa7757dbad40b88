//! Europa: *Europa Universalis* fought by the EU9 fast battle.

pub mod class;
pub mod country;
pub mod fleets;
pub mod geography;
pub mod leaders;
pub mod logistics_switches;
pub mod period;
pub mod prices;
#[cfg(test)]
mod sources;
pub mod technology;
pub mod thirds;
pub mod words;
