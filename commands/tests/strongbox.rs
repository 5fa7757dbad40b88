//! The strongbox in Discord: rosters as people write them, forms, buttons, posts, receipts.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use commands::eia::roster;
use engine::eia::roster::Item;
use engine::table::canonical::canonical;
use engine::table::strongbox::{self, Items, Kept, Thing as _};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::json;
use std::collections::BTreeMap;

const CANARY: &str = "zqxcanary";

/// What was read, in one line: C corps, F fleet, $ and MP.
fn read(text: &str) -> Vec<String> {
    let items = roster::read(text).unwrap();
    let list = |of: &BTreeMap<String, u32>| {
        of.iter().map(|(sort, count)| format!("{count} {sort}")).collect::<Vec<_>>().join(" ")
    };
    items
        .iter()
        .map(|item| {
            let (name, holds) = match item {
                Item::Corps { name, factors, .. } => (name.clone(), format!("C {}", list(factors))),
                Item::Fleet { name, ships, types, .. } if types.is_empty() => {
                    (name.clone(), format!("F {ships} ships"))
                }
                Item::Fleet { name, types, .. } => (name.clone(), format!("F {}", list(types))),
                Item::Treasury { money, .. } => (String::new(), format!("$ {money}")),
                Item::Manpower { points, .. } => (String::new(), format!("MP {points}")),
                Item::Arrivals { state, waiting, .. } => {
                    (state.clone().unwrap_or_default(), format!("A {}", list(waiting)))
                }
                Item::Squadrons { .. } => panic!("nobody writes squadrons"),
            };
            let power = item.power().map_or_else(String::new, |power| format!(" of {power}"));
            format!("{name}{power}: {holds}")
        })
        .collect()
}

