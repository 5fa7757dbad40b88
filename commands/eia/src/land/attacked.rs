//! What counters do when they are attacked, and where France acts: answers that stand from month to month, in one form.

use super::{nobody, own};
use crate::months;
use eia::months::Month;
use eia::powers::Power;
use eia::rounds::Choice as Sealed;
use eia::slots::attacked::{ATTACKED, BREACH, LAST, PLACE, RETIRE, STAND, STARVE, STORM, fields, filled};
use serde_json::{Value, json};
use table::offers::{Field, Kind};
use table::{Verb, said};
use table_commands::asked::At;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Look, Message};
use table_commands::present::Scene;
use table_commands::say;

/// The answers that stand for who looks, as fields of the form, with the month in which they were given.
fn stands(scene: &Scene<'_>) -> Option<(Value, Option<Month>)> {
    let answer = scene.own.standing.get(ATTACKED)?;
    let Ok(Sealed::Attacked(answers)) = serde_json::from_value::<Sealed>(answer.choice.reveal().clone())
    else {
        return None;
    };
    let since = answer.since.first().and_then(|month| Month::try_from(month.clone()).ok());
    Some((filled(&answers), since))
}

/// The form.
pub(super) async fn shown(at: At<'_>) -> Result<Message, Message> {
    at.show_or(|scene| form(scene, ""), nobody).await
}

/// One answer was chosen: all of them are given as they stand with it.
pub(super) async fn answered(at: At<'_>, field: &str, word: &str) -> Result<Message, Message> {
    let choice = at.show(|scene| {
        let (now, seat) = own(scene).ok_or_else(nobody)?;
        if !fields(&now, seat).iter().any(|own| own.name == field) {
            return Err(Message::refusal(said!("That is not asked of your powers.")));
        }
        let mut choice = stands(scene).map_or_else(|| json!({}), |(choice, _)| choice);
        choice[field] = json!(word);
        Ok(choice)
    });
    let choice = choice.await?;
    let kind = ATTACKED.to_owned();
    let outcome = at.with_salt(|salt| Verb::Stand { kind, choice: Some(choice), salt }).await?;
    if outcome.is_refusal() {
        return Err(outcome);
    }
    at.show_or(|scene| form(scene, &outcome.content), nobody).await
}

/// A word of the form, in words.
fn words(field: &str, word: &str) -> String {
    match (field.split_once('/').map_or(field, |(of, _)| of), word) {
        (ATTACKED, RETIRE) => say!("Retire into a city that holds all, else stand"),
        (ATTACKED, STAND) => say!("Stand and fight"),
        (BREACH, STORM) => say!("Storm a breached city"),
        (BREACH, STARVE) => say!("Starve a breached city out"),
        (PLACE, LAST) => say!("France acts last"),
        (PLACE, other) => match Power::by_key(other) {
            Some(power) => say!("France acts before {}", power),
            None => String::new(),
        },
        _ => String::new(),
    }
}

/// Of which power a field is, before its answer.
fn of(field: &Field) -> String {
    let power = field.name.split_once('/').and_then(|(_, power)| Power::by_key(power));
    power.map(|power| format!("{}: ", crate::names::called(power))).unwrap_or_default()
}

/// The answer that a field has now: what stands, else what is usual.
fn now_of(field: &Field, stands: Option<&Value>) -> String {
    let given = stands.and_then(|stands| stands[field.name.as_str()].as_str());
    let usual = field.usual.as_ref().and_then(Value::as_str);
    given.or(usual).unwrap_or_default().to_owned()
}

/// What stands, a line a field; for the desk too.
pub(super) fn lines(scene: &Scene<'_>) -> Option<(Vec<String>, String)> {
    let (now, seat) = own(scene)?;
    let stands = stands(scene);
    let choice = stands.as_ref().map(|(choice, _)| choice);
    let all = fields(&now, seat);
    let lines =
        all.iter().map(|field| format!("{}{}", of(field), words(&field.name, &now_of(field, choice))));
    let age = match &stands {
        None => say!("You have answered nothing; this counts until you do."),
        Some((_, None)) => say!("Given before the first month."),
        Some((_, Some(month))) => say!("Given in {}.", months::month(*month)),
    };
    Some((lines.collect(), age))
}

fn form(scene: &Scene<'_>, says: &str) -> Option<Message> {
    let (now, seat) = own(scene)?;
    let (lines, age) = lines(scene)?;
    let text = say!(
        "**What your counters do when they are attacked.** It stands from month to month, and is sealed as it stands when the month's slots are made.\n{}\n-# {}",
        lines.join("\n"),
        age
    );
    let text = if says.is_empty() { text } else { format!("{says}\n{text}") };
    let stands = stands(scene);
    let choice = stands.as_ref().map(|(choice, _)| choice);
    let mut message = Message::text(text);
    for field in fields(&now, seat).iter().take(4) {
        let given = now_of(field, choice);
        let Kind::OneOf { of: all } = &field.kind else { continue };
        let choices =
            all.iter().map(|word| Choice::new(&words(&field.name, word), word).chosen(*word == given));
        let id = CustomId::on(&scene.own, 0, &format!("land/answer/{}", field.name));
        let label = format!("{}{}", of(field), words(&field.name, &given));
        message = message.select(Component::select(&label, id, choices.collect()));
    }
    Some(message.buttons(vec![scene.button(Look::Secondary, &say!("Orders"), 0, "land/orders")]))
}
