//! The war on the Danube through Discord: its founding, set-up, marches by select and by line, a month, and what is refused.
#![allow(clippy::unwrap_used)]

use crate::common::agree::agree;
use crate::common::front::{Front, button, ids, says, select};
use crate::common::*;
use commands::custom_id::CustomId;
use engine::eia::map::AreaId;
use engine::eia::pieces::{CorpsId, Stand};
use engine::eia::slots::sense;
use engine::eia::{EmpiresInArms, Position};
use engine::table::act::{Act, Through};
use engine::table::lodged::{Change, Line};
use engine::table::offers::Tone;
use engine::table::{By, Founding, Secret, Stage, Verb, offers};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The founding of a war for so many.
fn war(seats: u32) -> Founding {
    Founding { scenario: "danube".to_owned(), ..founding(seats) }
}

/// A war of these users that has begun: they are to set up their armies.
async fn begun(table: &Table, users: &[u64]) -> String {
    let id = table.found(users[0], COUNCIL, "The Danube", war(users.len() as u32)).await;
    for user in users {
        table.done(&id, *user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, users[0], Verb::Start).await;
    id
}

/// One in which all have set up as in history: everybody lodges his orders for September.
async fn in_september(table: &Table, front: &Front, users: &[u64]) -> String {
    let id = begun(table, users).await;
    for user in users {
        let own = desk(front, table, &id, *user).await;
        let asked = front.press_private(table, *user, &button(&own, "Set up my army").unwrap()).await;
        front.press_private(table, *user, &button(&asked, "As in history").unwrap()).await;
    }
    id
}

async fn desk(front: &Front, table: &Table, id: &str, user: u64) -> Value {
    front.press(table, user, &CustomId::of(id, 0, "desk")).await
}

async fn position(table: &Table, id: &str) -> Position {
    table.campaign(id).await.play.game.position::<EmpiresInArms>().unwrap().clone()
}

async fn step(table: &Table, id: &str) -> String {
    table.campaign(id).await.play.path().join("/")
}

fn corps(key: &str) -> CorpsId {
    CorpsId::by_key(&format!("1805_{key}")).unwrap()
}

fn area(key: &str) -> AreaId {
    AreaId::by_key(key).unwrap()
}

fn ready() -> Verb {
    act(Act::Ready { through: Through::Step, hold: false })
}

#[tokio::test]
async fn it_is_founded_without_bids_and_the_lobby_shows_who_has_which_power() {
    let (table, front) = (Table::new(201, None), Front::new().await);
    let form = CustomId::free("found/danube/2/second/0/0/en-US");
    let told = front.fill(&table, ANNA, &form, &[("name", "The Danube"), ("clock", "off")]).await;
    assert!(says(&told).contains("is founded"), "{told}");
    let id = table.house.store.campaigns().await.unwrap()[0].id.clone();
    let sent = table.sent();
    let founded = sent.iter().find(|sent| sent.kind == "founded").unwrap();
    for words in ["Seat 1: France", "Seat 2: Austria and Russia", "Vienna 3"] {
        assert!(founded.text.contains(words), "{words}: {}", founded.text);
    }
    assert!(!founded.text.contains("bid"), "{}", founded.text);
    let [status, _] = table.looks(&id, ANNA).await;
    assert!(shown(&status).contains("**Austria**"), "{}", shown(&status));
}

#[tokio::test]
async fn armies_are_set_up_as_in_history_in_one_tap_or_line_by_line() {
    let (table, front) = (Table::new(202, None), Front::new().await);
    let id = begun(&table, &[ANNA, BELA]).await;
    let own = desk(&front, &table, &id, BELA).await;
    let asked = front.press_private(&table, BELA, &button(&own, "Set up my army").unwrap()).await;
    let form = front.press(&table, BELA, &button(&asked, "Otherwise…").unwrap()).await;
    let text = form["components"][0]["components"][0]["value"].as_str().unwrap();
    assert!(
        text.contains("Austria I Corps: Munich 10i 1c") && text.contains("Russia I Corps: Lemberg"),
        "{text}"
    );
    let send = form["custom_id"].as_str().unwrap();
    for (lines, why) in [
        ("I Corps: Linz", "can be Austria I Corps or Russia I Corps"),
        ("Austria I Corps: Atlantis", "is no area of the map"),
        ("Austria I Corps: Munich 9i 1c", "all that a nation begins with is placed"),
        ("Austria I Corps: Paris", "is not on the map of this war"),
    ] {
        let told = front.fill(&table, BELA, send, &[("lines", lines)]).await;
        assert!(says(&told).contains(why), "{lines}: {told}");
    }
    let lines = "Austria I Corps: Linz 9i 1c\nAustria III Corps: 9i 1c";
    let told = front.fill(&table, BELA, send, &[("lines", lines)]).await;
    assert!(
        says(&told).contains("Sealed") && told.to_string().contains("Austria I Corps: Linz, 9i 1c"),
        "{told}"
    );
    front.press_private(&table, BELA, &button(&told, "Make it Final").unwrap()).await;
    table.sent();
    let own = desk(&front, &table, &id, ANNA).await;
    let asked = front.press_private(&table, ANNA, &button(&own, "Set up my army").unwrap()).await;
    let told = front.press_private(&table, ANNA, &button(&asked, "As in history").unwrap()).await;
    assert_eq!(step(&table, &id).await, "1805-09/land/orders", "{told}");
    let now = position(&table, &id).await;
    let at = |key: &str| now.pieces.corps[&corps(key)].stand;
    assert_eq!(at("austria_i_corps"), Stand::Open(area("linz")));
    let sent = table.sent();
    let ranged = sent.iter().find(|sent| sent.kind == "ranged").unwrap();
    assert!(ranged.text.contains("Linz: **I Corps**") && !ranged.text.contains("9i"), "{}", ranged.text);
    let (public, _) = table.verified(&id).await;
    assert!(!public.contains("9i"), "what is in corps stays closed");
}

#[tokio::test]
async fn a_march_is_lodged_by_two_selects_and_one_tap_and_carried_out_in_its_slot() {
    let (table, front) = (Table::new(203, None), Front::new().await);
    let id = in_september(&table, &front, &[ANNA, BELA, CARL]).await;
    let own = desk(&front, &table, &id, BELA).await;
    assert!(own.to_string().contains("0 orders lodged"), "{own}");
    let panel = front.press_private(&table, BELA, &button(&own, "Orders").unwrap()).await;
    assert!(
        panel.to_string().contains("**Munich**: I Corps 10i 1c (Mack), II Corps 10i 1c (Ferdinand)"),
        "{panel}"
    );
    let (pick, values) = select(&panel).unwrap();
    assert!(values.contains(&"1805_austria_i_corps".to_owned()), "{values:?}");
    let both = ["1805_austria_i_corps", "1805_austria_ii_corps"];
    let ends = front.choose_several(&table, BELA, &pick, &both).await;
    assert!(says(&ends).contains("at Munich"), "{ends}");
    let (to, values) = select(&ends).unwrap();
    assert!(values.contains(&"ulm".to_owned()) || values.contains(&"augsburg".to_owned()), "{values:?}");
    let end = if values.contains(&"ulm".to_owned()) { "ulm" } else { "augsburg" };
    let drafted = front.press_for_picture(&table, BELA, &to, Some(end)).await;
    assert!(says(&drafted).contains("MP."), "{drafted}");
    table.sent();
    let lodged = front.press_private(&table, BELA, &button(&drafted, "Lodge it").unwrap()).await;
    assert!(
        lodged.to_string().contains("Lodged.")
            && lodged.to_string().contains("1. Austria I Corps, II Corps: Munich →"),
        "{lodged}"
    );
    assert!(table.sent().is_empty(), "nobody is told");
    // It is taken back and lodged again.
    let back = ids(&lodged).into_iter().find(|id| id.contains("land/back")).unwrap();
    let taken = front.choose(&table, BELA, &back, "0").await;
    assert!(taken.to_string().contains("Nothing is lodged."), "{taken}");
    front.press_private(&table, BELA, &button(&drafted, "Lodge it").unwrap()).await;
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, ready()).await;
    }
    let now = position(&table, &id).await;
    for key in ["austria_i_corps", "austria_ii_corps"] {
        assert_eq!(now.pieces.corps[&corps(key)].stand.area(), Some(area(end)));
    }
    let sent = table.sent();
    let slot = sent.iter().find(|sent| sent.kind == "slot" && sent.text.contains("Austria marches")).unwrap();
    assert!(
        slot.text.contains("I Corps, II Corps →")
            && slot.text.contains("September 1805")
            && slot.text.contains("Bread and forage"),
        "{}",
        slot.text
    );
    assert_eq!(sent.iter().filter(|sent| sent.kind == "slot").count(), 3, "one a slot");
    let of_slots = |sent: &&Sent| sent.kind == "card" && sent.text.contains("slot");
    assert!(sent.iter().find(of_slots).is_none(), "a slot that passes has no card: {sent:?}");
    assert!(!sent.iter().any(|sent| sent.kind == "turn"), "nobody is called to a slot that passes");
    assert!(sent.iter().any(|sent| sent.kind == "counted"), "the month is counted");
    table.verified(&id).await;
}

