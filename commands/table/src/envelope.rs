//! `/envelope open|seal|list|dispatch`: between powers. Free envelopes are sealed by each and opened together; a dispatch goes to one.

use crate::asked::{Answer, At, at_campaign};
use crate::custom_id::CustomId;
use crate::house::House;
use crate::message::{Form, Input, Message, clip};
use crate::present::front;
use crate::present::names::bare;
use crate::present::names::quoted;
use crate::present::{Scene, exchange};
use crate::rooms::{Chosen, Room};
use crate::words::campaigns;
use crate::words::{line, suggest};
use crate::{Context, Error, again, say};
use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use table::act::Exchanged;
use table::exchange::{LONGEST, PREFIX};
use table::said;
use table::view::RoundView;
use table::{Act, Said, SeatId, Verb, View};

/// What its buttons and forms do.
pub(crate) const ENVELOPE: Room = Room {
    subject: "envelope",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.prompt, press.what, chosen)),
    opens: |press| Box::pin(opens(press.at(), press.prompt, press.what)),
    sent: |press, field| {
        Box::pin(async move {
            let at = press.at();
            match press.what {
                "seal" => Some(sealed(at, Some(press.prompt), &field("what")).await.into()),
                what => sent(at, what, field).await,
            }
        })
    },
    ..Room::EMPTY
};

/// Between powers: envelopes opened together, and dispatches to one alone
#[poise::command(slash_command, subcommands("open", "seal", "list", "dispatch"), rename = "envelope")]
pub(crate) async fn envelope(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Ask for sealed envelopes of you and others, all opened together
#[poise::command(slash_command, rename = "open")]
#[expect(clippy::too_many_arguments, reason = "six others can be named")]
async fn open(
    ctx: Context<'_>,
    #[description = "What they are about; a form asks if you leave it or everybody out"]
    #[max_length = 400]
    about: Option<String>,
    #[description = "With whom"] with: Option<serenity::User>,
    #[description = "And with whom"] with2: Option<serenity::User>,
    #[description = "And with whom"] with3: Option<serenity::User>,
    #[description = "And with whom"] with4: Option<serenity::User>,
    #[description = "And with whom"] with5: Option<serenity::User>,
    #[description = "And with whom"] with6: Option<serenity::User>,
    #[description = "Bounds of a number, 0..30; or answers apart by semicolons; a text if you leave it out"]
    #[max_length = 800]
    what: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let users: Vec<u64> = [with, with2, with3, with4, with5, with6]
            .into_iter()
            .flatten()
            .map(|user| user.id.get())
            .collect();
        let (about, what) = (about.unwrap_or_default(), what.unwrap_or_default());
        let seats = at.house.seats_of(at.campaign, &users).await.map_err(Message::refusal)?;
        let what = what.replace(';', "\n");
        if seats.is_empty() {
            // What was typed already stands in the form that follows.
            let typed = vec![("about".to_owned(), about), ("what".to_owned(), what)];
            let form = CustomId::of(at.campaign, 0, "envelope/open");
            at.house.drafts.keep(at.asked.asker.user, &form, at.house.now(), typed);
            return with_whom(at).await.map(Answer::from);
        }
        if about.trim().is_empty() {
            return form(at, &seats, about, what).await.map(Answer::from);
        }
        let form = open_verb(&seats);
        let message = opened(at, seats, &about, &what).await;
        let typed = [("about", about.as_str()), ("what", &what)];
        Ok(at.or_again(message, (0, &form), &typed).await.into())
    })
    .await
}

impl House {
    /// The seats that users hold or share.
    ///
    /// # Errors
    /// A sentence where one of them has none.
    async fn seats_of(&self, campaign: &str, users: &[u64]) -> Result<Vec<SeatId>, Said> {
        let live = self.campaign(campaign).await.map_err(Said::from)?;
        let live = live.lock().await;
        let seat = |user: &u64| live.campaign.seat_of(live.by(*user)).cloned();
        let seats: Vec<Option<SeatId>> = users.iter().map(seat).collect();
        let none = || said!("One of those whom you named has no seat in this campaign.");
        seats.into_iter().collect::<Option<_>>().ok_or_else(none)
    }
}

