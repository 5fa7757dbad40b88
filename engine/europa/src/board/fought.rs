//! Battles of stacks on the board: how they begin, what is left of the stacks, and where the beaten ones go ([`may_retreat`]; losses in
//! the retreat are rolled in `battle::ending`).

use super::aboard::room;
use super::control::Eyes;
use super::march::after;
use super::orders::{check_place, emit, own_stack};
use super::sail::takes;
use super::{Happened, Standing};
use crate::battle::course as fights;
use crate::battle::course::{BattleScene, Stack as Stated};
use crate::battle::land::{Crossing, Part, Side, TURKEY, Terrain};
use crate::battle::{Casualty, Map, Verdict, Who};
use crate::class::Class;
use crate::control::{Control, Stance};
use crate::geography::{self, Border, Place, PlaceKind, Waters, atlas};
use crate::leader::Command;
use crate::outline::Frame;
use crate::prices;
use crate::thirds::Thirds;
use crate::units::Counter;
use crate::{Europa, Position};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::{rule, said};

/// The ground of a province as a battle knows it.
#[must_use]
pub fn terrain(of: geography::Terrain) -> Terrain {
    match of {
        geography::Terrain::Mountain => Terrain::Mountain,
        geography::Terrain::DenseForest => Terrain::DenseForest,
        geography::Terrain::SparseForest => Terrain::SparseForest,
        geography::Terrain::Desert => Terrain::Desert,
        geography::Terrain::Swamp => Terrain::Swamp,
        geography::Terrain::Plain | geography::Terrain::Sea => Terrain::Plain,
    }
}

/// What a stack of the board fights with on land.
#[must_use]
pub fn side(state: &Position, standing: &Standing) -> Side {
    let country = standing.country;
    let of = |counter: Counter| standing.stack.count(|other| other == counter);
    let class = prices::class(country, state.turn.period()).or(country.known().class).unwrap_or(Class::III);
    let part = Part {
        country: country.artillery_key().to_owned(),
        class,
        a_plus: of(Counter::ArmyPlus),
        a_minus: of(Counter::ArmyMinus),
        detachments: Thirds::whole(of(Counter::Ld).into()) + Thirds(of(Counter::LandD).into()),
        pashas: standing.stack.pashas(),
        reformed: false,
        janissaries: false,
        // Until its second reform; where that is over, its player states the stack without them.
        sipahis: country.artillery_key() == TURKEY,
    };
    let technology = state.land_of(country);
    // Spain's army is of tercios from turn 16 of its technologies on: while it is of the Renaissance or the Arquebuse.
    let tercios = country.key() == "spain"
        && matches!(technology, crate::technology::Land::Renaissance | crate::technology::Land::Arquebuse)
        && state.turn.number() >= 6;
    Side {
        parts: vec![part],
        technology,
        veteran: standing.stack.is_veteran(),
        tercios,
        command: standing.leader.as_ref().map_or_else(
            || Command::Replacement(country.artillery_key().to_owned()),
            |led| Command::Leader(led.values),
        ),
        foraging: standing.foraging,
        further: Vec::new(),
    }
}

/// A player's stack fights an enemy's in the same place.
pub(super) fn engage(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    with: u32,
) -> Result<(), Refusal> {
    // A stack that was caught in a blockaded port is fought from where the blockading one is.
    if may_engage(table.state(), seat, stack, with)? {
        meet(table, with, stack, false)?;
        return table.end(&Frame::Caught { stack: with, by: stack });
    }
    meet(table, stack, with, false).map(|_| ())
}

