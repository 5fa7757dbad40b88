//! What a player does with his accounts: he shows one to all, puts his treasury right, and looks at the last quarters together.

use super::form::own_meant;
use super::quarters::{FILE, Quarters};
use crate::ordered::{month_meant, own_powers, power_or_own};
use crate::seen::position;
use eia::economy::Order;
use eia::economy::correction::{MANPOWER, MONEY, MOST};
use eia::months::Month;
use eia::powers::Power;
use table::said;
use table::said::Said;
use table::values::LONGEST_REASON;
use table::{Act, Verb};
use table_commands::asked::{At, at_campaign};
use table_commands::custom_id::CustomId;
use table_commands::drawn::beside;
use table_commands::message::{Form, Input, Look, Message};
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::words::{campaigns, line};
use table_commands::{Context, Error, say};

/// The fields of the form by which an account is put right, in order.
pub(super) const FIELDS: [&str; 3] = ["money", "manpower", "reason"];

/// Show an account of yours to all, as the bot keeps it
#[poise::command(slash_command)]
pub(super) async fn show(
    ctx: Context<'_>,
    #[description = "Of which quarter: 1805-03; the last if you leave it out"]
    #[autocomplete = "super::quarters_kept"]
    #[max_length = 40]
    quarter: Option<String>,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let month = quarter.as_deref().map(month_meant).transpose()?;
        shown(at, at.show(|scene| whose(scene, power.as_deref())).await?, month).await
    })
    .await
}

/// Propose to put your treasury right: all see by how much, and nobody what it comes to
#[poise::command(slash_command)]
pub(super) async fn correct(
    ctx: Context<'_>,
    #[description = "Why; everybody reads it"]
    #[max_length = 500]
    reason: String,
    #[description = "$ more, or less with a minus"]
    #[min = -500]
    #[max = 500]
    money: Option<i64>,
    #[description = "Saved MP more, or less with a minus"]
    #[min = -500]
    #[max = 500]
    manpower: Option<i64>,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let by = [money, manpower].map(Option::unwrap_or_default);
        proposed(at, at.show(|scene| whose(scene, power.as_deref())).await?, by, &reason).await
    })
    .await
}

/// Which of the viewer's powers is meant.
pub(super) fn whose(scene: &Scene<'_>, typed: Option<&str>) -> Result<Power, Said> {
    let own = own_powers(&scene.own);
    let meant = typed.and_then(|typed| own_meant(typed, &own));
    meant.map_or_else(|| power_or_own(scene, typed), Ok)
}

/// Asks whether an account is to be shown: once it was, everybody has read it.
pub(super) fn asks_to_show(scene: &Scene<'_>, of: &str) -> Message {
    let message = Message::text(say!(
        "Everybody in the campaign's channel would read every line of this account, and it cannot be taken back."
    ));
    let verb = format!("economy/shown/{of}");
    message.buttons(vec![
        scene.button(Look::Danger, &say!("Show it to all"), 0, &verb),
        scene.button(Look::Secondary, &say!("My account"), 0, "economy/account"),
    ])
}

/// Shows an account to all: that of a month, or the last.
pub(super) async fn shown(at: At<'_>, power: Power, month: Option<Month>) -> Result<Message, Message> {
    let account = at.show(|scene| {
        if !own_powers(&scene.own).contains(&power) {
            return Err(said!("{} is not yours, so its account is not yours to show.", power));
        }
        let now = position(&scene.own).filter(|_| !scene.own.as_regent);
        let accounts = now.as_ref().and_then(|now| now.purse(power)).map(|purse| &purse.accounts);
        let of_month = |month| accounts?.iter().find(|account| account.month == month);
        Ok(month.map_or_else(|| accounts?.last(), of_month).cloned())
    });
    let account = account.await?.ok_or_else(|| {
        said!("There is no account of that quarter any more, or none yet: the last eight are kept.")
    })?;
    at.game_order(&Order::Show { power, account: Box::new(account) }).await
}

