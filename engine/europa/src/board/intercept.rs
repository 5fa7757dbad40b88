//! Interceptions: declared in envelopes, so that nobody waits for another's declaration, and tried in the order of the march. Who may:
//! `can_intercept` below (by campaign and ground `may_intercept`; from which place and in what chain: `interception::declare`). With what chance:
//! [`interception`](crate::interception).

use super::march::{Stopped, arrive, march_on, over};
use super::orders::{die, emit};
use super::{Eyes, Happened, Standing, UnderWay, evade, fought};
use crate::campaigns::may_intercept;
use crate::control::{Control, Harbour, Stance, harbour};
use crate::geography::{Place, atlas};
use crate::interception::{AtSea, Chain, Declared as Tries, OnLand, Outcome, at_sea, declare, on_land};
use crate::offers::own_stacks;
use crate::seats::Told;
use crate::siege::assault::Camp;
use crate::{Europa, Position, switches};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use table::by_round::Envelopes;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::view::View;
use table::{rule, said};

/// What lies in an envelope: which stacks try, each in a place that the march or voyage enters; and which would rather be gone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    /// Stacks and provinces; none for no interception.
    #[serde(default)]
    pub with: Vec<(u32, Place)>,
    /// Stacks that evade where the way ends, and where to; their own province for its fortress.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evade: Vec<(u32, Place)>,
}

/// Whether a stack could try to intercept another in a place, or, further along the `chain`, to meet who intercepts there. At sea a zone
/// counts as friendly where a port of its side lies on it; that is our reading, for zones belong to nobody.
///
/// # Errors
/// A refusal where it fights, is beaten, aboard, besieged, at peace with the other or of the other element, stands too far off, a strait
/// lies between, or its player's campaign does not let it.
pub(super) fn can_intercept(
    state: &Position,
    number: u32,
    by: &Standing,
    other: &Standing,
    at: Place,
    chain: Chain,
) -> Result<Vec<RuleId>, Refusal> {
    const RULE: RuleId = rule!("fast-battle.aids.interception-evasion");
    super::orders::not_fighting(&state.board, number)?;
    let eyes = Eyes::of(state, by.country);
    let naval = by.stack.is_naval();
    if naval != other.stack.is_naval() {
        return Err(Refusal::under(RULE, said!("Troops intercept troops, and ships intercept ships.")));
    }
    // Where a voyage ends in a port, it was met before, in the zone from which it enters.
    if naval && !at.site().is_sea() {
        return Err(Refusal::under(RULE, said!("Ships intercept at sea, and not in a port.")));
    }
    if !eyes.is_enemy(other.country) {
        return Err(Refusal::under(
            RULE,
            said!("A stack intercepts an enemy, and this one's country is not at war with the other's."),
        ));
    }
    if state.must_retreat(number) || by.aboard.is_some() || eyes.is_besieged(by) {
        return Err(Refusal::under(
            RULE,
            said!("That stack cannot intercept: it is beaten, besieged, or aboard ships."),
        ));
    }
    let paid = state.seat_of(by.country).and_then(|seat| state.board.paid.get(seat));
    let friendly = if naval {
        at.neighbours().iter().any(|(port, _)| eyes.port(*port))
    } else {
        eyes.stance(at) == Stance::Friendly
    };
    let leave = may_intercept(paid.map(|paid| if naval { paid.sea } else { paid.land }), friendly)?;
    let tries = Tries { from: by.at, target: at, chain, tried: false, leave: &leave };
    declare(&tries, &switches::logistics())
}

table::named_round! {
    /// The round of envelopes of a march or voyage, by its number: who intercepts it, and who evades it. `intercept/7`.
    pub struct Interceptions(pub u32) as "intercept";
}

impl Interceptions {
    /// The march that it is about, while that waits.
    fn march(self, state: &Position) -> Option<&UnderWay> {
        state.under_way().filter(|under_way| under_way.number == self.0)
    }
}

impl Envelopes<Europa> for Interceptions {
    type Choice = Declared;

    fn read(&self, _: &Position, _: &SeatId, filled: &Value) -> Result<Declared, Refusal> {
        serde_json::from_value(filled.clone())
            .map_err(|_| Refusal::new(said!("An interception says which stack tries, and where.")))
    }

