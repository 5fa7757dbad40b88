//! What must hold of the map as the game reads it, and the answers to what rules ask of it.

#![allow(clippy::unwrap_used)]

use super::outlines::outlines;
use super::*;
use crate::powers::Power;
use std::collections::BTreeSet;

fn area(key: &str) -> AreaId {
    AreaId::by_key(key).unwrap_or_else(|| panic!("no area is called {key}"))
}

fn province(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap_or_else(|| panic!("no province is called {key}"))
}

fn sea(key: &str) -> SeaId {
    SeaId::by_key(key).unwrap_or_else(|| panic!("no sea area is called {key}"))
}

fn at_sea(key: &str) -> Berth {
    Berth::Sea(sea(key))
}

fn port(key: &str) -> Berth {
    Berth::Port(area(key))
}

const NO_ARROWS: fn(AreaId) -> bool = |_| true;

fn march(from: &str, to: &str, arrows: Arrows) -> Option<u16> {
    land_path(area(from), area(to), arrows, NO_ARROWS).map(|march| march.points)
}

#[test]
fn the_map_is_read_whole() {
    assert!((450..=660).contains(&AreaId::all().len()) && (35..=45).contains(&SeaId::all().len()));
    assert_eq!((outlines().areas.len(), outlines().seas.len()), (AreaId::all().len(), SeaId::all().len()));
    assert!(outlines().rivers.len() > 100 && outlines().size == (2700, 2120));
    for area in AreaId::all() {
        assert_eq!(AreaId::by_key(area.key()), Some(area));
        let text = serde_json::to_string(&area).unwrap();
        assert_eq!(serde_json::from_str::<AreaId>(&text).unwrap(), area);
        for near in map().neighbours(area) {
            let back = map().neighbours(near.area).iter().find(|one| one.area == area).unwrap();
            assert_eq!(back.border, near.border, "{area} {}", near.area);
        }
        for sea in map().coasts(area) {
            assert!(map().shores(*sea).contains(&area));
        }
    }
    assert!(serde_json::from_str::<SeaId>("\"sea-of-cheese\"").is_err());
}

#[test]
fn what_does_not_fit_is_not_read() {
    let files = [
        include_str!("../../data/map/areas.toml"),
        include_str!("../../data/map/provinces.toml"),
        include_str!("../../data/map/seas.toml"),
        include_str!("../../data/map/borders.toml"),
        include_str!("../../data/map/combinations.toml"),
        include_str!("../../data/map/trade.toml"),
    ];
    let read = |file: usize, from: &str, to: &str| {
        let mut files = files.map(str::to_owned);
        assert!(files[file].contains(from), "{from}");
        files[file] = files[file].replacen(from, to, 1);
        let [areas, provinces, seas, borders, combinations, trade] = &files;
        Map::read(areas, provinces, seas, borders, combinations, trade).map(|_| ())
    };
    assert_eq!(read(0, "id = \"paris\"", "id = \"paris\""), Ok(()));
    for (file, from, to) in [
        (0, "id = \"beauce\"", "id = \"paris\""),
        (0, "province = \"artois\"", "province = \"atlantis\""),
        (0, "forage = 5", "forage = 7"),
        (0, "towers = 5", "towers = 6"),
        (0, "sea = \"off-ushant\"", "sea = \"gulf-of-finland\""),
        (0, "inhabitants = 550", "inhabitans = 550"),
        (1, "capital = \"paris\"", "capital = \"beauce\""),
        (1, "capital = \"paris\"", "capital = \"lyon\""),
        (1, "status = \"neutral\"", "status = \"free\""),
        (1, "home_of = \"france\", ", ""),
        (3, "kind = \"river\"", "kind = \"wall\""),
        (3, "between = [\"aarhus\", \"north-jutland\"]", "between = [\"aarhus\", \"london\"]"),
        (3, "between = [\"aarhus\", \"north-jutland\"]", "between = [\"schleswig\", \"aarhus\"]"),
        (3, "points = 1", "points = 3"),
        (4, "core = [\"masovia\"]", "core = [\"mazovia\"]"),
        (5, "lost_with = \"egypt\"", "lost_with = \"india\""),
    ] {
        assert!(read(file, from, to).is_err(), "{from} → {to}");
    }
    let shapes = include_str!("../../data/map/shapes.json");
    assert!(super::outlines::Outlines::read(shapes).is_ok());
    assert!(super::outlines::Outlines::read(&shapes.replacen("\"paris\":[[", "\"paris\":[[0,", 1)).is_err());
    assert!(super::outlines::Outlines::read(&shapes.replacen("\"paris\":", "\"pari\":", 1)).is_err());
}

