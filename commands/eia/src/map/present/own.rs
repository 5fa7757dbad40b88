//! A group's own map in words: the card of an area, a part of the map, a way, and what stands in its place where it is not kept.

use super::card::{LISTED, opening};
use eia::keys::Key;
use eia::map::pack::{Answer, Board, Column, Edit, Kind, LONGEST_NAME, Pack, Spot, Way};
use eia::map::plain;
use eia::packs::Change;
use eia::powers::Power;
use std::collections::BTreeMap;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Embed, Look, Message, clip};
use table_commands::present::names::{count, list, plain_text};
use table_commands::{say, speech};

/// The most names that a line lists.
const MOST_NAMES: usize = 12;

/// An area's name as a message may show it.
#[must_use]
pub fn name(board: &Board, spot: Spot) -> String {
    plain_text(board.name(spot), LONGEST_NAME)
}

/// Names in a line, cut where there are many.
#[must_use]
pub fn names(board: &Board, spots: &[Spot]) -> String {
    let mut all: Vec<String> = spots.iter().take(MOST_NAMES).map(|spot| name(board, *spot)).collect();
    match spots.len().checked_sub(MOST_NAMES).filter(|more| *more > 0) {
        Some(more) => {
            all.push(say!("{} more", more as u64));
            all.join(", ")
        }
        None => list(&all),
    }
}

/// What stands where a question has no answer on this table.
#[must_use]
pub fn not_kept(board: &Board, spots: &[Spot]) -> String {
    say!(
        "The neighbours of {} are not kept on this table: look at your board and tell them, with /map correct.",
        names(board, spots)
    )
}

fn button(campaign: &str, label: &str, prompt: u64, verb: &str) -> Component {
    Component::button(Look::Secondary, label, CustomId::of(campaign, prompt, verb))
}

fn number(spot: Spot) -> u64 {
    spot.place() as u64
}

/// A kind of border behind a neighbour's name.
#[must_use]
pub fn border(kind: Kind) -> String {
    match kind {
        Kind::Open => say!("open"),
        Kind::River => say!("river"),
        Kind::Strait(points) => say!("strait, {} MP", u32::from(points)),
        Kind::Arrow(points) => say!("crossing arrow, {} MP", u32::from(points)),
    }
}

/// The card of an area: everything that is kept of it.
#[must_use]
pub fn card(campaign: &str, board: &Board, spot: Spot) -> Message {
    let entry = board.entry(spot);
    let mut kept = Vec::new();
    let mut missing = Vec::new();
    for column in Column::ALL {
        if matches!(column, Column::Area | Column::Neighbours | Column::X | Column::Y) {
            continue;
        }
        let named = speech::said(&column.name());
        match entry.cells.get(&column).map(String::as_str) {
            None => missing.push(named),
            Some(cell) => kept.push(format!("{named}: **{}**", value(column, cell))),
        }
    }
    let near: Vec<String> = board
        .known(spot)
        .iter()
        .map(|(to, kind)| match kind {
            Kind::Open => name(board, *to),
            kind => format!("{} ({})", name(board, *to), border(*kind)),
        })
        .collect();
    let told = board.is_complete(spot);
    let mut near = match (near.is_empty(), told) {
        (true, true) => say!("None by land."),
        (true, false) => say!("Not kept on this table: tell them with /map correct."),
        (false, _) => near.join("\n"),
    };
    if !told && !board.known(spot).is_empty() {
        near = format!("{near}\n{}", say!("Others are not kept on this table."));
    }
    let text = if kept.is_empty() { say!("Only its name is kept.") } else { kept.join("\n") };
    let mut embed = Embed::new(&name(board, spot), text).field(&say!("Neighbours"), clip(&near, 1_000));
    if !missing.is_empty() {
        embed = embed.field(&say!("Not kept"), missing.join(", "));
    }
    if entry.point().is_none() {
        embed = embed.field(&say!("On the picture"), say!("It has no point yet: /map point sets one."));
    }
    Message::default().with(embed.footer(&foot(board))).buttons(vec![
        button(campaign, &say!("Around it"), number(spot), "pack/around"),
        button(campaign, &say!("Whole map"), 0, "pack/whole"),
    ])
}

