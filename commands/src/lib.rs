//! Chancery's slash commands, put together: those of every campaign, and what each game adds.
//!
//! A game's front is a crate of its own, which registers itself at the table ([`present::front::FRONTS`], [`rooms::ROOMS`]).

pub use eia_commands as eia;
pub use europa_commands as europa;
pub use middle_ages_commands as ages;
pub use table_commands::*;
