//! Reinforcement (5): a corps comes onto the map, or one that stands there grows. Where it stands everybody sees; what is in it only its
//! owner knows. The order seals it under a code on its line of the record, and it lies in his strongbox from then on.

use super::counters;
use super::counters::{Counter, Piece};
use crate::frame::Frame;
use crate::land::forces::Factors;
use crate::months::Phase;
use crate::prelude::*;
use crate::roster::Item;
use serde_json::json;
use table::Stage;
use table::strongbox::{self, BoxView};

/// What a player orders in the reinforcement phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reinforce", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// A corps comes in, or grows where it stands.
    Corps {
        /// Whose it is.
        power: Power,
        /// Its name: `II Corps`.
        name: String,
        /// Where: an area's key, of the map that is played on.
        place: String,
        /// What is in it then. A stranger who decides the order again does not know it while the campaign is open.
        #[serde(default)]
        secret: Option<Secret<Contents>>,
    },
}

/// What is in a corps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contents {
    /// Factors by sort: `infantry`, `cavalry`, …
    pub factors: BTreeMap<String, u32>,
}

/// What happened in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A corps came in, or grew.
    CorpsReinforced {
        /// Whose it is.
        power: Power,
        /// Its name, as it is written on the map.
        name: String,
        /// Where it stands.
        place: String,
    },
}

/// Whether the reinforcement phase is open.
#[must_use]
pub fn is_open(state: &Position) -> bool {
    state.frames.any(|frame| *frame == Frame::Phase(Phase::Reinforcement))
}

/// What everybody sees of an order, where the rules allow it.
fn may(state: &Position, scenario: &str, seat: &SeatId, order: &Order) -> Result<Happened, Refusal> {
    let Order::Corps { power, name, place, .. } = order;
    owns(&state.choice.powers_of(seat), *power)?;
    if !is_open(state) {
        return Err(Refusal::new(said!(
            "Corps are reinforced in the reinforcement phase. At other times /map place moves a counter, and /strongbox keep says what is in it."
        )));
    }
    let (name, place) = counters::corps_at(state, scenario, *power, name, place)?;
    // What is in it lies in a strongbox under that name, which stays what it can be there.
    strongbox::check_name_of::<Item>(&name)?;
    Ok(Happened::CorpsReinforced { power: *power, name, place })
}

/// Contents that an offer names; an order may hold others.
fn usual() -> [serde_json::Value; 4] {
    [
        json!({"infantry": 4}),
        json!({"infantry": 8, "cavalry": 1}),
        json!({"infantry": 14, "cavalry": 2}),
        json!({"cavalry": 6}),
    ]
}

/// The reinforcement phase, as a subject of the game.
pub enum Reinforcement {}

impl Subject<EmpiresInArms> for Reinforcement {
    type Happened = Happened;

    /// Changes the position by what happened.
    fn apply(state: &mut Position, happened: Happened) {
        let Happened::CorpsReinforced { power, name, place } = happened;
        state.counters.entry(power).or_default().insert(name, Counter { place, piece: Piece::Corps });
    }

    /// What the viewer may bring in: a corps on the map grows where it stands, or the first that is not there comes in.
    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing && is_open(state)) else {
            return Vec::new();
        };
        // What comes in lies in the strongbox, which may be full.
        if !table.strongbox.as_ref().is_some_and(BoxView::has_room) {
            return Vec::new();
        }
        let mut offers = Vec::new();
        for power in state.choice.powers_of(seat) {
            let order = |name: &str, place: &str| Order::Corps {
                power,
                name: name.to_owned(),
                place: place.to_owned(),
                secret: None,
            };
            let areas = counters::areas(state);
            let areas = areas.iter().map(|(area, _)| area);
            let areas = areas.filter(|area| counters::may_enter(state, power, area)).cloned().collect();
            let mut stands: Vec<(String, Vec<String>)> = state
                .counters_of(power)
                .iter()
                .filter(|(_, counter)| counter.piece.is_corps())
                .map(|(name, counter)| (name.clone(), vec![counter.place.clone()]))
                .collect();
            let new = counters::CORPS.iter().find(|new| stands.iter().all(|(name, _)| name != *new));
            stands.extend(new.map(|new| ((*new).to_owned(), areas)));
            for (name, places) in stands {
                let allowed =
                    |place: &&String| may(state, &table.scenario, seat, &order(&name, place)).is_ok();
                let Some(first) = places.iter().find(allowed) else { continue };
                let fields = vec![
                    Field::required("place", Kind::one_of(&places)),
                    Field::required("factors", Kind::among(usual())).kept_secret(),
                ];
                offers.push(Offer::of_order("reinforce", order(&name, first), fields));
            }
        }
        offers
    }
}

impl Ordered<EmpiresInArms> for Reinforcement {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::OnNobody;
    // Where a corps stands does not hang on what is in it.
    const SEALED: Sealed = Sealed::Aside;

    /// Does what a player orders.
    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        let happened = may(table.state(), table.scenario(), seat, &order)?;
        let Happened::CorpsReinforced { power, name, .. } = happened.clone();
        let Order::Corps { secret, .. } = order;
        if let Some(Contents { factors }) = secret.map(Secret::into_inner) {
            if Factors::kept(&factors)?.is_empty() {
                return Err(Refusal::new(said!(
                    "There is nothing in it. A corps holds at least one factor."
                )));
            }
            table.keep(seat, &[Item::Corps { name, power: Some(power.key().to_owned()), factors }])?;
        }
        table.emit(&Event::Reinforcement(happened))
    }
}
