//! Pictures that go with posts. The outbox keeps which picture it is; it is drawn from the record when the post goes out, and the same
//! every time.

use crate::asked::Asked;
use crate::eia::battle::present as battle;
use crate::eia::battle::present::plan as battle_plan;
use crate::europa::battle::present as fight;
use crate::europa::battle::present::FIGHT;
use crate::europa::present as europa;
use crate::europa::siege::present as siege;
use crate::europa::siege::present::SIEGE;
use crate::house::House;
use crate::message::Message;
use crate::present::matters::{BATTLE, days_of};
use crate::speech::in_language;
use engine::said;
use engine::table::{By, Entry, View};

impl House {
    /// The picture of a post as a PNG, in the campaign's language. `of` says which, as [`crate::message::Picture::of`]; what comes after
    /// `line` of the record is not in it.
    ///
    /// # Errors
    /// Words for the log, where there is no such picture (any more) or it cannot be drawn.
    pub async fn picture(&self, campaign: &str, of: &str, line: Option<u64>) -> Result<Vec<u8>, String> {
        if let Some(number) = of.strip_prefix(FIGHT) {
            return self.sheet(campaign, number, line).await;
        }
        if let Some(number) = of.strip_prefix(SIEGE) {
            return self.assault(campaign, number, line).await;
        }
        let number: u32 = of.strip_prefix(BATTLE).and_then(|n| n.parse().ok()).ok_or("no such picture")?;
        let days = |entries: &[Entry]| Some(days_of(entries, number)).filter(|days| !days.is_empty());
        let ended =
            |view: &View| battle_plan::any(view, number.into()).filter(|battle| battle.ended.is_some());
        self.drawn(campaign, line, days, ended, |found, days| {
            battle::picture(&found, &days, found.ended.as_ref())
        })
        .await
    }

    /// The sheet of a battle of Europa.
    async fn sheet(&self, campaign: &str, number: &str, line: Option<u64>) -> Result<Vec<u8>, String> {
        let number: u32 = number.parse().map_err(|_| "no such picture")?;
        let sheets =
            |entries: &[Entry]| Some(fight::sheets_of(entries, number)).filter(|all| !all.is_empty());
        let ended = |view: &View| europa::position(view)?.fights.of.get(&number)?.ended.map(|_| ());
        self.drawn(campaign, line, sheets, ended, |(), sheets| fight::picture::picture(&sheets)).await
    }

    /// The sheet of the last assault of a siege of Europa.
    async fn assault(&self, campaign: &str, number: &str, line: Option<u64>) -> Result<Vec<u8>, String> {
        let number: u32 = number.parse().map_err(|_| "no such picture")?;
        let fought = |entries: &[Entry]| siege::assault_of(entries, number);
        self.drawn(
            campaign,
            line,
            fought,
            |_| Some(()),
            |(), (siege, notes, verdict)| siege::picture::picture(&siege, &notes, &verdict),
        )
        .await
    }

    /// Draws, in the campaign's language and on a thread of its own, what the record tells up to a line and what the position knows.
    async fn drawn<Told: Send + 'static, Found: Send + 'static>(
        &self,
        campaign: &str,
        line: Option<u64>,
        told: impl FnOnce(&[Entry]) -> Option<Told>,
        found: impl FnOnce(&View) -> Option<Found>,
        draw: impl FnOnce(Found, Told) -> Result<Vec<u8>, String> + Send + 'static,
    ) -> Result<Vec<u8>, String> {
        let told = told(&self.entries_to(campaign, line).await?).ok_or("it is not on the record")?;
        let (found, language) = {
            let live = self.campaign(campaign).await?;
            let live = live.lock().await;
            (found(&live.scene(By::Bot, false).public), live.language())
        };
        let found = found.ok_or("it is not kept any more")?;
        let draw = move || in_language(language, || draw(found, told));
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
pub(crate) async fn with_picture(
    asked: &Asked,
    text: String,
    file: String,
    draw: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
) -> Message {
    let language = asked.asker.language;
    match tokio::task::spawn_blocking(move || in_language(language, draw)).await {
        Ok(Ok(png)) => Message::text(text).file(file, png),
        _ => Message::refusal(said!("The picture could not be drawn.")),
    }
}
