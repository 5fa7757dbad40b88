//! Nothing secret gets where it does not belong: an evening with canaries in it, everything logged at the finest level, and a search of
//! logs, posts, answers to others and the public export, as text, hex, base64 and decimal bytes.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

mod common;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use common::{ANSWERS, COUNCIL, POSTS, Table};
use local_discord::{Audience, Fault, Kind, Seen};
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
struct Canary {
    what: String,
    forms: Vec<String>,
    /// A number, which only counts where it stands alone.
    alone: bool,
}

impl Canary {
    fn text(what: &str, text: &str) -> Canary {
        Canary { what: format!("{what} {text}"), forms: forms(text.as_bytes()), alone: false }
    }

    fn bytes(what: &str, bytes: &[u8]) -> Canary {
        Canary { what: what.to_owned(), forms: forms(bytes), alone: false }
    }

    fn number(what: &str, number: &str) -> Canary {
        Canary { what: format!("{what} {number}"), forms: vec![number.to_owned()], alone: true }
    }

    fn is_in(&self, text: &str) -> bool {
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

fn whole(seen: &Seen) -> String {
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

const NAMES: [&str; 3] = ["Xaverkanari", "Yvettezeisig", "Zacharyfink"];

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
        table.server().faults().strike(ANSWERS, 1, Fault::Broken(500));
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
    none_in(&never, "the log", &log);
    none_in(&salts, "the log", &log);
    none_in(&last.into_iter().flatten().collect::<Vec<_>>(), "the log", &log);
    none_in(&closed, "the log", &log);
    none_in(&secret, "the log", &log);
    let others = NAMES.iter().map(|name| Canary::text("a player's name", name)).chain([
        Canary::text("a label", "kanarienlabel"),
        Canary::text("a campaign's name", "Geheimkanzlei"),
        Canary::text("a word", "openword"),
        Canary::text("the bot's token", &token),
        // Every interaction's token of the local server begins so.
        Canary::text("an interaction's token", "aW50ZXJhY3Rpb246"),
    ]);
    none_in(&others.collect::<Vec<_>>(), "the log", &log);
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
