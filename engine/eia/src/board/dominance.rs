//! Dominant powers (11.8): what a power must control to be one, and when it is one no more. Both are tested when an economic phase ends.

use super::{Board, Happened, combination};
use crate::map::{ProvinceId, home_provinces, map};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, LAWS, Position, scenario};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use table::facts::Origin;
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::switches::Switch;

/// How it is counted what a power controls.
pub const SWITCH: &str = "dominance";
/// Enemies count: what they stand in or need is not counted for gaining, and what they have is for keeping.
const ENEMIES: &str = "enemies";
/// When dominance is lost.
pub const LOST: &str = "dominance_lost";
/// At war too.
const AT_WAR_TOO: &str = "at_war_too";

/// How what a power controls is counted for its dominance.
pub const COUNTED: Switch = Switch {
    key: SWITCH,
    name: "What counts for dominance",
    ways: &[
        ("own", "what the power has"),
        (ENEMIES, "also where its enemies stand, what they need and what they have"),
    ],
    rule: Some(rule!("enhancements.dominance.gain.enemy-corps")),
};

/// Whether dominance is lost in peace alone: the house rule stands unless the group votes otherwise.
pub const WHEN_LOST: Switch = Switch {
    key: LOST,
    name: "Dominance is lost",
    ways: &[("in_peace", "only while the power is at peace with all"), (AT_WAR_TOO, "at war too")],
    rule: Some(rule!("enhancements.dominance.war-no-bar")),
};

/// So many of a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Any {
    at_least: usize,
    of: Vec<ProvinceId>,
}

/// What a power must control.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Needs {
    scenario: String,
    power: Power,
    /// All its home provinces.
    #[serde(default)]
    home: bool,
    #[serde(default)]
    all: Vec<ProvinceId>,
    #[serde(default)]
    combinations: Vec<String>,
    #[serde(default)]
    any: Option<Any>,
    /// Where the list comes from.
    pub origin: Origin,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    start: BTreeMap<String, BTreeSet<Power>>,
    needs: Vec<Needs>,
}

static FILE: LazyLock<File> =
    // The file is part of the program and a test reads it.
    LazyLock::new(|| toml::from_str(include_str!("../../data/dominance.toml")).unwrap_or_default());

/// A power that became dominant, or is so no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Changed {
    /// The powers that are dominant now.
    pub dominant: BTreeSet<Power>,
    /// Who became so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gained: Vec<Power>,
    /// Who is so no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Power>,
    /// Why, of each of them: all that it asked for of who became so, what is wanting of who is so no more.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub why: BTreeMap<Power, Vec<Condition>>,
    /// The rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
}

/// A condition of being dominant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// To have these home provinces of its own.
    Homes(Vec<ProvinceId>),
    /// To have these provinces.
    Provinces(Vec<ProvinceId>),
    /// To have some of these provinces.
    Any {
        /// How many.
        at_least: usize,
        /// Of which.
        of: Vec<ProvinceId>,
    },
    /// To have made these political combinations.
    Combinations(Vec<String>),
    /// To have won by the Peace of Saint Petersburg (`nationalism.petersburg.dominant`).
    Petersburg,
    /// To have carried the motion Unification of Germany (`nationalism.dominance.prussia`).
    Unification,
    /// To have a fleet on the map, for who is dominant by that peace (`nationalism.petersburg.dominance-loss.fleets`).
    Fleet,
    /// To be at war or to have one of what that peace gave (`nationalism.petersburg.dominance-loss.balkans`).
    WarOrBalkans,
}

/// The powers that are dominant when a scenario begins.
#[must_use]
pub fn at_start(scenario: &str) -> BTreeSet<Power> {
    FILE.start.get(scenario::lists_of(scenario)).cloned().unwrap_or_default()
}

