//! What follows a battle: pursuit, prisoners, the fate of leaders, political points, retreat.

use super::fight::{Army, Side, stands_by};
use super::losses::{corps_that, difference, levy};
use crate::land::forces::{Came, Factors};
use crate::land::values::Values;
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::rule;
use table::rules::RuleId;

/// The class of a pursuit of a surrounded side that got away unbroken.
pub const UNBROKEN_CLASS: u8 = 1;
/// Infantry factors that stand for a cavalry factor in a pursuit.
const FOOT: u32 = 3;

/// A pursuit: what the victor's cavalry takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pursuit {
    /// Its class, 1 to 5.
    pub class: u8,
    /// The die.
    pub die: u8,
    /// Percent of the pursuing cavalry.
    pub percent: u32,
    /// The pursuing cavalry.
    pub cavalry: u32,
    /// Cavalry factors that fall by it; three infantry factors stand for one.
    pub equivalents: u32,
    /// Whether it was doubled, because the defeated army was surrounded.
    pub doubled: bool,
    /// What was lost, by corps.
    pub lost: Vec<(u8, Factors)>,
    /// Of these, factors of corps that were not in the fight.
    #[serde(default, skip_serializing_if = "is_none")]
    pub aside: u32,
    /// The die for prisoners.
    pub prisoners_die: u8,
    /// Factors that became prisoners.
    pub prisoners: u32,
    /// The rules.
    pub rules: Vec<RuleId>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_none(factors: &u32) -> bool {
    *factors == 0
}

/// Takes cavalry equivalents from a beaten side: from those who fought, and where nothing is left of them, the rest of an equivalent
/// included, from who stands aside (`house.land.stacks.surplus-losses`). Allies share them as [`levy`] says. Returns what was lost by corps.
pub fn ridden_down(army: &mut Army, side: &Side, equivalents: u32) -> Vec<(u8, Factors)> {
    let before = army.factors;
    let fought = corps_that(side, |i| army.places[i].takes_part());
    let aside = corps_that(side, |i| stands_by(army, side, i));
    for _ in 0..equivalents {
        let rest = rides_down(army, side, FOOT, fought);
        rides_down(army, side, rest, aside);
    }
    difference(&before, &army.factors)
}

/// Takes a cavalry equivalent, or what is left of one as infantry factors, from some corps, a bit each: infantry where there is enough of
/// it, else a cavalry factor, which settles all of it, else what infantry there is. Returns what is still to be taken.
fn rides_down(army: &mut Army, side: &Side, owed: u32, corps: u16) -> u32 {
    let all = (0..side.corps.len()).filter(|i| corps & 1 << i != 0);
    let all = all.fold(Factors::default(), |all, i| all.and(army.factors[i]));
    if all.total() - all.cavalry() < owed && all.cavalry() > 0 {
        levy(army, side, 1, corps, |sort| sort.is_cavalry());
        return 0;
    }
    owed - levy(army, side, owed, corps, |sort| !sort.is_cavalry())
}

/// Resolves a pursuit of a beaten side, which takes so many percent for its class and die. `surrounded`: its pursuit losses are doubled,
/// and what that adds are prisoners.
#[allow(clippy::too_many_arguments)]
pub fn pursue(
    beaten: &mut Army,
    side: &Side,
    class: u8,
    die: u8,
    percent: u32,
    cavalry: u32,
    surrounded: bool,
    prisoners_die: u8,
    factors: impl Fn(u32, u32) -> u32,
) -> Pursuit {
    let equivalents = factors(percent, cavalry);
    let mut lost = ridden_down(beaten, side, equivalents);
    let plain: u32 = lost.iter().map(|(_, factors)| factors.total()).sum();
    let mut rules = vec![rule!("house.land.pursuit.prisoners")];
    // The share is taken of the losses before they are doubled.
    let mut prisoners = plain * u32::from(prisoners_die) / 10;
    if surrounded {
        let more = ridden_down(beaten, side, equivalents);
        prisoners += more.iter().map(|(_, factors)| factors.total()).sum::<u32>();
        lost = sum(lost, more);
        rules.push(rule!("house.land.retreat.surrounded-losses"));
        rules.push(rule!("house.land.retreat.surrounded-prisoners"));
    }
    let of_aside = lost.iter().filter(|(corps, _)| stands_by(beaten, side, usize::from(*corps)));
    let aside = of_aside.map(|(_, factors)| factors.total()).sum();
    if aside > 0 {
        rules.push(rule!("house.land.stacks.surplus-losses"));
    }
    Pursuit {
        class,
        die,
        percent,
        cavalry,
        equivalents,
        doubled: surrounded,
        lost,
        aside,
        prisoners_die,
        prisoners,
        rules,
    }
}

fn sum(one: Vec<(u8, Factors)>, other: Vec<(u8, Factors)>) -> Vec<(u8, Factors)> {
    let mut all: BTreeMap<u8, Factors> = one.into_iter().collect();
    for (corps, factors) in other {
        let lost = all.entry(corps).or_default();
        *lost = lost.and(factors);
    }
    all.into_iter().collect()
}

