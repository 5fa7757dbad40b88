//! `/seat` and `/away`: who sits where, who acts for whom, leaving and substitutes.

use crate::asked::{Answer, Asked, in_campaign, told};
use crate::asker::named;
use crate::custom_id::CustomId;
use crate::house::{House, Outcome};
use crate::message::{Component, Look, Message};
use crate::present::places;
use crate::rooms::{Chosen, Press, Room};
use crate::turn::act;
use crate::words::{campaigns, order};
use crate::{Context, Error, desk, say};
use poise::serenity_prelude as serenity;
use table::act::Act;
use table::said;
use table::{SeatId, Verb};

/// What its buttons and forms do.
pub(crate) const SEAT: Room = Room {
    subject: "seat",
    pressed: |press, chosen| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            pressed(house, asked, campaign, what, chosen).await
        })
    },
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
    in_campaign(
        ctx,
        campaign,
        |house, asked, id| async move { asks_to_resign(&house, &asked, &id).await.into() },
    )
    .await
}

/// Asks whether somebody really leaves his seat; or the refusal that leaving it would meet, so that nobody is shown a button that could
/// only refuse.
pub(crate) async fn asks_to_resign(house: &House, asked: &Asked, campaign: &str) -> Message {
    match house.refusal(campaign, &asked.asker, act(Act::Resign)).await {
        Err(why) => told(Outcome::Failed(why)),
        Ok(Some(refusal)) => told(Outcome::Refused(refusal)),
        Ok(None) => Message::text(say!(
            "This leaves your seat for good: what is sealed in it stays sealed until somebody else takes it. It cannot be taken back."
        ))
        .buttons(vec![Component::button(
            Look::Danger,
            &say!("Leave my seat"),
            CustomId::of(campaign, 0, "seat/resign"),
        )]),
    }
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let seat = match number {
            Some(n) => SeatId::numbered(n),
            None => match own_seat(&house, &asked, &id).await {
                Ok(Some(seat)) => seat,
                Ok(None) => return Message::refusal(said!("Say which seat: you hold none yourself.")).into(),
                Err(why) => return told(Outcome::Failed(why)).into(),
            },
        };
        let make = |persons: &[u32]| act(Act::OfferSeat { seat: seat.clone(), person: persons[0] });
        told(house.order_naming(&id, &asked.asker, &[named(&who)], make).await).into()
    })
    .await
}

async fn own_seat(house: &House, asked: &Asked, campaign: &str) -> Result<Option<SeatId>, String> {
    let live = house.campaign(campaign).await?;
    let live = live.lock().await;
    Ok(live.campaign.seat_of(live.by(asked.asker.user)).cloned())
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
            return in_campaign(ctx, campaign, |_, _, _| async {
                Message::refusal(said!("Say on which seat the stand-in is to get up.")).into()
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
    in_campaign(
        ctx,
        campaign,
        |house, asked, id| async move { look(&house, &asked, &id, number).await.into() },
    )
    .await
}

/// A regent looks at the seat he acts for; it is noted, and he gets its desk.
async fn look(house: &House, asked: &Asked, campaign: &str, seat: u32) -> Message {
    let mut asker = asked.asker.clone();
    asker.acting = Some(SeatId::numbered(seat));
    told(house.order(campaign, &asker, act(Act::Look)).await)
}

/// An act about another user.
async fn about(
    ctx: Context<'_>,
    campaign: Option<String>,
    user: serenity::User,
    make: impl Fn(u32) -> Act + Send + Sync,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let make = |persons: &[u32]| act(make(persons[0]));
        told(house.order_naming(&id, &asked.asker, &[named(&user)], make).await).into()
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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        if until.is_none() && regent.is_none() {
            return asks_away(&house, &asked, &id).await.into();
        }
        let until = match until.as_deref().map(|text| day(text, house.now())) {
            None => None,
            Some(Some(at)) => Some(at),
            Some(None) => {
                return Message::refusal(said!(
                    "The day of your return is written as in 2026-12-24, or as a number of days."
                ))
                .into();
            }
        };
        let users: Vec<_> = regent.iter().map(named).collect();
        let make = |persons: &[u32]| act(Act::Away { until, regent: persons.first().copied() });
        told(house.order_naming(&id, &asked.asker, &users, make).await).into()
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
async fn asks_away(house: &House, asked: &Asked, campaign: &str) -> Message {
    match house.refusal(campaign, &asked.asker, act(Act::Away { until: None, regent: None })).await {
        Err(why) => told(Outcome::Failed(why)),
        Ok(Some(refusal)) => told(Outcome::Refused(refusal)),
        Ok(None) => house
            .shown(campaign, &asked.asker, places::how_long_away)
            .await
            .unwrap_or_else(|why| told(Outcome::Failed(why))),
    }
}

/// Is away, with the regent who was chosen or without.
async fn goes_away(
    house: &House,
    asked: &Asked,
    campaign: &str,
    until: Option<i64>,
    chosen: &Chosen,
) -> Message {
    let make = |persons: &[u32]| act(Act::Away { until, regent: persons.first().copied() });
    told(house.order_naming(campaign, &asked.asker, &chosen.users, make).await)
}

/// A button or select of the seats: `seat/act/3`, `seat/away`, `seat/back`, `seat/resign`, `seat/influence/3`.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    what: &str,
    chosen: &Chosen,
) -> Option<Answer> {
    let (what, number) = what.split_once('/').unwrap_or((what, ""));
    let until = if number.starts_with("week") { Some(house.now() + WEEK) } else { None };
    let number = || number.parse::<u32>().ok();
    let message = match what {
        "act" => look(house, asked, campaign, number()?).await,
        "away" => asks_away(house, asked, campaign).await,
        "gone" => {
            let message = goes_away(house, asked, campaign, until, chosen).await;
            desk::after(house, asked, campaign, message).await
        }
        "back" => {
            let message = told(house.order(campaign, &asked.asker, act(Act::Back)).await);
            // What regents were shown is told this once, and stands above the desk.
            let shown = message.embeds.clone();
            let mut desk = desk::after(house, asked, campaign, message).await;
            if asked.on_private && !desk.is_refusal() {
                desk.embeds.splice(0..0, shown);
            }
            desk
        }
        "resign" => told(house.order(campaign, &asked.asker, act(Act::Resign)).await),
        "influence" => {
            let seat = SeatId::numbered(number()?);
            told(house.order(campaign, &asked.asker, act(Act::AskInfluence { seat })).await)
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
