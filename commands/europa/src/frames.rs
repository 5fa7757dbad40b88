//! What the frames of a round ask of a player: his segments, and what comes up in between.

use super::words::{country, place};
use crate::board::losses;
use crate::board::present::{in_movement, lay_button, may_lay_a_siege, of};
use crate::present::position;
use europa::outline::{Frame, Slot};
use europa::thirds::Thirds;
use europa::{Position, board};
use table::frames::Awaited;
use table::{Entry, SeatId, View};
use table_commands::message::{Component, Look};
use table_commands::present::{Posts, Scene, holders, names};
use table_commands::say;

/// A segment of a round by its word in the outline, with whose it is: "movement segment of France".
#[must_use]
pub fn segment(view: &View, word: &str) -> Option<String> {
    let (slot, seat) = Slot::by_word(word)?;
    let whose = holders::names(view, &seat);
    Some(match slot {
        Slot::Supply => say!("supply segment of {}", names::list(&whose)),
        Slot::Movement => say!("movement segment of {}", names::list(&whose)),
        Slot::Battles => say!("battle segment of {}", names::list(&whose)),
        Slot::Sieges => say!("siege segment of {}", names::list(&whose)),
    })
}

/// What is asked in an open frame, as the turn card and the desk say it; `None` for one that asks nothing of anybody by itself.
#[must_use]
pub fn asks(view: &View, position: &Position, awaited: &Awaited) -> Option<String> {
    let stack = |n: &u32| match position.board.stacks.get(n) {
        Some(standing) => say!("stack {} ({})", *n, of(standing)),
        None => say!("stack {}", *n),
    };
    let siege = |n: &u32| {
        let place = position.sieges.of.get(n).map(|siege| siege.scene.place.clone()).unwrap_or_default();
        names::plain_text(&place, 40)
    };
    Some(match position.frames.get(awaited.line)? {
        Frame::Supply(_) => {
            say!(
                "supply: each stack that is not plainly supplied has a button at your desk; what is not looked at so is when you are ready"
            )
        }
        Frame::Movement(seat) => in_movement(view, position, seat),
        Frame::Battles(seat)
            if to_fight(position, seat).next().is_none()
                && position.fights.of.values().any(|fight| fight.ended.is_none()) =>
        {
            say!("battles: no other is left to be fought; the plans of the one that is open come first")
        }
        Frame::Battles(seat) if to_fight(position, seat).next().is_none() => {
            say!("battles: none is left to be fought; *Ready* ends the segment")
        }
        Frame::Battles(_) => say!("battles: each that can be fought has a button at your desk"),
        Frame::Sieges(seat) => in_sieges(position, seat),
        Frame::Retreat(n) => {
            say!("{} was beaten and retreats: choose where, with the buttons at your desk", stack(n))
        }
        Frame::Loss(n) => {
            let owes = position.board.stacks.get(n).map_or(Thirds::NONE, |standing| standing.owes);
            if losses::are_offered(position, *n) {
                say!(
                    "{} has {} to lose: choose what, with the buttons at your desk",
                    stack(n),
                    owes.to_string()
                )
            } else {
                say!(
                    "{} has {} to lose: the button at your desk takes it; /europa board stack says otherwise what is left",
                    stack(n),
                    owes.to_string()
                )
            }
        }
        Frame::Caught { stack: caught, by } => {
            say!("{} caught {}: a battle, or let it go?", stack(by), stack(caught))
        }
        Frame::Terms(n) => say!("siege of {}: a breach, or the honours of war?", siege(n)),
        Frame::SiegeLoss(n) => say!("siege of {}: say what is left of the besiegers", siege(n)),
        _ => return None,
    })
}

/// What is done now, in words: before a country is taken, before the rounds, and in them.
#[must_use]
pub fn to_do(view: &View) -> Option<String> {
    let (position, seat) = (position(view)?, view.seat()?);
    Some(if position.countries_of(seat).is_empty() {
        say!(
            "Take your countries: *Take a country* on the card or at your desk, or /europa country take, each with its technologies."
        )
    } else if position.board.round.is_some() {
        say!(
            "In a round each player has a supply segment, then movement, battles and sieges: announce a campaign and march with the buttons at your desk, then fight and besiege. What you order before your segment is lodged and given when it comes. *War or peace…* tells of a war."
        )
    } else {
        say!(
            "Outside the rounds: *Deploy a stack* puts a stack on the board, *War or peace…* tells of a war, *Open a battle* and *Lay a siege* fight one that came up on a board of your own. Then *Ready*."
        )
    })
}

/// Players whose segment has come, or of whom an order is asked in between, are told, each once; not who brought it about himself.
pub fn opened(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let Some(position) = position(&scene.public) else { return };
    table_commands::present::turns::opened(scene, posts, entries, |awaited| {
        asks(&scene.public, &position, awaited)
    });
}

