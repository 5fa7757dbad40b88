//! What a player does with his accounts: he shows one to all, puts his treasury right, and looks at the last quarters together.

use super::form::own_meant;
use super::quarters::{FILE, Quarters};
use crate::ordered::{given, month_meant, own_powers, power_or_own};
use crate::seen::position;
use eia::economy::Order;
use eia::economy::correction::MOST;
use eia::months::Month;
use eia::powers::Power;
use table::said;
use table::said::Said;
use table_commands::asked::{Asked, in_campaign};
use table_commands::custom_id::CustomId;
use table_commands::drawn::beside;
use table_commands::house::House;
use table_commands::message::{Form, Input, Look, Message};
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::words::{campaigns, look};
use table_commands::{Context, Error, say};

/// The fields of the form by which an account is put right, in order.
pub(super) const FIELDS: [&str; 2] = ["money", "manpower"];

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
    in_campaign(ctx, campaign, |house, asked, id| async move {
        let month = match quarter.as_deref().map(month_meant).transpose() {
            Ok(month) => month,
            Err(why) => return Message::refusal(why).into(),
        };
        let whose = look(&house, &asked, &id, |scene| whose(scene, power.as_deref())).await;
        match whose {
            Err(sentence) => sentence.into(),
            Ok(Err(refusal)) => Message::refusal(refusal).into(),
            Ok(Ok(power)) => shown(&house, &asked, &id, power, month).await.into(),
        }
    })
    .await
}

/// Put your treasury right, all see by how much, and nobody what it comes to
#[poise::command(slash_command)]
pub(super) async fn correct(
    ctx: Context<'_>,
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
    crate::ordered::ordered(ctx, campaign, move |scene| {
        let power = whose(scene, power.as_deref())?;
        Ok(Order::Correct { power, money: money.unwrap_or(0), manpower: manpower.unwrap_or(0) })
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
pub(super) async fn shown(
    house: &House,
    asked: &Asked,
    campaign: &str,
    power: Power,
    month: Option<Month>,
) -> Message {
    let account = look(house, asked, campaign, |scene| {
        if !own_powers(&scene.own).contains(&power) {
            return Err(said!("{} is not yours, so its account is not yours to show.", power));
        }
        let now = position(&scene.own).filter(|_| !scene.own.as_regent);
        let accounts = now.as_ref().and_then(|now| now.purse(power)).map(|purse| &purse.accounts);
        let of_month = |month| accounts?.iter().find(|account| account.month == month);
        Ok(month.map_or_else(|| accounts?.last(), of_month).cloned())
    });
    match account.await {
        Err(sentence) => sentence,
        Ok(Err(refusal)) => Message::refusal(refusal),
        Ok(Ok(None)) => Message::refusal(said!(
            "There is no account of that quarter any more, or none yet: the last eight are kept."
        )),
        Ok(Ok(Some(account))) => given(house, asked, campaign, &Order::Show { power, account }).await,
    }
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
    Form {
        title: say!("All see by how much"),
        custom_id: CustomId::on(&scene.own, 0, &format!("economy/correct/{}", power.key())),
        inputs,
    }
}

/// Puts a treasury right by what was typed.
pub(super) async fn corrected(
    house: &House,
    asked: &Asked,
    campaign: &str,
    power: Power,
    typed: [&str; 2],
) -> Message {
    let number = |typed: &str| {
        let bare = typed.trim().replace(['−', '–'], "-").replace(['$', '+', ' '], "");
        if bare.is_empty() { Some(0) } else { bare.parse::<i64>().ok().filter(|n| n.abs() <= MOST) }
    };
    let [money, manpower] = typed.map(number);
    let (Some(money), Some(manpower)) = (money, manpower) else {
        let wrong = typed.into_iter().find(|typed| number(typed).is_none()).unwrap_or_default();
        return Message::refusal(said!(
            "\"{}\" is no whole number from −{} to {}.",
            quoted(wrong),
            MOST,
            MOST
        ));
    };
    given(house, asked, campaign, &Order::Correct { power, money, manpower }).await
}

/// The last quarters of who asks, as a picture.
pub(super) async fn quarters(house: &House, asked: &Asked, campaign: &str) -> Message {
    let seen = look(house, asked, campaign, |scene| {
        let now = position(&scene.own).filter(|_| !scene.own.as_regent)?;
        let own = own_powers(&scene.own).into_iter();
        Quarters::of(own.filter_map(|power| Some((power, now.purse(power)?.accounts.clone()))))
    });
    match seen.await {
        Err(sentence) => sentence,
        Ok(None) => Message::refusal(said!("There are not two quarters yet that could be compared.")),
        Ok(Some(quarters)) => {
            let file = (FILE.to_owned(), quarters.in_words());
            let text = Message::text(say!("Only you see this."));
            beside(house, asked, text, file, move || quarters.picture()).await
        }
    }
}
