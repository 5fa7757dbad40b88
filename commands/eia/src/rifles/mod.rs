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
use table_commands::asked::{Answer, Asked, in_campaign, told};
use table_commands::desk;
use table_commands::house::{House, Outcome};
use table_commands::message::Message;
use table_commands::rooms::{Added, COMMANDS, Press, ROOMS, Room};
use table_commands::words::campaigns;
use table_commands::words::look;
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "rifles",
    pressed: |press, _| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            pressed(house, asked, campaign, what).await
        })
    },
    ..Room::EMPTY
};

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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let named = power
            .as_deref()
            .map(|name| crate::names::meant(name).ok_or_else(|| crate::names::no_power(name, &Power::ALL)));
        let own = look(&house, &asked, &id, |scene| {
            let seat = scene.own.seat()?;
            position(&scene.own)?.bidders(seat).first().copied()
        });
        let power = match (named, own.await) {
            (Some(Err(why)), _) => return Message::refusal(why).into(),
            (_, Err(sentence)) => return sentence.into(),
            (Some(Ok(power)), _) | (None, Ok(Some(power))) => power,
            (None, Ok(None)) => return Message::refusal(said!("You have no power yet.")).into(),
        };
        priced(&house, &asked, &id, power, landtag.unwrap_or(false)).await.into()
    })
    .await
}

/// What they cost, with the button that buys them; the refusal where they cannot be bought now.
async fn priced(house: &House, asked: &Asked, campaign: &str, power: Power, landtag: bool) -> Message {
    let Some(verb) = order(power, landtag) else { return table_commands::words::old_card() };
    match house.tried(campaign, &asked.asker, verb).await {
        Err(why) => told(Outcome::Failed(why)),
        Ok(Err(refusal)) => told(Outcome::Refused(refusal)),
        Ok(Ok(entries)) => {
            let offered = look(house, asked, campaign, |scene| shown::offered(scene, &entries)).await;
            offered.unwrap_or_else(Some).unwrap_or_else(table_commands::words::old_card)
        }
    }
}

fn order(power: Power, landtag: bool) -> Option<Verb> {
    serde_json::to_value(Order::BuyRifles { power, landtag }).ok().map(Verb::Game)
}

/// The button that buys; `None` for one that is not known.
pub(crate) async fn pressed(house: &House, asked: &Asked, campaign: &str, what: &str) -> Option<Answer> {
    let (landtag, power) = match what.split_once('/')? {
        ("buy", power) => (false, power),
        ("landtag", power) => (true, power),
        _ => return None,
    };
    let verb = order(Power::by_key(power)?, landtag)?;
    let message = told(house.order(campaign, &asked.asker, verb).await);
    Some(desk::after(house, asked, campaign, message).await.into())
}
