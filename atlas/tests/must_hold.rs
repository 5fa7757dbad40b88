//! What must hold of the made map, whatever is changed in the list.

#![allow(clippy::unwrap_used)]

mod made;

use atlas::map::doubled;
use made::MAP;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

type Graph = BTreeMap<&'static str, BTreeSet<&'static str>>;

fn graph<'a>(pairs: impl Iterator<Item = (&'static String, &'static String)> + 'a) -> Graph {
    let mut graph = Graph::new();
    for (a, b) in pairs {
        graph.entry(a).or_default().insert(b);
        graph.entry(b).or_default().insert(a);
    }
    graph
}

fn by_land() -> Graph {
    graph(MAP.land.iter().map(|border| (&border.between.0, &border.between.1)))
}

fn by_sea() -> Graph {
    graph(MAP.sea.iter().map(|border| (&border.between.0, &border.between.1)))
}

/// Land and sea together: a coast joins the two.
fn by_all() -> Graph {
    let coasts = MAP.coasts.iter().map(|coast| (&coast.area, &coast.sea));
    let land = MAP.land.iter().map(|border| (&border.between.0, &border.between.1));
    graph(coasts.chain(land).chain(MAP.sea.iter().map(|border| (&border.between.0, &border.between.1))))
}

/// Steps from one place to another.
fn steps(graph: &Graph, from: &str, to: &str) -> Option<usize> {
    let mut far = BTreeMap::from([(from, 0_usize)]);
    let mut open = VecDeque::from([from]);
    while let Some(here) = open.pop_front() {
        if here == to {
            return far.get(here).copied();
        }
        for next in graph.get(here).into_iter().flatten() {
            if !far.contains_key(next) {
                far.insert(next, far[here] + 1);
                open.push_back(next);
            }
        }
    }
    None
}

fn landmass(id: &str) -> u16 {
    MAP.area(id).unwrap_or_else(|| panic!("no area is called {id}")).landmass
}

#[test]
fn it_is_as_large_as_a_board() {
    assert!((450..=660).contains(&MAP.areas.len()), "{}", MAP.areas.len());
    assert!((35..=45).contains(&MAP.seas.len()), "{}", MAP.seas.len());
    let wild = MAP.areas.iter().filter(|area| area.city.is_none()).count();
    assert!(wild * 3 >= MAP.areas.len(), "{wild} of {} have no city", MAP.areas.len());
    for name in ["West of Munich", "Black Forest", "Pripet Marshes", "Upper Engadine"] {
        assert!(MAP.areas.iter().any(|area| area.name == name && area.city.is_none()), "{name}");
    }
}

#[test]
fn the_data_is_small() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/eia/data/map");
    let bytes: u64 =
        std::fs::read_dir(directory).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes < 1_500_000, "{bytes}");
}

#[test]
fn every_area_is_reached_by_land_or_sea() {
    let all = by_all();
    for area in &MAP.areas {
        assert!(steps(&all, "paris", &area.id).is_some(), "{} is cut off", area.id);
    }
    for sea in &MAP.seas {
        assert!(steps(&all, "paris", &sea.id).is_some(), "{} is cut off", sea.id);
    }
}

#[test]
fn borders_are_told_once_and_between_what_there_is() {
    let areas: BTreeSet<&str> = MAP.areas.iter().map(|area| area.id.as_str()).collect();
    let seas: BTreeSet<&str> = MAP.seas.iter().map(|sea| sea.id.as_str()).collect();
    assert_eq!((areas.len(), seas.len()), (MAP.areas.len(), MAP.seas.len()));
    assert!(areas.is_disjoint(&seas));
    let mut seen = BTreeSet::new();
    let land = MAP.land.iter().map(|border| (&border.between, &areas));
    for (between, among) in land.chain(MAP.sea.iter().map(|border| (&border.between, &seas))) {
        assert!(between.0 < between.1 && seen.insert(between), "{between:?}");
        assert!(among.contains(between.0.as_str()) && among.contains(between.1.as_str()), "{between:?}");
    }
    for coast in &MAP.coasts {
        assert!(
            areas.contains(coast.area.as_str()) && seas.contains(coast.sea.as_str()) && coast.length > 0,
            "{coast:?}"
        );
    }
    for border in &MAP.land {
        assert_eq!(border.kind == "river", border.river.is_some(), "{border:?}");
        assert!(border.kind == "river" || border.kind == "open", "{border:?}");
        assert_eq!(landmass(&border.between.0), landmass(&border.between.1), "{border:?}");
    }
    let rivers = MAP.land.iter().filter(|border| border.kind == "river").count();
    assert!((100..=500).contains(&rivers), "{rivers}");
}

