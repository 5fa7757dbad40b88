//! Rules looked up and charts rolled on through the gateway: in a direct message, with what is suggested while typing, and on a record
//! that verifies.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, COUNCIL, SEVEN, answer, refusal};
use engine::table::verify::verify;
use local_discord::{Kind, Seen};

/// What was suggested to somebody who typed a line as far as an option.
async fn suggested(table: &common::Table, channel: &str, line: &str, option: &str) -> Seen {
    let mark = table.mark();
    table.server().autocomplete("Anna", channel, line, option).unwrap();
    let server = table.server();
    common::until("choices come", || {
        server.seen().iter().any(|seen| seen.n > mark && seen.kind == Kind::Choices)
    })
    .await;
    let seen = table.since(mark).await;
    let mut choices = seen.into_iter().filter(|seen| seen.kind == Kind::Choices);
    let (Some(one), None) = (choices.next(), choices.next()) else { panic!("not one list of choices") };
    one
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_looked_up_in_a_direct_message_without_any_campaign() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let seen = table.slash_in("dm", "Anna", "/rules show rule:house.general.bids-order").await;
    let shown = answer(&seen, "Anna");
    assert!(common::all_of(shown).contains("the largest bid first"), "{shown:?}");
    let seen = table.slash_in("dm", "Anna", "/rules show rule:standard.land.kept").await;
    let shown = common::all_of(answer(&seen, "Anna"));
    assert!(shown.contains("Our own, not the printed rule"), "{shown}");
    let seen = table.slash_in("dm", "Anna", "/rules search words:stacking").await;
    let list = answer(&seen, "Anna");
    assert!(common::all_of(list).contains("15 rules for "), "{list:?}");
    let seen = table.press("Anna", "10").await;
    assert!(common::all_of(answer(&seen, "Anna")).contains("fast-battle."), "{seen:?}");
    let says = refusal(&table.slash("Anna", "/rules search words:xyzzy").await, "Anna");
    assert!(says.contains("No rule is found for \"xyzzy\""), "{says}");
    // Asked for everybody, it stands in the channel; what is not found stays with who asked.
    let seen = table.slash("Anna", "/rules search words:stacking here:true").await;
    assert_eq!(seen.iter().map(|seen| seen.to.label()).collect::<Vec<_>>(), ["public:council"]);
    refusal(&table.slash("Anna", "/rules show rule:xyzzy here:true").await, "Anna");
    let rules = suggested(&table, COUNCIL, "/rules show rule:4.4.6.3", "rule").await;
    assert!(common::all_of(&rules).contains("Enforced peace"), "{rules:?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rolls_on_the_chart_verify_and_luck_is_told_of_them() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let id = table.begun(2).await;
    // A command of one game is suggested campaigns of that game alone.
    for (line, fits) in [
        ("/dice chart campaign:", true),
        ("/desk campaign:", true),
        ("/europa country release campaign:", false),
    ] {
        let campaigns = suggested(&table, COUNCIL, line, "campaign").await;
        assert_eq!(common::all_of(&campaigns).contains(&id), fits, "{line}: {campaigns:?}");
    }
    let tables = suggested(&table, COUNCIL, "/dice chart table:4", "table").await;
    let text = common::all_of(&tables);
    assert!(text.contains("4-1") && text.contains("4-5") && !text.contains("5-1"), "{text}");
    for line in [
        "/dice chart table:4-1 factors:30 mod:1 for:\"port guns, Lorient\"",
        "/dice chart table:5-5 mod:-9",
        "/dice chart table:11",
    ] {
        let seen = table.slash("Anna", line).await;
        assert!(answer(&seen, "Anna").text.contains("The enemy loses "), "{seen:?}");
        let post = seen.iter().find(|seen| seen.to.label() == "public:council").unwrap();
        assert!(post.text.starts_with("# The enemy loses "), "{post:?}");
    }
    let says = refusal(&table.slash("Bertil", "/dice chart table:7-7").await, "Bertil");
    assert!(says.contains("no table \"7-7\""), "{says}");
    for (line, option, expected) in [
        ("/dice stats player:an", "player", "Anna"),
        ("/dice stats purpose:lor", "purpose", "port guns, Lorient"),
    ] {
        let choices = suggested(&table, COUNCIL, line, option).await;
        assert!(common::all_of(&choices).contains(expected), "{choices:?}");
    }
    let seen = table.slash("Bertil", "/dice stats player:Anna purpose:lorient").await;
    assert!(common::all_of(answer(&seen, "Bertil")).contains("1 d6: mean "), "{seen:?}");
    for who in ["Anna", "Bertil"] {
        table.slash(who, "/audit reveal").await;
    }
    let (_, record) = table.table.house.record(&id).await.unwrap();
    let report = verify(record.as_bytes(), &[]).unwrap();
    assert_eq!((report.rolls_checked, report.rolls_waiting, report.orders_waiting), (3, 0, 0));
    table.close().await;
}

/// What is offered while a country of Europa is typed is what the command can use: those that are played, those at war, not oneself.
#[tokio::test(flavor = "multi_thread")]
async fn countries_are_offered_where_they_can_be_used() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    table.slash(SEVEN[0], "/campaign found scenario:europa players:2").await;
    table.fill(SEVEN[0], &[]).await;
    for who in &SEVEN[..2] {
        table.slash(who, "/campaign join word:w").await;
    }
    table.slash(SEVEN[0], "/campaign start").await;
    for (who, country) in [(SEVEN[0], "france"), (SEVEN[1], "spain")] {
        answer(&table.slash(who, &format!("/europa country take country:{country}")).await, who);
    }
    let told = "/europa country told country:";
    let war = "/europa country war country:france with:";
    let peace = "/europa country war country:france peace:true with:";
    let offered = async |line: &str, option: &str| -> Vec<String> {
        let seen = suggested(&table, COUNCIL, line, option).await;
        seen.text.lines().map(str::to_owned).collect()
    };
    // One's own first, then the others that are played, and nobody else; of a province all that could hold it.
    assert_eq!(offered(told, "country").await, ["France", "Spain"]);
    assert_eq!(offered(&format!("{told}sp"), "country").await, ["Spain"]);
    let of_a_province = "/europa country told province:Lombardia country:ven";
    assert!(offered(of_a_province, "country").await.contains(&"Venice".to_owned()));
    let with = offered(war, "with").await;
    assert!(with[0] == "Spain" && with.len() == 25 && !with.contains(&"France".to_owned()), "{with:?}");
    assert_eq!(offered(peace, "with").await, [""; 0], "nobody is at war");
    answer(&table.slash(SEVEN[0], "/europa country war country:france with:spain").await, SEVEN[0]);
    table.press(SEVEN[1], "Confirm").await;
    assert_eq!(offered(peace, "with").await, ["Spain"]);
    let again = "/europa country war country:france peace:false with:sp";
    assert!(!offered(again, "with").await.contains(&"Spain".to_owned()), "they are at war already");
    table.close().await;
}
