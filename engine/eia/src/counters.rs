//! Where the counters of corps and fleets stand, as their players tell it: public, as on the board. How strong they are is in no counter; it
//! lies in their owners' strongboxes.

use super::keys::{Key, known};
use super::map::{AreaId, Place, SeaId, plain};
use super::powers::Power;
use super::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use table::Stage;
use table::game::Table;
use table::names::SeatId;
use table::offers::{self, Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// The longest name of a counter, in characters.
pub const LONGEST_NAME: usize = 40;
/// Counters of a power at most; ours, more than any power has.
pub const MOST: usize = 60;

/// The counters on the map: for each power where each stands, a key such as `area/vienna` or `sea/english-channel`; on a group's own map
/// `own/Northmark` or `own-sea/Broad Sound`.
pub type Counters = BTreeMap<Power, BTreeMap<String, String>>;

/// What a player orders about his counters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "counter", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Puts one on the map, or moves it.
    Place {
        /// Whose it is.
        power: Power,
        /// Its name: `II Corps`, `Brest fleet`.
        name: String,
        /// Where: an area's or a sea's key, of the map that is played on.
        place: String,
    },
    /// Takes one off the map.
    Remove {
        /// Whose it is.
        power: Power,
        /// Its name.
        name: String,
    },
}

/// What happened to a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// It stands somewhere.
    CounterPlaced {
        /// Whose it is.
        power: Power,
        /// Its name.
        name: String,
        /// Where.
        place: String,
    },
    /// It is off the map.
    CounterRemoved {
        /// Whose it is.
        power: Power,
        /// Its name.
        name: String,
    },
}

/// The counter of a power by its name in any case, as it is written on the map.
fn named<'c>(state: &'c Position, power: Power, name: &str) -> Option<(&'c String, &'c String)> {
    let own = state.counters.get(&power)?;
    own.iter().find(|(known, _)| known.to_lowercase() == name.to_lowercase())
}

/// Where a counter can stand: the key as it is on the record.
fn stands(state: &Position, place: &str) -> Result<String, Refusal> {
    match known(state, place).map_err(Refusal::new)? {
        Key::Province(_) | Key::Shipped(Place::Province(_) | Place::Combination(_) | Place::Power(_)) => {
            Err(Refusal::new(said!("A counter stands in an area or in a sea area of the map.")))
        }
        at => Ok(at.written()),
    }
}

/// Whether a counter is a fleet, by its name.
fn is_fleet(name: &str) -> bool {
    plain(name).split(' ').any(|word| matches!(word, "fleet" | "laivasto"))
}

/// Refuses a fleet in an area that has no port. On a group's own map an area has one unless the table says that it has none.
fn at_a_port(state: &Position, name: &str, place: &str) -> Result<(), Refusal> {
    let inland = match Key::read(place) {
        Some(Key::Shipped(Place::Area(area))) if area.on_map().port.is_none() => Some(area.name().to_owned()),
        Some(Key::Area(own)) => {
            let board = state.map.board();
            let spot = board.and_then(|board| Some((board, board.by_name(&own)?)));
            spot.filter(|(board, spot)| board.has_no_port(*spot)).map(|_| own)
        }
        _ => None,
    };
    match inland.filter(|_| is_fleet(name)) {
        Some(area) => Err(Refusal::new(said!(
            "A fleet stands in a sea area or in an area with a port, and {} has none.",
            area
        ))),
        None => Ok(()),
    }
}

/// Does what a player orders.
pub(super) fn decide(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    order: Order,
) -> Result<(), Refusal> {
    let happened = may(table.state(), seat, order)?;
    table.emit(&Event::Counter(happened))
}

/// A counter of a power and where it is to stand, both as they are on the record.
fn at(state: &Position, power: Power, name: &str, place: &str) -> Result<(String, String), Refusal> {
    let name = name.trim().to_owned();
    offers::Kind::Name { most: LONGEST_NAME, taken: Vec::new() }
        .check("name", &Value::from(name.as_str()))?;
    let place = stands(state, place)?;
    at_a_port(state, &name, &place)?;
    let before = named(state, power, &name);
    if before.is_none() && state.counters.get(&power).map_or(0, BTreeMap::len) >= MOST {
        return Err(Refusal::new(said!("A power has {} counters on the map at most.", MOST)));
    }
    Ok((before.map_or(name, |(known, _)| known.clone()), place))
}

/// The same of a corps, which stands on land.
pub(super) fn corps_at(
    state: &Position,
    power: Power,
    name: &str,
    place: &str,
) -> Result<(String, String), Refusal> {
    if is_fleet(name) {
        return Err(Refusal::new(said!("\"{}\" is a fleet, and a corps is asked.", name.trim())));
    }
    let (name, place) = at(state, power, name, place)?;
    if matches!(Key::read(&place), Some(Key::Shipped(Place::Sea(_)) | Key::Sea(_))) {
        return Err(Refusal::new(said!("A corps comes in on land, in an area of the map.")));
    }
    Ok((name, place))
}

