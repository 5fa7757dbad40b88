//! Campaigns, marches, exploration, supply, fights and retreats.

use super::pick::affordable;
use super::read::{place_meant, places_meant, stack_meant, stacks_meant};
use super::suggest::{any_stacks, near, own_stacks, retreats};
use super::{give, give_unless, orders, orders_unless};
use crate::board::present as shown;
use crate::position;
use crate::{country_meant, payers};
use europa::board::Order as Board;
use europa::campaigns::{Campaign, Kind};
use europa::geography::Place;
use europa::words::{best, folded};
use poise::serenity_prelude as serenity;
use table::Said;
use table::said;
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::custom_id::CustomId;
use table_commands::message::{Form, Input, Message, clip};
use table_commands::present::names::quoted;
use table_commands::words::campaigns;
use table_commands::words::{line, suggest, typed_so_far};
use table_commands::{Context, Error, say};

/// Announce your campaign for this round and pay for it
#[poise::command(slash_command, rename = "campaign")]
pub(crate) async fn announce(
    ctx: Context<'_>,
    #[description = "The country that pays"]
    #[autocomplete = "payers"]
    country: String,
    #[description = "How much your stacks may do on land: passive, simple, major, multiple, or none"]
    #[autocomplete = "on_land"]
    #[max_length = 60]
    land: String,
    #[description = "The same at sea; none unless you say"]
    #[autocomplete = "at_sea"]
    #[max_length = 60]
    sea: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || {
        let sea = sea.as_deref().map_or(Ok(Kind::None), kind_meant)?;
        let campaign = Campaign { land: kind_meant(&land)?, sea };
        country_meant(&country).map(|country| Board::Campaign { country, campaign })
    })
    .await
}

/// The kind of campaign that is meant: by its key, as a list gives it, or by its name.
fn kind_meant(typed: &str) -> Result<Kind, Said> {
    let wanted = folded(typed);
    let names = |kind: Kind| {
        let priced = format!("{}, {} D$", kind.name(), kind.price());
        [kind.key(), &shown::kind(kind), &priced].map(folded).to_vec()
    };
    let all = Kind::ALL.into_iter().map(|kind| (kind, names(kind)));
    let found = best(typed, all).first().copied().filter(|_| !wanted.is_empty());
    found.ok_or_else(|| {
        let all: Vec<String> = Kind::ALL.into_iter().map(shown::kind).collect();
        said!("\"{}\" is no kind of campaign. There is: {}.", quoted(typed), all.join(", "))
    })
}

/// The kinds of campaign that can be announced on land.
async fn on_land(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    kinds(ctx, typed, |campaign| campaign.land).await
}

/// Those at sea.
async fn at_sea(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    kinds(ctx, typed, |campaign| campaign.sea).await
}

/// The kinds of campaign that the country that is typed, or any of one's own, can announce, with their prices.
async fn kinds(
    ctx: Context<'_>,
    typed: &str,
    part: impl Fn(&Campaign) -> Kind,
) -> serenity::CreateAutocompleteResponse {
    let country = typed_so_far(ctx, "country").and_then(|typed| country_meant(&typed).ok());
    suggest(ctx, typed, |scene| {
        let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
            return Vec::new();
        };
        let open: Vec<Kind> = (position.countries_of(seat).into_iter())
            .filter(|own| country.is_none_or(|country| country == *own))
            .flat_map(|own| affordable(&position, seat, own))
            .map(|campaign| part(&campaign))
            .collect();
        let named = |kind: Kind| (say!("{}, {} D$", shown::kind(kind), kind.price()), kind.key().to_owned());
        Kind::ALL.into_iter().filter(|kind| open.contains(kind)).map(named).collect()
    })
    .await
}

/// March a stack; the cheapest way is found for you
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
#[poise::command(slash_command)]
pub(crate) async fn march(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "Where to"]
    #[autocomplete = "near"]
    to: String,
    #[description = "Provinces on the way, apart by commas, where it is not to be the cheapest"]
    #[max_length = 300]
    way: Option<String>,
    #[description = "Take a pillage rather than a loss, where attrition leaves the choice"] pillage: Option<
        bool,
    >,
    #[description = "Stacks that meet whoever intercepts, apart by commas"]
    #[max_length = 60]
    counter: Option<String>,
    #[description = "Lodged ahead: held back if an enemy stands there when your segment comes"]
    #[autocomplete = "near"]
    unless_enemy_at: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders_unless(ctx, campaign, unless_enemy_at, || {
        let (way, counter) = (way.unwrap_or_default(), counter.unwrap_or_default());
        march_meant([&stack, &to, &way, &counter], pillage.unwrap_or(true))
    })
    .await
}

/// A march out of what was typed: the stack, where to, the way, and who meets interceptors.
fn march_meant([stack, to, way, counter]: [&str; 4], pillage: bool) -> Result<Board, Said> {
    let (to, mut way) = (place_meant(to)?, places_meant(way)?);
    if !way.is_empty() && way.last() != Some(&to) {
        way.push(to);
    }
    Ok(Board::March { stack: stack_meant(stack)?, to, way, pillage, counter: stacks_meant(counter)? })
}

