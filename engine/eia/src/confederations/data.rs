//! Who belongs to which confederation when the campaign begins.

use super::Side;
use crate::map::ProvinceId;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::Origin;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    origin: Origin,
    north: Vec<ProvinceId>,
    south: Vec<ProvinceId>,
    defender: Vec<ProvinceId>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    let file = include_str!("../../data/confederations.toml");
    toml::from_str(file).expect("the shipped confederations are well-formed")
});

/// The members of both when the campaign begins.
#[must_use]
pub fn members() -> BTreeMap<ProvinceId, Side> {
    let north = FILE.north.iter().map(|minor| (*minor, Side::North));
    north.chain(FILE.south.iter().map(|minor| (*minor, Side::South))).collect()
}

/// Those that the first war between Austria and Prussia brings to the one of who defends.
#[must_use]
pub fn of_the_defender() -> &'static [ProvinceId] {
    &FILE.defender
}

/// Where the lists come from.
#[must_use]
pub fn origin() -> Origin {
    FILE.origin
}

#[cfg(test)]
mod tests {
    use super::*;

    // nationalism.confed.cng, nationalism.confed.csg
    #[test]
    fn seven_minor_countries_are_members_and_two_are_of_neither() {
        let of = |side: Side| {
            let members = members().into_iter().filter(move |(_, of)| *of == side);
            members.map(|(minor, _)| minor.key()).collect::<Vec<_>>()
        };
        let mut north = of(Side::North);
        north.sort_unstable();
        assert_eq!(north, ["berg", "hesse", "kleves"]);
        let mut south = of(Side::South);
        south.sort_unstable();
        assert_eq!(south, ["baden", "bavaria", "hanover", "wurttemberg"]);
        assert_eq!(
            of_the_defender().iter().map(|minor| minor.key()).collect::<Vec<_>>(),
            ["duchies", "saxony"]
        );
        assert!(members().keys().chain(of_the_defender()).all(|minor| minor.on_map().is_minor()));
        assert_eq!(origin(), Origin::Seed);
    }
}
