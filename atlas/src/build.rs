//! Telling the map of the sheet: borders, seas, provinces, areas, outlines.

use crate::borders::{self, Counted};
use crate::centres::centres;
use crate::fault::Fault;
use crate::geography::Geography;
use crate::grid::{Ground, Square, along};
use crate::growth::{Holder, OUTSIDE, WATER};
use crate::list::{AreaEntry, List};
use crate::map::{Area, City, Coast, LandBorder, Map, Minor, Port, Province, River, Sea, SeaBorder, Shapes};
use crate::outline;
use crate::projection::{HEIGHT, SQUARE, WIDTH};
use crate::sheet::{Sheet, footing, number};
use crate::values;
use std::collections::{BTreeMap, BTreeSet};

/// How far a city may lie from the sea that its port opens on, in squares.
const INLAND: u32 = 60;

/// Kilometres of so many sides of squares: a winding border is traced about a quarter too long.
fn kilometres(sides: u32) -> u32 {
    (sides * 2 * 4 / 5).max(1)
}

/// The map that a list makes of the geography, and what in it deserves a look.
///
/// # Errors
/// Where a place of the list does not stand on its ground or a port has no sea.
pub fn build(geography: &Geography, list: &List) -> Result<(Map, Vec<String>), Fault> {
    let mut sheet = Sheet::lay(geography, list)?;
    let counted = {
        let all = list.areas.len() + list.seas.len();
        borders::count(&sheet.held, &sheet.rivers.grid, all, |at| sheet.counts(at))
    };
    let middle = centres(&sheet.held, list.areas.len() + list.seas.len());
    let mut map = Map { minors: minors(list), ..Map::default() };
    tell_borders(&sheet, list, &counted, &mut map);
    map.crossings = list.corrections.crossing.clone();
    map.seas = seas(list, &map.coasts, &middle);
    map.provinces = provinces(list);
    map.areas = areas(&sheet, list, &map, &middle)?;
    map.shapes = shapes(&sheet, list);
    let sides = |pair: &(String, String)| {
        let (a, b) = (list.area_number(&pair.0)?, list.area_number(&pair.1)?);
        counted.get(&(number(a.min(b)), number(a.max(b)))).map(|border| border.sides)
    };
    for pair in list.corrections.no_road.iter().filter(|pair| sides(&pair.between).is_none()) {
        sheet.remarks.push(format!("no_road {:?}: they do not touch", pair.between));
    }
    for road in &list.corrections.road {
        let short = borders::LEAST_BY_ROAD..borders::LEAST;
        if sides(&road.between).is_none_or(|sides| !short.contains(&sides)) {
            sheet.remarks.push(format!("road {:?}: their border is not a short one", road.between));
        }
    }
    Ok((map, sheet.remarks))
}

fn minors(list: &List) -> Vec<Minor> {
    let minor = |entry: &crate::list::MinorEntry| Minor {
        id: entry.id.clone(),
        name: entry.name.clone(),
        other_names: entry.other_names.clone(),
        district_of: entry.district_of.clone(),
        holder: entry.holder.clone(),
        status: entry.status.clone(),
    };
    list.minors.iter().map(minor).collect()
}

fn sorted(a: &str, b: &str) -> (String, String) {
    if a < b { (a.to_owned(), b.to_owned()) } else { (b.to_owned(), a.to_owned()) }
}

fn tell_borders(sheet: &Sheet, list: &List, counted: &BTreeMap<(Holder, Holder), Counted>, map: &mut Map) {
    let land = list.areas.len();
    for ((a, b), border) in counted {
        let (a, b) = (usize::from(*a), usize::from(*b));
        if b < land {
            let between = sorted(&list.areas[a].id, &list.areas[b].id);
            let is_between = |pair: &(String, String)| sorted(&pair.0, &pair.1) == between;
            let by_road = list.corrections.road.iter().any(|road| is_between(&road.between));
            let least = if by_road { borders::LEAST_BY_ROAD } else { borders::LEAST };
            let closed = list.corrections.no_road.iter().any(|pair| is_between(&pair.between));
            if border.sides < least || closed {
                continue;
            }
            let river =
                border.river().and_then(|river| sheet.rivers.names.get(usize::from(river) - 1)).cloned();
            let kind = if river.is_some() { "river" } else { "open" };
            map.land.push(LandBorder {
                between,
                kind: kind.to_owned(),
                river,
                length: kilometres(border.sides),
            });
        } else if border.sides < borders::LEAST_AT_SEA {
            continue;
        } else if a < land {
            let length = kilometres(border.sides);
            map.coasts.push(Coast {
                area: list.areas[a].id.clone(),
                sea: list.seas[b - land].id.clone(),
                length,
            });
        } else {
            map.sea.push(SeaBorder { between: sorted(&list.seas[a - land].id, &list.seas[b - land].id) });
        }
    }
    map.land.sort_by(|a, b| a.between.cmp(&b.between));
    map.coasts.sort_by(|a, b| (&a.area, &a.sea).cmp(&(&b.area, &b.sea)));
    map.sea.sort_by(|a, b| a.between.cmp(&b.between));
}

