//! A real poise bot against the server: everything a bot of this project does.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod bot;

use std::time::Duration;

use bot::{START, table};
use local_discord::{Audience, Fault, Kind};

fn private(name: &str) -> Audience {
    Audience::Ephemeral(name.to_owned())
}

fn public() -> Audience {
    Audience::Public("table".to_owned())
}

#[tokio::test]
async fn a_command_is_answered_for_its_sender_alone() {
    let table = table(|_| {}).await;
    let server = &table.server;
    server.slash("@🦊", "table", "/hello name:Austria times:7 host:@דוד place:#desk").unwrap();
    let seen = table.seen(1).await;
    assert_eq!(seen.text, "Hello Austria 7 דוד desk");
    assert_eq!(seen.to, private("🦊"));
    assert_eq!(seen.kind, Kind::Reply);
    assert_eq!(seen.by.as_deref(), Some("🦊"));
    assert_eq!(seen.at, START);
    assert_eq!(seen.embeds[0]["fields"][0]["value"], "300");
    assert_eq!(seen.components[0]["components"][0]["label"], "More");

    // Nobody else sees it, so nobody else can press.
    assert!(server.press("anna", "More").is_err());
    assert!(server.press("🦊", "Off").is_err());
    server.press("🦊", "More").unwrap();
    let seen = table.seen(2).await;
    assert_eq!((seen.kind, seen.text.as_str()), (Kind::Edit, "More!"));
    assert_eq!(seen.to, private("🦊"));
    assert!(server.press("🦊", "More").is_err());

    server.slash("anna", "table", "/group sub text:hi there").unwrap();
    let seen = table.seen(3).await;
    assert_eq!((seen.text.as_str(), &seen.to), ("hi there", &public()));
    assert_eq!(server.unanswered(), 0);
    table.end().await;
}

#[tokio::test]
async fn suggestions_menus_and_forms() {
    let table = table(|_| {}).await;
    let server = &table.server;
    server.autocomplete("anna", "table", "/hello name:fr", "name").unwrap();
    let seen = table.seen(1).await;
    assert_eq!((seen.kind, seen.text.as_str()), (Kind::Choices, "France"));

    server.slash("anna", "table", "/hello name:France open:true").unwrap();
    assert_eq!(table.seen(2).await.to, public());
    server.choose("דוד", "Pick one", &["Two".to_owned()]).unwrap();
    assert!(table.seen(3).await.text.contains("values: [\"2\"]"));
    server.choose("דוד", "who", &["@anna".to_owned()]).unwrap();
    let anna = server.user_id("anna").unwrap().to_string();
    assert!(table.seen(4).await.text.contains(&anna));
    assert!(server.choose("דוד", "Pick one", &["Three".to_owned()]).is_err());

    server.press("🦊", "Ask").unwrap();
    let seen = table.seen(5).await;
    assert_eq!((seen.kind, &seen.to), (Kind::Modal, &private("🦊")));
    assert!(server.fill("anna", &[]).is_err());
    assert!(server.fill("🦊", &[("Nothing".to_owned(), "x".to_owned())]).is_err());
    assert!(server.fill("🦊", &[]).is_err(), "a required field is empty");
    server.fill("🦊", &[("your BID".to_owned(), "12".to_owned())]).unwrap();
    assert_eq!(table.seen(6).await.text, "bid=12 why=because");
    assert!(server.fill("🦊", &[]).is_err(), "the form is closed");

    server.slash("anna", "dm", "/form").unwrap();
    table.seen(7).await;
    server.fill("anna", &[("bid".to_owned(), "3".to_owned())]).unwrap();
    assert_eq!(table.seen(8).await.text, "bid=3 why=because");
    table.end().await;
}

