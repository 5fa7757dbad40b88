//! What moves a member besides war and peace: motions in the Prussian Landtag and diplomatic events, which are played at the table. One tells
//! what came of them, and another player confirms it.

use super::{Happened, Order, Side};
use crate::board::dominance::{self, Condition};
use crate::map::ProvinceId;
use crate::months::Month;
use crate::powers::Power;
use crate::testimony::{self, Answerers, Rights, Testimony};
use crate::{EmpiresInArms, Event, Position, rests};
use serde::{Deserialize, Serialize};
use table::assent::Assent;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// What came of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The Landtag carried a motion to win a member of the southern confederation over.
    Carried,
    /// It did not carry it.
    Failed,
    /// Austria or Prussia used the event diplomatic victory on a member.
    Victory,
    /// It used the event diplomatic swing on one.
    Swing,
    /// The Landtag carried the motion Unification of Germany, and its requirements are met.
    Unification,
}

impl What {
    /// Everything that can be told.
    pub const ALL: [What; 5] = [What::Carried, What::Failed, What::Victory, What::Swing, What::Unification];

    /// Its word in orders and in buttons.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            What::Carried => "carried",
            What::Failed => "failed",
            What::Victory => "victory",
            What::Swing => "swing",
            What::Unification => "unification",
        }
    }

    /// What has this word.
    #[must_use]
    pub fn by_key(key: &str) -> Option<What> {
        What::ALL.into_iter().find(|what| what.key() == key)
    }

    /// The rule under which it counts.
    #[must_use]
    pub fn rule(self) -> RuleId {
        match self {
            What::Carried | What::Failed => rule!("nationalism.confed.landtag-motion"),
            What::Victory | What::Swing => rule!("nationalism.confed.diplomatic-events"),
            What::Unification => rule!("nationalism.dominance.prussia"),
        }
    }

    fn is_of_the_landtag(self) -> bool {
        matches!(self, What::Carried | What::Failed | What::Unification)
    }
}

/// Something that was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// In the name of which power.
    pub power: Power,
    /// What.
    pub what: What,
    /// About which minor country; none of the unification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minor: Option<ProvinceId>,
    /// In which month; filled in when it is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<Month>,
}

impl Told {
    /// What is told, without who told it and when: `victory/baden`.
    #[must_use]
    pub fn subject(&self) -> String {
        let minor = self.minor.map_or("", ProvinceId::key);
        format!("{}/{minor}", self.what.key())
    }
}

impl Testimony for Told {
    fn by(&self) -> Power {
        self.power
    }

    fn rule(&self) -> RuleId {
        self.what.rule()
    }

    fn rights(&self) -> Rights {
        Rights { confirm: Answerers::Anybody, deny: Answerers::Anybody }
    }
}

/// Why something is not so as far as the bot knows, or not told by a power; `None` where it can be told and confirmed.
fn why_not(state: &Position, told: Told) -> Option<Refusal> {
    let Told { power, what, minor, .. } = told;
    let under = |says| Some(Refusal::under(what.rule(), says));
    if !state.board.era().is_nationalism() {
        return under(said!("There are German confederations in the scenario of 1853 alone."));
    }
    if what.is_of_the_landtag() && power != Power::Prussia {
        return under(said!("The Landtag is Prussia's: what it decides is told in Prussia's name."));
    }
    if what == What::Unification {
        let united = state.confederations.united.is_some();
        return if united { under(said!("Germany is united already.")) } else { None };
    }
    let Some(minor) = minor else { return under(said!("A motion or an event names a minor country.")) };
    let Some(of) = state.confederation(minor) else {
        return under(said!("{} is a member of neither confederation.", minor.name()));
    };
    if what.is_of_the_landtag() && of != Side::South {
        return under(said!("{} is no member of the southern confederation.", minor.name()));
    }
    match Side::of(power) {
        None => under(said!("Austria and Prussia alone move members by diplomatic events.")),
        Some(own) if own == of => {
            under(said!("{} belongs to the confederation of {} already.", minor.name(), power))
        }
        Some(_) => None,
    }
}

/// What waits to be confirmed about the same country, or the same.
fn open(state: &Position, what: What, minor: Option<ProvinceId>) -> Option<Told> {
    let same = |told: &&Told| if minor.is_some() { told.minor == minor } else { told.what == what };
    state.confederations.told.iter().find(same).copied()
}

/// What waits, as it was told.
fn waiting(state: &Position, what: What, minor: Option<ProvinceId>) -> Result<Told, Refusal> {
    let told = open(state, what, minor).filter(|told| told.what == what);
    told.ok_or_else(|| Refusal::under(what.rule(), said!("Nobody tells that now.")))
}

/// Why something is told no more this month; `None` where it can be.
fn why_no_more(state: &Position, told: Told) -> Option<Refusal> {
    testimony::why_no_more(state.confederations.denied.get(&told.subject()), told.rule())
}

