//! `/correct value|forward|roll|step|list`: what was recorded wrongly, and going back to the start of the open step.

use crate::asked::{Answer, Asked, in_campaign, told};
use crate::board::{Meant, known_values, meant, names_in, number_in};
use crate::custom_id::CustomId;
use crate::forward::forward;
use crate::house::House;
use crate::message::{Form, Input, Message};
use crate::present::{set_back as asked_back, values};
use crate::rooms::{Press, Room};
use crate::words::campaigns;
use crate::words::{line, look, refusal, suggest, text};
use crate::{Context, Error, again, desk, say};
use poise::serenity_prelude as serenity;
use table::said;
use table::values::LONGEST_REASON;
use table::{Act, Verb};

/// What its buttons and forms do.
pub(crate) const STEP: Room = Room {
    subject: "step",
    pressed: |press, _| {
        Box::pin(async move {
            let Press { house, asked, campaign, prompt, what } = press;
            step_pressed(house, asked, campaign, prompt, what).await
        })
    },
    opens: |press| {
        Box::pin(async move {
            let Press { house, asked, campaign, prompt, .. } = press;
            step_pressed(house, asked, campaign, prompt, "form").await
        })
    },
    sent: |press, field| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            match what {
                "reason" => Some(set_back(house, asked, campaign, &field("reason")).await),
                _ => None,
            }
        })
    },
    ..Room::EMPTY
};

