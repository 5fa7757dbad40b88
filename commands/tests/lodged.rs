//! Orders lodged ahead in Discord: the desk of who lodged them shows them, nothing else does; when his segment comes the bot gives them, and
//! he is told by direct message of what was not given.
#![allow(clippy::unwrap_used)]

use crate::common::*;
use crate::europa_sieges::begun;
use engine::table::act::{Act, Through};
use engine::table::lodged::{Change, Line};
use engine::table::{Secret, Verb};
use serde_json::{Value, json};

fn lodge(order: Value, unless: Vec<Value>) -> Verb {
    Verb::Lodge { power: None, change: Change::Add(Line::order(order, unless)), salt: Secret::new([3; 32]) }
}

fn step() -> Verb {
    act(Act::Ready { through: Through::Step, hold: false })
}

/// Whose segment it is, by the last word of where play stands.
async fn segment(table: &Table, id: &str) -> String {
    table.campaign(id).await.play.path().last().cloned().unwrap_or_default()
}

/// A round has begun in which the segment of France comes before that of Spain.
async fn in_the_segment_of_france(table: &Table) -> String {
    let id = begun(table).await;
    for (user, country, place) in [(ANNA, "france", "eLanguedoc"), (BELA, "spain", "eCatalunya")] {
        let deploy = json!({"board": "deploy", "country": country, "place": place, "counters": ["ld"], "veteran": true});
        table.done(&id, user, Verb::Game(deploy)).await;
        table.done(&id, user, act(Act::Tell { key: format!("ducats/{country}"), value: 500 })).await;
    }
    table.done(&id, ANNA, act(Act::Tell { key: "initiative/france".to_owned(), value: 9 })).await;
    let war = json!({"europa": "war", "country": "france", "with": "spain", "on": true});
    table.done(&id, ANNA, Verb::Game(war)).await;
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, step()).await;
    }
    assert_eq!(segment(table, &id).await, "movement-1");
    id
}

#[tokio::test]
async fn what_is_lodged_stands_on_ones_own_desk_alone_and_is_given_when_the_segment_comes() {
    let table = Table::new(87, None);
    let id = in_the_segment_of_france(&table).await;
    table.sent();
    let others = [table.looks(&id, ANNA).await, table.looks(&id, CARL).await];
    let paid =
        json!({"board": "campaign", "country": "spain", "campaign": {"land": "multiple", "sea": "multiple"}});
    table.done(&id, BELA, lodge(paid, vec![])).await;
    let held = json!({"board": "march", "stack": 2, "to": "eAragon"});
    let told = table.done(&id, BELA, lodge(held, vec![json!({"unless": "enemy", "at": "eLanguedoc"})])).await;
    let says = shown(&told);
    assert!(says.contains("march to Aragón, unless an enemy stands in Languedoc"), "{says}");
    let ready = Verb::Lodge { power: None, change: Change::Ready { on: true }, salt: Secret::new([4; 32]) };
    table.done(&id, BELA, ready).await;
    let [_, desk] = table.looks(&id, BELA).await;
    let says = shown(&desk);
    assert!(
        says.contains("Lodged for your next movement segment") && says.contains("Then you are ready."),
        "{says}"
    );
    assert!(table.sent().is_empty(), "nobody is told");
    assert_eq!([table.looks(&id, ANNA).await, table.looks(&id, CARL).await], others);

    // A restart finds it as it was.
    let before = table.campaign(&id).await;
    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, before);
    table.sent();
    table.done(&id, ANNA, step()).await;
    // The bot gives them at once.
    let sent = table.sent();
    let to_bela: Vec<&Sent> = sent.iter().filter(|sent| sent.kind == "lodged").collect();
    assert_eq!(to_bela.len(), 1, "{sent:?}");
    assert!(
        to_bela[0].text.contains("was not given") && to_bela[0].text.contains("march to Aragón"),
        "{:?}",
        to_bela[0]
    );
    assert!(
        sent.iter().filter(|sent| sent.kind != "lodged").all(|sent| !sent.text.contains("Aragón")),
        "{sent:?}"
    );
    assert!(sent.iter().any(|sent| sent.text.contains("Spain")), "the campaign was announced: {sent:?}");
    assert_eq!(segment(&table, &id).await, "movement-2", "it waits for its owner");
    let [_, desk] = table.looks(&id, BELA).await;
    assert!(shown(&desk).contains("held back"), "{}", shown(&desk));
    assert!(shown(&desk).contains("all go when the round ends. *Lodged orders* takes one back at once."));
    let (text, report) = table.verified(&id).await;
    assert_eq!((report.orders_waiting, report.lodged_checked), (0, 1));
    assert!(!text.contains("eAragon"));
    // What he orders of the stack himself takes it away.
    table.done(&id, BELA, Verb::Game(json!({"board": "march", "stack": 2, "to": "eValencia"}))).await;
    let [_, desk] = table.looks(&id, BELA).await;
    assert!(!shown(&desk).contains("held back") && !shown(&desk).contains("Lodged"), "{}", shown(&desk));
}
