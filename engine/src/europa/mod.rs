//! Europa: *Europa Universalis* fought by the EU9 fast battle.

pub mod class;
pub mod control;
pub mod counters;
pub mod country;
pub mod fleets;
pub mod geography;
pub mod leaders;
pub mod logistics_switches;
pub mod paths;
pub mod period;
pub mod prices;
#[cfg(test)]
mod sources;
pub mod supply;
#[cfg(test)]
mod supply_tests;
pub mod technology;
pub mod thirds;
pub mod units;
pub mod words;
