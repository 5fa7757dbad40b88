//! The board's picture: it is drawn for every part, shows what is told to everybody, and nothing that is not on the board.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use commands::europa::map::picture::{Flag, Shown, Window, drawing, picture};
use commands::europa::map::points::{kilometres, point};
use commands::present::pictures::WIDTH;
use engine::europa::country::Country;
use engine::europa::geography::{Map, Place, atlas};
use engine::table::Verb;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

fn place(key: &str) -> Place {
    Place::by_key(key).unwrap()
}

fn country(key: &str) -> Country {
    Country::by_key(key).unwrap()
}

fn flag(number: u32, at: &str, of: &str, counters: &str) -> Flag {
    Flag { number, at: place(at), country: country(of), counters: counters.to_owned() }
}

/// A board on which a war is on in Italy.
fn board() -> Shown {
    let holder = |place: Place| Some((place, place.site().country()?));
    let held: BTreeMap<Place, Country> = atlas().all().filter_map(holder).collect();
    Shown {
        held,
        played: ["france", "spain", "venice", "turkey", "england", "poland"].map(country).to_vec(),
        flags: vec![
            flag(1, "eLanguedoc", "france", "A+ A−"),
            flag(2, "eCatalunya", "spain", "A−"),
            flag(3, "eLombardia", "france", "A+ A+ LD"),
            flag(4, "eMantova", "venice", "A−"),
            flag(5, "sAdriatique", "venice", "F+"),
            flag(6, "eTrakya", "turkey", "A+ A+"),
            flag(7, "eLombardia", "france", "LD"),
            flag(12, "eWielkopolska", "poland", "A−"),
        ],
        besieged: vec![place("eMantova")],
        revolts: vec![place("eAlgarve")],
        way: ["eDauphine", "eSavoia", "eLombardia"].map(place).to_vec(),
    }
}

#[test]
fn every_part_of_the_board_is_drawn() {
    let keys = [
        "eLombardia",
        "eHolland",
        "eAcores",
        "eMeshhed",
        "sAdriatique",
        "rVirginia~NE",
        "rKamchatka~I",
        "sPacifique",
    ];
    let around = keys.map(|key| Window::Around(place(key)));
    for window in [Window::Europe, Window::World].into_iter().chain(around) {
        let png = picture(&board(), window).unwrap();
        let read = image::load_from_memory(&png).unwrap();
        assert_eq!(read.width(), 975, "{window:?}");
        assert!((300..3_000).contains(&read.height()), "{window:?}: {}", read.height());
        if let Ok(to) = std::env::var("BOARD_PICTURES") {
            std::fs::write(format!("{to}/{window:?}.png").replace('"', ""), png).unwrap();
        }
    }
}

#[test]
fn who_holds_what_stacks_sieges_and_ways_change_the_picture() {
    let drawn = |shown: &Shown| picture(shown, Window::Around(place("eLombardia"))).unwrap();
    let before = drawn(&board());
    assert_eq!(drawn(&board()), before, "the same every time");
    let changes: [fn(&mut Shown); 5] = [
        |shown| {
            shown.held.insert(place("eLombardia"), country("turkey"));
        },
        |shown| shown.flags[2].counters.push_str(" LD"),
        |shown| shown.besieged.clear(),
        |shown| shown.revolts = vec![place("eLombardia")],
        |shown| shown.way.clear(),
    ];
    for (n, change) in changes.into_iter().enumerate() {
        let mut other = board();
        change(&mut other);
        assert_ne!(drawn(&other), before, "change {n}");
    }
}

/// The colours of points, rings, lines and flags in a drawing.
fn colours(svg: &str) -> BTreeSet<String> {
    let marks = svg
        .split('<')
        .filter(|one| ["circle", "rect", "line", "polyline"].iter().any(|is| one.starts_with(is)));
    let of = |mark: &str, what: &str| {
        let value = mark.split_once(&format!(" {what}=\""))?.1.split('"').next()?;
        value.starts_with('#').then(|| value.to_lowercase())
    };
    marks.flat_map(|mark| ["fill", "stroke"].map(|what| of(mark, what))).flatten().collect()
}

#[test]
fn the_key_explains_every_colour_that_is_shown() {
    for window in [
        Window::Europe,
        Window::World,
        Window::Around(place("eLombardia")),
        Window::Around(place("eHolland")),
    ] {
        let [(map, _), (key, _)] = drawing(&board(), window);
        // The sea is what all of it is drawn on.
        let mut told = colours(&key);
        told.insert(commands::present::land::SEA.to_lowercase());
        let missing: Vec<String> = colours(&map).difference(&told).cloned().collect();
        assert_eq!(missing, Vec::<String>::new(), "{window:?}");
    }
    let named = |window: Window| drawing(&board(), window)[1].0.clone();
    let around = named(Window::Around(place("eLombardia")));
    assert!(around.contains("Savoy") && around.contains("Venice"), "{around}");
    assert!(
        !around.contains("Kazan") && !around.contains("England"),
        "only who holds something there: {around}"
    );
    let whole = named(Window::Europe);
    assert!(whole.contains("a country without a") && !whole.contains("Kazan"), "{whole}");
    // A phone shows what is higher than broad as a narrow strip.
    let [(_, map), (_, key)] = drawing(&board(), Window::Europe);
    assert!(map + key < 1.25 * f64::from(WIDTH), "{map} and {key}");
}