/// On whose assent it rests: of the player of the confederation that loses a member by it; that a motion failed on nobody's but Prussia's, which
/// loses by it; and what takes nothing from anybody on that of all.
pub(super) fn rests_on(
    table: &Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    (power, what, member): (Power, What, Option<ProvinceId>),
) -> Option<Assent> {
    let state = table.state();
    let loser = match what {
        What::Unification => return rests::on_all(table),
        What::Failed => Some(power),
        What::Carried | What::Victory | What::Swing => {
            member.and_then(|member| state.confederation(member)).map(Side::power)
        }
    };
    if loser.is_some_and(|loser| rests::plays(state, seat, loser)) {
        return None;
    }
    rests::on_holder(table, loser)
}

/// Somebody tells what came of it, and those have assented to it on whom it rests: it takes effect.
pub(super) fn told(table: &mut Table<'_, '_, EmpiresInArms>, told: Told) -> Result<(), Refusal> {
    let state = table.state();
    if let Some(refusal) = why_not(state, told) {
        return Err(refusal);
    }
    let told = Told { minor: told.minor.filter(|_| told.what != What::Unification), ..told };
    if open(state, told.what, told.minor).is_some() {
        return Err(Refusal::under(
            told.what.rule(),
            said!("That is told already, and waits to be confirmed."),
        ));
    }
    if let Some(refusal) = why_no_more(state, told) {
        return Err(refusal);
    }
    takes_effect(table, told)
}

/// Why a player cannot confirm it in the name of a power; `None` where he can.
fn why_not_confirmed(state: &Position, seat: &SeatId, by: Power, told: Told) -> Option<Refusal> {
    testimony::why_not_confirmed(state, seat, by, told.rule(), Some(&told)).or_else(|| why_not(state, told))
}

/// Another player confirms it, and it takes effect.
pub(super) fn confirmed(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    by: Power,
    what: What,
    minor: Option<ProvinceId>,
) -> Result<(), Refusal> {
    let told = waiting(table.state(), what, minor)?;
    if let Some(refusal) = why_not_confirmed(table.state(), seat, by, told) {
        return Err(refusal);
    }
    takes_effect(table, told)
}

/// What was told is so.
fn takes_effect(table: &mut Table<'_, '_, EmpiresInArms>, told: Told) -> Result<(), Refusal> {
    let what = told.what;
    let rules = vec![what.rule()];
    table.emit(&Event::Confederation(Happened::InfluenceConfirmed { told, rules }))?;
    let to = match what {
        What::Carried => Some(Side::North),
        What::Victory | What::Swing => Side::of(told.power),
        What::Failed => None,
        What::Unification => {
            return dominance::becomes(table, Power::Prussia, Condition::Unification, what.rule());
        }
    };
    let (Some(minor), Some(to)) = (told.minor, to) else { return Ok(()) };
    // In war and in peace it is the list that changes, and not who controls the country.
    let rules = vec![what.rule(), rule!("nationalism.confed.influence-in-peace")];
    table.emit(&Event::Confederation(Happened::MembershipChanged { minor, to, rules }))
}

/// It is denied, or taken back by who told it.
pub(super) fn denied(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    by: Power,
    what: What,
    minor: Option<ProvinceId>,
) -> Result<(), Refusal> {
    let told = waiting(table.state(), what, minor)?;
    testimony::denial(table.state(), seat, by, told.rule(), Some(&told))?;
    table.emit(&Event::Confederation(Happened::InfluenceDenied(told)))
}

/// What a player could tell, confirm and deny.
pub(super) fn offers(state: &Position, seat: &SeatId) -> Vec<Offer> {
    if !state.board.era().is_nationalism() || state.month().is_none() {
        return Vec::new();
    }
    let mut offers = Vec::new();
    for power in state.bidders(seat) {
        for what in What::ALL {
            let may = |minor: Option<ProvinceId>| {
                let told = Told { power, what, minor, month: None };
                open(state, what, minor).is_none()
                    && why_not(state, told).is_none()
                    && why_no_more(state, told).is_none()
            };
            let mut fields = Vec::new();
            let mut minor = None;
            if what == What::Unification {
                if !may(None) {
                    continue;
                }
            } else {
                let minors: Vec<ProvinceId> = ProvinceId::all().filter(|minor| may(Some(*minor))).collect();
                minor = minors.first().copied();
                if minor.is_none() {
                    continue;
                }
                let keys = minors.iter().map(|minor| minor.key());
                fields.push(Field::required("member", Kind::one_of(keys)));
            }
            let order = Order::Tell { power, what, member: minor };
            offers.push(Offer::of_order("confederation", order, fields).back());
        }
    }
    for told in &state.confederations.told {
        let Told { what, minor, .. } = *told;
        let own = state.bidders(seat);
        if let Some(power) =
            own.iter().copied().find(|by| why_not_confirmed(state, seat, *by, *told).is_none())
        {
            let order = Order::Confirm { power, what, member: minor };
            offers.push(Offer::of_order("confederation", order, Vec::new()));
        }
        let denies = |by: &Power| testimony::denial(state, seat, *by, told.rule(), Some(told)).is_ok();
        if let Some(power) = own.into_iter().find(denies) {
            let order = Order::Deny { power, what, member: minor };
            offers.push(Offer::of_order("confederation", order, Vec::new()).back());
        }
    }
    offers
}
