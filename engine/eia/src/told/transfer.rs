//! Transfers of factors between two corps of one power that stand together (5.2.3). Which two everybody sees; what passes only their owner knows.
//! The order seals it under a code on its line of the record, and it lies in his strongbox from then on: out of one, in the other.

use super::counters::named;
use super::reinforcement::is_open;
use crate::guards::owns;
use crate::land::forces::{Factors, Troop};
use crate::powers::Power;
use crate::roster::Item;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use table::Stage;
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::{Sealed, Table};
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::strongbox::{BoxView, called_of};
use table::view::View;

/// What a player orders of his corps that stand together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "transfer", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Factors pass out of one corps into another.
    Factors {
        /// Whose they are.
        power: Power,
        /// The name of the corps that gives: `II Corps`.
        from: String,
        /// The name of the one that takes.
        into: String,
        /// What passes. A stranger who decides the order again does not know it while the campaign is open.
        #[serde(default)]
        secret: Option<Passing>,
    },
}

/// What passes, and what was in the two corps, or fleets. A strongbox is on no record, so the order says what it goes by.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passing {
    /// What passes, factors or ships by sort.
    pub passes: BTreeMap<String, u32>,
    /// What was in the one that gives.
    pub gives: BTreeMap<String, u32>,
    /// What was in the one that takes.
    pub takes: BTreeMap<String, u32>,
}

impl std::fmt::Debug for Passing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(passing)")
    }
}

/// What happened in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// Factors passed out of one corps into another.
    FactorsTransferred {
        /// Whose they are.
        power: Power,
        /// The corps that gave, as it is written on the map.
        from: String,
        /// The one that took.
        into: String,
        /// Where both stand.
        place: String,
    },
}

/// Sorts that stay in their corps (5.2.3).
const STAY: [Troop; 3] = [Troop::Artillery, Troop::FeudalInfantry, Troop::FeudalCavalry];

/// The corps of a power that is called so, as it is written on the map, and where it stands.
fn corps<'c>(state: &'c Position, power: Power, name: &str) -> Result<(&'c String, &'c String), Refusal> {
    let found = named(state, power, name.trim()).filter(|(_, counter)| counter.piece.is_corps());
    let (name, counter) =
        found.ok_or_else(|| Refusal::new(said!("{} has no corps \"{}\" on the map.", power, name.trim())))?;
    Ok((name, &counter.place))
}

/// What everybody sees of an order, where the rules allow it.
fn may(state: &Position, seat: &SeatId, order: &Order) -> Result<Happened, Refusal> {
    let Order::Factors { power, from, into, .. } = order;
    owns(&state.choice.powers_of(seat), *power)?;
    if !is_open(state) {
        return Err(Refusal::new(said!(
            "Corps exchange factors in the reinforcement phase (5.2.3). At other times /strongbox keep says what is in them."
        )));
    }
    let ((from, at), (into, place)) = (corps(state, *power, from)?, corps(state, *power, into)?);
    if from == into {
        return Err(Refusal::new(said!("{} is one corps. Factors pass between two.", from)));
    }
    if at != place {
        return Err(Refusal::new(said!(
            "{} and {} do not stand together. Factors pass between corps in one area (5.2.3).",
            from,
            into
        )));
    }
    Ok(Happened::FactorsTransferred {
        power: *power,
        from: from.clone(),
        into: into.clone(),
        place: place.clone(),
    })
}

/// What is in the two corps when it has passed: in the one that gave, and in the one that took.
fn passed(secret: &Passing, from: &str) -> Result<[Factors; 2], Refusal> {
    let passes = Factors::kept(&secret.passes)?;
    let (gives, takes) = (Factors::kept(&secret.gives)?, Factors::kept(&secret.takes)?);
    if passes.is_empty() {
        return Err(Refusal::new(said!("Nothing passes. A transfer is of at least one factor.")));
    }
    if let Some(sort) = STAY.into_iter().find(|sort| passes.of(*sort) > 0) {
        return Err(Refusal::new(said!(
            "Artillery and feudal factors are never exchanged (5.2.3), and {} was to pass.",
            said::name(sort.key().replace('_', " "))
        )));
    }
    if passes.each().any(|(sort, n)| gives.of(sort) < n) {
        return Err(Refusal::new(said!("There is not so much in {}.", from)));
    }
    let left = gives.without(passes);
    if left.is_empty() {
        return Err(Refusal::new(said!(
            "Nothing would be left in {}. A corps holds at least one factor; one that is emptied is removed (5.2.4).",
            from
        )));
    }
    Ok([left, takes.and(passes)])
}

