//! The economy before its players: sheets that are sealed, accounts and what is put right.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use crate::politics::{SEVEN, kept_with, of, on_to};
use commands::eia::economy::present::in_all;
use engine::eia::economy::account::Account;
use engine::eia::economy::states::OfState;
use engine::eia::economy::{Line, Source};
use engine::eia::map::ProvinceId;
use engine::eia::months::Month;
use engine::eia::powers::Power;
use engine::table::act::{Act, Through};
use engine::table::{Verb, rule};
use serde_json::{Value, json};

/// Seven players before the sheets of March 1805.
async fn before_the_sheets(table: &Table) -> String {
    let id = kept_with(table, json!({"politics": "kept", "economy": "kept"})).await;
    on_to(table, &id, "budget").await;
    table.sent();
    id
}

async fn round(table: &Table, id: &str) -> (String, u64) {
    let view = table.campaign(id).await.public_view();
    let round = view.rounds.iter().find(|round| round.round.starts_with("budget/")).unwrap();
    (round.round.clone(), round.line)
}

fn trade(refuse: bool) -> Verb {
    Verb::Game(json!({"economy": "trade", "power": "great_britain", "with": "spain", "refuse": refuse}))
}

/// What a player has sealed for him to read: his desk.
async fn desk(table: &Table, id: &str, user: u64) -> String {
    let [_, desk] = table.looks(id, user).await;
    shown(&desk)
}

#[tokio::test]
async fn a_sealed_sheet_that_comes_to_something_else_is_told_to_its_owner_alone() {
    let table = Table::new(7, None);
    let front = Front::new().await;
    let id = before_the_sheets(&table).await;
    let (spain, britain) = (of(&table, &id, Power::Spain).await, of(&table, &id, Power::GreatBritain).await);
    let (round, line) = round(&table, &id).await;
    let sheet = json!({"counters/spain/corps": 5, "buy/spain/infantry": 10});
    table.done(&id, spain, sealing(&round, &sheet)).await;
    table.sent();
    // Trade is refused while sheets lie sealed, and the answer says so.
    table.done(&id, britain, trade(true)).await;
    let sent = table.sent();
    let told: Vec<&Sent> = sent.iter().filter(|sent| sent.kind == "otherwise").collect();
    let [told] = told.as_slice() else { panic!("{sent:?}") };
    assert_eq!(told.user, Some(spain));
    let message = told.json();
    assert!(says(&message).ends_with("· your sealed envelope"), "nothing else shows on a locked phone");
    let text = message["embeds"][0]["description"].as_str().unwrap();
    assert!(text.contains("to spend") && text.contains("stays sealed"), "{text}");
    assert!(desk(&table, &id, spain).await.contains("comes to something else by now"));
    for user in SEVEN.into_iter().filter(|user| *user != spain) {
        assert!(!desk(&table, &id, user).await.contains("something else"), "{user}");
    }
    // What is posted is the refusal alone: nobody sees that Spain has sealed.
    let others = sent.iter().filter(|sent| sent.kind != "otherwise");
    assert!(others.clone().count() > 0 && others.into_iter().all(|sent| !sent.text.contains("sealed")));
    // He lets it stand, and is asked no more.
    let card = front.press(&table, spain, &format!("v1:{id}:{line}:economy/sheet")).await;
    assert!(card["embeds"].to_string().contains("comes to something else by now"), "{card}");
    let stand = button(&card, "Let it stand so").unwrap();
    front.press(&table, spain, &stand).await;
    assert!(!desk(&table, &id, spain).await.contains("comes to something else"));
    // A Final one is left to count as it is, or withdrawn first.
    table.done(&id, spain, Verb::Final { round: round.clone() }).await;
    table.sent();
    table.done(&id, britain, trade(false)).await;
    assert!(table.sent().iter().any(|sent| sent.kind == "otherwise" && sent.user == Some(spain)));
    let card = front.press(&table, spain, &format!("v1:{id}:{line}:economy/sheet")).await;
    assert!(button(&card, "Withdraw Final").is_some() && button(&card, "Let it stand so").is_none());
}

#[tokio::test]
async fn a_form_begins_with_what_can_be_afforded_until_something_is_sealed() {
    let table = Table::new(7, None);
    let front = Front::new().await;
    let id = before_the_sheets(&table).await;
    let spain = of(&table, &id, Power::Spain).await;
    let (round, line) = round(&table, &id).await;
    let buys = |form: &Value| {
        let rows = form["components"].as_array().unwrap().clone();
        let input =
            rows.iter().map(|row| &row["components"][0]).find(|input| input["custom_id"] == "buy").cloned();
        input.unwrap()["value"].as_str().unwrap_or_default().to_owned()
    };
    let fill = format!("v1:{id}:{line}:economy/fill/spain");
    let card = front.press(&table, spain, &format!("v1:{id}:{line}:economy/sheet")).await;
    assert!(card["embeds"].to_string().contains("begins with this; the next upkeep stays"), "{card}");
    let begun = buys(&front.press(&table, spain, &fill).await);
    assert!(begun.contains("infantry"), "{begun}");
    // What it begins with can be sealed as it is.
    let sealed = front.fill(&table, spain, &fill, &[("counters", ""), ("buy", &begun)]).await;
    assert!(says(&sealed).contains("Sealed"), "{sealed}");
    // Who sealed that he buys nothing is asked no other thing.
    table.done(&id, spain, sealing(&round, &json!({"counters/spain/corps": 5}))).await;
    assert_eq!(buys(&front.press(&table, spain, &fill).await), "");
}

