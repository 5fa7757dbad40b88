//! Depots: one is taken off, placed, or moved, before anything marches in the slot.

use super::present::area;
use super::{gives_first, in_its_slot, nobody, own};
use eia::Position;
use eia::ground::Ground;
use eia::land::march;
use eia::land::phase::Order;
use eia::map::AreaId;
use eia::powers::Power;
use std::collections::BTreeSet;
use table_commands::asked::At;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Look, Message};
use table_commands::present::Scene;
use table_commands::rooms::Chosen;
use table_commands::say;

/// The word for a depot that is not on the map yet.
const NEW: &str = "new";
/// The word for placing it nowhere.
const OFF: &str = "off";

/// A button or select of depots; `None` for one that is not known.
pub(super) async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Result<Message, Message>> {
    let (power, from) = what.split_once('/').unwrap_or((what, ""));
    let power = Power::by_key(power)?;
    Some(match (from, chosen.first()) {
        ("", None) => at.show_or(|scene| which(scene, power), nobody).await,
        ("from", Some(from)) => at.show_or(|scene| to(scene, power, from), nobody).await,
        (from, Some(to)) => {
            let off = if from == NEW { None } else { Some(AreaId::by_key(from)?) };
            let on = if to == OFF { None } else { Some(AreaId::by_key(to)?) };
            moves(at, power, off, on).await
        }
        _ => return None,
    })
}

/// Which depot is moved.
fn which(scene: &Scene<'_>, power: Power) -> Option<Message> {
    let (now, _) = own(scene)?;
    let most = march::most_depots(power);
    let own = march::depots_of(&now, power);
    let mut choices: Vec<Choice> =
        own.values().map(|at| Choice::new(&say!("The depot at {}", area(*at)), at.key())).collect();
    if own.len() < most {
        choices.push(Choice::new(&say!("A new one: {} of {} stand", own.len(), most), NEW));
    }
    let numbers = &eia::danube::numbers().bread;
    let says = say!(
        "**Depots of {}.** A depot feeds {} corps, {} areas away at most. One is placed or moved a month, before anything marches. Which?",
        power,
        numbers.corps,
        numbers.areas
    );
    let id = CustomId::on(&scene.own, 0, &format!("land/depots/{}/from", power.key()));
    let back = scene.button(Look::Secondary, &say!("Orders"), 0, &format!("land/of/{}", power.key()));
    Some(Message::text(says).select(Component::select(&say!("Which depot"), id, choices)).buttons(vec![back]))
}

/// Where a depot could stand: with own corps, and in cities that the power holds.
fn places(now: &Position, power: Power, off: Option<AreaId>) -> Vec<AreaId> {
    let then = in_its_slot(now, power);
    let ground = Ground::of(&then);
    let corps = march::corps_of(&then, power).filter_map(|id| then.pieces.corps.get(&id)?.stand.area());
    let provinces = &eia::danube::numbers().provinces;
    let cities =
        AreaId::all().filter(|at| at.on_map().city.is_some() && provinces.contains(&at.on_map().province));
    let cities = cities.filter(|at| ground.holder(*at) == Some(power));
    let all: BTreeSet<AreaId> = corps.chain(cities).collect();
    let may = |at: &AreaId| march::depot(&then, power, off, Some(*at)).is_ok();
    let mut all: Vec<AreaId> = all.into_iter().filter(may).collect();
    all.sort_by_key(|at| at.name());
    all
}

/// Where it goes.
fn to(scene: &Scene<'_>, power: Power, from: &str) -> Option<Message> {
    let (now, _) = own(scene)?;
    let off = AreaId::by_key(from);
    let places = places(&now, power, off);
    if places.is_empty()
        && let Err(refusal) =
            march::depot(&in_its_slot(&now, power), power, off, off.or_else(|| AreaId::all().next()))
    {
        return Some(refusal.into());
    }
    let mut choices: Vec<Choice> = places.iter().map(|at| Choice::new(&area(*at), at.key())).collect();
    choices.truncate(24);
    if off.is_some() {
        choices.push(Choice::new(&say!("Nowhere: it is taken off"), OFF));
    }
    let says = match off {
        Some(off) => say!("**The depot at {}**: where to?", area(off)),
        None => say!("**A new depot of {}**: where?", power),
    };
    let id = CustomId::on(&scene.own, 0, &format!("land/depots/{}/{from}", power.key()));
    let back = scene.button(Look::Secondary, &say!("Orders"), 0, &format!("land/of/{}", power.key()));
    Some(
        Message::text(says)
            .select(Component::select(&say!("Where the depot stands"), id, choices))
            .buttons(vec![back]),
    )
}

/// A depot is moved: at once in an open slot, else it is lodged before all marches.
async fn moves(
    at: At<'_>,
    power: Power,
    off: Option<AreaId>,
    on: Option<AreaId>,
) -> Result<Message, Message> {
    let may = |then: &Position| march::depot(then, power, off, on).map(|_| ());
    let same = |order: &Order| matches!(order, Order::Depot { .. });
    gives_first(at, power, Order::Depot { power, off, on }, may, same).await
}