/// The form of orders by line of a power, sent.
async fn by_line(front: &Front, table: &Table, id: &str, user: u64, power: &str, lines: &str) -> Value {
    front.fill(table, user, &CustomId::of(id, 0, &format!("land/lines/{power}")), &[("lines", lines)]).await
}

#[tokio::test]
async fn orders_by_line_are_read_whole_or_refused_at_the_line_that_is_wrong() {
    let (table, front) = (Table::new(204, None), Front::new().await);
    let id = in_september(&table, &front, &[ANNA, BELA]).await;
    for (lines, why) in [
        (
            "I, II: Munich > Augsburg\nXX: Ulm",
            "Line 2, \"XX: Ulm\": \"XX\" is no corps of Austria on the map. There are: ",
        ),
        ("C: Linz", "is no corps of Austria on the map"),
        ("VI: Linz", "is not on the map: it has not come yet, or it fell."),
        ("Bavaria 1 Corps: Ulm", "Bavaria 1 Corps is not a corps of Austria."),
        ("I: Munich > Linz > Ulm", "they are not next to each other"),
        ("I: Lemberg", "movement points"),
        ("I: Atlantis", "is no area of the map"),
        ("I: Munich > Augsburg > Ulm, leave 1 at Linz", "it leaves nobody there"),
        ("I: Augsburg, leave men", "does not say how many are left where"),
        ("I: Augsburg, unless it rains", "does not say what holds the march back"),
        ("I Munich", "it names no corps before a colon"),
        ("I: Augsburg\nI: Ulm", "has moved in this slot already"),
        ("depot: Prague > Munich", "has no depot at Prague"),
        ("Davout joins I", "is no leader of Austria"),
        ("I: stays", "No line orders anything."),
    ] {
        let told = by_line(&front, &table, &id, BELA, "austria", lines).await;
        assert!(says(&told).contains(why), "{lines}: {told}");
        assert!(button(&told, "Try again").is_some(), "{told}");
    }
    let [_, own] = table.looks(&id, BELA).await;
    assert!(shown(&own).contains("0 orders lodged"), "nothing of them is lodged: {}", shown(&own));
    // What holds a march back leaves the slot open for its owner.
    let told =
        by_line(&front, &table, &id, BELA, "russia", "I: Lemberg > Cracow, unless no enemy at Ulm").await;
    assert!(told.to_string().contains("unless no enemy stands at Ulm"), "{told}");
    // Another's orders are nobody's to give.
    let told = by_line(&front, &table, &id, ANNA, "austria", "I: Ulm").await;
    assert!(says(&told).contains("You play no power here"), "{told}");
    let lines = "I, II: Munich > Augsburg > Ulm\nIII: Passau > Munich\nMack joins II\ndepot: Linz > Passau";
    let told = by_line(&front, &table, &id, BELA, "austria", lines).await;
    let text = told.to_string();
    assert!(
        text.contains("1. depot Linz → Passau\\n2. Austria I Corps, II Corps: Munich → Augsburg → Ulm"),
        "{text}"
    );
    assert!(text.contains("Mack joins Austria II Corps"), "{text}");
    for user in [ANNA, BELA] {
        table.done(&id, user, ready()).await;
    }
    assert_eq!(step(&table, &id).await, "1805-09/land/slots/slot-russia");
    let own = desk(&front, &table, &id, BELA).await;
    assert!(own.to_string().contains("**held back**"), "{own}");
    table.done(&id, BELA, ready()).await;
    let now = position(&table, &id).await;
    assert_eq!(now.pieces.corps[&corps("austria_iii_corps")].stand.area(), Some(area("munich")));
    assert!(eia_depots(&now).contains(&area("passau")));
}

