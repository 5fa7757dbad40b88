//! What players state of the board: who holds a province, weather, cold, revolts and pirates.

use super::seen::Says;
use super::words::{counters, led_by, named_leader};
use crate::words::{country, place};
use europa::board::{Happened, Order};
use europa::units::{Counter, Stack, Unit};
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

/// An order that somebody tells and that waits for others, in a line without its end.
pub(crate) fn told_order(order: &Order) -> Option<String> {
    Some(match order {
        Order::Hold { place: at, country: of } => say!("{} holds {}", country(*of), place(*at)),
        Order::Revolt { place: at, size: 0 } => say!("there is no revolt in {}", place(*at)),
        Order::Revolt { place: at, .. } => say!("there is a revolt in {}", place(*at)),
        Order::Cold { place: at, cold: true } => say!("{} belongs to the cold area", place(*at)),
        Order::Cold { place: at, cold: false } => say!("{} does not belong to the cold area", place(*at)),
        Order::Weather { poor: true } => say!("Poor Weather is in force now"),
        Order::Weather { poor: false } => say!("Poor Weather is over"),
        Order::Deploy { country: of, place: at, counters: all, veteran, leader } => {
            let unit = |counter: &Counter| Unit { counter: *counter, country: *of, veteran: *veteran };
            let stack = Stack(all.iter().map(unit).collect());
            let of = say!("{}, {}", country(*of), counters(&stack));
            say!("there stands in {}: {}{}", place(*at), of, led_by(leader.as_ref()))
        }
        Order::Lead { stack, leader: Some(leader) } => {
            say!("stack {} is led by {}", *stack, named_leader(leader))
        }
        _ => return None,
    })
}
