//! Who has an area or a province now, as players tell it: public, and put right by telling it anew. The rules that this program decides
//! ask nothing of it; the map shows it.

use super::keys::{Key, known};
use super::map::pack::{Board, Spot};
use super::map::{AreaId, Place, plain};
use super::powers::Power;
use super::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::Stage;
use table::by_subject::{Ordered, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// Who has which place, by its key: an area's, or a province's for all of its areas that are not told by themselves.
pub type Told = imbl::OrdMap<String, Power>;

/// What a player orders about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "control", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Tells that a power has a place.
    Tell {
        /// An area's or a province's key, of the map that is played on.
        place: String,
        /// The power.
        power: Power,
    },
    /// Takes back what was told of a place.
    Drop {
        /// Its key.
        place: String,
    },
}

/// What happened to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A power has a place.
    ControlTold {
        /// The place.
        place: String,
        /// The power.
        power: Power,
    },
    /// A place is again as the map has it.
    ControlDropped {
        /// The place.
        place: String,
    },
}

/// The place of a key that somebody can have.
fn held(state: &Position, place: &str) -> Result<Key, Refusal> {
    match known(state, place).map_err(Refusal::new)? {
        Key::Sea(_) | Key::Shipped(Place::Sea(_) | Place::Combination(_) | Place::Power(_)) => {
            Err(Refusal::new(said!("A power has an area or a province of the map.")))
        }
        at => Ok(at),
    }
}

/// Whether one who plays in the campaign may order it, and what happens then.
fn may(state: &Position, order: Order) -> Result<Happened, Refusal> {
    Ok(match order {
        Order::Tell { place, power } => {
            if !state.choice.powers().any(|one| one == power) {
                return Err(Refusal::new(said!("{} is no power of this campaign.", power)));
            }
            let at = held(state, &place)?;
            let place = at.written();
            if state.control.get(&place) == Some(&power) && within(state, &at).next().is_none() {
                return Err(Refusal::new(said!("{} has {} already.", power, at.name())));
            }
            Happened::ControlTold { place, power }
        }
        Order::Drop { place } => {
            let at = Key::read(&place);
            let place = at.as_ref().map_or(place, Key::written);
            if !state.control.contains_key(&place) {
                let name = at.as_ref().map_or("", Key::name);
                return Err(Refusal::new(said!("Nothing was told of who has {}.", name)));
            }
            Happened::ControlDropped { place }
        }
    })
}

/// What was told of single areas of a province.
fn within<'s>(state: &'s Position, at: &Key) -> impl Iterator<Item = String> + use<'s> {
    let areas: Vec<String> = match at {
        Key::Shipped(Place::Province(province)) => {
            province.on_map().areas.iter().map(|area| Place::Area(*area).key()).collect()
        }
        Key::Province(name) => {
            let board = state.map.board();
            let spots = board.into_iter().flat_map(|board| {
                board.areas_of(name).map(|spot| Key::Area(board.name(spot).to_owned()).written())
            });
            spots.collect()
        }
        _ => Vec::new(),
    };
    areas.into_iter().filter(move |area| state.control.contains_key(area))
}

/// An area of the group's own map has another name: who has it stays.
pub(super) fn renamed(told: &mut Told, from: &str, to: &str) {
    let key = |name: &str| Key::Area(name.to_owned()).written();
    if let Some(power) = told.remove(&key(from)) {
        told.insert(key(to), power);
    }
}

/// The areas of this program's map of which it was told who has them, and who does.
#[must_use]
pub fn on_the_map(told: &Told) -> Vec<(AreaId, Power)> {
    let province = |area: AreaId| told.get(&Place::Province(area.on_map().province).key());
    let of = |area: AreaId| told.get(&Place::Area(area).key()).or_else(|| province(area));
    AreaId::all().filter_map(|area| Some((area, *of(area)?))).collect()
}

/// The same for the group's own map.
#[must_use]
pub fn on_the_groups(told: &Told, board: &Board) -> Vec<(Spot, Power)> {
    let mut provinces: BTreeMap<String, Power> = BTreeMap::new();
    let mut areas: BTreeMap<String, Power> = BTreeMap::new();
    for (key, power) in told {
        match Key::read(key) {
            Some(Key::Province(name)) => _ = provinces.insert(plain(&name), *power),
            Some(Key::Area(name)) => _ = areas.insert(plain(&name), *power),
            _ => {}
        }
    }
    let of = |spot: Spot| {
        let province = || provinces.get(&plain(board.province(spot)?)).copied();
        areas.get(&plain(board.name(spot))).copied().or_else(province)
    };
    board.all().filter_map(|spot| Some((spot, of(spot)?))).collect()
}

/// Who has what on the map, as a subject of the game.
pub enum Holders {}

impl Subject<EmpiresInArms> for Holders {
    type Happened = Happened;

    /// Changes it by what happened. What is told of a province is told of all of its areas.
    fn apply(state: &mut Position, happened: Happened) {
        match happened {
            Happened::ControlTold { place, power } => {
                let single: Vec<String> =
                    Key::read(&place).map(|at| within(state, &at).collect()).unwrap_or_default();
                for area in single {
                    state.control.remove(&area);
                }
                state.control.insert(place, power);
            }
            Happened::ControlDropped { place } => {
                state.control.remove(&place);
            }
        }
    }

    /// What the viewer may tell of who has a part of the map, and take back of what was told.
    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let plays = table.seat().is_some_and(|seat| table.voters().contains(seat));
        // Before the powers are chosen nobody has anything.
        if !plays || table.stage != Stage::Playing || !state.choice.done {
            return Vec::new();
        }
        let all = super::counters::areas(state);
        let mut offers = Vec::new();
        for power in state.choice.powers() {
            let order = |place: &str| Order::Tell { place: place.to_owned(), power };
            let others = all.iter().map(|(place, _)| place);
            let at: Vec<&String> = others.filter(|place| state.control.get(*place) != Some(&power)).collect();
            if let Some(first) = at.first().filter(|place| may(state, order(place)).is_ok()) {
                let place = Field::required("place", Kind::one_of(&at));
                offers.push(Offer::of_order("control", order(first), vec![place]));
            }
        }
        if let Some(first) = state.control.keys().next() {
            let order = Order::Drop { place: first.clone() };
            let place = Field::required("place", Kind::one_of(state.control.keys()));
            offers.push(Offer::of_order("control", order, vec![place]).back());
        }
        offers
    }
}

impl Ordered<EmpiresInArms> for Holders {
    type Order = Order;

    /// Does what a player orders.
    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        if !table.players().contains(seat) {
            return Err(Refusal::new(said!("Who has an area is told by those who play in the campaign.")));
        }
        let happened = may(table.state(), order)?;
        table.emit(&Event::Control(happened))
    }
}
