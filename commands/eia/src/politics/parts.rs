//! The parts of the political sheet before its players, each with words of its own.

use super::PARTS;
use eia::Position;
use eia::politics::Happened;
use eia::politics::sheet::{Part, Sheet};
use eia::powers::Power;
use std::collections::BTreeSet;
use table_commands::present::Scene;

/// A part of the sheet, and its words.
pub(crate) trait Words: Sync {
    /// The part.
    fn part(&self) -> &'static dyn Part;
    /// What everybody is told that it asks, when the sheets are asked for.
    fn announced(&self, scene: &Scene<'_>) -> String;
    /// What is asked above the sheet.
    fn asks(&self, scene: &Scene<'_>) -> String;
    /// What stands on the select of a power.
    fn select(&self, power: Power) -> String;
    /// What a power has chosen, for its owner, by how all stands now: what holds no longer is said.
    fn chosen(&self, now: Option<&Position>, power: Power, others: &BTreeSet<Power>) -> Vec<String>;
    /// What came of it when it was opened, in a line; `None` for what happened otherwise.
    fn opened(&self, _scene: &Scene<'_>, happened: &Happened) -> Option<String> {
        self.line(happened)
    }
    /// What is said where nothing came of a gate of which it is the first part.
    fn nothing(&self) -> String {
        String::new()
    }
    /// What came of it in a line of the chronicle; `None` for what happened otherwise.
    fn line(&self, _happened: &Happened) -> Option<String> {
        None
    }
    /// What stands by it for all to see, with its heading; `None` where that is nothing, or is shown elsewhere.
    fn stands(&self, _now: &Position) -> Option<(String, Vec<String>)> {
        None
    }
}

/// The parts of the sheets that are asked for, or were last.
pub(crate) fn asked(now: &Position) -> Vec<&'static dyn Words> {
    let asked: Vec<&str> = now.politics.asked_parts().map(Part::key).collect();
    PARTS.iter().copied().filter(|words| asked.contains(&words.part().key())).collect()
}

/// The part of a key.
pub(crate) fn by_key(key: &str) -> Option<&'static dyn Words> {
    PARTS.iter().copied().find(|words| words.part().key() == key)
}

/// A sheet that is being filled in, as it stands in the ids of its selects and buttons: for each part and each of one's powers two hex
/// digits, a bit for each power of the game.
pub(crate) fn draft_key(parts: &[&'static dyn Words], own: &[Power], draft: &Sheet) -> String {
    let bits = |others: &BTreeSet<Power>| {
        let bit = |one: &Power| Power::ALL.iter().position(|other| other == one);
        others.iter().filter_map(bit).fold(0_u8, |bits, i| bits | 1 << i)
    };
    let of = |words: &&'static dyn Words| {
        let part = words.part();
        own.iter().map(|power| format!("{:02x}", bits(draft.by(part, *power)))).collect::<String>()
    };
    parts.iter().map(of).collect()
}

/// Such a sheet read back; `None` where it is of other powers or parts.
pub(crate) fn draft_of(parts: &[&'static dyn Words], own: &[Power], key: &str) -> Option<Sheet> {
    if !key.is_ascii() || key.len() != 2 * own.len() * parts.len() {
        return None;
    }
    let fields = parts.iter().flat_map(|words| own.iter().map(move |power| (words.part(), *power)));
    let mut draft = Sheet::default();
    for (i, (part, power)) in fields.enumerate() {
        let bits = u8::from_str_radix(key.get(2 * i..2 * i + 2)?, 16).ok()?;
        let others = Power::ALL.iter().enumerate().filter(|(i, _)| bits & 1 << i != 0).map(|(_, on)| *on);
        draft.choose(part, power, others.collect());
    }
    Some(draft)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_draft_comes_back_out_of_its_key_as_it_was() {
        let own = [Power::Austria, Power::Sardinia, Power::Turkey];
        let mut draft = Sheet::default();
        for words in PARTS {
            draft.choose(words.part(), Power::Austria, Power::ALL.into_iter().collect());
            draft.choose(words.part(), Power::Turkey, BTreeSet::from([Power::GreatBritain]));
        }
        let key = draft_key(PARTS, &own, &draft);
        assert_eq!((key.len(), draft_of(PARTS, &own, &key).unwrap()), (6 * PARTS.len(), draft));
        let nothing = "000000".repeat(PARTS.len());
        assert_eq!(draft_key(PARTS, &own, &Sheet::default()), nothing);
        // One of other powers, or none at all.
        for wrong in ["", "00", "00000000", "0000zz", "00é00"] {
            assert_eq!(draft_of(PARTS, &own, wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_part_of_the_sheet_has_its_words() {
        let keys = |parts: &mut dyn Iterator<Item = &'static str>| parts.collect::<Vec<_>>();
        let engine = keys(&mut eia::politics::PARTS.iter().map(|part| part.key()));
        assert_eq!(keys(&mut PARTS.iter().map(|words| words.part().key())), engine);
    }
}
