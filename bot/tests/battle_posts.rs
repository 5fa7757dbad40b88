//! What is posted of a battle: its days in a thread of its own, its end in the council with the picture; each once, whatever happens.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, Bot, COUNCIL, POSTS, requests, until};
use chancery::rehearse::script::{Act, Script};
use db::{Commit, NewMessage, Target};
use local_discord::{Audience, Fault, Kind, LocalDiscord, Permission, VirtualClock};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

const SCRIPT: &str = include_str!("../../docs/rehearsals/battle.rehearsal");
const THREADS: &str = "POST /channels/{channel_id}/messages/{message_id}/threads";
const THREAD: &str = "council › Battle of Ulm, January 1805";
/// What only the post of a battle's end says.
const END: &str = "In all: ";

/// A table of four with a battle that is fought when the last of them makes his envelope Final.
struct Field {
    server: LocalDiscord,
    folder: tempfile::TempDir,
}

impl Field {
    async fn prepared() -> (Field, Bot) {
        let script = Script::read(SCRIPT).unwrap();
        let clock = Arc::new(VirtualClock::starting_at(chancery::rehearse::BEGINNING));
        let names = script.names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let server = LocalDiscord::start(common::server(clock, &names)).await.unwrap();
        let field = Field { server, folder: tempfile::tempdir().unwrap() };
        let bot = field.start(1).await;
        let is_final = |act: &Act| matches!(act, Act::Press { label, .. } if label == "Make it Final");
        let last = script.lines.iter().rposition(|line| is_final(&line.act)).unwrap();
        for line in &script.lines[..last] {
            match &line.act {
                Act::Slash { name, command } => field.server.slash(name, COUNCIL, command).map(|_| ()),
                Act::Press { name, label } => field.server.press(name, label).map(|_| ()),
                Act::Choose { name, menu, values } => field.server.choose(name, menu, values).map(|_| ()),
                Act::Fill { name, fields } => field.server.fill(name, fields).map(|_| ()),
                Act::Comment | Act::Locale { .. } | Act::Clock { .. } => Ok(()),
            }
            .unwrap_or_else(|why| panic!("line {}: {why}", line.number));
            bot.quiet(&field.server).await;
        }
        (field, bot)
    }

    async fn start(&self, seed: u8) -> Bot {
        Bot::start(&self.server, &self.folder.path().join("table.db"), seed).await
    }

    /// The last of them makes his envelope Final.
    fn fight(&self) {
        self.server.press("Dmitri", "Make it Final").unwrap();
    }

    fn standing(&self, channel: &str) -> Vec<Value> {
        let channel = self.server.channel_id(channel).unwrap();
        let messages = self.server.messages(channel).into_iter();
        messages.filter(|message| message.get("ephemeral_to").is_none()).collect()
    }

    /// How many posts of a channel say something.
    fn saying(&self, channel: &str, what: &str) -> usize {
        self.standing(channel).iter().filter(|post| post.to_string().contains(what)).count()
    }

    /// How many threads the bot asked for, and how many it was given.
    fn threads(&self) -> (usize, usize) {
        let made = |one: &&local_discord::RequestLog| {
            format!("{} {}", one.method, one.route) == THREADS && one.status == 201
        };
        (requests(&self.server, THREADS), self.server.requests().iter().filter(made).count())
    }

    async fn end(self, bot: Bot) {
        assert_eq!(self.server.violations(), [], "{}", self.server.transcript());
        bot.crash();
        self.server.stop().await;
    }
}

/// Puts a message into the outbox of the table's campaign.
async fn send(bot: &Bot, message: NewMessage) {
    let campaign = bot.house.store.campaigns().await.unwrap().remove(0).id;
    let expect_seq = bot.house.store.entries(&campaign, 0).await.unwrap().len() as u64;
    let commit = Commit { campaign, expect_seq, outbox: vec![message], ..Commit::default() };
    bot.house.store.commit(commit).await.unwrap();
    bot.house.outbox.notify_one();
}

fn with_picture(target: Target, says: &str, of: &str) -> NewMessage {
    let attachments = json!([{"id": "0", "filename": "ulm.png", "description": "Who won."}]);
    NewMessage {
        target,
        body: json!({"content": says, "attachments": attachments}).to_string(),
        files: Vec::new(),
        picture: Some(of.to_owned()),
        line: None,
        since: chancery::rehearse::BEGINNING,
        kind: "battle".to_owned(),
    }
}

fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_days_stand_in_a_thread_and_the_end_in_the_council_with_its_picture() {
    let (field, bot) = Field::prepared().await;
    let server = &field.server;
    // No day was fought yet, so there is nothing to put into a thread.
    assert_eq!(server.channel_id(THREAD), None);
    assert_eq!(field.saying(COUNCIL, "battle plans are sealed now"), 1);
    field.fight();
    bot.quiet(server).await;

    let opening = field.standing(COUNCIL);
    let opening = opening.iter().find(|post| post["content"].to_string().contains("attack Austria")).unwrap();
    assert_eq!(opening["id"], server.channel_id(THREAD).unwrap().to_string());
    assert_eq!(opening["thread"]["type"], 11);
    assert_eq!(opening["thread"]["thread_metadata"]["auto_archive_duration"], 10_080);
    let day = field.standing(THREAD);
    let day: Vec<&str> = day.iter().map(|post| post["content"].as_str().unwrap()).collect();
    assert!(day.len() > 1 && day[0].contains("Outflank against Counterattack"), "{day:?}");
    assert_eq!(field.saying(COUNCIL, "Outflank against Counterattack"), 0);
    assert_eq!(field.threads(), (1, 1));

    let ends: Vec<Value> = field.standing(COUNCIL);
    let end = ends.iter().find(|post| post["embeds"].to_string().contains(END)).unwrap();
    let verdict = end["content"].as_str().unwrap().replace("**", "");
    let attached = &end["attachments"][0];
    assert_eq!(
        (&attached["filename"], &attached["description"], &attached["content_type"]),
        (&json!("ulm.png"), &json!(verdict), &json!("image/png"))
    );
    let told = server
        .seen()
        .into_iter()
        .find(|seen| seen.message == end["id"].as_str().and_then(|id| id.parse().ok()));
    let [(_, posted)] = &told.unwrap().files[..] else { panic!("not one file") };
    assert!(is_png(posted));
    // The picture by button is drawn from the same record, byte for byte.
    let mark = server.seen().len() as u64;
    server.press("Anna", "Picture").unwrap();
    bot.quiet(server).await;
    let drawn: Vec<_> = server.seen_since(mark).into_iter().flat_map(|seen| seen.files).collect();
    assert!(drawn.len() == 1 && drawn[0].1 == *posted);

    // A command in the thread means the campaign of the thread, though there is another in the server.
    server.slash("Anna", common::LOUNGE, "/campaign found name:Another players:2").unwrap();
    bot.quiet(server).await;
    server.fill("Anna", &[]).unwrap();
    bot.quiet(server).await;
    let mark = server.seen().len() as u64;
    server.slash("Anna", THREAD, "/desk").unwrap();
    bot.quiet(server).await;
    let desk = server.seen_since(mark).remove(0);
    assert!(common::all_of(&desk).contains("The Danube"), "{desk:?}");
    field.end(bot).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_makes_no_second_thread_and_no_second_picture() {
    let (field, bot) = Field::prepared().await;
    let server = &field.server;
    // Discord makes the thread, but the bot dies before it hears so.
    server.faults().strike(THREADS, 1, Fault::CutAfter);
    field.fight();
    until("the thread stands", || server.channel_id(THREAD).is_some()).await;
    bot.crash();
    server.forget_nonces();
    let bot = field.start(2).await;
    bot.quiet(server).await;
    assert_eq!(field.threads().1, 1);
    assert_eq!(field.saying(THREAD, "Outflank against Counterattack"), 1);
    assert_eq!(field.saying(COUNCIL, END), 1);

    // A post with a picture arrives, and one in the thread; the bot dies each time before it hears so.
    let council = server.channel_id(COUNCIL).unwrap();
    let thread = Target::Thread { purpose: "battle/1".to_owned(), channel: council };
    let mut bot = bot;
    for (n, (target, channel)) in
        [(Target::Channel(council), COUNCIL), (thread, THREAD)].into_iter().enumerate()
    {
        let says = format!("once more {n}");
        common::strike_posts(server, 1, Fault::CutAfter);
        send(&bot, with_picture(target, &says, "battle/1")).await;
        until("the post stands", || field.saying(channel, &says) == 1).await;
        bot.crash();
        server.forget_nonces();
        bot = field.start(3 + u8::try_from(n).unwrap()).await;
        bot.quiet(server).await;
        assert_eq!(field.saying(channel, &says), 1);
        let seen: Vec<_> = server.seen().into_iter().filter(|seen| seen.text == says).collect();
        assert!(seen.len() == 1 && seen[0].kind == Kind::Post && is_png(&seen[0].files[0].1), "{seen:?}");
    }
    // One that never arrived is drawn again, the same.
    common::strike_posts(server, 1, Fault::Delay(Duration::from_secs(20)));
    let made = requests(server, POSTS);
    send(&bot, with_picture(Target::Channel(council), "at last", "battle/1")).await;
    until("the request is under way", || server.activity().0 > 0 || requests(server, POSTS) > made).await;
    bot.crash();
    let bot = field.start(9).await;
    bot.quiet(server).await;
    // The odds that a player looked at have a picture too, which is no post; the proofs of envelopes are no pictures.
    let mut seen: Vec<_> = server.seen().into_iter().filter(|seen| seen.kind == Kind::Post).collect();
    for seen in &mut seen {
        seen.files.retain(|(_, bytes)| is_png(bytes));
    }
    let files: Vec<&Vec<u8>> = seen.iter().flat_map(|seen| &seen.files).map(|(_, bytes)| bytes).collect();
    assert_eq!(field.saying(COUNCIL, "at last"), 1);
    let told: Vec<String> = seen
        .iter()
        .flat_map(|seen| {
            seen.files.iter().map(move |(name, bytes)| format!("{} {name} {}", seen.text, bytes.len()))
        })
        .collect();
    assert!(files.len() >= 4 && files.iter().all(|bytes| *bytes == files[0]), "{told:#?}");
    field.end(bot).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_leave_for_threads_or_files_all_is_told_in_the_council() {
    let (field, bot) = Field::prepared().await;
    let server = &field.server;
    assert!(server.deny(COUNCIL, Permission::CreatePublicThreads, true));
    field.fight();
    bot.quiet(server).await;
    assert_eq!(server.channel_id(THREAD), None);
    assert_eq!(field.saying(COUNCIL, "Outflank against Counterattack"), 1);
    assert_eq!(field.saying(COUNCIL, END), 1);
    let order = field.standing(COUNCIL);
    let at = |what: &str| order.iter().position(|post| post.to_string().contains(what)).unwrap();
    assert!(at("sealed now") < at("Outflank against") && at("Outflank against") < at(END));
    // It is not asked again for this battle, and the host hears of it once.
    assert_eq!(field.threads(), (1, 0));
    let dms = server.seen();
    let told = |seen: &&local_discord::Seen| seen.text.contains("no thread for a battle");
    let told: Vec<_> = dms.iter().filter(told).collect();
    assert!(told.len() == 1 && told[0].to == Audience::Dm("Anna".to_owned()), "{told:?}");

    // What a picture's post says matters more than the picture.
    let council = server.channel_id(COUNCIL).unwrap();
    assert!(server.deny(COUNCIL, Permission::AttachFiles, true));
    send(&bot, with_picture(Target::Channel(council), "no leave for files", "battle/1")).await;
    bot.quiet(server).await;
    send(&bot, with_picture(Target::Channel(council), "never fought", "battle/99")).await;
    bot.quiet(server).await;
    for says in ["no leave for files", "never fought"] {
        let posts = field.standing(COUNCIL);
        let post = posts.iter().find(|post| post["content"] == says).unwrap();
        assert_eq!(post["attachments"], json!([]), "{says}");
    }
    field.end(bot).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_is_gone_or_locked_keeps_nothing_back() {
    let (field, bot) = Field::prepared().await;
    let server = &field.server;
    field.fight();
    bot.quiet(server).await;
    let council = server.channel_id(COUNCIL).unwrap();
    let told = |says: &str| {
        let target = Target::Thread { purpose: "battle/1".to_owned(), channel: council };
        NewMessage { picture: None, ..with_picture(target, says, "") }
    };
    let plain = |says: &str| NewMessage { body: json!({"content": says}).to_string(), ..told(says) };
    // What only rests is woken by a post.
    assert!(server.archive_thread(THREAD, true, false));
    send(&bot, plain("into the thread")).await;
    bot.quiet(server).await;
    assert_eq!(field.saying(THREAD, "into the thread"), 1);
    assert!(server.archive_thread(THREAD, true, true));
    send(&bot, plain("into the council")).await;
    bot.quiet(server).await;
    assert!(server.delete_channel(THREAD));
    send(&bot, plain("there as well")).await;
    bot.quiet(server).await;
    assert_eq!(field.saying(COUNCIL, "into the council"), 1);
    assert_eq!(field.saying(COUNCIL, "there as well"), 1);
    // A thread of which no opening is known has no place but the council.
    let target = Target::Thread { purpose: "battle/2".to_owned(), channel: council };
    send(&bot, NewMessage { target, ..plain("of another battle") }).await;
    bot.quiet(server).await;
    assert_eq!(field.saying(COUNCIL, "of another battle"), 1);
    assert_eq!(field.threads(), (1, 1));
    assert!(!server.seen().iter().any(|seen| seen.text.contains("no thread for a battle")));
    field.end(bot).await;
}
