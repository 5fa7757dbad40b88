//! Where the counters of corps and fleets stand, as their players tell it: public, as on the board. How strong they are is in no counter; it
//! lies in their owners' strongboxes.

use crate::guards::owns;
use crate::keys::{Key, known};
use crate::map::{AreaId, Place, ProvinceId, SeaId};
use crate::oob;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, LAWS, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use table::Stage;
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
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

/// The counters on the map, for each power by their names.
pub type Counters = BTreeMap<Power, OfAPower>;

/// The counters of a power, by their names. A copy costs nothing.
pub type OfAPower = imbl::OrdMap<String, Counter>;

/// What a counter is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// A corps, or what else stands on land.
    #[default]
    Corps,
    /// A fleet.
    Fleet,
}

impl Piece {
    /// Whether it is a corps.
    #[must_use]
    pub fn is_corps(&self) -> bool {
        *self == Piece::Corps
    }

    /// What the order of battle of a scenario says that a power's counter of a name is; `None` where it has none of the name.
    #[must_use]
    pub fn of_the_order(scenario: &str, power: Power, name: &str) -> Option<Piece> {
        let order = oob::of(scenario)?;
        let is = |known: &str| known.to_lowercase() == name.to_lowercase();
        if order.powers.get(&power)?.fleets.iter().any(|fleet| is(&fleet.name)) {
            return Some(Piece::Fleet);
        }
        order.corps(power).iter().any(|corps| is(&corps.name)).then_some(Piece::Corps)
    }
}

/// A counter that stands on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// Where: a key such as `area/vienna` or `sea/english-channel`; on a group's own map `own/Northmark` or `own-sea/Broad Sound`.
    pub place: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "Piece::is_corps")]
    pub piece: Piece,
}

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
        /// What it is, where neither the map nor the order of battle says so; a corps where this does not say it either.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<Piece>,
    },
    /// Takes one off the map.
    Remove {
        /// Whose it is.
        power: Power,
        /// Its name.
        name: String,
    },
    /// Puts several on the map, moves them or takes them off: all of them, or none.
    Many {
        /// One after another.
        all: Vec<Order>,
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
        /// What it is.
        #[serde(default, skip_serializing_if = "Piece::is_corps")]
        piece: Piece,
    },
    /// It is off the map.
    CounterRemoved {
        /// Whose it is.
        power: Power,
        /// Its name.
        name: String,
    },
}

impl Position {
    /// The counters of a power on the map, by their names.
    #[must_use]
    pub fn counters_of(&self, power: Power) -> &OfAPower {
        static NONE: LazyLock<OfAPower> = LazyLock::new(OfAPower::new);
        self.counters.get(&power).unwrap_or(&NONE)
    }

    /// The powers whose counters a seat moves: its own, and those without a player that it controls (14.3).
    #[must_use]
    pub fn moved_by(&self, seat: &SeatId) -> Vec<Power> {
        self.choice.powers_of(seat).into_iter().chain(self.controlled_by(seat)).collect()
    }

    /// Why a counter of a power is out of the game; `None` where it is in it.
    #[must_use]
    pub fn why_counter_lost(&self, power: Power, piece: Piece, name: &str) -> Option<Refusal> {
        LAWS.iter().find_map(|law| law.lost_counter(self, power, piece, name))
    }

    /// Why a counter of a power is not in the game yet; `None` where it is, or was.
    pub(crate) fn why_no_counter(&self, power: Power, name: &str) -> Option<Refusal> {
        LAWS.iter().find_map(|law| law.bars_counter(self, power, name))
    }

    /// Whether a corps of a power stands in a province, as far as counters are on the map.
    #[must_use]
    pub fn stands_in(&self, power: Power, province: ProvinceId) -> bool {
        self.counters_of(power).values().any(|counter| {
            counter.piece.is_corps()
                && matches!(Place::by_key(&counter.place), Some(Place::Area(area)) if area.on_map().province == province)
        })
    }
}

