//! The set-up of a power that makes none, in a scenario whose data name none for it (`standard.land.setup.default`): the same each time, spread out,
//! and nowhere without a garrison in a capital. What stands at sea, and the armies of free states, are not in it; artillery stands as guard does,
//! which the rule leaves open.

use super::{Contents, Corps, CorpsId, Depot, DepotId, Garrison, Leader, LeaderId, Owner, Pieces, Stand};
use crate::land::forces::{Factors, Troop};
use crate::map::{AreaId, ProvinceId, national_capital};
use crate::months::Month;
use crate::oob::{self, Held, Sorts};
use crate::powers::Power;
use crate::scenario;
use crate::typed::Typed;

/// A capital's share of the garrisons: two factors in the national one.
const IN_THE_CAPITAL: u16 = 2;
/// Of how many factors of infantry one corps is made.
const A_CORPS: u16 = 10;

/// The places of step 4: the national capital, then the other home capitals by the manpower of their provinces, of equal ones by the alphabet.
fn places(scenario: &str, power: Power) -> Vec<AreaId> {
    let Some(order) = oob::of(scenario) else { return Vec::new() };
    let home = ProvinceId::all().filter(|province| order.held(*province) == Held::Home(power));
    let mut home: Vec<ProvinceId> = home.collect();
    let first = national_capital(power);
    home.sort_by_key(|one| {
        let on_map = one.on_map();
        (Some(on_map.capital) != first, std::cmp::Reverse(on_map.manpower), one.name())
    });
    home.into_iter().map(|one| one.on_map().capital).collect()
}

/// The capitals of the minor countries that a power holds as conquests, in the same order.
fn conquests(scenario: &str, power: Power) -> Vec<AreaId> {
    let Some(order) = oob::of(scenario) else { return Vec::new() };
    let mut all: Vec<ProvinceId> =
        ProvinceId::all().filter(|one| order.held(*one) == Held::Conquered(power)).collect();
    all.sort_by_key(|one| (std::cmp::Reverse(one.on_map().manpower), one.name()));
    all.into_iter().map(|one| one.on_map().capital).collect()
}

/// Shares of a number, the first ones one more.
fn shares(all: u16, among: u16) -> impl Iterator<Item = u16> {
    let (each, more) = (all.checked_div(among).unwrap_or(0), all.checked_rem(among).unwrap_or(0));
    (0..among).map(move |place| each + u16::from(place < more))
}

/// Adds factors of a sort to a corps as far as it holds them, and gives what is left.
fn put(into: &mut (CorpsId, Factors), sort: Troop, many: u16) -> u16 {
    let room = into.0.capacity(&Typed::new()).of(sort).saturating_sub(into.1.of(sort));
    let goes = many.min(room);
    into.1.0[sort as usize] += goes;
    many - goes
}

