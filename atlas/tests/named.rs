//! Whatever rules name is on the map, is whose it should be, and is worth what is known.

#![allow(clippy::unwrap_used)]

mod made;

use made::MAP;
use std::collections::BTreeSet;
use std::path::Path;

fn province(id: &str) -> &'static atlas::map::Province {
    MAP.provinces
        .iter()
        .find(|province| province.id == id)
        .unwrap_or_else(|| panic!("no province is called {id}"))
}

fn touches(one: &str, other: &str) -> bool {
    let of = |province: &str| -> BTreeSet<&str> {
        MAP.areas.iter().filter(|area| area.province == province).map(|area| area.id.as_str()).collect()
    };
    let (one, other) = (of(one), of(other));
    MAP.land.iter().any(|border| {
        let (a, b) = (border.between.0.as_str(), border.between.1.as_str());
        (one.contains(a) && other.contains(b)) || (one.contains(b) && other.contains(a))
    })
}

fn home(power: &str) -> Vec<&'static atlas::map::Province> {
    MAP.provinces.iter().filter(|province| province.home_of.as_deref() == Some(power)).collect()
}

/// The provinces that rules and their notes name, and whose they are; a minor country is its own.
const NAMED: [(&str, &str); 98] = [
    ("Ile de France", "france"),
    ("Artois", "france"),
    ("Languedoc", "france"),
    ("Provence", "france"),
    ("Scotland", "great_britain"),
    ("Ireland", "great_britain"),
    ("Austria", "austria"),
    ("Bohemia", "austria"),
    ("Moravia", "austria"),
    ("Tyrol", "austria"),
    ("Illyria", "austria"),
    ("Hungary", "austria"),
    ("Transylvania", "austria"),
    ("Military Border", "austria"),
    ("West Galicia", "austria"),
    ("East Galicia", "austria"),
    ("Brandenburg", "prussia"),
    ("Pomerania", "prussia"),
    ("Magdeburg", "prussia"),
    ("East Prussia", "prussia"),
    ("West Prussia", "prussia"),
    ("Posen", "prussia"),
    ("Masovia", "prussia"),
    ("Silesia", "prussia"),
    ("Livonia", "russia"),
    ("Karelia", "russia"),
    ("Lithuania", "russia"),
    ("White Russia", "russia"),
    ("Polesia", "russia"),
    ("Podolia", "russia"),
    ("Ukraine", "russia"),
    ("Astrakhan", "russia"),
    ("Kurland", "russia"),
    ("Crimea", "russia"),
    ("Don", "russia"),
    ("Moscow", "russia"),
    ("Andalusia", "spain"),
    ("Granada", "spain"),
    ("Murcia", "spain"),
    ("Valencia", "spain"),
    ("Catalonia", "spain"),
    ("Aragon", "spain"),
    ("Navarre", "spain"),
    ("Old Castile", "spain"),
    ("New Castile", "spain"),
    ("Leon", "spain"),
    ("Galicia", "spain"),
    ("Asturias", "spain"),
    ("Estremadura", "spain"),
    ("Balearics", "spain"),
    ("Anatolia", "turkey"),
    ("Armenia", "turkey"),
    ("Rumelia", "turkey"),
    ("Bulgaria", "turkey"),
    ("Serbia", "turkey"),
    ("Macedonia", "turkey"),
    ("Greece", "turkey"),
    ("Bosnia", "turkey"),
    ("Bessarabia", "turkey"),
    ("Crete", "turkey"),
    ("Cyprus", "turkey"),
    ("Algeria", ""),
    ("Baden", ""),
    ("Bavaria", ""),
    ("Berg", ""),
    ("Corsica", ""),
    ("Cyrenaica", ""),
    ("Denmark", ""),
    ("Duchies", ""),
    ("Egypt", ""),
    ("Finland", ""),
    ("Flanders", ""),
    ("Georgia", ""),
    ("Gibraltar", ""),
    ("Hanover", ""),
    ("Hesse", ""),
    ("Holland", ""),
    ("Kleves", ""),
    ("Lombardy", ""),
    ("Malta", ""),
    ("Morocco", ""),
    ("Naples", ""),
    ("Norway", ""),
    ("Papacy", ""),
    ("Piedmont", ""),
    ("Portugal", ""),
    ("Romagna", ""),
    ("Sardinia", ""),
    ("Saxony", ""),
    ("Sicily", ""),
    ("Sweden", ""),
    ("Switzerland", ""),
    ("Tripolitania", ""),
    ("Tunisia", ""),
    ("Tuscany", ""),
    ("Venetia", ""),
    ("Wurttemberg", ""),
    ("Palestine", ""),
];

