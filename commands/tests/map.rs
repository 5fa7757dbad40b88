//! The map: its pictures, an area's card, and the buttons between them.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, ids, says, select};
use crate::common::*;
use commands::eia::map::present::card;
use commands::eia::map::present::flags::Flag;
use commands::eia::map::present::frame::Window;
use commands::eia::map::present::picture::{View, overlapping_names, picture, without_name};
use engine::eia::map::{AreaId, Era, Place, SeaId, home_provinces};
use engine::eia::oob::Control;
use engine::eia::powers::Power;
use engine::table::{SeatId, Verb};
use serde_json::json;

fn area(key: &str) -> AreaId {
    AreaId::by_key(key).unwrap()
}

/// The parts of the map that are looked at: all of it, six regions, ten cards.
fn views() -> Vec<(String, View)> {
    let mut views = vec![("whole".to_owned(), View::of(Window::whole(), Control::default()))];
    for key in ["paris", "munich", "constantinople", "copenhagen", "smolensk", "naples"] {
        views.push((format!("around-{key}"), View::of(Window::around_area(area(key)), Control::default())));
    }
    for power in Power::STANDARD {
        let window = Window::of_provinces(&home_provinces(power, Era::Empires)).unwrap();
        views.push((format!("of-{}", power.key()), View::of(window, Control::default())));
    }
    let later = Control::of("1853");
    views.push(("whole-1853".to_owned(), View::of(Window::whole(), later)));
    let sardinia = Window::of_provinces(&home_provinces(Power::Sardinia, later.era())).unwrap();
    views.push(("of-sardinia".to_owned(), View::of(sardinia, later)));
    let cards = [
        "paris",
        "vienna",
        "constantinople",
        "gibraltar",
        "london",
        "st-petersburg",
        "valletta",
        "west-of-munich",
        "copenhagen",
        "lille",
    ];
    for key in cards {
        let about = Some(area(key));
        views.push((
            format!("card-{key}"),
            View { about, ..View::of(Window::of_card(area(key)), Control::default()) },
        ));
    }
    let sea = Window::around_sea(SeaId::by_key("gulf-of-finland").unwrap());
    views.push(("sea-gulf-of-finland".to_owned(), View::of(sea, Control::default())));
    views
}

/// The middle of Europe with counters and with areas that others have than in 1805.
fn at_war(window: Window) -> View {
    let flag = |power: Power, text: &str, place: &str| Flag {
        power,
        text: text.to_owned(),
        place: place.to_owned(),
    };
    let flags = vec![
        flag(Power::France, "I Corps 14i 2c", "area/munich"),
        flag(Power::France, "Guard 10i", "area/munich"),
        flag(Power::Austria, "II Corps", "area/linz"),
        flag(Power::Austria, "I Corps", "area/vienna"),
        flag(Power::GreatBritain, "Channel Fleet", "sea/english-channel"),
    ];
    let held = [
        ("munich", Power::France),
        ("ulm", Power::Austria),
        ("vienna", Power::France),
        ("linz", Power::Austria),
        ("lyons", Power::GreatBritain),
        ("trent", Power::Prussia),
        ("udine", Power::Turkey),
        ("innsbruck", Power::Russia),
        ("augsburg", Power::Spain),
    ];
    let held = held.into_iter().filter_map(|(key, power)| Some((AreaId::by_key(key)?, power))).collect();
    View { flags, held, ..View::of(window, Control::default()) }
}

/// How 1805 stands a few months on: armies of several powers at one place, fleets at sea and in port.
fn in_1805(window: Window) -> View {
    let flags = [
        (Power::France, vec!["I Corps", "II Corps", "III Corps"], "area/strasbourg"),
        (Power::France, vec!["IV Corps", "V Corps"], "area/paris"),
        (Power::Austria, vec!["I Corps", "II Corps", "III Corps"], "area/ulm"),
        (Power::Russia, vec!["I Corps", "II Corps"], "area/ulm"),
        (Power::France, vec!["VI Corps", "VII Corps"], "area/augsburg"),
        (Power::Austria, vec!["IV Corps"], "area/vienna"),
        (Power::Russia, vec!["III Corps", "Guard Corps"], "area/st-petersburg"),
        (Power::Prussia, vec!["I Corps 10i 1c", "II Corps 9i"], "area/berlin"),
        (Power::Spain, vec!["I Corps"], "area/madrid"),
        (Power::Turkey, vec!["I Imperial Corps"], "area/constantinople"),
        (Power::France, vec!["Toulon Fleet"], "sea/gulf-of-lyons"),
        (Power::GreatBritain, vec!["II Fleet"], "area/portsmouth"),
        (Power::GreatBritain, vec!["I Fleet", "III Fleet"], "sea/english-channel"),
        (Power::Spain, vec!["I Fleet"], "area/cadiz"),
    ];
    let each = |(power, texts, place): (Power, Vec<&str>, &str)| -> Vec<Flag> {
        assert!(Place::by_key(place).is_some(), "{place}");
        let flag = |text: &str| Flag { power, text: text.to_owned(), place: place.to_owned() };
        texts.into_iter().map(flag).collect()
    };
    let flags = flags.into_iter().flat_map(each).collect();
    View { flags, ..View::of(window, Control::default()) }
}

