//! What fights on land: factors by sort, corps, leaders; and how players write them.

use crate::nations::Nation;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use table::refusal::Refusal;
use table::said;
use table::said::{Value, name};

/// A sort of army factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Troop {
    /// Infantry, `i`.
    Infantry,
    /// Militia, `m`.
    Militia,
    /// Light cavalry, `lc`.
    LightCavalry,
    /// Medium cavalry, the standard cavalry of the game, `c`.
    Cavalry,
    /// Heavy cavalry, `hc`.
    HeavyCavalry,
    /// Guard, `gd`.
    Guard,
    /// Artillery, `a`.
    Artillery,
    /// Cossacks, `ck`.
    Cossack,
    /// Freikorps, `fk`.
    Freikorps,
    /// Guerrillas, `gr`.
    Guerrilla,
    /// Feudal infantry, `fi`.
    FeudalInfantry,
    /// Feudal cavalry, `fc`.
    FeudalCavalry,
}

/// How many sorts there are.
pub const SORTS: usize = 12;
/// The most factors of one sort in one corps; wide enough for anything, and what the strongbox takes.
pub const MOST: u16 = 999;

impl Troop {
    /// All twelve, in the order in which a corps is written.
    pub const ALL: [Troop; SORTS] = [
        Troop::Infantry,
        Troop::Militia,
        Troop::LightCavalry,
        Troop::Cavalry,
        Troop::HeavyCavalry,
        Troop::Guard,
        Troop::Artillery,
        Troop::Cossack,
        Troop::Freikorps,
        Troop::Guerrilla,
        Troop::FeudalInfantry,
        Troop::FeudalCavalry,
    ];

    /// Those that are cavalry.
    const CAVALRY: [Troop; 5] =
        [Troop::LightCavalry, Troop::Cavalry, Troop::HeavyCavalry, Troop::Cossack, Troop::FeudalCavalry];

    /// The abbreviation by which players write it.
    #[must_use]
    pub fn letters(self) -> &'static str {
        ["i", "m", "lc", "c", "hc", "gd", "a", "ck", "fk", "gr", "fi", "fc"][self as usize]
    }

    /// The machine word, as the strongbox keeps it: `heavy_cavalry`.
    #[must_use]
    pub fn key(self) -> &'static str {
        [
            "infantry",
            "militia",
            "light_cavalry",
            "cavalry",
            "heavy_cavalry",
            "guard",
            "artillery",
            "cossack",
            "freikorps",
            "guerrilla",
            "feudal_infantry",
            "feudal_cavalry",
        ][self as usize]
    }

    /// What a sentence calls it: "heavy cavalry".
    #[must_use]
    pub fn word(self) -> Value {
        name(self.key().replace('_', " "))
    }

    /// The sort that a player means: an abbreviation or a word, in any case, singular or plural.
    #[must_use]
    pub fn meant(word: &str) -> Option<Troop> {
        let plain: String =
            word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let plain = plain.strip_suffix("factors").unwrap_or(&plain);
        let found = |sort: &Troop| {
            let key: String = sort.key().chars().filter(|c| *c != '_').collect();
            plain == sort.letters() || plain == key || plain.strip_suffix('s') == Some(&key)
        };
        match plain {
            "inf" => Some(Troop::Infantry),
            "mil" => Some(Troop::Militia),
            "cav" | "mc" | "mediumcavalry" => Some(Troop::Cavalry),
            "g" => Some(Troop::Guard),
            "art" => Some(Troop::Artillery),
            "cos" => Some(Troop::Cossack),
            "guerilla" | "guerillas" => Some(Troop::Guerrilla),
            _ => Troop::ALL.into_iter().find(found),
        }
    }

    /// Whether it is cavalry: for superiority, for the cavalry lost in breaking, for pursuit.
    #[must_use]
    pub fn is_cavalry(self) -> bool {
        Troop::CAVALRY.contains(&self)
    }

    /// Whether it marches as irregulars do, who always stand with the outflanking force.
    #[must_use]
    pub fn is_irregular(self) -> bool {
        matches!(self, Troop::Cossack | Troop::Freikorps)
    }

    /// Whether it comes in counters of its own, without a corps, and rates as nothing alone.
    fn stands_alone(self) -> bool {
        self.is_irregular() || self == Troop::Guerrilla
    }
}

