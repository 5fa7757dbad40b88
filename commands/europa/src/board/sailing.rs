//! A fleet that sails by choosing: which, and where its voyage ends. What is offered is what the engine would take.

use super::moves::unless_meant;
use super::pick::{MOST, own};
use super::read::{place_meant, places_meant, stack_meant};
use super::{give, give_unless};
use crate::board::present as shown;
use crate::words::place;
use crate::{map, other_game, screen};
use europa::board::{Order as Board, voyages};
use europa::geography::Place;
use europa::{Position, is_open};
use table::{Said, SeatId, said};
use table_commands::asked::{Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Form, Input, Look, Message};
use table_commands::present::Scene;
use table_commands::rooms::{Chosen, Press};
use table_commands::say;
use table_commands::words::line;

/// So many of the nearest places stand as buttons below the lists.
const NEAREST: usize = 3;
/// So many fleets stand as buttons in the place of a list.
const FEW: usize = 4;

/// The order that sails a stack to where its voyage ends, by the shortest way.
fn order(stack: u32, to: Place) -> Board {
    Board::Sail { stack, way: vec![to], landing: None }
}

/// Whether a stack of a player may set sail now, or may have a voyage lodged: into some zone or port beside it.
pub(crate) fn may_sail_with(position: &Position, seat: &SeatId, stack: u32) -> bool {
    let Some(standing) = position.board.stacks.get(&stack).filter(|of| of.stack.is_naval()) else {
        return false;
    };
    if position.seat_of(standing.country) != Some(seat) {
        return false;
    }
    let opens = |to: Place| {
        let order = order(stack, to);
        shown::is_lodged_ahead(position, seat, &order)
            || is_open(position, seat, &europa::Order::Board(order))
    };
    standing.at.neighbours().iter().any(|(to, _)| opens(*to))
}

/// The stacks of a player that may sail.
fn sailing(position: &Position, seat: &SeatId) -> Vec<u32> {
    position.board.stacks.keys().copied().filter(|n| may_sail_with(position, seat, *n)).collect()
}

/// Whether some stack of a player may sail.
pub(crate) fn may_sail(position: &Position, seat: &SeatId) -> bool {
    position.board.stacks.keys().any(|n| may_sail_with(position, seat, *n))
}

/// The ways on which a stack may sail, the shortest first; while its segment is not open to the zones beside it, for which a voyage is lodged.
fn ways(position: &Position, seat: &SeatId, stack: u32) -> Vec<Vec<Place>> {
    let Some(standing) = position.board.stacks.get(&stack) else { return Vec::new() };
    let next = standing.at.neighbours().iter().map(|(to, _)| *to);
    let ahead =
        next.filter(|to| to.site().is_sea() && shown::is_lodged_ahead(position, seat, &order(stack, *to)));
    let mut all: Vec<Vec<Place>> = ahead.map(|to| vec![to]).collect();
    if all.is_empty() {
        all = voyages(position, seat, stack);
    }
    all.sort_by_key(|way| (way.len(), way.last().map(|to| to.name())));
    all
}

/// The button that begins it.
pub(crate) fn button(scene: &Scene<'_>, look: Look) -> Component {
    scene.button(look, &say!("Sail a fleet"), 0, "europa/sail")
}

fn stacks_to_sail(scene: &Scene<'_>) -> Option<Message> {
    let (position, seat) = own(scene)?;
    let all = sailing(&position, seat);
    let Some((first, more)) = all.split_first() else { return Some(Message::refusal(no_voyage())) };
    if more.is_empty() {
        return ends_of_voyage(scene, *first);
    }
    let named = |n: &u32| Some(shown::named_stack(*n, position.board.stacks.get(n)?));
    let message = Message::text(say!("**Sail a fleet.** Which?"));
    let written = scene.button(Look::Secondary, &say!("Write it…"), 0, "europa/sail/form");
    if all.len() <= FEW {
        let button = |n: &u32| Some(scene.button(Look::Primary, &named(n)?, u64::from(*n), "europa/sail/of"));
        return Some(message.buttons(all.iter().filter_map(button).chain([written]).collect()));
    }
    let choices = all.iter().take(MOST).filter_map(|n| Some(Choice::new(&named(n)?, n.to_string())));
    let id = CustomId::on(&scene.own, 0, "europa/sail/stack");
    Some(message.select(Component::select(&say!("The fleet"), id, choices.collect())).and_button(written))
}

