//! Who holds what when a scenario begins.

use super::OrderOfBattle;
use crate::map::{Era, ProvinceId, home_of};
use crate::powers::Power;
use crate::scenario;
use serde::{Deserialize, Serialize};

/// How a power has a province or a minor country.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "how", content = "by", rename_all = "snake_case")]
pub enum Held {
    /// It is of its home nation.
    Home(Power),
    /// It was ceded to it by the power whose home it is.
    Ceded(Power),
    /// It is its free state.
    Free(Power),
    /// It conquered it.
    Conquered(Power),
    /// Nobody has it.
    Neutral,
}

impl Held {
    /// The power that has it.
    #[must_use]
    pub fn by(self) -> Option<Power> {
        match self {
            Held::Home(power) | Held::Ceded(power) | Held::Free(power) | Held::Conquered(power) => {
                Some(power)
            }
            Held::Neutral => None,
        }
    }
}

impl OrderOfBattle {
    /// How a province or a minor country is held at the start.
    #[must_use]
    pub fn held(&self, province: ProvinceId) -> Held {
        if let Some(held) = self.held.get(&province) {
            return *held;
        }
        if let Some(power) = home_of(province, self.era) {
            return Held::Home(power);
        }
        match province.on_map().minor.as_ref().and_then(|minor| minor.holder) {
            Some(holding) if holding.free => Held::Free(holding.power),
            Some(holding) => Held::Conquered(holding.power),
            None => Held::Neutral,
        }
    }
}

/// Which scenario's control a map shows: that of the standard campaign, unless another is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Control(u8);

impl Control {
    /// That of a scenario; the standard campaign's for one that is not known here, such as another game's.
    #[must_use]
    pub fn of(scenario: &str) -> Control {
        let place = scenario::all().iter().position(|one| one.key == scenario);
        Control(place.and_then(|place| u8::try_from(place).ok()).unwrap_or(0))
    }

    fn order(self) -> Option<&'static OrderOfBattle> {
        super::of(&self.scenario()?.key)
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(self) -> Option<&'static scenario::Scenario> {
        scenario::all().get(usize::from(self.0))
    }

    /// The powers of the scenario.
    #[must_use]
    pub fn powers(self) -> &'static [Power] {
        self.scenario().map_or(&Power::STANDARD, |scenario| &scenario.powers)
    }

    /// Whose home the provinces are.
    #[must_use]
    pub fn era(self) -> Era {
        self.scenario().map(|scenario| scenario.map).unwrap_or_default()
    }

    /// How a province or a minor country is held at the start.
    #[must_use]
    pub fn held(self, province: ProvinceId) -> Held {
        self.order().map_or(Held::Neutral, |order| order.held(province))
    }

    /// The year in which the scenario begins: 1805.
    #[must_use]
    pub fn year(self) -> &'static str {
        self.scenario().and_then(|scenario| scenario.begins.split('-').next()).unwrap_or("1805")
    }
}
