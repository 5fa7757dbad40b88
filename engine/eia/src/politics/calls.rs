//! Calls to allies (4.3): those on whom war was declared may call their allies against the attackers; where any is called the attackers may
//! call theirs. Whom one calls and whose calls one follows is chosen on the sheet; who chose nothing is asked.

use super::alliance::{Why, broken};
use super::costs::Points;
use super::gate::Gate;
use super::sheet::{Part, PoliticalSheets, ask, chosen, chosen_of};
use super::{Declared, Happened, Pair, truce, war};
use crate::frame::Frame;
use crate::months::Month;
use crate::powers::Power;
use crate::rounds::Round;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::{rule, said};

/// A call that is not answered yet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// Who calls.
    pub by: Power,
    /// Which ally.
    pub to: Power,
    /// Against whom.
    pub against: Vec<Power>,
}

/// The part of the sheet on which a power names the allies whom it calls to a war that begins this month.
pub struct Caller;

impl Part for Caller {
    fn key(&self) -> &'static str {
        "call"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Sheet
    }

    fn why_not_power(&self, state: &Position, own: &[Power], power: Power, ally: Power) -> Option<Refusal> {
        not_an_ally(state, own, power, ally).or_else(|| in_vain(state, own, power, ally))
    }
}

/// The part of the sheet on which a power names the allies whose calls it follows without being asked.
pub struct Follower;

impl Part for Follower {
    fn key(&self) -> &'static str {
        "follow"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Sheet
    }

    fn why_not_power(&self, state: &Position, own: &[Power], power: Power, ally: Power) -> Option<Refusal> {
        not_an_ally(state, own, power, ally)
    }
}

/// What a called power answers: the callers whom it follows. Whom it does not name it refuses.
pub struct Answer;

impl Part for Answer {
    fn key(&self) -> &'static str {
        "join"
    }

    fn is_at(&self, gate: Gate) -> bool {
        matches!(gate, Gate::Defence | Gate::Attack)
    }

    fn why_not_power(
        &self,
        state: &Position,
        _own: &[Power],
        power: Power,
        caller: Power,
    ) -> Option<Refusal> {
        let called = state.politics.calls.iter().any(|call| call.by == caller && call.to == power);
        (!called).then(|| Refusal::new(said!("{} does not call {} now.", caller, power)))
    }
}

fn not_an_ally(state: &Position, own: &[Power], power: Power, ally: Power) -> Option<Refusal> {
    if own.contains(&ally) {
        return Some(Refusal::new(said!("You play {} yourself.", ally)));
    }
    (!state.are_allied(power, ally)).then(|| Refusal::new(said!("{} is not allied to {}.", power, ally)))
}

/// Why a call on a sheet that is being sealed could bring nothing: against nobody with whom the power is not at war already could the ally
/// follow it. What was sealed before counts when it is opened, and is said to be in vain where it is.
fn in_vain(state: &Position, own: &[Power], power: Power, ally: Power) -> Option<Refusal> {
    let month = state.politics.asked.filter(|_| state.politics.gate.is_sheet())?;
    let new = |enemy: &Power| !own.contains(enemy) && !state.are_at_war(power, *enemy);
    let enemies: Vec<Power> = state.major_powers().filter(new).collect();
    can_follow(state, ally, &enemies, month).is_empty().then(|| {
        Refusal::under(
            rule!("house.peace.enforced.next-dow"),
            said!(
                "{} can follow no call of {} this month: it is at war or in an enforced peace with everybody against whom it could be called.",
                ally,
                power
            ),
        )
    })
}

/// Against whom of these an enforced peace keeps an ally from following a call this month.
#[must_use]
pub fn bound_by_peace(state: &Position, ally: Power, against: &[Power], month: Month) -> Vec<Power> {
    let bound = |enemy: &Power| *enemy != ally && truce::bars(state, ally, *enemy, month).is_some();
    against.iter().copied().filter(bound).collect::<BTreeSet<Power>>().into_iter().collect()
}

