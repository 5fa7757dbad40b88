//! What a player may order on the board now. A march goes the cheapest way and a voyage the shortest; a way of one's own is written.

use super::march::{marches, may_counter};
use super::{Led, Order, Standing, fleet, fought, may, sail};
use crate::Position;
use crate::campaigns::{Campaign, Kind as Paid};
use crate::country::Country;
use crate::geography::{self, Place, atlas};
use crate::leaders::{self, Office};
use crate::offers::{either, held_by, own_stacks, places};
use crate::outline::Frame;
use crate::paths::March;
use crate::purchase::Item;
use crate::thirds::Thirds;
use crate::units::{Counter, Hold};
use std::collections::BTreeSet;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};

/// The verb of these orders, as the record writes it.
const VERB: &str = "board";
/// Leaders of a country that are offered for a stack, at most.
const MOST_LEADERS: usize = 24;
/// Counters that are offered to be put on the board together. What is in a fleet counter is not told.
const SETS: [&[Counter]; 9] = [
    &[Counter::ArmyPlus],
    &[Counter::ArmyPlus, Counter::ArmyPlus],
    &[Counter::ArmyMinus, Counter::Ld],
    &[Counter::Ld],
    &[Counter::LandD],
    &[Counter::FleetPlus(BARE)],
    &[Counter::FleetMinus(BARE)],
    &[Counter::Nd],
    &[Counter::Nd, Counter::Nd, Counter::Dtr],
];
/// What a fleet counter holds on the board: that is its owner's secret.
const BARE: Hold = Hold { nd: 0, gd: 0, dtr: 0 };
/// All that is bought.
const ITEMS: [Item; 8] = [
    Item::Ld,
    Item::ArmyMinus,
    Item::ArmyPlus,
    Item::Nd,
    Item::Gd,
    Item::Dtr,
    Item::Fleet,
    Item::GalleyFleet,
];

/// Who makes the offers, and for whom.
struct Desk<'p> {
    state: &'p Position,
    seat: &'p SeatId,
    offers: Vec<Offer>,
}

/// The orders on the board.
pub(crate) fn offers(state: &Position, seat: &SeatId) -> Vec<Offer> {
    let mut desk = Desk { state, seat, offers: Vec::new() };
    for (stack, standing) in own_stacks(state, seat) {
        desk.losses_and_retreats(stack, standing);
    }
    // While a march waits for interceptions nothing else is done on the board.
    if state.under_way().is_some() {
        return desk.offers;
    }
    for country in state.countries_of(seat) {
        desk.of_country(country);
    }
    if !state.countries_of(seat).is_empty() {
        desk.told();
    }
    for (stack, standing) in own_stacks(state, seat) {
        desk.of_stack(stack, standing);
        if standing.stack.is_naval() {
            desk.of_ships(stack, standing)
        } else {
            desk.of_troops(stack, standing)
        }
    }
    desk.offers
}