/// Why nothing sails.
fn no_voyage() -> Said {
    said!(
        "No fleet of yours can sail now: in your movement segment a campaign at sea that covers it is announced first (*Campaign*, at your desk), and a fleet sails once a round."
    )
}

/// Where a stack may sail, to be chosen.
fn ends_of_voyage(scene: &Scene<'_>, stack: u32) -> Option<Message> {
    let (position, seat) = own(scene)?;
    let all = ways(&position, seat, stack);
    let standing = position.board.stacks.get(&stack);
    let Some(standing) = standing.filter(|_| !all.is_empty()) else {
        return Some(Message::refusal(no_voyage()));
    };
    let ends: Vec<(Place, usize)> = all.iter().filter_map(|way| Some((*way.last()?, way.len()))).collect();
    let choice = |(to, enters): &(Place, usize)| {
        let about = if to.site().is_sea() {
            say!("sea, enters {}", *enters)
        } else {
            say!("port, enters {}", *enters)
        };
        Choice::new(&place(*to), to.site().key.as_str()).about(&about)
    };
    let mut message = Message::text(say!("**{}.** Where does it sail?", shown::named_stack(stack, standing)));
    // Each select of a message has an id of its own.
    for (part, which) in ends.chunks(MOST).zip(["to", "more", "rest"]) {
        let id = CustomId::on(&scene.own, u64::from(stack), &format!("europa/sail/{which}"));
        let label = match part {
            [(_, least), .., (_, most)] if least != most => say!("Where to: enters {} to {}", *least, *most),
            _ => say!("Where to"),
        };
        message = message.select(Component::select(&label, id, part.iter().map(choice).collect()));
    }
    let near = |(to, _): &(Place, usize)| {
        let verb = format!("europa/sail/at/{}", to.site().key);
        scene.button(Look::Primary, &place(*to), u64::from(stack), &verb)
    };
    message = message.buttons(ends.iter().take(NEAREST).map(near).collect());
    let written = scene.button(Look::Secondary, &say!("Write it…"), u64::from(stack), "europa/sail/form");
    Some(message.and_button(written))
}

/// A voyage before it is ordered: what it enters, or that it is lodged; and its way, to be drawn.
fn drafted(scene: &Scene<'_>, stack: u32, to: Place) -> Option<(Message, Vec<Place>)> {
    let (position, seat) = own(scene)?;
    let standing = position.board.stacks.get(&stack)?;
    let named = shown::named_stack(stack, standing);
    let way = ways(&position, seat, stack).into_iter().find(|way| way.last() == Some(&to));
    let Some(way) = way else { return Some((Message::refusal(no_voyage()), Vec::new())) };
    let names: Vec<String> = way.iter().map(|at| place(*at)).collect();
    let mut says = vec![say!("**{}** sails: {}.", named, names.join(" → "))];
    if shown::is_lodged_ahead(&position, seat, &order(stack, to)) {
        says.push(say!(
            "Your movement segment is not open: the voyage is lodged, and sails when that comes."
        ));
    }
    let key = to.site().key.as_str();
    let button = |look, label: String, what: &str| {
        scene.button(look, &label, u64::from(stack), &format!("europa/sail/{what}/{key}"))
    };
    let buttons = vec![
        button(Look::Primary, say!("Sail"), "go"),
        button(Look::Secondary, say!("Another way, or a landing…"), "form"),
        scene.button(Look::Secondary, &say!("Another fleet"), 0, "europa/sail"),
    ];
    let drawn = std::iter::once(standing.at).chain(way).collect();
    Some((Message::text(says.join("\n")).buttons(buttons), drawn))
}

