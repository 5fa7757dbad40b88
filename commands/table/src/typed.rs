//! `/campaign table`: the values that are not the printed game's, and the group's own in their place.

use crate::asked::{Answer, Asked, told};
use crate::custom_id::CustomId;
use crate::house::House;
use crate::message::{Form, Input, Message};
use crate::present::front::{self, Front};
use crate::present::typed;
use crate::rooms::{Press, Room};
use crate::speech;
use crate::words::{line, look, suggest};
use crate::{Context, say};
use poise::serenity_prelude as serenity;
use std::collections::BTreeMap;
use table::said;
use table::{Act, Stage, Verb};

/// What its buttons and forms do.
pub(crate) const TYPED: Room = Room {
    subject: "typed",
    pressed: |press, _| {
        Box::pin(async move {
            let Press { house, asked, campaign, prompt, what } = press;
            pressed(house, asked, campaign, prompt, what).await
        })
    },
    opens: |press| {
        Box::pin(async move {
            let Press { house, asked, campaign, prompt, .. } = press;
            pressed(house, asked, campaign, prompt, "form").await
        })
    },
    sent: |press, field| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            match what {
                "values" => Some(types(house, asked, campaign, &field("what")).await),
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
    house: &House,
    asked: &Asked,
    campaign: &str,
    what: Option<String>,
    value: Option<String>,
) -> Answer {
    match (what, value) {
        (None, None) => look(house, asked, campaign, typed::table).await.unwrap_or_else(|s| s).into(),
        (Some(what), value) => {
            let value = value.unwrap_or_default();
            // What the list offers is a key.
            let key = what.trim().to_owned();
            let chosen = look(house, asked, campaign, |scene| {
                front::of(&scene.public)?.typed()?.chosen(&typed::unprinted(scene), &key, &value)
            });
            match chosen.await {
                Err(sentence) => sentence.into(),
                Ok(None) => types(house, asked, campaign, &format!("{what} {value}")).await.into(),
                Ok(Some(Err(why))) => Message::refusal(why).into(),
                Ok(Some(Ok(value))) => {
                    proposed(house, asked, campaign, BTreeMap::from([(key, value)])).await.into()
                }
            }
        }
        (None, Some(_)) => Message::refusal(said!("Say which value it is, as in: Austria, goal.")).into(),
    }
}

/// The form that asks for values, a line each.
async fn form(house: &House, asked: &Asked, campaign: &str) -> Answer {
    let seen = look(house, asked, campaign, |scene| {
        let voter = scene.own.seat().is_some_and(|seat| scene.public.voters().contains(seat));
        let example = front::of(&scene.public).and_then(Front::typed).map(|typed| typed.example());
        (voter, scene.public.stage == Stage::Playing, example.unwrap_or_default())
    });
    match seen.await {
        Err(sentence) => sentence.into(),
        Ok((false, ..)) => Message::refusal(said!("You have no seat in this campaign, so you cannot type its values.")).into(),
        Ok((_, false, _)) => Message::refusal(said!(
            "Values of the group's own are typed once play has begun. Before that the host types goals and the highest bid at the founding."
        ))
        .into(),
        Ok((true, true, placeholder)) => Answer::Form(Form {
            title: say!("Values of the printed game"),
            custom_id: CustomId::of(campaign, 0, "typed/values"),
            inputs: vec![Input {
                long: true,
                placeholder,
                ..line("what", say!("As they are printed, a line each"), 2_000)
            }],
        }),
    }
}

/// Proposes values out of what was typed, a line each.
pub(crate) async fn types(house: &House, asked: &Asked, campaign: &str, text: &str) -> Message {
    let read = look(house, asked, campaign, |scene| match front::of(&scene.public).and_then(Front::typed) {
        Some(typed) => typed.read(&typed::unprinted(scene), text),
        None => {
            Err(said!("Everything of this game is as it is printed, or told: there is no value to type."))
        }
    })
    .await;
    match read {
        Err(sentence) => sentence,
        Ok(Err(why)) => Message::refusal(why),
        Ok(Ok(values)) => proposed(house, asked, campaign, values).await,
    }
}

async fn proposed(house: &House, asked: &Asked, campaign: &str, values: BTreeMap<String, i64>) -> Message {
    let verb = Verb::Act { act: Act::TypeValues { values }, text: None };
    told(house.order(campaign, &asked.asker, verb).await)
}

/// A button of typed values. `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    proposal: u64,
    what: &str,
) -> Option<Answer> {
    let act = match what {
        "confirm" => Act::ConfirmValues { proposal },
        "withdraw" => Act::WithdrawValues { proposal },
        "form" => return Some(form(house, asked, campaign).await),
        "list" => return Some(look(house, asked, campaign, typed::table).await.unwrap_or_else(|s| s).into()),
        "show" => {
            let seen = look(house, asked, campaign, |scene| match scene.public.proposals.get(&proposal) {
                Some(open) => typed::card(scene, proposal, open),
                None => Message::refusal(said!(
                    "These values are not proposed any more: they hold, were withdrawn, or others took their place. /campaign table shows how they stand."
                )),
            });
            return Some(seen.await.unwrap_or_else(|sentence| sentence).into());
        }
        // A chart of the game's.
        what => {
            let seen =
                look(house, asked, campaign, |scene| front::of(&scene.public)?.typed()?.shown(scene, what));
            return match seen.await {
                Ok(shown) => shown.map(Into::into),
                Err(sentence) => Some(sentence.into()),
            };
        }
    };
    Some(told(house.order(campaign, &asked.asker, Verb::Act { act, text: None }).await).into())
}
