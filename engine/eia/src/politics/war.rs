//! Declarations of war (4.2): secret and simultaneous, as a part of the political sheet.

use super::costs::{Points, on_the_track};
use super::gate::Gate;
use super::sheet::{Part, ask, chosen};
use super::{Declared, Happened, PARTS, Pair, invaded, marriage, truce};
use crate::frame::Frame;
use crate::guards::at_peace;
use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use table::game::Table;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// The part of the sheet that gate 1 opens.
pub struct War;

impl Part for War {
    fn key(&self) -> &'static str {
        "war"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Sheet
    }

    fn why_not_power(&self, state: &Position, own: &[Power], power: Power, on: Power) -> Option<Refusal> {
        why_not(state, own, power, on)
    }

    /// Both who declare war on one another pay.
    fn opened(&self, table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
        let declared: Vec<(Power, Power)> = chosen(table, month, Gate::Sheet, self)?;
        declared.into_iter().try_for_each(|(by, on)| declare(table, by, on, month, []))
    }
}

/// Why a power cannot declare war on another; `None` where it can. `own` are the powers of its player.
pub(super) fn why_not(state: &Position, own: &[Power], power: Power, on: Power) -> Option<Refusal> {
    bars(state, own, power, on).or_else(|| truce::bars(state, power, on, state.month()?))
}

/// What bars a declaration besides an enforced peace.
pub(super) fn bars(state: &Position, own: &[Power], power: Power, on: Power) -> Option<Refusal> {
    if own.contains(&on) {
        return Some(Refusal::new(said!("You play {} yourself, so no war can be declared on it.", on)));
    }
    if let Some(refusal) = state.politics_barred(on) {
        return Some(refusal);
    }
    if state.choice.uncontrolled.contains(&on) {
        return Some(Refusal::new(said!(
            "Nobody plays {}: it takes no part in politics, and no war can be declared on it.",
            on
        )));
    }
    if !state.major_powers().any(|played| played == on) {
        return Some(Refusal::new(said!(
            "{} is not in this game any more, so no war can be declared on it.",
            on
        )));
    }
    if let Err(refusal) = at_peace(state, power, on) {
        return Some(refusal);
    }
    if state.are_allied(power, on) {
        return Some(Refusal::under(
            rule!("house.alliance.no-dow-on-ally"),
            said!(
                "{} is allied to {}: the alliance is broken first, in the political phase of an earlier month.",
                power,
                on
            ),
        ));
    }
    invaded::bars_in_politics(state, power)
}

/// What a declaration of war in a month costs, in halves of a PP, and the rules that make it so.
#[must_use]
pub fn price(state: &Position, by: Power, on: Power, month: Month) -> (i64, Vec<RuleId>) {
    let extra = state.former_ally(by, on, month);
    let mut rules = Vec::new();
    if extra < 0 {
        rules.push(rule!("house.alliance.ex-ally-penalty"));
        rules.push(rule!("house.alliance.ex-ally-penalty-decay"));
    } else if state.former_ally(on, by, month) < 0 {
        rules.push(rule!("house.alliance.ex-ally-penalty-breaker-only"));
    }
    (state.points(Points::Declaration) + extra, rules)
}

/// The sheets lie there: what opens with them opens part by part, for all at once. Who has a right of war by what was declared is asked at
/// once.
pub(super) fn opened(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    for part in PARTS {
        part.opened(table, month)?;
    }
    if ask(table, month, Gate::Right, false)? { Ok(()) } else { over(table, month) }
}

/// A power declares war on another, and pays for it.
pub(super) fn declare(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    on: Power,
    month: Month,
    under: impl IntoIterator<Item = RuleId>,
) -> Result<(), Refusal> {
    let state = table.state();
    let before = state.pp_of(by);
    let (price, mut rules) = price(state, by, on, month);
    rules.extend(under);
    let now = state.pp_moved(before, price);
    marriage::and_what_it_ends(table, Happened::WarDeclared { by, on, before, now, rules })
}

/// The month's declarations are done with.
pub(super) fn over(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    table.emit(&Event::Politics(Happened::Declared { month }))?;
    table.end(&Frame::War)
}

/// The bot begins to keep politics: in the first month with the wars and alliances of the scenario; in a later one, where the group has turned
/// to it, with none, for those that stand are proposed and agreed. The powers stand on the status track where the scenario puts them, and so
/// many boxes further as PP were told since.
pub(super) fn begun(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let state = table.state();
    if state.politics.on_track {
        return Ok(());
    }
    let order = crate::oob::of(table.scenario()).filter(|_| month == state.begins);
    let wars = order.into_iter().flat_map(|order| &order.wars);
    let wars = wars.map(|war| Pair::of(war.powers[0], war.powers[1]));
    let wars: Vec<Pair> = wars.filter(|war| !state.politics.wars.contains(war)).collect();
    let alliances = order.into_iter().flat_map(|order| &order.alliances);
    let alliances: Vec<Pair> =
        alliances.map(|alliance| Pair::of(alliance.powers[0], alliance.powers[1])).collect();
    let boxes = state.choice.powers().filter_map(|power| {
        let forces = crate::oob::values::as_played(table.scenario(), power, &state.typed)?;
        let told = state.pp_of(power);
        Some((power, on_the_track(2 * i64::from(forces.status.value.number()) + told)))
    });
    let status = boxes.collect();
    table.emit(&Event::Politics(Happened::WarsBegun { wars, alliances, status }))?;
    crate::LAWS.iter().try_for_each(|law| law.politics_begins(table, month))
}

/// Who declared war on a power this month.
pub(super) fn on(state: &Position, power: Power) -> impl Iterator<Item = Power> + '_ {
    state.politics.declared.iter().filter(move |war| war.on == power).map(|Declared { by, .. }| *by)
}
