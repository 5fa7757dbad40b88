//! Access: who lets whom in, what becomes of it when a province changes hands, and forcible access with the right of war that answers it.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::peace::{all_ready, answers, step, to_the_talks};
use engine::eia::EmpiresInArms;
use engine::table::Entry;
use serde_json::{Value, json};

pub(crate) fn rules_of(made: &[Entry]) -> Vec<String> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    let values = events.map(|event| serde_json::to_value(event).unwrap());
    let rules = values.filter_map(|event| event["rules"].as_array().cloned());
    rules.flatten().map(|rule| rule.as_str().unwrap().to_owned()).collect()
}

/// On to a phase of this month or of the next that has it.
pub(crate) fn to_the(play: &mut Play, phase: &str) {
    to_the_talks(play);
    for _ in 0..20 {
        if step(play) == phase {
            return;
        }
        if step(play) == "war" {
            to_the_talks(play);
        } else {
            all_ready(play);
        }
    }
}

/// One power that sues another surrenders to it unconditionally, and the victor picks these terms.
pub(crate) fn surrenders(
    play: &mut Play,
    (loser, lost): (u32, &str),
    (victor, won): (u32, &str),
    terms: &[&str],
) {
    answers(play, &[(loser, json!({format!("sue/{lost}"): [won]}))]);
    while step(play) != "talks" {
        let view = play.campaign.public_view();
        let round = view.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap();
        match round.round.rsplit('/').next().unwrap() {
            "demand" => _ = answers(play, &[(victor, json!({format!("unconditional/{won}"): [lost]}))]),
            "yield" => _ = answers(play, &[(loser, json!({format!("yield/{lost}"): [won]}))]),
            "terms" => {
                let wish = |(n, term): (usize, &&str)| (format!("wish/{won}/{lost}/{}", n + 1), json!(term));
                let wishes = terms.iter().enumerate().map(wish).collect();
                answers(play, &[(victor, Value::Object(wishes))]);
            }
            _ => _ = answers(play, &[]),
        }
    }
}
