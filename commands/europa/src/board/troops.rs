//! Putting stacks on the board and changing them.

use super::read::{counters_meant, leader_meant, place_meant, stack_meant};
use super::suggest::own_stacks;
use super::{give, orders};
use crate::battle::places;
use crate::{countries, country_meant};
use crate::{other_game, position};
use europa::board::Order as Board;
use europa::leaders;
use poise::serenity_prelude as serenity;
use table::Said;
use table::said;
use table_commands::asked::{Asked, in_campaign};
use table_commands::house::House;
use table_commands::message::Message;
use table_commands::words::campaigns;
use table_commands::words::look;
use table_commands::{Context, Error};

/// The turn of the campaign, for leaders' years.
async fn turn(house: &House, asked: &Asked, campaign: &str) -> Result<u8, Message> {
    match look(house, asked, campaign, |scene| position(&scene.public).map(|p| p.turn.number())).await {
        Err(sentence) => Err(sentence),
        Ok(None) => Err(other_game()),
        Ok(Some(turn)) => Ok(turn),
    }
}

/// Leaders of the game by name.
#[expect(clippy::unused_async, reason = "poise wants autocompletes to be async")]
async fn leader_names(_ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let found = leaders::find(typed).into_iter().take(25);
    table_commands::words::choices(found.map(|leader| {
        let values = format!("{} {} {} {}", leader.manoeuvre, leader.fire, leader.shock, leader.siege);
        let text = table_commands::message::clip(&format!("{} {values}", leader.name), 100);
        serenity::AutocompleteChoice::new(text.clone(), text)
    }))
}

/// Put troops or ships on the board, as they stand there
#[poise::command(slash_command)]
pub(crate) async fn deploy(
    ctx: Context<'_>,
    #[description = "Whose"]
    #[autocomplete = "countries"]
    country: String,
    #[description = "The province or sea zone"]
    #[autocomplete = "places"]
    place: String,
    #[description = "The counters: A+ A- LD, or F- ND"]
    #[max_length = 100]
    counters: String,
    #[description = "Whether they are veteran"] veteran: Option<bool>,
    #[description = "Their leader: a name of the game, or Gonzalo 5 3 4 2"]
    #[autocomplete = "leader_names"]
    #[max_length = 60]
    leader: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let now = match turn(&house, &asked, &id).await {
            Ok(now) => now,
            Err(sentence) => return sentence.into(),
        };
        let read = || -> Result<Board, Said> {
            Ok(Board::Deploy {
                country: country_meant(&country)?,
                place: place_meant(&place)?,
                counters: counters_meant(&counters)?,
                veteran: veteran.unwrap_or(false),
                leader: leader.map(|leader| leader_meant(&leader, now)).transpose()?,
            })
        };
        give(&house, &asked, &id, read()).await
    })
    .await
}

/// Change a stack: its counters, its leader, join it to another, take it off
#[poise::command(slash_command)]
pub(crate) async fn stack(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "The counters that stand there then, within the golden rules"]
    #[max_length = 100]
    counters: Option<String>,
    #[description = "Its leader; \"none\" takes him away"]
    #[autocomplete = "leader_names"]
    #[max_length = 60]
    leader: Option<String>,
    #[description = "The stack in the same place that it joins"]
    #[autocomplete = "own_stacks"]
    join: Option<String>,
    #[description = "Take it off the board"] remove: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let now = match turn(&house, &asked, &id).await {
            Ok(now) => now,
            Err(sentence) => return sentence.into(),
        };
        let read = || -> Result<Board, Said> {
            let stack = stack_meant(&stack)?;
            match (counters, leader, join, remove) {
                (Some(counters), None, None, None | Some(false)) => {
                    Ok(Board::Regroup { stack, counters: counters_meant(&counters)? })
                }
                (None, Some(leader), None, None | Some(false)) => {
                    let none = matches!(leader.trim().to_lowercase().as_str(), "none" | "no leader" | "-");
                    let leader = if none { None } else { Some(leader_meant(&leader, now)?) };
                    Ok(Board::Lead { stack, leader })
                }
                (None, None, Some(to), None | Some(false)) => {
                    Ok(Board::Join { stack, to: stack_meant(&to)? })
                }
                (None, None, None, Some(true)) => Ok(Board::Disband { stack }),
                _ => Err(said!(
                    "Say one thing: other counters, a leader, the stack it joins, or that it is taken off."
                )),
            }
        };
        give(&house, &asked, &id, read()).await
    })
    .await
}

/// Put a stack into the fortress of its province, or take it out
#[poise::command(slash_command)]
pub(crate) async fn fortress(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "Whether it is inside then"] inside: bool,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || stack_meant(&stack).map(|stack| Board::Fortress { stack, inside })).await
}
