//! What a player may order in battles now. What a group's own board has is stated by a few armies and fleets of the usual sizes; any other
//! is written.

use super::{BattleScene, Fight, Order, Stack, may};
use crate::Position;
use crate::battle::land::{Part, Side};
use crate::battle::sea::{Fleet, Line};
use crate::battle::{Map, Who};
use crate::board::terrain;
use crate::class::Class;
use crate::country::Country;
use crate::geography::{self, Place, atlas};
use crate::leader::Command;
use crate::offers::enemies;
use crate::thirds::Thirds;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};

/// The verb of these orders, as the record writes it.
const VERB: &str = "fight";
/// Provinces of a country in which a battle of the group's own board is offered, at most.
const MOST_PLACES: usize = 12;
/// The most morale that is ruled.
const MOST_MORALE: i8 = 20;
/// The most that a fleet of the group's own board is offered with, in detachments.
pub(super) const MOST_SHIPS: i32 = 12;

/// The orders in battles.
pub(crate) fn offers(state: &Position, seat: &SeatId) -> Vec<Offer> {
    let allowed = |order: &Order| may(state, seat, order).is_ok();
    let mut offers = Vec::new();
    for (number, fight) in state.fights.of.iter().filter(|(_, fight)| fight.ended.is_none()) {
        let number = *number;
        for who in Who::BOTH {
            let stacks = stacks(state, fight, who);
            let stacks: Vec<Stack> = stacks
                .into_iter()
                .filter(|stack| allowed(&Order::State { number, who, stack: stack.clone() }))
                .collect();
            if let Some(first) = stacks.first() {
                let order = Order::State { number, who, stack: first.clone() };
                let offer =
                    Offer::of_order(VERB, &order, vec![Field::required("stack", Kind::among(&stacks))]);
                offers.push(if fight.awaited().contains(&who) { offer.onward() } else { offer });
            }
            let rules = |morale: &i8| allowed(&Order::Rule { number, who, morale: *morale });
            let morale: Vec<i8> = (0..=MOST_MORALE).filter(rules).collect();
            if let Some(first) = morale.first() {
                let order = Order::Rule { number, who, morale: *first };
                offers.push(Offer::of_order(
                    VERB,
                    order,
                    vec![Field::required("morale", Kind::among(morale))],
                ));
            }
        }
        for on in [true, false] {
            let live = Order::Live { number, on };
            if allowed(&live) {
                offers.push(Offer::of_order(VERB, live, Vec::new()));
            }
        }
        if allowed(&Order::CallOff { number }) {
            offers.push(Offer::of_order(VERB, Order::CallOff { number }, Vec::new()).back());
        }
        if allowed(&Order::Verdict { number }) {
            offers.push(Offer::of_order(VERB, Order::Verdict { number }, Vec::new()).onward());
        }
    }
    // Where armies are kept here their stacks meet on the board.
    if !state.board.is_in_use() {
        offers.extend(to_open(state, seat));
    }
    offers
}

/// Battles that are opened on land, for a board that is kept elsewhere: in the provinces of either side.
fn to_open(state: &Position, seat: &SeatId) -> Vec<Offer> {
    let mut offers = Vec::new();
    for own in state.countries_of(seat) {
        for other in enemies(state, own) {
            let of = |country: Country| {
                let all = atlas().all().filter(move |place| place.site().country() == Some(country));
                all.take(MOST_PLACES)
            };
            let scenes: Vec<BattleScene> = of(own)
                .chain(of(other))
                .map(|place| scene(place, own, other))
                .filter(|scene| {
                    may(state, seat, &Order::Open { scene: scene.clone(), stacks: [None, None] }).is_ok()
                })
                .collect();
            if let Some(first) = scenes.first() {
                let order = Order::Open { scene: first.clone(), stacks: [None, None] };
                offers.push(Offer::of_order(
                    VERB,
                    &order,
                    vec![Field::required("scene", Kind::among(&scenes))],
                ));
            }
        }
    }
    offers
}

fn scene(place: Place, moving: Country, standing: Country) -> BattleScene {
    let site = place.site();
    BattleScene {
        place: site.name.clone(),
        at_sea: false,
        map: if site.map == geography::Map::Rotw { Map::Rotw } else { Map::Europe },
        terrain: terrain(site.terrain),
        cold: false,
        crossing: None,
        intercepted: false,
        mediterranean: false,
        countries: [vec![moving], vec![standing]],
    }
}

/// What a side may be stated to fight with.
fn stacks(state: &Position, fight: &Fight, who: Who) -> Vec<Stack> {
    let Some(country) = fight.of(who).first().copied() else { return Vec::new() };
    if fight.scene.at_sea {
        return fleets(state, country, MOST_SHIPS, &[0, 2]).into_iter().map(Stack::Fleet).collect();
    }
    let armies = [(1, 0, 0), (1, 1, 0), (2, 0, 0), (0, 1, 1), (0, 0, 2), (1, 0, 1)];
    let army = |(a_plus, a_minus, ld)| {
        let part = Part {
            country: country.artillery_key().to_owned(),
            class: country.known().class.unwrap_or(Class::III),
            a_plus,
            a_minus,
            detachments: Thirds::whole(ld),
            pashas: 0,
            reformed: false,
            janissaries: false,
            sipahis: false,
        };
        [true, false].map(|veteran| Side {
            parts: vec![part.clone()],
            technology: state.land_of(country),
            veteran,
            tercios: false,
            command: Command::Replacement(country.artillery_key().to_owned()),
            foraging: false,
            further: Vec::new(),
        })
    };
    armies.into_iter().flat_map(army).map(Stack::Army).collect()
}

/// Fleets of a country of so many warships at most, with some transports.
pub(super) fn fleets(state: &Position, country: Country, most: i32, transports: &[u8]) -> Vec<Fleet> {
    let fleet = |warships: Thirds, transports: u8| Fleet {
        technology: state.naval_of(country),
        warships,
        galleys: 0,
        galleasses: 0,
        transports,
        line: Line::Warships,
        veteran: false,
        command: Command::None,
        further: Vec::new(),
    };
    let ships = (1..=2).map(Thirds).chain((1..=most).map(Thirds::whole));
    let of = |ships: Thirds| transports.iter().map(move |transports| (ships, *transports));
    ships.flat_map(of).map(|(ships, transports)| fleet(ships, transports)).collect()
}
