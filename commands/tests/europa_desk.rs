//! What the desk of Europa says and has buttons for: the treasury before a segment is lost by it, wars, plans, retreats, battles by hand.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, ids, says};
use crate::common::*;
use crate::europa_sieges::{begun, of_europa};
use commands::custom_id::CustomId;
use commands::house::Outcome;
use engine::europa::Position;
use engine::europa::country::Country;
use engine::europa::outline::Frame;
use engine::table::Verb;
use engine::table::act::{Act, Through};
use serde_json::{Value, json};
use std::sync::Arc;

pub fn step() -> Verb {
    act(Act::Ready { through: Through::Step, hold: false })
}

pub fn deploy(country: &str, place: &str, counters: &[&str]) -> Verb {
    Verb::Game(
        json!({"board": "deploy", "country": country, "place": place, "counters": counters, "veteran": true}),
    )
}

fn war(on: bool) -> Verb {
    Verb::Game(json!({"europa": "war", "country": "france", "with": "spain", "on": on}))
}

pub async fn desk(front: &Front, table: &Table, id: &str, user: u64) -> Value {
    front.press(table, user, &CustomId::of(id, 0, "desk")).await
}

pub async fn position(table: &Table, id: &str) -> Arc<Position> {
    table.campaign(id).await.public_view().game.of::<Position>().unwrap()
}

fn country(key: &str) -> Country {
    Country::by_key(key).unwrap()
}

/// All choices of the selects of a message, by their values, with what says of each.
fn choices(message: &Value) -> Vec<(String, String)> {
    let parts = message["components"].as_array().into_iter().flatten();
    let parts = parts.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let options = parts.flat_map(|part| part["options"].as_array().into_iter().flatten());
    let text = |one: &Value, field: &str| one[field].as_str().unwrap_or_default().to_owned();
    options
        .map(|one| (text(one, "value"), format!("{}: {}", text(one, "label"), text(one, "description"))))
        .collect()
}

/// The id of the select that has a choice.
fn select_with(message: &Value, value: &str) -> Option<String> {
    let parts = message["components"].as_array()?.iter();
    let mut parts = parts.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let has = |part: &&Value| {
        part["options"].as_array().is_some_and(|all| all.iter().any(|one| one["value"] == value))
    };
    Some(parts.find(has)?["custom_id"].as_str()?.to_owned())
}

const UNTOLD: &str = "Nobody has told yet what lies in the treasury of France";

/// Before the first round, and in the segment itself before it is over: a treasury that was never told counts as empty, and who does not know
/// that would lose his segment.
#[tokio::test]
async fn an_untold_treasury_is_said_before_a_segment_is_lost_by_it() {
    let (table, front) = (Table::new(120, None), Front::new().await);
    let id = begun(&table).await;
    // Who keeps his board elsewhere is not told of it.
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(!own.to_string().contains(UNTOLD) && button(&own, "Tell the treasury").is_none(), "{own}");
    table.done(&id, ANNA, deploy("france", "eLanguedoc", &["ld"])).await;
    table.done(&id, ANNA, act(Act::Tell { key: "initiative/france".to_owned(), value: 9 })).await;
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(own.to_string().contains(UNTOLD), "{own}");
    let tell = button(&own, "Tell the treasury").unwrap();
    let asked = front.press_private(&table, ANNA, &button(&own, "Ready").unwrap()).await;
    assert!(says(&asked).starts_with(UNTOLD), "{asked}");
    assert_eq!(button(&asked, "Tell the treasury"), Some(tell.clone()), "{asked}");
    // Nobody is ready by that; who goes on all the same is asked once more in his segment.
    for user in [BELA, CARL] {
        table.done(&id, user, step()).await;
    }
    assert_eq!(position(&table, &id).await.board.round, None, "Anna was only asked");
    front.press_private(&table, ANNA, &button(&asked, "Ready all the same").unwrap()).await;
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(own.to_string().contains(UNTOLD), "{own}");
    let asked = front.press_private(&table, ANNA, &button(&own, "Ready").unwrap()).await;
    assert!(says(&asked).starts_with(UNTOLD), "{asked}");
    // The form takes it, and the campaign is paid for out of it.
    let form = front.press(&table, ANNA, &tell).await;
    let first = &form["components"][0]["components"][0];
    assert_eq!(
        (&first["label"], &first["value"]),
        (&json!("Treasury of France, in D$"), &Value::Null),
        "{form}"
    );
    let to = form["custom_id"].as_str().unwrap().to_owned();
    let told = front.fill(&table, ANNA, &to, &[("first", "much")]).await;
    assert!(says(&told).contains("\"much\" is no amount of ducats"), "{told}");
    // Where nothing lies in it, that is told too, and nobody is asked again.
    front.fill(&table, ANNA, &to, &[("first", "0")]).await;
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(!own.to_string().contains(UNTOLD), "{own}");
    front.fill(&table, ANNA, &to, &[("first", "60 D$")]).await;
    assert_eq!(position(&table, &id).await.told(country("france"), engine::europa::seats::Told::Ducats), 60);
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(!own.to_string().contains(UNTOLD) && button(&own, "Campaign").is_some(), "{own}");
}

