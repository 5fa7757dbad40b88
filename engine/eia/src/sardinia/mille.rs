//! Spedizione dei Mille: war on a neutral Italian minor country, and I Mille in Sicily (`nationalism.mille.*`).

use super::announce::Announcement;
use super::minors::why_guarded;
use super::{Happened, Landing, Order};
use crate::board::{Change, Why, change};
use crate::map::{AreaId, Place, ProvinceId, is_papal, led_by, whole};
use crate::months::Month;
use crate::oob::{self, Held};
use crate::politics::costs::Points;
use crate::politics::minors::Happened as War;
use crate::powers::Power;
use crate::told::counters::{Happened as Placed, Piece};
use crate::{EmpiresInArms, Event, Position, rests};
use table::assent::Assent;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// The corps that lands in Sicily.
pub const CORPS: &str = "I Mille";
/// What such a declaration costs less than the usual one, in halves of a PP; from an old revision of the events' page.
const CHEAPER: i64 = 2;

fn is_sicily(province: ProvinceId) -> bool {
    province.key() == "sicily"
}

/// Why a target can be none of this event, whatever happens; `None` where it can be one.
pub(super) fn why_no_target(state: &Position, announced: &Announcement) -> Option<Refusal> {
    let rule = rule!("nationalism.mille.declaration");
    let Some(on) = announced.on else {
        let says = said!("Spedizione dei Mille is aimed at an Italian minor country: name one.");
        return Some(Refusal::under(rule, says));
    };
    if !state.is_italian(on) {
        let says = said!(
            "{} is no Italian minor country: Spedizione dei Mille is aimed at Sicily, Naples, the Papal State, Tuscany, Lombardy or Venetia.",
            on.name()
        );
        return Some(Refusal::under(rule, says));
    }
    if state.sardinia.was_aimed_at(on) {
        let says = said!(
            "Spedizione dei Mille was aimed at {} before, and is aimed at each once; if it is neutral again, {} can declare war on it on its sheet.",
            led_by(on).name(),
            Power::Sardinia
        );
        return Some(Refusal::under(rule, says));
    }
    let area = announced.area?;
    if !is_sicily(on) {
        let says = said!("I Mille lands in Sicily alone: leave the area away.");
        return Some(Refusal::under(rule!("nationalism.mille.corps.availability"), says));
    }
    (area.on_map().province != on).then(|| {
        let says = said!("{} is not in Sicily, where I Mille lands.", area.name());
        Refusal::under(rule!("nationalism.mille.sicily.deploy"), says)
    })
}

/// Why the event is closed to Sardinia in the gap before a month, whatever it is aimed at; `None` where it is open.
pub(super) fn why_closed(state: &Position, month: Month) -> Option<Refusal> {
    let until = state.mille_barred_until().filter(|until| month < *until)?;
    let says = said!(
        "Russia won the Crimean War: Spedizione dei Mille is closed to {} until {}; its other events are open.",
        Power::Sardinia,
        until.said()
    );
    Some(Refusal::under(rule!("nationalism.petersburg.mille-ban"), says))
}

/// Why the event, whose target can be one, cannot be used so in the gap before a month; `None` where it can.
pub(super) fn why_not(state: &Position, announced: &Announcement, month: Month) -> Option<Refusal> {
    let on = announced.on?;
    if let Some(refusal) = why_closed(state, month) {
        return Some(refusal);
    }
    if targets(state, on).is_empty() {
        let says = match state.held(on).by() {
            Some(by) => said!("{} is not neutral: {} has it.", led_by(on).name(), by),
            None => said!("{} is at war with {} already.", Power::Sardinia, led_by(on).name()),
        };
        return Some(Refusal::under(rule!("nationalism.mille.declaration"), says));
    }
    why_guarded(state, on)
}

/// The rules by which it is war on a target.
pub(super) fn rules(on: Option<ProvinceId>) -> Vec<RuleId> {
    let papal = on.is_some_and(is_papal).then_some(rule!("nationalism.map.papal-state"));
    [rule!("nationalism.mille.declaration")].into_iter().chain(papal).collect()
}