/// A cell as people read it.
fn value(column: Column, cell: &str) -> String {
    match (column, cell) {
        (Column::Money | Column::Trade, amount) => format!("${amount}"),
        (Column::Manpower, amount) => format!("{amount} MP"),
        (Column::Terrain, key) => {
            let terrain = eia::chits::Terrain::ALL.into_iter().find(|one| one.key() == key);
            terrain.map_or_else(|| key.to_owned(), crate::battle::present::words::terrain)
        }
        (Column::Port, "-") => say!("none"),
        (Column::Port, "yes") => say!("yes"),
        (_, words) => plain_text(words, LONGEST_NAME),
    }
}

fn foot(board: &Board) -> String {
    say!("The group's own map · {}", board.pack().digest().short())
}

/// Where the counters of a place stand, in the map's own units: at an area's point, or in the middle of the ports that open on a sea; none
/// where the map has no such point.
#[must_use]
pub fn point(board: &Board, key: &str) -> Option<(i64, i64)> {
    let at = |spot: Spot| board.entry(spot).point().map(|(x, y)| (i64::from(x), i64::from(y)));
    match Key::read(key)? {
        Key::Area(name) => at(board.by_name(&name)?),
        Key::Sea(name) => {
            let wanted = plain(&name);
            let opens = |spot: &Spot| board.sea(*spot).is_some_and(|sea| plain(sea) == wanted);
            let ports: Vec<(i64, i64)> = board.all().filter(opens).filter_map(at).collect();
            let many = i64::try_from(ports.len()).ok().filter(|many| *many > 0)?;
            let sum = ports.iter().fold((0, 0), |(x, y), port| (x + port.0, y + port.1));
            Some((sum.0 / many, sum.1 / many))
        }
        Key::Shipped(_) | Key::Province(_) => None,
    }
}

/// Who has which areas, as it was told, a line a power.
fn who_has(board: &Board, held: &[(Spot, Power)]) -> Vec<String> {
    let mut all: BTreeMap<Power, Vec<Spot>> = BTreeMap::new();
    for (spot, power) in held {
        all.entry(*power).or_default().push(*spot);
    }
    all.into_iter().map(|(power, spots)| say!("Hatched, {}: {}.", power, names(board, &spots))).collect()
}

/// What the kinds of line on a picture are, those that are on this map.
#[must_use]
pub fn key(board: &Board) -> String {
    let has =
        |is: fn(&Kind) -> bool| board.all().any(|spot| board.known(spot).iter().any(|(_, kind)| is(kind)));
    let mut parts = Vec::new();
    if has(|kind| *kind == Kind::Open) {
        parts.push(say!("plain line: open"));
    }
    if has(|kind| *kind == Kind::River) {
        parts.push(say!("double blue: river"));
    }
    if has(|kind| matches!(kind, Kind::Strait(_))) {
        parts.push(say!("broken blue: strait"));
    }
    if has(|kind| matches!(kind, Kind::Arrow(_))) {
        parts.push(say!("red with heads: crossing arrow"));
    }
    if board.all().any(|spot| !board.is_complete(spot)) {
        parts.push(say!("broken edge: neighbours not all kept"));
    }
    parts.join(" · ")
}

/// A part of the map: what it is, which areas have no point, and a select that opens the card of an area.
#[must_use]
pub fn part(
    campaign: &str,
    board: &Board,
    around: Option<Spot>,
    drawn: bool,
    held: &[(Spot, Power)],
) -> Message {
    let mut says = match around {
        None => say!("**The group's own map**: {}.", count(board.all().len() as u64, "area", "areas")),
        Some(spot) => say!("**{}** on the group's own map.", name(board, spot)),
    };
    let key = key(board);
    if drawn && !key.is_empty() {
        says = format!("{says}\n-# {key}");
    }
    for line in who_has(board, held) {
        says = format!("{says}\n{line}");
    }
    let without: Vec<Spot> = board.all().filter(|spot| board.entry(*spot).point().is_none()).collect();
    if !without.is_empty() {
        says =
            format!("{says}\n{}", say!("Without a point: {}. /map point sets one.", names(board, &without)));
    }
    let mut listed: Vec<Spot> = match around {
        None => board.all().take(LISTED).collect(),
        Some(spot) => {
            std::iter::once(spot).chain(board.known(spot).iter().map(|(to, _)| *to)).take(LISTED).collect()
        }
    };
    listed.sort_by_key(|spot| board.name(*spot));
    let choices = listed.into_iter().map(|spot| {
        let about = board.entry(spot).cells.get(&Column::Province).map_or("", String::as_str);
        Choice::new(board.name(spot), spot.place().to_string()).about(about)
    });
    if around.is_none() && board.all().len() > LISTED {
        says = format!(
            "{says}\n{}",
            say!("Not listed here: {}. /map area opens the card of any.", board.all().len() - LISTED)
        );
    }
    let choices: Vec<Choice> = choices.collect();
    let selects = opening(&choices, |page| CustomId::of(campaign, 0, &format!("pack/open{page}")));
    let message = selects.into_iter().fold(Message::text(says), Message::select);
    match around {
        Some(_) => message.buttons(vec![button(campaign, &say!("Whole map"), 0, "pack/whole")]),
        None => message,
    }
}

