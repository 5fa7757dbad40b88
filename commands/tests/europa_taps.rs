//! Europa with a finger: what is bought and sailed by buttons, orders that would do something else than was meant, and words that name the
//! buttons that are there.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use crate::europa_desk::{deploy, desk, position, step};
use crate::europa_sieges::{begun, of_europa};
use commands::custom_id::CustomId;
use commands::house::Outcome;
use engine::europa::country::Country;
use engine::europa::seats::Told;
use engine::table::Verb;
use engine::table::act::Act;
use serde_json::{Value, json};

/// The values of all lists of a message.
fn values(message: &Value) -> Vec<String> {
    let parts = message["components"].as_array().into_iter().flatten();
    let parts = parts.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let options = parts.flat_map(|part| part["options"].as_array().into_iter().flatten());
    options.map(|one| one["value"].as_str().unwrap_or_default().to_owned()).collect()
}

/// The first id of a list in a message that has such a verb.
fn list(message: &Value, verb: &str) -> String {
    let parts = message["components"].as_array().into_iter().flatten();
    let mut parts = parts.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let has = |part: &&Value| part["custom_id"].as_str().is_some_and(|id| id.contains(verb));
    parts.find(has).unwrap()["custom_id"].as_str().unwrap().to_owned()
}

/// What stands in a field of a form.
fn field<'v>(form: &'v Value, name: &str) -> &'v Value {
    &input(form, name)["value"]
}

fn input<'v>(form: &'v Value, name: &str) -> &'v Value {
    let rows = form["components"].as_array().into_iter().flatten();
    let mut fields = rows.map(|row| &row["components"][0]);
    fields.find(|field| field["custom_id"] == name).unwrap()
}

/// Anna's movement segment, with a campaign on land and at sea; her stacks are these.
async fn in_her_segment(table: &Table, stacks: &[(u64, &str, &str, &[&str])]) -> String {
    let id = begun(table).await;
    comes_to_her_segment(table, &id, stacks).await;
    id
}

