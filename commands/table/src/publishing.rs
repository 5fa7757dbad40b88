//! `/press`: a text for all to read as one's power, signed at once, or without a name at the next fixed hour.

use crate::asked::{Answer, Asked, in_campaign, told};
use crate::custom_id::CustomId;
use crate::house::House;
use crate::message::{Form, Input, Message, clip};
use crate::present::names::can_be_read;
use crate::present::publishing;
use crate::rooms::{Press, Room};
use crate::words::{campaigns, line, look, refusal, text};
use crate::{Context, Error, again, say};
use table::press::{Change, LONGEST};
use table::{Act, Verb, said};

/// What its buttons and forms do.
pub(crate) const PUBLISHING: Room = Room {
    subject: "press",
    pressed: |press, _| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            match what {
                "see" => Some(own(house, asked, campaign).await.into()),
                "back" => Some(back(house, asked, campaign).await.into()),
                _ => Some(writes(house, asked, campaign, Way::read(what)?).await),
            }
        })
    },
    opens: |press| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            Some(writes(house, asked, campaign, Way::read(what)?).await)
        })
    },
    sent: |press, field| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            Some(publishes(house, asked, campaign, Way::read(what)?, &field("text")).await)
        })
    },
    ..Room::EMPTY
};

/// How something is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Signed,
    Anonymous,
}

impl Way {
    fn read(what: &str) -> Option<Way> {
        match what {
            "signed" => Some(Way::Signed),
            "anonymous" => Some(Way::Anonymous),
            _ => None,
        }
    }

    /// The verb of its button and its form.
    fn verb(self) -> &'static str {
        match self {
            Way::Signed => publishing::SIGNED,
            Way::Anonymous => publishing::ANONYMOUS,
        }
    }
}

/// Publish a text for all to read as your power, signed or, where the group allows it, without a name
#[poise::command(slash_command)]
pub(crate) async fn press(
    ctx: Context<'_>,
    #[description = "What it says; a form asks if you leave it out"]
    #[max_length = 1000]
    text: Option<String>,
    #[description = "Without a name: it goes out at the next fixed hour, and nobody is told whose it is"]
    anonymous: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let way = if anonymous == Some(true) { Way::Anonymous } else { Way::Signed };
        let Some(words) = text else { return writes(&house, &asked, &id, way).await };
        let message = publishes(&house, &asked, &id, way, &words).await;
        let form = (id.as_str(), 0, way.verb());
        again::of_command(&house, &asked, message, form, &[("text", &words)]).await.into()
    })
    .await
}

/// The order by which something is published.
fn order(house: &House, way: Way, words: &str) -> Result<Verb, Message> {
    let text = text(house, words)?;
    match way {
        Way::Signed => Ok(Verb::Act { act: Act::Press, text: Some(text) }),
        Way::Anonymous => {
            let salt = house.fresh().map_err(|why| told(crate::outcome::Outcome::Failed(why)))?;
            Ok(Verb::Press { change: Change::Write { text, salt: table::Secret::new(salt) } })
        }
    }
}

/// The form of a text, or the refusal that publishing it would meet.
async fn writes(house: &House, asked: &Asked, campaign: &str, way: Way) -> Answer {
    let verb = match order(house, way, "?") {
        Err(sentence) => return sentence.into(),
        Ok(verb) => verb,
    };
    if let Some(refused) = refusal(house, asked, campaign, verb).await {
        return refused.into();
    }
    let (title, label) = match way {
        Way::Signed => (say!("Publish, signed"), say!("What all read, as your power's")),
        Way::Anonymous => (say!("Publish without a name"), say!("What all read; nobody is told whose it is")),
    };
    let most = u16::try_from(LONGEST).unwrap_or(u16::MAX);
    let mut form = Form {
        title: clip(&title, 45),
        custom_id: CustomId::of(campaign, 0, way.verb()),
        inputs: vec![Input { long: true, ..line("text", label, most) }],
    };
    again::fill(house, asked.asker.user, &mut form);
    Answer::Form(form)
}

async fn publishes(house: &House, asked: &Asked, campaign: &str, way: Way, words: &str) -> Message {
    if !words.trim().is_empty() && !can_be_read(words) {
        return Message::refusal(said!(
            "There is nothing in it that could be read. Write what all shall read."
        ));
    }
    match order(house, way, words) {
        Err(sentence) => sentence,
        Ok(verb) => told(house.order(campaign, &asked.asker, verb).await),
    }
}

/// One's own texts that wait for their hour.
async fn own(house: &House, asked: &Asked, campaign: &str) -> Message {
    look(house, asked, campaign, publishing::own).await.unwrap_or_else(|sentence| sentence)
}

/// Takes one's own anonymous texts back.
async fn back(house: &House, asked: &Asked, campaign: &str) -> Message {
    told(house.order(campaign, &asked.asker, Verb::Press { change: Change::TakeBack }).await)
}