/// What a power must control in a scenario: by its own list, else by that of 1805 (`nationalism.dominance.others`). Prussia's of 1853 belongs
/// to a motion that is not known (`nationalism.dominance.prussia`), and of Greece none is known at all.
#[must_use]
pub fn needs(scenario: &str, power: Power) -> Option<&'static Needs> {
    let scenario = scenario::lists_of(scenario);
    let of =
        |scenario: &str| FILE.needs.iter().find(|needs| needs.scenario == scenario && needs.power == power);
    of(scenario).or_else(|| {
        let is_open = scenario == "1853" && power == Power::Prussia;
        if is_open { None } else { of("1805") }
    })
}

/// Whether what makes a power dominant in a scenario asks for a province: one that it has to control, one of a list of which it needs some, or
/// one that a political combination it must make can have.
#[must_use]
pub fn asks_for(scenario: &str, power: Power, province: ProvinceId) -> bool {
    let combined = |key: &String| map().combination(key).is_some_and(|one| one.may.contains(&province));
    needs(scenario, power)
        .is_some_and(|needs| needs.names(scenario, province) || needs.combinations.iter().any(combined))
}

impl Needs {
    /// The rules behind it in a scenario: what a later one leaves to the list of 1805 is named there alone.
    fn rules(&self, scenario: &str) -> Vec<RuleId> {
        match (self.scenario.as_str(), self.power) {
            (own, _) if own == scenario && own == "1805" => Vec::new(),
            ("1853", Power::France) => {
                vec![
                    rule!("nationalism.dominance.france.requirements"),
                    rule!("nationalism.dominance.france.effects"),
                ]
            }
            ("1853", Power::Sardinia) => vec![
                rule!("nationalism.dominance.italy.requirements.formed"),
                rule!("nationalism.dominance.italy.requirements.all-parts"),
                rule!("nationalism.dominance.italy.requirements.expansion"),
            ],
            _ => vec![rule!("nationalism.dominance.others")],
        }
    }

    /// The home provinces that it asks for.
    fn homes(&self, scenario: &str) -> Vec<ProvinceId> {
        let era = scenario::by_key(scenario).map(|scenario| scenario.map).unwrap_or_default();
        if self.home { home_provinces(self.power, era) } else { Vec::new() }
    }

    /// Whether it names a province.
    pub(crate) fn names(&self, scenario: &str, province: ProvinceId) -> bool {
        self.all.contains(&province)
            || self.any.as_ref().is_some_and(|any| any.of.contains(&province))
            || self.homes(scenario).contains(&province)
    }

    /// All that it asks for.
    fn conditions(&self, scenario: &str) -> Vec<Condition> {
        self.wanting(scenario, &|_| false, &|_| false)
    }

    /// What is wanting of it to somebody who controls these provinces and combinations; nothing where he meets it.
    fn wanting(
        &self,
        scenario: &str,
        controls: &dyn Fn(ProvinceId) -> bool,
        has: &dyn Fn(&str) -> bool,
    ) -> Vec<Condition> {
        let without = |of: &[ProvinceId]| -> Vec<ProvinceId> {
            of.iter().copied().filter(|province| !controls(*province)).collect()
        };
        let mut wanting = Vec::new();
        let homes = without(&self.homes(scenario));
        wanting.extend((!homes.is_empty()).then_some(Condition::Homes(homes)));
        let all = without(&self.all);
        wanting.extend((!all.is_empty()).then_some(Condition::Provinces(all)));
        let any = self.any.as_ref().filter(|any| any.of.len() - without(&any.of).len() < any.at_least);
        wanting.extend(any.map(|any| Condition::Any { at_least: any.at_least, of: any.of.clone() }));
        let combinations: Vec<String> = self.combinations.iter().filter(|key| !has(key)).cloned().collect();
        wanting.extend((!combinations.is_empty()).then_some(Condition::Combinations(combinations)));
        wanting
    }
}

/// How it is asked.
struct Asked<'a> {
    state: &'a Position,
    scenario: &'a str,
    /// Whether enemies count.
    enemies: bool,
}

