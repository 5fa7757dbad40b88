//! Events of a game: each of one subject and one kind, and none that gets lost.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, founding};
use engine::eia::EmpiresInArms;
use engine::europa::Europa;
use engine::table::event::Entry;
use engine::table::game::Game;
use engine::table::{Campaign, Event};
use serde::Deserialize as _;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What can stand where a word is not known, as the reader itself tells it.
fn known<G: Game>(unknown: &Value) -> Vec<String> {
    let Err(told) = G::Event::deserialize(unknown) else { panic!("{unknown} is an event") };
    let told = told.to_string();
    let words = told.split('`').skip(3).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    if words.is_empty() { panic!("{told}") } else { words }
}

/// The kinds of a game's events, each with its subjects.
fn kinds<G: Game>() -> BTreeMap<String, Vec<String>> {
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for subject in known::<G>(&json!({"subject": "?"})) {
        for kind in known::<G>(&json!({"subject": subject, "k": "?"})) {
            kinds.entry(kind).or_default().push(subject.clone());
        }
    }
    kinds
}

#[test]
fn a_kind_of_event_belongs_to_one_subject() {
    for (game, kinds) in [("eia", kinds::<EmpiresInArms>()), ("europa", kinds::<Europa>())] {
        assert!(kinds.len() > 15, "{game}: {kinds:?}");
        for (kind, subjects) in kinds {
            assert_eq!(subjects.len(), 1, "{game}: {kind} is of {subjects:?}");
        }
    }
}

/// The record of a campaign with one more line, of the game.
fn with(e: Value) -> (Vec<Entry>, u64) {
    let play = Play::scripted_by(&founding(2, 0, json!({})), &[]);
    let mut entries = play.entries;
    let (line, head) = entries.last().unwrap().line.unwrap();
    let event = Event::Game { e };
    entries.push(Entry::write(0, engine::table::By::Bot, event, Vec::new(), Some((line + 1, head))).unwrap());
    (entries, line + 1)
}

#[test]
fn an_event_that_cannot_be_read_stops_the_fold_at_its_line() {
    let (sound, _) = with(json!({"subject": "choice", "k": "uncontrolled", "power": "turkey"}));
    assert!(Campaign::fold(&sound).is_ok());
    for unknown in [
        json!({"subject": "choice", "k": "uncontrolled", "power": "atlantis"}),
        json!({"subject": "choice", "k": "uncontrolled"}),
        json!({"subject": "choice", "k": "crowned", "power": "turkey"}),
        json!({"subject": "weather", "k": "uncontrolled", "power": "turkey"}),
        json!({"k": "uncontrolled", "power": "turkey"}),
        json!({}),
    ] {
        let (entries, line) = with(unknown.clone());
        let stopped = Campaign::fold(&entries).unwrap_err();
        assert_eq!(stopped.line, Some(line), "{unknown}");
        let before = Campaign::fold(&entries[..entries.len() - 1]).unwrap();
        let mut after = before.clone();
        assert!(after.apply(entries.last().unwrap()).is_err(), "{unknown}");
        assert_eq!(after.play.game, before.play.game, "nothing of it is guessed");
    }
}
