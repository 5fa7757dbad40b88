//! Forcible access (10.3.4): a power moves through what another holds without being let in. It costs it PP, and the other may declare war
//! at once. What binds a march through a neutral minor country binds it too (10.3.1.1); all that is known of that is what access means: who
//! passes takes nothing.

use super::{Happened, Order};
use crate::frame::Frame;
use crate::guards::at_peace;
use crate::map::ProvinceId;
use crate::months::{Month, Phase};
use crate::politics::costs::Points;
use crate::politics::{invaded, is_kept, not_kept, sudden};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// Counters that are told of at once, at most; ours, more than any power has.
pub const MOST: u32 = 60;

/// Forcible access of a power against another in a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Whose counters were moved.
    pub power: Power,
    /// Against whom.
    pub of: Power,
    /// How many in the month.
    pub counters: u32,
    /// How many of them were told of last: at each of those war can be declared.
    pub last: u32,
    /// The month.
    pub month: Month,
}

/// What a power answers to forcible access without being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// No war.
    Never,
    /// War at this counter of a month.
    War(u32),
}

impl Standing {
    /// War at a counter; 0 is no war.
    #[must_use]
    pub fn of(at: u32) -> Standing {
        if at == 0 { Standing::Never } else { Standing::War(at) }
    }
}

/// A declaration of war in answer to forcible access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answered {
    /// Who declares it.
    pub power: Power,
    /// On whom.
    pub on: Power,
    /// At which of its counters of the month.
    pub nth: u32,
    /// Whether every enemy infantry corps in the home of who declares is told to be besieged.
    pub besieged: bool,
}

/// Counters were moved: they are added to those of the month, and what was of another month is forgotten.
pub(super) fn entered(entries: &mut Vec<Entry>, more: Entry) {
    entries.retain(|entry| entry.month == more.month);
    let is_same = |entry: &&mut Entry| (entry.power, entry.of) == (more.power, more.of);
    match entries.iter_mut().find(is_same) {
        Some(entry) => {
            entry.counters = entry.counters.saturating_add(more.counters);
            entry.last = more.counters;
        }
        None => entries.push(more),
    }
}

/// What of a month is kept of forcible access between two.
fn entry(state: &Position, power: Power, of: Power) -> Option<Entry> {
    let month = state.month()?;
    let all = state.politics.access.entries.iter();
    all.copied().find(|entry| (entry.power, entry.of, entry.month) == (power, of, month))
}

/// Why a power takes nothing in a province, neither as a whole nor an area of it: it passes through by forcible access this month, and is at
/// war with nobody who has it. `None` where it may.
pub(crate) fn takes_nothing(state: &Position, power: Power, province: ProvinceId) -> Option<Refusal> {
    // Who enters nothing is asked of no province: this is asked of all of them at once.
    state.politics.access.entries.iter().find(|entry| entry.power == power)?;
    let of = state.held(province).by().filter(|of| !state.are_at_war(power, *of))?;
    entry(state, power, of)?;
    Some(Refusal::under(
        rule!("house.access.forcible.same-restrictions"),
        said!(
            "{} passes through what {} has by forcible access, and is not at war with it: as in a neutral minor country, who passes takes nothing. What was ceded is told as ceded.",
            power,
            of
        ),
    ))
}

fn is_in_the_land_phase(state: &Position) -> bool {
    state.frames.any(|frame| *frame == Frame::Phase(Phase::Land))
}

/// Who suffers forcible access in a province though nobody plays him, and the rule by which he answers it with no war.
fn unplayed(state: &Position, province: ProvinceId) -> Option<(Power, RuleId)> {
    crate::LAWS.iter().find_map(|law| law.suffers_entry(state, province))
}

