//! Stand-ins of a practice game. What one does is decided by lot among what his seat is offered: what he seals by a draw that stays
//! hidden until the campaign is closed, and what he orders, which all see, by a roll that all see.

use super::act::Act;
use super::assent;
use super::campaign::{Campaign, Stage};
use super::draft::Draft;
use super::envelope;
use super::event::TableEvent;
use super::frames::{self, Asks, Wait};
use super::names::SeatId;
use super::offers::{self, Kind, Offer, Tone};
use super::order::Verb;
use super::refusal::Refusal;
use super::roll::Dice;
use crate::act::Through;
use crate::said;
use serde_json::{Map, Value, json};

/// Orders that a stand-in gives in one frame at most, so that nothing goes on for ever; after them he is as one whom nobody plays.
const MOST_ORDERS: u32 = 12;
/// Offers that he tries at most, should one be refused.
const MOST_TRIES: usize = 6;
/// Dice of 1,000 faces for one order.
const DRAWS: u32 = 12;
/// What the roll for an order of his is for.
const PURPOSE: &str = "stand_in";

/// What a stand-in has to do now, where there is anything. Dice wait for every word, and he with them; only his own slot he ends then
/// all the same. What is there for all to choose from he leaves to those who play as long as one of them has to choose.
pub(crate) fn to_act(campaign: &Campaign) -> Option<Act> {
    let play = &campaign.play;
    if play.stage != Stage::Playing || !play.seats.values().any(|place| place.stand_in) {
        return None;
    }
    if campaign.seats_without_word().is_empty()
        && let Some((seat, round)) = envelope_awaited(campaign)
    {
        return Some(Act::StandInActs { seat, round });
    }
    order_of_one(campaign, others_choose(campaign))
}

/// What a stand-in has let others choose before, when the step ends by its deadline: then he chooses too.
pub(crate) fn to_act_at_last(campaign: &Campaign) -> Option<Act> {
    if others_choose(campaign) { order_of_one(campaign, false) } else { None }
}

/// Whether a step that waits for everybody's *Ready*, and has it, waits for a stand-in still: he let others choose what is there for all,
/// and has his own choice to make. At its deadline it ends without.
pub(crate) fn has_to_choose(campaign: &Campaign, wait: &Wait) -> bool {
    let play = &campaign.play;
    let mut stand_ins = play.seats.iter().filter(|(_, place)| place.stand_in && !place.out);
    wait.asks == Asks::AllReady
        && !wait.past
        && stand_ins.any(|(seat, _)| play.game.has_to_choose(seat) && turn(campaign, seat).is_some())
}

/// The first order that a stand-in has to give. `lets`: what nobody waits for him with he leaves for later.
fn order_of_one(campaign: &Campaign, lets: bool) -> Option<Act> {
    let mut stand_ins = campaign.play.seats.iter().filter(|(_, place)| place.stand_in && !place.out);
    stand_ins.find_map(|(seat, _)| {
        let turn = turn(campaign, seat).filter(|turn| !lets || turn.asks == Some(Asks::Order))?;
        Some(Act::StandInOrders { seat: seat.clone(), frame: turn.frame })
    })
}

/// Whether somebody who plays has still to choose what is there for all, and is not ready without it: stand-ins choose after him.
fn others_choose(campaign: &Campaign) -> bool {
    let play = &campaign.play;
    let plays = |seat: &&SeatId| {
        play.seats.get(*seat).is_some_and(|place| place.person.is_some() && !place.stand_in && !place.out)
    };
    let wait = play.wait().filter(|wait| wait.asks == Asks::AllReady);
    play.seats.values().any(|place| place.stand_in)
        && wait.is_some_and(|wait| wait.awaited().filter(plays).any(|seat| play.game.has_to_choose(seat)))
}

/// The next slot of a stand-in's draws at a line of the record, and its number from 1.
fn free_slot(campaign: &Campaign, seat: &SeatId, line: u64) -> (String, u32) {
    let named = |k: u32| format!("stand-in/{seat}/{line}/{k}");
    let k = (1u32..).find(|k| !campaign.slots.contains_key(&named(*k))).unwrap_or_default();
    (named(k), k)
}

/// Numbers below a bound out of draws of 1,000, one after another.
pub(crate) fn of_draws(draws: Vec<u32>) -> impl FnMut(u32) -> u32 {
    let mut draws = draws.into_iter().cycle();
    move |n: u32| draws.next().map_or(0, |draw| (draw - 1) % n.max(1))
}

/// An offer as a stand-in fills it in: what must be, what is usual, and no more.
fn filled(offer: &Offer, die: &mut dyn FnMut(u32) -> u32) -> Value {
    let fields = offer.fields.iter().filter(|field| field.required || field.usual.is_some());
    let fields = fields.map(|field| {
        let picked = match field.kind {
            _ if field.usual.is_some() => json!(field.usual),
            // He has nothing to say.
            Kind::Text { .. } => json!("nothing"),
            _ => field.kind.pick(die),
        };
        (field.name.clone(), picked)
    });
    Value::Object(fields.collect::<Map<String, Value>>())
}

