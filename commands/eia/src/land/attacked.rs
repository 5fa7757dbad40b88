//! What counters do when they are attacked, before a breach, in a city that falls and with depots that they take, and where France acts: answers that
//! stand from month to month, in one form.

use super::{nobody, own};
use crate::months;
use eia::months::Month;
use eia::powers::Power;
use eia::rounds::Choice as Sealed;
use eia::slots::attacked::{
    ATTACKED, BREACH, BURN, DEPOTS, GARRISON, KEEP, LAST, PLACE, RETIRE, STAND, STARVE, STORM, fields, filled,
};
use serde_json::{Value, json};
use table::offers::{Field, Kind};
use table::{Verb, said};
use table_commands::asked::At;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Look, Message};
use table_commands::present::Scene;
use table_commands::say;

/// Choices of a select at most.
const MOST: usize = 25;

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

/// One answer was chosen, as `storm/austria=starve`: all of them are given as they stand with it.
pub(super) async fn answered(at: At<'_>, chosen: &str) -> Result<Message, Message> {
    let (field, word) = chosen.split_once('=').unwrap_or((chosen, ""));
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
        (GARRISON, "0") => say!("Leave nobody in a city that falls"),
        (GARRISON, men) => say!("Leave {} in a city that falls", men.to_owned()),
        (DEPOTS, BURN) => say!("Burn depots that they take"),
        (DEPOTS, KEEP) => say!("Make depots that they take their own"),
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

/// What stands, a line a field, and since when. `briefly`: what counters do when they are attacked, and of the rest what is not as usual.
pub(super) fn lines(scene: &Scene<'_>, briefly: bool) -> Option<(Vec<String>, String)> {
    let (now, seat) = own(scene)?;
    let stands = stands(scene);
    let choice = stands.as_ref().map(|(choice, _)| choice);
    let is_told = |field: &&Field| {
        !briefly || field.name.starts_with(ATTACKED) || now_of(field, choice) != now_of(field, None)
    };
    let all = fields(&now, seat);
    let lines = all
        .iter()
        .filter(is_told)
        .map(|field| format!("{}{}", of(field), words(&field.name, &now_of(field, choice))));
    let age = match &stands {
        None => say!("You have answered nothing; this counts until you do."),
        Some((_, None)) => say!("Given before the first month."),
        Some((_, Some(month))) => say!("Given in {}.", months::month(*month)),
    };
    Some((lines.collect(), age))
}

fn form(scene: &Scene<'_>, says: &str) -> Option<Message> {
    let (now, seat) = own(scene)?;
    let (lines, age) = lines(scene, false)?;
    let text = say!(
        "**What your counters do when they are attacked.** It stands from month to month, and is sealed as it stands when the month's slots are made.\n{}\n-# {}",
        lines.join("\n"),
        age
    );
    let text = if says.is_empty() { text } else { format!("{says}\n{text}") };
    let stands = stands(scene);
    let choice = stands.as_ref().map(|(choice, _)| choice);
    let all = fields(&now, seat);
    let others = all.iter().flat_map(|field| {
        let given = now_of(field, choice);
        let words_of = if let Kind::OneOf { of } = &field.kind { of.as_slice() } else { &[] };
        let other = words_of.iter().filter(move |word| **word != given);
        other.map(|word| {
            let label = format!("{}{}", of(field), words(&field.name, word));
            Choice::new(&label, format!("{}={word}", field.name))
        })
    });
    let id = CustomId::on(&scene.own, 0, "land/answer");
    let message = Message::text(text).select(Component::select(
        &say!("Answer otherwise…"),
        id,
        others.take(MOST).collect(),
    ));
    Some(message.buttons(vec![scene.button(Look::Secondary, &say!("Orders"), 0, "land/orders")]))
}
