//! `/fleet transfer`: ships pass between two fleets of one power that stand together; what passes is sealed.

pub(crate) mod present;

use crate::counters::own_powers;
use crate::passing;
pub use crate::passing::Typed;
use crate::roster;
use crate::seen::KEY;
use eia::roster::{Item, SHIPS};
use eia::told::counters::Piece;
use eia::told::fleets::{Order, Ships, inside};
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use table::said;
use table_commands::asked::{At, at_campaign};
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::rooms::{Added, COMMANDS};
use table_commands::words::{campaigns, suggest, typed_so_far};
use table_commands::{Context, Error};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: fleet };

/// Your fleets: how strong each is, only you know
#[poise::command(slash_command, subcommands("transfer"), rename = "fleet")]
pub(crate) async fn fleet(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Let ships pass between two of your fleets in one place: all see which two, only you what passes
#[poise::command(slash_command)]
async fn transfer(
    ctx: Context<'_>,
    #[description = "What passes: 3 heavy 2 light, or 5 where your strongbox does not tell them apart"]
    #[max_length = 100]
    what: String,
    #[description = "The fleet that gives, as in your strongbox"]
    #[autocomplete = "giving"]
    #[max_length = 40]
    from: String,
    #[description = "The fleet that takes, in the same place"]
    #[autocomplete = "taking"]
    #[max_length = 40]
    into: String,
    #[description = "Whose, where you have several powers"]
    #[autocomplete = "own_powers"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        passed(asking.at(), &Typed { what, from, into, power }).await
    })
    .await
}

/// Orders what was typed.
///
/// # Errors
/// A message for who asked, where it cannot be read; nothing is ordered then.
pub async fn passed(at: At<'_>, typed: &Typed) -> Result<Message, Message> {
    let order = |power, from, into, passing| Order::Ships { power, from, into, secret: Some(passing) };
    passing::ordered(at, typed, (ships, inside), order).await
}

/// Ships as they are typed; a bare number is ships that are not told apart.
fn ships(what: &str) -> Result<Ships, Message> {
    // As a line of the roster has them, whose name is not said here: who names another fleet means something else.
    let line = what.replace([';', '\n'], ",");
    let read =
        if line.contains([':', '(', ')']) { None } else { roster::read(&format!("X (fleet): {line}")).ok() };
    match read.as_deref() {
        Some([Item::Fleet { ships, types, .. }]) if types.is_empty() => {
            Ok(Ships::from([(SHIPS.to_owned(), *ships)]))
        }
        Some([Item::Fleet { types, .. }]) => Ok(types.clone()),
        _ => Err(Message::refusal(said!(
            "\"{}\" is no list of ships. Write, for example: 3 heavy, 2 light; or 5 where they are not told apart.",
            quoted(what)
        ))),
    }
}

/// One's own fleets that can give.
async fn giving(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| fleets(scene, None)).await
}

/// One's own fleets that stand with the one that gives.
async fn taking(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let from = typed_so_far(ctx, "from");
    suggest(ctx, typed, |scene| fleets(scene, from.as_deref())).await
}

/// One's own fleets on the map; those that stand with another of that name, where one is named.
fn fleets(scene: &Scene<'_>, beside: Option<&str>) -> Vec<(String, String)> {
    passing::names(scene, |counter| counter.piece == Piece::Fleet, beside)
}
