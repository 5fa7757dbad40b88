//! How an owner may take losses off his counters (`fast-battle.losses.applied-to-counters`).

use super::thirds::Thirds;
use super::units::Counter;
use serde::{Deserialize, Serialize};
use std::fmt;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// The counters of one nation in a stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Counters {
    /// A+ counters, 4 LD each.
    pub a_plus: u8,
    /// A- counters, 2 LD each.
    pub a_minus: u8,
    /// LD counters.
    pub ld: u8,
    /// Turkish pashas, 1 LD each, beside the limit of counters.
    pub pashas: u8,
    /// Land d, a third of an LD each, beside the limit of counters; in the ROTW alone.
    pub d: u8,
}

/// Counters in a stack, pashas and d aside (`fast-battle.stacking.land-counters`).
const MOST_COUNTERS: u8 = 3;
/// LD in a stack, pashas aside (`fast-battle.stacking.land-strength`).
const MOST_LD: i32 = 8;

impl Counters {
    /// Those of a stack, which says how many it has of each kind.
    #[must_use]
    pub fn of(many: impl Fn(Counter) -> u8) -> Counters {
        Counters {
            a_plus: many(Counter::ArmyPlus),
            a_minus: many(Counter::ArmyMinus),
            ld: many(Counter::Ld),
            pashas: many(Counter::Pasha),
            d: many(Counter::LandD),
        }
    }

    /// One by one, the largest first.
    #[must_use]
    pub fn one_by_one(&self) -> Vec<Counter> {
        let kinds = [
            (Counter::ArmyPlus, self.a_plus),
            (Counter::ArmyMinus, self.a_minus),
            (Counter::Ld, self.ld),
            (Counter::Pasha, self.pashas),
            (Counter::LandD, self.d),
        ];
        kinds.into_iter().flat_map(|(counter, many)| std::iter::repeat_n(counter, many.into())).collect()
    }

    /// Their strength.
    #[must_use]
    pub fn strength(&self) -> Thirds {
        Thirds(3 * (self.without_explorers() + i32::from(self.pashas)) + i32::from(self.d))
    }

    /// LD in A counters and LD counters.
    fn without_explorers(&self) -> i32 {
        4 * i32::from(self.a_plus) + 2 * i32::from(self.a_minus) + i32::from(self.ld)
    }

    /// How many A counters.
    #[must_use]
    pub fn armies(&self) -> u16 {
        u16::from(self.a_plus) + u16::from(self.a_minus)
    }

    fn counted(&self) -> u16 {
        self.armies() + u16::from(self.ld)
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        *self == Counters::default()
    }
}

impl fmt::Display for Counters {
    /// As players write it: `A+ A- LD`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.a_plus, "A+"),
            (self.a_minus, "A-"),
            (self.ld, "LD"),
            (self.pashas, "pasha"),
            (self.d, "d"),
        ];
        let each = kinds.into_iter().flat_map(|(many, name)| std::iter::repeat_n(name, many.into()));
        f.pad(&each.collect::<Vec<_>>().join(" "))
    }
}

/// The ways to take losses: what may be left, and how much that loses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ways {
    /// What is lost: as asked, or more where change cannot be given for just that.
    pub lost: Thirds,
    /// What may be left; one way at least. Most A counters first, then the fewest counters.
    pub left: Vec<Counters>,
}

impl Ways {
    /// The rules behind it.
    #[must_use]
    pub fn rules() -> [RuleId; 3] {
        [
            rule!("fast-battle.losses.applied-to-counters"),
            rule!("fast-battle.losses.whole-stack"),
            rule!("fast-battle.stacking.land-counters"),
        ]
    }

    /// Whether this may be left.
    ///
    /// # Errors
    /// Where it may not, with what may.
    pub fn check(&self, stack: &Counters, wanted: &Counters) -> Result<(), Refusal> {
        if self.left.contains(wanted) {
            return Ok(());
        }
        let may: Vec<String> = self.left.iter().map(shown).collect();
        let may = may.join("; ");
        let rule = if wanted.armies() > stack.armies() {
            rule!("fast-battle.counters.no-new-army")
        } else if wanted.counted() > MOST_COUNTERS.into() {
            rule!("fast-battle.stacking.land-counters")
        } else {
            rule!("fast-battle.losses.applied-to-counters")
        };
        Err(Refusal::under(
            rule,
            said!(
                "{} cannot be what is left of {} after {} losses. What can be left: {}.",
                shown(wanted),
                shown(stack),
                self.lost.to_string(),
                may
            ),
        ))
    }
}