/// Factors by sort.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Factors(pub [u16; SORTS]);

impl Factors {
    /// Factors of one sort.
    #[must_use]
    pub fn of(self, sort: Troop) -> u16 {
        self.0[sort as usize]
    }

    /// All together.
    #[must_use]
    pub fn total(self) -> u32 {
        self.0.iter().map(|n| u32::from(*n)).sum()
    }

    /// All cavalry together.
    #[must_use]
    pub fn cavalry(self) -> u32 {
        Troop::CAVALRY.iter().map(|sort| u32::from(self.of(*sort))).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|n| *n == 0)
    }

    /// Whether they are cossacks, freikorps or guerrillas and nothing else.
    #[must_use]
    pub fn are_irregular(self) -> bool {
        !self.is_empty() && self.each().all(|(sort, _)| sort.stands_alone())
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Factors) -> Factors {
        Factors(std::array::from_fn(|i| self.0[i].saturating_add(other.0[i])))
    }

    /// What is left without others.
    #[must_use]
    pub fn without(self, other: Factors) -> Factors {
        Factors(std::array::from_fn(|i| self.0[i].saturating_sub(other.0[i])))
    }

    /// The sorts that there are, with their factors.
    pub fn each(self) -> impl Iterator<Item = (Troop, u16)> {
        Troop::ALL.into_iter().map(move |sort| (sort, self.of(sort))).filter(|(_, n)| *n > 0)
    }

    /// Reads what a strongbox holds.
    ///
    /// # Errors
    /// A refusal that names the sort that no army has.
    pub fn kept(sorts: &BTreeMap<String, u32>) -> Result<Factors, Refusal> {
        let mut factors = Factors::default();
        for (word, n) in sorts {
            let sort = Troop::meant(word).ok_or_else(|| no_sort(word))?;
            factors.add(sort, *n)?;
        }
        Ok(factors)
    }

    /// Reads `18i 3c`, `18 infantry, 3 cavalry` or `18/3/2`: infantry, cavalry and, as third number, artillery.
    ///
    /// # Errors
    /// A refusal that says what cannot be read and how it is written.
    pub fn read(text: &str) -> Result<Factors, Refusal> {
        let text = text.trim();
        let mut factors = Factors::default();
        if text.contains('/') {
            let of = [Troop::Infantry, Troop::Cavalry, Troop::Artillery];
            let parts: Vec<&str> = text.split('/').map(str::trim).collect();
            if parts.len() > of.len() {
                return Err(unread(text));
            }
            for (sort, part) in of.into_iter().zip(parts) {
                factors.add(sort, part.parse().map_err(|_| unread(text))?)?;
            }
            return Ok(factors);
        }
        let mut rest = text;
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let n: u32 = rest[..digits].parse().map_err(|_| unread(text))?;
            let after = rest[digits..].trim_start();
            let end = after.find(|c: char| c.is_ascii_digit() || c == ',' || c == ';').unwrap_or(after.len());
            let word = after[..end].trim();
            if word.is_empty() {
                return Err(unread(text));
            }
            let plain = word.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '_');
            let sort = Troop::meant(word).filter(|_| plain).ok_or_else(|| no_sort(word))?;
            factors.add(sort, n)?;
            rest = after[end..].trim_start_matches([',', ';', ' ']);
        }
        Ok(factors)
    }

    fn add(&mut self, sort: Troop, n: u32) -> Result<(), Refusal> {
        let all = u32::from(self.of(sort)).saturating_add(n);
        self.0[sort as usize] = u16::try_from(all).ok().filter(|all| *all <= MOST).ok_or_else(|| {
            Refusal::new(said!("A corps holds 0 to {} factors of a sort; {} were given.", MOST, n))
        })?;
        Ok(())
    }
}

