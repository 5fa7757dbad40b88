//! `/board rifles`: what breech-loading rifles cost a power now, and buying them.

pub mod present;

use crate::rifles::present as shown;
use crate::seen::KEY;
use crate::seen::position;
use eia::land::battle::course::Order;
use eia::powers::Power;
use linkme::distributed_slice;
use table::Verb;
use table::said;
use table_commands::asked::{Answer, At, at_campaign, failed};
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::rooms::{Added, COMMANDS, ROOMS, Room};
use table_commands::words::{campaigns, old_card};
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room =
    Room { subject: "rifles", pressed: |press, _| Box::pin(pressed(press.at(), press.what)), ..Room::EMPTY };

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: Some("board"), made: rifles };

/// Breech-loading rifles: what they cost a power now; a button buys them
#[poise::command(slash_command)]
pub(crate) async fn rifles(
    ctx: Context<'_>,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Whether Prussia has them through its Landtag"] landtag: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let power = power_meant(at, power.as_deref()).await?;
        priced(at, power, landtag.unwrap_or(false)).await
    })
    .await
}

/// The power that is named, or else the first of who asks.
async fn power_meant(at: At<'_>, named: Option<&str>) -> Result<Power, Message> {
    let own = |scene: &Scene<'_>| {
        let seat = scene.own.seat()?;
        position(&scene.own)?.bidders(seat).first().copied()
    };
    Ok(match named {
        Some(name) => crate::names::meant(name).ok_or_else(|| crate::names::no_power(name, &Power::ALL))?,
        None => at.show_or(own, || said!("You have no power yet.")).await?,
    })
}

/// What they cost, with the button that buys them; the refusal where they cannot be bought now.
async fn priced(at: At<'_>, power: Power, landtag: bool) -> Result<Message, Message> {
    let verb = order(power, landtag).ok_or_else(old_card)?;
    let entries = at.house.tried(at.campaign, &at.asked.asker, verb).await.map_err(failed)??;
    at.show_or(|scene| shown::offered(scene, &entries), old_card).await
}

fn order(power: Power, landtag: bool) -> Option<Verb> {
    serde_json::to_value(Order::BuyRifles { power, landtag }).ok().map(Verb::Game)
}

/// The button that buys; `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, what: &str) -> Option<Answer> {
    let (landtag, power) = match what.split_once('/')? {
        ("buy", power) => (false, power),
        ("landtag", power) => (true, power),
        _ => return None,
    };
    let verb = order(Power::by_key(power)?, landtag)?;
    Some(at.with_desk(at.order(verb).await).await.into())
}
