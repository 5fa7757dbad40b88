//! The Middle Ages as they are played: the founding, courts, endeavours at a board elsewhere, odds that only who asks sees.
#![allow(clippy::unwrap_used)]

use crate::common::founding;
use crate::common::front::{Front, button, says, select};
use crate::common::{ANNA, BELA, CARL, COUNCIL, OLAF, Sent, Table, word};
use commands::ages::board::sheet::Part;
use commands::custom_id::CustomId;
use engine::table::act::Through;
use engine::table::{Act, Founding, Verb};
use serde_json::{Value, json};

/// A campaign of the Middle Ages whose board stands elsewhere; nobody plays a court yet.
pub async fn founded(table: &Table) -> String {
    let founding = Founding {
        at: 0,
        campaign: String::new(),
        game: "ages".to_owned(),
        scenario: "ages".to_owned(),
        seats: 3,
        operator_seats: 0,
        options: json!({"year": 771, "rounds": 9}),
        timing: None,
        umpire: None,
    };
    let id = table.found(ANNA, COUNCIL, "Ages", founding).await;
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    table.sent();
    id
}

pub fn texts(sent: &[Sent]) -> String {
    sent.iter().map(|sent| format!("{sent:?}\n")).collect()
}

pub async fn states(front: &Front, table: &Table, id: &str, verb: &str, fields: &[(&str, &str)]) -> Value {
    front.fill(table, ANNA, &CustomId::of(id, 0, verb), fields).await
}

#[tokio::test]
async fn a_court_is_taken_at_the_desk_and_an_endeavour_is_stated_and_told() {
    let (table, front) = (Table::new(61, None), Front::new().await);
    let id = founded(&table).await;
    let desk = front.press(&table, ANNA, &CustomId::of(&id, 0, "desk")).await;
    let take = front.press(&table, ANNA, &button(&desk, "Take a court…").unwrap()).await;
    let (choose, courts) = select(&take).unwrap();
    assert!(courts.contains(&"franks".to_owned()), "{courts:?}");
    let answer = front.choose(&table, ANNA, &choose, "franks").await;
    assert!(says(&answer).contains("**Franks** is played by"), "{answer}");
    assert!(texts(&table.sent()).contains("**Franks** is played by"));
    let desk = front.press(&table, ANNA, &CustomId::of(&id, 0, "desk")).await;
    let endeavour = button(&desk, "Endeavour").unwrap();
    let which = front.press(&table, ANNA, &endeavour).await;
    let (choose, kinds) = select(&which).unwrap();
    assert_eq!(kinds.len(), 9);
    let lists = front.choose(&table, ANNA, &choose, "conquer").await;
    let form = front.press(&table, ANNA, &button(&lists, "Go on…").unwrap()).await;
    assert_eq!(form["title"], "Conquest");
    let fields = [
        ("leader", "9 +2"),
        ("base", "Tuscany: state 2, armies 3"),
        ("target", "Lombardy: state 1, fort 1, related language, gold 1"),
        ("seas", ""),
    ];
    let answer = states(&front, &table, &id, "ages/endeavour/conquer", &fields).await;
    let told = says(&answer);
    assert!(told.starts_with("**Franks** · Conquest: Lombardy from Tuscany\n"), "{told}");
    assert!(
        told.contains(
            "9 stature, +2 leader card, +2 social state of the base, −1 social state of the target, −1 fortification, +3 army points in the base, −1 language, +1 gold = **14**"
        ),
        "{told}"
    );
    // Every card conquers at 14.
    assert!(told.contains("**a result of conquest**") && told.contains("Year card "), "{told}");
    assert!(
        told.contains("It costs 3 gold") && told.contains("The treasury of Franks was never told"),
        "{told}"
    );
    let posted = texts(&table.sent());
    assert!(posted.contains("a result of conquest") && posted.contains("Why"), "{posted}");
    let why = front.press(&table, BELA, &button(&answer, "Why").unwrap()).await;
    assert!(why.to_string().contains("33.5"), "{why}");
}

#[tokio::test]
async fn what_is_wrong_in_an_endeavour_is_said_and_the_form_comes_back() {
    let (table, front) = (Table::new(61, None), Front::new().await);
    let id = founded(&table).await;
    let fleet = |place: &'static str| [("leader", "3"), ("target", place)];
    let answer = states(&front, &table, &id, "ages/endeavour/fleet", &fleet("Tuscany: coast")).await;
    assert!(says(&answer).contains("You play no court yet"), "{answer}");
    table.done(&id, ANNA, Verb::Game(json!({"court": "take", "of": "franks"}))).await;
    let tell = [("what", "Franks 3 gold")];
    front.fill(&table, ANNA, &CustomId::of(&id, 0, "board/tell"), &tell).await;
    for (place, wrong) in [
        ("Tuscany: castle", "\"castle\" is nothing that is stated"),
        ("Tuscany: state 1", "borders no sea area"),
        ("Tuscany: coast, gold 4", "no more may be added"),
        ("Tuscany: coast", "costs 4 gold, paid at once"),
    ] {
        let answer = states(&front, &table, &id, "ages/endeavour/fleet", &fleet(place)).await;
        assert!(says(&answer).contains(wrong), "{answer}");
        assert!(button(&answer, "Try again").is_some(), "{answer}");
    }
}

