//! Sardinia's event: chosen in secret, changed as often as one likes, announced in the gap between two turns.
//!
//! The choice is an order lodged ahead. The gap is a slot that passes by itself, in which the bot gives what is lodged and not held back; so
//! the record has the same lines at the head of every month, whether an event is chosen or not.

use super::catalogue::{self, Effect, SardinianEvent};
use super::{Happened, Order, Used, mille, own};
use crate::frame::Frame;
use crate::map::{AreaId, ProvinceId, led_by};
use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position, politics};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::{rule, said};

/// An event that Sardinia announces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announcement {
    /// Its key in the catalogue.
    pub event: String,
    /// On which minor country; of the Papal State on either of its provinces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<ProvinceId>,
    /// Where I Mille lands, when that is Sicily; its capital where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<AreaId>,
}

/// What keeps a chosen event for a later gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Unless {
    /// The month that begins is earlier than this one.
    Before(Month),
    /// Nothing: it is announced in no gap until its player chooses anew.
    Withheld,
}

impl Position {
    /// Whether Sardinia is of this campaign, with a seat that plays it, and has its events.
    #[must_use]
    pub fn has_sardinian_events(&self) -> bool {
        self.board.era().is_nationalism() && self.major_powers().any(|power| power == Power::Sardinia)
    }

    /// The seat that plays Sardinia.
    #[must_use]
    pub fn seat_of_sardinia(&self) -> Option<SeatId> {
        self.choice.holdings.get(&Power::Sardinia).map(|holding| holding.seat.clone())
    }
}

/// The gap at the head of the month that begins, where one opens (`nationalism.sardinia.event.window`): between two turns, where a person plays
/// Sardinia and the bot keeps politics.
pub(super) fn gap(table: &Table<'_, '_, EmpiresInArms>) -> Option<Frame> {
    let state = table.state();
    let is_between = state.month().is_some_and(|month| month > state.begins);
    let opens = is_between && politics::is_kept(table) && state.has_sardinian_events();
    let seat = state.seat_of_sardinia().filter(|seat| opens && table.players().contains(seat))?;
    seat.number().map(Frame::Between)
}

/// The refusal of who has no events.
fn why_not_his(state: &Position, seat: &SeatId) -> Option<Refusal> {
    let rule = rule!("nationalism.sardinia.event.annual-limit");
    if !state.board.era().is_nationalism() {
        return Some(Refusal::under(
            rule,
            said!("Sardinia is no power of this scenario, and has no events here."),
        ));
    }
    let own = state.bidders(seat).contains(&Power::Sardinia);
    (!own).then(|| Refusal::under(rule, said!("Sardinian events are used by who plays Sardinia.")))
}

/// Why an event cannot be used in the gap before a month; `None` where it can.
#[must_use]
pub fn why_not_used(state: &Position, announced: &Announcement, month: Month) -> Option<Refusal> {
    if let Some(refusal) = why_never(state, announced) {
        return Some(refusal);
    }
    let year = month.parts().0;
    if let Some(used) = state.sardinia.used.iter().find(|used| used.month.parts().0 == year) {
        let says = said!(
            "{} used its event of {} in the gap before {}: it has one a year, and the next in the gap before January {}.",
            Power::Sardinia,
            year,
            used.month.said(),
            year + 1
        );
        return Some(Refusal::under(rule!("nationalism.sardinia.event.annual-limit"), says));
    }
    match catalogue::by_key(&announced.event)?.effect {
        Some(Effect::Mille) => mille::why_not(state, announced, month),
        None => None,
    }
}

/// Why an event can be used in no gap at all, whatever happens until then; `None` where it can.
fn why_never(state: &Position, announced: &Announcement) -> Option<Refusal> {
    let is_added = |name: &str| state.sardinia.own.iter().any(|own| own == name);
    let known = own::name_of(&announced.event).is_none_or(is_added);
    let Some(event) = catalogue::by_key(&announced.event).filter(|_| known) else {
        let says = said!("There is no such Sardinian event.");
        return Some(Refusal::under(rule!("nationalism.sardinia.event.catalogue"), says));
    };
    match event.effect {
        Some(Effect::Mille) => mille::why_no_target(state, announced),
        None => why_not_told(event, announced),
    }
}

/// Why an event that the group carries out is refused: only Sicily has areas to land in.
fn why_not_told(event: &SardinianEvent, announced: &Announcement) -> Option<Refusal> {
    announced.area.is_some().then(|| {
        let says = said!("{} lands no corps: leave the area away.", event.name.as_str());
        Refusal::under(rule!("nationalism.sardinia.event.catalogue"), says)
    })
}

