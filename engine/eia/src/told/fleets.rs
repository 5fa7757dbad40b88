//! Ships that pass between two fleets of one power that stand together (5.1.3). Which two everybody sees; what passes only their owner knows, for
//! how strong a fleet is stays hidden as with a corps (`house.naval.fleet-strength-secret`). The order seals it under a code on its line of the
//! record, and it lies in his strongbox from then on: out of one, in the other.

use super::counters::{Piece, named};
use super::reinforcement::is_open;
use super::transfer::Passing;
use crate::guards::owns;
use crate::powers::Power;
use crate::roster::{Item, SHIPS};
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::Stage;
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::{Sealed, Table};
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::strongbox::{BoxView, Thing, called_of};
use table::view::View;
use table::{rule, said};

/// What a player orders of his fleets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fleet", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Ships pass out of one fleet into another.
    Ships {
        /// Whose they are.
        power: Power,
        /// The name of the fleet that gives: `I Fleet`.
        from: String,
        /// The name of the one that takes.
        into: String,
        /// What passes. A stranger who decides the order again does not know it while the campaign is open.
        #[serde(default)]
        secret: Option<Passing>,
    },
}

/// Ships by sort: `heavy`, `light`, …; `ships` alone where they are not told apart.
pub type Ships = BTreeMap<String, u32>;

/// What happened to fleets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// Ships passed out of one into another.
    ShipsPassed {
        /// Whose they are.
        power: Power,
        /// The fleet that gave, as it is written on the map.
        from: String,
        /// The one that took.
        into: String,
        /// Where both stand.
        place: String,
        /// The rules.
        rules: Vec<RuleId>,
    },
}

/// The fleet of a power that is called so, as it is written on the map, and where it stands.
fn fleet<'c>(state: &'c Position, power: Power, name: &str) -> Result<(&'c String, &'c String), Refusal> {
    let found = named(state, power, name.trim()).filter(|(_, counter)| counter.piece == Piece::Fleet);
    let (name, counter) =
        found.ok_or_else(|| Refusal::new(said!("{} has no fleet \"{}\" on the map.", power, name.trim())))?;
    Ok((name, &counter.place))
}

/// What everybody sees of an order, where the rules allow it.
fn may(state: &Position, seat: &SeatId, order: &Order) -> Result<Happened, Refusal> {
    let Order::Ships { power, from, into, .. } = order;
    owns(&state.choice.powers_of(seat), *power)?;
    if !is_open(state) {
        return Err(Refusal::new(said!(
            "Fleets exchange ships in the reinforcement phase (5.1.3). At other times /strongbox keep says what is in them."
        )));
    }
    let ((from, at), (into, place)) = (fleet(state, *power, from)?, fleet(state, *power, into)?);
    if from == into {
        return Err(Refusal::new(said!("{} is one fleet. Ships pass between two.", from)));
    }
    if at != place {
        return Err(Refusal::new(said!(
            "{} and {} do not stand together. Ships pass between fleets in one place (5.1.3).",
            from,
            into
        )));
    }
    Ok(Happened::ShipsPassed {
        power: *power,
        from: from.clone(),
        into: into.clone(),
        place: place.clone(),
        rules: vec![rule!("house.naval.fleet-strength-secret")],
    })
}

/// What is in the two fleets when it has passed: in the one that gave, and in the one that took.
fn passed(secret: &Passing, from: &str, into: &str) -> Result<[Ships; 2], Refusal> {
    let Passing { passes, gives, takes } = secret;
    if passes.values().all(|count| *count == 0) {
        return Err(Refusal::new(said!("Nothing passes. A transfer is of at least one ship.")));
    }
    let (mut left, mut now) = (gives.clone(), takes.clone());
    for (sort, count) in passes.iter().filter(|(_, count)| **count > 0) {
        let has = left.entry(sort.clone()).or_default();
        *has = has
            .checked_sub(*count)
            .ok_or_else(|| Refusal::new(said!("There are not so many ships in {}.", from)))?;
        let has = now.entry(sort.clone()).or_default();
        *has = has.saturating_add(*count);
    }
    left.retain(|_, count| *count > 0);
    now.retain(|_, count| *count > 0);
    if left.is_empty() {
        return Err(Refusal::new(said!(
            "Nothing would be left in {}. A fleet that is emptied leaves the map: /map place takes it off, and /strongbox keep writes its ships into the other.",
            from
        )));
    }
    if now.len() > 1 && now.contains_key(SHIPS) {
        return Err(Refusal::new(said!(
            "In one of {} and {} the ships are told apart by sort, and in the other they are not. /strongbox keep writes both alike.",
            from,
            into
        )));
    }
    Ok([left, now])
}

