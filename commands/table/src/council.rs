//! The council's channel: what the bot needs to be allowed there, posts that wait where it is not, and `/campaign move`.

use crate::asked::{Answer, Asked, at_campaign, told};
use crate::asker::Asker;
use crate::house::{House, Outcome};
use crate::live::Live;
use crate::message::Message;
use crate::present::{self, card, names, status};
use crate::speech::in_language;
use crate::speech::renamed::in_names;
use crate::words::campaigns;
use crate::{Context, Error, say};
use db::{CampaignRow, Commit, CommitError, NewMessage, Request, Target};
use serenity::model::permissions::Permissions;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use table::{By, Refusal, Said, Stage, said};

/// The kind of the post in an old council that says where the new one is.
pub const MOVED_AWAY: &str = "moved_away";

/// What the bot needs in a channel to post there at all.
const TO_POST: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::EMBED_LINKS)
    .union(Permissions::ATTACH_FILES);

/// What the bot needs in a council. In one that is a thread itself it makes no threads.
const IN_COUNCIL: Permissions =
    TO_POST.union(Permissions::CREATE_PUBLIC_THREADS).union(Permissions::SEND_MESSAGES_IN_THREADS);

/// Channels in which the bot may not write, as it found when it last tried.
#[derive(Debug, Default)]
pub struct BarredChannels(Mutex<BTreeSet<u64>>);

impl BarredChannels {
    fn all(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A post was refused there for want of leave.
    pub fn shut(&self, channel: u64) {
        self.all().insert(channel);
    }

    /// It may be tried again there; says whether it was shut.
    pub fn opened(&self, channel: u64) -> bool {
        self.all().remove(&channel)
    }

    /// Whether a post was refused there, and none was taken since.
    #[must_use]
    pub fn has(&self, channel: u64) -> bool {
        self.all().contains(&channel)
    }
}

/// What the bot lacks in a channel that is to be a council, of what it may do there.
fn lacks(may: Permissions, is_thread: bool) -> Permissions {
    if may.contains(Permissions::ADMINISTRATOR) {
        return Permissions::empty();
    }
    let needed = if is_thread {
        TO_POST.difference(Permissions::SEND_MESSAGES).union(Permissions::SEND_MESSAGES_IN_THREADS)
    } else {
        IN_COUNCIL
    };
    needed.difference(may)
}

/// Permissions by the names that Discord shows.
fn names_of(permissions: Permissions) -> Vec<String> {
    let all = [
        (Permissions::VIEW_CHANNEL, say!("View Channel")),
        (Permissions::SEND_MESSAGES, say!("Send Messages")),
        (Permissions::EMBED_LINKS, say!("Embed Links")),
        (Permissions::ATTACH_FILES, say!("Attach Files")),
        (Permissions::CREATE_PUBLIC_THREADS, say!("Create Public Threads")),
        (Permissions::SEND_MESSAGES_IN_THREADS, say!("Send Messages in Threads")),
    ];
    all.into_iter().filter(|(one, _)| permissions.contains(*one)).map(|(_, name)| name).collect()
}

/// Why the channel in which somebody asks cannot be a council; `None` where it can.
pub(crate) fn cannot_be_council(asked: &Asked) -> Option<Said> {
    let missing = lacks(asked.bot_may?, asked.in_thread);
    (!missing.is_empty()).then(|| {
        said!(
            "This channel cannot be a council yet: the bot lacks there {}. Who may manage the channel gives it that in the channel's settings, under Permissions; then use the command again.",
            names::list(&names_of(missing))
        )
    })
}

/// Why the bot may not write in a channel, by Discord's code.
pub(crate) fn why_barred(code: u32) -> String {
    match code {
        10003 => say!("the channel is gone"),
        50001 => say!("the bot may not see the channel"),
        50013 => say!("the bot may not write there"),
        50083 | 160_005 => say!("the thread is locked"),
        _ => say!("Discord does not let the bot write there"),
    }
}

impl House {
    /// What the bot may do in a channel, as an interaction from there says. Where posts wait for the leave to write, they are tried at once.
    pub fn may_do(&self, channel: u64, may: Permissions) {
        let writes = may.contains(Permissions::ADMINISTRATOR) || may.contains(TO_POST);
        if writes && self.barred.opened(channel) {
            self.outbox.notify_one();
        }
    }

    /// A screen of a campaign; where posts for its council wait because the bot may not write there, it says so.
    pub(crate) async fn with_what_waits(&self, campaign: &str, message: Message) -> Message {
        let Ok(live) = self.campaign(campaign).await else { return message };
        let channel = live.lock().await.row.channel;
        if message.is_refusal() || !self.barred.has(channel) {
            return message;
        }
        match self.store.barred_of(campaign).await {
            Ok(Some(barred)) => message.with(present::council::what_waits(channel, &barred)),
            _ => message,
        }
    }

    /// Brings a campaign's council to another channel of its server: later posts go there, and those that wait.
    async fn move_council(&self, campaign: &str, asked: &Asked) -> Outcome {
        let _at_work = self.at_work();
        let moved = self.try_move(campaign, asked).await;
        self.tally.order(moved.unwrap_or_else(Outcome::Failed))
    }

