//! War on land.

pub mod battle;
pub mod forces;
pub mod stacking;
pub mod values;
