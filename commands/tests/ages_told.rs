//! What posts of the Middle Ages say: numbers as they stood at their moment, what goes over and what is lost, what is undertaken in vain; cards that
//! come too late; what cannot be stated.
#![allow(clippy::unwrap_used)]

use crate::ages::{claims, of_771, of_courts, states, texts};
use crate::common::front::{Front, button, says, select};
use crate::common::{ANNA, BELA, COUNCIL, Sent, Table, word};
use commands::custom_id::CustomId;
use engine::middle_ages::pack::{OPTION, Pack};
use engine::table::act::Through;
use engine::table::{Act, Verb};
use serde_json::{Value, json};

/// The small world of the engine's tests.
const ISLES: &str = include_str!("../../engine/middle_ages/tests/isles.toml");

async fn ready(table: &Table, id: &str, user: u64) {
    let act = Act::Ready { through: Through::Step, hold: false };
    table.done(id, user, Verb::Act { act, text: None }).await;
}

/// The places of a round, Anna first.
async fn places(front: &Front, table: &Table, id: &str) {
    for (user, place) in [(ANNA, "1"), (BELA, "2")] {
        front.fill(table, user, &CustomId::of(id, 0, "ages/seal/order"), &[("place", place)]).await;
    }
}

/// A campaign of 771 with a pack, in the first turn of Anna's court.
async fn with_pack(front: &Front, table: &Table, pack: &str, courts: [&str; 2]) -> String {
    let founding = of_771(json!({OPTION: Pack::read(pack.as_bytes()).unwrap()}));
    let id = table.found(ANNA, COUNCIL, "Packed", founding).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    let quiet = Act::Switch { key: "ages_outsiders".to_owned(), value: "no".to_owned() };
    table.done(&id, ANNA, Verb::Act { act: quiet, text: None }).await;
    table.done(&id, ANNA, Verb::Start).await;
    for (user, court) in [ANNA, BELA].into_iter().zip(courts) {
        table.done(&id, user, Verb::Game(json!({"court": "take", "of": court}))).await;
    }
    for user in [ANNA, BELA] {
        ready(table, &id, user).await;
    }
    for user in [ANNA, BELA] {
        claims(front, table, &id, user, "").await;
    }
    places(front, table, &id).await;
    table.sent();
    id
}

/// Draws by the button of the desk.
async fn draws(front: &Front, table: &Table, id: &str, user: u64) -> Value {
    front.press_for_picture(table, user, &CustomId::of(id, 0, "ages/draw"), None).await
}

#[tokio::test]
async fn each_loss_of_one_post_is_told_with_what_was_left_at_its_moment() {
    // By these dice Byzantium loses four of its five areas, one with a fortification, by a second death without an heir.
    let (table, front) = (Table::new(91, None), Front::new().await);
    // Every fate is a death without an heir: it brings unrest, and the next one rebellions, several in one post.
    let fates = "[[fate]]\nkey = \"heirless\"\nname = \"No Heir\"\ncount = 9\ndoes = \"heirless\"\n";
    let id = with_pack(&front, &table, fates, ["franks", "byzantium"]).await;
    ready(&table, &id, ANNA).await;
    draws(&front, &table, &id, BELA).await;
    ready(&table, &id, BELA).await;
    places(&front, &table, &id).await;
    ready(&table, &id, ANNA).await;
    table.sent();
    let post = says(&draws(&front, &table, &id, BELA).await).to_owned();
    let left = |line: &str| {
        let (_, n) = line.split_once("What the court holds now: ")?;
        n.split(' ').next()?.parse::<u32>().ok()
    };
    let held: Vec<u32> = post.lines().filter_map(left).collect();
    assert_eq!(held.len(), 4, "several rebel: {post}");
    let expected: Vec<u32> = (0..held.len()).map(|n| 4 - u32::try_from(n).unwrap()).collect();
    assert_eq!(held, expected, "{post}");
    assert!(post.contains("Stays in it: fortification "), "{post}");
}

