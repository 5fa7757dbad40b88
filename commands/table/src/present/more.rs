//! *More…* on the desk: the screens of what is not done every day.

use super::{Scene, names};
use crate::custom_id::CustomId;
use crate::message::{Component, Embed, Look, Message};
use crate::say;
use table::view::SeatView;
use table::{SeatId, Stage};

/// Deadlines missed in a row after which the others may vote on a regent.
const MISSED: u32 = 2;

fn button(scene: &Scene<'_>, label: &str, verb: &str) -> Component {
    scene.button(Look::Secondary, label, 0, verb)
}

/// The seats in play that have no player, are not out, and have no stand-in.
fn vacant<'s>(scene: &'s Scene<'_>) -> impl Iterator<Item = &'s SeatView> {
    let playing = scene.public.stage == Stage::Playing;
    scene.public.seats.iter().filter(move |seat| playing && !seat.is_taken() && !seat.out)
}

/// The seats for which a regent may be put to the vote.
fn missing<'s>(scene: &'s Scene<'_>) -> impl Iterator<Item = &'s SeatView> {
    let own = scene.own.seat();
    scene.public.seats.iter().filter(move |seat| {
        seat.person.is_some() && seat.missed >= MISSED && seat.regent.is_none() && Some(&seat.id) != own
    })
}

/// Whether who looks is the host.
#[must_use]
pub fn is_host(scene: &Scene<'_>) -> bool {
    scene.asker.person() == Some(scene.public.host)
}

/// Whether who looks holds his seat himself, and does not share another's.
fn holds<'s>(scene: &'s Scene<'_>) -> Option<&'s SeatView> {
    let own = scene.own.seat()?;
    scene.public.seats.iter().find(|seat| seat.id == *own && seat.person == scene.asker.person())
}

/// Everything beyond the everyday: the table's matters, one's own seat, votes, the evening by voice, the host's office.
#[must_use]
pub fn screen(scene: &Scene<'_>) -> Message {
    let view = &scene.public;
    let playing = view.stage == Stage::Playing;
    let seated = scene.own.seat().is_some();
    let mut rows: Vec<Vec<Component>> = Vec::new();
    rows.push(vec![
        button(scene, &say!("Votes"), "vote/list"),
        button(scene, &say!("Corrections"), "correct/list"),
        button(scene, &say!("Envelopes"), "envelope/list"),
        button(scene, &say!("Pictures"), "board/pictures"),
        button(scene, &say!("Record as a file"), "more/export"),
    ]);
    let mut own = Vec::new();
    if let Some(place) = holds(scene) {
        own.push(button(scene, &say!("Share my seat"), "more/share"));
        if !place.partners.is_empty() {
            own.push(button(scene, &say!("End the sharing"), "more/unshare"));
        }
        if playing {
            let n = place.id.number().unwrap_or_default();
            own.push(button(scene, &say!("Name a substitute"), &format!("more/substitute/{n}")));
            own.push(scene.button(Look::Danger, &say!("Leave my seat"), 0, "more/resign"));
        } else {
            own.push(scene.button(Look::Danger, &say!("Give up my seat"), 0, "more/leave"));
        }
    }
    if seated {
        own.push(button(scene, &say!("New word for the dice"), "more/word"));
    }
    rows.push(own);
    let mut votes = Vec::new();
    if seated && playing {
        if missing(scene).next().is_some() {
            votes.push(button(scene, &say!("Vote on a regent"), "more/regent"));
        }
        if vacant(scene).next().is_some() {
            votes.push(button(scene, &say!("Vote on an auction"), "more/auction"));
        }
        votes.push(button(scene, &say!("End the campaign"), "more/conclude"));
        votes.push(button(scene, &say!("Close it uncounted"), "more/close"));
    }
    rows.push(votes);
    let mut time = Vec::new();
    if seated && playing {
        if view.live {
            time.push(button(scene, &say!("Timer, 5 minutes"), "turn/timer"));
            time.push(button(scene, &say!("End the evening by voice"), "turn/live/end"));
        } else {
            time.push(button(scene, &say!("Evening by voice"), "turn/live"));
        }
    }
    if is_host(scene) {
        time.push(scene.button(Look::Primary, &say!("Host's office"), 0, "more/host"));
    }
    rows.push(time);
    let embed = Embed::new(
        &say!("{} · more", scene.title()),
        say!("What is not done every day. Nothing happens before you have said what and to whom."),
    );
    rows.into_iter().fold(Message::default().with(embed), Message::buttons)
}

