//! What lies in the strongboxes of Europa: counters with how many there are of each, as what a fleet counter holds in detachments
//! (`fast-battle.units.fleet-contents-recorded`), and treasuries in ducats.

use super::country::Country;
use super::words::folded;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use table::offers::{Field, Kind, Offer, spoken};
use table::refusal::Refusal;
use table::said;
use table::strongbox::item::{begins_with, check_unwritten, in_brackets, says_in_brackets};
use table::strongbox::{LONGEST_NAME, Thing, check_form, key};

/// The most of one sort in an item.
pub const MOST: u32 = 99;
/// The largest treasury and the largest debt, in ducats.
pub const MOST_DUCATS: i64 = 99_999;
/// The words by which a treasury is known where a roster is written, in every language that it is read in.
const MONEY_WORDS: [&str; 6] = ["treasury", "money", "$", "valtionkassa", "kassa", "rahat"];
/// The names that the box gives, in every language that they are shown in.
const OWN_NAMES: [&str; 2] = ["treasury", "valtionkassa"];
/// The sorts of counters, as they are sealed and as they are called.
pub const SORTS: [(&str, &str); 10] = [
    ("army_plus", "A+"),
    ("army_minus", "A-"),
    ("ld", "LD"),
    ("pasha", "pasha"),
    ("fleet_plus", "F+"),
    ("fleet_minus", "F-"),
    ("nd", "ND"),
    ("gd", "GD"),
    ("dtr", "DTr"),
    ("d", "d"),
];

/// A thing in a strongbox.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case", deny_unknown_fields)]
pub enum Item {
    /// Counters: what a fleet holds, or an army's stack.
    Counters {
        /// What they are called.
        name: String,
        /// Whose they are, where the seat has several countries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// How many there are of each sort: `nd`, `army_plus`, …
        of: BTreeMap<String, u32>,
    },
    /// A treasury, one a country.
    Ducats {
        /// Whose it is, where the seat has several countries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        power: Option<String>,
        /// Ducats; below 0 is debt.
        ducats: i64,
    },
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(item)")
    }
}

/// A country's name by its key.
fn called(power: &str) -> String {
    Country::by_key(power).map_or_else(|| spoken(power), |country| country.name().to_owned())
}

impl Thing for Item {
    fn name(&self) -> String {
        match self {
            Item::Counters { name, .. } => name.clone(),
            Item::Ducats { power: None, .. } => "Treasury".to_owned(),
            Item::Ducats { power: Some(power), .. } => format!("Treasury of {}", called(power)),
        }
    }

    fn power(&self) -> Option<&str> {
        match self {
            Item::Counters { power, .. } | Item::Ducats { power, .. } => power.as_deref(),
        }
    }

    fn label(&self) -> String {
        match self {
            Item::Counters { name, power: Some(power), .. } => format!("{name} ({})", called(power)),
            _ => self.name(),
        }
    }

    fn of_power(mut self, whose: Option<String>) -> Item {
        match &mut self {
            Item::Counters { power, .. } | Item::Ducats { power, .. } => *power = whose,
        }
        self
    }

    fn check(&self) -> Result<(), Refusal> {
        match self {
            Item::Counters { name, of, .. } => {
                check_form(name)?;
                Item::check_name(name)?;
                let known = |sort: &String| SORTS.iter().any(|(key, _)| key == sort);
                if of.is_empty() || !of.keys().all(known) {
                    return Err(Refusal::new(said!(
                        "{} holds counters of Europa: A+, A-, LD, pasha; F+, F-, ND, GD, DTr; d.",
                        name
                    )));
                }
                match of.values().find(|many| **many > MOST) {
                    Some(many) => Err(Refusal::new(said!(
                        "{} holds 0 to {} counters of a sort; {} were entered.",
                        name,
                        MOST,
                        many
                    ))),
                    None => Ok(()),
                }
            }
            Item::Ducats { ducats, .. } if ducats.unsigned_abs() > MOST_DUCATS.unsigned_abs() => {
                Err(Refusal::new(said!("A treasury is −99,999 to 99,999 ducats; {} was entered.", ducats)))
            }
            Item::Ducats { .. } => Ok(()),
        }
    }