/// A stand-in from whom an envelope is awaited.
fn envelope_awaited(campaign: &Campaign) -> Option<(SeatId, String)> {
    let stand_ins = campaign.play.seats.iter().filter(|(_, place)| place.stand_in);
    stand_ins
        .flat_map(|(id, _)| campaign.play.rounds.iter().map(move |(name, open)| (id, name, open)))
        .find_map(|(id, name, open)| {
            let waits = envelope::barred::waits_for_operator(campaign, open).contains(id);
            (open.asked.contains(id) && !open.is_final(id) && !waits).then(|| (id.clone(), name.clone()))
        })
}

/// The slot and the dice of a stand-in's veiled draw for his envelope in a round.
///
/// # Errors
/// A refusal where the round asks nothing of him.
pub(crate) fn veiled_draw(
    campaign: &Campaign,
    seat: &SeatId,
    round: &str,
) -> Result<(String, Dice), Refusal> {
    let open = campaign.play.rounds.get(round);
    let open = open.filter(|open| open.asked.contains(seat) && !open.is_final(seat));
    let Some(line) = open.map(|open| open.line) else {
        return Err(Refusal::new(said!("Nothing is asked of that stand-in.")));
    };
    // Where a restore asks for the envelope again, he draws anew in a slot of its own.
    Ok((free_slot(campaign, seat, line).0, Dice::Of(vec![[1_000, 40]])))
}

/// The slot and the dice of a stand-in's veiled draw for what he lodges when a frame opens.
pub(crate) fn lodging_draw(campaign: &Campaign, seat: &SeatId, frame: u64) -> (String, Dice) {
    (free_slot(campaign, seat, frame).0, Dice::Of(vec![[1_000, 40]]))
}

/// A stand-in's turn: a veiled draw decides among what his seat is offered, so that it can be checked when the campaign is closed.
pub(crate) fn seals(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::StandInActs { seat, round } = act else { return Ok(()) };
    let (slot, dice) = veiled_draw(draft.campaign(), seat, round)?;
    draft.act_line(act, None)?;
    let draws = draft.draw_veiled(&slot, dice)?;
    let mut die = of_draws(draws);
    let view = draft.campaign().view_of_seat(seat);
    let Some(offer) = offers::offer_to_seal(&view, round) else {
        let Some(choice) = draft.campaign().play.game.default_choice(round, seat) else {
            return Err(Refusal::new(said!("That round offers the stand-in nothing to seal.")));
        };
        let contents = envelope::Contents { choice, word: None };
        envelope::acts::seal_as_it_was(draft, round, seat, contents)?;
        return envelope::acts::make_final(draft, round, seat);
    };
    let choice = filled(&offer, &mut die);
    envelope::acts::seal(draft, round, seat, &choice, None)?;
    envelope::acts::make_final(draft, round, seat)
}

/// Where a stand-in has an order to give.
struct Turn {
    /// The line at which the frame opened in which he gives it.
    frame: u64,
    /// What that frame asks of him; nothing where he is only waited for by what he is offered.
    asks: Option<Asks>,
    /// The orders that he is offered; none while dice wait for a word.
    offered: Vec<Offer>,
}

/// His turn to give orders: where a frame awaits one, in a slot of his own, or where another waits for one. It follows from what everybody
/// sees.
fn turn(campaign: &Campaign, seat: &SeatId) -> Option<Turn> {
    let play = &campaign.play;
    if play.stage != Stage::Playing || !play.seats.get(seat).is_some_and(|place| place.stand_in && !place.out)
    {
        return None;
    }
    let slot = play.wait().filter(|wait| {
        // Of a step that waits for everybody he has no part, until something that came about took his *Ready* from him.
        let awaits = wait.asks != Asks::Order && wait.awaited().any(|awaited| awaited == seat);
        awaits && !play.is_held(wait.line) && !campaign.has_a_slot_to_be_carried_out(seat, wait.line)
    });
    if !campaign.seats_without_word().is_empty() {
        return slot.map(|wait| Turn { frame: wait.line, asks: Some(Asks::Ready), offered: Vec::new() });
    }
    let offered = orders_offered(campaign, seat);
    let onward =
        |line: u64| offered.iter().any(|offer| offer.tone == Tone::Onward) && has_left(campaign, seat, line);
    let asked = play.at_work().filter_map(|open| open.wait.as_ref()).find(|wait| wait.is_order_of(seat));
    if let Some(wait) = asked.filter(|wait| onward(wait.line)) {
        return Some(Turn { frame: wait.line, asks: Some(Asks::Order), offered });
    }
    if let Some(wait) = slot {
        let offered = if wait.asks == Asks::Ready { offered } else { Vec::new() };
        return Some(Turn { frame: wait.line, asks: Some(Asks::Ready), offered });
    }
    let innermost = play.frames.iter().rev().find(|open| !open.pushed)?;
    onward(innermost.line).then_some(Turn { frame: innermost.line, asks: None, offered })
}

