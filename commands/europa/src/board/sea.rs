//! Sailing, carrying troops, landing them, blockades.

use super::read::{place_meant, stack_meant};
use super::sailing::voyage_meant;
use super::suggest::{near, own_stacks, voyage};
use super::{orders, orders_unless};
use europa::board::Order as Board;
use table_commands::words::campaigns;
use table_commands::{Context, Error};

/// Sail a naval stack from sea zone to sea zone
#[poise::command(slash_command)]
pub(crate) async fn sail(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "The sea zones in their order, or just where it ends"]
    #[autocomplete = "voyage"]
    #[max_length = 600]
    way: Option<String>,
    #[description = "Where the troops aboard are to land, outside of your ports"]
    #[autocomplete = "near"]
    landing: Option<String>,
    #[description = "Lodged ahead: held back if an enemy stands there when your segment comes"]
    #[autocomplete = "near"]
    unless_enemy_at: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders_unless(ctx, campaign, unless_enemy_at, || {
        let (way, landing) = (way.unwrap_or_default(), landing.unwrap_or_default());
        voyage_meant([&stack, &way, &landing])
    })
    .await
}

/// Put troops aboard ships in their port, or in a sea zone next to them
#[poise::command(slash_command)]
pub(crate) async fn embark(
    ctx: Context<'_>,
    #[description = "The troops"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "The ships"]
    #[autocomplete = "own_stacks"]
    fleet: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || Ok(Board::Embark { stack: stack_meant(&stack)?, fleet: stack_meant(&fleet)? }))
        .await
}

/// Land troops that are aboard ships
#[poise::command(slash_command)]
pub(crate) async fn land(
    ctx: Context<'_>,
    #[description = "The troops"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "Where"]
    #[autocomplete = "near"]
    to: String,
    #[description = "Take a pillage rather than a loss, where attrition leaves the choice"] pillage: Option<
        bool,
    >,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || {
        let (stack, to) = (stack_meant(&stack)?, place_meant(&to)?);
        Ok(Board::Land { stack, to, pillage: pillage.unwrap_or(true) })
    })
    .await
}

/// Blockade an enemy's port next to a naval stack, or lift the blockade
#[poise::command(slash_command)]
pub(crate) async fn blockade(
    ctx: Context<'_>,
    #[description = "The ships"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "The port; nothing lifts the blockade"]
    #[autocomplete = "near"]
    port: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || {
        let port = port.map(|port| place_meant(&port)).transpose()?;
        Ok(Board::Blockade { stack: stack_meant(&stack)?, port })
    })
    .await
}
