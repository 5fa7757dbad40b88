//! The Crimean War in words: what was told of its end, the peace, and what each side is asked.

use crate::crimea::CRIMEA;
use crate::months;
use crate::points::points;
use crate::politics::present::words;
use crate::seen::position;
use crate::subject::{Made, Subject};
use eia::crimea::{Bound, Denial, Happened, Order, Peace, Straits, Told, Victory, What, data, why_not_told};
use eia::months::{Month, Phase};
use eia::politics::ends::What as Ends;
use eia::powers::Power;
use eia::{Event, Position};
use std::collections::BTreeMap;
use table::Stage;
use table_commands::message::{Component, Embed, Look, Message, clip};
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::{Called, Lines};
use table_commands::present::{Posts, Scene};
use table_commands::say;

/// The words of this subject.
pub(crate) struct CrimeanWar;

impl Subject for CrimeanWar {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let Event::Crimea(happened) = &made.happened else { return };
        let mut message = Message::text(in_a_line(happened));
        match happened {
            Happened::CrimeaTold { told, .. } if told.confirmed.is_none() => asked(made.scene, posts, *told),
            Happened::CrimeaTold { told, .. } if told.what.is_of_the_month() => {
                message = Message::text(format!("{} {}", in_a_line(happened), with_the_month(made.scene)));
            }
            Happened::CrimeaConfirmed { what, .. } if what.is_of_the_month() => {
                message = Message::text(format!("{} {}", in_a_line(happened), with_the_month(made.scene)));
            }
            Happened::CrimeanWarEnded { peace, now, scuttled, lost, deciding, .. } => {
                let mut lines = ended(made.scene, peace, now, scuttled, lost);
                if !deciding.is_empty() {
                    lines.push(say!(
                        "Russia says now whether it fights on with {}.",
                        words(deciding.iter().copied())
                    ));
                    decides(made.scene, posts);
                }
                message = Message::default().with(Embed::new(&in_a_line(happened), lines.join("\n")));
            }
            _ => {}
        }
        posts.council("crimea", message.clone());
        // What follows of itself leaves the answer to what it follows from.
        if !matches!(happened, Happened::CrimeanWarBegun { .. } | Happened::CounterLost { .. }) {
            posts.reply = message;
        }
    }

    fn line(&self, made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        match &made.happened {
            Event::Crimea(Happened::CrimeaTold { .. } | Happened::CrimeaDenied { .. }) => None,
            Event::Crimea(happened) => Some((LineKind::Other, in_a_line(happened))),
            _ => None,
        }
    }
}

/// What can be told, as it is said.
#[must_use]
pub fn of(what: What) -> String {
    match what {
        What::BlackSeaFleet => say!("Russia's Black Sea fleet is destroyed"),
        What::BalticFleet => say!("Russia's Baltic Sea fleet is destroyed"),
        What::Constantinople => say!("Constantinople was Russian all month, unbesieged"),
        What::NoFleetBeside => say!("No enemy fleet was beside Russia all month"),
        What::NoRussianFleet => say!("Russia has no fleet on the map"),
    }
}

/// What happened, in a line.
#[must_use]
pub fn in_a_line(happened: &Happened) -> String {
    match happened {
        Happened::CrimeanWarBegun { coalition, .. } => say!(
            "The Crimean War is on: Russia against {}. No treaty ends it.",
            words(coalition.iter().copied())
        ),
        Happened::CrimeaTold { told, .. } if told.confirmed.is_some() => {
            say!("**{}** tells, and nobody who loses by it denies: {}.", told.by, of(told.what))
        }
        Happened::CrimeaTold { told, .. } => {
            say!("**{}** tells: {}. It counts when the other side confirms it.", told.by, of(told.what))
        }
        Happened::CrimeaConfirmed { what, by, .. } => say!("**{}** confirms: {}.", *by, of(*what)),
        Happened::CrimeaUnanswered { what, .. } => say!("Nobody has denied it for a month: {}.", of(*what)),
        Happened::CrimeaDenied { what, by, how } => match how {
            Denial::Denied => say!("**{}** denies: {}.", *by, of(*what)),
            Denial::TakenBack => say!("**{}** takes back what it told: {}.", *by, of(*what)),
            Denial::Unconfirmed => say!("**{}** takes back what it confirmed: {}.", *by, of(*what)),
        },
        Happened::CrimeaVoid { what: What::Constantinople, by, .. } => {
            say!("The Crimean War goes on: {} is told to have Constantinople as the month ends.", *by)
        }
        Happened::CrimeaVoid { by, .. } => say!(
            "The Crimean War goes on: a fleet of {} stands beside Russia on the map as the month ends.",
            *by
        ),
        Happened::CrimeanWarEnded { peace, .. } => match peace.victory {
            Victory::Coalition => say!("The Crimean War is over: the Peace of Paris"),
            Victory::Russia => say!("The Crimean War is over: the Peace of Saint Petersburg"),
        },
        Happened::CrimeaSettled { with, bound: Some(bound), .. } => say!(
            "**Russia** makes peace with {}, which can declare war on it from {} on.",
            *with,
            months::month(bound.first_declaration())
        ),
        Happened::CrimeaSettled { with, .. } => say!("**Russia** fights on with {}.", *with),
        Happened::StraitsChanged { straits, .. } => dardanelles(straits),
        Happened::CounterLost { power, name, back: false, .. } => {
            say!("**{}** loses its {} for good.", *power, name.as_str())
        }
        Happened::CounterLost { power, name, .. } => {
            say!("**{}** has its {} again, and keeps it.", *power, name.as_str())
        }
    }
}