/// A power's army by the formula.
#[must_use]
pub fn army(scenario: &str, power: Power) -> (Pieces, Contents) {
    let (mut pieces, mut contents) = (Pieces::default(), Contents::default());
    let places = places(scenario, power);
    let forces = oob::of(scenario).and_then(|order| order.powers.get(&power));
    let (Some(forces), Some(capital)) = (forces, places.first().copied()) else { return (pieces, contents) };
    let (owner, has) = (Owner::Power(power), forces.factors.value);
    let mut infantry = has.of(Troop::Infantry);

    // (1) Garrisons, until a third of the infantry is used.
    let mut most = infantry / 3;
    let posts = places.iter().copied().chain(conquests(scenario, power));
    for (post, wanted) in posts.map(|area| (area, if area == capital { IN_THE_CAPITAL } else { 1 })) {
        let goes = wanted.min(most);
        if goes > 0 && post.on_map().city.is_some() {
            (most, infantry) = (most - goes, infantry - goes);
            let garrison = Garrison::city(post, owner);
            let mut factors = Factors::default();
            factors.0[Troop::Infantry as usize] = goes;
            pieces.garrisons.insert(garrison, u32::from(goes));
            contents.put_garrison(garrison, factors);
        }
    }

    // (2) and (3) What corps hold. They stand in the order of the lists.
    let listed = oob::of(scenario).map(|order| order.corps(power)).unwrap_or_default();
    let of = |kind: Sorts| -> Vec<(CorpsId, Factors)> {
        let of_kind = listed.iter().filter(|corps| corps.kind == kind && corps.with.is_none());
        of_kind
            .filter_map(|corps| Some((CorpsId::named(scenario, owner, &corps.name)?, Factors::default())))
            .collect()
    };
    let mut foot = of(Sorts::Infantry);
    let used = usize::from(infantry.div_ceil(A_CORPS)).min(foot.len());
    foot.truncate(used);
    let mut over = 0;
    for (corps, share) in foot.iter_mut().zip(shares(infantry, u16::try_from(used).unwrap_or(0))) {
        over = put(corps, Troop::Infantry, share + over);
    }
    for corps in &mut foot {
        over = put(corps, Troop::Infantry, over);
    }
    let (mut horse, mut guards) = (of(Sorts::Cavalry), of(Sorts::Guard));
    let mut cavalry = has.of(Troop::Cavalry);
    for corps in &mut foot {
        cavalry -= 1u16.min(cavalry) - put(corps, Troop::Cavalry, 1.min(cavalry));
    }
    for corps in horse.iter_mut().chain(&mut foot).chain(&mut guards) {
        cavalry = put(corps, Troop::Cavalry, cavalry);
    }
    let mut guard = has.of(Troop::Guard);
    for corps in &mut guards {
        guard = put(corps, Troop::Guard, guard);
    }
    let (mut guns, mut artillery) = (of(Sorts::Artillery), has.of(Troop::Artillery));
    for corps in &mut guns {
        artillery = put(corps, Troop::Artillery, artillery);
    }

    // (4) Where they stand.
    let in_turn = |n: usize| places[n % places.len()];
    let at_home = foot.into_iter().enumerate().map(|(n, (corps, holds))| (corps, holds, in_turn(n)));
    let at_the_capital =
        horse.into_iter().chain(guards).chain(guns).map(|(corps, holds)| (corps, holds, capital));
    let feudal = of(Sorts::Feudal).into_iter().filter_map(|(corps, _)| {
        let province =
            ProvinceId::all().find(|one| corps.name().starts_with(&format!("{} feudal", one.name())))?;
        Some((corps, corps.counter().corps.holds, province.on_map().capital))
    });
    for (corps, holds, at) in
        at_the_capital.chain(at_home).chain(feudal).filter(|(_, holds, _)| !holds.is_empty())
    {
        pieces.corps.insert(corps, Corps::at(Stand::Open(at)));
        contents.put_corps(corps, holds);
    }
    let begins = scenario::by_key(scenario).and_then(|one| Month::try_from(one.begins.clone()).ok());
    let serves = |id: &LeaderId| {
        let leader = &id.counter().leader;
        let is_there = |month| !leader.is_gone(month) && !leader.is_yet_to_come(month);
        id.owner() == owner && !leader.at_sea && begins.is_some_and(is_there)
    };
    let mut leaders: Vec<LeaderId> = LeaderId::all(scenario).filter(serves).collect();
    let place = |id: &LeaderId| forces.leaders.iter().position(|one| one.name == id.name());
    leaders.sort_by_key(|id| (id.counter().leader.rank, place(id)));
    for (n, leader) in leaders.into_iter().enumerate() {
        let at = in_turn(n);
        let corps =
            pieces.corps.iter().find(|(_, corps)| corps.stand == Stand::Open(at)).map(|(corps, _)| *corps);
        pieces.leaders.insert(leader, corps.map_or(Leader::Inside(at), Leader::With));
    }
    let depots = DepotId::all(scenario).filter(|depot| depot.owner() == owner);
    let at_start = usize::try_from(forces.depots_at_start.value).unwrap_or(0);
    for (depot, at) in depots.take(at_start).zip(&places) {
        pieces.depots.insert(depot, Depot::Area(*at));
    }
    (pieces, contents)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::map::home_of;
    use crate::pieces::contents::fits_corps;

    fn total(contents: &Contents) -> Factors {
        let corps = contents.known_corps().map(|(_, holds)| holds);
        corps.chain(contents.known_garrisons().map(|(_, holds)| holds)).fold(Factors::default(), Factors::and)
    }

    // standard.land.setup.default
    #[test]
    fn prussia_stands_as_the_formula_says() {
        let (pieces, contents) = army("1805", Power::Prussia);
        assert_eq!(pieces.garrisons.values().sum::<u32>(), 10);
        let holds = |name: &str| {
            let corps = CorpsId::named("1805", Owner::Power(Power::Prussia), name).unwrap();
            let at = pieces.corps.get(&corps).and_then(|corps| corps.stand.area()).map(AreaId::key);
            (contents.corps(corps).map(|holds| holds.to_string()), at)
        };
        let of = |holds: &str, at: &'static str| (Some(holds.to_owned()), Some(at));
        assert_eq!(holds("I Corps"), of("10i 1c", "berlin"));
        assert_eq!(holds("II Corps"), of("10i 1c", "breslau"), "Silesia has most manpower");
        assert_eq!(holds("V Corps").0.as_deref(), Some("10i 1c"));
        assert_eq!(holds("VI Corps"), (None, None));
        assert_eq!(holds("Cavalry Corps"), of("3c", "berlin"));
        assert_eq!(holds("Guards"), of("2gd", "berlin"));
        let depots: Vec<&str> = pieces
            .depots
            .values()
            .map(|at| match at {
                Depot::Area(area) => area.key(),
                Depot::Fleet(_) => "afloat",
            })
            .collect();
        assert_eq!((depots.len(), depots[..2].to_vec()), (4, vec!["berlin", "breslau"]));
        assert_eq!(army("1805", Power::Prussia), (pieces, contents), "the same each time");
    }

    // standard.land.setup.all
    #[test]
    fn the_formula_places_all_that_a_power_begins_with() {
        for scenario in scenario::all() {
            let (key, order) = (scenario.key.as_str(), oob::of(&scenario.key).unwrap());
            for (power, forces) in &order.powers {
                let (pieces, contents) = army(key, *power);
                let feudal = order.corps(*power).into_iter().filter(|corps| corps.kind == Sorts::Feudal);
                let wanted = feudal.map(|corps| corps.holds).fold(forces.factors.value, Factors::and);
                assert_eq!(total(&contents), wanted, "{key}, {power}");
                for (corps, holds) in contents.known_corps() {
                    assert!(
                        fits_corps(corps, &Typed::new(), holds).is_ok() && pieces.corps.contains_key(&corps)
                    );
                }
                let capitals = home_of(
                    pieces.corps.values().next().unwrap().stand.area().unwrap().on_map().province,
                    scenario.map,
                );
                assert_eq!(capitals, Some(*power), "{key}");
            }
        }
    }
}
