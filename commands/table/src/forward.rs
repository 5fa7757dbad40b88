//! `/correct forward`: a fault found later is worked out on the record, and what it would change today is proposed as one correction.

use crate::asked::{Answer, Asked, At, at_campaign_later, failed};
use crate::board::{Meant, example, names_in, number_in, read_results};
use crate::custom_id::CustomId;
use crate::message::{Form, Input, Message, clip};
use crate::present::names::quoted;
use crate::present::worked_out as shown;
use crate::present::{Scene, amounts};
use crate::rooms::{Press, Room};
use crate::words::{campaigns, choices, line, suggest};
use crate::{Context, Error, say};
use poise::serenity_prelude as serenity;
use serde_json::{Map, json};
use table::forward::follow::follow;
use table::forward::lines::{amendable, is_of_play};
use table::forward::{Amends, Followed, why_not_again};
use table::switches;
use table::values::{LONGEST_REASON, Value};
use table::{Campaign, Entry, Event, Said, Verb, said};

/// What its button and its form do.
pub(crate) const FORWARD: Room = Room {
    subject: "forward",
    pressed: |press, _| Box::pin(reason_form(press)),
    opens: |press| Box::pin(reason_form(press)),
    sent: |press, field| {
        Box::pin(async move {
            let amends = read(press.prompt, press.what)?;
            Some(proposed(press.at(), amends, &field("reason")).await.into())
        })
    },
    ..Room::EMPTY
};

/// Work out what a fault found later would have changed, and propose to make it good
#[poise::command(slash_command)]
pub(crate) async fn forward(
    ctx: Context<'_>,
    #[description = "The order on the record that went wrong"]
    #[autocomplete = "orders"]
    #[max_length = 100]
    order: String,
    #[description = "What it should have come to, as in: Austria, VP 12; nothing: it was not given"]
    #[autocomplete = "values_instead"]
    #[max_length = 100]
    instead: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign_later(ctx, campaign, |asking| async move {
        worked_out(asking.at(), &order, &instead.unwrap_or_default()).await
    })
    .await
}

/// Among so many of the latest entries orders are listed: more than a game year. An older one is named by its line.
const LISTED_FROM: u64 = 4_000;

/// The orders that something of the game followed from, in words, the newest first.
async fn orders(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    let asked = Asked::command(ctx.interaction);
    let Ok(id) = ctx.data().meant(&asked, None).await else { return choices([]) };
    let typed = typed.trim().trim_start_matches('#').to_lowercase();
    let Ok(entries) = ctx.data().latest_entries(&id, LISTED_FROM).await else { return choices([]) };
    let at = At { house: ctx.data(), asked: &asked, campaign: &id };
    let listed = at.look(|scene| {
        let fits = |(line, says): &(u64, String)| {
            line.to_string().starts_with(&typed) || says.to_lowercase().contains(&typed)
        };
        shown::orders(scene, &entries).into_iter().filter(fits).take(25).collect::<Vec<_>>()
    });
    let listed = listed.await.unwrap_or_default();
    choices(
        listed.into_iter().map(|(line, says)| {
            serenity::AutocompleteChoice::new(shown::listed(line, &says), line.to_string())
        }),
    )
}

/// The values of the board as what one should have been: each with the number that is typed, else with today's.
async fn values_instead(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    // What was typed is looked for here, without its number.
    suggest(ctx, "", |scene| {
        let all = instead_of(&scene.public.values, typed);
        all.into_iter().map(|says| (says.clone(), says)).collect()
    })
    .await
}

/// What can be typed of these values, for what was typed by now: "Austria, VP 12".
fn instead_of(values: &[Value], typed: &str) -> Vec<String> {
    let (typed, amount) =
        number_in(typed).map_or((typed.trim().to_owned(), None), |(name, n)| (name, Some(n)));
    let bare = |text: &str| text.replace(',', "").to_lowercase();
    let typed = bare(typed.trim());
    let fits = |value: &&Value| typed.is_empty() || bare(&amounts::name(value)).contains(&typed);
    let says = |value: &Value| {
        let now = || amounts::bare_amount(value, value.now);
        // A sign alone would count from now.
        let now = || if value.now < 0 { format!("= {}", now()) } else { now() };
        let amount = amount.clone().unwrap_or_else(now);
        clip(&format!("{} {amount}", amounts::name(value)), 100)
    };
    values.iter().filter(fits).map(says).collect()
}

