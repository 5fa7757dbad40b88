//! What ends the war, as one side tells it of a board that is kept elsewhere and the other confirms.

use super::{Happened, Order, Victory, data, is_late, peace};
use crate::keys::Key;
use crate::map::{AreaId, Berth, Era, Place, is_adjacent_to_home};
use crate::months::Month;
use crate::powers::Power;
use crate::testimony::{self, Answerers, Rights, Testimony};
use crate::told::counters::Piece;
use crate::{EmpiresInArms, Event, Position, rests};
use serde::{Deserialize, Serialize};
use table::assent::Assent;
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// What can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// No ship is left of Russia's Black Sea fleet.
    BlackSeaFleet,
    /// No ship is left of its Baltic Sea fleet.
    BalticFleet,
    /// Constantinople was Russian, and not besieged, from the beginning of this month to its end.
    Constantinople,
    /// No fleet of an enemy was beside Russia in this month.
    NoFleetBeside,
    /// Russia, which is dominant by its peace, has no fleet on the map.
    NoRussianFleet,
}

impl What {
    /// Everything that can be told.
    pub const ALL: [What; 5] = [
        What::BlackSeaFleet,
        What::BalticFleet,
        What::Constantinople,
        What::NoFleetBeside,
        What::NoRussianFleet,
    ];

    /// Its word in orders and in buttons.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            What::BlackSeaFleet => "black_sea_fleet",
            What::BalticFleet => "baltic_fleet",
            What::Constantinople => "constantinople",
            What::NoFleetBeside => "no_fleet_beside",
            What::NoRussianFleet => "no_russian_fleet",
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
            What::BlackSeaFleet | What::BalticFleet => rule!("nationalism.crimea.end.coalition"),
            What::Constantinople => rule!("nationalism.crimea.end.russia.constantinople"),
            What::NoFleetBeside => rule!("nationalism.crimea.end.russia.no-adjacent-fleet"),
            What::NoRussianFleet => rule!("nationalism.petersburg.dominance-loss.fleets"),
        }
    }

    /// Who wins the war by it; `None` of what ends none.
    #[must_use]
    pub fn victory(self) -> Option<Victory> {
        match self {
            What::BlackSeaFleet | What::BalticFleet => Some(Victory::Coalition),
            What::Constantinople | What::NoFleetBeside => Some(Victory::Russia),
            What::NoRussianFleet => None,
        }
    }

    /// Whether it is of a whole month, and known when its last moves are made.
    #[must_use]
    pub fn is_of_the_month(self) -> bool {
        matches!(self, What::Constantinople | What::NoFleetBeside)
    }
}

/// Something that was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// What.
    pub what: What,
    /// By whom.
    pub by: Power,
    /// In which month.
    pub month: Month,
    /// Who of the other side confirmed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<Power>,
}

impl Testimony for Told {
    fn by(&self) -> Power {
        self.by
    }

    fn confirmed(&self) -> Option<Power> {
        self.confirmed
    }

    fn rule(&self) -> RuleId {
        self.what.rule()
    }

    fn rights(&self) -> Rights {
        Rights { confirm: Answerers::OtherSide(side), deny: Answerers::OtherSide(side) }
    }
}

/// Whether a power is of one of the two sides, and whether that is Russia's.
fn side(state: &Position, power: Power) -> Option<bool> {
    if power == Power::Russia {
        return Some(true);
    }
    state.coalition().any(|member| member == power).then_some(false)
}

/// A fleet of an enemy that stands beside Russia, as far as counters are on the map: whose it is, and its name.
fn enemy_beside(state: &Position) -> Option<(Power, String)> {
    let beside = |place: &str| match Place::by_key(place) {
        Some(Place::Sea(sea)) => is_adjacent_to_home(Berth::Sea(sea), Power::Russia, Era::Nationalism),
        Some(Place::Area(area)) => is_adjacent_to_home(Berth::Port(area), Power::Russia, Era::Nationalism),
        _ => false,
    };
    state.enemies(Power::Russia).find_map(|enemy| {
        let mut all = state.counters_of(enemy).iter();
        let fleet = all.find(|(_, counter)| counter.piece == Piece::Fleet && beside(&counter.place))?;
        Some((enemy, fleet.0.clone()))
    })
}

/// Who is told to have Constantinople, where that is not Russia.
fn constantinople(state: &Position) -> Option<Power> {
    let area = AreaId::by_key("constantinople")?;
    let told = state.control.get(&Key::Shipped(Place::Area(area)).written()).copied();
    told.filter(|power| *power != Power::Russia)
}

/// Whom the map shows to have Constantinople, or an enemy of Russia with a fleet beside it and that fleet, where something is not so by what
/// is told of the map.
pub(super) fn contradicted(state: &Position, what: What) -> Option<(Power, Refusal)> {
    let under = |says| Refusal::under(what.rule(), says);
    match what {
        What::NoFleetBeside => enemy_beside(state)
            .map(|(of, name)| (of, under(said!("{} of {} stands beside Russia on the map.", name, of)))),
        What::Constantinople => constantinople(state)
            .map(|power| (power, under(said!("{} is told to have Constantinople.", power)))),
        What::BlackSeaFleet | What::BalticFleet | What::NoRussianFleet => None,
    }
}