#[tokio::test]
async fn a_treasury_is_put_right_by_a_correction_that_another_agrees_to() {
    let table = Table::new(7, None);
    let front = Front::new().await;
    let id = before_the_sheets(&table).await;
    let (spain, france) = (of(&table, &id, Power::Spain).await, of(&table, &id, Power::France).await);
    let (round, _) = round(&table, &id).await;
    for user in SEVEN {
        table.done(&id, user, sealing(&round, &json!({}))).await;
        table.done(&id, user, Verb::Final { round: round.clone() }).await;
    }
    let form = format!("v1:{id}:0:economy/correct/spain");
    let fields = |money| [("money", money), ("reason", "supply of February")];
    let refused = front.fill(&table, spain, &form, &fields("-400")).await;
    assert!(says(&refused).contains("no more can be taken off"), "{refused}");
    let refused = front.fill(&table, france, &form, &fields("-2")).await;
    assert!(says(&refused).contains("not yours"), "{refused}");
    table.sent();
    front.fill(&table, spain, &form, &fields("-2")).await;
    let post = table.sent().into_iter().find(|sent| sent.channel == Some(COUNCIL)).unwrap();
    assert!(post.text.contains("put right") && post.text.contains("supply of February"), "{}", post.text);
    table.done(&id, france, act(Act::Agree { correction: 1 })).await;
    let card = front.press(&table, spain, &format!("v1:{id}:0:economy/account")).await;
    assert!(card["embeds"].to_string().contains("Put right: −$2 (correction)"), "{card}");
    table.done(&id, spain, act(Act::Ready { through: Through::Step, hold: false })).await;
}

/// A line of every kind.
fn every_source(n: u32) -> Vec<Source> {
    let province = ProvinceId::all().nth(n as usize % ProvinceId::all().count()).unwrap();
    let power = Power::ALL[n as usize % Power::ALL.len()];
    vec![
        Source::Province { province },
        Source::Trade { with: power },
        Source::American,
        Source::Indian,
        Source::IndianLost,
        Source::Colonial { of: power },
        Source::Gold { total: 2 + u8::try_from(n % 11).unwrap() },
        Source::Loss,
        Source::Reparations { with: power },
        Source::Manipulation { steps: -3 },
        Source::Upkeep { counter: ["corps", "fleet", "depot"][n as usize % 3].to_owned(), count: n },
        Source::Supply,
        Source::Lent { to: power },
        Source::Borrowed { of: power },
        Source::Bought { item: "infantry".to_owned(), count: n },
        Source::Rifles,
        Source::Lapsed,
        Source::Corrected,
    ]
}

#[test]
fn every_line_of_an_account_says_by_which_rule_it_is_so() {
    for n in 1..200u32 {
        let lines =
            every_source(n).into_iter().enumerate().filter(|(i, _)| n % 7 == 0 || (n >> (i % 5)) % 2 == 1);
        let line = |(i, source)| Line {
            source,
            money: i64::from(n) - 50,
            manpower: i64::try_from(i).unwrap() - 5,
            rules: if n % 3 == 0 { vec![rule!("house.peace.reparations.choice")] } else { Vec::new() },
        };
        let lines: Vec<Line> = lines.map(line).collect();
        let many = lines.len();
        let state = OfState {
            state: ProvinceId::by_key("bavaria").unwrap(),
            before: 3,
            collected: [4, 2],
            bought: Vec::new(),
            after: 7,
            rules: Vec::new(),
        };
        let account: Account = serde_json::from_value(json!({
            "month": Month::try_from("1805-03".to_owned()).unwrap(), "before": [0, 0], "after": [0, 0],
            "lines": lines, "states": [state],
        }))
        .unwrap();
        let text = in_all(&account);
        let said: Vec<&str> = text.lines().collect();
        assert_eq!(said.len(), many + 3, "{text}");
        for line in &said[1..=many] {
            let rule = line.rsplit_once('(').unwrap_or_else(|| panic!("{line}")).1.trim_end_matches(')');
            let is_one = |rule: &str| rule == "correction" || rule.starts_with(|c: char| c.is_ascii_digit());
            assert!(rule.split(", ").all(is_one), "{line}");
        }
        assert!(said[many + 2].contains("(8.2.3)"), "{text}");
    }
}
