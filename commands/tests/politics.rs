//! Politics that the bot keeps, before its players: what is told of provinces, the year's points, and Europe in one picture.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button};
use crate::common::*;
use commands::eia::politics::glance;
use engine::eia::Position;
use engine::eia::map::ProvinceId;
use engine::eia::oob::Held;
use engine::eia::powers::Power;
use engine::table::act::{Act, Through};
use engine::table::{Founding, Verb};
use serde_json::{Value, json};

pub const SEVEN: [u64; 7] = [ANNA, BELA, 1003, 1004, 1005, 1006, 1007];

/// Seven players of 1805 with their powers.
pub async fn kept(table: &Table) -> String {
    kept_with(table, json!({"politics": "kept"})).await
}

/// The same with these switches.
pub async fn kept_with(table: &Table, switches: Value) -> String {
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": switches});
    let id = table.found(ANNA, COUNCIL, "The Grand War", Founding { options, ..founding(7) }).await;
    for (n, user) in SEVEN.into_iter().enumerate() {
        table.done(&id, user, Verb::Join { word: word(&format!("w{n}")) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    table.all_bid(&id, &SEVEN).await;
    table.sent();
    id
}

pub async fn position(table: &Table, id: &str) -> Position {
    serde_json::from_value(table.campaign(id).await.public_view().game.value()).unwrap()
}

pub async fn of(table: &Table, id: &str, power: Power) -> u64 {
    let now = position(table, id).await;
    let seat = &now.choice.holdings[&power].seat;
    let place = seat.number().unwrap();
    SEVEN[place as usize - 1]
}

/// Everybody seals nothing and is ready until the outline stands there.
pub async fn on_to(table: &Table, id: &str, step: &str) {
    for _ in 0..40 {
        let view = table.campaign(id).await.public_view();
        if view.step.last().is_some_and(|at| at == step) {
            return;
        }
        if let Some(round) = view.rounds.iter().find(|round| round.round.starts_with("politics/")) {
            for (seat, _) in &round.asked {
                let user = SEVEN[seat.number().unwrap() as usize - 1];
                table.done(id, user, sealing(&round.round, &json!({}))).await;
                table.done(id, user, Verb::Final { round: round.round.clone() }).await;
            }
            continue;
        }
        for user in SEVEN {
            // Who is not asked any more is refused, and that is all.
            let asker = table.asker(user);
            table.order(id, &asker, act(Act::Ready { through: Through::Step, hold: false })).await;
        }
    }
    panic!("the outline never stood at {step}");
}

fn game(order: Value) -> Verb {
    Verb::Game(order)
}

#[tokio::test]
async fn what_is_told_of_provinces_is_posted_with_its_points() {
    let table = Table::new(7, None);
    let id = kept(&table).await;
    let france = of(&table, &id, Power::France).await;
    let tells = json!({"control": "tell", "place": "province/hanover", "power": "great_britain"});
    table.done(&id, france, game(tells)).await;
    table.sent();
    table.done(&id, france, game(json!({"board": "conquer", "minor": "hanover", "power": "france"}))).await;
    let posts = table.sent();
    let post = posts.iter().find(|post| post.kind == "province").unwrap();
    let post = post.json();
    let text = post["content"].as_str().unwrap();
    assert!(text.contains("**France** has conquered Hanover") && text.contains("France 32 PP"), "{text}");
    let hanover = ProvinceId::by_key("hanover").unwrap();
    assert_eq!(position(&table, &id).await.held(hanover), Held::Conquered(Power::France));
}

// house.auction.when: nobody is at war with a power that is out of the game, and that a war is over by it is told.
#[tokio::test]
async fn the_wars_that_end_with_a_power_that_is_put_up_are_told_in_its_post_and_in_its_line() {
    let table = Table::new(7, None);
    let id = kept(&table).await;
    on_to(&table, &id, "talks").await;
    assert!(position(&table, &id).await.are_at_war(Power::France, Power::GreatBritain));
    let france = of(&table, &id, Power::France).await;
    let others: Vec<u64> = SEVEN.into_iter().filter(|user| *user != france).collect();
    let seat = position(&table, &id).await.choice.holdings[&Power::France].seat.clone();
    table.done(&id, france, Verb::Act { act: Act::Resign, text: None }).await;
    table.done(&id, others[0], Verb::Act { act: Act::AskInfluence { seat }, text: None }).await;
    for user in &others[1..] {
        let Some(vote) = table.campaign(&id).await.play.votes.keys().next().copied() else { break };
        table.done(&id, *user, Verb::Act { act: Act::Cast { vote, option: 0 }, text: None }).await;
    }
    let told = "The war between France and Great Britain is over.";
    let sent = table.sent();
    let post = sent.iter().find(|sent| sent.kind == "auction").unwrap().json();
    let field = &post["embeds"][0]["fields"][0];
    assert_eq!(
        (field["name"].as_str(), field["value"].as_str()),
        (Some("Who is out of the game is at war and allied with nobody"), Some(told))
    );
    let entries = table.house.entries(&id).await.unwrap();
    let live = table.house.campaign(&id).await.unwrap();
    let live = live.lock().await;
    let scene = live.scene(engine::table::By::Person(1), false);
    let lines = commands::present::chronicle::lines(&scene, &entries);
    let lines: Vec<&String> = lines.iter().map(|line| &line.text).collect();
    assert!(lines.iter().any(|line| **line == format!("Up for auction: France. {told}")), "{lines:?}");
}

#[tokio::test]
async fn an_economic_phase_is_told_with_europe_at_a_glance() {
    let table = Table::new(7, None);
    let id = kept(&table).await;
    on_to(&table, &id, "talks").await;
    table.sent();
    on_to(&table, &id, "economic").await;
    let posts = table.sent();
    let post = posts.iter().find(|post| post.kind == "year").unwrap();
    let text = &post.text;
    assert!(text.contains("**France** in D2: +9 VP, 9 of"), "{text}");
    assert!(
        post.picture.as_deref() == Some("europe")
            && post.json().to_string().contains("europe-1805-0")
            && text.contains("France D2"),
        "the picture and what it says"
    );
    on_to(&table, &id, "war").await;
    let drift = table.sent();
    assert!(drift.iter().any(|post| post.text.contains("**France** drifts from D2 to N10")));
}

/// A position in the middle of a war.
async fn at_war() -> Position {
    let table = Table::new(7, None);
    let id = kept(&table).await;
    on_to(&table, &id, "talks").await;
    let pair = |one: Power, other: Power| engine::eia::politics::Pair::of(one, other);
    let mut now = position(&table, &id).await;
    use Power::{Austria, France, GreatBritain, Prussia, Russia, Spain, Turkey};
    for (one, other) in [(Austria, France), (Russia, France)] {
        now.politics.wars.push(pair(one, other));
    }
    for (one, other) in [(Austria, Russia), (GreatBritain, Russia), (France, Spain)] {
        let until = None;
        now.politics
            .alliances
            .insert(engine::eia::politics::alliance::Alliance { pair: pair(one, other), until });
    }
    let ends = engine::eia::outline::Month::try_from("1806-09".to_owned()).unwrap();
    let truce = engine::eia::politics::truce::Truce::made(
        pair(Prussia, France),
        engine::eia::outline::Month::try_from("1805-03".to_owned()).unwrap(),
        engine::eia::outline::Phase::Political,
        18,
    );
    assert_eq!(truce.ends, ends);
    now.politics.truces.insert(truce);
    for (power, vp, pp) in [
        (Austria, 88, 48),
        (France, 140, 62),
        (GreatBritain, 101, 48),
        (Prussia, 97, 49),
        (Russia, 75, 48),
        (Spain, 20, 30),
        (Turkey, 9, 4),
    ] {
        now.vp.insert(power, vp);
        now.pp.insert(power, pp);
    }
    now
}

#[tokio::test]
async fn a_leader_is_meant_with_and_without_his_accents() {
    let now = at_war().await;
    for typed in ["Castaños", "castanos", " Castanos"] {
        assert_eq!(commands::eia::peace::leader_meant(&now, Power::Spain, typed), "Castanos");
    }
    assert_eq!(commands::eia::peace::leader_meant(&now, Power::Spain, "Nobody"), "Nobody");
}

#[tokio::test]
async fn europe_at_a_glance_shows_every_power_s_box_and_each_pair() {
    let now = at_war().await;
    let svg = glance::drawing(&now, "Seven in Europe");
    // Two cells for each pair that is not at peace: three wars with that of the scenario, three alliances, an enforced peace.
    assert_eq!(svg.matches(">war<").count(), 2 * 3, "{svg}");
    assert_eq!(svg.matches(">ally<").count(), 2 * 3);
    assert_eq!(svg.matches(">Sep 06<").count(), 2);
    assert_eq!(svg.matches(">Fra<").count(), 3, "on the track, in a row and in a column");
    for says in [
        "Seven in Europe",
        "January 1805",
        "golden frame: dominant power",
        "over in that month&#39;s peace step",
    ] {
        assert!(svg.contains(says), "{says}: {svg}");
    }
    // France and Great Britain are dominant: each on the track, in a row and in a column, and in letters beside its goal.
    assert_eq!(svg.matches("stroke=\"#F0C869\"").count(), 2 * 2 * 3);
    assert!(!svg.contains("font-size=\"11\""), "too small for a phone");
    assert!(svg.contains(">140 / "));
    let png = glance::picture(&now, "Seven in Europe").unwrap();
    assert!(png.len() < 400_000);
    assert!(glance::in_words(&now).contains("France D2, Great Britain N5, Prussia N5"));
}

#[tokio::test]
#[ignore = "draws a picture to look at: it is in the folder of temporary files, under chancery-map"]
async fn pictures_to_look_at() {
    let folder = std::env::temp_dir().join("chancery-map");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("europe.png"), glance::picture(&at_war().await, "Seven in Europe").unwrap())
        .unwrap();
}

/// Everybody whom the open round asks seals what stands here for his power, else nothing.
pub async fn answered(table: &Table, id: &str, sheets: &[(Power, Value)]) {
    let round = table.campaign(id).await.public_view().rounds[0].clone();
    let mut filled = Vec::new();
    for (power, sheet) in sheets {
        filled.push((of(table, id, *power).await, sheet.clone()));
    }
    for (seat, _) in &round.asked {
        let user = SEVEN[seat.number().unwrap() as usize - 1];
        let own = filled.iter().find(|(of, _)| *of == user).map_or(json!({}), |(_, sheet)| sheet.clone());
        table.done(id, user, sealing(&round.round, &own)).await;
        table.done(id, user, Verb::Final { round: round.round.clone() }).await;
    }
}

#[tokio::test]
async fn an_attacked_minor_country_is_told_from_the_declaration_to_its_new_controller() {
    let table = Table::new(7, None);
    let id = kept(&table).await;
    on_to(&table, &id, "war").await;
    table.sent();
    answered(&table, &id, &[(Power::France, json!({"attack/france": ["province/saxony"]}))]).await;
    let posts: Vec<String> = table.sent().iter().map(|post| post.text.clone()).collect();
    let says = |posts: &[String], words: &str| posts.iter().any(|text| text.contains(words));
    assert!(says(&posts, "France declares war on Saxony."), "{posts:#?}");
    assert!(says(&posts, "Attacked minor countries in January 1805"), "{posts:#?}");
    let volunteers = json!({"volunteer/great_britain": ["province/saxony"]});
    answered(&table, &id, &[(Power::GreatBritain, volunteers)]).await;
    let posts: Vec<String> = table.sent().iter().map(|post| post.text.clone()).collect();
    assert!(says(&posts, "Saxony is wanted by: Great Britain (at war)."), "{posts:#?}");
    assert!(says(&posts, "**Great Britain** takes control of Saxony."), "{posts:#?}");
    assert!(says(&posts, "Who attacked it pays for that: France 30 PP."), "{posts:#?}");
    let saxony = ProvinceId::by_key("saxony").unwrap();
    assert_eq!(position(&table, &id).await.held(saxony), Held::Free(Power::GreatBritain));
    on_to(&table, &id, "talks").await;
    table.sent();
    let france = of(&table, &id, Power::France).await;
    let gives_up = json!({"minor": "give_up", "power": "france", "country": "saxony"});
    table.done(&id, france, game(gives_up)).await;
    let posts: Vec<String> = table.sent().iter().map(|post| post.text.clone()).collect();
    assert!(says(&posts, "France gives up its war on Saxony."), "{posts:#?}");
    assert!(says(&posts, "it is neutral again"), "{posts:#?}");
    on_to(&table, &id, "war").await;
    let sent = table.sent();
    let gazette = sent.iter().find(|post| post.kind == "gazette").unwrap().json().to_string();
    for part in
        ["France declares war on Saxony.", "takes control of Saxony.", "France gives up its war on Saxony."]
    {
        assert_eq!(gazette.matches(part).count(), 1, "{part}: {gazette}");
    }
}

#[tokio::test]
async fn who_surrenders_unconditionally_is_named_in_the_post() {
    let table = Table::new(8, None);
    let id = kept(&table).await;
    let (france, britain) =
        (of(&table, &id, Power::France).await, of(&table, &id, Power::GreatBritain).await);
    for (gate, user, sheet) in [
        ("", france, json!({"sue/france": ["great_britain"]})),
        ("/demand", britain, json!({"unconditional/great_britain": ["france"]})),
        ("/yield", france, json!({"yield/france": ["great_britain"]})),
    ] {
        table.sent();
        let view = table.campaign(&id).await.public_view();
        let round = view.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap();
        assert!(round.round.ends_with(gate), "{}", round.round);
        for (seat, _) in &round.asked {
            let other = SEVEN[seat.number().unwrap() as usize - 1];
            let chosen = if other == user { sheet.clone() } else { json!({}) };
            table.done(&id, other, sealing(&round.round, &chosen)).await;
            table.done(&id, other, Verb::Final { round: round.round.clone() }).await;
        }
    }
    let sent = table.sent();
    let said = |text: &str| sent.iter().any(|sent| sent.user.is_none() && sent.text.contains(text));
    assert!(said("France accepts what Great Britain demands."), "{sent:?}");
    assert!(!said("Nobody surrenders"), "{sent:?}");
    // A wish that does not stand beside what was picked is said too.
    let wishes = json!({"wish/great_britain/france/1": "c2", "wish/great_britain/france/2": "b2"});
    answered(&table, &id, &[(Power::GreatBritain, wishes)]).await;
    let posts: Vec<String> = table.sent().iter().map(|post| post.text.clone()).collect();
    let words =
        "Great Britain wanted B.2 · no war for 24 months too, which does not stand beside what was picked.";
    assert!(posts.iter().any(|text| text.contains(words)), "{posts:#?}");
    let of = &position(&table, &id).await.politics.treaties[0];
    assert_eq!(of.passed_over.iter().map(|wish| wish.term.key()).collect::<Vec<_>>(), ["b2"]);
}

#[tokio::test]
async fn who_is_ready_to_the_end_of_the_month_reads_the_box_in_which_victory_points_were_collected() {
    let table = Table::new(7, None);
    let id = kept(&table).await;
    while position(&table, &id).await.month().unwrap().to_string() != "1805-03" {
        on_to(&table, &id, "land").await;
        on_to(&table, &id, "war").await;
    }
    on_to(&table, &id, "talks").await;
    table.sent();
    for user in SEVEN {
        table.done(&id, user, act(Act::Ready { through: Through::Turn, hold: false })).await;
    }
    let posts = table.sent();
    let post = posts.iter().find(|post| post.kind == "year").unwrap();
    assert!(post.text.contains("**France** in D2: +9 VP"), "{}", post.text);
    assert!(posts.iter().any(|post| post.text.contains("**France** drifts from D2 to N10")));
}

#[tokio::test]
async fn the_values_that_are_not_the_printed_game_s_are_named_to_the_end() {
    let table = Table::new(7, None);
    let id = kept(&table).await;
    let live = table.house.campaign(&id).await.unwrap();
    let live = live.lock().await;
    let scene = live.scene(engine::table::By::Person(1), false);
    let said = commands::present::typed::table(&scene).json().to_string();
    assert!(said.contains("PP of a conditional peace\\nfor a victor  "), "{said}");
    assert!(said.contains("PP of a conditional peace\\nfor who sued  "), "{said}");
}

#[tokio::test]
async fn who_shares_the_victory_is_no_second() {
    let table = Table::new(7, None);
    let id = kept(&table).await;
    let mut now = position(&table, &id).await;
    for power in [Power::Prussia, Power::Russia] {
        let goal = now.choice.holdings[&power].goal;
        now.vp.insert(power, goal + i64::from(power == Power::Russia));
    }
    let concluded = engine::eia::conclusion::table_of(&now, engine::eia::conclusion::By::Goal);
    let live = table.house.campaign(&id).await.unwrap();
    let live = live.lock().await;
    let scene = live.scene(engine::table::By::Person(1), false);
    let end = commands::eia::conclusion::post(&scene, &concluded, &[], String::new());
    let said = end.json().to_string();
    assert!(said.contains("and share the victory."), "house.victory.simultaneous: {said}");
    assert!(said.contains("1★Prussia") && said.contains("1★Russia") && !said.contains("2★"), "{said}");
}

#[tokio::test]
async fn a_call_says_who_calls_against_whom_and_what_a_refusal_costs() {
    let table = Table::new(7, None);
    let id = kept(&table).await;
    on_to(&table, &id, "talks").await;
    for (one, other) in [(Power::Austria, Power::Russia), (Power::Russia, Power::Austria)] {
        let user = of(&table, &id, one).await;
        let (by, with) = (one.key(), other.key());
        let propose = json!({"politics": "propose", "power": by, "with": with, "state": "alliance"});
        table.done(&id, user, game(propose)).await;
    }
    on_to(&table, &id, "war").await;
    let sheets = [
        (Power::Prussia, json!({"war/prussia": ["austria"]})),
        (Power::Austria, json!({"call/austria": ["russia"]})),
    ];
    answered(&table, &id, &sheets).await;
    let asks = "Austria calls Russia against Prussia. Whoever refuses breaks the alliance; that costs 1 PP.";
    let user = of(&table, &id, Power::Russia).await;
    let desk = table.looks(&id, user).await[1].json().to_string();
    assert!(desk.contains(asks), "{desk}");
    let live = table.house.campaign(&id).await.unwrap();
    let live = live.lock().await;
    let scene = live.scene(live.by(user), false);
    let sheet = commands::eia::politics::present::sheet(&scene, None).json().to_string();
    assert!(sheet.contains("Refuse every call: −1 PP each"), "{sheet}");
    assert!(!sheet.contains("Seal an empty sheet"), "{sheet}");
}

#[tokio::test]
async fn two_who_offer_each_other_a_royal_marriage_on_their_sheets_are_married_before_all() {
    let table = Table::new(7, None);
    let id = kept_with(&table, json!({"politics": "kept", "marriage": "yes"})).await;
    let told = |table: &Table| {
        let council = table.sent().into_iter().filter(|post| post.user.is_none());
        council.map(|post| post.json().to_string()).collect::<String>()
    };
    // On the sheet itself, by its select and its button.
    let front = Front::new().await;
    let austria = of(&table, &id, Power::Austria).await;
    let line = table.campaign(&id).await.public_view().rounds[0].line;
    let sheet = front.press(&table, austria, &format!("v1:{id}:{line}:politics/sheet")).await;
    assert!(sheet.to_string().contains("To whom do you offer a royal marriage?"), "{sheet}");
    let selects = sheet["components"].as_array().unwrap().iter().map(|row| &row["components"][0]);
    let offers = selects.clone().find(|one| one["placeholder"] == "Austria offers a royal marriage to …");
    let select = offers.unwrap()["custom_id"].as_str().unwrap();
    let chosen = front.choose(&table, austria, select, "france").await;
    assert!(chosen.to_string().contains("Austria offers a royal marriage to **France**."), "{chosen}");
    front.press(&table, austria, &button(&chosen, "Seal").unwrap()).await;
    assert!(!told(&table).contains("offers"), "what is sealed is told to nobody else");
    let round = table.campaign(&id).await.public_view().rounds[0].round.clone();
    table.done(&id, austria, Verb::Final { round: round.clone() }).await;
    let france = of(&table, &id, Power::France).await;
    for user in SEVEN.into_iter().filter(|user| *user != austria) {
        let own = if user == france { json!({"marriage/france": ["austria", "russia"]}) } else { json!({}) };
        table.done(&id, user, sealing(&round, &own)).await;
        table.done(&id, user, Verb::Final { round: round.clone() }).await;
    }
    let posts = told(&table);
    for says in [
        "Austria and France are joined by a royal marriage.",
        "France offers Russia a royal marriage, which does not offer it in return.",
    ] {
        assert!(posts.contains(says), "{posts}");
    }
    assert!(position(&table, &id).await.are_married(Power::Austria, Power::France));
    let shown = front.press(&table, france, &format!("v1:{id}:0:politics/show")).await.to_string();
    assert!(shown.contains("Royal marriages") && shown.contains("Austria and France"), "{shown}");
    on_to(&table, &id, "war").await;
    let sheets = [
        (Power::France, json!({"war/france": ["austria"]})),
        (Power::Russia, json!({"war/russia": ["spain"], "marriage/russia": ["spain"]})),
    ];
    answered(&table, &id, &sheets).await;
    // In the one post that tells of the wars.
    let posts = table.sent().into_iter().filter(|post| post.user.is_none());
    let of_the_war = posts
        .map(|post| post.json().to_string())
        .find(|post| post.contains("France declares war on Austria"));
    let of_the_war = of_the_war.unwrap();
    for says in [
        "The war between Austria and France ends their royal marriage.",
        "Russia offers Spain a royal marriage in vain: the two are at war.",
    ] {
        assert!(of_the_war.contains(says), "{of_the_war}");
    }
}
