//! Turns of the Middle Ages at their card, their deadline and the desk: what is due before one is over, what is at hand, in which order targets
//! stand, what there is to choose from before courts are taken.
#![allow(clippy::unwrap_used)]

use crate::ages::{claims, in_turn_with, of_771, of_courts, texts};
use crate::common::front::{Front, button, says, select};
use crate::common::{ANNA, BELA, COUNCIL, Sent, Table, act, word};
use commands::custom_id::CustomId;
use engine::table::act::Through;
use engine::table::timing::Timing;
use engine::table::{Act, Founding, SeatId, Verb};
use serde_json::{Value, json};

const DAY: i64 = 86_400;

/// The newest card, post or message of a kind.
fn last(sent: &[Sent], kind: &str) -> Value {
    sent.iter().rfind(|sent| sent.kind == kind).map(Sent::json).unwrap_or_default()
}

async fn press(front: &Front, table: &Table, id: &str, user: u64, verb: &str) -> Value {
    front.press(table, user, &CustomId::of(id, 0, verb)).await
}

fn ready() -> Verb {
    act(Act::Ready { through: Through::Step, hold: false })
}

/// The first turn of the Franks, with a clock; they have spent their gold on armies that they cannot pay for.
async fn poor(front: &Front, table: &Table) -> String {
    let founding = Founding { timing: Some(Timing::default()), ..of_771(json!({})) };
    let id = table.found(ANNA, COUNCIL, "Charlemagne", founding).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    for (user, court) in [(ANNA, "franks"), (BELA, "byzantium")] {
        table.done(&id, user, Verb::Game(json!({"court": "take", "of": court}))).await;
    }
    for user in [ANNA, BELA] {
        table.done(&id, user, ready()).await;
    }
    for user in [ANNA, BELA] {
        claims(front, table, &id, user, "").await;
    }
    for (user, place) in [(ANNA, "1"), (BELA, "2")] {
        front.fill(table, user, &CustomId::of(&id, 0, "ages/seal/order"), &[("place", place)]).await;
    }
    for _ in 0..3 {
        press(front, table, &id, ANNA, "ages/do/d/army/lorraine/lorraine/0/0").await;
    }
    table.sent();
    id
}

/// Card, desk and answers while points wait to be given up.
async fn waits_for_points(front: &Front, table: &Table, id: &str, card: &Value) {
    let shown = card.to_string();
    assert!(shown.contains("end of the turn of Franks: points are given up"), "{card}");
    assert!(shown.contains("gold is due for army and fleet points, and 0 is there"), "{card}");
    assert!(button(card, "Give up points…").is_some(), "{card}");
    for gone in ["Ready", "Undertake…", "Tax"] {
        assert!(button(card, gone).is_none(), "{gone}: {card}");
    }
    let desk = press(front, table, id, ANNA, "desk").await;
    assert!(button(&desk, "Give up points…").is_some(), "{desk}");
    for gone in ["Ready", "Not ready", "Ready for the turn", "Undertake", "Tax"] {
        assert!(button(&desk, gone).is_none(), "{gone}: {desk}");
    }
    let over = "The turn of Franks is over: ";
    let refused = table.refused(id, ANNA, act(Act::NotReady)).await;
    assert!(refused.contains(over), "{refused}");
    let tax = press(front, table, id, ANNA, "ages/menu/tax").await;
    assert!(says(&tax).contains(over), "{tax}");
    let asker = table.asker(ANNA);
    let offers = table.house.shown(id, &asker, |scene| Some(engine::table::offers(&scene.own))).await;
    let offers = offers.ok().flatten().unwrap();
    assert!(offers.iter().all(|offer| offer.verb != "not_ready" && offer.verb != "ready"), "{offers:?}");
}

#[tokio::test]
async fn a_turn_past_its_deadline_waits_for_points_alone_and_card_desk_and_post_say_so() {
    let (table, front) = (Table::new(91, None), Front::new().await);
    let id = poor(&front, &table).await;
    table.watch.pass(5 * DAY);
    table.house.look_in(&id).await.unwrap();
    let sent = table.sent();
    let post = last(&sent, "step").to_string();
    assert!(post.contains("turn of Franks** ended at its deadline; not ready by then: Franks"), "{post}");
    assert!(post.contains("Before it is over this is due:\\n… Franks"), "{post}");
    assert!(!texts(&sent).contains("without a word"), "{post}");
    let card = last(&sent, "card");
    waits_for_points(&front, &table, &id, &card).await;
    // Whoever else presses it is told that it is not his.
    let other = front.press(&table, BELA, &button(&card, "Give up points…").unwrap()).await;
    assert!(select(&other).is_none(), "{other}");
    for _ in 0..3 {
        let points = front.press(&table, ANNA, &button(&card, "Give up points…").unwrap()).await;
        let Some((choose, of)) = select(&points) else { break };
        assert!(points.to_string().contains("Which point is given up…"), "{points}");
        front.choose(&table, ANNA, &choose, &of[0]).await;
    }
    let card = last(&table.sent(), "card").to_string();
    assert!(card.contains("turn of Byzantium") && !card.contains("Give up points"), "{card}");
}

