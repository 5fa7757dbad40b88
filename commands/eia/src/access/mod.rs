//! `/access grant|cancel|permit|answer|demand|forcible|standing|war|show`: who lets whom in, and forcible access.

pub mod present;

use crate::access::present as shown;
use crate::ordered::{self, ordered, others, power_or_own, powers_that, province_meant, provinces_that};
use crate::seen::{KEY, position};
use eia::access::Order;
use eia::powers::Power;
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use table_commands::asked::{Answer, Asked, in_campaign};
use table_commands::house::House;
use table_commands::rooms::{Added, COMMANDS, Press, ROOMS, Room};
use table_commands::words::{campaigns, look, suggest};
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "access",
    pressed: |press, _| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            pressed(house, asked, campaign, what).await
        })
    },
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: access };

/// Access: whose forces you let into what you hold, and forcible access
#[poise::command(
    slash_command,
    subcommands("grant", "cancel", "permit", "answer", "demand", "forcible", "standing", "war", "show"),
    rename = "access"
)]
pub(crate) async fn access(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Let the forces of another power into what you hold; everybody sees it
#[poise::command(slash_command)]
async fn grant(
    ctx: Context<'_>,
    #[description = "To which power"]
    #[autocomplete = "others"]
    #[max_length = 40]
    to: String,
    #[description = "Only into this province or minor country; everywhere if you leave it out"]
    #[autocomplete = "own"]
    #[max_length = 100]
    only: Option<String>,
    #[description = "On which conditions; the bot recalls them and holds nobody to them"]
    #[max_length = 100]
    conditions: Option<String>,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        Ok(Order::Grant {
            power: power_or_own(scene, power.as_deref())?,
            to: power_or_own(scene, Some(&to))?,
            only: only.as_deref().map(province_meant).transpose()?,
            conditions: written(conditions),
        })
    })
    .await
}

/// Let a power in no more
#[poise::command(slash_command)]
async fn cancel(
    ctx: Context<'_>,
    #[description = "Which power"]
    #[autocomplete = "guests"]
    #[max_length = 40]
    to: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        Ok(Order::Cancel { power, to: power_or_own(scene, Some(&to))? })
    })
    .await
}

/// Permit a power whose co-operation your peace denies to let a third power in
#[poise::command(slash_command)]
async fn permit(
    ctx: Context<'_>,
    #[description = "Whose co-operation you deny"]
    #[autocomplete = "others"]
    #[max_length = 40]
    of: String,
    #[description = "Whom it may let in"]
    #[autocomplete = "others"]
    #[max_length = 40]
    to: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        Ok(Order::Permit { power, of: power_or_own(scene, Some(&of))?, to: power_or_own(scene, Some(&to))? })
    })
    .await
}

/// Answer whether a power stays whom the former holder of your province let in
#[poise::command(slash_command)]
async fn answer(
    ctx: Context<'_>,
    #[description = "Which power"]
    #[autocomplete = "asked_about"]
    #[max_length = 40]
    to: String,
    #[description = "Whether you let it in again; else its forces go home"] grants: bool,
    #[description = "On which conditions; the bot recalls them and holds nobody to them"]
    #[max_length = 100]
    conditions: Option<String>,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        let to = power_or_own(scene, Some(&to))?;
        Ok(Order::Answer { power, to, grants, conditions: written(conditions).filter(|_| grants) })
    })
    .await
}

/// Demand that an ally who lets your enemy in breaks your alliance
#[poise::command(slash_command)]
async fn demand(
    ctx: Context<'_>,
    #[description = "Of which ally"]
    #[autocomplete = "others"]
    #[max_length = 40]
    of: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        Ok(Order::Demand { power, of: power_or_own(scene, Some(&of))? })
    })
    .await
}