#[tokio::test]
async fn odds_are_told_to_who_asks_alone() {
    let (table, front) = (Table::new(61, None), Front::new().await);
    let id = founded(&table).await;
    table.done(&id, ANNA, Verb::Game(json!({"court": "take", "of": "franks"}))).await;
    table.sent();
    let fields = [("leader", "3"), ("target", "Tuscany: state 1")];
    let answer = states(&front, &table, &id, "ages/odds/rule", &fields).await;
    let told = answer["embeds"][0]["fields"][0]["value"].as_str().unwrap().to_owned();
    // A rating of 2: 27 of the 56 cards raise at it, and on those that raise at 8 or more the state falls.
    assert!(told.contains("= **2**"), "{told}");
    assert!(told.contains("**27 of 56 cards**, 48 %: the social state rises by 1."), "{told}");
    assert!(table.sent().is_empty(), "nobody else hears of it");
}

#[tokio::test]
async fn the_founding_asks_for_year_and_rounds_and_says_that_the_cards_are_ours() {
    let (table, front) = (Table::new(61, None), Front::new().await);
    let fields = [("name", "Crusades"), ("year", "1096"), ("rounds", "4"), ("clock", "")];
    let wrong = [("name", "Crusades"), ("year", "soon"), ("rounds", "4"), ("clock", "")];
    let verb = "found/ages/3/second/0/0/en-US";
    let answer = front.fill(&table, ANNA, &CustomId::free(verb), &wrong).await;
    assert!(says(&answer).contains("from 400 to 1500"), "{answer}");
    front.fill(&table, ANNA, &CustomId::free(verb), &fields).await;
    let posted = texts(&table.sent());
    assert!(posted.contains("4 rounds of five years from 1096 to 1115"), "{posted}");
    assert!(posted.contains("our own, not the printed ones"), "{posted}");
}

/// The founding of 771 for two, with what was chosen at it.
pub fn of_771(options: Value) -> Founding {
    let (game, scenario) = ("ages".to_owned(), "charlemagne".to_owned());
    Founding { game, scenario, options, ..founding(2) }
}

/// The board of 771 before anybody has taken a court.
async fn without_courts(table: &Table) -> String {
    let founding = of_771(json!({}));
    let id = table.found(ANNA, COUNCIL, "Charlemagne", founding).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    id
}

/// The board of 771 with the Franks of Anna and another court of Bela: claims are asked for.
pub async fn of_courts(table: &Table, other: &str) -> String {
    let id = without_courts(table).await;
    for (user, court) in [(ANNA, "franks"), (BELA, other)] {
        table.done(&id, user, Verb::Game(json!({"court": "take", "of": court}))).await;
    }
    for user in [ANNA, BELA] {
        let act = Act::Ready { through: Through::Step, hold: false };
        table.done(&id, user, Verb::Act { act, text: None }).await;
    }
    id
}

/// The turn of the Franks in the first round, with Byzantium as the other court.
async fn in_turn(front: &Front, table: &Table) -> String {
    in_turn_with(front, table, "byzantium").await
}

/// Seals claims as they are typed, and makes them Final.
pub async fn claims(front: &Front, table: &Table, id: &str, user: u64, areas: &str) {
    front.fill(table, user, &CustomId::of(id, 0, "ages/seal/claims"), &[("areas", areas)]).await;
    table.done(id, user, Verb::Final { round: "claims".to_owned() }).await;
}

pub async fn in_turn_with(front: &Front, table: &Table, other: &str) -> String {
    let id = of_courts(table, other).await;
    for (user, areas) in [(ANNA, "Saxony, Lombardy"), (BELA, "")] {
        claims(front, table, &id, user, areas).await;
    }
    for (user, place) in [(ANNA, "1"), (BELA, "2")] {
        front.fill(table, user, &CustomId::of(&id, 0, "ages/seal/order"), &[("place", place)]).await;
    }
    id
}

#[tokio::test]
async fn ready_without_a_court_asks_for_one_and_gives_none() {
    let (table, front) = (Table::new(69, None), Front::new().await);
    let id = without_courts(&table).await;
    table.sent();
    let desk = front.press(&table, ANNA, &CustomId::of(&id, 0, "desk")).await;
    assert!(button(&desk, "Ready").is_none() && button(&desk, "Take a court…").is_some(), "{desk}");
    let asker = table.asker(ANNA);
    let seen = table.house.shown(&id, &asker, |scene| scene.own.step_awaits().map(|step| step.line));
    let line = seen.await.ok().flatten().unwrap();
    let ready = CustomId::of(&id, line, "turn/ready");
    let answer = front.press(&table, ANNA, &ready).await;
    assert!(says(&answer).contains("You play no court yet. Take one first"), "{answer}");
    assert!(table.sent().is_empty(), "nobody is told anything, for nothing was given");
    let take = front.press(&table, ANNA, &button(&answer, "Take a court…").unwrap()).await;
    let (choose, _) = select(&take).unwrap();
    front.choose(&table, ANNA, &choose, "lombards").await;
    let desk = front.press(&table, ANNA, &CustomId::of(&id, 0, "desk")).await;
    assert!(button(&desk, "Ready").is_some(), "{desk}");
    let other = front.press(&table, ANNA, &button(&desk, "Take another court…").unwrap()).await;
    front.choose(&table, ANNA, &select(&other).unwrap().0, "franks").await;
    assert!(texts(&table.sent()).contains("**Franks** is played by"));
    let answer = front.press(&table, ANNA, &ready).await;
    assert!(says(&answer).contains("You are ready."), "{answer}");
}