#[tokio::test]
async fn who_ends_a_turn_that_he_cannot_pay_for_is_told_what_is_due_and_takes_nothing_back() {
    let (table, front) = (Table::new(91, None), Front::new().await);
    let id = poor(&front, &table).await;
    let desk = press(&front, &table, &id, ANNA, "desk").await;
    let told = front.press(&table, ANNA, &button(&desk, "Ready").unwrap()).await;
    assert!(says(&told).contains("this is due before it is over."), "{told}");
    assert!(says(&told).contains("gold is due for army and fleet points"), "{told}");
    assert!(button(&told, "Not ready").is_none(), "{told}");
    let card = last(&table.sent(), "card");
    waits_for_points(&front, &table, &id, &card).await;
    let again = front.press(&table, ANNA, &button(&desk, "Ready").unwrap()).await;
    assert!(says(&again).contains("this is due before it is over.") && button(&again, "Not ready").is_none());
}

#[tokio::test]
async fn the_card_of_a_turn_has_more_than_ready_and_what_was_left_unused_is_told() {
    let (table, front) = (Table::new(92, None), Front::new().await);
    let id = in_turn_with(&front, &table, "byzantium").await;
    let card = last(&table.sent(), "card");
    for label in ["Ready", "Undertake…", "Tax", "Cards", "My desk", "Map"] {
        assert!(button(&card, label).is_some(), "{label}: {card}");
    }
    let kinds = front.press(&table, ANNA, &button(&card, "Undertake…").unwrap()).await;
    assert_eq!(select(&kinds).unwrap().1.len(), 9);
    let other = front.press(&table, BELA, &button(&card, "Undertake…").unwrap()).await;
    assert!(says(&other).contains("It is the turn of Franks") && select(&other).is_none(), "{other}");
    let taxes = front.press(&table, ANNA, &button(&card, "Tax").unwrap()).await;
    assert!(taxes.to_string().contains("Which area, for how much gold…"), "{taxes}");
    // An empty hand has the button that fills it.
    let hand = front.press(&table, ANNA, &button(&card, "Cards").unwrap()).await;
    assert!(says(&hand).starts_with("Your hand is empty."), "{hand}");
    assert!(button(&hand, "Draw event cards").is_some(), "{hand}");
    press(&front, &table, &id, ANNA, "ages/do/d/rule/burgundy/burgundy/0/0").await;
    table.sent();
    // After one endeavour others are open still, and that is asked once.
    let asked = front.press(&table, ANNA, &button(&card, "Ready").unwrap()).await;
    assert!(says(&asked).contains("and 4 year cards. *Ready* ends the turn."), "{asked}");
    assert!(table.sent().is_empty(), "nothing is done yet");
    let told = front.press(&table, ANNA, &button(&asked, "Ready all the same").unwrap()).await;
    let unused = "**Franks** ends its turn and leaves 4 year cards unused";
    assert!(says(&told).contains(unused) && texts(&table.sent()).contains(unused), "{told}");
}

#[tokio::test]
async fn targets_that_are_claimed_come_first_then_neighbours_then_what_lies_over_sea() {
    let (table, front) = (Table::new(93, None), Front::new().await);
    let id = in_turn_with(&front, &table, "byzantium").await;
    let menu = press(&front, &table, &id, ANNA, "ages/kind/conquer").await;
    assert!(menu.to_string().contains("Against which area…"), "{menu}");
    let (_, plans) = select(&menu).unwrap();
    assert_eq!(plans.len(), 25, "a list that is cut");
    // All of them can be chosen: in further lists, and on further pages.
    assert!(!says(&menu).contains(" more"), "{menu}");
    let lists = menu["components"].as_array().unwrap();
    assert!(lists[1].to_string().contains("Against which area… 26 to "), "{menu}");
    let of = |plan: &String| {
        let parts: Vec<&str> = plan.split('/').collect();
        (parts[3].to_owned(), parts[4] == "1")
    };
    let all: Vec<(String, bool)> = plans.iter().map(of).collect();
    let mut claimed = [all[0].0.as_str(), all[1].0.as_str()];
    claimed.sort_unstable();
    assert_eq!(claimed, ["lombardy", "saxony"], "{plans:?}");
    let seas: Vec<bool> = all[2..].iter().map(|(_, by_sea)| *by_sea).collect();
    assert!(seas.contains(&false) && seas.is_sorted(), "by land before over sea: {plans:?}");
}

