//! Putting stacks on the board and changing them.

use super::deploy::{called, written};
use super::read::{counters_meant, leader_meant, place_meant, stack_meant};
use super::suggest::own_stacks;
use super::{give, give_unless, orders};
use crate::battle::places;
use crate::{country_meant, no_country, other_game, position, to_deploy};
use europa::board::Order as Board;
use europa::leaders;
use poise::serenity_prelude as serenity;
use table::Said;
use table::said;
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::custom_id::CustomId;
use table_commands::message::{Form, Input, Message, clip};
use table_commands::present::Scene;
use table_commands::words::campaigns;
use table_commands::words::{line, yes_or_no};
use table_commands::{Context, Error, say};

/// The turn of the campaign, for leaders' years.
async fn turn(at: At<'_>) -> Result<u8, Message> {
    at.look(|scene| position(&scene.public).map(|p| p.turn.number())).await?.ok_or_else(other_game)
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
    #[autocomplete = "to_deploy"]
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
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let leader = leader.unwrap_or_default();
        deploys(at, [&country, &place, &counters, &leader], veteran.unwrap_or(false)).await
    })
    .await
}

/// Puts a stack on the board out of what was typed: whose, where, its counters, its leader.
async fn deploys(
    at: At<'_>,
    [country, place, counters, leader]: [&str; 4],
    veteran: bool,
) -> Result<Message, Message> {
    let now = turn(at).await?;
    let leader = Some(leader.trim()).filter(|leader| !leader.is_empty());
    let read = || -> Result<Board, Said> {
        Ok(Board::Deploy {
            country: country_meant(country)?,
            place: place_meant(place)?,
            counters: counters_meant(counters)?,
            veteran,
            leader: leader.map(|leader| leader_meant(leader, now)).transpose()?,
        })
    };
    give_unless(at, read().map_err(Message::refusal)?, None).await
}

/// The form that puts a stack on the board: filled in with what was chosen of it.
pub(crate) async fn deploy_filled(at: At<'_>, chosen: Option<&Board>) -> Result<Answer, Message> {
    let chosen = match chosen {
        Some(Board::Deploy { country, place, counters, veteran, leader }) => {
            Some((*country, *place, written(counters), *veteran, leader.as_ref()))
        }
        _ => None,
    };
    let see = |scene: &Scene<'_>| {
        let (position, seat) = (position(&scene.own)?, scene.own.seat()?);
        let own = position.countries_of(seat);
        let whose = chosen.as_ref().map(|(country, ..)| *country).or(own.first().copied())?;
        let (at, counters, is_veteran, led) = match &chosen {
            Some((_, at, counters, veteran, leader)) => {
                let veteran = if *veteran { say!("yes") } else { say!("no") };
                let led = leader.map(|led| clip(&called(led), 60)).unwrap_or_default();
                (at.name().to_owned(), counters.clone(), veteran, led)
            }
            None => Default::default(),
        };
        let optional = |input: Input| Input { required: false, ..input };
        Some(Form {
            title: say!("Deploy a stack"),
            custom_id: CustomId::on(&scene.own, 0, "europa/deploy"),
            inputs: vec![
                Input { value: crate::words::country(whose), ..line("country", say!("Whose"), 60) },
                Input { value: at, ..line("place", say!("Province or sea zone"), 60) },
                Input {
                    value: counters,
                    placeholder: say!("A+ A− LD; F− ND"),
                    ..line("counters", say!("Counters"), 100)
                },
                optional(Input {
                    value: is_veteran,
                    placeholder: say!("yes or no"),
                    ..line("veteran", say!("Veteran? (optional)"), 10)
                }),
                optional(Input {
                    value: led,
                    placeholder: say!("Gonzalo 5 3 4 2"),
                    ..line("leader", say!("Leader (optional)"), 60)
                }),
            ],
        })
    };
    Ok(at.look(see).await?.ok_or_else(no_country)?.into())
}

/// What the form of a stack comes to.
pub(crate) async fn deploy_sent(at: At<'_>, field: impl Fn(&str) -> String) -> Result<Message, Message> {
    let typed = ["country", "place", "counters", "leader"].map(&field);
    let veteran = field("veteran");
    let veteran = if veteran.trim().is_empty() { Ok(false) } else { yes_or_no(&veteran) };
    let veteran = veteran.map_err(Message::refusal)?;
    deploys(at, typed.each_ref().map(String::as_str), veteran).await
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
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let now = turn(at).await?;
        let changes = [counters.as_deref(), leader.as_deref(), join.as_deref()];
        let read = change_meant(&stack, changes, remove.unwrap_or(false), now);
        give(at, read.map_err(Message::refusal)?).await
    })
    .await
}

/// A change of a stack out of what was typed: one of its counters, its leader and the stack that it joins, or that it is taken off. `now` is
/// the turn, for leaders' years.
fn change_meant(
    stack: &str,
    [counters, leader, join]: [Option<&str>; 3],
    remove: bool,
    now: u8,
) -> Result<Board, Said> {
    let stack = stack_meant(stack)?;
    match (counters, leader, join, remove) {
        (Some(counters), None, None, false) => {
            Ok(Board::Regroup { stack, counters: counters_meant(counters)? })
        }
        (None, Some(leader), None, false) => {
            let none = matches!(leader.trim().to_lowercase().as_str(), "none" | "no leader" | "-");
            let leader = if none { None } else { Some(leader_meant(leader, now)?) };
            Ok(Board::Lead { stack, leader })
        }
        (None, None, Some(to), false) => Ok(Board::Join { stack, to: stack_meant(to)? }),
        (None, None, None, true) => Ok(Board::Disband { stack }),
        _ => Err(said!(
            "Say one thing: other counters, a leader, the stack it joins, or that it is taken off."
        )),
    }
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
