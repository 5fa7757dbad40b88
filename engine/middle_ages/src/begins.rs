//! What the scenario of 771 begins with, where a group types what stands in its own copy: leaders' statures, treasuries, social states. What
//! is typed before the board is set up holds; afterwards these are the board's.

use crate::Position;
use crate::court::Court;
use crate::geography::Area;
use crate::pack::{Begins, Set};
use crate::stature::{Leader, Stature};
use table::said;
use table::typed::{Unprinted, Wanted};

/// What the keys of courts begin with: `begins_franks_combat`, `begins_franks_gold`.
pub const COURT: &str = "begins_";
/// What the keys of areas begin with: `social_burgundy`.
pub const SOCIAL: &str = "social_";

/// The most gold that a treasury is typed to begin with.
const MOST_GOLD: i64 = 99;
/// The statures that a leader can have, and their bounds.
const STATURES: &[i64] = &[1, 2, 3, 5, 9];

/// The key of a court's treasury.
#[must_use]
pub fn gold_key(court: Court) -> String {
    format!("{COURT}{}_gold", court.key())
}

/// The key of a stature of a court's leader.
#[must_use]
pub fn stature_key(court: Court, stature: Stature) -> String {
    format!("{COURT}{}_{}", court.key(), stature.key())
}

/// The key of an area's social state.
#[must_use]
pub fn social_key(area: Area) -> String {
    format!("{SOCIAL}{}", area.key())
}

/// Whether a key is one of these.
#[must_use]
pub fn is_one(key: &str) -> bool {
    key.starts_with(COURT) || key.starts_with(SOCIAL)
}

impl Position {
    /// The leader with whom a court begins.
    #[must_use]
    pub fn begins_with(&self, begins: &Begins) -> Leader {
        Stature::ALL.into_iter().fold(begins.leader.clone(), |leader, stature| {
            let typed = self.typed.get(&stature_key(begins.court, stature));
            let value = typed.and_then(|value| u8::try_from(*value).ok());
            let stands = leader.of(stature);
            leader.with(stature, value.unwrap_or(stands))
        })
    }

    /// The gold with which a court begins.
    #[must_use]
    pub fn begins_with_gold(&self, begins: &Begins) -> u16 {
        let typed = self.typed.get(&gold_key(begins.court)).and_then(|value| u16::try_from(*value).ok());
        typed.unwrap_or(begins.gold)
    }

    /// The social state with which an area begins.
    #[must_use]
    pub fn begins_at(&self, area: Area) -> i8 {
        let typed = self.typed.get(&social_key(area)).and_then(|value| i8::try_from(*value).ok());
        typed.unwrap_or(self.data().known(area).social)
    }
}

/// All of them, while the board is not set up.
pub(crate) fn values(position: &Position, wanted: Wanted<'_>) -> Vec<Unprinted> {
    if !position.kept || position.board.is_kept() {
        return Vec::new();
    }
    let mut all = Vec::new();
    let data = position.data();
    let origin = data.origin(Set::Begins);
    for begins in data.begins() {
        for stature in Stature::ALL {
            let (key, name) = (stature_key(begins.court, stature), said!("{}, {}", begins.court, stature));
            let value = position.unprinted(key, name, "", (begins.leader.of(stature).into(), origin), 9);
            all.push(Unprinted { least: 1, only: STATURES, ..value });
        }
        let name = said!("{}, treasury", begins.court);
        let gold = i64::from(begins.gold);
        all.push(position.unprinted(gold_key(begins.court), name, "", (gold, origin), MOST_GOLD));
    }
    let origin = data.origin(Set::Areas);
    for area in data.areas() {
        let known = data.known(area);
        let name = said!("{}, social state", data.named(area));
        let value =
            position.unprinted(social_key(area), name, "", (known.social.into(), origin), known.limit.into());
        all.push(Unprinted { least: crate::geography::LOWEST.into(), ..value });
    }
    all.retain(|value| wanted(&value.key));
    all
}
