//! The roster: what lies in the strongboxes of Empires in Arms, whose board stands elsewhere. Corps and fleets with what is in them, treasuries
//! and saved manpower; and of a fleet how many full squadrons it has, which may have to be announced alone.

use crate::powers::Power;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use table::offers::{Field, Kind, Offer, spoken};
use table::refusal::Refusal;
use table::rule;
use table::said;
use table::strongbox::item::{begins_with, check_unwritten, in_brackets, says_in_brackets};
use table::strongbox::{LONGEST_NAME, Telling, Thing, check_form, key};

/// The most of one sort in a corps or fleet, in factors or ships.
pub const MOST: u32 = 999;
/// The most sorts in one corps or fleet.
pub const MOST_SORTS: usize = 12;
/// The longest word for a sort of factor or ship, in letters.
pub const LONGEST_SORT: usize = 20;
/// The largest treasury and the largest debt, in $.
pub const MOST_MONEY: i64 = 9_999;
/// How many ships a full squadron has, whatever their sort.
pub const SQUADRON: u32 = 10;
/// The sort of a fleet's ships that are not told apart.
pub const SHIPS: &str = "ships";
/// The words by which a treasury is known where a roster is written, in every language that it is read in.
pub const MONEY_WORDS: [&str; 6] = ["treasury", "money", "$", "valtionkassa", "kassa", "rahat"];
/// The same of saved manpower.
pub const MANPOWER_WORDS: [&str; 3] = ["manpower", "mp", "miesvoima"];
/// The same of what was bought and has arrived.
pub const ARRIVED_WORDS: [&str; 2] = ["arrivals", "saapuneet"];
/// The names that the box gives, in every language that they are shown in.
const OWN_NAMES: [&str; 6] = ["treasury", "manpower", "arrivals", "valtionkassa", "miesvoima", "saapuneet"];
/// The sorts of factors that an offer names; an order may name others.
const FACTORS: [&str; 6] = ["infantry", "militia", "cavalry", "guard", "artillery", "cossack"];

/// An item of the roster as it is sealed: its canonical JSON is what its code is made of.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case", deny_unknown_fields)]
pub enum Item {
    /// A corps.
    Corps {
        /// Its name.
        name: String,
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// Its factors by sort: `infantry`, `cavalry`, …
        factors: BTreeMap<String, u32>,
    },
    /// A fleet.
    Fleet {
        /// Its name.
        name: String,
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// How many ships, of every sort together.
        ships: u32,
        /// The ships by sort, where the owner told them apart: `heavy`, `light`, …
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        types: BTreeMap<String, u32>,
    },
    /// A treasury, one a power.
    Treasury {
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// $; below 0 is debt.
        money: i64,
    },
    /// Manpower saved, one a power.
    Manpower {
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// Manpower points (MP).
        points: u32,
    },
    /// Factors and ships that were bought and have arrived, and stand in no corps or fleet yet; one a power and one a free state of it.
    Arrivals {
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// Which free state's, by its key; `None` for the power's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
        /// How many by sort: `infantry`, `ships`, …
        waiting: BTreeMap<String, u32>,
    },
    /// What of a fleet may have to be announced: how many full squadrons it has, and no more. Never kept, only sealed beside its fleet.
    Squadrons {
        /// The fleet's name.
        name: String,
        /// Whose it is, where the seat has several powers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// How many full squadrons of ten ships.
        full: u32,
    },
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(item)")
    }
}

/// What is called so that was bought and has arrived.
const ARRIVALS: &str = "Arrivals";

/// The name of a treasury, of manpower or of arrivals, which has none of its own.
fn name_of_one(what: &str, power: Option<&str>) -> String {
    power.map_or_else(|| what.to_owned(), |power| format!("{what} of {}", spoken(power)))
}

impl Item {
    /// A fleet of ships by sort; of the sort `ships` alone where they are not told apart.
    #[must_use]
    pub fn fleet(name: String, power: Option<String>, sorts: BTreeMap<String, u32>) -> Item {
        let ships = sorts.values().fold(0u32, |all, ships| all.saturating_add(*ships));
        let plain = sorts.keys().eq([SHIPS]);
        Item::Fleet { name, power, ships, types: if plain { BTreeMap::new() } else { sorts } }
    }
}

