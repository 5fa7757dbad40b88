//! Secrets do not show in front either: while random games go on, everything that one player does not own is made anew, just as legal, and
//! his desk, the card, the status, the form behind each button, and the answer, the posts and the refusal of each order he might give stay
//! the same to the byte.
//!
//! Orders that open something are left out, for what is opened counts from then on; codes and the record's head are those of other
//! contents, and are put out of the comparison at their full length.
#![allow(clippy::unwrap_used)]

use crate::common::front::Front;
use crate::common::random::{Game, SEATS, USERS};
use crate::common::vary::{Changed, Others};
use commands::asked::refused;
use commands::custom_id::CustomId;
use commands::live::Live;
use commands::message::Message;
use commands::present::{self, Posts, status};
use engine::table::act::{Exchanged, Through};
use engine::table::{Act, By, Campaign, Entry, Event, Refusal, SeatId, Secret, Text, Verb, offers};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    steps: u32,
    viewers: u32,
    presses: u32,
    /// Forms that came back with what was typed in vain.
    drafts: u32,
    taken: u32,
    refused: u32,
    opening: u32,
    changed: Changed,
    rounds: BTreeSet<String>,
    real: u32,
}

/// The most orders that are tried for one player at a step.
const MOST_ORDERS: usize = 18;

/// Buttons that only show something, or open a form.
const SHOWS: [&str; 20] = [
    "desk",
    "status",
    "more",
    "box",
    "bid",
    "why",
    "board/values",
    "board/tell",
    "vote/ask",
    "vote/show",
    "envelope/seal",
    "envelope/to",
    "envelope/new",
    "turn/calendar",
    "politics/sheet",
    "europa/plan",
    "land/orders",
    "land/army",
    "land/answers",
    "land/set-up",
];

/// What a user is shown of the campaign as it stands in memory.
fn looks(live: &Live, user: u64, is_operator: bool) -> Vec<(&'static str, Message)> {
    let scene = live.scene(live.by(user), is_operator);
    vec![
        ("the desk", status::desk(&scene, 0)),
        ("the status", status::status(&scene)),
        ("the card", status::card(&scene)),
        ("the calendar", present::calendar::calendar(&scene)),
    ]
}

/// What came of an order in front of who gave it, and of everybody else; `None` where it opened something.
fn told(
    live: &mut Live,
    user: u64,
    is_operator: bool,
    outcome: Result<Vec<Entry>, Refusal>,
) -> Option<String> {
    let made = match outcome {
        Err(refusal) => return Some(refused(&refusal).json().to_string()),
        Ok(made) => made,
    };
    let opens = |event: &Event| {
        matches!(
            event,
            Event::Opened { .. }
                | Event::Part { .. }
                | Event::LodgedOpened { .. }
                | Event::Card { .. }
                | Event::Claim { .. }
                | Event::Shown(_)
        )
    };
    if made.iter().any(|entry| opens(&entry.event)) {
        return None;
    }
    let before: Campaign = live.campaign.clone();
    let mut now = before.clone();
    for entry in &made {
        now.apply(entry).unwrap();
    }
    live.campaign = now.clone().into();
    let by = live.by(user);
    let mut scene = live.scene(by, is_operator);
    scene.before = Some(before.public_view().into());
    let Posts { reply, posts, .. } = present::after(&scene, &made);
    drop(scene);
    live.campaign = before.into();
    let mut text = reply.json().to_string();
    for post in &posts {
        write!(text, "\n{:?} {} {}", post.to, post.kind, post.message.json()).unwrap();
    }
    // Codes of what others keep, and the head that follows from them.
    let mut hidden = vec![now.head.hex(), now.head.short()];
    for entry in &made {
        hidden.extend(entry.line.map(|(_, head)| head.short()));
        if let Event::Sheet { code, .. } | Event::Sealed { code, .. } = &entry.event {
            hidden.push(code.hex());
        }
    }
    for code in hidden {
        text = text.replace(&code, &"#".repeat(code.chars().count()));
    }
    Some(text)
}

/// Orders that no button gives.
fn wrong(game: &mut Game, campaign: &Campaign) -> Vec<Verb> {
    let act = |act: Act| Verb::Act { act, text: None };
    let words = || Some(Text { text: "why".to_owned(), salt: Secret::new([9; 32]) });
    let other = SeatId::numbered(game.die.below(SEATS) + 1);
    let mut orders = vec![
        Verb::Undo,
        Verb::Close,
        act(Act::Ready { through: Through::Turn, hold: false }),
        act(Act::LetStand { frame: 0 }),
        act(Act::Cast { vote: 9, option: 0 }),
        act(Act::StandIn { seat: other.clone(), on: true }),
        act(Act::Tell { key: "vp/france".to_owned(), value: 12 }),
        Verb::Act { act: Act::Exchange { seats: vec![other.clone()], kind: Exchanged::Text }, text: words() },
        Verb::Dispatch { to: other, text: words().unwrap() },
        Verb::Game(json!({"battle": "call_off", "number": 1})),
        Verb::Game(json!({"fight": "call_off", "number": 1})),
    ];
    for round in campaign.play.rounds.keys() {
        orders.push(Verb::Final { round: round.clone() });
        orders.push(Verb::Open { round: round.clone() });
        orders.push(Verb::Seal { round: round.clone(), choice: json!({"x": 1}), word: None });
    }
    orders
}

