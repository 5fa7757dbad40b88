//! Places by the keys that stand on the record: those of this program's map, `area/vienna`, and those of a group's own, `own/Northmark`.

use super::Position;
use super::map::pack::{Board, sea_name};
use super::map::{Place, plain};
use table::Said;
use table::said;

const AREA: &str = "own/";
const SEA: &str = "own-sea/";
const PROVINCE: &str = "own-province/";

/// A place of a campaign's map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// Of this program's map.
    Shipped(Place),
    /// An area of the group's own map, by its name.
    Area(String),
    /// A sea area by its name. The group's own map keeps none, so it is as it was told.
    Sea(String),
    /// A province of the group's own map, by its name.
    Province(String),
}

impl Key {
    /// The place of a key.
    #[must_use]
    pub fn read(key: &str) -> Option<Key> {
        let of = |prefix: &str| key.strip_prefix(prefix).filter(|name| !name.is_empty()).map(str::to_owned);
        let own = of(AREA).map(Key::Area).or_else(|| of(SEA).map(Key::Sea));
        let own = own.or_else(|| of(PROVINCE).map(Key::Province));
        own.or_else(|| Place::by_key(key).map(Key::Shipped))
    }

    /// Its key.
    #[must_use]
    pub fn written(&self) -> String {
        match self {
            Key::Shipped(place) => place.key(),
            Key::Area(name) => format!("{AREA}{name}"),
            Key::Sea(name) => format!("{SEA}{name}"),
            Key::Province(name) => format!("{PROVINCE}{name}"),
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Key::Shipped(place) => place.name(),
            Key::Area(name) | Key::Sea(name) | Key::Province(name) => name,
        }
    }
}

/// The place of a campaign's map that a key names, as it stands on the record. A sea of a group's own map may have any name: which
/// there are is not kept.
///
/// # Errors
/// A sentence where the map that is played on has no such place.
pub(super) fn known(state: &Position, key: &str) -> Result<Key, Said> {
    let read = Key::read(key);
    let Some(board) = state.map.board() else {
        return match read {
            Some(Key::Shipped(place)) => Ok(Key::Shipped(place)),
            _ => Err(said!("There is no such place on the map.")),
        };
    };
    match read {
        Some(Key::Area(name)) => match board.by_name(&name) {
            Some(spot) => Ok(Key::Area(board.name(spot).to_owned())),
            None => Err(said!("\"{}\" is no area of this campaign's map.", name)),
        },
        Some(Key::Province(name)) => match province(board, &name) {
            Some(province) => Ok(Key::Province(province)),
            None => Err(said!("\"{}\" is no province of this campaign's map.", name)),
        },
        Some(Key::Sea(name)) => sea_name(&name).map(Key::Sea),
        Some(Key::Shipped(_)) | None => {
            Err(said!("This campaign is played on the group's own map, which has no such place."))
        }
    }
}

/// The province of that name, as the group's own map writes it.
fn province(board: &Board, name: &str) -> Option<String> {
    let wanted = plain(name);
    board.provinces().find(|own| plain(own) == wanted).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_key_is_read_as_it_is_written() {
        for key in [
            "area/vienna",
            "sea/english-channel",
            "province/tyrol",
            "own/Höchst 2",
            "own-sea/A/B",
            "own-province/X",
        ] {
            assert_eq!(Key::read(key).map(|read| read.written()).as_deref(), Some(key));
        }
        for key in ["", "own/", "own-sea/", "vienna", "area/nowhere", "Own/A"] {
            assert_eq!(Key::read(key), None, "{key}");
        }
    }
}