impl Thing for Item {
    const TOLD: Option<Telling> = Some(Telling {
        verb: "squadrons",
        count: "fleets",
        rule: rule!("house.naval.blockaded-announces-squadrons"),
        has_none: |name| said!("\"{}\" is no fleet, so it has no squadrons.", name),
        none: || said!("No fleet stands in your last sheet, so there are no squadrons to announce."),
    });

    fn name(&self) -> String {
        match self {
            Item::Corps { name, .. } | Item::Fleet { name, .. } | Item::Squadrons { name, .. } => {
                name.clone()
            }
            Item::Treasury { power, .. } => name_of_one("Treasury", power.as_deref()),
            Item::Manpower { power, .. } => name_of_one("Manpower", power.as_deref()),
            Item::Arrivals { state: Some(state), .. } => name_of_one(ARRIVALS, Some(state)),
            Item::Arrivals { power, .. } => name_of_one(ARRIVALS, power.as_deref()),
        }
    }

    fn power(&self) -> Option<&str> {
        match self {
            Item::Corps { power, .. }
            | Item::Fleet { power, .. }
            | Item::Treasury { power, .. }
            | Item::Manpower { power, .. }
            | Item::Arrivals { power, .. }
            | Item::Squadrons { power, .. } => power.as_deref(),
        }
    }

    fn label(&self) -> String {
        match (self, self.power()) {
            // Their names say whose they are.
            (Item::Treasury { .. } | Item::Manpower { .. } | Item::Arrivals { .. }, _) | (_, None) => {
                self.name()
            }
            (_, Some(power)) => format!("{} ({})", self.name(), spoken(power)),
        }
    }

    fn of_power(mut self, of: Option<String>) -> Item {
        match &mut self {
            Item::Corps { power, .. }
            | Item::Fleet { power, .. }
            | Item::Treasury { power, .. }
            | Item::Manpower { power, .. }
            | Item::Arrivals { power, .. }
            | Item::Squadrons { power, .. } => *power = of,
        }
        self
    }

    fn check(&self) -> Result<(), Refusal> {
        match self {
            Item::Corps { name, factors, .. } => {
                check_own_name(name)?;
                check_sorts(name, factors)
            }
            Item::Fleet { name, ships, types, .. } => {
                check_own_name(name)?;
                if types.is_empty() {
                    return check_count(name, SHIPS, *ships);
                }
                check_sorts(name, types)?;
                if types.values().sum::<u32>() == *ships {
                    Ok(())
                } else {
                    Err(Refusal::new(said!("The ships of a fleet are not the sum of its sorts.")))
                }
            }
            Item::Treasury { money, .. } if money.unsigned_abs() > MOST_MONEY.unsigned_abs() => {
                Err(Refusal::new(said!("A treasury is −9,999 to 9,999 $; {} was entered.", money)))
            }
            Item::Manpower { points, .. } if *points > MOST => {
                Err(Refusal::new(said!("Manpower is 0 to {} MP; {} was entered.", MOST, points)))
            }
            Item::Treasury { .. } | Item::Manpower { .. } => Ok(()),
            // An empty one is what is left when all of it stands somewhere.
            Item::Arrivals { waiting, .. } if waiting.is_empty() => Ok(()),
            Item::Arrivals { waiting, .. } => check_sorts(&self.name(), waiting),
            Item::Squadrons { name, .. } => check_own_name(name),
        }
    }

    fn renamed(mut self, to: &str) -> Option<Item> {
        match &mut self {
            Item::Corps { name, .. } | Item::Fleet { name, .. } => to.clone_into(name),
            Item::Treasury { .. }
            | Item::Manpower { .. }
            | Item::Arrivals { .. }
            | Item::Squadrons { .. } => {
                return None;
            }
        }
        Some(self)
    }

    fn part(&self) -> Option<Item> {
        match self {
            Item::Fleet { name, power, ships, .. } => {
                Some(Item::Squadrons { name: name.clone(), power: power.clone(), full: ships / SQUADRON })
            }
            _ => None,
        }
    }

    fn is_part(&self) -> bool {
        matches!(self, Item::Squadrons { .. })
    }

    fn check_name(name: &str) -> Result<(), Refusal> {
        if begins_with(name, &OWN_NAMES) { Err(of_the_box()) } else { Ok(()) }
    }

