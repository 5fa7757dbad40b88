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
use table_commands::asked::{Answer, Asked, in_campaign};
use table_commands::house::House;
use table_commands::message::Message;
use table_commands::present::{Scene, names};
use table_commands::rooms::Chosen;
use table_commands::words::{campaigns, choices, look};
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
pub(crate) async fn data(house: &House, asked: &Asked, campaign: &str) -> Result<Shared<Data>, Message> {
    match look(house, asked, campaign, |scene| Some(position(&scene.public)?.board.data.clone())).await {
        Err(sentence) => Err(sentence),
        Ok(None) => Err(other_game()),
        Ok(Some(data)) => Ok(data),
    }
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
        Ok(id) => data(ctx.data(), &asked, &id).await.ok(),
        Err(_) => None,
    };
    let data = data.unwrap_or_else(Data::shipped);
    let typed = typed.trim().to_lowercase();
    let fits = data.areas().filter(|area| data.name(*area).to_lowercase().contains(&typed)).take(25);
    choices(fits.map(|area| serenity::AutocompleteChoice::new(data.name(area), area.key().to_owned())))
}

/// Gives an order that is read with what the campaign is played with.
async fn reads(
    house: &House,
    asked: &Asked,
    campaign: &str,
    read: impl FnOnce(&Data) -> Result<OnBoard, Said>,
) -> Answer {
    match data(house, asked, campaign).await {
        Ok(data) => gives(house, asked, campaign, read(&data)).await,
        Err(sentence) => sentence.into(),
    }
}

async fn gives(house: &House, asked: &Asked, campaign: &str, what: Result<OnBoard, Said>) -> Answer {
    match what {
        Ok(what) => order(house, asked, campaign, &Order::Board(what)).await.into(),
        Err(why) => Message::refusal(why).into(),
    }
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let strength = strength.unwrap_or(1);
        reads(&house, &asked, &id, |data| {
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
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
        reads(&house, &asked, &id, read).await
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        match named(&house, &asked, &id, &area).await {
            Ok(area) => levy::shown(&house, &asked, &id, area, gold).await,
            Err(message) => message.into(),
        }
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        menu::shown(&house, &asked, &id, Menu::Hand).await
    })
    .await
}

/// Draw the event cards of your turn
#[poise::command(slash_command)]
pub(crate) async fn card(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move { draw::draws(&house, &asked, &id).await }).await
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let Some(typed) = area else { return map::shown(&house, &asked, &id, None).await };
        match named(&house, &asked, &id, &typed).await {
            Ok(area) => area_card::shown(&house, &asked, &id, area).await,
            Err(message) => message.into(),
        }
    })
    .await
}

/// The area that somebody typed, of the map that a campaign is played on.
async fn named(house: &House, asked: &Asked, campaign: &str, typed: &str) -> Result<Area, Message> {
    let data = data(house, asked, campaign).await?;
    area(&data, typed).map_err(Message::refusal)
}

/// A button or select of the board; `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    (prompt, what): (u64, &str),
    chosen: &Chosen,
) -> Option<Answer> {
    if let Some(answer) = envelopes::pressed(house, asked, campaign, (prompt, what)).await {
        return Some(answer);
    }
    if let Some(answer) = picks::pressed(house, asked, campaign, (prompt, what), chosen).await {
        return Some(answer);
    }
    if what == "map" || what == "map/part" {
        let part = chosen.first().and_then(sheet::Part::by_key);
        return Some(map::shown(house, asked, campaign, part).await);
    }
    if let Some(area) = what.strip_prefix("area/").and_then(Area::of) {
        return Some(area_card::shown(house, asked, campaign, area).await);
    }
    if what == "draw" {
        return Some(draw::draws(house, asked, campaign).await);
    }
    // An order stands behind the verb of a button, and is what was chosen in a select.
    let ordered = |verb: &str| match what.strip_prefix(verb)? {
        "" => Some(chosen.first().unwrap_or_default()),
        rest => rest.strip_prefix('/'),
    };
    let coded = [("do", ordered("do")), ("plan", ordered("plan")), ("levy", ordered("levy"))];
    if let Some((verb, code)) = coded.into_iter().find_map(|(verb, code)| Some((verb, code?))) {
        let data = match data(house, asked, campaign).await {
            Ok(data) => data,
            Err(sentence) => return Some(sentence.into()),
        };
        return Some(match (verb, code::read(&data, code)) {
            ("plan", Some(OnBoard::Declare { plan })) => review::shown(house, asked, campaign, plan).await,
            ("levy", Some(OnBoard::Tax { area, gold })) => {
                levy::shown(house, asked, campaign, area, gold).await
            }
            ("do", Some(OnBoard::Declare { plan })) => {
                match review::outdated(house, asked, campaign, prompt, &plan).await {
                    Some(answer) => answer,
                    None => gives(house, asked, campaign, Ok(OnBoard::Declare { plan })).await,
                }
            }
            ("do", None) if code.starts_with(in_hand::ON_WHICH) => {
                in_hand::on_which(house, asked, campaign, code).await
            }
            ("do", read) => {
                let read = read.ok_or_else(|| said!("That order could not be written."));
                gives(house, asked, campaign, read).await
            }
            _ => return None,
        });
    }
    if let Some(kind) = what.strip_prefix("kind/") {
        return Some(menu::shown(house, asked, campaign, Menu::of_kind(kind)?).await);
    }
    if let Some(code) = what.strip_prefix("page/") {
        let page = usize::try_from(prompt).unwrap_or_default();
        return Some(menu::page(house, asked, campaign, Menu::of_code(code)?, page).await);
    }
    let menu = match (what, chosen.first()) {
        ("menu/endeavour", Some(kind)) => Menu::of_kind(kind)?,
        (what, _) => Menu::of(what.strip_prefix("menu/")?)?,
    };
    Some(menu::shown(house, asked, campaign, menu).await)
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
pub(crate) async fn is_kept(house: &House, asked: &Asked, campaign: &str) -> Result<bool, Message> {
    match look(house, asked, campaign, |scene| position(&scene.public).map(|position| position.kept)).await {
        Err(sentence) => Err(sentence),
        Ok(None) => Err(other_game()),
        Ok(Some(kept)) => Ok(kept),
    }
}

/// A court's name with its area count, for lists.
pub(crate) fn realm(court: Court, areas: usize) -> String {
    format!("{} ({})", words::court(court), words::areas(areas))
}
