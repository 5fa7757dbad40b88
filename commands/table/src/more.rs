//! *More…* on the desk: what is not done every day, with buttons and selects; nothing of it needs a command.

use crate::asked::{Answer, Asked, told};
use crate::campaign;
use crate::house::{House, Outcome};
use crate::message::Message;
use crate::present::{Scene, more};
use crate::rooms::{Chosen, Press, Room};
use crate::turn::act;
use crate::{desk, seat};
use table::act::Act;
use table::{SeatId, Verb};

/// What its buttons and forms do.
pub(crate) const MORE: Room = Room {
    subject: "more",
    pressed: |press, chosen| {
        Box::pin(async move {
            let Press { house, asked, campaign, what, .. } = press;
            pressed(house, asked, campaign, what, chosen).await
        })
    },
    ..Room::EMPTY
};

/// A button or select of *More…*: `more`, `more/share`, `more/regent/3`, `more/stand-in/3/on`. `None` for one that is not known.
pub(crate) async fn pressed(
    house: &House,
    asked: &Asked,
    campaign: &str,
    what: &str,
    chosen: &Chosen,
) -> Option<Answer> {
    let parts: Vec<&str> = what.split('/').collect();
    let seat_of = |number: &str| number.parse().ok().map(SeatId::numbered);
    let somebody = !chosen.users.is_empty();
    let message = match parts.as_slice() {
        [""] => screen(house, asked, campaign, more::screen).await,
        ["host"] => screen(house, asked, campaign, more::for_the_host).await,
        ["share"] if somebody => about(house, asked, campaign, chosen, |person| Act::Share { person }).await,
        ["unshare"] if somebody => {
            about(house, asked, campaign, chosen, |person| Act::Unshare { person }).await
        }
        ["hand-over"] if somebody => {
            about(house, asked, campaign, chosen, |person| Act::HandOver { person }).await
        }
        ["substitute", number] if somebody => {
            let seat = seat_of(number)?;
            let make = |person| Act::OfferSeat { seat: seat.clone(), person };
            about(house, asked, campaign, chosen, make).await
        }
        ["regent", number] if somebody => {
            let seat = seat_of(number)?;
            let make = |person| Act::AppointRegent { seat: seat.clone(), person };
            about(house, asked, campaign, chosen, make).await
        }
        [what @ ("share" | "unshare" | "hand-over")] => {
            screen(house, asked, campaign, |scene| more::whom(scene, what, None)).await
        }
        [what @ ("substitute" | "regent"), number] => {
            let seat = seat_of(number)?;
            screen(house, asked, campaign, |scene| more::whom(scene, what, Some(&seat))).await
        }
        ["substitute"] => screen(house, asked, campaign, more::substitutes).await,
        ["regent"] => screen(house, asked, campaign, more::regents).await,
        ["auction"] => screen(house, asked, campaign, more::auctions).await,
        ["stand-ins"] => screen(house, asked, campaign, more::stand_ins).await,
        ["stand-ins", "all"] => {
            let outcome = told(house.order(campaign, &asked.asker, act(Act::StandIns)).await);
            desk::after(house, asked, campaign, outcome).await
        }
        ["stand-in", number, on] => {
            let wanted = Act::StandIn { seat: seat_of(number)?, on: *on == "on" };
            let outcome = told(house.order(campaign, &asked.asker, act(wanted)).await);
            if asked.on_private {
                let again = screen(house, asked, campaign, more::stand_ins).await;
                Message { content: format!("{}\n{}", outcome.content, again.content), ..again }
            } else {
                outcome
            }
        }
        ["leave"] => {
            let outcome = told(house.order(campaign, &asked.asker, Verb::Leave).await);
            desk::after(house, asked, campaign, outcome).await
        }
        ["resign"] => seat::asks_to_resign(house, asked, campaign).await,
        ["conclude"] => screen(house, asked, campaign, more::asks_to_conclude).await,
        ["conclude", "yes"] => {
            let outcome = told(house.order(campaign, &asked.asker, act(Act::Conclude)).await);
            desk::after(house, asked, campaign, outcome).await
        }
        ["close"] => screen(house, asked, campaign, more::asks_to_close).await,
        ["close", "yes"] => told(house.order(campaign, &asked.asker, Verb::Close).await),
        ["word"] => return Some(Answer::Form(crate::forms::word(campaign, "word"))),
        ["export"] => {
            campaign::exported(house, campaign).await.unwrap_or_else(|why| told(Outcome::Failed(why)))
        }
        _ => return None,
    };
    Some(message.into())
}

/// One of the screens, as who asks sees it.
async fn screen(
    house: &House,
    asked: &Asked,
    campaign: &str,
    show: impl FnOnce(&Scene<'_>) -> Message,
) -> Message {
    house.shown(campaign, &asked.asker, show).await.unwrap_or_else(|why| told(Outcome::Failed(why)))
}

/// An act about the member who was chosen.
async fn about(
    house: &House,
    asked: &Asked,
    campaign: &str,
    chosen: &Chosen,
    make: impl Fn(u32) -> Act + Send + Sync,
) -> Message {
    let make = |persons: &[u32]| act(make(persons.first().copied().unwrap_or_default()));
    let outcome = told(house.order_naming(campaign, &asked.asker, &chosen.users, make).await);
    desk::after(house, asked, campaign, outcome).await
}
