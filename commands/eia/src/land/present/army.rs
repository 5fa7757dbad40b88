//! A player's own army with all that is in it, how each corps lives, and what he knows of others, with the month in which all saw it.

use super::panel::standing;
use super::{area, corps_led, nation, place};
use crate::land::{in_its_slot, own, own_powers};
use crate::months;
use eia::Position;
use eia::land::hunger;
use eia::land::march;
use eia::land::phase::How;
use eia::pieces::{CorpsId, Leader, Owner, Post};
use eia::powers::Power;
use table_commands::message::{Embed, Look, Message, clip};
use table_commands::present::Scene;
use table_commands::say;

/// The army of who looks.
pub(crate) fn shown(scene: &Scene<'_>) -> Option<Message> {
    let (now, _) = own(scene)?;
    let powers = own_powers(scene);
    let mut message = Message::default();
    for power in &powers {
        message = message.with(of_power(&now, *power));
    }
    let others = others(&now, &powers);
    let embed = Embed::new(&say!("What you know of others"), clip(&others.join("\n"), 3_000));
    let orders = scene.button(Look::Secondary, &say!("Orders"), 0, "land/orders");
    Some(message.with(embed).buttons(vec![orders]))
}

/// A power's corps, how they live, its garrisons and depots.
fn of_power(now: &Position, power: Power) -> Embed {
    let title = say!("The army of {}", power);
    let mut lines = standing(now, power);
    if lines.is_empty() {
        lines.push(say!("No corps of {} is on the map.", power));
    }
    let mut embed = Embed::new(&title, clip(&lines.join("\n"), 1_800)).colour(power.colour());
    let living: Vec<String> = hunger::living(&in_its_slot(now, power), power)
        .into_iter()
        .map(|(id, how)| format!("{}: {}", super::corps_named(id, power), lives(&how)))
        .collect();
    if !living.is_empty() {
        embed = embed.field(&say!("If none of them marches"), clip(&living.join("\n"), 1_000));
    }
    let own = |owner: Owner| now.commands(owner) == Some(power);
    let garrisons = now.pieces.garrisons.iter().filter(|(garrison, _)| own(garrison.of));
    let garrisons = garrisons.filter_map(|(garrison, factors)| match garrison.post {
        Post::City(at) => Some(format!("{} {factors}", area(at))),
        Post::Depot(_) => None,
    });
    let garrisons: Vec<String> = garrisons.collect();
    if !garrisons.is_empty() {
        embed = embed.field(&say!("Garrisons"), clip(&garrisons.join(", "), 1_000));
    }
    let depots: Vec<String> = march::depots_of(now, power).into_values().map(area).collect();
    if !depots.is_empty() {
        embed = embed.field(&say!("Depots"), depots.join(", "));
    }
    embed
}

/// How a corps lives.
pub(in crate::land) fn lives(how: &How) -> String {
    match how {
        How::Depot { areas: 0, .. } => say!("fed by the depot there"),
        How::Depot { areas: 1, .. } => say!("fed by a depot one area away"),
        How::Depot { areas, .. } => say!("fed by a depot {} areas away", *areas),
        How::Quarters => say!("in quarters"),
        How::Forage { value, .. } if *value >= hunger::SAFE => say!("forages in plenty"),
        How::Forage { value: 0, .. } => say!("forages at 0: it loses what a die shows"),
        How::Forage { value, .. } => {
            say!("forages at {}: what a die shows above {} is lost", *value, *value)
        }
    }
}

/// The corps of others: where each stands, who leads it, and what all saw in it last.
fn others(now: &Position, own: &[Power]) -> Vec<String> {
    let mut all: Vec<(String, CorpsId)> = now
        .pieces
        .corps
        .iter()
        .filter(|(id, _)| now.commands(id.owner()).is_none_or(|power| !own.contains(&power)))
        .map(|(id, on_map)| (place(on_map.stand), *id))
        .collect();
    all.sort_by_key(|(_, id)| (nation(id.owner()), *id));
    let mut lines: Vec<String> = all
        .into_iter()
        .map(|(at, id)| {
            let who = corps_led(now, id);
            match now.last_seen(id) {
                Some(known) => {
                    let month = months::month(known.month);
                    say!("{}: {} · {} in {}", at, who, known.factors.to_string(), month)
                }
                None => {
                    let holds = id.capacity(&now.typed).total();
                    say!("{}: {} · holds {} at most", at, who, holds)
                }
            }
        })
        .collect();
    let taken = now.pieces.leaders.iter().filter_map(|(id, at)| match at {
        Leader::Prisoner(by) => Some(say!("{} is a prisoner of {}.", super::leader(*id), *by)),
        _ => None,
    });
    lines.extend(taken);
    if lines.is_empty() {
        lines.push(say!("Nobody else is on the map."));
    }
    lines
}
