//! The map of Europe about 1805: how it is made from public geography and a list kept by hand, and how it is read.
//!
//! The land is laid on a grid of squares ([`projection::SQUARE`] kilometres wide). Every land area grows from its place over the landmass
//! on which it stands, slower over rough ground and much slower over a great river, until it meets its neighbours; every sea area grows
//! over the water alike. The borders are then traced once, straightened once, and shared by both sides.

pub mod borders;
pub mod build;
pub mod centres;
pub mod draw;
pub mod fault;
pub mod geography;
pub mod grid;
pub mod growth;
pub mod list;
pub mod map;
pub mod outline;
pub mod projection;
pub mod sheet;
pub mod values;
pub mod write;
