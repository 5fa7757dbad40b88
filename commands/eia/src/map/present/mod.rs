//! The map: pictures of it, and an area's card; this program's own, and a group's.

pub mod arrows;
pub mod card;
mod file;
pub mod flags;
pub mod frame;
pub(crate) mod ground;
pub mod held;
mod marks;
mod names;
pub mod now;
pub mod own;
pub mod picture;
mod placing;
pub mod points;
pub mod theatre;
