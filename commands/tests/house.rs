//! Whole evenings through the house, with a real database: what is told to whom, and what is refused.
#![allow(clippy::unwrap_used)]

use crate::common;
use crate::common::front::{self, Front, button};
use crate::common::sealing;
use crate::common::*;
use commands::house::{Asker, Outcome};
use engine::table::{Event, Verb};
use serde_json::{Value, json};

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
        assert!(reply.to_lowercase().contains("sealed"), "{reply}");
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
    assert_eq!(
        (campaign.epoch.number, campaign.play.path()),
        (2, vec!["1805-01".to_owned(), "political".to_owned()])
    );

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
        (json!({"x".repeat(6000): 1}), "nothing to fill in"),
    ] {
        let why = table.refused(&id, ANNA, seal(body)).await;
        assert!(says.split('|').any(|part| why.contains(part)), "{why}");
    }
    assert!(table.refused(&id, ANNA, make_final()).await.contains("nothing sealed"));
    let elsewhere = sealing("no/round", &json!({}));
    assert!(table.refused(&id, ANNA, elsewhere).await.contains("closed"));
    assert!(table.refused(&id, ANNA, Verb::Game(json!({"war": "austria"}))).await.contains("no order"));
    let label = "x".repeat(6000);
    assert!(table.refused(&id, ANNA, roll("d6", Some(&label))).await.contains("6000 characters"));
    for (notation, why) in [
        ("", "which dice"),
        ("0d6", "1"),
        ("6d0", "1"),
        ("101d6", "100"),
        ("d1001", "1 to 1000"),
        ("1000000d6", "100"),
        ("4294967295d4294967295", "100"),
        ("x", "Understood"),
    ] {
        let verb = Verb::Roll { notation: notation.to_owned(), label: None };
        let says = table.refused(&id, ANNA, verb).await;
        assert!(says.contains(why), "{notation}: {says}");
    }
    assert_eq!(table.campaign(&id).await, before);
    assert!(table.sent().is_empty());

    // A closed envelope.
    for user in [ANNA, BELA] {
        table.done(&id, user, sheet([1, 2, 3, 4, 5, 6, 7])).await;
        assert!(
            table
                .refused(&id, user, Verb::Open { round: engine::eia::rounds::CHOICE_OF_POWERS.to_owned() })
                .await
                .contains("not Final")
        );
        table.done(&id, user, make_final()).await;
    }
    for verb in [
        sheet([7, 6, 5, 4, 3, 2, 1]),
        make_final(),
        Verb::Open { round: engine::eia::rounds::CHOICE_OF_POWERS.to_owned() },
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
async fn a_command_finds_its_campaign_from_where_it_is_given() {
    let table = Table::new(20, None);
    let meant = async |user: u64, guild: Option<u64>, channel: u64, named: Option<&str>| match table
        .house
        .meant(&front::asked(&table, user, guild, channel), named)
        .await
    {
        Ok(id) => id,
        Err(message) => {
            assert_fits(&message.json());
            message.content
        }
    };
    let elsewhere = COUNCIL + 50;
    assert!(meant(ANNA, Some(GUILD), COUNCIL, None).await.contains("no campaign in this server"));
    assert!(meant(ANNA, None, COUNCIL, None).await.contains("no seat in any"));
    let first = table.found(ANNA, COUNCIL, "The *First* @here", founding(2)).await;
    assert_eq!(meant(OLAF, Some(GUILD), elsewhere, None).await, first);
    let second = table.found(BELA, COUNCIL + 1, "Second", founding(2)).await;
    for (channel, id) in [(COUNCIL, &first), (COUNCIL + 1, &second)] {
        assert_eq!(meant(OLAF, Some(GUILD), channel, None).await, *id);
        // From one council the other can be named, by its name in any case or by its id.
        for name in ["the *first* @here", " The *First* @HERE ", first.as_str()] {
            assert_eq!(meant(OLAF, Some(GUILD), channel, Some(name)).await, first);
        }
        assert_eq!(meant(OLAF, Some(GUILD), channel, Some("second")).await, second);
    }
    let several = meant(ANNA, Some(GUILD), elsewhere, None).await;
    assert!(several.contains("Several") && several.contains("Second"), "{several}");
    for name in ["Third", "", "<@123456789012345678>", &"x".repeat(6000)] {
        let told = meant(ANNA, Some(GUILD), COUNCIL, Some(name)).await;
        assert!(told.contains("no campaign \"") && told.chars().count() < 400, "{told}");
    }
    // What is played in one server is not named from another, nor by a stranger in a direct message.
    assert!(meant(ANNA, Some(GUILD + 1), COUNCIL, Some("second")).await.contains("no campaign"));
    assert_eq!(meant(ANNA, None, 9, None).await, first);
    assert_eq!(meant(BELA, None, 9, Some("Second")).await, second);
    assert!(meant(OLAF, None, 9, Some("Second")).await.contains("no campaign"));
    // Of a closed campaign and the next in its channel the next is meant.
    table.done(&first, ANNA, Verb::Close).await;
    table.watch.pass(60);
    let third = table.found(ANNA, COUNCIL, "Third", founding(2)).await;
    assert_eq!(meant(OLAF, Some(GUILD), COUNCIL, None).await, third);
    assert_eq!(meant(OLAF, Some(GUILD), COUNCIL, Some(&first)).await, first);
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
        assert_fits(&commands::present::luck::stats(&scene, &entries, &Default::default()).json());
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
            let footer = rolled.json()["embeds"][0]["footer"]["text"].as_str().map(str::to_owned);
            assert!(footer.is_some_and(|footer| footer.starts_with("record ")), "{}", rolled.text);
        }
        table.verified(&id).await;
    }
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
    // Nobody looked in for as long, so those who are awaited are asked after too.
    assert!(matches!(table.house.own_order(&id, Verb::Tick).await, Outcome::Done(_)));
    let sent = table.sent();
    assert_eq!(
        sent.iter().map(|message| message.kind.as_str()).collect::<Vec<_>>(),
        ["clock", "reminder", "reminder", "card"]
    );
    assert!(matches!(table.house.own_order(&id, Verb::Tick).await, Outcome::Done(_)));
    let sent = table.sent();
    assert_eq!(
        sent.iter().map(|message| message.kind.as_str()).collect::<Vec<_>>(),
        ["host"],
        "he is silent too"
    );
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
            .refused(&id, DORA, Verb::Open { round: engine::eia::rounds::CHOICE_OF_POWERS.to_owned() })
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
    let round = || engine::eia::rounds::CHOICE_OF_POWERS.to_owned();
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