#[test]
fn what_another_has_than_at_the_start_is_hatched_and_in_the_key() {
    let window = Window::around_area(area("munich"));
    let drawn = |held: Vec<(AreaId, Power)>| {
        let view = View { held, ..View::of(window, Control::default()) };
        picture(&view).unwrap()
    };
    let as_it_was = drawn(Vec::new());
    // Linz is Austrian at the start, so telling it changes nothing.
    assert!(as_it_was == drawn(vec![(area("linz"), Power::Austria)]));
    let taken = drawn(vec![(area("linz"), Power::France)]);
    assert!(taken != as_it_was && taken != drawn(vec![(area("linz"), Power::Russia)]));
}

#[test]
#[ignore = "draws pictures to look at: they are in the folder of temporary files, under chancery-map"]
fn pictures_to_look_at() {
    let folder = std::env::temp_dir().join("chancery-map");
    std::fs::create_dir_all(&folder).unwrap();
    let war = [
        ("war-munich".to_owned(), at_war(Window::around_area(area("munich")))),
        ("war-whole".to_owned(), at_war(Window::whole())),
        ("flags-whole".to_owned(), in_1805(Window::whole())),
        (
            "flags-austria".to_owned(),
            in_1805(Window::of_provinces(&home_provinces(Power::Austria, Era::Empires)).unwrap()),
        ),
        ("flags-ulm".to_owned(), in_1805(Window::around_area(area("ulm")))),
        ("flags-portsmouth".to_owned(), in_1805(Window::around_area(area("portsmouth")))),
        ("flags-lyons".to_owned(), in_1805(Window::around_sea(SeaId::by_key("gulf-of-lyons").unwrap()))),
        (
            "flags-france".to_owned(),
            in_1805(Window::of_provinces(&home_provinces(Power::France, Era::Empires)).unwrap()),
        ),
    ];
    for (name, view) in views().into_iter().chain(war) {
        std::fs::write(folder.join(format!("{name}.png")), picture(&view).unwrap()).unwrap();
    }
    println!("{}", folder.display());
}

/// Width and height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[1..4], b"PNG");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn pictures_are_drawn_alike_each_time() {
    for (name, view) in views().into_iter().filter(|(name, _)| name.ends_with("paris") || name == "whole") {
        let png = picture(&view).unwrap();
        let (wide, high) = size(&png);
        // The rows of the key are below the map.
        assert!(wide == 1600 && (1200..=1660).contains(&high), "{name}: {wide} × {high}");
        assert!(png.len() < 8 * 1024 * 1024 && png == picture(&view).unwrap(), "{name}");
    }
}

#[test]
fn no_name_stands_over_another_and_cards_name_the_area_and_its_neighbours() {
    for (name, view) in views() {
        assert_eq!(overlapping_names(&view), 0, "{name}");
    }
    let mut without = 0;
    for area in AreaId::all() {
        let view = View { about: Some(area), ..View::of(Window::of_card(area), Control::default()) };
        let nameless = without_name(&view);
        let near = engine::eia::map::map().neighbours(area).iter().any(|near| nameless.contains(&near.area));
        assert!(!near && !nameless.contains(&area), "{area}: {nameless:?}");
        without += without_name(&View::of(Window::around_area(area), Control::default())).len();
    }
    // Around a place of 600 km nearly everything has room; a handful at the edges has none.
    assert!(without <= 100, "{without} names in {} pictures are left out", AreaId::all().len());
}