impl Desk<'_> {
    fn allowed(&self, order: &Order) -> bool {
        may(self.state, self.seat, order).is_ok()
    }

    /// An order with some fields left open.
    fn open(&mut self, order: &Order, open: Vec<Field>) {
        let offer = Offer::of_order(VERB, order, open);
        if offer.can_be_filled() {
            let in_a_segment = order.moves().is_some() || matches!(order, Order::Campaign { .. });
            self.offers.push(if in_a_segment { offer.timely() } else { offer });
        }
    }

    /// An order as it stands, where it may be given.
    fn whole(&mut self, order: &Order) {
        if self.allowed(order) {
            self.open(order, Vec::new());
        }
    }

    /// What is awaited from the owner of a stack: what is left of it after a loss, where it retreats. A stack without a loss is changed
    /// into other counters.
    fn losses_and_retreats(&mut self, stack: u32, standing: &Standing) {
        let owes = standing.owes > Thirds::NONE;
        let sets: Vec<Vec<Counter>> = regrouped(self.state, standing)
            .into_iter()
            .filter(|counters| self.allowed(&Order::Regroup { stack, counters: counters.clone() }))
            .collect();
        if !sets.is_empty() {
            let order = Order::Regroup { stack, counters: Vec::new() };
            let offer = Offer::of_order(VERB, order, vec![Field::required("counters", Kind::among(&sets))]);
            self.offers.push(if owes { offer.onward() } else { offer });
        }
        if self.allowed(&Order::Disband { stack }) {
            let offer = Offer::of_order(VERB, Order::Disband { stack }, Vec::new());
            self.offers.push(if owes && sets.is_empty() { offer.onward() } else { offer.back() });
        }
        let to = fought::retreats(self.state, stack).filter(|_| self.state.must_retreat(stack));
        let to: Vec<Place> = to.filter(|to| self.allowed(&Order::Retreat { stack, to: *to })).collect();
        if let Some(first) = to.first() {
            let order = Order::Retreat { stack, to: *first };
            self.offers.push(Offer::of_order(VERB, order, vec![Field::required("to", places(to))]).onward());
        }
    }

    fn of_country(&mut self, country: Country) {
        let campaigns = Paid::ALL.into_iter().flat_map(|land| Paid::ALL.map(|sea| Campaign { land, sea }));
        let campaigns: Vec<Campaign> = campaigns
            .filter(|campaign| self.allowed(&Order::Campaign { country, campaign: *campaign }))
            .collect();
        if let Some(first) = campaigns.first() {
            let order = Order::Campaign { country, campaign: *first };
            self.open(&order, vec![Field::required("campaign", Kind::among(&campaigns))]);
        }
        let home = held_by(self.state, country);
        let near: BTreeSet<Place> = home.iter().flat_map(|place| place.seas()).chain(home.clone()).collect();
        for counters in SETS {
            let order = |place: Place| Order::Deploy {
                country,
                place,
                counters: counters.to_vec(),
                veteran: false,
                leader: None,
            };
            let at: Vec<Place> = near.iter().copied().filter(|place| self.allowed(&order(*place))).collect();
            if let Some(first) = at.first().copied() {
                let fields = vec![Field::required("place", places(at)), Field::required("veteran", either())];
                self.open(&order(first), fields);
            }
        }
        for item in ITEMS {
            let order = |place: Place| Order::Buy { country, place, items: vec![item] };
            let at: Vec<Place> = home.iter().copied().filter(|place| self.allowed(&order(*place))).collect();
            if let Some(first) = at.first().copied() {
                self.open(&order(first), vec![Field::required("place", places(at))]);
            }
        }
        for peace in [true, false] {
            self.whole(&Order::Upkeep { country, peace });
        }
        let others: Vec<Place> = atlas().all().filter(|place| !place.site().is_sea()).collect();
        let others: Vec<Place> = others
            .into_iter()
            .filter(|place| self.allowed(&Order::Hold { place: *place, country }))
            .collect();
        if let Some(first) = others.first() {
            self.open(
                &Order::Hold { place: *first, country },
                vec![Field::required("place", places(others))],
            );
        }
    }

    /// What anybody tells of the board.
    fn told(&mut self) {
        self.whole(&Order::Weather { poor: !self.state.board.poor_weather });
        let land = || atlas().all().filter(|place| !place.site().is_sea());
        for cold in [true, false] {
            let order = |place: Place| Order::Cold { place, cold };
            let europe = land().filter(|place| place.site().map == geography::Map::Europe);
            let at: Vec<Place> = europe.filter(|place| self.allowed(&order(*place))).collect();
            if let Some(first) = at.first().copied() {
                self.open(&order(first), vec![Field::required("place", places(at))]);
            }
        }
        for size in 0..=2 {
            let order = |place: Place| Order::Revolt { place, size };
            let at: Vec<Place> = atlas().all().filter(|place| self.allowed(&order(*place))).collect();
            if let Some(first) = at.first().copied() {
                self.open(&order(first), vec![Field::required("place", places(at))]);
            }
        }
    }

    /// What troops and ships alike do.
    fn of_stack(&mut self, stack: u32, standing: &Standing) {
        let state = self.state;
        let beside: Vec<u32> = state.board.at(standing.at).map(|(n, _)| n).filter(|n| *n != stack).collect();
        for to in &beside {
            self.whole(&Order::Join { stack, to: *to });
            self.whole(&Order::Engage { stack, with: *to });
        }
        // Who was caught in a blockaded port is fought, or let go, from the sea before it.
        for open in state.frames.iter() {
            if let Frame::Caught { stack: caught, by } = open
                && *by == stack
            {
                for order in [Order::Engage { stack, with: *caught }, Order::LetGo { stack: *caught }] {
                    if self.allowed(&order) {
                        self.offers.push(Offer::of_order(VERB, &order, Vec::new()).onward());
                    }
                }
            }
        }
        let near: Vec<Place> = standing.at.neighbours().iter().map(|(place, _)| *place).collect();
        let explored: Vec<Place> = near
            .iter()
            .copied()
            .filter(|target| self.allowed(&Order::Explore { stack, target: *target }))
            .collect();
        if let Some(first) = explored.first() {
            let order = Order::Explore { stack, target: *first };
            self.open(&order, vec![Field::required("target", places(explored))]);
        }
        let led: Vec<Led> = leaders_for(state, standing)
            .into_iter()
            .filter(|led| self.allowed(&Order::Lead { stack, leader: Some(led.clone()) }))
            .collect();
        if !led.is_empty() {
            let order = Order::Lead { stack, leader: None };
            self.open(&order, vec![Field::required("leader", Kind::among(&led))]);
        }
        if standing.leader.is_some() {
            self.whole(&Order::Lead { stack, leader: None });
        }
    }

    fn of_troops(&mut self, stack: u32, standing: &Standing) {
        let (state, seat) = (self.state, self.seat);
        let first =
            Order::March { stack, to: standing.at, way: Vec::new(), pillage: false, counter: Vec::new() };
        let to: Vec<Place> = marches(state, seat, stack).iter().map(March::to).collect();
        if !to.is_empty() {
            let own = may_counter(state, seat, stack).into_iter().map(|n| vec![n.into()]).collect();
            let counter = Kind::Several { of: own, least: 0 };
            let fields = vec![
                Field::required("to", places(to)),
                Field::required("way", Kind::is(Vec::<Place>::new())),
                Field::optional("pillage", either()),
                Field::optional("counter", counter),
            ];
            self.open(&first, fields);
        }
        let near = standing.at.neighbours().iter().map(|(place, _)| *place).chain([standing.at]);
        let ashore: Vec<Place> = near
            .filter(|to| {
                standing.aboard.is_some() && self.allowed(&Order::Land { stack, to: *to, pillage: false })
            })
            .collect();
        if let Some(first) = ashore.first() {
            let order = Order::Land { stack, to: *first, pillage: false };
            let fields = vec![Field::required("to", places(ashore)), Field::optional("pillage", either())];
            self.open(&order, fields);
        }
        for (fleet, _) in own_stacks(state, seat).filter(|(_, ships)| ships.stack.is_naval()) {
            self.whole(&Order::Embark { stack, fleet });
        }
        self.whole(&Order::Fortress { stack, inside: !standing.inside });
        let supply = Order::Supply { stack, pillage: false };
        if self.allowed(&supply) {
            self.open(&supply, vec![Field::optional("pillage", either())]);
        }
    }

    fn of_ships(&mut self, stack: u32, standing: &Standing) {
        let (state, seat) = (self.state, self.seat);
        let to = sail::ends_of_voyages(state, seat, stack);
        let order = |way: Vec<Place>, landing: Option<Place>| Order::Sail { stack, way, landing };
        if to.first().is_some_and(|to| self.allowed(&order(vec![*to], None))) {
            let ways = Kind::among(to.iter().map(|to| vec![*to]));
            self.open(&order(Vec::new(), None), vec![Field::required("way", ways)]);
            if state.board.carried(stack).next().is_some() {
                for end in to {
                    let beaches = end.neighbours().iter().map(|(place, _)| *place).chain([end]);
                    let beaches: Vec<Place> =
                        beaches.filter(|beach| self.allowed(&order(vec![end], Some(*beach)))).collect();
                    if !beaches.is_empty() {
                        self.open(&order(vec![end], None), vec![Field::required("landing", places(beaches))]);
                    }
                }
            }
        }
        let near = standing.at.neighbours().iter().map(|(place, _)| *place);
        let ports: Vec<Place> =
            near.filter(|port| self.allowed(&Order::Blockade { stack, port: Some(*port) })).collect();
        if !ports.is_empty() {
            let order = Order::Blockade { stack, port: None };
            self.open(&order, vec![Field::required("port", places(ports))]);
        }
        self.whole(&Order::Blockade { stack, port: None });
    }
}

