//! Over a year of 1853 in which Sardinia's player chooses his event, changes it, withholds it and takes it back, everybody else meets what he
//! would have met had nothing been chosen: every post, letter, answer, picture and suggestion, in the same order at each place and at the same
//! time.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, COUNCIL, OBSERVER, Table};
use local_discord::{Audience, Seen};

/// Three players; the second has Sardinia.
const THREE: [&str; 3] = ["Anna", "Bertil", "Chiara"];
const CAVOUR: &str = THREE[1];

/// What the others look at each month.
const LOOKS: &[&str] = &[
    "/desk",
    "/campaign status",
    "/sardinia show",
    "/sardinia event",
    "/province show",
    "/turn calendar",
    "/politics europe",
    "/audit status",
];

/// What they begin to type.
const TYPED: &[(&str, &str)] = &[
    ("/sardinia event event:mille on:", "on"),
    ("/sardinia event event:", "event"),
    ("/correct forward order:", "order"),
    ("/correct value what:", "what"),
    ("/strongbox show what:", "what"),
    ("/vote cast vote:", "vote"),
];

async fn begun() -> Table {
    let table = common::table(&["Anna", "Bertil", "Chiara", OBSERVER]).await;
    table.slash(THREE[0], "/campaign found name:\"The Red Shirts\" players:3 scenario:1853").await;
    table.fill(THREE[0], &[]).await;
    for who in THREE {
        table.slash(who, &format!("/campaign join word:word{who}")).await;
    }
    table.slash(THREE[0], "/vote switch which:politics to:kept").await;
    table.slash(THREE[0], "/campaign start").await;
    for (who, bids) in THREE.into_iter().zip(["1 14 0 2 3 4 5", "0 1 2 3 4 15 5", "0 1 2 3 16 4 5"]) {
        table.slash(who, &format!("/bid bids:\"{bids}\"")).await;
    }
    for who in THREE {
        table.press(who, "Make it Final").await;
    }
    table
}

/// A month without anything; Sardinia's player looks in at its beginning, where he has something to do, and then one of the others looks about.
async fn month(table: &Table, looks: &str, plots: &[&str]) {
    for line in plots {
        let told = match line.strip_prefix("press ") {
            Some(label) => table.press(CAVOUR, label).await,
            None => table.slash(CAVOUR, line).await,
        };
        assert!(told.iter().all(|seen| seen.to == Audience::Ephemeral(CAVOUR.to_owned())), "{told:#?}");
        assert!(
            told.iter().any(|seen| !common::all_of(seen).contains(commands::message::REFUSED)),
            "{told:#?}"
        );
    }
    for line in LOOKS {
        table.slash(looks, line).await;
    }
    for (line, option) in TYPED {
        let mark = table.mark();
        table.server().autocomplete(looks, COUNCIL, line, option).unwrap();
        table.since(mark).await;
    }
    for who in THREE {
        table.slash(who, "/politics sheet").await;
        table.press(who, "Seal an empty sheet").await;
    }
    for who in THREE {
        table.press(who, "Make it Final").await;
    }
    common::advance(&table.clock, 600);
    table.table.look_in().await;
    for who in THREE {
        table.slash(who, "/turn ready through:\"To the end of the turn\"").await;
    }
}

/// What somebody else than Sardinia's player saw: codes are put out of it at their length. Each place and each reader has what came there in
/// its order; which of two places had its own first is chance, as they have queues of their own.
fn of_the_others(seen: &[Seen]) -> Vec<String> {
    let own =
        |seen: &&Seen| matches!(&seen.to, Audience::Ephemeral(name) | Audience::Dm(name) if name == CAVOUR);
    let told = |seen: &Seen| {
        let files: Vec<String> = seen.files.iter().map(|(name, bytes)| format!("{name} {bytes:?}")).collect();
        let shown = format!("{} {:?} {} {:?}", seen.to.label(), seen.kind, common::all_of(seen), seen.pings);
        format!("{} {} {}", seen.at, without_codes(&shown), files.join(" "))
    };
    let mut others: Vec<&Seen> = seen.iter().filter(|seen| !own(seen)).collect();
    others.sort_by_cached_key(|seen| (seen.at, seen.to.label()));
    others.into_iter().map(told).collect()
}

/// A text with every run of 8 or more hex digits replaced by as many marks.
fn without_codes(text: &str) -> String {
    let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    let mut clean = String::new();
    for part in text.split_inclusive(|c| !is_hex(c)) {
        let run = part.trim_end_matches(|c| !is_hex(c));
        let marks = if run.len() >= 8 { "#".repeat(run.len()) } else { run.to_owned() };
        clean.push_str(&marks);
        clean.push_str(&part[run.len()..]);
    }
    clean
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_meets_anything_of_what_sardinia_plots() {
    let (quiet, plotting) = (begun().await, begun().await);
    let mut marks = [quiet.mark(), plotting.mark()];
    let mut met = async |looks: &str, plots: &[&str]| {
        month(&quiet, looks, &[]).await;
        month(&plotting, looks, plots).await;
        let seen = [(&quiet, marks[0]), (&plotting, marks[1])]
            .map(|(table, mark)| of_the_others(&table.server().seen_since(mark)));
        marks = [quiet.mark(), plotting.mark()];
        seen
    };
    for turn in 0..12 {
        let looks = [THREE[0], THREE[2], OBSERVER][turn % 3];
        let on = ["Sicily", "Tuscany", "Naples"][turn % 3];
        let withheld = format!("/sardinia event event:mille on:{on} when:withheld");
        let mut plots = vec!["/sardinia event event:mille on:Tuscany when:withheld"];
        if turn % 2 == 0 {
            plots.extend(["/sardinia event", "press Withdraw it"]);
        }
        plots.push(&withheld);
        let [one, other] = met(looks, &plots).await;
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(one, other, "in turn {turn}");
        }
        assert_eq!(one.len(), other.len(), "as much is met in turn {turn}");
        assert!(other.iter().all(|met| !met.to_lowercase().contains("withheld")));
    }
    assert!(quiet.posts(COUNCIL).iter().any(|post| post.contains("October 1854")), "a year was played");
    // What is announced at last is met, so the comparison sees what there is to see.
    let [one, other] = met(OBSERVER, &["/sardinia event event:mille on:Sicily"]).await;
    assert_ne!(one, other);
    quiet.close().await;
    plotting.close().await;
}
