//! `/sardinia event|landing|leader|show`: Sardinia's secret event, what becomes of I Mille, and the leader whom a dominant Italy betters.

mod added;
pub mod present;

use crate::ordered::{self, ordered, power_or_own, province_meant};
use crate::sardinia::present as shown;
use crate::seen::{KEY, position};
use eia::map::ProvinceId;
use eia::months::Month;
use eia::sardinia::{Announcement, Order, Unless};
use eia::sardinia::{catalogue, own};
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use table::said;
use table::{Said, View};
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::lodged::{lodge_instead, take_all_back};
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::rooms::{Added, COMMANDS, Chosen, ROOMS, Room};
use table_commands::words::{campaigns, old_card, suggest};
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "sardinia",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.what, chosen)),
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: sardinia };

/// The word that stands for being announced in no gap.
const WITHHELD: &str = "withheld";
/// The word that stands for the next gap.
const NEXT: &str = "next";

/// Sardinia and Italy: the secret event, I Mille, and what a dominant Italy chooses
#[poise::command(
    slash_command,
    subcommands("event", "landing", "leader", "add", "show"),
    rename = "sardinia"
)]
pub(crate) async fn sardinia(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Choose Sardinia's event in secret, or see what you have chosen; it is announced between two turns
#[poise::command(slash_command)]
async fn event(
    ctx: Context<'_>,
    #[description = "Which event; what you have chosen if you leave it out"]
    #[autocomplete = "events"]
    #[max_length = 60]
    event: Option<String>,
    #[description = "On which minor country"]
    #[autocomplete = "targets"]
    #[max_length = 100]
    on: Option<String>,
    #[description = "In the gap before which month, or withheld; the next if you leave it out"]
    #[autocomplete = "gaps"]
    #[max_length = 40]
    when: Option<String>,
    #[description = "Where in Sicily I Mille lands; its capital if you leave it out"]
    #[max_length = 60]
    area: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let Some(event) = event else { return panel(at).await };
        let event = at.show(|scene| event_meant(scene, &event)).await?;
        let on = on.as_deref().map(target_meant).transpose()?;
        let area = area.as_deref().map(area_meant).transpose()?;
        let unless = when.as_deref().map_or(Ok(Vec::new()), kept_until)?;
        chosen(at, &Order::Announce(Announcement { event, on, area }), &unless).await
    })
    .await
}

/// Tell whether I Mille holds Sicily for the whole month after it landed
#[poise::command(slash_command)]
async fn landing(
    ctx: Context<'_>,
    #[description = "No where it was driven out or a city holds out; yes takes that back"] holds: bool,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |_| Ok(Order::Landing { holds })).await
}

/// Choose the leader who is better because Italy has become dominant, once and for all
#[poise::command(slash_command)]
async fn leader(
    ctx: Context<'_>,
    #[description = "Which of Italy's leaders"]
    #[autocomplete = "leaders"]
    #[max_length = 40]
    leader: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |_| Ok(Order::Leader { leader: leader.trim().to_owned() })).await
}

/// Add an event of your group's own to Sardinia's; another player agrees
#[poise::command(slash_command)]
async fn add(
    ctx: Context<'_>,
    #[description = "Its name; what it does the group knows"]
    #[max_length = 50]
    event: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        Ok(Order::Add { power, event: event.trim().to_owned() })
    })
    .await
}

/// How far Italy is united, which events Sardinia has used, and where I Mille stands
#[poise::command(slash_command)]
async fn show(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asking.at().look(shown::shown).await }).await
}

/// The event that is meant: of the catalogue, or one that the group has added, by the key that the list gives or by its name.
fn event_meant(scene: &Scene<'_>, typed: &str) -> Result<String, Said> {
    let plain = typed.trim().to_lowercase();
    let added = position(&scene.own).map(|now| now.sardinia.own.clone()).unwrap_or_default();
    let mut added = added.into_iter().map(|name| (own::key_of(&name), name));
    if let Some((key, _)) =
        added.find(|(key, name)| [key, name].iter().any(|one| one.to_lowercase() == plain))
    {
        return Ok(key);
    }
    let fits = |event: &&catalogue::SardinianEvent| {
        event.key == plain
            || event.name.to_lowercase() == plain
            || shown::event(event).to_lowercase() == plain
    };
    let event = catalogue::events().iter().find(fits);
    event.map(|event| event.key.clone()).ok_or_else(|| said!("\"{}\" is no Sardinian event.", quoted(typed)))
}

/// The target that is meant: the Papal State by its own name too.
fn target_meant(typed: &str) -> Result<ProvinceId, Said> {
    let plain = typed.trim().to_lowercase();
    let papal = ProvinceId::by_key("papacy").filter(|papacy| shown::target(*papacy).to_lowercase() == plain);
    papal.map_or_else(|| province_meant(typed), Ok)
}