fn eia_depots(now: &Position) -> BTreeSet<AreaId> {
    let austria = engine::eia::powers::Power::Austria;
    engine::eia::land::march::depots_of(now, austria).into_values().collect()
}

#[tokio::test]
async fn what_counters_do_when_attacked_stands_and_shows_its_age() {
    let (table, front) = (Table::new(205, None), Front::new().await);
    let id = in_september(&table, &front, &[ANNA, BELA]).await;
    let own = desk(&front, &table, &id, ANNA).await;
    let form = front.press_private(&table, ANNA, &button(&own, "When attacked").unwrap()).await;
    assert!(
        says(&form).contains("You have answered nothing") && says(&form).contains("France acts last"),
        "{form}"
    );
    let otherwise = ids(&form).into_iter().find(|id| id.ends_with("land/answer")).unwrap();
    let form = front.choose(&table, ANNA, &otherwise, "place=austria").await;
    assert!(
        says(&form).contains("France acts before Austria")
            && says(&form).contains("Given in September 1805."),
        "{form}"
    );
    let form = front.choose(&table, ANNA, &otherwise, "storm/france=starve").await;
    assert!(
        says(&form).contains("Starve a breached city out") && says(&form).contains("before Austria"),
        "{form}"
    );
    let own = desk(&front, &table, &id, ANNA).await;
    let own = own.to_string();
    assert!(own.contains("Starve a breached city out") && !own.contains("Burn depots"), "{own}");
    let form = front.choose(&table, ANNA, &otherwise, "storm/austria=starve").await;
    assert!(says(&form).contains("That is not asked of your powers."), "{form}");
    assert!(!table.looks(&id, BELA).await.iter().any(|seen| shown(seen).contains("before Austria")));
    // In the slots of a later month it counts.
    for _ in 0..2 {
        for user in [ANNA, BELA] {
            table.done(&id, user, ready()).await;
        }
    }
    let sent = table.sent();
    let orders: Vec<&Sent> = sent.iter().filter(|sent| sent.kind == "slots").collect();
    assert!(
        orders[0].text.contains("Russia, Austria, France"),
        "the first month it acts last: {}",
        orders[0].text
    );
    assert!(orders[1].text.contains("Russia, France, Austria"), "{}", orders[1].text);
}

