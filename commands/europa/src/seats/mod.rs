//! `/europa country take|release|war`.

pub(crate) mod present;

use super::{countries, country_meant, order, own_countries, position, to_take};
use europa::Order;
use europa::seats::Order as Seats;
use europa::technology::{Land, Naval};
use table_commands::asked::{Answer, in_campaign};
use table_commands::message::Message;
use table_commands::words::campaigns;
use table_commands::words::look;
use table_commands::{Context, Error};

/// A land technology as the command offers it.
#[derive(poise::ChoiceParameter, Clone, Copy)]
pub(crate) enum LandChoice {
    #[name = "Medieval"]
    Medieval,
    #[name = "Renaissance"]
    Renaissance,
    #[name = "Arquebuse"]
    Arquebuse,
    #[name = "Musket"]
    Musket,
    #[name = "Baroque"]
    Baroque,
    #[name = "Manoeuvre"]
    Manoeuvre,
    #[name = "Lace wars"]
    LaceWars,
}

/// A naval technology as the command offers it.
#[derive(poise::ChoiceParameter, Clone, Copy)]
pub(crate) enum NavalChoice {
    #[name = "Galley"]
    Galley,
    #[name = "Carrack"]
    Carrack,
    #[name = "Nao-galeon"]
    NaoGaleon,
    #[name = "Galleon-fluyt"]
    GalleonFluyt,
    #[name = "Battery"]
    Battery,
    #[name = "Vessel"]
    Vessel,
    #[name = "Three-decker"]
    ThreeDecker,
    #[name = "Seventy-four"]
    SeventyFour,
}

/// Take a country, or tell the technologies of one of yours
#[poise::command(slash_command, rename = "take")]
pub(crate) async fn country(
    ctx: Context<'_>,
    #[description = "The country"]
    #[autocomplete = "to_take"]
    country: String,
    #[description = "Its land technology, once you hold it"] land: Option<LandChoice>,
    #[description = "Its naval technology, once you hold it"] naval: Option<NavalChoice>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let country = match country_meant(&country) {
            Ok(country) => country,
            Err(why) => return Message::refusal(why).into(),
        };
        let (land, naval) = (land.map(|of| Land::ALL[of as usize]), naval.map(|of| Naval::ALL[of as usize]));
        if land.is_none() && naval.is_none() {
            return order(&house, &asked, &id, &Order::Seats(Seats::Take { country })).await.into();
        }
        let now = look(&house, &asked, &id, |scene| {
            let position = position(&scene.public)?;
            position.countries.get(&country).map(|played| (played.land, played.naval))
        });
        let (on_land, at_sea) = match now.await {
            Err(sentence) => return sentence.into(),
            Ok(now) => now.unwrap_or((Land::Medieval, Naval::Carrack)),
        };
        let (land, naval) = (land.unwrap_or(on_land), naval.unwrap_or(at_sea));
        order(&house, &asked, &id, &Order::Seats(Seats::Technology { country, land, naval })).await.into()
    })
    .await
}

/// Give a country up
#[poise::command(slash_command)]
pub(crate) async fn release(
    ctx: Context<'_>,
    #[description = "The country"]
    #[autocomplete = "own_countries"]
    country: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        match country_meant(&country) {
            Ok(country) => order(&house, &asked, &id, &Order::Seats(Seats::Release { country })).await.into(),
            Err(why) => Message::refusal(why).into(),
        }
    })
    .await
}

/// Tell of a war of one of your countries, or of its end
#[poise::command(slash_command)]
pub(crate) async fn war(
    ctx: Context<'_>,
    #[description = "Your country"]
    #[autocomplete = "own_countries"]
    country: String,
    #[description = "The other country"]
    #[autocomplete = "countries"]
    with: String,
    #[description = "At peace again"] peace: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let both = country_meant(&country).and_then(|own| Ok((own, country_meant(&with)?)));
        let answer: Answer = match both {
            Ok((country, with)) => {
                let war = Seats::War { country, with, on: !peace.unwrap_or(false) };
                order(&house, &asked, &id, &Order::Seats(war)).await.into()
            }
            Err(why) => Message::refusal(why).into(),
        };
        answer
    })
    .await
}