/// The area that is meant.
fn area_meant(typed: &str) -> Result<eia::map::AreaId, Said> {
    match crate::map::meant(typed, |place| matches!(place, eia::map::Place::Area(_)))? {
        eia::map::Place::Area(area) => Ok(area),
        _ => Err(said!("\"{}\" is no area of the map.", quoted(typed))),
    }
}

/// What keeps an event back, as it was typed or chosen.
fn kept_until(typed: &str) -> Result<Vec<Unless>, Said> {
    let plain = typed.trim().to_lowercase();
    if plain == NEXT || plain == shown::next_gap().to_lowercase() {
        return Ok(Vec::new());
    }
    if plain == WITHHELD || plain == shown::withheld().to_lowercase() {
        return Ok(vec![Unless::Withheld]);
    }
    let month = Month::try_from(plain.clone()).ok().or_else(|| crate::months::meant(typed));
    month
        .map(|month| vec![Unless::Before(month)])
        .ok_or_else(|| said!("\"{}\" is no month; write it as 1859-04, or next, or withheld.", quoted(typed)))
}

/// Chooses an event in the place of what was chosen before.
async fn chosen(at: At<'_>, order: &Order, unless: &[Unless]) -> Result<Message, Message> {
    let written = |unless: &Unless| serde_json::to_value(unless).ok();
    let order = serde_json::to_value(eia::Order::Sardinia(order.clone())).map_err(|_| old_card())?;
    lodge_instead(at, order, unless.iter().filter_map(written).collect()).await
}

/// Keeps what was chosen until then.
async fn keeps(at: At<'_>, unless: &[Unless]) -> Result<Message, Message> {
    match at.look(|scene| lodged(&scene.own)).await? {
        None => panel(at).await,
        Some(order) => chosen(at, &Order::Announce(order), unless).await,
    }
}

async fn panel(at: At<'_>) -> Result<Message, Message> {
    at.look(shown::panel).await
}

/// A button of the event was pressed, or something of it chosen; `None` for one that is not known.
async fn pressed(at: At<'_>, what: &str, picked: &Chosen) -> Option<Answer> {
    let message = match what {
        "event" => panel(at).await,
        "landing/no" | "landing/yes" => {
            let order = Order::Landing { holds: what == "landing/yes" };
            return Some(ordered::pressed(at, &order).await);
        }
        _ if what.starts_with("agree/") || what.starts_with("decline/") => {
            return Some(ordered::pressed(at, &added::answer(what)?).await);
        }
        "withdraw" => take_all_back(at).await,
        "choose" => {
            let (event, on) = picked.values.first()?.rsplit_once('/')?;
            let on = ProvinceId::by_key(on);
            let order = Order::Announce(Announcement { event: event.to_owned(), on, area: None });
            chosen(at, &order, &[]).await
        }
        "keep" => {
            let unless = kept_until(picked.values.first()?).ok()?;
            keeps(at, &unless).await
        }
        _ => return None,
    };
    Some(message.into())
}

/// What the viewer has chosen and not been refused.
pub(crate) fn lodged(view: &View) -> Option<Announcement> {
    let waiting = view.lodged.lines.iter().find(|waiting| waiting.held.is_none())?;
    shown::announcement(waiting.line.order.as_ref()?)
}

/// The events that the viewer could choose now.
fn choices(scene: &Scene<'_>) -> Vec<Announcement> {
    let (Some(now), Some(seat)) = (position(&scene.own), scene.own.seat()) else { return Vec::new() };
    if !crate::politics::present::is_kept(&scene.own) || scene.own.as_regent {
        return Vec::new();
    }
    let all = eia::sardinia::choices(&now, &scene.own, seat);
    all.into_iter()
        .filter_map(|order| match order {
            Order::Announce(announcement) => Some(announcement),
            _ => None,
        })
        .collect()
}

async fn events(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let mut all: Vec<(String, String)> =
            choices(scene).into_iter().map(|of| (shown::event_named(&of.event), of.event)).collect();
        all.dedup();
        all
    })
    .await
}

async fn targets(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let on = choices(scene).into_iter().filter_map(|of| of.on);
        on.map(|on| (shown::target(on), on.key().to_owned())).collect()
    })
    .await
}

async fn gaps(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| if choices(scene).is_empty() { Vec::new() } else { shown::gaps(scene) }).await
}

async fn leaders(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own) else { return Vec::new() };
        let names = eia::sardinia::dominant::to_choose(&now, &scene.own.scenario);
        names.into_iter().map(|name| (name.to_owned(), name.to_owned())).collect()
    })
    .await
}
