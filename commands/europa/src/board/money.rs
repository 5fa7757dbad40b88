//! Buying troops and paying for them.

use super::buying::purchase_meant;
use super::orders;
use crate::battle::places;
use crate::{country_meant, own_countries};
use europa::board::Order as Board;
use table_commands::words::campaigns;
use table_commands::{Context, Error};

/// Buy troops or ships, within the limits of the country's table
#[poise::command(slash_command)]
pub(crate) async fn buy(
    ctx: Context<'_>,
    #[description = "The country"]
    #[autocomplete = "own_countries"]
    country: String,
    #[description = "The province where they come onto the board"]
    #[autocomplete = "places"]
    place: String,
    #[description = "What: A- 2 LD, or F- ND"]
    #[max_length = 100]
    what: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || purchase_meant([&country, &place, &what])).await
}

/// Pay the upkeep of a country's troops and ships on the board
#[poise::command(slash_command)]
pub(crate) async fn upkeep(
    ctx: Context<'_>,
    #[description = "The country"]
    #[autocomplete = "own_countries"]
    country: String,
    #[description = "At the prices of peace"] peace: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || {
        let peace = peace.unwrap_or(false);
        country_meant(&country).map(|country| Board::Upkeep { country, peace })
    })
    .await
}
