//! `/europa country take|release|war`, and the button of wars.

pub(crate) mod choosing;
pub(crate) mod present;

use super::{country_meant, order, other_side, own_countries, own_first, position, to_take};
use europa::country::Country;
use europa::seats::Order as Seats;
use europa::technology::{Land, Naval};
use europa::{Order, Position, is_open};
use table::SeatId;
use table_commands::asked::at_campaign;
use table_commands::message::Message;
use table_commands::words::campaigns;
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
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let country = country_meant(&country).map_err(Message::refusal)?;
        let (land, naval) = (land.map(|of| Land::ALL[of as usize]), naval.map(|of| Naval::ALL[of as usize]));
        if land.is_none() && naval.is_none() {
            return order(at, &Order::Seats(Seats::Take { country })).await;
        }
        let now = at.look(|scene| {
            let position = position(&scene.public)?;
            position.countries.get(&country).map(|played| (played.land, played.naval))
        });
        let (on_land, at_sea) = now.await?.unwrap_or((Land::Medieval, Naval::Carrack));
        let (land, naval) = (land.unwrap_or(on_land), naval.unwrap_or(at_sea));
        order(at, &Order::Seats(Seats::Technology { country, land, naval })).await
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
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let country = country_meant(&country).map_err(Message::refusal)?;
        order(at, &Order::Seats(Seats::Release { country })).await
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
    #[autocomplete = "other_side"]
    with: String,
    #[description = "At peace again"] peace: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let both = country_meant(&country).and_then(|own| Ok((own, country_meant(&with)?)));
        let (country, with) = both.map_err(Message::refusal)?;
        let war = Seats::War { country, with, on: !peace.unwrap_or(false) };
        order(at, &Order::Seats(war)).await
    })
    .await
}

/// The countries of which a player may tell that one of his, or the one that he named, is at war with them, or at peace again: for a peace
/// the first alone, and where he has not said yet which it is both; those that somebody plays come first.
pub(crate) fn other_sides(
    position: &Position,
    seat: &SeatId,
    named: Option<Country>,
    peace: Option<bool>,
) -> Vec<Country> {
    let own = position.countries_of(seat);
    let of: Vec<Country> =
        own.iter().copied().filter(|own| named.is_none_or(|named| named == *own)).collect();
    let told: Vec<bool> =
        [true, false].into_iter().filter(|on| peace.is_none_or(|peace| peace != *on)).collect();
    let is_told = |with: Country| {
        let order = |country: Country, on: bool| Order::Seats(Seats::War { country, with, on });
        of.iter().any(|country| told.iter().any(|on| is_open(position, seat, &order(*country, *on))))
    };
    let others = Country::all().filter(|with| !own.contains(with) && with.known().kind != "virtual");
    own_first(position, seat, others.filter(|with| is_told(*with)))
}
