//! Europa: *Europa Universalis* fought by the EU9 fast battle.

pub mod battle;
pub mod class;
pub mod leader;
pub mod losses;
pub mod odds;
pub mod period;
pub mod siege;
pub mod technology;
pub mod thirds;