#[rstest]
#[case("III Corps: 14 infantry, 2 cavalry", "III Corps: C 2 cavalry 14 infantry")]
#[case("III Corps 14 inf 2 cav", "III Corps: C 2 cavalry 14 infantry")]
#[case("III Corps: 22i 3c", "III Corps: C 3 cavalry 22 infantry")]
#[case("III Corps: 22i, 3c", "III Corps: C 3 cavalry 22 infantry")]
#[case("III Corps: infantry 14 cavalry 2", "III Corps: C 2 cavalry 14 infantry")]
#[case("Brest: 10 heavy 5 light", "Brest: F 10 heavy 5 light")]
#[case("III Corps: 14 2 cavalry", "!14 of what?")]
#[case("Treasury: −$5", ": $ -5")]
#[case("Treasury: $5", ": $ 5")]
#[case("III Corps 14 inf, 2 cav", "III Corps: C 2 cavalry 14 infantry")]
#[case("  III   Corps = 14I + 2C ", "III Corps: C 2 cavalry 14 infantry")]
#[case("1st Corps: infantry 14 and guards 2", "1st Corps: C 2 guard 14 infantry")]
#[case("Brest fleet: 27 ships", "Brest fleet: F 27 ships")]
#[case("Brest fleet: 27", "!27 of what?")]
#[case("Brest (fleet): 27", "Brest: F 27 ships")]
#[case("Fleet of foot: 14 infantry", "Fleet of foot: C 14 infantry")]
#[case("Brest: 27 ships", "Brest: F 27 ships")]
#[case("Brestin laivasto: 27 laivaa", "Brestin laivasto: F 27 ships")]
#[case("Brest: 27 laivaa", "Brest: F 27 ships")]
#[case("III AK: 14 jalkaväkeä ja 2 ratsuväkeä", "III AK: C 2 cavalry 14 infantry")]
#[case("Valtionkassa 34", ": $ 34")]
#[case("Kassa: 34", ": $ 34")]
#[case("Miesvoima 7", ": MP 7")]
#[case("Valtionkassa (Espanja): 7", " of spain: $ 7")]
#[case("III AK: 3 nostoväkeä, 2 kevyttä ratsuväkeä", "III AK: C 2 light_cavalry 3 militia")]
#[case("Brest: 10 heavy, 5 light, 2 transports", "Brest: F 10 heavy 5 light 2 transport")]
#[case("Brest (fleet): 3 sloops", "Brest: F 3 sloops")]
#[case("Marines (corps): 3 light", "Marines: C 3 light")]
#[case("Guard: 6 heavy cavalry", "Guard: C 6 heavy_cavalry")]
#[case("Garde (France) : 6 guard", "Garde of france: C 6 guard")]
#[case("Treasury 34", ": $ 34")]
#[case("treasury: −5 $", ": $ -5")]
#[case("Arrivals: 4 infantry, 2 ships", ": A 4 infantry 2 ships")]
#[case("Arrivals of Spain: 3i 1 transport", " of spain: A 3 infantry 1 transport")]
#[case("Arrivals of Bavaria (France): 2c", "bavaria of france: A 2 cavalry")]
#[case("Saapuneet (Baijeri): 2 jalkaväkeä", "bavaria: A 2 infantry")]
#[case("Saapuneet (Espanja): 2 laivaa", " of spain: A 2 ships")]
#[case("Arrivals of Narnia: 2i", "!it is not clear whose this is")]
#[case("Arrivalson Corps: 2i", "Arrivalson Corps: C 2 infantry")]
#[case("$ 1,200", ": $ 1200")]
#[case("Treasury of Spain 7", " of spain: $ 7")]
#[case("Treasury (Great Britain): 7", " of great_britain: $ 7")]
#[case("Manpower: 9 MP", ": MP 9")]
#[case("mp 9", ": MP 9")]
#[case(
    "Spain:\nI: 3 inf\nTreasury 4\nFrance\nII: 5 inf",
    "I of spain: C 3 infantry|of spain: $ 4|II of france: C 5 infantry"
)]
#[case("I: 3 inf; II: 4 inf;", "I: C 3 infantry|II: C 4 infantry")]
#[case("", "!There is no item in it")]
#[case("III Corps", "!has no name and contents")]
#[case(": 14 infantry", "!has no name and contents")]
#[case("III Corps:", "!has nothing in it")]
#[case("III Corps: 14", "!14 of what?")]
#[case("III Corps: many infantry", "!each sort needs one whole number")]
#[case("III Corps: 3 inf, 4 infantry", "!has infantry twice")]
#[case("III Corps: 3 ünfünf", "!letters a–z")]
#[case("III Corps: 22q", "!q stands for no sort. There is: i infantry")]
#[case("III Corps: 3 inf, 2 x", "!x stands for no sort")]
#[case("Treasury lots", "!not clear whose")]
#[case("Treasury", "!a whole number is missing")]
#[case("Manpower -3", "!from 0 up")]
fn rosters_are_read_as_people_write_them(#[case] text: &str, #[case] want: &str) {
    match want.strip_prefix('!') {
        None => {
            let want: Vec<&str> = want.split('|').map(str::trim).collect();
            let found = read(text);
            assert_eq!(found.iter().map(|item| item.trim()).collect::<Vec<_>>(), want, "{text}");
        }
        Some(why) => {
            let says = roster::read(text).unwrap_err();
            assert!(says.contains(why) && says.ends_with('.') && !says.contains('!'), "{says}");
        }
    }
}

