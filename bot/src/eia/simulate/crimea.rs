//! The Crimean War and Germany on the board that the players look at: now and then something happens there that both sides see, and they tell it
//! as it is.

use super::game::Game;
use super::players::Players;
use engine::eia::Position;
use engine::eia::confederations::Side;
use engine::eia::crimea::What;
use engine::eia::powers::Power;
use serde_json::json;

/// Of a hundred months of the war in so many a fleet is lost, and Russia has what it wins by.
const FLEET: u32 = 6;
const STRAITS: u32 = 3;
const COAST: u32 = 3;
/// Of a hundred months in so many a motion or an event is played.
const MOTION: u32 = 5;

/// What of it is told in a land phase.
pub fn told(game: &mut Game, players: &mut Players, now: &Position) {
    if now.is_crimean_war() {
        let fleet = players.percent(FLEET);
        let sea = if players.percent(50) { What::BlackSeaFleet } else { What::BalticFleet };
        let happens = [
            (fleet, sea),
            (players.percent(STRAITS), What::Constantinople),
            (players.percent(COAST), What::NoFleetBeside),
        ];
        for (_, what) in happens.into_iter().filter(|(happens, _)| *happens) {
            of_the_war(game, players, now, what);
        }
    } else if now.crimea.dominant && players.percent(2) {
        of_the_war(game, players, now, What::NoRussianFleet);
    }
    if players.percent(MOTION) {
        of_germany(game, players, now);
    }
}

/// Both sides tell something; now and then the other one denies it.
fn of_the_war(game: &mut Game, players: &mut Players, now: &Position, what: What) {
    let Some(member) = now.coalition().next() else { return };
    let (by, other) = if what.is_of_the_month() { (Power::Russia, member) } else { (member, Power::Russia) };
    let order = |word: &str, power: Power| json!({"crimea": word, "power": power.key(), "what": what.key()});
    let answer = if players.percent(90) { "confirm" } else { "deny" };
    game.gives_for(now, by, order("tell", by));
    game.gives_for(now, other, order(answer, other));
}

/// A motion or an event is told, and another player confirms it.
fn of_germany(game: &mut Game, players: &mut Players, now: &Position) {
    let by = if players.percent(60) { Power::Prussia } else { Power::Austria };
    let Some(other) = now.major_powers().find(|power| *power != by) else { return };
    let side = if by == Power::Prussia { Side::South } else { Side::North };
    let members = now.members_of(side);
    let Some(member) = members.get(players.below(members.len() as u32) as usize) else { return };
    let words: &[&str] = match by {
        Power::Prussia => &["carried", "failed", "victory", "swing", "unification"],
        _ => &["victory", "swing"],
    };
    let what = words[players.below(words.len() as u32) as usize];
    let order = |word: &str, power: Power| {
        let mut order = json!({"confederation": word, "power": power.key(), "what": what});
        if what != "unification" {
            order["member"] = json!(member.key());
        }
        order
    };
    game.gives_for(now, by, order("tell", by));
    game.gives_for(now, other, order("confirm", other));
}