#[tokio::test]
async fn what_is_undertaken_in_vain_is_said_before_and_after() {
    let (table, front) = (Table::new(82, None), Front::new().await);
    let full = "population = 2\nlanguage = \"valish\"\nreligion = \"old_rite\"\nlimit = 4\nsocial = 1\n";
    assert!(ISLES.contains(full));
    let pack = ISLES.replace(full, &full.replace("social = 1", "social = 4\nfort = 4"));
    let id = with_pack(&front, &table, &pack, ["mercia", "denmark"]).await;
    for (kind, before, after) in [
        (
            "rule",
            "Ferry is at its highest social state, 4: a success raises nothing.",
            ["a success, but the social state is as high as it goes", "at its limit, 4, and rises no more."],
        ),
        (
            "fortify",
            "Ferry has all its fortification: a success builds nothing.",
            [
                "a success, but all its fortification is built",
                "fortification 4 stands there, the most there is",
            ],
        ),
    ] {
        let menu = front.press(&table, ANNA, &CustomId::of(&id, 0, &format!("ages/kind/{kind}"))).await;
        assert!(menu.to_string().contains("Ferry: effectiveness"), "{menu}");
        assert!(menu.to_string().contains(", to no effect"), "{menu}");
        let code = select(&menu).unwrap().1.into_iter().find(|code| code.contains("/ferry/ferry/")).unwrap();
        let plan = CustomId::of(&id, 0, &format!("ages/plan/{code}"));
        let (mut review, mut told) = (front.press(&table, ANNA, &plan).await, String::new());
        assert!(review.to_string().contains(before), "{review}");
        // Gold makes it certain.
        for _ in 0..3 {
            if let Some(more) = button(&review, "1 gold more") {
                review = front.press(&table, ANNA, &more).await;
            }
        }
        for _ in 0..2 {
            let undertake = front.press(&table, ANNA, &button(&review, "Undertake it").unwrap()).await;
            told.push_str(says(&undertake));
            if told.contains(after[0]) {
                break;
            }
            review = front.press(&table, ANNA, &plan).await;
        }
        for after in after {
            assert!(told.contains(after), "{after}: {told}");
        }
        assert!(!told.contains("rises by 1") && !told.contains("a point of fortification"), "{told}");
    }
}

#[tokio::test]
async fn cards_that_come_too_late_are_replaced_by_the_same_press() {
    let (table, front) = (Table::new(83, None), Front::new().await);
    let card = |key: &str, name: &str, period: &str| {
        format!(
            "[[event]]\nkey = \"{key}\"\nname = \"{name}\"\ncount = 40\n{period}does = {{ what = \"rise\" }}\n"
        )
    };
    let pack = card("early", "Early Levy", "period = [771, 775]\n") + &card("any", "Any Levy", "");
    let id = with_pack(&front, &table, &pack, ["franks", "byzantium"]).await;
    let (mut replaced, mut gone) = (0, 0);
    for round in 1..=4 {
        for (user, court) in [(ANNA, "Franks"), (BELA, "Byzantium")] {
            let answer = draws(&front, &table, &id, user).await;
            assert!(!says(&answer).starts_with('✖'), "{answer}");
            let told = texts(&table.sent());
            let count =
                |says: &str| told.matches(&format!("**{court}** discards *Early Levy*{says}")).count();
            let now = [
                count(", whose years are over, and draws another."),
                count(", whose years are over."),
                count("."),
            ];
            assert!(round > 1 && now[2] == 0 || now == [0; 3], "{told}");
            replaced += now[0];
            gone += now[1];
            let hand = CustomId::of(&id, 0, "ages/menu/hand");
            let hand = says(&front.press_for_picture(&table, user, &hand, None).await).to_owned();
            assert!(round == 1 || hand.contains("Any Levy") && !hand.contains("Early Levy"), "{hand}");
            ready(&table, &id, user).await;
        }
        places(&front, &table, &id).await;
        table.sent();
    }
    assert!(replaced > 0 && gone > 0, "{replaced} were replaced, {gone} went with a draw");
}

#[tokio::test]
async fn what_goes_over_with_a_conquest_is_told() {
    let (table, front) = (Table::new(84, None), Front::new().await);
    let id = with_pack(&front, &table, ISLES, ["mercia", "denmark"]).await;
    let plans = front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/kind/conquer")).await;
    let highfell = select(&plans).unwrap().1.into_iter().find(|plan| plan.contains("highfell")).unwrap();
    let mut told = String::new();
    for _ in 0..5 {
        let undertake = CustomId::of(&id, 0, &format!("ages/do/{highfell}"));
        told = says(&front.press(&table, ANNA, &undertake).await).to_owned();
        if told.contains("goes to Mercia") {
            break;
        }
    }
    assert!(told.contains("Goes over with it: fortification 2."), "{told}");
    assert!(told.contains("1 of the 1 results of conquest that it takes are there for Mercia."), "{told}");
}

