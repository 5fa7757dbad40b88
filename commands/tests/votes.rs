//! Votes, the board's values and corrections, envelopes between powers, auctions, the gazette and the end, as players press and type
//! them; and what strangers and buttons of another campaign meet.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says, select};
use crate::common::*;
use commands::house::Outcome;
use commands::speech::Language;
use engine::table::act::Through;
use engine::table::{Act, SeatId, Verb};
use serde_json::{Value, json};

const LOUNGE: u64 = COUNCIL + 7;

/// Gives an order whose answer is another test's matter.
async fn quietly(table: &Table, campaign: &str, user: u64, verb: Verb) {
    let outcome = table.house.order(campaign, &table.asker(user), verb).await;
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
}

fn of_kind(sent: &[Sent], kind: &str) -> Vec<Value> {
    sent.iter().filter(|message| message.kind == kind).map(Sent::json).collect()
}

fn last(sent: &[Sent], kind: &str) -> Value {
    of_kind(sent, kind).pop().unwrap_or_else(|| panic!("no {kind} in {sent:?}"))
}

/// A stranger and a player of another campaign press what is not theirs: a sentence, and nothing changed.
async fn not_theirs(front: &Front, table: &Table, campaign: &str, custom_id: &str) {
    let before = table.campaign(campaign).await;
    for id in [custom_id.to_owned(), custom_id.replacen(campaign, "nowhere123", 1)] {
        let told = front.press(table, OLAF, &id).await;
        assert!(says(&told).ends_with('.') && says(&told).starts_with('✖'), "{id}: {told}");
    }
    assert_eq!(table.campaign(campaign).await, before, "{custom_id}");
}

