//! What goes into an envelope, chosen from lists: claims, a place in the round, a defence. What a list cannot hold is typed.

use super::code;
use super::envelopes::{attacked, is_attacked, round, seals, seals_claims};
use super::selects::MOST;
use super::told::order::decides;
use crate::{shows, words};
use middle_ages::Position;
use middle_ages::board::claims::Claims;
use middle_ages::board::defence::Defence;
use middle_ages::board::turn::Wish;
use middle_ages::court::Court;
use middle_ages::geography::Area;
use std::sync::Arc;
use table::{Said, said};
use table_commands::asked::At;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Embed, Look, Message};
use table_commands::present::{Scene, names};
use table_commands::rooms::{Chosen, Press};
use table_commands::{say, speech};

/// The selects of a list of areas: the last row of the message has buttons.
const OF_AREAS: usize = 4;

/// How long the chosen areas may be that a button carries.
const CARRIED: usize = 60;

/// A button or select by which something is chosen for an envelope; `None` where the verb is of none.
pub(super) async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Result<Message, Message>> {
    let (at, prompt) = (press.at(), press.prompt);
    let (verb, rest) = press.what.split_once('/').unwrap_or((press.what, ""));
    Some(match (verb, rest.split_once('/').unwrap_or((rest, "")), chosen.first()) {
        ("pick", ("claims", so_far), more) => claims(at, so_far, more).await,
        ("pick", ("order", ""), None) => shows(at, places).await,
        ("pick", ("order", ""), Some(place)) => {
            seals(at, (prompt, "order"), &Wish { place: place.parse().ok()? }).await
        }
        ("pick", ("defence", ""), None) => shows(at, defences).await,
        ("pick", ("defence", ""), Some(code)) => {
            let (defend, gold) = code.split_once('+')?;
            let defence = Defence { defend: defend == "card", gold: gold.parse().ok()? };
            seals(at, (prompt, "defence"), &defence).await
        }
        ("claim", ..) => lay(at, (prompt, rest)).await,
        _ => return None,
    })
}

/// The court for which a round of a kind is open to be sealed, and the line at which that began.
fn asked_of(scene: &Scene<'_>, kind: &str) -> Result<(Arc<Position>, Court, u64), Said> {
    let (position, _, court) = super::playing(scene)?;
    let round = round(scene, kind).ok_or_else(|| said!("No such envelope is asked of you now."))?;
    Ok((position, court, round.line))
}

/// The areas that a court may claim, list by list with what each says: those beside its own first, then all others by name.
fn to_claim(position: &Position, court: Court, so_far: &[Area]) -> Vec<(String, Vec<Choice>)> {
    let (board, data) = (&position.board, position.data());
    let others = |area: &Area| board.owner(*area) != Some(court) && !so_far.contains(area);
    let beside =
        |area: &Area| board.areas_of(court).any(|(own, _)| data.borders(own).any(|next| next == *area));
    let mut areas: Vec<Area> = board.areas.keys().copied().filter(others).collect();
    areas.sort_by_key(|area| data.name(*area).to_owned());
    let (beside, others): (Vec<Area>, Vec<Area>) = areas.into_iter().partition(beside);
    let choice = |area: &Area| {
        let name = data.name(*area);
        let label = match board.owner(*area) {
            Some(of) => format!("{name} · {}", words::court(of)),
            None => say!("{} · independent", name),
        };
        Choice::new(&label, area.key())
    };
    let from_to = |part: &[Area]| {
        let ends = part.first().zip(part.last());
        ends.map_or_else(String::new, |(a, z)| say!("{} to {}…", data.name(*a), data.name(*z)))
    };
    let near = beside.chunks(MOST).map(|part| (say!("Beside your areas…"), part));
    let far = others.chunks(MOST).map(|part| (from_to(part), part));
    near.chain(far).map(|(says, part)| (says, part.iter().map(choice).collect())).collect()
}

