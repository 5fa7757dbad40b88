//! What the provinces yield in manpower, and the closing count of it.

use crate::Position;
use crate::homeland;
use crate::map::{ProvinceId, is_ottoman};
use crate::oob::Held;
use crate::powers::Power;
use table::rule;
use table::rules::RuleId;

/// The provinces that yield Sardinia, and later Italy, twice what they yield others.
const TWICE: [&str; 3] = ["sardinia", "piedmont", "lombardy"];

/// Whether a province yields a power twice what is printed (`nationalism.sardinia.income.double`).
#[must_use]
pub(crate) fn yields_twice(power: Power, province: ProvinceId) -> bool {
    power == Power::Sardinia && TWICE.contains(&province.key())
}

/// Whether a province is the Anatolia of the Rise of Nationalism, which yields Turkey more (`nationalism.turkey.anatolia-income`).
#[must_use]
pub(crate) fn is_larger_anatolia(state: &Position, power: Power, province: ProvinceId) -> bool {
    state.board.era().is_nationalism() && power == Power::Turkey && province.key() == "anatolia"
}

impl Position {
    /// The manpower that a province yields a power, in MP, with what the Rise of Nationalism adds for Sardinia
    /// (`nationalism.sardinia.income.double`, where the group plays it so) and for Turkey (`nationalism.turkey.anatolia-income`); and the rule
    /// of [`Position::manpower`].
    #[must_use]
    pub fn manpower_to(&self, power: Power, province: ProvinceId) -> (i64, Option<RuleId>) {
        let (manpower, rule) = self.manpower(province);
        let twice = !self.economy.manpower_once && yields_twice(power, province);
        let more = is_larger_anatolia(self, power, province);
        (i64::from(manpower) * if twice { 2 } else { 1 } + i64::from(more), rule)
    }

    /// The manpower that a province yields who holds it in an economic phase in which no enemy stands in it, in MP, and the rules that make it
    /// another than the printed one: a minor country that may belong to the Ottoman Empire yields a power other than Turkey half, rounded
    /// down (`house.ottoman.manpower-half`), but Egypt all of it (`house.ottoman.manpower-egypt`), Morocco and Algiers Spain all of it
    /// (`house.ottoman.manpower-spain`), and a free state all of it (`house.ottoman.manpower-free-state`).
    #[must_use]
    pub fn manpower(&self, province: ProvinceId) -> (u32, Option<RuleId>) {
        let printed = homeland::manpower(self, province).0;
        let held = self.held(province);
        let Some(power) = held.by().filter(|power| *power != Power::Turkey && is_ottoman(province)) else {
            return (printed, None);
        };
        match (held, province.key()) {
            (Held::Free(_), _) => (printed, Some(rule!("house.ottoman.manpower-free-state"))),
            (_, "egypt") => (printed, Some(rule!("house.ottoman.manpower-egypt"))),
            (_, "morocco" | "algeria") if power == Power::Spain => {
                (printed, Some(rule!("house.ottoman.manpower-spain")))
            }
            _ => (printed / 2, Some(rule!("house.ottoman.manpower-half"))),
        }
    }

    /// What a power counts in manpower when the campaign is over and all units are off the map, in MP: as the group told it, else its home
    /// provinces and the minor countries that it conquered (`house.victory.final.count-manpower`), without free states and without what others
    /// ceded to it (`house.victory.final.excluded-manpower`).
    #[must_use]
    pub fn counted(&self, power: Power) -> i64 {
        self.counts.get(&power).copied().unwrap_or_else(|| {
            let counts = |held: Held| matches!(held, Held::Home(_) | Held::Conquered(_));
            let own = self.board.of(power).filter(|(_, held)| counts(*held));
            own.map(|(province, _)| self.manpower_to(power, province).0).sum()
        })
    }
}