#[tokio::test]
async fn a_roll_is_questioned_and_the_vote_rules() {
    let front = Front::new().await;
    let table = Table::new(41, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    table.done(&id, ANNA, roll("2d6+1", Some("a storm <@1> **off** Lorient"))).await;
    let rolled = last(&table.sent(), "rolled");
    let question = button(&rolled, "Question this").unwrap();
    not_theirs(&front, &table, &id, &question).await;

    // The form quotes what was rolled.
    let form = front.press(&table, BELA, &question).await;
    let quoted = form["components"][0]["components"][0]["value"].as_str().unwrap();
    assert!(quoted.starts_with("Roll 2.1 of France & Turkey: 2d6+1 = "), "{quoted}");
    let ask = form["custom_id"].as_str().unwrap().to_owned();
    for (expected, answers, rule, provisional) in [
        ("two to five answers, one a line; there is only \"Yes\".", "Yes", "", ""),
        ("stands twice", "Yes\nyes", "", ""),
        ("names no rule", "Yes\nNo", "zzzzz", ""),
        ("rules. Name one", "Yes\nNo", "stacking", ""),
        ("none of the answers", "Yes\nNo", "", "3"),
        ("two to five answers", "1\n2\n3\n4\n5\n6", "", ""),
    ] {
        let fields =
            [("question", "In port?"), ("answers", answers), ("rule", rule), ("provisional", provisional)];
        let told = front.fill(&table, BELA, &ask, &fields).await;
        assert!(says(&told).contains(expected) && says(&told).ends_with('.'), "{expected}: {told}");
        assert!(told.to_string().contains("In port?"), "what was typed is gone: {told}");
    }
    let rule = "house.general.unclear-rule-vote";
    let fields = [
        ("question", "In port? @everyone **bold**"),
        ("answers", "Yes, in port too @here\n\n  No, at sea only  "),
        ("rule", rule),
        ("provisional", "no"),
    ];
    let told = front.fill(&table, BELA, &ask, &fields).await;
    assert_eq!(says(&told), "Vote 1 is open in the council.");
    let card = last(&table.sent(), "vote");
    let text = card.to_string();
    assert!(text.contains("Rule issues") && !text.contains("at line") && text.contains("<t:"), "{text}");
    assert!(text.contains("**No, at sea only** — 0 · *play goes on by this until then*"), "{text}");
    // An answer each, and *Why* for the rules behind the result that it is about.
    let buttons = card["components"][0]["components"].as_array().unwrap();
    assert_eq!((buttons.len(), buttons[2]["label"].as_str()), (3, Some("Why")));
    let cast: Vec<String> =
        buttons[..2].iter().map(|b| b["custom_id"].as_str().unwrap().to_owned()).collect();
    not_theirs(&front, &table, &id, &cast[0]).await;
    // The number of the vote in another campaign: there is none.
    let other = table.played(LOUNGE, &[ANNA, DORA]).await;
    let told = front.press(&table, ANNA, &cast[0].replacen(&id, &other, 1)).await;
    assert!(says(&told).contains("closed"), "{told}");
    let told = front.press(&table, DORA, &cast[0]).await;
    assert!(says(&told).contains("no seat"), "{told}");

    assert!(says(&front.press(&table, ANNA, &cast[0]).await).starts_with("You vote: **Yes, in port too"));
    assert!(says(&front.press(&table, ANNA, &cast[0]).await).contains("voted so already"));
    let card = last(&table.sent(), "vote").to_string();
    assert!(card.contains("** — 1: France & Turkey") && card.contains("(User102) and "), "{card}");
    front.press(&table, BELA, &cast[1]).await;
    let shown = front.press(&table, OLAF, &format!("v1:{id}:1:vote/show")).await;
    assert_eq!(shown.to_string().matches("** — 1: ").count(), 2, "{shown}");
    let listed = front.press(&table, CARL, &format!("v1:{id}:0:vote/list")).await;
    assert!(
        button(&listed, "Vote 1").is_some() && listed.to_string().contains("2 of 3 have voted"),
        "{listed}"
    );

    let told = front.press(&table, CARL, &cast[0]).await;
    assert!(says(&told).contains("all have voted"), "{told}");
    let sent = table.sent();
    let result = last(&sent, "voted");
    assert!(
        says(&result).starts_with("**Yes, in port too") && says(&result).ends_with("· vote 1"),
        "{result}"
    );
    assert!(result.to_string().contains("own ruling from now on"), "{result}");
    assert!(says(&last(&sent, "vote")).contains("closed") && last(&sent, "vote")["components"] == json!([]));
    let rulings = front.press(&table, OLAF, &button(&result, "Our rulings").unwrap()).await;
    assert!(rulings.to_string().contains("Yes, in port too"), "{rulings}");
    let why = front.press(&table, OLAF, &button(&result, "Why").unwrap()).await;
    assert!(why.to_string().contains(rule), "{why}");
    assert!(says(&front.press(&table, ANNA, &cast[1]).await).contains("closed"));
    let listed = front.press(&table, CARL, &format!("v1:{id}:0:vote/list")).await;
    assert!(listed.to_string().contains("(2 : 1)"), "{listed}");

    // The rule is ruled on: only a vote to reopen the ruling lets it be asked again.
    let told = front.fill(&table, ANNA, &ask, &fields).await;
    assert!(says(&told).contains("ruled on that already") && says(&told).contains("/vote reopen"), "{told}");
    let reopen = button(&told, "Vote on reopening it").unwrap();
    assert!(says(&front.press(&table, ANNA, &reopen).await).contains("Vote 2 is open"));
    for user in [BELA, CARL] {
        front.press(&table, user, &format!("v1:{id}:2:vote/cast/0")).await;
    }
    assert!(table.campaign(&id).await.play.rulings[0].reopened);
    assert!(says(&front.fill(&table, ANNA, &ask, &fields).await).contains("Vote 3 is open"));
    table.verified(&id).await;
}

#[tokio::test]
async fn three_answers_without_a_majority_run_off() {
    let front = Front::new().await;
    let table = Table::new(48, None);
    let players = [ANNA, BELA, CARL];
    let id = table.played(COUNCIL, &players).await;
    let fields =
        [("question", "Who moves first?"), ("answers", "One\nTwo\nThree"), ("rule", ""), ("provisional", "")];
    let told = front.fill(&table, ANNA, &format!("v1:{id}:0:vote/ask"), &fields).await;
    assert!(says(&told).contains("Vote 1 is open"), "{told}");
    let cast = |option: u32| format!("v1:{id}:1:vote/cast/{option}");
    let mut told = Value::Null;
    for (option, user) in (0..).zip(players) {
        told = front.press(&table, user, &cast(option)).await;
    }
    assert!(says(&told).contains("the run-off is open"), "{told}");
    let post = last(&table.sent(), "run_off");
    assert!(says(&post).starts_with("**Run-off** · vote 1"), "{post}");
    assert!(post.to_string().contains("Several were equal: d3 falls"), "{post}");
    let between = table.campaign(&id).await.play.votes[&1].run_off.clone().unwrap().between;
    let out = (0..3).find(|option| !between.contains(option)).unwrap();
    let user = players[out as usize];
    assert!(says(&front.press(&table, user, &cast(out)).await).contains("is out"));
    front.press(&table, user, &cast(between[0])).await;
    assert_eq!(table.campaign(&id).await.play.rulings[0].option, between[0]);
    table.verified(&id).await;
}

#[tokio::test]
async fn a_tie_is_rolled_and_a_switch_turns_and_finns_read_finnish() {
    let front = Front::new().await;
    let table = Table::new(42, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let shown = front.press(&table, ANNA, &format!("v1:{id}:0:vote/switches")).await;
    let (turn, values) = select(&shown).unwrap();
    // Every way that no switch stands in is in a select; there are more than one holds where all switches are offered, as in 1853.
    let selects = shown["components"].as_array().unwrap().iter().map(|row| &row["components"][0]);
    let offered =
        selects.flat_map(|select| select["options"].as_array().cloned().unwrap_or_default()).count();
    // What is a reading of a rule of 1853 alone makes no difference here.
    let of_1853 = ["italian_income", "sardinian_events", "rifles"];
    assert!(of_1853.iter().all(|key| engine::table::switches::by_key(key).is_some()));
    let here = engine::table::switches::of("eia").filter(|switch| !of_1853.contains(&switch.key));
    let ways = here.map(|switch| switch.ways.len() - 1).sum::<usize>();
    assert!(offered == ways && ways > 20, "{offered} of {ways}: {shown}");
    assert!(values.contains(&"votes/power".to_owned()) && !values.contains(&"votes/player".to_owned()));
    let told = front.choose(&table, OLAF, &turn, "votes/power").await;
    assert!(says(&told).contains("no seat"), "{told}");
    for wrong in ["votes/none", "nothing/power", "votes", ""] {
        let told = front.choose(&table, ANNA, &turn, wrong).await;
        assert!(says(&told).starts_with('✖') && says(&told).ends_with('.'), "{wrong}: {told}");
    }
    assert!(says(&front.choose(&table, ANNA, &turn, "votes/power").await).contains("Vote 1 is open"));
    front.press(&table, BELA, &format!("v1:{id}:1:vote/cast/0")).await;
    let result = last(&table.sent(), "voted").to_string();
    assert!(result.contains("Equal: d2 falls **") && !result.contains("2.1"), "no epoch in a post: {result}");
    let switched = table.campaign(&id).await.play.switch("votes") == "power";
    assert_eq!(result.contains("one a power, from now on"), switched, "{result}");

    let finn = commands::house::Asker { language: Language::of_locale("fi"), ..table.asker(BELA) };
    let Outcome::Done(reply) = table.order(&id, &finn, act(Act::Conclude)).await else { panic!() };
    assert_eq!(
        reply.content,
        "Äänestys 2 on auki neuvostossa, ja äänesi on ehdotuksesi puolella; voit vaihtaa sen."
    );
    let finn = commands::house::Asker { language: Language::of_locale("fi"), ..table.asker(BELA) };
    let Outcome::Refused(refused) = table.order(&id, &finn, act(Act::Conclude)).await else { panic!() };
    let told = commands::speech::in_language(finn.language, || commands::asked::refused(&refused));
    assert_eq!(told.content, "✖ Siitä on jo auki äänestys 2.");
    assert!(
        says(&last(&table.sent(), "vote")).starts_with("**Vote 2**"),
        "the council is spoken to in its own"
    );
}

#[tokio::test]
async fn results_are_told_and_corrected() {
    let front = Front::new().await;
    let table = Table::new(43, None);
    let mut asked = founding(3);
    asked.umpire = Some(2);
    let id = table.found(ANNA, COUNCIL, "The Grand War", asked).await;
    // The second whom the campaign comes to know is the umpire.
    let table = table.restarted(|path| {
        let people = rusqlite::Connection::open(path).unwrap();
        let person = rusqlite::params![id, DORA.cast_signed()];
        people
            .execute(
                "INSERT INTO people (campaign, person, user, name) VALUES (?1, 2, ?2, 'User104')",
                person,
            )
            .unwrap();
    });
    for (user, said) in [(BELA, "b"), (ANNA, "a"), (CARL, "c")] {
        table.done(&id, user, Verb::Join { word: word(said) }).await;
    }
    let tell = format!("v1:{id}:0:board/tell");
    assert!(says(&front.press(&table, BELA, &tell).await).contains("once play has begun"));
    assert!(says(&front.fill(&table, BELA, &tell, &[("what", "France 3")]).await).contains("no values yet"));
    table.done(&id, ANNA, Verb::Start).await;
    table.all_bid(&id, &[ANNA, BELA, CARL]).await;
    table.sent();
    not_theirs(&front, &table, &id, &tell).await;
    assert_eq!(front.press(&table, BELA, &tell).await["custom_id"], tell.as_str());
    let told = front.fill(&table, BELA, &tell, &[("what", "Poland <@1> 4")]).await;
    assert!(says(&told).contains("no value of this board") && button(&told, "Try again").is_some(), "{told}");
    let values = table.campaign(&id).await.values();
    let power = values[0].name.clone();
    let told = front.fill(&table, BELA, &tell, &[("what", &format!("{power} 12 VP, {power} −0.5 PP"))]).await;
    assert!(says(&told).contains("does not count yet"), "{told}");
    // What it costs himself counts at once; what it brings him the others confirm.
    let sent = table.sent();
    assert!(last(&sent, "told").to_string().contains("0 → −0.5 PP"), "{sent:?}");
    let waits = last(&sent, "telling");
    assert!(says(&waits).contains("0 → 12 VP") && button(&waits, "Deny").is_some(), "{waits}");
    table.assents(&id).await;
    let post = last(&table.sent(), "told");
    assert!(post.to_string().contains("0 → 12 VP") && post.to_string().contains("assented to"), "{post}");
    let told = front.fill(&table, BELA, &tell, &[("what", &format!("{power} 12"))]).await;
    assert!(says(&told).contains("12 VP already"), "{told}");
    front.fill(&table, CARL, &tell, &[("what", &format!("{power} +3"))]).await;
    table.assents(&id).await;
    let post = last(&table.sent(), "told");
    assert!(post.to_string().contains("12 → 15 VP"), "{post}");
    let shown = front.press(&table, OLAF, &button(&post, "All values").unwrap()).await;
    let text = shown["embeds"][0]["description"].as_str().unwrap();
    assert!(text.contains(" 15 ") && text.lines().all(|line| line.chars().count() <= 40), "{text}");

    // A correction by its button and form.
    let form = front.press(&table, CARL, &button(&post, "Correct it").unwrap()).await;
    assert_eq!(form["components"][0]["components"][0]["value"], format!("{power}, VP"));
    not_theirs(&front, &table, &id, &button(&post, "Correct it").unwrap()).await;
    let correct = form["custom_id"].as_str().unwrap().to_owned();
    for (expected, value, reason) in
        [("whole numbers", "x", "r"), ("reason", "13", " "), ("15 VP already", "15", "r")]
    {
        let fields = [("what", &*format!("{power}, VP")), ("value", value), ("reason", reason)];
        let told = front.fill(&table, CARL, &correct, &fields).await;
        assert!(says(&told).contains(expected), "{expected}: {told}");
    }
    let propose = async |user: u64, value: &str| {
        let what = format!("{power}, VP");
        let fields = [("what", &*what), ("value", value), ("reason", "counted **twice** @everyone")];
        let told = front.fill(&table, user, &correct, &fields).await;
        assert!(says(&told).contains("stands in the council"), "{told}");
        last(&table.sent(), "correction")
    };
    let holder = values[0].of.clone().unwrap();
    let person = table.campaign(&id).await.play.seats[&holder].person.unwrap();
    let owner = [ANNA, BELA, CARL][[1, 3, 4].iter().position(|n| *n == person).unwrap()];
    let other = [ANNA, BELA, CARL].into_iter().find(|user| *user != owner && *user != BELA).unwrap();
    let card = propose(other, "13").await;
    assert!(says(&card).contains("15 → 13 VP** · correction 1"), "{card}");
    for label in ["Agree", "Object", "Umpire: let it hold", "Umpire: reject it"] {
        not_theirs(&front, &table, &id, &button(&card, label).unwrap()).await;
    }
    let told = front.press(&table, other, &button(&card, "Umpire: let it hold").unwrap()).await;
    assert!(says(&told).contains("Only the umpire"), "{told}");
    let told = front.press(&table, owner, &button(&card, "Agree").unwrap()).await;
    assert!(says(&told).contains("with that it holds"), "{told} {card}");
    let sent = table.sent();
    assert!(says(&last(&sent, "settled")).contains("13 VP.** Correction 1 holds; it was 15 VP"), "{sent:?}");
    assert!(says(&last(&sent, "correction")).ends_with("settled"));

    // One is objected to, and the umpire settles it while the vote is open.
    let card = propose(other, "1").await;
    let told = front.press(&table, owner, &button(&card, "Object").unwrap()).await;
    assert!(says(&told).contains("You object"), "{told}");
    let sent = table.sent();
    assert!(says(&last(&sent, "objected")).contains("13 → 1 VP") && !of_kind(&sent, "vote").is_empty());
    let shown = front.press(&table, OLAF, &format!("v1:{id}:2:correct/show")).await;
    assert!(shown.to_string().contains("the vote decides"), "{shown}");
    let listed = front.press(&table, OLAF, &format!("v1:{id}:0:correct/list")).await;
    assert!(button(&listed, "Correction 2").is_some(), "{listed}");
    let told = front.press(&table, DORA, &button(&card, "Umpire: reject it").unwrap()).await;
    assert!(says(&told).contains("rejected"), "{told}");
    let sent = table.sent();
    assert!(says(&last(&sent, "settled")).contains("13 VP, as before"), "{sent:?}");
    assert_eq!(last(&sent, "vote")["components"], json!([]), "the vote is void");
    assert!(says(&front.press(&table, ANNA, &button(&card, "Agree").unwrap()).await).contains("settled"));

    // Nobody objects for a day to what lessens one's own.
    propose(owner, "10").await;
    table.watch.pass(86_400);
    table.house.look_in(&id).await.unwrap();
    assert!(says(&last(&table.sent(), "settled")).contains("10 VP.** Correction 3 holds"));

    // The umpire declares a roll void; it is rolled again and told once.
    table.done(&id, CARL, roll("2d6", None)).await;
    let text = engine::table::Text {
        text: "the **wrong** dice".to_owned(),
        salt: engine::table::Secret::new([9; 32]),
    };
    let rolled = table.campaign(&id).await.last_rolls.last().unwrap().id.clone();
    let void = Verb::Act { act: Act::Void { id: rolled }, text: Some(text) };
    assert!(table.refused(&id, CARL, void.clone()).await.contains("Only the umpire"));
    table.sent();
    table.done(&id, DORA, void).await;
    let sent = table.sent();
    assert!(says(&last(&sent, "voided")).contains("is void; rolled again"), "{sent:?}");
    assert!(of_kind(&sent, "rolled").is_empty());
    table.verified(&id).await;
}

#[tokio::test]
async fn the_boards_picture_goes_out_with_its_hash() {
    let front = Front::new().await;
    let table = Table::new(44, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let none = front.press(&table, OLAF, &format!("v1:{id}:0:board/pictures")).await;
    assert!(says(&none).contains("No picture"), "{none}");
    let bytes = b"a save file".to_vec();
    let asker = table.asker(ANNA);
    let done = table.house.lay_down(&id, &asker, "../June **1**.vsav", bytes.clone()).await;
    assert!(matches!(done, Outcome::Done(_)), "{done:?}");
    let due = table.house.store.due(table.house.now(), 1_000).await.unwrap();
    assert!(
        due.iter().all(
            |row| row.kind != "laid_down" || row.files == [("June___1__.vsav".to_owned(), bytes.clone())]
        )
    );
    let post = last(&table.sent(), "laid_down");
    let hash = engine::table::hash::sha256(&[&bytes]).hex();
    assert!(post.to_string().contains(&hash) && post.to_string().contains("11 bytes"), "{post}");
    assert_eq!(post["attachments"][0]["filename"], "June___1__.vsav");
    let listed = front.press(&table, OLAF, &button(&post, "All pictures").unwrap()).await;
    assert!(listed.to_string().contains(&hash) && listed.to_string().contains("January 1805"), "{listed}");
    // Delivered twice, it is taken once.
    assert!(matches!(table.house.lay_down(&id, &asker, "x", bytes).await, Outcome::Twice(Some(_))));
    let large = table.house.lay_down(&id, &table.asker(ANNA), "x", vec![0; 10 * 1024 * 1024 + 1]).await;
    assert!(matches!(large, Outcome::Refused(why) if why.says.contains("10 MiB")));
    for (user, bytes) in [(OLAF, vec![1]), (ANNA, Vec::new())] {
        let refused = table.house.lay_down(&id, &table.asker(user), "x", bytes).await;
        assert!(matches!(refused, Outcome::Refused(_)), "{refused:?}");
    }
    table.verified(&id).await;
}

#[tokio::test]
async fn envelopes_between_powers_are_opened_together_and_dispatches_reach_one_alone() {
    let front = Front::new().await;
    let table = Table::new(45, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let list = format!("v1:{id}:0:envelope/list");
    let listed = front.press(&table, ANNA, &list).await;
    let new = button(&listed, "New sealed envelopes").unwrap();
    assert!(button(&front.press(&table, OLAF, &list).await, "New sealed envelopes").is_none());
    not_theirs(&front, &table, &id, &new).await;
    let (menu, _) = select(&front.press(&table, ANNA, &new).await).unwrap();
    let form = front.choose(&table, ANNA, &menu, "2").await["custom_id"].as_str().unwrap().to_owned();
    for (expected, about, what) in [
        ("1 to 1500 characters", " ", ""),
        ("neither the bounds", "x", "many"),
        ("9 is more than 1", "x", "9..1"),
        ("2 to 9 answers", "x", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10"),
    ] {
        let told = front.fill(&table, ANNA, &form, &[("about", about), ("what", what)]).await;
        assert!(says(&told).contains(expected), "{expected}: {told}");
    }
    let fields = [("about", "Who gets Munich? @everyone"), ("what", "")];
    assert!(says(&front.fill(&table, ANNA, &form, &fields).await).contains("seal yours"));
    let post = last(&table.sent(), "exchange");
    let seal = button(&post, "Seal mine").unwrap();
    not_theirs(&front, &table, &id, &seal).await;
    assert!(says(&front.press(&table, CARL, &seal).await).contains("between others"));
    for (user, text) in [(ANNA, "Mine, says **Anna**"), (BELA, "The Bavarian keeps it")] {
        let form = front.press(&table, user, &seal).await;
        assert_eq!(form["custom_id"], seal.as_str());
        let told = front.fill(&table, user, &seal, &[("what", text)]).await;
        assert!(button(&told, "Make it Final").is_some(), "{told}");
        if user == ANNA {
            // Only she has seen it.
            assert!(table.sent().iter().all(|sent| sent.user == Some(ANNA) || !sent.text.contains("says")));
        }
        let line = seal.split(':').nth(2).unwrap();
        front.press(&table, user, &format!("v1:{id}:{line}:final")).await;
    }
    let opened = last(&table.sent(), "exchanged").to_string();
    assert!(opened.contains("Who gets Munich?") && opened.contains("The Bavarian keeps it"), "{opened}");
    assert!(says(&front.press(&table, ANNA, &seal).await).contains("closed by now"));
    assert!(says(&front.fill(&table, ANNA, &seal, &[("what", "late")]).await).contains("closed by now"));

    // A number, and one of several answers.
    let fields = [("about", "How many?"), ("what", "0..9")];
    let form = front.choose_several(&table, ANNA, &menu, &["2", "3"]).await;
    front.fill(&table, ANNA, form["custom_id"].as_str().unwrap(), &fields).await;
    let seal = button(&last(&table.sent(), "exchange"), "Seal mine").unwrap();
    for wrong in ["ten", "10", "−1", "1.5"] {
        let told = front.fill(&table, CARL, &seal, &[("what", wrong)]).await;
        assert!(says(&told).starts_with('✖') && says(&told).ends_with('.'), "{wrong}: {told}");
    }
    assert!(button(&front.fill(&table, CARL, &seal, &[("what", "9")]).await, "Make it Final").is_some());
    let fields = [("about", "Who?"), ("what", "Anna <@2>\nBéla")];
    let form = front.choose(&table, ANNA, &menu, "3").await;
    front.fill(&table, ANNA, form["custom_id"].as_str().unwrap(), &fields).await;
    let seal = button(&last(&table.sent(), "exchange"), "Seal mine").unwrap();
    let (choose, values) = select(&front.press(&table, CARL, &seal).await).unwrap();
    assert_eq!(values, ["1", "2"]);
    assert!(says(&front.choose(&table, BELA, &choose, "1").await).contains("between others"));
    assert!(says(&front.choose(&table, CARL, &choose, "3").await).starts_with('✖'));
    front.choose(&table, CARL, &choose, "2").await;
    front.choose(&table, ANNA, &choose, "2").await;
    let line = choose.split(':').nth(2).unwrap();
    for user in [ANNA, CARL] {
        front.press(&table, user, &format!("v1:{id}:{line}:final")).await;
    }
    let opened = last(&table.sent(), "exchanged").to_string();
    assert_eq!(opened.matches("Béla").count(), 2, "{opened}");

    // A dispatch, from the list to its reply.
    let write = button(&front.press(&table, ANNA, &list).await, "Write a dispatch").unwrap();
    assert!(says(&front.press(&table, OLAF, &write).await).contains("no seat"));
    let (to, seats) = select(&front.press(&table, ANNA, &write).await).unwrap();
    assert_eq!(seats, ["2", "3"]);
    assert!(says(&front.choose(&table, ANNA, &to, "1").await).contains("another seat"));
    assert!(says(&front.choose(&table, ANNA, &to, "x").await).starts_with('✖'));
    let form = front.choose(&table, ANNA, &to, "2").await["custom_id"].as_str().unwrap().to_owned();
    let before = table.campaign(&id).await;
    assert!(says(&front.fill(&table, ANNA, &form, &[("text", "  ")]).await).contains("1 to 1000 characters"));
    let secret = "Moscow is yours.\n\n**Burn** it <@1> @everyone";
    let told = front.fill(&table, ANNA, &form, &[("text", secret)]).await;
    assert!(told.to_string().contains("house.general.diplomacy-any-phase"), "{told}");
    let sent = table.sent();
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert_eq!((sent[0].user, sent[0].kind.as_str()), (Some(BELA), "dispatch"));
    assert!(!says(&sent[0].json()).contains("Moscow"), "the first line stands on lock screens");
    assert_eq!(table.campaign(&id).await.head, before.head, "nothing of it is on the record");
    let reply = button(&sent[0].json(), "Reply").unwrap();
    not_theirs(&front, &table, &id, &reply).await;
    assert_eq!(front.press(&table, BELA, &reply).await["custom_id"], reply.as_str());
    front.fill(&table, BELA, &reply, &[("text", "Done.")]).await;
    assert_eq!(table.sent()[0].user, Some(ANNA));
    let (text, _) = table.verified(&id).await;
    assert!(!text.contains("Moscow"));
}

#[tokio::test]
async fn a_power_is_auctioned() {
    let front = Front::new().await;
    let table = Table::new(46, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL, DORA]).await;
    let values = table.campaign(&id).await.values();
    let powers = |seat: u32| {
        let seat = SeatId::numbered(seat);
        let own = values.iter().filter(move |value| value.of.as_ref() == Some(&seat) && value.unit == "VP");
        own.cloned().collect::<Vec<_>>()
    };
    for (user, seat, vp) in [(ANNA, 1, 20), (BELA, 2, 20), (CARL, 3, 5)] {
        let key = powers(seat)[0].key.clone();
        table.done(&id, user, act(Act::Tell { key, value: vp })).await;
    }
    quietly(&table, &id, DORA, act(Act::Resign)).await;
    table.done(&id, ANNA, act(Act::AskInfluence { seat: SeatId::numbered(4) })).await;
    for user in [BELA, CARL] {
        front.press(&table, user, &format!("v1:{id}:1:vote/cast/0")).await;
    }
    let sent = table.sent();
    assert!(says(&last(&sent, "voted")).starts_with("**Yes: it is auctioned**"), "{sent:?}");
    assert!(says(&last(&sent, "auction")).starts_with("**Up for auction"), "{sent:?}");
    let bid = button(&last(&sent, "auction_round"), "Bid").unwrap();
    assert!(says(&front.press(&table, OLAF, &bid).await).contains("no seat"));
    let name = |seat: u32| powers(seat)[0].name.clone();
    for (user, seat, vp) in [(ANNA, 1, "12"), (BELA, 2, "12")] {
        let form = front.press(&table, user, &bid).await;
        let auction = form["custom_id"].as_str().unwrap().to_owned();
        assert!(auction.ends_with(":auction"), "{form}");
        for (expected, typed) in
            [("so its bid is 0 to", "21"), ("is no bid", "lots of them"), ("is not yours", "3 Poland")]
        {
            let typed = typed.replace("Poland", &name(3));
            let told = front
                .fill(&table, user, &auction, &[("power", &name(seat)), ("bid", &typed), ("word", "")])
                .await;
            assert!(says(&told).contains(expected), "{expected}: {told}");
        }
        let told =
            front.fill(&table, user, &auction, &[("power", &name(seat)), ("bid", vp), ("word", "")]).await;
        assert!(told.to_string().contains("12 VP"), "{told}");
        assert!(table.sent().iter().all(|sent| sent.user.is_some()), "a sealed bid shows");
    }
    // Nothing at all is no bid.
    let auction = bid.replace(":bid", ":auction");
    let told = front.fill(&table, CARL, &auction, &[("power", ""), ("bid", ""), ("word", "")]).await;
    assert!(told.to_string().contains("no bid"), "{told}");
    let line = bid.split(':').nth(2).unwrap();
    for user in [ANNA, BELA, CARL] {
        front.press(&table, user, &format!("v1:{id}:{line}:final")).await;
    }
    let sent = table.sent();
    let sold = of_kind(&sent, "sold").remove(0);
    assert!(says(&sold).contains("for 12 VP**, which leaves 8 VP"), "{sold}");
    assert!(
        sold.to_string().contains("Equal bids of 12 VP") && sold.to_string().contains(": no bid"),
        "{sold}"
    );
    assert!(button(&sold, "Why").is_some() && button(&sold, "Question this").is_some());
    let quoted = front.press(&table, CARL, &button(&sold, "Question this").unwrap()).await.to_string();
    assert!(quoted.contains("for 12 VP") && quoted.contains("house.auction"), "{quoted}");
    // An old card of the auction; the next power's is another.
    assert!(says(&front.fill(&table, ANNA, &auction, &[("bid", "1")]).await).contains("closed by now"));
    table.verified(&id).await;
}

#[tokio::test]
async fn a_month_has_its_gazette_and_the_end_its_table_chronicle_and_record() {
    let front = Front::new().await;
    let table = Table::new(47, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let key = table.campaign(&id).await.values()[0].key.clone();
    table.done(&id, ANNA, act(Act::Tell { key: key.clone(), value: 4 })).await;
    table.done(&id, ANNA, act(Act::Tell { key, value: 7 })).await;
    table.done(&id, ANNA, roll("3d6", None)).await;
    table.done(&id, ANNA, act(Act::Switch { key: "show".to_owned(), value: "yes".to_owned() })).await;
    front.press(&table, BELA, &format!("v1:{id}:1:vote/cast/1")).await;
    for user in [ANNA, BELA] {
        quietly(&table, &id, user, act(Act::Ready { through: Through::Turn, hold: false })).await;
    }
    let gazette = last(&table.sent(), "gazette");
    let text = gazette["embeds"][0]["description"].as_str().unwrap();
    assert_eq!(gazette["embeds"][0]["title"], "January 1805 is over");
    assert!(
        text.lines().count() <= 5 && text.contains("leads** with 7 VP") && text.contains("7 (+7)"),
        "{text}"
    );
    assert!(text.contains("Votes: ") && text.contains("Dice: 1 roll."), "{text}");
    assert_eq!(gazette["attachments"][0]["filename"], "1805-01.txt");
    let form = front.press(&table, BELA, &button(&gazette, "Question this").unwrap()).await.to_string();
    assert!(form.contains("January 1805 is over"), "{form}");
    for user in [ANNA, BELA] {
        quietly(&table, &id, user, act(Act::Ready { through: Through::Turn, hold: false })).await;
    }
    let gazette = last(&table.sent(), "gazette").to_string();
    assert!(gazette.contains("February 1805 is over") && !gazette.contains("(+7)"), "{gazette}");

    table.done(&id, ANNA, act(Act::Conclude)).await;
    front.press(&table, BELA, &format!("v1:{id}:2:vote/cast/0")).await;
    let sent = table.sent();
    let end = last(&sent, "concluded");
    assert!(says(&end).starts_with("**Nobody has reached the goal.**"), "{end}");
    let text = end["embeds"][0]["description"].as_str().unwrap();
    assert!(text.lines().filter(|l| !l.contains('·')).all(|line| line.chars().count() <= 40), "{text}");
    let at = |kind: &str| sent.iter().position(|message| message.kind == kind).unwrap();
    assert!(at("concluded") > 0 && of_kind(&sent, "voted").is_empty(), "{sent:?}");
    assert_eq!(end["attachments"][0]["filename"], "chronicle.txt");
    let mut files = Vec::new();
    // One message of the channel is due at a time.
    for _ in 0..200 {
        let due = table.house.store.due(table.house.now(), 1_000).await.unwrap();
        let Some(row) = due.into_iter().find(|row| row.user_channel()) else { break };
        if row.kind == "concluded" {
            files = row.files.clone();
        }
        table.house.store.park(row.id, 0, "seen").await.unwrap();
    }
    let (name, record) = files.pop().unwrap();
    assert_eq!(name, format!("{id}.jsonl"));
    let report = engine::table::verify::verify(&record, &[]).unwrap();
    assert_eq!((report.rolls_waiting, report.orders_waiting), (0, 0), "{report:?}");
    assert_eq!(record, table.house.record(&id).await.unwrap().1.into_bytes());
    let chronicle = String::from_utf8(files.pop().unwrap().1).unwrap();
    for told in [
        "== January 1805 · 1 roll ==",
        "0 → 7 VP",
        "The campaign is over",
        "goal is",
        "A secret may be shown to one power alone? yes",
        "User101 founds",
    ] {
        assert!(told.split('|').any(|part| chronicle.contains(part)), "{told} is missing:\n{chronicle}");
    }
    assert!(!chronicle.contains("**") && !chronicle.contains('\\'), "{chronicle}");
}

/// A look at a row of the outbox.
trait Place {
    /// Whether it goes to a channel.
    fn user_channel(&self) -> bool;
}

impl Place for db::OutboxRow {
    fn user_channel(&self) -> bool {
        !matches!(self.target, db::Target::User(_))
    }
}
