//! The bot: settings, gateway, delivery, clock, backup, the local table and rehearsals. The binary is a thin shell over this.

pub mod alarm;
pub mod checkup;
pub mod clock;
pub mod delivery;
pub mod eia;
pub mod gateway;
pub mod health;
pub mod keeping;
pub mod local;
pub mod logging;
pub mod nightly;
pub mod pack;
pub mod randomness;
pub mod records;
mod registering;
pub mod rehearse;
pub mod repeatable;
pub mod servers;
pub mod service;
pub mod settings;
pub mod verify;
