//! `/audit status|roll|reveal`: what anyone needs to check the dice.

use crate::asked::{Asked, At, at_campaign, failed};
use crate::message::{Embed, Message};
use crate::present::{dice, names};
use crate::words::{campaigns, choices, order};
use crate::{Context, Error, say};
use poise::serenity_prelude as serenity;
use table::said;
use table::{Event, Verb};

/// Check the dice: seeds, words, and everything a roll was made from
#[poise::command(slash_command, subcommands("status", "roll", "reveal"))]
pub(crate) async fn audit(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Anchor, open epoch, published seeds and the record's head
#[poise::command(slash_command)]
async fn status(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { chain(asking.at()).await.map_err(failed) }).await
}

async fn chain(at: At<'_>) -> Result<Message, String> {
    let entries = at.house.entries(at.campaign).await?;
    let live = at.house.campaign(at.campaign).await?;
    let live = live.lock().await;
    let view = live.campaign.public_view();
    let published = &live.published;
    let seeds: Vec<String> = entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Epoch { epoch, seed } => Some(format!("{epoch}. `{seed}`")),
            _ => None,
        })
        .collect();
    let shown = seeds[seeds.len().saturating_sub(8)..].join("\n");
    let began = view.epoch.began.map_or_else(|| say!("not begun"), names::moment);
    let embed = Embed::new(&say!("The dice of this campaign"), say!("Every seed leads back to an anchor that was laid down before it; every roll follows from its seed, the players' words and its place in the game."))
        .field(&say!("Anchor"), format!("`{}`", published.anchor))
        .field(&say!("Commitment of the seals"), format!("`{}`", published.veil))
        .field(
            &say!("Open epoch {}", view.epoch.number),
            say!("Began: {}. {}.", began, names::count(view.epoch.rolls, "roll", "rolls")),
        )
        .field(&say!("Published seeds"), if shown.is_empty() { say!("None yet.") } else { shown })
        .footer(&crate::present::record(&view.head.hex(), view.lines));
    Ok(Message::default().with(embed))
}

/// Everything that a roll was made from
#[poise::command(slash_command)]
async fn roll(
    ctx: Context<'_>,
    #[description = "The roll's number as its post shows it: 1.3"]
    #[autocomplete = "rolls"]
    #[max_length = 20]
    id: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { one_roll(asking.at(), id.trim()).await.map_err(failed) })
        .await
}

async fn one_roll(at: At<'_>, id: &str) -> Result<Message, String> {
    let entries = at.house.entries(at.campaign).await?;
    let live = at.house.campaign(at.campaign).await?;
    let live = live.lock().await;
    let found = entries.iter().find_map(|entry| {
        let rolled = entry.event.rolled().filter(|rolled| rolled.id == id)?;
        Some((rolled, entry.at, entry.line.map_or(0, |(line, _)| line)))
    });
    let Some((rolled, when, line)) = found else {
        return Ok(Message::refusal(said!(
            "There is no roll {} in this campaign. Rolls are numbered by epoch, as in 1.3.",
            names::plain(id)
        )));
    };
    let seed = entries.iter().find_map(|entry| match &entry.event {
        Event::Epoch { epoch, seed } if *epoch == rolled.epoch => Some(seed),
        _ => None,
    });
    let scene = live.scene(live.by(at.asked.asker.user), at.house.is_operator(at.asked.asker.user));
    Ok(dice::audit(&scene, rolled, when, line, seed))
}

async fn rolls(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let asked = Asked::command(ctx.interaction);
    let Ok(id) = ctx.data().meant(&asked, None).await else { return choices([]) };
    let entries = ctx.data().entries(&id).await.unwrap_or_default();
    let mut ids: Vec<String> = entries
        .iter()
        .filter_map(|entry| entry.event.rolled())
        .map(|rolled| rolled.id.clone())
        .filter(|id| id.starts_with(typed))
        .collect();
    ids.reverse();
    choices(ids.into_iter().map(|id| serenity::AutocompleteChoice::new(id.clone(), id)))
}

/// Ask for the seed of the open epoch; two players together end it
#[poise::command(slash_command)]
async fn reveal(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Reveal).await
}
