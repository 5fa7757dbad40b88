//! The board kept here: turns by selects and commands, the hand, the map.

pub(crate) mod area_card;
pub(crate) mod begun;
pub mod code;
pub(crate) mod draw;
pub mod envelopes;
pub mod hand;
pub(crate) mod in_hand;
pub(crate) mod key;
pub mod labels;
pub(crate) mod levy;
pub mod map;
pub mod menu;
mod picks;
pub mod places;
pub mod present;
pub(crate) mod review;
mod selects;
pub mod sheet;
pub(crate) mod targets;
pub(crate) mod told;
pub(crate) mod typed;

use crate::present::position;
use crate::{order, other_game, words};
use menu::Menu;
use middle_ages::board::{Force, Order as OnBoard};
use middle_ages::court::Court;
use middle_ages::geography::Area;
use middle_ages::pack::Data;
use middle_ages::{Order, Position};
use poise::serenity_prelude as serenity;
use std::sync::Arc;
use table::shared::Shared;
use table::spelling;
use table::{Said, SeatId, said};
use table_commands::asked::{Answer, Asked, At, at_campaign};
use table_commands::message::Message;
use table_commands::present::{Scene, names};
use table_commands::rooms::{Chosen, Press};
use table_commands::words::{campaigns, choices};
use table_commands::{Context, Error};

/// The area that somebody means by its name or key.
///
/// # Errors
/// A sentence that quotes what is no area.
pub(crate) fn area(data: &Data, typed: &str) -> Result<Area, Said> {
    let lower = typed.trim().to_lowercase();
    let is = |area: &Area| area.key() == lower || data.name(*area).to_lowercase() == lower;
    data.areas().find(is).ok_or_else(|| no_area(data, typed))
}

/// What a campaign is played with.
///
/// # Errors
/// The refusal in a campaign of another game, or that he sees none.
pub(crate) async fn data(at: At<'_>) -> Result<Shared<Data>, Message> {
    let data = at.look(|scene| Some(position(&scene.public)?.board.data.clone()));
    data.await?.ok_or_else(other_game)
}

/// The refusal of what is no area: with the one that is a slip of the pen away, if that is meant.
fn no_area(data: &Data, typed: &str) -> Said {
    let typed = typed.trim();
    let known = data.areas().map(|area| (area, [data.name(area).to_lowercase()]));
    match spelling::meant(&typed.to_lowercase(), known) {
        Some(area) => said!(
            "\"{}\" is no area of this map. Write {}, if that is meant.",
            names::quoted(typed),
            data.named(area)
        ),
        None => said!("\"{}\" is no area of this map. *Map* shows them all.", names::quoted(typed)),
    }
}

/// Areas by any part of the name.
pub(crate) async fn areas(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let asked = Asked::command(ctx.interaction);
    let named = table_commands::words::typed_so_far(ctx, "campaign");
    let data = match ctx.data().meant(&asked, named.as_deref()).await {
        Ok(id) => data(At { house: ctx.data(), asked: &asked, campaign: &id }).await.ok(),
        Err(_) => None,
    };
    let data = data.unwrap_or_else(Data::shipped);
    let typed = typed.trim().to_lowercase();
    let fits = data.areas().filter(|area| data.name(*area).to_lowercase().contains(&typed)).take(25);
    choices(fits.map(|area| serenity::AutocompleteChoice::new(data.name(area), area.key().to_owned())))
}

/// Gives an order that is read with what the campaign is played with.
async fn reads(at: At<'_>, read: impl FnOnce(&Data) -> Result<OnBoard, Said>) -> Result<Message, Message> {
    let data = data(at).await?;
    gives(at, read(&data).map_err(Message::refusal)?).await
}

async fn gives(at: At<'_>, what: OnBoard) -> Result<Message, Message> {
    order(at, &Order::Board(what)).await
}

