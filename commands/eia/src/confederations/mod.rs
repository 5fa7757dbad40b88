//! `/germany tell|confirm|deny|show`: the German confederations, and what moves a member besides war and peace.

pub mod present;

use crate::confederations::present as shown;
use crate::ordered::{self, of_these, ordered, power_or_own, province_meant, provinces_that};
use crate::seen::{KEY, position};
use eia::confederations::{Order, What};
use eia::map::ProvinceId;
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
    subject: "germany",
    pressed: |press, _| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            pressed(house, asked, campaign, what).await
        })
    },
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: germany };

/// The German confederations of 1853: who is a member of which, motions and events
#[poise::command(slash_command, subcommands("tell", "confirm", "deny", "show"), rename = "germany")]
pub(crate) async fn germany(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Tell what came of a motion in the Landtag or of a diplomatic event; another player confirms it
#[poise::command(slash_command)]
async fn tell(
    ctx: Context<'_>,
    #[description = "What"]
    #[autocomplete = "all"]
    #[max_length = 100]
    what: String,
    #[description = "About which member"]
    #[autocomplete = "members"]
    #[max_length = 100]
    member: Option<String>,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        let member = member.as_deref().map(province_meant).transpose()?;
        Ok(Order::Tell { power, what: meant(&what)?, member })
    })
    .await
}

/// Confirm what another player told
#[poise::command(slash_command)]
async fn confirm(
    ctx: Context<'_>,
    #[description = "What"]
    #[autocomplete = "all"]
    #[max_length = 100]
    what: String,
    #[description = "About which member"]
    #[autocomplete = "members"]
    #[max_length = 100]
    member: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let member = member.as_deref().map(province_meant).transpose()?;
        Ok(Order::Confirm { power: power_or_own(scene, None)?, what: meant(&what)?, member })
    })
    .await
}

/// Say that what another player told is not so, or take back what you told
#[poise::command(slash_command)]
async fn deny(
    ctx: Context<'_>,
    #[description = "What"]
    #[autocomplete = "all"]
    #[max_length = 100]
    what: String,
    #[description = "About which member"]
    #[autocomplete = "members"]
    #[max_length = 100]
    member: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let member = member.as_deref().map(province_meant).transpose()?;
        Ok(Order::Deny { power: power_or_own(scene, None)?, what: meant(&what)?, member })
    })
    .await
}

/// Who is a member of which confederation
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
        .ok_or_else(|| said!("\"{}\" is no motion and no event. Choose from the list.", quoted(typed)))
}

/// A button of this subject; `None` for one that is not known.
async fn pressed(house: &House, asked: &Asked, campaign: &str, what: &str) -> Option<Answer> {
    let parts: Vec<&str> = what.split('/').collect();
    let [word, power, what, rest @ ..] = parts.as_slice() else { return None };
    let (power, what) = (Power::by_key(power)?, What::by_key(what)?);
    let member = match rest {
        [] => None,
        [member] => Some(ProvinceId::by_key(member)?),
        _ => return None,
    };
    let order = match *word {
        "confirm" => Order::Confirm { power, what, member },
        "deny" => Order::Deny { power, what, member },
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

async fn members(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        if position(&scene.own).is_none() {
            return Vec::new();
        }
        provinces_that(scene, |now, _, province| now.confederation(province).is_some())
    })
    .await
}
