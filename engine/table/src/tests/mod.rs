//! What the table's own tests are played with.

pub(crate) mod skirmish;
pub(crate) mod toy;