#[test]
fn marches_are_as_long_as_they_should_be() {
    for arrows in [Arrows::STANDARD, Arrows::HOUSE] {
        for (from, to, points) in [
            ("strasbourg", "ulm", 2),
            ("munich", "vienna", 4),
            ("paris", "vienna", 11),
            ("paris", "madrid", 9),
            ("berlin", "warsaw", 5),
            ("toulon", "perpignan", 4),
            ("genoa", "grenoble", 1),
        ] {
            assert_eq!(march(from, to, arrows), Some(points), "{from} to {to}");
        }
        for (from, to, least) in [("vilna", "moscow", 7), ("warsaw", "moscow", 11)] {
            assert!(march(from, to, arrows).is_some_and(|points| points >= least), "{from} to {to}");
        }
    }
    assert_eq!(march("london", "madrid", Arrows::STANDARD), None, "London to Madrid needs the sea");
    // The arrow over the Channel is of option 12.2.1, which the house rules have.
    assert_eq!(march("lille", "east-of-portsmouth", Arrows::HOUSE), Some(1));
    assert!(march("london", "madrid", Arrows::HOUSE).is_some());
    let none = land_path(area("paris"), area("paris"), Arrows::HOUSE, |_| false).unwrap();
    assert!(none.entered.is_empty() && none.points == 0);
}

#[test]
fn crossing_arrows_that_the_advanced_naval_rules_add_are_left_out() {
    assert_eq!(Arrows::rule(), table::rule!("house.base.no-new-crossing-arrows"));
    let all = Arrows { option: true, added: true };
    assert_eq!(march("messina", "reggio", Arrows::HOUSE), None);
    assert_eq!(march("messina", "reggio", all), Some(2));
    assert_eq!(march("constantinople", "scutari-of-asia", Arrows::STANDARD), Some(1));
    assert_eq!(march("odense", "copenhagen", Arrows::HOUSE), Some(2), "the Great Belt costs two");
    assert_eq!(march("schleswig", "malmo", Arrows::HOUSE), Some(4));
    let near = map().neighbours(area("messina")).iter().find(|near| near.area == area("reggio")).unwrap();
    assert!(near.is_arrow() && near.cost(Arrows::HOUSE).is_none());
}

#[test]
fn a_slip_of_the_pen_is_one_only_where_one_name_is_near() {
    let meant = |typed: &str| misspelt(typed, |place| matches!(place, Place::Area(_))).map(Place::name);
    assert_eq!(meant("Linzz"), Some("Linz"));
    assert_eq!(meant("Viennna"), Some("Vienna"));
    // Vilna is as near as Vienna.
    for typed in ["Linz", "Viena", "Vien", "Ulm", "Xyz", "Hohenlinden", ""] {
        assert_eq!(meant(typed), None, "{typed}");
    }
}

/// Of ways that cost the same the shortest is found: no equal one through another neighbour of the last area is shorter.
#[test]
fn of_equal_ways_the_shortest_is_taken() {
    let far = |from: AreaId, to: AreaId| {
        let ((x, y), (a, b)) = (from.on_map().at, to.on_map().at);
        (x.abs_diff(a).pow(2) + y.abs_diff(b).pow(2)).isqrt()
    };
    let length = |march: &LandMarch| {
        let before = std::iter::once(&march.from).chain(&march.entered);
        before.zip(&march.entered).map(|(from, to)| far(*from, *to)).sum::<u32>()
    };
    for (from, to) in [("paris", "vienna"), ("madrid", "st-petersburg"), ("naples", "amsterdam")] {
        let (from, to) = (area(from), area(to));
        let march = land_path(from, to, Arrows::HOUSE, |_| true).unwrap();
        for near in map().neighbours(to) {
            let Some(cost) = near.cost(Arrows::HOUSE) else { continue };
            let other = land_path(from, near.area, Arrows::HOUSE, |area| area != to);
            if let Some(other) = other.filter(|other| other.points + u16::from(cost) == march.points) {
                assert!(length(&march) <= length(&other) + far(near.area, to), "{from:?} {to:?} {near:?}");
            }
        }
    }
}

