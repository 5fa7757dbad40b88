//! A tax before it is levied: what it would bring, what it risks, and the press that levies it.

use super::code;
use crate::present::readings;
use crate::words;
use middle_ages::Position;
use middle_ages::board::{Order, tax};
use middle_ages::court::Court;
use middle_ages::geography::Area;
use middle_ages::marker::Marker;
use table::Said;
use table_commands::asked::{At, refused};
use table_commands::message::{Component, Embed, Look, Message};
use table_commands::present::{Scene, names};
use table_commands::{say, speech};

/// Shows a tax to who asks, with the press that levies it where he may.
pub(crate) async fn shown(at: At<'_>, area: Area, gold: u8) -> Result<Message, Message> {
    let seen = at.look(|scene| {
        let (position, seat, _) = super::playing(scene)?;
        Ok::<_, Said>(
            tax::may(&position, seat, area, gold).map(|court| of(scene, &position, court, area, gold)),
        )
    });
    seen.await?.map_err(Message::refusal)?.map_err(|refusal| refused(&refusal))
}

/// A tax in words.
fn of(scene: &Scene<'_>, position: &Position, court: Court, area: Area, gold: u8) -> Message {
    let lines = [brings(position, court, area, gold), risks(scene, position, court, area, gold)];
    let embed = Embed::new(&say!("Tax: {}", position.data().name(area)), lines.join("\n"))
        .colour(&court.known().colour);
    Message::default().with(embed).buttons(buttons(scene, position, area, gold))
}

/// What comes in where the area stays calm.
fn brings(position: &Position, court: Court, area: Area, gold: u8) -> String {
    let commerce = position.board.area(area).is_some_and(|held| held.markers.contains(&Marker::Commerce));
    let has = position.board.realms.get(&court).map_or(0, |realm| realm.gold);
    if commerce {
        say!("It brings {} gold and 1 more by commerce. You have {}.", gold, has)
    } else {
        say!("It brings {} gold. You have {}.", gold, has)
    }
}

/// How likely the area rebels, and what is lost with it then.
fn risks(scene: &Scene<'_>, position: &Position, court: Court, area: Area, gold: u8) -> String {
    let quiet = readings(&scene.public).quiet_rebel;
    let value = tax::value(position, court, area, gold);
    let shown = speech::signed(value.into());
    match tax::throws(value, quiet) {
        0 => say!("Rebellion value {}: it cannot rebel.", shown),
        throws => {
            let risk = say!("Rebellion value {}: it rebels on {} of 36 throws of two dice.", shown, throws);
            let lost = lost(position, area);
            let then = if lost.is_empty() {
                say!("Then no gold comes in, and it is independent.")
            } else {
                say!("Then no gold comes in, and it is independent; lost with it: {}.", names::list(&lost))
            };
            format!("{risk} {then}")
        }
    }
}

/// What stands in an area and is lost with it.
fn lost(position: &Position, area: Area) -> Vec<String> {
    let Some(held) = position.board.area(area) else { return Vec::new() };
    let (armies, fleets) = (u64::from(held.army()), u64::from(held.fleet()));
    let mut all = Vec::new();
    if armies > 0 {
        all.push(names::count(armies, "army point", "army points"));
    }
    if fleets > 0 {
        all.push(names::count(fleets, "fleet point", "fleet points"));
    }
    if held.markers.contains(&Marker::Palace) {
        all.push(words::marker(Marker::Palace));
    }
    all
}

fn buttons(scene: &Scene<'_>, position: &Position, area: Area, gold: u8) -> Vec<Component> {
    let button = |look, label: String, gold: u8, verb: &str| {
        let code = code::written(position.data(), &Order::Tax { area, gold })?;
        Some(scene.button(look, &label, 0, &format!("ages/{verb}/{code}")))
    };
    let may = |gold: u8| scene.own.seat().is_some_and(|seat| tax::may(position, seat, area, gold).is_ok());
    let mut all: Vec<Component> = button(Look::Success, say!("Tax it"), gold, "do").into_iter().collect();
    if let Some(more) = gold.checked_add(1).filter(|more| may(*more)) {
        all.extend(button(Look::Secondary, say!("1 gold more"), more, "levy"));
    }
    if let Some(less) = gold.checked_sub(1).filter(|less| may(*less)) {
        all.extend(button(Look::Secondary, say!("1 gold less"), less, "levy"));
    }
    all.push(scene.button(Look::Secondary, &say!("Change"), 0, "ages/menu/tax"));
    all
}