#[tokio::test]
async fn deferred_answers_followups_files_and_dms() {
    let table = table(|_| {}).await;
    let server = &table.server;
    server.slash("anna", "dm", "/slow").unwrap();
    table.until("the answer", |server| server.seen().len() == 4).await;
    let seen = server.seen();
    let told: Vec<(Kind, &str)> = seen.iter().map(|one| (one.kind, one.text.as_str())).collect();
    assert_eq!(
        told,
        [
            (Kind::Reply, "First."),
            (Kind::Reply, "Second."),
            (Kind::Edit, "Second, again."),
            (Kind::Deleted, "Second, again."),
        ]
    );
    assert!(seen.iter().all(|one| one.to == private("anna")));
    assert_eq!(server.thinking(), 0);

    server.slash("anna", "table", "/picture").unwrap();
    let seen = table.seen(5).await;
    assert_eq!(seen.files[0], ("map.png".to_owned(), bot::png()));
    let message = server.messages(server.channel_id("table").unwrap())[0].clone();
    assert_eq!(message["attachments"].as_array().unwrap().len(), 1);
    assert_eq!(message["attachments"][0]["filename"], "record.jsonl");
    assert_eq!(message["embeds"][0]["image"]["width"], 256);
    let url = message["embeds"][0]["image"]["url"].as_str().unwrap();
    let got = reqwest::get(url).await.unwrap();
    assert_eq!(got.headers()["content-type"], "image/png");
    assert_eq!(got.headers()["x-content-type-options"], "nosniff");
    assert_eq!(got.bytes().await.unwrap(), bot::png());

    server.slash("anna", "table", "/tell whom:@דוד").unwrap();
    let seen = table.seen(8).await;
    assert_eq!((seen.kind, &seen.to), (Kind::Post, &public()));
    assert_eq!(seen.pings, ["דוד"]);
    assert_eq!(seen.nonce.as_deref(), Some("row-1"));
    assert_eq!(server.seen()[6].to, Audience::Dm("דוד".to_owned()));
    table
        .until("the second post", |server| {
            server.requests().iter().filter(|one| one.body["nonce"] == "row-1").count() == 2
        })
        .await;
    assert_eq!(server.seen().len(), 8, "the nonce made one post of two");
    table.end().await;
}

#[tokio::test]
async fn a_dropped_gateway_is_resumed_and_misses_nothing() {
    let table = table(|_| {}).await;
    let server = &table.server;
    assert_eq!(server.identifies(), 1);
    assert!(server.faults().drop_gateway(Some(4000)));
    server.slash("anna", "table", "/group sub text:missed").unwrap();
    let seen = table.seen(1).await;
    assert_eq!((seen.kind, seen.text.as_str()), (Kind::Reply, "missed"));
    assert_eq!(server.identifies(), 1, "the session was resumed");

    server.faults().deliver_twice(1);
    let twice = server.slash("anna", "table", "/group sub text:once").unwrap();
    assert_eq!(table.seen(2).await.text, "once");
    table
        .until("the second answer to be refused", |server| {
            server.requests().iter().any(|one| one.code == Some(40060))
        })
        .await;
    assert_eq!(server.answered(twice), Some((true, false)));
    assert_eq!(server.seen().len(), 2);
    table.end().await;
}

#[tokio::test]
async fn a_refused_resume_leads_to_a_new_session() {
    let table = table(|settings| settings.limit = Duration::from_secs(25)).await;
    let server = &table.server;
    server.faults().refuse_resume(1);
    assert!(server.faults().drop_gateway(None));
    table.until("a new session", |server| server.identifies() == 2 && server.connected()).await;
    server.slash("anna", "table", "/group sub text:again").unwrap();
    assert_eq!(table.seen(1).await.text, "again");
    table.end().await;
}

#[tokio::test]
async fn an_answer_that_does_not_come_fails_and_a_late_one_is_unknown() {
    let table = table(|settings| settings.limit = Duration::from_millis(300)).await;
    let server = &table.server;
    let callback = "POST /interactions/{interaction_id}/{interaction_token}/callback";
    server.faults().strike(callback, 1, Fault::Delay(Duration::from_millis(600)));
    let late = server.slash("anna", "table", "/group sub").unwrap();
    let seen = table.seen(1).await;
    assert_eq!(seen.kind, Kind::Failed);
    assert_eq!(seen.text, "The application did not respond");
    table
        .until("the late answer", |server| server.requests().iter().any(|one| one.code == Some(10062)))
        .await;
    assert_eq!(server.answered(late), Some((false, true)));
    server.resend(late);
    assert_eq!(table.seen(2).await.text, "Nothing.");
    assert_eq!(server.answered(late), Some((true, false)));
    table.end().await;
}
