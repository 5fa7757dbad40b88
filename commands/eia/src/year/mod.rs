//! `/politics gift`: what Great Britain gives up so that an enemy loses it.

pub mod present;

use crate::ordered::{ordered, power_meant, suggested_powers};
use crate::seen::position;
use eia::powers::Power;
use eia::year::Order;
use poise::serenity_prelude as serenity;
use table_commands::words::{campaigns, suggest};
use table_commands::{Context, Error};

/// Great Britain: give up victory points each economic phase so that an enemy loses as many
#[poise::command(slash_command)]
pub(crate) async fn gift(
    ctx: Context<'_>,
    #[description = "Whose victory points"]
    #[autocomplete = "enemies"]
    #[max_length = 40]
    of: String,
    #[description = "The most VP an economic phase, never more than a third of yours; 0 ends it"]
    #[min = 0]
    #[max = 12]
    most: u32,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |_| Ok(Order::Gift { of: power_meant(&of)?, most })).await
}

/// The enemies of Great Britain.
async fn enemies(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own) else { return Vec::new() };
        suggested_powers(now.enemies(Power::GreatBritain))
    })
    .await
}