    fn renamed(self, to: &str) -> Option<Item> {
        match self {
            Item::Counters { power, of, .. } => Some(Item::Counters { name: to.to_owned(), power, of }),
            Item::Ducats { .. } => None,
        }
    }

    fn check_name(name: &str) -> Result<(), Refusal> {
        if begins_with(name, &OWN_NAMES) { Err(of_the_box()) } else { Ok(()) }
    }

    fn check_thing_name(name: &str) -> Result<(), Refusal> {
        Item::check_name(name)?;
        check_unwritten(name)?;
        if treasury(&key(name)).is_some() {
            return Err(of_the_box());
        }
        let named = |tag: &String| Country::all().any(|country| folded(country.name()) == folded(tag));
        if in_brackets(name).as_ref().is_some_and(named) {
            return Err(says_in_brackets());
        }
        Ok(())
    }

    fn offers() -> Vec<Offer> {
        let whole = |name: &str, least: i64, most: i64| Field::required(name, Kind::Whole { least, most });
        let name = Field::required("name", Kind::Name { most: LONGEST_NAME, taken: Vec::new() });
        let sorts = SORTS.iter().map(|(sort, _)| (*sort).to_owned()).collect();
        let sort = Field::required("sort", Kind::OneOf { of: sorts });
        vec![
            Offer::with("box_counters", vec![name, sort, whole("count", 0, i64::from(MOST))]),
            Offer::with("box_ducats", vec![whole("ducats", -MOST_DUCATS, MOST_DUCATS)]),
        ]
    }

    fn filled(verb: &str, filled: &Value) -> Option<Item> {
        let text = |name: &str| filled.get(name).and_then(Value::as_str).map(str::to_owned);
        let whole = |name: &str| filled.get(name).and_then(Value::as_i64);
        Some(match verb {
            "box_counters" => {
                let of = BTreeMap::from([(text("sort")?, u32::try_from(whole("count")?).ok()?)]);
                Item::Counters { name: text("name")?, power: None, of }
            }
            "box_ducats" => Item::Ducats { power: None, ducats: whole("ducats")? },
            _ => return None,
        })
    }
}

fn of_the_box() -> Refusal {
    Refusal::new(said!(
        "Treasury is a name that the strongbox gives itself. Counters or a note need another name."
    ))
}

