//! Event cards: drawn, held, played, discarded. Which cards a hand holds only its owner knows until they open.

use super::happened::{Change, PlayedCard};
use super::{Force, Happened, emit, fewest, in_turn};
use crate::court::Court;
use crate::courts;
use crate::endeavour::Kin;
use crate::event_cards::{self, Card, DECK, Does, When};
use crate::geography::Area;
use crate::marker::Marker;
use crate::switches::{self, Readings, readings};
use crate::{MiddleAges, Position};
use std::collections::BTreeSet;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// Shuffles the event cards of the years that are played.
pub(crate) fn shuffle(table: &mut Table<'_, '_, MiddleAges>) -> Result<(), Refusal> {
    let deck = table.state().data().event_deck(table.state().calendar.span());
    let cards = u32::try_from(deck.len()).unwrap_or(u32::MAX);
    let slot = format!("events/{}", table.state().board.shuffles + 1);
    table.shuffle_deck(&slot, DECK, deck)?;
    emit(table, Happened::EventsShuffled { cards, again: Vec::new(), rules: event_cards::rules_of_deck() })
}

/// The cards in a hand, by their numbers.
pub(crate) fn hand(table: &Table<'_, '_, MiddleAges>, seat: &SeatId) -> Vec<u32> {
    let of = |shuffle: u32| {
        let held = table.hand(&event_cards::deck_of(shuffle), seat).into_iter();
        held.map(move |pos| event_cards::number(shuffle, pos))
    };
    (1..=table.state().board.shuffles).flat_map(of).collect()
}

/// The next card of the deck comes into a hand: its number. A deck that is spent is made anew of what was discarded; none is drawn where
/// nothing was.
fn draw_next(table: &mut Table<'_, '_, MiddleAges>, seat: &SeatId) -> Result<Option<u32>, Refusal> {
    let shuffle = table.state().board.shuffles;
    if let Some(pos) = table.draw_card(&event_cards::deck_of(shuffle), seat)? {
        return Ok(Some(event_cards::number(shuffle, pos)));
    }
    let again = discarded(table);
    if again.is_empty() {
        return Ok(None);
    }
    let (shuffle, cards) = (shuffle + 1, u32::try_from(again.len()).unwrap_or(u32::MAX));
    table.shuffle_deck(&format!("events/{shuffle}"), &event_cards::deck_of(shuffle), again.clone())?;
    let rules = vec![rule!("middle-ages.cards.drawn-too-late")];
    emit(table, Happened::EventsShuffled { cards, again, rules })?;
    let pos = table.draw_card(&event_cards::deck_of(shuffle), seat)?;
    Ok(pos.map(|pos| event_cards::number(shuffle, pos)))
}

/// What lies open of a deck that is spent, by name: what was played or discarded since it was laid. What came too late is not shuffled back,
/// nor is what could only come so from now on (`middle-ages.cards.drawn-too-late`).
fn discarded(table: &Table<'_, '_, MiddleAges>) -> Vec<String> {
    let state = table.state();
    let (board, data, span) = (&state.board, state.data(), state.calendar.span());
    let mut pile: BTreeSet<String> = BTreeSet::new();
    for shuffle in 1..=board.shuffles {
        // What was shuffled anew lies open no more; what is open of its deck does so again.
        let laid = shuffle.checked_sub(2).and_then(|n| board.again.get(usize::try_from(n).ok()?));
        if let Some(laid) = laid {
            pile.retain(|card| !laid.contains(card));
        }
        pile.extend(table.open_cards(&event_cards::deck_of(shuffle)).map(|(_, card)| card.to_owned()));
    }
    let comes_again = |name: &String| {
        data.event_named(name)
            .is_some_and(|card| card.is_within(span) && card.when(state.calendar.year()) != When::Over)
    };
    pile.into_iter().filter(comes_again).collect()
}

/// A card of a viewer's own hand, by its position in the deck.
pub type InHand<'d> = (u32, &'d Card);

