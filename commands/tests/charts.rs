//! Rolls on the land combat chart, luck, and rules to look up: what players read of them.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use commands::house::Outcome;
use commands::message::Message;
use commands::present::luck::{self, Of};
use commands::present::rules;
use engine::facts::Origin;
use engine::rules::ledger;
use engine::table::{Founding, Secret, Text, Verb};
use serde_json::json;

fn on(table: &str, factors: Option<u32>, modifier: i32, label: Option<&str>) -> Verb {
    let mut asked = json!({"name": "land_combat", "table": table, "modifier": modifier});
    if let Some(factors) = factors {
        asked["factors"] = json!(factors);
    }
    let label = label.map(|text| Text { text: text.to_owned(), salt: Secret::new([7; 32]) });
    Verb::Chart { asked, label }
}

async fn told(table: &Table, id: &str, player: Option<&str>, purpose: Option<&str>) -> Message {
    let entries = table.house.entries(id).await.unwrap();
    let live = table.house.campaign(id).await.unwrap();
    let live = live.lock().await;
    let scene = live.scene(live.by(ANNA), false);
    let of = Of { player: player.map(str::to_owned), purpose: purpose.map(str::to_owned) };
    let message = luck::stats(&scene, &entries, &of);
    assert_fits(&message.json());
    for line in monospaced(&message) {
        assert!(
            line.chars().filter(|c| !matches!(c, '\u{200b}' | '\u{2068}' | '\u{2069}')).count() <= 40,
            "{line:?}"
        );
    }
    message
}

