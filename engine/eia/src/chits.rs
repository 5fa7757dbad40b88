//! The chits of a field combat and what else decides on which table and with which die a side fights: tactical ratings, terrain, guard.

use super::charts::TableName;
use super::nations::WithoutChits;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::{Fact, Origin};

/// What an attacker may choose for a day of combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attack {
    /// Outflank.
    Outflank,
    /// Assault.
    Assault,
    /// Escalated assault.
    EscalatedAssault,
    /// Echelon.
    Echelon,
    /// Probe.
    Probe,
}

impl Attack {
    /// All five.
    pub const ALL: [Attack; 5] =
        [Attack::Outflank, Attack::Assault, Attack::EscalatedAssault, Attack::Echelon, Attack::Probe];

    /// The machine word: `escalated_assault`.
    #[must_use]
    pub fn key(self) -> &'static str {
        ["outflank", "assault", "escalated_assault", "echelon", "probe"][self as usize]
    }
}

/// What a defender may choose for a day of combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Defence {
    /// Outflank.
    Outflank,
    /// Counterattack.
    Counterattack,
    /// Escalated counterattack.
    EscalatedCounterattack,
    /// Cordon.
    Cordon,
    /// Withdraw.
    Withdraw,
    /// Defend.
    Defend,
}

impl Defence {
    /// All six.
    pub const ALL: [Defence; 6] = [
        Defence::Outflank,
        Defence::Counterattack,
        Defence::EscalatedCounterattack,
        Defence::Cordon,
        Defence::Withdraw,
        Defence::Defend,
    ];

    /// The machine word: `escalated_counterattack`.
    #[must_use]
    pub fn key(self) -> &'static str {
        ["outflank", "counterattack", "escalated_counterattack", "cordon", "withdraw", "defend"]
            [self as usize]
    }
}

/// The tables of both sides in the rounds of a day.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    attacker: Attack,
    defender: Defence,
    /// Whether it counts for an attack across a river.
    #[serde(default)]
    river: bool,
    /// The attacker's tables, round by round: three; one where only round 1 is fought so; none where there is no fight.
    pub attack: Vec<TableName>,
    /// The defender's tables; as many.
    pub defend: Vec<TableName>,
    /// The attacker's tables of rounds 2 and 3 once an outflanking force has arrived; none where nobody outflanks.
    #[serde(default)]
    pub arrived_attack: Vec<TableName>,
    /// The defender's; as many.
    #[serde(default)]
    pub arrived_defend: Vec<TableName>,
    /// Where it comes from.
    pub origin: Origin,
}

impl Cell {
    /// The tables of a combat without chits. It is fought as Assault against Cordon, which no nation's own way changes.
    #[must_use]
    pub fn without_chits(tables: &WithoutChits) -> Cell {
        Cell {
            attacker: Attack::Assault,
            defender: Defence::Cordon,
            river: false,
            attack: tables.attack.to_vec(),
            defend: tables.defend.to_vec(),
            arrived_attack: Vec::new(),
            arrived_defend: Vec::new(),
            origin: tables.origin,
        }
    }

    /// The tables of attacker (0) or defender (1), round by round; once an outflanking force has arrived those of rounds 2 and 3.
    #[must_use]
    pub fn rounds(&self, side: usize, arrived: bool) -> &[TableName] {
        match (side, arrived) {
            (0, false) => &self.attack,
            (0, true) => &self.arrived_attack,
            (_, false) => &self.defend,
            (_, true) => &self.arrived_defend,
        }
    }

    pub(super) fn rounds_mut(&mut self, side: usize, arrived: bool) -> &mut [TableName] {
        match (side, arrived) {
            (0, false) => &mut self.attack,
            (0, true) => &mut self.arrived_attack,
            (_, false) => &mut self.defend,
            (_, true) => &mut self.arrived_defend,
        }
    }
}

/// A country of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Clear.
    Clear,
    /// Forest.
    Forest,
    /// Mountain.
    Mountain,
    /// Marsh.
    Marsh,
    /// Desert.
    Desert,
}

impl Terrain {
    /// All five.
    pub const ALL: [Terrain; 5] =
        [Terrain::Clear, Terrain::Forest, Terrain::Mountain, Terrain::Marsh, Terrain::Desert];

    /// The machine word: `mountain`.
    #[must_use]
    pub fn key(self) -> &'static str {
        ["clear", "forest", "mountain", "marsh", "desert"][self as usize]
    }
}

