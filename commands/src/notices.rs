//! Notices: what the bot has to tell that is no order of anybody's, so that nothing of it stands on the record.

use crate::house::House;
use crate::live::Live;
use crate::message::Message;
use crate::present;
use crate::say;
use crate::speech::in_language;
use db::{Commit, NewMessage, Target};
use engine::table::By;

impl House {
    /// A direct message could not reach a player: it waits at his desk, and the council is told that it does, never what is in it.
    pub async fn dispatch_waits(&self, campaign: &str, user: u64) {
        let Ok(live) = self.campaign(campaign).await else { return };
        let live = live.lock().await;
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
        self.tell(&live, Target::Channel(live.row.channel), "dispatch", &message).await;
    }

    /// Posts the turn card anew, where the channel has lost its messages: the local table keeps none when it is closed.
    ///
    /// # Errors
    /// A sentence where it cannot.
    pub async fn show_card(&self, campaign: &str) -> Result<(), String> {
        let live = self.campaign(campaign).await?;
        let live = live.lock().await;
        let purpose = present::status::card_purpose(&live.campaign.public_view());
        self.store.set_card(campaign, &purpose, None).await.map_err(|e| e.to_string())?;
        let card = in_language(live.language(), || present::status::card(&live.scene(By::Bot, false)));
        let target = Target::Edit { purpose, channel: live.row.channel };
        self.tell(&live, target, "card", &card).await;
        Ok(())
    }

    /// The council cannot be written to: the host is told by direct message.
    pub async fn council_unreachable(&self, campaign: &str, why: &str) {
        let Ok(live) = self.campaign(campaign).await else { return };
        let live = live.lock().await;
        let Some(host) = live.people.get(&1).and_then(|person| person.user) else { return };
        let title = live.scene(By::Bot, false).title();
        let message = in_language(live.language_of_user(host), || {
            Message::text(say!(
                "{} · the council cannot be reached\nPosts for its channel are refused: {}. Play goes on and nothing is lost from the record; give the bot leave to see the channel, write, embed and attach there.",
                title,
                why
            ))
        });
        self.tell(&live, Target::User(host), "council_unreachable", &message).await;
    }

    /// The bot may not make threads in the council: the host is told by direct message what becomes of their posts.
    pub async fn threads_refused(&self, campaign: &str) {
        let Ok(live) = self.campaign(campaign).await else { return };
        let live = live.lock().await;
        let Some(host) = live.people.get(&1).and_then(|person| person.user) else { return };
        let title = live.scene(By::Bot, false).title();
        let message = in_language(live.language_of_user(host), || {
            Message::text(say!(
                "{} · no thread for a battle\nThe bot may not make a thread in the council or not write in it, so the days of battles are told in the channel itself. For the next battle, give it leave to create public threads and to send messages in threads. This is told once.",
                title
            ))
        });
        self.tell(&live, Target::User(host), "threads_refused", &message).await;
    }

    /// An answer that came too late for its interaction goes to who asked by direct message.
    pub async fn late(&self, campaign: &str, user: u64, mut message: Message) {
        let Ok(live) = self.campaign(campaign).await else { return };
        let live = live.lock().await;
        let title = live.scene(By::Bot, false).title();
        message.content = in_language(live.language_of_user(user), || say!("{} · a late answer", title));
        self.tell(&live, Target::User(user), "late_answer", &message).await;
    }

    async fn tell(&self, live: &Live, target: Target, kind: &str, message: &Message) {
        let now = self.now();
        let commit = Commit {
            campaign: live.row.id.clone(),
            expect_seq: live.seq,
            outbox: vec![NewMessage {
                target,
                body: message.json().to_string(),
                files: message.files.iter().map(|file| (file.name.clone(), file.bytes.clone())).collect(),
                picture: None,
                line: None,
                not_before: now,
                kind: kind.to_owned(),
            }],
            ..Commit::default()
        };
        if self.store.commit(commit).await.is_err() {
            tracing::warn!(campaign = live.row.id, kind, "a notice could not be kept");
        }
        self.outbox.notify_one();
    }
}
