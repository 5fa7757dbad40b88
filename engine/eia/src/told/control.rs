//! Who has an area or a province now, as players tell it: public, and put right by telling it anew. A province of this program's map is held
//! as [`crate::board`] keeps it; who stands in single areas of it only the map shows.

use crate::board;
use crate::board::conquest::primary;
use crate::keys::{Key, known};
use crate::map::pack::{Board, Spot};
use crate::map::{AreaId, Place, ProvinceId, plain};
use crate::oob::Held;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position, rests};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::Stage;
use table::assent::{Assent, Rests, Weight};
use table::by_subject::{Ordered, Regent, Subject};
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
        /// How it has a province of this program's map; left out, as is likeliest ([`board::Board::had_by`]).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        how: Option<How>,
    },
    /// Tells that nobody has a minor country.
    Nobody {
        /// Its key.
        place: String,
    },
    /// Takes back what was told of a place.
    Drop {
        /// Its key.
        place: String,
    },
}

/// How a power has a province.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// A minor country that it conquered.
    Conquered,
    /// A minor country that is its free state.
    Free,
    /// What another power ceded to it.
    Ceded,
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
fn may(state: &Position, order: Order) -> Result<Event, Refusal> {
    match order {
        Order::Tell { place, power, how } => {
            if !state.choice.powers().any(|one| one == power) {
                return Err(Refusal::new(said!("{} is no power of this campaign.", power)));
            }
            let at = held(state, &place)?;
            let already = || Err(Refusal::new(said!("{} has {} already.", power, at.name())));
            let is_single = within(state, &at).next().is_some();
            if let Some(refusal) = province_of(&at).and_then(|of| bars(state, power, of, how)) {
                return Err(refusal);
            }
            if let Key::Shipped(Place::Province(province)) = at {
                let now = how_held(state, province, power, how)?;
                if state.held(province) == now && !is_single {
                    return already();
                }
                return Ok(told_of(state, province, now));
            }
            if how.is_some() {
                return Err(Refusal::new(said!("How it is held is told of a whole province of the map.")));
            }
            let place = at.written();
            if state.control.get(&place) == Some(&power) && !is_single {
                return already();
            }
            Ok(Event::Control(Happened::ControlTold { place, power }))
        }
        Order::Nobody { place } => {
            let Key::Shipped(Place::Province(province)) = held(state, &place)? else {
                return Err(Refusal::new(said!("Neutral is a minor country of the map, as a whole.")));
            };
            if state.board.home_of(province).is_some() {
                let says = said!("{} is a province of a major power, and never neutral.", province.name());
                return Err(Refusal::new(says));
            }
            if state.held(province) == Held::Neutral {
                return Err(Refusal::new(said!("{} is neutral already.", province.name())));
            }
            Ok(told_of(state, province, Held::Neutral))
        }
        Order::Drop { place } => {
            let at = Key::read(&place);
            let nothing =
                || Refusal::new(said!("Nothing was told of who has {}.", at.as_ref().map_or("", Key::name)));
            if let Some(Key::Shipped(Place::Province(province))) = at {
                let start = state.board.at_start(province);
                return if state.held(province) == start {
                    Err(nothing())
                } else {
                    Ok(told_of(state, province, start))
                };
            }
            let place = at.as_ref().map_or(place, Key::written);
            if !state.control.contains_key(&place) {
                return Err(nothing());
            }
            Ok(Event::Control(Happened::ControlDropped { place }))
        }
    }
}

/// The province of this program's map that a place is, or lies in.
fn province_of(at: &Key) -> Option<ProvinceId> {
    match at {
        Key::Shipped(Place::Province(province)) => Some(*province),
        Key::Shipped(Place::Area(area)) => Some(area.on_map().province),
        _ => None,
    }
}