#[tokio::test]
async fn a_leader_joins_another_corps_by_two_selects_before_all_marches() {
    let (table, front) = (Table::new(208, None), Front::new().await);
    let id = in_september(&table, &front, &[ANNA, BELA, CARL]).await;
    by_line(&front, &table, &id, BELA, "austria", "IV: Salzburg > Linz").await;
    let leaders = front.press_private(&table, BELA, &CustomId::of(&id, 0, "land/leaders/austria")).await;
    let (who, values) = select(&leaders).unwrap();
    assert!(values.contains(&"1805_austria_mack".to_owned()), "{values:?}");
    let whom = front.choose(&table, BELA, &who, "1805_austria_mack").await;
    let (to, values) = select(&whom).unwrap();
    assert!(!values.contains(&"1805_austria_i_corps".to_owned()), "he is with it: {values:?}");
    let done = front.choose(&table, BELA, &to, "1805_austria_ii_corps").await;
    let text = done.to_string();
    assert!(text.contains("1. Mack joins Austria II Corps\\n2. Austria IV Corps"), "{text}");
    let again = front.choose(&table, BELA, &to, "1805_austria_iii_corps").await;
    assert!(again.to_string().contains("1. Mack joins Austria III Corps\\n2. Austria IV Corps"), "{again}");
}

