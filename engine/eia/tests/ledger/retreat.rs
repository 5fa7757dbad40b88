//! Retreat on the kept board (7.5.2.10.3): where a beaten force goes.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use crate::words::kept::{area, corps};
use engine::eia::Position;
use engine::eia::ground::Ground;
use engine::eia::land::battle::fight::Who;
use engine::eia::land::battle::{Battle, Field};
use engine::eia::land::fall_back::{goes_to, is_surrounded};
use engine::eia::pieces::CameFrom;
use engine::eia::powers::Power;
use std::collections::BTreeSet;

/// A battle at Munich that France attacks, out of these areas.
fn battle(from: &[&str]) -> Battle {
    let from = from.iter().map(|called| (*called).to_owned()).collect();
    Battle::opened(Field {
        from,
        area: area("Munich"),
        ..Field::new("Munich", vec![Power::France], vec![Power::Austria])
    })
}

/// The board of these words, with France's corps come from the areas named.
fn board(words: &str, came: &[(&str, &str)]) -> Position {
    let all =
        "kept board; Bavaria, Baden and Wurttemberg are France's free states; France at war with Austria";
    let mut found = None;
    given(&format!("{all}; {words}")).board(|ground: &Ground<'_>| found = Some(ground.state().clone()));
    let mut state = found.unwrap();
    for (called, from) in came {
        let on_map = state.pieces.corps.get_mut(&corps("1805", called)).unwrap();
        on_map.came_from = area(from).map(CameFrom::Area);
    }
    state
}

fn goes(state: &Position, battle: &Battle, who: Who, called: &[&str]) -> (String, Vec<String>) {
    let corps: Vec<_> = called.iter().map(|called| corps("1805", called)).collect();
    let (to, rules) = goes_to(state, battle, area("Munich").unwrap(), who, &corps).unwrap();
    (to.name().to_owned(), rules.iter().map(ToString::to_string).collect())
}

// standard.land.after.retreat-attacker: all to the area nearest to a depot of theirs among those from which they came.
#[test]
fn beaten_attackers_go_back_together_toward_their_depot() {
    let came = [("France II", "Augsburg"), ("France III", "Regensburg")];
    let words = "Munich: France II, France III, Austria I; Ulm: France depot";
    let state = board(words, &came);
    let (to, rules) =
        goes(&state, &battle(&["Augsburg", "Regensburg"]), Who::Attacker, &["France II", "France III"]);
    assert_eq!(to, "Augsburg");
    assert!(rules.contains(&"standard.land.after.retreat-attacker".to_owned()));
    // An enemy stands on that way by now: the other is open.
    let state = board(&format!("{words}; Augsburg: Austria III"), &came);
    assert_eq!(
        goes(&state, &battle(&["Augsburg", "Regensburg"]), Who::Attacker, &["France II", "France III"]).0,
        "Regensburg"
    );
}

// standard.land.after.retreat-defender, standard.land.after.retreat-open, house.land.retreat.no-attacker-origin
#[test]
fn beaten_defenders_go_toward_their_depot_and_never_whence_the_attackers_came() {
    let words = "Munich: Austria I, France II; Linz: Austria depot";
    let state = board(words, &[("France II", "Augsburg")]);
    let (to, rules) = goes(&state, &battle(&["Augsburg"]), Who::Defender, &["Austria I"]);
    assert!(["Passau", "Salzburg"].contains(&to.as_str()), "{to}");
    assert!(rules.contains(&"house.land.retreat.no-attacker-origin".to_owned()));
    let (other, _) = goes(&state, &battle(&[&to]), Who::Defender, &["Austria I"]);
    assert_ne!(other, to, "the attackers came from there");
    let state = board(&format!("{words}; {to}: France III"), &[("France II", "Augsburg")]);
    assert_ne!(
        goes(&state, &battle(&["Augsburg"]), Who::Defender, &["Austria I"]).0,
        to,
        "an enemy stands there"
    );
}

// standard.land.after.retreat-none
#[test]
fn a_surrounded_force_goes_whence_the_attackers_came_or_through_them() {
    let beside = "Augsburg: France III; Regensburg: France IV; Passau: France V; Salzburg: France VI; \
        West of Munich: France VII; Bavarian Alps: France VIII; Upper Palatinate: France IX; Innsbruck: France I";
    let state = board(&format!("Munich: Austria I, France II; Linz: Austria depot; {beside}"), &[]);
    let ground = Ground::of(&state);
    let munich = area("Munich").unwrap();
    assert!(is_surrounded(&ground, Power::Austria, munich, &BTreeSet::new()));
    let (to, rules) = goes(&state, &battle(&["Augsburg"]), Who::Defender, &["Austria I"]);
    assert!(rules.contains(&"standard.land.after.retreat-none".to_owned()));
    assert!(!ground.enemy_corps(Power::Austria).contains(area(&to).unwrap()), "{to}");
}

// standard.land.contact.origins, house.land.retreat.no-attacker-origin: from where an attacker reinforced is closed too.
#[test]
fn whence_attackers_reinforced_is_closed_to_the_beaten() {
    let words = "Munich: Austria I, France II, France III; Linz: Austria depot";
    let came = [("France II", "Augsburg")];
    let to = goes(&board(words, &came), &battle(&["Augsburg"]), Who::Defender, &["Austria I"]).0;
    // It came out of the area to which they would go, and nobody is left there.
    let reinforced = [("France II", "Augsburg"), ("France III", to.as_str())];
    let state = board(words, &reinforced);
    assert_ne!(goes(&state, &battle(&["Augsburg"]), Who::Defender, &["Austria I"]).0, to);
}
