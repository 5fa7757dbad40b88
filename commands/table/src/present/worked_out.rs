//! What a fault found later would have changed, for who asks before he proposes to make it good.

use super::Scene;
use super::chronicle::{self, LineKind};
use super::forward::{fields, in_a_sentence, moved};
use crate::message::{Embed, Look, Message, clip};
use crate::say;
use std::collections::BTreeMap;
use table::Entry;
use table::forward::lines::amendable;
use table::forward::{Amends, Followed};
use table::values::today;

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

/// What was worked out, for who asked, with the button by which he proposes it.
pub(crate) fn worked_out(
    scene: &Scene<'_>,
    entries: &[Entry],
    amends: &Amends,
    followed: &Followed,
    verb: &str,
) -> Message {
    let changes = today(&scene.public.values, &followed.values);
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
