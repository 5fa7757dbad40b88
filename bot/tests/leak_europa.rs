//! A game of Europa gives no secret away: plans and fleets that are sealed, guesses of odds and what was refused stay with who wrote them,
//! in what others see, in logs at the finest level, in health and in the public record, until the envelopes are opened.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common;
use crate::common::program::{self, Program};
use crate::common::{ANSWERS, COUNCIL};
use crate::leak::{Canary, NAMES, to_one_of, whole};
use local_discord::{Clock as _, Fault, LocalDiscord, VirtualClock};
use std::sync::Arc;

/// What everybody looks at while the envelopes are closed.
const LOOKS: &[&str] = &[
    "/campaign status",
    "/campaign export",
    "/desk",
    "/audit status",
    "/dice stats",
    "/europa board show",
    "/europa battle plan",
    "/envelope list",
    "/strongbox list",
];

/// What everybody begins to type.
const TYPED: &[(&str, &str)] = &[
    ("/europa board march stack: to:x", "stack"),
    ("/europa board fight stack:1 with:", "with"),
    ("/europa battle open place:", "place"),
    ("/strongbox show what:", "what"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_europa_gives_no_secret_away() {
    let clock = Arc::new(VirtualClock::starting_at(chancery::rehearse::BEGINNING));
    let folder = tempfile::tempdir().unwrap();
    let server =
        LocalDiscord::start(common::server(clock.clone(), &[NAMES[0], NAMES[1], "Observer"])).await.unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    std::fs::write(folder.path().join("clock"), clock.now().to_string()).unwrap();
    let mut command = program::on(&server, folder.path(), "trace");
    command
        .env("RUST_LOG", "trace")
        .env("CHANCERY_HEALTH", port.to_string())
        .env("CHANCERY_TEST_SEED", "12".repeat(32))
        .env("CHANCERY_TEST_CLOCK", folder.path().join("clock"));
    let program = Program::start(command, &server, folder.path()).await;
    let slash = async |who: usize, line: &str| {
        server.slash(NAMES[who], COUNCIL, line).unwrap_or_else(|why| panic!("{line}: {why}"));
        program.quiet(&server).await;
    };
    let fill = async |who: usize, fields: &[(&str, &str)]| {
        let fields: Vec<(String, String)> =
            fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        server.fill(NAMES[who], &fields).unwrap();
        program.quiet(&server).await;
    };
    slash(0, "/campaign found name:Italien players:2 scenario:europa").await;
    fill(0, &[("turn", "8")]).await;
    slash(0, "/campaign join word:openword1").await;
    slash(1, "/campaign join word:openword2").await;
    slash(0, "/campaign start").await;
    for (who, country) in [(0, "france"), (1, "spain")] {
        slash(who, &format!("/europa country take country:{country}")).await;
        slash(who, &format!("/europa country take country:{country} land:Arquebuse naval:Carrack")).await;
    }
    slash(0, "/europa country war country:france with:spain").await;
    slash(0, "/europa battle open place:\"Gulf of Lion\" mine:\"France\" theirs:\"Spain\"").await;

    // The plans of a battle at sea, with what is in the fleets; one of them is refused first.
    let begun = server.seen().len() as u64;
    let mut canaries: Vec<(Canary, usize)> = Vec::new();
    slash(0, "/europa battle plan").await;
    fill(0, &[("plan", "Refusedkanari"), ("fleet", "2 ND")]).await;
    canaries.push((Canary::text("a refused plan", "Refusedkanari"), 0));
    for (who, plan, fleet) in [(0, "losses 7", "17 ND 3 DTr"), (1, "morale 1", "19 ND")] {
        slash(who, "/europa battle plan").await;
        server.faults().strike(ANSWERS, 1, Fault::Delay(std::time::Duration::from_millis(5)));
        fill(who, &[("plan", plan), ("fleet", fleet)]).await;
        server.faults().clear();
    }
    canaries.push((Canary::text("a sealed plan by losses", "leave_at_loss"), 0));
    canaries.push((Canary::text("a sealed plan by morale", "leave_at_morale"), 1));
    canaries.push((Canary::text("a sealed fleet", "17 ND"), 0));
    canaries.push((Canary::text("the other's fleet", "19 ND"), 1));
    slash(0, "/strongbox keep what:\"Kanariflotte: 9 ships\"").await;
    canaries.push((Canary::text("a fleet in the strongbox", "Kanariflotte"), 0));
    slash(1, "/strongbox note name:plan text:\"Zeisignotiz\"").await;
    canaries.push((Canary::text("a note", "Zeisignotiz"), 1));
    for who in NAMES[..2].iter().chain(&["Observer"]) {
        for line in LOOKS {
            server.slash(who, COUNCIL, line).unwrap_or_else(|why| panic!("{line}: {why}"));
            program.quiet(&server).await;
        }
        for (line, option) in TYPED {
            server.autocomplete(who, COUNCIL, line, option).unwrap_or_else(|why| panic!("{line}: {why}"));
            program.quiet(&server).await;
        }
    }
    // An order whose answer never gets out.
    server.faults().strike(ANSWERS, 1, common::LOST);
    server.slash(NAMES[0], COUNCIL, "/europa battle plan").unwrap();
    common::until("the answer is lost", || server.requests().iter().any(|one| one.status == 404)).await;
    let mut told = String::new();
    for path in ["healthz", "readyz", "metrics"] {
        told += &reqwest::get(format!("http://{port}/{path}")).await.unwrap().text().await.unwrap();
    }
    let seen = server.seen_since(begun);
    let log = program.stop().await;
    assert!(log.contains("did not take a request"), "{log}");
    let (code, _, error) =
        common::run(folder.path(), &["--database", "chancery.db", "export", "--out", "public.jsonl"]);
    assert_eq!(code, 0, "{error}");
    let public = std::fs::read_to_string(folder.path().join("public.jsonl")).unwrap();
    assert!(public.contains("fight_opened"), "the battle is on the public record");
    assert!(!public.contains("warships"), "a sealed fleet is on the public record");
    for (canary, owner) in &canaries {
        let own = [NAMES[*owner]];
        let found = seen.iter().any(|seen| to_one_of(&seen.to, &own) && canary.is_in(&whole(seen)));
        assert!(found, "{} was shown to nobody, so nothing is proved", canary.what);
        for seen in seen.iter().filter(|seen| !to_one_of(&seen.to, &own)) {
            assert!(!canary.is_in(&whole(seen)), "{}, seen by {}: {seen:#?}", canary.what, seen.to.label());
        }
        assert!(!canary.is_in(&told), "{} in health or metrics", canary.what);
        assert!(!canary.is_in(&public), "{} in the public record", canary.what);
        assert!(!canary.is_in(&log), "{} in the log", canary.what);
    }
    assert_eq!(server.violations(), []);
    server.stop().await;
}
