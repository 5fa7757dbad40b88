//! `/campaign found|join|leave|start|status|move|table|forces|export|close|conclude|forget-me`.

use crate::asked::{Answer, Asked, At, Unanswered, answer, at_campaign, at_campaign_later, failed, told};
use crate::custom_id::CustomId;
use crate::house::{House, Outcome};
use crate::message::{Component, Embed, Form, Look, Message};
use crate::present::{Scene, more, names, places, status};
use crate::rooms::Room;
use crate::words::{campaigns, order};
use crate::{Context, Error, forms, say, speech};
use poise::serenity_prelude as serenity;
use serenity::{GuildId, LightMethod, Request, Route, UserId};
use std::time::{Duration, Instant};
use table::record::{Extent, line};
use table::{Act, Stage, Verb, Word, said};

/// How long Discord may take to say whether somebody is a member.
const PATIENCE: Duration = Duration::from_secs(10);

/// What its buttons and forms do.
pub(crate) const JOIN: Room = Room {
    subject: "join",
    pressed: |press, _| Box::pin(async move { Some(seat_pressed(press.at()).await) }),
    opens: |press| Box::pin(async move { Some(join_form(press.at()).await.into()) }),
    sent: |press, field| Box::pin(async move { Some(joined(press.at(), &field("word")).await.into()) }),
    ..Room::EMPTY
};

/// Found a campaign, take a seat, start play, and everything around it
#[poise::command(
    slash_command,
    subcommands(
        "crate::founding::found",
        "join",
        "leave",
        "start",
        "status",
        "crate::council::move_here",
        "table",
        "export",
        "close",
        "conclude",
        "play_on",
        "put_off",
        "forget_me"
    )
)]
pub(crate) async fn campaign(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Take a seat, with a word of your own for the dice
#[poise::command(slash_command)]
async fn join(
    ctx: Context<'_>,
    #[description = "1 to 16 letters a–z or digits that nobody could guess; a form asks if you leave it out"]
    #[max_length = 40]
    word: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        match word {
            None => Answer::from(join_form(at).await),
            Some(word) => joined(at, &word).await.into(),
        }
    })
    .await
}

/// *Take a seat* was pressed. On a post of before play began it leads nowhere any more, which is nobody's mistake.
async fn seat_pressed(at: At<'_>) -> Answer {
    let is_over = at.look(|scene| match scene.public.stage {
        Stage::Gathering => None,
        Stage::Playing if places::is_offered(scene) => None,
        Stage::Playing => {
            Some(say!("Play has begun, so no seat is taken here any more; /campaign status says who plays."))
        }
        Stage::Closed => Some(say!("The campaign is closed, so no seat is taken here any more.")),
    });
    match is_over.await {
        Ok(Some(says)) => Message::text(says).into(),
        Ok(None) | Err(_) => join_form(at).await.into(),
    }
}

/// The form that asks for a word, or the refusal that sending it would meet.
pub(crate) async fn join_form(at: At<'_>) -> Result<Form, Message> {
    let word = Word::read("word").map_err(|why| failed(speech::said(&why)))?;
    at.would_take(Verb::Join { word }).await?;
    Ok(forms::word(at.campaign, "join"))
}

/// Takes a seat with a word.
pub(crate) async fn joined(at: At<'_>, word: &str) -> Result<Message, Message> {
    Ok(at.order(Verb::Join { word: Word::read(word)? }).await)
}

/// Give up your seat before play begins
#[poise::command(slash_command)]
async fn leave(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Leave).await
}

/// Start play, when every seat is taken; for the host
#[poise::command(slash_command)]
async fn start(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Start).await
}

/// Ask to close the campaign for good; once play has begun, every seat must ask
#[poise::command(slash_command)]
async fn close(
    ctx: Context<'_>,
    #[description = "Give thirty days' notice instead: for the host of a campaign that nobody plays any more"]
    notice: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    let http = ctx.serenity_context().http.clone();
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        if notice == Some(true) {
            return give_notice(at).await;
        }
        closed(at, &http).await
    })
    .await
}