    fn check(&self, state: &Position, seat: &SeatId, declared: &Declared) -> Result<(), Refusal> {
        let none = || Refusal::new(said!("No march asks for this envelope."));
        let under_way = self.march(state).ok_or_else(none)?;
        let mover = state.board.stacks.get(&under_way.stack).ok_or_else(none)?;
        let mut tried = Vec::new();
        for (stack, at) in &declared.with {
            let standing = super::orders::own_stack(state, seat, *stack)?;
            if tried.contains(stack) || state.board.tried.contains(stack) {
                return Err(Refusal::under(
                    rule!("fast-battle.aids.interception-evasion"),
                    said!("That stack has tried to intercept this one already; it may do so once."),
                ));
            }
            tried.push(*stack);
            if !under_way.march.entered().any(|place| place == *at) {
                return Err(Refusal::new(said!("The march does not enter {}.", at.name())));
            }
            can_intercept(state, *stack, standing, mover, *at, Chain::Mover)?;
        }
        for (stack, to) in &declared.evade {
            if tried.contains(stack) {
                return Err(Refusal::under(
                    rule!("fast-battle.aids.interception-evasion"),
                    said!("A stack that intercepts does not evade."),
                ));
            }
            tried.push(*stack);
            evade::check(state, seat, under_way, *stack, *to)?;
        }
        Ok(())
    }

    /// Who does not answer does not intercept.
    fn default_choice(&self, state: &Position, _: &SeatId) -> Option<Declared> {
        self.march(state).map(|_| Declared::default())
    }

    /// The interceptions are tried in the order of the way, and the first that succeeds, and is not met by a counter-interception, ends it
    /// there. Where it comes to its end those evade who declared it.
    fn opened(
        &self,
        table: &mut Table<'_, '_, Europa>,
        choices: BTreeMap<SeatId, Declared>,
    ) -> Result<(), Refusal> {
        let Some(under_way) = self.march(table.state()).cloned() else { return Ok(()) };
        let (mut all, mut evading) = (Vec::new(), Vec::new());
        for declared in choices.into_values() {
            all.extend(declared.with);
            evading.extend(declared.evade);
        }
        let step_of =
            |at: Place| under_way.march.entered().position(|place| place == at).unwrap_or(usize::MAX);
        all.sort_by_key(|(stack, at)| (step_of(*at), *stack));
        for (by, at) in all {
            let stopped = Stopped::after(table.state(), &under_way, step_of(at).saturating_add(1));
            if tries(table, &under_way, by, at, None)? {
                arrive(table, &under_way, Some(stopped))?;
                let mut meets = under_way.stack;
                for counter in &under_way.counter {
                    if tries(table, &under_way, *counter, at, Some(by))? {
                        meets = *counter;
                        break;
                    }
                }
                // With the battle on top of it the march goes on, or not, when that is decided.
                let fights = fought::meet(table, meets, by, true)?;
                return if fights { Ok(()) } else { march_on(table, &under_way) };
            }
        }
        arrive(table, &under_way, None)?;
        evade::evade(table, &under_way, &evading)?;
        over(table, &under_way)
    }

    /// A stack that could intercept and evade does one of them: an offer for each.
    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        let name = self.to_string();
        let asks = table.seat().zip(self.march(state));
        let Some((seat, under_way)) = asks else { return Vec::new() };
        let [with, evade] = each_declared(state, seat, under_way);
        let both: Vec<u32> = with
            .keys()
            .copied()
            .filter(|stack| !with[stack].is_empty() && !evade[stack].is_empty())
            .collect();
        let several = |of: &BTreeMap<u32, Vec<(u32, Place)>>, but: &[u32]| {
            let of = of.iter().filter(|(stack, of)| !of.is_empty() && !but.contains(stack));
            let group = |of: &Vec<(u32, Place)>| of.iter().map(|one| serde_json::json!(one)).collect();
            Kind::Several { of: of.map(|(_, of)| group(of)).collect(), least: 0 }
        };
        let offer = |with: Kind, evade: Kind| {
            Offer::seal(&name, vec![Field::required("with", with), Field::optional("evade", evade)])
        };
        let mut offers = vec![offer(several(&with, &[]), several(&evade, &both))];
        if !both.is_empty() {
            offers.push(offer(several(&with, &both), several(&evade, &[])));
        }
        offers
    }

    fn about(&self, state: &Position) -> Option<String> {
        Some(state.under_way()?.march.to().name().to_owned())
    }
}

/// A stack tries to intercept in a place: the mover, or another interceptor; whether it succeeds.
fn tries(
    table: &mut Table<'_, '_, Europa>,
    under_way: &UnderWay,
    by: u32,
    at: Place,
    against: Option<u32>,
) -> Result<bool, Refusal> {
    let state = table.state();
    let other = against.unwrap_or(under_way.stack);
    let (Some(stack), Some(other)) = (state.board.stacks.get(&by), state.board.stacks.get(&other)) else {
        return Ok(false);
    };
    if against.is_some() && can_intercept(state, by, stack, other, at, Chain::Interceptor).is_err() {
        return Ok(false);
    }
    let tried = if stack.stack.is_naval() {
        at_sea(&naval_try(state, under_way, stack, other, at))
    } else {
        on_land(&land_try(state, by, stack, other, at, against))
    };
    let tried = tried.roll(die(table, 0, at.name())?);
    let done = tried.outcome == Outcome::Done;
    let mut rules = tried.tried.rules.clone();
    rules.push(rule!("fast-battle.interception.allowed"));
    emit(table, Happened::Intercepted { march: under_way.number, by, at, tried, done, against, rules })?;
    Ok(done)
}

