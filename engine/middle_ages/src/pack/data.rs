//! The data of a campaign: areas, sea areas, languages, religions, courts at the beginning, decks and raiders, looked up by their keys.

use super::{Begins, Pack, Set, Wrong, check};
use crate::endeavour::Kin;
use crate::fates::Fate;
use crate::geography::{Area, KnownArea, KnownLanguage, KnownReligion, KnownSea, Language, Religion, Sea};
use crate::raiders::Band;
use crate::{event_cards, year};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;
use table::facts::Origin;
use table::said::Value as Word;
use table::shared::Shared;

/// What a campaign is played with. It is written as what a pack replaces of it.
#[derive(Clone)]
pub struct Data {
    replaced: Pack,
    areas: BTreeMap<Area, KnownArea>,
    seas: BTreeMap<Sea, KnownSea>,
    languages: BTreeMap<Language, KnownLanguage>,
    religions: BTreeMap<Religion, KnownReligion>,
    pub(super) begins: Vec<Begins>,
    pub(super) year: Vec<year::Card>,
    pub(super) events: Vec<event_cards::Card>,
    pub(super) fates: Vec<Fate>,
    pub(super) raiders: Vec<Band>,
}

/// The files of this program, read as a pack that replaces everything.
static FILES: LazyLock<Pack> = LazyLock::new(|| {
    // The files are part of the program and a test reads them.
    #[allow(clippy::unwrap_used)]
    let read = |text: &str| -> Pack { toml::from_str(text).unwrap() };
    Pack {
        origin: None,
        area: read(include_str!("../../data/areas.toml")).area,
        sea: read(include_str!("../../data/seas.toml")).sea,
        language: read(include_str!("../../data/languages.toml")).language,
        religion: read(include_str!("../../data/religions.toml")).religion,
        begins: read(include_str!("../../data/771.toml")).begins,
        year: read(include_str!("../../data/year.toml")).year,
        event: read(include_str!("../../data/events.toml")).event,
        fate: read(include_str!("../../data/fates.toml")).fate,
        raiders: read(include_str!("../../data/raiders.toml")).raiders,
    }
});

static SHIPPED: LazyLock<Shared<Data>> = LazyLock::new(|| {
    // A test reads them all.
    #[allow(clippy::unwrap_used)]
    let data = Data::of(Pack::default()).unwrap();
    data.into()
});

/// What is known of an area that is none of the map.
static NOWHERE: LazyLock<KnownArea> = LazyLock::new(|| {
    // Both are plain keys.
    #[allow(clippy::unwrap_used)]
    let (key, language, religion) =
        (Area::of("nowhere").unwrap(), Language::of("none").unwrap(), Religion::of("none").unwrap());
    KnownArea {
        key,
        name: "?".to_owned(),
        at: None,
        population: 0,
        language,
        religion,
        limit: 0,
        fort: 0,
        social: 0,
        seafaring: false,
        borders: Vec::new(),
        seas: Vec::new(),
    }
});

impl Data {
    /// The data of this program.
    #[must_use]
    pub fn shipped() -> Shared<Data> {
        SHIPPED.clone()
    }

