//! Setting an army up: as in history in one tap, or otherwise, a line a corps.

use super::own;
use super::present::corps_said;
use eia::EmpiresInArms;
use eia::land::set_up::{LINES, LONGEST, Sheet};
use eia::pieces::CorpsId;
use eia::rounds::{Choice, Round};
use serde_json::{Value, json};
use table::view::{Mine, RoundView};
use table::{Verb, View, said};
use table_commands::asked::{Answer, At, told};
use table_commands::custom_id::CustomId;
use table_commands::message::{Form, Input, Look, Message};
use table_commands::present::Scene;
use table_commands::say;
use table_commands::words::old_card;

/// The open round of set-ups, with the envelope of who looks.
fn round(view: &View) -> Option<(&RoundView, &Mine)> {
    let mut rounds = view.rounds.iter();
    let open = rounds.find(|open| matches!(open.round.parse(), Ok(Round::SetUp(_))))?;
    Some((open, open.mine.as_ref()?))
}

/// What lies in the envelope of who looks.
fn sealed(mine: &Mine) -> Option<Sheet> {
    match mine.sealed.as_ref()?.contents.of::<EmpiresInArms>()? {
        Choice::SetUp(sheet) => Some(sheet),
        _ => None,
    }
}

/// What who presses *Set up my army* chooses between.
pub(super) async fn asked(at: At<'_>, prompt: u64) -> Result<Message, Message> {
    let screen = |scene: &Scene<'_>| {
        own(scene)?;
        round(&scene.own)?;
        let says = say!(
            "**Set up your army.** *As in history* takes the set-up of the scenario, with every corps where it stood. *Otherwise…* shows it line by line, to be changed. What is in your corps nobody else sees."
        );
        Some(Message::text(says).buttons(vec![
            scene.button(Look::Success, &say!("As in history"), prompt, "land/set-up/history"),
            scene.button(Look::Secondary, &say!("Otherwise…"), prompt, "land/set-up/other"),
        ]))
    };
    at.show_or(screen, none).await
}

fn none() -> Message {
    Message::refusal(said!("No set-up is asked of you now."))
}

/// Seals the historical set-up, and makes it Final with the same press.
pub(super) async fn as_in_history(at: At<'_>, _: u64) -> Result<Message, Message> {
    let name = at.show_or(|scene| round(&scene.own).map(|(open, _)| open.round.clone()), none).await?;
    let seal = Verb::Seal { round: name.clone(), choice: json!({}), word: None };
    let outcome = told(at.house.order(at.campaign, &at.asked.asker.first_of_two(), seal).await);
    if outcome.is_refusal() {
        return Err(outcome);
    }
    Ok(at.with_desk(at.order(Verb::Final { round: name }).await).await)
}

/// The lines of a set-up as it stands: each corps with its area and what is in it.
fn lines(scene: &Scene<'_>) -> Option<String> {
    let (now, seat) = own(scene)?;
    let (_, mine) = round(&scene.own)?;
    let changed = sealed(mine).unwrap_or_default();
    let set_up = now.historical_set_up()?;
    let powers = now.choice.powers_of(seat);
    let of_seat = |id: &CorpsId| now.commands(id.owner()).is_some_and(|power| powers.contains(&power));
    let corps = set_up.pieces.corps.iter().filter(|(id, _)| of_seat(id));
    let lines = corps.filter_map(|(id, on_map)| {
        let at = changed.places.get(id).copied().or(on_map.stand.area())?;
        let holds = changed.contents.get(id).copied().or(set_up.contents.corps(*id))?;
        let called =
            if powers.len() > 1 { id.to_string() } else { eia::land::kept_contents::battle_name(*id) };
        Some(format!("{called}: {} {holds}", at.name()))
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// The form of another set-up, filled with what stands.
pub(super) async fn form(at: At<'_>, prompt: u64) -> Result<Answer, Message> {
    let form = |scene: &Scene<'_>| {
        Some(Form {
            title: say!("Set up your army"),
            custom_id: CustomId::on(&scene.own, prompt, "land/set-up/lines"),
            inputs: vec![Input {
                id: LINES,
                label: say!("A line a corps: area and what is in it"),
                long: true,
                value: lines(scene)?,
                placeholder: say!("II Corps: Munich 10i 1c"),
                required: false,
                most: u16::try_from(LONGEST).unwrap_or(u16::MAX),
            }],
        })
    };
    at.show_or(|scene| form(scene).map(Answer::Form), none).await
}

/// The form was sent: it is sealed, or refused at the line that is wrong.
pub(super) async fn sent(at: At<'_>, _: u64, text: &str) -> Result<Message, Message> {
    let name = at.show_or(|scene| round(&scene.own).map(|(open, _)| open.round.clone()), none).await?;
    let filled: Value = json!({LINES: text});
    let verb = Verb::sealing(&name, &filled).map_err(|_| old_card())?;
    Ok(at.order(verb).await)
}

/// A sheet in words, for its owner.
pub(super) fn contents(sheet: &Sheet) -> String {
    if sheet.places.is_empty() && sheet.contents.is_empty() {
        return say!("As in history.");
    }
    let all: std::collections::BTreeSet<CorpsId> =
        sheet.places.keys().chain(sheet.contents.keys()).copied().collect();
    let line = |id: CorpsId| {
        let at = sheet.places.get(&id).map(|at| super::present::area(*at));
        let holds = sheet.contents.get(&id).map(ToString::to_string);
        let what: Vec<String> = at.into_iter().chain(holds).collect();
        format!("{}: {}", corps_said(id), what.join(", "))
    };
    all.into_iter().map(line).collect::<Vec<_>>().join("\n")
}
