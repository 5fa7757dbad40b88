//! Ways to open a field battle, muster for it and seal its plans.

use super::{Play, sealing, untied};
use engine::eia::powers::Power;
use engine::table::Verb;
use serde_json::{Value, json};

pub const AUSTRIA: u32 = 1;
pub const FRANCE: u32 = 2;
pub const BRITAIN: u32 = 3;
pub const PRUSSIA: u32 = 4;
pub const SPAIN: u32 = 6;

/// Seven players with the seven powers in their order, and dice that fall as written.
pub fn seven(dice: &[&[u32]]) -> Play {
    let options = json!({"ceiling": 60, "spare": "uncontrolled"});
    let mut play = Play::scripted(7, 0, options, dice).started();
    play.bid((1..=7).map(untied).collect());
    play
}

pub fn open(place: &str, attackers: &[Power], defenders: &[Power]) -> Value {
    let keys = |powers: &[Power]| powers.iter().map(|power| power.key()).collect::<Vec<_>>();
    json!({"battle": "open", "field": {
        "place": place, "terrain": "clear", "attackers": keys(attackers), "defenders": keys(defenders),
    }})
}

pub fn muster(power: Power, corps: &[&str], leaders: &[(&str, [u8; 3], &str)]) -> Value {
    let corps: Vec<Value> = corps.iter().map(|name| json!({"name": name, "nation": power.key()})).collect();
    let leaders: Vec<Value> = leaders
        .iter()
        .map(|(name, [strategic, tactical, maximum], rank)| {
            json!({"name": name, "strategic": strategic, "tactical": tactical, "maximum": maximum, "rank": rank})
        })
        .collect();
    json!({"battle": "muster", "number": 1, "power": power.key(), "muster": {"corps": corps, "leaders": leaders}})
}

pub fn plan(power: Power, factors: &[Value], chit: Option<&str>) -> Value {
    let mut body = json!({"of": {power.key(): {"factors": factors}}});
    if let Some(chit) = chit {
        body["plan"] = json!({"chit": chit});
    }
    body
}

pub fn seal(day: u32, body: Value) -> Verb {
    sealing(&format!("battle/1/{day}"), &body)
}

pub fn final_(day: u32) -> Verb {
    Verb::Final { round: format!("battle/1/{day}") }
}

pub fn happened<'a>(made: &'a [engine::table::Entry], kind: &str) -> Option<Value> {
    let found = |entry: &'a engine::table::Entry| {
        let value: Value = serde_json::from_str(&entry.public).unwrap();
        (value["e"]["k"] == kind).then(|| value["e"].clone())
    };
    made.iter().find_map(found)
}