/// What is kept in Europa is of its own kinds: counters as its rules have them, and ducats; of its own countries.
#[test]
fn a_roster_of_europa_has_its_counters_and_ducats() {
    use commands::europa::roster::{contents, read, written};
    let text =
        "Brest fleet (France): 3 ND 1 DTr\nPoland\nArmy: A+, 2 LD; Treasury −45\nTreasury of France: 300";
    let given = read(text).unwrap();
    let payloads: Vec<_> = given.iter().map(|own| serde_json::to_value(own).unwrap()).collect();
    assert_eq!(
        payloads[0],
        json!({"k": "counters", "name": "Brest fleet", "power": "france", "of": {"dtr": 1, "nd": 3}})
    );
    assert_eq!(payloads[1]["of"], json!({"army_plus": 1, "ld": 2}));
    assert_eq!((&payloads[2]["ducats"], &payloads[2]["power"]), (&json!(-45), &payloads[1]["power"]));
    assert_eq!(payloads[3], json!({"k": "ducats", "power": "france", "ducats": 300}));
    assert_eq!(contents(&given[0]), "3 ND, 1 DTr");
    let mut items = Items::new();
    for own in &given {
        let item = strongbox::Item::thing(own).unwrap();
        items.insert(item.place(), Kept { item: item.into(), text: None });
    }
    for locale in ["en-US", "fi"] {
        let language = commands::speech::Language::of_locale(locale);
        let back = commands::speech::in_language(language, || read(&written(&items)).unwrap());
        assert!(items.values().zip(&back).all(|(kept, own)| kept.item.as_thing().as_ref() == Some(own)));
        let list = commands::speech::in_language(language, || {
            commands::present::strongbox::list("europa", &items, true)
        });
        assert!(list.contains("3 ND, 1 DTr") && !list.contains('$'), "{list}");
    }
    for text in ["Army: 14 infantry", "Army", "A: 3", "Treasury of Narnia: 3", ""] {
        assert!(read(text).unwrap_err().ends_with('.'), "{text}");
    }
}

#[tokio::test]
async fn a_strongbox_of_europa_takes_what_europa_has_and_cites_no_rule_of_another_game() {
    let game = random::Game::of_europa(4).await;
    let (front, user) = (Front::new().await, random::USERS[0]);
    let box_of = |verb: &str| format!("v1:{}:0:{verb}", game.id);
    let told = front
        .fill(&game.table, user, &box_of("box/add"), &[("roster", "Brest fleet: 3 ND 1 DTr\nTreasury 300")])
        .await;
    assert!(told.to_string().contains("3 ND, 1 DTr") && told.to_string().contains("300 ducats"), "{told}");
    let told =
        front.fill(&game.table, user, &box_of("box/add"), &[("roster", "III Corps: 14 infantry")]).await;
    assert!(says(&told).contains("There is A+, A-, LD"), "{told}");
    let tell = engine::table::Verb::Strongbox {
        act: strongbox::Act::Tell { name: None },
        salt: engine::table::Secret::new([7; 32]),
    };
    let says = game.table.refused(&game.id, user, tell).await;
    assert!(says.contains("nothing that is announced in part"), "{says}");
}

