//! The leaders' counters: who they are, what they are worth and when they serve.

use super::country::Country;
use super::words;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// What a leader does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Office {
    /// A general.
    General,
    /// An admiral.
    Admiral,
    /// A monarch.
    King,
    /// An explorer.
    Explorer,
    /// A conquistador.
    Conquistador,
    /// A governor.
    Governor,
    /// An engineer.
    Engineer,
    /// A privateer.
    Privateer,
    /// A pasha.
    Pacha,
}

/// A leader's counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Its code. Anonymous leaders of several countries share one.
    pub code: String,
    /// His name.
    pub name: String,
    /// The key of his country, or of a pool that is none: `natives`, `mercenaries`.
    pub of: String,
    /// His country, where it is one.
    pub country: Option<Country>,
    /// What he does.
    pub office: Office,
    /// His rank, A the highest; none for a replacement.
    pub rank: Option<char>,
    /// Manoeuvre.
    pub manoeuvre: u8,
    /// Fire.
    pub fire: u8,
    /// Shock.
    pub shock: u8,
    /// Siege.
    pub siege: u8,
    /// His first and last turn; none where an event brings him, or nothing is printed.
    pub turns: Option<(u8, u8)>,
    /// The event that brings him, as the data writes it.
    pub event: String,
    /// The code of the counter's other side.
    pub other_side: String,
    /// Where he may serve and what else is printed, a letter each as the data file explains.
    pub marks: String,
    /// The size of an engineer or pasha, 0 for none.
    pub size: u8,
}

#[derive(Deserialize)]
struct Row(String, String, String, Office, String, u8, u8, u8, u8, u8, u8, String, String, String, u8);

#[derive(Deserialize)]
struct File {
    leader: Vec<Row>,
}

/// All leaders, in the order of the data.
pub fn leaders() -> &'static [Leader] {
    static ALL: LazyLock<Vec<Leader>> = LazyLock::new(|| {
        // The file is part of the program and a test reads it.
        #[allow(clippy::unwrap_used)]
        let file: File = toml::from_str(include_str!("../data/leaders.toml")).unwrap();
        file.leader.into_iter().map(Leader::from).collect()
    });
    &ALL
}

impl From<Row> for Leader {
    fn from(row: Row) -> Leader {
        let Row(
            code,
            name,
            of,
            office,
            rank,
            manoeuvre,
            fire,
            shock,
            siege,
            first,
            last,
            event,
            other_side,
            marks,
            size,
        ) = row;
        let country = Country::by_key(&of);
        let turns = (first > 0).then_some((first, last));
        let rank = rank.chars().next();
        Leader {
            code,
            name,
            of,
            country,
            office,
            rank,
            manoeuvre,
            fire,
            shock,
            siege,
            turns,
            event,
            other_side,
            marks,
            size,
        }
    }
}

impl Leader {
    /// His values as a stack fights with them.
    #[must_use]
    pub fn values(&self) -> super::leader::Leader {
        let of = |value: u8| i8::try_from(value).unwrap_or(i8::MAX);
        super::leader::Leader {
            manoeuvre: of(self.manoeuvre),
            fire: of(self.fire),
            shock: of(self.shock),
            siege: of(self.siege),
        }
    }

    /// Whether he serves in a turn by what is printed on his counter.
    #[must_use]
    pub fn serves(&self, turn: u8) -> bool {
        self.turns.is_some_and(|(first, last)| (first..=last).contains(&turn))
    }
}

/// Leaders by any part of the name, best first.
#[must_use]
pub fn find(asked: &str) -> Vec<&'static Leader> {
    words::best(asked, leaders().iter().map(|leader| (leader, vec![words::folded(&leader.name)])))
}

#[cfg(test)]
mod tests {
    use super::{find, leaders};
    use crate::sources;

    #[test]
    fn every_leader_is_as_the_data_has_him() {
        assert_eq!(leaders().len(), 920);
        let rows = sources::csv("implementation/tables/T_LEADER.csv").unwrap_or_default();
        for (leader, row) in leaders().iter().zip(&rows) {
            let number = |column: &str| row[column].parse::<u8>().unwrap_or(0);
            let office = serde_json::to_value(leader.office).expect("it is written");
            assert_eq!(
                (
                    leader.code.as_str(),
                    leader.name.as_str(),
                    leader.event.as_str(),
                    leader.other_side.as_str()
                ),
                (row["CODE"].as_str(), row["NAME"].as_str(), row["EVENT"].as_str(), row["T_LEADER"].as_str())
            );
            assert_eq!(office.as_str().map(str::to_uppercase).as_deref(), Some(row["TYPE"].as_str()));
            assert_eq!(leader.rank.map(String::from).unwrap_or_default(), row["RANK"]);
            let values = [leader.manoeuvre, leader.fire, leader.shock, leader.siege, leader.size];
            assert_eq!(values, ["MANOEUVRE", "FIRE", "SHOCK", "SIEGE", "SIZE"].map(number));
            assert_eq!(leader.turns.unwrap_or((0, 0)), (number("BEGIN"), number("END")), "{}", leader.code);
            if let Some(country) = leader.country.filter(|c| c.key() != "natives" && c.key() != "lithuania") {
                assert_eq!(country.known().source, row["R_COUNTRY"]);
            }
            let columns = ["ROTW", "ASIA", "AMERICA", "MEDITERRANEE", "PRIVATEER", "MAIN", "ANONYMOUS"];
            let marks: String =
                "RAMEPUN".chars().zip(columns).filter(|(_, c)| number(c) == 1).map(|(m, _)| m).collect();
            assert_eq!(leader.marks, marks, "{}", leader.code);
        }
    }

    #[test]
    fn a_leader_is_found_by_his_name_and_serves_in_his_turns() {
        let schwerin = find("schwer")[0];
        assert_eq!(
            (schwerin.name.as_str(), schwerin.of.as_str(), schwerin.manoeuvre),
            ("Schwerin", "prussia", 4)
        );
        assert_eq!([48, 49, 55, 56].map(|turn| schwerin.serves(turn)), [false, true, true, false]);
        let values = schwerin.values();
        let told =
            [schwerin.manoeuvre, schwerin.fire, schwerin.shock, schwerin.siege].map(|value| value as i8);
        assert_eq!([values.manoeuvre, values.fire, values.shock, values.siege], told);
        assert_eq!(values.manoeuvre, 4);
        // Whose counter has no turns serves by none, and in none.
        assert!(leaders().iter().any(|leader| leader.turns.is_none()));
        assert!(leaders().iter().filter_map(|leader| leader.turns).all(|(first, _)| first > 0));
    }
}
