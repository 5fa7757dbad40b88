//! Whether the rows of a pack can be played with, beside each other and beside what stays of this program's data.

use super::bounds::bounds;
use super::{Begins, Pack, Set};
use crate::event_cards::{Card, Does};
use crate::fates;
use crate::geography::{Area, LOWEST, Language, Religion, Sea};
use crate::keyed::LONGEST;
use crate::raiders::Band;
use crate::stature::{Stature, VALUES};
use crate::year::Line;
use std::collections::BTreeSet;
use table::{Said, said};

/// A row that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Of which set.
    pub set: Set,
    /// Which row of it, from 0.
    pub row: usize,
    /// What is wrong, in a sentence.
    pub why: Said,
}

/// The most rows of a set, in the order of [`Set::ALL`].
const MOST: [usize; 9] = [200, 60, 60, 20, 20, 110, 100, 60, 20];
/// The most cards of a deck.
const CARDS: usize = 200;
/// The most characters of a name.
const NAME: usize = 40;

type Checked = Result<(), Wrong>;

fn wrong<T>(set: Set, row: usize, why: Said) -> Result<T, Wrong> {
    Err(Wrong { set, row, why })
}

/// A value within the bounds of its set.
fn within(set: Set, row: usize, what: &str, is: i64) -> Checked {
    between(set, row, what, is, bounds(set, what).unwrap_or((i64::MIN, i64::MAX)))
}

fn between(set: Set, row: usize, what: &str, is: i64, (least, most): (i64, i64)) -> Checked {
    if (least..=most).contains(&is) {
        return Ok(());
    }
    wrong(
        set,
        row,
        said!("{}: {} is written. A whole number from {} to {} is asked.", what.to_owned(), is, least, most),
    )
}

/// Checks what a pack replaces beside the whole that it is laid into.
pub(super) fn check(pack: &Pack, whole: &Pack) -> Checked {
    for (set, rows) in pack.sets() {
        let most = MOST.get(set as usize).copied().unwrap_or(0);
        if rows == 0 && set != Set::Raiders && set != Set::Seas {
            return wrong(set, 0, said!("[[{}]] has no row. Left out, this program's own stay.", set.key()));
        }
        if rows > most {
            return wrong(
                set,
                most,
                said!("[[{}]] has {} rows; at most {} are taken.", set.key(), rows, most),
            );
        }
    }
    let known = Known::of(whole);
    areas(whole, &known)?;
    seas(whole, &known)?;
    peoples(whole)?;
    begins(pack, whole, &known)?;
    year(whole)?;
    events(whole)?;
    fated(whole)?;
    raiders(whole, &known)
}

/// The keys that there are.
struct Known {
    areas: BTreeSet<Area>,
    seas: BTreeSet<Sea>,
    languages: BTreeSet<Language>,
    religions: BTreeSet<Religion>,
    faiths: BTreeSet<String>,
}

fn rows<R>(set: &Option<Vec<R>>) -> &[R] {
    set.as_deref().unwrap_or_default()
}

impl Known {
    fn of(whole: &Pack) -> Known {
        Known {
            areas: rows(&whole.area).iter().map(|row| row.key).collect(),
            seas: rows(&whole.sea).iter().map(|row| row.key).collect(),
            languages: rows(&whole.language).iter().map(|row| row.key).collect(),
            religions: rows(&whole.religion).iter().map(|row| row.key).collect(),
            faiths: rows(&whole.religion).iter().map(|row| row.faith.clone()).collect(),
        }
    }
}

/// A name that stands in posts as it is: letters, digits and a few signs, that neither format nor ping.
fn is_plain(name: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '\'' | '’' | '.' | '-' | '(' | ')');
    (1..=NAME).contains(&name.chars().count())
        && name.chars().all(fits)
        && name.starts_with(|c: char| c.is_alphanumeric())
        && name.trim() == name
        && !name.contains("  ")
}

