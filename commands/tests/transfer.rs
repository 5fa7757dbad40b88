//! Factors that pass between two corps in Discord: the council reads between which, their owner alone what is in both then.
#![allow(clippy::unwrap_used)]

use crate::common::*;
use commands::asked::At;
use commands::eia::transfer::{Typed, transferred};
use engine::eia::powers::Power;
use engine::table::Verb;
use engine::table::act::{Act, Through};
use serde_json::json;

/// Two players in the reinforcement phase, the first with two corps in Vienna and one in Munich; her first power.
async fn together(table: &Table) -> (String, Power) {
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, act(Act::Ready { through: Through::Step, hold: false })).await;
    }
    let view = table.campaign(&id).await.public_view();
    let position = view.game.of::<engine::eia::Position>().unwrap();
    let power = position.choice.powers_of(&view.seats[0].id)[0];
    for (name, place) in [("II Corps", "vienna"), ("III Corps", "vienna"), ("IV Corps", "munich")] {
        let secret = json!({"factors": {"infantry": 14, "cavalry": 2}});
        let place = format!("area/{place}");
        let order =
            json!({"reinforce": "corps", "power": power, "name": name, "place": place, "secret": secret});
        table.done(&id, ANNA, Verb::Game(order)).await;
    }
    table.sent();
    (id, power)
}

async fn types(table: &Table, id: &str, power: Power, what: &str, from: &str, into: &str) -> String {
    let typed = Typed {
        what: what.to_owned(),
        from: from.to_owned(),
        into: into.to_owned(),
        power: Some(power.key().to_owned()),
    };
    let asked = front::asked(table, ANNA, Some(GUILD), COUNCIL);
    shown(&transferred(At { house: &table.house, asked: &asked, campaign: id }, &typed).await.into())
}

#[tokio::test]
async fn the_council_reads_between_which_corps_and_their_owner_what_is_in_them() {
    let table = Table::new(91, None);
    let (id, power) = together(&table).await;
    let told = types(&table, &id, power, "4i 1c", "ii corps", "III Corps").await;
    assert!(told.contains("factors pass from II Corps to III Corps at Vienna"), "{told}");
    assert!(
        told.contains("**II Corps**: 1 cavalry, 10 infantry")
            && told.contains("**III Corps**: 3 cavalry, 18 infantry"),
        "{told}"
    );
    let sealed = table.campaign(&id).await.next_line - 2;
    assert!(told.contains(&format!("line {sealed} of the record")), "{told}");
    let posts = table.sent();
    assert!(posts.len() == 1 && posts[0].kind == "counter", "{posts:?}");
    assert!(
        posts[0].text.contains("II Corps to III Corps") && !posts[0].text.contains("infantry"),
        "{posts:?}"
    );
    // What is in them is taken from the strongbox anew each time.
    let told = types(&table, &id, power, "18 infantry", "III Corps", "II Corps").await;
    assert!(told.contains("**II Corps**: 1 cavalry, 28 infantry"), "{told}");
    // With commas as without.
    let told = types(&table, &id, power, "4i, 1c", "II Corps", "III Corps").await;
    assert!(
        told.contains("**II Corps**: 24 infantry") && told.contains("**III Corps**: 4 cavalry, 4 infantry"),
        "{told}"
    );
    // A restart finds it as it was.
    let before = table.campaign(&id).await;
    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, before);
    let (text, report) = table.verified(&id).await;
    assert!(!text.contains("infantry"), "{text}");
    assert_eq!(report.orders_waiting, 6);
}

#[tokio::test]
async fn what_cannot_pass_is_refused_to_who_typed_it_alone() {
    let table = Table::new(92, None);
    let (id, power) = together(&table).await;
    for (what, from, into, says) in [
        ("14", "II Corps", "III Corps", "is no list of factors"),
        ("1i", "II Corps", "IV Corps", "do not stand together"),
        ("1i", "II Corps", "IX Corps", "does not say what is in"),
        ("15i", "II Corps", "III Corps", "not so much in II Corps"),
        ("14i 2c", "II Corps", "III Corps", "Nothing would be left"),
    ] {
        let told = types(&table, &id, power, what, from, into).await;
        assert!(told.contains(says), "{told}");
    }
    assert!(table.sent().is_empty(), "nothing is posted");
}
