//! What is said when something goes wrong outside the commands themselves. Always only to who asked, and never with the error's own
//! text: it could hold a token.

use crate::asked::{Answer, Asked};
use crate::message::Message;
use crate::{Data, Error};
use poise::FrameworkError;
use table::Said;
use table::said;

/// Answers errors of the framework.
pub async fn on_error(error: FrameworkError<'_, Data, Error>) {
    let (sentence, ctx) = match &error {
        FrameworkError::ArgumentParse { ctx, .. } => (
            said!("One of the options could not be read. Check numbers and names, and try again."),
            Some(*ctx),
        ),
        FrameworkError::CommandPanic { ctx, .. } => (
            said!(
                "Something in the program broke over this command. Nothing of yours is lost; the operator finds the place in the log."
            ),
            Some(*ctx),
        ),
        FrameworkError::CommandStructureMismatch { ctx, .. } => {
            tracing::warn!("a command arrived in a form that is not registered any more");
            let (house, http) = (ctx.framework.user_data, &ctx.framework.serenity_context.http);
            let says = said!(
                "This command has changed since your Discord loaded it. Restart Discord or wait a moment, then try again."
            );
            Asked::command(ctx.interaction).answer_with(house, http, refusal(says)).await;
            return;
        }
        FrameworkError::UnknownInteraction { interaction, framework, .. } => {
            tracing::warn!("a command arrived that is not known");
            let (house, http) = (framework.user_data, &framework.serenity_context.http);
            let says = said!("This command is not known here any more.");
            Asked::command(interaction).answer_with(house, http, refusal(says)).await;
            return;
        }
        other => {
            tracing::warn!(kind = kind(other), "the framework reports an error");
            (said!("That cannot be done here."), other.ctx())
        }
    };
    if let Some(poise::Context::Application(ctx)) = ctx {
        let (house, http) = (ctx.framework.user_data, &ctx.framework.serenity_context.http);
        Asked::command(ctx.interaction).answer_with(house, http, refusal(sentence)).await;
    }
}

/// A refusal, worded when the language of who asked is spoken.
async fn refusal(says: Said) -> Answer {
    Message::refusal(says).into()
}

fn kind(error: &FrameworkError<'_, Data, Error>) -> &'static str {
    match error {
        FrameworkError::Setup { .. } => "setup",
        FrameworkError::EventHandler { .. } => "event handler",
        FrameworkError::Command { .. } => "command",
        FrameworkError::CooldownHit { .. } => "cooldown",
        FrameworkError::GuildOnly { .. } => "guild only",
        FrameworkError::DmOnly { .. } => "dm only",
        _ => "other",
    }
}