#[test]
fn every_areas_card_fits_and_tells_what_it_is() {
    for area in AreaId::all() {
        let message = card::card(area, Control::default());
        assert_fits(&message.json());
        let text = shown(&message);
        let on_map = area.on_map();
        assert!(text.contains(&on_map.name) && text.contains(on_map.province.name()), "{area}: {text}");
        assert_eq!(text.contains("tower"), on_map.city.is_some(), "{area}");
        assert_eq!(text.contains("blockade box"), on_map.port.is_some(), "{area}");
        assert!(text.contains("not the printed one"), "{area}");
        assert!((1..=1024).contains(&card::in_words(area).chars().count()));
    }
    let of = |key: &str| shown(&card::card(area(key), Control::default()));
    let paris = of("paris");
    assert!(paris.contains("National capital") && paris.contains("home province of France"), "{paris}");
    assert!(
        paris.contains("5 towers: a garrison of up to 25 factors") && paris.contains("1 fletch"),
        "{paris}"
    );
    let brest = of("brest");
    assert!(brest.contains("Off Ushant") && brest.contains("Guns: 50"), "{brest}");
    let ofen = of("ofen");
    assert!(ofen.contains("Raises insurrection corps") && ofen.contains("Guerrillas: 5"), "{ofen}");
    assert!(of("cairo").contains("Indian trade") && of("cairo").contains("Ottoman Empire"));
    assert!(of("milan").contains("conquered by France") && of("bern").contains("free state of France"));
    assert!(of("strasbourg").contains("over the river Rhine"), "{}", of("strasbourg"));
    assert!(of("constantinople").contains("by a crossing arrow of 1 MP"));
    // The house rules leave out the arrow over the strait of Messina.
    assert!(!of("messina").contains("Reggio"), "{}", of("messina"));
    assert!(of("valletta").contains("None by land"));
}

#[test]
fn parts_of_the_map_open_cards() {
    for place in engine::eia::map::find("").into_iter().map(Some).chain([None]).step_by(9) {
        let window = place.map_or_else(Window::whole, |_| Window::around_area(area("paris")));
        assert_fits(&card::part(place, &window, Control::default()).json());
        if let Some(place) = place {
            assert!(!card::called(place).is_empty() && !card::kind(place).is_empty(), "{place:?}");
        }
    }
    let around =
        card::part(Some(Place::Area(area("paris"))), &Window::around_area(area("paris")), Control::default())
            .json();
    let (id, areas) = select(&around).unwrap();
    assert!(
        id.ends_with("map/open") && areas.contains(&"paris".to_owned()) && areas.len() <= 25,
        "{areas:?}"
    );
    // More than a select holds stand in several, each with what it goes from and to.
    let window = Window::of_provinces(&home_provinces(Power::France, Era::Empires)).unwrap();
    let france = card::part(Some(Place::Power(Power::France)), &window, Control::default());
    assert_fits(&france.json());
    let shown = france.json();
    let rows = shown["components"].as_array().unwrap().iter().map(|row| &row["components"][0]);
    let listed: Vec<&serde_json::Value> = rows.filter(|one| one["type"] == 3).collect();
    let areas: usize = listed.iter().map(|one| one["options"].as_array().unwrap().len()).sum();
    assert!(areas > 25 && listed.len() == areas.div_ceil(25), "{areas} areas");
    assert!(areas == window.frame().areas().len().min(100), "{areas} areas");
    assert!(listed[1]["custom_id"].as_str().unwrap().ends_with("map/open/1"), "{shown}");
    let asks = "Open the card of an area: ";
    assert!(listed.iter().all(|one| one["placeholder"].as_str().unwrap().starts_with(asks)), "{shown}");
    let (regions, _) = select(&card::part(None, &Window::whole(), Control::default()).json()).unwrap();
    assert!(regions.ends_with("map/region"), "{regions}");
}

