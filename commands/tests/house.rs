//! Whole evenings through the house, with a real database: what is told to whom, what is refused, and what is still there after a
//! restart, a damaged file or a restore.
#![allow(clippy::unwrap_used)]

mod common;

use commands::house::{Asker, Outcome};
use common::front::{Front, button, says};
use common::*;
use db::Store;
use engine::table::{Event, Secret, Stage, Text, Verb};
use serde_json::{Value, json};

const ANNA: u64 = 811_111_111_111_111_101;
const BELA: u64 = 811_111_111_111_111_102;
const CARL: u64 = 811_111_111_111_111_103;
const DORA: u64 = 811_111_111_111_111_104;
/// He has no seat.
const OLAF: u64 = 811_111_111_111_111_199;

fn roll(notation: &str, label: Option<&str>) -> Verb {
    let throw = engine::table::notation::Throw::parse(notation).unwrap();
    let label = label.map(|text| Text { text: text.to_owned(), salt: Secret::new([7; 32]) });
    Verb::Roll { dice: throw.dice(), notation: throw.notation(), label }
}

#[tokio::test]
async fn an_evening_from_founding_to_the_verified_record() {
    let table = Table::new(1, None);
    let seven: Vec<u64> = (101..=107).map(|n| 811_111_111_111_111_000 + n).collect();
    let id = table.begun(COUNCIL, &seven).await;
    let sent = table.sent();
    assert_eq!(sent[0].kind, "founded");
    assert!(sent.iter().all(|message| message.campaign == id && message.user.is_none()));
    assert_eq!(sent.iter().filter(|message| message.kind == "joined").count(), 7);

    // Two bid the same for the same power, so dice decide.
    for (i, user) in (0_u32..).zip(&seven) {
        let mut bids = [i, 7 + i, 14 + i, 21, 22, 23, 24].map(|n| n % 31);
        bids[3] = if i < 2 { 30 } else { 25 + i % 5 };
        let reply = shown(&table.done(&id, *user, sheet(distinct(bids))).await);
        assert!(reply.contains("sealed"), "{reply}");
    }
    let receipts = table.sent();
    let own: Vec<_> = receipts.iter().filter(|message| message.kind == "receipt").collect();
    assert_eq!(own.iter().map(|message| message.user.unwrap()).collect::<Vec<_>>(), seven);
    assert!(own.iter().all(|message| message.json()["content"].as_str().unwrap().lines().count() == 1));

    for user in &seven {
        table.done(&id, *user, make_final()).await;
    }
    let opened = table.sent();
    let kinds: Vec<&str> = opened.iter().map(|message| message.kind.as_str()).collect();
    for kind in ["opened", "chosen", "epoch", "card"] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    let campaign = table.campaign(&id).await;
    assert_eq!((campaign.epoch.number, campaign.play.step.clone()), (2, vec!["play".to_owned()]));

    for notation in [
        "2d6+1",
        "4d10",
        "d6>=4",
        "3d6 drop lowest",
        "12d6<=4",
        "35%",
        "6x 2d6+1",
        "100d6",
        "100d1000",
        "25x 4d1000",
    ] {
        table.done(&id, seven[0], roll(notation, Some("port guns, Lorient"))).await;
        let sent = table.sent();
        assert_eq!(sent.len(), 1);
        let text = sent[0].text.as_str();
        assert!(text.contains("Lorient") && text.contains("record "), "{text}");
    }
    for user in &seven[..2] {
        table.done(&id, *user, Verb::Reveal).await;
    }
    assert_eq!(table.campaign(&id).await.epoch.number, 3);
    let (text, report) = table.verified(&id).await;
    assert_eq!(
        (report.seals_checked, report.seals_waiting, report.rolls_waiting, report.epochs),
        (7, 0, 0, 2)
    );
    assert!(report.rolls_checked >= 11 && report.orders_decided >= 20, "{report:?}");
    assert!(!text.contains("Lorient") && !text.contains("81111111111111") && !text.contains("User10"));

    for user in &seven {
        table.done(&id, *user, Verb::Close).await;
    }
    let (text, report) = table.verified(&id).await;
    assert!(
        text.contains("Lorient") && report.texts_checked == 10 && report.salts_checked == 7,
        "{report:?}"
    );
    assert!(table.sent().iter().any(|message| message.kind == "closed"));
    assert!(table.house.store.campaign(&id).await.unwrap().unwrap().archived);
    assert!(table.refused(&id, seven[0], roll("d6", None)).await.contains("closed"));
    // Its channel may now become the council of another.
    table.found(seven[0], COUNCIL, "The next", founding(2)).await;
    for user in &seven {
        table.looks(&id, *user).await;
    }
}

/// Makes seven numbers all different, each as near above what it was as is free.
fn distinct(bids: [u32; 7]) -> [u32; 7] {
    let mut taken = Vec::new();
    bids.map(|mut bid| {
        while taken.contains(&bid) {
            bid = (bid + 1) % 31;
        }
        taken.push(bid);
        bid
    })
}

