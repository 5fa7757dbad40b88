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
use table::said;
use table::{Said, Verb};
use table_commands::asked::{Answer, Asked, told, without_its_part};
use table_commands::house::House;
use table_commands::message::Message;
use table_commands::rooms::{Added, COMMANDS, Chosen, Press, ROOMS, Room};
use table_commands::words::look;
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "ages",
    pressed: |press, chosen| Box::pin(async move { pressed(press, chosen).await }),
    opens: |press| Box::pin(async move { opens(press).await }),
    sent: |press, field| {
        Box::pin(async move {
            let Press { house, asked, campaign, prompt, what } = press;
            if let Some(message) =
                board::envelopes::sent(house, asked, campaign, (prompt, what), &field).await
            {
                return Some(message);
            }
            endeavour::sent(house, asked, campaign, what, &field).await
        })
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

/// Gives an order of the game, where the campaign is one of the Middle Ages.
async fn order(house: &House, asked: &Asked, campaign: &str, order: &Order) -> Message {
    match look(house, asked, campaign, |scene| is_played(&scene.public)).await {
        Err(sentence) => return sentence,
        Ok(false) => return other_game(),
        Ok(true) => {}
    }
    let Ok(order) = serde_json::to_value(order) else {
        return Message::refusal(said!("That order could not be written."));
    };
    told(house.order(campaign, &asked.asker, Verb::Game(order)).await)
}

/// A button or select of the Middle Ages; `None` for one that is not known.
async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Answer> {
    let Press { house, asked, campaign, prompt, what } = press;
    if what == "court" {
        return Some(courts::chosen(house, asked, campaign, chosen).await);
    }
    if let Some(answer) = board::pressed(house, asked, campaign, (prompt, what), chosen).await {
        return Some(answer);
    }
    endeavour::pressed(house, asked, campaign, what, chosen).await
}

/// The form that a button of the Middle Ages opens.
async fn opens(press: Press<'_>) -> Option<Answer> {
    let Press { house, asked, campaign, what, .. } = press;
    if let Some(answer) = board::envelopes::form(house, asked, campaign, what).await {
        return Some(answer);
    }
    endeavour::opens(house, asked, campaign, what).await
}