/// What a picture of the map shows, for those who do not see it.
#[must_use]
pub fn in_words(board: &Board, around: Option<Spot>) -> String {
    match around {
        None => say!("The group's own map, its areas as points and its borders as lines."),
        Some(spot) => {
            let near: Vec<Spot> = board.known(spot).iter().map(|(to, _)| *to).collect();
            if near.is_empty() {
                say!("The map around {}.", name(board, spot))
            } else {
                say!("The map around {}, with its neighbours {}.", name(board, spot), names(board, &near))
            }
        }
    }
}

/// A way in words.
#[must_use]
pub fn way(board: &Board, from: Spot, to: Spot, way: &Way) -> String {
    let ends = (name(board, from), name(board, to));
    match way {
        Way::Found { entered, points, unsure } => {
            let through: Vec<String> = entered.iter().map(|spot| name(board, *spot)).collect();
            let mut says = say!(
                "**{} to {}: {} MP**, {}.\n{}",
                ends.0,
                ends.1,
                u32::from(*points),
                count(through.len() as u64, "area entered", "areas entered"),
                through.join(" → ")
            );
            if !unsure.is_empty() {
                says = format!(
                    "{says}\n{}",
                    say!(
                        "There may be a shorter way, of which nothing is kept, through {}.",
                        names(board, unsure)
                    )
                );
            }
            says
        }
        Way::None => say!("**No way by land leads from {} to {}.**", ends.0, ends.1),
        Way::NotKept(open) => {
            format!(
                "{}\n{}",
                say!("**No way from {} to {} is known.**", ends.0, ends.1),
                not_kept(board, open)
            )
        }
    }
}

/// A change in a line, of the map as it was before: "Paris, Money: 3 → 5".
#[must_use]
pub fn change(before: Option<&Board>, change: &Change) -> String {
    let shown = |text: &str| plain_text(text, LONGEST_NAME);
    match change {
        Change::Pack { text, picture } => {
            let Ok(pack) = Pack::read_csv(text) else { return say!("A map pack") };
            let report = pack.report();
            let held = say!(
                "A map of {} and {}",
                count(report.areas as u64, "area", "areas"),
                count(report.borders as u64, "border", "borders")
            );
            match picture {
                Some(picture) => {
                    say!("{}, over a picture of {} × {} pixels", held, picture.wide, picture.high)
                }
                None => held,
            }
        }
        Change::Picture { picture } => {
            say!("A picture of {} × {} pixels under the map", picture.wide, picture.high)
        }
        Change::Lift => say!("Back to the map of this program"),
        Change::Correct { edit: Edit::Border { area, other, border: kind } } => {
            let was = before.and_then(|board| {
                let between = board.between(board.by_name(area)?, board.by_name(other)?);
                Some(match between {
                    Answer::Kept(Some(kind)) => border(kind),
                    Answer::Kept(None) => say!("no neighbours"),
                    Answer::NotKept => say!("not kept"),
                })
            });
            let was = was.unwrap_or_else(|| say!("not kept"));
            let now = Kind::read(kind).map_or_else(|| say!("no neighbours"), border);
            say!("Border of {} and {}: {} → **{}**", shown(area), shown(other), was, now)
        }
        Change::Correct { edit: Edit::Value { area, column, value: cell } } => {
            let was =
                before.and_then(|board| Some(board.pack().cell(board.entry(board.by_name(area)?), *column)));
            let was = was.unwrap_or_default();
            let shown_cell = |cell: &str| match (column, cell) {
                (_, "") => say!("not kept"),
                (Column::Neighbours, cell) => plain_text(cell, 400),
                (column, cell) => value(*column, cell),
            };
            let named = speech::said(&column.name());
            format!("{}, {named}: {} → **{}**", shown(area), shown_cell(&was), shown_cell(cell))
        }
    }
}