/// The select by which somebody chooses with whom he opens envelopes, before their form.
async fn with_whom(at: At<'_>) -> Result<Message, Message> {
    at.show(|scene| may_open(scene).map(|()| exchange::with_whom(scene))).await
}

/// Whether who looks may open envelopes at all.
fn may_open(scene: &Scene<'_>) -> Result<(), Said> {
    if scene.own.seat().is_none() {
        return Err(said!("You have no seat in this campaign, so you cannot ask for sealed envelopes."));
    }
    if scene.public.stage != table::Stage::Playing {
        return Err(said!("Envelopes are exchanged once play has begun."));
    }
    Ok(())
}

/// The verb of the form of a new round with these seats: `envelope/open/2.5`.
fn open_verb(seats: &[SeatId]) -> String {
    let numbers: Vec<String> = seats.iter().filter_map(SeatId::number).map(|n| n.to_string()).collect();
    format!("envelope/open/{}", numbers.join("."))
}

/// The seats out of such a verb, without its beginning.
fn seats_in(numbers: &str) -> Vec<SeatId> {
    numbers.split('.').filter_map(|n| n.parse().ok()).map(SeatId::numbered).collect()
}

/// The form of a new round with these seats.
async fn form(at: At<'_>, seats: &[SeatId], about: String, what: String) -> Result<Form, Message> {
    let seen = at.show(|scene| {
        let named = exchange::receivers(scene).filter(|(seat, _)| seats.contains(seat));
        let named: Vec<String> = named.map(|(seat, _)| scene.player(seat).replace('\\', "")).collect();
        may_open(scene).map(|()| named.join(", "))
    });
    let named = seen.await?;
    let mut form = Form {
        title: clip(&say!("Sealed envelopes · with {}", named), 45),
        custom_id: CustomId::of(at.campaign, 0, &open_verb(seats)),
        inputs: vec![
            Input { value: about, ..line("about", say!("What they are about"), 400) },
            Input {
                long: true,
                value: what,
                required: false,
                placeholder: say!("0..30\nor answers, one a line\nor empty for a text"),
                ..line("what", say!("What each seals (a text if empty)"), 800)
            },
        ],
    };
    // What was typed with the command, before anybody was named.
    if form.inputs.iter().all(|input| input.value.is_empty()) {
        again::fill(at.house, at.asked.asker.user, &mut form);
    }
    Ok(form)
}

/// A form of envelopes was sent. `None` for one that is not known.
pub(crate) async fn sent(at: At<'_>, what: &str, field: impl Fn(&str) -> String) -> Option<Message> {
    if let Some(numbers) = what.strip_prefix("open/") {
        let seats = seats_in(numbers);
        return Some(opened(at, seats, &field("about"), &field("what")).await.into());
    }
    let number = what.strip_prefix("write/")?.parse().ok()?;
    Some(sends(at, &SeatId::numbered(number), &field("text")).await.into())
}

/// The form of an id as it opens now. `None` for one that is not known.
pub(crate) async fn opens(at: At<'_>, prompt: u64, what: &str) -> Option<Answer> {
    if let Some(numbers) = what.strip_prefix("open/") {
        let seats = seats_in(numbers);
        return Some(form(at, &seats, String::new(), String::new()).await.into());
    }
    if what == "seal" {
        return Some(asks(at, Some(prompt)).await.into());
    }
    let number = what.strip_prefix("write/")?.parse().ok()?;
    Some(writes(at, &SeatId::numbered(number)).await.into())
}

/// The seat that is meant by a name: of a power, or of a player.
fn named(
    scene: &crate::present::Scene<'_>,
    others: &[(SeatId, [String; 2])],
    typed: &str,
) -> Result<SeatId, Said> {
    let lower = typed.to_lowercase();
    let meant = front::of(&scene.public).map(|front| front.meant(typed)).unwrap_or_default();
    let holds = |seat: &SeatId| {
        crate::present::holders::names(&scene.public, seat).iter().any(|played| meant.contains(played))
    };
    let mut fits = others.iter().filter(|(seat, names)| names.contains(&lower) || holds(seat));
    match (fits.next(), fits.next()) {
        (Some((seat, _)), None) => Ok(seat.clone()),
        _ => Err(said!(
            "\"{}\" is nobody else at this table. Name a power or a player: {}.",
            quoted(typed),
            others.iter().map(|(seat, _)| scene.player(seat)).collect::<Vec<_>>().join(", ")
        )),
    }
}

