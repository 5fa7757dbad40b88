//! `/seat` and `/away`: who sits where, who acts for whom, leaving and substitutes.

use crate::asked::{Answer, At, at_campaign, failed, told};
use crate::asker::named;
use crate::custom_id::CustomId;
use crate::message::{Component, Look, Message};
use crate::present::places;
use crate::rooms::{Chosen, Room};
use crate::turn::act;
use crate::words::{campaigns, order};
use crate::{Context, Error, say};
use poise::serenity_prelude as serenity;
use table::act::Act;
use table::said;
use table::{SeatId, Verb};

/// What its buttons and forms do.
pub(crate) const SEAT: Room = Room {
    subject: "seat",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.what, chosen)),
    ..Room::EMPTY
};

/// Seats: share yours, leave it, name a substitute, and what a group does about an empty one
#[poise::command(
    slash_command,
    subcommands(
        "share",
        "unshare",
        "leave",
        "resign",
        "substitute",
        "auction",
        "regent",
        "stand_in",
        "host",
        "act_for"
    )
)]
pub(crate) async fn seat(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Let somebody share your seat: he acts for it as you do, and sees what you see
#[poise::command(slash_command)]
async fn share(
    ctx: Context<'_>,
    #[description = "With whom"] with: serenity::User,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    about(ctx, campaign, with, |person| Act::Share { person }).await
}

/// End the sharing of a seat
#[poise::command(slash_command)]
async fn unshare(
    ctx: Context<'_>,
    #[description = "With whom"] with: serenity::User,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    about(ctx, campaign, with, |person| Act::Unshare { person }).await
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

/// Leave your seat in play, for a substitute, an auction, or no player
#[poise::command(slash_command)]
async fn resign(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asks_to_resign(asking.at()).await }).await
}

/// Asks whether somebody really leaves his seat; or the refusal that leaving it would meet, so that nobody is shown a button that could
/// only refuse.
pub(crate) async fn asks_to_resign(at: At<'_>) -> Result<Message, Message> {
    at.would_take(act(Act::Resign)).await?;
    let id = CustomId::of(at.campaign, 0, "seat/resign");
    Ok(Message::text(say!(
        "This leaves your seat for good: what is sealed in it stays sealed until somebody else takes it. It cannot be taken back."
    ))
    .buttons(vec![Component::button(Look::Danger, &say!("Leave my seat"), id)]))
}

/// Name a substitute: for your own seat, or as host for one whose player left
#[poise::command(slash_command)]
async fn substitute(
    ctx: Context<'_>,
    #[description = "Who may take the seat"] who: serenity::User,
    #[description = "Which seat, 1 to 8; your own unless you say"]
    #[min = 1]
    #[max = 8]
    number: Option<u32>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let seat = match number {
            Some(n) => SeatId::numbered(n),
            None => own_seat(at)
                .await
                .map_err(failed)?
                .ok_or_else(|| said!("Say which seat: you hold none yourself."))?,
        };
        let make = |persons: &[u32]| act(Act::OfferSeat { seat: seat.clone(), person: persons[0] });
        Ok(at.order_naming(&[named(&who)], make).await)
    })
    .await
}

async fn own_seat(at: At<'_>) -> Result<Option<SeatId>, String> {
    let live = at.house.campaign(at.campaign).await?;
    let live = live.lock().await;
    Ok(live.campaign.seat_of(live.by(at.asked.asker.user)).cloned())
}

/// Put it to the vote whether a power that was left can still sway the result: then it is auctioned
#[poise::command(slash_command)]
async fn auction(
    ctx: Context<'_>,
    #[description = "Which seat, 1 to 8"]
    #[min = 1]
    #[max = 8]
    number: u32,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, act(Act::AskInfluence { seat: SeatId::numbered(number) })).await
}

/// Put a regent to the vote, for a seat that missed two deadlines
#[poise::command(slash_command)]
async fn regent(
    ctx: Context<'_>,
    #[description = "Which seat, 1 to 8"]
    #[min = 1]
    #[max = 8]
    number: u32,
    #[description = "Who is to act for it"] who: serenity::User,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    about(ctx, campaign, who, |person| Act::AppointRegent { seat: SeatId::numbered(number), person }).await
}

/// Put stand-ins on free seats for practice, or take one off; for the host
#[poise::command(slash_command, rename = "stand-in")]
async fn stand_in(
    ctx: Context<'_>,
    #[description = "Which seat, 1 to 8; every free seat unless you say"]
    #[min = 1]
    #[max = 8]
    number: Option<u32>,
    #[description = "Whether he sits down (unless you say) or gets up"] on: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    let on = on.unwrap_or(true);
    let wanted = match number {
        Some(number) => Act::StandIn { seat: SeatId::numbered(number), on },
        None if on => Act::StandIns,
        None => {
            return at_campaign(ctx, campaign, |_| async {
                Message::refusal(said!("Say on which seat the stand-in is to get up."))
            })
            .await;
        }
    };
    order(ctx, campaign, act(wanted)).await
}

