//! What is kept of minor countries besides who holds them, and what of it ends when one changes hands.

use crate::board::conquest::primary;
use crate::board::{Change, Why};
use crate::map::ProvinceId;
use crate::months::Month;
use crate::oob::Held;
use crate::powers::Power;
use serde::{Deserialize, Serialize};

/// A war of a power on a minor country that was neutral.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinorWar {
    /// Who declared it.
    pub by: Power,
    /// On which, by its primary district.
    pub on: ProvinceId,
    /// In which month.
    pub since: Month,
    /// Whether it is still to be decided who takes control of the country for it (4.6.2).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
}

/// A minor country of which a power took control in this month, against those who attack it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gained {
    /// Which.
    pub minor: ProvinceId,
    /// By whom.
    pub by: Power,
    /// Whether it promised war on all who attack it (`enhancements.minor.backing.promise`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub promised: bool,
}

/// What is kept of minor countries besides who holds them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Minors {
    /// The wars on them, in the order in which they were declared.
    pub wars: Vec<MinorWar>,
    /// Whether promises count this month (`enhancements.minor.backing.promise`).
    pub backing: bool,
    /// Of which control was taken in this month.
    pub gained: Vec<Gained>,
    /// The free states that were ceded in the economic phase that goes on or was the last, by their primary districts: their receivers may be
    /// at war with them (`enhancements.cede.free-state`).
    pub received: Vec<ProvinceId>,
}

/// Provinces changed hands: the wars on them that are over by it. Control of one that is attacked ends none (4.6.5), and who is told to have
/// one is at war with it no more; by everything else the country is another's, with whom one is at war or not.
pub(crate) fn changed(minors: &mut Minors, provinces: &[Change], why: Why) {
    for Change { province, held } in provinces {
        let goes_on = |war: &MinorWar| match why {
            Why::Control | Why::Joined => true,
            Why::Told => held.by() != Some(war.by),
            _ => false,
        };
        minors.wars.retain(|war| war.on != *province || goes_on(war));
        minors.received.retain(|received| received != province);
        if why == Why::Ceded && matches!(held, Held::Free(_)) && primary(*province) == *province {
            minors.received.push(*province);
        }
    }
}