/// Why a power is not told to have a province, nor any area of it; what is offered asks the same.
fn bars(state: &Position, power: Power, province: ProvinceId, how: Option<How>) -> Option<Refusal> {
    let is_taken = how.is_none_or(|how| how == How::Conquered);
    let passes = || crate::access::forcible::takes_nothing(state, power, province);
    crate::LAWS
        .iter()
        .find_map(|law| law.bars_control(state, province))
        .or_else(|| is_taken.then(passes).flatten())
}

/// How a power is told to have a province.
fn how_held(state: &Position, province: ProvinceId, power: Power, how: Option<How>) -> Result<Held, Refusal> {
    let is_minor = state.board.home_of(province).is_none();
    match how {
        None => Ok(state.board.had_by(province, power)),
        Some(How::Conquered) if is_minor => Ok(state.board.had_by(province, power)),
        Some(How::Free) if is_minor => Ok(Held::Free(power)),
        Some(How::Conquered | How::Free) => Err(Refusal::new(said!(
            "{} is a province of a major power: another has it only as ceded.",
            province.name()
        ))),
        Some(How::Ceded) if !is_minor && state.board.home_of(province) != Some(power) => {
            Ok(Held::Ceded(power))
        }
        Some(How::Ceded) => Err(Refusal::new(said!("Ceded is only a home province of another power."))),
    }
}

/// A province is told to be held so. A free state of the start that was conquered, and is told to be what it was, is so with the districts that
/// fell with it: Macedonia with Greece. Else each district is told by itself.
fn told_of(state: &Position, province: ProvinceId, held: Held) -> Event {
    let (now, start) = (state.held(province), state.board.at_start(province));
    let is_back = matches!((now, start), (Held::Conquered(_), Held::Free(_))) && held == start;
    let comes_with_it = |other: &ProvinceId| {
        *other != province
            && primary(*other) == province
            && (state.held(*other), state.board.at_start(*other)) == (now, start)
    };
    let districts = ProvinceId::all().filter(|other| is_back && comes_with_it(other));
    let provinces = std::iter::once(province).chain(districts);
    let provinces = provinces.map(|province| board::Change { province, held }).collect();
    let (now, rules) = (BTreeMap::new(), Vec::new());
    Event::Board(board::Happened::Held { provinces, why: board::Why::Told, now, rules })
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
pub(crate) fn renamed(told: &mut Told, from: &str, to: &str) {
    let key = |name: &str| Key::Area(name.to_owned()).written();
    if let Some(power) = told.remove(&key(from)) {
        told.insert(key(to), power);
    }
}

/// The areas of this program's map of which it was told who has them, or of which the province is held otherwise than at the start, and who
/// has them.
#[must_use]
pub fn on_the_map(state: &Position) -> Vec<(AreaId, Power)> {
    let changed: BTreeMap<ProvinceId, Held> = state.board.changed().collect();
    let of = |area: AreaId| {
        let told = state.control.get(&Place::Area(area).key()).copied();
        told.or_else(|| changed.get(&area.on_map().province)?.by())
    };
    AreaId::all().filter_map(|area| Some((area, of(area)?))).collect()
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
        // Who has each area is looked up once, and what bars a power once in each province: there are hundreds of areas.
        let all = super::counters::areas(state);
        let ours = state.map.pack.is_none();
        let provinces = AreaId::all().map(|area| ours.then(|| area.on_map().province));
        let provinces = provinces.chain(std::iter::repeat(None));
        let all: Vec<(&String, Option<ProvinceId>, Option<Power>)> = all
            .iter()
            .zip(provinces)
            .map(|((place, _), province)| (place, province, state.control.get(place).copied()))
            .collect();
        let mut offers = Vec::new();
        for power in state.choice.powers() {
            let order = |place: &str| Order::Tell { place: place.to_owned(), power, how: None };
            let is_barred = |province: &ProvinceId| bars(state, power, *province, None).is_some();
            let barred: BTreeSet<ProvinceId> = ProvinceId::all().filter(is_barred).collect();
            let is_new = |(_, province, has): &&(&String, Option<ProvinceId>, Option<Power>)| {
                *has != Some(power) && province.is_none_or(|province| !barred.contains(&province))
            };
            let at: Vec<&String> = all.iter().filter(is_new).map(|(place, ..)| *place).collect();
            if let Some(first) = at.first().filter(|place| may(state, order(place)).is_ok()) {
                let place = Field::required("place", Kind::one_of(&at));
                offers.push(Offer::of_order("control", order(first), vec![place]));
            }
        }
        let changed = state.board.changed().map(|(province, _)| Place::Province(province).key());
        let told: Vec<String> = state.control.keys().cloned().chain(changed).collect();
        if let Some(first) = told.first() {
            let order = Order::Drop { place: first.clone() };
            let place = Field::required("place", Kind::one_of(&told));
            offers.push(Offer::of_order("control", order, vec![place]).back());
        }
        offers
    }
}