/// Whether a player may order it, and what happens then.
fn may(state: &Position, seat: &SeatId, order: Order) -> Result<Happened, Refusal> {
    let (Order::Place { power, .. } | Order::Remove { power, .. }) = order;
    if !state.choice.powers_of(seat).contains(&power) {
        return Err(Refusal::new(said!("{} is not yours, so you cannot move its counters.", power)));
    }
    Ok(match order {
        Order::Place { power, name, place } => {
            let (name, place) = at(state, power, &name, &place)?;
            if named(state, power, &name).is_some_and(|(_, at)| *at == place) {
                return Err(Refusal::new(said!("{} stands there already.", name)));
            }
            Happened::CounterPlaced { power, name, place }
        }
        Order::Remove { power, name } => match named(state, power, name.trim()) {
            Some((known, _)) => Happened::CounterRemoved { power, name: known.clone() },
            None => {
                return Err(Refusal::new(said!("{} has no counter \"{}\" on the map.", power, name)));
            }
        },
    })
}

/// An area of the group's own map has another name: what stands there stays.
pub(super) fn renamed(counters: &mut Counters, from: &str, to: &str) {
    let (from, to) = (Key::Area(from.to_owned()).written(), Key::Area(to.to_owned()).written());
    for place in counters.values_mut().flat_map(BTreeMap::values_mut).filter(|place| **place == from) {
        place.clone_from(&to);
    }
}

/// Changes the counters by what happened.
pub(super) fn apply(counters: &mut Counters, happened: Happened) {
    match happened {
        Happened::CounterPlaced { power, name, place } => {
            counters.entry(power).or_default().insert(name, place);
        }
        Happened::CounterRemoved { power, name } => {
            if let Some(own) = counters.get_mut(&power) {
                own.remove(&name);
            }
        }
    }
}

/// What a power's counters are called that are offered to be put on the map; any other name is written.
pub(super) const CORPS: [&str; 8] =
    ["I Corps", "II Corps", "III Corps", "IV Corps", "V Corps", "VI Corps", "VII Corps", "VIII Corps"];
/// The same for its fleets.
const FLEETS: [&str; 4] = ["1st Fleet", "2nd Fleet", "3rd Fleet", "4th Fleet"];

/// The areas of the map that is played on, each with whether a fleet can stand there. Of a group's own map a view has none.
pub(super) fn areas(state: &Position) -> Vec<(String, bool)> {
    let Some(board) = state.map.board() else {
        if state.map.pack.is_some() {
            return Vec::new();
        }
        let area = |area: AreaId| (Place::Area(area).key(), area.on_map().port.is_some());
        return AreaId::all().map(area).collect();
    };
    let area = |spot| (Key::Area(board.name(spot).to_owned()).written(), !board.has_no_port(spot));
    board.all().map(area).collect()
}

/// What the viewer may do with his counters: to put one on the map or elsewhere, corps and fleets by themselves, to where none of them
/// stands; and to take one off.
pub(super) fn offers(state: &Position, table: &View) -> Vec<Offer> {
    let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
    let mut all = areas(state);
    if state.map.pack.is_none() {
        all.extend(SeaId::all().map(|sea| (Place::Sea(sea).key(), true)));
    }
    let allowed = |order: Order| may(state, seat, order).is_ok();
    let mut offers = Vec::new();
    for power in state.choice.powers_of(seat) {
        let own = state.counters.get(&power);
        let placed: Vec<&String> = own.into_iter().flat_map(BTreeMap::keys).collect();
        let usual = CORPS.iter().chain(&FLEETS).map(|name| (*name).to_owned());
        let new = usual.filter(|_| placed.len() < MOST);
        let mut names: Vec<String> = placed.iter().map(|name| (*name).clone()).chain(new).collect();
        names.sort_unstable();
        names.dedup();
        for fleets in [true, false] {
            let mut names = names.clone();
            names.retain(|name| is_fleet(name) == fleets);
            let order = |name: &str, place: &str| Order::Place {
                power,
                name: name.to_owned(),
                place: place.to_owned(),
            };
            let free = |place: &&String| own.is_none_or(|own| own.values().all(|at| at != *place));
            let fits = all.iter().filter(|(_, takes_fleets)| *takes_fleets || !fleets);
            let at: Vec<&String> = fits.map(|(place, _)| place).filter(free).collect();
            let name = names.first();
            if let Some(first) = at.first().filter(|at| name.is_some_and(|name| allowed(order(name, at)))) {
                let (name, place) = (Kind::one_of(&names), Kind::one_of(&at));
                let fields = vec![Field::required("name", name), Field::required("place", place)];
                offers.push(Offer::of_order("counter", order("", first), fields));
            }
        }
        if let Some(first) = placed.first() {
            let order = Order::Remove { power, name: (*first).clone() };
            let name = Field::required("name", Kind::one_of(&placed));
            offers.push(Offer::of_order("counter", order, vec![name]).back());
        }
    }
    offers
}
