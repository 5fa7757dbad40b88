//! A battle as those who fight it meet it: mustering, the plan and what it lacks, a storming, wanting it live, calling it off.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, ids, says, select};
use crate::common::{ANNA, BELA, CARL, COUNCIL, Table};
use commands::eia::battle::present::plan::meant;
use engine::eia::powers::Power;
use engine::table::{By, SeatId, Verb};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Three players whose powers are chosen, and a power of each of them.
async fn three(table: &Table) -> (String, [Power; 3]) {
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let campaign = table.campaign(&id).await;
    let power = |n: u32| {
        let owned = campaign.play.game.owners(&SeatId::numbered(n));
        Power::by_key(&owned[0]).unwrap()
    };
    (id, [power(1), power(2), power(3)])
}

/// All three say that they are ready, who is asked and who is not.
async fn all_ready(table: &Table, id: &str) {
    for user in [ANNA, BELA, CARL] {
        let act = engine::table::Act::Ready { through: engine::table::act::Through::Step, hold: false };
        let _ = table.order(id, &table.asker(user), Verb::Act { act, text: None }).await;
    }
}

/// Opens a battle between two powers.
async fn open(
    front: &Front,
    table: &Table,
    id: &str,
    place: &str,
    [own, enemy]: [Power; 2],
    ground: &str,
) -> Value {
    let texts = [
        ("place", place),
        ("attackers", own.name()),
        ("defenders", enemy.name()),
        ("ground", ground),
        ("from", ""),
    ];
    front.fill(table, ANNA, &format!("v1:{id}:0:battle/open"), &texts).await
}

/// Musters for a power; what the player is told.
async fn muster(
    front: &Front,
    table: &Table,
    (id, number): (&str, u32),
    (user, power): (u64, Power),
    texts: [&str; 4],
) -> Value {
    let fields: Vec<(&str, &str)> = ["corps", "outside", "leaders", "also"].into_iter().zip(texts).collect();
    front.fill(table, user, &format!("v1:{id}:{number}:battle/muster/{}", power.key()), &fields).await
}

/// What an embed of a message says.
fn text(message: &Value) -> &str {
    message["embeds"][0]["description"].as_str().unwrap_or_default()
}

/// The last message of a kind that went out.
fn last(table: &Table, kind: &str) -> Value {
    table.sent().iter().rev().find(|message| message.kind == kind).unwrap().json()
}

