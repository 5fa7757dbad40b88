//! Buying troops and paying their upkeep.

use super::control::Eyes;
use super::orders::{among_enemies, check_place, emit, may_pay, pay};
use super::{Happened, Standing};
use crate::control::{Control, Stance};
use crate::country::Country;
use crate::geography::Place;
use crate::prices;
use crate::purchase::{self, Bought, Buyer, Item};
use crate::seats::own;
use crate::switches;
use crate::units::{Counter, Hold, Stack, Unit};
use crate::upkeep::{self, Allowed, Bill, Tariff};
use crate::{Europa, Position};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// A country buys troops, which stand in one of its provinces then. Land troops are conscripts until they are kept as veterans.
pub(super) fn buy(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    country: Country,
    at: Place,
    items: &[Item],
) -> Result<(), Refusal> {
    let (bought, new) = may_buy(table.state(), seat, country, at, items)?;
    let total = i64::from(bought.total);
    let mut rules: Vec<RuleId> =
        vec![rule!("fast-battle.purchase.full-detachments"), rule!("fast-battle.purchase.limit-source")];
    rules.extend(bought.parts.iter().flat_map(|part| part.rules.iter().copied()));
    rules.sort_unstable();
    rules.dedup();
    let first = table.state().board.last + 1;
    pay(table, country, total)?;
    emit(table, Happened::Bought { country, bought, rules })?;
    for (number, new) in (first..).zip(new.into_iter().filter(|new| !new.0.is_empty())) {
        emit(table, Happened::Deployed { stack: number, standing: Standing::new(country, at, new, None) })?;
    }
    Ok(())
}

/// What a country may buy, and the stacks of troops and of ships that stand there then.
pub(super) fn may_buy(
    state: &Position,
    seat: &SeatId,
    country: Country,
    at: Place,
    items: &[Item],
) -> Result<(Bought, [Stack; 2]), Refusal> {
    own(state, seat, country)?;
    if items.is_empty() || items.len() > 20 {
        return Err(Refusal::new(said!("Say what is bought, 20 counters at most.")));
    }
    let (bought_ld, bought_halves) = state.board.bought.get(&country).copied().unwrap_or((0, 0));
    let buyer = Buyer {
        country,
        period: state.turn.period(),
        land: state.land_of(country),
        naval: state.naval_of(country),
        wood: 0,
        bought_ld,
        bought_halves,
    };
    let bought = purchase::buy(&buyer, items)?;
    let (ships, troops): (Vec<Counter>, Vec<Counter>) =
        bought.counters.iter().copied().partition(|counter| counter.is_naval());
    let site = at.site();
    if site.is_sea() || !ships.is_empty() && !site.has_port() {
        return Err(Refusal::new(said!(
            "Troops come onto the board in a province, and ships in one with a port."
        )));
    }
    let eyes = Eyes::of(state, country);
    if eyes.stance(at) != Stance::Friendly {
        let rule = rule!("fast-battle.purchase.limit-source");
        return Err(Refusal::under(
            rule,
            match eyes.holder(at) {
                Some(holder) => said!(
                    "{} is held by {}: troops are bought in a province that your side holds.",
                    at.name(),
                    holder
                ),
                None => said!(
                    "Nobody is known to hold {}: troops are bought in a province that your side holds. /europa country told says who holds one.",
                    at.name()
                ),
            },
        ));
    }
    let veteran = matches!(country.key(), "sweden" | "prussia");
    let stack = |counters: &[Counter], veteran: bool| {
        // What a fleet that is bought holds is known from the tables; what it holds later is its owner's secret.
        let bare = |counter: &Counter| match counter {
            Counter::FleetPlus(_) => Counter::FleetPlus(Hold::default()),
            Counter::FleetMinus(_) => Counter::FleetMinus(Hold::default()),
            counter => *counter,
        };
        Stack(counters.iter().map(|counter| Unit { counter: bare(counter), country, veteran }).collect())
    };
    let new = [stack(&troops, veteran), stack(&ships, false)];
    for new in new.iter().filter(|new| !new.0.is_empty()) {
        check_place(state, country, at, new, &[])?;
        among_enemies(state, country, at, new)?;
    }
    may_pay(state, country, i64::from(bought.total))?;
    Ok((bought, new))
}

/// What a country would pay in D$ for what it may buy in a place now; `None` where it may not.
#[must_use]
pub fn price_of(state: &Position, seat: &SeatId, country: Country, at: Place, items: &[Item]) -> Option<u32> {
    may_buy(state, seat, country, at, items).ok().map(|(bought, _)| bought.total)
}

/// A country pays the upkeep of everything it has on the board.
pub(super) fn upkeep(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    country: Country,
    peace: bool,
) -> Result<(), Refusal> {
    let bill = may_keep(table.state(), seat, country, peace)?;
    let mut rules: Vec<RuleId> = bill.parts.iter().flat_map(|part| part.rules.iter().copied()).collect();
    rules.push(rule!("fast-battle.upkeep.per-detachment"));
    rules.sort_unstable();
    rules.dedup();
    pay(table, country, i64::from(bill.total))?;
    emit(table, Happened::UpkeepPaid { country, bill, rules })
}

