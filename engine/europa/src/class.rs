//! Army classes: how a country's armies are made up, which decides their size, their cavalry and what they take up at sea.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An army class. M is for *modern* makes of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Class {
    /// Turkey, the khanates, the Cossacks.
    I,
    /// Russia.
    IM,
    /// The countries of Islam.
    II,
    /// Poland, Hungary, the Orthodox countries.
    IIM,
    /// Venice, Holland, Spain, Portugal, Habsburg and the other Latin countries.
    III,
    /// Sweden, Saxony, Savoy.
    IIIM,
    /// France, Prussia, Austria, the United States.
    IV,
    /// England.
    IVM,
    /// Asia, the Americas, Africa.
    A,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 9] = [
        Class::I,
        Class::IM,
        Class::II,
        Class::IIM,
        Class::III,
        Class::IIIM,
        Class::IV,
        Class::IVM,
        Class::A,
    ];

    /// As the tables write it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        ["I", "IM", "II", "IIM", "III", "IIIM", "IV", "IVM", "A"][self as usize]
    }

    /// The class that the tables write so.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Class> {
        Class::ALL.into_iter().find(|class| class.key() == key)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}
