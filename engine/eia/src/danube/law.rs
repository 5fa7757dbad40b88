//! What the war on the Danube says to the rules of others: its map, and where corps stay in its first month.

use super::numbers;
use crate::Position;
use crate::law::Law;
use crate::map::AreaId;
use crate::powers::Power;
use table::refusal::Refusal;
use table::said;
use table::said::{Value, name};

/// The law of the war on the Danube.
pub struct DanubeLaw;

impl Law for DanubeLaw {
    fn bars_entry(&self, state: &Position, power: Power, area: AreaId) -> Option<Refusal> {
        if !state.is_danube() {
            return None;
        }
        let (numbers, province) = (numbers(), area.on_map().province);
        let at = name(area.name());
        if !state.is_on_the_map(area) {
            return Some(Refusal::new(said!("{} is not on the map of this war.", at)));
        }
        let stays = state.stays_now(power)?;
        let may = stays.provinces.contains(&province) || stays.areas.contains(&area);
        (!may).then(|| {
            let provinces = stays.provinces.iter().map(|province| name(province.name()));
            let within: Vec<Value> =
                provinces.chain(stays.areas.iter().map(|area| name(area.name()))).collect();
            Refusal::new(said!(
                "In {} the corps of {} do not go to {}: the war comes there a month later. They stay in {}.",
                numbers.first.month.said(),
                power,
                at,
                within
            ))
        })
    }
}