/// The counters that a stack could be changed into, or that could be left of it after its loss.
fn regrouped(state: &Position, standing: &Standing) -> Vec<Vec<Counter>> {
    let before: Vec<Counter> = standing.stack.0.iter().map(|unit| unit.counter).collect();
    if standing.stack.is_naval() {
        if standing.owes == Thirds::NONE {
            return Vec::new();
        }
        let ways = fleet::ways(state, standing).into_iter();
        return ways.map(|left| left.into_iter().map(|unit| unit.counter).collect()).collect();
    }
    let (most, ends) = (standing.stack.land() - standing.owes, standing.owes > Thirds::NONE);
    let least = if ends { most - Thirds::whole(1) } else { most };
    // fast-battle.units.exploration-detachment-land-europe
    let explorers = if standing.at.site().map == geography::Map::Europe { 0 } else { 2 };
    // A pasha becomes nothing else; it may be lost.
    let pashas = standing.stack.pashas();
    let kept = if ends { 0..=pashas } else { pashas..=pashas };
    let of = |counter: Counter, n: u8| std::iter::repeat_n(counter, n.into());
    let mut sorted = before.clone();
    sorted.sort_unstable();
    let mut all = Vec::new();
    for (a_plus, a_minus) in (0..=2).flat_map(|plus| (0..=3).map(move |minus| (plus, minus))) {
        let rest = (0..=8).flat_map(|ld| (0..=explorers).map(move |d| (ld, d)));
        for (pashas, (ld, d)) in kept.clone().flat_map(|pashas| rest.clone().map(move |rest| (pashas, rest)))
        {
            let whole = 4 * i32::from(a_plus) + 2 * i32::from(a_minus) + i32::from(ld) + i32::from(pashas);
            let strength = Thirds::whole(whole) + Thirds(i32::from(d));
            if a_plus + a_minus > standing.stack.armies() || strength > most || strength < least {
                continue;
            }
            let mut counters: Vec<Counter> = of(Counter::ArmyPlus, a_plus)
                .chain(of(Counter::ArmyMinus, a_minus))
                .chain(of(Counter::Ld, ld))
                .chain(of(Counter::LandD, d))
                .chain(of(Counter::Pasha, pashas))
                .collect();
            counters.sort_unstable();
            if counters != sorted && !counters.is_empty() {
                all.push(counters);
            }
        }
    }
    all
}

/// The leaders of a country who serve now and belong with such a stack.
fn leaders_for(state: &Position, standing: &Standing) -> Vec<Led> {
    let mut all = serving(state, standing.country, standing.stack.is_naval());
    all.retain(|led| standing.leader.as_ref() != Some(led));
    all.truncate(MOST_LEADERS);
    all
}

/// The leaders of a country who serve now, with ships or with troops.
#[must_use]
pub fn serving(state: &Position, country: Country, naval: bool) -> Vec<Led> {
    let at_sea = |office: Office| matches!(office, Office::Admiral | Office::Explorer | Office::Privateer);
    let fits = |leader: &&leaders::Leader| {
        leader.country == Some(country)
            && leader.serves(state.turn.number())
            && (at_sea(leader.office) == naval || leader.office == Office::Governor)
    };
    let led = |leader: &leaders::Leader| Led { name: leader.name.clone(), values: leader.values() };
    let mut all: Vec<Led> = leaders::leaders().iter().filter(fits).map(led).collect();
    all.dedup();
    all
}