#[tokio::test]
async fn an_interaction_that_arrives_twice_is_answered_the_same_and_changes_nothing() {
    let table = Table::new(2, None);
    let host = table.asker(ANNA);
    let first = table.house.found(&host, GUILD, COUNCIL, "Twice", founding(2)).await;
    let second = table.house.found(&host, GUILD, COUNCIL, "Twice", founding(2)).await;
    let (Outcome::Done(first), Outcome::Twice(Some(second))) = (first, second) else {
        panic!("not taken once")
    };
    assert_eq!(first, second);
    let rows = table.house.store.campaigns().await.unwrap();
    assert_eq!(rows.len(), 1);
    let id = &rows[0].id;

    let join = |name: &str| Verb::Join { word: word(name) };
    let mut orders: Vec<(u64, Verb)> = vec![(ANNA, join("anna")), (BELA, join("bela")), (ANNA, Verb::Start)];
    orders.extend([
        (ANNA, sheet([1, 2, 3, 4, 5, 6, 7])),
        (BELA, sheet([7, 6, 5, 4, 3, 2, 1])),
        (ANNA, make_final()),
        (BELA, make_final()),
    ]);
    orders.extend([
        (ANNA, roll("2d6", Some("once"))),
        (ANNA, Verb::Word { word: word("other") }),
        (ANNA, Verb::Reveal),
        (BELA, Verb::Reveal),
    ]);
    orders.extend([(ANNA, Verb::Close), (BELA, Verb::Close)]);
    for (user, verb) in orders {
        let asker = table.asker(user);
        let Outcome::Done(first) = table.order(id, &asker, verb.clone()).await else {
            panic!("{verb:?} was not taken")
        };
        let (before, sent) = (table.campaign(id).await, table.sent().len());
        let second = table.order(id, &asker, verb.clone()).await;
        let Outcome::Twice(Some(second)) = second else { panic!("{verb:?} again: {second:?}") };
        assert_eq!(first, second, "{verb:?}");
        assert_eq!(table.campaign(id).await, before);
        assert!(sent > 0 && table.sent().is_empty());
        // What was answered to one user is told to no other, whatever id he comes with.
        let stranger = Asker { user: OLAF, ..asker };
        let third = table.order(id, &stranger, verb.clone()).await;
        assert!(matches!(third, Outcome::Twice(None)), "{verb:?}: {third:?}");
    }
    assert_eq!(table.verified(id).await.1.rolls_waiting, 0);
}