/// A fleet as the strongbox keeps it.
fn kept(name: &str, power: Power, ships: Ships) -> Item {
    Item::fleet(name.to_owned(), Some(power.key().to_owned()), ships)
}

/// What is in a fleet by its owner's strongbox; `None` where that does not say it.
#[must_use]
pub fn inside(held: &BoxView, power: Power, name: &str) -> Option<Ships> {
    match called_of(&held.strongbox.items, name, power.key())?.item.as_thing()? {
        Item::Fleet { ships: 0, .. } => Some(Ships::new()),
        Item::Fleet { ships, types, .. } if types.is_empty() => {
            Some(Ships::from([(SHIPS.to_owned(), ships)]))
        }
        Item::Fleet { types, .. } => Some(types),
        _ => None,
    }
}

/// Fleets, as a subject of the game.
pub enum Fleets {}

impl Subject<EmpiresInArms> for Fleets {
    type Happened = Happened;

    /// What passed lies in a strongbox: on the map all stands as before.
    fn apply(_state: &mut Position, _happened: Happened) {}

    /// Between which of his fleets the viewer may let a ship pass, by what lies in his strongbox.
    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing && is_open(state)) else {
            return Vec::new();
        };
        let Some(held) = &table.strongbox else { return Vec::new() };
        let mut offers = Vec::new();
        for power in state.choice.powers_of(seat) {
            let names = state.counters_of(power).keys();
            let known: Vec<(&String, Ships)> =
                names.filter_map(|name| Some((name, inside(held, power, name)?))).collect();
            for (from, gives) in &known {
                offers.extend(known.iter().filter_map(|(into, takes)| {
                    let order =
                        Order::Ships { power, from: (*from).clone(), into: (*into).clone(), secret: None };
                    may(state, seat, &order).ok()?;
                    offer(order, (from, gives), (into, takes))
                }));
            }
        }
        offers
    }
}

/// The offer of one ship of a sort, where any can pass; an order may name more.
fn offer(order: Order, (from, gives): (&str, &Ships), (into, takes): (&str, &Ships)) -> Option<Offer> {
    let Order::Ships { power, .. } = &order;
    let power = *power;
    let one = |sort: &String| Ships::from([(sort.clone(), 1)]);
    let allowed = |passes: &Ships| {
        let secret = Passing { passes: passes.clone(), gives: gives.clone(), takes: takes.clone() };
        after(&secret, (from, into), power).is_ok()
    };
    let passes: Vec<Ships> = gives.keys().map(one).filter(allowed).collect();
    let fields = vec![
        Field::required("passes", Kind::among(&passes)).kept_secret(),
        Field::required("gives", Kind::is(gives)).kept_secret(),
        Field::required("takes", Kind::is(takes)).kept_secret(),
    ];
    (!passes.is_empty()).then(|| Offer::of_order("fleet", order, fields))
}

/// The two fleets as they lie in the strongbox when it has passed.
fn after(secret: &Passing, (from, into): (&str, &str), power: Power) -> Result<[Item; 2], Refusal> {
    let [left, now] = passed(secret, from, into)?;
    let items = [kept(from, power, left), kept(into, power, now)];
    items.iter().try_for_each(Thing::check)?;
    Ok(items)
}

impl Ordered<EmpiresInArms> for Fleets {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::OnNobody;
    // Which fleets exchange does not hang on what passes.
    const SEALED: Sealed = Sealed::Aside;

    /// Does what a player orders.
    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        let happened = may(table.state(), seat, &order)?;
        let Happened::ShipsPassed { power, from, into, .. } = &happened;
        let Order::Ships { secret, .. } = order;
        if let Some(secret) = secret {
            let items = after(&secret, (from, into), *power)?;
            table.keep(seat, &items)?;
        }
        table.emit(&Event::Fleets(happened))
    }
}
