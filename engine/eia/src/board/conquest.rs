//! Conquered minor countries (7.7, 10.2.1), as players tell them of a board on which the land is played elsewhere.

use super::{Board, Change, Order, Why, change};
use crate::map::{ProvinceId, district_of, is_papal, led_by, whole};
use crate::oob::Held;
use crate::politics::costs::Points;
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::{rule, said};

/// A minor country that was conquered: every city of its primary district was held for a month, and none of them under siege
/// (`house.minors.conquest-primary-district`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conquest {
    /// Which.
    pub minor: ProvinceId,
    /// By whom.
    pub power: Power,
    /// Whether it had troops that never fought, in the field or in a siege (`house.minors.defence.penalty`,
    /// `house.minors.defence.sufficient`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undefended: bool,
}

/// The district that leads a minor country: of a secondary one its primary, of every other one itself.
#[must_use]
pub fn primary(minor: ProvinceId) -> ProvinceId {
    district_of(minor).unwrap_or(minor)
}

/// The districts that are led by this one, itself among them, and those of the Papal State with each of its two.
fn districts(lead: ProvinceId) -> &'static [ProvinceId] {
    static LED: LazyLock<BTreeMap<ProvinceId, Vec<ProvinceId>>> = LazyLock::new(|| {
        let led = |lead| {
            let is_led = |other: &ProvinceId| primary(*other) == lead || whole(lead).contains(other);
            (lead, ProvinceId::all().filter(is_led).collect())
        };
        ProvinceId::all().map(led).collect()
    });
    LED.get(&lead).map_or(&[], Vec::as_slice)
}

impl Board {
    /// The district by which a minor country is named: its [`primary`] one; of the Papal State of 1853, which is one country of two provinces,
    /// its Papacy (`nationalism.map.papal-state`).
    fn named_by(&self, minor: ProvinceId) -> ProvinceId {
        if self.era().is_nationalism() && is_papal(minor) { led_by(minor) } else { primary(minor) }
    }

    /// The districts that make up one country with this one: who takes its primary district takes them all. Districts that somebody conquered
    /// or that are held otherwise than the primary one are countries by themselves.
    #[must_use]
    pub fn country(&self, minor: ProvinceId) -> Vec<ProvinceId> {
        let lead = self.named_by(minor);
        if !self.is_one(minor, lead) {
            return vec![minor];
        }
        let is_of_it = |other: &ProvinceId| self.named_by(*other) == lead && self.is_one(*other, lead);
        districts(lead).iter().copied().filter(is_of_it).collect()
    }

    /// Whether a district is held as the one that leads its country, and so that they are one country.
    fn is_one(&self, district: ProvinceId, lead: ProvinceId) -> bool {
        let how = self.held(lead);
        matches!(how, Held::Neutral | Held::Free(_)) && self.held(district) == how
    }

    /// The district that stands for the country that this one is of now: itself where it is one by itself.
    #[must_use]
    pub fn lead(&self, minor: ProvinceId) -> ProvinceId {
        let lead = self.named_by(minor);
        if self.is_one(minor, lead) { lead } else { minor }
    }

    /// The provinces by which war on a country is kept that is known by one of them: of one with secondary districts that one, its primary
    /// district; of the Papal State both.
    pub(crate) fn at_war_by(&self, minor: ProvinceId) -> Vec<ProvinceId> {
        let keeps = |district: &ProvinceId| *district == minor || primary(*district) == *district;
        self.country(minor).into_iter().filter(keeps).collect()
    }

    /// The same country, held otherwise.
    #[must_use]
    pub fn country_held(&self, minor: ProvinceId, held: Held) -> Vec<Change> {
        self.country(minor).into_iter().map(|province| Change { province, held }).collect()
    }
}

/// Whether a power is at war with who has a minor country, or attacks it.
fn is_at_war_there(state: &Position, power: Power, minor: ProvinceId) -> bool {
    let from = state.held(minor).by();
    from.is_some_and(|from| state.are_at_war(from, power)) || state.attacks(power, minor)
}

/// Whether the war by which a power has come there began this month: then it has held no city for one month, from a conquest step to the next.
fn has_just_come(state: &Position, power: Power, minor: ProvinceId) -> bool {
    let attack =
        state.minor_wars().find(|war| war.by == power && state.board.at_war_by(minor).contains(&war.on));
    if let Some(attack) = attack {
        return state.month().is_some_and(|now| attack.since >= now);
    }
    let declared = &state.politics.declared;
    state.held(minor).by().is_some_and(|from| {
        declared.iter().any(|war| [(war.by, war.on), (war.on, war.by)].contains(&(from, power)))
    })
}