#[tokio::test]
async fn the_same_interaction_at_once_is_taken_once() {
    let table = Table::new(3, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let asker = table.asker(ANNA);
    let both =
        (table.house.order(&id, &asker, roll("d6", None)), table.house.order(&id, &asker, roll("d6", None)));
    let (first, second) = tokio::join!(both.0, both.1);
    assert!(matches!((first, second), (Outcome::Done(_), Outcome::Twice(Some(_)))));
    assert_eq!(table.campaign(&id).await.epoch.next_roll, 2);
    // And two orders at once are both taken, one after the other.
    let (one, other) = (table.asker(ANNA), table.asker(BELA));
    let (first, second) =
        tokio::join!(table.order(&id, &one, roll("d6", None)), table.order(&id, &other, roll("d6", None)));
    assert!(matches!((first, second), (Outcome::Done(_), Outcome::Done(_))));
    table.verified(&id).await;
}

#[tokio::test]
async fn whoever_may_not_is_told_why_and_nothing_changes() {
    let table = Table::new(4, None);
    for unknown in ["nowhere123", "", "x", "'; DROP TABLE campaigns; --", &"x".repeat(6000)] {
        let asker = table.asker(ANNA);
        let Outcome::Failed(why) = table.order(unknown, &asker, Verb::Start).await else {
            panic!("{unknown} was found")
        };
        assert!(why.contains("no such campaign") && why.ends_with('.'), "{why}");
        assert!(table.house.record(unknown).await.is_err());
    }
    let id = table.found(ANNA, COUNCIL, "War", founding(2)).await;
    assert!(table.refused(&id, ANNA, Verb::Start).await.contains("still free"));
    assert!(table.refused(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await.contains("no seat"));
    for (user, name) in [(ANNA, "anna"), (BELA, "bela")] {
        table.done(&id, user, Verb::Join { word: word(name) }).await;
    }
    assert!(
        table.refused(&id, ANNA, Verb::Join { word: word("again") }).await.contains("already hold seat 1")
    );
    assert!(table.refused(&id, OLAF, Verb::Join { word: word("late") }).await.contains("taken"));
    assert!(table.refused(&id, BELA, Verb::Start).await.contains("host"));
    assert!(table.refused(&id, ANNA, roll("d6", None)).await.contains("start of play"));
    table.done(&id, ANNA, Verb::Start).await;
    table.sent();

    let before = table.campaign(&id).await;
    let all = || {
        let word = word("x");
        let seal = sheet([1, 2, 3, 4, 5, 6, 7]);
        [
            Verb::Leave,
            Verb::Word { word },
            roll("d6", None),
            seal,
            make_final(),
            Verb::Reveal,
            Verb::Close,
            Verb::Undo,
            Verb::Game(json!({})),
        ]
    };
    for verb in all() {
        let why = table.refused(&id, OLAF, verb).await;
        assert!(why.contains("no seat") || why.contains("nothing of yours"), "{why}");
    }
    for (body, says) in [
        (json!({"bids": {"austria": 1}}), "no number yet"),
        (
            json!({"bids": {"austria": -1, "france": 1, "great_britain": 2, "prussia": 3, "russia": 4, "spain": 5, "turkey": 6}}),
            "below 0",
        ),
        (
            json!({"bids": {"austria": 31, "france": 1, "great_britain": 2, "prussia": 3, "russia": 4, "spain": 5, "turkey": 6}}),
            "over the ceiling",
        ),
        (
            json!({"bids": {"austria": 1, "france": 1, "great_britain": 2, "prussia": 3, "russia": 4, "spain": 5, "turkey": 6}}),
            "both have 1",
        ),
        (json!({"bids": {"poland": 1}}), "cannot be bid for"),
        (json!({"bids": "x".repeat(6000)}), "no number yet"),
        (json!({}), "missing"),
        (json!([1, 2]), "missing"),
        (json!({"word": "two words"}), "missing|word"),
        (json!({"x".repeat(6000): 1}), "nothing to fill in"),
    ] {
        let why = table.refused(&id, ANNA, seal(body)).await;
        assert!(says.split('|').any(|part| why.contains(part)), "{why}");
    }
    assert!(table.refused(&id, ANNA, make_final()).await.contains("nothing sealed"));
    let elsewhere = Verb::Seal { round: "no/round".to_owned(), body: json!({}) };
    assert!(table.refused(&id, ANNA, elsewhere).await.contains("closed"));
    assert!(table.refused(&id, ANNA, Verb::Game(json!({"war": "austria"}))).await.contains("no order"));
    let label = "x".repeat(6000);
    assert!(table.refused(&id, ANNA, roll("d6", Some(&label))).await.contains("6000 characters"));
    for dice in [
        vec![],
        vec![[6, 0]],
        vec![[0, 6]],
        vec![[6, 101]],
        vec![[1001, 1]],
        vec![[6, 1_000_000]],
        vec![[u32::MAX, u32::MAX]; 9],
    ] {
        let verb = Verb::Roll { dice, notation: "x".to_owned(), label: None };
        assert!(table.refused(&id, ANNA, verb).await.contains("100"));
    }
    assert_eq!(table.campaign(&id).await, before);
    assert!(table.sent().is_empty());

    // A closed envelope.
    for user in [ANNA, BELA] {
        table.done(&id, user, sheet([1, 2, 3, 4, 5, 6, 7])).await;
        assert!(
            table
                .refused(&id, user, Verb::Open { round: engine::eia::choice::ROUND.to_owned() })
                .await
                .contains("not Final")
        );
        table.done(&id, user, make_final()).await;
    }
    for verb in [
        sheet([7, 6, 5, 4, 3, 2, 1]),
        make_final(),
        Verb::Open { round: engine::eia::choice::ROUND.to_owned() },
    ] {
        assert!(table.refused(&id, ANNA, verb).await.contains("closed"));
    }
    assert!(table.refused(&id, ANNA, Verb::Undo).await.contains("nothing of yours"));
}

#[tokio::test]
async fn a_channel_is_the_council_of_one_campaign() {
    let table = Table::new(5, None);
    let id = table.found(ANNA, COUNCIL, "The *first*", founding(2)).await;
    let asker = table.asker(BELA);
    let second = table.house.found(&asker, GUILD, COUNCIL, "The second", founding(2)).await;
    let Outcome::Refused(refusal) = second else { panic!("{second:?}") };
    assert!(refusal.says.contains("The \\*first\\*") && refusal.says.ends_with('.'), "{}", refusal.says);
    assert_fits(&commands::asked::refused(&refusal).json());
    // Founded at once: only one of them.
    let (one, other) = (table.asker(ANNA), table.asker(BELA));
    let (one, other) = tokio::join!(
        table.house.found(&one, GUILD, COUNCIL + 1, "One", founding(2)),
        table.house.found(&other, GUILD, COUNCIL + 1, "Other", founding(2))
    );
    assert!(matches!((one, other), (Outcome::Done(_), Outcome::Refused(_))));
    table.done(&id, ANNA, Verb::Close).await;
    table.found(BELA, COUNCIL, "The second", founding(2)).await;
}

#[tokio::test]
async fn a_founding_out_of_bounds_is_refused_in_a_sentence() {
    let table = Table::new(6, None);
    let with = |change: &dyn Fn(&mut engine::table::Founding)| {
        let mut founding = founding(2);
        change(&mut founding);
        founding
    };
    let foundings = [
        ("name", "", with(&|_| ())),
        ("name", " \n ", with(&|_| ())),
        ("100", "x", with(&|_| ())),
        ("players", "War", with(&|f| f.seats = 1)),
        ("players", "War", with(&|f| f.seats = 8)),
        ("players", "War", with(&|f| f.seats = u32::MAX)),
        ("scenario", "War", with(&|f| f.scenario = "1066".to_owned())),
        ("game", "War", with(&|f| f.game = "chess".to_owned())),
        ("operator", "War", with(&|f| f.operator_seats = 3)),
        ("ceiling", "War", with(&|f| f.options = json!({"ceiling": 5}))),
        ("ceiling", "War", with(&|f| f.options = json!({"ceiling": 1000}))),
        ("goal", "War", with(&|f| f.options = json!({"goals": {"austria": 0}}))),
        ("goal", "War", with(&|f| f.options = json!({"goals": {"austria": 10_000}}))),
        ("choices", "War", with(&|f| f.options = json!({"goals": {"poland": 1}}))),
        ("choices", "War", with(&|f| f.options = json!("x".repeat(6000)))),
    ];
    for (says, name, founding) in foundings {
        let name = if says == "100" { "ä".repeat(6000) } else { name.to_owned() };
        let asker = table.asker(ANNA);
        let outcome = table.house.found(&asker, GUILD, COUNCIL, &name, founding).await;
        let Outcome::Refused(refusal) = outcome else { panic!("{says}: {outcome:?}") };
        assert!(
            refusal.says.to_lowercase().contains(says) && refusal.says.ends_with('.'),
            "{}",
            refusal.says
        );
    }
    assert!(table.house.store.campaigns().await.unwrap().is_empty() && table.sent().is_empty());
}

#[tokio::test]
async fn no_name_mentions_anybody_or_breaks_a_message() {
    let table = Table::new(7, None);
    for (i, name) in (0_u64..).zip(NASTY) {
        let channel = COUNCIL + i;
        let users: Vec<u64> = (0..7).map(|n| ANNA + i * 10 + n).collect();
        let ask = |user: u64| table.asker_named(user, name);
        let named = if name.trim().is_empty() { "x" } else { name };
        let outcome = table.house.found(&ask(users[0]), GUILD, channel, named, founding(7)).await;
        let Outcome::Done(reply) = outcome else { panic!("{name:?}: {outcome:?}") };
        assert_fits(&reply.json());
        let rows = table.house.store.campaigns().await.unwrap();
        let id = rows.into_iter().find(|row| row.channel == channel).unwrap().id;
        for user in &users {
            let outcome = table.order(&id, &ask(*user), Verb::Join { word: word("w") }).await;
            assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
        }
        assert!(matches!(table.order(&id, &ask(users[0]), Verb::Start).await, Outcome::Done(_)));
        for user in &users {
            // All bid the same, so that every sentence about ties is said.
            assert!(matches!(
                table.order(&id, &ask(*user), sheet([30, 29, 28, 27, 26, 25, 24])).await,
                Outcome::Done(_)
            ));
            table.looks(&id, *user).await;
        }
        for user in &users {
            assert!(matches!(table.order(&id, &ask(*user), make_final()).await, Outcome::Done(_)));
        }
        let label: String = name.chars().cycle().take(200).collect();
        let label = engine::table::canonical::composed(&label.chars().take(200).collect::<String>());
        if label.chars().count() <= 200 {
            let outcome = table.order(&id, &ask(users[0]), roll("100d1000", Some(&label))).await;
            assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
        }
        table.looks(&id, users[0]).await;
        for (count, user) in users.iter().enumerate() {
            assert!(matches!(table.order(&id, &ask(*user), Verb::Close).await, Outcome::Done(_)), "{count}");
        }
        let entries = table.house.entries(&id).await.unwrap();
        let live = table.house.campaign(&id).await.unwrap();
        let live = live.lock().await;
        let scene = live.scene(live.by(users[0]), false);
        assert_fits(&commands::present::dice::stats(&scene, &entries).json());
        for entry in &entries {
            if let Event::Rolled(rolled) = &entry.event {
                assert_fits(&commands::present::dice::audit(&scene, rolled, entry.at, 1, None).json());
            }
        }
        drop(live);
        // Every message was checked as it was sent; the result posts lose nothing of the seven players.
        let sent = table.sent();
        let chosen = sent.iter().find(|message| message.kind == "chosen").unwrap();
        assert!(!chosen.text.contains('…'), "{}", chosen.text);
        for rolled in sent.iter().filter(|message| message.kind == "rolled") {
            assert!(rolled.text.contains("-# record"), "{}", rolled.text);
        }
        table.verified(&id).await;
    }
}

#[tokio::test]
async fn after_a_restart_everything_is_as_it_was_and_old_buttons_work() {
    let front = Front::new().await;
    let table = Table::new(8, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let sent = table.sent();
    let posted = sent.iter().find(|message| message.kind == "started").unwrap().json();
    let bid = button(&posted, "Seal my bids").unwrap();
    let founded = sent.iter().find(|message| message.kind == "founded").unwrap().json();
    let sealed = table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await.json();
    let before = table.campaign(&id).await;

    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, before);
    assert!(table.sent().iter().all(|message| message.kind != "started"));

    // The form of the round, filled with what is sealed; for the other empty; for a stranger none.
    let form = front.press(&table, ANNA, &bid).await;
    assert_eq!(form["custom_id"], bid.as_str());
    assert!(form["components"][0]["components"][0]["value"].as_str().unwrap().contains("Turkey 7"));
    let form = front.press(&table, BELA, &bid).await;
    assert!(!form.to_string().contains("Turkey 7"));
    assert!(says(&front.press(&table, OLAF, &bid).await).contains("no seat"));

    let told =
        front.fill(&table, BELA, &bid, &[("bids", "1 2 3 4 5 6 x"), ("preference", ""), ("word", "")]).await;
    assert!(says(&told).ends_with('.') && says(&told).contains("names no power"));
    let told = front
        .fill(&table, BELA, &bid, &[("bids", &"x".repeat(6000)), ("preference", ""), ("word", "")])
        .await;
    assert!(says(&told).chars().count() < 300);
    let told = front
        .fill(
            &table,
            BELA,
            &bid,
            &[
                ("bids", "7 6 5 4 3 2 1"),
                ("preference", "England, France, Turkey, Spain, Russia, Prussia, Austria"),
                ("word", "Heron"),
            ],
        )
        .await;
    assert!(says(&told).contains("sealed"), "{told}");
    assert!(
        says(&front.press(&table, ANNA, &button(&sealed, "Make it Final").unwrap()).await).contains("Final")
    );
    let last = button(&told, "Make it Final").unwrap();
    assert!(says(&front.press(&table, BELA, &last).await).contains("opened"));
    // The round is over: a press on an old card gets a sentence.
    for id in [&bid, &last, &bid.replace(":bid", ":open")] {
        let told = front.press(&table, BELA, id).await;
        assert!(says(&told).ends_with('.') && !says(&told).is_empty(), "{told}");
    }
    let told = front.fill(&table, BELA, &bid, &[("bids", "1 2 3 4 5 6 7")]).await;
    assert!(says(&told).ends_with('.'), "{told}");

    for label in ["Take a seat", "Status"] {
        let pressed = front.press(&table, OLAF, &button(&founded, label).unwrap()).await;
        assert!(pressed.get("embeds").is_some() || pressed.get("title").is_some());
    }
    let join = button(&founded, "Take a seat").unwrap();
    assert!(says(&front.fill(&table, OLAF, &join, &[("word", "late")]).await).contains("taken"));
    assert!(
        says(&front.fill(&table, OLAF, &join, &[("word", "two words")]).await).contains("1 to 16 letters")
    );
    table.verified(&id).await;
}

#[tokio::test]
async fn what_comes_from_outside_is_never_trusted() {
    let front = Front::new().await;
    let table = Table::new(9, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let before = table.campaign(&id).await;
    let line = before.play.rounds.values().next().unwrap().line;
    for custom_id in [
        "",
        "v1",
        "v1::",
        "v1:-:0:",
        "v2:abcdefghij:0:bid",
        "v1:ABCDEFGHIJ:0:bid",
        "v1:-:0:found/1805/7/second/0",
        "v1:-:0:join",
        "v1:nowhere123:0:status",
        "v1:nowhere123:0:desk",
        "v1:nowhere123:0:start",
        "v1:nowhere123:0:bid",
        "v1:nowhere123:0:final",
        "v1:nowhere123:0:release",
        "v1:nowhere123:0:dispatches",
        "v1:nowhere123:0:undo",
        "v1:-:-1:help/play",
        "v1:-:99999999999999999999:help/play",
        &format!("v1:{id}:0:"),
        &format!("v1:{id}:0:😀"),
        &format!("v1:{id}:0:bid"),
        &format!("v1:{id}:0:final"),
        &format!("v1:{id}:{line}:release"),
        &format!("v1:{id}:{}:final", line + 1),
        &"x".repeat(6000),
    ] {
        let told = front.press(&table, OLAF, custom_id).await;
        assert!(says(&told).ends_with('.'), "{custom_id:?}: {told}");
        let told = front
            .fill(
                &table,
                OLAF,
                custom_id,
                &[("word", "a"), ("bids", "1 2 3 4 5 6 7"), ("name", ""), ("goals", "x"), ("ceiling", "x")],
            )
            .await;
        assert!(says(&told).ends_with('.'), "{custom_id:?}: {told}");
    }
    for verb in ["start", "undo", "final", "open", "release"] {
        let told = front.press(&table, OLAF, &format!("v1:{id}:{line}:{verb}")).await;
        assert!(says(&told).ends_with('.'), "{verb}: {told}");
    }
    assert_eq!(table.campaign(&id).await, before);
    for topic in ["play", "secrets", "dice", "nonsense"] {
        front.press(&table, OLAF, &format!("v1:-:0:help/{topic}")).await;
    }
}

#[tokio::test]
async fn a_founding_by_its_form() {
    let front = Front::new().await;
    let table = Table::new(10, None);
    let form = "v1:-:0:found/1805/2/uncontrolled/0";
    let fields = |name: &'static str, goals: &'static str, ceiling: &'static str| {
        [("name", name), ("goals", goals), ("ceiling", ceiling)]
    };
    let long: &'static str = Box::leak("é".repeat(6000).into_boxed_str());
    for (says_so, name, goals, ceiling) in [
        ("name", "  ", "", "30"),
        ("100 characters", long, "", "30"),
        ("names no power", "War", "Poland 5", "30"),
        ("goal is", "War", "Austria -5", "30"),
        ("whole number", "War", "", "thirty"),
        ("whole number", "War", "", "-1"),
        ("ceiling", "War", "", "5"),
        ("has no number|names no power", "War", long, "30"),
    ] {
        let told = front.fill(&table, ANNA, form, &fields(name, goals, ceiling)).await;
        assert!(
            says_so.split('|').any(|part| says(&told).contains(part)) && says(&told).ends_with('.'),
            "{says_so}: {told}"
        );
    }
    for id in [
        "v1:-:0:found/1066/2/second/0",
        "v1:-:0:found/1805/2/nonsense/0",
        "v1:-:0:found/1805/x/second/0",
        "v1:-:0:found/1805/2/second",
        "v1:-:0:found/",
    ] {
        let told = front.fill(&table, ANNA, id, &fields("War", "", "30")).await;
        assert!(says(&told).ends_with('.'), "{told}");
    }
    assert!(table.house.store.campaigns().await.unwrap().is_empty());
    let told = front
        .fill(&table, ANNA, form, &fields("  Cafe\u{301} 😀 @everyone ", "Austria 100\nGB: 200", "12"))
        .await;
    assert!(says(&told).contains("is founded"), "{told}");
    let row = table.house.store.campaigns().await.unwrap().remove(0);
    assert_eq!((row.name.as_str(), row.channel, row.guild), ("Café 😀 @everyone", COUNCIL, GUILD));
    let campaign = table.campaign(&row.id).await;
    assert_eq!(campaign.founded.options["goals"]["great_britain"], 200);
    assert_eq!(campaign.founded.options["goals"]["france"], 370);
    assert_eq!((campaign.founded.seats, &campaign.founded.options["spare"]), (2, &json!("uncontrolled")));
    let post = table.sent().remove(0).text;
    assert!(post.contains("set by this group") && post.contains("stay uncontrolled"));
}

#[tokio::test]
async fn a_long_campaign_is_read_from_its_snapshot_and_from_its_beginning_alike() {
    let table = Table::new(11, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    for i in 0..120 {
        table
            .done(&id, if i % 2 == 0 { ANNA } else { BELA }, roll("2d6", (i % 10 == 0).then_some("label")))
            .await;
    }
    let before = table.campaign(&id).await;
    let loaded = table.house.store.load(&id, engine::table::campaign::SCHEMA).await.unwrap();
    assert!(loaded.snapshot.is_some() && loaded.from >= 200, "from {}", loaded.from);
    let entries = table.house.entries(&id).await.unwrap();
    assert_eq!(engine::table::Campaign::fold(&entries).unwrap(), before);

    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, before);
    table.done(&id, ANNA, roll("d6", None)).await;
    // A snapshot that cannot be read is dropped, not believed.
    let after = table.campaign(&id).await;
    let table = table.restarted(|path| {
        let conn = rusqlite::Connection::open(path).unwrap();
        assert_eq!(conn.execute("UPDATE snapshots SET state = x'7b7d'", []).unwrap(), 1);
    });
    assert_eq!(table.campaign(&id).await, after);
    table.done(&id, BELA, sheet([7, 6, 5, 4, 3, 2, 1])).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, make_final()).await;
    }
    assert!(table.verified(&id).await.1.rolls_checked >= 121);
}

