//! Whose a counter is.

use crate::Position;
use crate::map::ProvinceId;
use crate::powers::Power;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use table::said::{ToValue, Value, name};

/// What the key of a minor country begins with: some are called as a power is.
const MINOR: &str = "minor_";

/// The nation whose soldiers or ships a counter is made of: a major power or a minor country.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A major power.
    Power(Power),
    /// A minor country.
    Minor(ProvinceId),
}

impl Owner {
    /// The machine word: `great_britain`, `minor_bavaria`.
    #[must_use]
    pub fn key(self) -> String {
        match self {
            Owner::Power(power) => power.key().to_owned(),
            Owner::Minor(minor) => format!("{MINOR}{}", minor.key().replace('-', "_")),
        }
    }

    /// The owner of a machine word.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Owner> {
        match key.strip_prefix(MINOR) {
            Some(minor) => ProvinceId::by_key(&minor.replace('_', "-")).map(Owner::Minor),
            None => Power::by_key(key).map(Owner::Power),
        }
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Owner::Power(power) => power.to_string(),
            Owner::Minor(minor) => minor.name().to_owned(),
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

impl ToValue for Owner {
    fn to_value(&self) -> Value {
        match self {
            Owner::Power(power) => power.to_value(),
            Owner::Minor(minor) => name(minor.name()).to_value(),
        }
    }
}

impl Serialize for Owner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.key())
    }
}

impl<'de> Deserialize<'de> for Owner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Owner, D::Error> {
        let key = Cow::<str>::deserialize(deserializer)?;
        Owner::by_key(&key).ok_or_else(|| serde::de::Error::custom(format!("nobody is called {key:?}")))
    }
}

impl Position {
    /// The power that moves an owner's counters: itself, or who holds the minor country; `None` for a minor country that nobody holds.
    #[must_use]
    pub fn commands(&self, owner: Owner) -> Option<Power> {
        match owner {
            Owner::Power(power) => Some(power),
            Owner::Minor(minor) => self.held(minor).by(),
        }
    }
}
