//! A group's own map that comes with `/campaign found`: read when the command is given, kept while the form of the founding is filled in,
//! laid when the campaign is founded.
//!
//! It is held in memory alone, for an hour. After a restart the form says that the map is gone, and founds nothing.

use crate::fetch::downloaded;
use crate::present::front::own_map::OwnMap;
use poise::serenity_prelude as serenity;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use table::said;
use table::{Refusal, Said};

/// How long a map waits for its form, in seconds.
const KEPT: i64 = 60 * 60;
/// The most maps that wait; one more drives out the oldest.
const MOST: usize = 20;

/// A map that waits for the form of its founding.
#[derive(Clone, Debug)]
pub(crate) struct Brought {
    /// Its canonical form.
    pub(crate) text: Arc<str>,
    /// What it holds, in words.
    pub(crate) holds: String,
    /// The picture under it, which is fetched when the campaign is founded.
    pub(crate) picture: Option<serenity::Attachment>,
}

/// The maps that wait, the newest last: whose, under the number of the command that brought it, and since when.
#[derive(Default)]
pub(crate) struct Waiting(Mutex<VecDeque<(u64, u64, i64, Brought)>>);

impl Waiting {
    pub(crate) fn keep(&self, user: u64, number: u64, at: i64, map: Brought) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(_, _, since, _)| at - since < KEPT);
        if all.len() >= MOST {
            all.pop_front();
        }
        all.push_back((user, number, at, map));
    }

    /// The map that a user's command brought, where it still waits.
    pub(crate) fn of(&self, user: u64, number: u64, at: i64) -> Option<Brought> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own =
            all.iter().find(|(whose, own, since, _)| (*whose, *own) == (user, number) && at - since < KEPT);
        own.map(|(.., map)| map.clone())
    }

    /// Forgets it: the campaign is founded.
    pub(crate) fn drop(&self, user: u64, number: u64) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|(whose, own, ..)| (*whose, *own) != (user, number));
    }

    /// Forgets everything of a user.
    pub(crate) fn forget(&self, user: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|(whose, ..)| *whose != user);
    }
}

pub(crate) fn too_long(_: u64) -> Said {
    said!("A map pack has at most 1 MiB.")
}

/// What is said of a picture with too many bytes.
pub fn too_large(bytes: u64) -> Said {
    said!("A picture under the map has at most 10 MiB; this one has {} bytes.", bytes)
}

/// The sentence for a form whose map does not wait any more.
pub(crate) fn gone() -> Said {
    said!(
        "The map that came with this founding is not kept any more. Give /campaign found again, with the file. Nothing was founded."
    )
}

impl Brought {
    /// What it holds, in words.
    pub(crate) fn says(&self) -> &str {
        &self.holds
    }

    /// Puts it among the choices of a founding; the file of the picture under it, where there is one.
    ///
    /// # Errors
    /// A sentence where the picture is none, or cannot be fetched any more.
    pub(crate) async fn choose(
        &self,
        maps: &dyn OwnMap,
        options: &mut Value,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        let picture = match &self.picture {
            None => None,
            Some(picture) => Some(downloaded(picture).await.map_err(Refusal::new)?),
        };
        maps.choose(options, &self.text, picture.as_deref())?;
        Ok(picture)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::fetch::fetchable;
    use serde_json::json;

    const LARGEST_PICTURE: u64 = 10 * 1024 * 1024;

    fn map(text: &str) -> Brought {
        Brought { text: text.into(), holds: String::new(), picture: None }
    }

    #[test]
    fn pictures_too_large_or_from_elsewhere_are_not_fetched() {
        let attached = |size: u64, url: &str| -> serenity::Attachment {
            let file =
                json!({"id": "1", "filename": "board.png", "size": size, "url": url, "proxy_url": url});
            serde_json::from_value(file).unwrap()
        };
        let why = |size: u64, url: &str| {
            fetchable(&attached(size, url), LARGEST_PICTURE, too_large).map_err(|why| why.to_string())
        };
        let own = "https://cdn.discordapp.com/attachments/1/2/board.png";
        assert_eq!(why(LARGEST_PICTURE, own), Ok(()));
        assert!(why(LARGEST_PICTURE + 1, own).unwrap_err().contains("at most 10 MiB"));
        assert!(why(10, "https://example.com/board.png").unwrap_err().contains("where Discord keeps"));
        assert!(why(10, "http://169.254.169.254/board.png").unwrap_err().contains("where Discord keeps"));
    }

    #[test]
    fn a_map_waits_for_its_own_form_and_lapses() {
        let waiting = Waiting::default();
        waiting.keep(1, 10, 100, map("one"));
        waiting.keep(2, 11, 100, map("two"));
        let text = |user, number, at| waiting.of(user, number, at).map(|map| map.text.to_string());
        assert_eq!(text(1, 10, 200).as_deref(), Some("one"));
        assert_eq!((text(2, 10, 200), text(1, 11, 200), text(1, 10, 100 + KEPT)), (None, None, None));
        waiting.drop(1, 10);
        assert_eq!(text(1, 10, 200), None);
        waiting.forget(2);
        assert_eq!(text(2, 11, 200), None);
        for number in 0..=MOST as u64 {
            waiting.keep(3, number, 300, map("x"));
        }
        assert!(text(3, 0, 301).is_none() && text(3, 1, 301).is_some());
    }
}
