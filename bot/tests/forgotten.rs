//! Somebody is forgotten by the operator's command while the bot plays on the same file: nothing of him comes back.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, SEVEN, answer};
use crate::operating::in_files;

/// What Bertil types, by what it is; each with a word that stands nowhere else.
const TYPED: [(&str, &str, &str); 8] = [
    ("what a roll is for", "/dice roll what:2d6 for:\"Kanarienvogel\"", "Kanarienvogel"),
    ("a note's name", "/strongbox note name:Finkenplan text:\"by sea\"", "Finkenplan"),
    ("a note", "/strongbox note name:Lerchenplan text:\"Zeisigtext\"", "Zeisigtext"),
    ("what envelopes are about", "/envelope open about:\"Stieglitzfrage\" with:Anna", "Stieglitzfrage"),
    ("a text that is sealed", "/envelope seal what:\"Dompfafftext\"", "Dompfafftext"),
    ("a dispatch", "/envelope dispatch to:Anna text:\"Gimpelbrief\"", "Gimpelbrief"),
    ("a question", "/vote ask question:\"Drosselfrage?\" answers:\"Amsel; Meise\"", "Drosselfrage"),
    ("a reason", "/correct value what:\"France, VP\" value:6 reason:\"Kranichgrund\"", "Kranichgrund"),
];

#[tokio::test(flavor = "multi_thread")]
async fn who_is_forgotten_beside_a_running_bot_stays_forgotten() {
    let table = common::table(&SEVEN[..3]).await;
    let id = table.begun(3).await;
    let user = table.server().user_id("Bertil").unwrap().to_string();
    // Two notes before a step ends, so that sheets are sealed with them; one of them is renamed and one shown to all.
    for (what, line, _) in &TYPED[1..3] {
        answer(&table.slash("Bertil", line).await, "Bertil");
        assert!(what.starts_with("a note"));
    }
    answer(&table.slash("Bertil", "/strongbox rename what:Lerchenplan to:Wachtelplan").await, "Bertil");
    table.chooses_powers(3).await;
    answer(&table.slash("Bertil", "/strongbox show what:Finkenplan").await, "Bertil");
    for (what, line, _) in TYPED.iter().filter(|(what, ..)| !what.starts_with("a note")) {
        let seen = table.slash("Bertil", line).await;
        let own = seen.iter().find(|seen| seen.to.label() == "ephemeral:Bertil");
        assert!(
            own.is_some_and(|own| !own.text.starts_with(commands::message::REFUSED)),
            "{what}: {seen:#?}"
        );
    }
    let here = table.folder.path().to_owned();
    let mut signs: Vec<&str> = TYPED.iter().map(|(_, _, sign)| *sign).collect();
    signs.extend(["Lerchenplan", "Wachtelplan", "Bertil", user.as_str()]);
    table.table.house.store.checkpoint().await.unwrap();
    for sign in &signs {
        assert!(in_files(&here, sign.as_bytes()), "{sign} was never there");
    }

    let arguments =
        ["--database".to_owned(), table.database().display().to_string(), "forget".to_owned(), user.clone()];
    let folder = here.clone();
    let ran = tokio::task::spawn_blocking(move || {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        common::run(&folder, &arguments)
    });
    let (code, out, error) = ran.await.unwrap();
    assert_eq!((code, error.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("Forgotten in 1 campaign: ") && out.contains("within half a minute"), "{out}");
    let gone = |when: &str| {
        for sign in &signs {
            assert!(!in_files(&here, sign.as_bytes()), "{sign} is in a file {when}");
        }
    };
    table.table.house.store.checkpoint().await.unwrap();
    gone("at once");
    // The others play on, far enough for a snapshot; the clock looks in; a dispatch could not reach him.
    let before = table.lines(&id).await;
    for n in 0..110 {
        let who = if n % 2 == 0 { "Anna" } else { "Chiara" };
        answer(&table.slash(who, "/dice roll what:\"6x 2d6\"").await, who);
    }
    table.table.look_in().await;
    // He has left his seat, as he was told: the council knows, and somebody else can take it.
    let left = table.table.house.campaign(&id).await.unwrap();
    let seat = left.lock().await.campaign.play.seats.values().filter(|seat| seat.person.is_none()).count();
    assert_eq!(seat, 1);
    let (_, text) = table.table.house.record(&id).await.unwrap();
    assert!(
        text.contains("\"by\":\"person 2\"") && text.contains("\"verb\":\"resign\""),
        "on the record too"
    );
    for who in ["Anna", "Chiara"] {
        for line in ["/campaign status", "/desk", "/vote list", "/envelope list", "/correct list"] {
            let seen = table.slash(who, line).await;
            let all: String = seen.iter().map(common::all_of).collect();
            assert!(!signs.iter().any(|sign| all.contains(sign)), "{line}: {all}");
        }
    }
    let lines = table.lines(&id).await;
    assert!(lines > before + 100, "{before} to {lines}");
    let history = table.table.house.store.history(&id, Some(engine::table::campaign::SCHEMA)).await.unwrap();
    assert!(history.from > 0, "a snapshot was taken");
    table.table.house.store.checkpoint().await.unwrap();
    gone("after play went on");
    // The record still checks, and the text is gone from it.
    let (_, text) = table.table.house.record(&id).await.unwrap();
    engine::table::verify::verify(text.as_bytes(), &[]).unwrap();
    table.close().await;
}
