//! Europa: *Europa Universalis* fought by the EU9 fast battle.

pub mod class;
pub mod period;
pub mod technology;
pub mod thirds;
