//! `/turn undo`.

use crate::campaign::{campaigns, order};
use crate::{Context, Error};
use engine::table::Verb;

/// The turn under way
#[poise::command(slash_command, subcommands("undo"))]
pub async fn turn(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Take back your own last order of the open step, never past dice or an opened secret
#[poise::command(slash_command)]
async fn undo(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Undo).await
}
