//! Evasion before a battle, and fortresses that stacks go into.

use super::control::Eyes;
use super::march::may_move;
use super::orders::{check_place, covered, die, emit, own_stack};
use super::{Happened, Standing, UnderWay};
use crate::campaigns::Deed;
use crate::control::{Control, Stance};
use crate::geography::{Place, atlas};
use crate::interception::{Outcome, evasion, into_fortress};
use crate::{Europa, Position};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

const RULE: RuleId = rule!("fast-battle.aids.interception-evasion");

/// Whether the fortress where a stack stands takes it in.
fn room(state: &Position, number: u32, standing: &Standing) -> Result<RuleId, Refusal> {
    let eyes = Eyes::of(state, standing.country);
    if standing.stack.is_naval() || eyes.stance(standing.at) != Stance::Friendly {
        return Err(Refusal::under(
            RULE,
            said!(
                "Land troops go into a fortress of their own side; {} has none for them.",
                standing.at.name()
            ),
        ));
    }
    let inside = state.board.at(standing.at).filter(|(n, other)| *n != number && other.inside);
    let inside: u8 = inside.map(|(_, other)| other.stack.ld()).fold(0, u8::saturating_add);
    into_fortress(&standing.stack, standing.at.site().fortress, inside)
}

/// Checks an evasion that is declared against a march: from where it ends, to a place next to it without enemies, or into the fortress.
pub(super) fn check(
    state: &Position,
    seat: &SeatId,
    under_way: &UnderWay,
    number: u32,
    to: Place,
) -> Result<(), Refusal> {
    let standing = own_stack(state, seat, number)?;
    may_move(state, number, standing)?;
    let mover = state.board.stacks.get(&under_way.stack);
    let naval = mover.is_some_and(|mover| mover.stack.is_naval());
    if standing.at != under_way.march.to() || standing.inside || standing.stack.is_naval() != naval {
        return Err(Refusal::under(
            RULE,
            said!("A stack evades that stands where the enemy comes, and would fight him there."),
        ));
    }
    if to == standing.at {
        return room(state, number, standing).map(|_| ());
    }
    let eyes = Eyes::of(state, standing.country);
    if atlas().border(standing.at, to).is_none() || to.site().is_sea() != standing.at.site().is_sea() {
        return Err(Refusal::under(RULE, said!("{} is not next to {}.", to.name(), standing.at.name())));
    }
    if state.board.at(to).any(|(_, other)| eyes.is_enemy(other.country)) {
        return Err(Refusal::under(RULE, said!("Enemies stand in {}; no stack evades there.", to.name())));
    }
    check_place(state, standing.country, to, &standing.stack, &[number])
}

/// The march is at its end: those who declared it evade before anybody fights.
pub(super) fn evade(
    table: &mut Table<'_, '_, Europa>,
    under_way: &UnderWay,
    declared: &[(u32, Place)],
) -> Result<(), Refusal> {
    for (number, to) in declared {
        let state = table.state();
        let mover = state.board.stacks.get(&under_way.stack);
        let (Some(standing), Some(mover)) = (state.board.stacks.get(number), mover) else { continue };
        // Who stands elsewhere by now, or whose way is taken, stays.
        let seat = state.seat_of(standing.country).cloned();
        let may = |seat| check(state, &seat, under_way, *number, *to);
        if mover.at != standing.at || seat.is_none_or(|seat| may(seat).is_err()) {
            continue;
        }
        let man = (standing.man().unwrap_or(0), mover.man().unwrap_or(0));
        let (tried, done) = if *to == standing.at {
            (None, true)
        } else {
            let fell = die(table, 0, to.name())?;
            let tried = evasion(man).roll(fell);
            let done = tried.outcome == Outcome::Done;
            (Some(tried), done)
        };
        emit(table, Happened::Evaded { stack: *number, to: *to, tried, done, rules: vec![RULE] })?;
    }
    Ok(())
}

/// A stack goes into the fortress of its province, or comes out of it.
pub(super) fn fortress(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    inside: bool,
) -> Result<(), Refusal> {
    let rule = may_use_fortress(table.state(), seat, stack, inside)?;
    emit(table, Happened::FortressUsed { stack, inside, rules: vec![rule] })
}