#[tokio::test]
async fn buttons_lead_from_the_founding_post_over_the_map_to_a_card() {
    let table = Table::new(71, None);
    let front = Front::new().await;
    table.found(ANNA, COUNCIL, "The Grand War", founding(2)).await;
    let founded = table.sent().into_iter().find(|sent| sent.kind == "founded").unwrap();
    assert!(founded.text.contains("The map is Chancery's own, not the printed one."), "{}", founded.text);
    let whole = front.press_for_picture(&table, OLAF, &button(&founded.json(), "Map").unwrap(), None).await;
    assert!(says(&whole).contains("Europe in 1805"), "{whole}");
    assert_eq!(whole["attachments"][0]["filename"], "map.png");

    let shown = card::card(area("paris"), Control::default()).json();
    let around = front.press_for_picture(&table, BELA, &button(&shown, "Around it").unwrap(), None).await;
    assert!(says(&around).contains("**Paris**") && around["attachments"][0]["description"] != "", "{around}");
    let (open, _) = select(&around).unwrap();
    let card = front.press_for_picture(&table, BELA, &open, Some("orleans")).await;
    assert!(card["embeds"][0]["title"].as_str().unwrap().contains("Orléans"), "{card}");
    assert_eq!(card["attachments"][0]["filename"], "map-orleans.png");
    let card = front.press_for_picture(&table, BELA, "v1:-:0:map/open/1", Some("orleans")).await;
    assert!(card["embeds"][0]["title"].as_str().unwrap().contains("Orléans"), "{card}");
    let back = front.press_for_picture(&table, BELA, &button(&card, "Whole map").unwrap(), None).await;
    assert!(says(&back).contains("Europe in 1805"), "{back}");
    for id in ["v1:-:0:map/around/nowhere", "v1:-:0:map/x", "v1:-:0:map/"] {
        let told = front.press(&table, ANNA, id).await;
        assert!(says(&told).contains("earlier version"), "{id}: {told}");
    }
    let told = front.choose(&table, ANNA, &open, "nowhere").await;
    assert!(says(&told).contains("earlier version"), "{told}");
}

#[tokio::test]
async fn flags_have_a_strength_for_their_owner_alone() {
    use commands::eia::map::present::flags::flags;
    let table = Table::new(83, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let view = table.campaign(&id).await.public_view();
    let position = view.game.of::<engine::eia::Position>().unwrap();
    let power = position.choice.powers_of(&view.seats[0].id)[0];
    let order = json!({"counter": "place", "power": power, "name": "I Corps", "place": "area/vienna"});
    table.done(&id, ANNA, Verb::Game(order)).await;
    let items =
        commands::eia::roster::read(&format!("{}; I Corps: 14 infantry, 2 cavalry", power.name())).unwrap();
    let items = items.iter().map(engine::table::strongbox::Given::thing).collect();
    let act = engine::table::strongbox::Act::Keep { items, whole: false, revision: None };
    let salt = engine::table::Secret::new([9; 32]);
    table.done(&id, ANNA, Verb::Strongbox { act, salt }).await;
    let seen = async |user: u64| {
        let flags = table.house.shown(&id, &table.asker(user), flags).await.unwrap();
        flags.into_iter().map(|flag| flag.text).collect::<Vec<String>>()
    };
    assert_eq!(seen(BELA).await, ["I Corps"]);
    let own = seen(ANNA).await;
    assert!(own[0].starts_with("I Corps ") && own[0].contains("14i") && own[0].contains("2c"), "{own:?}");
    let posts = table.sent();
    let told = posts.iter().find(|sent| sent.kind == "counter").unwrap();
    assert!(told.text.contains("I Corps stands at Vienna"), "{}", told.text);
}

#[tokio::test]
async fn who_founded_a_campaign_lays_and_points_its_map_before_he_has_a_seat() {
    let table = Table::new(84, None);
    let founded = table.house.found(&table.asker(ANNA), GUILD, COUNCIL, "Early", founding(3)).await;
    assert!(matches!(founded, commands::house::Outcome::Done(_)), "{founded:?}");
    let id = table.house.store.campaigns().await.unwrap()[0].id.clone();
    let pack = "area,neighbours\nAldmark,Brunn\nBrunn,Aldmark\n";
    let lay = Verb::Game(json!({"map": "propose", "what": {"change": "pack", "text": pack}}));
    assert!(table.refused(&id, BELA, lay.clone()).await.contains("no seat"));
    assert!(table.done(&id, ANNA, lay).await.content.contains("It holds from here on."));
    let point = Verb::Game(json!({"map": "point", "area": "Aldmark", "x": 30, "y": 40}));
    assert!(table.done(&id, ANNA, point).await.content.contains("Aldmark stands at 30, 40."));
    let edit = json!({"edit": "border", "area": "Aldmark", "other": "Brunn", "border": "river"});
    let correct = Verb::Game(json!({"map": "propose", "what": {"change": "correct", "edit": edit}}));
    table.done(&id, ANNA, correct).await;
    let posts = table.sent();
    let told = posts.iter().rfind(|sent| sent.kind == "map").unwrap();
    assert!(told.text.contains("Aldmark") && told.text.contains("It holds from here on."), "{}", told.text);
}

/// The buttons of a message whose verb begins so.
fn verbs(message: &serde_json::Value, begins: &str) -> Vec<String> {
    ids(message).into_iter().filter(|id| id.contains(&format!(":{begins}"))).collect()
}

/// What the buttons of a message read whose verb begins so.
fn labels(message: &serde_json::Value, begins: &str) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let buttons = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let fits = |button: &&serde_json::Value| {
        button["custom_id"].as_str().is_some_and(|id| id.contains(&format!(":{begins}")))
    };
    buttons.filter(fits).filter_map(|button| button["label"].as_str().map(str::to_owned)).collect()
}