/// What became of a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Unhurt.
    Unhurt,
    /// Wounded for so many complete months.
    Wounded(u8),
    /// Killed.
    Killed,
    /// Taken prisoner with those he led.
    Captured,
}

/// The casualty roll of one leader. `guard` is added for who led the guard: 1 or 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// The leader's name.
    pub leader: String,
    /// Whose he is.
    pub of: Power,
    /// The die.
    pub die: u8,
    /// What was added.
    pub guard: u8,
    /// The second die, where the first hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<u8>,
    /// What became of him.
    pub fate: Fate,
    /// The rules.
    pub rules: Vec<RuleId>,
}

/// Whether a die hits a leader.
#[must_use]
pub fn is_hit(values: Values<'_>, die: u8, guard: u8) -> bool {
    u16::from(die + guard) >= values.hit().value
}

/// What the second die makes of a hit.
#[must_use]
pub fn fate(values: Values<'_>, second: u8) -> Fate {
    if u16::from(second) >= values.killed().value { Fate::Killed } else { Fate::Wounded(second) }
}

/// PP of a side by power: what its corps cost it in a defeat, or what the enemy's are worth in a victory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// The power.
    pub power: Power,
    /// PP: gained, or lost with a minus.
    pub points: i64,
    /// Corps that it was counted by.
    pub corps: u32,
    /// Of these points, Napoleon's own.
    pub napoleon: i64,
}

/// PP for a decided battle. Every power of the beaten side loses by its own corps that took part in any round; every power of the
/// victorious side gains by the enemy's. `winners` and `losers` say how many corps each had in the fight, `napoleon` whether he commanded
/// the victory or was there in the defeat.
#[must_use]
pub fn points(
    values: Values<'_>,
    winners: &BTreeMap<Power, u32>,
    losers: &BTreeMap<Power, u32>,
    napoleon: Napoleon,
) -> Vec<Points> {
    let own = values.napoleon().value;
    let beaten: u32 = losers.values().sum();
    let mut points = Vec::new();
    for power in winners.keys() {
        let extra = if *power == Power::France && napoleon == Napoleon::Won { own } else { 0 };
        points.push(Points {
            power: *power,
            points: values.worth(beaten) + extra,
            corps: beaten,
            napoleon: extra,
        });
    }
    for (power, corps) in losers {
        let extra = if *power == Power::France && napoleon == Napoleon::Lost { own } else { 0 };
        points.push(Points {
            power: *power,
            points: -values.worth(*corps) - extra,
            corps: *corps,
            napoleon: -extra,
        });
    }
    points
}

/// Napoleon's part in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Napoleon {
    /// None.
    Away,
    /// He commanded the victory.
    Won,
    /// He was there in the defeat.
    Lost,
}

/// What a beaten side still has to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Retreat {
    /// It retreats to its nearest depot, and not into these areas.
    To {
        /// Areas that are closed to it.
        closed: Vec<String>,
        /// Corps that reinforced the attackers out of areas that nobody named, by name: those areas are closed to it too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        behind: Vec<String>,
        /// Minor countries whose forces go towards their own capital, by name.
        capitals: Vec<String>,
        /// Whether it goes along the line of those who attacked by land.
        along_land: bool,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// It surrenders: every factor and every leader becomes a prisoner.
    Surrender {
        /// The rules.
        rules: Vec<RuleId>,
    },
}

/// How a beaten side stands on the map.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    /// Whether it attacked.
    pub attacked: bool,
    /// Whether it is surrounded.
    pub surrounded: bool,
    /// Whether it stands on an island without an area free of enemies.
    pub island: bool,
    /// How the attacking corps came, if it attacked.
    pub came: Vec<Came>,
    /// The areas from which the attackers came or reinforced.
    pub origins: Vec<String>,
    /// Corps that reinforced them out of areas that nobody named, by name.
    pub unnamed: Vec<String>,
    /// Its sponsored minor countries, by name.
    pub sponsored: Vec<String>,
    /// Whether others are with their forces under a leader, whose nation decides for all of them where they go.
    pub led_with_others: bool,
}

