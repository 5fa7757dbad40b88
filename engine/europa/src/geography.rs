//! The map: provinces of Europe and of the rest of the world, sea zones, and who borders whom.

use super::country::Country;
use super::words;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;

/// A province or a sea zone. It is written by its key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u16);

/// What the ground is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Plain, the only clear ground.
    Plain,
    /// Mountain.
    Mountain,
    /// Dense forest.
    DenseForest,
    /// Sparse forest.
    SparseForest,
    /// Desert.
    Desert,
    /// Swamp.
    Swamp,
    /// Water.
    Sea,
}

impl Terrain {
    /// Whether it is rough: neither plain nor water.
    #[must_use]
    pub const fn is_rough(self) -> bool {
        !matches!(self, Terrain::Plain | Terrain::Sea)
    }
}

/// What stands between two places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Border {
    /// Nothing.
    #[default]
    Open,
    /// A river.
    River,
    /// A mountain pass.
    Pass,
    /// A strait.
    Strait,
    /// The Bering strait, which the data holds apart from others.
    BeringStrait,
}

impl Border {
    /// Whether crossing it costs more: a river, a pass, a strait.
    #[must_use]
    pub const fn is_hard(self) -> bool {
        !matches!(self, Border::Open)
    }

    /// Whether it is a strait.
    #[must_use]
    pub const fn is_strait(self) -> bool {
        matches!(self, Border::Strait | Border::BeringStrait)
    }
}

/// Which map a place is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Map {
    /// The European map.
    Europe,
    /// The rest of the world.
    Rotw,
}

/// Waters where galleys belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waters {
    /// The Mediterranean, with the Black Sea.
    Mediterranean,
    /// The Baltic.
    Baltic,
    /// Any other.
    Ocean,
}

/// What kind of place it is, with what only such a place has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    /// A province of Europe.
    Europe {
        /// Its income in ducats.
        income: u8,
        /// Whether it has a port that is no arsenal.
        port: bool,
        /// Whether it has an arsenal.
        arsenal: bool,
        /// Whether a presidio may be put there.
        presidio: bool,
        /// Whose it is at the start.
        country: Option<Country>,
    },
    /// A province of the rest of the world.
    Rotw {
        /// Its region, by place in [`Atlas::regions`].
        region: u8,
    },
    /// A sea zone.
    Sea {
        /// How difficult it is, which attrition adds.
        difficulty: u8,
        /// Its special malus, 0 to 2.
        malus: u8,
        /// Whether galleys belong there.
        waters: Waters,
    },
}

/// A place, with everything printed on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its key: `e` Europe, `r` the rest of the world, `s` a sea zone, and the name in the data.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its other names.
    pub others: Vec<String>,
    /// Its English names, and its city's, where those are others still.
    pub english: Vec<String>,
    /// Its ground.
    pub terrain: Terrain,
    /// The map it is on.
    pub map: Map,
    /// Its fortress's level as printed on the map, 0 for none.
    pub fortress: u8,
    /// What else there is.
    pub sort: PlaceKind,
    /// Its neighbours and what stands between, by their keys.
    pub borders: Vec<(Place, Border)>,
    /// All its names as they are looked for.
    search: Vec<String>,
}

/// A region of the rest of the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its key in the data.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its income.
    pub income: u8,
    /// Its difficulty.
    pub difficulty: u8,
    /// Its tolerance.
    pub tolerance: u8,
    /// How strong its natives are.
    pub natives: u8,
    /// What they are strong in: `DE` or `DT`.
    pub natives_kind: String,
    /// The number under the snowflake, 0 to 2, where the region belongs to the cold area.
    pub cold: Option<u8>,
}

/// The whole map.
pub struct Atlas {
    sites: Vec<Site>,
    /// The regions of the rest of the world, by their keys.
    pub regions: Vec<Region>,
    places: HashMap<String, Place>,
    /// Places by their names as they are looked for; of two with the same name the one of which it is the first.
    named: HashMap<String, Place>,
}

/// A row of the European map, of the rest of the world, and of its regions, as the data file explains them.
type EuropeRow = (String, String, Terrain, u8, u8, u8, u8, u8, String, Vec<String>);
type RotwRow = (String, String, Terrain, u8, Vec<String>);
type RegionRow = (String, String, u8, u8, u8, u8, String, i8);

