//! The Middle Ages as they are played: the founding, courts, endeavours at a board elsewhere, odds that only who asks sees.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says, select};
use crate::common::{ANNA, BELA, CARL, COUNCIL, Sent, Table, word};
use commands::custom_id::CustomId;
use engine::table::act::Through;
use engine::table::{Act, Founding, Verb};
use serde_json::{Value, json};

/// A campaign of the Middle Ages whose board stands elsewhere; nobody plays a court yet.
async fn founded(table: &Table) -> String {
    let founding = Founding {
        at: 0,
        campaign: String::new(),
        game: "ages".to_owned(),
        scenario: "ages".to_owned(),
        seats: 3,
        operator_seats: 0,
        options: json!({"year": 771, "rounds": 9}),
        timing: None,
        umpire: None,
    };
    let id = table.found(ANNA, COUNCIL, "Ages", founding).await;
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    table.sent();
    id
}

fn texts(sent: &[Sent]) -> String {
    sent.iter().map(|sent| format!("{sent:?}\n")).collect()
}

async fn states(front: &Front, table: &Table, id: &str, verb: &str, fields: &[(&str, &str)]) -> Value {
    front.fill(table, ANNA, &CustomId::of(id, 0, verb), fields).await
}

#[tokio::test]
async fn a_court_is_taken_at_the_desk_and_an_endeavour_is_stated_and_told() {
    let (table, front) = (Table::new(61, None), Front::new().await);
    let id = founded(&table).await;
    let desk = front.press(&table, ANNA, &CustomId::of(&id, 0, "desk")).await;
    let take = front.press(&table, ANNA, &button(&desk, "Take a court…").unwrap()).await;
    let (choose, courts) = select(&take).unwrap();
    assert!(courts.contains(&"franks".to_owned()), "{courts:?}");
    let answer = front.choose(&table, ANNA, &choose, "franks").await;
    assert!(says(&answer).contains("**Franks** is played by"), "{answer}");
    assert!(texts(&table.sent()).contains("**Franks** is played by"));
    let desk = front.press(&table, ANNA, &CustomId::of(&id, 0, "desk")).await;
    let endeavour = button(&desk, "Endeavour").unwrap();
    let which = front.press(&table, ANNA, &endeavour).await;
    let (choose, kinds) = select(&which).unwrap();
    assert_eq!(kinds.len(), 9);
    let form = front.choose(&table, ANNA, &choose, "conquer").await;
    assert_eq!(form["title"], "Conquest");
    let fields = [
        ("leader", "9 +2"),
        ("base", "Tuscany: state 2, armies 3"),
        ("target", "Lombardy: state 1, fort 1, related language, gold 1"),
        ("seas", ""),
    ];
    let answer = states(&front, &table, &id, "ages/endeavour/conquer", &fields).await;
    let told = says(&answer);
    assert!(told.starts_with("**Franks** · Conquest: Lombardy from Tuscany\n"), "{told}");
    assert!(
        told.contains(
            "9 stature, +2 leader card, +2 social state of the base, −1 social state of the target, −1 fortification, +3 army points in the base, −1 language, +1 gold = **14**"
        ),
        "{told}"
    );
    // Every card conquers at 14.
    assert!(told.contains("**conquest (C)**") && told.contains("Year card "), "{told}");
    assert!(told.contains("It costs 3 gold"), "{told}");
    let posted = texts(&table.sent());
    assert!(posted.contains("conquest (C)") && posted.contains("Why"), "{posted}");
    let why = front.press(&table, BELA, &button(&answer, "Why").unwrap()).await;
    assert!(why.to_string().contains("33.5"), "{why}");
}

