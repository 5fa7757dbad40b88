//! How posts read: powers are named and have their colour, a vote is a line an answer, a step has one card, a campaign's end is one post,
//! and its chronicle is a history.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::sealing;
use crate::common::*;
use commands::house::{Named, Outcome};
use commands::message::Message;
use engine::eia::powers::Power;
use engine::table::act::{Exchanged, Through};
use engine::table::timing::Timing;
use engine::table::{Act, Event, Founding, SeatId, Secret, Text, Verb};
use serde_json::{Value, json};

const DAY: i64 = 86_400;

fn with_words(act: Act, words: &str) -> Verb {
    let text = Text { text: words.to_owned(), salt: Secret::new([7; 32]) };
    Verb::Act { act, text: Some(text) }
}

fn ready(through: Through) -> Verb {
    act(Act::Ready { through, hold: false })
}

fn of_kind(sent: &[Sent], kind: &str) -> Vec<Value> {
    sent.iter().filter(|message| message.kind == kind).map(Sent::json).collect()
}

fn only(sent: &[Sent], kind: &str) -> Value {
    let mut all = of_kind(sent, kind);
    assert_eq!(all.len(), 1, "{kind} in {sent:?}");
    all.remove(0)
}

fn colour(power: Power) -> u64 {
    u64::from_str_radix(power.colour().trim_start_matches('#'), 16).unwrap()
}

/// Where the record ends, as posts say it.
async fn record(table: &Table, id: &str) -> String {
    let campaign = table.campaign(id).await;
    format!("record {}, {} lines", campaign.head.short(), campaign.next_line)
}

/// Three players with a clock: Anna has France, Bela Russia, Carl Turkey; nobody has the rest. Bela is Carl's regent until he is back.
async fn playing(table: &Table) -> String {
    let options = json!({"spare": "uncontrolled"});
    let founding = Founding { options, timing: Some(Timing::default()), ..founding(3) };
    let id = table.found(ANNA, COUNCIL, "The Short War", founding).await;
    for (user, word_of) in [(ANNA, "lobster"), (BELA, "fjord"), (CARL, "samovar")] {
        table.done(&id, user, Verb::Join { word: word(word_of) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    table.done(&id, CARL, act(Act::Away { until: None, regent: Some(2) })).await;
    let card = table.sent().iter().rfind(|sent| sent.kind == "card").unwrap().json();
    // Until the powers are given out people are called by their names.
    let asked = card["embeds"][0]["fields"][0]["value"].as_str().unwrap();
    assert!(asked.contains("… User102\n… User103, regent: User102"), "{asked}");
    table.done(&id, ANNA, sheet([0, 20, 1, 2, 3, 4, 5])).await;
    table.done(&id, BELA, sheet([0, 1, 2, 3, 19, 4, 5])).await;
    table.done(&id, CARL, sheet([0, 1, 2, 3, 4, 5, 18])).await;
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, make_final()).await;
    }
    id
}

#[tokio::test]
async fn a_step_has_one_card_that_names_powers_and_a_post_only_for_what_no_card_keeps() {
    let table = Table::new(61, None);
    let id = playing(&table).await;
    let sent = table.sent();
    assert!(of_kind(&sent, "step").is_empty(), "{sent:?}");
    let card = of_kind(&sent, "card").pop().unwrap();
    assert_eq!(
        card["embeds"][0]["description"].as_str().unwrap().split(" · due").next(),
        Some("**January 1805 · Political phase**")
    );
    let asked = &card["embeds"][0]["fields"][0]["value"];
    assert_eq!(asked, "… France (User101)\n… Russia (User102)\n… Turkey (User103), regent: User102\n");
    assert!(
        card["embeds"][0]["footer"]["text"]
            .as_str()
            .unwrap()
            .contains("Ready for the turn, at My desk: you are not"),
        "{card}"
    );

    table.done(&id, ANNA, ready(Through::Step)).await;
    table.done(&id, BELA, ready(Through::Step)).await;
    let card = of_kind(&table.sent(), "card").pop().unwrap();
    let asked = &card["embeds"][0]["fields"][0]["value"];
    assert_eq!(asked, "… Turkey (User103), regent: User102\n✔ France, Russia\n");
    // He says nothing: the reminder names his power, and the post who said nothing.
    table.watch.pass(5 * DAY);
    table.house.look_in(&id).await.unwrap();
    let sent = table.sent();
    let post = only(&sent, "step");
    assert_eq!(
        says(&post),
        format!(
            "**January 1805 · Political phase** ended at its deadline; not ready by then: Turkey (User103).\n-# {}",
            record(&table, &id).await
        )
    );
    assert_eq!(post["components"], json!([]));
    // He himself is told by direct message, and nobody else is.
    let told = only(&sent, "missed");
    assert!(told.to_string().contains("you had not said that you were ready"), "{told}");

    table.done(&id, CARL, act(Act::Back)).await;
    table.sent();
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, ready(Through::Turn)).await;
    }
    let sent = table.sent();
    let post = only(&sent, "step");
    assert_eq!(says(&post), "Everybody was ready ahead. Passed over:\nJanuary 1805: Naval phase, Land phase");
    // The gazette of the month stands above the new card, which is the last.
    let kinds: Vec<&str> = sent.iter().map(|sent| sent.kind.as_str()).collect();
    assert!(kinds.ends_with(&["gazette", "card", "card"]), "{kinds:?}");
}

