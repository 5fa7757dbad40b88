//! Armies and fleets: moved, exchanged, given up.

use super::{Board, Force, Happened, Held, LARGEST, Realm, Turn, controlled};
use crate::Position;
use crate::court::Court;
use crate::endeavour::limits;
use crate::geography::Area;
use crate::pack::Data;
use crate::switches::{Pays, Readings};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// The most sea areas that an army crosses.
pub const MOST_SEAS: u8 = 3;

/// Whether an area is home of a seafaring people for an army that crosses: by nature or, unless the group reads it otherwise, by a fleet.
#[must_use]
pub fn is_seafaring(data: &Data, area: Area, held: &Held, fleet_homes: bool) -> bool {
    limits::range(&crate::endeavour::Base {
        name: String::new(),
        social: 0,
        armies: 0,
        fleets: if fleet_homes { held.fleet() } else { 0 },
        seafaring: data.known(area).seafaring,
    })
    .seafaring
}

/// Counters without one of a strength.
fn without(counters: &[u8], strength: u8) -> Option<Vec<u8>> {
    let at = counters.iter().position(|counter| *counter == strength)?;
    let mut left = counters.to_vec();
    left.remove(at);
    Some(left)
}

/// Counters in order, the largest first.
fn sorted(mut counters: Vec<u8>) -> Vec<u8> {
    counters.sort_unstable_by(|a, b| b.cmp(a));
    counters
}

/// Refuses a movement after the event cards are drawn, or one that the allowance does not cover: points times spaces are counted.
fn allowed(realm: &Realm, turn: &Turn, spent: u16) -> Result<u8, Refusal> {
    if turn.drawn || turn.endeavours > 0 {
        return Err(Refusal::under(
            rule!("middle-ages.armies.movement.timing"),
            said!(
                "Armies move at the start of a turn, before the event cards are drawn and any year card is played."
            ),
        ));
    }
    let most = realm.leader.combat.saturating_sub(turn.moved);
    u8::try_from(spent).ok().filter(|spent| *spent <= most).ok_or_else(|| {
        Refusal::under(
            rule!("middle-ages.armies.movement.allowance"),
            said!("Points times spaces: {}; left of the leader's combat in this turn: {}.", spent, most),
        )
    })
}

fn counter(board: &Board, held: &Held, area: Area, strength: u8) -> Result<Vec<u8>, Refusal> {
    if held.armies.is_empty() && !held.fleets.is_empty() {
        return Err(Refusal::under(
            rule!("middle-ages.fleets.never-move"),
            said!("No army stands in {}, and fleets are never moved.", board.data.named(area)),
        ));
    }
    if held.armies.is_empty() {
        return Err(Refusal::under(
            rule!("middle-ages.armies.change"),
            said!("No army stands in {}.", board.data.named(area)),
        ));
    }
    without(&held.armies, strength).ok_or_else(|| {
        let there: Vec<String> = held.armies.iter().map(ToString::to_string).collect();
        Refusal::under(
            rule!("middle-ages.armies.change"),
            said!(
                "No army counter of strength {} stands in {}; there: {}. Counters can be exchanged first.",
                strength,
                board.data.named(area),
                there.join(", ")
            ),
        )
    })
}

/// A movement by land.
///
/// # Errors
/// A refusal that names the rule it breaks.
pub fn march(
    state: &Position,
    (court, realm, turn): &(Court, Realm, Turn),
    from: Area,
    way: &[Area],
    strength: u8,
) -> Result<Happened, Refusal> {
    let board = &state.board;
    let start = controlled(board, *court, from, rule!("middle-ages.armies.placement"))?;
    let left = counter(board, start, from, strength)?;
    let spaces = u16::try_from(way.len()).unwrap_or(u16::MAX);
    let spent = allowed(realm, turn, spaces.saturating_mul(strength.into()))?;
    let mut at = from;
    for next in way {
        if !board.data.borders(at).any(|area| area == *next) {
            return Err(Refusal::under(
                rule!("middle-ages.armies.movement.land"),
                said!(
                    "{} does not border {} by land. Over sea an army is shipped.",
                    board.data.named(*next),
                    board.data.named(at)
                ),
            ));
        }
        controlled(board, *court, *next, rule!("middle-ages.armies.movement.controlled-areas"))?;
        at = *next;
    }
    if at == from {
        return Err(Refusal::new(said!("A movement leads somewhere else.")));
    }
    let there = board.area(at).map(|held| held.armies.clone()).unwrap_or_default();
    let rules = vec![
        rule!("middle-ages.armies.movement.allowance"),
        rule!("middle-ages.armies.movement.controlled-areas"),
        rule!("middle-ages.armies.movement.land"),
        rule!("middle-ages.armies.movement.timing"),
    ];
    Ok(Happened::Moved {
        court: *court,
        from,
        way: way.to_vec(),
        strength,
        spent,
        seas: 0,
        gold: 0,
        left,
        there: sorted([there, vec![strength]].concat()),
        rules,
    })
}

