//! The made map: what its files hold, and how they are read.
//!
//! Coordinates are whole squares of the grid from the north-western corner, [`Shapes::kilometres`] each.

use crate::fault::{Fault, text};
use crate::list::{Crossing, Terrain};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A city.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct City {
    /// Where it stands.
    pub at: (i32, i32),
    /// Inhabitants about 1800, in thousands.
    pub inhabitants: u32,
    /// The size of the garrison that its towers hold, 1 to 5 towers.
    pub towers: u8,
    /// Its fortification, 0 to 3 fletches.
    pub fletches: u8,
    /// `national` or `provincial`, for a capital.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capital: Option<String>,
}

/// A port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Port {
    /// The sea area that its blockade box touches.
    pub sea: String,
    /// The strength of its harbour guns.
    pub guns: u8,
    /// How many fleets its box holds.
    pub fleets: u8,
    /// Domestic trade, $.
    pub domestic: u8,
    /// American trade, $.
    pub american: u8,
    /// Whether a navy lay there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub naval: bool,
}

/// A land area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// Its machine word.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its name in the language of the place, where that is another.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub local: String,
    /// Its province.
    pub province: String,
    /// What the land is like.
    pub terrain: Terrain,
    /// Its forage value, 1 to 6.
    pub forage: u8,
    /// Where its name and counters stand.
    pub at: (i32, i32),
    /// Longitude and latitude, in hundredths of a degree.
    pub place: (i32, i32),
    /// Its size, in square kilometres.
    pub size: u32,
    /// The landmass it stands on; areas of one landmass can be reached from each other by land.
    pub landmass: u16,
    /// Its city.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<City>,
    /// Its port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<Port>,
}

/// A province; a minor country is one of the same machine word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Province {
    /// Its machine word.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The power whose home it is; none for a minor country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home_of: Option<String>,
    /// Money, $ an Economic Phase.
    pub money: u32,
    /// Manpower, MP an Economic Phase.
    pub manpower: u32,
    /// Inhabitants about 1800, in thousands.
    pub people: u32,
    /// The area of its capital.
    pub capital: String,
    /// Where money and manpower come from, where that is not this project itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth_origin: Option<String>,
    /// Its guerrilla number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guerrilla: Option<u8>,
    /// Feudal infantry corps it raises for Turkey.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub feudal_infantry: u8,
    /// Feudal cavalry corps it raises for Turkey.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub feudal_cavalry: u8,
    /// What else rules mark: `africa`, `cossack`, `freikorps`, `insurrection`, `polish`, `polish-house`, `second-capital`, `indian-trade`.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub marks: BTreeSet<String>,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// A minor country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Minor {
    /// Its machine word, and its province's.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Other names that rules and players use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_names: Vec<String>,
    /// The minor country of which it is a secondary district in 1805.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub district_of: Option<String>,
    /// The power that has it in January 1805.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
    /// `neutral`, `free` or `conquered` in January 1805.
    pub status: String,
}

/// A sea area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sea {
    /// Its machine word.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The water it belongs to: `atlantic`, `north_sea`, `baltic`, `mediterranean`, `black_sea`.
    pub water: String,
    /// Where its name and fleets stand.
    pub at: (i32, i32),
    /// What rules mark: `adriatic`, `aegean`, `british` (touches Great Britain), `channel`, `dardanelles`, `east` (Malta's and east of it).
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub marks: BTreeSet<String>,
}

/// A border of two land areas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandBorder {
    /// The two areas, in the order of their machine words.
    pub between: (String, String),
    /// `open` or `river`.
    pub kind: String,
    /// The river's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub river: Option<String>,
    /// Its length, in kilometres.
    pub length: u32,
}

/// A coast: a land area and a sea area that touch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coast {
    /// The land area.
    pub area: String,
    /// The sea area.
    pub sea: String,
    /// Its length, in kilometres.
    pub length: u32,
}

/// A border of two sea areas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeaBorder {
    /// The two sea areas, in the order of their machine words.
    pub between: (String, String),
}

/// A river, for drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct River {
    /// Its name.
    pub name: String,
    /// Where it runs: x, y, then steps.
    pub line: Vec<i32>,
}

/// Rings of arcs, each a list of arc numbers; a negative number −1−n is arc n backwards. What an odd number of rings holds is inside.
pub type Rings = Vec<Vec<i32>>;