#[tokio::test]
async fn wherever_a_step_or_an_epoch_ends_a_post_that_stays_says_where_the_record_ended() {
    let table = Table::new(62, None);
    let id = playing(&table).await;
    // The choice of powers ended, and with it the epoch in which a tie could have fallen: below the post that tells of it.
    let (head, sent) = (record(&table, &id).await, table.sent());
    assert!(posted(&sent).any(|text| text.contains(&head)), "{sent:?}");
    table.done(&id, CARL, act(Act::Back)).await;
    table.done(&id, ANNA, roll("3d6", None)).await;
    let rolled = only(&table.sent(), "rolled");
    assert_eq!(rolled["embeds"][0]["footer"]["text"], record(&table, &id).await);
    // Steps, each in a line of its own; then the month, in its gazette.
    for phase in ["Political", "Reinforcement", "Naval", "Land", "Economic"] {
        let step = table.campaign(&id).await.play.path();
        for user in [ANNA, BELA, CARL] {
            table.sent();
            table.done(&id, user, ready(Through::Step)).await;
        }
        assert_ne!(table.campaign(&id).await.play.path(), step, "{phase}");
        let (head, sent) = (record(&table, &id).await, table.sent());
        assert_eq!(posted(&sent).filter(|text| text.contains(&head)).count(), 1, "{phase}: {sent:?}");
        let own = of_kind(&sent, "step");
        let Some(own) = own.first() else {
            let gazette = only(&sent, "gazette");
            assert_eq!(gazette["embeds"][0]["footer"]["text"], json!(head));
            break;
        };
        assert_eq!(says(own), format!("-# Over: **January 1805 · {phase} phase**. {head}"));
    }
    // An epoch says the whole head.
    table.done(&id, ANNA, roll("3d6", None)).await;
    table.done(&id, BELA, Verb::Reveal).await;
    table.sent();
    table.done(&id, CARL, Verb::Reveal).await;
    let campaign = table.campaign(&id).await;
    let footer = &only(&table.sent(), "epoch")["embeds"][0]["footer"]["text"];
    assert_eq!(*footer, json!(format!("record {}, {} lines", campaign.head.hex(), campaign.next_line)));
}

/// The texts of what was posted in the council and is never edited.
fn posted(sent: &[Sent]) -> impl Iterator<Item = String> {
    let stays = |sent: &&Sent| sent.user.is_none() && sent.channel.is_some() && sent.kind != "card";
    sent.iter().filter(stays).map(|sent| sent.json().to_string())
}

#[test]
fn a_picture_that_is_still_to_be_drawn_is_the_last_attachment() {
    let name = "ulm.png".to_owned();
    let plain = Message::text("It is over.");
    assert!(plain.json().get("attachments").is_none());
    let with =
        plain.picture("battle/3".to_owned(), name, &"x".repeat(2000)).file("a.txt".to_owned(), vec![1]);
    let told = with.json();
    assert_eq!(told["attachments"][0], json!({"id": "0", "filename": "a.txt"}));
    let last = &told["attachments"][1];
    assert_eq!((&last["id"], &last["filename"]), (&json!("1"), &json!("ulm.png")));
    assert_eq!(last["description"].as_str().unwrap().chars().count(), 1024);
    // Which picture it is, is the bot's own business.
    assert!(!told.to_string().contains("battle/3"));
}