#[derive(Deserialize)]
struct Provinces {
    europe: Vec<EuropeRow>,
    rotw: Vec<RotwRow>,
    region: Vec<RegionRow>,
}

#[derive(Deserialize)]
struct Seas {
    sea: Vec<(String, String, String, u8, u8, u8, String)>,
}

/// The map, read and checked once.
pub fn atlas() -> &'static Atlas {
    static ATLAS: LazyLock<Atlas> = LazyLock::new(|| {
        // The files are part of the program and a test reads them.
        Atlas::read(
            include_str!("../data/provinces.toml"),
            include_str!("../data/seas.toml"),
            include_str!("../data/borders.toml"),
        )
        .and_then(|atlas| atlas.in_english(include_str!("../data/english.toml")))
        .expect("the map of the program is whole")
    });
    &ATLAS
}

/// English names of provinces, by their keys.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct English {
    english: Vec<(String, Vec<String>)>,
}

impl Atlas {
    /// The same with English names of its provinces.
    fn in_english(mut self, names: &str) -> Result<Atlas, String> {
        let English { english } = toml::from_str(names).map_err(|e| e.to_string())?;
        for (key, names) in english {
            let site = self.sites.iter_mut().find(|site| site.key == key);
            let site = site.ok_or_else(|| format!("no place {key}"))?;
            site.search.extend(names.iter().map(|name| words::folded(name)));
            site.english = names;
        }
        Ok(self)
    }

    fn read(provinces: &str, seas: &str, borders: &str) -> Result<Atlas, String> {
        let told = |e: toml::de::Error| e.to_string();
        let provinces: Provinces = toml::from_str(provinces).map_err(told)?;
        let seas: Seas = toml::from_str(seas).map_err(told)?;
        let regions: Vec<Region> = (provinces.region.into_iter())
            .map(|(key, name, income, difficulty, tolerance, natives, natives_kind, cold)| {
                let cold = u8::try_from(cold).ok();
                Region { key, name, income, difficulty, tolerance, natives, natives_kind, cold }
            })
            .collect();
        let mut sites = Vec::new();
        for (key, name, terrain, income, fortress, port, arsenal, presidio, country, others) in
            provinces.europe
        {
            let country = match country.as_str() {
                "" => None,
                key => Some(Country::by_key(key).ok_or_else(|| format!("no country {key}"))?),
            };
            let (port, arsenal, presidio) = (port == 1, arsenal == 1, presidio == 1);
            let sort = PlaceKind::Europe { income, port, arsenal, presidio, country };
            sites.push(Site::new(key, name, others, terrain, Map::Europe, fortress, sort));
        }
        for (key, region, terrain, fortress, others) in provinces.rotw {
            let place =
                regions.iter().position(|r| r.key == region).ok_or_else(|| format!("no region {region}"))?;
            // Where in its region it lies is a letter or two: Virginia NE.
            let part = key.split_once('~').map_or("", |(_, part)| part);
            let name = format!("{} {part}", regions[place].name);
            let mut others = others;
            if regions[place].name != region {
                others.push(format!("{region} {part}"));
            }
            let sort = PlaceKind::Rotw { region: place as u8 };
            sites.push(Site::new(key, name, others, terrain, Map::Rotw, fortress, sort));
        }
        for (key, name, on_map, difficulty, malus, europe, waters) in seas.sea {
            let waters = match waters.as_str() {
                "mediterranean" => Waters::Mediterranean,
                "baltic" => Waters::Baltic,
                _ => Waters::Ocean,
            };
            let map = if europe == 1 { Map::Europe } else { Map::Rotw };
            let sort = PlaceKind::Sea { difficulty, malus, waters };
            sites.push(Site::new(key, name, vec![on_map], Terrain::Sea, map, 0, sort));
        }
        sites.sort_by(|a, b| a.key.cmp(&b.key));
        let places: HashMap<String, Place> =
            sites.iter().enumerate().map(|(i, site)| (site.key.clone(), Place(i as u16))).collect();
        if places.len() != sites.len() {
            return Err("a place stands twice".to_owned());
        }
        let mut named = HashMap::new();
        let longest = sites.iter().map(|site| site.search.len()).max().unwrap_or(0);
        for nth in 0..longest {
            for (i, site) in sites.iter().enumerate() {
                if let Some(name) = site.search.get(nth) {
                    named.entry(name.clone()).or_insert(Place(i as u16));
                }
            }
        }
        let mut atlas = Atlas { sites, regions, places, named };
        atlas.read_borders(borders)?;
        Ok(atlas)
    }

