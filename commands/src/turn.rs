//! `/turn undo`.

use crate::campaign::{campaigns, order};
use crate::{Context, Error};
use engine::table::Verb;

/// The turn under way
#[poise::command(slash_command, subcommands("undo"))]
#[expect(clippy::unused_async, reason = "poise wants commands to be async")]
pub async fn turn(_ctx: Context<'_>) -> Result<(), Error> {
    Ok(())
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