#[test]
fn a_landmass_hangs_together() {
    let land = by_land();
    let mut first: BTreeMap<u16, &str> = BTreeMap::new();
    for area in &MAP.areas {
        let first = first.entry(area.landmass).or_insert(&area.id);
        assert!(steps(&land, first, &area.id).is_some(), "{first} and {} share a landmass", area.id);
    }
}

#[test]
fn islands_are_islands() {
    let mainland = landmass("paris");
    for island in [
        "london",
        "dublin",
        "isle-of-man",
        "palma",
        "mahon",
        "ibiza",
        "ajaccio",
        "cagliari",
        "palermo",
        "valletta",
        "corfu",
        "cephalonia",
        "rhodes",
        "candia",
        "nicosia",
        "mytilene",
        "chios",
        "cyclades",
        "negropont",
        "copenhagen",
        "odense",
        "lolland-and-falster",
        "bornholm",
        "gotland",
        "aland",
        "osel",
        "elba",
        "shetland",
        "orkney",
        "hebrides",
    ] {
        assert_ne!(landmass(island), mainland, "{island}");
    }
    assert_ne!(landmass("london"), landmass("dublin"));
    assert_ne!(landmass("ajaccio"), landmass("cagliari"));
    assert_ne!(landmass("copenhagen"), landmass("odense"));
    assert_eq!(landmass("palermo"), landmass("messina"));
    for mainland_city in ["madrid", "lisbon", "constantinople", "stockholm", "moscow", "reggio", "patras"] {
        assert!(
            steps(&by_land(), mainland_city, "paris").is_some() || mainland_city == "constantinople",
            "{mainland_city}"
        );
    }
}

#[test]
fn known_distances_are_kept() {
    let (land, sea) = (by_land(), by_sea());
    assert_eq!(steps(&land, "london", "paris"), None);
    assert_eq!(steps(&land, "london", "madrid"), None);
    assert!(steps(&by_all(), "london", "madrid").is_some());
    // As long as they were marched and sailed in games on the printed map.
    for (from, to, march) in [
        ("strasbourg", "ulm", 2),
        ("munich", "vienna", 4),
        ("paris", "vienna", 11),
        ("paris", "madrid", 9),
        ("berlin", "warsaw", 5),
        ("toulon", "perpignan", 4),
        ("genoa", "grenoble", 1),
        ("genoa", "toulon", 1),
        ("zurich", "paris", 4),
        ("leipzig", "brussels", 5),
        ("piacenza", "lyon", 4),
    ] {
        assert_eq!(steps(&land, from, to), Some(march), "{from} to {to}");
    }
    assert!(!land["toulon"].contains("turin"));
    let port = |id: &str| MAP.area(id).unwrap().port.as_ref().unwrap().sea.as_str();
    for (from, to, voyage) in [("portsmouth", "gibraltar", 7), ("toulon", "alexandria", 7)] {
        // Out of port and into port cost one each.
        assert_eq!(steps(&sea, port(from), port(to)).map(|steps| steps + 2), Some(voyage), "{from} to {to}");
    }
}

/// In 1812 eleven weeks lay between Vilna and Moscow.
#[test]
fn russia_is_wide_and_feeds_few() {
    let land = by_land();
    for (from, to, least) in
        [("vilna", "moscow", 7), ("kovno", "moscow", 7), ("warsaw", "moscow", 11), ("warsaw", "vilna", 4)]
    {
        let march = steps(&land, from, to).unwrap();
        assert!(march >= least, "{from} to {to}: {march}");
    }
    let forage = |id: &str| MAP.area(id).unwrap_or_else(|| panic!("no area is called {id}")).forage;
    for id in
        ["oshmiany", "minsk", "borisov", "orsha", "vitebsk", "smolensk", "dorogobuzh", "vyazma", "gzhatsk"]
    {
        assert!(forage(id) <= 3, "{id}: {}", forage(id));
    }
    assert!(forage("pripet-marshes") <= 2 && forage("moscow") == 4);
}

/// What areas fed, as mails of played campaigns tell it; our rule comes within one of each.
#[test]
fn forage_is_as_it_was_seen_in_play() {
    let seen = [
        ("paris", 5),
        ("zurich", 4),
        ("montpellier", 4),
        ("kassel", 4),
        ("hanover", 4),
        ("leipzig", 4),
        ("lyon", 5),
        ("turin", 5),
        ("freiburg", 5),
        ("munich", 4),
    ];
    let ours = |id: &str| MAP.area(id).unwrap().forage;
    for (id, seen) in seen {
        assert!(ours(id).abs_diff(seen) <= 1, "{id}: {} for {seen}", ours(id));
    }
    assert!(seen.iter().filter(|(id, seen)| ours(id) == *seen).count() >= 6);
}