    /// The same, as it is for ever.
    #[must_use]
    pub fn of_this_program() -> &'static Data {
        &SHIPPED
    }

    /// The data of this program with what a pack replaces of it.
    ///
    /// # Errors
    /// The first row that does not fit.
    pub fn of(pack: Pack) -> Result<Data, Wrong> {
        let files = &*FILES;
        let whole = Pack {
            origin: None,
            area: pack.area.clone().or_else(|| files.area.clone()),
            sea: pack.sea.clone().or_else(|| files.sea.clone()),
            language: pack.language.clone().or_else(|| files.language.clone()),
            religion: pack.religion.clone().or_else(|| files.religion.clone()),
            begins: pack.begins.clone().or_else(|| files.begins.clone()),
            year: pack.year.clone().or_else(|| files.year.clone()),
            event: pack.event.clone().or_else(|| files.event.clone()),
            fate: pack.fate.clone().or_else(|| files.fate.clone()),
            raiders: pack.raiders.clone().or_else(|| files.raiders.clone()),
        };
        check::check(&pack, &whole)?;
        let (mut areas, mut seas) = (whole.area.unwrap_or_default(), whole.sea.unwrap_or_default());
        two_sided(&mut areas, |area| area.key, |area| &mut area.borders);
        two_sided(&mut seas, |sea| sea.key, |sea| &mut sea.borders);
        Ok(Data {
            replaced: pack,
            areas: areas.into_iter().map(|area| (area.key, area)).collect(),
            seas: seas.into_iter().map(|sea| (sea.key, sea)).collect(),
            languages: whole.language.unwrap_or_default().into_iter().map(|of| (of.key, of)).collect(),
            religions: whole.religion.unwrap_or_default().into_iter().map(|of| (of.key, of)).collect(),
            begins: whole.begins.unwrap_or_default(),
            year: whole.year.unwrap_or_default(),
            events: whole.event.unwrap_or_default(),
            fates: whole.fate.unwrap_or_default(),
            raiders: whole.raiders.unwrap_or_default(),
        })
    }

    /// What a pack replaces of it.
    #[must_use]
    pub fn replaced(&self) -> &Pack {
        &self.replaced
    }

    /// Whether nothing of it is replaced.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        self.replaced.sets().next().is_none()
    }

    /// Where a set comes from: ours, or the group's where a pack replaced it.
    #[must_use]
    pub fn origin(&self, set: Set) -> Origin {
        if self.replaced.sets().any(|(replaced, _)| replaced == set) { Origin::Typed } else { Origin::Ours }
    }

    /// The areas, by their keys.
    pub fn areas(&self) -> impl Iterator<Item = Area> {
        self.areas.keys().copied()
    }

    /// The area of a key.
    #[must_use]
    pub fn area(&self, key: &str) -> Option<Area> {
        Area::of(key).filter(|area| self.areas.contains_key(area))
    }

    /// What is known of an area; of one that is none, nothing.
    #[must_use]
    pub fn known(&self, area: Area) -> &KnownArea {
        self.areas.get(&area).unwrap_or(&NOWHERE)
    }

    /// An area's name, for a sentence.
    #[must_use]
    pub fn named(&self, area: Area) -> Word {
        table::said::name(self.name(area))
    }

    /// An area's name; the key of one that is none.
    #[must_use]
    pub fn name(&self, area: Area) -> &str {
        self.areas.get(&area).map_or("?", |known| &known.name)
    }

    /// The areas that border it by land.
    pub fn borders(&self, area: Area) -> impl Iterator<Item = Area> {
        self.known(area).borders.iter().copied()
    }

    /// The sea areas that it borders.
    #[must_use]
    pub fn seas_of(&self, area: Area) -> &[Sea] {
        &self.known(area).seas
    }

    /// Whether it borders one.
    #[must_use]
    pub fn is_coastal(&self, area: Area) -> bool {
        !self.seas_of(area).is_empty()
    }

    /// How many sea areas lie between two areas that both have a coast, by the shortest way.
    #[must_use]
    pub fn seas_between(&self, from: Area, to: Area) -> Option<u8> {
        let goals: BTreeSet<Sea> = self.seas_of(to).iter().copied().collect();
        let mut reached: BTreeMap<Sea, u8> = self.seas_of(from).iter().map(|sea| (*sea, 1)).collect();
        let mut front: Vec<Sea> = reached.keys().copied().collect();
        while !front.is_empty() {
            if let Some(sea) = front.iter().find(|sea| goals.contains(sea)) {
                return reached.get(sea).copied();
            }
            let mut next = Vec::new();
            for sea in front {
                let seas = reached.get(&sea).copied().unwrap_or_default() + 1;
                for beyond in self.seas.get(&sea).map(|known| known.borders.as_slice()).unwrap_or_default() {
                    if let Entry::Vacant(free) = reached.entry(*beyond) {
                        free.insert(seas);
                        next.push(*beyond);
                    }
                }
            }
            front = next;
        }
        None
    }

    /// The sea areas, by their keys.
    pub fn seas(&self) -> impl Iterator<Item = &KnownSea> {
        self.seas.values()
    }

    /// A sea area's name.
    #[must_use]
    pub fn sea_name(&self, sea: Sea) -> &str {
        self.seas.get(&sea).map_or("?", |known| &known.name)
    }

    /// The religion of a key.
    #[must_use]
    pub fn religion(&self, key: &str) -> Option<Religion> {
        Religion::of(key).filter(|religion| self.religions.contains_key(religion))
    }

    /// The religions, by their keys.
    pub fn religions(&self) -> impl Iterator<Item = &KnownReligion> {
        self.religions.values()
    }

    /// The languages, by their keys.
    pub fn languages(&self) -> impl Iterator<Item = &KnownLanguage> {
        self.languages.values()
    }

    /// What is known of a religion.
    #[must_use]
    pub fn creed(&self, religion: Religion) -> Option<&KnownReligion> {
        self.religions.get(&religion)
    }

    /// Whether a religion is one of a faith.
    #[must_use]
    pub fn is_of_faith(&self, religion: Religion, faith: &str) -> bool {
        self.creed(religion).is_some_and(|known| known.faith == faith)
    }

    /// What is known of an area's language.
    #[must_use]
    pub fn tongue(&self, area: Area) -> Option<&KnownLanguage> {
        self.languages.get(&self.known(area).language)
    }

    /// The group of an area's language.
    #[must_use]
    pub fn group(&self, area: Area) -> &str {
        self.tongue(area).map_or("", |language| &language.group)
    }

    /// How near the language of an area is to that of another.
    #[must_use]
    pub fn language_to(&self, from: Area, to: Area) -> Kin {
        match (self.known(from).language, self.known(to).language) {
            (one, other) if one == other => Kin::Same,
            _ if self.group(from) == self.group(to) => Kin::Related,
            _ => Kin::Foreign,
        }
    }

    /// How near a religion is to another.
    #[must_use]
    pub fn religion_to(&self, one: Religion, other: Religion) -> Kin {
        match (self.creed(one), self.creed(other)) {
            _ if one == other => Kin::Same,
            (Some(one), Some(other)) if one.faith == other.faith => Kin::Related,
            _ => Kin::Foreign,
        }
    }

    /// The courts as the scenario of 771 begins.
    #[must_use]
    pub fn begins(&self) -> &[Begins] {
        &self.begins
    }

    /// The raiders.
    #[must_use]
    pub fn raiders(&self) -> &[Band] {
        &self.raiders
    }

    /// The areas that a band reaches.
    #[must_use]
    pub fn reached_by(&self, band: &Band) -> BTreeSet<Area> {
        let coasts =
            self.areas().filter(|area| self.seas_of(*area).iter().any(|sea| band.seas.contains(sea)));
        let lands = band.lands.iter().flat_map(|land| self.borders(*land));
        coasts.chain(lands).filter(|area| !band.lands.contains(area)).collect()
    }
}

/// A border that one row names counts for both.
fn two_sided<R, K: Copy + Ord>(rows: &mut [R], key: fn(&R) -> K, borders: fn(&mut R) -> &mut Vec<K>) {
    let mut all: BTreeSet<(K, K)> = BTreeSet::new();
    for row in rows.iter_mut() {
        let from = key(row);
        all.extend(borders(row).iter().flat_map(|to| [(from, *to), (*to, from)]));
    }
    for row in rows.iter_mut() {
        let from = key(row);
        *borders(row) = all.iter().filter(|(of, _)| *of == from).map(|(_, to)| *to).collect();
    }
}

impl Default for Data {
    fn default() -> Data {
        (*Data::shipped()).clone()
    }
}

impl PartialEq for Data {
    fn eq(&self, other: &Data) -> bool {
        self.replaced == other.replaced
    }
}

impl Eq for Data {}

impl fmt::Debug for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sets: Vec<&str> = self.replaced.sets().map(|(set, _)| set.key()).collect();
        write!(f, "Data({sets:?})")
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.replaced.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Data, D::Error> {
        Data::of(Pack::deserialize(from)?).map_err(|wrong| serde::de::Error::custom(wrong.why))
    }
}
