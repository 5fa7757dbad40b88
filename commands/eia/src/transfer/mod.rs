//! `/transfer`: factors pass between two corps of one power that stand together; what passes is sealed.

pub(crate) mod present;

use crate::counters::{own, own_powers};
use crate::seen::{KEY, position};
use crate::sorts;
use eia::counters::Counter;
use eia::powers::Power;
use eia::transfer::{Order, Passing, inside};
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use std::collections::BTreeMap;
use table::Verb;
use table::said;
use table_commands::asked::{Asked, in_campaign, told};
use table_commands::house::House;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::rooms::{Added, COMMANDS};
use table_commands::words::{campaigns, look, suggest, typed_so_far};
use table_commands::{Context, Error};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: transfer };

/// Let factors pass between two of your corps in one area: all see which two, only you what passes
#[poise::command(slash_command)]
pub(crate) async fn transfer(
    ctx: Context<'_>,
    #[description = "What passes: 4i 1c"]
    #[max_length = 100]
    what: String,
    #[description = "The corps that gives, as in your strongbox"]
    #[autocomplete = "giving"]
    #[max_length = 40]
    from: String,
    #[description = "The corps that takes, in the same area"]
    #[autocomplete = "taking"]
    #[max_length = 40]
    into: String,
    #[description = "Whose, where you have several powers"]
    #[autocomplete = "own_powers"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        transferred(&house, &asked, &id, &Typed { what, from, into, power })
            .await
            .unwrap_or_else(|refusal| refusal)
            .into()
    })
    .await
}

/// What was typed.
pub struct Typed {
    /// What passes.
    pub what: String,
    /// The corps that gives, with its power in brackets where that is said so.
    pub from: String,
    /// The corps that takes, likewise.
    pub into: String,
    /// Whose they are.
    pub power: Option<String>,
}

/// Orders what was typed.
///
/// # Errors
/// A message for who asked, where it cannot be read; nothing is ordered then.
pub async fn transferred(
    house: &House,
    asked: &Asked,
    campaign: &str,
    typed: &Typed,
) -> Result<Message, Message> {
    let own = own(house, asked, campaign).await?;
    let (from, power) = own.named(&typed.from, typed.power.as_deref()).map_err(Message::refusal)?;
    let (into, _) = own.named(&typed.into, Some(power.key())).map_err(Message::refusal)?;
    let what = sorts::factors(&typed.what).map_err(|refusal| table_commands::asked::refused(&refusal))?;
    let passes = what.each().map(|(sort, n)| (sort.key().to_owned(), u32::from(n))).collect();
    let gives = in_the_box(house, asked, campaign, power, &from).await?;
    let takes = in_the_box(house, asked, campaign, power, &into).await?;
    let order = Order::Factors { power, from, into, secret: Some(Passing { passes, gives, takes }) };
    let verb = serde_json::to_value(order).map(Verb::Game);
    let verb = verb.map_err(|_| Message::refusal(said!("That order could not be written.")))?;
    Ok(told(house.order(campaign, &asked.asker, verb).await))
}

/// What is in a corps by the strongbox of who asks.
async fn in_the_box(
    house: &House,
    asked: &Asked,
    campaign: &str,
    power: Power,
    name: &str,
) -> Result<BTreeMap<String, u32>, Message> {
    let seen = look(house, asked, campaign, |scene| inside(scene.own.strongbox.as_ref()?, power, name));
    seen.await?.ok_or_else(|| {
        Message::refusal(said!(
            "Your strongbox does not say what is in \"{}\". /strongbox keep says it.",
            quoted(name)
        ))
    })
}

/// One's own corps that can give.
async fn giving(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| corps(scene, None)).await
}

/// One's own corps that stand with the one that gives.
async fn taking(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let from = typed_so_far(ctx, "from");
    suggest(ctx, typed, |scene| corps(scene, from.as_deref())).await
}

/// One's own corps on the map; those that stand with another of that name, where one is named.
fn corps(scene: &Scene<'_>, beside: Option<&str>) -> Vec<(String, String)> {
    let Some((seat, position)) = scene.own.seat().zip(position(&scene.own)) else { return Vec::new() };
    let mut names = Vec::new();
    for power in position.choice.powers_of(seat) {
        let all = || position.counters_of(power).iter().filter(|(_, counter)| counter.piece.is_corps());
        let is_beside = |name: &str, counter: &Counter| {
            beside.is_none_or(|from| {
                let mut givers = all().filter(|(known, _)| known.to_lowercase() == from.to_lowercase());
                givers.any(|(known, giver)| known != name && giver.place == counter.place)
            })
        };
        names.extend(all().filter(|(name, counter)| is_beside(name, counter)).map(|(name, _)| name.clone()));
    }
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|name| (name.clone(), name)).collect()
}