#[tokio::test]
async fn what_is_wrong_in_an_endeavour_is_said_and_the_form_comes_back() {
    let (table, front) = (Table::new(61, None), Front::new().await);
    let id = founded(&table).await;
    let fleet = |place: &'static str| [("leader", "3"), ("target", place)];
    let answer = states(&front, &table, &id, "ages/endeavour/fleet", &fleet("Tuscany: coast")).await;
    assert!(says(&answer).contains("You play no court yet"), "{answer}");
    table.done(&id, ANNA, Verb::Game(json!({"court": "take", "of": "franks"}))).await;
    for (place, wrong) in [
        ("Tuscany: castle", "\"castle\" is nothing that is stated"),
        ("Tuscany: state 1", "borders no sea area"),
        ("Tuscany: coast, gold 4", "no more may be added"),
        ("Tuscany: coast", "costs 4 gold, paid at once"),
    ] {
        let answer = states(&front, &table, &id, "ages/endeavour/fleet", &fleet(place)).await;
        assert!(says(&answer).contains(wrong), "{answer}");
        assert!(button(&answer, "Try again").is_some(), "{answer}");
    }
}

#[tokio::test]
async fn odds_are_told_to_who_asks_alone() {
    let (table, front) = (Table::new(61, None), Front::new().await);
    let id = founded(&table).await;
    table.done(&id, ANNA, Verb::Game(json!({"court": "take", "of": "franks"}))).await;
    table.sent();
    let fields = [("leader", "3"), ("target", "Tuscany: state 1")];
    let answer = states(&front, &table, &id, "ages/odds/rule", &fields).await;
    let told = answer["embeds"][0]["fields"][0]["value"].as_str().unwrap().to_owned();
    // A rating of 2: 27 of the 56 cards raise at it, and on those that raise at 8 or more the state falls.
    assert!(told.contains("= **2**"), "{told}");
    assert!(told.contains("**the social state rises by 1**: 27 of 56 cards"), "{told}");
    assert!(table.sent().is_empty(), "nobody else hears of it");
}

#[tokio::test]
async fn the_founding_asks_for_year_and_rounds_and_says_that_the_cards_are_ours() {
    let (table, front) = (Table::new(61, None), Front::new().await);
    let fields = [("name", "Crusades"), ("year", "1096"), ("rounds", "4"), ("clock", "")];
    let wrong = [("name", "Crusades"), ("year", "soon"), ("rounds", "4"), ("clock", "")];
    let verb = "found/ages/3/second/0/0/en-US";
    let answer = front.fill(&table, ANNA, &CustomId::free(verb), &wrong).await;
    assert!(says(&answer).contains("from 400 to 1500"), "{answer}");
    front.fill(&table, ANNA, &CustomId::free(verb), &fields).await;
    let posted = texts(&table.sent());
    assert!(posted.contains("4 rounds of five years from 1096 to 1115"), "{posted}");
    assert!(posted.contains("our own, not the printed ones"), "{posted}");
}

/// The board of 771 with the Franks of Anna and Byzantium of Bela: claims are asked for.
async fn of_charlemagne(table: &Table) -> String {
    let founding = Founding {
        at: 0,
        campaign: String::new(),
        game: "ages".to_owned(),
        scenario: "charlemagne".to_owned(),
        seats: 2,
        operator_seats: 0,
        options: json!({}),
        timing: None,
        umpire: None,
    };
    let id = table.found(ANNA, COUNCIL, "Charlemagne", founding).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    for (user, court) in [(ANNA, "franks"), (BELA, "byzantium")] {
        table.done(&id, user, Verb::Game(json!({"court": "take", "of": court}))).await;
    }
    for user in [ANNA, BELA] {
        let act = Act::Ready { through: Through::Step, hold: false };
        table.done(&id, user, Verb::Act { act, text: None }).await;
    }
    id
}

/// The turn of the Franks in the first round.
async fn in_turn(front: &Front, table: &Table) -> String {
    let id = of_charlemagne(table).await;
    for (user, areas) in [(ANNA, "Saxony, Lombardy"), (BELA, "")] {
        front.fill(table, user, &CustomId::of(&id, 0, "ages/seal/claims"), &[("areas", areas)]).await;
    }
    for (user, place) in [(ANNA, "1"), (BELA, "2")] {
        front.fill(table, user, &CustomId::of(&id, 0, "ages/seal/order"), &[("place", place)]).await;
    }
    id
}

