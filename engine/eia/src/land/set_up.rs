//! Set-up at founding (2.0): every army is sealed, and when all are, the places of corps lie open together; what is in them stays its owner's
//! (`standard.land.setup.sealed`). The historical set-up is taken by sealing nothing else (`standard.land.setup.default`).

use super::forces::Factors;
use super::phase::{Happened, changes_contents, emit, tell_contents};
use crate::danube;
use crate::ground::Ground;
use crate::map::{AreaId, Place, misspelt};
use crate::oob::Held;
use crate::pieces::contents::fits_corps;
use crate::pieces::{CorpsId, Garrison, Owner};
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use table::by_round::Envelopes;
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::said::name;
use table::view::View;
use table::{rule, said};

/// The part of a sheet that opens: where corps stand.
pub const PLACES: &str = "places";
/// The part that stays closed: what is in them.
pub const CONTENTS: &str = "contents";
/// The field in which a player writes his set-up, a line a corps.
pub const LINES: &str = "lines";
/// The longest set-up, in characters.
pub const LONGEST: usize = 2_000;

/// A player's set-up: what he has otherwise than the historical one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sheet {
    /// Corps that stand elsewhere.
    pub places: BTreeMap<CorpsId, AreaId>,
    /// Corps that have something else in them.
    pub contents: BTreeMap<CorpsId, Factors>,
}

table::named_round! {
    /// The round in which set-ups are sealed.
    pub struct ArmySetUps as "set-up/armies";
}

/// The corps of a seat that are set up, with where they stand and what is in them in history.
fn own(state: &Position, seat: &SeatId) -> BTreeMap<CorpsId, (AreaId, Factors)> {
    let Some(set_up) = state.historical_set_up() else { return BTreeMap::new() };
    let powers = state.moved_by(seat);
    let corps = set_up.pieces.corps.iter().filter_map(|(corps, on_map)| {
        let is_own = state.commands(corps.owner()).is_some_and(|power| powers.contains(&power));
        let at = on_map.stand.area().filter(|_| is_own)?;
        Some((*corps, (at, set_up.contents.corps(*corps)?)))
    });
    corps.collect()
}

/// A name without what players leave out or write otherwise: spaces, points and capitals.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A corps of a seat that a player means by a name: "III", "III Corps", "Bavaria 1 Corps", and where several powers are his, "Austria II".
///
/// # Errors
/// A sentence where none is so called, or several are.
pub fn meant(among: &[CorpsId], called: &str) -> Result<CorpsId, Refusal> {
    let asked = plain(called);
    let names = |corps: &CorpsId| {
        let (own, whole) = (plain(corps.name()), plain(&corps.to_string()));
        let short = |name: &str| name.strip_suffix("corps").map(str::to_owned);
        [short(&own), short(&whole), Some(own.clone()), Some(whole.clone())]
    };
    let exact: Vec<CorpsId> = among
        .iter()
        .filter(|corps| names(corps).into_iter().flatten().any(|name| name == asked))
        .copied()
        .collect();
    let begins = |corps: &&CorpsId| names(corps).into_iter().flatten().any(|name| name.starts_with(&asked));
    let found = if exact.is_empty() && asked.len() > 2 {
        among.iter().filter(begins).copied().collect()
    } else {
        exact
    };
    let called: String = called.trim().chars().take(40).collect();
    match found.as_slice() {
        [corps] => Ok(*corps),
        [] => Err(Refusal::new(said!("\"{}\" is no corps of yours on the map.", called))),
        [one, other, ..] => {
            Err(Refusal::new(said!("\"{}\" can be {} or {}. Write more of its name.", called, *one, *other)))
        }
    }
}

/// An area that a player means by its name or its key.
///
/// # Errors
/// A sentence where none is so called.
pub fn area_meant(called: &str) -> Result<AreaId, Refusal> {
    let asked = plain(called);
    let is = |area: &AreaId| plain(area.name()) == asked || plain(area.key()) == asked;
    let shown: String = called.trim().chars().take(40).collect();
    AreaId::all().find(is).ok_or_else(|| match misspelt(called, |place| matches!(place, Place::Area(_))) {
        Some(Place::Area(near)) => Refusal::new(said!(
            "\"{}\" is no area of the map. The nearest name is {}.",
            shown,
            table::said::name(near.name())
        )),
        _ => Refusal::new(said!("\"{}\" is no area of the map.", shown)),
    })
}

