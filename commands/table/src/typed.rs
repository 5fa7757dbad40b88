//! `/campaign table`: the values that are not the printed game's, and the group's own in their place.

use crate::asked::{Answer, At};
use crate::custom_id::CustomId;
use crate::message::{Form, Input, Message};
use crate::present::front::{self, Front};
use crate::present::typed;
use crate::rooms::Room;
use crate::speech;
use crate::words::{line, suggest};
use crate::{Context, say};
use poise::serenity_prelude as serenity;
use std::collections::BTreeMap;
use table::said;
use table::{Act, Stage, Verb};

/// What its buttons and forms do.
pub(crate) const TYPED: Room = Room {
    subject: "typed",
    pressed: |press, _| Box::pin(pressed(press.at(), press.prompt, press.what)),
    opens: |press| Box::pin(pressed(press.at(), press.prompt, "form")),
    sent: |press, field| {
        Box::pin(async move {
            match press.what {
                "values" => Some(types(press.at(), &field("what")).await.into()),
                _ => None,
            }
        })
    },
    ..Room::EMPTY
};

/// The values by name, as they stand.
pub(crate) async fn known(ctx: Context<'_>, written: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, written, |scene| {
        let all = typed::unprinted(scene).into_iter();
        all.map(|value| {
            let now = value.written.show(value.now, speech::decimal());
            (format!("{} · {now}", speech::said(&value.name)), value.key)
        })
        .collect()
    })
    .await
}

/// The list, or a proposal out of a value and what it should be.
pub(crate) async fn table(
    at: At<'_>,
    what: Option<String>,
    value: Option<String>,
) -> Result<Message, Message> {
    match (what, value) {
        (None, None) => at.look(typed::table).await,
        (Some(what), value) => {
            let value = value.unwrap_or_default();
            // What the list offers is a key.
            let key = what.trim().to_owned();
            let chosen = at.look(|scene| {
                front::of(&scene.public)?.typed()?.chosen(&typed::unprinted(scene), &key, &value)
            });
            match chosen.await?.transpose()? {
                None => types(at, &format!("{what} {value}")).await,
                Some(value) => Ok(proposed(at, BTreeMap::from([(key, value)])).await),
            }
        }
        (None, Some(_)) => Err(said!("Say which value it is, as in: Austria, goal.").into()),
    }
}

/// The form that asks for values, a line each.
async fn form(at: At<'_>) -> Result<Form, Message> {
    let placeholder = at.show(|scene| {
        if !scene.own.seat().is_some_and(|seat| scene.public.voters().contains(seat)) {
            return Err(said!("You have no seat in this campaign, so you cannot type its values."));
        }
        if scene.public.stage != Stage::Playing {
            return Err(said!(
                "Values of the group's own are typed once play has begun. Before that the host types goals and the highest bid at the founding."
            ));
        }
        Ok(front::of(&scene.public).and_then(Front::typed).map(|typed| typed.example()).unwrap_or_default())
    });
    Ok(Form {
        title: say!("Values of the printed game"),
        custom_id: CustomId::of(at.campaign, 0, "typed/values"),
        inputs: vec![Input {
            long: true,
            placeholder: placeholder.await?,
            ..line("what", say!("As they are printed, a line each"), 2_000)
        }],
    })
}

/// Proposes values out of what was typed, a line each.
pub(crate) async fn types(at: At<'_>, text: &str) -> Result<Message, Message> {
    let read = at.show(|scene| match front::of(&scene.public).and_then(Front::typed) {
        Some(typed) => typed.read(&typed::unprinted(scene), text),
        None => {
            Err(said!("Everything of this game is as it is printed, or told: there is no value to type."))
        }
    });
    Ok(proposed(at, read.await?).await)
}

async fn proposed(at: At<'_>, values: BTreeMap<String, i64>) -> Message {
    at.order(Verb::Act { act: Act::TypeValues { values }, text: None }).await
}

/// A button of typed values. `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, proposal: u64, what: &str) -> Option<Answer> {
    let act = match what {
        "confirm" => Act::ConfirmValues { proposal },
        "withdraw" => Act::WithdrawValues { proposal },
        "form" => return Some(form(at).await.into()),
        "list" => return Some(at.look(typed::table).await.into()),
        "show" => {
            let seen = at.look(|scene| match scene.public.proposals.get(&proposal) {
                Some(open) => typed::card(scene, proposal, open),
                None => Message::refusal(said!(
                    "These values are not proposed any more: they hold, were withdrawn, or others took their place. /campaign table shows how they stand."
                )),
            });
            return Some(seen.await.into());
        }
        // A chart of the game's.
        what => {
            let seen = at.look(|scene| front::of(&scene.public)?.typed()?.shown(scene, what));
            return seen.await.transpose().map(Answer::from);
        }
    };
    Some(at.order(Verb::Act { act, text: None }).await.into())
}