#[test]
fn a_march_goes_only_where_it_may() {
    let (from, to) = (area("paris"), area("vienna"));
    let free = land_path(from, to, Arrows::HOUSE, |_| true).unwrap();
    assert_eq!(free.entered.len(), usize::from(free.points));
    let mut here = from;
    for next in &free.entered {
        assert!(beside(here, Arrows::HOUSE).any(|near| near == *next));
        here = *next;
    }
    assert_eq!(here, to);
    let swiss = |area: AreaId| area.on_map().province == province("bavaria");
    let around = land_path(from, to, Arrows::HOUSE, |area| !swiss(area)).unwrap();
    assert!(around.points >= free.points && !around.entered.iter().any(|area| swiss(*area)));
    assert_eq!(land_path(from, to, Arrows::HOUSE, |area| area != to), None, "the last counts too");
    let reach = land_reach(from, 4, Arrows::HOUSE, |_| true);
    assert!(reach.contains(&(from, 0)) && reach.iter().all(|(_, points)| *points <= 4));
    for (area, points) in &reach {
        assert_eq!(march("paris", area.key(), Arrows::HOUSE), Some(*points), "{area}");
    }
    let beyond = AreaId::all().filter(|area| !reach.iter().any(|(one, _)| one == area));
    assert!(
        beyond.take(60).all(|area| march("paris", area.key(), Arrows::HOUSE).is_none_or(|points| points > 4))
    );
}

#[test]
fn fleets_sail_as_far_as_they_should() {
    let voyage = sea_path(port("portsmouth"), port("gibraltar"), |_| true).unwrap();
    assert!(voyage.is_of_one_turn() && voyage.points == FLEET_MP, "{voyage:?}");
    assert_eq!(voyage.seas.first(), Some(&sea("english-channel")));
    assert_eq!(voyage.seas.last(), Some(&sea("strait-of-gibraltar")));
    assert!(!sea_path(port("portsmouth"), port("toulon"), |_| true).unwrap().is_of_one_turn());
    assert_eq!(sea_path(port("toulon"), port("alexandria"), |_| true).unwrap().points, FLEET_MP);
    let own = sea_path(port("brest"), Berth::Box(area("brest")), |_| true).unwrap();
    assert_eq!((own.points, own.seas.len()), (0, 0), "out into one's own blockade box costs nothing");
    let over = sea_path(Berth::Box(area("brest")), at_sea("off-ushant"), |_| true).unwrap();
    assert_eq!((over.points, over.seas), (1, vec![sea("off-ushant")]));
    assert_eq!(sea_path(at_sea("off-ushant"), port("brest"), |_| true).unwrap().points, 1);
    assert_eq!(sea_path(port("paris"), port("brest"), |_| true), None, "Paris has no port");
    let reach = sea_reach(port("portsmouth"), 2, |_| true);
    assert!(reach.contains(&(sea("english-channel"), 1)) && reach.contains(&(sea("off-ushant"), 2)));
    assert!(reach.iter().all(|(_, points)| *points <= 2));
    assert_eq!(Voyage::rule(), table::rule!("house.supply.naval-chain.measure"));
}

#[test]
fn the_dardanelles_close_the_black_sea_but_trap_nobody_in_constantinople() {
    let closed = |one: SeaId| open_to(one, false);
    assert!(is_cut_off_by_dardanelles(at_sea("northern-aegean"), port("odessa")));
    assert!(!is_cut_off_by_dardanelles(at_sea("northern-aegean"), port("toulon")));
    let home = port("constantinople");
    assert!(is_dardanelles(home) && is_dardanelles(Berth::Box(area("constantinople"))));
    assert!(is_dardanelles(at_sea("dardanelles")) && !is_dardanelles(at_sea("northern-aegean")));
    assert!(sea_path(home, at_sea("northern-aegean"), closed).is_some(), "nobody is trapped");
    assert_eq!(sea_path(at_sea("northern-aegean"), home, closed), None);
    assert_eq!(sea_path(at_sea("dardanelles"), home, closed), None, "the port is part of the strait");
    assert!(sea_path(at_sea("dardanelles"), at_sea("northern-aegean"), closed).is_some());
    assert!(map().coasts(area("constantinople")).contains(&sea("dardanelles")));
}