/// The wars of the month are declared: the defenders' calls. Whether anybody is waited for.
pub(super) fn begin(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    stage(table, month, Gate::Defence)
}

/// Who may call at a gate, and against whom.
fn callers(state: &Position, gate: Gate) -> Vec<(Power, Vec<Power>)> {
    let politics = &state.politics;
    let of = |power: Power| -> Vec<Power> {
        match gate {
            Gate::Defence => war::on(state, power).collect(),
            // An attacker whom somebody called an ally against: all on whom it declared war, and who follows them.
            _ if politics.called.contains(&power) => {
                let own = politics.declared.iter().filter(|war| war.by == power).map(|war| war.on);
                let followers = politics.followed.iter().filter(|war| war.on == power).map(|war| war.by);
                own.chain(followers).collect()
            }
            _ => Vec::new(),
        }
    };
    let all = state.major_powers().map(|power| (power, of(power)));
    all.filter(|(_, against)| !against.is_empty()).collect()
}

/// Against which of these an ally can be called: not against whom he fights already, and not where an enforced peace binds him.
fn can_follow(state: &Position, ally: Power, against: &[Power], month: Month) -> Vec<Power> {
    let seat = |power: Power| state.choice.holdings.get(&power).map(|holding| &holding.seat);
    let against = against.iter().copied().filter(|enemy| {
        *enemy != ally
            && seat(*enemy) != seat(ally)
            && !state.are_at_war(ally, *enemy)
            && truce::bars(state, ally, *enemy, month).is_none()
    });
    against.collect::<BTreeSet<Power>>().into_iter().collect()
}

/// The seats of some powers, of those who laid a sheet down.
fn seats(
    table: &Table<'_, '_, EmpiresInArms>,
    month: Month,
    powers: impl Iterator<Item = Power>,
) -> Vec<SeatId> {
    let laid = table.laid_down(&Round::Politics(PoliticalSheets::of(month)));
    let holdings = &table.state().choice.holdings;
    let of: BTreeSet<&SeatId> = powers.filter_map(|power| Some(&holdings.get(&power)?.seat)).collect();
    laid.into_iter().filter(|seat| of.contains(seat)).collect()
}

/// The calls of a gate are made. Who follows by his sheet follows at once; the others are asked.
fn stage(table: &mut Table<'_, '_, EmpiresInArms>, month: Month, gate: Gate) -> Result<(), Refusal> {
    let callers = callers(table.state(), gate);
    let of = seats(table, month, callers.iter().map(|(power, _)| *power));
    let wanted = chosen_of(table, month, Gate::Sheet, &Caller, of)?;
    let (mut calls, mut vain) = (Vec::new(), Vec::new());
    for (by, against) in &callers {
        for (_, to) in wanted.iter().filter(|(caller, _)| caller == by) {
            let free = can_follow(table.state(), *to, against, month);
            let bound = bound_by_peace(table.state(), *to, against, month);
            if !bound.is_empty() {
                vain.push(Call { by: *by, to: *to, against: bound });
            }
            if !free.is_empty() {
                calls.push(Call { by: *by, to: *to, against: free });
            }
        }
    }
    if !vain.is_empty() {
        let rules = vec![rule!("house.peace.enforced.next-dow")];
        table.emit(&Event::Politics(Happened::CalledInVain { calls: vain, rules }))?;
    }
    if calls.is_empty() {
        return next(table, month, gate);
    }
    table.emit(&Event::Politics(Happened::AlliesCalled { calls: calls.clone() }))?;
    let of = seats(table, month, calls.iter().map(|call| call.to));
    let standing = chosen_of(table, month, Gate::Sheet, &Follower, of)?;
    for call in calls.iter().filter(|call| standing.contains(&(call.to, call.by))) {
        // To follow one ally against another is nobody's standing answer.
        if !is_against_an_ally(table.state(), call) {
            follow(table, call, month)?;
        }
    }
    if ask(table, month, gate, false)? { Ok(()) } else { settle(table, month, gate, &[]) }
}

