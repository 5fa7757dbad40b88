//! What goes out with an order's posts besides: files that came with it, and posts made from the whole record, which are the gazette of a
//! month and the end of a campaign.

use crate::eia::conclusion;
use crate::house::House;
use crate::live::Live;
use crate::message::{File, Message};
use crate::present::{Post, Posts, Scene, To, gazette, values};
use crate::speech::in_language;
use engine::eia::conclusion::Happened as Conclusion;
use engine::eia::outline::Happened as Calendar;
use engine::eia::{EmpiresInArms, Event as Happened};
use engine::table::record::{Extent, line};
use engine::table::{Entry, Event};

/// Gives the files of an order to the post in the council that tells of them.
pub(crate) fn files(posts: &mut Posts, files: &[File]) {
    if let Some(post) = posts.posts.iter_mut().find(|post| post.kind == values::LAID_DOWN) {
        post.message.files.extend(files.iter().cloned());
    }
}

fn happened(entry: &Entry) -> Option<Happened> {
    entry.game_event::<EmpiresInArms>()
}

impl House {
    /// Adds the posts that are made from the whole record, where an order ended a month or the campaign.
    ///
    /// # Errors
    /// A sentence where the record cannot be read.
    pub(crate) async fn annex(
        &self,
        live: &Live,
        scene: &Scene<'_>,
        fresh: &[Entry],
        posts: &mut Posts,
    ) -> Result<(), String> {
        let asks =
            |entry: &Entry| matches!(happened(entry), Some(Happened::Calendar(_) | Happened::Conclusion(_)));
        if !fresh.iter().any(asks) {
            return Ok(());
        }
        let mut entries = self.entries(&live.row.id).await?;
        entries.extend(fresh.iter().cloned());
        for entry in fresh {
            let at = entry.line.map_or(0, |(line, _)| line);
            match happened(entry) {
                Some(Happened::Calendar(Calendar::MonthEnded { month })) => {
                    let post = in_language(live.language(), || gazette::post(scene, &entries, month, at));
                    insert(posts, "gazette", post, |post| {
                        matches!(post.to, To::Card(_)) && post.kind == "card"
                    });
                }
                Some(Happened::Conclusion(Conclusion::Concluded(concluded))) => {
                    let record = record(&entries)?;
                    let post = in_language(live.language(), || {
                        conclusion::post(scene, &concluded, &entries, record)
                    });
                    insert(posts, "concluded", post, |post| post.kind == "card");
                }
                _ => {}
            }
        }
        Ok(())
    }
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

/// Puts a post before the first one of a kind that comes after it, else at the end.
fn insert(posts: &mut Posts, kind: &'static str, message: Message, after: impl Fn(&Post) -> bool) {
    let at = posts.posts.iter().position(after).unwrap_or(posts.posts.len());
    posts.posts.insert(at, Post { to: To::Council, kind, message });
}
