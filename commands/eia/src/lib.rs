//! Empires in Arms before its players: a folder a subject, each with its command, its forms and, in `present`, its words and pictures.

pub mod auction;
pub mod battle;
pub mod bid;
pub mod charts;
pub(crate) mod chronicle;
pub mod conclusion;
pub(crate) mod control;
pub mod counters;
pub mod forces;
pub mod founding;
pub(crate) mod front;
pub(crate) mod gazette;
pub mod land_values;
pub mod map;
pub mod months;
pub mod names;
pub mod pack;
pub mod politics;
pub mod reinforce;
pub mod rifles;
pub mod roster;
pub mod seen;
pub(crate) mod sorts;
pub(crate) mod told;
pub mod typed;
pub(crate) mod values;