/// Reads a set-up, a line a corps: `II Corps: Munich 10i 1c`, the area or what is in it left out where it stays.
fn read_lines(state: &Position, seat: &SeatId, text: &str) -> Result<Sheet, Refusal> {
    let own = own(state, seat);
    let all: Vec<CorpsId> = own.keys().copied().collect();
    let mut sheet = Sheet::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let Some((called, rest)) = line.split_once(':') else {
            let shown: String = line.chars().take(40).collect();
            return Err(Refusal::new(said!(
                "\"{}\" is no line of a set-up. Each is as in: II Corps: Munich 10i 1c.",
                shown
            )));
        };
        let corps = meant(&all, called)?;
        let rest = rest.trim();
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (place, holds) = rest.split_at(digits);
        if !place.trim().is_empty() {
            let at = area_meant(place)?;
            // Whom somebody names where he stands anyway nobody else need know.
            if own.get(&corps).is_none_or(|(there, _)| *there != at) {
                sheet.places.insert(corps, at);
            }
        }
        if !holds.trim().is_empty() {
            sheet.contents.insert(corps, Factors::read(holds)?);
        }
    }
    Ok(sheet)
}

/// Whether a corps may be set up in an area (`standard.land.setup.where`).
fn may_stand(state: &Position, corps: CorpsId, at: AreaId) -> Result<(), Refusal> {
    let rule = rule!("standard.land.setup.where");
    let province = at.on_map().province;
    let Some(power) = state.commands(corps.owner()) else {
        return Err(Refusal::under(rule, said!("Nobody commands {}.", corps)));
    };
    if let Some(refusal) = danube::closed(state, power, at) {
        return Err(refusal);
    }
    let may = match (corps.owner(), state.held(province)) {
        (Owner::Minor(minor), _) => province == minor,
        (Owner::Power(_), Held::Home(by) | Held::Ceded(by) | Held::Free(by) | Held::Conquered(by)) => {
            by == power
        }
        (Owner::Power(_), Held::Neutral) => false,
    };
    if may {
        return Ok(());
    }
    Err(Refusal::under(
        rule,
        said!(
            "{} is not set up at {}: a power's corps stand in its own land and in that of its free states, a free state's in its own country.",
            corps,
            name(at.name())
        ),
    ))
}

impl Sheet {
    /// Checks it for a seat.
    fn check(&self, state: &Position, seat: &SeatId) -> Result<(), Refusal> {
        let own = own(state, seat);
        for (corps, at) in &self.places {
            let (there, _) = own.get(corps).ok_or_else(|| not_yours(*corps))?;
            if at != there {
                may_stand(state, *corps, *at)?;
            }
        }
        let mut before: BTreeMap<Owner, Factors> = BTreeMap::new();
        let mut after = before.clone();
        for (corps, factors) in &self.contents {
            let (_, held) = own.get(corps).ok_or_else(|| not_yours(*corps))?;
            fits_corps(*corps, &state.typed, *factors)?;
            if factors.is_empty() {
                return Err(Refusal::under(
                    rule!("standard.land.setup.where"),
                    said!("{} would have no factor in it; each corps begins with one or more.", *corps),
                ));
            }
            let owner = corps.owner();
            before.entry(owner).and_modify(|all| *all = all.and(*held)).or_insert(*held);
            after.entry(owner).and_modify(|all| *all = all.and(*factors)).or_insert(*factors);
        }
        match before.iter().find(|(owner, factors)| after.get(owner) != Some(factors)) {
            None => Ok(()),
            Some((owner, factors)) => Err(Refusal::under(
                rule!("standard.land.setup.all"),
                said!(
                    "The corps named have {} of {} together, and {} were given: all that a nation begins with is placed, and no more.",
                    factors.to_string(),
                    *owner,
                    after.get(owner).copied().unwrap_or_default().to_string()
                ),
            )),
        }
    }
}

fn not_yours(corps: CorpsId) -> Refusal {
    Refusal::new(said!("{} is not yours to set up.", corps))
}

impl Envelopes<EmpiresInArms> for ArmySetUps {
    type Choice = Sheet;