#[tokio::test]
async fn corps_of_several_places_go_to_one_end_each_by_its_own_way() {
    let (table, front) = (Table::new(209, None), Front::new().await);
    let id = in_september(&table, &front, &[ANNA, BELA, CARL]).await;
    let told = by_line(&front, &table, &id, BELA, "austria", "I, III: Salzburg").await;
    let text = told.to_string();
    assert!(
        text.contains("1. Austria I Corps: Munich") && text.contains("2. Austria III Corps: Passau"),
        "{text}"
    );
    let told = by_line(&front, &table, &id, BELA, "austria", "I, III: Salzburg, leave 1 at Munich").await;
    assert!(says(&told).contains("each in a line of its own"), "{told}");
}

#[tokio::test]
async fn the_map_of_the_war_says_who_stands_where_and_what_is_in_own_corps_alone() {
    let (table, front) = (Table::new(210, None), Front::new().await);
    let id = in_september(&table, &front, &[ANNA, BELA]).await;
    let map = front.press_for_picture(&table, ANNA, &CustomId::of(&id, 0, "map/own"), None).await;
    let text = map.to_string();
    assert!(text.contains("map-war.png"), "{text}");
    assert!(text.contains("**Munich**: Austria I Corps, II Corps"), "{text}");
    assert!(text.contains("**Mainz**: France II Corps 12i 1c"), "{text}");
}

#[tokio::test]
async fn a_slot_that_waits_is_played_by_the_same_selects_at_once() {
    let (table, front) = (Table::new(206, None), Front::new().await);
    let id = in_september(&table, &front, &[ANNA, BELA, CARL]).await;
    let own = desk(&front, &table, &id, BELA).await;
    let panel = front.press_private(&table, BELA, &button(&own, "Orders").unwrap()).await;
    let waits = front.press_private(&table, BELA, &button(&panel, "Wait for me").unwrap()).await;
    assert!(waits.to_string().contains("and then waits for you"), "{waits}");
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, ready()).await;
    }
    assert_eq!(step(&table, &id).await, "1805-09/land/slots/slot-austria");
    let sent = table.sent();
    let card = sent.iter().rfind(|sent| sent.kind == "card" && sent.text.contains("the slot of Austria"));
    let is_ready = card.and_then(|card| button(&card.json(), "Ready"));
    assert!(is_ready.is_some(), "{sent:?}");
    let own = desk(&front, &table, &id, BELA).await;
    assert!(own.to_string().contains("Your slot is open"), "{own}");
    let panel = front.press_private(&table, BELA, &button(&own, "Orders").unwrap()).await;
    let (pick, _) = select(&panel).unwrap();
    let ends = front.choose(&table, BELA, &pick, "1805_austria_v_corps").await;
    let (to, values) = select(&ends).unwrap();
    let end = values[0].clone();
    let drafted = front.press_for_picture(&table, BELA, &to, Some(&end)).await;
    let done = front.press_private(&table, BELA, &button(&drafted, "March").unwrap()).await;
    assert!(done.to_string().contains("V Corps marched to"), "{done}");
    let now = position(&table, &id).await;
    assert_eq!(now.pieces.corps[&corps("austria_v_corps")].stand.area(), Some(area(&end)));
    let twice = front.press(&table, BELA, &button(&drafted, "March").unwrap()).await;
    assert!(says(&twice).contains("has moved in this slot already"), "{twice}");
    let others = front.press(&table, CARL, &button(&drafted, "March").unwrap()).await;
    assert!(others.to_string().contains('✖'), "{others}");
    let told = front.press(&table, BELA, &is_ready.unwrap()).await;
    assert!(says(&told).contains("You are ready"), "{told}");
    assert!(step(&table, &id).await.starts_with("1805-10"), "{}", step(&table, &id).await);
}