    /// Reads who borders whom: every name must be a place, and every border stand on both its sides alike.
    fn read_borders(&mut self, borders: &str) -> Result<(), String> {
        let borders: BTreeMap<String, Vec<String>> = toml::from_str(borders).map_err(|e| e.to_string())?;
        for (from, to) in borders {
            let from = self.place(&from).ok_or_else(|| format!("no place {from}"))?;
            for to in to {
                let (to, kind) = to.split_once('/').unwrap_or((&to, ""));
                let kind = match kind {
                    "" => Border::Open,
                    "river" => Border::River,
                    "pass" => Border::Pass,
                    "strait" => Border::Strait,
                    "bering_strait" => Border::BeringStrait,
                    other => return Err(format!("no border is a {other}")),
                };
                let to = self.place(to).ok_or_else(|| format!("no place {to}"))?;
                if to == from || self.border(from, to).is_some() {
                    return Err(format!("{} borders {} twice, or itself", from.key(self), to.key(self)));
                }
                self.sites[usize::from(from.0)].borders.push((to, kind));
            }
        }
        for from in self.all() {
            for (to, kind) in &self.site(from).borders {
                if self.border(*to, from) != Some(*kind) {
                    return Err(format!("{} borders {} otherwise than back", from.key(self), to.key(self)));
                }
            }
        }
        Ok(())
    }

    /// All places, by their keys.
    pub fn all(&self) -> impl Iterator<Item = Place> + use<> {
        (0..self.sites.len()).map(|i| Place(i as u16))
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.sites.len()
    }

    /// The place with this key.
    #[must_use]
    pub fn place(&self, key: &str) -> Option<Place> {
        self.places.get(key).copied()
    }

    /// The place of a key, or of a whole name, accents and capitals ignored: a province's own, its city's, another language's.
    #[must_use]
    pub fn named(&self, text: &str) -> Option<Place> {
        let text = text.trim();
        self.place(text).or_else(|| self.named.get(&words::folded(text)).copied())
    }

    /// What is printed on a place.
    #[must_use]
    pub fn site(&self, place: Place) -> &Site {
        &self.sites[usize::from(place.0)]
    }

    /// What stands between two neighbours; none for places that are none.
    #[must_use]
    pub fn border(&self, from: Place, to: Place) -> Option<Border> {
        self.site(from).borders.iter().find(|(place, _)| *place == to).map(|(_, kind)| *kind)
    }

    /// Places by any part of any of their names, accents and capitals ignored, best first.
    #[must_use]
    pub fn find(&self, words: &str) -> Vec<Place> {
        words::best_of(words, self.all().map(|place| (place, self.site(place).search.as_slice())))
    }
}

impl Site {
    fn new(
        key: String,
        name: String,
        others: Vec<String>,
        terrain: Terrain,
        map: Map,
        fortress: u8,
        sort: PlaceKind,
    ) -> Site {
        let mut search = vec![words::folded(&name)];
        search.extend(others.iter().map(|name| words::folded(name)).filter(|name| !name.is_empty()));
        search.push(words::folded(&key[1..]));
        Site {
            key,
            name,
            others,
            english: Vec::new(),
            terrain,
            map,
            fortress,
            sort,
            borders: Vec::new(),
            search,
        }
    }

    /// Whether it is a sea zone.
    #[must_use]
    pub fn is_sea(&self) -> bool {
        matches!(self.sort, PlaceKind::Sea { .. })
    }

    /// The country that holds it at the start.
    #[must_use]
    pub fn country(&self) -> Option<Country> {
        match self.sort {
            PlaceKind::Europe { country, .. } => country,
            _ => None,
        }
    }

    /// Whether a port is printed there. An arsenal is one too.
    #[must_use]
    pub fn has_port(&self) -> bool {
        matches!(self.sort, PlaceKind::Europe { port, arsenal, .. } if port || arsenal)
    }
}

impl Place {
    fn key(self, atlas: &Atlas) -> &str {
        &atlas.site(self).key
    }