/// What the form shows it reads back, in either language, and a name that could not be read back is none.
#[test]
fn a_form_reads_back_what_it_shows_in_finnish() {
    let text = "II Corps (Spain): 3 infantry, 2 heavy cavalry, 1 cossack\nReserve (corps): 4 guard\n\
        Fleet (Turkey): 27 ships\nBrest (fleet): 3 heavy, 2 light, 1 transport, 4 frigate, 5 privateer\n\
        Treasury of Spain: −45\nManpower of Turkey: 7\nTreasury 3";
    let given = roster::read(text).unwrap();
    let mut items = Items::new();
    for item in &given {
        let item = strongbox::Item::thing(item).unwrap();
        items.insert(item.place(), Kept { item: item.into(), text: None });
    }
    for locale in ["en-US", "fi"] {
        let language = commands::speech::Language::of_locale(locale);
        let (shown, read) = commands::speech::in_language(language, || {
            let shown = roster::written(&items);
            let read = roster::read(&shown);
            (shown, read)
        });
        let read = read.unwrap_or_else(|why| panic!("{shown}: {why}"));
        let kept: Vec<Option<Item>> = items.values().map(|kept| kept.item.as_thing()).collect();
        assert!(kept == read.into_iter().map(Some).collect::<Vec<_>>(), "{shown}");
        assert_eq!(shown.contains("jalkaväkeä"), locale == "fi", "{shown}");
        assert_eq!(shown.contains("Valtionkassa (Espanja): −$45"), locale == "fi", "{shown}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_roster_comes_back_out_of_its_form_as_it_was(
        names in prop::collection::btree_set("[A-Z][a-z]{0,8}( [0-9A-Z][a-z]{0,5})?( fleet| Corps| \\(x\\))?", 1..8),
        fleet in any::<bool>(),
        of in prop::collection::btree_map(prop::sample::select(vec!["infantry", "heavy", "light", "sloops", "heavy_cavalry"]), 0u32..=999, 1..4),
        ships in 0u32..=999,
    ) {
        let types: BTreeMap<String, u32> = of.into_iter().map(|(sort, count)| (sort.to_owned(), count)).collect();
        let mut items = Items::new();
        for (i, name) in names.into_iter().enumerate() {
            let lower = name.to_lowercase();
            prop_assume!(!["treasury", "money", "manpower", "mp"].iter().any(|word| lower.starts_with(word)));
            let item = match (fleet, i % 2) {
                (true, 0) => Item::Fleet { name, power: None, ships, types: BTreeMap::new() },
                (true, _) => Item::Fleet { name, power: None, ships: types.values().sum(), types: types.clone() },
                (false, _) => Item::Corps { name, power: None, factors: types.clone() },
            };
            let item = strongbox::Item::thing(&item).unwrap();
            items.insert(lower, Kept { item: item.into(), text: None });
        }
        let text = roster::written(&items);
        let read = roster::read(&text).unwrap();
        prop_assert_eq!(read.len(), items.len());
        for (given, kept) in read.iter().zip(items.values()) {
            let same = kept.item.as_thing::<Item>().as_ref() == Some(given);
            prop_assert!(same, "{}", text);
        }
    }

    #[test]
    fn no_text_breaks_the_reading(text in "[a-z0-9 :;,()$\\n−é-]{0,80}") {
        if let Err(says) = roster::read(&text) {
            prop_assert!(says.ends_with('.'), "{}", says);
        }
    }
}

/// Two players whose powers are chosen; the host kept a roster during the choice. His buttons come from the desk.
async fn chosen(front: &Front, table: &Table) -> String {
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    // The group lets a secret be shown to one power alone.
    let act = |act: engine::table::Act| engine::table::Verb::Act { act, text: None };
    let switch = engine::table::Act::Switch { key: "show".to_owned(), value: "yes".to_owned() };
    table.done(&id, ANNA, act(switch)).await;
    table.done(&id, BELA, act(engine::table::Act::Cast { vote: 1, option: 1 })).await;
    table.sent();
    let roster = format!(
        "{CANARY} Corps: 14 infantry, 2 cavalry\nChannel fleet: 27 ships\nBrest: 9 ships\nTreasury −45"
    );
    let told = front.fill(table, ANNA, &format!("v1:{id}:0:box/add"), &[("roster", &roster)]).await;
    assert!(says(&told).starts_with("Kept."), "{told}");
    let told = front
        .fill(
            table,
            ANNA,
            &format!("v1:{id}:0:box/note"),
            &[("name", "Plan"), ("text", "Land in Ireland, @everyone")],
        )
        .await;
    assert!(says(&told).starts_with("Kept."), "{told}");
    assert!(table.sent().is_empty(), "nothing is posted or sent when a roster changes");
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    table.done(&id, BELA, sheet([7, 6, 5, 4, 3, 2, 1])).await;
    table.done(&id, ANNA, make_final()).await;
    table.done(&id, BELA, make_final()).await;
    id
}

#[tokio::test]
async fn a_roster_is_kept_sealed_and_shown_from_the_desk() {
    let front = Front::new().await;
    let table = Table::new(31, None);
    let id = chosen(&front, &table).await;
    let sent = table.sent();
    let receipts: Vec<&Sent> = sent.iter().filter(|sent| sent.text.contains("strongbox sealed")).collect();
    assert_eq!(receipts.iter().map(|sent| sent.user).collect::<Vec<_>>(), [Some(ANNA)]);
    let receipt = receipts[0].json();
    assert!(!says(&receipt).contains(CANARY) && says(&receipt).lines().count() == 1);
    assert!(receipt.to_string().contains(CANARY) && receipt.to_string().contains("strongbox-line-"));
    assert!(sent.iter().all(|sent| sent.user == Some(ANNA) || !sent.text.contains(CANARY)));

    let desk = front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await;
    let seen = front.press(&table, ANNA, &button(&desk, "Strongbox").unwrap()).await;
    let text = seen["embeds"][0]["description"].as_str().unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
    assert!(text.contains(" Channel fleet: 27 ships") && text.contains(" Treasury: −$45"), "{text}");
    let other = front.press(&table, BELA, &format!("v1:{id}:0:box")).await;
    assert!(!other.to_string().contains(CANARY) && other.to_string().contains("It is empty"), "{other}");
    assert!(says(&front.press(&table, OLAF, &format!("v1:{id}:0:box")).await).contains("no seat"));

    // The whole roster as a form; a line left out goes, and a form that is not of this state is refused.
    let change = button(&seen, "Change").unwrap();
    let form = front.press(&table, ANNA, &change).await;
    let roster = form["components"][0]["components"][0]["value"].as_str().unwrap().to_owned();
    assert!(roster.contains("Channel fleet: 27 ships") && !roster.contains("Ireland"), "{roster}");
    // Two players have several powers each, so each item needs one.
    let told = front.fill(&table, ANNA, &change, &[("roster", &roster)]).await;
    assert!(says(&told).contains("Say whose it is"), "{told}");
    assert!(told.to_string().contains("to copy"));
    let mine = table.campaign(&id).await.play.game.owners(&engine::table::SeatId::numbered(1));
    let headed = format!("{}\n{}", mine[0], roster.replace("Brest: 9 ships\n", ""));
    // Of a name that is too long it is said which, among all the lines.
    let long = format!("{headed}\n{}: 3 infantry", "Grande Armee de l'Est ".repeat(4).trim());
    let told = front.fill(&table, ANNA, &change, &[("roster", &long)]).await;
    assert!(says(&told).contains("the one that begins with \"Grande Armee de lEst\" has 87"), "{told}");
    let told = front.fill(&table, ANNA, &change, &[("roster", &headed)]).await;
    assert!(says(&told).starts_with("Kept.") && !told.to_string().contains("Brest"), "{told}");
    let told = front.fill(&table, ANNA, &change, &[("roster", &headed)]).await;
    assert!(says(&told).contains("changed since this form"), "{told}");
    let undo = front.press(&table, ANNA, &format!("v1:{id}:0:box/undo")).await;
    assert!(undo.to_string().contains("Brest"), "{undo}");

    // Squadrons: 27 ships have two, 9 none, and no ship is told.
    let fleets = front.press(&table, ANNA, &button(&seen, "Announce squadrons").unwrap()).await;
    assert!(button(&fleets, "Brest: 0 full squadrons of ten").is_some(), "{fleets}");
    table.sent();
    let done = front.press(&table, ANNA, &button(&fleets, "Every fleet").unwrap()).await;
    assert!(says(&done).contains("Done"), "{done}");
    let posts = table.sent();
    assert_eq!(posts.len(), 2);
    assert!(
        posts[1].text.contains("the Channel fleet has **2 full squadrons** of ten."),
        "{}",
        posts[1].text
    );
    assert!(posts[0].text.contains("the fleet Brest has **0 full squadrons** of ten."), "{}", posts[0].text);
    assert!(
        posts.iter().all(|post| post.user.is_none()
            && !post.text.contains("27 ships")
            && !post.text.contains("\\\"ships")),
        "{posts:?}"
    );
    let why = front.press(&table, BELA, &button(&posts[0].json(), "Why").unwrap()).await;
    assert!(why.to_string().contains("house.naval.blockaded-announces-squadrons"), "{why}");

    // To one player alone.
    let items = front.press(&table, ANNA, &button(&seen, "Show").unwrap()).await;
    let whom = front.press(&table, ANNA, &button(&items, &format!("{CANARY} Corps")).unwrap()).await;
    let to_bela = whom["components"][0]["components"][1]["custom_id"].as_str().unwrap().to_owned();
    // Anna's button in Bela's hands shows Bela's own, and there is nothing.
    assert!(says(&front.press(&table, BELA, &to_bela).await).contains("older strongbox"));
    let told = front.press(&table, ANNA, &to_bela).await;
    assert!(says(&told).contains("alone"), "{told}");
    let posts = table.sent();
    assert_eq!(
        posts.iter().map(|post| (post.user, post.kind.as_str())).collect::<Vec<_>>(),
        [(Some(BELA), "shown")]
    );
    assert!(!says(&posts[0].json()).contains(CANARY) && posts[0].text.contains("14 infantry"));
    // And a note to all, whose text mentions nobody.
    let whom = front.press(&table, ANNA, &button(&items, "Plan").unwrap()).await;
    front.press(&table, ANNA, &button(&whom, "All").unwrap()).await;
    let posts = table.sent();
    assert!(posts.len() == 1 && posts[0].text.contains("Land in Ireland"), "{posts:?}");

    let proof = front.press(&table, ANNA, &button(&seen, "Proof").unwrap()).await;
    assert!(says(&proof).contains("Whoever has this file"), "{proof}");
    assert!(
        says(&front.press(&table, OLAF, &format!("v1:{id}:0:box/proof")).await).contains("Nothing of yours")
    );

    // A restart changes nothing, and the record verifies, now and when it is closed.
    let before = table.campaign(&id).await;
    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, before);
    let (text, report) = table.verified(&id).await;
    assert!(!text.contains(CANARY) && !text.contains("Ireland"), "{text}");
    assert_eq!((report.shown_checked, report.shown_waiting), (3, 1));
    for user in [ANNA, BELA] {
        table.done(&id, user, engine::table::Verb::Close).await;
    }
    let (_, report) = table.verified(&id).await;
    assert_eq!((report.sheets_checked, report.shown_checked, report.shown_waiting), (2, 4, 0));
    let told = front.fill(&table, ANNA, &format!("v1:{id}:9:box/add"), &[("roster", "I: 1 inf")]).await;
    assert!(says(&told).contains("closed"), "{told}");
}

