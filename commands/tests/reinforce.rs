//! A reinforced corps in Discord: the council reads where it stands, its owner alone what is in it.
#![allow(clippy::unwrap_used)]

use crate::common::*;
use commands::asked::{Asked, At};
use commands::eia::reinforce::{Typed, reinforced};
use commands::message::Message;
use commands::speech::{Language, speaking};
use engine::table::Verb;
use engine::table::act::{Act, Through};
use serde_json::json;

#[tokio::test]
async fn the_council_reads_where_a_corps_stands_and_its_owner_what_is_in_it() {
    let table = Table::new(86, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, act(Act::Ready { through: Through::Step, hold: false })).await;
    }
    table.sent();
    let view = table.campaign(&id).await.public_view();
    let position = view.game.of::<engine::eia::Position>().unwrap();
    let power = position.choice.powers_of(&view.seats[0].id)[0];
    let order = |place: &str| {
        let secret = json!({"factors": {"infantry": 14, "cavalry": 2}});
        Verb::Game(
            json!({"reinforce": "corps", "power": power, "name": "II Corps", "place": place, "secret": secret}),
        )
    };
    let told = table.done(&id, ANNA, order("area/vienna")).await;
    let says = shown(&told);
    assert!(says.contains("comes in at Vienna") && says.contains("2 cavalry, 14 infantry"), "{says}");
    let sealed = table.campaign(&id).await.next_line - 2;
    assert!(says.contains(&format!("line {sealed} of the record")), "{says}");
    let told = shown(&table.done(&id, ANNA, order("area/vienna")).await);
    assert!(told.contains("is reinforced at Vienna"), "{told}");
    let told = shown(&table.done(&id, ANNA, order("area/munich")).await);
    assert!(told.contains("moves from Vienna to Munich"), "{told}");
    let posts = table.sent();
    let council: Vec<&Sent> = posts.iter().filter(|post| post.kind == "counter").collect();
    assert_eq!(council.len(), 3);
    assert!(posts.iter().all(|post| !post.text.contains("infantry")), "{posts:?}");
    // A restart finds it as it was.
    let before = table.campaign(&id).await;
    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, before);
    let (text, report) = table.verified(&id).await;
    assert!(!text.contains("infantry"), "{text}");
    assert_eq!(report.orders_waiting, 3);
}

/// Two players in the reinforcement phase.
async fn reinforcing(table: &Table) -> String {
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, act(Act::Ready { through: Through::Step, hold: false })).await;
    }
    table.sent();
    id
}

/// She asks anew.
fn asks(table: &Table, language: &str) -> Asked {
    let mut asked = front::asked(table, ANNA, Some(GUILD), COUNCIL);
    asked.asker.language = Language::of_locale(language);
    asked
}

async fn types(
    table: &Table,
    asked: &Asked,
    id: &str,
    what: &str,
    holds: &str,
    power: Option<&str>,
) -> Message {
    let typed = Typed {
        what: what.to_owned(),
        holds: holds.to_owned(),
        at: Some("Vienna".to_owned()),
        power: power.map(str::to_owned),
    };
    reinforced(At { house: &table.house, asked, campaign: id }, &typed).await.into()
}

