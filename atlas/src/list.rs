//! The list kept by hand: areas, provinces, minor countries, seas, rivers and corrections, as `atlas/data/` holds them.

use crate::fault::{Fault, text};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::str::FromStr;

/// Longitude and latitude.
pub type Place = (f64, f64);

/// What the land is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Open country.
    Clear,
    /// Forest.
    Forest,
    /// Mountains.
    Mountain,
    /// Marsh.
    Marsh,
    /// Desert or dry steppe.
    Desert,
}

/// A city of the list.
#[derive(Clone, Debug)]
pub struct CityEntry {
    /// Inhabitants about 1800, in thousands.
    pub inhabitants: u32,
    /// Its works, 0 (open) to 3 (a great fortress): the fletches.
    pub works: u8,
    /// Its harbour, 0 (none) to 3 (a great port).
    pub harbour: u8,
    /// Whether a navy lay there.
    pub naval: bool,
}

/// A land area of the list.
#[derive(Clone, Debug)]
pub struct AreaEntry {
    /// Its machine word.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its name in the language of the place, where that is another.
    pub local: String,
    /// Its province.
    pub province: String,
    /// Where it is.
    pub place: Place,
    /// Further places from which it grows: the other islands of a group, a strip of coast.
    pub also: Vec<Place>,
    /// What the land is like.
    pub terrain: Terrain,
    /// Its city.
    pub city: Option<CityEntry>,
}

/// A province of the list.
#[derive(Clone, Debug)]
pub struct ProvinceEntry {
    /// Its machine word.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The power whose home it is; none for a minor country.
    pub holder: Option<String>,
    /// Inhabitants about 1800, in thousands.
    pub people: u32,
    /// The known worth in $, where it is known.
    pub money: Option<u32>,
    /// The known worth in MP, where it is known.
    pub manpower: Option<u32>,
    /// The area of its capital.
    pub capital: String,
    /// Its guerrilla number: known, or (`None` and `mountains`) by the rule for Spain.
    pub guerrilla: Option<u8>,
    /// Whether its guerrilla number follows the rule for Spain.
    pub guerrilla_by_rule: bool,
    /// What rules mark it.
    pub marks: BTreeSet<String>,
}

/// A minor country of the list; its province has the same machine word.
#[derive(Clone, Debug)]
pub struct MinorEntry {
    /// Its machine word.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Other names of it.
    pub other_names: Vec<String>,
    /// The minor country of which it is a secondary district in 1805.
    pub district_of: Option<String>,
    /// The power that has it in 1805.
    pub holder: Option<String>,
    /// `neutral`, `free` or `conquered`.
    pub status: String,
}

/// A sea area of the list.
#[derive(Clone, Debug)]
pub struct SeaEntry {
    /// Its machine word.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The water it belongs to: `atlantic`, `north_sea`, `baltic`, `mediterranean`, `black_sea`.
    pub water: String,
    /// What rules mark it.
    pub marks: BTreeSet<String>,
    /// The places from which it grows.
    pub places: Vec<Place>,
}

/// A stroke of water or land.
#[derive(Clone, Debug, Deserialize)]
pub struct Stroke {
    /// Its name.
    pub name: String,
    /// Where it runs.
    pub line: Vec<Place>,
}

/// A pair of areas between which there is no road.
#[derive(Clone, Debug, Deserialize)]
pub struct NoRoad {
    /// The two.
    pub between: (String, String),
    /// What is between them.
    pub why: String,
}

/// A road that crosses a short border.
#[derive(Clone, Debug, Deserialize)]
pub struct Road {
    /// The two areas.
    pub between: (String, String),
    /// What the road is known as: its ends, or a pass.
    pub name: String,
}

/// A crossing arrow.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, Deserialize)]
pub struct Crossing {
    /// Its name.
    pub name: String,
    /// The two areas.
    pub between: (String, String),
    /// The sea areas it lies over.
    pub over: Vec<String>,
    /// What it costs to cross, in movement points.
    pub points: u8,
    /// `standard`, `option-12.2.1` or `added`.
    pub set: String,
    /// Where it comes from.
    pub origin: String,
}