#[tokio::test]
async fn what_comes_from_outside_is_answered_with_a_sentence() {
    let front = Front::new().await;
    let table = Table::new(32, None);
    let id = chosen(&front, &table).await;
    let before = table.campaign(&id).await;
    for verb in [
        "box/nothing",
        "box/x",
        "box/show/99",
        "box/show/x",
        "box/show/-1",
        "box/squadrons/77",
        "box/give/0/seat-9",
        "box/give/0/😀",
        "box/give/99/all",
        "box/give/0",
        "box/show/1/2/3",
        "box/change/1",
    ] {
        for user in [ANNA, BELA, OLAF] {
            let told = front.press(&table, user, &format!("v1:{id}:77:{verb}")).await;
            assert!(says(&told).ends_with('.'), "{verb}: {told}");
            assert!(user == ANNA || !told.to_string().contains(CANARY));
            let told = front.fill(&table, user, &format!("v1:{id}:77:{verb}"), &[("roster", "x")]).await;
            assert!(says(&told).ends_with('.'), "{verb}: {told}");
        }
    }
    for text in NASTY {
        let told = front
            .fill(&table, ANNA, &format!("v1:{id}:77:box/add"), &[("roster", &format!("{text}: 3 ships"))])
            .await;
        assert!(says(&told).ends_with('.'), "{told}");
        front.fill(&table, ANNA, &format!("v1:{id}:77:box/add"), &[("roster", text)]).await;
    }
    assert_eq!(table.campaign(&id).await.next_line, before.next_line);
    front.press(&table, ANNA, &format!("v1:{id}:0:box/show-page/12345678901234567890")).await;
}

