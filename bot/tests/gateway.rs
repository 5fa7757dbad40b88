//! The gateway: dropped, resumed, refused, and events that come twice. And the token: it goes to this machine or to Discord, and into
//! no log.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, Bot, COUNCIL, SEVEN, answer, until};
use chancery::gateway::Gateway;
use commands::chance::Seeded;
use commands::house::House;
use db::{Stamp, Store};
use local_discord::{Kind, LocalDiscord, SystemClock, VirtualClock};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

#[tokio::test(flavor = "multi_thread")]
async fn play_goes_on_when_the_gateway_drops_and_resumes() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let id = table.begun(2).await;
    let server = table.server();
    for code in [None, Some(4000), Some(1001)] {
        // Somebody rolls while the bot is away: the event is kept for the resume.
        let lines = table.lines(&id).await;
        let mark = table.mark();
        let resumes = || server.transcript().matches("the bot resumed").count();
        let resumed = resumes();
        assert!(server.faults().drop_gateway(code));
        let asked = server.slash("Anna", COUNCIL, "/dice roll what:2d6").unwrap();
        until("the bot is back", || resumes() > resumed && server.connected()).await;
        until("the roll is dealt with", || server.answered(asked) != Some((false, false))).await;
        let seen = table.since(mark).await;
        assert_eq!(table.lines(&id).await, lines + 2, "{code:?}");
        assert!(seen.iter().any(|seen| seen.to.label() == "public:council" && seen.kind == Kind::Post));
        // And it was told to who asked, there or by direct message.
        let told = |seen: &&local_discord::Seen| {
            matches!(seen.to.label().as_str(), "ephemeral:Anna" | "dm:Anna") && seen.kind != Kind::Failed
        };
        assert_eq!(seen.iter().filter(told).count(), 1, "{code:?}: {seen:#?}");
        answer(&table.slash("Bertil", "/desk").await, "Bertil");
    }
    // Resumed each time: the bot identified once.
    assert_eq!(server.identifies(), 1);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn as_many_shards_are_started_as_discord_asks_for() {
    let clock = Arc::new(VirtualClock::starting_at(chancery::rehearse::BEGINNING));
    let server = LocalDiscord::start(common::server(clock, &SEVEN[..2])).await.unwrap();
    server.ask_for_shards(2);
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(&server, &folder.path().join("table.db"), 1).await;
    // The second may be started five seconds after the first; the bot is ready when it hears of every server.
    assert!(!bot.house.tally.is_connected());
    until("all shards", || server.connected() && bot.house.tally.is_connected()).await;
    let own = (server.guild_id() >> 22) % 2;
    let mut shards = server.shards();
    shards.sort_unstable();
    assert_eq!(shards, [(0, 2, usize::from(own == 0)), (1, 2, usize::from(own == 1))]);
    let play = async || {
        let mark = server.seen().len() as u64;
        for place in [COUNCIL, "dm"] {
            server.slash("Anna", place, "/help").unwrap();
        }
        bot.quiet(&server).await;
        let seen = server.seen_since(mark);
        assert_eq!(seen.iter().filter(|seen| seen.kind == Kind::Reply).count(), 2, "{seen:#?}");
    };
    play().await;
    // Both are back after an outage, and are no strangers in their servers.
    assert!(server.faults().drop_gateway(None));
    until("both are resumed", || server.transcript().matches("the bot resumed").count() == 2).await;
    until("all shards again", || server.connected() && bot.house.tally.is_connected()).await;
    play().await;
    assert_eq!(server.violations(), []);
    bot.crash();
    server.stop().await;
}

