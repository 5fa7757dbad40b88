//! An endeavour told: what came of it, the card, every point of its rating.

use crate::present::{holdings, position};
use crate::words;
use middle_ages::court::Court;
use middle_ages::courts::free;
use middle_ages::endeavour::Endeavour;
use middle_ages::endeavour::course::{Happened, Paid};
use middle_ages::endeavour::outcome::{Against, Effect};
use middle_ages::endeavour::rating::Rating;
use middle_ages::stature::Stature;
use table::{Entry, Stage};
use table_commands::message::{Component, Embed, Look, Message};
use table_commands::present::front::Lines;
use table_commands::present::{Posts, Scene, names};
use table_commands::{say, speech};

/// The name of an area as a player typed it.
#[must_use]
pub fn area(name: &str) -> String {
    names::plain_text(name, 40)
}

/// A rating, point by point: "3 stature −1 social state away from 0 = **2**".
#[must_use]
pub fn rating(rating: &Rating) -> String {
    let part = |i: usize, points: i16, what: String| match i {
        0 => format!("{} {what}", speech::signed(points.into())),
        _ if points > 0 => format!("+{points} {what}"),
        _ => format!("{} {what}", speech::signed(points.into())),
    };
    let parts = rating.parts.iter().enumerate();
    let parts: Vec<String> = parts.map(|(i, of)| part(i, of.points, words::term(of.what))).collect();
    format!("{} = **{}**", parts.join(", "), speech::signed(rating.points.into()))
}

/// What an endeavour is, from where and against what.
#[must_use]
pub fn headed(court: Court, endeavour: &Endeavour) -> String {
    let targets: Vec<String> = endeavour.targets.iter().map(|target| area(&target.name)).collect();
    let (court, kind, targets) = (words::court(court), words::kind(endeavour.kind), names::list(&targets));
    if endeavour.kind.goes_abroad() {
        say!("**{}** · {}: {} from {}", court, kind, targets, area(&endeavour.base.name))
    } else {
        say!("**{}** · {}: {}", court, kind, targets)
    }
}

/// An endeavour and what came of it, in one line: "Franks · Conquest: Lombardy from Tuscany: a result of conquest".
#[must_use]
pub fn came(court: Court, endeavour: &Endeavour, against: &[Against]) -> String {
    format!("{}: {}", headed(court, endeavour), results(endeavour, against).join("; "))
}

/// What came of an endeavour, a line for each target.
fn results(endeavour: &Endeavour, against: &[Against]) -> Vec<String> {
    let one = |of: &Against| {
        let effects = words::effects(&of.outcome.effects);
        match endeavour.targets.len() {
            1 => format!("**{effects}**"),
            _ => format!("{}: **{effects}**", area(&of.target)),
        }
    };
    against.iter().map(one).collect()
}

/// Something with endeavours.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, what: &Happened) {
    let line = entries[i].line.map_or(0, |(line, _)| line);
    let Happened::Undertaken { court, stated, cost, paid, card, check, against, .. } = what;
    let mut lines = vec![headed(*court, stated)];
    lines.extend(results(stated, against));
    lines.push(say!("Year card {}.", *card));
    for of in against {
        let rated = rating(&of.rating);
        lines.push(if against.len() == 1 { rated } else { format!("{}: {rated}", area(&of.target)) });
    }
    lines.extend(paid_for(*court, *cost, *paid));
    lines.extend(afterwards(stated, against, *check));
    let embed = Embed::new(&words::kind(stated.kind), lines.join("\n"))
        .colour(&court.known().colour)
        .footer(&scene.record());
    let why = scene.button(Look::Secondary, &say!("Why"), line, "why");
    posts.council("ages", Message::default().with(embed).buttons(vec![why.clone()]));
    let again = scene.button(Look::Primary, &say!("Endeavour"), 0, "ages/endeavour");
    posts.reply = Message::text(lines.join("\n")).buttons(vec![again, why]);
}

