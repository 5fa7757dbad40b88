//! The countries of the game: great, minor, in revolt, and those that are none on any map.

use super::class::Class;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::LazyLock;

/// A country. It is written by its key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Country(u8);

/// What is known of a country.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its key: `england`.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The key in the data that it comes from: `angleterre`.
    pub source: String,
    /// What it is: `major`, `minormajor` (great for a part of the game), `minor`, `rotw`, `revolt`, `hab` (a dominion of the Habsburgs),
    /// `virtual`.
    pub kind: String,
    /// Its religion.
    pub religion: String,
    /// Its culture, which decides its technology while it is minor.
    pub culture: String,
    /// Its army class; the data has none for Mazovia.
    pub class: Option<Class>,
}

/// A row of the data.
#[derive(Deserialize)]
struct Row(String, String, String, String, String, String, String);

#[derive(Deserialize)]
struct File {
    country: Vec<Row>,
}

static ALL: LazyLock<Vec<Known>> = LazyLock::new(|| {
    // The file is part of the program and a test reads it.
    #[allow(clippy::unwrap_used)]
    let file: File = toml::from_str(include_str!("../data/countries.toml")).unwrap();
    let all: Vec<Known> = (file.country.into_iter())
        .map(|Row(key, name, source, kind, religion, culture, class)| {
            let class =
                (!class.is_empty()).then(|| Class::by_key(&class).expect("an army class of the tables"));
            Known { key, name, source, kind, religion, culture, class }
        })
        .collect();
    assert!(all.is_sorted_by(|a, b| a.key < b.key), "countries stand by their keys");
    all
});

impl Country {
    /// All countries, by their keys.
    pub fn all() -> impl Iterator<Item = Country> {
        (0..ALL.len()).map(|i| Country(i as u8))
    }

    /// The country with this key.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Country> {
        let place = ALL.binary_search_by(|known| known.key.as_str().cmp(key)).ok()?;
        Some(Country(place as u8))
    }

    /// What is known of it.
    #[must_use]
    pub fn known(self) -> &'static Known {
        &ALL[usize::from(self.0)]
    }

    /// Its key.
    #[must_use]
    pub fn key(self) -> &'static str {
        &self.known().key
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        &self.known().name
    }

    /// Its key in the tables that have a row a country: `FRA`. Others count by their class, under their own key.
    #[must_use]
    pub fn artillery_key(self) -> &'static str {
        match self.key() {
            "england" => "ENG",
            "france" => "FRA",
            "habsburg" => "HAB",
            "holland" => "HOL",
            "poland" => "POL",
            "portugal" => "POR",
            "prussia" => "PRU",
            "russia" => "RUS",
            "spain" => "SPA",
            "sweden" => "SUE",
            "turkey" => "TUR",
            "united_states" => "USA",
            "venice" => "VEN",
            other => other,
        }
    }

    /// Countries by any part of the name, accents and capitals ignored, best first.
    #[must_use]
    pub fn find(words: &str) -> Vec<Country> {
        let known = |c: &Country| vec![super::words::folded(c.name()), super::words::folded(c.key())];
        super::words::best(words, Country::all().map(|c| (c, known(&c))))
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl Serialize for Country {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Country {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Country, D::Error> {
        let key = String::deserialize(from)?;
        Country::by_key(&key).ok_or_else(|| serde::de::Error::custom(format!("there is no country {key}")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, Country};
    use crate::sources;

    #[test]
    fn every_country_is_as_the_data_has_it() {
        assert_eq!(Country::all().count(), 119);
        for (i, row) in sources::csv("implementation/referential/R_COUNTRY.csv").iter().flatten().enumerate()
        {
            let of = |name: &str| row[name].as_str();
            let country = Country::all().find(|c| c.known().source == of("NAME"));
            let known = country.unwrap_or_else(|| panic!("{} (line {i}) is missing", of("NAME"))).known();
            assert_eq!(known.kind, of("TYPE").to_lowercase());
            assert_eq!(known.religion, of("RELIGION").to_lowercase());
            assert_eq!(known.culture, of("CULTURE").to_lowercase());
            assert_eq!(known.class, Class::by_key(of("ARMY_CLASS")), "{}", known.key);
        }
    }

    #[test]
    fn a_country_is_found_by_a_part_of_its_name_and_written_by_its_key() {
        let france = Country::by_key("france").expect("there is a France");
        assert_eq!(Country::find("FRAN")[0], france);
        assert_eq!(Country::find("wurttem")[0].name(), "Württemberg");
        assert_eq!(serde_json::to_string(&france).expect("it is written"), "\"france\"");
        assert_eq!(serde_json::from_str::<Country>("\"france\"").ok(), Some(france));
        assert!(serde_json::from_str::<Country>("\"atlantis\"").is_err());
    }
}
