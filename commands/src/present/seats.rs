//! Founding, seats, the start of play, and what was taken back.

use super::names::{count, list};
use super::{Posts, Scene, holders, status};
use crate::custom_id::CustomId;
use crate::eia::bid::present as choice;
use crate::europa::present as europa;
use crate::message::{Component, Embed, Look, Message};
use crate::say;
use engine::eia::EmpiresInArms;
use engine::table::event::Founded;
use engine::table::game::Game as _;
use engine::table::{SeatId, Stage};

/// A campaign was founded: the post that everything later is checked against.
pub(crate) fn founded(scene: &Scene<'_>, posts: &mut Posts, founded: &Founded) {
    let operator = if founded.operator.is_empty() {
        say!("The operator of this bot holds no seat in it. He could read its file.")
    } else {
        say!(
            "The operator of this bot plays: {}. He could read its file; his envelopes are sealed and final before any other is taken, and dice of his own prove nothing.",
            list(&founded.operator.iter().map(|seat| scene.seat(seat)).collect::<Vec<_>>())
        )
    };
    let terms = holders::terms(&scene.public).unwrap_or_default();
    let clock = match &founded.timing {
        Some(timing) => super::clock::described(timing),
        None => say!("Play is without a clock; /turn clock sets one."),
    };
    let umpire = founded.umpire.map(|person| {
        let umpire = scene.person(engine::table::By::Person(person));
        say!("\n{} is umpire: he may declare a roll void or decide a correction, always publicly.", umpire)
    });
    // The map is of Empires in Arms, and not of every game.
    let has_map = scene.public.game_key == EmpiresInArms::KEY;
    let map = match scene.map.as_ref().map(|map| map.board()) {
        Some(Some(board)) => {
            let report = board.pack().report();
            let (areas, borders) = (report.areas as u64, report.borders as u64);
            let (areas, borders) = (count(areas, "area", "areas"), count(borders, "border", "borders"));
            say!("\nThe map is the group's own, of {} and {}.", areas, borders)
        }
        Some(None) => say!("\nThe map is Chancery's own, not the printed one."),
        None => String::new(),
    };
    let operator = format!("{operator}\n{clock}{}{map}", umpire.unwrap_or_default());
    let mut embed = Embed::new(&scene.title(), format!("{terms}\n\n{operator}"));
    if let Some(start) = crate::eia::forces::present::at_the_start(&scene.public) {
        embed = embed.field(&say!("When play begins"), start);
    }
    let embed = embed
        .field(
            &say!("Take a seat"),
            say!("{} free. Joining asks for a word: 1 to 16 letters or digits of your own. All words together go into every roll, so nobody can know the dice beforehand.", count(u64::from(founded.seats), "seat is", "seats are")),
        )
        .field(
            &say!("Laid down before anyone joined"),
            say!("Anchor of the dice\n`{}`\nCommitment of the seals\n`{}`", founded.anchor, founded.veil),
        )
        .footer(&scene.record_whole());
    let message = Message::text(say!(
        "**{}** was founded by {}, who is its host.",
        scene.title(),
        scene.person(engine::table::HOST)
    ))
    .with(embed)
    .buttons(vec![
        scene.button(Look::Primary, &say!("Take a seat"), 0, "join"),
        scene.button(Look::Secondary, &say!("Status"), 0, "status"),
    ]);
    let map = Component::button(Look::Secondary, &say!("Map"), CustomId::free("map/whole"));
    let forces = scene.button(Look::Secondary, &say!("Order of battle"), 0, "forces/start");
    let message = if has_map { message.and_button(map).and_button(forces) } else { message };
    posts.council("founded", message);
    posts.reply = Message::text(say!(
        "**{}** is founded, and this channel is its council. Players take seats with the button or /campaign join; you start play with /campaign start when all {} are taken. You have no seat yourself yet.",
        scene.title(),
        founded.seats
    ));
}

