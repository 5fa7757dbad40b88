//! The board's picture: it is drawn for every part, shows what is told to everybody, and nothing that is not on the board.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use commands::europa::map::picture::{Flag, Shown, Window, around_way, drawing, picture};
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

/// The corners of a drawn line.
type Line = Vec<(f64, f64)>;

/// What a mark of a drawing says of itself in numbers.
fn number(mark: &str, what: &str) -> Option<f64> {
    mark.split_once(&format!(" {what}=\""))?.1.split('"').next()?.parse().ok()
}

/// The lines of a drawing between places, those that are drawn in a colour.
fn lines(svg: &str, colour: &str) -> Vec<Line> {
    let marks = svg.split('<').filter(|mark| mark.starts_with("polyline") && mark.contains(colour));
    let corner = |corner: &str| {
        let (x, y) = corner.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    let of = |mark: &str| {
        let points = mark.split_once("points=\"").unwrap().1.split('"').next().unwrap();
        points.split(' ').map(corner).collect()
    };
    marks.map(of).collect()
}

/// Where the points of a part stand: circles and squares of their size.
fn spots(svg: &str) -> Line {
    let of = |mark: &str| {
        let round =
            || Some((number(mark, "cx")?, number(mark, "cy")?)).filter(|_| mark.starts_with("circle"));
        let square = || {
            let side = number(mark, "width").filter(|side| (*side - 11.7).abs() < 0.1)?;
            Some((number(mark, "x")? + side / 2.0, number(mark, "y")? + side / 2.0))
        };
        round().or_else(square)
    };
    svg.split('<').filter_map(of).collect()
}

/// How far a point lies off a line, as a part of how far it may be asked to: off its ends, and no more than so far.
fn off(line: &Line, (x, y): (f64, f64), most: f64) -> f64 {
    let piece = |pair: &[(f64, f64)]| {
        let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
        let (dx, dy) = (x2 - x1, y2 - y1);
        let part = (((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy).max(1e-9)).clamp(0.0, 1.0);
        (x1 + part * dx - x).hypot(y1 + part * dy - y)
    };
    let far = |(x1, y1): &(f64, f64)| (x1 - x).hypot(y1 - y);
    let ends = far(line.first().unwrap()).min(far(line.last().unwrap()));
    line.windows(2).map(piece).fold(f64::INFINITY, f64::min) / most.min(ends).max(1e-9)
}

fn way(keys: &[&str]) -> Shown {
    Shown { way: keys.iter().map(|key| place(key)).collect(), flags: Vec::new(), ..board() }
}

/// Writes a picture out where somebody wants to look at it.
fn kept(name: &str, shown: &Shown, window: Window) {
    if let Ok(to) = std::env::var("BOARD_PICTURES") {
        std::fs::write(format!("{to}/{name}.png"), picture(shown, window).unwrap()).unwrap();
    }
}

/// Navarra borders on Catalunya, and the straight line between them runs over the point of Pirineos: it is bent around it, and so is the way of
/// a march there.
#[test]
fn no_line_leads_over_a_place_that_it_does_not_touch() {
    let mut shown = way(&["eNavarra", "eCatalunya"]);
    shown.flags = vec![
        flag(3, "ePirineos", "spain", "A+"),
        flag(5, "ePirineos", "spain", "LD"),
        flag(7, "ePirineos", "spain", "LD"),
        flag(1, "eNavarra", "france", "A+ A+"),
    ];
    let window = around_way(&shown.way).unwrap();
    kept("navarra", &shown, window);
    let svg = drawing(&shown, window)[0].0.clone();
    let red = lines(&svg, "#B0172B");
    assert_eq!(red.len(), 1);
    for spot in spots(&svg) {
        let far = off(&red[0], spot, 9.0);
        let ends = [red[0][0], *red[0].last().unwrap()];
        let is_end = ends.iter().any(|end| (end.0 - spot.0).hypot(end.1 - spot.1) < 0.2);
        assert!(is_end || far >= 1.0, "{spot:?} is {far} off {red:?}");
    }
    // The border's own line goes the same way.
    let borders = lines(&svg, "stroke-opacity");
    let back: Line = red[0].iter().rev().copied().collect();
    assert!(borders.iter().any(|border| *border == red[0] || *border == back), "{red:?}");
    let mut looked_at = 0;
    for key in ["ePirineos", "eLombardia", "eHolland", "eTrakya", "eBayern", "eCastilla La Vieja"] {
        let svg = drawing(&board(), Window::Around(place(key)))[0].0.clone();
        let all = spots(&svg);
        for line in lines(&svg, "stroke-opacity") {
            for spot in &all {
                let far = off(&line, *spot, 7.0);
                let ends = [line[0], *line.last().unwrap()];
                let is_end = ends.iter().any(|end| (end.0 - spot.0).hypot(end.1 - spot.1) < 0.2);
                assert!(is_end || far >= 0.6, "{key}: {spot:?} is {far} off {line:?}");
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 2_000, "{looked_at}");
}

/// A way is shown whole, from where it begins to where it ends, with the names of both.
#[test]
fn the_whole_way_is_in_the_picture_with_the_names_of_its_ends() {
    for (name, keys) in [
        ("short", &["eLanguedoc", "eProvence"][..]),
        ("arguin", &["eTejo", "sCadix", "sArguin"]),
        ("baltic", &["eHolland", "sNord", "sBaltique", "sBotnie"]),
        ("indies", &["eTejo", "sCadix", "sArguin", "sGambie", "sRecife", "sAtlantique S"]),
    ] {
        let shown = way(keys);
        let window = around_way(&shown.way).unwrap();
        kept(name, &shown, window);
        let [(svg, high), (key, _)] = drawing(&shown, window);
        let red = lines(&svg, "#B0172B").concat();
        assert!(red.len() >= keys.len(), "{name}: {red:?}");
        let inside = |(x, y): &(f64, f64)| (0.0..f64::from(WIDTH)).contains(x) && (0.0..high).contains(y);
        assert!(red.iter().all(inside), "{name}: {red:?}");
        for end in [shown.way[0], shown.way[keys.len() - 1]] {
            let named = format!(">{}<", end.site().name.replace('\\', "").replace('\'', "&#39;"));
            assert!(svg.contains(&named), "{name}: {named}");
        }
        let voyage = keys.iter().any(|key| key.starts_with('s'));
        assert_eq!(key.contains("way of the voyage"), voyage, "{name}: {key}");
        assert_eq!(key.contains("way of the march"), !voyage, "{name}: {key}");
    }
}

/// Where nothing is offered to be looked at, no sentence tells to choose it.
#[tokio::test]
async fn the_map_names_its_list_only_where_it_has_one() {
    let (table, front) = (Table::new(79, None), Front::new().await);
    let id = table.found(ANNA, COUNCIL, "Italy", crate::europa_sieges::of_europa(2, 8)).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    let map = format!("v1:{id}:0:europa/map");
    for (take, listed) in [(false, false), (true, true)] {
        if take {
            table.done(&id, ANNA, Verb::Game(json!({"europa": "take", "country": "france"}))).await;
        }
        let shown = front.press_for_picture(&table, ANNA, &map, None).await;
        assert!(says(&shown).starts_with("The board in Europe. The numbers are those of stacks;"), "{shown}");
        assert_eq!(says(&shown).contains("Choose a place below"), listed, "{shown}");
        assert_eq!(shown.to_string().contains("What lies around…"), listed, "{shown}");
    }
}
