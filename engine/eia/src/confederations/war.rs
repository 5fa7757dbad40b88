//! The confederations in the war between Austria and Prussia: they come into being with it, members change sides by conquest and cession, and
//! with its end what nobody conquered goes back.

use super::{Happened, Joined, Side, of_the_defender};
use crate::board::{self, Change, Why};
use crate::frame::Frame;
use crate::map::ProvinceId;
use crate::oob::Held;
use crate::politics::Declared;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::refusal::Refusal;
use table::rule;

/// What follows of itself: with a war between Austria and Prussia the confederations are there, and without one they are not. Where a peace of
/// this phase lets a victor take something of the loser, it takes it before.
pub(super) fn keep(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    if !state.board.era().is_nationalism() {
        return Ok(());
    }
    let at_war = state.are_at_war(Power::Austria, Power::Prussia);
    match (&state.confederations.at_war, at_war) {
        (None, true) => form(table),
        (Some(_), false) if !waits(state) => dissolve(table),
        _ => Ok(()),
    }
}

/// Whether a victor may still take a member by a peace of this phase.
fn waits(state: &Position) -> bool {
    let open = state.frames.any(|frame| *frame == Frame::Politics) || state.is_economic_phase();
    let month = state.month();
    let members = || state.confederations.at_war.iter().flatten().map(|(minor, _)| *minor);
    let claims = state.politics.claims.iter().filter(|claim| Some(claim.month) == month);
    open && claims.into_iter().any(|claim| members().any(|minor| state.may_take(claim.by, minor)))
}

/// Who defends: on whom of the two war was declared. Where both declared it, or nobody is known to have, a die says, which comes with it.
fn defender(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(Side, Option<u8>), Refusal> {
    let politics = &table.state().politics;
    let begun = politics.declared.iter().chain(&politics.followed);
    let between = |war: &&Declared| Side::of(war.by).is_some() && Side::of(war.on).is_some();
    let on: BTreeSet<Side> = begun.filter(between).filter_map(|war| Side::of(war.on)).collect();
    if let [side] = *Vec::from_iter(on) {
        return Ok((side, None));
    }
    let die = table.die("confederations/defender", 6, "who defends in Germany")?;
    Ok((if die <= 3 { Side::North } else { Side::South }, Some(die)))
}

/// Both confederations are there. Every member joins its free state, whoever had it.
fn form(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let mut rules = vec![rule!("nationalism.confed.trigger"), rule!("nationalism.confed.all-members")];
    rules.extend([rule!("nationalism.confed.cng"), rule!("nationalism.confed.csg")]);
    let (mut joins, mut die) = (BTreeMap::new(), None);
    let new: Vec<ProvinceId> =
        of_the_defender().iter().copied().filter(|of| table.state().confederation(*of).is_none()).collect();
    if !new.is_empty() {
        let (side, thrown) = defender(table)?;
        die = thrown;
        joins.extend(new.into_iter().map(|minor| (minor, side)));
        rules.push(rule!("nationalism.confed.duchies-saxony"));
    }
    let state = table.state();
    if !state.confederations.changed.is_empty() {
        rules.push(rule!("nationalism.confed.war-again"));
    }
    let side = |minor: ProvinceId| joins.get(&minor).copied().or_else(|| state.confederation(minor));
    let all = ProvinceId::all().filter_map(|minor| Some((minor, side(minor)?)));
    let joined = |(minor, side): (ProvinceId, Side)| {
        (minor, Joined { before: state.held(minor), since: Held::Free(side.power()) })
    };
    let members: BTreeMap<ProvinceId, Joined> = all.map(joined).collect();
    let formed = Happened::ConfederationsFormed { members: members.clone(), joins, die, rules };
    table.emit(&Event::Confederation(formed))?;
    for side in [Side::North, Side::South] {
        let since = Held::Free(side.power());
        let of = members.iter().filter(|(_, joined)| joined.since == since && joined.before != since);
        let provinces: Vec<Change> =
            of.map(|(province, _)| Change { province: *province, held: since }).collect();
        if !provinces.is_empty() {
            let rules = vec![rule!("nationalism.confed.all-members")];
            board::change(table, provinces, Why::Confederation, &[], rules)?;
        }
    }
    Ok(())
}

/// They are there no more: what nobody conquered goes back to whoever had it, or is neutral. Everybody stays listed where he is.
fn dissolve(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let members = state.confederations.at_war.clone().unwrap_or_default();
    let back = members
        .iter()
        .filter(|(minor, joined)| state.held(**minor) == joined.since && joined.before != joined.since);
    let back: Vec<Change> =
        back.map(|(minor, joined)| Change { province: *minor, held: joined.before }).collect();
    let rules =
        vec![rule!("nationalism.confed.after-war.revert"), rule!("nationalism.confed.after-war.membership")];
    table.emit(&Event::Confederation(Happened::ConfederationsDissolved { rules }))?;
    let holders: BTreeSet<Option<Power>> = back.iter().map(|change| change.held.by()).collect();
    for holder in holders {
        let provinces: Vec<Change> =
            back.iter().filter(|change| change.held.by() == holder).copied().collect();
        let rules = vec![rule!("nationalism.confed.after-war.revert")];
        board::change(table, provinces, Why::Confederation, &[], rules)?;
    }
    Ok(())
}

/// Minor countries were conquered, or taken by a formal peace: a member that Austria or Prussia has so from the other's confederation belongs to
/// its own from now on.
pub(super) fn conquered(
    table: &mut Table<'_, '_, EmpiresInArms>,
    provinces: &[Change],
    why: Why,
) -> Result<(), Refusal> {
    for Change { province: minor, held } in provinces {
        let state = table.state();
        let (Some(of), Some(to)) = (state.confederation(*minor), held.by().and_then(Side::of)) else {
            continue;
        };
        let rule = match why {
            // A conquest counts while their war lasts.
            Why::Conquered if state.is_german_war() => rule!("nationalism.confed.conquest"),
            Why::Treaty => rule!("nationalism.confed.cession"),
            _ => continue,
        };
        if of != to {
            let happened = Happened::MembershipChanged { minor: *minor, to, rules: vec![rule] };
            table.emit(&Event::Confederation(happened))?;
        }
    }
    Ok(())
}
