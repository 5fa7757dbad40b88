//! The orders of a power before its player: what he has lodged, which corps can march, and what else he can do for his slot.

use super::{area, led, lodged_order, place};
use crate::land::{attacked, is_live, own, own_powers, pick};
use crate::months;
use crate::seen::position;
use eia::Position;
use eia::frame::Frame;
use eia::land::march;
use eia::land::phase::Order;
use eia::pieces::CorpsId;
use eia::powers::Power;
use std::collections::BTreeMap;
use table::lodged::{Held, Line, LodgedView};
use table::{Said, said};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Embed, Look, Message, clip};
use table_commands::present::Scene;
use table_commands::present::front::Lines;
use table_commands::present::names::{count, list};
use table_commands::{say, speech};

/// Choices of a select at most.
const MOST: usize = 25;

/// What is lodged for a power's slot.
fn lodged<'s>(scene: &'s Scene<'_>, power: Power) -> Option<&'s LodgedView> {
    scene.own.lodged_by_powers.get(power.key())
}

/// The lines that wait for a power's slot, in their order.
pub(in crate::land) fn waiting(scene: &Scene<'_>, power: Power) -> Vec<Line> {
    let lines = lodged(scene, power).map(|lodged| lodged.lines.as_slice()).unwrap_or_default();
    lines.iter().filter(|waiting| waiting.held.is_none()).map(|waiting| waiting.line.clone()).collect()
}

/// The order of a line.
pub(in crate::land) fn read(line: &Line) -> Option<Order> {
    match serde_json::from_value(line.order.clone()?) {
        Ok(eia::Order::Land(order)) => Some(order),
        _ => None,
    }
}

/// What waits for a power's slot, each order with its number in the list; and how many lines the list has.
pub(in crate::land) fn numbered(scene: &Scene<'_>, power: Power) -> (Vec<(usize, Order)>, usize) {
    let lines = lodged(scene, power).map(|lodged| lodged.lines.as_slice()).unwrap_or_default();
    let numbered = (1..).zip(lines).filter(|(_, one)| one.held.is_none());
    (numbered.filter_map(|(number, one)| Some((number, read(&one.line)?))).collect(), lines.len())
}

/// The corps for which something is lodged, with where they go.
pub(in crate::land) fn marching(scene: &Scene<'_>, power: Power) -> BTreeMap<CorpsId, String> {
    let mut all = BTreeMap::new();
    for line in waiting(scene, power) {
        let Some(Order::March { corps, way, .. }) = read(&line) else { continue };
        let says = match way.last() {
            Some(to) => say!("lodged: to {}", area(*to)),
            None => say!("lodged: stays"),
        };
        all.extend(corps.into_iter().map(|id| (id, says.clone())));
    }
    all
}

/// A lodged order in a line, and why it was not given.
fn line(scene: &Scene<'_>, one: &table::lodged::Waiting) -> Option<String> {
    let says = lodged_order(scene, one.line.order.as_ref()?)?;
    let unless: Vec<String> = one.line.unless.iter().filter_map(super::lodged_unless).collect();
    let says = unless.into_iter().fold(says, |says, unless| say!("{}, unless {}", says, unless));
    Some(match &one.held {
        None => says,
        Some(Held::Back) => say!("{} – **held back**", says),
        Some(Held::Refused(why)) => say!("{} – **not given**: {}", says, speech::said(&Said::from(why))),
        Some(_) => say!("{} – **not given**: the slot is over", says),
    })
}

/// What is lodged for a power, a numbered line each.
fn listed(scene: &Scene<'_>, power: Power) -> Vec<String> {
    let lines = lodged(scene, power).map(|lodged| lodged.lines.as_slice()).unwrap_or_default();
    let numbered = (1..).zip(lines).filter_map(|(n, one)| Some(format!("{n}. {}", line(scene, one)?)));
    numbered.collect()
}

/// The corps of a power by where they stand: "**Munich**: I Corps 10i 1c (Mack)".
pub(super) fn standing(now: &Position, power: Power) -> Vec<String> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for id in march::corps_of(now, power) {
        let Some(on_map) = now.pieces.corps.get(&id) else { continue };
        let mut says = super::corps_named(id, power);
        if let Some(held) = now.contents.corps(id) {
            says = format!("{says} {held}");
        }
        let leaders = led(now, id);
        if !leaders.is_empty() {
            says = format!("{says} ({})", leaders.join(", "));
        }
        places.entry(place(on_map.stand)).or_default().push(says);
    }
    for (id, stand) in super::without_corps(now, power) {
        places.entry(place(stand)).or_default().push(say!("{}, without a corps", super::leader(id)));
    }
    places.into_iter().map(|(at, corps)| format!("**{at}**: {}", corps.join(", "))).collect()
}

