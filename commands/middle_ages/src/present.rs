//! The Middle Ages in words.

use crate::board::told as board;
use crate::courts::present as courts;
use crate::endeavour::present as endeavours;
use crate::words;
use middle_ages::board::count::points;
use middle_ages::board::upkeep;
use middle_ages::court::Court;
use middle_ages::switches::{self, Readings};
use middle_ages::{Event, MiddleAges, Position, outline};
use std::sync::Arc;
use table::game::Game;
use table::{Entry, SeatId, View};
use table_commands::present::{Posts, Scene, names};
use table_commands::say;

/// The position of a campaign of the Middle Ages.
#[must_use]
pub fn position(view: &View) -> Option<Arc<Position>> {
    view.game.of()
}

/// The readings that a campaign is played by.
#[must_use]
pub fn readings(view: &View) -> Readings {
    switches::readings(|key| view.switch(key))
}

/// Whether a campaign is one of the Middle Ages.
#[must_use]
pub fn is_played(view: &View) -> bool {
    view.game_key == MiddleAges::KEY
}

/// A place in the outline: "Round 2 of 9 · 776 to 780".
#[must_use]
pub fn named(view: &View) -> Option<String> {
    let position = position(view)?;
    let calendar = position.calendar;
    let round = outline::round(&view.step)?;
    let (first, last) = calendar.years(round);
    let named = say!("Round {} of {} · {} to {}", round, calendar.rounds, first, last);
    let part = match view.step.get(1).map(String::as_str) {
        Some("courts") => Some(say!("courts are taken")),
        Some("claims") => Some(say!("claims")),
        Some("outsiders") => Some(say!("raiders and magnates")),
        Some("order") => Some(say!("order of the round")),
        _ => outline::turn(&view.step).map(|court| match upkeep::gives_up(&position, court) {
            true => say!("end of the turn of {}: points are given up", words::court(court)),
            false => say!("turn of {}", words::court(court)),
        }),
    };
    Some([Some(named), part].into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// What the founding post says of the game.
#[must_use]
pub fn terms(view: &View) -> Option<String> {
    let position = position(view)?;
    let calendar = position.calendar;
    let (first, last) = calendar.span();
    let own = position.data();
    if !own.is_shipped() {
        return Some(say!(
            "Empires of the Middle Ages, with armies, fleets and civilisation markers. {} players, {} rounds of five years from {} to {}.\n\nThis group plays with a pack of its own, which stands on the first line of the record and holds: {}. What else there is is ours, not the printed game's. Who holds the database of the bot could foresee a deck.",
            view.seats.len(),
            calendar.rounds,
            first,
            last,
            crate::pack::holds(own.replaced())
        ));
    }
    if position.kept {
        return Some(say!(
            "Empires of the Middle Ages, with armies, fleets, civilisation markers and leader cards. {} players, {} rounds of five years from {} to {}, on a board that the bot keeps.\n\nMap, courts, year cards and event cards are our own, not the printed ones: only what is publicly known of the game is as printed. Who holds the database of the bot could foresee a deck.",
            view.seats.len(),
            calendar.rounds,
            first,
            last
        ));
    }
    Some(say!(
        "Empires of the Middle Ages, with armies, fleets and civilisation markers. {} players, {} rounds of five years from {} to {}.\n\nThe board stands elsewhere: a court is taken with /ages court, and an endeavour is decided here with /ages endeavour, by a year card that nobody can know before it is drawn. The year cards are our own, not the printed ones.",
        view.seats.len(),
        calendar.rounds,
        first,
        last
    ))
}

/// The courts that have a player, for the status.
#[must_use]
pub fn holdings(scene: &Scene<'_>) -> Option<String> {
    let position = position(&scene.public)?;
    let line = |(court, played): (&Court, &middle_ages::courts::Played)| {
        let player = scene.player(&played.seat);
        if let Some(realm) = position.board.realms.get(court) {
            let (leader, areas) =
                (words::leader(&realm.leader), words::areas(position.board.areas_of(*court).count()));
            return say!(
                "**{}** · {} · {} · {} gold, {}",
                words::court(*court),
                player,
                leader,
                realm.gold,
                areas
            );
        }
        match &played.leader {
            Some(leader) => say!("**{}** · {} · {}", words::court(*court), player, words::leader(leader)),
            None => say!("**{}** · {}", words::court(*court), player),
        }
    };
    let lines: Vec<String> = position.courts.iter().map(line).collect();
    Some(if lines.is_empty() {
        say!("Nobody plays a court yet. /ages court takes one.")
    } else {
        lines.join("\n")
    })
}

/// What is told of the courts, in columns; of a board that is kept here what each has and what it would count now.
#[must_use]
pub fn values(view: &View) -> Option<String> {
    let position = position(view)?;
    let row = |first: &str, of: &[String]| {
        let columns: String = of.iter().map(|column| format!(" {column:>6}")).collect();
        format!("{}{columns}\n", names::column(first, 13))
    };
    let mut text = "```\n".to_owned();
    if position.kept {
        text.push_str(&row("", &[say!("gold"), say!("areas"), "VP".to_owned()]));
        let points = points(&position);
        for (court, realm) in position.board.realms.iter() {
            let (areas, points) = (position.board.areas_of(*court).count(), points.get(court));
            let points = points.map_or(0, |points| *points);
            text.push_str(&row(
                &words::court(*court),
                &[realm.gold.to_string(), areas.to_string(), points.to_string()],
            ));
        }
        text.push_str("```\n");
        text.push_str(&say!(
            "VP as they would be counted now. The bot keeps this board: nothing is told of it."
        ));
        return Some(text);
    }
    text.push_str(&row("", &[say!("gold")]));
    for (court, played) in position.courts.iter() {
        let gold = played.gold.map_or_else(|| "?".to_owned(), |gold| gold.to_string());
        text.push_str(&row(&words::court(*court), &[gold]));
    }
    text.push_str("```\n");
    if position.courts.values().any(|played| played.gold.is_none()) {
        text.push_str(&say!("A treasury with ? was never told: until it is, nothing is paid out of it."));
    }
    Some(text)
}

/// How the court of a seat stands, in one line.
#[must_use]
pub fn standing(view: &View, seat: &SeatId) -> Option<String> {
    let position = position(view)?;
    let court = position.court_of(seat)?;
    let played = position.courts.get(&court)?;
    if let Some(realm) = position.board.realms.get(&court) {
        let areas = words::areas(position.board.areas_of(court).count());
        return Some(say!(
            "**{}**: {} gold, {}, {}",
            words::court(court),
            realm.gold,
            areas,
            words::leader(&realm.leader)
        ));
    }
    let says = words::treasury(played.gold);
    Some(match &played.leader {
        Some(leader) => format!("**{}**: {says}, {}", words::court(court), words::leader(leader)),
        None => format!("**{}**: {says}", words::court(court)),
    })
}

/// The game's own event in an entry, if it is one.
pub(crate) fn happened(entry: &Entry) -> Option<Event> {
    entry.game_event::<MiddleAges>()
}

/// An event of the game.
pub(crate) fn of_the_game(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
    match happened(&entries[i]) {
        Some(Event::Courts(what)) => courts::told(scene, posts, entries, i, &what),
        Some(Event::Board(_)) => board::told(scene, posts, entries, i),
        Some(Event::Endeavours(what)) => endeavours::told(scene, posts, entries, i, &what),
        // The year deck is told by what its cards decide.
        Some(Event::Outline(_) | Event::Year(_)) | None => {}
    }
}
