//! Campaigns, marches, exploration, supply, fights and retreats.

use super::read::{place_meant, places_meant, stack_meant, stacks_meant};
use super::suggest::{any_stacks, near, own_stacks, retreats};
use super::{give, orders, orders_unless};
use crate::board::present as shown;
use crate::position;
use crate::{countries, country_meant};
use europa::board::Order as Board;
use europa::campaigns::{Campaign, Kind};
use table::said;
use table_commands::asked::in_campaign;
use table_commands::message::Message;
use table_commands::words::campaigns;
use table_commands::words::look;
use table_commands::{Context, Error};

/// A kind of campaign as the command offers it.
#[derive(poise::ChoiceParameter, Clone, Copy)]
pub(crate) enum KindChoice {
    #[name = "None"]
    None,
    #[name = "Passive, 10 D$"]
    Passive,
    #[name = "Simple at low cost, 10 D$"]
    Cheap,
    #[name = "Simple, 20 D$"]
    Simple,
    #[name = "Major with one stack, 50 D$"]
    MajorOneStack,
    #[name = "Major with small stacks, 50 D$"]
    MajorSmallStacks,
    #[name = "Multiple, 100 D$"]
    Multiple,
}

/// Announce your campaign for this round and pay for it
#[poise::command(slash_command, rename = "campaign")]
pub(crate) async fn announce(
    ctx: Context<'_>,
    #[description = "The country that pays"]
    #[autocomplete = "countries"]
    country: String,
    #[description = "On land"] land: KindChoice,
    #[description = "At sea (none unless you say)"] sea: Option<KindChoice>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    orders(ctx, campaign, || {
        let of = |choice: KindChoice| Kind::ALL[choice as usize];
        let campaign = Campaign { land: of(land), sea: sea.map_or(Kind::None, of) };
        country_meant(&country).map(|country| Board::Campaign { country, campaign })
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
        let to = place_meant(&to)?;
        let mut places = way.map(|way| places_meant(&way)).transpose()?.unwrap_or_default();
        if !places.is_empty() && places.last() != Some(&to) {
            places.push(to);
        }
        Ok(Board::March {
            stack: stack_meant(&stack)?,
            to,
            way: places,
            pillage: pillage.unwrap_or(true),
            counter: stacks_meant(&counter.unwrap_or_default())?,
        })
    })
    .await
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let number = match stack_meant(&stack) {
            Ok(number) => number,
            Err(why) => return Message::refusal(why).into(),
        };
        if only_look.unwrap_or(false) {
            let seen = look(&house, &asked, &id, |scene| {
                let position = position(&scene.own)?;
                let standing = position.board.stacks.get(&number)?;
                let found = europa::board::line(&position, number, standing);
                Some(format!(
                    "{}\n{}",
                    shown::named_stack(number, standing),
                    shown::supply(&found).join("\n")
                ))
            });
            return match seen.await {
                Err(sentence) => sentence.into(),
                Ok(Some(says)) => Message::text(says).into(),
                Ok(None) => Message::refusal(said!("There is no stack {} on the board.", number)).into(),
            };
        }
        give(&house, &asked, &id, Ok(Board::Supply { stack: number, pillage: pillage.unwrap_or(true) })).await
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