/// Brings play on by what is usual: lodges what a player with sense would, fills in what stands there, and is ready. Whether somebody could.
async fn goes_on(table: &Table, id: &str, users: &[u64], dice: &mut u32) -> bool {
    for user in users {
        let campaign = table.campaign(id).await;
        let person =
            By::Person(table.house.campaign(id).await.unwrap().lock().await.by(*user).person().unwrap());
        let view = campaign.view_for(person, false);
        let onward = offers(&view).into_iter().find(|offer| offer.tone == Tone::Onward);
        let Some(offer) = onward else { continue };
        if view.step.last().is_some_and(|word| word == "orders") && offer.verb != "word" {
            let now = view.game.of::<Position>().unwrap();
            for power in now.choice.powers_of(view.seat().unwrap()) {
                let mut die = |n: u32| {
                    *dice = dice.wrapping_mul(1_103_515_245).wrapping_add(12_345);
                    (*dice >> 16) % n.max(1)
                };
                let orders = sense::lodges(&now, &now.slot_of(power).unwrap(), &mut die);
                let line = |order| Line::order(serde_json::to_value(order).unwrap(), Vec::new());
                let lines: Vec<Line> = orders.iter().map(line).collect();
                let change = Change::Several { lines, instead: true };
                let power = Some(power.key().to_owned());
                table.done(id, *user, Verb::Lodge { power, change, salt: Secret::new([3; 32]) }).await;
            }
        }
        let mut filled = Map::new();
        for field in &offer.fields {
            match &field.usual {
                Some(usual) => _ = filled.insert(field.name.clone(), usual.clone()),
                None if field.name == "through" => _ = filled.insert(field.name.clone(), json!("step")),
                None if field.required => {
                    _ = filled.insert(field.name.clone(), field.kind.pick(&mut |_| 0));
                }
                None => {}
            }
        }
        let verb = offer.taken(&Value::Object(filled), [4; 32]).unwrap();
        table.done(id, *user, verb).await;
        return true;
    }
    false
}

#[tokio::test]
async fn a_war_is_told_from_its_set_up_to_its_end() {
    let (table, front) = (Table::new(207, None), Front::new().await);
    let users = [ANNA, BELA];
    let id = in_september(&table, &front, &users).await;
    let stands = CustomId::of(&id, 0, "land/answer");
    front.choose(&table, BELA, &stands, "attacked/austria=stand").await;
    let told = by_line(&front, &table, &id, BELA, "austria", "I, II: Munich > Augsburg > Ulm").await;
    assert!(told.to_string().contains("Lodged."), "{told}");
    for user in users {
        table.done(&id, user, ready()).await;
    }
    let lines = "V, VI, Imperial Guard, Cavalry Reserve: Ulm";
    let told = by_line(&front, &table, &id, ANNA, "france", lines).await;
    assert!(told.to_string().contains("Lodged."), "{told}");
    for user in users {
        table.done(&id, user, ready()).await;
    }
    assert_eq!(step(&table, &id).await, "1805-10/land/slots/combats-france");
    plans_a_battle(&table, &front, &id, &users).await;
    let (mut kinds, mut dice) = (BTreeSet::new(), 7);
    for _ in 0..400 {
        if table.campaign(&id).await.play.stage == Stage::Closed {
            break;
        }
        for user in users {
            table.looks(&id, user).await;
            let army = front.press(&table, user, &CustomId::of(&id, 0, "land/army")).await;
            assert!(army.to_string().contains("What you know of others"), "{army}");
        }
        agree(&*table.house.campaign(&id).await.unwrap().lock().await, None);
        assert!(goes_on(&table, &id, &users, &mut dice).await, "a dead end at {}", step(&table, &id).await);
        kinds.extend(table.sent().into_iter().map(|sent| sent.kind));
    }
    for kind in ["ranged", "month", "slots", "slot", "battle", "carried_out", "battle_book", "counted", "won"]
    {
        assert!(kinds.contains(kind), "{kind}: {kinds:?}");
    }
    // The points of the end are reckoned once, and there is a way on.
    let own = desk(&front, &table, &id, ANNA).await.to_string();
    assert!(own.contains("points") && !own.contains("If the war ended now"), "{own}");
    let form = front.press(&table, ANNA, "v1:-:0:found/danube/2/second/0/0/en-US").await.to_string();
    assert!(form.contains("Which power the first seat") || form.contains("Clock"), "{form}");
    table.verified(&id).await;
}

