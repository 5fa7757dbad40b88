//! Minor countries that a power loses with its political status (4.6.1, 10.5.2).

use super::control::{Bid, bid, roll};
use super::{Class, Happened};
use crate::board::{self, Change, Why};
use crate::map::ProvinceId;
use crate::months::Month;
use crate::oob::{Held, Zone};
use crate::politics::treaty::Claim;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use std::collections::BTreeSet;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::switches::Switch;

/// The switch that says whether minor countries are lost by the bot.
pub const SWITCH: &str = "minor_loss";
/// Where they are, by the zone of the political status track.
pub const BY_ZONE: &str = "zone";

/// How minor countries are lost in Instability and in Fiasco. That they are is known, and not which (10.5.2): that all go is ours.
pub const HOW: Switch = Switch {
    key: SWITCH,
    name: "Minor countries lost in Instability and Fiasco",
    ways: &[
        (BY_ZONE, "conquered ones in Instability, free states too in Fiasco"),
        ("told", "told as the table decides"),
    ],
    rule: None,
};

/// What a power loses on its box of the status track.
fn goes(state: &Position, power: Power) -> Vec<(ProvinceId, Held)> {
    let zone = state.status(power).map(crate::oob::StatusBox::zone);
    let goes = |held: Held| match held {
        Held::Conquered(_) => matches!(zone, Some(Zone::Instability | Zone::Fiasco)),
        Held::Free(_) => zone == Some(Zone::Fiasco),
        Held::Home(_) | Held::Ceded(_) | Held::Neutral => false,
    };
    state.board.of(power).filter(|(_, held)| goes(*held)).collect()
}

/// Whether anybody loses anything.
pub(super) fn is_due(table: &Table<'_, '_, EmpiresInArms>) -> bool {
    let state = table.state();
    table.switch(SWITCH) == BY_ZONE && state.choice.powers().any(|power| !goes(state, power).is_empty())
}

/// The players whose powers may take something by a peace that its loser is about to lose with its status: what a peace gives is taken in the
/// peace step (4.4.6), before the step of the minor countries (4.6).
pub(crate) fn victors(state: &Position) -> Vec<SeatId> {
    let takes = |claim: &&Claim| {
        let mut goes = goes(state, claim.of).into_iter();
        goes.any(|(minor, _)| state.may_take(claim.by, minor))
    };
    let victors: BTreeSet<Power> = state.politics.claims.iter().filter(takes).map(|claim| claim.by).collect();
    let seats: BTreeSet<&SeatId> =
        victors.iter().filter_map(|power| Some(&state.choice.holdings.get(power)?.seat)).collect();
    seats.into_iter().cloned().collect()
}

/// Whether that is waited for.
pub(crate) fn waits(table: &Table<'_, '_, EmpiresInArms>) -> bool {
    table.switch(SWITCH) == BY_ZONE && !victors(table.state()).is_empty()
}

/// The deadline of that step has passed: for a victor who said nothing the bot takes what the loser is about to lose, the richest first, so that
/// his silence costs him nothing. Who said that he is ready takes no more.
pub(crate) fn taken_for(table: &mut Table<'_, '_, EmpiresInArms>, seats: &[SeatId]) -> Result<(), Refusal> {
    for seat in seats {
        while let Some((by, minor)) = richest(table.state(), seat) {
            board::taken_by(table, seat, by, minor)?;
        }
    }
    Ok(())
}

/// What brings most, in money and manpower, of what a player's powers may take before it is lost; of equals the first in the map's order.
fn richest(state: &Position, seat: &SeatId) -> Option<(Power, ProvinceId)> {
    let own = state.bidders(seat);
    let claims = state.politics.claims.iter().filter(|claim| own.contains(&claim.by));
    let can = claims.flat_map(|claim| {
        let goes = goes(state, claim.of).into_iter().map(|(minor, _)| (claim.by, minor));
        goes.filter(|(by, minor)| state.may_take(*by, *minor))
    });
    let worth = |minor: ProvinceId| minor.on_map().money + minor.on_map().manpower;
    can.reduce(|most, other| if worth(other.1) > worth(most.1) { other } else { most })
}

/// The enemies to whom a minor country can fall that a power loses: at war with it, and beside the country or in it. In the one played case
/// that is known some went to such enemies and some to nobody, and why is not said: so this is ours.
fn heirs(state: &Position, from: Power, minor: ProvinceId) -> Vec<Power> {
    let enemies = state.enemies(from);
    enemies.filter(|enemy| state.is_beside(*enemy, minor) || state.stands_in(*enemy, minor)).collect()
}

/// Every power loses what it loses, all as it stood before; it costs and brings nobody PP (10.5.2.3).
pub(super) fn lose(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    if !is_due(table) {
        return Ok(());
    }
    let state = table.state();
    let all: Vec<(Power, ProvinceId, Held)> = state
        .choice
        .powers()
        .flat_map(|power| goes(state, power).into_iter().map(move |(minor, held)| (power, minor, held)))
        .collect();
    let heirs: Vec<Vec<Power>> = all.iter().map(|(from, minor, _)| heirs(state, *from, *minor)).collect();
    let (mut falls, mut free) = (Vec::new(), Vec::new());
    for ((_, minor, held), heirs) in all.into_iter().zip(heirs) {
        match heir(table, month, minor, &heirs)? {
            Some(power) => {
                let held =
                    if matches!(held, Held::Free(_)) { Held::Free(power) } else { Held::Conquered(power) };
                falls.push(Change { province: minor, held });
            }
            None => free.push(minor),
        }
    }
    for power in Power::ALL {
        let of = |change: &&Change| change.held.by() == Some(power);
        let provinces: Vec<Change> = falls.iter().filter(of).copied().collect();
        if !provinces.is_empty() {
            board::change(table, provinces, Why::Lost, &[], Vec::new())?;
        }
    }
    if free.is_empty() { Ok(()) } else { board::district::turn_neutral(table, free, Why::Lost) }
}

/// To whom of these a minor country falls; several roll for it as for control of one (4.6.2).
fn heir(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    minor: ProvinceId,
    heirs: &[Power],
) -> Result<Option<Power>, Refusal> {
    let [_, _, ..] = heirs else { return Ok(heirs.first().copied()) };
    let mut bids: Vec<Bid> = heirs
        .iter()
        .map(|power| Bid { class: Class::AtWar, ..bid(table.state(), *power, minor, false) })
        .collect();
    let by = roll(table, month, minor, &mut bids)?;
    table.emit(&Event::Minors(Happened::Contested { minor, bids }))?;
    Ok(by)
}