/// A voyage before it is ordered, with the picture of its way.
async fn shows(at: At<'_>, stack: u32, to: Place) -> Result<Answer, Message> {
    let drafted = at.look(|scene| drafted(scene, stack, to)).await?;
    let (message, way) = drafted.ok_or_else(other_game)?;
    match map::around_way(&way) {
        Some(window) => map::drawn(at, window, way, Some(message)).await,
        None => Ok(message.into()),
    }
}

/// A button or a select of these; `None` for one that is not known.
pub(crate) async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    let at = press.at();
    let ends = async |stack: u32| screen(at, |scene| ends_of_voyage(scene, stack)).await;
    let stack = u32::try_from(press.prompt).ok();
    Some(match press.what.split_once('/').unwrap_or((press.what, "")) {
        ("", _) => screen(at, stacks_to_sail).await,
        ("stack", _) => ends(chosen.first()?.parse().ok()?).await,
        ("of", _) => ends(stack?).await,
        ("to" | "more" | "rest", _) => shows(at, stack?, Place::by_key(chosen.first()?)?).await,
        ("at", key) => shows(at, stack?, Place::by_key(key)?).await,
        ("form", key) => form(at, stack, Place::by_key(key)).await,
        ("go", key) => give(at, order(stack?, Place::by_key(key)?)).await,
        _ => return None,
    })
}

/// The form of a voyage: filled in with the fleet and where it sails, as far as they are known.
pub(crate) async fn form(at: At<'_>, stack: Option<u32>, to: Option<Place>) -> Result<Answer, Message> {
    let see = |scene: &Scene<'_>| {
        let (position, seat) = own(scene)?;
        let fleets = sailing(&position, seat);
        let stack = stack.filter(|n| fleets.contains(n)).or(fleets.first().copied());
        let value = stack.map(|n| n.to_string()).unwrap_or_default();
        let optional = |input: Input| Input { required: false, ..input };
        Some(Form {
            title: say!("Sail a fleet"),
            custom_id: CustomId::on(&scene.own, 0, "europa/sail"),
            inputs: vec![
                Input { value, ..line("stack", say!("Stack (its number)"), 100) },
                optional(Input {
                    value: to.map(|to| to.name().to_owned()).unwrap_or_default(),
                    ..line("way", say!("The sea zones in order, or where it ends"), 600)
                }),
                optional(line("landing", say!("Its troops land in (optional)"), 60)),
                optional(line("unless", say!("Held back if an enemy is in (optional)"), 60)),
            ],
        })
    };
    let none = || Message::refusal(said!("You have no seat in a campaign of Europa here."));
    Ok(at.look(see).await?.ok_or_else(none)?.into())
}

/// A voyage out of what was typed: the stack, its way, where its troops are to land.
pub(crate) fn voyage_meant([stack, way, landing]: [&str; 3]) -> Result<Board, Said> {
    let (stack, way) = (stack_meant(stack)?, places_meant(way)?);
    let landing = Some(landing.trim()).filter(|at| !at.is_empty()).map(place_meant).transpose()?;
    Ok(Board::Sail { stack, way, landing })
}

/// The voyage of a form that was sent.
pub(crate) async fn sent(at: At<'_>, field: impl Fn(&str) -> String) -> Result<Message, Message> {
    let typed = ["stack", "way", "landing"].map(&field);
    let read = || -> Result<(Board, Option<Place>), Said> {
        Ok((voyage_meant(typed.each_ref().map(String::as_str))?, unless_meant(&field("unless"))?))
    };
    let (voyage, unless) = read().map_err(Message::refusal)?;
    give_unless(at, voyage, unless).await
}
