//! Buttons and forms. Who presses comes from the interaction alone; what is allowed, from the engine. They work after a restart, because
//! everything they need stands in their id.

use crate::asked::{APART, Answer, Asked, Fate, told};
use crate::custom_id::CustomId;
use crate::drafts::{self, Fields};
use crate::eia::{battle, bid, forces, map, pack, politics, rifles};
use crate::house::{House, Named};
use crate::message::Message;
use crate::turn::named;
use crate::{
    board, campaign, correct, desk, dice, envelope, europa, help, lodged, more, rules, say, seat, strongbox,
    turn, typed, vote,
};
use engine::said;
use engine::table::Verb;
use serenity::http::Http;
use serenity::model::application::{
    ActionRowComponent, ComponentInteraction, ComponentInteractionData, ComponentInteractionDataKind,
    ModalInteraction,
};

/// What was chosen in a select; nothing where a button was pressed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    /// The values.
    pub values: Vec<String>,
    /// The users, where members were chosen.
    pub users: Vec<Named>,
}

impl Chosen {
    fn of(data: &ComponentInteractionData) -> Chosen {
        match &data.kind {
            ComponentInteractionDataKind::StringSelect { values } => {
                Chosen { values: values.clone(), users: Vec::new() }
            }
            ComponentInteractionDataKind::UserSelect { values } => {
                let users = values.iter().filter_map(|id| data.resolved.users.get(id)).map(named).collect();
                Chosen { values: values.iter().map(ToString::to_string).collect(), users }
            }
            _ => Chosen::default(),
        }
    }

    /// The first value.
    pub fn first(&self) -> Option<&str> {
        self.values.first().map(String::as_str)
    }
}

