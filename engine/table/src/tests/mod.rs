//! What the table's own tests are played with.

pub(crate) mod toy;