fn unread(text: &str) -> Refusal {
    let written: String = text.chars().take(40).collect();
    Refusal::new(said!(
        "\"{}\" is no list of factors. They are written as in 18i 3c, as 18 infantry, 3 cavalry, or as 18/3/2 for infantry, cavalry and artillery.",
        written
    ))
}

fn no_sort(word: &str) -> Refusal {
    let written: String = word.chars().take(20).collect();
    Refusal::new(said!(
        "\"{}\" is no sort of army factor. There are i, m, lc, c, hc, gd, a, ck, fk, gr, fi and fc: infantry, militia, light, medium and heavy cavalry, guard, artillery, cossacks, freikorps, guerrillas, feudal infantry and cavalry.",
        written
    ))
}

/// `18i 3c`; `0` for none.
impl fmt::Display for Factors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("0");
        }
        for (i, (sort, n)) in self.each().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{n}{}", sort.letters())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Factors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Factors {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let map: BTreeMap<&str, u16> = self.each().map(|(sort, n)| (sort.key(), n)).collect();
        map.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Factors {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = BTreeMap::<Troop, u16>::deserialize(deserializer)?;
        let mut factors = Factors::default();
        for (sort, n) in map {
            if n > MOST {
                return Err(serde::de::Error::custom("more factors than a corps holds"));
            }
            factors.0[sort as usize] = n;
        }
        Ok(factors)
    }
}

/// How a corps came to the battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Came {
    /// Over land, or it stood there.
    #[default]
    Overland,
    /// Landed from the sea in this turn.
    Landed,
    /// Over a crossing arrow in this turn.
    Crossed,
}

/// A corps as it comes to a battle: the counter that everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corps {
    /// Its name.
    pub name: String,
    /// Whose soldiers they are, of the power that owns it or a minor country's.
    pub nation: Nation,
    /// Whether it is a cavalry corps, which a leader may add beyond his limit.
    #[serde(default, skip_serializing_if = "is_not")]
    pub cavalry: bool,
    /// How it came.
    #[serde(default, skip_serializing_if = "overland")]
    pub came: Came,
    /// Whether feudal troops in it stand in their own home province.
    #[serde(default, skip_serializing_if = "is_not")]
    pub at_home: bool,
    /// Whether Britain trained it.
    #[serde(default, skip_serializing_if = "is_not")]
    pub trained: bool,
    /// Whether it is a sponsored minor country's, which retreats towards its own capital.
    #[serde(default, skip_serializing_if = "is_not")]
    pub sponsored: bool,
    /// Whether it is La Salle's light cavalry, which keeps its own morale in a storming.
    #[serde(default, skip_serializing_if = "is_not")]
    pub la_salle: bool,
    /// Whether it stands in an adjacent area, from where it can only reinforce.
    #[serde(default, skip_serializing_if = "is_not")]
    pub adjacent: bool,
    /// The area in which it stands if that is an adjacent one, else that from which it marched, where it was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

impl Corps {
    /// A corps that stands there, of its nation and nothing more.
    #[must_use]
    pub fn named(name: &str, nation: Nation) -> Corps {
        Corps {
            name: name.to_owned(),
            nation,
            cavalry: false,
            came: Came::Overland,
            at_home: false,
            trained: false,
            sponsored: false,
            la_salle: false,
            adjacent: false,
            from: None,
        }
    }
}

fn is_not(yes: &bool) -> bool {
    !yes
}

fn overland(came: &Came) -> bool {
    *came == Came::Overland
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// His name.
    pub name: String,
    /// Strategic rating, 0 to 6.
    pub strategic: u8,
    /// Tactical rating, 0 to 5.
    pub tactical: u8,
    /// Tactical maximum: corps that he leads, 1 to 6.
    pub maximum: u8,
    /// Rank, `A` the most senior, to `D`.
    pub rank: Rank,
    /// Whether he stands in an adjacent area, from where he can only reinforce.
    #[serde(default, skip_serializing_if = "is_not")]
    pub adjacent: bool,
}

/// A leader's rank, the most senior first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rank {
    A,
    B,
    C,
    D,
}

