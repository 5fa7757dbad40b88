//! What who takes a seat over is told of its affairs: relations, terms with their ends, access, standing answers.

use crate::access::present as access;
use crate::peace::present as peace;
use crate::politics::present::{at_war, words};
use crate::politics::terms;
use crate::seen::position;
use eia::Position;
use eia::politics::{KEPT, SWITCH};
use eia::powers::Power;
use table_commands::present::Scene;
use table_commands::say;

/// The affairs of the viewer's powers, a heading and its lines each; those of which nothing stands are left out. Nothing where the bot does
/// not keep politics.
#[must_use]
pub fn affairs(scene: &Scene<'_>) -> Vec<(String, String)> {
    let (Some(now), Some(seat)) = (position(&scene.own), scene.own.seat()) else { return Vec::new() };
    if scene.own.switch(SWITCH) != KEPT {
        return Vec::new();
    }
    let own = now.bidders(seat);
    let all = [
        (say!("Relations"), own.iter().flat_map(|power| relations(&now, *power)).collect()),
        (say!("In force"), terms::in_force(&now)),
        (say!("What ends, and when"), peace::lines(&now)),
        (say!("Access"), access::of(&now, &own)),
        (say!("Standing answers"), access::answers(&now, &own)),
    ];
    all.into_iter().filter(|(_, lines): &(_, Vec<String>)| !lines.is_empty()).map(joined).collect()
}

fn joined((heading, lines): (String, Vec<String>)) -> (String, String) {
    (heading, lines.join("\n"))
}

/// With whom a power is at war, and with whom it is allied.
fn relations(now: &Position, power: Power) -> Vec<String> {
    let allies: Vec<Power> = now.allies(power).collect();
    let mut lines: Vec<String> = at_war(now, power).into_iter().collect();
    if !allies.is_empty() {
        lines.push(say!("{} is allied with {}.", power, words(allies.iter().copied())));
    }
    if lines.is_empty() {
        lines.push(say!("{} is at war with nobody, and has no ally.", power));
    }
    lines
}
