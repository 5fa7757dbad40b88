//! The war on land where the bot keeps the board: orders by select and by line, what is lodged of them, what counters do when they are
//! attacked, and how armies are set up.

pub mod present;

mod attacked;
mod depots;
mod draft;
mod drawn;
mod expected;
mod leaders;
mod lines;
mod pick;
mod set_up;

use crate::seen::position;
use draft::Draft;
use eia::frame::Frame;
use eia::land::phase::Order;
use eia::powers::Power;
use eia::{Position, Unless};
use linkme::distributed_slice;
use present::panel;
use std::sync::Arc;
use table::lodged::{Change, Line};
use table::refusal::Refusal;
use table::{SeatId, Stage, Verb, said};
use table_commands::asked::{Answer, At, told};
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::rooms::{Chosen, Press, ROOMS, Room};
use table_commands::say;
use table_commands::words::old_card;

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "land",
    pressed: |press, chosen| Box::pin(pressed(press, chosen)),
    opens: |press| Box::pin(opens(press)),
    sent: |press, field| {
        Box::pin(async move {
            let at = press.at();
            Some(match press.what.split_once('/').unwrap_or((press.what, "")) {
                ("lines", power) => lines::sent(at, Power::by_key(power)?, &field("lines")).await.into(),
                ("set-up", _) => set_up::sent(at, press.prompt, &field("lines")).await.into(),
                _ => return None,
            })
        })
    },
    ..Room::EMPTY
};

/// Who looks, where he plays in a war whose land the bot keeps: the position, and his seat.
fn own<'s>(scene: &'s Scene<'_>) -> Option<(Arc<Position>, &'s SeatId)> {
    let position = position(&scene.own).filter(|now| now.keeps_land())?;
    Some((position, scene.own.seat().filter(|_| !scene.own.as_regent && scene.own.stage == Stage::Playing)?))
}

/// The powers of who looks.
fn own_powers(scene: &Scene<'_>) -> Vec<Power> {
    own(scene).map(|(now, seat)| now.choice.powers_of(seat)).unwrap_or_default()
}

/// Whether the slot of a power is open, so that its orders are carried out at once.
fn is_live(now: &Position, power: Power) -> bool {
    now.land.slot == Some(power) && now.frames.any(|frame| *frame == Frame::Slot(power))
}

/// The board as a power's slot would find it if nobody moved before: nothing of it has moved.
fn in_its_slot(now: &Position, power: Power) -> Position {
    let mut then = now.clone();
    if !is_live(now, power) {
        then.land.moved = Default::default();
        then.land.led = Default::default();
        if !now.frames.any(|frame| *frame == Frame::Orders) {
            then.land.depots.remove(&power);
        }
    }
    then
}

/// What who has no orders to give reads.
fn nobody() -> Message {
    Message::refusal(said!("You play no power here whose corps the bot moves."))
}

/// An order, and what holds it back where it is lodged.
type Held = (Order, Vec<Unless>);

/// A line as it is lodged; `None` where it cannot be written.
fn line((order, unless): Held) -> Option<Line> {
    let order = serde_json::to_value(eia::Order::Land(order)).ok()?;
    let unless = unless.iter().map(|unless| serde_json::to_value(unless).ok());
    Some(Line::order(order, unless.collect::<Option<_>>()?))
}

/// Gives orders of a power: they are lodged for its slot, or carried out where that is open. `instead`: in the place of all that is lodged.
async fn gives(at: At<'_>, power: Power, orders: Vec<Held>, instead: bool) -> Result<Message, Message> {
    let live = at.look(|scene| own(scene).map(|(now, _)| is_live(&now, power))).await?.ok_or_else(nobody)?;
    if live && orders.iter().any(|(_, unless)| !unless.is_empty()) {
        return Err(Message::refusal(said!(
            "The slot of {} is open, and what is ordered is carried out at once: give the order without *unless*.",
            power
        )));
    }
    let lines: Option<Vec<Line>> = orders.into_iter().map(line).collect();
    let lines = lines.ok_or_else(old_card)?;
    let mut says = Vec::new();
    if live {
        let orders = lines.into_iter().filter_map(|line| line.order);
        for (order, n) in orders.zip(0..) {
            let asker = at.asked.asker.nth_of_several(n);
            let outcome = told(at.house.order(at.campaign, &asker, Verb::Game(order)).await);
            if outcome.is_refusal() {
                says.push(outcome.content);
                let refused = Message { content: says.join("\n"), ..outcome };
                return Err(refused);
            }
            says.push(outcome.content);
        }
    } else {
        let change = Change::Several { lines, instead };
        lodges(at, power, change).await?;
        says.push(say!(
            "Lodged. The bot carries it out when the slot of {} comes; nobody sees it before.",
            power
        ));
    }
    at.show_or(|scene| panel::of(scene, power, &says.join("\n")), nobody).await
}