/// Whether a stack may go into its fortress or come out of it, and by which rule.
pub(super) fn may_use_fortress(
    state: &Position,
    seat: &SeatId,
    stack: u32,
    inside: bool,
) -> Result<RuleId, Refusal> {
    let standing = own_stack(state, seat, stack)?;
    may_move(state, stack, standing)?;
    if standing.inside == inside || standing.aboard.is_some() {
        return Err(Refusal::new(said!("It stands so already.")));
    }
    if inside {
        return room(state, stack, standing);
    }
    check_place(state, standing.country, standing.at, &standing.stack, &[stack])?;
    covered(state, seat, stack, standing, Deed::Moves)?;
    Ok(RULE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::by_hand::{at_war, france, moves, of, place, says, spain, stands, under_way};
    use crate::units::Counter::{ArmyMinus, Ld, Nd};

    /// A Spanish stack in Catalunya may go into a fortress of two LD.
    fn at_home(counters: &[crate::units::Counter]) -> Position {
        let mut state = at_war(8);
        stands(&mut state, "spain", "eCatalunya", counters);
        moves(&mut state, &spain());
        state
    }

    fn goes_inside(state: &Position, stack: u32) -> String {
        says(may_use_fortress(state, &spain(), stack, true))
    }

    // fast-battle.aids.interception-evasion
    #[test]
    fn troops_go_into_a_fortress_of_their_own_side_while_it_has_room() {
        let level = place("eCatalunya").site().fortress;
        assert_eq!(goes_inside(&at_home(&vec![Ld; level.into()]), 1), "");
        let mut state = at_home(&vec![Ld; usize::from(level) + 1]);
        assert!(goes_inside(&state, 1).contains(&format!("room for {level} LD more")));
        state = at_home(&[Ld]);
        let garrison = stands(&mut state, "spain", "eCatalunya", &vec![Ld; level.into()]);
        of(&mut state, garrison).inside = true;
        assert!(goes_inside(&state, 1).contains("room for 0 LD more"));
        for (at, counters) in [("eLanguedoc", &[Ld][..]), ("eCatalunya", &[Nd])] {
            let mut state = at_home(counters);
            of(&mut state, 1).at = place(at);
            assert!(goes_inside(&state, 1).contains("a fortress of their own side"), "{at}");
        }
    }

    #[test]
    fn who_is_inside_or_aboard_goes_into_no_fortress() {
        let mut state = at_home(&[Ld]);
        assert!(says(may_use_fortress(&state, &spain(), 1, false)).contains("It stands so already"));
        of(&mut state, 1).inside = true;
        assert!(goes_inside(&state, 1).contains("It stands so already"));
        assert_eq!(says(may_use_fortress(&state, &spain(), 1, false)), "");
        let mut state = at_home(&[Ld]);
        of(&mut state, 1).aboard = Some(7);
        assert!(goes_inside(&state, 1).contains("It stands so already"));
    }

    // fast-battle.aids.interception-evasion
    #[test]
    fn who_would_be_fought_where_the_enemy_comes_evades_and_nobody_else() {
        let evades = |change: &dyn Fn(&mut Position)| {
            let mut state = at_home(&[ArmyMinus]);
            stands(&mut state, "france", "eRosselo", &[ArmyMinus]);
            change(&mut state);
            let march = under_way(&state, 2, &["eCatalunya"]);
            says(check(&state, &spain(), &march, 1, place("eAragon")))
        };
        assert_eq!(evades(&|_| {}), "");
        let no = "stands where the enemy comes";
        assert!(evades(&|state| of(state, 1).at = place("eNavarra")).contains(no));
        assert!(evades(&|state| of(state, 1).inside = true).contains(no));
        let ships = evades(&|state| {
            let ships = stands(state, "france", "eRosselo", &[Nd]);
            of(state, 2).stack = state.board.stacks[&ships].stack.clone();
        });
        assert!(ships.contains(no), "{ships}");
        assert!(
            says(check(
                &at_home(&[Ld]),
                &france(),
                &under_way(&at_home(&[Ld]), 1, &["eRosselo"]),
                1,
                place("eAragon")
            ))
            .contains("not yours")
        );
    }
}