/// A counter that is not on the map yet is offered with those that are, and comes in by three taps without typing.
#[tokio::test]
async fn a_counter_comes_in_without_typing() {
    let front = Front::new().await;
    let table = Table::new(67, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL, DORA]).await;
    table.sent();
    let screen = front.press(&table, ANNA, &format!("v1:{id}:0:counter/move")).await;
    let is = |what: &str| {
        let listed = select(&screen).unwrap_or_default().1;
        let listed = listed.iter().map(|value| format!("v1:{id}:0:counter/take/{value}"));
        let all = verbs(&screen, "counter/take/").into_iter().chain(listed);
        all.into_iter().find(|id| id.contains(what)).unwrap()
    };
    for what in ["Corps", "Fleet"] {
        let screen = front.press(&table, ANNA, &is(what)).await;
        assert!(says(&screen).contains("is not on the map yet"), "{screen}");
        assert!(select(&screen).is_none_or(|(_, more)| !more.contains(&"off".to_owned())), "{screen}");
        let told = front.press(&table, ANNA, &verbs(&screen, "counter/go/")[0]).await;
        assert!(says(&told).contains("stands at") && button(&told, "Map").is_some(), "{told}");
    }
    assert_eq!(table.sent().iter().filter(|sent| sent.kind == "counter").count(), 2);
    table.verified(&id).await;
}