#[tokio::test]
async fn a_defence_is_asked_of_who_is_attacked_alone() {
    let (table, front) = (Table::new(70, None), Front::new().await);
    let id = in_turn_with(&front, &table, "lombards").await;
    table.sent();
    let plan = CustomId::of(&id, 0, "ages/plan/d/pillage/provence/lombardy/0/0");
    let review = front.press(&table, ANNA, &plan).await;
    assert!(review.to_string().contains("Lombards may defend it, which these odds leave out"), "{review}");
    assert!(review.to_string().contains("Plunder brings 3 gold, and Lombardy goes to unrest."), "{review}");
    front.press(&table, ANNA, &button(&review, "Undertake it").unwrap()).await;
    let sent = table.sent();
    let asked: Vec<&Sent> = sent.iter().filter(|sent| format!("{sent:?}").contains("My defence")).collect();
    assert!(!asked.is_empty() && asked.iter().all(|sent| sent.user == Some(BELA)), "{asked:?}");
    let told = format!("{asked:?}");
    assert!(told.contains("Franks** · Pillage: Lombardy from Provence"), "{told}");
    assert!(told.contains("A year card of yours takes 3 off, your leader's combat"), "{told}");
    let attacker = front.press(&table, ANNA, &CustomId::of(&id, 0, "desk")).await;
    assert!(button(&attacker, "My defence").is_none(), "{attacker}");
    let attacked = front.press(&table, BELA, &CustomId::of(&id, 0, "desk")).await;
    assert!(button(&attacked, "My defence").is_some() && button(&attacked, "No defence").is_some());
    let fields = [("defend", "yes"), ("gold", "1")];
    front.fill(&table, BELA, &CustomId::of(&id, 0, "ages/seal/defence"), &fields).await;
    let posted = texts(&table.sent());
    assert!(posted.contains("Lombards defends with a year card and 1 gold."), "{posted}");
    assert!(posted.contains("−3 the defender's combat") && posted.contains(" harms from "), "{posted}");
}

