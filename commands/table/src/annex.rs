//! What goes out with an order's posts besides: files that came with it, and posts made from the whole record, which are the gazette of a
//! month and the end of a campaign.

use crate::message::File;
use crate::present::front::{self, FromRecord};
use crate::present::{Post, Posts, Scene, To, values};
use crate::speech::Language;
use crate::speech::renamed::in_words;
use std::future::Future;
use table::record::{Extent, line};
use table::{Entry, Event};

/// Gives the files of an order to the post in the council that tells of them.
pub(crate) fn files(posts: &mut Posts, files: &[File]) {
    if let Some(post) = posts.posts.iter_mut().find(|post| post.kind == values::LAID_DOWN) {
        post.message.files.extend(files.iter().cloned());
    }
}

/// Adds the posts that are made from the whole record, where an order ended a month or the campaign. `before` reads the record up to it.
///
/// # Errors
/// A sentence where the record cannot be read.
pub(crate) async fn from_the_record<R>(
    before: impl FnOnce() -> R,
    language: Language,
    scene: &Scene<'_>,
    fresh: &[Entry],
    posts: &mut Posts,
) -> Result<(), String>
where
    R: Future<Output = Result<Vec<Entry>, String>>,
{
    let Some(front) = front::of(&scene.public) else { return Ok(()) };
    let told = std::mem::take(&mut posts.from_the_record);
    if told.is_empty() {
        return Ok(());
    }
    let mut entries = before().await?;
    entries.extend(fresh.iter().cloned());
    // The last first, so that the places of those before it stay.
    for (i, at) in told.into_iter().rev() {
        let made = in_words(language, scene.renamed(), || {
            front.post_of_the_record(scene, &entries, &fresh[i], &|| record(&entries))
        });
        if let Some(FromRecord { kind, message }) = made? {
            let at = at.min(posts.posts.len());
            posts.posts.insert(at, Post { to: To::Council, kind, message });
        }
    }
    Ok(())
}

/// The whole record of a campaign that is closed with these entries.
fn record(entries: &[Entry]) -> Result<String, String> {
    let closed = entries.iter().any(|entry| matches!(entry.event, Event::Closed { .. }));
    let extent = if closed { Extent::Whole } else { Extent::Public };
    let mut text = String::new();
    for entry in entries {
        text.extend(line(entry, extent).map_err(|e| e.to_string())?);
    }
    Ok(text)
}