/// Whether a stack may fight an enemy's, and whether it has caught it in a blockaded port.
pub(super) fn may_engage(state: &Position, seat: &SeatId, stack: u32, with: u32) -> Result<bool, Refusal> {
    let own = own_stack(state, seat, stack)?;
    let enemy = state.board.stacks.get(&with);
    let enemy = enemy.ok_or_else(|| Refusal::new(said!("There is no stack {} on the board.", with)))?;
    let eyes = Eyes::of(state, own.country);
    let caught = Frame::Caught { stack: with, by: stack };
    if state.frames.any(|open| *open == caught) && own.at.site().is_sea() {
        super::orders::not_fighting(&state.board, stack)?;
        super::orders::not_fighting(&state.board, with)?;
        return Ok(true);
    }
    for (number, standing) in [(stack, own), (with, enemy)] {
        if standing.stack.0.is_empty() {
            return Err(Refusal::new(said!("Stack {} has no troops: a leader alone is not fought.", number)));
        }
    }
    if !own.is_afield() || !enemy.is_afield() {
        return Err(Refusal::new(said!(
            "Who is in a fortress or aboard ships is not fought in the field. /europa battle siege lays a siege."
        )));
    }
    if enemy.at != own.at || enemy.stack.is_naval() != own.stack.is_naval() {
        return Err(Refusal::new(said!(
            "Two stacks fight where both stand in the same place, on land or at sea."
        )));
    }
    if !eyes.is_enemy(enemy.country) {
        return Err(Refusal::new(said!("{} and {} are not at war.", own.country, enemy.country)));
    }
    for number in [stack, with] {
        super::orders::not_fighting(&state.board, number)?;
    }
    let fought = state.fights.of.values().any(|fight| {
        fight.ended.is_none()
            && fight.scene.at_sea == own.stack.is_naval()
            && fight.scene.place == own.at.name()
    });
    if fought {
        return Err(Refusal::new(said!(
            "A battle is being fought in {}. The next one there begins when it is decided.",
            own.at.name()
        )));
    }
    if state.must_retreat(stack) || state.must_retreat(with) {
        return Err(Refusal::new(said!("A beaten stack retreats before anything else is fought there.")));
    }
    Ok(false)
}

/// Two stacks meet: a battle opens with what stands on the board, where anything does of both.
pub(super) fn meet(
    table: &mut Table<'_, '_, Europa>,
    moving: u32,
    standing: u32,
    intercepted: bool,
) -> Result<bool, Refusal> {
    let state = table.state();
    let (Some(mover), Some(other)) = (state.board.stacks.get(&moving), state.board.stacks.get(&standing))
    else {
        return Ok(false);
    };
    if mover.stack.0.is_empty() || other.stack.0.is_empty() {
        return Ok(false);
    }
    let at_sea = mover.stack.is_naval();
    let at = if at_sea && !mover.at.site().is_sea() { other.at } else { mover.at };
    let site = at.site();
    let came = mover.from.filter(|from| *from != at);
    let crossing = match came.and_then(|from| atlas().border(from, at)) {
        _ if came.is_some_and(|from| from.site().is_sea()) => Some(Crossing::Landing),
        Some(Border::River) => Some(Crossing::River),
        Some(Border::Pass) => Some(Crossing::Pass),
        Some(Border::Strait | Border::BeringStrait) => Some(Crossing::Strait),
        _ => None,
    };
    let scene = BattleScene {
        place: at.name().to_owned(),
        at_sea,
        map: if !at_sea && site.map == geography::Map::Rotw { Map::Rotw } else { Map::Europe },
        terrain: terrain(site.terrain),
        cold: Eyes::of(state, mover.country).cold(at),
        crossing: crossing.filter(|_| !at_sea),
        intercepted,
        mediterranean: matches!(&site.sort, PlaceKind::Sea { waters: Waters::Mediterranean, .. }),
        countries: [vec![mover.country], vec![other.country]],
    };
    let stacks = if at_sea {
        [None, None]
    } else {
        [Some(Stated::Army(side(state, mover))), Some(Stated::Army(side(state, other)))]
    };
    let number = fights::open_for_board(table, scene, stacks)?;
    emit(table, Happened::Engaged { fight: number, stacks: [moving, standing] })?;
    Ok(true)
}

