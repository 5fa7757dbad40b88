//! Campaigns that are stopped: what the database keeps of them is not sound, so nothing is played on it and nothing of it is told. The
//! others play on. A campaign stays stopped until the program is started on a file that was put right.

use crate::house::House;
use crate::live::language_of;
use crate::message::{Embed, Message};
use crate::present::names;
use crate::say;
use crate::sound::Damage;
use crate::speech::in_language;
use db::{CampaignRow, NewMessage, ReadError, Target};
use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};

/// The kind of the post that a campaign is stopped.
const STOPPED: &str = "stopped";
/// The kind of the post after which it can be stopped anew.
const RESTORED: &str = "restored";

impl House {
    /// Stops a campaign: it is logged once, the operator's alarm is rung, and memory lets go of it. Gives what its players are told.
    pub async fn stop(&self, campaign: &str, damage: Damage) -> String {
        self.live.lock().await.remove(campaign);
        let says = told(&damage);
        let stopped = {
            let mut all = self.all_stopped();
            all.insert(campaign.to_owned(), damage.clone()).is_none().then_some(all.len())
        };
        if let Some(stopped) = stopped {
            tracing::error!(campaign, "a campaign is stopped: {damage}");
            self.tally.campaigns_stopped(stopped);
            self.alarm.notify_one();
        }
        says
    }

    /// The campaigns that are stopped, by their ids, and why.
    #[must_use]
    pub fn stopped(&self) -> BTreeMap<String, Damage> {
        self.all_stopped().clone()
    }

    /// Whether a campaign is stopped.
    #[must_use]
    pub fn is_stopped(&self, campaign: &str) -> bool {
        self.all_stopped().contains_key(campaign)
    }

    fn all_stopped(&self) -> MutexGuard<'_, BTreeMap<String, Damage>> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What the players of a campaign are told that is stopped.
    pub(crate) fn goes_on(&self, campaign: &str) -> Result<(), String> {
        self.all_stopped().get(campaign).map_or(Ok(()), |damage| Err(told(damage)))
    }

    /// What was read of a campaign. Where it could not be because it is damaged, the campaign is stopped.
    pub(crate) async fn unless_damaged<T>(
        &self,
        campaign: &str,
        read: Result<T, ReadError>,
    ) -> Result<T, String> {
        match read {
            Ok(read) => Ok(read),
            Err(e) if e.is_damage() => Err(self.stop(campaign, Damage::from(&e)).await),
            Err(e) => Err(e.to_string()),
        }
    }

    /// Tells the council of a campaign that is stopped, once. One that is closed has nothing to stop: only who asks for its record is
    /// told.
    ///
    /// # Errors
    /// A sentence where that cannot be kept.
    pub async fn tell_stopped(&self, campaign: &str) -> Result<(), String> {
        let Some(damage) = self.stopped().remove(campaign) else { return Ok(()) };
        let row = self.store.campaign(campaign).await.map_err(|e| e.to_string())?;
        let Some(row) = row.filter(|row| !row.archived) else { return Ok(()) };
        let post = in_language(language_of(&row), || post(&row, &damage));
        let message = NewMessage {
            target: Target::Channel(row.channel),
            body: post.json().to_string(),
            files: Vec::new(),
            picture: None,
            line: None,
            since: self.now(),
            kind: STOPPED.to_owned(),
        };
        let posted = self.store.post_once(campaign, message, RESTORED).await;
        self.outbox.notify_one();
        posted.map(|_| ()).map_err(|e| e.to_string())
    }
}

/// What a player is told, in the language spoken now.
fn told(damage: &Damage) -> String {
    say!(
        "This campaign is stopped: something is wrong with what the database keeps of it. {} No order is taken and nothing of it is published until whoever runs this bot has put that right.",
        damage.says().clone()
    )
}

fn post(row: &CampaignRow, damage: &Damage) -> Message {
    let title = say!("{} is stopped", names::plain(&row.name));
    let text = say!(
        "Something is wrong with what the database keeps of this campaign. {}\n\nNo order is taken and nothing of it is published, so that nothing false comes onto its record. Whoever runs this bot puts it right; until then nobody else need do anything.",
        damage.says().clone()
    );
    Message::default().with(Embed::new(&title, text))
}