/// How the slot of a power ends.
fn ends(now: &Position, power: Power) -> String {
    if now.frames.any(|frame| *frame == Frame::Combats(power)) {
        say!("Your slot is over for this month; your battles are fought now.")
    } else if is_live(now, power) {
        say!("Your slot is open: what you order is carried out at once. *Ready* ends it.")
    } else if now.land.waits.contains(&power) {
        say!("In your slot the bot carries out what you lodged, and then waits for you.")
    } else {
        say!(
            "In your slot the bot carries out what you lodged. *Wait for me* lets you look at the board first."
        )
    }
}

/// Where a power's corps stay this month, where the war has not come to all of its map yet.
fn stays(now: &Position, power: Power) -> Option<String> {
    let stays = now.stays_now(power)?;
    let provinces = stays.provinces.iter().map(|province| crate::province::present::called(*province));
    let within: Vec<String> = provinces.chain(stays.areas.iter().map(|at| area(*at))).collect();
    Some(if now.is_passive(power) {
        say!("This month your corps stay in {}, and attack nobody. Gather them for the next.", list(&within))
    } else {
        say!("This month your corps stay in {}.", list(&within))
    })
}

/// Who acts when in a month.
fn acting(now: &Position) -> String {
    let order = if now.land.order.is_empty() { now.slots_by_the_book() } else { now.land.order.clone() };
    let order: Vec<String> = order.iter().map(crate::names::called).collect();
    say!("Each power marches and fights in its slot, one after another: {}.", order.join(", "))
}

/// The orders of a power, with what was just done above them.
pub(in crate::land) fn of(scene: &Scene<'_>, power: Power, says: &str) -> Option<Message> {
    let (now, seat) = own(scene)?;
    if !now.choice.powers_of(seat).contains(&power) {
        return None;
    }
    let title = match now.month() {
        Some(month) => say!("Orders of {}, {}", power, months::month(month)),
        None => say!("Orders of {}", power),
    };
    let mut lines = standing(&now, power);
    lines.push(String::new());
    let orders = listed(scene, power);
    lines.push(if orders.is_empty() {
        say!("Nothing is lodged.")
    } else {
        say!("Lodged:\n{}", orders.join("\n"))
    });
    lines.push(String::new());
    lines.extend(stays(&now, power));
    lines.push(acting(&now));
    lines.push(ends(&now, power));
    let embed = Embed::new(&title, clip(&lines.join("\n"), 4_000)).colour(power.colour());
    let mut message = Message::text(says).with(embed);
    if let Some(select) = pick::corps_select(scene, &now, power) {
        message = message.select(select);
    }
    if let Some(select) = take_back(scene, power) {
        message = message.select(select);
    }
    let button = |look, label: String, what: &str| {
        scene.button(look, &label, 0, &format!("land/{what}/{}", power.key()))
    };
    let mut buttons = vec![button(Look::Secondary, say!("By line…"), "lines")];
    buttons.push(button(Look::Secondary, say!("Depots…"), "depots"));
    buttons.push(button(Look::Secondary, say!("Leaders…"), "leaders"));
    if numbered(scene, power).0.iter().any(|(_, order)| matches!(order, Order::March { .. })) {
        buttons.push(button(Look::Secondary, say!("On the map"), "picture"));
    }
    if !is_live(&now, power) {
        buttons.push(if now.land.waits.contains(&power) {
            button(Look::Secondary, say!("Do not wait for me"), "pass")
        } else {
            button(Look::Secondary, say!("Wait for me"), "wait")
        });
    }
    buttons.push(scene.button(Look::Secondary, &say!("When attacked"), 0, "land/answers"));
    if let Some(ready) = ready(scene) {
        buttons.push(ready);
    }
    let second = buttons.split_off(buttons.len().min(4));
    message = message.buttons(buttons).buttons(second);
    let others: Vec<Component> = own_powers(scene)
        .into_iter()
        .filter(|other| *other != power)
        .map(|other| orders_button(scene, other, Look::Secondary))
        .collect();
    Some(message.buttons(others))
}