#[test]
fn hulks_and_chains_are_measured_in_movement_points() {
    // The worked example: one step from the Gulf of Finland to St. Petersburg.
    // house.naval.hulks.distance
    assert_eq!(distance_to_port(sea("gulf-of-finland"), area("st-petersburg"), false), Some(1));
    assert_eq!(distance_to_port(sea("gotland-sea"), area("st-petersburg"), false), Some(2));
    assert_eq!(distance_to_port(sea("western-black-sea"), area("toulon"), false), None);
    assert!(distance_to_port(sea("western-black-sea"), area("toulon"), true).is_some());
    assert_eq!(distance_to_port(sea("english-channel"), area("paris"), true), None);
    assert!(spans_naval_chain(port("portsmouth"), port("gibraltar"), |_| true));
    assert!(!spans_naval_chain(port("portsmouth"), port("mahon"), |_| true));
}

#[test]
fn malta_and_what_lies_east_of_it() {
    for yes in ["off-malta", "ionian-sea", "northern-adriatic", "egyptian-coast", "levant", "northern-aegean"]
    {
        assert!(is_on_or_east_of_malta(at_sea(yes)), "{yes}");
    }
    for no in ["sicilian-channel", "tyrrhenian-sea", "western-black-sea", "english-channel"] {
        assert!(!is_on_or_east_of_malta(at_sea(no)), "{no}");
    }
    assert!(
        is_on_or_east_of_malta(port("valletta")) && is_on_or_east_of_malta(Berth::Box(area("alexandria")))
    );
    assert!(!is_on_or_east_of_malta(port("palermo")) && !is_on_or_east_of_malta(port("paris")));
}

#[test]
fn home_waters_and_other_seas() {
    assert!(is_british_home_water(at_sea("english-channel")) && is_british_home_water(port("plymouth")));
    assert!(is_british_home_water(Berth::Box(area("brest"))), "the box touches a sea beside Britain");
    assert!(!is_british_home_water(port("brest")) && !is_british_home_water(port("gibraltar")));
    assert!(
        !is_british_home_water(at_sea("gulf-of-lyons")) && !is_british_home_water(Berth::Box(area("toulon")))
    );
    for sea in SeaId::all() {
        let touches = map()
            .shores(sea)
            .iter()
            .any(|area| home_nation(*area, Era::Empires) == Some(Power::GreatBritain));
        assert_eq!(is_adjacent_to_britain(sea), touches, "{sea}");
    }
    assert!(is_turkish_sea(at_sea("balearic-sea")) && is_turkish_sea(at_sea("eastern-black-sea")));
    assert!(!is_turkish_sea(at_sea("gulf-of-cadiz")) && is_turkish_sea(at_sea("southern-adriatic")));
    assert!(
        is_baltic(at_sea("gulf-of-finland"))
            && is_baltic(port("copenhagen"))
            && !is_baltic(at_sea("north-sea"))
    );
    assert!(is_adriatic(port("venice")) && !is_adriatic(at_sea("ionian-sea")));
    assert!(is_channel(sea("english-channel")) && !is_channel(sea("irish-sea")));
    assert!(opens_on(area("sevastopol"), Water::BlackSea) && !opens_on(area("riga"), Water::BlackSea));
    assert!(!opens_on(area("paris"), Water::Atlantic));
}