    fn read(&self, state: &Position, seat: &SeatId, filled: &Value) -> Result<Sheet, Refusal> {
        match filled.get(LINES).and_then(Value::as_str) {
            Some(lines) if lines.chars().count() > LONGEST => {
                Err(Refusal::new(said!("A set-up has {} characters at most.", LONGEST)))
            }
            Some(lines) => read_lines(state, seat, lines),
            None => Sheet::deserialize(filled).map_err(|_| table::by_round::not_asked()),
        }
    }

    fn check(&self, state: &Position, seat: &SeatId, sheet: &Sheet) -> Result<(), Refusal> {
        sheet.check(state, seat)
    }

    /// The historical set-up.
    fn default_choice(&self, _: &Position, _: &SeatId) -> Option<Sheet> {
        Some(Sheet::default())
    }

    fn parts(&self, _: &Position) -> Vec<String> {
        vec![PLACES.to_owned(), CONTENTS.to_owned()]
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        _: BTreeMap<SeatId, Sheet>,
    ) -> Result<(), Refusal> {
        all_open(table)
    }

    /// The historical set-up is offered; another is written line by line.
    fn offers(&self, _: &Position, _: &View) -> Vec<Offer> {
        vec![Offer::seal(&self.to_string(), Vec::new())]
    }
}

/// Every player is asked for his set-up.
pub(crate) fn ask(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let seats = (1..=table.state().choice.seats).map(SeatId::numbered).collect();
    table.open_envelopes(&crate::Round::SetUp(ArmySetUps), seats, true)
}

/// All set-ups are there: places are opened, and owners are told what is in their counters.
fn all_open(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let round = crate::Round::SetUp(ArmySetUps);
    let rules = vec![rule!("standard.land.setup.sealed"), rule!("standard.land.setup.where")];
    let seats = table.laid_down(&round);
    for seat in &seats {
        let places: BTreeMap<CorpsId, AreaId> = table.open_part(&round, seat, PLACES)?.unwrap_or_default();
        for power in table.state().choice.powers_of(seat) {
            let of_power =
                places.iter().filter(|(corps, _)| table.state().commands(corps.owner()) == Some(power));
            let history = |corps: &CorpsId| {
                table
                    .state()
                    .historical_set_up()
                    .and_then(|set_up| set_up.pieces.corps.get(corps)?.stand.area())
            };
            let elsewhere = of_power.filter(|(corps, at)| history(corps) != Some(**at));
            let places = elsewhere.map(|(corps, at)| (*corps, *at)).collect();
            emit(table, Happened::SetUp { power, places, rules: rules.clone() })?;
        }
    }
    let ranged = vec![
        rule!("standard.land.setup.default"),
        rule!("standard.land.setup.depots"),
        rule!("standard.land.setup.minors"),
    ];
    emit(table, Happened::Ranged { rules: ranged })?;
    for seat in &seats {
        let contents: Option<BTreeMap<CorpsId, Factors>> = table.closed_part(&round, seat, CONTENTS);
        let powers = table.state().moved_by(seat);
        for power in powers {
            let holds = contents.as_ref().map(|changed| holds(table.state(), power, changed));
            tell_contents(table, Owner::Power(power), holds)?;
        }
    }
    table.end_epoch()?;
    table.end(&crate::frame::Frame::SetUp)
}

/// What is in the counters that a power commands, as its player set them up.
fn holds(state: &Position, power: Power, changed: &BTreeMap<CorpsId, Factors>) -> Happened {
    let set_up = state.historical_set_up();
    let known = |corps: CorpsId| changed.get(&corps).copied().or_else(|| set_up?.contents.corps(corps));
    let own = |owner: Owner| state.commands(owner) == Some(power);
    let corps = state.pieces.corps.keys().filter(|corps| own(corps.owner()));
    let corps = corps.filter_map(|corps| Some((*corps, known(*corps)?))).collect();
    let garrisons = set_up.into_iter().flat_map(|set_up| set_up.contents.known_garrisons());
    let garrisons: Vec<(Garrison, Factors)> = garrisons.filter(|(garrison, _)| own(garrison.of)).collect();
    Happened::Holds { corps, garrisons }
}

