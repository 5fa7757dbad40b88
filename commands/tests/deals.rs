//! Deals between players in Discord: only their parties are told, by direct message; the bot carries out what they signed, and everybody sees
//! that alone.
#![allow(clippy::unwrap_used)]

use crate::common::*;
use crate::politics::{SEVEN, kept, of, on_to, position};
use engine::eia::deals::{clause, mutual};
use engine::eia::politics::agreement::State;
use engine::eia::powers::Power;
use engine::table::deals::{Change, Promise, Terms};
use engine::table::{SeatId, Secret, Verb};

fn changes(change: Change) -> Verb {
    Verb::Deal { change, salt: Secret::new([7; 32]) }
}

/// An alliance of Austria and Prussia with a promise of Austria's that only they may read.
async fn terms(table: &Table, id: &str) -> (SeatId, Terms) {
    let now = position(table, id).await;
    let seat = |power: Power| now.choice.holdings[&power].seat.clone();
    let [one, other] = mutual(Power::Austria, Power::Prussia, State::Alliance, None);
    let clauses =
        vec![clause(&seat(Power::Austria), &one).unwrap(), clause(&seat(Power::Prussia), &other).unwrap()];
    let text = "xyzzy in Silesia".to_owned();
    let by = seat(Power::Austria);
    let promises = vec![Promise { by, text, due: Some("1805-02".to_owned()), recalled: false, kept: None }];
    (seat(Power::Prussia), Terms { clauses, promises, bound: true })
}

#[tokio::test]
async fn a_deal_is_seen_by_its_parties_alone_until_the_bot_carries_it_out() {
    let table = Table::new(31, None);
    let id = kept(&table).await;
    let austria = of(&table, &id, Power::Austria).await;
    let prussia = of(&table, &id, Power::Prussia).await;
    on_to(&table, &id, "talks").await;
    table.sent();
    let others: Vec<u64> = SEVEN.into_iter().filter(|user| ![austria, prussia].contains(user)).collect();
    let mut before = Vec::new();
    for user in &others {
        before.push(table.looks(&id, *user).await);
    }
    let (with, terms) = terms(&table, &id).await;
    let reply = shown(&table.done(&id, austria, changes(Change::Draft { with: vec![with], terms })).await);
    assert!(
        reply.contains("Austria and Prussia are allied") && reply.contains("Not signed yet by"),
        "{reply}"
    );
    assert_eq!(reply.matches("are allied").count(), 1, "what two do together is said once: {reply}");
    let sent = table.sent();
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert_eq!((sent[0].user, sent[0].channel), (Some(prussia), None));
    assert!(
        sent[0].text.contains("xyzzy in Silesia") && sent[0].text.contains("Sign deal 1"),
        "{:?}",
        sent[0]
    );
    let [_, desk] = table.looks(&id, prussia).await;
    assert!(shown(&desk).contains("waits for your signature"), "{}", shown(&desk));
    for (user, before) in others.iter().zip(&before) {
        assert_eq!(table.looks(&id, *user).await, *before, "nothing of it shows to {user}");
    }

    // A restart finds it as it was; the signature sets it off.
    let table = table.restarted(|_| ());
    let deal = *table.campaign(&id).await.deals.keys().next().unwrap();
    table.done(&id, prussia, changes(Change::Sign { deal })).await;
    let sent = table.sent();
    let posted: Vec<&Sent> = sent.iter().filter(|sent| sent.user.is_none()).collect();
    assert!(posted.iter().any(|sent| sent.text.contains("allied")), "{sent:?}");
    assert!(posted.iter().all(|sent| !sent.text.contains("xyzzy")), "{sent:?}");
    let told: Vec<Option<u64>> =
        sent.iter().filter(|sent| sent.text.contains("xyzzy")).map(|sent| sent.user).collect();
    assert_eq!(
        told.len(),
        3,
        "who drafted it learns of the signature, and both that it is carried out: {sent:?}"
    );
    assert!(told.iter().all(|user| [Some(austria), Some(prussia)].contains(user)));
    assert!(position(&table, &id).await.are_allied(Power::Austria, Power::Prussia));
    let (record, _) = table.verified(&id).await;
    assert!(!record.contains("xyzzy") && record.contains("carry_deal"));

    // In its month the promise is recalled to both.
    on_to(&table, &id, "economic").await;
    let sent = table.sent();
    let recalled = sent.iter().filter(|sent| sent.text.contains("a promise is due")).map(|sent| sent.user);
    assert_eq!(recalled.collect::<Vec<_>>().len(), 2);
    let [_, desk] = table.looks(&id, prussia).await;
    assert!(shown(&desk).contains("did the other side keep what it promised you?"));
    let reply = table.done(&id, prussia, changes(Change::Judge { deal, promise: 0, kept: false })).await;
    assert!(shown(&reply).contains("broken"));
}
