//! The values of the order of battle one by one, with what the group typed in their place: status and treasury at the start, leaders'
//! ratings, what corps and fleets hold.

use super::forces::{Corps, Fleet, Forces, Rank};
use super::{OrderOfBattle, StatusBox, of};
use crate::land::forces::{Factors, Troop};
use crate::powers::Power;
use crate::typed::Typed;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::{Fact, Origin};
use table::said;
use table::said::Said;
use table::typed::{Unprinted, Wanted, Written};

/// What of a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// The strategic rating.
    Strategic,
    /// The tactical rating.
    Tactical,
    /// The tactical maximum.
    Maximum,
    /// His seniority: 1 is A.
    Rank,
}

/// A value of a power's order of battle; corps, fleets and leaders by their places in the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ForceValue {
    /// The box of the status track at the start.
    Status,
    /// The treasury at the start, in $.
    Treasury,
    /// Something of a leader.
    Leader(usize, Rating),
    /// Factors of a sort that a corps can hold.
    Corps(usize, Troop),
    /// Ships that a fleet can hold.
    Fleet(usize),
}

/// A value with what never changes about it.
struct Listed {
    power: Power,
    value: ForceValue,
    key: String,
    shipped: Fact<i64>,
    /// The lowest and the highest.
    bounds: (i64, i64),
}

/// What the keys of the order of battle begin with: `oob_russia_leader_kutusov_tactical`.
const PREFIX: &str = "oob_";

/// Whether a key is one of these.
#[must_use]
pub fn is_of_the_order(key: &str) -> bool {
    key.starts_with(PREFIX)
}

/// The most $ that a treasury can be typed to, and the most factors and ships that a counter can; ours, wider than anything printed.
const WIDEST: i64 = 999;

static ALL: LazyLock<BTreeMap<&'static str, Vec<Listed>>> = LazyLock::new(|| {
    let all = crate::scenario::all().iter();
    all.filter_map(|scenario| Some((scenario.key.as_str(), listed(of(&scenario.key)?)))).collect()
});

/// A name as a key has it: `la_salle_s_light_cavalry`.
pub(crate) fn slug(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    plain.trim_matches('_').to_owned()
}

fn listed(order: &OrderOfBattle) -> Vec<Listed> {
    let mut all = Vec::new();
    for (power, forces) in &order.powers {
        let mut put = |key: String, value: ForceValue, shipped: Fact<i64>, bounds: (i64, i64)| {
            all.push(Listed {
                power: *power,
                value,
                key: format!("{PREFIX}{}_{key}", power.key()),
                shipped,
                bounds,
            });
        };
        put(
            "status".to_owned(),
            ForceValue::Status,
            forces.status.clone().of(|one| i64::from(one.number())),
            (0, 39),
        );
        put("treasury".to_owned(), ForceValue::Treasury, forces.treasury.clone().of(i64::from), (0, WIDEST));
        for (n, leader) in forces.leaders.iter().enumerate() {
            let name = slug(&leader.name);
            let most =
                if leader.at_sea { None } else { Some((leader.maximum, Rating::Maximum, "maximum", (1, 6))) };
            let ratings = [
                (leader.strategic, Rating::Strategic, "strategic", (0, 5)),
                (leader.tactical, Rating::Tactical, "tactical", (0, 5)),
            ];
            let rank = (leader.rank as u8 + 1, Rating::Rank, "rank", (1, 4));
            for (now, what, word, bounds) in ratings.into_iter().chain(most).chain([rank]) {
                let shipped = Fact { value: i64::from(now), origin: leader.origin };
                put(format!("leader_{name}_{word}"), ForceValue::Leader(n, what), shipped, bounds);
            }
        }
        for (n, corps) in forces.corps.iter().enumerate() {
            for (sort, now) in corps.holds.each() {
                let shipped = Fact { value: i64::from(now), origin: corps.origin };
                put(corps_key(corps, sort), ForceValue::Corps(n, sort), shipped, (0, WIDEST));
            }
        }
        for (n, fleet) in forces.fleets.iter().enumerate() {
            let shipped = Fact { value: i64::from(fleet.ships), origin: fleet.origin };
            put(fleet_key(fleet), ForceValue::Fleet(n), shipped, (0, WIDEST));
        }
    }
    all
}

impl Listed {
    fn name(&self, forces: &Forces) -> Said {
        let power = self.power;
        match self.value {
            ForceValue::Status => said!("{}, status at the start", power),
            ForceValue::Treasury => said!("{}, treasury at the start", power),
            ForceValue::Leader(n, what) => {
                let leader = forces.leaders.get(n).map_or_else(String::new, |one| one.name.clone());
                match what {
                    Rating::Strategic => said!("{}, {}: strategic rating", power, leader),
                    Rating::Tactical => said!("{}, {}: tactical rating", power, leader),
                    Rating::Maximum => said!("{}, {}: tactical maximum", power, leader),
                    Rating::Rank => said!("{}, {}: rank", power, leader),
                }
            }
            ForceValue::Corps(n, sort) => {
                let corps = forces.corps.get(n).map_or_else(String::new, |one| one.name.clone());
                said!("{}, {}: holds {}", power, corps, sort.letters())
            }
            ForceValue::Fleet(n) => {
                let fleet = forces.fleets.get(n).map_or_else(String::new, |one| one.name.clone());
                said!("{}, {}: holds ships", power, fleet)
            }
        }
    }

