//! `/map control`: telling who has an area or a province now.

use crate::map::meant;
use crate::names;
use crate::pack;
use crate::pack::own_map;
use crate::seen::position;
use eia::map::Place;
use eia::powers::Power;
use eia::told::control::{How, Order};
use poise::serenity_prelude as serenity;
use table::Said;
use table::said;
use table_commands::asked::{At, at_campaign};
use table_commands::message::Message;
use table_commands::present::names::{list, quoted};
use table_commands::words::campaigns;
use table_commands::words::suggest;
use table_commands::{Context, Error, say};

/// Tell who has an area or a province now: the map hatches it; told wrongly, it is told anew
#[poise::command(slash_command)]
pub(crate) async fn control(
    ctx: Context<'_>,
    #[rename = "where"]
    #[description = "The area; or a province, for all of its areas"]
    #[autocomplete = "held_places"]
    #[max_length = 100]
    place: String,
    #[description = "The power that has it, or nobody; nothing: it is again as the map has it"]
    #[autocomplete = "powers"]
    #[max_length = 40]
    whose: Option<String>,
    #[description = "How it has a province: conquered, as a free state, or ceded; as is likeliest if you leave it out"]
    #[autocomplete = "ways"]
    #[max_length = 40]
    how: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        tells(asking.at(), &place, (whose.as_deref(), how.as_deref())).await
    })
    .await
}

async fn tells(
    at: At<'_>,
    place: &str,
    (whose, how): (Option<&str>, Option<&str>),
) -> Result<Message, Message> {
    let powers = at.look(powers_of).await?;
    let own_map = own_map(at.house, at.campaign).await;
    let read = || -> Result<Order, Said> {
        let place = match &own_map {
            Some(on_table) => pack::held_place(&on_table.board, place)?.written(),
            None => meant(place, can_be_had)?.key(),
        };
        Ok(match whose {
            None => Order::Drop { place },
            Some(named) if is_nobody(named) => Order::Nobody { place },
            Some(named) => {
                Order::Tell { place, power: power(named, &powers)?, how: how.map(way).transpose()? }
            }
        })
    };
    at.game_order(&read()?).await
}

fn is_nobody(named: &str) -> bool {
    let named = named.trim();
    named.eq_ignore_ascii_case("nobody") || named.to_lowercase() == say!("nobody").to_lowercase()
}

/// How a province is held, with its words.
fn all_ways() -> [(How, String); 3] {
    [(How::Conquered, say!("conquered")), (How::Free, say!("free state")), (How::Ceded, say!("ceded"))]
}

fn way(named: &str) -> Result<How, Said> {
    let asked = named.trim().to_lowercase();
    let meant = match asked.as_str() {
        "conquered" => Some(How::Conquered),
        "free" => Some(How::Free),
        "ceded" => Some(How::Ceded),
        _ => all_ways().into_iter().find(|(_, word)| word.to_lowercase() == asked).map(|(how, _)| how),
    };
    meant.ok_or_else(|| {
        said!("\"{}\" is not how a province is held: conquered, free or ceded.", quoted(named))
    })
}

/// How a province can be held.
async fn ways(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |_| {
        let key = |how| match how {
            How::Conquered => "conquered",
            How::Free => "free",
            How::Ceded => "ceded",
        };
        all_ways().into_iter().map(|(how, word)| (word, key(how).to_owned())).collect()
    })
    .await
}

/// The powers of a campaign.
fn powers_of(scene: &table_commands::present::Scene<'_>) -> Vec<Power> {
    position(&scene.public).map(|position| position.choice.powers().collect()).unwrap_or_default()
}

/// The power of a campaign that is meant.
fn power(named: &str, powers: &[Power]) -> Result<Power, Said> {
    names::meant_among(named, powers).ok_or_else(|| {
        let powers: Vec<String> = powers.iter().map(crate::names::called).collect();
        said!("\"{}\" is no power of this campaign. There are {}.", quoted(named), list(&powers))
    })
}

/// What of this program's map somebody can have.
fn can_be_had(place: Place) -> bool {
    matches!(place, Place::Area(_) | Place::Province(_))
}

/// Areas and provinces of the map that is played on, by any part of the name.
async fn held_places(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    crate::map::on_the_table(ctx, typed, |own, typed| pack::held_places(&own.board, typed), can_be_had).await
}

/// The powers of the campaign.
async fn powers(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let all = powers_of(scene).into_iter();
        let all = all.map(|power| (crate::names::called(power), power.name().to_owned()));
        all.chain([(say!("nobody"), "nobody".to_owned())]).collect()
    })
    .await
}
