//! What players state of the board: who holds a province, weather, cold, revolts and pirates.

use super::seen::Says;
use crate::words::{country, place};
use europa::board::Happened;
use table_commands::say;

/// Something that was stated of a province or of the weather.
pub(super) fn told(what: &Happened) -> Option<Says> {
    Some(Says::line(match what {
        Happened::Held { place: at, country: by } => {
            say!("**{}** is held by {}.", place(*at), country(*by))
        }
        Happened::WeatherTold { poor: true } => say!("Poor Weather is in force."),
        Happened::WeatherTold { poor: false } => say!("Poor Weather is not in force."),
        Happened::ColdTold { place: at, cold: true } => {
            say!("**{}** belongs to the cold area.", place(*at))
        }
        Happened::ColdTold { place: at, cold: false } => {
            say!("**{}** does not belong to the cold area.", place(*at))
        }
        Happened::RevoltTold { place: at, size } if at.site().is_sea() => match size {
            0 => say!("No pirates in **{}**.", place(*at)),
            1 => say!("Pirates minus in **{}**.", place(*at)),
            _ => say!("Pirates plus in **{}**.", place(*at)),
        },
        Happened::RevoltTold { place: at, size } => match size {
            0 => say!("No revolt in **{}**.", place(*at)),
            1 => say!("A revolt minus in **{}**.", place(*at)),
            _ => say!("A revolt plus in **{}**.", place(*at)),
        },
        _ => return None,
    }))
}