#[tokio::test]
async fn a_defence_is_asked_in_words_and_gold_without_a_card_stays() {
    let (table, front) = (Table::new(70, None), Front::new().await);
    let id = of_courts(&table, "lombards").await;
    for user in [ANNA, BELA] {
        claims(&front, &table, &id, user, "").await;
    }
    places(&front, &table, &id).await;
    front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/do/d/negotiate/provence/lombardy/0/0")).await;
    let form = front.press(&table, BELA, &CustomId::of(&id, 0, "ages/seal/defence")).await.to_string();
    assert!(form.contains("Gold against it, 0 to 5") && !form.contains("year card"), "{form}");
    let seal = CustomId::of(&id, 0, "ages/seal/defence");
    table.sent();
    front.fill(&table, BELA, &seal, &[("gold", "0")]).await;
    front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/do/d/pillage/provence/lombardy/0/0")).await;
    let form = front.press(&table, BELA, &seal).await.to_string();
    assert!(form.contains("A year card in defence? yes or no"), "{form}");
    assert!(form.contains("Gold with the card, 0 to 5"), "{form}");
    table.sent();
    front.fill(&table, BELA, &seal, &[("defend", "no"), ("gold", "5")]).await;
    let sent = table.sent();
    let own: Vec<Sent> = sent.into_iter().filter(|sent| sent.user == Some(BELA)).collect();
    let receipt = texts(&own);
    assert!(receipt.contains("Without a year card gold does not count: the 5 gold stay yours."), "{receipt}");
}

#[tokio::test]
async fn numbers_that_no_area_and_no_leader_has_are_refused_in_odds_too() {
    let (table, front) = (Table::new(61, None), Front::new().await);
    let id = crate::ages::founded(&table).await;
    table.done(&id, ANNA, Verb::Game(json!({"court": "take", "of": "franks"}))).await;
    for (verb, leader, base, target, refused) in [
        ("odds/rule", "7", "", "Tuscany: state 1", "7 is no stature: a leader has 1, 2, 3, 5 or 9."),
        ("endeavour/rule", "7", "", "Tuscany: state 1", "7 is no stature: a leader has 1, 2, 3, 5 or 9."),
        ("odds/rule", "5", "", "Tuscany: state 99", "\"state 99\": a whole number from -3 to 4 is asked."),
        ("odds/conquer", "5", "Tuscany", "Lombardy: state 1", "The social state of Tuscany is not stated."),
        ("odds/conquer", "5", ": state 1", "Lombardy: state 1", "\": state 1\" names no area."),
        (
            "odds/rule",
            "5 +40",
            "",
            "Tuscany: state 1",
            "Leader card: 40 was stated. A whole number from 0 to 9",
        ),
    ] {
        let fields = [("leader", leader), ("base", base), ("target", target), ("seas", "")];
        let answer = states(&front, &table, &id, &format!("ages/{verb}"), &fields).await;
        assert!(says(&answer).contains(refused), "{verb} {leader} {target}: {answer}");
        assert!(!answer.to_string().contains("(no name)"), "{answer}");
    }
}

/// A deck that is spent is told to be made anew, and with how many cards.
#[tokio::test]
async fn a_spent_event_deck_is_told_to_be_shuffled_anew() {
    let (table, front) = (Table::new(108, None), Front::new().await);
    let gifts =
        "[[event]]\nkey = \"gift\"\nname = \"A Gift\"\ncount = 3\ndoes = { what = \"gold\", gold = 1 }\n";
    let id = with_pack(&front, &table, gifts, ["franks", "byzantium"]).await;
    let anew = "The event deck is spent. Shuffled anew: ";
    for card in [0, 2] {
        if card > 0 {
            assert!(!texts(&table.sent()).contains(anew), "cards are left");
            places(&front, &table, &id).await;
        }
        table.done(&id, ANNA, Verb::Game(json!({"board": "draw"}))).await;
        table.done(&id, ANNA, Verb::Game(json!({"board": "play", "pos": card}))).await;
        // Bela's card is drawn for him when his turn ends.
        for user in [ANNA, BELA] {
            ready(&table, &id, user).await;
        }
    }
    let posted = texts(&table.sent());
    assert!(posted.contains(&format!("{anew}2 discarded cards.")), "{posted}");
    table.verified(&id).await;
}
