//! The public geography: Natural Earth's coasts, lakes and rivers, as its GeoJSON files give them.

use crate::fault::{Fault, text};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// A ring or a line: longitudes and latitudes.
pub type Line = Vec<(f64, f64)>;

/// A lake.
#[derive(Clone, Debug)]
pub struct Lake {
    /// Its name, where it has one.
    pub name: String,
    /// Its rings.
    pub rings: Vec<Line>,
}

/// A stretch of a river.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The name in the source.
    pub name: String,
    /// From the coarser source.
    pub coarse: bool,
    /// Where it runs.
    pub line: Line,
}

/// What is taken from the sources.
#[derive(Clone, Debug)]
pub struct Geography {
    /// Land, a list of rings each.
    pub land: Vec<Vec<Line>>,
    /// Lakes.
    pub lakes: Vec<Lake>,
    /// Named rivers.
    pub rivers: Vec<Stretch>,
}

#[derive(Deserialize)]
struct Collection {
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    properties: serde_json::Map<String, Value>,
    geometry: Option<Geometry>,
}

#[derive(Deserialize)]
struct Geometry {
    #[serde(rename = "type")]
    kind: String,
    coordinates: Value,
}

impl Feature {
    fn name(&self) -> String {
        self.properties.get("name").and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Its parts: polygons as lists of rings, lines as lists of one.
    fn parts(&self) -> Vec<Vec<Line>> {
        let Some(geometry) = &self.geometry else { return Vec::new() };
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let line = |value: &Value| -> Line {
            list(value)
                .iter()
                .filter_map(|point| Some((point.get(0)?.as_f64()?, point.get(1)?.as_f64()?)))
                .collect()
        };
        let of = &geometry.coordinates;
        match geometry.kind.as_str() {
            "Polygon" => vec![list(of).iter().map(line).collect()],
            "MultiPolygon" => list(of).iter().map(|part| list(part).iter().map(line).collect()).collect(),
            "LineString" => vec![vec![line(of)]],
            "MultiLineString" => list(of).iter().map(|part| vec![line(part)]).collect(),
            _ => Vec::new(),
        }
    }
}

fn features(path: &Path) -> Result<Vec<Feature>, Fault> {
    let collection: Collection = serde_json::from_str(&text(path)?).map_err(|why| Fault::file(path, why))?;
    Ok(collection.features)
}

impl Geography {
    /// Reads the files of a directory: `ne_50m_land.json`, `ne_50m_lakes.json`, `ne_50m_rivers_lake_centerlines.json`, `ne_10m_rivers_europe.json`.
    ///
    /// # Errors
    /// Where one of them is missing or is no GeoJSON.
    pub fn read(directory: &Path) -> Result<Geography, Fault> {
        let land = features(&directory.join("ne_50m_land.json"))?.iter().flat_map(Feature::parts).collect();
        let mut lakes = Vec::new();
        for lake in features(&directory.join("ne_50m_lakes.json"))? {
            lakes.extend(lake.parts().into_iter().map(|rings| Lake { name: lake.name(), rings }));
        }
        let mut rivers = Vec::new();
        for (file, coarse) in
            [("ne_50m_rivers_lake_centerlines.json", true), ("ne_10m_rivers_europe.json", false)]
        {
            for river in features(&directory.join(file))? {
                for line in river.parts().into_iter().flatten() {
                    rivers.push(Stretch { name: river.name(), coarse, line });
                }
            }
        }
        Ok(Geography { land, lakes, rivers })
    }
}
