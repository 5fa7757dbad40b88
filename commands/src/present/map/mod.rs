//! The map: pictures of it, and an area's card.

pub mod card;
pub mod frame;
mod ground;
mod marks;
mod names;
pub mod picture;