#[tokio::test]
async fn claims_and_places_are_sealed_and_told_when_all_are_open() {
    let (table, front) = (Table::new(62, None), Front::new().await);
    let id = of_charlemagne(&table).await;
    let posted = texts(&table.sent());
    assert!(posted.contains("The board is set up") && posted.contains("My claims"), "{posted}");
    let claims = CustomId::of(&id, 0, "ages/seal/claims");
    let wrong = front.fill(&table, ANNA, &claims, &[("areas", "Atlantis")]).await;
    assert!(says(&wrong).contains("\"Atlantis\" is no area"), "{wrong}");
    let own = front.fill(&table, ANNA, &claims, &[("areas", "Burgundy")]).await;
    assert!(says(&own).contains("Burgundy is your own"), "{own}");
    front.fill(&table, ANNA, &claims, &[("areas", "Saxony, Lombardy")]).await;
    let others: Vec<Sent> = table.sent().into_iter().filter(|sent| sent.user != Some(ANNA)).collect();
    assert!(!texts(&others).contains("Saxony"), "nobody sees a claim before all lie open");
    front.fill(&table, BELA, &claims, &[("areas", "")]).await;
    assert!(texts(&table.sent()).contains("Franks: Lombardy"), "all claims are told at once");
    for (user, place) in [(ANNA, "2"), (BELA, "1")] {
        front.fill(&table, user, &CustomId::of(&id, 0, "ages/seal/order"), &[("place", place)]).await;
    }
    assert!(texts(&table.sent()).contains("they act in this order: Byzantium, Franks"));
}

