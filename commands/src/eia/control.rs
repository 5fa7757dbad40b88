//! `/map control`: telling who has an area or a province now.

use crate::asked::{Asked, in_campaign, told};
use crate::campaign::campaigns;
use crate::eia::auction::present::position;
use crate::eia::map::meant;
use crate::eia::pack;
use crate::house::House;
use crate::message::Message;
use crate::present::names::{list, quoted};
use crate::words::{look, suggest};
use crate::{Context, Error, forms, speech};
use engine::eia::control::Order;
use engine::eia::map::Place;
use engine::eia::powers::Power;
use engine::said;
use engine::table::{Said, Verb};
use poise::serenity_prelude as serenity;

/// Tell who has an area or a province now: the map hatches it; told wrongly, it is told anew
#[poise::command(slash_command)]
pub(crate) async fn control(
    ctx: Context<'_>,
    #[rename = "where"]
    #[description = "The area; or a province, for all of its areas"]
    #[autocomplete = "held_places"]
    #[max_length = 100]
    place: String,
    #[description = "The power that has it; nothing: it is again as the map has it"]
    #[autocomplete = "powers"]
    #[max_length = 40]
    whose: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        tells(&house, &asked, &id, &place, whose.as_deref()).await.into()
    })
    .await
}

async fn tells(house: &House, asked: &Asked, campaign: &str, place: &str, whose: Option<&str>) -> Message {
    let powers = look(house, asked, campaign, powers_of).await;
    let powers = match powers {
        Ok(powers) => powers,
        Err(sentence) => return sentence,
    };
    let own_map = house.own_map(campaign).await;
    let read = || -> Result<Order, Said> {
        let place = match &own_map {
            Some(on_table) => pack::held_place(&on_table.board, place)?.written(),
            None => meant(place, can_be_had)?.key(),
        };
        Ok(match whose {
            None => Order::Drop { place },
            Some(named) => Order::Tell { place, power: power(named, &powers)? },
        })
    };
    match read().map(serde_json::to_value) {
        Err(why) => Message::refusal(why),
        Ok(Err(_)) => Message::refusal(said!("That order could not be written.")),
        Ok(Ok(order)) => told(house.order(campaign, &asked.asker, Verb::Game(order)).await),
    }
}

/// The powers of a campaign.
fn powers_of(scene: &crate::present::Scene<'_>) -> Vec<Power> {
    position(&scene.public).map(|position| position.choice.powers().collect()).unwrap_or_default()
}

/// The power of a campaign that is meant.
fn power(named: &str, powers: &[Power]) -> Result<Power, Said> {
    forms::meant_among(named, powers).ok_or_else(|| {
        let powers: Vec<String> = powers.iter().map(|power| speech::word(power.name())).collect();
        said!("\"{}\" is no power of this campaign. There are {}.", quoted(named), list(&powers))
    })
}

/// What of this program's map somebody can have.
fn can_be_had(place: Place) -> bool {
    matches!(place, Place::Area(_) | Place::Province(_))
}

/// Areas and provinces of the map that is played on, by any part of the name.
async fn held_places(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    crate::eia::map::on_the_table(ctx, typed, |own, typed| pack::held_places(&own.board, typed), can_be_had)
        .await
}

/// The powers of the campaign.
async fn powers(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let all = powers_of(scene).into_iter();
        all.map(|power| (speech::word(power.name()), power.name().to_owned())).collect()
    })
    .await
}
