//! Changing counters into others: merging, splitting, and giving change for losses.
//!
//! Two rules govern all of it: the strength before and after is the same, within one nation; and no army comes into being but by purchase,
//! since armies alone bring artillery.

use super::country::Country;
use super::fleets::Capacity;
use super::thirds::Thirds;
use super::units::{Counter, Hold, Unit};
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::said;

/// Counters of land that a country has left in its box, to give change with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spare {
    /// Small faces of armies. A counter that is turned over needs none.
    pub armies: u8,
    /// LD.
    pub ld: u8,
}

/// A way to take losses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Way {
    /// LD lost in all.
    pub lost: u8,
    /// How many of them are more than were to be lost, for want of counters to give change.
    pub more: u8,
    /// What is left.
    pub left: Vec<Unit>,
}

/// Changes land counters into others.
///
/// # Errors
/// When the nations differ, the strength is not the same, an army or artillery would come into being, or the counters are not of land.
pub fn transform(before: &[Unit], after: &[Unit]) -> Result<(), Refusal> {
    one_nation(before, after)?;
    let pashas = |units: &[Unit]| units.iter().filter(|u| u.counter == Counter::Pasha).count();
    if before.iter().chain(after).any(|u| u.counter.is_naval()) || pashas(before) != pashas(after) {
        return Err(Refusal::under(
            rule!("fast-battle.counters.transform"),
            said!("Only armies and detachments of land change into one another."),
        ));
    }
    let strength = |units: &[Unit]| -> Thirds { units.iter().map(|u| u.counter.land()).sum() };
    let (had, has) = (strength(before), strength(after));
    if had != has {
        return Err(Refusal::under(
            rule!("fast-battle.counters.transform"),
            said!(
                "The counters were {} LD and would be {}: it must be as many as before.",
                had.to_string(),
                has.to_string()
            ),
        ));
    }
    let armies = |units: &[Unit]| units.iter().filter(|u| u.counter.is_army()).count();
    let (had, has) = (armies(before), armies(after));
    if has > had {
        // With no army there at all it would be artillery out of plain detachments.
        let mut rules = vec![rule!("fast-battle.counters.no-new-army")];
        if had == 0 {
            rules.push(rule!("fast-battle.units.artillery-only-in-armies"));
        }
        let says = said!(
            "There were {} army counters and would be {}: an army is only ever bought. Detachments and the army counters that are there may be merged and split.",
            had,
            has
        );
        return Err(Refusal { rules, says });
    }
    let veterans =
        |units: &[Unit]| -> Thirds { units.iter().filter(|u| u.veteran).map(|u| u.counter.land()).sum() };
    if veterans(after) > veterans(before) {
        return Err(Refusal::new(said!(
            "{} LD of veterans cannot become {}: conscripts stay conscripts when counters change.",
            veterans(before).to_string(),
            veterans(after).to_string()
        )));
    }
    Ok(())
}

/// Forms fleets and breaks them up: what they hold stays the same, and no fleet holds more than it can. `capacity` gives what fills an F-
/// (`false`) or an F+.
///
/// # Errors
/// When the nations differ, something comes or goes, or a fleet would hold too much.
pub fn regroup(
    before: &[Unit],
    after: &[Unit],
    capacity: impl Fn(bool) -> Option<Capacity>,
) -> Result<(), Refusal> {
    one_nation(before, after)?;
    let all = |units: &[Unit]| {
        let hold = units.iter().fold(Hold::default(), |all, u| all.and(u.counter.hold()));
        (hold, units.iter().filter(|u| u.counter == Counter::SeaD).count())
    };
    if all(before) != all(after) || before.iter().chain(after).any(|u| !u.counter.is_naval()) {
        return Err(Refusal::under(
            rule!("fast-battle.units.fleet-contents-recorded"),
            said!("The fleets would not hold what they held: every ND, GD, DTr and d must be found again."),
        ));
    }
    for unit in after {
        let (hold, large) = match unit.counter {
            Counter::FleetPlus(hold) => (hold, true),
            Counter::FleetMinus(hold) => (hold, false),
            _ => continue,
        };
        let Some(capacity) = capacity(large) else {
            return Err(Refusal::under(
                rule!("fast-battle.units.fleet-contents-vary"),
                said!(
                    "The tables do not say what a fleet of {} holds: the umpire must.",
                    unit.country.name()
                ),
            ));
        };
        if hold.total() == 0 || !hold.fits(capacity) {
            return Err(Refusal::under(
                rule!("fast-battle.units.fleet-contents-vary"),
                said!(
                    "The {} would hold {} ND, {} GD and {} DTr; it may hold {} ND (two GD for one) and {} DTr, and not nothing.",
                    unit.counter.short(),
                    hold.nd,
                    hold.gd,
                    hold.dtr,
                    capacity.nd,
                    capacity.dtr
                ),
            ));
        }
    }
    Ok(())
}

