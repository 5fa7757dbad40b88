//! What the board knows of a siege that is to be laid, as its form would have it typed.

use crate::read::siege as written;
use europa::Position;
use europa::board::{self, Eyes, Standing};
use europa::control::{Control, Stance};
use europa::geography::Place;
use europa::siege::Garrison;
use europa::supply::Supply;
use europa::thirds::Thirds;
use table::SeatId;

/// The fields of the form that lays a siege.
pub(crate) struct Known {
    /// The besieging stack.
    pub(crate) mine: String,
    /// The fortress and who is inside.
    pub(crate) theirs: String,
    /// What the board adds to the ground of the map.
    pub(crate) ground: String,
    /// The line of supply.
    pub(crate) line: String,
}

/// What the board knows of a siege that a seat lays; nothing where none of its troops stand there.
pub(crate) fn known(position: &Position, seat: &SeatId, place: Place) -> Option<Known> {
    let board = &position.board;
    let besieges = |n: &u32, standing: &Standing| {
        !standing.stack.is_naval()
            && standing.is_afield()
            && !position.must_retreat(*n)
            && position.seat_of(standing.country) == Some(seat)
    };
    let besiegers: Vec<_> = board.at(place).filter(|(n, standing)| besieges(n, standing)).collect();
    let (number, largest) = besiegers.iter().max_by_key(|(_, standing)| standing.stack.land())?;
    // Other stacks of the same country besiege with it.
    let mut own = (*largest).clone();
    for (other, standing) in besiegers.iter().filter(|(_, standing)| standing.country == largest.country) {
        if other != number {
            own.stack.0.extend(standing.stack.0.iter().copied());
        }
    }
    let line = match board::line(position, *number, largest) {
        Supply::Full(line) | Supply::Weak(Some(line), _) => Some(line.mp),
        Supply::Weak(None, _) | Supply::None(_) => None,
    };
    Some(Known {
        mine: written::written_army(&board::side(position, &own), &[own.country]),
        theirs: fortress(position, &own, place),
        ground: ground(position, &own, place),
        line: written::written_line(line),
    })
}

/// Whether an army of a seat stands in the open in an enemy's province.
pub(crate) fn is_before_an_enemy(position: &Position, seat: &SeatId, standing: &Standing) -> bool {
    position.seat_of(standing.country) == Some(seat)
        && !standing.stack.is_naval()
        && standing.is_afield()
        && Eyes::of(position, standing.country).stance(standing.at) == Stance::Enemy
}

/// The first province of an enemy in which an army of a seat stands before a fortress, and what the board knows of a siege of it.
pub(crate) fn first_before(position: &Position, seat: &SeatId) -> Option<(String, Known)> {
    let stands =
        position.board.stacks.values().filter(|standing| is_before_an_enemy(position, seat, standing));
    let stands = stands.filter(|standing| standing.at.site().fortress > 0);
    stands.map(|standing| standing.at).find_map(|at| Some((at.name().to_owned(), known(position, seat, at)?)))
}

/// The fortress, whose it is, and the stacks that lie in it.
fn fortress(position: &Position, own: &Standing, place: Place) -> String {
    let Some(holder) = Eyes::of(position, own.country).holder(place) else { return String::new() };
    let inside: Vec<&Standing> =
        position.board.at(place).map(|(_, standing)| standing).filter(|standing| standing.inside).collect();
    let garrison = Garrison {
        technology: position.land_of(holder),
        troops: inside.iter().fold(Thirds::NONE, |all, standing| all + standing.stack.land()),
        has_army: inside.iter().any(|standing| standing.stack.0.iter().any(|unit| unit.counter.is_army())),
        leader: inside.iter().find_map(|standing| standing.leader.as_ref()).map(|led| led.values),
    };
    let level = place.site().fortress;
    format!("{}: level {level}, {}", holder.name(), written::written_garrison(&garrison))
}

/// Weather, pillages, and whether the port is open.
fn ground(position: &Position, own: &Standing, place: Place) -> String {
    let board = &position.board;
    let pillages = board.pillages_of(place);
    let mut words = vec!["pillage-"; pillages.minus.into()];
    words.extend(vec!["pillage+"; usize::from(pillages.plus)]);
    if board.bad_weather {
        words.push("bad weather");
    }
    let eyes = Eyes::of(position, own.country);
    let blockades = |other: &Standing| other.blockades == Some(place) && eyes.is_friend(other.country);
    if place.site().has_port() && !board.stacks.values().any(blockades) {
        words.push("open port");
    }
    words.join(", ")
}
