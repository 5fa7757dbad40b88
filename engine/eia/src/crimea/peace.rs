//! How the war ends, and what the peace of Paris or of Saint Petersburg does at once.

use super::told::{What, contradicted, fleet};
use super::{Happened, Straits, data, deciders};
use crate::board::{self, Change, Why, dominance};
use crate::frame::Frame;
use crate::map::ProvinceId;
use crate::months::{Month, Phase};
use crate::oob::Held;
use crate::politics::{Pair, minors};
use crate::powers::Power;
use crate::told::counters;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// Who won the war.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Victory {
    /// The coalition: the Peace of Paris.
    Coalition,
    /// Russia: the Peace of Saint Petersburg.
    Russia,
}

/// The peace that ended the war.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peace {
    /// Who won.
    pub victory: Victory,
    /// What ended the war.
    pub by: What,
    /// In which month.
    pub month: Month,
    /// Whether it came after the economic phase of its month, so that the first reparations fall due in the next one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// The members of the coalition.
    pub coalition: BTreeSet<Power>,
}

impl Peace {
    /// The months in whose economic phases reparations fall due (`nationalism.paris.reparations`, `nationalism.petersburg.reparations`).
    #[must_use]
    pub fn due(&self) -> Vec<Month> {
        let mut first = if self.late { self.month.next() } else { self.month };
        while !first.is_economic() {
            first = first.next();
        }
        (0..data().reparations.payments).map(|quarter| first.later(3 * quarter)).collect()
    }

    /// The rule of its reparations.
    #[must_use]
    pub fn reparations(&self) -> RuleId {
        match self.victory {
            Victory::Coalition => rule!("nationalism.paris.reparations"),
            Victory::Russia => rule!("nationalism.petersburg.reparations"),
        }
    }
}

impl Position {
    /// Who owes whom reparations of the Crimean War in a month's economic phase, $10 each.
    #[must_use]
    pub fn crimean_dues(&self, month: Month) -> Vec<(Power, Power)> {
        let Some(peace) = self.crimea.peace.as_ref().filter(|peace| peace.due().contains(&month)) else {
            return Vec::new();
        };
        if self.is_out(Power::Russia) {
            return Vec::new();
        }
        let pair = |member: Power| match peace.victory {
            Victory::Coalition => (Power::Russia, member),
            Victory::Russia => (member, Power::Russia),
        };
        self.coalition().map(pair).collect()
    }

    /// Until which month, which is the first in which it is free again, Spedizione dei Mille is closed to Sardinia
    /// (`nationalism.petersburg.mille-ban`); `None` where it is not.
    #[must_use]
    pub fn mille_barred_until(&self) -> Option<Month> {
        let peace = self.crimea.peace.as_ref().filter(|peace| peace.victory == Victory::Russia)?;
        let until = peace.month.later(data().months.mille);
        self.month().is_none_or(|now| now < until).then_some(until)
    }
}