/// Who passes the Dardanelles, in a line.
fn dardanelles(straits: &Straits) -> String {
    let granted = if straits.granted.is_empty() {
        say!("Turkey lets nobody pass the Dardanelles.")
    } else {
        say!("Turkey lets pass the Dardanelles: {}.", words(straits.granted.iter().copied()))
    };
    if !straits.russian {
        return granted;
    }
    let agreed = if straits.agreed.is_empty() {
        say!("They are open to Russia, and to nobody else without its leave.")
    } else {
        say!("They are open to Russia, which agrees to {}.", words(straits.agreed.iter().copied()))
    };
    format!("{granted} {agreed}")
}

/// The terms of the peace, a line each.
fn ended(
    scene: &Scene<'_>,
    peace: &Peace,
    now: &BTreeMap<Power, i64>,
    scuttled: &[(Power, String)],
    lost: &[(Power, String)],
) -> Vec<String> {
    let pp = |(power, now): (&Power, &i64)| say!("**{}** has {} now.", *power, points(scene, *now));
    let mut lines = vec![format!("{}.", of(peace.by))];
    lines.push(now.iter().map(pp).collect::<Vec<_>>().join(" "));
    let fleets: Vec<&str> = scuttled.iter().map(|(_, name)| name.as_str()).collect();
    if let Some((power, _)) = scuttled.first() {
        lines.push(say!("Scuttled or gone, with all ships on the map: {} of {}.", fleets.join(", "), *power));
    }
    lines.extend(
        lost.iter().map(|(power, name)| say!("**{}** loses its {} for good.", *power, name.as_str())),
    );
    let first = peace.due().first().copied().map(months::month).unwrap_or_default();
    let money = data().reparations.money;
    match peace.victory {
        Victory::Coalition => {
            let months = data().months;
            lines.push(say!(
                "Russia builds no ships before {}, and none in the Black Sea before {}.",
                months::month(first_to_build(peace.month.later(months.ships))),
                months::month(first_to_build(peace.month.later(months.black_sea)))
            ));
            lines.push(say!(
                "Russia pays each member of the coalition ${} in four economic phases, first in {}.",
                money,
                first
            ));
        }
        Victory::Russia => {
            lines.push(say!("The Dardanelles are open to Russia, and to others only with its leave."));
            let until = months::month(peace.month.later(data().months.mille));
            lines.push(say!("Sardinia has no Spedizione dei Mille before {}.", until));
            lines.push(say!(
                "Each member of the coalition pays Russia ${} in four economic phases, first in {}.",
                money,
                first
            ));
        }
    }
    lines
}

/// The first month from this one on in which ships can be built, as the calendar has it: they are bought in an economic phase.
fn first_to_build(month: Month) -> Month {
    (0..3).map(|n| month.later(n)).find(|month| month.is_economic()).unwrap_or(month)
}

/// What the end of the month does where something is confirmed that ends the war with it.
fn with_the_month(scene: &Scene<'_>) -> String {
    let of = data().petersburg;
    say!(
        "The Crimean War ends with this month, by the Peace of Saint Petersburg: Russia gains {} and is dominant, each member of the coalition loses {} and pays reparations. Until then who told it and who confirmed it can take it back (/crimea deny).",
        points(scene, 2 * of.russia),
        points(scene, -2 * of.coalition)
    )
}