/// *Ready*, where who looks is awaited with the step.
fn ready(scene: &Scene<'_>) -> Option<Component> {
    let step = scene.own.step_awaits().filter(|step| !step.held)?;
    let seat = scene.own.seat()?;
    step.awaits(seat).then(|| scene.button(Look::Success, &say!("Ready"), step.line, "turn/ready"))
}

/// The select that takes back what is lodged.
fn take_back(scene: &Scene<'_>, power: Power) -> Option<Component> {
    let view = lodged(scene, power)?;
    let option = |(n, one): (usize, &table::lodged::Waiting)| {
        let says = line(scene, one)?.replace("**", "");
        Some(Choice::new(&format!("{}. {says}", n + 1), n.to_string()))
    };
    let choices: Vec<Choice> = view.lines.iter().enumerate().filter_map(option).take(MOST).collect();
    let id = CustomId::on(&scene.own, 0, &format!("land/back/{}", power.key()));
    (!choices.is_empty()).then(|| Component::select(&say!("Take back…"), id, choices))
}

/// The button to the orders of a power.
fn orders_button(scene: &Scene<'_>, power: Power, look: Look) -> Component {
    scene.button(look, &say!("Orders of {}", power), 0, &format!("land/of/{}", power.key()))
}

/// The orders of who looks: of his only power, or of which.
pub(in crate::land) fn all(scene: &Scene<'_>) -> Option<Message> {
    let powers = own_powers(scene);
    match powers.as_slice() {
        [] => None,
        [one] => of(scene, *one, ""),
        _ => {
            let mut embed = Embed::new(&say!("Your orders"), String::new());
            for power in &powers {
                let orders = listed(scene, *power);
                let says = if orders.is_empty() { say!("Nothing is lodged.") } else { orders.join("\n") };
                embed = embed.field(&crate::names::called(power), clip(&says, 1_000));
            }
            embed.description = None;
            let buttons = powers.iter().map(|power| orders_button(scene, *power, Look::Primary)).collect();
            Some(Message::default().with(embed).buttons(buttons))
        }
    }
}

/// What the table answers to who changed what he has lodged.
pub(crate) fn lodged_ahead(scene: &Scene<'_>) -> Message {
    all(scene).unwrap_or_else(|| Message::refusal(said!("You play no power here whose corps the bot moves.")))
}

/// What the desk says of the war for each power of who looks: what is lodged, with the way to his orders.
pub(crate) fn desk_lines(scene: &Scene<'_>) -> Lines {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let Some((now, _)) = own(scene) else { return (lines, buttons) };
    if now.pieces.is_empty() {
        return (lines, buttons);
    }
    let powers = own_powers(scene);
    for power in &powers {
        let (waiting, held): (Vec<_>, Vec<_>) = lodged(scene, *power)
            .map(|view| view.lines.as_slice())
            .unwrap_or_default()
            .iter()
            .partition(|one| one.held.is_none());
        let corps = march::corps_of(&now, *power).count();
        let orders = count(waiting.len() as u64, &say!("order lodged"), &say!("orders lodged"));
        let mut says = say!("**{}**: {} corps, {}. {}", *power, corps, orders, ends(&now, *power));
        for one in held {
            if let Some(line) = line(scene, one) {
                says = format!("{says}\n{line}");
            }
        }
        lines.push(says);
        let label = if powers.len() == 1 { say!("Orders") } else { say!("Orders of {}", *power) };
        let look = if is_asked(&now, *power) { Look::Primary } else { Look::Secondary };
        buttons.push(scene.button(look, &label, 0, &format!("land/of/{}", power.key())));
    }
    if let Some((answers, age)) = attacked::lines(scene, true) {
        lines.push(say!("When attacked: {}.\n-# {}", answers.join("; "), age));
    }
    buttons.push(scene.button(Look::Secondary, &say!("When attacked"), 0, "land/answers"));
    (lines, buttons)
}

/// Whether a power's player orders something now: everybody lodges, or its slot is open.
fn is_asked(now: &Position, power: Power) -> bool {
    is_live(now, power) || now.frames.any(|frame| *frame == Frame::Orders)
}

/// How the war stands for who looks, in a line.
pub(crate) fn standing_of(view: &table::View) -> Option<String> {
    let now = position(view).filter(|now| now.keeps_land())?;
    (!now.pieces.is_empty()).then(|| super::points_now(&now))
}
