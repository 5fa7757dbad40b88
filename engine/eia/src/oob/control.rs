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
        if province.key() == "finland" {
            let begins = scenario::by_key(&self.scenario).and_then(|one| one.begins.get(..4)?.parse().ok());
            return begins.map_or(Held::Neutral, finland_in);
        }
        match province.on_map().minor.as_ref().and_then(|minor| minor.holder) {
            Some(holding) if holding.free => Held::Free(holding.power),
            Some(holding) => Held::Conquered(holding.power),
            None => Held::Neutral,
        }
    }
}

/// How Finland is held in a scenario that begins in a year, where it is nobody's home: a secondary district of Sweden, neutral with it
/// (`house.minors.finland.status-1805`), and from Russia's conquest in 1809 on conquered by Russia
/// (`house.minors.finland.status-1812-1813`).
#[must_use]
pub fn finland_in(year: u32) -> Held {
    if year < 1809 { Held::Neutral } else { Held::Conquered(Power::Russia) }
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    // house.minors.finland.status-1805, house.minors.finland.status-1812-1813
    #[test]
    fn finland_is_sweden_s_to_1808_and_russia_s_from_1809() {
        assert_eq!([1805, 1808].map(finland_in), [Held::Neutral; 2]);
        assert_eq!([1809, 1812, 1813].map(finland_in), [Held::Conquered(Power::Russia); 3]);
        let of = |key: &str| ProvinceId::by_key(key).unwrap();
        let (finland, sweden) = (of("finland"), of("sweden"));
        assert_eq!(
            finland.on_map().minor.as_ref().unwrap().district_of,
            Some(sweden),
            "a secondary district"
        );
        let held = |scenario: &str| Control::of(scenario).held(finland);
        assert_eq!(held("1805"), Control::of("1805").held(sweden));
        assert_eq!(held("1853"), Held::Home(Power::Russia), "nationalism.map.finland");
    }
}
