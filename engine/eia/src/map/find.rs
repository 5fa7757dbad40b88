//! Places by any part of their names, English and local; accents and case do not count.

use super::ids::{AreaId, ProvinceId, SeaId};
use super::map;
use crate::powers::Power;
use std::cmp::Reverse;
use std::sync::LazyLock;
pub(super) use table::spelling::{differ, slip_of};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// What has a name on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A land area.
    Area(AreaId),
    /// A province or a minor country.
    Province(ProvinceId),
    /// A country that several may make up, or a list that a rule names: its place among the map's combinations.
    Combination(usize),
    /// A major power.
    Power(Power),
    /// A sea area.
    Sea(SeaId),
}

impl Place {
    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Place::Area(area) => area.name(),
            Place::Province(province) => province.name(),
            Place::Combination(n) => map().combinations.get(n).map_or("", |one| &one.name),
            Place::Power(power) => power.name(),
            Place::Sea(sea) => sea.name(),
        }
    }

    /// A machine word that tells it from every other place: `area/paris`.
    #[must_use]
    pub fn key(self) -> String {
        match self {
            Place::Area(area) => format!("area/{}", area.key()),
            Place::Province(province) => format!("province/{}", province.key()),
            Place::Combination(n) => {
                format!("combination/{}", map().combinations.get(n).map_or("", |one| &one.key))
            }
            Place::Power(power) => format!("power/{}", power.key()),
            Place::Sea(sea) => format!("sea/{}", sea.key()),
        }
    }

    /// The place of a machine word.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Place> {
        let (kind, key) = key.split_once('/')?;
        match kind {
            "area" => AreaId::by_key(key).map(Place::Area),
            "province" => ProvinceId::by_key(key).map(Place::Province),
            "combination" => map().combinations.iter().position(|one| one.key == key).map(Place::Combination),
            "power" => Power::by_key(key).map(Place::Power),
            "sea" => SeaId::by_key(key).map(Place::Sea),
            _ => None,
        }
    }

    /// How well known it is; it breaks ties among names that fit alike.
    fn weight(self) -> u32 {
        match self {
            Place::Power(_) => 1_000_000,
            Place::Province(province) => 10_000 + province.on_map().money,
            Place::Combination(_) => 9_000,
            Place::Sea(_) => 100,
            Place::Area(area) => area.on_map().city.as_ref().map_or(0, |city| city.inhabitants),
        }
    }
}

/// A text as it is compared: without accents, small, with one blank between words.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match c {
            'ß' => plain.push_str("ss"),
            'ø' => plain.push('o'),
            'ł' => plain.push('l'),
            'đ' | 'ð' => plain.push('d'),
            'ı' => plain.push('i'),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            'þ' => plain.push_str("th"),
            '\'' | '’' | 'ʼ' | '`' => {}
            c if c.is_alphanumeric() => plain.push(c),
            _ if plain.ends_with(' ') || plain.is_empty() => {}
            _ => plain.push(' '),
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

struct Entry {
    place: Place,
    names: Vec<String>,
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let one = |place: Place, others: Vec<&str>| {
        let mut names: Vec<String> = std::iter::once(place.name()).chain(others).map(plain).collect();
        names.dedup();
        Entry { place, names }
    };
    let map = map();
    let mut all = Vec::new();
    for power in Power::ALL {
        let others = match power {
            Power::GreatBritain => vec!["England", "GB", "United Kingdom"],
            _ => Vec::new(),
        };
        all.push(one(Place::Power(power), others));
    }
    for (n, _) in map.combinations.iter().enumerate() {
        all.push(one(Place::Combination(n), Vec::new()));
    }
    for province in ProvinceId::all() {
        let minor = province.on_map().minor.as_ref();
        let others = minor.map(|minor| minor.other_names.iter().map(String::as_str).collect());
        all.push(one(Place::Province(province), others.unwrap_or_default()));
    }
    for area in AreaId::all() {
        all.push(one(Place::Area(area), area.on_map().local.as_deref().into_iter().collect()));
    }
    for sea in SeaId::all() {
        all.push(one(Place::Sea(sea), Vec::new()));
    }
    all
});

/// How a name fits what was asked, the least best; none where it does not.
pub(super) fn fit(name: &str, asked: &str) -> Option<u8> {
    if name == asked {
        return Some(0);
    }
    if name.starts_with(asked) {
        return Some(1);
    }
    let mut words = asked.split(' ');
    if words.all(|word| name.split(' ').any(|own| own.starts_with(word))) {
        return Some(2);
    }
    name.contains(asked).then_some(WITHIN)
}

/// How a name fits that has what was asked somewhere within a word.
const WITHIN: u8 = 3;

/// Whether a name of a place, or words of one, begin with what was asked: Nice does not mean Venice.
#[must_use]
pub fn begins_so(place: Place, words: &str) -> bool {
    let asked = plain(words);
    let own = ENTRIES.iter().find(|entry| entry.place == place);
    own.is_some_and(|entry| entry.names.iter().filter_map(|name| fit(name, &asked)).any(|fit| fit < WITHIN))
}

/// Places that have what was asked in a name, best first: the whole name, its beginning, beginnings of its words, any part of it; of
/// those that fit alike the better known first. Everything, by how well known it is, where nothing was asked.
#[must_use]
pub fn find(words: &str) -> Vec<Place> {
    let asked = plain(words);
    let fits = |entry: &Entry| entry.names.iter().filter_map(|name| fit(name, &asked)).min();
    let mut found: Vec<(u8, Reverse<u32>, &str, Place)> = ENTRIES
        .iter()
        .filter_map(|entry| {
            let place = entry.place;
            Some((
                if asked.is_empty() { 0 } else { fits(entry)? },
                Reverse(place.weight()),
                place.name(),
                place,
            ))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(.., place)| place).collect()
}

/// The places whose names are nearest to what was asked by the letters that differ, at most so many of those that `fits` takes.
#[must_use]
pub fn nearest(words: &str, most: usize, fits: impl Fn(Place) -> bool) -> Vec<Place> {
    let asked: Vec<char> = plain(words).chars().take(40).collect();
    let mut all: Vec<(usize, &str, Place)> = ENTRIES
        .iter()
        .filter(|entry| fits(entry.place))
        .map(|entry| {
            let far = entry.names.iter().map(|name| differ(&asked, name)).min().unwrap_or(usize::MAX);
            (far, entry.place.name(), entry.place)
        })
        .collect();
    all.sort_unstable();
    all.into_iter().take(most).map(|(.., place)| place).collect()
}

/// The place that was most likely meant by what no name of a place begins with: one that is a slip away. None where several are as near.
#[must_use]
pub fn misspelt(words: &str, fits: impl Fn(Place) -> bool) -> Option<Place> {
    let asked = plain(words);
    let slip = slip_of(&asked);
    let letters: Vec<char> = asked.chars().take(40).collect();
    let mut nearest: Vec<(usize, Place)> = Vec::new();
    for entry in ENTRIES.iter().filter(|entry| fits(entry.place)) {
        if entry.names.iter().filter_map(|name| fit(name, &asked)).any(|fit| fit < WITHIN) {
            return None;
        }
        let far = entry.names.iter().map(|name| differ(&letters, name)).min().unwrap_or(usize::MAX);
        if (1..=slip).contains(&far) {
            nearest.push((far, entry.place));
        }
    }
    nearest.sort_unstable();
    match nearest.as_slice() {
        [(far, place), rest @ ..] if rest.first().is_none_or(|(other, _)| other > far) => Some(*place),
        _ => None,
    }
}