/// The neutral provinces with which war on a target is war.
fn targets(state: &Position, on: ProvinceId) -> Vec<ProvinceId> {
    let fits =
        |minor: &ProvinceId| state.held(*minor) == Held::Neutral && !state.attacks(Power::Sardinia, *minor);
    whole(on).into_iter().filter(fits).collect()
}

/// War is declared, and I Mille lands where it is on Sicily.
pub(super) fn declare(
    table: &mut Table<'_, '_, EmpiresInArms>,
    on: Option<ProvinceId>,
    area: Option<AreaId>,
    month: Month,
) -> Result<(), Refusal> {
    let Some(on) = on else { return Ok(()) };
    for minor in targets(table.state(), on) {
        table.emit(&Event::Minors(War::Attacked { by: Power::Sardinia, on: minor, month }))?;
    }
    if !is_sicily(on) {
        return Ok(());
    }
    let area = area.unwrap_or(on.on_map().capital);
    let rules = vec![rule!("nationalism.mille.sicily.deploy"), rule!("nationalism.mille.corps.availability")];
    table.emit(&Event::Sardinia(Happened::Landed { area, month, rules }))?;
    // On a map of the group's own the bot knows no areas of Sicily.
    if table.state().map.pack.is_some() {
        return Ok(());
    }
    let (power, name, place) = (Power::Sardinia, CORPS.to_owned(), Place::Area(area).key());
    table.emit(&Event::Counter(Placed::CounterPlaced { power, name, place, piece: Piece::Corps }))
}

/// What a declaration of war on a minor country costs a power otherwise than usual, in halves of a PP, when somebody takes control of it: of
/// Spedizione dei Mille one PP less, and of the Papal State, which is one country, once.
pub(super) fn price(state: &Position, by: Power, on: ProvinceId, since: Month) -> Option<i64> {
    if state.is_italian(on) && led_by(on) != on && state.attacks(by, led_by(on)) {
        return Some(0);
    }
    let of_the_event = |used: &super::Used| used.month == since && used.aims_at(on);
    let by_the_event = by == Power::Sardinia && state.sardinia.used.iter().any(of_the_event);
    by_the_event.then(|| (state.points(Points::Minor) + CHEAPER).min(0))
}

/// Why a corps cannot be brought in or told on the map: I Mille exists once it has landed (`nationalism.mille.corps.availability`).
pub(super) fn why_no_corps(state: &Position, power: Power, name: &str) -> Option<Refusal> {
    if power != Power::Sardinia || state.sardinia.has_mille || !state.politics.on_track {
        return None;
    }
    let order = oob::of(state.scenario_key())?;
    let is = |known: &str| known == CORPS && known.to_lowercase() == name.trim().to_lowercase();
    order.corps(power).iter().any(|corps| is(&corps.name)).then(|| {
        let says = said!("{} does not exist before Spedizione dei Mille has been used on Sicily.", CORPS);
        Refusal::under(rule!("nationalism.mille.corps.availability"), says)
    })
}

/// The counter of I Mille moved or was taken away: in the month of its landing it has left Sicily where it stands there no more.
pub(super) fn moved(state: &mut Position, power: Power, name: &str, place: Option<&str>) {
    if power != Power::Sardinia || name != CORPS {
        return;
    }
    let in_sicily = matches!(
        place.and_then(Place::by_key),
        Some(Place::Area(area)) if is_sicily(area.on_map().province)
    );
    if let Some(landing) = state.sardinia.landing.as_mut().filter(|_| !in_sicily) {
        landing.left = true;
    }
}

/// Another power takes Sicily: with its garrison there I Mille does not hold it, unless that is told.
pub(super) fn taken(state: &mut Position, provinces: &[Change]) {
    let another = |change: &Change| {
        is_sicily(change.province) && change.held.by().is_some_and(|by| by != Power::Sardinia)
    };
    if let Some(landing) = state.sardinia.landing.as_mut().filter(|_| provinces.iter().any(another)) {
        landing.left = true;
    }
}

/// Whether the counter of I Mille stands in Sicily; on a map of the group's own the bot does not know, and takes it to.
fn stands(state: &Position, sicily: ProvinceId) -> bool {
    let is_there = |place: &str| matches!(Place::by_key(place), Some(Place::Area(area)) if area.on_map().province == sicily);
    let counter = state.counters_of(Power::Sardinia).get(CORPS);
    state.map.pack.is_some() || counter.is_some_and(|counter| is_there(&counter.place))
}

