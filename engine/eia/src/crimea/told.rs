//! What ends the war, as one side tells it of a board that is kept elsewhere and the other confirms.

use super::{Happened, Order, Victory, data, is_late, peace};
use crate::counters::Piece;
use crate::keys::Key;
use crate::map::{AreaId, Berth, Era, Place, is_adjacent_to_home};
use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said::{ToValue, Value};
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

/// How what was told is told no more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Denial {
    /// Who could have confirmed it says that it is not so.
    #[default]
    Denied,
    /// Who told it takes it back.
    TakenBack,
    /// Who confirmed it takes that back.
    Unconfirmed,
}

impl Denial {
    /// Whether it is denied by who could have confirmed it, and nobody takes anything back.
    #[must_use]
    pub fn is_of_the_other_side(&self) -> bool {
        *self == Denial::Denied
    }
}

impl Position {
    /// In the name of which powers what a power told is confirmed or denied, always by another player than his who told it: of the other side;
    /// of either side, where he plays powers of both; any, where nobody else plays one of either. Who plays every power answers himself.
    #[must_use]
    pub fn crimean_witnesses(&self, by: Power) -> Vec<Power> {
        let player = |power: Power| self.choice.holdings.get(&power).map(|holding| &holding.seat);
        let others = |power: &Power| player(*power) != player(by);
        let against = |power: &Power| side(self, *power).is_some_and(|of| Some(of) != side(self, by));
        let plays_both = self.major_powers().any(|power| against(&power) && !others(&power));
        let of_either = self.major_powers().filter(|power| side(self, *power).is_some());
        let asked: Vec<Power> =
            of_either.filter(|power| plays_both || against(power)).filter(others).collect();
        if !asked.is_empty() {
            return asked;
        }
        let rest: Vec<Power> = self.major_powers().filter(others).collect();
        if rest.is_empty() { self.major_powers().filter(against).collect() } else { rest }
    }
}

/// How often a thing may be denied or taken back in a month before it is told no more in it.
const DENIALS: u32 = 4;

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
    if state.crimea.denied.get(&what).is_some_and(|times| *times >= DENIALS) {
        return under(said!(
            "That was denied or taken back {} times this month: it can be told again next month.",
            DENIALS
        ));
    }
    if let Some((_, refusal)) = contradicted(state, what) {
        return Some(refusal);
    }
    crate::politics::sudden::why_not(state)
}

/// One side tells something.
pub(super) fn told(table: &mut Table<'_, '_, EmpiresInArms>, told: Told) -> Result<(), Refusal> {
    if let Some(refusal) = why_not(table.state(), told.by, told.what) {
        return Err(refusal);
    }
    table.emit(&Event::Crimea(Happened::CrimeaTold { told, rules: vec![told.what.rule()] }))
}

/// Why a power cannot confirm something; `None` where it can.
fn why_not_confirmed(state: &Position, seat: &SeatId, by: Power, what: What) -> Option<Refusal> {
    let Some(told) = state.crimea.told.iter().find(|told| told.what == what) else {
        return Some(Refusal::under(what.rule(), said!("Nobody has told that this month.")));
    };
    if told.confirmed.is_some() {
        return Some(Refusal::under(what.rule(), said!("That is confirmed already.")));
    }
    let witnesses = state.crimean_witnesses(told.by);
    if !witnesses.contains(&by) {
        let own = state.bidders(seat).contains(&told.by);
        let says = if own {
            let names: Vec<Value> = witnesses.iter().map(ToValue::to_value).collect();
            said!("You told it yourself: another player confirms it, in the name of one of these: {}.", names)
        } else {
            said!("{} told it, so it is confirmed by the other side of the Crimean War.", told.by)
        };
        return Some(Refusal::under(what.rule(), says));
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
    match what {
        What::BlackSeaFleet | What::BalticFleet => peace::ended(table, Victory::Coalition, what, true),
        What::Constantinople | What::NoFleetBeside | What::NoRussianFleet => Ok(()),
    }
}

/// In whose name and how a player denies something or takes it back; the sentence where he cannot.
///
/// # Errors
/// Where it is not told, or is neither his to take back nor his to deny.
fn denial(state: &Position, seat: &SeatId, by: Power, what: What) -> Result<(Power, Denial), Refusal> {
    let Some(told) = state.crimea.told.iter().find(|told| told.what == what) else {
        let says = said!("Nothing of that kind is told and waits for {}.", by);
        return Err(Refusal::under(what.rule(), says));
    };
    let own = state.bidders(seat);
    if own.contains(&told.by) {
        return Ok((told.by, Denial::TakenBack));
    }
    match told.confirmed {
        Some(power) if own.contains(&power) => Ok((power, Denial::Unconfirmed)),
        Some(power) => {
            let says = said!(
                "{} told it and {} confirmed it: one of the two can take it back until the month ends.",
                told.by,
                power
            );
            Err(Refusal::under(what.rule(), says))
        }
        None if state.crimean_witnesses(told.by).contains(&by) => Ok((by, Denial::Denied)),
        None => {
            let says =
                said!("{} told it: its own player can take it back, and the other side deny it.", told.by);
            Err(Refusal::under(what.rule(), says))
        }
    }
}

/// It is denied by the other side, or taken back by who told or who confirmed it.
pub(super) fn denied(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    by: Power,
    what: What,
) -> Result<(), Refusal> {
    let (by, how) = denial(table.state(), seat, by, what)?;
    table.emit(&Event::Crimea(Happened::CrimeaDenied { what, by, how }))
}

/// What a player could tell, confirm and deny.
pub(super) fn offers(state: &Position, seat: &SeatId) -> Vec<Offer> {
    let mut offers = Vec::new();
    for power in state.bidders(seat) {
        let tells: Vec<What> =
            What::ALL.into_iter().filter(|what| why_not(state, power, *what).is_none()).collect();
        if let Some(what) = tells.first().copied() {
            let keys: Vec<&str> = tells.iter().map(|what| what.key()).collect();
            let field = Field::required("what", Kind::one_of(&keys));
            offers.push(Offer::of_order("crimea", Order::Tell { power, what }, vec![field]).back());
        }
        let open = || state.crimea.told.iter().filter(|told| told.confirmed.is_none());
        for told in open().filter(|told| why_not_confirmed(state, seat, power, told.what).is_none()) {
            let order = Order::Confirm { power, what: told.what };
            offers.push(Offer::of_order("crimea", order, Vec::new()).timely());
        }
        let names = |what: What| denial(state, seat, power, what).is_ok_and(|(by, _)| by == power);
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
