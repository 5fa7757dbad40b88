//! `/crimea tell|confirm|deny|settle|pass|agree|show`: what ends the Crimean War, Russia's choice at its end, and the Dardanelles.

pub mod present;

use crate::crimea::present as shown;
use crate::ordered::{self, of_these, ordered, others, power_meant, power_or_own, powers_that};
use crate::seen::{KEY, position};
use eia::crimea::{Order, What};
use eia::powers::Power;
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use table::{Said, said};
use table_commands::asked::{Answer, Asked, in_campaign};
use table_commands::house::House;
use table_commands::present::names::quoted;
use table_commands::rooms::{Added, COMMANDS, Press, ROOMS, Room};
use table_commands::words::{campaigns, look, suggest};
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "crimea",
    pressed: |press, _| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            pressed(house, asked, campaign, what).await
        })
    },
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: crimea };

/// The Crimean War of 1853: what ends it, Russia's choice, and who passes the Dardanelles
#[poise::command(
    slash_command,
    subcommands("tell", "confirm", "deny", "settle", "pass", "agree", "show"),
    rename = "crimea"
)]
pub(crate) async fn crimea(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Tell what ends the war; it counts when the other side confirms it
#[poise::command(slash_command)]
async fn tell(
    ctx: Context<'_>,
    #[description = "What"]
    #[autocomplete = "all"]
    #[max_length = 100]
    what: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        Ok(Order::Tell { power: power_or_own(scene, power.as_deref())?, what: meant(&what)? })
    })
    .await
}

/// Confirm what the other side told
#[poise::command(slash_command)]
async fn confirm(
    ctx: Context<'_>,
    #[description = "What"]
    #[autocomplete = "open"]
    #[max_length = 100]
    what: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        Ok(Order::Confirm { power: power_or_own(scene, power.as_deref())?, what: meant(&what)? })
    })
    .await
}

/// Say that what the other side told is not so, or take back what you told
#[poise::command(slash_command)]
async fn deny(
    ctx: Context<'_>,
    #[description = "What"]
    #[autocomplete = "told"]
    #[max_length = 100]
    what: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        Ok(Order::Deny { power: power_or_own(scene, power.as_deref())?, what: meant(&what)? })
    })
    .await
}

/// Russia, when the war ends: make peace with Austria or Prussia, or fight on
#[poise::command(slash_command)]
async fn settle(
    ctx: Context<'_>,
    #[description = "With which of the two"]
    #[autocomplete = "deciding"]
    #[max_length = 40]
    with: String,
    #[description = "Whether you make peace; else you fight on"] peace: bool,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |_| Ok(Order::Settle { with: power_meant(&with)?, stops: peace })).await
}

/// Turkey: let a power's fleets pass the Dardanelles, or let them no more
#[poise::command(slash_command)]
async fn pass(
    ctx: Context<'_>,
    #[description = "Which power"]
    #[autocomplete = "others"]
    #[max_length = 40]
    to: String,
    #[description = "Whether they may pass; yes if you leave it out"] may: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |_| Ok(Order::Pass { to: power_meant(&to)?, may: may.unwrap_or(true) })).await
}

/// Russia, after the Peace of Saint Petersburg: agree that a power passes the Dardanelles, or no more
#[poise::command(slash_command)]
async fn agree(
    ctx: Context<'_>,
    #[description = "Which power"]
    #[autocomplete = "others"]
    #[max_length = 40]
    to: String,
    #[description = "Whether you agree; yes if you leave it out"] may: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |_| Ok(Order::Agree { to: power_meant(&to)?, may: may.unwrap_or(true) }))
        .await
}

/// How the war stands, or what its peace still does
#[poise::command(slash_command)]
async fn show(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        look(&house, &asked, &id, shown::shown).await.unwrap_or_else(|sentence| sentence).into()
    })
    .await
}

/// What is meant of what can be told: its word, or a beginning of how it is said.
fn meant(typed: &str) -> Result<What, Said> {
    of_these(typed, &What::ALL, What::key, shown::of)
        .ok_or_else(|| said!("\"{}\" ends no Crimean War. Choose from the list.", quoted(typed)))
}

/// A button of this subject; `None` for one that is not known.
async fn pressed(house: &House, asked: &Asked, campaign: &str, what: &str) -> Option<Answer> {
    let parts: Vec<&str> = what.split('/').collect();
    let order = match *parts.as_slice() {
        ["settle", with, stops] => Order::Settle { with: Power::by_key(with)?, stops: stops == "yes" },
        [word, power, what] => {
            let (power, what) = (Power::by_key(power)?, What::by_key(what)?);
            match word {
                "tell" => Order::Tell { power, what },
                "confirm" => Order::Confirm { power, what },
                "deny" => Order::Deny { power, what },
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(ordered::pressed(house, asked, campaign, &order).await)
}

async fn all(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |_| {
        What::ALL.into_iter().map(|what| (shown::of(what), what.key().to_owned())).collect()
    })
    .await
}

async fn open(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own) else { return Vec::new() };
        let open = now.crimea.told.iter().filter(|told| told.confirmed.is_none());
        open.map(|told| (shown::of(told.what), told.what.key().to_owned())).collect()
    })
    .await
}

async fn told(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own) else { return Vec::new() };
        now.crimea.told.iter().map(|told| (shown::of(told.what), told.what.key().to_owned())).collect()
    })
    .await
}

async fn deciding(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| powers_that(scene, |now, _, power| now.crimea.deciding.contains(&power)))
        .await
}