/// The outlines. Every border is one arc that both sides share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shapes {
    /// Width of the sheet.
    pub width: u32,
    /// Height of the sheet.
    pub height: u32,
    /// Kilometres of one unit.
    pub kilometres: u32,
    /// The arcs: x, y of the first point, then the step to each further one.
    pub arcs: Vec<Vec<i32>>,
    /// Land areas by machine word.
    pub areas: BTreeMap<String, Rings>,
    /// Sea areas by machine word.
    pub seas: BTreeMap<String, Rings>,
    /// Land beyond the board.
    pub outside: Rings,
    /// Lakes and water that is no sea area.
    pub water: Rings,
    /// Great rivers.
    pub rivers: Vec<River>,
}

/// The points of a list of a first point and steps.
#[must_use]
pub fn points(steps: &[i32]) -> Vec<(i32, i32)> {
    let mut at = (0, 0);
    let add = |step: &[i32]| {
        at = (at.0 + step[0], at.1 + step[1]);
        at
    };
    steps.chunks_exact(2).map(add).collect()
}

/// Twice the area that a ring holds, with its sign.
#[must_use]
pub fn doubled(ring: &[(i32, i32)]) -> i64 {
    crate::outline::doubled_area(ring)
}

impl Shapes {
    /// The points of a ring.
    #[must_use]
    pub fn ring(&self, ring: &[i32]) -> Vec<(i32, i32)> {
        let mut found: Vec<(i32, i32)> = Vec::new();
        for arc in ring {
            let number = if *arc < 0 { -1 - *arc } else { *arc };
            let steps = usize::try_from(number).ok().and_then(|number| self.arcs.get(number));
            let mut arc_points = steps.map(|steps| points(steps)).unwrap_or_default();
            if *arc < 0 {
                arc_points.reverse();
            }
            if found.last() == arc_points.first() {
                found.pop();
            }
            found.extend(arc_points);
        }
        found
    }
}

/// The whole map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Land areas.
    pub areas: Vec<Area>,
    /// Provinces.
    pub provinces: Vec<Province>,
    /// Minor countries.
    pub minors: Vec<Minor>,
    /// Sea areas.
    pub seas: Vec<Sea>,
    /// Borders of land areas.
    pub land: Vec<LandBorder>,
    /// Coasts.
    pub coasts: Vec<Coast>,
    /// Borders of sea areas.
    pub sea: Vec<SeaBorder>,
    /// Crossing arrows.
    pub crossings: Vec<Crossing>,
    /// Outlines.
    pub shapes: Shapes,
}

#[derive(Deserialize)]
struct AreaFile {
    area: Vec<Area>,
}

#[derive(Deserialize)]
struct ProvinceFile {
    province: Vec<Province>,
    minor: Vec<Minor>,
}

#[derive(Deserialize)]
struct SeaFile {
    sea: Vec<Sea>,
}

#[derive(Deserialize)]
struct BorderFile {
    land: Vec<LandBorder>,
    coast: Vec<Coast>,
    sea: Vec<SeaBorder>,
    crossing: Vec<Crossing>,
}

impl Map {
    /// Reads the files of a made map.
    ///
    /// # Errors
    /// Where one is missing or says something else than it should.
    pub fn read(directory: &Path) -> Result<Map, Fault> {
        fn file<T: serde::de::DeserializeOwned>(directory: &Path, name: &str) -> Result<T, Fault> {
            let path = directory.join(name);
            toml::from_str(&text(&path)?).map_err(|why| Fault::file(&path, why))
        }
        let areas: AreaFile = file(directory, "areas.toml")?;
        let provinces: ProvinceFile = file(directory, "provinces.toml")?;
        let seas: SeaFile = file(directory, "seas.toml")?;
        let borders: BorderFile = file(directory, "borders.toml")?;
        let path = directory.join("shapes.json");
        let shapes = serde_json::from_str(&text(&path)?).map_err(|why| Fault::file(&path, why))?;
        Ok(Map {
            areas: areas.area,
            provinces: provinces.province,
            minors: provinces.minor,
            seas: seas.sea,
            land: borders.land,
            coasts: borders.coast,
            sea: borders.sea,
            crossings: borders.crossing,
            shapes,
        })
    }

    /// The area of a machine word.
    #[must_use]
    pub fn area(&self, id: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.id == id)
    }

    /// The land neighbours of an area, without crossing arrows.
    #[must_use]
    pub fn neighbours(&self, id: &str) -> BTreeSet<&str> {
        let other = |border: &'_ LandBorder| -> Option<usize> {
            if border.between.0 == id { Some(1) } else { (border.between.1 == id).then_some(0) }
        };
        self.land
            .iter()
            .filter_map(|border| {
                let side = other(border)?;
                Some(if side == 0 { border.between.0.as_str() } else { border.between.1.as_str() })
            })
            .collect()
    }
}