/// Against whom a power uses forcible access in a province, or why it does not.
fn against(state: &Position, power: Power, province: ProvinceId) -> Result<Power, Refusal> {
    if let Some((of, _)) = unplayed(state, province) {
        return Ok(of);
    }
    let Some(of) = state.held(province).by().filter(|of| state.major_powers().any(|one| one == *of)) else {
        let says = said!("No power that somebody plays has {}.", province.name());
        return Err(Refusal::new(says));
    };
    if of == power {
        return Err(Refusal::new(said!("{} has {} itself.", power, province.name())));
    }
    if state.are_at_war(power, of) {
        let says = said!("{} is at war with {}: among enemies nobody needs access.", power, of);
        return Err(Refusal::new(says));
    }
    if state.has_access(power, province) {
        return Err(Refusal::under(
            rule!("house.access.forcible.allowed"),
            said!("{} lets {} into {}: there it needs no forcible access.", of, power, province.name()),
        ));
    }
    let month = state.month();
    let truce =
        state.truce(power, of).filter(|truce| month.is_some_and(|now| now < truce.first_declaration()));
    if let Some(truce) = truce {
        return Err(Refusal::under(
            rule!("house.access.forcible.immune-power-barred"),
            said!(
                "{} cannot declare war on {} before {}: who is safe from war uses no forcible access there.",
                of,
                power,
                truce.first_declaration().name()
            ),
        ));
    }
    Ok(of)
}

/// A player tells that counters were moved by forcible access: he whose they are, or he into whose land they were.
pub(super) fn told(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
    province: ProvinceId,
    counters: u32,
) -> Result<(), Refusal> {
    if !is_kept(table) {
        return Err(not_kept());
    }
    let state = table.state();
    let of = against(state, power, province)?;
    let own = state.bidders(seat);
    if !own.contains(&power) && !own.contains(&of) {
        let says = said!("Forcible access is told by who uses it or by who suffers it: {} or {}.", power, of);
        return Err(Refusal::new(says));
    }
    if !is_in_the_land_phase(state) {
        return Err(Refusal::new(said!("Forcible access is used, and told, in the land phase (7.3).")));
    }
    if counters == 0 || counters > MOST {
        return Err(Refusal::new(said!("It is told of 1 to {} counters.", MOST)));
    }
    let Some(month) = state.month() else { return Ok(()) };
    let before = entry(state, power, of).map_or(0, |entry| entry.counters);
    let mut rules =
        vec![rule!("house.access.forcible.allowed"), rule!("house.access.forcible.same-restrictions")];
    let mut now = None;
    if before == 0 {
        rules.push(rule!("house.access.forcible.pp-cost"));
        now = Some(state.pp_after(power, state.points(Points::Forcible)));
    } else {
        rules.push(rule!("house.access.forcible.dow-repeats"));
    }
    let barred = state.has_enemy_infantry_at_home(of);
    rules.push(if let Some((_, rule)) = unplayed(state, province) {
        rule
    } else if barred {
        rule!("house.access.forcible.dow-limit")
    } else {
        rule!("house.access.forcible.dow-right")
    });
    table.emit(&Event::Access(Happened::Entered { power, of, province, counters, month, now, rules }))?;
    // What stands answers for who is not asked.
    match table.state().politics.access.standing.get(&of) {
        Some(Standing::War(at)) if *at > before && *at <= before.saturating_add(counters) && !barred => {
            let rules = war_rules(table.state(), of, power, month);
            sudden::declared(table, of, power, rules)
        }
        // Who has said nothing ahead answers in this step: he may have been ready before there was anything to answer.
        None if !barred => {
            let holding = table.state().choice.holdings.get(&of);
            let seat: BTreeSet<SeatId> = holding.map(|holding| holding.seat.clone()).into_iter().collect();
            table.asks_again(&seat)
        }
        _ => Ok(()),
    }
}

/// The rules behind a war in answer to forcible access: an ally's own ends the alliance at once, and nothing of an alliance makes it dearer.
fn war_rules(state: &Position, by: Power, on: Power, month: Month) -> Vec<RuleId> {
    let mut rules = vec![
        rule!("house.access.forcible.dow-right"),
        rule!("house.access.forcible.dow-cost"),
        rule!("house.access.forcible.call-allies"),
    ];
    let allied = state.are_allied(by, on);
    if allied {
        rules.push(rule!("house.alliance.forcible-access-immediate-dow"));
    }
    if allied || state.former_ally(by, on, month) < 0 {
        rules.push(rule!("house.alliance.forcible-access-no-penalty"));
    }
    rules
}

