//! `/europa …`: countries, wars, battles, sieges, marches of Europa.

pub(crate) mod drawn;
pub(crate) mod founding;
pub mod frames;
pub(crate) mod front;
pub mod present;
pub(crate) mod sheet;
pub(crate) mod taken_back;
pub mod words;

pub mod battle;
pub mod board;
pub mod map;
pub mod odds;
pub(crate) mod read;
pub mod roster;
pub(crate) mod rounds;
pub mod seats;
pub mod siege;

use crate::front::KEY;
use crate::present::{is_played, position};
use europa::country::Country;
use europa::words::{best, folded};
use europa::{Order, Position};
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use table::said;
use table::{Said, SeatId, Verb, spelling};
use table_commands::asked::{Answer, Asked, At, told, without_its_part};
use table_commands::custom_id::CustomId;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::rooms::{Added, COMMANDS, Chosen, Press, ROOMS, Room};
use table_commands::words::{said_so_far, typed_so_far};
use table_commands::{Context, Error, speech};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "europa",
    pressed: |press, chosen| {
        Box::pin(async move { Some(pressed(press, chosen).await?.unwrap_or_else(Answer::from)) })
    },
    opens: |press| Box::pin(async move { Some(opens(press).await?.unwrap_or_else(Answer::from)) }),
    sent: |press, field| {
        Box::pin(async move { Some(sent(press, field).await?.unwrap_or_else(|sentence| sentence)) })
    },
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: europa };

/// Europa: countries, wars, battles and sieges by the EU9 fast battle
#[poise::command(
    slash_command,
    subcommands("country_group", "battle_group", "board_group", "sea_group", "money_group"),
    rename = "europa"
)]
pub(crate) async fn europa(ctx: Context<'_>) -> Result<(), Error> {
    without_its_part(ctx).await
}

/// Countries: take, release, their wars, and what the board tells of them
#[poise::command(
    slash_command,
    subcommands("seats::country", "seats::release", "seats::war", "board::tell::told"),
    rename = "country"
)]
async fn country_group(ctx: Context<'_>) -> Result<(), Error> {
    without_its_part(ctx).await
}

/// Battles and sieges
#[poise::command(
    slash_command,
    subcommands("battle::battle", "battle::plan", "siege::siege", "siege::assault"),
    rename = "battle"
)]
async fn battle_group(ctx: Context<'_>) -> Result<(), Error> {
    without_its_part(ctx).await
}

/// The board kept here: stacks, marches, supply
#[poise::command(
    slash_command,
    subcommands(
        "board::see",
        "board::troops::deploy",
        "board::troops::stack",
        "board::moves::announce",
        "board::moves::march",
        "board::moves::explore",
        "board::moves::supply",
        "board::moves::fight",
        "board::moves::retreat",
        "board::troops::fortress",
        "board::intercept::intercept"
    ),
    rename = "board"
)]
async fn board_group(ctx: Context<'_>) -> Result<(), Error> {
    without_its_part(ctx).await
}

/// Ships: voyages, troops aboard and ashore, blockades
#[poise::command(
    slash_command,
    subcommands("board::sea::sail", "board::sea::embark", "board::sea::land", "board::sea::blockade"),
    rename = "sea"
)]
async fn sea_group(ctx: Context<'_>) -> Result<(), Error> {
    without_its_part(ctx).await
}

/// Purchase and upkeep of troops and ships
#[poise::command(slash_command, subcommands("board::money::buy", "board::money::upkeep"), rename = "money")]
async fn money_group(ctx: Context<'_>) -> Result<(), Error> {
    without_its_part(ctx).await
}

/// The refusal in a campaign of another game.
fn other_game() -> Message {
    Message::refusal(said!(
        "This campaign is not one of Europa. /campaign found with the scenario europa begins one."
    ))
}

/// A screen of the game as an answer: what who asks sees.
///
/// # Errors
/// The refusal in a campaign of another game.
async fn screen(at: At<'_>, see: impl FnOnce(&Scene<'_>) -> Option<Message>) -> Result<Answer, Message> {
    Ok(at.look(see).await?.ok_or_else(other_game)?.into())
}

/// Gives an order of the game.
///
/// # Errors
/// The refusal in a campaign of another game.
async fn order(at: At<'_>, order: &Order) -> Result<Message, Message> {
    if !at.look(|scene| is_played(&scene.public)).await? {
        return Err(other_game());
    }
    at.game_order(order).await
}