/// Opens a round between the asker and these seats.
async fn opened(at: At<'_>, mut seats: Vec<SeatId>, about: &str, what: &str) -> Result<Message, Message> {
    let own = at.look(|scene| scene.own.seat().cloned()).await?;
    let (kind, answers) = kind(what)?;
    let mut words = about.split_whitespace().collect::<Vec<_>>().join(" ");
    for answer in answers {
        words.push('\n');
        words.push_str(&answer);
    }
    seats.extend(own);
    let text = at.text(&words)?;
    Ok(at.order(Verb::Act { act: Act::Exchange { seats, kind }, text: Some(text) }).await)
}

/// What is sealed, as people write it: nothing for a text, "0..30" for a number, two or more lines for a choice of answers.
///
/// # Errors
/// A sentence that says what would be understood.
pub fn kind(typed: &str) -> Result<(Exchanged, Vec<String>), Said> {
    let lines: Vec<String> = typed
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect();
    match lines.as_slice() {
        [] => Ok((Exchanged::Text, Vec::new())),
        [one] => {
            let number = |text: &str| text.trim().replace('−', "-").parse::<i64>().ok();
            let bounds =
                one.split_once("..").or_else(|| one.split_once('–')).or_else(|| one.split_once(" to "));
            match bounds.and_then(|(least, most)| Some((number(least)?, number(most)?))) {
                Some((least, most)) if least > most => Err(said!(
                    "{} is more than {}: bounds go from the least to the most, as in {}..{}.",
                    least,
                    most,
                    most,
                    least
                )),
                Some((least, most)) => Ok((Exchanged::Number { least, most }, Vec::new())),
                None => Err(said!(
                    "\"{}\" is neither the bounds of a number, as 0..30, nor several answers. For a text leave it empty.",
                    quoted(one)
                )),
            }
        }
        answers => match u32::try_from(answers.len()) {
            Ok(options) => Ok((Exchanged::Choice { options }, lines)),
            Err(_) => Err(said!("A choice has 2 to 9 answers.")),
        },
    }
}

/// The asker's open rounds by what they are about.
async fn own_rounds(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let own = exchange::own_rounds(&scene.own);
        own.map(|round| (bare(exchange::words(round).0.unwrap_or_default(), 90), round.line.to_string()))
            .collect()
    })
    .await
}

/// Seal your envelope; nobody sees it until all are opened together
#[poise::command(slash_command)]
async fn seal(
    ctx: Context<'_>,
    #[description = "What you seal; a form asks if you leave it out"]
    #[max_length = 1000]
    what: Option<String>,
    #[description = "Which envelopes, where several are open"]
    #[autocomplete = "own_rounds"]
    #[max_length = 100]
    which: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let prompt = which.as_deref().map(|line| line.trim().parse::<u64>()).transpose();
        let prompt = prompt.map_err(|_| said!("Take the envelopes from the list that is offered."))?;
        match what {
            None => asks(at, prompt).await,
            Some(what) => {
                let message = sealed(at, prompt, &what).await;
                let seen = at.show(|scene| round_of(&scene.own, prompt).map(|open| open.line)).await;
                let form = (seen.unwrap_or_default(), "envelope/seal");
                Ok(at.or_again(message, form, &[("what", &what)]).await.into())
            }
        }
    })
    .await
}

/// The asker's round of a line, or his only one.
fn round_of(view: &View, prompt: Option<u64>) -> Result<&RoundView, Said> {
    let own: Vec<&RoundView> = exchange::own_rounds(view).collect();
    match prompt {
        Some(line) => own.into_iter().find(|round| round.line == line).ok_or_else(|| {
            if view.rounds.iter().any(|round| round.line == line && round.round.starts_with(PREFIX)) {
                said!("Those envelopes are between others; you have none in that round.")
            } else {
                said!("This belongs to envelopes that are closed by now. /desk shows what is asked of you.")
            }
        }),
        None => match own.as_slice() {
            [one] => Ok(one),
            [] => Err(said!("No sealed envelope is asked of you now. /envelope open begins a round.")),
            _ => Err(said!(
                "Several envelopes are asked of you: say which with the option which, or take its button in /envelope list."
            )),
        },
    }
}

