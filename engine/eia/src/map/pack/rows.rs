//! From the rows of a file to a pack: what both formats have in common.

use super::cells::{self, Column, Kind, MORE, NONE, shown};
use super::{Entry, Fault, MOST_AREAS, MOST_NEIGHBOURS, Neighbour, Pack};
use crate::map::find::{differ, plain};
use std::collections::{BTreeMap, HashMap};
use table::Said;
use table::said;

/// Where something stands: line and column, from 1.
pub(super) type At = (usize, usize);

/// A row as it is written.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// Where it begins.
    pub at: At,
    /// Its cells, neighbours aside, each with its place.
    pub cells: Vec<(Column, String, At)>,
    /// The parts of its cell of neighbours, each with its place; none where the cell is empty.
    pub neighbours: Vec<(String, At)>,
}

fn fault<T>((line, column): At, why: Said) -> Result<T, Fault> {
    Err(Fault::new(line, column, why))
}

/// A neighbour of whom a line tells, and where.
struct Named {
    told: Neighbour,
    at: At,
}

/// Makes a pack of its rows.
///
/// # Errors
/// The first fault.
pub(super) fn pack(rows: Vec<Row>) -> Result<Pack, Fault> {
    if rows.is_empty() {
        return fault((1, 1), said!("There is no area. A pack is a table with a line an area."));
    }
    if let Some(row) = rows.get(MOST_AREAS) {
        return fault(row.at, said!("A pack has at most {} areas.", MOST_AREAS));
    }
    let mut areas: Vec<Entry> = Vec::with_capacity(rows.len());
    let mut places: HashMap<String, (usize, usize)> = HashMap::new();
    for (place, row) in rows.iter().enumerate() {
        let entry = entry(row)?;
        if let Some((other, line)) = places.insert(plain(&entry.name), (place, row.at.0)) {
            let of_other: &Entry = &areas[other];
            return fault(
                row.at,
                said!(
                    "\"{}\" is told twice: it stands in line {} too, as \"{}\".",
                    entry.name,
                    line,
                    of_other.name
                ),
            );
        }
        areas.push(entry);
    }
    let mut borders: BTreeMap<(usize, usize), (Kind, usize)> = BTreeMap::new();
    for (place, row) in rows.iter().enumerate() {
        let (named, complete) = neighbours(&row.neighbours, place, &areas, &places)?;
        for Named { told, at } in &named {
            let between = (place.min(told.to), place.max(told.to));
            let (kind, line) = *borders.entry(between).or_insert((told.kind, row.at.0));
            if kind != told.kind {
                let says = said!(
                    "Between {} and {} is \"{}\" here and \"{}\" in line {}.",
                    areas[place].name,
                    areas[told.to].name,
                    told.kind.key(),
                    kind.key(),
                    line
                );
                return fault(*at, says);
            }
        }
        areas[place].complete = complete;
        areas[place].neighbours = named.into_iter().map(|named| named.told).collect();
    }
    Ok(Pack { areas })
}

/// The area of a row, without its neighbours.
fn entry(row: &Row) -> Result<Entry, Fault> {
    let mut name = None;
    let mut cells = BTreeMap::new();
    for (column, written, at) in &row.cells {
        let read = column.read(written).or_else(|why| fault(*at, why))?;
        match column {
            Column::Area => name = Some(read).filter(|name| !name.is_empty()),
            _ if read.is_empty() => {}
            _ => {
                cells.insert(*column, read);
            }
        }
    }
    let Some(name) = name else {
        return fault(
            row.at,
            said!("This line names no area. The name is the one cell that must be filled."),
        );
    };
    let lone = match (cells.contains_key(&Column::X), cells.contains_key(&Column::Y)) {
        (true, false) => Some(Column::X),
        (false, true) => Some(Column::Y),
        _ => None,
    };
    if let Some(lone) = lone {
        let at = row.cells.iter().find(|(column, ..)| *column == lone).map_or(row.at, |(_, _, at)| *at);
        return fault(at, said!("A point has both x and y, and {} stands alone.", lone.key()));
    }
    Ok(Entry { name, neighbours: Vec::new(), complete: false, cells })
}

/// The neighbours of a row, and whether they are all.
fn neighbours(
    parts: &[(String, At)],
    own: usize,
    areas: &[Entry],
    places: &HashMap<String, (usize, usize)>,
) -> Result<(Vec<Named>, bool), Fault> {
    let mut named: Vec<Named> = Vec::new();
    let mut complete = !parts.is_empty();
    for (n, (part, at)) in parts.iter().enumerate() {
        match part.trim() {
            NONE if parts.len() == 1 => break,
            MORE if n + 1 == parts.len() => {
                complete = false;
                break;
            }
            NONE => return fault(*at, said!("\"-\" means that there is no neighbour, so it stands alone.")),
            MORE => {
                return fault(
                    *at,
                    said!("\"?\" means that more neighbours are not kept, so it stands last."),
                );
            }
            part => {
                let told = told(part, areas, places).or_else(|why| fault(*at, why))?;
                if told.to == own {
                    return fault(*at, said!("{} is no neighbour of itself.", areas[own].name));
                }
                if named.iter().any(|other| other.told.to == told.to) {
                    return fault(*at, said!("{} is named twice as a neighbour.", areas[told.to].name));
                }
                named.push(Named { told, at: *at });
                if named.len() > MOST_NEIGHBOURS {
                    return fault(*at, said!("An area has at most {} neighbours.", MOST_NEIGHBOURS));
                }
            }
        }
    }
    Ok((named, complete))
}

fn told(part: &str, areas: &[Entry], places: &HashMap<String, (usize, usize)>) -> Result<Neighbour, Said> {
    let known = |name: &str| places.get(&plain(name)).map(|(place, _)| *place);
    let (name, kind) = Kind::split(part);
    if let Some(to) = known(name) {
        return Ok(Neighbour { to, kind });
    }
    // A name may end in parentheses of its own.
    if let Some(to) = known(part) {
        return Ok(Neighbour { to, kind: Kind::Open });
    }
    let unknown_kind = name.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    if let Some((_, kind)) = unknown_kind.filter(|(name, _)| known(name).is_some()) {
        return Err(said!(
            "\"{}\" is no kind of border. There are open, river, strait and arrow; after strait and arrow the MP, 1 to {}.",
            shown(kind),
            u32::from(cells::MOST_POINTS)
        ));
    }
    let nearest = nearest(name, areas);
    Err(said!(
        "\"{}\" is named as a neighbour and is no area of this pack. The nearest name is {}.",
        shown(name),
        nearest
    ))
}

/// The area's name that differs least from what is written.
fn nearest(written: &str, areas: &[Entry]) -> String {
    let asked: Vec<char> = plain(written).chars().take(40).collect();
    let near = areas.iter().min_by_key(|area| differ(&asked, &plain(&area.name)));
    near.map(|area| area.name.clone()).unwrap_or_default()
}

/// The parts of a cell of neighbours.
pub(super) fn parts(cell: &str, at: At) -> Vec<(String, At)> {
    let parts = cell.split(';').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| (part.to_owned(), at)).collect()
}

/// The neighbours that a cell tells, and whether they are all.
///
/// # Errors
/// The first fault; its place means nothing.
pub(super) fn neighbours_of(
    cell: &str,
    own: usize,
    areas: &[Entry],
    places: &HashMap<String, (usize, usize)>,
) -> Result<(Vec<Neighbour>, bool), Fault> {
    let (named, complete) = neighbours(&parts(cell, (1, 1)), own, areas, places)?;
    Ok((named.into_iter().map(|named| named.told).collect(), complete))
}