/// Why a player cannot tell whether I Mille holds Sicily for the whole month; `None` where he can.
#[must_use]
pub fn why_not_told(state: &Position, seat: &SeatId, holds: bool) -> Option<Refusal> {
    let under = |says| Some(Refusal::under(rule!("nationalism.mille.sicily.annex"), says));
    let own = state.bidders(seat);
    if own.is_empty() {
        return Some(Refusal::new(said!("What becomes of I Mille is told by those who play a power.")));
    }
    let Some(landing) = &state.sardinia.landing else {
        return under(said!(
            "I Mille has not landed for this month, so nothing hangs on whether it holds Sicily."
        ));
    };
    let is_sardinian = own.contains(&Power::Sardinia);
    // Of what Sardinia's player told, or its counter shows, he could say at the last moment that it is not so: another tells it as well.
    let told = if holds { !landing.left } else { landing.left && (is_sardinian || landing.denied.is_some()) };
    if told {
        return under(said!("That was told already."));
    }
    if !holds {
        return None;
    }
    if !stands(state, landing.area.on_map().province) {
        return under(said!(
            "I Mille does not stand in Sicily on the map: it holds Sicily only where its counter is there."
        ));
    }
    let another = landing.denied.as_ref().is_some_and(|by| by != seat);
    if is_sardinian && another {
        return under(said!(
            "Another player told that I Mille does not hold Sicily: that it holds after all is said by him, or by anybody who does not play Sardinia."
        ));
    }
    None
}

/// On whose assent it rests: of Sardinia's player that it does not hold, of who has Sicily that it does, and of all where nobody has it.
pub(super) fn rests_on(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId, holds: bool) -> Option<Assent> {
    let state = table.state();
    let landing = state.sardinia.landing.as_ref()?;
    let loser = if holds { state.held(landing.area.on_map().province).by() } else { Some(Power::Sardinia) };
    if loser.is_some_and(|loser| rests::plays(state, seat, loser)) {
        return None;
    }
    rests::on_holder(table, loser)
}

/// A player tells whether I Mille holds Sicily for the whole month: it does not where it was driven out, or where a city holds out.
pub(super) fn told(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    holds: bool,
) -> Result<(), Refusal> {
    let state = table.state();
    if let Some(refusal) = why_not_told(state, seat, holds) {
        return Err(refusal);
    }
    let by = (!holds && !state.bidders(seat).contains(&Power::Sardinia)).then(|| seat.clone());
    table.emit(&Event::Sardinia(Happened::LandingTold { holds, by }))
}

/// What a player can tell of it.
pub(super) fn offers<'s>(state: &'s Position, seat: &'s SeatId) -> impl Iterator<Item = Offer> + 's {
    let can = |holds: &bool| why_not_told(state, seat, *holds).is_none();
    [false, true].into_iter().filter(can).map(|holds| {
        let field = Field::required("holds", Kind::Truth { is: holds });
        Offer::of_order("sardinia", Order::Landing { holds }, vec![field]).back()
    })
}

/// A month is over: Sicily is Sardinia's where I Mille held it for the whole of the month after it landed.
pub(super) fn month_ends(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let Some(landing) = &state.sardinia.landing else { return Ok(()) };
    let sicily = landing.area.on_map().province;
    let power = Power::Sardinia;
    let holder = state.held(sicily).by();
    let annexed = !landing.left && holder != Some(power) && state.attacks(power, sicily);
    table.emit(&Event::Sardinia(Happened::LandingOver { annexed }))?;
    if !annexed {
        return Ok(());
    }
    let state = table.state();
    let mut points = vec![(power, state.points(Points::Conquest))];
    points.extend(holder.map(|from| (from, state.points(Points::Conquered))));
    let provinces = vec![Change { province: sicily, held: Held::Home(power) }];
    let rules = vec![rule!("nationalism.mille.sicily.annex"), rule!("nationalism.mille.sicily.example")];
    change(table, provinces, Why::Conquered, &points, rules)
}

impl Landing {
    /// Whether Sicily is annexed when the month ends, as it was told until now.
    #[must_use]
    pub fn holds(&self) -> bool {
        !self.left
    }
}