/// Lakes that are not shown as such.
#[derive(Clone, Debug, Deserialize)]
pub struct LakeWords {
    /// Made by dams built since, or too broken for a board: not shown.
    pub later: Vec<String>,
    /// Open to the sea then.
    pub sea: Vec<String>,
    /// Of these, in which what is land now was drained since.
    pub drained: Vec<String>,
}

/// Places of land beyond the board.
#[derive(Clone, Debug, Deserialize)]
pub struct Outside {
    /// Each takes the land nearest to it.
    pub places: Vec<Place>,
}

/// What the sources do not know.
#[derive(Clone, Debug, Deserialize)]
pub struct Corrections {
    /// Strokes of water.
    pub water: Vec<Stroke>,
    /// Strokes of land.
    pub land: Vec<Stroke>,
    /// Lakes.
    pub lakes: LakeWords,
    /// Beyond the board.
    pub outside: Outside,
    /// Neighbours that are none.
    #[serde(default)]
    pub no_road: Vec<NoRoad>,
    /// Roads over borders that would be too short to count.
    #[serde(default)]
    pub road: Vec<Road>,
    /// Crossing arrows.
    pub crossing: Vec<Crossing>,
    /// The sea that a harbour opens on, where it is not the nearest.
    #[serde(default)]
    pub harbours: BTreeMap<String, String>,
    /// By how many kilometres the reach of an area is made smaller.
    #[serde(default)]
    pub reach: BTreeMap<String, u32>,
}

/// The rivers.
#[derive(Clone, Debug, Deserialize)]
pub struct RiverList {
    /// Names taken from the coarser source.
    pub coarse: Vec<String>,
    /// Names taken from the finer source.
    pub fine: Vec<String>,
    /// The names by which they are known on the map.
    pub known_as: BTreeMap<String, String>,
    /// Rivers that neither source has.
    pub by_hand: Vec<Stroke>,
}

/// A power's capitals, and how many thousand of its inhabitants stand for $1 and for 1 MP.
#[derive(Clone, Debug, Deserialize)]
pub struct Rate {
    /// The areas of its national capitals.
    pub capitals: Vec<String>,
    /// For $1.
    pub money: u32,
    /// For 1 MP.
    pub manpower: u32,
}

/// The whole list.
#[derive(Clone, Debug)]
pub struct List {
    /// Land areas.
    pub areas: Vec<AreaEntry>,
    /// Provinces.
    pub provinces: Vec<ProvinceEntry>,
    /// Minor countries.
    pub minors: Vec<MinorEntry>,
    /// Sea areas.
    pub seas: Vec<SeaEntry>,
    /// Corrections.
    pub corrections: Corrections,
    /// Rivers.
    pub rivers: RiverList,
    /// Rates, by power; `minor` for minor countries.
    pub rates: BTreeMap<String, Rate>,
    /// The file of the combinations, taken over as it is.
    pub combinations: String,
    /// The file of the trade that no port shows, taken over as it is.
    pub trade: String,
}

/// The files of areas, in the order in which the map has them.
const AREA_FILES: [&str; 11] = [
    "france",
    "great-britain",
    "spain",
    "austria",
    "prussia",
    "russia",
    "turkey",
    "germany",
    "italy",
    "north",
    "south-and-east",
];

/// One row of a table: its fields by the heading of their column.
struct Row<'a> {
    fields: BTreeMap<&'a str, &'a str>,
    whence: String,
}