/// The plan of the first battle on the board asks for no factors and shows own contents.
async fn plans_a_battle(table: &Table, front: &Front, id: &str, users: &[u64]) {
    let open = table.campaign(id).await.public_view().rounds[0].clone();
    for user in users {
        let screen = front.press(table, *user, &CustomId::of(id, open.line, "battle/plan")).await;
        let text = screen.to_string();
        assert!(!text.contains("Still to say") && !text.contains("not said yet"), "{text}");
        let form = front.press(table, *user, &CustomId::of(id, open.line, "battle/details")).await;
        assert!(!form.to_string().contains("What is in your corps"), "{form}");
        let chit = ids(&screen).into_iter().find(|id| id.contains("battle/chit/")).unwrap();
        let chosen = front.press_private(table, *user, &chit).await;
        let sealed = front.press_private(table, *user, &button(&chosen, "Seal").unwrap()).await;
        assert!(says(&sealed).contains("Sealed"), "{sealed}");
    }
}

#[tokio::test]
async fn corps_of_one_place_and_those_of_last_month_are_one_choice() {
    let (table, front) = (Table::new(209, None), Front::new().await);
    let users = [ANNA, BELA, CARL];
    let id = in_september(&table, &front, &users).await;
    let pick = CustomId::of(&id, 0, "land/pick/austria");
    let orders = CustomId::of(&id, 0, "land/of/austria");
    let panel = front.press_private(&table, BELA, &orders).await.to_string();
    assert!(panel.contains("All 2 corps at Munich") && !panel.contains("As last month"), "{panel}");
    let ends = front.choose(&table, BELA, &pick, "at/munich").await;
    assert!(says(&ends).contains("I Corps (Mack), II Corps (Ferdinand) at Munich"), "{ends}");
    by_line(&front, &table, &id, BELA, "austria", "I, II: Munich > Augsburg").await;
    for user in users {
        table.done(&id, user, ready()).await;
    }
    let panel = front.press_private(&table, BELA, &orders).await.to_string();
    assert!(panel.contains("As last month: the 2 corps at Augsburg"), "{panel}");
    let ends = front.choose(&table, BELA, &pick, "again/augsburg").await;
    assert!(says(&ends).contains("I Corps (Mack), II Corps (Ferdinand) at Augsburg"), "{ends}");
    // Another's corps are in no lot of mine.
    let ends = front.choose(&table, CARL, &pick, "at/augsburg").await;
    assert!(!says(&ends).contains("Where to?"), "{ends}");
}

// standard.land.move.garrisons
#[tokio::test]
async fn men_are_taken_up_by_line_and_by_a_button_of_the_draft() {
    let (table, front) = (Table::new(210, None), Front::new().await);
    let id = in_september(&table, &front, &[ANNA, BELA, CARL]).await;
    let told =
        by_line(&front, &table, &id, BELA, "austria", "V: stays, take 1 at Innsbruck").await.to_string();
    assert!(told.contains("taking up 1 at Innsbruck"), "{told}");
    let told =
        by_line(&front, &table, &id, BELA, "austria", "V: stays, take 2 at Innsbruck").await.to_string();
    assert!(
        told.contains("In the city of Innsbruck are 1 factors of Austria, and 2 would be taken up."),
        "{told}"
    );
    let told = by_line(&front, &table, &id, BELA, "austria", "V: stays, take at Innsbruck").await.to_string();
    assert!(told.contains("does not say how many are taken up where"), "{told}");
    let ends =
        front.choose(&table, BELA, &CustomId::of(&id, 0, "land/pick/austria"), "1805_austria_v_corps").await;
    let to = ids(&ends).into_iter().find(|id| id.contains("land/to/")).unwrap();
    let draft = front.press_for_picture(&table, BELA, &to, Some("salzburg")).await;
    let up = button(&draft, "Take up 1 at Innsbruck").unwrap();
    let draft = front.press_for_picture(&table, BELA, &up, None).await;
    assert!(says(&draft).contains("Taken up out of the city of Innsbruck: 1."), "{draft}");
}