/// The order's line of the record, as it was chosen or typed.
fn line_meant(typed: &str) -> Result<u64, Said> {
    let digits: String =
        typed.trim().trim_start_matches('#').chars().take_while(char::is_ascii_digit).collect();
    digits.parse().map_err(|_| {
        said!("\"{}\" is no order on the record. Take one from the list that is offered.", quoted(typed))
    })
}

/// What should have been, out of what was typed.
fn amends(scene: &Scene<'_>, entries: &[Entry], line: u64, instead: &str) -> Result<Amends, Said> {
    let missing = || said!("No order that did something in the game stands on line {} of the record.", line);
    let order = amendable(entries).into_iter().find(|told| told[0].line.is_some_and(|(n, _)| n == line));
    let order = order.ok_or_else(missing)?;
    if instead.trim().is_empty() {
        return if is_of_play(&order[0]) {
            Ok(Amends::Order { line, instead: None })
        } else {
            Err(said!(
                "What lay in envelopes stands. Say which value should have been another after it, as in: {}.",
                example(&scene.public.values)
            ))
        };
    }
    if let Some(switched) = switch_meant(scene, line, instead) {
        return Ok(switched);
    }
    // A difference counts from what stood there when the order was done.
    let ends = entries.iter().position(|entry| entry.line == order[0].line).unwrap_or_default() + order.len();
    let then = Campaign::fold(&entries[..ends]).map_err(|_| missing())?.values();
    if then.is_empty() {
        return Err(said!(
            "The board had no values yet when that order was given, so none could have been another."
        ));
    }
    let mut meant = read_results(&then, &names_in(scene), instead)?;
    let (Some(Meant { key, value }), true) = (meant.pop(), meant.is_empty()) else {
        return Err(said!("One value at a time is corrected forward, as in: {}.", example(&then)));
    };
    Ok(if was_told_of_another(&order[0], &key) {
        Amends::Order { line, instead: Some(telling(&key, value)) }
    } else {
        Amends::Value { line, key, value }
    })
}

/// Whether an order told of one value, and not of this.
fn was_told_of_another(order: &Entry, key: &str) -> bool {
    matches!(&order.event, Event::Order { verb, fields }
        if verb == "tell" && fields.get("key").is_some_and(|told| told != key))
}

/// The fields of an order that tells a value.
fn telling(key: &str, value: i64) -> Map<String, serde_json::Value> {
    Map::from_iter([("key".to_owned(), json!(key)), ("value".to_owned(), json!(value))])
}

/// A switch and how it should have stood, where that was typed: "Politics: kept here".
fn switch_meant(scene: &Scene<'_>, line: u64, typed: &str) -> Option<Amends> {
    let (name, way) = typed.split_once([':', '='])?;
    let same = |typed: &str, key: &str, words: &str| {
        let typed = typed.trim();
        typed == key
            || typed.eq_ignore_ascii_case(words)
            || typed.eq_ignore_ascii_case(&crate::speech::word(words))
    };
    let switch = switches::of(&scene.public.game_key).find(|switch| same(name, switch.key, switch.name))?;
    let (way, _) = switch.ways.iter().find(|(key, words)| same(way, key, words))?;
    Some(Amends::Switch { line, key: switch.key.to_owned(), value: (*way).to_owned() })
}

/// What should have been, as a button carries it.
fn written(amends: &Amends) -> String {
    match amends {
        Amends::Order { instead: None, .. } => "none".to_owned(),
        Amends::Order { instead: Some(fields), .. } => {
            let key = fields.get("key").and_then(serde_json::Value::as_str).unwrap_or_default();
            let value = fields.get("value").and_then(serde_json::Value::as_i64).unwrap_or_default();
            format!("read/{key}/{value}")
        }
        Amends::Value { key, value, .. } => format!("after/{key}/{value}"),
        Amends::Switch { key, value, .. } => format!("switch/{key}/{value}"),
        Amends::Typed { key, value, .. } => format!("typed/{key}/{value}"),
    }
}

/// The same read back; `None` where it is none of ours.
fn read(line: u64, what: &str) -> Option<Amends> {
    if what == "none" {
        return Some(Amends::Order { line, instead: None });
    }
    let (of, rest) = what.split_once('/')?;
    let (key, value) = rest.rsplit_once('/')?;
    let key = key.to_owned();
    Some(match of {
        "read" => Amends::Order { line, instead: Some(telling(&key, value.parse().ok()?)) },
        "after" => Amends::Value { line, key, value: value.parse().ok()? },
        "switch" => Amends::Switch { line, key, value: value.to_owned() },
        "typed" => Amends::Typed { line, key, value: value.parse().ok()? },
        _ => return None,
    })
}

