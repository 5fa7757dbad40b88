//! Who plays which court, and what is told of its leader and its gold.

use crate::court::Court;
use crate::stature::{Leader, Stature, VALUES};
use crate::{Event, MiddleAges, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::Stage;
use table::assent::{Assent, Rests};
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::said::{ToValue, Value as Word};
use table::values::Value as Tracked;
use table::view::View;

/// The verb of these orders, as the record writes it.
const VERB: &str = "court";

/// A court that has a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Who plays it.
    pub seat: SeatId,
    /// Its leader; of a board elsewhere as it was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Leader>,
    /// Its treasury at a board elsewhere, in gold, once it was told; an endeavour is paid out of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gold: Option<i64>,
    /// By how much gold its treasury was told to rise in a round, and in which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raised: Option<Raised>,
}

/// By how much a treasury was told to rise in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raised {
    /// The round, by its number.
    pub round: u8,
    /// Gold.
    pub gold: i64,
}

/// What a player orders about courts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "court", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Takes a court that nobody plays.
    Take {
        /// Which.
        of: Court,
    },
    /// Gives his court up.
    Release {
        /// Which.
        of: Court,
    },
    /// Tells the statures of his leader.
    Leader {
        /// Whose.
        of: Court,
        /// The leader.
        leader: Leader,
    },
}

/// What happened about courts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A court was taken.
    CourtTaken {
        /// Which.
        court: Court,
        /// By whom.
        seat: SeatId,
    },
    /// A court has no player any more.
    CourtReleased {
        /// Which.
        court: Court,
        /// Who played it.
        seat: SeatId,
    },
    /// A court's leader was told.
    LeaderTold {
        /// Whose.
        court: Court,
        /// The leader.
        leader: Leader,
    },
    /// A treasury was told or corrected.
    GoldTold {
        /// Whose.
        court: Court,
        /// What it was, where it was known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<i64>,
        /// What it is.
        now: i64,
        /// Whether it was a correction.
        corrected: bool,
    },
}

impl Position {
    /// The court of a seat.
    #[must_use]
    pub fn court_of(&self, seat: &SeatId) -> Option<Court> {
        self.courts.iter().find(|(_, played)| played.seat == *seat).map(|(court, _)| *court)
    }

    /// The treasury of a court, in gold: of a board that is kept here what it has, else what was told and what was paid out of that since.
    /// `None` where it was never told, or the court is not there.
    #[must_use]
    pub fn gold_of(&self, court: Court) -> Option<i64> {
        if self.kept {
            return self.board.realms.get(&court).map(|realm| realm.gold.into());
        }
        self.courts.get(&court)?.gold
    }

    /// Who plays a court.
    #[must_use]
    pub fn seat_of(&self, court: Court) -> Option<&SeatId> {
        self.courts.get(&court).map(|played| &played.seat)
    }
}

/// The court of a seat, which has to have one.
///
/// # Errors
/// A refusal where it has none.
pub(crate) fn own(state: &Position, seat: &SeatId) -> Result<Court, Refusal> {
    state
        .court_of(seat)
        .ok_or_else(|| Refusal::new(said!("You play no court yet. Take one with /ages court.")))
}

/// Refuses unless a seat plays this court.
fn owns(state: &Position, seat: &SeatId, court: Court) -> Result<(), Refusal> {
    let own = own(state, seat)?;
    if own == court {
        return Ok(());
    }
    Err(Refusal::new(said!("{} is not yours to order. Yours: {}.", court, own)))
}

/// Whether a player may order it, and what happens then.
///
/// # Errors
/// The refusal, where he may not.
pub fn may(state: &Position, seat: &SeatId, order: &Order) -> Result<Happened, Refusal> {
    match order {
        Order::Take { of } => take(state, seat, *of),
        Order::Release { of } => {
            owns(state, seat, *of)?;
            if state.takes_courts() {
                return Err(Refusal::new(said!(
                    "The courts are being taken now: take another, and {} is free again.",
                    *of
                )));
            }
            if let Some(waits) = crate::board::waits(state) {
                return Err(waits);
            }
            Ok(Happened::CourtReleased { court: *of, seat: seat.clone() })
        }
        Order::Leader { of, leader } => {
            owns(state, seat, *of)?;
            if state.kept {
                return Err(Refusal::new(said!("The bot keeps the leaders of this board.")));
            }
            check(leader)?;
            Ok(Happened::LeaderTold { court: *of, leader: leader.clone() })
        }
    }
}