#[test]
fn every_province_and_minor_country_that_rules_name_is_there_and_whose_it_should_be() {
    for (name, power) in NAMED {
        let province = MAP.provinces.iter().find(|province| province.name == name);
        let province = province.unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(province.home_of.as_deref().unwrap_or(""), power, "{name}");
        assert!(MAP.areas.iter().any(|area| area.province == province.id), "{name} has no area");
        if power.is_empty() {
            assert!(MAP.minors.iter().any(|minor| minor.id == province.id && minor.name == name), "{name}");
        }
    }
    for name in ["Corfu", "Mecklenburg", "Moldavia", "Palatinate", "Rhodes", "Syria", "Wallachia"] {
        assert!(MAP.minors.iter().any(|minor| minor.name == name), "{name}");
    }
    for (other, name) in [("Venice", "Venetia"), ("Algiers", "Algeria"), ("Württemberg", "Wurttemberg")] {
        let minor = MAP.minors.iter().find(|minor| minor.name == name).unwrap();
        assert!(minor.other_names.iter().any(|known| known == other), "{other}");
    }
}

#[test]
fn every_city_that_rules_name_is_there() {
    for (city, province) in [
        ("paris", "ile-de-france"),
        ("london", "home-counties"),
        ("vienna", "austria"),
        ("ofen", "hungary"),
        ("breslau", "silesia"),
        ("warsaw", "masovia"),
        ("st-petersburg", "ingria"),
        ("constantinople", "rumelia"),
        ("brest", "brittany"),
        ("toulon", "provence"),
        ("portsmouth", "home-counties"),
        ("plymouth", "west-country"),
        ("stockholm", "sweden"),
        ("alexandria", "egypt"),
        ("algiers", "algeria"),
        ("rome", "papacy"),
        ("dublin", "ireland"),
        ("genoa", "piedmont"),
        ("piacenza", "piedmont"),
        ("wittenberg", "saxony"),
        ("stettin", "pomerania"),
        ("colberg", "pomerania"),
        ("bucharest", "wallachia"),
        ("tiflis", "georgia"),
        ("nemirov", "podolia"),
        ("taganrog", "don"),
        ("pressburg", "hungary"),
        ("hamburg", "denmark"),
        ("benghazi", "cyrenaica"),
        ("karlskrona", "sweden"),
        ("malmo", "sweden"),
        ("gothenburg", "sweden"),
        ("kassel", "hesse"),
        ("cologne", "palatinate"),
        ("lille", "artois"),
    ] {
        let area = MAP.area(city).unwrap_or_else(|| panic!("{city} is missing"));
        assert!(area.city.is_some() && area.province == province, "{city}: {}", area.province);
    }
    for (city, kind) in [
        ("paris", "national"),
        ("vienna", "national"),
        ("ofen", "provincial"),
        ("warsaw", "provincial"),
        ("constantinople", "national"),
    ] {
        assert_eq!(MAP.area(city).unwrap().city.as_ref().unwrap().capital.as_deref(), Some(kind), "{city}");
    }
    assert!(province("hungary").marks.contains("second-capital"));
    assert!(!province("austria").marks.contains("second-capital"));
}

