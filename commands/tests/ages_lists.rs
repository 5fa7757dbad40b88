//! The Middle Ages: what is chosen from lists instead of typed, who is named where somebody must act, treasuries and their values.
#![allow(clippy::unwrap_used)]

use crate::ages::{claims, founded, of_courts, states, texts};
use crate::common::front::{Front, asked, button, says, select};
use crate::common::{ANNA, BELA, COUNCIL, GUILD, Sent, Table};
use commands::asked::At;
use commands::custom_id::CustomId;
use commands::message::Message;
use engine::middle_ages::Position;
use engine::table::Verb;
use serde_json::{Value, json};

async fn press(front: &Front, table: &Table, id: &str, user: u64, verb: &str) -> Value {
    front.press(table, user, &CustomId::of(id, 0, verb)).await
}

async fn position(table: &Table, id: &str) -> Position {
    serde_json::from_value(table.campaign(id).await.public_view().game.value()).unwrap()
}

/// The selects of a message: what each says, its id, and the labels of its options.
fn selects(message: &Value) -> Vec<(String, String, Vec<String>)> {
    let rows = message["components"].as_array().cloned().unwrap_or_default();
    let all = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    all.filter(|one| one["type"] == 3)
        .map(|one| {
            let options = one["options"].as_array().unwrap();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let labels = options.iter().map(|option| text(&option["label"])).collect();
            (text(&one["placeholder"]), text(&one["custom_id"]), labels)
        })
        .collect()
}

#[tokio::test]
async fn claims_places_and_defences_are_chosen_from_lists() {
    let (table, front) = (Table::new(70, None), Front::new().await);
    let id = of_courts(&table, "lombards").await;
    let desk = press(&front, &table, &id, ANNA, "desk").await;
    let mut lists = front.press(&table, ANNA, &button(&desk, "My claims").unwrap()).await;
    assert!(button(&lists, "Type them…").is_some() && button(&lists, "Claim nothing").is_some());
    let of = selects(&lists);
    assert!(of.iter().all(|(_, _, labels)| labels.len() <= 25) && of.len() <= 4, "{of:?}");
    assert_eq!(of[0].0, "Beside your areas…");
    assert!(of[0].2.contains(&"Saxony · independent".to_owned()), "{of:?}");
    assert!(of[0].2.contains(&"Lombardy · Lombards".to_owned()), "{of:?}");
    let all: Vec<&String> = of.iter().flat_map(|(_, _, labels)| labels).collect();
    assert!(!all.iter().any(|label| label.starts_with("Burgundy")), "what is one's own is not claimed");
    for (area, so_far) in
        [("saxony", "Chosen: Saxony."), ("lombardy", "Chosen: Saxony and Lombardy."), ("bavaria", "Bavaria")]
    {
        let beside = selects(&lists)[0].1.clone();
        lists = front.choose(&table, ANNA, &beside, area).await;
        assert!(says(&lists).contains(so_far), "{lists}");
    }
    assert!(selects(&lists).is_empty(), "three are the most");
    assert!(table.sent().iter().all(|sent| !format!("{sent:?}").contains("Saxony")), "nothing is sealed yet");
    let anew = front.press(&table, ANNA, &button(&lists, "Choose anew").unwrap()).await;
    assert!(!says(&anew).contains("Chosen"), "{anew}");
    let sealed = front.press(&table, ANNA, &button(&lists, "Seal these claims").unwrap()).await;
    assert!(sealed.to_string().contains("Claims: Bavaria, Lombardy and Saxony."), "{sealed}");
    front.press(&table, ANNA, &button(&sealed, "Make it Final").unwrap()).await;
    let nothing = press(&front, &table, &id, BELA, "ages/claim").await;
    assert!(nothing.to_string().contains("No claims."), "{nothing}");
    front.press(&table, BELA, &button(&nothing, "Make it Final").unwrap()).await;
    assert!(texts(&table.sent()).contains("Franks: Bavaria, Lombardy and Saxony"));

    // The places of the round.
    for (user, place) in [(ANNA, "2"), (BELA, "2")] {
        let places = press(&front, &table, &id, user, "ages/pick/order").await;
        assert!(says(&places).contains("Franks 19 and Lombards 8"), "{places}");
        let (choose, offered) = select(&places).unwrap();
        assert_eq!(offered, ["1", "2"]);
        front.choose(&table, user, &choose, place).await;
    }
    assert_eq!(position(&table, &id).await.board.turn.unwrap().court.key(), "lombards");
}