/// A player says what his power answers without being asked; in public, as one says it across the table.
pub(super) fn stands(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    answer: Option<Standing>,
) -> Result<(), Refusal> {
    if table.state().politics.access.standing.get(&power) == answer.as_ref() {
        return Err(Refusal::new(match answer {
            Some(_) => said!("That answer stands already."),
            None => said!("No such answer stands."),
        }));
    }
    let rules = vec![rule!("house.access.forcible.dow-repeats")];
    table.emit(&Event::Access(Happened::AnswerStands { power, answer, rules }))
}

/// Why a power cannot declare war on another in answer to forcible access now; `None` where it can.
fn why_not_war(state: &Position, answered: Answered) -> Option<Refusal> {
    let Answered { power, on, nth, besieged } = answered;
    let used = entry(state, on, power).filter(|_| is_in_the_land_phase(state));
    let Some(used) = used else {
        let says = said!("{} has used no forcible access against {} in this land phase.", on, power);
        return Some(Refusal::under(rule!("house.access.forcible.dow-right"), says));
    };
    if let Err(refusal) = at_peace(state, power, on) {
        return Some(refusal);
    }
    if nth > used.counters || nth <= used.counters.saturating_sub(used.last) {
        let says = said!(
            "War is declared at a counter that has just been moved: {} to {}.",
            used.counters.saturating_sub(used.last) + 1,
            used.counters
        );
        return Some(Refusal::under(rule!("house.access.forcible.dow-repeats"), says));
    }
    invaded::bars(state, power, besieged, rule!("house.access.forcible.dow-limit"))
        .or_else(|| sudden::why_not(state))
}

impl Position {
    /// On whom a power could declare war now in answer to forcible access, and at which counter of the month.
    #[must_use]
    pub fn may_resist(&self, power: Power) -> Vec<(Power, u32)> {
        let month = self.month();
        let used = self.politics.access.entries.iter();
        let used = used.filter(|entry| entry.of == power && Some(entry.month) == month);
        let may = |entry: &&Entry| {
            let answered = Answered { power, on: entry.power, nth: entry.counters, besieged: false };
            why_not_war(self, answered).is_none()
        };
        used.filter(may).map(|entry| (entry.power, entry.counters)).collect()
    }
}

/// A power answers forcible access with war.
pub(super) fn resisted(
    table: &mut Table<'_, '_, EmpiresInArms>,
    answered: Answered,
    month: Month,
) -> Result<(), Refusal> {
    if let Some(refusal) = why_not_war(table.state(), answered) {
        return Err(refusal);
    }
    let rules = war_rules(table.state(), answered.power, answered.on, month);
    sudden::declared(table, answered.power, answered.on, rules)
}

/// What a power could tell of forcible access, and answer to it.
pub(super) fn offers(state: &Position, own: Power) -> Vec<Offer> {
    let mut offers = Vec::new();
    if !is_in_the_land_phase(state) {
        return offers;
    }
    let into: Vec<ProvinceId> =
        ProvinceId::all().filter(|province| against(state, own, *province).is_ok()).collect();
    if let Some(province) = into.first().copied() {
        let keys: Vec<&str> = into.iter().map(|province| province.key()).collect();
        let open = vec![
            Field::required("province", Kind::one_of(&keys)),
            Field::required("counters", Kind::Whole { least: 1, most: 4 }),
        ];
        let order = Order::Enter { power: own, province, counters: 1 };
        offers.push(Offer::of_order("access", order, open).back());
    }
    for (on, nth) in state.may_resist(own) {
        let order = Order::Resist { power: own, on, nth, besieged: false };
        offers.push(Offer::of_order("access", order, Vec::new()).timely());
    }
    offers
}