#[test]
fn every_sea_that_rules_name_is_there() {
    for name in ["Gulf of Finland", "English Channel", "Dardanelles", "Off Yarmouth"] {
        assert!(MAP.seas.iter().any(|sea| sea.name == name), "{name}");
    }
    for mark in ["adriatic", "aegean", "british", "channel", "dardanelles", "east"] {
        assert!(MAP.seas.iter().any(|sea| sea.marks.contains(mark)), "{mark}");
    }
    for water in ["atlantic", "baltic", "black_sea", "mediterranean", "north_sea"] {
        assert!(MAP.seas.iter().any(|sea| sea.water == water), "{water}");
    }
    let marks = |id: &str| &MAP.seas.iter().find(|sea| sea.id == id).unwrap().marks;
    assert!(marks("english-channel").contains("british") && !marks("gulf-of-lyons").contains("british"));
    assert!(
        marks("off-malta").contains("east")
            && !marks("tyrrhenian-sea").contains("east")
            && !marks("western-black-sea").contains("east")
    );
}

#[test]
fn known_neighbours_are_neighbours() {
    for (one, other) in [
        ("hungary", "austria"),
        ("hungary", "moravia"),
        ("hungary", "silesia"),
        ("saxony", "bohemia"),
        ("bohemia", "bavaria"),
        ("tyrol", "bavaria"),
        ("artois", "ile-de-france"),
        ("artois", "flanders"),
        ("alsace", "baden"),
        ("provence", "piedmont"),
        ("lombardy", "venetia"),
        ("naples", "papacy"),
        ("podolia", "bessarabia"),
        ("navarre", "guyenne"),
        ("portugal", "estremadura"),
        ("denmark", "hanover"),
        ("finland", "karelia"),
        ("sweden", "finland"),
        ("norway", "sweden"),
        ("egypt", "palestine"),
        ("morocco", "algeria"),
        ("georgia", "armenia"),
        ("gibraltar", "andalusia"),
        ("masovia", "west-galicia"),
    ] {
        assert!(touches(one, other), "{one} and {other}");
    }
    for (one, other) in [
        ("home-counties", "artois"),
        ("sicily", "naples"),
        ("rumelia", "anatolia"),
        ("denmark", "sweden"),
        ("gibraltar", "morocco"),
        ("corfu", "albania"),
    ] {
        assert!(!touches(one, other), "{one} and {other}");
    }
    let river = |a: &str, b: &str| {
        let between = if a < b { (a, b) } else { (b, a) };
        MAP.land
            .iter()
            .find(|border| (border.between.0.as_str(), border.between.1.as_str()) == between)
            .and_then(|border| border.river.as_deref())
    };
    assert_eq!(river("stettin", "colberg"), Some("Oder"));
    assert_eq!(river("taganrog", "azov"), Some("Don"));
    assert_eq!(river("strasbourg", "black-forest"), Some("Rhine"));
    assert_eq!(river("paris", "amiens"), None);
}

#[test]
fn worth_is_near_the_known_totals() {
    let sum = |provinces: &[&atlas::map::Province]| {
        (
            provinces.iter().map(|one| one.money).sum::<u32>(),
            provinces.iter().map(|one| one.manpower).sum::<u32>(),
        )
    };
    let near = |value: u32, known: u32| value * 100 <= known * 115 && value * 100 >= known * 85;
    let (money, manpower) = sum(&home("spain"));
    assert!(near(money, 32) && near(manpower, 16), "Spain: {money}/{manpower}");
    for (id, worth) in [("sardinia", (1, 1)), ("pomerania", (5, 2)), ("hungary", (14, 6))] {
        assert_eq!((province(id).money, province(id).manpower), worth, "{id}");
    }
    for power in ["austria", "france", "great_britain", "prussia", "russia", "turkey"] {
        let (money, manpower) = sum(&home(power));
        assert!(money >= 25 && manpower >= 10 && money > manpower, "{power}: {money}/{manpower}");
    }
    let trade = |of: fn(&atlas::map::Port) -> u8| -> u32 {
        let spanish =
            MAP.areas.iter().filter(|area| province(&area.province).home_of.as_deref() == Some("spain"));
        spanish.filter_map(|area| area.port.as_ref()).map(|port| u32::from(of(port))).sum()
    };
    assert!(near(trade(|port| port.domestic), 8) && near(trade(|port| port.american), 6));
}