#[tokio::test]
async fn a_vote_is_a_line_an_answer_and_what_is_one_powers_has_its_colour() {
    let front = Front::new().await;
    let table = Table::new(62, None);
    let id = playing(&table).await;
    table.done(&id, CARL, act(Act::Back)).await;
    table.sent();
    table.done(&id, CARL, roll("2d6", Some("a storm"))).await;
    let rolled = only(&table.sent(), "rolled");
    assert!(says(&rolled).starts_with("**Turkey** · `2d6` · a storm"), "{rolled}");
    assert_eq!(rolled["embeds"][0]["color"], colour(Power::Turkey));
    let value = Act::Tell { key: "vp/france".to_owned(), value: 7 };
    table.done(&id, BELA, act(value)).await;
    let told = only(&table.sent(), "told");
    assert_eq!(told["embeds"][0]["color"], colour(Power::France));
    assert!(
        told["embeds"][0]["description"].as_str().unwrap().ends_with("Told by Russia, and assented to."),
        "{told}"
    );
    // The desk begins with how one stands.
    let [_, desk] = table.looks(&id, ANNA).await;
    let desk = desk.json()["embeds"][0]["description"].as_str().unwrap().to_owned();
    assert!(
        desk.starts_with("**France**: 7 of ") && desk.lines().next().unwrap().contains(" VP · 0 PP"),
        "{desk}"
    );

    let ask = Act::Ask { options: 2, rule: None, about: None, provisional: Some(1) };
    table.done(&id, ANNA, with_words(ask, "In port?\nYes\nNo, at **sea**")).await;
    table.done(&id, ANNA, act(Act::Cast { vote: 1, option: 0 })).await;
    table.done(&id, CARL, act(Act::Cast { vote: 1, option: 0 })).await;
    let card = of_kind(&table.sent(), "vote").pop().unwrap();
    assert!(says(&card).contains("asked by France"), "{card}");
    let lines = card["embeds"][0]["description"].as_str().unwrap();
    assert_eq!(
        lines,
        "**Yes** — 2: France, Turkey\n**No, at \\*\\*sea\\*\\*** — 0 · *play goes on by this until then*"
    );
    assert!(
        card["embeds"][0]["fields"][0]["value"].as_str().unwrap().starts_with("Russia (User102)\n"),
        "{card}"
    );
    let listed = front.press(&table, CARL, &format!("v1:{id}:0:vote/list")).await.to_string();
    assert!(listed.contains("Yes 2, No, at ") && listed.contains("2 of 3 have voted"), "{listed}");
    table.done(&id, BELA, act(Act::Cast { vote: 1, option: 1 })).await;
    let sent = table.sent();
    let result = only(&sent, "voted");
    assert_eq!(says(&result), "**Yes** · vote 1");
    let closed = of_kind(&sent, "vote").pop().unwrap();
    assert_eq!(says(&closed), "**Yes** · vote 1, closed");
    for message in [&result, &closed] {
        let lines = message["embeds"][0]["description"].as_str().unwrap();
        assert_eq!(
            lines, "✔ **Yes** — 2: France, Turkey\n**No, at \\*\\*sea\\*\\*** — 1: Russia",
            "{message}"
        );
    }
}

