//! Chancery's slash commands, one file a command group: parse, ask the [`house::House`], answer.

mod annex;
pub mod asked;
mod audit;
mod board;
mod campaign;
pub mod chance;
mod correct;
pub mod custom_id;
mod desk;
mod dice;
pub mod drafts;
mod drawn;
pub mod eia;
mod envelope;
mod errors;
pub mod europa;
pub mod forms;
mod help;
pub mod house;
pub mod live;
mod lodged;
pub mod message;
mod more;
mod notices;
pub mod present;
mod press;
mod rules;
mod seat;
pub mod sound;
pub mod speech;
mod stopped;
mod strongbox;
pub mod tally;
mod turn;
mod typed;
mod vote;
mod words;

use crate::eia::battle;
use crate::eia::bid;
use crate::eia::map;
use crate::eia::politics;
use crate::eia::reinforce;
use std::sync::Arc;

pub use errors::on_error;
pub use press::{filled_in, pressed};

/// What every command can reach: the house.
pub type Data = Arc<house::House>;
/// An error that no command returns: whatever goes wrong is told to who asked, and logged by code and route.
pub type Error = std::convert::Infallible;
/// A slash command being answered.
pub type Context<'a> = poise::ApplicationContext<'a, Data, Error>;

/// All commands, with their names in every language.
#[must_use]
pub fn all() -> Vec<poise::Command<Data, Error>> {
    speech::tree::in_every_language(vec![
        campaign::campaign(),
        bid::bid(),
        desk::desk(),
        dice::dice(),
        rules::rules(),
        audit::audit(),
        seat::seat(),
        seat::away(),
        turn::turn(),
        strongbox::strongbox(),
        vote::vote(),
        board::board(),
        politics::politics(),
        reinforce::reinforce(),
        battle::battle(),
        battle::odds(),
        map::map(),
        europa::europa(),
        correct::correct(),
        envelope::envelope(),
        help::help(),
    ])
}