/// Gives notice that the campaign is closed: the host himself, or the bot for who may manage its server.
async fn give_notice(at: At<'_>) -> Result<Message, Message> {
    let order = Verb::Act { act: Act::GiveNotice, text: None };
    let live = at.house.campaign(at.campaign).await.map_err(failed)?;
    let elsewhere = at.asked.guild != Some(live.lock().await.row.guild);
    let given = at.house.order(at.campaign, &at.asked.asker, order.clone()).await;
    Ok(told(match given {
        Outcome::Refused(_) if at.asked.manages && !elsewhere => at.house.own_order(at.campaign, order).await,
        other => other,
    }))
}

/// Asks to close the campaign. One whose players and host are all gone is closed by whoever may manage the server.
pub(crate) async fn closed(at: At<'_>, http: &serenity::Http) -> Result<Message, Message> {
    if at.asked.manages && is_abandoned(at, http).await {
        return at.look(more::asks_to_close_abandoned).await;
    }
    // Where his word alone closes it he is asked once more, as at his desk; what is refused is refused now.
    let alone = |scene: &Scene<'_>| more::is_closed_by_one(scene).then(|| more::asks_to_close(scene));
    match at.look(alone).await? {
        Some(question) => at.would_take(Verb::Close).await.map(|()| question),
        None => Ok(at.order(Verb::Close).await),
    }
}

/// Who may manage the server was asked, and closes a campaign that everybody has left; it is looked again whether that is so.
pub(crate) async fn closed_abandoned(at: At<'_>, http: &serenity::Http) -> Message {
    if !at.asked.manages || !is_abandoned(at, http).await {
        return Message::refusal(said!(
            "Who may manage the server closes a campaign whose players and host are all gone. /campaign close says how this one is closed."
        ));
    }
    match at.house.own_order(at.campaign, Verb::Close).await {
        // What is said to nobody in particular.
        Outcome::Done(_) => Message::text(say!("The campaign is closed.")),
        other => told(other),
    }
}

/// Whether nobody holds a seat in a campaign of this server, and its host is gone from the server or had himself forgotten.
async fn is_abandoned(at: At<'_>, http: &serenity::Http) -> bool {
    let Ok(live) = at.house.campaign(at.campaign).await else { return false };
    let (host, guild) = {
        let live = live.lock().await;
        let play = &live.campaign.play;
        if play.stage == Stage::Closed || play.seats.values().any(|seat| seat.person.is_some()) {
            return false;
        }
        (live.people.get(&play.host).and_then(|person| person.user), live.row.guild)
    };
    if at.asked.guild != Some(guild) {
        return false;
    }
    let Some(host) = host else { return true };
    let route = Route::GuildMember { guild_id: GuildId::new(guild), user_id: UserId::new(host) };
    let request = Request::new(route, LightMethod::Get);
    let found = at.house.requests.until("member", http, &request, Instant::now() + PATIENCE).await;
    // No member of the server, or no user of Discord any more.
    matches!(found, Err(Unanswered { code: 10_007 | 10_013, .. }))
}

/// Propose that the campaign ends here, with a final table; the others vote
#[poise::command(slash_command)]
async fn conclude(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Act { act: Act::Conclude, text: None }).await
}

/// Say that the campaign is played on: you are not for its end, or against its closing
#[poise::command(slash_command, rename = "play-on")]
async fn play_on(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Act { act: Act::PlayOn, text: None }).await
}

/// Put the announced end of the campaign off by seven days, once; for the host
#[poise::command(slash_command, rename = "put-off")]
async fn put_off(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Act { act: Act::PutOff, text: None }).await
}

/// How the campaign stands
#[poise::command(slash_command)]
async fn status(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { shown_status(asking.at()).await }).await
}

