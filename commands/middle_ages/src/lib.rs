//! `/ages …`: courts, endeavours, the board and the cards of the Middle Ages.

pub mod board;
pub(crate) mod chronicle;
pub mod courts;
pub mod endeavour;
pub(crate) mod founding;
pub(crate) mod front;
pub mod odds;
pub(crate) mod pack;
pub mod present;
pub(crate) mod roster;
pub(crate) mod rounds;
pub mod typed;
pub mod words;

use crate::front::KEY;
use crate::present::is_played;
use linkme::distributed_slice;
use middle_ages::Order;
use table::{Said, said};
use table_commands::asked::{Answer, At, without_its_part};
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::front::Field;
use table_commands::rooms::{Added, COMMANDS, Chosen, Press, ROOMS, Room};
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "ages",
    pressed: |press, chosen| {
        Box::pin(async move { Some(pressed(press, chosen).await?.unwrap_or_else(Answer::from)) })
    },
    opens: |press| Box::pin(async move { Some(opens(press).await?.unwrap_or_else(Answer::from)) }),
    sent: |press, field| {
        Box::pin(async move { Some(sent(press, field).await?.unwrap_or_else(|sentence| sentence)) })
    },
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: ages };

/// Middle Ages: courts, their armies, fleets, cards and endeavours
#[poise::command(
    slash_command,
    subcommands(
        "courts::court",
        "endeavour::endeavour",
        "board::army",
        "board::counters",
        "board::tax",
        "board::card",
        "board::hand",
        "board::map"
    ),
    rename = "ages"
)]
pub(crate) async fn ages(ctx: Context<'_>) -> Result<(), Error> {
    without_its_part(ctx).await
}

/// The refusal in a campaign of another game.
fn other_game() -> Message {
    Message::refusal(other_game_says())
}

/// The same in a sentence.
fn other_game_says() -> Said {
    said!("This campaign is not one of the Middle Ages. /campaign found with the scenario ages begins one.")
}

/// Shows what who asks sees.
///
/// # Errors
/// The refusal by which he sees nothing.
async fn shows(
    at: At<'_>,
    see: impl FnOnce(&Scene<'_>) -> Result<Message, Said>,
) -> Result<Message, Message> {
    at.look(see).await?.map_err(Message::refusal)
}

/// Gives an order of the game.
///
/// # Errors
/// The refusal in a campaign of another game.
async fn order(at: At<'_>, order: &Order) -> Result<Message, Message> {
    if !at.look(|scene| is_played(&scene.public)).await? {
        return Err(other_game());
    }
    at.game_order(order).await
}

/// A button or select of the Middle Ages; `None` for one that is not known.
async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    if press.what == "court" {
        return Some(courts::chosen(press.at(), chosen).await.map(Answer::from));
    }
    if let Some(answer) = board::pressed(press, chosen).await {
        return Some(answer);
    }
    endeavour::pressed(press.at(), press.what, chosen).await
}

/// The form that a button of the Middle Ages opens.
async fn opens(press: Press<'_>) -> Option<Result<Answer, Message>> {
    if let Some(answer) = board::envelopes::form(press.at(), press.what).await {
        return Some(answer);
    }
    endeavour::opens(press.at(), press.what).await
}

/// What a form of the Middle Ages comes to; `None` for one that is not known.
async fn sent(press: Press<'_>, field: Field<'_>) -> Option<Result<Message, Message>> {
    if let Some(message) = board::envelopes::sent(press, field).await {
        return Some(message);
    }
    endeavour::sent(press.at(), press.what, field).await
}
