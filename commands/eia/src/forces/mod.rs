//! `/campaign forces`: the order of battle of the campaign's scenario. Only who asks sees it.

pub mod present;

use crate::bid::present as choice;
use crate::forces::present::{About, card, counters_of};
use crate::names;
use crate::seen::KEY;
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use table::Said;
use table::said;
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::names::{list, quoted};
use table_commands::rooms::{Added, COMMANDS, Chosen, ROOMS, Room};
use table_commands::words::campaigns;
use table_commands::words::suggest;
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "forces",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.what, chosen)),
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: Some("campaign"), made: forces };

/// What a power begins with: status, treasury, corps, fleets, leaders, depots, and what units cost
#[poise::command(slash_command)]
pub(crate) async fn forces(
    ctx: Context<'_>,
    #[description = "Which power; your own if you leave it out"]
    #[autocomplete = "powers"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { shown(asking.at(), power.as_deref()).await }).await
}

/// The powers of the campaign that is meant.
async fn powers(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let all = choice::powers(&scene.public).into_iter();
        all.map(|power| (crate::names::called(power), power.key().to_owned())).collect()
    })
    .await
}

/// The counters of who types: the corps and fleets of his powers, for whatever is then written of them.
pub(crate) fn counters(scene: &Scene<'_>) -> Vec<(String, String)> {
    let own = scene.own.seat().map(|seat| choice::held_by(&scene.public, seat)).unwrap_or_default();
    own.into_iter().flat_map(|power| counters_of(scene, power)).collect()
}

/// The card of a power that is named, or of the own one.
async fn shown(at: At<'_>, named: Option<&str>) -> Result<Message, Message> {
    at.show(|scene| {
        let powers = choice::powers(&scene.public);
        let about = match named {
            None => About::own(scene),
            Some(name) => match names::meant_among(name, &powers) {
                Some(power) => About::Power(power),
                None if powers.is_empty() => About::Start,
                None => {
                    let known: Vec<String> = powers.iter().map(crate::names::called).collect();
                    return Err(said!(
                        "\"{}\" is no power of this campaign. There are {}.",
                        quoted(name),
                        list(&known)
                    ));
                }
            },
        };
        card(scene, about).ok_or_else(no_order)
    })
    .await
}

fn no_order() -> Said {
    said!("There is no order of battle of this game here.")
}

/// A button or the select of an order of battle; `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Answer> {
    let key = if what == "of" { chosen.first()? } else { what };
    let named = About::read(key);
    if named.is_none() && key != "mine" {
        return None;
    }
    let seen =
        |scene: &Scene<'_>| card(scene, named.unwrap_or_else(|| About::own(scene))).ok_or_else(no_order);
    Some(at.show(seen).await.into())
}