/// The same with France at war with Spain: an army in Rosseló, and armies of Bela's at these places.
async fn in_her_segment_at_war(table: &Table, spanish: &[&'static str]) -> String {
    let id = begun(table).await;
    let war = json!({"europa": "war", "country": "france", "with": "spain", "on": true});
    table.done(&id, ANNA, Verb::Game(war)).await;
    const ARMY: &[&str] = &["army_plus"];
    let mut stacks = vec![(ANNA, "france", "eRosselo", ARMY)];
    stacks.extend(spanish.iter().map(|place| (BELA, "spain", *place, ARMY)));
    comes_to_her_segment(table, &id, &stacks).await;
    id
}

async fn comes_to_her_segment(table: &Table, id: &str, stacks: &[(u64, &str, &str, &[&str])]) {
    comes_to_her_segment_paying(table, id, stacks, ["multiple"; 2]).await;
}

/// The same with a campaign of hers on land and at sea.
async fn comes_to_her_segment_paying(
    table: &Table,
    id: &str,
    stacks: &[(u64, &str, &str, &[&str])],
    [land, sea]: [&str; 2],
) {
    for (user, country, place, counters) in stacks {
        table.done(id, *user, deploy(country, place, counters)).await;
    }
    for (key, value) in [("ducats/france", 500), ("initiative/france", 9)] {
        table.done(id, ANNA, act(Act::Tell { key: key.to_owned(), value })).await;
    }
    for user in [ANNA, BELA, CARL] {
        table.done(id, user, step()).await;
    }
    let paid = json!({"board": "campaign", "country": "france", "campaign": {"land": land, "sea": sea}});
    table.done(id, ANNA, Verb::Game(paid)).await;
}

const FLEET: (u64, &str, &str, &[&str]) = (ANNA, "france", "eGuyenne", &["nd", "nd", "nd"]);

/// A voyage that names nothing, or only where the fleet lies, is none, and leaves the fleet its voyage of the round.
#[tokio::test]
async fn a_voyage_that_goes_nowhere_is_refused_and_costs_nothing() {
    let (table, front) = (Table::new(140, None), Front::new().await);
    let id = in_her_segment(&table, &[FLEET]).await;
    let form = CustomId::of(&id, 0, "europa/sail");
    for way in ["", "Guyenne"] {
        let told = front
            .fill(&table, ANNA, &form, &[("stack", "1"), ("way", way), ("landing", ""), ("unless", "")])
            .await;
        assert!(says(&told).contains("Stack 1 lies in Guyenne already, so that is no voyage"), "{told}");
    }
    let told = front
        .fill(
            &table,
            ANNA,
            &form,
            &[("stack", "1 to:Adriatic"), ("way", ""), ("landing", ""), ("unless", "")],
        )
        .await;
    assert!(says(&told).contains("is no stack: its number alone is, 1."), "{told}");
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(button(&own, "Sail a fleet").is_some(), "it may still sail: {own}");
}

/// A fleet sails with three presses, and the picture shows its way.
#[tokio::test]
async fn a_fleet_sails_by_buttons() {
    let (table, front) = (Table::new(141, None), Front::new().await);
    let id = in_her_segment(&table, &[FLEET]).await;
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(own.to_string().contains("*Sail a fleet*") && !own.to_string().contains("/europa sea"), "{own}");
    let ends = front.press_private(&table, ANNA, &button(&own, "Sail a fleet").unwrap()).await;
    let to = values(&ends).into_iter().next().unwrap();
    let at = front.press_for_picture(&table, ANNA, &list(&ends, "europa/sail/to"), Some(&to)).await;
    front.press_private(&table, ANNA, &button(&at, "Sail").unwrap()).await;
    assert_eq!(position(&table, &id).await.board.stacks[&1].at.site().key.as_str(), to);
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(button(&own, "Sail a fleet").is_none(), "it has sailed: {own}");
}

/// Troops are bought with presses alone, and what was chosen stands in the form.
#[tokio::test]
async fn troops_are_bought_by_buttons() {
    let (table, front) = (Table::new(142, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, ANNA, deploy("france", "eLanguedoc", &["ld"])).await;
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(button(&own, "Buy").is_none(), "nothing is told of a treasury: {own}");
    table.done(&id, ANNA, act(Act::Tell { key: "ducats/france".to_owned(), value: 200 })).await;
    let own = desk(&front, &table, &id, ANNA).await;
    let places = front.press_private(&table, ANNA, &button(&own, "Buy").unwrap()).await;
    let in_france = list(&places, "europa/buy/in/france");
    let what = front.choose(&table, ANNA, &in_france, "eProvence").await;
    assert!(says(&what).contains("**France** buys in **Provence**. The treasury holds 200 D$."), "{what}");
    let draft = front.choose(&table, ANNA, &list(&what, "europa/buy/what"), "1").await;
    let form = front.press(&table, ANNA, &button(&draft, "Write it…").unwrap()).await;
    assert_eq!([field(&form, "place"), field(&form, "what")], ["Provence", "2 LD"], "{form}");
    // A finger that hits the button twice buys once, and is told so twice.
    let [first, second] =
        front.press_twice(&table, ANNA, &button(&draft, "Buy it").unwrap()).await.try_into().unwrap();
    assert!(says(&first["data"]).contains("bought") || says(&first["data"]).contains("buys"), "{first}");
    assert_eq!(second, first);
    let now = position(&table, &id).await;
    assert_eq!((now.board.stacks.len(), now.board.stacks[&2].stack.0.len()), (2, 2));
    assert!(now.told(Country::by_key("france").unwrap(), Told::Ducats) < 200);
}

/// Before play begins no country is offered; what comes is said.
#[tokio::test]
async fn countries_are_offered_when_play_has_begun() {
    let (table, front) = (Table::new(143, None), Front::new().await);
    let id = table.found(ANNA, COUNCIL, "Italy", of_europa(2, 8)).await;
    // The card counts the seats that are free with each that is taken.
    let card = || table.sent().iter().rfind(|sent| sent.kind == "card").map(|sent| sent.json().to_string());
    for (user, free) in [(ANNA, true), (BELA, false)] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
        let card = card().unwrap();
        assert_eq!((card.contains("1 of 2 free"), card.contains("2 free")), (free, free), "{card}");
    }
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(button(&own, "Take a country").is_none(), "{own}");
    assert!(own.to_string().contains("Countries are taken when play has begun"), "{own}");
    let told = front.press_private(&table, ANNA, &CustomId::of(&id, 0, "europa/take")).await;
    assert!(says(&told).contains("Countries are taken when play has begun"), "{told}");
    table.done(&id, ANNA, Verb::Start).await;
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(button(&own, "Take a country").is_some(), "{own}");
    let asked = front.press_private(&table, ANNA, &button(&own, "Ready").unwrap()).await;
    assert!(says(&asked).contains("You play no country yet"), "{asked}");
    for label in ["Take a country", "Ready all the same"] {
        assert!(button(&asked, label).is_some(), "{asked}");
    }
}

/// While a march waits for who may intercept it the desk says for whom, and who is asked can let it pass there.
#[tokio::test]
async fn a_march_that_waits_says_for_whom() {
    let (table, front) = (Table::new(144, None), Front::new().await);
    let id = in_her_segment_at_war(&table, &["eCatalunya", "eGranada"]).await;
    table.done(&id, ANNA, Verb::Game(json!({"board": "march", "stack": 1, "to": "eCatalunya"}))).await;
    let own = desk(&front, &table, &id, ANNA).await;
    let text = own.to_string();
    assert!(text.contains("waits for Spain, who may intercept it"), "{own}");
    assert!(!text.contains("No stack of yours can march") && !text.contains("nothing can move"), "{own}");
    let theirs = desk(&front, &table, &id, BELA).await;
    // The form names whom it may be: not who stands too far off.
    let screen = front.press(&table, BELA, &button(&theirs, "Intercept or evade").unwrap()).await;
    let form = front.press(&table, BELA, &button(&screen, "Write it…").unwrap()).await;
    for name in ["stack", "evade"] {
        assert_eq!(input(&form, name)["placeholder"], "2 · Spain, A+ in Catalunya", "{form}");
    }
    let passes = button(&theirs, "Let it pass").unwrap();
    front.press_private(&table, BELA, &passes).await;
    assert!(position(&table, &id).await.under_way().is_none());
    // The battle segment: one battle can be begun; after it buttons are named where there are any.
    table.done(&id, ANNA, step()).await;
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(own.to_string().contains("each that can be fought has a button"), "{own}");
    table.done(&id, ANNA, Verb::Game(json!({"board": "engage", "stack": 1, "with": 2}))).await;
    let own = desk(&front, &table, &id, ANNA).await;
    assert!(own.to_string().contains("the plans of the one that is open come first"), "{own}");
    // Never to leave is final with the second press.
    for user in [ANNA, BELA] {
        let own = desk(&front, &table, &id, user).await;
        let plan = front.press_private(&table, user, &button(&own, "My battle plan").unwrap()).await;
        assert!(plan.to_string().contains("When the enemy has caused a loss"), "{plan}");
        assert!(!plan.to_string().contains("1 losses"), "{plan}");
        front.press_private(&table, user, &button(&plan, "Never: seal as Final").unwrap()).await;
    }
    assert!(position(&table, &id).await.fights.of[&1].ended.is_some());
    let own = desk(&front, &table, &id, ANNA).await;
    let again = button(&own, "Stack 1: fight stack 2 of Spain").is_some();
    assert_eq!(own.to_string().contains("each that can be fought has a button"), again, "{own}");
}

/// What is asked for when there is no battle, and no siege, names no button that is not there.
#[tokio::test]
async fn segments_name_the_buttons_that_are_there() {
    let (table, front) = (Table::new(145, None), Front::new().await);
    let id = in_her_segment(&table, &[(ANNA, "france", "eLanguedoc", &["ld"])]).await;
    for _ in 0..3 {
        let own = desk(&front, &table, &id, ANNA).await;
        let text = own.to_string();
        assert!(!text.contains("with the buttons at your desk"), "{own}");
        assert!(!text.contains("each that can be fought has a button"), "{own}");
        for named in ["Siegework", "Lay a siege"] {
            assert_eq!(text.contains(&format!("*{named}*")), button(&own, named).is_some(), "{named}: {own}");
        }
        if matches!(table.order(&id, &table.asker(ANNA), step()).await, Outcome::Refused(_)) {
            break;
        }
    }
}

/// What *Ready* asks first names the button with which one is ready all the same.
#[tokio::test]
async fn what_is_asked_before_ready_names_its_button() {
    let (table, front) = (Table::new(146, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, BELA, deploy("spain", "eCatalunya", &["ld"])).await;
    let own = desk(&front, &table, &id, ANNA).await;
    let asked = front.press_private(&table, ANNA, &button(&own, "Ready").unwrap()).await;
    assert!(says(&asked).contains("*Ready all the same* goes on to the rounds"), "{asked}");
    assert!(button(&asked, "Ready all the same").is_some(), "{asked}");
}

/// *Write it…* keeps what was chosen of a stack: its counters and whether they are veteran.
#[tokio::test]
async fn a_stack_that_was_chosen_stands_in_the_form() {
    let (table, front) = (Table::new(147, None), Front::new().await);
    let id = begun(&table).await;
    let at = CustomId::of(&id, 0, "europa/deploy/at/france/eLanguedoc");
    let draft = front.press(&table, ANNA, &at).await;
    let draft = front.press(&table, ANNA, &button(&draft, "Make it veteran").unwrap()).await;
    let form = front.press(&table, ANNA, &button(&draft, "Write it…").unwrap()).await;
    let stands = ["country", "place", "counters", "veteran"].map(|name| field(&form, name));
    assert_eq!(stands, ["France", "Languedoc", "A+", "yes"], "{form}");
}

/// Who takes back a march that waits for its interception says which, to all; and what its post offers is answered by what became of it.
#[tokio::test]
async fn a_march_that_is_taken_back_is_named() {
    let (table, front) = (Table::new(151, None), Front::new().await);
    let id = in_her_segment_at_war(&table, &["eCatalunya"]).await;
    table.done(&id, ANNA, Verb::Game(json!({"board": "march", "stack": 1, "to": "eCatalunya"}))).await;
    assert!(position(&table, &id).await.under_way().is_some());
    let waits = |table: &Table| {
        table.sent().iter().map(Sent::json).find(|post| button(post, "Let it pass").is_some())
    };
    let post = waits(&table).unwrap();
    let undone = shown(&table.done(&id, ANNA, Verb::Undo).await);
    let named = "A march that was under way: 1 · France, A+ in Rosseló → Catalunya.";
    assert!(undone.contains(named), "{undone}");
    let posts: Vec<String> = table.sent().iter().map(|sent| sent.json().to_string()).collect();
    assert!(posts.iter().any(|post| post.contains(named)), "{posts:?}");
    for label in ["Intercept or evade", "Let it pass"] {
        let told = front.press(&table, BELA, &button(&post, label).unwrap()).await;
        assert!(says(&told).contains("That march was taken back"), "{label}: {told}");
    }
    // Of one that was decided it is said that it is over.
    table.done(&id, ANNA, Verb::Game(json!({"board": "march", "stack": 1, "to": "eCatalunya"}))).await;
    let post = waits(&table).unwrap();
    front.press(&table, BELA, &button(&post, "Let it pass").unwrap()).await;
    assert!(position(&table, &id).await.under_way().is_none());
    for label in ["Intercept or evade", "Let it pass"] {
        let told = front.press(&table, BELA, &button(&post, label).unwrap()).await;
        assert!(says(&told).contains("That march is over"), "{label}: {told}");
    }
}

/// Who asks to go back in the set-up, and who undoes an order, is told which countries and stacks go with it: before all agree, and after.
#[tokio::test]
async fn going_back_says_what_of_europa_it_takes() {
    let (table, front) = (Table::new(149, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, ANNA, deploy("france", "eGuyenne", &["army_plus"])).await;
    table.done(&id, BELA, Verb::Game(json!({"europa": "take", "country": "milan"}))).await;
    let undone = table.done(&id, BELA, Verb::Undo).await;
    assert!(shown(&undone).contains("Taken back:\\nCountries taken: Milan."), "{}", shown(&undone));
    let reason = CustomId::of(&id, 0, "step/form");
    let form = front.press(&table, ANNA, &reason).await["custom_id"].as_str().unwrap().to_owned();
    table.sent();
    front.fill(&table, ANNA, &form, &[("reason", "Wrong turn")]).await;
    let card = table.sent().iter().map(Sent::json).find(|post| button(post, "Agree").is_some()).unwrap();
    let says_so =
        |text: &str| text.contains("Countries taken: France") && text.contains("Stacks put on the board:");
    assert!(card.to_string().contains("It would take back:") && says_so(&card.to_string()), "{card}");
    for user in [BELA, CARL] {
        front.press(&table, user, &button(&card, "Agree").unwrap()).await;
    }
    let posts: String = table.sent().iter().map(|sent| sent.json().to_string()).collect();
    assert!(posts.contains("Taken back:") && says_so(&posts), "{posts}");
    assert!(!posts.contains("No value of the board is another"), "{posts}");
}

/// A correction that says no value is told what to write, with nothing empty in the sentence.
#[tokio::test]
async fn a_correction_without_a_value_says_what_to_write() {
    let (table, front) = (Table::new(150, None), Front::new().await);
    let id = begun(&table).await;
    let form = CustomId::of(&id, 0, "correct/value");
    let told = front
        .fill(&table, ANNA, &form, &[("what", "VP of France"), ("value", " "), ("reason", "miscounted")])
        .await;
    assert!(says(&told).contains("It is not said what the value should be: write a number, as 12"), "{told}");
}

/// What stood on the post of a march that was taken back decides nothing of the next, though that has its number again.
#[tokio::test]
async fn an_old_let_it_pass_is_of_its_own_march() {
    let (table, front) = (Table::new(152, None), Front::new().await);
    let id = in_her_segment_at_war(&table, &["eCatalunya"]).await;
    let march = |to: &str| Verb::Game(json!({"board": "march", "stack": 1, "to": to}));
    table.done(&id, ANNA, march("eCatalunya")).await;
    let number = position(&table, &id).await.under_way().unwrap().number;
    let own = desk(&front, &table, &id, BELA).await;
    let passes = button(&own, "Let it pass").unwrap();
    let screen = front.press(&table, BELA, &button(&own, "Intercept or evade").unwrap()).await;
    let form = front.press(&table, BELA, &button(&screen, "Write it…").unwrap()).await;
    table.done(&id, ANNA, Verb::Undo).await;
    table.done(&id, ANNA, march("ePirineos")).await;
    assert_eq!(position(&table, &id).await.under_way().unwrap().number, number);
    let told = front.press(&table, BELA, &passes).await;
    assert!(says(&told).contains("That march was taken back"), "{told}");
    let sent = form["custom_id"].as_str().unwrap();
    let told = front.fill(&table, BELA, sent, &[("stack", "2"), ("place", "Catalunya")]).await;
    assert!(says(&told).contains("That march was taken back"), "{told}");
    assert!(position(&table, &id).await.under_way().is_some(), "it waits still");
    let own = desk(&front, &table, &id, BELA).await;
    front.press(&table, BELA, &button(&own, "Let it pass").unwrap()).await;
    assert!(position(&table, &id).await.under_way().is_none());
}

fn open_battle(place: &str) -> Verb {
    let army = |country: &str, class: &str| json!({"army": {"parts": [{"country": country, "class": class, "a_plus": 2}], "technology": "arquebuse", "veteran": true, "command": "none"}});
    Verb::Game(json!({"fight": "open", "scene": {"place": place, "countries": [["france"], ["spain"]]},
        "stacks": {"moving": army("FRA", "IV"), "standing": army("SPA", "III")}}))
}

/// A plan that was chosen for one battle is none of another that came to have its number, and none of a later question of its own.
#[tokio::test]
async fn an_old_plan_screen_is_of_its_own_question() {
    let (table, front) = (Table::new(153, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, ANNA, open_battle("Lombardia")).await;
    let own = desk(&front, &table, &id, BELA).await;
    let screen = front.press(&table, BELA, &button(&own, "My battle plan").unwrap()).await;
    let never = button(&screen, "Never: seal as Final").unwrap();
    table.done(&id, ANNA, Verb::Undo).await;
    table.done(&id, ANNA, open_battle("Milano")).await;
    assert_eq!(position(&table, &id).await.fights.of[&1].scene.place, "Milano");
    let told = front.press(&table, BELA, &never).await;
    assert!(says(&told).contains("envelopes that are closed by now"), "{told}");
    let view = table.campaign(&id).await.public_view();
    assert!(view.rounds.iter().all(|round| round.asked.iter().all(|(_, done)| !done)), "nobody is done");
    // The battle stops and asks: what was offered before it is no answer.
    let mut stopped = 0;
    for n in 154..164 {
        let (table, front) = (Table::new(n, None), Front::new().await);
        let id = begun(&table).await;
        table.done(&id, ANNA, open_battle("Lombardia")).await;
        let mut asks = String::new();
        for (user, plan) in [(ANNA, "Ask me then: seal as Final"), (BELA, "Never: seal as Final")] {
            let own = desk(&front, &table, &id, user).await;
            let screen = front.press(&table, user, &button(&own, "My battle plan").unwrap()).await;
            let choice = button(&screen, plan).unwrap();
            front.press(&table, user, &choice).await;
            if user == ANNA {
                asks = choice;
            }
        }
        if position(&table, &id).await.fights.of[&1].stopped.is_none() {
            continue;
        }
        stopped += 1;
        let told = front.press(&table, ANNA, &asks).await;
        assert!(says(&told).contains("envelopes that are closed by now"), "{told}");
        assert!(position(&table, &id).await.fights.of[&1].stopped.is_some(), "it asks still");
        let own = desk(&front, &table, &id, ANNA).await;
        let screen = front.press(&table, ANNA, &button(&own, "My battle plan").unwrap()).await;
        front.press(&table, ANNA, &button(&screen, "Stay").unwrap()).await;
        assert!(position(&table, &id).await.fights.of[&1].ended.is_some());
    }
    assert!(stopped > 0);
}

/// *Undo* that was answered has another id: who presses it again takes back the order before.
#[tokio::test]
async fn undo_after_undo_is_no_second_tap() {
    let (table, front) = (Table::new(165, None), Front::new().await);
    let id = begun(&table).await;
    for place in ["eLanguedoc", "eProvence"] {
        table.done(&id, ANNA, deploy("france", place, &["ld"])).await;
    }
    let own = desk(&front, &table, &id, ANNA).await;
    let undo = button(&own, "Undo").unwrap();
    let [first, second] = front.press_twice(&table, ANNA, &undo).await.try_into().unwrap();
    assert_eq!((second, position(&table, &id).await.board.stacks.len()), (first.clone(), 1));
    let own = desk(&front, &table, &id, ANNA).await;
    let again = button(&own, "Undo").unwrap();
    assert_ne!(again, undo);
    front.press(&table, ANNA, &again).await;
    assert_eq!(position(&table, &id).await.board.stacks.len(), 0);
}

/// On land nothing is said of the wind to who leaves, nor sealed of it.
#[tokio::test]
async fn leaving_on_land_says_nothing_of_the_wind() {
    let mut left = 0;
    for n in 154..164 {
        let (table, front) = (Table::new(n, None), Front::new().await);
        let id = begun(&table).await;
        table.done(&id, ANNA, open_battle("Lombardia")).await;
        for (user, plan) in [(ANNA, "Ask me then: seal as Final"), (BELA, "Never: seal as Final")] {
            let own = desk(&front, &table, &id, user).await;
            let screen = front.press(&table, user, &button(&own, "My battle plan").unwrap()).await;
            front.press(&table, user, &button(&screen, plan).unwrap()).await;
        }
        if position(&table, &id).await.fights.of[&1].stopped.is_none() {
            continue;
        }
        left += 1;
        let own = desk(&front, &table, &id, ANNA).await;
        let screen = front.press(&table, ANNA, &button(&own, "My battle plan").unwrap()).await;
        table.sent();
        let told = front.press(&table, ANNA, &button(&screen, "Leave").unwrap()).await;
        let posts: String = table.sent().iter().map(|sent| format!("{:?} {}", sent, sent.json())).collect();
        assert!(posts.contains("Tries to leave after day 1 in any case."), "{posts}");
        assert!(!told.to_string().contains("wind") && !posts.contains("wind"), "{told} {posts}");
        let record = table.campaign(&id).await;
        assert!(!format!("{record:?}").contains("slip_away: true"), "it is in no plan on land");
    }
    assert!(left > 0);
}

const LARGE: &[&str] = &["army_plus", "army_plus"];

/// France at war with Spain, a large army of each next to the other, and a simple campaign on land of Anna's.
async fn in_a_simple_campaign(table: &Table) -> String {
    let id = begun(table).await;
    let war = json!({"europa": "war", "country": "france", "with": "spain", "on": true});
    table.done(&id, ANNA, Verb::Game(war)).await;
    let stacks = [(ANNA, "france", "eRosselo", LARGE), (BELA, "spain", "eCatalunya", LARGE)];
    comes_to_her_segment_paying(table, &id, &stacks, ["simple", "none"]).await;
    id
}

/// What is left out of the list of a march for want of a larger campaign is said; what it covers is listed.
#[tokio::test]
async fn a_march_list_says_what_a_larger_campaign_would_cover() {
    let (table, front) = (Table::new(166, None), Front::new().await);
    let id = in_a_simple_campaign(&table).await;
    let march = CustomId::of(&id, 0, "europa/march");
    let says_so = "In its reach too, but not under your campaign (on land a simple campaign, none at sea): ";
    let ends = front.press(&table, ANNA, &march).await;
    assert!(says(&ends).contains(says_so), "{ends}");
    assert!(!values(&ends).contains(&"eCatalunya".to_owned()), "{ends}");
    let paid =
        json!({"board": "campaign", "country": "france", "campaign": {"land": "multiple", "sea": "none"}});
    table.done(&id, ANNA, Verb::Game(paid)).await;
    let ends = front.press(&table, ANNA, &march).await;
    assert!(values(&ends).contains(&"eCatalunya".to_owned()), "{ends}");
    assert!(!says(&ends).contains("In its reach too"), "{ends}");
}

/// Who lodges a march that the campaign lodged with it would not cover is told so, before he lodges it and then.
#[tokio::test]
async fn a_march_that_the_lodged_campaign_does_not_cover_is_warned_of() {
    let (table, front) = (Table::new(167, None), Front::new().await);
    let id = in_a_simple_campaign(&table).await;
    let of = |n: u64, what: &str| CustomId::of(&id, n, what);
    let warned =
        "As the board stands now it would not be given: A simple campaign allows small land stacks only";
    // Kinds of campaigns by their place in the list: simple, and none; multiple.
    for (n, covers) in [(3, false), (6, true)] {
        front.press(&table, BELA, &of(0, &format!("europa/campaign/announce/spain/{n}/0"))).await;
        let draft = front.press_for_picture(&table, BELA, &of(2, "europa/march/at/eRosselo"), None).await;
        assert_eq!(says(&draft).contains(warned), !covers, "{draft}");
        let lodged = front.press(&table, BELA, &of(2, "europa/march/go/eRosselo")).await;
        assert_eq!(says(&lodged).contains(warned), !covers, "{lodged}");
        let own = front.press(&table, BELA, &of(2, "europa/march/go/eAragon")).await;
        assert!(!says(&own).contains(warned), "at home it is covered: {own}");
    }
}

/// Who has troops and no ships is proposed to pay for more on land, and keeps nothing less than he has.
#[tokio::test]
async fn a_dearer_campaign_is_proposed_where_the_stacks_are() {
    for (n, stacks, at_first, on_land) in
        [(168, LARGE, ["simple", "none"], true), (169, &["nd"][..], ["none", "simple"], false)]
    {
        let (table, front) = (Table::new(n, None), Front::new().await);
        let id = begun(&table).await;
        let stacks = [(ANNA, "france", "eGuyenne", stacks)];
        comes_to_her_segment_paying(&table, &id, &stacks, at_first).await;
        let draft =
            front.press_for_picture(&table, ANNA, &CustomId::of(&id, 0, "europa/campaign"), None).await;
        let text = draft.to_string();
        let [dear, free] = if on_land { ["On land: ", "At sea: "] } else { ["At sea: ", "On land: "] };
        assert!(text.contains(&format!("{dear}major campaign with one stack")), "{text}");
        assert!(text.contains(&format!("{free}no campaign")), "{text}");
    }
}

/// An interception, and an evasion, are chosen from lists of those who can; where nobody else is awaited it is said that the dice fall with it.
#[tokio::test]
async fn an_interception_is_declared_by_choosing_it() {
    for (n, list_of, chosen, comes) in [
        (170, "europa/intercept/with", "with/2/eCatalunya", "Stack 2 tries to intercept in Catalunya"),
        (171, "europa/intercept/evade", "evade/2/eAragon", "evades to Aragón"),
    ] {
        let (table, front) = (Table::new(n, None), Front::new().await);
        let id = in_her_segment_at_war(&table, &["eCatalunya", "eGranada"]).await;
        table.done(&id, ANNA, Verb::Game(json!({"board": "march", "stack": 1, "to": "eCatalunya"}))).await;
        let own = desk(&front, &table, &id, BELA).await;
        let screen = front.press(&table, BELA, &button(&own, "Intercept or evade").unwrap()).await;
        assert!(says(&screen).contains("as nobody else is awaited the dice fall with it"), "{screen}");
        let all = values(&screen);
        assert!(all.iter().all(|value| value.contains("/2/")), "Granada is too far off: {all:?}");
        let draft = front.choose(&table, BELA, &list(&screen, list_of), chosen).await;
        assert!(says(&draft).contains("2 · Spain, A+ in Catalunya: "), "{draft}");
        assert!(position(&table, &id).await.under_way().is_some(), "nothing is declared yet");
        let form = front.press(&table, BELA, &button(&screen, "Write it…").unwrap()).await;
        assert_eq!(form["title"], "Intercept or evade: the dice fall at once", "{form}");
        table.sent();
        front.press(&table, BELA, &button(&draft, "Declare it").unwrap()).await;
        let posts: String = table.sent().iter().map(|sent| sent.json().to_string()).collect();
        assert!(posts.contains(comes), "{posts}");
        let again = front.press(&table, BELA, &button(&draft, "Declare it").unwrap()).await;
        assert!(says(&again).contains("That march is over"), "{again}");
    }
}
