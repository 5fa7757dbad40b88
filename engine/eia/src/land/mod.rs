//! War on land.

mod applied;
pub mod battle;
pub mod carried_out;
pub mod conquest;
pub mod contact;
pub mod fall_back;
pub mod forces;
pub mod foreseen;
pub mod from_position;
pub mod hunger;
pub mod kept_contents;
pub mod law;
pub mod march;
pub mod orders;
pub mod phase;
pub mod set_up;
pub mod siege;
pub mod stacking;
pub mod storm;
pub mod values;
