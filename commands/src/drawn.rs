//! Pictures that go with posts. The outbox keeps which picture it is; it is drawn from the record when the post goes out, and the same
//! every time.

use crate::house::House;
use crate::present::europa::fight::{self, FIGHT};
use crate::present::europa::siege::{self, SIEGE};
use crate::present::matters::{BATTLE, days_of};
use crate::present::{battle, battle_plan, europa};
use crate::speech::in_language;
use engine::table::{By, Entry};

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
        let entries = self.entries_to(campaign, line).await?;
        let days = days_of(&entries, number);
        let days =
            Some(days).filter(|days| !days.is_empty()).ok_or("no day of the battle is on the record")?;
        let (found, language) = {
            let live = self.campaign(campaign).await?;
            let live = live.lock().await;
            let view = live.scene(By::Bot, false).public;
            (battle_plan::any(&view, number.into()), live.language())
        };
        let found = found.filter(|battle| battle.ended.is_some()).ok_or("the battle is not kept any more")?;
        let draw = move || in_language(language, || battle::picture(&found, &days, found.ended.as_ref()));
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

    /// The sheet of a battle of Europa.
    async fn sheet(&self, campaign: &str, number: &str, line: Option<u64>) -> Result<Vec<u8>, String> {
        let number: u32 = number.parse().map_err(|_| "no such picture")?;
        let notes = fight::notes_of(&self.entries_to(campaign, line).await?, number);
        let (found, language) = {
            let live = self.campaign(campaign).await?;
            let live = live.lock().await;
            let view = live.scene(By::Bot, false).public;
            (
                europa::position(&view).and_then(|position| position.fights.of.get(&number).cloned()),
                live.language(),
            )
        };
        let found = found.filter(|fight| fight.ended.is_some()).ok_or("the battle is not kept any more")?;
        let draw = move || in_language(language, || fight::picture::picture(&found, &notes));
        tokio::task::spawn_blocking(draw).await.map_err(|_| "drawing broke off".to_owned())?
    }

    /// The sheet of the last assault of a siege of Europa.
    async fn assault(&self, campaign: &str, number: &str, line: Option<u64>) -> Result<Vec<u8>, String> {
        let number: u32 = number.parse().map_err(|_| "no such picture")?;
        let fought = siege::assault_of(&self.entries_to(campaign, line).await?, number);
        let (notes, verdict) = fought.ok_or("no assault is on the record")?;
        let (found, language) = {
            let live = self.campaign(campaign).await?;
            let live = live.lock().await;
            let view = live.scene(By::Bot, false).public;
            (
                europa::position(&view).and_then(|position| position.sieges.of.get(&number).cloned()),
                live.language(),
            )
        };
        let found = found.ok_or("the siege is not kept any more")?;
        let draw = move || in_language(language, || siege::picture::picture(&found, &notes, &verdict));
        tokio::task::spawn_blocking(draw).await.map_err(|_| "drawing broke off".to_owned())?
    }
}