/// Claims as far as they are chosen, one more added: those that are chosen, those that can be.
async fn claims(at: At<'_>, so_far: &str, more: Option<&str>) -> Result<Message, Message> {
    let list = |scene: &Scene<'_>| -> Result<Message, Said> {
        let (position, court, line) = asked_of(scene, "claims")?;
        let data = position.data();
        let mut areas = code::areas(data, so_far).unwrap_or_default();
        areas.extend(more.and_then(Area::of).filter(|area| !areas.contains(area)));
        let (most, worth) = (position.most_claims(), position.worth_of_a_claim());
        let named: Vec<String> = areas.iter().map(|area| data.name(*area).to_owned()).collect();
        let mut lines = vec![say!(
            "At most {} that you do not hold, of other courts or independent; each that you hold at the end counts {} VP more.",
            words::areas(most),
            worth
        )];
        if !named.is_empty() {
            lines.push(say!("Chosen: {}. Nothing is sealed yet.", names::list(&named)));
        }
        let carried = code::named(data, &areas.iter().map(|area| area.key()).collect::<Vec<_>>());
        let room = areas.len() < most && carried.len() < CARRIED;
        let all = if room { to_claim(&position, court, &areas) } else { Vec::new() };
        let verb =
            if areas.is_empty() { "ages/pick/claims".into() } else { format!("ages/pick/claims/{carried}") };
        let message = Message::text(lines.join("\n"));
        let select = |(n, (says, choices)): (u64, (String, Vec<Choice>))| {
            Component::select(&says, CustomId::on(&scene.own, n, &verb), choices)
        };
        let message = (0..).zip(all).take(OF_AREAS).map(select).fold(message, Message::select);
        let button = |look, label: String, verb: &str| scene.button(look, &label, line, verb);
        let mut buttons = Vec::new();
        if areas.is_empty() {
            buttons.push(button(Look::Secondary, say!("Claim nothing"), "ages/claim"));
        } else {
            buttons.push(button(Look::Success, say!("Seal these claims"), &format!("ages/claim/{carried}")));
            buttons.push(button(Look::Secondary, say!("Choose anew"), "ages/pick/claims"));
        }
        buttons.push(button(Look::Secondary, say!("Type them…"), "ages/seal/claims"));
        Ok(message.buttons(buttons))
    };
    shows(at, list).await
}

/// Seals the claims that were chosen.
async fn lay(at: At<'_>, (prompt, carried): (u64, &str)) -> Result<Message, Message> {
    let data = super::data(at).await?;
    let areas = if carried.is_empty() { Some(Vec::new()) } else { code::areas(&data, carried) };
    let areas = areas.ok_or_else(|| Message::refusal(said!("That order could not be written.")))?;
    seals_claims(at, prompt, &Claims { areas: areas.into_iter().collect() }).await
}

/// The places of the round.
fn places(scene: &Scene<'_>) -> Result<Message, Said> {
    let (position, _, line) = asked_of(scene, "order")?;
    let last = position.board.realms.len();
    let choice = |place: usize| {
        let label = match place {
            1 => say!("1, the first"),
            _ if place == last => say!("{}, the last", place),
            _ => place.to_string(),
        };
        Choice::new(&label, place.to_string())
    };
    let id = CustomId::on(&scene.own, line, "ages/pick/order");
    let choices = (1..=last).take(MOST).map(choice).collect();
    let says = [
        say!("At which place would you act in this round?"),
        decides(&position),
        say!("What you choose is Final at once."),
    ];
    Ok(Message::text(says.join("\n")).select(Component::select(&say!("Which place…"), id, choices)))
}

/// The defences that there are: a year card with gold, or none; against a negotiation gold alone.
fn defences(scene: &Scene<'_>) -> Result<Message, Said> {
    let (position, court, line) = asked_of(scene, "defence")?;
    let realm = position.board.realms.get(&court);
    let (has, cards) = realm.map_or((0, 0), |realm| (realm.gold, realm.cards));
    let most = u8::try_from(has).unwrap_or(u8::MAX);
    let attack = is_attacked(&position) != Some(false);
    let none = if attack { say!("No defence") } else { say!("No gold against it") };
    let with = |gold: u8| match (attack, gold) {
        (true, 0) => say!("A year card"),
        (true, gold) => say!("A year card and {} gold", gold),
        (false, gold) => say!("{} gold against it", gold),
    };
    let way = if attack { "card" } else { "gold" };
    let gold = if attack { 0..=most } else { 1..=most };
    let can = !attack || cards > 0;
    let more = gold.filter(|_| can).map(|gold| Choice::new(&with(gold), format!("{way}+{gold}")));
    let all: Vec<Choice> = [Choice::new(&none, "none+0")].into_iter().chain(more).collect();
    let mut buttons = Vec::new();
    if all.len() > MOST {
        buttons.push(scene.button(Look::Secondary, &say!("More gold…"), 0, "ages/seal/defence"));
    }
    let mut says = attacked(scene);
    if !can {
        says.push(say!("{} has no year card left in this round, and cannot defend.", words::court(court)));
    }
    says.push(say!("What you choose is Final at once."));
    let id = CustomId::on(&scene.own, line, "ages/pick/defence");
    let select = Component::select(&say!("Which defence…"), id, all.into_iter().take(MOST).collect());
    let title = speech::word("Defence");
    Ok(Message::default().with(Embed::new(&title, says.join("\n"))).select(select).buttons(buttons))
}
