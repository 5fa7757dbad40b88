//! The desk and everything that is reached from it: answers take the place of private messages, forms come back filled in, regents are
//! told for whom they act, and what is not done every day stands behind *More…*.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, ids, says, select};
use crate::common::*;
use commands::house::{Asker, Named, Outcome};
use engine::table::{Act, Founding, SeatId, Verb};
use serde_json::{Value, json};

/// An order about another user.
async fn about(table: &Table, campaign: &str, user: u64, whom: u64, make: impl Fn(u32) -> Act + Send + Sync) {
    let named = Named { user: whom, name: format!("User{}", whom % 1000) };
    let asker = table.asker(user);
    let outcome = table.house.order_naming(campaign, &asker, &[named], |persons| act(make(persons[0]))).await;
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
}

fn labels(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    parts.filter_map(|part| part["label"].as_str()).map(str::to_owned).collect()
}

/// What stands in an input of a form.
fn typed(form: &Value, input: &str) -> String {
    let rows = form["components"].as_array().unwrap().iter();
    let found = rows.map(|row| &row["components"][0]).find(|one| one["custom_id"] == input).unwrap();
    found["value"].as_str().unwrap_or_default().to_owned()
}

/// A select of a message, or nothing.
fn nth_select(message: &Value, nth: usize) -> Value {
    let rows = message["components"].as_array().into_iter().flatten();
    let mut parts = rows.map(|row| &row["components"][0]).filter(|one| one["type"] == 3);
    parts.nth(nth).cloned().unwrap_or_default()
}

/// The id of a select of a message.
fn id_of(message: &Value, nth: usize) -> String {
    nth_select(message, nth)["custom_id"].as_str().unwrap().to_owned()
}

fn last(sent: &[Sent], kind: &str) -> Value {
    let of = sent.iter().filter(|message| message.kind == kind);
    of.map(Sent::json).next_back().unwrap_or_else(|| panic!("no {kind} in {sent:?}"))
}

#[tokio::test]
async fn a_regent_reads_everywhere_for_whom_he_acts() {
    let front = Front::new().await;
    let table = Table::new(60, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA, CARL]).await;
    about(&table, &id, BELA, CARL, |person| Act::Away { until: None, regent: Some(person) }).await;
    table.sent();

    let desk = front.press(&table, CARL, &format!("v1:{id}:0:desk")).await;
    let regents = front.press_private(&table, CARL, &button(&desk, "Act for User102").unwrap()).await;
    assert!(regents.to_string().contains("as regent"), "{regents}");
    let seal = button(&regents, "Seal my bids · User102").unwrap();
    assert!(seal.ends_with(":bid@2"), "{seal}");
    assert_eq!(button(&regents, "My desk"), Some(format!("v1:{id}:0:desk")));
    let form = front.press_private(&table, CARL, &seal).await;
    assert_eq!(form["title"], "Bid sheet · User102");
    let told = front.fill(&table, CARL, &seal, &[("bids", "1 2 3 4 5 6 7")]).await;
    assert_eq!(says(&told), "User102's envelope is sealed: you may change it until you make it Final.");
    let text = told.to_string();
    assert!(text.contains("In the envelope of User102") && text.contains("Turkey"), "{text}");
    let told = front.press_private(&table, CARL, &button(&told, "Make it Final · User102").unwrap()).await;
    assert_eq!(says(&told), "User102's envelope is Final: it is opened when every envelope is.");
    assert!(button(&told, "Withdraw Final · User102").is_some(), "{told}");
    // The card in the council is everybody's: its buttons act for nobody else.
    let card = last(&table.sent(), "card");
    assert!(labels(&card).contains(&"Seal my bids".to_owned()) && !card.to_string().contains('@'), "{card}");
    // His own sheet is his own again.
    let form = front.press(&table, CARL, &seal.replace("@2", "")).await;
    assert_eq!(form["title"], "Bid sheet");
    for (user, bids) in [(ANNA, [2, 3, 4, 5, 6, 7, 1]), (CARL, [3, 4, 5, 6, 7, 1, 2])] {
        table.done(&id, user, sheet(bids)).await;
        table.done(&id, user, make_final()).await;
    }
    let desk = front.press(&table, CARL, &format!("v1:{id}:0:desk@2")).await;
    let ready = button(&desk, "Ready · User102").unwrap();
    let told = front.press(&table, CARL, &ready).await;
    assert!(
        says(&told).starts_with("User102 (") && says(&told).lines().next().unwrap().ends_with(") is ready."),
        "{told}"
    );
    // He tells results for the absent, in his place.
    let desk = front.press(&table, CARL, &format!("v1:{id}:0:desk@2")).await;
    let form = front.press_private(&table, CARL, &button(&desk, "Tell a result · User102").unwrap()).await;
    let tells = form["custom_id"].as_str().unwrap().to_owned();
    assert!(tells.ends_with("@2"), "{form}");
    let told = front.fill(&table, CARL, &tells, &[("what", "France 3 VP")]).await;
    assert!(!says(&told).starts_with('✖'), "{told}");
    // A free envelope between the absent and another, sealed by the regent.
    let open = format!("v1:{id}:0:envelope/open/2");
    front.fill(&table, ANNA, &open, &[("about", "Malta"), ("what", "")]).await;
    let desk = front.press(&table, CARL, &format!("v1:{id}:0:desk@2")).await;
    let form = front.press_private(&table, CARL, &button(&desk, "Seal my envelope · User102").unwrap()).await;
    assert!(form["title"].as_str().unwrap().starts_with("User102 ("), "{form}");
    let told = front.fill(&table, CARL, form["custom_id"].as_str().unwrap(), &[("what", "Never")]).await;
    assert!(says(&told).starts_with("User102 (") && says(&told).contains("envelope is sealed"), "{told}");
    table.verified(&id).await;
}

#[tokio::test]
async fn a_form_that_was_refused_comes_back_filled_in_for_who_typed_it() {
    let front = Front::new().await;
    let table = Table::new(61, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    // The vote's form, on a message that everybody sees and on a private one.
    let ask = format!("v1:{id}:0:vote/ask");
    let fields =
        [("question", "May the Kingfisher pass?"), ("answers", "Yes"), ("rule", ""), ("provisional", "")];
    let told = front.fill(&table, BELA, &ask, &fields).await;
    assert!(says(&told).contains("two to five answers"), "{told}");
    assert!(told.to_string().contains("```\\nMay the Kingfisher pass?\\nYes\\n```"), "{told}");
    let again = button(&told, "Try again").unwrap();
    let form = front.press_private(&table, BELA, &again).await;
    assert_eq!((typed(&form, "question").as_str(), typed(&form, "answers").as_str()), (fields[0].1, "Yes"));
    assert_eq!(form["custom_id"], ask.as_str());
    // Opened by its own button it is empty, and nobody else gets what was typed.
    assert_eq!(typed(&front.press(&table, BELA, &ask).await, "question"), "");
    assert_eq!(typed(&front.press(&table, ANNA, &again).await, "question"), "");
    // It is kept nowhere: neither in the database nor beside it.
    for file in std::fs::read_dir(table.path.parent().unwrap()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(10).any(|part| part == b"Kingfisher"), "what was typed is in the database");
    }
    // Taken at last, it is forgotten; so it is after a quarter of an hour, and at a restart.
    let fields = [("question", "May it pass?"), ("answers", "Yes\nNo"), ("rule", ""), ("provisional", "")];
    assert_eq!(says(&front.fill(&table, BELA, &ask, &fields).await), "Vote 1 is open in the council.");
    assert_eq!(typed(&front.press_private(&table, BELA, &again).await, "question"), "");
    let wrong = [("question", "Another?"), ("answers", "Yes")];
    front.fill(&table, BELA, &ask, &wrong).await;
    table.watch.pass(15 * 60);
    assert_eq!(typed(&front.press_private(&table, BELA, &again).await, "question"), "");
    front.fill(&table, BELA, &ask, &wrong).await;
    let table = table.restarted(|_| ());
    assert_eq!(typed(&front.press_private(&table, BELA, &again).await, "question"), "");
}

