//! Empires in Arms before its players: a folder a subject, each with its command, its forms and, in `present`, its words and pictures.

pub mod auction;
pub mod battle;
pub mod bid;
pub mod charts;
pub mod conclusion;
pub(crate) mod control;
pub mod counters;
pub mod forces;
pub mod land_values;
pub mod map;
pub mod months;
pub mod pack;
pub mod politics;
pub mod reinforce;
pub mod rifles;
pub mod roster;
pub(crate) mod sorts;