#[test]
fn home_nations_in_both_eras() {
    let of = |key: &str, era| home_of(province(key), era);
    for (key, before, after) in [
        ("finland", None, Some(Power::Russia)),
        ("corsica", None, Some(Power::France)),
        ("morocco", None, Some(Power::Spain)),
        ("greece", Some(Power::Turkey), None),
        ("macedonia", Some(Power::Turkey), None),
        ("hungary", Some(Power::Austria), Some(Power::Austria)),
        ("piedmont", None, Some(Power::Sardinia)),
        ("sardinia", None, Some(Power::Sardinia)),
        ("gibraltar", None, None),
    ] {
        assert_eq!((of(key, Era::Empires), of(key, Era::Nationalism)), (before, after), "{key}");
    }
    let start: Vec<&str> =
        home_provinces(Power::Sardinia, Era::Nationalism).into_iter().map(ProvinceId::key).collect();
    assert_eq!((start.len(), national_capital(Power::Sardinia)), (2, None), "{start:?}");
    for power in Power::STANDARD {
        assert!(national_capital(power).is_some_and(|city| home_nation(city, Era::Empires) == Some(power)));
        assert!(home_provinces(power, Era::Empires).len() >= 8, "{power}");
    }
    assert_eq!(national_capital(Power::GreatBritain), Some(area("london")));
    // house.map.ofen-national-capital, house.map.ofen-provincial-otherwise
    assert!(is_national_capital(area("vienna"), false) && !is_national_capital(area("ofen"), false));
    assert!(is_national_capital(area("ofen"), true) && !is_national_capital(area("pressburg"), true));
    assert!(is_adjacent_to_home(at_sea("gulf-of-finland"), Power::Russia, Era::Empires));
    assert!(
        is_adjacent_to_home(port("stockholm"), Power::Russia, Era::Nationalism) == {
            let sea = port("stockholm").sea().unwrap();
            map().shores(sea).iter().any(|area| home_nation(*area, Era::Nationalism) == Some(Power::Russia))
        }
    );
    assert!(is_adjacent_to_home(at_sea("gulf-of-bothnia"), Power::Russia, Era::Nationalism));
    assert!(!is_adjacent_to_home(at_sea("gulf-of-bothnia"), Power::Russia, Era::Empires));
    assert!(is_adjacent_to_home(Berth::Box(area("sevastopol")), Power::Russia, Era::Empires));
    assert!(!is_adjacent_to_home(Berth::Box(area("constantinople")), Power::Russia, Era::Empires));
}

#[test]
fn islands_and_what_is_inside_a_home_nation() {
    for island in
        ["london", "dublin", "palma", "palermo", "valletta", "candia", "rhodes", "copenhagen", "ajaccio"]
    {
        assert!(is_on_island(area(island)), "{island}");
        assert!(island_of(area(island)).unwrap().contains(&area(island)));
    }
    for mainland in ["paris", "madrid", "constantinople", "smyrna", "cairo", "stockholm", "reggio"] {
        assert!(!is_on_island(area(mainland)) && island_of(area(mainland)).is_none(), "{mainland}");
    }
    assert!(island_of(area("palermo")).unwrap().contains(&area("messina")));
    // house.war.limit.home-invaded-islands
    let invaded = |key: &str, power| is_invaded_home(area(key), power, Era::Empires);
    assert!(invaded("smyrna", Power::Turkey) && invaded("bristol", Power::GreatBritain));
    for (island, power) in [
        ("palma", Power::Spain),
        ("candia", Power::Turkey),
        ("nicosia", Power::Turkey),
        ("dublin", Power::GreatBritain),
    ] {
        assert!(
            home_nation(area(island), Era::Empires) == Some(power) && !invaded(island, power),
            "{island}"
        );
        assert!(!is_home_reached_from_capital(area(island), Era::Empires, Arrows::HOUSE), "{island}");
    }
    assert!(!invaded("munich", Power::Austria) && !invaded("vienna", Power::France));
    assert!(is_home_reached_from_capital(area("smyrna"), Era::Empires, Arrows::STANDARD));
    assert!(!is_home_reached_from_capital(area("munich"), Era::Empires, Arrows::HOUSE));
    assert!(is_coastal(area("brest")) && !is_coastal(area("vienna")));
    assert!(touches(province("finland"), area("vyborg"), Arrows::HOUSE));
    assert!(!touches(province("finland"), area("abo"), Arrows::HOUSE), "its own area is inside it");
    assert!(touches(province("denmark"), area("malmo"), Arrows::HOUSE), "an arrow leads over the Sound");
    assert!(!touches(province("denmark"), area("malmo"), Arrows::STANDARD));
}