fn one_nation(before: &[Unit], after: &[Unit]) -> Result<(), Refusal> {
    let mut units = before.iter().chain(after);
    let Some(first) = units.next() else { return Ok(()) };
    match units.find(|unit| unit.country != first.country) {
        None => Ok(()),
        Some(other) => Err(Refusal::under(
            rule!("fast-battle.counters.transform"),
            said!(
                "Counters of {} and of {} do not change into one another: strength moves only between counters of one nation.",
                first.country.name(),
                other.country.name()
            ),
        )),
    }
}

/// The ways in which land counters lose so many LD, the cheapest alone: where change cannot be given for the exact number, the loss rises
/// until it can. A pasha is lost as an LD and becomes none; exploration detachments stay. Empty when there are not so many LD.
#[must_use]
pub fn losses(units: &[Unit], ld: u8, spare: impl Fn(Country) -> Spare) -> Vec<Way> {
    let strength: u8 = units.iter().map(|u| (u.counter.land().0 / 3) as u8).sum();
    let mut ways = Vec::new();
    for lost in ld..=strength {
        pay(units, lost, &mut Vec::new(), &mut |left| {
            if can_be(units, left, &spare) {
                let mut left = left.to_vec();
                left.sort_unstable();
                ways.push(Way { lost, more: lost - ld, left });
            }
        });
        if !ways.is_empty() {
            break;
        }
    }
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// Goes through what each counter may become, until so many LD are lost.
fn pay(units: &[Unit], lost: u8, left: &mut Vec<Unit>, found: &mut impl FnMut(&[Unit])) {
    let Some((unit, rest)) = units.split_first() else {
        if lost == 0 {
            found(left);
        }
        return;
    };
    let becomes: &[(u8, &[Counter])] = match unit.counter {
        Counter::ArmyPlus => &[
            (0, &[Counter::ArmyPlus]),
            (1, &[Counter::ArmyMinus, Counter::Ld]),
            (1, &[Counter::Ld, Counter::Ld, Counter::Ld]),
            (2, &[Counter::ArmyMinus]),
            (2, &[Counter::Ld, Counter::Ld]),
            (3, &[Counter::Ld]),
            (4, &[]),
        ],
        Counter::ArmyMinus => &[(0, &[Counter::ArmyMinus]), (1, &[Counter::Ld]), (2, &[])],
        Counter::Ld => &[(0, &[Counter::Ld]), (1, &[])],
        Counter::Pasha => &[(0, &[Counter::Pasha]), (1, &[])],
        _ => &[],
    };
    let stays = [(0, std::slice::from_ref(&unit.counter))];
    for (costs, counters) in if becomes.is_empty() { &stays } else { becomes } {
        if *costs <= lost {
            let had = left.len();
            left.extend(counters.iter().map(|counter| Unit { counter: *counter, ..*unit }));
            pay(rest, lost - costs, left, found);
            left.truncate(had);
        }
    }
}

/// Whether there are counters enough in the boxes. An army turned over is the same counter.
fn can_be(before: &[Unit], after: &[Unit], spare: &impl Fn(Country) -> Spare) -> bool {
    before.iter().all(|unit| {
        let count = |units: &[Unit], so: fn(Counter) -> bool| {
            units.iter().filter(|u| u.country == unit.country && so(u.counter)).count()
        };
        let spare = spare(unit.country);
        let more = |so: fn(Counter) -> bool| count(after, so).saturating_sub(count(before, so));
        more(Counter::is_army) <= usize::from(spare.armies)
            && more(|c| c == Counter::Ld) <= usize::from(spare.ld)
    })
}

#[cfg(test)]
mod tests {
    use super::super::units::stack;
    use super::Counter::{ArmyMinus, ArmyPlus, Dtr, FleetMinus, FleetPlus, Ld, Nd, SeaD};
    use super::*;
    use table::rules::RuleId;

    fn changed(before: &[Counter], after: &[Counter]) -> Vec<RuleId> {
        let of = |counters| stack("spain", counters).0;
        transform(&of(before), &of(after)).err().map_or(vec![], |refusal| refusal.rules)
    }

    // fast-battle.counters.no-new-army, fast-battle.units.artillery-only-in-armies
    #[test]
    fn no_army_comes_into_being() {
        const NO: RuleId = rule!("fast-battle.counters.no-new-army");
        const GUNS: RuleId = rule!("fast-battle.units.artillery-only-in-armies");
        assert_eq!(changed(&[Ld, Ld], &[ArmyMinus]), [NO, GUNS]);
        assert_eq!(changed(&[Ld, Ld, Ld, Ld], &[ArmyPlus]), [NO, GUNS]);
        assert_eq!(changed(&[ArmyPlus], &[ArmyMinus, ArmyMinus]), [NO]);
    }

    // fast-battle.counters.transform, merge, split
    #[test]
    fn counters_of_one_nation_change_for_as_many_detachments() {
        const SAME: RuleId = rule!("fast-battle.counters.transform");
        assert!(changed(&[ArmyMinus, Ld, Ld], &[Ld, Ld, Ld, Ld]).is_empty());
        assert!(changed(&[ArmyMinus, Ld, Ld], &[ArmyPlus]).is_empty(), "merged");
        assert!(changed(&[ArmyMinus, ArmyMinus], &[ArmyPlus]).is_empty(), "merged");
        assert!(changed(&[ArmyPlus], &[ArmyMinus, Ld, Ld]).is_empty(), "split");
        assert!(changed(&[ArmyPlus], &[Ld, Ld, Ld, Ld]).is_empty(), "split");
        assert_eq!(changed(&[ArmyPlus], &[ArmyMinus, Ld]), [SAME]);
        assert_eq!(changed(&[Nd], &[Ld]), [SAME]);
        let mut before = stack("spain", &[ArmyMinus]).0;
        before.extend(stack("france", &[Ld]).0);
        let after = stack("spain", &[Ld, Ld, Ld]).0;
        let refusal = transform(&before, &after).expect_err("two nations");
        assert_eq!(refusal.rules, [SAME]);
        assert!(refusal.says.contains("Spain") && refusal.says.contains("France"));
    }

    #[test]
    fn conscripts_stay_conscripts() {
        let (before, mut after) = (stack("spain", &[ArmyMinus, Ld, Ld]).0, stack("spain", &[ArmyPlus]).0);
        after[0].veteran = true;
        assert!(transform(&before, &after).is_err());
        let veterans: Vec<Unit> = before.iter().map(|u| Unit { veteran: true, ..*u }).collect();
        assert_eq!(transform(&veterans, &after), Ok(()));
    }

    #[test]
    fn fleets_are_formed_and_broken_within_what_they_hold() {
        let of = |counters: &[Counter]| stack("russia", counters).0;
        let capacity =
            |large| Some(if large { Capacity { nd: 3, dtr: 1 } } else { Capacity { nd: 2, dtr: 1 } });
        let full = FleetPlus(Hold { nd: 3, gd: 0, dtr: 1 });
        let small = |nd| FleetMinus(Hold { nd, gd: 0, dtr: 1 });
        assert_eq!(regroup(&of(&[Nd, Nd, Nd, Dtr]), &of(&[full]), capacity), Ok(()));
        assert_eq!(regroup(&of(&[full, SeaD]), &of(&[small(2), Nd, SeaD]), capacity), Ok(()));
        let refused = |before: &[Counter], after: &[Counter]| {
            regroup(&of(before), &of(after), capacity).expect_err("it is refused").rules
        };
        assert_eq!(refused(&[full], &[small(3)]), [rule!("fast-battle.units.fleet-contents-vary")]);
        assert_eq!(refused(&[full], &[small(2)]), [rule!("fast-battle.units.fleet-contents-recorded")]);
        let unknown = regroup(&of(&[Nd]), &of(&[FleetMinus(Hold { nd: 1, gd: 0, dtr: 0 })]), |_| None);
        assert_eq!(
            unknown.expect_err("the umpire must say").rules,
            [rule!("fast-battle.units.fleet-contents-vary")]
        );
    }

    // fast-battle.attrition.land.numbers
    #[test]
    fn losses_are_paid_with_the_change_there_is() {
        let ways = |counters: &[Counter], ld, armies, spare_ld| {
            let units = stack("spain", counters).0;
            losses(&units, ld, |_| Spare { armies, ld: spare_ld })
        };
        let faces = |way: &Way| way.left.iter().map(|u| u.counter.short()).collect::<Vec<_>>();
        let two = ways(&[Ld, Ld], 1, 0, 0);
        assert_eq!(two.len(), 1);
        assert_eq!((faces(&two[0]), two[0].more), (vec!["LD"], 0));
        let army = ways(&[ArmyPlus], 1, 0, 1);
        assert_eq!(army.iter().map(faces).collect::<Vec<_>>(), [["A-", "LD"]]);
        let army = ways(&[ArmyPlus], 1, 0, 3);
        assert_eq!(army.iter().map(faces).collect::<Vec<_>>(), [vec!["A-", "LD"], vec!["LD", "LD", "LD"]]);
        let poor = ways(&[ArmyPlus], 1, 0, 0);
        assert_eq!(
            (faces(&poor[0]), poor[0].lost, poor[0].more),
            (vec!["A-"], 2, 1),
            "no LD to give change with"
        );
        let poorer = ways(&[ArmyMinus], 1, 0, 0);
        assert_eq!((faces(&poorer[0]), poorer[0].more), (vec![], 1));
        let choice = ways(&[ArmyMinus, Ld], 1, 0, 1);
        assert_eq!(choice.iter().map(faces).collect::<Vec<_>>(), [vec!["A-"], vec!["LD", "LD"]]);
        assert!(ways(&[Ld], 2, 0, 0).is_empty());
    }
}