/// Seals in a round of envelopes, and makes it final.
async fn seals_as_final(at: At<'_>, round: String, seal: Verb) -> Message {
    let first = at.asked.asker.first_of_two();
    let sealed = told(at.house.order(at.campaign, &first, seal).await);
    if sealed.is_refusal() {
        return sealed;
    }
    at.order(Verb::Final { round }).await
}

/// What a form that opens something begins with: the asker's first country, "France: ", and where the form goes.
///
/// # Errors
/// The answer in a campaign of another game, and to who plays no country.
async fn opening(at: At<'_>, verb: &str) -> Result<(String, String), Message> {
    let seen = at.look(|scene| {
        let position = position(&scene.own)?;
        let own = scene.own.seat().map(|seat| position.countries_of(seat)).unwrap_or_default();
        Some((own.first().copied(), CustomId::on(&scene.own, 0, verb)))
    });
    let (own, custom_id) = seen.await?.ok_or_else(other_game)?;
    let own = own.ok_or_else(no_country)?;
    Ok((format!("{}: ", own.name()), custom_id))
}

/// The refusal to who plays no country.
fn no_country() -> Message {
    Message::refusal(said!("You play no country yet: *Take a country* is at your desk."))
}

/// The answer to a command that does what a form of these fields does: where it was refused, the form brings back what was typed.
async fn typed_in<const N: usize>(
    at: At<'_>,
    outcome: Result<Message, Message>,
    verb: &str,
    names: [&str; N],
    texts: &[String; N],
) -> Answer {
    let typed: Vec<(&str, &str)> = names.into_iter().zip(texts.iter().map(String::as_str)).collect();
    let message = outcome.unwrap_or_else(|sentence| sentence);
    at.or_again(message, (0, verb), &typed).await.into()
}

/// The country that somebody means by a name or a part of one.
///
/// # Errors
/// A sentence that quotes what is no country.
fn country_meant(typed: &str) -> Result<Country, Said> {
    let typed = typed.trim();
    let by_key = Country::by_key(&typed.to_lowercase());
    by_key.or_else(|| named(typed).first().copied().filter(|_| !typed.is_empty())).ok_or_else(|| {
        match spelling::meant(&folded(typed), Country::all().map(|country| (country, known(country)))) {
            Some(country) => said!(
                "\"{}\" is no country of this game. Write {}, if that is meant.",
                quoted(typed),
                crate::words::country(country)
            ),
            None => said!("\"{}\" is no country of this game.", quoted(typed)),
        }
    })
}

/// The names of a country, in English and in the language spoken now, and its key, folded.
fn known(country: Country) -> Vec<String> {
    [country.name(), &crate::words::country(country), country.key()].map(folded).to_vec()
}

/// Countries by any part of the name, in English and in the language spoken now, best first.
fn named(typed: &str) -> Vec<Country> {
    best(typed, Country::all().map(|country| (country, known(country))))
}