fn free(scene: &Scene<'_>) -> u64 {
    // In play a seat is taken only by a substitute who was named.
    let gathering = scene.public.stage == Stage::Gathering;
    scene.public.seats.iter().filter(|seat| gathering && !seat.is_taken()).count() as u64
}

/// Somebody took a seat.
pub(crate) fn joined(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId) {
    let free = free(scene);
    let n = seat.number().unwrap_or_default();
    posts.reply = Message::text(say!(
        "You hold seat {} of **{}**. Your word is on the record; a new one is laid down with /dice word whenever you like.",
        n,
        scene.title()
    ));
    if scene.public.stage != Stage::Gathering {
        let says = say!("**{}** takes over {}.", scene.player(seat), scene.power(seat));
        let powers = holders::names(&scene.public, seat);
        let says =
            if powers.is_empty() { say!("**{}** takes over seat {}.", scene.player(seat), n) } else { says };
        posts.council("joined", Message::text(says));
        return;
    }
    let next = match free {
        0 => say!("All seats are taken; {} can start play.", scene.person(engine::table::HOST)),
        _ => say!("{} still free.", count(free, "seat is", "seats are")),
    };
    let mut buttons = Vec::new();
    if free > 0 {
        buttons.push(scene.button(Look::Primary, &say!("Take a seat"), 0, "join"));
    } else {
        buttons.push(scene.button(Look::Success, &say!("Start play"), 0, "start"));
    }
    let message = Message::text(say!("**{}** takes seat {}. {}", scene.player(seat), n, next));
    posts.council("joined", message.buttons(buttons));
}

/// Somebody left before play.
pub(crate) fn left(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId) {
    let n = seat.number().unwrap_or_default();
    let message = Message::text(say!("**{}** gives up seat {}; it is free.", scene.person(scene.asker), n))
        .buttons(vec![scene.button(Look::Primary, &say!("Take a seat"), 0, "join")]);
    posts.council("left", message);
    posts.reply = Message::text(say!("You have given up seat {}.", n));
}

/// Play began.
pub(crate) fn started(scene: &Scene<'_>, posts: &mut Posts) {
    let players: Vec<String> = scene.public.seats.iter().map(|seat| scene.player(&seat.id)).collect();
    let prompt = status::prompt(&scene.public);
    if europa::is_played(&scene.public) {
        let says = say!("Take your countries with /europa country. Everybody who is done presses Ready.");
        let embed = Embed::new(&status::step(&scene.public), says.clone()).footer(&scene.record());
        let message = Message::text(say!("**{}** begins with {}.", scene.title(), list(&players)));
        posts.council("started", message.with(embed));
        posts.reply = Message::text(says);
        return;
    }
    let embed = Embed::new(
        &say!("The choice of powers"),
        say!("Every player seals a bid sheet. {}\n\nThe sheets are opened together when all are Final. The largest bid over all powers is taken first; the goal of its winner rises by it.", choice::sheet_rules(&scene.public)),
    )
    .footer(&scene.record());
    let message = Message::text(say!("**{}** begins with {}.", scene.title(), list(&players)))
        .with(embed)
        .buttons(vec![scene.button(Look::Primary, &say!("Seal my bids"), prompt, "bid")]);
    posts.council("started", message);
    posts.reply = Message::text(say!(
        "Play has begun. Every player, you too, now seals a bid sheet with /bid or the button."
    ));
}

/// An order was taken back.
pub(crate) fn undone(scene: &Scene<'_>, posts: &mut Posts) {
    let message = Message::text(say!("**{}** takes back the last order.", scene.person(scene.asker)));
    let free = free(scene);
    let button = scene.button(Look::Primary, &say!("Take a seat"), 0, "join");
    posts.council("undone", message.buttons(if free > 0 { vec![button] } else { Vec::new() }));
    posts.reply = Message::text(say!("Your last order is taken back. The record keeps both."));
}
