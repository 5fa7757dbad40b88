//! Alliances between major powers (4.5, 4.7): with a date or without, made by agreement, broken by one of the two.

use super::costs::Points;
use super::{Happened, Pair, is_kept, not_kept};
use crate::guards::owns;
use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// An alliance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alliance {
    /// Between whom.
    pub pair: Pair,
    /// Its last month, where it was made with a date (`house.alliance.expiry.allowed`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Month>,
}

/// That a power broke an alliance, as long as it makes a war on the former ally dearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Broken {
    /// Who broke it.
    pub by: Power,
    /// With whom.
    pub with: Power,
    /// In which month.
    pub month: Month,
}

/// Why an alliance was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// In the step for it (4.7).
    Step,
    /// By refusing a call (4.3).
    Refused,
    /// To follow another ally's call against this one (`house.alliance.call-against-ally`).
    Called,
    /// So that a suit for peace holds (`enhancements.sue.break.who`).
    Suit,
    /// On the demand of an ally whose enemy was let in (`enhancements.access.ally-demand`).
    Demanded,
}

impl Why {
    /// The rules behind it.
    #[must_use]
    pub fn rules(self) -> Vec<RuleId> {
        match self {
            Why::Step | Why::Refused => Vec::new(),
            Why::Called => vec![rule!("house.alliance.call-against-ally")],
            Why::Suit => vec![
                rule!("enhancements.sue.break.who"),
                rule!("enhancements.sue.break.cost"),
                rule!("enhancements.sue.break.no-others"),
            ],
            Why::Demanded => {
                vec![rule!("enhancements.access.ally-demand"), rule!("enhancements.access.ally-demand.cost")]
            }
        }
    }

    /// What it costs who breaks it.
    fn price(self) -> Points {
        match self {
            Why::Refused => Points::Refusing,
            Why::Step | Why::Called | Why::Suit | Why::Demanded => Points::Breaking,
        }
    }
}

impl Position {
    /// Whether two powers are allied. With a power that is out of the game nobody is.
    #[must_use]
    pub fn are_allied(&self, one: Power, other: Power) -> bool {
        let pair = Pair::of(one, other);
        self.politics.alliances.iter().any(|alliance| alliance.pair == pair)
            && !self.is_out(one)
            && !self.is_out(other)
    }

    /// With whom a power is allied.
    pub fn allies(&self, power: Power) -> impl Iterator<Item = Power> + '_ {
        let of_it = self.politics.alliances.iter().filter_map(move |alliance| alliance.pair.other(power));
        of_it.filter(move |other| self.are_allied(power, *other))
    }

    /// What a declaration of war in a month costs besides because one broke the alliance, in halves of a PP, 0 or below: 2 PP in the first
    /// month in which it can be declared, and 1 PP less for each month that one waits (`house.alliance.ex-ally-penalty`,
    /// `house.alliance.ex-ally-penalty-decay`). Who did not break it pays nothing (`house.alliance.ex-ally-penalty-breaker-only`).
    #[must_use]
    pub fn former_ally(&self, by: Power, on: Power, month: Month) -> i64 {
        let broken = self.politics.broken.iter().filter(|broken| broken.by == by && broken.with == on);
        let extra = broken.map(|broken| {
            let waited = i64::from(month.since(broken.month)).saturating_sub(1).max(0);
            (self.points(Points::FormerAlly) + waited * self.points(Points::FormerAllyWaited)).min(0)
        });
        extra.min().unwrap_or(0)
    }
}

/// Why a power cannot propose an alliance to another; `None` where it can.
pub(super) fn why_not(state: &Position, by: Power, with: Power, until: Option<Month>) -> Option<Refusal> {
    if state.are_allied(by, with) {
        return Some(Refusal::new(said!("{} and {} are allied already.", by, with)));
    }
    if state.are_at_war(by, with) {
        return Some(Refusal::new(said!("{} is at war with {}: peace comes before an alliance.", by, with)));
    }
    let Some(now) = state.talks() else {
        return Some(Refusal::new(said!(
            "Alliances are made in the political phase, when the month's wars and peaces are settled (4.5)."
        )));
    };
    until.filter(|until| *until < now).map(|until| {
        Refusal::under(
            rule!("house.alliance.expiry.allowed"),
            said!("An alliance can end in {} or later, not in {}.", now.name(), until.name()),
        )
    })
}

/// What two have agreed on becomes an alliance: without a date it brings both something (4.5), with one nothing
/// (`house.alliance.expiry.no-pp-gain`).
pub(super) fn made(
    table: &mut Table<'_, '_, EmpiresInArms>,
    pair: Pair,
    until: Option<Month>,
) -> Result<(), Refusal> {
    let state = table.state();
    let gain = if until.is_some() { 0 } else { state.points(Points::Alliance) };
    let now = pair.powers().map(|power| state.pp_after(power, gain));
    let rules = match until {
        Some(_) => {
            vec![rule!("house.alliance.expiry.allowed"), rule!("house.alliance.expiry.no-pp-gain")]
        }
        None => Vec::new(),
    };
    table.emit(&Event::Politics(Happened::Allied { alliance: Alliance { pair, until }, now, rules }))
}

/// A player breaks an alliance of his (4.7).
pub(super) fn breaks(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    by: Power,
    with: Power,
) -> Result<(), Refusal> {
    if !is_kept(table) {
        return Err(not_kept());
    }
    may_break(table.state(), seat, by, with)?;
    broken(table, by, with, Why::Step)
}

/// Whether a player may break an alliance now.
pub(super) fn may_break(state: &Position, seat: &SeatId, by: Power, with: Power) -> Result<(), Refusal> {
    owns(&state.bidders(seat), by)?;
    if !state.are_allied(by, with) {
        return Err(Refusal::new(said!("{} is not allied to {}.", by, with)));
    }
    if state.talks().is_none() {
        return Err(Refusal::new(said!(
            "Alliances are broken in the political phase, when the month's wars and peaces are settled (4.7)."
        )));
    }
    Ok(())
}

/// A power breaks an alliance, and pays for it.
pub(crate) fn broken(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    with: Power,
    why: Why,
) -> Result<(), Refusal> {
    let Some(month) = table.state().month() else { return Ok(()) };
    let state = table.state();
    let now = state.pp_after(by, state.points(why.price()));
    table.emit(&Event::Politics(Happened::AllianceBroken { by, with, month, why, now, rules: why.rules() }))
}

/// A month begins: alliances whose last month is over are over, and that costs nobody anything
/// (`house.alliance.expiry.no-pp-loss`).
pub(super) fn expire(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let over = |alliance: &&Alliance| alliance.until.is_some_and(|until| until < month);
    let over: Vec<Pair> =
        table.state().politics.alliances.iter().filter(over).map(|alliance| alliance.pair).collect();
    if over.is_empty() {
        return Ok(());
    }
    let rules = vec![rule!("house.alliance.expiry.allowed"), rule!("house.alliance.expiry.no-pp-loss")];
    table.emit(&Event::Politics(Happened::AlliancesExpired { pairs: over, rules }))
}