/// Who has a place now, or an area of it, as the bot keeps it or as it was told.
fn holders(state: &Position, place: &str) -> BTreeSet<Power> {
    let Some(at) = Key::read(place) else { return BTreeSet::new() };
    let told = |place: &str| state.control.get(place).copied();
    // An area of the group's own map that was not told by itself is with its province.
    let of_its_province = |at: &Key| {
        let (Key::Area(name), Some(board)) = (at, state.map.board()) else { return None };
        let spot = board.all().find(|spot| plain(board.name(*spot)) == plain(name))?;
        let province = plain(board.province(spot)?);
        let is_it =
            |key: &&String| matches!(Key::read(key), Some(Key::Province(name)) if plain(&name) == province);
        state.control.keys().find(is_it).and_then(|key| told(key))
    };
    let whole = told(place).or_else(|| of_its_province(&at)).or_else(|| state.held(province_of(&at)?).by());
    whole.into_iter().chain(within(state, &at).filter_map(|area| told(&area))).collect()
}

/// Who has a place is told: it rests on the word of the players who have it now, or areas of it, and of all where nobody has. What passes from one to
/// another with whom he is at peace the others vote on: both could be friends.
fn rests_on(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: &Order) -> Option<Assent> {
    let state = table.state();
    let friends = handed_over(state, order);
    if !friends.is_empty() {
        let to = if let Order::Tell { power, .. } = order { Some(*power) } else { None };
        let seat_of = |power: Power| state.choice.holdings.get(&power).map(|holding| holding.seat.clone());
        let of = friends.into_iter().chain(to).filter_map(seat_of).collect();
        return Some(Assent { of, weight: Weight::Decisive });
    }
    let place = place_of(state, order);
    let holders = holders(state, &place);
    let loses_trade = state.loses_indian_trade(order, &place);
    let losers = holders.iter().copied().chain(loses_trade);
    let others = losers.filter(|power| !rests::plays(state, seat, *power));
    let of_others = others.filter_map(|power| rests::on_player_of(state, power)).reduce(Assent::and);
    // What is his own he may tell away.
    let is_own = holders.iter().any(|power| rests::plays(state, seat, *power));
    of_others.or_else(|| if is_own { None } else { rests::on_all(table) })
}

impl Position {
    /// The power that loses the Indian trade by it that an enemy of its has a place; `None` where none does (`house.suez.british-loss`).
    fn loses_indian_trade(&self, order: &Order, place: &str) -> Option<Power> {
        let Order::Tell { power, .. } = order else { return None };
        let trade = &crate::map::map().trade;
        let province = match held(self, place) {
            Ok(Key::Shipped(Place::Province(province))) => province,
            Ok(Key::Shipped(Place::Area(area))) => area.on_map().province,
            _ => return None,
        };
        let is_lost = province == trade.indian_lost_with && self.are_at_war(*power, trade.indian_holder);
        is_lost.then_some(trade.indian_holder)
    }
}