/// Counters at the desk: one is moved by choosing it and its place, many are told in one form and one post.
#[tokio::test]
async fn counters_are_moved_without_typing_and_told_together() {
    let front = Front::new().await;
    let table = Table::new(66, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL, DORA]).await;
    table.sent();
    let desk = front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await;
    let screen = front.press_private(&table, ANNA, &button(&desk, "My counters").unwrap()).await;
    let form = front.press_private(&table, ANNA, &button(&screen, "All in one form").unwrap()).await;
    let lines = form["components"][0]["components"][0]["value"].as_str().unwrap().to_owned();
    let corps: Vec<&str> =
        lines.lines().filter(|line| line.ends_with(": ") && line.contains("Corps")).collect();
    assert!(corps.len() > 1, "{lines}");
    // Who has several powers reads his counters under each.
    let heading = lines.lines().next().filter(|line| !line.contains(':')).unwrap_or_default();
    let many = form["custom_id"].as_str().unwrap().to_owned();
    if !heading.is_empty() {
        let told = front.fill(&table, ANNA, &many, &[("counters", &format!("{}Vienna", corps[0]))]).await;
        let name = corps[0].trim_end_matches(": ");
        assert!(
            says(&told).contains(&format!("say whose \"{name}\" is, as in: {name} ({heading}).")),
            "{told}"
        );
    }
    // One line that is refused refuses all.
    let wrong = format!("{heading}\n{}Vienna\n{}Viena Nova Nowhere", corps[0], corps[1]);
    let told = front.fill(&table, ANNA, &many, &[("counters", &wrong)]).await;
    assert!(says(&told).starts_with('✖') && table.sent().is_empty(), "{told}");
    let right = format!("{heading}\n{}Vienna\n{}Linz\n{}", corps[0], corps[1], corps.get(2).unwrap_or(&""));
    let told = front.fill(&table, ANNA, &many, &[("counters", &right)]).await;
    assert!(says(&told).contains("stands at Vienna") && says(&told).contains("stands at Linz"), "{told}");
    let posts: Vec<_> = table.sent().into_iter().filter(|sent| sent.kind == "counter").collect();
    assert_eq!(posts.len(), 1, "{posts:?}");
    // The post shows where they stand; the same picture however often it goes out, also when more has happened since.
    let (of, line) = (posts[0].picture.clone().unwrap(), posts[0].line);
    let attached = &posts[0].json()["attachments"][0];
    assert_eq!(attached["filename"], "counters.png", "{posts:?}");
    assert!(attached["description"].as_str().unwrap().contains("stands at Linz"), "{attached}");
    let drawn = table.house.picture(&id, &of, line).await.unwrap();
    assert!(size(&drawn).0 == 1600, "{:?}", size(&drawn));
    // Said again it is nothing; the form shows where they stand.
    let told = front.fill(&table, ANNA, &many, &[("counters", &right)]).await;
    assert!(says(&told).contains("stands so already"), "{told}");
    let form = front.press(&table, ANNA, &many).await;
    let lines = form["components"][0]["components"][0]["value"].as_str().unwrap();
    assert!(lines.contains(&format!("{}Vienna\n", corps[0])), "{lines}");
    // A slip in a name asks before another counter stands there; in quotation marks it is taken as it stands, and a number is no slip.
    let name = corps[1].trim_end_matches(": ");
    let slip = format!("{heading}\n{name}s: Vienna");
    let told = front.fill(&table, ANNA, &many, &[("counters", &slip)]).await;
    assert!(says(&told).contains(&format!("no counter called \"{name}s\". Write {name}, if")), "{told}");
    let told =
        front.fill(&table, ANNA, &many, &[("counters", &format!("{heading}\n\"{name}s\": Vienna"))]).await;
    assert!(says(&told).contains(&format!("{name}s stands at Vienna")), "{told}");
    let told =
        front.fill(&table, ANNA, &many, &[("counters", &format!("{heading}\nXXXIX Corps: Vienna"))]).await;
    assert!(says(&told).contains("XXXIX Corps stands at Vienna"), "{told}");
    // Three taps: the desk's button, the counter, the place.
    let screen = front.press(&table, ANNA, &format!("v1:{id}:0:counter/move")).await;
    let name = corps[0].trim_end_matches(": ");
    let taken =
        verbs(&screen, "counter/take/").into_iter().find(|id| id.ends_with(&format!("/{name}"))).unwrap();
    let screen = front.press(&table, ANNA, &taken).await;
    let (to, farther) = select(&screen).unwrap();
    let near = verbs(&screen, "counter/go/");
    assert!(farther.contains(&"off".to_owned()) && near.len() > 3, "{screen}");
    // What is farther than the first list holds stands in another.
    assert!(farther.len() == 25 && screen.to_string().contains("Farther…"), "{screen}");
    // Each says how far it is, the nearest first; and the map of it leaves the question where it is.
    let far = labels(&screen, "counter/go/");
    assert!(far[0].ends_with(" · 1 MP") && far.iter().all(|far| far.ends_with(" MP")), "{far:?}");
    let in_its_place = 7;
    let map = button(&screen, "Map").unwrap();
    assert_ne!(front.press_on(&table, ANNA, &map, &screen).await, in_its_place);
    let other = button(&screen, "Another counter").unwrap();
    assert_eq!(front.press_on(&table, ANNA, &other, &screen).await, in_its_place);
    let told = front.press(&table, ANNA, &near[0]).await;
    assert!(says(&told).contains("moves from Vienna to"), "{told}");
    assert!(table.house.picture(&id, &of, line).await.unwrap() == drawn, "of then, not of now");
    let one = table.sent().into_iter().rfind(|sent| sent.kind == "counter").unwrap();
    assert_eq!(one.picture, None, "one counter needs none");
    // What only looks like a counter of his is none.
    let told = front.choose(&table, BELA, &to, &farther[0]).await;
    assert!(says(&told).starts_with('✖'), "{told}");
    let told = front.press(&table, BELA, &near[1]).await;
    assert!(says(&told).starts_with('✖'), "{told}");
    table.verified(&id).await;
}