#[tokio::test]
async fn a_turn_is_played_by_the_buttons_of_the_desk() {
    let (table, front) = (Table::new(63, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    table.sent();
    let desk = front.press(&table, ANNA, &CustomId::of(&id, 0, "desk")).await;
    assert!(desk.to_string().contains("6 gold, 5 year cards, 9 points times spaces"), "{desk}");
    let tax = front.press(&table, ANNA, &button(&desk, "Tax").unwrap()).await;
    let (choose, amounts) = select(&tax).unwrap();
    assert!(amounts.contains(&"t/ile_de_france/2".to_owned()), "{amounts:?}");
    let answer = front.choose(&table, ANNA, &choose, "t/burgundy/1").await;
    assert!(says(&answer).contains("rebellion value 1"), "{answer}");
    let answer = front.press(&table, ANNA, &button(&desk, "Draw event cards").unwrap()).await;
    assert!(says(&answer).contains("**Franks** draws 1 event card"), "{answer}");
    let undertake = front.press(&table, ANNA, &button(&desk, "Undertake").unwrap()).await;
    let (kinds, _) = select(&undertake).unwrap();
    let which = front.choose(&table, ANNA, &kinds, "rule").await;
    let (choose, plans) = select(&which).unwrap();
    assert!(plans.contains(&"d/rule/ile_de_france/ile_de_france/0/0".to_owned()), "{plans:?}");
    let answer = front.choose(&table, ANNA, &choose, "d/rule/ile_de_france/ile_de_france/0/0").await;
    assert!(says(&answer).contains("Year card "), "{answer}");
    assert!(says(&answer).contains("5 stature, −2 social state away from 0 = **3**"), "{answer}");
    let posted = texts(&table.sent());
    assert!(posted.contains("**Franks** taxes Burgundy") && posted.contains("Year card "), "{posted}");
    let moved = front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/menu/armies")).await;
    assert!(says(&moved).contains("Nothing of that can be done now"), "{moved}");
    let other = front.choose(&table, BELA, &choose, "d/rule/greece/greece/0/0").await;
    assert!(says(&other).contains("It is the turn of Franks"), "{other}");
}

#[tokio::test]
async fn a_hand_is_seen_by_its_owner_alone() {
    let (table, front) = (Table::new(64, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    table.sent();
    front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/draw")).await;
    let hand = CustomId::of(&id, 0, "ages/menu/hand");
    let mine = front.press(&table, ANNA, &hand).await;
    let says_mine = says(&mine).to_owned();
    let card = says_mine.split(": ").nth(1).unwrap().trim_end_matches('.').to_owned();
    assert!(says_mine.starts_with("Your hand, which nobody else sees: "), "{mine}");
    let theirs = front.press(&table, BELA, &hand).await;
    assert!(says(&theirs).starts_with("Your hand is empty."), "{theirs}");
    assert!(!texts(&table.sent()).contains(&card), "{card} was told");
    let status = front.press(&table, BELA, &CustomId::of(&id, 0, "desk")).await;
    assert!(!status.to_string().contains(&card), "{card} stands on another's desk");
}

/// What a hand holds, by the names in its owner's own answer.
fn in_hand(answer: &Value) -> Vec<String> {
    let told = says(answer).lines().next().unwrap_or_default();
    let names = told.strip_prefix("Your hand, which nobody else sees: ").unwrap_or_default();
    names.trim_end_matches('.').split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[tokio::test]
async fn no_card_of_a_hand_is_in_the_answers_and_posts_of_others_over_rounds() {
    let (table, front) = (Table::new(67, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    table.sent();
    let (mut looked, mut found) = (0, 0);
    for round in 1..=3 {
        for (owner, other) in [(ANNA, BELA), (BELA, ANNA)] {
            front.press(&table, owner, &CustomId::of(&id, 0, "ages/draw")).await;
            let hand = CustomId::of(&id, 0, "ages/menu/hand");
            let own = in_hand(&front.press(&table, owner, &hand).await);
            let others = in_hand(&front.press(&table, other, &hand).await);
            // A card of which the other has one too is no secret.
            let secret: Vec<&String> = own.iter().filter(|card| !others.contains(card)).collect();
            found += secret.len();
            let mut seen = texts(&table.sent());
            for verb in [
                "desk",
                "ages/board",
                "ages/menu/hand",
                "ages/menu/armies",
                "ages/menu/tax",
                "ages/menu/endeavour",
                "ages/menu/return",
                "ages/do/p/0",
                "ages/do/x/0",
                "ages/do/p/1",
                "ages/do/x/1",
                "ages/draw",
            ] {
                seen.push_str(&front.press(&table, other, &CustomId::of(&id, 0, verb)).await.to_string());
                looked += 1;
            }
            seen.push_str(&texts(&table.sent()));
            for card in secret {
                assert!(!seen.contains(card.as_str()), "{card} was shown: {seen}");
            }
            let act = Act::Ready { through: Through::Step, hold: false };
            table.done(&id, owner, Verb::Act { act, text: None }).await;
        }
        for (user, place) in [(ANNA, "1"), (BELA, "2")] {
            let order = CustomId::of(&id, 0, "ages/seal/order");
            front.fill(&table, user, &order, &[("place", place)]).await;
        }
        assert!(round < 4);
    }
    assert!(looked == 72 && found >= 6, "{looked} {found}");
}

#[tokio::test]
async fn the_map_is_a_picture_of_who_holds_what() {
    let (table, front) = (Table::new(65, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let map = front.press_for_picture(&table, BELA, &CustomId::of(&id, 0, "ages/map"), None).await;
    assert!(says(&map).starts_with("A point has the colour of the court"), "{map}");
    assert_eq!(map["attachments"][0]["filename"], "map.png", "{map}");
    let board = front.press(&table, BELA, &CustomId::of(&id, 0, "ages/board")).await;
    assert!(says(&board).contains("**Franks** · Charlemagne (9-5-5) · 6 gold · 5 year cards"), "{board}");
    let asker = table.asker(BELA);
    let seen = table.house.shown(&id, &asker, |scene| commands::ages::present::position(&scene.public));
    let position = seen.await.ok().flatten().unwrap();
    let png = commands::ages::board::map::picture(&position).unwrap();
    assert!(png.len() > 20_000, "{} bytes", png.len());
    if let Ok(file) = std::env::var("CHANCERY_MAP_OUT") {
        std::fs::write(file, png).unwrap();
    }
}

/// The names on a map: none covers another or a point, and none is cut at the edge.
fn names_are_free(position: &engine::middle_ages::Position) {
    let labels = commands::ages::board::labels::labels(position);
    for (i, one) in labels.iter().enumerate() {
        assert!(one.space.is_on_the_map(), "{one:?}");
        for other in &labels[..i] {
            assert!(!one.space.overlaps(&other.space), "{one:?} {other:?}");
        }
        for ((x, y), _) in labels.iter().filter_map(|label| label.of) {
            let point = commands::ages::board::labels::Space { x: x - 6, y: y - 6, w: 12, h: 12 };
            assert!(!one.space.overlaps(&point), "{one:?} covers the point at {x}, {y}");
        }
    }
}

#[tokio::test]
async fn no_name_on_the_map_covers_another() {
    use engine::middle_ages::geography::{Area, Sea};
    let (table, front) = (Table::new(66, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let asker = table.asker(BELA);
    let seen = table.house.shown(&id, &asker, |scene| commands::ages::present::position(&scene.public));
    let mut position = (*seen.await.ok().flatten().unwrap()).clone();
    names_are_free(&position);
    let labels = commands::ages::board::labels::labels(&position);
    assert_eq!(labels.len(), Area::all().count() + Sea::all().count(), "each area and each sea is named");
    // A full map: every area that a court of the scenario begins with has an army, a fleet and two markers.
    use engine::middle_ages::marker::Marker;
    let begin: Vec<Area> =
        engine::middle_ages::board::setup::courts().iter().flat_map(|begins| begins.areas.clone()).collect();
    for (area, held) in position.board.areas.iter_mut().filter(|(area, _)| begin.contains(area)) {
        held.armies = vec![2];
        held.fleets = if area.is_coastal() { vec![1] } else { vec![] };
        held.markers = [Marker::Commerce, Marker::Palace].into();
    }
    if let Ok(file) = std::env::var("CHANCERY_MAP_OUT") {
        std::fs::write(file + "-full.png", commands::ages::board::map::picture(&position).unwrap()).unwrap();
    }
    names_are_free(&position);
}

#[tokio::test]
async fn the_year_cards_are_shown_and_typed_in_the_place_of_ours() {
    let (table, front) = (Table::new(68, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let list = front.press(&table, ANNA, &CustomId::of(&id, 0, "typed/list")).await;
    assert!(list.to_string().contains("A claim that is held"), "{list}");
    let chart = front.press(&table, ANNA, &CustomId::of(&id, 0, "typed/years")).await;
    assert!(chart.to_string().contains("56"), "{chart}");
    let form = front.press(&table, ANNA, &button(&list, "Type the printed values").unwrap()).await;
    let form = form["custom_id"].as_str().unwrap().to_owned();
    let wrong = front.fill(&table, ANNA, &form, &[("what", "Card of war 3")]).await;
    assert!(says(&wrong).contains("is no value as in: Year card 8, conquest 2."), "{wrong}");
    let lines = "Year card 7: 3 9 -3 3 5 1\nVuosikortti 8, valloitus −2\nA claim that is held 6";
    front.fill(&table, ANNA, &form, &[("what", lines)]).await;
    let asked = texts(&table.sent());
    assert!(asked.contains("Year card 8, conquest"), "{asked}");
    let read = commands::ages::typed::read(&[], "Year card 7: 3 9 -3 3 5 1").unwrap();
    assert_eq!((read.len(), read["year_7_convert"], read["year_7_conquest"]), (6, 1, -3));
    assert!(commands::ages::typed::read(&[], "Year card 57: 3 9 -3 3 5 1").is_err());
    assert!(commands::ages::typed::read(&[], "Year card 7: 3 9 -3").is_err());
}