/// In 1492 the form begins with what the set-up says, and the desk says it too.
#[tokio::test]
async fn the_treasury_of_1492_stands_in_the_form() {
    let (table, front) = (Table::new(121, None), Front::new().await);
    let id = table.found(ANNA, COUNCIL, "1492", of_europa(2, 1)).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    for country in ["venice", "lorraine"] {
        table.done(&id, ANNA, Verb::Game(json!({"europa": "take", "country": country}))).await;
    }
    table.done(&id, ANNA, deploy("venice", "eVeneto", &["ld"])).await;
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(own.to_string().contains("The set-up of 1492 begins with: Venice 200 D$."), "{own}");
    let form = front.press(&table, ANNA, &button(&own, "Tell the treasury").unwrap()).await;
    let lines: Vec<(String, Value)> = (form["components"].as_array().unwrap().iter())
        .map(|row| &row["components"][0])
        .map(|input| (input["label"].as_str().unwrap().to_owned(), input["value"].clone()))
        .collect();
    assert!(lines.contains(&("Treasury of Venice, in D$".to_owned(), json!("200"))), "{lines:?}");
    assert!(lines.contains(&("Treasury of Lorraine, in D$".to_owned(), Value::Null)), "{lines:?}");
}

/// A war is told from the desk with two presses, and its end as well.
#[tokio::test]
async fn a_war_is_told_by_choosing_with_whom() {
    let (table, front) = (Table::new(122, None), Front::new().await);
    let id = begun(&table).await;
    let own = desk(&front, &table, &id, ANNA).await;
    let opens = button(&own, "War or peace…").unwrap();
    let lists = front.press_private(&table, ANNA, &opens).await;
    let all = choices(&lists);
    assert_eq!(all[0].0.as_str(), "spain", "those that somebody plays come first: {all:?}");
    assert!(all[0].1.contains("User101") || !all[0].1.ends_with(": "), "{all:?}");
    assert!(all.iter().all(|(value, _)| !value.contains('/')), "no war ends: {all:?}");
    front.choose(&table, ANNA, &select_with(&lists, "spain").unwrap(), "spain").await;
    assert!(
        !position(&table, &id).await.are_at_war(country("france"), country("spain")),
        "Bela was not asked"
    );
    let own = desk(&front, &table, &id, BELA).await;
    assert!(own.to_string().contains("**France tells: France and Spain are at war.**"), "{own}");
    front.press_private(&table, BELA, &button(&own, "Confirm").unwrap()).await;
    assert!(position(&table, &id).await.are_at_war(country("france"), country("spain")));
    let lists = front.press_private(&table, ANNA, &opens).await;
    assert!(!choices(&lists).iter().any(|(value, _)| value == "spain"), "{lists}");
    front.choose(&table, ANNA, &select_with(&lists, "france/spain").unwrap(), "france/spain").await;
    assert!(
        position(&table, &id).await.are_at_war(country("france"), country("spain")),
        "Bela has not told it"
    );
    // The other side finds it at its desk, declines it once, and then confirms it.
    let own = desk(&front, &table, &id, BELA).await;
    assert!(own.to_string().contains("France tells a peace with Spain: confirm it, or not."), "{own}");
    front.press_private(&table, BELA, &button(&own, "No peace").unwrap()).await;
    assert!(button(&desk(&front, &table, &id, BELA).await, "Confirm the peace").is_none());
    front.choose(&table, ANNA, &select_with(&lists, "france/spain").unwrap(), "france/spain").await;
    let own = desk(&front, &table, &id, BELA).await;
    front.press_private(&table, BELA, &button(&own, "Confirm the peace").unwrap()).await;
    assert!(!position(&table, &id).await.are_at_war(country("france"), country("spain")));
    // Any other country is written.
    let form = front.press(&table, ANNA, &button(&lists, "Another country…").unwrap()).await;
    let to = form["custom_id"].as_str().unwrap().to_owned();
    front.fill(&table, ANNA, &to, &[("country", "France"), ("with", "Venice"), ("peace", "")]).await;
    table.assents(&id).await;
    assert!(position(&table, &id).await.are_at_war(country("france"), country("venice")));
}

