//! What players tell that rests on the assent of others, in words.

use crate::map::present::flags;
use crate::politics::terms::term;
use crate::province::present::called;
use eia::board::conquest::Conquest;
use eia::confederations::{Order as German, Told};
use eia::politics::Order as Political;
use eia::politics::carried::Order as Peace;
use eia::told::control::{How, Order as Control};
use eia::{Order, access, board, crimea, sardinia};
use serde_json::Value;
use table_commands::present::names::count;
use table_commands::say;

/// What an order tells, as a sentence without its end; `None` for one that tells nothing.
pub(crate) fn told_order(order: &Value) -> Option<String> {
    match serde_json::from_value::<Order>(order.clone()).ok()? {
        Order::Board(board::Order::Conquer(conquest)) => Some(conquered(conquest)),
        Order::Control(order) => Some(held(&order)),
        Order::Access(order) => entered(&order),
        Order::Peace(order) => of_a_peace(&order),
        Order::Crimea(crimea::Order::Tell { what, .. }) => Some(crate::crimea::present::of(what)),
        Order::Confederation(German::Tell { power, what, member }) => {
            let told = Told { power, what, minor: member, month: None };
            Some(crate::confederations::present::named(&told))
        }
        Order::Sardinia(sardinia::Order::Landing { holds: true }) => {
            Some(say!("I Mille holds Sicily for the whole month"))
        }
        Order::Sardinia(sardinia::Order::Landing { holds: false }) => {
            Some(say!("I Mille does not hold Sicily for the whole month"))
        }
        Order::Politics(Political::Besieged { power }) => {
            Some(say!("every enemy infantry corps in the home of {} is besieged", power))
        }
        _ => None,
    }
}

fn conquered(conquest: Conquest) -> String {
    let Conquest { minor, power, undefended } = conquest;
    if undefended {
        say!("{} has conquered {}, which was not defended", power, called(minor))
    } else {
        say!("{} has conquered {}", power, called(minor))
    }
}

fn held(order: &Control) -> String {
    match order {
        Control::Tell { place, power, how: None } => say!("{} has {}", *power, flags::called(place)),
        Control::Tell { place, power, how: Some(How::Conquered) } => {
            say!("{} has {}, conquered", *power, flags::called(place))
        }
        Control::Tell { place, power, how: Some(How::Free) } => {
            say!("{} has {}, as a free state", *power, flags::called(place))
        }
        Control::Tell { place, power, how: Some(How::Ceded) } => {
            say!("{} has {}, which was ceded to it", *power, flags::called(place))
        }
        Control::Nobody { place } => say!("nobody has {}", flags::called(place)),
        Control::Drop { place } => {
            say!(
                "what was told of who has {} is not so, and it is held as at the start",
                flags::called(place)
            )
        }
    }
}

fn entered(order: &access::Order) -> Option<String> {
    match order {
        access::Order::Enter { power, province, counters } => {
            let counters = count(u64::from(*counters), &say!("counter"), &say!("counters"));
            Some(say!("{} used forcible access in {}: {}", *power, called(*province), counters))
        }
        access::Order::Resist { power, on, .. } => Some(say!(
            "every enemy infantry corps in the home of {} is besieged, and it declares war on {}",
            *power,
            *on
        )),
        _ => None,
    }
}

fn of_a_peace(order: &Peace) -> Option<String> {
    match order {
        Peace::Surrender { power } => Some(say!("{} collects no manpower, and sues all its enemies", *power)),
        Peace::Violated { power, on, term: of } => {
            Some(say!("{} broke its peace with {}, {}, and is at war with it", *on, *power, term(*of)))
        }
        Peace::Forage { of, corps, lost, emptied } => {
            let lost = count(u64::from(*lost), &say!("factor"), &say!("factors"));
            let corps = corps.as_str();
            Some(if *emptied {
                say!("nothing is left of {} of {}, which is on loan", corps, *of)
            } else {
                say!("{} of {}, which is on loan, was not supplied and lost {}", corps, *of, lost)
            })
        }
        Peace::Exile { .. } | Peace::Recall { .. } | Peace::Borrow { .. } => None,
    }
}