/// Why a power cannot have conquered a minor country; `None` where it can.
fn why_not(state: &Position, conquest: Conquest) -> Option<Refusal> {
    let Conquest { minor, power, .. } = conquest;
    let name = minor.name();
    if state.board.home_of(minor).is_some() {
        return Some(Refusal::new(said!(
            "{} is a province of a major power: it changes hands by a formal peace, not by conquest (10.2.1).",
            name
        )));
    }
    if !state.choice.powers().any(|one| one == power) {
        return Some(Refusal::new(said!("{} is no power of this campaign.", power)));
    }
    let from = state.held(minor).by();
    if state.held(minor) == state.board.had_by(minor, power) {
        return Some(Refusal::new(said!("{} has conquered {} already.", power, name)));
    }
    match from {
        Some(from) if from == power => {
            Some(Refusal::new(said!("{} has {} already: nobody conquers what is his.", power, name)))
        }
        Some(from) if !is_at_war_there(state, power, minor) => {
            Some(Refusal::new(said!("{} has {}, and {} is not at war with it.", from, name, power)))
        }
        _ if primary(minor) != minor && state.board.country(minor).contains(&primary(minor)) => {
            let says = said!(
                "{} is a district of {}, which is conquered as a whole by the cities of its primary district.",
                name,
                primary(minor).name()
            );
            Some(Refusal::under(rule!("house.minors.conquest-primary-district"), says))
        }
        None if !is_at_war_there(state, power, minor) => Some(Refusal::new(said!(
            "{} has declared no war on {}, which is neutral: that is done on the political sheet (4.2).",
            power,
            name
        ))),
        _ if has_just_come(state, power, minor) => Some(Refusal::under(
            rule!("house.minors.conquest-primary-district"),
            said!(
                "The war in which {} comes to {} began this month: it is conquered when its cities were held for a month, so next month at the earliest.",
                power,
                name
            ),
        )),
        _ => None,
    }
}

/// A player tells of a conquest: it brings the conqueror PP and costs who had the country some; one more who did not defend it.
pub(super) fn told(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    conquest: Conquest,
) -> Result<(), Refusal> {
    let state = table.state();
    if state.bidders(seat).is_empty() {
        return Err(Refusal::new(said!("What is conquered is told by those who play a power.")));
    }
    if let Some(refusal) = why_not(state, conquest) {
        return Err(refusal);
    }
    let Conquest { minor, power, undefended } = conquest;
    let mut points = vec![(power, state.points(Points::Conquest))];
    let mut rules = vec![rule!("house.minors.conquest-primary-district")];
    if let Some(from) = state.held(minor).by() {
        points.push((from, state.points(Points::Conquered)));
        if undefended {
            points.push((from, state.points(Points::Undefended)));
            rules.push(rule!("house.minors.defence.penalty"));
        } else {
            rules.push(rule!("house.minors.defence.sufficient"));
        }
    }
    let had = state.board.had_by(minor, power);
    let mut provinces = state.board.country_held(minor, had);
    // The Papal State is one country of two provinces (`nationalism.map.papal-state`), where one power conquered it too.
    let is_with_it = |other: ProvinceId| {
        state.is_italian(minor) && state.held(other) == state.held(minor) && state.attacks(power, other)
    };
    for province in whole(minor).into_iter().filter(|other| is_with_it(*other)) {
        if !provinces.iter().any(|change| change.province == province) {
            provinces.push(Change { province, held: had });
        }
    }
    if is_papal(minor) && provinces.len() > 1 {
        rules.push(rule!("nationalism.map.papal-state"));
    }
    change(table, provinces, Why::Conquered, &points, rules)
}

/// The conquests that could be told now: of neutral countries and of those of enemies.
pub(super) fn offers(state: &Position) -> Vec<Offer> {
    let minors: Vec<ProvinceId> =
        ProvinceId::all().filter(|province| state.board.home_of(*province).is_none()).collect();
    let mut by_power: BTreeMap<Power, Vec<&str>> = BTreeMap::new();
    for power in state.major_powers() {
        // Most minor countries are nobody's enemy's, and of those no refusal need be written.
        for minor in minors.iter().copied().filter(|minor| is_at_war_there(state, power, *minor)) {
            if why_not(state, Conquest { minor, power, undefended: false }).is_none() {
                by_power.entry(power).or_default().push(minor.key());
            }
        }
    }
    let offer = |(power, minors): (Power, Vec<&str>)| {
        let minor = minors.first().and_then(|minor| ProvinceId::by_key(minor))?;
        let order = Order::Conquer(Conquest { minor, power, undefended: false });
        let field = Field::required("minor", Kind::one_of(&minors));
        Some(Offer::of_order("board", order, vec![field]).back())
    };
    by_power.into_iter().filter_map(offer).collect()
}