#[tokio::test]
async fn before_courts_are_taken_the_map_says_where_each_lies_and_who_leads_it() {
    let (table, front) = (Table::new(94, None), Front::new().await);
    let id = table.found(ANNA, COUNCIL, "Charlemagne", of_771(json!({}))).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    let card = last(&table.sent(), "card");
    let map = front.press_for_picture(&table, ANNA, &button(&card, "Map").unwrap(), None).await;
    assert_eq!(map["attachments"][0]["filename"], "map.png", "{map}");
    let board = press(&front, &table, &id, ANNA, "ages/board").await;
    for shown in [&map, &board] {
        let shown = shown.to_string();
        assert!(shown.contains("**Franks** · free · 6 gold"), "{shown}");
        assert!(shown.contains("Charlemagne: combat 9, administration 5, diplomacy 5."), "{shown}");
        assert!(shown.contains("Ile de France, ") && shown.contains("Lorraine"), "{shown}");
    }
    assert!(button(&board, "Map").is_some(), "{board}");
    let take = press(&front, &table, &id, ANNA, "ages/court").await;
    assert!(take.to_string().contains("Ile de France, ") && button(&take, "Map").is_some(), "{take}");
    let (choose, _) = select(&take).unwrap();
    front.choose(&table, ANNA, &choose, "franks").await;
    let board = press(&front, &table, &id, BELA, "ages/board").await.to_string();
    assert!(board.contains("**Franks** · User101"), "{board}");
}

#[tokio::test]
async fn a_claim_says_its_worth_and_a_slip_of_the_pen_is_asked_about() {
    let (table, front) = (Table::new(95, None), Front::new().await);
    let id = of_courts(&table, "byzantium").await;
    assert!(texts(&table.sent()).contains("An area that a court claims and holds at the end counts "));
    let form = press(&front, &table, &id, ANNA, "ages/seal/claims").await.to_string();
    assert!(form.contains("each that you hold at the end counts ") && form.contains(" VP more"), "{form}");
    let claims = CustomId::of(&id, 0, "ages/seal/claims");
    let wrong = front.fill(&table, ANNA, &claims, &[("areas", "Lombardia")]).await;
    assert!(
        says(&wrong).contains("\"Lombardia\" is no area of this map. Write Lombardy, if that is meant."),
        "{wrong}"
    );
    let wrong = front.fill(&table, ANNA, &claims, &[("areas", "Atlantis")]).await;
    assert!(says(&wrong).contains("\"Atlantis\" is no area of this map. *Map* shows them all."), "{wrong}");
}

#[tokio::test]
async fn a_conquest_says_why_and_what_it_needs_in_words() {
    let (table, front) = (Table::new(96, None), Front::new().await);
    let id = in_turn_with(&front, &table, "byzantium").await;
    table.sent();
    let review = press(&front, &table, &id, ANNA, "ages/plan/d/conquer/lorraine/saxony/0/0").await;
    assert!(review.to_string().contains("Saxony falls to you with "), "{review}");
    front.press(&table, ANNA, &button(&review, "Undertake it").unwrap()).await;
    let post = last(&table.sent(), "ages");
    assert!(post.to_string().contains("Conquest: Saxony from Lorraine"), "{post}");
    let why = front.press(&table, BELA, &button(&post, "Why").unwrap()).await;
    assert!(
        says(&why).contains("it follows the base game alone") || why.to_string().contains("33."),
        "{why}"
    );
}

