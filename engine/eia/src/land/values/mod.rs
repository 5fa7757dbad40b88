//! The values of land warfare one by one, with what the group typed in their place: morale, ratings, pursuit, the night, leaders,
//! Napoleon, and what chits, tactical ratings, terrain and guard do.
//!
//! A battle reads every such value through [`Values`], so that what was typed holds for the day itself, for its odds and for its end.

mod names;
mod read;

pub use read::Values;

use crate::charts::{TableName, charts};
use crate::chits::{Attack, Defence, Terrain, chits};
use crate::land::battle::Kind;
use crate::land::forces::Troop;
use crate::nations::{Nation, land};
use crate::powers::Power;
use crate::typed::Typed;
use std::sync::LazyLock;
use table::facts::{Fact, Origin};
use table::typed::{Unprinted, Wanted, Written};

/// The highest tactical rating that the chart of ratings has; the lowest is 0.
pub const HIGHEST_RATING: u8 = 5;

/// Soldiers whose morale differs by nation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// Infantry, and with it artillery.
    Infantry,
    /// Cavalry, where it does not come in three types.
    Cavalry,
    /// Feudal troops.
    Feudal,
}

/// What a terrain changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// The casualty level of attacker (0) or defender (1).
    Casualties(usize),
    /// The morale level of attacker (0) or defender (1).
    Morale(usize),
    /// The strategic rating by which an outflanking force arrives.
    Outflanking,
    /// The strategic rating by which reinforcements arrive.
    Reinforcing,
    /// Whether artillery may bombard: 1, or 0.
    Bombardment,
}

/// One value of land warfare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LandValue {
    /// Morale of a power's soldiers, in tenths.
    Morale {
        /// The power.
        power: Power,
        /// Whose.
        arm: Arm,
        /// While it is dominant.
        dominant: bool,
    },
    /// The rating of a power's corps without a leader: strategic, or tactical.
    Rating {
        /// The power.
        power: Power,
        /// Whether it is the tactical one.
        tactical: bool,
    },
    /// Morale of every nation's soldiers of a sort, in tenths; feudal infantry stands for all feudal troops.
    Troop(Troop),
    /// Morale of a minor country's soldiers, in tenths.
    Minor {
        /// The country.
        nation: Nation,
        /// Whose.
        arm: Arm,
        /// Once Britain has trained them.
        trained: bool,
    },
    /// The most morale that the victor may have lost for a class of pursuit, in tenths.
    PursuitLost {
        /// The class, 1 to 5.
        class: u8,
        /// Rounds fought, 1 to 3; 3 stands for more.
        rounds: u8,
    },
    /// Percent of the pursuing cavalry.
    Pursuit {
        /// The class, 1 to 5.
        class: u8,
        /// The die, 1 to 6.
        die: u8,
    },
    /// Morale that a night gives back, in tenths.
    Night,
    /// The least die that hits a leader.
    Hit,
    /// The least second die that kills him.
    Killed,
    /// PP for a corps, in halves.
    PerCorps,
    /// The most PP for the corps of a battle.
    MostPoints,
    /// Napoleon's own PP.
    Napoleon,
    /// What a tactical rating adds to the die against another.
    Rated {
        /// The own rating, 0 to 5.
        own: u8,
        /// The enemy's, 0 to 5.
        enemy: u8,
    },
    /// What a terrain changes.
    Ground {
        /// The terrain.
        terrain: Terrain,
        /// What of it.
        changes: Changes,
    },
    /// Guard factors lost.
    Guard {
        /// Levels that it is committed for, 1 or 2.
        shift: u8,
        /// The die, 1 to 6.
        die: u8,
    },
    /// A table that two chits give, as casualty level and morale level: 43 is 4-3.
    Chits {
        /// The attacker's chit.
        attack: Attack,
        /// The defender's.
        defence: Defence,
        /// Whether it counts for an attack across a river.
        river: bool,
        /// Whose table: the attacker's (0) or the defender's (1).
        side: usize,
        /// Whether an outflanking force has arrived.
        arrived: bool,
        /// The round, 1 to 3.
        round: u8,
    },
    /// A table of a combat without chits, as two digits.
    WithoutChits {
        /// A storming, or a trivial combat.
        kind: Kind,
        /// Whose table: the attacker's (0) or the defender's (1).
        side: usize,
        /// The round, 1 to 3.
        round: u8,
    },
}

/// A value with what never changes about it.
struct Listed {
    value: LandValue,
    key: String,
    shipped: Fact<i64>,
}