fn shown(counters: &Counters) -> String {
    if counters.is_gone() { "0".to_owned() } else { counters.to_string() }
}

/// The ways in which the owner of a stack may take its losses. Counters may be changed into others as long as no A counter comes into
/// being and the stack keeps the limits of 3 counters and 8 LD.
#[must_use]
pub fn ways(stack: &Counters, lost: Thirds) -> Ways {
    ways_with(stack, lost, u8::MAX)
}

/// The same where only so many LD counters are left in the owner's box. Where they cannot give the change the loss rises until they
/// can.
#[must_use]
pub fn ways_with(stack: &Counters, lost: Thirds, spare: u8) -> Ways {
    let strength = stack.strength();
    let most = (strength.0 - lost.0.max(0)).max(0);
    // Where no thirds are lost none are made as change.
    let step = if lost.is_whole() { 3 } else { 1 };
    let left = (0..=most).rev().step_by(step).map(|thirds| can_be_left(stack, thirds, spare));
    let left = left.into_iter().find(|left| !left.is_empty());
    // Nothing can always be left.
    let left = left.unwrap_or_else(|| vec![Counters::default()]);
    Ways { lost: strength - left.first().map_or(Thirds::NONE, Counters::strength), left }
}

/// All stacks of this strength that may come of a stack. Pashas come of pashas, the rest of the rest.
fn can_be_left(stack: &Counters, thirds: i32, spare: u8) -> Vec<Counters> {
    let mut found = Vec::new();
    let armies = u8::try_from(stack.armies()).unwrap_or(u8::MAX).min(MOST_COUNTERS);
    let without_pashas = stack.strength().0 - 3 * i32::from(stack.pashas);
    for pashas in 0..=stack.pashas {
        let rest = thirds - 3 * i32::from(pashas);
        if !(0..=without_pashas).contains(&rest) {
            continue;
        }
        let (whole, d) = (rest / 3, rest % 3);
        for a_plus in 0..=armies {
            for a_minus in 0..=armies - a_plus {
                let ld = whole - 4 * i32::from(a_plus) - 2 * i32::from(a_minus);
                let counters = i32::from(MOST_COUNTERS - a_plus - a_minus);
                let change = i32::from(stack.ld) + i32::from(spare);
                if (0..=counters.min(change)).contains(&ld) && whole <= MOST_LD {
                    // Both are three at most.
                    let (ld, d) = (ld as u8, d as u8);
                    found.push(Counters { a_plus, a_minus, ld, pashas, d });
                }
            }
        }
    }
    found.sort_by_key(|left| (std::cmp::Reverse(left.armies()), left.counted(), std::cmp::Reverse(*left)));
    found
}

#[cfg(test)]
mod tests {
    use super::{Counters, ways, ways_with};
    use crate::thirds::Thirds;
    use table::rule;

    const TWO_ARMIES: Counters = Counters { a_plus: 2, a_minus: 0, ld: 0, pashas: 0, d: 0 };

