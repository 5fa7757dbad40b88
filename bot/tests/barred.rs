//! Councils in which the bot may not write: nothing is founded there, posts wait for the leave, and a council moves to another channel.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, COUNCIL, LOUNGE, POSTS, SEVEN, Table, all_of, answer, refusal};
use crate::delivery::{Crashable, numbered, rolls};
use chancery::health::Health;
use local_discord::{Audience, LocalDiscord, Permission, Seen};

const SHEET: &str = "1 2 3 4 5 6 7";

/// The notices that the council cannot be reached, which the host got by direct message.
fn notices(server: &LocalDiscord, host: &str) -> Vec<String> {
    let to_him = Audience::Dm(host.to_owned());
    let seen = server.seen();
    let told = seen.iter().filter(|seen| seen.to == to_him && seen.text.contains("cannot be reached"));
    told.map(|seen| seen.text.clone()).collect()
}

async fn playing() -> (Table, String) {
    let table = common::table(&[SEVEN[0], SEVEN[1], SEVEN[2]]).await;
    let id = table.begun(2).await;
    (table, id)
}

/// How the three rolls and a bid go on while the council is barred: what waits is told where one looks for it, and the host hears of it once.
async fn plays_on(table: &Table, id: &str, why: &str) {
    let posts = common::requests(table.server(), POSTS);
    // Answers need no channel, so play goes on from wherever one can type.
    for _ in 0..3 {
        answer(&table.slash_in(LOUNGE, "Bertil", "/dice roll what:2d6").await, "Bertil");
    }
    assert!(table.slash_in(LOUNGE, "Anna", &format!("/bid bids:\"{SHEET}\"")).await.len() >= 2);
    let told = notices(table.server(), "Anna");
    assert!(told.len() == 1 && told[0].contains(why) && told[0].contains("/campaign move"), "{told:?}");
    // The first of the channel, the host's notice and the receipt: what is behind the first is not even tried.
    let made = common::requests(table.server(), POSTS) - posts;
    assert_eq!(made, 3, "{made} posts were tried");
    for command in ["/campaign status", "/desk"] {
        let seen = table.slash_in(LOUNGE, "Bertil", command).await;
        let says = all_of(answer(&seen, "Bertil"));
        assert!(says.contains("Waiting to be posted: 3 posts") && says.contains(why), "{command}: {says}");
    }
    let health = Health::new(table.table.house.clone(), None);
    let (ready, says) = health.ready().await;
    assert!(ready && says["outbox"]["barred"] == 3 && says["outbox"]["waiting"] == 0, "{says}");
    assert!(says["outbox"]["says"].as_str().unwrap().starts_with("3 messages wait"), "{says}");
    assert!(health.metrics().await.contains("chancery_outbox_barred 3\n"));
    let (_, text) = table.table.house.record(id).await.unwrap();
    assert_eq!(text.matches("\"verb\":\"roll\"").count(), 3);
    assert_eq!(rolls(table.server(), COUNCIL).len(), 0);
}