/// Move an army, by land through your own areas or over sea
#[poise::command(slash_command)]
pub(crate) async fn army(
    ctx: Context<'_>,
    #[description = "From which area"]
    #[autocomplete = "areas"]
    from: String,
    #[description = "The way: areas in order, with commas; over sea where it ends"]
    #[max_length = 200]
    to: String,
    #[description = "The counter, 1 to 4 (1 unless you say)"] strength: Option<u8>,
    #[description = "Over sea"] by_sea: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let strength = strength.unwrap_or(1);
        reads(at, |data| {
            let from = area(data, &from)?;
            let way: Vec<Area> = to.split(',').map(|typed| area(data, typed)).collect::<Result<_, _>>()?;
            Ok(match (by_sea, way.last().copied()) {
                (Some(true), Some(to)) => OnBoard::Ship { from, to, strength },
                _ => OnBoard::Move { from, way, strength },
            })
        })
        .await
    })
    .await
}

/// Armies or fleets, for the command.
#[derive(poise::ChoiceParameter, Clone, Copy)]
pub(crate) enum ForceChoice {
    #[name = "Armies"]
    Army,
    #[name = "Fleets"]
    Fleet,
}

/// Exchange counters of armies or fleets, or give points up
#[poise::command(slash_command)]
pub(crate) async fn counters(
    ctx: Context<'_>,
    #[description = "In which area"]
    #[autocomplete = "areas"]
    area: String,
    #[description = "What"] what: ForceChoice,
    #[description = "The counters you want there: 2 2"]
    #[max_length = 60]
    exchange: Option<String>,
    #[description = "Points you give up"] give_up: Option<u8>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let of = match what {
            ForceChoice::Army => Force::Army,
            ForceChoice::Fleet => Force::Fleet,
        };
        let typed_area = area;
        let read = |data: &Data| {
            self::area(data, &typed_area).and_then(|area| match (exchange, give_up) {
                (Some(typed), None) => {
                    let numbers = typed.split([' ', ',', '+']).filter(|part| !part.is_empty());
                    let counters: Result<Vec<u8>, _> = numbers.map(str::parse).collect();
                    let wrong =
                        |_| said!("\"{}\" are no counters: 2 2 is two of strength 2.", names::quoted(&typed));
                    Ok(OnBoard::Change { area, of, counters: counters.map_err(wrong)? })
                }
                (None, Some(points)) => Ok(OnBoard::Disband { area, of, points }),
                _ => Err(said!("Say either which counters you want there, or how many points you give up.")),
            })
        };
        reads(at, read).await
    })
    .await
}

/// Tax an area of yours
#[poise::command(slash_command)]
pub(crate) async fn tax(
    ctx: Context<'_>,
    #[description = "Which area"]
    #[autocomplete = "areas"]
    area: String,
    #[description = "For how much gold, up to its social state"] gold: u8,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        levy::shown(at, named(at, &area).await?, gold).await
    })
    .await
}

/// Your hand of event cards, which nobody else sees
#[poise::command(slash_command)]
pub(crate) async fn hand(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { menu::shown(asking.at(), Menu::Hand).await }).await
}

/// Draw the event cards of your turn
#[poise::command(slash_command)]
pub(crate) async fn card(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { draw::draws(asking.at()).await }).await
}

/// The map of areas, who holds them, and what stands there
#[poise::command(slash_command)]
pub(crate) async fn map(
    ctx: Context<'_>,
    #[description = "The card of one area"]
    #[autocomplete = "areas"]
    area: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let Some(typed) = area else { return map::shown(at, None).await };
        area_card::shown(at, named(at, &typed).await?).await
    })
    .await
}

/// The area that somebody typed, of the map that a campaign is played on.
async fn named(at: At<'_>, typed: &str) -> Result<Area, Message> {
    let data = data(at).await?;
    area(&data, typed).map_err(Message::refusal)
}

/// A button or select of the board; `None` for one that is not known.
pub(crate) async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    if let Some(answer) = envelopes::pressed(press).await {
        return Some(answer);
    }
    let message = match picks::pressed(press, chosen).await {
        Some(message) => message,
        None => chosen_on_board(press, chosen).await?,
    };
    Some(message.map(Answer::from))
}