    fn left(stack: &Counters, lost: i32) -> Vec<String> {
        ways(stack, Thirds(lost)).left.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_owner_chooses_within_three_counters_and_without_a_new_army() {
        let ways = ways(&TWO_ARMIES, Thirds::whole(2));
        assert_eq!(super::Ways::rules()[0], rule!("fast-battle.losses.applied-to-counters"));
        assert_eq!(left(&TWO_ARMIES, 6), ["A+ A-", "A+ LD LD"]);
        let three = Counters { a_minus: 3, ..Counters::default() };
        let refused = ways.check(&TWO_ARMIES, &three).map_err(|refusal| refusal.rules);
        assert_eq!(refused, Err(vec![rule!("fast-battle.counters.no-new-army")]));
        let five = Counters { a_minus: 1, ld: 4, ..Counters::default() };
        let refused = ways.check(&TWO_ARMIES, &five).map_err(|refusal| refusal.rules);
        assert_eq!(refused, Err(vec![rule!("fast-battle.stacking.land-counters")]));
        let fits = Counters { a_plus: 1, a_minus: 1, ..Counters::default() };
        assert_eq!(ways.check(&TWO_ARMIES, &fits), Ok(()));
        let more = Counters { a_plus: 2, ..Counters::default() };
        let refused = ways.check(&TWO_ARMIES, &more).map_err(|refusal| refusal.rules);
        assert_eq!(refused, Err(vec![rule!("fast-battle.losses.applied-to-counters")]));
    }

    // fast-battle.stacking.land-counters, land-strength: change is never more than three counters, nor less than the eight LD allowed.
    #[test]
    fn change_keeps_three_counters_and_a_whole_stack_can_be_left() {
        assert_eq!(left(&TWO_ARMIES, 3), ["A+ A- LD"]);
        assert_eq!(left(&Counters { a_plus: 1, ..Counters::default() }, 3), ["A- LD", "LD LD LD"]);
        let with_a_pasha = Counters { pashas: 1, ..TWO_ARMIES };
        assert!(left(&with_a_pasha, 3).contains(&TWO_ARMIES.to_string()));
        assert_eq!(Counters { ld: 1, d: 1, ..Counters::default() }.strength(), Thirds(4));
        assert_eq!(Counters { ld: 1, pashas: 2, ..Counters::default() }.strength(), Thirds::whole(3));
    }

    // fast-battle.losses.applied-to-counters, stacking.land-counters, counters.no-new-army
    #[test]
    fn what_cannot_be_left_is_refused_by_its_rule_with_what_can_be() {
        let stack = Counters { a_plus: 1, ..Counters::default() };
        let ways = ways(&stack, Thirds::whole(1));
        let refused = |wanted: Counters| {
            let refusal = ways.check(&stack, &wanted).expect_err("it cannot be left");
            (refusal.rules[0].as_str(), refusal.says.to_string())
        };
        let (rule, says) = refused(Counters::default());
        assert_eq!(rule, "fast-battle.losses.applied-to-counters");
        assert_eq!(says, "0 cannot be what is left of A+ after 1 losses. What can be left: A- LD; LD LD LD.");
        let three = refused(Counters { a_minus: 1, ld: 2, ..Counters::default() });
        assert_eq!(
            three.0, "fast-battle.losses.applied-to-counters",
            "three counters are no more than three"
        );
        assert!(three.1.starts_with("A- LD LD cannot"), "{}", three.1);
        let four = refused(Counters { ld: 4, ..Counters::default() });
        assert_eq!(four.0, "fast-battle.stacking.land-counters");
        let new = refused(Counters { a_minus: 2, ..Counters::default() });
        assert_eq!(new.0, "fast-battle.counters.no-new-army");
    }

    #[test]
    fn losses_that_reach_the_strength_leave_nothing() {
        assert_eq!(super::Ways::rules()[1], rule!("fast-battle.losses.whole-stack"));
        let five = Counters { a_plus: 1, ld: 1, ..Counters::default() };
        for lost in [5, 6, 90] {
            let ways = ways(&five, Thirds::whole(lost));
            assert_eq!((ways.lost, ways.left), (Thirds::whole(5), vec![Counters::default()]));
        }
    }

    #[test]
    fn an_army_breaks_into_a_small_one_and_never_into_two() {
        let one = Counters { a_plus: 1, ..Counters::default() };
        assert_eq!(left(&one, 0), ["A+", "A- LD LD"]);
        assert_eq!(left(&one, 3), ["A- LD", "LD LD LD"]);
        let two = Counters { a_minus: 2, ld: 1, ..Counters::default() };
        assert_eq!(left(&two, 3), ["A- A-", "A+", "A- LD LD"]);
    }

    #[test]
    fn where_change_cannot_be_given_the_loss_rises() {
        let one = Counters { a_plus: 1, ..Counters::default() };
        let ways = ways_with(&one, Thirds::whole(1), 0);
        assert_eq!(ways.lost, Thirds::whole(2));
        assert_eq!(ways.left.iter().map(ToString::to_string).collect::<Vec<_>>(), ["A-"]);
    }

    #[test]
    fn outside_europe_thirds_are_left_and_pashas_stay_pashas() {
        assert_eq!(rule!("fast-battle.losses.rounding.rotw").as_str(), "fast-battle.losses.rounding.rotw");
        let three = Counters { ld: 3, ..Counters::default() };
        assert_eq!(left(&three, 5), ["LD d"]);
        let turks = Counters { a_minus: 1, pashas: 2, ..Counters::default() };
        assert_eq!(left(&turks, 3), ["A- pasha", "LD pasha pasha", "LD LD pasha"]);
    }
}