#[test]
fn every_place_has_a_point_and_no_two_lie_on_one_spot() {
    assert_eq!(commands::europa::map::points::points().count(), atlas().all().count());
    let mut seen = std::collections::BTreeMap::new();
    for place in atlas().all() {
        let (lon, lat) = point(place).unwrap_or_else(|| panic!("{} has no point", place.site().key));
        assert!((-180.0..=180.0).contains(&lon) && (-65.0..=72.0).contains(&lat), "{place:?}");
        let spot = ((lon * 20.0).round() as i64, (lat * 20.0).round() as i64);
        assert_eq!(seen.insert(spot, place), None, "{place:?} lies on another's spot");
    }
}

#[test]
fn neighbours_lie_near_each_other() {
    for place in atlas().all() {
        for (next, _) in place.neighbours() {
            let (a, b) = (place.site(), next.site());
            let most = match (a.is_sea(), b.is_sea()) {
                (false, false) if a.map == Map::Europe && b.map == Map::Europe => 1_000.0,
                (false, false) => 2_600.0,
                (true, true) => 9_800.0,
                _ => 3_900.0,
            };
            let apart = kilometres(point(place).unwrap(), point(*next).unwrap());
            assert!(apart < most, "{} and {} lie {apart:.0} km apart", a.name, b.name);
        }
    }
}

#[test]
fn places_stand_on_the_right_side_of_each_other() {
    let at = |key: &str| point(place(key)).unwrap();
    assert!(at("eTejo").0 < at("eCastilla La Nueva").0 && at("eCastilla La Nueva").0 < at("eCatalunya").0);
    assert!(at("eSicilia").1 < at("eLazio").1 && at("eLazio").1 < at("eLombardia").1);
    assert!(at("eSvealand").1 > at("eSmaland").1 && at("sBaltique").1 < at("sBotnie").1);
    let shores = commands::present::land::rings();
    assert!(shores.len() > 100 && shores.iter().all(|ring| ring.len() > 3));
}

/// The desk's *Map* is the board of this game, whole or in part, and the same picture for everybody who looks.
#[tokio::test]
async fn the_map_on_the_desk_is_the_board_of_europa() {
    let (table, front) = (Table::new(78, None), Front::new().await);
    let id = crate::europa_sieges::begun(&table).await;
    let deploy =
        json!({"board": "deploy", "country": "france", "place": "eLanguedoc", "counters": ["army_plus"]});
    table.done(&id, ANNA, Verb::Game(deploy)).await;
    let desk = front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await;
    let map = button(&desk, "Map").unwrap();
    // One press shows where one's own stacks stand, the next all of it; who has none there sees all of it at once.
    let own = front.press_for_picture(&table, ANNA, &map, None).await;
    assert!(says(&own).starts_with("The board around Languedoc."), "{own}");
    let without = front.press_for_picture(&table, OLAF, &map, None).await;
    assert!(says(&without).starts_with("The board in Europe."), "{without}");
    let shown = front.press_for_picture(&table, ANNA, &button(&own, "All of Europe").unwrap(), None).await;
    assert!(says(&shown).starts_with("The board in Europe."), "{shown}");
    assert_eq!(shown["attachments"][0]["filename"], "board.png", "{shown}");
    let rows = shown["components"].as_array().unwrap();
    assert!(rows[0].to_string().contains("eLanguedoc"), "where a stack stands comes first: {shown}");
    let open = format!("v1:{id}:0:europa/map/open");
    let around = front.press_for_picture(&table, BELA, &open, Some("eLanguedoc")).await;
    assert!(says(&around).starts_with("The board around Languedoc."), "{around}");
    let world = front.press_for_picture(&table, ANNA, &button(&shown, "The world").unwrap(), None).await;
    assert!(says(&world).starts_with("The board of the whole world."), "{world}");
}

/// As with the other game's map, a second press while the first picture is drawn draws none.
#[tokio::test]
async fn a_second_press_while_the_board_is_drawn_draws_no_second_one() {
    let (table, front) = (Table::new(80, None), Front::new().await);
    let id = crate::europa_sieges::begun(&table).await;
    let map = format!("v1:{id}:0:europa/map");
    let answers = front.press_twice(&table, ANNA, &map).await;
    let all: Vec<String> = answers.iter().map(ToString::to_string).collect();
    let of = |words: &str| all.iter().filter(|answer| answer.contains(words)).count();
    assert_eq!((of("The board in Europe."), of("is being drawn")), (1, 1), "{all:?}");
    let again = front.press_for_picture(&table, ANNA, &map, None).await;
    assert!(says(&again).starts_with("The board in Europe."), "{again}");
}