impl Asked<'_> {
    fn has(&self, power: Power, province: ProvinceId) -> bool {
        self.state.held(province).by() == Some(power)
    }

    /// Whether a corps of an enemy stands in a province, as far as the counters on the map tell
    /// (`enhancements.dominance.gain.enemy-corps`).
    fn is_entered(&self, power: Power, province: ProvinceId) -> bool {
        self.state.enemies(power).any(|enemy| self.state.stands_in(enemy, province))
    }

    /// Whether an enemy needs it for its own dominance (`enhancements.dominance.gain.enemy-conditions`).
    fn is_needed_by_an_enemy(&self, power: Power, fits: &dyn Fn(&Needs) -> bool) -> bool {
        self.state.enemies(power).any(|enemy| needs(self.scenario, enemy).is_some_and(fits))
    }

    /// What is wanting to a power of what makes it dominant.
    fn to_gain(&self, needs: &Needs) -> Vec<Condition> {
        let power = needs.power;
        let counts = |province: ProvinceId| {
            let by_enemy = |of: &Needs| of.names(self.scenario, province);
            self.has(power, province)
                && !(self.enemies
                    && (self.is_entered(power, province) || self.is_needed_by_an_enemy(power, &by_enemy)))
        };
        let has = |key: &str| {
            let by_enemy = |of: &Needs| of.combinations.iter().any(|own| own == key);
            let made = self.state.board.combinations.get(key).filter(|made| made.by == power);
            made.is_some_and(|made| {
                !(self.enemies
                    && (made.of.iter().any(|part| self.is_entered(power, *part))
                        || self.is_needed_by_an_enemy(power, &by_enemy)))
            })
        };
        needs.wanting(self.scenario, &counts, &has)
    }

    /// What is wanting to a power of what keeps it dominant.
    fn to_keep(&self, needs: &Needs) -> Vec<Condition> {
        let power = needs.power;
        let of_an_enemy = |province: ProvinceId| {
            self.state.held(province).by().is_some_and(|by| self.state.are_at_war(power, by))
        };
        let counts =
            |province: ProvinceId| self.has(power, province) || self.enemies && of_an_enemy(province);
        let has = |key: &str| {
            let could = || self.state.board.could.get(&power).is_some_and(|could| could.contains(key));
            let possible = || {
                let one = combination::all(self.state.board.era()).into_iter().find(|one| one.key == key);
                one.is_some_and(|one| combination::possible(self.state, power, one, &of_an_enemy).is_some())
            };
            self.state.has_combination(power, key) || self.enemies && !could() && possible()
        };
        needs.wanting(self.scenario, &counts, &has)
    }
}

impl Position {
    /// The dominant powers; `None` where the bot does not keep them.
    #[must_use]
    pub fn dominant(&self) -> Option<&BTreeSet<Power>> {
        self.board.dominant.as_ref()
    }

    /// Whether a power is dominant, where that is kept.
    #[must_use]
    pub fn is_dominant(&self, power: Power) -> bool {
        self.dominant().is_some_and(|dominant| dominant.contains(&power))
    }
}

