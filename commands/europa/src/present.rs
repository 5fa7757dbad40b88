//! Europa in words and pictures.

use crate::battle::present as fight;
use crate::board::present as board;
use crate::frames;
use crate::seats::present as seats;
use crate::siege::present as siege;
use crate::words;
use europa::country::Country;
use europa::period::Period;
use europa::{Europa, Event as Happened, Position, outline};
use std::fmt::Write as _;
use std::sync::Arc;
use table::game::Game;
use table::{Entry, SeatId, View};
use table_commands::present::{Posts, Scene};

/// The position of a campaign of Europa.
#[must_use]
pub fn position(view: &View) -> Option<Arc<Position>> {
    view.game.of()
}

/// Whether a campaign is one of Europa.
#[must_use]
pub fn is_played(view: &View) -> bool {
    view.game_key == Europa::KEY
}

/// The countries of a seat by name.
#[must_use]
pub fn countries_of(view: &View, seat: &SeatId) -> Vec<String> {
    let countries = position(view).map(|position| position.countries_of(seat)).unwrap_or_default();
    countries.into_iter().map(words::country).collect()
}

/// A place in the outline: "Turn 7, 1520 · period II".
#[must_use]
pub fn named(view: &View) -> Option<String> {
    let segment = view.step.get(2).and_then(|word| frames::segment(view, word));
    Some([Some(page(view)?), segment].into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// The same without whose segment it is.
#[must_use]
pub fn page(view: &View) -> Option<String> {
    let turn = outline::turn(&view.step)?;
    let named = table_commands::say!("Turn {} · period {}", turn.number(), turn.period().key());
    let kept_here = || position(view).is_some_and(|position| position.board.is_in_use());
    let round = view.step.get(1).and_then(|word| match word.as_str() {
        "preparations" => kept_here().then(|| table_commands::say!("preparations")),
        round => board::round_of(round),
    });
    Some([Some(named), round].into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// What the founding post says of the game.
#[must_use]
pub fn terms(view: &View) -> Option<String> {
    let position = position(view)?;
    let turn = position.turn;
    let (first, last) = turn.period().years();
    Some(table_commands::say!(
        "Europa Universalis by the EU9 fast battle. {} players. It begins with turn {}, in period {} ({} to {}).\n\nThe board may stand elsewhere: countries are taken with /europa country take, and battles, sieges and attrition are fought here.",
        view.seats.len(),
        turn.number(),
        turn.period().key(),
        first,
        last
    ))
}

/// The countries that have a player, for the status.
#[must_use]
pub fn holdings(scene: &Scene<'_>) -> Option<String> {
    let position = position(&scene.public)?;
    let lines: Vec<String> = (position.countries.iter())
        .map(|(country, played)| {
            table_commands::say!(
                "**{}** · {} · {}, {}",
                words::country(*country),
                scene.player(&played.seat),
                words::land(played.land),
                words::naval(played.naval)
            )
        })
        .collect();
    Some(if lines.is_empty() {
        table_commands::say!("Nobody plays a country yet. /europa country take takes one.")
    } else {
        lines.join("\n")
    })
}

/// What is told of the countries, in columns; `None` in a campaign of another game.
#[must_use]
pub fn values(view: &View) -> Option<String> {
    use europa::seats::Told;
    let position = position(view)?;
    let told = [Told::Ducats, Told::Stability, Told::Vp, Told::Initiative];
    let mut text = format!(
        "```\n{} {:>6} {:>5} {:>5} {:>5}\n",
        table_commands::present::names::column("", 13),
        "D$",
        "STAB",
        "VP",
        "INI"
    );
    for country in position.countries.keys() {
        let name = table_commands::present::names::column(&words::country(*country), 13);
        let [ducats, stability, vp, initiative] = told.map(|of| position.told(*country, of));
        let stability = table_commands::speech::signed(stability);
        let _ = writeln!(text, "{name} {ducats:>6} {stability:>5} {vp:>5} {initiative:>5}");
    }
    text.push_str("```");
    Some(text)
}

/// How the countries of a seat stand, in one line.
#[must_use]
pub fn standing(view: &View, seat: &SeatId) -> Option<String> {
    let position = position(view)?;
    let each = position.countries_of(seat).into_iter().map(|country| {
        use europa::seats::Told;
        table_commands::say!(
            "**{}**: {} D$, STAB {}, {} VP",
            words::country(country),
            position.told(country, Told::Ducats),
            table_commands::speech::signed(position.told(country, Told::Stability)),
            position.told(country, Told::Vp)
        )
    });
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| each.join(" · "))
}

/// Which countries are at war.
#[must_use]
pub fn wars(view: &View) -> Vec<String> {
    let Some(position) = position(view) else { return Vec::new() };
    let pair = |(one, other): &(Country, Country)| {
        table_commands::say!("{} and {}", words::country(*one), words::country(*other))
    };
    position.wars.iter().map(pair).collect()
}

/// The colour of a country, `#RRGGBB`: ours, after its first letters, so that it is always the same.
#[must_use]
pub fn colour(country: Country) -> &'static str {
    const COLOURS: [&str; 12] = [
        "#3b6ea5", "#b5452c", "#4f8a4c", "#b98b2f", "#6d4f9a", "#2f8f8b", "#a23b72", "#6b7a3a", "#8a5a3c",
        "#44597c", "#c0663d", "#557a95",
    ];
    match country.key() {
        "france" => "#2f5fb3",
        "spain" => "#c8a02c",
        "england" => "#b5342c",
        "turkey" => "#3f8f4f",
        "russia" => "#5f7f4f",
        "venice" => "#8a2f4f",
        "austria" => "#8a8a8a",
        "holland" => "#d0752c",
        "poland" => "#b05a7a",
        "sweden" => "#3f7fa8",
        "portugal" => "#5f9f7f",
        "prussia" => "#3c4a5c",
        other => COLOURS[other.bytes().map(usize::from).sum::<usize>() % COLOURS.len()],
    }
}

/// The game's own event in an entry, if it is one.
pub(crate) fn happened(entry: &Entry) -> Option<Happened> {
    entry.game_event::<Europa>()
}

/// An event of the game.
pub(crate) fn of_the_game(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
    let Some(event) = happened(&entries[i]) else { return };
    match event {
        Happened::Seats(happened) => seats::told(scene, posts, entries, i, happened),
        Happened::Fights(happened) => fight::told(scene, posts, entries, i, &happened),
        Happened::Board(happened) => board::told(scene, posts, entries, i, &happened),
        Happened::Sieges(happened) => siege::told(scene, posts, entries, i, &happened),
        Happened::Outline(_) => {}
    }
}

/// A period in words: "period II (1520 to 1559)".
#[must_use]
pub fn period(period: Period) -> String {
    let (first, last) = period.years();
    table_commands::say!("period {} ({} to {})", period.key(), first, last)
}
