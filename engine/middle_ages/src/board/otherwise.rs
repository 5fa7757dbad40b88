//! What everybody sees on the board and no value says, where it would have been another: a fault that is corrected forward changes it not,
//! but players are told.

use super::{Board, Held};
use table::forward::Differs;

/// What is compared of an area: its word in the key, and what stands there.
type Seen = (&'static str, fn(&Held) -> Option<String>);

/// All that is compared.
const ALL: [Seen; 5] = [
    ("owner", |held| held.owner.map(|owner| owner.key().to_owned())),
    ("social", |held| Some(held.social.to_string())),
    ("fort", |held| Some(held.fort.to_string())),
    ("army", |held| Some(held.army().to_string())),
    ("fleet", |held| Some(held.fleet().to_string())),
];

/// What of the areas would have been another, by keys as `owner/saxony`: who controls it (a court's key, nobody where it is independent), its
/// social state, its points of fortification, army and fleet.
pub(crate) fn differs(was: &Board, is: &Board) -> Vec<Differs> {
    let mut all = Vec::new();
    for (area, before) in was.areas.iter() {
        let Some(after) = is.area(*area) else { continue };
        let one = |(what, of): Seen| {
            let (before, after) = (of(before), of(after));
            (before != after).then(|| Differs { what: format!("{what}/{}", area.key()), before, after })
        };
        all.extend(ALL.into_iter().filter_map(one));
    }
    all
}