/// Gives an order that comes before all marches: at once in an open slot, else lodged in front, in the place of those that do the `same`.
async fn gives_first(
    at: At<'_>,
    power: Power,
    order: Order,
    may: impl FnOnce(&Position) -> Result<(), Refusal>,
    same: impl Fn(&Order) -> bool,
) -> Result<Message, Message> {
    let ahead = at.show(|scene| -> Result<Option<Vec<Line>>, Message> {
        let (now, _) = own(scene).ok_or_else(nobody)?;
        may(&in_its_slot(&now, power)).map_err(pick::refused)?;
        Ok((!is_live(&now, power)).then(|| panel::waiting(scene, power)))
    });
    let Some(waiting) = ahead.await? else { return gives(at, power, vec![(order, Vec::new())], false).await };
    let first = line((order, Vec::new())).ok_or_else(old_card)?;
    let rest = waiting.into_iter().filter(|line| !panel::read(line).is_some_and(|order| same(&order)));
    let lines = std::iter::once(first).chain(rest).collect();
    lodges(at, power, Change::Several { lines, instead: true }).await?;
    at.show_or(|scene| panel::of(scene, power, &say!("Lodged, before all marches.")), nobody).await
}

/// Changes what is lodged for a power's slot.
async fn lodges(at: At<'_>, power: Power, change: Change) -> Result<Message, Message> {
    let key = Some(power.key().to_owned());
    let outcome = at.with_salt(|salt| Verb::Lodge { power: key, change, salt }).await?;
    if outcome.is_refusal() { Err(outcome) } else { Ok(outcome) }
}

/// Takes back what is lodged at a place of the list, or all of it.
async fn takes_back(at: At<'_>, power: Power, which: Option<usize>) -> Result<Message, Message> {
    lodges(at, power, Change::TakeBack { which }).await?;
    at.show_or(|scene| panel::of(scene, power, &say!("Taken back.")), nobody).await
}

/// A power's slot waits for its player, or passes by what he lodged.
async fn waits(at: At<'_>, power: Power, on: bool) -> Result<Message, Message> {
    let outcome = at.game_order(&eia::Order::Land(Order::Wait { power, on })).await?;
    if outcome.is_refusal() {
        return Err(outcome);
    }
    at.show_or(|scene| panel::of(scene, power, &outcome.content), nobody).await
}

/// The orders of who asks: of his only power, or of which.
async fn orders(at: At<'_>) -> Result<Message, Message> {
    at.show_or(panel::all, nobody).await
}

/// A button or select of the war on land; `None` for one that is not known.
async fn pressed(press: Press<'_>, chosen: &Chosen) -> Option<Answer> {
    let at = press.at();
    let (what, rest) = press.what.split_once('/').unwrap_or((press.what, ""));
    let outcome = match what {
        "orders" => orders(at).await,
        "of" => {
            let power = Power::by_key(rest)?;
            at.show_or(|scene| panel::of(scene, power, ""), nobody).await
        }
        "army" => at.show_or(present::army::shown, nobody).await,
        "pick" => pick::picked(at, Power::by_key(rest)?, &chosen.values).await,
        "to" | "to2" | "to3" | "to4" => pick::ends_at(at, Draft::read(rest)?, chosen.first()?).await,
        "at" => pick::shows(at, Draft::read(rest)?).await,
        "ends" => pick::ends(at, Draft::read(rest)?).await,
        "go" => pick::goes(at, Draft::read(rest)?).await,
        "out" => pick::comes_out(at, Draft::read(rest)?).await,
        "back" => takes_back(at, Power::by_key(rest)?, Some(chosen.first()?.parse().ok()?)).await,
        "none" => takes_back(at, Power::by_key(rest)?, None).await,
        "wait" => waits(at, Power::by_key(rest)?, true).await,
        "pass" => waits(at, Power::by_key(rest)?, false).await,
        "depots" => depots::pressed(at, rest, chosen).await?,
        "leaders" => leaders::pressed(at, rest, chosen).await?,
        "picture" => drawn::lodged(at, Power::by_key(rest)?).await,
        "answers" => attacked::shown(at).await,
        "answer" => attacked::answered(at, chosen.first()?).await,
        "set-up" if rest.is_empty() => set_up::asked(at, press.prompt).await,
        "set-up" if rest == "history" => set_up::as_in_history(at, press.prompt).await,
        "set-up" | "lines" => return opens(press).await,
        _ => return None,
    };
    Some(outcome.into())
}

/// The form that a button of it opens.
async fn opens(press: Press<'_>) -> Option<Answer> {
    let at = press.at();
    Some(match press.what.split_once('/').unwrap_or((press.what, "")) {
        ("lines", power) => lines::form(at, Power::by_key(power)?).await.into(),
        ("set-up", _) => set_up::form(at, press.prompt).await.into(),
        _ => return None,
    })
}
