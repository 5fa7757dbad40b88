//! Both scenarios from the founding form to the first month; the order of battle at the table; the map of the campaign that is meant.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says, select};
use crate::common::*;
use commands::eia::bid::form;
use commands::eia::map::present::card;
use commands::eia::{founding, names};
use commands::forms;
use engine::eia::Position;
use engine::eia::map::AreaId;
use engine::eia::oob::Control;
use engine::eia::powers::Power;
use engine::eia::scenario;
use engine::table::{Act, Verb};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const SEVEN: [u64; 7] = [ANNA, BELA, 1003, 1004, 1005, 1006, 1007];
/// As many as there are powers with Greece.
const EIGHT: [u64; 8] = [ANNA, BELA, 1003, 1004, 1005, 1006, 1007, 1008];

/// Founds a campaign of a scenario by its form as it opens, seats all players and lets them choose their powers; its id, and the founding
/// post.
async fn chosen(table: &Table, front: &Front, key: &str) -> (String, Sent) {
    let scenario = scenario::by_key(key).unwrap();
    let users = &EIGHT[..scenario.powers.len()];
    let with = forms::FoundedWith {
        players: users.len() as u32,
        spare: forms::Left::Second,
        operator_seat: false,
        umpire: 0,
        language: commands::speech::Language::ENGLISH,
        map: 0,
    };
    let form = founding::founding("The Grand War", scenario, &with);
    let fields: Vec<(&str, &str)> =
        form.inputs.iter().map(|input| (input.id, input.value.as_str())).collect();
    let told = front.fill(table, ANNA, &form.custom_id, &fields).await;
    assert!(says(&told).contains("is founded"), "{told}");
    let founded = table.sent().into_iter().find(|sent| sent.kind == "founded").unwrap();
    let rows = table.house.store.campaigns().await.unwrap();
    let id = rows.into_iter().find(|row| row.channel == COUNCIL && !row.archived).unwrap().id;
    for (n, user) in users.iter().enumerate() {
        table.done(&id, *user, Verb::Join { word: word(&format!("w{n}")) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    for (n, user) in users.iter().enumerate() {
        // The n-th player's highest bid is for the n-th power.
        let bids: Vec<String> =
            (0..users.len()).map(|power| if power == n { 20 + n } else { power }.to_string()).collect();
        let (body, _) = form::read_sheet(&bids.join(" "), "", "", &scenario.powers).unwrap();
        table.done(&id, *user, seal(body)).await;
    }
    for user in users {
        table.done(&id, *user, make_final()).await;
    }
    (id, founded)
}

async fn position(table: &Table, id: &str) -> Position {
    serde_json::from_value(table.campaign(id).await.public_view().game.value()).unwrap()
}

#[tokio::test]
async fn every_scenario_is_founded_bid_for_and_begun() {
    for (key, month, at_war, allied) in [
        ("1805", "January 1805", "At war: France with Great Britain", None),
        (
            "1853",
            "October 1853",
            "At war: Russia with France, Great Britain, Sardinia and Turkey",
            Some("Allied: France, Great Britain, Sardinia and Turkey with each other"),
        ),
        // nationalism.greece.status: the same with Greece, which is at peace.
        (
            "1853-greece",
            "October 1853",
            "At war: Russia with France, Great Britain, Sardinia and Turkey",
            Some("Allied: France, Great Britain, Sardinia and Turkey with each other"),
        ),
    ] {
        let is_later = key != "1805";
        let (table, front) = (Table::new(81, None), Front::new().await);
        let (id, founded) = chosen(&table, &front, key).await;
        assert!(founded.text.contains(at_war), "{}", founded.text);
        assert!(allied.is_none_or(|allied| founded.text.contains(allied)), "{}", founded.text);
        let boxes =
            if key == "1805" { "Austria **N5**°, France **D2**" } else { "Austria **N7**~, France **N4**~" };
        assert!(founded.text.contains(boxes), "{}", founded.text);
        assert_eq!(founded.text.contains("Breech-loading rifles can be bought: yes"), is_later);
        let scenario = scenario::by_key(key).unwrap();
        let position = position(&table, &id).await;
        assert!(position.choice.done && position.choice.uncontrolled.is_empty());
        assert!(position.choice.holdings.keys().eq(&scenario.powers), "{:?}", position.choice.holdings);
        let campaign = table.campaign(&id).await;
        assert_eq!(campaign.play.switch("rifles"), if is_later { "yes" } else { "no" });
        assert!(
            campaign
                .public_view()
                .values
                .iter()
                .all(|value| value.key != if key == "1805" { "vp/sardinia" } else { "vp/spain" })
        );
        let sent = table.sent();
        assert!(sent.iter().any(|sent| sent.text.contains(month)), "{key}: no post of the first month");
        let bids = sent.iter().find(|sent| sent.kind == "opened").unwrap();
        assert_eq!(bids.text.contains("Sa Sardinia"), is_later, "{}", bids.text);
        assert_eq!(bids.text.contains("Gr Greece"), key == "1853-greece", "{}", bids.text);
        assert_eq!(bids.text.contains("Sp Spain"), key == "1805", "{}", bids.text);
        // Every card fits and tells what it must.
        let shown = front.press(&table, BELA, &format!("v1:{id}:0:forces/start")).await;
        let (of, powers) = select(&shown).unwrap();
        assert_eq!(powers, scenario.powers.iter().map(|power| power.key().to_owned()).collect::<Vec<_>>());
        for power in &powers {
            let card = front.choose(&table, OLAF, &of, power).await;
            let text = card["embeds"][0]["description"].as_str().unwrap();
            for part in
                ["**Political status**", "**Treasury**", "Corps", "Fleets", "Leaders", "reconstructed"]
            {
                assert!(text.contains(part), "{power}: {text}");
            }
            let widest = text
                .split("```")
                .skip(1)
                .step_by(2)
                .flat_map(str::lines)
                .map(|line| line.chars().count())
                .max();
            assert!(widest.is_some_and(|widest| widest <= 40), "{power}: {widest:?} {text}");
        }
        for page in ["Prices", "Minor countries", "Status track"] {
            let card = front.press(&table, OLAF, &button(&shown, page).unwrap()).await;
            let text = card["embeds"][0]["description"].as_str().unwrap();
            let widest = text
                .split("```")
                .skip(1)
                .step_by(2)
                .flat_map(str::lines)
                .map(|line| line.chars().count())
                .max();
            assert!(widest.is_some_and(|widest| widest <= 40), "{page}: {widest:?} {text}");
            assert_eq!(text.contains("Ironclad"), page == "Prices" && is_later, "{text}");
        }
        table.verified(&id).await;
    }
}

// nationalism.greece.status: its seat is one like the others, which a stand-in can keep.
#[tokio::test]
async fn a_stand_in_plays_greece_and_play_waits_for_nobody() {
    let (table, front) = (Table::new(84, None), Front::new().await);
    let (id, _) = chosen(&table, &front, "1853-greece").await;
    let seat = engine::table::SeatId::numbered(4);
    assert_eq!(position(&table, &id).await.choice.powers_of(&seat), [Power::Greece]);
    table.done(&id, EIGHT[3], act(Act::Resign)).await;
    table.done(&id, ANNA, act(Act::StandIn { seat: seat.clone(), on: true })).await;
    let before = table.campaign(&id).await.public_view();
    assert!(before.awaited.iter().flat_map(|of| &of.asked).all(|(asked, done)| *asked != seat || *done));
    for user in EIGHT.into_iter().filter(|user| *user != EIGHT[3]) {
        let ready = Act::Ready { through: engine::table::act::Through::Step, hold: false };
        table.done(&id, user, act(ready)).await;
    }
    let after = table.campaign(&id).await.public_view();
    assert_ne!(before.step, after.step);
    table.verified(&id).await;
}

#[tokio::test]
async fn a_power_that_the_scenario_does_not_have_is_refused_everywhere() {
    let table = Table::new(82, None);
    let later =
        |options: Value| engine::table::Founding { scenario: "1853".to_owned(), options, ..founding(7) };
    for (options, says_so) in [
        (json!({"goals": {"spain": 300}}), "Spain is no power of this scenario. There are: Austria, France"),
        (json!({"switches": {"rifles": "perhaps"}}), "can stand so"),
        (json!({"switches": {"muskets": "yes"}}), "no switch"),
    ] {
        let outcome = table.house.found(&table.asker(ANNA), GUILD, COUNCIL, "War", later(options)).await;
        assert!(format!("{outcome:?}").contains(says_so), "{outcome:?}");
    }
    let id = table.found(ANNA, COUNCIL, "War", later(json!({}))).await;
    for (n, user) in SEVEN.into_iter().enumerate() {
        table.done(&id, user, Verb::Join { word: word(&format!("w{n}")) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    // Spain stands on no sheet, and Sardinia must.
    assert!(!table.refused(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await.is_empty());
    let powers = &scenario::by_key("1853").unwrap().powers;
    let why = names::read_numbers("Spain 5", powers).unwrap_err();
    assert!(why.contains("Prussia, Russia, Sardinia and Turkey"), "{why}");
    assert_eq!(names::read_numbers("s 5", powers), Ok(BTreeMap::from([(Power::Sardinia, 5)])));
    assert_eq!(names::read_numbers("s 5", &Power::STANDARD), Ok(BTreeMap::from([(Power::Spain, 5)])));
}

#[tokio::test]
async fn what_the_group_typed_shows_on_the_card() {
    let (table, front) = (Table::new(83, None), Front::new().await);
    let (id, _) = chosen(&table, &front, "1805").await;
    // France is the second player's.
    let card = front.press(&table, BELA, &format!("v1:{id}:0:forces/france")).await;
    assert!(card.to_string().contains("Davout          4 5 3 B°"), "{card}");
    let text = "France, Davout: tactical rating 4\nFrance, Davout: rank A\nAustria, status at the start N6\nFrance, III Corps: holds i 24";
    let told = front.fill(&table, BELA, &format!("v1:{id}:0:typed/values"), &[("what", text)]).await;
    assert!(says(&told).contains("It stands in the council"), "{told}");
    let proposals = table.campaign(&id).await.play.proposals.clone();
    let (proposal, open) = proposals.last_key_value().unwrap();
    let proposal = *proposal;
    assert_eq!(
        open.values,
        BTreeMap::from([
            ("oob_france_leader_davout_tactical".to_owned(), 4),
            ("oob_france_leader_davout_rank".to_owned(), 1),
            ("oob_austria_status".to_owned(), 25),
            ("oob_france_corps_iii_corps_infantry".to_owned(), 24),
        ])
    );
    for user in EIGHT.into_iter().filter(|user| *user != BELA).take(3) {
        table.done(&id, user, act(Act::ConfirmValues { proposal })).await;
    }
    let card = front.press(&table, BELA, &format!("v1:{id}:0:forces/france")).await.to_string();
    assert!(card.contains("Davout          4 4 3 A*") && card.contains("set by this group"), "{card}");
    assert!(card.contains("III Corps                24i 3c    4*"), "{card}");
    // The status that was typed, and the PP told since.
    table.done(&id, ANNA, act(Act::Tell { key: "pp/austria".to_owned(), value: -4 })).await;
    let card = front.press(&table, BELA, &format!("v1:{id}:0:forces/austria")).await.to_string();
    assert!(card.contains("N6\\\\* when play begins; N4 with the −2 PP told since"), "{card}");
    let list = front.press(&table, BELA, &format!("v1:{id}:0:typed/list")).await;
    let page = front.press(&table, BELA, &button(&list, "Order of battle").unwrap()).await;
    assert!(page["embeds"][0]["title"].as_str().unwrap().contains("France: order of battle"), "{page}");
    table.verified(&id).await;
}

#[tokio::test]
async fn the_map_shows_who_holds_what_in_the_campaign_s_scenario() {
    let (table, front) = (Table::new(84, None), Front::new().await);
    let later = engine::table::Founding { scenario: "1853".to_owned(), ..founding(7) };
    let of = |key: &str, year: &str| shown(&card::card(AreaId::by_key(key).unwrap(), Control::of(year)));
    for (key, before, after) in [
        ("milan", "conquered by France", "conquered by Austria"),
        ("turin", "conquered by France", "home province of Sardinia"),
        ("athens", "home province of Turkey", "free state of Great Britain"),
        ("warsaw", "home province of Prussia", "in 1853 ceded to Russia"),
        ("brussels", "conquered by France", "in 1853 neutral"),
        ("abo", "Secondary district of Sweden", "home province of Russia"),
        // nationalism.greece.provinces
        ("salonika", "home province of Turkey", "Secondary district of Greece"),
    ] {
        assert!(of(key, "1805").contains(before), "{}", of(key, "1805"));
        assert!(of(key, "1853").contains(after), "{}", of(key, "1853"));
    }
    // nationalism.greece.status: with a player both are its home, and Athens the capital of a power.
    let with_greece = ["salonika", "athens"].map(|key| of(key, "1853-greece"));
    assert!(with_greece.iter().all(|card| card.contains("home province of Greece")), "{with_greece:?}");
    assert!(!with_greece.iter().any(|card| card.contains("district")), "{with_greece:?}");
    let is_national = |card: &String| card.contains("National capital");
    assert!(!is_national(&with_greece[0]) && is_national(&with_greece[1]), "{with_greece:?}");
    assert!(!is_national(&of("athens", "1853")) && of("athens", "1853").contains("Capital of Greece"));
    // Where no campaign is, it is 1805; in the campaign's council its own.
    let whole = front.press_for_picture(&table, ANNA, "v1:-:0:map/whole", None).await;
    assert!(says(&whole).contains("Europe in 1805"), "{whole}");
    table.found(ANNA, COUNCIL, "The Crimean War", later).await;
    let whole = front.press_for_picture(&table, ANNA, "v1:-:0:map/whole", None).await;
    assert!(says(&whole).contains("Europe in 1853"), "{whole}");
    let milan = front.press_for_picture(&table, ANNA, "v1:-:0:map/open", Some("milan")).await;
    assert!(milan.to_string().contains("conquered by Austria"), "{milan}");
}

/// What is a reading of a rule of 1853 is offered there, and with it there are more ways than one select holds.
#[tokio::test]
async fn every_switch_is_offered_where_the_rise_of_nationalism_is_played() {
    let (front, table) = (Front::new().await, Table::new(83, None));
    let (id, _) = chosen(&table, &front, "1853").await;
    let shown = front.press(&table, ANNA, &format!("v1:{id}:0:vote/switches")).await;
    let selects = shown["components"].as_array().unwrap().iter().map(|row| &row["components"][0]);
    let options = selects.filter_map(|select| select["options"].as_array()).flatten();
    let offered: Vec<&str> = options.map(|option| option["value"].as_str().unwrap()).collect();
    let ways = engine::table::switches::of("eia").map(|switch| switch.ways.len() - 1).sum::<usize>();
    assert!(offered.len() == ways && ways > 25, "{offered:?}");
    for key in ["italian_income", "sardinian_events", "rifles"] {
        assert!(offered.iter().any(|value| value.starts_with(&format!("{key}/"))), "{key}: {offered:?}");
    }
}
