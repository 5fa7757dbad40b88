//! How an endeavour goes at the table.

use super::outcome::{Against, Effect, all_rules, outcome};
use super::rating::rating;
use super::{Base, Endeavour, Kin, Kind, Target, limits};
use crate::court::Court;
use crate::marker::Marker;
use crate::stature::{Stature, VALUES};
use crate::switches::{Readings, readings};
use crate::{Event, MiddleAges, Position, courts, outline, yearly};
use serde::{Deserialize, Serialize};
use table::Stage;
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind as Takes, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said;
use table::view::View;

/// The verb of these orders, as the record writes it.
pub(crate) const VERB: &str = "endeavour";

/// The longest name of an area that is typed.
pub const LONGEST: usize = 40;

/// The numbers that can be stated, the least and the greatest: of social states,
pub const STATES: (i16, i16) = (-3, 4);
/// of population values,
pub const POPULATIONS: (i16, i16) = (-2, 2);
/// of points of fortification, and of results of conquest,
pub const POINTS: (i16, i16) = (0, 9);
/// of army and fleet points,
pub const FORCES: (i16, i16) = (0, 40);
/// of what resists,
pub const RESISTS: (i16, i16) = (0, 20);
/// of gold,
pub const GOLD: (i16, i16) = (0, 99);
/// and of sea areas between.
pub const SEAS: (i16, i16) = (0, 12);

/// What a player orders of endeavours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "endeavour", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// He undertakes one at a board elsewhere, and states what it hangs on.
    Elsewhere {
        /// What he states.
        stated: Box<Endeavour>,
    },
}

/// A treasury out of which an endeavour was paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paid {
    /// The gold that was in it.
    pub before: i64,
    /// The gold that is left.
    pub now: i64,
}

/// What happened with endeavours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// One was undertaken and decided at a board elsewhere.
    Undertaken {
        /// Its number.
        number: u32,
        /// By which court.
        court: Court,
        /// What was stated.
        stated: Box<Endeavour>,
        /// What it cost, in gold.
        cost: u16,
        /// The treasury it was paid out of, where that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paid: Option<Paid>,
        /// The year card.
        card: u8,
        /// The stature that is checked now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        check: Option<Stature>,
        /// What came of it, target by target.
        against: Vec<Against>,
        /// All rules of the expansion that bore on it.
        rules: Vec<RuleId>,
    },
}

/// Endeavours, as a subject of the game.
pub enum Endeavours {}

impl Subject<MiddleAges> for Endeavours {
    type Happened = Happened;

    fn apply(state: &mut Position, Happened::Undertaken { number, court, paid, .. }: Happened) {
        state.endeavours = number;
        if let Some(paid) = paid {
            courts::set_gold(state, court, paid.now);
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
        samples(state, readings(|key| table.switch(key)), seat)
    }
}

impl Ordered<MiddleAges> for Endeavours {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<MiddleAges, Order> = Rests::OnNobody;

    fn decide(table: &mut Table<'_, '_, MiddleAges>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Elsewhere { stated } => elsewhere(table, seat, *stated),
        }
    }
}

/// Whether what is stated of an endeavour at a board elsewhere can be: within the bounds of the game, and allowed.
///
/// # Errors
/// A refusal that names what is out of bounds, or the rule that forbids it.
pub fn may(
    state: &Position,
    reads: Readings,
    seat: &SeatId,
    stated: &Endeavour,
) -> Result<(Court, Vec<RuleId>), Refusal> {
    let court = courts::own(state, seat)?;
    if !state.frames.any(|frame| *frame == outline::Frame::Elsewhere) {
        return Err(Refusal::new(said!(
            "An endeavour of a board elsewhere is stated while a round is played at a board elsewhere."
        )));
    }
    bounds(stated)?;
    let rules = limits::check(stated, reads)?;
    pays(state, court, stated)?;
    Ok((court, rules))
}

/// What an endeavour leaves in the treasury of its court; `None` where that was never told, which forbids nothing.
///
/// # Errors
/// A refusal where the treasury is known and has not as much.
fn pays(state: &Position, court: Court, stated: &Endeavour) -> Result<Option<Paid>, Refusal> {
    let cost = limits::cost(stated);
    let Some(before) = state.gold_of(court) else { return Ok(None) };
    if before >= i64::from(cost) {
        return Ok(Some(Paid { before, now: before - i64::from(cost) }));
    }
    let says = said!(
        "{} costs {} gold, paid at once; {} has {}. A treasury is told with /board tell.",
        stated.kind,
        cost,
        court,
        before
    );
    Err(match limits::price_of(stated) {
        Some(rule) => Refusal::under(rule, says),
        None => Refusal::new(says),
    })
}