/// The retreat of a beaten side.
#[must_use]
pub fn retreat(ground: &Ground) -> Retreat {
    let by_sea = |came: &Came| *came != Came::Overland;
    if ground.attacked && !ground.came.is_empty() && ground.came.iter().all(by_sea) {
        let mut rules = Vec::new();
        if ground.came.contains(&Came::Landed) {
            rules.push(rule!("house.combat.disembarked-retreat-surrender"));
        }
        if ground.came.contains(&Came::Crossed) {
            rules.push(rule!("house.combat.crossing-arrow-retreat-surrender"));
        }
        return Retreat::Surrender { rules };
    }
    if ground.island {
        return Retreat::Surrender { rules: vec![rule!("house.land.retreat.no-surrender")] };
    }
    let along_land = ground.attacked && ground.came.iter().any(by_sea);
    let mut rules = vec![rule!("house.land.retreat.no-surrender")];
    if along_land {
        rules.push(rule!("house.combat.disembarked-retreat-land-exception"));
    }
    let (mut closed, mut behind) = (Vec::new(), Vec::new());
    if !ground.attacked {
        rules.push(rule!("house.land.retreat.no-attacker-origin"));
        if !ground.surrounded {
            closed.clone_from(&ground.origins);
            behind.clone_from(&ground.unnamed);
        }
    }
    let mut capitals = Vec::new();
    if !ground.sponsored.is_empty() {
        rules.push(rule!("house.land.retreat.sponsored-minors"));
        if !ground.led_with_others {
            capitals.clone_from(&ground.sponsored);
        }
    }
    Retreat::To { closed, behind, capitals, along_land, rules }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    static NOTHING: BTreeMap<String, i64> = BTreeMap::new();

    fn shipped() -> Values<'static> {
        Values::of(&NOTHING)
    }

    #[test]
    fn a_pursuit_of_class_three_after_one_point_lost_takes_fifteen_percent_for_a_three() {
        let class = |lost, rounds| shipped().class(lost, rounds).0;
        let percent = |class, die| shipped().percent(class, die).value;
        assert_eq!((class(10, 3), percent(3, 3)), (Some(3), 15));
        assert_eq!((class(9, 3), class(29, 3), class(0, 1)), (Some(4), None, Some(5)));
        for rounds in 1..=3 {
            let classes: Vec<u8> = (0..40).map(|lost| class(lost, rounds).unwrap_or(0)).collect();
            assert!(classes.is_sorted_by(|a, b| a >= b));
        }
    }

    #[test]
    fn points_are_half_a_corps_rounded_up_and_three_at_most() {
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 9].map(|corps| shipped().worth(corps)), [0, 1, 1, 2, 2, 3, 3, 3]);
        let winners = BTreeMap::from([(Power::France, 2), (Power::Spain, 1)]);
        let losers = BTreeMap::from([(Power::Austria, 3), (Power::Russia, 1)]);
        let told = |napoleon| {
            let points = points(shipped(), &winners, &losers, napoleon);
            points.into_iter().map(|points| (points.power, points.points)).collect::<Vec<_>>()
        };
        let (fr, es, au, ru) = (Power::France, Power::Spain, Power::Austria, Power::Russia);
        assert_eq!(told(Napoleon::Away), [(fr, 2), (es, 2), (au, -2), (ru, -1)]);
        assert_eq!(told(Napoleon::Won)[0], (fr, 3));
    }

    #[test]
    fn house_combat_retreat_of_landed_forces() {
        let of = |came: Vec<Came>| retreat(&Ground { attacked: true, came, ..Ground::default() });
        let ids = |retreat: &Retreat| match retreat {
            Retreat::Surrender { rules } => (true, rules.clone()),
            Retreat::To { rules, .. } => (false, rules.clone()),
        };
        let landed = rule!("house.combat.disembarked-retreat-surrender");
        let arrow = rule!("house.combat.crossing-arrow-retreat-surrender");
        assert_eq!(ids(&of(vec![Came::Landed; 2])), (true, vec![landed]));
        assert_eq!(ids(&of(vec![Came::Crossed])), (true, vec![arrow]));
        let (surrenders, rules) = ids(&of(vec![Came::Landed, Came::Overland]));
        assert!(!surrenders && rules.contains(&rule!("house.combat.disembarked-retreat-land-exception")));
        let (surrenders, rules) = ids(&of(vec![Came::Overland]));
        assert!(!surrenders && !rules.contains(&rule!("house.combat.disembarked-retreat-land-exception")));
    }

    #[test]
    fn house_land_retreat() {
        let origins = vec!["Dijon".to_owned(), "Ulm".to_owned()];
        let of = |surrounded, island| {
            retreat(&Ground { surrounded, island, origins: origins.clone(), ..Ground::default() })
        };
        assert!(matches!(of(false, false), Retreat::To { closed, .. } if closed == origins));
        // Surrounded: those areas are open, and nobody surrenders on the mainland.
        assert!(matches!(of(true, false), Retreat::To { closed, .. } if closed.is_empty()));
        assert!(matches!(of(true, true), Retreat::Surrender { .. }));
        let minor = Ground { sponsored: vec!["Saxony".to_owned()], ..Ground::default() };
        assert!(matches!(retreat(&minor), Retreat::To { capitals, rules, .. }
            if capitals == ["Saxony"] && rules.contains(&rule!("house.land.retreat.sponsored-minors"))));
    }

    #[test]
    fn leaders_are_hit_by_a_six_and_by_less_with_the_guard() {
        let is_hit = |die, guard| is_hit(shipped(), die, guard);
        let fate = |second| fate(shipped(), second);
        assert_eq!(
            [is_hit(5, 0), is_hit(6, 0), is_hit(5, 1), is_hit(4, 2), is_hit(3, 2)],
            [false, true, true, true, false]
        );
        assert_eq!([fate(1), fate(5), fate(6)], [Fate::Wounded(1), Fate::Wounded(5), Fate::Killed]);
    }
}
