//! `/politics exile|recall|borrow|forage|violation|surrender|ends`: what the terms of a peace do after it.

pub mod present;

use crate::ordered::{self, ordered, own_powers, power_or_own, powers_that};
use crate::peace::present as shown;
use crate::seen::position;
use eia::map::{ProvinceId, plain};
use eia::politics::carried::Order;
use eia::politics::terms::Term;
use eia::powers::Power;
use eia::{Position, board};
use linkme::distributed_slice;
use poise::serenity_prelude as serenity;
use table::said;
use table_commands::asked::{Answer, Asked, in_campaign};
use table_commands::house::House;
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::rooms::{Press, ROOMS, Room};
use table_commands::words::{campaigns, look, suggest};
use table_commands::{Context, Error};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "peace",
    pressed: |press, _| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            pressed(house, asked, campaign, what).await
        })
    },
    ..Room::EMPTY
};

/// A button of what a peace gives: who goes into exile, which corps is lent, what is taken; `None` for one that is not known.
async fn pressed(house: &House, asked: &Asked, campaign: &str, what: &str) -> Option<Answer> {
    // A name may have a stroke in it, and stands last.
    let parts: Vec<&str> = what.splitn(4, '/').collect();
    Some(match *parts.as_slice() {
        ["exile", power, of, leader] => {
            let (power, of) = (Power::by_key(power)?, Power::by_key(of)?);
            let order = Order::Exile { power, of, leader: leader.to_owned() };
            ordered::pressed(house, asked, campaign, &order).await
        }
        ["borrow", power, of, corps] => {
            let (power, of) = (Power::by_key(power)?, Power::by_key(of)?);
            let order = Order::Borrow { power, of, corps: corps.to_owned() };
            ordered::pressed(house, asked, campaign, &order).await
        }
        ["take", power, province] => {
            let (power, province) = (Power::by_key(power)?, ProvinceId::by_key(province)?);
            ordered::pressed(house, asked, campaign, &board::Order::Take { power, province }).await
        }
        _ => return None,
    })
}

/// The name of a power's leader who is meant, whatever accents were typed; what was typed where there is none of that name.
#[must_use]
pub fn leader_meant(now: &Position, of: Power, typed: &str) -> String {
    let asked = plain(typed);
    let found = now.leaders(of).into_iter().find(|leader| plain(&leader.name) == asked);
    found.map_or_else(|| typed.to_owned(), |leader| leader.name)
}

/// The same out of what the asker sees.
fn leader_seen(scene: &Scene<'_>, of: Power, typed: &str) -> String {
    position(&scene.own).map_or_else(|| typed.to_owned(), |now| leader_meant(&now, of, typed))
}

/// Send a leader into exile, where your peace lets you; name one of who surrendered
#[poise::command(slash_command)]
pub(crate) async fn exile(
    ctx: Context<'_>,
    #[description = "Whose leader"]
    #[autocomplete = "losers"]
    #[max_length = 40]
    of: String,
    #[description = "Which leader"]
    #[max_length = 60]
    leader: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        let of = power_or_own(scene, Some(&of))?;
        let leader = leader_seen(scene, of, &leader);
        Ok(Order::Exile { power, of, leader })
    })
    .await
}

/// Bring a leader of yours back from exile, for political points
#[poise::command(slash_command)]
pub(crate) async fn recall(
    ctx: Context<'_>,
    #[description = "Which leader"]
    #[autocomplete = "exiled"]
    #[max_length = 60]
    leader: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        let leader = leader_seen(scene, power, &leader);
        Ok(Order::Recall { power, leader })
    })
    .await
}

/// Take a corps on loan, where your peace gives you one (B.4)
#[poise::command(slash_command)]
pub(crate) async fn borrow(
    ctx: Context<'_>,
    #[description = "Whose corps"]
    #[autocomplete = "losers"]
    #[max_length = 40]
    of: String,
    #[description = "Which corps, as the order of battle names it"]
    #[max_length = 60]
    corps: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        Ok(Order::Borrow { power, of: power_or_own(scene, Some(&of))?, corps })
    })
    .await
}