#[tokio::test]
async fn the_order_of_a_round_names_the_players_and_what_each_wished() {
    let (table, front) = (Table::new(70, None), Front::new().await);
    let id = of_courts(&table, "lombards").await;
    table.sent();
    for user in [ANNA, BELA] {
        claims(&front, &table, &id, user, "").await;
    }
    let posted = texts(&table.sent());
    assert!(
        posted.contains("By initiative each gets the place that he wished, or the next that is free: Franks 19 and Lombards 8."),
        "{posted}"
    );
    for user in [ANNA, BELA] {
        let order = CustomId::of(&id, 0, "ages/seal/order");
        front.fill(&table, user, &order, &[("place", "1")]).await;
    }
    let posted = texts(&table.sent());
    assert!(
        posted.contains("By initiative: Franks 19 wished 1 · Lombards 8 wished 1 and gets 2."),
        "{posted}"
    );
    assert!(posted.contains("they act in this order: Franks (User101), Lombards (User102)."), "{posted}");

    // Who may defend is named with his player, and chooses from a list.
    press(&front, &table, &id, ANNA, "ages/do/d/pillage/provence/lombardy/0/0").await;
    let sent = table.sent();
    let council: Vec<Sent> = sent.into_iter().filter(|sent| sent.user.is_none()).collect();
    assert!(texts(&council).contains("Lombards (User102) may defend it first."), "{council:?}");
    let list = press(&front, &table, &id, BELA, "ages/pick/defence").await;
    let (choose, offered) = select(&list).unwrap();
    assert_eq!(offered, ["none+0", "card+0", "card+1", "card+2", "card+3", "card+4", "card+5"]);
    assert_eq!(selects(&list)[0].2[2], "A year card and 1 gold");
    let other = press(&front, &table, &id, ANNA, "ages/pick/defence").await;
    assert!(says(&other).contains("No such envelope is asked of you now"), "{other}");
    let desk = press(&front, &table, &id, BELA, "desk").await;
    let pass = button(&desk, "No defence").unwrap();
    front.choose(&table, BELA, &choose, "card+1").await;
    assert!(texts(&table.sent()).contains("Lombards defends with a year card and 1 gold."));
    // Against a negotiation gold alone is put. What was chosen for the attack before counts for nothing here.
    press(&front, &table, &id, ANNA, "ages/do/d/negotiate/provence/lombardy/0/0").await;
    for stale in [front.choose(&table, BELA, &choose, "card+2").await, front.press(&table, BELA, &pass).await]
    {
        assert!(says(&stale).contains("That was chosen for something that is over"), "{stale}");
    }
    assert!(position(&table, &id).await.board.declared.is_some(), "it waits for the defence still");
    let list = press(&front, &table, &id, BELA, "ages/pick/defence").await;
    assert_eq!(select(&list).unwrap().1, ["none+0", "gold+1", "gold+2", "gold+3", "gold+4"]);
}