async fn waits(break_it: impl Fn(&LocalDiscord), mend_it: impl Fn(&LocalDiscord), why: &str) {
    let (table, id) = playing().await;
    break_it(table.server());
    plays_on(&table, &id, why).await;
    // An interaction from the channel shows that the leave is back: all that waited is posted, before what it brings itself.
    mend_it(table.server());
    table.slash("Bertil", "/dice roll what:2d6").await;
    common::until("all that waited", || rolls(table.server(), COUNCIL).len() == 4).await;
    table.since(0).await;
    assert_eq!(rolls(table.server(), COUNCIL), numbered(1, 4));
    let status = table.slash("Bertil", "/campaign status").await;
    assert!(!all_of(answer(&status, "Bertil")).contains("Waiting to be posted"), "{status:#?}");
    // Broken once more, the host hears of it once more.
    break_it(table.server());
    for _ in 0..2 {
        table.slash_in(LOUNGE, "Bertil", "/dice roll what:2d6").await;
    }
    assert_eq!(notices(table.server(), "Anna").len(), 2);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_wait_until_the_bot_may_write_again() {
    waits(
        |server| assert!(server.deny_writing(COUNCIL, true)),
        |server| assert!(server.deny_writing(COUNCIL, false)),
        "the bot may not write there",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_wait_until_the_bot_may_see_the_channel_again() {
    waits(
        |server| assert!(server.deny_access(COUNCIL, true)),
        |server| assert!(server.deny_access(COUNCIL, false)),
        "the bot may not see the channel",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_wait_until_the_bot_may_embed_again() {
    waits(
        |server| assert!(server.deny(COUNCIL, Permission::EmbedLinks, true)),
        |server| assert!(server.deny(COUNCIL, Permission::EmbedLinks, false)),
        "the bot may not write there",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_posts_of_a_deleted_council_go_where_it_moves() {
    let (table, id) = playing().await;
    assert!(table.server().delete_channel(COUNCIL));
    let posts = common::requests(table.server(), POSTS);
    for _ in 0..3 {
        answer(&table.slash_in(LOUNGE, "Bertil", "/dice roll what:2d6").await, "Bertil");
    }
    let told = notices(table.server(), "Anna");
    assert!(told.len() == 1 && told[0].contains("the channel is gone"), "{told:?}");
    assert_eq!(common::requests(table.server(), POSTS) - posts, 2);
    let moved = table.slash_in(LOUNGE, "Anna", "/campaign move").await;
    let says = moved.iter().find(|seen| seen.to == Audience::Ephemeral("Anna".to_owned())).unwrap();
    assert!(says.text.contains("now on the way: 3 posts"), "{says:?}");
    assert_eq!(rolls(table.server(), LOUNGE), numbered(1, 3));
    assert_eq!(table.table.house.store.barred_of(&id).await.unwrap(), None);
    // The card is there, and is kept up to date there; later posts go there too.
    let cards = || {
        let posts = table.posts(LOUNGE);
        posts.into_iter().filter(|post| post.contains("kept up to date")).collect::<Vec<String>>()
    };
    assert_eq!(cards().len(), 1);
    table.slash_in(LOUNGE, "Anna", &format!("/bid bids:\"{SHEET}\"")).await;
    table.press("Anna", "Make it Final").await;
    let cards = cards();
    assert!(cards.len() == 1 && cards[0].contains("✔ Anna"), "{cards:?}");
    table.slash_in(LOUNGE, "Bertil", "/dice roll what:2d6").await;
    assert_eq!(rolls(table.server(), LOUNGE), numbered(1, 4));
    assert_eq!(notices(table.server(), "Anna").len(), 1);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_survives_a_restart_and_is_told_once() {
    let (table, bot) = Crashable::begun().await;
    let server = &table.server;
    assert!(server.deny_writing(COUNCIL, true));
    for _ in 0..2 {
        server.slash("Anna", LOUNGE, "/dice roll what:2d6").unwrap();
        bot.quiet(server).await;
    }
    assert_eq!(notices(server, "Anna").len(), 1);
    bot.crash();
    let tried = common::requests(server, POSTS);
    let bot = table.start(2).await;
    common::until("it is tried again", || common::requests(server, POSTS) > tried).await;
    server.slash("Anna", LOUNGE, "/dice roll what:2d6").unwrap();
    bot.quiet(server).await;
    assert_eq!(notices(server, "Anna").len(), 1);
    assert!(server.deny_writing(COUNCIL, false));
    // Whatever is done there shows that it may be written to.
    server.slash("Bertil", COUNCIL, "/help").unwrap();
    bot.quiet(server).await;
    common::until("all that waited", || rolls(server, COUNCIL).len() == 3).await;
    assert_eq!(rolls(server, COUNCIL), numbered(1, 3));
    assert_eq!(server.violations(), []);
    bot.crash();
    server.clone().stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_founded_only_where_the_bot_may_write() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let found = "/campaign found name:War players:2";
    table.server().deny_writing(COUNCIL, true);
    let says = refusal(&table.slash("Anna", found).await, "Anna");
    assert!(says.contains("Send Messages and Send Messages in Threads"), "{says}");
    table.server().deny_writing(COUNCIL, false);
    table.server().deny_access(COUNCIL, true);
    let says = refusal(&table.slash("Anna", found).await, "Anna");
    // What cannot be seen, nothing may be done in.
    assert!(says.contains("lacks there View Channel, Send Messages,"), "{says}");
    table.server().deny_access(COUNCIL, false);
    for (permission, name) in [
        (Permission::EmbedLinks, "Embed Links"),
        (Permission::AttachFiles, "Attach Files"),
        (Permission::CreatePublicThreads, "Create Public Threads"),
        (Permission::SendMessagesInThreads, "Send Messages in Threads"),
    ] {
        assert!(table.server().deny(COUNCIL, permission, true));
        let says = refusal(&table.slash("Anna", found).await, "Anna");
        assert!(says.contains(&format!("lacks there {name}.")), "{says}");
        assert!(table.server().deny(COUNCIL, permission, false));
    }
    // The leave is lost while the form is being filled in.
    table.slash("Anna", found).await;
    table.server().deny_writing(COUNCIL, true);
    let seen = table.fill("Anna", &[]).await;
    assert!(all_of(answer_or_refusal(&seen)).contains("Send Messages"), "{seen:#?}");
    assert_eq!(table.table.house.store.campaigns().await.unwrap(), []);
    table.server().deny_writing(COUNCIL, false);
    table.found("War", 2).await;
    // A channel that is a council says so before a form is filled in for nothing.
    let says = refusal(&table.slash("Anna", found).await, "Anna");
    assert!(says.contains("is the council of \"War\", which is not closed"), "{says}");
    table.close().await;
}

fn answer_or_refusal(seen: &[Seen]) -> &Seen {
    let [only] = seen else { panic!("not one answer: {seen:#?}") };
    only
}

#[tokio::test(flavor = "multi_thread")]
async fn a_council_moves_by_its_host_to_a_free_channel_that_can_be_written_to() {
    let table = common::table(&[SEVEN[0], SEVEN[1], SEVEN[2]]).await;
    // Bertil is host; Anna owns the server.
    table.slash("Bertil", "/campaign found name:War players:2").await;
    table.fill("Bertil", &[]).await;
    let council = |name: &str| table.server().channel_id(name).unwrap();
    let stands = async || table.table.house.store.campaigns().await.unwrap()[0].channel;
    let says = refusal(&table.slash("Bertil", "/campaign move").await, "Bertil");
    assert!(says.contains("is the council already"), "{says}");
    let says = refusal(&table.slash_in(LOUNGE, "Chiara", "/campaign move").await, "Chiara");
    assert!(says.contains("Only the host"), "{says}");
    table.server().deny_writing(LOUNGE, true);
    let says = refusal(&table.slash_in(LOUNGE, "Bertil", "/campaign move").await, "Bertil");
    assert!(says.contains("Send Messages"), "{says}");
    table.server().deny_writing(LOUNGE, false);
    assert_eq!(stands().await, council(COUNCIL));
    // Who may manage the server moves it too. Delivered twice it is done once; both channels are told.
    table.server().faults().deliver_twice(1);
    let seen = table.slash_in(LOUNGE, "Anna", "/campaign move").await;
    let from_to = format!("moved from <#{}> to this channel, <#{}>", council(COUNCIL), council(LOUNGE));
    assert!(seen.iter().any(|seen| seen.text.contains(&from_to)), "{seen:#?}");
    assert_eq!(stands().await, council(LOUNGE));
    let told =
        |channel: &str, what: &str| table.posts(channel).iter().filter(|post| post.contains(what)).count();
    let there = format!("is in <#{}> from now on", council(LOUNGE));
    assert_eq!((told(COUNCIL, &there), told(LOUNGE, "in this channel from now on")), (1, 1));
    // What is public goes there.
    let before = table.posts(COUNCIL).len();
    table.slash_in(LOUNGE, "Anna", "/campaign join word:a").await;
    assert_eq!(table.posts(COUNCIL).len(), before);
    // The host takes it back; the channel is free for another campaign, whose council cannot be taken.
    table.slash("Bertil", "/campaign move").await;
    assert_eq!(stands().await, council(COUNCIL));
    table.found_in(LOUNGE, "Another", 2).await;
    let says = refusal(&table.slash_in(LOUNGE, "Bertil", "/campaign move campaign:War").await, "Bertil");
    assert!(says.contains("is the council of \"Another\""), "{says}");
    table.close().await;
}
