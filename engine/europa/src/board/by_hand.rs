//! For tests: positions put together by hand, where a rule is asked of one without playing up to it.

use super::{Standing, UnderWay};
use crate::Position;
use crate::campaigns::{Campaign, Kind};
use crate::country::Country;
use crate::geography::Place;
use crate::outline::{Frame, Turn};
use crate::paths::{March, Step};
use crate::rounds::Round;
use crate::siege::course::Siege;
use crate::units::{Counter, Hold, stack};
use serde_json::json;
use table::names::SeatId;
use table::refusal::Refusal;

/// A fleet counter's large face, of which nothing more is said.
pub(crate) const F_PLUS: Counter = Counter::FleetPlus(Hold { nd: 0, gd: 0, dtr: 0 });
/// Its small face.
pub(crate) const F_MINUS: Counter = Counter::FleetMinus(Hold { nd: 0, gd: 0, dtr: 0 });

pub(crate) fn country(key: &str) -> Country {
    Country::by_key(key).expect("it is known")
}

pub(crate) fn place(key: &str) -> Place {
    Place::by_key(key).expect("there is such a place")
}

/// Who plays France.
pub(crate) fn france() -> SeatId {
    SeatId::numbered(1)
}

/// Who plays Spain.
pub(crate) fn spain() -> SeatId {
    SeatId::numbered(2)
}

/// France and Spain are at war, both with arquebuses and carracks.
pub(crate) fn at_war(turn: u8) -> Position {
    let played = |seat: &SeatId| json!({"seat": seat, "land": "arquebuse", "naval": "carrack", "told": {}});
    let state = json!({
        "turn": Turn::of(turn),
        "countries": {"france": played(&france()), "spain": played(&spain())},
        "wars": [],
    });
    let mut state: Position = serde_json::from_value(state).expect("it is a position");
    let (one, other) = (country("france"), country("spain"));
    state.wars.insert((one.min(other), one.max(other)));
    state
}

/// The next stack of the board; its number.
pub(crate) fn stands(state: &mut Position, of: &str, at: &str, counters: &[Counter]) -> u32 {
    state.board.last += 1;
    state.board.stacks.insert(state.board.last, standing(of, at, counters));
    state.board.last
}

/// A stack without a leader.
pub(crate) fn standing(of: &str, at: &str, counters: &[Counter]) -> Standing {
    Standing::new(country(of), place(at), stack(of, counters), None)
}

/// A stack of the board, to change it.
pub(crate) fn of(state: &mut Position, stack: u32) -> &mut Standing {
    state.board.stacks.get_mut(&stack).expect("it stands there")
}

/// These frames are open, and no others.
pub(crate) fn open(state: &mut Position, frames: &[Frame]) {
    let by_line: serde_json::Map<String, serde_json::Value> =
        frames.iter().enumerate().map(|(line, frame)| ((line + 1).to_string(), json!(frame))).collect();
    state.frames = serde_json::from_value(by_line.into()).expect("they are frames");
}

/// What a refusal says; nothing where nothing is refused.
pub(crate) fn says<T>(result: Result<T, Refusal>) -> String {
    result.err().map(|refusal| refusal.says.to_string()).unwrap_or_default()
}

/// It is the movement segment of a player, who has announced and paid for everything.
pub(crate) fn moves(state: &mut Position, seat: &SeatId) {
    state.board.round = Some(Round::Summer(3));
    state.board.announced.insert(seat.clone());
    state.board.paid.insert(seat.clone(), Campaign { land: Kind::Multiple, sea: Kind::Multiple });
    open(state, &[Frame::Movement(seat.clone())]);
}

/// A march or a voyage of a stack from where it stands by these places.
pub(crate) fn under_way(state: &Position, stack: u32, way: &[&str]) -> UnderWay {
    let steps = way.iter().map(|key| Step { to: place(key), mp: 1, parts: Vec::new() }).collect();
    let from = state.board.stacks.get(&stack).expect("it stands there").at;
    UnderWay::new(state, stack, March { from, steps })
}

/// A siege of one country's fortress by an LD of another.
pub(crate) fn siege(by: &str, of: &str, at: &str) -> Siege {
    let besieger = super::side(&at_war(8), &standing(by, at, &[Counter::Ld]));
    let siege = json!({
        "scene": {"place": place(at).name(), "level": 1, "countries": [[by], [of]]},
        "besieger": besieger,
        "garrison": {"technology": "arquebuse"},
    });
    serde_json::from_value(siege).expect("it is a siege")
}