fn land_try(
    state: &Position,
    by: u32,
    stack: &Standing,
    other: &Standing,
    at: Place,
    against: Option<u32>,
) -> OnLand {
    let eyes = Eyes::of(state, stack.country);
    let ahead = state.ahead(stack.country, other.country, Told::LandBox);
    OnLand {
        from: stack.at,
        target: at,
        man: (stack.man().unwrap_or(0), other.man().unwrap_or(0)),
        ahead,
        friendly_there: eyes.stance(at) == Stance::Friendly
            || state.board.at(at).any(|(n, there)| n != by && eyes.is_friend(there.country)),
        flooded: false,
        bad_weather: state.board.bad_weather,
        other_enemy: state.board.at(at).any(|(n, there)| {
            Some(n) != against && !there.inside && eyes.is_enemy(there.country) && !there.stack.is_naval()
        }),
        besieging: besieging(state, stack),
    }
}

/// Whether a stack stands before an enemy's fortress with a siege going on, or with enemies inside.
fn besieging(state: &Position, stack: &Standing) -> bool {
    let eyes = Eyes::of(state, stack.country);
    let siege = state.sieges.of.values().any(|siege| {
        siege.ended.is_none()
            && siege.of(Camp::Besieger).contains(&stack.country)
            && siege.province() == Some(stack.at)
    });
    siege || state.board.at(stack.at).any(|(_, other)| other.inside && eyes.is_enemy(other.country))
}

fn naval_try(state: &Position, under_way: &UnderWay, stack: &Standing, other: &Standing, at: Place) -> AtSea {
    let in_port = if stack.at.site().is_sea() {
        None
    } else {
        harbour(stack.at, &switches::logistics()).map(|(harbour, _)| harbour)
    };
    let end = under_way.march.to();
    // A landing is announced in his sea zone, in his port's province, or from a zone next to his arsenal.
    let arsenal = in_port == Some(Harbour::Arsenal) && atlas().border(end, stack.at).is_some();
    let landing = under_way.landing.is_some_and(|beach| end == stack.at || beach == stack.at || arsenal);
    AtSea {
        man: (stack.man().unwrap_or(0), other.man().unwrap_or(0)),
        ahead: state.ahead(stack.country, other.country, Told::NavalBox),
        bad_weather: state.board.bad_weather,
        blockading: stack.blockades.is_some(),
        technology: state.naval_of(stack.country),
        in_port,
        same_zone: stack.at == at,
        landing,
    }
}

/// What each stack of a player could declare alone: where it could intercept, and where it could evade to.
fn each_declared(
    state: &Position,
    seat: &SeatId,
    under_way: &UnderWay,
) -> [BTreeMap<u32, Vec<(u32, Place)>>; 2] {
    let round = Interceptions(under_way.number);
    let fits = |declared: &Declared| round.check(state, seat, declared).is_ok();
    let (mut with, mut evade) = (BTreeMap::new(), BTreeMap::new());
    for (stack, standing) in own_stacks(state, seat) {
        let mut on_the_way: Vec<(u32, Place)> = under_way.march.entered().map(|at| (stack, at)).collect();
        on_the_way.dedup();
        on_the_way.retain(|one| fits(&Declared { with: vec![*one], evade: Vec::new() }));
        with.insert(stack, on_the_way);
        let near = standing.at.neighbours().iter().map(|(place, _)| *place).chain([standing.at]);
        let mut away: Vec<(u32, Place)> = near.map(|to| (stack, to)).collect();
        away.retain(|one| fits(&Declared { with: Vec::new(), evade: vec![*one] }));
        evade.insert(stack, away);
    }
    [with, evade]
}

/// What a player could declare against what is under way: his stacks that could try to intercept it, each with where, and those that could
/// evade it, each with where to; its own province for its fortress.
#[must_use]
pub fn declarations(state: &Position, seat: &SeatId) -> [Vec<(u32, Place)>; 2] {
    let Some(under_way) = state.under_way() else { return Default::default() };
    each_declared(state, seat, under_way).map(|each| each.into_values().flatten().collect())
}

#[cfg(test)]
mod tests;