fn seas(list: &List, coasts: &[Coast], middle: &[Option<(i32, i32)>]) -> Vec<Sea> {
    let british: BTreeSet<&str> = list
        .areas
        .iter()
        .filter(|area| {
            list.province_of(area).and_then(|province| province.holder.as_deref()) == Some("great_britain")
        })
        .map(|area| area.id.as_str())
        .collect();
    let sea = |(number, entry): (usize, &crate::list::SeaEntry)| {
        let mut marks = entry.marks.clone();
        if coasts.iter().any(|coast| coast.sea == entry.id && british.contains(coast.area.as_str())) {
            marks.insert("british".to_owned());
        }
        let at = middle.get(list.areas.len() + number).copied().flatten().unwrap_or_default();
        Sea { id: entry.id.clone(), name: entry.name.clone(), water: entry.water.clone(), at, marks }
    };
    list.seas.iter().enumerate().map(sea).collect()
}

fn provinces(list: &List) -> Vec<Province> {
    let province = |entry: &crate::list::ProvinceEntry| {
        let (money, manpower) = values::worth(entry, list);
        let (feudal_infantry, feudal_cavalry) = values::feudal(entry.marks.contains("feudal"), manpower);
        let known = entry.money.is_some() || entry.manpower.is_some();
        Province {
            id: entry.id.clone(),
            name: entry.name.clone(),
            home_of: entry.holder.clone(),
            money,
            manpower,
            people: entry.people,
            capital: entry.capital.clone(),
            worth_origin: known.then(|| "reconstructed".to_owned()),
            guerrilla: values::guerrilla(entry, list),
            feudal_infantry,
            feudal_cavalry,
            marks: entry
                .marks
                .iter()
                .filter(|mark| !matches!(mark.as_str(), "feudal" | "poor"))
                .cloned()
                .collect(),
        }
    };
    list.provinces.iter().map(province).collect()
}

fn areas(sheet: &Sheet, list: &List, map: &Map, middle: &[Option<(i32, i32)>]) -> Result<Vec<Area>, Fault> {
    let mut squares = vec![0_u64; list.areas.len()];
    for holder in &sheet.held.0 {
        if let Some(count) = squares.get_mut(usize::from(*holder)) {
            *count += 1;
        }
    }
    let square_kilometres = |count: u64| count * (SQUARE * SQUARE) as u64;
    let mut wide: BTreeMap<&str, u64> = BTreeMap::new();
    for (entry, count) in list.areas.iter().zip(&squares) {
        *wide.entry(entry.province.as_str()).or_default() += square_kilometres(*count);
    }
    let mut landmasses: BTreeMap<u32, u16> = BTreeMap::new();
    let mut areas = Vec::new();
    for (place, entry) in list.areas.iter().enumerate() {
        let stands = footing(entry.place, |at| sheet.ground.0[at] == Ground::Land).unwrap_or_default();
        let next = number(landmasses.len() + 1);
        let landmass = sheet.landmass.0[stands].map_or(0, |piece| *landmasses.entry(piece).or_insert(next));
        let province = list.province_of(entry);
        let power = province.and_then(|province| province.holder.as_deref());
        let national = power
            .and_then(|power| list.rates.get(power))
            .is_some_and(|rate| rate.capitals.contains(&entry.id));
        let city = entry.city.as_ref().map(|city| {
            let provincial = province.is_some_and(|province| province.capital == entry.id);
            let capital = if national { Some("national") } else { provincial.then_some("provincial") };
            City {
                at: ((stands % WIDTH) as i32, (stands / WIDTH) as i32),
                inhabitants: city.inhabitants,
                towers: values::towers(city, national),
                fletches: city.works,
                capital: capital.map(str::to_owned),
            }
        });
        let people = province.map_or(0, |province| province.people);
        let poor = province.is_some_and(|province| province.marks.contains("poor"));
        let wide = wide.get(entry.province.as_str()).copied().unwrap_or_default();
        areas.push(Area {
            id: entry.id.clone(),
            name: entry.name.clone(),
            local: entry.local.clone(),
            province: entry.province.clone(),
            terrain: entry.terrain,
            forage: values::forage(entry.terrain, poor, people, wide),
            at: middle.get(place).copied().flatten().unwrap_or_default(),
            place: ((entry.place.0 * 100.0).round() as i32, (entry.place.1 * 100.0).round() as i32),
            size: u32::try_from(square_kilometres(squares[place])).unwrap_or(u32::MAX),
            landmass,
            city,
            port: port(sheet, list, map, entry, stands)?,
        });
    }
    Ok(areas)
}

