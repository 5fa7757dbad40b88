//! Who acts when in a phase in which the powers follow one another (7.1): the slots of a month, what is lodged for them, and how they pass.
//!
//! The phase opens with one gathering: everybody lodges his orders or is ready without. Then the answers of all are sealed
//! ([`attacked`]), and the slots follow in their order. A slot passes by itself where nothing is held in it; who would rather see what
//! happened before orders lets his slot wait for him.

pub mod attacked;
pub mod sense;

use crate::frame::Frame;
use crate::land::phase::{Happened, Order as LandOrder, emit};
use crate::map::AreaId;
use crate::months::Phase;
use crate::powers::Power;
use crate::{EmpiresInArms, Order, Position, Round, danube, land};
use serde::{Deserialize, Serialize};
use table::frames::Ends;
use table::game::Table;
use table::lodged::{Holder, Lodging, Passing};
use table::names::SeatId;
use table::refusal::Refusal;
use table::{rule, said};

/// How many lines a power can lodge for a slot: a march for each of its corps, and to be ready after them.
pub const PLACES: usize = 28;

/// What holds a march back, as everybody sees it: then the corps stays until its owner acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Hold {
    /// An enemy corps stands in the open of an area.
    EnemyAt(AreaId),
    /// No enemy corps stands in the open of an area.
    NoEnemyAt(AreaId),
}

impl Hold {
    /// Whether it holds back the orders of a seat now.
    #[must_use]
    pub fn holds(self, state: &Position, seat: &SeatId) -> bool {
        let ground = crate::ground::Ground::of(state);
        let own = state.moved_by(seat);
        let enemy_at = |area: AreaId| own.iter().any(|power| ground.enemy_corps(*power).contains(area));
        match self {
            Hold::EnemyAt(area) => enemy_at(area),
            Hold::NoEnemyAt(area) => !enemy_at(area),
        }
    }
}

impl Position {
    /// Whose a power's slot is; `None` where nobody plays it.
    #[must_use]
    pub fn slot_of(&self, power: Power) -> Option<Holder> {
        let seat = self.choice.holdings.get(&power).map(|holding| &holding.seat);
        let seat = seat.or_else(|| self.controller(power))?;
        Some(Holder::power(seat, power.key()))
    }

    /// The powers that have slots, in the order of the rulebook, France where it acts without an answer (`standard.land.phase.order`).
    #[must_use]
    pub fn slots_by_the_book(&self) -> Vec<Power> {
        let order = [
            Power::Russia,
            Power::Turkey,
            Power::Austria,
            Power::Prussia,
            Power::GreatBritain,
            Power::Spain,
            Power::Sardinia,
            Power::Greece,
            Power::France,
        ];
        let of_the_game: Vec<Power> = self.choice.powers().collect();
        order.into_iter().filter(|power| of_the_game.contains(power)).collect()
    }
}

/// What comes next where the bot keeps the land.
pub(crate) fn next(
    table: &mut Table<'_, '_, EmpiresInArms>,
    within: &[Frame],
    after: Option<&Frame>,
) -> Result<Option<Frame>, Refusal> {
    let order = &table.state().land.order;
    Ok(match (within.last(), after) {
        (None, None) => Some(Frame::SetUp),
        (None, Some(Frame::SetUp)) => Some(Frame::Month(table.state().begins)),
        (None, Some(Frame::Month(month))) => {
            land::conquest::step(table, *month)?;
            table.end_epoch_if_used()?;
            if danube::count::month_ends(table, *month)? {
                table.close()?;
                return Ok(None);
            }
            Some(Frame::Month(month.next()))
        }
        (Some(Frame::Month(_)), None) => Some(Frame::Phase(Phase::Land)),
        (Some(Frame::Phase(_)), None) => Some(Frame::Orders),
        (Some(Frame::Phase(_)), Some(Frame::Orders)) => Some(Frame::Answers),
        (Some(Frame::Phase(_)), Some(Frame::Answers)) => Some(Frame::Slots),
        (Some(Frame::Slots), None) => order.first().map(|power| Frame::Slot(*power)),
        (Some(Frame::Slots), Some(Frame::Slot(power))) => Some(Frame::Combats(*power)),
        (Some(Frame::Slots), Some(Frame::Combats(power))) => {
            let power = *power;
            if danube::count::is_over_at_once(table)? {
                table.close()?;
                return Ok(None);
            }
            let (order, power) = (&table.state().land.order, &power);
            let place = order.iter().position(|one| one == power);
            place.and_then(|place| order.get(place + 1)).map(|power| Frame::Slot(*power))
        }
        _ => None,
    })
}

