//! The bot: settings, gateway, delivery, clock, backup, the local table and rehearsals. The binary is a thin shell over this.

pub mod clock;
pub mod delivery;
pub mod gateway;
pub mod keeping;
pub mod local;
pub mod logging;
pub mod randomness;
pub mod rehearse;
pub mod settings;
pub mod verify;
