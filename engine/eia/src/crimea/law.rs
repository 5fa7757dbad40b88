//! What the Crimean War and its peace say to the rules of others.

use super::{Happened, Peace, dardanelles, data, deciders, dominant, fleets, lost, neutrals, peace};
use crate::board::dominance::{Changed, Condition};
use crate::economy::account::Due;
use crate::frame::Frame;
use crate::law::Law;
use crate::months::{Month, Phase};
use crate::politics::ends::{End, What};
use crate::powers::Power;
use crate::told::counters::Piece;
use crate::{EmpiresInArms, Event, Position};
use std::collections::BTreeSet;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// The law of the Crimean War.
pub struct CrimeanLaw;

impl Law for CrimeanLaw {
    fn bars_war(&self, state: &Position, by: Power, on: Power, month: Month) -> Option<Refusal> {
        neutrals::bars(state, by, on, month)
    }

    /// While it lasts Russia and whoever is at war with it make none.
    fn bars_peace(&self, state: &Position, one: Power, other: Power) -> Option<Refusal> {
        let of_the_war = [one, other].contains(&Power::Russia) && state.are_at_war(one, other);
        (of_the_war && state.is_crimean_war()).then(|| {
            Refusal::under(
                rule!("nationalism.crimea.no-negotiated-peace"),
                said!(
                    "While the Crimean War lasts, Russia and its enemies make no peace with one another: it ends with one of Russia's fleets, with Constantinople, or when no enemy fleet is beside Russia for a month."
                ),
            )
        })
    }

    fn lost_counter(&self, state: &Position, power: Power, piece: Piece, name: &str) -> Option<Refusal> {
        lost::why_lost(state, power, piece, name)
    }

    fn bars_new_counter(
        &self,
        state: &Position,
        power: Power,
        piece: Piece,
        name: &str,
        place: &str,
    ) -> Option<Refusal> {
        lost::why_no_new_counter(state, power, piece, name, place)
    }

    fn bars_new_fleets(&self, state: &Position, power: Power) -> Option<Refusal> {
        lost::why_no_marker(state, power).or_else(|| lost::why_not_in_black_sea(state, power))
    }

    fn bars_ships(&self, state: &Position, power: Power, month: Month, black_sea: bool) -> Option<Refusal> {
        fleets::why_not_laid(state, power, month, black_sea)
    }

    fn keeps_dominance(
        &self,
        state: &Position,
        power: Power,
        ordinary: bool,
    ) -> Option<Result<RuleId, (Condition, RuleId)>> {
        dominant::stands(state, power, ordinary)
    }

    fn endings(&self, state: &Position) -> Vec<End> {
        let end = |month: Month, phase: Phase, what: What| End { month, phase, what };
        let bound = state.crimea.bound.iter().map(|of| end(of.ends, of.phase, What::Bound(of.power)));
        let mut ends: Vec<End> = bound.collect();
        if let Some([anywhere, there]) = state.ships_barred_until() {
            // Ships are bought in an economic phase, so the ban is over with the first of them.
            let again = |month: Month| (0..3).map(|n| month.later(n)).find(|month| month.is_economic());
            for (month, black_sea) in [(anywhere, false), (there, true)] {
                ends.push(end(again(month).unwrap_or(month), Phase::Economic, What::Ships { black_sea }));
            }
        }
        ends.extend(state.mille_barred_until().map(|month| end(month, Phase::Political, What::Mille)));
        let due = state.crimea.peace.as_ref().map(Peace::due).unwrap_or_default();
        let all = u8::try_from(due.len()).unwrap_or(0);
        for (month, n) in due.into_iter().zip(1..) {
            let (mut of, mut to): (Vec<Power>, Vec<Power>) = state.crimean_dues(month).into_iter().unzip();
            of.dedup();
            to.dedup();
            if !of.is_empty() {
                ends.push(end(month, Phase::Economic, What::CrimeanReparations { of, to, part: [n, all] }));
            }
        }
        ends
    }

    fn reparations(&self, state: &Position, month: Month) -> Vec<Due> {
        let Some(peace) = &state.crimea.peace else { return Vec::new() };
        let (money, rule) = (i64::from(data().reparations.money), peace.reparations());
        state.crimean_dues(month).into_iter().map(|(of, to)| Due { of, to, money, rule }).collect()
    }

    fn awaited(&self, state: &Position, frame: Frame) -> Vec<SeatId> {
        if frame == Frame::Neutrals { deciders(state) } else { Vec::new() }
    }

    /// In a scenario in which the war is under way nobody declares it, and it costs nobody PP.
    fn politics_begins(&self, table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
        let state = table.state();
        if !state.board.era().is_nationalism() || month != state.begins || state.crimea.war.is_some() {
            return Ok(());
        }
        // A power that nobody plays wages no war: without Russia, or without any enemy of it, there is none.
        let at_war = |power: &Power| state.are_at_war(Power::Russia, *power);
        let coalition: BTreeSet<Power> = data().coalition.powers.iter().copied().filter(at_war).collect();
        if coalition.is_empty() {
            return Ok(());
        }
        let rules = vec![rule!("nationalism.crimea.in-progress"), rule!("nationalism.crimea.coalition")];
        table.emit(&Event::Crimea(Happened::CrimeanWarBegun { coalition, rules }))
    }

    fn goes_on(&self, table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
        dardanelles::keep(table)
    }

    fn dominance_changed(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        changed: &Changed,
    ) -> Result<(), Refusal> {
        dominant::after(table, changed)
    }

    fn turn_over(&self, table: &mut Table<'_, '_, EmpiresInArms>) -> Result<Option<Frame>, Refusal> {
        peace::turn_over(table)
    }

    /// What was told in the month is done with.
    fn apply_month_end(&self, state: &mut Position, _: Month) {
        let of = &state.crimea;
        if of.told.is_empty() && of.denied.is_empty() && of.deciding.is_empty() {
            return;
        }
        let of = &mut *state.crimea;
        of.told.clear();
        of.denied.clear();
        of.deciding.clear();
    }

    fn apply_dominance(&self, state: &mut Position, changed: &Changed) {
        if state.crimea.dominant && changed.lost.contains(&Power::Russia) {
            state.crimea.dominant = false;
        }
    }
}
