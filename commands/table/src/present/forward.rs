//! Correct forward: what a fault found later would have changed, as who asks and then everybody reads it.

use super::chronicle::{self, LineKind};
use super::names::{list, until as moment};
use super::values::{change, change_of, name, written};
use super::{Scene, front, typed};
use crate::message::{Embed, Look, Message, clip};
use crate::{say, speech};
use std::collections::BTreeMap;
use table::forward::{Amends, Differs, Followed, Until, Why, amendable};
use table::values::{Change, Correction};
use table::{Entry, switches};

/// The orders that something of the game followed from, by their lines of the record, in words, the newest first.
pub(crate) fn orders(scene: &Scene<'_>, entries: &[Entry]) -> Vec<(u64, String)> {
    let mut told: BTreeMap<u64, String> = BTreeMap::new();
    for line in chronicle::lines(scene, entries) {
        if !matches!(line.sort, LineKind::Press | LineKind::Vote) {
            told.insert(line.line, line.text);
        }
    }
    let of = |order: &[Entry]| {
        let (from, _) = order.first()?.line?;
        let (to, _) = order.iter().rev().find_map(|entry| entry.line)?;
        let says: Vec<&str> = told.range(from..=to).map(|(_, says)| says.as_str()).collect();
        (!says.is_empty()).then(|| (from, says.join(" · ")))
    };
    amendable(entries).into_iter().filter_map(of).collect()
}

/// An order as it is listed: "#123 · Austria 12 → 15 VP".
pub(crate) fn listed(line: u64, says: &str) -> String {
    clip(&format!("#{line} · {says}"), 100)
}

/// A value by its key, with an amount: "Austria, PP: 12 PP".
fn amount(scene: &Scene<'_>, key: &str, amount: i64) -> String {
    scene
        .value(key)
        .map_or_else(|| key.to_owned(), |value| format!("{}: {}", name(value), written(value, amount)))
}

/// What should have been, in a sentence.
fn in_a_sentence(scene: &Scene<'_>, amends: &Amends) -> String {
    let line = amends.line();
    match amends {
        Amends::Order { instead: None, .. } => {
            say!("The order on line {} of the record is taken as not given.", line)
        }
        Amends::Order { instead: Some(fields), .. } => {
            let key = fields.get("key").and_then(serde_json::Value::as_str);
            match key.zip(fields.get("value").and_then(serde_json::Value::as_i64)) {
                Some((key, value)) => {
                    say!(
                        "The order on line {} of the record is read as: {}.",
                        line,
                        amount(scene, key, value)
                    )
                }
                None => say!("The order on line {} of the record is read otherwise.", line),
            }
        }
        Amends::Value { key, value, .. } => {
            say!("After the order on line {} of the record stood {}.", line, amount(scene, key, *value))
        }
        Amends::Switch { key, value, .. } => {
            let switch = switches::by_key(key);
            let words = switch.map_or_else(
                || key.clone(),
                |switch| format!("{}: {}", speech::name(switch.name), speech::name(switch.words(value))),
            );
            say!("From line {} of the record on, the switch stands so: {}.", line, words)
        }
        Amends::Typed { key, value, .. } => {
            let values = BTreeMap::from([(key.clone(), *value)]);
            say!("From line {} of the record on holds: {}.", line, typed::in_a_line(scene, &values))
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
            say!("Up to line {}, before roll {}, which would have been another. It stands.", line, roll)
        }
        (Why::Die, None) => say!("Up to line {}, where other dice would have been thrown. They stand.", line),
        (Why::Opened, _) => {
            say!("Up to line {}, where what was opened would have been another. It stands.", line)
        }
        (Why::Step, _) => {
            say!("Up to line {}, where another step or another envelope would have come.", line)
        }
        (Why::Closed, _) => say!("Up to line {}: what follows hangs on something that is closed.", line),
        (Why::Rules, _) => say!("Up to line {}, from which other rules hold.", line),
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
fn moved(scene: &Scene<'_>, changes: &[Change]) -> String {
    let line = |moved: &Change| scene.value(&moved.key).map(|value| change(value, moved.before, moved.after));
    clip(&changes.iter().filter_map(line).collect::<Vec<_>>().join("\n"), 1_000)
}

/// What came of playing again, below what should have been.
fn fields(mut embed: Embed, scene: &Scene<'_>, followed: &Followed) -> Embed {
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

/// What it would change today: the values of now, moved by the difference.
fn today(scene: &Scene<'_>, followed: &Followed) -> Vec<Change> {
    let now = |moved: &Change| {
        let value = scene.value(&moved.key)?;
        let after = (value.now + moved.after - moved.before).clamp(value.least, value.most);
        (after != value.now).then(|| Change { key: moved.key.clone(), before: value.now, after })
    };
    followed.values.iter().filter_map(now).collect()
}

/// What was worked out, for who asked, with the button by which he proposes it.
pub(crate) fn worked_out(
    scene: &Scene<'_>,
    entries: &[Entry],
    amends: &Amends,
    followed: &Followed,
    verb: &str,
) -> Message {
    let changes = today(scene, followed);
    let order = orders(scene, entries).into_iter().find(|(line, _)| *line == amends.line());
    let order = order.map(|(line, says)| format!("{}\n", listed(line, &says))).unwrap_or_default();
    let embed = Embed::new("", format!("{order}{}", in_a_sentence(scene, amends)));
    let embed = fields(embed, scene, followed).footer(&scene.record());
    if changes.is_empty() {
        return Message::text(say!("**No value of the board would be another today.**")).with(embed);
    }
    let head = say!("**Corrected forward, today would be:**\n{}", moved(scene, &changes));
    let propose = scene.button(Look::Primary, &say!("Propose it"), amends.line(), verb);
    Message::text(head).with(embed).buttons(vec![propose])
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

/// A correction that corrects a fault forward has come to hold: "Austria 12 → 15 VP, France 3 → 2 PP".
pub(crate) fn holds(scene: &Scene<'_>, n: u64, open: &Correction) -> String {
    say!("**Made good: {}.** Correction {} holds.", change_of(scene, open), n)
}

/// It was proposed.
pub(crate) fn proposed(scene: &Scene<'_>, n: u64) -> Message {
    let open = scene.correction(n);
    Message::text(match open {
        Some(open) if open.by_all() => {
            say!("Correction {} stands in the council. It holds when all agree.", n)
        }
        Some(open) => say!(
            "Correction {} stands in the council. It holds {} unless somebody objects.",
            n,
            moment(open.due)
        ),
        None => say!("Correction {} stands in the council.", n),
    })
}