/// Where a month's arrival comes in: at its own area, and where an enemy corps stands there in the nearest city that its side holds.
#[must_use]
pub fn comes_in(state: &Position, power: Power, at: AreaId) -> AreaId {
    let ground = crate::ground::Ground::of(state);
    if !ground.enemy_corps(power).contains(at) {
        return at;
    }
    let is_safe = |area: AreaId| {
        let of_side = ground.holder(area).is_some_and(|holder| ground.are_one_side(power, holder));
        of_side && !ground.enemy_corps(power).contains(area) && danube::closed(state, power, area).is_none()
    };
    crate::ground::nearest(state, at, is_safe, None).unwrap_or(at)
}

/// What arrives in a month, and leaders who are back; then owners are told what is in it.
pub(crate) fn arrivals(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: crate::months::Month,
) -> Result<(), Refusal> {
    use super::phase::Arrives;
    let state = table.state();
    let Some(set_up) = state.historical_set_up() else { return Ok(()) };
    let of_the_month = set_up.arrivals.get(&month).map(Vec::as_slice).unwrap_or_default();
    let arrivals: Vec<_> = of_the_month.iter().filter(|one| has_army(state, one.corps.owner())).collect();
    let mut corps = Vec::new();
    for arrival in &arrivals {
        let Some(power) = state.commands(arrival.corps.owner()) else { continue };
        let at = comes_in(state, power, arrival.at);
        corps.push(Arrives { corps: arrival.corps, at, leaders: arrival.leaders.clone() });
    }
    let leaders = returning(state, month);
    let mut rules = vec![rule!("standard.land.reinforce.arrivals"), rule!("standard.land.reinforce.leaders")];
    let is_elsewhere =
        |here: &Arrives| arrivals.iter().any(|one| one.corps == here.corps && one.at != here.at);
    if corps.iter().any(is_elsewhere) {
        rules.push(rule!("standard.land.nearest"));
    }
    emit(table, Happened::Arrived { month, corps, leaders, rules })?;
    let powers: Vec<Power> = table.state().choice.holdings.keys().copied().collect();
    for power in powers {
        let own = arrivals.iter().filter(|one| table.state().commands(one.corps.owner()) == Some(power));
        let corps: BTreeMap<CorpsId, Factors> = own.map(|one| (one.corps, one.holds)).collect();
        if !corps.is_empty() {
            let holds = Happened::Holds { corps, garrisons: Vec::new() };
            debug_assert!(changes_contents(&holds));
            tell_contents(table, Owner::Power(power), Some(holds))?;
        }
    }
    Ok(())
}

/// Whether a nation has an army: a minor country that was conquered has none (`standard.land.conquest.effects`).
fn has_army(state: &Position, owner: Owner) -> bool {
    match owner {
        Owner::Power(_) => true,
        Owner::Minor(minor) => matches!(state.held(minor), Held::Free(_)),
    }
}

/// Leaders whose wounds are healed, each with a corps of his nation in its own land or at a depot that supplies, the one that holds most
/// (`standard.land.reinforce.leaders`).
fn returning(state: &Position, month: crate::months::Month) -> Vec<(crate::pieces::LeaderId, CorpsId)> {
    use crate::pieces::LeaderId;
    let mut back = Vec::new();
    for (power, wounded) in &state.battles.wounded {
        for (called, his) in wounded.iter().filter(|(_, his)| !his.is_away(month)) {
            let owner = Owner::Power(*power);
            let leader = LeaderId::all(state.scenario_key())
                .find(|id| id.owner() == owner && id.name().to_lowercase() == *called);
            let Some(leader) = leader.filter(|id| {
                !state.pieces.leaders.contains_key(id)
                    && !state.land.leaders_lost.contains(id)
                    && his.month < month
            }) else {
                continue;
            };
            let ground = Ground::of(state);
            let supply = ground.supply(*power, None);
            let is_home = |at: AreaId| {
                state.held(at.on_map().province) == Held::Home(*power)
                    || ground.pieces().depot_in(at, owner).is_some_and(|depot| supply.has(depot))
            };
            let corps = state.pieces.corps.iter().filter(|(corps, on_map)| {
                let at = on_map.stand.area().filter(|_| !state.pieces.is_shut_in(on_map.stand));
                corps.owner() == owner && at.is_some_and(is_home)
            });
            let largest = corps
                .max_by_key(|(corps, _)| (corps.capacity(&state.typed).total(), std::cmp::Reverse(**corps)));
            back.extend(largest.map(|(corps, _)| (leader, *corps)));
        }
    }
    back
}