fn named(set: Set, row: usize, name: &str) -> Checked {
    if is_plain(name) {
        return Ok(());
    }
    wrong(
        set,
        row,
        said!(
            "\"{}\" is no name: 1 to {} letters, digits, blanks and ' . - ( ) are taken.",
            name.chars().filter(|c| c.is_alphanumeric() || *c == ' ').take(NAME).collect::<String>(),
            NAME
        ),
    )
}

/// Keys and names, each of which comes once.
fn once<'r, K: Ord + ToString>(set: Set, all: impl Iterator<Item = (K, &'r str)>) -> Checked {
    let (mut keys, mut names) = (BTreeSet::new(), BTreeSet::new());
    for (row, (key, name)) in all.enumerate() {
        named(set, row, name)?;
        let shown = key.to_string();
        if !keys.insert(key) {
            return wrong(set, row, said!("The key {} comes twice in [[{}]].", shown, set.key()));
        }
        if !names.insert(name.to_lowercase()) {
            return wrong(set, row, said!("The name {} comes twice in [[{}]].", name.to_owned(), set.key()));
        }
    }
    Ok(())
}

/// A key that something refers to is one of its set.
fn there<K: Ord>(set: Set, row: usize, known: &BTreeSet<K>, key: &K, shown: &str, of: Set) -> Checked {
    if known.contains(key) {
        return Ok(());
    }
    wrong(set, row, said!("{} is no key of [[{}]].", shown.to_owned(), of.key()))
}

fn areas(whole: &Pack, known: &Known) -> Checked {
    let set = Set::Areas;
    once(set, rows(&whole.area).iter().map(|area| (area.key.key().to_owned(), area.name.as_str())))?;
    if rows(&whole.area).len() < 2 {
        return wrong(set, 0, said!("A map has two areas at least."));
    }
    for (row, area) in rows(&whole.area).iter().enumerate() {
        within(set, row, "population", area.population.into())?;
        within(set, row, "limit", area.limit.into())?;
        between(set, row, "social", area.social.into(), (LOWEST.into(), area.limit.into()))?;
        within(set, row, "fort", area.fort.into())?;
        for at in area.at.into_iter().flatten() {
            within(set, row, "at", at.into())?;
        }
        there(set, row, &known.languages, &area.language, area.language.key(), Set::Languages)?;
        there(set, row, &known.religions, &area.religion, area.religion.key(), Set::Religions)?;
        for border in &area.borders {
            there(set, row, &known.areas, border, border.key(), set)?;
            if *border == area.key {
                return wrong(set, row, said!("{} does not border itself.", area.name.clone()));
            }
        }
        for sea in &area.seas {
            there(set, row, &known.seas, sea, sea.key(), Set::Seas)?;
        }
    }
    Ok(())
}

fn seas(whole: &Pack, known: &Known) -> Checked {
    let set = Set::Seas;
    once(set, rows(&whole.sea).iter().map(|sea| (sea.key.key().to_owned(), sea.name.as_str())))?;
    for (row, sea) in rows(&whole.sea).iter().enumerate() {
        for at in sea.at.into_iter().flatten() {
            within(set, row, "at", at.into())?;
        }
        for border in &sea.borders {
            there(set, row, &known.seas, border, border.key(), set)?;
            if *border == sea.key {
                return wrong(set, row, said!("{} does not border itself.", sea.name.clone()));
            }
        }
    }
    Ok(())
}

/// Languages and religions.
fn peoples(whole: &Pack) -> Checked {
    let set = Set::Languages;
    once(set, rows(&whole.language).iter().map(|of| (of.key.key().to_owned(), of.name.as_str())))?;
    for (row, language) in rows(&whole.language).iter().enumerate() {
        named(set, row, &language.group)?;
    }
    let set = Set::Religions;
    once(set, rows(&whole.religion).iter().map(|of| (of.key.key().to_owned(), of.name.as_str())))?;
    for (row, religion) in rows(&whole.religion).iter().enumerate() {
        named(set, row, &religion.faith)?;
        within(set, row, "proselytic", religion.proselytic.into())?;
        within(set, row, "conviction", religion.conviction.into())?;
    }
    Ok(())
}

