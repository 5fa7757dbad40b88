//! `/odds`: how something may come out. Each game adds what it knows the odds of.

use crate::{Context, Error};

/// Odds: how something may come out; only you see them
#[poise::command(slash_command)]
pub(crate) async fn odds(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}
