//! Buttons and forms. Who presses comes from the interaction alone; what is allowed, from the engine. They work after a restart, because
//! everything they need stands in their id.

use crate::asked::{APART, Answer, Asked, At, Fate, failed};
use crate::asker::Asker;
use crate::custom_id::CustomId;
use crate::drafts::{AGAIN, Fields};
use crate::house::House;
use crate::message::Message;
use crate::rooms::{self, Chosen, Press};
use crate::taps::Tap;
use crate::words::old_card;
use crate::{again, campaign, desk, help, rules, say};
use serenity::http::Http;
use serenity::model::application::{ActionRowComponent, ComponentInteraction, ModalInteraction};
use table::Verb;
use table::said;

/// A button was pressed.
pub async fn pressed(house: &House, http: &Http, interaction: &ComponentInteraction) {
    let _at_work = house.at_work();
    let mut asked = Asked::component(interaction);
    let id = CustomId::read(&interaction.data.custom_id);
    asked.asker.acting = id.as_ref().and_then(|id| id.acting.clone());
    let mut read = None;
    let chosen = Chosen::of(&interaction.data);
    let tap = Tap {
        message: interaction.message.id.get(),
        id: interaction.data.custom_id.clone(),
        values: chosen.values.clone(),
    };
    let Asker { user, interaction, .. } = asked.asker;
    asked.asker.once = house.taps.number(user, tap, house.now(), interaction);
    let work = Box::pin(answer_press((house, http), &asked, id, &chosen, &mut read));
    let fate = asked.answer_with(house, http, work).await;
    match house.tally.answer(asked.since, fate) {
        Fate::Seen => {
            if let Some(dispatch) = read {
                desk::read(house, dispatch).await;
            }
        }
        // A dispatch is only wiped when it was seen; otherwise it waits on.
        Fate::TooLate { answer, .. } if read.is_none() => {
            crate::speech::speaking(asked.asker.language, house.answer_late(&asked, answer)).await;
        }
        Fate::TooLate { .. } | Fate::Lost { .. } => {}
    }
}

/// What a press comes to, with the way back to the desk.
async fn answer_press(
    (house, http): (&House, &Http),
    asked: &Asked,
    id: Option<CustomId>,
    chosen: &Chosen,
    read: &mut Option<i64>,
) -> Answer {
    let Some(mut id) = id else { return unknown().into() };
    // Where the answer stands is settled already.
    if let Some(verb) = id.verb.strip_suffix(APART) {
        id.verb = verb.to_owned();
    }
    let campaign = id.campaign.clone();
    let again = id.verb.strip_prefix(AGAIN).map(str::to_owned);
    let answer = match again {
        Some(verb) => {
            id.verb = verb;
            let campaign = id.campaign.as_deref().unwrap_or_default();
            let press = Press { house, asked, campaign, prompt: id.prompt, what: "" };
            let mut answer = rooms::opens(&id.verb, press).await.unwrap_or_else(|| unknown().into());
            if let Answer::Form(form) = &mut answer {
                again::fill(house, asked.asker.user, form);
            }
            answer
        }
        None => {
            let of = campaign.as_deref().unwrap_or_default();
            house.naming(of, what_was_pressed((house, http), asked, id, chosen, read)).await
        }
    };
    let Answer::Message(message) = answer else { return answer };
    let message = house.or_as_before(asked, message).await;
    match campaign {
        Some(campaign) => {
            // A button whose time is over is refused with what there is now, in the place of the private message on which it stood.
            let is_bare = message.is_refusal() && message.components.is_empty();
            let at = At { house, asked, campaign: &campaign };
            let message = if is_bare { at.with_desk(message).await } else { message };
            house.with_way_back(asked, &campaign, message).await.into()
        }
        None => message.into(),
    }
}

