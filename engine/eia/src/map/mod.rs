//! The map of Europe about 1805: land areas, provinces and minor countries, sea areas, and what joins them.
//!
//! It is this project's own map, not the printed one; `docs/map.md` says how it is made and where its values come from.

mod data;
mod find;
mod ids;
mod near;
pub mod outlines;
pub mod pack;
mod paths;
mod questions;
mod read;

pub use data::{
    Area, Capital, City, Combination, Holding, Map, Mark, Minor, Port, Province, Sea, SeaMark, Status, Trade,
    Water,
};
pub use find::{Place, begins_so, find, misspelt, nearest, plain};
pub use ids::{AreaId, ProvinceId, SeaId};
pub use near::{ArrowSet, Arrows, Border, Neighbour};
pub use paths::{Berth, FLEET_MP, LandMarch, Voyage, land_path, land_reach, open_to, sea_path, sea_reach};
pub use questions::*;

use std::sync::LazyLock;

/// The map.
#[must_use]
pub fn map() -> &'static Map {
    static MAP: LazyLock<Map> = LazyLock::new(|| {
        // The files are part of the program and a test reads them.
        Map::read(
            include_str!("../../data/map/areas.toml"),
            include_str!("../../data/map/provinces.toml"),
            include_str!("../../data/map/seas.toml"),
            include_str!("../../data/map/borders.toml"),
            include_str!("../../data/map/combinations.toml"),
            include_str!("../../data/map/trade.toml"),
        )
        .expect("the map of the program is whole")
    });
    &MAP
}

#[cfg(test)]
mod tests;
