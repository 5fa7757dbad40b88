//! `/europa board …`, `sea …`, `money …` and `country told`: the board that is kept here.

pub mod present;

pub(crate) mod ahead;
pub(crate) mod besieged;
pub(crate) mod buying;
pub(crate) mod deploy;
pub(crate) mod intercept;
pub(crate) mod losses;
pub(crate) mod money;
pub(crate) mod moves;
pub(crate) mod pick;
pub(crate) mod read;
pub(crate) mod retreats;
pub(crate) mod sailing;
pub(crate) mod sea;
mod suggest;
pub(crate) mod tell;
pub(crate) mod treasury;
pub(crate) mod troops;

use super::{order, position};
use crate::board::present as shown;
use europa::Order;
use europa::board::{Order as Board, Unless};
use europa::geography::Place;
use table::Said;
use table::said;
use table_commands::asked::{Answer, Asked, in_campaign};
use table_commands::house::House;
use table_commands::lodged;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::rooms::Chosen;
use table_commands::words::campaigns;
use table_commands::words::look;
use table_commands::{Context, Error};

/// Gives an order out of what was typed.
async fn give(house: &House, asked: &Asked, campaign: &str, read: Result<Board, Said>) -> Answer {
    give_unless(house, asked, campaign, read.map(|wanted| (wanted, None))).await.into()
}

/// The same, unless an enemy stands somewhere when it is given: of an order that is lodged for the own movement segment.
async fn give_unless(
    house: &House,
    asked: &Asked,
    campaign: &str,
    read: Result<(Board, Option<Place>), Said>,
) -> Message {
    let (wanted, enemy_at) = match read {
        Ok(read) => read,
        Err(why) => return Message::refusal(why),
    };
    if let Ok(Some(why)) = look(house, asked, campaign, |scene| goes_nowhere(scene, &wanted)).await {
        return Message::refusal(why);
    }
    // Of what is never lodged the campaign need not be looked at.
    let waits = wanted.can_be_lodged()
        && look(house, asked, campaign, |scene| shown::waits_for_its_segment(scene, &wanted))
            .await
            .unwrap_or_default();
    if !waits {
        if enemy_at.is_some() {
            return Message::refusal(said!(
                "Your movement segment is open, or play is in no round: give the order without *unless*, it is carried out at once."
            ));
        }
        return order(house, asked, campaign, &Order::Board(wanted)).await;
    }
    let warned = look(house, asked, campaign, |scene| ahead::would_fail(scene, &wanted)).await.ok().flatten();
    let unless = enemy_at.map(|at| Unless::Enemy { at });
    match (serde_json::to_value(Order::Board(wanted)), unless.map(serde_json::to_value).transpose()) {
        (Ok(order), Ok(unless)) => {
            let mut message =
                lodged::lodge(house, asked, campaign, order, unless.into_iter().collect()).await;
            if let Some(warned) = warned.filter(|_| !message.is_refusal()) {
                message.content = format!("{}\n{warned}", message.content);
            }
            message
        }
        _ => Message::refusal(said!("That order could not be written.")),
    }
}

/// Why a march or a voyage is none: it names nothing, or only where its stack stands. As a voyage it would use up what a fleet may do in the
/// round. Troops aboard land from where it lies, so that a landing is announced without one.
fn goes_nowhere(scene: &Scene<'_>, wanted: &Board) -> Option<Said> {
    let position = position(&scene.own)?;
    let at = |stack: &u32| position.board.stacks.get(stack).map(|standing| standing.at);
    match wanted {
        Board::March { stack, to, .. } if at(stack) == Some(*to) => {
            Some(said!("The stack stands in {} already.", to.name()))
        }
        Board::Sail { stack, way, landing: None } => {
            let at = at(stack)?;
            way.iter().all(|to| *to == at).then(|| {
                said!(
                    "Stack {} lies in {} already, so that is no voyage. Say where it sails: the sea zones in their order, or just where it ends. A fleet that stays needs no order.",
                    *stack,
                    at.name()
                )
            })
        }
        _ => None,
    }
}

/// A command that gives an order out of its options, which can be lodged with what holds it back.
async fn orders_unless(
    ctx: Context<'_>,
    campaign: Option<String>,
    unless_enemy_at: Option<String>,
    read: impl FnOnce() -> Result<Board, Said> + Send,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let read = read().and_then(|wanted| {
            let at = unless_enemy_at.map(|at| read::place_meant(&at)).transpose()?;
            Ok((wanted, at))
        });
        give_unless(&house, &asked, &id, read).await.into()
    })
    .await
}