/// What was to be secret is told to nobody where it is written into the name by a slip.
#[tokio::test]
async fn what_is_in_a_corps_is_never_posted_as_its_name() {
    let table = Table::new(87, None);
    let id = reinforcing(&table).await;
    let view = table.campaign(&id).await.public_view();
    let position = view.game.of::<engine::eia::Position>().unwrap();
    let power = position.choice.powers_of(&view.seats[0].id)[0];
    for what in ["VII Corps: 4i", "VII Corps; 4i", "VII Corps = 4i", "Valtionkassa", "Treasury"] {
        let told = types(&table, &asks(&table, "en-US"), &id, what, "4i", Some(power.key())).await;
        assert!(told.is_refusal(), "{told:?}");
        let at = Some("Vienna");
        let asked = asks(&table, "en-US");
        let here = At { house: &table.house, asked: &asked, campaign: &id };
        let told: Message =
            commands::eia::counters::places(here, what, at, None, Some(power.key())).await.into();
        assert!(told.is_refusal(), "{told:?}");
    }
    assert!(table.sent().is_empty(), "nothing is posted");
    // What holds is written without a sort is quoted as it stands.
    let told = shown(&types(&table, &asks(&table, "en-US"), &id, "VII Corps", "14", Some(power.key())).await);
    assert!(told.contains("14") && told.contains("is no list of factors"), "{told}");
    // Blanks in a name are as many as its words need.
    let told = types(&table, &asks(&table, "en-US"), &id, " VII   Corps ", "4i", Some(power.key())).await;
    assert!(shown(&told).contains("VII Corps comes in at Vienna"), "{told:?}");
    // With commas as without.
    for holds in ["3i, 1c", "3i 1c"] {
        let told =
            shown(&types(&table, &asks(&table, "en-US"), &id, "VII Corps", holds, Some(power.key())).await);
        assert!(told.contains("1 cavalry, 3 infantry"), "{holds}: {told}");
    }
}

#[tokio::test]
async fn finnish_words_are_read_and_said_whatever_the_campaign_speaks() {
    let table = Table::new(88, None);
    let id = reinforcing(&table).await;
    let view = table.campaign(&id).await.public_view();
    let position = view.game.of::<engine::eia::Position>().unwrap();
    let finnish = Language::of_locale("fi");
    let own = position.choice.powers_of(&view.seats[0].id);
    let name = |n: usize| finnish.look_up(own[n].name()).unwrap();
    let told =
        types(&table, &asks(&table, "en-US"), &id, "II Corps", "8 jalkaväki, 2 ratsuväkeä", Some(name(0)))
            .await;
    assert!(shown(&told).contains("2 cavalry, 8 infantry"), "{told:?}");
    // Whose it is can stand in brackets; and the answer is in the language of who reads it.
    let what = format!("II Corps ({})", name(1));
    let told = speaking(
        finnish,
        types(&table, &asks(&table, "fi"), &id, &what, "3 raskasta ratsuväkeä ja 1 kasakka", None),
    )
    .await;
    assert!(shown(&told).contains("3 raskasta ratsuväkeä"), "{told:?}");
    // A name that says another power than the option is not taken for the one or the other.
    let told = types(&table, &asks(&table, "en-US"), &id, &what, "3i", Some(own[0].name())).await;
    assert!(told.is_refusal() && shown(&told).contains("say one of them"), "{told:?}");
    let live = table.house.campaign(&id).await.unwrap();
    let strongbox = live.lock().await.view(ANNA, false).strongbox.clone().unwrap().strongbox;
    let kept = |n: usize| {
        let kept = engine::table::strongbox::called_of(&strongbox.items, "II Corps", own[n].key());
        kept.map(|kept| kept.item.payload()["factors"].clone())
    };
    assert_eq!(kept(0), Some(json!({"infantry": 8, "cavalry": 2})), "{told:?}");
    assert_eq!(kept(1), Some(json!({"heavy_cavalry": 3, "cossack": 1})), "{told:?}");
    let list = commands::speech::in_language(finnish, || {
        commands::present::strongbox::list("eia", &strongbox.items, true)
    });
    assert!(list.contains("8 jalkaväkeä") && list.contains("3 raskasta ratsuväkeä"), "{list}");
}

#[tokio::test]
async fn in_europa_it_says_of_which_game_it_is() {
    let game = random::Game::of_europa(3).await;
    let user = random::USERS[0];
    let asked = front::asked(&game.table, user, Some(GUILD), COUNCIL);
    let told = types(&game.table, &asked, &game.id, "II Corps", "8i", None).await;
    assert!(told.is_refusal() && shown(&told).contains("that is of Empires in Arms"), "{told:?}");
    let here = At { house: &game.table.house, asked: &asked, campaign: &game.id };
    let told: Message = commands::eia::counters::places(here, "A", Some("Vienna"), None, None).await.into();
    assert!(told.is_refusal() && shown(&told).contains("that is of Empires in Arms"), "{told:?}");
}