#[test]
fn members_and_marks() {
    let italy: BTreeSet<&str> =
        ProvinceId::all().filter(|one| is_italian_minor(*one)).map(ProvinceId::key).collect();
    assert_eq!(italy.len(), 7);
    for key in ["lombardy", "naples", "papacy", "romagna", "sicily", "tuscany", "venetia"] {
        assert!(italy.contains(key), "{key}");
    }
    assert!(!italy.contains("piedmont") && !italy.contains("sardinia"));
    assert!(
        is_papal_state(area("rome")) && is_papal_state(area("bologna")) && !is_papal_state(area("naples"))
    );
    assert!(
        is_ottoman(province("egypt")) && is_ottoman(province("morocco")) && !is_ottoman(province("rhodes"))
    );
    assert!(is_polish(province("posen"), false) && !is_polish(province("west-prussia"), false));
    assert!(is_polish(province("west-prussia"), true) && !is_polish(province("silesia"), true));
    for one in ProvinceId::all() {
        let marks = &one.on_map().marks;
        assert_eq!(marks.contains(&Mark::Polish), is_polish(one, false), "{one}");
        assert_eq!(
            marks.contains(&Mark::PolishHouse),
            is_polish(one, true) && !is_polish(one, false),
            "{one}"
        );
        assert_eq!(decides_indian_trade(one), one.key() == "egypt");
    }
    assert!(is_insurrection_area(area("ofen")) && !is_insurrection_area(area("vienna")));
    assert!(raises_cossacks(area("cherkassk")) && !raises_cossacks(area("moscow")));
    assert!(raises_freikorps(area("innsbruck")) && !raises_freikorps(area("laibach")));
    assert!(is_in_africa(area("algiers")) && !is_in_africa(area("gibraltar")));
    assert_eq!((guerrilla_number(area("toulouse")), guerrilla_number(area("paris"))), (Some(6), None));
    assert_eq!(feudal_corps(province("greece"), Era::Empires).0, 1);
    assert_eq!(feudal_corps(province("greece"), Era::Nationalism), (0, 0));
    assert_eq!(feudal_corps(province("macedonia"), Era::Nationalism), (0, 0));
    for key in ["anatolia", "armenia"] {
        let (infantry, cavalry) = feudal_corps(province(key), Era::Empires);
        assert_eq!(feudal_corps(province(key), Era::Nationalism), (infantry + 1, cavalry));
    }
    assert!(is_fanatic_ground(area("smyrna")) && is_fanatic_ground(area("adrianople")));
    assert!(!is_fanatic_ground(area("athens")));
    let german = |key: &str| map().combination(key).unwrap();
    assert_eq!(members(german("north-germany"), true).len(), 3);
    assert_eq!(german("north-germany").may_by_choice.len(), 2);
}

#[test]
fn every_rule_that_asks_is_answered_by_a_function() {
    let source = include_str!("questions.rs");
    for (question, rule) in ASKED_BY {
        assert!(source.contains(&format!("pub fn {question}(")), "{question}");
        assert!(
            source.matches(&format!("`{rule}`")).count() >= 1 || rule.as_str().ends_with("home-invaded"),
            "{rule}"
        );
    }
}

/// What rules and their notes name, as they name it.
const NAMED: [&str; 109] = [
    "Ile de France",
    "Artois",
    "Languedoc",
    "Provence",
    "Scotland",
    "Ireland",
    "Austria",
    "Bohemia",
    "Moravia",
    "Tyrol",
    "Illyria",
    "Hungary",
    "Transylvania",
    "Military Border",
    "West Galicia",
    "East Galicia",
    "Brandenburg",
    "Pomerania",
    "Magdeburg",
    "East Prussia",
    "West Prussia",
    "Posen",
    "Masovia",
    "Silesia",
    "Livonia",
    "Karelia",
    "Lithuania",
    "White Russia",
    "Polesia",
    "Podolia",
    "Ukraine",
    "Astrakhan",
    "Kurland",
    "Crimea",
    "Anatolia",
    "Armenia",
    "Rumelia",
    "Bulgaria",
    "Serbia",
    "Macedonia",
    "Greece",
    "Bosnia",
    "Crete",
    "Cyprus",
    "Algeria",
    "Algiers",
    "Baden",
    "Bavaria",
    "Berg",
    "Corsica",
    "Cyrenaica",
    "Denmark",
    "Duchies",
    "Egypt",
    "Finland",
    "Flanders",
    "Georgia",
    "Gibraltar",
    "Hanover",
    "Hesse",
    "Holland",
    "Kleves",
    "Lombardy",
    "Malta",
    "Morocco",
    "Naples",
    "Norway",
    "Papacy",
    "Papal State",
    "Piedmont",
    "Portugal",
    "Romagna",
    "Sardinia",
    "Saxony",
    "Sicily",
    "Sweden",
    "Switzerland",
    "Tripolitania",
    "Tunisia",
    "Tuscany",
    "Venice",
    "Venetia",
    "Wurttemberg",
    "Württemberg",
    "Palestine",
    "Corfu",
    "Rhodes",
    "Paris",
    "London",
    "Vienna",
    "Ofen",
    "Breslau",
    "St. Petersburg",
    "Constantinople",
    "Brest",
    "Rome",
    "Dublin",
    "Gulf of Finland",
    "English Channel",
    "Dardanelles",
    "Confederation of the Rhine",
    "Ottoman Empire",
    "Kingdom of Italy",
    "Poland",
    "Confederation of North Germany",
    "Confederation of South Germany",
    "Great Britain",
    "Turkey",
    "Stockholm",
];

