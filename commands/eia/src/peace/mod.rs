//! `/politics exile|recall|borrow|forage|violation|surrender|ends`: what the terms of a peace do after it.

pub mod present;

use crate::nouns::{OWN, POWER, own_power};
use crate::ordered::{own_powers, powers_that};
use crate::peace::present as shown;
use crate::province::PROVINCES;
use crate::seen::position;
use eia::Position;
use eia::map::plain;
use eia::politics::carried::violation;
use eia::politics::terms::Term;
use eia::politics::treaty::Treaty;
use eia::powers::Power;
use linkme::distributed_slice;
use table::said;
use table_commands::declared::{Field, Noun, Orders, Part, Typed};
use table_commands::present::Scene;
use table_commands::present::names::quoted;
use table_commands::rooms::{ROOMS, Room};

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    // What is taken by a peace is an order about provinces, whose buttons once stood here.
    pressed: |press, _| Box::pin(PROVINCES.pressed(press)),
    ..Room::of_orders(&PEACE)
};

pub(crate) static PEACE: Orders = Orders {
    room: "peace",
    command: "politics",
    about: "",
    parts: &[
        Part::order(
            "exile",
            "Send a leader into exile, where your peace lets you; name one of who surrendered",
            ["peace", "exile"],
            &[
                Field::of::<40>(&POWER, "of", "Whose leader").among(losers),
                Field::of::<60>(&LEADER, "leader", "Which leader"),
                OWN,
            ],
        ),
        Part::order(
            "recall",
            "Bring a leader of yours back from exile, for political points",
            ["peace", "recall"],
            &[
                Field::of::<60>(&LEADER, "leader", "Which leader").among(|scene, _| {
                    let Some(now) = position(&scene.own) else { return Vec::new() };
                    let own = own_powers(&scene.own);
                    let exiles = now.politics.carried.exiles.iter().filter(|exile| own.contains(&exile.of));
                    exiles.map(|exile| (exile.leader.clone(), exile.leader.clone())).collect()
                }),
                OWN,
            ],
        ),
        Part::order(
            "borrow",
            "Take a corps on loan, where your peace gives you one (B.4)",
            ["peace", "borrow"],
            &[
                Field::of::<40>(&POWER, "of", "Whose corps").among(losers),
                Field::text::<60>("corps", "Which corps, as the order of battle names it"),
                OWN,
            ],
        ),
        Part::order(
            "forage",
            "Tell that a corps on loan foraged; its owner chooses what it lost",
            ["peace", "forage"],
            &[
                Field::of::<40>(&POWER, "of", "Whose corps").among(losers),
                Field::text::<60>("corps", "Which corps").among(|scene, _| {
                    let Some(now) = position(&scene.own) else { return Vec::new() };
                    let lent = now.politics.carried.loans.iter();
                    lent.map(|loan| (loan.corps.clone(), loan.corps.clone())).collect()
                }),
                Field::whole::<0, 99>("lost", "How many factors it lost"),
                Field::truth("emptied", "Whether nothing is left of it, so that it goes back; 1 PP")
                    .optional(),
            ],
        ),
        Part::order(
            "violation",
            "Declare war at once on who breaks a peace about trade or a sphere, in spite of alliance and peace",
            ["peace", "violated"],
            &[
                Field::of::<40>(&POWER, "on", "On which power").among(losers),
                Field::of::<20>(&BROKEN, "term", "Which term: B.6, C.7 or sphere").among(|_, _| {
                    let all = violation::TERMS.into_iter();
                    all.map(|term| (crate::politics::terms::term(term), term.key().to_owned())).collect()
                }),
                OWN,
            ],
        ),
        Part::order(
            "surrender",
            "Tell that a power collects no manpower at all: it sues all its enemies at once",
            ["peace", "surrender"],
            &[Field::of::<40>(&POWER, "power", "Which power; yours if you leave it out")
                .among(|scene, _| powers_that(scene, |now, _, power| now.enemies(power).next().is_some()))
                .or(own_power)],
        ),
        Part::shows("ends", "What of politics ends or falls due, and when", &[], |scene, _| {
            shown::ends(scene)
        }),
    ],
};

/// A leader of the power that the order names, whatever accents were typed; what was typed where it has none of that name.
static LEADER: Noun = Noun {
    meant: |scene, given, typed| {
        let of = given.word("of").or(given.word("power")).and_then(Power::by_key);
        let known = position(&scene.own).zip(of).map(|(now, of)| leader_meant(&now, of, typed));
        Ok(known.unwrap_or_else(|| typed.to_owned()))
    },
    says: |name| Some(name.to_owned()),
    example: "Mack",
};

/// A term that an ally can break, as `B.6`.
static BROKEN: Noun = Noun {
    meant: |_, _, typed| {
        let plain: String = typed.chars().filter(|c| c.is_alphanumeric()).collect();
        let term = Term::by_key(&plain.to_lowercase());
        term.map(|term| term.key().to_owned())
            .ok_or_else(|| said!("\"{}\" is none of B.6, C.7 and sphere.", quoted(typed)))
    },
    says: |word| Term::by_key(word).map(crate::politics::terms::term),
    example: "b6",
};

/// The name of a power's leader who is meant, whatever accents were typed; what was typed where there is none of that name.
#[must_use]
pub fn leader_meant(now: &Position, of: Power, typed: &str) -> String {
    let asked = plain(typed);
    let found = now.leaders(of).into_iter().find(|leader| plain(&leader.name) == asked);
    found.map_or_else(|| typed.to_owned(), |leader| leader.name)
}

/// Who surrendered to the asker.
fn losers(scene: &Scene<'_>, _: &Typed) -> Vec<(String, String)> {
    powers_that(scene, |now, own, power| {
        let won = |treaty: &&Treaty| treaty.victors.iter().any(|victor| own.contains(&victor.power));
        now.politics.treaties.iter().filter(won).any(|treaty| treaty.loser == power)
    })
}
