//! `/turn ready|undo|calendar|live|timer|clock|pause|resume|extend`: the turn under way and its clock.

use crate::asked::{Answer, At, at_campaign, failed};
use crate::custom_id::CustomId;
use crate::message::{Form, Input, Message};
use crate::present::calendar;
use crate::present::front;
use crate::present::status;
use crate::rooms::Room;
use crate::words::line;
use crate::words::{campaigns, order};
use crate::{Context, Error, say};
use table::Verb;
use table::act::{Act, Through};
use table::said;
use table::timing::Timing;

/// What its buttons and forms do.
pub(crate) const TURN: Room = Room {
    subject: "turn",
    pressed: |press, _| Box::pin(pressed(press.at(), press.prompt, press.what)),
    opens: |press| Box::pin(opens(press.at(), press.what)),
    sent: |press, field| Box::pin(sent(press.at(), press.what, field)),
    ..Room::EMPTY
};

/// The turn under way
#[poise::command(
    slash_command,
    subcommands("ready", "undo", "calendar_", "live", "timer", "clock", "pause", "resume", "extend")
)]
pub(crate) async fn turn(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// An act without a text.
pub(crate) fn act(act: Act) -> Verb {
    Verb::Act { act, text: None }
}

/// How far one is ready.
#[derive(poise::ChoiceParameter, Clone, Copy)]
enum Far {
    #[name = "With the open step"]
    Step,
    #[name = "To the end of the turn"]
    Month,
    #[name = "To the end of the turn, until something is asked of me"]
    Hold,
    #[name = "Not ready any more"]
    Not,
}

/// Say that you are ready with the open step
#[poise::command(slash_command)]
async fn ready(
    ctx: Context<'_>,
    #[description = "How far; with the open step unless you say"] through: Option<Far>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    let wanted = match through.unwrap_or(Far::Step) {
        Far::Step => Act::Ready { through: Through::Step, hold: false },
        Far::Month => Act::Ready { through: Through::Turn, hold: false },
        Far::Hold => Act::Ready { through: Through::Turn, hold: true },
        Far::Not => Act::NotReady,
    };
    at_campaign(ctx, campaign, |asking| async move { is_ready(asking.at(), wanted).await }).await
}

/// Take back your own last order of the open step, never past dice or an opened secret
#[poise::command(slash_command)]
async fn undo(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, Verb::Undo).await
}

/// What falls due, and when
#[poise::command(slash_command, rename = "calendar")]
async fn calendar_(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asking.at().look(calendar::calendar).await }).await
}

/// An evening by voice: deadlines are off until it is over
#[poise::command(slash_command)]
async fn live(
    ctx: Context<'_>,
    #[description = "Whether it begins or ends"] on: bool,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, act(Act::Live { on })).await
}

/// A timer for the open step of an evening by voice
#[poise::command(slash_command)]
async fn timer(
    ctx: Context<'_>,
    #[description = "Minutes, 5 unless you say"]
    #[min = 1]
    #[max = 240]
    minutes: Option<u32>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, act(Act::Timer { minutes: minutes.unwrap_or(5) })).await
}

/// Set the clock: how long steps may take, when no deadline falls; for the host
#[expect(clippy::too_many_arguments, reason = "each is an option of the command")]
#[poise::command(slash_command)]
async fn clock(
    ctx: Context<'_>,
    #[description = "Hours for a step"]
    #[min = 1]
    #[max = 672]
    hours: Option<u32>,
    #[description = "Hours for a step in which a missed deadline is grave"]
    #[min = 1]
    #[max = 672]
    grave: Option<u32>,
    #[description = "Time zone, as in Europe/Helsinki"]
    #[max_length = 40]
    zone: Option<String>,
    #[description = "Hours in which no deadline falls, as in 22-8; none for none"]
    #[max_length = 10]
    quiet: Option<String>,
    #[description = "Whether weekends count"] weekends: Option<bool>,
    #[description = "Hours before a deadline at which those awaited are reminded; 0 for never"]
    #[max = 672]
    remind: Option<u32>,
    #[description = "Hours for one phase alone, as in land 96"]
    #[max_length = 60]
    phase: Option<String>,
    #[description = "Play without a clock"] off: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let live = at.house.campaign(at.campaign).await.map_err(failed)?;
        let stands = live.lock().await.campaign.play.timing.clone();
        if off == Some(true) {
            return Ok(at.order(act(Act::SetTiming { timing: None })).await);
        }
        let mut timing = stands.unwrap_or_default();
        timing.light = hours.unwrap_or(timing.light);
        timing.grave = grave.unwrap_or(timing.grave);
        timing.zone = zone.map_or(timing.zone, |zone| zone.trim().to_owned());
        timing.weekends = weekends.unwrap_or(timing.weekends);
        timing.remind = remind.unwrap_or(timing.remind);
        if let Some(quiet) = quiet {
            timing.quiet = read_quiet(&quiet)?;
        }
        if let Some(phase) = phase {
            let (phase, hours) = read_phase(&phase).ok_or_else(|| {
                said!(
                    "A phase and its hours are meant, as in: land 96. The phases are political, reinforcement, naval, land and economic."
                )
            })?;
            timing.phases.insert(phase, hours);
        }
        Ok(at.order(act(Act::SetTiming { timing: Some(timing) })).await)
    })
    .await
}