#[test]
fn whatever_rules_name_is_found_by_its_name() {
    for name in NAMED {
        let found = find(name);
        let first = *found.first().unwrap_or_else(|| panic!("{name} is not found"));
        let other = match first {
            Place::Province(province) => province.on_map().minor.as_ref(),
            _ => None,
        };
        let own = plain(first.name()) == plain(name)
            || other.is_some_and(|minor| minor.other_names.iter().any(|own| plain(own) == plain(name)));
        assert!(own, "{name} finds {} first", first.name());
    }
}

#[test]
fn places_are_found_by_any_part_of_a_name_best_first() {
    let first = |words: &str| find(words).first().copied();
    assert_eq!(first("paris"), Some(Place::Area(area("paris"))));
    assert_eq!(first("  PÁRIS "), Some(Place::Area(area("paris"))));
    assert_eq!(first("orléans"), Some(Place::Area(area("orleans"))));
    assert_eq!(first("istanbul"), Some(Place::Area(area("constantinople"))), "by its local name");
    assert_eq!(first("petersb"), Some(Place::Area(area("st-petersburg"))));
    assert_eq!(first("st peters"), Some(Place::Area(area("st-petersburg"))));
    assert_eq!(first("finland gulf"), Some(Place::Sea(sea("gulf-of-finland"))));
    assert_eq!(first("england"), Some(Place::Power(Power::GreatBritain)));
    assert_eq!(first("austria"), Some(Place::Power(Power::Austria)));
    assert!(find("austria").contains(&Place::Province(province("austria"))));
    assert!(find("xyzzy").is_empty() && !find("").is_empty());
    assert!(nearest("Parys", 3, |_| true).contains(&Place::Area(area("paris"))));
    assert!(
        nearest("Viena", 3, |place| matches!(place, Place::Area(_))).contains(&Place::Area(area("vienna")))
    );
    let keys: BTreeSet<String> = find("").into_iter().map(Place::key).collect();
    assert_eq!(keys.len(), find("").len(), "every place has a word of its own");
    for place in find("") {
        assert_eq!(Place::by_key(&place.key()), Some(place));
    }
    assert_eq!(
        Place::by_key("area/nowhere").or(Place::by_key("paris")).or(Place::by_key("town/paris")),
        None
    );
}

#[test]
fn what_a_power_has_is_near_the_known_totals() {
    // Of the printed game's totals Spain's alone are known.
    let known = |power| (power == Power::Spain).then_some((32, 16));
    for power in Power::STANDARD {
        let home = home_provinces(power, Era::Empires);
        let sum = |of: fn(&Province) -> u32| home.iter().map(|one| of(one.on_map())).sum::<u32>();
        let (money, manpower) = (sum(|one| one.money), sum(|one| one.manpower));
        let ports = AreaId::all().filter(|area| home_nation(*area, Era::Empires) == Some(power));
        let ports: Vec<&Port> = ports.filter_map(|area| area.on_map().port.as_ref()).collect();
        let domestic: u32 = ports.iter().map(|port| u32::from(port.domestic)).sum();
        let american: u32 = ports.iter().map(|port| u32::from(port.american)).sum();
        let told = known(power).map_or("not known".to_owned(), |(money, mp)| format!("${money}, {mp} MP"));
        println!("{power}: ${money}, {manpower} MP, trade ${domestic} and ${american}; printed: {told}");
        assert!(money >= 25 && manpower >= 10, "{power}");
        if let Some((k, m)) = known(power) {
            assert!(
                money * 100 <= k * 115
                    && money * 100 >= k * 85
                    && manpower * 100 <= m * 115
                    && manpower * 100 >= m * 85
            );
        }
    }
}