#[tokio::test]
async fn every_form_comes_back() {
    let front = Front::new().await;
    let table = Table::new(62, None);
    // Founding and joining, before there is a campaign and a seat.
    let found = "v1:-:0:found/1805/2/uncontrolled/0/0/en-US";
    let told =
        front.fill(&table, ANNA, found, &[("name", "War"), ("goals", "Poland 5"), ("ceiling", "30")]).await;
    assert!(told.to_string().contains("War\\nPoland 5\\n30"), "{told}");
    let form = front.press_private(&table, ANNA, &button(&told, "Try again").unwrap()).await;
    assert_eq!((form["custom_id"].as_str().unwrap(), typed(&form, "goals")), (found, "Poland 5".to_owned()));
    let id = table.found(ANNA, COUNCIL, "The Grand War", founding(2)).await;
    let join = format!("v1:{id}:0:join");
    let told = front.fill(&table, ANNA, &join, &[("word", "two words")]).await;
    let form = front.press_private(&table, ANNA, &button(&told, "Try again").unwrap()).await;
    assert_eq!(typed(&form, "word"), "two words");
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    let line = table.campaign(&id).await.play.rounds.values().next().unwrap().line;
    let bid = format!("v1:{id}:{line}:bid");
    let told = front.fill(&table, BELA, &bid, &[("bids", "1 2 3 4 5 6 x"), ("preference", "Turkey")]).await;
    let form = front.press_private(&table, BELA, &button(&told, "Try again").unwrap()).await;
    assert_eq!(
        (typed(&form, "bids").as_str(), typed(&form, "preference").as_str()),
        ("1 2 3 4 5 6 x", "Turkey")
    );
    for (user, bids) in [(ANNA, [2, 3, 4, 5, 6, 7, 1]), (BELA, [3, 4, 5, 6, 7, 1, 2])] {
        table.done(&id, user, sheet(bids)).await;
        table.done(&id, user, make_final()).await;
    }
    // A round that is over asks for nothing again, but what was typed is quoted.
    let told = front.fill(&table, BELA, &bid, &[("bids", "1 2 3 4 5 6 7")]).await;
    assert!(button(&told, "Try again").is_none() && told.to_string().contains("1 2 3 4 5 6 7"), "{told}");
    for (verb, input, wrong) in [
        ("word", "word", "two words"),
        ("board/tell", "what", "Poland 6"),
        ("correct/value", "what", "Poland"),
        ("envelope/open/2", "what", "thirty"),
        ("envelope/write/2", "text", "   "),
        ("box/add", "roster", "III Corps: many infantry"),
        ("box/note", "name", "   "),
    ] {
        let told = front.fill(&table, ANNA, &format!("v1:{id}:0:{verb}"), &[(input, wrong)]).await;
        assert!(says(&told).starts_with('✖'), "{verb}: {told}");
        let again = button(&told, "Try again").unwrap_or_else(|| panic!("{verb}: {told}"));
        let form = front.press_private(&table, ANNA, &again).await;
        assert_eq!(typed(&form, input), wrong, "{verb}: {form}");
    }
    // So long a text that it cannot be quoted whole still fits.
    let long = "x".repeat(4000);
    let told = front.fill(&table, ANNA, &format!("v1:{id}:0:box/add"), &[("roster", &long)]).await;
    let form = front.press_private(&table, ANNA, &button(&told, "Try again").unwrap()).await;
    assert_eq!(typed(&form, "roster"), long);
}

