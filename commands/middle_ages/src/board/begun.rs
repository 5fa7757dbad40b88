//! The board before it is set up: which courts there are to choose from, where each lies and who leads it.

use crate::present::position;
use crate::words;
use middle_ages::Position;
use middle_ages::board::setup::foreseen;
use middle_ages::court::Court;
use table_commands::message::{Component, Embed, Look, Message};
use table_commands::present::Scene;
use table_commands::say;

/// The position with the board as it would begin with every court, while courts of a board kept here are taken.
pub(crate) fn of(scene: &Scene<'_>) -> Option<Position> {
    let position = position(&scene.public)?;
    (position.kept && !position.board.is_kept()).then(|| foreseen(&position))
}

/// The areas of a court in a row, that of its court first.
pub(crate) fn lies(begun: &Position, court: Court) -> String {
    let home = begun.board.realms.get(&court).map(|realm| realm.home);
    let mut all: Vec<_> = begun.board.areas_of(court).map(|(area, _)| area).collect();
    all.sort_by_key(|area| Some(*area) != home);
    all.into_iter().map(|area| begun.data().name(area)).collect::<Vec<_>>().join(", ")
}

/// Each court: who leads it, its gold, who plays it, where it lies.
fn courts(scene: &Scene<'_>, begun: &Position) -> Embed {
    let line = |(court, realm): (&Court, &middle_ages::board::Realm)| {
        let seat = begun.seat_of(*court);
        let player = seat.map_or_else(|| say!("free"), |seat| scene.player(seat));
        let says = say!("**{}** · {} · {} gold", words::court(*court), player, realm.gold);
        format!("{says}\n{}\n{}", words::leader_in_full(&realm.leader), lies(begun, *court))
    };
    let all: Vec<String> = begun.board.realms.iter().map(line).collect();
    Embed::new(&say!("The courts"), all.join("\n\n"))
}

/// What the map shows, and the courts in words.
pub(crate) fn shown(scene: &Scene<'_>, begun: &Position) -> Message {
    let says = say!(
        "So the board begins where every court is played; the areas of a court that nobody takes are independent. *Take a court…* stands at the desk."
    );
    Message::text(says).with(courts(scene, begun))
}

/// The courts in words, with the button of the map.
pub(crate) fn board(scene: &Scene<'_>) -> Option<Message> {
    Some(shown(scene, &of(scene)?).buttons(vec![map(scene)]))
}

/// The button of the map.
pub(crate) fn map(scene: &Scene<'_>) -> Component {
    scene.button(Look::Secondary, &say!("Map"), 0, "ages/map")
}
