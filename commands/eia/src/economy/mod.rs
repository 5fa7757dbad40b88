//! `/economy sheet|account|show|correct|trade`: the economic sheet of a quarter, the account that follows from it, and trade that is refused.

mod arrivals;
mod form;
mod own;
pub mod present;
pub mod quarters;

use crate::economy::present as shown;
use crate::ordered::{month_meant, ordered, own_powers, power_meant, suggested_powers};
use crate::seen::{KEY, position};
use eia::economy::Order;
use eia::economy::sheet::{Sheet, Spend, Wishes};
use eia::powers::Power;
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use table::Verb;
use table_commands::asked::{Answer, At, at_campaign};
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::rooms::{Added, COMMANDS, Press, ROOMS, Room};
use table_commands::words::{campaigns, old_card, suggest};
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "economy",
    pressed: |press, _| Box::pin(pressed(press)),
    opens: |press| Box::pin(pressed(press)),
    sent: |press, field| {
        Box::pin(async move {
            let at = press.at();
            if press.what.starts_with("place/") {
                let texts = arrivals::FIELDS.map(field);
                let texts = texts.each_ref().map(String::as_str);
                return Some(arrivals::put(at, press.what, texts).await.into());
            }
            if let Some(power) = press.what.strip_prefix("correct/") {
                let power = Power::by_key(power)?;
                let texts = own::FIELDS.map(field);
                return Some(own::corrected(at, power, texts.each_ref().map(String::as_str)).await.into());
            }
            let power = Power::by_key(press.what.strip_prefix("fill/")?)?;
            let texts = form::FIELDS.map(field);
            Some(sealed(at, press.prompt, power, texts.each_ref().map(String::as_str)).await.into())
        })
    },
    ..Room::EMPTY
};

#[distributed_slice(COMMANDS)]
static COMMAND: Added = Added { game: KEY, within: None, made: economy };

/// Money and manpower, where the bot keeps them: your economic sheet, your account
#[poise::command(
    slash_command,
    subcommands("sheet", "own", "trade", "own::show", "own::correct"),
    rename = "economy"
)]
pub(crate) async fn economy(ctx: Context<'_>) -> Result<(), Error> {
    table_commands::asked::without_its_part(ctx).await
}

/// Your economic sheet of this quarter: what you pay for, buy and lend; nobody else sees what you spend
#[poise::command(slash_command)]
async fn sheet(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { asking.at().look(shown::sheet).await }).await
}

/// Your account of a quarter, line by line: what came, what went, and what is on the way
#[poise::command(slash_command, rename = "account")]
async fn own(
    ctx: Context<'_>,
    #[description = "Of which quarter: 1805-03; the last if you leave it out"]
    #[autocomplete = "quarters_kept"]
    #[max_length = 40]
    quarter: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let month = quarter.as_deref().map(month_meant).transpose()?;
        asking.at().look(|scene| shown::account(scene, month)).await
    })
    .await
}

/// Refuse to trade with Great Britain, or as Great Britain with another power, or allow it again
#[poise::command(slash_command)]
async fn trade(
    ctx: Context<'_>,
    #[description = "With which power"]
    #[autocomplete = "partners"]
    #[max_length = 40]
    with: String,
    #[description = "Whether you refuse from now on; no allows it again"] refuse: bool,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let with = power_meant(&with)?;
        let power = own::whose(scene, power.as_deref())?;
        Ok(Order::Trade { power, with, refuse })
    })
    .await
}

/// The quarters of which one has accounts.
async fn quarters_kept(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own).filter(|_| !scene.own.as_regent) else { return Vec::new() };
        let purse = own_powers(&scene.own).into_iter().find_map(|power| now.purse(power));
        let accounts = purse.into_iter().flat_map(|purse| purse.accounts.iter().rev());
        accounts.map(|account| (crate::months::month(account.month), account.month.to_string())).collect()
    })
    .await
}

/// With whom one trades.
async fn partners(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own) else { return Vec::new() };
        let own = own_powers(&scene.own);
        let britain = own.contains(&Power::GreatBritain);
        let trades = |power: &Power| !own.contains(power) && (britain || *power == Power::GreatBritain);
        suggested_powers(now.major_powers().filter(trades))
    })
    .await
}