/// Refuses statures that no leader has.
fn check(leader: &Leader) -> Result<(), Refusal> {
    let name = leader.name.as_deref().unwrap_or("leader");
    if name.is_empty() || name.chars().count() > 40 || name.contains('\n') || name.trim() != name {
        return Err(Refusal::new(said!("A leader's name has 1 to 40 characters on one line.")));
    }
    match Stature::ALL.into_iter().find(|stature| !VALUES.contains(&leader.of(*stature))) {
        Some(stature) => Err(Refusal::new(said!(
            "{} of {} is no stature: a leader has 1, 2, 3, 5 or 9.",
            stature,
            leader.of(stature)
        ))),
        None => Ok(()),
    }
}

fn take(state: &Position, seat: &SeatId, court: Court) -> Result<Happened, Refusal> {
    // While courts are taken one goes from one to another.
    let held = state.court_of(seat).filter(|own| !state.takes_courts() || *own == court);
    if let Some(own) = held {
        return Err(Refusal::new(said!("You play {} already. A player has one court.", own)));
    }
    if !is_there(state, court) {
        return Err(Refusal::new(said!("{} is not played in this scenario.", court)));
    }
    if state.seat_of(court).is_some() {
        let free: Vec<Word> = free(state).map(|court| court.to_value()).collect();
        return Err(Refusal::new(said!("{} is played by somebody else. Free: {}.", court, free)));
    }
    Ok(Happened::CourtTaken { court, seat: seat.clone() })
}

/// Whether a player may be ready: while the courts are taken he needs one first.
///
/// # Errors
/// A refusal where he has none and one is free.
pub(crate) fn may_be_ready(state: &Position, seat: &SeatId) -> Result<(), Refusal> {
    if state.takes_courts() && state.court_of(seat).is_none() && free(state).next().is_some() {
        return Err(Refusal::new(said!("You play no court yet. Take one first; then say *Ready*.")));
    }
    Ok(())
}

/// The courts that can be taken.
pub fn free(state: &Position) -> impl Iterator<Item = Court> {
    Court::all().filter(|court| state.seat_of(*court).is_none() && is_there(state, *court))
}

/// Whether a court can be played: of a board kept here those of its scenario, once it is set up those that are on it.
fn is_there(state: &Position, court: Court) -> bool {
    if !state.kept {
        return true;
    }
    if state.board.is_kept() {
        return state.board.realms.contains_key(&court);
    }
    state.data().begins().iter().any(|begins| begins.court == court)
}

/// Who has taken no court when the time for it is over gets the first that is free, in the order of the seats.
pub(crate) fn give_out(table: &mut Table<'_, '_, MiddleAges>) -> Result<(), Refusal> {
    for seat in table.players() {
        if table.state().court_of(&seat).is_some() {
            continue;
        }
        let first = free(table.state()).next();
        if let Some(court) = first {
            table.emit(&Event::Courts(Happened::CourtTaken { court, seat }))?;
        }
    }
    Ok(())
}

/// What begins the key of a treasury.
const GOLD: &str = "gold/";

/// The key of a court's treasury among the values of the board.
#[must_use]
pub fn key_of(court: Court) -> String {
    format!("{GOLD}{}", court.key())
}

/// The largest treasury, in gold: ours, wide enough for anything that was ever played.
const MOST_GOLD: u16 = 9_999;

/// How much gold a treasury is told to rise by in a round as a rule; ours, above what a court begins with and its taxes bring.
const USUAL_GOLD: i64 = 60;

/// The treasuries: told of a board elsewhere, of a board that is kept here once it is set up those that the bot keeps.
pub(crate) fn values(state: &Position) -> Vec<Tracked> {
    let of = |court: &Court| Tracked {
        key: key_of(*court),
        name: court.name().to_owned(),
        unit: "gold".to_owned(),
        now: state.gold_of(*court).unwrap_or(0),
        least: 0,
        most: MOST_GOLD.into(),
        scale: 1,
        of: state.seat_of(*court).cloned(),
        rises: true,
        yes_no: false,
        by_player: false,
        known: state.gold_of(*court).is_some(),
        decides_from: None,
        usual: Some(usual_gold(state, *court)),
        brings: 0,
        purse: true,
        sways: false,
        kept: state.kept,
    };
    if state.kept {
        return state.board.realms.keys().map(of).collect();
    }
    state.courts.keys().map(of).collect()
}

/// By how much gold a court's treasury can still be told to rise in this round as a rule.
fn usual_gold(state: &Position, court: Court) -> i64 {
    let raised = state.courts.get(&court).and_then(|played| played.raised);
    let of_round = raised.filter(|raised| raised.round == state.calendar.round);
    (USUAL_GOLD - of_round.map_or(0, |raised| raised.gold)).max(0)
}