impl Row<'_> {
    fn text(&self, column: &str) -> String {
        self.fields.get(column).copied().unwrap_or_default().to_owned()
    }

    fn maybe(&self, column: &str) -> Option<String> {
        Some(self.text(column)).filter(|text| !text.is_empty())
    }

    fn number<N: FromStr>(&self, column: &str) -> Result<Option<N>, Fault> {
        let Some(text) = self.maybe(column) else { return Ok(None) };
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => {
                Err(Fault::list(format!("{}: {column} \"{text}\" is no number of its kind", self.whence)))
            }
        }
    }

    fn needed<N: FromStr>(&self, column: &str) -> Result<N, Fault> {
        self.number(column)?.ok_or_else(|| Fault::list(format!("{}: {column} is missing", self.whence)))
    }

    fn places(&self, column: &str) -> Result<Vec<Place>, Fault> {
        self.text(column)
            .split_whitespace()
            .map(|place| {
                let (east, north) = place.split_once(':')?;
                Some((east.parse().ok()?, north.parse().ok()?))
            })
            .collect::<Option<Vec<Place>>>()
            .ok_or_else(|| Fault::list(format!("{}: {column} is a list of longitude:latitude", self.whence)))
    }

    fn words(&self, column: &str) -> BTreeSet<String> {
        self.text(column).split_whitespace().map(str::to_owned).collect()
    }
}

/// The rows of a table with comma-separated columns, a heading, and no quotation marks.
fn rows<'a>(file: &str, text: &'a str) -> Result<Vec<Row<'a>>, Fault> {
    let mut lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let heading: Vec<&str> = lines.next().map(|(_, line)| line.split(',').collect()).unwrap_or_default();
    lines
        .map(|(number, line)| {
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            let whence = format!("{file}, line {}", number + 1);
            if fields.len() != heading.len() {
                let (has, wants) = (fields.len(), heading.len());
                return Err(Fault::list(format!("{whence}: {has} columns, the heading has {wants}")));
            }
            Ok(Row { fields: heading.iter().copied().zip(fields).collect(), whence })
        })
        .collect()
}

fn area(row: &Row<'_>) -> Result<AreaEntry, Fault> {
    let terrain = match row.text("terrain").as_str() {
        "clear" => Terrain::Clear,
        "forest" => Terrain::Forest,
        "mountain" => Terrain::Mountain,
        "marsh" => Terrain::Marsh,
        "desert" => Terrain::Desert,
        other => return Err(Fault::list(format!("{}: no terrain is called \"{other}\"", row.whence))),
    };
    let city = match row.number("inhabitants")? {
        None => None,
        Some(inhabitants) => Some(CityEntry {
            inhabitants,
            works: row.number("works")?.unwrap_or(0),
            harbour: row.number("harbour")?.unwrap_or(0),
            naval: row.text("naval") == "yes",
        }),
    };
    Ok(AreaEntry {
        id: row.text("id"),
        name: row.text("name"),
        local: row.text("local"),
        province: row.text("province"),
        place: (row.needed("lon")?, row.needed("lat")?),
        also: row.places("also")?,
        terrain,
        city,
    })
}

fn province(row: &Row<'_>) -> Result<ProvinceEntry, Fault> {
    let by_rule = row.text("guerrilla") == "mountains";
    Ok(ProvinceEntry {
        id: row.text("id"),
        name: row.text("name"),
        holder: row.maybe("holder"),
        people: row.needed("people")?,
        money: row.number("money")?,
        manpower: row.number("manpower")?,
        capital: row.text("capital"),
        guerrilla: if by_rule { None } else { row.number("guerrilla")? },
        guerrilla_by_rule: by_rule,
        marks: row.words("marks"),
    })
}