/// An economic phase ends: who becomes dominant, and who is so no more.
pub(crate) fn test(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let Some(before) = state.dominant() else { return Ok(()) };
    let asked = Asked { state, scenario: table.scenario(), enemies: table.switch(SWITCH) == ENEMIES };
    let at_war_too = table.switch(LOST) == AT_WAR_TOO;
    let (mut gained, mut lost, mut rules) = (Vec::new(), Vec::new(), Vec::new());
    let mut why = BTreeMap::new();
    for power in state.choice.powers().filter(|power| !state.is_out(*power)) {
        let Some(needs) = needs(table.scenario(), power) else { continue };
        let at_war = state.enemies(power).next().is_some();
        if !before.contains(&power) {
            if asked.to_gain(needs).is_empty() {
                gained.push(power);
                why.insert(power, needs.conditions(table.scenario()));
                rules.extend(needs.rules(table.scenario()));
                rules.extend(at_war.then_some(rule!("house.dominance.gain-without-peace")));
                rules.extend(asked.enemies.then_some(rule!("enhancements.dominance.gain.enemy-corps")));
                rules.extend(asked.enemies.then_some(rule!("enhancements.dominance.gain.enemy-conditions")));
            }
            continue;
        }
        let wanting = asked.to_keep(needs);
        let by_law = LAWS.iter().find_map(|law| law.keeps_dominance(state, power, wanting.is_empty()));
        if let Some(by_law) = by_law {
            if let Err((condition, rule)) = by_law {
                lost.push(power);
                why.insert(power, vec![condition]);
                rules.push(rule);
            }
        } else if (at_war_too || !at_war) && !wanting.is_empty() {
            lost.push(power);
            why.insert(power, wanting);
            rules.push(if at_war {
                rule!("enhancements.dominance.war-no-bar")
            } else {
                rule!("house.dominance.lose-only-in-peace")
            });
            rules.extend(asked.enemies.then_some(rule!("enhancements.dominance.retain.enemy-territory")));
            rules.extend(asked.enemies.then_some(rule!("enhancements.dominance.retain.combinations")));
        }
    }
    let could = could(state);
    if !gained.is_empty() || !lost.is_empty() {
        let mut dominant = before.clone();
        dominant.retain(|power| !lost.contains(power));
        dominant.extend(&gained);
        rules.sort_unstable();
        rules.dedup();
        let changed = Changed { dominant, gained, lost, why, rules };
        table.emit(&Event::Board(Happened::DominanceChanged(changed.clone())))?;
        LAWS.iter().try_for_each(|law| law.dominance_changed(table, &changed))?;
    }
    if table.state().board.could != could {
        table.emit(&Event::Board(Happened::CombinationsPossible { could }))?;
    }
    Ok(())
}

/// A power is dominant at once, whatever it has, by a rule of its own; nothing where it is so already or nobody is ever dominant.
pub(crate) fn becomes(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    condition: Condition,
    rule: RuleId,
) -> Result<(), Refusal> {
    let Some(mut dominant) = table.state().dominant().cloned() else { return Ok(()) };
    if !dominant.insert(power) {
        return Ok(());
    }
    let (gained, why) = (vec![power], BTreeMap::from([(power, vec![condition])]));
    let changed = Changed { dominant, gained, lost: Vec::new(), why, rules: vec![rule] };
    table.emit(&Event::Board(Happened::DominanceChanged(changed)))
}

/// The combinations that each power could make now.
fn could(state: &Position) -> BTreeMap<Power, BTreeSet<String>> {
    let of = |power: Power| {
        let can = combination::all(state.board.era())
            .into_iter()
            .filter(|one| combination::possible(state, power, one, &|_| false).is_some());
        let keys: BTreeSet<String> = can.map(|one| one.key.clone()).collect();
        (!keys.is_empty()).then_some((power, keys))
    };
    state.choice.powers().filter_map(of).collect()
}

/// What changed of it.
pub(super) fn apply(board: &mut Board, changed: &Changed) {
    board.dominant = Some(changed.dominant.clone());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_power_of_1805_has_its_list_and_those_of_1853_are_the_scenario_s() {
        for power in Power::STANDARD {
            assert_eq!(needs("1805", power).map(|needs| needs.origin), Some(Origin::Ours), "{power:?}");
        }
        assert_eq!(needs("1853", Power::France).map(|needs| needs.origin), Some(Origin::Seed));
        assert_eq!(needs("1853", Power::Prussia), None);
        assert_eq!(needs("1853", Power::Russia), needs("1805", Power::Russia));
        assert_eq!(at_start("1805"), BTreeSet::from([Power::France, Power::GreatBritain]));
        for key in FILE.needs.iter().flat_map(|needs| &needs.combinations) {
            assert!(crate::map::map().combination(key).is_some(), "{key}");
        }
    }
}