/// Two servers, each told of by another shard: what is asked in either is answered, after an outage too, and each has its own campaign.
#[tokio::test(flavor = "multi_thread")]
async fn commands_are_answered_in_servers_of_two_shards() {
    const ELSEWHERE: &str = "elsewhere";
    let clock = Arc::new(VirtualClock::starting_at(chancery::rehearse::BEGINNING));
    let mut settings = common::server(clock, &SEVEN[..2]);
    settings.more_guilds.push(("Second".to_owned(), vec![ELSEWHERE.to_owned()]));
    let server = LocalDiscord::start(settings).await.unwrap();
    server.ask_for_shards(2);
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(&server, &folder.path().join("table.db"), 1).await;
    until("all shards", || server.connected() && bot.house.tally.is_connected()).await;
    let mut shards = server.shards();
    shards.sort_unstable();
    assert_eq!(shards, [(0, 2, 1), (1, 2, 1)], "a server for each");
    for channel in [COUNCIL, ELSEWHERE] {
        server.slash("Anna", channel, &format!("/campaign found players:2 name:{channel}")).unwrap();
        bot.quiet(&server).await;
        server.fill("Anna", &[]).unwrap();
        bot.quiet(&server).await;
    }
    let mut guilds: Vec<(String, u64)> = Vec::new();
    for row in bot.house.store.campaigns().await.unwrap() {
        guilds.push((row.name, row.guild));
    }
    guilds.sort_unstable();
    let second = server.guild_named("Second").unwrap();
    assert_eq!(guilds, [(COUNCIL.to_owned(), server.guild_id()), (ELSEWHERE.to_owned(), second)]);
    let asked = async |word: &str| {
        for channel in [COUNCIL, ELSEWHERE] {
            let mark = server.seen().len() as u64;
            server.slash("Bertil", channel, "/campaign status").unwrap();
            bot.quiet(&server).await;
            let seen = server.seen_since(mark);
            let told = common::all_of(answer(&seen, "Bertil"));
            assert!(told.contains(channel), "{word}, {channel}: {told}");
        }
    };
    asked("at first").await;
    assert!(server.faults().drop_gateway(None));
    until("both are resumed", || server.transcript().matches("the bot resumed").count() == 2).await;
    until("all shards again", || server.connected() && bot.house.tally.is_connected()).await;
    asked("after an outage").await;
    assert_eq!(server.violations(), []);
    bot.crash();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn play_goes_on_when_a_resume_is_refused() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let id = table.begun(2).await;
    let server = table.server();
    server.faults().refuse_resume(1);
    assert!(server.faults().drop_gateway(None));
    until("the bot identifies anew", || server.identifies() == 2 && server.connected()).await;
    let lines = table.lines(&id).await;
    answer(&table.slash("Anna", "/dice roll what:2d6").await, "Anna");
    assert_eq!(table.lines(&id).await, lines + 2);
    // Its commands are registered once, not once more each time.
    assert_eq!(server.commands().len(), commands::all().len());
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_that_come_twice_change_nothing() {
    let table = common::table(&SEVEN).await;
    table.server().faults().deliver_twice(usize::MAX);
    let id = table.begun(7).await;
    for (n, who) in SEVEN.iter().enumerate() {
        let bids: Vec<String> = (0..7).map(|power| ((power + n) % 7).to_string()).collect();
        table.slash(who, &format!("/bid bids:\"{}\"", bids.join(" "))).await;
        table.slash(who, "/dice roll what:2d6").await;
        table.press(who, "Make it Final").await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    table.since(0).await;
    let (_, text) = table.table.house.record(&id).await.unwrap();
    let report = engine::table::verify::verify(text.as_bytes(), &[]).unwrap();
    assert_eq!(report.seals_checked, 7);
    for (verb, times) in [("join", 7), ("start", 1), ("roll", 7)] {
        assert_eq!(text.matches(&format!("\"verb\":\"{verb}\"")).count(), times, "{verb}");
    }
    let posts = table.posts(COUNCIL);
    assert_eq!(posts.iter().filter(|post| post.contains("** · `2d6`")).count(), 7);
    assert_eq!(posts.iter().filter(|post| post.contains("The bid sheets are open")).count(), 1);
    // Nobody was told anything twice.
    for who in SEVEN {
        let own = |seen: &&local_discord::Seen| seen.to.label() == format!("ephemeral:{who}");
        let answers: Vec<_> = table.server().seen().into_iter().filter(|seen| own(&seen)).collect();
        let mut interactions: Vec<_> = answers.iter().filter_map(|seen| seen.interaction).collect();
        let all = interactions.len();
        interactions.dedup();
        assert_eq!(interactions.len(), all, "{who}: {answers:#?}");
        assert!(!answers.iter().any(|seen| seen.text.starts_with('✖')), "{who}: {answers:#?}");
    }
    table.server().faults().deliver_twice(0);
    table.close().await;
}

/// A server that gives every request to a path the same answer; ends with the test.
fn fake(answers: Vec<(&'static str, u16, String)>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut request = Vec::new();
            let mut part = [0; 4096];
            while !request.windows(4).any(|end| end == b"\r\n\r\n") {
                match stream.read(&mut part) {
                    Ok(0) | Err(_) => break,
                    Ok(read) => request.extend_from_slice(&part[..read]),
                }
            }
            let line = String::from_utf8_lossy(&request);
            let path = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
            let found = answers.iter().find(|(known, ..)| path == *known);
            let (status, body) = found.map_or((404, "{}"), |(_, status, body)| (*status, body.as_str()));
            let _ = write!(
                stream,
                "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
        }
    });
    format!("http://{address}")
}

async fn serve(base: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("table.db"), &Stamp::Local).unwrap();
    let time = Arc::new(chancery::clock::Shared(Arc::new(SystemClock)));
    let house = Arc::new(House::new(store, time, Arc::new(Seeded::new([1; 32])), None));
    let (ready, _) = watch::channel(false);
    let (_stop, stopping) = watch::channel(false);
    let gateway = Gateway::new("canary-token", base)?;
    let served = tokio::time::timeout(Duration::from_secs(20), gateway.serve(house, ready, stopping)).await;
    served.unwrap_or_else(|_| panic!("{base} was served"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_base_that_is_not_this_machine_is_refused() {
    for base in [
        "https://discord.com",
        "http://192.0.2.1",
        "http://127.0.0.1@192.0.2.1",
        "http://localhost.example.org",
    ] {
        let error = serve(base).await.unwrap_err();
        assert!(error.contains("on this machine") && !error.contains("canary"), "{error}");
        let output =
            common::chancery().env("CHANCERY_TOKEN", "canary-token").env("CHANCERY_API_BASE", base).output();
        let (code, out, error) = common::told(&output.unwrap());
        assert!(code == 1 && out.is_empty() && error.contains("on this machine"), "{out}{error}");
        assert!(!error.contains("canary"), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_is_not_this_machine_is_refused() {
    for url in [
        "ws://192.0.2.1:1",
        "wss://gateway.discord.gg",
        "ws://gateway.example.org",
        "ws://127.0.0.1@192.0.2.1",
        "http://127.0.0.1",
        "",
    ] {
        let body = serde_json::json!({
            "url": url, "shards": 1,
            "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1},
        });
        let base = fake(vec![
            ("/api/v10/gateway", 200, body.to_string()),
            ("/api/v10/gateway/bot", 200, body.to_string()),
        ]);
        let begun = Instant::now();
        let error = serve(&base).await.unwrap_err();
        assert!(error.contains("names a gateway that is not on this machine"), "{url}: {error}");
        assert!(begun.elapsed() < Duration::from_secs(5));
    }
    // Where the question fails, serenity would fall back to Discord's own gateway; the bot does not.
    for status in [404, 500] {
        let error = serve(&fake(vec![("/api/v10/gateway", status, "{}".to_owned())])).await.unwrap_err();
        assert_eq!(error, "The connection to Discord's gateway ended.", "{status}");
    }
}

/// What could be a token, or a part of one, in what was printed: as text, hex, base64 and decimal bytes.
#[track_caller]
fn no_canary(printed: &str, canary: &str) {
    use base64::Engine as _;
    let hex: String = canary.bytes().map(|byte| format!("{byte:02x}")).collect();
    let bytes: Vec<String> = canary.bytes().map(|byte| byte.to_string()).collect();
    let base64 = base64::engine::general_purpose::STANDARD_NO_PAD.encode(canary);
    for form in [canary.to_owned(), hex, bytes.join(", "), bytes.join(","), base64] {
        assert!(!printed.contains(&form), "the token was printed: {printed}");
    }
}

/// The program's arguments, its environment, and what it must say.
type Case<'c> = (&'c [&'c str], &'c [(&'c str, &'c str)], &'c str);

const CANARY: &str = "MTQ1NjA3NDQ0Mzk4MDgwMDA4NA.CANARY.kanarienvogel-kanarienvogel";

#[test]
fn the_token_is_never_printed_when_nothing_can_be_reached() {
    // A port that was free a moment ago, and on which nobody listens.
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let base = format!("http://{closed}");
    let unauthorized = fake(vec![(
        "/api/v10/oauth2/applications/@me",
        401,
        r#"{"message": "401: Unauthorized", "code": 0}"#.to_owned(),
    )]);
    let garbage = fake(vec![("/api/v10/oauth2/applications/@me", 200, "[1,2".to_owned())]);
    std::fs::write(
        folder.path().join("token.toml"),
        format!("[discord]\ntoken = \"{CANARY}\"\napi_base = \"{base}\"\n"),
    )
    .unwrap();
    std::fs::write(folder.path().join("wrong.toml"), format!("[discord]\ntoken = \"{CANARY}\" 5\n")).unwrap();
    std::fs::write(folder.path().join("unknown.toml"), format!("[discord]\ntokn = \"{CANARY}\"\n")).unwrap();
    std::fs::write(folder.path().join("type.toml"), format!("[discord]\noperator = \"{CANARY}\"\n")).unwrap();
    let odd = format!("{CANARY}\u{1f426}\nx");
    let cases: &[Case<'_>] = &[
        (&[], &[("CHANCERY_TOKEN", CANARY), ("CHANCERY_API_BASE", &base)], "cannot be reached"),
        (
            &[],
            &[("CHANCERY_TOKEN", CANARY), ("CHANCERY_API_BASE", &unauthorized)],
            "does not take this token",
        ),
        (&[], &[("CHANCERY_TOKEN", CANARY), ("CHANCERY_API_BASE", &garbage)], "did not answer as it should"),
        (&[], &[("CHANCERY_TOKEN", &odd), ("CHANCERY_API_BASE", &base)], ""),
        (&["--config", "token.toml"], &[], "cannot be reached"),
        (&["--config", "wrong.toml"], &[], "not right at line 2"),
        (&["--config", "unknown.toml"], &[], "not right at line 2"),
        (&["--config", "type.toml"], &[], "not right at line 2"),
        (&["--config", "nowhere.toml"], &[("CHANCERY_TOKEN", CANARY)], "cannot be read"),
        (&[], &[("CHANCERY_TOKEN", CANARY), ("CHANCERY_OPERATOR", "me")], "number of a Discord user"),
        (&["export"], &[("CHANCERY_TOKEN", CANARY)], "There is no database"),
        (&["table", "--port", "none"], &[("CHANCERY_TOKEN", CANARY)], "invalid value"),
        (&["explode"], &[("CHANCERY_TOKEN", CANARY)], "unrecognized"),
    ];
    for log in ["info", "trace", "serenity=trace,hyper=trace,reqwest=trace", "nonsense=="] {
        for (arguments, variables, expected) in cases {
            let mut command = common::chancery();
            command.current_dir(folder.path()).args(*arguments).env("CHANCERY_LOG", log);
            let output = command.envs(variables.iter().copied()).output().unwrap();
            let (code, out, error) = common::told(&output);
            assert!(code != 0 && error.contains(expected), "{arguments:?}: {out}{error}");
            assert!(error.trim_end().ends_with(['.', '?']) || code == 2, "{arguments:?}: {error}");
            for part in [CANARY, "CANARY", "kanarienvogel"] {
                no_canary(&format!("{out}{error}"), part);
            }
        }
    }
}

/// The binary at work, its output being read.
struct Running {
    child: Child,
    printed: std::thread::JoinHandle<String>,
}

fn run(server: &LocalDiscord, folder: &std::path::Path, log: &str) -> Running {
    let mut child = common::chancery()
        .current_dir(folder)
        .env("CHANCERY_TOKEN", server.token())
        .env("CHANCERY_API_BASE", server.api_base())
        .env("CHANCERY_LOG", log)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut out, mut error) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let printed = std::thread::spawn(move || {
        let (mut first, mut second) = (String::new(), String::new());
        let other = std::thread::spawn(move || {
            out.read_to_string(&mut first).unwrap();
            first
        });
        error.read_to_string(&mut second).unwrap();
        other.join().unwrap() + &second
    });
    Running { child, printed }
}

impl Running {
    /// Asks it to stop as a service manager does; its exit code and all that it printed.
    async fn stop(mut self) -> (Option<i32>, String) {
        let id = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.ended().await
    }

    async fn ended(&mut self) -> (Option<i32>, String) {
        let mut code = None;
        until("the program ends", || {
            code = self.child.try_wait().unwrap();
            code.is_some()
        })
        .await;
        let printed = std::mem::replace(&mut self.printed, std::thread::spawn(String::new));
        (code.and_then(|code| code.code()), printed.join().unwrap())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_plays_stops_when_asked_and_prints_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(SystemClock);
    let settings = local_discord::Settings {
        channels: vec![COUNCIL.to_owned()],
        users: SEVEN.iter().map(|name| (*name).to_owned()).collect(),
        openapi: common::openapi(),
        ..local_discord::Settings::new(clock, CANARY, "page")
    };
    let server = LocalDiscord::start(settings).await.unwrap();
    let running = run(&server, folder.path(), "trace");
    until("the program is connected", || server.connected() && !server.commands().is_empty()).await;
    let dealt_with = async |asked: u64| {
        until("an answer", || server.answered(asked) == Some((true, false))).await;
    };
    dealt_with(server.slash("Anna", COUNCIL, "/campaign found name:War players:2").unwrap()).await;
    dealt_with(server.fill("Anna", &[]).unwrap()).await;
    dealt_with(server.slash("Anna", COUNCIL, "/campaign join word:marmelade").unwrap()).await;
    dealt_with(server.slash("Bertil", COUNCIL, "/campaign join word:b").unwrap()).await;
    server.faults().strike(common::ANSWERS, 1, local_discord::Fault::Broken(500));
    server.slash("Anna", COUNCIL, "/campaign status").unwrap();
    until("the answer fails", || server.requests().iter().any(|one| one.status == 500)).await;
    server.faults().strike(
        common::POSTS,
        1,
        local_discord::Fault::Refused { status: 403, code: 50013, message: "Missing Permissions" },
    );
    dealt_with(server.slash("Anna", COUNCIL, "/campaign start").unwrap()).await;
    dealt_with(server.slash("Anna", COUNCIL, "/bid bids:\"21 12 13 14 15 16 17\" word:kompott").unwrap())
        .await;
    until("the receipt", || {
        server.seen().iter().any(|seen| seen.to.label() == "dm:Anna" && seen.text.contains("sealed"))
    })
    .await;
    // An event that cannot be read is told of, without what stands in it.
    let unread = serde_json::json!({"type": 7, "data": {"options": [{"value": "kompott"}]}});
    server.send_event("INTERACTION_CREATE", &unread);
    server.send_event("READY", &serde_json::json!("kompott"));
    server.faults().drop_gateway(None);
    until("the program is back", || server.transcript().contains("the bot resumed")).await;
    let (code, printed) = running.stop().await;
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("stopping"), "{printed}");
    assert_eq!(printed.matches("an event of the gateway could not be read").count(), 2, "{printed}");
    for part in [CANARY, "CANARY", "kanarienvogel", "kompott"] {
        no_canary(&printed, part);
    }
    assert!(!printed.contains("Bot MTQ"), "{printed}");
    // Interactions' tokens answer in the bot's name for a quarter of an hour.
    assert!(!printed.contains("aW50ZXJhY3Rpb246"), "{printed}");
    assert_eq!(server.violations(), []);

    // Codes after which nobody may connect again: the program ends by itself and says why.
    for (refusal, expected) in [(4004, "does not take this token"), (4014, "refuses the bot's intents")] {
        server.faults().refuse_identify(refusal);
        let identifies = server.identifies();
        let mut running = run(&server, folder.path(), "trace");
        let (code, printed) = running.ended().await;
        assert!(code == Some(1) && printed.contains(expected), "{refusal}: {printed}");
        assert_eq!(server.identifies(), identifies);
        no_canary(&printed, CANARY);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_wins_over_a_channel_that_hangs() {
    let folder = tempfile::tempdir().unwrap();
    let server = LocalDiscord::start(local_discord::Settings {
        channels: vec![COUNCIL.to_owned()],
        users: vec![SEVEN[0].to_owned()],
        ..local_discord::Settings::new(Arc::new(SystemClock), "test-token", "page")
    });
    let server = server.await.unwrap();
    let running = run(&server, folder.path(), "info");
    until("the program is connected", || server.connected() && !server.commands().is_empty()).await;
    server.faults().strike(common::POSTS, 9, local_discord::Fault::Delay(Duration::from_secs(25)));
    let asked = server.slash("Anna", COUNCIL, "/campaign found name:War players:2").unwrap();
    until("the form", || server.answered(asked) == Some((true, false))).await;
    let sent = server.fill("Anna", &[]).unwrap();
    until("the founding", || server.answered(sent) == Some((true, false))).await;
    until("its post hangs", || server.activity().0 > 0).await;
    let asked = Instant::now();
    let (code, printed) = running.stop().await;
    let took = asked.elapsed();
    assert_eq!(code, Some(0), "{printed}");
    assert!(took < Duration::from_secs(10), "{took:?}\n{printed}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_wins_over_an_outage_of_the_gateway() {
    // At its beginning; while the library makes a new connection; and when it has none and waits until it tries again.
    let stops = [100, 3_000, 8_000].map(Duration::from_millis).map(|after| {
        tokio::spawn(async move {
            let folder = tempfile::tempdir().unwrap();
            let settings = local_discord::Settings::new(Arc::new(SystemClock), "test-token", "page");
            let server = LocalDiscord::start(settings).await.unwrap();
            let running = run(&server, folder.path(), "info");
            until("the program is connected", || server.connected() && !server.commands().is_empty()).await;
            server.faults().take_gateway(true);
            tokio::time::sleep(after).await;
            let asked = Instant::now();
            let returning = {
                let server = server.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_secs(12)).await;
                    server.faults().take_gateway(false);
                })
            };
            let (code, printed) = running.stop().await;
            let took = asked.elapsed();
            returning.abort();
            server.stop().await;
            assert_eq!(code, Some(0), "{after:?}: {printed}");
            assert!(took < Duration::from_secs(10), "{after:?}: {took:?}\n{printed}");
        })
    });
    for stop in stops {
        stop.await.unwrap();
    }
}

#[test]
fn without_token_and_terminal_the_program_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, error) = common::run(folder.path(), &[]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(error.contains("There is no Discord token") && error.contains("chancery table"), "{error}");
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        0,
        "nothing is made where nothing is begun"
    );
}