/// Tell that a corps on loan foraged; its owner chooses what it lost
#[poise::command(slash_command)]
pub(crate) async fn forage(
    ctx: Context<'_>,
    #[description = "Whose corps"]
    #[autocomplete = "losers"]
    #[max_length = 40]
    of: String,
    #[description = "Which corps"]
    #[autocomplete = "lent"]
    #[max_length = 60]
    corps: String,
    #[description = "How many factors it lost"]
    #[min = 0]
    #[max = 99]
    lost: u32,
    #[description = "Whether nothing is left of it, so that it goes back; 1 PP"] emptied: Option<bool>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let of = power_or_own(scene, Some(&of))?;
        Ok(Order::Forage { of, corps, lost, emptied: emptied.unwrap_or(false) })
    })
    .await
}

/// Declare war at once on who breaks a peace about trade or a sphere, in spite of alliance and peace
#[poise::command(slash_command)]
pub(crate) async fn violation(
    ctx: Context<'_>,
    #[description = "On which power"]
    #[autocomplete = "losers"]
    #[max_length = 40]
    on: String,
    #[description = "Which term: B.6, C.7 or sphere"]
    #[autocomplete = "terms"]
    #[max_length = 20]
    term: String,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        let power = power_or_own(scene, power.as_deref())?;
        let plain: String = term.chars().filter(|c| c.is_alphanumeric()).collect();
        let read = Term::by_key(&plain.to_lowercase());
        let term = read.ok_or_else(|| said!("\"{}\" is none of B.6, C.7 and sphere.", quoted(&term)))?;
        Ok(Order::Violated { power, on: power_or_own(scene, Some(&on))?, term })
    })
    .await
}

/// Tell that a power collects no manpower at all: it sues all its enemies at once
#[poise::command(slash_command)]
pub(crate) async fn surrender(
    ctx: Context<'_>,
    #[description = "Which power; yours if you leave it out"]
    #[autocomplete = "powers"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    ordered(ctx, campaign, move |scene| {
        Ok(Order::Surrender { power: power_or_own(scene, power.as_deref())? })
    })
    .await
}

/// What of politics ends or falls due, and when
#[poise::command(slash_command)]
pub(crate) async fn ends(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    in_campaign(ctx, campaign, |house, asked, id| async move {
        look(&house, &asked, &id, shown::ends).await.unwrap_or_else(|sentence| sentence).into()
    })
    .await
}

/// Who surrendered to the asker, and whose corps he has.
async fn losers(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        powers_that(scene, |now, own, power| {
            let won = |treaty: &&eia::politics::treaty::Treaty| {
                treaty.victors.iter().any(|victor| own.contains(&victor.power))
            };
            now.politics.treaties.iter().filter(won).any(|treaty| treaty.loser == power)
        })
    })
    .await
}

/// The powers at war, the asker's own first.
async fn powers(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| powers_that(scene, |now, _, power| now.enemies(power).next().is_some())).await
}

/// The asker's leaders in exile.
async fn exiled(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own) else { return Vec::new() };
        let own = own_powers(&scene.own);
        let exiles = now.politics.carried.exiles.iter().filter(|exile| own.contains(&exile.of));
        exiles.map(|exile| (exile.leader.clone(), exile.leader.clone())).collect()
    })
    .await
}

/// The corps on loan.
async fn lent(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        let Some(now) = position(&scene.own) else { return Vec::new() };
        now.politics.carried.loans.iter().map(|loan| (loan.corps.clone(), loan.corps.clone())).collect()
    })
    .await
}

/// The terms that an ally can break.
async fn terms(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |_| {
        let all = eia::politics::carried::violation::TERMS.into_iter();
        all.map(|term| (crate::politics::terms::term(term), term.key().to_owned())).collect()
    })
    .await
}
