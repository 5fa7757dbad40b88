//! *More…* on the desk: what is not done every day, with buttons and selects; nothing of it needs a command.

use crate::asked::{Answer, At};
use crate::campaign;
use crate::message::Message;
use crate::present::more;
use crate::rooms::{Chosen, Room};
use crate::seat;
use crate::turn::act;
use table::act::Act;
use table::{SeatId, Verb};

/// What its buttons and forms do.
pub(crate) const MORE: Room = Room {
    subject: "more",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.what, chosen)),
    ..Room::EMPTY
};

/// A button or select of *More…*: `more`, `more/share`, `more/regent/3`, `more/stand-in/3/on`. `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Answer> {
    let parts: Vec<&str> = what.split('/').collect();
    let seat_of = |number: &str| number.parse().ok().map(SeatId::numbered);
    let somebody = !chosen.users.is_empty();
    let outcome = match parts.as_slice() {
        [""] => at.look(more::screen).await,
        ["host"] => at.look(more::for_the_host).await,
        ["share"] if somebody => Ok(about(at, chosen, |person| Act::Share { person }).await),
        ["unshare"] if somebody => Ok(about(at, chosen, |person| Act::Unshare { person }).await),
        ["hand-over"] if somebody => Ok(about(at, chosen, |person| Act::HandOver { person }).await),
        ["substitute", number] if somebody => {
            let seat = seat_of(number)?;
            let make = |person| Act::OfferSeat { seat: seat.clone(), person };
            Ok(about(at, chosen, make).await)
        }
        ["regent", number] if somebody => {
            let seat = seat_of(number)?;
            let make = |person| Act::AppointRegent { seat: seat.clone(), person };
            Ok(about(at, chosen, make).await)
        }
        [what @ ("share" | "unshare" | "hand-over")] => at.look(|scene| more::whom(scene, what, None)).await,
        [what @ ("substitute" | "regent"), number] => {
            let seat = seat_of(number)?;
            at.look(|scene| more::whom(scene, what, Some(&seat))).await
        }
        ["substitute"] => at.look(more::substitutes).await,
        ["regent"] => at.look(more::regents).await,
        ["auction"] => at.look(more::auctions).await,
        ["stand-ins"] => at.look(more::stand_ins).await,
        ["stand-ins", "all"] => Ok(at.with_desk(at.order(act(Act::StandIns)).await).await),
        ["stand-in", number, on] => {
            let wanted = Act::StandIn { seat: seat_of(number)?, on: *on == "on" };
            let outcome = at.order(act(wanted)).await;
            if at.asked.on_private {
                let again: Message = at.look(more::stand_ins).await.into();
                Ok(Message {
                    content: format!(
                        "{}
{}",
                        outcome.content, again.content
                    ),
                    ..again
                })
            } else {
                Ok(outcome)
            }
        }
        ["leave"] => Ok(at.with_desk(at.order(Verb::Leave).await).await),
        ["resign"] => seat::asks_to_resign(at).await,
        ["conclude"] => at.look(more::asks_to_conclude).await,
        ["conclude", "yes"] => Ok(at.with_desk(at.order(act(Act::Conclude)).await).await),
        ["close"] => at.look(more::asks_to_close).await,
        ["close", "yes"] => Ok(at.order(Verb::Close).await),
        ["word"] => return Some(Answer::Form(crate::forms::word(at.campaign, "word"))),
        ["export"] => campaign::exported(at).await,
        _ => return None,
    };
    Some(outcome.into())
}

/// An act about the member who was chosen.
async fn about(at: At<'_>, chosen: &Chosen, make: impl Fn(u32) -> Act + Send + Sync) -> Message {
    let make = |persons: &[u32]| act(make(persons.first().copied().unwrap_or_default()));
    at.with_desk(at.order_naming(&chosen.users, make).await).await
}