/// Factors as the strongbox keeps them.
fn kept(factors: Factors) -> BTreeMap<String, u32> {
    factors.each().map(|(sort, n)| (sort.key().to_owned(), u32::from(n))).collect()
}

/// What is in a corps by its owner's strongbox; `None` where that does not say it, or has sorts that no army has.
#[must_use]
pub fn inside(held: &BoxView, power: Power, name: &str) -> Option<BTreeMap<String, u32>> {
    let kept = called_of(&held.strongbox.items, name, power.key())?;
    match kept.item.as_thing()? {
        Item::Corps { factors, .. } => Factors::kept(&factors).is_ok().then_some(factors),
        _ => None,
    }
}

/// What an offer lets pass; an order may name others.
fn usual() -> [serde_json::Value; 4] {
    [
        json!({"infantry": 1}),
        json!({"infantry": 2}),
        json!({"cavalry": 1}),
        json!({"infantry": 1, "cavalry": 1}),
    ]
}

/// Transfers of factors, as a subject of the game.
pub enum Transfer {}

impl Subject<EmpiresInArms> for Transfer {
    type Happened = Happened;

    /// What passed lies in a strongbox: on the map all stands as before.
    fn apply(_state: &mut Position, _happened: Happened) {}

    /// Between which of his corps the viewer may let factors pass, and which, by what lies in his strongbox.
    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing && is_open(state)) else {
            return Vec::new();
        };
        let Some(held) = &table.strongbox else { return Vec::new() };
        let mut offers = Vec::new();
        for power in state.choice.powers_of(seat) {
            let known: Vec<(&String, BTreeMap<String, u32>)> = state
                .counters_of(power)
                .keys()
                .filter_map(|name| Some((name, inside(held, power, name)?)))
                .collect();
            for (from, gives) in &known {
                for (into, takes) in &known {
                    let order =
                        Order::Factors { power, from: (*from).clone(), into: (*into).clone(), secret: None };
                    if may(state, seat, &order).is_err() {
                        continue;
                    }
                    let allowed = |passes: &serde_json::Value| {
                        let passes = BTreeMap::deserialize(passes).unwrap_or_default();
                        let secret = Passing { passes, gives: gives.clone(), takes: takes.clone() };
                        passed(&secret, from).is_ok()
                    };
                    let passes: Vec<serde_json::Value> = usual().into_iter().filter(allowed).collect();
                    if passes.is_empty() {
                        continue;
                    }
                    let fields = vec![
                        Field::required("passes", Kind::among(passes)).kept_secret(),
                        Field::required("gives", Kind::is(gives)).kept_secret(),
                        Field::required("takes", Kind::is(takes)).kept_secret(),
                    ];
                    offers.push(Offer::of_order("transfer", order, fields));
                }
            }
        }
        offers
    }
}

impl Ordered<EmpiresInArms> for Transfer {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::OnNobody;
    // Which corps exchange does not hang on what passes.
    const SEALED: Sealed = Sealed::Aside;

    /// Does what a player orders.
    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        let happened = may(table.state(), seat, &order)?;
        let Happened::FactorsTransferred { power, from, into, .. } = happened.clone();
        let Order::Factors { secret, .. } = order;
        if let Some(secret) = secret {
            let after = passed(&secret, &from)?;
            let corps = [from, into].into_iter().zip(after).map(|(name, factors)| Item::Corps {
                name,
                power: Some(power.key().to_owned()),
                factors: kept(factors),
            });
            table.keep(seat, &corps.collect::<Vec<_>>())?;
        }
        table.emit(&Event::Transfer(happened))
    }
}