impl List {
    /// Reads the list and checks that its parts fit each other.
    ///
    /// # Errors
    /// Where a file is missing or a line says something that cannot be.
    pub fn read(directory: &Path) -> Result<List, Fault> {
        let file = |name: &str| text(&directory.join(name));
        let mut areas = Vec::new();
        for name in AREA_FILES {
            let name = format!("areas/{name}.csv");
            for row in rows(&name, &file(&name)?)? {
                areas.push(area(&row)?);
            }
        }
        let provinces =
            rows("provinces.csv", &file("provinces.csv")?)?.iter().map(province).collect::<Result<_, _>>()?;
        let minors = rows("minors.csv", &file("minors.csv")?)?
            .iter()
            .map(|row| MinorEntry {
                id: row.text("id"),
                name: row.text("name"),
                other_names: row
                    .text("other_names")
                    .split('|')
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned)
                    .collect(),
                district_of: row.maybe("district_of"),
                holder: row.maybe("holder"),
                status: row.text("status"),
            })
            .collect();
        let mut seas = Vec::new();
        for row in rows("seas.csv", &file("seas.csv")?)? {
            seas.push(SeaEntry {
                id: row.text("id"),
                name: row.text("name"),
                water: row.text("water"),
                marks: row.words("marks"),
                places: row.places("points")?,
            });
        }
        #[derive(Deserialize)]
        struct Rates {
            power: BTreeMap<String, Rate>,
        }
        let parsed = |name: &str, why: toml::de::Error| Fault::file(&directory.join(name), why);
        let list = List {
            areas,
            provinces,
            minors,
            seas,
            corrections: toml::from_str(&file("corrections.toml")?)
                .map_err(|why| parsed("corrections.toml", why))?,
            rivers: toml::from_str(&file("rivers.toml")?).map_err(|why| parsed("rivers.toml", why))?,
            rates: toml::from_str::<Rates>(&file("powers.toml")?)
                .map_err(|why| parsed("powers.toml", why))?
                .power,
            combinations: file("combinations.toml")?,
            trade: file("trade.toml")?,
        };
        list.check()?;
        Ok(list)
    }

    fn check(&self) -> Result<(), Fault> {
        let mut ids = BTreeSet::new();
        for id in self.areas.iter().map(|area| &area.id).chain(self.seas.iter().map(|sea| &sea.id)) {
            if !ids.insert(id.as_str()) {
                return Err(Fault::list(format!("two places are called {id}")));
            }
        }
        let known = |id: &str| ids.contains(id);
        for area in &self.areas {
            if !self.provinces.iter().any(|province| province.id == area.province) {
                return Err(Fault::list(format!("{}: no province is called {}", area.id, area.province)));
            }
        }
        for province in &self.provinces {
            let stands = self.areas.iter().any(|area| {
                area.id == province.capital && area.province == province.id && area.city.is_some()
            });
            if !stands {
                let (id, capital) = (&province.id, &province.capital);
                return Err(Fault::list(format!("{id}: its capital {capital} is no city in it")));
            }
            let minor = self.minors.iter().any(|minor| minor.id == province.id);
            if minor == province.holder.is_some() {
                return Err(Fault::list(format!(
                    "{}: a province is either a power's home or a minor country",
                    province.id
                )));
            }
            let rate = province.holder.as_deref().unwrap_or("minor");
            if !self.rates.contains_key(rate) {
                return Err(Fault::list(format!("{}: there is no rate for {rate}", province.id)));
            }
        }
        let pairs = self.corrections.crossing.iter().map(|crossing| &crossing.between);
        let no_roads = self.corrections.no_road.iter().map(|pair| &pair.between);
        let roads = self.corrections.road.iter().map(|road| &road.between);
        for (one, other) in pairs.chain(no_roads).chain(roads) {
            if !known(one) || !known(other) {
                return Err(Fault::list(format!("corrections: {one} or {other} is no area")));
            }
        }
        for sea in self
            .corrections
            .crossing
            .iter()
            .flat_map(|crossing| &crossing.over)
            .chain(self.corrections.harbours.values())
        {
            if !self.seas.iter().any(|entry| entry.id == *sea) {
                return Err(Fault::list(format!("corrections: {sea} is no sea area")));
            }
        }
        Ok(())
    }

    /// The area of a machine word, by its number.
    #[must_use]
    pub fn area_number(&self, id: &str) -> Option<usize> {
        self.areas.iter().position(|area| area.id == id)
    }

    /// The province of an area.
    #[must_use]
    pub fn province_of(&self, area: &AreaEntry) -> Option<&ProvinceEntry> {
        self.provinces.iter().find(|province| province.id == area.province)
    }
}