/// Whether a player may choose an event ahead of the gap, as far as is seen now. One that is kept for later is not held against what
/// happens until then.
///
/// # Errors
/// A refusal under the rule that forbids it.
pub(crate) fn may_lodge(
    state: &Position,
    seat: &SeatId,
    order: &Order,
    unless: &[Unless],
) -> Result<(), Refusal> {
    let Order::Announce(announced) = order else { return Err(not_lodged()) };
    if let Some(refusal) = why_not_his(state, seat) {
        return Err(refusal);
    }
    let now = crate::guards::month(state)?;
    let mut gap = now.next();
    for unless in unless {
        match unless {
            Unless::Withheld => return as_it_will_be(state, announced, None),
            Unless::Before(month) => {
                if let Some(refusal) = why_not_kept(state, *month) {
                    return Err(refusal);
                }
                gap = gap.max(*month);
            }
        }
    }
    as_it_will_be(state, announced, Some(gap).filter(|gap| *gap == now.next()))
        .and_then(|()| open_by_then(state, announced, gap))
}

/// Why an event cannot be kept for the gap before a month; `None` for one of those to come.
fn why_not_kept(state: &Position, month: Month) -> Option<Refusal> {
    let to_come = state.gaps_to_come();
    if to_come.contains(&month) {
        return None;
    }
    let says = match (to_come.first(), to_come.last()) {
        (Some(first), Some(last)) => said!(
            "The gap before {} is none that an event can be kept for: those before {} to {} are, or you withhold it.",
            month.said(),
            first.said(),
            last.said()
        ),
        _ => said!("The campaign ends with this month: no gap comes any more."),
    };
    Some(Refusal::under(rule!("nationalism.sardinia.event.window"), says))
}

/// The refusal of an order that is not for the gap.
pub(crate) fn not_lodged() -> Refusal {
    let says = said!("Only an event of Sardinia's is chosen ahead of the gap between two turns.");
    Refusal::under(rule!("nationalism.sardinia.event.secret-choice"), says)
}

/// Whether it can be used in a gap that comes next; of a later one it is only asked whether it can be used at all.
fn as_it_will_be(state: &Position, announced: &Announcement, gap: Option<Month>) -> Result<(), Refusal> {
    let refusal = match gap {
        Some(month) => why_not_used(state, announced, month),
        None => why_never(state, announced),
    };
    refusal.map_or(Ok(()), Err)
}

/// Whether what is known now of a gap to come leaves the event to it: its year still has one, and no peace closes it until then.
fn open_by_then(state: &Position, announced: &Announcement, gap: Month) -> Result<(), Refusal> {
    let used = |used: &Used| used.month.parts().0 == gap.parts().0;
    if state.sardinia.used.iter().any(used) {
        return why_not_used(state, announced, gap).map_or(Ok(()), Err);
    }
    let closed = match catalogue::by_key(&announced.event).and_then(|event| event.effect) {
        Some(Effect::Mille) => mille::why_closed(state, gap),
        None => None,
    };
    closed.map_or(Ok(()), Err)
}

/// Whether a choice stays for a later gap.
pub(crate) fn holds_back(state: &Position, unless: Unless) -> bool {
    match unless {
        Unless::Withheld => true,
        Unless::Before(month) => state.month().is_none_or(|now| now < month),
    }
}

/// Sardinia announces an event: it takes effect at once, in no turn and no phase.
pub(super) fn announced(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    announced: Announcement,
) -> Result<(), Refusal> {
    let state = table.state();
    if let Some(refusal) = why_not_his(state, seat) {
        return Err(refusal);
    }
    let Some(month) = state.month().filter(|_| state.frames.any(|frame| matches!(frame, Frame::Between(_))))
    else {
        let says = said!(
            "A Sardinian event is announced in the gap between two turns. Choose it now with /sardinia event: the bot announces it when the gap comes."
        );
        return Err(Refusal::under(rule!("nationalism.sardinia.event.window"), says));
    };
    if let Some(refusal) = why_not_used(state, &announced, month) {
        return Err(refusal);
    }
    let event = catalogue::by_key(&announced.event);
    let in_play = catalogue::in_play(table.switch(catalogue::SWITCH));
    let is_added = own::name_of(&announced.event).is_some();
    let Some(event) = event.filter(|event| is_added || in_play.contains(event)) else {
        let says = said!(
            "At this table Spedizione dei Mille is the only event. The group can turn that by vote: /vote switch."
        );
        return Err(Refusal::under(rule!("nationalism.sardinia.event.catalogue"), says));
    };
    let mut rules =
        vec![rule!("nationalism.sardinia.event.secret-choice"), rule!("nationalism.sardinia.event.window")];
    if event.effect.is_none() {
        rules.push(rule!("nationalism.sardinia.event.catalogue"));
    }
    let Announcement { event: key, on, area } = announced;
    let on = on.map(led_by);
    rules.extend(event.effect.into_iter().flat_map(|Effect::Mille| mille::rules(on)));
    table.emit(&Event::Sardinia(Happened::Announced { event: key, on, month, rules }))?;
    match event.effect {
        Some(Effect::Mille) => mille::declare(table, on, area, month),
        None => Ok(()),
    }
}