/// What the host does.
#[must_use]
pub fn for_the_host(scene: &Scene<'_>) -> Message {
    if !is_host(scene) {
        return Message::refusal(table::said!(
            "That is the host's office: {}.",
            scene.person(table::By::Person(scene.public.host))
        ));
    }
    let view = &scene.public;
    let mut buttons = Vec::new();
    if view.stage == Stage::Playing {
        if view.paused.is_some() {
            buttons.push(button(scene, &say!("Let the clock run on"), "turn/resume"));
        } else {
            buttons.push(button(scene, &say!("Stop the clock"), "turn/pause"));
        }
        buttons.push(button(scene, &say!("More time"), "turn/extend"));
        if vacant(scene).next().is_some() {
            buttons.push(button(scene, &say!("Name a substitute"), "more/substitute"));
        }
    }
    buttons.push(button(scene, &say!("Stand-ins"), "more/stand-ins"));
    buttons.push(scene.button(Look::Danger, &say!("Hand over the office"), 0, "more/hand-over"));
    if view.seats.iter().all(|seat| seat.person.is_none()) || view.stage == Stage::Gathering {
        buttons.push(scene.button(Look::Danger, &say!("Close the campaign"), 0, "more/close"));
    }
    let says = say!("Stopping the clock and giving more time are public, each with a reason.");
    Message::default()
        .with(Embed::new(&say!("{} · the host's office", scene.title()), says))
        .buttons(buttons)
        .buttons(vec![button(scene, &say!("Back"), "more")])
}

/// Asks which member is meant: to share a seat, to take one as a substitute, to be regent, to be host.
#[must_use]
pub fn whom(scene: &Scene<'_>, what: &str, seat: Option<&SeatId>) -> Message {
    let (says, placeholder) = match (what, seat) {
        ("share", _) => (
            say!("Whom you choose acts for your seat from then on as you do, and sees what you see."),
            say!("With whom?"),
        ),
        ("unshare", _) => (say!("Whom you choose does not share your seat any more."), say!("With whom?")),
        ("hand-over", _) => {
            (say!("Whom you choose is host from then on, and you are not."), say!("To whom?"))
        }
        ("substitute", Some(seat)) => (
            say!("Whom you choose may take the seat of {}; everybody is told.", scene.seat(seat)),
            say!("Who may take it?"),
        ),
        (_, Some(seat)) => (
            say!("The others vote whether the one you choose acts for {}.", scene.seat(seat)),
            say!("Who is to act for it?"),
        ),
        (_, None) => (say!("Whom you choose is told of in the council."), say!("Who?")),
    };
    let verb = match seat.and_then(SeatId::number) {
        Some(n) => format!("more/{what}/{n}"),
        None => format!("more/{what}"),
    };
    let id = CustomId::of(&scene.public.campaign, 0, &verb);
    Message::text(says).select(Component::members(&placeholder, id)).buttons(vec![button(
        scene,
        &say!("Back"),
        "more",
    )])
}

/// A button a seat.
fn seats<'s>(
    scene: &Scene<'_>,
    says: String,
    none: String,
    of: impl Iterator<Item = &'s SeatView>,
    verb: &str,
) -> Message {
    let buttons: Vec<Component> = of
        .map(|place| {
            let n = place.id.number().unwrap_or_default();
            button(scene, &named(scene, place), &format!("{verb}/{n}"))
        })
        .collect();
    let says = if buttons.is_empty() { none } else { says };
    Message::text(says).buttons(buttons).buttons(vec![button(scene, &say!("Back"), "more")])
}

/// A seat as a button calls it: its powers, or its number.
fn named(scene: &Scene<'_>, place: &SeatView) -> String {
    let powers = super::holders::names(&scene.public, &place.id);
    match (powers.is_empty(), place.person) {
        (true, None) => say!("Seat {}", place.id.number().unwrap_or_default()),
        (false, None) => names::list(&powers),
        _ => scene.seat(&place.id).replace('\\', ""),
    }
}

/// The seats for which the host may name a substitute.
#[must_use]
pub fn substitutes(scene: &Scene<'_>) -> Message {
    let says = say!("For which seat do you name a substitute?");
    seats(scene, says, say!("Every seat has a player."), vacant(scene), "more/substitute")
}

/// The seats for which a regent may be put to the vote.
#[must_use]
pub fn regents(scene: &Scene<'_>) -> Message {
    let says = say!("For which seat is a regent put to the vote?");
    let none = say!("No seat has missed two deadlines in a row.");
    seats(scene, says, none, missing(scene), "more/regent")
}

/// The seats about which it may be put to the vote whether their power is auctioned.
#[must_use]
pub fn auctions(scene: &Scene<'_>) -> Message {
    let says = say!("Can the power still sway the result? If so it is auctioned; the others vote.");
    seats(scene, says, say!("Every seat has a player."), vacant(scene), "seat/influence")
}