/// What it cost, and the treasury out of which that was paid.
fn paid_for(court: Court, cost: u16, paid: Option<Paid>) -> Option<String> {
    let of = words::court(court);
    match paid {
        _ if cost == 0 => None,
        Some(paid) => Some(say!(
            "It costs {} gold, whatever comes of it. Treasury of {}: {} → {} gold.",
            cost,
            of,
            paid.before,
            paid.now
        )),
        None => Some(say!(
            "It costs {} gold, whatever comes of it. The treasury of {} was never told, so nothing was taken out of it: /board tell tells it.",
            cost,
            of
        )),
    }
}

/// What is left to be done at the board: gold that others paid or that was plundered is told, a stature is checked.
fn afterwards(stated: &Endeavour, against: &[Against], check: Option<Stature>) -> Vec<String> {
    let mut lines = Vec::new();
    let put: u16 = stated.targets.iter().map(|target| u16::from(target.gold_against)).sum();
    if put > 0 {
        lines.push(say!(
            "{} gold was put against it: who paid that tells his treasury with /board tell.",
            put
        ));
    }
    if against.iter().any(|of| of.outcome.effects.contains(&Effect::Plunder)) {
        lines.push(say!("Plunder is worth what the board says: it is told with /board tell."));
    }
    if let Some(check) = check {
        lines.push(say!("The card has a check mark: the leader's {} is checked.", words::stature(check)));
    }
    lines
}

/// What a player can look at or begin at any time.
#[must_use]
pub fn at_hand(scene: &Scene<'_>) -> Vec<Component> {
    let own = position(&scene.own).zip(scene.own.seat());
    let plays = own.is_some_and(|(position, seat)| position.court_of(seat).is_some());
    if !plays || scene.own.stage != Stage::Playing || is_kept(scene) {
        return Vec::new();
    }
    let button = |look, label: String, verb: &str| scene.button(look, &label, 0, verb);
    let mut all = vec![
        button(Look::Secondary, say!("Board"), "ages/board"),
        button(Look::Primary, say!("Endeavour"), "ages/endeavour"),
    ];
    if scene.public.switch(table::switches::ODDS) != "no" {
        all.push(button(Look::Secondary, say!("Odds"), "ages/odds"));
    }
    all
}

/// Who has no court yet chooses one.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> Lines {
    let own = position(&scene.own).zip(scene.own.seat());
    let Some((position, seat)) = own.filter(|_| scene.own.stage == Stage::Playing) else {
        return (Vec::new(), Vec::new());
    };
    let has = position.court_of(seat).is_some();
    if free(&position).next().is_none() || has && !position.takes_courts() {
        return (Vec::new(), Vec::new());
    }
    let button = |look, label: String| vec![scene.button(look, &label, 0, "ages/court")];
    if has {
        return (Vec::new(), button(Look::Secondary, say!("Take another court…")));
    }
    let mut lines = vec![say!("You play no court yet.")];
    if position.takes_courts() {
        lines.push(say!(
            "Take one before you say *Ready*. Who has none when the time is over gets the first that is free."
        ));
    }
    (lines, button(Look::Primary, say!("Take a court…")))
}

/// As long as anybody plays no court, the card has the button to take one.
#[must_use]
pub fn on_the_card(scene: &Scene<'_>) -> Vec<Component> {
    let view = &scene.public;
    let Some(position) = position(view).filter(|_| view.stage == Stage::Playing) else { return Vec::new() };
    let lacks =
        view.seats.iter().any(|place| place.person.is_some() && position.court_of(&place.id).is_none());
    if !lacks || free(&position).next().is_none() {
        return Vec::new();
    }
    vec![scene.button(Look::Primary, &say!("Take a court…"), 0, "ages/court")]
}

/// What stands of the game where the board is elsewhere.
#[must_use]
pub fn board(scene: &Scene<'_>) -> Option<Message> {
    let position = position(&scene.public)?;
    let left = position.year.to_come(position.data()).count();
    let deck = say!(
        "Year cards that may still come in this round: {} of {}. Nobody knows their order.",
        left,
        position.data().year().len()
    );
    Some(Message::text(format!("{}\n\n{deck}", holdings(scene)?)).buttons(at_hand(scene)))
}

/// Whether the board is kept here.
fn is_kept(scene: &Scene<'_>) -> bool {
    position(&scene.public).is_some_and(|position| position.kept)
}