static ALL: LazyLock<Vec<Listed>> = LazyLock::new(|| {
    let listed = |value: LandValue| Some(Listed { value, key: value.key(), shipped: value.shipped()? });
    every().into_iter().filter_map(listed).collect()
});

/// The percentages of a pursuit: none, or one that the casualty chart has.
static PERCENTS: LazyLock<Vec<i64>> =
    LazyLock::new(|| [0].into_iter().chain(charts().percents()).map(i64::from).collect());

/// The tables of the land combat chart, as two digits.
static TABLES: LazyLock<Vec<i64>> = LazyLock::new(|| TableName::all().map(digits).collect());

fn digits(table: TableName) -> i64 {
    i64::from(table.casualties()) * 10 + i64::from(table.morale())
}

fn table(digits: i64) -> Option<TableName> {
    TableName::of(u8::try_from(digits / 10).ok()?, u8::try_from(digits % 10).ok()?)
}

/// Every value that there could be, in the order in which they are listed.
fn every() -> Vec<LandValue> {
    let mut all = Vec::new();
    for power in Power::ALL {
        for arm in [Arm::Infantry, Arm::Cavalry, Arm::Feudal] {
            all.extend([false, true].map(|dominant| LandValue::Morale { power, arm, dominant }));
        }
        all.extend([false, true].map(|tactical| LandValue::Rating { power, tactical }));
    }
    let sorts = [Troop::Militia, Troop::Guard, Troop::Cossack, Troop::Freikorps, Troop::Guerrilla];
    all.extend(sorts.into_iter().chain([Troop::FeudalInfantry]).map(LandValue::Troop));
    for nation in Nation::all().filter(|nation| matches!(nation, Nation::Minor(_))) {
        for trained in [false, true] {
            let of = |arm| LandValue::Minor { nation, arm, trained };
            all.extend([Arm::Infantry, Arm::Cavalry].map(of));
        }
    }
    for rounds in 1..=3 {
        all.extend((1..=5).map(|class| LandValue::PursuitLost { class, rounds }));
    }
    for class in 1..=5 {
        all.extend((1..=6).map(|die| LandValue::Pursuit { class, die }));
    }
    all.extend([LandValue::Night, LandValue::Hit, LandValue::Killed]);
    all.extend([LandValue::PerCorps, LandValue::MostPoints, LandValue::Napoleon]);
    for own in 0..=HIGHEST_RATING {
        all.extend((0..=HIGHEST_RATING).map(|enemy| LandValue::Rated { own, enemy }));
    }
    for terrain in Terrain::ALL {
        all.extend(Changes::ALL.map(|changes| LandValue::Ground { terrain, changes }));
    }
    for shift in [1, 2] {
        all.extend((1..=6).map(|die| LandValue::Guard { shift, die }));
    }
    for attack in Attack::ALL {
        for defence in Defence::ALL {
            for river in [false, true] {
                for (arrived, round) in [(false, 1), (false, 2), (false, 3), (true, 2), (true, 3)] {
                    all.extend([0, 1].map(|side| LandValue::Chits {
                        attack,
                        defence,
                        river,
                        side,
                        arrived,
                        round,
                    }));
                }
            }
        }
    }
    for kind in [Kind::Assault, Kind::Trivial] {
        for side in [0, 1] {
            all.extend((1..=3).map(|round| LandValue::WithoutChits { kind, side, round }));
        }
    }
    all
}

/// Those that are not the printed game's, and those that the group typed; of the powers, those that the campaign has.
pub(crate) fn unprinted<'a>(
    typed: &'a Typed,
    has: impl Fn(Power) -> bool + 'a,
    wanted: Wanted<'a>,
) -> impl Iterator<Item = Unprinted> + 'a {
    let of_it = move |value: LandValue| match value {
        LandValue::Morale { power, .. } | LandValue::Rating { power, .. } => has(power),
        _ => true,
    };
    let listed = ALL.iter().filter(move |listed| of_it(listed.value) && wanted(&listed.key));
    listed.filter(move |listed| !listed.shipped.origin.is_certain() || typed.contains_key(&listed.key)).map(
        move |listed| {
            let (least, most) = listed.value.bounds();
            let own = typed.get(&listed.key).copied();
            Unprinted {
                key: listed.key.clone(),
                name: listed.value.name(),
                unit: listed.value.unit(),
                written: listed.value.written(),
                now: own.unwrap_or(listed.shipped.value),
                least,
                most,
                only: listed.value.only(),
                bounds: None,
                origin: if own.is_some() { Origin::Typed } else { listed.shipped.origin },
            }
        },
    )
}

