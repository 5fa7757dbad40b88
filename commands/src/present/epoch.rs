//! Epochs, new chains, a restored backup, and the end of a campaign.

use super::names::list;
use super::{Posts, Scene, status};
use crate::message::{Embed, Look, Message};
use engine::table::SeatId;
use engine::table::hash::Hash;

/// An epoch ended: its seed, for everybody to check its dice with.
pub(super) fn ended(scene: &Scene<'_>, posts: &mut Posts, epoch: u64, seed: &Hash) {
    let embed = Embed::new(
        &format!("Epoch {epoch} is over"),
        format!("Its seed is public, so every one of its rolls can be made again:\n`{seed}`"),
    )
    .field(
        "How",
        "/campaign export gives the record; `chancery verify` checks it, and any stranger's program can.",
    )
    .footer(&format!("record {}", scene.public.head.hex()));
    posts.council("epoch", Message::default().with(embed));
    if posts.reply == Message::default() {
        posts.reply = Message::text(format!("Epoch {epoch} is over, and its seed is public."));
    }
}

/// A player asked for the seed.
pub(super) fn asked(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId) {
    let open = scene.public.epoch.reveal.contains(seat);
    if open {
        posts.council(
            "reveal",
            Message::text(format!(
                "**{}** asks for the seed of epoch {}. It is published when one more player asks with /audit reveal.",
                scene.player(seat),
                scene.public.epoch.number
            )),
        );
        posts.reply = Message::text("Noted. The seed is published when one more player asks.");
    }
}

/// A new chain, because the old one was spent.
pub(super) fn new_chain(scene: &Scene<'_>, posts: &mut Posts, anchor: &Hash) {
    let embed =
        Embed::new("A new seed chain", format!("The old chain is spent. Anchor of the new one:\n`{anchor}`"))
            .footer(&format!("record {}", scene.public.head.hex()));
    posts.council("chain", Message::default().with(embed));
}

/// The campaign came back from a backup.
pub(super) fn restored(scene: &Scene<'_>, posts: &mut Posts, anchor: &Hash, veil: &Hash, lost_after: u64) {
    let mut text = format!(
        "This campaign was restored from a backup. Its record goes on after line {lost_after}; anything later is lost and must be done again.\n\nEvery player lays down a **new word** with /dice word; until all have, no dice fall."
    );
    if !scene.public.rounds.is_empty() {
        text.push_str(" Open envelopes were emptied: what was sealed after the backup is gone, so each is asked for again.");
    }
    text.push_str("\n\nMessages that had not gone out yet are held back until the host releases them.");
    let embed = Embed::new("Restored from a backup", text)
        .field("New roots", format!("Anchor of the dice\n`{anchor}`\nCommitment of the seals\n`{veil}`"))
        .footer(&format!("record {}", scene.public.head.hex()));
    let mut buttons = vec![scene.button(Look::Secondary, "Release held messages", 0, "release")];
    if !scene.public.rounds.is_empty() {
        buttons.insert(0, scene.button(Look::Primary, "Seal my bids", status::prompt(&scene.public), "bid"));
    }
    posts.council("restored", Message::default().with(embed).buttons(buttons));
}

/// A seat asks to close the campaign.
pub(super) fn close_asked(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId) {
    let missing = scene.public.seats.iter().filter(|view| !scene.public.close_asked.contains(&view.id));
    let missing: Vec<String> = missing.map(|view| scene.player(&view.id)).collect();
    if !missing.is_empty() {
        posts.council(
            "close_asked",
            Message::text(format!(
                "**{}** asks to close the campaign for good with /campaign close. Still missing: {}.",
                scene.player(seat),
                list(&missing)
            )),
        );
        posts.reply = Message::text("Noted. The campaign closes when every seat has asked.");
    }
}

/// The campaign is closed.
pub(super) fn closed(scene: &Scene<'_>, posts: &mut Posts, veil_key: &Hash) {
    let embed = Embed::new(
        "The campaign is closed",
        format!("The key of its seals is public, so every salt can be checked:\n`{veil_key}`"),
    )
    .field(
        "The record",
        "/campaign export now gives the whole of it, with everything that was ever sealed into it.",
    )
    .footer(&format!("record {}", scene.public.head.hex()));
    posts.council("closed", Message::default().with(embed));
    posts.reply = Message::text("The campaign is closed for good. Its whole record can be exported.");
}
