//! Notice that a campaign will be closed, and that it is played on after all.

use super::ending::play_on;
use super::{Posts, Scene};
use crate::message::{Component, Embed, Message};
use crate::say;
use table::TableEvent;

/// Notice was given, or is void.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, event: &TableEvent) {
    match event {
        TableEvent::NoticeGiven { until } => {
            let says = say!(
                "**This campaign is closed for good <t:{}:R>, on <t:{}:D>,** unless one of its players says that it is played on. Everything that was sealed in it is public then.",
                until,
                until
            );
            posts.council("notice", Message::text(says.clone()).buttons(vec![play_on(scene)]));
            for seat in scene.public.seats.iter().filter(|seat| seat.person.is_some()) {
                let message = Message::text(scene.title())
                    .with(Embed::new("", says.clone()))
                    .buttons(vec![play_on(scene)]);
                posts.to_seat(&seat.id, "notice", message);
            }
            posts.reply = Message::text(say!("Notice is given, and everybody is told."));
        }
        TableEvent::NoticeVoid { seat } => {
            let says = say!("**{}** plays on: the campaign is not closed.", scene.seat(seat));
            posts.council("notice", Message::text(says));
            posts.reply = Message::text(say!("The notice is void. The campaign goes on."));
        }
        _ => {}
    }
}

/// That the campaign will be closed, on the desk of everybody who can prevent it.
pub(crate) fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let view = &scene.own;
    let Some(notice) = view.notice.as_ref().filter(|_| view.seat().is_some() && !view.as_regent) else {
        return (Vec::new(), Vec::new());
    };
    let says = say!("**The campaign is closed for good <t:{}:R>**, unless somebody plays on.", notice.until);
    // Where an end is announced too, its own button says that one plays on, and Discord takes no two that are alike.
    let has_button = super::ending::desk_lines(scene).1.iter().any(|button| *button == play_on(scene));
    (vec![says], if has_button { Vec::new() } else { vec![play_on(scene)] })
}
