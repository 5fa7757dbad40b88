//! `/bid`: the bid sheet, sealed in the open round of envelopes.

pub mod form;
pub mod present;

use crate::auction;
use crate::seen::KEY;
use eia::EmpiresInArms;
use eia::rounds::Choice;
use linkme::distributed_slice;
use std::sync::Arc;
use table::view::RoundView;
use table::{Said, said};
use table::{Verb, View};
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::message::Message;
use table_commands::rooms::{Added, COMMANDS, ROOMS, Room};
use table_commands::words::campaigns;
use table_commands::words::old_card;
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "bid",
    pressed: |press, _| Box::pin(async move { Some(form(press.at(), Some(press.prompt)).await.into()) }),
    opens: |press| Box::pin(async move { Some(form(press.at(), Some(press.prompt)).await.into()) }),
    sent: |press, field| {
        Box::pin(async move {
            let texts = [field("bids"), field("preference"), field("word")];
            let [bids, preference, word] = &texts;
            Some(sealed(press.at(), Some(press.prompt), [bids, preference, word]).await.into())
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
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        match bids {
            None => Answer::from(form(at, None).await),
            Some(bids) => {
                let (preference, word) = (preference.unwrap_or_default(), word.unwrap_or_default());
                let message = sealed(at, None, [&bids, &preference, &word]).await;
                let (form, line) = match view(at).await {
                    Ok((view, _)) => match (auction::round(&view, None), choosing(&view)) {
                        (Some(open), _) => ("auction", open.line),
                        (None, open) => ("bid", open.map_or(0, |open| open.line)),
                    },
                    Err(_) => ("bid", 0),
                };
                // The one is the form of a sheet, the other that of a single bid.
                let first = if form == "bid" { "bids" } else { "bid" };
                let typed = [(first, &*bids), ("preference", &*preference), ("word", &*word)];
                at.or_again(message, (line, form), &typed).await.into()
            }
        }
    })
    .await
}

/// The form of the sheet, or the sentence why there is none now. `prompt` is the round that the button was of.
pub(crate) async fn form(at: At<'_>, prompt: Option<u64>) -> Result<Answer, Message> {
    let (view, whose) = view(at).await?;
    if view.seat().is_none() {
        return Err(said!(
            "You have no seat in this campaign, so there is nothing for you to bid. You can follow it as an observer."
        )
        .into());
    }
    if let Some(round) = auction::round(&view, prompt) {
        return Ok(auction::form(&view, round, whose.as_deref()));
    }
    let round = choosing(&view).ok_or_else(|| closed(&view))?;
    if prompt.is_some_and(|prompt| prompt != round.line) {
        return Err(old_card());
    }
    let sheet = round.mine.as_ref().and_then(|mine| mine.sealed.as_ref()).and_then(|sealed| {
        match sealed.contents.of::<EmpiresInArms>()? {
            Choice::Bids(sheet) => Some(sheet),
            _ => None,
        }
    });
    Ok(form::bids(&view, round.line, sheet.as_ref(), whose.as_deref()).into())
}

/// The round in which the powers are chosen, while it is open.
fn choosing(view: &View) -> Option<&RoundView> {
    view.rounds.iter().find(|round| round.round == eia::rounds::CHOICE_OF_POWERS)
}

/// A bid of an auction, sent by its form.
pub(crate) async fn auctioned(at: At<'_>, prompt: u64, typed: [&str; 3]) -> Result<Message, Message> {
    let (view, _) = view(at).await?;
    auction::sealed(at, &view, auction::round(&view, Some(prompt)), typed).await
}

fn closed(view: &View) -> Said {
    if view.stage == table::Stage::Gathering {
        said!("Bids are sealed when play has begun; seats are still being taken.")
    } else {
        said!(
            "No bids are asked for now: the sheets were opened, and no choice can be added or changed any more."
        )
    }
}

/// What who asks sees, and whose seat it is where he is its regent: "Farid (Austria)".
async fn view(at: At<'_>) -> Result<(Arc<View>, Option<String>), Message> {
    at.look(|scene| (scene.own.clone(), scene.regents_seat().map(|whose| whose.replace('\\', "")))).await
}

/// Seals a sheet out of three texts: bids, preference, word.
pub(crate) async fn sealed(
    at: At<'_>,
    prompt: Option<u64>,
    [bids, preference, word]: [&str; 3],
) -> Result<Message, Message> {
    let (view, _) = view(at).await?;
    if let Some(round) = auction::round(&view, prompt) {
        return auction::sealed(at, &view, Some(round), ["", bids, word]).await;
    }
    let round = choosing(&view).ok_or_else(|| closed(&view))?;
    if prompt.is_some_and(|prompt| prompt != round.line) {
        return Err(old_card());
    }
    let sheet = form::read_sheet(bids, preference, word, &crate::bid::present::powers(&view));
    let (choice, word) = sheet.map_err(Message::refusal)?;
    Ok(at.order(Verb::Seal { round: round.round.clone(), choice, word }).await)
}