async fn chosen_on_board(press: Press<'_>, chosen: &Chosen) -> Option<Result<Message, Message>> {
    let (at, what) = (press.at(), press.what);
    if what == "map" || what == "map/part" {
        return Some(map::shown(at, chosen.first().and_then(sheet::Part::by_key)).await);
    }
    if let Some(area) = what.strip_prefix("area/").and_then(Area::of) {
        return Some(area_card::shown(at, area).await);
    }
    if what == "draw" {
        return Some(draw::draws(at).await);
    }
    // An order stands behind the verb of a button, and is what was chosen in a select.
    let ordered = |verb: &str| match what.strip_prefix(verb)? {
        "" => Some(chosen.first().unwrap_or_default()),
        rest => rest.strip_prefix('/'),
    };
    for verb in ["do", "plan", "levy"] {
        if let Some(code) = ordered(verb) {
            return coded(at, verb, code, press.prompt).await.transpose();
        }
    }
    if let Some(kind) = what.strip_prefix("kind/") {
        return Some(menu::shown(at, Menu::of_kind(kind)?).await);
    }
    if let Some(code) = what.strip_prefix("page/") {
        let page = usize::try_from(press.prompt).unwrap_or_default();
        return Some(menu::page(at, Menu::of_code(code)?, page).await);
    }
    let menu = match (what, chosen.first()) {
        ("menu/endeavour", Some(kind)) => Menu::of_kind(kind)?,
        (what, _) => Menu::of(what.strip_prefix("menu/")?)?,
    };
    Some(menu::shown(at, menu).await)
}

/// What an order comes to that a button or a choice carries: it is shown before, or given; `None` where it is none of these.
async fn coded(at: At<'_>, verb: &str, code: &str, prompt: u64) -> Result<Option<Message>, Message> {
    let data = data(at).await?;
    Ok(Some(match (verb, code::read(&data, code)) {
        ("plan", Some(OnBoard::Declare { plan })) => review::shown(at, plan).await?,
        ("levy", Some(OnBoard::Tax { area, gold })) => levy::shown(at, area, gold).await?,
        ("do", Some(OnBoard::Declare { plan })) => match review::outdated(at, prompt, &plan).await {
            Some(message) => message?,
            None => gives(at, OnBoard::Declare { plan }).await?,
        },
        ("do", None) if code.starts_with(in_hand::ON_WHICH) => in_hand::on_which(at, code).await?,
        ("do", Some(order)) => gives(at, order).await?,
        ("do", None) => return Err(Message::refusal(said!("That order could not be written."))),
        _ => return Ok(None),
    }))
}

/// Whether nothing waits to be decided first.
pub(crate) fn is_free(board: &middle_ages::board::Board) -> bool {
    board.declared.is_none() && board.asks.is_empty()
}

/// The position, the viewer's seat and his court, where the board is kept here and he plays one.
///
/// # Errors
/// A sentence that says what there is not, and how it comes about.
pub(crate) fn playing<'s>(scene: &'s Scene<'_>) -> Result<(Arc<Position>, &'s SeatId, Court), Said> {
    let position = on_board(scene)?;
    let court = scene.own.seat().and_then(|seat| Some((seat, position.court_of(seat)?)));
    let (seat, court) =
        court.ok_or_else(|| said!("You play no court here, and only a court acts on the board."))?;
    Ok((position, seat, court))
}

/// The position, where the board is kept here and is set up.
///
/// # Errors
/// A sentence that says what there is not, and how it comes about.
pub(crate) fn on_board(scene: &Scene<'_>) -> Result<Arc<Position>, Said> {
    let position = position(&scene.own).ok_or_else(crate::other_game_says)?;
    if !position.kept {
        return Err(said!(
            "The board of this campaign stands elsewhere; endeavours are stated with /ages endeavour."
        ));
    }
    if !position.board.is_kept() {
        return Err(said!("The board is set up as soon as all are ready with their courts."));
    }
    Ok(position)
}

/// Whether the campaign's board is kept here; `None` in one of another game.
pub(crate) async fn is_kept(at: At<'_>) -> Result<bool, Message> {
    let kept = at.look(|scene| position(&scene.public).map(|position| position.kept));
    kept.await?.ok_or_else(other_game)
}

/// A court's name with its area count, for lists.
pub(crate) fn realm(court: Court, areas: usize) -> String {
    format!("{} ({})", words::court(court), words::areas(areas))
}