/// The form by which a treasury is put right.
pub(super) fn form(scene: &Scene<'_>, power: Power) -> Form {
    let input = |id, label| Input {
        id,
        label,
        long: false,
        value: String::new(),
        placeholder: "-3".to_owned(),
        required: false,
        most: 6,
    };
    let mut inputs = vec![input(FIELDS[0], say!("$ more, or less with a minus"))];
    if power == Power::Prussia {
        inputs.push(input(FIELDS[1], say!("Saved MP more, or less with a minus")));
    }
    let why = say!("Why; everybody reads it");
    inputs.push(Input { long: true, required: true, ..line(FIELDS[2], why, LONGEST_REASON as u16) });
    Form {
        title: say!("All see by how much"),
        custom_id: CustomId::on(&scene.own, 0, &format!("economy/correct/{}", power.key())),
        inputs,
    }
}

/// Proposes to put a treasury right by what was typed.
pub(super) async fn corrected(at: At<'_>, power: Power, typed: [&str; 3]) -> Result<Message, Message> {
    let number = |typed: &str| {
        let bare = typed.trim().replace(['−', '–'], "-").replace(['$', '+', ' '], "");
        if bare.is_empty() { Some(0) } else { bare.parse::<i64>().ok().filter(|n| n.abs() <= MOST) }
    };
    let [money, manpower, reason] = typed;
    match (number(money), number(manpower)) {
        (Some(of_money), Some(of_manpower)) => proposed(at, power, [of_money, of_manpower], reason).await,
        (of_money, _) => Err(said!(
            "\"{}\" is no whole number from −{} to {}.",
            quoted(if of_money.is_none() { money } else { manpower }),
            MOST,
            MOST
        )
        .into()),
    }
}

/// Proposes to put a treasury right by so many $ or saved MP: it holds as other corrections of values do.
async fn proposed(at: At<'_>, power: Power, by: [i64; 2], reason: &str) -> Result<Message, Message> {
    let act = at.show(|scene| correction(scene, power, by)).await?;
    if reason.trim().is_empty() {
        return Err(said!("A correction needs a reason.").into());
    }
    Ok(at.order(Verb::Act { act, text: Some(at.text(reason)?) }).await)
}

/// The correction that puts a treasury right by so much. No more is taken off than there is.
fn correction(scene: &Scene<'_>, power: Power, [money, manpower]: [i64; 2]) -> Result<Act, Said> {
    if !own_powers(&scene.own).contains(&power) || scene.own.as_regent {
        return Err(said!("{} is not yours, so you order nothing in its name.", power));
    }
    let (kind, by) = match (money, manpower) {
        (0, 0) => return Err(said!("Say by how many $ or MP the account is put right.")),
        (money, 0) => (MONEY, money),
        (0, _) if power != Power::Prussia => {
            return Err(said!(
                "{} saves no manpower from quarter to quarter, so there is none to put right: Prussia alone does.",
                power
            ));
        }
        (0, manpower) => (MANPOWER, manpower),
        _ => return Err(said!("$ and MP are put right one after the other, each with a reason.")),
    };
    let key = format!("{kind}/{}", power.key());
    let Some(value) = scene.public.values.iter().find(|value| value.key == key) else {
        return Err(said!(
            "There is no account yet that could be put right: the first is made with the first economic sheets."
        ));
    };
    let now = position(&scene.own);
    if let Some(purse) = now.as_ref().and_then(|now| now.purse(power)) {
        let has = if kind == MONEY { purse.money } else { purse.manpower };
        if by < 0 && has + by < 0 {
            return Err(if kind == MONEY {
                said!("There are ${}, and no more can be taken off.", has)
            } else {
                said!("There are {} MP, and no more can be taken off.", has)
            });
        }
    }
    Ok(Act::Correct { key, value: value.now + by })
}

/// The last quarters of who asks, as a picture.
pub(super) async fn quarters(at: At<'_>) -> Result<Message, Message> {
    let see = |scene: &Scene<'_>| {
        let now = position(&scene.own).filter(|_| !scene.own.as_regent)?;
        let own = own_powers(&scene.own).into_iter();
        Quarters::of(own.filter_map(|power| Some((power, now.purse(power)?.accounts.clone()))))
    };
    let none = || said!("There are not two quarters yet that could be compared.");
    let quarters = at.show_or(see, none).await?;
    let file = (FILE.to_owned(), quarters.in_words());
    let text = Message::text(say!("Only you see this."));
    Ok(beside(at.house, at.asked, text, file, move || quarters.picture()).await)
}