    async fn try_move(&self, campaign: &str, asked: &Asked) -> Result<Outcome, String> {
        // Held throughout, so that one channel cannot become the council of two campaigns at once.
        let _founding = self.founding.lock().await;
        if let Some(twice) = self.answered(&asked.asker).await? {
            return Ok(twice);
        }
        let live = self.campaign(campaign).await?;
        let mut live = live.lock().await;
        for _ in 0..2 {
            if let Some(refusal) = self.may_not_move(&live, asked).await? {
                return Ok(Outcome::Refused(refusal));
            }
            let waiting = self.store.barred_of(campaign).await.map_err(|e| e.to_string())?;
            let reply = present::council::moved(
                &live.row.name,
                [live.row.channel, asked.channel],
                waiting.map_or(0, |barred| barred.posts),
            );
            let row = CampaignRow { channel: asked.channel, ..live.row.clone() };
            let commit = self.commit_of_move(&live, &asked.asker, &row, &reply);
            match self.store.commit(commit).await {
                Ok(_) => {
                    live.row = row;
                    // Whatever was found there before, it may write there now.
                    self.barred.opened(asked.channel);
                    self.outbox.notify_one();
                    return Ok(Outcome::Done(reply));
                }
                Err(CommitError::Stale { .. }) => *live = self.read(campaign).await?,
                Err(e) => return Ok(crate::house::not_kept(e)),
            }
        }
        Err(say!("The campaign moved on meanwhile; nothing was changed. Try again."))
    }

    /// Why a council cannot be brought to the channel in which somebody asks; `None` where it can.
    async fn may_not_move(&self, live: &Live, asked: &Asked) -> Result<Option<Refusal>, String> {
        let refused = |says: Said| Ok(Some(Refusal::new(says)));
        if asked.guild != Some(live.row.guild) {
            return refused(said!(
                "The council stays in its server. Use /campaign move in the channel of that server that is to be the council."
            ));
        }
        if live.by(asked.asker.user) != live.campaign.host() && !asked.manages {
            return refused(said!("Only the host moves the council, or who may manage the server."));
        }
        if live.row.channel == asked.channel {
            return refused(said!(
                "This channel is the council already. Use /campaign move in the channel that is to be the council."
            ));
        }
        let closed = live.campaign.play.stage == Stage::Closed;
        let waits = self.store.barred_of(&live.row.id).await.map_err(|e| e.to_string())?.is_some();
        if closed && !waits {
            return refused(said!(
                "This campaign is closed and has posted everything, so its council stays where it is."
            ));
        }
        if let Some(refusal) = self.council_of_another(live.row.guild, asked.channel).await? {
            return Ok(Some(refusal));
        }
        Ok(cannot_be_council(asked).map(Refusal::new))
    }

    /// What is kept of a move: the new place, and what is posted in both.
    fn commit_of_move(&self, live: &Live, asker: &Asker, row: &CampaignRow, reply: &Message) -> Commit {
        let (old, new, at) = (live.row.channel, row.channel, self.now());
        let closed = live.campaign.play.stage == Stage::Closed;
        let mut posts = in_language(live.language(), || {
            let scene = live.scene(By::Bot, false);
            let purpose = card::purpose_again(&card::purpose(&scene.public), live.card.again);
            let card = (
                Target::Edit { purpose, channel: new },
                in_names(scene.renamed(), || status::card(&scene)),
                "card",
            );
            let told = (Target::Channel(new), present::council::is_here(&live.row.name, old), "moved");
            let away = (Target::Channel(old), present::council::is_there(&live.row.name, new), MOVED_AWAY);
            vec![told, card, away]
        });
        posts.retain(|(target, _, kind)| match *kind {
            MOVED_AWAY => !self.barred.has(old),
            _ => !closed || !matches!(target, Target::Edit { .. }),
        });
        let outgoing = |(target, message, kind): (Target, Message, &str)| NewMessage {
            target,
            body: message.json().to_string(),
            files: Vec::new(),
            picture: None,
            line: None,
            since: at,
            kind: kind.to_owned(),
        };
        Commit {
            campaign: row.id.clone(),
            expect_seq: live.seq,
            request: Some(Request { id: asker.once, user: asker.user, at, reply: reply.json().to_string() }),
            found: Some(row.clone()),
            outbox: posts.into_iter().map(outgoing).collect(),
            forgotten: Some(live.forgotten),
            ..Commit::default()
        }
    }
}

/// Bring the council to this channel, with the posts that wait; for the host
#[poise::command(slash_command, guild_only, rename = "move")]
pub(crate) async fn move_here(
    ctx: Context<'_>,
    #[description = "Which campaign, where several could be meant"]
    #[autocomplete = "campaigns"]
    campaign: Option<String>,
) -> Result<(), Error> {
    at_campaign(ctx, campaign, |asking| async move {
        let at = asking.at();
        Answer::from(told(at.house.move_council(at.campaign, at.asked).await))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let all = IN_COUNCIL;
        assert_eq!(lacks(all, false), Permissions::empty());
        assert_eq!(lacks(Permissions::ADMINISTRATOR, false), Permissions::empty());
        let without = |one: Permissions| names_of(lacks(all.difference(one), false));
        assert_eq!(without(Permissions::EMBED_LINKS), ["Embed Links"]);
        assert_eq!(
            without(Permissions::VIEW_CHANNEL | Permissions::ATTACH_FILES),
            ["View Channel", "Attach Files"]
        );
        assert_eq!(without(Permissions::CREATE_PUBLIC_THREADS), ["Create Public Threads"]);
        assert_eq!(without(Permissions::SEND_MESSAGES_IN_THREADS), ["Send Messages in Threads"]);
        // In a thread one writes by another leave, and makes none.
        let in_thread = |may| names_of(lacks(may, true));
        assert_eq!(in_thread(TO_POST), ["Send Messages in Threads"]);
        let other = Permissions::SEND_MESSAGES | Permissions::CREATE_PUBLIC_THREADS;
        assert!(in_thread(all.difference(other)).is_empty());
    }

    #[test]
    fn a_channel_is_barred_until_it_is_opened() {
        let barred = BarredChannels::default();
        barred.shut(7);
        barred.shut(7);
        assert!(barred.has(7) && !barred.has(8));
        assert!(barred.opened(7) && !barred.opened(7) && !barred.has(7));
    }
}