/// What asks for the contents of an envelope: a form, or a select where one of several answers is sealed.
async fn asks(at: At<'_>, prompt: Option<u64>) -> Result<Answer, Message> {
    at.show(|scene| -> Result<Answer, Said> {
        let round = round_of(&scene.own, prompt)?;
        let mine = round.mine.as_ref().and_then(|mine| mine.sealed.as_ref());
        let input = match &round.exchange {
            Some(Exchanged::Choice { .. }) => return Ok(exchange::choice(scene, round).into()),
            Some(Exchanged::Number { least, most }) => {
                let value = mine.and_then(|sealed| sealed.contents.choice["number"].as_i64());
                Input {
                    value: value.map(|n| n.to_string()).unwrap_or_default(),
                    ..line(
                        "what",
                        say!(
                            "A whole number from {} to {}",
                            crate::speech::signed(*least),
                            crate::speech::signed(*most)
                        ),
                        20,
                    )
                }
            }
            _ => {
                let value = mine.and_then(|sealed| sealed.contents.choice["text"].as_str());
                Input {
                    long: true,
                    value: value.unwrap_or_default().to_owned(),
                    ..line("what", say!("Your text; hidden until all are opened"), LONGEST as u16)
                }
            }
        };
        let about = bare(exchange::words(round).0.unwrap_or_default(), 45);
        let title = match scene.regents_seat() {
            // For whom it is comes first, so that a long subject does not push it out.
            Some(whose) => clip(&format!("{} · {about}", whose.replace('\\', "")), 45),
            None => about,
        };
        Ok(Answer::Form(Form {
            title,
            custom_id: CustomId::on(&scene.own, round.line, "envelope/seal"),
            inputs: vec![input],
        }))
    })
    .await
}

/// Seals what was typed or chosen.
pub(crate) async fn sealed(at: At<'_>, prompt: Option<u64>, typed: &str) -> Result<Message, Message> {
    let read = at.show(|scene| -> Result<(String, Value), Said> {
        let round = round_of(&scene.own, prompt)?;
        let typed = typed.trim();
        let number = || typed.replace('−', "-").parse::<i64>().ok();
        let body = match &round.exchange {
            Some(Exchanged::Number { least, most }) => match number() {
                Some(n) => json!({"number": n}),
                None => {
                    return Err(said!(
                        "\"{}\" is no whole number from {} to {}.",
                        quoted(typed),
                        *least,
                        *most
                    ));
                }
            },
            Some(Exchanged::Choice { options }) => {
                let answers = exchange::answers(round);
                let words = answers
                    .iter()
                    .position(|answer| answer.replace('\\', "").to_lowercase() == typed.to_lowercase());
                match words.and_then(|n| i64::try_from(n + 1).ok()).or_else(number) {
                    Some(n) => json!({"choice": n}),
                    None => {
                        return Err(said!("\"{}\" is none of the {} answers.", quoted(typed), *options));
                    }
                }
            }
            _ => json!({"text": typed}),
        };
        Ok((round.round.clone(), body))
    });
    let (round, choice) = read.await?;
    Ok(at.order(Verb::Seal { round, choice, word: None }).await)
}

/// The sealed envelopes that are asked for now
#[poise::command(slash_command)]
async fn list(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asking.at().look(exchange::listed).await }).await
}

/// The others at the table.
async fn others(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        exchange::receivers(scene).map(|(seat, name)| (name, seat.as_str().to_owned())).collect()
    })
    .await
}

