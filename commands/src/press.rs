//! Buttons and forms. Who presses comes from the interaction alone; what is allowed, from the engine. They work after a restart, because
//! everything they need stands in their id.

use crate::asked::{Answer, Asked, Fate, told};
use crate::custom_id::CustomId;
use crate::house::House;
use crate::message::Message;
use crate::{
    bid, board, campaign, correct, desk, dice, envelope, help, rules, say, seat, strongbox, turn, typed, vote,
};
use engine::said;
use engine::table::Verb;
use serenity::http::Http;
use serenity::model::application::{
    ActionRowComponent, ComponentInteraction, ComponentInteractionDataKind, ModalInteraction,
};

/// A button was pressed.
pub async fn pressed(house: &House, http: &Http, interaction: &ComponentInteraction) {
    let _at_work = house.at_work();
    let mut asked = Asked::component(interaction);
    let id = CustomId::read(&interaction.data.custom_id);
    asked.asker.acting = id.as_ref().and_then(|id| id.acting.clone());
    let mut read = None;
    let chosen = match &interaction.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
        ComponentInteractionDataKind::UserSelect { values } => values.first().map(ToString::to_string),
        _ => None,
    };
    let work = house.or_as_before(&asked, Box::pin(answer_press(house, &asked, id, chosen, &mut read)));
    let fate = asked.answer_with(http, work).await;
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

async fn answer_press(
    house: &House,
    asked: &Asked,
    id: Option<CustomId>,
    chosen: Option<String>,
    read: &mut Option<i64>,
) -> Answer {
    let Some(id) = id else { return unknown().into() };
    if let Some(topic) = id.verb.strip_prefix("help/") {
        return help::topic(topic).into();
    }
    if let Some(rule) = id.verb.strip_prefix("rule/") {
        return rules::opened(house, id.campaign.as_deref(), rule).await.into();
    }
    let Some(campaign) = &id.campaign else {
        return match id.verb.as_str() {
            "forget" => campaign::forget(house, asked).await.into(),
            _ => unknown().into(),
        };
    };
    match id.verb.as_str() {
        "join" => campaign::join_form(house, asked, campaign).await,
        "start" => told(house.order(campaign, &asked.asker, Verb::Start).await).into(),
        "status" => campaign::shown_status(house, asked, campaign).await.into(),
        "desk" => desk::shown(house, asked, campaign).await.into(),
        "dispatches" => desk::dispatches(house, asked, campaign, read).await.into(),
        "undo" => told(house.order(campaign, &asked.asker, Verb::Undo).await).into(),
        "bid" => bid::form(house, asked, campaign, Some(id.prompt)).await,
        "final" | "open" => on_envelope(house, asked, campaign, &id).await.into(),
        "why" => why(house, campaign, id.prompt).await.into(),
        verb if verb == "box" || verb.starts_with("box/") => {
            strongbox::pressed(house, asked, campaign, &id).await
        }
        "release" => release(house, asked, campaign).await.into(),
        _ => by_subject(house, asked, campaign, &id, chosen.as_deref()).await,
    }
}

/// Buttons and selects whose verb begins with their subject: `vote/…`, `turn/…`.
async fn by_subject(
    house: &House,
    asked: &Asked,
    campaign: &str,
    id: &CustomId,
    chosen: Option<&str>,
) -> Answer {
    let (subject, what) = id.verb.split_once('/').unwrap_or((&id.verb, ""));
    let answer = match subject {
        "turn" => turn::pressed(house, asked, campaign, id.prompt, what).await,
        "seat" => Box::pin(seat::pressed(house, asked, campaign, what)).await,
        "vote" => Box::pin(vote::pressed(house, asked, campaign, id.prompt, what, chosen)).await,
        "board" => Box::pin(board::pressed(house, asked, campaign, what)).await,
        "correct" => Box::pin(correct::pressed(house, asked, campaign, id.prompt, what)).await,
        "step" => Box::pin(correct::step_pressed(house, asked, campaign, id.prompt, what)).await,
        "typed" => Box::pin(typed::pressed(house, asked, campaign, id.prompt, what)).await,
        "envelope" => Box::pin(envelope::pressed(house, asked, campaign, id.prompt, what, chosen)).await,
        _ => None,
    };
    answer.unwrap_or_else(|| unknown().into())
}