    /// What is printed on it.
    #[must_use]
    pub fn site(self) -> &'static Site {
        atlas().site(self)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        &self.site().name
    }

    /// Its neighbours, with what stands between.
    #[must_use]
    pub fn neighbours(self) -> &'static [(Place, Border)] {
        &self.site().borders
    }

    /// The sea zones it borders.
    pub fn seas(self) -> impl Iterator<Item = Place> {
        self.neighbours().iter().map(|(place, _)| *place).filter(|place| place.site().is_sea())
    }

    /// The place with this key.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Place> {
        atlas().place(key)
    }

    /// The number under the snowflake of a province of the rest of the world that belongs to the cold area
    /// (`fast-battle.supply.cold-area.extent`); which provinces of Europe belong to it stands on the map alone.
    #[must_use]
    pub fn snowflake(self) -> Option<u8> {
        match self.site().sort {
            PlaceKind::Rotw { region } => atlas().regions[usize::from(region)].cold,
            _ => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.site().key)
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.site().key)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Place, D::Error> {
        let key = String::deserialize(from)?;
        Place::by_key(&key).ok_or_else(|| serde::de::Error::custom(format!("there is no place {key}")))
    }
}

/// Finds places by any part of a name, best first: [`Atlas::find`] on the map of the program.
#[must_use]
pub fn find(words: &str) -> Vec<Place> {
    atlas().find(words)
}

/// The places whose names are nearest to what was typed by the letters that differ, at most so many.
#[must_use]
pub fn nearest(words: &str, most: usize) -> Vec<Place> {
    let asked: Vec<char> = words::folded(words).chars().take(40).collect();
    let far = |place: &Place| {
        let names = place.site().search.iter();
        names.map(|name| table::spelling::differ(&asked, name)).min().unwrap_or(usize::MAX)
    };
    let mut all: Vec<Place> = atlas().all().collect();
    all.sort_by_cached_key(|place| (far(place), place.name()));
    all.truncate(most);
    all
}