impl Arm {
    fn key(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Feudal => "feudal",
        }
    }
}

impl Changes {
    /// All seven.
    pub const ALL: [Changes; 7] = [
        Changes::Casualties(0),
        Changes::Casualties(1),
        Changes::Morale(0),
        Changes::Morale(1),
        Changes::Outflanking,
        Changes::Reinforcing,
        Changes::Bombardment,
    ];

    fn key(self) -> &'static str {
        match self {
            Changes::Casualties(0) => "attacker_casualties",
            Changes::Casualties(_) => "defender_casualties",
            Changes::Morale(0) => "attacker_morale",
            Changes::Morale(_) => "defender_morale",
            Changes::Outflanking => "outflanking",
            Changes::Reinforcing => "reinforcing",
            Changes::Bombardment => "bombardment",
        }
    }
}

impl LandValue {
    /// The value of a key.
    #[must_use]
    pub fn by_key(key: &str) -> Option<LandValue> {
        ALL.iter().find(|listed| listed.key == key).map(|listed| listed.value)
    }

    /// Its key on the record: `morale_austria_infantry_dominant`, `pursuit_3_4`.
    #[must_use]
    pub fn key(self) -> String {
        let when = |is: bool, word: &'static str| if is { word } else { "" };
        match self {
            LandValue::Morale { power, arm, dominant } => {
                format!("morale_{}_{}{}", power.key(), arm.key(), when(dominant, "_dominant"))
            }
            LandValue::Rating { power, tactical } => {
                format!("rating_{}_{}", power.key(), if tactical { "tactical" } else { "strategic" })
            }
            LandValue::Troop(Troop::FeudalInfantry) => "morale_feudal".to_owned(),
            LandValue::Troop(sort) => format!("morale_{}", sort.key()),
            LandValue::Minor { nation, arm, trained } => {
                format!("morale_{}_{}{}", nation.key(), arm.key(), when(trained, "_trained"))
            }
            LandValue::PursuitLost { class, rounds } => format!("pursuit_lost_{class}_{rounds}"),
            LandValue::Pursuit { class, die } => format!("pursuit_{class}_{die}"),
            LandValue::Night => "night".to_owned(),
            LandValue::Hit => "leader_hit".to_owned(),
            LandValue::Killed => "leader_killed".to_owned(),
            LandValue::PerCorps => "pp_per_corps".to_owned(),
            LandValue::MostPoints => "pp_most".to_owned(),
            LandValue::Napoleon => "napoleon".to_owned(),
            LandValue::Rated { own, enemy } => format!("rated_{own}_{enemy}"),
            LandValue::Ground { terrain, changes } => format!("ground_{}_{}", terrain.key(), changes.key()),
            LandValue::Guard { shift, die } => format!("guard_{shift}_{die}"),
            LandValue::Chits { attack, defence, river, side, arrived, round } => {
                let side = if side == 0 { "attack" } else { "defend" };
                let (river, arrived) = (when(river, "_river"), when(arrived, "_arrived"));
                format!("chits_{}_{}{river}{arrived}_{side}_{round}", attack.key(), defence.key())
            }
            LandValue::WithoutChits { kind, side, round } => {
                let kind = if kind == Kind::Assault { "assault" } else { "trivial" };
                format!("{kind}_{}_{round}", if side == 0 { "attack" } else { "defend" })
            }
        }
    }

