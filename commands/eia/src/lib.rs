//! Empires in Arms before its players: a folder a subject, each with its command, its forms and, in `present`, its words and pictures.

/// What the files of a subject mostly need, in one line: `use crate::prelude::*;`.
pub(crate) mod prelude {
    pub(crate) use crate::nouns::{OWN, POWER, PROVINCE, others};
    pub(crate) use crate::ordered::{powers_that, provinces_that};
    pub(crate) use crate::rounds::{Rounds, ToldRound};
    pub(crate) use crate::seen::{KEY, position};
    pub(crate) use crate::subject::{Made, Subject};
    pub(crate) use eia::Event;
    pub(crate) use eia::map::ProvinceId;
    pub(crate) use eia::powers::Power;
    pub(crate) use table::{Entry, said};
    pub(crate) use table_commands::declared::{Field, Noun, Orders, Part};
    pub(crate) use table_commands::message::{Embed, Look, Message};
    pub(crate) use table_commands::present::chronicle::LineKind;
    pub(crate) use table_commands::present::front::{Called, RoundWords};
    pub(crate) use table_commands::present::names::{list, quoted};
    pub(crate) use table_commands::present::{Posts, Scene};
    pub(crate) use table_commands::{registered, say};
}

pub mod access;
pub mod auction;
pub mod battle;
pub mod bid;
pub mod charts;
pub(crate) mod chronicle;
pub mod conclusion;
pub mod confederations;
pub(crate) mod control;
pub mod counters;
pub mod crimea;
pub mod economy;
pub mod fleets;
pub mod forces;
pub mod founding;
pub(crate) mod front;
pub(crate) mod gazette;
mod handover;
pub mod land;
pub mod land_values;
pub mod map;
pub mod month_page;
pub mod months;
pub(crate) mod moving;
pub mod names;
pub(crate) mod nouns;
mod ordered;
pub mod pack;
pub(crate) mod passing;
pub mod peace;
mod points;
pub mod politics;
pub mod province;
pub mod reinforce;
pub mod rifles;
pub mod roster;
mod rounds;
pub mod sardinia;
pub mod seen;
pub(crate) mod sorts;
pub(crate) mod subject;
mod telling;
pub(crate) mod told;
pub mod transfer;
pub mod typed;
pub(crate) mod values;
pub mod year;
