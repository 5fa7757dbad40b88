//! The words of Europa: countries, technologies.

use engine::europa::country::Country;
use engine::europa::technology::{Land, Naval};

/// A country's name.
#[must_use]
pub fn country(country: Country) -> String {
    crate::speech::word(country.name())
}

/// A land technology.
#[must_use]
pub fn land(technology: Land) -> String {
    crate::speech::word(technology.name())
}

/// A naval technology.
#[must_use]
pub fn naval(technology: Naval) -> String {
    crate::speech::word(technology.name())
}

/// A place's name.
#[must_use]
pub fn place(place: engine::europa::geography::Place) -> String {
    crate::present::names::plain_text(place.name(), 60)
}