/// The counter of a power by its name in any case, as it is written on the map.
pub(crate) fn named<'c>(state: &'c Position, power: Power, name: &str) -> Option<(&'c String, &'c Counter)> {
    state.counters_of(power).iter().find(|(known, _)| known.to_lowercase() == name.to_lowercase())
}

/// A counter of a power is taken off the map, where it stands there.
pub(crate) fn leaves(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    name: &str,
) -> Result<(), Refusal> {
    let Some((known, _)) = named(table.state(), power, name) else { return Ok(()) };
    let name = known.clone();
    table.emit(&Event::Counter(Happened::CounterRemoved { power, name }))
}

/// Why a corps of a power comes to no area, as far as the bot knows it; `None` where it may.
fn bars_entry(state: &Position, power: Power, area: AreaId) -> Option<Refusal> {
    LAWS.iter().find_map(|law| law.bars_entry(state, power, area))
}

/// Whether a corps of a power may come to a place at all, as far as the bot knows it.
pub(crate) fn may_enter(state: &Position, power: Power, place: &str) -> bool {
    match Place::by_key(place) {
        Some(Place::Area(area)) => bars_entry(state, power, area).is_none(),
        _ => true,
    }
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

/// What a counter of a power is: as it stands on the map, else as the order of battle says, else as its player declares it.
fn piece_of(
    state: &Position,
    scenario: &str,
    power: Power,
    name: &str,
    declared: Option<Piece>,
    at_sea: bool,
) -> Result<Piece, Refusal> {
    let stands = named(state, power, name).map(|(_, counter)| counter.piece);
    let known = stands.or_else(|| Piece::of_the_order(scenario, power, name));
    match (known, declared) {
        (Some(known), Some(declared)) if known != declared => Err(Refusal::new(match known {
            Piece::Fleet => said!("\"{}\" is a fleet, and a corps is asked.", name),
            Piece::Corps => said!("\"{}\" is a corps, and a fleet is asked.", name),
        })),
        // What nobody knows and nobody declares is a fleet where it comes up at sea.
        (None, None) if at_sea => Ok(Piece::Fleet),
        (known, declared) => Ok(known.or(declared).unwrap_or_default()),
    }
}

/// Refuses a fleet in an area that has no port. On a group's own map an area has one unless the table says that it has none.
fn at_a_port(state: &Position, piece: Piece, place: &str) -> Result<(), Refusal> {
    let inland = match Key::read(place) {
        Some(Key::Shipped(Place::Area(area))) if area.on_map().port.is_none() => Some(area.name().to_owned()),
        Some(Key::Area(own)) => {
            let board = state.map.board();
            let spot = board.and_then(|board| Some((board, board.by_name(&own)?)));
            spot.filter(|(board, spot)| board.has_no_port(*spot)).map(|_| own)
        }
        _ => None,
    };
    match inland.filter(|_| piece == Piece::Fleet) {
        Some(area) => Err(Refusal::new(said!(
            "A fleet stands in a sea area or in an area with a port, and {} has none.",
            area
        ))),
        None => Ok(()),
    }
}

/// A counter of a power and where it is to stand, both as they are on the record.
fn at(
    state: &Position,
    scenario: &str,
    power: Power,
    name: &str,
    place: &str,
    declared: Option<Piece>,
) -> Result<(String, Counter), Refusal> {
    let name = name.trim().to_owned();
    offers::Kind::Name { most: LONGEST_NAME, taken: Vec::new() }
        .check("name", &Value::from(name.as_str()))?;
    if let Some(refusal) = state.why_no_counter(power, &name) {
        return Err(refusal);
    }
    let place = stands(state, place)?;
    let at_sea = matches!(Key::read(&place), Some(Key::Shipped(Place::Sea(_)) | Key::Sea(_)));
    let piece = piece_of(state, scenario, power, &name, declared, at_sea)?;
    at_a_port(state, piece, &place)?;
    if let Some(Key::Shipped(Place::Area(area))) = Key::read(&place).filter(|_| piece.is_corps())
        && let Some(refusal) = bars_entry(state, power, area)
    {
        return Err(refusal);
    }
    let before = named(state, power, &name);
    if before.is_none() && state.counters_of(power).len() >= MOST {
        return Err(Refusal::new(said!("A power has {} counters on the map at most.", MOST)));
    }
    let barred = LAWS.iter().find_map(|law| law.bars_new_counter(state, power, piece, &name, &place));
    if let Some(refusal) = barred.filter(|_| before.is_none()) {
        return Err(refusal);
    }
    Ok((before.map_or(name, |(known, _)| known.clone()), Counter { place, piece }))
}

/// The same of a corps, which stands on land.
pub(crate) fn corps_at(
    state: &Position,
    scenario: &str,
    power: Power,
    name: &str,
    place: &str,
) -> Result<(String, String), Refusal> {
    let (name, Counter { place, .. }) = at(state, scenario, power, name, place, Some(Piece::Corps))?;
    if matches!(Key::read(&place), Some(Key::Shipped(Place::Sea(_)) | Key::Sea(_))) {
        return Err(Refusal::new(said!("A corps comes in on land, in an area of the map.")));
    }
    Ok((name, place))
}

/// Whether a player may order it, and what happens then.
fn may(state: &Position, scenario: &str, seat: &SeatId, order: Order) -> Result<Happened, Refusal> {
    let power = match &order {
        Order::Place { power, .. } | Order::Remove { power, .. } => *power,
        Order::Many { .. } => {
            return Err(Refusal::new(said!("Several counters are told one after another.")));
        }
    };
    owns(&state.moved_by(seat), power)?;
    Ok(match order {
        Order::Place { power, name, place, piece } => {
            let (name, Counter { place, piece }) = at(state, scenario, power, &name, &place, piece)?;
            if named(state, power, &name).is_some_and(|(_, counter)| counter.place == place) {
                return Err(Refusal::new(said!("{} stands there already.", name)));
            }
            Happened::CounterPlaced { power, name, place, piece }
        }
        Order::Remove { power, name } => match named(state, power, name.trim()) {
            Some((known, _)) => Happened::CounterRemoved { power, name: known.clone() },
            None => {
                return Err(Refusal::new(said!("{} has no counter \"{}\" on the map.", power, name)));
            }
        },
        Order::Many { .. } => {
            return Err(Refusal::new(said!("Several counters are told one after another.")));
        }
    })
}

/// An area of the group's own map has another name: what stands there stays.
pub(crate) fn renamed(counters: &mut Counters, from: &str, to: &str) {
    let (from, to) = (Key::Area(from.to_owned()).written(), Key::Area(to.to_owned()).written());
    for own in counters.values_mut() {
        let there = own.iter().filter(|(_, counter)| counter.place == from);
        let there: Vec<(String, Counter)> =
            there.map(|(name, counter)| (name.clone(), Counter { place: to.clone(), ..*counter })).collect();
        own.extend(there);
    }
}

/// What a power's counters are called that are offered to be put on the map; any other name is written.
pub(crate) const CORPS: [&str; 8] =
    ["I Corps", "II Corps", "III Corps", "IV Corps", "V Corps", "VI Corps", "VII Corps", "VIII Corps"];

/// What a power's counters are called that are offered to be put on the map: the fleets of the order of battle, and the usual corps that it
/// does not know as something else.
fn usual(scenario: &str, power: Power, piece: Piece) -> Vec<String> {
    let fleets = || oob::of(scenario).and_then(|order| order.powers.get(&power)).map(|forces| &forces.fleets);
    match piece {
        Piece::Fleet => fleets().into_iter().flatten().map(|fleet| fleet.name.clone()).collect(),
        Piece::Corps => CORPS.map(str::to_owned).into(),
    }
}

/// The areas of the map that is played on, each with whether a fleet can stand there. Of a group's own map a view has none.
pub(crate) fn areas(state: &Position) -> Cow<'static, [(String, bool)]> {
    static OF_OUR_MAP: LazyLock<Vec<(String, bool)>> = LazyLock::new(|| {
        let area = |area: AreaId| (Place::Area(area).key(), area.on_map().port.is_some());
        AreaId::all().map(area).collect()
    });
    let Some(board) = state.map.board() else {
        return if state.map.pack.is_some() { Cow::default() } else { Cow::Borrowed(&OF_OUR_MAP) };
    };
    let area = |spot| (Key::Area(board.name(spot).to_owned()).written(), !board.has_no_port(spot));
    board.all().map(area).collect()
}

