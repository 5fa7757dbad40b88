//! Correct forward as players press and type it: what was worked out, the proposal, the difference made good.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, asked, button, says};
use crate::common::*;
use commands::asked::At;
use commands::message::Message;
use serde_json::{Value, json};

fn last(sent: &[Sent], kind: &str) -> Value {
    let mut of_kind = sent.iter().filter(|message| message.kind == kind).map(Sent::json);
    of_kind.next_back().unwrap_or_else(|| panic!("no {kind} in {sent:?}"))
}

/// Three players at a board that is kept elsewhere.
async fn three(table: &Table) -> String {
    table.played_with(COUNCIL, &[ANNA, BELA, CARL], json!({"ceiling": 60, "spare": "uncontrolled"})).await
}

async fn worked(table: &Table, id: &str, user: u64, order: &str, instead: &str) -> String {
    let asked = asked(table, user, Some(GUILD), COUNCIL);
    let at = At { house: &table.house, asked: &asked, campaign: id };
    let message = Message::from(commands::forward::worked_out(at, order, instead).await);
    format!("{message:?}")
}

#[tokio::test]
async fn a_fault_is_worked_out_for_who_asks_proposed_by_a_button_and_made_good() {
    let (table, front) = (Table::new(31, None), Front::new().await);
    let id = three(&table).await;
    let tell = format!("v1:{id}:0:board/tell");
    let values = table.campaign(&id).await.values();
    let power = values[0].name.clone();
    // It counts, and is amended, by the order of the last who confirms it.
    let line = table.campaign(&id).await.next_line + 4;
    front.fill(&table, BELA, &tell, &[("what", &format!("{power} 12 VP"))]).await;
    table.assents(&id).await;
    table.done(&id, CARL, roll("2d6", None)).await;
    front.fill(&table, BELA, &tell, &[("what", &format!("{power} +3 VP"))]).await;
    table.assents(&id).await;
    table.sent();

    // What is asked in vain is said, and nothing stands on the record.
    let before = table.campaign(&id).await;
    for (order, instead, says) in [
        ("the war", "", "is no order on the record"),
        ("0", "", "No order that did something"),
        (&*format!("{}", line + 1), "", "No order that did something"),
        (&*line.to_string(), "Poland 4", "no value of this board"),
        (&*line.to_string(), &*format!("{power} 12 VP"), "would be another today"),
    ] {
        let told = worked(&table, &id, BELA, order, instead).await;
        assert!(told.contains(says), "{order} {instead}: {told}");
    }
    assert!(worked(&table, &id, OLAF, &line.to_string(), "").await.contains("You have no seat"));
    let told = worked(&table, &id, BELA, &format!("#{line} · whatever"), &format!("{power} 14 VP")).await;
    assert!(told.contains("15 → 17 VP") && told.contains("To the end of the record"), "{told}");
    assert!(told.contains(&format!("forward/after/{}/14", values[0].key)), "{told}");
    assert_eq!(table.campaign(&id).await, before);

    let press = format!("v1:{id}:{line}:forward/after/{}/14", values[0].key);
    assert!(says(&front.press(&table, OLAF, &press).await).contains("You have no seat"));
    let form = front.press(&table, BELA, &press).await;
    assert_eq!(form["custom_id"], press.as_str());
    assert!(says(&front.fill(&table, BELA, &press, &[("reason", " ")]).await).contains("needs a reason"));
    let told = front.fill(&table, BELA, &press, &[("reason", "The **battle** of March")]).await;
    assert!(says(&told).contains("Correction 1 stands in the council"), "{told}");
    let card = last(&table.sent(), "correction");
    assert!(says(&card).contains("15 → 17 VP** · correction 1"), "{card}");
    let shown = card.to_string();
    for part in ["Corrected forward", "14 VP", "How far it was followed", "At the end of that way"] {
        assert!(shown.contains(part), "{part}: {card}");
    }
    // It moves meanwhile; the difference is what is made good.
    front.fill(&table, BELA, &tell, &[("what", &format!("{power} +1 VP"))]).await;
    table.assents(&id).await;
    // Whom it affects, and who is no party.
    let agree = button(&card, "Agree").unwrap();
    table.sent();
    let others: Vec<u64> = [ANNA, BELA, CARL].into_iter().filter(|user| *user != BELA).collect();
    front.press(&table, others[0], &agree).await;
    let told = front.press(&table, others[1], &agree).await;
    assert!(says(&told).contains("with that it holds"), "{told}");
    let settled = last(&table.sent(), "settled");
    assert!(says(&settled).contains("**Made good:") && says(&settled).contains("holds"), "{settled}");
    assert_eq!(table.campaign(&id).await.values()[0].now, 18);
    // A second time it is not even worked out, whatever should have been.
    for instead in ["14 VP", "20 VP"] {
        let told = worked(&table, &id, BELA, &line.to_string(), &format!("{power} {instead}")).await;
        assert!(told.contains("made good already") && !told.contains("Propose it"), "{told}");
    }
}