#[tokio::test]
async fn a_plan_shows_what_is_known_and_says_what_is_missing() {
    let front = Front::new().await;
    let table = Table::new(91, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    let told = open(&front, &table, &id, "Ulm", [ours, theirs], "depot of Rusia").await;
    assert!(says(&told).contains("\"Rusia\" names no power. Write Russia"), "{told}");
    let told = open(&front, &table, &id, "Ulm", [ours, theirs], "river").await;
    assert!(says(&told).contains("The battle is open"), "{told}");
    let army = ["A I: 12i 2c\nA II: 14i 1c\nA III (cavalry): 5hc", "adjacent: A IV", "Mack 5 5 6 A"];
    let alone = format!("{} commands", ours.name());
    let told = muster(&front, &table, (&id, 1), (ANNA, ours), [army[0], army[1], army[2], &alone]).await;
    assert!(says(&told).contains("is alone on its side"), "{told}");
    let told = muster(&front, &table, (&id, 1), (ANNA, ours), [army[0], army[1], army[2], ""]).await;
    assert!(says(&told).contains("has mustered"), "{told}");
    // A battle is called off by its place, in letters of any size, as well as by its number.
    let view = table.campaign(&id).await.view_for(By::Person(1), false);
    assert_eq!([meant(&view, " uLM "), meant(&view, "1"), meant(&view, "Linz")], [Some(1), Some(1), None]);
    let told = muster(&front, &table, (&id, 1), (BELA, theirs), ["B I: 20i", "", "Ney 4 4 3 B", ""]).await;
    assert!(says(&told).contains("has mustered"), "{told}");
    let off = Verb::Game(json!({"battle": "call_off", "number": 1}));
    let refused = table.refused(&id, ANNA, off).await;
    assert!(refused.contains("past its muster") && refused.contains("Withdraw"), "{refused}");

    let asked = last(&table, "battle_round");
    let plan = button(&asked, "My battle plan").unwrap();
    let told = front.press(&table, CARL, &plan).await;
    assert!(says(&told).contains("This asks ") && says(&told).ends_with("not you."), "{told}");
    let screen = front.press(&table, ANNA, &plan).await;
    for line in ["A I: 12i 2c", "A II: 14i 1c", "A III: 5hc", "A IV: not said yet (adjacent)"] {
        assert!(text(&screen).lines().any(|read| read == line), "{line}: {screen}");
    }
    assert!(text(&screen).contains("Still to say: what is in A IV."), "{screen}");
    assert!(button(&screen, "Seal").is_none(), "{screen}");
    let details = button(&screen, "Corps and losses").unwrap();
    let form = front.press(&table, ANNA, &details).await;
    let written = form["components"][0]["components"][0]["value"].as_str().unwrap();
    assert_eq!(written, "A I: 12i 2c\nA II: 14i 1c\nA III: 5hc\nA IV:");
    let filled = written.replace("A III:", "A III (cavalry):") + " 0";
    let fields = [("contents", filled.as_str()), ("losses", ""), ("reinforce", "")];
    let told = front.fill(&table, ANNA, &details, &fields).await;
    assert!(says(&told).contains("What is in A IV?"), "{told}");
    let filled = filled.replace("A IV: 0", "A IV: 3i");
    let fields = [("contents", filled.as_str()), ("losses", ""), ("reinforce", "")];
    let screen = front.fill(&table, ANNA, &details, &fields).await;
    assert!(
        text(&screen).contains("A IV: 3i (adjacent)") && !text(&screen).contains("Still to say"),
        "{screen}"
    );

    // Outflank with nobody who goes around asks for them, and is not sealed before: no seal is offered, and one of before is refused.
    let screen = front.choose(&table, ANNA, &plan.replace("battle/plan", "battle/chit"), "outflank").await;
    assert!(text(&screen).contains("Say which corps go around"), "{screen}");
    let seals = ["Seal", "Seal as Final"].map(|label| button(&screen, label));
    assert_eq!(
        (seals, button(&screen, "Corps and losses")),
        ([None, None], Some(details.clone())),
        "{screen}"
    );
    let told = front.press(&table, ANNA, &plan.replace("battle/plan", "battle/seal")).await;
    assert!(says(&told).contains("which corps go around"), "{told}");
    let around = [("contents", filled.as_str()), ("losses", ""), ("reinforce", ""), ("outflank", "A II")];
    let screen = front.fill(&table, ANNA, &details, &around).await;
    assert!(button(&screen, "Seal as Final").is_some() && !text(&screen).contains("Say which"), "{screen}");

    // Who has nothing to decide on the way is told so when he chooses to be asked; who has heavy cavalry is not.
    let ask = |power: Power| plan.replace("battle/plan", &format!("battle/ask/{}", power.key()));
    let screen = front.choose(&table, ANNA, &ask(ours), "round_2").await;
    assert!(
        text(&screen).contains("Stops and asks: in round 2") && !text(&screen).contains("nothing to decide")
    );
    let screen = front.choose(&table, BELA, &ask(theirs), "round_2").await;
    assert!(text(&screen).contains("There is nothing to decide then"), "{screen}");

    // Odds: what the chits are, and the way back.
    let odds = plan.replace("battle/plan", "battle/odds");
    let guess = "A I: 12i\nA II: 14i\nA III: 5hc\nA IV: 3i";
    let told = front.fill(&table, BELA, &odds, &[("theirs", guess), ("chit", "Melee")]).await;
    assert!(says(&told).contains("Assault, Escalated assault, Echelon, Probe and Outflank"), "{told}");
    let told = front.fill(&table, BELA, &odds, &[("theirs", guess), ("chit", "Probe")]).await;
    assert_eq!(button(&told, "My battle plan"), Some(plan));

    // The second press on the same message is no change of mind.
    let live = button(&asked, "Fight it live").unwrap();
    let told = front.press(&table, ANNA, &live).await;
    assert!(says(&told).starts_with("You want to fight it live"), "{told}");
    table.sent();
    let again = front.press(&table, ANNA, &live).await;
    assert!(says(&again).contains("You want it live already"), "{again}");
    assert!(table.sent().is_empty());
    assert_eq!(button(&again, "Not live after all"), button(&told, "Not live after all"));
    let told = front.press(&table, ANNA, &button(&told, "Not live after all").unwrap()).await;
    assert!(says(&told).contains("You do not fight it live after all"), "{told}");
    let told = front.press(&table, ANNA, &live).await;
    assert!(says(&told).starts_with("You want to fight it live"), "{told}");
}

#[tokio::test]
async fn odds_are_for_everybody_from_the_first_muster_on() {
    let front = Front::new().await;
    let table = Table::new(95, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    let odds = format!("v1:{id}:0:battle/odds/1");
    assert!(says(&front.press(&table, CARL, &odds).await).contains("nobody has mustered yet"));
    let corps = "A I: 21i\nA II: 22i";
    muster(&front, &table, (&id, 1), (ANNA, ours), [corps, "", "Mack 5 5 6 A", ""]).await;
    // Who does not fight guesses all of it, and reads nothing of what is in the corps; who does guesses the others alone.
    let form = front.press(&table, CARL, &odds).await.to_string();
    assert!(form.contains("A I: ") && form.contains(theirs.name()), "{form}");
    assert!(!form.contains("21i") && !form.contains("22i"), "{form}");
    let form = front.press(&table, ANNA, &odds).await.to_string();
    assert!(!form.contains("A I: ") && form.contains(theirs.name()), "{form}");
    // Outflank hangs on who goes around: without names it is left out.
    let guess = format!("{}: 24i 2c", theirs.name());
    let asked = async |outflank: &str| {
        let fields = [("theirs", guess.as_str()), ("leaders", ""), ("chit", ""), ("outflank", outflank)];
        front.fill(&table, ANNA, &odds, &fields).await
    };
    let told = asked("").await;
    assert!(text(&told).contains("Your own Outflank is left out"), "{told}");
    let told = asked("A II").await;
    assert!(!text(&told).contains("left out") && text(&told).contains("that were named"), "{told}");
    assert!(says(&asked("A I, A II").await).contains("one at the least stays to pin"));
    assert!(says(&asked("A IX").await).contains("is no corps of this battle"));
    // Of who has not mustered something must be guessed.
    let told = front.fill(&table, ANNA, &odds, &[("theirs", "")]).await;
    assert!(says(&told).contains("has not mustered: what do you guess"), "{told}");
}

#[tokio::test]
async fn whoever_storms_sees_the_limit_and_leaves_corps_out_of_it() {
    let front = Front::new().await;
    let table = Table::new(92, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    open(&front, &table, &id, "Mantua", [ours, theirs], "assault 10").await;
    muster(&front, &table, (&id, 1), (ANNA, ours), ["A I\nA II", "", "", ""]).await;
    muster(&front, &table, (&id, 1), (BELA, theirs), ["Garrison: 2i", "", "", ""]).await;
    let sent = table.sent();
    let posts: Vec<Value> = sent.iter().map(|message| message.json()).collect();
    let stand = posts.iter().map(says).find(|text| text.contains("the armies stand")).unwrap();
    assert!(stand.contains("his plan") && !stand.contains("chit"), "{stand}");
    let asked = posts.iter().find_map(|message| button(message, "My battle plan")).unwrap();
    let details = asked.replace("battle/plan", "battle/details");
    let said = async |contents: &str| {
        front.fill(&table, ANNA, &details, &[("contents", contents), ("losses", "")]).await
    };
    // Odds are of what can be sealed.
    let odds = format!("v1:{id}:0:battle/odds/1");
    let guess = async |inside: &str| {
        let theirs = format!("A I: {inside}\nA II: 0\nGarrison: 2i");
        says(&front.fill(&table, CARL, &odds, &[("theirs", &theirs)]).await).to_owned()
    };
    let refused = guess("12i").await;
    assert!(refused.contains("12 factors of") && refused.contains("at most 10 may"), "{refused}");
    assert!(!guess("10i 1a").await.contains("would storm"));
    let screen = said("A I: 12i\nA II: none").await;
    assert!(text(&screen).contains("Too many storm: 12 factors, and at most 10 may"), "{screen}");
    let told = front.press(&table, ANNA, &button(&screen, "Seal").unwrap()).await;
    assert!(says(&told).contains("so many may storm it"), "{told}");
    let screen = said("A I: 8i\nA II: 0").await;
    assert!(text(&screen).contains("Storming: 8 factors of at most 10"), "{screen}");
    // Nothing at all is no storm.
    let nothing = said("A I: 0\nA II: 0").await;
    let told = front.press(&table, ANNA, &button(&nothing, "Seal").unwrap()).await;
    assert!(says(&told).contains("has no factors"), "{told}");
    let screen = said("A I: 8i\nA II: 0").await;
    front.press(&table, ANNA, &button(&screen, "Seal").unwrap()).await;
    let screen = front.press(&table, BELA, &asked).await;
    front.press(&table, BELA, &button(&screen, "Seal").unwrap()).await;
    let round = || Verb::Final { round: "battle/1/1".to_owned() };
    table.done(&id, ANNA, round()).await;
    table.done(&id, BELA, round()).await;
    let fought = table.sent();
    let book = fought.iter().find(|message| message.kind == "battle_book" && message.user == Some(ANNA));
    let book = book.unwrap().json();
    assert!(text(&book).contains("**A II**: stayed out of it"), "{book}");
    // Its owner enters it with one press, and a second one has nothing to do.
    let enter = button(&book, "Enter in my strongbox").unwrap();
    let told = front.press(&table, ANNA, &enter).await;
    let held = table.campaign(&id).await.strongboxes[&SeatId::numbered(1)].items.clone();
    let names: Vec<String> = held.values().map(|kept| kept.name()).collect();
    let is_left = !text(&book).contains("it is off the map");
    assert_eq!(names, if is_left { vec!["A I".to_owned()] } else { Vec::new() }, "{book} {told}");
    // What is left of its 8 factors, as the book has it, and no more than that.
    for kept in held.values() {
        let factors = kept.item.payload()["factors"].clone();
        let of: u64 = factors.as_object().unwrap().values().filter_map(Value::as_u64).sum();
        assert!(of <= 8 && text(&book).contains(&format!("**A I**: {of}i")), "{factors} {book}");
    }
    let told = front.press(&table, ANNA, &enter).await;
    assert!(says(&told).contains("has it so already"), "{told}");
    assert!(says(&front.press(&table, CARL, &enter).await).contains("None of your corps"));
    table.verified(&id).await;
}

#[tokio::test]
async fn a_garrison_is_neutral_when_its_own_player_presses_that_it_is() {
    let front = Front::new().await;
    let table = Table::new(93, None);
    let (id, [ours, theirs, depot]) = three(&table).await;
    let ground = format!("depot of {}, neutral", depot.name());
    table.sent();
    open(&front, &table, &id, "Brody", [ours, theirs], &ground).await;
    let post = last(&table, "battle");
    let line = format!(
        "It is said that the garrison, of {}, is neutral towards the attackers. Whoever has it says so with *It is neutral*, and nobody fights; or musters it, and it fights.",
        theirs.name()
    );
    assert!(text(&post).lines().any(|read| read == line), "{post}");
    let neutral = button(&post, "It is neutral").unwrap();
    let told = front.press(&table, ANNA, &neutral).await;
    assert!(says(&told).contains("its own players"), "{told}");
    let desk = front.press(&table, BELA, &format!("v1:{id}:0:desk")).await;
    assert!(text(&desk).contains("it is said that your garrison is neutral"), "{desk}");
    let told = front.press(&table, BELA, &button(&desk, "It is neutral").unwrap()).await;
    assert!(says(&told).contains("There is no combat"), "{told}");
    let post = last(&table, "battle");
    assert!(says(&post).contains("neither fights nor removes the depot"), "{post}");

    // Who musters it says that it is not, and the button is nothing any more.
    open(&front, &table, &id, "Lemberg", [ours, theirs], &ground).await;
    let neutral = button(&last(&table, "battle"), "It is neutral").unwrap();
    muster(&front, &table, (&id, 2), (BELA, theirs), ["Garrison: 2i", "", "", ""]).await;
    let posts: Vec<String> = table.sent().iter().map(|message| says(&message.json()).to_owned()).collect();
    assert!(posts.contains(&"**Lemberg**: the garrison is not neutral, and fights.".to_owned()), "{posts:?}");
    let told = front.press(&table, BELA, &neutral).await;
    assert!(says(&told).contains("has mustered and fights"), "{told}");
    table.verified(&id).await;
}

#[tokio::test]
async fn allies_before_a_fortress_read_their_part_of_it() {
    let front = Front::new().await;
    let table = Table::new(94, None);
    let (id, [ours, theirs, ally]) = three(&table).await;
    let texts = [
        ("place", "Mantua".to_owned()),
        ("attackers", format!("{}, {}", ours.name(), ally.name())),
        ("defenders", theirs.name().to_owned()),
        ("ground", "assault 11".to_owned()),
        ("from", String::new()),
    ];
    let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    table.sent();
    front.fill(&table, ANNA, &format!("v1:{id}:0:battle/open"), &texts).await;
    let parts = |own: u32, allied: u32| {
        format!("Of the factors that may storm: {} {own} and {} {allied}.", ours.name(), ally.name())
    };
    let post = last(&table, "battle");
    assert!(text(&post).contains(&parts(6, 5)) && text(&post).contains("as in: storms 6"), "{post}");
    let told = muster(&front, &table, (&id, 1), (ANNA, ours), ["A I", "", "", "storms 11"]).await;
    assert!(says(&told).contains("at least 12 factors would storm"), "{told}");
    muster(&front, &table, (&id, 1), (ANNA, ours), ["A I", "", "", "storms 8"]).await;
    let form = front.press(&table, ANNA, &format!("v1:{id}:1:battle/muster/{}", ours.key())).await;
    assert!(form.to_string().contains("storms 8"), "what was said stands in the form: {form}");
    muster(&front, &table, (&id, 1), (CARL, ally), ["C I", "", "", ""]).await;
    muster(&front, &table, (&id, 1), (BELA, theirs), ["Garrison: 2i", "", "", ""]).await;
    let sent: Vec<Value> = table.sent().iter().map(|message| message.json()).collect();
    let stand = sent.iter().find(|post| says(post).contains("the armies stand")).unwrap();
    assert!(text(stand).contains(&parts(8, 3)), "{stand}");
    let asked = sent.iter().find_map(|message| button(message, "My battle plan")).unwrap();
    let details = asked.replace("battle/plan", "battle/details");
    let screen = front.fill(&table, CARL, &details, &[("contents", "C I: 4i"), ("losses", "")]).await;
    assert!(text(&screen).contains("Too many storm: 4 factors, and at most 3 may"), "{screen}");
    let told = front.press(&table, CARL, &button(&screen, "Seal").unwrap()).await;
    assert!(says(&told).contains(&format!("3 of them are of {}", ally.name())), "{told}");
}

/// The chits that a screen has as buttons.
fn chits(screen: &Value) -> Vec<String> {
    let chit = |id: &String| id.split_once("battle/chit/").map(|(_, chit)| chit.to_owned());
    ids(screen).iter().filter_map(chit).collect()
}

/// Seals a plan for a field battle: a chit, and what is in the one corps.
async fn plans(front: &Front, table: &Table, user: u64, asked: &str, [chit, contents]: [&str; 2]) {
    let screen = front.press(table, user, asked).await;
    let pressed = asked.replace("battle/plan", &format!("battle/chit/{chit}"));
    assert!(chits(&screen).contains(&chit.to_owned()), "{screen}");
    front.press(table, user, &pressed).await;
    let details = asked.replace("battle/plan", "battle/details");
    let screen = front.fill(table, user, &details, &[("contents", contents), ("losses", "")]).await;
    front.press(table, user, &button(&screen, "Seal").unwrap()).await;
}

/// After a battle its PP are told with one press, and not twice.
#[tokio::test]
async fn the_points_of_a_battle_are_told_with_one_press() {
    let front = Front::new().await;
    let table = Table::new(98, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    // A slip in a name asks before anything is opened; in quotation marks it is taken as it stands.
    let told = open(&front, &table, &id, "Linzz", [ours, theirs], "").await;
    assert!(says(&told).contains("\"Linzz\" is no area of the map. Write Linz"), "{told}");
    let told = open(&front, &table, &id, "\"Linzz\"", [ours, theirs], "").await;
    assert!(says(&told).contains("The battle is open"), "{told}");
    // So it is in the field of where a corps came from.
    let form = format!("v1:{id}:1:battle/muster/{}", ours.key());
    let mustered = async |corps: &str, leaders: &str| {
        let fields = [("corps", corps), ("outside", ""), ("leaders", leaders), ("also", "")];
        says(&front.fill(&table, ANNA, &form, &fields).await).to_owned()
    };
    let told = mustered("A I (from Linzz)", "").await;
    assert!(told.contains("\"Linzz\" is no area of the map. Write Linz"), "{told}");
    // A leader who is nearly written is asked for, with how another one is written.
    let known =
        front.press(&table, ANNA, &form).await["components"][2]["components"][0]["placeholder"].clone();
    let known = known.as_str().unwrap().split(',').next().unwrap().to_owned();
    let slip = format!("{}x", known.trim());
    let told = mustered("A I", &slip).await;
    let write = format!("Write {}, if he is meant", known.trim());
    assert!(told.contains(&slip) && told.contains(&write), "{told}");
    // A leader is no corps, and is told where he goes.
    let form = front.press(&table, ANNA, &format!("v1:{id}:1:battle/muster/{}", ours.key())).await;
    let leaders = form["components"][2]["components"][0]["placeholder"].as_str().unwrap().to_owned();
    let leader = leaders.split(',').next().unwrap().to_owned();
    let with = format!("A I\n{leader}");
    let told = muster(&front, &table, (&id, 1), (ANNA, ours), [&with, "", "", ""]).await;
    assert!(says(&told).contains("is a leader and no corps") && says(&told).contains(&leader), "{told}");
    // The council reads once that a power has mustered, and again only where something of it is otherwise.
    let posted = async |corps: &str| {
        muster(&front, &table, (&id, 1), (ANNA, ours), [corps, "", "", ""]).await;
        let sent = table.sent();
        let posts: Vec<String> = sent.iter().map(|message| says(&message.json()).to_owned()).collect();
        posts.into_iter().filter(|says| says.contains("has mustered")).collect::<Vec<String>>()
    };
    let [first, same, other] = [posted("A I").await, posted("A I").await, posted("A I\nA II").await];
    assert!(first[0].ends_with(&format!("has mustered. Still to muster: {}.", theirs.name())), "{first:?}");
    assert!(same.is_empty() && other[0].ends_with("has mustered anew."), "{same:?} {other:?}");
    muster(&front, &table, (&id, 1), (ANNA, ours), ["A I", "", "", ""]).await;
    muster(&front, &table, (&id, 1), (BELA, theirs), ["B I", "", "", ""]).await;
    let asked = last(&table, "battle_round");
    let asked = button(&asked, "My battle plan").unwrap();
    plans(&front, &table, ANNA, &asked, ["echelon", "A I 40i"]).await;
    plans(&front, &table, BELA, &asked, ["defend", "B I: 1i"]).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Final { round: "battle/1/1".to_owned() }).await;
    }
    let sent: Vec<Value> = table.sent().iter().map(|message| message.json()).collect();
    let tell = sent.iter().find_map(|message| button(message, "Tell these PP")).unwrap();
    let form = front.press(&table, CARL, &tell).await;
    let lines = form["components"][0]["components"][0]["value"].as_str().unwrap().to_owned();
    assert!(lines.contains(&format!("{} +", ours.name())) && lines.ends_with("PP"), "{lines}");
    let told = front.fill(&table, CARL, form["custom_id"].as_str().unwrap(), &[("what", &lines)]).await;
    assert!(!says(&told).starts_with('✖'), "{told}");
    table.assents(&id).await;
    let told = front.press(&table, ANNA, &tell).await;
    assert!(says(&told).contains("were told since this battle ended"), "{told}");
    // A later battle of the month at the same place has a thread of another name.
    open(&front, &table, &id, "\"Linzz\"", [ours, theirs], "").await;
    let threads = table.threads();
    assert_eq!(threads.last(), Some(&format!("{} (2)", threads[0])), "{threads:?}");
    table.verified(&id).await;
}

/// A step is not ended over an open battle unasked, neither by who has still to muster nor by who waits for him; who fights in it calls it off
/// at his desk.
#[tokio::test]
async fn ready_asks_while_a_battle_is_open_and_the_desk_calls_it_off() {
    let front = Front::new().await;
    let table = Table::new(99, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    let desk = format!("v1:{id}:0:desk");
    let ready = async |user: u64| {
        let own = front.press(&table, user, &desk).await;
        front.press(&table, user, &button(&own, "Ready").unwrap()).await
    };
    let asked = ready(BELA).await;
    assert!(says(&asked).contains("*Muster* first") && button(&asked, "Ready all the same").is_some());
    assert!(button(&asked, &format!("Muster {}", theirs.name())).is_some(), "{asked}");
    muster(&front, &table, (&id, 1), (ANNA, ours), ["A I", "", "", ""]).await;
    table.sent();
    let asked = ready(ANNA).await;
    let awaited = format!("**Battle of Ulm**: awaited: {}.", theirs.name());
    assert!(says(&asked).starts_with(&awaited) && button(&asked, "Ready all the same").is_some(), "{asked}");
    assert!(button(&asked, "Call it off").is_some(), "{asked}");
    assert!(table.sent().is_empty(), "nothing is done yet");
    // It is one of the two who calls it off, and then nothing is asked any more.
    let off = async |user: u64| button(&front.press(&table, user, &desk).await, "Call it off");
    assert_eq!((off(BELA).await.is_some(), off(CARL).await), (true, None));
    // It stands apart, in a row of its own, and asks once more before anything is done.
    for shown in [&front.press(&table, ANNA, &desk).await, &asked] {
        let rows = shown["components"].as_array().unwrap().iter();
        let alone = rows.map(|row| &row["components"]).find(|row| row[0]["label"] == "Call it off");
        assert_eq!(alone.unwrap().as_array().unwrap().len(), 1, "{shown}");
        assert_eq!(alone.unwrap()[0]["style"], 4, "{shown}");
    }
    let sure = front.press(&table, ANNA, &off(ANNA).await.unwrap()).await;
    let names = format!("with what was mustered by {}.", ours.name());
    assert!(
        says(&sure).starts_with("Call off the battle of Ulm?") && says(&sure).ends_with(&names),
        "{sure}"
    );
    assert!(table.sent().is_empty(), "nothing is done yet");
    let told = front.press(&table, ANNA, &button(&sure, "Call it off").unwrap()).await;
    assert!(says(&told).contains("called off"), "{told}");
    assert_eq!(off(ANNA).await, None);
    assert_eq!(button(&ready(ANNA).await, "Ready all the same"), None);
}

/// A command names a battle by its place; no corps and no leader stands in two that are open.
#[tokio::test]
async fn a_battle_is_named_by_its_place_and_nobody_stands_in_two() {
    let front = Front::new().await;
    let table = Table::new(102, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    for place in ["Ulm", "Linz"] {
        open(&front, &table, &id, place, [ours, theirs], "").await;
    }
    let form = front.press(&table, ANNA, &format!("v1:{id}:2:battle/muster/{}", ours.key())).await;
    assert_eq!(form["title"], format!("Muster {}: Linz", ours.name()));
    let told =
        muster(&front, &table, (&id, 1), (ANNA, ours), ["I Corps\nII Corps", "", "Mack 1 3 4 A", ""]).await;
    assert!(says(&told).contains("has mustered"), "{told}");
    for (corps, leader, who) in [("ii corps", "", "ii corps"), ("III Corps", "mack 1 3 4 A", "mack")] {
        let told = muster(&front, &table, (&id, 2), (ANNA, ours), [corps, "", leader, ""]).await;
        let why = format!("✖ {who} is in the battle of Ulm (number 1), which is not over.");
        assert!(says(&told).starts_with(&why), "{told}");
    }
    // Anew there without it, it is free for the other.
    muster(&front, &table, (&id, 1), (ANNA, ours), ["I Corps", "", "", ""]).await;
    let told = muster(&front, &table, (&id, 2), (ANNA, ours), ["II Corps", "", "Mack 1 3 4 A", ""]).await;
    assert!(says(&told).contains("has mustered"), "{told}");
}

/// What a plan begins with: an attacker goes on while he has an army, a defender leaves; both stand on the screen.
#[tokio::test]
async fn a_night_begins_as_at_a_table() {
    let front = Front::new().await;
    let table = Table::new(100, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    muster(&front, &table, (&id, 1), (ANNA, ours), ["A I\nA II", "", "", ""]).await;
    muster(&front, &table, (&id, 1), (BELA, theirs), ["B I", "", "", ""]).await;
    let plan = button(&last(&table, "battle_round"), "My battle plan").unwrap();
    // Without a leader nobody goes around; once a chit is chosen that is no question any more.
    let why = "Outflank needs a leader in command.";
    assert!(text(&front.press(&table, ANNA, &plan).await).contains(why));
    let screen = front.press(&table, ANNA, &plan.replace("battle/plan", "battle/chit/assault")).await;
    assert!(text(&screen).contains("At night: stay with 1.0 morale or more left"), "{screen}");
    assert!(!text(&screen).contains(why), "{screen}");
    let screen = front.choose(&table, ANNA, &plan.replace("battle/plan", "battle/night"), "leave").await;
    assert!(text(&screen).contains("At night: leave after an undecided day"), "{screen}");
    // Another chit leaves the night as it was chosen.
    let screen = front.press(&table, ANNA, &plan.replace("battle/plan", "battle/chit/probe")).await;
    assert!(text(&screen).contains("At night: leave after an undecided day"), "{screen}");
    let screen = front.press(&table, BELA, &plan.replace("battle/plan", "battle/chit/defend")).await;
    assert!(text(&screen).contains("At night: leave after an undecided day"), "{screen}");
}

/// The muster's form begins with the corps whose counters stand at the battle, not with those elsewhere.
#[tokio::test]
async fn a_muster_begins_with_who_stands_there() {
    let front = Front::new().await;
    let table = Table::new(94, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    for (name, place) in [("I Corps", "area/ulm"), ("II Corps", "area/vienna"), ("Reserve Corps", "area/ulm")]
    {
        let order =
            json!({"counter": "place", "power": ours, "name": name, "place": place, "piece": "corps"});
        table.done(&id, ANNA, Verb::Game(order)).await;
    }
    let told = open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    let form = front.press(&table, ANNA, &format!("v1:{id}:1:battle/muster/{}", ours.key())).await;
    let corps = form["components"][0]["components"][0]["value"].as_str().unwrap_or_default();
    let names: Vec<&str> = corps.lines().map(|line| line.split(" (").next().unwrap()).collect();
    assert_eq!(names, ["I Corps", "Reserve Corps"], "{told} {form}");
    // A corps next to it is the hint of those who could come.
    let order = json!({"counter": "place", "power": ours, "name": "II Corps", "place": "area/augsburg", "piece": "corps"});
    table.done(&id, ANNA, Verb::Game(order)).await;
    let form = front.press(&table, ANNA, &format!("v1:{id}:1:battle/muster/{}", ours.key())).await;
    let hint = form["components"][1]["components"][0]["placeholder"].as_str().unwrap_or_default();
    assert_eq!(hint, "adjacent: II Corps (from Augsburg)", "{form}");
}

/// The form that opens a battle begins with where corps of two sides stand together, and says nothing where none do; who opens one by mistake
/// calls it off with one press.
#[tokio::test]
async fn a_battle_begins_where_corps_of_two_sides_stand() {
    let front = Front::new().await;
    let table = Table::new(97, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    let filled = async || -> Vec<String> {
        // Outside of the land phase that is said first; the area is the first button below, or none.
        let asks = front.press(&table, ANNA, &format!("v1:{id}:0:battle/open")).await;
        assert!(says(&asks).starts_with("**No battle is due now**"), "{asks}");
        let form = front.press(&table, ANNA, ids(&asks).first().unwrap()).await;
        let rows = form["components"].as_array().unwrap().iter().take(3);
        rows.map(|row| row["components"][0]["value"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let place = async |user, power: Power, place: &str| {
        let order =
            json!({"counter": "place", "power": power, "name": "I Corps", "place": place, "piece": "corps"});
        table.done(&id, user, Verb::Game(order)).await;
    };
    place(ANNA, ours, "area/ulm").await;
    place(BELA, theirs, "area/vienna").await;
    assert_eq!(filled().await, ["", "", ""]);
    place(BELA, theirs, "area/ulm").await;
    assert_eq!(filled().await, ["Ulm", ours.name(), theirs.name()]);
    let told = open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    assert_eq!(filled().await, ["", "", ""], "it is fought already");
    let off = button(&told, "Call it off").unwrap();
    let sure = front.press(&table, ANNA, &off).await;
    let told = front.press(&table, ANNA, &button(&sure, "Call it off").unwrap()).await;
    assert!(says(&told).contains("called off"), "{told}");
    assert_eq!(filled().await[0], "Ulm");
}

/// Desk and engine answer by one question whether a battle may be called off: by who fights in it, until it is settled who commands.
#[tokio::test]
async fn what_the_desk_calls_off_the_engine_does() {
    let front = Front::new().await;
    let table = Table::new(104, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    let off = Verb::Game(json!({"battle": "call_off", "number": 1}));
    let agree = async |user: u64| {
        let shown =
            button(&front.press(&table, user, &format!("v1:{id}:0:desk")).await, "Call it off").is_some();
        let may = table.house.refusal(&id, &table.asker(user), off.clone()).await.unwrap().is_none();
        assert_eq!(shown, may);
        may
    };
    assert_eq!([agree(ANNA).await, agree(BELA).await, agree(CARL).await], [true, true, false]);
    muster(&front, &table, (&id, 1), (ANNA, ours), ["A I", "", "", ""]).await;
    assert!(agree(ANNA).await);
    muster(&front, &table, (&id, 1), (BELA, theirs), ["B I", "", "", ""]).await;
    assert!(!agree(ANNA).await);
    // An old button is told what there is now.
    let old = front.press(&table, ANNA, &format!("v1:{id}:1:battle/call_off")).await;
    assert!(says(&old).starts_with('✖') && says(&old).contains("past its muster"), "{old}");
    // On a private message the desk stands below it, in the place of what is over.
    let old = front.press_private(&table, ANNA, &format!("v1:{id}:1:battle/call_off")).await;
    let title = old["embeds"][0]["title"].as_str().unwrap_or_default();
    assert!(says(&old).contains("past its muster") && title.ends_with("your desk"), "{old}");
    assert!(button(&old, "My battle plan").is_some() && button(&old, "Call it off").is_none(), "{old}");
}

/// A night in a battle under way is told in its thread; who is asked for a plan is named by his powers in the battle alone.
#[tokio::test]
async fn the_thread_reads_of_the_night_and_of_those_who_fight() {
    let front = Front::new().await;
    let table = Table::new(105, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    let campaign = table.campaign(&id).await;
    assert!(campaign.play.game.owners(&SeatId::numbered(1)).len() > 1, "he has another power too");
    open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    muster(&front, &table, (&id, 1), (ANNA, ours), ["A I", "", "", ""]).await;
    muster(&front, &table, (&id, 1), (BELA, theirs), ["B I", "", "", ""]).await;
    let asked = last(&table, "battle_round");
    let names = [(ours, ANNA), (theirs, BELA)].map(|(power, _)| power.name());
    assert!(says(&asked).contains(&format!("Asked: {} (", names[0])), "{asked}");
    assert!(says(&asked).contains(&format!(" and {} (", names[1])), "{asked}");
    let asked = button(&asked, "My battle plan").unwrap();
    plans(&front, &table, ANNA, &asked, ["probe", "A I 12i"]).await;
    plans(&front, &table, BELA, &asked, ["defend", "B I: 12i"]).await;
    let night = asked.replace("battle/plan", "battle/night");
    for user in [ANNA, BELA] {
        let screen = front.choose(&table, user, &night, "0").await;
        front.press(&table, user, &button(&screen, "Seal as Final").unwrap()).await;
    }
    let sent = table.sent();
    let thread: Vec<Value> =
        sent.iter().filter(|message| message.kind == "battle").map(|message| message.json()).collect();
    let night =
        thread.iter().find(|post| says(post).starts_with("**Night: both sides stay.** Day 2 follows."));
    assert!(night.is_some_and(|post| button(post, "Why").is_some()), "{thread:?}");
    assert!(sent.iter().any(|message| message.kind == "battle_round"), "the next day's plans are asked");
    table.verified(&id).await;
}

/// Of one corps nobody goes around, so Outflank is not offered, and a line says why. A chit and one press make a plan, and what is refused
/// on the way leaves the screen as it was.
#[tokio::test]
async fn a_plan_offers_what_is_taken_and_is_made_in_three_taps() {
    let front = Front::new().await;
    let table = Table::new(95, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    let told = muster(&front, &table, (&id, 1), (ANNA, ours), ["A I: 12i 2c", "", "Mack 5 5 6 A", ""]).await;
    assert!(says(&told).contains("has mustered"), "{told}");
    let told =
        muster(&front, &table, (&id, 1), (BELA, theirs), ["B I: 20i 1g\nB II: 4i", "", "Ney 4 4 3 B", ""])
            .await;
    assert!(says(&told).contains("has mustered"), "{told}");
    let plan = button(&last(&table, "battle_round"), "My battle plan").unwrap();

    let screen = front.press(&table, ANNA, &plan).await;
    let offered = chits(&screen);
    assert!(offered.contains(&"probe".to_owned()) && !offered.contains(&"outflank".to_owned()), "{screen}");
    assert_eq!(select(&screen), None, "the chit comes first: {screen}");
    // What each is for stands above the buttons.
    for line in ["**Assault**: Beats Cordon, loses to Defend", "**Probe**: Careful; lets a Withdraw go"] {
        assert!(text(&screen).lines().any(|read| read == line), "{line}: {screen}");
    }
    assert!(!text(&screen).contains("**Outflank**: "), "what is not offered is not explained: {screen}");
    assert!(text(&screen).contains("Outflank needs two corps"), "{screen}");
    // The night before any chit is refused, above the screen as it was.
    let night = plan.replace("battle/plan", "battle/night");
    let told = front.choose(&table, ANNA, &night, "10").await;
    assert!(says(&told).contains("Choose a chit first."), "{told}");
    assert_eq!((&told["embeds"], &told["components"]), (&screen["embeds"], &screen["components"]));
    // An order that the engine refuses leaves what was chosen: here a chit that an old message offered.
    let chit = |chit: &str| plan.replace("battle/plan", &format!("battle/chit/{chit}"));
    let screen = front.press(&table, ANNA, &chit("outflank")).await;
    let told = front.press(&table, ANNA, &button(&screen, "Seal as Final").unwrap()).await;
    assert!(says(&told).contains("Outflank needs two corps"), "{told}");
    assert_eq!((&told["embeds"], &told["components"]), (&screen["embeds"], &screen["components"]));
    // My battle plan, the chit, and the seal that is Final.
    let screen = front.press(&table, ANNA, &chit("probe")).await;
    let told = front.press(&table, ANNA, &button(&screen, "Seal as Final").unwrap()).await;
    assert!(says(&told).contains("Final"), "{told}");
    let view = table.campaign(&id).await.view_for(By::Person(1), false);
    let mine = view.rounds[0].mine.as_ref().unwrap().sealed.as_ref().unwrap();
    assert!(mine.is_final);

    // Who has guard has all his selects, and pursuit is a button all the same; the odds are at his desk.
    let screen = front.press(&table, BELA, &plan).await;
    assert!(chits(&screen).contains(&"outflank".to_owned()), "{screen}");
    let screen = front.press(&table, BELA, &chit("defend")).await;
    // Afterwards the select has the other chits.
    let (_, others) = select(&screen).unwrap();
    assert!(others.contains(&"outflank".to_owned()), "{others:?}");
    let pursuit = button(&screen, "Do not pursue").unwrap();
    let screen = front.press(&table, BELA, &pursuit).await;
    assert!(text(&screen).contains("A beaten enemy is let go."), "{screen}");
    let desk = front.press(&table, BELA, &format!("v1:{id}:0:desk")).await;
    assert!(button(&desk, "Odds").is_some(), "{desk}");
    // A message of before chose it with the night.
    let screen = front.choose(&table, BELA, &night, "pursuit").await;
    assert!(
        !text(&screen).contains("A beaten enemy is let go.") && button(&screen, "Do not pursue").is_some()
    );
    assert!(button(&screen, "Seal as Final").is_some() && button(&screen, "My desk").is_some(), "{screen}");
}

/// Where corps of two sides stand together in several areas each is a button, and its form says the ground by the map.
#[tokio::test]
async fn a_battle_is_opened_by_choosing_its_area() {
    let front = Front::new().await;
    let table = Table::new(99, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    for (user, power, name, place) in [
        (ANNA, ours, "I Corps", "area/ulm"),
        (BELA, theirs, "I Corps", "area/ulm"),
        (ANNA, ours, "II Corps", "area/innsbruck"),
        (BELA, theirs, "II Corps", "area/innsbruck"),
    ] {
        let order =
            json!({"counter": "place", "power": power, "name": name, "place": place, "piece": "corps"});
        table.done(&id, user, Verb::Game(order)).await;
    }
    let which = front.press(&table, ANNA, &format!("v1:{id}:0:battle/open")).await;
    let against = |place: &str| format!("{place}: {} against {}", ours.name(), theirs.name());
    let (ulm, innsbruck) = (button(&which, &against("Ulm")), button(&which, &against("Innsbruck")));
    assert!(ulm.is_some() && button(&which, "Another area").is_some(), "{which}");
    let form = front.press(&table, ANNA, &innsbruck.unwrap()).await;
    let value = |nth: usize| form["components"][nth]["components"][0]["value"].as_str().unwrap_or_default();
    assert_eq!((value(0), value(1), value(3)), ("Innsbruck", ours.name(), "mountain"), "{form}");
    let empty = front.press(&table, ANNA, &button(&which, "Another area").unwrap()).await;
    assert_eq!(empty["components"][0]["components"][0]["value"], Value::Null, "{empty}");
}

/// What is in corps of which nobody has said anything is told with one press: all that their counters can hold.
#[tokio::test]
async fn corps_are_at_full_strength_by_one_press() {
    let front = Front::new().await;
    let table = Table::new(100, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    muster(&front, &table, (&id, 1), (ANNA, ours), ["I Corps\nB I", "", "", ""]).await;
    muster(&front, &table, (&id, 1), (BELA, theirs), ["C I: 20i", "", "", ""]).await;
    let plan = button(&last(&table, "battle_round"), "My battle plan").unwrap();
    let screen = front.press(&table, ANNA, &plan).await;
    assert!(text(&screen).contains("what is in I Corps and B I"), "{screen}");
    let screen = front.press(&table, ANNA, &button(&screen, "At full strength").unwrap()).await;
    let scenario = table.campaign(&id).await.founded.scenario.clone();
    let order = engine::eia::oob::of(&scenario).unwrap();
    let holds = order.powers[&ours].corps.iter().find(|corps| corps.name == "I Corps").unwrap().holds;
    assert!(text(&screen).contains(&format!("I Corps: {holds}")), "{holds}: {screen}");
    // What no order of battle has is still to say.
    assert!(text(&screen).contains("what is in B I."), "{screen}");
    assert_eq!(button(&screen, "At full strength"), None, "{screen}");
    let screen = front.press(&table, BELA, &plan).await;
    assert_eq!(button(&screen, "At full strength"), None, "{screen}");
}

/// A plan begins with what the last battle left of a corps, though nobody entered that in his strongbox; and *Ready* reminds who has still to
/// muster.
#[tokio::test]
async fn the_next_plan_begins_with_what_the_last_battle_left() {
    let front = Front::new().await;
    let table = Table::new(101, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    // Anna's strongbox knows her corps as it was before the first battle, and nobody enters what became of it.
    let items = commands::eia::roster::read(&format!("{}; A I: 20 infantry", ours.name())).unwrap();
    let items = items.iter().map(engine::table::strongbox::Given::thing).collect();
    let act = engine::table::strongbox::Act::Keep { items, whole: false, revision: None };
    let salt = engine::table::Secret::new([9; 32]);
    table.done(&id, ANNA, Verb::Strongbox { act, salt }).await;
    let fight = async |number: u32, place: &str| {
        open(&front, &table, &id, place, [ours, theirs], "").await;
        let desk = front.press(&table, BELA, &format!("v1:{id}:0:desk")).await;
        let asks = front.press(&table, BELA, &button(&desk, "Ready").unwrap()).await;
        assert!(asks.to_string().contains("*Muster* first."), "{asks}");
        for (user, power, corps) in [(ANNA, ours, "A I"), (BELA, theirs, "B I")] {
            muster(&front, &table, (&id, number), (user, power), [corps, "", "", ""]).await;
        }
        button(&last(&table, "battle_round"), "My battle plan").unwrap()
    };
    let plan = fight(1, "Ulm").await;
    plans(&front, &table, ANNA, &plan, ["assault", "A I: 20i"]).await;
    plans(&front, &table, BELA, &plan, ["defend", "B I: 20i"]).await;
    let mut plan = plan;
    // After the first battle, and after the second, into which went what was left.
    for (number, next) in [(1, "Linz"), (2, "Prague")] {
        for user in [ANNA, BELA] {
            front.press(&table, user, &plan.replace("battle/plan", "final")).await;
        }
        let view = table.campaign(&id).await.public_view();
        let position = view.game.of::<engine::eia::Position>().unwrap();
        let ended = position.battles.of[&number].ended.clone().unwrap();
        plan = fight(number + 1, next).await;
        for (user, power, corps, chit) in [(ANNA, ours, "A I", "assault"), (BELA, theirs, "B I", "defend")] {
            let left = ended.book.iter().find(|book| book.power == power && book.corps == corps).unwrap();
            let screen = front.press(&table, user, &plan).await;
            assert!(left.after != left.before, "{left:?}");
            assert!(text(&screen).contains(&format!("{corps}: {}\n", left.after)), "{left:?} {screen}");
            let chosen =
                front.press(&table, user, &plan.replace("battle/plan", &format!("battle/chit/{chit}"))).await;
            front.press(&table, user, &button(&chosen, "Seal").unwrap()).await;
        }
    }
}

/// In another phase than that in which corps fight *Open a battle* says so before its form; in that phase the form opens at once.
#[tokio::test]
async fn no_battle_is_opened_in_another_phase_without_a_hint() {
    let front = Front::new().await;
    let table = Table::new(106, None);
    let (id, _) = three(&table).await;
    let opens = format!("v1:{id}:0:battle/open");
    let mut seen = [0, 0];
    for _ in 0..12 {
        let step = table.campaign(&id).await.public_view().step.clone();
        let land = step.iter().any(|word| word == "land");
        let asks = front.press(&table, ANNA, &opens).await;
        if land {
            assert_eq!(asks["custom_id"], json!(opens), "{step:?}: {asks}");
        } else {
            assert!(says(&asks).starts_with("**No battle is due now**: this is the "), "{step:?}: {asks}");
            let form = front.press(&table, ANNA, &button(&asks, "Open it all the same").unwrap()).await;
            assert_eq!(form["custom_id"], json!(opens), "{form}");
        }
        seen[usize::from(land)] += 1;
        if seen.iter().all(|seen| *seen > 0) {
            return;
        }
        all_ready(&table, &id).await;
    }
    panic!("the land phase never came: {seen:?}");
}

/// Corps that were beaten, or left the field, stay where the board has them until their player moves them: his desk says so, *Ready* asks first,
/// and no second battle is offered with them.
#[tokio::test]
async fn who_leaves_a_field_is_told_so_until_his_counters_have() {
    let front = Front::new().await;
    let table = Table::new(107, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    while !table.campaign(&id).await.public_view().step.iter().any(|word| word == "land") {
        all_ready(&table, &id).await;
    }
    let place = async |user, power: Power, name: &str, place: &str| {
        let order =
            json!({"counter": "place", "power": power, "name": name, "place": place, "piece": "corps"});
        // One that stands there stays.
        let _ = table.order(&id, &table.asker(user), Verb::Game(order)).await;
        let counters = table.campaign(&id).await.public_view().game.value()["counters"].clone();
        assert_eq!(counters[power.key()][name]["place"], place, "{counters}");
    };
    let (desk, opens) = (format!("v1:{id}:0:desk"), format!("v1:{id}:0:battle/open"));
    let shown = async |user| front.press(&table, user, &desk).await;
    let area = async || {
        let form = front.press(&table, ANNA, &opens).await;
        form["components"][0]["components"][0]["value"].as_str().unwrap_or_default().to_owned()
    };
    // How a battle goes the dice say: it is fought again until one side has left a field and one was beaten.
    let mut seen = BTreeSet::new();
    let all = [(ANNA, ours, "A I"), (BELA, theirs, "B I"), (BELA, theirs, "B II")];
    let fields = ["Ulm", "Linz", "Munich", "Prague", "Milan", "Dresden", "Mainz", "Cologne"];
    for (number, field) in (1..).zip(fields) {
        let key = format!("area/{}", field.to_lowercase());
        for (user, power, name) in all {
            place(user, power, name, &key).await;
        }
        assert_eq!(area().await, field);
        open(&front, &table, &id, field, [ours, theirs], "").await;
        muster(&front, &table, (&id, number), (ANNA, ours), ["A I", "", "", ""]).await;
        muster(&front, &table, (&id, number), (BELA, theirs), ["B I", "", "", ""]).await;
        let asked = button(&last(&table, "battle_round"), "My battle plan").unwrap();
        plans(&front, &table, ANNA, &asked, ["assault", "A I 40i"]).await;
        plans(&front, &table, BELA, &asked, ["defend", "B I: 30i"]).await;
        for user in [ANNA, BELA] {
            table.done(&id, user, Verb::Final { round: format!("battle/{number}/1") }).await;
        }
        let battles = table.campaign(&id).await.public_view().game.value()["battles"].clone();
        let ended = &battles["of"][number.to_string()]["ended"];
        let (gone, is_attacker) = match (ended["winner"].as_str(), ended["left"].as_str()) {
            (Some(winner), _) => ("beaten", winner == "defender"),
            (None, Some(left)) => ("out of it", left == "attacker"),
            _ => panic!("{ended}"),
        };
        let (leaves, stays) = if is_attacker { (all[0], BELA) } else { (all[1], ANNA) };
        let book = ended["book"].as_array().unwrap().iter();
        let after =
            book.clone().find(|one| one["corps"] == leaves.2).map(|one| one["after"].clone()).unwrap();
        if after.as_object().is_none_or(serde_json::Map::is_empty) {
            continue;
        }
        seen.insert(gone);
        let sent: Vec<Value> = table.sent().iter().map(|message| message.json()).collect();
        let book = sent.iter().filter(|message| button(message, "Enter in my strongbox").is_some());
        let with_counters = book.filter(|message| button(message, "My counters").is_some());
        assert_eq!(with_counters.count(), 1, "to who leaves alone");
        let (user, power, corps) = leaves;
        let left = format!("**{field}**: {gone}, {corps} ({}) still there on the map here.", power.name());
        let says_so = async |user, what: &str| shown(user).await.to_string().contains(what);
        assert!(says_so(user, &left).await, "{left}: {}", shown(user).await);
        assert!(!says_so(stays, "still there").await, "{}", shown(stays).await);
        let first = front.press(&table, user, &button(&shown(user).await, "Ready").unwrap()).await;
        assert!(says(&first).starts_with(&left), "{first}");
        assert!(button(&first, "My counters").is_some(), "{first}");
        assert!(button(&first, "Ready all the same").is_some(), "{first}");
        let turn =
            front.press(&table, user, &button(&shown(user).await, "Ready for the turn").unwrap()).await;
        assert!(says(&turn).starts_with(&left), "{turn}");
        let form =
            front.press(&table, user, &format!("v1:{id}:{number}:battle/muster/{}", power.key())).await;
        assert!(!form.to_string().contains(corps), "{form}");
        // A corps that was in no battle can be fought there still; who leaves neither fights nor is fought.
        assert_eq!(area().await, if user == BELA { field } else { "" });
        place(BELA, theirs, "B II", "area/vienna").await;
        assert_eq!(area().await, "");
        place(user, power, corps, "area/vienna").await;
        assert!(!says_so(user, "still there").await);
        if seen.len() == 2 {
            break;
        }
    }
    assert_eq!(seen, BTreeSet::from(["beaten", "out of it"]));
    let done = front.press(&table, ANNA, &button(&shown(ANNA).await, "Ready").unwrap()).await;
    assert_eq!(button(&done, "Ready all the same"), None, "{done}");
}

/// Of whom something is asked in the middle of a step by what somebody else did, he has it by direct message: to muster, then to seal his plan.
/// Who brought it about has none, nor has who is in no battle; and nothing is told twice.
#[tokio::test]
async fn who_is_asked_in_the_middle_of_a_step_is_told_so() {
    let front = Front::new().await;
    let table = Table::new(109, None);
    let (id, [ours, theirs, _]) = three(&table).await;
    let asked = |table: &Table| -> Vec<(u64, String)> {
        let sent = table.sent();
        let told = sent.iter().filter(|message| message.kind == "asked");
        told.map(|message| (message.user.unwrap(), text(&message.json()).to_owned())).collect()
    };
    asked(&table);
    open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    let told = asked(&table);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, BELA);
    assert!(told[0].1.contains("Ulm") && told[0].1.contains(theirs.name()), "{told:?}");
    // Who opens it again and again calls nobody a second time within the hour.
    for number in 1..4_u64 {
        let off = front.press(&table, ANNA, &format!("v1:{id}:{number}:battle/call_off/yes")).await;
        assert!(says(&off).contains("called off"), "{off}");
        open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    }
    assert_eq!(asked(&table), []);
    table.watch.pass(60 * 60);
    front.press(&table, ANNA, &format!("v1:{id}:4:battle/call_off/yes")).await;
    open(&front, &table, &id, "Ulm", [ours, theirs], "").await;
    assert_eq!(asked(&table).len(), 1);
    muster(&front, &table, (&id, 5), (BELA, theirs), ["B I", "", "", ""]).await;
    assert_eq!(asked(&table), []);
    muster(&front, &table, (&id, 5), (ANNA, ours), ["A I", "", "", ""]).await;
    let told = asked(&table);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, BELA);
    assert!(told[0].1.ends_with("\n**Battle of Ulm, day 1**: your envelope is awaited."), "{told:?}");
    // A step that begins asks on its card.
    all_ready(&table, &id).await;
    assert_eq!(asked(&table), []);
}
