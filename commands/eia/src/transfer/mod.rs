//! `/transfer`: factors pass between two corps of one power that stand together; what passes is sealed.

pub(crate) mod present;

use crate::counters::own_powers;
use crate::passing;
pub use crate::passing::Typed;
use crate::seen::KEY;
use crate::sorts;
use eia::told::transfer::{Order, inside};
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use std::collections::BTreeMap;
use table_commands::asked::{At, at_campaign};
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::rooms::{Added, COMMANDS};
use table_commands::words::{campaigns, suggest, typed_so_far};
use table_commands::{Context, Error};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: transfer };

/// Let factors pass between two of your corps in one area: all see which two, only you what passes
#[poise::command(slash_command)]
pub(crate) async fn transfer(
    ctx: Context<'_>,
    #[description = "What passes: 4i 1c"]
    #[max_length = 100]
    what: String,
    #[description = "The corps that gives, as in your strongbox"]
    #[autocomplete = "giving"]
    #[max_length = 40]
    from: String,
    #[description = "The corps that takes, in the same area"]
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
        transferred(asking.at(), &Typed { what, from, into, power }).await
    })
    .await
}

/// Orders what was typed.
///
/// # Errors
/// A message for who asked, where it cannot be read; nothing is ordered then.
pub async fn transferred(at: At<'_>, typed: &Typed) -> Result<Message, Message> {
    let order = |power, from, into, passing| Order::Factors { power, from, into, secret: Some(passing) };
    passing::ordered(at, typed, (factors, inside), order).await
}

/// Factors as they are typed.
fn factors(what: &str) -> Result<BTreeMap<String, u32>, Message> {
    let what = sorts::factors(what)?;
    Ok(what.each().map(|(sort, n)| (sort.key().to_owned(), u32::from(n))).collect())
}

/// One's own corps that can give.
async fn giving(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| corps(scene, None)).await
}

/// One's own corps that stand with the one that gives.
async fn taking(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let from = typed_so_far(ctx, "from");
    suggest(ctx, typed, |scene| corps(scene, from.as_deref())).await
}

/// One's own corps on the map; those that stand with another of that name, where one is named.
fn corps(scene: &Scene<'_>, beside: Option<&str>) -> Vec<(String, String)> {
    passing::names(scene, |counter| counter.piece.is_corps(), beside)
}