/// Tell that counters were moved by forcible access; 1 PP a month and power
#[poise::command(slash_command)]
async fn forcible(
    ctx: Context<'_>,
    #[description = "Into which province or minor country"]
    #[autocomplete = "provinces"]
    #[max_length = 100]
    province: String,
    #[description = "How many counters, one after another; 1 if you leave it out"]
    #[min = 1]
    #[max = 60]
    counters: Option<u32>,
    #[description = "Whose counters; yours if you leave it out"]
    #[autocomplete = "others"]
    #[max_length = 40]
    of: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, of.as_deref())?;
        Ok(Order::Enter { power, province: province_meant(&province)?, counters: counters.unwrap_or(1) })
    })
    .await
}

/// Say in public what you answer to forcible access, so that you are not asked
#[poise::command(slash_command)]
async fn standing(
    ctx: Context<'_>,
    #[description = "War at this counter of a month; 0 is never; left out, the answer stands no more"]
    #[min = 0]
    #[max = 60]
    counter: Option<u32>,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        Ok(Order::Stand { power: power_or_own(scene, power.as_deref())?, nth: counter })
    })
    .await
}

/// Declare war at once on a power that uses forcible access against you
#[poise::command(slash_command)]
async fn war(
    ctx: Context<'_>,
    #[description = "On which power"]
    #[autocomplete = "intruders"]
    #[max_length = 40]
    on: String,
    #[description = "At which of its counters of this month; the last one told if you leave it out"]
    #[min = 1]
    counter: Option<u32>,
    #[description = "Whether every enemy infantry corps in your home is besieged (4.2.2.1)"] besieged: Option<
        bool,
    >,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let (power, on) = (power_or_own(scene, power.as_deref())?, power_or_own(scene, Some(&on))?);
        let moved = position(&scene.own).and_then(|now| {
            let entries = now.politics.access.entries.iter();
            entries.filter(|entry| (entry.of, entry.power) == (power, on)).map(|entry| entry.counters).max()
        });
        let nth = counter.or(moved).unwrap_or(1);
        Ok(Order::Resist { power, on, nth, besieged: besieged.unwrap_or(false) })
    })
    .await
}

/// Who lets whom in, and who used forcible access this month
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

/// Conditions as they were typed, on one line; none where nothing is left of them.
fn written(conditions: Option<String>) -> Option<String> {
    let typed = conditions?;
    let on_a_line = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    (!on_a_line.is_empty()).then_some(on_a_line)
}

/// A button of access; `None` for one that is not known.
async fn pressed(house: &House, asked: &Asked, campaign: &str, what: &str) -> Option<Answer> {
    let parts: Vec<&str> = what.split('/').collect();
    let order = match *parts.as_slice() {
        ["answer", power, to, grants] => {
            let (power, to) = (Power::by_key(power)?, Power::by_key(to)?);
            Order::Answer { power, to, grants: grants == "yes", conditions: None }
        }
        ["war", power, on, nth] => Order::Resist {
            power: Power::by_key(power)?,
            on: Power::by_key(on)?,
            nth: nth.parse().ok()?,
            besieged: false,
        },
        _ => return None,
    };
    Some(ordered::pressed(house, asked, campaign, &order).await)
}

async fn guests(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        powers_that(scene, |now, own, power| {
            let grants = &now.politics.access.grants;
            grants.iter().any(|grant| own.contains(&grant.by) && grant.to == power)
        })
    })
    .await
}

async fn asked_about(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        powers_that(scene, |now, own, power| {
            let asked = &now.politics.access.asked;
            asked.iter().any(|question| own.contains(&question.by) && question.to == power)
        })
    })
    .await
}

async fn intruders(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        powers_that(scene, |now, own, power| {
            let entries = &now.politics.access.entries;
            entries.iter().any(|entry| own.contains(&entry.of) && entry.power == power)
        })
    })
    .await
}

async fn own(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        provinces_that(scene, |now, own, province| {
            now.held(province).by().is_some_and(|by| own.contains(&by))
        })
    })
    .await
}

async fn provinces(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| provinces_that(scene, |now, _, province| now.held(province).by().is_some()))
        .await
}