#[test]
fn marks_stand_where_rules_need_them() {
    let marked = |mark: &str| -> BTreeSet<&str> {
        MAP.provinces
            .iter()
            .filter(|province| province.marks.contains(mark))
            .map(|province| province.id.as_str())
            .collect()
    };
    assert_eq!(marked("insurrection"), BTreeSet::from(["hungary", "transylvania"]));
    assert!(marked("polish").is_superset(&BTreeSet::from([
        "masovia",
        "posen",
        "west-galicia",
        "east-galicia"
    ])));
    assert_eq!(marked("polish-house"), BTreeSet::from(["west-prussia"]));
    assert!(marked("cossack").contains("don") && marked("cossack").contains("georgia"));
    assert!(!marked("freikorps").is_empty());
    let africa = ["algeria", "cyrenaica", "egypt", "morocco", "tripolitania", "tunisia"];
    assert_eq!(marked("africa"), BTreeSet::from(africa));
    assert_eq!(marked("indian-trade"), BTreeSet::from(["egypt"]));
    for id in ["rumelia", "anatolia", "armenia", "greece", "macedonia"] {
        assert!(province(id).feudal_infantry > 0, "{id}");
    }
    assert_eq!(province("egypt").feudal_infantry, 0);
    assert!(home("spain").iter().all(|province| province.guerrilla.is_some()));
    assert_eq!(province("languedoc").guerrilla, Some(6));
    assert_eq!(province("ile-de-france").guerrilla, None);
    let district = |id: &str| MAP.minors.iter().find(|minor| minor.id == id).unwrap().district_of.as_deref();
    assert_eq!(
        (district("finland"), district("norway"), district("sweden")),
        (Some("sweden"), Some("denmark"), None)
    );
}

#[test]
fn every_part_of_a_combination_is_on_the_map() {
    #[derive(serde::Deserialize)]
    struct File {
        combination: Vec<toml::Table>,
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/eia/data/map/combinations.toml");
    let file: File = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let names = |id: &str| -> BTreeSet<String> {
        let table = file.combination.iter().find(|table| table["id"].as_str() == Some(id)).unwrap();
        table["may"].as_array().unwrap().iter().filter_map(|part| part.as_str().map(str::to_owned)).collect()
    };
    for table in &file.combination {
        for key in ["core", "may", "may_by_house_rule", "may_by_choice"] {
            for part in table.get(key).and_then(toml::Value::as_array).into_iter().flatten() {
                province(part.as_str().unwrap());
            }
        }
        if let Some(capital) = table.get("capital").and_then(toml::Value::as_str) {
            assert!(MAP.area(capital).is_some_and(|area| area.city.is_some()), "{capital}");
        }
    }
    let set = |parts: &[&str]| -> BTreeSet<String> { parts.iter().map(|part| (*part).to_owned()).collect() };
    assert_eq!(
        names("italian-minors"),
        set(&["lombardy", "naples", "papacy", "romagna", "sicily", "tuscany", "venetia"])
    );
    assert_eq!(names("north-germany"), set(&["berg", "hesse", "kleves"]));
    assert_eq!(names("south-germany"), set(&["baden", "bavaria", "hanover", "wurttemberg"]));
    for id in [
        "confederation-of-the-rhine",
        "westphalia",
        "kingdom-of-bavaria",
        "two-sicilies",
        "ottoman-empire",
        "poland",
        "kingdom-of-italy",
    ] {
        assert!(!names(id).is_empty());
    }
}
