//! What passes between two counters of one power that stand together, factors or ships: what was typed becomes the sealed order, and its names are
//! suggested.

use crate::counters::own;
use crate::seen::position;
use eia::powers::Power;
use eia::told::counters::Counter;
use eia::told::transfer::Passing;
use serde::Serialize;
use std::collections::BTreeMap;
use table::View;
use table::said;
use table::strongbox::BoxView;
use table_commands::asked::At;
use table_commands::message::Message;
use table_commands::present::Scene;
use table_commands::present::names::quoted;

/// What was typed.
pub struct Typed {
    /// What passes.
    pub what: String,
    /// The counter that gives, with its power in brackets where that is said so.
    pub from: String,
    /// The one that takes, likewise.
    pub into: String,
    /// Whose they are.
    pub power: Option<String>,
}

/// Where it is looked up what is in a counter by its owner's strongbox.
pub(crate) type Inside = fn(&BoxView, Power, &str) -> Option<BTreeMap<String, u32>>;

/// How what passes is read as it is typed.
pub(crate) type Read = fn(&str) -> Result<BTreeMap<String, u32>, Message>;

/// Orders what was typed: `read` reads what passes, `inside` what is in the two, and `order` is made of it.
pub(crate) async fn ordered<O: Serialize>(
    at: At<'_>,
    typed: &Typed,
    (read, inside): (Read, Inside),
    order: impl FnOnce(Power, String, String, Passing) -> O,
) -> Result<Message, Message> {
    let own = own(at).await?;
    let (from, power) = own.named(&typed.from, typed.power.as_deref())?;
    let (into, _) = own.named(&typed.into, Some(power.key()))?;
    let passes = read(&typed.what)?;
    let gives = in_the_box(at, inside, (power, &from)).await?;
    let takes = in_the_box(at, inside, (power, &into)).await?;
    let order = order(power, from, into, Passing { passes, gives, takes });
    at.game_order(&order).await
}

/// What is in a counter by the strongbox of who asks.
async fn in_the_box(
    at: At<'_>,
    inside: Inside,
    (power, name): (Power, &str),
) -> Result<BTreeMap<String, u32>, Message> {
    at.show_or(
        |scene| inside(scene.own.strongbox.as_ref()?, power, name),
        || said!("Your strongbox does not say what is in \"{}\". /strongbox keep says it.", quoted(name)),
    )
    .await
}

/// One's own counters of a kind on the map; those that stand with another of that name, where one is named.
pub(crate) fn names(
    scene: &Scene<'_>,
    is: fn(&Counter) -> bool,
    beside: Option<&str>,
) -> Vec<(String, String)> {
    let view: &View = &scene.own;
    let Some((seat, position)) = view.seat().zip(position(view)) else { return Vec::new() };
    let mut names = Vec::new();
    for power in position.choice.powers_of(seat) {
        let counters = position.counters_of(power);
        let all = || counters.iter().filter(|(_, counter)| is(counter));
        let is_beside = |name: &str, counter: &Counter| {
            beside.is_none_or(|from| {
                let mut givers = all().filter(|(known, _)| known.to_lowercase() == from.to_lowercase());
                givers.any(|(known, giver)| known != name && giver.place == counter.place)
            })
        };
        names.extend(all().filter(|(name, counter)| is_beside(name, counter)).map(|(name, _)| name.clone()));
    }
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|name| (name.clone(), name)).collect()
}
