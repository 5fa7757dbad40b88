//! Events of the group's own: whoever plays a power adds one to Sardinia's catalogue by its name, and it is of it when another player agrees.
//! What such an event does the group knows; the bot announces and records it (`nationalism.sardinia.event.catalogue`).

use super::{Happened, Order, catalogue};
use crate::powers::Power;
use crate::testimony::{self, Answerers, Rights, Testimony};
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// What the key of an event of the group's own begins with; its name follows.
pub const PREFIX: &str = "own:";
/// The longest name, in characters.
pub const LONGEST: u16 = 50;
/// How many events of its own a group has at most, with those that wait for somebody to agree.
pub const MOST: usize = 12;

/// An event that somebody wants to add, and nobody has agreed to yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Its number, among all that were asked for.
    pub number: u32,
    /// Its name.
    pub event: String,
    /// In the name of which power it is asked for.
    pub power: Power,
}

impl Testimony for Wanted {
    fn by(&self) -> Power {
        self.power
    }

    fn rule(&self) -> RuleId {
        rule!("nationalism.sardinia.event.catalogue")
    }

    fn rights(&self) -> Rights {
        Rights { confirm: Answerers::Anybody, deny: Answerers::Anybody }
    }
}

/// The key of an event of the group's own.
#[must_use]
pub fn key_of(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// The name of an event of the group's own by its key; `None` for one of the shipped catalogue.
#[must_use]
pub fn name_of(key: &str) -> Option<&str> {
    key.strip_prefix(PREFIX)
}

/// The names that no event can be added by.
fn names_taken(state: &Position) -> Vec<String> {
    let shipped = catalogue::events().iter().flat_map(|event| [event.name.clone(), event.key.clone()]);
    let wanted = state.sardinia.wanted.iter().map(|wanted| wanted.event.clone());
    shipped.chain(state.sardinia.own.iter().cloned()).chain(wanted).collect()
}

fn under<T>(says: table::Said) -> Result<T, Refusal> {
    Err(Refusal::under(rule!("nationalism.sardinia.event.catalogue"), says))
}

/// Why an event cannot be added by this name; `None` where it can.
fn why_not_added(state: &Position, seat: &SeatId, power: Power, event: &str) -> Option<Refusal> {
    let refused = |says| under::<()>(says).err();
    if !state.bidders(seat).contains(&power) {
        return refused(said!("Events are added by those who play a power, in the name of one of theirs."));
    }
    if !state.has_sardinian_events() {
        return refused(said!("Sardinia is no power of this scenario, and has no events here."));
    }
    let length = event.chars().count();
    if length == 0
        || length > usize::from(LONGEST)
        || event.trim() != event
        || event.chars().any(char::is_control)
    {
        return refused(said!("The name of an event is one line of 1 to {} characters.", LONGEST));
    }
    if names_taken(state).iter().any(|taken| taken.to_lowercase() == event.to_lowercase()) {
        return refused(said!("There is an event of that name already, or one waits to be agreed to."));
    }
    let sardinia = &state.sardinia;
    (sardinia.own.len() + sardinia.wanted.len() >= MOST)
        .then(|| refused(said!("A group has at most {} events of its own.", MOST)))?
}

/// Somebody wants to add an event.
pub(super) fn added(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
    event: String,
) -> Result<(), Refusal> {
    if let Some(refusal) = why_not_added(table.state(), seat, power, &event) {
        return Err(refusal);
    }
    let number = table.state().sardinia.asked_for + 1;
    table.emit(&Event::Sardinia(Happened::EventWanted(Wanted { number, event, power })))
}

fn waiting(state: &Position, number: u32) -> Result<Wanted, Refusal> {
    match state.sardinia.wanted.iter().find(|wanted| wanted.number == number) {
        Some(wanted) => Ok(wanted.clone()),
        None => under(said!("That event does not wait to be agreed to any more.")),
    }
}

/// Another player agrees, and the event is of the catalogue; or he declines it, or who asked for it takes it back.
pub(super) fn answered(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
    number: u32,
    agrees: bool,
) -> Result<(), Refusal> {
    let state = table.state();
    let wanted = waiting(state, number)?;
    if !agrees {
        testimony::denial(state, seat, power, wanted.rule(), Some(&wanted))?;
        return table.emit(&Event::Sardinia(Happened::EventDeclined { number, event: wanted.event }));
    }
    if let Some(refusal) = testimony::why_not_confirmed(state, seat, power, wanted.rule(), Some(&wanted)) {
        return Err(refusal);
    }
    let rules = vec![wanted.rule()];
    table.emit(&Event::Sardinia(Happened::EventAdded { number, event: wanted.event, rules }))
}

/// What a player could add, and answer.
pub(super) fn offers(state: &Position, seat: &SeatId) -> Vec<Offer> {
    let own = state.bidders(seat);
    let mut offers = Vec::new();
    let first = own.first().filter(|power| why_not_added(state, seat, **power, "?").is_none());
    offers.extend(first.map(|power| {
        let name = Kind::Name { most: usize::from(LONGEST), taken: names_taken(state) };
        let order = Order::Add { power: *power, event: String::new() };
        Offer::of_order("sardinia", order, vec![Field::required("event", name)]).back()
    }));
    for wanted in &state.sardinia.wanted {
        for agrees in [true, false] {
            let may = |power: &&Power| {
                if agrees {
                    testimony::why_not_confirmed(state, seat, **power, wanted.rule(), Some(wanted)).is_none()
                } else {
                    testimony::denial(state, seat, **power, wanted.rule(), Some(wanted)).is_ok()
                }
            };
            let Some(power) = own.iter().find(may) else { continue };
            let order = Order::Answer { power: *power, number: wanted.number, agrees };
            let offer = Offer::of_order("sardinia", order, Vec::new());
            offers.push(if agrees { offer } else { offer.back() });
        }
    }
    offers
}
