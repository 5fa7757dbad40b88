//! Exploring a province or sea zone next to the stack.

use super::geography::{Place, PlaceKind, atlas};
use super::logistics_switches::Edition;
use super::remains::{self, Line, Remains};
use super::thirds::Thirds;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::said;

/// What is said of the leader: whether he tests his life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Leader {
    /// He does not.
    Safe,
    /// He does.
    Tests,
    /// He does if he is without troops.
    TestsAlone,
}

/// What the Discovery column says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// The discovery is made or fails.
    Done {
        /// Whether it is made.
        made: bool,
        /// The leader.
        leader: Leader,
    },
    /// A second die decides.
    Half,
}

#[derive(Deserialize)]
struct Written {
    sea: [String; 11],
    land: [String; 11],
    half: [String; 10],
}

#[derive(Deserialize)]
struct Editions {
    guide: Written,
    head: Written,
}

#[derive(Deserialize)]
struct File {
    discovery: Editions,
}

struct Column {
    sea: [Cell; 11],
    land: [Cell; 11],
    half: [Cell; 10],
}

static COLUMNS: LazyLock<[Column; 2]> = LazyLock::new(|| {
    // The file is part of the program and a test reads it.
    let file: File = toml::from_str(include_str!("../data/logistics.toml")).expect("the column is whole");
    [file.discovery.guide, file.discovery.head].map(|written| Column {
        sea: written.sea.map(|text| read(&text)),
        land: written.land.map(|text| read(&text)),
        half: written.half.map(|text| read(&text)),
    })
});

fn read(text: &str) -> Cell {
    let leader = match &text[1..] {
        "*" | "a" => Leader::Tests,
        "c" => Leader::TestsAlone,
        other => {
            assert!(other.is_empty(), "{text} is no cell of the Discovery column");
            Leader::Safe
        }
    };
    match &text[..1] {
        "H" => Cell::Half,
        first => Cell::Done { made: first == "S", leader },
    }
}

/// Whether a stack may explore a place: after its move to a place next to it, or its stay there.
///
/// # Errors
/// When the places do not border each other.
pub fn may_explore(at: Place, target: Place) -> Result<(), Refusal> {
    if atlas().border(at, target).is_none() {
        return Err(Refusal::under(
            rule!("fast-battle.exploration.sequence"),
            said!(
                "{} does not border {}. First move next to what is to be explored.",
                at.name(),
                target.name()
            ),
        ));
    }
    Ok(())
}

/// A stack that explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exploring {
    /// What it explores.
    pub target: Place,
    /// Its size; nothing for a leader alone.
    pub size: Thirds,
    /// Its leader's MAN.
    pub man: Option<u8>,
    /// The edition of the table.
    pub edition: Edition,
}

/// Why something is added to the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The leader's MAN.
    Leader(u8),
    /// The malus of the sea.
    Malus,
}

impl Why {
    /// The rule.
    #[must_use]
    pub const fn rules(self) -> &'static [RuleId] {
        &[rule!("fast-battle.exploration.modifiers")]
    }
}

/// Something added, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// How much.
    pub by: i16,
    /// Why.
    pub why: Why,
}

/// An exploration roll that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explored {
    /// Who explored what.
    pub who: Exploring,
    /// The die.
    pub die: u8,
    /// What was added.
    pub added: Vec<Added>,
    /// With everything added: the line of the column "Expl.".
    pub modified: i32,
    /// The line.
    pub line: Line,
    /// What the Discovery column says there.
    pub cell: Cell,
    /// What remains of the troops.
    pub remains: Remains,
}

impl Exploring {
    /// What is added to the die: the leader's MAN is taken away, the malus of a sea zone added, nothing else.
    #[must_use]
    pub fn added(&self) -> Vec<Added> {
        let man = self.man.unwrap_or(0);
        let malus = match self.target.site().sort {
            PlaceKind::Sea { malus, .. } => i16::from(malus),
            _ => 0,
        };
        let all =
            [Added { by: -i16::from(man), why: Why::Leader(man) }, Added { by: malus, why: Why::Malus }];
        all.into_iter().filter(|added| added.by != 0).collect()
    }

    /// The roll, of one d10.
    #[must_use]
    pub fn roll(self, die: u8) -> Explored {
        let added = self.added();
        let modified = i32::from(die) + added.iter().map(|added| i32::from(added.by)).sum::<i32>();
        // The column of exploration is that of attrition shifted: its line 2 is the first with losses.
        let (shift, first) = match self.edition {
            Edition::Guide => (10, 11),
            Edition::Head => (4, 5),
        };
        let line = remains::line(self.edition, modified + shift);
        let column = &COLUMNS[self.edition as usize];
        let cells = if self.target.site().is_sea() { &column.sea } else { &column.land };
        let cell = cells[(line.number - first) as usize];
        let remains = remains::remains(self.edition, self.size, line.percent);
        Explored { who: self, die, added, modified, line, cell, remains }
    }
}

impl Explored {
    /// The rules.
    pub const RULES: [RuleId; 2] =
        [rule!("fast-battle.exploration.read"), rule!("fast-battle.exploration.modifiers")];

    /// How many further dice are wanted: whether the discovery needs a second one, and one for each even chance of the loss.
    #[must_use]
    pub fn dice_wanted(&self) -> (bool, u8) {
        (self.cell == Cell::Half, self.remains.stars)
    }