/// The two answers to what the other side told.
fn answers(scene: &Scene<'_>, power: Power, told: Told) -> Vec<Component> {
    let is_so = (Look::Primary, say!("It is so"), Order::Confirm { power, what: told.what });
    let is_not = (Look::Secondary, say!("It is not so"), Order::Deny { power, what: told.what });
    CRIMEA.buttons(scene, [is_so, is_not])
}

/// What somebody is asked who can confirm or deny it.
fn is_it_so(told: Told) -> String {
    say!("{} tells: {}. Is it so?", told.by, of(told.what))
}

/// Who can confirm it is asked.
fn asked(scene: &Scene<'_>, posts: &mut Posts, told: Told) {
    let Some(position) = position(&scene.public) else { return };
    let mut seats = Vec::new();
    for power in position.witnesses(&told) {
        let Some(holding) = position.choice.holdings.get(&power) else { continue };
        if seats.contains(&holding.seat) {
            continue;
        }
        seats.push(holding.seat.clone());
        let says = is_it_so(told);
        let message = Message::text(say!("{} · the Crimean War", scene.title()))
            .with(Embed::new("", says))
            .buttons(answers(scene, power, told));
        posts.to_seat(&holding.seat, "crimea", message);
    }
}

/// Peace or war with each of those about whom Russia decides.
fn choices(scene: &Scene<'_>, position: &Position) -> Vec<Component> {
    let both = |with: &Power| {
        [
            (Look::Primary, say!("Peace with {}", *with), Order::Settle { with: *with, stops: true }),
            (Look::Secondary, say!("Fight on with {}", *with), Order::Settle { with: *with, stops: false }),
        ]
    };
    CRIMEA.buttons(scene, position.crimea.deciding.iter().flat_map(both))
}

/// Russia is asked.
fn decides(scene: &Scene<'_>, posts: &mut Posts) {
    let Some(position) = position(&scene.public) else { return };
    let Some(holding) = position.choice.holdings.get(&Power::Russia) else { return };
    let says = say!("The Crimean War is over. With whom do you fight on? Who says nothing fights on.");
    let message = Message::text(say!("{} · the Crimean War", scene.title()))
        .with(Embed::new("", says))
        .buttons(choices(scene, &position));
    posts.to_seat(&holding.seat, "crimea", message);
}

/// What the war asks of the viewer: to answer what the other side told, to decide about Austria and Prussia, and in the last phase of a month
/// what he alone may know.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> Lines {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
        return (lines, buttons);
    };
    if scene.own.stage != Stage::Playing || scene.own.as_regent {
        return (lines, buttons);
    }
    let own = position.bidders(seat);
    if own.contains(&Power::Russia) && !position.crimea.deciding.is_empty() {
        lines.push(say!("The Crimean War is over. With whom do you fight on? Who says nothing fights on."));
        buttons.extend(choices(scene, &position));
        return (lines, buttons);
    }
    let open = position.crimea.told.iter().filter(|told| told.confirmed.is_none());
    for told in open {
        let witnesses = position.witnesses(told);
        let Some(power) = witnesses.into_iter().find(|power| own.contains(power)) else { continue };
        lines.push(is_it_so(*told));
        buttons.extend(answers(scene, power, *told));
    }
    let is_late = position.phase().is_some_and(|phase| phase >= Phase::Land);
    let is_told = |what: What| position.crimea.told.iter().any(|told| told.what == what);
    if position.is_crimean_war() && is_late && own.contains(&Power::Russia) {
        let all = [What::Constantinople, What::NoFleetBeside].into_iter().filter(|what| !is_told(*what));
        let tell = |what| (Look::Secondary, of(what), Order::Tell { power: Power::Russia, what });
        let tells = CRIMEA.buttons(scene, all.map(tell));
        if !tells.is_empty() {
            lines.push(say!(
                "The Crimean War ends with this month if Constantinople was Russian and unbesieged all month, or if no enemy fleet was beside Russia all month. Tell it if it is so."
            ));
            buttons.extend(tells);
        }
    }
    buttons.truncate(5);
    (lines, buttons)
}

fn bound(of: &Bound) -> String {
    say!("{} can declare war on Russia from {} on.", of.power, months::month(of.first_declaration()))
}