#[tokio::test]
async fn an_endeavour_at_a_board_elsewhere_is_chosen_from_lists_and_paid_out_of_the_treasury() {
    let (table, front) = (Table::new(61, None), Front::new().await);
    let id = founded(&table).await;
    table.done(&id, ANNA, Verb::Game(json!({"court": "take", "of": "franks"}))).await;
    let which = press(&front, &table, &id, ANNA, "ages/endeavour").await;
    let mut lists = front.choose(&table, ANNA, &select(&which).unwrap().0, "conquer").await;
    let placeholders: Vec<String> = selects(&lists).into_iter().map(|(says, ..)| says).collect();
    assert_eq!(
        placeholders,
        [
            "Combat of your leader",
            "Social state of the base",
            "Social state of the target",
            "Language and religion of the target"
        ]
    );
    for (at, value) in [(0, "9"), (1, "2"), (2, "1"), (3, "10")] {
        let choose = selects(&lists)[at].1.clone();
        lists = front.choose(&table, ANNA, &choose, value).await;
    }
    let go_on = button(&lists, "Go on…").unwrap();
    let form = front.press(&table, ANNA, &go_on).await;
    assert!(form.to_string().contains(r#""value":"9""#), "{form}");
    let fields = [
        ("leader", "9 +2"),
        ("base", "Tuscany: armies 3"),
        ("target", "Lombardy: fort 1, gold 1"),
        ("seas", ""),
    ];
    let answer = front.fill(&table, ANNA, &go_on, &fields).await;
    assert!(
        says(&answer).contains(
            "9 stature, +2 leader card, +2 social state of the base, −1 social state of the target, −1 fortification, +3 army points in the base, −1 language, +1 gold = **14**"
        ),
        "{answer}"
    );
    assert!(says(&answer).contains("The treasury of Franks was never told, so nothing was taken out of it"));

    // Once it is known it is paid out of, and one that lacks it is refused.
    let values = press(&front, &table, &id, BELA, "board/values").await.to_string();
    assert!(values.contains("A treasury with ? was never told"), "{values}");
    front.fill(&table, ANNA, &CustomId::of(&id, 0, "board/tell"), &[("what", "Franks 5 gold")]).await;
    assert!(texts(&table.sent()).contains("**Franks: 5 gold**"), "what nobody knew has no before");
    let answer = states(&front, &table, &id, "ages/endeavour/conquer", &fields_of_conquest()).await;
    assert!(
        says(&answer).contains("It costs 3 gold, whatever comes of it. Treasury of Franks: 5 → 2 gold."),
        "{answer}"
    );
    let values = press(&front, &table, &id, BELA, "board/values").await.to_string();
    assert!(values.contains("Franks             2") && !values.contains('?'), "{values}");
    let answer = states(&front, &table, &id, "ages/endeavour/conquer", &fields_of_conquest()).await;
    assert!(says(&answer).contains("Conquest costs 3 gold, paid at once; Franks has 2."), "{answer}");
}

fn fields_of_conquest() -> [(&'static str, &'static str); 4] {
    [
        ("leader", "9"),
        ("base", "Tuscany: state 2"),
        ("target", "Lombardy: state 1, gold 1, gold against 2"),
        ("seas", ""),
    ]
}

#[tokio::test]
async fn the_values_of_a_board_kept_here_say_what_stands_and_are_corrected_by_name() {
    let (table, front) = (Table::new(70, None), Front::new().await);
    let id = of_courts(&table, "lombards").await;
    let values = press(&front, &table, &id, ANNA, "board/values").await;
    let shown = values.to_string();
    for part in ["gold", "areas", "VP", "Franks             6     10", "The bot keeps this board"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(button(&values, "Tell results").is_none() && button(&values, "Correct a value").is_some());
    let told =
        front.fill(&table, ANNA, &CustomId::of(&id, 0, "board/tell"), &[("what", "Franks 60 gold")]).await;
    assert!(says(&told).contains("The bot keeps that value of Franks"), "{told}");
    let form = press(&front, &table, &id, ANNA, "correct/form").await.to_string();
    assert!(form.contains("Byzantium, gold") || form.contains("Franks, gold"), "{form}");
    let fields = [("what", "Franks, gold"), ("value", "+2"), ("reason", "A tax was forgotten")];
    front.fill(&table, BELA, &CustomId::of(&id, 0, "correct/value"), &fields).await;
    assert!(texts(&table.sent()).contains("Franks 6 → 8 gold"));
    press(&front, &table, &id, ANNA, "desk").await;
    front.press(&table, ANNA, &CustomId::of(&id, 1, "correct/agree")).await;
    assert_eq!(
        position(&table, &id)
            .await
            .board
            .realms
            .iter()
            .find(|(court, _)| court.key() == "franks")
            .unwrap()
            .1
            .gold,
        8
    );
}

#[tokio::test]
async fn correcting_forward_lists_what_was_done_and_its_examples_are_of_this_board() {
    let (table, front) = (Table::new(63, None), Front::new().await);
    let id = of_courts(&table, "byzantium").await;
    for user in [ANNA, BELA] {
        claims(&front, &table, &id, user, "").await;
    }
    for (user, place) in [(ANNA, "1"), (BELA, "2")] {
        let order = CustomId::of(&id, 0, "ages/seal/order");
        front.fill(&table, user, &order, &[("place", place)]).await;
    }
    let line = table.campaign(&id).await.next_line;
    press(&front, &table, &id, ANNA, "ages/do/t/burgundy/1").await;
    let forward = async |order: &str, instead: &str| {
        let asked = asked(&table, ANNA, Some(GUILD), COUNCIL);
        let here = At { house: &table.house, asked: &asked, campaign: &id };
        format!("{:?}", Message::from(commands::forward::worked_out(here, order, instead).await))
    };
    let two = forward(&line.to_string(), "Franks 7 gold, Byzantium 7 gold").await;
    assert!(two.contains("One value at a time is corrected forward, as in: Byzantium 12 gold."), "{two}");
    let none = forward(&line.to_string(), "Poland 4 gold").await;
    assert!(none.contains("as in: Byzantium 12 gold"), "{none}");
    let early = forward("12", "Franks 7 gold").await;
    assert!(early.contains("No order that did something") || early.contains("no values yet when"), "{early}");
    let told = forward(&line.to_string(), "Franks 9 gold").await;
    assert!(told.contains("Franks 7 → 9 gold") && told.contains("Franks taxed Burgundy: 1 gold."), "{told}");
}