    fn written(&self) -> Written {
        match self.value {
            ForceValue::Status => Written::InTens("FIND"),
            ForceValue::Leader(_, Rating::Rank) => Written::Letter,
            _ => Written::Whole,
        }
    }

    fn unit(&self) -> &'static str {
        if self.value == ForceValue::Treasury { "$" } else { "" }
    }
}

/// Those of a scenario that are not the printed game's, and those that the group typed.
pub(crate) fn unprinted<'a>(
    scenario: &str,
    typed: &'a Typed,
    wanted: Wanted<'a>,
) -> impl Iterator<Item = Unprinted> + use<'a> {
    let all = of(scenario).zip(ALL.get(scenario));
    let all = all.into_iter().flat_map(|(order, all)| all.iter().map(move |listed| (order, listed)));
    let open =
        all.filter(move |(_, listed)| !listed.shipped.origin.is_certain() || typed.contains_key(&listed.key));
    open.filter(move |(_, listed)| wanted(&listed.key)).filter_map(move |(order, listed)| {
        let own = typed.get(&listed.key).copied();
        Some(Unprinted {
            key: listed.key.clone(),
            name: listed.name(order.powers.get(&listed.power)?),
            unit: listed.unit(),
            written: listed.written(),
            now: own.unwrap_or(listed.shipped.value),
            least: listed.bounds.0,
            most: listed.bounds.1,
            only: &[],
            bounds: None,
            origin: if own.is_some() { Origin::Typed } else { listed.shipped.origin },
        })
    })
}

fn corps_key(corps: &Corps, sort: Troop) -> String {
    format!("corps_{}_{}", slug(&corps.name), sort.key())
}

fn fleet_key(fleet: &Fleet) -> String {
    format!("fleet_{}", slug(&fleet.name))
}

/// What a corps of a power can hold in a campaign: what the order of battle says, and in its place what the group typed.
pub(crate) fn capacity(typed: &Typed, power: Power, corps: &Corps) -> Factors {
    let mut holds = corps.holds;
    for (sort, _) in corps.holds.each().filter(|_| !typed.is_empty()) {
        if let Some(own) = typed.get(&format!("{PREFIX}{}_{}", power.key(), corps_key(corps, sort))) {
            holds.0[sort as usize] = u16::try_from(*own).unwrap_or(0);
        }
    }
    holds
}

/// The ships that a fleet of a power can hold in a campaign, likewise.
pub(crate) fn room(typed: &Typed, power: Power, fleet: &Fleet) -> u16 {
    let own = typed.get(&format!("{PREFIX}{}_{}", power.key(), fleet_key(fleet)));
    own.map_or(fleet.ships, |own| u16::try_from(*own).unwrap_or(0))
}

/// A power's forces as a campaign has them: the shipped ones, and in their place what the group typed.
#[must_use]
pub fn as_played(scenario: &str, power: Power, typed: &Typed) -> Option<Cow<'static, Forces>> {
    let mut forces = Cow::Borrowed(of(scenario)?.powers.get(&power)?);
    if typed.is_empty() {
        return Some(forces);
    }
    for listed in ALL.get(scenario)?.iter().filter(|listed| listed.power == power) {
        let Some(own) = typed.get(&listed.key) else { continue };
        put(forces.to_mut(), listed.value, *own);
    }
    Some(forces)
}

/// A value that was typed takes its place; it lies within its bounds.
fn put(forces: &mut Forces, value: ForceValue, own: i64) {
    let small = u8::try_from(own).unwrap_or(0);
    match value {
        ForceValue::Status => {
            if let Some(value) = StatusBox::at(small) {
                forces.status = Fact { value, origin: Origin::Typed };
            }
        }
        ForceValue::Treasury => {
            forces.treasury = Fact { value: u32::try_from(own).unwrap_or(0), origin: Origin::Typed };
        }
        ForceValue::Leader(n, what) => {
            let Some(leader) = forces.leaders.get_mut(n) else { return };
            match what {
                Rating::Strategic => leader.strategic = small,
                Rating::Tactical => leader.tactical = small,
                Rating::Maximum => leader.maximum = small,
                Rating::Rank => {
                    leader.rank = Rank::ALL
                        .into_iter()
                        .nth(usize::from(small.saturating_sub(1)))
                        .unwrap_or(leader.rank);
                }
            }
            leader.origin = Origin::Typed;
        }
        ForceValue::Corps(n, sort) => {
            let Some(corps) = forces.corps.get_mut(n) else { return };
            corps.holds.0[sort as usize] = u16::try_from(own).unwrap_or(0);
            corps.origin = Origin::Typed;
        }
        ForceValue::Fleet(n) => {
            let Some(fleet) = forces.fleets.get_mut(n) else { return };
            fleet.ships = u16::try_from(own).unwrap_or(0);
            fleet.origin = Origin::Typed;
        }
    }
}