/// The port of an area: on the sea of its coast that lies nearest to the city, unless the list names another.
fn port(
    sheet: &Sheet,
    list: &List,
    map: &Map,
    entry: &AreaEntry,
    stands: Square,
) -> Result<Option<Port>, Fault> {
    let Some(city) = entry.city.as_ref().filter(|city| city.harbour > 0) else { return Ok(None) };
    let coast: BTreeSet<&str> =
        map.coasts.iter().filter(|coast| coast.area == entry.id).map(|coast| coast.sea.as_str()).collect();
    let (x, y) = ((stands % WIDTH) as i64, (stands / WIDTH) as i64);
    let mut nearest: Option<(i64, &str)> = None;
    let far = i64::from(INLAND);
    for dy in -far..=far {
        for dx in -far..=far {
            let Some(holder) = sheet.held.at(x + dx, y + dy) else { continue };
            let sea = usize::from(holder).checked_sub(list.areas.len()).and_then(|sea| list.seas.get(sea));
            let Some(sea) = sea.filter(|sea| coast.contains(sea.id.as_str())) else { continue };
            let away = dx * dx + dy * dy;
            if nearest.is_none_or(|(least, _)| away < least) {
                nearest = Some((away, &sea.id));
            }
        }
    }
    let named =
        list.corrections.harbours.get(&entry.id).map(String::as_str).filter(|sea| coast.contains(sea));
    let sea = named.or(nearest.map(|(_, sea)| sea)).ok_or_else(|| {
        Fault::list(format!("{}: its harbour has no sea near it; its coasts: {coast:?}", entry.id))
    })?;
    let water = list.seas.iter().find(|entry| entry.id == sea).map_or("", |entry| entry.water.as_str());
    let (domestic, american) = values::trade(city, water);
    Ok(Some(Port {
        sea: sea.to_owned(),
        guns: values::guns(city),
        fleets: values::fleets(city),
        domestic,
        american,
        naval: city.naval,
    }))
}

/// The first point and the step to each further one.
fn steps(points: &[(i32, i32)]) -> Vec<i32> {
    let mut last = (0, 0);
    let mut found = Vec::with_capacity(points.len() * 2);
    for point in points {
        found.extend([point.0 - last.0, point.1 - last.1]);
        last = *point;
    }
    found
}

fn shapes(sheet: &Sheet, list: &List) -> Shapes {
    let arcs = outline::arcs(&sheet.held);
    let mut rings = outline::rings(&arcs);
    let mut take = |holder: Holder| rings.remove(&holder).unwrap_or_default();
    let areas =
        list.areas.iter().enumerate().map(|(place, area)| (area.id.clone(), take(number(place)))).collect();
    let mut take_sea = |place: usize| take(number(list.areas.len() + place));
    let seas = list.seas.iter().enumerate().map(|(place, sea)| (sea.id.clone(), take_sea(place))).collect();
    let (outside, water) = (take(OUTSIDE), take(WATER));
    let arcs = arcs.iter().map(|arc| steps(&arc.points)).collect();
    Shapes {
        width: WIDTH as u32,
        height: HEIGHT as u32,
        kilometres: SQUARE as u32,
        arcs,
        areas,
        seas,
        outside,
        water,
        rivers: rivers(sheet),
    }
}

/// The rivers over land, straightened.
fn rivers(sheet: &Sheet) -> Vec<River> {
    let mut found = Vec::new();
    for (name, line) in &sheet.rivers.lines {
        let mut run: Vec<(i32, i32)> = Vec::new();
        let mut tell = |run: &mut Vec<(i32, i32)>| {
            let line = outline::straightened_line(run);
            if line.len() > 1 {
                found.push(River { name: name.clone(), line: steps(&line) });
            }
            run.clear();
        };
        for at in along(line) {
            if sheet.ground.0[at] == Ground::Land {
                run.push(((at % WIDTH) as i32, (at / WIDTH) as i32));
            } else {
                tell(&mut run);
            }
        }
        tell(&mut run);
    }
    found.sort_by(|a, b| (&a.name, &a.line).cmp(&(&b.name, &b.line)));
    found.dedup();
    found
}
