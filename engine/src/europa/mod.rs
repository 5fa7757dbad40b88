//! Europa: *Europa Universalis* fought by the EU9 fast battle.

pub mod attrition;
pub mod attrition_land;
pub mod attrition_sea;
pub mod campaigns;
pub mod class;
pub mod control;
pub mod counters;
pub mod country;
pub mod exploration;
pub mod fleets;
pub mod geography;
pub mod interception;
pub mod leaders;
pub mod logistics_switches;
pub mod paths;
pub mod period;
pub mod prices;
pub mod purchase;
pub mod remains;
pub mod rounds;
#[cfg(test)]
mod sources;
pub mod supply;
#[cfg(test)]
mod supply_tests;
pub mod technology;
pub mod thirds;
pub mod units;
pub mod upkeep;
pub mod words;
