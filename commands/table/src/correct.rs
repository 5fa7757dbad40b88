//! `/correct value|forward|roll|step|list`: what was recorded wrongly, and going back to the start of the open step.

use crate::asked::{Answer, At, at_campaign};
use crate::board::{Meant, known_values, meant, names_in, number_in};
use crate::custom_id::CustomId;
use crate::forward::forward;
use crate::message::{Form, Input, Message};
use crate::present::{set_back as asked_back, values};
use crate::rooms::Room;
use crate::words::suggest;
use crate::words::{campaigns, line};
use crate::{Context, Error, say};
use poise::serenity_prelude as serenity;
use table::said;
use table::values::LONGEST_REASON;
use table::{Act, Verb};

/// What its buttons and forms do.
pub(crate) const STEP: Room = Room {
    subject: "step",
    pressed: |press, _| Box::pin(step_pressed(press.at(), press.prompt, press.what)),
    opens: |press| Box::pin(step_pressed(press.at(), press.prompt, "form")),
    sent: |press, field| {
        Box::pin(async move {
            match press.what {
                "reason" => Some(set_back(press.at(), &field("reason")).await.into()),
                _ => None,
            }
        })
    },
    ..Room::EMPTY
};

/// What its buttons and forms do.
pub(crate) const CORRECT: Room = Room {
    subject: "correct",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.prompt, press.what, chosen.first())),
    opens: |press| Box::pin(async move { Some(form(press.at(), Default::default()).await.into()) }),
    sent: |press, field| {
        Box::pin(async move {
            match press.what {
                "value" => {
                    let typed = [field("what"), field("value"), field("reason")];
                    let [what, value, reason] = &typed;
                    Some(proposed(press.at(), [what, value, reason]).await.into())
                }
                _ => None,
            }
        })
    },
    ..Room::EMPTY
};

/// Correct what was recorded wrongly
#[poise::command(slash_command, subcommands("value", "forward", "roll", "step", "list"), rename = "correct")]
pub(crate) async fn correct(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Propose another value, with a reason; the others agree, or vote on it
#[poise::command(slash_command)]
async fn value(
    ctx: Context<'_>,
    #[description = "Which value, as in: Austria, VP; a form asks if you leave anything out"]
    #[autocomplete = "known_values"]
    #[max_length = 100]
    what: Option<String>,
    #[description = "What it should be: 12, or +3 and −3 for a difference"]
    #[max_length = 20]
    value: Option<String>,
    #[description = "Why; everybody reads it"]
    #[max_length = 500]
    reason: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let [what, value, reason] = [what, value, reason].map(Option::unwrap_or_default);
        let (what, value) = apart(what, value);
        let typed = [what, value, reason];
        if typed.iter().any(|text| text.trim().is_empty()) {
            return Answer::from(form(at, typed).await);
        }
        let [what, value, reason] = &typed;
        let message = proposed(at, [what, value, reason]).await;
        let typed = [("what", what.as_str()), ("value", value), ("reason", reason)];
        at.or_again(message, (0, "correct/value"), &typed).await.into()
    })
    .await
}

/// A value and what it should be, where both were typed as one: "Franks 12 gold".
fn apart(what: String, value: String) -> (String, String) {
    // A key of a value is none that somebody typed so.
    let is_one = value.trim().is_empty() && !what.contains('/');
    number_in(&what).filter(|_| is_one).unwrap_or((what, value))
}

/// The form of a correction, out of the value, what it should be, and why; of a value that is known it shows what it is now.
pub(crate) async fn form(at: At<'_>, [what, value, reason]: [String; 3]) -> Result<Form, Message> {
    let seen = at.show(|scene| {
        if scene.own.seat().is_none() {
            return Err(said!("You have no seat in this campaign, so you cannot propose a correction."));
        }
        let Some(first) = scene.public.values.first() else { return Err(values::none(scene)) };
        let known = scene.value(&what);
        let name = known.map_or_else(|| what.clone(), values::name);
        let now = known.map(|value| values::bare_amount(value, value.now)).unwrap_or_default();
        Ok((name, now, values::name(first)))
    });
    let (name, now, like) = seen.await?;
    let value = if value.is_empty() { now } else { value };
    Ok(Form {
        title: say!("Correct a value"),
        custom_id: CustomId::of(at.campaign, 0, "correct/value"),
        inputs: vec![
            Input { value: name, placeholder: like, ..line("what", say!("Which value"), 100) },
            Input { value, placeholder: say!("12, or +3"), ..line("value", say!("What it should be"), 20) },
            Input {
                long: true,
                value: reason,
                ..line("reason", say!("Why; everybody reads it"), LONGEST_REASON as u16)
            },
        ],
    })
}

