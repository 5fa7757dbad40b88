//! What a march would come to if nobody moved before it, in lines for its player: whom it meets and what he knows of him, how its corps would live,
//! which city is left to nobody, and where they would go if they were beaten.

use super::draft::Draft;
use super::present::{area, army, corps_led, corps_named, met};
use crate::months;
use eia::Position;
use eia::ground::Ground;
use eia::land::foreseen::foreseen;
use eia::land::march::Marches;
use eia::land::phase::Order;
use eia::pieces::CorpsId;
use std::collections::BTreeMap;
use table_commands::present::names::list;
use table_commands::say;

/// The lines of a draft, as its slot would find the board; `live` where that is open, and nobody marches before it.
pub(super) fn lines(then: &Position, draft: &Draft, orders: &[(Order, Marches)], live: bool) -> Vec<String> {
    let power = draft.power;
    let comes = foreseen(then, power, orders);
    let mut lines = Vec::new();
    if comes.meets.is_empty() {
        let there = draft.to.map(|to| met(&Ground::of(then), power, to)).unwrap_or_default();
        if !there.is_empty() {
            lines.push(say!("There: {}.", list(&there)));
        }
    } else {
        let meets: Vec<String> = comes.meets.iter().map(|id| known(then, *id)).collect();
        lines.push(if live {
            say!("It attacks: {}.", meets.join("; "))
        } else {
            say!("It attacks, if they are there still: {}.", meets.join("; "))
        });
        if let Some(back) = comes.back {
            lines.push(say!("If your corps are beaten, they go back to {}.", area(back)));
        }
    }
    let mut alike: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (id, how) in &comes.living {
        alike.entry(army::lives(how)).or_default().push(corps_named(*id, power));
    }
    lines.extend(alike.into_iter().map(|(how, corps)| say!("{}: {}.", corps.join(", "), how)));
    if let Some((city, needs)) = comes.besieges {
        lines.push(if needs <= 6 {
            say!(
                "It besieges the city of {}: a die each month, from {} on a breach, and then the storm.",
                area(city),
                needs
            )
        } else {
            say!("It besieges the city of {}: a die each month, and a 6 alone is a breach.", area(city))
        });
    }
    if comes.forages_instead {
        lines.push(say!("Who forages with spare movement besieges nothing there this month."));
    }
    if !comes.uncovered.is_empty() {
        let cities: Vec<String> = comes.uncovered.iter().map(|at| area(*at)).collect();
        lines.push(say!("Nobody is left in {}.", list(&cities)));
    }
    lines
}

/// An enemy corps with what is known of it, and since when.
fn known(then: &Position, id: CorpsId) -> String {
    let who = corps_led(then, id);
    match then.last_seen(id) {
        Some(known) => say!("{}, {} in {}", who, known.factors.to_string(), months::month(known.month)),
        None => say!("{}, holds {} at most", who, id.capacity(&then.typed).total()),
    }
}
