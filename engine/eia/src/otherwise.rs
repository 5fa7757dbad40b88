//! What everybody sees and no told value says, where play would have brought another: who holds a province, and who is dominant. Wars and
//! peaces stand, whatever would have been.

use super::map::ProvinceId;
use super::powers::Power;
use super::{Position, oob::Held};
use std::collections::BTreeSet;
use table::forward::Differs;

/// What a key of a province begins with: `control/bavaria`.
pub const CONTROL: &str = "control";

/// What a key of dominance begins with: `dominant/austria`.
pub const DOMINANT: &str = "dominant";

/// What differs between the position as it is and as it would have been.
pub(crate) fn differs(was: &Position, is: &Position) -> Vec<Differs> {
    let told_of =
        |position: &Position| position.board.changed().map(|(province, _)| province).collect::<Vec<_>>();
    let provinces: BTreeSet<ProvinceId> = told_of(was).into_iter().chain(told_of(is)).collect();
    let holder = |held: Held| held.by().map(|power| power.key().to_owned());
    let control = provinces.into_iter().filter_map(|province| {
        let (before, after) = (holder(was.board.held(province)), holder(is.board.held(province)));
        let what = format!("{CONTROL}/{}", province.key());
        (before != after).then_some(Differs { what, before, after })
    });
    let dominant = Power::ALL.into_iter().filter_map(|power| {
        let stands = |position: &Position| position.is_dominant(power).then(|| DOMINANT.to_owned());
        let (before, after) = (stands(was), stands(is));
        let what = format!("{DOMINANT}/{}", power.key());
        (before != after).then_some(Differs { what, before, after })
    });
    control.chain(dominant).collect()
}
