//! `/rules show|search`: the rule ledger, anywhere and without any campaign.

use crate::asked::{Answer, Asked, answer};
use crate::house::House;
use crate::message::{Message, clip};
use crate::present::front;
use crate::present::rules as present;
use crate::{Context, Error};
use poise::serenity_prelude as serenity;
use table::rules::{Entry, RuleId, ledger};
use table::said;

/// Find a rule, and how this table reads it
#[poise::command(slash_command, subcommands("show", "search"))]
pub(crate) async fn rules(ctx: Context<'_>) -> Result<(), Error> {
    crate::asked::without_its_part(ctx).await
}

/// Show a rule: what it says and how it is read where it is unclear
#[poise::command(slash_command)]
async fn show(
    ctx: Context<'_>,
    #[description = "A printed number, a heading, any words, or an id"]
    #[max_length = 100]
    #[autocomplete = "known"]
    rule: String,
    #[description = "Post it for everybody in this channel"] here: Option<bool>,
) -> Result<(), Error> {
    answer(ctx, |house, asked| async move {
        let campaign = where_asked(&house, &asked).await;
        let found = match RuleId::find(rule.trim()) {
            Some(id) => vec![ledger().get(id)],
            None => own_first(&house, campaign.as_deref(), ledger().find(&rule)).await,
        };
        let message = match found.as_slice() {
            [one] => shown(&house, campaign.as_deref(), one).await,
            _ => present::found(&rule, &found, campaign.as_deref()),
        };
        told(message, here, !found.is_empty())
    })
    .await
}

/// List the rules that hold some words
#[poise::command(slash_command)]
async fn search(
    ctx: Context<'_>,
    #[description = "Any words, a printed number or part of a heading"]
    #[max_length = 100]
    words: String,
    #[description = "Post it for everybody in this channel"] here: Option<bool>,
) -> Result<(), Error> {
    answer(ctx, |house, asked| async move {
        let campaign = where_asked(&house, &asked).await;
        let found = own_first(&house, campaign.as_deref(), ledger().find(&words)).await;
        told(present::found(&words, &found, campaign.as_deref()), here, !found.is_empty())
    })
    .await
}

/// What was found with the rules of the game that is played here first, else in its order.
async fn own_first<'r>(house: &House, campaign: Option<&str>, mut found: Vec<&'r Entry>) -> Vec<&'r Entry> {
    let Some(campaign) = campaign else { return found };
    let Ok(live) = house.campaign(campaign).await else { return found };
    let front = front::by_key(&live.lock().await.campaign.founded.game);
    let own = front.map_or(&[][..], |front| front.documents());
    found.sort_by_key(|rule| !own.iter().any(|own| rule.id.as_str().split('.').next() == Some(own)));
    found
}

/// A refusal is for who asked alone, wherever he wanted the answer.
fn told(message: Message, here: Option<bool>, found: bool) -> Answer {
    if here == Some(true) && found { Answer::Here(message) } else { Answer::Message(message) }
}

/// A rule of a list was chosen.
pub(crate) async fn opened(house: &House, campaign: Option<&str>, rule: &str) -> Message {
    match RuleId::find(rule) {
        Some(id) => shown(house, campaign, ledger().get(id)).await,
        None => Message::refusal(said!(
            "This rule is not in the ledger of this version of the program. /rules search finds what took its place."
        )),
    }
}

/// A rule with the ruling of the campaign on it, where there is one.
async fn shown(house: &House, campaign: Option<&str>, rule: &Entry) -> Message {
    let ruling = match campaign {
        Some(campaign) => ruling_on(house, campaign, rule).await,
        None => None,
    };
    present::entry(rule, ruling.as_deref())
}

/// What a campaign has ruled on a rule: the last ruling, unless its words were deleted.
async fn ruling_on(house: &House, campaign: &str, rule: &Entry) -> Option<String> {
    let live = house.campaign(campaign).await.ok()?;
    let live = live.lock().await;
    let ruling = live.campaign.play.rulings.iter().rev().find(|ruling| ruling.rule == Some(rule.id))?;
    let (question, answer) = (ruling.question.as_deref()?, ruling.answer.as_deref()?);
    let plain = crate::present::names::plain_text;
    Some(format!("{} **{}**", plain(question, 300), plain(answer, 300)))
}

/// The campaign that is meant where the asker is, if it is one: its rulings are shown.
async fn where_asked(house: &House, asked: &Asked) -> Option<String> {
    house.meant(asked, None).await.ok()
}

/// Rules that fit what was typed; the first of the ledger while nothing was.
async fn known(_ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    crate::words::choices(suggested(typed).map(|(label, id)| serenity::AutocompleteChoice::new(label, id)))
}

/// Label and id of each, best first.
fn suggested(typed: &str) -> impl Iterator<Item = (String, &'static str)> {
    let found =
        if typed.trim().is_empty() { ledger().entries().iter().collect() } else { ledger().find(typed) };
    found.into_iter().take(25).map(|rule| (clip(&present::line(rule), 100), rule.id.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_suggested_fits_and_leads_to_its_rule() {
        for typed in ["", " ", "stack", "12.3", "house.", "4.4.6.3", "Réserve", "😀", "the"] {
            let suggested: Vec<_> = suggested(typed).collect();
            assert!(suggested.len() <= 25, "{typed}");
            for (label, id) in suggested {
                assert!((1..=100).contains(&label.chars().count()) && id.len() <= 100, "{label}");
                assert!(RuleId::find(id).is_some());
            }
        }
        assert!(suggested("4.4.6.3").all(|(label, _)| !label.is_empty()));
        assert_eq!(
            suggested("house.general.bids-order").next().map(|(_, id)| id),
            Some("house.general.bids-order")
        );
        assert_eq!(suggested("").count(), 25);
    }
}
