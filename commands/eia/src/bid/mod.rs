//! `/bid`: the bid sheet, sealed in the open round of envelopes.

pub mod form;
pub mod present;

use crate::auction;
use crate::seen::KEY;
use eia::EmpiresInArms;
use eia::rounds::Choice;
use linkme::distributed_slice;
use std::sync::Arc;
use table::said;
use table::view::RoundView;
use table::{Verb, View};
use table_commands::asked::{Answer, Asked, in_campaign, told};
use table_commands::house::House;
use table_commands::message::Message;
use table_commands::rooms::{Added, COMMANDS, Press, ROOMS, Room};
use table_commands::words::campaigns;
use table_commands::words::old_card;
use table_commands::{Context, Error, again};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "bid",
    pressed: |press, _| {
        Box::pin(async move {
            let Press { house, asked, campaign, prompt, .. } = press;
            Some(form(house, asked, campaign, Some(prompt)).await)
        })
    },
    opens: |press| {
        Box::pin(async move {
            let Press { house, asked, campaign, prompt, .. } = press;
            Some(form(house, asked, campaign, Some(prompt)).await)
        })
    },
    sent: |press, field| {
        Box::pin(async move {
            let Press { house, asked, campaign, prompt, .. } = press;
            let texts = [field("bids"), field("preference"), field("word")];
            let [bids, preference, word] = &texts;
            Some(sealed(house, asked, campaign, Some(prompt), [bids, preference, word]).await)
        })
    },
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: bid };

/// Seal your secret bid sheet; only you see it until all sheets are opened together
#[poise::command(slash_command)]
pub(crate) async fn bid(
    ctx: Context<'_>,
    #[description = "All in one line: Austria 12, France 5, …; a form asks if you leave it out"]
    #[max_length = 400]
    bids: Option<String>,
    #[description = "Your order for what is left over: France, Russia, …"]
    #[max_length = 200]
    preference: Option<String>,
    #[description = "A new word for the dice"]
    #[max_length = 40]
    word: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        match bids {
            None => form(&house, &asked, &id, None).await,
            Some(bids) => {
                let (preference, word) = (preference.unwrap_or_default(), word.unwrap_or_default());
                let message = sealed(&house, &asked, &id, None, [&bids, &preference, &word]).await;
                let (form, line) = match view(&house, &asked, &id).await {
                    Ok((view, _)) => match (auction::round(&view, None), choosing(&view)) {
                        (Some(open), _) => ("auction", open.line),
                        (None, open) => ("bid", open.map_or(0, |open| open.line)),
                    },
                    Err(_) => ("bid", 0),
                };
                // The one is the form of a sheet, the other that of a single bid.
                let first = if form == "bid" { "bids" } else { "bid" };
                let typed = [(first, &*bids), ("preference", &*preference), ("word", &*word)];
                again::of_command(&house, &asked, message, (&id, line, form), &typed).await.into()
            }
        }
    })
    .await
}

/// The form of the sheet, or the sentence why there is none now. `prompt` is the round that the button was of.
pub(crate) async fn form(house: &House, asked: &Asked, campaign: &str, prompt: Option<u64>) -> Answer {
    let (view, whose) = match view(house, asked, campaign).await {
        Ok(seen) => seen,
        Err(sentence) => return sentence.into(),
    };
    if view.seat().is_none() {
        return Message::refusal(
            said!("You have no seat in this campaign, so there is nothing for you to bid. You can follow it as an observer."))
        .into();
    }
    if let Some(round) = auction::round(&view, prompt) {
        return auction::form(&view, round, whose.as_deref());
    }
    let Some(round) = choosing(&view) else {
        return closed(&view).into();
    };
    if prompt.is_some_and(|prompt| prompt != round.line) {
        return old_card().into();
    }
    let sheet = round.mine.as_ref().and_then(|mine| mine.sealed.as_ref()).and_then(|sealed| {
        match sealed.contents.of::<EmpiresInArms>()? {
            Choice::Bids(sheet) => Some(sheet),
            _ => None,
        }
    });
    Answer::Form(form::bids(&view, round.line, sheet.as_ref(), whose.as_deref()))
}

/// The round in which the powers are chosen, while it is open.
fn choosing(view: &View) -> Option<&RoundView> {
    view.rounds.iter().find(|round| round.round == eia::rounds::CHOICE_OF_POWERS)
}

/// A bid of an auction, sent by its form.
pub(crate) async fn auctioned(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: u64,
    typed: [&str; 3],
) -> Message {
    match view(house, asked, campaign).await {
        Ok((view, _)) => {
            auction::sealed(house, asked, &view, auction::round(&view, Some(prompt)), typed).await
        }
        Err(sentence) => sentence,
    }
}

fn closed(view: &View) -> Message {
    if view.stage == table::Stage::Gathering {
        Message::refusal(said!("Bids are sealed when play has begun; seats are still being taken."))
    } else {
        Message::refusal(said!(
            "No bids are asked for now: the sheets were opened, and no choice can be added or changed any more."
        ))
    }
}

/// What who asks sees, and whose seat it is where he is its regent: "Farid (Austria)".
async fn view(house: &House, asked: &Asked, campaign: &str) -> Result<(Arc<View>, Option<String>), Message> {
    let seen = house
        .shown(campaign, &asked.asker, |scene| {
            (scene.own.clone(), scene.regents_seat().map(|whose| whose.replace('\\', "")))
        })
        .await;
    seen.map_err(|why| told(table_commands::house::Outcome::Failed(why)))
}

/// Seals a sheet out of three texts: bids, preference, word.
pub(crate) async fn sealed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    prompt: Option<u64>,
    [bids, preference, word]: [&str; 3],
) -> Message {
    let view = match view(house, asked, campaign).await {
        Ok((view, _)) => view,
        Err(sentence) => return sentence,
    };
    if let Some(round) = auction::round(&view, prompt) {
        return auction::sealed(house, asked, &view, Some(round), ["", bids, word]).await;
    }
    let Some(round) = choosing(&view) else {
        return closed(&view);
    };
    if prompt.is_some_and(|prompt| prompt != round.line) {
        return old_card();
    }
    match form::read_sheet(bids, preference, word, &crate::bid::present::powers(&view)) {
        Err(why) => Message::refusal(why),
        Ok((choice, word)) => {
            let verb = Verb::Seal { round: round.round.clone(), choice, word };
            told(house.order(campaign, &asked.asker, verb).await)
        }
    }
}
