//! Ships that pass between two fleets in Discord: the council reads between which, their owner alone what is in both then.
#![allow(clippy::unwrap_used)]

use crate::common::*;
use commands::asked::At;
use commands::eia::fleets::{Typed, passed};
use engine::eia::powers::Power;
use engine::eia::roster::Item;
use engine::table::act::{Act, Through};
use engine::table::strongbox::{self, Given};
use engine::table::{Secret, Verb};
use serde_json::json;

/// Two players in the reinforcement phase, the first with two fleets at Brest and one at Toulon; her first power.
async fn together(table: &Table) -> (String, Power) {
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, act(Act::Ready { through: Through::Step, hold: false })).await;
    }
    let view = table.campaign(&id).await.public_view();
    let position = view.game.of::<engine::eia::Position>().unwrap();
    let power = position.choice.powers_of(&view.seats[0].id)[0];
    let mut items = Vec::new();
    for (name, place, heavy) in
        [("First fleet", "brest", 20), ("Second fleet", "brest", 4), ("Third fleet", "toulon", 4)]
    {
        let order = json!({"counter": "place", "power": power, "name": name, "place": format!("area/{place}"), "piece": "fleet"});
        table.done(&id, ANNA, Verb::Game(order)).await;
        let ships = [("heavy".to_owned(), heavy), ("light".to_owned(), 2)].into();
        items.push(Given::thing(&Item::fleet(name.to_owned(), Some(power.key().to_owned()), ships)));
    }
    let act = strongbox::Act::Keep { items, whole: false, revision: None };
    table.done(&id, ANNA, Verb::Strongbox { act, salt: Secret::new([7; 32]) }).await;
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
    shown(&passed(At { house: &table.house, asked: &asked, campaign: id }, &typed).await.into())
}

#[tokio::test]
async fn the_council_reads_between_which_fleets_and_their_owner_what_is_in_them() {
    let table = Table::new(93, None);
    let (id, power) = together(&table).await;
    let told = types(&table, &id, power, "3 heavy, 1 light", "first fleet", "Second fleet").await;
    assert!(told.contains("ships pass from First fleet to Second fleet at Brest"), "{told}");
    assert!(told.contains("**First fleet**: 17 heavy, 1 light"), "{told}");
    assert!(told.contains("**Second fleet**: 7 heavy, 3 light"), "{told}");
    let sealed = table.campaign(&id).await.next_line - 2;
    assert!(told.contains(&format!("line {sealed} of the record")), "{told}");
    let posts = table.sent();
    assert!(posts.len() == 1 && posts[0].kind == "counter", "{posts:?}");
    assert!(posts[0].text.contains("Second fleet") && !posts[0].text.contains("heavy"), "{posts:?}");
    // A restart finds it as it was.
    let before = table.campaign(&id).await;
    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, before);
    let (text, report) = table.verified(&id).await;
    assert!(!text.contains("heavy"), "{text}");
    assert_eq!(report.orders_waiting, 1);
}

#[tokio::test]
async fn what_cannot_pass_is_refused_to_who_typed_it_alone() {
    let table = Table::new(94, None);
    let (id, power) = together(&table).await;
    for (what, from, into, says) in [
        ("many", "First fleet", "Second fleet", "is no list of ships"),
        ("1 heavy", "First fleet", "Third fleet", "do not stand together"),
        ("1 heavy", "First fleet", "Ninth fleet", "does not say what is in"),
        ("3", "First fleet", "Second fleet", "not so many ships in First fleet"),
        ("20 heavy 2 light", "First fleet", "Second fleet", "Nothing would be left"),
    ] {
        let told = types(&table, &id, power, what, from, into).await;
        assert!(told.contains(says), "{told}");
    }
    assert!(table.sent().is_empty(), "nothing is posted");
}
