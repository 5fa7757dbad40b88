//! Correct forward: what a fault found later would have changed, in words.

use super::amounts::{change, name, written};
use super::names::list;
use super::{Scene, front, typed};
use crate::message::{Embed, clip};
use crate::{say, speech};
use std::collections::BTreeMap;
use table::forward::{Amends, Differs, Followed, Until, Why};
use table::switches;
use table::values::{Change, Correction};

/// A value by its key, with an amount: "Austria, PP: 12 PP".
fn amount(scene: &Scene<'_>, key: &str, amount: i64) -> String {
    scene
        .value(key)
        .map_or_else(|| key.to_owned(), |value| format!("{}: {}", name(value), written(value, amount)))
}

/// What should have been, in a sentence.
pub(super) fn in_a_sentence(scene: &Scene<'_>, amends: &Amends) -> String {
    let line = amends.line();
    match amends {
        Amends::Order { instead: None, .. } => {
            say!("The order #{} is taken as not given.", line)
        }
        Amends::Order { instead: Some(fields), .. } => {
            let key = fields.get("key").and_then(serde_json::Value::as_str);
            match key.zip(fields.get("value").and_then(serde_json::Value::as_i64)) {
                Some((key, value)) => {
                    say!("The order #{} is read as: {}.", line, amount(scene, key, value))
                }
                None => say!("The order #{} is read otherwise.", line),
            }
        }
        Amends::Value { key, value, .. } => {
            say!("What should have stood after the order #{}: {}.", line, amount(scene, key, *value))
        }
        Amends::Switch { key, value, .. } => {
            let switch = switches::by_key(key);
            let words = switch.map_or_else(
                || key.clone(),
                |switch| format!("{}: {}", speech::name(switch.name), speech::name(switch.words(value))),
            );
            say!("From the order #{} on, the switch stands so: {}.", line, words)
        }
        Amends::Typed { key, value, .. } => {
            let values = BTreeMap::from([(key.clone(), *value)]);
            say!("From the order #{} on holds: {}.", line, typed::in_a_line(scene, &values))
        }
    }
}

/// How far it could be followed.
fn how_far(until: Option<&Until>) -> String {
    let Some(Until { line, why, roll }) = until else {
        return say!("To the end of the record. Dice and what was opened are the same.");
    };
    match (why, roll) {
        (Why::Die, Some(roll)) => {
            say!("Up to the order #{}, before roll {}, which would have been another. It stands.", line, roll)
        }
        (Why::Die, None) => {
            say!("Up to the order #{}, where other dice would have been thrown. They stand.", line)
        }
        (Why::Opened, _) => {
            say!("Up to the order #{}, where what was opened would have been another. It stands.", line)
        }
        (Why::Step, _) => {
            say!("Up to the order #{}, where another step or another envelope would have come.", line)
        }
        (Why::Closed, _) => {
            say!("Up to the order #{}: what follows hangs on something that is closed.", line)
        }
        (Why::Rules, _) => say!("Up to the order #{}, from which other rules hold.", line),
    }
}

/// Something that no value says: "control/bavaria: austria → france", in the words of the game.
fn otherwise(scene: &Scene<'_>, differs: &Differs) -> String {
    let words = front::of(&scene.public).and_then(|front| front.differs(scene, differs));
    words.unwrap_or_else(|| {
        let one = |side: &Option<String>| side.clone().unwrap_or_else(|| "–".to_owned());
        format!("{}: {} → {}", differs.what, one(&differs.before), one(&differs.after))
    })
}

/// The changes, a line each.
pub(super) fn moved(scene: &Scene<'_>, changes: &[Change]) -> String {
    let line = |moved: &Change| scene.value(&moved.key).map(|value| change(value, moved.before, moved.after));
    clip(&changes.iter().filter_map(line).collect::<Vec<_>>().join("\n"), 1_000)
}

/// What came of playing again, below what should have been.
pub(super) fn fields(mut embed: Embed, scene: &Scene<'_>, followed: &Followed) -> Embed {
    if !followed.values.is_empty() {
        embed = embed.field(&say!("At the end of that way"), moved(scene, &followed.values));
    }
    embed = embed.field(&say!("How far it was followed"), how_far(followed.until.as_ref()));
    if !followed.left_out.is_empty() {
        let lines: Vec<String> = followed.left_out.iter().take(20).map(|line| format!("#{line}")).collect();
        embed = embed.field(&say!("No longer possible, left out"), list(&lines));
    }
    if !followed.others.is_empty() {
        let others: Vec<String> = followed.others.iter().take(15).map(|one| otherwise(scene, one)).collect();
        embed =
            embed.field(&say!("Also another, and not made good by this"), clip(&others.join("\n"), 1_000));
    }
    if !followed.accounts.is_empty() {
        let whose: Vec<String> = followed.accounts.iter().map(|seat| scene.power(seat)).collect();
        embed = embed.field(&say!("A closed account changes"), list(&whose));
    }
    embed
}

/// What stands in the post of a correction that corrects a fault forward, above who proposed it and how it goes on.
pub(crate) fn on_the_card(embed: Embed, scene: &Scene<'_>, open: &Correction) -> Embed {
    let Some(forward) = &open.forward else { return embed };
    let embed = embed.field(&say!("Corrected forward"), in_a_sentence(scene, &forward.amends));
    fields(embed, scene, &forward.followed)
}

/// How a correction that only all together can let hold goes on.
pub(crate) fn for_all(open: &Correction, missing: &[String]) -> String {
    let turns = open.forward.as_ref().map_or(0, |forward| forward.followed.turns);
    say!("It goes back {} game turns, so it holds only when all agree: {}.", turns, list(missing))
}