/// The courts at the beginning. Where the areas are replaced and these are not, the fault is at the first area.
fn begins(pack: &Pack, whole: &Pack, known: &Known) -> Checked {
    let set = Set::Begins;
    let (mut courts, mut held) = (BTreeSet::new(), BTreeSet::new());
    for (row, begins) in rows(&whole.begins).iter().enumerate() {
        let name = || begins.court.name().to_owned();
        if !courts.insert(begins.court) {
            return wrong(set, row, said!("{} begins twice.", name()));
        }
        if begins.areas.is_empty() {
            return wrong(set, row, said!("{} begins without an area.", name()));
        }
        if let Some(none) = begins.areas.iter().find(|area| !known.areas.contains(area)) {
            return match pack.begins {
                Some(_) => there(set, row, &known.areas, none, none.key(), Set::Areas),
                None => wrong(
                    Set::Areas,
                    0,
                    said!(
                        "{} begins in {}, which is none of these areas: with [[area]] comes [[begins]].",
                        name(),
                        none.key().to_owned()
                    ),
                ),
            };
        }
        if let Some(twice) = begins.areas.iter().find(|area| !held.insert(**area)) {
            return wrong(set, row, said!("{} begins in the hands of two courts.", twice.key().to_owned()));
        }
        leader(row, begins)?;
    }
    if courts.len() < 2 {
        return wrong(set, 0, said!("Two courts begin at least."));
    }
    Ok(())
}

fn leader(row: usize, begins: &Begins) -> Checked {
    let set = Set::Begins;
    within(set, row, "gold", begins.gold.into())?;
    within(set, row, "unchecked", begins.unchecked.into())?;
    begins.leader.name.as_deref().map_or(Ok(()), |name| named(set, row, name))?;
    match Stature::ALL.into_iter().find(|stature| !VALUES.contains(&begins.leader.of(*stature))) {
        Some(stature) => wrong(
            set,
            row,
            said!(
                "{} of {} is no stature: a leader has 1, 2, 3, 5 or 9.",
                stature,
                begins.leader.of(stature)
            ),
        ),
        None => Ok(()),
    }
}

fn year(whole: &Pack) -> Checked {
    let set = Set::Year;
    for (row, card) in rows(&whole.year).iter().enumerate() {
        let number = i64::try_from(row + 1).unwrap_or(i64::MAX);
        if i64::from(card.number) != number {
            return wrong(set, row, said!("Year cards are numbered from 1 on; here {} is asked.", number));
        }
        for line in Line::ALL {
            within(set, row, line.key(), line.of(card).into())?;
        }
    }
    Ok(())
}

/// How many of a card there are, and of all before it.
fn counted(set: Set, row: usize, count: u8, cards: &mut usize) -> Checked {
    within(set, row, "count", count.into())?;
    *cards += usize::from(count);
    if *cards > CARDS {
        return wrong(set, row, said!("A deck has at most {} cards.", CARDS));
    }
    Ok(())
}

/// The key of a card, which stands in its name in the deck.
fn keyed(set: Set, row: usize, key: &str) -> Checked {
    if Area::of(key).is_some() {
        return Ok(());
    }
    wrong(set, row, said!("A key has 1 to {} of a–z, 0–9, _ and -.", LONGEST))
}

fn events(whole: &Pack) -> Checked {
    let set = Set::Events;
    once(set, rows(&whole.event).iter().map(|card| (card.key.clone(), card.name.as_str())))?;
    let groups: BTreeSet<&str> = rows(&whole.language).iter().map(|of| of.group.as_str()).collect();
    let mut cards = 0;
    for (row, card) in rows(&whole.event).iter().enumerate() {
        keyed(set, row, &card.key)?;
        counted(set, row, card.count, &mut cards)?;
        if let Some([first, last]) = card.period {
            between(set, row, "period", first.into(), (1, last.into()))?;
        }
        does(row, card, &groups)?;
        heresy(whole, set, row, card.does == Does::Heresy)?;
    }
    Ok(())
}

