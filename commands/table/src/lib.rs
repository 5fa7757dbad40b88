//! Chancery's slash commands of every campaign, one file a command group: parse, ask the [`house::House`], answer; and what a game's
//! front is ([`present::front::Front`]).

pub mod again;
mod annex;
pub mod answer;
pub mod asked;
pub mod asker;
mod audit;
pub mod board;
pub mod boards;
pub mod brought;
mod calls;
pub mod campaign;
pub mod chance;
mod correct;
pub mod council;
pub mod custom_id;
pub mod deals;
pub mod declared;
pub mod desk;
pub mod dice;
pub mod drafts;
pub mod drawing;
pub mod drawn;
mod envelope;
mod errors;
pub mod fetch;
pub mod forms;
pub mod forward;
mod founding;
mod help;
pub mod house;
pub mod live;
pub mod lodged;
pub mod message;
mod more;
mod notices;
mod odds;
pub mod outcome;
pub mod people;
pub mod present;
pub mod press;
mod publishing;
mod receipts;
pub mod requests;
pub mod rooms;
pub mod rows;
mod rules;
mod seat;
pub mod shares;
pub mod sound;
pub mod speech;
pub mod standing;
mod stopped;
pub mod strongbox;
pub mod tally;
mod taps;
mod telling;
mod turn;
mod typed;
mod vote;
pub mod words;

use std::sync::Arc;

pub use table::said;

pub use errors::on_error;
pub use press::{filled_in, pressed};

/// What every command can reach: the house.
pub type Data = Arc<house::House>;
/// An error that no command returns: whatever goes wrong is told to who asked, and logged by code and route.
pub type Error = std::convert::Infallible;
/// A slash command being answered.
pub type Context<'a> = poise::ApplicationContext<'a, Data, Error>;

/// A slash command.
pub type Command = poise::Command<Data, Error>;

/// All commands, with their names in every language: the table's, and what the games add to them and beside them.
#[must_use]
pub fn all() -> Vec<Command> {
    let mut all = of_the_table();
    let mut own: Vec<Command> = Vec::new();
    for game in rooms::COMMANDS {
        let parent = game.within.and_then(|parent| all.iter_mut().find(|command| command.name == parent));
        match parent {
            Some(parent) => parent.subcommands.push(game.command()),
            None => own.push(game.command()),
        }
    }
    // Where they are registered from is no order.
    own.sort_by(|one, other| one.name.cmp(&other.name));
    all.extend(own);
    speech::tree::in_every_language(all)
}

/// The rooms of every campaign.
pub(crate) static OF_THE_TABLE: [rooms::Room; 18] = [
    board::BOARD,
    campaign::JOIN,
    correct::STEP,
    correct::CORRECT,
    dice::WORD,
    envelope::ENVELOPE,
    forward::FORWARD,
    founding::FOUND,
    deals::DEALS,
    lodged::LODGED,
    more::MORE,
    publishing::PUBLISHING,
    seat::SEAT,
    strongbox::STRONGBOX,
    telling::TELLING,
    turn::TURN,
    typed::TYPED,
    vote::VOTE,
];

/// The commands of every campaign.
fn of_the_table() -> Vec<Command> {
    vec![
        campaign::campaign(),
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
        odds::odds(),
        correct::correct(),
        envelope::envelope(),
        publishing::press(),
        help::help(),
    ]
}
