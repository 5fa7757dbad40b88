//! Founding, seats, the start of play, and what was taken back.

use super::names::{count, list};
use super::{Posts, Scene, holders, more, set_back, status};
use crate::message::{Component, Embed, Look, Message, clip};
use crate::present::front;
use crate::say;
use table::event::Founded;
use table::{By, SeatId, Stage};

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
        Some(timing) => super::clock::described(&scene.public, timing),
        None => say!("Play is without a clock; /turn clock sets one."),
    };
    let umpire = founded.umpire.map(|person| {
        let umpire = scene.person(table::By::Person(person));
        say!("\n{} is umpire: he may declare a roll void or decide a correction, always publicly.", umpire)
    });
    let game = front::of(&scene.public);
    let map = game.and_then(|front| front.played_on(scene)).map(|map| format!("\n{map}")).unwrap_or_default();
    let operator = format!("{operator}\n{clock}{}{map}", umpire.unwrap_or_default());
    let mut embed = Embed::new(&scene.title(), format!("{terms}\n\n{operator}"));
    if let Some(start) = front::of(&scene.public).and_then(|front| front.at_the_start(&scene.public)) {
        embed = embed.field(&say!("When play begins"), start);
    }
    let embed = embed
        .field(
            &say!("Take a seat"),
            say!("There is room for {}; the campaign's card says how many are free. Joining asks for a word: 1 to 16 letters or digits of your own. All words together go into every roll, so nobody can know the dice beforehand.", count(u64::from(founded.seats), "player", "players")),
        )
        .field(
            &say!("Laid down before anyone joined"),
            say!("Anchor of the dice\n`{}`\nCommitment of the seals\n`{}`", founded.anchor, founded.veil),
        )
        .footer(&scene.record_whole());
    let message = Message::text(say!(
        "**{}** was founded by {}, who is its host.",
        scene.title(),
        scene.person(table::HOST)
    ))
    .with(embed)
    .buttons(vec![
        scene.button(Look::Primary, &say!("Take a seat"), 0, "join"),
        scene.button(Look::Secondary, &say!("Status"), 0, "status"),
    ]);
    let looks = game.map(|front| front.looks(scene)).unwrap_or_default();
    let message = looks.into_iter().fold(message, Message::and_button);
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

/// That all seats are taken, and who starts play.
pub(super) fn can_start(scene: &Scene<'_>) -> String {
    say!("All seats are taken; {} can start play at *My desk*.", scene.person(By::Person(scene.public.host)))
}

/// *Start play*, which the host alone is shown.
pub(super) fn start_button(scene: &Scene<'_>) -> Component {
    scene.button(Look::Success, &say!("Start play"), 0, "start")
}

/// Somebody took a seat.
pub(crate) fn joined(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId) {
    let free = free(scene);
    let n = seat.number().unwrap_or_default();
    let plays = holders::names(&scene.public, seat);
    posts.reply = Message::text(if plays.is_empty() {
        say!(
            "You hold seat {} of **{}**. Your word is on the record; a new one is laid down with /dice word whenever you like.",
            n,
            scene.title()
        )
    } else {
        say!(
            "You hold seat {} of **{}** and play **{}**. Your word is on the record; a new one is laid down with /dice word whenever you like.",
            n,
            scene.title(),
            list(&plays)
        )
    });
    if scene.public.stage != Stage::Gathering {
        let says = say!("**{}** takes over {}.", scene.player(seat), scene.power(seat));
        let powers = holders::names(&scene.public, seat);
        let says =
            if powers.is_empty() { say!("**{}** takes over seat {}.", scene.player(seat), n) } else { says };
        posts.council("joined", Message::text(says));
        posts.reply = handed_over(scene, std::mem::take(&mut posts.reply));
        return;
    }
    let next = match free {
        0 => can_start(scene),
        _ => {
            let all = scene.public.seats.len() as u64;
            say!("With it {} of {} seats are taken.", all - free, all)
        }
    };
    let mut buttons = Vec::new();
    if free > 0 {
        buttons.push(scene.button(Look::Primary, &say!("Take a seat"), 0, "join"));
    } else {
        // What everybody sees has no button that is the host's alone.
        buttons.push(scene.button(Look::Secondary, &say!("My desk"), 0, "desk"));
        if more::is_host(scene) {
            posts.reply = std::mem::take(&mut posts.reply).and_button(start_button(scene));
        }
    }
    let message = Message::text(say!("**{}** takes seat {}. {}", scene.player(seat), n, next));
    posts.council("joined", message.buttons(buttons));
}

/// Where who takes a seat over finds what stands: what is asked of it, what the game keeps of its affairs, and what was agreed in its name.
fn handed_over(scene: &Scene<'_>, reply: Message) -> Message {
    let says = say!(
        "You take it over as it stands. What is asked of you is on your desk; what was written to the player before you stays his."
    );
    let mut buttons = vec![scene.button(Look::Primary, &say!("My desk"), 0, "desk")];
    buttons.extend(front::of(&scene.own).map(|front| front.handover(scene)).unwrap_or_default());
    if !scene.own.deals.is_empty() {
        buttons.push(scene.button(Look::Secondary, &say!("My deals"), 0, "deal/see"));
    }
    let content = format!("{}\n{says}", reply.content);
    Message { content, ..reply }.with(affairs(scene)).buttons(buttons)
}

/// What stands of the affairs of a seat that is taken over: what is asked of it now, what the game keeps, its deals with their promises, and
/// what lies in its strongbox.
fn affairs(scene: &Scene<'_>) -> Embed {
    let mut asked = status::asked_of_me(scene);
    asked.insert(0, status::step(&scene.own));
    let mut embed = Embed::new(&say!("As it stands"), asked.join("\n"));
    let of_the_game = front::of(&scene.own).map(|front| front.handed_over(scene)).unwrap_or_default();
    for (heading, says) in of_the_game {
        embed = embed.field(&heading, clip(&says, 900));
    }
    let deals = super::deals::of_a_seat(scene);
    if !deals.is_empty() {
        embed = embed.field(&say!("Your deals"), clip(&deals.join("\n\n"), 900));
    }
    let kept = scene.own.strongbox.as_ref().map_or(0, |kept| kept.strongbox.items.len());
    if kept > 0 {
        embed = embed.field(
            &say!("Your strongbox"),
            say!("Things in it: {}. You alone see them: /strongbox list.", kept),
        );
    }
    embed
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
    if let Some(front) = front::of(&scene.public) {
        front.started(scene, posts);
    }
}

/// An order was taken back.
pub(crate) fn undone(scene: &Scene<'_>, posts: &mut Posts) {
    let lost =
        scene.before.as_deref().map(|before| set_back::taken_back(scene, &before.game, &scene.public.game));
    let lost = lost.filter(|lost| !lost.is_empty());
    let lost = lost.map_or_else(String::new, |lost| format!("\n{}\n{lost}", say!("Taken back:")));
    let says = say!("**{}** takes back the last order.", scene.person(scene.asker));
    let message = Message::text(format!("{says}{lost}"));
    let free = free(scene);
    let button = scene.button(Look::Primary, &say!("Take a seat"), 0, "join");
    posts.council("undone", message.buttons(if free > 0 { vec![button] } else { Vec::new() }));
    let says = say!("Your last order is taken back. The record keeps both.");
    posts.reply = Message::text(format!("{says}{lost}"));
}