/// The lines between three backticks.
fn monospaced(message: &Message) -> Vec<String> {
    let texts = message.embeds.iter().filter_map(|embed| embed.description.as_deref());
    let blocks = texts.flat_map(|text| text.split("```").skip(1).step_by(2));
    blocks.flat_map(str::lines).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_roll_on_the_chart_is_posted_with_its_result_first() {
    let table = Table::new(61, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.sent();
    for modifier in -9..=9 {
        let factors = (modifier % 2 == 0).then_some(30);
        let reply = table.done(&id, ANNA, on("4-1", factors, modifier, Some("port guns, *Lorient*"))).await;
        // After many posts the turn card comes down again.
        let sent: Vec<Sent> = table.sent().into_iter().filter(|sent| sent.kind != "card").collect();
        let [post] = sent.as_slice() else { panic!("{sent:?}") };
        let post = post.json();
        let embed = &post["embeds"][0];
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let footer = text(&embed["footer"]["text"]);
        let post = format!("{}\n{}", text(&post["content"]), text(&embed["description"]));
        let lines: Vec<&str> = post.lines().collect();
        assert!(lines[0].starts_with("# The enemy loses "), "{post}");
        assert_eq!(lines[1].split(" · roll ").next(), Some("**User101** on 4-1 · port guns, \\*Lorient\\*"));
        let entries = table.house.entries(&id).await.unwrap();
        let die = entries.iter().rev().find_map(|entry| entry.event.rolled()).unwrap().result[0];
        let sum = i64::from(die) + i64::from(modifier);
        // The percentages of table 4-1, and what they come to of 30 factors.
        let place = usize::try_from(sum.clamp(0, 7)).unwrap();
        let (percent, lost) = [(0, 0), (5, 2), (5, 2), (10, 3), (10, 3), (15, 5), (15, 5), (15, 5)][place];
        assert!(lines[2].contains(&format!("→ {percent} %")), "{post}");
        assert_eq!(lines[2].contains("read as"), !(0..=7).contains(&sum), "{post}");
        if factors.is_some() && lost > 0 {
            assert!(lines[0].contains(&format!(" {lost} factors")) && lines[2].contains("of 30"), "{post}");
            assert!(post.contains("casualty chart: reconstructed"), "{post}");
        } else {
            assert!(!post.contains("casualty chart"), "{post}");
        }
        assert!(!post.contains('-') || !lines[2].contains('-'), "a sign that is no minus: {post}");
        assert!(footer.starts_with("record "), "{footer}");
        assert!(
            reply.content.contains("The enemy loses ") && !reply.content.contains("Lorient"),
            "{reply:?}"
        );
    }
    let says = table.refused(&id, ANNA, on("9-1", None, 0, None)).await;
    assert!(says.contains("table such as 4-1"), "{says}");
    table.verified(&id).await;
}

#[tokio::test]
async fn a_comparison_of_several_dice_says_what_it_compared() {
    let table = Table::new(62, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let reply = table.done(&id, ANNA, roll("2d6>=8", None)).await.content;
    assert!(
        reply.contains("**0 of 2 dice succeed**") && reply.contains("`2d6+0>=8` compares the total"),
        "{reply}"
    );
    for plain in ["d6>=4", "2d6+0>=8", "2d6", "3d6dl1>=8"] {
        let reply = table.done(&id, ANNA, roll(plain, None)).await.content;
        assert!(!reply.contains("compare"), "{plain}: {reply}");
    }
}

#[tokio::test]
async fn luck_is_told_of_all_of_a_player_and_of_a_purpose() {
    let table = Table::new(63, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    assert!(told(&table, &id, None, None).await.content.contains("No dice"));
    table.done(&id, ANNA, roll("30d6", Some("a long siege"))).await;
    table.done(&id, ANNA, roll("2d10", None)).await;
    table.done(&id, BELA, on("3-1", None, 0, Some("a Storm at sea"))).await;
    table.done(&id, BELA, on("3-1", None, 0, None)).await;
    let entries = table.house.entries(&id).await.unwrap();
    let long = &entries.iter().find_map(|entry| entry.event.rolled()).unwrap().result;
    let sixes = long.iter().filter(|face| **face == 6).count();
    let all = shown(&told(&table, &id, None, None).await);
    assert!(all.contains("**32 d6: mean ") && all.contains("fair 3.50") && all.contains("4 rolls"), "{all}");
    assert!(
        all.contains("5.3 expected") && all.contains("2 d10: mean ") && all.contains("fair 5.50"),
        "{all}"
    );
    let anna = shown(&told(&table, &id, Some("user101"), None).await);
    assert!(
        anna.contains("Luck of User101") && anna.contains("**30 d6") && !anna.contains("Storm"),
        "{anna}"
    );
    assert!(anna.contains(&format!("{sixes} sixes, 5.0 expected")) && anna.contains("a long sie…"), "{anna}");
    let mean = (long.iter().sum::<u32>() * 100 + 15) / 30;
    assert!(anna.contains(&format!("mean {}.{:02}, fair 3.50", mean / 100, mean % 100)), "{anna}");
    let storm = shown(&told(&table, &id, None, Some("storm")).await);
    assert!(
        storm.contains("**1 d6") && storm.contains("Too few dice") && storm.contains("User102"),
        "{storm}"
    );
    let none = told(&table, &id, Some("seat-1"), Some("storm")).await;
    assert!(none.content.starts_with("No dice fell that fit."));
    let game = told(&table, &id, Some("The game"), None).await;
    assert!(game.content.starts_with("No dice fell that fit."));
    let ten = shown(&told(&table, &id, None, Some("nothing said")).await);
    assert!(ten.contains("No six-sided die") && !ten.contains("```"), "{ten}");
    let nobody = told(&table, &id, Some("@everyone"), None).await.content;
    assert!(nobody.starts_with('✖') && nobody.ends_with("User101, User102 and The game."), "{nobody}");
    let live = table.house.campaign(&id).await.unwrap();
    let live = live.lock().await;
    let scene = live.scene(live.by(OLAF), false);
    let players: Vec<String> = luck::players(&scene).into_iter().map(|(name, _)| name).collect();
    assert_eq!(players, ["User101", "User102", "The game"]);
    assert_eq!(luck::purposes(&entries), ["(a chart)", "a Storm at sea", "(nothing said)", "a long siege"]);
}

#[tokio::test]
async fn dice_of_the_operators_own_seat_are_told_apart() {
    let table = Table::new(64, Some(ANNA));
    let id = table.found(ANNA, COUNCIL, "War", Founding { operator_seats: 1, ..founding(2) }).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word("abc") }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    table.done(&id, ANNA, on("4-1", Some(30), 0, None)).await;
    let post = table.sent().pop().unwrap().text;
    assert!(post.contains("it proves nothing"), "{post}");
    // Alone they are counted, and said to prove nothing; beside others they stand apart.
    let alone = shown(&told(&table, &id, None, None).await);
    assert!(
        alone.contains("**1 d6") && alone.contains("*User101") && alone.contains("prove nothing.*"),
        "{alone}"
    );
    table.done(&id, BELA, roll("12d6", None)).await;
    let both = shown(&told(&table, &id, None, None).await);
    assert!(
        both.contains("**12 d6") && both.contains("*User101") && both.contains("All leaves them out"),
        "{both}"
    );
    let own = shown(&told(&table, &id, Some("User101"), None).await);
    assert!(own.contains("**1 d6") && own.contains("prove nothing"), "{own}");
    let other = shown(&told(&table, &id, Some("User102"), None).await);
    assert!(other.contains("**12 d6") && !other.contains("prove nothing"), "{other}");
}

#[tokio::test]
async fn hostile_names_and_purposes_stay_in_their_columns() {
    let table = Table::new(65, None);
    for (n, name) in NASTY.into_iter().enumerate() {
        let channel = COUNCIL + n as u64;
        let id = table.found(ANNA, channel, "War", founding(2)).await;
        let ask = || table.asker_named(ANNA, name);
        let join = || Verb::Join { word: word("abc") };
        assert!(matches!(table.order(&id, &ask(), join()).await, Outcome::Done(_)));
        table.done(&id, BELA, join()).await;
        assert!(matches!(table.order(&id, &ask(), Verb::Start).await, Outcome::Done(_)));
        let label = engine::table::canonical::composed(name);
        let verb = on("5-5", Some(999), 9, Some(&label));
        assert!(matches!(table.order(&id, &ask(), verb).await, Outcome::Done(_)));
        told(&table, &id, None, None).await;
        told(&table, &id, Some("seat-1"), None).await;
        told(&table, &id, Some(name), Some(name)).await;
    }
}

#[test]
fn every_rule_fits_in_a_post_with_its_ruling() {
    for rule in ledger().entries() {
        let message = rules::entry(rule, None);
        assert_fits(&message.json());
        let text = shown(&message);
        assert!(!text.contains("Ruling of this campaign") && text.contains(rule.id.as_str()), "{text}");
        let embed = &message.embeds[0];
        // Nothing of the rule is cut off.
        assert_eq!(embed.description.as_deref(), Some(rule.says.as_str()));
        let reading = embed.fields.iter().find(|field| field.name.starts_with("Unclear"));
        assert_eq!(reading.map_or("", |field| field.value.as_str()), rule.reading);
        assert_eq!(text.contains("of the printed rules"), !rule.amends.is_empty());
        let origin = embed.fields.iter().find(|field| field.name == "Origin");
        assert_eq!(origin.is_some(), rule.origin != Origin::Seed, "{}", rule.id);
        assert!(origin.is_none_or(|field| field.value.ends_with(&rule.why)), "{}", rule.id);
        assert_eq!(
            embed.fields.iter().any(|field| field.name == "Not built yet"),
            !rule.built,
            "{}",
            rule.id
        );
        let ruled = rules::entry(rule, Some(&"We vote so. ".repeat(200)));
        assert_fits(&ruled.json());
        assert!(shown(&ruled).contains("Ruling of this campaign"));
    }
    for words in ["the", "stacking", "4.4.6.3", "😀", "@everyone `x` **y**", &"x".repeat(100)] {
        let found = ledger().find(words);
        assert_fits(&rules::found(words, &found, None).json());
        assert_fits(&rules::found(words, &found, Some("abcdefghij")).json());
    }
}

#[tokio::test]
async fn a_rule_of_a_list_opens_with_and_without_a_campaign() {
    let front = Front::new().await;
    let table = Table::new(66, None);
    for campaign in [None, Some("abcdefghij")] {
        let found = ledger().find("stacking");
        let list = rules::found("stacking", &found, campaign).json();
        for (n, rule) in (1..=10).zip(&found) {
            let id = button(&list, &n.to_string()).unwrap();
            assert!(id.starts_with(if campaign.is_some() {
                "v1:abcdefghij:0:rule/"
            } else {
                "v1:-:0:rule/"
            }));
            let opened = front.press(&table, OLAF, &id).await;
            assert_eq!(opened["embeds"][0]["description"], rule.says.as_str());
        }
    }
    let gone = front.press(&table, OLAF, "v1:-:0:rule/house.no.such").await;
    assert!(says(&gone).contains("not in the ledger"));
    let none = rules::found("xyzzy", &ledger().find("xyzzy"), None);
    assert!(none.content.starts_with("✖ No rule is found"));
}