/// What terrain does to a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    key: Terrain,
    /// Added to the casualty level of attacker and defender.
    pub casualty_levels: [i8; 2],
    /// Added to the morale level of attacker and defender.
    pub morale_levels: [i8; 2],
    /// Added to the strategic rating by which an outflanking force arrives.
    pub outflanking: i8,
    /// Added to the strategic rating by which reinforcements arrive.
    pub reinforcing: i8,
    /// Whether artillery may bombard.
    pub bombardment: bool,
    /// Where it comes from.
    pub origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    chits: Vec<Cell>,
    ratings: Ratings,
    terrain: Vec<Ground>,
    guard: Vec<Guard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ratings {
    origin: Origin,
    /// By the defender's rating, then the attacker's: what is added to the attacker's die and to the defender's.
    rows: [[[i8; 2]; 6]; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Guard {
    shift: u8,
    lost: [u32; 6],
    origin: Origin,
}

/// All that was read.
#[derive(Debug)]
pub struct Chits {
    cells: BTreeMap<(Attack, Defence, bool), Cell>,
    ratings: Fact<[[[i8; 2]; 6]; 6]>,
    terrain: BTreeMap<Terrain, Ground>,
    guard: BTreeMap<u8, Fact<[u32; 6]>>,
}

static SHIPPED: LazyLock<Chits> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    Chits::read(include_str!("../data/chits.toml")).expect("the shipped chits are well-formed")
});

/// The shipped tables, read once.
#[must_use]
pub fn chits() -> &'static Chits {
    &SHIPPED
}

impl Ground {
    /// Which it is.
    #[must_use]
    pub fn key(&self) -> Terrain {
        self.key
    }
}

impl Chits {
    /// Reads the tables and checks their shape.
    ///
    /// # Errors
    /// A sentence that says what is not as it must be.
    pub fn read(text: &str) -> Result<Chits, String> {
        let file: File = toml::from_str(text).map_err(|problem| problem.to_string())?;
        let given = file.chits.len();
        let key = |cell: &Cell| (cell.attacker, cell.defender, cell.river);
        let cells: BTreeMap<_, _> = file.chits.into_iter().map(|cell| (key(&cell), cell)).collect();
        let pairs = Attack::ALL.len() * Defence::ALL.len();
        let rivers = cells.keys().filter(|(_, _, river)| *river).count();
        let only_cordons = cells.keys().all(|(_, defence, river)| !*river || *defence == Defence::Cordon);
        if given != cells.len()
            || cells.len() - rivers != pairs
            || rivers != Attack::ALL.len()
            || !only_cordons
        {
            return Err("Each pair of chits stands once, and a cordon once more for a river.".to_owned());
        }
        for ((attack, defence, _), cell) in &cells {
            let rounds = [&cell.attack, &cell.defend, &cell.arrived_attack, &cell.arrived_defend];
            if !matches!(rounds.map(Vec::len), [0, 0, 0, 0] | [3, 3, 0 | 2, _] | [1, 1, 2, 2])
                || cell.arrived_attack.len() != cell.arrived_defend.len()
            {
                return Err(format!("{attack:?} against {defence:?} has another number of rounds."));
            }
        }
        let rows = file.ratings.rows;
        for (d, row) in rows.iter().enumerate() {
            for (a, [attacker, defender]) in row.iter().enumerate() {
                let mirrored = rows[a][d] == [*defender, *attacker];
                if !mirrored || attacker.abs() > 1 {
                    return Err(format!("Ratings {a} against {d} are not those of {d} against {a}."));
                }
            }
        }
        let terrain: BTreeMap<_, _> = file.terrain.into_iter().map(|ground| (ground.key, ground)).collect();
        if terrain.len() != 5 {
            return Err("Each of the five terrains stands once.".to_owned());
        }
        let guard: BTreeMap<_, _> = (file.guard.into_iter())
            .map(|guard| (guard.shift, Fact { value: guard.lost, origin: guard.origin }))
            .collect();
        if !guard.keys().eq(&[1, 2]) || guard.values().any(|fact| !fact.value.is_sorted()) {
            return Err("Guard is committed for one level or two, and a higher die loses no less.".to_owned());
        }
        Ok(Chits { cells, ratings: Fact { value: rows, origin: file.ratings.origin }, terrain, guard })
    }

    /// The tables of two chits; a river matters only against a cordon.
    #[must_use]
    pub fn tables(&self, attack: Attack, defence: Defence, river: bool) -> Option<&Cell> {
        self.cells.get(&(attack, defence, river && defence == Defence::Cordon))
    }

    /// What tactical ratings, 0 to 5, add to the dice of attacker and defender; `None` where one is out of bounds.
    #[must_use]
    pub fn rated(&self, attacker: usize, defender: usize) -> Option<Fact<[i8; 2]>> {
        let value = *self.ratings.value.get(defender)?.get(attacker)?;
        Some(Fact { value, origin: self.ratings.origin })
    }

    /// What a terrain does.
    #[must_use]
    pub fn ground(&self, terrain: Terrain) -> Option<&Ground> {
        self.terrain.get(&terrain)
    }