/// What a card does, within bounds.
fn does(row: usize, card: &Card, groups: &BTreeSet<&str>) -> Checked {
    let set = Set::Events;
    let points = |is: i64| within(set, row, "points", is);
    match &card.does {
        Does::Arms { points: is } => points((*is).into()),
        Does::Army { points: is } | Does::Fleet { points: is } => points((*is).into()),
        Does::Gold { gold } => within(set, row, "gold", (*gold).into()),
        Does::Leader { combat, administration, diplomacy, languages } => {
            for (what, is) in
                [("combat", combat), ("administration", administration), ("diplomacy", diplomacy)]
            {
                within(set, row, what, (*is).into())?;
            }
            if [combat, administration, diplomacy].iter().all(|is| **is == 0) {
                return wrong(set, row, said!("A leader card adds to one stature at least."));
            }
            match languages.iter().find(|group| !groups.contains(group.as_str())) {
                Some(none) => {
                    let shown: String = none.chars().filter(|c| c.is_alphanumeric()).take(NAME).collect();
                    wrong(set, row, said!("{} is the group of no language.", shown))
                }
                None if languages.is_empty() => {
                    wrong(set, row, said!("A leader card lists one group of languages at least."))
                }
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// Heresy turns people to the religion `heretic`, which must be there.
fn heresy(whole: &Pack, set: Set, row: usize, is_heresy: bool) -> Checked {
    if !is_heresy || rows(&whole.religion).iter().any(|religion| religion.key.key() == "heretic") {
        return Ok(());
    }
    wrong(
        set,
        row,
        said!("Heresy turns people to the religion heretic, and [[religion]] has none of that key."),
    )
}

fn fated(whole: &Pack) -> Checked {
    let set = Set::Fates;
    once(set, rows(&whole.fate).iter().map(|fate| (fate.key.clone(), fate.name.as_str())))?;
    let mut cards = 0;
    for (row, fate) in rows(&whole.fate).iter().enumerate() {
        keyed(set, row, &fate.key)?;
        counted(set, row, fate.count, &mut cards)?;
        heresy(whole, set, row, fate.does == fates::Does::Heresy)?;
    }
    Ok(())
}

fn raiders(whole: &Pack, known: &Known) -> Checked {
    let set = Set::Raiders;
    once(set, rows(&whole.raiders).iter().map(|band| (band.key.clone(), band.name.as_str())))?;
    for (row, band) in rows(&whole.raiders).iter().enumerate() {
        keyed(set, row, &band.key)?;
        within(set, row, "cards", band.cards.into())?;
        within(set, row, "ships", band.ships.into())?;
        statures(row, band)?;
        for sea in &band.seas {
            there(set, row, &known.seas, sea, sea.key(), Set::Seas)?;
        }
        for land in &band.lands {
            there(set, row, &known.areas, land, land.key(), Set::Areas)?;
        }
        if let Some(faith) = band.spares.as_deref().filter(|faith| !known.faiths.contains(*faith)) {
            named(set, row, faith)?;
            return wrong(set, row, said!("{} is the faith of no religion.", faith.to_owned()));
        }
    }
    Ok(())
}

fn statures(row: usize, band: &Band) -> Checked {
    let set = Set::Raiders;
    if band.statures.is_empty() || !band.statures.is_sorted_by(|a, b| a.0 < b.0) {
        return wrong(
            set,
            row,
            said!("statures are pairs of a first year and a combat stature, the earliest first."),
        );
    }
    for (_, stature) in &band.statures {
        within(set, row, "statures", (*stature).into())?;
    }
    Ok(())
}
