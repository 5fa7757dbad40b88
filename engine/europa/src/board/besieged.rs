//! What a siege and the board have to do with each other, where the campaign's armies are kept here: who besieges stands before the
//! fortress, losses come off the stacks, and a fortress that falls has another holder.

use super::control::Eyes;
use super::march::after;
use super::orders::emit;
use super::{Happened, Led, Standing};
use crate::attrition::Due;
use crate::attrition_land::{self, Besieged};
use crate::country::Country;
use crate::geography::Place;
use crate::logistics_switches::Edition;
use crate::siege::assault::Camp;
use crate::siege::course::{self, Siege};
use crate::thirds::Thirds;
use crate::units::Stack;
use crate::{Europa, Position};
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::said;

/// The province of a siege, where the board is kept here and knows it.
fn province(state: &Position, siege: &Siege) -> Option<Place> {
    siege.province().filter(|_| state.board.is_in_use())
}

/// The stacks of a side in a siege: before the fortress, or in it.
fn stacks<'p>(
    state: &'p Position,
    place: Place,
    siege: &'p Siege,
    camp: Camp,
) -> impl Iterator<Item = (u32, &'p Standing)> {
    state.board.at(place).filter(move |(n, standing)| {
        !state.must_retreat(*n)
            && standing.inside == (camp == Camp::Besieged)
            && !standing.stack.is_naval()
            && standing.aboard.is_none()
            && siege.of(camp).contains(&standing.country)
    })
}

/// Checks that who is stated to besiege stands there, and that no enemy in the field is left to be fought first.
///
/// # Errors
/// A refusal where nobody does, or more LD are stated than stand there, or an enemy stands before the fortress.
pub(crate) fn check(state: &Position, siege: &Siege) -> Result<(), Refusal> {
    let Some(place) = province(state, siege) else { return Ok(()) };
    let rule = rule!("fast-battle.siege.siegework");
    let stand: Vec<_> = stacks(state, place, siege, Camp::Besieger).collect();
    if stand.is_empty() {
        return Err(Refusal::under(
            rule,
            said!(
                "No troops of {} stand before {} on the board. A siege is laid where they do.",
                siege.of(Camp::Besieger)[0],
                place.name()
            ),
        ));
    }
    let eyes = Eyes::of(state, siege.of(Camp::Besieger)[0]);
    let in_the_way = state.board.at(place).find(|(n, other)| {
        other.is_afield()
            && !other.stack.is_naval()
            && eyes.is_enemy(other.country)
            && !state.must_retreat(*n)
    });
    if let Some((number, enemy)) = in_the_way {
        return Err(Refusal::under(
            rule,
            said!(
                "Stack {} of {} stands in {} and was not fought. A fortress is besieged when no enemy stands before it: fight him in your battle segment.",
                number,
                enemy.country,
                place.name()
            ),
        ));
    }
    let there = stand.iter().fold(Thirds::NONE, |all, (_, standing)| all + standing.stack.land());
    if siege.besieger.strength() > there {
        return Err(Refusal::under(
            rule,
            said!(
                "{} LD are stated before {}, and {} stand there on the board.",
                siege.besieger.strength().to_string(),
                place.name(),
                there.to_string()
            ),
        ));
    }
    Ok(())
}

/// Whether the besieged of a siege are stacks of the board, which roll siege attrition in their supply segments.
pub(crate) fn starves_inside(state: &Position, siege: &Siege) -> bool {
    let Some(place) = province(state, siege) else { return false };
    stacks(state, place, siege, Camp::Besieged)
        .any(|(_, standing)| Eyes::of(state, standing.country).is_besieged(standing))
}

/// The attrition roll of a besieged stack in its supply segment: by its siege, where one is laid there; else by what stands on the board.
pub(super) fn due_inside(state: &Position, standing: &Standing, edition: Edition) -> Due {
    let value = |led: &Led| led.values.siege;
    let own = standing.leader.as_ref().map_or(0, value);
    let technology = state.land_of(standing.country);
    let laid = state.sieges.of.values().find(|siege| siege.is_of(standing.at, standing.country));
    if let Some(siege) = laid {
        return course::due_inside(siege, &standing.stack, standing.at, technology, own, edition);
    }
    let eyes = Eyes::of(state, standing.country);
    let before = state
        .board
        .at(standing.at)
        .filter(|(_, other)| eyes.is_enemy(other.country) && other.is_afield() && !other.stack.is_naval());
    let outside = before.filter_map(|(_, other)| other.leader.as_ref().map(value)).max().unwrap_or(0);
    attrition_land::besieged(
        &Besieged {
            stack: &standing.stack,
            at: standing.at,
            technology,
            siege: attrition_land::siege_value(own),
            enemy_siege: attrition_land::siege_value(outside),
            open_port: standing.at.site().has_port() && eyes.blockader(standing.at).is_none(),
            works: (0, 0),
        },
        edition,
    )
}

