//! The parts of the political sheet before its players, each with words of its own.

use super::PARTS;
use eia::Position;
use eia::politics::Happened;
use eia::politics::sheet::{Part, Sheet};
use eia::politics::target::Target;
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
    fn chosen(&self, now: Option<&Position>, power: Power, others: &BTreeSet<Target>) -> Vec<String>;
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

/// A sheet that is being filled in, as it stands in the ids of its selects and buttons, which have room for a hundred letters: for each part
/// and each of one's powers a bit for each choice there is, four to a letter among powers and six among minor countries; of these, of which
/// there are many, one letter where none is chosen.
pub(crate) fn draft_key(
    now: &Position,
    parts: &[&'static dyn Words],
    own: &[Power],
    draft: &Sheet,
) -> String {
    let of = |words: &&'static dyn Words| {
        let part = words.part();
        let coded = Coded::of(part.among(now));
        own.iter().map(|power| coded.written(draft.by(part, *power))).collect::<String>()
    };
    parts.iter().map(of).collect()
}

/// Such a sheet read back; `None` where it is of other powers or parts.
pub(crate) fn draft_of(
    now: &Position,
    parts: &[&'static dyn Words],
    own: &[Power],
    key: &str,
) -> Option<Sheet> {
    let mut draft = Sheet::default();
    let mut rest = key;
    for words in parts {
        let coded = Coded::of(words.part().among(now));
        for power in own {
            let (chosen, after) = coded.read(rest)?;
            draft.choose(words.part(), *power, chosen);
            rest = after;
        }
    }
    rest.is_empty().then_some(draft)
}

/// Choices among so many, as letters.
struct Coded {
    among: Vec<Target>,
    /// How many bits a letter holds.
    bits: usize,
}

const LETTERS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";
/// What stands where no minor country is chosen.
const NONE: char = '.';

impl Coded {
    fn of(among: Vec<Target>) -> Coded {
        let bits = if among.iter().any(|target| target.minor().is_some()) { 6 } else { 4 };
        Coded { among, bits }
    }

    fn letters(&self) -> usize {
        self.among.len().div_ceil(self.bits)
    }

    /// Letters of the last bits come first, as in a number.
    fn written(&self, chosen: &BTreeSet<Target>) -> String {
        if self.bits == 6 && chosen.is_empty() {
            return NONE.to_string();
        }
        let groups = self.among.chunks(self.bits).rev();
        let letter = |group: &[Target]| {
            let bit = |(i, target): (usize, &Target)| usize::from(chosen.contains(target)) << i;
            let bits: usize = group.iter().enumerate().map(bit).sum();
            LETTERS.get(bits).copied().map_or(NONE, char::from)
        };
        groups.map(letter).collect()
    }

    /// What the first letters say, and what follows them.
    fn read<'k>(&self, key: &'k str) -> Option<(Vec<Target>, &'k str)> {
        if self.bits == 6
            && let Some(after) = key.strip_prefix(NONE)
        {
            return Some((Vec::new(), after));
        }
        let (own, after) = key.split_at_checked(self.letters())?;
        let mut chosen = Vec::new();
        for (group, letter) in self.among.chunks(self.bits).rev().zip(own.bytes()) {
            let bits =
                LETTERS.iter().position(|known| *known == letter).filter(|bits| bits >> group.len() == 0)?;
            chosen.extend(group.iter().enumerate().filter(|(i, _)| bits & 1 << i != 0).map(|(_, one)| *one));
        }
        Some((chosen, after))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use eia::map::ProvinceId;

    #[test]
    fn a_choice_comes_back_out_of_its_letters_as_it_was() {
        // The eight of every campaign but those with Greece.
        let usual = Power::ALL.into_iter().filter(|power| *power != Power::Greece);
        let powers = Coded::of(usual.map(Target::Power).collect());
        let two = BTreeSet::from([Target::Power(Power::GreatBritain), Target::Power(Power::Turkey)]);
        assert_eq!(powers.written(&two), "84");
        assert_eq!(powers.written(&BTreeSet::new()), "00");
        let minors = Coded::of(ProvinceId::all().take(44).map(Target::Minor).collect());
        let some: BTreeSet<Target> = ProvinceId::all().take(44).step_by(9).map(Target::Minor).collect();
        assert_eq!((minors.written(&some).len(), minors.written(&BTreeSet::new())), (8, ".".to_owned()));
        for (coded, chosen) in [(&powers, &two), (&minors, &some), (&minors, &BTreeSet::new())] {
            let key = coded.written(chosen) + "after";
            let (read, after) = coded.read(&key).unwrap();
            assert_eq!((read.into_iter().collect::<BTreeSet<_>>(), after), (chosen.clone(), "after"));
        }
        // Of other choices, or none at all.
        for wrong in ["", "0", "zz", "0.", "é0"] {
            assert_eq!(powers.read(wrong), None, "{wrong}");
        }
        assert_eq!(minors.read("--------"), None, "there are no such countries");
    }

    #[test]
    fn every_part_of_the_sheet_has_its_words() {
        let keys = |parts: &mut dyn Iterator<Item = &'static str>| parts.collect::<Vec<_>>();
        let engine = keys(&mut eia::politics::PARTS.iter().map(|part| part.key()));
        assert_eq!(keys(&mut PARTS.iter().map(|words| words.part().key())), engine);
    }
}