/// What stands after the word in a line in small letters that is of a treasury.
#[must_use]
pub fn treasury(line: &str) -> Option<&str> {
    let rest = MONEY_WORDS.iter().find_map(|word| line.strip_prefix(word))?;
    (!rest.starts_with(char::is_alphabetic)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_treasury_is_known_by_its_word_and_not_by_one_that_begins_so() {
        for (line, rest) in [
            ("treasury 40", Some(" 40")),
            ("$40", Some("40")),
            ("money: 7", Some(": 7")),
            ("rahat", Some("")),
            ("moneybags", None),
            ("kassari 2", None),
            ("fleet 1", None),
        ] {
            assert_eq!(treasury(line), rest, "{line}");
        }
    }

    #[test]
    fn a_name_is_not_one_of_the_box_nor_says_whose_it_is() {
        let says = |name: &str| Item::check_thing_name(name).err().map(|refusal| refusal.says.to_string());
        for fits in ["Home fleet", "Moneybags", "Fleet (second)", "Grande armada"] {
            assert_eq!(says(fits), None, "{fits}");
        }
        for (name, why) in [
            ("Treasury", "a name that the strongbox gives itself"),
            ("money 4", "a name that the strongbox gives itself"),
            ("Fleet: 4", "A name has no"),
            ("Fleet (France)", "say whose it is"),
            ("Fleet (VENICE)", "say whose it is"),
        ] {
            let said = says(name).unwrap_or_default();
            assert!(said.contains(why), "{name}: {said}");
        }
    }

    fn counters(name: &str, power: Option<&str>, of: &[(&str, u32)]) -> Item {
        let of = of.iter().map(|(sort, many)| ((*sort).to_owned(), *many)).collect();
        Item::Counters { name: name.to_owned(), power: power.map(str::to_owned), of }
    }

    fn ducats(power: Option<&str>, ducats: i64) -> Item {
        Item::Ducats { power: power.map(str::to_owned), ducats }
    }

    #[test]
    fn things_are_called_by_their_names_and_treasuries_by_whose_they_are() {
        let called = |item: Item| (item.name(), item.label(), item.power().map(str::to_owned));
        let told = |name: &str, label: &str, power: Option<&str>| {
            (name.to_owned(), label.to_owned(), power.map(str::to_owned))
        };
        let fleet = [("fleet_plus", 1)];
        assert_eq!(called(counters("Armada", None, &fleet)), told("Armada", "Armada", None));
        let whose = told("Armada", "Armada (Spain)", Some("spain"));
        assert_eq!(called(counters("Armada", Some("spain"), &fleet)), whose);
        assert_eq!(called(ducats(None, 40)), told("Treasury", "Treasury", None));
        let whose = told("Treasury of Spain", "Treasury of Spain", Some("spain"));
        assert_eq!(called(ducats(Some("spain"), 40)), whose);
        assert_eq!(
            called(ducats(Some("old_castile"), 40)).0,
            "Treasury of Old Castile",
            "no country of the game"
        );
        assert_eq!(
            counters("Armada", None, &fleet).renamed("Invincible"),
            Some(counters("Invincible", None, &fleet))
        );
        assert_eq!(ducats(None, 40).renamed("Hoard"), None);
    }

    // fast-battle.units.fleet-contents-recorded
    #[test]
    fn counters_and_ducats_stay_within_their_bounds() {
        let says =
            |item: Item| item.check().err().map(|refusal| refusal.says.to_string()).unwrap_or_default();
        let of = |of: &[(&str, u32)]| says(counters("Armada", None, of));
        assert_eq!(of(&[("nd", MOST), ("gd", 0), ("dtr", 1)]), "");
        let many = "Armada holds 0 to 99 counters of a sort; 100 were entered.";
        assert_eq!(of(&[("nd", 4), ("gd", MOST + 1)]), many);
        for none in [&[][..], &[("galleon", 1)], &[("nd", 1), ("galleon", 1)]] {
            assert!(of(none).contains("holds counters of Europa: A+"), "{none:?}");
        }
        assert!(says(counters("Treasury of Spain", None, &[("nd", 1)])).contains("gives itself"));
        for fits in [0, MOST_DUCATS, -MOST_DUCATS] {
            assert_eq!(says(ducats(None, fits)), "");
        }
        for beyond in [MOST_DUCATS + 1, -MOST_DUCATS - 1] {
            let bounds = format!("A treasury is −99,999 to 99,999 ducats; {beyond} was entered.");
            assert_eq!(says(ducats(None, beyond)), bounds);
        }
    }

    #[test]
    fn what_is_filled_in_is_what_lies_in_the_box() {
        let filled = |verb: &str, filled: Value| Item::filled(verb, &filled);
        let fleet = serde_json::json!({"name": "Armada", "sort": "nd", "count": 4});
        assert_eq!(filled("box_counters", fleet), Some(counters("Armada", None, &[("nd", 4)])));
        assert_eq!(filled("box_ducats", serde_json::json!({"ducats": -40})), Some(ducats(None, -40)));
        assert_eq!(
            filled("box_counters", serde_json::json!({"name": "Armada", "sort": "nd", "count": -1})),
            None
        );
        assert_eq!(filled("box_note", serde_json::json!({"name": "Armada"})), None);
    }
}