/// Proposes a correction out of three texts: value, amount, reason.
pub(crate) async fn proposed(at: At<'_>, typed: [&str; 3]) -> Result<Message, Message> {
    let [what, value, reason] = typed;
    let read = at.show(|scene| {
        let values = &scene.public.values;
        if values.is_empty() {
            return Err(values::none(scene));
        }
        if value.trim().is_empty() {
            return Err(said!(
                "It is not said what the value should be: write a number, as 12, or +3 and −3 for a difference."
            ));
        }
        meant(values, &names_in(scene), what, value)
    });
    let Meant { key, value, .. } = read.await?;
    if reason.trim().is_empty() {
        return Err(said!("A correction needs a reason.").into());
    }
    let text = at.text(reason)?;
    Ok(at.order(Verb::Act { act: Act::Correct { key, value }, text: Some(text) }).await)
}

/// The rolls that may still be declared void.
async fn voidable(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        scene.public.voidable.iter().rev().map(|roll| (say!("Roll {}", roll.id), roll.id.clone())).collect()
    })
    .await
}

/// For the umpire: declare a free roll void, with a reason; it is rolled again
#[poise::command(slash_command)]
async fn roll(
    ctx: Context<'_>,
    #[description = "The roll's number, as its post shows it: 1.3"]
    #[autocomplete = "voidable"]
    #[max_length = 20]
    roll: String,
    #[description = "Why; everybody reads it"]
    #[max_length = 500]
    reason: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let act = Act::Void { id: roll.trim().to_owned() };
        crate::turn::with_reason(asking.at(), act, &reason).await
    })
    .await
}

/// Ask to go back to the start of the open step, with a reason; every power must agree
#[poise::command(slash_command)]
async fn step(
    ctx: Context<'_>,
    #[description = "Why; everybody reads it; a form asks if you leave it out"]
    #[max_length = 500]
    reason: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        match reason.filter(|reason| !reason.trim().is_empty()) {
            Some(reason) => Answer::from(set_back(at, &reason).await),
            None => step_form(at).await.into(),
        }
    })
    .await
}

/// Asks to go back to the start of the open step.
pub(crate) async fn set_back(at: At<'_>, reason: &str) -> Result<Message, Message> {
    let text = at.text(reason)?;
    if reason.trim().is_empty() {
        return Err(said!("Setting a step back needs a reason.").into());
    }
    Ok(at.order(Verb::Act { act: Act::SetBack, text: Some(text) }).await)
}

/// The form that asks for the reason, or the refusal that sending it would meet.
async fn step_form(at: At<'_>) -> Result<Form, Message> {
    at.would_take(Verb::Act { act: Act::SetBack, text: Some(at.text("?")?) }).await?;
    Ok(Form {
        title: say!("Back to the start of the step"),
        custom_id: CustomId::of(at.campaign, 0, "step/reason"),
        inputs: vec![Input {
            long: true,
            ..line("reason", say!("Why; everybody reads it"), LONGEST_REASON as u16)
        }],
    })
}

/// A button of going back. `None` for one that is not known.
pub(crate) async fn step_pressed(at: At<'_>, ask: u64, what: &str) -> Option<Answer> {
    let agree = match what {
        "agree" => true,
        "decline" => false,
        "form" => return Some(step_form(at).await.into()),
        "show" => {
            let seen = at.look(|scene| match &scene.public.set_back {
                Some(open) => asked_back::card(scene, open),
                None => Message::refusal(said!(
                    "Going back is not asked any more: it was done or declined, or dice, an opened secret or a new step came between."
                )),
            });
            return Some(seen.await.into());
        }
        _ => return None,
    };
    let verb = Verb::Act { act: Act::AnswerSetBack { ask, agree }, text: None };
    Some(at.order(verb).await.into())
}

/// The corrections that are open
#[poise::command(slash_command)]
async fn list(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asking.at().look(values::corrections).await }).await
}

/// A button or select of corrections. `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, correction: u64, what: &str, chosen: Option<&str>) -> Option<Answer> {
    let act = match what {
        "agree" => Act::Agree { correction },
        "object" => Act::Object { correction },
        "hold" => Act::Settle { correction, holds: true },
        "reject" => Act::Settle { correction, holds: false },
        "show" => {
            let seen = at.look(|scene| match scene.public.corrections.get(&correction) {
                Some(open) => values::card(scene, correction, open),
                None => Message::refusal(said!("That correction is settled.")),
            });
            return Some(seen.await.into());
        }
        "list" => {
            return Some(at.look(values::corrections).await.into());
        }
        // One of the values that were told together.
        "which" => {
            return Some(match chosen {
                Some(key) => form(at, [key.to_owned(), String::new(), String::new()]).await.into(),
                None => at.look(values::which).await.into(),
            });
        }
        _ => {
            let key = what.strip_prefix("form")?.trim_start_matches('/').to_owned();
            return Some(form(at, [key, String::new(), String::new()]).await.into());
        }
    };
    Some(at.with_desk(at.order(Verb::Act { act, text: None }).await).await.into())
}