#[tokio::test]
async fn the_largest_box_fits_into_messages_and_its_proof_is_whole() {
    let front = Front::new().await;
    let table = Table::new(33, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    for n in 0..64 {
        let (name, text) = (format!("{n:02} {}", "W".repeat(37)), "W **x** `y` ".repeat(41));
        let told = front
            .fill(&table, ANNA, &format!("v1:{id}:0:box/note"), &[("name", &name), ("text", &text)])
            .await;
        assert!(says(&told).starts_with("Kept."), "{told}");
    }
    let full = front.fill(&table, ANNA, &format!("v1:{id}:0:box/add"), &[("roster", "I: 1 inf")]).await;
    assert!(says(&full).contains("full"), "{full}");
    table.sent();
    for (user, bids) in [(ANNA, [1, 2, 3, 4, 5, 6, 7]), (BELA, [7, 6, 5, 4, 3, 2, 1])] {
        table.done(&id, user, sheet(bids)).await;
        table.done(&id, user, make_final()).await;
    }
    table.sent();
    let view = front.press(&table, ANNA, &format!("v1:{id}:0:box")).await;
    let items = front.press(&table, ANNA, &button(&view, "Show").unwrap()).await;
    let more = front.press(&table, ANNA, &button(&items, "More").unwrap()).await;
    assert!(button(&more, "Back").is_some() && button(&more, "More").is_some());
    let mut roster = json!({});
    let live = table.house.campaign(&id).await.unwrap();
    let live = live.lock().await;
    for kept in live.campaign.strongboxes[&engine::table::SeatId::numbered(1)].items.values() {
        roster[kept.item.name().to_lowercase().replace(' ', "_")] = kept.item.payload().clone();
    }
    assert!(canonical(&roster).unwrap().len() > 4000);
}

/// What the order of battle gives is not typed again: the form has the counters, and what is left open in it stays out.
#[tokio::test]
async fn a_strongbox_begins_with_the_counters_of_the_order_of_battle() {
    let front = Front::new().await;
    let table = Table::new(97, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL, DORA]).await;
    let shown = front.press(&table, ANNA, &format!("v1:{id}:0:box")).await;
    let begin = button(&shown, "Begin with my counters").unwrap();
    let form = front.press(&table, ANNA, &begin).await;
    let lines = form["components"][0]["components"][0]["value"].as_str().unwrap().to_owned();
    assert!(
        lines.contains("Treasury: ") && lines.lines().filter(|line| line.ends_with(": ")).count() > 2,
        "{lines}"
    );
    let first = lines.lines().find(|line| line.ends_with(": ") && !line.contains("(fleet)")).unwrap();
    let filled = lines.replacen(first, &format!("{first}3i 1c"), 1);
    let told = front.fill(&table, ANNA, form["custom_id"].as_str().unwrap(), &[("roster", &filled)]).await;
    assert!(!says(&told).starts_with('✖'), "{told}");
    let shown = front.press(&table, ANNA, &format!("v1:{id}:0:box")).await;
    let text = shown.to_string();
    // Its mark on the form says of which sort it is; the list has it under its sort.
    let name = first.split(['(', ':']).next().unwrap().trim();
    let has = |line: &str| line.trim().starts_with(name) && line.ends_with(": 1 cavalry, 3 infantry");
    assert!(text.split("\\n").any(has), "{name}: {text}");
    assert!(text.contains("Treasury") && button(&shown, "Begin with my counters").is_none(), "{text}");
}

/// Where the bot keeps the accounts, nobody is asked for a treasury of his own making.
#[tokio::test]
async fn no_treasury_is_asked_for_where_the_bot_keeps_it() {
    let front = Front::new().await;
    let table = Table::new(98, None);
    let kept = json!({"switches": {"politics": "kept", "economy": "kept"}});
    let id = table.played_with(COUNCIL, &[ANNA, BELA, CARL, DORA], kept).await;
    let shown = front.press(&table, ANNA, &format!("v1:{id}:0:box")).await;
    let form = front.press(&table, ANNA, &button(&shown, "Begin with my counters").unwrap()).await;
    let lines = form["components"][0]["components"][0]["value"].as_str().unwrap();
    assert!(!lines.contains("Treasury") && lines.contains(": "), "{lines}");
}