/// A movement over sea: one space of the allowance for the crossing as a whole, and 1 gold for each sea area and counter, unless the group
/// reads it otherwise.
///
/// # Errors
/// A refusal that names the rule it breaks.
pub fn ship(
    state: &Position,
    (court, realm, turn): &(Court, Realm, Turn),
    reads: Readings,
    from: Area,
    to: Area,
    strength: u8,
) -> Result<Happened, Refusal> {
    let board = &state.board;
    let sea = rule!("middle-ages.armies.movement.sea");
    let start = controlled(board, *court, from, rule!("middle-ages.armies.placement"))?;
    let goal = controlled(board, *court, to, rule!("middle-ages.armies.movement.controlled-areas"))?;
    let left = counter(board, start, from, strength)?;
    let seas = board.data.seas_between(from, to).filter(|_| from != to).ok_or_else(|| {
        Refusal::under(
            sea,
            said!("No sea way leads from {} to {}.", board.data.named(from), board.data.named(to)),
        )
    })?;
    let spaces = if reads.crossing_by_seas { seas } else { 1 };
    let spent = allowed(realm, turn, u16::from(strength).saturating_mul(spaces.into()))?;
    if seas > MOST_SEAS {
        return Err(Refusal::under(
            sea,
            said!(
                "{} sea areas lie between {} and {}; an army crosses {} at most.",
                seas,
                board.data.named(from),
                board.data.named(to),
                MOST_SEAS
            ),
        ));
    }
    if ![(from, start), (to, goal)]
        .iter()
        .any(|(area, held)| is_seafaring(&board.data, *area, held, reads.fleet_homes))
    {
        let (from, to) = (board.data.named(from), board.data.named(to));
        return Err(Refusal::under(
            sea,
            if reads.fleet_homes {
                said!(
                    "Neither {} nor {} is home of a seafaring people; one of them must be. A fleet makes it so.",
                    from,
                    to
                )
            } else {
                said!("Neither {} nor {} is home of a seafaring people; one of them must be.", from, to)
            },
        ));
    }
    let gold = crossing_costs(reads.crossing_pays, turn, [from, to], seas, strength);
    if realm.gold < gold {
        return Err(Refusal::under(
            rule!("middle-ages.armies.movement.sea.cost"),
            said!("The crossing of sea areas ({}) costs {} gold; {} has {}.", seas, gold, *court, realm.gold),
        ));
    }
    let rules: Vec<RuleId> = vec![
        rule!("middle-ages.armies.movement.allowance"),
        sea,
        rule!("middle-ages.armies.movement.sea.cost"),
        rule!("middle-ages.armies.movement.timing"),
    ];
    let there = sorted([goal.armies.clone(), vec![strength]].concat());
    Ok(Happened::Moved {
        court: *court,
        from,
        way: vec![to],
        strength,
        spent,
        seas,
        gold,
        left,
        there,
        rules,
    })
}

/// What a crossing costs, in gold: 1 for each sea area, as often as the group's reading has it.
fn crossing_costs(pays: Pays, turn: &Turn, way: [Area; 2], seas: u8, strength: u8) -> u16 {
    match pays {
        Pays::Counter => seas.into(),
        Pays::Point => u16::from(seas) * u16::from(strength),
        Pays::Crossing if turn.crossed.contains(&way) => 0,
        Pays::Crossing => seas.into(),
    }
}

/// Counters exchanged for others of the same strength in all.
///
/// # Errors
/// A refusal where the sum is another, or a counter is larger than there are.
pub fn change(
    state: &Position,
    court: Court,
    area: Area,
    of: Force,
    counters: &[u8],
) -> Result<Happened, Refusal> {
    let (placement, largest, same) = match of {
        Force::Army => (
            rule!("middle-ages.armies.placement"),
            rule!("middle-ages.armies.largest-counter"),
            rule!("middle-ages.armies.change"),
        ),
        Force::Fleet => (
            rule!("middle-ages.fleets.placement"),
            rule!("middle-ages.fleets.largest-counter"),
            rule!("middle-ages.fleets.change"),
        ),
    };
    let held = controlled(&state.board, court, area, placement)?;
    if let Some(wrong) = counters.iter().find(|counter| !(1..=LARGEST).contains(*counter)) {
        return Err(Refusal::under(
            largest,
            said!("There is no counter of strength {}; they have 1 to {}.", *wrong, LARGEST),
        ));
    }
    let (now, then): (u16, u16) = (
        held.counters(of).iter().map(|counter| u16::from(*counter)).sum(),
        counters.iter().map(|counter| u16::from(*counter)).sum(),
    );
    if now != then {
        return Err(Refusal::under(
            same,
            said!(
                "Counters are exchanged for others of the same strength: {} stands there, {} was asked for.",
                now,
                then
            ),
        ));
    }
    let counters = sorted(counters.to_vec());
    if counters == *held.counters(of) {
        return Err(Refusal::under(same, said!("These counters stand there already.")));
    }
    Ok(Happened::Changed { court, area, of, counters, rules: vec![same, largest] })
}

/// Points given up, which are then not maintained.
///
/// # Errors
/// A refusal where there are not so many.
pub fn disband(
    state: &Position,
    court: Court,
    area: Area,
    of: Force,
    points: u8,
) -> Result<Happened, Refusal> {
    let rule = unpaid(of);
    let held = controlled(&state.board, court, area, rule)?;
    let now: u8 = held.counters(of).iter().sum();
    if points == 0 || points > now {
        return Err(Refusal::under(
            rule,
            said!("{} points stand in {}; {} cannot be given up.", now, state.data().named(area), points),
        ));
    }
    Ok(Happened::Changed { court, area, of, counters: super::fewest(now - points), rules: vec![rule] })
}

/// The rule by which points that are not paid for go.
#[must_use]
pub fn unpaid(of: Force) -> RuleId {
    match of {
        Force::Army => rule!("middle-ages.armies.maintenance.unpaid"),
        Force::Fleet => rule!("middle-ages.fleets.maintenance.unpaid"),
    }
}
