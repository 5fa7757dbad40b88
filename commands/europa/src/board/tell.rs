//! Telling what the board cannot know.

use super::give;
use super::read::place_meant;
use crate::battle::places;
use crate::{country_meant, other_game, told_of};
use europa::board::Order as Board;
use europa::seats::Told;
use table::said;
use table::values::Amount;
use table::{Act, Said, Verb};
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::message::Message;
use table_commands::words::campaigns;
use table_commands::{Context, Error};

/// What is told of a province.
#[derive(poise::ChoiceParameter, Clone, Copy)]
pub(crate) enum OfProvince {
    #[name = "It is held by the country"]
    Held,
    #[name = "It belongs to the cold area"]
    Cold,
    #[name = "It does not belong to the cold area"]
    Mild,
    #[name = "A revolt minus"]
    RevoltMinus,
    #[name = "A revolt plus"]
    RevoltPlus,
    #[name = "No revolt"]
    Quiet,
    #[name = "Pirates minus"]
    PiratesMinus,
    #[name = "Pirates plus"]
    PiratesPlus,
    #[name = "No pirates"]
    Safe,
}

/// Tell what the board cannot know: a treasury, stability, VP; what is so in a province; weather
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
#[poise::command(slash_command)]
pub(crate) async fn told(
    ctx: Context<'_>,
    #[description = "The country whose values are told, or that holds the province"]
    #[autocomplete = "told_of"]
    country: Option<String>,
    #[description = "Its treasury in D$"] ducats: Option<i64>,
    #[description = "Its stability, -3 to 3"] stability: Option<i64>,
    #[description = "Its victory points"] vp: Option<i64>,
    #[description = "Its initiative"] initiative: Option<i64>,
    #[description = "The box of its land technology"] land_box: Option<i64>,
    #[description = "The box of its naval technology"] naval_box: Option<i64>,
    #[description = "A province of which something is told"]
    #[autocomplete = "places"]
    province: Option<String>,
    #[description = "What is so there (held by the country unless you say)"] what: Option<OfProvince>,
    #[description = "Whether the event Poor Weather is in force"] poor_weather: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let values = [
            (Told::Ducats, ducats),
            (Told::Stability, stability),
            (Told::Vp, vp),
            (Told::Initiative, initiative),
            (Told::LandBox, land_box),
            (Told::NavalBox, naval_box),
        ];
        let values: Vec<(Told, i64)> =
            values.into_iter().filter_map(|(told, now)| Some((told, now?))).collect();
        match (country, province, poor_weather) {
            (Some(country), None, None) if !values.is_empty() && what.is_none() => {
                tells(at, &country, &values).await.map(Answer::from)
            }
            (country, Some(province), None) if values.is_empty() => {
                let what = what.unwrap_or(OfProvince::Held);
                let told = of_province(&province, what, country.as_deref());
                give(at, told.map_err(Message::refusal)?).await
            }
            (None, None, Some(poor)) if values.is_empty() && what.is_none() => {
                give(at, Board::Weather { poor }).await
            }
            _ => Err(Message::refusal(said!(
                "Tell one thing: values of a country, something of a province, or the weather."
            ))),
        }
    })
    .await
}

/// What is told of a province.
fn of_province(province: &str, what: OfProvince, country: Option<&str>) -> Result<Board, Said> {
    let place = place_meant(province)?;
    match what {
        OfProvince::RevoltMinus | OfProvince::RevoltPlus | OfProvince::Quiet if place.site().is_sea() => {
            return Err(said!(
                "{} is a sea zone: there are pirates, and revolts in provinces.",
                place.name()
            ));
        }
        OfProvince::PiratesMinus | OfProvince::PiratesPlus | OfProvince::Safe if !place.site().is_sea() => {
            return Err(said!(
                "{} is a province: there are revolts, and pirates in sea zones.",
                place.name()
            ));
        }
        _ => {}
    }
    match (what, country) {
        (OfProvince::Held, Some(country)) => Ok(Board::Hold { place, country: country_meant(country)? }),
        (OfProvince::Held, None) => Err(said!("Say which country holds {}.", place.name())),
        (OfProvince::Cold, _) => Ok(Board::Cold { place, cold: true }),
        (OfProvince::Mild, _) => Ok(Board::Cold { place, cold: false }),
        (OfProvince::RevoltMinus | OfProvince::PiratesMinus, _) => Ok(Board::Revolt { place, size: 1 }),
        (OfProvince::RevoltPlus | OfProvince::PiratesPlus, _) => Ok(Board::Revolt { place, size: 2 }),
        (OfProvince::Quiet | OfProvince::Safe, _) => Ok(Board::Revolt { place, size: 0 }),
    }
}

/// Tells values of a country.
async fn tells(at: At<'_>, country: &str, values: &[(Told, i64)]) -> Result<Message, Message> {
    let country = country_meant(country).map_err(Message::refusal)?;
    if !at.look(|scene| crate::present::is_played(&scene.public)).await? {
        return Err(other_game());
    }
    let of = |(what, value): &(Told, i64)| Amount {
        key: format!("{}/{}", what.key(), country.key()),
        value: *value,
    };
    let act = Act::TellAll { values: values.iter().map(of).collect() };
    Ok(at.order(Verb::Act { act, text: None }).await)
}