#[tokio::test]
async fn private_answers_take_the_place_of_what_was_pressed_on() {
    let front = Front::new().await;
    let table = Table::new(63, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let desk_id = format!("v1:{id}:0:desk");
    let desk = front.press(&table, ANNA, &desk_id).await;
    // The desk, its strongbox, and back.
    let strongbox = front.press_private(&table, ANNA, &button(&desk, "Strongbox").unwrap()).await;
    assert!(strongbox.to_string().contains("your strongbox"), "{strongbox}");
    assert_eq!(button(&strongbox, "My desk"), Some(desk_id.clone()));
    assert_eq!(button(&desk, "My desk"), None, "the desk needs no way to itself");
    let back = front.press_private(&table, ANNA, &desk_id).await;
    assert_eq!(back, desk);
    // Ready: the desk anew, the outcome its first line. Pressed on the card in the council it is a message of its own.
    let ready = button(&desk, "Ready").unwrap();
    let told = front.press_private(&table, ANNA, &ready).await;
    assert!(says(&told).starts_with("You are ready.\nAwaited: "), "{told}");
    assert!(told.to_string().contains("your desk") && button(&told, "Not ready").is_some(), "{told}");
    let told = front.press(&table, BELA, &button(&told, "Not ready").unwrap()).await;
    assert!(says(&told).starts_with('✖') && button(&told, "My desk").is_some(), "{told}");
    // An old button says so, above the desk.
    let told = front.press_private(&table, ANNA, &format!("v1:{id}:1:turn/ready")).await;
    assert!(says(&told).contains("step that is over") && told.to_string().contains("your desk"), "{told}");
    // Who has no desk here is shown no way to it.
    let told = front.press(&table, OLAF, &format!("v1:{id}:0:status")).await;
    assert_eq!(button(&told, "My desk"), None, "{told}");
}

#[tokio::test]
async fn a_dispatch_that_is_shown_once_stays_when_something_is_pressed_on_it() {
    let front = Front::new().await;
    let table = Table::new(64, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    table.done(&id, ANNA, sheet([2, 1, 3, 4, 5, 6, 7])).await;
    // One after another: messages to one person go out in order.
    for _ in 0..2 {
        let due = table.house.store.due(table.house.now(), 100).await.unwrap();
        let receipt = due.iter().find(|row| row.kind == "receipt").unwrap();
        table.house.store.park(receipt.id, 50007, "closed").await.unwrap();
    }
    let desk = front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await;
    let first = front.press_private(&table, ANNA, &button(&desk, "Read dispatches").unwrap()).await;
    assert!(first.to_string().contains("Sealed. Whether it is Final your desk says."), "{first}");
    // Both the next and the desk are new messages below it.
    let desk = button(&first, "My desk").unwrap();
    assert_eq!(front.press_on(&table, ANNA, &desk, &first).await, 4);
    assert_eq!(front.press_on(&table, ANNA, &button(&first, "Read the next").unwrap(), &first).await, 4);
    assert!(
        says(&front.press(&table, ANNA, &button(&first, "Read the next").unwrap()).await)
            .contains("No dispatch")
    );
}

#[tokio::test]
async fn a_receipt_tells_whether_it_takes_the_place_of_another() {
    let table = Table::new(65, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    let first = last(&table.sent(), "receipt").to_string();
    assert!(
        first.contains("Sealed. Whether it is Final your desk says.") && !first.contains("takes the place"),
        "{first}"
    );
    // Its file has what the code was made of, and the post itself no more than a person reads.
    let due = table.house.store.due(0, 100).await.unwrap();
    let row = due.iter().find(|row| row.kind == "receipt").unwrap();
    let (name, bytes) = &row.files[0];
    let file: Value = serde_json::from_slice(bytes).unwrap();
    assert!(name.starts_with("envelope-") && !first.contains("```json"), "{name}: {first}");
    let salt: engine::table::hash::Hash = serde_json::from_value(file["salt"].clone()).unwrap();
    let code = engine::table::seal::seal_code(&salt.0, &file["body"]).unwrap().hex();
    assert!(file["code"] == code.as_str() && first.contains(&code), "{file}");
    table.done(&id, ANNA, make_final()).await;
    table.done(&id, ANNA, Verb::Open { round: engine::eia::rounds::CHOICE_OF_POWERS.to_owned() }).await;
    table.done(&id, ANNA, sheet([7, 6, 5, 4, 3, 2, 1])).await;
    let second = last(&table.sent(), "receipt").to_string();
    assert!(
        second.contains(
            "Sealed. It takes the place of the receipt before it. Whether it is Final your desk says."
        ),
        "{second}"
    );
}

#[tokio::test]
async fn everything_is_done_from_the_desk() {
    let front = Front::new().await;
    let table = Table::new(66, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let mut screens = vec![front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await];
    // Every screen and form that is reached without doing anything, as the host sees it: none of an earlier version, all with a way back.
    let does =
        ["turn/ready", "turn/month", "turn/live", "turn/timer", "undo", "seat/gone", "seat/resign", "/yes"];
    let mut seen = vec![format!("v1:{id}:0:desk")];
    let mut all = Vec::new();
    while let Some(screen) = screens.pop() {
        let rows = screen["components"].as_array().cloned().unwrap_or_default();
        for part in rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default()) {
            let custom_id = part["custom_id"].as_str().unwrap().to_owned();
            all.extend(part["label"].as_str().map(str::to_owned));
            let acts = does.iter().any(|verb| custom_id.contains(verb));
            if part["type"] != 2 || acts || seen.contains(&custom_id) {
                continue;
            }
            seen.push(custom_id.clone());
            // What leaves the message on which it stands answers beside it.
            let answer = if custom_id.ends_with("/apart") {
                front.press(&table, ANNA, &custom_id).await
            } else {
                front.press_private(&table, ANNA, &custom_id).await
            };
            assert!(!answer.to_string().contains("earlier version"), "{custom_id}: {answer}");
            if answer.get("title").is_none() {
                assert!(
                    says(&answer).starts_with('✖')
                        || button(&answer, "My desk").is_some()
                        || answer.to_string().contains("your desk"),
                    "{custom_id}: {answer}"
                );
                screens.push(answer);
            }
        }
    }
    for label in [
        "Be away…",
        "Share my seat",
        "Leave my seat",
        "Name a substitute",
        "End the campaign",
        "Record as a file",
        "Status",
        "Calendar",
        "Evening by voice",
        "Stop the clock",
        "Stand-ins",
        "Hand over the office",
        "Votes",
        "Corrections",
        "Envelopes",
        "Pictures",
        "Strongbox",
        "New word for the dice",
        "Call a vote",
    ] {
        assert!(all.iter().any(|one| one == label), "no button {label:?} among {all:?}");
    }
    // Another player is not shown the host's office, and cannot walk in.
    let more = front.press_private(&table, BELA, &format!("v1:{id}:0:more")).await;
    assert_eq!(button(&more, "Host's office"), None);
    let told = front.press_private(&table, BELA, &format!("v1:{id}:0:more/host")).await;
    assert!(says(&told).contains("host's office: User101"), "{told}");
    for verb in [
        "more/share",
        "more/hand-over",
        "more/substitute/1",
        "more/regent/1",
        "more/conclude/yes",
        "more/close/yes",
        "turn/pause",
        "turn/live",
        "turn/resume",
        "more/stand-in/1/on",
    ] {
        let told = front.press(&table, OLAF, &format!("v1:{id}:0:{verb}")).await;
        assert!(says(&told).ends_with('.') || select(&told).is_none(), "{verb}: {told}");
    }
}

#[tokio::test]
async fn what_is_done_behind_more() {
    let front = Front::new().await;
    let table = Table::new(67, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let verb = |verb: &str| format!("v1:{id}:0:{verb}");
    // A seat is shared, and the sharing ends.
    let told = front.choose_member(&table, ANNA, &verb("more/share"), OLAF).await;
    assert!(
        says(&told).contains("acts for your seat as you do") && told.to_string().contains("your desk"),
        "{told}"
    );
    assert_eq!(table.campaign(&id).await.seat_of(engine::table::By::Person(4)), Some(&SeatId::numbered(1)));
    let more = front.press_private(&table, ANNA, &verb("more")).await;
    assert!(button(&more, "End the sharing").is_some(), "{more}");
    assert_eq!(says(&front.choose_member(&table, ANNA, &verb("more/unshare"), OLAF).await), "Done.");
    // The clock, with a reason: the form comes back where its hours are no number.
    let told = front.fill(&table, ANNA, &verb("turn/pause"), &[("reason", "Holidays")]).await;
    assert!(!says(&told).starts_with('✖'), "{told}");
    let host = front.press_private(&table, ANNA, &verb("more/host")).await;
    assert!(button(&host, "Let the clock run on").is_some(), "{host}");
    front.press_private(&table, ANNA, &verb("turn/resume")).await;
    assert!(table.campaign(&id).await.play.paused.is_none());
    let told = front.fill(&table, ANNA, &verb("turn/extend"), &[("hours", "many"), ("reason", "x")]).await;
    assert!(says(&told).contains("whole number from 1 to 672"), "{told}");
    // An evening by voice.
    front.press_private(&table, BELA, &verb("turn/live")).await;
    assert!(table.campaign(&id).await.play.live);
    let more = front.press_private(&table, BELA, &verb("more")).await;
    front.press_private(&table, BELA, &button(&more, "End the evening by voice").unwrap()).await;
    assert!(!table.campaign(&id).await.play.live);
    // A substitute who was named is told of when the seat is left, with the button to take it.
    front.choose_member(&table, CARL, &verb("more/substitute/3"), OLAF).await;
    table.sent();
    let confirm = front.press_private(&table, CARL, &verb("more/resign")).await;
    let told = front.press_private(&table, CARL, &button(&confirm, "Leave my seat").unwrap()).await;
    assert!(says(&told).contains("You have left France & Russia"), "{told}");
    let left = last(&table.sent(), "left");
    assert!(says(&left).contains("User199 is named as substitute"), "{left}");
    let take = button(&left, "Take the seat").unwrap();
    let form = front.press(&table, OLAF, &take).await;
    assert!(form.get("title").is_some(), "{form}");
    front.fill(&table, OLAF, &take, &[("word", "heron")]).await;
    assert!(table.campaign(&id).await.seat_of(engine::table::By::Person(4)).is_some());
    // The host's office goes over, and the new host has it on his desk.
    front.choose_member(&table, ANNA, &verb("more/hand-over"), BELA).await;
    let more = front.press_private(&table, BELA, &verb("more")).await;
    assert!(button(&more, "Host's office").is_some(), "{more}");
    // The end is put to the vote.
    let ask = front.press_private(&table, ANNA, &verb("more/conclude")).await;
    front.press_private(&table, ANNA, &button(&ask, "Put the end to the vote").unwrap()).await;
    assert_eq!(table.campaign(&id).await.play.votes.len(), 1);
    table.verified(&id).await;
}

#[tokio::test]
async fn away_asks_first() {
    let front = Front::new().await;
    let table = Table::new(68, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let away = format!("v1:{id}:0:seat/away");
    let asked = front.press_private(&table, BELA, &away).await;
    assert!(says(&asked).starts_with("How long are you away?"), "{asked}");
    let of = |campaign: engine::table::Campaign| campaign.play.seats[&SeatId::numbered(2)].away.clone();
    assert!(of(table.campaign(&id).await).is_none(), "nothing is done by asking");
    let told = front.press_private(&table, BELA, &button(&asked, "A week").unwrap()).await;
    assert!(says(&told).starts_with("You are away.") && button(&told, "I am back").is_some(), "{told}");
    let gone = of(table.campaign(&id).await).unwrap();
    assert_eq!((gone.until, gone.regent), (Some(table.house.now() + 7 * 86_400), None));
    let told = front.press_private(&table, BELA, &button(&told, "I am back").unwrap()).await;
    assert!(
        says(&told).starts_with("Welcome back") && told.to_string().contains("No regent looked"),
        "{told}"
    );
    assert!(told.to_string().contains("your desk"), "{told}");
    // With a regent, who is chosen among the members.
    let menus: Vec<&Value> =
        asked["components"].as_array().unwrap().iter().map(|row| &row["components"][0]).collect();
    let open = menus.iter().find(|one| one["placeholder"] == "Until I am back, with this regent").unwrap();
    assert_eq!(open["type"], 5);
    front.choose_member(&table, BELA, open["custom_id"].as_str().unwrap(), CARL).await;
    let gone = of(table.campaign(&id).await).unwrap();
    assert_eq!((gone.until, gone.regent), (None, Some(3)));
    // Who has no seat is refused before he is asked anything.
    assert!(says(&front.press(&table, OLAF, &away).await).starts_with('✖'));
}

#[tokio::test]
async fn envelopes_are_opened_with_those_who_are_chosen() {
    let front = Front::new().await;
    let table = Table::new(69, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let screen = front.press(&table, ANNA, &format!("v1:{id}:0:envelope/new")).await;
    let (menu, values) = select(&screen).unwrap();
    assert_eq!(values, ["2", "3"]);
    assert_eq!(screen["components"][0]["components"][0]["max_values"], 2);
    let form = front.choose_several(&table, ANNA, &menu, &["3", "2"]).await;
    assert_eq!(form["title"], "Sealed envelopes · with User102, User103");
    let open = form["custom_id"].as_str().unwrap().to_owned();
    let told = front.fill(&table, ANNA, &open, &[("about", "Malta"), ("what", "9..1")]).await;
    assert!(says(&told).contains("9 is more than 1") && says(&told).contains("as in 1..9"), "{told}");
    let told = front.fill(&table, ANNA, &open, &[("about", "Malta"), ("what", "0..9")]).await;
    assert!(says(&told).contains("envelopes are asked for"), "{told}");
    let campaign = table.campaign(&id).await;
    let round = campaign.play.rounds.values().next().unwrap();
    assert_eq!(round.asked.len(), 3);
    // A form of the strongbox that does not exist does nothing.
    let told = front.fill(&table, ANNA, &format!("v1:{id}:0:box/undo"), &[("roster", "x")]).await;
    assert!(says(&told).starts_with('✖') && button(&told, "Try again").is_none(), "{told}");
    // Alone with oneself there is nothing to open, whatever a form claims.
    let told = front.fill(&table, ANNA, &format!("v1:{id}:0:envelope/open/"), &[("about", "Malta")]).await;
    assert!(says(&told).starts_with('✖'), "{told}");
}

#[tokio::test]
async fn correct_and_question_stand_side_by_side_under_what_was_told() {
    let front = Front::new().await;
    let table = Table::new(70, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let tell = format!("v1:{id}:0:board/tell");
    front.fill(&table, ANNA, &tell, &[("what", "France 4 VP")]).await;
    table.assents(&id).await;
    let told = last(&table.sent(), "told");
    assert_eq!(labels(&told), ["All values", "Correct it", "Question this"]);
    let form = front.press(&table, BELA, &button(&told, "Correct it").unwrap()).await;
    assert_eq!((typed(&form, "what").as_str(), typed(&form, "value").as_str()), ("France, VP", "4"));
    // Several at once: which one is chosen first.
    front.fill(&table, ANNA, &tell, &[("what", "France 5 VP, Russia 2 VP")]).await;
    table.assents(&id).await;
    let told = last(&table.sent(), "told");
    assert_eq!(labels(&told), ["All values", "Correct one", "Question this"]);
    let which = front.press(&table, BELA, &button(&told, "Correct one").unwrap()).await;
    let (menu, values) = select(&which).unwrap();
    assert!(values.contains(&"vp/russia".to_owned()), "{values:?}");
    let form = front.choose(&table, BELA, &menu, "vp/russia").await;
    assert_eq!((typed(&form, "what").as_str(), typed(&form, "value").as_str()), ("Russia, VP", "2"));
}

#[tokio::test]
async fn a_campaign_that_all_have_left_is_closed_by_its_host() {
    let front = Front::new().await;
    let table = Table::new(71, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    for user in [BELA, ANNA] {
        table.done(&id, user, act(Act::Resign)).await;
    }
    assert!(table.refused(&id, BELA, Verb::Close).await.contains("the host closes it"));
    let desk = front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await;
    let more = front.press_private(&table, ANNA, &button(&desk, "More…").unwrap()).await;
    let office = front.press_private(&table, ANNA, &button(&more, "Host's office").unwrap()).await;
    let ask = front.press_private(&table, ANNA, &button(&office, "Close the campaign").unwrap()).await;
    front.press_private(&table, ANNA, &button(&ask, "Close it").unwrap()).await;
    assert_eq!(table.campaign(&id).await.play.stage, engine::table::Stage::Closed);
    table.verified(&id).await;
}

/// Mail that could not be delivered still waits on the desk of a closed campaign, and nothing else.
#[tokio::test]
async fn who_is_away_when_a_campaign_is_closed_is_not_asked_back() {
    let front = Front::new().await;
    let table = Table::new(73, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, BELA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    let due = table.house.store.due(table.house.now(), 100).await.unwrap();
    let receipt = due.iter().find(|row| row.kind == "receipt").unwrap();
    table.house.store.park(receipt.id, 50007, "closed").await.unwrap();
    table.done(&id, BELA, act(Act::Away { until: None, regent: None })).await;
    let desk = front.press(&table, BELA, &format!("v1:{id}:0:desk")).await;
    assert!(button(&desk, "I am back").is_some() && desk.to_string().contains("You are away"), "{desk}");
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Close).await;
    }
    assert_eq!(table.campaign(&id).await.play.stage, engine::table::Stage::Closed);
    let desk = front.press(&table, BELA, &format!("v1:{id}:0:desk")).await;
    assert!(button(&desk, "Read dispatches").is_some(), "{desk}");
    assert!(button(&desk, "I am back").is_none() && !desk.to_string().contains("You are away"), "{desk}");
}

/// A regent's name is no way to break a form's title.
#[tokio::test]
async fn a_long_name_fits_into_the_title() {
    let front = Front::new().await;
    let table = Table::new(72, None);
    let id = table.found(ANNA, COUNCIL, "War", founding(2)).await;
    let long = Asker { name: "*".repeat(90), ..table.asker(BELA) };
    table.order(&id, &long, Verb::Join { word: word("b") }).await;
    table.done(&id, ANNA, Verb::Join { word: word("a") }).await;
    table.done(&id, ANNA, Verb::Start).await;
    let named = Named { user: OLAF, name: "Olaf".to_owned() };
    let away = Asker { name: "*".repeat(90), ..table.asker(BELA) };
    let make = |persons: &[u32]| act(Act::Away { until: None, regent: Some(persons[0]) });
    table.house.order_naming(&id, &away, &[named], make).await;
    let desk = front.press(&table, OLAF, &format!("v1:{id}:0:desk@1")).await;
    let rows = desk["components"][0]["components"].as_array().unwrap();
    let bid = rows.iter().find(|one| one["custom_id"].as_str().unwrap().contains(":bid@1")).unwrap();
    let form = front.press(&table, OLAF, bid["custom_id"].as_str().unwrap()).await;
    let title = form["title"].as_str().unwrap();
    assert!(title.starts_with("Bid sheet · ") && title.chars().count() <= 45, "{title}");
    assert_eq!(json!(title), form["title"]);
}

/// Map, forces and battle are on the desk, with how one stands; what one seldom does is not among them.
#[tokio::test]
async fn what_a_month_is_played_with_is_on_the_desk() {
    let front = Front::new().await;
    let table = Table::new(74, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let desk = front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await;
    for (label, verb) in [("Map", "map/own"), ("My forces", "forces/mine"), ("Open a battle", "battle/open")]
    {
        assert_eq!(button(&desk, label), Some(format!("v1:{id}:0:{verb}")), "{desk}");
    }
    let says_all = desk.to_string();
    assert!(says_all.contains(" VP · 0 PP · status "), "{says_all}");
    let forces = front.press_private(&table, ANNA, &button(&desk, "My forces").unwrap()).await;
    assert!(forces.to_string().contains(": order of battle"), "{forces}");
    // In this phase none is due, which is said before the form.
    let asks = front.press_private(&table, ANNA, &button(&desk, "Open a battle").unwrap()).await;
    let form = front.press_private(&table, ANNA, &button(&asks, "Open it all the same").unwrap()).await;
    assert_eq!(form["title"], "Open a battle");
    let more = front.press_private(&table, ANNA, &button(&desk, "More…").unwrap()).await;
    assert!(button(&more, "Leave my seat").is_some() && button(&more, "Open a battle").is_none(), "{more}");
}

/// That the status of a campaign says how its reader stands in the words of his desk, and leads whoever reads to the map of the game.
async fn stands_alike(table: &Table, id: &str, user: u64, stands: &str, map: &str) {
    let front = Front::new().await;
    let desk = front.press(table, user, &format!("v1:{id}:0:desk")).await;
    let described = |shown: &Value| shown["embeds"][0]["description"].as_str().unwrap_or_default().to_owned();
    let desk = described(&desk);
    let line = desk.lines().find(|line| line.contains(stands)).unwrap_or_else(|| panic!("{stands}: {desk}"));
    let status = front.press(table, user, &format!("v1:{id}:0:status")).await;
    assert!(described(&status).lines().any(|one| one == line), "{line}: {status}");
    let others = front.press(table, OLAF, &format!("v1:{id}:0:status")).await;
    assert!(!described(&others).contains(" VP"), "who plays nothing reads no standing: {others}");
    for status in [status, others] {
        assert_eq!(button(&status, "Map"), Some(format!("v1:{id}:0:{map}")), "{status}");
    }
}

#[tokio::test]
async fn the_status_says_how_its_reader_stands_as_his_desk_does() {
    let table = Table::new(79, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    table.done(&id, CARL, act(Act::Tell { key: "vp/prussia".to_owned(), value: 4 })).await;
    table.done(&id, CARL, act(Act::Tell { key: "pp/prussia".to_owned(), value: 5 })).await;
    stands_alike(&table, &id, CARL, "**Prussia**: 4 of ", "map/own").await;
    stands_alike(&table, &id, CARL, " VP · 2.5 PP · status ", "map/own").await;
}

#[tokio::test]
async fn the_status_of_europa_says_how_its_reader_stands_as_his_desk_does() {
    let table = Table::new(81, None);
    let id = crate::europa_sieges::begun(&table).await;
    table.done(&id, ANNA, act(Act::Tell { key: "ducats/france".to_owned(), value: 25 })).await;
    stands_alike(&table, &id, ANNA, "**France**: 25 D$, STAB ", "europa/map/own").await;
}

/// In a campaign of Europa the buttons are its own, and the other game's form does not open.
#[tokio::test]
async fn a_campaign_of_europa_has_its_own_buttons() {
    let front = Front::new().await;
    let table = Table::new(75, None);
    let id = crate::europa_sieges::begun(&table).await;
    let desk = front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await;
    assert_eq!(button(&desk, "Open a battle"), Some(format!("v1:{id}:0:europa/open")), "{desk}");
    assert_eq!(button(&desk, "March a stack"), None, "there is none to march");
    let refused = front.press(&table, ANNA, &format!("v1:{id}:0:battle/open")).await;
    assert!(says(&refused).starts_with("✖ This campaign is one of Europa"), "{refused}");
    let form = front.press_private(&table, ANNA, &format!("v1:{id}:0:europa/march/form")).await;
    assert!(says(&form).contains("No stack of yours stands on land"), "{form}");
    let deploy = json!({"board": "deploy", "country": "france", "place": "eLanguedoc", "counters": ["ld"], "veteran": true});
    table.done(&id, ANNA, Verb::Game(deploy)).await;
    let desk = front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await;
    assert_eq!(button(&desk, "March a stack"), None, "no round is played");
    let form = front.press_private(&table, ANNA, &format!("v1:{id}:0:europa/march/form")).await;
    assert!(typed(&form, "stack").starts_with('1') && form["title"] == "March a stack", "{form}");
    let march = [("stack", "1"), ("to", "Dauphiné"), ("way", ""), ("counter", ""), ("unless", "")];
    let told = front.fill(&table, ANNA, form["custom_id"].as_str().unwrap(), &march).await;
    assert!(says(&told).contains("No round is being played"), "the order was read: {told}");
    let told = front
        .fill(&table, ANNA, form["custom_id"].as_str().unwrap(), &[("stack", "1"), ("to", "Xyzzy")])
        .await;
    assert!(
        says(&told).contains("\"Xyzzy\" is no place on the map") && button(&told, "Try again").is_some(),
        "{told}"
    );
}

/// What a select offers, by the values that come back.
fn values(message: &Value, nth: usize) -> Vec<String> {
    let options = nth_select(message, nth)["options"].as_array().cloned().unwrap_or_default();
    options.iter().filter_map(|option| option["value"].as_str()).map(str::to_owned).collect()
}

/// On a phone nothing need be typed: a country, a place, a campaign and a march are chosen, and each is offered only when the engine takes
/// it.
#[tokio::test]
async fn a_campaign_of_europa_is_played_by_its_buttons() {
    let front = Front::new().await;
    let table = Table::new(77, None);
    let id = crate::europa_sieges::begun(&table).await;
    let desk_id = format!("v1:{id}:0:desk");
    let desk = |user| front.press(&table, user, &desk_id);
    // A country: those that are free, the great ones first.
    let take = button(&desk(ANNA).await, "Take a country").unwrap();
    let free = front.press_private(&table, ANNA, &take).await;
    let offered = values(&free, 0);
    assert!(offered.contains(&"england".to_owned()) && !offered.contains(&"spain".to_owned()), "{offered:?}");
    let told = front.choose(&table, ANNA, &id_of(&free, 0), "england").await;
    assert!(!says(&told).starts_with('✖'), "{told}");
    let other = front.press_private(&table, ANNA, &button(&free, "Another country…").unwrap()).await;
    let told = front.fill(&table, ANNA, other["custom_id"].as_str().unwrap(), &[("country", "Spain")]).await;
    assert!(says(&told).starts_with('✖') && button(&told, "Try again").is_some(), "{told}");

    // A stack: where the country may put one, and then its counters.
    let where_to =
        front.press_private(&table, ANNA, &button(&desk(ANNA).await, "Deploy a stack").unwrap()).await;
    let places: Vec<String> = (0..2).flat_map(|nth| values(&where_to, nth)).collect();
    assert!(places.contains(&"eLanguedoc".to_owned()) && !places.contains(&"eCatalunya".to_owned()));
    let draft = front.choose(&table, ANNA, &format!("v1:{id}:0:europa/deploy/france"), "eLanguedoc").await;
    let form = front.press_private(&table, ANNA, &button(&draft, "Write it…").unwrap()).await;
    assert_eq!((typed(&form, "country").as_str(), typed(&form, "place").as_str()), ("France", "Languedoc"));
    let fields = [
        ("country", "France"),
        ("place", "Languedoc"),
        ("counters", "LD"),
        ("veteran", "yes"),
        ("leader", ""),
    ];
    // What is neither yes nor no is not taken for no, and yes is read in either language.
    let unclear = fields.map(|(name, text)| if name == "veteran" { (name, "perhaps") } else { (name, text) });
    let told = front.fill(&table, ANNA, form["custom_id"].as_str().unwrap(), &unclear).await;
    assert!(
        says(&told).contains("\"perhaps\" says neither") && button(&told, "Try again").is_some(),
        "{told}"
    );
    let fields = fields.map(|(name, text)| if name == "veteran" { (name, "Joo") } else { (name, text) });
    let told = front.fill(&table, ANNA, form["custom_id"].as_str().unwrap(), &fields).await;
    assert!(says(&told).contains("Languedoc"), "{told}");
    // With the first stack the bot's own board is in use, and the card of the step is called as the status is.
    let card = last(&table.sent(), "card");
    assert!(card.to_string().contains("preparations"), "{card}");
    // A stack is put down from the card in two taps and a form; in a round it is marched from there.
    assert_eq!(button(&card, "Deploy a stack"), Some(format!("v1:{id}:0:europa/deploy")));
    let board = front.press(&table, ANNA, &format!("v1:{id}:0:europa/board")).await;
    assert!(board.to_string().contains("veteran"), "{board}");
    let before = desk(ANNA).await;
    for label in ["Campaign", "March a stack", "Lay a siege"] {
        assert_eq!(button(&before, label), None, "{label}: nothing of a round is done before it");
    }

    // Results are told in the units of this board, and the form shows what they look like here.
    let form = front.press_private(&table, ANNA, &button(&before, "Tell a result").unwrap()).await;
    let example = form["components"][0]["components"][0]["placeholder"].as_str().unwrap_or_default();
    assert!(example.starts_with("England 12 ") && !example.contains("Austria"), "{form}");
    let tell = async |what: &str| {
        let told = front.fill(&table, ANNA, form["custom_id"].as_str().unwrap(), &[("what", what)]).await;
        let values = table.campaign(&id).await.values();
        let ducats = values.into_iter().find(|value| value.key == "ducats/france").unwrap().now;
        (says(&told).to_owned(), ducats)
    };
    for (what, now) in [("France 33 $", 33), ("France 190 D$", 190), ("France: 20 d$", 20)] {
        assert_eq!(tell(what).await.1, now, "{what}");
    }
    let (told, now) = tell("France 7 ducatoons").await;
    assert!(told.contains("is no value of this board") && told.contains("as in: England 12 VP"), "{told}");
    assert_eq!(now, 20);

    // The round begins; its campaign is chosen before anything marches.
    table.done(&id, ANNA, act(Act::Tell { key: "ducats/france".to_owned(), value: 25 })).await;
    table.done(&id, ANNA, act(Act::Tell { key: "initiative/france".to_owned(), value: 9 })).await;
    for user in [ANNA, BELA, CARL] {
        let through = engine::table::act::Through::Step;
        table.done(&id, user, act(Act::Ready { through, hold: false })).await;
    }
    let now = desk(ANNA).await;
    assert_eq!(button(&now, "March a stack"), None, "no campaign lets it march: {now}");
    assert_eq!((button(&now, "Take a country"), button(&now, "Deploy a stack")), (None, None), "{now}");
    let card = last(&table.sent(), "card");
    // What would be refused is on the card no more than on the desk.
    assert_eq!(button(&card, "Campaign"), Some(format!("v1:{id}:0:europa/campaign")), "{card}");
    assert_eq!(button(&card, "March a stack"), None, "no campaign lets anything march: {card}");
    // Without money the desk says what is lacking, instead of offering what cannot be had.
    table.done(&id, ANNA, act(Act::Tell { key: "ducats/france".to_owned(), value: 9 })).await;
    let poor = desk(ANNA).await;
    assert!(
        button(&poor, "Campaign").is_none() && poor.to_string().contains("the least takes 10 D$"),
        "{poor}"
    );
    assert_eq!(button(&last(&table.sent(), "card"), "Campaign"), None, "nobody could pay for one");
    // An older card may still show it: who presses there what he cannot pay for reads why.
    let told = front.press_private(&table, ANNA, &button(&card, "Campaign").unwrap()).await;
    assert!(
        says(&told).contains("None of your treasuries pays for a campaign: the least takes 10 D$"),
        "{told}"
    );
    table.done(&id, ANNA, act(Act::Tell { key: "ducats/france".to_owned(), value: 25 })).await;
    let draft = front.press_private(&table, ANNA, &button(&now, "Campaign").unwrap()).await;
    assert!(says(&draft).contains("What is dearer than the treasury is not offered"), "{draft}");
    assert!(says(&draft).contains("It takes 20 D$") && says(&draft).contains("holds 25 D$"), "{draft}");
    assert_eq!(values(&draft, 0), ["0", "1", "2", "3"], "what 25 D$ buy: {draft}");
    let draft = front.press_for_picture(&table, ANNA, &id_of(&draft, 0), Some("2")).await;
    assert!(says(&draft).contains("It takes 10 D$"), "{draft}");
    // As a march's it shows what it is for: where his only stack stands.
    assert_eq!(draft["attachments"][0]["description"], "The board around Languedoc.", "{draft}");
    let told = front.press_private(&table, ANNA, &button(&draft, "Announce it").unwrap()).await;
    assert!(says(&told).contains("low-cost simple campaign"), "{told}");
    let card = last(&table.sent(), "card");
    assert_eq!(button(&card, "March a stack"), Some(format!("v1:{id}:0:europa/march")), "{card}");

    // The one stack marches where it may; the draft names the provinces on its way.
    let ends = front.press_private(&table, ANNA, &button(&desk(ANNA).await, "March a stack").unwrap()).await;
    assert!(says(&ends).contains("1 · France, LD in Languedoc"), "{ends}");
    assert!(values(&ends, 0).contains(&"eProvence".to_owned()), "{ends}");
    let draft = front.press_for_picture(&table, ANNA, &id_of(&ends, 0), Some("eNice")).await;
    assert!(says(&draft).contains("Languedoc → Provence → Nice"), "{draft}");
    let picture = draft["attachments"][0]["description"].as_str().unwrap_or_default();
    let along = "The board along the march from Languedoc to Nice.";
    assert_eq!(picture, along, "a march is seen before it is ordered: {draft}");
    let told = front.press_private(&table, ANNA, &button(&draft, "March").unwrap()).await;
    assert!(says(&told).contains("marches: Languedoc → Provence → Nice"), "{told}");
    table.verified(&id).await;
}

/// Counters and a leader are chosen as well, and only what the engine takes is offered.
#[tokio::test]
async fn a_stack_of_europa_is_put_down_without_typing() {
    let (front, table) = (Front::new().await, Table::new(79, None));
    let id = crate::europa_sieges::begun(&table).await;
    let deploy = format!("v1:{id}:0:europa/deploy");
    let places = front.press_private(&table, ANNA, &deploy).await;
    for n in 0..2 {
        let select = nth_select(&places, n);
        let label = select["placeholder"].as_str().unwrap_or_default();
        let (from, to) = label.split_once(" to ").unwrap_or(("", label));
        assert!(!from.ends_with(to), "{label}");
    }
    let draft = front.choose(&table, ANNA, &format!("{deploy}/france"), "eLanguedoc").await;
    assert!(
        says(&draft).contains("**France** puts **A+** down in **Languedoc**: conscript, without a leader")
    );
    let troops = nth_select(&draft, 0);
    assert_eq!(troops["placeholder"], "Troops", "{draft}");
    let wanted = troops["options"].as_array().unwrap().iter().find(|one| one["label"] == "A+ A− LD").unwrap();
    let draft = front.choose(&table, ANNA, &id_of(&draft, 0), wanted["value"].as_str().unwrap()).await;
    assert!(says(&draft).contains("**A+ A− LD**"), "{draft}");
    let draft = front.press_private(&table, ANNA, &button(&draft, "Make it veteran").unwrap()).await;
    let leaders = (0..3).find(|n| nth_select(&draft, *n)["placeholder"] == "Leader").unwrap();
    let led = nth_select(&draft, leaders)["options"][1].clone();
    let draft = front.choose(&table, ANNA, &id_of(&draft, leaders), led["value"].as_str().unwrap()).await;
    assert!(says(&draft).contains(&format!("veteran, {}", led["label"].as_str().unwrap())), "{draft}");
    let told = front.press_private(&table, ANNA, &button(&draft, "Deploy it").unwrap()).await;
    assert!(says(&told).contains("Languedoc") && !says(&told).starts_with('✖'), "{told}");
    let board = front.press(&table, ANNA, &format!("v1:{id}:0:europa/board")).await.to_string();
    let name = led["label"].as_str().unwrap().split(' ').next().unwrap();
    assert!(
        board.contains("A+ A− LD in Languedoc") && board.contains("veteran") && board.contains(name),
        "{board}"
    );
    table.verified(&id).await;
}

/// Before the rounds *Ready* asks who has nothing on the board, once; with a stack it is taken at once.
#[tokio::test]
async fn ready_in_europa_asks_who_has_no_stack() {
    let (front, table) = (Front::new().await, Table::new(80, None));
    let id = crate::europa_sieges::begun(&table).await;
    let line = table.campaign(&id).await.play.wait().unwrap().line;
    let ready = format!("v1:{id}:{line}:turn/ready");
    let is_ready = async |many: usize| table.campaign(&id).await.play.wait().unwrap().ready.len() == many;
    let sure = format!("v1:{id}:{line}:turn/sure");
    let asked = front.press_private(&table, ANNA, &ready).await;
    assert!(says(&asked).contains("You have no stack on the board") && is_ready(0).await, "{asked}");
    assert!(asked.to_string().contains(&sure), "{asked}");
    let told = front.press_private(&table, ANNA, &sure).await;
    assert!(!says(&told).starts_with('✖') && is_ready(1).await, "{told}");
    let deploy = json!({"board": "deploy", "country": "spain", "place": "eCatalunya", "counters": ["ld"]});
    table.done(&id, BELA, Verb::Game(deploy)).await;
    table.done(&id, BELA, act(Act::Tell { key: "ducats/spain".to_owned(), value: 50 })).await;
    let asked = front.press_private(&table, CARL, &ready).await;
    assert!(says(&asked).contains("without one of yours"), "others have stacks, he has none: {asked}");
    let told = front.press_private(&table, BELA, &ready).await;
    assert!(says(&told).contains("You are ready"), "{told}");
}

/// While no country is taken the values say so, and not that powers are chosen.
#[tokio::test]
async fn the_values_of_europa_without_countries_say_so() {
    let (front, table) = (Front::new().await, Table::new(81, None));
    let id = table.found(ANNA, COUNCIL, "Italy", crate::europa_sieges::of_europa(2, 8)).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word("w") }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    let told = front.press_private(&table, ANNA, &format!("v1:{id}:0:board/values")).await;
    assert!(says(&told).starts_with("The board has no values yet: no country is taken."), "{told}");
}

/// Who is ready reads for whom the others wait, and takes it back with one press.
#[tokio::test]
async fn ready_names_who_is_awaited_and_can_be_taken_back() {
    let front = Front::new().await;
    let table = Table::new(76, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let line = table.campaign(&id).await.play.wait().unwrap().line;
    let ready = format!("v1:{id}:{line}:turn/ready");
    let told = front.press(&table, ANNA, &ready).await;
    let lines: Vec<&str> = says(&told).lines().collect();
    assert_eq!(lines[0], "You are ready.");
    assert!(lines[1].starts_with("Awaited: ") && lines[1].ends_with("(User102)."), "{told}");
    // A second tap on the card is no mistake: it says the same again, and what can be done now.
    let again = front.press(&table, ANNA, &ready).await;
    let lines: Vec<&str> = says(&again).lines().collect();
    assert_eq!(lines[0], "You are ready already.");
    assert!(lines[1].ends_with("(User102).") && button(&again, "Not ready").is_some(), "{again}");
    let told = front.press_private(&table, ANNA, &button(&told, "Not ready").unwrap()).await;
    assert!(says(&told).starts_with("You are not ready any more"), "{told}");
    front.press(&table, ANNA, &ready).await;
    let told = front.press(&table, BELA, &ready).await;
    assert!(says(&told).starts_with("You are ready.\nNobody else was awaited. Now: **"), "{told}");
    assert_eq!(button(&told, "Not ready"), None, "{told}");
}

/// A second tap of an impatient finger falls on the same button, which then cannot be pressed, and never on another.
#[tokio::test]
async fn the_buttons_of_being_ready_keep_their_places() {
    let front = Front::new().await;
    let table = Table::new(79, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let row = async || {
        let desk = front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await;
        let first = desk["components"][0]["components"].as_array().unwrap().clone();
        let of = |part: &Value| (part["label"].as_str().unwrap().to_owned(), part["disabled"] != json!(true));
        first[..3].iter().map(of).collect::<Vec<_>>()
    };
    let line = table.campaign(&id).await.play.wait().unwrap().line;
    let is = |open: [bool; 3]| {
        let labels = ["Ready", "Ready for the turn", "Not ready"].map(str::to_owned);
        labels.into_iter().zip(open).collect::<Vec<_>>()
    };
    assert_eq!(row().await, is([true, true, false]));
    front.press(&table, ANNA, &format!("v1:{id}:{line}:turn/ready")).await;
    assert_eq!(row().await, is([false, true, true]));
    front.press(&table, ANNA, &format!("v1:{id}:{line}:turn/month")).await;
    assert_eq!(row().await, is([false, false, true]));
    front.press(&table, ANNA, &format!("v1:{id}:{line}:turn/not")).await;
    assert_eq!(row().await, is([true, true, false]));
}

/// From the turn card the map is one tap away, and a counter stands elsewhere after three; every counter can be chosen.
#[tokio::test]
async fn the_turn_card_leads_to_the_map_and_moves_a_counter() {
    let front = Front::new().await;
    let table = Table::new(80, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let through = engine::table::act::Through::Step;
    table.done(&id, BELA, act(Act::Ready { through, hold: false })).await;
    let card = last(&table.sent(), "card");
    assert_eq!(button(&card, "Map"), Some(format!("v1:{id}:0:map/own")));
    let which = front.press(&table, ANNA, &button(&card, "My counters").unwrap()).await;
    let taken = |id: &str| id.split_once("counter/take/").map(|(_, which)| which.to_owned());
    let first: Vec<String> = ids(&which).iter().filter_map(|id| taken(id)).collect();
    assert!(first.len() >= 5, "the first have a button each: {which}");
    let in_selects = (0..3).flat_map(|nth| {
        let options = nth_select(&which, nth)["options"].as_array().cloned().unwrap_or_default();
        options.into_iter().map(|one| one["value"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    });
    let all: Vec<String> = first.iter().cloned().chain(in_selects).collect();
    assert!(all.len() > 25, "two players have seven powers: {}", all.len());
    let unique: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(unique.len(), all.len());
    let counters = async || table.campaign(&id).await.public_view().game.value()["counters"].to_string();
    // My counters, the counter, the place: three taps.
    let take = ids(&which).into_iter().find(|id| taken(id).is_some()).unwrap();
    let chosen = front.press(&table, ANNA, &take).await;
    let go = ids(&chosen).into_iter().find(|id| id.contains("counter/go/")).unwrap();
    let told = front.press(&table, ANNA, &go).await;
    assert!(says(&told).contains("stands at"), "{told}");
    let rest = go.split_once("counter/go/").unwrap().1;
    let place = rest.split('/').skip(1).take(2).collect::<Vec<_>>().join("/");
    assert!(counters().await.contains(&place), "{place}");
    // The last one is in the last select.
    let nth = (0..3).rev().find(|nth| !nth_select(&which, *nth).is_null()).unwrap();
    let chosen = front.choose(&table, ANNA, &id_of(&which, nth), all.last().unwrap()).await;
    let go = ids(&chosen).into_iter().find(|id| id.contains("counter/go/")).unwrap();
    let told = front.press(&table, ANNA, &go).await;
    assert!(!says(&told).starts_with('✖'), "{told}");
    let rest = go.split_once("counter/go/").unwrap().1;
    let to = rest.split('/').skip(1).take(2).collect::<Vec<_>>().join("/");
    assert!(counters().await.contains(&to), "{to}");
}

/// Who was ready to the end of a turn is so in that turn alone: the next asks him again, and his desk does not say that he is.
#[tokio::test]
async fn ready_for_a_turn_is_not_ready_for_the_next() {
    let front = Front::new().await;
    let table = Table::new(78, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let turn = async || table.campaign(&id).await.play.path()[0].clone();
    let first = turn().await;
    let through = engine::table::act::Through::Turn;
    let desk_id = format!("v1:{id}:0:desk");
    table.done(&id, ANNA, act(Act::Ready { through, hold: false })).await;
    let desk = front.press(&table, ANNA, &desk_id).await.to_string();
    assert!(desk.contains("you are ready to the end of the turn"), "{desk}");
    table.done(&id, BELA, act(Act::Ready { through, hold: false })).await;
    assert_ne!(turn().await, first, "the month is over");
    for user in [ANNA, BELA] {
        let desk = front.press(&table, user, &desk_id).await.to_string();
        assert!(
            desk.contains("say when you are ready") && !desk.contains("to the end of the turn"),
            "{desk}"
        );
    }
}

/// The turn card comes down again when it has been pushed out of sight, once each time, also after a restart, and the old one points down.
#[tokio::test]
async fn the_turn_card_comes_down_again_after_many_posts() {
    use commands::present::card::COMES_DOWN_AFTER;
    let mut table = Table::new(77, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    table.sent();
    let mut cards: Vec<String> = Vec::new();
    for n in 0..2 * COMES_DOWN_AFTER {
        if n == COMES_DOWN_AFTER / 2 {
            table = table.restarted(|_| ());
        }
        table.done(&id, ANNA, roll("2d6", None)).await;
        let sent = table.sent();
        let texts = sent.iter().filter(|message| message.kind == "card").map(|message| message.text.clone());
        let texts: Vec<String> = texts.collect();
        assert!(texts.len() != 1 || !texts[0].contains("further down"), "{texts:?}");
        cards.extend(texts.into_iter().filter(|text| text.contains("further down")));
    }
    assert_eq!(cards.len(), 2, "{cards:?}");
}

/// Before stand-ins take all free seats the host reads which, that his own is among them, and which is kept for the operator.
#[tokio::test]
async fn the_host_reads_which_seats_stand_ins_take() {
    let front = Front::new().await;
    let table = Table::new(106, Some(OLAF));
    let of = Founding { operator_seats: 1, ..founding(4) };
    let id = table.found(ANNA, COUNCIL, "The Grand War", of).await;
    let shown = async || front.press(&table, ANNA, &format!("v1:{id}:0:more/stand-ins")).await;
    let told = shown().await;
    let free = async || -> Vec<u32> {
        let view = table.campaign(&id).await.public_view();
        let seats = view.seats.iter().filter(|seat| !seat.is_taken() && !seat.operator);
        seats.filter_map(|seat| seat.id.number()).collect()
    };
    let takes = |seats: &[u32]| {
        let [first, rest @ ..] = seats else { panic!("nobody sits") };
        let (last, middle) = rest.split_last().unwrap();
        let middle: String = middle.iter().map(|n| format!(", {n}")).collect();
        format!("*Stand-ins on all free seats* takes these seats: {first}{middle} and {last}.")
    };
    let before = free().await;
    assert_eq!(before.len(), 3);
    assert!(says(&told).contains(&takes(&before)), "{told}");
    assert!(says(&told).contains("Kept for the operator of the bot, and without one: "), "{told}");
    assert!(says(&told).contains("Take your own seat first: yours is among them."), "{told}");
    table.done(&id, ANNA, Verb::Join { word: word("lobster") }).await;
    let told = shown().await;
    let now = free().await;
    assert!(says(&told).contains(&takes(&now)) && !says(&told).contains("your own seat"), "{told}");
    // It takes those that it said.
    front.press(&table, ANNA, &button(&told, "Stand-ins on all free seats").unwrap()).await;
    let view = table.campaign(&id).await.public_view();
    let sit: Vec<u32> =
        view.seats.iter().filter(|seat| seat.stand_in).filter_map(|seat| seat.id.number()).collect();
    assert_eq!(sit, now);
}
