//! New political combinations (11): Poland, Italy, the Confederation of the Rhine and others, made in the economic phase by who holds enough
//! of their parts.

use super::{Change, Happened, Order, Why};
use crate::guards::owns;
use crate::map::{Combination, Era, ProvinceId, map, members};
use crate::oob::Held;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::{rule, said};

/// The combinations that can be made in 1805, by their keys on the map.
const EMPIRES: [&str; 7] = [
    "poland",
    "kingdom-of-italy",
    "two-sicilies",
    "westphalia",
    "kingdom-of-bavaria",
    "confederation-of-the-rhine",
    "ottoman-empire",
];
/// The list of which Sardinia unites Italy (`nationalism.sardinia.unify.threshold`).
pub const ITALY: &str = "italian-minors";

/// A combination that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// By whom.
    pub by: Power,
    /// Its parts.
    pub of: Vec<ProvinceId>,
}

/// The combinations that can be made in a campaign.
#[must_use]
pub fn all(era: Era) -> Vec<&'static Combination> {
    let keys: Vec<&str> = match era {
        Era::Empires => EMPIRES.to_vec(),
        Era::Nationalism | Era::NationalismWithGreece => {
            EMPIRES.into_iter().filter(|key| *key != "kingdom-of-italy").chain([ITALY]).collect()
        }
    };
    keys.into_iter().filter_map(|key| map().combination(key)).collect()
}

/// The combination of a key that can be made in a campaign.
fn by_key(state: &Position, key: &str) -> Option<&'static Combination> {
    all(state.board.era()).into_iter().find(|one| one.key == key)
}

/// Whether only one power can make it: Italy Sardinia, the Ottoman Empire Turkey.
fn only(combination: &Combination) -> Option<Power> {
    match combination.key.as_str() {
        ITALY => Some(Power::Sardinia),
        "ottoman-empire" => Some(Power::Turkey),
        _ => None,
    }
}

/// The parts of a combination that a power would put into it: those of the lists that it holds, its own home provinces only where it cannot
/// be made without them. `has` says what it holds.
fn parts(state: &Position, combination: &Combination, has: &dyn Fn(ProvinceId) -> bool) -> Vec<ProvinceId> {
    let is_home = |province: ProvinceId| matches!(state.held(province), Held::Home(_));
    let fits = |province: &ProvinceId| {
        has(*province) && (!is_home(*province) || combination.core.contains(province))
    };
    members(combination, true).into_iter().filter(fits).collect()
}

/// The parts with which a power could make a combination out of what it has; `None` where that is not enough. In `also` stands what counts as
/// if it had it too.
#[must_use]
pub fn possible(
    state: &Position,
    power: Power,
    combination: &Combination,
    also: &dyn Fn(ProvinceId) -> bool,
) -> Option<Vec<ProvinceId>> {
    if state.board.combinations.contains_key(&combination.key)
        || only(combination).is_some_and(|only| only != power)
    {
        return None;
    }
    let has = |province: ProvinceId| state.held(province).by() == Some(power) || also(province);
    let parts = parts(state, combination, &has);
    let enough = parts.len() >= combination.at_least.unwrap_or(combination.core.len()).max(1);
    (enough && combination.core.iter().all(|core| parts.contains(core))).then_some(parts)
}

impl Position {
    /// Whether a power has a combination, and all of the parts that it needs.
    #[must_use]
    pub fn has_combination(&self, power: Power, key: &str) -> bool {
        self.board.combinations.get(key).is_some_and(|made| made.by == power)
    }
}

/// Why a power cannot make a combination now; else its parts.
fn may(state: &Position, power: Power, key: &str) -> Result<Vec<ProvinceId>, Refusal> {
    let Some(combination) = by_key(state, key) else {
        return Err(Refusal::new(said!("There is no such political combination.")));
    };
    let name = combination.name.as_str();
    if let Some(made) = state.board.combinations.get(key) {
        return Err(Refusal::new(said!("{} has made {} already.", made.by, name)));
    }
    if let Some(only) = only(combination).filter(|only| *only != power) {
        return Err(Refusal::new(said!("{} can be made by {} alone.", name, only)));
    }
    if key == ITALY {
        let says = said!(
            "Italy is not made in a phase: it is united as soon as {} of the seven Italian minor countries are provinces of Sardinia.",
            combination.at_least.unwrap_or_default() as u32
        );
        return Err(Refusal::under(rule!("nationalism.sardinia.unify.threshold"), says));
    }
    if !state.is_economic_phase() {
        return Err(Refusal::new(said!("Political combinations are made in the economic phase (11).")));
    }
    possible(state, power, combination, &|_| false).ok_or_else(|| {
        let needs = combination.at_least.unwrap_or(combination.core.len()) as u32;
        Refusal::new(said!("{} does not have enough of {}: it takes {} of its parts.", power, name, needs))
    })
}

/// A player makes one.
pub(super) fn made(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
    key: &str,
) -> Result<(), Refusal> {
    let state = table.state();
    owns(&state.bidders(seat), power)?;
    let of = may(state, power, key)?;
    let event = Happened::CombinationMade {
        key: key.to_owned(),
        made: Made { by: power, of: of.clone() },
        now: BTreeMap::new(),
        rules: Vec::new(),
    };
    table.emit(&Event::Board(event))?;
    // A home province that its own power puts into a combination counts as ceded from then on. What Sardinia has of the Italian seven stays
    // its province (`nationalism.sardinia.conquest-makes-province`): else the Two Sicilies would keep it from uniting Italy.
    let state = table.state();
    let becomes_ceded = |part: &ProvinceId| {
        matches!(state.held(*part), Held::Home(_)) && !state.board.becomes_province(*part, power)
    };
    let parts = of.into_iter().filter(becomes_ceded);
    let provinces: Vec<Change> =
        parts.map(|province| Change { province, held: Held::Ceded(power) }).collect();
    if provinces.is_empty() {
        Ok(())
    } else {
        super::change(table, provinces, Why::Combined, &[], Vec::new())
    }
}

/// Provinces changed hands: a combination whose maker has too few of its parts left is no more.
pub(super) fn dissolve(state: &mut Position) {
    let lost = |key: &String, made: &Made| {
        let Some(combination) = map().combination(key) else { return true };
        let left = made.of.iter().filter(|part| state.board.held(**part).by() == Some(made.by));
        let left: Vec<ProvinceId> = left.copied().collect();
        left.len() < combination.at_least.unwrap_or(combination.core.len())
            || combination.core.iter().any(|core| !left.contains(core))
    };
    let gone: Vec<String> = state
        .board
        .combinations
        .iter()
        // Italy, once united, stays.
        .filter(|(key, made)| key.as_str() != ITALY && lost(key, made))
        .map(|(key, _)| key.clone())
        .collect();
    for key in gone {
        state.board.combinations.remove(&key);
    }
}

/// The combinations that a player could make now.
pub(super) fn offers(state: &Position, own: &[Power]) -> Vec<Offer> {
    let mut offers = Vec::new();
    for power in own.iter().copied() {
        let can = all(state.board.era()).into_iter().filter(|one| may(state, power, &one.key).is_ok());
        let combine = can.map(|one| Order::Combine { power, combination: one.key.clone() });
        offers.extend(Offer::any("board", "combination", combine));
    }
    offers
}