#[tokio::test]
async fn odds_of_the_board_kept_here_ask_for_nothing_that_it_knows() {
    let (table, front) = (Table::new(71, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let which = front.press(&table, BELA, &CustomId::of(&id, 0, "ages/odds/pillage")).await;
    let (choose, plans) = select(&which).unwrap();
    assert!(plans.iter().any(|plan| plan.contains("/naples/")), "{plans:?}");
    table.sent();
    let odds = front.choose(&table, BELA, &choose, "d/pillage/apulia/naples/0/0").await;
    let shown = odds.to_string();
    assert!(shown.contains("5 stature, +2 population, −2 language, −1 religion = **4**"), "{shown}");
    assert!(shown.contains("of 56 cards**") && shown.contains("It is the turn of Franks"), "{shown}");
    assert!(button(&odds, "Undertake it").is_none() && table.sent().is_empty(), "{odds}");
}

#[tokio::test]
async fn claims_and_places_are_sealed_and_told_when_all_are_open() {
    let (table, front) = (Table::new(62, None), Front::new().await);
    let id = of_courts(&table, "byzantium").await;
    let posted = texts(&table.sent());
    assert!(posted.contains("The board is set up") && posted.contains("My claims"), "{posted}");
    let claims = CustomId::of(&id, 0, "ages/seal/claims");
    let wrong = front.fill(&table, ANNA, &claims, &[("areas", "Atlantis")]).await;
    assert!(says(&wrong).contains("\"Atlantis\" is no area"), "{wrong}");
    let own = front.fill(&table, ANNA, &claims, &[("areas", "Burgundy")]).await;
    assert!(says(&own).contains("Burgundy is your own"), "{own}");
    // They stand for the whole game: what is sealed is looked at, and changed, before it is made Final.
    let sealed = front.fill(&table, ANNA, &claims, &[("areas", "Saxony, Bavaria")]).await;
    assert!(says(&sealed).starts_with("Sealed. You may change it until you make it Final."), "{sealed}");
    assert!(sealed.to_string().contains("Claims: Bavaria and Saxony."), "{sealed}");
    let changes = button(&sealed, "Change my claims").unwrap();
    let lists = front.press(&table, ANNA, &changes).await;
    assert!(
        says(&lists).starts_with("At most 3 areas that you do not hold, of other courts or independent;")
    );
    let sealed = front.fill(&table, ANNA, &claims, &[("areas", "Saxony, Lombardy")]).await;
    let sent = table.sent();
    assert!(texts(&sent).contains("Whether it is Final"), "{}", texts(&sent));
    let others: Vec<Sent> = sent.into_iter().filter(|sent| sent.user != Some(ANNA)).collect();
    assert!(!texts(&others).contains("Saxony"), "nobody sees a claim before all lie open");
    front.fill(&table, BELA, &claims, &[("areas", "")]).await;
    table.done(&id, BELA, Verb::Final { round: "claims".to_owned() }).await;
    assert!(!texts(&table.sent()).contains("Franks: Lombardy"), "Anna has made nothing Final");
    front.press(&table, ANNA, &button(&sealed, "Make it Final").unwrap()).await;
    assert!(texts(&table.sent()).contains("Franks: Lombardy"), "all claims are told at once");
    for (user, place) in [(ANNA, "2"), (BELA, "1")] {
        front.fill(&table, user, &CustomId::of(&id, 0, "ages/seal/order"), &[("place", place)]).await;
    }
    assert!(texts(&table.sent()).contains("they act in this order: Byzantium (User1"));
}

#[tokio::test]
async fn a_turn_is_played_by_the_buttons_of_the_desk() {
    let (table, front) = (Table::new(63, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    table.sent();
    let desk = front.press(&table, ANNA, &CustomId::of(&id, 0, "desk")).await;
    assert!(
        desk.to_string().contains("**Your turn** · 6 gold · 5 year cards, each for one endeavour."),
        "{desk}"
    );
    let tax = front.press(&table, ANNA, &button(&desk, "Tax").unwrap()).await;
    let (choose, amounts) = select(&tax).unwrap();
    assert!(amounts.contains(&"t/ile_de_france/2".to_owned()), "{amounts:?}");
    let review = front.choose(&table, ANNA, &choose, "t/burgundy/1").await;
    for shown in [
        "It brings 1 gold. You have 6.",
        "Rebellion value 1: it rebels on 6 of 36 throws of two dice. Then no gold comes in, and it is independent.",
    ] {
        assert!(review.to_string().contains(shown), "{shown}: {review}");
    }
    assert!(!texts(&table.sent()).contains("taxes Burgundy"), "nothing is levied yet");
    assert!(button(&review, "1 gold more").is_none(), "its social state is 1");
    let more = front.choose(&table, ANNA, &choose, "t/ile_de_france/1").await;
    let more = front.press(&table, ANNA, &button(&more, "1 gold more").unwrap()).await;
    assert!(more.to_string().contains("It brings 2 gold. You have 6."), "{more}");
    let answer = front.press(&table, ANNA, &button(&review, "Tax it").unwrap()).await;
    assert!(says(&answer).contains("rebellion value 1"), "{answer}");
    let draw = button(&desk, "Draw event cards").unwrap();
    let answer = front.press_for_picture(&table, ANNA, &draw, None).await;
    assert!(says(&answer).contains("**Franks** draws 1 event card"), "{answer}");
    assert_eq!(answer["attachments"][0]["filename"], "hand.png", "{answer}");
    let undertake = front.press(&table, ANNA, &button(&desk, "Undertake").unwrap()).await;
    let (kinds, _) = select(&undertake).unwrap();
    let which = front.choose(&table, ANNA, &kinds, "rule").await;
    let (choose, plans) = select(&which).unwrap();
    assert!(plans.contains(&"d/rule/ile_de_france/ile_de_france/0/0".to_owned()), "{plans:?}");
    let review = front.choose(&table, ANNA, &choose, "d/rule/ile_de_france/ile_de_france/0/0").await;
    let shown = review.to_string();
    for says in [
        "5 stature, −2 social state away from 0 = **3**",
        "It costs one of your 5 year cards, and no gold.",
        "of 56 cards**",
    ] {
        assert!(shown.contains(says), "{says}: {shown}");
    }
    let posted = texts(&table.sent());
    assert!(posted.contains("**Franks** taxes Burgundy for 1 gold. It has 7 now."), "{posted}");
    assert!(!posted.contains("Ruling"), "nothing is undertaken yet: {posted}");
    let change = front.press(&table, ANNA, &button(&review, "Change").unwrap()).await;
    assert_eq!(select(&change).unwrap().1, plans, "the same choice comes back");
    let answer = front.press(&table, ANNA, &button(&review, "Undertake it").unwrap()).await;
    assert!(says(&answer).contains("**Franks** · Ruling: Ile de France"), "{answer}");
    let posted = texts(&table.sent());
    // A second tap on it is no second endeavour: it shows how that would stand now.
    let again = front.press(&table, ANNA, &button(&review, "Undertake it").unwrap()).await;
    assert!(says(&again).starts_with("Something was undertaken since this was shown"), "{again}");
    assert!(button(&again, "Undertake it").is_some() && table.sent().is_empty(), "{again}");
    assert!(posted.contains("Year card ") && posted.contains(" raises the state from "), "{posted}");
    assert!(posted.contains("Effectiveness: 5 stature, −2 social state away from 0 = **3**"), "{posted}");
    let moved = front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/menu/armies")).await;
    // An empty menu says why, what would make it possible, and by which rule.
    assert!(
        says(&moved)
            .contains("Franks has no army. Mobilization of an army builds a point of one for 2 gold. 33"),
        "{moved}"
    );
    assert!(button(&moved, "Why").is_some(), "{moved}");
    let other = front.choose(&table, BELA, &choose, "d/rule/greece/greece/0/0").await;
    assert!(other.to_string().contains("It is the turn of Franks"), "{other}");
    assert!(button(&other, "Undertake it").is_none(), "{other}");
}

#[tokio::test]
async fn a_hand_is_seen_by_its_owner_alone() {
    let (table, front) = (Table::new(64, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    table.sent();
    front.press_for_picture(&table, ANNA, &CustomId::of(&id, 0, "ages/draw"), None).await;
    let hand = CustomId::of(&id, 0, "ages/menu/hand");
    let mine = front.press_for_picture(&table, ANNA, &hand, None).await;
    assert_eq!(mine["attachments"][0]["filename"], "hand.png", "{mine}");
    let says_mine = says(&mine).lines().next().unwrap().to_owned();
    let card = says_mine.split(": ").nth(1).unwrap().trim_end_matches('.').to_owned();
    assert!(says_mine.starts_with("Your hand, which nobody else sees: "), "{mine}");
    let theirs = front.press_for_picture(&table, BELA, &hand, None).await;
    assert!(says(&theirs).starts_with("Your hand is empty."), "{theirs}");
    assert!(!texts(&table.sent()).contains(&card), "{card} was told");
    let status = front.press(&table, BELA, &CustomId::of(&id, 0, "desk")).await;
    assert!(!status.to_string().contains(&card), "{card} stands on another's desk");
}

/// What a hand holds, by the names in its owner's own answer.
fn in_hand(answer: &Value) -> Vec<String> {
    let told = says(answer).lines().next().unwrap_or_default();
    let names = told.strip_prefix("Your hand, which nobody else sees: ").unwrap_or_default();
    names.trim_end_matches('.').split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[tokio::test]
async fn no_card_of_a_hand_is_in_the_answers_and_posts_of_others_over_rounds() {
    let (table, front) = (Table::new(67, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    table.sent();
    let (mut looked, mut found) = (0, 0);
    for round in 1..=3 {
        for (owner, other) in [(ANNA, BELA), (BELA, ANNA)] {
            front.press_for_picture(&table, owner, &CustomId::of(&id, 0, "ages/draw"), None).await;
            let hand = CustomId::of(&id, 0, "ages/menu/hand");
            let own = in_hand(&front.press_for_picture(&table, owner, &hand, None).await);
            let others = in_hand(&front.press_for_picture(&table, other, &hand, None).await);
            // A card of which the other has one too is no secret.
            let secret: Vec<&String> = own.iter().filter(|card| !others.contains(card)).collect();
            found += secret.len();
            let mut seen = texts(&table.sent());
            for verb in [
                "desk",
                "ages/board",
                "ages/menu/hand",
                "ages/menu/armies",
                "ages/menu/tax",
                "ages/menu/endeavour",
                "ages/menu/return",
                "ages/do/p/0",
                "ages/do/x/0",
                "ages/do/p/1",
                "ages/do/x/1",
                "ages/draw",
            ] {
                let pressed = CustomId::of(&id, 0, verb);
                seen.push_str(&front.press_for_picture(&table, other, &pressed, None).await.to_string());
                looked += 1;
            }
            seen.push_str(&texts(&table.sent()));
            for card in secret {
                assert!(!seen.contains(card.as_str()), "{card} was shown: {seen}");
            }
            let act = Act::Ready { through: Through::Step, hold: false };
            table.done(&id, owner, Verb::Act { act, text: None }).await;
        }
        for (user, place) in [(ANNA, "1"), (BELA, "2")] {
            let order = CustomId::of(&id, 0, "ages/seal/order");
            front.fill(&table, user, &order, &[("place", place)]).await;
        }
        assert!(round < 4);
    }
    assert!(looked == 72 && found >= 6, "{looked} {found}");
}

#[tokio::test]
async fn the_map_is_a_picture_of_who_holds_what() {
    let (table, front) = (Table::new(65, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let map = front.press_for_picture(&table, BELA, &CustomId::of(&id, 0, "ages/map"), None).await;
    assert!(says(&map).starts_with("The number in a point"), "{map}");
    assert_eq!(map["attachments"][0]["filename"], "map.png", "{map}");
    let card = front.press(&table, BELA, &CustomId::of(&id, 0, "ages/area/lorraine")).await.to_string();
    for shown in [
        "**Franks**",
        "Social state 1, at most 3. Population 1.",
        "The people speak Frankish. They are Roman Catholic.",
        "fortification 2",
        "Tax: 1 gold: rebels on 6 of 36 throws",
        "Burgundy, Flanders, Franconia, Friesland, Ile de France, Saxony, Swabia, Switzerland",
    ] {
        assert!(card.contains(shown), "{shown}: {card}");
    }
    let card = front.press(&table, BELA, &CustomId::of(&id, 0, "ages/area/venice")).await.to_string();
    for shown in ["**Independent**", "fortification 3", "seafarers, over 3 sea areas"] {
        assert!(card.contains(shown), "{shown}: {card}");
    }
    let board = front.press(&table, BELA, &CustomId::of(&id, 0, "ages/board")).await;
    assert!(says(&board).contains("**Franks** has 6 gold and 5 year cards.\nCharlemagne: combat 9, administration 5, diplomacy 5.\nIts areas and their social states: "), "{board}");
    let asker = table.asker(BELA);
    let seen = table.house.shown(&id, &asker, |scene| commands::ages::present::position(&scene.public));
    let position = seen.await.ok().flatten().unwrap();
    for part in Part::ALL {
        let png = commands::ages::board::map::picture(&position, part).unwrap();
        assert!(png.len() > 20_000, "{} bytes", png.len());
        // A phone shows a picture 390 wide and 350 high at most: what is much higher than broad is a narrow strip there.
        let size = image::load_from_memory(&png).unwrap();
        let on_a_phone = 350 * size.width() / size.height();
        assert!(part != Part::Whole || on_a_phone >= 340, "the whole stands {on_a_phone} wide");
        if let Ok(file) = std::env::var("CHANCERY_MAP_OUT") {
            std::fs::write(format!("{file}-{}.png", part.key()), png).unwrap();
        }
    }
}

/// A player sees the part of the map around his court at once, and each other part by a choice; every area is in a part.
#[tokio::test]
async fn the_map_of_a_player_is_the_part_around_his_court() {
    let (table, front) = (Table::new(67, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let map = CustomId::of(&id, 0, "ages/map");
    let title = |message: &Value| message["attachments"][0]["description"].as_str().unwrap().to_owned();
    let own = front.press_for_picture(&table, ANNA, &map, None).await;
    assert_eq!(title(&own), "The map of the Middle Ages: From Brittany to Bohemia.", "{own}");
    // Where areas are asked for, the same map opens beside the question.
    let where_to = front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/kind/conquer")).await;
    let beside = button(&where_to, "Map").unwrap_or_else(|| panic!("{where_to}"));
    assert!(beside.ends_with("/apart"), "{beside}");
    let beside = front.press_for_picture(&table, ANNA, &beside, None).await;
    assert_eq!(title(&beside), title(&own));
    let choose = CustomId::of(&id, 0, "ages/map/part");
    let east = front.press_for_picture(&table, ANNA, &choose, Some("east")).await;
    assert_eq!(title(&east), "The map of the Middle Ages: The Balkans and the Levant.", "{east}");
    let whole = front.press_for_picture(&table, OLAF, &map, None).await;
    assert_eq!(title(&whole), "The map of the Middle Ages: The whole map.", "{whole}");
    let data = engine::middle_ages::pack::Data::shipped();
    for area in data.areas() {
        assert_ne!(Part::of_most(&data, area, &[]), Part::Whole, "{} is in no part", data.name(area));
    }
    // Lombardy lies nearer to the middle of the Franks' picture, and the Lombards' other areas are in Italy's.
    let named = |name: &str| data.areas().find(|area| data.name(*area) == name).unwrap();
    let lombardy = named("Lombardy");
    assert_eq!(Part::of_most(&data, lombardy, &["Tuscany", "Verona"].map(named)), Part::Italy);
    assert_eq!(Part::of_most(&data, lombardy, &["Saxony", "Flanders"].map(named)), Part::Franks);
}

/// The names on a map: none covers another or a point, and none is cut at the edge.
fn names_are_free(position: &engine::middle_ages::Position, part: Part) {
    let labels = commands::ages::board::labels::labels(position, part);
    for (i, one) in labels.iter().enumerate() {
        assert!(one.space.is_on_the_map(part), "{part:?} {one:?}");
        // Letters that a phone shows as large as they are drawn.
        assert!(part == Part::Whole || one.lines.iter().all(|line| line.size >= 10), "{one:?}");
        for other in &labels[..i] {
            assert!(!one.space.overlaps(&other.space), "{part:?} {one:?} {other:?}");
        }
        if let Some((own, _)) = one.of {
            let others = labels.iter().filter_map(|label| label.of).filter(|(at, _)| *at != own);
            let nearest = others.map(|(at, _)| one.space.to(at)).min().unwrap();
            assert!(one.space.to(own) < nearest, "{one:?} stands nearer to another point");
        }
        for ((x, y), _) in labels.iter().filter_map(|label| label.of) {
            let half = part.half() - 1;
            let point =
                commands::ages::board::labels::Space { x: x - half, y: y - half, w: 2 * half, h: 2 * half };
            assert!(!one.space.overlaps(&point), "{one:?} covers the point at {x}, {y}");
        }
    }
}

/// A way ends in a point that is drawn, or leads out of the picture, and there stands where it goes.
#[tokio::test]
async fn no_way_on_the_map_ends_where_nothing_is_drawn() {
    use commands::ages::board::{labels::labels, places::Spots, places::leaving};
    let (table, front) = (Table::new(67, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let asker = table.asker(BELA);
    let seen = table.house.shown(&id, &asker, |scene| commands::ages::present::position(&scene.public));
    let position = seen.await.ok().flatten().unwrap();
    let data = position.data();
    for part in Part::ALL {
        let spots = Spots::of(data, part);
        let out = leaving(data, &spots, part);
        let named: Vec<String> = labels(&position, part)
            .iter()
            .flat_map(|label| &label.lines)
            .map(|line| line.text.clone())
            .collect();
        for (area, at) in spots.all() {
            for next in data.borders(area).filter(|next| spots.at(*next).is_none()) {
                let way = out.iter().find(|way| way.from == at && way.to == next);
                let (x, y) = way.unwrap_or_else(|| panic!("{part:?}: {area:?} to {next:?}")).edge;
                let at_the_edge = x == 0 || y == 0 || x == part.wide() || y == part.high();
                assert!(at_the_edge, "{part:?}: {area:?} to {next:?} ends at {x}, {y}");
                assert!(named.contains(&data.name(next).to_owned()), "{part:?}: {next:?}");
            }
        }
    }
    assert!(leaving(data, &Spots::of(data, Part::Whole), Part::Whole).is_empty(), "the whole has all");
    assert!(leaving(data, &Spots::of(data, Part::Franks), Part::Franks).len() > 5);
}

#[test]
fn no_point_on_the_map_touches_another_and_all_lie_near_their_place() {
    use commands::ages::board::places::Spots;
    use engine::middle_ages::pack::Data;
    let data = Data::shipped();
    assert_eq!(Spots::of(&data, Part::Whole).all().count(), data.areas().count());
    let all = Part::ALL.map(|part| (part, Spots::of(&data, part)));
    for (part, spots) in &all {
        for (area, (x, y)) in spots.all() {
            let [east, north] = data.known(area).at.unwrap();
            for (other, (other_x, other_y)) in spots.all().filter(|(other, _)| *other != area) {
                let far = (x - other_x).pow(2) + (y - other_y).pow(2);
                assert!(far >= 18 * 18, "{area:?} and {other:?} lie {far} apart");
            }
            let (true_x, true_y) = part.on_sheet((f64::from(east) / 10.0, f64::from(north) / 10.0));
            let off = (f64::from(x) - true_x).hypot(f64::from(y) - true_y);
            assert!(off <= 12.0 * part.scale(), "{area:?} stands {off} beside its place");
        }
    }
}

#[tokio::test]
async fn no_name_on_the_map_covers_another() {
    use engine::middle_ages::geography::Area;
    use engine::middle_ages::pack::Data;
    let (table, front) = (Table::new(66, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let asker = table.asker(BELA);
    let seen = table.house.shown(&id, &asker, |scene| commands::ages::present::position(&scene.public));
    let mut position = (*seen.await.ok().flatten().unwrap()).clone();
    Part::ALL.into_iter().for_each(|part| names_are_free(&position, part));
    let labels = commands::ages::board::labels::labels(&position, Part::Whole);
    let data = Data::shipped();
    assert_eq!(labels.len(), data.areas().count() + data.seas().count(), "each area and each sea is named");
    // A full map: every area that a court of the scenario begins with has an army, a fleet and two markers.
    use engine::middle_ages::marker::Marker;
    let begin: Vec<Area> = data.begins().iter().flat_map(|begins| begins.areas.clone()).collect();
    for (area, held) in position.board.areas.iter_mut().filter(|(area, _)| begin.contains(area)) {
        held.armies = vec![2];
        held.fleets = if data.is_coastal(*area) { vec![1] } else { vec![] };
        held.markers = [Marker::Commerce, Marker::Palace].into();
    }
    if let Ok(file) = std::env::var("CHANCERY_MAP_OUT") {
        for part in Part::ALL {
            let png = commands::ages::board::map::picture(&position, part).unwrap();
            std::fs::write(format!("{file}-full-{}.png", part.key()), png).unwrap();
        }
    }
    Part::ALL.into_iter().for_each(|part| names_are_free(&position, part));
}

#[tokio::test]
async fn the_year_cards_are_shown_and_typed_in_the_place_of_ours() {
    let (table, front) = (Table::new(68, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let list = front.press(&table, ANNA, &CustomId::of(&id, 0, "typed/list")).await;
    assert!(list.to_string().contains("A claim that is held"), "{list}");
    let chart = front.press(&table, ANNA, &CustomId::of(&id, 0, "typed/years")).await;
    assert!(chart.to_string().contains("56"), "{chart}");
    let form = front.press(&table, ANNA, &button(&list, "Type the printed values").unwrap()).await;
    let form = form["custom_id"].as_str().unwrap().to_owned();
    let wrong = front.fill(&table, ANNA, &form, &[("what", "Card of war 3")]).await;
    assert!(says(&wrong).contains("is no value as in: Year card 8, conquest 2."), "{wrong}");
    let lines = "Year card 7: 3 9 -3 3 5 1\nVuosikortti 8, valloitus −2\nA claim that is held 6";
    front.fill(&table, ANNA, &form, &[("what", lines)]).await;
    let asked = texts(&table.sent());
    assert!(asked.contains("Year card 8, conquest"), "{asked}");
    let asker = table.asker(ANNA);
    let all = |scene: &commands::present::Scene<'_>| {
        engine::table::game::by_key("ages").unwrap().unprinted(&scene.public, &|_| true)
    };
    let known = table.house.shown(&id, &asker, |scene| Some(all(scene))).await.ok().flatten().unwrap();
    let read = commands::ages::typed::read(&known, "Year card 7: 3 9 -3 3 5 1").unwrap();
    assert_eq!((read.len(), read["year_7_convert"], read["year_7_conquest"]), (6, 1, -3));
    assert!(commands::ages::typed::read(&known, "Year card 57: 3 9 -3 3 5 1").is_err());
    assert!(commands::ages::typed::read(&known, "Year card 7: 3 9 -3").is_err());
}

#[tokio::test]
async fn an_empty_menu_says_why_and_what_would_make_it_possible() {
    let (table, front) = (Table::new(71, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let menu = async |user: u64, verb: &str| front.press(&table, user, &CustomId::of(&id, 0, verb)).await;
    // Whose turn it is not, who has no areas to convert, who asks too early.
    assert!(says(&menu(BELA, "ages/menu/tax").await).contains("It is the turn of Franks."));
    let converts = menu(ANNA, "ages/kind/convert").await;
    assert!(says(&converts).contains("has the religion of your court already."), "{converts}");
    assert!(says(&menu(ANNA, "ages/menu/return").await).contains("Only a court that has lost all"));
    assert!(says(&menu(ANNA, "ages/menu/upkeep").await).contains("neither armies nor fleets"));
    assert!(says(&menu(ANNA, "ages/menu/hand").await).contains("Your hand is empty. In your turn you draw"));
    // A fleet costs 4 of 6 gold: the next cannot be paid for, by the rule that sets its price.
    let fleet = CustomId::of(&id, 0, "ages/do/d/fleet/flanders/flanders/0/0");
    front.press(&table, ANNA, &fleet).await;
    let fleets = menu(ANNA, "ages/kind/fleet").await;
    assert!(says(&fleets).contains("Building of a fleet costs 4 gold; Franks has 2. 34.11"), "{fleets}");
    // Before the board is set up what belongs to a turn says so, and not that it stands elsewhere.
    let (table, front) = (Table::new(72, None), Front::new().await);
    let id = without_courts(&table).await;
    let early = front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/menu/tax")).await;
    assert!(
        says(&early).contains("The board is set up as soon as all are ready with their courts."),
        "{early}"
    );
}

/// The small world of the engine's tests.
const ISLES: &str = include_str!("../../engine/middle_ages/tests/isles.toml");

#[tokio::test]
async fn a_campaign_with_a_pack_is_told_drawn_and_played_by_its_own_names() {
    use engine::middle_ages::pack::{OPTION, Pack};
    let (table, front) = (Table::new(73, None), Front::new().await);
    let pack = Pack::read(ISLES.as_bytes()).unwrap();
    let founding = of_771(json!({OPTION: pack}));
    let id = table.found(ANNA, COUNCIL, "Isles", founding).await;
    let founded = texts(&table.sent());
    assert!(
        founded.contains(
            "6 areas, 2 sea areas, 2 languages, 2 religions, 2 courts at the beginning, 3 year cards"
        ),
        "{founded}"
    );
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    for (user, court) in [(ANNA, "mercia"), (BELA, "denmark")] {
        table.done(&id, user, Verb::Game(json!({"court": "take", "of": court}))).await;
    }
    for user in [ANNA, BELA] {
        let act = Act::Ready { through: Through::Step, hold: false };
        table.done(&id, user, Verb::Act { act, text: None }).await;
    }
    let claims = CustomId::of(&id, 0, "ages/seal/claims");
    let wrong = front.fill(&table, ANNA, &claims, &[("areas", "Saxony")]).await;
    assert!(says(&wrong).contains("\"Saxony\" is no area of this map."), "{wrong}");
    self::claims(&front, &table, &id, ANNA, "St. Brannoc's Grange, far rock").await;
    self::claims(&front, &table, &id, BELA, "").await;
    for (user, place) in [(ANNA, "1"), (BELA, "2")] {
        front.fill(&table, user, &CustomId::of(&id, 0, "ages/seal/order"), &[("place", place)]).await;
    }
    assert!(texts(&table.sent()).contains("Mercia: Far Rock and St. Brannoc's Grange"));
    // What has no place on the map stands in words below it.
    let map = front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/map")).await;
    assert!(says(&map).contains("Not in the picture: Far Rock 0, St. Brannoc's Grange 0."), "{map}");
    let asker = table.asker(ANNA);
    let seen = table.house.shown(&id, &asker, |scene| commands::ages::present::position(&scene.public));
    let position = seen.await.ok().flatten().unwrap();
    let labels = commands::ages::board::labels::labels(&position, Part::Whole);
    assert_eq!(labels.len(), 4 + 1, "four areas and the Sound have a place");
    let picture = commands::ages::board::map::picture(&position, Part::Whole).unwrap();
    if let Ok(file) = std::env::var("CHANCERY_MAP_OUT") {
        std::fs::write(file + "-isles.png", &picture).unwrap();
    }
    let card = front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/area/ferry")).await;
    assert!(
        card.to_string().contains("The people speak Valish. They are Old Rite.")
            && card.to_string().contains("The Sound"),
        "{card}"
    );
    let plans = front.press(&table, ANNA, &CustomId::of(&id, 0, "ages/kind/conquer")).await;
    let (choose, plans) = select(&plans).unwrap();
    let highfell = plans.iter().find(|plan| plan.contains("highfell")).unwrap();
    let review = front.choose(&table, ANNA, &choose, highfell).await;
    assert!(review.to_string().contains("Odds over all that may come: 3 year cards"), "{review}");
    let answer = front.press(&table, ANNA, &button(&review, "Undertake it").unwrap()).await;
    assert!(says(&answer).contains("**Mercia** · Conquest: Highfell from "), "{answer}");
    let years = front.press(&table, ANNA, &CustomId::of(&id, 0, "typed/years")).await;
    assert!(years.to_string().contains("set by this group"), "{years}");
}

/// Who holds more event cards than may be held sees his desk as ever, with a way to each of them; a gold card is played on nothing, and one that
/// falls on an area asks on which.
#[tokio::test]
async fn a_hand_that_is_too_full_is_played_or_discarded_from_the_desk() {
    let (table, front) = (Table::new(69, None), Front::new().await);
    let id = in_turn(&front, &table).await;
    let mut full = None;
    for _ in 0..8 {
        for owner in [ANNA, BELA] {
            front.press_for_picture(&table, owner, &CustomId::of(&id, 0, "ages/draw"), None).await;
            let desk = front.press(&table, owner, &CustomId::of(&id, 0, "desk")).await;
            let rows = desk["components"].as_array().unwrap().iter();
            let all = rows.flat_map(|row| row["components"].as_array().unwrap());
            let ids: Vec<&str> = all.filter_map(|one| one["custom_id"].as_str()).collect();
            let apart: std::collections::BTreeSet<&&str> = ids.iter().collect();
            assert_eq!(apart.len(), ids.len(), "Discord takes no two of one id: {ids:?}");
            if let (Some(discard), None) = (button(&desk, "Play or discard…"), &full) {
                full = Some((owner, discard));
                break;
            }
            let act = Act::Ready { through: Through::Step, hold: false };
            table.done(&id, owner, Verb::Act { act, text: None }).await;
        }
        if full.is_some() {
            break;
        }
        for (user, place) in [(ANNA, "1"), (BELA, "2")] {
            let order = CustomId::of(&id, 0, "ages/seal/order");
            front.fill(&table, user, &order, &[("place", place)]).await;
        }
    }
    let (owner, discard) = full.expect("five cards come in eight rounds");
    let hand = front.press_for_picture(&table, owner, &discard, None).await;
    let (choose, can) = select(&hand).unwrap();
    let discards = can.iter().filter(|code| code.starts_with("x/")).count();
    assert!(discards == 5 && can.len() <= 10, "each card can be discarded: {can:?}");
    if let Some(on) = can.iter().find(|code| code.starts_with("on/")) {
        let areas = front.choose(&table, owner, &choose, on).await;
        assert!(says(&areas).contains("on which area?"), "{areas}");
        assert!(!select(&areas).unwrap().1.is_empty(), "{areas}");
    }
    let told =
        front.choose(&table, owner, &choose, can.iter().find(|code| code.starts_with("x/")).unwrap()).await;
    assert!(!says(&told).starts_with('✖'), "{told}");
    let desk = front.press(&table, owner, &CustomId::of(&id, 0, "desk")).await;
    assert!(button(&desk, "Play or discard…").is_none(), "{desk}");
}
