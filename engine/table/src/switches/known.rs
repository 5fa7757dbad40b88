//! The switches of a game.

use super::*;

/// The switches of a campaign of a game: those that every campaign has, then the game's own.
pub fn of(game: &str) -> impl Iterator<Item = &'static Switch> + Clone {
    let own = crate::game::by_key(game).map_or(&[][..], crate::game::Rules::switches);
    COMMON.iter().chain(own)
}

/// The switches of all games.
pub fn all() -> impl Iterator<Item = &'static Switch> {
    COMMON.iter().chain(crate::game::all().flat_map(crate::game::Rules::switches))
}

/// The switch of a key.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static Switch> {
    all().find(|switch| switch.key == key)
}

/// The switch of a key in a campaign of a game.
///
/// # Errors
/// A refusal that lists those there are.
pub(crate) fn known(game: &str, key: &str) -> Result<&'static Switch, Refusal> {
    of(game).find(|switch| switch.key == key).ok_or_else(|| unknown(game, key))
}

/// The refusal for a key that is no switch.
fn unknown(game: &str, key: &str) -> Refusal {
    let known: Vec<&str> = of(game).map(|switch| switch.key).collect();
    Refusal::new(said!("There is no switch \"{}\". There is: {}.", key, known.join(", ")))
}
