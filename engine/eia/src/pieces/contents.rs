//! What is in corps, fleets and garrisons: their owners' secret (`standard.land.secret`, `standard.sea.fleet.public`). A viewer has what he may
//! know; what is closed to him is `None`, and a limit that hangs on it is not looked at.

use super::garrison::Garrison;
use super::ids::{CorpsId, FleetId};
use super::owner::Owner;
use crate::land::forces::{Factors, Troop};
use crate::oob::Ships;
use crate::typed::Typed;
use imbl::OrdMap;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::{rule, said};

/// The contents of counters and garrisons, as far as they are known to whoever has them.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Contents {
    #[serde(skip_serializing_if = "OrdMap::is_empty")]
    corps: OrdMap<CorpsId, Factors>,
    #[serde(skip_serializing_if = "OrdMap::is_empty")]
    garrisons: OrdMap<Garrison, Factors>,
    #[serde(skip_serializing_if = "OrdMap::is_empty")]
    fleets: OrdMap<FleetId, Ships>,
}

/// Nothing of a secret is written where it could be read.
impl std::fmt::Debug for Contents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Contents(…)")
    }
}

impl Contents {
    /// Whether nothing is known of any.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.corps.is_empty() && self.garrisons.is_empty() && self.fleets.is_empty()
    }

    /// What is in a corps; `None` where it is closed to this viewer.
    #[must_use]
    pub fn corps(&self, corps: CorpsId) -> Option<Factors> {
        self.corps.get(&corps).copied()
    }

    /// Of what a garrison is; `None` where it is closed to this viewer.
    #[must_use]
    pub fn garrison(&self, garrison: Garrison) -> Option<Factors> {
        self.garrisons.get(&garrison).copied()
    }

    /// Which ships are in a fleet; `None` where it is closed to this viewer.
    #[must_use]
    pub fn fleet(&self, fleet: FleetId) -> Option<Ships> {
        self.fleets.get(&fleet).copied()
    }

    /// All corps of which it is known what is in them.
    pub fn known_corps(&self) -> impl Iterator<Item = (CorpsId, Factors)> + '_ {
        self.corps.iter().map(|(corps, factors)| (*corps, *factors))
    }

    /// All garrisons of which it is known of what they are.
    pub fn known_garrisons(&self) -> impl Iterator<Item = (Garrison, Factors)> + '_ {
        self.garrisons.iter().map(|(garrison, factors)| (*garrison, *factors))
    }

    /// All fleets of which it is known what is in them.
    pub fn known_fleets(&self) -> impl Iterator<Item = (FleetId, Ships)> + '_ {
        self.fleets.iter().map(|(fleet, ships)| (*fleet, *ships))
    }

    /// So much is in a corps now.
    pub fn put_corps(&mut self, corps: CorpsId, factors: Factors) {
        self.corps.insert(corps, factors);
    }

    /// A garrison is of these now.
    pub fn put_garrison(&mut self, garrison: Garrison, factors: Factors) {
        self.garrisons.insert(garrison, factors);
    }

    /// These ships are in a fleet now.
    pub fn put_fleet(&mut self, fleet: FleetId, ships: Ships) {
        self.fleets.insert(fleet, ships);
    }

    /// A corps is off the map, and what was in it with it.
    pub fn remove_corps(&mut self, corps: CorpsId) {
        self.corps.remove(&corps);
    }

    /// A garrison is no more, or what it is of is its owner's to know.
    pub fn remove_garrison(&mut self, garrison: Garrison) {
        self.garrisons.remove(&garrison);
    }

    /// What of it a viewer has: the contents of corps, garrisons and fleets that he sees.
    #[must_use]
    pub fn seen(&self, sees_corps: impl Fn(CorpsId) -> bool, sees_of: impl Fn(Owner) -> bool) -> Contents {
        let corps = self.known_corps().filter(|(corps, _)| sees_corps(*corps)).collect();
        let garrisons = self.known_garrisons().filter(|(garrison, _)| sees_of(garrison.of)).collect();
        let fleets = self.known_fleets().filter(|(fleet, _)| sees_of(fleet.owner())).collect();
        Contents { corps, garrisons, fleets }
    }
}

/// The sorts that count together against one number of a counter: militia as infantry (`standard.land.reinforce.militia`), all types of cavalry
/// as cavalry.
fn counts_as(sort: Troop) -> Troop {
    match sort {
        Troop::Militia => Troop::Infantry,
        Troop::LightCavalry | Troop::HeavyCavalry => Troop::Cavalry,
        sort => sort,
    }
}

/// Whether factors go into a corps, by its capacity in the campaign (`standard.land.reinforce.arrivals`) and by their sorts.
///
/// # Errors
/// A sentence that says what does not go in, and how much does.
pub fn fits_corps(corps: CorpsId, typed: &Typed, factors: Factors) -> Result<(), Refusal> {
    let counter = corps.counter();
    if matches!(counter.owner, Owner::Minor(_)) && factors.of(Troop::Militia) > 0 {
        let says = said!("Corps of minor countries hold no militia, and {} is one.", corps);
        return Err(Refusal::under(rule!("standard.land.reinforce.militia"), says));
    }
    let holds = corps.capacity(typed);
    for (sort, _) in factors.each() {
        let kind = counts_as(sort);
        let alike = factors.each().filter(|(other, _)| counts_as(*other) == kind);
        let inside: u32 = alike.map(|(_, n)| u32::from(n)).sum();
        let most = u32::from(holds.of(kind));
        if most == 0 && sort == Troop::Artillery {
            let says = said!("Artillery stands in artillery corps alone, and {} is none.", corps);
            return Err(Refusal::under(rule!("standard.land.reinforce.artillery"), says));
        }
        if inside > most {
            let says = said!(
                "{} holds {} factors of {} at most, and {} were given.",
                corps,
                most,
                kind.word(),
                inside
            );
            return Err(Refusal::under(rule!("standard.land.reinforce.arrivals"), says));
        }
    }
    Ok(())
}

/// Whether ships go into a fleet (`standard.sea.fleet.counter`).
///
/// # Errors
/// A sentence that says how many do.
pub fn fits_fleet(fleet: FleetId, typed: &Typed, ships: Ships) -> Result<(), Refusal> {
    let most = u32::from(fleet.room(typed));
    if ships.total() <= most {
        return Ok(());
    }
    Err(Refusal::under(
        rule!("standard.sea.fleet.counter"),
        said!("{} holds {} ships at most, and {} were given.", fleet, most, ships.total()),
    ))
}

/// Room that a corps takes aboard, in factors of infantry: cavalry and artillery two each (`standard.sea.transport.capacity`).
#[must_use]
pub fn room_aboard(factors: Factors) -> u32 {
    let each = |(sort, n): (Troop, u16)| {
        u32::from(n)
            * if sort.is_cavalry() && sort != Troop::Cossack || sort == Troop::Artillery { 2 } else { 1 }
    };
    factors.each().map(each).sum()
}

/// Whether ships carry a corps (`standard.sea.transport.capacity`).
///
/// # Errors
/// A sentence with the room that they have and the room that it needs.
pub fn fits_aboard(fleet: FleetId, ships: Ships, corps: CorpsId, factors: Factors) -> Result<(), Refusal> {
    let (room, needs) = (ships.carries(), room_aboard(factors));
    if needs <= room {
        return Ok(());
    }
    Err(Refusal::under(
        rule!("standard.sea.transport.capacity"),
        said!("{} needs room for {} factors aboard, and {} has room for {}.", corps, needs, fleet, room),
    ))
}
