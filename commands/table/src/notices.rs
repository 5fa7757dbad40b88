//! Notices: what the bot has to tell that is no order of anybody's, so that nothing of it stands on the record.

use crate::council::why_barred;
use crate::house::House;
use crate::live::Live;
use crate::message::Message;
use crate::present;
use crate::say;
use crate::speech::in_language;
use crate::speech::renamed::in_words;
use db::{Commit, CommitError, NewMessage, Target};
use table::By;

/// A notice: where it goes, and what it says.
type Notice = (Target, Message);

/// The kinds of direct messages of which nobody else may know that they came: that a deal was offered, that an order which was lodged
/// ahead could not be given, such as Sardinia's event, and that what was sealed comes to something else by now.
const NOBODY_ELSES: [&str; 3] = ["deal", "lodged", present::envelopes::OTHERWISE];

impl House {
    /// A direct message of a kind could not reach a player: it waits at his desk, and the council is told that it does, never what is in it.
    /// Where its being there tells what only he knows, nobody is told.
    pub async fn dispatch_waits(&self, campaign: &str, user: u64, kind: &str) {
        if NOBODY_ELSES.contains(&kind) {
            return;
        }
        let told = |live: &Live| {
            let by = live.by(user);
            let message = in_language(live.language(), || {
                let scene = live.scene(by, false);
                Message::text(say!(
                    "A dispatch waits for **{}**, whom no direct message reaches: /desk, or the button.",
                    scene.person(by)
                ))
                .buttons(vec![scene.button(
                    crate::message::Look::Primary,
                    &say!("My desk"),
                    0,
                    "desk",
                )])
            });
            Some((Target::Channel(live.row.channel), message))
        };
        // That a notice could not be kept is in the log.
        let _ = self.tell(campaign, "dispatch", told).await;
    }

    /// Posts the turn card anew, where the channel has lost its messages: the local table keeps none when it is closed.
    ///
    /// # Errors
    /// A sentence where it cannot.
    pub async fn show_card(&self, campaign: &str) -> Result<(), String> {
        let purpose = {
            let live = self.campaign(campaign).await?;
            let live = live.lock().await;
            let purpose = present::card::purpose(&live.campaign.public_view());
            present::card::purpose_again(&purpose, live.card.again)
        };
        self.store.set_card(campaign, &purpose, None).await.map_err(|e| e.to_string())?;
        let told = |live: &Live| {
            let scene = live.scene(By::Bot, false);
            let card = in_words(live.language(), scene.renamed(), || present::status::card(&scene));
            Some((Target::Edit { purpose: purpose.clone(), channel: live.row.channel }, card))
        };
        self.tell(campaign, "card", told).await
    }

    /// The bot may not write in the council, by Discord's code: the host is told by direct message that its posts wait.
    pub async fn council_barred(&self, campaign: &str, code: u32) {
        let told = |live: &Live| {
            let title = live.scene(By::Bot, false).title();
            to_host(live, || {
                say!(
                    "{} · the council cannot be reached\nPosts for its channel wait: {}. Play goes on, nothing is lost, and they go out in order as soon as the bot may see the channel, write, embed and attach there. Or use /campaign move in another channel: it is the council then, and they go there.",
                    title,
                    why_barred(code)
                )
            })
        };
        let _ = self.tell(campaign, "council_barred", told).await;
    }

    /// Discord refused a post of the council for good, with that code: the host is told by direct message.
    pub async fn post_refused(&self, campaign: &str, code: u32) {
        let told = |live: &Live| {
            let title = live.scene(By::Bot, false).title();
            to_host(live, || {
                say!(
                    "{} · a post was not taken\nDiscord refused a post for the council for good (code {}). What it told of stands on the record, and in /campaign status; whoever runs this bot finds the refusal in the log.",
                    title,
                    code
                )
            })
        };
        let _ = self.tell(campaign, "post_refused", told).await;
    }

    /// The bot may not make threads in the council: the host is told by direct message what becomes of their posts.
    pub async fn threads_refused(&self, campaign: &str) {
        let told = |live: &Live| {
            let title = live.scene(By::Bot, false).title();
            to_host(live, || {
                say!(
                    "{} · no thread for a battle\nThe bot may not make a thread in the council or not write in it, so the days of battles are told in the channel itself. For the next battle, give it leave to create public threads and to send messages in threads. This is told once.",
                    title
                )
            })
        };
        let _ = self.tell(campaign, "threads_refused", told).await;
    }

    /// An answer that came too late for its interaction goes to who asked by direct message.
    pub async fn late(&self, campaign: &str, user: u64, message: Message) {
        let told = |live: &Live| {
            let title = live.scene(By::Bot, false).title();
            let content = in_language(live.language_of_user(user), || say!("{} · a late answer", title));
            Some((Target::User(user), Message { content, ..message.clone() }))
        };
        let _ = self.tell(campaign, "late_answer", told).await;
    }

    /// Puts a notice into the outbox. Where the campaign is not as memory has it, it is read anew and the notice made anew: it could name
    /// somebody who was forgotten meanwhile.
    async fn tell(
        &self,
        campaign: &str,
        kind: &str,
        told: impl Fn(&Live) -> Option<Notice>,
    ) -> Result<(), String> {
        let live = self.campaign(campaign).await?;
        let mut live = live.lock().await;
        for _ in 0..2 {
            let Some((target, message)) = told(&live) else { return Ok(()) };
            let outgoing = NewMessage {
                target,
                body: message.json().to_string(),
                files: message.files.iter().map(|file| (file.name.clone(), file.bytes.clone())).collect(),
                picture: None,
                line: None,
                since: self.now(),
                kind: kind.to_owned(),
            };
            let commit = Commit {
                campaign: campaign.to_owned(),
                expect_seq: live.seq,
                outbox: vec![outgoing],
                forgotten: Some(live.forgotten),
                ..Commit::default()
            };
            match self.store.commit(commit).await {
                Ok(_) => {
                    self.outbox.notify_one();
                    return Ok(());
                }
                Err(CommitError::Stale { .. }) => *live = self.read(campaign).await?,
                Err(_) => break,
            }
        }
        tracing::warn!(campaign, kind, "a notice could not be kept");
        Ok(())
    }
}

/// A notice for the host, in his language; none where he had himself forgotten.
fn to_host(live: &Live, says: impl FnOnce() -> String) -> Option<Notice> {
    let host = live.people.get(&live.campaign.play.host).and_then(|person| person.user)?;
    let message = in_language(live.language_of_user(host), || Message::text(says()));
    Some((Target::User(host), message))
}