/// The upkeep that a country may pay.
pub(super) fn may_keep(
    state: &Position,
    seat: &SeatId,
    country: Country,
    peace: bool,
) -> Result<Bill, Refusal> {
    own(state, seat, country)?;
    if state.board.kept.contains(&country) {
        return Err(Refusal::under(
            rule!("fast-battle.upkeep.per-detachment"),
            said!("{} has paid its upkeep in this turn.", country),
        ));
    }
    let unpriced = |says| Refusal::under(rule!("fast-battle.upkeep.per-detachment"), says);
    let land = prices::land(country, state.land_of(country)).ok_or_else(|| {
        unpriced(said!(
            "The tables have no land prices of {} at its technology: the group agrees on the upkeep and tells the treasury.",
            country
        ))
    })?;
    let naval = prices::naval(country, state.naval_of(country)).ok_or_else(|| {
        unpriced(said!(
            "The tables have no naval prices of {} at its technology: the group agrees on the upkeep and tells the treasury.",
            country
        ))
    })?;
    let forces = prices::forces(country, state.turn.period());
    let allowed = forces.map(|forces| Allowed::of(&forces.free)).unwrap_or_default();
    let units: Vec<Unit> = (state.board.stacks.values())
        .flat_map(|standing| standing.stack.0.iter().copied())
        .filter(|unit| unit.country == country)
        .collect();
    if units.is_empty() {
        return Err(Refusal::new(said!("{} has no troops on the board to keep.", country)));
    }
    let at_war = state.wars.iter().any(|(one, other)| *one == country || *other == country);
    if peace && at_war {
        return Err(Refusal::under(
            rule!("fast-battle.upkeep.peace-column"),
            said!("{} is at war, so it keeps its troops at the prices of war.", country),
        ));
    }
    let tariff = Tariff { land, naval, peace, without_wood: None };
    let bill = upkeep::bill(&units, allowed, &tariff, &switches::logistics())?;
    may_pay(state, country, i64::from(bill.total))?;
    Ok(bill)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::by_hand::{at_war, country, france, place, says, spain, stands};
    use crate::seats::Told;
    use crate::units::Counter::{ArmyPlus, Ld};

    /// France, Spain and Sweden have 999 D$ each; Sweden is at peace, and of the player of France.
    fn rich() -> Position {
        let mut state = at_war(8);
        let french = state.countries[&country("france")].clone();
        state.countries.insert(country("sweden"), french);
        for played in state.countries.values_mut() {
            played.told.insert(Told::Ducats, 999);
        }
        state
    }

    fn buys(state: &Position, at: &str, items: &[Item]) -> String {
        says(may_buy(state, &france(), country("france"), place(at), items))
    }

    // fast-battle.purchase.full-detachments
    #[test]
    fn one_to_twenty_counters_are_bought_at_once() {
        let many = |n: usize| buys(&rich(), "eIle-de-France", &vec![Item::Ld; n]);
        for n in [0, 21, 22] {
            assert!(many(n).contains("Say what is bought, 20 counters at most"), "{n}");
        }
        assert_eq!(many(1), "");
        assert!(!many(20).contains("20 counters at most"));
    }

    // fast-battle.purchase.limit-source
    #[test]
    fn troops_are_bought_in_a_province_and_ships_in_one_with_a_port() {
        let no = "Troops come onto the board in a province, and ships in one with a port";
        assert!(buys(&rich(), "sLion", &[Item::Ld]).contains(no));
        assert!(buys(&rich(), "eLanguedoc", &[Item::Nd]).contains(no));
        assert_eq!(buys(&rich(), "eLanguedoc", &[Item::Ld]), "");
        assert_eq!(buys(&rich(), "eProvence", &[Item::Nd, Item::Ld]), "");
    }

    // fast-battle.stacking.land-strength
    #[test]
    fn what_is_bought_finds_room_where_it_comes() {
        let mut state = rich();
        stands(&mut state, "france", "eProvence", &[ArmyPlus, ArmyPlus]);
        assert!(buys(&state, "eProvence", &[Item::Ld]).contains("has 9 LD; it may have 8"));
        assert_eq!(buys(&state, "eProvence", &[Item::Nd]), "", "ships stand apart");
    }

    #[test]
    fn troops_are_bought_as_conscripts_but_in_sweden() {
        let veteran = |of: &str| {
            let at = if of == "sweden" { "eBergslagen" } else { "eIle-de-France" };
            let (_, [troops, _]) =
                may_buy(&rich(), &france(), country(of), place(at), &[Item::Ld]).expect("it may");
            troops.0[0].veteran
        };
        assert!(!veteran("france"));
        assert!(veteran("sweden"));
    }

    // fast-battle.upkeep.peace-column
    #[test]
    fn who_is_at_war_keeps_his_troops_at_the_prices_of_war() {
        let keeps = |of: &str, seat: &SeatId, peace: bool| {
            let mut state = rich();
            stands(&mut state, of, "eIle-de-France", &[Ld]);
            says(may_keep(&state, seat, country(of), peace))
        };
        for (of, seat) in [("france", france()), ("spain", spain())] {
            assert!(
                keeps(of, &seat, true).contains("is at war, so it keeps its troops at the prices of war"),
                "{of}"
            );
            assert_eq!(keeps(of, &seat, false), "");
        }
        assert_eq!(keeps("sweden", &france(), true), "", "it is at peace, whoever is at war");
    }
}