#[tokio::test]
async fn the_end_is_one_post_and_the_chronicle_a_history_by_powers() {
    let front = Front::new().await;
    let table = Table::new(63, None);
    let id = playing(&table).await;
    table.done(&id, CARL, act(Act::Back)).await;
    for value in [4, 7] {
        table.done(&id, ANNA, act(Act::Tell { key: "vp/france".to_owned(), value })).await;
    }
    table.done(&id, ANNA, roll("3d6", None)).await;
    table.done(&id, BELA, roll("d6", None)).await;
    table.done(&id, ANNA, ready(Through::Step)).await;
    table.done(&id, BELA, ready(Through::Step)).await;
    table.watch.pass(5 * DAY);
    table.house.look_in(&id).await.unwrap();
    // Sealed envelopes between two.
    let kind = Exchanged::Choice { options: 2 };
    let seats = vec![SeatId::numbered(1), SeatId::numbered(2)];
    table
        .done(
            &id,
            ANNA,
            with_words(Act::Exchange { seats, kind }, "Who moves first?\nFrance does\nRussia does"),
        )
        .await;
    let opened = of_kind(&table.sent(), "exchange").pop().unwrap();
    assert_eq!(
        says(&opened),
        "**Sealed envelopes, asked for by France.** They are opened together when all are Final."
    );
    assert_eq!(opened["embeds"][0]["color"], colour(Power::France));
    let round = table.campaign(&id).await.play.rounds.keys().next().unwrap().clone();
    for (user, choice) in [(ANNA, 2), (BELA, 1)] {
        let body = json!({"choice": choice});
        table.done(&id, user, sealing(&round, &body)).await;
        table.done(&id, user, Verb::Final { round: round.clone() }).await;
    }
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, ready(Through::Turn)).await;
    }
    // Carl leaves, and Olaf takes Turkey over.
    table.done(&id, CARL, act(Act::Resign)).await;
    let named = [Named { user: OLAF, name: "User199".to_owned() }];
    let seat = SeatId::numbered(3);
    let offer = |persons: &[u32]| act(Act::OfferSeat { seat: seat.clone(), person: persons[0] });
    let outcome = table.house.order_naming(&id, &table.asker(ANNA), &named, offer).await;
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
    table.sent();
    table.done(&id, OLAF, Verb::Join { word: word("nebelhorn") }).await;
    assert_eq!(says(&only(&table.sent(), "joined")), "**User199** takes over Turkey.");

    table.done(&id, ANNA, act(Act::Conclude)).await;
    table.done(&id, OLAF, act(Act::Cast { vote: 1, option: 1 })).await;
    let card = of_kind(&table.sent(), "vote").pop().unwrap();
    let told = front.press(&table, BELA, &button(&card, "Yes, end it").unwrap()).await;
    assert!(says(&told).contains("the end is announced"), "{told}");
    let sent = table.sent();
    let notice = of_kind(&sent, "ending");
    assert_eq!(notice.len(), 4, "the council, and each by direct message");
    assert!(says(&notice[0]).contains("**The campaign ends <t:"), "{}", notice[0]);
    assert!(says(&notice[0]).contains("As it stands:"), "{}", notice[0]);
    table.watch.pass(36 * 60 * 60);
    assert!(matches!(table.house.own_order(&id, Verb::Tick).await, Outcome::Done(_)));
    assert_eq!(of_kind(&table.sent(), "ending").len(), 1, "the last post");
    table.watch.pass(12 * 60 * 60);
    assert!(matches!(table.house.own_order(&id, Verb::Tick).await, Outcome::Done(_)));
    let sent = table.sent();
    let kinds: Vec<&str> = sent.iter().map(|sent| sent.kind.as_str()).collect();
    assert_eq!(kinds, ["concluded", "card"], "one post, and a card that is edited");
    let end = only(&sent, "concluded");
    assert!(says(&end).contains("The players have voted to end the campaign, 2 to 1."), "{end}");
    let embed = &end["embeds"][0];
    assert_eq!(embed["title"], "The final table");
    assert!(embed["description"].as_str().unwrap().contains("Turkey (User199)"), "{end}");
    let entries = table.house.entries(&id).await.unwrap();
    let last = |of: &dyn Fn(&Event) -> Option<String>| {
        entries.iter().rev().find_map(|entry| of(&entry.event)).unwrap()
    };
    let seed = last(&|event| match event {
        Event::Epoch { seed, .. } => Some(seed.to_string()),
        _ => None,
    });
    let key = last(&|event| match event {
        Event::Closed { veil_key } => Some(veil_key.to_string()),
        _ => None,
    });
    let opened = embed["fields"][1]["value"].as_str().unwrap();
    assert!(opened.contains(&key), "{opened}");
    // Dice fell in the months alone: the seed of the last epoch was published with January.
    assert!(!opened.contains(&seed), "{opened}");

    let live = table.house.campaign(&id).await.unwrap();
    let live = live.lock().await;
    let scene = live.scene(engine::table::By::Person(1), false);
    let history = commands::present::history::file(&scene, &entries);
    let parts: Vec<&str> = history.lines().filter(|line| line.starts_with("==")).collect();
    assert_eq!(
        parts,
        [
            "== Founding and the choice of powers · 0 rolls ==",
            "== January 1805 · 2 rolls ==",
            "== February 1805 · 0 rolls ==",
            "== The final table =="
        ],
        "{history}"
    );
    for told in [
        "  User101 founds the campaign.",
        "  Play begins with User101, User102 and User103.",
        "  User103 is away; User102 acts as regent.",
        "  Turkey goes to User103; its goal is ",
        "  Turkey (User103) is back.",
        "  Political phase: ended at its deadline; not ready by then: Turkey (User103).",
        "  Sealed envelopes opened, \"Who moves first?\": France: Russia does · Russia: France does",
        "  Told of the board: France 0 → 7 VP",
        "  Turkey (User103) leaves.",
        "  User199 takes over Turkey.",
        "  By vote: Shall the campaign end here? Yes, end it",
        "1. France (User101): 7 of 390 VP, 1.7 %",
        "Altogether: 2 rolls.",
    ] {
        assert!(history.contains(told), "{told} is missing:\n{history}");
    }
    assert!(!history.contains("0 → 4") && !history.contains("bot"), "{history}");
    drop(scene);
    drop(live);
    table.verified(&id).await;
}