/// Why a power cannot tell something now; `None` where it can.
#[must_use]
pub fn why_not(state: &Position, by: Power, what: What) -> Option<Refusal> {
    let under = |says| Some(Refusal::under(what.rule(), says));
    if side(state, by).is_none() {
        return under(said!("{} is of neither side of the Crimean War.", by));
    }
    if what == What::NoRussianFleet {
        if !state.crimea.dominant {
            return under(said!("Russia is not dominant by a peace, so nobody asks for its fleets."));
        }
    } else if !state.is_crimean_war() {
        return under(said!("The Crimean War does not last any more, or is none of this campaign."));
    }
    if state.crimea.told.iter().any(|told| told.what == what) {
        return under(said!("That is told already."));
    }
    if what.is_of_the_month() && !is_late(state) {
        return under(said!(
            "That is told of a whole month, when its last moves are made: from the land phase on."
        ));
    }
    if let Some(refusal) = testimony::why_no_more(state.crimea.denied.get(&what), what.rule()) {
        return Some(refusal);
    }
    if let Some((_, refusal)) = contradicted(state, what) {
        return Some(refusal);
    }
    crate::politics::sudden::why_not(state)
}

/// The powers that lose by something: of a victory the other side, of Russia's dominance Russia.
fn losers(state: &Position, what: What) -> Vec<Power> {
    let russian = what.victory() != Some(Victory::Russia);
    if russian {
        return vec![Power::Russia];
    }
    state.coalition().collect()
}

/// On whose assent it rests that something is so: of the players who lose by it and did not tell it themselves.
pub(super) fn rests_on(state: &Position, seat: &SeatId, what: What) -> Option<Assent> {
    let losers = losers(state, what);
    let others = losers.into_iter().filter(|power| !rests::plays(state, seat, *power));
    others.filter_map(|power| rests::on_player_of(state, power)).reduce(Assent::and)
}

/// One side tells something, and those have assented to it who lose by it: it is so. What ends the war at once does so now.
pub(super) fn told(table: &mut Table<'_, '_, EmpiresInArms>, told: Told) -> Result<(), Refusal> {
    let Told { what, by, .. } = told;
    if let Some(refusal) = why_not(table.state(), by, what) {
        return Err(refusal);
    }
    let losers = losers(table.state(), what);
    let confirmed = losers.iter().copied().find(|power| *power != by).or(Some(by));
    let told = Told { confirmed, ..told };
    table.emit(&Event::Crimea(Happened::CrimeaTold { told, rules: vec![what.rule()] }))?;
    takes_effect(table, what)
}

/// What was told and confirmed of something: what ends the war at once ends it.
fn takes_effect(table: &mut Table<'_, '_, EmpiresInArms>, what: What) -> Result<(), Refusal> {
    match what {
        What::BlackSeaFleet | What::BalticFleet => peace::ended(table, Victory::Coalition, what, true),
        What::Constantinople | What::NoFleetBeside | What::NoRussianFleet => Ok(()),
    }
}

/// What was told of something and is not done with.
fn open(state: &Position, what: What) -> Option<&Told> {
    state.crimea.told.iter().find(|told| told.what == what)
}

/// Why a power cannot confirm something; `None` where it can.
fn why_not_confirmed(state: &Position, seat: &SeatId, by: Power, what: What) -> Option<Refusal> {
    let told = open(state, what);
    if let Some(refusal) = testimony::why_not_confirmed(state, seat, by, what.rule(), told) {
        return Some(refusal);
    }
    if let Some((_, refusal)) = contradicted(state, what) {
        return Some(refusal);
    }
    crate::politics::sudden::why_not(state)
}

/// The other side confirms it. What ends the war at once does so now.
pub(super) fn confirmed(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    by: Power,
    what: What,
) -> Result<(), Refusal> {
    if let Some(refusal) = why_not_confirmed(table.state(), seat, by, what) {
        return Err(refusal);
    }
    table.emit(&Event::Crimea(Happened::CrimeaConfirmed { what, by, rules: vec![what.rule()] }))?;
    takes_effect(table, what)
}

/// It is denied by the other side, or taken back by who told or who confirmed it.
pub(super) fn denied(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    by: Power,
    what: What,
) -> Result<(), Refusal> {
    let state = table.state();
    let (by, how) = testimony::denial(state, seat, by, what.rule(), open(state, what))?;
    table.emit(&Event::Crimea(Happened::CrimeaDenied { what, by, how }))
}

/// What a player could tell, confirm and deny.
pub(super) fn offers(state: &Position, seat: &SeatId) -> Vec<Offer> {
    let mut offers = Vec::new();
    for power in state.bidders(seat) {
        let tells = What::ALL.into_iter().filter(|what| why_not(state, power, *what).is_none());
        let tell = tells.map(|what| Order::Tell { power, what });
        offers.extend(Offer::any("crimea", "what", tell).map(Offer::back));
        let waits = state.crimea.told.iter().filter(|told| told.confirmed.is_none());
        for told in waits.filter(|told| why_not_confirmed(state, seat, power, told.what).is_none()) {
            let order = Order::Confirm { power, what: told.what };
            offers.push(Offer::of_order("crimea", order, Vec::new()).timely());
        }
        let denial = |what: What| testimony::denial(state, seat, power, what.rule(), open(state, what));
        let names = |what: What| denial(what).is_ok_and(|(by, _)| by == power);
        for told in state.crimea.told.iter().filter(|told| names(told.what)) {
            let order = Order::Deny { power, what: told.what };
            offers.push(Offer::of_order("crimea", order, Vec::new()).back());
        }
    }
    offers
}

/// The counters of a fleet that is told to be destroyed.
pub(super) fn fleet(what: What) -> Option<&'static str> {
    let fleets = &data().fleets;
    match what {
        What::BlackSeaFleet => Some(&fleets.black_sea),
        What::BalticFleet => Some(&fleets.baltic),
        What::Constantinople | What::NoFleetBeside | What::NoRussianFleet => None,
    }
}