/// Sets a treasury as it was told or corrected.
pub(crate) fn set_value(
    table: &mut Table<'_, '_, MiddleAges>,
    key: &str,
    now: i64,
    corrected: bool,
) -> Result<(), Refusal> {
    let court = key.strip_prefix(GOLD).and_then(Court::by_key);
    let court = court.filter(|court| values(table.state()).iter().any(|value| value.key == key_of(*court)));
    let Some(court) = court else {
        return Err(Refusal::new(said!("There is no such value on this board.")));
    };
    let before = table.state().gold_of(court);
    table.emit(&Event::Courts(Happened::GoldTold { court, before, now, corrected }))
}

/// Changes a treasury by what was told, corrected or paid.
pub(crate) fn set_gold(state: &mut Position, court: Court, now: i64) {
    if state.kept {
        let gold = u16::try_from(now.clamp(0, MOST_GOLD.into())).unwrap_or(MOST_GOLD);
        if let Some(realm) = state.board.realms.get_mut(&court) {
            realm.gold = gold;
        }
    } else if let Some(played) = state.courts.get_mut(&court) {
        played.gold = Some(now);
    }
}

/// Courts and who plays them, as a subject of the game.
pub enum Courts {}

impl Subject<MiddleAges> for Courts {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        match happened {
            Happened::CourtTaken { court, seat } => {
                state.courts.insert(court, Played { seat, leader: None, gold: None, raised: None });
            }
            Happened::CourtReleased { court, .. } => _ = state.courts.remove(&court),
            Happened::LeaderTold { court, leader } => {
                if let Some(played) = state.courts.get_mut(&court) {
                    played.leader = Some(leader);
                }
            }
            Happened::GoldTold { court, before, now, corrected } => {
                let (round, by) = (state.calendar.round, now - before.unwrap_or(0));
                if let Some(played) = state.courts.get_mut(&court).filter(|_| by > 0 && !corrected) {
                    let of_round = played.raised.filter(|raised| raised.round == round);
                    let gold = of_round.map_or(0, |raised| raised.gold) + by;
                    played.raised = Some(Raised { round, gold });
                }
                set_gold(state, court, now);
            }
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
        let to_take = || {
            let free: Vec<Court> = free(state).collect();
            let first = free.first().copied()?;
            let field = Field::required("of", Kind::among(free));
            Some(Offer::of_order(VERB, Order::Take { of: first }, vec![field]))
        };
        let Some(of) = state.court_of(seat) else {
            return to_take().map(Offer::onward).into_iter().collect();
        };
        if state.takes_courts() {
            return to_take().map(Offer::back).into_iter().collect();
        }
        let release = Offer::of_order(VERB, Order::Release { of }, Vec::new()).back();
        if state.kept {
            let free = may(state, seat, &Order::Release { of }).is_ok();
            return Some(release).filter(|_| free).into_iter().collect();
        }
        let leader = Leader { name: None, combat: 3, administration: 3, diplomacy: 3 };
        let told = VALUES.map(|combat| Leader { combat, ..leader.clone() });
        let field = Field::required("leader", Kind::among(told));
        vec![release, Offer::of_order(VERB, Order::Leader { of, leader }, vec![field])]
    }
}

/// What leader a court has rests on the word of all, for how good he is nobody else says; what court one plays on nobody's.
fn rests_on(table: &Table<'_, '_, MiddleAges>, _: &SeatId, order: &Order) -> Option<Assent> {
    match order {
        Order::Leader { .. } => Assent::light(table.players()),
        Order::Take { .. } | Order::Release { .. } => None,
    }
}

/// To whom a player hands something lasting of his own: a court that he gives up is nobody's, and who takes it has all of it.
pub(crate) fn gives(state: &Position, seat: &SeatId, order: &Order) -> BTreeSet<SeatId> {
    match order {
        Order::Release { of } if !state.takes_courts() && state.seat_of(*of) == Some(seat) => {
            BTreeSet::from([seat.clone()])
        }
        _ => BTreeSet::new(),
    }
}

impl Ordered<MiddleAges> for Courts {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<MiddleAges, Order> = Rests::On(rests_on);

    fn decide(table: &mut Table<'_, '_, MiddleAges>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        let happened = may(table.state(), seat, &order)?;
        if let (Order::Take { .. }, Some(court)) = (&order, table.state().court_of(seat)) {
            table.emit(&Event::Courts(Happened::CourtReleased { court, seat: seat.clone() }))?;
        }
        table.emit(&Event::Courts(happened))
    }
}