/// The seats on which the host may put a stand-in, and those on which one sits.
#[must_use]
pub fn stand_ins(scene: &Scene<'_>) -> Message {
    let gathering = scene.public.stage == Stage::Gathering;
    let free = |seat: &&SeatView| seat.stand_in || is_free(seat);
    let buttons: Vec<Component> = scene
        .public
        .seats
        .iter()
        .filter(free)
        // In play a stand-in gets up only for a substitute.
        .filter(|seat| gathering || !seat.stand_in)
        .map(|seat| {
            let (n, name) = (seat.id.number().unwrap_or_default(), named(scene, seat));
            match seat.stand_in {
                true => button(scene, &say!("{}: gets up", name), &format!("more/stand-in/{n}/off")),
                false => button(scene, &say!("{}: sits down", name), &format!("more/stand-in/{n}/on")),
            }
        })
        .collect();
    let says = if buttons.is_empty() {
        say!("There is no free seat for a stand-in.")
    } else {
        say!(
            "A stand-in plays a free seat for practice; what he seals is a veiled draw, what he orders a roll on the record."
        )
    };
    let mut last = vec![button(scene, &say!("Back"), "more/host")];
    let mut says = says;
    if free_for_stand_ins(scene) > 1 {
        last.insert(0, all_stand_ins(scene));
        says = [Some(says), where_stand_ins_sit(scene)].into_iter().flatten().collect::<Vec<_>>().join("\n");
    }
    Message::text(says).buttons(buttons).buttons(last)
}

/// On which seats *Stand-ins on all free seats* puts them, and why another free one stays without; `None` where there is none.
#[must_use]
pub fn where_stand_ins_sit(scene: &Scene<'_>) -> Option<String> {
    let numbers = |which: &dyn Fn(&SeatView) -> bool| -> Vec<String> {
        let seats = scene.public.seats.iter().filter(|seat| which(seat));
        seats.filter_map(|seat| Some(seat.id.number()?.to_string())).collect()
    };
    let free = numbers(&is_free);
    if free.is_empty() {
        return None;
    }
    let mut says = vec![say!("*Stand-ins on all free seats* takes these seats: {}.", names::list(&free))];
    let kept = numbers(&|seat| !seat.is_taken() && !seat.out && seat.operator);
    if !kept.is_empty() {
        says.push(say!("Kept for the operator of the bot, and without one: {}.", names::list(&kept)));
    }
    if scene.public.stage == Stage::Gathering && scene.own.seat().is_none() && !scene.own.asker_is_operator {
        says.push(say!("Take your own seat first: yours is among them."));
    }
    Some(says.join(" "))
}

/// On how many seats a stand-in could sit down.
#[must_use]
pub fn free_for_stand_ins(scene: &Scene<'_>) -> usize {
    scene.public.seats.iter().filter(|seat| is_free(seat)).count()
}

/// Whether a stand-in could sit down there.
fn is_free(seat: &SeatView) -> bool {
    !seat.is_taken() && !seat.out && !seat.operator
}

/// The host's button that puts a stand-in on every free seat.
#[must_use]
pub fn all_stand_ins(scene: &Scene<'_>) -> Component {
    button(scene, &say!("Stand-ins on all free seats"), "more/stand-ins/all")
}

/// Asks whether the end of the campaign is really put to the vote.
#[must_use]
pub fn asks_to_conclude(scene: &Scene<'_>) -> Message {
    Message::text(say!("The others vote whether the campaign ends here, with a final table.")).buttons(vec![
        scene.button(Look::Danger, &say!("Put the end to the vote"), 0, "more/conclude/yes"),
        button(scene, &say!("Back"), "more"),
    ])
}

/// Whether the word of who looks closes the campaign at once: the host's, before play and once every player has left.
#[must_use]
pub fn is_closed_by_one(scene: &Scene<'_>) -> bool {
    let view = &scene.public;
    is_host(scene)
        && view.stage != Stage::Closed
        && (view.stage == Stage::Gathering || view.seats.iter().all(|seat| seat.person.is_none()))
}

/// Asks who may manage the server whether a campaign that everybody has left is really to be closed.
#[must_use]
pub fn asks_to_close_abandoned(scene: &Scene<'_>) -> Message {
    Message::text(say!(
        "Everybody has left **{}**. This closes it for good, without a final table.",
        scene.title()
    ))
    .buttons(vec![scene.button(Look::Danger, &say!("Close it"), 0, "close-abandoned")])
}

/// Asks whether the campaign is really to be closed.
#[must_use]
pub fn asks_to_close(scene: &Scene<'_>) -> Message {
    let alone = is_closed_by_one(scene);
    let says = if alone {
        say!("This closes the campaign for good, without a final table.")
    } else {
        say!("The campaign is closed for good, without a final table, once every player has asked for it.")
    };
    Message::text(says).buttons(vec![
        scene.button(Look::Danger, &say!("Close it"), 0, "more/close/yes"),
        button(scene, &say!("Back"), "more"),
    ])
}