/// What the frame at work asks of who looks, with the buttons that do it.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let view = &scene.own;
    let (Some(position), Some(seat)) = (position(view), view.seat()) else { return (lines, buttons) };
    for awaited in view.awaited.iter().filter(|awaited| awaited.awaits(seat)) {
        let Some(frame) = position.frames.get(awaited.line) else { continue };
        lines.extend(asks(view, &position, awaited));
        match frame {
            Frame::Caught { stack, by } => {
                let force = say!("Force a battle on stack {}", *stack);
                let engage = format!("europa/engage/{stack}");
                buttons.push(scene.button(Look::Danger, &force, u64::from(*by), &engage));
                let go = say!("Let stack {} go", *stack);
                buttons.push(scene.button(Look::Secondary, &go, u64::from(*stack), "europa/letgo"));
            }
            Frame::Retreat(n) => {
                if let Some(standing) = position.board.stacks.get(n) {
                    buttons.extend(crate::board::retreats::buttons(scene, &position, *n, standing));
                }
                let label = say!("Stack {}: retreat for me", *n);
                buttons.push(scene.button(Look::Secondary, &label, awaited.line, "turn/default"));
            }
            Frame::Loss(n) => {
                buttons.extend(losses::buttons(scene, &position, seat, *n));
                let label = say!("Stack {}: take the loss for me", *n);
                buttons.push(scene.button(Look::Secondary, &label, awaited.line, "turn/default"));
            }
            Frame::Terms(n) => buttons.extend(crate::siege::present::terms(scene, *n)),
            Frame::SiegeLoss(n) => {
                let restate = say!("Restate");
                buttons.push(scene.button(Look::Primary, &restate, u64::from(*n), "europa/siege/restate"));
            }
            Frame::Supply(_) => buttons.extend(supplies(scene, &position, seat)),
            Frame::Battles(_) => buttons.extend(fights(scene, &position, seat)),
            Frame::Sieges(_) if may_lay_a_siege(&position, seat) => {
                buttons.push(lay_button(scene, Look::Secondary));
            }
            _ => {}
        }
    }
    (lines, buttons)
}

/// Most stacks whose supply is offered on a desk; /europa board supply looks at any other.
const MOST_SUPPLIED: usize = 4;

/// A button for each stack whose supply a player may look at now.
fn supplies(scene: &Scene<'_>, position: &Position, seat: &SeatId) -> Vec<Component> {
    let supply = |stack: u32| europa::Order::Board(board::Order::Supply { stack, pillage: true });
    let own = position.board.stacks.iter().filter(|(n, _)| europa::is_open(position, seat, &supply(**n)));
    let button = |(n, standing): (&u32, &board::Standing)| {
        let label = say!("Supply of stack {} in {}", *n, place(standing.at));
        scene.button(Look::Primary, &label, u64::from(*n), "europa/supply")
    };
    own.take(MOST_SUPPLIED).map(button).collect()
}

/// Most battles that are offered on a desk; /europa board fight begins any other.
const MOST_FIGHTS: usize = 6;

/// A button for each battle that a player could begin now.
pub(crate) fn fights(scene: &Scene<'_>, position: &Position, seat: &SeatId) -> Vec<Component> {
    let of = |n: &u32| position.board.stacks.get(n).map(|standing| country(standing.country));
    let button = |(own, enemy): (u32, u32)| {
        let label = say!("Stack {}: fight stack {} of {}", own, enemy, of(&enemy).unwrap_or_default());
        scene.button(Look::Danger, &label, own.into(), &format!("europa/engage/{enemy}"))
    };
    to_fight(position, seat).take(MOST_FIGHTS).map(button).collect()
}

/// The battles that a player could begin now: his stack and the enemy's.
fn to_fight<'p>(position: &'p Position, seat: &'p SeatId) -> impl Iterator<Item = (u32, u32)> + 'p {
    board::fights(position, seat).filter(move |(stack, with)| {
        let engage = board::Order::Engage { stack: *stack, with: *with };
        europa::is_open(position, seat, &europa::Order::Board(engage))
    })
}

/// What is asked in a segment of sieges: what the buttons that are there do, and that none is.
fn in_sieges(position: &Position, seat: &SeatId) -> String {
    let goes_on = crate::siege::present::under_work(position, seat).next().is_some();
    match (goes_on, may_lay_a_siege(position, seat)) {
        (true, true) => say!(
            "sieges: *Siegework* goes on with one, and its post has all else that is done in it; *Lay a siege* begins another"
        ),
        (true, false) => {
            say!("sieges: *Siegework* goes on with one, and its post has all else that is done in it")
        }
        (false, true) => say!("sieges: *Lay a siege* begins one"),
        (false, false) => say!("sieges: none goes on, and none can be laid; *Ready* ends the segment"),
    }
}
