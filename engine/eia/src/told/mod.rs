//! What players tell of a board that is kept elsewhere: where counters stand, who has what, what comes into corps and fleets and what passes
//! between them. On the board that the bot keeps ([`crate::pieces`]) nothing of it is told.

pub mod control;
pub mod counters;
pub mod fleets;
pub mod reinforcement;
pub mod transfer;
