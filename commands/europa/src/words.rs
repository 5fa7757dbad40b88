//! The words of Europa: countries, technologies.

use europa::country::Country;
use europa::technology::{Land, Naval};

/// A country's name.
#[must_use]
pub fn country(country: Country) -> String {
    table_commands::speech::word(country.name())
}

/// A land technology.
#[must_use]
pub fn land(technology: Land) -> String {
    table_commands::speech::word(technology.name())
}

/// A naval technology.
#[must_use]
pub fn naval(technology: Naval) -> String {
    table_commands::speech::word(technology.name())
}

/// A place's name.
#[must_use]
pub fn place(place: europa::geography::Place) -> String {
    table_commands::present::names::plain_text(place.name(), 60)
}