/// *Final* and its withdrawal, on the round that the button was of.
async fn on_envelope(house: &House, asked: &Asked, campaign: &str, id: &CustomId) -> Message {
    let round = match house.campaign(campaign).await {
        Err(why) => return told(crate::house::Outcome::Failed(why)),
        Ok(live) => {
            let live = live.lock().await;
            let view = live.campaign.public_view();
            view.rounds.into_iter().find(|round| round.line == id.prompt).map(|round| round.round)
        }
    };
    match round {
        None => bid::old_card(),
        Some(round) => {
            let verb = if id.verb == "final" { Verb::Final { round } } else { Verb::Open { round } };
            told(house.order(campaign, &asked.asker, verb).await)
        }
    }
}

/// The rules behind a result: every one that the record names from a line to the next order, with what it says.
async fn why(house: &House, campaign: &str, line: u64) -> Message {
    match house.entries(campaign).await {
        Ok(entries) => crate::present::rules::behind(&entries, line),
        Err(why) => told(crate::house::Outcome::Failed(why)),
    }
}

/// The host lets go what a restore held back.
async fn release(house: &House, asked: &Asked, campaign: &str) -> Message {
    let by = match house.campaign(campaign).await {
        Err(why) => return told(crate::house::Outcome::Failed(why)),
        Ok(live) => live.lock().await.by(asked.asker.user),
    };
    if by != engine::table::HOST {
        return Message::refusal(said!(
            "Only the host, who founded the campaign, releases what was held back."
        ));
    }
    match house.store.release_held(campaign).await {
        Err(e) => told(crate::house::Outcome::Failed(e.to_string())),
        Ok(count) => {
            house.outbox.notify_one();
            Message::text(say!(
                "{} released. One that had gone out before the backup was made is not posted twice.",
                crate::present::names::count(count, "message is", "messages are")
            ))
        }
    }
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
    let id = CustomId::read(&interaction.data.custom_id);
    asked.asker.acting = id.as_ref().and_then(|id| id.acting.clone());
    let field = |name: &str| {
        let rows = interaction.data.components.iter().flat_map(|row| &row.components);
        let mut inputs = rows.filter_map(|component| match component {
            ActionRowComponent::InputText(input) if input.custom_id == name => input.value.clone(),
            _ => None,
        });
        inputs.next().unwrap_or_default()
    };
    let work = async {
        let Some(id) = id else { return unknown().into() };
        let Some(campaign) = &id.campaign else {
            return if id.verb.starts_with("found/") {
                campaign::founding_sent(house, &asked, &id.verb, field).await.into()
            } else {
                unknown().into()
            };
        };
        let message = match id.verb.as_str() {
            "join" => campaign::joined(house, &asked, campaign, &field("word")).await,
            "word" => dice::laid_down(house, &asked, campaign, &field("word")).await,
            "bid" => {
                let texts = [field("bids"), field("preference"), field("word")];
                let [bids, preference, word] = &texts;
                bid::sealed(house, &asked, campaign, Some(id.prompt), [bids, preference, word]).await
            }
            "vote/ask" | "vote/ask/anew" => {
                let given = vote::Question {
                    question: field("question"),
                    answers: field("answers"),
                    rule: field("rule"),
                    provisional: field("provisional"),
                };
                vote::asks(house, &asked, campaign, id.prompt, id.verb.ends_with("anew"), &given).await
            }
            "board/tell" => board::tells(house, &asked, campaign, [&field("what"), ""]).await,
            "correct/value" => {
                let typed = [field("what"), field("value"), field("reason")];
                let [what, value, reason] = &typed;
                correct::proposed(house, &asked, campaign, [what, value, reason]).await
            }
            "step/reason" => correct::set_back(house, &asked, campaign, &field("reason")).await,
            "typed/values" => typed::types(house, &asked, campaign, &field("what")).await,
            "envelope/open" => {
                let typed = [field("about"), field("with"), field("what")];
                let [about, with, what] = &typed;
                envelope::sent(house, &asked, campaign, [about, with, what]).await
            }
            "envelope/seal" => {
                envelope::sealed(house, &asked, campaign, Some(id.prompt), &field("what")).await
            }
            "auction" => {
                let typed = [field("power"), field("bid"), field("word")];
                let [power, bid, word] = &typed;
                bid::auctioned(house, &asked, campaign, id.prompt, [power, bid, word]).await
            }
            verb if verb.starts_with("box/") => strongbox::filled(house, &asked, campaign, &id, field).await,
            verb => match verb.split_once('/') {
                Some(("envelope", what)) => {
                    let sent = envelope::written(house, &asked, campaign, what, &field("text")).await;
                    sent.unwrap_or_else(unknown)
                }
                _ => unknown(),
            },
        };
        Answer::from(message)
    };
    asked.answer_or_write(house, http, Box::pin(work)).await;
}