/// The values that are not as printed: see them, or type the group's own; two other players confirm
#[poise::command(slash_command)]
async fn table(
    ctx: Context<'_>,
    #[description = "Which value, as in: Austria, goal; all are shown if you leave it out"]
    #[autocomplete = "crate::typed::known"]
    #[max_length = 400]
    what: Option<String>,
    #[description = "What stands in your copy of the game"]
    #[max_length = 100]
    value: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { crate::typed::table(asking.at(), what, value).await })
        .await
}

/// The status of a campaign for who asks.
pub(crate) async fn shown_status(at: At<'_>) -> Result<Message, Message> {
    let live = at.house.campaign(at.campaign).await.map_err(failed)?;
    let status = {
        let live = live.lock().await;
        status::status(&live.scene(live.by(at.asked.asker.user), at.house.is_operator(at.asked.asker.user)))
    };
    Ok(at.house.with_what_waits(at.campaign, status).await)
}

/// The record as a file that anyone can check; the whole of it once the campaign is closed
#[poise::command(slash_command)]
async fn export(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign_later(ctx, campaign, |asking| async move { exported(asking.at()).await }).await
}

pub(crate) async fn exported(at: At<'_>) -> Result<Message, Message> {
    let (extent, text) = at.house.record(at.campaign).await.map_err(failed)?;
    let lines = text.lines().count() as u64;
    let says = match extent {
        Extent::Public => {
            say!(
                "This is the public part, which everybody may have at any time; the whole is given when the campaign is closed."
            )
        }
        Extent::Whole => say!("This is the whole record of a closed campaign."),
    };
    Ok(Message::text(say!("{} {} `chancery verify {}.jsonl` checks it; with --page it writes a page that checks it in a browser.", names::count(lines, "line.", "lines."), says, at.campaign))
    .file(format!("{}.jsonl", at.campaign), text.into_bytes()))
}

impl House {
    /// A campaign's record as a file: the public part, or the whole once it is closed.
    ///
    /// # Errors
    /// A sentence where it cannot be read.
    pub async fn record(&self, campaign: &str) -> Result<(Extent, String), String> {
        let closed = {
            let live = self.campaign(campaign).await?;
            let live = live.lock().await;
            live.campaign.play.stage == Stage::Closed
        };
        let extent = if closed { Extent::Whole } else { Extent::Public };
        let mut text = String::new();
        for entry in self.entries(campaign).await? {
            if let Some(written) = line(&entry, extent).map_err(|e| e.to_string())? {
                text.push_str(&written);
            }
        }
        Ok((extent, text))
    }
}

/// Delete your name, account and texts from this bot; your seats' orders stay
#[poise::command(slash_command, rename = "forget-me")]
async fn forget_me(ctx: Context<'_>) -> Result<(), Error> {
    answer(ctx, |_house, _asked| async move {
        let button = Component::button(Look::Danger, &say!("Forget me"), CustomId::free("forget"));
        let embed = Embed::new(
            &say!("Forget me"),
            say!("This deletes your name, your account's number and the texts you wrote from every campaign on this bot, and dispatches that wait for you. Your seats' orders stay on the record, under a number that then belongs to nobody; **you lose those seats**. It cannot be taken back."),
        );
        Message::default().with(embed).buttons(vec![button]).into()
    })
    .await
}

/// The user confirmed that he wants to be forgotten.
pub(crate) async fn forget(house: &House, asked: &Asked) -> Message {
    match house.store.forget_user(asked.asker.user).await {
        Ok(gone) => {
            house.forget_memory().await;
            house.drafts.forget(asked.asker.user);
            house.brought.forget(asked.asker.user);
            // What the log of the database still has of him goes now, and not when the bot is next at rest.
            if let Err(why) = house.store.checkpoint().await {
                tracing::warn!(%why, "the database's log could not be emptied after somebody was forgotten");
            }
            Message::text(say!(
                "Done. You are gone from {}; {} and {} were deleted.",
                names::count(gone.people, "campaign", "campaigns"),
                names::count(gone.texts, "text", "texts"),
                names::count(gone.messages, "waiting dispatch", "waiting dispatches")
            ))
        }
        Err(e) => failed(e.to_string()),
    }
}