/// What is asked in a round and what is done outside of it names buttons, and no command that has one.
#[tokio::test]
async fn the_desk_names_buttons_and_no_commands() {
    let (table, front) = (Table::new(123, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, ANNA, war(true)).await;
    table.done(&id, ANNA, deploy("france", "eRosselo", &["army_plus"])).await;
    table.done(&id, BELA, deploy("spain", "eCatalunya", &["ld"])).await;
    // Far from its own, so that its supply is not plain.
    table.done(&id, ANNA, deploy("france", "eMalta", &["ld"])).await;
    for (key, value) in [("ducats/france", 500), ("initiative/france", 9), ("ducats/spain", 500)] {
        table.done(&id, ANNA, act(Act::Tell { key: key.to_owned(), value })).await;
    }
    let mut seen = Vec::new();
    for turn in 0..40 {
        for user in [ANNA, BELA] {
            let own = desk(&front, &table, &id, user).await;
            assert!(!own.to_string().contains("/europa"), "{own}");
            let supplies = own.to_string().contains("Supply of stack");
            seen.push(if supplies { "supply" } else { "other" });
        }
        let user = [ANNA, BELA, CARL][turn % 3];
        let _ = table.order(&id, &table.asker(user), step()).await;
    }
    assert!(seen.contains(&"supply"), "{seen:?}");
}

/// The plan is chosen from a list that says what each choice means; the form says which words it takes, and is empty before the first.
#[tokio::test]
async fn a_plan_is_chosen_from_a_list_and_its_form_says_its_words() {
    let (table, front) = (Table::new(124, None), Front::new().await);
    let id = begun(&table).await;
    let army = |country: &str, class: &str| json!({"army": {"parts": [{"country": country, "class": class, "a_plus": 1}], "technology": "arquebuse", "veteran": true, "command": "none"}});
    let open = json!({"fight": "open", "scene": {"place": "Lombardia", "countries": [["france"], ["spain"]]},
        "stacks": {"moving": army("FRA", "IV"), "standing": army("SPA", "III")}});
    table.done(&id, ANNA, Verb::Game(open)).await;
    let own = desk(&front, &table, &id, ANNA).await;
    let plan = button(&own, "My battle plan").unwrap();
    let screen = front.press_private(&table, ANNA, &plan).await;
    let values: Vec<String> = choices(&screen).into_iter().map(|(value, _)| value).collect();
    for value in ["never", "always", "ask me", "morale 2", "losses 3", "off"] {
        assert!(values.contains(&value.to_owned()), "{value}: {values:?}");
    }
    for word in ["never", "always", "morale 2", "losses 3", "ask me", "off"] {
        assert!(says(&screen).contains(word), "{word}: {screen}");
    }
    let form = front.press(&table, ANNA, &button(&screen, "Write it…").unwrap()).await;
    let input = &form["components"][0]["components"][0];
    assert_eq!(input["value"], Value::Null, "what stands in it would hide the words: {form}");
    assert!(input["placeholder"].as_str().unwrap().contains("morale 2; losses 3"), "{form}");
    for value in ["always", "ask me", "off", "losses 3", "never", "morale 2"] {
        let chosen = front.choose(&table, ANNA, &select_with(&screen, value).unwrap(), value).await;
        let (asks, fights) = ("Asks you", "Fights to the end");
        let said = [asks, fights].map(|words| chosen.to_string().contains(words));
        assert!(!(said[0] && said[1]) && said[0] == (value == "ask me"), "{chosen}");
        let form = front.press(&table, ANNA, &button(&screen, "Write it…").unwrap()).await;
        assert_eq!(form["components"][0]["components"][0]["value"], json!(value), "{form}");
    }
    let screen = front.press_private(&table, ANNA, &plan).await;
    assert!(says(&screen).contains("with 2 morale or less"), "{screen}");
    // At sea the words are more, and what is in the fleet comes first.
    let scene = json!({"place": "Ionian Sea", "at_sea": true, "mediterranean": true, "countries": [["venice"], ["spain"]]});
    table.done(&id, CARL, Verb::Game(json!({"fight": "open", "scene": scene, "stacks": {}}))).await;
    let own = desk(&front, &table, &id, CARL).await;
    let plan = button(&own, "My battle plan").unwrap();
    let screen = front.press_private(&table, CARL, &plan).await;
    assert!(choices(&screen).is_empty() && says(&screen).contains("slip away"), "{screen}");
    let form = front.press(&table, CARL, &button(&screen, "Write it…").unwrap()).await;
    let hint = form["components"][0]["components"][0]["placeholder"].as_str().unwrap();
    assert!(hint.contains("slip away") && hint.chars().count() <= 100, "{hint}");
    let to = form["custom_id"].as_str().unwrap().to_owned();
    front.fill(&table, CARL, &to, &[("plan", ""), ("fleet", "3 ND, veteran")]).await;
    let screen = front.press_private(&table, CARL, &plan).await;
    front.choose(&table, CARL, &select_with(&screen, "always").unwrap(), "always").await;
    let screen = front.press_private(&table, CARL, &plan).await;
    let said = says(&screen);
    assert!(said.contains("in any case") && said.contains("3 ND"), "the fleet stays: {said}");
}

/// Plays a battle of the board between France, which marches into Catalunya, and Spain, by a seed; the beaten stack and its player.
async fn beaten(table: &Table, id: &str) -> Option<(u32, u64)> {
    table.done(id, ANNA, war(true)).await;
    table.done(id, ANNA, deploy("france", "eRosselo", &["army_plus"])).await;
    table.done(id, BELA, deploy("spain", "eCatalunya", &["army_plus"])).await;
    for (key, value) in [("ducats/france", 500), ("initiative/france", 9)] {
        table.done(id, ANNA, act(Act::Tell { key: key.to_owned(), value })).await;
    }
    for user in [ANNA, BELA, CARL] {
        table.done(id, user, step()).await;
    }
    let paid =
        json!({"board": "campaign", "country": "france", "campaign": {"land": "multiple", "sea": "none"}});
    table.done(id, ANNA, Verb::Game(paid)).await;
    table.done(id, ANNA, Verb::Game(json!({"board": "march", "stack": 1, "to": "eCatalunya"}))).await;
    for user in [BELA, CARL] {
        for round in table.campaign(id).await.public_view().rounds.iter().map(|round| round.round.clone()) {
            let nothing = sealing(&round, &json!({"with": [], "evade": []}));
            if matches!(table.order(id, &table.asker(user), nothing).await, Outcome::Done(_)) {
                let _ = table.order(id, &table.asker(user), Verb::Final { round }).await;
            }
        }
    }
    table.done(id, ANNA, step()).await;
    table.done(id, ANNA, Verb::Game(json!({"board": "engage", "stack": 1, "with": 2}))).await;
    let round = "fight/1".to_owned();
    for user in [ANNA, BELA] {
        table.done(id, user, sealing(&round, &json!({"plan": {}}))).await;
        table.done(id, user, Verb::Final { round: round.clone() }).await;
    }
    let position = position(table, id).await;
    let stack = position.frames.iter().find_map(|open| match open {
        Frame::Retreat(stack) => Some(*stack),
        _ => None,
    })?;
    Some((stack, if stack == 1 { ANNA } else { BELA }))
}

/// Whose stack was beaten finds that at his desk with a button for each place, and a list where they are many.
#[tokio::test]
async fn a_beaten_stack_has_its_retreat_on_the_desk() {
    let front = Front::new().await;
    let mut seen = [false; 2];
    for seed in 130..160 {
        let table = Table::new(seed, None);
        let id = begun(&table).await;
        let Some((stack, user)) = beaten(&table, &id).await else { continue };
        let posts: String = table.sent().iter().map(|sent| sent.json().to_string()).collect();
        assert!(
            posts.contains("It retreats: its player chooses where")
                && !posts.contains("/europa board retreat")
        );
        let own = desk(&front, &table, &id, user).await;
        let text = own.to_string();
        assert!(text.contains("was beaten and retreats: choose where") && !text.contains("/europa"), "{own}");
        assert!(text.contains(&format!("Stack {stack} to ")), "{own}");
        let all: Vec<_> = engine::europa::board::retreats(&*position(&table, &id).await, stack).collect();
        let more = button(&own, &format!("Stack {stack}: more places…"));
        assert_eq!(more.is_some(), all.len() > 4, "{all:?}: {own}");
        seen[usize::from(stack != 1)] = true;
        let list =
            front.press_private(&table, user, &CustomId::of(&id, stack.into(), "europa/retreats")).await;
        assert_eq!(choices(&list).len(), all.len(), "{list}");
        let to = all.last().unwrap().site().key.clone();
        front.choose(&table, user, &select_with(&list, &to).unwrap(), &to).await;
        assert_eq!(position(&table, &id).await.board.stacks[&stack].at, *all.last().unwrap());
        if seen == [true, true] {
            return;
        }
    }
    panic!("neither side was beaten in thirty battles: {seen:?}");
}

/// Where the board is kept here a battle is opened from what stands on it; one that is opened by hand says that it moves nothing there.
#[tokio::test]
async fn a_battle_by_hand_says_that_it_moves_nothing_on_the_board() {
    let (table, front) = (Table::new(125, None), Front::new().await);
    let id = begun(&table).await;
    let opens = CustomId::of(&id, 0, "europa/open");
    let form = front.press(&table, ANNA, &opens).await;
    assert!(form["custom_id"].is_string(), "the board is kept elsewhere: {form}");
    table.done(&id, ANNA, deploy("france", "eLanguedoc", &["ld"])).await;
    let hint = front.press_private(&table, ANNA, &opens).await;
    assert!(says(&hint).contains("takes nothing off these stacks"), "{hint}");
    let form = front.press(&table, ANNA, &button(&hint, "Open it all the same").unwrap()).await;
    assert_eq!(form["custom_id"], json!(opens), "{form}");
    table.sent();
    let army = |country: &str, class: &str, many: u8| json!({"army": {"parts": [{"country": country, "class": class, "a_plus": many}], "technology": "arquebuse", "veteran": true, "command": "none"}});
    let open = json!({"fight": "open", "scene": {"place": "Lombardia", "countries": [["france"], ["spain"]]},
        "stacks": {"moving": army("FRA", "IV", 2), "standing": army("SPA", "III", 1)}});
    table.done(&id, ANNA, Verb::Game(open)).await;
    for user in [ANNA, BELA] {
        let round = "fight/1".to_owned();
        table.done(&id, user, sealing(&round, &json!({"plan": {}}))).await;
        table.done(&id, user, Verb::Final { round }).await;
    }
    let posts: String = table.sent().iter().map(|sent| sent.json().to_string()).collect();
    let verdict = position(&table, &id).await.fights.of[&1].ended.unwrap();
    let retreats = verdict.winner.is_some_and(|winner| !verdict.destroyed[winner.other() as usize]);
    assert_eq!(posts.contains("has to retreat. No stacks of the board kept here"), retreats, "{posts}");
}

/// A stack is put down in three taps, and marches in three where it is the only one, in four where there are few: no list need be opened.
#[tokio::test]
async fn the_first_places_and_few_stacks_are_buttons() {
    let (table, front) = (Table::new(126, None), Front::new().await);
    let id = begun(&table).await;
    let own = desk(&front, &table, &id, ANNA).await;
    let places = front.press_private(&table, ANNA, &button(&own, "Deploy a stack").unwrap()).await;
    let first = ids(&places).into_iter().find(|id| id.contains("europa/deploy/at/france/")).unwrap();
    let draft = front.press_private(&table, ANNA, &first).await;
    assert!(says(&draft).contains("**France** puts **A+** down in "), "{draft}");
    front.press_private(&table, ANNA, &button(&draft, "Deploy it").unwrap()).await;
    table.done(&id, ANNA, deploy("france", "eLanguedoc", &["ld"])).await;
    for (key, value) in [("ducats/france", 500), ("initiative/france", 9)] {
        table.done(&id, ANNA, act(Act::Tell { key: key.to_owned(), value })).await;
    }
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, step()).await;
    }
    let paid =
        json!({"board": "campaign", "country": "france", "campaign": {"land": "multiple", "sea": "none"}});
    table.done(&id, ANNA, Verb::Game(paid)).await;
    let own = desk(&front, &table, &id, ANNA).await;
    let which = front.press_private(&table, ANNA, &button(&own, "March a stack").unwrap()).await;
    assert!(choices(&which).is_empty(), "{which}");
    let ends =
        front.press_private(&table, ANNA, &button(&which, "2 · France, LD in Languedoc").unwrap()).await;
    // The map is that around the stack.
    let map = ids(&ends).into_iter().find(|id| id.contains("europa/map/at/")).unwrap();
    let map = front.press_for_picture(&table, ANNA, &map, None).await;
    assert!(says(&map).starts_with("The board around Languedoc."), "{map}");
    let first = ids(&ends).into_iter().find(|id| id.contains("europa/march/at/")).unwrap();
    let key = first.rsplit('/').next().unwrap().to_owned();
    let draft = front.press_for_picture(&table, ANNA, &first, None).await;
    front.press_private(&table, ANNA, &button(&draft, "March").unwrap()).await;
    assert_eq!(position(&table, &id).await.board.stacks[&2].at.site().key.as_str(), key);
}