/// The last phase of a month ends: whether what was told of it and confirmed ends the war, unless the map says otherwise by now. Where Russia
/// has to decide about Austria or Prussia it is asked before the next month.
pub(super) fn turn_over(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<Option<Frame>, Refusal> {
    if !table.state().is_crimean_war() {
        return Ok(None);
    }
    let mut told = table.state().crimea.told.clone();
    // Of two that come true in one month the coalition's comes first (nationalism.crimea.end.russia.no-adjacent-fleet).
    told.sort_by_key(|told| told.what.victory() != Some(Victory::Coalition));
    for told in told {
        let what = told.what;
        if told.confirmed.is_none() || !what.is_of_the_month() {
            continue;
        }
        let rules = vec![what.rule()];
        if let Some((by, _)) = contradicted(table.state(), what) {
            table.emit(&Event::Crimea(Happened::CrimeaVoid { what, by, rules }))?;
            continue;
        }
        let Some(victory) = what.victory() else { continue };
        ended(table, victory, what, false)?;
        return Ok((!deciders(table.state()).is_empty()).then_some(Frame::Neutrals));
    }
    Ok(None)
}

/// The war is over. `at_once` is within a phase, so that Russia's choice is asked before it goes on.
pub(super) fn ended(
    table: &mut Table<'_, '_, EmpiresInArms>,
    victory: Victory,
    what: What,
    at_once: bool,
) -> Result<(), Refusal> {
    let state = table.state();
    let (Some(month), Some(war)) = (state.month(), &state.crimea.war) else { return Ok(()) };
    let late = !at_once && month.is_economic();
    let peace = Peace { victory, by: what, month, late, coalition: war.coalition.clone() };
    let now = points(state, victory);
    let deciding: BTreeSet<Power> = [Power::Austria, Power::Prussia]
        .into_iter()
        .filter(|power| state.are_at_war(Power::Russia, *power))
        .collect();
    let scuttled = scuttled(state, table.scenario(), &peace);
    let lost = vec![match victory {
        Victory::Coalition => (Power::Russia, data().fleets.marker.clone()),
        Victory::Russia => (Power::France, data().corps.french.clone()),
    }];
    let mut rules = vec![what.rule()];
    rules.extend(rules_of(victory));
    let gone: Vec<(Power, String)> = scuttled.iter().chain(&lost).cloned().collect();
    let is_asked = !deciding.is_empty();
    table.emit(&Event::Crimea(Happened::CrimeanWarEnded { peace, now, scuttled, lost, deciding, rules }))?;
    for (power, name) in gone {
        counters::leaves(table, power, &name)?;
    }
    if victory == Victory::Russia {
        ceded(table)?;
        dominance::becomes(
            table,
            Power::Russia,
            dominance::Condition::Petersburg,
            rule!("nationalism.petersburg.dominant"),
        )?;
    }
    if is_asked && at_once { table.push(None, &Frame::Neutrals) } else { Ok(()) }
}

/// The rules of what a peace does at once.
fn rules_of(victory: Victory) -> Vec<RuleId> {
    match victory {
        Victory::Coalition => vec![
            rule!("nationalism.paris.pp.coalition"),
            rule!("nationalism.paris.pp.russia"),
            rule!("nationalism.paris.black-sea-fleet"),
            rule!("nationalism.paris.fleet-marker"),
            rule!("nationalism.paris.no-shipbuilding"),
            rule!("nationalism.paris.no-black-sea-ships"),
            rule!("nationalism.paris.reparations"),
        ],
        Victory::Russia => vec![
            rule!("nationalism.petersburg.pp.russia"),
            rule!("nationalism.petersburg.pp.coalition"),
            rule!("nationalism.petersburg.turkish-fleet"),
            rule!("nationalism.petersburg.french-xii"),
            rule!("nationalism.petersburg.dardanelles.access"),
            rule!("nationalism.petersburg.dardanelles.veto"),
            rule!("nationalism.petersburg.mille-ban"),
            rule!("nationalism.petersburg.reparations"),
        ],
    }
}

/// The PP of all of them after the peace, in halves: each member of the coalition gains or loses for itself, and Russia once.
fn points(state: &Position, victory: Victory) -> BTreeMap<Power, i64> {
    let of = match victory {
        Victory::Coalition => data().paris,
        Victory::Russia => data().petersburg,
    };
    let members = state.coalition().map(|power| (power, of.coalition));
    let all = members.chain([(Power::Russia, of.russia)]);
    all.map(|(power, points)| (power, state.pp_after(power, 2 * points))).collect()
}

/// The fleets that are scuttled, by the names of their counters: the Black Sea fleet where it was not the one that was destroyed, or every
/// fleet of Turkey. It costs nobody PP.
fn scuttled(state: &Position, scenario: &str, peace: &Peace) -> Vec<(Power, String)> {
    match peace.victory {
        Victory::Coalition => [What::BlackSeaFleet, peace.by]
            .into_iter()
            .filter_map(|what| Some((Power::Russia, fleet(what)?.to_owned())))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect(),
        Victory::Russia => {
            let of_order = crate::oob::of(scenario).and_then(|order| order.powers.get(&Power::Turkey));
            let known =
                of_order.into_iter().flat_map(|forces| &forces.fleets).map(|fleet| fleet.name.clone());
            let on_map = state.counters_of(Power::Turkey).iter();
            let on_map =
                on_map.filter(|(_, counter)| !counter.piece.is_corps()).map(|(name, _)| name.clone());
            let all: BTreeSet<String> = known.chain(on_map).collect();
            all.into_iter().map(|name| (Power::Turkey, name)).collect()
        }
    }
}

/// Bulgaria, Rumelia and Serbia pass to Russia where Turkey has them; they, and whatever else was ever ceded to Russia, are Russian provinces
/// from now on.
fn ceded(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let of_turkey = |one: &ProvinceId| state.held(*one).by() == Some(Power::Turkey);
    let three: Vec<ProvinceId> = data().cession.provinces.iter().copied().filter(of_turkey).collect();
    let as_home = |province: ProvinceId| Change { province, held: Held::Home(Power::Russia) };
    if !three.is_empty() {
        let rules = vec![rule!("nationalism.petersburg.cession"), rule!("nationalism.petersburg.provinces")];
        board::change(table, three.into_iter().map(as_home).collect(), Why::Petersburg, &[], rules)?;
    }
    let ceded = table.state().board.of(Power::Russia).filter(|(_, held)| matches!(held, Held::Ceded(_)));
    let before: Vec<Change> = ceded.map(|(province, _)| as_home(province)).collect();
    if before.is_empty() {
        return Ok(());
    }
    let rules = vec![rule!("nationalism.petersburg.provinces")];
    board::change(table, before, Why::Petersburg, &[], rules)
}

/// Russia and another power are at war no more.
pub(super) fn at_peace(state: &mut Position, power: Power) {
    let pair = Pair::of(Power::Russia, power);
    state.politics.ends(pair);
    minors::pacified(state, pair);
}

/// What the end of the war changes: its wars are over, and no formal peace is made for them.
pub(super) fn apply(
    state: &mut Position,
    peace: Peace,
    lost: Vec<(Power, String)>,
    deciding: BTreeSet<Power>,
) {
    for power in peace.coalition.clone() {
        at_peace(state, power);
    }
    let crimea = &mut *state.crimea;
    crimea.war = None;
    crimea.told.clear();
    crimea.denied.clear();
    crimea.deciding = deciding;
    for (power, name) in lost {
        crimea.lost.entry(power).or_default().insert(name);
    }
    if peace.victory == Victory::Russia {
        crimea.straits =
            Straits { granted: crimea.straits.granted.clone(), russian: true, ..Straits::default() };
        crimea.dominant = true;
    }
    crimea.peace = Some(peace);
}

/// The phase in which a peace is made now.
pub(super) fn phase(state: &Position) -> Phase {
    let last = |month: Month| month.phases().last().copied();
    state.phase().or_else(|| state.month().and_then(last)).unwrap_or(Phase::Political)
}