/// A battle of the board is over: its stacks lose what they lose, and the beaten one has its retreat to make.
pub(crate) fn fought(
    table: &mut Table<'_, '_, Europa>,
    number: u32,
    verdict: &Verdict,
) -> Result<(), Refusal> {
    let Some(stacks) = table.state().board.fights.get(&number).copied() else { return Ok(()) };
    for (who, stack) in Who::BOTH.into_iter().zip(stacks) {
        let Some(standing) = table.state().board.stacks.get(&stack) else { continue };
        let lost = verdict.lost[who as usize];
        let naval = standing.stack.is_naval();
        let (left, owes) = if verdict.destroyed[who as usize] {
            (crate::units::Stack(Vec::new()), Thirds::NONE)
        } else {
            after(table.state(), standing, lost)
        };
        let leader_dead = verdict.casualties[who as usize] == Some(Casualty::Killed);
        // Ships that fought from a port lie in it afterwards.
        let afield = standing.at.site().is_sea() == naval;
        let must_retreat = verdict.winner == Some(who.other()) && !left.0.is_empty() && afield;
        let fight = table.state().fights.of.get(&number);
        let intercepted = fight.is_some_and(|fight| fight.scene.intercepted);
        // Who stood where the battle came to him may go anywhere.
        let came = who == Who::BOTH[0] || intercepted;
        let back = standing.from.filter(|from| must_retreat && came && *from != standing.at);
        emit(table, Happened::OutOfBattle { stack, left, must_retreat, back, owes, leader_dead })?;
        if must_retreat {
            // Of a battle that an interception led to the march waits for the retreat too.
            let state = table.state();
            let march = state.march().filter(|_| intercepted).cloned();
            table.push(march.as_ref(), &Frame::Retreat(stack))?;
        }
    }
    Ok(())
}

/// Where a beaten stack may go; where it has no such place it is destroyed.
pub fn retreats(state: &Position, stack: u32) -> impl Iterator<Item = Place> {
    let standing = state.board.stacks.get(&stack);
    let near = standing
        .into_iter()
        .flat_map(|standing| standing.at.neighbours().iter().map(move |(place, _)| (*place, standing)));
    near.filter(move |(place, standing)| may_retreat(state, stack, standing, *place).is_ok())
        .map(|(place, _)| place)
}

/// A beaten stack whose owner does not say where it goes retreats to a place of its side, or to the first that takes it.
pub(crate) fn retreat_anywhere(table: &mut Table<'_, '_, Europa>, stack: u32) -> Result<(), Refusal> {
    let state = table.state();
    let Some(standing) = state.board.stacks.get(&stack) else { return Ok(()) };
    let eyes = Eyes::of(state, standing.country);
    let places: Vec<Place> = retreats(state, stack).collect();
    let home = places.iter().find(|place| eyes.stance(**place) == Stance::Friendly);
    match home.or(places.first()).copied() {
        Some(to) => goes_back(table, stack, to)?,
        None => cut_off(table, stack)?,
    }
    table.end(&Frame::Retreat(stack))
}

/// A beaten stack that is still there when its retreat is over, and has no place to go, is destroyed.
pub(crate) fn cut_off(table: &mut Table<'_, '_, Europa>, stack: u32) -> Result<(), Refusal> {
    let state = table.state();
    let waits = state.board.stacks.contains_key(&stack) && state.must_retreat(stack);
    if !waits || retreats(state, stack).next().is_some() {
        return Ok(());
    }
    let rules = vec![rule!("fast-battle.scope.delta-on-eu6")];
    emit(table, Happened::CutOff { stack, rules })
}

/// A beaten stack goes to a place that takes it; back onto its ships, where it had landed.
fn goes_back(table: &mut Table<'_, '_, Europa>, stack: u32, to: Place) -> Result<(), Refusal> {
    let state = table.state();
    let aboard = state.board.stacks.get(&stack).and_then(|standing| ships(state, standing, to));
    emit(table, Happened::Retreated { stack, to, aboard })
}

/// The ships that take troops back aboard which landed from them and were beaten.
fn ships(state: &Position, standing: &Standing, to: Place) -> Option<u32> {
    let lands = !standing.stack.is_naval() && to.site().is_sea() && standing.back == Some(to);
    let mut own = state.board.at(to).filter(|(number, other)| {
        lands
            && other.stack.is_naval()
            && Eyes::of(state, standing.country).is_friend(other.country)
            && !state.must_retreat(*number)
            && room(state, *number, other, standing).is_ok()
    });
    own.next().map(|(number, _)| number)
}