/// What its buttons and forms do.
pub(crate) const CORRECT: Room = Room {
    subject: "correct",
    pressed: |press, chosen| {
        Box::pin(async move {
            let Press { house, asked, campaign, prompt, what } = press;
            pressed(house, asked, campaign, prompt, what, chosen.first()).await
        })
    },
    opens: |press| {
        Box::pin(async move {
            let Press { house, asked, campaign, .. } = press;
            Some(form(house, asked, campaign, Default::default()).await)
        })
    },
    sent: |press, field| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            match what {
                "value" => {
                    let typed = [field("what"), field("value"), field("reason")];
                    let [what, value, reason] = &typed;
                    Some(proposed(house, asked, campaign, [what, value, reason]).await)
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

/// Propose another value, with a reason; it holds in 24 hours unless somebody objects
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let [what, value, reason] = [what, value, reason].map(Option::unwrap_or_default);
        let (what, value) = apart(what, value);
        let typed = [what, value, reason];
        if typed.iter().any(|text| text.trim().is_empty()) {
            return form(&house, &asked, &id, typed).await;
        }
        let [what, value, reason] = &typed;
        let message = proposed(&house, &asked, &id, [what, value, reason]).await;
        let typed = [("what", what.as_str()), ("value", value), ("reason", reason)];
        again::of_command(&house, &asked, message, (&id, 0, "correct/value"), &typed).await.into()
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
pub(crate) async fn form(
    house: &House,
    asked: &Asked,
    campaign: &str,
    [what, value, reason]: [String; 3],
) -> Answer {
    let seen = look(house, asked, campaign, |scene| {
        let known = scene.value(&what);
        let name = known.map_or_else(|| what.clone(), values::name);
        let now = known.map(|value| values::bare_amount(value, value.now)).unwrap_or_default();
        let none = scene.public.values.is_empty().then(|| values::none(scene));
        let like = scene.public.values.first().map(values::name).unwrap_or_default();
        (scene.own.seat().is_some(), none, (name, now, like))
    });
    let (name, now, like) = match seen.await {
        Err(sentence) => return sentence.into(),
        Ok((false, ..)) => {
            return Message::refusal(said!(
                "You have no seat in this campaign, so you cannot propose a correction."
            ))
            .into();
        }
        Ok((_, Some(none), _)) => return Message::refusal(none).into(),
        Ok((true, None, name)) => name,
    };
    let value = if value.is_empty() { now } else { value };
    Answer::Form(Form {
        title: say!("Correct a value"),
        custom_id: CustomId::of(campaign, 0, "correct/value"),
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
pub(crate) async fn proposed(house: &House, asked: &Asked, campaign: &str, typed: [&str; 3]) -> Message {
    let [what, value, reason] = typed;
    let read = look(house, asked, campaign, |scene| {
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
    let read = read.await;
    match read {
        Err(sentence) => sentence,
        Ok(Err(why)) => Message::refusal(why),
        Ok(Ok(Meant { key, value, .. })) if !reason.trim().is_empty() => match text(house, reason) {
            Err(sentence) => sentence,
            Ok(text) => {
                let verb = Verb::Act { act: Act::Correct { key, value }, text: Some(text) };
                told(house.order(campaign, &asked.asker, verb).await)
            }
        },
        Ok(Ok(_)) => Message::refusal(said!("A correction needs a reason.")),
    }
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        match text(&house, &reason) {
            Err(sentence) => sentence.into(),
            Ok(text) => {
                let verb = Verb::Act { act: Act::Void { id: roll.trim().to_owned() }, text: Some(text) };
                told(house.order(&id, &asked.asker, verb).await).into()
            }
        }
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        match reason.filter(|reason| !reason.trim().is_empty()) {
            Some(reason) => set_back(&house, &asked, &id, &reason).await.into(),
            None => step_form(&house, &asked, &id).await,
        }
    })
    .await
}

/// Asks to go back to the start of the open step.
pub(crate) async fn set_back(house: &House, asked: &Asked, campaign: &str, reason: &str) -> Message {
    match text(house, reason) {
        Err(sentence) => sentence,
        Ok(_) if reason.trim().is_empty() => Message::refusal(said!("Setting a step back needs a reason.")),
        Ok(text) => {
            let verb = Verb::Act { act: Act::SetBack, text: Some(text) };
            told(house.order(campaign, &asked.asker, verb).await)
        }
    }
}

/// The form that asks for the reason, or the refusal that sending it would meet.
async fn step_form(house: &House, asked: &Asked, campaign: &str) -> Answer {
    match text(house, "?") {
        Err(sentence) => return sentence.into(),
        Ok(text) => {
            let verb = Verb::Act { act: Act::SetBack, text: Some(text) };
            if let Some(refused) = refusal(house, asked, campaign, verb).await {
                return refused.into();
            }
        }
    }
    Answer::Form(Form {
        title: say!("Back to the start of the step"),
        custom_id: CustomId::of(campaign, 0, "step/reason"),
        inputs: vec![Input {
            long: true,
            ..line("reason", say!("Why; everybody reads it"), LONGEST_REASON as u16)
        }],
    })
}

/// A button of going back. `None` for one that is not known.
pub(crate) async fn step_pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    ask: u64,
    what: &str,
) -> Option<Answer> {
    let agree = match what {
        "agree" => true,
        "decline" => false,
        "form" => return Some(step_form(house, asked, campaign).await),
        "show" => {
            let seen = look(house, asked, campaign, |scene| match &scene.public.set_back {
                Some(open) => asked_back::card(scene, open),
                None => Message::refusal(said!(
                    "Going back is not asked any more: it was done or declined, or dice, an opened secret or a new step came between."
                )),
            });
            return Some(seen.await.unwrap_or_else(|sentence| sentence).into());
        }
        _ => return None,
    };
    let verb = Verb::Act { act: Act::AnswerSetBack { ask, agree }, text: None };
    Some(told(house.order(campaign, &asked.asker, verb).await).into())
}

/// The corrections that are open
#[poise::command(slash_command)]
async fn list(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        look(&house, &asked, &id, values::corrections).await.unwrap_or_else(|sentence| sentence).into()
    })
    .await
}

/// A button or select of corrections. `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    correction: u64,
    what: &str,
    chosen: Option<&str>,
) -> Option<Answer> {
    let act = match what {
        "agree" => Act::Agree { correction },
        "object" => Act::Object { correction },
        "hold" => Act::Settle { correction, holds: true },
        "reject" => Act::Settle { correction, holds: false },
        "show" => {
            let seen =
                look(house, asked, campaign, |scene| match scene.public.corrections.get(&correction) {
                    Some(open) => values::card(scene, correction, open),
                    None => Message::refusal(said!("That correction is settled.")),
                });
            return Some(seen.await.unwrap_or_else(|sentence| sentence).into());
        }
        "list" => {
            return Some(
                look(house, asked, campaign, values::corrections).await.unwrap_or_else(|s| s).into(),
            );
        }
        // One of the values that were told together.
        "which" => match chosen {
            Some(key) => {
                return Some(
                    form(house, asked, campaign, [key.to_owned(), String::new(), String::new()]).await,
                );
            }
            None => {
                return Some(look(house, asked, campaign, values::which).await.unwrap_or_else(|s| s).into());
            }
        },
        _ => {
            let key = what.strip_prefix("form")?.trim_start_matches('/').to_owned();
            return Some(form(house, asked, campaign, [key, String::new(), String::new()]).await);
        }
    };
    let message = told(house.order(campaign, &asked.asker, Verb::Act { act, text: None }).await);
    Some(desk::after(house, asked, campaign, message).await.into())
}
