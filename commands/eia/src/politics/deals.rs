//! `/politics deal|deals`: a deal with another power in one form, what of it the bot carries out, and one's deals.

use super::present::words;
use crate::months;
use crate::ordered::{
    month_meant, own_powers, power_meant, power_or_own, province_meant, suggested_provinces,
};
use crate::province::present::called;
use crate::seen::position;
use eia::deals::{clause, lets_in, mutual};
use eia::map::ProvinceId;
use eia::politics::agreement::State;
use eia::politics::{Order as Political, Pair};
use eia::powers::Power;
use eia::{Order, access, board};
use poise::serenity_prelude as serenity;
use serde_json::Value;
use table::deals::{Promise, Terms};
use table::{Refusal, Said, SeatId, said};
use table_commands::asked::at_campaign;
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::words::{campaigns, suggest};
use table_commands::{Context, Error, deals, say};

/// What was typed of a deal.
struct Typed {
    with: String,
    what: Option<String>,
    until: Option<String>,
    access: Option<String>,
    cede: Option<String>,
    receive: Option<String>,
    promise: Option<String>,
    asks: Option<String>,
    due: Option<String>,
    bound: bool,
    power: Option<String>,
}

/// Offer a deal to a power; only you two see it, and the bot carries it out when both have signed
#[poise::command(slash_command)]
#[expect(clippy::too_many_arguments, reason = "what one form asks")]
pub(crate) async fn deal(
    ctx: Context<'_>,
    #[description = "With which power"]
    #[autocomplete = "super::others"]
    #[max_length = 40]
    with: String,
    #[description = "Peace or an alliance"]
    #[autocomplete = "agreed"]
    #[max_length = 40]
    what: Option<String>,
    #[description = "The last month of an alliance that has a date: 1807-12"]
    #[max_length = 7]
    until: Option<String>,
    #[description = "Access: you let them in, they let you in, or both"]
    #[autocomplete = "ways_of_access"]
    #[max_length = 40]
    access: Option<String>,
    #[description = "A province or minor country that you cede in the economic phase"]
    #[autocomplete = "own_provinces"]
    #[max_length = 100]
    cede: Option<String>,
    #[description = "A province or minor country that they cede to you in the economic phase"]
    #[autocomplete = "others_provinces"]
    #[max_length = 100]
    receive: Option<String>,
    #[description = "What you promise besides; the bot recalls it and enforces nothing"]
    #[max_length = 300]
    promise: Option<String>,
    #[description = "What they are to promise"]
    #[max_length = 300]
    asks: Option<String>,
    #[description = "The month in which promises are recalled: 1806-03"]
    #[max_length = 7]
    due: Option<String>,
    #[description = "Whether nobody may withdraw what is still to be carried out once both have signed"]
    bound: Option<bool>,
    #[description = "Which of your powers, where you have several"]
    #[max_length = 40]
    power: Option<String>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    let bound = bound.unwrap_or(false);
    let typed = Typed { with, what, until, access, cede, receive, promise, asks, due, bound, power };
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        let (with, terms) = at.show(|scene| read(scene, &typed)).await?;
        deals::draft(at, vec![with], terms).await
    })
    .await
}

/// Your deals: what waits for a signature, what is in force, and what was kept
#[poise::command(slash_command, rename = "deals")]
pub(crate) async fn own_deals(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move { deals::own(asking.at()).await }).await
}

/// What two can agree on.
const AGREED: [State; 2] = [State::Peace, State::Alliance];

/// The words for it.
async fn agreed(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |_| super::suggested_states(&AGREED)).await
}

/// Who lets in whom.
async fn ways_of_access(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |_| {
        vec![
            (say!("you let them in"), "mine".to_owned()),
            (say!("they let you in"), "theirs".to_owned()),
            (say!("both"), "both".to_owned()),
        ]
    })
    .await
}

/// What one holds.
async fn own_provinces(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| provinces(scene, true)).await
}

/// What other powers hold.
async fn others_provinces(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| provinces(scene, false)).await
}

/// What can be ceded of what one holds, or the others do: no home province.
fn provinces(scene: &Scene<'_>, own: bool) -> Vec<(String, String)> {
    let Some(now) = position(&scene.own) else { return Vec::new() };
    let powers = own_powers(&scene.own);
    let fits = |province: &ProvinceId| {
        let held = now.held(*province);
        let is_home = matches!(held, eia::oob::Held::Home(_));
        !is_home && held.by().is_some_and(|by| powers.contains(&by) == own)
    };
    suggested_provinces(ProvinceId::all().filter(fits))
}

