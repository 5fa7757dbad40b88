//! PP of battles that the bot fought: what of them counts by its word alone.
#![allow(clippy::unwrap_used)]

use crate::economy::kept;
use crate::peace::position;
use engine::eia::{EmpiresInArms, Position};
use engine::table::game::Game;
use engine::table::values::Value as Tracked;
use serde_json::{Value, json};

/// France's PP as they are told in a month whose battles have brought it so much, of which so much was told; in halves.
fn of_battles(untold: i64, told: i64) -> Tracked {
    let play = kept();
    let mut state: Value = serde_json::to_value(position(&play)).unwrap();
    state["battles"]["untold"] =
        json!({"month": position(&play).month(), "of": {"france": untold}, "told": {"france": told}});
    let state: Position = serde_json::from_value(state).unwrap();
    let values = EmpiresInArms::values(&state, &play.campaign.play.switches);
    values.into_iter().find(|value| value.key == "pp/france").unwrap()
}

#[test]
fn three_pp_of_a_months_battles_count_on_the_bots_word_eight_without_a_vote() {
    let brings = |untold, told| of_battles(untold, told).brings;
    assert_eq!((brings(6, 0), brings(2, 4), brings(-6, 0)), (6, 2, -6));
    assert_eq!((brings(7, 0), brings(6, 1), brings(2, 6)), (0, 0, 0), "all others have to see what is more");
    let usual = |untold, told| of_battles(untold, told).usual;
    assert!(usual(16, 0) > Some(0) && usual(10, 6) > Some(0));
    assert_eq!(usual(11, 6), Some(0), "and on what is more than 8 they vote");
}
