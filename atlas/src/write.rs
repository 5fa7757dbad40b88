//! Writing the made map: plain files, one record a line, the same bytes for the same input.

use crate::fault::Fault;
use crate::list::List;
use crate::map::{Map, Shapes};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// One record as an inline table.
fn inline<T: Serialize>(record: &T) -> Result<String, Fault> {
    let mut text = String::new();
    record
        .serialize(toml::ser::ValueSerializer::new(&mut text))
        .map_err(|why| Fault::list(why.to_string()))?;
    Ok(text)
}

fn array<T: Serialize>(name: &str, records: &[T]) -> Result<String, Fault> {
    let mut text = format!("{name} = [\n");
    for record in records {
        text.push_str("  ");
        text.push_str(&inline(record)?);
        text.push_str(",\n");
    }
    text.push_str("]\n");
    Ok(text)
}

const MADE: &str = "# Made by the workspace's tool `atlas` from public-domain geography (Natural Earth) and the list in atlas/data. Do not edit; see docs/map.md.\n# This is not the printed map.\n#\n";

const AREAS: &str = "\
# Land areas.
# terrain: clear, forest, mountain, marsh, desert. forage: 1 to 6. at: where name and counters stand, in units of the sheet (2 km) from its
# north-western corner. place: longitude and latitude in hundredths of a degree. size: km². landmass: areas with the same number hang together by land.
# city: at, inhabitants (thousands, about 1800), towers 1 to 5, fletches 0 to 3, capital \"national\" or \"provincial\".
# port: sea (the sea area that its blockade box touches), guns (harbour defence), fleets (that the box holds), domestic and american trade ($), naval (a navy lay there).
# Origins: names and places from history; everything else, unless origin says otherwise, by the rules of docs/map.md.

origin.default = \"ours\"

";

const PROVINCES: &str = "\
# Provinces and minor countries.
# province: home_of (the power whose home it is; a province without one is the minor country of the same id), money ($) and manpower (MP) an
# Economic Phase, people (thousands, about 1800), capital (area), worth_origin (of money and manpower, where it is not the default), guerrilla
# (number), feudal_infantry and feudal_cavalry (corps), marks (africa, cossack, freikorps, insurrection, polish, polish-house: Polish by a house rule,
# second-capital: a national capital for the Victory Conditions Chart alone, indian-trade: who holds it decides the Indian trade).
# minor: other_names, district_of (secondary district of that minor country in 1805), holder and status (neutral, free, conquered) in January 1805.

origin.default = \"ours\"
origin.guerrilla = \"reconstructed\" # of Spain: ours
origin.polish = \"reconstructed\"
origin.polish-house = \"reconstructed\"
origin.second-capital = \"seed\"
origin.district_of = \"seed\" # Finland's; Norway's: reconstructed
origin.names_of_minor_countries = \"rulebook\"

";

const SEAS: &str = "\
# Sea areas.
# water: atlantic, north_sea, baltic, mediterranean (every sea between Gibraltar and the Dardanelles), black_sea (the Dardanelles with it). at: where name and fleets stand.
# marks: adriatic, aegean, british (touches Great Britain), channel, dardanelles, east (Malta's sea area and those east of it).

origin.default = \"ours\"

";

const BORDERS: &str = "\
# Borders.
# land: two areas that touch, kind open or river (with its name), length in km. coast: a land area and a sea area that touch.
# sea: two sea areas that touch. crossing: an arrow over the water; points: movement points; set: standard, option-12.2.1, added (left out by the house rules).

origin.default = \"ours\"

";

fn arcs_and_rings(shapes: &Shapes) -> Result<String, Fault> {
    let mut text = format!(
        "{{\"about\":\"Outlines; made by the tool atlas, see docs/map.md. One unit is {} km. arcs: x, y, then steps. areas, seas, outside, water: rings of arc numbers, -1-n is arc n backwards; even-odd.\",\n\"width\":{},\"height\":{},\"kilometres\":{},\n",
        shapes.kilometres, shapes.width, shapes.height, shapes.kilometres
    );
    let lines = |records: Vec<String>| records.join(",\n");
    text.push_str("\"arcs\":[\n");
    text.push_str(&lines(shapes.arcs.iter().map(json).collect::<Result<_, _>>()?));
    let mut named = |name: &str, of: &BTreeMap<String, Vec<Vec<i32>>>| -> Result<(), Fault> {
        let one = |(id, rings): (&String, &Vec<Vec<i32>>)| Ok(format!("\"{id}\":{}", json(rings)?));
        text.push_str(&format!("{}\"{name}\":{{\n", if name == "areas" { "],\n" } else { "},\n" }));
        text.push_str(&lines(of.iter().map(one).collect::<Result<_, Fault>>()?));
        Ok(())
    };
    named("areas", &shapes.areas)?;
    named("seas", &shapes.seas)?;
    text.push_str(&format!(
        "}},\n\"outside\":{},\n\"water\":{},\n\"rivers\":[\n",
        json(&shapes.outside)?,
        json(&shapes.water)?
    ));
    text.push_str(&lines(shapes.rivers.iter().map(json).collect::<Result<_, _>>()?));
    text.push_str("]}\n");
    Ok(text)
}

fn json<T: Serialize>(value: &T) -> Result<String, Fault> {
    serde_json::to_string(value).map_err(|why| Fault::list(why.to_string()))
}

/// The files of a map by name, and what is in them.
///
/// # Errors
/// Where a value cannot be written.
pub fn files(map: &Map, list: &List) -> Result<BTreeMap<&'static str, String>, Fault> {
    let mut files = BTreeMap::new();
    files.insert("areas.toml", format!("{MADE}{AREAS}{}", array("area", &map.areas)?));
    files.insert(
        "provinces.toml",
        format!("{MADE}{PROVINCES}{}\n{}", array("province", &map.provinces)?, array("minor", &map.minors)?),
    );
    files.insert("seas.toml", format!("{MADE}{SEAS}{}", array("sea", &map.seas)?));
    let borders = [
        array("land", &map.land)?,
        array("coast", &map.coasts)?,
        array("sea", &map.sea)?,
        array("crossing", &map.crossings)?,
    ];
    files.insert("borders.toml", format!("{MADE}{BORDERS}{}", borders.join("\n")));
    files.insert("combinations.toml", format!("{MADE}{}", list.combinations));
    files.insert("trade.toml", format!("{MADE}{}", list.trade));
    files.insert("shapes.json", arcs_and_rings(&map.shapes)?);
    Ok(files)
}

/// Writes the files.
///
/// # Errors
/// Where the directory cannot be written to.
pub fn write(files: &BTreeMap<&'static str, String>, directory: &Path) -> Result<(), Fault> {
    std::fs::create_dir_all(directory).map_err(|why| Fault::file(directory, why))?;
    for (name, text) in files {
        let path = directory.join(name);
        std::fs::write(&path, text).map_err(|why| Fault::file(&path, why))?;
    }
    Ok(())
}
