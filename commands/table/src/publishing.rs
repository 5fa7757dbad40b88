//! `/press`: a text for all to read as one's power, signed at once, or without a name at the next fixed hour.

use crate::asked::{Answer, At, at_campaign, failed};
use crate::custom_id::CustomId;
use crate::message::{Form, Input, Message, clip};
use crate::present::names::can_be_read;
use crate::present::publishing;
use crate::rooms::Room;
use crate::words::{campaigns, line};
use crate::{Context, Error, again, say};
use table::press::{Change, LONGEST};
use table::{Act, Verb, said};

/// What its buttons and forms do.
pub(crate) const PUBLISHING: Room = Room {
    subject: "press",
    pressed: |press, _| {
        Box::pin(async move {
            let at = press.at();
            match press.what {
                "see" => Some(own(at).await.into()),
                "back" => Some(back(at).await.into()),
                _ => Some(writes(at, Way::read(press.what)?).await.into()),
            }
        })
    },
    opens: |press| Box::pin(async move { Some(writes(press.at(), Way::read(press.what)?).await.into()) }),
    sent: |press, field| {
        Box::pin(
            async move { Some(publishes(press.at(), Way::read(press.what)?, &field("text")).await.into()) },
        )
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
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let way = if anonymous == Some(true) { Way::Anonymous } else { Way::Signed };
        let Some(words) = text else { return Answer::from(writes(at, way).await) };
        let message = publishes(at, way, &words).await;
        at.or_again(message, (0, way.verb()), &[("text", &words)]).await.into()
    })
    .await
}

/// The order by which something is published.
fn order(at: At<'_>, way: Way, words: &str) -> Result<Verb, Message> {
    let text = at.text(words)?;
    match way {
        Way::Signed => Ok(Verb::Act { act: Act::Press, text: Some(text) }),
        Way::Anonymous => {
            let salt = at.house.fresh().map_err(failed)?;
            Ok(Verb::Press { change: Change::Write { text, salt: table::Secret::new(salt) } })
        }
    }
}

/// The form of a text, or the refusal that publishing it would meet.
async fn writes(at: At<'_>, way: Way) -> Result<Form, Message> {
    at.would_take(order(at, way, "?")?).await?;
    let (title, label) = match way {
        Way::Signed => (say!("Publish, signed"), say!("What all read, as your power's")),
        Way::Anonymous => (say!("Publish without a name"), say!("What all read; nobody is told whose it is")),
    };
    let most = u16::try_from(LONGEST).unwrap_or(u16::MAX);
    let mut form = Form {
        title: clip(&title, 45),
        custom_id: CustomId::of(at.campaign, 0, way.verb()),
        inputs: vec![Input { long: true, ..line("text", label, most) }],
    };
    again::fill(at.house, at.asked.asker.user, &mut form);
    Ok(form)
}

async fn publishes(at: At<'_>, way: Way, words: &str) -> Result<Message, Message> {
    if !words.trim().is_empty() && !can_be_read(words) {
        return Err(said!("There is nothing in it that could be read. Write what all shall read.").into());
    }
    Ok(at.order(order(at, way, words)?).await)
}

/// One's own texts that wait for their hour.
async fn own(at: At<'_>) -> Result<Message, Message> {
    at.look(publishing::own).await
}

/// Takes one's own anonymous texts back.
async fn back(at: At<'_>) -> Message {
    at.order(Verb::Press { change: Change::TakeBack }).await
}
