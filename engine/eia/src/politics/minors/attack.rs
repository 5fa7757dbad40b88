//! Declarations of war on neutral minor countries (4.2), as a part of the political sheet; and the right of a victor whose sphere of influence
//! they touch.

use super::Happened;
use crate::map::ProvinceId;
use crate::months::Month;
use crate::oob::Held;
use crate::politics::gate::Gate;
use crate::politics::sheet::{Part, chosen};
use crate::politics::target::Target;
use crate::politics::terms::Term;
use crate::politics::war;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use table::game::Table;
use table::refusal::Refusal;
use table::{rule, said};

/// The part of the sheet on which war is declared on minor countries; gate 1 opens it together with the wars on powers.
pub struct OnMinors;

impl Part for OnMinors {
    fn key(&self) -> &'static str {
        "attack"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Sheet
    }

    fn among(&self, state: &Position) -> Vec<Target> {
        let minors = ProvinceId::all().filter(|province| province.on_map().is_minor());
        // Behind those of every campaign, so that the places of those stay what they were.
        let here = ProvinceId::all()
            .filter(|province| !province.on_map().is_minor() && state.board.home_of(*province).is_none());
        minors.chain(here).map(Target::Minor).collect()
    }

    fn why_not_minor(
        &self,
        state: &Position,
        _own: &[Power],
        power: Power,
        minor: ProvinceId,
    ) -> Option<Refusal> {
        let name = minor.name();
        let barred = crate::LAWS.iter().find_map(|law| law.bars_war_on_minor(state, power, minor));
        if barred.is_some() {
            return barred;
        }
        if state.board.home_of(minor).is_some() {
            return Some(Refusal::new(said!("{} is no minor country.", name)));
        }
        if let Some(holder) = state.held(minor).by() {
            let says = said!("{} has {}: war on it is war on {} (4.2.3).", holder, name, holder);
            return Some(Refusal::new(says));
        }
        let lead = state.board.lead(minor);
        if lead != minor {
            let says =
                said!("{} is a district of {}: war is declared on the whole country.", name, lead.name());
            return Some(Refusal::new(says));
        }
        let already = state.attacks(power, minor);
        already.then(|| Refusal::new(said!("{} is at war with {} already.", power, name)))
    }

    /// What each declaration costs is seen when it is known whether anybody takes control (4.6.2).
    fn opened(&self, table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
        let declared: Vec<(Power, ProvinceId)> = chosen(table, month, Gate::Sheet, self)?;
        for (by, on) in declared {
            begin(table, by, on, month)?;
        }
        Ok(())
    }
}

/// War on a neutral country begins: on the Papal State on both of its provinces (`nationalism.map.papal-state`).
pub(super) fn begin(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    on: ProvinceId,
    month: Month,
) -> Result<(), Refusal> {
    let all = table.state().board.at_war_by(on);
    for on in all {
        if !table.state().attacks(by, on) {
            table.emit(&Event::Minors(Happened::Attacked { by, on, month }))?;
        }
    }
    Ok(())
}

/// What a victor answers whose sphere of influence a loser disregards: on which of them it declares war at once
/// (`house.peace.sphere.war-right`).
pub struct SphereRight;

impl Part for SphereRight {
    fn key(&self) -> &'static str {
        "right"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Right
    }

    /// The enforced peace between the two bars nothing; an alliance between them does.
    fn why_not_power(&self, state: &Position, own: &[Power], power: Power, on: Power) -> Option<Refusal> {
        let month = state.month()?;
        if !disregards(state, power, on, month) {
            let says = said!("{} has attacked no minor country beside an area of {} this month.", on, power);
            return Some(Refusal::under(rule!("house.peace.sphere.war-right"), says));
        }
        war::bars(state, own, power, on)
    }
}

/// Whether a power has a sphere of influence by a peace with another that is still in force (`house.peace.sphere.duration`), and the other
/// declared war this month on a minor country beside an area of it.
fn disregards(state: &Position, victor: Power, loser: Power, month: Month) -> bool {
    let treaties = state.politics.treaties.iter().filter(|treaty| treaty.loser == loser);
    let has_sphere = treaties
        .into_iter()
        .any(|treaty| state.in_force(treaty).any(|(by, term)| by == victor && term == Term::Sphere));
    let attacked = || state.minor_wars().filter(|war| war.by == loser && war.since == month);
    has_sphere
        && attacked().any(|war| {
            // Of the country as a whole: its districts were neutral with it.
            let country = state.board.country(war.on);
            country.into_iter().any(|district| state.is_beside(victor, district))
        })
}

/// The rights of this month are used or lapse. The usual price of a declaration is paid.
pub(in crate::politics) fn right_used(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
) -> Result<(), Refusal> {
    let declared: Vec<(Power, Power)> = chosen(table, month, Gate::Right, &SphereRight)?;
    for (by, on) in declared {
        let rules = [rule!("house.peace.sphere.war-right"), rule!("house.peace.sphere.duration")];
        war::declare(table, by, on, month, rules)?;
    }
    war::over(table, month)
}

/// Whether a minor country can be controlled by whoever wants to: it is attacked, nobody has it, and nobody has decided about it.
pub(super) fn is_open(state: &Position, minor: ProvinceId) -> bool {
    state.held(minor) == Held::Neutral && state.minor_wars().any(|war| war.on == minor && war.open)
}