/// Refuses values that no area and no leader of the game has.
///
/// # Errors
/// A refusal that says what was stated and which numbers there are.
pub fn bounds(stated: &Endeavour) -> Result<(), Refusal> {
    let within = |what: &'static str, is: i16, (least, most): (i16, i16)| {
        if (least..=most).contains(&is) {
            return Ok(());
        }
        Err(Refusal::new(said!(
            "{}: {} was stated. A whole number from {} to {} is asked.",
            table::said::name(what.to_owned()),
            is,
            least,
            most
        )))
    };
    if stated.kind == Kind::Convert {
        within("Proselytic ability", stated.stature.into(), RESISTS)?;
    } else if !VALUES.contains(&stated.stature) {
        return Err(Refusal::new(said!("{} is no stature: a leader has 1, 2, 3, 5 or 9.", stated.stature)));
    }
    within("Leader card", stated.card.into(), POINTS)?;
    within("Weapons and tactics", stated.arms, (-9, 9))?;
    within("Sea areas", stated.seas.into(), SEAS)?;
    within("Social state", stated.base.social.into(), STATES)?;
    within("Army points", stated.base.armies.into(), FORCES)?;
    within("Fleet points", stated.base.fleets.into(), FORCES)?;
    let names = stated.targets.iter().map(|target| &target.name).chain([&stated.base.name]);
    for name in names {
        if name.is_empty() || name.chars().count() > LONGEST || name.contains('\n') || name.trim() != name {
            return Err(Refusal::new(said!(
                "The name of an area has 1 to {} characters on one line.",
                LONGEST
            )));
        }
    }
    for target in &stated.targets {
        within("Social state", target.social.into(), STATES)?;
        within("Population", target.population.into(), POPULATIONS)?;
        within("Fortification", target.fort.into(), POINTS)?;
        within("Army points", target.armies.into(), FORCES)?;
        within("Fleet points", target.fleets.into(), FORCES)?;
        within("Conquest results", target.contested.into(), POINTS)?;
        within("What resists", target.resists, RESISTS)?;
        within("Gold against it", target.gold_against.into(), GOLD)?;
        within("Gold", target.gold.into(), GOLD)?;
    }
    within("Targets", i16::try_from(stated.targets.len()).unwrap_or(i16::MAX), (1, 20))
}

/// Decides an endeavour of a board elsewhere: a card is drawn, and the result told.
fn elsewhere(table: &mut Table<'_, '_, MiddleAges>, seat: &SeatId, stated: Endeavour) -> Result<(), Refusal> {
    let reads = readings(|key| table.switch(key));
    let (court, rules) = may(table.state(), reads, seat, &stated)?;
    let halved = halved(&stated, reads.seafarers_halved);
    let number = table.state().endeavours + 1;
    let card = yearly::draw(table, seat)?;
    let against = stated.targets.iter().map(|target| {
        let rating = rating(&stated, target, halved);
        let outcome = outcome(stated.kind, &card, rating.points, target, reads);
        Against { target: target.name.clone(), rating, outcome }
    });
    let (against, cost): (Vec<Against>, u16) = (against.collect(), limits::cost(&stated));
    let paid = pays(table.state(), court, &stated)?.filter(|_| cost > 0);
    let happened = Happened::Undertaken {
        number,
        court,
        cost,
        paid,
        card: card.number,
        check: card.check,
        rules: all_rules(&stated, &against, rules),
        against,
        stated: Box::new(stated),
    };
    table.emit(&Event::Endeavours(happened))
}

/// Whether sea areas between hinder an endeavour: a seafaring people's only where the group reads it so.
#[must_use]
pub fn halved(endeavour: &Endeavour, seafarers_too: bool) -> bool {
    seafarers_too || !limits::range(&endeavour.base).seafaring
}

/// Endeavours that could be stated now, one a kind, for who has no board: with an average leader from an average area.
fn samples(state: &Position, reads: Readings, seat: &SeatId) -> Vec<Offer> {
    let of = |kind: Kind| {
        let sample = sample(kind);
        may(state, reads, seat, &sample).ok()?;
        let order = Order::Elsewhere { stated: Box::new(sample.clone()) };
        let stronger = VALUES.map(|stature| Endeavour { stature, ..sample.clone() });
        Some(Offer::of_order(VERB, order, vec![Field::required("stated", Takes::among(stronger))]).timely())
    };
    Kind::ALL.into_iter().filter_map(of).collect()
}

/// An average endeavour of a kind.
#[must_use]
pub fn sample(kind: Kind) -> Endeavour {
    Endeavour {
        kind,
        stature: 3,
        card: 0,
        arms: 0,
        base: Base { name: "Tuscany".to_owned(), social: 1, armies: 1, fleets: 0, seafaring: false },
        targets: vec![Target {
            name: if kind.goes_abroad() { "Lombardy" } else { "Tuscany" }.to_owned(),
            social: 1,
            population: 1,
            fort: 0,
            armies: 0,
            fleets: 0,
            coast: true,
            language: Kin::Same,
            religion: Kin::Same,
            markers: [Marker::Commerce].into(),
            contested: 0,
            resists: if kind == Kind::Negotiate { 3 } else { 0 },
            gold_against: 0,
            gold: 0,
        }],
        seas: 0,
    }
}

impl Effect {
    /// Whether it is to the good of who undertook the endeavour.
    #[must_use]
    pub fn is_gain(self, kind: Kind) -> bool {
        match self {
            Effect::Fall => kind.is_attack(),
            Effect::BaseFall => false,
            _ => true,
        }
    }
}