/// The form of a march: filled in with the stack and where it goes, as far as they are known. Where only one of his stands on land it is that.
pub(crate) async fn march_filled(
    at: At<'_>,
    stack: Option<u32>,
    to: Option<Place>,
) -> Result<Answer, Message> {
    let found = at.look(|scene| {
        let (position, seat) = (position(&scene.own)?, scene.own.seat()?);
        let own: Vec<(u32, String)> = (position.board.stacks.iter())
            .filter(|(_, standing)| {
                position.seat_of(standing.country) == Some(seat) && !standing.stack.is_naval()
            })
            .map(|(n, standing)| (*n, shown::named_stack(*n, standing)))
            .collect();
        let value = match own.iter().find(|(n, _)| Some(*n) == stack) {
            Some((_, named)) => clip(named, 100),
            None if own.len() == 1 => clip(&own[0].1, 100),
            None => String::new(),
        };
        let all: Vec<&str> = own.iter().map(|(_, named)| named.as_str()).collect();
        let optional = |input: Input| Input { required: false, ..input };
        let form = || Form {
            title: say!("March a stack"),
            custom_id: CustomId::on(&scene.own, 0, "europa/march"),
            inputs: vec![
                Input {
                    value,
                    placeholder: clip(&all.join("; "), 100),
                    ..line("stack", say!("Stack (its number)"), 100)
                },
                Input {
                    value: to.map(|to| to.name().to_owned()).unwrap_or_default(),
                    ..line("to", say!("Where to"), 60)
                },
                optional(Input {
                    placeholder: say!("the cheapest is found for you"),
                    ..line("way", say!("Provinces on the way (optional)"), 300)
                }),
                optional(line("counter", say!("Stacks that meet interceptors (optional)"), 60)),
                optional(line("unless", say!("Held back if an enemy is in (optional)"), 60)),
            ],
        };
        Some((!own.is_empty()).then(form))
    });
    let no_seat = || Message::refusal(said!("You have no seat in a campaign of Europa here."));
    let none =
        || Message::refusal(said!("No stack of yours stands on land. /europa board deploy puts one there."));
    found.await?.ok_or_else(no_seat)?.map(Answer::Form).ok_or_else(none)
}

/// The march of a form that was sent.
pub(crate) async fn march_sent(at: At<'_>, field: impl Fn(&str) -> String) -> Result<Message, Message> {
    let typed = ["stack", "to", "way", "counter"].map(&field);
    let read = || -> Result<(Board, Option<Place>), Said> {
        Ok((march_meant(typed.each_ref().map(String::as_str), true)?, unless_meant(&field("unless"))?))
    };
    let (march, unless) = read().map_err(Message::refusal)?;
    give_unless(at, march, unless).await
}

/// Where an enemy holds an order back, as a form has it: nowhere where nothing is typed.
pub(super) fn unless_meant(typed: &str) -> Result<Option<Place>, Said> {
    Some(typed.trim()).filter(|at| !at.is_empty()).map(place_meant).transpose()
}

/// Explore a province or sea zone next to a stack
#[poise::command(slash_command)]
pub(crate) async fn explore(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "What it explores"]
    #[autocomplete = "near"]
    target: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || {
        Ok(Board::Explore { stack: stack_meant(&stack)?, target: place_meant(&target)? })
    })
    .await
}

/// Find how a stack is supplied, and roll attrition where it must
#[poise::command(slash_command)]
pub(crate) async fn supply(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "Only look, without a roll"] only_look: Option<bool>,
    #[description = "Take a pillage rather than a loss, where attrition leaves the choice"] pillage: Option<
        bool,
    >,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let number = stack_meant(&stack).map_err(Message::refusal)?;
        if only_look.unwrap_or(false) {
            let seen = at.look(|scene| {
                let position = position(&scene.own)?;
                let standing = position.board.stacks.get(&number)?;
                let found = europa::board::line(&position, number, standing);
                Some(format!(
                    "{}\n{}",
                    shown::named_stack(number, standing),
                    shown::supply(&found).join("\n")
                ))
            });
            let none = || Message::refusal(said!("There is no stack {} on the board.", number));
            return Ok(Message::text(seen.await?.ok_or_else(none)?).into());
        }
        give(at, Board::Supply { stack: number, pillage: pillage.unwrap_or(true) }).await
    })
    .await
}

/// Fight an enemy stack in the same place
#[poise::command(slash_command)]
pub(crate) async fn fight(
    ctx: Context<'_>,
    #[description = "Your stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "The enemy's"]
    #[autocomplete = "any_stacks"]
    with: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || Ok(Board::Engage { stack: stack_meant(&stack)?, with: stack_meant(&with)? }))
        .await
}

/// Retreat a beaten stack to a place next to it
#[poise::command(slash_command)]
pub(crate) async fn retreat(
    ctx: Context<'_>,
    #[description = "The stack"]
    #[autocomplete = "own_stacks"]
    stack: String,
    #[description = "Where to"]
    #[autocomplete = "retreats"]
    to: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || Ok(Board::Retreat { stack: stack_meant(&stack)?, to: place_meant(&to)? })).await
}
