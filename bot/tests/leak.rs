//! Nothing secret gets where it does not belong: an evening with canaries in it, everything logged at the finest level, and a search of
//! logs, posts, answers to others and the public export, as text, hex, base64 and decimal bytes.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common;
use crate::common::program::{self, Program};
use crate::common::{ANSWERS, COUNCIL, POSTS, Table};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use local_discord::{Audience, Clock as _, Fault, Kind, LocalDiscord, Seen, VirtualClock};
use std::io::Write;
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Every form in which bytes may turn up in a text.
fn forms(bytes: &[u8]) -> Vec<String> {
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let decimal: Vec<String> = bytes.iter().map(ToString::to_string).collect();
    let mut forms = vec![hex.to_uppercase(), hex, decimal.join(", "), decimal.join(","), decimal.join(" ")];
    if let Ok(text) = std::str::from_utf8(bytes) {
        forms.push(text.to_owned());
    }
    // Inside something longer, base64 begins at any of three places; letters that neighbours share are left off.
    for before in 0..3 {
        let mut shifted = vec![0; before];
        shifted.extend_from_slice(bytes);
        for engine in [&STANDARD_NO_PAD, &URL_SAFE_NO_PAD] {
            let text = engine.encode(&shifted);
            let from = if before == 0 { 0 } else { before + 1 };
            let to = text.len() - usize::from(!shifted.len().is_multiple_of(3));
            forms.push(text[from..to].to_owned());
        }
    }
    forms
}

/// Something secret: what it is, and every form of it.
pub(crate) struct Canary {
    pub(crate) what: String,
    forms: Vec<String>,
    /// A number, which only counts where it stands alone.
    alone: bool,
}

impl Canary {
    pub(crate) fn text(what: &str, text: &str) -> Canary {
        Canary { what: format!("{what} {text}"), forms: forms(text.as_bytes()), alone: false }
    }

    fn bytes(what: &str, bytes: &[u8]) -> Canary {
        Canary { what: what.to_owned(), forms: forms(bytes), alone: false }
    }

    pub(crate) fn number(what: &str, number: &str) -> Canary {
        Canary { what: format!("{what} {number}"), forms: vec![number.to_owned()], alone: true }
    }

    pub(crate) fn is_in(&self, text: &str) -> bool {
        let stands = |at: usize, length: usize| {
            let near = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
            !self.alone || !(near(text[..at].chars().next_back()) || near(text[at + length..].chars().next()))
        };
        self.forms.iter().any(|form| text.match_indices(form).any(|(at, found)| stands(at, found.len())))
    }
}

#[track_caller]
fn none_in(canaries: &[Canary], place: &str, text: &str) {
    for canary in canaries {
        assert!(!canary.is_in(text), "{} in {place}: {text}", canary.what);
    }
}

pub(crate) fn whole(seen: &Seen) -> String {
    let files: Vec<String> =
        seen.files.iter().map(|(name, bytes)| name.clone() + &String::from_utf8_lossy(bytes)).collect();
    format!("{} {}", common::all_of(seen), files.join(" "))
}