/// Counters on the map, as a subject of the game.
pub enum OnTheMap {}

impl Subject<EmpiresInArms> for OnTheMap {
    type Happened = Happened;

    /// Changes the counters by what happened.
    fn apply(state: &mut Position, happened: Happened) {
        match happened {
            Happened::CounterPlaced { power, name, place, piece } => {
                LAWS.iter().for_each(|law| law.apply_counter(state, power, &name, Some(&place)));
                state.counters.entry(power).or_default().insert(name, Counter { place, piece });
                state.counter_stands(power);
            }
            Happened::CounterRemoved { power, name } => {
                LAWS.iter().for_each(|law| law.apply_counter(state, power, &name, None));
                if let Some(own) = state.counters.get_mut(&power) {
                    own.remove(&name);
                }
            }
        }
    }

    /// What the viewer may do with his counters: to put one on the map or elsewhere, corps and fleets by themselves, to where none of them
    /// stands; and to take one off.
    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
        let (land, mut sea) = (areas(state), Vec::new());
        if state.map.pack.is_none() {
            sea.extend(SeaId::all().map(|sea| (Place::Sea(sea).key(), true)));
        }
        let allowed = |order: Order| may(state, &table.scenario, seat, order).is_ok();
        let mut offers = Vec::new();
        for power in state.moved_by(seat) {
            let own = state.counters_of(power);
            let placed: Vec<&String> = own.keys().collect();
            let taken: BTreeSet<&str> = own.values().map(|counter| counter.place.as_str()).collect();
            for piece in [Piece::Fleet, Piece::Corps] {
                let here = own.iter().filter(|(_, counter)| counter.piece == piece);
                let no_fleets = || LAWS.iter().any(|law| law.bars_new_fleets(state, power).is_some());
                let comes_in = placed.len() < MOST && (piece.is_corps() || !no_fleets());
                let in_play =
                    |name: &String| comes_in && state.why_counter_lost(power, piece, name).is_none();
                let new = usual(&table.scenario, power, piece).into_iter().filter(in_play);
                let mut names: Vec<String> = here.map(|(name, _)| name.clone()).chain(new).collect();
                names.sort_unstable();
                names.dedup();
                let order = |name: &str, place: &str| Order::Place {
                    power,
                    name: name.to_owned(),
                    place: place.to_owned(),
                    piece: Some(piece),
                };
                let free = |place: &&String| !taken.contains(place.as_str());
                let fits = land.iter().chain(&sea);
                let fits = fits.filter(|(_, takes_fleets)| *takes_fleets || piece.is_corps());
                let entered = |place: &&String| !piece.is_corps() || may_enter(state, power, place);
                let at: Vec<&String> = fits.map(|(place, _)| place).filter(free).filter(entered).collect();
                let name = names.first();
                if let Some(first) = at.first().filter(|at| name.is_some_and(|name| allowed(order(name, at))))
                {
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
}

impl Ordered<EmpiresInArms> for OnTheMap {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::OnNobody;

    /// Does what a player orders.
    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        let all = match order {
            Order::Many { all } if all.is_empty() || all.len() > MOST => {
                return Err(Refusal::new(said!("1 to {} counters are told at once.", MOST)));
            }
            Order::Many { all } => all,
            one => vec![one],
        };
        for order in all {
            let happened = may(table.state(), table.scenario(), seat, order)?;
            table.emit(&Event::Counter(happened))?;
        }
        Ok(())
    }
}