    /// What is shipped; `None` where there is no such value, as for Austria's feudal troops.
    #[must_use]
    pub fn shipped(self) -> Option<Fact<i64>> {
        let land = land();
        Some(match self {
            LandValue::Morale { power, arm, dominant } => {
                let own = land.soldiers(power)?;
                let pair = match arm {
                    Arm::Infantry => own.value.infantry,
                    Arm::Cavalry => own.value.cavalry,
                    Arm::Feudal => own.value.feudal?,
                };
                Fact { value: pair[usize::from(dominant)].into(), origin: own.origin }
            }
            LandValue::Rating { power, tactical } => {
                let own = land.soldiers(power)?;
                Fact { value: own.value.ratings[usize::from(tactical)].into(), origin: own.origin }
            }
            LandValue::Troop(sort) => land.sort(sort)?.of(i64::from),
            LandValue::Minor { nation, arm, trained } => {
                let pair = nation.soldiers(trained)?;
                let place = match arm {
                    Arm::Infantry => 0,
                    Arm::Cavalry => 1,
                    Arm::Feudal => return None,
                };
                Fact { value: pair.value[place].into(), origin: pair.origin }
            }
            LandValue::PursuitLost { class, rounds } => {
                let row = land.pursuit.lost.get(usize::from(rounds).checked_sub(1)?)?;
                let value = *row.get(5_usize.checked_sub(class.into())?)?;
                Fact { value: value.into(), origin: land.pursuit.origin }
            }
            LandValue::Pursuit { class, die } => {
                let row = land.pursuit.percent.get(usize::from(class).checked_sub(1)?)?;
                let value = *row.get(usize::from(die).checked_sub(1)?)?;
                Fact { value: value.into(), origin: land.pursuit.origin }
            }
            LandValue::Night => Fact { value: land.night.back.into(), origin: land.night.origin },
            LandValue::Hit => Fact { value: land.leaders.hit.into(), origin: land.leaders.origin },
            LandValue::Killed => Fact { value: land.leaders.killed.into(), origin: land.leaders.origin },
            LandValue::PerCorps => {
                Fact { value: land.points.halves_per_corps.into(), origin: land.points.origin }
            }
            LandValue::MostPoints => Fact { value: land.points.most, origin: land.points.origin },
            LandValue::Napoleon => Fact { value: land.napoleon.points, origin: land.napoleon.origin },
            // The chart is the same from either side: what it adds to an attacker it adds to a defender rated alike.
            LandValue::Rated { own, enemy } => {
                chits().rated(own.into(), enemy.into())?.of(|[attacker, _]| attacker.into())
            }
            LandValue::Ground { terrain, changes } => {
                let ground = chits().ground(terrain)?;
                let value = match changes {
                    Changes::Casualties(side) => *ground.casualty_levels.get(side)?,
                    Changes::Morale(side) => *ground.morale_levels.get(side)?,
                    Changes::Outflanking => ground.outflanking,
                    Changes::Reinforcing => ground.reinforcing,
                    Changes::Bombardment => i8::from(ground.bombardment),
                };
                Fact { value: value.into(), origin: ground.origin }
            }
            LandValue::Guard { shift, die } => chits().guard_lost(shift, die.into())?.of(i64::from),
            LandValue::Chits { attack, defence, river, side, arrived, round } => {
                if river && defence != Defence::Cordon {
                    return None;
                }
                let cell = chits().tables(attack, defence, river)?;
                let first = if arrived { 2 } else { 1 };
                let name = cell.rounds(side, arrived).get(usize::from(round).checked_sub(first)?)?;
                Fact { value: digits(*name), origin: cell.origin }
            }
            LandValue::WithoutChits { kind, side, round } => {
                let tables = kind.without_chits()?;
                let of = if side == 0 { &tables.attack } else { &tables.defend };
                let name = of.get(usize::from(round).checked_sub(1)?)?;
                Fact { value: digits(*name), origin: tables.origin }
            }
        })
    }

    /// How it is written.
    #[must_use]
    pub fn written(self) -> Written {
        match self {
            LandValue::Morale { .. }
            | LandValue::Troop(_)
            | LandValue::Minor { .. }
            | LandValue::PursuitLost { .. }
            | LandValue::Night => Written::Tenths,
            LandValue::Chits { .. } | LandValue::WithoutChits { .. } => Written::Levels,
            _ => Written::Whole,
        }
    }