impl Leader {
    /// Reads `5 5 6 A`, `5.5.6.A` or `5-5-6-A`: strategic rating, tactical rating, tactical maximum, rank.
    ///
    /// # Errors
    /// A refusal that says how a leader is written.
    pub fn read(name: &str, ratings: &str) -> Result<Leader, Refusal> {
        let parts: Vec<&str> =
            ratings.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        let read = || -> Option<Leader> {
            let [strategic, tactical, maximum, rank] = parts.as_slice() else { return None };
            let rank = match rank.to_ascii_uppercase().as_str() {
                "A" => Rank::A,
                "B" => Rank::B,
                "C" => Rank::C,
                "D" => Rank::D,
                _ => return None,
            };
            let [strategic, tactical, maximum] = [strategic, tactical, maximum].map(|text| text.parse().ok());
            let (strategic, tactical, maximum) = (strategic?, tactical?, maximum?);
            Some(Leader { name: name.to_owned(), strategic, tactical, maximum, rank, adjacent: false })
        };
        let leader = read().ok_or_else(|| Leader::wrong(name))?;
        leader.check()?;
        Ok(leader)
    }

    /// Checks that his ratings are such as leaders have.
    ///
    /// # Errors
    /// A refusal that says how a leader is written.
    pub fn check(&self) -> Result<(), Refusal> {
        let can_be = self.strategic <= 6 && self.tactical <= 5 && (1..=6).contains(&self.maximum);
        if can_be { Ok(()) } else { Err(Leader::wrong(&self.name)) }
    }

    fn wrong(name: &str) -> Refusal {
        Refusal::new(said!(
            "{}: leaders stand a line each, by their name alone where the order of battle has them, else with strategic rating 0–6, tactical rating 0–5, tactical maximum 1–6 and rank A–D, as in: Ney 4 4 3 B.",
            name
        ))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_read_as_players_write_them_and_written_in_one_way() {
        for (text, written) in [
            ("18i 3c", "18i 3c"),
            ("18 infantry, 3 cavalry", "18i 3c"),
            ("18/3/2", "18i 3c 2a"),
            ("18/3", "18i 3c"),
            ("5Gd 2HC,1 LC", "1lc 2hc 5gd"),
            ("4 feudal infantry; 2fc", "4fi 2fc"),
            ("1ck 2fk 3gr 4m", "4m 1ck 2fk 3gr"),
            ("2 cossacks", "2ck"),
            ("9 inf, 2 mil, 3 cav, 1 g, 4 art", "9i 2m 3c 1gd 4a"),
            ("1mc, 2 Medium Cavalry", "3c"),
            ("1 cos 2 guerilla", "1ck 2gr"),
            ("3 guerillas, 1 guerrilla", "4gr"),
            ("3i 4i", "7i"),
            ("", "0"),
        ] {
            assert_eq!(Factors::read(text).unwrap().to_string(), written, "{text}");
        }
        for text in ["i18", "18", "18x", "1/2/3/4", "1/x", "1000i", "999i 1i", "18i -3c", "４i"] {
            let says = Factors::read(text).unwrap_err().says;
            assert!(says.ends_with('.'), "{text}: {says}");
        }
    }

    #[test]
    fn a_corps_holds_999_factors_of_a_sort() {
        assert_eq!(Factors::read("998i 1i").unwrap().of(Troop::Infantry), 999);
        let written = |n: u32| serde_json::from_value::<Factors>(serde_json::json!({"infantry": n}));
        assert_eq!(written(999).unwrap().of(Troop::Infantry), 999);
        for n in [1000, 1001, 65_535] {
            assert!(written(n).is_err(), "{n}");
        }
    }

    #[test]
    fn leaders_are_read_by_their_four_ratings() {
        let davout = Leader::read("Davout", "5.4.3-B").unwrap();
        assert_eq!((davout.strategic, davout.tactical, davout.maximum, davout.rank), (5, 4, 3, Rank::B));
        for text in ["", "5 5 6", "7 5 6 A", "5 6 6 A", "5 5 0 A", "5 5 6 E", "5 5 6 A A"] {
            assert!(
                Leader::read("Davout", text).unwrap_err().says.ends_with("as in: Ney 4 4 3 B."),
                "{text}"
            );
        }
    }
}