fn read_quiet(text: &str) -> Result<Option<(u32, u32)>, Message> {
    let text = text.trim().to_lowercase();
    if matches!(text.as_str(), "none" | "off" | "-" | "ei") {
        return Ok(None);
    }
    text.replace(['–', '—', ' '], "-")
        .split_once('-')
        .and_then(|(from, to)| Some((hour(from)?, hour(to)?)))
        .map(Some)
        .ok_or_else(|| {
            Message::refusal(said!("Quiet hours are two hours of the day, as in 22-8; none for none."))
        })
}

fn hour(text: &str) -> Option<u32> {
    text.trim_matches('-').split(':').next()?.parse().ok()
}

fn read_phase(text: &str) -> Option<(String, u32)> {
    let (phase, hours) = text.trim().rsplit_once(' ')?;
    let phase = front::all().find_map(|front| front.phase_meant(phase))?;
    Some((phase, hours.parse().ok()?))
}

/// Reads a clock as one line: "48 72 Europe/Helsinki", "48 hours", "off".
///
/// # Errors
/// A sentence that shows how it is written.
pub(crate) fn read_clock(line: &str) -> Result<Option<Timing>, table::Said> {
    let line = line.trim();
    if line.is_empty() || matches!(line.to_lowercase().as_str(), "off" | "none" | "no" | "ei") {
        return Ok(None);
    }
    let mut timing = Timing::default();
    let mut hours: Vec<u32> = Vec::new();
    for word in line.split([' ', ',', ';']).filter(|word| !word.is_empty()) {
        if let Ok(number) = word.trim_end_matches('h').parse() {
            hours.push(number);
        } else if word.contains('/') || word == "UTC" {
            word.clone_into(&mut timing.zone);
        } else if !matches!(word.to_lowercase().as_str(), "hours" | "hour" | "h" | "tuntia") {
            return Err(said!(
                "The clock is read as hours for a step, hours for a grave one, and a time zone, as in: 48 72 Europe/Helsinki. \"off\" plays without a clock."
            ));
        }
    }
    timing.light = hours.first().copied().unwrap_or(timing.light);
    timing.grave = hours.get(1).copied().unwrap_or_else(|| timing.light.saturating_mul(3) / 2);
    Ok(Some(timing))
}

/// Stop the clock, with a reason for all to read; for the host
#[poise::command(slash_command)]
async fn pause(
    ctx: Context<'_>,
    #[description = "Why; everybody reads it"]
    #[max_length = 500]
    reason: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { with_reason(asking.at(), Act::Pause, &reason).await })
        .await
}

/// An act that needs a reason.
pub(crate) async fn with_reason(at: At<'_>, act: Act, reason: &str) -> Result<Message, Message> {
    Ok(at.order(Verb::Act { act, text: Some(at.text(reason)?) }).await)
}

/// Let the clock run on; of who is not host the others vote on it
#[poise::command(slash_command)]
async fn resume(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    order(ctx, campaign, act(Act::Resume)).await
}

/// Give the open steps more time, with a reason; of who is not host the others vote on it
#[poise::command(slash_command)]
async fn extend(
    ctx: Context<'_>,
    #[description = "Hours more"]
    #[min = 1]
    #[max = 672]
    hours: u32,
    #[description = "Why; everybody reads it"]
    #[max_length = 500]
    reason: String,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        with_reason(asking.at(), Act::Extend { hours }, &reason).await
    })
    .await
}