/// A command that gives an order out of its options.
async fn orders(
    ctx: Context<'_>,
    campaign: Option<String>,
    read: impl FnOnce() -> Result<Board, Said> + Send,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move { give(&house, &asked, &id, read()).await })
        .await
}

/// The board: all stacks, pillages, provinces held by others
#[poise::command(slash_command, rename = "show")]
pub(crate) async fn see(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        look(&house, &asked, &id, shown::board).await.unwrap_or_else(|sentence| sentence).into()
    })
    .await
}

/// A button of the board was pressed; `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
    chosen: &Chosen,
) -> Option<Answer> {
    if let Some(answer) = pick::pressed(house, asked, campaign, prompt, what, chosen).await {
        return Some(answer);
    }
    Some(match what.split_once('/').unwrap_or((what, "")) {
        ("board", _) => {
            look(house, asked, campaign, shown::board).await.unwrap_or_else(|sentence| sentence).into()
        }
        ("sail", rest) => return sailing::pressed(house, asked, campaign, prompt, rest, chosen).await,
        ("buy", rest) => return buying::pressed(house, asked, campaign, rest, chosen).await,
        ("intercept", rest) => {
            return intercept::pressed(house, asked, campaign, prompt, rest, chosen).await;
        }
        ("pass", _) => intercept::passes(house, asked, campaign, prompt).await.into(),
        ("engage", with) => {
            let engage = Board::Engage { stack: u32::try_from(prompt).ok()?, with: with.parse().ok()? };
            give(house, asked, campaign, Ok(engage)).await
        }
        ("letgo", _) => {
            give(house, asked, campaign, Ok(Board::LetGo { stack: u32::try_from(prompt).ok()? })).await
        }
        ("supply", _) => {
            let supply = Board::Supply { stack: u32::try_from(prompt).ok()?, pillage: true };
            give(house, asked, campaign, Ok(supply)).await
        }
        ("left", what) => {
            return losses::chosen(house, asked, campaign, u32::try_from(prompt).ok()?, what).await;
        }
        ("retreats", _) => retreats::shown(house, asked, campaign, u32::try_from(prompt).ok()?).await,
        ("retreat", "chosen") => {
            let (stack, to) = (u32::try_from(prompt).ok()?, Place::by_key(chosen.first()?)?);
            give(house, asked, campaign, Ok(Board::Retreat { stack, to })).await
        }
        ("retreat", key) => {
            let stack = u32::try_from(prompt).ok()?;
            give(house, asked, campaign, Ok(Board::Retreat { stack, to: Place::by_key(key)? })).await
        }
        _ => return opens_form(house, asked, campaign, prompt, what).await,
    })
}

/// The form that a button of the board opens, for the first time or anew.
pub(crate) async fn opens_form(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
) -> Option<Answer> {
    match what.split_once('/').unwrap_or((what, "")) {
        ("intercept", _) => Some(intercept::intercept_form(house, asked, campaign, Some(prompt)).await),
        ("sail", _) => Some(sailing::form(house, asked, campaign, None, None).await),
        ("buy", _) => Some(buying::form(house, asked, campaign, None).await),
        ("treasury", _) => Some(treasury::opens(house, asked, campaign).await),
        _ => pick::opens_form(house, asked, campaign, what).await,
    }
}

/// What a form of the board comes to; `None` for one that is not known.
pub(crate) async fn sent(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    what: &str,
    field: impl Fn(&str) -> String,
) -> Option<Message> {
    if let Some(numbers) = what.strip_prefix("treasury/") {
        return treasury::sent(house, asked, campaign, numbers, field).await;
    }
    match what {
        "intercept" => Some(intercept::sent(house, asked, campaign, prompt, field).await),
        "march" => Some(moves::march_sent(house, asked, campaign, field).await),
        "deploy" => Some(troops::deploy_sent(house, asked, campaign, field).await),
        "sail" => Some(sailing::sent(house, asked, campaign, field).await),
        "buy" => Some(buying::sent(house, asked, campaign, field).await),
        "take" => Some(pick::take_sent(house, asked, campaign, field).await),
        _ => None,
    }
}
