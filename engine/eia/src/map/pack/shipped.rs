//! This program's own map as a pack: a table to begin one's own with.

use super::cells::Column;
use super::{Entry, Kind, Neighbour, Pack};
use crate::map::{AreaId, Arrows, Border, map};
use std::collections::BTreeMap;

impl Pack {
    /// The map of Europe about 1805 as a pack, with the crossing arrows of the house rules. Money and manpower stand at the capital of
    /// their province, which is where a table by areas has room for them. Its values are this program's own, as `docs/map.md` says.
    #[must_use]
    pub fn shipped() -> Pack {
        Pack { areas: AreaId::all().map(entry).collect() }
    }
}

fn entry(area: AreaId) -> Entry {
    let on_map = area.on_map();
    let province = on_map.province.on_map();
    let neighbours = map().neighbours(area).iter().filter_map(|near| {
        near.cost(Arrows::HOUSE)?;
        let kind = match &near.border {
            Border::Open => Kind::Open,
            Border::River(_) => Kind::River,
            Border::Arrow { points, .. } => Kind::Arrow(*points),
        };
        Some(Neighbour { to: near.area.place(), kind })
    });
    let mut cells = BTreeMap::from([
        (Column::Province, province.name.clone()),
        (Column::Terrain, on_map.terrain.key().to_owned()),
        (Column::Forage, on_map.forage.to_string()),
        (Column::X, on_map.at.0.max(0).to_string()),
        (Column::Y, on_map.at.1.max(0).to_string()),
    ]);
    if province.capital == area {
        cells.insert(Column::Money, province.money.to_string());
        cells.insert(Column::Manpower, province.manpower.to_string());
    }
    if let Some(city) = &on_map.city {
        cells.insert(Column::Towers, city.towers.to_string());
        cells.insert(Column::Fletches, city.fletches.to_string());
    }
    match &on_map.port {
        Some(port) => {
            cells.insert(Column::Port, port.sea.name().to_owned());
            cells.insert(Column::Guns, port.guns.to_string());
            cells.insert(Column::Trade, (port.domestic + port.american).to_string());
        }
        None => {
            cells.insert(Column::Port, super::cells::NONE.to_owned());
        }
    }
    Entry { name: on_map.name.clone(), neighbours: neighbours.collect(), complete: true, cells }
}