/// What the peace still forbids and what is still owed by it.
fn after(position: &Position) -> Vec<String> {
    let mut lines = Vec::new();
    let is_to_come = |month: &Month| position.month().is_none_or(|now| *month > now);
    let ships = position.ships_barred_until().map(|until| until.map(first_to_build));
    if let Some([anywhere, there]) = ships.filter(|[_, there]| is_to_come(there)) {
        let (first, last) = (months::month(anywhere), months::month(there));
        lines.push(if is_to_come(&anywhere) {
            say!("Russia builds no ships before {}, and none in the Black Sea before {}.", first, last)
        } else {
            say!("Russia builds no ships in the Black Sea before {}.", last)
        });
    }
    if let Some(until) = position.mille_barred_until() {
        lines.push(say!("Sardinia has no Spedizione dei Mille before {}.", months::month(until)));
    }
    let money = data().reparations.money;
    for end in position.endings() {
        let Ends::CrimeanReparations { of, to, part: [n, all] } = end.what else { continue };
        let (of, to) = (words(of), words(to));
        lines.push(say!(
            "In the economic phase of {} fall due: ${} each of {} to {}, payment {} of {}.",
            months::month(end.month),
            money,
            of,
            to,
            u32::from(n),
            u32::from(all)
        ));
    }
    lines
}

/// Buttons by which the viewer tells that a fleet is destroyed, where he may.
fn fleets(scene: &Scene<'_>, position: &Position) -> Vec<Component> {
    let Some(seat) = scene.own.seat().filter(|_| scene.own.stage == Stage::Playing && !scene.own.as_regent)
    else {
        return Vec::new();
    };
    let own = position.bidders(seat);
    let both = [What::BlackSeaFleet, What::BalticFleet].into_iter();
    let tells = both.filter_map(|what| {
        let power = own.iter().copied().find(|power| why_not_told(position, *power, what).is_none())?;
        let label = match what {
            What::BlackSeaFleet => say!("No ship is left of the Black Sea fleet"),
            _ => say!("No ship is left of the Baltic fleet"),
        };
        Some((Look::Secondary, label, Order::Tell { power, what }))
    });
    CRIMEA.buttons(scene, tells)
}

/// How the war stands, or its peace.
#[must_use]
pub fn shown(scene: &Scene<'_>) -> Message {
    let Some(position) = position(&scene.own) else {
        return Message::refusal(table::said!("This campaign has no provinces yet."));
    };
    let crimea = &position.crimea;
    let mut lines = Vec::new();
    match (&crimea.war, &crimea.peace) {
        (Some(_), _) if !position.is_crimean_war() => {
            lines.push(say!("The Crimean War rests: nobody plays Russia any more, or nobody an enemy of it."))
        }
        (Some(_), _) => {
            lines.push(say!("Russia is at war with {}.", words(position.coalition())));
            lines.push(say!(
                "It ends at once when no ship is left of Russia's Black Sea or Baltic Sea fleet; with a month in which Constantinople was Russian, or no enemy fleet was beside Russia. One side tells it with /crimea tell, and the other confirms it."
            ));
        }
        (None, Some(peace)) => {
            let over = Happened::CrimeanWarEnded {
                peace: peace.clone(),
                now: BTreeMap::new(),
                scuttled: Vec::new(),
                lost: Vec::new(),
                deciding: crimea.deciding.clone(),
                rules: Vec::new(),
            };
            lines.push(format!("{}, {}.", in_a_line(&over), months::month(peace.month)));
            lines.extend(after(&position));
        }
        (None, None) => lines.push(say!("There is no Crimean War in this campaign.")),
    }
    lines.extend(crimea.told.iter().map(|told| match told.confirmed {
        Some(by) => say!("{} tells: {}. {} has confirmed it.", told.by, of(told.what), by),
        None => say!("{} tells: {}. Nobody has confirmed it.", told.by, of(told.what)),
    }));
    lines.extend(crimea.bound.iter().map(bound));
    for (power, lost) in crimea.lost.iter().filter(|(_, lost)| !lost.is_empty()) {
        let names: Vec<&str> = lost.iter().map(String::as_str).collect();
        lines.push(say!("{} has lost its {}.", *power, names.join(", ")));
    }
    if position.is_crimean_war() || crimea.peace.is_some() {
        lines.push(dardanelles(&crimea.straits));
    }
    Message::default()
        .with(Embed::new(&say!("The Crimean War"), clip(&lines.join("\n"), 3000)).footer(&scene.record()))
        .buttons(fleets(scene, &position))
}