async fn what_was_pressed(
    (house, http): (&House, &Http),
    asked: &Asked,
    id: CustomId,
    chosen: &Chosen,
    read: &mut Option<i64>,
) -> Answer {
    if let Some(topic) = id.verb.strip_prefix("help/") {
        return help::topic(topic).into();
    }
    if let Some(rule) = id.verb.strip_prefix("rule/") {
        return rules::opened(house, id.campaign.as_deref(), rule).await.into();
    }
    let (subject, what) = rooms::split(&id.verb);
    let room = rooms::of(subject).filter(|room| room.anywhere || id.campaign.is_some());
    let campaign = id.campaign.as_deref().unwrap_or_default();
    if let Some(room) = room {
        let press = Press { house, asked, campaign, prompt: id.prompt, what };
        return room.press(press, chosen).await.unwrap_or_else(|| unknown().into());
    }
    if campaign.is_empty() {
        return match id.verb.as_str() {
            "forget" => campaign::forget(house, asked).await.into(),
            _ => unknown().into(),
        };
    }
    let at = At { house, asked, campaign };
    match id.verb.as_str() {
        "start" => at.order(Verb::Start).await.into(),
        "status" => campaign::shown_status(at).await.into(),
        "desk" => desk::shown(at).await.into(),
        "dispatches" => desk::dispatches(at, read).await.into(),
        "undo" => at.with_desk(at.order(Verb::Undo).await).await.into(),
        "final" | "open" => at.with_desk(on_envelope(at, &id).await).await.into(),
        "why" => why(at, id.prompt).await.into(),
        "close-abandoned" => campaign::closed_abandoned(at, http).await.into(),
        "release" => release(at).await.into(),
        _ => unknown().into(),
    }
}

/// *Final* and its withdrawal, on the round that the button was of.
async fn on_envelope(at: At<'_>, id: &CustomId) -> Result<Message, Message> {
    let view = at.house.campaign(at.campaign).await.map_err(failed)?.lock().await.campaign.public_view();
    let open = view.rounds.iter().find(|round| round.line == id.prompt);
    let round = open.ok_or_else(old_card)?.round.clone();
    Ok(at.order(if id.verb == "final" { Verb::Final { round } } else { Verb::Open { round } }).await)
}

/// The rules behind a result: every one that the record names from a line to the next order, with what it says.
async fn why(at: At<'_>, line: u64) -> Result<Message, Message> {
    let entries = at.house.entries(at.campaign).await.map_err(failed)?;
    Ok(crate::present::rules::behind(&entries, line))
}

/// The host lets go what a restore held back.
async fn release(at: At<'_>) -> Result<Message, Message> {
    let by = at.house.campaign(at.campaign).await.map_err(failed)?.lock().await.by(at.asked.asker.user);
    if by != table::HOST {
        return Err(said!("Only the host, who founded the campaign, releases what was held back.").into());
    }
    let count = at.house.store.release_held(at.campaign).await.map_err(|e| failed(e.to_string()))?;
    at.house.outbox.notify_one();
    Ok(Message::text(say!(
        "{} released. One that had gone out before the backup was made is not posted twice.",
        crate::present::names::count(count, "message is", "messages are")
    )))
}

fn unknown() -> Message {
    Message::refusal(said!(
        "This button is of an earlier version of the program. /desk shows what is asked of you."
    ))
}

/// A form was sent.
pub async fn filled_in(house: &House, http: &Http, interaction: &ModalInteraction) {
    let _at_work = house.at_work();
    let mut asked = Asked::form(interaction);
    house.taps.is_over(asked.asker.user);
    let id = CustomId::read(&interaction.data.custom_id);
    asked.asker.acting = id.as_ref().and_then(|id| id.acting.clone());
    let rows = interaction.data.components.iter().flat_map(|row| &row.components);
    let inputs = rows.filter_map(|component| match component {
        ActionRowComponent::InputText(input) => {
            Some((input.custom_id.clone(), input.value.clone().unwrap_or_default()))
        }
        _ => None,
    });
    let fields: Fields = inputs.collect();
    let work = async {
        let Some(id) = id else { return unknown().into() };
        let of = id.campaign.as_deref().unwrap_or_default();
        let message = house.naming(of, what_was_sent(house, &asked, &id, &fields)).await;
        let message = house.or_as_before(&asked, message).await;
        let message = again::answered(house, &asked, message, &id, fields).await;
        match &id.campaign {
            Some(campaign) => house.with_way_back(&asked, campaign, message).await.into(),
            None => message.into(),
        }
    };
    asked.answer_or_write(house, http, Box::pin(work)).await;
}

/// What a form comes to.
async fn what_was_sent(house: &House, asked: &Asked, id: &CustomId, fields: &Fields) -> Message {
    let field = |name: &str| {
        let found = fields.iter().find(|(own, _)| own == name);
        found.map(|(_, text)| text.clone()).unwrap_or_default()
    };
    let (subject, what) = rooms::split(&id.verb);
    let room = rooms::of(subject).filter(|room| room.anywhere || id.campaign.is_some());
    let campaign = id.campaign.as_deref().unwrap_or_default();
    let press = Press { house, asked, campaign, prompt: id.prompt, what };
    match room {
        Some(room) => room.send(press, &field).await.unwrap_or_else(unknown),
        None => unknown(),
    }
}
