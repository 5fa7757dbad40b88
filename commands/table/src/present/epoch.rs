//! Epochs, new chains, a restored backup, and the end of a campaign.

use super::names::list;
use super::{Posts, Scene, status};
use crate::message::{Embed, Look, Message};
use crate::say;
use table::SeatId;
use table::hash::Hash;
use table::view::SeatView;

/// An epoch ended: its seed, for everybody to check its dice with. Which epoch it was stands on the record.
pub(crate) fn ended(scene: &Scene<'_>, posts: &mut Posts, seed: &Hash) {
    let embed = Embed::new(
        &say!("The seed of the last dice is public"),
        say!("Every roll since the seed before it can be made again:\n`{}`", seed),
    )
    .field(
        &say!("How"),
        say!(
            "/campaign export gives the record; `chancery verify` checks it, and any stranger's program can."
        ),
    )
    .footer(&scene.record_whole());
    posts.council("epoch", Message::default().with(embed));
    if posts.reply == Message::default() {
        posts.reply = Message::text(say!("The seed of the last dice is public."));
    }
}

/// A player asked for the seed.
pub(crate) fn asked(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId) {
    let open = scene.public.epoch.reveal.contains(seat);
    if open {
        posts.council(
            "reveal",
            Message::text(say!("**{}** asks for the seed of the dice. It is published when one more player asks with /audit reveal.", scene.player(seat))),
        );
        posts.reply = Message::text(say!("Noted. The seed is published when one more player asks."));
    }
}

/// A new chain, because the old one was spent.
pub(crate) fn new_chain(scene: &Scene<'_>, posts: &mut Posts, anchor: &Hash) {
    let embed = Embed::new(
        &say!("A new seed chain"),
        say!("The old chain is spent. Anchor of the new one:\n`{}`", anchor),
    )
    .footer(&scene.record_whole());
    posts.council("chain", Message::default().with(embed));
}

/// What holds from here, where another revision of the rules does.
#[must_use]
pub(crate) fn other_rules(before: &str, after: &str) -> String {
    say!(
        "From here on play goes by revision {} of the rules; until here it was revision {}, which the bot no longer has.",
        after,
        before
    )
}

/// Another revision of the rules holds.
pub(crate) fn revised(scene: &Scene<'_>, posts: &mut Posts, before: &str, after: &str) {
    let text = format!(
        "{} {}",
        other_rules(before, after),
        say!(
            "What was decided stands. Who checks the record needs the program of each revision for its part of it."
        )
    );
    let embed = Embed::new(&say!("The rules were revised"), text).footer(&scene.record_whole());
    posts.council("rules", Message::default().with(embed));
}

/// The campaign came back from a backup.
pub(crate) fn restored(scene: &Scene<'_>, posts: &mut Posts, anchor: &Hash, veil: &Hash) {
    let mut text = say!(
        "This campaign was restored from a backup. What its record had after that backup is lost and must be done again.\n\nEvery player lays down a **new word** with /dice word; until all have, no dice fall."
    );
    if !scene.public.rounds.is_empty() {
        text.push(' ');
        text.push_str(&say!(
            "Envelopes that were under way are empty: what was sealed after the backup is gone, so each is asked for again."
        ));
    }
    text.push_str("\n\n");
    text.push_str(&say!("Messages that had not gone out yet are held back until the host releases them."));
    let embed = Embed::new(&say!("Restored from a backup"), text)
        .field(
            &say!("New roots"),
            say!("Anchor of the dice\n`{}`\nCommitment of the seals\n`{}`", anchor, veil),
        )
        .footer(&scene.record_whole());
    let mut buttons = vec![scene.button(Look::Secondary, &say!("Release held messages"), 0, "release")];
    if !scene.public.rounds.is_empty() {
        buttons.insert(
            0,
            scene.button(Look::Primary, &say!("Seal my bids"), status::prompt(&scene.public), "bid"),
        );
    }
    posts.council("restored", Message::default().with(embed).buttons(buttons));
}

/// A seat asks to close the campaign.
pub(crate) fn close_asked(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId) {
    let asked = |view: &&SeatView| view.person.is_some() && !scene.public.close_asked.contains(&view.id);
    let missing = scene.public.seats.iter().filter(asked);
    let missing: Vec<String> = missing.map(|view| scene.seat(&view.id)).collect();
    if !missing.is_empty() {
        posts.council(
            "close_asked",
            Message::text(say!(
                "**{}** asks to close the campaign for good with /campaign close. Still missing: {}. The wish lapses after 30 days; /campaign play-on withdraws it.",
                scene.player(seat),
                list(&missing)
            )),
        );
        posts.reply = Message::text(say!(
            "Noted. When every seat with a player has asked, the end is announced to all. /campaign play-on withdraws it."
        ));
    }
}

/// The campaign is closed.
pub(crate) fn closed(scene: &Scene<'_>, posts: &mut Posts, veil_key: &Hash) {
    let embed = Embed::new(
        &say!("The campaign is closed"),
        say!("The key of its seals is public, so every salt can be checked:\n`{}`", veil_key),
    )
    .field(
        &say!("The record"),
        say!("/campaign export now gives the whole of it, with everything that was ever sealed into it."),
    )
    .footer(&scene.record_whole());
    posts.council("closed", Message::default().with(embed));
    told_closed(posts);
}

/// Who closed it is told so.
pub(crate) fn told_closed(posts: &mut Posts) {
    posts.reply = Message::text(say!("The campaign is closed for good. Its whole record can be exported."));
}
