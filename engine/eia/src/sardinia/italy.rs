//! Italy: what Sardinia conquers of it becomes its provinces, six of the seven unite it (`nationalism.sardinia.unify.threshold`), and Rome
//! becomes its capital.

use super::minors::seven;
use crate::board::combination::{ITALY, Made};
use crate::board::{Board, Happened};
use crate::map::{AreaId, ProvinceId, national_capital};
use crate::oob::Held;
use crate::politics::costs::Points;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position, politics};
use std::collections::BTreeMap;
use table::game::Table;
use table::refusal::Refusal;
use table::rule;

/// How many of the seven unite Italy, where the map does not say.
const OF_SEVEN: usize = 6;

impl Board {
    /// Whether Sardinia has united Italy: it is called Italy from then on, and stays so.
    #[must_use]
    pub fn is_italy_united(&self) -> bool {
        self.combinations.get(ITALY).is_some_and(|made| made.by == Power::Sardinia)
    }

    /// Whether a power has a minor country as its own province when it takes it (`nationalism.sardinia.conquest-makes-province`).
    #[must_use]
    pub fn becomes_province(&self, province: ProvinceId, power: Power) -> bool {
        power == Power::Sardinia && seven(self.era()).contains(&province)
    }
}

impl Position {
    /// The capital of a power: Sardinia has none (`nationalism.sardinia.no-capital`) until it has united Italy and Rome is its own, and Greece
    /// has one where it is a power of the campaign.
    #[must_use]
    pub fn capital(&self, power: Power) -> Option<AreaId> {
        if power == Power::Greece && !self.choice.powers().any(|one| one == power) {
            return None;
        }
        if power != Power::Sardinia || !self.board.is_italy_united() {
            return national_capital(power);
        }
        let papacy = ProvinceId::by_key("papacy")?;
        (self.held(papacy) == Held::Home(power)).then(|| papacy.on_map().capital)
    }

    /// The name by which a power goes now: Sardinia's is Italy's once that is united (`nationalism.sardinia.power`).
    #[must_use]
    pub fn called(&self, power: Power) -> &'static str {
        let later = power.later_name().filter(|_| self.board.is_italy_united());
        later.unwrap_or(power.name())
    }
}

/// Provinces changed hands: where Sardinia has six of the seven as its own now, Italy is united.
pub(super) fn test(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let power = Power::Sardinia;
    if !politics::is_kept(table) || state.board.combinations.contains_key(ITALY) || state.is_out(power) {
        return Ok(());
    }
    let own = |province: &ProvinceId| state.held(*province) == Held::Home(power);
    let of: Vec<ProvinceId> = seven(state.board.era()).iter().copied().filter(own).collect();
    let enough = crate::map::map().combination(ITALY).and_then(|one| one.at_least).unwrap_or(OF_SEVEN);
    if of.len() < enough {
        return Ok(());
    }
    let now = BTreeMap::from([(power, state.pp_after(power, state.points(Points::Italy)))]);
    let mut rules =
        vec![rule!("nationalism.sardinia.unify.threshold"), rule!("nationalism.sardinia.unify.pp")];
    if of.iter().any(|province| province.key() == "papacy") {
        rules.push(rule!("nationalism.sardinia.unify.capital"));
    }
    let made = Made { by: power, of };
    table.emit(&Event::Board(Happened::CombinationMade { key: ITALY.to_owned(), made, now, rules }))
}