/// Lets the campaign in memory be another one for a while.
async fn swapped(game: &Game, campaign: Campaign) {
    game.table.house.campaign(&game.id).await.unwrap().lock().await.campaign = campaign.into();
}

/// Presses every button of a desk that only shows something.
async fn pressed(game: &Game, front: &Front, user: u64, desk: &Value) -> Vec<(String, Value)> {
    let rows = desk["components"].as_array().into_iter().flatten();
    let buttons = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let ids: Vec<String> =
        buttons.filter_map(|button| Some(button["custom_id"].as_str()?.to_owned())).collect();
    let mut answers = Vec::new();
    for id in ids {
        let verb = CustomId::read(&id).unwrap().verb;
        if !SHOWS.contains(&verb.as_str()) && !verb.starts_with("land/of/") {
            continue;
        }
        let answer = front.press(&game.table, user, &id).await;
        if verb == "europa/plan" {
            let form = front.press(&game.table, user, &id.replace("europa/plan", "europa/plan/form")).await;
            answers.extend(refused_form(game, front, user, &form).await);
        }
        if verb == "bid" {
            answers.extend(refused_form(game, front, user, &answer).await);
        }
        answers.push((id, answer));
    }
    answers
}

/// Fills a form in with what cannot be taken; the refusal, and the form as it comes back with what was typed.
async fn refused_form(game: &Game, front: &Front, user: u64, form: &Value) -> Vec<(String, Value)> {
    let Some(id) = form["custom_id"].as_str() else { return Vec::new() };
    let rows = form["components"].as_array().unwrap().iter();
    let names: Vec<&str> = rows.filter_map(|row| row["components"][0]["custom_id"].as_str()).collect();
    let typed: Vec<(&str, &str)> = names.iter().map(|name| (*name, "?!")).collect();
    let told = front.fill(&game.table, user, id, &typed).await;
    let mut answers = vec![("refused".to_owned(), told.clone())];
    let rows = told["components"].as_array().into_iter().flatten();
    let buttons = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let again = buttons.filter_map(|button| button["custom_id"].as_str()).find(|id| id.contains(":again/"));
    if let Some(again) = again {
        answers.push((again.to_owned(), front.press(&game.table, user, again).await));
    }
    answers
}

/// Compares what everybody is shown and told at a step.
async fn compare(game: &mut Game, front: &Front, tally: &mut Tally) {
    let campaign = game.campaign().await;
    let others = Others::of(&campaign, &mut game.die);
    tally.steps += 1;
    tally.changed.add(others.changed);
    let sort = |round: &String| round.split('/').next().unwrap_or_default().to_owned();
    tally.rounds.extend(others.rounds.iter().map(sort));
    for (i, user) in USERS.into_iter().take(SEATS as usize + 1).enumerate() {
        let is_operator = game.table.house.is_operator(user);
        let person = (i < SEATS as usize).then_some(i as u32 + 1);
        let (copy, _) = others.but_of(&campaign, person);
        let live = game.table.house.campaign(&game.id).await.unwrap();
        let view = campaign.view_for(By::Person(i as u32 + 1), is_operator);
        let mut orders: Vec<Verb> = offers(&view).iter().map(|offer| game.filled(offer)).collect();
        orders.extend(wrong(game, &campaign));
        while orders.len() > MOST_ORDERS {
            let out = game.die.below(orders.len() as u32) as usize;
            orders.swap_remove(out);
        }
        let mut seen = Vec::new();
        let asker = game.table.asker(user);
        for side in [&campaign, &copy] {
            swapped(game, side.clone()).await;
            let shown = looks(&*live.lock().await, user, is_operator);
            let forms = pressed(game, front, user, &shown[0].1.json()).await;
            assert!(*live.lock().await.campaign == *side, "what only shows has changed something");
            tally.drafts += forms.iter().filter(|(id, _)| id.contains(":again/")).count() as u32;
            let mut outcomes = Vec::new();
            for verb in &orders {
                let outcome = game.table.house.tried(&game.id, &asker, verb.clone()).await.unwrap();
                let is_taken = outcome.is_ok();
                outcomes.push((is_taken, told(&mut *live.lock().await, user, is_operator, outcome)));
            }
            seen.push((shown, forms, outcomes));
        }
        swapped(game, campaign.clone()).await;
        let (other, one) = (seen.pop().unwrap(), seen.pop().unwrap());
        for ((what, here), (_, there)) in one.0.iter().zip(&other.0) {
            assert_eq!(
                here.json().to_string(),
                there.json().to_string(),
                "{what} of {user} shows what others keep"
            );
        }
        assert_eq!(one.1, other.1, "a form of {user} shows what others keep");
        tally.presses += one.1.len() as u32;
        for ((verb, (is_taken, here)), (_, there)) in orders.iter().zip(&one.2).zip(&other.2) {
            assert_eq!(here, there, "{user} learns from {verb:?} what others keep");
            match (here, is_taken) {
                (None, _) => tally.opening += 1,
                (_, true) => tally.taken += 1,
                (_, false) => tally.refused += 1,
            }
        }
        tally.viewers += 1;
    }
    // Owners see that theirs are other.
    let (copy, _) = others.but_of(&campaign, None);
    let live = game.table.house.campaign(&game.id).await.unwrap();
    for owner in others.owners() {
        let user = USERS[owner.number().unwrap() as usize - 1];
        let mut desks = Vec::new();
        for side in [&campaign, &copy] {
            let mut live = live.lock().await;
            live.campaign = side.clone().into();
            let is_operator = game.table.house.is_operator(user);
            desks.push(looks(&live, user, is_operator)[0].1.json().to_string());
        }
        tally.real += u32::from(desks[0] != desks[1]);
    }
    swapped(game, campaign).await;
}

