//! Event cards: drawn, held, played, discarded. Which cards a hand holds only its owner knows until they open.

use super::happened::{Change, PlayedCard};
use super::{Force, Happened, fewest, in_turn};
use crate::court::Court;
use crate::endeavour::Kin;
use crate::event_cards::{self, Card, DECK, Does, HAND, When};
use crate::geography::{Area, Religion};
use crate::marker::Marker;
use crate::{Event, MiddleAges, Position, switches};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

fn emit(table: &mut Table<'_, '_, MiddleAges>, happened: Happened) -> Result<(), Refusal> {
    table.emit(&Event::Board(Box::new(happened)))
}

/// Shuffles the event cards of the years that are played.
pub(crate) fn shuffle(table: &mut Table<'_, '_, MiddleAges>) -> Result<(), Refusal> {
    let deck = event_cards::deck(table.state().calendar.span());
    let cards = u32::try_from(deck.len()).unwrap_or(u32::MAX);
    let slot = format!("events/{}", table.state().board.shuffles + 1);
    table.shuffle_deck(&slot, DECK, deck)?;
    emit(table, Happened::EventsShuffled { cards, rules: event_cards::rules_of_deck() })
}

/// Whether the cards of a turn can be drawn now.
///
/// # Errors
/// A refusal where they were.
pub fn may_draw(state: &Position, seat: &SeatId) -> Result<Court, Refusal> {
    let (court, _, turn) = in_turn(state, seat)?;
    if turn.drawn {
        return Err(Refusal::new(said!("The event cards of this turn are drawn.")));
    }
    Ok(court)
}

/// Draws: one card, or two where the group agreed.
pub(crate) fn draw(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    court: Court,
) -> Result<(), Refusal> {
    let two = table.switch(switches::DRAW_TWO) == "yes";
    let mut cards = 0;
    for _ in 0..if two { 2 } else { 1 } {
        cards += u8::from(table.draw_card(DECK, seat)?.is_some());
    }
    let rules = if two { vec![rule!("middle-ages.cards.draw-two")] } else { Vec::new() };
    emit(table, Happened::EventsDrawn { court, cards, rules })?;
    super::fate::strikes(table, court)
}

/// Refuses anything else while a hand holds more than may be held.
///
/// # Errors
/// A refusal that says how many may be.
pub(crate) fn within_hand(held: usize) -> Result<(), Refusal> {
    if held <= HAND {
        return Ok(());
    }
    Err(Refusal::under(
        rule!("middle-ages.cards.hand-limit"),
        said!("{} event cards are in your hand, and {} may be held: play or discard one first.", held, HAND),
    ))
}

/// Opens a card of a hand.
pub(crate) fn open(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    pos: u32,
) -> Result<&'static Card, Refusal> {
    let none = || Refusal::new(said!("That card is not in your hand."));
    if !table.hand(DECK, seat).contains(&pos) {
        return Err(none());
    }
    event_cards::by_key(&table.open_card(DECK, pos)?).ok_or_else(none)
}

/// What a card does on an area of the board, where it can be played there.
///
/// # Errors
/// A refusal that says where it can be.
pub fn effect(
    state: &Position,
    court: Court,
    card: &Card,
    on: Option<Area>,
) -> Result<Option<Change>, Refusal> {
    let board = &state.board;
    let name = || table::said::name(card.name.clone());
    let nowhere = |says| Err(Refusal::new(says));
    let Some(area) = on.filter(|_| !matches!(card.does, Does::Demesne | Does::Gold { .. })) else {
        return match card.does {
            Does::Demesne | Does::Gold { .. } => Ok(None),
            Does::Arms { .. } | Does::Fervour | Does::Leader { .. } => {
                nowhere(said!("{} is used with an endeavour, when that is declared.", name()))
            }
            _ => nowhere(said!("{} is played on an area; name one.", name())),
        };
    };
    let Some(held) = board.area(area) else {
        return nowhere(said!("{} is played on an area; name one.", name()));
    };
    let own = held.owner == Some(court);
    let points = |of: Force, add: u8| Some(fewest(held.counters(of).iter().sum::<u8>() + add));
    Ok(Some(match card.does {
        Does::Rise if own => {
            Change { social: risen(held.markers.contains(&Marker::University)), ..Change::default() }
        }
        Does::Fall if !own => Change { social: -1, ..Change::default() },
        Does::Army { points: add } if own => Change { armies: points(Force::Army, add), ..Change::default() },
        Does::Fleet { points: add } if own && area.is_coastal() => {
            Change { fleets: points(Force::Fleet, add), ..Change::default() }
        }
        Does::Tie if !own && board.language(court, area) != Kin::Foreign => {
            Change { tie: Some(court), ..Change::default() }
        }
        Does::Heresy if !own && held.religion.known().faith == "christian" => {
            Change { religion: Religion::by_key("heretic"), ..Change::default() }
        }
        Does::Arms { .. } | Does::Fervour | Does::Leader { .. } => {
            return nowhere(said!("{} is used with an endeavour, when that is declared.", name()));
        }
        _ => return nowhere(said!("{} cannot be played on {}.", name(), area)),
    }))
}

