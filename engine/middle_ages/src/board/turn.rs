//! Rounds and turns: the order in which courts act, by sealed wishes, and what is due at the end of a turn.

use super::{Happened, cards, emit, upkeep};
use crate::court::Court;
use crate::{MiddleAges, Position, Round};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::by_round::Envelopes;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// The courts by initiative: the sum of the leader's statures, of equals who has more areas, then in the order of the seats.
#[must_use]
pub fn by_initiative(state: &Position) -> Vec<Court> {
    let mut courts: Vec<Court> = state.board.realms.keys().copied().collect();
    courts.sort_by_key(|court| {
        let sum = state.board.realms.get(court).map_or(0, |realm| realm.leader.sum());
        let areas = state.board.areas_of(*court).count();
        let seat = state.seat_of(*court).map_or(u32::MAX, |seat| seat.number().unwrap_or(u32::MAX));
        (std::cmp::Reverse(sum), std::cmp::Reverse(areas), seat)
    });
    courts
}

/// The order of a round: by initiative each takes the place that he wished, or the next later one that is free, or the last before it.
#[must_use]
pub fn in_order(by_initiative: &[Court], wishes: &BTreeMap<Court, u8>) -> Vec<Court> {
    let mut places: Vec<Option<Court>> = vec![None; by_initiative.len()];
    for (i, court) in by_initiative.iter().enumerate() {
        let wish = wishes.get(court).map_or(i, |place| usize::from(place.saturating_sub(1)));
        let wish = wish.min(places.len() - 1);
        let later = (wish..places.len()).find(|at| places[*at].is_none());
        let place = later.or_else(|| (0..wish).rev().find(|at| places[*at].is_none()));
        if let Some(place) = place {
            places[place] = Some(*court);
        }
    }
    places.into_iter().flatten().collect()
}

/// The players who have a court on the board.
fn players(table: &Table<'_, '_, MiddleAges>) -> Vec<SeatId> {
    let state = table.state();
    let mut seats: Vec<SeatId> =
        state.board.realms.keys().filter_map(|court| state.seat_of(*court).cloned()).collect();
    seats.sort_by_key(SeatId::number);
    seats
}

/// Asks all who have a court on the board for claims, or for wishes of a place in the round; where nobody has, it goes on without any.
pub(crate) fn asks(table: &mut Table<'_, '_, MiddleAges>, round: &Round) -> Result<(), Refusal> {
    let players = players(table);
    if players.is_empty() {
        round.opened(table, BTreeMap::new())
    } else {
        table.open_envelopes(round, players, false)
    }
}

table::named_round! {
    /// The round of envelopes in which each says at which place he would act in a round of play, by its number: `order/3`.
    pub struct PlaceWishes(pub u8) as "order";
}

/// A wish for a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The place, from 1.
    pub place: u8,
}

impl Envelopes<MiddleAges> for PlaceWishes {
    type Choice = Wish;

    fn check(&self, state: &Position, seat: &SeatId, wish: &Wish) -> Result<(), Refusal> {
        let most = state.board.realms.len();
        // What was sealed stays sealed where its player gives his court up before it is opened; it then counts for nothing.
        if state.court_of(seat).is_some() && !(1..=most).contains(&usize::from(wish.place)) {
            return Err(Refusal::new(said!("The places of a round go from 1 to {}.", most)));
        }
        Ok(())
    }

    /// The place that he has by initiative.
    fn default_choice(&self, state: &Position, seat: &SeatId) -> Option<Wish> {
        let own = state.court_of(seat)?;
        let at = by_initiative(state).iter().position(|court| *court == own)?;
        Some(Wish { place: u8::try_from(at + 1).ok()? })
    }

    /// Of who has given his court up no place counts.
    fn voted_default(&self, state: &Position, seat: &SeatId) -> Option<Wish> {
        self.default_choice(state, seat).or(Some(Wish { place: 1 }))
    }

    /// The order of the round, and what demesnes bring in it.
    fn opened(
        &self,
        table: &mut Table<'_, '_, MiddleAges>,
        choices: BTreeMap<SeatId, Wish>,
    ) -> Result<(), Refusal> {
        let state = table.state();
        let wishes =
            choices.into_iter().filter_map(|(seat, wish)| Some((state.court_of(&seat)?, wish.place)));
        let order = in_order(&by_initiative(state), &wishes.collect());
        let brings =
            |(court, realm): (&Court, &super::Realm)| (realm.demesne > 0).then_some((*court, realm.demesne));
        let demesnes = state.board.realms.iter().filter_map(brings).collect();
        let round = state.calendar.round;
        emit(table, Happened::Ordered { round, order, demesnes })
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        if table.seat().and_then(|seat| state.court_of(seat)).is_none() {
            return Vec::new();
        }
        let most = i64::try_from(state.board.realms.len()).unwrap_or(1).max(1);
        vec![Offer::seal(&self.to_string(), vec![Field::required("place", Kind::Whole { least: 1, most })])]
    }
}

/// A turn begins.
pub(crate) fn begins(table: &mut Table<'_, '_, MiddleAges>, court: Court) -> Result<(), Refusal> {
    emit(table, Happened::TurnBegun { court })?;
    super::communication::tested(table, court)
}

/// A turn comes to its end: cards that were not drawn are drawn, the hand goes down to its limit, armies and fleets are paid for.
pub(crate) fn ends(table: &mut Table<'_, '_, MiddleAges>, court: Court) -> Result<(), Refusal> {
    let Some(turn) = table.state().board.turn.clone().filter(|turn| turn.court == court) else {
        return Ok(());
    };
    if let Some(seat) = table.state().seat_of(court).cloned() {
        if !turn.drawn {
            cards::draw_at_the_end(table, &seat, court)?;
        }
        cards::replace_late(table, &seat, court)?;
        cards::down_to_limit(table, &seat, court)?;
        if upkeep::is_short(&table.state().board, court) {
            return table.push(None, &crate::outline::Frame::Upkeep(court));
        }
    } else {
        upkeep::give_up(table, court)?;
    }
    upkeep::pay(table, court)?;
    emit(table, Happened::TurnOver { court })
}