#[tokio::test]
async fn a_missed_grave_step_says_what_grave_means() {
    let table = Table::new(64, None);
    let founding = Founding { timing: Some(Timing::default()), ..founding(2) };
    let id = table.found(ANNA, COUNCIL, "The Short War", founding).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word("lobster") }).await;
    }
    let founded = table.sent().iter().find(|sent| sent.kind == "founded").unwrap().text.clone();
    assert!(founded.contains("for a grave one: if that is missed it is extended"), "{founded}");
    table.done(&id, ANNA, Verb::Start).await;
    table.sent();
    table.watch.pass(6 * DAY);
    table.house.look_in(&id).await.unwrap();
    let missed = only(&table.sent(), "deadline");
    assert!(says(&missed).contains("nothing is sealed by User101 and User102."), "{missed}");
    assert!(
        says(&missed).contains("A grave step is not decided for anybody: it is extended once by itself"),
        "{missed}"
    );
}

/// Anna and Bela have sealed, and Carl has missed two deadlines: the others vote on the default, and may on a regent.
async fn carl_is_gone(table: &Table) -> String {
    let founding = Founding { timing: Some(Timing::default()), ..founding(3) };
    let id = table.found(ANNA, COUNCIL, "The Short War", founding).await;
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, Verb::Join { word: word("lobster") }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, sheet([0, 20, 1, 2, 3, 4, 5])).await;
        table.done(&id, user, make_final()).await;
    }
    for _ in 0..2 {
        table.sent();
        table.watch.pass(6 * DAY);
        table.house.look_in(&id).await.unwrap();
    }
    id
}

#[tokio::test]
async fn who_is_not_there_is_told_what_the_others_vote_on_about_him() {
    let (table, front) = (Table::new(65, None), Front::new().await);
    let id = carl_is_gone(&table).await;
    let to = |sent: &[Sent], user: u64| {
        let of = sent.iter().filter(|sent| sent.kind == "to_vote" && sent.user == Some(user));
        of.map(|sent| sent.json().to_string()).collect::<Vec<_>>()
    };
    let sent = table.sent();
    let told = to(&sent, CARL);
    assert!(told.len() == 1 && told[0].contains("is about you"), "{told:?}");
    assert!(told[0].contains("If you seal your envelope before the vote closes"), "{told:?}");
    assert!(to(&sent, ANNA)[0].contains("waits for you"), "{sent:?}");
    table
        .done(&id, ANNA, act(Act::AppointRegent { seat: engine::table::SeatId::numbered(3), person: 9 }))
        .await;
    let sent = table.sent();
    let told = sent.iter().find(|sent| sent.kind == "to_vote" && sent.user == Some(CARL)).unwrap();
    assert!(told.text.contains("nobody becomes your regent"), "{}", told.text);
    let back = button(&told.json(), "I am back").unwrap();
    front.press(&table, CARL, &back).await;
    let vote = *table.campaign(&id).await.play.votes.keys().last().unwrap();
    table.done(&id, BELA, act(Act::Cast { vote, option: engine::table::votes::YES })).await;
    table.watch.pass(3 * DAY);
    table.house.look_in(&id).await.unwrap();
    assert_eq!(table.campaign(&id).await.play.seats[&engine::table::SeatId::numbered(3)].regent, None);
}

/// When every seat is taken nothing that can be read says that some are free.
#[tokio::test]
async fn no_seat_is_said_to_be_free_when_none_is() {
    let front = Front::new().await;
    let table = Table::new(66, None);
    let id = table.found(ANNA, COUNCIL, "War", founding(2)).await;
    let joins = |user, said: &str| table.done(&id, user, Verb::Join { word: word(said) });
    joins(ANNA, "a").await;
    let founded = table.sent();
    // It stands in the channel for good, and so says what stays true.
    let first = only(&founded, "joined").to_string();
    assert!(first.contains("With it 1 of 2 seats are taken"), "{founded:?}");
    joins(BELA, "b").await;
    let joined = only(&table.sent(), "joined").to_string();
    assert!(joined.contains("All seats are taken"), "{joined}");
    let status = front.press(&table, ANNA, &format!("v1:{id}:0:status")).await.to_string();
    // The post of the founding stands as it was, and so says nothing that a seat taken makes untrue.
    let founded = only(&founded, "founded").to_string();
    for text in [first, joined, status, founded] {
        for free in ["seats are free", "seat is free", "still free"] {
            assert!(!text.contains(free), "{text}");
        }
    }
}
