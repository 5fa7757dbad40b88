//! `/desk`: what is asked of you now, and dispatches that no direct message could bring.

use crate::asked::{At, DESK_APART, at_campaign, failed};
use crate::custom_id::CustomId;
use crate::house::House;
use crate::message::{Component, Embed, Look, Message};
use crate::present::status;
use crate::words::campaigns;
use crate::{Context, Error, say};

/// Your desk: what is asked of you now, and what waits for you
#[poise::command(slash_command)]
pub(crate) async fn desk(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { shown(asking.at()).await }).await
}

/// The desk of who asks.
pub(crate) async fn shown(at: At<'_>) -> Result<Message, Message> {
    let waiting = at.house.store.parked_for(at.campaign, at.asked.asker.user).await;
    let waiting = waiting.map_err(|e| failed(e.to_string()))?.len();
    let desk = at.look(|scene| status::desk(scene, waiting)).await?;
    Ok(at.house.with_what_waits(at.campaign, desk).await)
}

/// What a press came to: on a private message the desk anew with the outcome as its first line, elsewhere the outcome alone.
pub(crate) async fn with_outcome(at: At<'_>, outcome: Message) -> Message {
    if !at.asked.on_private {
        return outcome;
    }
    let desk: Message = shown(at).await.into();
    // Without a desk any more, as after leaving, the outcome stands alone.
    if desk.embeds.is_empty() || desk.is_refusal() {
        return outcome;
    }
    // What the outcome says above the desk does not say once more.
    let told: Vec<&str> = outcome.content.lines().collect();
    let mut desk = desk;
    for says in desk.embeds.iter_mut().filter_map(|embed| embed.description.as_mut()) {
        let left: Vec<&str> = says.split("\n\n").filter(|part| !told.contains(part)).collect();
        *says = left.join("\n\n");
    }
    let is_why = |button: &Component| CustomId::read(button.id()).is_some_and(|id| id.verb == "why");
    let whys = outcome.components.into_iter().flat_map(|row| row.components).filter(is_why);
    let message = whys.fold(desk, Message::and_button);
    Message { content: outcome.content, ..message }
}

/// The dispatches that wait for who asks: the oldest, whose number goes into `read`.
pub(crate) async fn dispatches(at: At<'_>, read: &mut Option<i64>) -> Result<Message, Message> {
    let waiting = at.house.store.parked_for(at.campaign, at.asked.asker.user).await;
    let waiting = waiting.map_err(|e| failed(e.to_string()))?;
    let Some(first) = waiting.first() else {
        return Ok(Message::text(say!("No dispatch waits for you.")));
    };
    let mut message: Message = serde_json::from_str(&first.body).unwrap_or_default();
    *read = Some(first.id);
    let button =
        |look, label: &str, verb: &str| Component::button(look, label, CustomId::of(at.campaign, 0, verb));
    if waiting.len() > 1 {
        let more = waiting.len() - 1;
        message = message
            .with(Embed::new("", say!("Still waiting: {}. Press *Read the next* for it.", more)))
            .and_button(button(Look::Primary, &say!("Read the next"), "dispatches"));
    }
    // It is shown this once, so what is pressed on it leaves it standing.
    Ok(message.and_button(button(Look::Secondary, &say!("My desk"), DESK_APART)))
}

/// Wipes a dispatch that was read.
pub(crate) async fn read(house: &House, dispatch: i64) {
    if house.store.taken(dispatch).await.is_err() {
        tracing::warn!(dispatch, "a dispatch that was read could not be wiped; it is shown again");
    }
}
