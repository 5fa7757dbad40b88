//! `/help` in a running campaign: what one does next, by buttons that stand on one's desk now.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, SEVEN, Table, answer};
use local_discord::Seen;

/// The labels of the buttons of something seen.
fn labels(seen: &Seen) -> Vec<String> {
    let rows = seen.components.as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    parts.filter_map(|part| part["label"].as_str().map(str::to_owned)).collect()
}

/// The words in italics of a text: the buttons that it names.
fn named(text: &str) -> Vec<String> {
    let plain = text.replace("**", "");
    plain.split('*').skip(1).step_by(2).map(str::to_owned).collect()
}

/// What `/help` tells somebody; each button that it names stands on his desk, but the desk's own.
async fn told(table: &Table, who: &str) -> String {
    let seen = table.slash(who, "/help").await;
    let text = answer(&seen, who).text.clone();
    let seen = table.slash(who, "/desk").await;
    let desk = labels(answer(&seen, who));
    for name in named(&text).into_iter().filter(|name| name != "My desk") {
        assert!(desk.contains(&name), "{who} has no {name:?} at his desk {desk:?}: {text}");
    }
    assert!(!(text.contains("Nothing is asked of you") && text.contains("*Ready*")), "{text}");
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn help_names_only_what_stands_on_ones_desk_now() {
    let table = common::table(&SEVEN[..2]).await;
    table.begun(2).await;
    assert!(named(&told(&table, "Anna").await).contains(&"Seal my bids".to_owned()));
    table.slash("Anna", "/bid bids:\"1 2 3 4 5 6 7\"").await;
    let text = told(&table, "Anna").await;
    assert!(text.contains("*Change my bids*") && text.contains("*Make it Final*"), "{text}");
    table.press("Anna", "Make it Final").await;
    let text = told(&table, "Anna").await;
    assert!(text.contains("Nothing is asked of you now") && text.contains("Your bids are Final"), "{text}");
    table.slash("Bertil", "/bid bids:\"7 6 5 4 3 2 1\"").await;
    table.press("Bertil", "Make it Final").await;
    // A month, phase by phase: who is not ready is told so, who is ready is not.
    let mut phases = Vec::new();
    for _ in 0..13 {
        let text = told(&table, "Anna").await;
        phases.extend(text.lines().nth(2).and_then(|line| line.split(':').next()).map(str::to_owned));
        assert!(text.contains("Something is asked of you now") && text.ends_with("Then *Ready*."), "{text}");
        table.slash("Anna", "/turn ready").await;
        let text = told(&table, "Anna").await;
        assert!(text.contains("Nothing is asked of you now"), "{text}");
        assert!(!text.contains("political sheet"), "none is asked where nobody opened one: {text}");
        table.slash("Bertil", "/turn ready").await;
    }
    for phase in ["Political phase", "Reinforcement phase", "Naval phase", "Land phase", "Economic phase"] {
        assert!(phases.iter().any(|own| own == phase), "{phase} in {phases:?}");
    }
    table.close().await;
}

/// A counter that was typed and refused comes back in the form of all counters, with what was typed.
#[tokio::test(flavor = "multi_thread")]
async fn a_counter_typed_in_vain_is_tried_again_in_its_form() {
    let table = common::table(&SEVEN).await;
    table.begun(7).await;
    table.chooses_powers(7).await;
    let seen = table.slash("Anna", "/map place what:\"II Corps\" at:Viennna").await;
    assert!(common::refusal(&seen, "Anna").contains("Viennna"), "{seen:?}");
    assert!(labels(&seen[0]).contains(&"Try again".to_owned()), "{seen:?}");
    let form = table.press("Anna", "Try again").await;
    assert!(common::all_of(&form[0]).contains("II Corps: Viennna"), "{form:?}");
    table.close().await;
}