    /// Guard factors lost for a shift of 1 or 2 levels and a die of 1 to 6; `None` out of bounds.
    #[must_use]
    pub fn guard_lost(&self, shift: u8, die: usize) -> Option<Fact<u32>> {
        let fact = self.guard.get(&shift)?;
        Some(Fact { value: *fact.value.get(die.checked_sub(1)?)?, origin: fact.origin })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const SHIPPED: &str = include_str!("../data/chits.toml");

    fn names(tables: &[TableName]) -> String {
        tables.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn cells_are_those_of_the_chart() {
        let cell = |attack, defence, river| {
            let cell = chits().tables(attack, defence, river).unwrap();
            let rounds = [&cell.attack, &cell.defend, &cell.arrived_attack, &cell.arrived_defend];
            rounds.map(|tables| names(tables))
        };
        // Written down by hand from the chart.
        let none = String::new;
        assert_eq!(
            cell(Attack::Assault, Defence::Counterattack, false),
            ["3-1 4-2 3-2".to_owned(), "3-1 4-2 3-2".to_owned(), none(), none()]
        );
        assert_eq!(
            cell(Attack::Probe, Defence::Outflank, false),
            ["2-1 4-2 4-3", "2-1 2-1 1-1", "4-2 4-2", "2-3 2-2"].map(str::to_owned)
        );
        assert_eq!(
            cell(Attack::Outflank, Defence::Withdraw, false),
            ["2-2", "1-1", "3-4 3-4", "1-1 1-1"].map(str::to_owned)
        );
        assert_eq!(
            cell(Attack::EscalatedAssault, Defence::Cordon, true),
            ["5-1 5-2 5-1".to_owned(), "3-1 4-1 5-1".to_owned(), none(), none()]
        );
        assert_eq!(
            cell(Attack::EscalatedAssault, Defence::Cordon, false),
            ["5-1 5-3 5-1".to_owned(), "3-1 3-1 4-1".to_owned(), none(), none()]
        );
        assert_eq!(
            cell(Attack::Echelon, Defence::Defend, true),
            ["1-3 2-3 2-4".to_owned(), "4-1 3-1 2-1".to_owned(), none(), none()]
        );
        assert_eq!(cell(Attack::Probe, Defence::Withdraw, false), [none(), none(), none(), none()]);
    }

    #[test]
    fn three_doubtful_cells_say_so() {
        let doubtful: Vec<_> = chits()
            .cells
            .values()
            .filter(|cell| !cell.origin.is_certain())
            .map(|c| (c.attacker, c.defender))
            .collect();
        assert_eq!(
            doubtful,
            [
                (Attack::Outflank, Defence::EscalatedCounterattack),
                (Attack::EscalatedAssault, Defence::Outflank),
                (Attack::Probe, Defence::Counterattack),
            ]
        );
    }

    #[test]
    fn ratings_terrain_and_guard_are_those_of_the_tables() {
        let rated = |a, d| chits().rated(a, d).unwrap().value;
        assert_eq!([rated(0, 0), rated(5, 0), rated(3, 2)], [[-1, -1], [1, -1], [0, -1]]);
        assert_eq!([rated(4, 4), rated(5, 4), rated(2, 5)], [[1, 1], [1, 0], [-1, 1]]);
        assert_eq!(chits().rated(6, 0), None);
        let marsh = chits().ground(Terrain::Marsh).unwrap();
        assert_eq!((marsh.casualty_levels, marsh.morale_levels), ([-1, -1], [1, 1]));
        assert!(!marsh.bombardment && marsh.outflanking == -1 && marsh.reinforcing == -1);
        assert_eq!(chits().ground(Terrain::Mountain).unwrap().casualty_levels, [-1, 0]);
        let lost = |shift, die| chits().guard_lost(shift, die).map(|fact| fact.value);
        assert_eq!([lost(1, 2), lost(1, 6), lost(2, 1), lost(2, 6)], [Some(0), Some(2), Some(1), Some(4)]);
        assert_eq!([lost(3, 1), lost(1, 0), lost(1, 7)], [None; 3]);
    }

    #[test]
    fn tables_of_another_shape_are_not_read() {
        for (from, to) in [
            ("attacker = \"probe\"", "attacker = \"assault\""),
            ("river = true\n", ""),
            ("attack = [\"1-2\", \"1-4\", \"2-4\"]", "attack = [\"1-2\", \"1-4\"]"),
            ("arrived_attack = [\"4-4\", \"4-4\"]\n", ""),
            ("[[-1, -1], [0, -1]", "[[-1, -1], [1, -1]"),
            ("key = \"marsh\"", "key = \"forest\""),
            ("lost = [0, 0, 1, 1, 2, 2]", "lost = [0, 1, 0, 1, 2, 2]"),
        ] {
            let changed = SHIPPED.replacen(from, to, 1);
            assert_ne!(changed, SHIPPED, "{from}");
            assert!(Chits::read(&changed).is_err(), "{to}");
        }
    }
}
