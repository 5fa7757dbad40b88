//! The announced end of a campaign: its notice to all, its last post, and that it is off after all.

use super::{Posts, Scene};
use crate::message::{Component, Embed, Look, Message};
use crate::say;
use table::ending::{Ending, How};
use table::{By, TableEvent};

/// That one plays on, whether an end or a notice is announced.
pub(super) fn play_on(scene: &Scene<'_>) -> Component {
    scene.button(Look::Success, &say!("We play on"), 0, "turn/playon")
}

fn put_off(scene: &Scene<'_>) -> Component {
    scene.button(Look::Secondary, &say!("Put it off: host"), 0, "turn/putoff")
}

/// The buttons by which it is held up: for who wished it, and once for the host.
fn buttons(scene: &Scene<'_>, ending: Option<&Ending>) -> Vec<Component> {
    let can_be_put_off = ending.is_some_and(|ending| !ending.put_off);
    [play_on(scene)].into_iter().chain(can_be_put_off.then(|| put_off(scene))).collect()
}

/// Those of them that are for who asks.
fn own_buttons(scene: &Scene<'_>, ending: &Ending) -> Vec<Component> {
    let view = &scene.own;
    let may_withdraw = view.seat().is_some_and(|seat| !ending.against.contains(seat));
    let may_put_off = view.asker == Some(By::Person(view.host)) && !ending.put_off;
    let play_on = may_withdraw.then(|| play_on(scene));
    play_on.into_iter().chain(may_put_off.then(|| put_off(scene))).collect()
}

/// What is announced.
fn announced(scene: &Scene<'_>, how: How, until: i64) -> String {
    let says = match how {
        How::Conclude => say!(
            "**The campaign ends <t:{}:R>, on <t:{}:f>,** by vote, with a final table. Until then whoever is for it can withdraw that, and whoever looks in and says that it is played on counts against it; the host can put it off once.",
            until,
            until
        ),
        How::Close => say!(
            "**The campaign is closed for good <t:{}:R>, on <t:{}:f>:** every player has asked for it. Until then each of them can withdraw that, and the host can put it off once. Everything that was sealed in it is public then.",
            until,
            until
        ),
    };
    let shares = super::front::of(&scene.public).and_then(|front| front.would_be(scene));
    match shares.filter(|_| how == How::Conclude) {
        Some(shares) => format!("{says}\n{}\n{shares}", say!("As it stands:")),
        None => says,
    }
}

/// Tells the council, and everybody with a seat by direct message.
fn to_all(scene: &Scene<'_>, posts: &mut Posts, says: &str) {
    let buttons = buttons(scene, scene.public.ending.as_ref());
    posts.council("ending", Message::text(says).buttons(buttons.clone()));
    for seat in scene.public.seats.iter().filter(|seat| seat.person.is_some()) {
        let message = Message::text(scene.title()).with(Embed::new("", says)).buttons(buttons.clone());
        super::clock::to_regent(scene, posts, &seat.id, "ending", &message);
        posts.to_seat(&seat.id, "ending", message);
    }
}

/// An event of the end.
pub(crate) fn told(scene: &Scene<'_>, posts: &mut Posts, event: &TableEvent) {
    match event {
        TableEvent::EndingAnnounced { how, until, .. } => {
            to_all(scene, posts, &announced(scene, *how, *until));
            if scene.asker != By::Bot {
                posts.reply = Message::text(say!("With that the end is announced, and everybody is told."));
            }
        }
        TableEvent::EndingPutOff { until } => {
            let says = say!("**The host puts the end off** until <t:{}:f>.", until);
            to_all(scene, posts, &says);
            posts.reply = Message::text(say!("The end is put off, and everybody is told."));
        }
        TableEvent::EndingWithdrawn { seat } => {
            let says = say!("**{}** is not for ending the campaign.", scene.seat(seat));
            posts.council("ending", Message::text(says));
            posts.reply = Message::text(say!("Noted: you are not for the end."));
        }
        TableEvent::EndingOff => {
            let says = say!("**The campaign is played on:** too few are for its end.");
            posts.council("ending", Message::text(says));
        }
        TableEvent::EndingNear => {
            let Some(ending) = &scene.public.ending else { return };
            let says = announced(scene, ending.how, ending.until);
            posts.council("ending", Message::text(says).buttons(buttons(scene, Some(ending))));
        }
        _ => {}
    }
}

/// That the campaign ends, on the desk of everybody who has a say in it.
pub(crate) fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let view = &scene.own;
    let Some(ending) = view.ending.as_ref().filter(|_| view.seat().is_some() && !view.as_regent) else {
        return (Vec::new(), Vec::new());
    };
    let says = say!("**The campaign ends <t:{}:R>**, unless too few are for it by then.", ending.until);
    (vec![says], own_buttons(scene, ending))
}