/// What stands in a sealed sheet's receipt after this name.
fn of_receipt(seen: &[Seen], who: &str, name: &str) -> Vec<u8> {
    let receipt =
        seen.iter().find(|seen| seen.to == Audience::Dm(who.to_owned()) && seen.text.contains("sealed"));
    let receipt = receipt.unwrap_or_else(|| panic!("{who} got no receipt: {seen:#?}"));
    let fields = receipt.embeds[0]["fields"].as_array().unwrap();
    let field = fields.iter().find(|field| field["name"] == name).unwrap();
    let hex = field["value"].as_str().unwrap().trim_matches('`').to_owned();
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// The numbers of a sheet, which stand on no other; nor are they goals, or codes of Discord's.
fn bids(sheet: u32) -> Vec<String> {
    (0..7).map(|n| (510 + 7 * sheet + n).to_string()).collect()
}

pub(crate) const NAMES: [&str; 3] = ["Xaverkanari", "Yvettezeisig", "Zacharyfink"];

async fn seal(table: &Table, who: &str, numbers: &[String], word: &str) -> Vec<Canary> {
    let line = format!("/bid bids:\"{}\" word:{word}", numbers.join(" "));
    let seen = table.slash(who, &line).await;
    common::answer(&seen, who);
    let mut canaries: Vec<Canary> =
        numbers.iter().map(|number| Canary::number(&format!("{who}'s bid"), number)).collect();
    canaries.push(Canary::text(&format!("{who}'s word"), word));
    canaries.push(Canary::bytes(&format!("{who}'s salt"), &of_receipt(&seen, who, "Salt")));
    canaries
}

/// What others saw of an act of one member, which is to say: everything but his own answers and direct messages.
#[track_caller]
fn others_saw_none(table: &Table, from: u64, who: &str, canaries: &[Canary]) {
    for seen in table.server().seen_since(from) {
        let own = matches!(&seen.to, Audience::Ephemeral(to) | Audience::Dm(to) if to == who);
        if !own {
            none_in(canaries, &format!("what {} saw", seen.to.label()), &whole(&seen));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_secret_is_logged_shown_or_handed_out() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_env_filter(chancery::logging::filter("trace"))
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .try_init()
        .unwrap();
    tracing::trace!("the finest level is kept");

    let table = common::table(&[NAMES[0], NAMES[1], NAMES[2], "Observer"]).await;
    table.slash(NAMES[0], "/campaign found name:Geheimkanzlei players:3").await;
    table.fill(NAMES[0], &[("ceiling", "999")]).await;
    let id = table.table.house.store.campaigns().await.unwrap()[0].id.clone();
    for (n, who) in NAMES.iter().enumerate() {
        table.slash(who, &format!("/campaign join word:openword{n}")).await;
    }
    table.slash(NAMES[0], "/campaign start").await;

    let begun = table.mark();
    // Sheets that are replaced, taken back, refused, and lost on their way; in one line and by form.
    let (mut old, mut last): (Vec<Vec<Canary>>, Vec<Vec<Canary>>) = (Vec::new(), Vec::new());
    for (n, who) in NAMES.iter().enumerate() {
        let n = u32::try_from(n).unwrap();
        let first = seal(&table, who, &bids(3 * n), &format!("oldkanari{n}")).await;
        old.push(first);
        table.server().faults().strike(ANSWERS, 1, common::LOST);
        let lost = bids(3 * n + 1);
        let line = format!("/bid bids:\"{}\" word:lostkanari{n}", lost.join(" "));
        let asked = table.server().slash(who, COUNCIL, &line).unwrap();
        common::until("the answer is lost", || table.server().answered(asked) == Some((false, true))).await;
        let seen = table.since(begun).await;
        let mut canaries: Vec<Canary> =
            lost.iter().map(|number| Canary::number("a lost bid", number)).collect();
        canaries.push(Canary::text("a lost word", &format!("lostkanari{n}")));
        let of_his: Vec<Seen> =
            seen.into_iter().filter(|seen| whole(seen).contains(&format!("lostkanari{n}"))).collect();
        canaries.push(Canary::bytes("a lost salt", &of_receipt(&of_his, who, "Salt")));
        old.push(canaries);
        // Taken back, sealed anew.
        table.slash(who, "/turn undo").await;
        let newest = seal(&table, who, &bids(3 * n + 2), &format!("newkanari{n}")).await;
        last.push(newest);
        // What is refused is quoted to nobody else either.
        let refused = table.slash(who, &format!("/bid bids:\"geheim{n}kanari 12\"")).await;
        common::refusal(&refused, who);
        old.push(vec![Canary::text("a refused sheet", &format!("geheim{n}kanari"))]);
    }
    // Closed direct messages, an unreachable council, a busy Discord: the ways on which errors are logged.
    let denied = Fault::Refused { status: 403, code: 50013, message: "Missing Permissions" };
    table.server().faults().strike(POSTS, 1, denied);
    table.server().faults().strike(POSTS, 1, Fault::TooMany { retry_after: 0.1, scope: "shared" });
    table.server().close_dms(NAMES[1], true);
    table.slash(NAMES[1], &format!("/bid bids:\"{}\" word:closedkanari", bids(9).join(" "))).await;
    let mut closed: Vec<Canary> = bids(9).iter().map(|n| Canary::number("a bid at the desk", n)).collect();
    closed.push(Canary::text("a word at the desk", "closedkanari"));
    // Everybody looks at everything there is.
    for who in NAMES.iter().chain(&["Observer"]) {
        for line in ["/campaign status", "/desk", "/audit status", "/dice stats", "/campaign export", "/help"]
        {
            table.slash(who, line).await;
        }
        table.slash(who, "/dice word word:nextword").await;
        table.server().autocomplete(who, COUNCIL, "/desk campaign:Ge", "campaign").unwrap();
        table.server().autocomplete(who, COUNCIL, "/audit roll id:1", "id").unwrap();
        table.server().autocomplete(who, COUNCIL, "/dice stats player:A", "player").unwrap();
        table.server().autocomplete(who, COUNCIL, "/dice stats purpose:a", "purpose").unwrap();
        table.server().autocomplete(who, COUNCIL, "/rules show rule:stack", "rule").unwrap();
        table.since(begun).await;
    }
    assert!(table.server().seen().iter().any(|seen| seen.kind == Kind::Choices));
    for (n, who) in NAMES.iter().enumerate() {
        for canaries in old[3 * n..3 * n + 3].iter().chain([&last[n]]) {
            others_saw_none(&table, begun, who, canaries);
        }
    }
    others_saw_none(&table, begun, NAMES[1], &closed);
    let (_, public) = table.table.house.record(&id).await.unwrap();
    let health = chancery::health::Health::new(table.table.house.clone(), None);
    let told = format!("{} {}", health.metrics().await, health.ready().await.1);
    for canaries in old.iter().chain(&last).chain([&closed]) {
        none_in(canaries, "the record before the opening", &public);
        none_in(canaries, "health and metrics", &told);
    }

    // Dice with a label: everybody reads it in the council; the public record has only its code.
    table.slash(NAMES[0], "/dice roll what:2d6 for:\"kanarienlabel\"").await;
    for who in [NAMES[0], NAMES[2], NAMES[1]] {
        table.slash(who, "/desk").await;
        table.press(who, "Make it Final").await;
    }
    assert!(table.posts(COUNCIL).iter().any(|post| post.contains("The bid sheets are open")));
    let (_, public) = table.table.house.record(&id).await.unwrap();
    assert!(public.contains("newkanari0") && public.contains("closedkanari"), "the sheets are on the record");
    assert!(!public.contains("kanarienlabel"));
    // What was replaced stays secret; and the last sheet of the second, which was replaced in the end. (A seat's salt is that of every
    // sheet it seals in a round, so it is published with the one that was opened.)
    let never = old.into_iter().flatten().chain(last.remove(1));
    let (salts, never): (Vec<Canary>, Vec<Canary>) = never.partition(|canary| canary.what.contains("salt"));
    none_in(&never, "the public record", &public);
    let council: Vec<Seen> = table
        .server()
        .seen()
        .into_iter()
        .filter(|seen| {
            matches!(seen.to, Audience::Public(_)) || seen.to == Audience::Ephemeral("Observer".to_owned())
        })
        .collect();
    for seen in &council {
        none_in(&never, "what everybody saw", &whole(seen));
    }

    // The roots: nowhere but in the database, until an epoch's seed or the veil key is published by its rule.
    let mut secret: Vec<Canary> = Vec::new();
    for roots in table.table.house.store.roots(&id).await.unwrap() {
        secret.push(Canary::bytes("the root of the dice", &roots.head));
        secret.push(Canary::bytes("the root of the seals", &roots.veil));
    }
    secret.push(Canary::text("the bot's token", table.server().token()));
    none_in(&secret, "the public record", &public);
    for seen in table.server().seen() {
        none_in(&secret, &format!("what {} saw", seen.to.label()), &whole(&seen));
    }
    for name in NAMES {
        none_in(&[Canary::text("a player's name", name)], "the public record", &public);
    }

    // Rules that break over an order: the place is logged, and nothing of the order.
    {
        let live = table.table.house.campaign(&id).await.unwrap();
        let mut live = live.lock().await;
        let bad =
            engine::table::Campaign { next_line: u64::MAX, ..engine::table::Campaign::clone(&live.campaign) };
        live.campaign = bad.into();
    }
    let hook = std::panic::take_hook();
    chancery::logging::start("trace");
    let broke = table.slash(NAMES[0], "/dice roll what:2d6 for:\"panikkanari\"").await;
    std::panic::set_hook(hook);
    assert!(common::refusal(&broke, NAMES[0]).contains("rules broke"), "{broke:#?}");
    table.table.house.forget_memory().await;

    table.server().faults().drop_gateway(None);
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let token = table.server().token().to_owned();
    table.close().await;
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("the finest level is kept"), "{log}");
    assert!(
        log.contains("Discord refused a message for good") && log.contains("did not take a request"),
        "{log}"
    );
    assert!(log.contains("something broke"), "{log}");
    none_in(&never, "the log", &log);
    none_in(&salts, "the log", &log);
    none_in(&last.into_iter().flatten().collect::<Vec<_>>(), "the log", &log);
    none_in(&closed, "the log", &log);
    none_in(&secret, "the log", &log);
    let others = NAMES.iter().map(|name| Canary::text("a player's name", name)).chain([
        Canary::text("a label", "kanarienlabel"),
        Canary::text("a label of a roll that broke", "panikkanari"),
        Canary::text("a campaign's name", "Geheimkanzlei"),
        Canary::text("a word", "openword"),
        Canary::text("the bot's token", &token),
        // Every interaction's token of the local server begins so.
        Canary::text("an interaction's token", "aW50ZXJhY3Rpb246"),
    ]);
    none_in(&others.collect::<Vec<_>>(), "the log", &log);
}

/// Something that a player plants: what it is, who does it, how he types it (with `{}` for the canary), the canary, and who else may
/// see it.
struct Plant(&'static str, usize, &'static str, &'static str, &'static [usize]);

/// Whatever is secret in play, a line a kind.
const PLANTS: &[Plant] = &[
    Plant("a corps", 0, "/strongbox keep what:\"{}: 14 infantry, 2 cavalry\"", "Kanarikorps", &[]),
    Plant("a strength", 1, "/strongbox keep what:\"Guard: {} infantry\"", "739", &[]),
    Plant("a fleet", 2, "/strongbox keep what:\"{}: 27 ships\"", "Zeisigfleet", &[]),
    Plant("a treasury", 2, "/strongbox treasury money:{}", "8467", &[]),
    Plant("a note's name", 1, "/strongbox note name:{} text:\"a plan\"", "Finkenplan", &[]),
    Plant("a note", 0, "/strongbox note name:plan text:\"{}\"", "over the kanaripass", &[]),
    Plant("what was refused", 1, "/strongbox keep what:\"{} ???\"", "Refusedkanari", &[]),
    Plant("a free envelope", 0, "/envelope seal what:\"{}\"", "Silberkanari for Malta", &[]),
    Plant("a free envelope", 1, "/envelope seal what:\"{}\"", "Goldzeisig for Corfu", &[]),
    Plant("a dispatch", 0, "/envelope dispatch to:Yvettezeisig text:\"{}\"", "Depeschenkanari", &[1]),
    // It waits for its hour, which does not come in this evening.
    Plant("a text without a name", 2, "/press text:\"{}\" anonymous:True", "Namenlosfink", &[]),
    Plant("a dispatch back", 1, "/envelope dispatch to:Xaverkanari text:\"{}\"", "Antwortkanari", &[0]),
];

/// A battle of the first player's France against the second one's Austria, sealed and not opened: strengths, chit, and a guess.
async fn battle_canaries(server: &LocalDiscord, program: &Program) -> Vec<(Canary, usize, &'static [usize])> {
    let slash = async |n: usize, line: &str| {
        server.slash(NAMES[n], COUNCIL, line).unwrap_or_else(|why| panic!("{line}: {why}"));
        program.quiet(server).await;
    };
    let fill = async |n: usize, fields: &[(&str, &str)]| {
        let fields: Vec<(String, String)> =
            fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        server.fill(NAMES[n], &fields).unwrap();
        program.quiet(server).await;
    };
    let press = async |n: usize, label: &str| {
        server.press(NAMES[n], label).unwrap_or_else(|why| panic!("{label}: {why}"));
        program.quiet(server).await;
    };
    slash(0, "/battle open place:Ulm attackers:France defenders:Austria").await;
    for (n, corps, leader) in [(0, "I Corps: 733i 2c", "Ney 4 4 2 B"), (1, "II Corps: 737i", "")] {
        slash(n, "/battle muster").await;
        fill(n, &[("corps", corps), ("leaders", leader)]).await;
    }
    for (n, chit) in [(0, "Escalated assault"), (1, "Escalated counterattack")] {
        slash(n, "/battle plan").await;
        press(n, chit).await;
        press(n, "Seal").await;
    }
    slash(0, "/odds battle").await;
    fill(0, &[("theirs", "II Corps: 741i")]).await;
    vec![
        (Canary::number("a corps' strength", "733i"), 0, &[]),
        (Canary::number("the other's strength", "737i"), 1, &[]),
        (Canary::text("an attacker's chit", "Escalated assault"), 0, &[]),
        (Canary::text("a lost or sealed chit on the record", "escalated_assault"), 0, &[]),
        (Canary::text("a defender's chit", "Escalated counterattack"), 1, &[]),
        (Canary::number("a lost or guessed strength", "741i"), 0, &[]),
    ]
}

/// A text without the names of the chits in a table of odds: it has a line for each that the other side may choose, and so says nothing of
/// the one that was chosen.
fn without_odds(text: &str) -> String {
    let text = text.replace("\\n", "\n");
    let all = ["\nDefend ", "\nCounterattack\n", "\nEscalated counterattack\n", "\nCordon ", "\nWithdrawal "];
    if all.iter().all(|chit| text.matches(chit).count() == 1) {
        all.iter().fold(text, |text, chit| text.replace(chit, "\n"))
    } else {
        text
    }
}

/// What everybody looks at, who has a seat and who has none.
const LOOKS: &[&str] = &[
    "/campaign status",
    "/campaign table",
    "/campaign export",
    "/desk",
    "/turn calendar",
    "/audit status",
    "/dice stats",
    "/strongbox list",
    "/strongbox proof",
    "/envelope list",
    "/vote list",
    "/board values",
    "/correct list",
    "/seat act number:1",
    "/seat act number:2",
    "/bid",
];

/// What everybody begins to type.
const TYPED: &[(&str, &str)] = &[
    ("/desk campaign:Ge", "campaign"),
    ("/strongbox remove what:", "what"),
    ("/strongbox rename what: to:x", "what"),
    ("/strongbox note name: text:x", "name"),
    ("/strongbox show what:", "what"),
    ("/strongbox show what:x sheet:", "sheet"),
    ("/strongbox squadrons fleet:", "fleet"),
    ("/envelope seal which:", "which"),
    ("/envelope dispatch to:", "to"),
    ("/vote cast vote:", "vote"),
    ("/correct value what:", "what"),
    ("/correct forward order:", "order"),
    ("/campaign table what:", "what"),
    ("/dice stats purpose:", "purpose"),
];

#[tokio::test(flavor = "multi_thread")]
async fn what_is_planted_stays_with_who_may_see_it() {
    let clock = Arc::new(VirtualClock::starting_at(chancery::rehearse::BEGINNING));
    let folder = tempfile::tempdir().unwrap();
    let mut settings = common::server(clock.clone(), &[NAMES[0], NAMES[1], NAMES[2], "Observer"]);
    settings.token = "MTQ1NjA3NDQ0Mzk4MDgwMDA4NA.KANARI.token-of-the-bot".to_owned();
    let server = LocalDiscord::start(settings).await.unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    std::fs::write(folder.path().join("clock"), clock.now().to_string()).unwrap();
    let mut command = program::on(&server, folder.path(), "trace");
    command
        .env("RUST_LOG", "trace")
        .env("RUST_BACKTRACE", "full")
        .env("CHANCERY_HEALTH", port.to_string())
        .env("CHANCERY_TEST_SEED", "11".repeat(32))
        .env("CHANCERY_TEST_CLOCK", folder.path().join("clock"));
    let program = Program::start(command, &server, folder.path()).await;
    let slash = async |who: &str, line: &str| -> Vec<Seen> {
        let mark = server.seen().len() as u64;
        server.slash(who, COUNCIL, line).unwrap_or_else(|why| panic!("{line}: {why}"));
        program.quiet(&server).await;
        server.seen_since(mark)
    };
    slash(NAMES[0], "/campaign found name:Geheimkanzlei players:3 spare:Uncontrolled").await;
    server.fill(NAMES[0], &[("clock".to_owned(), "48 72 UTC".to_owned())]).unwrap();
    program.quiet(&server).await;
    for (n, who) in NAMES.iter().enumerate() {
        slash(who, &format!("/campaign join word:openword{n}")).await;
    }
    slash(NAMES[0], "/vote switch which:press to:anonymous").await;
    slash(NAMES[0], "/campaign start").await;
    for (n, who) in NAMES.iter().enumerate() {
        let bids = ["0 20 1 2 3 4 5", "20 0 1 2 3 4 6", "1 2 3 20 4 5 0"][n];
        slash(who, &format!("/bid bids:\"{bids}\"")).await;
        server.press(who, "Make it Final").unwrap();
        program.quiet(&server).await;
    }
    assert!(common::posts(&server, COUNCIL).iter().any(|post| post.contains("The bid sheets are open")));
    let others = format!("with:@{} with2:@{}", NAMES[1], NAMES[2]);
    common::answer(&slash(NAMES[0], &format!("/envelope open about:Malta {others}")).await, NAMES[0]);

    let begun = server.seen().len() as u64;
    let mut canaries = battle_canaries(&server, &program).await;
    for Plant(what, by, line, secret, may) in PLANTS {
        let who = NAMES[*by];
        // Its letters are lost once, closed once, and once Discord is busy: the ways on which errors are logged.
        let denied =
            Fault::Refused { status: 403, code: 50007, message: "Cannot send messages to this user" };
        server.faults().strike(ANSWERS, 1, Fault::Delay(std::time::Duration::from_millis(5)));
        server.faults().strike("POST /users/@me/channels", 1, Fault::Broken(503));
        if canaries.len() % 3 == 2 {
            server.faults().strike(POSTS, 1, denied);
        }
        let seen = slash(who, &line.replace("{}", secret)).await;
        server.faults().clear();
        let refused = seen.iter().any(|seen| seen.text.starts_with(commands::message::REFUSED));
        assert_eq!(refused, what.contains("refused"), "{what}: {seen:#?}");
        let canary = match secret.parse::<u32>() {
            Ok(_) => Canary::number(what, secret),
            Err(_) => Canary::text(what, secret),
        };
        canaries.push((canary, *by, *may));
    }
    for who in NAMES.iter().chain(&["Observer"]) {
        for line in LOOKS {
            slash(who, line).await;
        }
        for (line, option) in TYPED {
            server.autocomplete(who, COUNCIL, line, option).unwrap_or_else(|why| panic!("{line}: {why}"));
            program.quiet(&server).await;
        }
    }
    // An order whose answer never gets out.
    server.faults().strike(ANSWERS, 1, common::LOST);
    server.slash(NAMES[0], COUNCIL, "/strongbox note name:lost text:\"Verlorenkanari\"").unwrap();
    common::until("the answer is lost", || server.requests().iter().any(|one| one.status == 404)).await;
    canaries.push((Canary::text("a lost note", "Verlorenkanari"), 0, &[]));

    let mut told = String::new();
    for path in ["healthz", "readyz", "metrics"] {
        told += &reqwest::get(format!("http://{port}/{path}")).await.unwrap().text().await.unwrap();
    }
    assert!(told.contains("chancery_orders_total"), "{told}");
    let seen = server.seen_since(begun);
    let log = program.stop().await;
    assert!(
        log.contains("TRACE") || log.contains("DEBUG") || log.contains("did not take a request"),
        "{log}"
    );
    let (code, _, error) =
        common::run(folder.path(), &["--database", "chancery.db", "export", "--out", "public.jsonl"]);
    assert_eq!(code, 0, "{error}");
    let public = std::fs::read_to_string(folder.path().join("public.jsonl")).unwrap();
    for (canary, by, may) in &canaries {
        let may: Vec<&str> = may.iter().chain([by]).map(|n| NAMES[*n]).collect();
        let found = seen.iter().any(|seen| to_one_of(&seen.to, &may) && canary.is_in(&whole(seen)));
        let nowhere = canary.what.contains("lost") || canary.what.contains("refused");
        assert!(found || nowhere, "{} was shown to nobody, so nothing is proved", canary.what);
        for seen in seen.iter().filter(|seen| !to_one_of(&seen.to, &may)) {
            let shown = without_odds(&whole(seen));
            assert!(!canary.is_in(&shown), "{}, seen by {}: {seen:#?}", canary.what, seen.to.label());
        }
        assert!(!canary.is_in(&told), "{} in health or metrics", canary.what);
        assert!(!canary.is_in(&public), "{} in the public record", canary.what);
        assert!(!canary.is_in(&log), "{} in the log", canary.what);
    }
    let never = NAMES.iter().map(|name| Canary::text("a player's name", name)).chain([
        Canary::text("the bot's token", server.token()),
        Canary::text("an interaction's token", "aW50ZXJhY3Rpb246"),
        Canary::text("a campaign's name", "Geheimkanzlei"),
    ]);
    let never: Vec<Canary> = never.collect();
    none_in(&never, "the log", &log);
    none_in(&never, "health and metrics", &told);
    assert_eq!(server.violations(), []);
    server.stop().await;
}

/// Whether something is for the eyes of one of these alone.
pub(crate) fn to_one_of(to: &Audience, names: &[&str]) -> bool {
    matches!(to, Audience::Ephemeral(name) | Audience::Dm(name) if names.contains(&name.as_str()))
}

#[test]
fn the_search_finds_what_it_looks_for() {
    let canary = Canary::text("x", "oldkanari");
    for text in [
        "an oldkanari sings".to_owned(),
        "6f6c646b616e617269".to_owned(),
        format!("{:?}", "oldkanari".as_bytes()),
        STANDARD_NO_PAD.encode("oldkanari"),
        STANDARD_NO_PAD.encode("aoldkanari is longer"),
        STANDARD_NO_PAD.encode("abc the oldkanari is longer"),
        URL_SAFE_NO_PAD.encode("interaction: oldkanari?>"),
    ] {
        assert!(canary.is_in(&text), "{text}");
    }
    assert!(!canary.is_in("a newkanari"));
    let number = Canary::number("x", "3001");
    assert!(number.is_in("Austria 3001, France") && !number.is_in("13001") && !number.is_in("a3001f"));
}