/// The place that was most likely meant by what is called otherwise: the nearest one that is a slip of the pen away.
#[must_use]
pub fn misspelt(words: &str) -> Option<Place> {
    let all = atlas().all().map(|place| (place, &place.site().search));
    table::spelling::meant(&words::folded(words), all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources;

    fn at(key: &str) -> Place {
        Place::by_key(key).expect("there is such a place")
    }

    #[test]
    fn english_names_lead_to_their_province_and_to_no_other() {
        let called = |name: &str| -> Vec<&str> {
            let own = |site: &Site| {
                let mut names = std::iter::once(&site.name).chain(&site.others).chain(&site.english);
                names.any(|own| words::folded(own) == words::folded(name))
            };
            atlas().all().map(Place::site).filter(|site| own(site)).map(|site| site.key.as_str()).collect()
        };
        for (name, key) in [
            ("Vienna", "eOsterreich"),
            ("Belgrade", "eSerbia"),
            ("Florence", "eToscana"),
            ("Greece", "eHellas"),
            ("venice", "eVeneto"),
        ] {
            assert_eq!(called(name), [key], "{name}");
            assert_eq!(find(name).first().map(|place| place.site().key.as_str()), Some(key), "{name}");
        }
        for name in atlas().all().flat_map(|place| &place.site().english) {
            assert_eq!(called(name).len(), 1, "{name}: {:?}", called(name));
        }
    }

    #[test]
    fn the_map_is_whole() {
        let count = |one: fn(&PlaceKind) -> bool| atlas().all().filter(|p| one(&p.site().sort)).count();
        assert_eq!(count(|s| matches!(s, PlaceKind::Europe { .. })), 327);
        assert_eq!(count(|s| matches!(s, PlaceKind::Rotw { .. })), 357);
        assert_eq!(count(|s| matches!(s, PlaceKind::Sea { .. })), 99);
        let european = atlas().all().filter(|place| place.site().is_sea() && place.site().map == Map::Europe);
        assert_eq!(european.count(), 23, "of the European waters");
        assert_eq!(atlas().all().map(|p| p.neighbours().len()).sum::<usize>(), 4236);
        for place in atlas().all().filter(|place| place.site().has_port()) {
            assert!(place.seas().next().is_some(), "{place:?} has a port and no sea");
        }
    }

    #[test]
    fn every_cell_of_the_places_is_as_the_data_has_it() {
        for row in sources::csv("implementation/referential/R_PROVINCE.csv").iter().flatten() {
            let Some(place) = Place::by_key(&row["NAME"]) else {
                assert!(row["TERRAIN"].is_empty(), "{} is missing", row["NAME"]);
                continue;
            };
            let terrain = serde_json::to_value(place.site().terrain).expect("it is written");
            assert_eq!(terrain.as_str().map(str::to_uppercase).as_deref(), Some(row["TERRAIN"].as_str()));
        }
        for row in sources::csv("implementation/referential/R_PROVINCE_EU.csv").iter().flatten() {
            let site = at(&row["ID"]).site();
            let PlaceKind::Europe { income, port, arsenal, presidio, country } = site.sort else {
                panic!("{} is not of Europe", row["ID"]);
            };
            let told = [
                income.to_string(),
                site.fortress.to_string(),
                country.map(|c| c.known().source.clone()).unwrap_or_default(),
                u8::from(port).to_string(),
                u8::from(arsenal).to_string(),
                u8::from(presidio).to_string(),
            ];
            let columns = ["INCOME", "FORTRESS", "R_COUNTRY", "PORT", "ARSENAL", "PRAESIDIABLE"];
            assert_eq!(told, columns.map(|c| row[c].clone()), "{}", site.key);
            for name in
                row["METADATA"].split(";;").filter(|n| n.chars().all(|c| c.is_alphabetic() || c == ' '))
            {
                assert!(
                    site.search.contains(&words::folded(name)) || *name == site.key,
                    "{name} of {}",
                    site.key
                );
            }
        }
        for row in sources::csv("implementation/referential/R_PROVINCE_ROTW.csv").iter().flatten() {
            let site = at(&row["ID"]).site();
            let PlaceKind::Rotw { region } = site.sort else {
                panic!("{} is not of the rest of the world", row["ID"])
            };
            assert_eq!(atlas().regions[usize::from(region)].key, row["REGION"]);
            assert_eq!(site.fortress, row["FORTRESS"].parse().unwrap_or(0));
        }
        for row in sources::csv("implementation/referential/R_PROVINCE_SEA.csv").iter().flatten() {
            let PlaceKind::Sea { difficulty, malus, .. } = at(&row["ID"]).site().sort else {
                panic!("{} is no sea", row["ID"])
            };
            assert_eq!(
                [difficulty.to_string(), malus.to_string()],
                [row["DIFFICULTY"].clone(), row["PENALTY"].clone()]
            );
        }
        let groups = "implementation/1.0.2.7__insert_table_geo_group/R_GEO_GROUP.csv";
        if let Some(rows) = sources::csv(groups) {
            let of_europe = |site: &Site| {
                rows.iter().any(|row| {
                    row.values().any(|group| group == "EUROPE") && row.values().any(|key| *key == site.key)
                })
            };
            for site in atlas().sites.iter().filter(|site| site.is_sea()) {
                assert_eq!(site.map == Map::Europe, of_europe(site), "{}", site.key);
            }
        }
        for row in sources::csv("implementation/referential/R_REGION.csv").iter().flatten() {
            let region = atlas().regions.iter().find(|r| r.key == row["NAME"]).expect("the region is there");
            let told =
                [region.income, region.difficulty, region.tolerance, region.natives].map(|n| n.to_string());
            assert_eq!(told, ["INCOME", "DIFFICULTY", "TOLERANCE", "NATIVES_NUMBER"].map(|c| row[c].clone()));
            assert_eq!(region.natives_kind, row["NATIVES_TYPE"]);
            assert_eq!(region.cold.map(|n| n.to_string()).unwrap_or_default(), row["COLD_AREA"]);
        }
    }

    #[test]
    fn every_border_is_as_the_data_has_it() {
        let rows = sources::csv("implementation/referential/R_BORDER.csv");
        for row in rows.iter().flatten() {
            let kind = match row["TYPE"].as_str() {
                "RIVER" => Border::River,
                "PASS" => Border::Pass,
                "STRAIT" => Border::Strait,
                "BERING_STRAIT" => Border::BeringStrait,
                _ => Border::Open,
            };
            let found = atlas().border(at(&row["ID_R_PROVINCE_FROM"]), at(&row["ID_R_PROVINCE_TO"]));
            assert_eq!(found, Some(kind), "{row:?}");
        }
    }

    #[test]
    fn a_border_that_is_not_the_same_from_both_sides_is_not_read() {
        let provinces = include_str!("../data/provinces.toml");
        let seas = include_str!("../data/seas.toml");
        let read = |borders: &str| Atlas::read(provinces, seas, borders).err();
        assert_eq!(read("eHolland = [\"eUtrecht\"]\neUtrecht = [\"eHolland\"]"), None);
        let otherwise = Some("eHolland borders eUtrecht otherwise than back".to_owned());
        assert_eq!(read("eHolland = [\"eUtrecht/river\"]\neUtrecht = [\"eHolland\"]"), otherwise);
        assert_eq!(read("eHolland = [\"eUtrecht\"]"), otherwise);
        assert_eq!(read("eHolland = [\"eAtlantis\"]"), Some("no place eAtlantis".to_owned()));
        let twice = read("eHolland = [\"eUtrecht\", \"eUtrecht\"]\neUtrecht = [\"eHolland\"]");
        assert_eq!(twice, Some("eHolland borders eUtrecht twice, or itself".to_owned()));
        let itself = read("eHolland = [\"eHolland\"]");
        assert_eq!(itself, Some("eHolland borders eHolland twice, or itself".to_owned()));
    }

    #[test]
    fn what_is_printed_on_a_place_is_read() {
        let europe = |key: &str| match at(key).site().sort {
            PlaceKind::Europe { port, arsenal, presidio, .. } => [port, arsenal, presidio],
            _ => panic!("{key} is not of Europe"),
        };
        assert_eq!(europe("eGuyenne"), [true, false, false]);
        assert_eq!(europe("ePoitou"), [false, true, true]);
        assert_eq!(europe("eLanguedoc"), [false, false, false]);
        let atlas = atlas();
        let angola = at("rAngola~N").site();
        let PlaceKind::Rotw { region } = angola.sort else { panic!("{} is not far away", angola.key) };
        let region = &atlas.regions[usize::from(region)];
        assert_eq!(
            (region.key.as_str(), angola.name.as_str()),
            ("Angola", format!("{} N", region.name).as_str())
        );
    }

    #[test]
    fn a_sea_is_of_european_waters_where_its_row_says_so() {
        let seas =
            r#"sea = [["sHere", "Here", "", 4, 0, 1, "baltic"], ["sThere", "There", "", 5, 1, 0, ""]]"#;
        let atlas = Atlas::read(include_str!("../data/provinces.toml"), seas, "").expect("it is whole");
        let map = |key: &str| atlas.site(atlas.place(key).expect("there is such a place")).map;
        assert_eq!([map("sHere"), map("sThere")], [Map::Europe, Map::Rotw]);
    }

    // Where a region has a name of its own beside its key, its places are found by both.
    #[test]
    fn a_place_far_away_is_found_by_its_regions_key_and_name() {
        for place in atlas().all() {
            let PlaceKind::Rotw { region } = place.site().sort else { continue };
            let region = &atlas().regions[usize::from(region)];
            let part = place.site().key.split_once('~').map_or("", |(_, part)| part);
            let other = format!("{} {part}", region.key);
            assert_eq!(place.site().others.contains(&other), region.name != region.key, "{place:?}");
        }
    }

    #[test]
    fn the_nearest_names_are_those_of_fewest_other_letters() {
        assert_eq!(nearest("Holand", 1), [at("eHolland")]);
        assert_eq!(nearest("Lumbardia", 3).first(), Some(&at("eLombardia")));
        assert_eq!(nearest("Holand", 3).len(), 3);
    }

    #[test]
    fn a_place_is_found_by_any_of_its_names() {
        assert_eq!(find("bordeaux")[0], at("eGuyenne"));
        assert_eq!(find("TRONDELAG")[0], at("eTrondelag"));
        assert_eq!(find("munchen")[0], at("eBayern"));
        assert_eq!(find("good hope")[0], at("sBonne-Esperance"));
        assert_eq!(find("holland")[0], at("eHolland"), "a whole name before a part of Holland's own");
        assert_eq!(find("terre-neuve")[0].site().name.split(' ').next(), Some("Newfoundland"));
        assert!(find("xyzzy").is_empty());
        assert_eq!(serde_json::from_str::<Place>("\"eHolland\"").ok(), Some(at("eHolland")));
    }

    // fast-battle.supply.cold-area.extent
    #[test]
    fn the_snowflakes_of_the_rest_of_the_world_are_known() {
        assert_eq!(at("rKamchatka~I").snowflake(), Some(2));
        assert_eq!(at("rLena~NW").snowflake(), Some(1));
        assert_eq!(at("rAngola~N").snowflake(), None);
        assert_eq!(at("eHolland").snowflake(), None);
    }
}