/// What comes of playing the record again, off the thread that answers. A fault that is made good already is not followed again.
async fn followed(at: At<'_>, amends: &Amends) -> Result<(Followed, Vec<Entry>), Message> {
    let live = at.house.campaign(at.campaign).await.map_err(failed)?;
    if let Some(refusal) = why_not_again(&live.lock().await.campaign.play, amends) {
        return Err(refusal.into());
    }
    let entries = at.house.entries(at.campaign).await.map_err(failed)?;
    let amends = amends.clone();
    let worked = tokio::task::spawn_blocking(move || (follow(&entries, &amends), entries)).await;
    let (followed, entries) = worked.map_err(|broken| failed(broken.to_string()))?;
    Ok((followed?, entries))
}

/// Works out what it would have changed, for who asks; he proposes it by a button.
pub async fn worked_out(at: At<'_>, order: &str, instead: &str) -> Result<Message, Message> {
    let line = line_meant(order)?;
    let meant = at.look_back(|scene, entries| {
        if scene.own.seat().is_none() {
            return Err(no_seat());
        }
        amends(scene, entries, line, instead)
    });
    let amends = meant.await??;
    let (followed, entries) = followed(at, &amends).await?;
    let verb = format!("forward/{}", written(&amends));
    at.look(|scene| shown::worked_out(scene, &entries, &amends, &followed, &verb)).await
}

/// The form that asks for the reason; `None` for a button that is not known.
async fn reason_form(press: Press<'_>) -> Option<Answer> {
    let Press { campaign, prompt, what, .. } = press;
    read(prompt, what)?;
    let form = |scene: &Scene<'_>| {
        scene.own.seat().map(|_| Form {
            title: say!("Correct forward"),
            custom_id: CustomId::of(campaign, prompt, &format!("forward/{what}")),
            inputs: vec![Input {
                long: true,
                ..line("reason", say!("Why; everybody reads it"), LONGEST_REASON as u16)
            }],
        })
    };
    Some(press.at().show_or(form, no_seat).await.into())
}

fn no_seat() -> Said {
    said!("You have no seat in this campaign, so you cannot propose a correction.")
}

/// Proposes it: what was shown is worked out once more, on the record as it is now.
async fn proposed(at: At<'_>, amends: Amends, reason: &str) -> Result<Message, Message> {
    let text = at.text(reason)?;
    if reason.trim().is_empty() {
        return Err(said!("A correction needs a reason.").into());
    }
    let (followed, _) = followed(at, &amends).await?;
    Ok(at.order(Verb::Forward { amends, followed: Box::new(followed), text: Some(text) }).await)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_should_have_been_passes_through_a_button() {
        let all = [
            Amends::Order { line: 7, instead: None },
            Amends::Order { line: 7, instead: Some(telling("vp/austria", -3)) },
            Amends::Value { line: 7, key: "pp/great_britain".to_owned(), value: 12 },
            Amends::Switch { line: 7, key: "politics".to_owned(), value: "kept".to_owned() },
            Amends::Typed { line: 7, key: "goal_austria".to_owned(), value: 300 },
        ];
        for amends in all {
            assert_eq!(read(7, &written(&amends)).as_ref(), Some(&amends));
            assert!(
                CustomId::of("k7q2m4x9aa", 1_000_000, &format!("forward/{}", written(&amends))).len() <= 100
            );
        }
        for strange in ["", "after", "after/vp/austria/x", "gives/vp/austria/3"] {
            assert_eq!(read(7, strange), None, "{strange}");
        }
    }

    #[test]
    fn what_is_offered_for_what_should_have_been_is_understood() {
        let values = crate::board::tests::values();
        for (value, says) in values.iter().zip(instead_of(&values, "")) {
            let read = read_results(&values, &|_| Vec::new(), &says).unwrap();
            let read: Vec<(&str, i64)> = read.iter().map(|one| (one.key.as_str(), one.value)).collect();
            assert_eq!(read, [(value.key.as_str(), value.now)], "{says}");
        }
        assert_eq!(instead_of(&values, "austria pp 14"), ["Austria, PP 14"]);
        assert_eq!(instead_of(&values, "Great 14"), ["Great Britain, VP 14", "Great Britain, PP 14"]);
        assert!(instead_of(&values, "Turkey").is_empty());
    }

    #[test]
    fn an_order_is_named_by_its_line() {
        for (typed, line) in
            [("12", Some(12)), ("#12 · Austria: 3 VP", Some(12)), ("Austria", None), ("", None)]
        {
            assert_eq!(line_meant(typed).ok(), line, "{typed}");
        }
    }
}
