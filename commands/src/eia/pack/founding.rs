//! A group's own map that comes with `/campaign found`: read when the command is given, kept while the form of the founding is filled in,
//! laid when the campaign is founded.
//!
//! It is held in memory alone, for an hour. After a restart the form says that the map is gone, and founds nothing.

use super::*;
use crate::board::{downloaded, fetchable};
use crate::present::names::count;
use serde_json::json;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// How long a map waits for its form, in seconds.
const KEPT: i64 = 60 * 60;
/// The most maps that wait; one more drives out the oldest.
const MOST: usize = 20;

/// A map that waits for the form of its founding.
#[derive(Clone, Debug)]
pub(crate) struct Brought {
    /// Its canonical form.
    text: Arc<str>,
    /// How many areas and borders it has.
    size: [u64; 2],
    /// The picture under it, which is fetched when the campaign is founded.
    picture: Option<serenity::Attachment>,
}

/// The maps that wait, the newest last: whose, under the number of the command that brought it, and since when.
#[derive(Default)]
pub(crate) struct Waiting(Mutex<VecDeque<(u64, u64, i64, Brought)>>);

impl Waiting {
    fn keep(&self, user: u64, number: u64, at: i64, map: Brought) {
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

fn too_long(_: u64) -> Said {
    said!("A map pack has at most 1 MiB.")
}

/// What is said of a picture with too many bytes.
pub(crate) fn too_large(bytes: u64) -> Said {
    said!("A picture under the map has at most 10 MiB; this one has {} bytes.", bytes)
}

/// Reads a map that comes with a founding and keeps it for the form; its number, 0 where none comes. `has_map`: whether it is a game on
/// whose map a group lays its own.
///
/// # Errors
/// A sentence: with file, line and reason where the table is wrong.
pub(crate) async fn brought(
    house: &House,
    asked: &Asked,
    has_map: bool,
    file: Option<&serenity::Attachment>,
    picture: Option<serenity::Attachment>,
) -> Result<u64, Said> {
    if file.is_none() && picture.is_none() {
        return Ok(0);
    }
    if !has_map {
        return Err(said!(
            "Only Empires in Arms is played on a map of the group's own; Europa has the map of this program. Found it without the file."
        ));
    }
    let Some(file) = file else {
        return Err(said!(
            "A picture lies under a map of the group's own, so the map's table comes with it: CSV or TOML."
        ));
    };
    if let Some(picture) = &picture {
        fetchable(picture, LARGEST_PICTURE, too_large)?;
    }
    let bytes = fetched(file, LARGEST as u64, too_long).await?;
    let pack = Pack::read(&bytes, Format::of_name(&file.filename));
    let pack = pack.map_err(|fault| fault.told(&clip(&file.filename, 60)))?;
    let report = pack.report();
    let size = [report.areas as u64, report.borders as u64];
    let number = asked.asker.interaction;
    house.brought.keep(
        asked.asker.user,
        number,
        house.now(),
        Brought { text: pack.csv().into(), size, picture },
    );
    Ok(number)
}

/// The sentence for a form whose map does not wait any more.
pub(crate) fn gone() -> Said {
    said!(
        "The map that came with this founding is not kept any more. Give /campaign found again, with the file. Nothing was founded."
    )
}

impl Brought {
    /// What it holds, in words.
    pub(crate) fn says(&self) -> String {
        let [areas, borders] = self.size;
        say!("{} and {}", count(areas, "area", "areas"), count(borders, "border", "borders"))
    }

    /// Puts it among the choices of a founding; the file of the picture under it, where there is one.
    ///
    /// # Errors
    /// A sentence where the picture is none, or cannot be fetched any more.
    pub(crate) async fn choose(&self, options: &mut serde_json::Value) -> Result<Option<Vec<u8>>, Refusal> {
        options[engine::eia::choice::PACK] = json!(self.text);
        let Some(picture) = &self.picture else { return Ok(None) };
        let bytes = downloaded(picture).await.map_err(Refusal::new)?;
        options[engine::eia::choice::PICTURE] = json!(measured(&bytes)?);
        Ok(Some(bytes))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn map(text: &str) -> Brought {
        Brought { text: text.into(), size: [1, 0], picture: None }
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