/// A side of a siege has lost: its stacks lose as much, the first ones first.
pub(crate) fn lost(
    table: &mut Table<'_, '_, Europa>,
    siege: &Siege,
    camp: Camp,
    lost: Thirds,
) -> Result<(), Refusal> {
    let Some(place) = province(table.state(), siege) else { return Ok(()) };
    let theirs: Vec<(u32, Standing)> =
        stacks(table.state(), place, siege, camp).map(|(n, standing)| (n, standing.clone())).collect();
    let mut rest = lost;
    for (stack, standing) in theirs {
        let less = rest.min(standing.stack.land());
        if less <= Thirds::NONE {
            continue;
        }
        rest = rest - less;
        let (left, owes) = if less == standing.stack.land() {
            (Stack(Vec::new()), Thirds::NONE)
        } else {
            after(table.state(), &standing, less)
        };
        let rules = vec![rule!("fast-battle.losses.applied-to-counters")];
        emit(table, Happened::LostInSiege { stack, left, owes, rules })?;
    }
    Ok(())
}

/// A fortress has fallen: where the board is kept here its province is held by who took it.
pub(crate) fn fell(table: &mut Table<'_, '_, Europa>, place: Place, by: Country) -> Result<(), Refusal> {
    let state = table.state();
    let eyes = Eyes::of(state, by);
    if !state.board.is_in_use() || eyes.holder(place) == Some(by) {
        return Ok(());
    }
    let gone: Vec<u32> = (state.board.at(place))
        .filter(|(_, other)| other.inside && eyes.is_enemy(other.country))
        .map(|(n, _)| n)
        .collect();
    emit(table, Happened::Held { place, country: by })?;
    for stack in gone {
        emit(table, Happened::Disbanded { stack })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attrition::Why;
    use crate::board::by_hand::{at_war, country, of, open, place, siege, stands};
    use crate::leader::Leader;
    use crate::outline::Frame;
    use crate::units::Counter::{Ld, Nd};

    #[test]
    fn who_stands_before_the_fortress_besieges_and_who_lies_in_it_is_besieged() {
        let mut state = at_war(8);
        let siege = siege("france", "spain", "eCatalunya");
        stands(&mut state, "france", "eCatalunya", &[Ld]);
        let inside = stands(&mut state, "spain", "eCatalunya", &[Ld]);
        of(&mut state, inside).inside = true;
        let camps = |state: &Position| {
            [Camp::Besieger, Camp::Besieged].map(|camp| {
                stacks(state, place("eCatalunya"), &siege, camp).map(|(n, _)| n).collect::<Vec<_>>()
            })
        };
        assert_eq!(camps(&state), [vec![1], vec![2]]);
        // Ships in the port, troops aboard, other countries and who was beaten take no part.
        for (country, counters) in [("france", Nd), ("spain", Nd), ("venice", Ld)] {
            stands(&mut state, country, "eCatalunya", &[counters]);
        }
        for of_country in ["france", "spain"] {
            let aboard = stands(&mut state, of_country, "eCatalunya", &[Ld]);
            of(&mut state, aboard).aboard = Some(4);
        }
        let afield = stands(&mut state, "spain", "eCatalunya", &[Ld]);
        assert_eq!(camps(&state), [vec![1], vec![2]]);
        open(&mut state, &[Frame::Retreat(1), Frame::Retreat(afield)]);
        assert_eq!(camps(&state), [vec![], vec![2]]);
    }

    // fast-battle.attrition.besieged.mod.siege-values, mod.open-port, as far as the board says it
    #[test]
    fn who_starves_inside_counts_the_best_enemy_before_him_and_his_open_port() {
        let added = |change: &dyn Fn(&mut Position)| {
            let mut state = at_war(8);
            let inside = stands(&mut state, "spain", "eCatalunya", &[Ld]);
            of(&mut state, inside).inside = true;
            let before = stands(&mut state, "france", "eCatalunya", &[Ld]);
            let values = Leader { siege: 3, ..Leader::default() };
            of(&mut state, before).leader = Some(Led { name: String::new(), values });
            change(&mut state);
            due_inside(&state, &state.board.stacks[&inside], Edition::Head).added
        };
        let before = added(&|_| {});
        let whys =
            |added: &[crate::attrition::Added]| added.iter().map(|added| added.why).collect::<Vec<Why>>();
        let nobody = added(&|state| of(state, 2).leader = None);
        assert_ne!(before, nobody, "his value counts");
        for (who, change) in [
            (
                "a friend",
                &(|state: &mut Position| of(state, 2).country = country("venice")) as &dyn Fn(&mut Position),
            ),
            ("who is inside", &|state: &mut Position| of(state, 2).inside = true),
            ("an admiral", &|state: &mut Position| {
                of(state, 2).stack = crate::units::stack("france", &[Nd]);
            }),
        ] {
            assert_eq!(added(change), nobody, "{who}");
        }
        let blockaded = added(&|state| {
            let ships = stands(state, "france", "sLion", &[Nd]);
            of(state, ships).blockades = Some(place("eCatalunya"));
        });
        assert_ne!(whys(&blockaded), whys(&before), "a blockaded port is not open");
        let inland = |at: &'static str| {
            added(&move |state| {
                for stack in [1, 2] {
                    of(state, stack).at = place(at);
                }
            })
        };
        assert_eq!(whys(&inland("eAragon")), whys(&blockaded), "nor is one that is not there");
    }
}
