//! Places in words: who sits where, who is away, who acts for him; leaving and substitutes.

use super::{Posts, Scene, names, rounds};
use crate::custom_id::CustomId;
use crate::message::{Component, Embed, Look, Message};
use crate::say;
use table::view::SeatView;
use table::{By, Entry, SeatId, Stage, TableEvent};

/// The seats, a line each, for the status.
#[must_use]
pub fn seats(scene: &Scene<'_>) -> String {
    let lines = scene.public.seats.iter().map(|seat| {
        let n = seat.id.number().unwrap_or_default();
        format!("{n}. {}", described(scene, seat))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a seat was offered to who asks.
#[must_use]
pub fn is_offered(scene: &Scene<'_>) -> bool {
    let asker = scene.own.asker.and_then(By::person);
    scene.own.seats.iter().any(|seat| seat.offered.is_some() && seat.offered == asker && !seat.out)
}

fn described(scene: &Scene<'_>, seat: &SeatView) -> String {
    let mut says = match seat.person {
        None if seat.stand_in => say!("{} *(stand-in)*", scene.seat(&seat.id)),
        None if seat.out => say!("{} *(out of the game)*", scene.seat(&seat.id)),
        None if seat.operator => say!("*kept for the operator*"),
        None if !super::holders::names(&scene.public, &seat.id).is_empty() => {
            say!("{} *(without a player)*", scene.power(&seat.id))
        }
        None => say!("*free*"),
        Some(_) if seat.operator => say!("{} *(operator of the bot)*", scene.seat(&seat.id)),
        Some(_) => scene.seat(&seat.id),
    };
    let mut more = Vec::new();
    if seat.person.is_some_and(|person| person == scene.public.host) {
        more.push(say!("host"));
    }
    let front = crate::present::front::of(&scene.public);
    let controlled = front.map(|front| front.controlled(&scene.public, &seat.id)).unwrap_or_default();
    if !controlled.is_empty() {
        more.push(say!("controls {}", names::list(&controlled)));
    }
    if !seat.partners.is_empty() {
        let partners: Vec<String> = seat.partners.iter().map(|n| scene.person(By::Person(*n))).collect();
        more.push(say!("with {}", names::list(&partners)));
    }
    if let Some(away) = &seat.away {
        more.push(match away.until {
            Some(until) => say!("away until <t:{}:d>", until),
            None => say!("away"),
        });
    }
    if let Some(regent) = seat.regent {
        more.push(say!("regent {}", scene.person(By::Person(regent))));
    }
    if !more.is_empty() {
        says.push_str(&format!(" · {}", more.join(" · ")));
    }
    says
}

/// What stands on the desk about places: whom the asker may act for, what regents saw.
pub(crate) fn desk(scene: &Scene<'_>, lines: &mut Vec<String>, buttons: &mut Vec<Component>) {
    let view = &scene.own;
    if !view.as_regent {
        for seat in &view.regencies {
            let awaited = scene.public.awaited.iter().any(|awaited| awaited.awaits(seat));
            let says = if awaited {
                say!("You are regent of **{}**, who is awaited.", scene.seat(seat))
            } else {
                say!("You are regent of **{}**; nothing is asked of it now.", scene.seat(seat))
            };
            lines.push(says);
            let n = seat.number().unwrap_or_default();
            let label = say!("Act for {}", scene.power(seat));
            buttons.push(scene.button(Look::Primary, &label, 0, &format!("seat/act/{n}")));
        }
    }
    // Nobody comes back to a campaign that is closed.
    let own = view.seat().filter(|_| view.stage != Stage::Closed);
    let own = own.and_then(|seat| view.seats.iter().find(|place| place.id == *seat));
    if let Some(own) = own.filter(|own| !view.as_regent && (own.away.is_some() || own.regent.is_some())) {
        let regent = own
            .regent
            .map(|person| say!(" {} acts for you.", scene.person(By::Person(person))))
            .unwrap_or_default();
        lines.push(say!("**You are away.**{}", regent));
        buttons.push(scene.button(Look::Primary, &say!("I am back"), 0, "seat/back"));
    }
}

/// Asks how long somebody is away, and who acts for him.
#[must_use]
pub fn how_long_away(scene: &Scene<'_>) -> Message {
    let id = |verb: &str| CustomId::of(&scene.public.campaign, 0, verb);
    Message::text(say!(
        "How long are you away? A regent seals and is ready for you meanwhile; what he is shown is listed to you when you come back. Without one the others may vote on one after two missed deadlines."
    ))
    .buttons(vec![
        scene.button(Look::Primary, &say!("Until I am back"), 0, "seat/gone"),
        scene.button(Look::Secondary, &say!("A week"), 0, "seat/gone/week"),
    ])
    .select(Component::members(&say!("Until I am back, with this regent"), id("seat/gone/open")))
    .select(Component::members(&say!("A week, with this regent"), id("seat/gone/week/regent")))
}

fn button(scene: &Scene<'_>, label: &str, verb: &str) -> Component {
    scene.button(Look::Primary, label, 0, verb)
}

/// An event of the places.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, event: &TableEvent) {
    let person = |n: u32| scene.person(By::Person(n));
    match event {
        TableEvent::Shared { seat, person: n } => {
            posts.council(
                "seat",
                Message::text(say!("**{}** now shares the seat of {}.", person(*n), scene.seat(seat))),
            );
            posts.reply =
                Message::text(say!("{} acts for your seat as you do, and sees what you see.", person(*n)));
        }
        TableEvent::Unshared { seat, person: n } => {
            posts.council(
                "seat",
                Message::text(say!("**{}** no longer shares the seat of {}.", person(*n), scene.seat(seat))),
            );
            posts.reply = Message::text(say!("Done."));
        }
        TableEvent::WentAway { seat, until, regent } => went_away(scene, posts, seat, *until, *regent),
        TableEvent::CameBack { seat } => {
            posts.council("away", Message::text(say!("**{}** is back.", scene.seat(seat))));
            posts.reply = back(scene, seat);
        }
        TableEvent::RegentAppointed { seat, person: n } => {
            posts.council(
                "away",
                Message::text(say!(
                    "**{} is regent of {}**, until its player is back.",
                    person(*n),
                    scene.seat(seat)
                )),
            );
        }
        TableEvent::Looked { .. } => {
            posts.reply = super::status::desk(scene, 0);
        }
        TableEvent::Resigned { seat } => resigned(scene, posts, seat),
        TableEvent::SeatOffered { seat, person: n } => {
            let says = say!("**{}** may take the seat of {} as substitute.", person(*n), scene.seat(seat));
            posts.council(
                "left",
                Message::text(says).buttons(vec![button(scene, &say!("Take the seat"), "join")]),
            );
            posts.reply = Message::text(say!(
                "{} is named. He takes the seat with the button or /campaign join.",
                person(*n)
            ));
        }
        TableEvent::HostIs { person: n, alone: true } => {
            let says = say!(
                "**{}** is host of this campaign now: neither the host nor another player has looked in within seven days. The clock stays as it is until the others have voted on it.",
                person(*n)
            );
            posts.council("host", Message::text(says));
            posts.reply = Message::text(say!("You are host."));
        }
        TableEvent::HostAsked => to_the_silent_host(scene, posts),
        TableEvent::HostIs { person: n, .. } => {
            posts.council("host", Message::text(say!("**{}** is host of this campaign now.", person(*n))));
            posts.reply = Message::text(say!("The host's office is handed on."));
        }
        TableEvent::StandIn { seat, on: false } => {
            let n = seat.number().unwrap_or_default();
            let says = say!("The stand-in leaves seat {}; it is free.", n);
            posts.council("seat", Message::text(says));
            posts.reply = Message::text(say!("Done."));
        }
        _ => {}
    }
}

/// The host has not looked in for days: he is told what comes of it.
fn to_the_silent_host(scene: &Scene<'_>, posts: &mut Posts) {
    let says = say!(
        "You are host, and nothing has come from you for five days. After seven the others let the clock run on without you, and can vote on another host. Whatever you do in the campaign shows that you are there."
    );
    let message = Message::text(say!("{} · are you there?", scene.title()))
        .with(Embed::new("", says))
        .buttons(vec![button(scene, &say!("My desk"), "desk")]);
    posts.posts.push(super::Post { to: super::To::Person(scene.public.host), kind: "host", message });
}

/// Stand-ins sit down: all that one order seats are told in one post, with the first of them.
pub(crate) fn stand_ins_sit_down(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
    let sits = |entry: &Entry| match entry.table_event() {
        Some(TableEvent::StandIn { seat, on: true }) => seat.number(),
        _ => None,
    };
    if sits(&entries[i]).is_none() || entries[..i].iter().any(|entry| sits(entry).is_some()) {
        return;
    }
    let seats: Vec<String> = entries.iter().filter_map(sits).map(|n| n.to_string()).collect();
    let says = match seats.as_slice() {
        [one] => say!(
            "A stand-in sits on seat {}. What he seals is a veiled draw, checked when the campaign is closed; what he orders is decided by a roll on the record.",
            one
        ),
        several => say!(
            "Stand-ins sit on the seats {}. What they seal are veiled draws, checked when the campaign is closed; what they order is decided by rolls on the record.",
            names::list(several)
        ),
    };
    let all_taken = scene.public.seats.iter().all(table::view::SeatView::is_taken);
    let says = if all_taken && scene.public.stage == Stage::Gathering {
        format!("{says} {}", super::seats::can_start(scene))
    } else {
        says
    };
    posts.council("seat", Message::text(says));
    posts.reply = Message::text(say!("Done."));
}

/// A player is away, with a regent or without one.
fn went_away(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId, until: Option<i64>, regent: Option<u32>) {
    let until = until.map(|until| say!(" until <t:{}:D>", until)).unwrap_or_default();
    let says = match regent {
        Some(n) => {
            say!("**{} is away{}.** {} acts as regent.", scene.seat(seat), until, scene.person(By::Person(n)))
        }
        None => say!(
            "**{} is away{}.** No regent is named; after two missed deadlines the others may vote on one.",
            scene.seat(seat),
            until
        ),
    };
    posts.council("away", Message::text(says));
    posts.reply =
        Message::text(say!("You are away. What a regent is shown is listed to you when you come back."))
            .buttons(vec![button(scene, &say!("I am back"), "seat/back")]);
}

/// A player has left his power: who may take it, and what is put to the vote.
fn resigned(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId) {
    let n = seat.number().unwrap_or_default();
    let offered = scene.public.seats.iter().find(|place| place.id == *seat);
    let offered = offered.and_then(|place| place.offered);
    // Only where powers are bid for is there anything to vote on.
    let auctions = scene.public.has_auctions;
    let says = match offered {
        Some(substitute) if !auctions => say!(
            "**{} leaves {}.** {} is named as substitute and may take it.",
            scene.person(scene.asker),
            scene.power(seat),
            scene.person(By::Person(substitute))
        ),
        None if !auctions => say!(
            "**{} leaves {}.** A substitute can take it (/seat substitute, named by the host), or a stand-in plays on for practice.",
            scene.person(scene.asker),
            scene.power(seat)
        ),
        Some(substitute) => say!(
            "**{} leaves {}.** {} is named as substitute and may take it. Otherwise it is put to the vote whether the power can still sway the result: then it is auctioned, else it stays without a player under 14.3. Until then grave steps, such as bids, wait.",
            scene.person(scene.asker),
            scene.power(seat),
            scene.person(By::Person(substitute))
        ),
        None => say!(
            "**{} leaves {}.** A substitute can take it (/seat substitute, named by the host), or it is put to the vote whether the power can still sway the result: then it is auctioned, else it stays without a player under 14.3. Until then grave steps, such as bids, wait.",
            scene.person(scene.asker),
            scene.power(seat)
        ),
    };
    let mut buttons = Vec::new();
    if offered.is_some() {
        buttons.push(button(scene, &say!("Take the seat"), "join"));
    }
    let vote = say!("Vote on the auction");
    let look = if offered.is_some() { Look::Secondary } else { Look::Primary };
    if auctions {
        buttons.push(scene.button(look, &vote, 0, &format!("seat/influence/{n}")));
    }
    posts.council("left", Message::text(says).buttons(buttons));
    posts.reply = Message::text(say!("You have left {}. Thank you for playing.", scene.power(seat)));
}

/// What a player is told on his return: what his regents were shown.
fn back(scene: &Scene<'_>, seat: &SeatId) -> Message {
    let shown = scene.shown.iter().filter(|(of, _)| of == seat);
    let lines: Vec<String> = shown
        .map(|(_, shown)| {
            let what: Vec<String> = shown
                .what
                .iter()
                .map(|round| {
                    scene.public.rounds.iter().find(|open| open.round == *round).map_or_else(
                        || {
                            let title = rounds::title_by_name(&scene.public, round);
                            title.unwrap_or_else(|| say!("Free envelopes"))
                        },
                        |open| rounds::title(&scene.public, open),
                    )
                })
                .collect();
            let what = if what.is_empty() { say!("nothing that was sealed") } else { names::list(&what) };
            say!("<t:{}:f> · {}: {}", shown.at, scene.person(By::Person(shown.person)), what)
        })
        .collect();
    let says = if lines.is_empty() { say!("No regent looked at your seat.") } else { lines.join("\n") };
    Message::text(say!("Welcome back. Your seat is yours again."))
        .with(Embed::new(&say!("What regents were shown"), says))
        .buttons(vec![button(scene, &say!("My desk"), "desk")])
}