/// A button of the turn: `turn/ready`, `turn/sure` after a question before it, `turn/month`, `turn/not`, `turn/calendar`, and those of the
/// clock. One on a card of a step that is over says so.
pub(crate) async fn pressed(at: At<'_>, prompt: u64, what: &str) -> Option<Answer> {
    if let Some(form) = opens(at, what).await {
        return Some(form);
    }
    let ordered = match what {
        "calendar" => return Some(at.look(calendar::calendar).await.into()),
        "live" => Some(Act::Live { on: true }),
        "live/end" => Some(Act::Live { on: false }),
        "timer" => Some(Act::Timer { minutes: 5 }),
        "resume" => Some(Act::Resume),
        "playon" => Some(Act::PlayOn),
        "putoff" => Some(Act::PutOff),
        "default" => Some(Act::LetStand { frame: prompt }),
        _ => None,
    };
    if let Some(ordered) = ordered {
        return Some(at.with_desk(at.order(act(ordered)).await).await.into());
    }
    let wanted = match what {
        "ready" | "sure" => Act::Ready { through: Through::Step, hold: false },
        "month" | "month/sure" => Act::Ready { through: Through::Turn, hold: true },
        "not" => Act::NotReady,
        _ => return None,
    };
    let open = match at.house.campaign(at.campaign).await {
        Err(why) => return Some(failed(why).into()),
        Ok(live) => {
            let play = &live.lock().await.campaign.play;
            // While envelopes are sealed no step waits, and one is ready ahead of what comes after them.
            let round = || play.rounds.values().map(|round| round.line).find(|line| *line == prompt);
            play.wait().map(|wait| wait.line).or_else(round)
        }
    };
    if open != Some(prompt) {
        let over = said!("This belongs to a step that is over. /desk shows what is asked of you.");
        return Some(at.with_desk(over).await.into());
    }
    // A second tap on the same button is no mistake that has to be refused.
    if what == "ready"
        && let Ok(Some(message)) = at.look(status::ready_already).await
    {
        return Some(at.with_desk(message).await.into());
    }
    let sure = match what {
        "ready" => Some("turn/sure"),
        "month" => Some("turn/month/sure"),
        _ => None,
    };
    if let Some(sure) = sure
        && let Ok(Some(first)) = at.look(|scene| status::before_ready(scene, sure)).await
    {
        // The question stands alone: at the desk its own button would be lost among the others.
        return Some(first.into());
    }
    Some(at.with_desk(is_ready(at, wanted).await).await.into())
}

/// Who is ready, or not any more. Where the game asks for something first, what it asks for stands below the refusal.
async fn is_ready(at: At<'_>, wanted: Act) -> Message {
    let message = at.order(act(wanted)).await;
    if !message.is_refusal() {
        return message;
    }
    let first = at.look(|scene| {
        let asks = !scene.own.may_be_ready;
        asks.then(|| front::of(&scene.own).map(|front| front.on_the_card(scene)).unwrap_or_default())
    });
    first.await.ok().flatten().unwrap_or_default().into_iter().fold(message, Message::and_button)
}

/// A form of the clock, for the host: `turn/pause`, `turn/extend`; or the refusal that sending it would meet. `None` for what is no form.
pub(crate) async fn opens(at: At<'_>, what: &str) -> Option<Answer> {
    let (title, wanted) = match what {
        "pause" => (say!("Stop the clock"), Act::Pause),
        "extend" => (say!("More time for the open steps"), Act::Extend { hours: 1 }),
        _ => return None,
    };
    Some(reason_form(at, what, title, wanted).await.into())
}

/// The form that asks for the reason of it, if it would be taken now.
async fn reason_form(at: At<'_>, what: &str, title: String, wanted: Act) -> Result<Form, Message> {
    at.would_take(Verb::Act { act: wanted, text: Some(at.text("?")?) }).await?;
    let mut inputs = vec![Input { long: true, ..line("reason", say!("Why; everybody reads it"), 500) }];
    if what == "extend" {
        inputs.insert(0, Input { value: "24".to_owned(), ..line("hours", say!("Hours more, 1 to 672"), 3) });
    }
    Ok(Form { title, custom_id: CustomId::of(at.campaign, 0, &format!("turn/{what}")), inputs })
}

/// A form of the clock was sent. `None` for one that is not known.
pub(crate) async fn sent(at: At<'_>, what: &str, field: impl Fn(&str) -> String) -> Option<Message> {
    let wanted = match what {
        "pause" => Act::Pause,
        "extend" => match field("hours").trim().parse() {
            Ok(hours) => Act::Extend { hours },
            Err(_) => return Some(Message::refusal(said!("Hours are a whole number from 1 to 672."))),
        },
        _ => return None,
    };
    Some(with_reason(at, wanted, &field("reason")).await.into())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_clock_is_read_as_people_write_it() {
        assert_eq!(read_clock("off"), Ok(None));
        let timing = read_clock("36, 60 h Europe/Helsinki").unwrap().unwrap();
        assert_eq!((timing.light, timing.grave, timing.zone.as_str()), (36, 60, "Europe/Helsinki"));
        assert_eq!(read_clock("24").unwrap().unwrap().grave, 36);
        assert!(read_clock("soon").is_err());
        assert_eq!(read_quiet("22–8").unwrap(), Some((22, 8)));
        assert_eq!(read_quiet("23:00 - 7:00").unwrap(), Some((23, 7)));
        assert_eq!(read_quiet("none").unwrap(), None);
        assert!(read_quiet("night").is_err());
        assert_eq!(read_phase("moon 96"), None);
    }
}
