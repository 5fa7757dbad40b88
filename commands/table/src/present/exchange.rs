//! Between powers: free envelopes and dispatches. What players wrote is shown as plain text.

use super::names::{bare, moment, plain_text, plain_text_lines};
use super::{Posts, Scene};
use crate::custom_id::CustomId;
use crate::message::{Choice, Component, Embed, Look, Message, clip};
use crate::say;
use serde_json::Value;
use table::act::Exchanged;
use table::audience::Audience;
use table::exchange::{LONGEST, PREFIX};
use table::rules::RuleId;
use table::view::RoundView;
use table::{Entry, Event, SeatId, View};

/// What a round of free envelopes is about: the question, and the answers where it is a choice.
#[must_use]
pub fn words(round: &RoundView) -> (Option<&str>, Vec<&str>) {
    let mut lines = round.about.iter().flat_map(|text| text.lines());
    (lines.next(), lines.collect())
}

/// The same as a post may show them; words that were deleted leave a sentence.
#[must_use]
pub fn about(round: &RoundView) -> String {
    words(round).0.map_or_else(|| say!("(what they are about was deleted)"), |text| plain_text(text, 1_500))
}

/// The answers of a choice.
#[must_use]
pub fn answers(round: &RoundView) -> Vec<String> {
    let Some(Exchanged::Choice { options }) = &round.exchange else { return Vec::new() };
    let mut answers: Vec<String> = words(round).1.into_iter().map(|answer| plain_text(answer, 150)).collect();
    for n in answers.len()..*options as usize {
        answers.push(say!("Answer {}", n + 1));
    }
    answers.truncate(*options as usize);
    answers
}

/// What is sealed in such an envelope.
fn sealed_is(round: &RoundView) -> String {
    match &round.exchange {
        Some(Exchanged::Number { least, most }) => {
            say!("Each seals a whole number from {} to {}.", signed(*least), signed(*most))
        }
        Some(Exchanged::Choice { .. }) => {
            let lines =
                answers(round).into_iter().enumerate().map(|(n, answer)| format!("{}. {answer}", n + 1));
            format!("{}\n{}", say!("Each seals one of these:"), lines.collect::<Vec<_>>().join("\n"))
        }
        _ => say!("Each seals a text of at most {} characters.", LONGEST),
    }
}

fn signed(n: i64) -> String {
    crate::speech::signed(n)
}

/// The open rounds of free envelopes in which a viewer has a part.
pub fn own_rounds(view: &View) -> impl Iterator<Item = &RoundView> {
    view.rounds.iter().filter(|round| round.round.starts_with(PREFIX) && round.mine.is_some())
}

/// A round of free envelopes opened.
pub(crate) fn round_opened(scene: &Scene<'_>, posts: &mut Posts, name: &str) {
    let Some(round) = scene.public.rounds.iter().find(|round| round.round == name) else { return };
    let who: Vec<String> = round.asked.iter().map(|(seat, _)| scene.seat(seat)).collect();
    let mut text = format!("{}\n\n{}\n{}", about(round), who.join(" · "), sealed_is(round));
    if let Some(at) = round.due.as_ref().and_then(|due| due.at) {
        text.push('\n');
        text.push_str(&say!("Due {}.", moment(at)));
    }
    let embed = Embed::new(&say!("Sealed envelopes between powers"), text).footer(&scene.record());
    let message = Message::text(say!(
        "**Sealed envelopes, asked for by {}.** They are opened together when all are Final.",
        scene.who()
    ))
    .with(scene.edged(embed, scene.acting()))
    .buttons(vec![
        scene.button(Look::Primary, &say!("Seal mine"), round.line, "envelope/seal"),
        scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
    ]);
    posts.council("exchange", message);
    posts.reply = Message::text(say!(
        "The envelopes are asked for; seal yours with the button in the council or /envelope seal."
    ));
}

/// What somebody sealed, as a post may show it.
fn shown(round: Option<&RoundView>, body: &Value) -> String {
    if let Some(text) = body.get("text").and_then(Value::as_str) {
        return plain_text(text, LONGEST);
    }
    if let Some(number) = body.get("number").and_then(Value::as_i64) {
        return signed(number);
    }
    let choice = body.get("choice").and_then(Value::as_u64).unwrap_or_default();
    let answer = round
        .map(answers)
        .and_then(|answers| answers.into_iter().nth(usize::try_from(choice.checked_sub(1)?).ok()?));
    answer.unwrap_or_else(|| say!("Answer {}", choice))
}

/// Free envelopes lie open.
pub(crate) fn opened(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], name: &str) {
    let before =
        scene.before.as_deref().and_then(|before| before.rounds.iter().find(|round| round.round == name));
    let envelopes: Vec<(String, String)> = entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Opened { round, seat, body, .. } if round == name => {
                Some((scene.power(seat), shown(before, &body.choice)))
            }
            _ => None,
        })
        .collect();
    let about = before.map_or_else(|| say!("(what they are about was deleted)"), about);
    // Four of at most 1,024 characters keep to what a message holds.
    for (part, chunk) in envelopes.chunks(4).enumerate() {
        let mut embed = if part == 0 {
            Embed::new(&say!("The envelopes are opened"), clip(&about, 1_500))
        } else {
            Embed::new(&say!("The envelopes are opened, continued"), clip(&about, 200))
        };
        for (who, what) in chunk {
            embed = embed.field(who, what);
        }
        posts.council("exchanged", Message::default().with(embed.footer(&scene.record())));
    }
}