#[tokio::test]
async fn another_house_on_the_same_database_does_not_stop_this_one() {
    let table = Table::new(12, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let seeded = std::sync::Arc::new(commands::chance::Seeded::new([99; 32]));
    let other = commands::house::House::new(table.house.store.clone(), table.watch.clone(), seeded, None);
    let asker = table.asker(BELA);
    assert!(matches!(other.order(&id, &asker, roll("d6", None)).await, Outcome::Done(_)));
    // What memory holds is behind now: it is read anew, and the order goes through.
    table.done(&id, ANNA, roll("d6", None)).await;
    assert_eq!(table.verified(&id).await.1.rolls_waiting, 2);
}

#[tokio::test]
async fn a_forgotten_player_is_gone_from_everything_that_is_shown() {
    let front = Front::new().await;
    let table = Table::new(13, None);
    let id = table.found(ANNA, COUNCIL, "War", founding(2)).await;
    for (user, name) in [(ANNA, "Annabella"), (BELA, "Belasarius")] {
        let asker = table.asker_named(user, name);
        assert!(matches!(table.order(&id, &asker, Verb::Join { word: word("w") }).await, Outcome::Done(_)));
    }
    table.done(&id, ANNA, Verb::Start).await;
    let asker = table.asker_named(BELA, "Belasarius");
    table.order(&id, &asker, roll("d6", Some("my own secret plan"))).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    table.order(&id, &table.asker_named(BELA, "Belasarius"), sheet([7, 6, 5, 4, 3, 2, 1])).await;
    // What the council was told is delivered, and so gone from the database; his receipt waits.
    loop {
        let due = table.house.store.due(table.house.now(), 100).await.unwrap();
        let posts: Vec<i64> =
            due.iter().filter(|row| !matches!(row.target, db::Target::User(_))).map(|row| row.id).collect();
        if posts.is_empty() {
            break;
        }
        for id in posts {
            table.house.store.sending(id).await.unwrap();
            table.house.store.sent(id, 1).await.unwrap();
        }
    }
    let told = front.press(&table, BELA, "v1:-:0:forget").await;
    assert!(
        says(&told).contains("1 campaign")
            && says(&told).contains("1 text")
            && says(&told).contains("1 waiting"),
        "{told}"
    );
    assert!(says(&front.press(&table, BELA, "v1:-:0:forget").await).contains("0 campaigns"));

    let table = table.restarted(|path| {
        // Not in the file either, once the log is emptied.
        for name in ["chancery.db", "chancery.db-wal"] {
            let bytes = std::fs::read(path.with_file_name(name)).unwrap_or_default();
            for gone in ["my own secret plan", "Belasarius", &BELA.to_string()] {
                let found = bytes.windows(gone.len()).any(|part| part == gone.as_bytes());
                assert!(!found, "{gone} is still in {name}");
            }
        }
    });
    for user in [ANNA, BELA, OLAF] {
        for message in table.looks(&id, user).await {
            let text = shown(&message);
            assert!(!text.contains("Belasarius"), "{text}");
        }
    }
    assert!(shown(&table.looks(&id, BELA).await[1]).contains("no seat"));
    assert!(table.refused(&id, BELA, make_final()).await.contains("no seat"));
    // The others go on, and the record still checks.
    table.done(&id, ANNA, make_final()).await;
    let (text, report) = table.verified(&id).await;
    assert!(!text.contains("secret plan") && report.texts_missing == 1);
    // He may come back as somebody new.
    assert!(table.refused(&id, BELA, Verb::Join { word: word("back") }).await.contains("taken"));
}

#[tokio::test]
async fn a_damaged_campaign_says_so_and_the_others_play_on() {
    let table = Table::new(14, None);
    let good = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let mut bad = Vec::new();
    let damages = [
        // A digit of the record.
        "UPDATE events SET public = replace(public, '\"w102\"', '\"w103\"') WHERE campaign = ?1 AND public LIKE '%joined%'",
        // Its grammar.
        "UPDATE events SET public = substr(public, 2) WHERE campaign = ?1 AND seq = 3",
        // A byte that is no UTF-8.
        "UPDATE events SET public = CAST(x'7bff7d' AS TEXT) WHERE campaign = ?1 AND seq = 3",
        // The head of a line.
        "UPDATE events SET hash = zeroblob(32) WHERE campaign = ?1 AND seq = 4",
        // The first line.
        "UPDATE events SET public = replace(public, '1805', '1806') WHERE campaign = ?1 AND seq = 0",
        // What is sealed.
        "UPDATE secret_parts SET body = replace(body, '\"turkey\":7', '\"turkey\":8') WHERE campaign = ?1",
        // The salt of a seal.
        "UPDATE secret_parts SET salt = zeroblob(32) WHERE campaign = ?1",
        // A line that is gone.
        "DELETE FROM events WHERE campaign = ?1 AND seq = 5",
        // Its roots.
        "DELETE FROM roots WHERE campaign = ?1",
    ];
    for i in 0..damages.len() as u64 {
        let id = table.begun(COUNCIL + 1 + i, &[ANNA, BELA]).await;
        table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
        bad.push(id);
    }
    table.sent();
    let table = table.restarted(|path| {
        let conn = rusqlite::Connection::open(path).unwrap();
        for (damage, id) in damages.iter().zip(&bad) {
            assert!(conn.execute(damage, [id]).unwrap() > 0, "{damage}");
        }
    });
    for (damage, id) in damages.iter().zip(&bad) {
        let asker = table.asker(ANNA);
        let Outcome::Failed(why) = table.order(id, &asker, roll("d6", None)).await else {
            panic!("not told: {damage}")
        };
        assert!(why.ends_with('.') && why.chars().count() < 400, "{why}");
        assert_fits(&commands::asked::told(Outcome::Failed(why)).json());
        let asker = table.asker(BELA);
        assert!(matches!(table.house.own_order(id, Verb::Tick).await, Outcome::Failed(_)));
        assert!(matches!(table.order(id, &asker, Verb::Undo).await, Outcome::Failed(_)));
    }
    assert!(table.sent().is_empty());
    for user in [ANNA, BELA] {
        table.done(&good, user, sheet([1, 2, 3, 4, 5, 6, 7])).await;
        table.done(&good, user, make_final()).await;
    }
    table.verified(&good).await;
}

#[tokio::test]
async fn a_restored_campaign_founds_new_roots_before_anything_else() {
    let front = Front::new().await;
    let table = Table::new(15, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, ANNA, roll("2d6", None)).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    let backup = table.beside("backup.db");
    table.house.store.backup(&backup).await.unwrap();
    let at_backup = table.campaign(&id).await;
    // Played on: the seed of epoch 1 is published, and the sheets are opened.
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Reveal).await;
    }
    table.done(&id, BELA, sheet([7, 6, 5, 4, 3, 2, 1])).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, make_final()).await;
    }
    let lost = table.campaign(&id).await;
    assert_eq!((at_backup.epoch.number, lost.epoch.number), (1, 3));
    table.sent();

    let copy = backup.clone();
    let table = table.restarted(move |path| Store::restore(&copy, path, true).unwrap());
    assert_eq!(table.house.store.restored_pending().await.unwrap(), std::slice::from_ref(&id));
    // Before the rule is done nothing else is taken.
    let asker = table.asker(ANNA);
    let Outcome::Failed(why) = table.order(&id, &asker, roll("d6", None)).await else {
        panic!("a roll from old roots")
    };
    assert!(why.contains("restored"), "{why}");
    assert!(matches!(table.house.own_order(&id, Verb::Restored).await, Outcome::Done(_)));
    assert!(table.house.store.restored_pending().await.unwrap().is_empty());
    let roots = table.house.store.roots(&id).await.unwrap();
    assert_eq!(roots.len(), 2);
    assert!(roots[0].head != roots[1].head && roots[0].veil != roots[1].veil);

    let after = table.campaign(&id).await;
    assert_eq!(after.play.stage, Stage::Playing);
    assert!(after.play.rounds.values().all(|round| round.envelopes.is_empty()));
    assert_eq!(after.seats_without_word().len(), 2);
    let due = table.house.store.due(table.house.now(), 100).await.unwrap();
    assert!(
        !due.is_empty() && due.iter().all(|row| ["restored", "epoch", "card"].contains(&row.kind.as_str())),
        "{due:?}"
    );
    // The house remembers it over another restart.
    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, after);

    let [status, _] = table.looks(&id, ANNA).await;
    assert!(shown(&status).contains("Dice wait for a new word"));
    assert!(table.refused(&id, ANNA, roll("d6", None)).await.contains("word"));
    table.done(&id, ANNA, sheet([2, 3, 4, 5, 6, 7, 8])).await;
    assert!(table.refused(&id, ANNA, make_final()).await.contains("word"));
    table.done(&id, ANNA, Verb::Word { word: word("newanna") }).await;
    table.done(&id, ANNA, make_final()).await;
    // The other brings his word in his envelope.
    let body = json!({"bids": {"austria": 8, "france": 7, "great_britain": 6, "prussia": 5, "russia": 4, "spain": 3, "turkey": 2}, "word": "newbela"});
    table.done(&id, BELA, seal(body)).await;
    table.done(&id, BELA, make_final()).await;
    table.done(&id, BELA, roll("3d6", None)).await;

    // Only the host releases what was held back.
    let release = format!("v1:{id}:0:release");
    assert!(says(&front.press(&table, BELA, &release).await).contains("host"));
    let told = front.press(&table, ANNA, &release).await;
    assert!(says(&told).contains("released") && !says(&told).starts_with("0 "), "{told}");

    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Reveal).await;
    }
    let (text, report) = table.verified(&id).await;
    assert!(
        text.contains("\"k\":\"restored\"") && report.rolls_waiting == 0 && report.seals_checked == 2,
        "{report:?}"
    );
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Close).await;
    }
    table.verified(&id).await;
}