/// The place that an order is about, by its key.
fn place_of(state: &Position, order: &Order) -> String {
    let (Order::Tell { place, .. } | Order::Nobody { place } | Order::Drop { place }) = order;
    held(state, place).map_or_else(|_| place.clone(), |at| at.written())
}

/// To which power a player tells away what is his own; `None` where he does not.
pub(crate) fn handed_to(state: &Position, seat: &SeatId, order: &Order) -> Option<Power> {
    let Order::Tell { power, .. } = order else { return None };
    let is_own = |holder: &Power| rests::plays(state, seat, *holder);
    let hands = holders(state, &place_of(state, order)).iter().any(is_own);
    (hands && !is_own(power)).then_some(*power)
}

/// Whether a player says that nobody has any more what is his own.
pub(crate) fn lets_go(state: &Position, seat: &SeatId, order: &Order) -> bool {
    let is_own = |holder: &Power| rests::plays(state, seat, *holder);
    !matches!(order, Order::Tell { .. }) && holders(state, &place_of(state, order)).iter().any(is_own)
}

/// Refuses that a player hands a home province of his own to another power, where politics are kept: that takes a formal peace.
fn by_peace_alone(state: &Position, seat: &SeatId, order: &Order) -> Result<(), Refusal> {
    let Order::Tell { place, power, how } = order else { return Ok(()) };
    if let Ok(Key::Shipped(Place::Province(province))) = held(state, place)
        && state.held(province).by().is_some_and(|holder| rests::plays(state, seat, holder))
    {
        let now = how_held(state, province, *power, *how)?;
        if let Some(refusal) = board::cession::by_peace_alone(state, province, now) {
            return Err(refusal);
        }
    }
    Ok(())
}

/// The powers that have a place of which another is told to have it, where politics are kept and it was conquered in no war: of free will one cedes,
/// under the conditions of that. What is at home with the power may be told back to it.
fn handed_over(state: &Position, order: &Order) -> BTreeSet<Power> {
    let Order::Tell { power: to, .. } = order else { return BTreeSet::new() };
    let place = place_of(state, order);
    let is_home = |province: ProvinceId| {
        state.board.home_of(province) == Some(*to)
            || crate::map::home_of(province, state.board.era()) == Some(*to)
    };
    let province = Key::read(&place).and_then(|at| province_of(&at));
    if !state.politics.opened || province.is_some_and(is_home) {
        return BTreeSet::new();
    }
    let is_played = |power: &Power| state.choice.holdings.contains_key(power) && !state.is_out(*power);
    let at_peace = |holder: &Power| holder != to && is_played(holder) && !state.are_at_war(*holder, *to);
    holders(state, &place).into_iter().filter(at_peace).collect()
}

/// Refuses that a player hands on what somebody else has told to be another's, until that is decided.
fn not_handed_on(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: &Order) -> Result<(), Refusal> {
    let state = table.state();
    let place = place_of(state, order);
    let is_own = holders(state, &place).iter().any(|power| rests::plays(state, seat, *power));
    let is_about_it = |told: &serde_json::Value| {
        serde_json::from_value(told.clone()).is_ok_and(|told: Order| place_of(state, &told) == place)
    };
    if !is_own || !table.told_by_others(seat).any(is_about_it) {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "Another has told who has that, and it is not decided yet: confirm it or deny it first."
    )))
}

impl Ordered<EmpiresInArms> for Holders {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::On(rests_on);

    /// Does what a player orders.
    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        if !table.players().contains(seat) {
            return Err(Refusal::new(said!("Who has an area is told by those who play in the campaign.")));
        }
        not_handed_on(table, seat, &order)?;
        by_peace_alone(table.state(), seat, &order)?;
        let happened = may(table.state(), order)?;
        table.emit(&happened)?;
        crate::LAWS.iter().try_for_each(|law| law.hands_changed(table))
    }
}