/// A dispatch: it goes to one power alone, and nothing of it to the council.
pub(crate) fn dispatched(
    scene: &Scene<'_>,
    posts: &mut Posts,
    entry: &Entry,
    from: &SeatId,
    to: &SeatId,
    rules: &[RuleId],
) {
    let text = entry.body_for(&Audience::seat(to)).and_then(|body| body["text"].as_str()).unwrap_or_default();
    let embed = Embed::new(&say!("From {}", scene.seat(from)), plain_text_lines(text));
    let reply = scene.button(
        Look::Primary,
        &say!("Reply"),
        0,
        &format!("envelope/write/{}", from.number().unwrap_or_default()),
    );
    let message = Message::text(say!("{} · a dispatch", scene.title())).with(embed).buttons(vec![reply]);
    posts.to_seat(to, "dispatch", message);
    let why: Vec<String> = rules.iter().map(|rule| format!("{} (`{rule}`)", rule.printed())).collect();
    posts.reply = Message::text(say!("Your dispatch goes to {}. Nobody else is told of it.", scene.seat(to)))
        .with(Embed::new(&say!("Your dispatch"), plain_text_lines(text)).field(&say!("Why"), why.join("\n")));
}

/// The open rounds of free envelopes, for whoever asks.
#[must_use]
pub fn listed(scene: &Scene<'_>) -> Message {
    let mut lines = Vec::new();
    let mut buttons = Vec::new();
    for round in scene.own.rounds.iter().filter(|round| round.round.starts_with(PREFIX)) {
        let who = round
            .asked
            .iter()
            .map(|(seat, is_final)| format!("{} {}", if *is_final { "✔" } else { "…" }, scene.power(seat)));
        lines.push(format!("**{}**\n{}", clip(&about(round), 200), who.collect::<Vec<_>>().join(" · ")));
        if round.mine.is_some() {
            let label = clip(&say!("Seal: {}", bare(words(round).0.unwrap_or_default(), 60)), 80);
            buttons.push(scene.button(Look::Primary, &label, round.line, "envelope/seal"));
        }
    }
    if lines.is_empty() {
        lines.push(say!("No sealed envelopes are asked for now."));
    }
    if scene.own.seat().is_some() {
        buttons.push(scene.button(Look::Secondary, &say!("New sealed envelopes"), 0, "envelope/new"));
        buttons.push(scene.button(Look::Secondary, &say!("Write a dispatch"), 0, "envelope/to"));
        buttons.extend(super::publishing::buttons(scene));
        buttons.extend(super::publishing::waiting(scene));
    }
    Message::default()
        .with(Embed::new(&say!("Sealed envelopes between powers"), lines.join("\n")))
        .buttons(buttons)
}

/// The select by which one of several answers is sealed.
#[must_use]
pub fn choice(scene: &Scene<'_>, round: &RoundView) -> Message {
    let choices = answers(round).into_iter().enumerate();
    let choices = choices.map(|(n, answer)| Choice::new(&answer.replace('\\', ""), (n + 1).to_string()));
    let id = CustomId::on(&scene.own, round.line, "envelope/choose");
    Message::default().with(Embed::new(&say!("Seal your answer"), about(round))).select(Component::select(
        &say!("Your answer"),
        id,
        choices.collect(),
    ))
}

/// The select by which somebody chooses with whom he opens envelopes.
#[must_use]
pub fn with_whom(scene: &Scene<'_>) -> Message {
    let choices: Vec<Choice> = receivers(scene)
        .map(|(seat, name)| Choice::new(&name, seat.number().unwrap_or_default().to_string()))
        .collect();
    if choices.is_empty() {
        return Message::refusal(table::said!(
            "There is nobody else at the table yet with whom envelopes could be opened."
        ));
    }
    let id = CustomId::of(&scene.public.campaign, 0, "envelope/with");
    let select = Component::select(&say!("With whom?"), id, choices).several();
    Message::text(say!(
        "Each of those you choose seals an envelope, and so do you; all are opened together when all are Final."
    ))
    .select(select)
}

/// To whom the asker may send a dispatch: the other seats that have a player.
pub fn receivers<'s>(scene: &'s Scene<'_>) -> impl Iterator<Item = (&'s SeatId, String)> {
    let own = scene.own.seat();
    let others =
        scene.public.seats.iter().filter(move |seat| {
            Some(&seat.id) != own && seat.person.is_some() && !seat.out && !seat.stand_in
        });
    others.map(|seat| (&seat.id, scene.seat(&seat.id).replace('\\', "")))
}

/// The select by which somebody chooses to whom he writes.
#[must_use]
pub fn to_whom(scene: &Scene<'_>) -> Message {
    let choices: Vec<Choice> = receivers(scene)
        .map(|(seat, name)| Choice::new(&name, seat.number().unwrap_or_default().to_string()))
        .collect();
    if choices.is_empty() {
        return Message::refusal(table::said!(
            "There is nobody else at the table yet to whom a dispatch could go."
        ));
    }
    let id = CustomId::of(&scene.public.campaign, 0, "envelope/to");
    Message::text(say!("A dispatch goes to one power alone, in any phase; nobody else is told of it."))
        .select(Component::select(&say!("To whom?"), id, choices))
}