/// The sorts of the game's own rounds in which something is sealed.
fn sealed(campaign: &Campaign) -> Vec<String> {
    let of_the_game = campaign.play.rounds.iter().filter(|(_, open)| open.exchange.is_none());
    let sealed = of_the_game.filter(|(_, open)| !open.envelopes.is_empty());
    sealed.map(|(name, _)| name.split('/').next().unwrap_or_default().to_owned()).collect()
}

/// Plays a game of so many steps; looks at every nth, and at the first at which envelopes of a sort are sealed.
async fn watched(mut game: Game, steps: u32, every: u32, tally: &mut Tally) {
    let front = Front::new().await;
    let mut looked: BTreeMap<String, u32> = BTreeMap::new();
    for step in 0..steps {
        if !game.step().await {
            break;
        }
        let fresh =
            sealed(&game.campaign().await).into_iter().find(|sort| looked.get(sort).is_none_or(|n| *n < 4));
        if step % every == 0 || fresh.is_some() {
            compare(&mut game, &front, tally).await;
        }
        if let Some(sort) = fresh {
            *looked.entry(sort).or_default() += 1;
        }
    }
    game.table.sent();
    game.table.verified(&game.id).await;
}

fn holds(tally: &Tally, rounds: &[&str]) {
    println!("{tally:?}");
    assert!(tally.changed.choices > 0 && tally.changed.boxes > 0 && tally.real > 0, "{tally:?}");
    let rounds: BTreeSet<String> = rounds.iter().map(|round| (*round).to_owned()).collect();
    assert!(tally.rounds.is_superset(&rounds), "{:?}", tally.rounds);
    assert!(tally.taken > 100 && tally.refused > 100 && tally.presses > 100, "{tally:?}");
}

#[tokio::test]
async fn nobody_is_shown_what_others_keep_in_empires_in_arms() {
    let mut tally = Tally::default();
    for n in 0..2 {
        watched(Game::of_empires(n).await, 220, 24, &mut tally).await;
    }
    assert!(tally.drafts > 0, "{tally:?}");
    holds(&tally, &["choice", "free", "politics"]);
}

#[tokio::test]
async fn nobody_is_shown_what_others_keep_in_europa() {
    let mut tally = Tally::default();
    for n in 0..5 {
        watched(Game::of_europa(n).await, 160, 24, &mut tally).await;
    }
    holds(&tally, &["fight", "intercept", "free"]);
}

#[tokio::test]
async fn nobody_is_shown_what_others_keep_on_the_danube() {
    let mut tally = Tally::default();
    for n in 0..2 {
        watched(Game::of_the_danube(n).await, 160, 20, &mut tally).await;
    }
    assert!(tally.changed.corps > 0 && tally.changed.standing > 0, "{tally:?}");
    holds(&tally, &["set-up", "attacked"]);
}

#[tokio::test]
#[ignore = "long: run in release"]
async fn long_nobody_is_shown_what_others_keep() {
    let mut tally = Tally::default();
    for n in 100..140 {
        watched(Game::of_empires(n).await, 400, 3, &mut tally).await;
        watched(Game::of_europa(n).await, 400, 3, &mut tally).await;
    }
    holds(&tally, &[]);
}