#[tokio::test]
async fn raids_are_told_a_line_each_below_whose_they_are() {
    let (table, front) = (Table::new(97, None), Front::new().await);
    let id = in_turn_with(&front, &table, "byzantium").await;
    let mut seen = 0;
    for _ in 0..4 {
        for user in [ANNA, BELA] {
            table.done(&id, user, ready()).await;
        }
        for post in table.sent().iter().filter(|sent| sent.kind == "ages").map(Sent::json) {
            let text = post["embeds"][0]["description"].as_str().unwrap_or_default().to_owned();
            for band in text
                .split("\n\n")
                .filter(|part| part.lines().next().unwrap_or_default().ends_with("** · Pillage"))
            {
                let mut lines = band.lines().skip(1);
                let raids = lines.clone().filter(|line| !line.starts_with("-# ")).count();
                assert!(
                    raids > 0 && lines.all(|line| line.starts_with("-# ") || line.contains(": **")),
                    "{band}"
                );
                seen += raids;
            }
            assert!(!text.contains("** · Pillage: ") || text.contains(" from "), "{text}");
        }
        for (user, place) in [(ANNA, "1"), (BELA, "2")] {
            front.fill(&table, user, &CustomId::of(&id, 0, "ages/seal/order"), &[("place", place)]).await;
        }
    }
    assert!(seen >= 2, "{seen} raids in four rounds");
}

/// Who had the time to choose and let it pass is told so; of a stand-in, who chose, and of a seat without a player nothing of the kind is said.
#[tokio::test]
async fn it_is_said_of_nobody_that_he_chose_no_court_who_had_no_chance_to() {
    let begun = async |table: &Table| {
        let founding = Founding { timing: Some(Timing::default()), ..of_771(json!({})) };
        let id = table.found(ANNA, COUNCIL, "Charlemagne", founding).await;
        for user in [ANNA, BELA] {
            table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
        }
        table.done(&id, ANNA, Verb::Start).await;
        table.done(&id, ANNA, Verb::Game(json!({"court": "take", "of": "franks"}))).await;
        id
    };
    let in_time = "had chosen no court in time";
    let table = Table::new(101, None);
    let id = begun(&table).await;
    table.done(&id, ANNA, ready()).await;
    table.watch.pass(5 * DAY);
    table.house.look_in(&id).await.unwrap();
    let posted = texts(&table.sent());
    assert!(posted.contains(in_time) && posted.contains("the first that was free"), "{posted}");
    // A stand-in takes one of his own.
    let table = Table::new(102, None);
    let id = begun(&table).await;
    table.done(&id, BELA, act(Act::Resign)).await;
    table.done(&id, ANNA, act(Act::StandIn { seat: SeatId::numbered(2), on: true })).await;
    table.done(&id, ANNA, ready()).await;
    table.watch.pass(5 * DAY);
    table.house.look_in(&id).await.unwrap();
    let posted = texts(&table.sent());
    assert!(posted.contains("is played by") && !posted.contains(in_time), "{posted}");
    // A seat that nobody holds gets the first that is free.
    let table = Table::new(103, None);
    let id = begun(&table).await;
    table.done(&id, BELA, act(Act::Resign)).await;
    table.done(&id, ANNA, ready()).await;
    table.watch.pass(5 * DAY);
    table.house.look_in(&id).await.unwrap();
    let posted = texts(&table.sent());
    assert!(posted.contains("The board is set up") && !posted.contains(in_time), "{posted}");
    assert!(
        posted.contains("or a stand-in plays on for practice") && !posted.contains("auction"),
        "{posted}"
    );
}

/// Saxony borders Lorraine, Franconia and Friesland, which the Franks hold: a way by land leads there, and is what is offered. From Flanders,
/// which does not border it, it lies over the sea.
#[tokio::test]
async fn a_neighbour_is_attacked_by_land_from_the_area_that_borders_it() {
    let (table, front) = (Table::new(107, None), Front::new().await);
    let id = in_turn_with(&front, &table, "byzantium").await;
    let saxony = async || {
        let menu = press(&front, &table, &id, ANNA, "ages/kind/conquer").await;
        let rows = menu["components"].as_array().unwrap().iter();
        let options = rows.filter_map(|row| row["components"][0]["options"].as_array()).flatten();
        let labels = options.map(|option| option["label"].as_str().unwrap_or_default().to_owned());
        labels.filter(|label| label.starts_with("Saxony")).collect::<Vec<String>>()
    };
    let before = saxony().await;
    assert_eq!(before.len(), 1, "{before:?}");
    assert!(before[0].starts_with("Saxony from Franconia: "), "{before:?}");
    // With armies in Flanders it is rated better from there, over the sea; the way by land is not lost by it.
    press(&front, &table, &id, ANNA, "ages/do/d/army/flanders/flanders/0/0").await;
    let after = saxony().await;
    assert_eq!(after.len(), 2, "{after:?}");
    assert!(after.iter().any(|label| label.starts_with("Saxony from Flanders, over sea: ")), "{after:?}");
    assert!(after.iter().any(|label| label.starts_with("Saxony from Franconia: ")), "{after:?}");
}