/// The other party and the terms, out of what was typed.
fn read(scene: &Scene<'_>, typed: &Typed) -> Result<(SeatId, Terms), Said> {
    let (Some(now), Some(own)) = (position(&scene.own), scene.own.seat()) else {
        return Err(said!("You have no power yet."));
    };
    let with = power_meant(&typed.with)?;
    let power = power_or_own(scene, typed.power.as_deref())?;
    if !own_powers(&scene.own).contains(&power) {
        return Err(said!("{} is not yours, so you agree to nothing in its name.", power));
    }
    let holding = now.choice.holdings.get(&with).filter(|_| !now.is_out(with));
    let theirs = match holding {
        Some(holding) if holding.seat != *own => holding.seat.clone(),
        Some(_) => return Err(said!("You play {} yourself.", with)),
        None => return Err(said!("Nobody plays {}, so nothing can be agreed with it.", with)),
    };
    let until = typed.until.as_deref().map(month_meant).transpose()?;
    let mut orders: Vec<(&SeatId, Order)> = Vec::new();
    let state = typed.what.as_deref().map(agreement).transpose()?;
    if until.is_some() && state != Some(State::Alliance) {
        return Err(said!("An alliance alone is made with a date."));
    }
    if state == Some(State::Peace) && (typed.cede.is_some() || typed.receive.is_some()) {
        return Err(said!(
            "Between enemies a province changes hands by a formal peace alone, and of free will one cedes to an ally: no cession belongs to a peace without terms."
        ));
    }
    if let Some(state) = state {
        let [one, other] = mutual(power, with, state, until);
        orders.extend([(own, one), (&theirs, other)]);
    }
    if let Some(way) = typed.access.as_deref() {
        let (mine, other) = access_meant(way)?;
        orders.extend(mine.then(|| (own, lets_in(power, with))));
        orders.extend(other.then(|| (&theirs, lets_in(with, power))));
    }
    let ceded = |typed: &Option<String>| typed.as_deref().map(province_meant).transpose();
    if let Some(province) = ceded(&typed.cede)? {
        orders.push((own, Order::Board(board::Order::Cede { province, to: with })));
    }
    if let Some(province) = ceded(&typed.receive)? {
        orders.push((&theirs, Order::Board(board::Order::Cede { province, to: power })));
    }
    let due = typed.due.as_deref().map(month_meant).transpose()?.map(|due| due.to_string());
    let promised = |by: &SeatId, text: &Option<String>| {
        let (by, due) = (by.clone(), due.clone());
        let text = text.clone()?;
        Some(Promise { by, text, due, recalled: false, kept: None })
    };
    let promises = [promised(own, &typed.promise), promised(&theirs, &typed.asks)];
    let clauses = orders.iter().map(|(seat, order)| clause(seat, order));
    let clauses = clauses.collect::<Result<_, Refusal>>().map_err(|refusal| refusal.says)?;
    let terms = Terms { clauses, promises: promises.into_iter().flatten().collect(), bound: typed.bound };
    Ok((theirs, terms))
}

/// Peace or an alliance.
fn agreement(typed: &str) -> Result<State, Said> {
    let meant = super::state_meant(typed).filter(|state| AGREED.contains(state));
    meant.ok_or_else(|| {
        said!("\"{}\" is neither peace nor an alliance.", quoted(&typed.trim().to_lowercase()))
    })
}

/// Whether one lets the other in, and whether he lets one in.
fn access_meant(typed: &str) -> Result<(bool, bool), Said> {
    match typed.trim().to_lowercase() {
        way if way == "mine" || way == say!("you let them in") => Ok((true, false)),
        way if way == "theirs" || way == say!("they let you in") => Ok((false, true)),
        way if way == "both" || way == say!("both") => Ok((true, true)),
        other => Err(said!("\"{}\" is none of: mine, theirs, both.", quoted(&other))),
    }
}

/// An order of a deal in a line, the same from both sides where two do it together.
pub(crate) fn in_a_line(order: &Value) -> String {
    match serde_json::from_value(order.clone()) {
        Ok(Order::Politics(Political::Propose(proposed))) => {
            let pair = words(Pair::of(proposed.by, proposed.with).powers());
            match (proposed.state, proposed.until) {
                (State::Alliance, Some(until)) => {
                    say!("{} are allied until {}", pair, months::month(until))
                }
                (State::Alliance, None) => say!("{} are allied", pair),
                _ => say!("{} make peace", pair),
            }
        }
        Ok(Order::Access(access::Order::Grant { power, to, .. })) => {
            say!("{} lets {} in", power, to)
        }
        Ok(Order::Board(board::Order::Cede { province, to })) => {
            let to: Power = to;
            say!("{} is ceded to {} in the economic phase", called(province), to)
        }
        _ => String::new(),
    }
}
