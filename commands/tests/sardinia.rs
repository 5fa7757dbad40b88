//! Sardinia's secret event in Discord: its player's desk alone shows what he has chosen; over a year in which one chooses, changes, withholds
//! and takes back, everybody else is shown and sent the same, byte for byte, as where nothing was ever chosen.
#![allow(clippy::unwrap_used)]

use crate::common::front::Front;
use crate::common::*;
use crate::politics::{SEVEN, answered, on_to, position};
use commands::eia::names::read_preference;
use commands::speech;
use engine::eia::map::ProvinceId;
use engine::eia::oob::Held;
use engine::eia::powers::Power;
use engine::eia::scenario;
use engine::table::lodged::{Change, Line};
use engine::table::{Founding, Secret, Verb};
use serde_json::{Value, json};

/// Who plays Sardinia, the sixth power of the scenario.
const CAVOUR: u64 = SEVEN[5];

/// Seven players of 1853 with their powers, in the same order.
async fn later(table: &Table) -> String {
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": {"politics": "kept"}});
    let founded = Founding { options, scenario: "1853".to_owned(), ..founding(7) };
    let id = table.found(ANNA, COUNCIL, "The Grand War", founded).await;
    for (n, user) in SEVEN.into_iter().enumerate() {
        table.done(&id, user, Verb::Join { word: word(&format!("w{n}")) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    let powers = &scenario::by_key("1853").unwrap().powers;
    for (n, user) in SEVEN.into_iter().enumerate() {
        let bid = |at: usize| if at == n { 20 + n } else { at };
        let bids: serde_json::Map<String, Value> =
            powers.iter().enumerate().map(|(at, power)| (power.key().to_owned(), json!(bid(at)))).collect();
        table.done(&id, user, seal(json!({ "bids": bids }))).await;
    }
    for user in SEVEN {
        table.done(&id, user, make_final()).await;
    }
    table.sent();
    let now = position(table, &id).await;
    assert_eq!(now.choice.holdings[&Power::Sardinia].seat.as_str(), "seat-6");
    id
}

fn mille(on: &str) -> Value {
    json!({"sardinia": "announce", "event": "mille", "on": on})
}

fn chooses(order: Value, unless: Vec<Value>) -> Verb {
    Verb::Lodge {
        power: None,
        change: Change::Instead(Line::order(order, unless)),
        salt: Secret::new([3; 32]),
    }
}

/// What everybody but Sardinia's player is shown and was sent: codes and heads stand for other contents and are put out of it at their length.
async fn before_the_others(table: &Table, id: &str) -> Vec<String> {
    let mut all = Vec::new();
    for sent in table.sent().into_iter().filter(|sent| sent.user != Some(CAVOUR)) {
        all.push(format!("{:?} {:?} {} {}", sent.user, sent.channel, sent.kind, sent.text));
    }
    for user in SEVEN.into_iter().filter(|user| *user != CAVOUR) {
        all.extend(table.looks(id, user).await.iter().map(shown));
    }
    all.into_iter().map(|text| without_codes(&text)).collect()
}

/// A text with every run of 8 or more hex digits replaced by as many marks.
fn without_codes(text: &str) -> String {
    let mut clean = String::new();
    let mut run = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_ascii_digit() || ('a'..='f').contains(&c) {
            run.push(c);
            continue;
        }
        let marks = if run.len() >= 8 { "#".repeat(run.len()) } else { run.clone() };
        clean.push_str(&marks);
        run.clear();
        clean.push(c);
    }
    clean
}

/// On to the sheets of the next month.
async fn month(table: &Table, id: &str) {
    on_to(table, id, "talks").await;
    on_to(table, id, "land").await;
    on_to(table, id, "war").await;
}

#[tokio::test]
async fn over_a_year_in_which_an_event_is_chosen_changed_and_withheld_nobody_else_is_shown_anything_of_it() {
    let (quiet, plotting) = (Table::new(91, None), Table::new(91, None));
    let (idle, id) = (later(&quiet).await, later(&plotting).await);
    assert_eq!(idle, id);
    for turn in 0..14 {
        let on = ["naples", "tuscany", "sicily", "papacy"][turn % 4];
        let later = position(&plotting, &id).await.month().unwrap().later(6).to_string();
        let unless = if turn % 2 == 0 { json!("withheld") } else { json!({ "before": later }) };
        plotting.done(&id, CAVOUR, chooses(mille("tuscany"), vec![])).await;
        if turn % 3 == 0 {
            let back = Verb::Lodge {
                power: None,
                change: Change::TakeBack { which: None },
                salt: Secret::new([4; 32]),
            };
            plotting.done(&id, CAVOUR, back).await;
        }
        plotting.done(&id, CAVOUR, chooses(mille(on), vec![unless])).await;
        let [_, desk] = plotting.looks(&id, CAVOUR).await;
        assert!(shown(&desk).contains("Spedizione dei Mille"), "its own player sees it");
        month(&quiet, &idle).await;
        month(&plotting, &id).await;
        let (one, other) = (before_the_others(&quiet, &idle).await, before_the_others(&plotting, &id).await);
        assert_eq!(one.len(), other.len(), "as many posts, cards and answers");
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(one, other);
            let plain = other.to_lowercase();
            assert!(!plain.contains("mille") && !plain.contains("withheld"), "{other}");
        }
        // The record is as long, line for line.
        let [(one, _), (other, report)] = [quiet.verified(&idle).await, plotting.verified(&id).await];
        let lengths = |text: &str| text.lines().map(str::len).collect::<Vec<_>>();
        assert_eq!(lengths(&one), lengths(&other));
        assert_eq!(report.lodged_checked, turn as u64 + 1, "the place that is ready opens every month");
        assert!(!other.contains("\"mille\"") && !other.contains("withheld"));
    }
}

#[tokio::test]
async fn what_is_chosen_is_announced_to_all_between_two_turns_and_i_mille_lands() {
    let (table, front) = (Table::new(92, None), Front::new().await);
    let id = later(&table).await;
    let press = |what: &str| format!("v1:{id}:0:sardinia/{what}");
    let panel = front.press_private(&table, CAVOUR, &press("event")).await;
    assert!(panel.to_string().contains("You have chosen no event."), "{panel}");
    assert!(!panel.to_string().contains("Your choice is sealed"), "nothing is chosen: {panel}");
    let other = front.press_private(&table, BELA, &press("event")).await;
    assert!(other.to_string().contains("used by who plays Sardinia"), "{other}");
    let told = front.choose(&table, CAVOUR, &press("choose"), "mille/sicily").await;
    assert!(told.to_string().contains("Spedizione dei Mille on Sicily"), "{told}");
    assert!(told.to_string().contains("in the next gap between two turns"), "{told}");
    assert!(told.to_string().contains("Your choice is sealed"), "{told}");
    let kept = front.choose(&table, CAVOUR, &press("keep"), "withheld").await;
    assert!(kept.to_string().contains("You withhold it"), "{kept}");
    let free = front.choose(&table, CAVOUR, &press("keep"), "next").await;
    assert!(free.to_string().contains("in the next gap"), "{free}");
    assert!(table.sent().iter().all(|sent| sent.user == Some(CAVOUR)), "nobody is told");
    month(&table, &id).await;
    let sent = table.sent();
    let of = |kind: &str| {
        sent.iter().filter(|sent| sent.kind == kind).map(|sent| sent.text.clone()).collect::<Vec<_>>()
    };
    let posts = of("sardinia").join("\n");
    assert!(
        posts
            .contains("Sardinia announces Spedizione dei Mille** on Sicily, in the gap before November 1853"),
        "{posts}"
    );
    assert!(posts.contains("I Mille** lands in Palermo"), "{posts}");
    assert!(
        !sent.iter().any(|sent| sent.kind == "card" && sent.text.contains("the gap before")),
        "it has no card"
    );
    // A second one in the year is refused to him alone, with the rule.
    let says = table.refused(&id, CAVOUR, chooses(mille("naples"), vec![])).await;
    assert!(says.contains("it has one a year"), "{says}");
    let told = table.done(&id, BELA, Verb::Game(json!({"sardinia": "landing", "holds": false}))).await;
    assert!(shown(&told).contains("does not count yet"), "it rests on Sardinia's word");
    let posted = table.sent();
    assert!(posted.iter().any(|sent| sent.text.contains("Sicily is not annexed")), "{posted:?}");
    let holds = Verb::Game(json!({"sardinia": "landing", "holds": true}));
    let says = table.refused(&id, CAVOUR, holds).await;
    assert!(says.contains("Another player told"), "{says}");
    let shown = united(&table, &id, CAVOUR).await;
    assert!(!shown.contains("sardinia/landing"), "nothing that he may tell: {shown}");
    let shown = united(&table, &id, BELA).await;
    for says in [
        "**I Mille** landed in Palermo. If it holds Sicily throughout November 1853",
        "It is told that it does not hold Sicily for the whole month.",
        "sardinia/landing/yes",
    ] {
        assert!(shown.contains(says), "{says}: {shown}");
    }
    let told = front.press_private(&table, BELA, &press("landing/yes")).await;
    assert!(told.to_string().contains("does not count yet"), "it rests on the others' word: {told}");
    table.assents(&id).await;
    let posted = table.sent();
    assert!(posted.iter().any(|sent| sent.text.contains("I Mille holds Sicily after all")), "{posted:?}");
    let shown = united(&table, &id, CAVOUR).await;
    assert!(
        shown.contains("As far as it is told, it holds Sicily.") && shown.contains("landing/no"),
        "{shown}"
    );
    month(&table, &id).await;
    let now = position(&table, &id).await;
    assert_eq!(now.held(ProvinceId::by_key("sicily").unwrap()), Held::Home(Power::Sardinia));
    let sent = table.sent();
    let gazette = sent.iter().rev().find(|sent| sent.kind == "gazette").unwrap().json().to_string();
    assert!(gazette.contains("Sardinia announces Spedizione dei Mille** on Sicily"), "{gazette}");
    let posts: String = sent.into_iter().map(|sent| sent.text).collect();
    assert!(posts.contains("**Sardinia** has conquered Sicily, which is its own province now."), "{posts}");
    table.verified(&id).await;
}

/// What `/sardinia show` shows a player.
async fn united(table: &Table, id: &str, user: u64) -> String {
    let live = table.house.campaign(id).await.unwrap();
    let live = live.lock().await;
    let message = commands::eia::sardinia::present::shown(&live.scene(live.by(user), false)).json();
    assert_fits(&message);
    message.to_string()
}

#[tokio::test]
async fn who_pays_nothing_for_spedizione_dei_mille_is_not_said_to_pay_and_what_it_attacks_is_not_neutral() {
    let table = Table::new(94, None);
    let id = later(&table).await;
    table.done(&id, CAVOUR, chooses(mille("tuscany"), vec![])).await;
    month(&table, &id).await;
    let shown = united(&table, &id, ANNA).await;
    let at = |says: &str| shown.find(says).unwrap_or_else(|| panic!("{says}: {shown}"));
    assert!(at("At war with Sardinia") < at("Tuscany") && at("Tuscany") < at("Neutral Italian"), "{shown}");
    assert_eq!(shown.matches("Tuscany").count(), 2, "at war, and among the events used: {shown}");
    assert!(!shown.contains("I Mille** landed") && !shown.contains("sardinia/landing"), "{shown}");
    table.sent();
    while !table.campaign(&id).await.public_view().rounds[0].round.ends_with("/control") {
        answered(&table, &id, &[]).await;
    }
    let volunteers = json!({"volunteer/austria": ["province/tuscany"]});
    answered(&table, &id, &[(Power::Austria, volunteers)]).await;
    let posts: String = table.sent().into_iter().map(|sent| sent.text).collect();
    assert!(posts.contains("**Austria** takes control of Tuscany."), "{posts}");
    assert!(!posts.contains("Who attacked it pays"), "it costs nothing: {posts}");
}

#[tokio::test]
async fn italy_is_called_so_once_six_of_the_seven_are_its_provinces() {
    let table = Table::new(93, None);
    let id = later(&table).await;
    for part in ["sicily", "naples", "romagna", "papacy", "tuscany", "lombardy"] {
        let tell = json!({"control": "tell", "place": format!("province/{part}"), "power": "sardinia"});
        table.done(&id, CAVOUR, Verb::Game(tell)).await;
    }
    let posts: String = table.sent().into_iter().map(|sent| sent.text).collect();
    assert!(posts.contains("**Italy is united**"), "{posts}");
    assert!(position(&table, &id).await.board.is_italy_united());
    // Card, status and desk, lists, refusals and posts have its name of now, in every language; the island is called as before.
    let front = Front::new().await;
    for (user, what) in [(ANNA, "status"), (CAVOUR, "status"), (CAVOUR, "desk"), (BELA, "politics/show")] {
        let told = front.press(&table, user, &format!("v1:{id}:0:{what}")).await.to_string();
        let of_the_power = told.replace("Sardinia's event", "");
        assert!(told.contains("Italy") && !of_the_power.contains("Sardinia"), "{what}: {told}");
    }
    let choose = format!("v1:{id}:0:sardinia/choose");
    let told = front.choose(&table, CAVOUR, &choose, "mille/naples").await.to_string();
    assert!(told.contains("Naples is not neutral: Italy has it."), "{told}");
    let tell = json!({"control": "tell", "place": "province/venetia", "power": "sardinia"});
    table.done(&id, CAVOUR, Verb::Game(tell)).await;
    month(&table, &id).await;
    let sent = table.sent();
    let gazette = sent.iter().find(|sent| sent.kind == "gazette").unwrap();
    // In the month of its unification too, but where that is told.
    let besides = gazette.text.replace("provinces of Sardinia, which is called Italy from now on", "");
    assert!(besides.contains("PP: Italy 27") && !besides.contains("Sardinia"), "{}", gazette.text);
    let card = sent.iter().rev().find(|sent| sent.kind == "card").unwrap();
    assert!(card.text.contains("Italy") && !card.text.contains("Sardinia"), "{}", card.text);
    let names = [("en-US", "Italy, France"), ("fi", "Italia, Ranska")];
    for (locale, called) in names {
        let said = || ["Sardinia", "France"].map(speech::renamed::called).join(", ");
        let language = speech::Language::of_locale(locale);
        let asker = table.asker(ANNA);
        let shown = table.house.shown(&id, &asker, |_| speech::in_language(language, said)).await.unwrap();
        assert_eq!(shown, called);
    }
    let all = [Power::France, Power::Sardinia];
    assert_eq!(read_preference("Italia, france", &all), Ok(vec![Power::Sardinia, Power::France]));
}

#[tokio::test]
async fn an_event_of_the_group_s_own_is_agreed_to_at_the_desk_and_announced_by_its_name() {
    let (table, front) = (Table::new(95, None), Front::new().await);
    let id = later(&table).await;
    let add = json!({"sardinia": "add", "power": "sardinia", "event": "March *on* Fiume"});
    table.done(&id, CAVOUR, Verb::Game(add)).await;
    let told: String = table.sent().into_iter().map(|sent| sent.text).collect();
    assert!(told.contains("**Sardinia** wants to add an event"), "{told}");
    let press = |what: &str| format!("v1:{id}:0:{what}");
    let desk = front.press(&table, CAVOUR, &press("desk")).await.to_string();
    assert!(!desk.contains("sardinia/agree"), "who asked does not agree himself: {desk}");
    let desk = front.press(&table, ANNA, &press("desk")).await.to_string();
    assert!(desk.contains("Do you agree?") && desk.contains("sardinia/decline/austria/1"), "{desk}");
    front.press(&table, ANNA, &press("sardinia/agree/austria/1")).await;
    let told: String = table.sent().into_iter().map(|sent| sent.text).collect();
    assert!(told.contains("is one of Sardinia's events now"), "{told}");
    assert!(united(&table, &id, BELA).await.contains("Events of the group's own"));
    let chosen =
        front.choose(&table, CAVOUR, &press("sardinia/choose"), "own:March *on* Fiume/").await.to_string();
    assert!(chosen.contains("Fiume") && chosen.contains("in the next gap"), "{chosen}");
    assert!(table.sent().iter().all(|sent| sent.user == Some(CAVOUR)), "nobody is told");
    month(&table, &id).await;
    let told: String = table.sent().into_iter().map(|sent| sent.text).collect();
    assert!(
        told.contains("Sardinia announces March") && told.contains("The bot does not carry this event out"),
        "{told}"
    );
    table.verified(&id).await;
}

#[tokio::test]
async fn an_event_that_could_not_be_announced_is_told_its_player_alone_even_where_no_message_reaches_him() {
    let table = Table::new(96, None);
    let id = later(&table).await;
    table.done(&id, CAVOUR, chooses(mille("naples"), vec![])).await;
    let tell = json!({"control": "tell", "place": "province/naples", "power": "france"});
    table.done(&id, BELA, Verb::Game(tell)).await;
    table.sent();
    month(&table, &id).await;
    let sent = table.sent();
    let told: Vec<_> = sent.iter().filter(|sent| sent.text.contains("was not given")).collect();
    assert!(told.iter().all(|sent| sent.user == Some(CAVOUR)), "{told:?}");
    assert_eq!(told.len(), 1, "he is told once");
    // The council would learn by the notice that he had chosen one.
    table.house.dispatch_waits(&id, CAVOUR, &told[0].kind).await;
    assert!(table.sent().is_empty());
    table.house.dispatch_waits(&id, CAVOUR, "turn").await;
    assert_eq!(table.sent().len(), 1, "of another it is told that it waits");
    // Nothing of it is counted for whoever runs the bot either.
    let counted = table.house.tally.text(None, 0, None).to_lowercase();
    for secret in ["mille", "naples", "sardinia", "lodge"] {
        assert!(!counted.contains(secret), "{secret}: {counted}");
    }
}
