//! `/province conquered|free|cede|take|show`: how provinces and minor countries are held, and what changes it.

pub mod present;

use crate::ordered::{ordered, own_powers, power_or_own, province_meant, provinces_that, suggested_powers};
use crate::province::present as shown;
use crate::seen::{KEY, position};
use eia::board::conquest::Conquest;
use eia::board::{Order, combination};
use eia::politics::minors;
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use table::Said;
use table::said;
use table_commands::asked::in_campaign;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::rooms::{Added, COMMANDS};
use table_commands::words::{campaigns, look, suggest};
use table_commands::{Context, Error};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: province };

/// Provinces and minor countries: what was conquered, made a free state, ceded or taken by a peace
#[poise::command(
    slash_command,
    subcommands("conquered", "free", "cede", "take", "combine", "attack", "show"),
    rename = "province"
)]
pub(crate) async fn province(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Tell that a minor country was conquered: every city of its primary district was held for a month
#[poise::command(slash_command)]
async fn conquered(
    ctx: Context<'_>,
    #[description = "Which minor country"]
    #[autocomplete = "minors"]
    #[max_length = 100]
    minor: String,
    #[description = "By which power; yours if you leave it out"]
    #[autocomplete = "powers"]
    #[max_length = 40]
    by: Option<String>,
    #[description = "Whether it had troops that never fought; then it costs who had it one PP more"]
    undefended: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, by.as_deref())?;
        let undefended = undefended.unwrap_or(false);
        Ok(Order::Conquer(Conquest { minor: province_meant(&minor)?, power, undefended }))
    })
    .await
}

/// Make a minor country that you conquered your free state, in the political phase
#[poise::command(slash_command)]
async fn free(
    ctx: Context<'_>,
    #[description = "Which minor country"]
    #[autocomplete = "own"]
    #[max_length = 100]
    minor: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |_| Ok(Order::Free { minor: province_meant(&minor)? })).await
}

/// Cede a minor country or a province that was ceded to you to an ally, in the economic phase
#[poise::command(slash_command)]
async fn cede(
    ctx: Context<'_>,
    #[description = "What you cede"]
    #[autocomplete = "own"]
    #[max_length = 100]
    what: String,
    #[description = "To which ally"]
    #[autocomplete = "powers"]
    #[max_length = 40]
    to: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        Ok(Order::Cede { province: province_meant(&what)?, to: power_or_own(scene, Some(&to))? })
    })
    .await
}

/// Take what a formal peace gives you: a province or minor country of who surrendered to you
#[poise::command(slash_command)]
async fn take(
    ctx: Context<'_>,
    #[description = "What you take"]
    #[autocomplete = "claimed"]
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
        Ok(Order::Take { province: province_meant(&what)?, power: power_or_own(scene, power.as_deref())? })
    })
    .await
}

/// Be at war with a free state that was ceded to you, instead of taking it over
#[poise::command(slash_command)]
async fn attack(
    ctx: Context<'_>,
    #[description = "Which free state"]
    #[autocomplete = "received"]
    #[max_length = 100]
    what: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |_| Ok(minors::Order::Attack { country: province_meant(&what)? })).await
}

/// The free states that were ceded in this economic phase.
async fn received(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        provinces_that(scene, |now, _, province| now.politics.minors.received.contains(&province))
    })
    .await
}

/// Make a new political combination of what you hold, in the economic phase: Poland, for instance
#[poise::command(slash_command)]
async fn combine(
    ctx: Context<'_>,
    #[description = "Which combination"]
    #[autocomplete = "combinations"]
    #[max_length = 60]
    what: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        Ok(Order::Combine { power, combination: combination_meant(scene, &what)? })
    })
    .await
}

/// What a power holds, and how
#[poise::command(slash_command)]
async fn show(
    ctx: Context<'_>,
    #[description = "Which power; yours if you leave it out"]
    #[autocomplete = "powers"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let shown = look(&house, &asked, &id, |scene| {
            power_or_own(scene, power.as_deref())
                .map_or_else(Message::refusal, |power| shown::holdings(scene, power))
        });
        shown.await.unwrap_or_else(|sentence| sentence).into()
    })
    .await
}

fn combination_meant(scene: &Scene<'_>, typed: &str) -> Result<String, Said> {
    let era = position(&scene.own).map(|now| now.board.era()).unwrap_or_default();
    let asked = typed.trim().to_lowercase();
    let named = |key: &str| key == asked || shown::combination(key).to_lowercase().starts_with(&asked);
    let all = combination::all(era).into_iter();
    let found = all.map(|one| one.key.clone()).find(|key| !asked.is_empty() && named(key));
    found.ok_or_else(|| said!("\"{}\" is no political combination.", quoted(typed)))
}

/// The combinations that the asker could make, else all.
async fn combinations(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own) else { return Vec::new() };
        let own = own_powers(&scene.own);
        let can = |one: &&eia::map::Combination| {
            own.iter().any(|power| combination::possible(&now, *power, one, &|_| false).is_some())
        };
        let all = combination::all(now.board.era());
        let some: Vec<_> = all.iter().copied().filter(can).collect();
        let of = if some.is_empty() { all } else { some };
        of.into_iter().map(|one| (shown::combination(&one.key), one.key.clone())).collect()
    })
    .await
}

/// The minor countries, those of enemies and neutral ones first.
async fn minors(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        provinces_that(scene, |now, _, province| now.board.home_of(province).is_none())
    })
    .await
}

/// What the asker holds that is no home province of his.
async fn own(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        provinces_that(scene, |now, own, province| {
            let by = now.held(province).by();
            by.is_some_and(|by| own.contains(&by)) && by != now.board.home_of(province)
        })
    })
    .await
}

/// What the asker may take by a formal peace.
async fn claimed(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        provinces_that(scene, |now, own, province| own.iter().any(|power| now.may_take(*power, province)))
    })
    .await
}

/// The powers of the campaign.
async fn powers(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own) else { return Vec::new() };
        suggested_powers(now.choice.powers())
    })
    .await
}