/// The cards of a hand whose years are over, by their positions: they are discarded with the next draw.
#[must_use]
pub fn over(state: &Position, hand: &[InHand<'_>]) -> Vec<u32> {
    let year = state.calendar.year();
    hand.iter().filter(|(_, card)| card.when(year) == When::Over).map(|(pos, _)| *pos).collect()
}

/// The cards of a hand whose years were over when they were drawn, by their positions: each is replaced at once.
#[must_use]
pub fn late(state: &Position, hand: &[InHand<'_>]) -> Vec<u32> {
    hand.iter().filter(|held| came_late(state, held)).map(|(pos, _)| *pos).collect()
}

fn came_late(state: &Position, (pos, card): &InHand<'_>) -> bool {
    state.board.drawn.get(pos).is_some_and(|year| card.when(*year) == When::Over)
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

/// Draws for a court whose player did not, at the end of his turn: as he would have drawn, cards whose years are over go first, and what
/// comes too late is replaced.
pub(crate) fn draw_at_the_end(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    court: Court,
) -> Result<(), Refusal> {
    let over = over(table.state(), &known(table, seat));
    run_out(table, seat, court, &over)?;
    draw(table, seat, court)
}

/// The cards of a hand as far as this copy of the record has them: what is done by one opens it.
fn known<'t>(table: &'t Table<'_, '_, MiddleAges>, seat: &SeatId) -> Vec<InHand<'t>> {
    let card = |number: u32| {
        let (deck, pos) = event_cards::lies_at(number);
        table.known_card(&deck, pos).and_then(|name| table.state().data().event_named(name))
    };
    hand(table, seat).into_iter().filter_map(|number| Some((number, card(number)?))).collect()
}

/// Cards that came too late go, each replaced by the next, at the end of a turn.
pub(crate) fn replace_late(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    court: Court,
) -> Result<(), Refusal> {
    // What comes in the place of one may be too late as well; a deck has an end.
    while let Some(pos) = late(table.state(), &known(table, seat)).first().copied() {
        let card = open(table, seat, pos)?;
        put_away(table, seat, court, pos, card)?;
    }
    Ok(())
}

/// Draws: one card, or two where the group agreed.
pub(crate) fn draw(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    court: Court,
) -> Result<(), Refusal> {
    let two = table.switch(switches::DRAW_TWO) == "yes";
    let mut at = Vec::new();
    for _ in 0..if two { 2 } else { 1 } {
        at.extend(draw_next(table, seat)?);
    }
    let rules = if two { vec![rule!("middle-ages.cards.draw-two")] } else { Vec::new() };
    let (cards, year) = (u8::try_from(at.len()).unwrap_or(u8::MAX), table.state().calendar.year());
    emit(table, Happened::EventsDrawn { court, cards, year, at, rules })?;
    super::fate::strikes(table, court)
}

/// Refuses anything else while a hand holds more than may be held.
///
/// # Errors
/// A refusal that says how many may be.
pub(crate) fn within_hand(held: usize, most: usize) -> Result<(), Refusal> {
    if held <= most {
        return Ok(());
    }
    Err(Refusal::under(
        rule!("middle-ages.cards.hand-limit"),
        said!("{} event cards are in your hand, and {} may be held: play or discard one first.", held, most),
    ))
}

/// Cards of a hand whose years are over are discarded before others are drawn.
pub(crate) fn run_out(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    court: Court,
    over: &[u32],
) -> Result<(), Refusal> {
    let year = table.state().calendar.year();
    for pos in over {
        let card = open(table, seat, *pos)?;
        if card.when(year) != When::Over {
            return Err(still_applies(&card, year));
        }
        put_away(table, seat, court, *pos, card)?;
    }
    Ok(())
}

fn still_applies(card: &Card, year: u16) -> Refusal {
    let name = table::said::name(card.name.clone());
    let says = match card.period {
        Some([_, last]) => said!(
            "{} applies to {}, and it is {}. With a draw go only cards whose years are over.",
            name,
            last,
            year
        ),
        None => said!("{} applies in any year. With a draw go only cards whose years are over.", name),
    };
    Refusal::under(rule!("middle-ages.cards.drawn-too-late"), says)
}

/// Opens a card of a hand.
pub(crate) fn open(table: &mut Table<'_, '_, MiddleAges>, seat: &SeatId, pos: u32) -> Result<Card, Refusal> {
    let none = || Refusal::new(said!("That card is not in your hand."));
    if !hand(table, seat).contains(&pos) {
        return Err(none());
    }
    let (deck, at) = event_cards::lies_at(pos);
    let name = table.open_card(&deck, at)?;
    table.state().data().event_named(&name).cloned().ok_or_else(none)
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
        Does::Fleet { points: add } if own && board.data.is_coastal(area) => {
            Change { fleets: points(Force::Fleet, add), ..Change::default() }
        }
        Does::Tie if !own && board.language(court, area) != Kin::Foreign => {
            Change { tie: Some(court), ..Change::default() }
        }
        Does::Heresy if !own && board.data.is_of_faith(held.religion, "christian") => {
            Change { religion: board.data.religion("heretic"), ..Change::default() }
        }
        Does::Arms { .. } | Does::Fervour | Does::Leader { .. } => {
            return nowhere(said!("{} is used with an endeavour, when that is declared.", name()));
        }
        _ => return nowhere(said!("{} cannot be played on {}.", name(), board.data.named(area))),
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
    let change = effect(table.state(), court, &card, on)?;
    match card.does {
        Does::Army { .. } => rules.push(rule!("middle-ages.armies.maintenance.event-armies")),
        Does::Fleet { .. } => rules.push(rule!("middle-ages.fleets.maintenance.event-fleets")),
        Does::Rise if change.as_ref().is_some_and(|change| change.social > 1) => {
            rules.push(rule!("middle-ages.civilisation.university"));
        }
        _ => {}
    }
    let reads = readings(|key| table.switch(key));
    let spared = match card.does {
        Does::Army { points } | Does::Fleet { points } if !reads.arrival_paid => points,
        _ => 0,
    };
    let played = PlayedCard { card: card.key.clone(), on, demesne: card.does == Does::Demesne, spared };
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

/// The rules by which a card that is discarded is replaced by another; none where it is not: it was drawn after its period, or it should not
/// have been in the deck at all. One whose period ended in the hand, or that was drawn before it, is replaced where the group reads it so.
#[must_use]
pub fn replaced_by(card: &Card, [drawn, year]: [u16; 2], span: (u16, u16), reads: Readings) -> Vec<RuleId> {
    let replaced = match (card.when(drawn), card.when(year)) {
        (When::Over, _) => true,
        (_, When::Over) => reads.run_out_replaced,
        (_, When::Early) => reads.early_replaced,
        _ => false,
    };
    let late = replaced.then_some(rule!("middle-ages.cards.drawn-too-late"));
    let none = (!card.is_within(span)).then_some(rule!("middle-ages.cards.outside-scenario-found"));
    late.into_iter().chain(none).collect()
}

/// Discards a card of the hand: one whose period is over is replaced by the next. One that came after its years, as can be where the bot
/// draws at the end of a turn, goes at any moment; others go in one's own turn.
pub(crate) fn discard(table: &mut Table<'_, '_, MiddleAges>, seat: &SeatId, pos: u32) -> Result<(), Refusal> {
    let now = in_turn(table.state(), seat);
    let court = courts::own(table.state(), seat)?;
    let card = open(table, seat, pos)?;
    if !came_late(table.state(), &(pos, &card)) {
        now?;
    }
    put_away(table, seat, court, pos, card)
}

/// An open card goes, with what is drawn in its place.
fn put_away(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    court: Court,
    pos: u32,
    card: Card,
) -> Result<(), Refusal> {
    let (year, span) = (table.state().calendar.year(), table.state().calendar.span());
    let drawn = table.state().board.drawn.get(&pos).copied().unwrap_or(year);
    let mut rules = replaced_by(&card, [drawn, year], span, readings(|key| table.switch(key)));
    let at = if rules.is_empty() { None } else { draw_next(table, seat)? };
    // One whose years ended in the hand goes by the same rule, with no other in its place.
    if rules.is_empty() && card.when(year) == When::Over {
        rules.push(rule!("middle-ages.cards.drawn-too-late"));
    }
    let card = card.key;
    emit(table, Happened::CardDiscarded { court, card, replaced: at.is_some(), year, at, rules })
}

/// What a hand holds too many is discarded at the end of a turn, the last drawn first.
pub(crate) fn down_to_limit(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    court: Court,
) -> Result<(), Refusal> {
    let most = readings(|key| table.switch(key)).hand;
    loop {
        let hand = hand(table, seat);
        let Some(last) = hand.last().copied().filter(|_| hand.len() > most) else { return Ok(()) };
        let card = open(table, seat, last)?.key.clone();
        let rules = vec![rule!("middle-ages.cards.hand-limit")];
        let year = table.state().calendar.year();
        emit(table, Happened::CardDiscarded { court, card, replaced: false, year, at: None, rules })?;
    }
}