#[test]
fn a_short_border_counts_only_where_a_road_crosses_it() {
    let list = atlas::list::List::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data")).unwrap();
    let sorted =
        |(a, b): &(String, String)| if a < b { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
    let roads: BTreeSet<_> = list.corrections.road.iter().map(|road| sorted(&road.between)).collect();
    let short: BTreeSet<_> =
        MAP.land.iter().filter(|border| border.length < 15).map(|border| border.between.clone()).collect();
    assert_eq!(short, roads);
    for (a, b) in [("burgos", "madrid"), ("angora", "brusa"), ("berezina", "chernigov")] {
        assert!(!by_land()[a].contains(b), "{a} and {b} touch at a corner alone");
    }
}

/// Campaigns in play name areas by their keys: one that was shipped once stays, with one of its parts where the area is cut up.
#[test]
fn no_key_of_an_area_disappears() {
    let shipped = include_str!("shipped_keys.txt");
    assert_eq!(shipped.lines().count(), 603);
    for key in shipped.lines() {
        assert!(MAP.area(key).is_some(), "{key}");
    }
}

#[test]
fn the_dardanelles_close_the_black_sea() {
    let mut sea = by_sea();
    let inside = ["western-black-sea", "eastern-black-sea", "sea-of-azov"];
    let outside = ["northern-aegean", "off-malta", "english-channel", "gulf-of-finland"];
    assert!(steps(&sea, inside[0], outside[0]).is_some());
    sea.remove("dardanelles");
    for others in sea.values_mut() {
        others.remove("dardanelles");
    }
    for inner in inside {
        assert!(steps(&sea, inside[0], inner).is_some());
        for outer in outside {
            assert_eq!(steps(&sea, inner, outer), None, "{inner} {outer}");
        }
    }
}

#[test]
fn constantinople_lies_on_the_dardanelles_and_both_sides_are_known() {
    let touching: BTreeSet<&str> = MAP
        .coasts
        .iter()
        .filter(|coast| coast.sea == "dardanelles")
        .map(|coast| coast.area.as_str())
        .collect();
    for area in ["constantinople", "gallipoli", "scutari-of-asia", "troad", "brusa"] {
        assert!(touching.contains(area), "{area}");
    }
    assert_eq!(MAP.area("constantinople").unwrap().port.as_ref().unwrap().sea, "dardanelles");
    assert_eq!(
        steps(&by_land(), "constantinople", "paris").is_some(),
        landmass("constantinople") == landmass("paris")
    );
    let crossing = |a: &str, b: &str| {
        MAP.crossings
            .iter()
            .any(|crossing| crossing.between.0 == a && crossing.between.1 == b && crossing.set == "standard")
    };
    assert!(crossing("constantinople", "scutari-of-asia") && crossing("gallipoli", "troad"));
    assert!(!by_land()["constantinople"].contains("scutari-of-asia"));
    assert!(!by_land()["gallipoli"].contains("troad"));
}

#[test]
fn crossing_arrows_join_what_a_sea_parts() {
    for crossing in &MAP.crossings {
        let (a, b) = (&crossing.between.0, &crossing.between.1);
        assert!(
            !by_land().get(a.as_str()).is_some_and(|near| near.contains(b.as_str())),
            "{}",
            crossing.name
        );
        for sea in &crossing.over {
            for side in [a, b] {
                assert!(
                    MAP.coasts.iter().any(|coast| coast.area == *side && coast.sea == *sea),
                    "{}: {side} {sea}",
                    crossing.name
                );
            }
        }
        assert!(["standard", "option-12.2.1", "added"].contains(&crossing.set.as_str()));
    }
}

#[test]
fn ports_open_on_a_sea_of_their_coast() {
    for area in &MAP.areas {
        let Some(port) = &area.port else { continue };
        assert!(area.city.is_some(), "{}", area.id);
        assert!(MAP.coasts.iter().any(|coast| coast.area == area.id && coast.sea == port.sea), "{}", area.id);
        assert!((10..=50).contains(&port.guns) && (1..=5).contains(&port.fleets), "{}", area.id);
    }
    for (port, sea) in [
        ("st-petersburg", "gulf-of-finland"),
        ("brest", "off-ushant"),
        ("toulon", "gulf-of-lyons"),
        ("portsmouth", "english-channel"),
        ("plymouth", "english-channel"),
        ("yarmouth", "off-yarmouth"),
        ("alexandria", "egyptian-coast"),
        ("stockholm", "gotland-sea"),
        ("valletta", "off-malta"),
    ] {
        assert_eq!(MAP.area(port).unwrap().port.as_ref().unwrap().sea, sea, "{port}");
    }
    for port in [
        "lorient",
        "le-havre",
        "st-malo",
        "cherbourg",
        "la-rochelle",
        "antwerp",
        "amsterdam",
        "london",
        "algiers",
        "gibraltar",
    ] {
        assert!(MAP.area(port).is_some_and(|area| area.port.is_some()), "{port}");
    }
}

#[test]
fn outlines_are_whole_and_hold_what_stands_in_them() {
    let mut wide = 0;
    for (id, rings) in MAP.shapes.areas.iter().chain(&MAP.shapes.seas) {
        assert!(!rings.is_empty(), "{id}");
        for ring in rings {
            let points = MAP.shapes.ring(ring);
            assert_eq!(points.first(), points.last(), "{id} is not closed");
            assert!(points.len() >= 4, "{id}: {points:?}");
            wide += doubled(&points);
        }
    }
    for ring in MAP.shapes.outside.iter().chain(&MAP.shapes.water) {
        wide += doubled(&MAP.shapes.ring(ring));
    }
    // All together they cover the sheet once: what one side of a border gains the other loses.
    let sheet = 2 * i64::from(MAP.shapes.width) * i64::from(MAP.shapes.height);
    assert!((wide.abs() - sheet).abs() * 1000 < sheet, "{wide} of {sheet}");
    let holds = |id: &str, at: (i32, i32)| {
        let rings = MAP.shapes.areas.get(id).or_else(|| MAP.shapes.seas.get(id)).unwrap();
        let mut inside = false;
        for ring in rings {
            let points = MAP.shapes.ring(ring);
            for pair in points.windows(2) {
                let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
                if (y0 > at.1) != (y1 > at.1) {
                    let across =
                        i64::from(x1 - x0) * i64::from(at.1 - y0) - i64::from(at.0 - x0) * i64::from(y1 - y0);
                    inside ^= (across > 0) == (y1 > y0);
                }
            }
        }
        inside
    };
    let places =
        MAP.areas.iter().map(|area| (&area.id, area.at)).chain(MAP.seas.iter().map(|sea| (&sea.id, sea.at)));
    let cities = MAP.areas.iter().filter_map(|area| Some((&area.id, area.city.as_ref()?.at)));
    for (id, at) in cities {
        let near = [(0, 0), (1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (2, 0), (0, 2), (-2, 0), (0, -2)];
        assert!(
            near.iter().any(|(dx, dy)| holds(id, (at.0 + dx, at.1 + dy))),
            "{id}'s city stands outside of it"
        );
    }
    for (id, at) in places {
        assert!(holds(id, at), "{id}'s name stands outside of it");
    }
}

#[test]
fn straightened_borders_cross_nowhere() {
    type Point = (i32, i32);
    let mut sides: Vec<(Point, Point)> = Vec::new();
    for arc in &MAP.shapes.arcs {
        sides.extend(atlas::map::points(arc).windows(2).map(|pair| (pair[0], pair[1])));
    }
    sides.sort_by_key(|(a, b)| a.0.min(b.0));
    let turn = |a: Point, b: Point, c: Point| {
        (i64::from(b.0 - a.0) * i64::from(c.1 - a.1) - i64::from(b.1 - a.1) * i64::from(c.0 - a.0)).signum()
    };
    for (number, &(a, b)) in sides.iter().enumerate() {
        for &(c, d) in sides[number + 1..].iter().take_while(|(c, d)| c.0.min(d.0) <= a.0.max(b.0)) {
            let cross = turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
            assert!(!cross, "{a:?} to {b:?} and {c:?} to {d:?}");
        }
    }
}

#[test]
fn the_list_makes_the_map_and_makes_it_again() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = root.join("../../shared/data/natural-earth");
    if !source.exists() {
        println!("skipped: no public geography beside the repository");
        return;
    }
    let list = atlas::list::List::read(&root.join("data")).unwrap();
    let geography = atlas::geography::Geography::read(&source).unwrap();
    let made = || atlas::write::files(&atlas::build::build(&geography, &list).unwrap().0, &list).unwrap();
    let files = made();
    assert!(files == made(), "the same list makes another map");
    for (name, text) in files {
        let kept = std::fs::read_to_string(root.join("../engine/eia/data/map").join(name)).unwrap();
        assert!(kept == text, "{name} is not what the list makes: run atlas build");
    }
}