/// The battles that a player could begin: his stack and the enemy's in the same place, both free to fight.
pub fn fights<'p>(state: &'p Position, seat: &'p SeatId) -> impl Iterator<Item = (u32, u32)> + 'p {
    let free = |n: u32, standing: &Standing| {
        standing.is_afield()
            && !standing.stack.0.is_empty()
            && super::orders::not_fighting(&state.board, n).is_ok()
            && !state.must_retreat(n)
    };
    let own = state.board.stacks.iter().filter(move |(_, own)| state.seat_of(own.country) == Some(seat));
    own.filter(move |(n, own)| free(**n, own)).flat_map(move |(n, own)| {
        let eyes = Eyes::of(state, own.country);
        let enemies = state.board.at(own.at).filter(move |(other, enemy)| {
            enemy.stack.is_naval() == own.stack.is_naval()
                && eyes.is_enemy(enemy.country)
                && free(*other, enemy)
        });
        enemies.map(|(other, _)| (*n, other))
    })
}

/// A beaten stack retreats: the moving one, and one that intercepted, where it came from; any other to a place next to it without enemies.
pub(super) fn retreat(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    to: Place,
) -> Result<(), Refusal> {
    may_retreat_there(table.state(), seat, stack, to)?;
    goes_back(table, stack, to)?;
    table.end(&Frame::Retreat(stack))
}

/// Whether a player's stack was beaten and may retreat to a place.
pub(super) fn may_retreat_there(
    state: &Position,
    seat: &SeatId,
    stack: u32,
    to: Place,
) -> Result<(), Refusal> {
    let standing = own_stack(state, seat, stack)?;
    if !state.must_retreat(stack) {
        return Err(Refusal::new(said!("This stack has no retreat to make.")));
    }
    may_retreat(state, stack, standing, to)
}

/// Whether a place takes a beaten stack.
///
/// # Errors
/// A refusal where it is not where a moving or intercepting stack came from, is not next to where the stack was beaten, is no place for it (ships go to sea or into a port of their side), or holds
/// enemies or too many friends.
pub fn may_retreat(state: &Position, stack: u32, standing: &Standing, to: Place) -> Result<(), Refusal> {
    let eyes = Eyes::of(state, standing.country);
    let rule = rule!("fast-battle.scope.delta-on-eu6");
    if let Some(back) = standing.back.filter(|back| *back != to) {
        return Err(Refusal::under(
            rule,
            said!(
                "A stack that was beaten on its move, or where it intercepted, retreats to where it came from alone: to {}.",
                back.name()
            ),
        ));
    }
    let came = standing.back.is_some();
    let fits = if standing.stack.is_naval() {
        // It may come back into the port that it left, past a blockade too.
        to.site().is_sea() || takes(&eyes, standing, to, came)
    } else {
        !to.site().is_sea() || ships(state, standing, to).is_some()
    };
    if atlas().border(standing.at, to).is_none() || !fits {
        return Err(Refusal::under(
            rule,
            said!(
                "{} takes no stack that was beaten in {}. Troops retreat to a province next to it, ships to a sea zone or into a port of their side.",
                to.name(),
                standing.at.name()
            ),
        ));
    }
    // Who is besieged in a fortress bars nothing, and ships in a port and troops do not meet.
    let bars = |other: &Standing| {
        eyes.is_enemy(other.country)
            && other.aboard.is_none()
            && other.stack.is_naval() == standing.stack.is_naval()
            && !Eyes::of(state, other.country).is_besieged(other)
    };
    let at_sea = to.site().is_sea();
    if state.board.at(to).any(|(_, other)| bars(other) && at_sea == standing.stack.is_naval()) {
        return Err(Refusal::under(rule, said!("Enemies stand in {}; no stack retreats there.", to.name())));
    }
    if at_sea && !standing.stack.is_naval() {
        return Ok(());
    }
    check_place(state, standing.country, to, &standing.stack, &[stack])
}

#[cfg(test)]
mod tests;
