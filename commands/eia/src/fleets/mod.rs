//! `/fleet transfer`: ships pass between two fleets of one power that stand together; what passes is sealed.

pub(crate) mod present;

use crate::counters::{own, own_powers};
use crate::roster;
use crate::seen::{KEY, position};
use eia::counters::{Counter, Piece};
use eia::fleets::{Order, Passing, Ships, inside};
use eia::powers::Power;
use eia::roster::{Item, SHIPS};
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
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
static COMMAND: Added = Added { game: KEY, within: None, made: fleet };

/// Your fleets: how strong each is, only you know
#[poise::command(slash_command, subcommands("transfer"), rename = "fleet")]
pub(crate) async fn fleet(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Let ships pass between two of your fleets in one place: all see which two, only you what passes
#[poise::command(slash_command)]
async fn transfer(
    ctx: Context<'_>,
    #[description = "What passes: 3 heavy 2 light, or 5 where your strongbox does not tell them apart"]
    #[max_length = 100]
    what: String,
    #[description = "The fleet that gives, as in your strongbox"]
    #[autocomplete = "giving"]
    #[max_length = 40]
    from: String,
    #[description = "The fleet that takes, in the same place"]
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
        passed(&house, &asked, &id, &Typed { what, from, into, power })
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
    /// The fleet that gives, with its power in brackets where that is said so.
    pub from: String,
    /// The fleet that takes, likewise.
    pub into: String,
    /// Whose they are.
    pub power: Option<String>,
}

/// Orders what was typed.
///
/// # Errors
/// A message for who asked, where it cannot be read; nothing is ordered then.
pub async fn passed(house: &House, asked: &Asked, campaign: &str, typed: &Typed) -> Result<Message, Message> {
    let own = own(house, asked, campaign).await?;
    let (from, power) = own.named(&typed.from, typed.power.as_deref()).map_err(Message::refusal)?;
    let (into, _) = own.named(&typed.into, Some(power.key())).map_err(Message::refusal)?;
    let passes = ships(&typed.what)?;
    let gives = in_the_box(house, asked, campaign, power, &from).await?;
    let takes = in_the_box(house, asked, campaign, power, &into).await?;
    let order = Order::Ships { power, from, into, secret: Some(Passing { passes, gives, takes }) };
    let verb = serde_json::to_value(order).map(Verb::Game);
    let verb = verb.map_err(|_| Message::refusal(said!("That order could not be written.")))?;
    Ok(told(house.order(campaign, &asked.asker, verb).await))
}

/// Ships as they are typed; a bare number is ships that are not told apart.
fn ships(what: &str) -> Result<Ships, Message> {
    // As a line of the roster has them, whose name is not said here.
    let line = what.replace([';', '\n'], ",");
    match roster::read(&format!("X (fleet): {line}")).ok().as_deref() {
        Some([Item::Fleet { ships, types, .. }]) if types.is_empty() => {
            Ok(Ships::from([(SHIPS.to_owned(), *ships)]))
        }
        Some([Item::Fleet { types, .. }]) => Ok(types.clone()),
        _ => Err(Message::refusal(said!(
            "\"{}\" is no list of ships. Write, for example: 3 heavy, 2 light; or 5 where they are not told apart.",
            quoted(what)
        ))),
    }
}

/// What is in a fleet by the strongbox of who asks.
async fn in_the_box(
    house: &House,
    asked: &Asked,
    campaign: &str,
    power: Power,
    name: &str,
) -> Result<Ships, Message> {
    let seen = look(house, asked, campaign, |scene| inside(scene.own.strongbox.as_ref()?, power, name));
    seen.await?.ok_or_else(|| {
        Message::refusal(said!(
            "Your strongbox does not say what is in \"{}\". /strongbox keep says it.",
            quoted(name)
        ))
    })
}

/// One's own fleets that can give.
async fn giving(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| fleets(scene, None)).await
}

/// One's own fleets that stand with the one that gives.
async fn taking(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let from = typed_so_far(ctx, "from");
    suggest(ctx, typed, |scene| fleets(scene, from.as_deref())).await
}

/// One's own fleets on the map; those that stand with another of that name, where one is named.
fn fleets(scene: &Scene<'_>, beside: Option<&str>) -> Vec<(String, String)> {
    let Some((seat, position)) = scene.own.seat().zip(position(&scene.own)) else { return Vec::new() };
    let mut names = Vec::new();
    for power in position.choice.powers_of(seat) {
        let counters = position.counters_of(power);
        let all = || counters.iter().filter(|(_, counter)| counter.piece == Piece::Fleet);
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