/// By how much a social state rises that rises by 1: with a university by 2.
#[must_use]
pub fn risen(university: bool) -> i8 {
    if university { 2 } else { 1 }
}

/// Plays a card of the hand.
pub(crate) fn play(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    pos: u32,
    on: Option<Area>,
) -> Result<(), Refusal> {
    let (court, ..) = in_turn(table.state(), seat)?;
    let card = open(table, seat, pos)?;
    let mut rules: Vec<RuleId> = card.applies(table.state().calendar.year())?.into_iter().collect();
    rules.extend(card.mark().1);
    let change = effect(table.state(), court, card, on)?;
    match card.does {
        Does::Army { .. } => rules.push(rule!("middle-ages.armies.maintenance.event-armies")),
        Does::Fleet { .. } => rules.push(rule!("middle-ages.fleets.maintenance.event-fleets")),
        Does::Rise if change.as_ref().is_some_and(|change| change.social > 1) => {
            rules.push(rule!("middle-ages.civilisation.university"));
        }
        _ => {}
    }
    let played = PlayedCard { card: card.key.clone(), on, demesne: card.does == Does::Demesne };
    emit(table, Happened::CardPlayed { court, card: played, rules })?;
    if let Does::Gold { gold } = card.does {
        super::follows::pays(table, court, gold.into(), Vec::new())?;
    }
    match on.zip(change) {
        Some((area, change)) => {
            emit(table, Happened::Area { area, change: Box::new(change), rules: Vec::new() })
        }
        None => Ok(()),
    }
}

/// The rules by which a card that is discarded is replaced by another; none where it is not: its period is over, or it should not have
/// been in the deck at all.
#[must_use]
pub fn replaced_by(card: &Card, year: u16, span: (u16, u16)) -> Vec<RuleId> {
    let late = (card.when(year) == When::Over).then_some(rule!("middle-ages.cards.drawn-too-late"));
    let none = (!card.is_within(span)).then_some(rule!("middle-ages.cards.outside-scenario-found"));
    late.into_iter().chain(none).collect()
}

/// Discards a card of the hand: one whose period is over is replaced by the next.
pub(crate) fn discard(table: &mut Table<'_, '_, MiddleAges>, seat: &SeatId, pos: u32) -> Result<(), Refusal> {
    let (court, ..) = in_turn(table.state(), seat)?;
    let card = open(table, seat, pos)?;
    let (year, span) = (table.state().calendar.year(), table.state().calendar.span());
    let rules = replaced_by(card, year, span);
    let replaced = !rules.is_empty() && table.draw_card(DECK, seat)?.is_some();
    emit(table, Happened::CardDiscarded { court, card: card.key.clone(), replaced, rules })
}

/// What a hand holds too many is discarded at the end of a turn, the last drawn first.
pub(crate) fn down_to_limit(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    court: Court,
) -> Result<(), Refusal> {
    loop {
        let hand = table.hand(DECK, seat);
        let Some(last) = hand.last().copied().filter(|_| hand.len() > HAND) else { return Ok(()) };
        let card = open(table, seat, last)?;
        let rules = vec![rule!("middle-ages.cards.hand-limit")];
        emit(table, Happened::CardDiscarded { court, card: card.key.clone(), replaced: false, rules })?;
    }
}