/// Whether he has orders left in a frame.
fn has_left(campaign: &Campaign, seat: &SeatId, frame: u64) -> bool {
    free_slot(campaign, seat, frame).1 <= MOST_ORDERS
}

/// The orders of the game that a seat is offered and of which all is public, with what they are for play.
fn orders_offered(campaign: &Campaign, seat: &SeatId) -> Vec<Offer> {
    let view = campaign.view_of_seat(seat);
    let mut offered = campaign.play.game.rules().offers(&view);
    offered.retain(|offer| {
        let public = offer.round.is_none() && offer.fields.iter().all(|field| !field.secret);
        let tone = matches!(offer.tone, Tone::Onward | Tone::Timely);
        public && tone && offer.can_be_filled() && ordered(offer, &mut |_| 0).is_some()
    });
    offered
}

/// The order of the game that an offer comes to, where it is one.
fn ordered(offer: &Offer, die: &mut dyn FnMut(u32) -> u32) -> Option<Value> {
    match offer.taken(&filled(offer, die), [0; 32]) {
        Ok(Verb::Game(order)) => Some(order),
        _ => None,
    }
}

/// Whether a stand-in can still give the order that a frame waits for.
pub(crate) fn may_order(campaign: &Campaign, wait: &Wait) -> bool {
    wait.asked.iter().any(|seat| {
        let stands_in = campaign.play.seats.get(seat).is_some_and(|place| place.stand_in && !place.out);
        let onward = || orders_offered(campaign, seat).iter().any(|offer| offer.tone == Tone::Onward);
        stands_in && has_left(campaign, seat, wait.line) && onward()
    })
}

/// A stand-in orders: something for which somebody waits; else, in a slot of his own, one thing that belongs to it, and then he is ready.
pub(crate) fn orders(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::StandInOrders { seat, frame } = act else { return Ok(()) };
    let Some(turn) = turn(draft.campaign(), seat).filter(|turn| turn.frame == *frame) else {
        return Err(Refusal::new(said!("Nothing is asked of that stand-in.")));
    };
    draft.act_line(act, None)?;
    let given = one_of_his(draft, seat, &turn)?;
    match turn.asks {
        // Somebody waited for it: whether there is more is seen next.
        Some(Asks::Ready) if given != Some(Tone::Onward) => {
            draft.table(TableEvent::SeatReady { seat: seat.clone(), through: Through::Step, hold: false })
        }
        Some(Asks::Order) if given.is_none() => frames::acts::given_for_the_absent(draft, *frame),
        _ => Ok(()),
    }
}

/// One of the orders that he is offered, by a roll for it: of what tone it was. None where he is offered nothing, or nothing is taken.
fn one_of_his(draft: &mut Draft<'_>, seat: &SeatId, turn: &Turn) -> Result<Option<Tone>, Refusal> {
    let (slot, k) = free_slot(draft.campaign(), seat, turn.frame);
    let in_slot = turn.asks == Some(Asks::Ready);
    let offered = turn.offered.iter().filter(|offer| in_slot || offer.tone == Tone::Onward);
    let offered: Vec<&Offer> = offered.collect();
    if k > MOST_ORDERS || offered.is_empty() {
        return Ok(None);
    }
    let draws = draft.roll_for_game(&slot, Dice::Of(vec![[1_000, DRAWS]]), PURPOSE)?;
    let mut die = of_draws(draws);
    for tone in [Tone::Onward, Tone::Timely] {
        let mut of_it: Vec<&Offer> = offered.iter().copied().filter(|offer| offer.tone == tone).collect();
        for _ in 0..MOST_TRIES.min(of_it.len()) {
            let offer = of_it.swap_remove(die(u32::try_from(of_it.len()).unwrap_or(1)) as usize);
            let Some(order) = ordered(offer, &mut die) else { continue };
            let before = draft.mark();
            if gives(draft, seat, &order).is_ok() {
                return Ok(Some(tone));
            }
            draft.back_to(before);
        }
    }
    Ok(None)
}

/// He gives it, as its line of the record says.
fn gives(draft: &mut Draft<'_>, seat: &SeatId, order: &Value) -> Result<(), Refusal> {
    let what = assent::What::Order { order: order.clone() };
    if assent::acts::rests_on(draft, seat, &what)?.is_some() {
        return Err(Refusal::new(said!("A stand-in tells nothing that binds others.")));
    }
    draft.table(TableEvent::StandInOrdered { seat: seat.clone(), order: order.clone() })?;
    let rules = draft.campaign().play.game.rules();
    rules.decide(draft, seat, order)
}