    /// Its unit; empty for one without.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            LandValue::Pursuit { .. } => "%",
            LandValue::MostPoints | LandValue::Napoleon => "PP",
            _ => "",
        }
    }

    /// The lowest and the highest that it can be set to. The bounds are ours, wide enough for any printed value.
    #[must_use]
    pub fn bounds(self) -> (i64, i64) {
        match self {
            LandValue::Morale { .. } | LandValue::Troop(_) | LandValue::Minor { .. } => (5, 90),
            LandValue::Rating { .. } => (0, HIGHEST_RATING.into()),
            LandValue::PursuitLost { .. } | LandValue::Night => (0, 90),
            LandValue::Pursuit { .. } => (0, PERCENTS.last().copied().unwrap_or(0)),
            // A 7 is out of reach of a die to which nothing is added.
            LandValue::Hit | LandValue::Killed => (1, 7),
            LandValue::PerCorps => (0, 6),
            LandValue::MostPoints => (0, 99),
            LandValue::Napoleon | LandValue::Guard { .. } => (0, 9),
            LandValue::Ground { changes: Changes::Bombardment, .. } => (0, 1),
            LandValue::Rated { .. } | LandValue::Ground { .. } => (-2, 2),
            LandValue::Chits { .. } | LandValue::WithoutChits { .. } => (11, 55),
        }
    }

    /// The values within its bounds that it can be set to, where not all; empty for all.
    #[must_use]
    pub fn only(self) -> &'static [i64] {
        match self {
            LandValue::Pursuit { .. } => &PERCENTS,
            LandValue::Chits { .. } | LandValue::WithoutChits { .. } => &TABLES,
            _ => &[],
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_value_has_one_key_one_name_and_lies_within_its_bounds() {
        let typed = Typed::new();
        let keys: BTreeSet<&str> = ALL.iter().map(|listed| listed.key.as_str()).collect();
        assert_eq!(keys.len(), ALL.len());
        let names: BTreeSet<String> = ALL.iter().map(|listed| listed.value.name().to_string()).collect();
        assert_eq!(names.len(), ALL.len());
        for listed in ALL.iter() {
            let (value, (least, most)) = (listed.shipped.value, listed.value.bounds());
            assert!((least..=most).contains(&value), "{}: {value}", listed.key);
            let only = listed.value.only();
            assert!(only.is_empty() || only.contains(&value), "{}: {value}", listed.key);
            assert_eq!(LandValue::by_key(&listed.key), Some(listed.value));
            assert_eq!(Values::of(&typed).read(listed.value), Some(listed.shipped.clone()));
        }
    }

    #[test]
    fn ratings_are_the_same_from_either_side() {
        for own in 0..=HIGHEST_RATING {
            for enemy in 0..=HIGHEST_RATING {
                let shipped = |own, enemy| LandValue::Rated { own, enemy }.shipped().unwrap().value;
                let [attacker, defender] = chits().rated(own.into(), enemy.into()).unwrap().value;
                assert_eq!([shipped(own, enemy), shipped(enemy, own)], [attacker, defender].map(i64::from));
            }
        }
    }

    #[test]
    fn what_was_typed_stands_in_the_place_of_what_is_shipped_and_nowhere_else() {
        for listed in ALL.iter() {
            let value = *listed.value.only().first().unwrap_or(&listed.value.bounds().1);
            let typed = Typed::from_iter([(listed.key.clone(), value)]);
            for other in ALL.iter() {
                let own = other.value == listed.value;
                let expected =
                    if own { Fact { value, origin: Origin::Typed } } else { other.shipped.clone() };
                assert_eq!(Values::of(&typed).read(other.value), Some(expected), "{}", other.key);
            }
        }
    }

    #[test]
    fn a_chart_that_was_typed_is_certain_once_all_of_it_is() {
        let (attack, defence) = (Attack::Probe, Defence::Counterattack);
        let mut typed = Typed::new();
        for side in [0, 1] {
            for round in 1..=3 {
                assert!(!Values::of(&typed).tables(attack, defence, false).unwrap().1);
                let value = LandValue::Chits { attack, defence, river: false, side, arrived: false, round };
                typed.insert(value.key(), 41);
            }
        }
        let (cell, certain) = Values::of(&typed).tables(attack, defence, false).unwrap();
        assert!(certain && cell.attack.iter().chain(&cell.defend).all(|name| name.to_string() == "4-1"));
        let (ground, certain) = Values::of(&typed).ground(Terrain::Marsh).unwrap();
        assert_eq!((ground, certain), (*chits().ground(Terrain::Marsh).unwrap(), false));
    }

    #[test]
    fn a_storming_reads_the_tables_that_were_typed() {
        let mut typed = Typed::new();
        for side in [0, 1] {
            for round in 1..=3 {
                assert!(!Values::of(&typed).without_chits(Kind::Assault).unwrap().1);
                typed.insert(LandValue::WithoutChits { kind: Kind::Assault, side, round }.key(), 54);
            }
        }
        let (cell, certain) = Values::of(&typed).without_chits(Kind::Assault).unwrap();
        assert!(certain && cell.attack.iter().chain(&cell.defend).all(|name| name.to_string() == "5-4"));
        let (trivial, certain) = Values::of(&typed).without_chits(Kind::Trivial).unwrap();
        assert!(!certain && trivial.attack[0].to_string() == "3-2");
        assert_eq!(Values::of(&typed).without_chits(Kind::Limited), None);
    }
}
