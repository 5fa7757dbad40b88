//! The head of the record at the end of every step (`fairness.md`, "Heads"): beside a post that is never edited, anybody sees whether a
//! record that he is given was cut short or written anew.

use super::{Posts, Scene, To, status};
use crate::message::Message;
use crate::present::front;
use crate::say;
use table::Entry;

/// A step ended: the head and the number of lines stand in a post in the council, in one of their own where no other has them.
pub(crate) fn at_the_end_of_a_step(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let steps = entries.iter().filter_map(Entry::table_event);
    if !steps.into_iter().any(|event| event.turns_the_page()) || has_a_head(scene, posts, entries) {
        return;
    }
    let head = format!("-# {}", scene.record());
    if let Some(post) = posts.posts.iter_mut().find(|post| post.kind == "step" && post.to == To::Council) {
        post.message.content = format!("{}\n{head}", post.message.content);
        return;
    }
    let over = scene.before.as_deref().map(|before| say!("Over: **{}**.", status::page(before)));
    let over = over.map_or(head, |over| format!("-# {over} {}", scene.record()));
    posts.council("step", Message::text(over));
}

/// Whether another post has them: below a result, or the gazette's or the final table's, which are made after this.
fn has_a_head(scene: &Scene<'_>, posts: &Posts, entries: &[Entry]) -> bool {
    let front = front::of(&scene.public);
    let told_later = |entry: &Entry| front.is_some_and(|front| front.is_told_from_the_record(entry));
    let heads = [scene.record(), scene.record_whole()];
    let below = |post: &super::Post| {
        let mut footers = post.message.embeds.iter().filter_map(|embed| embed.footer.as_ref());
        post.to == To::Council && footers.any(|footer| heads.contains(&footer.text))
    };
    entries.iter().any(told_later) || posts.posts.iter().any(below)
}