    fn check_thing_name(name: &str) -> Result<(), Refusal> {
        Item::check_name(name)?;
        check_unwritten(name)?;
        if single(&key(name)).is_some() || begins_with(name, &ARRIVED_WORDS) {
            return Err(of_the_box());
        }
        let says = |tag: &String| {
            let names_power = tag.chars().count() > 1 && Power::meant(tag).is_some();
            names_power || ["corps", "fleet"].contains(&tag.as_str())
        };
        if in_brackets(name).as_ref().is_some_and(says) {
            return Err(says_in_brackets());
        }
        Ok(())
    }

    fn offers() -> Vec<Offer> {
        let whole = |name: &str, least: i64, most: i64| Field::required(name, Kind::Whole { least, most });
        let name = || Field::required("name", Kind::Name { most: LONGEST_NAME, taken: Vec::new() });
        let sorts = FACTORS.iter().map(|sort| (*sort).to_owned()).collect();
        let most = i64::from(MOST);
        let sort = Field::required("sort", Kind::OneOf { of: sorts });
        vec![
            Offer::with("box_corps", vec![name(), sort, whole("count", 0, most)]),
            Offer::with("box_fleet", vec![name(), whole("count", 0, most)]),
            Offer::with("box_treasury", vec![whole("money", -MOST_MONEY, MOST_MONEY)]),
            Offer::with("box_manpower", vec![whole("points", 0, most)]),
        ]
    }

    fn filled(verb: &str, filled: &Value) -> Option<Item> {
        let text = |name: &str| filled.get(name).and_then(Value::as_str).map(str::to_owned);
        let whole = |name: &str| filled.get(name).and_then(Value::as_i64);
        let count = |name: &str| u32::try_from(whole(name)?).ok();
        Some(match verb {
            "box_corps" => {
                let factors = BTreeMap::from([(text("sort")?, count("count")?)]);
                Item::Corps { name: text("name")?, power: None, factors }
            }
            "box_fleet" => Item::Fleet {
                name: text("name")?,
                power: None,
                ships: count("count")?,
                types: BTreeMap::new(),
            },
            "box_treasury" => Item::Treasury { power: None, money: whole("money")? },
            "box_manpower" => Item::Manpower { power: None, points: count("points")? },
            _ => return None,
        })
    }
}

/// What a name must be that is read out of a strongbox; one that is given anew must be more ([`Thing::check_thing_name`]).
fn check_own_name(name: &str) -> Result<(), Refusal> {
    check_form(name)?;
    if begins_with(name, &["treasury", "manpower"]) { Err(of_the_box()) } else { Ok(()) }
}

fn of_the_box() -> Refusal {
    Refusal::new(said!(
        "Treasury, Manpower and Arrivals are names that the strongbox gives itself. A corps, fleet or note needs another name."
    ))
}

/// Whether a line in small letters is of a treasury (`true`) or of manpower, and what stands after the word.
#[must_use]
pub fn single(line: &str) -> Option<(bool, &str)> {
    let after = |words: &'static [&'static str]| words.iter().find_map(|word| line.strip_prefix(word));
    let found = after(&MONEY_WORDS).map(|rest| (true, rest));
    let found = found.or_else(|| after(&MANPOWER_WORDS).map(|rest| (false, rest)));
    found.filter(|(_, rest)| !rest.starts_with(char::is_alphabetic))
}

fn check_count(name: &str, sort: &str, count: u32) -> Result<(), Refusal> {
    if count <= MOST {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "{}: 0 to {} {} fit into it; {} were entered.",
        name,
        MOST,
        sort.replace('_', " "),
        count
    )))
}

fn check_sorts(name: &str, sorts: &BTreeMap<String, u32>) -> Result<(), Refusal> {
    if sorts.is_empty() || sorts.len() > MOST_SORTS {
        return Err(Refusal::new(said!(
            "{} needs 1 to {} sorts of factors or ships, as in: 14 infantry, 2 cavalry.",
            name,
            MOST_SORTS
        )));
    }
    for (sort, count) in sorts {
        let plain = |b: u8| b.is_ascii_lowercase() || b == b'_';
        if !(1..=LONGEST_SORT).contains(&sort.len()) || !sort.bytes().all(plain) {
            return Err(Refusal::new(said!(
                "{}: a sort is a word of at most {} letters a–z, such as infantry or heavy_cavalry.",
                name,
                LONGEST_SORT
            )));
        }
        check_count(name, sort, *count)?;
    }
    Ok(())
}