/// Who ends a frame where the bot keeps the land; `None` for one that is not of it.
pub(crate) fn ends(state: &Position, frame: Frame) -> Option<Ends> {
    match frame {
        Frame::SetUp | Frame::Answers | Frame::Combats(_) => Some(Ends::Itself),
        Frame::Orders => Some(Ends::AllReady),
        Frame::Slots => Some(Ends::Within),
        Frame::Phase(Phase::Land) if state.keeps_land() => Some(Ends::Within),
        Frame::Slot(power) => {
            Some(Ends::Ready(state.slot_of(power).map(|holder| holder.seat).into_iter().collect()))
        }
        _ => None,
    }
}

/// Whether such a frame is undecided.
pub(crate) fn stands(state: &Position, frame: Frame) -> bool {
    match frame {
        Frame::SetUp => state.pieces.is_empty(),
        Frame::Answers => state.land.answers != state.month(),
        Frame::Combats(_) => land::contact::is_undecided(state),
        _ => true,
    }
}

/// What happens by itself when such a frame opens; whether it is one.
pub(crate) fn entered(table: &mut Table<'_, '_, EmpiresInArms>, frame: Frame) -> Result<bool, Refusal> {
    match frame {
        Frame::SetUp => land::set_up::ask(table)?,
        Frame::Phase(Phase::Land) if table.state().keeps_land() => {
            if let Some(month) = table.state().month() {
                land::set_up::arrivals(table, month)?;
            }
        }
        Frame::Answers => attacked::open(table)?,
        Frame::Slot(power) => emit(table, Happened::SlotBegan { power })?,
        Frame::Combats(power) => {
            land::hunger::feed(table, power)?;
            land::contact::declare(table, power)?;
            land::contact::go_on(table)?;
        }
        Frame::Orders | Frame::Slots => {}
        _ => return Ok(false),
    }
    Ok(true)
}

/// What a frame is to orders that are lodged.
pub(crate) fn lodging(state: &Position, frame: Frame) -> Lodging {
    match frame {
        Frame::Slots => {
            Lodging::SlotsOf(state.land.order.iter().filter_map(|power| state.slot_of(*power)).collect())
        }
        Frame::Slot(power) => Lodging::Slot(state.slot_of(power).into_iter().collect()),
        _ => Lodging::None,
    }
}

/// How the slots of a holder pass: Sardinia's gap and slots on land by themselves, these where nothing is held and their player does not want
/// them to wait.
pub(crate) fn passing(state: &Position, holder: &Holder) -> Passing {
    let power = holder.power.as_deref().and_then(Power::by_key);
    match power {
        None => Passing::ByItself,
        Some(power) if state.land.waits.contains(&power) => Passing::Waits,
        Some(_) => Passing::Unheld,
    }
}

/// Whether an order of the land phase may be lodged for a slot of this holder.
pub(crate) fn may_lodge(state: &Position, holder: &Holder, order: &LandOrder) -> Result<(), Refusal> {
    let power = holder.power.as_deref().and_then(Power::by_key);
    match power.filter(|power| state.keeps_land() && state.slot_of(*power).as_ref() == Some(holder)) {
        Some(power) => land::march::may_lodge(state, power, order),
        None => {
            Err(Refusal::new(said!("What is lodged for a slot on land names the power whose slot it is.")))
        }
    }
}

/// The rounds that are filled out of answers that stand: what counters do when they are attacked, in this month or the next.
pub(crate) fn standing_rounds(state: &Position) -> Vec<Round> {
    if !state.keeps_land() {
        return Vec::new();
    }
    let month = state.month().unwrap_or(state.begins);
    let is_over = state.land.answers.is_some_and(|answers| answers >= month);
    let next = if is_over { month.next() } else { month };
    vec![Round::Attacked(attacked::WhenAttacked(next))]
}

/// Whether an order that a player gives himself does what one that he had lodged was for: a march of the same corps.
pub(crate) fn settles(order: &Order, lodged: &Order) -> bool {
    match (order, lodged) {
        (
            Order::Land(LandOrder::March { corps, .. } | LandOrder::ComeOut { corps }),
            Order::Land(LandOrder::March { corps: other, .. } | LandOrder::ComeOut { corps: other }),
        ) => corps.iter().any(|corps| other.contains(corps)),
        _ => false,
    }
}

/// Whether a march stays lodged beside another: a counter moves once in a slot (`standard.land.move.singly`), so that of two marches of the
/// same corps the later counts.
///
/// # Errors
/// A refusal where others go in one of them, who would be left without a march.
pub(crate) fn stays_beside(order: &Order, lodged: &Order) -> Result<bool, Refusal> {
    let (Order::Land(LandOrder::March { corps, .. }), Order::Land(LandOrder::March { corps: before, .. })) =
        (order, lodged)
    else {
        return Ok(true);
    };
    let Some(both) = corps.iter().find(|id| before.contains(id)) else { return Ok(true) };
    match before.iter().find(|id| !corps.contains(id)) {
        None => Ok(false),
        Some(other) => Err(Refusal::under(
            rule!("standard.land.move.singly"),
            said!(
                "{} goes together with {} by what you have lodged, and moves once. Take that march back first, then lodge both anew.",
                *both,
                *other
            ),
        )),
    }
}
