//! `/politics gift`: what Great Britain gives up so that an enemy loses it.

pub mod present;

use crate::seen::position;
use eia::powers::Power;
use eia::year::Order;
use poise::serenity_prelude as serenity;
use table::Verb;
use table::said;
use table_commands::asked::{in_campaign, told};
use table_commands::message::Message;
use table_commands::present::names::quoted;
use table_commands::words::{campaigns, old_card, suggest};
use table_commands::{Context, Error, speech};

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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let named = Power::by_key(of.trim()).or_else(|| crate::names::meant(&of));
        let Some(of) = named else {
            return Message::refusal(said!("\"{}\" is no power of this game.", quoted(&of))).into();
        };
        match serde_json::to_value(Order::Gift { of, most }) {
            Err(_) => old_card().into(),
            Ok(order) => told(house.order(&id, &asked.asker, Verb::Game(order)).await).into(),
        }
    })
    .await
}

/// The enemies of Great Britain.
async fn enemies(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own) else { return Vec::new() };
        let enemies: Vec<Power> = now.enemies(Power::GreatBritain).collect();
        enemies.into_iter().map(|power| (speech::word(power.name()), power.key().to_owned())).collect()
    })
    .await
}
