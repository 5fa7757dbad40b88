//! The council's channel in words: posts that wait because the bot may not write there, and its move to another channel.

use super::names::{count, plain};
use crate::council::why_barred;
use crate::message::{Embed, Message};
use crate::say;
use db::Barred;

/// How many posts wait, in words.
fn posts(posts: u64) -> String {
    count(posts, &say!("post"), &say!("posts"))
}

/// What waits for a council that cannot be written to, why, and what brings it out: for desk and status.
pub(crate) fn what_waits(channel: u64, barred: &Barred) -> Embed {
    let says = say!(
        "For <#{}>, since <t:{}:R>: {}. They go out in order as soon as the bot may write there; or the host uses /campaign move in another channel.",
        channel,
        barred.since,
        why_barred(barred.code)
    );
    Embed::new(&say!("Waiting to be posted: {}", posts(barred.posts)), says)
}

/// The answer to who moved a council: which one, from where to where.
pub(crate) fn moved(name: &str, [old, new]: [u64; 2], waiting: u64) -> Message {
    let here = say!("The council of **{}** moved from <#{}> to this channel, <#{}>.", plain(name), old, new);
    if waiting == 0 {
        return Message::text(here);
    }
    Message::text(say!("{} Waiting to be posted, and now on the way: {}.", here, posts(waiting)))
}

/// The post in the new council.
pub(crate) fn is_here(name: &str, old: u64) -> Message {
    Message::text(say!(
        "The council of **{}** is in this channel from now on; before, it was in <#{}>.",
        plain(name),
        old
    ))
}

/// The post in the old council.
pub(crate) fn is_there(name: &str, new: u64) -> Message {
    Message::text(say!("The council of **{}** is in <#{}> from now on.", plain(name), new))
}