/// Hand the host's office on
#[poise::command(slash_command)]
async fn host(
    ctx: Context<'_>,
    #[description = "To whom"] to: serenity::User,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    about(ctx, campaign, to, |person| Act::HandOver { person }).await
}

/// As regent: look at what is asked of a seat, and act for it
#[poise::command(slash_command, rename = "act")]
async fn act_for(
    ctx: Context<'_>,
    #[description = "Which seat, 1 to 8"]
    #[min = 1]
    #[max = 8]
    number: u32,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { look(asking.at(), number).await }).await
}

/// A regent looks at the seat he acts for; it is noted, and he gets its desk.
async fn look(at: At<'_>, seat: u32) -> Message {
    let mut asker = at.asked.asker.clone();
    asker.acting = Some(SeatId::numbered(seat));
    told(at.house.order(at.campaign, &asker, act(Act::Look)).await)
}

/// An act about another user.
async fn about(
    ctx: Context<'_>,
    campaign: Option<String>,
    user: serenity::User,
    make: impl Fn(u32) -> Act + Send + Sync,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let make = |persons: &[u32]| act(make(persons[0]));
        asking.at().order_naming(&[named(&user)], make).await
    })
    .await
}

/// Be away for some days, with a regent who acts for you or without; or be back
#[poise::command(slash_command)]
pub(crate) async fn away(
    ctx: Context<'_>,
    #[description = "Until when: a day as in 2026-12-24, or a number of days; you are asked if left out"]
    #[max_length = 20]
    until: Option<String>,
    #[description = "Who acts for you meanwhile"] regent: Option<serenity::User>,
    #[description = "You are back"] back: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    if back == Some(true) {
        return order(ctx, campaign, act(Act::Back)).await;
    }
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        if until.is_none() && regent.is_none() {
            return asks_away(at).await;
        }
        let until = until.as_deref().map(|text| {
            day(text, at.house.now()).ok_or_else(|| {
                said!("The day of your return is written as in 2026-12-24, or as a number of days.")
            })
        });
        let until = until.transpose()?;
        let users: Vec<_> = regent.iter().map(named).collect();
        let make = |persons: &[u32]| act(Act::Away { until, regent: persons.first().copied() });
        Ok(at.order_naming(&users, make).await)
    })
    .await
}

/// A day as people write it, as the moment at which it begins; or a number of days from now.
fn day(text: &str, now: i64) -> Option<i64> {
    let text = text.trim();
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    let rest = text[digits.len()..].trim().to_lowercase();
    if matches!(rest.as_str(), "" | "d" | "day" | "days" | "päivää" | "pv") {
        return digits
            .parse::<i64>()
            .ok()
            .filter(|days| (1..=366).contains(days))
            .map(|days| now + days * 86_400);
    }
    let date = chrono::NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    Some(date.and_hms_opt(0, 0, 0)?.and_utc().timestamp())
}

/// A week, in seconds.
const WEEK: i64 = 7 * 86_400;

/// Asks how long somebody is away and who acts for him; or the refusal that being away would meet.
async fn asks_away(at: At<'_>) -> Result<Message, Message> {
    at.would_take(act(Act::Away { until: None, regent: None })).await?;
    at.look(places::how_long_away).await
}

/// Is away, with the regent who was chosen or without.
async fn goes_away(at: At<'_>, until: Option<i64>, chosen: &Chosen) -> Message {
    let make = |persons: &[u32]| act(Act::Away { until, regent: persons.first().copied() });
    at.order_naming(&chosen.users, make).await
}

/// A button or select of the seats: `seat/act/3`, `seat/away`, `seat/back`, `seat/resign`, `seat/influence/3`.
pub(crate) async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Answer> {
    let (what, number) = what.split_once('/').unwrap_or((what, ""));
    let until = if number.starts_with("week") { Some(at.house.now() + WEEK) } else { None };
    let number = || number.parse::<u32>().ok();
    let message = match what {
        "act" => look(at, number()?).await,
        "away" => asks_away(at).await.into(),
        "gone" => at.with_desk(goes_away(at, until, chosen).await).await,
        "back" => {
            let message = at.order(act(Act::Back)).await;
            // What regents were shown is told this once, and stands above the desk.
            let shown = message.embeds.clone();
            let mut desk = at.with_desk(message).await;
            if at.asked.on_private && !desk.is_refusal() {
                desk.embeds.splice(0..0, shown);
            }
            desk
        }
        "resign" => at.order(act(Act::Resign)).await,
        "influence" => {
            let seat = SeatId::numbered(number()?);
            at.order(act(Act::AskInfluence { seat })).await
        }
        _ => return None,
    };
    Some(message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_as_people_write_it() {
        assert_eq!(day("10", 1_000), Some(1_000 + 864_000));
        assert_eq!(day("10 days", 0), Some(864_000));
        assert_eq!(day("2026-12-24", 0), Some(1_798_070_400));
        for wrong in ["", "soon", "2026-13-01", "-3", "0", "4000"] {
            assert_eq!(day(wrong, 0), None, "{wrong}");
        }
    }
}
