//! Pictures that go with posts. The outbox keeps which picture it is; it is drawn from the record when the post goes out, and the same
//! every time.

use crate::asked::Asked;
use crate::house::House;
use crate::message::Message;
use crate::rooms::Comes;
use crate::speech::renamed::{self, in_words};
use linkme::distributed_slice;
use table::said;
use table::{By, Entry, View};

/// Draws a picture by what its post says of it, as [`crate::message::Picture::of`], as a PNG; `None` where that is of no subject of its own. What
/// comes after the line of the record that is given is not in it.
pub type Drawer = for<'a> fn(&'a House, &'a str, &'a str, Option<u64>) -> Comes<'a, Result<Vec<u8>, String>>;

/// Those of the games: each subject with pictures registers its own.
#[distributed_slice]
pub static DRAWERS: [Drawer];

impl House {
    /// The picture of a post as a PNG, in the campaign's language. `of` says which, as [`crate::message::Picture::of`]; what comes after
    /// `line` of the record is not in it.
    ///
    /// # Errors
    /// Words for the log, where there is no such picture (any more) or it cannot be drawn.
    pub async fn picture(&self, campaign: &str, of: &str, line: Option<u64>) -> Result<Vec<u8>, String> {
        let mut drawn = None;
        for drawer in DRAWERS {
            drawn = drawer(self, campaign, of, line).await;
            if drawn.is_some() {
                break;
            }
        }
        drawn.ok_or("no such picture")?
    }

    /// Draws, in the campaign's language and on a thread of its own, what the record tells up to a line and what the position knows.
    ///
    /// # Errors
    /// Words for the log, where the record or the position have nothing of it, or it cannot be drawn.
    pub async fn drawn<Told: Send + 'static, Found: Send + 'static>(
        &self,
        campaign: &str,
        line: Option<u64>,
        told: impl FnOnce(&[Entry]) -> Option<Told>,
        found: impl FnOnce(&View) -> Option<Found>,
        draw: impl FnOnce(Found, Told) -> Result<Vec<u8>, String> + Send + 'static,
    ) -> Result<Vec<u8>, String> {
        let told = told(&self.entries_to(campaign, line).await?).ok_or("it is not on the record")?;
        let (found, names, language) = {
            let live = self.campaign(campaign).await?;
            let live = live.lock().await;
            let scene = live.scene(By::Bot, false);
            (found(&scene.public), scene.renamed(), live.language())
        };
        let found = found.ok_or("it is not kept any more")?;
        let draw = move || in_words(language, names, || draw(found, told));
        tokio::task::spawn_blocking(draw).await.map_err(|_| "drawing broke off".to_owned())?
    }

    /// The entries up to a line of the record.
    async fn entries_to(&self, campaign: &str, line: Option<u64>) -> Result<Vec<Entry>, String> {
        let mut entries = self.entries(campaign).await?;
        if let Some(end) = line.and_then(|last| {
            entries.iter().position(|entry| entry.line.as_ref().is_some_and(|(line, _)| *line > last))
        }) {
            entries.truncate(end);
        }
        Ok(entries)
    }
}

/// A message with a picture that is drawn, on a thread of its own, for who asks and in his language.
pub async fn with_picture(
    house: &House,
    asked: &Asked,
    text: String,
    file: String,
    draw: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
) -> Message {
    let drawing = async {
        match apart(asked, draw).await {
            Ok(png) => Message::text(text).file(file, png),
            Err(()) => Message::refusal(said!("The picture could not be drawn.")),
        }
    };
    house.drawing.for_one(asked.asker.user, drawing).await
}

/// The same for a message that says much without its picture, and stays where that cannot be drawn. `says`: what the picture shows.
pub async fn beside(
    house: &House,
    asked: &Asked,
    message: Message,
    (file, says): (String, String),
    draw: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
) -> Message {
    let drawing = async {
        match apart(asked, draw).await {
            Ok(png) => message.drawn(file, png, &says),
            Err(()) => message,
        }
    };
    house.drawing.for_one(asked.asker.user, drawing).await
}

/// Draws on a thread of its own, in the language of who asks; what goes wrong is logged.
async fn apart(
    asked: &Asked,
    draw: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
) -> Result<Vec<u8>, ()> {
    let (language, names) = (asked.asker.language, renamed::now());
    let drawn = tokio::task::spawn_blocking(move || in_words(language, names, draw)).await;
    let why = match drawn {
        Ok(Ok(png)) => return Ok(png),
        Ok(Err(why)) => why,
        Err(_) => "drawing broke off".to_owned(),
    };
    tracing::warn!(why, "a picture could not be drawn");
    Err(())
}