/// A button of the economy; `None` for one that is not known.
async fn pressed(press: Press<'_>) -> Option<Answer> {
    let Press { prompt, what, .. } = press;
    let at = press.at();
    Some(match what.split_once('/').unwrap_or((what, "")) {
        ("sheet", _) => at.look(shown::sheet).await.into(),
        ("account", _) => at.look(|scene| shown::account(scene, None)).await.into(),
        ("quarters", _) => own::quarters(at).await.into(),
        ("show", of) => at.look(|scene| own::asks_to_show(scene, of)).await.into(),
        ("shown", of) => {
            let (power, month) = of.split_once('/')?;
            let (power, month) = (Power::by_key(power)?, month_meant(month).ok()?);
            own::shown(at, power, Some(month)).await.into()
        }
        ("correct", power) => {
            let power = Power::by_key(power)?;
            at.look(|scene| own::form(scene, power)).await.into()
        }
        ("place", _) => at.show_or(|scene| arrivals::form(scene, what), old_card).await.into(),
        ("seal", _) => seals_as_it_stands(at, prompt).await.into(),
        ("fill", power) => {
            let power = Power::by_key(power)?;
            let form = |scene: &Scene<'_>| {
                let (round, month) = shown::round(scene).filter(|(round, _)| round.line == prompt)?;
                let (now, sheet, is_sealed) = shown::sheet_of(scene, round)?;
                let whose = scene.regents_seat().map(|whose| whose.replace('\\', ""));
                let begun = shown::begun_with(&now, power, month, &sheet.of(power));
                let wishes = begun.filter(|_| !is_sealed).unwrap_or_else(|| sheet.of(power));
                Some(form::form(&scene.own, prompt, power, &wishes, whose.as_deref()))
            };
            at.show_or(form, old_card).await.into()
        }
        _ => return None,
    })
}

/// Seals a sheet as it stands.
async fn seals_as_it_stands(at: At<'_>, prompt: u64) -> Result<Message, Message> {
    let stands = |scene: &Scene<'_>| {
        let (round, _) = shown::round(scene).filter(|(round, _)| round.line == prompt)?;
        let (_, sheet, _) = shown::sheet_of(scene, round)?;
        // A word for the dice that was sealed with it stays with it.
        let sealed = round.mine.as_ref().and_then(|mine| mine.sealed.as_ref());
        let word = sealed.and_then(|sealed| sealed.contents.word.clone());
        Some(Verb::Seal { round: round.round.clone(), choice: sheet.filled(), word })
    };
    Ok(at.order(at.show_or(stands, old_card).await?).await)
}

/// Seals a sheet with what was typed for one power, beside what stands there of the others.
async fn sealed(at: At<'_>, prompt: u64, power: Power, typed: [&str; 5]) -> Result<Message, Message> {
    let filled = |scene: &Scene<'_>| -> Result<_, Message> {
        let (round, month) =
            shown::round(scene).filter(|(round, _)| round.line == prompt).ok_or_else(old_card)?;
        let (now, mut sheet, _) = shown::sheet_of(scene, round).ok_or_else(old_card)?;
        let mut wishes =
            form::read(&now, power, sheet.of(power).counters, typed).map_err(Message::refusal)?;
        if scene.own.as_regent {
            // He tells the counters; what is spent is not his to see or to say.
            wishes = Wishes { counters: wishes.counters, ..sheet.of(power) };
            put(&mut sheet, power, wishes);
            return Ok((round.round.clone(), sheet.filled(), None));
        }
        if let Some(why) = shown::too_much(&now, power, month, &wishes) {
            return Err(Message::refusal(why));
        }
        let mut preview = shown::preview(&now, power, month, &wishes);
        put(&mut sheet, power, wishes);
        let untouched =
            |other: &Power| *other != power && shown::is_untouched(&now, *other, &sheet.of(*other));
        let untouched: Vec<Power> = own_powers(&scene.own).into_iter().filter(untouched).collect();
        if !untouched.is_empty() {
            preview = shown::still_untouched(preview, &untouched);
        }
        Ok((round.round.clone(), sheet.filled(), Some(preview)))
    };
    let (round, choice, preview) = at.show(filled).await?;
    let answer = at.order(Verb::Seal { round, choice, word: None }).await;
    Ok(match preview.filter(|_| !answer.is_refusal()) {
        Some(preview) => answer.with(preview),
        None => answer,
    })
}

/// What was filled in for a power takes its place on the sheet.
fn put(sheet: &mut Sheet, power: Power, wishes: Wishes) {
    sheet.counters.insert(power, wishes.counters);
    sheet.spend.remove(&power);
    if wishes.spend != Spend::default() {
        sheet.spend.insert(power, wishes.spend);
    }
    sheet.manipulate.remove(&power);
    sheet.manipulate.extend(wishes.manipulation.map(|way| (power, way)));
}