#[tokio::test]
async fn the_clock_ends_an_epoch_of_seven_days() {
    let table = Table::new(16, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    assert!(matches!(table.house.own_order(&id, Verb::Tick).await, Outcome::Done(_)));
    table.done(&id, ANNA, roll("d6", None)).await;
    table.sent();
    table.watch.pass(7 * 24 * 60 * 60);
    assert!(matches!(table.house.own_order(&id, Verb::Tick).await, Outcome::Done(_)));
    let sent = table.sent();
    assert_eq!(sent.iter().map(|message| message.kind.as_str()).collect::<Vec<_>>(), ["epoch"]);
    assert!(matches!(table.house.own_order(&id, Verb::Tick).await, Outcome::Done(_)));
    assert!(table.sent().is_empty());
    assert_eq!(table.verified(&id).await.1.rolls_waiting, 0);
}

#[tokio::test]
async fn the_operators_envelope_comes_first_and_offers_nothing_that_is_refused() {
    let front = Front::new().await;
    let table = Table::new(17, Some(DORA));
    let founding = engine::table::Founding { operator_seats: 1, ..founding(3) };
    let id = table.found(ANNA, COUNCIL, "War", founding).await;
    let join = |name: &str| Verb::Join { word: word(name) };
    table.done(&id, ANNA, join("anna")).await;
    table.done(&id, BELA, join("bela")).await;
    assert!(table.refused(&id, CARL, join("carl")).await.contains("taken"));
    // The seat that is left is the operator's, so nobody else is offered it.
    assert_eq!(button(&table.looks(&id, CARL).await[0].json(), "Take a seat"), None);
    let status = front.press(&table, DORA, &format!("v1:{id}:0:status")).await;
    assert!(button(&status, "Take a seat").is_some(), "{status}");
    table.done(&id, DORA, join("dora")).await;
    table.done(&id, ANNA, Verb::Start).await;
    assert!(table.refused(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await.contains("operator"));
    let reply = table.done(&id, DORA, sheet([1, 2, 3, 4, 5, 6, 7])).await.json();
    assert_eq!(button(&reply, "Withdraw Final"), None, "{reply}");
    let receipt = table.sent().into_iter().find(|message| message.kind == "receipt").unwrap().text;
    assert!(!receipt.contains("Only the last sheet counts"), "{receipt}");
    assert!(
        table
            .refused(&id, DORA, Verb::Open { round: engine::eia::choice::ROUND.to_owned() })
            .await
            .contains("final from the moment")
    );
    for user in [ANNA, BELA] {
        table.done(&id, user, sheet([7, 6, 5, 4, 3, 2, 1])).await;
        table.done(&id, user, make_final()).await;
    }
    table.done(&id, DORA, roll("d6", None)).await;
    assert!(table.sent().last().unwrap().text.contains("proves nothing"));
    table.verified(&id).await;
}

#[tokio::test]
async fn taking_back_the_withdrawal_of_the_last_final_says_that_all_is_open() {
    let table = Table::new(18, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let round = || engine::eia::choice::ROUND.to_owned();
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    table.done(&id, ANNA, make_final()).await;
    table.done(&id, ANNA, Verb::Open { round: round() }).await;
    table.done(&id, BELA, sheet([7, 6, 5, 4, 3, 2, 1])).await;
    table.done(&id, BELA, make_final()).await;
    let reply = table.done(&id, ANNA, Verb::Undo).await;
    let text = shown(&reply);
    assert!(text.contains("opened") && !text.contains("empty") && !text.contains("Seal my bids"), "{text}");
    assert!(table.campaign(&id).await.play.rounds.is_empty());
    // A first sheet taken back leaves an empty envelope, and says so.
    let id = table.begun(COUNCIL + 1, &[ANNA, BELA]).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    let text = shown(&table.done(&id, ANNA, Verb::Undo).await);
    assert!(text.contains("empty again") && text.contains("Seal my bids"), "{text}");
}

#[tokio::test]
async fn a_dispatch_that_no_message_could_bring_waits_at_its_owners_desk_alone() {
    let front = Front::new().await;
    let table = Table::new(19, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    let due = table.house.store.due(table.house.now(), 100).await.unwrap();
    let receipt = due.iter().find(|row| row.kind == "receipt").unwrap();
    table.house.store.park(receipt.id, 50007, "closed").await.unwrap();
    let desk = format!("v1:{id}:0:desk");
    let shown = front.press(&table, ANNA, &desk).await;
    let read = button(&shown, "Read dispatches").unwrap();
    assert_eq!(button(&front.press(&table, BELA, &desk).await, "Read dispatches"), None);
    assert!(says(&front.press(&table, BELA, &read).await).contains("No dispatch"));
    let dispatch = front.press(&table, ANNA, &read).await;
    assert!(dispatch.to_string().contains("Salt"), "{dispatch}");
    assert!(says(&front.press(&table, ANNA, &read).await).contains("No dispatch"));
}

#[test]
fn the_check_of_messages_can_fail() {
    let sound = || {
        json!({"content": "a", "embeds": [{"title": "t", "fields": [{"name": "n", "value": "v", "inline": false}], "footer": {"text": "f"}}],
        "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "l", "custom_id": "i"}]}], "allowed_mentions": {"parse": []}})
    };
    assert_eq!(common::discord::fits_discord(&sound()), Ok(()));
    let long = |n: usize| json!("x".repeat(n));
    type Break<'a> = &'a dyn Fn(&mut Value);
    let broken: [(&str, Break<'_>); 24] = [
        ("content", &|m| m["content"] = long(2001)),
        ("empty", &|m| *m = json!({"content": " ", "embeds": [], "allowed_mentions": {"parse": []}})),
        ("embeds", &|m| m["embeds"] = json!(vec![json!({"title": "t"}); 11])),
        ("title", &|m| m["embeds"][0]["title"] = long(257)),
        ("title", &|m| m["embeds"][0]["title"] = json!(" ")),
        ("description", &|m| m["embeds"][0]["description"] = long(4097)),
        ("description", &|m| m["embeds"][0]["description"] = json!("")),
        ("field's name", &|m| m["embeds"][0]["fields"][0]["name"] = long(257)),
        ("field's value", &|m| m["embeds"][0]["fields"][0]["value"] = long(1025)),
        ("field's value", &|m| m["embeds"][0]["fields"][0]["value"] = json!("")),
        ("fields", &|m| m["embeds"][0]["fields"] = json!(vec![json!({"name": "n", "value": "v"}); 26])),
        ("footer", &|m| m["embeds"][0]["footer"]["text"] = long(2049)),
        ("together", &|m| m["embeds"] = json!(vec![json!({"description": "x".repeat(3001)}); 2])),
        ("an embed is empty", &|m| m["embeds"][0] = json!({})),
        ("rows", &|m| m["components"] = json!(vec![m["components"][0].clone(); 6])),
        ("buttons", &|m| m["components"][0]["components"] = json!([])),
        ("buttons", &|m| {
            m["components"][0]["components"] = json!(vec![m["components"][0]["components"][0].clone(); 6])
        }),
        ("label", &|m| m["components"][0]["components"][0]["label"] = long(81)),
        ("custom_id", &|m| m["components"][0]["components"][0]["custom_id"] = long(101)),
        ("custom_id", &|m| m["components"] = json!(vec![m["components"][0].clone(); 2])),
        ("mentions are allowed", &|m| m["allowed_mentions"] = json!({"parse": ["everyone"]})),
        ("a mention", &|m| m["content"] = json!("hello @everyone")),
        ("a mention", &|m| m["embeds"][0]["fields"][0]["value"] = json!("<@123>")),
        ("there is no", &|m| m["contents"] = json!("x")),
    ];
    for (expected, break_it) in broken {
        let mut message = sound();
        break_it(&mut message);
        let found = common::discord::fits_discord(&message);
        assert!(found.as_ref().is_err_and(|why| why.contains(expected)), "{expected}: {found:?}");
    }
}
