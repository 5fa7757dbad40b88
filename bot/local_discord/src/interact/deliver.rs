//! The event itself, its token, its three seconds.

use std::sync::Arc;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::Act;
use crate::files::FILE_LIMIT;
use crate::locale;
use crate::seen::Kind;
use crate::server::Shared;
use crate::store::{Interaction, Place, State};

impl State {
    /// The event as the gateway carries it.
    fn event(&self, id: u64, token: &str, act: &Act) -> Value {
        let mut event = json!({
            "id": id.to_string(),
            "application_id": self.bot.to_string(),
            "type": act.kind,
            "data": act.data,
            "channel_id": act.channel.to_string(),
            "token": token,
            "version": 1,
            "locale": self.locale_of(act.user),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": FILE_LIMIT,
        });
        if let Some(channel) = self.channel(act.channel) {
            event["channel"] = self.partial_channel_json(channel, act.user);
            event["app_permissions"] = json!(self.bot_permissions(channel).to_string());
            if let Place::Dm { .. } = channel.place {
                event["user"] = self.user_json_by(act.user);
                event["context"] = json!(1);
                event["authorizing_integration_owners"] = json!({"0": "0"});
            } else {
                let guild = channel.guild.to_string();
                event["guild_id"] = json!(guild);
                event["guild_locale"] = json!(locale::DEFAULT);
                event["guild"] = json!({
                    "id": guild, "locale": locale::DEFAULT, "features": []});
                event["member"] = self.member_json(act.user);
                event["context"] = json!(0);
                event["authorizing_integration_owners"] = json!({"0": guild});
            }
        }
        if let Some(message) = act.source.and_then(|id| self.messages.get(&id)) {
            event["message"] = self.message_json(message);
        }
        event
    }
}

/// The token that answers an interaction. Discord's own look so; only the bot gets to see it.
fn token(id: u64, salt: u64) -> String {
    URL_SAFE_NO_PAD.encode(format!("interaction:{id}:{:016x}", id.rotate_left(17) ^ salt))
}

/// The interaction whose token this would be.
pub(crate) fn interaction_of(token: &str) -> Option<u64> {
    let plain = String::from_utf8(URL_SAFE_NO_PAD.decode(token).ok()?).ok()?;
    plain.split(':').nth(1)?.parse().ok()
}

impl Shared {
    /// Makes the interaction and sends it to the bot.
    pub fn begin(self: &Arc<Self>, act: Act) -> u64 {
        let id = {
            let mut state = self.state();
            let id = state.act_id();
            let token = token(id, self.token_salt());
            let event = state.event(id, &token, &act);
            let told = format!("@{} {}", state.user_name(act.user), act.said);
            state.transcript.push(told);
            let made = state.now();
            state.interactions.insert(
                id,
                Interaction {
                    id,
                    token,
                    kind: act.kind,
                    user: act.user,
                    channel: act.channel,
                    command: act.command,
                    made,
                    turn: 0,
                    since: Instant::now(),
                    answered: None,
                    took: None,
                    failed: false,
                    source: act.source,
                    opener: act.opener,
                    original: None,
                    modal: None,
                    focused: act.focused,
                    event,
                    asker: act.asker,
                },
            );
            id
        };
        self.deliver(id);
        id
    }

    /// Sends an interaction that is not answered yet to the bot (again) and starts its seconds
    /// (anew). One that is answered is only sent: that is the duplicate of a replay.
    pub fn deliver(self: &Arc<Self>, id: u64) {
        let (copies, delay) = self.faults.delivery();
        let turn = {
            let mut state = self.state();
            let Some(interaction) = state.interactions.get_mut(&id) else {
                return;
            };
            interaction.turn += 1;
            interaction.failed = false;
            interaction.since = Instant::now();
            interaction.turn
        };
        let shared = self.clone();
        let send = move || {
            let mut state = shared.state();
            if let Some(event) = state.interactions.get(&id).map(|one| one.event.clone()) {
                for _ in 0..copies {
                    state.dispatch("INTERACTION_CREATE", &event);
                }
            }
        };
        match delay {
            Some(delay) => {
                self.runtime.spawn(async move {
                    tokio::time::sleep(delay).await;
                    send();
                });
            }
            None => send(),
        }
        let shared = self.clone();
        self.runtime.spawn(async move {
            tokio::time::sleep(shared.limit).await;
            shared.lapse(id, turn);
        });
    }

    /// Marks an interaction as failed, where no first response came since that turn.
    fn lapse(&self, id: u64, turn: u64) {
        let mut state = self.state();
        let Some(interaction) = state.interactions.get_mut(&id) else {
            return;
        };
        if interaction.answered.is_some() || interaction.failed || interaction.turn != turn {
            return;
        }
        interaction.failed = true;
        let why = "The application did not respond";
        // Suggestions that never come leave the list empty, and Discord says nothing.
        if interaction.kind != 4 {
            state.see_aside(id, Kind::Failed, why.to_owned(), json!([]));
        }
        state.tell_asker(id, json!({"t": "failed", "why": why}));
    }
}
