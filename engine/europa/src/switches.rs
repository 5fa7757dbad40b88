//! What a group may choose in Europa: where the guide leaves something open or to the table, each with its rule.

use super::battle::Rules;
use super::battle::rules::Edition;
use super::logistics_switches::LogisticsSwitches;
use table::rule;
use table::switches::{NO, Switch, YES};

/// The edition of the tables.
pub const TABLES: &str = "europa_tables";
/// Whether an equal roll leaves a battle.
pub const EQUAL_LEAVES: &str = "europa_equal_leaves";
/// How artillery is counted.
pub const ARTILLERY_COUNT: &str = "europa_artillery_count";
/// Whether no stack causes more losses than its own size.
pub const LOSS_CAP: &str = "europa_loss_cap";
/// The most for the difference of leaders.
pub const LEADER_CAP: &str = "europa_leader_cap";
/// The difference of losses that makes a battle major.
pub const MAJOR_DIFFERENCE: &str = "europa_major_difference";
/// Whether a major battle needs an A counter among the losers.
pub const MAJOR_ARMY: &str = "europa_major_army";
/// What the malus for no artillery goes by.
pub const NO_ARTILLERY: &str = "europa_no_artillery";
/// Whether a fleet leaves without a roll.
pub const FLEETS_LEAVE: &str = "europa_fleets_leave";
/// Whether leaders are tested after a battle.
pub const CASUALTIES: &str = "europa_casualties";
/// Whether a battle waits before its verdict, for a ruling of both sides.
pub const RULINGS: &str = "europa_rulings";

/// The game's switches.
pub static SWITCHES: &[Switch] = &[
    Switch {
        key: TABLES,
        name: "Tables of the player aids",
        ways: &[("guide", "those that the guide describes"), ("head", "the last edition")],
        rule: Some(rule!("fast-battle.scope.player-aids-needed")),
    },
    Switch {
        key: EQUAL_LEAVES,
        name: "An equal roll leaves a battle",
        ways: &[NO, YES],
        rule: Some(rule!("fast-battle.battle.day-one.retreat-test")),
    },
    Switch {
        key: ARTILLERY_COUNT,
        name: "Artillery of several counters",
        ways: &[("old", "added up"), ("new", "the best, and up to 2 more")],
        rule: Some(rule!("fast-battle.siege.artillery-new-count")),
    },
    Switch {
        key: LOSS_CAP,
        name: "No stack causes more losses than its size",
        ways: &[YES, NO],
        rule: Some(rule!("fast-battle.losses.whole-stack")),
    },
    Switch {
        key: LEADER_CAP,
        name: "The most for the difference of leaders",
        ways: &[("none", "no limit"), ("3", "+3")],
        rule: Some(rule!("fast-battle.battle.mod.leader-differential")),
    },
    Switch {
        key: MAJOR_DIFFERENCE,
        name: "A battle is major by a difference of",
        ways: &[("3", "3 LD"), ("4", "4 LD")],
        rule: Some(rule!("fast-battle.major.stricter-option")),
    },
    Switch {
        key: MAJOR_ARMY,
        name: "A major battle needs an A counter of the loser's",
        ways: &[NO, YES],
        rule: Some(rule!("fast-battle.major.conditions")),
    },
    Switch {
        key: NO_ARTILLERY,
        name: "The malus for no artillery goes by",
        ways: &[("points", "artillery points"), ("counters", "A counters")],
        rule: Some(rule!("fast-battle.battle.mod.artillery-none")),
    },
    Switch {
        key: FLEETS_LEAVE,
        name: "A fleet leaves after day 1",
        ways: &[("freely", "without a roll"), ("test", "by the test of an army")],
        rule: Some(rule!("fast-battle.naval.same-frame")),
    },
    Switch { key: CASUALTIES, name: "Leaders are tested after a battle", ways: &[NO, YES], rule: None },
    Switch {
        key: RULINGS,
        name: "A battle waits before its verdict for a ruling",
        ways: &[NO, YES],
        rule: Some(rule!("fast-battle.scope.delta-on-eu6")),
    },
];

/// The rules of battles and sieges as the campaign's switches stand.
#[must_use]
pub fn rules<'s>(stands: impl Fn(&'static str) -> &'s str) -> Rules {
    let on = |key| stands(key) == "yes";
    Rules {
        edition: if stands(TABLES) == "head" { Edition::Head } else { Edition::Guide },
        equal_leaves: on(EQUAL_LEAVES),
        new_artillery_count: stands(ARTILLERY_COUNT) == "new",
        cap_caused: stands(LOSS_CAP) != "no",
        leader_cap: (stands(LEADER_CAP) == "3").then_some(3),
        major_at_four: stands(MAJOR_DIFFERENCE) == "4",
        major_needs_army: on(MAJOR_ARMY),
        malus_without_counter: stands(NO_ARTILLERY) == "counters",
        fleets_test_to_leave: stands(FLEETS_LEAVE) == "test",
        casualties: on(CASUALTIES),
    }
}

/// The edition of the tables of attrition, remaining troops and discovery.
#[must_use]
pub fn edition<'s>(stands: impl Fn(&'static str) -> &'s str) -> super::logistics_switches::Edition {
    use super::logistics_switches::Edition;
    if stands(TABLES) == "head" { Edition::Head } else { Edition::Guide }
}

/// The switches of geography and logistics.
#[must_use]
pub fn logistics() -> LogisticsSwitches {
    LogisticsSwitches::default()
}

#[cfg(test)]
mod tests {
    use super::{Rules, SWITCHES, TABLES, edition, rules};
    use crate::logistics_switches::Edition;

    #[test]
    fn as_founded_the_switches_stand_as_the_ledger_recommends() {
        let first = |key: &str| SWITCHES.iter().find(|switch| switch.key == key).map_or("", |s| s.ways[0].0);
        assert_eq!(rules(first), Rules::default());
        let last = |key: &str| SWITCHES.iter().find(|switch| switch.key == key).map_or("", |s| s.ways[1].0);
        let other = rules(last);
        assert!(other.equal_leaves && other.new_artillery_count && !other.cap_caused && other.casualties);
        assert_eq!(
            (other.leader_cap, other.major_at_four, other.malus_without_counter),
            (Some(3), true, true)
        );
    }

    // fast-battle.scope.player-aids-needed
    #[test]
    fn attrition_is_read_off_the_tables_that_the_group_chose() {
        let chosen = |way: &'static str| edition(move |key| if key == TABLES { way } else { "" });
        assert_eq!([chosen("guide"), chosen("head")], [Edition::Guide, Edition::Head]);
    }
}
