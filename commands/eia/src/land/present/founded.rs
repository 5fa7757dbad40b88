//! A war on the bot's own board at its founding and as it begins: who has which power, what it is played for, and what is asked first.

use super::{area, points, side};
use crate::months;
use eia::Position;
use eia::danube::{Side, numbers};
use eia::powers::Power;
use std::collections::BTreeMap;
use table::View;
use table_commands::message::{Embed, Look, Message};
use table_commands::present::names::list;
use table_commands::present::{Posts, Scene};
use table_commands::{say, speech};

/// Cities with what they bring: "Vienna 3, Linz 1".
fn cities(of: &BTreeMap<eia::map::AreaId, i64>) -> String {
    let mut all: Vec<_> = of.iter().collect();
    all.sort_by_key(|(at, points)| (std::cmp::Reverse(**points), at.name()));
    all.into_iter().map(|(at, points)| format!("{} {points}", area(*at))).collect::<Vec<_>>().join(", ")
}

/// What the war is played for, and who has which power.
pub(crate) fn terms(view: &View) -> Option<String> {
    let now = crate::seen::position(view)?;
    let scenario = eia::scenario::by_key(&view.scenario)?;
    let numbers = numbers();
    let mut text = say!(
        "Empires in Arms. {}. {} players. The bot keeps the board: where corps stand all see, what is in them their owner alone.",
        speech::name(&scenario.title),
        now.choice.seats
    );
    text.push_str("\n\n");
    let mut seats: BTreeMap<u32, Vec<Power>> = BTreeMap::new();
    for (power, holding) in &now.choice.holdings {
        seats.entry(holding.seat.number().unwrap_or_default()).or_default().push(*power);
    }
    let seats: Vec<String> =
        seats.into_iter().map(|(n, powers)| say!("Seat {}: {}", n, crate::names::listed(&powers))).collect();
    text.push_str(&seats.join("\n"));
    text.push_str("\n\n");
    text.push_str(&say!(
        "Points at each month's end, for {}: {}. For {}: {}. In {} they count twice.",
        side(Side::France),
        cities(&numbers.points.france),
        side(Side::Allies),
        cities(&numbers.points.allies),
        months::month(numbers.points.doubled)
    ));
    text.push(' ');
    text.push_str(&say!(
        "At the end a point for each {} factors of the enemy that are gone, and {} for each of his leaders taken or killed.",
        numbers.points.factors,
        numbers.points.leader
    ));
    text.push(' ');
    text.push_str(&say!(
        "France wins with {} points more than the allies, decisively with {}; with less than {} more the allies win.",
        numbers.result.france,
        numbers.result.decisive,
        numbers.result.drawn
    ));
    Some(text)
}

/// Who has which power, and the points of both sides.
pub(crate) fn holdings(scene: &Scene<'_>, now: &Position) -> String {
    let mut lines: Vec<String> = now
        .choice
        .holdings
        .iter()
        .map(|(power, holding)| {
            format!("**{}** · {}", crate::names::called(power), scene.player(&holding.seat))
        })
        .collect();
    if !now.pieces.is_empty() {
        lines.push(points(&now.land.count));
    }
    lines.join("\n")
}

/// Play begins: everybody sets his army up.
pub(crate) fn begins(scene: &Scene<'_>, posts: &mut Posts) {
    let players: Vec<String> = scene.public.seats.iter().map(|seat| scene.seat(&seat.id)).collect();
    let prompt = table_commands::present::status::prompt(&scene.public);
    let says = say!(
        "Each sets up his army in a sealed envelope. *Set up my army* takes the set-up of history in one tap, or shows it to be changed. When all are Final the places of all corps lie open."
    );
    let embed = Embed::new(&say!("Set-up of the armies"), says).footer(&scene.record());
    let set_up = scene.button(Look::Primary, &say!("Set up my army"), prompt, "land/set-up");
    let desk = scene.button(Look::Secondary, &say!("My desk"), 0, "desk");
    let message = Message::text(say!("**{}** begins with {}.", scene.title(), list(&players)));
    posts.council("started", message.with(embed).buttons(vec![set_up.clone(), desk]));
    posts.reply =
        Message::text(say!("Play has begun. Everybody, you too, sets up his army.")).buttons(vec![set_up]);
}
