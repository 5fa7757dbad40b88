//! The German confederations in words.

use crate::confederations::GERMANY;
use crate::politics::present::words;
use crate::prelude::*;
use crate::province::present::called;
use eia::Position;
use eia::confederations::{Happened, Order, Side, Told, What};
use table::Stage;
use table_commands::message::{Component, clip};
use table_commands::present::front::Lines;

/// The words of this subject.
pub(crate) struct Germany;

impl Subject for Germany {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Event::Confederation(happened) = &made.happened else { return };
        posts.council("germany", Message::text(in_a_line(happened)));
        // What follows of itself leaves the answer to what it follows from.
        if matches!(
            happened,
            Happened::InfluenceTold(_) | Happened::InfluenceDenied(_) | Happened::InfluenceConfirmed { .. }
        ) {
            posts.reply = Message::text(in_a_line(happened));
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        match &made.happened {
            Event::Confederation(Happened::InfluenceTold(_) | Happened::InfluenceDenied(_)) => None,
            Event::Confederation(happened) => Some((LineKind::Other, in_a_line(happened))),
            _ => None,
        }
    }
}

/// What can be told, as it is said.
#[must_use]
pub fn of(what: What) -> String {
    match what {
        What::Carried => say!("A motion was carried"),
        What::Failed => say!("A motion failed"),
        What::Victory => say!("Diplomatic victory was used"),
        What::Swing => say!("Diplomatic swing was used"),
        What::Unification => say!("Unification of Germany was carried, and its requirements are met"),
    }
}

/// The same with the country that it is about: "A motion was carried (Baden)".
#[must_use]
pub fn named(told: &Told) -> String {
    match told.minor {
        Some(minor) => format!("{} ({})", of(told.what), called(minor)),
        None => of(told.what),
    }
}

/// A confederation's name.
fn confederation(side: Side) -> String {
    match side {
        Side::North => say!("the Confederation of North Germany (CNG)"),
        Side::South => say!("the Confederation of South Germany (CSG)"),
    }
}

fn names(minors: impl IntoIterator<Item = ProvinceId>) -> String {
    list(&minors.into_iter().map(called).collect::<Vec<_>>())
}

/// The die by which one of the two defends.
fn defends(die: u8) -> String {
    say!("A die says who defends, Prussia by 1 to 3 and Austria by 4 to 6: **{}**.", u32::from(die))
}

/// What happened, in a line.
#[must_use]
pub fn in_a_line(happened: &Happened) -> String {
    match happened {
        Happened::ConfederationsFormed { members, joins, die, .. } => {
            let of = |side: Side| {
                let own = members.iter().filter(|(_, joined)| joined.since.by() == Some(side.power()));
                names(own.map(|(minor, _)| *minor))
            };
            let says = say!(
                "Austria and Prussia are at war: {} is a free state of Prussia with {}, and {} one of Austria with {}.",
                confederation(Side::North),
                of(Side::North),
                confederation(Side::South),
                of(Side::South)
            );
            let Some(side) = joins.values().next() else { return says };
            let join = say!("{} join the side that defends, {}.", names(joins.keys().copied()), side.power());
            match die {
                Some(die) => format!("{says} {} {join}", defends(*die)),
                None => format!("{says} {join}"),
            }
        }
        Happened::ConfederationsDissolved { .. } => say!(
            "Austria and Prussia are at peace: the confederations are free states no more, and their members stay listed."
        ),
        Happened::MembershipChanged { minor, to, .. } => {
            say!("{} belongs to {} now.", called(*minor), confederation(*to))
        }
        Happened::InfluenceTold(told) => {
            say!(
                "**{}** tells: {}. It counts when another player confirms it (/germany confirm).",
                told.power,
                named(told)
            )
        }
        Happened::InfluenceDenied(told) => say!("It is denied or taken back: {}.", named(told)),
        Happened::InfluenceConfirmed { told, .. } => say!("It is confirmed: {}.", named(told)),
    }
}

/// The two answers to what was told, in the name of the viewer's power.
fn answers(scene: &Scene<'_>, position: &Position, told: Told) -> Vec<Component> {
    let own = scene.own.seat().map(|seat| position.bidders(seat)).unwrap_or_default();
    let Some(power) = position.witnesses(&told).into_iter().find(|power| own.contains(power)) else {
        return Vec::new();
    };
    let Told { what, minor: member, .. } = told;
    let is_so = (Look::Primary, say!("It is so"), Order::Confirm { power, what, member });
    let is_not = (Look::Secondary, say!("It is not so"), Order::Deny { power, what, member });
    GERMANY.buttons(scene, [is_so, is_not])
}

/// What is told and waits for a player other than who told it.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> Lines {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
        return (lines, buttons);
    };
    let own = position.bidders(seat);
    if scene.own.stage != Stage::Playing || scene.own.as_regent || own.is_empty() {
        return (lines, buttons);
    }
    let is_asked = |told: &&Told| position.witnesses(*told).iter().any(|power| own.contains(power));
    for told in position.confederations.told.iter().filter(is_asked) {
        lines.push(say!("{} tells: {}. Is it so?", told.power, named(told)));
        if buttons.len() < 4 {
            buttons.extend(answers(scene, &position, *told));
        }
    }
    (lines, buttons)
}

/// Who is a member of which.
#[must_use]
pub fn shown(scene: &Scene<'_>) -> Message {
    let Some(position) = position(&scene.own) else {
        return Message::refusal(table::said!("This campaign has no provinces yet."));
    };
    let mut embed = Embed::new(
        &say!("The German confederations"),
        if position.is_german_war() {
            say!("Austria and Prussia are at war: both are free states.")
        } else if position.confederations.at_war.is_some() {
            say!(
                "Austria and Prussia are at peace: both are free states until this phase ends, or what the peace cedes is taken."
            )
        } else {
            say!("They are lists, until Austria and Prussia are at war.")
        },
    );
    for side in [Side::North, Side::South] {
        let heading = format!("{} · {}", confederation(side), words([side.power()]));
        embed = embed.field(&heading, clip(&names(position.members_of(side)), 1000));
    }
    let told: Vec<String> = position.confederations.told.iter().map(named).collect();
    if !told.is_empty() {
        embed = embed.field(&say!("Told, and not confirmed"), told.join("\n"));
    }
    Message::default().with(embed.footer(&scene.record()))
}