#[tokio::test]
async fn a_second_press_while_a_map_is_drawn_draws_no_second_one() {
    let front = Front::new().await;
    let table = Table::new(57, None);
    let answers = front.press_twice(&table, ANNA, "v1:-:0:map/whole").await;
    let all: Vec<String> = answers.iter().map(ToString::to_string).collect();
    let of = |words: &str| all.iter().filter(|answer| answer.contains(words)).count();
    assert_eq!((of("The map of Europe in 1805"), of("is being drawn")), (1, 1), "{all:?}");
    // Once it is there the next is drawn.
    let again = front.press_for_picture(&table, ANNA, "v1:-:0:map/whole", None).await;
    assert!(says(&again).contains("The map of Europe"), "{again}");
}

/// Who plays one power sees its home as soon as he presses *Map*; who plays none sees all of it.
#[tokio::test]
async fn the_map_of_a_desk_is_that_of_its_owners_power() {
    let (table, front) = (Table::new(59, None), Front::new().await);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let desk = front.press(&table, BELA, &format!("v1:{id}:0:desk")).await;
    let map = button(&desk, "Map").unwrap();
    let own = front.press_for_picture(&table, BELA, &map, None).await;
    assert!(says(&own).contains("** on the map") && !says(&own).contains("Europe in 1805"), "{own}");
    assert!(button(&own, "Whole map").is_some(), "{own}");
    let without = front.press_for_picture(&table, OLAF, &map, None).await;
    assert!(says(&without).contains("The map of Europe in 1805"), "{without}");
}

#[tokio::test]
async fn the_whole_map_leads_to_the_home_of_a_power_in_one_tap() {
    let front = Front::new().await;
    let table = Table::new(58, None);
    let whole = front.press_for_picture(&table, ANNA, "v1:-:0:map/whole", None).await;
    let (regions, values) = select(&whole).unwrap();
    assert_eq!(values.len(), Power::STANDARD.len(), "{values:?}");
    let austria = front.press_for_picture(&table, ANNA, &regions, Some("austria")).await;
    assert!(says(&austria).contains("**Austria** on the map"), "{austria}");
    assert!(button(&austria, "Whole map").is_some() && select(&austria).is_some(), "{austria}");
}

/// Below the map of one's home stand the homes of one's other powers, and the places beyond the picture where one's counters stand.
#[tokio::test]
async fn ones_own_map_leads_to_ones_other_powers_and_to_counters_beyond_it() {
    let front = Front::new().await;
    let table = Table::new(108, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let owned = table.campaign(&id).await.play.game.owners(&SeatId::numbered(1));
    let powers: Vec<Power> = owned.iter().map(|key| Power::by_key(key).unwrap()).collect();
    let (first, second) = (powers[0], powers[1]);
    let far = |power: Power| {
        let seen = Window::of_provinces(&home_provinces(power, Era::Empires)).unwrap().frame().areas();
        ["madrid", "moscow", "constantinople"].into_iter().find(|key| !seen.contains(&area(key))).unwrap()
    };
    let there = far(first);
    for name in ["I Corps", "II Corps"] {
        let place = format!("area/{there}");
        let order =
            json!({"counter": "place", "power": first, "name": name, "place": place, "piece": "corps"});
        table.done(&id, ANNA, Verb::Game(order)).await;
    }
    let own = front.press_for_picture(&table, ANNA, &format!("v1:{id}:0:map/own"), None).await;
    assert!(says(&own).starts_with(&format!("**{}** on the map", first.name())), "{own}");
    let around = button(&own, &format!("Around {}", area(there).name())).unwrap();
    let shown = front.press_for_picture(&table, ANNA, &around, None).await;
    assert!(says(&shown).starts_with(&format!("**{}** on the map", area(there).name())), "{shown}");
    let other = button(&own, second.name()).unwrap();
    let shown = front.press_for_picture(&table, ANNA, &other, None).await;
    assert!(says(&shown).starts_with(&format!("**{}** on the map", second.name())), "{shown}");
    // From there back, and no further: his own counters stand beside the map of this power as well.
    assert!(button(&shown, first.name()).is_some() && button(&shown, second.name()).is_none(), "{shown}");
    let none = front.press_for_picture(&table, CARL, &format!("v1:{id}:0:map/own"), None).await;
    assert_eq!(button(&none, &format!("Around {}", area(there).name())), None, "{none}");
    let told = front.press(&table, ANNA, &format!("v1:{id}:0:map/power/nowhere")).await;
    assert!(!says(&told).contains("on the map"), "{told}");
}