/// Countries that fit who types, where the campaign that is meant can be told.
async fn fitting(
    ctx: Context<'_>,
    fits: impl Fn(&Scene<'_>, &Position, &SeatId) -> Vec<Country>,
) -> Vec<Country> {
    let (asked, named) = (Asked::command(ctx.interaction), typed_so_far(ctx, "campaign"));
    let Ok(id) = ctx.data().meant(&asked, named.as_deref()).await else { return Vec::new() };
    let at = At { house: ctx.data(), asked: &asked, campaign: &id };
    let seen = at.look(|scene| {
        let position = position(&scene.own)?;
        Some(fits(scene, &position, scene.own.seat()?))
    });
    seen.await.ok().flatten().unwrap_or_default()
}

/// The first of these countries as an autocomplete's choices.
fn choices_of(found: impl IntoIterator<Item = Country>) -> serenity::CreateAutocompleteResponse {
    table_commands::words::choices(
        found
            .into_iter()
            .map(|country| serenity::AutocompleteChoice::new(crate::words::country(country), country.key())),
    )
}

/// Countries by any part of the name, of those that a command can use where it is typed.
async fn usable(
    ctx: Context<'_>,
    typed: &str,
    fits: impl Fn(&Scene<'_>, &Position, &SeatId) -> Vec<Country>,
) -> serenity::CreateAutocompleteResponse {
    let usable = fitting(ctx, fits).await;
    // While nothing is typed they stand in the order in which they are most likely meant.
    if typed.trim().is_empty() {
        return speech::in_language(Asked::command(ctx.interaction).asker.language, || choices_of(usable));
    }
    speech::in_language(Asked::command(ctx.interaction).asker.language, || {
        choices_of(named(typed).into_iter().filter(|country| usable.contains(country)))
    })
}

/// One's own countries.
async fn own_countries(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    usable(ctx, typed, |_, position, seat| position.countries_of(seat)).await
}

/// One's own countries, and those that can be taken.
async fn to_take(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    usable(ctx, typed, |_, position, seat| {
        let own = position.countries_of(seat).into_iter();
        own.chain(board::pick::to_take(position, seat)).collect()
    })
    .await
}

/// Those for which one may put stacks on the board: one's own, and those that nobody plays.
async fn to_deploy(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    usable(ctx, typed, |_, position, seat| {
        let others = Country::all().filter(|country| position.seat_of(*country).is_none());
        position.countries_of(seat).into_iter().chain(others).collect()
    })
    .await
}

/// Those that could pay for a campaign now.
async fn payers(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    usable(ctx, typed, |_, position, seat| board::pick::payers(position, seat)).await
}

/// Those of which values are told: the asker's own first, then those of the others; where a province is told of, all that could hold it.
async fn told_of(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let of_a_province = typed_so_far(ctx, "province").is_some();
    usable(ctx, typed, |_, position, seat| {
        let all = Country::all().filter(|country| of_a_province || position.seat_of(*country).is_some());
        own_first(position, seat, all)
    })
    .await
}

/// Countries, with those of a seat first and those of other players next.
fn own_first(position: &Position, seat: &SeatId, all: impl Iterator<Item = Country>) -> Vec<Country> {
    let mut all: Vec<Country> = all.collect();
    all.sort_by_key(|country| match position.seat_of(*country) {
        Some(holder) if holder == seat => 0,
        Some(_) => 1,
        None => 2,
    });
    all
}

/// The other side of a war: for a peace those at war with the country that is typed, or with any of one's own; else those with which one may
/// be told to be at war or at peace.
async fn other_side(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let country = typed_so_far(ctx, "country").and_then(|typed| country_meant(&typed).ok());
    let peace = said_so_far(ctx, "peace");
    usable(ctx, typed, |_, position, seat| seats::other_sides(position, seat, country, peace)).await
}

/// A button or select of Europa; `None` for one that is not known.
async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    let (at, what) = (press.at(), press.what);
    if let Some(answer) = map::pressed(at, what, chosen).await {
        return Some(answer);
    }
    if let Some(answer) = board::pressed(press, chosen).await {
        return Some(answer);
    }
    if let Some(answer) = seats::choosing::pressed(at, what, chosen).await {
        return Some(answer);
    }
    if what == "odds" {
        return opens(press).await;
    }
    match what.strip_prefix("siege/") {
        Some(what) => siege::pressed(Press { what, ..press }).await,
        None => battle::pressed(press, chosen).await,
    }
}

/// The form that a button of Europa opens.
async fn opens(press: Press<'_>) -> Option<Result<Answer, Message>> {
    if let Some(answer) = board::opens_form(press).await {
        return Some(answer);
    }
    if press.what == "war/form" {
        return Some(seats::choosing::form(press.at()).await);
    }
    if press.what == "odds" {
        let wanted = odds::Wanted::Battle(u32::try_from(press.prompt).ok()?);
        return Some(odds::of(press.at(), &wanted).await);
    }
    match press.what.strip_prefix("siege/") {
        Some(what) => siege::opens_form(Press { what, ..press }).await,
        None => battle::opens_form(press).await,
    }
}

/// What a form of Europa comes to; `None` for one that is not known.
async fn sent(press: Press<'_>, field: impl Fn(&str) -> String) -> Option<Result<Message, Message>> {
    if let Some(message) = board::sent(press, &field).await {
        return Some(message);
    }
    if press.what == "war/form" {
        return Some(seats::choosing::sent(press.at(), field).await);
    }
    if press.what == "odds" {
        return odds::sent(press, field).await;
    }
    match press.what.strip_prefix("siege/") {
        Some(what) => siege::sent(Press { what, ..press }, field).await,
        None => battle::sent(press, field).await,
    }
}

#[cfg(test)]
mod tests {
    use super::{Country, country_meant};
    use table_commands::speech::{self, Language};

    #[test]
    fn a_country_is_meant_by_its_name_in_the_language_of_who_writes_and_in_english() {
        let finnish = |typed: &str| {
            speech::in_language(Language::of_locale("fi"), || country_meant(typed)).ok().map(Country::key)
        };
        assert_eq!(finnish("Ranska"), Some("france"));
        assert_eq!(finnish("venet"), Some("venice"));
        assert_eq!(finnish("France"), Some("france"));
        assert_eq!(country_meant("Ranska").ok(), None);
        assert_eq!((finnish(""), finnish("Atlantis")), (None, None));
    }
}