/// A button was pressed.
pub async fn pressed(house: &House, http: &Http, interaction: &ComponentInteraction) {
    let _at_work = house.at_work();
    let mut asked = Asked::component(interaction);
    let id = CustomId::read(&interaction.data.custom_id);
    asked.asker.acting = id.as_ref().and_then(|id| id.acting.clone());
    let mut read = None;
    let chosen = Chosen::of(&interaction.data);
    let work = house.or_as_before(&asked, Box::pin(answer_press(house, &asked, id, &chosen, &mut read)));
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

/// What a press comes to, with the way back to the desk.
async fn answer_press(
    house: &House,
    asked: &Asked,
    id: Option<CustomId>,
    chosen: &Chosen,
    read: &mut Option<i64>,
) -> Answer {
    let Some(mut id) = id else { return unknown().into() };
    let campaign = id.campaign.clone();
    let again = id.verb.strip_prefix(drafts::AGAIN).map(str::to_owned);
    let answer = match again {
        Some(verb) => {
            id.verb = verb;
            let mut answer = opens(house, asked, &id).await;
            if let Answer::Form(form) = &mut answer {
                drafts::fill(house, asked.asker.user, form);
            }
            answer
        }
        None => what_was_pressed(house, asked, id, chosen, read).await,
    };
    match (answer, campaign) {
        (Answer::Message(message), Some(campaign)) => {
            house.with_way_back(asked, &campaign, message).await.into()
        }
        (answer, _) => answer,
    }
}

async fn what_was_pressed(
    house: &House,
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
    if id.verb.starts_with("map/") {
        return map::pressed(house, asked, &id, chosen).await.unwrap_or_else(|| unknown().into());
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
        "desk" | APART => desk::shown(house, asked, campaign).await.into(),
        "dispatches" => desk::dispatches(house, asked, campaign, read).await.into(),
        "undo" => {
            let message = told(house.order(campaign, &asked.asker, Verb::Undo).await);
            desk::after(house, asked, campaign, message).await.into()
        }
        "bid" => bid::form(house, asked, campaign, Some(id.prompt)).await,
        "final" | "open" => {
            let message = on_envelope(house, asked, campaign, &id).await;
            desk::after(house, asked, campaign, message).await.into()
        }
        "why" => why(house, campaign, id.prompt).await.into(),
        verb if verb == "box" || verb.starts_with("box/") => {
            strongbox::pressed(house, asked, campaign, &id).await
        }
        "release" => release(house, asked, campaign).await.into(),
        _ => by_subject(house, asked, campaign, &id, chosen).await,
    }
}

/// Buttons and selects whose verb begins with their subject: `vote/…`, `turn/…`.
async fn by_subject(house: &House, asked: &Asked, campaign: &str, id: &CustomId, chosen: &Chosen) -> Answer {
    let (subject, what) = id.verb.split_once('/').unwrap_or((&id.verb, ""));
    let first = chosen.first();
    let answer = match subject {
        "turn" => turn::pressed(house, asked, campaign, id.prompt, what).await,
        "seat" => Box::pin(seat::pressed(house, asked, campaign, what, chosen)).await,
        "more" => Box::pin(more::pressed(house, asked, campaign, what, chosen)).await,
        "vote" => Box::pin(vote::pressed(house, asked, campaign, id.prompt, what, first)).await,
        "board" => Box::pin(board::pressed(house, asked, campaign, what)).await,
        "rifles" => rifles::pressed(house, asked, campaign, what).await,
        "politics" => politics::pressed(house, asked, campaign, id.prompt, what, chosen).await,
        "battle" => Box::pin(battle::pressed(house, asked, campaign, id.prompt, what, first)).await,
        "lodged" => Box::pin(lodged::pressed(house, asked, campaign, what, chosen)).await,
        "europa" => Box::pin(europa::pressed(house, asked, campaign, id.prompt, what)).await,
        "correct" => Box::pin(correct::pressed(house, asked, campaign, id.prompt, what, first)).await,
        "step" => Box::pin(correct::step_pressed(house, asked, campaign, id.prompt, what)).await,
        "forces" => Box::pin(forces::pressed(house, asked, campaign, what, chosen)).await,
        "typed" => Box::pin(typed::pressed(house, asked, campaign, id.prompt, what)).await,
        "pack" => Box::pin(pack::pressed(house, asked, campaign, id.prompt, what, first)).await,
        "envelope" => Box::pin(envelope::pressed(house, asked, campaign, id.prompt, what, chosen)).await,
        _ => None,
    };
    answer.unwrap_or_else(|| unknown().into())
}

/// The form that an id is of, as it opens now for who asks; a message where it does not open.
pub(crate) async fn opens(house: &House, asked: &Asked, id: &CustomId) -> Answer {
    let Some(campaign) = &id.campaign else {
        return campaign::founding_form(house, asked, &id.verb).unwrap_or_else(|| unknown().into());
    };
    let (subject, what) = id.verb.split_once('/').unwrap_or((&id.verb, ""));
    let answer = match subject {
        "join" => Some(campaign::join_form(house, asked, campaign).await),
        "word" => Some(Answer::Form(crate::forms::word(campaign, "word"))),
        "bid" | "auction" => Some(bid::form(house, asked, campaign, Some(id.prompt)).await),
        "vote" => vote::opens(house, asked, campaign, id.prompt, what).await,
        "board" => board::pressed(house, asked, campaign, what).await,
        "battle" => battle::opens(house, asked, campaign, id.prompt, what).await,
        "europa" => europa::opens(house, asked, campaign, id.prompt, what).await,
        "correct" => Some(correct::form(house, asked, campaign, Default::default()).await),
        "envelope" => envelope::opens(house, asked, campaign, id.prompt, what).await,
        "box" if matches!(what, "change" | "add" | "note") => {
            Some(strongbox::pressed(house, asked, campaign, id).await)
        }
        "step" => correct::step_pressed(house, asked, campaign, id.prompt, "form").await,
        "typed" => typed::pressed(house, asked, campaign, id.prompt, "form").await,
        "turn" => turn::opens(house, asked, campaign, what).await,
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
    let rows = interaction.data.components.iter().flat_map(|row| &row.components);
    let inputs = rows.filter_map(|component| match component {
        ActionRowComponent::InputText(input) => {
            Some((input.custom_id.clone(), input.value.clone().unwrap_or_default()))
        }
        _ => None,
    });
    let fields: Fields = inputs.collect();
    let work = async {
        let Some(mut id) = id else { return unknown().into() };
        let message = what_was_sent(house, &asked, &mut id, &fields).await;
        let message = drafts::answered(house, &asked, message, &id, fields).await;
        match &id.campaign {
            Some(campaign) => house.with_way_back(&asked, campaign, message).await.into(),
            None => message.into(),
        }
    };
    asked.answer_or_write(house, http, Box::pin(work)).await;
}

/// What a form comes to. `id` is changed where another form is the one to try again with.
async fn what_was_sent(house: &House, asked: &Asked, id: &mut CustomId, fields: &Fields) -> Message {
    let field = |name: &str| {
        let found = fields.iter().find(|(own, _)| own == name);
        found.map(|(_, text)| text.clone()).unwrap_or_default()
    };
    let Some(campaign) = id.campaign.clone() else {
        return if id.verb.starts_with("found/") {
            campaign::founding_sent(house, asked, &id.verb, field).await
        } else {
            unknown()
        };
    };
    let campaign = campaign.as_str();
    match id.verb.as_str() {
        "join" => campaign::joined(house, asked, campaign, &field("word")).await,
        "word" => dice::laid_down(house, asked, campaign, &field("word")).await,
        "bid" => {
            let texts = [field("bids"), field("preference"), field("word")];
            let [bids, preference, word] = &texts;
            bid::sealed(house, asked, campaign, Some(id.prompt), [bids, preference, word]).await
        }
        "vote/ask" => {
            let given = vote::Question {
                question: field("question"),
                answers: field("answers"),
                rule: field("rule"),
                provisional: field("provisional"),
            };
            vote::asks(house, asked, campaign, id.prompt, &given).await
        }
        "board/tell" => board::tells(house, asked, campaign, [&field("what"), ""]).await,
        "correct/value" => {
            let typed = [field("what"), field("value"), field("reason")];
            let [what, value, reason] = &typed;
            correct::proposed(house, asked, campaign, [what, value, reason]).await
        }
        "step/reason" => correct::set_back(house, asked, campaign, &field("reason")).await,
        "typed/values" => typed::types(house, asked, campaign, &field("what")).await,
        "envelope/seal" => envelope::sealed(house, asked, campaign, Some(id.prompt), &field("what")).await,
        "auction" => {
            let typed = [field("power"), field("bid"), field("word")];
            let [power, bid, word] = &typed;
            bid::auctioned(house, asked, campaign, id.prompt, [power, bid, word]).await
        }
        verb if verb.starts_with("box/") => strongbox::filled(house, asked, campaign, id, field).await,
        verb => {
            let sent = match verb.split_once('/') {
                Some(("envelope", what)) => envelope::sent(house, asked, campaign, what, field).await,
                Some(("battle", what)) => battle::sent(house, asked, campaign, id.prompt, what, field).await,
                Some(("europa", what)) => europa::sent(house, asked, campaign, id.prompt, what, field).await,
                Some(("turn", what)) => turn::sent(house, asked, campaign, what, field).await,
                _ => None,
            };
            sent.unwrap_or_else(unknown)
        }
    }
}