    /// Whether the discovery is made, and whether the leader tests his life, with the second die (d10) where one was wanted. None when it
    /// is still missing.
    #[must_use]
    pub fn outcome(&self, second: Option<u8>) -> Option<(bool, bool)> {
        let cell = match self.cell {
            Cell::Half => {
                let die = usize::from(second?.clamp(1, 10));
                COLUMNS[self.who.edition as usize].half[die - 1]
            }
            cell => cell,
        };
        match cell {
            Cell::Done { made, leader } => {
                let alone = self.who.size == Thirds::NONE;
                let tests = self.who.man.is_some()
                    && (leader == Leader::Tests || (leader == Leader::TestsAlone && alone));
                Some((made, tests))
            }
            Cell::Half => None,
        }
    }

    /// Whether a leader who tests his life dies: the d10 is more than his MAN.
    #[must_use]
    pub fn dies(&self, die: u8) -> bool {
        self.who.man.is_some_and(|man| die > man)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources;

    fn at(key: &str) -> Place {
        Place::by_key(key).expect("there is such a place")
    }

    fn exploring(target: &str, man: Option<u8>) -> Exploring {
        Exploring { target: at(target), size: Thirds::whole(2), man, edition: Edition::Guide }
    }

    // fast-battle.exploration.sequence
    #[test]
    fn a_stack_explores_what_is_next_to_it() {
        assert_eq!(may_explore(at("sPacifique"), at("sPacifique NE")), Ok(()));
        let far = may_explore(at("sPacifique"), at("sBaltique")).expect_err("far away");
        assert_eq!(far.rules, [rule!("fast-battle.exploration.sequence")]);
    }

    // fast-battle.exploration.modifiers
    #[test]
    fn the_leader_and_the_malus_count_and_nothing_else() {
        let explored = exploring("sHorn", Some(3)).roll(6);
        assert_eq!(explored.modified, 5);
        assert_eq!(explored.added.len(), 2);
        assert_eq!(Why::Malus.rules(), [rule!("fast-battle.exploration.modifiers")]);
        assert_eq!(exploring("rFlorida~N", None).roll(6).modified, 6);
    }

    // fast-battle.exploration.read
    #[test]
    fn losses_begin_at_a_modified_two() {
        let read = |modified: u8| exploring("rFlorida~N", None).roll(modified);
        assert_eq!(read(1).remains.percent, 0);
        assert_eq!(read(2).remains.percent, 10);
        assert_eq!(read(2).line.number, 12);
        assert_eq!(read(2).outcome(None), Some((true, false)));
        assert_eq!(read(7).outcome(None), Some((false, false)), "no leader, no test");
        assert_eq!(Explored::RULES[0], rule!("fast-battle.exploration.read"));
        let head = Exploring { edition: Edition::Head, ..exploring("rFlorida~N", None) };
        assert_eq!(head.roll(1).remains.percent, 0);
        assert_eq!(head.roll(2).remains.percent, 10);
        assert_eq!(exploring("sHorn", None).roll(10).remains.percent, 100, "beyond the last line");
    }

    #[test]
    fn a_half_asks_for_a_second_die_and_a_star_for_the_leaders_life() {
        let half = exploring("sAtlantique", Some(0)).roll(5);
        assert_eq!(half.cell, Cell::Half);
        assert!(half.dice_wanted().0);
        assert_eq!(half.outcome(None), None);
        let told = [3, 4, 6, 9].map(|die| half.outcome(Some(die)));
        assert_eq!(
            told,
            [Some((false, true)), Some((false, false)), Some((true, true)), Some((true, false))]
        );
        let star = exploring("sAtlantique", Some(1)).roll(4);
        assert_eq!((star.line.number, star.outcome(None)), (13, Some((true, true))));
        assert_eq!([1, 2].map(|die| star.dies(die)), [false, true]);
        let alone =
            Exploring { size: Thirds::NONE, edition: Edition::Head, ..exploring("sAtlantique", Some(0)) };
        assert_eq!(
            alone.roll(7).outcome(None),
            Some((false, true)),
            "without troops he tests where others do not"
        );
        let with = Exploring { size: Thirds::whole(1), ..alone };
        assert_eq!(with.roll(7).outcome(None), Some((false, false)));
    }

    #[test]
    fn the_later_column_is_as_the_data_has_it() {
        for row in sources::csv("implementation/tables/T_DISCOVERY.csv").iter().flatten() {
            let column = &COLUMNS[Edition::Head as usize];
            let line = row["DICE"].parse::<usize>().expect("a line") - 5;
            let cell = if row["LAND"] == "1" { column.land[line] } else { column.sea[line] };
            let told = match cell {
                Cell::Half => ("AVERAGE", "0", "0"),
                Cell::Done { made, leader } => {
                    let told = |is: Leader| if leader == is { "1" } else { "0" };
                    (if made { "SUCCESS" } else { "FAILED" }, told(Leader::Tests), told(Leader::TestsAlone))
                }
            };
            let data =
                (row["RESULT"].as_str(), row["CHECKLEADER"].as_str(), row["CHECKLEADERNOTROOPS"].as_str());
            assert_eq!(told, data, "{row:?}");
        }
    }
}
