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
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::lodged;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::rooms::{Chosen, Press};
use table_commands::words::campaigns;
use table_commands::{Context, Error};

/// Gives an order.
async fn give(at: At<'_>, wanted: Board) -> Result<Answer, Message> {
    give_unless(at, wanted, None).await.map(Answer::from)
}

/// The same, unless an enemy stands somewhere when it is given: of an order that is lodged for the own movement segment.
async fn give_unless(at: At<'_>, wanted: Board, enemy_at: Option<Place>) -> Result<Message, Message> {
    if let Ok(Some(why)) = at.look(|scene| goes_nowhere(scene, &wanted)).await {
        return Err(Message::refusal(why));
    }
    // Of what is never lodged the campaign need not be looked at.
    let waits = wanted.can_be_lodged()
        && at.look(|scene| shown::waits_for_its_segment(scene, &wanted)).await.unwrap_or_default();
    if !waits {
        if enemy_at.is_some() {
            return Err(Message::refusal(said!(
                "Your movement segment is open, or play is in no round: give the order without *unless*, it is carried out at once."
            )));
        }
        return order(at, &Order::Board(wanted)).await;
    }
    let warned = at.look(|scene| ahead::would_fail(scene, &wanted)).await.ok().flatten();
    let unless = enemy_at.map(|at| Unless::Enemy { at });
    let (Ok(order), Ok(unless)) =
        (serde_json::to_value(Order::Board(wanted)), unless.map(serde_json::to_value).transpose())
    else {
        return Err(Message::refusal(said!("That order could not be written.")));
    };
    let unless = unless.into_iter().collect();
    let mut message = lodged::lodge(at.house, at.asked, at.campaign, order, unless).await;
    if let Some(warned) = warned.filter(|_| !message.is_refusal()) {
        message.content = format!("{}\n{warned}", message.content);
    }
    Ok(message)
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
    at_campaign(ctx, campaign, |asking| async move {
        let read = read().and_then(|wanted| {
            let at = unless_enemy_at.map(|at| read::place_meant(&at)).transpose()?;
            Ok((wanted, at))
        });
        match read {
            Ok((wanted, enemy_at)) => give_unless(asking.at(), wanted, enemy_at).await,
            Err(why) => Err(Message::refusal(why)),
        }
    })
    .await
}

/// A command that gives an order out of its options.
async fn orders(
    ctx: Context<'_>,
    campaign: Option<String>,
    read: impl FnOnce() -> Result<Board, Said> + Send,
) -> Result<(), Error> {
    orders_unless(ctx, campaign, None, read).await
}

/// The board: all stacks, pillages, provinces held by others
#[poise::command(slash_command, rename = "show")]
pub(crate) async fn see(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { see_all(asking.at()).await }).await
}

async fn see_all(at: At<'_>) -> Result<Answer, Message> {
    at.look(shown::board).await.map(Answer::from)
}

/// A button of the board was pressed; `None` for one that is not known.
pub(crate) async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    if let Some(answer) = pick::pressed(press, chosen).await {
        return Some(answer);
    }
    let (at, prompt) = (press.at(), press.prompt);
    // The stack of which the button is.
    let stack = u32::try_from(prompt).ok();
    let wanted = match press.what.split_once('/').unwrap_or((press.what, "")) {
        ("board", _) => return Some(see_all(at).await),
        ("sail", what) => return sailing::pressed(Press { what, ..press }, chosen).await,
        ("buy", rest) => return buying::pressed(at, rest, chosen).await,
        ("intercept", what) => return intercept::pressed(Press { what, ..press }, chosen).await,
        ("pass", _) => return Some(intercept::passes(at, prompt).await.map(Answer::from)),
        ("engage", with) => Board::Engage { stack: stack?, with: with.parse().ok()? },
        ("letgo", _) => Board::LetGo { stack: stack? },
        ("supply", _) => Board::Supply { stack: stack?, pillage: true },
        ("left", what) => return losses::chosen(at, stack?, what).await,
        ("retreats", _) => return Some(retreats::shown(at, stack?).await),
        ("retreat", "chosen") => Board::Retreat { stack: stack?, to: Place::by_key(chosen.first()?)? },
        ("retreat", key) => Board::Retreat { stack: stack?, to: Place::by_key(key)? },
        _ => return opens_form(press).await,
    };
    Some(give(at, wanted).await)
}

/// The form that a button of the board opens, for the first time or anew.
pub(crate) async fn opens_form(press: Press<'_>) -> Option<Result<Answer, Message>> {
    let at = press.at();
    match press.what.split_once('/').unwrap_or((press.what, "")) {
        ("intercept", _) => Some(intercept::intercept_form(at, Some(press.prompt)).await),
        ("sail", _) => Some(sailing::form(at, None, None).await),
        ("buy", _) => Some(buying::form(at, None).await),
        ("treasury", _) => Some(treasury::opens(at).await),
        _ => pick::opens_form(at, press.what).await,
    }
}

/// What a form of the board comes to; `None` for one that is not known.
pub(crate) async fn sent(
    press: Press<'_>,
    field: impl Fn(&str) -> String,
) -> Option<Result<Message, Message>> {
    let at = press.at();
    if let Some(numbers) = press.what.strip_prefix("treasury/") {
        return treasury::sent(at, numbers, field).await;
    }
    match press.what {
        "intercept" => Some(intercept::sent(at, press.prompt, field).await),
        "march" => Some(moves::march_sent(at, field).await),
        "deploy" => Some(troops::deploy_sent(at, field).await),
        "sail" => Some(sailing::sent(at, field).await),
        "buy" => Some(buying::sent(at, field).await),
        "take" => Some(pick::take_sent(at, field).await),
        _ => None,
    }
}