/// Whether to follow a call would break another alliance (`house.alliance.call-against-ally`).
#[must_use]
pub fn is_against_an_ally(state: &Position, call: &Call) -> bool {
    call.against.iter().any(|enemy| state.are_allied(call.to, *enemy))
}

/// Who was asked has answered.
pub(super) fn answered(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    gate: Gate,
) -> Result<(), Refusal> {
    let follows = chosen(table, month, gate, &Answer)?;
    settle(table, month, gate, &follows)
}

/// The calls that are still open are followed or refused.
fn settle(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    gate: Gate,
    follows: &[(Power, Power)],
) -> Result<(), Refusal> {
    for call in table.state().politics.calls.clone() {
        // By an answer before this one the alliance may be no more.
        if !table.state().are_allied(call.by, call.to) {
            continue;
        }
        if follows.contains(&(call.to, call.by)) {
            follow(table, &call, month)?;
        } else {
            broken(table, call.to, call.by, Why::Refused)?;
        }
    }
    next(table, month, gate)
}

/// A called power follows: it is at war with all against whom it is called, and no ally of any of them.
fn follow(table: &mut Table<'_, '_, EmpiresInArms>, call: &Call, month: Month) -> Result<(), Refusal> {
    let Call { by: caller, to: by, against } = call;
    let against = can_follow(table.state(), *by, against, month);
    let mut rules = Vec::new();
    for enemy in &against {
        if table.state().are_allied(*by, *enemy) {
            broken(table, *by, *enemy, Why::Called)?;
            rules = vec![rule!("house.alliance.call-against-ally")];
        }
    }
    let state = table.state();
    let price = state.points(Points::Joining) * against.len() as i64;
    let now = state.pp_after(*by, price);
    let followed = Happened::CallFollowed { by: *by, caller: *caller, on: against, now, rules };
    super::marriage::and_what_it_ends(table, followed)
}

fn next(table: &mut Table<'_, '_, EmpiresInArms>, month: Month, gate: Gate) -> Result<(), Refusal> {
    match gate {
        Gate::Defence => stage(table, month, Gate::Attack),
        _ => {
            table.emit(&Event::Politics(Happened::GateClosed))?;
            table.end(&Frame::Calls)
        }
    }
}

/// The sheet of who says nothing: should war be declared on him he calls those who stand allied to him, for a call costs him nothing.
pub(super) fn default_sheet(state: &Position, seat: &SeatId) -> super::sheet::Sheet {
    let own = state.bidders(seat);
    let mut sheet = super::sheet::Sheet::default();
    for power in &own {
        let can = |ally: &Power| Caller.why_not_power(state, &own, *power, *ally).is_none();
        sheet.choose(&Caller, *power, state.allies(*power).filter(can));
    }
    sheet
}

/// What is answered for who says nothing: he follows where that costs him nothing and breaks no other alliance; else he is waited for.
pub(super) fn default_of(state: &Position, seat: &SeatId) -> Option<super::sheet::Sheet> {
    let own = state.bidders(seat);
    let calls: Vec<&Call> = state.politics.calls.iter().filter(|call| own.contains(&call.to)).collect();
    let costs = state.points(Points::Joining) < 0;
    if costs || calls.iter().any(|call| is_against_an_ally(state, call)) {
        return None;
    }
    let mut sheet = super::sheet::Sheet::default();
    for power in own {
        let callers = calls.iter().filter(|call| call.to == power).map(|call| call.by);
        sheet.choose(&Answer, power, callers);
    }
    Some(sheet)
}

/// What calls and answers change.
pub(super) fn apply(politics: &mut super::Politics, happened: &Happened) {
    match happened {
        Happened::AlliesCalled { calls } => {
            politics.called.extend(calls.iter().flat_map(|call| call.against.iter().copied()));
            politics.calls.clone_from(calls);
        }
        Happened::CallFollowed { by, caller, on, .. } => {
            politics.calls.retain(|call| (call.by, call.to) != (*caller, *by));
            for enemy in on {
                politics.begins(Pair::of(*by, *enemy));
                politics.followed.push(Declared { by: *by, on: *enemy });
            }
        }
        _ => {}
    }
}