/// Send a message to one power alone, in any phase; nobody else is told of it
#[poise::command(slash_command)]
async fn dispatch(
    ctx: Context<'_>,
    #[description = "To whom: a power or player; you are asked if you leave it out"]
    #[autocomplete = "others"]
    #[max_length = 100]
    to: Option<String>,
    #[description = "What it says; a form asks if you leave it out"]
    #[max_length = 1000]
    text: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let Some(to) = to else { return to_whom(at).await.map(Answer::from) };
        let seat = at.show(|scene| {
            let others: Vec<(SeatId, [String; 2])> = exchange::receivers(scene)
                .map(|(seat, name)| {
                    (seat.clone(), [name.to_lowercase(), scene.player(seat).replace('\\', "").to_lowercase()])
                })
                .collect();
            match others.iter().find(|(seat, _)| seat.as_str() == to.trim()) {
                Some((seat, _)) => Ok(seat.clone()),
                None => named(scene, &others, to.trim()),
            }
        });
        let seat = seat.await?;
        let Some(words) = text else { return writes(at, &seat).await.map(Answer::from) };
        let message = sends(at, &seat, &words).await;
        Ok(at.or_again(message, (0, &write_verb(&seat)), &[("text", &words)]).await.into())
    })
    .await
}

async fn to_whom(at: At<'_>) -> Result<Message, Message> {
    at.show(|scene| match scene.own.seat() {
        Some(_) => Ok(exchange::to_whom(scene)),
        None => Err(said!("You have no seat in this campaign, so you cannot send dispatches in it.")),
    })
    .await
}

/// The form of a dispatch, or the refusal that sending it would meet.
async fn writes(at: At<'_>, seat: &SeatId) -> Result<Form, Message> {
    at.would_take(Verb::Dispatch { to: seat.clone(), text: at.text("?")? }).await?;
    let name = at.look(|scene| scene.seat(seat).replace('\\', "")).await?;
    Ok(Form {
        title: clip(&say!("To {}", name), 45),
        custom_id: CustomId::of(at.campaign, 0, &write_verb(seat)),
        inputs: vec![Input {
            long: true,
            ..line("text", say!("Your dispatch; only this power reads it"), LONGEST as u16)
        }],
    })
}

/// The verb of the button and the form of a dispatch to a seat.
fn write_verb(seat: &SeatId) -> String {
    format!("envelope/write/{}", seat.number().unwrap_or_default())
}

/// Sends a dispatch.
async fn sends(at: At<'_>, seat: &SeatId, words: &str) -> Result<Message, Message> {
    Ok(at.order(Verb::Dispatch { to: seat.clone(), text: at.text(words)? }).await)
}

/// A button or select of envelopes and dispatches. `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, prompt: u64, what: &str, chosen: &Chosen) -> Option<Answer> {
    let seat = |number: &str| number.parse().ok().map(SeatId::numbered);
    Some(match (what, chosen.first()) {
        ("seal", _) => asks(at, Some(prompt)).await.into(),
        ("choose", Some(choice)) => at.with_desk(sealed(at, Some(prompt), choice).await).await.into(),
        ("new", _) => {
            at.house.drafts.drop(at.asked.asker.user, &CustomId::of(at.campaign, 0, "envelope/open"));
            with_whom(at).await.into()
        }
        ("with", Some(_)) => {
            let seats: Vec<SeatId> = chosen.values.iter().map(|n| seat(n)).collect::<Option<_>>()?;
            form(at, &seats, String::new(), String::new()).await.into()
        }
        ("list", _) => at.look(exchange::listed).await.into(),
        ("to", None) => to_whom(at).await.into(),
        ("to", Some(number)) => writes(at, &seat(number)?).await.into(),
        _ => writes(at, &seat(what.strip_prefix("write/")?)?).await.into(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_sealed_is_read_as_people_write_it() {
        assert_eq!(kind(" \n ").unwrap(), (Exchanged::Text, Vec::new()));
        for bounds in ["0..30", " 0 .. 30 ", "0–30", "0 to 30"] {
            assert_eq!(kind(bounds).unwrap().0, Exchanged::Number { least: 0, most: 30 }, "{bounds}");
        }
        assert_eq!(kind("−5..5").unwrap().0, Exchanged::Number { least: -5, most: 5 });
        let (is, answers) = kind("Great  Britain\n\n Russia ").unwrap();
        assert_eq!(
            (is, answers),
            (Exchanged::Choice { options: 2 }, vec!["Great Britain".to_owned(), "Russia".to_owned()])
        );
        for wrong in ["thirty", "1..x", "5"] {
            assert!(kind(wrong).unwrap_err().ends_with('.'), "{wrong}");
        }
    }
}
